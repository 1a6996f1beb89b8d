/* The bloom at low resolution against its definition in float64, and the definition against the bloom at full
 * resolution.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/bloom/combine.h"
#include "tests/bloom/low_cases.h"
#include "tests/bloom/low_reference.h"

#include <stdio.h>

/* One channel of what blooms, or of the kernel over its luminance. */
static grid_t channel_of(const float *texels, uint32_t width, uint32_t height, int channel,
                         const nbl_bloom_frame_t *frame) {
    grid_t grid = grid_make((int)width, (int)height, 0, 0);
    for (size_t i = 0; i < (size_t)width * height; i++) {
        nbl_float32_t4 rgba = {texels[4 * i], texels[4 * i + 1], texels[4 * i + 2], texels[4 * i + 3]};
        if (frame) rgba = nbl_bloom_above(rgba, frame->threshold, frame->knee, 0.25f / frame->knee);
        grid.values[i] = (double)(channel == 0 ? rgba.x : channel == 1 ? rgba.y : rgba.z);
    }
    return grid;
}

static grid_t kernel_of(const float *kernel, const case_t *c, int channel) {
    double sums[3] = {0, 0, 0};
    const int used = c->grey ? 0 : channel;
    for (size_t i = 0; i < (size_t)c->kernel_width * c->kernel_height; i++)
        for (int k = 0; k < 3; k++) sums[k] += (double)kernel[4 * i + (size_t)(c->grey ? 0 : k)];
    grid_t grid = channel_of(kernel, c->kernel_width, c->kernel_height, used, NULL);
    for (int i = 0; i < grid.width * grid.height; i++)
        grid.values[i] /= 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2];
    grid.x0 = grid.width / 2;
    grid.y0 = grid.height / 2;
    return grid;
}

START_TEST(it_is_what_its_definition_says) {
    test_random_t random = test_random_begin("test_bloom_low");
    double worst[2] = {0, 0};
    for (int i = 0; i < CASES; i++) {
        const case_t *c = &cases[i];
        const nbl_bloom_frame_t frame = frame_of(c);
        const nbl_bloom_low_plan_t plan = plan_of(c);
        float *image = random_texels(c->width, c->height, true, &random);
        float *kernel = random_texels(c->kernel_width, c->kernel_height, false, &random);
        kernel[0] += 40.0f; /* far from its centre */
        float *result = emulated(c, image, kernel, NULL);
        double difference = 0, energy = 0, largest = 0, peak = 0;
        for (int channel = 0; channel < 3; channel++) {
            grid_t source = channel_of(image, c->width, c->height, channel, c->threshold ? &frame : NULL);
            grid_t taps = kernel_of(kernel, c, channel);
            grid_t expected = reference_low(&source, &taps, (int)c->factor, (int)plan.desc.core_radius);
            for (size_t k = 0; k < (size_t)c->width * c->height; k++) {
                const double texel = (double)image[4 * k + (size_t)channel], amount = (double)frame.intensity;
                const double whole = expected.values[k] + texel - source.values[k];
                const double wanted = c->combine == NBL_BLOOM_COMBINE_ADD   ? texel + amount * expected.values[k]
                                      : c->combine == NBL_BLOOM_COMBINE_MIX ? (1 - amount) * texel + amount * whole
                                                                            : whole;
                const double d = fabs((double)result[4 * k + (size_t)channel] - wanted);
                difference += d * d;
                energy += wanted * wanted;
                largest = fmax(largest, d);
                peak = fmax(peak, fabs(wanted));
            }
            free(source.values);
            free(taps.values);
            free(expected.values);
        }
        for (size_t k = 0; k < (size_t)c->width * c->height; k++) ck_assert(result[4 * k + 3] == image[4 * k + 3]);
        const double relative = sqrt(difference / energy);
        if (c->halves) {
            ck_assert_msg(relative <= 1e-3, "case %d: relative L2 %g", i, relative);
        } else {
            ck_assert_msg(relative <= 4e-7 && largest <= 1.5e-6 * peak, "case %d: relative L2 %g, largest %g of %g", i,
                          relative, largest, peak);
            worst[0] = fmax(worst[0], relative);
            worst[1] = fmax(worst[1], largest / peak);
        }
        free(image);
        free(kernel);
        free(result);
    }
    printf("%d cases; worst relative L2 and largest error: %.2g %.2g\n", CASES, worst[0], worst[1]);
    ck_assert_int_eq(CASES, 10);
}
END_TEST

