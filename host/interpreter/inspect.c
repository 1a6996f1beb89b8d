/* Finds variables by name for a debugger: their values, and which invocation stored them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/debug.h"
#include "interpreter/translate.h"

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8 }; /* parts of a long value that its text shows; chosen */

/* ---- parts */

static const nbl_type_t *image_of(const nbl_type_t *type) {
    return type->kind == NBL_TYPE_SAMPLED_IMAGE && type->element != NULL ? type->element : type;
}

uint64_t nbl_inspect_count(const nbl_thing_t *thing) {
    const nbl_type_t *type = thing->type;
    switch (type->kind) {
    case NBL_TYPE_VECTOR:
    case NBL_TYPE_MATRIX:
    case NBL_TYPE_ARRAY:
    case NBL_TYPE_STRUCT: return type->count;
    case NBL_TYPE_RUNTIME_ARRAY: {
        const uint32_t stride = nbl_element_stride(type);
        if (thing->object == NULL || stride == 0 || thing->object->bytes <= thing->byte) return 0;
        return (thing->object->bytes - thing->byte) / stride;
    }
    case NBL_TYPE_IMAGE:
    case NBL_TYPE_SAMPLED_IMAGE:
        return thing->object != NULL && thing->object->data != NULL && image_of(type)->element != NULL
                   ? thing->object->bytes / 16u
                   : 0;
    default: return 0;
    }
}

static void name_part(const nbl_debug_t *d, const nbl_thing_t *thing, uint64_t index, char *name, size_t bytes) {
    const nbl_type_t *type = thing->type;
    const char *member = type->kind == NBL_TYPE_STRUCT
                             ? nbl_shader_member_name(&d->m->program->shader, type->id, (uint32_t)index)
                             : NULL;
    if (type->kind == NBL_TYPE_VECTOR && index < 4) {
        snprintf(name, bytes, "%c", "xyzw"[index]);
    } else if (type->kind == NBL_TYPE_STRUCT) {
        if (member != NULL && member[0] != '\0')
            snprintf(name, bytes, "%s", member);
        else
            snprintf(name, bytes, "_%u", (unsigned)index);
    } else if (type->kind == NBL_TYPE_IMAGE || type->kind == NBL_TYPE_SAMPLED_IMAGE) {
        const uint64_t width = thing->object->width != 0 ? thing->object->width : 1;
        snprintf(name, bytes, "(%llu, %llu)", (unsigned long long)(index % width), (unsigned long long)(index / width));
    } else {
        snprintf(name, bytes, "[%llu]", (unsigned long long)index);
    }
}

int nbl_inspect_part(const nbl_debug_t *d, const nbl_thing_t *thing, uint64_t index, char *name, size_t bytes,
                     nbl_thing_t *part) {
    const nbl_type_t *type = thing->type;
    uint64_t leaves = 0; /* scalars before the part */
    if (index >= nbl_inspect_count(thing)) return 0;
    *part = *thing;
    if (bytes != 0) name_part(d, thing, index, name, bytes);
    if (type->kind == NBL_TYPE_IMAGE || type->kind == NBL_TYPE_SAMPLED_IMAGE) {
        part->type = image_of(type)->element;
        part->byte = index * 16u;
        return 1;
    }
    part->type = type->kind == NBL_TYPE_STRUCT ? type->members[index] : type->element;
    if (part->type == NULL) return 0;
    if (thing->wave != NULL) {
        if (type->kind == NBL_TYPE_STRUCT)
            for (uint32_t i = 0; i < index; i++) leaves += type->members[i]->leaves;
        else
            leaves = index * type->element->leaves;
        if (part->registers != NULL) part->registers += leaves;
        part->row += (uint32_t)leaves;
        return 1;
    }
    switch (type->kind) {
    case NBL_TYPE_STRUCT:
        part->byte += nbl_member_offset(type, (uint32_t)index);
        part->matrix_stride = type->matrix_strides[index];
        part->row_major = type->row_major[index];
        break;
    case NBL_TYPE_MATRIX:
        if (thing->row_major)
            part->byte +=
                index * type->element->element->bytes; /* row-major: column `index` begins so far in each row */
        else
            part->byte += index * (thing->matrix_stride != 0 ? thing->matrix_stride : type->element->bytes);
        break;
    case NBL_TYPE_VECTOR:
        part->byte +=
            index * (thing->row_major && thing->matrix_stride != 0 ? thing->matrix_stride : type->element->bytes);
        break;
    default: part->byte += index * nbl_element_stride(type);
    }
    return 1;
}

