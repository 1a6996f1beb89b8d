/* Translates operations that lanes do together, atomic accesses, barriers and those of subgroups; and images.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/newer.h"
#include "interpreter/translate.h"
#include "nbl/lang/emulator.h"

#include <spirv/unified1/spirv.h>

static uint32_t width_of(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_VECTOR || type->kind == NBL_TYPE_MATRIX) type = type->element;
    return type->width;
}

static uint8_t scope_of(nbl_translation_t *t, uint32_t id) {
    switch (nbl_constant_operand(t, id)) {
    case SpvScopeWorkgroup: return NBL_SCOPE_WORKGROUP;
    case SpvScopeSubgroup:
    case SpvScopeInvocation: return NBL_SCOPE_SUBGROUP;
    default: return NBL_SCOPE_DEVICE;
    }
}

/* ---- atomics and barriers */

static int translate_atomic(nbl_translation_t *t, const nbl_instruction_t *each) {
    const int stores = each->opcode == SpvOpAtomicStore || each->opcode == SpvOpAtomicFlagClear;
    int value_at = 3, compares = 0, has_value = 1;
    switch (each->opcode) {
    case SpvOpAtomicLoad:
    case SpvOpAtomicIIncrement:
    case SpvOpAtomicIDecrement: has_value = 0; break;
    case SpvOpAtomicCompareExchange:
        compares = 1;
        value_at = 4;
        break;
    case SpvOpAtomicStore:
    case SpvOpAtomicExchange:
    case SpvOpAtomicIAdd:
    case SpvOpAtomicISub:
    case SpvOpAtomicSMin:
    case SpvOpAtomicUMin:
    case SpvOpAtomicSMax:
    case SpvOpAtomicUMax:
    case SpvOpAtomicAnd:
    case SpvOpAtomicOr:
    case SpvOpAtomicXor:
    case SpvOpAtomicFAddEXT:
    case SpvOpAtomicFMinEXT:
    case SpvOpAtomicFMaxEXT: break;
    default: return 0;
    }
    const nbl_pointer_t pointer = nbl_use_pointer(t, nbl_operand(each, 0));
    const nbl_type_t *type = pointer.type;
    if (pointer.is_private) nbl_translate_refuse(t, "an atomic access to a variable of one invocation");
    if (type->leaves != 1 || (type->kind != NBL_TYPE_INT && type->kind != NBL_TYPE_FLOAT) ||
        (type->width != 32 && type->width != 64))
        nbl_translate_refuse(t, "an atomic access to something else than a number of 32 or 64 bits");
    const uint32_t at = nbl_pointer_register(t, &pointer);
    const uint32_t value = has_value ? nbl_use_scalar(t, nbl_operand(each, (uint32_t)value_at)) : NBL_NONE;
    const uint32_t expected = compares ? nbl_use_scalar(t, nbl_operand(each, 5)) : NBL_NONE;
    const uint8_t scope = scope_of(t, nbl_operand(each, 1));
    const uint32_t semantics = nbl_constant_operand(t, nbl_operand(each, 2));
    const uint32_t result = stores ? NBL_NONE : nbl_define(t, nbl_type_of(t, each->result))[0];
    nbl_op_t *op = nbl_emit(t, NBL_OP_ATOMIC);
    op->a = at;
    op->b = value;
    op->c = expected;
    op->result = result;
    op->form = (uint8_t)(type->width / 8u);
    op->scope = scope;
    op->order = (uint16_t)(semantics & 0xFFFFu);
    op->root = pointer.root;
    op->indexed = pointer.indexed || (pointer.base != NBL_NONE && pointer.offset != 0);
    op->type = type;
    return 1;
}

