/* The numbers of FFTs: their precision, and what results are divided by.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), without Vulkan.
 */
#ifndef NBL_HOST_FFT_NUMBERS_H
#define NBL_HOST_FFT_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nbl_fft_precision_t {
    NBL_FFT_FLOAT16 = 0, /* arithmetic and storage */
    NBL_FFT_FLOAT32,
    NBL_FFT_FLOAT64,
    NBL_FFT_FLOAT16_STORAGE /* memory: two halves in a dword, half of float32's bytes; arithmetic: float32; needs no
                             * feature of a device */
} nbl_fft_precision_t;

/* Returns whether a number is a value of nbl_fft_precision_t. Thread-safe. */
bool nbl_fft_precision_valid(nbl_fft_precision_t precision);

/* Returns the name that the tools have for a precision: "fp16", "fp32", "fp64" or "fp16-storage"; NULL for a number
 * that is no precision. */
const char *nbl_fft_precision_name(nbl_fft_precision_t precision);

/* Returns the bytes of a complex element in memory, 4, 8 or 16; 0 for a number that is no precision. */
uint32_t nbl_fft_precision_element_bytes(nbl_fft_precision_t precision);

/* Returns the dwords of a complex element in registers, 1, 2 or 4, which plans are made for; 0 for a number that is no
 * precision. */
uint32_t nbl_fft_precision_dwords(nbl_fft_precision_t precision);

/* What every result is divided by. The length is the signal's, for a real signal too. */
typedef enum nbl_fft_scaling_t {
    NBL_FFT_SCALING_DEFAULT = 0, /* forward: 1; inverse: the length */
    NBL_FFT_SCALING_NONE,        /* 1 */
    NBL_FFT_SCALING_BY_LENGTH,   /* the length */
    NBL_FFT_SCALING_BY_ROOT      /* the square root of the length */
} nbl_fft_scaling_t;

/* A complex number of any precision: what accessors of transforms get and set. Doubles hold float16 and float32
 * exactly. */
typedef struct nbl_fft_number_t {
    double real, imag;
} nbl_fft_number_t;

#if defined(__cplusplus)
}
#endif

#endif
