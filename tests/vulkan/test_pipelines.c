/* Tests of a device's store of compiled pipelines: what it is filled from, what comes back, and what is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/vulkan_pipelines.h"
#include "spirv/sha256.h"
#include "tests/vulkan/counting_loader.h"
#include "tests/vulkan/driver_leaks.h"

static const char text[] =
    "#version 460\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer b { float x[]; };\n"
    "void main() { x[gl_LocalInvocationIndex] += 1.0; }\n";

static void make(nbl_vulkan_device_t *device) {
    const nbl_compile_desc_t compile = {.file = "test.comp", .text = text};
    const nbl_vulkan_kernel_desc_t desc = {.name = "probe", .compile = &compile};
    nbl_vulkan_kernel_t *kernel;
    nbl_error_t error;
    expect_ok(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), &error);
    nbl_vulkan_kernel_destroy(kernel);
}

static unsigned char *save(nbl_vulkan_device_t *device, size_t *count) {
    nbl_error_t error;
    *count = 0;
    expect_ok(nbl_vulkan_pipelines_save(device, NULL, count, &error), &error);
    ck_assert_uint_ge(*count, 40 + 32); /* the checksum, and the header that Vulkan demands */
    unsigned char *bytes = malloc(*count);
    expect_ok(nbl_vulkan_pipelines_save(device, bytes, count, &error), &error);
    return bytes;
}

/* Loads `count` bytes into a new device, makes the kernel, and returns whether they were the device's. */
static bool load(const void *bytes, size_t count) {
    nbl_vulkan_device_t *device = open_counted();
    nbl_error_t error;
    bool matches;
    int before = count_CreatePipelineCache;
    expect_ok(nbl_vulkan_pipelines_load(device, bytes, count, &matches, &error), &error);
    ck_assert_int_eq(count_CreatePipelineCache, before + 1);
    make(device);
    nbl_vulkan_device_destroy(device);
    return matches;
}

START_TEST(bytes_go_round) {
    if (!use_driver(_i)) return;
    nbl_vulkan_device_t *device = open_counted();
    nbl_error_t error;
    bool matches = true;
    expect_ok(nbl_vulkan_pipelines_load(device, NULL, 0, &matches, &error), &error);
    ck_assert(!matches);
    make(device);
    size_t count;
    unsigned char *bytes = save(device, &count);
    nbl_vulkan_device_destroy(device);
    ck_assert(load(bytes, count));
    const size_t sizes[] = {0, 1, 39, 40, 71, count - 1}; /* cut short */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) ck_assert_msg(!load(bytes, sizes[i]), "%zu", sizes[i]);
    for (size_t i = 0; i < count; i += i < 72 ? 5 : count / 7) { /* damaged: checksum, driver's head, the rest */
        bytes[i] ^= 1;
        ck_assert_msg(!load(bytes, count), "byte %zu", i);
        bytes[i] ^= 1;
    }
    for (size_t i = 40 + 4; i < 40 + 32; i += 4) { /* whole, but of another version, device or driver */
        nbl_sha256_t sha;
        bytes[i] ^= 1;
        nbl_sha256_begin(&sha);
        nbl_sha256_add(&sha, bytes + 40, count - 40);
        nbl_sha256_end(&sha, bytes + 8);
        ck_assert_msg(!load(bytes, count), "byte %zu", i);
        bytes[i] ^= 1;
    }
    free(bytes);
}
END_TEST

START_TEST(wrong_calls_are_refused) {
    if (!use_driver(_i)) return;
    nbl_vulkan_device_t *device = open_counted();
    nbl_error_t error;
    size_t count = 0;
    unsigned char bytes[1];
    EXPECT_ERROR(nbl_vulkan_pipelines_save(device, NULL, &count, &error), NBL_ERROR_ARGUMENT, &error,
                 "nbl_vulkan_pipelines_load");
    expect_ok(nbl_vulkan_pipelines_load(device, NULL, 0, NULL, &error), &error);
    EXPECT_ERROR(nbl_vulkan_pipelines_load(device, NULL, 0, NULL, &error), NBL_ERROR_ARGUMENT, &error, "already");
    make(device);
    count = 1;
    EXPECT_ERROR(nbl_vulkan_pipelines_save(device, bytes, &count, &error), NBL_ERROR_ARGUMENT, &error, "1 bytes");
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pipelines");
    TCase *tests = tcase_create("pipelines");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, bytes_go_round, 0, driver_count());
    tcase_add_loop_test(tests, wrong_calls_are_refused, 0, driver_count());
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
