/* Recording, and command buffers that are submitted and waited for; nothing that records allocates or submits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "error/check.h"
#include "error/error.h"
#include "platform/clock.h"
#include "vulkan/pass.h"

/* ---- Dispatches, barriers, labels */

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

/* ---- Time spans measured on the device */

struct nbl_vulkan_timestamps_t {
    nbl_vulkan_device_t *device;
    VkQueryPool pool;
    uint32_t span_count; /* spans; span i has queries 2 i and 2 i + 1 */
};

nbl_result_t nbl_vulkan_timestamps_create(nbl_vulkan_device_t *device, uint32_t span_count,
                                          nbl_vulkan_timestamps_t **out, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, out)) return NBL_ERROR_ARGUMENT;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    nbl_vulkan_timestamps_t *t;
    VkResult vk;
    nbl_error_clear(error);
    if (!span_count || span_count > UINT32_MAX / 2)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "timestamps: %u spans, must be 1 to %u", span_count, UINT32_MAX / 2);
    if (!(device->features & NBL_FEATURE_TIMESTAMPS))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "timestamps: the device lacks %s",
                        nbl_feature_text(NBL_FEATURE_TIMESTAMPS));
    t = calloc(1, sizeof *t);
    if (!t) return nbl_fail_memory(error, "timestamps");
    t->device = device;
    t->span_count = span_count;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2 * span_count;
    vk = device->CreateQueryPool(device->handle, &info, device->allocation, &t->pool);
    if (vk != VK_SUCCESS) {
        free(t);
        return nbl_vulkan_fail_vk(error, vk, "vkCreateQueryPool");
    }
    *out = t;
    return NBL_SUCCESS;
}

void nbl_vulkan_timestamps_destroy(nbl_vulkan_timestamps_t *t) {
    if (!t) return;
    nbl_vulkan_retire(t->device, VK_OBJECT_TYPE_QUERY_POOL, (uint64_t)t->pool);
    free(t);
}

void nbl_vulkan_timestamps_record_reset(const nbl_vulkan_timestamps_t *t, VkCommandBuffer command_buffer) {
    t->device->CmdResetQueryPool(command_buffer, t->pool, 0, 2 * t->span_count);
}

void nbl_vulkan_timestamps_record_begin(const nbl_vulkan_timestamps_t *t, VkCommandBuffer command_buffer,
                                        uint32_t span) {
    if (span < t->span_count)
        t->device->CmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, t->pool, 2 * span);
}

void nbl_vulkan_timestamps_record_end(const nbl_vulkan_timestamps_t *t, VkCommandBuffer command_buffer, uint32_t span) {
    if (span < t->span_count)
        t->device->CmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, t->pool, 2 * span + 1);
}

nbl_result_t nbl_vulkan_timestamps_read(const nbl_vulkan_timestamps_t *t, uint32_t first_span, uint32_t count,
                                        double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, t, nanoseconds)) return NBL_ERROR_ARGUMENT;
    uint32_t i, bits;
    uint64_t mask;
    nbl_error_clear(error);
    if (first_span > t->span_count || count > t->span_count - first_span)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "timestamps: %u spans from number %u on go beyond the %u created",
                        count, first_span, t->span_count);
    bits = t->device->info.timestamp_valid_bits;
    mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    for (i = 0; i < count; i++) {
        uint64_t ticks[2];
        VkResult vk = t->device->GetQueryPoolResults(t->device->handle, t->pool, 2 * (first_span + i), 2, sizeof ticks,
                                                     ticks, sizeof *ticks, VK_QUERY_RESULT_64_BIT);
        if (vk == VK_NOT_READY)
            return nbl_fail(error, NBL_ERROR_NOT_READY, "timestamps: span %u was not executed yet", first_span + i);
        if (vk != VK_SUCCESS) return nbl_vulkan_fail_device(t->device, error, vk, "vkGetQueryPoolResults");
        nanoseconds[i] = (double)((ticks[1] - ticks[0]) & mask) * (double)t->device->info.timestamp_period;
    }
    return NBL_SUCCESS;
}

/* ---- One dispatch as the library's jobs record it: labelled, timed, followed by a barrier */

nbl_result_t nbl_vulkan_resource_check(const nbl_vulkan_resource_t *resource, const char *what, uint64_t bytes,
                                       nbl_error_t *error) {
    if (resource->size == 0 || resource->size >= bytes) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: its size is %llu bytes, must be %llu or more", what,
                    (unsigned long long)resource->size, (unsigned long long)bytes);
}

nbl_result_t nbl_vulkan_pass_record_beside(const nbl_vulkan_device_t *device, const nbl_vulkan_pass_t *pass,
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
    return result;
}

nbl_result_t nbl_vulkan_pass_record(const nbl_vulkan_device_t *device, const nbl_vulkan_pass_t *pass,
                                    VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                    uint32_t span, nbl_error_t *error) {
    const nbl_result_t result = nbl_vulkan_pass_record_beside(device, pass, command_buffer, timestamps, span, error);
    if (result == NBL_SUCCESS)
        nbl_vulkan_record_barrier(device, command_buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    return result;
}

/* ---- One-shot command buffers: begun, submitted, waited for */

nbl_result_t nbl_vulkan_commands_create(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, commands)) return NBL_ERROR_ARGUMENT;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult vk;
    nbl_error_clear(error);
    memset(commands, 0, sizeof *commands);
    pool.queueFamilyIndex = device->info.queue_family;
    vk = device->CreateCommandPool(device->handle, &pool, device->allocation, &commands->pool);
    if (vk != VK_SUCCESS) commands->pool = VK_NULL_HANDLE;
    if (vk == VK_SUCCESS) {
        buffer.commandPool = commands->pool;
        buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        buffer.commandBufferCount = 1;
        vk = device->AllocateCommandBuffers(device->handle, &buffer, &commands->buffer);
    }
    if (vk == VK_SUCCESS) {
        vk = device->CreateFence(device->handle, &fence, device->allocation, &commands->fence);
        if (vk == VK_SUCCESS) return NBL_SUCCESS;
        commands->fence = VK_NULL_HANDLE;
    }
    nbl_vulkan_commands_destroy(device, commands);
    return nbl_vulkan_fail_vk(error, vk, "command buffer");
}

