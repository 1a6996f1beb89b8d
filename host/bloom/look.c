/* What of an image blooms, and where its bloom shows (nbl/host/bloom_look.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/bloom_look.h"

#include <math.h>

#include "error/check.h"

nbl_bloom_look_t nbl_bloom_look_init(void) {
    return (nbl_bloom_look_t){.combine = NBL_BLOOM_COMBINE_REPLACE,
                              .intensity = 1.0f,
                              .threshold_at = 1.0f,
                              .knee = 0.5f,
                              .boost = 1.0f,
                              .boost_min = 1.0f,
                              .boost_max = INFINITY,
                              .channels = NBL_BLOOM_CHANNEL_RED | NBL_BLOOM_CHANNEL_GREEN | NBL_BLOOM_CHANNEL_BLUE};
}

nbl_result_t nbl_bloom_look_check(const nbl_bloom_look_t *look, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, look)) return NBL_ERROR_ARGUMENT;
    const nbl_check_t combine = NBL_CHECK_ENUM("combine", look->combine, "replace, mix, add");
    const nbl_result_t valid = nbl_check("bloom look", &combine, 1, error);
    const float most = look->combine == NBL_BLOOM_COMBINE_MIX ? 1.0f : INFINITY;
    if (valid != NBL_SUCCESS) return valid;
    const struct {
        const char *name;
        float value, least, most;
        bool above, finite; /* above: the texel is above `least`; finite: below infinity */
    } numbers[] = {{"intensity", look->intensity, 0.0f, most, false, true},
                   {"threshold_at", look->threshold_at, 0.0f, INFINITY, false, true},
                   {"knee", look->knee, 0.0f, look->threshold_at, false, true},
                   {"boost", look->boost, 0.0f, INFINITY, true, true},
                   {"boost_min", look->boost_min, 0.0f, INFINITY, false, true},
                   {"boost_max", look->boost_max, look->boost_min, INFINITY, false, false}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const float value = numbers[i].value;
        if (value >= numbers[i].least && value <= numbers[i].most && !(numbers[i].above && value == numbers[i].least) &&
            !(numbers[i].finite && isinf(value)))
            continue;
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "bloom look: %s is %g, must be %s %g%s, at most %g", numbers[i].name,
                        (double)value, numbers[i].above ? "above" : "at least", (double)numbers[i].least,
                        numbers[i].finite ? ", finite" : "", (double)numbers[i].most);
    }
    if (look->channels < 2 * NBL_BLOOM_CHANNEL_ALPHA) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "bloom look: channels is %u, must be a sum of 1, 2, 4 and 8",
                    look->channels);
}

/* Returns a texel's colour above the threshold. */
static nbl_float32_t4 bright_of(const nbl_bloom_look_t *look, const float *texel) {
    const nbl_float32_t4 rgba = {texel[0], texel[1], texel[2], texel[3]};
    const float scale = look->knee > 0.0f ? 1.0f / (4.0f * look->knee) : 0.0f;
    return look->threshold ? nbl_bloom_above(rgba, look->threshold_at, look->knee, scale) : rgba;
}

static float share_of(const float *mask, size_t i) { return mask ? mask[i] : 1.0f; }

/* Returns the factor by which the boost multiplies a colour. */
static double boost_of(const nbl_bloom_look_t *look, nbl_float32_t4 bright) {
    const double luminance = (double)nbl_bloom_luminance(bright.x, bright.y, bright.z);
    const double least = (double)look->boost_min;
    if (look->boost == 1.0f || !(luminance > least)) return 1.0;
    return fmin(least + (double)look->boost * (luminance - least), (double)look->boost_max) / luminance;
}

void nbl_bloom_look_source(const nbl_bloom_look_t *look, const float *image, size_t texels, float *source,
                           float *part) {
    for (size_t i = 0; i < texels; i++) {
        const nbl_float32_t4 bright = bright_of(look, image + 4 * i);
        const float share = share_of(look->source_mask, i), colour[3] = {bright.x, bright.y, bright.z};
        const double factor = boost_of(look, bright) * (double)share;
        for (size_t c = 0; c < 3; c++) {
            source[4 * i + c] = (float)(factor * (double)colour[c]);
            if (part) part[4 * i + c] = share * colour[c];
        }
        source[4 * i + 3] = bright.w;
        if (part) part[4 * i + 3] = bright.w;
    }
}

/* Interpolates from a to b. Returns exactly a for a share of 0, exactly b for 1. */
static float between(float a, float b, float share) {
    return share == 0.0f ? a : share == 1.0f ? b : (1.0f - share) * a + share * b;
}

void nbl_bloom_look_finish(const nbl_bloom_look_t *look, const float *image, const float *part, size_t texels,
                           float *result) {
    for (size_t i = 0; i < 4 * texels; i++) {
        const float shown = look->channels >> i % 4 & 1u ? share_of(look->mask, i / 4) : 0.0f;
        const float whole = nbl_bloom_combine(result[i], image[i], part[i], look->intensity, look->combine, true);
        result[i] = between(image[i], whole, shown);
        if (i % 4 == 3 && look->channels & NBL_BLOOM_CHANNEL_ALPHA) result[i] = fminf(fmaxf(result[i], 0.0f), 1.0f);
    }
}