static int translate_barrier(nbl_translation_t *t, const nbl_instruction_t *each) {
    if (each->opcode == SpvOpMemoryBarrier) {
        const uint8_t scope = scope_of(t, nbl_operand(each, 0));
        const uint32_t semantics = nbl_constant_operand(t, nbl_operand(each, 1));
        nbl_op_t *op = nbl_emit(t, NBL_OP_FENCE);
        op->scope = scope;
        op->extra = semantics;
        op->order = (uint16_t)(semantics & 0xFFFFu);
        return 1;
    }
    if (each->opcode != SpvOpControlBarrier) return 0;
    const uint32_t execution = nbl_constant_operand(t, nbl_operand(each, 0));
    const uint8_t scope = scope_of(t, nbl_operand(each, 1));
    const uint32_t semantics = nbl_constant_operand(t, nbl_operand(each, 2));
    if (execution != SpvScopeWorkgroup && execution != SpvScopeSubgroup)
        nbl_translate_refuse(t, "a barrier of execution scope %u", (unsigned)execution);
    nbl_op_t *op = nbl_emit(t, NBL_OP_BARRIER);
    op->form = execution == SpvScopeWorkgroup;
    op->scope = scope;
    op->extra = semantics;
    op->order = (uint16_t)(semantics & 0xFFFFu);
    return 1;
}

/* ---- subgroups */

static void emit_subgroup(nbl_translation_t *t, const uint32_t *operands, uint32_t count, const uint32_t *results,
                          uint32_t result_count, uint32_t group_operation, uint32_t cluster, const nbl_type_t *type) {
    const uint32_t list = nbl_list(t, operands, count), made = nbl_list(t, results, result_count);
    nbl_op_t *op = nbl_emit(t, NBL_OP_SUBGROUP);
    op->list = list;
    op->list_count = count;
    op->results = made;
    op->result_count = result_count;
    op->result = results[0];
    op->form = (uint8_t)group_operation;
    op->extra = cluster;
    op->type = type;
}

static const nbl_type_t *scalar_of(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_VECTOR) type = type->element;
    return type;
}

/* An operation of an older extension: the instruction of today that does the same, and which operand its value is. */
typedef struct older_t {
    uint16_t opcode, today;
    uint8_t value, has_scope;
} older_t;

static const older_t *find_older(uint32_t opcode) {
    static const older_t rows[] = {{SpvOpSubgroupBallotKHR, SpvOpGroupNonUniformBallot, 0, 0},
                                   {SpvOpSubgroupFirstInvocationKHR, SpvOpGroupNonUniformBroadcastFirst, 0, 0},
                                   {SpvOpSubgroupAllKHR, SpvOpGroupNonUniformAll, 0, 0},
                                   {SpvOpSubgroupAnyKHR, SpvOpGroupNonUniformAny, 0, 0},
                                   {SpvOpSubgroupAllEqualKHR, SpvOpGroupNonUniformAllEqual, 0, 0},
                                   {SpvOpSubgroupReadInvocationKHR, SpvOpGroupNonUniformShuffle, 0, 0},
                                   {SpvOpGroupAll, SpvOpGroupNonUniformAll, 1, 1},
                                   {SpvOpGroupAny, SpvOpGroupNonUniformAny, 1, 1},
                                   {SpvOpGroupBroadcast, SpvOpGroupNonUniformShuffle, 1, 1},
                                   {SpvOpGroupIAdd, SpvOpGroupNonUniformIAdd, 2, 1},
                                   {SpvOpGroupFAdd, SpvOpGroupNonUniformFAdd, 2, 1},
                                   {SpvOpGroupFMin, SpvOpGroupNonUniformFMin, 2, 1},
                                   {SpvOpGroupUMin, SpvOpGroupNonUniformUMin, 2, 1},
                                   {SpvOpGroupSMin, SpvOpGroupNonUniformSMin, 2, 1},
                                   {SpvOpGroupFMax, SpvOpGroupNonUniformFMax, 2, 1},
                                   {SpvOpGroupUMax, SpvOpGroupNonUniformUMax, 2, 1},
                                   {SpvOpGroupSMax, SpvOpGroupNonUniformSMax, 2, 1},
                                   {SpvOpGroupIAddNonUniformAMD, SpvOpGroupNonUniformIAdd, 2, 1},
                                   {SpvOpGroupFAddNonUniformAMD, SpvOpGroupNonUniformFAdd, 2, 1},
                                   {SpvOpGroupFMinNonUniformAMD, SpvOpGroupNonUniformFMin, 2, 1},
                                   {SpvOpGroupUMinNonUniformAMD, SpvOpGroupNonUniformUMin, 2, 1},
                                   {SpvOpGroupSMinNonUniformAMD, SpvOpGroupNonUniformSMin, 2, 1},
                                   {SpvOpGroupFMaxNonUniformAMD, SpvOpGroupNonUniformFMax, 2, 1},
                                   {SpvOpGroupUMaxNonUniformAMD, SpvOpGroupNonUniformUMax, 2, 1},
                                   {SpvOpGroupSMaxNonUniformAMD, SpvOpGroupNonUniformSMax, 2, 1}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].opcode == opcode) return &rows[i];
    return NULL;
}

