/* shaders/bloom_kernel_arrange.h for the CPU, by the radix-2 shuffle algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_ALGORITHM 0
#define NBL_BLOOM_KERNEL nbl_bloom_kernel_arrange_radix2
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_kernel_arrange.h"
