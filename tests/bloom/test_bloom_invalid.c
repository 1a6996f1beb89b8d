/* Texels that are NaN or infinite: found by their exponent's bits and replaced wherever they are read.
 * SPDX-License-Identifier: Apache-2.0
 * The result has the bits of an image in which they were replaced beforehand, on every backend. Or they are refused by
 * name, before anything is written.
 *
 * Mutations, each tried and caught: nbl_bloom_image_texel() or nbl_bloom_image_channel() without its clamp; the last
 * pass's alpha or texel by bloom_source_get*(); nbl_bloom_low_source() and blur_source_get() without; the
 * default of `largest` FLT_MAX.
 */
#include "nbl/bloom/invalid.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "tests/bloom/running.h"
#include "tests/bloom/texels.h"

#include <stdio.h>

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

START_TEST(the_exponent_decides) {
    test_random_t random = test_random_begin("the_exponent_decides");
    uint32_t cases = 0;
    for (uint32_t i = 0; i < 100000; i++, cases++) {
        const uint32_t kind = i % 4, sign = test_random_below(&random, 2) << 31,
                       fraction = test_random_below(&random, 0x7FFFFF);
        const uint32_t exponent = kind == 0 ? 0 : kind == 1 ? 255 : test_random_below(&random, 255);
        const uint32_t bits = sign | exponent << 23 | (kind == 1 && i % 8 == 1 ? 0 : fraction);
        const uint32_t expected = exponent < 255 ? bits : (bits & 0x7FFFFFu) != 0 ? 0 : sign | bits_of(1000.5f);
        ck_assert_uint_eq(bits_of(nbl_bloom_valid(float_of(bits), 1000.5f)), expected);
    }
    printf("numbers: %u\n", cases);
    ck_assert_uint_eq(cases, 100000);
}
END_TEST

/* ---- Images with NaN and infinities, and the same images without */

typedef struct images_t {
    void *bad, *good; /* of the plan's format */
    uint32_t count;   /* of numbers that differ */
} images_t;

/* The code of NaN (0), infinity (1), its negative (2) and of what takes their place, by a format's digits. */
static void write_number(nbl_bloom_format_t format, void *image, size_t texel, uint32_t channel, uint32_t kind,
                         bool replaced, float largest) {
    unsigned char *at = (unsigned char *)image + texel * nbl_bloom_format_bytes(format);
    const float value = kind == 0 ? 0.0f : kind == 1 ? largest : -largest;
    if (format == NBL_BLOOM_FORMAT_RGBA32F) {
        const uint32_t bits = kind == 0 ? 0xFFC12345u : kind == 1 ? 0x7F800000u : 0xFF800000u;
        memcpy(at + 4 * channel, replaced ? (const void *)&value : &bits, 4);
    } else if (format == NBL_BLOOM_FORMAT_RGBA16F) {
        const uint16_t bits = (uint16_t)(kind == 0   ? 0x7C01u
                                         : kind == 1 ? 0x7C00u
                                                     : 0xFC00u),
                       good = (uint16_t)(texel_encode(fabs((double)value), 10) | (kind == 2 ? 0x8000u : 0u));
        memcpy(at + 2 * channel, replaced ? &good : &bits, 2);
    } else {
        const uint32_t digits = channel == 2 ? 5 : 6, place = channel == 0 ? 0 : channel == 1 ? 11 : 22;
        const uint32_t bits = kind == 0 ? (31u << digits) + 1 : 31u << digits,
                       good = kind == 0 ? 0 : texel_encode((double)largest, (int)digits);
        uint32_t word;
        memcpy(&word, at, sizeof word);
        word &= ~(((1u << (digits + 5)) - 1) << place);
        word |= (replaced ? good : bits) << place;
        memcpy(at, &word, sizeof word);
    }
}

/* Random texels; one in eight has a NaN or an infinity. In b10g11r11 blue stays finite: its largest number is
 * another. */
