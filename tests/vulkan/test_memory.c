/* Tests of buffers and images: contents, limits, layouts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <unistd.h>

#include "tests/vulkan/driver_leaks.h"
#include "tests/vulkan/vulkan_testing.h"

static unsigned char *random_bytes(test_random_t *random, size_t size) {
    unsigned char *bytes = malloc(size);
    size_t i;
    ck_assert_ptr_nonnull(bytes);
    for (i = 0; i < size; i++) bytes[i] = (unsigned char)test_random_below(random, 256);
    return bytes;
}

START_TEST(buffers_keep_what_they_are_given) {
    nbl_vulkan_device_t *device;
    nbl_vulkan_buffer_t buffer;
    nbl_error_t error;
    messages_t messages;
    test_random_t random = test_random_begin("buffers");
    unsigned char *bytes, back[4000];
    int kind;
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    bytes = random_bytes(&random, sizeof back);
    for (kind = NBL_VULKAN_MEMORY_DEVICE; kind <= NBL_VULKAN_MEMORY_READBACK; kind++) {
        nbl_vulkan_buffer_desc_t desc = {.size = sizeof back, .memory = (nbl_vulkan_memory_t)kind, .name = "a buffer"};
        uint32_t offset = 4 * test_random_below(&random, sizeof back / 4), size = sizeof back - offset;
        expect_ok(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), &error);
        ck_assert_int_eq(!buffer.mapped, kind == NBL_VULKAN_MEMORY_DEVICE);
        ck_assert_int_eq(buffer.address != 0,
                         !!(nbl_vulkan_device_get_features(device) & NBL_FEATURE_BUFFER_DEVICE_ADDRESS));
        expect_ok(nbl_vulkan_buffer_upload(device, &buffer, 0, bytes, sizeof back, &error), &error);
        expect_ok(nbl_vulkan_buffer_upload(device, &buffer, offset, bytes, size, &error), &error); /* a part */
        expect_ok(nbl_vulkan_buffer_download(device, &buffer, 0, back, sizeof back, &error), &error);
        ck_assert_mem_eq(back, bytes, offset);
        ck_assert_mem_eq(back + offset, bytes, size);
        memset(back, 0, sizeof back);
        expect_ok(nbl_vulkan_buffer_download(device, &buffer, offset, back, size, &error), &error);
        ck_assert_mem_eq(back, bytes, size);
        expect_ok(nbl_vulkan_buffer_download(device, &buffer, sizeof back, back, 0, &error), &error);
        nbl_vulkan_buffer_destroy(device, &buffer);
        nbl_vulkan_buffer_destroy(device, &buffer); /* zeroed: nothing happens */
    }
    free(bytes);
    close_silent(device, &messages);
}
END_TEST

START_TEST(large_copies_go_in_parts) {
    const size_t size = ((size_t)64 << 20) + 4096 + 12; /* more than one part */
    nbl_vulkan_buffer_desc_t desc = {.size = size};
    nbl_vulkan_device_t *device = NULL;
    nbl_vulkan_buffer_t buffer;
    nbl_error_t error;
    uint32_t *words = malloc(size);
    size_t i, wrong = 0;
    if (!use_driver(_i)) return;
    expect_ok(nbl_vulkan_device_create(NULL, &device, &error), &error);
    for (i = 0; i < size / 4; i++) words[i] = (uint32_t)i * 2654435761u;
    expect_ok(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), &error);
    expect_ok(nbl_vulkan_buffer_upload(device, &buffer, 0, words, size, &error), &error);
    memset(words, 0, size);
    expect_ok(nbl_vulkan_buffer_download(device, &buffer, 0, words, size, &error), &error);
    for (i = 0; i < size / 4; i++) wrong += words[i] != (uint32_t)i * 2654435761u;
    ck_assert_uint_eq(wrong, 0);
    free(words);
    nbl_vulkan_buffer_destroy(device, &buffer);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(buffer_errors_name_the_limit) {
    nbl_vulkan_device_t *device;
    nbl_vulkan_buffer_desc_t desc = {.name = "workspace"};
    nbl_vulkan_buffer_t buffer;
    nbl_error_t error;
    messages_t messages;
    char have[32], asked[32], byte = 0;
    uint64_t most;
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    most = nbl_vulkan_device_get_info(device)->max_storage_buffer_bytes;
    snprintf(have, sizeof have, "is %llu bytes", (unsigned long long)most);
    snprintf(asked, sizeof asked, "asked for %llu", (unsigned long long)most + 1);
    desc.size = most + 1;
    EXPECT_ERROR(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), NBL_ERROR_LIMIT, &error,
                 "workspace: ", "maxStorageBufferRange", have, asked);
    ck_assert(!buffer.handle && !buffer.memory);
    desc.size = 0;
    EXPECT_ERROR(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), NBL_ERROR_ARGUMENT, &error,
                 "size is 0 bytes");
    desc.size = 64;
    expect_ok(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), &error);
    EXPECT_ERROR(nbl_vulkan_buffer_upload(device, &buffer, 64, &byte, 4, &error), NBL_ERROR_ARGUMENT, &error,
                 "has 64 bytes");
    EXPECT_ERROR(nbl_vulkan_buffer_download(device, &buffer, UINT64_MAX - 3, &byte, 8, &error), NBL_ERROR_ARGUMENT,
                 &error, "has 64 bytes");
    EXPECT_ERROR(nbl_vulkan_buffer_upload(device, &buffer, 2, &byte, 1, &error), NBL_ERROR_ARGUMENT, &error,
                 "multiples of 4");
    nbl_vulkan_buffer_destroy(device, &buffer);
    close_silent(device, &messages);
}
END_TEST

