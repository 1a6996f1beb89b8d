/* Translates variables: those of an invocation become registers, those of a workgroup or the dispatch objects.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/translate.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>

static uint32_t variable_registers(nbl_translation_t *t, const nbl_type_t *type, uint32_t initial) {
    const nbl_type_t **leaves = nbl_leaves_of(t, type);
    const nbl_constant_t *constant =
        initial != 0 && initial < t->shader->bound && t->shader->ids[initial].kind == NBL_IS_CONSTANT
            ? nbl_shader_constant(t->shader, initial)
            : NULL;
    const uint32_t first = t->program->register_count;
    if (constant != NULL && t->shader->ids[initial].type->leaves != type->leaves)
        nbl_translate_refuse(t, "an initial value of another type");
    for (uint64_t i = 0; i < type->leaves; i++) {
        const uint32_t made = nbl_new_register(t, nbl_is_wide(leaves[i]));
        nbl_register_info_t *info = &t->program->registers[made];
        info->is_variable = 1;
        info->undefined = constant == NULL || constant->is_undefined;
        info->value = constant != NULL ? constant->values[i] : 0xA5A5A5A5A5A5A5A5u;
        if (!info->wide) info->value &= leaves[i]->kind == NBL_TYPE_BOOL ? 1u : 0xFFFFFFFFu;
        if (leaves[i]->width < 32) info->value &= (1u << leaves[i]->width) - 1u;
    }
    return first;
}

uint32_t nbl_lane_register(nbl_translation_t *t) {
    nbl_program_t *p = t->program;
    for (uint32_t i = 0; i < p->input_count; i++)
        if (p->inputs[i].builtin == SpvBuiltInSubgroupLocalInvocationId) return p->inputs[i].first;
    const uint32_t made = nbl_new_register(t, 0); /* there is room for one input more than the module has */
    p->registers[made].is_variable = 1;
    p->inputs[p->input_count++] = (nbl_input_t){SpvBuiltInSubgroupLocalInvocationId, made, 1, 0};
    return made;
}

static void point_to(nbl_translation_t *t, uint32_t id, const nbl_type_t *type, uint64_t offset, int is_private) {
    nbl_pointer_t *pointer = nbl_shader_take(t->shader, 1, sizeof *pointer);
    pointer->base = NBL_NONE;
    pointer->offset = offset;
    pointer->type = type;
    pointer->is_private = (uint8_t)is_private;
    pointer->root = id;
    pointer->whole_global = (uint8_t)!is_private;
    t->values[id].pointer = pointer;
}

static const char *name_of_global(nbl_translation_t *t, uint32_t id, const nbl_type_t *type) {
    const char *name = t->shader->ids[id].name;
    if (name != NULL && name[0] != '\0') return name;
    name = t->shader->ids[type->id].name;
    if (name != NULL && name[0] != '\0') return name;
    char *made = nbl_shader_take(t->shader, 16, 1);
    snprintf(made, 16, "%%%u", (unsigned)id);
    return made;
}

static void add_global(nbl_translation_t *t, uint32_t id, const nbl_type_t *type, uint32_t kind, int is_array) {
    nbl_program_t *p = t->program;
    nbl_global_t *global = &p->globals[p->global_count++];
    const nbl_identifier_t *known = &t->shader->ids[id];
    global->id = id;
    global->kind = (uint8_t)kind;
    global->set = known->set;
    global->binding = known->binding;
    global->count = 1;
    while (is_array && (type->kind == NBL_TYPE_ARRAY || type->kind == NBL_TYPE_RUNTIME_ARRAY)) {
        global->is_runtime_array |= type->kind == NBL_TYPE_RUNTIME_ARRAY;
        const uint64_t count = (uint64_t)global->count * (type->kind == NBL_TYPE_ARRAY ? type->count : 16u);
        if (count > 65536u) nbl_translate_refuse(t, "more than 65536 descriptors");
        global->count = (uint32_t)count;
        type = type->element;
    }
    global->type = (nbl_type_t *)(uintptr_t)type;
    global->first_object = p->object_count;
    global->same_as = p->global_count - 1u;
    global->coherent = known->coherent || t->shader->ids[type->id].coherent;
    for (uint32_t g = 0; g + 1u < p->global_count && kind == NBL_OBJECT_BUFFER; g++)
        if (p->globals[g].kind == NBL_OBJECT_BUFFER && p->globals[g].set == global->set &&
            p->globals[g].binding == global->binding && p->globals[g].count == global->count) {
            global->same_as = p->globals[g].same_as;
            global->first_object = p->globals[g].first_object;
        }
    if (global->same_as == p->global_count - 1u) p->object_count += global->count;
    global->name = name_of_global(t, id, type);
    if (kind != NBL_OBJECT_IMAGE && kind != NBL_OBJECT_SAMPLER) {
        global->least_bytes = nbl_memory_bytes(type);
        if (type->kind == NBL_TYPE_STRUCT && type->count != 0 &&
            type->members[type->count - 1u]->kind == NBL_TYPE_RUNTIME_ARRAY)
            global->last_stride = nbl_element_stride(type->members[type->count - 1u]);
        if (global->least_bytes > (uint64_t)1 << 32) nbl_translate_refuse(t, "a variable of more than 4 GiB");
    }
    point_to(t, id, known->type->element, NBL_ADDRESS_OF(global->first_object), 0);
}

