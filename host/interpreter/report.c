/* Makes findings: the line at which an access stands, the element that it accesses, and both as text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Returns whether a function is the body of an HLSL entry point: glslang names it @main, and makes a main that calls
 * it. */
static int is_inner(const char *name) { return name != NULL && name[0] == '@'; }

static const char *function_name(const nbl_machine_t *m, uint32_t instruction) {
    const nbl_shader_t *shader = &m->program->shader;
    for (uint32_t i = 0; i < shader->procedure_count; i++)
        if (shader->procedures[i].first <= instruction && instruction < shader->procedures[i].end)
            return shader->ids[shader->procedures[i].id].name;
    return NULL;
}

void nbl_report_place(const nbl_machine_t *m, uint32_t op, nbl_interpreter_place_t *place) {
    const nbl_instruction_t *each = &m->program->shader.instructions[m->program->ops[op].instruction];
    place->file = each->place.file;
    place->line = each->place.line;
    place->column = each->place.column;
    place->function = function_name(m, m->program->ops[op].instruction);
    if (is_inner(place->function)) place->function++;
    place->word = (uint32_t)(each->words - m->program->shader.words);
}

void nbl_report_access(nbl_machine_t *m, nbl_interpreter_access_t *access, uint32_t op, uint32_t chain, uint32_t group,
                       uint32_t invocation) {
    nbl_report_place(m, op, &access->place);
    for (; chain != 0 && access->caller_count < NBL_INTERPRETER_MAX_CALLERS; chain = m->chains[chain].parent) {
        const nbl_shader_t *shader = &m->program->shader;
        const uint32_t called = (uint32_t)m->program->ops[m->chains[chain].call].immediate;
        if (is_inner(shader->ids[shader->procedures[called].id].name)) continue;
        nbl_report_place(m, m->chains[chain].call, &access->callers[access->caller_count++]);
    }
    access->workgroup[0] = group % m->groups[0];
    access->workgroup[1] = group / m->groups[0] % m->groups[1];
    access->workgroup[2] = group / m->groups[0] / m->groups[1];
    access->invocation = invocation;
    access->subgroup = invocation / m->subgroup_size;
    access->lane = invocation % m->subgroup_size;
}

/* ---- the element at a byte: members and indices */

static void append(char *text, size_t bytes, const char *format, ...) {
    const size_t at = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    if (at < bytes) vsnprintf(text + at, bytes - at, format, arguments);
    va_end(arguments);
}

static uint32_t member_offset(const nbl_type_t *type, uint32_t member) {
    if (type->offsets[member] != NBL_NONE) return type->offsets[member];
    uint64_t at = 0;
    for (uint32_t i = 0; i <= member; i++) {
        const uint32_t to = type->members[i]->alignment > 1 ? type->members[i]->alignment : 1;
        at = (at + to - 1u) / to * to;
        if (i < member) at += type->members[i]->bytes;
    }
    return (uint32_t)at;
}

/* Returns the member of a block that a byte is in. A byte before the block comes from a negative index of the array at
 * the block's end: indices of other arrays are checked against their length. */
static uint32_t member_at(const nbl_type_t *type, int64_t byte) {
    uint32_t member = 0;
    for (uint32_t i = 0; i < type->count; i++)
        if (byte < 0 ? type->members[i]->kind == NBL_TYPE_RUNTIME_ARRAY : (int64_t)member_offset(type, i) <= byte)
            member = i;
    return member;
}

