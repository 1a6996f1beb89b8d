/* Formats of sources and targets: rounding against its definition, blooms against double precision, the emulator's bits
 * on both drivers from buffers, storage images and sampled images, and views of another format refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"
#include "tests/bloom/texels.h"

enum { TARGETS = 3 };

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

START_TEST(rounding_is_to_nearest_even) {
    static const uint32_t digits[3] = {10, 6, 5};
    test_random_t random = test_random_begin("rounding_is_to_nearest_even");
    uint32_t cases = 0;
    for (int d = 0; d < 3; d++) {
        for (uint32_t code = 0; code < 31u << digits[d];
             code++) { /* each number, the middle above it, and their floats */
            double value = texel_decode(code, (int)digits[d]), next = texel_decode(code + 1, (int)digits[d]);
            float numbers[4] = {(float)value, (float)((value + next) / 2)};
            numbers[2] = nextafterf(numbers[1], 0.0f);
            numbers[3] = nextafterf(numbers[1], INFINITY);
            for (int i = 0; i < 4; i++, cases++)
                ck_assert_uint_eq(nbl_texel_magnitude(numbers[i], digits[d]),
                                  texel_encode((double)numbers[i], (int)digits[d]));
        }
        for (int i = 0; i < 20000; i++, cases++) {
            float x = float_of(test_random_below(&random, 0x7F800000u));
            ck_assert_uint_eq(nbl_texel_magnitude(-x, digits[d]), texel_encode((double)x, (int)digits[d]));
        }
        ck_assert_uint_eq(nbl_texel_magnitude(INFINITY, digits[d]), (31u << digits[d]) - 1u);
        ck_assert_uint_gt(nbl_texel_magnitude(NAN, digits[d]), 31u << digits[d]);
    }
    printf("rounding: %u numbers\n", cases);
    ck_assert_uint_eq(cases, 4 * 31 * (1024 + 64 + 32) + 60000);
}
END_TEST

START_TEST(images_hold_what_is_stored) {
    test_random_t random = test_random_begin("images_hold_what_is_stored");
    for (uint32_t i = 0; i < 20000; i++) {
        float x[4];
        for (int k = 0; k < 4; k++)
            x[k] = ldexpf((float)test_random_real(&random), (int)test_random_below(&random, 40) - 22);
        nbl_float32_t4 rgba = {x[0], x[1], x[2], x[3]}, kept = nbl_texel_to_image(rgba, NBL_TEXEL_RGBA16F, true);
        nbl_uint32_t2 own = nbl_texel_to_halves(rgba), converted = nbl_texel_convert_to_halves(rgba);
        ck_assert(own.x == converted.x && own.y == converted.y); /* the emulator converts to nearest even */
        ck_assert(fabsf(kept.x) <= 65504.0f && (fabsf(x[0]) > 65504.0f || kept.x == x[0]));
        for (int format = NBL_BLOOM_FORMAT_RGBA16F; format <= NBL_BLOOM_FORMAT_B10G11R11; format++) {
            unsigned char texel[8];
            double expected[4];
            texel_write((nbl_bloom_format_t)format, texel, 0, x);
            texel_read((nbl_bloom_format_t)format, texel, 0, expected);
            nbl_float32_t4 got = nbl_texel_to_image(rgba, (uint32_t)format, false);
            ck_assert_msg((double)got.x == expected[0] && (double)got.y == expected[1] &&
                              (double)got.z == expected[2] && (double)got.w == expected[3],
                          "format %d: %g %g %g %g", format, (double)x[0], (double)x[1], (double)x[2], (double)x[3]);
        }
    }
    double worst = 0;
    for (uint32_t code = 0; code < 256; code++) { /* by a device's fraction, off by as much as it may be */
        for (int off = -1; off <= 1; off++) {
            float fraction = (float)(code / 255.0) + 0.001f * (float)off;
            fraction = fraction < 0.0f ? 0.0f : fraction;
            nbl_float32_t4 loaded = {fraction, fraction, fraction, fraction};
            nbl_float32_t4 got = nbl_texel_from_image(loaded, NBL_TEXEL_SRGB8);
            double expected = texel_srgb(code), error = fabs((double)got.y - expected);
            if (expected > 0) worst = fmax(worst, error / expected);
            ck_assert(error <= 3e-7 * expected);
            ck_assert(fabs((double)got.w - code / 255.0) <= 1.2e-7);
        }
    }
    printf("sRGB: within %.2g\n", worst);
}
END_TEST

/* Four bytes of an image of each format that are of about the same picture. */
static void *encode_image(const nbl_bloom_plan_t *plan, const float *texels) {
    void *image = zeroed(image_bytes(plan));
    size_t count = (size_t)plan->desc.width * plan->desc.height;
    for (size_t i = 0; i < count; i++) texel_write(plan->desc.source_format, image, i, texels + 4 * i);
    return image;
}

