/* shaders/bloom_kernel_arrange.h for the CPU, by the Stockham algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_ALGORITHM 1
#define NBL_BLOOM_KERNEL nbl_bloom_kernel_arrange_stockham
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_kernel_arrange.h"
