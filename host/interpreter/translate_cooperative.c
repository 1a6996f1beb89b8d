/* Translates cooperative matrices (SPV_KHR_cooperative_matrix): their loads, stores and products.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Element e of a matrix, counted by rows, is register e / S of invocation e % S, in a subgroup of S. So one invocation
 * loads and stores each element. SPIR-V leaves open which one.
 */
#include "interpreter/newer.h"
#include "interpreter/translate.h"

#include <spirv/unified1/spirv.h>

enum { BY_ROWS = 0, BY_COLUMNS = 1, NON_PRIVATE = 0x20 };

static const nbl_type_t *matrix_of(nbl_translation_t *t, uint32_t id) {
    const nbl_type_t *type = nbl_type_of(t, id);
    if (type->rows == 0) nbl_translate_refuse(t, "an operand that is not a cooperative matrix");
    return type;
}

typedef struct block_t { /* of memory */
    nbl_pointer_t pointer;
    uint64_t unit; /* bytes that the stride counts in */
    uint32_t stride, layout;
    int is_private;
} block_t;

/* Reads an instruction's operands from `at` on: layout, stride, and memory operands. */
static block_t read_block(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t pointer, uint32_t at) {
    block_t block = {.pointer = nbl_use_pointer(t, pointer), .stride = NBL_NONE};
    const nbl_type_t *type = block.pointer.type;
    if (block.pointer.is_private) nbl_translate_refuse(t, "a matrix in a variable of one invocation");
    if (type->kind == NBL_TYPE_ARRAY || type->kind == NBL_TYPE_RUNTIME_ARRAY) type = type->element;
    block.unit = nbl_memory_bytes(type);
    block.layout = nbl_constant_operand(t, nbl_operand(each, at));
    if (block.layout != BY_ROWS && block.layout != BY_COLUMNS) nbl_translate_refuse(t, "a layout that is unknown");
    if (nbl_operand_count(each) <= at + 1u) nbl_translate_refuse(t, "a matrix without a stride");
    block.stride = nbl_use_scalar(t, nbl_operand(each, at + 1u));
    if (t->program->registers[block.stride].wide) nbl_translate_refuse(t, "a stride of 64 bits");
    const uint32_t mask = nbl_operand_count(each) > at + 2u ? nbl_operand(each, at + 2u) : 0;
    block.is_private = t->shader->vulkan_memory && (mask & NON_PRIVATE) == 0;
    return block;
}

/* Emits the address of an invocation's element number `slot`. Returns its register. */
static uint32_t element_address(nbl_translation_t *t, const block_t *block, const nbl_type_t *matrix, uint32_t slot) {
    const nbl_type_t unsigned_type = {.kind = NBL_TYPE_INT, .width = 32};
    const uint32_t columns = nbl_constant_register(t, matrix->columns, 0);
    const uint32_t number = nbl_emit_2(t, SpvOpIAdd, 32, nbl_lane_register(t),
                                       nbl_constant_register(t, (uint64_t)slot * t->shader->subgroup_size, 0));
    const uint32_t row = nbl_emit_2(t, SpvOpUDiv, 32, number, columns),
                   column = nbl_emit_2(t, SpvOpUMod, 32, number, columns);
    const uint32_t line = block->layout == BY_ROWS ? row : column, within = block->layout == BY_ROWS ? column : row;
    nbl_pointer_t at = block->pointer;
    at.base = nbl_emit_index(t, &at, nbl_emit_2(t, SpvOpIMul, 32, line, block->stride), &unsigned_type, block->unit,
                             block->pointer.base == NBL_NONE ? block->pointer.offset : 0, 0, 0);
    at.indexed = 1;
    return nbl_emit_index(t, &at, within, &unsigned_type, matrix->element->bytes,
                          block->pointer.base == NBL_NONE ? 0 : block->pointer.offset, 0, 0);
}

