/* Finds accesses that nothing orders: happens-before, by the rules of the emulator's checker (host/emulator/check.h).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Time is one clock, which ticks at each barrier and release. For each running workgroup and each class of memory the
 * time of the last barrier that orders it is known: the workgroup's accesses before that time are ordered before all
 * its later ones. So one run finds every race that any order of the lanes could show among the accesses that it makes.
 *
 * A cell keeps the last write, and two reads and two atomic accesses. Two are enough if only barriers order: they are
 * of two workgroups if there were two, else of two subgroups, else of two invocations. So the next write meets one that
 * is not ordered before it, if there is any.
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

static uint32_t group_of(const nbl_machine_t *m, uint32_t who) { return who / m->invocations; }
static uint32_t invocation_of(const nbl_machine_t *m, uint32_t who) { return who % m->invocations; }

static int class_of(const nbl_object_t *object) {
    return object->kind == NBL_OBJECT_SHARED  ? NBL_CLASS_SHARED
           : object->kind == NBL_OBJECT_IMAGE ? NBL_CLASS_IMAGE
                                              : NBL_CLASS_BUFFER;
}

/* ---- sites: an operation by a chain of calls, as a number */

uint32_t nbl_race_site(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_site_t site = {(uint32_t)(op - m->program->ops), w->frames[w->depth - 1u].chain};
    uint32_t slot = (site.op * 0x9E3779B1u ^ site.chain * 0x85EBCA77u) & (m->site_table_size - 1u);
    while (m->site_table[slot] != 0) {
        const nbl_site_t *known = &m->sites[m->site_table[slot]];
        if (known->op == site.op && known->chain == site.chain) return m->site_table[slot];
        slot = (slot + 1u) & (m->site_table_size - 1u);
    }
    if (m->site_count + 1u >= m->site_capacity) return 0; /* no memory: the race is reported without its place */
    m->sites[m->site_count] = site;
    m->site_table[slot] = m->site_count;
    return m->site_count++;
}

/* ---- knowledge by acquire and release */

#define ALL_CLASSES ((1u << NBL_CLASSES) - 1u)

static int knows(const nbl_knowledge_t *knowledge, uint32_t group, uint32_t invocation, uint32_t stamp, int class) {
    for (uint32_t i = 0; i < knowledge->count; i++) {
        const nbl_known_t *k = &knowledge->known[i];
        if (!(k->classes >> class & 1u)) continue;
        if (k->group == group && k->first <= invocation && invocation <= k->last && stamp < k->stamp) return 1;
    }
    return 0;
}

/* Returns a larger array with the same elements. */
static void *grow(nbl_machine_t *m, void *array, uint32_t count, uint32_t capacity, size_t bytes) {
    void *grown = nbl_machine_take(m, capacity, bytes);
    if (count != 0) memcpy(grown, array, count * bytes);
    nbl_machine_give(m, array);
    return grown;
}

static void learn(nbl_machine_t *m, nbl_knowledge_t *knowledge, nbl_known_t known) {
    for (uint32_t i = 0; i < knowledge->count; i++) {
        nbl_known_t *k = &knowledge->known[i];
        if (k->group != known.group || k->first != known.first || k->last != known.last || k->classes != known.classes)
            continue;
        if (k->stamp < known.stamp) k->stamp = known.stamp;
        return;
    }
    if (knowledge->count == knowledge->capacity) {
        const uint32_t capacity = knowledge->capacity != 0 ? 2u * knowledge->capacity : 8u;
        knowledge->known = grow(m, knowledge->known, knowledge->capacity, capacity, sizeof *knowledge->known);
        knowledge->capacity = capacity;
    }
    knowledge->known[knowledge->count++] = known;
}

/* Adds to a knowledge what another one holds of some classes of memory. */
static void join(nbl_machine_t *m, nbl_knowledge_t *to, const nbl_knowledge_t *from, uint32_t classes) {
    for (uint32_t i = 0; i < from->count; i++) {
        nbl_known_t known = from->known[i];
        known.classes &= classes;
        if (known.classes != 0) learn(m, to, known);
    }
}