/* Emits an operation for each component of a value.
 *
 * value_at  which operand the value is
 * lane      register that holds the operation's lane number; NBL_NONE: the operation has none */
static void emit_components(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t value_at, uint32_t lane,
                            uint32_t opcode, uint32_t group_operation, uint32_t cluster) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const nbl_value_t *value = nbl_use(t, nbl_operand(each, value_at));
    const uint32_t *result = nbl_define(t, type);
    if (value->count != type->leaves) nbl_translate_refuse(t, "operands of other sizes than the result");
    for (uint32_t i = 0; i < value->count; i++) {
        const uint32_t operands[2] = {value->registers[i], lane};
        emit_subgroup(t, operands, lane != NBL_NONE ? 2 : 1, result + i, 1, group_operation, cluster, scalar_of(type));
        t->program->ops[t->program->op_count - 1u].opcode = (uint16_t)opcode;
    }
}

static void translate_older(nbl_translation_t *t, const nbl_instruction_t *each, const older_t *older) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    uint32_t lane = NBL_NONE, operation = 0;
    if (older->has_scope && nbl_constant_operand(t, nbl_operand(each, 0)) != SpvScopeSubgroup)
        nbl_translate_refuse(t, "an operation of another scope than the subgroup");
    if (older->today == SpvOpGroupNonUniformBallot) {
        const uint32_t predicate = nbl_use_scalar(t, nbl_operand(each, 0));
        if (type->leaves != 4) nbl_translate_refuse(t, "a ballot that is not a vector of four");
        emit_subgroup(t, &predicate, 1, nbl_define(t, type), 4, 0, 0, type);
        t->program->ops[t->program->op_count - 1u].opcode = older->today;
        return;
    }
    if (older->today == SpvOpGroupNonUniformShuffle) lane = nbl_use_scalar(t, nbl_operand(each, older->value + 1u));
    if (older->value == 2) {
        operation = nbl_operand(each, 1);
        if (operation > SpvGroupOperationExclusiveScan) nbl_translate_refuse(t, "a group operation that is unknown");
    }
    emit_components(t, each, older->value, lane, older->today, operation, 0);
}

/* Translates a partition: each lane gets the ballot of the lanes that have its value. */
static void translate_partition(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type = nbl_type_of(t, each->result), *of = nbl_type_of(t, nbl_operand(each, 1));
    const nbl_value_t *value = nbl_use(t, nbl_operand(each, 1));
    uint32_t all[4], made[4];
    if (type->leaves != 4) nbl_translate_refuse(t, "a ballot that is not a vector of four");
    for (uint32_t i = 0; i < value->count; i++) {
        for (uint32_t k = 0; k < 4; k++) made[k] = nbl_new_register(t, 0);
        emit_subgroup(t, value->registers + i, 1, made, 4, 0, 0, scalar_of(of));
        for (uint32_t k = 0; k < 4; k++)
            all[k] = i == 0 ? made[k] : nbl_emit_2(t, SpvOpBitwiseAnd, 32, all[k], made[k]);
    }
    nbl_define_as(t, all, 4);
}

/* Translates a reduction or scan among the lanes of a ballot. */
static void translate_partitioned(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t operation) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const nbl_value_t *value = nbl_use(t, nbl_operand(each, 2)), *ballot = nbl_use(t, nbl_operand(each, 3));
    const uint32_t *result = nbl_define(t, type);
    uint32_t operands[5];
    if (value->count != type->leaves || ballot->count != 4)
        nbl_translate_refuse(t, "operands of other sizes than the result");
    for (uint32_t k = 0; k < 4; k++) operands[1 + k] = ballot->registers[k];
    for (uint32_t i = 0; i < value->count; i++) {
        operands[0] = value->registers[i];
        emit_subgroup(t, operands, 5, result + i, 1, operation, 0, scalar_of(type));
    }
}

