/* Array accessor: another accessor's elements from an offset on.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include:
 *   NBL_ACCESSOR_NAME    prefix of the functions
 *   NBL_ACCESSOR_SCALAR  float16_t, float32_t or float64_t
 *   NBL_ACCESSOR_BASE    prefix of an accessor with get(index) and set(index, value)
 *
 * <name>_get(offset, index) returns the base's element offset + index, <name>_set(offset, index, value) writes it. Both
 * numbers are counted in elements; the base alone checks bounds, if it does.
 */
#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/offset.h makes"
#endif
#ifndef NBL_ACCESSOR_SCALAR
#error "NBL_ACCESSOR_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_ACCESSOR_BASE
#error "NBL_ACCESSOR_BASE is missing: the prefix of the accessor to offset"
#endif
#include "nbl/complex.h"

#define NBL_SCALAR NBL_ACCESSOR_SCALAR
#include "nbl/lang/scalar.h"
#define get_ NBL_CAT(NBL_ACCESSOR_NAME, _get)
#define set_ NBL_CAT(NBL_ACCESSOR_NAME, _set)
#define base_get_ NBL_CAT(NBL_ACCESSOR_BASE, _get)
#define base_set_ NBL_CAT(NBL_ACCESSOR_BASE, _set)

NBL_FUNCTION NBL_COMPLEX get_(uint32_t offset_, uint32_t index_) { return base_get_(offset_ + index_); }

NBL_FUNCTION void set_(uint32_t offset_, uint32_t index_, NBL_COMPLEX value_) { base_set_(offset_ + index_, value_); }

#undef base_set_
#undef base_get_
#undef set_
#undef get_
#undef NBL_SCALAR
#undef NBL_ACCESSOR_BASE
#undef NBL_ACCESSOR_SCALAR
#undef NBL_ACCESSOR_NAME