/* Half a step of the format, or of a device's own rounding a whole one, beside the bound of the bloom itself. */
static void expect_result(const case_t *c, const nbl_bloom_plan_t *plan, const void *image, const float *kernel,
                          const void *result, bool converted) {
    static const double steps[TARGETS][4] = {{0}, {0x1p-11, 0x1p-11, 0x1p-11, 0x1p-11}, {0x1p-7, 0x1p-7, 0x1p-6, 0}};
    size_t count = (size_t)c->width * c->height;
    float *decoded = calloc(4 * count, sizeof *decoded);
    double most = 0.0, texel[4];
    for (size_t i = 0; i < count; i++) {
        texel_read(plan->desc.source_format, image, i, texel);
        for (size_t k = 0; k < 4; k++) decoded[4 * i + k] = (float)texel[k];
    }
    double *reference = case_reference(c, plan, decoded, kernel, 0.0f);
    for (size_t i = 0; i < 3 * count; i++) most = fmax(most, fabs(reference[i]));
    for (size_t i = 0; i < count; i++) {
        texel_read(plan->desc.target_format, result, i, texel);
        for (size_t k = 0; k < 4; k++) {
            double expected = k < 3 ? reference[3 * i + k] : (double)decoded[4 * i + 3];
            if (plan->desc.target_format == NBL_BLOOM_FORMAT_B10G11R11) expected = k < 3 ? fmax(expected, 0.0) : 1.0;
            double step = steps[plan->desc.target_format][k] * (converted ? 2.0 : 1.0);
            double bound = 1.5e-6 * most + step * fabs(expected) + 0x1p-20;
            if (plan->desc.target_format == NBL_BLOOM_FORMAT_RGBA32F) bound = 1.5e-6 * most;
            ck_assert_msg(fabs(texel[k] - expected) <= bound, "%s to %s, texel %zu, channel %zu: %g for %g", c->family,
                          nbl_bloom_format_text(plan->desc.target_format), i, k, texel[k], expected);
        }
    }
    free(decoded);
    free(reference);
}

