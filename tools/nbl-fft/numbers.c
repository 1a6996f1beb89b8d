/* The numbers of a file and of a kernel: one kind is converted to the other, and what cannot be is named.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   complex64   float, float       fp16, fp16-storage   two halves in a dword, real in the low one
 *   complex128  double, double     fp32                 float, float
 *                                  fp64                 double, double
 *
 * A complex element is two real numbers, one behind the other, on either side.
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool holds_halves(nbl_fft_precision_t precision) {
    return precision == NBL_FFT_FLOAT16 || precision == NBL_FFT_FLOAT16_STORAGE;
}

/* Rounds to float so that a second rounding, to half, comes out as a single one would: an inexact result gets an odd
 * last bit (rounding to odd; Boldo and Melquiond 2008). Finite values within float's range only. */
static float round_to_odd(double value) {
    float near = (float)value;
    if ((double)near == value) return near;
    uint32_t bits;
    if (fabs((double)near) > fabs(value)) near = nextafterf(near, 0.0f);
    memcpy(&bits, &near, sizeof bits);
    bits |= 1u;
    memcpy(&near, &bits, sizeof near);
    return near;
}

convert_result_t convert_scalar_to_storage(double value, nbl_fft_precision_t precision, void *storage) {
    const float narrow = (float)value;
    if (!isfinite(value)) return isnan(value) ? CONVERT_NAN : CONVERT_INFINITE;
    if (precision == NBL_FFT_FLOAT32) {
        memcpy(storage, &narrow, sizeof narrow);
        if (!isfinite(narrow)) return CONVERT_OVERFLOW;
    } else if (holds_halves(precision)) {
        if (fabs(value) >= 65520.0) return CONVERT_OVERFLOW; /* from here on numbers round to infinity */
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16((nbl_emulator_float32x2_t){round_to_odd(value), 0});
        memcpy(storage, &half, sizeof half);
    } else {
        memcpy(storage, &value, sizeof value);
    }
    return CONVERT_GOOD;
}

double convert_scalar_from_storage(nbl_fft_precision_t precision, const void *storage) {
    uint16_t half;
    float narrow;
    double wide;
    if (precision == NBL_FFT_FLOAT32) {
        memcpy(&narrow, storage, sizeof narrow);
        return (double)narrow;
    }
    if (holds_halves(precision)) {
        memcpy(&half, storage, sizeof half);
        return (double)nbl_emulator_unpack_half_2x16(half).x;
    }
    memcpy(&wide, storage, sizeof wide);
    return wide;
}

static bool is_double(const nbl_npy_array_t *array) {
    return array->type == NBL_NPY_COMPLEX128 || array->type == NBL_NPY_FLOAT64;
}

convert_result_t convert_to_storage(const nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                    nbl_fft_precision_t precision, void *storage, uint64_t *bad) {
    const size_t bytes = nbl_fft_precision_element_bytes(precision) / 2;
    const bool wide = is_double(array);
    convert_result_t result = CONVERT_GOOD;
    for (uint64_t n = first; n < first + count && result == CONVERT_GOOD; n++) {
        const double value = wide ? ((double *)array->data)[n] : (double)((float *)array->data)[n];
        result = convert_scalar_to_storage(value, precision, (char *)storage + (n - first) * bytes);
        *bad = n;
    }
    return result;
}

convert_result_t convert_from_storage(nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                      nbl_fft_precision_t precision, const void *storage, uint64_t *bad) {
    const size_t bytes = nbl_fft_precision_element_bytes(precision) / 2;
    const bool wide = is_double(array);
    convert_result_t result = CONVERT_GOOD;
    for (uint64_t n = first; n < first + count && result == CONVERT_GOOD; n++) {
        const double value = convert_scalar_from_storage(precision, (const char *)storage + (n - first) * bytes);
        if (wide)
            ((double *)array->data)[n] = value;
        else
            ((float *)array->data)[n] = (float)value;
        if (!isfinite((float)value) && !(wide && isfinite(value)))
            result = isfinite(value) ? CONVERT_RESULT_BEYOND_FILE : CONVERT_RESULT_OVERFLOW;
        *bad = n;
    }
    return result;
}

int convert_explain(convert_result_t result, const char *file, nbl_fft_precision_t precision, const uint64_t *shape,
                    uint32_t rank, uint64_t element, nbl_error_t *error) {
    const char *name = result == CONVERT_RESULT_BEYOND_FILE ? "the file's float32" : nbl_fft_precision_name(precision);
    uint64_t indices[NBL_NPY_MOST_RANK] = {0};
    char place[192];
    size_t at = 0;
    for (uint32_t d = rank; d-- > 0; element /= shape[d]) indices[d] = d == 0 ? element : element % shape[d];
    for (uint32_t d = 0; d < rank; d++)
        at += (size_t)snprintf(place + at, sizeof place - at, "%s%" PRIu64, d == 0 ? "[" : ", ", indices[d]);
    snprintf(place + at, sizeof place - at, "]");
    if (result == CONVERT_NAN) return fail(error, EXIT_FAILED, "%s: is NaN at %s", file, place);
    if (result == CONVERT_INFINITE) return fail(error, EXIT_FAILED, "%s: is infinite at %s", file, place);
    if (result == CONVERT_OVERFLOW) return fail(error, EXIT_FAILED, "%s: overflows %s at %s", file, name, place);
    return fail(error, EXIT_FAILED, "%s: not written: the result overflows %s at %s", file, name, place);
}

/* Returns the real numbers of an array's element. */
static uint32_t parts_of(const nbl_npy_array_t *array) { return NBL_NPY_IS_COMPLEX(array->type) ? 2 : 1; }

static uint64_t numbers_of(const nbl_npy_array_t *array) { return array->batch * array->length * parts_of(array); }

/* Returns EXIT_DONE; or says which number of the array is wrong, and returns EXIT_FAILED. */
static int status_of(convert_result_t result, const char *file, const nbl_npy_array_t *array,
                     nbl_fft_precision_t precision, uint64_t bad, nbl_error_t *error) {
    if (result == CONVERT_GOOD) return EXIT_DONE;
    return convert_explain(result, file, precision, array->shape, array->rank, bad / parts_of(array), error);
}

int load_numbers(const char *file, const nbl_npy_array_t *array, nbl_fft_precision_t precision, void *storage,
                 nbl_error_t *error) {
    uint64_t bad = 0;
    const convert_result_t result = convert_to_storage(array, 0, numbers_of(array), precision, storage, &bad);
    return status_of(result, file, array, precision, bad, error);
}

int store_numbers(const char *file, nbl_npy_array_t *array, nbl_fft_precision_t precision, const void *storage,
                  nbl_error_t *error) {
    uint64_t bad = 0;
    const convert_result_t result = convert_from_storage(array, 0, numbers_of(array), precision, storage, &bad);
    return status_of(result, file, array, precision, bad, error);
}

nbl_npy_array_t result_array(const nbl_npy_array_t *array, bool reals, uint32_t rank, const uint64_t *shape) {
    nbl_npy_array_t result = {.rank = rank, .batch = 1, .length = shape[rank - 1]};
    if (reals)
        result.type = is_double(array) ? NBL_NPY_FLOAT64 : NBL_NPY_FLOAT32;
    else
        result.type = is_double(array) ? NBL_NPY_COMPLEX128 : NBL_NPY_COMPLEX64;
    memcpy(result.shape, shape, rank * sizeof *shape);
    for (uint32_t d = 0; d + 1 < rank; d++) result.batch *= shape[d];
    return result;
}
