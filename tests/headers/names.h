/* A kernel that uses every name of nbl/lang.h once: what the languages must agree on.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

NBL_STRUCT(names_constants_t) {
    uint32_t add;
    float32_t scale;
};

NBL_BUFFER(0, uint32_t, names_input)
NBL_BUFFER(1, uint32_t, names_output)
NBL_IMAGE(2, names_image)
NBL_SHARED(uint32_t, names_scratch, 64)
NBL_PUSH_CONSTANTS(names_constants_t, names_constants)

#define NAMES_PER_INVOCATION 24u

NBL_FUNCTION uint32_t names_last(NBL_INOUT uint32_t values[4]) {
    NBL_UNROLL for (uint32_t i = 1u; i < 4u; i++) values[i] = values[i] + values[i - 1u];
    return values[3];
}

NBL_LOCAL_SIZE(64)
NBL_KERNEL(names) {
    uint32_t i = nbl_local_invocation_index();
    uint32_t lane = nbl_subgroup_invocation_id();
    uint32_t first = (nbl_workgroup_index() * 64u + i) * NAMES_PER_INVOCATION;
    uint32_t value = NBL_LOAD(names_input, nbl_workgroup_index() * 64u + i);
    float32_t number = NBL_CAST(float32_t, value & 1023u) * NBL_PUSH_CONSTANT(names_constants).scale;
    NBL_COUNT(names, 1u);

    NBL_STORE(names_scratch, i, value + NBL_PUSH_CONSTANT(names_constants).add);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(names_output, first + 0u, NBL_LOAD(names_scratch, i ^ 33u));

    nbl_float32_t2 pair = {number, -number};
    nbl_float32_t2 rounded = nbl_unpack_half_2x16(nbl_pack_half_2x16(pair));
    NBL_STORE(names_output, first + 1u, nbl_pack_half_2x16(pair));
    NBL_STORE(names_output, first + 2u, nbl_bits_from_float32(rounded.x - rounded.y));
    NBL_STORE(names_output, first + 3u, nbl_bits_from_float32(nbl_float32_from_bits(0x3f800000u | (value & 0xffffu))));

    NBL_STORE(names_output, first + 4u, nbl_subgroup_size());
    NBL_STORE(names_output, first + 5u, nbl_subgroup_id());
    NBL_STORE(names_output, first + 6u, lane);
    NBL_STORE(names_output, first + 7u, nbl_subgroup_shuffle(value, nbl_subgroup_size() - 1u - lane));
    nbl_uint32_t2 two = {value + 1u, value};
    nbl_uint32_t2 moved = nbl_subgroup_shuffle_xor(two, 2u);
    NBL_STORE(names_output, first + 8u,
              nbl_subgroup_shuffle_xor(value, 1u) + (moved.x - moved.y - 1u) +
                  (moved.y ^ nbl_subgroup_shuffle_xor(value, 2u)));
    NBL_STORE(names_output, first + 9u, nbl_subgroup_broadcast(value, 2u));
    NBL_STORE(names_output, first + 10u, nbl_subgroup_ballot((value & 1u) != 0u).x);
    NBL_STORE(names_output, first + 11u, nbl_subgroup_add(value));
    NBL_STORE(names_output, first + 12u, nbl_subgroup_min(value));
    NBL_STORE(names_output, first + 13u, nbl_subgroup_max(value));

    nbl_float32_t4 texel = NBL_IMAGE_LOAD(names_image, i, nbl_workgroup_index());
    NBL_STORE(names_output, first + 14u, nbl_bits_from_float32(texel.z));
    texel.w = texel.x + number;
    NBL_IMAGE_STORE(names_image, i, nbl_workgroup_index(), texel);

    uint32_t values[4];
    NBL_UNROLL for (uint32_t k = 0u; k < 4u; k++) values[k] = value + k;
    NBL_STORE(names_output, first + 15u, names_last(values));

    NBL_WORKGROUP_BARRIER();
    NBL_STORE(names_scratch, i, 0u);
    NBL_STORE(names_output, first + 16u, 7u);
    NBL_STORE(names_output, first + 17u, NBL_ATOMIC_ADD(names_output, first + 16u, value));
    NBL_STORE(names_output, first + 18u, NBL_ATOMIC_EXCHANGE(names_output, first + 16u, value * 3u));
    NBL_STORE(names_output, first + 19u,
              NBL_ATOMIC_COMPARE_EXCHANGE(names_output, first + 16u, value * 3u, 5u));                    /* succeeds */
    NBL_STORE(names_output, first + 20u, NBL_ATOMIC_COMPARE_EXCHANGE(names_output, first + 16u, 4u, 6u)); /* fails */
    NBL_WORKGROUP_BARRIER();
    uint32_t before =
        NBL_ATOMIC_ADD(names_scratch, i & 3u, value); /* by sixteen invocations each: only the sum is known */
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(names_output, first + 21u, NBL_LOAD(names_scratch, i & 3u));
    NBL_STORE(names_output, first + 22u,
              nbl_subgroup_max(NBL_CAST(uint32_t, before <= NBL_LOAD(names_scratch, i & 3u))));
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(names_scratch, i, value);
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(names_output, first + 23u, NBL_LOAD(names_scratch, i ^ 1u));
}
