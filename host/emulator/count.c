/* Counts per line of the text: requests, what they cost, their sums, and both as text and JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"
#include "emulator/count.h"
#include "emulator/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- What a request costs: cycles of the banks, or sectors. */

#define BINS NBL_EMULATOR_MAX_BANKS
#define NONE UINT32_MAX

typedef struct distinct_t {
    uint32_t total, most; /* different keys; keys in the fullest bin */
} distinct_t;

/* Sorts keys into bins, key % bins. Equal keys count once, or each of them if they are not shared. */
static distinct_t count_distinct(nbl_count_scratch_t *scratch, uint32_t count, uint32_t bins, int shared) {
    uint32_t first[BINS], used[BINS];
    distinct_t result = {0, 0};

    for (uint32_t b = 0; b < bins; b++) {
        first[b] = NONE;
        used[b] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bin = (uint32_t)(scratch->keys[i] % bins), known = shared ? first[bin] : NONE;
        while (known != NONE && scratch->keys[known] != scratch->keys[i]) known = scratch->next[known];
        if (known != NONE) continue;
        scratch->next[i] = first[bin];
        first[bin] = i;
        result.total++;
        if (++used[bin] > result.most) result.most = used[bin];
    }
    return result;
}

/* Makes room for the requests of a place. Returns -1 without memory. */
static int reserve(nbl_count_t *owner, uint32_t element_bytes) {
    nbl_count_scratch_t *scratch = &owner->scratch;
    uint32_t unit_bytes = owner->bank_bytes < owner->sector_bytes ? owner->bank_bytes : owner->sector_bytes;
    uint64_t count = (uint64_t)owner->lanes * (element_bytes / unit_bytes + 2u);

    if (count <= scratch->capacity) return 0;
    free(scratch->keys);
    free(scratch->next);
    scratch->keys = count <= UINT32_MAX ? malloc((size_t)count * sizeof *scratch->keys) : NULL;
    scratch->next = count <= UINT32_MAX ? malloc((size_t)count * sizeof *scratch->next) : NULL;
    scratch->capacity = scratch->keys != NULL && scratch->next != NULL ? count : 0;
    return scratch->capacity != 0 ? 0 : -1;
}

/* Lists every unit (a bank's word, a sector) that holds a byte of an element that any lane accessed. */
static uint32_t list_units(nbl_count_scratch_t *scratch, const uint64_t *addresses, uint32_t lanes,
                           uint32_t element_bytes, uint32_t unit_bytes) {
    uint32_t count = 0;

    for (uint32_t l = 0; l < lanes; l++) {
        if (addresses[l] == 0) continue;
        uint64_t begin = addresses[l] - 1u, end = begin + element_bytes - 1u;
        for (uint64_t unit = begin / unit_bytes; unit <= end / unit_bytes; unit++) scratch->keys[count++] = unit;
    }
    return count;
}

static uint32_t divide_up(uint64_t a, uint64_t b) { return (uint32_t)((a + b - 1u) / b); }

/* Adds a request, the accesses of all lanes, to a place's traffic. */
static void add_request(nbl_count_t *count, nbl_count_place_t *place, const uint64_t *addresses) {
    nbl_emulator_traffic_t *traffic = &place->line.traffic;
    int of_shared = place->line.memory == NBL_EMULATOR_MEMORY_SHARED,
        atomic = place->line.kind == NBL_EMULATOR_LINE_ATOMIC;
    uint32_t unit_bytes = of_shared ? count->bank_bytes : count->sector_bytes, cost, least;

    uint32_t units = list_units(&count->scratch, addresses, count->lanes, place->element_bytes, unit_bytes);
    if (units == 0) return;
    if (of_shared) {
        distinct_t words = count_distinct(&count->scratch, units, count->banks, !atomic);
        cost = words.most;
        least = divide_up(words.total, count->banks);
    } else {
        cost = count_distinct(&count->scratch, units, BINS, 1).total;
        uint32_t elements = 0;
        for (uint32_t l = 0; l < count->lanes; l++)
            if (addresses[l] != 0) count->scratch.keys[elements++] = addresses[l];
        least = divide_up((uint64_t)count_distinct(&count->scratch, elements, BINS, 1).total * place->element_bytes,
                          unit_bytes);
    }
    traffic->requests++;
    traffic->cost += cost;
    traffic->least += least;
    if (cost > traffic->worst) traffic->worst = cost;
}