/* ---- scalars */

int nbl_inspect_scalar(const nbl_debug_t *d, const nbl_thing_t *thing, nbl_scalar_t *scalar) {
    const nbl_type_t *type = thing->type;
    if (type->kind != NBL_TYPE_BOOL && type->kind != NBL_TYPE_INT && type->kind != NBL_TYPE_FLOAT) return 0;
    *scalar = (nbl_scalar_t){
        .kind = type->kind, .width = type->kind == NBL_TYPE_BOOL ? 1 : type->width, .is_signed = type->is_signed};
    if (thing->wave != NULL) {
        const uint32_t row = thing->registers != NULL ? thing->registers[0] : thing->row;
        if (row >= d->m->program->register_count) return 0;
        scalar->bits = nbl_row_lane(d->m, thing->wave, row, thing->lane);
        scalar->is_undefined = nbl_row_holes(thing->wave, row, thing->lane) != 0;
    } else {
        const nbl_object_t *object = thing->object;
        const uint32_t bytes = type->bytes != 0 && type->bytes <= 8 ? (uint32_t)type->bytes : 4u;
        if (object->data == NULL || thing->byte + bytes > object->bytes) return 0;
        memcpy(&scalar->bits, object->data + thing->byte, bytes);
        if (object->flags != NULL && (object->flags[thing->byte / 4u] & NBL_FLAG_UNDEFINED)) {
            scalar->is_undefined = object->holes == NULL;
            for (uint64_t i = thing->byte; object->holes != NULL && i < thing->byte + bytes; i++)
                scalar->is_undefined |= object->holes[i / 4u] >> i % 4u & 1u;
        }
    }
    if (scalar->width < 64) scalar->bits &= ((uint64_t)1 << scalar->width) - 1u;
    return 1;
}

void nbl_scalar_text(const nbl_scalar_t *scalar, char *text, size_t bytes) {
    const unsigned unused = 64u - scalar->width;
    if (scalar->is_undefined) {
        snprintf(text, bytes, "undefined");
    } else if (scalar->kind == NBL_TYPE_BOOL) {
        snprintf(text, bytes, "%s", scalar->bits != 0 ? "true" : "false");
    } else if (scalar->kind == NBL_TYPE_FLOAT) {
        float single;
        double value;
        const uint32_t low = (uint32_t)scalar->bits;
        memcpy(&single, &low, sizeof single);
        memcpy(&value, &scalar->bits, sizeof value);
        if (scalar->width == 16) single = nbl_half_to_float(low);
        if (scalar->width == 64)
            snprintf(text, bytes, "%.17g", value);
        else
            snprintf(text, bytes, "%.9g", (double)single);
    } else if (scalar->is_signed) {
        snprintf(text, bytes, "%lld", (long long)((int64_t)(scalar->bits << unused) >> unused));
    } else {
        snprintf(text, bytes, "%llu", (unsigned long long)scalar->bits);
    }
}

/* ---- text */

static void show(const nbl_debug_t *d, const nbl_thing_t *thing, nbl_bounded_t *text, uint32_t depth) {
    char scalar_text[64], name[128];
    nbl_scalar_t scalar;
    nbl_thing_t part;
    if (nbl_inspect_scalar(d, thing, &scalar)) {
        nbl_scalar_text(&scalar, scalar_text, sizeof scalar_text);
        nbl_bounded_add(text, "%s", scalar_text);
        return;
    }
    const uint64_t count = nbl_inspect_count(thing);
    if (count == 0) {
        nbl_bounded_add(text, "%s", thing->type->kind == NBL_TYPE_POINTER ? "a pointer" : "nothing");
        return;
    }
    if (depth == 3) {
        nbl_bounded_add(text, "...");
        return;
    }
    nbl_bounded_add(text, thing->type->kind == NBL_TYPE_VECTOR ? "(" : "{");
    for (uint64_t i = 0; i < count && i < SHOWN; i++) {
        if (!nbl_inspect_part(d, thing, i, name, sizeof name, &part)) break;
        if (i != 0) nbl_bounded_add(text, ", ");
        if (thing->type->kind == NBL_TYPE_STRUCT) nbl_bounded_add(text, "%s = ", name);
        show(d, &part, text, depth + 1u);
    }
    if (count > SHOWN) nbl_bounded_add(text, ", ...");
    nbl_bounded_add(text, thing->type->kind == NBL_TYPE_VECTOR ? ")" : "}");
}

