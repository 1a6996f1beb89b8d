/* What a subgroup operation computes, once, when the last lane has arrived.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every lane left its value in its own invocation and finds the result there, so a fast lane cannot overwrite what a
 * slow one has yet to read. The ballot, common to all, lives until its subgroup's next exchange: by then every lane has
 * read it.
 */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Typed reductions and scans over the lanes of a subgroup. */

static float single_from_half(uint64_t bits) { return nbl_emulator_unpack_half_2x16((uint32_t)bits & 0xFFFFu).x; }

/* Rounds a float32 result to half. One operation of float32 on halves rounds to the same half as an operation of
 * halves. */
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
    const uint32_t flip = is_signed ? 0x80000000u : 0u; /* then signed numbers compare as unsigned ones */

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

/* Returns an operator's neutral element, as bits: sums begin with +0, as drivers' sums do. */
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

/* Returns whether a == b as the scalar type has it: a NaN equals nothing, and -0 equals +0. */
static int equal(uint32_t scalar, uint64_t a, uint64_t b) {
    static const uint64_t infinity[] = {0, 0, 0x7F800000u, 0x7FF0000000000000u, 0x7C00u};
    static const uint64_t magnitude[] = {0, 0, 0x7FFFFFFFu, 0x7FFFFFFFFFFFFFFFu, 0x7FFFu};
    const uint32_t type = scalar >> 5;

    if (magnitude[type] == 0) return (uint32_t)a == (uint32_t)b;
    if ((a & magnitude[type]) > infinity[type]) return 0;
    return a == b || ((a | b) & magnitude[type]) == 0;
}

static void compute_arithmetic(nbl_emulator_worker_t *worker) {
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

/* ---- Shuffles, ballots and reductions. */

static void fail_lane(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, uint32_t lane) {
    const char *why = "lies outside the subgroup";
    if (lane < worker->round_lanes)
        why = worker->round[lane].state == NBL_STATE_ENDED ? "has ended without reaching it"
                                                           : "does not take part: it is elsewhere in the text";
    else if (lane < worker->subgroup_size)
        why = "lies beyond the last invocation of this partly filled subgroup";
    nbl_emulator_fail(worker, NBL_ERROR_INVALID_SHUFFLE, who, "the %s %s:%d in lane %u of %u reads lane %u, which %s",
                      nbl_emulator_state_text((nbl_emulator_state_t)who->state), who->site->file, who->site->line,
                      (unsigned)who->lane, (unsigned)worker->round_lanes, (unsigned)lane, why);
}

/* Gives each lane the value of the lane in its argument (exclusive_or: of the lane whose number is its own, xor the
 * argument). */
static int exchange_values(nbl_emulator_worker_t *worker, int exclusive_or) {
    nbl_emulator_invocation_t *round = worker->round;
    uint64_t values[NBL_EMULATOR_MAX_SUBGROUP_SIZE];

    for (uint32_t i = 0; i < worker->round_lanes; i++) values[i] = round[i].value;
    for (uint32_t i = 0; i < worker->round_lanes; i++) {
        if (!worker->takes_part[i]) continue;
        uint32_t lane = exclusive_or ? i ^ round[i].argument : round[i].argument;
        if (lane >= worker->round_lanes || !worker->takes_part[lane]) {
            fail_lane(worker, &round[i], lane);
            return -1;
        }
        round[i].value = values[lane];
    }
    return 0;
}

/* Fails unless all lanes of a shader's broadcast name the same lane. */
static int check_broadcast(nbl_emulator_worker_t *worker) {
    const nbl_emulator_invocation_t *first = NULL, *end = worker->round + worker->round_lanes;

    for (const nbl_emulator_invocation_t *each = worker->round; each < end; each++) {
        if (!worker->takes_part[each->lane]) continue;
        if (first == NULL) first = each;
        if (each->argument != first->argument) {
            nbl_emulator_fail(
                worker, NBL_ERROR_INVALID_SHUFFLE, each,
                "the broadcast %s:%d in lane %u reads lane %u, and in lane %u lane %u: it must be the same",
                each->site->file, each->site->line, (unsigned)each->lane, (unsigned)each->argument,
                (unsigned)first->lane, (unsigned)first->argument);
            return -1;
        }
    }
    return 0;
}

static void ballot(nbl_emulator_worker_t *worker) {
    uint32_t words[4] = {0, 0, 0, 0};

    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->takes_part[i] && worker->round[i].value) words[i / 32u] |= 1u << i % 32u;
    worker->ballots[worker->round->index / worker->subgroup_size] =
        (nbl_emulator_uint32x4_t){words[0], words[1], words[2], words[3]};
}

static uint32_t combine_words(nbl_emulator_state_t operation, uint32_t a, uint32_t b) {
    switch (operation) {
    case NBL_STATE_REDUCE_ADD: return a + b;
    case NBL_STATE_REDUCE_MIN: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

static void reduce(nbl_emulator_worker_t *worker, nbl_emulator_state_t operation) {
    uint32_t result = operation == NBL_STATE_REDUCE_MIN ? UINT32_MAX : 0u;

    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->takes_part[i]) result = combine_words(operation, result, (uint32_t)worker->round[i].value);
    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->takes_part[i]) worker->round[i].value = result;
}

