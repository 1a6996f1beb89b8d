/* Between the elements of a .npy file and what kernels read and write.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   complex64   float, float       fp16, fp16-storage   two halves in a dword, real in the low one
 *   complex128  double, double     fp32                 float, float
 *                                  fp64                 double, double
 */
#include "nbl-fft.h"

#include <math.h>
#include <string.h>

static bool holds_halves(nbl_fft_precision_t precision) {
    return precision == NBL_FFT_FLOAT16 || precision == NBL_FFT_FLOAT16_STORAGE;
}

/* Rounds to float such that a second rounding, to half, comes out as a single one would: an inexact result gets an odd
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

static double load_part(const nbl_npy_array_t *array, uint64_t part) {
    return array->type == NBL_NPY_COMPLEX64 ? (double)((const float *)array->data)[part]
                                            : ((const double *)array->data)[part];
}

static bool store_part(nbl_npy_array_t *array, uint64_t part, double value) {
    if (array->type == NBL_NPY_COMPLEX64) {
        float narrow = (float)value;
        ((float *)array->data)[part] = narrow;
        return isfinite(narrow);
    }
    ((double *)array->data)[part] = value;
    return isfinite(value);
}

static bool pack_half(double real, double imag, uint32_t *packed) {
    /* From here on everything rounds to infinity; beyond float's range round_to_odd could not tell. */
    if (fabs(real) >= 65520.0 || fabs(imag) >= 65520.0) return false;
    nbl_emulator_float32x2_t parts = {round_to_odd(real), round_to_odd(imag)};
    *packed = nbl_emulator_pack_half_2x16(parts);
    return true;
}

convert_result_t convert_to_storage(const nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                    nbl_fft_precision_t precision, void *storage, uint64_t *bad) {
    for (uint64_t i = 0; i < count; i++) {
        double real = load_part(array, 2 * (first + i)), imag = load_part(array, 2 * (first + i) + 1);
        *bad = first + i;
        if (isnan(real) || isnan(imag)) return CONVERT_NAN;
        if (isinf(real) || isinf(imag)) return CONVERT_INFINITE;
        if (holds_halves(precision)) {
            if (!pack_half(real, imag, (uint32_t *)storage + i)) return CONVERT_OVERFLOW;
        } else if (precision == NBL_FFT_FLOAT32) {
            float *to = (float *)storage + 2 * i;
            to[0] = (float)real;
            to[1] = (float)imag;
            if (!isfinite(to[0]) || !isfinite(to[1])) return CONVERT_OVERFLOW;
        } else {
            double *to = (double *)storage + 2 * i;
            to[0] = real;
            to[1] = imag;
        }
    }
    return CONVERT_GOOD;
}

convert_result_t convert_from_storage(nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                      nbl_fft_precision_t precision, const void *storage, uint64_t *bad) {
    for (uint64_t i = 0; i < count; i++) {
        double real, imag;
        if (holds_halves(precision)) {
            nbl_emulator_float32x2_t parts = nbl_emulator_unpack_half_2x16(((const uint32_t *)storage)[i]);
            real = (double)parts.x;
            imag = (double)parts.y;
        } else if (precision == NBL_FFT_FLOAT32) {
            real = (double)((const float *)storage)[2 * i];
            imag = (double)((const float *)storage)[2 * i + 1];
        } else {
            real = ((const double *)storage)[2 * i];
            imag = ((const double *)storage)[2 * i + 1];
        }
        *bad = first + i;
        bool good = store_part(array, 2 * (first + i), real);
        if (!store_part(array, 2 * (first + i) + 1, imag) || !good) return CONVERT_OVERFLOW;
    }
    return CONVERT_GOOD;
}

convert_result_t convert_scalar_to_storage(double value, nbl_fft_precision_t precision, void *storage) {
    const float narrow = (float)value;
    uint32_t packed;
    if (isnan(value)) return CONVERT_NAN;
    if (isinf(value)) return CONVERT_INFINITE;
    if (holds_halves(precision)) {
        if (!pack_half(value, 0.0, &packed)) return CONVERT_OVERFLOW;
        const uint16_t half = (uint16_t)packed;
        memcpy(storage, &half, sizeof half);
    } else if (precision == NBL_FFT_FLOAT32) {
        memcpy(storage, &narrow, sizeof narrow);
        if (!isfinite(narrow)) return CONVERT_OVERFLOW;
    } else {
        memcpy(storage, &value, sizeof value);
    }
    return CONVERT_GOOD;
}

double convert_scalar_from_storage(nbl_fft_precision_t precision, const void *storage) {
    uint16_t half;
    float narrow;
    double wide;
    if (holds_halves(precision)) {
        memcpy(&half, storage, sizeof half);
        return (double)nbl_emulator_unpack_half_2x16(half).x;
    }
    if (precision == NBL_FFT_FLOAT32) {
        memcpy(&narrow, storage, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, storage, sizeof wide);
    return wide;
}