void nbl_inspect_text(const nbl_debug_t *d, const nbl_thing_t *thing, char *text, size_t bytes) {
    nbl_bounded_t out = {text, bytes, 0};
    text[0] = '\0';
    show(d, thing, &out, 0);
}

void nbl_inspect_type(const nbl_debug_t *d, const nbl_type_t *type, char *text, size_t bytes) {
    char inner[96], count[16] = "";
    const char *name;
    switch (type->kind) {
    case NBL_TYPE_BOOL: snprintf(text, bytes, "bool"); return;
    case NBL_TYPE_INT:
        snprintf(text, bytes, "%sint", type->is_signed ? "" : "u");
        if (type->width != 32) snprintf(text, bytes, "%sint%u_t", type->is_signed ? "" : "u", (unsigned)type->width);
        return;
    case NBL_TYPE_FLOAT:
        snprintf(text, bytes, "%s", type->width == 16 ? "float16_t" : type->width == 64 ? "double" : "float");
        return;
    case NBL_TYPE_VECTOR:
    case NBL_TYPE_MATRIX:
    case NBL_TYPE_ARRAY:
    case NBL_TYPE_RUNTIME_ARRAY:
        nbl_inspect_type(d, type->element, inner, sizeof inner);
        if (type->kind != NBL_TYPE_RUNTIME_ARRAY) snprintf(count, sizeof count, "%u", (unsigned)type->count);
        if (type->kind == NBL_TYPE_VECTOR || type->kind == NBL_TYPE_MATRIX)
            snprintf(text, bytes, "%s%s%s", inner, type->kind == NBL_TYPE_MATRIX ? "x" : "", count);
        else
            snprintf(text, bytes, "%s[%s]", inner, count);
        return;
    case NBL_TYPE_STRUCT:
        name = d->m->program->shader.ids[type->id].name;
        snprintf(text, bytes, "%s", name != NULL && name[0] != '\0' ? name : "struct");
        return;
    case NBL_TYPE_IMAGE:
    case NBL_TYPE_SAMPLED_IMAGE: snprintf(text, bytes, "image"); return;
    default: snprintf(text, bytes, "pointer");
    }
}

/* ---- variables */

static int has_name(const char *name) { return name != NULL && name[0] != '\0'; }

/* Finds the value of an identifier: a value of a function, or a variable of an invocation. */
static int of_identifier(const nbl_debug_t *d, uint32_t id, const nbl_wave_t *w, uint32_t lane, nbl_thing_t *thing) {
    const nbl_program_t *p = d->m->program;
    const nbl_value_t *value = &p->values[id];
    const nbl_type_t *type = p->shader.ids[id].type;
    if (w == NULL || type == NULL) return 0;
    *thing = (nbl_thing_t){.type = type, .wave = w, .lane = lane};
    if (value->pointer != NULL && type->kind == NBL_TYPE_POINTER) { /* a variable in registers of the function */
        if (!value->pointer->is_private || value->pointer->base != NBL_NONE) return 0;
        thing->type = value->pointer->type;
        thing->row = (uint32_t)value->pointer->offset;
        return 1;
    }
    if (value->registers == NULL) return 0;
    thing->registers = value->registers;
    if (type->kind != NBL_TYPE_POINTER || type->element == NULL) return value->count >= type->leaves;
    const uint64_t row = nbl_row_lane(d->m, w, value->registers[0], lane); /* a parameter: a caller's variable */
    if (row + type->element->leaves > p->register_count) return 0;
    *thing = (nbl_thing_t){.type = type->element, .wave = w, .lane = lane, .row = (uint32_t)row};
    return 1;
}

