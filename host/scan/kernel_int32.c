/* The scan's kernels for int32_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR int32_t
#define NBL_SCAN_SUFFIX int32
#define NBL_SCAN_ANY_ORDER 1
#include "scan/kernel_run_time.h"