static images_t make_images(const nbl_bloom_plan_t *plan, test_random_t *random) {
    const nbl_bloom_format_t format = plan->desc.source_format;
    const bool packed = format == NBL_BLOOM_FORMAT_B10G11R11;
    const float largest = plan->desc.largest > 0 ? plan->desc.largest : packed ? 65024.0f : 65504.0f;
    const size_t texels = (size_t)plan->desc.width * plan->desc.height;
    images_t images = {zeroed(image_bytes(plan)), zeroed(image_bytes(plan)), 0};
    for (size_t i = 0; i < texels; i++) {
        float rgba[4];
        for (int k = 0; k < 4; k++) rgba[k] = (float)test_random_real(random);
        texel_write(format, images.bad, i, rgba);
        texel_write(format, images.good, i, rgba);
        if (i % 8 != 3 && i != 0) continue;
        const uint32_t channel = test_random_below(random, packed ? 2 : 4), kind = i == 0 ? 1 : (uint32_t)(i / 8) % 3;
        write_number(format, images.bad, i, channel, packed ? kind % 2 : kind, false, largest);
        write_number(format, images.good, i, channel, packed ? kind % 2 : kind, true, largest);
        images.count++;
    }
    return images;
}

static float *make_kernel(const nbl_bloom_plan_t *plan, test_random_t *random) {
    const size_t numbers = (size_t)plan->desc.kernel_width * plan->desc.kernel_height * 4;
    float *kernel = zeroed(4 * numbers);
    for (size_t i = 0; i < numbers; i++) kernel[i] = 0.6f + 0.4f * (float)test_random_real(random);
    return kernel;
}

static void free_images(images_t *images) {
    free(images->bad);
    free(images->good);
}

static const nbl_bloom_format_t formats[] = {NBL_BLOOM_FORMAT_RGBA32F, NBL_BLOOM_FORMAT_RGBA16F,
                                             NBL_BLOOM_FORMAT_B10G11R11};

static nbl_bloom_desc_t draw_desc(uint32_t number, nbl_fft_limits_t limits, test_random_t *random) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.limits = limits;
    desc.width = 5 + test_random_below(random, 8);
    desc.height = 5 + test_random_below(random, 8);
    desc.kernel_width = 1 + test_random_below(random, 4);
    desc.kernel_height = 1 + test_random_below(random, 4);
    desc.algorithm = number % 2 ? NBL_FFT_RADIX2_SHUFFLE : NBL_FFT_STOCKHAM;
    desc.padding_x = desc.padding_y = (nbl_bloom_padding_t)test_random_below(random, 3);
    desc.first_axis = (nbl_bloom_axis_t)test_random_below(random, 3);
    desc.combine = (nbl_bloom_combine_t)(number / 2 % 3);
    desc.threshold = number / 6 % 2 == 1;
    desc.source_format = formats[number / 4 % 3];
    if (number % 5 == 0) desc.largest = 512.0f; /* which every format has */
    return desc;
}

static nbl_bloom_frame_t frame_of(const nbl_bloom_desc_t *desc) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    if (desc->combine != NBL_BLOOM_COMBINE_REPLACE) frame.intensity = 0.25f;
    frame.threshold = 0.25f;
    frame.knee = 0.125f;
    return frame;
}

static void expect_finite(const nbl_bloom_plan_t *plan, const float *result) {
    for (size_t i = 0; i < (size_t)plan->desc.width * plan->desc.height * 4; i++) ck_assert(isfinite(result[i]));
}

