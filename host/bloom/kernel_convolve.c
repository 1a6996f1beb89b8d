/* shaders/bloom_convolve.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_convolve.h"
