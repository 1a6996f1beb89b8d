/* Makes what workgroups run with: counted memory, objects, waves and their inputs; and begins workgroups.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory that is counted */

void nbl_machine_stop(nbl_machine_t *m, nbl_result_t result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->report->message, sizeof m->report->message, format, arguments);
    va_end(arguments);
    m->report->result = result;
    longjmp(m->stop, 1);
}

void nbl_tell_unbound(nbl_machine_t *m, const nbl_op_t *op, const char *format, ...) {
    char why[512];
    va_list arguments;
    nbl_interpreter_place_t place;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    nbl_report_place(m, (uint32_t)(op - m->program->ops), &place);
    nbl_machine_stop(m, NBL_ERROR_MISSING_RESOURCE, "%s:%u: %s", place.file != NULL ? place.file : "word",
                     (unsigned)(place.file != NULL ? place.line : place.word), why);
}

/* Returns a piece of memory. Its head has its size and the list's next piece, so that all pieces can be freed after a
 * longjmp. */

static nbl_piece_t *unused_piece(nbl_machine_t *m, size_t bytes) {
    nbl_piece_t *piece = m->pieces;
    while (piece != NULL && (!piece->unused || piece->bytes != bytes)) piece = piece->after;
    if (piece == NULL) return NULL;
    piece->unused = 0;
    m->unused--;
    return piece;
}

