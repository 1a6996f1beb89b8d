/* One axis of a bloom: the lengths of its transforms, and where image and kernel lie in them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "bloom/axis.h"
#include "bloom/shape.h"
#include "error/error.h"
#include "nbl/bit.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "plan/make.h"

/* ---- Lengths */

/* Up to `length`, it takes the place of `cheapest`: as measured on an NVIDIA H200 (docs/performance.md). */
static const struct { uint32_t cheapest, length; } faster[] = {{2880, 2744}, {8064, 8192}};

uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request) {
    uint32_t product = request->passes > 0 ? 1 : 0;
    for (uint32_t p = 0; p < request->passes; p++) product *= request->radices[p];
    return product;
}

uint32_t nbl_bloom_length(uint32_t least) {
    uint32_t cheapest = nbl_fft_plan_cheapest_length(least, true);
    for (size_t i = 0; i < sizeof faster / sizeof *faster; i++)
        if (faster[i].cheapest == cheapest && faster[i].length >= least) return faster[i].length;
    return cheapest;
}

/* ---- The axis */

static uint32_t shortest_radix2(const nbl_bloom_desc_t *desc) {
    return 2 * (desc->limits.subgroup_size > 4 ? desc->limits.subgroup_size : 4);
}

/* The rungs of the ladder: the cheapest lengths from five numbers in an octave on. Returns the first that is enough. */
static uint32_t rung_from(uint32_t least) {
    static const uint32_t eighths[] = {8, 9, 10, 12, 14};
    for (uint32_t i = 0;; i++) {
        uint32_t number = (eighths[i % 5] * 2) << (i / 5);
        if (number * 4 < least * 3) continue; /* no cheapest length is as far from its number */
        uint32_t rung = nbl_fft_plan_cheapest_length(number, true);
        if (rung >= least) return rung;
    }
}

/* The padded length for `least` texels, the cheapest even one that the algorithm has. Errors: ARGUMENT, LIMIT. */
static nbl_result_t choose_length(const nbl_bloom_desc_t *desc, const char *what, uint64_t least,
                                  const nbl_fft_plan_request_t *own, uint32_t *length, nbl_error_t *error) {
    bool stockham = desc->algorithm == NBL_FFT_STOCKHAM;
    uint64_t longest = stockham ? NBL_FFT_PLAN_MAX_LENGTH
                                : (uint64_t)nbl_round_down_to_power_of_two(nbl_bloom_most_invocations(desc)) *
                                      NBL_FFT_MAX_ELEMENTS_PER_INVOCATION;
    if (least > longest) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: image and kernel together are %llu texels, FFTs%s end at %llu",
                        what, (unsigned long long)least, stockham ? "" : " on this device",
                        (unsigned long long)longest);
    }
    if (stockham && own != NULL && own->passes > 0) {
        *length = nbl_bloom_request_length(own);
        if (*length < least || *length % 2 != 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT,
                            "%s: the plan's radices make %u, must make an even number from %u on", what, *length,
                            (uint32_t)least);
    } else if (stockham && desc->ladder) {
        *length = rung_from((uint32_t)least);
    } else if (stockham) {
        *length = nbl_bloom_length((uint32_t)least);
    } else {
        uint32_t power = nbl_round_up_to_power_of_two((uint32_t)least), shortest = shortest_radix2(desc);
        *length = power > shortest ? power : shortest;
    }
    return NBL_SUCCESS;
}

/* The least padded length, and which taps of the kernel it is for: docs/theory.md, section 15. */
static uint64_t least_length(const nbl_bloom_desc_t *desc, nbl_bloom_axis_plan_t *axis) {
    uint32_t centre = axis->k / 2, behind = axis->k - 1 - centre;
    axis->origin = 0;
    axis->kept = axis->k;
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) return (uint64_t)axis->n + axis->k;
    if (axis->padding != NBL_BLOOM_PADDING_ZERO) return (uint64_t)axis->n + axis->k - 1;
    uint32_t reach = axis->n - 1;
    uint32_t left = centre < reach ? centre : reach, right = behind < reach ? behind : reach;
    axis->origin = centre - left;
    axis->kept = left + right + 1;
    return (uint64_t)axis->n + (left > right ? left : right);
}