static int translate_subgroup(nbl_translation_t *t, const nbl_instruction_t *each) {
    uint32_t operands[6];
    const older_t *older = find_older(each->opcode);
    if (older != NULL) {
        translate_older(t, each, older);
        return 1;
    }
    if (each->opcode == NBL_SPV_QUAD_ALL || each->opcode == NBL_SPV_QUAD_ANY) {
        emit_components(t, each, 0, NBL_NONE,
                        each->opcode == NBL_SPV_QUAD_ALL ? SpvOpGroupNonUniformAll : SpvOpGroupNonUniformAny, 0, 4);
        return 1;
    }
    if (each->opcode == NBL_SPV_ROTATE || each->opcode == SpvOpGroupNonUniformPartitionNV) {
        if (nbl_constant_operand(t, nbl_operand(each, 0)) != SpvScopeSubgroup)
            nbl_translate_refuse(t, "an operation of another scope than the subgroup");
        if (each->opcode == SpvOpGroupNonUniformPartitionNV) {
            translate_partition(t, each);
            return 1;
        }
        const uint32_t cluster = nbl_operand_count(each) > 3 ? nbl_constant_operand(t, nbl_operand(each, 3)) : 0;
        if ((cluster & (cluster - 1u)) != 0) nbl_translate_refuse(t, "a cluster of that size");
        emit_components(t, each, 1, nbl_use_scalar(t, nbl_operand(each, 2)), NBL_SPV_ROTATE, 0, cluster);
        return 1;
    }
    if (each->opcode < SpvOpGroupNonUniformElect || each->opcode > SpvOpGroupNonUniformQuadSwap) return 0;
    if (nbl_constant_operand(t, nbl_operand(each, 0)) != SpvScopeSubgroup)
        nbl_translate_refuse(t, "an operation of another scope than the subgroup");
    const nbl_type_t *type = nbl_type_of(t, each->result);
    switch (each->opcode) {
    case SpvOpGroupNonUniformElect: emit_subgroup(t, NULL, 0, nbl_define(t, type), 1, 0, 0, type); return 1;
    case SpvOpGroupNonUniformAll:
    case SpvOpGroupNonUniformAny:
        operands[0] = nbl_use_scalar(t, nbl_operand(each, 1));
        emit_subgroup(t, operands, 1, nbl_define(t, type), 1, 0, 0, type);
        return 1;
    case SpvOpGroupNonUniformBallot:
        operands[0] = nbl_use_scalar(t, nbl_operand(each, 1));
        if (type->leaves != 4) nbl_translate_refuse(t, "a ballot that is not a vector of four");
        emit_subgroup(t, operands, 1, nbl_define(t, type), 4, 0, 0, type);
        return 1;
    case SpvOpGroupNonUniformAllEqual: {
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, 1));
        uint32_t all = NBL_NONE;
        for (uint32_t i = 0; i < value->count; i++) {
            const uint32_t one = nbl_new_register(t, 0);
            emit_subgroup(t, value->registers + i, 1, &one, 1, 0, 0, scalar_of(nbl_type_of(t, nbl_operand(each, 1))));
            all = i == 0 ? one : nbl_emit_2(t, SpvOpLogicalAnd, 32, all, one);
        }
        nbl_define_as(t, &all, 1);
        return 1;
    }
    case SpvOpGroupNonUniformInverseBallot:
    case SpvOpGroupNonUniformBallotBitExtract:
    case SpvOpGroupNonUniformBallotBitCount:
    case SpvOpGroupNonUniformBallotFindLSB:
    case SpvOpGroupNonUniformBallotFindMSB: {
        const int counts = each->opcode == SpvOpGroupNonUniformBallotBitCount;
        const nbl_value_t *ballot = nbl_use(t, nbl_operand(each, counts ? 2 : 1));
        uint32_t count = 4;
        if (ballot->count != 4) nbl_translate_refuse(t, "a ballot that is not a vector of four");
        for (uint32_t i = 0; i < 4; i++) operands[i] = ballot->registers[i];
        if (each->opcode == SpvOpGroupNonUniformBallotBitExtract)
            operands[count++] = nbl_use_scalar(t, nbl_operand(each, 2));
        emit_subgroup(t, operands, count, nbl_define(t, type), 1, counts ? nbl_operand(each, 1) : 0, 0, type);
        return 1;
    }
    case SpvOpGroupNonUniformBroadcast:
    case SpvOpGroupNonUniformBroadcastFirst:
    case SpvOpGroupNonUniformShuffle:
    case SpvOpGroupNonUniformShuffleXor:
    case SpvOpGroupNonUniformShuffleUp:
    case SpvOpGroupNonUniformShuffleDown:
    case SpvOpGroupNonUniformQuadBroadcast:
    case SpvOpGroupNonUniformQuadSwap: {
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, 1));
        const int has_lane = each->opcode != SpvOpGroupNonUniformBroadcastFirst;
        if (has_lane) operands[1] = nbl_use_scalar(t, nbl_operand(each, 2));
        const uint32_t *result = nbl_define(t, type);
        if (value->count != type->leaves) nbl_translate_refuse(t, "operands of other sizes than the result");
        for (uint32_t i = 0; i < value->count; i++) {
            operands[0] = value->registers[i];
            emit_subgroup(t, operands, 1u + (uint32_t)has_lane, result + i, 1, 0, 0, scalar_of(type));
        }
        return 1;
    }
    default: { /* reductions and scans */
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, 2));
        const uint32_t operation = nbl_operand(each, 1);
        uint32_t cluster = 0;
        if (operation >= NBL_SPV_PARTITIONED_REDUCE && operation <= NBL_SPV_PARTITIONED_EXCLUSIVE_SCAN) {
            translate_partitioned(t, each, operation);
            return 1;
        }
        if (operation > SpvGroupOperationClusteredReduce) nbl_translate_refuse(t, "a group operation that is unknown");
        if (operation == SpvGroupOperationClusteredReduce) {
            cluster = nbl_constant_operand(t, nbl_operand(each, 3));
            if (cluster == 0 || (cluster & (cluster - 1u)) != 0) nbl_translate_refuse(t, "a cluster of that size");
        }
        const uint32_t *result = nbl_define(t, type);
        if (value->count != type->leaves) nbl_translate_refuse(t, "operands of other sizes than the result");
        for (uint32_t i = 0; i < value->count; i++)
            emit_subgroup(t, value->registers + i, 1, result + i, 1, operation, cluster, scalar_of(type));
        return 1;
    }
    }
}