static nbl_agent_t *agents_of(nbl_machine_t *m, nbl_group_t *group) {
    if (group->agents == NULL) group->agents = nbl_machine_take(m, m->invocations, sizeof *group->agents);
    return group->agents;
}

/* Makes the knowledge that a release by an invocation hands out: what the invocation did, what barriers have ordered
 * before it, and what it has acquired. */
static void hand_out(nbl_machine_t *m, nbl_group_t *group, uint32_t invocation, nbl_knowledge_t *to) {
    learn(m, to, (nbl_known_t){group->index, invocation, invocation, m->clock + 1u, ALL_CLASSES});
    for (uint32_t c = 0; c < NBL_CLASSES; c++)
        if (group->start[c] > 1u)
            learn(m, to, (nbl_known_t){group->index, 0, m->invocations - 1u, group->start[c], 1u << c});
    join(m, to, &group->common, ALL_CLASSES);
    if (group->agents != NULL) join(m, to, &group->agents[invocation].knows, ALL_CLASSES);
    m->clock++;
}

/* ---- order */

static uint32_t *subgroup_start(const nbl_machine_t *m, const nbl_group_t *group, uint32_t invocation, int class) {
    return &group->subgroup_start[invocation / m->subgroup_size * NBL_CLASSES + (uint32_t) class];
}

/* Returns whether nothing orders the access `then` before what an invocation of `group` does now. */
static int is_race(const nbl_machine_t *m, const nbl_group_t *group, const nbl_object_t *object, nbl_record_t then,
                   uint32_t invocation) {
    const int class = class_of(object);
    const uint32_t other = invocation_of(m, then.who);
    if (then.stamp == 0) return 0;
    if (group_of(m, then.who) == group->index) {
        if (other == invocation) return 0;
        if (m->accesses_privately) return 1;
        if (then.stamp < group->start[class]) return 0;
        if (other / m->subgroup_size == invocation / m->subgroup_size &&
            then.stamp < *subgroup_start(m, group, invocation, class))
            return 0;
    } else if (object->kind == NBL_OBJECT_SHARED) {
        return 0; /* shared memory of an earlier workgroup is other memory */
    }
    if (group->agents != NULL && !m->proves && !m->accesses_privately &&
        (knows(&group->agents[invocation].knows, group_of(m, then.who), other, then.stamp, class) ||
         knows(&group->common, group_of(m, then.who), other, then.stamp, class)))
        return 0;
    return 1;
}

