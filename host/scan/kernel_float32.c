/* The scan's kernels for float32_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR float32_t
#define NBL_SCAN_KERNEL nbl_scan_plus_float32
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_minimum_float32
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_maximum_float32
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan.h"

void (*const nbl_scan_kernels_float32[3])(void) = {nbl_scan_plus_float32, nbl_scan_minimum_float32,
                                                   nbl_scan_maximum_float32};