static const struct {
    nbl_bloom_format_t source;
    int source_kind, target_kind; /* 0 buffer, 1 storage image, 2 sampled image */
    nbl_bloom_format_t target;
} variants[] = {{NBL_BLOOM_FORMAT_RGBA32F, 2, 1, NBL_BLOOM_FORMAT_RGBA16F},
                {NBL_BLOOM_FORMAT_RGBA16F, 0, 0, NBL_BLOOM_FORMAT_RGBA16F},
                {NBL_BLOOM_FORMAT_RGBA16F, 1, 1, NBL_BLOOM_FORMAT_B10G11R11},
                {NBL_BLOOM_FORMAT_B10G11R11, 1, 0, NBL_BLOOM_FORMAT_B10G11R11},
                {NBL_BLOOM_FORMAT_SRGB8, 2, 1, NBL_BLOOM_FORMAT_RGBA16F},
                {NBL_BLOOM_FORMAT_B10G11R11, 0, 0, NBL_BLOOM_FORMAT_RGBA32F},
                {NBL_BLOOM_FORMAT_RGBA8, 1, 1, NBL_BLOOM_FORMAT_RGBA32F},
                {NBL_BLOOM_FORMAT_SRGB8, 0, 0, NBL_BLOOM_FORMAT_B10G11R11}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static const case_t sizes[4] = {
    {.family = "odd", .width = 21, .height = 13, .kernel_width = 6, .kernel_height = 7, .first_axis = NBL_BLOOM_AXIS_Y},
    {.family = "kernel larger", .width = 9, .height = 14, .kernel_width = 41, .kernel_height = 38},
    {.family = "one texel", .width = 1, .height = 1, .kernel_width = 3, .kernel_height = 1},
    {.family = "mirror",
     .width = 16,
     .height = 15,
     .kernel_width = 8,
     .kernel_height = 5,
     .padding = NBL_BLOOM_PADDING_MIRROR}};

/* _i: the variant, on lavapipe, then every other one on SwiftShader; sizes and algorithms in turns */
START_TEST(bits_of_every_format) {
    test_driver_t driver = _i < VARIANTS ? TEST_LAVAPIPE : TEST_SWIFTSHADER;
    int number = _i < VARIANTS ? _i : 2 * (_i - VARIANTS), source_kind = variants[number].source_kind;
    test_random_t random = test_random_from(test_seed("bits_of_every_format") + (uint64_t)_i);
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    case_t c = sizes[number % 4];
    c.star = true;
    c.algorithm = number % 3 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
    nbl_bloom_desc_t desc = case_desc(&c, nbl_fft_device_limits(device));
    desc.source_format = variants[number].source;
    desc.target_format = variants[number].target;
    nbl_bloom_vulkan_desc_t how = {.source_is_image = source_kind == 1,
                                   .source_is_sampled = source_kind == 2,
                                   .target_is_image = variants[number].target_kind == 1};
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    if (number % 2 == 0) transform_channels_together(&plan);
    float *texels = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    void *image = encode_image(&plan, texels), *result = zeroed(result_bytes(&plan)),
         *workspace = zeroed(plan.workspace_bytes);
    run_t emulated = run_emulated(&plan, image, kernel, 0.0f, NULL);
    expect_result(&c, &plan, image, kernel, emulated.result, false);
    expect_bloom(nbl_bloom_create_empty(device, &plan, &how, &bloom, &error), &error);
    nbl_result_t created = NBL_SUCCESS;
    for (int pass = NBL_BLOOM_PASS_FIRST_AXIS; pass < NBL_BLOOM_PASSES && created == NBL_SUCCESS; pass++)
        created = nbl_bloom_create_pass(bloom, (nbl_bloom_pass_name_t)pass, &error);
    if (created == NBL_ERROR_MISSING_FEATURE) {
        ck_assert_msg(strstr(error.text, "more storage image formats"), "%s", error.text);
        printf("SKIPPED: variant %d: %s\n", number, error.text);
    } else {
        expect_bloom(created, &error);
        run_image_passes(device, bloom, &how, image, NULL, &emulated, result, workspace);
        ck_assert_msg(memcmp(emulated.result, result, (size_t)result_bytes(&plan)) == 0, "%s, variant %d: bytes differ",
                      test_driver_name(driver), number);
        ck_assert_uint_eq(differing_floats(emulated.after_image, workspace, plan.workspace_bytes), 0);
    }
    nbl_bloom_destroy(bloom);
    run_free(&emulated);
    free(image);
    free(texels);
    free(kernel);
    free(result);
    free(workspace);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Fast mode leaves rounding to halves to the device: to an image, and to a buffer. */
START_TEST(fast_mode_is_as_near) {
    test_random_t random = test_random_from(test_seed("fast_mode_is_as_near") + (uint64_t)_i);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    case_t c = sizes[0];
    c.star = true;
    c.algorithm = NBL_FFT_STOCKHAM;
    nbl_bloom_desc_t desc = case_desc(&c, nbl_fft_device_limits(device));
    desc.source_format = desc.target_format = NBL_BLOOM_FORMAT_RGBA16F;
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_FAST, .target_is_image = _i == 1};
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    run_t run;
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    float *texels = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    void *image = encode_image(&plan, texels);
    expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
    run_frames_on_device(device, bloom, &how, image, kernel, &frame, 1, &run);
    expect_result(&c, &plan, image, kernel, run.result, true);
    run_free(&run);
    nbl_bloom_destroy(bloom);
    free(image);
    free(texels);
    free(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* What a small format cannot hold becomes its largest number, and b10g11r11 has nothing below zero. */
START_TEST(ends_of_formats) {
    for (int format = NBL_BLOOM_FORMAT_RGBA16F; format <= NBL_BLOOM_FORMAT_B10G11R11; format++) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        desc.width = 3;
        desc.height = desc.kernel_width = desc.kernel_height = 1;
        desc.algorithm = NBL_FFT_STOCKHAM;
        desc.target_format = (nbl_bloom_format_t)format;
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        const float image[12] = {1e9f, 1e9f, 1e9f, 1.0f, -2.0f, -2.0f, -2.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f};
        const float kernel[4] = {1.0f, 1.0f, 1.0f, 1.0f};
        run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL);
        double first[4], second[4];
        texel_read(desc.target_format, run.result, 0, first);
        texel_read(desc.target_format, run.result, 1, second);
        bool half = format == NBL_BLOOM_FORMAT_RGBA16F;
        ck_assert(first[0] == (half ? 65504.0 : 65024.0) && first[2] == (half ? 65504.0 : 64512.0));
        ck_assert(half ? fabs(second[0]) <= 600.0 : second[0] >= 0.0); /* beside 1e9 float32 has no more digits */
        run_free(&run);
    }
}
END_TEST

/* Each buffer of one byte less than the plan needs. */
static void small_buffers_are_refused(const nbl_bloom_t *bloom, nbl_bloom_resources_t *resources) {
    const nbl_bloom_plan_t *plan = nbl_bloom_get_plan(bloom);
    const struct {
        const char *name;
        nbl_vulkan_resource_t *resource;
        uint64_t bytes;
    } buffers[] = {{"workspace", &resources->workspace, plan->workspace_bytes},
                   {"spectrum", &resources->spectrum, plan->spectrum_bytes},
                   {"sums", &resources->sums, NBL_BLOOM_SUMS_BYTES},
                   {"plain", &resources->plain, plan->plain_bytes}};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        char why[100];
        nbl_error_t error;
        nbl_bloom_binding_t *binding;
        buffers[i].resource->size = buffers[i].bytes - 1;
        snprintf(why, sizeof why, "%s: its size is %llu bytes, must be %llu or more", buffers[i].name,
                 (unsigned long long)buffers[i].bytes - 1, (unsigned long long)buffers[i].bytes);
        ck_assert_int_eq(nbl_bloom_binding_create(bloom, resources, &binding, &error), NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, why);
        buffers[i].resource->size = 0;
    }
}

