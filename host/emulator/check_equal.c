/* Equal writes, where a launch allows them: several invocations may write one element if all write the same value.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The checker hears of a write before it is made, so it reads the value at the next access. It keeps every write that
 * could race with a later one, not only the last: a write of another value before two equal ones races with both, in
 * whatever order they ran.
 */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>

#define CHAINS 4096u

static uint32_t *chain_of(const nbl_check_t *check, const unsigned char *address) {
    return &check->chains[((uintptr_t)address * 0x9E3779B97F4A7C15u) >> 52];
}

void nbl_check_write_equal(nbl_check_t *check, const nbl_check_place_t *place, nbl_check_record_t now,
                           const unsigned char *address, uint32_t bytes) {
    nbl_check_pending_t *grown =
        nbl_check_grow(check->pending, check->pending_count, &check->pending_capacity, sizeof *grown);
    if (grown == NULL) return; /* one write less is known */
    check->pending = grown;
    grown[check->pending_count++] = (nbl_check_pending_t){*place, now, address, bytes};
}

void nbl_check_read_equals(nbl_check_t *check, const nbl_check_place_t *place, nbl_check_record_t now,
                           const unsigned char *address) {
    if (check->chains == NULL) return;
    for (uint32_t i = *chain_of(check, address); i != 0; i = check->written[i].next) {
        const nbl_check_written_t *each = &check->written[i];
        if (each->address != address || !nbl_check_is_race(check, each->record, now, place)) continue;
        nbl_check_find(check, NBL_EMULATOR_READ_AFTER_WRITE, place, each->record, now);
        return;
    }
}

static void settle(nbl_check_t *check, const nbl_check_pending_t *write) {
    uint32_t *chain = chain_of(check, write->address), room = 0;

    for (uint32_t i = *chain; i != 0; i = check->written[i].next) {
        nbl_check_written_t *each = &check->written[i];
        if (each->address != write->address) continue;
        int differs = memcmp(each->value, write->address, write->bytes) != 0;
        if (!nbl_check_is_race(check, each->record, write->now, &write->place)) {
            if (!differs || each->record.stamp < check->group.workgroup_start)
                room = i; /* what is ordered after this write is ordered after that one */
        } else if (differs) {
            nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, &write->place, each->record, write->now);
        }
    }
    if (room == 0) {
        nbl_check_written_t *grown =
            nbl_check_grow(check->written, check->written_count + 1u, &check->written_capacity, sizeof *grown);
        if (grown == NULL) return;
        check->written = grown;
        room = (uint32_t)++check->written_count;
        grown[room].next = *chain;
        *chain = room;
    }
    check->written[room].address = write->address;
    check->written[room].record = write->now;
    memcpy(check->written[room].value, write->address, write->bytes);
}

void nbl_check_settle_pending(nbl_check_t *check) {
    if (check->chains == NULL) check->chains = calloc(CHAINS, sizeof *check->chains);
    for (uint64_t i = 0; check->chains != NULL && i < check->pending_count; i++) settle(check, &check->pending[i]);
    check->pending_count = 0;
}
