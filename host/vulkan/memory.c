/* Device memory for one buffer or image: the type chosen, the limits named.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "internal.h"

/* How well a type serves a kind; 0 = not at all. */
static int score(VkMemoryPropertyFlags flags, nbl_vulkan_memory_t kind) {
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    bool local = flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, cached = flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    if (flags & (VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
                 VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD))
        return 0;
    if (kind == NBL_VULKAN_MEMORY_DEVICE) return 1 + 2 * local + !(flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT);
    if ((flags & host) != host) return 0;
    return kind == NBL_VULKAN_MEMORY_READBACK ? 1 + 2 * cached + !local : 1 + 2 * !local + !cached;
}

static bool choose_type(const nbl_vulkan_device_t *device, uint32_t allowed, nbl_vulkan_memory_t kind, uint32_t *type) {
    int best = 0;
    uint32_t i;
    for (i = 0; i < device->memory.memoryTypeCount; i++) {
        int s = allowed >> i & 1 ? score(device->memory.memoryTypes[i].propertyFlags, kind) : 0;
        if (s > best) {
            best = s;
            *type = i;
        }
    }
    return best > 0;
}

nbl_result_t nbl_vulkan_memory_allocate(nbl_vulkan_device_t *device, const VkMemoryRequirements *needs,
                                        nbl_vulkan_memory_t kind, bool device_address, const char *what,
                                        VkDeviceMemory *memory, void **mapped, nbl_error_t *error) {
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    uint64_t heap, most = device->info.max_allocation_bytes;
    VkResult vk;
    if (!choose_type(device, needs->memoryTypeBits, kind, &info.memoryTypeIndex))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "%s: the device has no memory of this kind", what);
    heap = device->memory.memoryHeaps[device->memory.memoryTypes[info.memoryTypeIndex].heapIndex].size;
    if (needs->size > heap)
        return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "%s: %llu bytes asked for, the memory heap has %llu", what,
                        (unsigned long long)needs->size, (unsigned long long)heap);
    if (most && needs->size > most)
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: maxMemoryAllocationSize is %llu bytes, asked for %llu", what,
                        (unsigned long long)most, (unsigned long long)needs->size);
    info.allocationSize = needs->size;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    if (device_address) info.pNext = &flags;
    vk = device->AllocateMemory(device->handle, &info, device->allocation, memory);
    if (vk != VK_SUCCESS) *memory = VK_NULL_HANDLE;
    if (vk == VK_ERROR_OUT_OF_DEVICE_MEMORY || vk == VK_ERROR_OUT_OF_HOST_MEMORY)
        return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY,
                        "%s: asked for %llu bytes, which are not free in "
                        "the memory heap of %llu",
                        what, (unsigned long long)needs->size, (unsigned long long)heap);
    if (vk == VK_SUCCESS && kind != NBL_VULKAN_MEMORY_DEVICE) {
        vk = device->MapMemory(device->handle, *memory, 0, VK_WHOLE_SIZE, 0, mapped);
        if (vk != VK_SUCCESS) {
            device->FreeMemory(device->handle, *memory, device->allocation);
            *memory = VK_NULL_HANDLE;
            *mapped = NULL;
        }
    }
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, what);
}