static void tell_race(nbl_machine_t *m, const nbl_group_t *group, const nbl_object_t *object, uint64_t byte,
                      nbl_record_t first, uint32_t first_kind, nbl_record_t second, uint32_t second_kind, int same) {
    uint64_t of_window = byte;
    const nbl_global_t *global = nbl_global_of(m, nbl_window_at(m, object, &of_window));
    const nbl_site_t *sites[2] = {&m->sites[first.site], &m->sites[second.site]};
    const int writes[2] = {(first_kind & NBL_ACCESS_WRITE) != 0, (second_kind & NBL_ACCESS_WRITE) != 0};
    const int both = (first_kind & second_kind & NBL_ACCESS_ATOMIC) != 0;
    nbl_emulator_finding_kind_t kind = both ? NBL_EMULATOR_ATOMIC_SCOPES
                                       : ((first_kind | second_kind) & NBL_ACCESS_ATOMIC)
                                           ? NBL_EMULATOR_ATOMIC_AND_PLAIN
                                       : writes[0] && writes[1] ? NBL_EMULATOR_WRITE_AFTER_WRITE
                                       : writes[0]              ? NBL_EMULATOR_READ_AFTER_WRITE
                                                                : NBL_EMULATOR_WRITE_AFTER_READ;
    if (m->run->allow_equal_writes && same && kind == NBL_EMULATOR_WRITE_AFTER_WRITE) return;
    if (m->proves) {
        nbl_prove_decision(m, &m->program->ops[sites[1]->op], "an access",
                           "it and another one race, unless data or atomic accesses keep the two apart", NBL_FLAG_DATA,
                           global->name);
        return;
    }
    nbl_interpreter_finding_t *finding =
        nbl_report_find(m, NBL_INTERPRETER_RACE, &m->program->ops[sites[1]->op], sites[0]->op, global->name);
    if (finding == NULL) return;
    finding->same_value = (finding->count == 0 || finding->same_value) && same;
    if (finding->count++ != 0) return;
    const int across = group_of(m, first.who) != group->index, class = class_of(object);
    const int together =
        !across && invocation_of(m, first.who) / m->subgroup_size == invocation_of(m, second.who) / m->subgroup_size;
    finding->kind = kind;
    finding->memory = class == NBL_CLASS_SHARED   ? NBL_EMULATOR_MEMORY_SHARED
                      : class == NBL_CLASS_BUFFER ? NBL_EMULATOR_MEMORY_BUFFER
                                                  : NBL_EMULATOR_MEMORY_IMAGE;
    const int is_private = m->program->ops[sites[0]->op].is_private || m->program->ops[sites[1]->op].is_private;
    finding->remedy = both                    ? NBL_EMULATOR_REMEDY_SCOPE
                      : is_private && !across ? NBL_EMULATOR_REMEDY_COHERENT
                      : across ? (global->coherent ? NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE : NBL_EMULATOR_REMEDY_LAUNCH)
                      : class != NBL_CLASS_SHARED ? NBL_EMULATOR_REMEDY_MEMORY_BARRIER
                      : together                  ? NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER
                                                  : NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER;
    finding->set = global->set;
    finding->binding = global->binding;
    finding->is_bound = class != NBL_CLASS_SHARED && global->set != NBL_NONE;
    nbl_report_element(m, object, byte, finding->element, sizeof finding->element);
    nbl_report_access(m, &finding->first, sites[0]->op, sites[0]->chain, group_of(m, first.who),
                      invocation_of(m, first.who));
    nbl_report_access(m, &finding->second, sites[1]->op, sites[1]->chain, group->index, invocation_of(m, second.who));
    finding->first.write = writes[0];
    finding->second.write = writes[1];
    finding->first.atomic = (first_kind & NBL_ACCESS_ATOMIC) != 0;
    finding->second.atomic = (second_kind & NBL_ACCESS_ATOMIC) != 0;
    finding->first.barriers = across || first.stamp == UINT32_MAX
                                  ? NBL_EMULATOR_UNKNOWN
                                  : group->barriers - (first.stamp < group->barrier_stamp);
    finding->second.barriers = group->barriers;
}

/* Returns whether the scope of one of two atomic accesses does not include the other one's invocation. */
static int leaves_out(const nbl_machine_t *m, nbl_record_t a, nbl_record_t b) {
    const uint32_t s = m->subgroup_size;
    const int least = group_of(m, a.who) != group_of(m, b.who)                     ? NBL_SCOPE_DEVICE
                      : invocation_of(m, a.who) / s == invocation_of(m, b.who) / s ? NBL_SCOPE_SUBGROUP
                                                                                   : NBL_SCOPE_WORKGROUP;
    if (a.stamp == 0 || a.site == 0 || b.site == 0) return 0;
    return m->program->ops[m->sites[a.site].op].scope < least || m->program->ops[m->sites[b.site].op].scope < least;
}

/* Keeps two accesses of as many different workgroups, subgroups or invocations as there were. */
static void note(const nbl_machine_t *m, const nbl_group_t *group, const nbl_object_t *object, nbl_record_t pair[2],
                 nbl_record_t now) {
    const uint32_t self = invocation_of(m, now.who);
    for (int k = 0; k < 2; k++)
        if (pair[k].stamp == 0 || pair[k].who == now.who || !is_race(m, group, object, pair[k], self)) {
            pair[k] = now; /* an access that is ordered after this one is ordered after the old one, too */
            if (k == 0 && pair[1].who == now.who) pair[1].stamp = 0;
            return;
        }
    const uint32_t s = m->subgroup_size;
    const int apart = group_of(m, pair[0].who) != group_of(m, pair[1].who);
    if (apart) return;
    if (group_of(m, now.who) != group_of(m, pair[0].who) ||
        (invocation_of(m, pair[0].who) / s == invocation_of(m, pair[1].who) / s &&
         self / s != invocation_of(m, pair[0].who) / s))
        pair[1] = now;
}