/* ---- Accesses and synchronisations as they come, by their place in the text; accesses of a subgroup's lanes sorted
 * into requests. */

nbl_count_t *nbl_count_create(const nbl_emulator_job_t *job) {
    const nbl_emulator_counters_t *wanted = job->launch.counters;
    nbl_count_t *count = calloc(1, sizeof *count);

    if (count == NULL) return NULL;
    count->banks = wanted->banks != 0 ? wanted->banks : 32u;
    count->bank_bytes = wanted->bank_bytes != 0 ? wanted->bank_bytes : 4u;
    count->sector_bytes = wanted->sector_bytes != 0 ? wanted->sector_bytes : 32u;
    count->lanes = job->launch.subgroup_size;
    count->subgroups =
        job->launch.order == NBL_EMULATOR_ADVERSARIAL ? job->subgroups : 1u; /* elsewhere one at a time */
    return count;
}

void nbl_count_destroy(nbl_count_t *count) {
    if (count == NULL) return;
    for (uint64_t i = 0; i < count->place_count; i++) {
        for (uint32_t s = 0; count->places[i].open != NULL && s < count->subgroups; s++) {
            free(count->places[i].open[s].made);
            free(count->places[i].open[s].address);
        }
        free(count->places[i].open);
    }
    free(count->places);
    free(count->scratch.keys);
    free(count->scratch.next);
    free(count);
}

static _Noreturn void fail_memory(nbl_emulator_worker_t *worker, const char *file, int line) {
    nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory to count %s:%d", file, line);
    nbl_emulator_abandon(worker);
}

static nbl_count_place_t *new_place(nbl_count_t *count) {
    nbl_count_place_t *grown = nbl_check_grow(count->places, count->place_count, &count->place_capacity, sizeof *grown);
    if (grown == NULL) return NULL;
    count->places = grown;
    count->recent = count->place_count;
    memset(&grown[count->place_count], 0, sizeof *grown);
    return &grown[count->place_count++];
}

static nbl_count_place_t *place_of_use(nbl_count_t *count, const nbl_emulator_use_t *use, const char *name,
                                       uint32_t element_bytes) {
    for (uint64_t i = 0; i < count->place_count; i++) { /* from the recent one on: most are one text in a loop */
        uint64_t number = (count->recent + i) % count->place_count;
        if (count->places[number].use == use && count->places[number].line.name == name) {
            count->recent = number;
            return &count->places[number];
        }
    }
    nbl_count_place_t *place = new_place(count);
    if (place == NULL || reserve(count, element_bytes) != 0 ||
        (place->open = calloc(count->subgroups, sizeof *place->open)) == NULL)
        return NULL;
    place->use = use;
    place->element_bytes = element_bytes;
    place->line = (nbl_emulator_line_t){
        .file = use->file, .line = use->line, .function = use->function, .name = name, .expression = use->expression};
    return place;
}

/* Returns row `row`, made if need be; NULL without memory. */
static uint64_t *row_of(const nbl_count_t *count, nbl_count_open_t *open, uint32_t row) {
    if (row >= open->capacity) {
        uint32_t capacity = open->capacity == 0 ? 16u : 2u * open->capacity;
        uint64_t *grown = realloc(open->address, (size_t)capacity * count->lanes * sizeof *grown);
        if (grown == NULL) return NULL;
        memset(grown + (size_t)open->capacity * count->lanes, 0,
               (size_t)(capacity - open->capacity) * count->lanes * sizeof *grown);
        open->address = grown;
        open->capacity = capacity;
    }
    if (row >= open->rows) open->rows = row + 1u;
    return open->address + (size_t)row * count->lanes;
}