int nbl_emulator_exchange(nbl_emulator_worker_t *worker, nbl_emulator_state_t operation) {
    switch (operation) {
    case NBL_STATE_SHUFFLE: return exchange_values(worker, 0);
    case NBL_STATE_SHUFFLE_XOR: return exchange_values(worker, 1);
    case NBL_STATE_BROADCAST: return check_broadcast(worker) != 0 ? -1 : exchange_values(worker, 0);
    case NBL_STATE_BALLOT: ballot(worker); return 0;
    case NBL_STATE_REDUCE_ADD:
    case NBL_STATE_REDUCE_MIN:
    case NBL_STATE_REDUCE_MAX: reduce(worker, operation); return 0;
    case NBL_STATE_ARITHMETIC: compute_arithmetic(worker); return 0;
    default: return 0; /* a barrier exchanges nothing */
    }
}

/* ---- Shuffles that do not wait: a launch with NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT.
 *
 * SPIR-V does not say whether a shuffle waits for its source lane to arrive. Here it does not, unless a barrier stands
 * between it and the previous shuffle: a lane takes the value that the other one gave last, and runs on.
 *
 *   lane 0   gives a    gives b   gives c   ...
 *   lane 1                                     reads at its first shuffle: gets c, and should get a
 *   lane 2   reads of lane 1 before all that: gets what lane 1 gave in an earlier phase, or 0xA5 bytes
 *
 * Each lane keeps what it gave since all have met, so that the right value is known: at once, if the other lane is
 * ahead, or when it arrives at that shuffle. It is an error only if the two differ: a constant may be shuffled without
 * a barrier. */

/* Shuffles of a lane without a barrier; at the next one all lanes meet. Chosen: a scan of 128 lanes has 7. */
#define LONGEST 256u
#define NEVER_GIVEN 0xA5A5A5A5A5A5A5A5u

typedef struct given_t {
    uint64_t value;
    uint64_t taken; /* value taken from `source`, which had not reached that shuffle */
    uint32_t source;
    uint32_t early;
    const nbl_emulator_site_t *site;
} given_t;

struct nbl_emulator_early_t {
    uint64_t last;  /* value that the lane gave last */
    uint32_t count; /* shuffles since all lanes met */
    uint32_t barrier;
    given_t given[LONGEST];
};

nbl_emulator_early_t *nbl_emulator_early_create(uint32_t invocations) {
    return calloc(invocations, sizeof(nbl_emulator_early_t));
}

void nbl_emulator_early_begin(nbl_emulator_worker_t *worker) {
    for (uint32_t i = 0; i < worker->job->invocations; i++) {
        worker->early[i].last = NEVER_GIVEN;
        worker->early[i].count = worker->early[i].barrier = 0;
    }
}

void nbl_emulator_early_meet(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first, uint32_t count) {
    int barrier = first->state == NBL_STATE_WORKGROUP_BARRIER;

    for (uint32_t i = 0; i < count; i++) barrier |= first[i].state == NBL_STATE_SUBGROUP_BARRIER;
    for (uint32_t i = 0; i < count; i++) {
        worker->early[first[i].index].count = 0;
        worker->early[first[i].index].barrier = (uint32_t)barrier;
    }
}

static void fail(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, uint32_t source,
                 const given_t *asked, uint64_t taken, uint64_t due, const char *when) {
    nbl_emulator_fail(
        worker, NBL_ERROR_UNORDERED_SHUFFLE, who,
        "the shuffle %s:%d in lane %u took 0x%llX from lane %u, which %s 0x%llX there: lanes need not run "
        "in lock-step; a subgroup barrier before the shuffle would order them",
        asked->site->file, asked->site->line, (unsigned)who->lane, (unsigned long long)taken, (unsigned)source, when,
        (unsigned long long)due);
    nbl_emulator_abandon(worker);
}

/* Fails for a lane that asked for the value that `self` gives only now, and took an older one. */
static void settle(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *self, uint32_t lanes, uint32_t turn,
                   uint64_t value) {
    const nbl_emulator_invocation_t *subgroup = self - self->lane;

    for (uint32_t i = 0; i < lanes; i++) {
        const nbl_emulator_early_t *other = &worker->early[subgroup[i].index];
        const given_t *asked = &other->given[turn];
        if (other->count > turn && asked->early && asked->source == self->lane && asked->taken != value)
            fail(worker, &subgroup[i], self->lane, asked, asked->taken, value, "arrived later and gives");
    }
}

int nbl_emulator_early_shuffle(nbl_emulator_worker_t *worker, nbl_emulator_invocation_t *self,
                               const nbl_emulator_site_t *site, int exclusive_or, uint64_t value, uint32_t argument) {
    nbl_emulator_early_t *own = &worker->early[self->index];
    const nbl_emulator_invocation_t *subgroup = self - self->lane;
    const uint32_t left = worker->job->invocations - subgroup->index, turn = own->count;
    const uint32_t lanes = left < worker->subgroup_size ? left : worker->subgroup_size;
    const uint32_t source = exclusive_or ? self->lane ^ argument : argument;

    own->last = value;
    if (own->barrier || turn == LONGEST || source >= lanes) return 0; /* all lanes meet there */
    own->given[turn] = (given_t){.value = value, .source = source, .site = site};
    own->count++;
    settle(worker, self, lanes, turn, value);
    const nbl_emulator_early_t *other = &worker->early[subgroup[source].index];
    self->value = other->last;
    if (other->count <= turn) {
        own->given[turn].taken = other->last;
        own->given[turn].early = 1;
    } else if (other->given[turn].value != other->last) {
        fail(worker, self, source, &own->given[turn], other->last, other->given[turn].value, "ran ahead and had given");
    }
    return 1;
}
