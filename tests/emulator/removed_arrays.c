/* The kernel of arrays that a workgroup holds, without each of its barriers: removed_lines.c runs it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LINES_KERNEL arrays_kernel
#define NBL_LINES_ARRAYS 1
#include "tests/emulator/removed_kernel.h"
