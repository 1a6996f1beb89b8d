/* Shuffles that do not wait: a launch with NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT.
 * SPDX-License-Identifier: Apache-2.0
 *
 * SPIR-V does not say whether a shuffle waits for its source lane to arrive. Here it does not, unless a barrier stands
 * between it and the previous shuffle: a lane takes the value that the other one gave last, and runs on.
 *
 *   lane 0   gives a    gives b   gives c   ...
 *   lane 1                                     asks at its first shuffle: gets c, and should get a
 *   lane 2   asks lane 1 before all that: gets what lane 1 gave in an earlier phase, or 0xA5 bytes
 *
 * Each lane keeps what it gave since all have met, so that the right value is known: at once, if the other lane is
 * ahead, or when it arrives at that shuffle. It is an error only if the two differ: a constant may be shuffled without
 * a barrier.
 */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 256u /* shuffles without a barrier; at the next one all lanes meet */
#define NEVER_GIVEN 0xA5A5A5A5A5A5A5A5u

typedef struct given_t {
    uint64_t value;
    uint64_t taken; /* from `source`, which had not come so far */
    uint32_t source;
    uint32_t early;
    const nbl_emulator_site_t *site;
} given_t;

struct nbl_emulator_early_t {
    uint64_t last;  /* what the lane has given last */
    uint32_t count; /* given since all have met */
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

/* Fails for a lane that asked for the value that `self` gives only now, and took another one. */
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
    if (own->barrier || turn == LONGEST || source >= lanes) return 0; /* all meet there, as ever */
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
