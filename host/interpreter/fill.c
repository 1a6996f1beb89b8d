/* Fills buffers by the types in them: random numbers that a shader may take as sizes and indices, and values by name.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/translate.h"
#include "nbl/host/interpreter.h"

#include <stdio.h>
#include <string.h>

typedef struct fill_t {
    const nbl_shader_t *shader;
    unsigned char *data;
    uint64_t bytes, state;
    nbl_interpreter_value_t *values;
    uint32_t value_count;
    bool random, positive;
    char path[512];
} fill_t;

static uint32_t draw(fill_t *fill) { /* splitmix64 */
    uint64_t z = fill->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 33);
}

static void put(fill_t *fill, const nbl_type_t *type, uint64_t at, double value) {
    union {
        float f;
        double d;
        uint64_t u;
    } bits = {.u = 0};
    const uint32_t bytes = (uint32_t)type->bytes;
    if (type->kind != NBL_TYPE_FLOAT)
        bits.u = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    else if (type->width == 64)
        bits.d = value;
    else if (type->width == 32)
        bits.f = (float)value;
    else
        bits.u = nbl_half_from_float((float)value);
    if (bytes == 4)
        memcpy(fill->data + at, &bits, 4); /* without a call */
    else
        memcpy(fill->data + at, &bits, bytes);
}

static int ends_with(const char *path, const char *name) {
    const size_t length = strlen(path), size = strlen(name);
    if (size > length || strcmp(path + length - size, name) != 0) return 0;
    return size == length || path[length - size - 1u] == '.';
}

static void fill_scalar(fill_t *fill, const nbl_type_t *type, uint64_t at, nbl_interpreter_value_t *value) {
    if (at + type->bytes > fill->bytes || type->width == 0) return;
    if (value != NULL) {
        put(fill, type, at, value->value);
        value->members++;
    } else if (fill->random) {
        const uint32_t bits = draw(fill);
        put(fill, type, at,
            type->kind != NBL_TYPE_FLOAT
                ? bits % 16u
                : (fill->positive ? 0 : -1) + (fill->positive ? 1 : 2) * (bits / 2147483648.0));
    }
}

static void fill_type(fill_t *fill, const nbl_type_t *type, uint64_t at, uint32_t matrix_stride, int row_major,
                      nbl_interpreter_value_t *value) {
    if (at >= fill->bytes) return;
    for (uint32_t i = 0; value == NULL && i < fill->value_count; i++)
        if (ends_with(fill->path, fill->values[i].name)) value = &fill->values[i];
    switch (type->kind) {
    case NBL_TYPE_STRUCT: {
        const size_t length = strlen(fill->path);
        for (uint32_t i = 0; i < type->count; i++) {
            const char *name = nbl_shader_member_name(fill->shader, type->id, i);
            snprintf(fill->path + length, sizeof fill->path - length, ".%s", name != NULL ? name : "");
            fill_type(fill, type->members[i], at + nbl_member_offset(type, i),
                      type->matrix_strides[i] != 0 ? type->matrix_strides[i] : matrix_stride,
                      type->matrix_strides[i] != 0 ? type->row_major[i] : row_major, value);
            fill->path[length] = '\0';
        }
        break;
    }
    case NBL_TYPE_RUNTIME_ARRAY:
    case NBL_TYPE_ARRAY: {
        const uint32_t stride = nbl_element_stride(type);
        const uint64_t count = type->kind == NBL_TYPE_ARRAY ? type->count
                               : stride != 0                ? (fill->bytes - at) / stride
                                                            : 0;
        for (uint64_t i = 0; i < count; i++)
            fill_type(fill, type->element, at + i * stride, matrix_stride, row_major, value);
        break;
    }
    case NBL_TYPE_MATRIX:
    case NBL_TYPE_VECTOR: {
        const int swapped = row_major && matrix_stride != 0;
        const uint64_t step = type->kind == NBL_TYPE_VECTOR ? (swapped ? matrix_stride : type->element->bytes)
                              : swapped                     ? type->element->element->bytes
                              : matrix_stride != 0          ? matrix_stride
                                                            : type->element->bytes;
        for (uint32_t i = 0; i < type->count; i++)
            fill_type(fill, type->element, at + i * step, matrix_stride, row_major, value);
        break;
    }
    case NBL_TYPE_INT:
    case NBL_TYPE_FLOAT: fill_scalar(fill, type, at, value); break;
    default: break;
    }
}

void nbl_interpreter_fill(const nbl_interpreter_t *interpreter, const nbl_interpreter_resource_t *resource, void *data,
                          uint64_t bytes, uint64_t seed, bool random, nbl_interpreter_value_t *values,
                          uint32_t value_count) {
    const nbl_program_t *program = (const nbl_program_t *)(const void *)interpreter; /* its first member */
    if (!random && value_count == 0) return;
    fill_t fill = {&program->shader, data, bytes, seed, values, value_count, random, false, ""};
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
            for (uint64_t at = 0; at + 4u <= bytes; at += 4u) fill_scalar(&fill, type->element, at, NULL);
        } else {
            snprintf(fill.path, sizeof fill.path, "%s", global->name);
            fill_type(&fill, global->type, 0, 0, 0, NULL);
        }
        return;
    }
}