static void append_path(const nbl_machine_t *m, const nbl_type_t *type, int64_t byte, char *text, size_t bytes,
                        int is_block) {
    for (uint32_t depth = 0; depth < 16; depth++) {
        int64_t stride, index;
        switch (type->kind) {
        case NBL_TYPE_STRUCT: {
            if (type->count == 0) return;
            const uint32_t member = member_at(type, byte);
            const char *name = nbl_shader_member_name(&m->program->shader, type->id, member);
            if (name != NULL && name[0] != '\0')
                append(text, bytes, "%s%s", is_block && text[0] == '\0' ? "" : ".", name);
            else
                append(text, bytes, ".%u", (unsigned)member);
            byte -= member_offset(type, member);
            type = type->members[member];
            break;
        }
        case NBL_TYPE_VECTOR:
            if (byte >= 0) append(text, bytes, ".%c", "xyzwabcdefghijkl"[(uint64_t)byte / type->element->bytes & 15u]);
            return;
        case NBL_TYPE_ARRAY:
        case NBL_TYPE_RUNTIME_ARRAY:
        case NBL_TYPE_MATRIX:
            stride = (int64_t)(type->stride != 0 ? type->stride : type->element->bytes);
            if (stride == 0) return;
            index = (byte < 0 ? byte - stride + 1 : byte) / stride;
            append(text, bytes, "[%lld]", (long long)index);
            byte -= index * stride;
            type = type->element;
            break;
        default: return;
        }
    }
}

void nbl_report_element(const nbl_machine_t *m, const nbl_object_t *object, uint64_t byte, char *text, size_t bytes) {
    object = nbl_window_at(m, object, &byte);
    const nbl_global_t *global = nbl_global_of(m, object);
    snprintf(text, bytes, "%s", global->name);
    if (object->global == NBL_NONE) {
        append(text, bytes, " 0x%llx, byte %llu", (unsigned long long)object->address, (unsigned long long)byte);
        return;
    }
    if (global->count > 1) {
        const nbl_object_t *first = &m->objects[global->first_object];
        if (object >= first && object < first + global->count) append(text, bytes, "[%u]", (unsigned)(object - first));
    }
    if (object->kind == NBL_OBJECT_IMAGE) {
        const uint64_t texel = byte / 16u;
        const uint32_t width = object->width != 0 ? object->width : 1,
                       height = object->height != 0 ? object->height : 1;
        append(text, bytes, "(%u, %u", (unsigned)(texel % width), (unsigned)(texel / width % height));
        append(text, bytes, object->depth > 1 ? ", %u)" : ")", (unsigned)(texel / width / height));
        return;
    }
    append_path(m, global->type, (int64_t)byte, text, bytes, 0);
}

void nbl_report_outside(const nbl_machine_t *m, uint32_t root, uint32_t number, int64_t byte, char *text,
                        size_t bytes) {
    const nbl_global_t *global = m->program->globals;
    while (global->id != root) global++;
    snprintf(text, bytes, "%s", global->name);
    if (global->count > 1) append(text, bytes, "[%u]", (unsigned)(number - global->first_object));
    if (global->kind != NBL_OBJECT_IMAGE) append_path(m, global->type, byte, text, bytes, 0);
}

/* ---- findings */

nbl_interpreter_finding_t *nbl_report_find(nbl_machine_t *m, nbl_interpreter_issue_t issue, const nbl_op_t *op,
                                           uint32_t other_op, const char *name) {
    nbl_interpreter_report_t *report = m->report;
    nbl_interpreter_place_t places[2];
    nbl_report_place(m, other_op, &places[0]);
    nbl_report_place(m, (uint32_t)(op - m->program->ops), &places[1]);
    m->failed = 1;
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nbl_interpreter_finding_t *known = &report->findings[i];
        const nbl_interpreter_place_t *of[2] = {&known->first.place, &known->second.place};
        int same = known->issue == issue && strncmp(known->element, name, strlen(name)) == 0;
        for (int k = issue == NBL_INTERPRETER_RACE ? 0 : 1; same && k < 2; k++)
            same = places[k].file != NULL ? of[k]->file == places[k].file && of[k]->line == places[k].line
                                          : of[k]->word == places[k].word;
        if (same) return known;
    }
    if (report->finding_count == NBL_INTERPRETER_MAX_FINDINGS) {
        report->findings_without_room++;
        return NULL;
    }
    nbl_interpreter_finding_t *made = &report->findings[report->finding_count++];
    memset(made, 0, sizeof *made);
    made->issue = issue;
    return made;
}

