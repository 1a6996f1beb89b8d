/* Timestamps between the passes of a command buffer, and command buffers for one submission.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Part of nbl/host/vulkan.h, which has the conventions.
 */
#ifndef NBL_HOST_VULKAN_COMMANDS_H
#define NBL_HOST_VULKAN_COMMANDS_H

#include "nbl/host/vulkan_device.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Timestamps */

typedef struct nbl_vulkan_timestamps_t nbl_vulkan_timestamps_t;

/* Create room for a number of time spans. Errors: MISSING_FEATURE if the queue has no timestamps. Thread-safe.
 *
 * span_count: at least 1
 */
nbl_result_t nbl_vulkan_timestamps_create(nbl_vulkan_device_t *device, uint32_t span_count,
                                          nbl_vulkan_timestamps_t **timestamps, nbl_error_t *error);

/* Per object. */
void nbl_vulkan_timestamps_destroy(nbl_vulkan_timestamps_t *timestamps);

/* Record the reset of all spans; must come before any begin, once per use. */
void nbl_vulkan_timestamps_record_reset(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer);

/* Record the begin and the end of a span: the first is taken when all earlier work is done, the second when all work
 * before it is. Spans may overlap. span: below span_count */
void nbl_vulkan_timestamps_record_begin(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                        uint32_t span);
void nbl_vulkan_timestamps_record_end(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                      uint32_t span);

/* Read spans; does not wait. Errors: NOT_READY (not executed yet), ARGUMENT, DEVICE_LOST. Per object.
 *
 * nanoseconds: receives count durations
 */
nbl_result_t nbl_vulkan_timestamps_read(const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span, uint32_t count,
                                        double *nanoseconds, nbl_error_t *error);

/* ---- One-shot submission */

/* A command buffer with its own pool and fence. Fields are for reading only. */
typedef struct nbl_vulkan_commands_t {
    VkCommandBuffer buffer;
    VkCommandPool pool;
    VkFence fence;
} nbl_vulkan_commands_t;

/* Make a command buffer, not yet recording. Thread-safe. commands: zeroed on failure */
nbl_result_t nbl_vulkan_commands_create(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Per object; the device must be done with it. */
void nbl_vulkan_commands_destroy(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands);

/* Forget what was recorded and begin anew. Per object. */
nbl_result_t nbl_vulkan_commands_begin(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error);

/* End recording, submit to the device's queue and wait until it is done. May be followed by
 * nbl_vulkan_commands_resubmit. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_submit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Submit once more what was recorded and submitted before, and wait. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                          nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
