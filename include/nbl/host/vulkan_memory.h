/* Buffers and images of a Vulkan device, and what goes into them and out of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Part of nbl/host/vulkan.h, which has the conventions.
 */
#ifndef NBL_HOST_VULKAN_MEMORY_H
#define NBL_HOST_VULKAN_MEMORY_H

#include "nbl/host/vulkan_device.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Buffers */

typedef enum nbl_vulkan_memory_t {
    NBL_VULKAN_MEMORY_DEVICE = 0, /* device-local, not mapped */
    NBL_VULKAN_MEMORY_UPLOAD,     /* host-visible and coherent, mapped; for writing in order */
    NBL_VULKAN_MEMORY_READBACK    /* host-visible and coherent, mapped, cached where it can be; for reading */
} nbl_vulkan_memory_t;

typedef struct nbl_vulkan_buffer_desc_t {
    uint64_t size; /* bytes, at least 1 */
    nbl_vulkan_memory_t memory;
    bool bound_in_parts;      /* size may exceed maxStorageBufferRange: every binding states a part that does not */
    bool exported;            /* for nbl_vulkan_buffer_export(); DEVICE memory alone */
    VkBufferUsageFlags usage; /* usage beside storage and transfer both ways (and device address if enabled) */
    const char *name;         /* what debuggers and error texts say; NULL: none */
} nbl_vulkan_buffer_desc_t;

/* A buffer with its memory. Fields are for reading only. */
typedef struct nbl_vulkan_buffer_t {
    VkBuffer handle;
    VkDeviceMemory memory;
    uint64_t size;           /* bytes */
    void *mapped;            /* NULL for NBL_VULKAN_MEMORY_DEVICE */
    VkDeviceAddress address; /* 0 without NBL_FEATURE_BUFFER_DEVICE_ADDRESS */
    bool exported;           /* nbl_vulkan_buffer_export() takes it */
} nbl_vulkan_buffer_t;

/* Creates a storage buffer. Its contents are undefined.
 *
 * Errors: LIMIT (above maxStorageBufferRange or maxMemoryAllocationSize: the text names the limit, its value and what
 * was asked), OUT_OF_MEMORY (the text gives what was asked and the heap's size), ARGUMENT, MISSING_FEATURE (exported
 * without NBL_FEATURE_EXPORTED_MEMORY). Thread-safe.
 *
 * buffer  receives the buffer; zeroed on failure
 */
nbl_result_t nbl_vulkan_buffer_create(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_desc_t *desc,
                                      nbl_vulkan_buffer_t *buffer, nbl_error_t *error);

/* Destroys a buffer and zeroes the structure. Per object. */
void nbl_vulkan_buffer_destroy(nbl_vulkan_device_t *device, nbl_vulkan_buffer_t *buffer);

/* Returns the memory of a buffer that was created as `exported` as a POSIX file descriptor, of Vulkan's handle type
 * OPAQUE_FD, by which another interface of the same device (VkPhysicalDeviceIDProperties) imports it. The memory lives
 * until this buffer is destroyed, every descriptor is closed and every import is freed. Work of the other interface and
 * work submitted here must not overlap: wait for either before the other begins. Errors: ARGUMENT (a buffer
 * that was not created as `exported`), MISSING_FEATURE, VULKAN. Thread-safe.
 *
 * file  receives a new descriptor in each call. An import in Vulkan or CUDA takes it over; close it if none does
 * size  receives the bytes of the memory, which may exceed the buffer's; the buffer begins at 0
 */
nbl_result_t nbl_vulkan_buffer_export(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, int *file,
                                      uint64_t *size, nbl_error_t *error);

/* Records a copy from one buffer to another, between barriers: after compute shaders and copies recorded before, ahead
 * of those recorded later and of the host's reads. Thread-safe.
 *
 * from, to  the same buffer only where the parts do not overlap
 * offsets   bytes; offset + size <= buffer size
 */
void nbl_vulkan_buffer_record_copy(nbl_vulkan_device_t *device, VkCommandBuffer command_buffer,
                                   const nbl_vulkan_buffer_t *from, uint64_t from_offset, const nbl_vulkan_buffer_t *to,
                                   uint64_t to_offset, uint64_t size);

/* Copies host memory into a buffer, through a staging buffer where needed; submits and waits. Per object.
 *
 * offset  bytes into the buffer, a multiple of 4
 * data    size bytes
 * size    bytes, a multiple of 4 unless the buffer is mapped; offset + size <= buffer size
 */
nbl_result_t nbl_vulkan_buffer_upload(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                      const void *data, uint64_t size, nbl_error_t *error);

/* Copies from a buffer into host memory, through a staging buffer where needed; submits and waits. Per object.
 * Work that writes the buffer must have been waited for. Arguments as in nbl_vulkan_buffer_upload. */
nbl_result_t nbl_vulkan_buffer_download(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                        void *data, uint64_t size, nbl_error_t *error);

/* ---- Images */

typedef struct nbl_vulkan_image_desc_t {
    uint32_t width, height; /* texels, at least 1 */
    VkFormat format; /* a colour format up to VK_FORMAT_E5B9G9R9_UFLOAT_PACK32 that the device can store to and sample;
                      * 0: R32G32B32A32_SFLOAT */
    VkImageUsageFlags usage; /* usage beside storage, sampled and transfer both ways */
    const char *name;
} nbl_vulkan_image_desc_t;

/* A 2D image with its memory and view, device-local, optimal tiling. Fields are for reading only. */
typedef struct nbl_vulkan_image_t {
    VkImage handle;
    VkImageView view;
    VkDeviceMemory memory;
    VkFormat format;
    uint32_t width, height; /* texels */
    uint32_t texel_bytes;
} nbl_vulkan_image_t;

/* Creates an image in VK_IMAGE_LAYOUT_UNDEFINED; *image is zeroed on failure. Errors as for buffers, and
 * MISSING_FEATURE if the device cannot store to the format and sample it, ARGUMENT if the format is compressed, of
 * depth or newer. Thread-safe. */
nbl_result_t nbl_vulkan_image_create(nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc,
                                     nbl_vulkan_image_t *image, nbl_error_t *error);

/* Destroys an image and zeroes the structure. Per object. */
void nbl_vulkan_image_destroy(nbl_vulkan_device_t *device, nbl_vulkan_image_t *image);

/* Fills a whole image from host memory; submits and waits. Per object.
 *
 * texels         width * height * texel_bytes bytes, rows tightly packed, first row first
 * layout_before  what the image is in; UNDEFINED discards
 * layout_after   what it is left in
 */
nbl_result_t nbl_vulkan_image_upload(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, const void *texels,
                                     VkImageLayout layout_before, VkImageLayout layout_after, nbl_error_t *error);

/* Reads a whole image, which is in `layout` and stays in it, into host memory; submits and waits. Per object.
 * Other arguments as in nbl_vulkan_image_upload. */
nbl_result_t nbl_vulkan_image_download(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, void *texels,
                                       VkImageLayout layout, nbl_error_t *error);

/* Creates a sampler: normalised coordinates, clamped to the edge, one mip level. Thread-safe.
 *
 * filter  VK_FILTER_NEAREST or VK_FILTER_LINEAR
 */
nbl_result_t nbl_vulkan_sampler_create(nbl_vulkan_device_t *device, VkFilter filter, VkSampler *sampler,
                                       nbl_error_t *error);

/* Destroys a sampler. Per object. */
void nbl_vulkan_sampler_destroy(nbl_vulkan_device_t *device, VkSampler sampler);

#if defined(__cplusplus)
}
#endif

#endif