START_TEST(exported_memory_is_a_file) {
    nbl_vulkan_device_t *device;
    nbl_vulkan_buffer_desc_t desc = {.size = 4096 + 4, .name = "shared", .exported = true};
    nbl_vulkan_buffer_t buffer;
    nbl_error_t error;
    messages_t messages;
    uint32_t number = 12345, back = 0;
    int files[2], i;
    uint64_t size = 0;
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    if (nbl_vulkan_device_get_features(device) & NBL_FEATURE_EXPORTED_MEMORY) {
        expect_ok(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), &error);
        for (i = 0; i < 2; i++) {
            expect_ok(nbl_vulkan_buffer_export(device, &buffer, &files[i], &size, &error), &error);
            ck_assert_uint_ge(size, desc.size);
        }
        ck_assert_int_ne(files[0], files[1]);
        for (i = 0; i < 2; i++) ck_assert_int_eq(close(files[i]), 0);
        expect_ok(nbl_vulkan_buffer_upload(device, &buffer, 4096, &number, sizeof number, &error), &error);
        expect_ok(nbl_vulkan_buffer_download(device, &buffer, 4096, &back, sizeof back, &error), &error);
        ck_assert_uint_eq(back, number);
        nbl_vulkan_buffer_destroy(device, &buffer);
    } else {
        EXPECT_ERROR(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), NBL_ERROR_MISSING_FEATURE, &error,
                     "shared: the device lacks exported memory");
    }
    EXPECT_ERROR(nbl_vulkan_buffer_export(device, &buffer, files, &size, &error), NBL_ERROR_ARGUMENT, &error,
                 "export: there is no buffer");
    desc.memory = NBL_VULKAN_MEMORY_UPLOAD;
    EXPECT_ERROR(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), NBL_ERROR_ARGUMENT, &error,
                 "shared: mapped memory is not exported");
    /* on a device that exports, too */
    desc.exported = false;
    for (i = 0; i < 2; i++) {
        desc.memory = i == 0 ? NBL_VULKAN_MEMORY_DEVICE : NBL_VULKAN_MEMORY_UPLOAD;
        expect_ok(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), &error);
        EXPECT_ERROR(nbl_vulkan_buffer_export(device, &buffer, files, &size, &error), NBL_ERROR_ARGUMENT, &error,
                     "export: the buffer was not created as `exported`");
        nbl_vulkan_buffer_destroy(device, &buffer);
    }
    close_silent(device, &messages);
}
END_TEST