/* Returns whether the value that was stored there is data. */
static int holds_data(const nbl_machine_t *m, const nbl_object_t *object, uint64_t byte, uint32_t bytes) {
    uint32_t flags = 0;
    for (uint64_t d = byte / 4u; object->flags != NULL && d <= (byte + bytes - 1u) / 4u; d++) flags |= object->flags[d];
    return object->flags == NULL || (flags & m->deciding) != 0;
}

static void check_cell(nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object, nbl_page_t *page, uint32_t at,
                       uint64_t byte, uint32_t kind, nbl_record_t now, const void *written, uint32_t bytes) {
    const uint32_t self = invocation_of(m, now.who);
    const nbl_record_t *read = page->read != NULL ? page->read[at] : NULL;
    nbl_record_t *atomic = page->atomic != NULL ? page->atomic[at] : NULL;
    const int wrote = page->atomic_wrote != NULL && (page->atomic_wrote[at] & NBL_WROTE) != 0;
    if (is_race(m, group, object, page->write[at], self))
        tell_race(m, group, object, byte, page->write[at], NBL_ACCESS_WRITE, now, kind,
                  written != NULL && memcmp(object->data + byte, written, bytes) == 0 &&
                      (!m->proves || (!m->writes_data && !holds_data(m, object, byte, bytes))));
    if (kind & NBL_ACCESS_WRITE)
        for (int k = 0; read != NULL && k < 2; k++)
            if (is_race(m, group, object, read[k], self)) {
                tell_race(m, group, object, byte, read[k], NBL_ACCESS_READ, now, kind, 0);
                break;
            }
    if (kind & NBL_ACCESS_ATOMIC) {
        if (atomic == NULL) {
            page->atomic = nbl_machine_take(m, NBL_CELLS_OF_PAGE, sizeof *page->atomic);
            page->atomic_wrote = nbl_machine_take(m, NBL_CELLS_OF_PAGE, 1);
            atomic = page->atomic[at];
        }
        for (int k = 0; k < 2; k++)
            if (leaves_out(m, atomic[k], now) && (wrote || (kind & NBL_ACCESS_WRITE)) &&
                is_race(m, group, object, atomic[k], self)) {
                tell_race(m, group, object, byte, atomic[k],
                          NBL_ACCESS_ATOMIC | (wrote ? NBL_ACCESS_WRITE : NBL_ACCESS_READ), now, kind, 0);
                break;
            }
        if (!is_race(m, group, object, atomic[0], self) && !is_race(m, group, object, atomic[1], self))
            page->atomic_wrote[at] &= NBL_EVER_WROTE; /* the atomic writes are ordered before every later access */
        if (kind & NBL_ACCESS_WRITE || !(page->atomic_wrote[at] & NBL_WROTE)) {
            note(m, group, object, atomic, now);
            if (kind & NBL_ACCESS_WRITE) page->atomic_wrote[at] = NBL_WROTE | NBL_EVER_WROTE;
        }
        return;
    }
    if (atomic != NULL && (wrote || (kind & NBL_ACCESS_WRITE)))
        for (int k = 0; k < 2; k++)
            if (is_race(m, group, object, atomic[k], self)) {
                tell_race(m, group, object, byte, atomic[k],
                          NBL_ACCESS_ATOMIC | (wrote ? NBL_ACCESS_WRITE : NBL_ACCESS_READ), now, kind, 0);
                break;
            }
    if (kind & NBL_ACCESS_WRITE) {
        page->write[at] = now;
        return;
    }
    if (page->read == NULL) page->read = nbl_machine_take(m, NBL_CELLS_OF_PAGE, sizeof *page->read);
    note(m, group, object, page->read[at], now);
}

static uint64_t page_count(const nbl_object_t *object) {
    return ((object->fine ? object->bytes : object->bytes / 4u) + NBL_CELLS_OF_PAGE) / NBL_CELLS_OF_PAGE;
}

static nbl_page_t *page_at(nbl_machine_t *m, nbl_object_t *object, uint64_t cell) {
    if (object->pages == NULL) object->pages = nbl_machine_take(m, (size_t)page_count(object), sizeof *object->pages);
    nbl_page_t **page = &object->pages[cell / NBL_CELLS_OF_PAGE];
    if (*page == NULL) *page = nbl_machine_take(m, 1, sizeof **page);
    return *page;
}

