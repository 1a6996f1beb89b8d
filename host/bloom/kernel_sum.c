/* shaders/bloom_kernel_sum.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_KERNEL nbl_bloom_kernel_sum
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_kernel_sum.h"
