/* Array accessor: complex elements one after the other in a storage buffer.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include:
 *   NBL_ACCESSOR_NAME    prefix of the functions
 *   NBL_ACCESSOR_SCALAR  float16_t, float32_t or float64_t
 *   NBL_ACCESSOR_BUFFER  a buffer declared as NBL_BUFFER(binding, NBL_STORAGE_<scalar>, name)
 *
 * <name>_get(index)         returns a complex number of NBL_ACCESSOR_SCALAR
 * <name>_set(index, value)  stores one
 *
 * index: complex elements from the buffer's beginning. A shader checks no bound; the emulator does.
 */
#include "nbl/accessors/storage.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/linear_buffer.h makes"
#endif
#ifndef NBL_ACCESSOR_SCALAR
#error "NBL_ACCESSOR_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_ACCESSOR_BUFFER
#error "NBL_ACCESSOR_BUFFER is missing: the name of a buffer declared by NBL_BUFFER"
#endif

#define NBL_SCALAR NBL_ACCESSOR_SCALAR
#include "nbl/lang/scalar.h"
#define get_ NBL_CAT(NBL_ACCESSOR_NAME, _get)
#define set_ NBL_CAT(NBL_ACCESSOR_NAME, _set)
#define from_storage_ NBL_OF_SCALAR(nbl_complex_from_storage)
#define to_storage_ NBL_OF_SCALAR(nbl_storage_from_complex)

NBL_FUNCTION NBL_COMPLEX get_(uint32_t index_) { return from_storage_(NBL_LOAD(NBL_ACCESSOR_BUFFER, index_)); }

NBL_FUNCTION void set_(uint32_t index_, NBL_COMPLEX value_) {
    NBL_STORE(NBL_ACCESSOR_BUFFER, index_, to_storage_(value_));
}

#undef to_storage_
#undef from_storage_
#undef set_
#undef get_
#undef NBL_SCALAR
#undef NBL_ACCESSOR_BUFFER
#undef NBL_ACCESSOR_SCALAR
#undef NBL_ACCESSOR_NAME
