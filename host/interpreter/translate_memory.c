/* Translates pointers: access chains, loads and stores, by the layouts of types.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/translate.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

/* ---- layouts: by the module's decorations; without them, members lie as close as their alignment allows */

static uint64_t round_up(uint64_t value, uint32_t to) { return to > 1 ? (value + to - 1u) / to * to : value; }

uint32_t nbl_member_offset(const nbl_type_t *type, uint32_t member) {
    if (type->offsets[member] != NBL_NONE) return type->offsets[member];
    uint64_t at = 0;
    for (uint32_t i = 0; i <= member; i++) {
        at = round_up(at, type->members[i]->alignment);
        if (i < member) at += nbl_memory_bytes(type->members[i]);
    }
    return (uint32_t)at;
}

uint32_t nbl_element_stride(const nbl_type_t *type) {
    return type->stride != 0 ? type->stride
                             : (uint32_t)round_up(nbl_memory_bytes(type->element), type->element->alignment);
}

uint64_t nbl_memory_bytes(const nbl_type_t *type) {
    uint64_t most = 0;
    switch (type->kind) {
    case NBL_TYPE_RUNTIME_ARRAY: return 0;
    case NBL_TYPE_ARRAY:
        return (uint64_t)nbl_element_stride(type) * (type->count - 1u) + nbl_memory_bytes(type->element);
    case NBL_TYPE_STRUCT:
        for (uint32_t i = 0; i < type->count; i++) {
            uint64_t bytes = nbl_memory_bytes(type->members[i]);
            const nbl_type_t *inner = type->members[i];
            while (inner->kind == NBL_TYPE_ARRAY) inner = inner->element;
            if (inner->kind == NBL_TYPE_MATRIX && type->matrix_strides[i] != 0) {
                const uint32_t lines = type->row_major[i] ? inner->element->count : inner->count;
                const uint64_t matrix = (uint64_t)type->matrix_strides[i] * lines;
                if (inner == type->members[i])
                    bytes = matrix;
                else
                    bytes = bytes - nbl_memory_bytes(inner) + matrix;
            }
            const uint64_t end = nbl_member_offset(type, i) + bytes;
            if (end > most) most = end;
        }
        return type->offsets != NULL && type->count != 0 && type->offsets[0] != NBL_NONE
                   ? most
                   : round_up(most, type->alignment);
    default: return type->bytes;
    }
}

/* ---- pointers */

static int is_private_storage(uint32_t storage) {
    return storage == SpvStorageClassFunction || storage == SpvStorageClassPrivate || storage == SpvStorageClassInput ||
           storage == SpvStorageClassOutput;
}

nbl_pointer_t nbl_use_pointer(nbl_translation_t *t, uint32_t id) {
    const nbl_type_t *type = nbl_type_of(t, id);
    if (type->kind != NBL_TYPE_POINTER || type->element == NULL)
        nbl_translate_refuse(t, "an operand that is not a pointer");
    const nbl_pointer_t *known = t->values[id].pointer;
    if (known != NULL) {
        if (known->base != NBL_NONE) {
            nbl_register_info_t *info = &t->program->registers[known->base];
            if (info->block != t->block) info->escapes = 1;
        }
        return *known;
    }
    nbl_pointer_t pointer = {
        .base = nbl_use_scalar(t, id), .type = type->element, .is_private = (uint8_t)is_private_storage(type->storage)};
    return pointer;
}

uint32_t nbl_emit_index(nbl_translation_t *t, const nbl_pointer_t *from, uint32_t index, const nbl_type_t *index_type,
                        uint64_t stride, uint64_t offset, uint64_t bound, int descriptors) {
    const uint32_t result = nbl_new_register(t, 1);
    nbl_op_t *op = nbl_emit(t, NBL_OP_INDEX);
    op->result = result;
    op->a = from->base;
    op->b = index;
    op->immediate = stride;
    op->extra = offset;
    op->bound = bound;
    op->form = index_type != NULL ? (uint8_t)(index_type->width | (index_type->is_signed ? 1u : 0u)) : 0u;
    op->root = from->root;
    op->indexed = from->indexed;
    op->descriptors = (uint8_t)descriptors;
    return result;
}

uint32_t nbl_pointer_register(nbl_translation_t *t, const nbl_pointer_t *pointer) {
    if (pointer->base == NBL_NONE) return nbl_constant_register(t, pointer->offset, 1);
    nbl_register_info_t *info = &t->program->registers[pointer->base];
    if (info->block != t->block) info->escapes = 1;
    if (pointer->offset == 0) return pointer->base;
    return nbl_emit_index(t, pointer, NBL_NONE, NULL, 0, pointer->offset, 0, 0);
}

