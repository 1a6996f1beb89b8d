/* Plans of one kernel on a Vulkan device: each is a transform of one piece (gpu/face.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/check.h"
#include "gpu/face.h"
#include "vulkan/pass.h"

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

nbl_result_t nbl_fft_create(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan,
                            const nbl_fft_vulkan_desc_t *desc, nbl_fft_t **fft, nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_piece_t *piece;
    const nbl_result_t result = nbl_piece_of_plan(device, plan, desc, &piece, error);
    return result == NBL_SUCCESS ? nbl_fft_of_piece(piece, fft, error) : result;
}

const nbl_fft_transform_plan_t *nbl_fft_get_plan(const nbl_fft_t *fft) {
    return &nbl_fft_first_piece(fft)->work.axis[0].whole;
}

const nbl_vulkan_kernel_t *nbl_fft_get_kernel(const nbl_fft_t *fft) { return nbl_fft_first_piece(fft)->kernels[0]; }

nbl_result_t nbl_fft_binding_create(const nbl_fft_t *fft, nbl_vulkan_resource_t input, nbl_vulkan_resource_t output,
                                    nbl_fft_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, fft, binding)) return NBL_ERROR_ARGUMENT;
    const nbl_piece_t *piece = nbl_fft_first_piece(fft);
    if (piece != NULL && piece->work.axes > 0 &&
        piece->work.axis[0].whole.desc.addresses) { /* callers give buffers alone */
        input.address = nbl_vulkan_buffer_address(piece->device, input.buffer);
        output.address = nbl_vulkan_buffer_address(piece->device, output.buffer);
    }
    return nbl_fft_bind(fft, &input, &output, NULL, binding, error);
}

nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, plan, input, output)) return NBL_ERROR_ARGUMENT;
    const nbl_fft_vulkan_desc_t desc = {.mode = mode, .cache = cache, .unroll = unroll};
    nbl_fft_t *fft;
    nbl_result_t result = nbl_fft_create(device, plan, &desc, &fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_run_timed(fft, input, output, nanoseconds, error);
    nbl_fft_destroy(fft);
    return result;
}