START_TEST(other_views_and_small_buffers_are_refused) {
    static const struct {
        nbl_bloom_format_t source;
        bool sampled;
        VkFormat view;
        const char *why; /* NULL: fit to be bound */
    } cases[] = {
        {NBL_BLOOM_FORMAT_RGBA32F, false, VK_FORMAT_R16G16B16A16_SFLOAT,
         "a view of VkFormat 97: the plan's is rgba32f"},
        {NBL_BLOOM_FORMAT_RGBA16F, false, VK_FORMAT_UNDEFINED, "is not stated: the plan's is rgba16f, VkFormat 97"},
        {NBL_BLOOM_FORMAT_RGBA16F, true, VK_FORMAT_R32G32B32A32_SFLOAT, "a view of VkFormat 109"},
        {NBL_BLOOM_FORMAT_SRGB8, true, VK_FORMAT_R8G8B8A8_SRGB, "bind a UNORM view"},
        {NBL_BLOOM_FORMAT_SRGB8, true, VK_FORMAT_B8G8R8A8_UNORM, NULL},
        {NBL_BLOOM_FORMAT_RGBA8, false, VK_FORMAT_B8G8R8A8_UNORM, "VkFormat 44: the plan's is rgba8, VkFormat 37"},
        {NBL_BLOOM_FORMAT_RGBA32F, false, VK_FORMAT_R32G32B32A32_SFLOAT, NULL}};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        desc.width = desc.height = desc.kernel_width = desc.kernel_height = 8;
        desc.limits = nbl_fft_device_limits(device);
        desc.source_format = cases[i].source;
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        nbl_bloom_t *bloom;
        nbl_bloom_binding_t *binding;
        nbl_bloom_vulkan_desc_t how = {.source_is_image = !cases[i].sampled, .source_is_sampled = cases[i].sampled};
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        expect_bloom(nbl_bloom_create_empty(device, &plan, &how, &bloom, &error), &error);
        expect_bloom(nbl_bloom_create_pass(bloom, NBL_BLOOM_PASS_FIRST_AXIS, &error), &error);
        VkFormat format = cases[i].view && !cases[i].why ? cases[i].view : view_format(cases[i].source);
        nbl_vulkan_image_desc_t image_desc = {.width = 8, .height = 8, .format = format};
        nbl_vulkan_image_t image;
        expect_vulkan(nbl_vulkan_image_create(device, &image_desc, &image, &error), &error);
        nbl_vulkan_buffer_t buffer =
            make_buffer(device, plan.workspace_bytes + plan.spectrum_bytes + 1024, NULL, "all");
        nbl_vulkan_resource_t all = {.buffer = buffer.handle};
        nbl_bloom_resources_t resources = {.image = {.view = image.view, .format = cases[i].view},
                                           .result = all,
                                           .workspace = all,
                                           .spectrum = all,
                                           .sums = all};
        nbl_result_t result = nbl_bloom_binding_create(bloom, &resources, &binding, &error);
        /* What passes the check meets the passes that are not there */
        const char *why = cases[i].why ? cases[i].why : "convolve: the pass was not created yet";
        ck_assert_int_eq(result, NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, why), "'%s'", error.text);
        if (!cases[i].why) small_buffers_are_refused(bloom, &resources);
        nbl_bloom_binding_destroy(binding);
        nbl_bloom_destroy(bloom);
        nbl_vulkan_image_destroy(device, &image);
        nbl_vulkan_buffer_destroy(device, &buffer);
    }
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    desc.width = desc.height = desc.kernel_width = desc.kernel_height = 8;
    desc.target_format = NBL_BLOOM_FORMAT_SRGB8;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "target format is 4, must be rgba32f (0), rgba16f (1) or b10g11r11 (2)"), "%s",
                  error.text);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom formats");
    TCase *tests = tcase_create("formats");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, rounding_is_to_nearest_even);
    tcase_add_test(tests, images_hold_what_is_stored);
    tcase_add_loop_test(tests, bits_of_every_format, 0, VARIANTS + VARIANTS / 2);
    tcase_add_loop_test(tests, fast_mode_is_as_near, 0, 2);
    tcase_add_test(tests, ends_of_formats);
    tcase_add_test(tests, other_views_and_small_buffers_are_refused);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
