/* Command pools and command buffers: when a list begins, and when it is forgotten.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateCommandPool(VkDevice handle, const VkCommandPoolCreateInfo *info,
                                                                const VkAllocationCallbacks *allocator,
                                                                VkCommandPool *pool) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateCommandPool(handle, info, allocator, pool);
    if (result != VK_SUCCESS) return result;
    pool_t *made = calloc(1, sizeof *made);
    if (made != NULL)
        *made = (pool_t){info->queueFamilyIndex, (info->flags & VK_COMMAND_POOL_CREATE_PROTECTED_BIT) != 0};
    pthread_mutex_lock(&device->lock);
    free(table_remove(&device->pools, KEY(*pool)));
    if (made == NULL || !table_set(&device->pools, KEY(*pool), made)) free(made);
    pthread_mutex_unlock(&device->lock);
    return result;
}

static void list_free(list_t *list) {
    if (list == NULL) return;
    list_reset(list);
    free(list);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_ResetCommandPool(VkDevice handle, VkCommandPool pool,
                                                               VkCommandPoolResetFlags flags) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < device->lists.room; i++) {
        list_t *list = device->lists.values[i];
        if (list != NULL && list->pool == pool) list_reset(list);
    }
    pthread_mutex_unlock(&device->lock);
    return device->next.ResetCommandPool(handle, pool, flags);
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyCommandPool(VkDevice handle, VkCommandPool pool,
                                                             const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < device->lists.room; i++) {
        list_t *list = device->lists.values[i];
        if (list == NULL || list->pool != pool) continue;
        list_free(table_remove(&device->lists, device->lists.keys[i]));
        i = UINT32_MAX; /* what followed may have moved */
    }
    free(table_remove(&device->pools, KEY(pool)));
    pthread_mutex_unlock(&device->lock);
    device->next.DestroyCommandPool(handle, pool, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_AllocateCommandBuffers(VkDevice handle,
                                                                     const VkCommandBufferAllocateInfo *info,
                                                                     VkCommandBuffer *buffers) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.AllocateCommandBuffers(handle, info, buffers);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; result == VK_SUCCESS && i < info->commandBufferCount; i++) {
        const pool_t *pool = table_find(&device->pools, KEY(info->commandPool));
        list_t *list = calloc(1, sizeof *list);
        list_free(table_remove(&device->lists, KEY(buffers[i])));
        if (list == NULL || !table_set(&device->lists, KEY(buffers[i]), list)) {
            free(list);
            continue;
        }
        *list = (list_t){.device = device,
                         .handle = buffers[i],
                         .pool = info->commandPool,
                         .protected = pool != NULL && pool->protected,
                         .secondary = info->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY};
    }
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_FreeCommandBuffers(VkDevice handle, VkCommandPool pool, uint32_t count,
                                                             const VkCommandBuffer *buffers) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < count; i++) list_free(table_remove(&device->lists, KEY(buffers[i])));
    pthread_mutex_unlock(&device->lock);
    device->next.FreeCommandBuffers(handle, pool, count, buffers);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_BeginCommandBuffer(VkCommandBuffer handle,
                                                                 const VkCommandBufferBeginInfo *info) {
    device_t *device = device_of(handle);
    list_t *list = list_of(device, handle);
    if (list != NULL) {
        list_reset(list);
        pthread_mutex_lock(&device->lock);
        list->kept = selector_open(device->dispatches + 1u);
        pthread_mutex_unlock(&device->lock);
        if (list->protected) list_refuse(list, "protected memory");
        const VkDeviceGroupCommandBufferBeginInfo *group =
            chain_find(info->pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_COMMAND_BUFFER_BEGIN_INFO);
        if (group != NULL && group->deviceMask != 1) list_refuse(list, "a device group");
    }
    return device->next.BeginCommandBuffer(handle, info);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_ResetCommandBuffer(VkCommandBuffer handle,
                                                                 VkCommandBufferResetFlags flags) {
    device_t *device = device_of(handle);
    list_t *list = list_of(device, handle);
    if (list != NULL) list_reset(list);
    return device->next.ResetCommandBuffer(handle, flags);
}

void buffers_free(device_t *device) {
    for (uint32_t i = 0; i < device->lists.room; i++) list_free(device->lists.values[i]);
    for (uint32_t i = 0; i < device->pools.room; i++) free(device->pools.values[i]);
    table_free(&device->lists);
    table_free(&device->pools);
}

PFN_vkVoidFunction buffers_find(const char *name) {
    static const named_t all[] = {NAMED(CreateCommandPool),      NAMED(ResetCommandPool),   NAMED(DestroyCommandPool),
                                  NAMED(AllocateCommandBuffers), NAMED(FreeCommandBuffers), NAMED(BeginCommandBuffer),
                                  NAMED(ResetCommandBuffer)};
    return named_find(all, sizeof all / sizeof all[0], name);
}
