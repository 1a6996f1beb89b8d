/* Counters as a table for people and as JSON for tools.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/count.h"
#include "emulator/render.h"

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

/* The accesses to shared memory, or those to buffers and images. */
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
