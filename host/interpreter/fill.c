/* Fills buffers by the types in them: with random numbers that do for sizes and indices, and with given values by name.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/translate.h"
#include "nbl/host/interpreter.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

#define MOST_DRAWN ((uint64_t)1 << 24) /* bytes of an array that are drawn, and then repeated; chosen */
#define MOST_POINTED 1024u             /* elements of memory that a resource's pointers lead to; chosen */
#define MOST_LITERALS 256u             /* of a kind; chosen: more make each of them rarer */

/* Literals of the shader: among them are the numbers that it compares its inputs with. */
typedef struct literals_t {
    double numbers[MOST_LITERALS];
    uint32_t count;
} literals_t;

typedef struct fill_t {
    const nbl_program_t *program;
    literals_t literals[2]; /* 0: integers, 1: float32 */
    unsigned char *data;
    uint64_t bytes, state;
    nbl_interpreter_value_t *values;
    uint32_t value_count;
    nbl_interpreter_contents_t contents;
    bool positive;
    bool names;            /* members' paths are needed: values or pointers are given by name */
    bool indices, letters; /* some of the given names hold indices, or letters */
    const nbl_interpreter_addresses_t *addresses;
    uint64_t pointers;              /* pointers that were filled so far */
    nbl_interpreter_value_t *value; /* the given value of the member that is being filled; NULL: drawn */
    uint64_t next;                  /* which of the value's numbers comes next */
    char path[512], indexed[512];   /* the member's path, without and with the indices of arrays */
} fill_t;

static uint32_t draw(fill_t *fill) { /* splitmix64 */
    uint64_t z = fill->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 33);
}

static uint64_t whole(nbl_interpreter_number_t number) {
    if (number.is_whole) return number.bits;
    if (!(number.value > -9.2e18)) return number.value < 0 ? (uint64_t)INT64_MIN : 0; /* 0 for NaN */
    if (number.value >= 1.8e19) return UINT64_MAX;
    return number.value < 0 ? (uint64_t)(int64_t)number.value : (uint64_t)number.value;
}

static void put(fill_t *fill, const nbl_type_t *type, uint64_t at, nbl_interpreter_number_t number) {
    union {
        float f;
        double d;
        uint64_t u;
    } bits = {.u = 0};
    const uint32_t bytes = (uint32_t)type->bytes;
    if (type->kind != NBL_TYPE_FLOAT)
        bits.u = whole(number);
    else if (type->width == 64)
        bits.d = number.value;
    else if (type->width == 32)
        bits.f = (float)number.value;
    else if (type->is_bfloat) {
        bits.f = (float)number.value;
        bits.u = bits.u >> 16 & 0xFFFFu;
    } else
        bits.u = nbl_half_from_float((float)number.value);
    if (bytes == 4)
        memcpy(fill->data + at, &bits, 4); /* a constant size: no call */
    else
        memcpy(fill->data + at, &bits, bytes);
}

static int ends_with(const char *path, const char *name) {
    const size_t length = strlen(path), size = strlen(name);
    if (size > length || strcmp(path + length - size, name) != 0) return 0;
    return size == length || path[length - size - 1u] == '.';
}

static uint64_t scalars_of(const nbl_type_t *type) { return type->kind == NBL_TYPE_RUNTIME_ARRAY ? 0 : type->leaves; }

/* Finds the given value whose name is the current member's path. */
static void choose_value(fill_t *fill, const nbl_type_t *type) {
    nbl_interpreter_value_t *best = NULL;
    for (uint32_t i = 0; i < fill->value_count; i++) {
        nbl_interpreter_value_t *each = &fill->values[i];
        if (!ends_with(strchr(each->name, '[') != NULL ? fill->indexed : fill->path, each->name)) continue;
        each->members++;
        if (best == NULL || strlen(each->name) >= strlen(best->name)) best = each;
    }
    if (best == NULL || best == fill->value) return;
    fill->value = best;
    fill->next = 0;
    const uint64_t scalars = scalars_of(type);
    if (best->count > 1 && scalars != 0 && scalars != best->count) best->misfit = scalars;
}

static void add_literal(literals_t *literals, double number) {
    for (uint32_t i = 0; i < literals->count; i++)
        if (literals->numbers[i] == number) return;
    if (literals->count < MOST_LITERALS) literals->numbers[literals->count++] = number;
}

