/* A kernel that uses every typed subgroup operation once, on values of one type.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once per type, on the CPU several times in one file:
 *
 *   OPERATIONS_NAME      of the kernel
 *   OPERATIONS_SCALAR    uint32_t, int32_t, float32_t, float64_t or float16_t
 *   OPERATIONS_WIDTH     1, or 2 to 4 components; OPERATIONS_TYPE, the type of that width
 *   OPERATIONS_INTEGER   1: and, or, xor are there
 *   OPERATIONS_SCANS     0: the language has none
 *
 * given_<scalar>[4 t + component], results_<scalar>[(128 field + t) 4 + component], coins[t] with its vote in the
 * lowest bit and votes_of[16 t + field] are the arrays of the including file.
 */
#include "nbl/subgroup/ballot.h"

#define OPERATIONS_INVOCATIONS 128u
#define OPERATIONS_FIELDS 28u
#define OPERATIONS_VOTES 16u

/* Arrays by the scalar: of several kernels in one file every scalar has its own. */
#define OPERATIONS_GIVEN NBL_CAT(given_, OPERATIONS_SCALAR)
#define OPERATIONS_RESULTS NBL_CAT(results_, OPERATIONS_SCALAR)

NBL_FUNCTION void NBL_CAT(OPERATIONS_NAME, _put)(uint32_t field, OPERATIONS_TYPE v) {
    uint32_t at = (OPERATIONS_INVOCATIONS * field + nbl_local_invocation_index()) * 4u;
#if OPERATIONS_WIDTH == 1
    NBL_STORE(OPERATIONS_RESULTS, at, v);
#else
    NBL_STORE(OPERATIONS_RESULTS, at, v.x);
    NBL_STORE(OPERATIONS_RESULTS, at + 1u, v.y);
#if OPERATIONS_WIDTH > 2
    NBL_STORE(OPERATIONS_RESULTS, at + 2u, v.z);
#endif
#if OPERATIONS_WIDTH > 3
    NBL_STORE(OPERATIONS_RESULTS, at + 3u, v.w);
#endif
#endif
}

NBL_FUNCTION void NBL_CAT(OPERATIONS_NAME, _vote)(uint32_t field, uint32_t value) {
    NBL_STORE(votes_of, OPERATIONS_VOTES * nbl_local_invocation_index() + field, value);
}

NBL_LOCAL_SIZE(128)
NBL_KERNEL(OPERATIONS_NAME) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t lane = nbl_subgroup_invocation_id();
    uint32_t size = nbl_subgroup_size();
    bool coin = (NBL_LOAD(coins, t) & 1u) != 0u;
    OPERATIONS_TYPE v;
#if OPERATIONS_WIDTH == 1
    v = NBL_LOAD(OPERATIONS_GIVEN, 4u * t);
#else
    v.x = NBL_LOAD(OPERATIONS_GIVEN, 4u * t);
    v.y = NBL_LOAD(OPERATIONS_GIVEN, 4u * t + 1u);
#if OPERATIONS_WIDTH > 2
    v.z = NBL_LOAD(OPERATIONS_GIVEN, 4u * t + 2u);
#endif
#if OPERATIONS_WIDTH > 3
    v.w = NBL_LOAD(OPERATIONS_GIVEN, 4u * t + 3u);
#endif
#endif
    NBL_CAT(OPERATIONS_NAME, _put)(0u, nbl_subgroup_shuffle(v, (5u * lane + 3u) & (size - 1u)));
    NBL_CAT(OPERATIONS_NAME, _put)(1u, nbl_subgroup_shuffle_xor(v, size >> 1u));
    NBL_CAT(OPERATIONS_NAME, _put)(2u, nbl_subgroup_shuffle_up(v, 1u));
    NBL_CAT(OPERATIONS_NAME, _put)(3u, nbl_subgroup_shuffle_down(v, 2u));
    NBL_CAT(OPERATIONS_NAME, _put)(4u, nbl_subgroup_rotate(v, 3u));
    NBL_CAT(OPERATIONS_NAME, _put)(5u, nbl_subgroup_broadcast(v, 0u));
    NBL_CAT(OPERATIONS_NAME, _put)(6u, nbl_subgroup_broadcast_first(v));
    NBL_CAT(OPERATIONS_NAME, _put)(7u, nbl_subgroup_add(v));
    NBL_CAT(OPERATIONS_NAME, _put)(8u, nbl_subgroup_mul(v));
    NBL_CAT(OPERATIONS_NAME, _put)(9u, nbl_subgroup_min(v));
    NBL_CAT(OPERATIONS_NAME, _put)(10u, nbl_subgroup_max(v));
