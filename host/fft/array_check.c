/* What nbl_fft_array() refuses: lengths, strides beyond memory, outputs that overlap themselves or the input.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/check.h"
#include "fft/names.h"
#include "fft/array.h"
#include "spirv/words.h"

/* ---- Lengths of real signals. An even length n goes as n / 2 complex numbers if there is an FFT of n / 2. Any other
 * goes as n complex numbers whose imaginary parts are a second signal. */

#define MOST_REAL_LENGTH 32768u /* twice the longest FFT of one workgroup with real packing: nbl/workgroup/fft_real.h */

/* Returns whether a Stockham FFT of one workgroup has a plan of a length.
 *
 * dwords  words of 4 bytes that a complex number has in registers: 1, 2 or 4 */
static bool is_supported(uint32_t length, uint32_t dwords) {
    return nbl_fft_plan_check_length(length, dwords, NULL) == NBL_SUCCESS;
}

/* Returns the kind of transform for a real length; NBL_FFT_COMPLEX means here that there is none. */
static nbl_fft_kind_t kind_of(uint32_t length, uint32_t dwords) {
    if (length > MOST_REAL_LENGTH) return NBL_FFT_COMPLEX;
    if (length % 2 == 0 && is_supported(length / 2, dwords)) return NBL_FFT_REAL;
    return is_supported(length, dwords) ? NBL_FFT_REAL_TWO : NBL_FFT_COMPLEX;
}

nbl_fft_kind_t nbl_fft_array_kind(nbl_fft_precision_t precision, uint32_t length) {
    return kind_of(length, nbl_fft_precision_dwords(precision));
}

bool nbl_fft_array_has_length(nbl_fft_precision_t precision, bool real, uint32_t length) {
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    return real ? kind_of(length, dwords) != NBL_FFT_COMPLEX : is_supported(length, dwords);
}

/* Checks a length, and returns in *kind how it goes. The error names the nearest supported lengths; of a real signal 2
 * or more. */
static nbl_result_t check_length(const nbl_fft_array_desc_t *desc, nbl_fft_kind_t *kind, nbl_error_t *error) {
    uint32_t dwords = nbl_fft_precision_dwords(desc->precision), below = 0, above = 0;
    *kind = NBL_FFT_COMPLEX;
    if (!desc->real) return nbl_fft_check_length(NBL_FFT_STOCKHAM, desc->precision, desc->length, error);
    *kind = kind_of(desc->length, dwords);
    if (*kind != NBL_FFT_COMPLEX) return NBL_SUCCESS;
    for (uint32_t n = desc->length <= MOST_REAL_LENGTH ? desc->length : MOST_REAL_LENGTH + 1; n > 2 && below == 0;) {
        n--;
        if (kind_of(n, dwords) != NBL_FFT_COMPLEX) below = n;
    }
    for (uint32_t n = desc->length; n <= MOST_REAL_LENGTH && above == 0; n++)
        if (kind_of(n, dwords) != NBL_FFT_COMPLEX) above = n;
    if (below == 0 || above == 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "length %u of a real signal: not supported; the nearest supported length is %u", desc->length,
                        below + above);
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "length %u of a real signal: not supported; the nearest supported lengths are %u and %u",
                    desc->length, below, above);
}

/* ---- Strides */

/* Elements that a transform has in memory: all, or the first `given` of them, with zeros for the rest. */
static uint64_t in_memory(const nbl_fft_array_side_t *side) { return side->given != 0 ? side->given : side->elements; }

static uint64_t bytes_of_one(const nbl_fft_array_side_t *side) {
    return (in_memory(side) - 1) * side->stride + side->element_bytes;
}

/* Fills in a side's stride and distance in bytes.
 *
 * name              of the side, for messages
 * stride, distance  in elements; 0: the default, elements and transforms side by side
 *
 * Errors: ARGUMENT where the last byte would lie beyond PTRDIFF_MAX. */