static uint32_t scalar_bytes(const nbl_type_t *type) { return (uint32_t)type->bytes; }

/* Returns the distance of neighbouring elements, in registers or bytes, as the pointer counts. */
static uint64_t step_of(const nbl_pointer_t *pointer, const nbl_type_t *type) {
    if (pointer->is_private) return type->element->leaves;
    switch (type->kind) {
    case NBL_TYPE_VECTOR:
        return pointer->row_major && pointer->matrix_stride != 0 ? pointer->matrix_stride : scalar_bytes(type->element);
    case NBL_TYPE_MATRIX:
        if (pointer->row_major) return scalar_bytes(type->element->element);
        return pointer->matrix_stride != 0 ? pointer->matrix_stride : type->element->bytes;
    default: return nbl_element_stride(type);
    }
}

/* Takes one step of an access chain: to the member, element or component that operand `id` names. */
static void step_into(nbl_translation_t *t, nbl_pointer_t *pointer, uint32_t id) {
    const nbl_type_t *type = pointer->type, *index_type = nbl_type_of(t, id);
    if (index_type->kind != NBL_TYPE_INT) nbl_translate_refuse(t, "an index that is not an integer");
    if (type->kind == NBL_TYPE_STRUCT) {
        const uint32_t member = nbl_constant_operand(t, id);
        if (member >= type->count) nbl_translate_refuse(t, "a member that the structure does not have");
        if (pointer->is_private)
            for (uint32_t i = 0; i < member; i++) pointer->offset += type->members[i]->leaves;
        else
            pointer->offset += nbl_member_offset(type, member);
        if (type->matrix_strides[member] != 0) {
            pointer->matrix_stride = type->matrix_strides[member];
            pointer->row_major = type->row_major[member];
        }
        pointer->type = type->members[member];
        pointer->whole_global = 0;
        return;
    }
    if (type->element == NULL || type->kind == NBL_TYPE_POINTER) nbl_translate_refuse(t, "an index into a scalar");
    const int descriptors = pointer->whole_global && t->shader->ids[pointer->root].kind == NBL_IS_VARIABLE &&
                            t->program->shader.ids[pointer->root].type->storage != SpvStorageClassWorkgroup &&
                            t->program->shader.ids[pointer->root].type->storage != SpvStorageClassPushConstant &&
                            (type->kind == NBL_TYPE_ARRAY || type->kind == NBL_TYPE_RUNTIME_ARRAY);
    uint64_t step = descriptors ? (uint64_t)1 << NBL_ADDRESS_SHIFT : step_of(pointer, type);
    uint64_t bound = type->kind == NBL_TYPE_RUNTIME_ARRAY ? (descriptors ? 16u : 0u) : type->count;
    if (descriptors && type->element->kind == NBL_TYPE_ARRAY) step *= type->element->count;
    if (!descriptors) pointer->whole_global = 0;
    if (t->shader->ids[id].kind == NBL_IS_CONSTANT) {
        const nbl_constant_t *constant = nbl_shader_constant(t->shader, id);
        uint64_t index = constant->values[0];
        if (index_type->is_signed && index_type->width == 32) index = (uint64_t)(int64_t)(int32_t)index;
        if (bound == 0 || index < bound) {
            pointer->offset += index * step;
            pointer->type = type->element;
            return;
        }
    }
    const uint32_t base = pointer->base;
    pointer->base =
        nbl_emit_index(t, pointer, nbl_use_scalar(t, id), index_type, step, base == NBL_NONE ? pointer->offset : 0u,
                       bound, descriptors && type->kind == NBL_TYPE_RUNTIME_ARRAY);
    pointer->indexed = 1;
    if (base == NBL_NONE) pointer->offset = 0;
    pointer->type = type->element;
}

static void define_pointer(nbl_translation_t *t, const nbl_pointer_t *pointer) {
    nbl_pointer_t *kept = nbl_shader_take(t->shader, 1, sizeof *kept);
    *kept = *pointer;
    t->values[t->at->result].pointer = kept;
}

