/* Recording: dispatches, barriers, labels. Nothing here allocates or submits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include "internal.h"
#include "error/check.h"

bool nbl_vulkan_split_groups(uint64_t groups, uint32_t counts[3]) {
    const uint64_t most = NBL_VULKAN_MAX_GROUPS_1D;
    uint64_t rows = groups ? groups / most + (groups % most != 0) : 1;
    bool fits = rows <= most;
    counts[0] = fits ? (uint32_t)((groups + rows - 1) / rows) : 0; /* equal rows waste the fewest groups */
    counts[1] = fits ? (uint32_t)rows : 0;
    counts[2] = fits;
    return fits;
}

nbl_result_t nbl_vulkan_kernel_record(const nbl_vulkan_kernel_t *kernel, VkCommandBuffer command_buffer,
                                      const nbl_vulkan_bindings_t *bindings, const void *push_constants,
                                      const uint32_t groups[3], nbl_error_t *error) {
    if (NBL_ANY_NULL(error, kernel, command_buffer, groups)) return NBL_ERROR_ARGUMENT;
    const nbl_vulkan_device_t *device;
    int i;
    nbl_error_clear(error);
    device = kernel->device;
    if (kernel->set_layout && (!bindings || bindings->kernel != kernel))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: the bindings were not made for this kernel", kernel->name);
    if (kernel->info.push_constant_bytes && !push_constants)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: %u bytes of push constants are missing", kernel->name,
                        kernel->info.push_constant_bytes);
    for (i = 0; i < 3; i++) {
        if (groups[i] > device->info.max_workgroup_count[i])
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: maxComputeWorkGroupCount[%d] is %u, asked for %u",
                            kernel->name, i, device->info.max_workgroup_count[i], groups[i]);
    }
    nbl_vulkan_record_label_begin(device, command_buffer, kernel->name);
    device->CmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    if (kernel->set_layout)
        device->CmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1,
                                      &bindings->set, 0, NULL);
    if (kernel->info.push_constant_bytes)
        device->CmdPushConstants(command_buffer, kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 kernel->info.push_constant_bytes, push_constants);
    device->CmdDispatch(command_buffer, groups[0], groups[1], groups[2]);
    nbl_vulkan_record_label_end(device, command_buffer);
    return NBL_SUCCESS;
}

static VkPipelineStageFlags stages(uint32_t bits) {
    VkPipelineStageFlags flags = 0;
    if (bits & NBL_VULKAN_STAGE_COMPUTE) flags |= VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    if (bits & NBL_VULKAN_STAGE_TRANSFER) flags |= VK_PIPELINE_STAGE_TRANSFER_BIT;
    if (bits & NBL_VULKAN_STAGE_HOST) flags |= VK_PIPELINE_STAGE_HOST_BIT;
    return flags;
}

static VkAccessFlags writes(uint32_t bits) {
    VkAccessFlags flags = 0;
    if (bits & NBL_VULKAN_STAGE_COMPUTE) flags |= VK_ACCESS_SHADER_WRITE_BIT;
    if (bits & NBL_VULKAN_STAGE_TRANSFER) flags |= VK_ACCESS_TRANSFER_WRITE_BIT;
    if (bits & NBL_VULKAN_STAGE_HOST) flags |= VK_ACCESS_HOST_WRITE_BIT;
    return flags;
}

static VkAccessFlags reads(uint32_t bits) {
    VkAccessFlags flags = 0;
    if (bits & NBL_VULKAN_STAGE_COMPUTE) flags |= VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT;
    if (bits & NBL_VULKAN_STAGE_TRANSFER) flags |= VK_ACCESS_TRANSFER_READ_BIT;
    if (bits & NBL_VULKAN_STAGE_HOST) flags |= VK_ACCESS_HOST_READ_BIT;
    return flags;
}

void nbl_vulkan_record_barrier(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer, uint32_t from,
                               uint32_t to) {
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = writes(from);
    barrier.dstAccessMask = reads(to) | writes(to);
    device->CmdPipelineBarrier(command_buffer, stages(from), stages(to), 0, 1, &barrier, 0, NULL, 0, NULL);
}

void nbl_vulkan_record_image_barrier(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer, VkImage image,
                                     VkImageLayout layout_before, VkImageLayout layout_after, uint32_t from,
                                     uint32_t to) {
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = writes(from);
    barrier.dstAccessMask = reads(to) | writes(to);
    barrier.oldLayout = layout_before;
    barrier.newLayout = layout_after;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    barrier.subresourceRange.levelCount = VK_REMAINING_MIP_LEVELS;
    barrier.subresourceRange.layerCount = VK_REMAINING_ARRAY_LAYERS;
    device->CmdPipelineBarrier(command_buffer, stages(from), stages(to), 0, 0, NULL, 0, NULL, 1, &barrier);
}

void nbl_vulkan_record_label_begin(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer,
                                   const char *name) {
    VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
    label.pLabelName = name ? name : "";
    if (device->features & NBL_FEATURE_DEBUG_UTILS) device->CmdBeginDebugUtilsLabelEXT(command_buffer, &label);
}

void nbl_vulkan_record_label_end(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer) {
    if (device->features & NBL_FEATURE_DEBUG_UTILS) device->CmdEndDebugUtilsLabelEXT(command_buffer);
}
