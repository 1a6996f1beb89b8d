/* What a driver's compiler says of a kernel, under one name each.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_FIGURES_H
#define NBL_BENCH_FIGURES_H

#include "nbl/host/vulkan_kernel.h"

/* 0 where the driver does not tell. */
typedef struct bench_figures_t {
    uint32_t registers; /* of an invocation, in the driver's unit */
    uint32_t spills;    /* registers, bytes or stores, as the driver has it: 0 is none */
    uint32_t
        resident; /* at once: subgroups of a SIMD (RADV), of a core (Turnip, NVK), threads of a core (Honeykrisp) */
    uint32_t instructions; /* of the kernel; vector instructions where they are told apart */
} bench_figures_t;

/* Reads them. Errors: those of nbl_vulkan_kernel_statistics(). */
nbl_result_t bench_figures(const nbl_vulkan_kernel_t *kernel, bench_figures_t *figures, nbl_error_t *error);

#endif
