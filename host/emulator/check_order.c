/* What orders accesses for the race checker: barriers, fences and atomics.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>

/* ---- Clocks of the race checker: which accesses of whom have happened before. Entries are sorted; two clocks are
 * merged as sorted lists. */

/* Accesses stamped below `stamp`, of invocations `first` to `last` of a workgroup. */
typedef struct nbl_check_known_t {
    uint32_t workgroup;
    uint16_t first, last;
    uint32_t stamp;
} nbl_check_known_t;

struct nbl_check_clock_t {
    uint32_t references, count;
    nbl_check_known_t known[]; /* ascending, by workgroup, then first, then last */
};

static int compare(const void *a, const void *b) {
    const nbl_check_known_t *l = a, *r = b;
    if (l->workgroup != r->workgroup) return l->workgroup < r->workgroup ? -1 : 1;
    if (l->first != r->first) return l->first < r->first ? -1 : 1;
    return l->last < r->last ? -1 : l->last > r->last;
}

static nbl_check_clock_t *allocate(uint32_t count) {
    nbl_check_clock_t *clock = malloc(sizeof *clock + (size_t)count * sizeof clock->known[0]);
    if (clock != NULL) clock->references = 1;
    return clock;
}

/* Adds an entry at the end. If the last entry is of the same invocations, they become one, with the later stamp. */
static void append(nbl_check_clock_t *clock, const nbl_check_known_t *entry) {
    nbl_check_known_t *last = clock->count != 0 ? &clock->known[clock->count - 1u] : NULL;
    if (last == NULL || compare(last, entry) != 0)
        clock->known[clock->count++] = *entry;
    else if (last->stamp < entry->stamp)
        last->stamp = entry->stamp;
}

/* Makes a clock of entries in any order, which it sorts. Returns NULL, an empty clock, if there are none, or no
 * memory. */
static nbl_check_clock_t *clock_create(nbl_check_known_t *entries, uint32_t count) {
    nbl_check_clock_t *clock = count != 0 ? allocate(count) : NULL;
    if (clock == NULL) return NULL;
    clock->count = 0;
    qsort(entries, count, sizeof *entries, compare);
    for (uint32_t i = 0; i < count; i++) append(clock, &entries[i]);
    return clock;
}

/* Returns the clock with one more reference; NULL stays NULL. */
static nbl_check_clock_t *clock_share(nbl_check_clock_t *clock) {
    if (clock != NULL) clock->references++;
    return clock;
}

static void clock_drop(nbl_check_clock_t *clock) {
    if (clock != NULL && --clock->references == 0) free(clock);
}

/* Returns whether `clock` has all entries of `other` at the same or later stamps. */
static int covers(const nbl_check_clock_t *clock, const nbl_check_clock_t *other) {
    uint32_t i = 0;
    for (uint32_t k = 0; k < other->count; k++) {
        while (i < clock->count && compare(&clock->known[i], &other->known[k]) < 0) i++;
        if (i == clock->count || compare(&clock->known[i], &other->known[k]) != 0 ||
            clock->known[i].stamp < other->known[k].stamp)
            return 0;
    }
    return 1;
}

/* Adds the entries of `other` to *clock, which may become another object. */
static void clock_join(nbl_check_clock_t **clock, const nbl_check_clock_t *other) {
    const nbl_check_clock_t *own = *clock;
    uint32_t i = 0, k = 0;

    if (other == NULL || other == own || (own != NULL && covers(own, other))) return;
    uint32_t owned = own != NULL ? own->count : 0u;
    nbl_check_clock_t *joined = allocate(owned + other->count);
    if (joined == NULL) return;
    joined->count = 0;
    while (i < owned || k < other->count)
        if (k == other->count || (i < owned && compare(&own->known[i], &other->known[k]) <= 0))
            append(joined, &own->known[i++]);
        else
            append(joined, &other->known[k++]);
    clock_drop(*clock);
    *clock = joined;
}

