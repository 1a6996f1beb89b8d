/* The kernel of a long real signal's last step: removed_stages.c runs it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LINES_KERNEL last_step_kernel
#define NBL_LINES_REAL 1
#define NBL_LINES_TEXT "shaders/fft_lines_real.h"
#include "tests/emulator/removed_kernel.h"
