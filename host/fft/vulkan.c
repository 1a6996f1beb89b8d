/* Batched transforms on a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "error/error.h"
#include "fft/transform_kernels.h"
#include "fft/defines.h"

nbl_fft_limits_t nbl_fft_device_limits(const nbl_vulkan_device_t *device) {
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    uint32_t features = nbl_vulkan_device_get_features(device);
    bool shuffles = (features & NBL_FEATURE_SUBGROUP_SHUFFLE) != 0;
    nbl_fft_limits_t limits = {.max_workgroup_invocations = info->max_workgroup_invocations,
                               .max_shared_bytes = info->max_shared_bytes,
                               .subgroup_size = shuffles ? info->subgroup_size : 1,
                               .max_buffer_bytes = info->max_storage_buffer_bytes,
                               .float16 = (features & NBL_FEATURE_FLOAT16) != 0,
                               .float64 = (features & NBL_FEATURE_FLOAT64) != 0};
    if (info->max_workgroup_size[0] < limits.max_workgroup_invocations)
        limits.max_workgroup_invocations = info->max_workgroup_size[0];
    return limits;
}

nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t", "float32_t"};
    const nbl_fft_transform_parameters_t *p = &plan->parameters;
    nbl_defines_t defines = {.count = 0};
    nbl_defines_text(&defines, "NBL_TRANSFORM_SCALAR", scalars[plan->desc.precision]);
    nbl_defines_number(&defines, "NBL_HAS_FLOAT16", plan->desc.precision == NBL_FFT_FLOAT16);
    nbl_defines_number(&defines, "NBL_HAS_FLOAT64", plan->desc.precision == NBL_FFT_FLOAT64);
    if (p->half_storage) nbl_defines_number(&defines, "NBL_TRANSFORM_HALF_STORAGE", 1);
    bool stockham = plan->desc.algorithm == NBL_FFT_STOCKHAM;
    nbl_defines_number(&defines, "NBL_SUBGROUP_OPERATIONS", !stockham && p->subgroup_log2 > 0);
    nbl_defines_number(&defines, "NBL_UNROLL_LOOPS", unroll);
    nbl_defines_number(&defines, "NBL_TRANSFORM_ALGORITHM", plan->desc.algorithm);
    if (stockham) {
        nbl_defines_plan(&defines, "NBL_TRANSFORM_PLAN", p->plan);
        uint32_t dwords = plan->shared_bytes / 4 / p->ffts_per_workgroup;
        nbl_defines_number(&defines, "NBL_TRANSFORM_SHARED_DWORDS",
                           dwords != 0 ? dwords : 1); /* one pass needs none; an array has some */
        nbl_defines_number(&defines, "NBL_TRANSFORM_INVOCATIONS", p->plan.invocations);
        nbl_defines_radices(&defines, p->plan);
    } else {
        nbl_defines_number(&defines, "NBL_TRANSFORM_ELEMENTS_LOG2", p->elements_log2);
        nbl_defines_number(&defines, "NBL_TRANSFORM_WORKGROUP_LOG2", p->workgroup_log2);
        nbl_defines_number(&defines, "NBL_TRANSFORM_SUBGROUP_LOG2", p->subgroup_log2);
    }
    nbl_defines_number(&defines, "NBL_TRANSFORM_FFTS_PER_WORKGROUP", p->ffts_per_workgroup);
    nbl_defines_number(&defines, "NBL_TRANSFORM_ROUNDS", p->rounds);
    nbl_defines_number(&defines, "NBL_TRANSFORM_INVERSE", p->inverse);
    nbl_defines_number(&defines, "NBL_TRANSFORM_NATIVE", p->native);
    bool real = plan->desc.kind != NBL_FFT_COMPLEX;
    if (real) nbl_defines_number(&defines, "NBL_TRANSFORM_REAL", p->real);
    nbl_defines_number(&defines, "NBL_PRELOADED_ELEMENTS", plan->elements);
    bool driver_unrolls = unroll && plan->desc.driver_unrolls == NBL_FFT_YES;
    nbl_compile_desc_t compile = {.file = real ? "shaders/fft_real_transform.h" : "shaders/fft_transform.h",
                                  .defines = defines.defines,
                                  .define_count = defines.count,
                                  .mode = mode,
                                  .optimize = !unroll          ? NBL_OPTIMIZE_FOLD
                                              : driver_unrolls ? NBL_OPTIMIZE_UNROLL_SOME
                                                               : NBL_OPTIMIZE_UNROLL,
                                  .optimizer = driver_unrolls ? NBL_OPTIMIZER_SPIRV_TOOLS : NBL_OPTIMIZER_SPECIALIZER,
                                  .cache = cache};
    return nbl_compile(&compile, spirv, error);
}

