/* Makes an interpreter of a module, and tells what the module declares.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"
#include "error/check.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

nbl_result_t nbl_interpreter_create(const nbl_interpreter_desc_t *desc, nbl_interpreter_t **interpreter,
                                    nbl_error_t *error) {
    if (interpreter != NULL) *interpreter = NULL;
    if (NBL_ANY_NULL(error, desc, interpreter)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if ((desc->subgroup_size & (desc->subgroup_size - 1u)) != 0 || desc->subgroup_size > 128u)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "interpreter: subgroup_size: must be a power of two up to 128");
    if (desc->words == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "interpreter: words is NULL");
    nbl_interpreter_t *made = calloc(1, sizeof *made);
    nbl_spec_value_t *values = calloc(desc->constant_count + 1u, sizeof *values);
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    if (made != NULL && values != NULL) {
        for (uint32_t i = 0; i < desc->constant_count; i++)
            values[i] = (nbl_spec_value_t){desc->constants[i].id, desc->constants[i].bits};
        result = nbl_shader_read(&made->program.shader, desc->words, desc->word_count, desc->entry_point, values,
                                 desc->constant_count, desc->subgroup_size != 0 ? desc->subgroup_size : 32u, error);
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

/* Returns the type of a value's numbers; NULL if they are of several types. */
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
    if (scalar != NULL && scalar->is_bfloat) return "<u2";
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
        if (global->kind == NBL_OBJECT_SHARED || global->same_as != i) continue;
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
                                             .written = global->written,
                                             .read = global->read};
        count++;
    }
    return count;
}

void nbl_interpreter_local_size(const nbl_interpreter_t *interpreter, uint32_t size[3]) {
    memcpy(size, interpreter->program.shader.local_size, 3 * sizeof *size);
}

bool nbl_interpreter_knows_workgroups(const nbl_interpreter_t *interpreter) {
    for (uint32_t i = 0; i < interpreter->program.input_count; i++) {
        const uint32_t builtin = interpreter->program.inputs[i].builtin;
        if (interpreter->program.inputs[i].needed &&
            (builtin == SpvBuiltInWorkgroupId || builtin == SpvBuiltInGlobalInvocationId ||
             builtin == SpvBuiltInNumWorkgroups))
            return true;
    }
    return false;
}

bool nbl_interpreter_has_lines(const nbl_interpreter_t *interpreter) { return interpreter->program.shader.has_lines; }
