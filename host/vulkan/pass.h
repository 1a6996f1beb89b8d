/* One dispatch as the library's jobs record it: labelled, timed, followed by a barrier; and what they bind, checked.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_VULKAN_PASS_H
#define NBL_HOST_VULKAN_PASS_H

#include "nbl/host/vulkan.h"

/* Refuses a buffer that is bound with fewer bytes than a job needs. Errors: ARGUMENT.
 *
 * resource  a size of 0 is unknown, and accepted
 * what      what the message begins with, such as "workspace"
 * bytes     that the job needs */
nbl_result_t nbl_vulkan_resource_check(const nbl_vulkan_resource_t *resource, const char *what, uint64_t bytes,
                                       nbl_error_t *error);

/* Returns where a buffer begins that has VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, on a device with
 * NBL_FEATURE_BUFFER_DEVICE_ADDRESS. */
VkDeviceAddress nbl_vulkan_buffer_address(const nbl_vulkan_device_t *device, VkBuffer buffer);

typedef struct nbl_vulkan_pass_t {
    const char *name; /* of the debug label, and in errors */
    const nbl_vulkan_kernel_t *kernel;
    const nbl_vulkan_bindings_t *bindings;
    const void *constants;
    uint64_t workgroups;
} nbl_vulkan_pass_t;

/* Records a pass. Errors: LIMIT (more workgroups than a dispatch takes), those of nbl_vulkan_kernel_record().
 *
 * timestamps  may be NULL: the dispatch is span number `span` */
nbl_result_t nbl_vulkan_pass_record(const nbl_vulkan_device_t *device, const nbl_vulkan_pass_t *pass,
                                    VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                    uint32_t span, nbl_error_t *error);

/* Records a pass without the barrier behind it, for passes that run beside each other. Other arguments and errors:
 * nbl_vulkan_pass_record(). */
nbl_result_t nbl_vulkan_pass_record_beside(const nbl_vulkan_device_t *device, const nbl_vulkan_pass_t *pass,
                                           VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                           uint32_t span, nbl_error_t *error);

/* Begins commands, and span 0 of the timestamps. timestamps: NULL here and below: nothing is timed. */
nbl_result_t nbl_vulkan_begin_timed(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                    nbl_vulkan_timestamps_t *timestamps, nbl_error_t *error);

/* Submits the commands, waits, and reads the time of span 0. */
nbl_result_t nbl_vulkan_submit_timed(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                     nbl_vulkan_timestamps_t *timestamps, double *nanoseconds, nbl_error_t *error);

#endif