/* Returns the stamp below which all accesses of exactly these invocations are known; 0: there is no entry for them. */
static uint32_t stamp_of(const nbl_check_clock_t *clock, uint32_t workgroup, uint32_t first, uint32_t last) {
    const nbl_check_known_t wanted = {workgroup, (uint16_t)first, (uint16_t)last, 0};
    uint32_t low = 0, high = clock->count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2u;
        const int order = compare(&clock->known[middle], &wanted);
        if (order == 0) return clock->known[middle].stamp;
        if (order < 0)
            low = middle + 1u;
        else
            high = middle;
    }
    return 0;
}

/* Returns the last invocation of a subgroup, which begins with `first`. */
static uint32_t last_of(const nbl_checker_t *check, uint32_t first) {
    const uint32_t most = check->job->invocations - 1u, last = first + (1u << check->subgroup_log2) - 1u;
    return last < most ? last : most;
}

/* Returns whether a clock has an access: as its invocation's, its subgroup's or its workgroup's. No other entries
 * are ever made. */
static int clock_knows(const nbl_checker_t *check, const nbl_check_clock_t *clock, uint32_t workgroup,
                       uint32_t invocation, uint32_t stamp) {
    const uint32_t first = invocation >> check->subgroup_log2 << check->subgroup_log2;
    return clock != NULL && (stamp < stamp_of(clock, workgroup, 0, check->job->invocations - 1u) ||
                             stamp < stamp_of(clock, workgroup, first, last_of(check, first)) ||
                             stamp < stamp_of(clock, workgroup, invocation, invocation));
}

/* ---- What atomics and fences order: happens-before beyond barriers, within a workgroup and between workgroups.
 *
 * Each invocation has a clock of what others did before. A release hands out that clock with what its barriers and its
 * own accesses add to it; an acquire that reads what the release has written takes it in. docs/theory.md, section 16,
 * has the clauses of Vulkan's memory model that these are. */

uint32_t nbl_check_workgroup_of(const nbl_checker_t *check, nbl_check_record_t record) {
    const uint32_t bits = record.invocation & NBL_CHECK_RESIDENT_MASK;
    uint64_t low = 0, high = check->began_count;

    while (low < high) { /* find the first workgroup that began after the record */
        uint64_t middle = low + (high - low) / 2u;
        if (check->began[middle].stamp <= record.stamp)
            low = middle + 1u;
        else
            high = middle;
    }
    while (low > 0 && check->began[low - 1u].resident_bits != bits) low--;
    return low > 0 ? check->began[low - 1u].workgroup : 0u;
}

int nbl_check_is_known(const nbl_checker_t *check, nbl_check_record_t then, uint32_t self) {
    const nbl_check_group_t *group = &check->group;
    const uint32_t workgroup =
                       group->common == NULL && group->agents == NULL ? 0u : nbl_check_workgroup_of(check, then),
                   invocation = then.invocation & NBL_CHECK_INVOCATION_MASK;

    if (group->agents != NULL &&
        clock_knows(check, group->agents[self & NBL_CHECK_INVOCATION_MASK].knows, workgroup, invocation, then.stamp))
        return 1;
    return clock_knows(check, group->common, workgroup, invocation, then.stamp);
}