static void find_literals(fill_t *fill) {
    const nbl_shader_t *shader = &fill->program->shader;
    for (uint32_t id = 0; id < shader->bound; id++) {
        const nbl_identifier_t *known = &shader->ids[id];
        if (known->kind != NBL_IS_CONSTANT || known->type->width != 32) continue;
        const nbl_constant_t *constant = &shader->constants[known->index];
        if (constant->values == NULL || constant->is_undefined) continue;
        const uint32_t bits = (uint32_t)constant->values[0];
        float value;
        memcpy(&value, &bits, sizeof value);
        if (known->type->kind == NBL_TYPE_INT)
            add_literal(&fill->literals[0], known->type->is_signed ? (double)(int32_t)bits : (double)bits);
        else if (known->type->kind == NBL_TYPE_FLOAT && value - value == 0) /* finite */
            add_literal(&fill->literals[1], value);
    }
    for (uint32_t i = 0; i < fill->program->op_count; i++) {
        const nbl_op_t *op = &fill->program->ops[i];
        if (op->code != NBL_OP_SWITCH || op->form == 64) continue;
        const nbl_instruction_t *each = &shader->instructions[op->instruction];
        for (uint32_t k = 3; k + 1u < each->count; k += 2u) add_literal(&fill->literals[0], each->words[k]);
    }
}

static double drawn(fill_t *fill, bool is_float) {
    const uint32_t bits = draw(fill); /* 31 bits */
    const double part = bits / 2147483648.0;
    nbl_interpreter_contents_t contents = fill->contents;
    if (contents == NBL_INTERPRETER_MIXED) {
        const literals_t *literals = &fill->literals[is_float];
        const uint32_t chosen = draw(fill) % (literals->count != 0 ? 8u : 6u);
        if (chosen > 5u) return literals->numbers[bits % literals->count];
        if (chosen == 5u) return (double)(1u << bits % (is_float ? 11u : 31u));
        contents = (nbl_interpreter_contents_t)(NBL_INTERPRETER_SMALL + chosen);
    }
    switch (contents) {
    case NBL_INTERPRETER_SIZES: return is_float ? 33 + 63 * part : 33 + bits % 64u;
    case NBL_INTERPRETER_ZEROS: return 0;
    case NBL_INTERPRETER_FLAGS: return bits & 1u;
    case NBL_INTERPRETER_BITS: return is_float ? 2000 * part - 1000 : 2.0 * bits;
    default: return !is_float ? bits % 16u : fill->positive ? part : 2 * part - 1;
    }
}

static void fill_scalar(fill_t *fill, const nbl_type_t *type, uint64_t at) {
    const nbl_interpreter_value_t *value = fill->value;
    if (at + type->bytes > fill->bytes || type->width == 0) return;
    if (value != NULL) {
        const uint64_t next = value->count == 1 ? 0 : fill->next++;
        if (next < value->count) put(fill, type, at, value->numbers[next]);
    } else if (fill->contents != NBL_INTERPRETER_KEPT) {
        put(fill, type, at, (nbl_interpreter_number_t){.value = drawn(fill, type->kind == NBL_TYPE_FLOAT)});
    }
}

static const char *memory_name(const fill_t *fill, const nbl_type_t *type) {
    const char *name = fill->program->shader.ids[type->id].name;
    return name != NULL && name[0] != '\0' ? name : "device memory";
}

static void fill_pointer(fill_t *fill, const nbl_type_t *type, uint64_t at) {
    const nbl_type_t *to = type->element;
    if (at + 8u > fill->bytes || type->storage != SpvStorageClassPhysicalStorageBuffer || to == NULL) return;
    if (fill->value != NULL) {
        const uint64_t bits = whole(fill->value->numbers[0]);
        memcpy(fill->data + at, &bits, sizeof bits);
    } else if (fill->contents != NBL_INTERPRETER_KEPT && fill->addresses != NULL) {
        const nbl_type_t *last = to->kind == NBL_TYPE_STRUCT && to->count != 0 ? to->members[to->count - 1u] : to;
        const nbl_interpreter_resource_t memory = {
            .kind = NBL_INTERPRETER_MEMORY,
            .binding = to->id,
            .count = 1,
            .name = memory_name(fill, to),
            .least_bytes = nbl_memory_bytes(to),
            /* a type without an array at its end may be repeated: the pointer may lead to an array of it */
            .stride = last->kind == NBL_TYPE_RUNTIME_ARRAY ? nbl_element_stride(last) : (uint32_t)nbl_memory_bytes(to),
            .scalar = "|u1",
            .written = true,
            .read = true};
        uint64_t address = fill->addresses->address(fill->addresses->user, fill->path, &memory);
        /* pointers in an array have the same path and the same memory, but each leads to an element of its own */
        if (address != 0 && last->kind != NBL_TYPE_RUNTIME_ARRAY)
            address += fill->pointers++ % MOST_POINTED * ((memory.least_bytes + 15u) & ~(uint64_t)15);
        memcpy(fill->data + at, &address, sizeof address);
    }
}

