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

/* Creates room for time spans. Errors: MISSING_FEATURE (the queue has no timestamps), OUT_OF_MEMORY, VULKAN.
 * Thread-safe.
 *
 * span_count  1 or more
 * timestamps  receives the time spans, for nbl_vulkan_timestamps_destroy()
 */
nbl_result_t nbl_vulkan_timestamps_create(nbl_vulkan_device_t *device, uint32_t span_count,
                                          nbl_vulkan_timestamps_t **timestamps, nbl_error_t *error);

/* Destroys the time spans; NULL does nothing. Per object: one thread at a time for each of them. */
void nbl_vulkan_timestamps_destroy(nbl_vulkan_timestamps_t *timestamps);

/* Records the reset of all spans. Each command buffer that uses them must begin with it. */
void nbl_vulkan_timestamps_record_reset(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer);

/* Records the begin of a span: the time at which all work recorded before is done. Spans may overlap.
 *
 * span  0 to span_count - 1 */
void nbl_vulkan_timestamps_record_begin(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                        uint32_t span);

/* Records the end of a span: the time at which all work recorded before is done.
 *
 * span  0 to span_count - 1 */
void nbl_vulkan_timestamps_record_end(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                      uint32_t span);

/* Reads the durations of spans; does not wait. Errors: NOT_READY (not executed yet), ARGUMENT, DEVICE_LOST. Per object.
 *
 * first_span   the first span to read
 * count        how many to read; first_span + count <= span_count
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

/* Makes a command buffer, not yet recording. *commands is zeroed on failure. Errors: OUT_OF_MEMORY, VULKAN.
 * Thread-safe. */
nbl_result_t nbl_vulkan_commands_create(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Destroys a command buffer with its pool and fence, which the device must be done with, and zeroes the structure.
 * Per object.
 *
 * commands  the caller's structure, that nbl_vulkan_commands_create() filled in; NULL or zeroed: nothing is done */
void nbl_vulkan_commands_destroy(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands);

/* Discards what was recorded and begins recording. Errors: OUT_OF_MEMORY, DEVICE_LOST, VULKAN. Per object. */
nbl_result_t nbl_vulkan_commands_begin(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error);

/* Ends recording, submits to the device's queue and waits until the device is done. On a GPU it polls for at most 0.3
 * ms, then sleeps. nbl_vulkan_commands_resubmit() may follow. Errors: OUT_OF_MEMORY, DEVICE_LOST, VULKAN. Per object;
 * the queue is locked. */
nbl_result_t nbl_vulkan_commands_submit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Submits again what was recorded and submitted before, and waits. Errors: as of nbl_vulkan_commands_submit(). Per
 * object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                          nbl_error_t *error);

/* nbl_vulkan_commands_submit() in two halves. _start() ends recording, submits and returns. _wait(), only after a
 * _start() that succeeded, waits for these commands and for all that was submitted before them. Between the two these
 * commands must not be begun, submitted or destroyed. Other commands may be submitted; barriers order them behind
 * these. Either half may return DEVICE_LOST. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_start(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error);
nbl_result_t nbl_vulkan_commands_wait(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
