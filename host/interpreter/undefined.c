/* Finds which bits of a result are undefined, so that packing defined and undefined values into one does not make all
 * of it undefined.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_FLAG_UNDEFINED says that some bits of a lane are undefined. A register's holes say which bits, if it is not all.
 * A rule here may call a defined bit undefined, but never an undefined bit defined.
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>

static uint64_t ones(uint32_t width) { return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1u; }

void nbl_bits_find(nbl_op_t *op) {
    static const struct {
        uint16_t opcode;
        uint8_t bits;
    } rows[] = {{SpvOpBitwiseAnd, NBL_BITS_AND},
                {SpvOpBitwiseOr, NBL_BITS_OR},
                {SpvOpBitwiseXor, NBL_BITS_EITHER},
                {SpvOpNot, NBL_BITS_SAME},
                {SpvOpCopyObject, NBL_BITS_SAME},
                {SpvOpShiftLeftLogical, NBL_BITS_LEFT},
                {SpvOpShiftRightLogical, NBL_BITS_RIGHT},
                {SpvOpShiftRightArithmetic, NBL_BITS_RIGHT_SIGNED},
                {SpvOpIAdd, NBL_BITS_UPWARD},
                {SpvOpISub, NBL_BITS_UPWARD},
                {SpvOpIMul, NBL_BITS_UPWARD},
                {SpvOpIEqual, NBL_BITS_EQUAL},
                {SpvOpINotEqual, NBL_BITS_EQUAL}};
    static const struct {
        uint8_t kernel, bits, width; /* width: bits of the operand */
    } extras[] = {
        {NBL_KERNEL_FIELD, NBL_BITS_FIELD, 32},           {NBL_KERNEL_FIELD_SIGNED, NBL_BITS_FIELD_SIGNED, 32},
        {NBL_KERNEL_PACK_HALF, NBL_BITS_PACK, 32},        {NBL_KERNEL_UNPACK_LOW, NBL_BITS_LOW_PART, 16},
        {NBL_KERNEL_UNPACK_HIGH, NBL_BITS_HIGH_PART, 16}, {NBL_KERNEL_FROM_UNORM8, NBL_BITS_LOW_PART, 8},
        {NBL_KERNEL_FROM_SNORM8, NBL_BITS_LOW_PART, 8},   {NBL_KERNEL_FROM_UNORM16, NBL_BITS_LOW_PART, 16},
        {NBL_KERNEL_FROM_SNORM16, NBL_BITS_LOW_PART, 16}, {NBL_KERNEL_UNORM8, NBL_BITS_RESULT, 8},
        {NBL_KERNEL_SNORM8, NBL_BITS_RESULT, 8},          {NBL_KERNEL_UNORM16, NBL_BITS_RESULT, 16},
        {NBL_KERNEL_SNORM16, NBL_BITS_RESULT, 16},        {NBL_KERNEL_LOW_HALF, NBL_BITS_LOW_HALF, 64},
        {NBL_KERNEL_HIGH_HALF, NBL_BITS_HIGH_HALF, 64},   {NBL_KERNEL_JOIN, NBL_BITS_JOIN, 32}};
    uint32_t operands;
    op->bits = NBL_BITS_ALL;
    if (op->kernel == nbl_kernel_select(0) || op->kernel == nbl_kernel_select(1)) {
        op->bits = NBL_BITS_SELECTED;
        op->width = 64;
        return;
    }
    for (uint32_t i = 0; i < sizeof extras / sizeof extras[0]; i++)
        if (op->kernel == nbl_kernel_extra((nbl_kernel_extra_t)extras[i].kernel)) {
            op->bits = extras[i].bits;
            op->width = extras[i].width;
            return;
        }
    for (uint32_t width = 8; width <= 64; width *= 2u) {
        for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            if (op->kernel == nbl_kernel_find(rows[i].opcode, width, &operands)) {
                op->bits = rows[i].bits;
                op->width = (uint8_t)width;
                return;
            }
        for (uint32_t to = 8; to <= 64; to *= 2u) {
            const int extends = op->kernel == nbl_kernel_convert(SpvOpSConvert, width, to);
            if (!extends && op->kernel != nbl_kernel_convert(SpvOpUConvert, width, to)) continue;
            op->bits = extends && to > width ? NBL_BITS_EXTEND : NBL_BITS_SAME;
            op->width = (uint8_t)(to < width ? to : width);
            return;
        }
    }
}

/* Returns `bits` holes from bit `at` on; above them zeros, or, if signed, copies of the highest of them. */
static uint64_t field(uint64_t holes, uint64_t at, uint64_t bits, int is_signed) {
    if (at >= 32u || bits == 0) return 0;
    const uint64_t found = holes >> at & ones((uint32_t)(bits < 32u ? bits : 32u));
    return is_signed && bits < 32u && (found >> (bits - 1u) & 1u) ? found | (~(uint64_t)0 << bits) : found;
}

