/* What changes from frame to frame: extents, sharpening, intensity, threshold and knee, against the definition in
 * double precision; the emulator's bits on a driver; and what is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

enum { FRAMES = 4 };

/* T(a) of nbl/bloom/combine.h. */
static void bright(const float texel[4], const nbl_bloom_frame_t *frame, bool has_threshold, double result[3]) {
    double most = fmax(fmax((double)texel[0], (double)texel[1]), (double)texel[2]);
    double knee = (double)frame->knee, over = most - (double)frame->threshold;
    double soft = fmin(fmax(over + knee, 0.0), 2.0 * knee), eased = knee > 0.0 ? soft * soft / (4.0 * knee) : 0.0;
    double weight = most > 0.0 ? fmax(fmax(over, eased), 0.0) / most : 0.0;
    for (int k = 0; k < 3; k++) result[k] = (double)texel[k] * (has_threshold ? weight : 1.0);
}

/* Holds a frame's result, in the plan's memory, to the definition. */
static void expect_frame(const case_t *c, const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame,
                         const float *image, const float *kernel, const float *result) {
    case_t now = *c;
    now.width = frame->width ? frame->width : c->width;
    now.height = frame->height ? frame->height : c->height;
    size_t texels = (size_t)now.width * now.height;
    float *part = calloc(4 * texels, sizeof *part), *got = calloc(4 * texels, sizeof *got);
    double *whole = calloc(3 * texels, sizeof *whole);
    for (size_t i = 0; i < texels; i++) {
        size_t at = 4 * (i / now.width * c->width + i % now.width);
        double t[3];
        bright(image + at, frame, plan->desc.threshold, t);
        for (int k = 0; k < 3; k++) part[4 * i + (size_t)k] = (float)t[k];
        memcpy(got + 4 * i, result + at, 16);
        ck_assert_msg(result[at + 3] == image[at + 3], "alpha of texel %zu", i);
    }
    for (size_t y = 0; y < c->height; y++)
        for (size_t x = 0; x < c->width; x++)
            ck_assert_msg((y < now.height && x < now.width) || result[4 * (y * c->width + x)] == 0.0f,
                          "texel %zu, %zu lies outside of the frame and was written", x, y);
    double *bloomed = case_reference(&now, plan, part, kernel, frame->sharpening);
    for (size_t i = 0; i < texels; i++) {
        size_t at = 4 * (i / now.width * c->width + i % now.width);
        double t[3], intensity = (double)frame->intensity;
        bright(image + at, frame, plan->desc.threshold, t);
        for (size_t k = 0; k < 3; k++) {
            double a = (double)image[at + k], b = bloomed[3 * i + k], back = b + (a - t[k]);
            whole[3 * i + k] = plan->desc.combine == NBL_BLOOM_COMBINE_ADD   ? a + intensity * b
                               : plan->desc.combine == NBL_BLOOM_COMBINE_MIX ? (1.0 - intensity) * a + intensity * back
                                                                             : back;
        }
    }
    errors_t e = reference_errors(whole, got, texels);
    ck_assert_msg(e.relative <= 4e-7 && e.largest <= 1.5e-6, "%u x %u, %s: relative %g, largest %g", now.width,
                  now.height, c->family, e.relative, e.largest);
    free(part);
    free(got);
    free(whole);
    free(bloomed);
}

static void draw_frames(const case_t *c, const nbl_bloom_desc_t *desc, test_random_t *random,
                        nbl_bloom_frame_t frames[FRAMES]) {
    for (int i = 0; i < FRAMES; i++) {
        frames[i] = nbl_bloom_frame_init();
        if (i > 0) { /* the first is the plan's own size */
            frames[i].width = 1 + test_random_below(random, c->width);
            frames[i].height = 1 + test_random_below(random, c->height);
        }
        frames[i].sharpening = i == 1 ? 0.0f : (float)test_random_below(random, 100) / 100.0f;
        if (desc->combine != NBL_BLOOM_COMBINE_REPLACE)
            frames[i].intensity = (float)test_random_below(random, 100) / 100.0f;
        if (desc->threshold) {
            frames[i].threshold = (float)test_random_below(random, 80) / 100.0f;
            frames[i].knee = i == 2 ? 0.0f : frames[i].threshold * 0.5f;
        }
    }
}

