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

/* Creates room for a number of time spans. Errors: MISSING_FEATURE (the queue has no timestamps). Thread-safe.
 *
 * span_count  at least 1
 */
nbl_result_t nbl_vulkan_timestamps_create(nbl_vulkan_device_t *device, uint32_t span_count,
                                          nbl_vulkan_timestamps_t **timestamps, nbl_error_t *error);

/* Destroys the time spans. Per object. */
void nbl_vulkan_timestamps_destroy(nbl_vulkan_timestamps_t *timestamps);

/* Records the reset of all spans, which each use must begin with. */
void nbl_vulkan_timestamps_record_reset(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer);

/* Records the begin of a span, numbered below span_count: the time at which all work recorded before it is done. Spans
 * may overlap. */
void nbl_vulkan_timestamps_record_begin(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                        uint32_t span);

/* Records the end of a span, likewise. */
void nbl_vulkan_timestamps_record_end(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                      uint32_t span);

/* Reads spans; does not wait. Errors: NOT_READY (not executed yet), ARGUMENT, DEVICE_LOST. Per object.
 *
 * nanoseconds  receives count durations
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

/* Makes a command buffer, not yet recording; *commands is zeroed on failure. Thread-safe. */
nbl_result_t nbl_vulkan_commands_create(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Destroys a command buffer with its pool and fence; the device must be done with it. Per object. */
void nbl_vulkan_commands_destroy(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands);

/* Discards what was recorded and begins recording. Per object. */
nbl_result_t nbl_vulkan_commands_begin(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error);

/* Ends recording, submits to the device's queue and waits until it is done; of a GPU by polling for 0.3 ms at most, then
 * asleep. May be followed by nbl_vulkan_commands_resubmit. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_submit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Submits once more what was recorded and submitted before, and waits. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                          nbl_error_t *error);

/* The same in two halves: the first submits and returns; the second, only after a first that succeeded, waits for it and
 * for all that was submitted before it. Between them these commands must not be begun, submitted or destroyed; others may
 * be submitted, which barriers order behind these. A loss of the device is told by either half. Per object; the queue is
 * locked. */
nbl_result_t nbl_vulkan_commands_start(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error);
nbl_result_t nbl_vulkan_commands_wait(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
