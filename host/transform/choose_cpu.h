/* How a line without exact mode's radices goes on the CPU, in fast mode.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_CPU_H
#define NBL_HOST_TRANSFORM_CHOOSE_CPU_H

#include "transform/choose.h"

/* Returns whether a line has prime radices from 17 to 31.
 *
 * dwords  of a complex number of the arithmetic
 * plan    receives its plan, of which the radices count; may be NULL */
bool nbl_choose_cpu_primes(uint32_t length, uint32_t dwords, nbl_fft_plan_t *plan);

/* Returns how a line of a length goes that has no radices.
 *
 * dwords  of a complex number of the arithmetic
 * length  receives the convolution's elements; 0: the caller says how many
 * points  receives the elements of a line in both passes of CHIRP_MIDDLE */
nbl_choose_convolution_t nbl_choose_cpu_convolution(uint32_t n, uint32_t dwords, uint32_t *length, uint32_t points[2]);

#endif
