/* One dispatch as the library's jobs record it: labelled, timed, followed by a barrier; and what they bind, checked.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vulkan/pass.h"

#include "error/error.h"

nbl_result_t nbl_vulkan_resource_check(const nbl_vulkan_resource_t *resource, const char *what, uint64_t bytes,
                                       nbl_error_t *error) {
    if (resource->size == 0 || resource->size >= bytes) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: its size is %llu bytes, must be %llu or more", what,
                    (unsigned long long)resource->size, (unsigned long long)bytes);
}

nbl_result_t nbl_vulkan_pass_record(const nbl_vulkan_device_t *device, const nbl_vulkan_pass_t *pass,
                                    VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                    uint32_t span, nbl_error_t *error) {
    uint32_t groups[3];
    if (!nbl_vulkan_split_groups(pass->workgroups, groups))
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu workgroups are more than a dispatch takes", pass->name,
                        (unsigned long long)pass->workgroups);
    nbl_vulkan_record_label_begin(device, command_buffer, pass->name);
    if (timestamps != NULL) nbl_vulkan_timestamps_record_begin(timestamps, command_buffer, span);
    nbl_result_t result =
        nbl_vulkan_kernel_record(pass->kernel, command_buffer, pass->bindings, pass->constants, groups, error);
    if (timestamps != NULL) nbl_vulkan_timestamps_record_end(timestamps, command_buffer, span);
    nbl_vulkan_record_label_end(device, command_buffer);
    if (result == NBL_SUCCESS)
        nbl_vulkan_record_barrier(device, command_buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    return result;
}
