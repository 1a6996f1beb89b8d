/* The scan's kernels for float16_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
#define NBL_SCAN_SCALAR float16_t
#define NBL_SCAN_SUFFIX float16
#include "scan/kernel_run_time.h"
#else
void (*const nbl_scan_kernels_float16[3])(void) = {NULL, NULL, NULL};
#endif
