/* Deferred destruction: objects are destroyed only when the device cannot use them any more, whatever failed before.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A wait may fail, above all for want of memory, while submitted work still runs. From then on nothing is destroyed,
 * and no command buffer is begun again, until the queue is known to be idle or the device to be lost. What is to be
 * destroyed meanwhile is kept in a list.
 */
#include <stdlib.h>
#include <time.h>
#include "internal.h"

typedef struct nbl_vulkan_kept_t {
    struct nbl_vulkan_kept_t *next;
    VkObjectType type;
    uint64_t handle;
} nbl_vulkan_kept_t;

void nbl_vulkan_lock_queue(nbl_vulkan_device_t *device) {
    if (device->owned)
        pthread_mutex_lock(&device->mutex);
    else if (device->borrowed.queue_lock)
        device->borrowed.queue_lock(device->borrowed.queue_user);
}

void nbl_vulkan_unlock_queue(nbl_vulkan_device_t *device) {
    if (device->owned)
        pthread_mutex_unlock(&device->mutex);
    else if (device->borrowed.queue_unlock)
        device->borrowed.queue_unlock(device->borrowed.queue_user);
}

static void destroy(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle) {
    switch (type) {
#define DESTROY(TYPE, function, vk_type) \
    case VK_OBJECT_TYPE_##TYPE: device->function(device->handle, (vk_type)handle, device->allocation); break;
        DESTROY(BUFFER, DestroyBuffer, VkBuffer)
        DESTROY(DEVICE_MEMORY, FreeMemory, VkDeviceMemory)
        DESTROY(IMAGE, DestroyImage, VkImage)
        DESTROY(IMAGE_VIEW, DestroyImageView, VkImageView)
        DESTROY(SAMPLER, DestroySampler, VkSampler)
        DESTROY(PIPELINE, DestroyPipeline, VkPipeline)
        DESTROY(PIPELINE_LAYOUT, DestroyPipelineLayout, VkPipelineLayout)
        DESTROY(DESCRIPTOR_SET_LAYOUT, DestroyDescriptorSetLayout, VkDescriptorSetLayout)
        DESTROY(DESCRIPTOR_POOL, DestroyDescriptorPool, VkDescriptorPool)
        DESTROY(COMMAND_POOL, DestroyCommandPool, VkCommandPool)
        DESTROY(FENCE, DestroyFence, VkFence)
        DESTROY(QUERY_POOL, DestroyQueryPool, VkQueryPool)
#undef DESTROY
    default: break;
    }
}

static void destroy_kept(nbl_vulkan_device_t *device) {
    nbl_vulkan_kept_t *kept, *last = NULL;
    pthread_mutex_lock(&device->kept_mutex);
    kept = device->kept;
    device->kept = NULL;
    pthread_mutex_unlock(&device->kept_mutex);
    while (kept) { /* in the order in which they were let go */
        nbl_vulkan_kept_t *next = kept->next;
        kept->next = last;
        last = kept;
        kept = next;
    }
    while (last) {
        nbl_vulkan_kept_t *next = last->next;
        destroy(device, last->type, last->handle);
        free(last);
        last = next;
    }
}

VkResult nbl_vulkan_settle(nbl_vulkan_device_t *device, int waits) {
    VkResult vk = VK_SUCCESS;
    int i;
    for (i = 0; i < waits; i++) {
        struct timespec pause = {0, 500000L << i};
        nbl_vulkan_lock_queue(device);
        vk = device->QueueWaitIdle(device->queue);
        nbl_vulkan_unlock_queue(device);
        if (vk == VK_ERROR_DEVICE_LOST) atomic_store(&device->lost, true);
        if (vk == VK_SUCCESS || vk == VK_ERROR_DEVICE_LOST) {
            atomic_store(&device->unsettled, false);
            destroy_kept(device);
            return vk;
        }
        if (i + 1 < waits) nanosleep(&pause, NULL);
    }
    return vk;
}

void nbl_vulkan_retire(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle) {
    nbl_vulkan_kept_t *kept;
    VkResult vk = VK_SUCCESS;
    if (!handle) return;
    if (atomic_load(&device->unsettled)) vk = nbl_vulkan_settle(device, 1);
    if (vk == VK_SUCCESS || vk == VK_ERROR_DEVICE_LOST) {
        destroy(device, type, handle);
        return;
    }
    kept = malloc(sizeof *kept);
    if (!kept) return; /* lost to the process, and still there for the device */
    kept->type = type;
    kept->handle = handle;
    pthread_mutex_lock(&device->kept_mutex);
    kept->next = device->kept;
    device->kept = kept;
    pthread_mutex_unlock(&device->kept_mutex);
}

nbl_result_t nbl_vulkan_check_device(nbl_vulkan_device_t *device, nbl_error_t *error) {
    VkResult vk = VK_SUCCESS;
    if (!atomic_load(&device->lost) && atomic_load(&device->unsettled))
        vk = nbl_vulkan_settle(device, NBL_VULKAN_WAITS);
    if (atomic_load(&device->lost))
        return nbl_fail(error, NBL_ERROR_DEVICE_LOST,
                        "device: it was lost before; it and all that was made with it can only be destroyed");
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, "waiting for earlier work");
}

nbl_result_t nbl_vulkan_fail_device(nbl_vulkan_device_t *device, nbl_error_t *error, VkResult vk, const char *what) {
    if (vk == VK_ERROR_DEVICE_LOST) {
        atomic_store(&device->lost, true);
        atomic_store(&device->unsettled, true);
    }
    return nbl_vulkan_fail_vk(error, vk, what);
}

bool nbl_vulkan_device_is_lost(const nbl_vulkan_device_t *device) { return atomic_load(&device->lost); }