/* Kernels of 65 x 65: an eye's glare, six spikes, a wide Gaussian. */
static double shape(int kind, int x, int y) {
    const double r = hypot(x, y), turn = atan2(y, x);
    if (r > 32.5) return 0.0;
    if (kind == 0) return pow(1.0 + r * r / 2.25, -1.5);
    if (kind == 1) return (1.0 / (1.0 + r * r) + 0.3 * pow(fabs(cos(3.0 * turn)), 60.0) / (1.0 + r)) * (1.0 - r / 33.0);
    return exp(-r * r / 128.0);
}

/* Returns relative L2 against the bloom itself, both in float64. */
static double error_against_the_bloom(int kind, int factor, int radius, double *largest) {
    grid_t kernel = grid_make(65, 65, 32, 32), image = grid_make(90, 60, 0, 0);
    double light = 0, difference = 0, energy = 0, peak = 0;
    for (int y = -32; y <= 32; y++)
        for (int x = -32; x <= 32; x++) light += *grid_at(&kernel, x, y) = shape(kind, x, y);
    for (int i = 0; i < 65 * 65; i++) kernel.values[i] /= light;
    test_random_t random = test_random_begin("test_bloom_low, images");
    for (int i = 0; i < 90 * 60; i++)
        image.values[i] =
            (test_random_below(&random, 500) == 0 ? 300.0 : 1.0) * (0.5 + 0.5 * test_random_real(&random));
    grid_t exact = grid_convolve(&image, &kernel), low = reference_low(&image, &kernel, factor, radius);
    *largest = 0;
    for (int i = 0; i < 90 * 60; i++) {
        const double d = fabs(exact.values[i] - low.values[i]);
        difference += d * d;
        energy += exact.values[i] * exact.values[i];
        *largest = fmax(*largest, d);
        peak = fmax(peak, exact.values[i]);
    }
    *largest /= peak;
    free(kernel.values);
    free(image.values);
    free(exact.values);
    free(low.values);
    return sqrt(difference / energy);
}

START_TEST(the_executor_has_the_emulators_bits) {
    test_random_t random = test_random_begin("test_bloom_low, executor");
    uint32_t compared = 0;
    for (int i = 0; i < CASES; i++) {
        const case_t *c = &cases[i];
        const nbl_bloom_low_plan_t plan = plan_of(c);
        const nbl_bloom_frame_t frame = frame_of(c);
        float *image = random_texels(c->width, c->height, true, &random);
        float *kernel = random_texels(c->kernel_width, c->kernel_height, false, &random);
        float *result = aligned_texels((size_t)c->width * c->height);
        nbl_error_t error;
        nbl_result_t code = nbl_bloom_low_execute(&plan, image, kernel, result, &frame, 2, NULL, &error);
        if (c->radix2) {
            ck_assert_int_eq(code, NBL_ERROR_ARGUMENT);
            ck_assert_msg(strstr(error.text, "must be Stockham") != NULL, "%s", error.text);
        } else {
            ck_assert_msg(code == NBL_SUCCESS, "%s", error.text);
            float *expected = emulated(c, image, kernel, NULL);
            ck_assert_msg(memcmp(result, expected, 16 * (size_t)c->width * c->height) == 0, "case %d: other bits", i);
            free(expected);
            compared++;
        }
        free(image);
        free(kernel);
        free(result);
    }
    printf("executor: %u cases, the emulator's bits\n", compared);
    ck_assert_uint_eq(compared, CASES - 1);
}
END_TEST

START_TEST(it_is_near_the_bloom_itself) {
    static const struct {
        const char *name;
        int factor, radius;
        double bound[3];
    } rows[] = {{"2, core 6", 2, 6, {0.004, 0.035, 0.008}},
                {"4, core 8", 4, 8, {0.006, 0.036, 0.025}},
                {"4, core 16", 4, 16, {0.0008, 0.012, 0.008}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int kind = 0; kind < 3; kind++) {
            double largest, relative = error_against_the_bloom(kind, rows[i].factor, rows[i].radius, &largest);
            printf("factor %s, kernel %d: relative L2 %.2g, largest %.2g of the largest value\n", rows[i].name, kind,
                   relative, largest);
            ck_assert_msg(relative <= rows[i].bound[kind], "relative L2 %g", relative);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom at low resolution");
    TCase *all = tcase_create("low");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, it_is_what_its_definition_says);
    tcase_add_test(all, the_executor_has_the_emulators_bits);
    tcase_add_test(all, it_is_near_the_bloom_itself);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
