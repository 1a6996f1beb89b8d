/* A constant changed in its last digits must break the bound of the relative L2 error, on both backends, and alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once per precision, after the polynomial is redefined with the wrong constant for the CPU's kernel:
 *   MUTATION_PRECISION   NBL_FFT_FLOAT32 and so on
 *   MUTATION_TRUE        the constant as the text has it, a float
 *   MUTATION_WRONG       the constant in its place
 *   MUTATION_SUM(x)      optional: the float64 literal that x is a part of, as it is where sums of literals are folded
 *   NBL_TRANSFORM_SCALAR of the kernel
 * Vulkan's kernel is the true text's module with the one constant changed in its words.
 */
#define NBL_TRANSFORM_ALGORITHM 0
#define NBL_TRANSFORM_NAME mutant
#include "fft/kernel_run_time.h"
#include "tests/fft/transform_grids_testing.h"

/* The relative L2 error of a result in natural order. */
static double error_of(const case_t *c, const signal_t *signal, const void *output) {
    test_error_t sums = {0, 0, 0};
    for (uint32_t i = 0; i < c->elements * c->workgroup; i++) {
        test_complex_t z = load(c->precision, output, i);
        test_error_add(&sums, signal->reference[i], z.real, z.imag);
    }
    return test_error_relative(&sums);
}

static void emulate_mutant(const nbl_fft_transform_plan_t *plan, void *input, void *output) {
    nbl_emulator_resource_t resources[2] = {{input, plan->buffer_bytes, 0}, {output, plan->buffer_bytes, 0}};
    nbl_fft_transform_constants_t constants = {plan->desc.batch};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = nbl_fft_transform_mutant;
    launch.workgroup_size[0] = plan->workgroup_invocations;
    launch.workgroup_count[0] = (uint32_t)plan->workgroups;
    launch.subgroup_size = plan->desc.subgroup_size;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.push_constants = &constants;
    launch.specialization = &plan->parameters;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
}

/* Changes the constant wherever the module declares it; instructions begin with their length in words and their opcode.
 */
static uint32_t mutate_module(nbl_spirv_t *spirv) {
    const uint32_t op_constant = 43, wrong = nbl_bits_from_float32(MUTATION_WRONG);
    uint32_t changed = 0;
    for (size_t at = 5; at < spirv->word_count; at += spirv->words[at] >> 16) {
        ck_assert_uint_gt(spirv->words[at] >> 16, 0);
#ifdef MUTATION_SUM
        const double true_sum = MUTATION_SUM(MUTATION_TRUE), wrong_sum = MUTATION_SUM(MUTATION_WRONG);
        if (spirv->words[at] == (5u << 16 | op_constant) && memcmp(&spirv->words[at + 3], &true_sum, 8) == 0) {
            memcpy(&spirv->words[at + 3], &wrong_sum, 8);
            changed++;
        }
#endif
        if (spirv->words[at] != (4u << 16 | op_constant) ||
            spirv->words[at + 3] != nbl_bits_from_float32(MUTATION_TRUE))
            continue;
        spirv->words[at + 3] = wrong;
        changed++;
    }
    return changed;
}

static void run_mutant(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan, void *input, void *output) {
    nbl_spirv_t spirv;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_compile(NULL, NBL_MODE_EXACT, false, plan, &spirv, &error) == NBL_SUCCESS, "%s",
                  error.text);
    ck_assert_uint_ge(mutate_module(&spirv), 1);
    test_kernel_t kernel = {.spirv = &spirv,
                            .buffers = {{input, plan->buffer_bytes}, {output, plan->buffer_bytes}},
                            .buffer_count = 2,
                            .push_constants = &plan->desc.batch,
                            .push_constant_bytes = 4,
                            .subgroup_size = plan->desc.subgroup_size,
                            .groups = (uint32_t)plan->workgroups};
    test_kernel_run(device, &kernel);
    nbl_spirv_free(&spirv);
}

/* Forward, natural order, subgroups of 8. */
static void expect_broken_bound(uint32_t elements, uint32_t workgroup) {
    case_t c = {MUTATION_PRECISION, elements, workgroup, 8, 1, 1, false, false};
    uint32_t length = elements * workgroup;
    double bound = bound_of(c.precision, length);
    nbl_fft_limits_t limits = nbl_fft_emulator_limits(8);
    nbl_fft_transform_plan_t plan = plan_of(&c, &limits, 8, "mutation");
    const signal_t *signal = signal_of(&c);
    void *input = input_of(&c, signal), *sound = aligned_alloc(16, plan.buffer_bytes),
         *emulated = aligned_alloc(16, plan.buffer_bytes);
    ck_assert(input && sound && emulated);
    emulate(&c, 8, input, sound, "mutation");
    emulate_mutant(&plan, input, emulated);
    double before = error_of(&c, signal, sound), after = error_of(&c, signal, emulated);
    printf("mutation %s, length %u: %.9g for %.9g: relative L2 %.3e becomes %.3e, bound %.1e\n",
           precision_names[c.precision], length, (double)MUTATION_WRONG, (double)MUTATION_TRUE, before, after, bound);
    fflush(stdout);
    ck_assert(before <= bound);
    ck_assert(after > bound);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device) {
        void *computed = calloc(1, plan.buffer_bytes);
        ck_assert_ptr_nonnull(computed);
        run_mutant(device, &plan, input, computed);
        ck_assert(error_of(&c, signal, computed) > bound);
        ck_assert_uint_eq(differing_scalars(&c, emulated, computed), 0);
        free(computed);
        nbl_vulkan_device_destroy(device);
    }
    free(input);
    free(sound);
    free(emulated);
}
