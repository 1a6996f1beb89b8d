/* Descriptions of cosine and sine transforms for tests, drawn at random.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_DCT_TESTING_H
#define NBL_TESTS_FFT_DCT_TESTING_H

#include "tests/fft/nd_testing.h"

static const char *const dct_names[] = {"none",  "DCT-I",  "DCT-II",  "DCT-III", "DCT-IV",
                                        "DST-I", "DST-II", "DST-III", "DST-IV"};

static inline layout_t dct_layout(const nbl_fft_nd_desc_t *desc, bool output) {
    layout_t l = layout_of(desc, output);
    l.real = true;
    return l;
}

static inline void dct_describe(const case_t *c, char *text, size_t size) {
    const int at = snprintf(text, size, "%s%s ", dct_names[c->desc.dct], c->desc.orthogonal ? " orthogonal" : "");
    describe(c, text + at, size - (size_t)at);
}

/* Arrays of 1 to 4 dimensions, any axes, strides, batches, in place or not. */
static inline case_t draw_dct(test_random_t *random) {
    case_t c = draw_case(random);
    c.desc.real = false;
    c.desc.precision = test_random_below(random, 2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
    c.desc.dct = 1 + test_random_below(random, 8);
    c.desc.orthogonal = test_random_below(random, 2) == 1;
    for (uint32_t d = 0; d < c.desc.rank; d++) {
        while (c.desc.sizes[d] > 2048) c.desc.sizes[d] /= 2;
        if (c.desc.dct == NBL_FFT_DCT_1 && c.desc.sizes[d] == 1) c.desc.sizes[d] = 2;
        c.desc.given[d] = 0;
        c.desc.input_strides[d] = c.desc.output_strides[d] = 0;
    }
    c.desc.input_distance = c.desc.output_distance = 0;
    c.in_place = test_random_below(random, 4) == 0;
    if (!c.in_place && c.desc.axis_count == 0 && test_random_below(random, 3) == 0)
        for (uint32_t d = 0; d < c.desc.rank; d++)
            c.desc.given[d] = 1 + test_random_below(random, (uint32_t)c.desc.sizes[d]);
    if (test_random_below(random, 2) == 1) {
        draw_strides(&c.desc, true, c.desc.output_strides, &c.desc.output_distance, RANK, random);
        if (c.in_place) {
            memcpy(c.desc.input_strides, c.desc.output_strides, sizeof c.desc.input_strides);
            c.desc.input_distance = c.desc.output_distance;
        } else {
            draw_strides(&c.desc, false, c.desc.input_strides, &c.desc.input_distance, RANK, random);
        }
    }
    return c;
}

#endif
