/* Computes how to split a length over a workgroup, and how much storage the passes of a transform over several axes
 * need.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17): sizes are 64-bit, and no shader calls these functions. They are pure. They mirror the
 * sections "Figuring out the storage required for an FFT" and "Figuring out compile-time parameters" of Nabla's article
 * on its FFT (docs/originals.md), which has one algorithm, the radix-2 shuffle. The functions for storage take
 * `algorithm`: the radix-2 shuffle or Stockham.
 *
 * Dimensions are given as an array of `rank` numbers, x first. The axes are transformed in the order axis_order[0],
 * axis_order[1] ...: a permutation of 0 .. rank - 1, or NULL for x, y, z, w. Pass 0 is the first.
 */
#ifndef NBL_FFT_SIZES_H
#define NBL_FFT_SIZES_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/host/error.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_SIZES_MAX_RANK 4 /* x, y, z, w, as in the article */

/* A split of a length, a power of two, over a workgroup: the length is 2^(the sum of both numbers). The limits are the
 * radix-2 shuffle's. An invocation holds at most 32 elements, NBL_FFT_MAX_ELEMENTS_PER_INVOCATION of
 * nbl/fft/parameters.h, in registers. A workgroup has at most 1024 invocations, the limit of most devices. */
typedef struct nbl_fft_parameters_t {
    uint32_t elements_per_invocation_log2; /* 1 to 5; 0 in a result: no parameters exist */
    uint32_t workgroup_size_log2;          /* 0 to 10 */
} nbl_fft_parameters_t;

/* Returns whether parameters are in range: elements_per_invocation_log2 1 to 5 and workgroup_size_log2 0 to 10.
 *
 * parameters  any
 */
bool nbl_fft_parameters_valid(nbl_fft_parameters_t parameters);

/* Returns log2 of the fewest elements per invocation with which a workgroup is large enough for a length, from
 * least_log2 to 5. Returns 5 also if even 32 elements do not suffice: that is so if length / 32 > max_workgroup_size,
 * which the caller checks.
 *
 * length              elements, a power of two, 1 to 2^31
 * max_workgroup_size  invocations, 1 or more
 * least_log2          0 to 5
 */
uint32_t nbl_fft_elements_log2(uint32_t length, uint32_t max_workgroup_size, uint32_t least_log2);

/* Returns a split of a length over a workgroup. This is Nabla's optimalFFTParameters; min_subgroup_size is in Nabla's
 * code and not in its article.
 *
 * The transform's length is `length` rounded up to a power of two, N; the caller pads the signal to N. The split has
 * the fewest elements per invocation, 2 or more, with which the workgroup is not too large: more elements mean more
 * accesses to the signal's memory, or more registers.
 *
 * Returns {0, 0}, for which nbl_fft_parameters_valid() is false, in each of these cases:
 *
 *   an argument is 0, or `length` is above 2^31
 *   the workgroup would have fewer than min_subgroup_size invocations, as with length 1, which no two invocations share
 *   32 elements per invocation do not suffice: N is above 32768, or above 32 max_workgroup_size, rounded as below
 *
 * max_workgroup_size  invocations; rounded down to a power of two, and a number above 1024 counts as 1024
 * length              elements of the signal
 * min_subgroup_size   invocations of the smallest subgroup that the device may run, 1 or more; 1 if the caller needs
 *                     no subgroups
 */
nbl_fft_parameters_t nbl_fft_optimal_parameters(uint32_t max_workgroup_size, uint32_t length,
                                                uint32_t min_subgroup_size);

/* Computes the dimensions of a spectrum.
 *
 * An axis is rounded up to a length N: by the radix-2 shuffle to a power of two, by Stockham to nbl_fft_good_length().
 * Its entry of `padded` is N. For a real signal the axis that is transformed first has another entry:
 *
 *   radix-2 shuffle  N / 2, since frequencies 0 and N / 2 share an element; 1 if N is 1
 *   Stockham         N / 2 + 1, with N rounded up to an even length
 *
 * Errors, after which `padded` is untouched: NBL_ERROR_ARGUMENT (an argument outside its range below); NBL_ERROR_LIMIT
 * if Stockham has no length that large.
 *
 * algorithm          NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM of nbl/fft/parameters.h
 * dimensions         rank numbers, elements, 1 or more
 * kernel_dimensions  NULL: for a transform; each axis has the signal's dimension, rounded up to N. Else for a
 *                    convolution: rank numbers, elements, 1 or more; each axis has the sum of signal's and kernel's
 *                    dimension, rounded up to N
 * rank               1 to 4
 * axis_order         permutation of 0 .. rank - 1, or NULL
 * real               the signal is real and half of its spectrum is stored
 * padded             receives rank numbers, elements, each at most 2^33: a sum of two numbers of 32 bits, rounded up
 * error              may be NULL
 */
nbl_result_t nbl_fft_padded_dimensions(uint32_t algorithm, const uint32_t *dimensions,
                                       const uint32_t *kernel_dimensions, uint32_t rank, const uint32_t *axis_order,
                                       bool real, uint64_t *padded, nbl_error_t *error);

/* Computes the bytes of the result of one pass of a transform over several axes (Nabla's getOutputBufferSize).
 *
 * Along axes that this pass or an earlier one transforms the result has nbl_fft_padded_dimensions(). Along the others
 * it has the signal's dimension, since their padding need not be computed or stored.
 *
 * Errors, after which *bytes is 0: NBL_ERROR_ARGUMENT (an argument outside its range below); NBL_ERROR_LIMIT if the
 * size does not fit in 64 bits or Stockham has no length that large.
 *
 * algorithm    NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM
 * channels     1 or more
 * dimensions   rank numbers, elements, 1 or more
 * rank         1 to 4
 * pass         0 to rank - 1: axis_order[0] to axis_order[pass] are transformed
 * axis_order   permutation of 0 .. rank - 1, or NULL
 * real         the signal is real and half of its spectrum is stored along axis_order[0]
 * half_floats  true: 4 bytes per complex number, of float16; false: 8, of float32. There is no choice of float64, which
 *              needs twice the bytes of float32
 * bytes        receives the size of all channels together
 * error        may be NULL
 */
nbl_result_t nbl_fft_output_buffer_size(uint32_t algorithm, uint32_t channels, const uint32_t *dimensions,
                                        uint32_t rank, uint32_t pass, const uint32_t *axis_order, bool real,
                                        bool half_floats, uint64_t *bytes, nbl_error_t *error);

/* Computes the bytes of the result of one forward pass of a convolution over several axes (Nabla's
 * getOutputBufferSizeConvolution). A transformed axis has room for signal and kernel: the sum of both dimensions,
 * rounded up. An axis that is not yet transformed has the signal's dimension.
 *
 * Errors, after which *bytes is 0: those of nbl_fft_output_buffer_size().
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
 * bytes              receives the size of all channels together
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
