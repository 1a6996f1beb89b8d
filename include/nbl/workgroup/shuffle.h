/* Shuffles of elements of any type between invocations of a workgroup, through shared memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_SHUFFLE_NAME.
 *
 *   NBL_SHUFFLE_NAME               prefix of the functions
 *   NBL_SHUFFLE_SCALAR             float16_t, float32_t or float64_t: complex elements; or in its place
 *   NBL_SHUFFLE_TYPE               a scalar or vector of 32 or 64 bits, or a structure: nbl/accessors/dwords.h
 *   NBL_SHUFFLE_INVOCATIONS        invocations of one FFT; or of the workgroup, with nbl_fft_place(invocation, these)
 *   NBL_SHUFFLE_SHARED_GET(i)      reads dword i of the shared memory
 *   NBL_SHUFFLE_SHARED_SET(i, v)   writes it
 *   NBL_SHUFFLE_BARRIER()          execution and shared memory, workgroup scope
 *   NBL_SHUFFLE_SOURCE(invocation) optional: the invocation that <name>_shuffle_by reads from
 *
 * <name>_shuffle(at, value, source)   returns the value that invocation `source` of the same FFT gave
 * <name>_shuffle_xor(at, value, mask) returns the value of invocation at.invocation ^ mask
 * <name>_shuffle_by(at, value)        returns the value of invocation NBL_SHUFFLE_SOURCE(at.invocation)
 *
 * Cautions: every invocation of the workgroup takes part. One barrier stands between the write and the read; put one
 * more before anything else, a second shuffle included, writes to the same memory.
 * The memory is a structure of arrays, free of bank conflicts for an xor:
 *
 *   instance 0: | dword 0 of every invocation | dword 1 of every invocation | ... | instance 1: ...
 */
#include "nbl/fft/parameters.h"

#ifndef NBL_SHUFFLE_NAME
#error "NBL_SHUFFLE_NAME is missing: the prefix of the functions that nbl/workgroup/shuffle.h makes"
#endif
#if !defined(NBL_SHUFFLE_SCALAR) && !defined(NBL_SHUFFLE_TYPE)
#error "NBL_SHUFFLE_SCALAR is missing: float16_t, float32_t or float64_t, or NBL_SHUFFLE_TYPE in its place"
#endif
#ifndef NBL_SHUFFLE_INVOCATIONS
#error "NBL_SHUFFLE_INVOCATIONS is missing: the number of invocations that shuffle with each other"
#endif
#ifndef NBL_SHUFFLE_SHARED_GET
#error "NBL_SHUFFLE_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_SHUFFLE_SHARED_SET
#error "NBL_SHUFFLE_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif
#ifndef NBL_SHUFFLE_BARRIER
#error "NBL_SHUFFLE_BARRIER() is missing: the shared-memory accessor has no barrier"
#endif

#define NBL_ACCESSOR_NAME NBL_CAT(NBL_SHUFFLE_NAME, _element)
#ifdef NBL_SHUFFLE_TYPE
#define NBL_ACCESSOR_TYPE NBL_SHUFFLE_TYPE
#else
#define NBL_ACCESSOR_SCALAR NBL_SHUFFLE_SCALAR
#endif
#define NBL_ACCESSOR_STRIDE NBL_SHUFFLE_INVOCATIONS
#define NBL_ACCESSOR_SHARED_GET(i) NBL_SHUFFLE_SHARED_GET(i)
#define NBL_ACCESSOR_SHARED_SET(i, value_) NBL_SHUFFLE_SHARED_SET(i, value_)
#include "nbl/accessors/shared_structure_of_arrays.h"
#ifdef NBL_SHUFFLE_TYPE
#define element_t_ NBL_SHUFFLE_TYPE
#define element_dwords_ NBL_CAT(NBL_DWORDS_OF_, NBL_SHUFFLE_TYPE)
#else
#define element_t_ NBL_CAT(nbl_complex_, NBL_SHUFFLE_SCALAR)
#define element_dwords_ NBL_CAT(NBL_DWORDS_, NBL_SHUFFLE_SCALAR)
#endif
#define shuffle_ NBL_CAT(NBL_SHUFFLE_NAME, _shuffle)
#define shuffle_xor_ NBL_CAT(NBL_SHUFFLE_NAME, _shuffle_xor)
#define shuffle_by_ NBL_CAT(NBL_SHUFFLE_NAME, _shuffle_by)
#define element_get_ NBL_CAT(NBL_SHUFFLE_NAME, _element_get)
#define element_set_ NBL_CAT(NBL_SHUFFLE_NAME, _element_set)

NBL_FUNCTION element_t_ shuffle_(nbl_fft_place_t at_, element_t_ value_, uint32_t source_) {
    uint32_t base_ = at_.instance * (element_dwords_ * (NBL_SHUFFLE_INVOCATIONS));
    element_set_(base_, at_.invocation, value_);
    NBL_SHUFFLE_BARRIER();
    return element_get_(base_, source_);
}

NBL_FUNCTION element_t_ shuffle_xor_(nbl_fft_place_t at_, element_t_ value_, uint32_t mask_) {
    return shuffle_(at_, value_, at_.invocation ^ mask_);
}

#ifdef NBL_SHUFFLE_SOURCE
NBL_FUNCTION element_t_ shuffle_by_(nbl_fft_place_t at_, element_t_ value_) {
    return shuffle_(at_, value_, NBL_SHUFFLE_SOURCE(at_.invocation));
}
#undef NBL_SHUFFLE_SOURCE
#endif

#undef element_set_
#undef element_get_
#undef shuffle_by_
#undef shuffle_xor_
#undef shuffle_
#undef element_dwords_
#undef element_t_
#undef NBL_SHUFFLE_BARRIER
#undef NBL_SHUFFLE_SHARED_SET
#undef NBL_SHUFFLE_SHARED_GET
#undef NBL_SHUFFLE_INVOCATIONS
#undef NBL_SHUFFLE_TYPE
#undef NBL_SHUFFLE_SCALAR
#undef NBL_SHUFFLE_NAME