/* ---- images */

static uint32_t sampled_image(nbl_translation_t *t, const nbl_instruction_t *each) {
    const uint32_t image = nbl_use_scalar(t, nbl_operand(each, 0)), sampler = nbl_use_scalar(t, nbl_operand(each, 1));
    /* the sampler's object number goes into the low bits, which are zero in an image's address */
    const uint32_t low =
        nbl_emit_2(t, SpvOpShiftRightLogical, 64, sampler, nbl_constant_register(t, NBL_ADDRESS_SHIFT, 1));
    return nbl_emit_2(t, SpvOpBitwiseOr, 64, image, low);
}

typedef struct image_operands_t {
    uint32_t lod, first_offset, offset_count;
    uint32_t offsets[3], reference;
    /* is_shared: the operands say NonPrivateTexel, so that other invocations may see the access */
    int has_lod, is_shared;
} image_operands_t;

static void read_image_operands(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t at,
                                image_operands_t *found) {
    static const uint8_t words[] = {1, 1, 2, 1, 1, 1, 1, 1, 1, 1}; /* by bit: bias, lod, grad, ... */
    if (at >= nbl_operand_count(each)) return;
    const uint32_t mask = nbl_operand(each, at++);
    for (uint32_t bit = 0; bit < 32; bit++) {
        if (!(mask >> bit & 1u)) continue;
        const uint32_t id = nbl_operand(each, at);
        switch (1u << bit) {
        case SpvImageOperandsLodMask:
            found->lod = nbl_use_scalar(t, id);
            found->has_lod = 1;
            break;
        case SpvImageOperandsConstOffsetMask:
        case SpvImageOperandsOffsetMask: {
            const nbl_value_t *offset = nbl_use(t, id);
            if (offset->count > 3) nbl_translate_refuse(t, "an offset of more than three components");
            for (uint32_t i = 0; i < offset->count; i++) found->offsets[i] = offset->registers[i];
            found->offset_count = offset->count;
            break;
        }
        case SpvImageOperandsNonPrivateTexelMask: found->is_shared = 1; break;
        case SpvImageOperandsConstOffsetsMask: nbl_translate_refuse(t, "the interpreter has no offsets of a gather");
        default:
            break; /* bias, gradients, samples: nothing depends on them, since an image has one level and one sample */
        }
        at += bit < sizeof words ? words[bit] : 0u;
    }
}

