/* The scan's kernels for float16_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#include "nbl/lang.h"

#if NBL_HAS_FLOAT16

#define NBL_SCAN_SCALAR float16_t
#define NBL_SCAN_KERNEL nbl_scan_plus_float16
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_minimum_float16
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_maximum_float16
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan.h"

void (*const nbl_scan_kernels_float16[3])(void) = {nbl_scan_plus_float16, nbl_scan_minimum_float16,
                                                   nbl_scan_maximum_float16};
#else
void (*const nbl_scan_kernels_float16[3])(void) = {NULL, NULL, NULL};
#endif
