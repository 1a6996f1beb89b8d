/* Descriptions of several dimensions: their defaults, and what is refused: sizes, axes, strides that leave memory or
 * overlap, outputs that overlap. SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/check.h"
#include "fft/names.h"
#include "executor/share.h"
#include "fft/nd.h"
#include "spirv/words.h"

nbl_fft_problem_t nbl_fft_problem_init(void) {
    nbl_fft_nd_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

#define MOST_SIZE 0x7fffffffu            /* elements of a dimension: 2^31 - 1; chosen */
#define MOST_BYTES ((uint64_t)INT64_MAX) /* that an array may span: what pointers can be apart */

/* Elements of a line of a cosine or sine transform: the last ones whose roots have an order that host/fft/root.h
 * takes. */
#define MOST_OF_DCT ((uint64_t)1 << 24)

static nbl_result_t check_dct(const nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    if (desc->real)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "dct: `real` must be false: a cosine or sine transform takes real numbers");
    if (desc->precision == NBL_FFT_FLOAT16)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "dct: precision is float16: must be float32, float64 or float16 in memory alone");
    for (uint32_t i = 0; i < desc->axis_count; i++) {
        const uint64_t size = desc->axes[i] < desc->rank ? desc->sizes[desc->axes[i]] : MOST_OF_DCT;
        const uint64_t least = desc->dct == NBL_FFT_DCT_1 ? 2 : 1;
        if (size < least || size > MOST_OF_DCT)
            return nbl_fail(error, size < least ? NBL_ERROR_ARGUMENT : NBL_ERROR_LIMIT,
                            "dct: size %llu of dimension %u: must be %llu to %llu", (unsigned long long)size,
                            desc->axes[i], (unsigned long long)least, (unsigned long long)MOST_OF_DCT);
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_nd_check_without_kernel(const nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    static const uint64_t zeros[NBL_FFT_MOST_RANK];
    const char *set = memcmp(desc->kernel_sizes, zeros, sizeof zeros) != 0 ? "kernel_sizes"
                      : desc->correlates                                   ? "correlates"
                      : desc->part != NBL_CONVOLUTION_FULL                 ? "part"
                                                                           : NULL;
    if (set == NULL) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "convolution: %s: must be 0 where there is no kernel", set);
}

static nbl_result_t check_numbers(const nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_RANGE("rank", desc->rank, 1, NBL_FFT_ND_MOST_RANK),
                                  NBL_CHECK_RANGE("number of axes", desc->axis_count, 0,
                                                  desc->rank <= NBL_FFT_ND_MOST_RANK ? desc->rank
                                                                                     : NBL_FFT_ND_MOST_RANK),
                                  NBL_CHECK_ENUM("precision", desc->precision, NBL_FFT_PRECISION_NAMES),
                                  NBL_CHECK_ENUM("scaling", desc->scaling, NBL_FFT_SCALING_NAMES),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES),
                                  NBL_CHECK_RANGE("dct", desc->dct, NBL_FFT_NO_DCT, NBL_FFT_DST_4),
                                  NBL_CHECK_RANGE("threads", desc->threads, 0, NBL_EXECUTOR_MOST_THREADS)};
    nbl_result_t result = nbl_check("array", checks, sizeof checks / sizeof *checks, error);
    if (result == NBL_SUCCESS) result = nbl_fft_nd_check_without_kernel(desc, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->dct != NBL_FFT_NO_DCT) {
        result = check_dct(desc, error);
        if (result != NBL_SUCCESS) return result;
    }
    if (desc->batch == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "array: batch is 0, must be 1 or more");
    for (uint32_t d = 0; d < desc->rank; d++)
        if (desc->sizes[d] < 1 || desc->sizes[d] > MOST_SIZE)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "size %llu of dimension %u: must be 1 to %u",
                            (unsigned long long)desc->sizes[d], d, MOST_SIZE);
    for (uint32_t i = 0; i < desc->axis_count; i++) {
        bool twice = false;
        for (uint32_t k = 0; k < i; k++) twice = twice || desc->axes[k] == desc->axes[i];
        if (desc->axes[i] >= desc->rank)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "axis %u: an array of %u dimensions has axes 0 to %u",
                            desc->axes[i], desc->rank, desc->rank - 1);
        if (twice) return nbl_fail(error, NBL_ERROR_ARGUMENT, "axis %u is given twice", desc->axes[i]);
    }
    return NBL_SUCCESS;
}

/* ---- Strides */

