/* Tests tests/bloom/reference.h, which other tests compare with: sums, the convolution theorem and a third way to write
 * the definition must agree.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/reference.h"

#include <check.h>
#include <stdio.h>

static float *random_texels(test_random_t *random, size_t texels) {
    float *image = malloc(texels * 4 * sizeof *image);
    for (size_t i = 0; i < 4 * texels; i++) image[i] = (float)(test_random_real(random) + 0.7);
    return image;
}

/* `pad` as one writes it down without lengths: the image goes on for ever, and every texel gathers its neighbours. */
static double *gathered(const reference_t *r) {
    double *out = calloc((size_t)r->width * r->height * 3, sizeof *out), luminance = reference_luminance(r);
    for (int64_t y = 0; y < (int64_t)r->height; y++)
        for (int64_t x = 0; x < (int64_t)r->width; x++)
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int64_t j = 0; j < (int64_t)r->kernel_height; j++)
                    for (int64_t i = 0; i < (int64_t)r->kernel_width; i++) {
                        int64_t u = reference_texel(x - (i - r->kernel_width / 2), r->width, r->padding_x);
                        int64_t v = reference_texel(y - (j - r->kernel_height / 2), r->height, r->padding_y);
                        if (u < 0 || v < 0) continue;
                        sum += (double)r->kernel[4 * (j * r->kernel_width + i) + c] / luminance *
                               (double)r->image[4 * (v * r->width + u) + c];
                    }
                size_t texel = (size_t)(y * r->width + x);
                out[3 * texel + (size_t)c] =
                    (1.0 - r->sharpening) * sum + r->sharpening * (double)r->image[4 * texel + (size_t)c];
            }
    return out;
}

static void expect_equal(const double *a, const double *b, const reference_t *r, const char *what) {
    double largest = 0, scale = 0;
    for (size_t i = 0; i < (size_t)r->width * r->height * 3; i++) {
        largest = fmax(largest, fabs(a[i] - b[i]));
        scale = fmax(scale, fabs(a[i]));
    }
    if (!(largest <= 1e-13 * scale))
        ck_abort_msg("%s: %ux%u * %ux%u padding %d %d resample %d sharpen %g: differ by %g of %g", what, r->width,
                     r->height, r->kernel_width, r->kernel_height, r->padding_x, r->padding_y, r->resample,
                     r->sharpening, largest, scale);
}

START_TEST(three_ways_agree) {
    test_random_t random = test_random_begin("three_ways_agree");
    static const uint32_t sizes[][4] = {{1, 1, 1, 1},  {2, 3, 1, 2}, {17, 5, 3, 8},  {5, 4, 9, 13},
                                        {3, 1, 7, 16}, {8, 8, 8, 8}, {13, 11, 15, 1}};
    int fixed = sizeof sizes / sizeof *sizes, compared = 0;
    for (int i = 0; i < 40; i++) {
        uint32_t s[4];
        for (int k = 0; k < 4; k++) s[k] = i < fixed ? sizes[i][k] : 1 + test_random_below(&random, 20);
        reference_t r = {s[0],
                         s[1],
                         s[2],
                         s[3],
                         random_texels(&random, s[0] * s[1]),
                         random_texels(&random, s[2] * s[3]),
                         i % 3,
                         i / 3 % 3,
                         (i & 2) != 0,
                         (i & 4) != 0,
                         i % 3 * 0.5,
                         power_of_two_from(s[0] + s[2]),
                         power_of_two_from(s[1] + s[3])};
        if (i % 5 == 4) r.length_x *= 2; /* an algorithm may have a smallest length */
        double *sums = reference_by_sums(&r), *fft = reference_by_fft(&r);
        expect_equal(sums, fft, &r, "sums and FFT");
        if (!r.resample) {
            double *third = gathered(&r);
            expect_equal(sums, third, &r, "circular and endless");
            free(third);
            compared++;
        }
        free(sums);
        free(fft);
        free((void *)(uintptr_t)r.image);
        free((void *)(uintptr_t)r.kernel);
    }
    ck_assert_int_ge(compared, 20);
}
END_TEST

/* The window is the transform of the tent that interpolates: sum over the whole spectrum of tent(f / r) exp(2 pi i f n
 * / N) / r. */
START_TEST(window_is_the_transform_of_the_tent) {
    for (uint32_t period = 1; period <= 32; period *= 2)
        for (uint32_t length = period; length <= 64; length *= 2) {
            double ratio = (double)length / period;
            for (int64_t n = -(int64_t)length / 2; n < (int64_t)length / 2; n++) {
                double sum = 0;
                for (int64_t f = -(int64_t)length; f <= (int64_t)length; f++)
                    sum += fmax(0.0, 1.0 - fabs((double)f / ratio)) *
                           cos(6.283185307179586 * (double)(f * n) / length) / ratio;
                if (!(fabs(sum - reference_window(n, period, length)) < 1e-13))
                    ck_abort_msg("period %u length %u n %d: %g, not %g", period, length, (int)n,
                                 reference_window(n, period, length), sum);
            }
        }
}
END_TEST

/* At a ratio of whole numbers the general form of the kernel in space is the window's. */
START_TEST(lerps_are_the_window) {
    for (uint32_t period = 1; period <= 16; period *= 2)
        for (uint32_t length = period; length <= 48; length += period) {
            double *axis = reference_axis(period, period, length);
            for (uint32_t n = 0; n < length; n++)
                for (uint32_t k = 0; k < period; k++) {
                    int64_t distance = (int64_t)k - period / 2,
                            signed_n = n < (length + 1) / 2 ? (int64_t)n : (int64_t)n - length;
                    double wanted =
                        wrapped(signed_n - distance, period) == 0 ? reference_window(signed_n, period, length) : 0;
                    if (!(fabs(axis[(size_t)n * period + k] - wanted) < 1e-13))
                        ck_abort_msg("period %u length %u n %u texel %u: %g, not %g", period, length, n, k,
                                     axis[(size_t)n * period + k], wanted);
                }
            free(axis);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom reference");
    TCase *tests = tcase_create("reference");
    tcase_add_test(tests, three_ways_agree);
    tcase_add_test(tests, window_is_the_transform_of_the_tent);
    tcase_add_test(tests, lerps_are_the_window);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