START_TEST(images_keep_what_they_are_given) {
    static const VkFormat formats[] = {0, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R8G8B8A8_UNORM};
    static const uint32_t texel_bytes[] = {16, 8, 4};
    nbl_vulkan_device_t *device;
    nbl_vulkan_image_t image;
    nbl_error_t error;
    messages_t messages;
    test_random_t random = test_random_begin("images");
    size_t i;
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    for (i = 0; i < 3; i++) {
        nbl_vulkan_image_desc_t desc = {.width = 1 + test_random_below(&random, 70),
                                        .height = 1 + test_random_below(&random, 70),
                                        .format = formats[i],
                                        .name = "an image"};
        size_t size = (size_t)desc.width * desc.height * texel_bytes[i];
        unsigned char *bytes = random_bytes(&random, size), *back = malloc(size);
        expect_ok(nbl_vulkan_image_create(device, &desc, &image, &error), &error);
        ck_assert_uint_eq(image.texel_bytes, texel_bytes[i]);
        expect_ok(nbl_vulkan_image_upload(device, &image, bytes, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                                          &error),
                  &error);
        expect_ok(nbl_vulkan_image_download(device, &image, back, VK_IMAGE_LAYOUT_GENERAL, &error), &error);
        ck_assert_mem_eq(back, bytes, size);
        expect_ok(nbl_vulkan_image_upload(device, &image, back, VK_IMAGE_LAYOUT_GENERAL,
                                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, &error),
                  &error);
        memset(back, 0, size);
        expect_ok(nbl_vulkan_image_download(device, &image, back, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, &error),
                  &error);
        ck_assert_mem_eq(back, bytes, size);
        free(back);
        free(bytes);
        nbl_vulkan_image_destroy(device, &image);
    }
    close_silent(device, &messages);
}
END_TEST

/* The bytes of a texel by the names of Vulkan's header: the bits of R, G, B and A added up. Returns 0 for other
 * names. */
static uint32_t bytes_by_name(const char *name) {
    uint32_t bits = 0;
    if (strstr(name, "BLOCK") || strchr("DSXGU", name[0])) return 0;
    for (const char *at = name; *at != '\0' && *at != '_'; at++)
        if (*at >= '0' && *at <= '9') {
            const uint32_t number = (uint32_t)strtoul(at, NULL, 10);
            bits += number;
            at += number > 9;
        }
    return bits / 8;
}

/* Every format of the first version is made, or refused for a reason, and what is made has as many bytes as its name
 * says. Mutations: 4 for 2 in the row of R8G8; a row left out. */
START_TEST(images_of_every_format) {
#define NAMED(format) \
    { VK_FORMAT_##format, #format }
    static const struct {
        VkFormat format;
        const char *name;
    } named[] = {
        NAMED(R4G4_UNORM_PACK8),
        NAMED(R5G6B5_UNORM_PACK16),
        NAMED(R8_UNORM),
        NAMED(R8_SNORM),
        NAMED(R8_UINT),
        NAMED(R8_SINT),
        NAMED(R8G8_UNORM),
        NAMED(R8G8_SNORM),
        NAMED(R8G8_UINT),
        NAMED(R8G8_SINT),
        NAMED(R8G8B8_UNORM),
        NAMED(R8G8B8A8_UNORM),
        NAMED(R8G8B8A8_SNORM),
        NAMED(R8G8B8A8_UINT),
        NAMED(R8G8B8A8_SINT),
        NAMED(B8G8R8A8_UNORM),
        NAMED(A8B8G8R8_UNORM_PACK32),
        NAMED(A2R10G10B10_UNORM_PACK32),
        NAMED(A2B10G10R10_UINT_PACK32),
        NAMED(R16_UNORM),
        NAMED(R16_SINT),
        NAMED(R16_SFLOAT),
        NAMED(R16G16_SNORM),
        NAMED(R16G16_SFLOAT),
        NAMED(R16G16B16_SFLOAT),
        NAMED(R16G16B16A16_SNORM),
        NAMED(R16G16B16A16_SFLOAT),
        NAMED(R32_UINT),
        NAMED(R32_SFLOAT),
        NAMED(R32G32_SINT),
        NAMED(R32G32_SFLOAT),
        NAMED(R32G32B32_SFLOAT),
        NAMED(R32G32B32A32_SINT),
        NAMED(R64_UINT),
        NAMED(R64G64_SFLOAT),
        NAMED(R64G64B64A64_SFLOAT),
        NAMED(B10G11R11_UFLOAT_PACK32),
        NAMED(E5B9G9R9_UFLOAT_PACK32),
        NAMED(D16_UNORM),
        NAMED(S8_UINT),
        NAMED(BC1_RGB_UNORM_BLOCK),
        NAMED(G8B8G8R8_422_UNORM),
    };
    nbl_vulkan_device_t *device;
    nbl_error_t error;
    messages_t messages;
    test_random_t random = test_random_begin("formats");
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    size_t made = 0, unable = 0, refused = 0;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        const nbl_vulkan_image_desc_t desc = {.width = 5, .height = 3, .format = named[i].format};
        const uint32_t bytes = bytes_by_name(named[i].name);
        nbl_vulkan_image_t image;
        nbl_result_t result = nbl_vulkan_image_create(device, &desc, &image, &error);
        ck_assert_msg((result == NBL_ERROR_ARGUMENT) == (bytes == 0), "%s: %s", named[i].name, error.text);
        refused += result == NBL_ERROR_ARGUMENT;
        unable += result == NBL_ERROR_MISSING_FEATURE;
        if (result != NBL_SUCCESS) continue;
        made++;
        ck_assert_msg(image.texel_bytes == bytes, "%s: %u bytes", named[i].name, image.texel_bytes);
        unsigned char *texels = random_bytes(&random, 15 * bytes), *back = malloc(15 * bytes);
        expect_ok(nbl_vulkan_image_upload(device, &image, texels, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                                          &error),
                  &error);
        expect_ok(nbl_vulkan_image_download(device, &image, back, VK_IMAGE_LAYOUT_GENERAL, &error), &error);
        ck_assert_mem_eq(back, texels, 15 * bytes);
        free(back);
        free(texels);
        nbl_vulkan_image_destroy(device, &image);
    }
    printf("%zu formats made, %zu that this device lacks, %zu refused\n", made, unable, refused);
    ck_assert_uint_ge(made, 20);
    ck_assert_uint_eq(made + unable + refused, sizeof named / sizeof *named);
    close_silent(device, &messages);
}
END_TEST

