/* One-shot command buffers: begun, submitted, waited for.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include "internal.h"

static void lock_queue(nbl_vulkan_device_t *device) {
    if (device->owned)
        pthread_mutex_lock(&device->mutex);
    else if (device->borrowed.queue_lock)
        device->borrowed.queue_lock(device->borrowed.queue_user);
}

static void unlock_queue(nbl_vulkan_device_t *device) {
    if (device->owned)
        pthread_mutex_unlock(&device->mutex);
    else if (device->borrowed.queue_unlock)
        device->borrowed.queue_unlock(device->borrowed.queue_user);
}

nbl_result_t nbl_vulkan_commands_create(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error) {
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult vk;
    nbl_error_clear(error);
    if (!commands) return nbl_fail(error, NBL_ERROR_ARGUMENT, "commands: the output is NULL");
    memset(commands, 0, sizeof *commands);
    if (!device) return nbl_fail(error, NBL_ERROR_ARGUMENT, "commands: device is NULL");
    pool.queueFamilyIndex = device->info.queue_family;
    vk = device->CreateCommandPool(device->handle, &pool, device->allocation, &commands->pool);
    if (vk == VK_SUCCESS) {
        buffer.commandPool = commands->pool;
        buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        buffer.commandBufferCount = 1;
        vk = device->AllocateCommandBuffers(device->handle, &buffer, &commands->buffer);
    }
    if (vk == VK_SUCCESS) vk = device->CreateFence(device->handle, &fence, device->allocation, &commands->fence);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    nbl_vulkan_commands_destroy(device, commands);
    return nbl_vulkan_fail_vk(error, vk, "command buffer");
}

void nbl_vulkan_commands_destroy(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands) {
    if (!device || !commands) return;
    device->DestroyFence(device->handle, commands->fence, device->allocation);
    device->DestroyCommandPool(device->handle, commands->pool, device->allocation);
    memset(commands, 0, sizeof *commands);
}

nbl_result_t nbl_vulkan_commands_begin(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkResult vk;
    nbl_error_clear(error);
    if (!device || !commands || !commands->pool)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "begin: device or commands is NULL");
    vk = device->ResetCommandPool(device->handle, commands->pool, 0);
    if (vk == VK_SUCCESS) vk = device->BeginCommandBuffer(commands->buffer, &info);
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, "vkBeginCommandBuffer");
}

nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                          nbl_error_t *error) {
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    VkResult vk;
    nbl_error_clear(error);
    if (!device || !commands || !commands->buffer)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "submit: device or commands is NULL");
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands->buffer;
    lock_queue(device);
    vk = device->QueueSubmit(device->queue, 1, &info, commands->fence);
    unlock_queue(device);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkQueueSubmit");
    vk = device->WaitForFences(device->handle, 1, &commands->fence, VK_TRUE, UINT64_MAX);
    if (vk == VK_SUCCESS) vk = device->ResetFences(device->handle, 1, &commands->fence);
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, "waiting for the device");
}

nbl_result_t nbl_vulkan_commands_submit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error) {
    VkResult vk;
    nbl_error_clear(error);
    if (!device || !commands || !commands->buffer)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "submit: device or commands is NULL");
    vk = device->EndCommandBuffer(commands->buffer);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEndCommandBuffer");
    return nbl_vulkan_commands_resubmit(device, commands, error);
}