static void free_pages(nbl_machine_t *m, nbl_object_t *object) {
    if (object->pages == NULL) return;
    for (uint64_t i = 0; i < page_count(object); i++) {
        nbl_page_t *page = object->pages[i];
        if (page == NULL) continue;
        nbl_machine_give(m, page->read);
        nbl_machine_give(m, page->atomic);
        nbl_machine_give(m, page->atomic_wrote);
        nbl_machine_give(m, page);
    }
    nbl_machine_give(m, object->pages);
    object->pages = NULL;
}

/* From dwords to bytes: each byte's cell begins with what its dword knew. */
static void refine(nbl_machine_t *m, nbl_object_t *object) {
    nbl_object_t coarse = *object;
    object->pages = NULL;
    object->fine = 1;
    for (uint64_t i = 0; coarse.pages != NULL && i < page_count(&coarse); i++) {
        const nbl_page_t *from = coarse.pages[i];
        for (uint64_t k = 0; from != NULL && k < 4u * NBL_CELLS_OF_PAGE; k++) {
            const uint64_t cell = i * 4u * NBL_CELLS_OF_PAGE + k, at = cell % NBL_CELLS_OF_PAGE;
            if (cell / NBL_CELLS_OF_PAGE >= page_count(object)) break;
            nbl_page_t *to = page_at(m, object, cell);
            to->write[at] = from->write[k / 4u];
            if (from->read != NULL) {
                if (to->read == NULL) to->read = nbl_machine_take(m, NBL_CELLS_OF_PAGE, sizeof *to->read);
                memcpy(to->read[at], from->read[k / 4u], sizeof to->read[at]);
            }
            if (from->atomic == NULL) continue;
            if (to->atomic == NULL) {
                to->atomic = nbl_machine_take(m, NBL_CELLS_OF_PAGE, sizeof *to->atomic);
                to->atomic_wrote = nbl_machine_take(m, NBL_CELLS_OF_PAGE, 1);
            }
            memcpy(to->atomic[at], from->atomic[k / 4u], sizeof to->atomic[at]);
            to->atomic_wrote[at] = from->atomic_wrote[k / 4u];
        }
    }
    free_pages(m, &coarse);
}

void nbl_race_access(nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object, uint64_t byte, uint32_t bytes,
                     uint32_t kind, uint32_t invocation, uint32_t site, const void *written) {
    /* no later barrier orders a private access */
    m->accesses_privately = m->program->ops[m->sites[site].op].is_private && site != 0;
    const nbl_record_t now = {m->accesses_privately ? UINT32_MAX : m->clock, group->index * m->invocations + invocation,
                              site};
    if (!object->fine && (bytes < 4u || byte % 4u != 0)) refine(m, object);
    const uint32_t granule = object->fine ? 1u : 4u;
    for (uint64_t cell = byte / granule; cell <= (byte + bytes - 1u) / granule; cell++)
        check_cell(m, group, object, page_at(m, object, cell), (uint32_t)(cell % NBL_CELLS_OF_PAGE), byte, kind, now,
                   written, bytes);
    m->accesses_privately = 0;
}

nbl_look_t nbl_look_at(const nbl_machine_t *m, const nbl_group_t *group, nbl_object_t *object) {
    const uint32_t invocations = m->invocations;
    return (nbl_look_t){.object = object,
                        .group = group,
                        .start = group->start[class_of(object)],
                        .first = object->kind == NBL_OBJECT_SHARED ? 0 : group->index * invocations,
                        .count = object->kind == NBL_OBJECT_SHARED ? UINT32_MAX : invocations};
}

/* ---- what orders */