START_TEST(replaced_on_the_cpu) {
    test_random_t random = test_random_begin("replaced_on_the_cpu");
    uint32_t cases = 0, numbers = 0;
    for (uint32_t k = 0; k < 18; k++) {
        const uint32_t i = 5 * k % 36;
        nbl_bloom_desc_t desc = draw_desc(i, nbl_bloom_desc_init().limits, &random);
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        if (i % 3 == 0) transform_channels_together(&plan);
        const nbl_bloom_frame_t frame = frame_of(&desc);
        images_t images = make_images(&plan, &random);
        float *kernel = make_kernel(&plan, &random), *result = zeroed(result_bytes(&plan));
        run_t bad = run_emulated_frame(&plan, images.bad, kernel, &frame, NULL);
        run_t good = run_emulated_frame(&plan, images.good, kernel, &frame, NULL);
        expect_finite(&plan, bad.result);
        ck_assert_msg(memcmp(bad.result, good.result, (size_t)result_bytes(&plan)) == 0, "case %u: results", i);
        ck_assert_msg(memcmp(bad.after_image, good.after_image, (size_t)plan.workspace_bytes) == 0, "case %u: rows", i);
        if (desc.algorithm == NBL_FFT_STOCKHAM) {
            expect_bloom(nbl_bloom_array(&desc, &frame, images.bad, kernel, result, 1, &error), &error);
            ck_assert_msg(memcmp(result, good.result, (size_t)result_bytes(&plan)) == 0, "case %u: executor", i);
            cases++;
        }
        numbers += images.count;
        cases++;
        run_free(&bad);
        if (k % 4 == 0) { /* finite numbers are not touched: the same bits as where texels are taken as they are */
            desc.invalid = NBL_BLOOM_INVALID_REFUSE;
            expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
            run_t plain = run_emulated_frame(&plan, images.good, kernel, &frame, NULL);
            ck_assert_msg(memcmp(plain.result, good.result, (size_t)result_bytes(&plan)) == 0, "case %u: untouched", i);
            run_free(&plain);
            cases++;
        }
        run_free(&good);
        free_images(&images);
        free(kernel);
        free(result);
    }
    printf("CPU: %u blooms, %u numbers replaced\n", cases, numbers);
    ck_assert_uint_eq(cases, 32);
}
END_TEST

/* Buffers (0), storage images (1) and sampled images (2), in exact mode with the emulator's bits, in fast mode near
 * them. */
static void run_on(nbl_vulkan_device_t *device, uint32_t number, nbl_mode_t mode, test_random_t *random) {
    static const uint32_t kinds[] = {0, 2, 0, 1, 0, 2, 1};
    nbl_bloom_desc_t desc = draw_desc(number, nbl_fft_device_limits(device), random);
    const uint32_t kind = kinds[number % 7];
    if (kind == 1) desc.source_format = NBL_BLOOM_FORMAT_RGBA32F; /* others are features */
    const nbl_bloom_vulkan_desc_t how = {.mode = mode, .source_is_image = kind == 1, .source_is_sampled = kind == 2};
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    nbl_bloom_t *bloom;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    if (number % 2 == 0) transform_channels_together(&plan);
    const nbl_bloom_frame_t frame = frame_of(&desc);
    images_t images = make_images(&plan, random);
    float *kernel = make_kernel(&plan, random);
    run_t good = run_emulated_frame(&plan, images.good, kernel, &frame, NULL);
    expect_bloom(nbl_bloom_create_empty(device, &plan, &how, &bloom, &error), &error);
    for (int pass = NBL_BLOOM_PASS_FIRST_AXIS; pass < NBL_BLOOM_PASSES; pass++)
        expect_bloom(nbl_bloom_create_pass(bloom, (nbl_bloom_pass_name_t)pass, &error), &error);
    run_t run = run_begin(&plan);
    run_image_passes(device, bloom, &how, images.bad, &frame, &good, run.result, run.after_image);
    expect_finite(&plan, run.result);
    if (mode == NBL_MODE_EXACT) {
        ck_assert_msg(memcmp(run.result, good.result, (size_t)result_bytes(&plan)) == 0, "case %u: results", number);
        ck_assert_uint_eq(differing_floats(run.after_image, good.after_image, plan.workspace_bytes), 0);
    } else {
        float most = 0.0f, off = 0.0f;
        for (size_t k = 0; k < (size_t)result_bytes(&plan) / 4; k++) {
            most = fmaxf(most, fabsf(good.result[k]));
            off = fmaxf(off, fabsf(run.result[k] - good.result[k]));
        }
        ck_assert_msg(off <= 3e-6f * most, "case %u, fast: off by %g of %g", number, (double)off, (double)most);
    }
    run_free(&run);
    run_free(&good);
    nbl_bloom_destroy(bloom);
    free_images(&images);
    free(kernel);
}

