/* What a driver's compiler says of a kernel, under one name each.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_FIGURES_H
#define NBL_BENCH_FIGURES_H

#include "nbl/host/vulkan_kernel.h"

/* Figures of a compiled kernel; 0: the driver does not tell. */
typedef struct bench_figures_t {
    uint32_t registers; /* of an invocation, in the driver's unit */
    uint32_t spills;    /* in the driver's unit: registers, bytes or stores; 0: no spill */
    /* at once: subgroups of a SIMD (RADV), of a core (Turnip, NVK), threads of a core (Honeykrisp) */
    uint32_t resident;
    uint32_t instructions; /* instructions of the kernel; only vector instructions if the driver counts them apart */
} bench_figures_t;

/* Reads a kernel's figures. Errors: those of nbl_vulkan_kernel_statistics(). */
nbl_result_t bench_figures(const nbl_vulkan_kernel_t *kernel, bench_figures_t *figures, nbl_error_t *error);

#endif
