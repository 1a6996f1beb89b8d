/* Opens what a job on a Vulkan device needs: the device, a cache of modules; and says what became of errors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the emulator is to try instead: where nobody asked for a device, of what the device refuses; with --fallback,
 * of whatever else is not the inputs' fault, such as a lost device. */
static bool may_fall_back(const tool_options_t *options, nbl_result_t result) {
    bool refused = result == NBL_ERROR_NO_DEVICE || result == NBL_ERROR_LIMIT || result == NBL_ERROR_MISSING_FEATURE ||
                   result == NBL_ERROR_OUT_OF_MEMORY;
    if (result == NBL_ERROR_BAD_KERNEL) return false;
    return options->fallback || (refused && options->backend == TOOL_BACKEND_ANY && !options->device);
}

tool_run_t tool_fail_on_device(tool_job_t *job, const nbl_error_t *error, nbl_result_t result) {
    if (!may_fall_back(job->options, result)) return tool_fail_bloom(job, result, error);
    snprintf(job->reason, sizeof job->reason, "%s", error->text[0] ? error->text : nbl_result_text(result));
    return TOOL_RUN_FALL_BACK;
}

bool tool_is_on_cpu(const nbl_vulkan_device_t *device) {
    return nbl_vulkan_device_get_info(device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

bool tool_is_refused(const tool_job_t *job, const nbl_vulkan_device_t *device) {
    return tool_is_on_cpu(device) && job->options->backend == TOOL_BACKEND_ANY && !job->options->device;
}

tool_run_t tool_open_device(tool_job_t *job, nbl_vulkan_chosen_t chosen, void *user, nbl_vulkan_device_t **device) {
    const char *wanted = job->options->device;
    nbl_error_t error = {""};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    if (wanted && strspn(wanted, "0123456789") == strlen(wanted) && strlen(wanted) < 9)
        desc.index = (int32_t)strtol(wanted, NULL, 10);
    else
        desc.name = wanted;
    desc.chosen = chosen;
    desc.chosen_user = user;
    nbl_result_t result = nbl_vulkan_device_create(&desc, device, &error);
    if (result) return tool_fail_on_device(job, &error, result);
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(*device);
    if (tool_is_refused(job, *device)) {
        snprintf(job->reason, sizeof job->reason, "no GPU, and the emulator is faster than %.100s", info->name);
        return TOOL_RUN_FALL_BACK;
    }
    job->backend = "vulkan";
    snprintf(job->device, sizeof job->device, "%s", info->name);
    snprintf(job->driver, sizeof job->driver, "%.250s%s%.250s", info->driver_name, info->driver_info[0] ? " " : "",
             info->driver_info);
    return TOOL_RUN_DONE;
}

nbl_cache_t *tool_open_cache(void) {
    nbl_cache_t *cache = NULL;
    if (nbl_cache_create(NULL, &cache, NULL)) cache = NULL; /* without it, it only takes longer */
    nbl_cache_status_t status = nbl_cache_get_status(cache);
    if (!status.usable && status.directory[0]) {
        char note[512];
        snprintf(note, sizeof note, "%.250s: not used as a cache: %.200s", status.directory, status.reason);
        tool_note(note);
    }
    return cache;
}