START_TEST(replaced_on_devices) {
    const test_driver_t driver = _i == 0 ? TEST_LAVAPIPE : TEST_SWIFTSHADER;
    const uint32_t step = _i == 0 ? 1 : 7;
    test_random_t random = test_random_begin("replaced_on_devices");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    uint32_t cases = 0;
    for (uint32_t i = 0; i < 8; i += step, cases++)
        run_on(device, i, i % 7 == 4 ? NBL_MODE_FAST : NBL_MODE_EXACT, &random);
    printf("%s: %u blooms\n", test_driver_name(driver), cases);
    ck_assert_uint_eq(cases, _i == 0 ? 8 : 2);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- The bloom at low resolution, and the blurs */

enum { W = 13, H = 9, K = 5 };

typedef struct small_t {
    _Alignas(16) float bad[W * H * 4], good[W * H * 4], kernel[K * K * 4], result[W * H * 4], expected[W * H * 4];
} small_t;

static void make_small(small_t *s, test_random_t *random) {
    static const float kinds[] = {NAN, INFINITY, -INFINITY};
    static const float replaced[] = {0.0f, 65504.0f, -65504.0f};
    for (uint32_t i = 0; i < W * H * 4; i++) {
        s->bad[i] = s->good[i] = (float)test_random_real(random);
        if (test_random_below(random, 16) != 0 && i != 5) continue;
        const uint32_t kind = test_random_below(random, 3);
        s->bad[i] = kinds[kind];
        s->good[i] = replaced[kind];
    }
    for (uint32_t i = 0; i < K * K * 4; i++) s->kernel[i] = 0.6f + 0.4f * (float)test_random_real(random);
}

static void expect_same(const small_t *s, const char *what) {
    for (uint32_t i = 0; i < W * H * 4; i++) ck_assert_msg(isfinite(s->result[i]), "%s: not finite", what);
    ck_assert_msg(memcmp(s->result, s->expected, sizeof s->result) == 0, "%s: bits", what);
}

START_TEST(replaced_by_the_other_methods) {
    test_random_t random = test_random_begin("replaced_by_the_other_methods");
    static small_t s;
    uint32_t cases = 0;
    nbl_error_t error = {""};
    for (uint32_t i = 0; i < 3; i++) {
        nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = i % 2 ? 2 : 4};
        nbl_bloom_low_plan_t plan;
        desc.bloom.width = W;
        desc.bloom.height = H;
        desc.bloom.kernel_width = desc.bloom.kernel_height = K;
        desc.bloom.algorithm = NBL_FFT_STOCKHAM;
        desc.bloom.combine = (nbl_bloom_combine_t)i;
        desc.bloom.threshold = i == 1;
        const nbl_bloom_frame_t frame = frame_of(&desc.bloom);
        make_small(&s, &random);
        expect_bloom(nbl_bloom_low_plan_make(&desc, &plan, &error), &error);
        expect_bloom(nbl_bloom_low_execute(&plan, s.good, s.kernel, s.expected, &frame, 1, NULL, &error), &error);
        expect_bloom(nbl_bloom_low_execute(&plan, s.bad, s.kernel, s.result, &frame, 1, NULL, &error), &error);
        expect_same(&s, "low resolution, executor");
        cases++;
        if (i > 0) continue;
        expect_bloom(nbl_bloom_low_emulate(&plan, s.bad, s.kernel, s.result, &frame, NULL, NULL, &error), &error);
        expect_same(&s, "low resolution, emulator");
        cases++;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const nbl_blur_desc_t desc = {.method = i % 2 ? NBL_BLUR_PREFIX_SUM : NBL_BLUR_DUAL_FILTER,
                                      .width = W,
                                      .height = H,
                                      .combine = (nbl_bloom_combine_t)(i / 2),
                                      .sigma = 2.0f};
        nbl_blur_plan_t plan;
        nbl_blur_frame_t frame = nbl_blur_frame_init();
        if (i / 2 == 1) frame.intensity = 0.25f;
        make_small(&s, &random);
        expect_bloom(nbl_blur_plan_make(&desc, &plan, &error), &error);
        expect_bloom(nbl_blur_emulate(&plan, s.good, s.expected, &frame, NULL, NULL, &error), &error);
        expect_bloom(nbl_blur_emulate(&plan, s.bad, s.result, &frame, NULL, NULL, &error), &error);
        expect_same(&s, "blur, emulator");
        cases++;
        if (desc.method == NBL_BLUR_PREFIX_SUM) continue;
        expect_bloom(nbl_blur_execute(&plan, s.bad, s.result, &frame, 1, NULL, &error), &error);
        expect_same(&s, "blur, executor");
        cases++;
    }
    printf("other methods: %u\n", cases);
    ck_assert_uint_eq(cases, 10);
}
END_TEST

