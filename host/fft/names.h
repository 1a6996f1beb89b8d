/* What refusals call the values of a transform's enumerations, in their order.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_NAMES_H
#define NBL_HOST_FFT_NAMES_H

#define NBL_FFT_ALGORITHM_NAMES "radix2-shuffle, stockham"
#define NBL_FFT_PRECISION_NAMES "fp16, fp32, fp64, fp16-storage"
#define NBL_FFT_SCALING_NAMES "default, none, by length, by root"
#define NBL_FFT_MOST_ROUNDS 64 /* transforms of a workgroup, one after the other; chosen */

#endif
