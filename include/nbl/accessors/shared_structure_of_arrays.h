/* Adaptor: elements of any type over a shared memory of dwords, as a structure of arrays.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include:
 *   NBL_ACCESSOR_NAME                prefix of the functions
 *   NBL_ACCESSOR_SCALAR              float16_t, float32_t or float64_t: complex elements; or in its place
 *   NBL_ACCESSOR_TYPE                a scalar, a vector or a structure: nbl/accessors/dwords.h
 *   NBL_ACCESSOR_STRIDE              elements of one array: dword d of element i lies at base + d * stride + i, so that
 *                                    neighbouring invocations use neighbouring banks
 *   NBL_ACCESSOR_SHARED_GET(i)       the shared-memory accessor underneath
 *   NBL_ACCESSOR_SHARED_SET(i, v)
 *
 * <name>_get(base, index) returns element `index` of the arrays that begin at dword `base`, <name>_set(base, index,
 * value) writes it. Nothing here checks bounds.
 */
#include "nbl/complex.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/shared_structure_of_arrays.h makes"
#endif
#if !defined(NBL_ACCESSOR_SCALAR) && !defined(NBL_ACCESSOR_TYPE)
#error "NBL_ACCESSOR_SCALAR is missing: float16_t, float32_t or float64_t, or NBL_ACCESSOR_TYPE in its place"
#endif
#ifndef NBL_ACCESSOR_STRIDE
#error "NBL_ACCESSOR_STRIDE is missing: the elements of one array of the structure"
#endif
#ifndef NBL_ACCESSOR_SHARED_GET
#error "NBL_ACCESSOR_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_ACCESSOR_SHARED_SET
#error "NBL_ACCESSOR_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif

#ifdef NBL_ACCESSOR_TYPE
#include "nbl/accessors/dwords.h"
#define element_t_ NBL_ACCESSOR_TYPE
#define dwords_t_ nbl_dwords_8_t
#define from_dwords_ NBL_CAT(nbl_from_dwords_, NBL_ACCESSOR_TYPE)
#define to_dwords_ NBL_CAT(nbl_dwords_from_, NBL_ACCESSOR_TYPE)
#define element_dwords_ NBL_CAT(NBL_DWORDS_OF_, NBL_ACCESSOR_TYPE)
#else
#define NBL_SCALAR NBL_ACCESSOR_SCALAR
#include "nbl/lang/scalar.h"
#define element_t_ NBL_COMPLEX
#define dwords_t_ nbl_dwords_t
#define from_dwords_ NBL_OF_SCALAR(nbl_complex_from_dwords)
#define to_dwords_ NBL_OF_SCALAR(nbl_dwords_from_complex)
#define element_dwords_ NBL_OF_SCALAR(NBL_DWORDS)
#endif
#define get_ NBL_CAT(NBL_ACCESSOR_NAME, _get)
#define set_ NBL_CAT(NBL_ACCESSOR_NAME, _set)

NBL_FUNCTION element_t_ get_(uint32_t base_, uint32_t index_) {
    dwords_t_ moved_;
    NBL_UNROLL for (uint32_t d_ = 0u; d_ < element_dwords_; d_++) {
        moved_.value[d_] = NBL_ACCESSOR_SHARED_GET(base_ + d_ * (NBL_ACCESSOR_STRIDE) + index_);
    }
    return from_dwords_(moved_);
}

NBL_FUNCTION void set_(uint32_t base_, uint32_t index_, element_t_ value_) {
    dwords_t_ moved_ = to_dwords_(value_);
    NBL_UNROLL for (uint32_t d_ = 0u; d_ < element_dwords_; d_++) {
        NBL_ACCESSOR_SHARED_SET(base_ + d_ * (NBL_ACCESSOR_STRIDE) + index_, moved_.value[d_]);
    }
}

#undef set_
#undef get_
#undef element_dwords_
#undef to_dwords_
#undef from_dwords_
#undef dwords_t_
#undef element_t_
#undef NBL_SCALAR
#undef NBL_ACCESSOR_SHARED_SET
#undef NBL_ACCESSOR_SHARED_GET
#undef NBL_ACCESSOR_STRIDE
#undef NBL_ACCESSOR_TYPE
#undef NBL_ACCESSOR_SCALAR
#undef NBL_ACCESSOR_NAME
