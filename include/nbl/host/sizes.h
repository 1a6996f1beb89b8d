/* How to split a length over a workgroup, and how much storage the passes of a transform over several axes need.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17): sizes are 64-bit, and no shader calls these. Mirrors "Figuring out the storage required for
 * an FFT" and "Figuring out compile-time parameters" (nabla-fft-readme), for the radix-2 shuffle algorithm; storage for
 * Stockham, too. Pure functions.
 *
 * Dimensions are given as an array of `rank` numbers, x first. The axes are transformed in the order
 * axis_order[0], axis_order[1] ...: a permutation of 0 .. rank - 1, or NULL for x, y, z, w. Pass 0 is the first.
 */
#ifndef NBL_FFT_SIZES_H
#define NBL_FFT_SIZES_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/host/error.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_SIZES_MAX_RANK 4

typedef struct nbl_fft_parameters_t {
    uint32_t elements_per_invocation_log2; /* 1 to 5; 0: no parameters exist */
    uint32_t workgroup_size_log2;          /* 0 to 10 */
} nbl_fft_parameters_t;

/* Returns whether parameters are in range: elements_per_invocation_log2 1 to 5 and workgroup_size_log2 0 to 10.
 *
 * parameters  any
 */
bool nbl_fft_parameters_valid(nbl_fft_parameters_t parameters);

/* Returns log2 of the fewest elements per invocation with which a workgroup is not too large: least_log2 to 5. Returns
 * 5 also if 32 elements do not suffice.
 *
 * length              a power of two
 * max_workgroup_size  invocations
 * least_log2          0 to 5
 */
uint32_t nbl_fft_elements_log2(uint32_t length, uint32_t max_workgroup_size, uint32_t least_log2);

/* Returns a split of a length over a workgroup (Nabla's optimalFFTParameters, with the third argument of its code).
 *
 * It takes two elements per invocation if the workgroup may be that large, else as few as suffice: more elements mean
 * more accesses to the array or more registers. The transform has the length rounded up to a power of two; you pad the
 * signal.
 *
 * Returns the parameters; {0, 0}, for which nbl_fft_parameters_valid is false, if no parameters exist: the length
 * rounded up is not above min_subgroup_size, the workgroup is not allowed to hold a subgroup, 32 elements per
 * invocation do not suffice, or an argument is 0.
 *
 * max_workgroup_size  invocations; what is not a power of two is rounded down, and never more than 1024 are used
 * length              elements of the signal, 2 or more
 * min_subgroup_size   invocations of the smallest subgroup that the device may run, 1 if none is relied on
 */
nbl_fft_parameters_t nbl_fft_optimal_parameters(uint32_t max_workgroup_size, uint32_t length,
                                                uint32_t min_subgroup_size);

/* Computes the dimensions of a spectrum.
 *
 * Radix-2 shuffle: every axis is rounded up to a power of two. For a real signal the axis that is transformed first
 * keeps half of that (Zero and Nyquist share a place), at least 1. Stockham: every axis is nbl_fft_good_length(). For a
 * real signal the axis that is transformed first has an even length and keeps half of it plus Nyquist.
 *
 * Errors, after which `padded` is untouched: ARGUMENT; LIMIT if Stockham has no length that large.
 *
 * algorithm          NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM of nbl/fft/parameters.h
 * dimensions         rank numbers, elements, 1 or more
 * kernel_dimensions  rank numbers, elements, 1 or more: room for a convolution, the sum of both is rounded up; or NULL
 * rank               1 to 4
 * axis_order         permutation of 0 .. rank - 1, or NULL
 * real               the signal is real and half of its spectrum is stored
 * padded             rank numbers, elements, receives the dimensions, each at most 2^33
 * error              may be NULL
 */
nbl_result_t nbl_fft_padded_dimensions(uint32_t algorithm, const uint32_t *dimensions,
                                       const uint32_t *kernel_dimensions, uint32_t rank, const uint32_t *axis_order,
                                       bool real, uint64_t *padded, nbl_error_t *error);

/* Computes the bytes of the result of one pass of a transform over several axes (Nabla's getOutputBufferSize).
 *
 * Axes that are not transformed yet count unpadded, since their padding need not be computed or stored.
 *
 * Errors, after which *bytes is 0: ARGUMENT; LIMIT if the size does not fit in 64 bits or Stockham has no length that
 * large.
 *
 * algorithm    NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM
 * channels     1 or more
 * dimensions   rank numbers, elements, 1 or more
 * rank         1 to 4
 * pass         0 to rank - 1: axis_order[0] to axis_order[pass] are transformed
 * axis_order   permutation of 0 .. rank - 1, or NULL
 * real         the signal is real and half of its spectrum is stored along axis_order[0]
 * half_floats  4 bytes per complex number instead of 8
 * bytes        receives the size
 * error        may be NULL
 */
nbl_result_t nbl_fft_output_buffer_size(uint32_t algorithm, uint32_t channels, const uint32_t *dimensions,
                                        uint32_t rank, uint32_t pass, const uint32_t *axis_order, bool real,
                                        bool half_floats, uint64_t *bytes, nbl_error_t *error);

/* Computes the bytes of the result of one pass of a convolution over several axes (Nabla's
 * getOutputBufferSizeConvolution). A transformed axis has room for signal and kernel: the sum of both dimensions,
 * rounded up.
 *
 * Errors, after which *bytes is 0: as of nbl_fft_output_buffer_size().
 *
 * algorithm          NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM
 * channels           1 or more
 * dimensions         of the signal: rank numbers, elements, 1 or more
 * kernel_dimensions  rank numbers, elements, 1 or more
 * rank               1 to 4
 * pass               0 to rank - 1: axis_order[0] to axis_order[pass] are transformed
 * axis_order         permutation of 0 .. rank - 1, or NULL
 * real               the signal is real and half of its spectrum is stored along axis_order[0]
 * half_floats        4 bytes per complex number instead of 8
 * bytes              receives the size
 * error              may be NULL
 */
nbl_result_t nbl_fft_output_buffer_size_convolution(uint32_t algorithm, uint32_t channels, const uint32_t *dimensions,
                                                    const uint32_t *kernel_dimensions, uint32_t rank, uint32_t pass,
                                                    const uint32_t *axis_order, bool real, bool half_floats,
                                                    uint64_t *bytes, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
