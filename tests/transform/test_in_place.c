/* A device's kernels in place. Invocations of a workgroup store where others of it have loaded, so Vulkan's memory
 * model asks for a barrier of buffer memory between the two. The interpreter checks that there is one; in exact mode
 * the bits are the CPU's.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds: from_program.c: take_whole() in place, too; shaders/fft_lines.h: in_place without its
 * barrier.
 */
#include "tests/transform/device_testing.h"

enum { ARRAYS = 8 };

/* Returns whether the first step has the kernel for lines that lie one behind the other, out of place. */
static bool is_whole(const nbl_fft_problem_t *problem, const nbl_fft_limits_t *limits) {
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_nd_stages_make(problem, limits, problem->mode, false, 256, &stages, &error));
    const bool whole = stages.axis[0].whole.desc.batch != 0;
    nbl_fft_nd_stages_release(&stages);
    return whole;
}

static const struct {
    uint32_t sizes[3], batch;
    bool inverse, whole; /* whole: the first step out of place has the kernel of lines one behind the other */
    nbl_device_kind_t device;
} arrays[ARRAYS] = {
    {{60}, 40, false, true, NBL_DEVICE_NVIDIA},    {{600}, 5, true, true, NBL_DEVICE_NVIDIA},
    {{504}, 3, false, true, NBL_DEVICE_NVIDIA},    {{1024}, 3, true, true, NBL_DEVICE_NVIDIA},
    {{150, 140}, 1, false, true, NBL_DEVICE_ANY},  {{251, 3}, 1, false, true, NBL_DEVICE_ANY},
    {{20, 12}, 3, true, false, NBL_DEVICE_NVIDIA}, {{9009}, 2, false, false, NBL_DEVICE_NVIDIA},
};

START_TEST(barriers_order_buffers) {
    const nbl_fft_limits_t limits = usual_device(arrays[_i].device, false);
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_nd_stages_t stages;
    nbl_fft_t *fft;
    nbl_error_t error;
    for (problem.rank = 0; problem.rank < 3 && arrays[_i].sizes[problem.rank] != 0; problem.rank++)
        problem.sizes[problem.rank] = arrays[_i].sizes[problem.rank];
    problem.batch = arrays[_i].batch;
    problem.inverse = arrays[_i].inverse;
    problem.threads = 1;
    ck_assert(is_whole(&problem, &limits) == arrays[_i].whole);
    TEST_EXPECT(nbl_fft_nd_stages_make(&problem, &limits, problem.mode, true, 256, &stages, &error));
    memory_t memory = {.check = true};
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        memory.bytes[r] = r < 2 ? side_bytes(&problem, false) : stages.region_bytes[r];
        memory.region[r] = r == NBL_VIEW_OUTPUT ? memory.region[NBL_VIEW_INPUT] : calloc(1, memory.bytes[r] + 64);
    }
    char *expected = net_input(&problem, (uint32_t)_i, problem.precision);
    memcpy(memory.region[0], expected, memory.bytes[0]);
    TEST_EXPECT(nbl_fft_make_cpu(&problem, &fft, &error));
    TEST_EXPECT(nbl_fft_run(fft, expected, expected, &error));
    run_device(&stages, &memory);
    ck_assert(memcmp(memory.region[0], expected, memory.bytes[0]) == 0);
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++)
        if (r != NBL_VIEW_OUTPUT) free(memory.region[r]);
    free(expected);
    nbl_fft_destroy(fft);
    nbl_fft_nd_stages_release(&stages);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("in place");
    TCase *tests = tcase_create("in place");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, barriers_order_buffers, 0, ARRAYS);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
