/* The interpreter as a library: creating, binding, running workgroups in turns, and the runs of a proof.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"
#include "error/check.h"

#include <spirv/unified1/spirv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS ((uint64_t)1 << 34)
#define MEMORY ((uint64_t)1 << 31)
#define MOST_CHAINS 4096u
#define MOST_SITES 65536u

struct nbl_interpreter_t {
    nbl_program_t program;
};

nbl_result_t nbl_interpreter_create(const nbl_interpreter_desc_t *desc, nbl_interpreter_t **interpreter,
                                    nbl_error_t *error) {
    if (interpreter != NULL) *interpreter = NULL;
    if (NBL_ANY_NULL(error, desc, interpreter)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (desc->words == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "interpreter: words is NULL");
    nbl_interpreter_t *made = calloc(1, sizeof *made);
    nbl_spec_value_t *values = calloc(desc->constant_count + 1u, sizeof *values);
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    if (made != NULL && values != NULL) {
        for (uint32_t i = 0; i < desc->constant_count; i++)
            values[i] = (nbl_spec_value_t){desc->constants[i].id, desc->constants[i].bits};
        result = nbl_shader_read(&made->program.shader, desc->words, desc->word_count, desc->entry_point, values,
                                 desc->constant_count, error);
        if (result == NBL_SUCCESS) result = nbl_program_make(&made->program, error);
    } else {
        nbl_fail_memory(error, "interpreter");
    }
    free(values);
    if (result == NBL_SUCCESS)
        *interpreter = made;
    else
        nbl_interpreter_destroy(made);
    return result;
}

void nbl_interpreter_destroy(nbl_interpreter_t *interpreter) {
    if (interpreter == NULL) return;
    nbl_program_free(&interpreter->program);
    free(interpreter);
}

static uint32_t dimensions_of(const nbl_type_t *type) {
    static const uint8_t of[] = {1, 2, 3, 3, 2, 1};
    if (type->kind == NBL_TYPE_SAMPLED_IMAGE) type = type->element;
    if (type->kind != NBL_TYPE_IMAGE || type->dim >= sizeof of) return 0;
    const uint32_t count = of[type->dim] + (type->arrayed != 0 && type->dim != SpvDimCube);
    return count > 3 ? 3 : count;
}

/* The one type of a value's numbers; NULL if they differ. */
static const nbl_type_t *scalar_of(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_ARRAY || type->kind == NBL_TYPE_RUNTIME_ARRAY || type->kind == NBL_TYPE_VECTOR ||
           type->kind == NBL_TYPE_MATRIX)
        type = type->element;
    if (type->kind == NBL_TYPE_SAMPLED_IMAGE) type = type->element;
    if (type->kind == NBL_TYPE_IMAGE) return type->element;
    if (type->kind != NBL_TYPE_STRUCT) return type;
    const nbl_type_t *one = NULL;
    for (uint32_t i = 0; i < type->count; i++) {
        const nbl_type_t *each = scalar_of(type->members[i]);
        if (each == NULL || (one != NULL && (one->kind != each->kind || one->width != each->width ||
                                             one->is_signed != each->is_signed)))
            return NULL;
        one = each;
    }
    return one;
}

static const char *scalar_name(const nbl_type_t *type) {
    static const char *const names[3][4] = {
        {"|u1", "<u2", "<u4", "<u8"}, {"|i1", "<i2", "<i4", "<i8"}, {"|u1", "<f2", "<f4", "<f8"}};
    const nbl_type_t *scalar = scalar_of(type);
    if (scalar == NULL || (scalar->kind != NBL_TYPE_INT && scalar->kind != NBL_TYPE_FLOAT)) return "|u1";
    return names[scalar->kind == NBL_TYPE_FLOAT ? 2 : scalar->is_signed][scalar->width == 8    ? 0
                                                                         : scalar->width == 16 ? 1
                                                                         : scalar->width == 32 ? 2
                                                                                               : 3];
}

uint32_t nbl_interpreter_resources(const nbl_interpreter_t *interpreter, nbl_interpreter_resource_t *resources,
                                   uint32_t capacity) {
    const nbl_program_t *p = &interpreter->program;
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->global_count; i++) {
        static const uint8_t kinds[] = {[NBL_OBJECT_BUFFER] = NBL_INTERPRETER_STORAGE_BUFFER,
                                        [NBL_OBJECT_UNIFORM] = NBL_INTERPRETER_UNIFORM_BUFFER,
                                        [NBL_OBJECT_PUSH] = NBL_INTERPRETER_PUSH_CONSTANTS,
                                        [NBL_OBJECT_IMAGE] = NBL_INTERPRETER_IMAGE,
                                        [NBL_OBJECT_SAMPLER] = NBL_INTERPRETER_SAMPLER};
        const nbl_global_t *global = &p->globals[i];
        if (global->kind == NBL_OBJECT_SHARED) continue;
        if (count < capacity)
            resources[count] =
                (nbl_interpreter_resource_t){.kind = (nbl_interpreter_resource_kind_t)kinds[global->kind],
                                             .set = global->set,
                                             .binding = global->binding,
                                             .count = global->count,
                                             .name = global->name,
                                             .least_bytes = global->least_bytes,
                                             .stride = global->last_stride,
                                             .dimensions = dimensions_of(global->type),
                                             .scalar = scalar_name(global->type),
                                             .written = global->written};
        count++;
    }
    return count;
}

