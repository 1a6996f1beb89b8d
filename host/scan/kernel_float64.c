/* The scan's kernels for float64_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR float64_t
#define NBL_SCAN_KERNEL nbl_scan_plus_float64
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_minimum_float64
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_maximum_float64
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan.h"

void (*const nbl_scan_kernels_float64[3])(void) = {nbl_scan_plus_float64, nbl_scan_minimum_float64,
                                                   nbl_scan_maximum_float64};