void *nbl_machine_take(nbl_machine_t *m, size_t count, size_t bytes) {
    const uint64_t wanted = (uint64_t)count * bytes + sizeof(nbl_piece_t);
    if (m->memory + wanted > m->memory_limit || (bytes != 0 && count > ((size_t)1 << 40) / bytes))
        nbl_machine_stop(m, NBL_ERROR_LIMIT, "the limit of %llu bytes of memory is reached",
                         (unsigned long long)m->memory_limit);
    nbl_piece_t *piece = m->unused != 0 ? unused_piece(m, (size_t)wanted) : NULL;
    if (piece != NULL) return memset(piece + 1, 0, piece->bytes - sizeof *piece);
    piece = calloc(1, (size_t)wanted);
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
    nbl_piece_t *piece = (nbl_piece_t *)memory - 1;
    if (m->debug != NULL) { /* a checkpoint may hold it */
        piece->unused = 1;
        m->unused++;
        return;
    }
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

/* Returns whether two variables of one binding are two resources: of different kinds, as OpenGL allows. */
static int are_two(const nbl_global_t *a, const nbl_global_t *b) {
    return a->kind == NBL_OBJECT_IMAGE && a->set == b->set && a->binding == b->binding &&
           a->type->kind != b->type->kind;
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
    if (global->kind == NBL_OBJECT_SAMPLER) {
        object->sampler = bound != NULL ? bound->sampler : NULL;
        return;
    }
    object->width = object->height = object->depth = 1;
    if (bound == NULL) { /* nothing is bound: an access to it is reported as out of bounds */
        object->missing = 1;
        return;
    }
    object->bound = bound->data;
    for (uint32_t i = 1; i < global->first_object + element && bound->data != NULL && !object->same; i++)
        if (m->objects[i].bound == bound->data && m->objects[i].kind == global->kind && !m->objects[i].same &&
            !are_two(global, &m->program->globals[m->objects[i].global])) {
            object->same = i; /* the two bindings have one memory */
            object->bytes = bound->bytes < m->objects[i].bytes ? bound->bytes : m->objects[i].bytes;
            if (global->written && !m->objects[i].written && m->checks)
                m->objects[i].flags = nbl_machine_take(m, (size_t)m->objects[i].bytes / 4u + 2u, 1);
            m->objects[i].written |= global->written;
            m->objects[i].fixed &= !global->written;
            return;
        }
    if (bound->bytes >= (uint64_t)1 << NBL_ADDRESS_SHIFT)
        nbl_machine_stop(m, NBL_ERROR_LIMIT, "a binding of more than %llu bytes",
                         (unsigned long long)1 << NBL_ADDRESS_SHIFT);
    object->bytes = bound->bytes;
    object->made_up = bound->made_up;
    if (global->kind == NBL_OBJECT_IMAGE) {
        object->width = bound->width != 0 ? bound->width : 1;
        object->height = bound->height != 0 ? bound->height : 1;
        object->depth = bound->depth != 0 ? bound->depth : 1;
        object->levels = bound->levels != 0 ? bound->levels : 1;
        object->sampler = bound->sampler;
        object->nearest = bound->nearest;
        if (object->levels > 32u || nbl_image_texels(global->type, object) > bound->bytes / 16u)
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

/* ---- buffers by address, and memory that several overlap in */

const nbl_global_t *nbl_global_of(const nbl_machine_t *m, const nbl_object_t *object) {
    static const nbl_global_t none = {
        .name = "a buffer at the address", .count = 1, .set = NBL_NONE, .binding = NBL_NONE};
    return object->global != NBL_NONE ? &m->program->globals[object->global] : &none;
}

const nbl_object_t *nbl_window_at(const nbl_machine_t *m, const nbl_object_t *object, uint64_t *byte) {
    for (uint32_t i = 1; i < m->object_count; i++) {
        const nbl_object_t *window = &m->objects[i];
        if (window->same == 0 || window->kind >= NBL_OBJECT_IMAGE || &m->objects[window->same] != object ||
            *byte < window->shift || *byte - window->shift >= window->bytes)
            continue;
        if (object < m->objects + m->program->object_count) break; /* it is a binding, which has a name */
        *byte -= window->shift;
        return window;
    }
    return object;
}

static int by_address(const void *a, const void *b) {
    const nbl_region_t *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static void make_regions(nbl_machine_t *m) {
    const nbl_interpreter_run_t *run = m->run;
    m->regions = nbl_machine_take(m, run->memory_count + 1u, sizeof *m->regions);
    for (uint32_t i = 0; i < run->memory_count; i++) {
        nbl_object_t *object = &m->objects[m->object_count];
        const nbl_interpreter_memory_t *memory = &run->memories[i];
        if (memory->data == NULL || memory->bytes == 0 || memory->address == 0 ||
            memory->bytes >= (uint64_t)1 << NBL_ADDRESS_SHIFT || memory->address >= NBL_ADDRESS_OURS - memory->bytes)
            continue;
        *object = (nbl_object_t){.kind = NBL_OBJECT_BUFFER,
                                 .global = NBL_NONE,
                                 .address = memory->address,
                                 .bytes = memory->bytes,
                                 .bound = memory->data,
                                 .data = memory->data,
                                 .memory = i + 1u,
                                 .made_up = memory->made_up,
                                 .written = 1};
        if (m->proves) {
            object->data = nbl_machine_take(m, (size_t)object->bytes + 8u, 1);
            memcpy(object->data, memory->data, (size_t)object->bytes);
        }
        if (m->checks) object->flags = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, 1);
        m->regions[m->region_count++] = (nbl_region_t){memory->address, m->object_count++};
    }
    qsort(m->regions, m->region_count, sizeof *m->regions, by_address);
}

typedef struct window_t {
    const unsigned char *begin, *end;
    uint32_t object;
} window_t;

static int by_begin(const void *a, const void *b) {
    const window_t *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->object < y->object ? -1 : 1;
}

/* Makes one object of windows that overlap, for the checker and the proof. */
static void merge(nbl_machine_t *m, const window_t *windows, uint32_t count, const unsigned char *end) {
    const uint32_t number = m->object_count++;
    nbl_object_t *whole = &m->objects[number];
    const unsigned char *begin = windows[0].begin;
    *whole = m->objects[windows[0].object];
    whole->bytes = (uint64_t)(end - begin);
    whole->flags = NULL;
    for (uint32_t i = 0; i < count; i++) {
        nbl_object_t *part = &m->objects[windows[i].object];
        if (part->kind == NBL_OBJECT_BUFFER) whole->kind = NBL_OBJECT_BUFFER;
        if (whole->global == NBL_NONE) whole->global = part->global;
        whole->written |= part->written;
        whole->fixed &= part->fixed;
        part->same = number;
        part->shift = (uint64_t)(windows[i].begin - begin);
        nbl_machine_give(m, part->flags);
        if (m->proves) nbl_machine_give(m, part->data);
        part->flags = NULL;
        part->data = NULL;
    }
    whole->fixed &= !whole->written;
    whole->data = (unsigned char *)(uintptr_t)begin;
    if (m->proves) {
        whole->data = nbl_machine_take(m, (size_t)whole->bytes + 8u, 1);
        memcpy(whole->data, begin, (size_t)whole->bytes);
    }
    if (whole->written && m->checks) whole->flags = nbl_machine_take(m, (size_t)whole->bytes / 4u + 2u, 1);
    for (uint32_t i = 1; i < number; i++) { /* other bindings of the same bytes */
        nbl_object_t *other = &m->objects[i];
        if (other->same == 0 || other->same == number || m->objects[other->same].same != number) continue;
        other->shift = m->objects[other->same].shift;
        other->same = number;
    }
}

static void merge_overlaps(nbl_machine_t *m) {
    window_t *windows = nbl_machine_take(m, m->object_count, sizeof *windows);
    uint32_t count = 0, end;
    for (uint32_t i = 1; i < m->object_count; i++) {
        const nbl_object_t *object = &m->objects[i];
        if ((object->kind != NBL_OBJECT_BUFFER && object->kind != NBL_OBJECT_UNIFORM) || object->bound == NULL ||
            object->same != 0 || object->bytes == 0)
            continue;
        windows[count++] = (window_t){object->bound, (const unsigned char *)object->bound + object->bytes, i};
    }
    qsort(windows, count, sizeof *windows, by_begin);
    for (uint32_t i = 0; i < count; i = end) {
        const unsigned char *last = windows[i].end;
        for (end = i + 1u; end < count && windows[end].begin < last; end++)
            if (windows[end].end > last) last = windows[end].end;
        if (end - i > 1u) merge(m, windows + i, end - i, last);
    }
    nbl_machine_give(m, windows);
}

void nbl_objects_make(nbl_machine_t *m) {
    const uint32_t most = m->program->object_count + m->run->memory_count;
    m->objects = nbl_machine_take(m, most + most / 2u + 1u, sizeof *m->objects);
    m->object_count = m->program->object_count;
    for (uint32_t g = 0; g < m->program->global_count; g++) {
        const nbl_global_t *global = &m->program->globals[g];
        for (uint32_t i = 0; i < global->count; i++) {
            nbl_object_t *object = &m->objects[global->first_object + i];
            if (global->same_as != g) continue;
            object->global = g;
            object->kind = global->kind;
            object->written = global->written;
            object->element = i;
            if (global->kind != NBL_OBJECT_SHARED) bind(m, object, global, i);
        }
    }
    make_regions(m);
    merge_overlaps(m);
}

static void make_shared(nbl_machine_t *m, nbl_group_t *group) {
    group->shared = nbl_machine_take(m, m->program->object_count, sizeof *group->shared);
    for (uint32_t g = 0; g < m->program->global_count; g++) {
        const nbl_global_t *global = &m->program->globals[g];
        if (global->kind != NBL_OBJECT_SHARED) continue;
        nbl_object_t *object = &group->shared[global->first_object];
        object->global = g;
        object->kind = NBL_OBJECT_SHARED;
        object->written = 1;
        object->bytes = global->least_bytes;
        object->data = nbl_machine_take(m, (size_t)object->bytes + 8u, 1);
        object->flags = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, 1);
        object->holes = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, 1);
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

static uint32_t local_id(const uint32_t *local, uint32_t index, uint32_t component) {
    if (component == 0) return index % local[0];
    return component == 1 ? index / local[0] % local[1] : index / local[0] / local[1];
}

static uint32_t input_value(const nbl_machine_t *m, const nbl_wave_t *w, uint32_t builtin, uint32_t component,
                            uint32_t lane, uint8_t *flags) {
    const uint32_t *local = m->program->shader.local_size;
    const uint32_t index = w->first + lane, size = m->subgroup_size;
    switch (builtin) {
    case SpvBuiltInLocalInvocationId: return local_id(local, index, component);
    case SpvBuiltInGlobalInvocationId:
        return w->group->id[component] * local[component] + local_id(local, index, component);
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
    case SpvBuiltInNumSubgroups: return (m->invocations + size - 1u) / size;
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

int nbl_has_input(uint32_t builtin) {
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
        r->expanded = r->mixed = r->tagged = r->partial = 0;
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

void nbl_group_begin(nbl_machine_t *m, nbl_group_t *group, uint32_t index) {
    group->index = index;
    group->id[0] = m->run->base[0] + index % m->groups[0];
    group->id[1] = m->run->base[1] + index / m->groups[0] % m->groups[1];
    group->id[2] = m->run->base[2] + index / m->groups[0] / m->groups[1];
    group->running = 1;
    for (uint32_t i = 1; i < m->program->object_count; i++) {
        nbl_object_t *object = &group->shared[i];
        if (object->data == NULL) continue;
        const int zeroed = m->program->globals[object->global].is_zeroed;
        memset(object->data, zeroed ? 0 : 0xA5, (size_t)object->bytes);
        memset(object->flags, zeroed ? 0 : NBL_FLAG_UNDEFINED, (size_t)object->bytes / 4u + 1u);
        memset(object->holes, zeroed ? 0 : 0xF, (size_t)object->bytes / 4u + 1u);
        object->wild = object->seen = object->tainted = object->by_ticket = object->outlasts = object->bounded = 0;
        memset(object->seen_in, 0, sizeof object->seen_in);
        memset(object->bounded_in, 0, sizeof object->bounded_in);
    }
    if (m->checks) nbl_race_begin_group(m, group);
    if (m->trace != NULL) nbl_trace_begin(m, group);
    for (uint32_t i = 0; i < group->wave_count; i++) begin_wave(m, &group->waves[i]);
    m->report->workgroups++;
}

void nbl_group_make(nbl_machine_t *m, nbl_group_t *group) {
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