void nbl_interpreter_local_size(const nbl_interpreter_t *interpreter, uint32_t size[3]) {
    memcpy(size, interpreter->program.shader.local_size, 3 * sizeof *size);
}

bool nbl_interpreter_has_lines(const nbl_interpreter_t *interpreter) { return interpreter->program.shader.has_lines; }

/* ---- memory that is counted */

void nbl_machine_stop(nbl_machine_t *m, nbl_result_t result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->report->message, sizeof m->report->message, format, arguments);
    va_end(arguments);
    m->report->result = result;
    longjmp(m->stop, 1);
}

/* Each piece has its size before it, so that what a longjmp leaves is freed from a list. */
typedef nbl_piece_t piece_t;

void *nbl_machine_take(nbl_machine_t *m, size_t count, size_t bytes) {
    const uint64_t wanted = (uint64_t)count * bytes + sizeof(piece_t);
    if (m->memory + wanted > m->memory_limit || (bytes != 0 && count > ((size_t)1 << 40) / bytes))
        nbl_machine_stop(m, NBL_ERROR_LIMIT, "the limit of %llu bytes of memory is reached",
                         (unsigned long long)m->memory_limit);
    piece_t *piece = calloc(1, (size_t)wanted);
    if (piece == NULL) nbl_machine_stop(m, NBL_ERROR_OUT_OF_MEMORY, "no memory");
    m->memory += wanted;
    piece->bytes = (size_t)wanted;
    piece->after = m->pieces;
    if (m->pieces != NULL) m->pieces->before = piece;
    m->pieces = piece;
    return piece + 1;
}

void nbl_machine_give(nbl_machine_t *m, void *memory) {
    if (memory == NULL) return;
    piece_t *piece = (piece_t *)memory - 1;
    m->memory -= piece->bytes;
    if (piece->before != NULL)
        piece->before->after = piece->after;
    else
        m->pieces = piece->after;
    if (piece->after != NULL) piece->after->before = piece->before;
    free(piece);
}

/* ---- objects */

static const nbl_interpreter_binding_t *find_binding(const nbl_interpreter_run_t *run, const nbl_global_t *global,
                                                     uint32_t element) {
    for (uint32_t i = 0; i < run->binding_count; i++)
        if (run->bindings[i].set == global->set && run->bindings[i].binding == global->binding &&
            run->bindings[i].element == element)
            return &run->bindings[i];
    return NULL;
}

static void bind(nbl_machine_t *m, nbl_object_t *object, const nbl_global_t *global, uint32_t element) {
    const nbl_interpreter_run_t *run = m->run;
    const nbl_interpreter_binding_t *bound = find_binding(run, global, element);
    if (global->kind == NBL_OBJECT_PUSH) {
        object->bytes = global->least_bytes > run->push_constant_bytes ? global->least_bytes : run->push_constant_bytes;
        object->data = nbl_machine_take(m, (size_t)object->bytes + 8u, 1);
        if (run->push_constants != NULL) memcpy(object->data, run->push_constants, run->push_constant_bytes);
        return;
    }
    if (global->kind == NBL_OBJECT_SAMPLER) return;
    object->width = object->height = object->depth = 1;
    if (bound == NULL) { /* nothing: an access to it is out of bounds, of which it is told */
        object->missing = 1;
        return;
    }
    if (bound->bytes >= (uint64_t)1 << NBL_ADDRESS_SHIFT)
        nbl_machine_stop(m, NBL_ERROR_LIMIT, "a binding of more than %llu bytes",
                         (unsigned long long)1 << NBL_ADDRESS_SHIFT);
    object->bytes = bound->bytes;
    if (global->kind == NBL_OBJECT_IMAGE) {
        object->width = bound->width != 0 ? bound->width : 1;
        object->height = bound->height != 0 ? bound->height : 1;
        object->depth = bound->depth != 0 ? bound->depth : 1;
        if ((uint64_t)object->width * object->height * object->depth > bound->bytes / 16u)
            nbl_machine_stop(m, NBL_ERROR_ARGUMENT, "image of set %u, binding %u: fewer bytes than texels need",
                             (unsigned)bound->set, (unsigned)bound->binding);
    }
    for (uint32_t i = 0; i < run->fixed_count; i++)
        object->fixed |= !global->written && strcmp(run->fixed[i], global->name) == 0;
    object->data = bound->data;
    if (object->data == NULL || m->proves) { /* a proof works on a copy */
        object->data = nbl_machine_take(m, (size_t)object->bytes + 8u, 1);
        if (bound->data != NULL) memcpy(object->data, bound->data, (size_t)object->bytes);
    }
    if (global->written && m->checks) object->flags = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, 1);
}

