/* The kernels of lines along a dimension, shaders/fft_lines.h and fft_lines_real.h, described to a compiler.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_LINES_H
#define NBL_HOST_GPU_LINES_H

#include "gpu/defines.h"
#include "transform/lines.h"

/* Returns how a kernel is compiled; defines: what the result refers to. */
nbl_compile_desc_t nbl_fft_lines_describe(const nbl_fft_lines_desc_t *desc, nbl_instruction_order_t order,
                                          nbl_mode_t mode, bool unroll, nbl_defines_t *defines);

#endif
