/* What a driver compiled for a device's kernels, as bytes that a program ships or keeps, so that its next start
 * compiles nothing.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_vulkan_pipelines_load(device, bytes, count, NULL, &error);   before kernels; no bytes: an empty store
 *   nbl_bloom_create(device, ...);                                   taken from the bytes, or compiled and added
 *   nbl_vulkan_pipelines_save(device, NULL, &count, &error);
 *   nbl_vulkan_pipelines_save(device, bytes, &count, &error);        for a file
 *
 * The bytes are a checksum and a VkPipelineCache's bytes. They are of use to one version of one driver on one kind of
 * device: a program ships a file for each kind that it knows, and on other devices keeps a file of its own.
 */
#ifndef NBL_HOST_VULKAN_PIPELINES_H
#define NBL_HOST_VULKAN_PIPELINES_H

#include <stdbool.h>
#include <stddef.h>

#include "nbl/host/vulkan_device.h"

/* Gives a device a store of compiled pipelines, which ends with the device. A kernel that is created afterwards is
 * taken from the store, or compiled and added to it. What was compiled for a kernel stays there after the kernel was
 * destroyed.
 *
 * Errors: ARGUMENT (the device has a store, or its description gave a pipeline_cache), OUT_OF_MEMORY, VULKAN. Call it
 * while no other thread uses the device.
 *
 * bytes    what nbl_vulkan_pipelines_save() wrote, here or on another machine; copied. NULL: the store is empty
 * count    how many bytes there are; without meaning if bytes is NULL
 * matches  receives whether the bytes are whole, and of this device and driver. If not, the store begins empty, which
 *          is no error: kernels are compiled, and save() is worth calling. NULL: not asked
 */
nbl_result_t nbl_vulkan_pipelines_load(nbl_vulkan_device_t *device, const void *bytes, size_t count, bool *matches,
                                       nbl_error_t *error);

/* Writes a device's store, or tells its size.
 *
 * Errors: ARGUMENT (the device has no store of its own; less room than the store needs), OUT_OF_MEMORY, VULKAN.
 * Kernels that other threads create meanwhile may be missing. If they are created after the size was told, the store
 * may no longer have room in the bytes: ARGUMENT, *count stays and the bytes hold no store. Ask for the size and save
 * again.
 *
 * bytes  room for *count bytes, or NULL for the size alone
 * count  in: room in bytes, without meaning if bytes is NULL; out: bytes that were written, or if it is NULL that the
 *        store has
 */
nbl_result_t nbl_vulkan_pipelines_save(nbl_vulkan_device_t *device, void *bytes, size_t *count, nbl_error_t *error);

#endif