void nbl_race_watch(nbl_machine_t *m, nbl_interpreter_watch_t *watch) {
    for (uint32_t i = 1; m->objects != NULL && i < m->object_count; i++) {
        const nbl_object_t *object = &m->objects[i];
        const unsigned char *at = watch->data;
        if (object->data == NULL || object->pages == NULL || object->same != 0 || at < object->data ||
            at >= object->data + object->bytes)
            continue;
        const uint64_t byte = (uint64_t)(at - object->data), /* of a texel only the first dword is checked */
            checked = object->kind == NBL_OBJECT_IMAGE ? byte / 16u * 16u : byte,
                       cell = object->fine ? checked : checked / 4u;
        const nbl_page_t *page = object->pages[cell / NBL_CELLS_OF_PAGE];
        const nbl_record_t *record = page != NULL ? &page->write[cell % NBL_CELLS_OF_PAGE] : NULL;
        if (record == NULL || record->stamp == 0 || record->site == 0) return;
        watch->stored = true;
        nbl_report_place(m, m->sites[record->site].op, &watch->place);
        watch->workgroup = record->who / m->invocations;
        watch->invocation = record->who % m->invocations;
        nbl_trace_tell(m, object, byte, watch);
        return;
    }
}

void nbl_race_begin_group(nbl_machine_t *m, nbl_group_t *group) {
    m->clock++;
    group->began = group->barrier_stamp = m->clock;
    for (int c = 0; c < NBL_CLASSES; c++) group->start[c] = m->clock;
    group->barriers = 0;
    memset(group->released, 0, sizeof group->released);
    memset(group->subgroup_start, 0,
           ((m->invocations + m->subgroup_size - 1u) / m->subgroup_size) * NBL_CLASSES * sizeof(uint32_t));
    nbl_race_free_group(m, group);
}

static int orders(uint32_t semantics, int class) {
    static const uint32_t bits[NBL_CLASSES] = {SpvMemorySemanticsWorkgroupMemoryMask,
                                               SpvMemorySemanticsUniformMemoryMask, SpvMemorySemanticsImageMemoryMask};
    return (semantics & bits[class]) != 0;
}

static uint32_t classes_of(uint32_t semantics) {
    uint32_t classes = 0;
    for (int c = 0; c < NBL_CLASSES; c++) classes |= (uint32_t)orders(semantics, c) << c;
    return classes;
}

/* Returns the smallest scope that includes a whole workgroup. */
static uint32_t group_scope(const nbl_machine_t *m) {
    return m->invocations > m->subgroup_size ? NBL_SCOPE_WORKGROUP : NBL_SCOPE_SUBGROUP;
}

/* What fences of one have released before a barrier; where those of all have, its own accesses are known already. */
static void hand_on(nbl_machine_t *m, nbl_group_t *group, const nbl_agent_t *agent) {
    for (uint32_t i = 0; i < agent->released.count; i++) {
        nbl_known_t known = agent->released.known[i];
        known.classes &= agent->hands_on;
        for (uint32_t c = 0; c < NBL_CLASSES && known.group == group->index; c++)
            if (known.stamp <= group->released[c]) known.classes &= ~(1u << c);
        if (known.classes != 0) learn(m, &group->handed, known);
    }
}

int nbl_fence_reaches(nbl_machine_t *m, const nbl_op_t *op) {
    if (op->scope < group_scope(m)) return 0;
    if (op->scope < NBL_SCOPE_WORKGROUP && m->invocations > 1) m->subgroups_matter = 1; /* the workgroup is one */
    return 1;
}

void nbl_race_workgroup_barrier(nbl_machine_t *m, nbl_group_t *group, uint32_t semantics, uint32_t fences) {
    m->clock++;
    group->barriers++;
    group->barrier_stamp = m->clock;
    for (int c = 0; c < NBL_CLASSES; c++) {
        if (orders(semantics, c))
            group->start[c] = m->clock;
        else if (orders(fences, c) && group->start[c] < group->released[c]) /* what was done before the fences */
            group->start[c] = group->released[c];
    }
    const uint32_t classes = classes_of(semantics | fences), least = group_scope(m);
    for (uint32_t i = 0; group->agents != NULL && i < m->invocations; i++) {
        nbl_agent_t *agent = &group->agents[i];
        if (agent->hands_on && agent->released_scope >= least) {
            if (agent->released_scope < NBL_SCOPE_WORKGROUP && m->invocations > 1) m->subgroups_matter = 1;
            hand_on(m, group, agent);
        }
        agent->hands_on = 0;
        join(m, &group->common, &agent->knows, classes);
        if (classes == ALL_CLASSES) group->agents[i].knows.count = 0;
    }
}

