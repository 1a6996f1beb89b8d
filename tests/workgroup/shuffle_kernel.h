/* A kernel that shuffles values of every type of 32 and 64 bits, of their vectors, and of a structure.
 * SPDX-License-Identifier: Apache-2.0
 *
 * 64 invocations, in groups of 32 that shuffle with each other. Type number n of invocation t takes the dwords
 * 32 t + n .. of what is given, as many as it has. In the results, from (64 n + t) 16 on, lie those of invocation
 * (5 t + 3) mod 32 of its group, and 8 further what then came by xor 9.
 */
#include "nbl/accessors/dwords.h"
#include "nbl/fft/parameters.h"

#ifndef SHUFFLE_SHARED_GET
NBL_SHARED(uint32_t, shuffle_scratch, 512)
#define SHUFFLE_SHARED_GET(i) NBL_LOAD(shuffle_scratch, i)
#define SHUFFLE_SHARED_SET(i, v) NBL_STORE(shuffle_scratch, i, v)
#endif
NBL_BUFFER(0, uint32_t, shuffle_given)
NBL_BUFFER(1, uint32_t, shuffle_results)

/* An odd number of dwords, and two types in one. */
NBL_STRUCT(tagged_t) {
    float32_t value;
    nbl_int32_t2 tags;
};
NBL_CONSTANT(NBL_DWORDS_OF_tagged_t, 3)
NBL_FUNCTION nbl_dwords_8_t nbl_dwords_from_tagged_t(tagged_t v) {
    nbl_dwords_8_t d = nbl_no_dwords();
    d.value[0] = nbl_bits_from_float32(v.value);
    d.value[1] = NBL_CAST(uint32_t, v.tags.x);
    d.value[2] = NBL_CAST(uint32_t, v.tags.y);
    return d;
}
NBL_FUNCTION tagged_t nbl_from_dwords_tagged_t(nbl_dwords_8_t d) {
    nbl_int32_t2 tags = {NBL_CAST(int32_t, d.value[1]), NBL_CAST(int32_t, d.value[2])};
    tagged_t v;
    v.value = nbl_float32_from_bits(d.value[0]);
    v.tags = tags;
    return v;
}

#define SHUFFLE_NAME of_0
#define SHUFFLE_TYPE uint32_t
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_1
#define SHUFFLE_TYPE nbl_uint32_t2
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_2
#define SHUFFLE_TYPE nbl_uint32_t3
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_3
#define SHUFFLE_TYPE nbl_uint32_t4
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_4
#define SHUFFLE_TYPE int32_t
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_5
#define SHUFFLE_TYPE nbl_int32_t2
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_6
#define SHUFFLE_TYPE nbl_int32_t3
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_7
#define SHUFFLE_TYPE nbl_int32_t4
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_8
#define SHUFFLE_TYPE float32_t
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_9
#define SHUFFLE_TYPE nbl_float32_t2
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_10
#define SHUFFLE_TYPE nbl_float32_t3
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_11
#define SHUFFLE_TYPE nbl_float32_t4
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_12
#define SHUFFLE_TYPE tagged_t
#include "tests/workgroup/shuffle_type.h"
#if NBL_HAS_FLOAT64
#define SHUFFLE_NAME of_13
#define SHUFFLE_TYPE float64_t
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_14
#define SHUFFLE_TYPE nbl_float64_t2
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_15
#define SHUFFLE_TYPE nbl_float64_t3
#include "tests/workgroup/shuffle_type.h"
#define SHUFFLE_NAME of_16
#define SHUFFLE_TYPE nbl_float64_t4
#include "tests/workgroup/shuffle_type.h"
#endif

NBL_LOCAL_SIZE(64)
NBL_KERNEL(shuffles) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 32u);
    uint32_t t = nbl_local_invocation_index();
    of_0_try(at, t, 0u);
    of_1_try(at, t, 1u);
    of_2_try(at, t, 2u);
    of_3_try(at, t, 3u);
    of_4_try(at, t, 4u);
    of_5_try(at, t, 5u);
    of_6_try(at, t, 6u);
    of_7_try(at, t, 7u);
    of_8_try(at, t, 8u);
    of_9_try(at, t, 9u);
    of_10_try(at, t, 10u);
    of_11_try(at, t, 11u);
    of_12_try(at, t, 12u);
#if NBL_HAS_FLOAT64
    of_13_try(at, t, 13u);
    of_14_try(at, t, 14u);
    of_15_try(at, t, 15u);
    of_16_try(at, t, 16u);
#endif
}
