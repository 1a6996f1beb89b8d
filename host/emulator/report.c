/* The report of a launch: summed over its threads, and written as text and JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/report.h"
#include "emulator/check.h"
#include "emulator/lines.h"
#include "file/escape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Sums of what the threads of a launch did, in an order that does not depend on how many there were. */

void nbl_emulator_tally_init(nbl_emulator_tally_t *tally, nbl_emulator_report_t *report) {
    memset(tally, 0, sizeof *tally);
    tally->report = report;
}

static void add_counter(nbl_emulator_tally_t *tally, const nbl_emulator_counter_t *counter, uint32_t place) {
    nbl_emulator_report_t *report = tally->report;
    uint32_t i = 0;

    while (i < report->counter_count && strcmp(report->counters[i].name, counter->name) != 0) i++;
    if (i == NBL_EMULATOR_MAX_COUNTERS) {
        tally->surplus = counter->name;
        return;
    }
    if (i == report->counter_count) {
        report->counter_count++;
        report->counters[i].name = counter->name;
        tally->first_workgroup[i] = UINT64_MAX;
    }
    report->counters[i].value += counter->value;
    if (counter->first_workgroup < tally->first_workgroup[i]) {
        tally->first_workgroup[i] = counter->first_workgroup;
        tally->place[i] = place;
    }
}

void nbl_emulator_tally_add(nbl_emulator_tally_t *tally, const nbl_emulator_worker_t *worker) {
    nbl_emulator_report_t *report = tally->report;

    report->workgroups += worker->workgroups;
    report->workgroup_barriers += worker->workgroup_barriers;
    report->subgroup_operations += worker->subgroup_operations;
    report->shared_loads += worker->shared_accesses[NBL_EMULATOR_LOAD];
    report->shared_stores += worker->shared_accesses[NBL_EMULATOR_STORE];
    report->shared_atomics += worker->shared_accesses[NBL_EMULATOR_ATOMIC] +
                              worker->shared_accesses[NBL_EMULATOR_ATOMIC_EXCHANGE] +
                              worker->shared_accesses[NBL_EMULATOR_ATOMIC_COMPARE];
    report->shared_bytes += worker->shared_bytes;
    report->buffer_loads += worker->buffer_accesses[NBL_EMULATOR_LOAD];
    report->buffer_stores += worker->buffer_accesses[NBL_EMULATOR_STORE];
    report->buffer_atomics += worker->buffer_accesses[NBL_EMULATOR_ATOMIC] +
                              worker->buffer_accesses[NBL_EMULATOR_ATOMIC_EXCHANGE] +
                              worker->buffer_accesses[NBL_EMULATOR_ATOMIC_COMPARE];
    report->buffer_bytes += worker->buffer_bytes;
    for (uint32_t i = 0; i < worker->counter_count; i++) add_counter(tally, &worker->counters[i], i);
}

/* Names first used in one workgroup were so on one thread, whose table has them in order. */
static int is_before(const nbl_emulator_tally_t *tally, uint32_t a, uint32_t b) {
    if (tally->first_workgroup[a] != tally->first_workgroup[b])
        return tally->first_workgroup[a] < tally->first_workgroup[b];
    return tally->place[a] < tally->place[b];
}

void nbl_emulator_tally_finish(nbl_emulator_tally_t *tally, nbl_emulator_job_t *job) {
    nbl_emulator_report_t *report = tally->report, unsorted = *report;

    for (uint32_t i = 0; i < report->counter_count; i++) {
        uint32_t rank = 0;
        for (uint32_t j = 0; j < report->counter_count; j++) rank += (uint32_t)is_before(tally, j, i);
        report->counters[rank] = unsorted.counters[i];
    }
    if (tally->surplus != NULL && job->result == NBL_SUCCESS) {
        job->result = NBL_ERROR_TOO_MANY;
        snprintf(job->message, sizeof job->message, "kernel \"%s\": counter \"%s\" is one more than the limit of %u",
                 job->launch.name, tally->surplus, (unsigned)NBL_EMULATOR_MAX_COUNTERS);
    }
}

uint64_t nbl_emulator_counter(const nbl_emulator_report_t *report, const char *name) {
    for (uint32_t i = 0; i < report->counter_count; i++)
        if (strcmp(report->counters[i].name, name) == 0) return report->counters[i].value;
    return 0;
}

/* ---- Findings and reports as text for people and as JSON for tools. */

void nbl_render_append(nbl_render_t *text, const char *format, ...) {
    va_list arguments;
    size_t left = text->length < text->bytes ? text->bytes - text->length : 0;

    va_start(arguments, format);
    int written = vsnprintf(left != 0 ? text->start + text->length : NULL, left, format, arguments);
    va_end(arguments);
    if (written > 0) text->length += (size_t)written;
}