/* At a subgroup's barrier each lane gets what the other lanes have acquired before it. */
static void share_knowledge(nbl_machine_t *m, nbl_group_t *group, const uint32_t *mask, uint32_t first, uint32_t begin,
                            uint32_t end, uint32_t classes) {
    nbl_knowledge_t all = {0};
    for (uint32_t i = begin; i < end; i++)
        if (mask[i]) join(m, &all, &group->agents[first + i].knows, classes);
    for (uint32_t i = begin; i < end && all.count != 0; i++)
        if (mask[i]) join(m, &group->agents[first + i].knows, &all, ALL_CLASSES);
    nbl_machine_give(m, all.known);
}

void nbl_race_subgroup_barrier(nbl_machine_t *m, nbl_wave_t *w, const uint32_t *mask, uint32_t semantics) {
    m->clock++;
    for (uint32_t s = 0; s < w->lanes; s += m->subgroup_size) {
        uint32_t some = 0, all = 1, end = s + m->subgroup_size < w->lanes ? s + m->subgroup_size : w->lanes;
        for (uint32_t i = s; i < end; i++) {
            some |= mask[i] != 0;
            all &= mask[i] != 0;
        }
        if (!some) continue;
        if (w->group->agents != NULL) share_knowledge(m, w->group, mask, w->first, s, end, classes_of(semantics));
        if (all) {
            for (int c = 0; c < NBL_CLASSES; c++)
                if (orders(semantics, c)) *subgroup_start(m, w->group, w->first + s, c) = m->clock;
            continue;
        }
        nbl_agent_t *agents = agents_of(m, w->group); /* lanes that are not at this fence are not ordered by it */
        for (uint32_t i = s; agents != NULL && i < end; i++)
            for (uint32_t k = s; mask[i] && k < end; k++)
                if (mask[k])
                    learn(m, &agents[w->first + i].knows,
                          (nbl_known_t){w->group->index, w->first + k, w->first + k, m->clock, classes_of(semantics)});
    }
}

/* A fence of all lanes behind a barrier acquires what fences before the barrier have released; one that acquires and
 * releases needs none before it, as devices have it. A fence of some lanes orders what these do: what they release is
 * handed on at the barrier, and what they acquire they know alone. */
void nbl_race_fence_lanes(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    nbl_group_t *group = w->group;
    const int is_full = nbl_fence_is_full(op), is_of_all = nbl_is_all(w, frame), reaches = nbl_fence_reaches(m, op);
    const int acquires = is_full || (op->order & SpvMemorySemanticsAcquireMask),
              releases = is_full || (op->order & SpvMemorySemanticsReleaseMask);
    const uint32_t classes = classes_of((uint32_t)op->extra);
    const int by_all = frame->active == m->invocations;
    for (int c = 0; c < NBL_CLASSES && is_of_all && reaches && acquires; c++) {
        const uint32_t released = is_full ? group->barrier_stamp : group->released[c];
        if ((classes >> c & 1u) && group->barriers != 0 && group->start[c] < released) group->start[c] = released;
    }
    const int alone = m->proves || (!m->program->has_atomics && is_of_all && group->agents == NULL);
    nbl_agent_t *agents = alone ? NULL : agents_of(m, group);
    if (agents != NULL && acquires && reaches && by_all) join(m, &group->common, &group->handed, classes);
    for (uint32_t i = 0; agents != NULL && i < w->lanes; i++) {
        if (!frame->mask[i]) continue;
        nbl_agent_t *agent = &agents[w->first + i];
        if (acquires) join(m, &agent->knows, &agent->pending, ALL_CLASSES);
        if (acquires && reaches && !by_all && group->barriers != 0) {
            join(m, &agent->knows, &group->handed, classes);
            for (uint32_t c = 0; c < NBL_CLASSES; c++)
                if (classes >> c & 1u)
                    learn(m, &agent->knows,
                          (nbl_known_t){group->index, 0, m->invocations - 1u,
                                        is_full ? group->barrier_stamp : group->released[c], 1u << c});
        }
        if (releases) {
            agent->released.count = 0;
            hand_out(m, group, w->first + i, &agent->released);
            agent->has_released = 1;
            agent->hands_on |= (uint8_t)classes;
            agent->released_scope = op->scope;
        }
    }
    for (int c = 0; c < NBL_CLASSES && is_of_all && reaches && releases; c++)
        if (classes >> c & 1u) w->release_stamp[c] = ++m->clock;
}