static void emit_image(nbl_translation_t *t, const nbl_instruction_t *each, nbl_image_action_t action, uint32_t handle,
                       const nbl_type_t *image, uint32_t coordinate, uint32_t operands_at, uint32_t reference,
                       const uint32_t *values, uint32_t value_count, uint64_t component) {
    image_operands_t found = {.lod = NBL_NONE, .reference = reference};
    uint32_t registers[8], count = 0;
    if (image->kind != NBL_TYPE_IMAGE) nbl_translate_refuse(t, "an operand that is not an image");
    if (image->dim > SpvDimBuffer) nbl_translate_refuse(t, "an image of another dimension");
    const nbl_type_t *texel = image->element;
    if (width_of(texel) != 32 || texel->leaves != 1) nbl_translate_refuse(t, "texels of other than 32 bits");
    if (operands_at != 0) read_image_operands(t, each, operands_at, &found);
    if (coordinate != 0) {
        const nbl_value_t *at = nbl_use(t, coordinate);
        for (; count < at->count && count < 4; count++) registers[count] = at->registers[count];
        if (width_of(nbl_type_of(t, coordinate)) != 32) nbl_translate_refuse(t, "coordinates of other than 32 bits");
    }
    const uint32_t coordinates = count;
    for (uint32_t i = 0; i < found.offset_count; i++) registers[count++] = found.offsets[i];
    const uint32_t list = nbl_list(t, registers, count), results = nbl_list(t, values, value_count);
    nbl_op_t *op = nbl_emit(t, NBL_OP_IMAGE);
    op->form = (uint8_t)action;
    op->a = handle;
    op->b = found.lod;
    op->c = reference;
    op->list = list;
    op->list_count = coordinates;
    op->order = (uint16_t)found.offset_count;
    op->results = results;
    op->result_count = value_count;
    op->type = image;
    op->is_private = t->shader->vulkan_memory && !found.is_shared;
    op->immediate = component;
    op->bound =
        coordinate != 0 && nbl_type_of(t, coordinate) != NULL &&
        (nbl_type_of(t, coordinate)->kind == NBL_TYPE_FLOAT ||
         (nbl_type_of(t, coordinate)->element != NULL && nbl_type_of(t, coordinate)->element->kind == NBL_TYPE_FLOAT));
}

/* Returns the identifier of the variable that an image was loaded from; 0: unknown. */
static uint32_t root_of(nbl_translation_t *t, uint32_t id) {
    for (uint32_t steps = 0; steps < 64 && id < t->shader->bound && t->shader->ids[id].kind == NBL_IS_VALUE; steps++) {
        const nbl_instruction_t *each = &t->shader->instructions[t->shader->ids[id].index];
        if (t->values[id].pointer != NULL) return t->values[id].pointer->root;
        if (each->opcode != SpvOpLoad && each->opcode != SpvOpSampledImage && each->opcode != SpvOpImage &&
            each->opcode != SpvOpCopyObject && each->opcode != SpvOpAccessChain)
            return 0;
        id = nbl_operand(each, 0);
    }
    return id < t->shader->bound && t->shader->ids[id].kind == NBL_IS_VARIABLE ? id : 0u;
}

static const nbl_type_t *image_type(nbl_translation_t *t, uint32_t id) {
    const nbl_type_t *type = nbl_type_of(t, id);
    return type->kind == NBL_TYPE_SAMPLED_IMAGE ? type->element : type;
}

