/* What each subgroup operation computes, once, when the last lane has arrived.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every lane left its value in its own invocation and finds the result there, so a fast lane cannot overwrite what a
 * slow one has yet to read. The ballot, common to all, lives until its subgroup's next exchange: by then every lane has
 * read it.
 */
#include "emulator/internal.h"

#include <string.h>

static void fail_lane(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, uint32_t lane) {
    const char *why = "lies outside the subgroup";
    if (lane < worker->round_lanes)
        why = worker->round[lane].state == NBL_STATE_ENDED ? "has ended without coming to it"
                                                           : "does not take part: it is elsewhere in the text";
    else if (lane < worker->subgroup_size)
        why = "lies beyond the last invocation of this partly filled subgroup";
    nbl_emulator_fail(worker, NBL_ERROR_INVALID_SHUFFLE, who,
                      "the %s %s:%d in lane %u of %u asks for lane %u, which %s",
                      nbl_emulator_state_text((nbl_emulator_state_t)who->state), who->site->file, who->site->line,
                      (unsigned)who->lane, (unsigned)worker->round_lanes, (unsigned)lane, why);
}

/* Each lane asks for the value of the lane in its argument (xor: of its own number with the argument flipped in). */
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

/* A shader's broadcast wants the same lane of everyone. */
static int check_broadcast(nbl_emulator_worker_t *worker) {
    const nbl_emulator_invocation_t *first = NULL, *end = worker->round + worker->round_lanes;

    for (const nbl_emulator_invocation_t *each = worker->round; each < end; each++) {
        if (!worker->takes_part[each->lane]) continue;
        if (first == NULL) first = each;
        if (each->argument != first->argument) {
            nbl_emulator_fail(
                worker, NBL_ERROR_INVALID_SHUFFLE, each,
                "the broadcast %s:%d in lane %u asks for lane %u, in lane %u for lane %u: it must be the same",
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

static uint32_t combine(nbl_emulator_state_t operation, uint32_t a, uint32_t b) {
    switch (operation) {
    case NBL_STATE_REDUCE_ADD: return a + b;
    case NBL_STATE_REDUCE_MIN: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

static void reduce(nbl_emulator_worker_t *worker, nbl_emulator_state_t operation) {
    uint32_t result = operation == NBL_STATE_REDUCE_MIN ? UINT32_MAX : 0u;

    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->takes_part[i]) result = combine(operation, result, (uint32_t)worker->round[i].value);
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
    case NBL_STATE_ARITHMETIC: nbl_emulator_arithmetic(worker); return 0;
    default: return 0; /* a barrier exchanges nothing */
    }
}