void nbl_count_access(nbl_emulator_worker_t *worker, nbl_emulator_memory_t memory, const char *name, uint32_t binding,
                      uint32_t element_bytes, uint64_t address, nbl_emulator_action_t action,
                      const nbl_emulator_use_t *use) {
    nbl_count_t *count = worker->count;
    const nbl_emulator_invocation_t *self = worker->current;
    nbl_count_place_t *place = place_of_use(count, use, name, element_bytes);

    if (place == NULL) fail_memory(worker, use->file, use->line);
    place->line.kind = action == NBL_EMULATOR_LOAD    ? NBL_EMULATOR_LINE_LOAD
                       : action == NBL_EMULATOR_STORE ? NBL_EMULATOR_LINE_STORE
                                                      : NBL_EMULATOR_LINE_ATOMIC;
    place->line.memory = memory;
    place->line.binding = binding;
    place->line.traffic.accesses++;
    place->line.traffic.bytes += element_bytes;

    nbl_count_open_t *open = &place->open[count->subgroups == 1u ? 0u : self->index / count->lanes];
    if (open->made == NULL && (open->made = calloc(count->lanes, sizeof *open->made)) == NULL)
        fail_memory(worker, use->file, use->line);
    uint32_t row = open->made[self->lane]++;
    if (row >= NBL_EMULATOR_MAX_REQUESTS) {
        open->made[self->lane]--;
        place->line.traffic.unsorted++;
        return;
    }
    uint64_t *addresses = row_of(count, open, row);
    if (addresses == NULL) fail_memory(worker, use->file, use->line);
    addresses[self->lane] = address + 1u;
}

void nbl_count_finish_requests(nbl_emulator_worker_t *worker) {
    nbl_count_t *count = worker->count;
    uint32_t subgroup = count->subgroups == 1u ? 0u : worker->round->index / count->lanes;

    for (uint64_t i = 0; i < count->place_count; i++) {
        nbl_count_place_t *place = &count->places[i];
        nbl_count_open_t *open = place->open != NULL ? &place->open[subgroup] : NULL;
        if (open == NULL || open->rows == 0) continue;
        for (uint32_t row = 0; row < open->rows; row++)
            add_request(count, place, open->address + (size_t)row * count->lanes);
        memset(open->address, 0, (size_t)open->rows * count->lanes * sizeof *open->address);
        memset(open->made, 0, count->lanes * sizeof *open->made);
        open->rows = 0;
    }
}

void nbl_count_synchronization(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    nbl_count_t *count = worker->count;
    const char *name = nbl_emulator_state_text((nbl_emulator_state_t)who->state);
    nbl_count_place_t *place = NULL;

    for (uint64_t i = 0; i < count->place_count && place == NULL; i++)
        if (count->places[i].use == NULL && nbl_emulator_same_site(&count->places[i].site, who->site))
            place = &count->places[i];
    if (place == NULL) {
        if ((place = new_place(count)) == NULL) return; /* the sums over all lines still hold it */
        place->site = *who->site;
        place->line.file = who->site->file;
        place->line.line = who->site->line;
        place->line.name = name;
        place->line.kind = who->state == NBL_STATE_WORKGROUP_BARRIER ? NBL_EMULATOR_LINE_BARRIER
                                                                     : NBL_EMULATOR_LINE_SUBGROUP_OPERATION;
    }
    place->line.passed++;
}

/* ---- The counts of all workers of a launch, and of launches one after the other, in an order that does not depend on
 * threads. */

static int compare_texts(const char *a, const char *b) { return strcmp(a != NULL ? a : "", b != NULL ? b : ""); }

/* Orders lines by their place in the text. Returns 0 only for lines whose names are all equal. */
static int compare(const nbl_emulator_line_t *a, const nbl_emulator_line_t *b) {
    int order = compare_texts(a->file, b->file);
    if (order == 0) order = (a->line > b->line) - (a->line < b->line);
    if (order == 0) order = (a->kind > b->kind) - (a->kind < b->kind);
    if (order == 0) order = compare_texts(a->name, b->name);
    if (order == 0) order = compare_texts(a->expression, b->expression);
    if (order == 0) order = compare_texts(a->function, b->function);
    if (order == 0) order = (a->binding > b->binding) - (a->binding < b->binding);
    return order;
}

static void add_traffic(nbl_emulator_traffic_t *sum, const nbl_emulator_traffic_t *more) {
    sum->accesses += more->accesses;
    sum->bytes += more->bytes;
    sum->requests += more->requests;
    sum->cost += more->cost;
    sum->least += more->least;
    sum->unsorted += more->unsorted;
    if (more->worst > sum->worst) sum->worst = more->worst;
}