nbl_interpreter_finding_t *nbl_report_issue(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op,
                                            nbl_interpreter_issue_t issue, uint32_t lane, const char *element,
                                            const char *format, ...) {
    const uint32_t number = (uint32_t)(op - m->program->ops);
    char name[sizeof m->report->findings[0].element]; /* without the index: all elements at a line are one finding */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(element, ".[("), element);
    nbl_interpreter_finding_t *finding = nbl_report_find(m, issue, op, number, name);
    if (finding == NULL || finding->count++ != 0) return NULL;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->detail, sizeof finding->detail, format, arguments);
    va_end(arguments);
    snprintf(finding->element, sizeof finding->element, "%s", element);
    nbl_report_access(m, &finding->second, number, w->frames[w->depth - 1u].chain, w->group->index, w->first + lane);
    finding->second.barriers = w->group->barriers;
    finding->second.write = op->code == NBL_OP_STORE || op->code == NBL_OP_SCATTER || op->code == NBL_OP_ATOMIC;
    finding->second.atomic = op->code == NBL_OP_ATOMIC;
    if (issue == NBL_INTERPRETER_UNDEFINED && m->undefined_op != NBL_NONE)
        nbl_report_place(m, m->undefined_op, &finding->first.place);
    return finding;
}

static void add_place(nbl_bounded_t *text, const nbl_interpreter_place_t *place) {
    if (place->file != NULL)
        nbl_bounded_add(text, "%s:%u", place->file, (unsigned)place->line);
    else
        nbl_bounded_add(text, "word %u", (unsigned)place->word);
    if (place->function != NULL) {
        const char *end = strchr(place->function, '('); /* glslang appends the types of parameters to a name */
        nbl_bounded_add(text, " in %.*s", (int)(end != NULL ? end - place->function : (long)strlen(place->function)),
                        place->function);
    }
}

static void add_access(nbl_bounded_t *text, const nbl_interpreter_access_t *access, const char *what) {
    nbl_bounded_add(text, "  %-7s at ", what);
    add_place(text, &access->place);
    nbl_bounded_add(text, ", by invocation %u (subgroup %u, lane %u) of workgroup (%u,%u,%u)",
                    (unsigned)access->invocation, (unsigned)access->subgroup, (unsigned)access->lane,
                    (unsigned)access->workgroup[0], (unsigned)access->workgroup[1], (unsigned)access->workgroup[2]);
    if (access->barriers == NBL_EMULATOR_UNKNOWN)
        nbl_bounded_add(text, ", which ran earlier");
    else if (access->barriers == 0)
        nbl_bounded_add(text, ", before any barrier");
    else
        nbl_bounded_add(text, ", after barrier %u", (unsigned)access->barriers);
    nbl_bounded_add(text, "\n");
    for (uint32_t i = 0; i < access->caller_count; i++) {
        nbl_bounded_add(text, "          %s ", i == 0 ? "called at" : "from");
        add_place(text, &access->callers[i]);
        nbl_bounded_add(text, "\n");
    }
}

static const char *access_text(const nbl_interpreter_access_t *access) {
    if (access->atomic) return access->write ? "changed atomically" : "read atomically";
    return access->write ? "written" : "read";
}