/* Finds local variable number `index` of a frame. Returns its identifier; 0: there are no more. */
static uint32_t local(const nbl_debug_t *d, const nbl_wave_t *w, uint32_t lane, uint32_t depth, uint32_t index,
                      const char **name, nbl_thing_t *thing) {
    const nbl_shader_t *shader = &d->m->program->shader;
    if (w == NULL || depth >= w->depth) return 0;
    const nbl_procedure_t *of = &shader->procedures[w->frames[depth].procedure];
    for (uint32_t i = of->first; i < of->end; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (each->result == 0 || each->opcode == SpvOpFunction || each->opcode == SpvOpLabel) continue;
        *name = shader->ids[each->result].name;
        if (!has_name(*name) || !of_identifier(d, each->result, w, lane, thing)) continue;
        if (index-- == 0) return each->result;
    }
    return 0;
}

static int of_invocation(const nbl_debug_t *d, int is_input, const nbl_wave_t *w, uint32_t lane, uint32_t index,
                         const char **name, nbl_thing_t *thing) {
    const nbl_shader_t *shader = &d->m->program->shader;
    for (uint32_t i = 0; i < shader->variable_count; i++) {
        const nbl_instruction_t *each = &shader->instructions[shader->variables[i]];
        const uint32_t storage = nbl_operand(each, 0);
        if ((storage == SpvStorageClassInput) != is_input) continue;
        if (!is_input && storage != SpvStorageClassPrivate && storage != SpvStorageClassOutput) continue;
        *name = shader->ids[each->result].name;
        if (!has_name(*name) || !of_identifier(d, each->result, w, lane, thing)) continue;
        if (index-- == 0) return 1;
    }
    return 0;
}

static int of_memory(const nbl_debug_t *d, int is_shared, const nbl_wave_t *w, uint32_t index, const char **name,
                     nbl_thing_t *thing) {
    const nbl_machine_t *m = d->m;
    for (uint32_t g = 0; g < m->program->global_count; g++) {
        const nbl_global_t *global = &m->program->globals[g];
        if ((global->kind == NBL_OBJECT_SHARED) != is_shared || global->kind == NBL_OBJECT_SAMPLER) continue;
        if (is_shared && w == NULL) continue;
        for (uint32_t i = 0; i < global->count; i++) {
            const nbl_object_t *object =
                is_shared ? &w->group->shared[global->first_object] : &m->objects[global->first_object + i];
            *thing = (nbl_thing_t){.type = global->type, .object = object};
            if (object->same != 0) { /* a window of another object */
                thing->byte = object->shift;
                thing->object = &m->objects[object->same];
            }
            *name = global->name;
            if (thing->object->data == NULL) continue;
            if (index-- == 0) return 1;
        }
    }
    return 0;
}

int nbl_inspect_variable(const nbl_debug_t *d, nbl_variables_t scope, const nbl_wave_t *w, uint32_t lane,
                         uint32_t depth, uint32_t index, const char **name, nbl_thing_t *thing) {
    if (w != NULL && lane >= w->lanes) return 0;
    switch (scope) {
    case NBL_VARIABLES_LOCALS: return local(d, w, lane, depth, index, name, thing) != 0;
    case NBL_VARIABLES_BUILT_IN: return of_invocation(d, 1, w, lane, index, name, thing);
    case NBL_VARIABLES_GLOBALS: return of_invocation(d, 0, w, lane, index, name, thing);
    default: return of_memory(d, scope == NBL_VARIABLES_SHARED, w, index, name, thing);
    }
}

static int is_named(const char *name, const char *wanted, size_t length) {
    return strncmp(name, wanted, length) == 0 && name[length] == '\0';
}

/* The instructions of a function that use a value, from the first to the last. */
typedef struct uses_t {
    uint32_t first, last;
} uses_t;

static uses_t uses_of(const nbl_shader_t *shader, const nbl_procedure_t *of, uint32_t id) {
    uses_t uses = {of->end, of->first};
    for (uint32_t i = of->first; i < of->end; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        int is_used = each->result == id && each->opcode != SpvOpVariable; /* variables stand at the function's top */
        for (uint32_t k = 0; k < nbl_operand_count(each) && !is_used; k++) is_used = nbl_operand(each, k) == id;
        if (!is_used) continue;
        if (uses.first == of->end) uses.first = i;
        uses.last = i;
    }
    return uses;
}

/* Returns whether the variable with the uses `a` is meant at an instruction, rather than the one with the uses `b`:
 * the one that is in use, of two the inner; else the one that was used last; else the first one. */
