/* Batched transforms on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/error.h"
#include "fft/transform_kernels.h"

/* The push constants of shaders/fft_resources.h. */
typedef struct constants_t {
    uint32_t batch;
} constants_t;

nbl_result_t nbl_fft_transform_emulate(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                       const void *input, void *output, nbl_emulator_report_t *report,
                                       nbl_error_t *error) {
    /* by algorithm, real or not, and precision */
    static void (*const kernels[2][2][4])(
        void) = {{{nbl_fft_transform_float16_radix2, nbl_fft_transform_float32_radix2, nbl_fft_transform_float64_radix2,
                   nbl_fft_transform_float32_radix2},
                  {nbl_fft_real_transform_float16_radix2, nbl_fft_real_transform_float32_radix2,
                   nbl_fft_real_transform_float64_radix2, nbl_fft_real_transform_float32_radix2}},
                 {{nbl_fft_transform_float16_stockham, nbl_fft_transform_float32_stockham,
                   nbl_fft_transform_float64_stockham, nbl_fft_transform_float32_stockham},
                  {nbl_fft_real_transform_float16_stockham, nbl_fft_real_transform_float32_stockham,
                   nbl_fft_real_transform_float64_stockham, nbl_fft_real_transform_float32_stockham}}};
    constants_t constants = {plan->desc.batch};
    /* The kernel only loads from binding 0. */
    nbl_emulator_resource_t resources[] = {{(void *)(uintptr_t)input, plan->input_bytes, 0},
                                           {output, plan->output_bytes, 0}};
    nbl_emulator_launch_t run = *launch;
    run.kernel = kernels[plan->desc.algorithm][plan->desc.kind != NBL_FFT_COMPLEX][plan->desc.precision];
    run.name = plan->desc.kind == NBL_FFT_COMPLEX ? "fft_transform" : "fft_real_transform";
    run.workgroup_size[0] = plan->workgroup_invocations;
    run.workgroup_count[0] = (uint32_t)plan->workgroups;
    run.subgroup_size = plan->desc.subgroup_size;
    run.resources = resources;
    run.resource_count = 2;
    run.push_constants = &constants;
    run.specialization = &plan->parameters;
    nbl_emulator_report_t own;
    if (report == NULL) report = &own;
    nbl_result_t result = nbl_emulator_launch(&run, report);
    if (result == NBL_ERROR_OUT_OF_MEMORY) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "%s", report->message);
    if (result != NBL_SUCCESS) return nbl_fail(error, result, "%s", report->message);
    return NBL_SUCCESS;
}
