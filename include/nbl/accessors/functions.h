/* Accessor that calls functions given at run time, for data in a hash map or a file, say.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). An X-include:
 *   NBL_ACCESSOR_NAME       prefix of the functions
 *   NBL_ACCESSOR_TYPE       of the elements; uint32_t for shared memory
 *   NBL_ACCESSOR_FUNCTIONS  an expression: a const nbl_accessor_t *, such as a member of the launch's specialization
 *
 * <name>_get(index)         returns an element; the functions' group is the workgroup's number
 * <name>_set(index, value)  stores an element
 *
 * They fit the macros for shared memory: NBL_SHUFFLE_SHARED_GET, NBL_FFT_SHARED_SET,
 * NBL_WORKGROUP_ARITHMETIC_SHARED_GET and so on. Caution: the emulator neither counts nor checks these accesses.
 */
#include "nbl/accessors/accessor.h"
#include "nbl/lang.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/functions.h makes"
#endif
#ifndef NBL_ACCESSOR_TYPE
#error "NBL_ACCESSOR_TYPE is missing: the type of the elements"
#endif
#ifndef NBL_ACCESSOR_FUNCTIONS
#error "NBL_ACCESSOR_FUNCTIONS is missing: an expression that gives a const nbl_accessor_t *"
#endif

NBL_FUNCTION NBL_ACCESSOR_TYPE NBL_CAT(NBL_ACCESSOR_NAME, _get)(uint32_t index_) {
    const nbl_accessor_t *accessor_ = NBL_ACCESSOR_FUNCTIONS;
    NBL_ACCESSOR_TYPE value_;
    accessor_->get(accessor_->user, nbl_workgroup_index(), index_, &value_);
    return value_;
}

NBL_FUNCTION void NBL_CAT(NBL_ACCESSOR_NAME, _set)(uint32_t index_, NBL_ACCESSOR_TYPE value_) {
    const nbl_accessor_t *accessor_ = NBL_ACCESSOR_FUNCTIONS;
    accessor_->set(accessor_->user, nbl_workgroup_index(), index_, &value_);
}

#undef NBL_ACCESSOR_FUNCTIONS
#undef NBL_ACCESSOR_TYPE
#undef NBL_ACCESSOR_NAME
