/* What stands behind an element that is accessed atomically: who wrote it, what they had released, and older values that
 * Vulkan's memory model still lets others read.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An element's writes stand in the order in which they were made, its modification order. Each keeps the clocks of the
 * releases that it tells of: its own, that of a release fence before it, and those of the writes that a row of
 * read-modify-writes has begun with (the release sequence).
 *
 *   writes    0  initial       1                 2  read-modify-write
 *   released  -                clock of A        clock of A, clock of B
 *
 * In the adversarial order a load may read an older write, unless the invocation knows of a later one: by happens-before,
 * or by what it, or somebody before it, has read.
 */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>

#define CHAINS 1024u
#define WRITES 8u    /* older ones are forgotten */
#define RELEASES 16u /* of one write: more are joined */

typedef struct released_t {
    nbl_check_clock_t *clock;
    nbl_check_record_t record;
    uint32_t scope;
} released_t;

typedef struct write_t {
    uint64_t value, number;
    nbl_check_record_t record; /* stamp 0: it was there before */
    released_t released[RELEASES];
    uint32_t released_count;
} write_t;

/* Who has read which write, or written it; of each invocation the last with each scope. */
typedef struct read_t {
    nbl_check_record_t record;
    uint64_t number;
    uint32_t scope, wrote;
} read_t;

typedef struct place_t {
    const unsigned char *address;
    uint32_t began; /* of the workgroup, in shared memory */
    uint32_t bytes, is_buffer, coherent;
    write_t writes[WRITES]; /* the last `count`, newest last */
    uint32_t count;
    read_t *reads;
    uint64_t read_count, read_capacity;
    struct place_t *next;
} place_t;

typedef struct nbl_check_places_t {
    place_t *chains[CHAINS];
    place_t *recent; /* of the access that is being made, */
    uint16_t site;   /* and where that stands */
} nbl_check_places_t;

static void forget_write(write_t *write) {
    for (uint32_t i = 0; i < write->released_count; i++) nbl_check_clock_drop(write->released[i].clock);
    write->released_count = 0;
}

static void forget_writes(place_t *place) {
    for (uint32_t i = 0; i < place->count; i++) forget_write(&place->writes[i]);
    place->count = 0;
    place->read_count = 0;
}

static uint64_t value_at(const unsigned char *address, uint32_t bytes) {
    uint64_t value = 0;
    memcpy(&value, address, bytes);
    return value;
}

/* The element as it is now, whatever wrote it. */
static void begin_writes(place_t *place) {
    forget_writes(place);
    memset(&place->writes[0], 0, sizeof place->writes[0]);
    place->writes[0].value = value_at(place->address, place->bytes);
    place->count = 1;
}

static place_t *find(nbl_check_t *check, const unsigned char *address, uint32_t bytes, int is_buffer) {
    if (check->places == NULL && (check->places = calloc(1, sizeof *check->places)) == NULL) return NULL;
    place_t **chain = &check->places->chains[((uintptr_t)address * 0x9E3779B97F4A7C15u) >> 54], *place = *chain;
    while (place != NULL && place->address != address) place = place->next;
    if (place == NULL) {
        if ((place = calloc(1, sizeof *place)) == NULL) return NULL;
        place->address = address;
        place->next = *chain;
        *chain = place;
    }
    const uint32_t began = is_buffer ? 0u : check->group.workgroup_start;
    if (place->count == 0 || place->began != began || place->bytes != bytes) {
        place->began = began;
        place->bytes = bytes;
        begin_writes(place);
    } else if (place->writes[place->count - 1u].value != value_at(address, bytes)) {
        begin_writes(place); /* something else than an atomic has written it */
    }
    return place;
}

void nbl_check_places_destroy(nbl_check_places_t *places) {
    for (uint32_t i = 0; places != NULL && i < CHAINS; i++)
        for (place_t *each = places->chains[i], *next; each != NULL; each = next) {
            next = each->next;
            forget_writes(each);
            free(each->reads);
            free(each);
        }
    free(places);
}

/* Whether `self` comes behind an access by program order, barriers, atomics or fences. */
static int is_behind(const nbl_check_t *check, nbl_check_record_t then, nbl_check_record_t now,
                     const nbl_check_place_t *place) {
    return then.stamp == 0 || !nbl_check_is_race(check, then, now, place);
}

/* The oldest write that may be read: index into the place's writes. */
static uint32_t oldest(const nbl_check_t *check, const place_t *place, const nbl_check_place_t *where,
                       nbl_check_record_t now) {
    uint32_t least = 0;

    for (uint32_t i = 0; i < place->count; i++)
        if (is_behind(check, place->writes[i].record, now, where)) least = i;
    for (uint64_t k = 0; k < place->read_count; k++)
        while (place->writes[least].number < place->reads[k].number &&
               is_behind(check, place->reads[k].record, now, where))
            least++;
    return least;
}

static void note_read(place_t *place, nbl_check_record_t now, uint64_t number, uint32_t scope, uint32_t wrote) {
    for (uint64_t k = 0; k < place->read_count; k++)
        if (place->reads[k].record.invocation == now.invocation && place->reads[k].scope == scope &&
            place->reads[k].wrote == wrote) {
            place->reads[k] = (read_t){now, number, scope, wrote};
            return;
        }
    read_t *grown = nbl_check_grow(place->reads, place->read_count, &place->read_capacity, sizeof *grown);
    if (grown == NULL) return;
    place->reads = grown;
    grown[place->read_count++] = (read_t){now, number, scope, wrote};
}