const char *nbl_emulator_finding_kind_text(nbl_emulator_finding_kind_t kind) {
    switch (kind) {
    case NBL_EMULATOR_READ_AFTER_WRITE: return "read after write";
    case NBL_EMULATOR_WRITE_AFTER_READ: return "write after read";
    case NBL_EMULATOR_WRITE_AFTER_WRITE: return "write after write";
    case NBL_EMULATOR_UNINITIALIZED_READ: return "uninitialised read";
    case NBL_EMULATOR_ATOMIC_AND_PLAIN: return "atomic and plain access";
    case NBL_EMULATOR_ATOMIC_SCOPES: return "atomic accesses that are not in each other's scope";
    }
    return "unknown finding";
}

const char *nbl_emulator_memory_text(nbl_emulator_memory_t memory) {
    switch (memory) {
    case NBL_EMULATOR_MEMORY_SHARED: return "shared array";
    case NBL_EMULATOR_MEMORY_BUFFER: return "buffer";
    case NBL_EMULATOR_MEMORY_IMAGE: return "image";
    }
    return "unknown memory";
}

const char *nbl_emulator_remedy_text(nbl_emulator_remedy_t remedy) {
    switch (remedy) {
    case NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER:
        return "a workgroup barrier between the two, or, in subgroups as large as here, a subgroup barrier";
    case NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER: return "a workgroup barrier between the two";
    case NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY:
        return "a subgroup barrier between the two; a workgroup barrier orders shared memory only";
    case NBL_EMULATOR_REMEDY_LAUNCH: return "nothing within a launch: let another launch make the second access";
    case NBL_EMULATOR_REMEDY_MEMORY_BARRIER: return "a workgroup memory barrier between the two";
    case NBL_EMULATOR_REMEDY_COHERENT:
        return "a workgroup memory barrier between the two, and the buffer declared coherent";
    case NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE:
        return "a release after the first and an acquire before the second that reads what the release wrote, both of "
               "device scope";
    case NBL_EMULATOR_REMEDY_SCOPE: return "a larger scope for both accesses";
    case NBL_EMULATOR_REMEDY_DECLARE_COHERENT:
        return "the buffer declared coherent: what the kernel has between the two orders no other buffer";
    case NBL_EMULATOR_REMEDY_APART:
        return "different elements, or one invocation alone that writes, or an atomic access";
    case NBL_EMULATOR_REMEDY_STORE: return "a store before it, and what orders the two";
    }
    return "unknown";
}

const char *nbl_emulator_access_text(const nbl_emulator_access_t *access) {
    if (access->atomic) return access->write ? "changed atomically" : "read atomically";
    return access->write ? "written" : "read";
}

int nbl_emulator_find_caller(const void *address, nbl_emulator_caller_t *caller) {
    return nbl_lines_find(address, caller);
}

void nbl_render_callers(nbl_render_t *text, const char *separator, const void *const *callers, uint32_t count) {
    const char *how = "called at";
    for (uint32_t i = 0; i < count; i++) {
        nbl_emulator_caller_t caller;
        if (!nbl_emulator_find_caller(callers[i], &caller)) continue;
        nbl_render_append(text, "%s%s %s:%d in %s", separator, how, caller.file[0] != '\0' ? caller.file : "?",
                          caller.line, caller.function[0] != '\0' ? caller.function : "?");
        separator = ", ";
        how = "from";
    }
}

static void append_access(nbl_render_t *text, const nbl_emulator_access_t *access) {
    nbl_render_append(
        text, "  %-7s at %s:%d in %s, index %s, by invocation %u (subgroup %u, lane %u) of workgroup (%u,%u,%u), ",
        nbl_emulator_access_text(access), access->file, access->line, access->function, access->expression,
        (unsigned)access->invocation, (unsigned)access->subgroup, (unsigned)access->lane,
        (unsigned)access->workgroup[0], (unsigned)access->workgroup[1], (unsigned)access->workgroup[2]);
    if (access->epoch == NBL_EMULATOR_UNKNOWN)
        nbl_render_append(text, "which ran earlier\n");
    else if (access->epoch == 0)
        nbl_render_append(text, "before any barrier\n");
    else
        nbl_render_append(text, "after barrier %u, %s:%d\n", (unsigned)access->epoch, access->barrier_file,
                          access->barrier_line);
    const size_t length = text->length;
    nbl_render_callers(text, "          ", access->callers, access->caller_count);
    if (text->length != length) nbl_render_append(text, "\n");
}