static void add_race(nbl_bounded_t *text, const nbl_interpreter_finding_t *finding) {
    const nbl_interpreter_access_t *a = &finding->first, *b = &finding->second;
    const int one_line = a->place.word == b->place.word && a->barriers == b->barriers;
    nbl_bounded_add(text, "%s: %s of %s", nbl_emulator_finding_kind_text(finding->kind), finding->element,
                    finding->memory == NBL_EMULATOR_MEMORY_SHARED ? "shared memory"
                                                                  : nbl_emulator_memory_text(finding->memory));
    if (finding->is_bound)
        nbl_bounded_add(text, " (set %u, binding %u)", (unsigned)finding->set, (unsigned)finding->binding);
    if (finding->count > 1) nbl_bounded_add(text, ", first of %llu such", (unsigned long long)finding->count);
    nbl_bounded_add(text, "\n");
    add_access(text, a, access_text(a));
    add_access(text, b, access_text(b));
    if (finding->same_value) nbl_bounded_add(text, "  each time with the same value\n");
    if (one_line && a->caller_count == b->caller_count)
        nbl_bounded_add(text, "  would order them: different elements, or one invocation alone, or an atomic access");
    else
        nbl_bounded_add(text, "  would order them: %s",
                        finding->remedy == NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER
                            ? "a workgroup barrier between the two; of these two alone, in subgroups as large as here, "
                              "a subgroup barrier"
                            : nbl_emulator_remedy_text(finding->remedy));
    if (finding->kind == NBL_EMULATOR_ATOMIC_AND_PLAIN) nbl_bounded_add(text, "; or make both accesses atomic");
    nbl_bounded_add(text, "\n");
}

size_t nbl_interpreter_finding_text(const nbl_interpreter_finding_t *finding, char *text, size_t bytes) {
    static const char *const issues[] = {[NBL_INTERPRETER_OUT_OF_BOUNDS] = "out of bounds",
                                         [NBL_INTERPRETER_DIVERGENT_BARRIER] = "divergent barrier",
                                         [NBL_INTERPRETER_UNDEFINED] = "undefined value",
                                         [NBL_INTERPRETER_INVALID_SHUFFLE] = "invalid shuffle"};
    static const char *const made[] = {
        [NBL_INTERPRETER_DIVERGENT_BARRIER] = "reached",
        [NBL_INTERPRETER_UNDEFINED] = "used",
        [NBL_INTERPRETER_INVALID_SHUFFLE] = "made",
    };
    nbl_bounded_t out = {text, bytes, 0};
    if (finding->issue == NBL_INTERPRETER_RACE) {
        add_race(&out, finding);
        return out.length;
    }
    nbl_bounded_add(&out, "%s: %s%s%s", issues[finding->issue], finding->element,
                    finding->element[0] != '\0' ? ": " : "", finding->detail);
    if (finding->count > 1) nbl_bounded_add(&out, ", first of %llu such", (unsigned long long)finding->count);
    nbl_bounded_add(&out, "\n");
    add_access(&out, &finding->second,
               finding->issue == NBL_INTERPRETER_OUT_OF_BOUNDS ? access_text(&finding->second) : made[finding->issue]);
    if (finding->issue == NBL_INTERPRETER_UNDEFINED && (finding->first.place.word != 0)) {
        nbl_bounded_add(&out, "  an undefined value was read last at ");
        add_place(&out, &finding->first.place);
        nbl_bounded_add(&out, "\n");
    }
    return out.length;
}

size_t nbl_interpreter_decision_text(const nbl_interpreter_decision_t *decision, char *text, size_t bytes) {
    static const char *const sources[] = {"data",
                                          "undefined values",
                                          "push constants, uniform buffers or sizes",
                                          "results of atomic accesses",
                                          "how invocations are grouped",
                                          "what drivers round differently"};
    nbl_bounded_t out = {text, bytes, 0};
    const char *separator = "";
    nbl_bounded_add(&out, "undecided at ");
    add_place(&out, &decision->place);
    nbl_bounded_add(&out, ": %s%s%s depends on ", decision->what, decision->name[0] != '\0' ? " of " : "",
                    decision->name);
    for (uint32_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        if (decision->sources >> i & 1u) {
            nbl_bounded_add(&out, "%s%s", separator, sources[i]);
            separator = " and ";
        }
    nbl_bounded_add(&out, "\n  %s\n", decision->why);
    return out.length;
}
