/* The scan's kernels for float32_t on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#define NBL_SCAN_SCALAR float32_t
#define NBL_SCAN_SUFFIX float32
#include "scan/kernel_run_time.h"
