/* How a line goes on the CPU in fast mode whose length has no radices in exact mode.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_CPU_H
#define NBL_HOST_TRANSFORM_CHOOSE_CPU_H

#include "transform/choose.h"

/* Returns whether a line goes by radices, some of them primes from 17 to 31: its largest prime factor is one of these,
 * and it has a plan.
 *
 * dwords  dwords of a complex number of the arithmetic
 * plan    receives the plan; the CPU uses its radices alone. NULL: not asked */
bool nbl_choose_cpu_primes(uint32_t length, uint32_t dwords, nbl_fft_plan_t *plan);

/* Returns by which convolution a line goes whose length has no radices.
 *
 * n       elements of the line
 * dwords  dwords of a complex number of the arithmetic
 * length  receives the elements of the convolution; 0 with CHIRP_APART, whose elements the caller chooses
 * points  receives the elements of a line in both passes; with CHIRP_MIDDLE alone */
nbl_choose_convolution_t nbl_choose_cpu_convolution(uint32_t n, uint32_t dwords, uint32_t *length, uint32_t points[2]);

#endif