static void make_objects(nbl_machine_t *m) {
    m->objects = nbl_machine_take(m, m->program->object_count, sizeof *m->objects);
    for (uint32_t g = 0; g < m->program->global_count; g++) {
        const nbl_global_t *global = &m->program->globals[g];
        for (uint32_t i = 0; i < global->count; i++) {
            nbl_object_t *object = &m->objects[global->first_object + i];
            object->global = g;
            object->kind = global->kind;
            if (global->kind != NBL_OBJECT_SHARED) bind(m, object, global, i);
        }
    }
}

static void make_shared(nbl_machine_t *m, nbl_group_t *group) {
    group->shared = nbl_machine_take(m, m->program->object_count, sizeof *group->shared);
    for (uint32_t g = 0; g < m->program->global_count; g++) {
        const nbl_global_t *global = &m->program->globals[g];
        if (global->kind != NBL_OBJECT_SHARED) continue;
        nbl_object_t *object = &group->shared[global->first_object];
        object->global = g;
        object->kind = NBL_OBJECT_SHARED;
        object->bytes = global->least_bytes;
        object->data = nbl_machine_take(m, (size_t)object->bytes + 8u, 1);
        object->flags = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, 1);
    }
}

/* ---- workgroups and their waves */

static void make_wave(nbl_machine_t *m, nbl_wave_t *w, nbl_group_t *group, uint32_t first, uint32_t lanes) {
    const nbl_program_t *p = m->program;
    w->group = group;
    w->first = first;
    w->lanes = lanes;
    w->rows = nbl_machine_take(m, p->register_count + 1u, sizeof *w->rows);
    w->flows = nbl_machine_take(m, p->shader.procedure_count, sizeof *w->flows);
    for (int k = 0; k < 4; k++) w->scratch[k] = nbl_machine_take(m, lanes, sizeof(uint64_t));
    w->scratch_flags = nbl_machine_take(m, lanes, 1);
    w->ones = nbl_machine_take(m, lanes, sizeof(uint32_t));
    memset(w->ones, 0xFF, lanes * sizeof(uint32_t));
}

static void set_input(nbl_machine_t *m, nbl_wave_t *w, const nbl_input_t *input, uint32_t component,
                      const uint32_t *values, uint8_t flags) {
    const uint32_t row = input->first + component;
    if (component >= input->count) return;
    int uniform = 1;
    for (uint32_t i = 1; i < w->lanes; i++) uniform &= values[i] == values[0];
    if (uniform && (component != 0 || input->builtin == SpvBuiltInWorkgroupId || w->lanes == 1 || flags == 0)) {
        nbl_row_set_uniform(m, w, row, values[0], w->ones, 1);
    } else if (m->program->registers[row].wide) {
        for (uint32_t i = 0; i < w->lanes; i++) w->scratch[2][i] = values[i];
        nbl_row_set_lanes(m, w, row, w->scratch[2], w->ones, 1);
    } else {
        nbl_row_set_lanes(m, w, row, values, w->ones, 1);
    }
    nbl_row_set_flags(m, w, row, flags, w->ones, 1);
}

static uint32_t mask_word(uint32_t builtin, uint32_t lane, uint32_t word, uint32_t size) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < 32; k++) {
        const uint32_t at = word * 32u + k;
        const int set = builtin == SpvBuiltInSubgroupEqMask   ? at == lane
                        : builtin == SpvBuiltInSubgroupGeMask ? at >= lane && at < size
                        : builtin == SpvBuiltInSubgroupGtMask ? at > lane && at < size
                        : builtin == SpvBuiltInSubgroupLeMask ? at <= lane
                                                              : at < lane;
        bits |= (uint32_t)set << k;
    }
    return bits;
}

