/* shaders/bloom_kernel_spectrum.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/run_time_parameters.h"
#include "shaders/bloom_kernel_spectrum.h"
