/* Passes with literal sizes in fused mode, two of them in a dispatch by tickets: kernels by the interpreter beside the
 * CPU, by byte.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Programs are those of batches that are large enough for that, run with fewer arrays. gpu/tickets.c is compiled in
 * here, and what it calls of a device makes memory, modules and runs of the interpreter. Mutations that this finds: in
 * gpu/tickets.c twiddles of exact mode, no order of instructions.
 */
#include <stdlib.h>

#include "gpu/tickets.h"
#include "nbl/host/interpreter.h"
#include "spirv/words.h"
#include "tests/common/testing.h"
#include "tests/transform/program_testing.h"

enum { MEMORIES = 8, MODULES = 4, JOB_BYTES = 40 /* of push constants */, SIDES = 2, FEW = 2 /* arrays */ };

static nbl_interpreter_memory_t memories[MEMORIES];
static nbl_spirv_t modules[MODULES];
static uint32_t memory_count, module_count, by_one, looped; /* the last two: modules of that order of instructions */
static uint64_t counters;                                   /* address of the tickets */

static nbl_fft_limits_t device_limits(const nbl_vulkan_device_t *device) {
    (void)device;
    return usual_device(NBL_DEVICE_NVIDIA, true);
}

static nbl_result_t make_buffer(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_desc_t *desc,
                                nbl_vulkan_buffer_t *buffer, nbl_error_t *error) {
    (void)device, (void)error;
    ck_assert_uint_lt(memory_count, MEMORIES);
    nbl_interpreter_memory_t *memory = &memories[memory_count++];
    *memory = (nbl_interpreter_memory_t){
        .address = (uint64_t)memory_count << 40, .data = calloc(1, desc->size), .bytes = desc->size};
    buffer->address = memory->address;
    return NBL_SUCCESS;
}

static nbl_interpreter_memory_t *memory_at(uint64_t address) { return &memories[(address >> 40) - 1]; }

static nbl_result_t fill_buffer(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                const void *data, uint64_t size, nbl_error_t *error) {
    (void)device, (void)error;
    memcpy((char *)memory_at(buffer->address)->data + offset, data, size);
    return NBL_SUCCESS;
}

static nbl_result_t make_module(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc,
                                nbl_vulkan_kernel_t **kernel, nbl_error_t *error) {
    (void)device;
    *kernel = (nbl_vulkan_kernel_t *)&modules[module_count];
    by_one += desc->compile->instruction_order == NBL_INSTRUCTION_ORDER_BY_ONE;
    looped += desc->compile->instruction_order == NBL_INSTRUCTION_ORDER_LOOPED;
    return nbl_compile(desc->compile, &modules[module_count++], error);
}

static nbl_result_t make_bindings(nbl_vulkan_kernel_t *kernel, const nbl_vulkan_resource_t *resources, const char *name,
                                  nbl_vulkan_bindings_t **bindings, nbl_error_t *error) {
    (void)kernel, (void)resources, (void)name, (void)bindings, (void)error;
    return NBL_SUCCESS;
}

static nbl_result_t run_module(nbl_vulkan_kernel_t *kernel, VkCommandBuffer commands, nbl_vulkan_bindings_t *bindings,
                               const void *constants, const uint32_t groups[3], nbl_error_t *error) {
    (void)commands, (void)bindings;
    static nbl_interpreter_report_t report;
    const nbl_spirv_t *spirv = (const nbl_spirv_t *)kernel;
    const nbl_interpreter_desc_t module = {.words = spirv->words, .word_count = spirv->word_count};
    const nbl_interpreter_binding_t tickets = {.data = counters ? memory_at(counters)->data : NULL,
                                               .bytes = counters ? memory_at(counters)->bytes : 0};
    const nbl_interpreter_run_t run = {.bindings = &tickets,
                                       .binding_count = counters != 0,
                                       .memories = memories,
                                       .memory_count = memory_count,
                                       .push_constants = constants,
                                       .push_constant_bytes = JOB_BYTES,
                                       .groups = {groups[0], groups[1], groups[2]}};
    nbl_interpreter_t *interpreter;
    ck_assert_int_eq(nbl_interpreter_create(&module, &interpreter, error), NBL_SUCCESS);
    ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", report.message);
    nbl_interpreter_destroy(interpreter);
    return NBL_SUCCESS;
}

