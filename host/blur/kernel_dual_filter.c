/* shaders/blur_dual_filter.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLUR_KERNEL nbl_blur_dual_filter_kernel
#include "blur/run_time_parameters.h"
#include "shaders/blur_dual_filter.h"
