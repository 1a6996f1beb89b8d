/* What blooms of an image and where its bloom shows (nbl/host/bloom_look.h), against the formulas of its head in
 * float64.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that were tried; each fails here: the source mask left out of `part`; the mask of channels that are
 * left out; a knee that is not divided by; boost_max ignored.
 */
#include "nbl/host/bloom_look.h"
#include "tests/common/testing.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 400, TEXELS = 37 };

static float draw(test_random_t *random, double least, double most) {
    return (float)(least + (most - least) * (0.5 + 0.5 * test_random_real(random)));
}

static nbl_bloom_look_t draw_look(test_random_t *random, const float *masks) {
    nbl_bloom_look_t look = nbl_bloom_look_init();
    look.combine = (nbl_bloom_combine_t)test_random_below(random, 3);
    look.intensity = draw(random, 0.0, 1.0);
    look.threshold = test_random_below(random, 2);
    look.threshold_at = draw(random, 0.0, 3.0);
    look.knee = look.threshold_at * (float)test_random_below(random, 3) / 2.0f;
    if (test_random_below(random, 2)) look.boost = draw(random, 0.1, 50.0);
    look.boost_min = draw(random, 0.0, 2.0);
    if (test_random_below(random, 2)) look.boost_max = look.boost_min + draw(random, 0.0, 9.0);
    if (test_random_below(random, 2)) look.source_mask = masks;
    if (test_random_below(random, 2)) look.mask = masks + TEXELS;
    look.channels = test_random_below(random, 8);
    return look;
}

static double luminance(const double rgb[3]) { return 0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2]; }

/* A texel's part that blooms, its source, and its result, whose bloom is given. */
static void reference(const nbl_bloom_look_t *look, size_t i, const float *texel, const float *bloomed, double part[3],
                      double source[3], double result[3]) {
    const double most = fmax(fmax((double)texel[0], (double)texel[1]), (double)texel[2]);
    const double t = (double)look->threshold_at, k = (double)look->knee;
    const double s = fmin(fmax(most - t + k, 0.0), 2.0 * k), soft = k > 0.0 ? s * s / (4.0 * k) : 0.0;
    const double over = fmax(fmax(soft, most - t), 0.0), weight = !look->threshold ? 1.0
                                                                  : over > 0.0     ? over / most
                                                                                   : 0.0;
    const double share = look->source_mask ? (double)look->source_mask[i] : 1.0;
    const double shown = look->mask ? (double)look->mask[i] : 1.0, intensity = (double)look->intensity;
    double bright[3], factor = 1.0;
    for (int c = 0; c < 3; c++) bright[c] = weight * (double)texel[c];
    const double light = luminance(bright), least = (double)look->boost_min;
    if (look->boost != 1.0f && light > least)
        factor = fmin(least + (double)look->boost * (light - least), (double)look->boost_max) / light;
    for (int c = 0; c < 3; c++) {
        const double a = (double)texel[c], b = (double)bloomed[c];
        part[c] = share * bright[c];
        source[c] = factor * part[c];
        const double whole = look->combine == NBL_BLOOM_COMBINE_ADD ? a + intensity * b : b + (a - part[c]);
        const double w = look->combine == NBL_BLOOM_COMBINE_MIX ? (1.0 - intensity) * a + intensity * whole : whole;
        result[c] = look->channels >> c & 1u ? (1.0 - shown) * a + shown * w : a;
    }
}

START_TEST(looks_are_their_formulas) {
    test_random_t random = test_random_begin("looks");
    float masks[2 * TEXELS], image[4 * TEXELS], bloomed[4 * TEXELS], source[4 * TEXELS], part[4 * TEXELS],
        result[4 * TEXELS];
    uint32_t cases = 0;
    for (int l = 0; l < LOOKS; l++) {
        for (size_t i = 0; i < 2 * TEXELS; i++)
            masks[i] = test_random_below(&random, 3) ? draw(&random, 0.0, 1.0) : (float)test_random_below(&random, 2);
        for (size_t i = 0; i < 4 * TEXELS; i++) {
            image[i] = draw(&random, -0.2, 6.0);
            bloomed[i] = draw(&random, 0.0, 6.0);
        }
        const nbl_bloom_look_t look = draw_look(&random, masks);
        ck_assert_int_eq(nbl_bloom_look_check(&look, NULL), NBL_SUCCESS);
        nbl_bloom_look_source(&look, image, TEXELS, source, part);
        memcpy(result, bloomed, sizeof result);
        nbl_bloom_look_finish(&look, image, part, TEXELS, result);
        for (size_t i = 0; i < TEXELS; i++) {
            double parts[3], sources[3], wanted[3];
            reference(&look, i, image + 4 * i, bloomed + 4 * i, parts, sources, wanted);
            for (size_t c = 0; c < 3; c++, cases++) {
                ck_assert_double_eq_tol((double)part[4 * i + c], parts[c], 1e-5);
                ck_assert_double_eq_tol((double)source[4 * i + c], sources[c], 1e-5 + 3e-6 * fabs(sources[c]));
                ck_assert_double_eq_tol((double)result[4 * i + c], wanted[c], 1e-5);
            }
            ck_assert(source[4 * i + 3] == image[4 * i + 3] && result[4 * i + 3] == image[4 * i + 3]);
        }
    }
    ck_assert_uint_eq(cases, 3 * LOOKS * TEXELS);
    printf("looks: %u colours of %d looks\n", cases, LOOKS);
}
END_TEST

/* The default look is no look, bit by bit: the image blooms, and the bloom is the result. */
START_TEST(a_look_by_default_changes_nothing) {
    test_random_t random = test_random_begin("default look");
    float image[4 * TEXELS], bloomed[4 * TEXELS], source[4 * TEXELS], result[4 * TEXELS];
    const nbl_bloom_look_t look = nbl_bloom_look_init();
    for (size_t i = 0; i < 4 * TEXELS; i++) {
        image[i] = draw(&random, -1.0, 70000.0);
        bloomed[i] = i % 4 == 3 ? image[i] : draw(&random, -1.0, 70000.0);
    }
    nbl_bloom_look_source(&look, image, TEXELS, source, NULL);
    ck_assert_mem_eq(source, image, sizeof image);
    memcpy(result, bloomed, sizeof result);
    nbl_bloom_look_finish(&look, image, image, TEXELS, result);
    ck_assert_mem_eq(result, bloomed, sizeof result);
}
END_TEST

START_TEST(numbers_out_of_range_are_named) {
    nbl_bloom_look_t looks[8];
    static const char *const names[8] = {"combine",  "intensity", "threshold_at", "knee",
                                         "boost is", "boost_min", "boost_max",    "channels"};
    for (int i = 0; i < 8; i++) looks[i] = nbl_bloom_look_init();
    looks[0].combine = (nbl_bloom_combine_t)3;
    looks[1].combine = NBL_BLOOM_COMBINE_MIX;
    looks[1].intensity = 1.5f;
    looks[2].threshold_at = NAN;
    looks[3].knee = 1.5f;
    looks[4].boost = 0.0f;
    looks[5].boost_min = INFINITY;
    looks[6].boost_max = 0.5f;
    looks[7].channels = 16;
    for (int i = 0; i < 8; i++) {
        nbl_error_t error = {0};
        ck_assert_int_eq(nbl_bloom_look_check(&looks[i], &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, names[i]) != NULL, "%s: %s", names[i], error.text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom look");
    TCase *tests = tcase_create("look");
    tcase_add_test(tests, looks_are_their_formulas);
    tcase_add_test(tests, a_look_by_default_changes_nothing);
    tcase_add_test(tests, numbers_out_of_range_are_named);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
