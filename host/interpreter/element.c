/* Finds the scalar of a buffer that a byte belongs to, by the types in the buffer.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"
#include "interpreter/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append(nbl_interpreter_element_t *element, const char *format, ...) NBL_PRINTF(2, 3);
static void append(nbl_interpreter_element_t *element, const char *format, ...) {
    const size_t length = strlen(element->path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(element->path + length, sizeof element->path - length, format, arguments);
    va_end(arguments);
}

/* Returns the member that a byte belongs to: the last one that begins at or before it. */
static uint32_t member_at(const nbl_type_t *type, uint64_t byte) {
    uint32_t member = 0;
    for (uint32_t i = 1; i < type->count; i++)
        if (nbl_member_offset(type, i) <= byte && nbl_member_offset(type, i) >= nbl_member_offset(type, member))
            member = i;
    return member;
}

/* Steps into a part of a vector, a matrix or an array: *byte becomes the byte within the part. Returns the part's
 * number. */
static uint64_t step_into(uint64_t *byte, uint64_t stride, uint64_t *begin) {
    const uint64_t index = *byte / stride;
    *begin += index * stride;
    *byte -= index * stride;
    return index;
}

static bool find(const nbl_shader_t *shader, const nbl_type_t *type, uint64_t byte, nbl_interpreter_element_t *found) {
    uint32_t matrix_stride = 0;
    bool row_major = false;
    for (uint32_t depth = 0; depth < 64 && type != NULL; depth++) {
        switch (type->kind) {
        case NBL_TYPE_STRUCT: {
            if (type->count == 0) return false;
            const uint32_t member = member_at(type, byte), offset = nbl_member_offset(type, member);
            const char *name = nbl_shader_member_name(shader, type->id, member);
            if (byte < offset) return false;
            if (type->matrix_strides[member] != 0) {
                matrix_stride = type->matrix_strides[member];
                row_major = type->row_major[member];
            }
            append(found, ".%s", name != NULL ? name : "");
            found->begin += offset;
            byte -= offset;
            type = type->members[member];
            break;
        }
        case NBL_TYPE_RUNTIME_ARRAY:
        case NBL_TYPE_ARRAY: {
            const uint32_t stride = nbl_element_stride(type);
            if (stride == 0) return false;
            const uint64_t index = step_into(&byte, stride, &found->begin);
            if (type->kind == NBL_TYPE_ARRAY && index >= type->count) return false;
            append(found, "[%llu]", (unsigned long long)index);
            type = type->element;
            break;
        }
        case NBL_TYPE_MATRIX: {
            const uint64_t column = type->element->bytes, scalar = type->element->element->bytes;
            if (row_major &&
                matrix_stride != 0) { /* rows are matrix_stride bytes apart, and hold one number of each column */
                const uint64_t row = step_into(&byte, matrix_stride, &found->begin),
                               number = step_into(&byte, scalar, &found->begin);
                if (number >= type->count || row >= type->element->count) return false;
                append(found, "[%llu][%llu]", (unsigned long long)number, (unsigned long long)row);
                type = type->element->element;
                break;
            }
            const uint64_t index = step_into(&byte, matrix_stride != 0 ? matrix_stride : column, &found->begin);
            if (index >= type->count) return false;
            append(found, "[%llu]", (unsigned long long)index);
            type = type->element;
            break;
        }
        case NBL_TYPE_VECTOR: {
            const uint64_t index = step_into(&byte, type->element->bytes, &found->begin);
            if (index >= type->count) return false; /* bytes behind a vector's last number */
            append(found, ".%c", "xyzwabcdefghijkl"[index & 15u]);
            type = type->element;
            break;
        }
        case NBL_TYPE_INT:
        case NBL_TYPE_FLOAT:
            found->bytes = (uint32_t)type->bytes;
            found->is_float = type->kind == NBL_TYPE_FLOAT;
            found->is_signed = type->is_signed != 0;
            return byte < type->bytes;
        case NBL_TYPE_POINTER: found->bytes = 8; return byte < 8;
        default: return false;
        }
    }
    return false;
}

bool nbl_interpreter_element(const nbl_interpreter_t *interpreter, uint32_t set, uint32_t binding, uint64_t byte,
                             nbl_interpreter_element_t *element) {
    const nbl_program_t *program = &interpreter->program;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const nbl_global_t *global = &program->globals[i];
        const int is_push = set == UINT32_MAX && global->kind == NBL_OBJECT_PUSH,
                  is_bound = (global->kind == NBL_OBJECT_BUFFER || global->kind == NBL_OBJECT_UNIFORM) &&
                             global->set == set && global->binding == binding;
        if (!is_push && !is_bound) continue;
        memset(element, 0, sizeof *element);
        append(element, "%s", global->name);
        if (find(&program->shader, global->type, byte, element)) return true;
    }
    return false;
}