static void translate_chain(nbl_translation_t *t, const nbl_instruction_t *each) {
    nbl_pointer_t pointer = nbl_use_pointer(t, nbl_operand(each, 0));
    uint32_t at = 1;
    if (each->opcode == SpvOpPtrAccessChain || each->opcode == SpvOpInBoundsPtrAccessChain) {
        const nbl_type_t *of = nbl_type_of(t, nbl_operand(each, 0)), *index_type = nbl_type_of(t, nbl_operand(each, 1));
        const uint32_t stride = t->shader->ids[of->id].stride;
        const uint64_t step = pointer.is_private ? pointer.type->leaves
                              : stride != 0      ? stride
                                                 : nbl_memory_bytes(pointer.type);
        pointer.indexed |= pointer.base != NBL_NONE && pointer.offset != 0; /* NBL_OP_INDEX adds the offset here */
        pointer.base = nbl_pointer_register(t, &pointer);
        pointer.base = nbl_emit_index(t, &pointer, nbl_use_scalar(t, nbl_operand(each, 1)), index_type, step, 0, 0, 0);
        pointer.indexed = 1;
        pointer.offset = 0;
        at = 2;
    }
    for (; at < nbl_operand_count(each); at++) step_into(t, &pointer, nbl_operand(each, at));
    define_pointer(t, &pointer);
}

/* ---- loads and stores */

typedef struct transfer_t {
    nbl_translation_t *t;
    nbl_pointer_t pointer;
    uint32_t *registers;
    uint32_t at;
    int stores, is_private;
} transfer_t;

static void transfer_scalar(transfer_t *transfer, const nbl_type_t *type, uint64_t offset) {
    nbl_translation_t *t = transfer->t;
    const nbl_pointer_t *p = &transfer->pointer;
    const uint32_t reg = transfer->registers[transfer->at++];
    nbl_op_t *op;
    if (p->is_private && p->base == NBL_NONE) {
        op = nbl_emit(t, transfer->stores ? NBL_OP_SET : NBL_OP_MOVE);
        op->result = transfer->stores ? (uint32_t)offset : reg;
        op->a = transfer->stores ? reg : (uint32_t)offset;
    } else if (p->is_private) {
        op = nbl_emit(t, transfer->stores ? NBL_OP_SCATTER : NBL_OP_GATHER);
        op->a = p->base;
        op->immediate = offset;
        op->result = transfer->stores ? NBL_NONE : reg;
        op->b = transfer->stores ? reg : NBL_NONE;
        op->form = (uint8_t)nbl_is_wide(type);
        if (p->root != 0) { /* a known variable: only its registers can be meant */
            op->extra = t->values[p->root].pointer->offset;
            op->bound = t->values[p->root].pointer->type->leaves;
        }
    } else {
        if (scalar_bytes(type) == 0) nbl_translate_refuse(t, "memory of a type that has no size");
        op = nbl_emit(t, transfer->stores ? NBL_OP_STORE : NBL_OP_LOAD);
        op->a = p->base;
        op->immediate = offset;
        op->result = transfer->stores ? NBL_NONE : reg;
        op->b = transfer->stores ? reg : NBL_NONE;
        op->form = (uint8_t)scalar_bytes(type);
        op->is_private = (uint8_t)transfer->is_private;
        op->indexed = p->indexed;
    }
    op->root = p->root;
    op->type = type;
}

static void transfer(transfer_t *of, const nbl_type_t *type, uint64_t offset, uint32_t matrix_stride, int row_major) {
    const nbl_pointer_t at = {
        .is_private = of->pointer.is_private, .matrix_stride = matrix_stride, .row_major = (uint8_t)row_major};
    switch (type->kind) {
    case NBL_TYPE_STRUCT:
        for (uint32_t i = 0; i < type->count; i++) {
            const nbl_type_t *member = type->members[i];
            const uint32_t stride = type->matrix_strides[i];
            transfer(of, member, offset + (at.is_private ? 0u : nbl_member_offset(type, i)),
                     stride != 0 ? stride : matrix_stride, stride != 0 ? type->row_major[i] : row_major);
            if (at.is_private) offset += member->leaves;
        }
        break;
    case NBL_TYPE_ARRAY:
    case NBL_TYPE_VECTOR:
    case NBL_TYPE_MATRIX:
        for (uint32_t i = 0; i < type->count; i++)
            transfer(of, type->element, offset + i * step_of(&at, type), matrix_stride, row_major);
        break;
    case NBL_TYPE_RUNTIME_ARRAY: nbl_translate_refuse(of->t, "a whole array without a length");
    default: transfer_scalar(of, type, offset);
    }
}

/* Returns whether an access is private: then no barrier or atomic access orders it with accesses of other invocations.
 * Under Vulkan's memory model plain accesses are private unless they say otherwise. In modules of the older GLSL450
 * model no access is, with or without `coherent`, since devices do order them. */