/* The most texels that a length is enough for: the inverse of least_length(). */
static uint32_t most_texels(const nbl_bloom_desc_t *desc, nbl_bloom_padding_t padding, uint32_t k, uint32_t length) {
    uint32_t margin = k / 2; /* at least as much as behind the centre */
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) return length - k;
    if (padding != NBL_BLOOM_PADDING_ZERO) return length - k + 1;
    return length > 2 * margin ? length - margin : (length + 1) / 2;
}

/* Whether the image's own length is one of the FFT, which wraps around what it transforms: then no texel is repeated. */
static bool wraps_by_itself(const nbl_bloom_desc_t *desc, const nbl_bloom_axis_plan_t *axis,
                            const nbl_fft_plan_request_t *own) {
    uint32_t length;
    if (axis->padding != NBL_BLOOM_PADDING_WRAP || axis->k > axis->n || desc->ladder ||
        desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE)
        return false;
    if (desc->algorithm == NBL_FFT_STOCKHAM && (own == NULL || own->passes == 0))
        return axis->n % 2 == 0 && nbl_fft_plan_check_length(axis->n, 2, NULL) == NBL_SUCCESS;
    return choose_length(desc, "", axis->n, own, &length, NULL) == NBL_SUCCESS && length == axis->n;
}

nbl_result_t nbl_bloom_axis_choose(const nbl_bloom_desc_t *desc, const char *what, uint32_t n, uint32_t k,
                                   nbl_bloom_padding_t padding, const nbl_fft_plan_request_t *own,
                                   nbl_bloom_axis_plan_t *axis, nbl_error_t *error) {
    axis->n = n;
    axis->k = k;
    axis->padding = padding;
    nbl_result_t result = NBL_SUCCESS;
    uint64_t least = least_length(desc, axis);
    if (wraps_by_itself(desc, axis, own)) {
        axis->length = n;
        axis->padding = NBL_BLOOM_PADDING_ZERO;
    } else {
        result = choose_length(desc, what, least, own, &axis->length, error);
    }
    if (result != NBL_SUCCESS) return result;
    if (desc->ladder) {
        axis->n = most_texels(desc, padding, k, axis->length);
        least_length(desc, axis); /* with the taps that meet that many */
    }
    axis->spectrum = axis->kernel_length = axis->length;
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) {
        axis->spectrum = nbl_round_up_to_power_of_two(k);
        /* A multiple of the spectrum's, and even: powers of two are their own best length. */
        result = choose_length(desc, "kernel", axis->spectrum, NULL, &axis->kernel_length, error);
        if (desc->algorithm == NBL_FFT_STOCKHAM) axis->kernel_length = axis->spectrum < 2 ? 2 : axis->spectrum;
        /* In the middle of the spectrum's own length. */
        axis->offset = axis->spectrum / 2 - k / 2;
        axis->before = (axis->length - axis->n) / 2;
    } else {
        /* The centre texel at the origin, the rest wraps around. */
        uint32_t left = k / 2 - axis->origin;
        axis->offset = (axis->length - left) % axis->length;
        axis->before = k - 1 - k / 2;
    }
    return result;
}

/* What one FFT costs by counting, to be compared with other lengths of the same algorithm. */
static double length_cost(uint32_t algorithm, uint32_t length) {
    return algorithm == NBL_FFT_STOCKHAM ? (double)nbl_fft_plan_counted_cost(length) : length * log2(length);
}

double nbl_bloom_axes_work(uint32_t algorithm, const nbl_bloom_axis_plan_t *first,
                           const nbl_bloom_axis_plan_t *second) {
    return ((second->n + 1) / 2) * length_cost(algorithm, first->length) +
           (first->length / 2) * length_cost(algorithm, second->length);
}