/* ---- Refused */

/* A kernel is never mended: whatever is asked of images, and whether its luminance is needed. */
START_TEST(bad_kernels_are_refused) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    static small_t s;
    test_random_t random = test_random_begin("bad_kernels_are_refused");
    for (uint32_t i = 0; i < 6; i++) {
        nbl_error_t error = {""};
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        char why[64];
        desc.width = W;
        desc.height = H;
        desc.kernel_width = desc.kernel_height = K;
        desc.algorithm = NBL_FFT_STOCKHAM;
        desc.normalize = (nbl_bloom_normalize_t)(i / 3);
        make_small(&s, &random);
        const uint32_t x = test_random_below(&random, K), y = test_random_below(&random, K), channel = i % 3;
        s.kernel[4 * (y * K + x) + 3] = bad[i % 3]; /* alpha has no effect */
        expect_bloom(nbl_bloom_array(&desc, NULL, s.bad, s.kernel, s.result, 1, &error), &error);
        s.kernel[4 * (y * K + x) + channel] = bad[i % 3];
        snprintf(why, sizeof why, "kernel: x %u, y %u, channel %c is %s", x, y, "RGB"[channel],
                 i % 3 == 0 ? "NaN" : "infinite");
        ck_assert_int_eq(nbl_bloom_array(&desc, NULL, s.bad, s.kernel, s.result, 1, &error), NBL_ERROR_BAD_KERNEL);
        ck_assert_str_eq(error.text, why);
    }
}
END_TEST