static uint32_t input_value(const nbl_machine_t *m, const nbl_wave_t *w, uint32_t builtin, uint32_t component,
                            uint32_t lane, uint8_t *flags) {
    const uint32_t *local = m->program->shader.local_size;
    const uint32_t index = w->first + lane, size = m->subgroup_size;
    const uint32_t id[3] = {index % local[0], index / local[0] % local[1], index / local[0] / local[1]};
    const uint32_t subgroups = (m->invocations + size - 1u) / size;
    switch (builtin) {
    case SpvBuiltInLocalInvocationId: return id[component];
    case SpvBuiltInGlobalInvocationId: return w->group->id[component] * local[component] + id[component];
    case SpvBuiltInWorkgroupId: return w->group->id[component];
    case SpvBuiltInNumWorkgroups: return m->groups[component];
    case SpvBuiltInWorkgroupSize: return local[component];
    case SpvBuiltInLocalInvocationIndex: return index;
    case SpvBuiltInDeviceIndex:
    case SpvBuiltInBaseVertex: return 0;
    default: break;
    }
    *flags = NBL_FLAG_SUBGROUPS;
    switch (builtin) {
    case SpvBuiltInSubgroupSize: return size;
    case SpvBuiltInNumSubgroups: return subgroups;
    case SpvBuiltInSubgroupId: return index / size;
    case SpvBuiltInSubgroupLocalInvocationId: return index % size;
    case SpvBuiltInSubgroupEqMask:
    case SpvBuiltInSubgroupGeMask:
    case SpvBuiltInSubgroupGtMask:
    case SpvBuiltInSubgroupLeMask:
    case SpvBuiltInSubgroupLtMask: return mask_word(builtin, index % size, component, size);
    default: return 0;
    }
}

static int has_input(uint32_t builtin) {
    switch (builtin) {
    case SpvBuiltInLocalInvocationId:
    case SpvBuiltInGlobalInvocationId:
    case SpvBuiltInWorkgroupId:
    case SpvBuiltInNumWorkgroups:
    case SpvBuiltInWorkgroupSize:
    case SpvBuiltInLocalInvocationIndex:
    case SpvBuiltInDeviceIndex:
    case SpvBuiltInSubgroupSize:
    case SpvBuiltInNumSubgroups:
    case SpvBuiltInSubgroupId:
    case SpvBuiltInSubgroupLocalInvocationId:
    case SpvBuiltInSubgroupEqMask:
    case SpvBuiltInSubgroupGeMask:
    case SpvBuiltInSubgroupGtMask:
    case SpvBuiltInSubgroupLeMask:
    case SpvBuiltInSubgroupLtMask: return 1;
    default: return 0;
    }
}

static void begin_wave(nbl_machine_t *m, nbl_wave_t *w) {
    const nbl_program_t *p = m->program;
    for (uint32_t row = 0; row < p->register_count; row++) {
        nbl_row_t *r = &w->rows[row];
        r->uniform = 1;
        r->expanded = r->mixed = r->tagged = 0;
        r->value = p->registers[row].value;
        r->flags = p->registers[row].undefined ? NBL_FLAG_UNDEFINED : 0;
    }
    for (uint32_t i = 0; i < p->input_count; i++)
        for (uint32_t c = 0; c < p->inputs[i].count; c++) {
            uint32_t *values = (uint32_t *)w->scratch[0];
            uint8_t flags = 0;
            for (uint32_t lane = 0; lane < w->lanes; lane++)
                values[lane] = input_value(m, w, p->inputs[i].builtin, c < 4 ? c : 0, lane, &flags);
            set_input(m, w, &p->inputs[i], c, values, flags);
        }
    nbl_wave_begin(m, w);
}

static void begin_group(nbl_machine_t *m, nbl_group_t *group, uint32_t index) {
    group->index = index;
    group->id[0] = index % m->groups[0];
    group->id[1] = index / m->groups[0] % m->groups[1];
    group->id[2] = index / m->groups[0] / m->groups[1];
    group->running = 1;
    for (uint32_t i = 1; i < m->program->object_count; i++) {
        nbl_object_t *object = &group->shared[i];
        if (object->data == NULL) continue;
        memset(object->data, 0xA5, (size_t)object->bytes);
        memset(object->flags, NBL_FLAG_UNDEFINED, (size_t)object->bytes / 4u + 1u);
        object->wild = object->seen = object->tainted = object->by_ticket = 0;
    }
    if (m->checks) nbl_race_begin_group(m, group);
    for (uint32_t i = 0; i < group->wave_count; i++) begin_wave(m, &group->waves[i]);
    m->report->workgroups++;
}

