/* One-shot command buffers: begun, submitted, waited for.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include "internal.h"
#include "error/check.h"

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

nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
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
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_device(device, error, vk, "vkQueueSubmit");
    vk = device->WaitForFences(device->handle, 1, &commands->fence, VK_TRUE, UINT64_MAX);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    atomic_store(&device->unsettled, true);
    if (vk != VK_ERROR_DEVICE_LOST)
        vk = nbl_vulkan_settle(device, NBL_VULKAN_WAITS); /* done is done, by whichever way it is known */
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_device(device, error, vk, "waiting for the device");
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
