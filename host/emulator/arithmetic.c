/* Typed reductions and scans over the lanes of a subgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"

#include <string.h>

static float single_from_half(uint64_t bits) { return nbl_emulator_unpack_half_2x16((uint32_t)bits & 0xFFFFu).x; }

/* One operation of float32 rounds to half as one of halves would. */
static uint64_t half_from_single(float single) {
    nbl_emulator_float32x2_t two = {single, 0.0f};
    return nbl_emulator_pack_half_2x16(two);
}

#define COMBINE(T, name) \
    static T combine_##name(uint32_t operator, T a, T b) { \
        switch (operator) { \
        case NBL_EMULATOR_ADD: return a + b; \
        case NBL_EMULATOR_MUL: return a * b; \
        case NBL_EMULATOR_MIN: return b < a ? b : a; \
        default: return a < b ? b : a; \
        } \
    }
COMBINE(uint32_t, unsigned)
COMBINE(float, single)
COMBINE(double, wide)

static uint32_t combine_integers(uint32_t operator, int is_signed, uint32_t a, uint32_t b) {
    const uint32_t flip = is_signed ? 0x80000000u : 0u; /* orders signed numbers as unsigned ones are */

    switch (operator) {
    case NBL_EMULATOR_AND: return a & b;
    case NBL_EMULATOR_OR: return a | b;
    case NBL_EMULATOR_XOR: return a ^ b;
    case NBL_EMULATOR_MIN:
    case NBL_EMULATOR_MAX: return combine_unsigned(operator, a ^ flip, b ^ flip) ^ flip;
    default: return combine_unsigned(operator, a, b);
    }
}

static uint64_t combine(uint32_t operator, uint32_t scalar, uint64_t a, uint64_t b) {
    float singles[2];
    double doubles[2];
    uint64_t result = 0;

    switch (scalar) {
    case NBL_EMULATOR_OF_float32_t:
        memcpy(&singles[0], &a, 4);
        memcpy(&singles[1], &b, 4);
        singles[0] = combine_single(operator, singles[0], singles[1]);
        memcpy(&result, &singles[0], 4);
        return result;
    case NBL_EMULATOR_OF_float64_t:
        memcpy(&doubles[0], &a, 8);
        memcpy(&doubles[1], &b, 8);
        doubles[0] = combine_wide(operator, doubles[0], doubles[1]);
        memcpy(&result, &doubles[0], 8);
        return result;
    case NBL_EMULATOR_OF_float16_t:
        return half_from_single(combine_single(operator, single_from_half(a), single_from_half(b)));
    default: return combine_integers(operator, scalar == NBL_EMULATOR_OF_int32_t, (uint32_t)a, (uint32_t)b);
    }
}

/* What changes nothing, as bits: sums begin with +0, as drivers' do. */
static uint64_t identity(uint32_t operator, uint32_t scalar) {
    static const uint64_t one[] = {1u, 1u, 0x3F800000u, 0x3FF0000000000000u, 0x3C00u};
    static const uint64_t greatest[] = {UINT32_MAX, INT32_MAX, 0x7F800000u, 0x7FF0000000000000u, 0x7C00u};
    static const uint64_t least[] = {0u, 0x80000000u, 0xFF800000u, 0xFFF0000000000000u, 0xFC00u};
    const uint32_t type = scalar >> 5;

    switch (operator) {
    case NBL_EMULATOR_MUL: return one[type];
    case NBL_EMULATOR_MIN: return greatest[type];
    case NBL_EMULATOR_MAX: return least[type];
    case NBL_EMULATOR_AND: return UINT32_MAX;
    default: return 0;
    }
}

/* As == has it: a NaN equals nothing, and -0 equals +0. */
static int equal(uint32_t scalar, uint64_t a, uint64_t b) {
    static const uint64_t infinity[] = {0, 0, 0x7F800000u, 0x7FF0000000000000u, 0x7C00u};
    static const uint64_t magnitude[] = {0, 0, 0x7FFFFFFFu, 0x7FFFFFFFFFFFFFFFu, 0x7FFFu};
    const uint32_t type = scalar >> 5;

    if (magnitude[type] == 0) return (uint32_t)a == (uint32_t)b;
    if ((a & magnitude[type]) > infinity[type]) return 0;
    return a == b || ((a | b) & magnitude[type]) == 0;
}

void nbl_emulator_arithmetic(nbl_emulator_worker_t *worker) {
    nbl_emulator_invocation_t *round = worker->round;
    uint32_t first = 0;

    while (!worker->takes_part[first]) first++;
    const uint32_t argument = round[first].argument;
    const uint32_t operator= argument & 7u, collect = argument & (3u << 3), scalar = argument & (7u << 5);
    uint64_t result = collect == NBL_EMULATOR_ALL_EQUAL ? 1u : identity(operator, scalar);
    uint64_t given = round[first].value;

    for (uint32_t i = first; i < worker->round_lanes; i++) {
        if (!worker->takes_part[i]) continue;
        uint64_t own = round[i].value, before = result;
        result = collect == NBL_EMULATOR_ALL_EQUAL ? result && equal(scalar, given, own)
                                                   : combine(operator, scalar, result, own);
        round[i].value = collect == NBL_EMULATOR_EXCLUSIVE ? before : result;
    }
    if (collect == NBL_EMULATOR_INCLUSIVE || collect == NBL_EMULATOR_EXCLUSIVE) return;
    for (uint32_t i = first; i < worker->round_lanes; i++)
        if (worker->takes_part[i]) round[i].value = result;
}