static void make_group(nbl_machine_t *m, nbl_group_t *group) {
    const uint32_t lanes = m->wave_lanes, count = (m->invocations + lanes - 1u) / lanes;
    make_shared(m, group);
    group->waves = nbl_machine_take(m, count, sizeof *group->waves);
    group->wave_count = count;
    group->subgroup_start =
        nbl_machine_take(m, (size_t)((m->invocations + m->subgroup_size - 1u) / m->subgroup_size) * NBL_CLASSES,
                         sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        make_wave(m, &group->waves[i], group, i * lanes,
                  m->invocations - i * lanes < lanes ? m->invocations - i * lanes : lanes);
}

/* All waves of the workgroup stand at a barrier or have ended: they go on. */
static void end_barrier(nbl_machine_t *m, nbl_group_t *group) {
    uint32_t semantics = 0, waiting = 0, ended = 0, other = 0;
    const nbl_wave_t *first = NULL;
    for (uint32_t i = 0; i < group->wave_count; i++) {
        nbl_wave_t *w = &group->waves[i];
        ended += w->state == NBL_WAVE_ENDED;
        if (w->state != NBL_WAVE_AT_BARRIER) continue;
        waiting++;
        /* the same barrier, by the same calls */
        other += first != NULL && (first->barrier_op != w->barrier_op ||
                                   first->frames[first->depth - 1u].chain != w->frames[w->depth - 1u].chain);
        if (first == NULL) first = w;
        semantics |= (uint32_t)m->program->ops[w->barrier_op].extra | w->fence_semantics;
    }
    if (waiting == 0) return;
    if ((ended != 0 || other != 0) && m->checks && !m->proves) {
        nbl_wave_t *w = (nbl_wave_t *)(uintptr_t)first;
        nbl_report_issue(m, w, &m->program->ops[w->barrier_op], NBL_INTERPRETER_DIVERGENT_BARRIER, 0, "",
                         "%u of %u subgroups come to this barrier", (unsigned)(waiting - other),
                         (unsigned)group->wave_count);
    }
    if (m->proves) nbl_prove_interval(m, group, semantics);
    if (m->checks) nbl_race_workgroup_barrier(m, group, semantics);
    m->report->barriers++;
    for (uint32_t i = 0; i < group->wave_count; i++)
        if (group->waves[i].state == NBL_WAVE_AT_BARRIER) group->waves[i].state = NBL_WAVE_RUNS;
}

static uint32_t draw(nbl_machine_t *m, uint32_t bound) {
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((m->random >> 33) % bound);
}

/* Lets one wave run until it waits, and ends barriers. Returns whether the workgroup has ended. */
static int turn(nbl_machine_t *m, nbl_group_t *group, uint32_t from) {
    int ended = 1, ran = 0;
    for (uint32_t k = 0; k < group->wave_count; k++) {
        nbl_wave_t *w = &group->waves[(from + k) % group->wave_count];
        if (w->state == NBL_WAVE_YIELDS) w->state = NBL_WAVE_RUNS;
        if (w->state == NBL_WAVE_RUNS && !ran) {
            nbl_wave_run(m, w);
            ran = 1;
        }
        ended &= w->state == NBL_WAVE_ENDED;
    }
    if (ended) return 1;
    for (uint32_t k = 0; k < group->wave_count; k++)
        if (group->waves[k].state == NBL_WAVE_RUNS || group->waves[k].state == NBL_WAVE_YIELDS) return 0;
    end_barrier(m, group);
    return 0;
}

/* ---- turns that are chosen, and written down */

static uint32_t who_is(const nbl_group_t *group, uint32_t wave) { return group->index * group->wave_count + wave; }

/* The wave that is to run: the next that is named, else the one after the last, or drawn. Ends barriers, and workgroups
 * whose waves have all ended. Returns NULL when none is left. */
static nbl_wave_t *choose(nbl_machine_t *m, uint64_t *next, uint32_t *last, uint32_t *named, uint64_t *enabled) {
    nbl_wave_t *chosen = NULL, *first = NULL, *after = NULL, *drawn = NULL;
    uint32_t count = 0;
    *enabled = 0;
    for (uint32_t i = 0; i < m->resident_count; i++) {
        nbl_group_t *group = &m->resident[i];
        uint32_t runs = 0, ended = 0;
        for (uint32_t k = 0; k < group->wave_count && group->running; k++) {
            ended += group->waves[k].state == NBL_WAVE_ENDED;
            runs += group->waves[k].state == NBL_WAVE_RUNS || group->waves[k].state == NBL_WAVE_YIELDS;
        }
        if (!group->running) continue;
        if (ended == group->wave_count) {
            group->running = 0;
            if (*next == m->group_total) continue;
            begin_group(m, group, (uint32_t)(*next)++);
        } else if (runs == 0) {
            end_barrier(m, group);
        }
    }
    while (*named < m->run->turn_count && chosen == NULL) {
        const uint32_t wanted = m->run->turns[(*named)++];
        for (uint32_t i = 0; i < m->resident_count; i++)
            for (uint32_t k = 0; k < m->resident[i].wave_count && m->resident[i].running; k++) {
                nbl_wave_t *w = &m->resident[i].waves[k];
                if (who_is(&m->resident[i], k) == wanted && w->state != NBL_WAVE_ENDED &&
                    w->state != NBL_WAVE_AT_BARRIER)
                    chosen = w;
            }
    }
    for (uint32_t i = 0; i < m->resident_count; i++)
        for (uint32_t k = 0; k < m->resident[i].wave_count && m->resident[i].running; k++) {
            nbl_wave_t *w = &m->resident[i].waves[k];
            const uint32_t who = who_is(&m->resident[i], k);
            if (w->state == NBL_WAVE_ENDED || w->state == NBL_WAVE_AT_BARRIER) continue;
            if (who < 64) *enabled |= (uint64_t)1 << who;
            if (first == NULL) first = w;
            if (after == NULL && who > *last) after = w;
            count++;
            if (m->run->seed != 0 && draw(m, count) == 0) drawn = w;
        }
    if (chosen == NULL) chosen = drawn != NULL ? drawn : after != NULL ? after : first;
    if (chosen != NULL) *last = who_is(chosen->group, (uint32_t)(chosen - chosen->group->waves));
    return chosen;
}

static void run_turns(nbl_machine_t *m) {
    uint64_t next = 0, enabled = 0;
    uint32_t last = NBL_NONE - 1u, named = 0;
    nbl_turn_t beyond;
    nbl_wave_t *w;
    for (uint32_t i = 0; i < m->resident_count && next < m->group_total; i++)
        begin_group(m, &m->resident[i], (uint32_t)next++);
    while ((w = choose(m, &next, &last, &named, &enabled)) != NULL) {
        nbl_turns_t *turns = m->turns;
        m->turn = turns->count < turns->capacity ? &turns->turns[turns->count] : &beyond;
        *m->turn = (nbl_turn_t){.enabled = enabled, .who = last};
        turns->count++;
        w->state = NBL_WAVE_RUNS;
        nbl_wave_run(m, w);
        const nbl_frame_t *frame = &w->frames[w->depth != 0 ? w->depth - 1u : 0];
        m->turn->op = w->state == NBL_WAVE_ENDED ? NBL_NONE : frame->op - 1u;
    }
    m->turn = NULL;
}

static void run_groups(nbl_machine_t *m) {
    if (m->turns != NULL) {
        run_turns(m);
        return;
    }
    uint64_t next = 0;
    uint32_t running = 0, at = 0, from = 0;
    for (uint32_t i = 0; i < m->resident_count && next < m->group_total; i++, running++)
        begin_group(m, &m->resident[i], (uint32_t)next++);
    while (running != 0) {
        if (m->run->seed != 0) {
            at = draw(m, m->resident_count);
            from = draw(m, m->resident[0].wave_count);
        }
        nbl_group_t *group = &m->resident[at];
        if (group->running && turn(m, group, from)) {
            if (m->proves) nbl_prove_interval(m, group, SpvMemorySemanticsWorkgroupMemoryMask);
            group->running = 0;
            running--;
            if (next < m->group_total) {
                begin_group(m, group, (uint32_t)next++);
                running++;
            }
        }
        if (m->run->seed == 0) {
            at = (at + 1u) % m->resident_count;
            if (at == 0) from++;
        }
    }
    if (m->proves) nbl_prove_interval(m, &m->resident[0], ~0u);
}

/* ---- a run */

static uint32_t count_blocks(const nbl_machine_t *m, uint32_t *run) {
    uint32_t all = 0;
    *run = 0;
    if (m->blocks_run == NULL) return 0; /* there was no memory for it */
    for (uint32_t i = 0; i < m->program->shader.procedure_count; i++) {
        if (m->program->codes[i].done != 2) continue;
        for (uint32_t b = 0; b < m->program->shader.procedures[i].block_count; b++) {
            if (!m->program->shader.procedures[i].blocks[b].reachable) continue;
            all++;
            *run += m->blocks_run[m->first_block[i] + b];
        }
    }
    return all;
}

static void make_tables(nbl_machine_t *m) {
    const nbl_program_t *p = m->program;
    uint32_t blocks = 0;
    m->first_block = nbl_machine_take(m, p->shader.procedure_count, sizeof *m->first_block);
    for (uint32_t i = 0; i < p->shader.procedure_count; i++) {
        m->first_block[i] = blocks;
        blocks += p->shader.procedures[i].block_count;
    }
    m->blocks_run = nbl_machine_take(m, blocks + 1u, 1);
    m->site_capacity = MOST_SITES;
    m->sites = nbl_machine_take(m, m->site_capacity, sizeof *m->sites);
    m->site_table_size = 2u * MOST_SITES;
    m->site_table = nbl_machine_take(m, m->site_table_size, sizeof *m->site_table);
    m->site_count = 1;
    m->chain_capacity = MOST_CHAINS;
    m->chains = nbl_machine_take(m, m->chain_capacity, sizeof *m->chains);
    m->chain_count = 1;
    m->clock = 1;
}

static void run_once(nbl_machine_t *m) {
    if (setjmp(m->stop) == 0) {
        make_tables(m);
        make_objects(m);
        m->resident = nbl_machine_take(m, m->resident_count, sizeof *m->resident);
        for (uint32_t i = 0; i < m->resident_count; i++) make_group(m, &m->resident[i]);
        run_groups(m);
    }
    m->report->blocks = count_blocks(m, &m->report->blocks_run);
    m->report->instructions = m->step_limit - m->steps_left;
    for (uint32_t i = 0; m->resident != NULL && i < m->resident_count; i++) {
        nbl_group_t *group = &m->resident[i];
        if (group->waves == NULL || group->wave_count == 0) continue;
        nbl_race_free_group(group);
        for (uint32_t k = 0; k < group->wave_count; k++) nbl_prove_free(m, &group->waves[k]);
    }
    nbl_race_free(m);
    while (m->pieces != NULL) {
        piece_t *next = m->pieces->after;
        free(m->pieces);
        m->pieces = next;
    }
}

static nbl_result_t result_of(const nbl_interpreter_report_t *report) {
    static const nbl_result_t results[] = {[NBL_INTERPRETER_RACE] = NBL_ERROR_RACE,
                                           [NBL_INTERPRETER_OUT_OF_BOUNDS] = NBL_ERROR_OUT_OF_BOUNDS,
                                           [NBL_INTERPRETER_DIVERGENT_BARRIER] = NBL_ERROR_DIVERGENT_BARRIER,
                                           [NBL_INTERPRETER_UNDEFINED] = NBL_ERROR_UNINITIALIZED,
                                           [NBL_INTERPRETER_INVALID_SHUFFLE] = NBL_ERROR_INVALID_SHUFFLE};
    if (report->result != NBL_SUCCESS || report->finding_count == 0) return report->result;
    return results[report->findings[0].issue];
}

static void begin_machine(nbl_machine_t *m, const nbl_program_t *program, const nbl_interpreter_run_t *run,
                          nbl_interpreter_report_t *report) {
    const uint32_t *local = program->shader.local_size;
    memset(m, 0, sizeof *m);
    m->program = program;
    m->run = run;
    m->report = report;
    m->invocations = local[0] * local[1] * local[2];
    m->subgroup_size = run->subgroup_size != 0 ? run->subgroup_size : 32u;
    m->wave_lanes = run->by_subgroups ? m->subgroup_size : m->invocations;
    memcpy(m->groups, run->groups, sizeof m->groups);
    m->group_total = (uint64_t)m->groups[0] * m->groups[1] * m->groups[2];
    m->resident_count = run->workgroups_at_once != 0 ? run->workgroups_at_once : 1u;
    if (m->resident_count > m->group_total) m->resident_count = (uint32_t)m->group_total;
    m->step_limit = m->steps_left = run->step_limit != 0 ? run->step_limit : STEPS;
    m->memory_limit = run->memory_limit != 0 ? run->memory_limit : MEMORY;
    m->checks = (uint8_t)(run->check || run->prove);
    m->random = run->seed;
    m->undefined_op = NBL_NONE;
}

static nbl_result_t check_arguments(const nbl_program_t *program, const nbl_interpreter_run_t *run,
                                    nbl_interpreter_report_t *report) {
    const uint32_t *local = program->shader.local_size;
    const uint64_t invocations = (uint64_t)local[0] * local[1] * local[2];
    const char *why = NULL;
    if (invocations > 4096u) why = "workgroups of more than 4096 invocations";
    for (int k = 0; k < 3; k++)
        if (run->groups[k] == 0) why = "groups: each must be 1 or more";
    if (run->groups[0] != 0 && run->groups[1] != 0 &&
        (uint64_t)run->groups[0] * run->groups[1] >
            UINT32_MAX / (run->groups[2] != 0 ? run->groups[2] : 1u) / invocations)
        why = "more than 2^32 invocations";
    if ((run->subgroup_size & (run->subgroup_size - 1u)) != 0 || run->subgroup_size > 128u)
        why = "subgroup_size: must be a power of two up to 128";
    if (run->workgroups_at_once > 64u) why = "workgroups_at_once: must be at most 64";
    for (uint32_t i = 0; i < program->input_count && why == NULL; i++)
        if (!has_input(program->inputs[i].builtin)) why = "a built-in variable that compute shaders have not";
    if (why == NULL) return NBL_SUCCESS;
    snprintf(report->message, sizeof report->message, "%s", why);
    return report->result = NBL_ERROR_ARGUMENT;
}

/* The runs of a proof: first with all that comes from outside as data, then with constants as they are.
 * Returns SUCCESS, whatever the verdict; else OUT_OF_MEMORY. */
static nbl_result_t prove(const nbl_program_t *program, const nbl_interpreter_run_t *run,
                          nbl_interpreter_report_t *report) {
    nbl_interpreter_report_t *own = malloc(sizeof *own);
    nbl_machine_t *m = malloc(sizeof *m);
    nbl_result_t result = own == NULL || m == NULL ? NBL_ERROR_OUT_OF_MEMORY : NBL_SUCCESS;
    report->verdict = NBL_INTERPRETER_OPEN;
    for (int pass = run->assume & NBL_INTERPRETER_ASSUME_FIXED_CONSTANTS ? 1 : 0; own != NULL && m != NULL && pass < 2;
         pass++) {
        memset(own, 0, sizeof *own);
        nbl_interpreter_run_t same = *run;
        same.by_subgroups = false; /* schedules do not matter to it */
        same.workgroups_at_once = 1;
        same.seed = 0;
        begin_machine(m, program, &same, own);
        m->proves = 1;
        m->deciding = pass == 0 ? NBL_FLAGS_DECIDING : NBL_FLAGS_DECIDING & ~NBL_FLAG_CONSTANTS;
        run_once(m);
        report->subgroups_matter |= m->subgroups_matter != 0;
        memcpy(report->decisions, own->decisions, sizeof report->decisions);
        report->decision_count = own->decision_count;
        if (own->result == NBL_ERROR_OUT_OF_MEMORY) result = own->result;
        if (own->result != NBL_SUCCESS) {
            snprintf(report->message, sizeof report->message, "proof: %.900s", own->message);
            if (own->result == NBL_ERROR_OUT_OF_MEMORY) break;
            continue; /* what is fixed may end a loop that data does not end */
        }
        report->message[0] = '\0';
        if (own->decision_count != 0) continue;
        report->verdict = pass == 0 ? NBL_INTERPRETER_PROVED : NBL_INTERPRETER_PROVED_FIXED;
        break;
    }
    free(own);
    free(m);
    return result;
}

nbl_result_t nbl_interpreter_run_turns(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                       nbl_interpreter_report_t *report, nbl_turns_t *turns) {
    nbl_interpreter_report_t *own = NULL;
    nbl_machine_t *m = malloc(sizeof *m);
    if (report == NULL) report = own = malloc(sizeof *own);
    if (m == NULL || report == NULL || interpreter == NULL || run == NULL) {
        const nbl_result_t result = m == NULL || report == NULL ? NBL_ERROR_OUT_OF_MEMORY : NBL_ERROR_ARGUMENT;
        if (report != NULL && own == NULL) memset(report, 0, sizeof *report), report->result = result;
        free(m);
        free(own);
        return result;
    }
    memset(report, 0, sizeof *report);
    if (check_arguments(&interpreter->program, run, report) == NBL_SUCCESS) {
        nbl_interpreter_run_t inputs = *run;
        const nbl_result_t proof = run->prove ? prove(&interpreter->program, &inputs, report) : NBL_SUCCESS;
        begin_machine(m, &interpreter->program, &inputs, report);
        m->turns = turns;
        run_once(m);
        report->result = result_of(report);
        if (report->result == NBL_SUCCESS && proof != NBL_SUCCESS) {
            report->result = proof;
            snprintf(report->message, sizeof report->message, "no memory for the proof");
        }
        if (run->prove && report->result != NBL_SUCCESS)
            report->verdict = report->finding_count != 0 ? NBL_INTERPRETER_REFUTED : NBL_INTERPRETER_OPEN;
    }
    const nbl_result_t result = report->result;
    free(m);
    free(own);
    return result;
}

nbl_result_t nbl_interpreter_run(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                 nbl_interpreter_report_t *report) {
    if (interpreter == NULL || run == NULL || report == NULL || (run->taken == NULL && run->turn_count == 0))
        return nbl_interpreter_run_turns(interpreter, run, report, NULL);
    nbl_turns_t turns = {calloc(run->taken_capacity + 1u, sizeof *turns.turns), 0, run->taken_capacity};
    if (turns.turns == NULL) return report->result = NBL_ERROR_OUT_OF_MEMORY;
    const nbl_result_t result = nbl_interpreter_run_turns(interpreter, run, report, &turns);
    const uint32_t *local = interpreter->program.shader.local_size;
    const uint32_t subgroup = run->subgroup_size != 0 ? run->subgroup_size : 32u,
                   waves = run->by_subgroups ? (local[0] * local[1] * local[2] + subgroup - 1u) / subgroup : 1u;
    const nbl_machine_t places = {.program = &interpreter->program};
    for (uint32_t i = 0; i < turns.count && i < run->taken_capacity; i++) {
        run->taken[i] = (nbl_interpreter_turn_t){.number = turns.turns[i].who,
                                                 .workgroup = turns.turns[i].who / waves,
                                                 .subgroup = turns.turns[i].who % waves};
        if (turns.turns[i].op != NBL_NONE) nbl_report_place(&places, turns.turns[i].op, &run->taken[i].place);
    }
    report->turns = turns.count;
    free(turns.turns);
    return result;
}