/* Everything one dispatch needs, so that it can be let go in one place. */
typedef struct run_t {
    nbl_vulkan_device_t *device;
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_buffer_t buffers[2];
    nbl_vulkan_bindings_t *bindings;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} run_t;

static void release(run_t *run) {
    nbl_vulkan_timestamps_destroy(run->timestamps);
    nbl_vulkan_commands_destroy(run->device, &run->commands);
    nbl_vulkan_bindings_destroy(run->bindings);
    for (int i = 0; i < 2; i++) nbl_vulkan_buffer_destroy(run->device, &run->buffers[i]);
    nbl_vulkan_kernel_destroy(run->kernel);
}

static nbl_result_t create_kernel(run_t *run, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                  const nbl_fft_transform_plan_t *plan, nbl_error_t *error) {
    uint32_t subgroup = plan->desc.subgroup_size;
    /* Stockham needs none; but who asks for another size than the device's own gets it, or is told why not. */
    bool asks = plan->desc.algorithm == NBL_FFT_RADIX2_SHUFFLE ||
                subgroup != nbl_vulkan_device_get_info(run->device)->subgroup_size;
    nbl_vulkan_kernel_desc_t desc = {.name = "fft_transform",
                                     .local_size = {plan->workgroup_invocations, 1, 1}, /* another's is refused */
                                     .push_constant_bytes = sizeof plan->desc.batch,
                                     .subgroup_size = asks && subgroup > 1 ? subgroup : 0};
    nbl_result_t result;
    bool again;
    do {
        nbl_spirv_t spirv;
        result = nbl_fft_transform_compile(cache, mode, unroll, plan, &spirv, error);
        desc.spirv = spirv.words;
        desc.spirv_word_count = spirv.word_count;
        if (result == NBL_SUCCESS) result = nbl_vulkan_kernel_create(run->device, &desc, &run->kernel, error);
        again = nbl_cache_forget(cache, &spirv, result, error);
        nbl_spirv_free(&spirv);
    } while (again);
    return result;
}

static nbl_result_t prepare(run_t *run, const nbl_fft_transform_plan_t *plan, const void *input, bool timed,
                            nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 2 && result == NBL_SUCCESS; i++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = i == 0 ? plan->input_bytes : plan->output_bytes,
                                           .name = i == 0 ? "fft input" : "fft output"};
        result = nbl_vulkan_buffer_create(run->device, &buffer, &run->buffers[i], error);
    }
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(run->device, &run->buffers[0], 0, input, plan->input_bytes, error);
    if (result == NBL_SUCCESS) {
        nbl_vulkan_resource_t resources[2] = {{.buffer = run->buffers[0].handle}, {.buffer = run->buffers[1].handle}};
        result = nbl_vulkan_bindings_create(run->kernel, resources, "fft_transform", &run->bindings, error);
    }
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_create(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && timed) result = nbl_vulkan_timestamps_create(run->device, 1, &run->timestamps, error);
    return result;
}

static nbl_result_t dispatch(run_t *run, const nbl_fft_transform_plan_t *plan, double *nanoseconds,
                             nbl_error_t *error) {
    uint32_t groups[3];
    if (!nbl_vulkan_split_groups(plan->workgroups, groups)) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "workgroups: %llu are more than a dispatch takes",
                        (unsigned long long)plan->workgroups);
    }
    nbl_result_t result = nbl_vulkan_commands_begin(run->device, &run->commands, error);
    if (result != NBL_SUCCESS) return result;
    if (run->timestamps != NULL) {
        nbl_vulkan_timestamps_record_reset(run->timestamps, run->commands.buffer);
        nbl_vulkan_timestamps_record_begin(run->timestamps, run->commands.buffer, 0);
    }
    result =
        nbl_vulkan_kernel_record(run->kernel, run->commands.buffer, run->bindings, &plan->desc.batch, groups, error);
    if (result != NBL_SUCCESS) return result;
    if (run->timestamps != NULL) nbl_vulkan_timestamps_record_end(run->timestamps, run->commands.buffer, 0);
    nbl_vulkan_record_barrier(run->device, run->commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    result = nbl_vulkan_commands_submit(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && run->timestamps != NULL)
        result = nbl_vulkan_timestamps_read(run->timestamps, 0, 1, nanoseconds, error);
    return result;
}

nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error) {
    run_t run = {.device = device};
    nbl_result_t result = create_kernel(&run, cache, mode, unroll, plan, error);
    if (result == NBL_SUCCESS) result = prepare(&run, plan, input, nanoseconds != NULL, error);
    if (result == NBL_SUCCESS) result = dispatch(&run, plan, nanoseconds, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_download(device, &run.buffers[1], 0, output, plan->output_bytes, error);
    release(&run);
    return result;
}