static void append_json_callers(nbl_render_t *text, const nbl_emulator_access_t *access) {
    const char *separator = "";
    nbl_render_append(text, ",\"callers\":[");
    for (uint32_t i = 0; i < access->caller_count; i++) {
        nbl_emulator_caller_t caller;
        if (!nbl_emulator_find_caller(access->callers[i], &caller)) continue;
        nbl_render_append(text, "%s", separator);
        nbl_render_member(text, "{", "file", caller.file);
        nbl_render_member(text, ",", "function", caller.function);
        nbl_render_append(text, ",\"line\":%d}", caller.line);
        separator = ",";
    }
    nbl_render_append(text, "]");
}

/* Whether an access is earlier in the text than the barrier before it: then a loop began its next trip between them. */
static int is_in_next_trip(const nbl_emulator_access_t *access) {
    return access->epoch != NBL_EMULATOR_UNKNOWN && access->epoch != 0 && access->line < access->barrier_line &&
           strcmp(access->file, access->barrier_file) == 0;
}

static void append_more_remedies(nbl_render_t *text, const nbl_emulator_finding_t *finding) {
    const nbl_emulator_access_t *first = &finding->first, *second = &finding->second;
    if (finding->kind == NBL_EMULATOR_UNINITIALIZED_READ || finding->kind == NBL_EMULATOR_ATOMIC_SCOPES) return;
    const int same_file = strcmp(first->file, second->file) == 0;
    const int trips = is_in_next_trip(second) - is_in_next_trip(first);
    if (trips != 0 && same_file && first->epoch == second->epoch)
        nbl_render_append(text, ": after line %d and before line %d in the next iteration of a loop",
                          trips > 0 ? first->line : second->line, trips > 0 ? second->line : first->line);
    if (finding->kind == NBL_EMULATOR_ATOMIC_AND_PLAIN) nbl_render_append(text, "; or make both accesses atomic");
    if (finding->remedy == NBL_EMULATOR_REMEDY_APART || finding->remedy == NBL_EMULATOR_REMEDY_DECLARE_COHERENT) return;
    if (finding->kind == NBL_EMULATOR_WRITE_AFTER_WRITE && same_file && first->line == second->line)
        nbl_render_append(text, "; or let one invocation alone write, or write atomically");
    if (nbl_check_program_orders && (finding->remedy <= NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY ||
                                     finding->remedy == NBL_EMULATOR_REMEDY_MEMORY_BARRIER))
        nbl_render_append(text, "; or a release after the first and an acquire before the second that reads what the "
                                "release wrote");
}

static void append_finding(nbl_render_t *text, const nbl_emulator_finding_t *finding) {
    nbl_render_append(text, "%s: ", nbl_emulator_finding_kind_text(finding->kind));
    if (finding->memory == NBL_EMULATOR_MEMORY_IMAGE)
        nbl_render_append(text, "texel (%u,%u)", (unsigned)finding->index, (unsigned)finding->y);
    else
        nbl_render_append(text, "element %u", (unsigned)finding->index);
    nbl_render_append(text, " of %s \"%s\"", nbl_emulator_memory_text(finding->memory), finding->name);
    if (finding->memory != NBL_EMULATOR_MEMORY_SHARED)
        nbl_render_append(text, " (binding %u)", (unsigned)finding->binding);
    if (finding->count > 1u) nbl_render_append(text, ", first of %llu such", (unsigned long long)finding->count);
    nbl_render_append(text, "\n");
    if (finding->first.file != NULL) append_access(text, &finding->first);
    append_access(text, &finding->second);
    nbl_render_append(text, "  %s: %s",
                      finding->kind == NBL_EMULATOR_UNINITIALIZED_READ ? "missing" : "would order them",
                      nbl_emulator_remedy_text(finding->remedy));
    append_more_remedies(text, finding);
    nbl_render_append(text, "\n");
}

size_t nbl_emulator_finding_text(const nbl_emulator_finding_t *finding, char *text, size_t bytes) {
    nbl_render_t out = {text, bytes, 0};
    append_finding(&out, finding);
    return out.length;
}

size_t nbl_emulator_report_text(const nbl_emulator_report_t *report, char *text, size_t bytes) {
    nbl_render_t out = {text, bytes, 0};

    nbl_render_append(&out, "kernel \"%s\": %s\n", report->kernel != NULL ? report->kernel : "",
                      nbl_result_text(report->result));
    if (report->message[0] != '\0' && report->result != NBL_ERROR_RACE && report->result != NBL_ERROR_UNINITIALIZED)
        nbl_render_append(&out, "%s\n", report->message);
    for (uint32_t i = 0; i < report->finding_count; i++) append_finding(&out, &report->findings[i]);
    if (report->findings_without_room != 0)
        nbl_render_append(&out, "%llu more findings did not fit into the report\n",
                          (unsigned long long)report->findings_without_room);
    return out.length;
}

static void nbl_render_string(nbl_render_t *text, const char *string) {
    char piece[NBL_ESCAPE_BYTES];
    nbl_render_append(text, "\"");
    while (*string != '\0') {
        string += nbl_escape_json(string, piece);
        nbl_render_append(text, "%s", piece);
    }
    nbl_render_append(text, "\"");
}

