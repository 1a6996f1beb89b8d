/* The kernel of tgmath_cost: one function of nbl/tgmath.h on 2^24 or more arguments, a checksum for every 16.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: COST_CALL(x, y, z), a float32. The host includes this for the arguments.
 */
#include "nbl/tgmath.h"

#define COST_ITEMS 16u

NBL_STRUCT(cost_constants_t) {
    uint32_t count_log2; /* arguments of a round */
    uint32_t rounds;     /* 0: one of the whole range of float32; else this number of 2^-7 to 2, for the time */
};

NBL_FUNCTION uint32_t cost_mix(uint32_t i) {
    i = (i ^ (i >> 16)) * 0x7feb352du;
    i = (i ^ (i >> 15)) * 0x846ca68bu;
    return i ^ (i >> 16);
}

/* Argument i: its first bits are i, so that all parts of the range are met. */
NBL_FUNCTION uint32_t cost_first(uint32_t i, uint32_t count_log2) {
    return (i << (32u - count_log2)) | (cost_mix(i) >> count_log2);
}

/* The second and third: any, or from 2^-7 to 2 with both signs, where most powers are finite. */
NBL_FUNCTION uint32_t cost_other(uint32_t i, uint32_t which) {
    uint32_t bits = cost_mix(i * 3u + which);
    return (i & 1u) != 0u ? bits : (bits & 0x83ffffffu) + 0x3c000000u;
}

NBL_FUNCTION uint32_t cost_add(uint32_t sum, uint32_t result) { return cost_mix(sum + 0x9e3779b9u) ^ result; }

#ifdef COST_CALL
NBL_BUFFER(0, uint32_t, cost_sums)
NBL_PUSH_CONSTANTS(cost_constants_t, cost_constants)

NBL_LOCAL_SIZE(64)
NBL_KERNEL(cost) {
    uint32_t t = nbl_workgroup_index() * 64u + nbl_local_invocation_index();
    uint32_t count_log2 = NBL_PUSH_CONSTANT(cost_constants).count_log2;
    uint32_t rounds = NBL_PUSH_CONSTANT(cost_constants).rounds;
    uint32_t items = COST_ITEMS * (rounds == 0u ? 1u : rounds);
    uint32_t sum = 0u;
    for (uint32_t k = 0u; k < items; k++) {
        uint32_t i = t * items + k;
        float32_t x = nbl_float32_from_bits(cost_first(i, count_log2));
        float32_t y = nbl_float32_from_bits(cost_other(i, 1u));
        float32_t z = nbl_float32_from_bits(cost_other(i, 2u));
        if (rounds != 0u) { /* a multiplication and no more: what is timed is the function */
            uint32_t bits = i * 0x9e3779b1u;
            x = nbl_float32_from_bits((bits >> 6) + 0x3c000000u);
            y = nbl_float32_from_bits((bits & 0x03ffffffu) + 0x3c000000u);
            z = x;
        }
        sum = cost_add(sum, nbl_bits_from_float32(COST_CALL(x, y, z)));
    }
    NBL_STORE(cost_sums, t, sum);
}
#endif
