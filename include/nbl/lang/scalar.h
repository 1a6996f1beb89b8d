/* Checks that NBL_SCALAR names a scalar, and defines its size: for headers that have a scalar as parameter.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, which stays defined. Without the check another type would end in a missing nbl_complex_<type>,
 * at a line that does not name the parameter. Defines NBL_SCALAR_DWORDS, the dwords of a complex number of this scalar,
 * a number for #if; after an error NBL_SCALAR_IS_REFUSED, so that the including header can go on with another scalar.
 */
#include "nbl/lang.h"

/* #if compares numbers, not types: for some lines the names are numbers. */
#define float16_t 1
#define float32_t 2
#define float64_t 4
#if NBL_SCALAR != 1 && NBL_SCALAR != 2 && NBL_SCALAR != 4
#error "the scalar must be float16_t, float32_t or float64_t"
#define NBL_SCALAR_IS_REFUSED
#elif NBL_SCALAR == 1 && !NBL_HAS_FLOAT16
#error "the scalar float16_t: define NBL_HAS_FLOAT16 as 1 before the first include"
#define NBL_SCALAR_IS_REFUSED
#elif NBL_SCALAR == 4 && !NBL_HAS_FLOAT64
#error "the scalar float64_t: define NBL_HAS_FLOAT64 as 1 before the first include"
#define NBL_SCALAR_IS_REFUSED
#endif
#undef NBL_SCALAR_DWORDS
#if NBL_SCALAR == 1
#define NBL_SCALAR_DWORDS 1
#elif NBL_SCALAR == 2
#define NBL_SCALAR_DWORDS 2
#else
#define NBL_SCALAR_DWORDS 4
#endif
#undef float64_t
#undef float32_t
#undef float16_t
