/* What the tests of the Vulkan host share: devices by driver, expectations, and kernels in a line.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_VULKAN_VULKAN_TESTING_H
#define NBL_TESTS_VULKAN_VULKAN_TESTING_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/common/testing.h"

/* Loop tests run once per driver: lavapipe and SwiftShader; with NBL_TEST_SYSTEM_DRIVER set once, on whatever the
 * loader finds. */
static inline int driver_count(void) { return getenv("NBL_TEST_SYSTEM_DRIVER") ? 1 : 2; }

/* Points the loader at a driver; false, after a SKIPPED line, where it is not installed (a failure with CI=true). */
static inline bool use_driver(int driver) {
    const char *file = test_driver_file((test_driver_t)driver), *ci = getenv("CI");
    if (getenv("NBL_TEST_SYSTEM_DRIVER")) return true;
    if (!file) {
        if (ci && strcmp(ci, "true") == 0) ck_abort_msg("%s is not installed", test_driver_name((test_driver_t)driver));
        printf("SKIPPED: %s is not installed\n", test_driver_name((test_driver_t)driver));
        return false;
    }
    setenv("VK_ICD_FILENAMES", file, 1);
    setenv("VK_DRIVER_FILES", file, 1);
    return true;
}

static inline void expect_ok(nbl_result_t result, const nbl_error_t *error) {
    if (result != NBL_SUCCESS) ck_abort_msg("%s: %s", nbl_result_text(result), error->text);
    ck_assert_str_eq(error->text, "");
}

/* An error of one line that contains every one of the parts (up to a NULL). */
static inline void expect_error(nbl_result_t result, nbl_result_t expected, const nbl_error_t *error,
                                const char *const *parts) {
    if (result != expected)
        ck_abort_msg("%s instead of %s: %s", nbl_result_text(result), nbl_result_text(expected), error->text);
    ck_assert_msg(!strchr(error->text, '\n') && error->text[0], "not one line: %s", error->text);
    for (; *parts; parts++) ck_assert_msg(strstr(error->text, *parts), "\"%s\" is missing in: %s", *parts, error->text);
}
#define EXPECT_ERROR(result, expected, error, ...) \
    expect_error(result, expected, error, (const char *const[]){__VA_ARGS__, NULL})

/* What the validation layer said, all of it. */
typedef struct messages_t {
    char text[8192];
} messages_t;

static inline void keep_message(void *user, nbl_vulkan_severity_t severity, const char *id, const char *text) {
    messages_t *m = user;
    size_t n = strlen(m->text);
    snprintf(m->text + n, sizeof m->text - n, "[%d] %s: %s\n", (int)severity, id, text);
}

/* A device with the validation layer, whose messages are kept. */
static inline nbl_vulkan_device_t *open_validated(messages_t *messages) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    memset(messages, 0, sizeof *messages);
    desc.validation = true;
    desc.message = keep_message;
    desc.message_user = messages;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    return device;
}

/* Destroys it, and fails if the layer ever spoke, the destruction included. */
static inline void close_silent(nbl_vulkan_device_t *device, const messages_t *messages) {
    nbl_vulkan_device_destroy(device);
    ck_assert_str_eq(messages->text, "");
}

static inline nbl_vulkan_kernel_t *make_kernel(nbl_vulkan_device_t *device, const char *text) {
    nbl_compile_desc_t compile = {.file = "test.comp", .text = text};
    nbl_vulkan_kernel_desc_t desc = {.compile = &compile};
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_error_t error;
    expect_ok(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), &error);
    return kernel;
}

#endif