/* Returns the undefined bits of a result whatever the operands' values are, so that it holds in a proof, too. */
static uint64_t undefined_whatever(const nbl_op_t *op, const uint64_t holes[3]) {
    switch (op->bits) {
    case NBL_BITS_AND:
    case NBL_BITS_OR: return holes[0] | holes[1];
    default: return ~(uint64_t)0;
    }
}

static int looks_at_values(const nbl_op_t *op) {
    switch (op->bits) {
    case NBL_BITS_AND:
    case NBL_BITS_OR:
    case NBL_BITS_LEFT:
    case NBL_BITS_RIGHT:
    case NBL_BITS_RIGHT_SIGNED:
    case NBL_BITS_EQUAL:
    case NBL_BITS_FIELD:
    case NBL_BITS_FIELD_SIGNED:
    case NBL_BITS_SELECTED: return 1;
    default: return 0;
    }
}

/* Returns the undefined bits of a result by the operands' values and holes. */
static uint64_t undefined_bits(const nbl_op_t *op, const uint64_t values[3], const uint64_t holes[3]) {
    const uint64_t all = ones(op->width), a = values[0], b = values[1], ha = holes[0] & all, hb = holes[1] & all;
    const uint32_t shift = (uint32_t)(b & (op->width - 1u));
    switch (op->bits) {
    case NBL_BITS_SAME: return ha;
    case NBL_BITS_EITHER: return ha | hb;
    case NBL_BITS_AND: return (ha | hb) & (ha | a) & (hb | b);
    case NBL_BITS_OR: return (ha | hb) & (ha | ~a) & (hb | ~b);
    case NBL_BITS_LEFT: return holes[1] != 0 ? all : ha << shift & all;
    case NBL_BITS_RIGHT: return holes[1] != 0 ? all : ha >> shift;
    case NBL_BITS_RIGHT_SIGNED: {
        const int top = (ha >> (op->width - 1u) & 1u) != 0;
        return holes[1] != 0 ? all : (ha >> shift | (top ? ~(all >> shift) : 0)) & all;
    }
    case NBL_BITS_UPWARD: return (ha | hb) == 0 ? 0 : ~(uint64_t)0 << __builtin_ctzll(ha | hb) & all;
    case NBL_BITS_EQUAL: return ((a ^ b) & all & ~(ha | hb)) != 0 || (ha | hb) == 0 ? 0 : ~(uint64_t)0;
    case NBL_BITS_EXTEND: return ha >> (op->width - 1u) & 1u ? ha | ~all : ha;
    case NBL_BITS_FIELD:
    case NBL_BITS_FIELD_SIGNED:
        if (holes[1] != 0 || holes[2] != 0) return ~(uint64_t)0;
        return field(ha, b, values[2], op->bits == NBL_BITS_FIELD_SIGNED);
    case NBL_BITS_PACK: return (ha != 0 ? 0xFFFFu : 0u) | (hb != 0 ? 0xFFFF0000u : 0u);
    case NBL_BITS_LOW_PART: return ha != 0 ? ~(uint64_t)0 : 0;
    case NBL_BITS_HIGH_PART: return holes[0] >> op->width & all ? ~(uint64_t)0 : 0;
    case NBL_BITS_RESULT: return holes[0] != 0 ? all : 0;
    case NBL_BITS_LOW_HALF: return ha & 0xFFFFFFFFu;
    case NBL_BITS_HIGH_HALF: return ha >> 32;
    case NBL_BITS_JOIN: return ha | hb << 32;
    case NBL_BITS_SELECTED: return holes[0] != 0 ? ~(uint64_t)0 : a != 0 ? holes[1] : holes[2];
    default: return ~(uint64_t)0;
    }
}

void nbl_bits_refine(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op, int whole) {
    const uint32_t of[3] = {op->a, op->b, op->c};
    const uint8_t by_data =
        m->proves && looks_at_values(op) ? (uint8_t)(m->deciding & ~(uint32_t)NBL_FLAG_UNDEFINED) : 0;
    uint64_t *holes = w->scratch[3];
    uint8_t *flags = w->scratch_flags;
    int some = 0;
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t values[3] = {0, 0, 0}, parts[3] = {0, 0, 0};
        flags[i] = nbl_row_flag(w, op->result, i);
        holes[i] = ~(uint64_t)0;
        if (!frame->mask[i] || !(flags[i] & NBL_FLAG_UNDEFINED)) continue;
        for (uint32_t k = 0; k < op->operands; k++) {
            values[k] = nbl_row_lane(m, w, of[k], i);
            parts[k] = nbl_row_holes(w, of[k], i);
        }
        holes[i] = flags[i] & by_data ? undefined_whatever(op, parts) : undefined_bits(op, values, parts);
        some |= ~holes[i] != 0;
        if (holes[i] == 0) flags[i] &= (uint8_t)~NBL_FLAG_UNDEFINED;
    }
    if (!some) return;
    nbl_row_set_flag_lanes(m, w, op->result, flags, frame->mask, whole);
    nbl_row_set_holes(m, w, op->result, holes, frame->mask);
}
