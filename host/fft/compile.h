/* What compiles a plan's kernel: its file and defines.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_COMPILE_H
#define NBL_HOST_FFT_COMPILE_H

#include "fft/defines.h"
#include "nbl/host/fft.h"

/* Describes the plan's kernel to nbl_compile(). defines: receives the defines, and stays while the result is used. */
nbl_compile_desc_t nbl_fft_describe_compile(const nbl_fft_transform_plan_t *plan, nbl_cache_t *cache, nbl_mode_t mode,
                                            bool unroll, nbl_defines_t *defines);

#endif