static void transfer(nbl_translation_t *t, const block_t *block, const nbl_type_t *matrix, const uint32_t *registers,
                     int stores) {
    for (uint32_t slot = 0; slot < matrix->count; slot++) {
        const uint32_t address = element_address(t, block, matrix, slot);
        nbl_op_t *op = nbl_emit(t, stores ? NBL_OP_STORE : NBL_OP_LOAD);
        op->a = address;
        op->result = stores ? NBL_NONE : registers[slot];
        op->b = stores ? registers[slot] : NBL_NONE;
        op->form = (uint8_t)matrix->element->bytes;
        op->is_private = (uint8_t)block->is_private;
        op->indexed = 1;
        op->root = block->pointer.root;
        op->type = matrix->element;
    }
}

/* How a matrix's numbers are read: for nbl_execute_product(). */
static uint64_t number_kind(const nbl_type_t *element) {
    if (element->is_bfloat) return NBL_NUMBER_BFLOAT;
    const uint64_t log2 = element->width == 8 ? 0 : element->width == 16 ? 1 : element->width == 32 ? 2 : 3;
    return element->kind == NBL_TYPE_FLOAT ? NBL_NUMBER_FLOAT + log2 : log2;
}

static void translate_product(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *types[4], *result = matrix_of(t, each->result);
    uint32_t lists[3];
    uint64_t kinds = 0;
    types[3] = result;
    for (uint32_t k = 0; k < 3; k++) {
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, k));
        types[k] = matrix_of(t, nbl_operand(each, k));
        const uint32_t list = nbl_list(t, value->registers, value->count);
        lists[k] = list;
    }
    if (types[0]->rows != result->rows || types[1]->columns != result->columns || types[0]->columns != types[1]->rows ||
        types[2]->rows != result->rows || types[2]->columns != result->columns)
        nbl_translate_refuse(t, "matrices of other sizes");
    for (uint32_t k = 0; k < 4; k++) kinds |= number_kind(types[k]->element) << (8u * k);
    const uint32_t *made = nbl_define(t, result), results = nbl_list(t, made, result->count);
    nbl_op_t *op = nbl_emit(t, NBL_OP_PRODUCT);
    op->list = lists[0]; /* the three lie one behind the other */
    op->list_count = types[0]->count + types[1]->count + types[2]->count;
    op->results = results;
    op->result_count = result->count;
    op->result = made[0];
    op->immediate = result->rows | (uint64_t)types[0]->columns << 16 | (uint64_t)result->columns << 32;
    op->extra = kinds | (uint64_t)(nbl_operand_count(each) > 3 ? nbl_operand(each, 3) : 0) << 32;
    op->type = result->element;
}

int nbl_translate_cooperative(nbl_translation_t *t, const nbl_instruction_t *each) {
    switch (each->opcode) {
    case NBL_SPV_COOPERATIVE_MATRIX_LOAD: {
        const nbl_type_t *type = matrix_of(t, each->result);
        const block_t block = read_block(t, each, nbl_operand(each, 0), 1);
        transfer(t, &block, type, nbl_define(t, type), 0);
        return 1;
    }
    case NBL_SPV_COOPERATIVE_MATRIX_STORE: {
        const nbl_type_t *type = matrix_of(t, nbl_operand(each, 1));
        const block_t block = read_block(t, each, nbl_operand(each, 0), 2);
        transfer(t, &block, type, nbl_use(t, nbl_operand(each, 1))->registers, 1);
        return 1;
    }
    case NBL_SPV_COOPERATIVE_MATRIX_MULTIPLY: translate_product(t, each); return 1;
    case NBL_SPV_COOPERATIVE_MATRIX_LENGTH: {
        const nbl_type_t *type = nbl_shader_type(t->shader, nbl_operand(each, 0));
        if (type->rows == 0) nbl_translate_refuse(t, "an operand that is not a cooperative matrix");
        const uint32_t made = nbl_constant_register(t, type->count, 0);
        nbl_define_as(t, &made, 1);
        return 1;
    }
    default: return 0;
    }
}
