/* Array accessor: complex elements at a device address, without a descriptor.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include; define NBL_BUFFER_DEVICE_ADDRESS to 1 before nbl/lang.h. The device must have the bufferDeviceAddress
 * feature.
 *   NBL_ACCESSOR_NAME    prefix of the functions
 *   NBL_ACCESSOR_SCALAR  float16_t, float32_t or float64_t
 *
 * <name>_get(address, index) and <name>_set(address, index, value): address as two dwords (low, high), as the host has
 * it; index in complex elements from there. Caution: bounds are not known, and not checked, on the CPU either.
 */
#include "nbl/accessors/storage.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/buffer_device_address.h makes"
#endif
#ifndef NBL_ACCESSOR_SCALAR
#error "NBL_ACCESSOR_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_REFERENCE
#error "NBL_REFERENCE is missing: define NBL_BUFFER_DEVICE_ADDRESS to 1 before including nbl/lang.h"
#endif

#define NBL_SCALAR NBL_ACCESSOR_SCALAR
#include "nbl/lang/scalar.h"
#define get_ NBL_CAT(NBL_ACCESSOR_NAME, _get)
#define set_ NBL_CAT(NBL_ACCESSOR_NAME, _set)
#define from_storage_ NBL_OF_SCALAR(nbl_complex_from_storage)
#define to_storage_ NBL_OF_SCALAR(nbl_storage_from_complex)
#define storage_ NBL_OF_SCALAR(NBL_STORAGE)

NBL_REFERENCE(storage_, NBL_ACCESSOR_NAME)

NBL_FUNCTION NBL_COMPLEX get_(nbl_uint32_t2 address_, uint32_t index_) {
    return from_storage_(NBL_REFERENCE_LOAD(NBL_ACCESSOR_NAME, address_, index_));
}

NBL_FUNCTION void set_(nbl_uint32_t2 address_, uint32_t index_, NBL_COMPLEX value_) {
    NBL_REFERENCE_STORE(NBL_ACCESSOR_NAME, address_, index_, to_storage_(value_));
}

#undef storage_
#undef to_storage_
#undef from_storage_
#undef set_
#undef get_
#undef NBL_SCALAR
#undef NBL_ACCESSOR_SCALAR
#undef NBL_ACCESSOR_NAME
