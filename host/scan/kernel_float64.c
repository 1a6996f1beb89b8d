/* The scan's kernels for float64_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR float64_t
#define NBL_SCAN_SUFFIX float64
#include "scan/kernel_run_time.h"
