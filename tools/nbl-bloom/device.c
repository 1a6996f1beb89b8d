/* The Vulkan device that a job runs on.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdio.h>

#include "common/device.h"
#include "error/error.h"

bool tool_is_refused(const tool_job_t *job, const nbl_vulkan_device_t *device) {
    return is_on_cpu(device) && job->options->backend == TOOL_BACKEND_ANY && !job->options->device;
}

nbl_result_t tool_open_device(tool_job_t *job, nbl_vulkan_chosen_t chosen, void *user, nbl_vulkan_device_t **device,
                              nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    if (choose_device(job->options->device, &desc, error)) return NBL_ERROR_NO_DEVICE;
    desc.chosen = chosen;
    desc.chosen_user = user;
    nbl_result_t result = nbl_vulkan_device_create(&desc, device, error);
    if (result) return result;
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(*device);
    if (tool_is_refused(job, *device))
        return nbl_fail(error, NBL_ERROR_NO_DEVICE,
                        "no GPU found (%.100s is a software driver, slower than the CPU alone)", info->name);
    job->backend = "vulkan";
    snprintf(job->device, sizeof job->device, "%s", info->name);
    snprintf(job->driver, sizeof job->driver, "%.250s%s%.250s", info->driver_name, info->driver_info[0] ? " " : "",
             info->driver_info);
    return NBL_SUCCESS;
}
