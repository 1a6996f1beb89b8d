/* What the race checker found: both accesses made out, equal findings folded.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void name_workgroup(const nbl_check_t *check, uint64_t workgroup, nbl_emulator_access_t *access) {
    const uint32_t *count = check->job->launch.workgroup_count;
    access->workgroup[0] = (uint32_t)(workgroup % count[0]);
    access->workgroup[1] = (uint32_t)(workgroup / count[0] % count[1]);
    access->workgroup[2] = (uint32_t)(workgroup / count[0] / count[1]);
}

static int is_of_another(const nbl_check_t *check, nbl_check_record_t record) {
    return record.stamp < check->group.workgroup_start ||
           ((record.invocation ^ check->group.resident_bits) & NBL_CHECK_RESIDENT_MASK) != 0;
}

static nbl_emulator_access_t make_out(const nbl_check_t *check, nbl_check_record_t record, int write) {
    static const nbl_emulator_use_t nowhere = {"?", "?", "?", 0, 0};
    static const nbl_check_site_t unknown = {.use = &nowhere};
    nbl_emulator_access_t access;
    uint32_t site = record.site & NBL_CHECK_SITE_MASK;
    const nbl_check_site_t *known = site != 0 ? &check->sites[site] : &unknown;
    const nbl_emulator_use_t *use = known->use;

    memset(&access, 0, sizeof access);
    access.file = use->file;
    access.line = use->line;
    access.function = use->function;
    access.expression = use->expression;
    memcpy(access.callers, known->callers, sizeof access.callers);
    access.caller_count = known->caller_count;
    access.atomic = (record.site & NBL_CHECK_ATOMIC) != 0;
    access.write = write;
    access.invocation = record.invocation & NBL_CHECK_INVOCATION_MASK;
    access.subgroup = access.invocation >> check->subgroup_log2;
    access.lane = access.invocation & ((1u << check->subgroup_log2) - 1u);
    name_workgroup(check, nbl_check_workgroup_of(check, record), &access);
    if (is_of_another(check, record)) {
        access.epoch = NBL_EMULATOR_UNKNOWN;
        return access;
    }
    while (access.epoch < check->group.barrier_count && check->group.barriers[access.epoch].stamp <= record.stamp) {
        access.barrier_file = check->group.barriers[access.epoch].file;
        access.barrier_line = check->group.barriers[access.epoch].line;
        access.epoch++;
    }
    return access;
}

static nbl_emulator_remedy_t remedy_of(const nbl_check_t *check, const nbl_check_place_t *place,
                                       nbl_check_record_t first, nbl_check_record_t second) {
    int together = first.invocation >> check->subgroup_log2 == second.invocation >> check->subgroup_log2;
    int covered =
        place->memory == NBL_EMULATOR_MEMORY_SHARED || (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS) != 0;

    if (is_of_another(check, first))
        return place->coherent ? NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE : NBL_EMULATOR_REMEDY_LAUNCH;
    if (covered) return together ? NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER : NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER;
    if (place->coherent)
        return together ? NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY : NBL_EMULATOR_REMEDY_MEMORY_BARRIER;
    return place->memory == NBL_EMULATOR_MEMORY_IMAGE ? NBL_EMULATOR_REMEDY_LAUNCH : NBL_EMULATOR_REMEDY_COHERENT;
}

/* Of two, the one that orders what either is for. */
static nbl_emulator_remedy_t stronger(nbl_emulator_remedy_t a, nbl_emulator_remedy_t b) {
    static const uint8_t strength[] = {[NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER] = 0,
                                       [NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY] = 1,
                                       [NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER] = 2,
                                       [NBL_EMULATOR_REMEDY_MEMORY_BARRIER] = 3,
                                       [NBL_EMULATOR_REMEDY_COHERENT] = 4,
                                       [NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE] = 5,
                                       [NBL_EMULATOR_REMEDY_LAUNCH] = 6,
                                       [NBL_EMULATOR_REMEDY_SCOPE] = 7,
                                       [NBL_EMULATOR_REMEDY_STORE] = 8};
    return strength[a] > strength[b] ? a : b;
}

int nbl_check_same_line(const nbl_check_t *check, uint16_t a, uint16_t b) {
    a &= NBL_CHECK_SITE_MASK;
    b &= NBL_CHECK_SITE_MASK;
    if (a == b || a == 0 || b == 0) return a == b;
    const nbl_emulator_use_t *left = check->sites[a].use, *right = check->sites[b].use;
    return left->line == right->line && strcmp(left->file, right->file) == 0;
}

static nbl_emulator_finding_t *find_known(nbl_check_t *check, nbl_emulator_finding_kind_t kind,
                                          const nbl_check_place_t *place, nbl_check_record_t first,
                                          nbl_check_record_t second) {
    for (uint32_t i = 0; i < check->finding_count; i++) {
        nbl_emulator_finding_t *known = &check->findings[i];
        if (known->kind == kind && nbl_check_same_line(check, check->finding_sites[i][0], first.site) &&
            nbl_check_same_line(check, check->finding_sites[i][1], second.site) && known->memory == place->memory &&
            known->binding == place->binding && strcmp(known->name, place->name) == 0)
            return known;
    }
    return NULL;
}

