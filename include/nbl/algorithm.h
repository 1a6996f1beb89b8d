/* min, max and clamp: the mirror of what std's algorithm has for two and three values.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_min(a, b)  nbl_max(a, b)  nbl_clamp(x, low, high)     of uint32_t, int32_t and the floats
 *
 * As in std: min is b if b is below a, else a, and max is b if a is below b, else a; so a NaN is dropped as the second
 * argument and kept as the first, whereas a device's own min may do either. All arguments have one type.
 *
 * Searching and sorting are templates: nbl/algorithm/bound.h (lower and upper bound over an accessor) and
 * nbl/algorithm/sort.h (a sorting network in registers, and swap).
 */
#ifndef NBL_ALGORITHM_H
#define NBL_ALGORITHM_H

#include "nbl/lang/math.h"

#define NBL_SCALAR uint32_t
#include "nbl/algorithm/scalar.h"
#define NBL_SCALAR int32_t
#include "nbl/algorithm/scalar.h"
#define NBL_SCALAR float32_t
#include "nbl/algorithm/scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/algorithm/scalar.h"
#endif
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "nbl/algorithm/scalar.h"
#endif

#if !NBL_OVERLOAD
#define nbl_min(a, b) NBL_SELECT_SCALAR(a, nbl_min)(a, b)
#define nbl_max(a, b) NBL_SELECT_SCALAR(a, nbl_max)(a, b)
#define nbl_clamp(x, low, high) NBL_SELECT_SCALAR(x, nbl_clamp)(x, low, high)
#endif

#endif
