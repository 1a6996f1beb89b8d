/* shaders/blur_prefix_sum.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLUR_KERNEL nbl_blur_prefix_sum_kernel
#include "blur/run_time_parameters.h"
#include "shaders/blur_prefix_sum.h"