static void add_line(nbl_emulator_counters_t *counters, const nbl_emulator_line_t *line) {
    uint32_t at = 0;

    while (at < counters->line_count && compare(&counters->lines[at], line) < 0) at++;
    if (at < counters->line_count && compare(&counters->lines[at], line) == 0) {
        counters->lines[at].passed += line->passed;
        add_traffic(&counters->lines[at].traffic, &line->traffic);
        return;
    }
    if (counters->line_count == NBL_EMULATOR_MAX_LINES) {
        counters->lines_without_room++;
        return;
    }
    memmove(&counters->lines[at + 1u], &counters->lines[at], (counters->line_count - at) * sizeof *counters->lines);
    counters->lines[at] = *line;
    counters->line_count++;
}

void nbl_count_add(nbl_emulator_counters_t *counters, const nbl_count_t *count) {
    for (uint64_t i = 0; i < count->place_count; i++) {
        const nbl_emulator_line_t *line = &count->places[i].line;
        if (line->kind <= NBL_EMULATOR_LINE_ATOMIC)
            add_traffic(line->memory == NBL_EMULATOR_MEMORY_SHARED ? &counters->shared : &counters->buffers,
                        &line->traffic);
        add_line(counters, line);
    }
}

void nbl_count_close(nbl_emulator_counters_t *counters, const nbl_emulator_report_t *report) {
    counters->kernel = report->kernel;
    counters->launches++;
    counters->workgroups += report->workgroups;
    counters->workgroup_barriers += report->workgroup_barriers;
    counters->subgroup_operations += report->subgroup_operations;
}

/* ---- Counters as a table for people and as JSON for tools. */

const char *nbl_emulator_line_kind_text(nbl_emulator_line_kind_t kind) {
    switch (kind) {
    case NBL_EMULATOR_LINE_LOAD: return "load";
    case NBL_EMULATOR_LINE_STORE: return "store";
    case NBL_EMULATOR_LINE_ATOMIC: return "atomic";
    case NBL_EMULATOR_LINE_BARRIER: return "barrier";
    case NBL_EMULATOR_LINE_SUBGROUP_OPERATION: return "subgroup operation";
    }
    return "unknown";
}

static uint32_t or_default(uint32_t value, uint32_t otherwise) { return value != 0 ? value : otherwise; }

static void append_traffic(nbl_render_t *text, const nbl_emulator_traffic_t *traffic) {
    nbl_render_append(text, "%12llu %12llu %10llu %10llu %10llu %6u  ", (unsigned long long)traffic->accesses,
                      (unsigned long long)traffic->bytes, (unsigned long long)traffic->requests,
                      (unsigned long long)traffic->cost, (unsigned long long)traffic->least, (unsigned)traffic->worst);
}

/* Appends the accesses to shared memory, or to buffers and images. */
static void append_accesses(nbl_render_t *text, const nbl_emulator_counters_t *counters, int of_shared) {
    const nbl_emulator_traffic_t *sum = of_shared ? &counters->shared : &counters->buffers;

    if (sum->accesses == 0) return;
    if (of_shared)
        nbl_render_append(text, "shared memory, %u banks of %u bytes\n", (unsigned)or_default(counters->banks, 32),
                          (unsigned)or_default(counters->bank_bytes, 4));
    else
        nbl_render_append(text, "buffers and images, sectors of %u bytes\n",
                          (unsigned)or_default(counters->sector_bytes, 32));
    nbl_render_append(text, "%12s %12s %10s %10s %10s %6s\n", "accesses", "bytes", "requests",
                      of_shared ? "cycles" : "sectors", "least", "worst");
    for (uint32_t i = 0; i < counters->line_count; i++) {
        const nbl_emulator_line_t *line = &counters->lines[i];
        if (line->kind > NBL_EMULATOR_LINE_ATOMIC || (line->memory == NBL_EMULATOR_MEMORY_SHARED) != of_shared)
            continue;
        append_traffic(text, &line->traffic);
        nbl_render_append(text, "%s %s[%s] at %s:%d in %s\n", nbl_emulator_line_kind_text(line->kind), line->name,
                          line->expression, line->file, line->line, line->function);
    }
    append_traffic(text, sum);
    nbl_render_append(text, "together\n");
    if (sum->unsorted != 0)
        nbl_render_append(text, "%llu accesses were more than can be sorted into requests\n",
                          (unsigned long long)sum->unsorted);
}

