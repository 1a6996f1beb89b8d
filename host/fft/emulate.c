/* Batched transforms on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/pass.h"
#include "error/check.h"
#include "fft/accessors.h"
#include "fft/transform_kernels.h"

/* The push constants of shaders/fft_resources.h. */
typedef struct constants_t {
    uint32_t batch;
} constants_t;

/* Runs one of the kernels.
 *
 * run  its kernel, resources and parameters; the rest follows from the plan */
static nbl_result_t run_plan(const nbl_fft_transform_plan_t *plan, nbl_emulator_pass_t run,
                             const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report, nbl_error_t *error) {
    constants_t constants = {plan->desc.batch};
    run.name = plan->desc.kind == NBL_FFT_COMPLEX ? "fft_transform" : "fft_real_transform";
    run.constants = &constants;
    run.workgroup_size = plan->workgroup_invocations;
    run.subgroup_size = plan->desc.subgroup_size;
    run.workgroups = plan->workgroups;
    return nbl_emulator_pass_run(&run, launch, report, error);
}

nbl_result_t nbl_fft_transform_emulate(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                       const void *input, void *output, nbl_emulator_report_t *report,
                                       nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, launch, input, output)) return NBL_ERROR_ARGUMENT;
#define OF_PRECISIONS(kind, algorithm) \
    { kind##float16_##algorithm, kind##float32_##algorithm, kind##float64_##algorithm, kind##float32_##algorithm }
    /* by the text's multiply-adds, algorithm, real or not, and precision */
    static void (*const kernels[2][2][2][4])(void) = {
        {{OF_PRECISIONS(nbl_fft_transform_, radix2), OF_PRECISIONS(nbl_fft_real_transform_, radix2)},
         {OF_PRECISIONS(nbl_fft_transform_, stockham), OF_PRECISIONS(nbl_fft_real_transform_, stockham)}},
        {{OF_PRECISIONS(nbl_fft_fused_transform_, radix2), OF_PRECISIONS(nbl_fft_fused_real_transform_, radix2)},
         {OF_PRECISIONS(nbl_fft_fused_transform_, stockham), OF_PRECISIONS(nbl_fft_fused_real_transform_, stockham)}}};
#undef OF_PRECISIONS
    /* The kernel only loads from binding 0. */
    nbl_emulator_resource_t resources[] = {{(void *)(uintptr_t)input, plan->input_bytes, 0},
                                           {output, plan->output_bytes, 0}};
    const nbl_emulator_pass_t run = {
        .kernel =
            kernels[plan->desc.fused][plan->desc.algorithm][plan->desc.kind != NBL_FFT_COMPLEX][plan->desc.precision],
        .resources = resources,
        .resource_count = 2,
        .parameters = &plan->parameters};
    nbl_error_clear(error);
    return run_plan(plan, run, launch, report, error);
}

nbl_result_t nbl_fft_transform_access(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                      const nbl_accessor_t *input, const nbl_accessor_t *output,
                                      const nbl_accessor_t *shared, nbl_emulator_report_t *report, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, launch, input, output)) return NBL_ERROR_ARGUMENT;
    /* by algorithm, real or not, and precision; with halves in memory the caller's functions convert */
    static void (*const kernels[2][2][4])(
        void) = {{{nbl_fft_access_float16_radix2, nbl_fft_access_float32_radix2, nbl_fft_access_float64_radix2,
                   nbl_fft_access_float32_radix2},
                  {nbl_fft_real_access_float16_radix2, nbl_fft_real_access_float32_radix2,
                   nbl_fft_real_access_float64_radix2, nbl_fft_real_access_float32_radix2}},
                 {{nbl_fft_access_float16_stockham, nbl_fft_access_float32_stockham, nbl_fft_access_float64_stockham,
                   nbl_fft_access_float32_stockham},
                  {nbl_fft_real_access_float16_stockham, nbl_fft_real_access_float32_stockham,
                   nbl_fft_real_access_float64_stockham, nbl_fft_real_access_float32_stockham}}};
    nbl_error_clear(error);
    const char *missing = input == NULL || input->get == NULL                              ? "input's get"
                          : output == NULL || output->set == NULL                          ? "output's set"
                          : shared != NULL && (shared->get == NULL || shared->set == NULL) ? "shared's get or set"
                                                                                           : NULL;
    if (missing != NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "accessors: %s is NULL", missing);
    uint64_t of_all = (uint64_t)plan->desc.batch * plan->element_bytes;
    nbl_fft_accessor_parameters_t parameters = {.transform = plan->parameters,
                                                .input = *input,
                                                .output = *output,
                                                .input_elements = (uint32_t)(plan->input_bytes / of_all),
                                                .output_elements = (uint32_t)(plan->output_bytes / of_all),
                                                .shared = shared};
    const nbl_emulator_pass_t run = {
        .kernel = kernels[plan->desc.algorithm][plan->desc.kind != NBL_FFT_COMPLEX][plan->desc.precision],
        .parameters = &parameters};
    return run_plan(plan, run, launch, report, error);
}
