/* A device under the Khronos validation layer and its synchronisation validation, and what they said.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_VALIDATION_VALIDATED_H
#define NBL_TESTS_VALIDATION_VALIDATED_H

#include <check.h>
#include <stdio.h>

#include "tests/common/testing.h"
#include "tests/validation/watching.h"

static char first_message[2048];

static void on_message(void *user, nbl_vulkan_severity_t severity, const char *id, const char *text) {
    (void)user;
    if (severity > NBL_VULKAN_SEVERITY_INFO && first_message[0] == '\0')
        snprintf(first_message, sizeof first_message, "%s: %s", id, text);
}

static nbl_error_t error;
static void expect(nbl_result_t result) {
    if (result != NBL_SUCCESS) ck_abort_msg("%s", error.text);
}

/* NULL where the driver is not installed. The layer must be there: without it this is an error, not a skip. */
static nbl_vulkan_device_t *open_validated(test_driver_t driver) {
    nbl_vulkan_device_t *plain = test_device_open(driver), *device = NULL;
    if (plain == NULL) return NULL;
    nbl_vulkan_device_destroy(plain);
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.validation = true;
    desc.message = on_message;
    desc.get_instance_proc_addr = watched_loader;
    first_message[0] = '\0';
    expect(nbl_vulkan_device_create(&desc, &device, &error));
    return device;
}

static uint64_t messages(const nbl_vulkan_device_t *device) {
    return nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_WARNING) +
           nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_ERROR);
}

#endif