/* The texel that is named is the first one, row by row, and nothing is written. */
START_TEST(refused_by_name) {
    test_random_t random = test_random_begin("refused_by_name");
    uint32_t cases = 0;
    for (uint32_t i = 0; i < 24; i++) {
        nbl_bloom_desc_t desc = draw_desc(i, nbl_bloom_desc_init().limits, &random);
        desc.invalid = NBL_BLOOM_INVALID_REFUSE;
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        char why[64];
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        const nbl_bloom_frame_t frame = frame_of(&desc);
        const bool packed = desc.source_format == NBL_BLOOM_FORMAT_B10G11R11;
        const uint32_t x = test_random_below(&random, desc.width), y = test_random_below(&random, desc.height - 1),
                       channel = test_random_below(&random, packed ? 3 : 4), kind = test_random_below(&random, 2);
        void *image = zeroed(image_bytes(&plan));
        float *kernel = make_kernel(&plan, &random), *result = zeroed(result_bytes(&plan));
        write_number(desc.source_format, image, (size_t)y * desc.width + x, channel, kind, false, 0.0f);
        write_number(desc.source_format, image, (size_t)(y + 1) * desc.width, 0, 0, false, 0.0f);
        snprintf(why, sizeof why, "image: x %u, y %u, channel %c is %s", x, y, "RGBA"[channel],
                 kind ? "infinite" : "NaN");
        memset(result, 0x55, (size_t)result_bytes(&plan));
        ck_assert_int_eq(nbl_bloom_check_image(&plan, &frame, image, &error), NBL_ERROR_BAD_IMAGE);
        ck_assert_str_eq(error.text, why);
        if (desc.algorithm == NBL_FFT_STOCKHAM) {
            ck_assert_int_eq(nbl_bloom_array(&desc, &frame, image, kernel, result, 1, &error), NBL_ERROR_BAD_IMAGE);
            ck_assert_str_eq(error.text, why);
            cases++;
        }
        nbl_bloom_run_t run = nbl_bloom_run_init();
        run.image = image;
        run.frame = frame;
        ck_assert_int_eq(nbl_bloom_emulate(&plan, &run, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE,
                                           NULL, &error),
                         NBL_ERROR_BAD_IMAGE);
        ck_assert_str_eq(error.text, why);
        for (uint64_t k = 0; k < result_bytes(&plan); k++) ck_assert_uint_eq(((unsigned char *)result)[k], 0x55);
        cases += 2;
        free(image);
        free(kernel);
        free(result);
    }
    printf("refused: %u\n", cases);
    ck_assert_uint_eq(cases, 60);
}
END_TEST

START_TEST(refused_by_the_other_methods) {
    test_random_t random = test_random_begin("refused_by_the_other_methods");
    static small_t s;
    nbl_error_t error = {""};
    make_small(&s, &random);
    memcpy(s.bad, s.good, sizeof s.bad);
    s.bad[(5 * W + 3) * 4 + 2] = -INFINITY;
    const char *why = "image: x 3, y 5, channel B is infinite";
    nbl_bloom_low_desc_t low = {.bloom = nbl_bloom_desc_init(), .factor = 2};
    nbl_bloom_low_plan_t low_plan;
    low.bloom.width = W;
    low.bloom.height = H;
    low.bloom.kernel_width = low.bloom.kernel_height = K;
    low.bloom.algorithm = NBL_FFT_STOCKHAM;
    low.bloom.invalid = NBL_BLOOM_INVALID_REFUSE;
    expect_bloom(nbl_bloom_low_plan_make(&low, &low_plan, &error), &error);
    ck_assert_int_eq(nbl_bloom_low_execute(&low_plan, s.bad, s.kernel, s.result, NULL, 1, NULL, &error),
                     NBL_ERROR_BAD_IMAGE);
    ck_assert_str_eq(error.text, why);
    const nbl_blur_desc_t blur = {.width = W, .height = H, .invalid = NBL_BLOOM_INVALID_REFUSE};
    nbl_blur_plan_t blur_plan;
    expect_bloom(nbl_blur_plan_make(&blur, &blur_plan, &error), &error);
    ck_assert_int_eq(nbl_blur_execute(&blur_plan, s.bad, s.result, NULL, 1, NULL, &error), NBL_ERROR_BAD_IMAGE);
    ck_assert_str_eq(error.text, why);
    ck_assert_int_eq(nbl_blur_emulate(&blur_plan, s.bad, s.result, NULL, NULL, NULL, &error), NBL_ERROR_BAD_IMAGE);
    ck_assert_str_eq(error.text, why);
    nbl_bloom_desc_t desc = low.bloom;
    nbl_bloom_plan_t plan;
    desc.largest = -1.0f;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "bloom: largest is -1, must be finite, 0 or more");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom invalid texels");
    TCase *tests = tcase_create("invalid texels");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_exponent_decides);
    tcase_add_test(tests, replaced_on_the_cpu);
    tcase_add_loop_test(tests, replaced_on_devices, 0, 2);
    tcase_add_test(tests, replaced_by_the_other_methods);
    tcase_add_test(tests, bad_kernels_are_refused);
    tcase_add_test(tests, refused_by_name);
    tcase_add_test(tests, refused_by_the_other_methods);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