/* Room for one more, or NULL. */
static nbl_emulator_finding_t *new_finding(nbl_check_t *check, const nbl_check_place_t *place, nbl_check_record_t first,
                                           nbl_check_record_t second) {
    if (check->finding_count == NBL_EMULATOR_MAX_FINDINGS) {
        check->without_room++;
        return NULL;
    }
    check->finding_sites[check->finding_count][0] = first.site;
    check->finding_sites[check->finding_count][1] = second.site;
    nbl_emulator_finding_t *finding = &check->findings[check->finding_count++];
    memset(finding, 0, sizeof *finding);
    finding->memory = place->memory;
    finding->name = place->name;
    finding->binding = place->binding;
    finding->index = place->index;
    finding->y = place->y;
    finding->byte = place->byte;
    finding->count = 1;
    return finding;
}

static void find(nbl_check_t *check, nbl_emulator_finding_kind_t kind, const nbl_check_place_t *place,
                 nbl_check_record_t first, nbl_check_record_t second, int first_writes, int second_writes) {
    const nbl_emulator_launch_t *launch = &check->job->launch;
    const int race = kind != NBL_EMULATOR_UNINITIALIZED_READ;

    check->races |= race;
    check->uninitialized |= !race;
    nbl_emulator_finding_t *finding = find_known(check, kind, place, first, second);
    if (finding != NULL) {
        finding->count++;
        if (race) finding->remedy = stronger(finding->remedy, remedy_of(check, place, first, second));
        return;
    }
    if ((finding = new_finding(check, place, first, second)) == NULL) return;
    finding->kind = kind;
    finding->remedy = !race                                ? NBL_EMULATOR_REMEDY_STORE
                      : kind == NBL_EMULATOR_ATOMIC_SCOPES ? NBL_EMULATOR_REMEDY_SCOPE
                                                           : remedy_of(check, place, first, second);
    if (race) finding->first = make_out(check, first, first_writes);
    finding->second = make_out(check, second, second_writes);
    if (launch->on_finding != NULL) launch->on_finding(finding, launch->user);
}

void nbl_check_find(nbl_check_t *check, nbl_emulator_finding_kind_t kind, const nbl_check_place_t *place,
                    nbl_check_record_t first, nbl_check_record_t second) {
    const int first_writes = kind != NBL_EMULATOR_WRITE_AFTER_READ;
    const int second_writes = kind == NBL_EMULATOR_WRITE_AFTER_READ || kind == NBL_EMULATOR_WRITE_AFTER_WRITE;

    if (kind != NBL_EMULATOR_UNINITIALIZED_READ && ((first.site | second.site) & NBL_CHECK_ATOMIC))
        kind = NBL_EMULATOR_ATOMIC_AND_PLAIN;
    find(check, kind, place, first, second, first_writes, second_writes);
}

void nbl_check_find_scopes(nbl_check_t *check, const nbl_check_place_t *place, nbl_check_record_t first,
                           nbl_check_record_t second, int first_writes, int second_writes) {
    find(check, NBL_EMULATOR_ATOMIC_SCOPES, place, first, second, first_writes, second_writes);
}

void nbl_check_report(const nbl_check_t *check, nbl_emulator_job_t *job, nbl_emulator_report_t *report) {
    report->finding_count = check->finding_count;
    report->findings_without_room = check->without_room;
    memcpy(report->findings, check->findings, sizeof report->findings);
    if (job->result != NBL_SUCCESS || check->finding_count == 0) return;
    const nbl_emulator_finding_t *found = &check->findings[0];
    for (uint32_t i = check->finding_count;
         check->races && i-- > 0;) /* a missing barrier first, not what follows of it */
        if (check->findings[i].kind != NBL_EMULATOR_UNINITIALIZED_READ) found = &check->findings[i];
    job->result = check->races ? NBL_ERROR_RACE : NBL_ERROR_UNINITIALIZED;
    int written =
        snprintf(job->message, sizeof job->message, "kernel \"%s\": %s in %s \"%s\"", job->launch.name,
                 nbl_emulator_finding_kind_text(found->kind), nbl_emulator_memory_text(found->memory), found->name);
    for (uint32_t i = 0; i < 2 && written > 0 && (size_t)written < sizeof job->message; i++) {
        const nbl_emulator_access_t *access = i == 0 ? &found->first : &found->second;
        if (access->file == NULL) continue;
        written +=
            snprintf(job->message + written, sizeof job->message - (size_t)written, ", %s at %s:%d by invocation %u",
                     nbl_emulator_access_text(access), access->file, access->line, (unsigned)access->invocation);
        if (found->first.file != NULL &&
            memcmp(found->first.workgroup, found->second.workgroup, sizeof access->workgroup) != 0 && written > 0 &&
            (size_t)written < sizeof job->message)
            written += snprintf(job->message + written, sizeof job->message - (size_t)written,
                                " of workgroup (%u,%u,%u)", (unsigned)access->workgroup[0],
                                (unsigned)access->workgroup[1], (unsigned)access->workgroup[2]);
    }
    if (check->finding_count > 1u && written > 0 && (size_t)written < sizeof job->message)
        snprintf(job->message + written, sizeof job->message - (size_t)written, "; %u more findings",
                 (unsigned)(check->finding_count - 1u));
}