size_t nbl_emulator_counters_text(const nbl_emulator_counters_t *counters, char *text, size_t bytes) {
    nbl_render_t out = {text, bytes, 0};

    nbl_render_append(&out, "kernel \"%s\": %llu workgroups, %llu barriers, %llu subgroup operations\n",
                      counters->kernel != NULL ? counters->kernel : "", (unsigned long long)counters->workgroups,
                      (unsigned long long)counters->workgroup_barriers,
                      (unsigned long long)counters->subgroup_operations);
    append_accesses(&out, counters, 1);
    append_accesses(&out, counters, 0);
    if (counters->workgroup_barriers + counters->subgroup_operations != 0)
        nbl_render_append(&out, "synchronisation\n%12s\n", "passed");
    for (uint32_t i = 0; i < counters->line_count; i++) {
        const nbl_emulator_line_t *line = &counters->lines[i];
        if (line->kind > NBL_EMULATOR_LINE_ATOMIC)
            nbl_render_append(&out, "%12llu  %s at %s:%d\n", (unsigned long long)line->passed, line->name, line->file,
                              line->line);
    }
    if (counters->lines_without_room != 0)
        nbl_render_append(&out, "%llu more lines found no room\n", (unsigned long long)counters->lines_without_room);
    return out.length;
}

static void append_json_traffic(nbl_render_t *text, const nbl_emulator_traffic_t *traffic, const char *cost) {
    nbl_render_append(text,
                      "\"accesses\":%llu,\"bytes\":%llu,\"requests\":%llu,\"%s\":%llu,\"least_%s\":%llu,\"worst_%s\":%"
                      "u,\"unsorted\":%llu",
                      (unsigned long long)traffic->accesses, (unsigned long long)traffic->bytes,
                      (unsigned long long)traffic->requests, cost, (unsigned long long)traffic->cost, cost,
                      (unsigned long long)traffic->least, cost, (unsigned)traffic->worst,
                      (unsigned long long)traffic->unsorted);
}

static void append_json_line(nbl_render_t *text, const nbl_emulator_line_t *line) {
    nbl_render_member(text, "{", "kind", nbl_emulator_line_kind_text(line->kind));
    nbl_render_member(text, ",", "file", line->file);
    nbl_render_append(text, ",\"line\":%d", line->line);
    nbl_render_member(text, ",", "name", line->name);
    if (line->kind > NBL_EMULATOR_LINE_ATOMIC) {
        nbl_render_append(text, ",\"passed\":%llu}", (unsigned long long)line->passed);
        return;
    }
    nbl_render_member(text, ",", "function", line->function);
    nbl_render_member(text, ",", "expression", line->expression);
    nbl_render_member(text, ",", "memory", nbl_emulator_memory_text(line->memory));
    nbl_render_append(text, ",\"binding\":%u,", (unsigned)line->binding);
    append_json_traffic(text, &line->traffic, line->memory == NBL_EMULATOR_MEMORY_SHARED ? "cycles" : "sectors");
    nbl_render_append(text, "}");
}

size_t nbl_emulator_counters_json(const nbl_emulator_counters_t *counters, char *text, size_t bytes) {
    nbl_render_t out = {text, bytes, 0};

    nbl_render_member(&out, "{", "kernel", counters->kernel);
    nbl_render_append(
        &out,
        ",\"launches\":%llu,\"workgroups\":%llu,\"workgroup_barriers\":%llu,\"subgroup_operations\":%llu,\"banks\":%u,"
        "\"bank_bytes\":%u,\"sector_bytes\":%u,\"shared\":{",
        (unsigned long long)counters->launches, (unsigned long long)counters->workgroups,
        (unsigned long long)counters->workgroup_barriers, (unsigned long long)counters->subgroup_operations,
        (unsigned)or_default(counters->banks, 32), (unsigned)or_default(counters->bank_bytes, 4),
        (unsigned)or_default(counters->sector_bytes, 32));
    append_json_traffic(&out, &counters->shared, "cycles");
    nbl_render_append(&out, "},\"buffers\":{");
    append_json_traffic(&out, &counters->buffers, "sectors");
    nbl_render_append(&out, "},\"lines\":[");
    for (uint32_t i = 0; i < counters->line_count; i++) {
        nbl_render_append(&out, i == 0 ? "" : ",");
        append_json_line(&out, &counters->lines[i]);
    }
    nbl_render_append(&out, "],\"lines_without_room\":%llu}\n", (unsigned long long)counters->lines_without_room);
    return out.length;
}
