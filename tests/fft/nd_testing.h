/* Descriptions of arrays of several dimensions for tests: where their elements lie, and shapes drawn at random.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_ND_TESTING_H
#define NBL_TESTS_FFT_ND_TESTING_H

#include <stdio.h>
#include <string.h>

#include "nbl/host/fft_nd.h"
#include "tests/common/testing.h"

enum { MOST_ELEMENTS = 1 << 17, RANK = NBL_FFT_ND_MOST_RANK };

static const uint32_t scalar_bytes[] = {2, 4, 8, 2};

/* ---- Scalars of each precision */

static inline void put_scalar(char *memory, uint32_t bytes, uint64_t scalar, long double value) {
    nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
    const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
    const double wide = (double)value;
    memcpy(memory + scalar * bytes,
           bytes == 2   ? (const void *)&half
           : bytes == 4 ? (const void *)&pair.x
                        : &wide,
           bytes);
}

static inline long double get_scalar(const char *memory, uint32_t bytes, uint64_t scalar) {
    uint16_t half;
    float single;
    double wide;
    if (bytes == 2) {
        memcpy(&half, memory + 2 * scalar, 2);
        return (long double)nbl_emulator_unpack_half_2x16(half).x;
    }
    if (bytes == 4) {
        memcpy(&single, memory + 4 * scalar, 4);
        return (long double)single;
    }
    memcpy(&wide, memory + 8 * scalar, 8);
    return (long double)wide;
}

/* ---- Limits of a device that is not here */

/* Returns the limits of a large GPU with buffers below 4 GiB.
 *
 * device     whose measured plans are chosen; NBL_DEVICE_ANY: none
 * addresses  whether buffers are reached by device address */
static inline nbl_fft_limits_t usual_device(nbl_device_kind_t device, bool addresses) {
    return (nbl_fft_limits_t){.max_workgroup_invocations = 1024,
                              .max_shared_bytes = 49152,
                              .subgroup_size = 32,
                              .max_buffer_bytes = UINT32_MAX,
                              .float16 = true,
                              .float64 = true,
                              .addresses = addresses,
                              .device = device};
}

/* ---- A case: a description, and where each of its elements lies */

typedef struct layout_t {
    uint64_t sizes[RANK + 1], strides[RANK + 1]; /* the batch last; elements */
    bool real;
    uint64_t elements, span;
} layout_t;

static layout_t layout_of(const nbl_fft_nd_desc_t *desc, bool output) {
    const uint64_t *strides = output ? desc->output_strides : desc->input_strides;
    const uint64_t distance = output ? desc->output_distance : desc->input_distance;
    const bool signal = output == desc->inverse;
    layout_t l = {.real = desc->real && signal, .elements = 1};
    bool dense = true;
    for (uint32_t d = 0; d < desc->rank; d++) {
        l.sizes[d] = desc->sizes[d];
        dense = dense && strides[d] == 0;
    }
    if (desc->real && !signal) {
        uint32_t last = desc->axis_count == 0 ? desc->rank - 1 : desc->axes[desc->axis_count - 1];
        l.sizes[last] = l.sizes[last] / 2 + 1;
    }
    const uint64_t *parts = output ? desc->kept : desc->given;
    for (uint32_t d = 0; d < desc->rank; d++)
        if (parts[d] != 0) l.sizes[d] = parts[d];
    for (uint32_t d = desc->rank; d-- > 0;) {
        l.strides[d] = dense ? l.elements : strides[d];
        l.elements *= l.sizes[d];
        l.span += (l.sizes[d] - 1) * l.strides[d];
    }
    l.span++;
    l.sizes[desc->rank] = desc->batch;
    l.strides[desc->rank] = distance == 0 ? l.span : distance;
    l.elements *= desc->batch;
    l.span += (desc->batch - 1) * l.strides[desc->rank];
    return l;
}

/* Returns the bytes that a side spans, from its first element to its last one. */
static inline uint64_t side_bytes(const nbl_fft_nd_desc_t *desc, bool output) {
    const layout_t l = layout_of(desc, output);
    return l.span * scalar_bytes[desc->precision] * (l.real ? 1 : 2);
}

/* Element i in the order of dimensions, the batch outside. */
static inline uint64_t place_of(const layout_t *l, uint32_t rank, uint64_t i) {
    uint64_t at = 0;
    for (uint32_t d = rank; d-- > 0; i /= l->sizes[d]) at += i % l->sizes[d] * l->strides[d];
    return at + i * l->strides[rank];
}

typedef struct case_t {
    nbl_fft_nd_desc_t desc;
    bool in_place;
    double bound;
} case_t;