static nbl_result_t lay_out(nbl_fft_array_side_t *side, const char *name, uint64_t stride, uint64_t distance,
                            nbl_error_t *error) {
    uint64_t most = (uint64_t)PTRDIFF_MAX / side->element_bytes;
    const uint64_t steps = in_memory(side) - 1, transforms = side->batch - 1;
    const uint64_t asked = distance; /* for the message */
    if (stride == 0) stride = 1;
    if (distance == 0) distance = stride <= most / in_memory(side) ? stride * in_memory(side) : most;
    if ((steps != 0 && stride > (most - 1) / steps) ||
        (transforms != 0 && distance > (most - 1 - stride * steps) / transforms))
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "%s: stride %llu and distance %llu of %u transforms reach beyond memory", name,
                        (unsigned long long)stride, (unsigned long long)asked, side->batch);
    /* A side of one element never takes a stride, and one of one transform no distance, so these may be any number, as
     * large as the caller likes. The side gets small ones in their place, so that no sum of them overflows. */
    side->stride = steps != 0 ? stride * side->element_bytes : side->element_bytes;
    side->distance = transforms != 0 ? distance * side->element_bytes : side->stride * side->elements;
    side->all_bytes = (side->batch - 1) * side->distance + bytes_of_one(side);
    return NBL_SUCCESS;
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Whether two elements of a side share an address: i strides are j distances for some i below the number of elements
 * and some j below the batch. */
static bool meets_itself(const nbl_fft_array_side_t *side) {
    uint64_t divisor = greatest_divisor(side->stride, side->distance);
    return side->distance / divisor < side->elements && side->stride / divisor < side->batch;
}

/* Returns whether the output may lie where the input does. A transform is read as a whole before any of it is stored,
 * so each may overwrite its own input, but none may overwrite another's. Laid out alike, output k lies on input k,
 * which is right if no two inputs share an element. Laid out otherwise, each must lie within one distance. */
static bool replaces(const nbl_fft_array_side_t *in, const nbl_fft_array_side_t *out) {
    if (in->batch > 1 && in->distance != out->distance) return false;
    if (in->stride == out->stride && in->elements == out->elements && in->element_bytes == out->element_bytes)
        return !meets_itself(in);
    return in->batch == 1 || (bytes_of_one(in) <= in->distance && bytes_of_one(out) <= out->distance);
}

nbl_result_t nbl_fft_array_check_memory(const nbl_fft_array_side_t sides[2], const void *input, const void *output,
                                        nbl_error_t *error) {
    if (nbl_fft_array_lie_apart(sides, input, output)) return NBL_SUCCESS;
    if (input == output && replaces(&sides[0], &sides[1])) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "output: overlaps the input; it must be the same array, laid out alike, or another");
}

nbl_result_t nbl_fft_array_check(const nbl_fft_array_desc_t *desc, nbl_fft_array_side_t sides[2], nbl_error_t *error) {
    nbl_fft_kind_t kind;
    if (desc == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "description: is NULL");
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("precision", desc->precision, NBL_FFT_PRECISION_NAMES),
                                  NBL_CHECK_RANGE("batch", desc->batch, 1, UINT32_MAX),
                                  NBL_CHECK_ENUM("scaling", desc->scaling, NBL_FFT_SCALING_NAMES),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES)};
    nbl_result_t result = nbl_check("array", checks, sizeof checks / sizeof *checks, error);
    if (result == NBL_SUCCESS) result = check_length(desc, &kind, error);
    if (result != NBL_SUCCESS) return result;
    for (int i = 0; i < 2; i++) { /* 0: the input, 1: the output; one is the signal, the other its spectrum */
        bool signal = (i == 0) != desc->inverse, real = desc->real && signal;
        uint32_t bytes = nbl_fft_precision_element_bytes(desc->precision);
        const uint32_t elements = desc->real && !signal ? desc->length / 2 + 1 : desc->length;
        if (i == 0 && desc->given > elements)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "array: given is %u, must be at most %u, the input's elements",
                            desc->given, elements);
        sides[i] = (nbl_fft_array_side_t){.elements = elements,
                                          .given = i == 0 && desc->given != elements ? desc->given : 0,
                                          .element_bytes = real ? bytes / 2 : bytes,
                                          .scalar_bytes = bytes / 2,
                                          .batch = desc->batch,
                                          .kind = kind,
                                          .real = real};
        result = lay_out(&sides[i], i == 0 ? "input" : "output", i == 0 ? desc->input_stride : desc->output_stride,
                         i == 0 ? desc->input_distance : desc->output_distance, error);
        if (result != NBL_SUCCESS) return result;
    }
    const uint32_t most = desc->real ? desc->length / 2 + 1 : desc->length;
    /* Complex elements are numbered by 32 bits; of a real transform these are its spectrum's. */
    if ((uint64_t)desc->batch * most > UINT32_MAX)
        return nbl_fail(error, NBL_ERROR_LIMIT, "%u transforms of %u elements: the limit is 2^32 - 1 elements",
                        desc->batch, most);
    if (meets_itself(&sides[1]))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "output: its stride and distance put two elements in one place");
    return NBL_SUCCESS;
}
