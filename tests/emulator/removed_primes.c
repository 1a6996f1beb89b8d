/* The kernel of lines of radices times a prime, without each of its barriers: removed_lines.c runs it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LINES_KERNEL prime_lines_kernel
#define NBL_LINES_PRIME 1
#include "tests/emulator/removed_kernel.h"