static inline void describe(const case_t *c, char *text, size_t size) {
    int at =
        snprintf(text, size, "%s%s%s, batch %llu, scaling %d, threads %u,", nbl_fft_precision_name(c->desc.precision),
                 c->desc.inverse ? " inverse" : "", c->desc.real ? " real" : "", (unsigned long long)c->desc.batch,
                 (int)c->desc.scaling, c->desc.threads);
    for (uint32_t d = 0; d < c->desc.rank; d++)
        at += snprintf(text + at, size - (size_t)at, " %llu of %llu, kept %llu+%llu (%llu, %llu)",
                       (unsigned long long)c->desc.given[d], (unsigned long long)c->desc.sizes[d],
                       (unsigned long long)c->desc.kept_from[d], (unsigned long long)c->desc.kept[d],
                       (unsigned long long)c->desc.input_strides[d], (unsigned long long)c->desc.output_strides[d]);
    at += snprintf(text + at, size - (size_t)at, c->in_place ? " in place, axes" : " axes");
    for (uint32_t a = 0; a < c->desc.axis_count; a++)
        at += snprintf(text + at, size - (size_t)at, " %u", c->desc.axes[a]);
}

static inline double bound_of(nbl_fft_precision_t precision) {
    return precision == NBL_FFT_FLOAT32 ? 3e-7 : precision == NBL_FFT_FLOAT64 ? 8e-16 : 3e-3;
}

/* Strides that nest in a random order of dimensions, with gaps. */
static void draw_strides(const nbl_fft_nd_desc_t *desc, bool output, uint64_t *strides, uint64_t *distance,
                         uint32_t innermost, test_random_t *random) {
    const layout_t dense = layout_of(desc, output);
    uint32_t order[RANK + 1];
    for (uint32_t k = 0; k <= desc->rank; k++) {
        const uint32_t at = test_random_below(random, k + 1);
        order[k] = order[at];
        order[at] = k;
    }
    if (innermost < desc->rank)
        for (uint32_t k = 1; k <= desc->rank; k++)
            if (order[k] == innermost) {
                order[k] = order[0];
                order[0] = innermost;
            }
    uint64_t stride = 1 + test_random_below(random, innermost < desc->rank ? 1 : 3);
    for (uint32_t k = 0; k <= desc->rank; k++) {
        if (order[k] == desc->rank)
            *distance = stride;
        else
            strides[order[k]] = stride;
        stride = stride * dense.sizes[order[k]] + test_random_below(random, 3);
    }
}

/* Of some dimensions that are transformed not all elements, now and then one alone. */
static void draw_given(nbl_fft_nd_desc_t *desc, test_random_t *random) {
    const layout_t whole = layout_of(desc, false);
    for (uint32_t d = 0; d < desc->rank; d++) {
        bool transformed = desc->axis_count == 0;
        for (uint32_t a = 0; a < desc->axis_count; a++) transformed = transformed || desc->axes[a] == d;
        if (transformed && test_random_below(random, 3) != 0)
            desc->given[d] = 1 + test_random_below(random, (uint32_t)whole.sizes[d]);
    }
}

static inline case_t draw_case(test_random_t *random) {
    static const uint32_t most[] = {0, 1200, 60, 16, 8};
    case_t c = {.desc = nbl_fft_problem_init()};
    nbl_fft_nd_desc_t *desc = &c.desc;
    desc->rank = 1 + test_random_below(random, 4);
    for (uint32_t d = 0; d < desc->rank; d++) desc->sizes[d] = 1 + test_random_below(random, most[desc->rank]);
    desc->batch = 1 + test_random_below(random, 4);
    desc->axis_count = test_random_below(random, desc->rank + 1);
    for (uint32_t a = 0; a < desc->axis_count; a++) {
        bool twice = true;
        while (twice) {
            desc->axes[a] = test_random_below(random, desc->rank);
            twice = false;
            for (uint32_t b = 0; b < a; b++) twice = twice || desc->axes[b] == desc->axes[a];
        }
    }
    desc->precision = (nbl_fft_precision_t)test_random_below(random, 4);
    if (desc->precision == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) desc->precision = NBL_FFT_FLOAT32;
    desc->inverse = test_random_below(random, 2) == 1;
    desc->real = test_random_below(random, 2) == 1;
    desc->scaling = (nbl_fft_scaling_t)test_random_below(random, 4);
    desc->threads = test_random_below(random, 3);
    c.in_place = !desc->real && test_random_below(random, 3) == 0;
    c.bound = bound_of(desc->precision);
    if (!c.in_place && test_random_below(random, 3) == 0) draw_given(desc, random);
    if (test_random_below(random, 2) == 1) {
        draw_strides(desc, false, desc->input_strides, &desc->input_distance, RANK, random);
        draw_strides(desc, true, desc->output_strides, &desc->output_distance, RANK, random);
    }
    if (c.in_place) {
        memcpy(desc->output_strides, desc->input_strides, sizeof desc->input_strides);
        desc->output_distance = desc->input_distance;
    }
    return c;
}

#endif