/* Takes in what the write tells of, now or at a later fence. */
static void acquire(nbl_check_t *check, const write_t *write, nbl_check_record_t now, uint32_t scope, uint32_t order) {
    if (write->released_count == 0) return;
    nbl_check_agent_t *agents = nbl_check_agents(check);
    if (agents == NULL) return;
    nbl_check_agent_t *own = &agents[now.invocation & NBL_CHECK_INVOCATION_MASK];
    for (uint32_t i = 0; i < write->released_count; i++) {
        const released_t *each = &write->released[i];
        const uint32_t distance = nbl_check_distance(check, each->record, now.invocation);
        if (each->scope < distance || scope < distance) continue;
        nbl_check_clock_join(order & NBL_ORDER_ACQUIRE ? &own->knows : &own->pending[distance], each->clock);
    }
}

/* Two atomic accesses, not both loads, whose scopes do not have each other in them are as two plain ones. */
static void check_scopes(nbl_check_t *check, const place_t *place, const nbl_check_place_t *where,
                         nbl_check_record_t now, uint32_t scope, int writes) {
    for (uint64_t k = 0; k < place->read_count; k++) {
        const read_t *each = &place->reads[k];
        const uint32_t least = each->scope < scope ? each->scope : scope;
        if (least == NBL_SCOPE_DEVICE || (!writes && !each->wrote) || each->record.invocation == now.invocation)
            continue;
        if (least < nbl_check_distance(check, each->record, now.invocation) &&
            nbl_check_is_race(check, each->record, now, where)) {
            nbl_check_find_scopes(check, where, each->record, now, (int)each->wrote, writes);
            return;
        }
    }
}

static int is_write(const nbl_emulator_atomic_t *atomic, const unsigned char *address) {
    if (atomic->operation != NBL_EMULATOR_ATOMIC_OF_COMPARE_EXCHANGE)
        return atomic->operation != NBL_EMULATOR_ATOMIC_OF_LOAD;
    return memcmp(address, &atomic->expected, atomic->bytes) == 0;
}

void nbl_check_atomic(nbl_emulator_worker_t *worker, const nbl_check_place_t *where, nbl_check_record_t now,
                      const unsigned char *address) {
    nbl_check_t *check = worker->check;
    const nbl_emulator_atomic_t *atomic = &worker->atomic;
    place_t *place = find(check, address, atomic->bytes, where->memory != NBL_EMULATOR_MEMORY_SHARED);

    worker->has_stale = 0;
    if (place == NULL) return;
    now.site |= NBL_CHECK_ATOMIC;
    check->places->recent = place;
    check->places->site = now.site;
    place->coherent = where->coherent;
    check_scopes(check, place, where, now, atomic->scope, is_write(atomic, address));
    if (atomic->operation == NBL_EMULATOR_ATOMIC_OF_STORE) return;
    uint32_t from = place->count - 1u;
    if (atomic->operation == NBL_EMULATOR_ATOMIC_OF_LOAD && worker->ready != NULL) {
        const uint32_t least = oldest(check, place, where, now);
        if (nbl_emulator_random_below(worker, 2u) == 0)
            from = least + nbl_emulator_random_below(worker, place->count - least);
        worker->has_stale = 1;
        worker->stale = place->writes[from].value;
    }
    note_read(place, now, place->writes[from].number, atomic->scope, 0);
    acquire(check, &place->writes[from], now, atomic->scope, atomic->order);
}

static void add_release(write_t *write, nbl_check_clock_t *clock, nbl_check_record_t record, uint32_t scope,
                        uint32_t workgroup, const nbl_check_t *check) {
    for (uint32_t i = 0; i < write->released_count; i++) {
        released_t *each = &write->released[i];
        const int together = each->scope == scope && (write->released_count == RELEASES || scope == NBL_SCOPE_DEVICE) &&
                             nbl_check_workgroup_of(check, each->record) == workgroup;
        if (!together) continue;
        nbl_check_clock_join(&each->clock, clock);
        nbl_check_clock_drop(clock);
        return;
    }
    if (write->released_count == RELEASES) { /* the first two of device scope are as good as one */
        nbl_check_clock_join(&write->released[0].clock, clock);
        nbl_check_clock_drop(clock);
        return;
    }
    write->released[write->released_count++] = (released_t){clock, record, scope};
}

void nbl_check_atomic_made(nbl_emulator_worker_t *worker, const unsigned char *address, int wrote) {
    nbl_check_t *check = worker->check;
    const nbl_emulator_atomic_t *atomic = &worker->atomic;
    place_t *place = check->places != NULL ? check->places->recent : NULL;

    if (!wrote || place == NULL || place->address != address) return;
    const nbl_check_record_t now = {check->clock, nbl_check_self(worker), check->places->site};
    if (place->count == WRITES) {
        forget_write(&place->writes[0]);
        memmove(&place->writes[0], &place->writes[1], (WRITES - 1u) * sizeof place->writes[0]);
        place->count--;
    }
    write_t *before = &place->writes[place->count - 1u], *write = &place->writes[place->count++];
    write->value = value_at(address, place->bytes);
    write->number = before->number + 1u;
    write->record = now;
    write->released_count = 0;
    if (atomic->operation != NBL_EMULATOR_ATOMIC_OF_STORE)
        for (uint32_t i = 0; i < before->released_count; i++) {
            write->released[write->released_count] = before->released[i];
            nbl_check_clock_share(write->released[write->released_count++].clock);
        }
    const nbl_check_agent_t *own = check->group.agents != NULL ? &check->group.agents[worker->current->index] : NULL;
    if (own != NULL && own->released != NULL)
        add_release(write, nbl_check_clock_share(own->released), now,
                    own->released_scope < atomic->scope ? own->released_scope : atomic->scope, check->group.workgroup,
                    check);
    if (atomic->order & NBL_ORDER_RELEASE)
        add_release(write, nbl_check_release(check, now.invocation), now, atomic->scope, check->group.workgroup, check);
    note_read(place, now, write->number, atomic->scope, 1);
}