START_TEST(image_errors_name_the_limit) {
    nbl_vulkan_device_t *device;
    nbl_vulkan_image_desc_t desc = {.width = 1, .height = 1, .name = "target"};
    nbl_vulkan_image_t image;
    nbl_error_t error;
    messages_t messages;
    float texel[4] = {0};
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    desc.width = nbl_vulkan_device_get_info(device)->max_image_size + 1;
    EXPECT_ERROR(nbl_vulkan_image_create(device, &desc, &image, &error), NBL_ERROR_LIMIT, &error,
                 "target: ", "maxImageDimension2D");
    desc.width = 1;
    desc.format = VK_FORMAT_D32_SFLOAT;
    EXPECT_ERROR(nbl_vulkan_image_create(device, &desc, &image, &error), NBL_ERROR_ARGUMENT, &error, "VkFormat");
    desc.format = 0;
    expect_ok(nbl_vulkan_image_create(device, &desc, &image, &error), &error);
    EXPECT_ERROR(nbl_vulkan_image_upload(device, &image, texel, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_UNDEFINED,
                                         &error),
                 NBL_ERROR_ARGUMENT, &error, "UNDEFINED");
    nbl_vulkan_image_destroy(device, &image);
    close_silent(device, &messages);
}
END_TEST

/* Memory runs out in the driver, as a caller's allocator or a full device lets it. */
START_TEST(exhaustion_is_an_error) {
    nbl_vulkan_device_t *device = NULL;
    nbl_vulkan_buffer_t *buffers = calloc(4096, sizeof *buffers);
    nbl_error_t error;
    nbl_result_t result = NBL_SUCCESS;
    nbl_vulkan_buffer_desc_t desc = {.name = "one of many"};
    size_t i, n = 0;
    if (!use_driver(_i) || getenv("NBL_TEST_SYSTEM_DRIVER")) return; /* a real device is shared: it is not filled up */
    expect_ok(nbl_vulkan_device_create(NULL, &device, &error), &error);
    desc.size = nbl_vulkan_device_get_info(device)->max_storage_buffer_bytes;
    while (n < 64 && (result = nbl_vulkan_buffer_create(device, &desc, &buffers[n], &error)) == NBL_SUCCESS) n++;
    printf("%zu buffers of %llu bytes until: %s\n", n, (unsigned long long)desc.size, error.text);
    if (result != NBL_SUCCESS) EXPECT_ERROR(result, NBL_ERROR_OUT_OF_MEMORY, &error, "one of many: ", "asked");
    for (i = 0; i < n; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    free(buffers);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_loop_test(tests, buffers_keep_what_they_are_given, 0, driver_count());
    tcase_add_loop_test(tests, large_copies_go_in_parts, 0, driver_count());
    tcase_add_loop_test(tests, buffer_errors_name_the_limit, 0, driver_count());
    tcase_add_loop_test(tests, exported_memory_is_a_file, 0, driver_count());
    tcase_add_loop_test(tests, images_keep_what_they_are_given, 0, driver_count());
    tcase_add_loop_test(tests, images_of_every_format, 0, driver_count());
    tcase_add_loop_test(tests, image_errors_name_the_limit, 0, driver_count());
    tcase_add_loop_test(tests, exhaustion_is_an_error, 0, driver_count());
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