/* Returns whether a product and a sum stay within memory; *sum += count * stride. */
static bool add_span(uint64_t *sum, uint64_t count, uint64_t stride) {
    if (count != 0 && stride > (MOST_BYTES - *sum) / count) return false;
    *sum += count * stride;
    return true;
}

static nbl_result_t lay_out(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_side_t *side, const char *name,
                            const uint64_t *strides, uint64_t distance, nbl_error_t *error) {
    bool dense = true;
    uint64_t span = side->element_bytes, count = 1;
    for (uint32_t d = 0; d < desc->rank; d++) dense = dense && strides[d] == 0;
    for (uint32_t d = desc->rank; d-- > 0;) {
        const uint64_t size = side->sizes[d], stride = dense ? count : strides[d];
        if (!dense && stride == 0 && size > 1)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: stride of dimension %u is 0 beside others that are given",
                            name, d);
        if (stride > MOST_BYTES / side->element_bytes || !add_span(&span, size - 1, stride * side->element_bytes) ||
            size > MOST_BYTES / count)
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: its sizes and strides reach beyond memory", name);
        side->strides[d] = stride * side->element_bytes;
        count *= size;
    }
    const uint64_t own = distance == 0                                 ? span
                         : distance > MOST_BYTES / side->element_bytes ? UINT64_MAX
                                                                       : distance * side->element_bytes;
    if (!add_span(&span, desc->batch - 1, own))
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu arrays reach beyond memory", name,
                        (unsigned long long)desc->batch);
    side->strides[NBL_FFT_ND_MOST_RANK] = own;
    side->bytes = span;
    return NBL_SUCCESS;
}

/* Returns the number of a loop whose stride lies within what the smaller strides span, so two elements may share a
 * place; -1: all strides are wide enough. */
static int nested(const nbl_fft_nd_side_t *side) {
    bool used[NBL_FFT_ND_LOOPS] = {false};
    uint64_t span = side->element_bytes;
    for (;;) {
        int next = -1;
        for (int d = 0; d < NBL_FFT_ND_LOOPS; d++)
            if (!used[d] && side->sizes[d] > 1 && (next < 0 || side->strides[d] < side->strides[next])) next = d;
        if (next < 0) return -1;
        if (side->strides[next] < span) return next;
        used[next] = true;
        span += (side->sizes[next] - 1) * side->strides[next];
    }
}

/* ---- What is given, and what is kept */

static uint64_t size_of(const nbl_fft_nd_desc_t *desc, uint32_t d, bool signal) {
    const bool halved = desc->real && !signal && d == desc->axes[desc->axis_count - 1];
    return halved ? desc->sizes[d] / 2 + 1 : desc->sizes[d];
}

/* Checks the part of a side that is in memory.
 *
 * parts, from  for each dimension, how many elements are there and which one is the first; 0: all of them
 * signal       true: the side of the signal; false: of the spectrum */
static nbl_result_t check_part(const nbl_fft_nd_desc_t *desc, const char *name, const uint64_t *parts,
                               const uint64_t *from, bool signal, nbl_error_t *error) {
    for (uint32_t d = 0; d < desc->rank; d++) {
        const uint64_t all = size_of(desc, d, signal), part = parts[d], first = from != NULL ? from[d] : 0;
        bool transformed = false;
        for (uint32_t i = 0; i < desc->axis_count; i++) transformed = transformed || desc->axes[i] == d;
        if (part > all)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%llu elements %s of dimension %u: it has at most %llu",
                            (unsigned long long)part, name, d, (unsigned long long)all);
        if (first > all - (part == 0 ? all : part))
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%llu elements %s of dimension %u from %llu on: it has %llu",
                            (unsigned long long)(part == 0 ? all : part), name, d, (unsigned long long)first,
                            (unsigned long long)all);
        if (part != 0 && part != all && !transformed)
            return nbl_fail(error, NBL_ERROR_ARGUMENT,
                            "%llu elements %s of dimension %u: it is not transformed, so all of %llu must be",
                            (unsigned long long)part, name, d, (unsigned long long)all);
    }
    return NBL_SUCCESS;
}

/* Sets the array between input and output: the input with all of its elements, without gaps. Padding its rows to whole
 * sectors is slower on a device if the input's rows have no whole sectors: docs/log/transforms.md. */
static void lay_between(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_side_t sides[3]) {
    nbl_fft_nd_side_t *side = &sides[NBL_VIEW_BETWEEN];
    *side = sides[NBL_VIEW_INPUT];
    uint64_t stride = side->element_bytes;
    for (uint32_t d = desc->rank; d-- > 0;) {
        side->sizes[d] = size_of(desc, d, !desc->inverse);
        side->strides[d] = stride;
        stride *= side->sizes[d];
    }
    side->strides[NBL_FFT_ND_MOST_RANK] = stride;
    side->bytes = stride * desc->batch;
}