static void fill_type(fill_t *fill, const nbl_type_t *type, uint64_t at, uint32_t matrix_stride, int row_major);

/* Fills a member or an element, whose name is appended to the paths meanwhile. */
static void fill_part(fill_t *fill, const nbl_type_t *type, uint64_t at, uint32_t matrix_stride, int row_major,
                      const char *name, const char *indexed) {
    nbl_interpreter_value_t *value = fill->value;
    if (!fill->names) { /* paths would take most of the time */
        fill_type(fill, type, at, matrix_stride, row_major);
        return;
    }
    const size_t length = strlen(fill->path), other = strlen(fill->indexed);
    const uint64_t next = fill->next;
    snprintf(fill->path + length, sizeof fill->path - length, "%s", name);
    if (fill->indices) snprintf(fill->indexed + other, sizeof fill->indexed - other, "%s%s", name, indexed);
    fill_type(fill, type, at, matrix_stride, row_major);
    fill->path[length] = fill->indexed[other] = '\0';
    if (fill->value != value) { /* the part had a value of its own: go on with the whole's */
        fill->value = value;
        fill->next = next + scalars_of(type);
    }
}

static void fill_elements(fill_t *fill, const nbl_type_t *type, uint64_t count, uint64_t at, uint64_t step,
                          uint32_t matrix_stride, int row_major) {
    static const char *const letters[] = {".x", ".y", ".z", ".w"};
    char index[32] = "";
    const uint64_t drawn = MOST_DRAWN / (step != 0 ? step : 1u) + 1u;
    if (count > drawn && !fill->indices && (fill->value == NULL || fill->value->count == 1)) {
        const uint64_t end = at + count * step < fill->bytes ? at + count * step : fill->bytes;
        fill_elements(fill, type, drawn, at, step, matrix_stride, row_major); /* drawing more would take seconds */
        for (uint64_t to = at + drawn * step; to < end; to += drawn * step)
            memcpy(fill->data + to, fill->data + at, (size_t)(end - to < drawn * step ? end - to : drawn * step));
        return;
    }
    for (uint64_t i = 0; i < count && at + i * step < fill->bytes; i++) {
        const char *name = type->kind == NBL_TYPE_VECTOR && fill->letters && i < 4 ? letters[i] : "";
        if (name[0] == '\0' && !fill->indices) {
            fill_type(fill, type->element, at + i * step, matrix_stride, row_major);
            continue;
        }
        if (name[0] == '\0') snprintf(index, sizeof index, "[%llu]", (unsigned long long)i);
        fill_part(fill, type->element, at + i * step, matrix_stride, row_major, name, index);
    }
}

static void fill_type(fill_t *fill, const nbl_type_t *type, uint64_t at, uint32_t matrix_stride, int row_major) {
    if (at >= fill->bytes) return;
    if (fill->value_count != 0) choose_value(fill, type);
    switch (type->kind) {
    case NBL_TYPE_STRUCT:
        for (uint32_t i = 0; i < type->count; i++) {
            const char *name = fill->names ? nbl_shader_member_name(&fill->program->shader, type->id, i) : NULL;
            const uint32_t stride = type->matrix_strides[i];
            char dotted[256] = "";
            if (fill->names) snprintf(dotted, sizeof dotted, ".%s", name != NULL ? name : "");
            fill_part(fill, type->members[i], at + nbl_member_offset(type, i), stride != 0 ? stride : matrix_stride,
                      stride != 0 ? type->row_major[i] : row_major, dotted, "");
        }
        break;
    case NBL_TYPE_RUNTIME_ARRAY:
    case NBL_TYPE_ARRAY: {
        const uint32_t stride = nbl_element_stride(type);
        const uint64_t count = type->kind == NBL_TYPE_ARRAY ? type->count
                               : stride != 0                ? (fill->bytes - at) / stride
                                                            : 0;
        fill_elements(fill, type, count, at, stride, matrix_stride, row_major);
        break;
    }
    case NBL_TYPE_MATRIX:
    case NBL_TYPE_VECTOR: {
        const int swapped = row_major && matrix_stride != 0;
        const uint64_t step = type->kind == NBL_TYPE_VECTOR ? (swapped ? matrix_stride : type->element->bytes)
                              : swapped                     ? type->element->element->bytes
                              : matrix_stride != 0          ? matrix_stride
                                                            : type->element->bytes;
        fill_elements(fill, type, type->count, at, step, matrix_stride, row_major);
        break;
    }
    case NBL_TYPE_INT:
    case NBL_TYPE_FLOAT: fill_scalar(fill, type, at); break;
    case NBL_TYPE_POINTER: fill_pointer(fill, type, at); break;
    default: break;
    }
}

