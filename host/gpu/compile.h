/* What compiles a plan's kernel: its file and defines.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_COMPILE_H
#define NBL_HOST_GPU_COMPILE_H

#include "gpu/defines.h"
#include "nbl/host/fft.h"

/* The push constants of shaders/fft_transform.h. A kernel without device addresses has only the batch. */
typedef struct nbl_fft_push_constants_t {
    uint64_t source, target;
    uint32_t batch;
} nbl_fft_push_constants_t;

/* Describes the plan's kernel to nbl_compile(). defines: receives the defines, and stays while the result is used. */
nbl_compile_desc_t nbl_fft_describe_compile(const nbl_fft_transform_plan_t *plan, nbl_cache_t *cache, nbl_mode_t mode,
                                            bool unroll, nbl_defines_t *defines);

#endif