nbl_result_t nbl_fft_nd_check(const nbl_fft_nd_desc_t *given, nbl_fft_nd_desc_t *desc, nbl_fft_nd_side_t sides[3],
                              nbl_error_t *error) {
    *desc = *given;
    if (desc->axis_count == 0 && desc->rank <= NBL_FFT_ND_MOST_RANK) {
        desc->axis_count = desc->rank;
        for (uint32_t d = 0; d < desc->rank; d++) desc->axes[d] = d;
    }
    nbl_result_t result = check_numbers(desc, error);
    if (result == NBL_SUCCESS) result = check_part(desc, "given", desc->given, NULL, !desc->inverse, error);
    if (result == NBL_SUCCESS) result = check_part(desc, "kept", desc->kept, desc->kept_from, desc->inverse, error);
    if (result != NBL_SUCCESS) return result;
    for (int i = 0; i < 2; i++) {
        const bool signal = (i == 0) != desc->inverse;
        const uint32_t bytes = nbl_fft_precision_element_bytes(desc->precision);
        sides[i] = (nbl_fft_nd_side_t){.real = (desc->real && signal) || desc->dct != NBL_FFT_NO_DCT,
                                       .scalar_bytes = bytes / 2};
        sides[i].element_bytes = sides[i].real ? bytes / 2 : bytes;
        const uint64_t *parts = i == 0 ? desc->given : desc->kept;
        for (uint32_t d = 0; d < NBL_FFT_ND_LOOPS; d++)
            sides[i].sizes[d] = d >= desc->rank ? 1 : parts[d] != 0 ? parts[d] : size_of(desc, d, signal);
        if (i == 1) memcpy(sides[i].first, desc->kept_from, sizeof sides[i].first);
        sides[i].sizes[NBL_FFT_ND_MOST_RANK] = desc->batch;
        result =
            lay_out(desc, &sides[i], i == 0 ? "input" : "output", i == 0 ? desc->input_strides : desc->output_strides,
                    i == 0 ? desc->input_distance : desc->output_distance, error);
        if (result != NBL_SUCCESS) return result;
    }
    lay_between(desc, sides);
    const int meets = nested(&sides[1]);
    if (meets < 0) return NBL_SUCCESS;
    return meets == NBL_FFT_ND_MOST_RANK
               ? nbl_fail(error, NBL_ERROR_ARGUMENT, "output: its distance is below what one array spans")
               : nbl_fail(error, NBL_ERROR_ARGUMENT,
                          "output: the stride of dimension %d is below what smaller ones span", meets);
}

/* ---- Memory */

bool nbl_fft_nd_replaces(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2]) {
    const nbl_fft_nd_side_t *in = &sides[0], *out = &sides[1];
    const uint32_t last = desc->axes[desc->axis_count - 1];
    uint64_t line = 0;
    for (int i = 0; i < 2; i++) {
        const nbl_fft_nd_side_t *side = &sides[i];
        const uint64_t bytes = (side->sizes[last] - 1) * side->strides[last] + side->element_bytes;
        if (bytes > line) line = bytes;
    }
    for (uint32_t d = 0; d < NBL_FFT_ND_LOOPS; d++) {
        if (in->sizes[d] <= 1 || (desc->real && d == last)) continue;
        if (in->strides[d] != out->strides[d] || (desc->real && in->strides[d] < line)) return false;
    }
    return true;
}

nbl_result_t nbl_fft_nd_check_memory(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2], const void *input,
                                     const void *output, nbl_error_t *error) {
    if (input == NULL || output == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is NULL", input == NULL ? "input" : "output");
    const uintptr_t from = (uintptr_t)input, to = (uintptr_t)output;
    const bool apart = from + sides[0].bytes <= to || to + sides[1].bytes <= from;
    if (apart || (from == to && nbl_fft_nd_replaces(desc, sides))) return NBL_SUCCESS;
    const uint64_t reals = desc->sizes[desc->axes[desc->axis_count - 1]];
    if (from == to && desc->real)
        return nbl_fail(
            error, NBL_ERROR_ARGUMENT,
            "output: is the input; in place each line of %llu real numbers needs room for %llu, as many as its "
            "spectrum has, and equal strides of both sides",
            (unsigned long long)reals, (unsigned long long)(2 * (reals / 2 + 1)));
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "output: overlaps the input; it must be the same array, laid out alike, or another");
}