static bool has_pointer(const nbl_type_t *type) {
    bool found = type->kind == NBL_TYPE_POINTER;
    for (uint32_t i = 0; type->kind == NBL_TYPE_STRUCT && i < type->count && !found; i++)
        found = has_pointer(type->members[i]);
    if (type->kind == NBL_TYPE_ARRAY || type->kind == NBL_TYPE_RUNTIME_ARRAY) found = has_pointer(type->element);
    return found;
}

static void look_at_names(fill_t *fill) {
    fill->names = fill->value_count != 0;
    for (uint32_t i = 0; i < fill->value_count; i++) {
        const char *name = fill->values[i].name, *point = strrchr(name, '.');
        fill->indices |= strchr(name, '[') != NULL;
        fill->letters |= point != NULL && strlen(point) == 2 && strchr("xyzw", point[1]) != NULL;
    }
}

static int ends_in_array(const nbl_type_t *type) {
    if (type->kind == NBL_TYPE_STRUCT && type->count != 0) type = type->members[type->count - 1u];
    return type->kind == NBL_TYPE_RUNTIME_ARRAY;
}

void nbl_interpreter_fill(const nbl_interpreter_t *interpreter, const nbl_interpreter_resource_t *resource, void *data,
                          uint64_t bytes, uint64_t seed, nbl_interpreter_contents_t contents,
                          nbl_interpreter_value_t *values, uint32_t value_count,
                          const nbl_interpreter_addresses_t *addresses) {
    const nbl_program_t *program = (const nbl_program_t *)(const void *)interpreter; /* its first member */
    if (contents == NBL_INTERPRETER_KEPT && value_count == 0) return;
    fill_t fill = {.program = program,
                   .data = data,
                   .bytes = bytes,
                   .state = seed,
                   .values = values,
                   .value_count = value_count,
                   .contents = contents,
                   .addresses = addresses};
    look_at_names(&fill);
    if (contents == NBL_INTERPRETER_MIXED) find_literals(&fill);
    if (resource->kind == NBL_INTERPRETER_MEMORY) {
        if (resource->binding == 0 || resource->binding >= program->shader.bound) return;
        const nbl_identifier_t *known = &program->shader.ids[resource->binding];
        if (known->kind != NBL_IS_TYPE || known->type == NULL) return;
        snprintf(fill.path, sizeof fill.path, "%s", resource->name);
        snprintf(fill.indexed, sizeof fill.indexed, "%s", resource->name);
        fill.names |= has_pointer(known->type);
        const uint64_t step = nbl_memory_bytes(known->type);
        /* a type that ends in an array fills the memory by itself, even if its head is as large as an element */
        const bool repeats = step != 0 && step == resource->stride && !ends_in_array(known->type);
        for (uint64_t at = 0; at < bytes; at += repeats ? step : bytes) fill_type(&fill, known->type, at, 0, 0);
        return;
    }
    for (uint32_t i = 0; i < program->global_count; i++) {
        const nbl_global_t *global = &program->globals[i];
        const int is_push = global->kind == NBL_OBJECT_PUSH;
        if (is_push != (resource->kind == NBL_INTERPRETER_PUSH_CONSTANTS)) continue;
        if (!is_push && (global->set != resource->set || global->binding != resource->binding ||
                         strcmp(global->name, resource->name) != 0))
            continue;
        if (global->kind == NBL_OBJECT_IMAGE) {
            const nbl_type_t *type =
                global->type->kind == NBL_TYPE_SAMPLED_IMAGE ? global->type->element : global->type;
            fill.positive = true;
            for (uint64_t at = 0; at + 4u <= bytes; at += 4u) fill_scalar(&fill, type->element, at);
        } else {
            snprintf(fill.path, sizeof fill.path, "%s", global->name);
            snprintf(fill.indexed, sizeof fill.indexed, "%s", global->name);
            fill.names |= has_pointer(global->type);
            fill_type(&fill, global->type, 0, 0, 0);
        }
        return;
    }
}
