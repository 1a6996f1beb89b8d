/* The kernels of kernel_float32_stockham.c with the multiply-adds that the text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#include "fft/kernel_float32_stockham.c"