static int is_nearer(uses_t a, uses_t b, uint32_t at) {
    const int is_in_a = a.first <= at && at <= a.last, is_in_b = b.first <= at && at <= b.last;
    if (is_in_a != is_in_b) return is_in_a;
    if (is_in_a) return a.first > b.first;
    if ((a.last < at) != (b.last < at)) return a.last < at;
    return a.last < at ? a.last > b.last : a.first < b.first;
}

/* Returns the instruction where a frame stands. */
static uint32_t where(const nbl_debug_t *d, const nbl_wave_t *w, uint32_t depth) {
    const nbl_program_t *p = d->m->program;
    const uint32_t op = nbl_debug_op(d, w, depth);
    return op < p->op_count ? p->ops[op].instruction : p->shader.procedures[w->frames[depth].procedure].first;
}

/* Returns the identifier of the local variable that a name means in a frame; 0: none. A function may have several of
 * the name, such as the counters of two loops: the innermost one by the scopes of debug information, else by its uses.
 */
static uint32_t local_of_name(const nbl_debug_t *d, const nbl_wave_t *w, uint32_t lane, uint32_t depth,
                              const char *name, size_t length, nbl_thing_t *thing) {
    const nbl_shader_t *shader = &d->m->program->shader;
    if (w == NULL || depth >= w->depth || lane >= w->lanes) return 0;
    const nbl_procedure_t *of = &shader->procedures[w->frames[depth].procedure];
    const uint32_t at = where(d, w, depth);
    uses_t best = {0, 0};
    uint32_t id = 0, least = NBL_NONE;
    nbl_thing_t found;
    for (uint32_t i = of->first; i < of->end; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (each->result == 0 || each->opcode == SpvOpFunction || each->opcode == SpvOpLabel) continue;
        const char *own = shader->ids[each->result].name;
        if (!has_name(own) || !is_named(own, name, length) || !of_identifier(d, each->result, w, lane, &found))
            continue;
        const uint32_t between = nbl_scopes_between(shader, each->result, at);
        const uses_t uses = uses_of(shader, of, each->result);
        if (id != 0 && (between > least || (between == least && !is_nearer(uses, best, at)))) continue;
        id = each->result;
        best = uses;
        least = between;
        *thing = found;
    }
    return id;
}

int nbl_inspect_find(const nbl_debug_t *d, const nbl_wave_t *w, uint32_t lane, uint32_t depth, const char *name,
                     size_t length, nbl_thing_t *thing) {
    const char *each;
    char part_name[128];
    nbl_thing_t found, part;
    int is_found = local_of_name(d, w, lane, depth, name, length, thing) != 0;
    for (uint32_t scope = NBL_VARIABLES_LOCALS + 1u; scope < NBL_VARIABLES_COUNT && !is_found; scope++)
        for (uint32_t i = 0; nbl_inspect_variable(d, (nbl_variables_t)scope, w, lane, depth, i, &each, &found); i++)
            if (is_named(each, name, length)) *thing = found, is_found = 1;
    for (uint32_t i = 0;
         !is_found && nbl_inspect_variable(d, NBL_VARIABLES_RESOURCES, w, lane, depth, i, &each, &found);
         i++) /* members of blocks without a name of their own */
        for (uint64_t k = 0; found.type->kind == NBL_TYPE_STRUCT && !is_found &&
                             nbl_inspect_part(d, &found, k, part_name, sizeof part_name, &part);
             k++)
            if (is_named(part_name, name, length)) *thing = part, is_found = 1;
    return is_found;
}

int nbl_inspect_is_hidden(const nbl_debug_t *d, nbl_variables_t scope, const nbl_wave_t *w, uint32_t lane,
                          uint32_t depth, uint32_t index) {
    const nbl_shader_t *shader = &d->m->program->shader;
    const char *name;
    nbl_thing_t thing, other;
    if (scope != NBL_VARIABLES_LOCALS) return 0;
    const uint32_t id = local(d, w, lane, depth, index, &name, &thing);
    if (id == 0 || shader->declared[id].scope == 0 || shader->scopes[where(d, w, depth)] == 0) return 0;
    return nbl_scopes_between(shader, id, where(d, w, depth)) == NBL_NONE ||
           local_of_name(d, w, lane, depth, name, strlen(name), &other) != id;
}

/* ---- who stored */