static int translate_image(nbl_translation_t *t, const nbl_instruction_t *each) {
    const uint32_t first = nbl_operand(each, 0), second = nbl_operand(each, 1);
    nbl_image_action_t action;
    uint32_t operands_at = 2, reference = NBL_NONE;
    uint64_t component = 0;
    switch (each->opcode) {
    case SpvOpSampledImage: {
        const uint32_t made = sampled_image(t, each);
        nbl_define_as(t, &made, 1);
        return 1;
    }
    case SpvOpImage: {
        const uint32_t made = nbl_use_scalar(t, first);
        nbl_define_as(t, &made, 1);
        return 1;
    }
    case SpvOpImageRead: action = NBL_IMAGE_READ; break;
    case SpvOpImageFetch: action = NBL_IMAGE_FETCH; break;
    case SpvOpImageSampleImplicitLod:
    case SpvOpImageSampleExplicitLod: action = NBL_IMAGE_SAMPLE; break;
    case SpvOpImageSampleDrefImplicitLod:
    case SpvOpImageSampleDrefExplicitLod:
        action = NBL_IMAGE_SAMPLE;
        reference = nbl_use_scalar(t, nbl_operand(each, 2));
        operands_at = 3;
        break;
    case SpvOpImageGather:
        action = NBL_IMAGE_GATHER;
        component = nbl_constant_operand(t, nbl_operand(each, 2));
        operands_at = 3;
        break;
    case SpvOpImageDrefGather:
        action = NBL_IMAGE_GATHER;
        reference = nbl_use_scalar(t, nbl_operand(each, 2));
        operands_at = 3;
        break;
    case SpvOpImageQuerySize:
    case SpvOpImageQuerySizeLod: action = NBL_IMAGE_SIZE; break;
    case SpvOpImageQueryLevels: action = NBL_IMAGE_LEVELS; break;
    case SpvOpImageQuerySamples: action = NBL_IMAGE_SAMPLES; break;
    case SpvOpImageWrite: {
        const nbl_value_t *texel = nbl_use(t, nbl_operand(each, 2));
        if (texel->count > 4) nbl_translate_refuse(t, "a texel of more than four components");
        emit_image(t, each, NBL_IMAGE_WRITE, nbl_use_scalar(t, first), image_type(t, first), second, 3, NBL_NONE,
                   texel->registers, texel->count, 0);
        t->program->ops[t->program->op_count - 1u].root = root_of(t, first);
        return 1;
    }
    case SpvOpImageTexelPointer: {
        const nbl_pointer_t pointer = nbl_use_pointer(t, first);
        const nbl_value_t *at = nbl_use(t, second);
        const uint32_t handle = nbl_pointer_register(t, &pointer);
        const uint32_t *result = nbl_define(t, nbl_type_of(t, each->result));
        const uint32_t list = nbl_list(t, at->registers, at->count);
        if (pointer.type->kind != NBL_TYPE_IMAGE || at->count > 4)
            nbl_translate_refuse(t, "an operand that is not an image");
        nbl_op_t *op = nbl_emit(t, NBL_OP_TEXEL);
        op->result = result[0];
        op->a = handle;
        op->list = list;
        op->list_count = at->count;
        op->type = pointer.type;
        op->root = pointer.root;
        nbl_pointer_t *known = nbl_shader_take(t->shader, 1, sizeof *known);
        known->base = result[0];
        known->root = pointer.root;
        known->indexed = 1;
        known->type = pointer.type->element;
        t->values[each->result].pointer = known;
        return 1;
    }
    default: return 0;
    }
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const int queries = action >= NBL_IMAGE_SIZE;
    if (type->leaves > 4 || type->kind == NBL_TYPE_STRUCT || width_of(type) != 32)
        nbl_translate_refuse(t, "a result of another kind than a vector of 32-bit numbers");
    const uint32_t handle = nbl_use_scalar(t, first);
    emit_image(t, each, action, handle, image_type(t, first), queries ? 0 : second, queries ? 0 : operands_at,
               reference, nbl_define(t, type), (uint32_t)type->leaves, component);
    t->program->ops[t->program->op_count - 1u].root = root_of(t, first);
    if (each->opcode == SpvOpImageQuerySizeLod)
        t->program->ops[t->program->op_count - 1u].b = nbl_use_scalar(t, second);
    return 1;
}

int nbl_translate_shared(nbl_translation_t *t, const nbl_instruction_t *each) {
    if (each->opcode == SpvOpReadClockKHR) {
        const nbl_type_t *type = nbl_type_of(t, each->result);
        const uint32_t *result = nbl_define(t, type);
        for (uint32_t i = 0; i < type->leaves; i++) nbl_emit(t, NBL_OP_CLOCK)->result = result[i];
        return 1;
    }
    return translate_atomic(t, each) || translate_barrier(t, each) || translate_subgroup(t, each) ||
           nbl_translate_cooperative(t, each) || translate_image(t, each);
}
