/* The scan's kernels on the CPU: the shader's text, its parameters in the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SCAN_KERNELS_H
#define NBL_HOST_SCAN_KERNELS_H

#include "nbl/accessors/accessor.h"
#include "scan/parameters.h"

/* What a launch hands to them. */
typedef struct nbl_scan_specialization_t {
    nbl_scan_parameters_t parameters;
    const nbl_accessor_t *shared; /* a workgroup's memory; NULL: the emulator's */
} nbl_scan_specialization_t;

/* By operator; host/scan/kernel_<scalar>.c */
extern void (*const nbl_scan_kernels_uint32[3])(void);
extern void (*const nbl_scan_kernels_int32[3])(void);
extern void (*const nbl_scan_kernels_float32[3])(void);
extern void (*const nbl_scan_kernels_float64[3])(void);
extern void (*const nbl_scan_kernels_float16[3])(void); /* NULL: the compiler has none */
extern void (*const nbl_scan_look_back_uint32[3])(void);
extern void (*const nbl_scan_look_back_int32[3])(void);

#ifndef NBL_EMULATOR_CALLS
#define NBL_EMULATOR_CALLS 0 /* all calls are uniform, so the optimiser may do as it likes: nbl/lang/calls.h */
#endif
#define NBL_MEMORY_MODEL 1
/* questions to a tile that is late. Few: on the emulator no other workgroup runs meanwhile */
#define NBL_SCAN_MAX_LOOKS 4u
#undef NBL_PARAMETER
#define NBL_PARAMETER(name) ((const nbl_scan_specialization_t *)nbl_emulator_specialization())->parameters.name

#endif
