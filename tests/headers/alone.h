/* A kernel that uses the subgroup operations where every invocation is a subgroup of its own.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

NBL_BUFFER(0, uint32_t, alone_input)
NBL_BUFFER(1, uint32_t, alone_output)

#define ALONE_PER_INVOCATION 12u

NBL_LOCAL_SIZE(64)
NBL_KERNEL(alone) {
    uint32_t i = nbl_local_invocation_index();
    uint32_t first = (nbl_workgroup_index() * 64u + i) * ALONE_PER_INVOCATION;
    uint32_t value = NBL_LOAD(alone_input, nbl_workgroup_index() * 64u + i);
    NBL_STORE(alone_output, first + 0u, nbl_subgroup_size());
    NBL_STORE(alone_output, first + 1u, nbl_subgroup_id());
    NBL_STORE(alone_output, first + 2u, nbl_subgroup_invocation_id());
    NBL_STORE(alone_output, first + 3u, nbl_subgroup_shuffle(value, 0u));
    NBL_STORE(alone_output, first + 4u, nbl_subgroup_shuffle_xor(value, 0u));
    NBL_STORE(alone_output, first + 5u, nbl_subgroup_broadcast(value, 0u));
    NBL_SUBGROUP_BARRIER();
    nbl_uint32_t4 ballot = nbl_subgroup_ballot((value & 1u) != 0u);
    NBL_STORE(alone_output, first + 6u, ballot.x);
    NBL_STORE(alone_output, first + 7u, ballot.y + ballot.z + ballot.w);
    NBL_STORE(alone_output, first + 8u, nbl_subgroup_add(value));
    NBL_STORE(alone_output, first + 9u, nbl_subgroup_min(value));
    NBL_STORE(alone_output, first + 10u, nbl_subgroup_max(value));
    if (value < 100u) NBL_SUBGROUP_BARRIER();
    NBL_STORE(alone_output, first + 11u, value);
}