int nbl_inspect_writer(const nbl_debug_t *d, const nbl_thing_t *thing, nbl_writer_t *writer) {
    const nbl_machine_t *m = d->m;
    if (thing->wave != NULL || thing->object == NULL || thing->object->pages == NULL) return 0;
    const uint64_t cell = thing->object->fine ? thing->byte : thing->byte / 4u;
    if (thing->byte >= thing->object->bytes) return 0;
    const nbl_page_t *page = thing->object->pages[cell / NBL_CELLS_OF_PAGE];
    const uint32_t at = (uint32_t)(cell % NBL_CELLS_OF_PAGE);
    if (page == NULL) return 0;
    const nbl_record_t *last = page->write[at].stamp != 0 ? &page->write[at] : NULL;
    for (uint32_t k = 0; page->atomic != NULL && k < 2; k++) {
        const nbl_record_t *atomic = &page->atomic[at][k];
        if ((page->atomic_wrote[at] >> k & 1u) && atomic->stamp != 0 && (last == NULL || atomic->stamp >= last->stamp))
            last = atomic;
    }
    if (last == NULL || last->site == 0) return 0;
    writer->workgroup = last->who / m->invocations;
    writer->invocation = last->who % m->invocations;
    nbl_report_place(m, m->sites[last->site].op, &writer->place);
    return 1;
}

/* ---- texts in the module */

static int is_of_debug(const nbl_shader_t *shader, const nbl_instruction_t *each, uint32_t what) {
    return each->opcode == SpvOpExtInst && each->count >= 6 && each->words[4] == what &&
           each->words[3] < shader->bound && shader->ids[each->words[3]].kind == NBL_IS_EXTENSION &&
           strcmp(shader->ids[each->words[3]].name, "NonSemantic.Shader.DebugInfo.100") == 0;
}

static const char *string_at(const nbl_shader_t *shader, uint32_t id) {
    return id < shader->bound && shader->ids[id].kind == NBL_IS_STRING ? shader->ids[id].name : NULL;
}

/* Returns the length of a literal that begins at word `from` of an instruction; 0: it has no end. */
static size_t literal(const nbl_instruction_t *each, uint32_t from, const char **text) {
    if (from >= each->count) return 0;
    *text = (const char *)(each->words + from);
    const char *end = memchr(*text, 0, (size_t)(each->count - from) * 4u);
    return end != NULL ? (size_t)(end - *text) : 0;
}

typedef struct joined_t {
    char *text;
    size_t length;
} joined_t;

static void add_text(joined_t *to, const char *text, size_t length) {
    char *grown = realloc(to->text, to->length + length + 1u);
    if (grown == NULL) return;
    memcpy(grown + to->length, text, length);
    to->text = grown;
    to->length += length;
    grown[to->length] = '\0';
}

char *nbl_inspect_source(const nbl_interpreter_t *interpreter, const char *file) {
    const nbl_shader_t *shader = &interpreter->program.shader;
    joined_t text = {NULL, 0};
    int goes_on = 0;
    for (uint32_t i = 0; i < shader->instruction_count; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        const char *name = NULL, *piece = NULL;
        size_t length = 0;
        if (is_of_debug(shader, each, NonSemanticShaderDebugInfo100DebugSource)) {
            name = string_at(shader, each->words[5]);
            goes_on = name != NULL && strcmp(name, file) == 0 && each->count >= 7;
            piece = goes_on ? string_at(shader, each->words[6]) : NULL;
            length = piece != NULL ? strlen(piece) : 0;
        } else if (is_of_debug(shader, each, NonSemanticShaderDebugInfo100DebugSourceContinued)) {
            piece = goes_on ? string_at(shader, each->words[5]) : NULL;
            length = piece != NULL ? strlen(piece) : 0;
        } else if (each->opcode == SpvOpSource && each->count >= 5) {
            name = string_at(shader, each->words[3]);
            goes_on = name != NULL && strcmp(name, file) == 0;
            length = goes_on ? literal(each, 4, &piece) : 0;
        } else if (each->opcode == SpvOpSourceContinued && goes_on) {
            length = literal(each, 1, &piece);
        }
        if (length != 0) add_text(&text, piece, length);
    }
    /* glslang writes how the module was made before the text */
    const char *begin = text.text != NULL && strncmp(text.text, "// OpModuleProcessed", 20) == 0
                            ? strstr(text.text, "\n#line 1\n")
                            : NULL;
    if (begin != NULL) memmove(text.text, begin + 9, strlen(begin + 9) + 1u);
    return text.text;
}
