/* Texels of an image that are NaN or infinite: what replaces them, and how a caller's are found.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/invalid.h"

#include <math.h>
#include <string.h>

#include "error/check.h"

/* What an infinity becomes by default: the largest number of the format. For float32 it is the largest half, since the
 * sum of two largest floats would be infinite again. */
#define LARGEST_HALF 65504.0f       /* (2 - 2^-10) 2^15 */
#define LARGEST_OF_11_BITS 65024.0f /* (2 - 2^-6) 2^15, of b10g11r11 */

nbl_result_t nbl_bloom_invalid_check(const char *of, nbl_bloom_invalid_t invalid, float largest, nbl_error_t *error) {
    const nbl_check_t check = NBL_CHECK_ENUM("invalid", invalid, "clamp, refuse");
    const nbl_result_t valid = nbl_check(of, &check, 1, error);
    if (valid != NBL_SUCCESS || (largest >= 0.0f && isfinite(largest))) return valid;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: largest is %g, must be finite, 0 or more", of, (double)largest);
}

bool nbl_bloom_clamps(nbl_bloom_invalid_t invalid, nbl_bloom_format_t format) {
    return invalid == NBL_BLOOM_INVALID_CLAMP && format != NBL_BLOOM_FORMAT_RGBA8 && format != NBL_BLOOM_FORMAT_SRGB8;
}

float nbl_bloom_largest(float largest, nbl_bloom_format_t format) {
    if (largest > 0.0f) return largest;
    return format == NBL_BLOOM_FORMAT_B10G11R11 ? LARGEST_OF_11_BITS : LARGEST_HALF;
}

/* ---- A caller's texels */

/* A channel's bits without the sign, and the bits of an infinity. Larger bits are a NaN. */
typedef struct magnitude_t {
    uint32_t bits, infinity;
} magnitude_t;

static magnitude_t magnitude_of(nbl_bloom_format_t format, const unsigned char *texel, uint32_t channel) {
    uint32_t dword = 0;
    uint16_t half = 0;
    switch (format) {
    case NBL_BLOOM_FORMAT_RGBA32F:
        memcpy(&dword, texel + 4 * channel, sizeof dword);
        return (magnitude_t){dword & 0x7FFFFFFFu, 0x7F800000u};
    case NBL_BLOOM_FORMAT_RGBA16F:
        memcpy(&half, texel + 2 * channel, sizeof half);
        return (magnitude_t){half & 0x7FFFu, 0x7C00u};
    case NBL_BLOOM_FORMAT_B10G11R11:
        memcpy(&dword, texel, sizeof dword);
        if (channel == 2) return (magnitude_t){dword >> 22, 0x3E0u};
        return (magnitude_t){channel < 2 ? (dword >> (11 * channel)) & 0x7FFu : 0, 0x7C0u};
    default: return (magnitude_t){0, 1};
    }
}

/* Whether all numbers of a row of RGBA float32 are finite: a loop that vectors take. */
static bool row_is_finite(const float *numbers, size_t count) {
    uint32_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        bad |= (bits & 0x7F800000u) == 0x7F800000u;
    }
    return bad == 0;
}

/* The texels of an image or of a kernel, for the threads that check them. */
typedef struct texels_t {
    const char *name;
    const unsigned char *at;
    nbl_bloom_format_t format;
    uint32_t width, height, row_pitch, channels; /* channels: numbers of a texel that are read */
    nbl_result_t code;                           /* of the first failure */
} texels_t;

static nbl_result_t check_row(const texels_t *texels, const unsigned char *row, uint32_t y, nbl_error_t *error) {
    const size_t bytes = nbl_bloom_format_bytes(texels->format);
    for (uint32_t x = 0; x < texels->width; x++)
        for (uint32_t channel = 0; channel < texels->channels; channel++) {
            const magnitude_t m = magnitude_of(texels->format, row + bytes * x, channel);
            if (m.bits >= m.infinity)
                return nbl_fail(error, texels->code, "%s: x %u, y %u, channel %c is %s", texels->name, x, y,
                                "RGBA"[channel], m.bits > m.infinity ? "NaN" : "infinite");
        }
    return NBL_SUCCESS;
}

static nbl_result_t check(const texels_t *texels, nbl_error_t *error) {
    const size_t bytes = nbl_bloom_format_bytes(texels->format);
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t y = 0; y < texels->height && result == NBL_SUCCESS; y++) {
        const unsigned char *row = texels->at + bytes * texels->row_pitch * y;
        if (texels->format != NBL_BLOOM_FORMAT_RGBA32F || !row_is_finite((const void *)row, 4 * (size_t)texels->width))
            result = check_row(texels, row, y, error);
    }
    return result;
}

nbl_result_t nbl_bloom_texels_check(const void *texels, nbl_bloom_format_t format, uint32_t width, uint32_t height,
                                    uint32_t row_pitch, nbl_error_t *error) {
    const texels_t image = {"image", texels, format, width, height, row_pitch, 4, NBL_ERROR_BAD_IMAGE};
    if (!nbl_bloom_clamps(NBL_BLOOM_INVALID_CLAMP, format)) return NBL_SUCCESS;
    return check(&image, error);
}

nbl_result_t nbl_bloom_kernel_check(const float *kernel, uint32_t width, uint32_t height, nbl_error_t *error) {
    const texels_t texels = {"kernel", (const unsigned char *)kernel, NBL_BLOOM_FORMAT_RGBA32F, width, height, width,
                             3,        NBL_ERROR_BAD_KERNEL};
    return check(&texels, error);
}

nbl_result_t nbl_bloom_check_image(const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame, const void *image,
                                   nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, image)) return NBL_ERROR_ARGUMENT;
    const nbl_bloom_frame_t usual = nbl_bloom_frame_init();
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    const nbl_result_t valid = nbl_bloom_frame_check(plan, frame, error);
    if (valid != NBL_SUCCESS) return valid;
    const nbl_bloom_constants_t constants = nbl_bloom_frame_constants(plan, NBL_BLOOM_PASS_FIRST_AXIS, frame);
    const uint32_t width = frame->width ? frame->width : plan->desc.width,
                   height = frame->height ? frame->height : plan->desc.height;
    return nbl_bloom_texels_check(image, plan->desc.source_format, width, height, constants.row_pitch, error);
}