static int is_private_access(const nbl_translation_t *t) {
    const nbl_instruction_t *each = t->at;
    const uint32_t mask_at = each->opcode == SpvOpLoad ? 4u : 3u;
    if (!t->shader->vulkan_memory || (each->opcode != SpvOpLoad && each->opcode != SpvOpStore)) return 0;
    return each->count <= mask_at || (each->words[mask_at] & SpvMemoryAccessNonPrivatePointerMask) == 0;
}

void nbl_load(nbl_translation_t *t, const nbl_pointer_t *pointer, const nbl_type_t *type, uint32_t *registers) {
    transfer_t of = {t, *pointer, registers, 0, 0, is_private_access(t)};
    transfer(&of, type, pointer->offset, pointer->matrix_stride, pointer->row_major);
}

void nbl_store(nbl_translation_t *t, const nbl_pointer_t *pointer, const nbl_type_t *type, const uint32_t *registers) {
    transfer_t of = {t, *pointer, (uint32_t *)(uintptr_t)registers, 0, 1, is_private_access(t)};
    transfer(&of, type, pointer->offset, pointer->matrix_stride, pointer->row_major);
}

static int is_opaque(const nbl_type_t *type) {
    return type->kind == NBL_TYPE_IMAGE || type->kind == NBL_TYPE_SAMPLER || type->kind == NBL_TYPE_SAMPLED_IMAGE;
}

static void translate_load(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const nbl_pointer_t pointer = nbl_use_pointer(t, nbl_operand(each, 0));
    if (pointer.type->leaves != type->leaves) nbl_translate_refuse(t, "a load of another type");
    if (is_opaque(type) && !pointer.is_private) { /* an image or sampler: its value is its address, a handle */
        const uint32_t handle = nbl_pointer_register(t, &pointer);
        nbl_define_as(t, &handle, 1);
        return;
    }
    nbl_load(t, &pointer, pointer.type, nbl_define(t, type));
}

static void translate_length(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_pointer_t pointer = nbl_use_pointer(t, nbl_operand(each, 0));
    const uint32_t member = nbl_operand(each, 1);
    if (pointer.type->kind != NBL_TYPE_STRUCT || member >= pointer.type->count ||
        pointer.type->members[member]->kind != NBL_TYPE_RUNTIME_ARRAY)
        nbl_translate_refuse(t, "the length of something else than an array without a length");
    const uint32_t *result = nbl_define(t, nbl_type_of(t, each->result)), at = nbl_pointer_register(t, &pointer);
    nbl_op_t *op = nbl_emit(t, NBL_OP_LENGTH);
    op->result = result[0];
    op->a = at;
    op->immediate = nbl_member_offset(pointer.type, member);
    op->extra = nbl_element_stride(pointer.type->members[member]);
    if (op->extra == 0) op->extra = 1;
    op->root = pointer.root;
}

int nbl_translate_memory(nbl_translation_t *t, const nbl_instruction_t *each) {
    switch (each->opcode) {
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain: translate_chain(t, each); return 1;
    case SpvOpLoad: translate_load(t, each); return 1;
    case SpvOpStore: {
        const nbl_pointer_t pointer = nbl_use_pointer(t, nbl_operand(each, 0));
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, 1));
        if (pointer.type->leaves != value->count || (is_opaque(pointer.type) && !pointer.is_private))
            nbl_translate_refuse(t, "a store of another type");
        nbl_store(t, &pointer, pointer.type, value->registers);
        return 1;
    }
    case SpvOpCopyMemory: {
        const nbl_pointer_t to = nbl_use_pointer(t, nbl_operand(each, 0)),
                            from = nbl_use_pointer(t, nbl_operand(each, 1));
        if (to.type->leaves != from.type->leaves) nbl_translate_refuse(t, "a copy between types");
        uint32_t *registers = nbl_fresh_registers(t, from.type);
        nbl_load(t, &from, from.type, registers);
        nbl_store(t, &to, to.type, registers);
        return 1;
    }
    case SpvOpArrayLength: translate_length(t, each); return 1;
    case SpvOpImageTexelPointer: return 0;
    case SpvOpConvertPtrToU:
    case SpvOpConvertUToPtr: {
        const uint32_t from = nbl_use_scalar(t, nbl_operand(each, 0));
        if (!t->program->registers[from].wide || nbl_type_of(t, each->result)->width != 64)
            nbl_translate_refuse(t, "a device address of another size than 64 bits");
        nbl_define_as(t, &from, 1);
        return 1;
    }
    default: return 0;
    }
}
