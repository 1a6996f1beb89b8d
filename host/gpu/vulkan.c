/* Batched transforms on a Vulkan device: compiled, bound and recorded, or from memory to memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/check.h"
#include "gpu/compile.h"
#include "gpu/vulkan_nd.h"
#include "nbl/host/fft_vulkan.h"
#include "transform/machine.h"
#include "vulkan/pass.h"

#define NAME "fft_transform"

/* What nbl_fft_create() makes. */
typedef struct planned_t {
    nbl_fft_t face;
    nbl_vulkan_device_t *device;
    nbl_fft_transform_plan_t plan;
    nbl_vulkan_kernel_t *kernel;
} planned_t;

typedef struct planned_binding_t {
    nbl_fft_binding_t face;
    nbl_vulkan_bindings_t *bindings;
    nbl_fft_push_constants_t constants;
} planned_binding_t;

nbl_fft_limits_t nbl_fft_device_limits(const nbl_vulkan_device_t *device) {
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    uint32_t features = nbl_vulkan_device_get_features(device);
    bool shuffles = (features & NBL_FEATURE_SUBGROUP_SHUFFLE) != 0;
    nbl_fft_limits_t limits = {.max_workgroup_invocations = info->max_workgroup_invocations,
                               .max_shared_bytes = info->max_shared_bytes,
                               .subgroup_size = shuffles ? info->subgroup_size : 1,
                               .max_buffer_bytes = info->max_storage_buffer_bytes,
                               .max_allocation_bytes = info->max_allocation_bytes,
                               .float16 = (features & NBL_FEATURE_FLOAT16) != 0,
                               .float64 = (features & NBL_FEATURE_FLOAT64) != 0,
                               .addresses = (features & NBL_FEATURE_BUFFER_DEVICE_ADDRESS) != 0,
                               .device = nbl_device_kind_of_vendor(info->vendor_id)};
    if (shuffles && (features & NBL_FEATURE_SUBGROUP_SIZE_CONTROL) != 0) {
        limits.min_subgroup_size = info->min_subgroup_size;
        limits.max_subgroup_size = info->max_subgroup_size;
        limits.max_workgroup_subgroups = info->max_workgroup_subgroups;
    }
    if (info->max_workgroup_size[0] < limits.max_workgroup_invocations)
        limits.max_workgroup_invocations = info->max_workgroup_size[0];
    return limits;
}

nbl_result_t nbl_fft_make_kernel(nbl_vulkan_device_t *device, const char *name, const nbl_fft_transform_plan_t *plan,
                                 const nbl_fft_vulkan_desc_t *how, nbl_vulkan_kernel_t **kernel, nbl_error_t *error) {
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_fft_describe_compile(plan, how->cache, how->mode, how->unroll, &defines);
    uint32_t subgroup = plan->desc.subgroup_size;
    /* Stockham needs no subgroup size. But if the caller gives another than the device's own, it is asked for. */
    bool asks =
        plan->desc.algorithm == NBL_FFT_RADIX2_SHUFFLE || subgroup != nbl_vulkan_device_get_info(device)->subgroup_size;
    nbl_vulkan_kernel_desc_t of = {.name = name,
                                   .compile = &compile,
                                   .local_size = {plan->workgroup_invocations, 1, 1}, /* another's is refused */
                                   .push_constant_bytes = plan->desc.addresses ? sizeof(nbl_fft_push_constants_t)
                                                                               : sizeof plan->desc.batch,
                                   .subgroup_size = asks && subgroup > 1 ? subgroup : 0};
    return nbl_vulkan_kernel_create(device, &of, kernel, error);
}

static void destroy(nbl_fft_t *face) {
    planned_t *fft = (planned_t *)face;
    nbl_vulkan_kernel_destroy(fft->kernel);
    free(fft);
}

static void release_binding(nbl_fft_binding_t *face) {
    planned_binding_t *binding = (planned_binding_t *)face;
    nbl_vulkan_bindings_destroy(binding->bindings);
    free(binding);
}

static nbl_fft_bytes_t get_bytes(const nbl_fft_t *face) {
    const nbl_fft_transform_plan_t *plan = nbl_fft_get_plan(face);
    return (nbl_fft_bytes_t){plan->input_bytes, plan->output_bytes, 0, 0};
}