/* _i: threshold, how it comes back, padding, kernel mode, algorithm and first axis in turns */
START_TEST(frames_are_what_they_say) {
    test_random_t random = test_random_begin("frames_are_what_they_say");
    case_t c = {.family = "frames",
                .width = 37 + (uint32_t)_i,
                .height = 29,
                .kernel_width = 12,
                .kernel_height = 9,
                .padding = _i / 2 % 2 ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO,
                .mode = _i % 5 == 4 ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD,
                .first_axis = _i % 4 == 1 ? NBL_BLOOM_AXIS_Y : NBL_BLOOM_AXIS_X,
                .algorithm = _i % 3 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE};
    nbl_vulkan_device_t *device = _i % 3 == 1 ? test_device_open(TEST_LAVAPIPE) : NULL;
    nbl_bloom_desc_t desc = case_desc(&c, device ? nbl_fft_device_limits(device) : nbl_bloom_desc_init().limits);
    desc.combine = (nbl_bloom_combine_t)(_i % 3);
    desc.threshold = _i % 2;
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    nbl_bloom_frame_t frames[FRAMES];
    run_t on_device[FRAMES];
    draw_frames(&c, &desc, &random, frames);
    if (device) {
        nbl_bloom_t *bloom;
        nbl_bloom_vulkan_desc_t how = {.source_is_image = true, .target_is_image = _i == 4};
        expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
        run_frames_on_device(device, bloom, &how, image, kernel, frames, FRAMES, on_device);
        nbl_bloom_destroy(bloom);
    }
    for (int i = 0; i < FRAMES; i++) {
        run_t run = run_emulated_frame(&plan, image, kernel, &frames[i], NULL);
        expect_frame(&c, &plan, &frames[i], image, kernel, run.result);
        for (size_t y = 0; device && y < (frames[i].height ? frames[i].height : c.height); y++) {
            size_t row = 4 * y * c.width, count = 4 * (size_t)(frames[i].width ? frames[i].width : c.width);
            ck_assert_uint_eq(differing_floats(run.result + row, on_device[i].result + row, 4 * count), 0);
        }
        if (device) run_free(&on_device[i]);
        run_free(&run);
    }
    free(image);
    free(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Mixed whole it is what replaces, to the bit, and added by nothing the image. */
START_TEST(ends_of_intensity) {
    test_random_t random = test_random_begin("ends_of_intensity");
    case_t c = {.family = "ends",
                .width = 31,
                .height = 20,
                .kernel_width = 7,
                .kernel_height = 7,
                .algorithm = NBL_FFT_STOCKHAM};
    nbl_bloom_desc_t desc = case_desc(&c, nbl_bloom_desc_init().limits);
    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    run_t runs[3];
    nbl_bloom_plan_t plan;
    for (int i = 0; i < 3; i++) {
        nbl_error_t error = {""};
        desc.combine = (nbl_bloom_combine_t)i;
        frame.intensity = i == NBL_BLOOM_COMBINE_ADD ? 0.0f : 1.0f;
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        runs[i] = run_emulated_frame(&plan, image, kernel, &frame, NULL);
    }
    ck_assert_uint_eq(differing_floats(runs[0].result, runs[1].result, result_bytes(&plan)), 0);
    ck_assert_uint_eq(differing_floats(runs[2].result, image, result_bytes(&plan)), 0);
    for (int i = 0; i < 3; i++) run_free(&runs[i]);
    free(image);
    free(kernel);
}
END_TEST

START_TEST(frames_that_are_refused) {
    static const struct {
        nbl_bloom_combine_t combine;
        bool threshold;
        nbl_bloom_frame_t frame;
        const char *why;
    } cases[] = {{NBL_BLOOM_COMBINE_REPLACE, false, {.width = 65, .intensity = 1.0f}, "65 x 0 texels are more than"},
                 {NBL_BLOOM_COMBINE_REPLACE, false, {.height = 9, .intensity = 1.0f}, "the plan's 64 x 8"},
                 {NBL_BLOOM_COMBINE_REPLACE,
                  false,
                  {.intensity = 0.5f},
                  "frame: intensity 0.5: must be 1 unless the plan mixes or adds"},
                 {NBL_BLOOM_COMBINE_MIX, false, {.intensity = 1.5f}, "must be 0 to 1"},
                 {NBL_BLOOM_COMBINE_ADD, false, {.intensity = NAN}, "must be finite"},
                 {NBL_BLOOM_COMBINE_ADD, false, {.sharpening = NAN, .intensity = 1.0f}, "sharpening nan"},
                 {NBL_BLOOM_COMBINE_ADD, true, {.intensity = 1.0f, .threshold = -1.0f}, "threshold -1"},
                 {NBL_BLOOM_COMBINE_ADD, true, {.intensity = 1.0f, .threshold = 1.0f, .knee = 2.0f}, "knee 2"},
                 {NBL_BLOOM_COMBINE_REPLACE,
                  false,
                  {.height = 7, .intensity = 1.0f},
                  "frame: height 7: must be the plan's, 8, which wraps around without padding"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_error_t error = {""};
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        nbl_bloom_plan_t plan;
        desc.width = 64;
        desc.height = 8;
        desc.kernel_width = desc.kernel_height = 3;
        desc.combine = cases[i].combine;
        desc.threshold = cases[i].threshold;
        desc.padding_y = NBL_BLOOM_PADDING_WRAP;
        desc.algorithm = NBL_FFT_STOCKHAM;
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        nbl_bloom_run_t emulation = nbl_bloom_run_init();
        emulation.frame = cases[i].frame;
        nbl_result_t result = nbl_bloom_emulate(&plan, &emulation, NBL_BLOOM_PASS_FIRST_AXIS,
                                                NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, NULL, &error);
        ck_assert_int_eq(result, NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, cases[i].why), "'%s' does not say '%s'", error.text, cases[i].why);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom frames");
    TCase *tests = tcase_create("frames");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, frames_are_what_they_say, 0, 12);
    tcase_add_test(tests, ends_of_intensity);
    tcase_add_test(tests, frames_that_are_refused);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