void nbl_render_member(nbl_render_t *text, const char *separator, const char *key, const char *string) {
    nbl_render_append(text, "%s\"%s\":", separator, key);
    if (string != NULL)
        nbl_render_string(text, string);
    else
        nbl_render_append(text, "null");
}

static void append_json_access(nbl_render_t *text, const char *key, const nbl_emulator_access_t *access) {
    nbl_render_append(text, ",\"%s\":", key);
    if (access->file == NULL) {
        nbl_render_append(text, "null");
        return;
    }
    nbl_render_member(text, "{", "access", access->atomic ? "atomic" : access->write ? "write" : "read");
    nbl_render_member(text, ",", "file", access->file);
    nbl_render_member(text, ",", "function", access->function);
    nbl_render_member(text, ",", "expression", access->expression);
    nbl_render_append(text, ",\"line\":%d,\"workgroup\":[%u,%u,%u],\"invocation\":%u,\"subgroup\":%u,\"lane\":%u",
                      access->line, (unsigned)access->workgroup[0], (unsigned)access->workgroup[1],
                      (unsigned)access->workgroup[2], (unsigned)access->invocation, (unsigned)access->subgroup,
                      (unsigned)access->lane);
    if (access->epoch != NBL_EMULATOR_UNKNOWN)
        nbl_render_append(text, ",\"epoch\":%u", (unsigned)access->epoch);
    else
        nbl_render_append(text, ",\"epoch\":null");
    nbl_render_member(text, ",", "barrier_file", access->barrier_file);
    nbl_render_append(text, ",\"barrier_line\":%d", access->barrier_line);
    append_json_callers(text, access);
    nbl_render_append(text, "}");
}

static void append_json_finding(nbl_render_t *text, const nbl_emulator_finding_t *finding) {
    nbl_render_member(text, "{", "kind", nbl_emulator_finding_kind_text(finding->kind));
    nbl_render_member(text, ",", "memory", nbl_emulator_memory_text(finding->memory));
    nbl_render_member(text, ",", "name", finding->name);
    nbl_render_append(text, ",\"binding\":%u,\"index\":%u,\"y\":%u,\"byte\":%u,\"count\":%llu",
                      (unsigned)finding->binding, (unsigned)finding->index, (unsigned)finding->y,
                      (unsigned)finding->byte, (unsigned long long)finding->count);
    nbl_render_member(text, ",", "remedy", nbl_emulator_remedy_text(finding->remedy));
    append_json_access(text, "first", &finding->first);
    append_json_access(text, "second", &finding->second);
    nbl_render_append(text, "}");
}

size_t nbl_emulator_report_json(const nbl_emulator_report_t *report, char *text, size_t bytes) {
    nbl_render_t out = {text, bytes, 0};

    nbl_render_member(&out, "{", "kernel", report->kernel);
    nbl_render_member(&out, ",", "result", nbl_result_text(report->result));
    nbl_render_member(&out, ",", "message", report->message);
    nbl_render_append(&out, ",\"workgroups\":%llu,\"workgroup_barriers\":%llu,\"subgroup_operations\":%llu",
                      (unsigned long long)report->workgroups, (unsigned long long)report->workgroup_barriers,
                      (unsigned long long)report->subgroup_operations);
    nbl_render_append(&out, ",\"shared\":{\"loads\":%llu,\"stores\":%llu,\"atomics\":%llu,\"bytes\":%llu}",
                      (unsigned long long)report->shared_loads, (unsigned long long)report->shared_stores,
                      (unsigned long long)report->shared_atomics, (unsigned long long)report->shared_bytes);
    nbl_render_append(&out, ",\"buffers\":{\"loads\":%llu,\"stores\":%llu,\"atomics\":%llu,\"bytes\":%llu}",
                      (unsigned long long)report->buffer_loads, (unsigned long long)report->buffer_stores,
                      (unsigned long long)report->buffer_atomics, (unsigned long long)report->buffer_bytes);
    nbl_render_append(&out, ",\"counters\":{");
    for (uint32_t i = 0; i < report->counter_count; i++) {
        nbl_render_append(&out, i == 0 ? "" : ",");
        nbl_render_string(&out, report->counters[i].name);
        nbl_render_append(&out, ":%llu", (unsigned long long)report->counters[i].value);
    }
    nbl_render_append(&out, "},\"findings\":[");
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nbl_render_append(&out, i == 0 ? "" : ",");
        append_json_finding(&out, &report->findings[i]);
    }
    nbl_render_append(&out, "],\"findings_without_room\":%llu}\n", (unsigned long long)report->findings_without_room);
    return out.length;
}
