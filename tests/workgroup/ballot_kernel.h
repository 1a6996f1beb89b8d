/* A kernel of a workgroup's ballots and broadcasts, of scans that the device may have, and of eight scans in a loop.
 * SPDX-License-Identifier: Apache-2.0
 *
 * 96 invocations; invocation t votes by bit 0 of given[t]. Results of invocation t from 16 t on.
 */
#include "nbl/functional.h"

NBL_BUFFER(0, uint32_t, ballot_given)
NBL_BUFFER(1, uint32_t, ballot_results)

#define NBL_WORKGROUP_BALLOT_NAME group
#define NBL_WORKGROUP_BALLOT_INVOCATIONS 96
#include "nbl/workgroup/ballot.h"

#define NBL_SUBGROUP_ARITHMETIC_NAME sums
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#define NBL_SUBGROUP_ARITHMETIC_PREFERRED add
#include "nbl/subgroup/arithmetic.h"

#define NBL_SUBGROUP_ARITHMETIC_NAME greatest
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_maximum_uint32_t
#define NBL_SUBGROUP_ARITHMETIC_PREFERRED max
#include "nbl/subgroup/arithmetic.h"

NBL_LOCAL_SIZE(96)
NBL_KERNEL(ballots) {
    uint32_t t = nbl_local_invocation_position();
    uint32_t v = NBL_LOAD(ballot_given, t);
    uint32_t at = t * 16u;
    group_ballot((v & 1u) != 0u);
    NBL_STORE(ballot_results, at, group_ballot_bit(95u - t) ? 1u : 0u);
    NBL_STORE(ballot_results, at + 1u, group_ballot_count());
    NBL_STORE(ballot_results, at + 2u, group_ballot_before(t));
    NBL_STORE(ballot_results, at + 3u, group_ballot_up_to(t));
    NBL_STORE(ballot_results, at + 4u, NBL_CAST(uint32_t, group_ballot_lowest()));
    NBL_STORE(ballot_results, at + 5u, NBL_CAST(uint32_t, group_ballot_highest()));
    group_ballot(false); /* at once behind reads of the one before: only its own first barrier is between them */
    NBL_STORE(ballot_results, at + 7u, group_ballot_count() + NBL_CAST(uint32_t, 1 + group_ballot_lowest()));
    uint32_t sum = group_broadcast(v, 77u);
    NBL_ASSIGN(nbl_plus_uint32_t, sum, group_broadcast_first(v));
    NBL_STORE(ballot_results, at + 6u, sum);
    NBL_STORE(ballot_results, at + 8u, sums_reduce(v & 0xffffu) - sums_inclusive_scan(v & 0xffffu));
    NBL_STORE(ballot_results, at + 9u, nbl_subgroup_invocation_id());
    NBL_STORE(ballot_results, at + 10u, greatest_inclusive_scan(v));
    uint32_t eight = v & 15u;
    for (uint32_t k = 0u; k < 8u; k++) eight = (greatest_inclusive_scan(eight) + k) & 0xffffffu;
    NBL_STORE(ballot_results, at + 11u, eight);
    NBL_STORE(ballot_results, at + 12u, nbl_subgroup_size());
#if NBL_HAS_INT64
    uint64_t wide = nbl_multiplies_uint64_t(NBL_CAST(uint64_t, v), nbl_limits_max_uint64_t() - NBL_CAST(uint64_t, v));
    NBL_STORE(ballot_results, at + 13u, NBL_CAST(uint32_t, wide));
    NBL_STORE(ballot_results, at + 14u, NBL_CAST(uint32_t, wide >> 32u));
#endif
#if NBL_HAS_INT16
    int16_t narrow = nbl_plus_int16_t(nbl_limits_max_int16_t(), NBL_CAST(int16_t, v & 255u));
    NBL_STORE(ballot_results, at + 15u, NBL_CAST(uint32_t, NBL_CAST(int32_t, narrow)));
#endif
}
