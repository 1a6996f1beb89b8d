/* Finds the device that --device names.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/device.h"

#include <string.h>

#include "common/options.h"
#include "common/tool.h"

int choose_device(const char *text, nbl_vulkan_device_desc_t *desc, nbl_error_t *error) {
    uint32_t number;
    if (!text || text[strspn(text, "0123456789")] != '\0') {
        desc->name = text;
        return EXIT_DONE;
    }
    if (!options_number(text, &number) || number > INT32_MAX)
        return fail(error, EXIT_FAILED, "--device %s: there is no such device", text);
    desc->index = (int32_t)number;
    return EXIT_DONE;
}

int fail_without_device(nbl_error_t *error, bool executes) {
    return fail(error, EXIT_FAILED, "%s; --backend %s needs no device", error->text,
                executes ? "executor" : "emulator");
}

bool is_on_cpu(const nbl_vulkan_device_t *device) {
    return nbl_vulkan_device_get_info(device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

nbl_cache_t *open_cache(void) {
    nbl_cache_t *cache = NULL;
    if (nbl_cache_create(NULL, &cache, NULL)) return NULL;
    const nbl_cache_status_t status = nbl_cache_get_status(cache);
    if (!status.usable && status.directory[0])
        note("%.250s: not used as a cache: %.200s", status.directory, status.reason);
    return cache;
}
