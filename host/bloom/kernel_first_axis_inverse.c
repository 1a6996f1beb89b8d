/* shaders/bloom_first_axis_inverse.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_first_axis_inverse.h"
