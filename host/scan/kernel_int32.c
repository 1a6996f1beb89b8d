/* The scan's kernels for int32_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR int32_t
#define NBL_SCAN_ANY_ORDER 1
#define NBL_SCAN_KERNEL nbl_scan_plus_int32
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_minimum_int32
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_maximum_int32
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan.h"

void (*const nbl_scan_kernels_int32[3])(void) = {nbl_scan_plus_int32, nbl_scan_minimum_int32, nbl_scan_maximum_int32};

#define NBL_SCAN_KERNEL nbl_scan_look_back_plus_int32
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan_look_back.h"
#define NBL_SCAN_KERNEL nbl_scan_look_back_minimum_int32
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan_look_back.h"
#define NBL_SCAN_KERNEL nbl_scan_look_back_maximum_int32
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan_look_back.h"

void (*const nbl_scan_look_back_int32[3])(void) = {nbl_scan_look_back_plus_int32, nbl_scan_look_back_minimum_int32,
                                                   nbl_scan_look_back_maximum_int32};