static nbl_release_t *release_at(nbl_machine_t *m, const unsigned char *address, int makes) {
    for (uint32_t i = m->release_count; i-- > 0;)
        if (m->releases[i].address == address) return &m->releases[i];
    if (!makes) return NULL;
    if (m->release_count == m->release_capacity) {
        const uint32_t capacity = m->release_capacity != 0 ? 2u * m->release_capacity : 64u;
        m->releases = grow(m, m->releases, m->release_capacity, capacity, sizeof *m->releases);
        m->release_capacity = capacity;
    }
    m->releases[m->release_count] = (nbl_release_t){.address = address};
    return &m->releases[m->release_count++];
}

/* An acquire that reads what a release wrote learns what that one knew; a read-modify-write goes on with the release
 * sequence, a store ends it. */
void nbl_race_atomic_order(nbl_machine_t *m, nbl_group_t *group, const unsigned char *address, uint32_t invocation,
                           const nbl_op_t *op, int reads, int writes) {
    if (!m->program->has_orders) return;
    const uint32_t acquires = op->order & (SpvMemorySemanticsAcquireMask | SpvMemorySemanticsAcquireReleaseMask |
                                           SpvMemorySemanticsSequentiallyConsistentMask);
    const uint32_t releases = op->order & (SpvMemorySemanticsReleaseMask | SpvMemorySemanticsAcquireReleaseMask |
                                           SpvMemorySemanticsSequentiallyConsistentMask);
    nbl_agent_t *agents = agents_of(m, group);
    if (agents == NULL) return;
    nbl_agent_t *own = &agents[invocation];
    nbl_release_t *at = release_at(m, address, 0);
    if (reads && at != NULL && at->knowledge.count != 0) {
        const int same_group = group_of(m, at->who) == group->index;
        const int least = !same_group ? NBL_SCOPE_DEVICE
                          : invocation_of(m, at->who) / m->subgroup_size == invocation / m->subgroup_size
                              ? NBL_SCOPE_SUBGROUP
                              : NBL_SCOPE_WORKGROUP;
        if (at->scope >= least && op->scope >= least)
            join(m, acquires ? &own->knows : &own->pending, &at->knowledge, ALL_CLASSES);
    }
    if (!writes) return;
    if (!releases && !own->has_released) {
        if (at != NULL && op->opcode == SpvOpAtomicStore) at->knowledge.count = 0;
        return;
    }
    at = release_at(m, address, 1);
    if (at == NULL) return;
    if (op->opcode == SpvOpAtomicStore) at->knowledge.count = 0;
    const uint8_t scope = !releases && own->released_scope < op->scope ? own->released_scope : op->scope;
    if (at->knowledge.count == 0 || scope < at->scope) at->scope = scope;
    at->who = group->index * m->invocations + invocation;
    if (own->has_released) join(m, &at->knowledge, &own->released, ALL_CLASSES);
    if (releases) hand_out(m, group, invocation, &at->knowledge);
}

void nbl_race_free_group(nbl_machine_t *m, nbl_group_t *group) {
    for (uint32_t i = 0; group->agents != NULL && i < 4096u; i++) {
        if (i >= group->waves[group->wave_count - 1u].first + group->waves[group->wave_count - 1u].lanes) break;
        nbl_machine_give(m, group->agents[i].knows.known);
        nbl_machine_give(m, group->agents[i].pending.known);
        nbl_machine_give(m, group->agents[i].released.known);
    }
    nbl_machine_give(m, group->agents);
    group->agents = NULL;
    nbl_machine_give(m, group->common.known);
    nbl_machine_give(m, group->handed.known);
    group->common = group->handed = (nbl_knowledge_t){0};
}

void nbl_race_free(nbl_machine_t *m) {
    for (uint32_t i = 0; i < m->release_count; i++) nbl_machine_give(m, m->releases[i].knowledge.known);
    nbl_machine_give(m, m->releases);
    m->releases = NULL;
    m->release_count = m->release_capacity = 0;
}