/* Reads a variable's initializer. Of shared memory Vulkan allows only zeros. */
static void read_initial(nbl_translation_t *t, uint32_t initial) {
    if (initial == 0) return;
    if (initial >= t->shader->bound || t->shader->ids[initial].kind != NBL_IS_CONSTANT)
        nbl_translate_refuse(t, "an initial value that is not a constant");
    const nbl_constant_t *constant = nbl_shader_constant(t->shader, initial);
    for (uint64_t i = 0; i < t->shader->ids[initial].type->leaves; i++)
        if (constant->values[i] != 0) nbl_translate_refuse(t, "shared memory whose initial value is not zero");
    t->program->globals[t->program->global_count - 1u].is_zeroed = !constant->is_undefined;
}

static int is_opaque(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_ARRAY || type->kind == NBL_TYPE_RUNTIME_ARRAY) type = type->element;
    return type->kind == NBL_TYPE_IMAGE || type->kind == NBL_TYPE_SAMPLED_IMAGE || type->kind == NBL_TYPE_SAMPLER;
}

void nbl_translate_global(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_identifier_t *known = &t->shader->ids[each->result];
    const uint32_t storage = nbl_operand(each, 0);

    t->at = each;
    if (known->type->kind != NBL_TYPE_POINTER || known->type->element == NULL)
        nbl_translate_refuse(t, "a variable whose identifier is defined twice");
    const nbl_type_t *type = known->type->element, *block = type;
    while (block->kind == NBL_TYPE_ARRAY || block->kind == NBL_TYPE_RUNTIME_ARRAY) block = block->element;
    switch (storage) {
    case SpvStorageClassInput: {
        nbl_input_t *input = &t->program->inputs[t->program->input_count++];
        if (!known->has_builtin) nbl_translate_refuse(t, "an input that is not a built-in variable");
        input->builtin = known->builtin;
        input->first = variable_registers(t, type, 0);
        input->count = (uint32_t)type->leaves;
        for (uint32_t i = 0; i < input->count; i++) t->program->registers[input->first + i].undefined = 0;
        point_to(t, each->result, type, input->first, 1);
        break;
    }
    case SpvStorageClassOutput:
    case SpvStorageClassPrivate: nbl_translate_variable(t, each, type); break;
    case SpvStorageClassWorkgroup:
        add_global(t, each->result, type, NBL_OBJECT_SHARED, 0);
        read_initial(t, nbl_operand(each, 1));
        break;
    case SpvStorageClassPushConstant: add_global(t, each->result, type, NBL_OBJECT_PUSH, 0); break;
    case SpvStorageClassStorageBuffer: add_global(t, each->result, type, NBL_OBJECT_BUFFER, 1); break;
    case SpvStorageClassUniform:
        add_global(t, each->result, type,
                   t->shader->ids[block->id].is_buffer_block ? NBL_OBJECT_BUFFER : NBL_OBJECT_UNIFORM, 1);
        break;
    case SpvStorageClassUniformConstant:
        if (!is_opaque(type)) nbl_translate_refuse(t, "a resource of a kind that the interpreter does not have");
        add_global(t, each->result, type, block->kind == NBL_TYPE_SAMPLER ? NBL_OBJECT_SAMPLER : NBL_OBJECT_IMAGE, 1);
        break;
    default: nbl_translate_refuse(t, "a variable of storage class %u", (unsigned)storage);
    }
}

void nbl_translate_variable(nbl_translation_t *t, const nbl_instruction_t *each, const nbl_type_t *type) {
    point_to(t, each->result, type, variable_registers(t, type, nbl_operand(each, 1)), 1);
}
