/* Lines of 8192 elements or fewer, of 16384 and of 32768, that have no plan within a small device's invocations go in
 * passes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * WebGPU's limit is 256 invocations unless a page asks for more, Vulkan's least is 128. The interpreter runs the
 * kernels and looks for races. In exact mode complex rows have the CPU's bits; in fast and fused mode every line goes,
 * and results are those of float64 to rounding. Mutations that this finds: choose_rows.c: nbl_choose_has_room() true;
 * chirp.c: rows of exact mode take no passes.
 */
#include <math.h>

#include "gpu/read_twiddles.h"
#include "tests/transform/device_testing.h"

enum { LINES = 13 };

static const struct {
    uint32_t length, invocations;
    bool real, inverse;
    nbl_device_kind_t device;
} lines[LINES] = {
    {8000, 256, false, false, NBL_DEVICE_ANY},  {5720, 256, false, true, NBL_DEVICE_NVIDIA},
    {7776, 256, false, true, NBL_DEVICE_ANY},   {8190, 128, false, false, NBL_DEVICE_NVIDIA},
    {2376, 128, false, false, NBL_DEVICE_ANY},  {3510, 128, false, true, NBL_DEVICE_ANY},
    {5775, 256, true, false, NBL_DEVICE_ANY},   {5775, 256, true, true, NBL_DEVICE_NVIDIA},
    {6336, 128, true, false, NBL_DEVICE_ANY},   {6336, 128, true, true, NBL_DEVICE_ANY},
    {16384, 256, false, true, NBL_DEVICE_ANY},  {16384, 128, false, false, NBL_DEVICE_NVIDIA},
    {32768, 256, false, false, NBL_DEVICE_ANY},
};

static void *float64_of(const nbl_fft_problem_t *problem, const float *input, uint64_t numbers) {
    nbl_fft_problem_t wide = *problem;
    wide.precision = NBL_FFT_FLOAT64;
    wide.mode = NBL_MODE_EXACT;
    double *from = malloc(numbers * sizeof *from), *to = malloc(side_bytes(&wide, true));
    nbl_fft_t *fft;
    nbl_error_t error;
    for (uint64_t i = 0; i < numbers; i++) from[i] = input[i];
    TEST_EXPECT(nbl_fft_make_cpu(&wide, &fft, &error));
    TEST_EXPECT(nbl_fft_run(fft, from, to, &error));
    nbl_fft_destroy(fft);
    free(from);
    return to;
}

/* The CPU's program runs to the same bits in exact and fused mode. */
static void expect(const nbl_fft_problem_t *problem, const nbl_fft_limits_t *limits) {
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    nbl_program_t *program = malloc(sizeof *program);
    memory_t memory = {.check = true};
    const nbl_result_t made = nbl_fft_nd_stages_make(problem, limits, problem->mode, false, 256, &stages, &error);
    ck_assert_msg(made == NBL_SUCCESS, "%s", error.text);
    program_copy(nbl_fft_nd_stages_written(&stages), program);
    ck_assert_uint_ge(program->steps, 2);
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        memory.bytes[r] = r < 2 ? side_bytes(problem, r == 1) : stages.region_bytes[r];
        memory.region[r] = calloc(1, memory.bytes[r] + 64);
    }
    const uint64_t numbers = memory.bytes[0] / sizeof(float), results = memory.bytes[1] / sizeof(float);
    char *input = net_input(problem, (uint32_t)problem->sizes[0], problem->precision), *cpu = malloc(memory.bytes[1]);
    double *wide = float64_of(problem, (const float *)(const void *)input, numbers), above = 0, below = 0;
    memcpy(memory.region[0], input, memory.bytes[0]);
    for (uint32_t a = 0; a < stages.axes; a++)
        TEST_EXPECT(nbl_fft_read_twiddles(&stages.axis[a], problem->mode, limits->device, &error));
    run_device(&stages, &memory);
    TEST_EXPECT(nbl_program_run(program, input, cpu, NULL, 1, &error));
    if (problem->mode != NBL_MODE_FAST) ck_assert(memcmp(memory.region[1], cpu, memory.bytes[1]) == 0);
    if (problem->mode == NBL_MODE_EXACT) { /* and a whole line's bits */
        nbl_fft_t *fft;
        TEST_EXPECT(nbl_fft_make_cpu(problem, &fft, &error));
        TEST_EXPECT(nbl_fft_run(fft, input, cpu, &error));
        nbl_fft_destroy(fft);
        ck_assert(memcmp(memory.region[1], cpu, memory.bytes[1]) == 0);
    }
    for (uint64_t i = 0; i < results; i++) {
        const double off = (double)((const float *)memory.region[1])[i] - wide[i];
        above += off * off;
        below += wide[i] * wide[i];
    }
    ck_assert_msg(sqrt(above / below) < 4e-7, "relative L2 %.2g", sqrt(above / below));
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) free(memory.region[r]);
    free(input);
    free(cpu);
    free(wide);
    free(program);
    nbl_fft_nd_stages_release(&stages);
}

START_TEST(lines_go_in_passes) {
    static const nbl_mode_t modes[] = {NBL_MODE_FAST, NBL_MODE_FUSED, NBL_MODE_EXACT};
    nbl_fft_limits_t limits = usual_device(lines[_i].device, false);
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    limits.max_workgroup_invocations = lines[_i].invocations;
    limits.max_shared_bytes = 16384;
    problem.rank = 1;
    problem.sizes[0] = lines[_i].length;
    problem.batch = 2;
    problem.real = lines[_i].real;
    problem.inverse = lines[_i].inverse;
    for (uint32_t m = 0; m < (problem.real ? 2 : 3); m++) { /* exact mode refuses real ones there */
        problem.mode = modes[m];
        expect(&problem, &limits);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("few invocations");
    TCase *tests = tcase_create("few invocations");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, lines_go_in_passes, 0, LINES);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