#if OPERATIONS_SCANS
    NBL_CAT(OPERATIONS_NAME, _put)(22u, nbl_subgroup_exclusive_mul(v));
    NBL_CAT(OPERATIONS_NAME, _put)(21u, nbl_subgroup_exclusive_add(v));
    NBL_CAT(OPERATIONS_NAME, _put)(15u, nbl_subgroup_inclusive_mul(v));
    NBL_CAT(OPERATIONS_NAME, _put)(14u, nbl_subgroup_inclusive_add(v));
    NBL_CAT(OPERATIONS_NAME, _put)(16u, nbl_subgroup_inclusive_min(v));
    NBL_CAT(OPERATIONS_NAME, _put)(17u, nbl_subgroup_inclusive_max(v));
    NBL_CAT(OPERATIONS_NAME, _put)(23u, nbl_subgroup_exclusive_min(v));
    NBL_CAT(OPERATIONS_NAME, _put)(24u, nbl_subgroup_exclusive_max(v));
#endif
#if OPERATIONS_INTEGER
    NBL_CAT(OPERATIONS_NAME, _put)(11u, nbl_subgroup_and(v));
    NBL_CAT(OPERATIONS_NAME, _put)(12u, nbl_subgroup_or(v));
    NBL_CAT(OPERATIONS_NAME, _put)(13u, nbl_subgroup_xor(v));
#if OPERATIONS_SCANS
    NBL_CAT(OPERATIONS_NAME, _put)(18u, nbl_subgroup_inclusive_and(v));
    NBL_CAT(OPERATIONS_NAME, _put)(19u, nbl_subgroup_inclusive_or(v));
    NBL_CAT(OPERATIONS_NAME, _put)(20u, nbl_subgroup_inclusive_xor(v));
    NBL_CAT(OPERATIONS_NAME, _put)(25u, nbl_subgroup_exclusive_and(v));
    NBL_CAT(OPERATIONS_NAME, _put)(26u, nbl_subgroup_exclusive_or(v));
    NBL_CAT(OPERATIONS_NAME, _put)(27u, nbl_subgroup_exclusive_xor(v));
#endif
#endif
    nbl_uint32_t4 votes = nbl_subgroup_ballot(coin);
    NBL_CAT(OPERATIONS_NAME, _vote)(0u, size);
    NBL_CAT(OPERATIONS_NAME, _vote)(1u, lane);
    NBL_CAT(OPERATIONS_NAME, _vote)(2u, nbl_subgroup_elect() ? 1u : 0u);
    NBL_CAT(OPERATIONS_NAME, _vote)(3u, nbl_subgroup_any(coin) ? 1u : 0u);
    NBL_CAT(OPERATIONS_NAME, _vote)(4u, nbl_subgroup_all(coin) ? 1u : 0u);
    NBL_CAT(OPERATIONS_NAME, _vote)(5u, nbl_subgroup_all_equal(v) ? 1u : 0u);
    NBL_CAT(OPERATIONS_NAME, _vote)(6u, votes.x);
    NBL_CAT(OPERATIONS_NAME, _vote)(7u, votes.y);
    NBL_CAT(OPERATIONS_NAME, _vote)(8u, votes.z);
    NBL_CAT(OPERATIONS_NAME, _vote)(9u, votes.w);
    NBL_CAT(OPERATIONS_NAME, _vote)(10u, nbl_subgroup_ballot_bit_count(votes));
    NBL_CAT(OPERATIONS_NAME, _vote)(11u, nbl_subgroup_ballot_inclusive_bit_count(votes));
    NBL_CAT(OPERATIONS_NAME, _vote)(12u, nbl_subgroup_ballot_exclusive_bit_count(votes));
    NBL_CAT(OPERATIONS_NAME, _vote)(13u, nbl_subgroup_ballot_find_lsb(votes));
    NBL_CAT(OPERATIONS_NAME, _vote)(14u, nbl_subgroup_ballot_find_msb(votes));
    NBL_CAT(OPERATIONS_NAME, _vote)(15u, nbl_subgroup_ballot_bit(votes, lane) ? 1u : 0u);
}

#undef OPERATIONS_RESULTS
#undef OPERATIONS_GIVEN
#undef OPERATIONS_NAME
#undef OPERATIONS_SCALAR
#undef OPERATIONS_WIDTH
#undef OPERATIONS_TYPE
#undef OPERATIONS_INTEGER
#undef OPERATIONS_SCANS
