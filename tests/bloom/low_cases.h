/* The blooms at low resolution that are tested: their plans, their texels, and what the emulator makes of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_LOW_CASES_H
#define NBL_TESTS_BLOOM_LOW_CASES_H

#include <stdlib.h>
#include <string.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/bloom_low.h"
#include "tests/common/testing.h"

typedef struct case_t {
    uint32_t width, height, kernel_width, kernel_height, factor, radius;
    nbl_bloom_combine_t combine;
    bool threshold, grey, radix2, halves, on_devices;
} case_t;

static const case_t cases[] = {
    {1, 1, 1, 1, 2, 0, .on_devices = true},
    {1, 1, 1, 1, 4, 1, .on_devices = false},
    {5, 3, 19, 40, 4, 0, .on_devices = true}, /* a kernel larger than the image */
    {64, 32, 32, 32, 2, 0, .radix2 = true},
    {61, 43, 33, 21, 2, 0, .on_devices = true, .combine = NBL_BLOOM_COMBINE_MIX, .threshold = true},
    {61, 43, 33, 33, 4, 0, .threshold = true},
    {40, 30, 17, 9, 2, 1, .grey = true},
    {23, 50, 40, 70, 4, 20, .combine = NBL_BLOOM_COMBINE_ADD, .grey = true, .on_devices = true},
    {90, 1, 64, 64, 4, 3, .threshold = true},
    {40, 30, 23, 31, 2, 4, .halves = true, .on_devices = true},
};
enum { CASES = sizeof cases / sizeof *cases };

static inline nbl_bloom_low_plan_t plan_of(const case_t *c) {
    nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = c->factor, .core_radius = c->radius};
    nbl_bloom_low_plan_t plan;
    nbl_error_t error;
    desc.bloom.width = c->width;
    desc.bloom.height = c->height;
    desc.bloom.kernel_width = c->kernel_width;
    desc.bloom.kernel_height = c->kernel_height;
    desc.bloom.combine = c->combine;
    desc.bloom.threshold = c->threshold;
    desc.bloom.grey_kernel = c->grey;
    if (c->halves) desc.bloom.storage = NBL_BLOOM_STORAGE_FLOAT16;
    desc.bloom.algorithm = c->radix2 ? NBL_FFT_RADIX2_SHUFFLE : NBL_FFT_STOCKHAM;
    if (nbl_bloom_low_plan_make(&desc, &plan, &error) != NBL_SUCCESS) ck_abort_msg("%s", error.text);
    return plan;
}

static inline nbl_bloom_frame_t frame_of(const case_t *c) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    if (c->combine != NBL_BLOOM_COMBINE_REPLACE) frame.intensity = 0.375f;
    return frame;
}

static inline float *aligned_texels(size_t count) {
    float *texels = aligned_alloc(16, 16 * count);
    ck_assert_ptr_nonnull(texels);
    memset(texels, 0, 16 * count);
    return texels;
}

static inline float *random_texels(uint32_t width, uint32_t height, bool suns, test_random_t *random) {
    const size_t count = (size_t)width * height;
    float *texels = aligned_texels(count);
    for (size_t i = 0; i < 4 * count; i++) {
        const float bright = suns && test_random_below(random, 97) == 0 ? 3000.0f : 1.0f;
        texels[i] = bright * (0.5f + 0.5f * (float)test_random_real(random));
    }
    return texels;
}

static inline float *emulated(const case_t *c, const float *image, const float *kernel,
                              const nbl_emulator_launch_t *launch) {
    const nbl_bloom_low_plan_t plan = plan_of(c);
    const nbl_bloom_frame_t frame = frame_of(c);
    float *result = aligned_texels((size_t)c->width * c->height);
    nbl_error_t error;
    if (nbl_bloom_low_emulate(&plan, image, kernel, result, &frame, launch, NULL, &error) != NBL_SUCCESS)
        ck_abort_msg("%s", error.text);
    return result;
}

#endif