/* Returns the smallest scope that includes an access and `self`. */
static uint32_t distance_of(const nbl_checker_t *check, nbl_check_record_t then, uint32_t self) {
    if (nbl_check_workgroup_of(check, then) != check->group.workgroup) return NBL_SCOPE_DEVICE;
    return (then.invocation & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2 ==
                   (self & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2
               ? NBL_SCOPE_SUBGROUP
               : NBL_SCOPE_WORKGROUP;
}

/* Returns the group's agents, one per invocation, made at the first use; NULL without memory. */
static nbl_check_agent_t *make_agents(nbl_checker_t *check) {
    if (check->group.agents == NULL) check->group.agents = calloc(check->job->invocations, sizeof *check->group.agents);
    return check->group.agents;
}

/* Returns the clock that a release by `self` hands out. Later accesses of `self` are not in it. NULL without memory. */
static nbl_check_clock_t *release_clock(nbl_checker_t *check, uint32_t self) {
    const nbl_check_group_t *group = &check->group;
    const uint32_t index = self & NBL_CHECK_INVOCATION_MASK, subgroup = index >> check->subgroup_log2;
    const uint32_t most = check->job->invocations - 1u, first = subgroup << check->subgroup_log2,
                   last = last_of(check, first);
    nbl_check_known_t own[3 + NBL_EMULATOR_MAX_SUBGROUP_SIZE];
    uint32_t count = 0;

    own[count++] = (nbl_check_known_t){group->workgroup, (uint16_t)index, (uint16_t)index, check->clock + 1u};
    own[count++] = (nbl_check_known_t){group->workgroup, 0, (uint16_t)most, group->coherent_start};
    own[count++] =
        (nbl_check_known_t){group->workgroup, (uint16_t)first, (uint16_t)last, group->subgroup_start[subgroup]};
    for (uint32_t i = first; group->seen != NULL && i <= last; i++)
        own[count++] = (nbl_check_known_t){group->workgroup, (uint16_t)i, (uint16_t)i, *nbl_check_seen(check, self, i)};
    nbl_check_clock_t *clock = clock_create(own, count);
    clock_join(&clock, group->common);
    if (group->agents != NULL) clock_join(&clock, group->agents[index].knows);
    if (check->clock < UINT32_MAX - 1u) check->clock++;
    return clock;
}

void nbl_check_fence(nbl_emulator_worker_t *worker, nbl_emulator_scope_t scope, uint32_t order) {
    nbl_checker_t *check = worker->check;
    const uint32_t self = nbl_check_self(worker);
    nbl_check_agent_t *agents = make_agents(check), *own;

    if (agents == NULL) return;
    own = &agents[worker->current->index];
    if (order & NBL_ORDER_ACQUIRE)
        for (uint32_t i = 0; i <= (uint32_t)scope; i++) clock_join(&own->knows, own->pending[i]);
    if (order & NBL_ORDER_RELEASE) {
        clock_drop(own->released);
        own->released = release_clock(check, self);
        own->released_scope = (uint8_t)scope;
    }
}

/* Orders accesses over a barrier of `scope` that the agents who take part have reached. What an agent released by a
 * fence before the barrier, every other agent may acquire by a fence after it.
 *
 * agents      count of them
 * takes_part  by agent; NULL: all do */
static void share_released(nbl_check_agent_t *agents, uint32_t count, const uint8_t *takes_part, uint32_t scope) {
    nbl_check_clock_t *all = NULL;

    for (uint32_t i = 0; i < count; i++)
        if ((takes_part == NULL || takes_part[i]) && agents[i].released_scope >= scope)
            clock_join(&all, agents[i].released);
    for (uint32_t i = 0; i < count && all != NULL; i++)
        if (takes_part == NULL || takes_part[i]) clock_join(&agents[i].pending[scope], all);
    clock_drop(all);
}

/* Releases and acquires over a barrier that the workgroup has passed, whether or not it is a barrier of memory, for
 * fences before and after it. */
static void pass_group(nbl_checker_t *check) {
    const uint32_t invocations = check->job->invocations, lanes = 1u << check->subgroup_log2;

    if (check->group.agents == NULL) return;
    share_released(check->group.agents, invocations, NULL, NBL_SCOPE_WORKGROUP);
    for (uint32_t i = 0; i < invocations; i += lanes)
        share_released(check->group.agents + i, invocations - i < lanes ? invocations - i : lanes, NULL,
                       NBL_SCOPE_SUBGROUP);
}

/* As pass_group(), for the lanes of the round that have passed a subgroup barrier. */
static void pass_subgroup(nbl_emulator_worker_t *worker) {
    share_released(worker->check->group.agents + worker->round->index, worker->round_lanes, worker->takes_part,
                   NBL_SCOPE_SUBGROUP);
}

/* Joins the clocks of a workgroup that has passed a memory barrier. */
static void share_group(nbl_checker_t *check) {
    nbl_check_group_t *group = &check->group;

    for (uint32_t i = 0; group->agents != NULL && i < check->job->invocations; i++) {
        clock_join(&group->common, group->agents[i].knows);
        clock_drop(group->agents[i].knows);
        group->agents[i].knows = NULL;
    }
}

/* As share_group(), for the lanes of the round that take part in a subgroup barrier. */
static void share_subgroup(nbl_emulator_worker_t *worker) {
    nbl_check_agent_t *agents = worker->check->group.agents + worker->round->index;
    nbl_check_clock_t *all = NULL;

    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->takes_part[i]) clock_join(&all, agents[i].knows);
    for (uint32_t i = 0; i < worker->round_lanes && all != NULL; i++)
        if (worker->takes_part[i]) {
            clock_drop(agents[i].knows);
            agents[i].knows = clock_share(all);
        }
    clock_drop(all);
}

void nbl_check_forget_group(nbl_checker_t *check) {
    nbl_check_group_t *group = &check->group;

    clock_drop(group->common);
    group->common = NULL;
    for (uint32_t i = 0; group->agents != NULL && i < check->job->invocations; i++) {
        nbl_check_agent_t *agent = &group->agents[i];
        clock_drop(agent->knows);
        clock_drop(agent->released);
        for (uint32_t k = 0; k < 3u; k++) clock_drop(agent->pending[k]);
        *agent = (nbl_check_agent_t){0};
    }
}

/* ---- The history of an element that is accessed atomically: its writes, what their invocations had released, and the
 * older values that Vulkan's memory model still lets others read.
 *
 * An element's writes are kept in the order in which they were made, its modification order. Each write keeps the
 * clocks of the releases that an acquire reading it synchronises with: its own, of a release fence before it, and of
 * the write at the head of its release sequence.
 *
 *   writes    0  initial       1                 2  read-modify-write
 *   released  -                clock of A        clock of A, clock of B
 *
 * In the adversarial order a load may read an older write, unless a later one happens before the load, or was read by
 * its invocation or by a load that happens before it. */

#define CHAINS 1024u /* of the hash table of atomic places */
/* Chosen, against memory: with more, a load in the adversarial order has older writes to choose from. */
#define WRITES 8u    /* of a place; older ones are forgotten */
#define RELEASES 16u /* of one write; more are joined */

typedef struct released_t {
    nbl_check_clock_t *clock;
    nbl_check_record_t record;
    uint32_t scope;
} released_t;

typedef struct write_t {
    uint64_t value, number;
    nbl_check_record_t record; /* stamp 0: the value was there before all writes */
    released_t released[RELEASES];
    uint32_t released_count;
} write_t;

/* The last read or write of an invocation with each scope, and which write it saw. */
typedef struct read_t {
    nbl_check_record_t record;
    uint64_t number;
    uint32_t scope, wrote;
} read_t;

typedef struct place_t {
    const unsigned char *address;
    uint32_t began; /* stamp at which the workgroup began; shared memory only */
    uint32_t bytes, is_buffer, coherent;
    write_t writes[WRITES]; /* the newest one last */
    uint32_t count;
    read_t *reads;
    uint64_t read_count, read_capacity;
    struct place_t *next;
} place_t;

typedef struct nbl_check_places_t {
    place_t *chains[CHAINS];
    place_t *recent; /* place and text of the access that is being made */
    uint16_t site;   /* and where that stands */
} nbl_check_places_t;

static void forget_write(write_t *write) {
    for (uint32_t i = 0; i < write->released_count; i++) clock_drop(write->released[i].clock);
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

/* Starts the list of writes with the element's present value, whatever wrote it. */
static void begin_writes(place_t *place) {
    forget_writes(place);
    memset(&place->writes[0], 0, sizeof place->writes[0]);
    place->writes[0].value = value_at(place->address, place->bytes);
    place->count = 1;
}

static place_t *find(nbl_checker_t *check, const unsigned char *address, uint32_t bytes, int is_buffer) {
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
        begin_writes(place); /* a plain write, not an atomic one, changed the value */
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

/* Returns whether an access happens before what `self` does now: by program order, barriers, atomics or fences. */
static int is_behind(const nbl_checker_t *check, nbl_check_record_t then, nbl_check_record_t now,
                     const nbl_check_place_t *place) {
    return then.stamp == 0 || !nbl_check_is_race(check, then, now, place);
}

/* Returns the oldest write that an atomic load may read: an index into the place's writes. */
static uint32_t oldest(const nbl_checker_t *check, const place_t *place, const nbl_check_place_t *where,
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

/* Acquires what a write releases: now, or at a later fence. */
static void acquire(nbl_checker_t *check, const write_t *write, nbl_check_record_t now, uint32_t scope,
                    uint32_t order) {
    if (write->released_count == 0) return;
    nbl_check_agent_t *agents = make_agents(check);
    if (agents == NULL) return;
    nbl_check_agent_t *own = &agents[now.invocation & NBL_CHECK_INVOCATION_MASK];
    for (uint32_t i = 0; i < write->released_count; i++) {
        const released_t *each = &write->released[i];
        const uint32_t distance = distance_of(check, each->record, now.invocation);
        if (each->scope < distance || scope < distance) continue;
        clock_join(order & NBL_ORDER_ACQUIRE ? &own->knows : &own->pending[distance], each->clock);
    }
}

/* Finds atomic accesses, not both loads, whose scopes do not include each other: they race as plain ones do. */
static void check_scopes(nbl_checker_t *check, const place_t *place, const nbl_check_place_t *where,
                         nbl_check_record_t now, uint32_t scope, int writes) {
    for (uint64_t k = 0; k < place->read_count; k++) {
        const read_t *each = &place->reads[k];
        const uint32_t least = each->scope < scope ? each->scope : scope;
        if (least == NBL_SCOPE_DEVICE || (!writes && !each->wrote) || each->record.invocation == now.invocation)
            continue;
        if (least < distance_of(check, each->record, now.invocation) &&
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
    nbl_checker_t *check = worker->check;
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
        from -= nbl_emulator_choose_older(worker, from - least);
        worker->has_stale = 1;
        worker->stale = place->writes[from].value;
    }
    note_read(place, now, place->writes[from].number, atomic->scope, 0);
    acquire(check, &place->writes[from], now, atomic->scope, atomic->order);
}

static void add_release(write_t *write, nbl_check_clock_t *clock, nbl_check_record_t record, uint32_t scope,
                        uint32_t workgroup, const nbl_checker_t *check) {
    for (uint32_t i = 0; i < write->released_count; i++) {
        released_t *each = &write->released[i];
        const int together = each->scope == scope && (write->released_count == RELEASES || scope == NBL_SCOPE_DEVICE) &&
                             nbl_check_workgroup_of(check, each->record) == workgroup;
        if (!together) continue;
        clock_join(&each->clock, clock);
        clock_drop(clock);
        return;
    }
    if (write->released_count == RELEASES) { /* joining the first two of device scope loses nothing */
        clock_join(&write->released[0].clock, clock);
        clock_drop(clock);
        return;
    }
    write->released[write->released_count++] = (released_t){clock, record, scope};
}

void nbl_check_atomic_made(nbl_emulator_worker_t *worker, const unsigned char *address, int wrote) {
    nbl_checker_t *check = worker->check;
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
            clock_share(write->released[write->released_count++].clock);
        }
    const nbl_check_agent_t *own = check->group.agents != NULL ? &check->group.agents[worker->current->index] : NULL;
    if (own != NULL && own->released != NULL)
        add_release(write, clock_share(own->released), now,
                    own->released_scope < atomic->scope ? own->released_scope : atomic->scope, check->group.workgroup,
                    check);
    if (atomic->order & NBL_ORDER_RELEASE)
        add_release(write, release_clock(check, now.invocation), now, atomic->scope, check->group.workgroup, check);
    note_read(place, now, write->number, atomic->scope, 1);
}

/* ---- The race checker's clock: what workgroups that begin, and barriers, do to it and to what counts as before. */

/* 2^32 - 1 barriers take hours; after them the checker starts again, having forgotten earlier workgroups. */
static void forget_all(nbl_emulator_worker_t *worker) {
    nbl_checker_t *check = worker->check;

    for (uint32_t i = 0; i < NBL_EMULATOR_MAX_SHARED_ARRAYS; i++)
        if (worker->slots[i].cells != NULL)
            memset(worker->slots[i].cells, 0, (size_t)worker->slots[i].cell_capacity * sizeof *worker->slots[i].cells);
    for (uint32_t i = 0; i < check->region_count; i++) nbl_check_forget(&check->regions[i]);
    memset(check->group.subgroup_start, 0, worker->job->subgroups * sizeof *check->group.subgroup_start);
    check->clock = 1;
    check->group.workgroup_start = check->group.phase_start = check->group.buffer_start = check->group.coherent_start =
        1;
    if (check->group.seen != NULL)
        memset(check->group.seen, 0,
               ((size_t)worker->job->subgroups << 2u * check->subgroup_log2) * sizeof *check->group.seen);
    check->group.barrier_count = 0;
    check->began_count = 0;
    nbl_check_forget_kept(check);
    nbl_check_forget_group(check);
}

static void tick(nbl_emulator_worker_t *worker) {
    if (worker->check->clock < UINT32_MAX - 1u)
        worker->check->clock++;
    else
        forget_all(worker);
}

void nbl_check_begin(nbl_emulator_worker_t *worker) {
    nbl_checker_t *check = worker->check;
    nbl_check_group_t *group = &check->group;

    tick(worker);
    group->workgroup_start = group->phase_start = group->buffer_start = group->coherent_start = check->clock;
    group->barrier_count = 0;
    group->workgroup = (uint32_t)worker->workgroup_index;
    nbl_check_forget_group(check);
    nbl_check_began_t *grown = nbl_check_grow(check->began, check->began_count, &check->began_capacity, sizeof *grown);
    if (grown == NULL) return; /* a finding then lacks the workgroup that made its first access */
    check->began = grown;
    grown[check->began_count++] = (nbl_check_began_t){check->clock, group->workgroup, group->resident_bits};
}

void nbl_check_end(nbl_emulator_worker_t *worker) { nbl_check_settle(worker->check); }

void nbl_check_workgroup_barrier(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    nbl_checker_t *check = worker->check;
    uint64_t capacity = check->group.barrier_capacity;

    nbl_check_settle(check);
    tick(worker);
    check->group.phase_start = check->clock;
    if (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS)
        check->group.buffer_start = check->group.coherent_start = check->clock;
    if (who->value != 0) { /* it is one of memory, too */
        check->group.coherent_start = check->clock;
        share_group(check);
    }
    pass_group(check);
    nbl_check_barrier_t *grown =
        nbl_check_grow(check->group.barriers, check->group.barrier_count, &capacity, sizeof *grown);
    if (grown != NULL) { /* else a finding will name an earlier barrier */
        check->group.barriers = grown;
        check->group.barrier_capacity = (uint32_t)capacity;
        check->group.barriers[check->group.barrier_count++] =
            (nbl_check_barrier_t){check->clock, who->site->file, who->site->line};
    }
}

/* Orders accesses over a barrier that only some lanes pass: each of these lanes has then seen all that any of them
 * did or had seen. Lanes that have ended, or are elsewhere, are not bound by it. */
static void pass_in_part(nbl_emulator_worker_t *worker, uint32_t first) {
    nbl_checker_t *check = worker->check;
    uint32_t lanes = worker->round_lanes;
    size_t cells = (size_t)worker->job->subgroups << 2u * check->subgroup_log2;

    if (check->group.seen == NULL && (check->group.seen = calloc(cells, sizeof *check->group.seen)) == NULL) {
        nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory to check a subgroup barrier");
        return;
    }
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t most = 0;
        for (uint32_t j = 0; j < lanes; j++)
            if (worker->takes_part[j] && *nbl_check_seen(check, first + j, first + i) > most)
                most = *nbl_check_seen(check, first + j, first + i);
        for (uint32_t j = 0; j < lanes; j++)
            if (worker->takes_part[j])
                *nbl_check_seen(check, first + j, first + i) = worker->takes_part[i] ? check->clock : most;
    }
}

void nbl_check_subgroup_operation(nbl_emulator_worker_t *worker, int is_barrier) {
    nbl_checker_t *check = worker->check;
    uint32_t first = worker->round->index, parts = 0;

    nbl_check_settle(check);
    if (!is_barrier) return;
    tick(worker);
    for (uint32_t i = 0; i < worker->round_lanes; i++) parts += worker->takes_part[i];
    if (parts == worker->round_lanes)
        check->group.subgroup_start[first >> check->subgroup_log2] = check->clock;
    else
        pass_in_part(worker, first);
    if (check->group.agents == NULL) return;
    share_subgroup(worker);
    pass_subgroup(worker);
}