#define nbl_fft_device_limits device_limits
#define nbl_vulkan_buffer_create make_buffer
#define nbl_vulkan_buffer_upload fill_buffer
#define nbl_vulkan_kernel_create make_module
#define nbl_vulkan_bindings_create make_bindings
#define nbl_vulkan_kernel_record run_module
#define nbl_vulkan_record_barrier(device, commands, from, to) ((void)0)
#include "gpu/tickets.c"

/* Leaves FEW arrays of a batch: what counts transforms counts fewer, and the last loop of a view goes over the
 * batch. */
static void leave_few(nbl_program_t *program) {
    const uint64_t batch = program->problem.batch;
    program->problem.batch = FEW;
    for (uint32_t s = 0; s < program->steps; s++) {
        nbl_program_step_t *step = &program->step[s];
        step->transforms = step->transforms / batch * FEW;
        step->chunk = step->chunk / batch * FEW;
        for (int side = 0; side < SIDES; side++) {
            nbl_view_loop_t *loop = (side == 0 ? &step->load : &step->store)->transforms;
            while (loop[1].count != 0) loop++;
            loop->count = loop->count / batch * FEW;
        }
    }
}

static const struct {
    uint32_t sizes[3];
    bool inverse;
    uint32_t by_one, looped; /* modules, each of a pass that has a dispatch of its own */
} cases[] = {
    {{128, 256}, false, 0, 0}, {{128, 256}, true, 0, 0}, {{16, 64, 160}, true, 0, 0}, {{110, 1800}, false, 1, 1}};

START_TEST(passes_of_literal_sizes_have_the_bits) {
    nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, true);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_program_t *program = malloc(sizeof *program);
    nbl_fft_by_tickets_t *fft = NULL;
    nbl_vulkan_buffer_t sides[SIDES];
    nbl_tickets_t of;
    nbl_error_t error;
    test_random_t random = test_random_begin("fused tickets");
    uint64_t elements = 1;
    desc.mode = NBL_MODE_FUSED;
    desc.inverse = cases[_i].inverse;
    for (; desc.rank < 3 && cases[_i].sizes[desc.rank] != 0; desc.rank++)
        elements *= desc.sizes[desc.rank] = cases[_i].sizes[desc.rank];
    desc.batch = (1 << 24) / elements;
    limits.literals = NBL_FFT_LITERALS_WHERE_FASTER;
    ck_assert_msg(rules_program(&desc, &limits, false, program, &error), "%s", error.text);
    leave_few(program);
    ck_assert(program->step[0].literal && nbl_tickets_of_program(program, &of));
    ck_assert_int_eq(of.lag != 0, cases[_i].by_one == 0);
    ck_assert_uint_eq(sizeof(job_t), JOB_BYTES);
    const nbl_fft_tickets_desc_t tickets = {.length = of.length,
                                            .rows = of.rows,
                                            .planes = of.planes,
                                            .batch = of.batch,
                                            .precision = of.precision,
                                            .inverse = desc.inverse,
                                            .mode = NBL_MODE_FUSED,
                                            .unroll = true};
    fft = calloc(1, sizeof *fft);
    fft->of = of;
    TEST_EXPECT(make(fft, &tickets, &error));
    ck_assert_uint_eq(by_one, cases[_i].by_one);
    ck_assert_uint_eq(looped, cases[_i].looped);
    counters = fft->counters.address;
    const nbl_vulkan_buffer_desc_t side = {.size = 8 * elements * FEW};
    for (int i = 0; i < SIDES; i++) TEST_EXPECT(make_buffer(NULL, &side, &sides[i], &error));
    float *input = memory_at(sides[0].address)->data, *output = memory_at(sides[1].address)->data;
    float *expected = malloc(side.size);
    for (uint64_t i = 0; i < 2 * elements * FEW; i++) input[i] = (float)test_random_real(&random);
    TEST_EXPECT(nbl_fft_tickets_record(fft, (VkCommandBuffer)&error, sides[0].address, sides[1].address, &error));
    TEST_EXPECT(nbl_program_run(program, input, expected, NULL, 1, &error));
    ck_assert_msg(memcmp(output, expected, side.size) == 0, "the CPU has other bits than the device's kernels");
    for (uint32_t i = 0; i < memory_count; i++) free(memories[i].data);
    for (uint32_t i = 0; i < module_count; i++) nbl_spirv_free(&modules[i]);
    free(expected);
    free(program);
    free(fft);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fused tickets");
    TCase *tests = tcase_create("fused tickets");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, passes_of_literal_sizes_have_the_bits, 0, sizeof cases / sizeof *cases);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
