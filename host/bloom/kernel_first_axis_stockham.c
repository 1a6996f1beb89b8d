/* shaders/bloom_first_axis.h for the CPU, by the Stockham algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_ALGORITHM 1
#define NBL_BLOOM_KERNEL nbl_bloom_first_axis_stockham
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_first_axis.h"
