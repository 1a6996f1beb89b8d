/* Array accessor: complex float32 elements kept as float32 or as two halves, by a parameter.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include:
 *   NBL_ACCESSOR_NAME         prefix of the functions
 *   NBL_ACCESSOR_IS_HALF      1: halves
 *   NBL_ACCESSOR_BUFFER       declared as NBL_BUFFER(binding, nbl_float32_t2, name)
 *   NBL_ACCESSOR_HALF_BUFFER  the same memory, declared as NBL_BUFFER(binding, uint32_t, name)
 *
 * <name>_get(index) and <name>_set(index, value), index in complex elements. Rounding to half is the
 * language's packHalf2x16.
 */
#include "nbl/accessors/storage.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/float_or_half_buffer.h makes"
#endif
#ifndef NBL_ACCESSOR_IS_HALF
#error "NBL_ACCESSOR_IS_HALF is missing: 0 for float32, 1 for two halves"
#endif
#ifndef NBL_ACCESSOR_BUFFER
#error "NBL_ACCESSOR_BUFFER is missing: the name of a buffer of nbl_float32_t2"
#endif
#ifndef NBL_ACCESSOR_HALF_BUFFER
#error "NBL_ACCESSOR_HALF_BUFFER is missing: the name of a buffer of uint32_t over the same memory"
#endif

#define get_ NBL_CAT(NBL_ACCESSOR_NAME, _get)
#define set_ NBL_CAT(NBL_ACCESSOR_NAME, _set)

NBL_FUNCTION nbl_complex_float32_t get_(uint32_t index_) {
    nbl_complex_float32_t z_;
    if (NBL_ACCESSOR_IS_HALF == 1) {
        z_ = nbl_complex_from_half_storage(NBL_LOAD(NBL_ACCESSOR_HALF_BUFFER, index_));
    } else {
        z_ = nbl_complex_from_storage_float32_t(NBL_LOAD(NBL_ACCESSOR_BUFFER, index_));
    }
    return z_;
}

NBL_FUNCTION void set_(uint32_t index_, nbl_complex_float32_t value_) {
    if (NBL_ACCESSOR_IS_HALF == 1) {
        NBL_STORE(NBL_ACCESSOR_HALF_BUFFER, index_, nbl_half_storage_from_complex(value_));
    } else {
        NBL_STORE(NBL_ACCESSOR_BUFFER, index_, nbl_storage_from_complex_float32_t(value_));
    }
}

#undef set_
#undef get_
#undef NBL_ACCESSOR_HALF_BUFFER
#undef NBL_ACCESSOR_BUFFER
#undef NBL_ACCESSOR_IS_HALF
#undef NBL_ACCESSOR_NAME