static nbl_result_t record(const nbl_fft_t *face, const nbl_fft_binding_t *of, VkCommandBuffer command_buffer,
                           const nbl_vulkan_timestamps_t *timestamps, uint32_t span, nbl_error_t *error) {
    const planned_t *fft = (const planned_t *)face;
    const planned_binding_t *binding = (const planned_binding_t *)of;
    const nbl_fft_push_constants_t *all = &binding->constants;
    const void *constants = fft->plan.desc.addresses ? (const void *)all : &all->batch;
    const nbl_vulkan_pass_t pass = {NAME, fft->kernel, binding->bindings, constants, fft->plan.workgroups};
    return nbl_vulkan_pass_record(fft->device, &pass, command_buffer, timestamps, span, error);
}

static const nbl_fft_machine_t machine = {destroy, NULL, get_bytes, NULL, record, release_binding};

nbl_result_t nbl_fft_create(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan,
                            const nbl_fft_vulkan_desc_t *desc, nbl_fft_t **fft, nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    planned_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "fft");
    made->face.machine = &machine;
    made->device = device;
    made->plan = *plan;
    made->plan.desc.plan_text = NULL; /* read by now; the caller's text need not live on */
    made->plan.desc.wisdom = NULL;
    nbl_result_t result = nbl_fft_make_kernel(device, NAME, plan, desc, &made->kernel, error);
    if (result == NBL_SUCCESS)
        *fft = &made->face;
    else
        destroy(&made->face);
    return result;
}

const nbl_fft_transform_plan_t *nbl_fft_get_plan(const nbl_fft_t *fft) { return &((const planned_t *)fft)->plan; }

const nbl_vulkan_kernel_t *nbl_fft_get_kernel(const nbl_fft_t *fft) { return ((const planned_t *)fft)->kernel; }

nbl_result_t nbl_fft_binding_create(const nbl_fft_t *face, nbl_vulkan_resource_t input, nbl_vulkan_resource_t output,
                                    nbl_fft_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, face, binding)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const planned_t *fft = (const planned_t *)face;
    if (face->machine != &machine)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_binding_create: the transform is not of nbl_fft_create()");
    nbl_result_t result = nbl_vulkan_resource_check(&input, "input", fft->plan.input_bytes, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&output, "output", fft->plan.output_bytes, error);
    if (result != NBL_SUCCESS) return result;
    planned_binding_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "fft binding");
    nbl_vulkan_resource_t resources[2] = {input, output};
    made->face.machine = &machine;
    made->constants.batch = fft->plan.desc.batch;
    if (fft->plan.desc.addresses) {
        made->constants.source = nbl_vulkan_buffer_address(fft->device, input.buffer) + input.offset;
        made->constants.target = nbl_vulkan_buffer_address(fft->device, output.buffer) + output.offset;
    }
    result = nbl_vulkan_bindings_create(fft->kernel, resources, NAME, &made->bindings, error);
    if (result == NBL_SUCCESS)
        *binding = &made->face;
    else
        free(made);
    return result;
}

/* ---- From memory to memory */

/* What a run creates, released in one place. */
typedef struct run_t {
    nbl_vulkan_device_t *device;
    nbl_fft_t *fft;
    nbl_vulkan_buffer_t buffers[2];
    nbl_fft_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} run_t;

static void release(run_t *run) {
    nbl_vulkan_timestamps_destroy(run->timestamps);
    nbl_vulkan_commands_destroy(run->device, &run->commands);
    nbl_fft_binding_destroy(run->binding);
    for (int i = 0; i < 2; i++) nbl_vulkan_buffer_destroy(run->device, &run->buffers[i]);
    nbl_fft_destroy(run->fft);
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
        nbl_vulkan_resource_t in = {.buffer = run->buffers[0].handle}, out = {.buffer = run->buffers[1].handle};
        result = nbl_fft_binding_create(run->fft, in, out, &run->binding, error);
    }
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_create(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && timed) result = nbl_vulkan_timestamps_create(run->device, 1, &run->timestamps, error);
    return result;
}

static nbl_result_t dispatch(run_t *run, double *nanoseconds, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_begin_timed(run->device, &run->commands, run->timestamps, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_record(run->fft, run->binding, run->commands.buffer, run->timestamps, 0, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_submit_timed(run->device, &run->commands, run->timestamps, nanoseconds, error);
    return result;
}

nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, plan, input, output)) return NBL_ERROR_ARGUMENT;
    run_t run = {.device = device};
    const nbl_fft_vulkan_desc_t desc = {.mode = mode, .cache = cache, .unroll = unroll};
    nbl_result_t result = nbl_fft_create(device, plan, &desc, &run.fft, error);
    if (result == NBL_SUCCESS) result = prepare(&run, plan, input, nanoseconds != NULL, error);
    if (result == NBL_SUCCESS) result = dispatch(&run, nanoseconds, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_download(device, &run.buffers[1], 0, output, plan->output_bytes, error);
    release(&run);
    return result;
}
