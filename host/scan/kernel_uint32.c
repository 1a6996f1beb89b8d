/* The scan's kernels for uint32_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR uint32_t
#define NBL_SCAN_ANY_ORDER 1
#define NBL_SCAN_KERNEL nbl_scan_plus_uint32
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_minimum_uint32
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL nbl_scan_maximum_uint32
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan.h"

void (*const nbl_scan_kernels_uint32[3])(void) = {nbl_scan_plus_uint32, nbl_scan_minimum_uint32,
                                                  nbl_scan_maximum_uint32};

#define NBL_SCAN_KERNEL nbl_scan_look_back_plus_uint32
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan_look_back.h"
#define NBL_SCAN_KERNEL nbl_scan_look_back_minimum_uint32
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan_look_back.h"
#define NBL_SCAN_KERNEL nbl_scan_look_back_maximum_uint32
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan_look_back.h"

void (*const nbl_scan_look_back_uint32[3])(void) = {nbl_scan_look_back_plus_uint32, nbl_scan_look_back_minimum_uint32,
                                                    nbl_scan_look_back_maximum_uint32};