void nbl_vulkan_commands_destroy(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands) {
    if (!device || !commands) return;
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_FENCE, (uint64_t)commands->fence);
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_COMMAND_POOL, (uint64_t)commands->pool);
    memset(commands, 0, sizeof *commands);
}

nbl_result_t nbl_vulkan_commands_begin(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, commands)) return NBL_ERROR_ARGUMENT;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    nbl_result_t result;
    VkResult vk;
    nbl_error_clear(error);
    if (!commands->pool) return nbl_fail(error, NBL_ERROR_ARGUMENT, "begin: the commands were not created");
    result = nbl_vulkan_check_device(device, error);
    if (result != NBL_SUCCESS) return result;
    vk = device->ResetCommandPool(device->handle, commands->pool, 0);
    if (vk == VK_SUCCESS) vk = device->BeginCommandBuffer(commands->buffer, &info);
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, "vkBeginCommandBuffer");
}

/* Waits for a fence. A GPU is polled at first, since a thread that sleeps wakes 25 us later, as long as a short
 * transform takes. */
static VkResult wait_for(nbl_vulkan_device_t *device, VkFence fence) {
    const double polled = 3e-4; /* seconds: ten times what waking takes; chosen */
    VkResult vk = VK_TIMEOUT;
    if (device->info.type != VK_PHYSICAL_DEVICE_TYPE_CPU) {
        const double end = nbl_platform_seconds() + polled;
        while (vk == VK_TIMEOUT && nbl_platform_seconds() < end)
            vk = device->WaitForFences(device->handle, 1, &fence, VK_TRUE, 0);
    }
    return vk == VK_TIMEOUT ? device->WaitForFences(device->handle, 1, &fence, VK_TRUE, UINT64_MAX) : vk;
}

nbl_result_t nbl_vulkan_commands_start(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, commands)) return NBL_ERROR_ARGUMENT;
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    nbl_result_t result;
    VkResult vk;
    nbl_error_clear(error);
    if (!commands->buffer) return nbl_fail(error, NBL_ERROR_ARGUMENT, "submit: the commands were not created");
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands->buffer;
    result = nbl_vulkan_check_device(device, error);
    if (result != NBL_SUCCESS) return result;
    vk = device->ResetFences(device->handle, 1, &commands->fence);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkResetFences");
    nbl_vulkan_lock_queue(device);
    vk = device->QueueSubmit(device->queue, 1, &info, commands->fence);
    nbl_vulkan_unlock_queue(device);
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_device(device, error, vk, "vkQueueSubmit");
}

nbl_result_t nbl_vulkan_commands_wait(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                      nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, commands)) return NBL_ERROR_ARGUMENT;
    VkResult vk;
    nbl_error_clear(error);
    if (!commands->fence) return nbl_fail(error, NBL_ERROR_ARGUMENT, "wait: the commands were not created");
    vk = wait_for(device, commands->fence);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    atomic_store(&device->unsettled, true);
    /* Idle or not, the results may not be taken: a driver that could not wait may not have computed. But what the work
     * uses may be destroyed only once the device is idle. */
    if (vk != VK_ERROR_DEVICE_LOST && nbl_vulkan_settle(device, NBL_VULKAN_WAITS) == VK_ERROR_DEVICE_LOST)
        vk = VK_ERROR_DEVICE_LOST;
    return nbl_vulkan_fail_device(device, error, vk, "waiting for the device");
}

nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                          nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_commands_start(device, commands, error);
    return result == NBL_SUCCESS ? nbl_vulkan_commands_wait(device, commands, error) : result;
}

nbl_result_t nbl_vulkan_commands_submit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, commands)) return NBL_ERROR_ARGUMENT;
    VkResult vk;
    nbl_error_clear(error);
    if (!commands->buffer) return nbl_fail(error, NBL_ERROR_ARGUMENT, "submit: the commands were not created");
    vk = device->EndCommandBuffer(commands->buffer);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEndCommandBuffer");
    return nbl_vulkan_commands_resubmit(device, commands, error);
}

nbl_result_t nbl_vulkan_begin_timed(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                    nbl_vulkan_timestamps_t *timestamps, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_commands_begin(device, commands, error);
    if (result == NBL_SUCCESS && timestamps != NULL) nbl_vulkan_timestamps_record_reset(timestamps, commands->buffer);
    return result;
}

nbl_result_t nbl_vulkan_submit_timed(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                     nbl_vulkan_timestamps_t *timestamps, double *nanoseconds, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_commands_submit(device, commands, error);
    if (result == NBL_SUCCESS && timestamps != NULL)
        result = nbl_vulkan_timestamps_read(timestamps, 0, 1, nanoseconds, error);
    return result;
}
