/* Translates the instructions of GLSL.std.450.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/translate.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

static uint32_t width_of(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_VECTOR || type->kind == NBL_TYPE_MATRIX) type = type->element;
    return type->width;
}

static const nbl_value_t *argument(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t index) {
    if (2u + index >= nbl_operand_count(each)) nbl_translate_refuse(t, "an argument is missing");
    return nbl_use(t, nbl_operand(each, 2 + index));
}

static uint32_t extended(nbl_translation_t *t, uint32_t instruction, uint32_t width, uint32_t a, uint32_t b) {
    uint32_t operands = 1;
    const nbl_kernel_t kernel = nbl_kernel_extended(instruction, width, &operands);
    return nbl_kernel_op(t, kernel, width == 64, operands, a, b, NBL_NONE);
}

static uint32_t number(nbl_translation_t *t, uint32_t width, double value) {
    union {
        double d;
        uint64_t u;
    } wide = {.d = value};
    union {
        float f;
        uint32_t u;
    } single = {.f = (float)value};
    return nbl_constant_register(t,
                                 width == 64   ? wide.u
                                 : width == 32 ? single.u
                                               : nbl_half_from_float((float)value),
                                 width == 64);
}

static uint32_t length_of(nbl_translation_t *t, uint32_t width, const uint32_t *a, uint32_t count) {
    if (count == 1) return extended(t, GLSLstd450FAbs, width, a[0], NBL_NONE);
    return extended(t, GLSLstd450Sqrt, width, nbl_emit_dot(t, width, a, a, count), NBL_NONE);
}

static void need(nbl_translation_t *t, int fits) {
    if (!fits) nbl_translate_refuse(t, "arguments of other sizes");
}

/* Vectors as wholes. */
static int translate_geometry(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t instruction) {
    switch (instruction) {
    case GLSLstd450Length:
    case GLSLstd450Distance:
    case GLSLstd450Normalize:
    case GLSLstd450Cross:
    case GLSLstd450Reflect:
    case GLSLstd450Refract:
    case GLSLstd450FaceForward: break;
    default: return 0;
    }
    const nbl_value_t *a = argument(t, each, 0),
                      *b = instruction == GLSLstd450Length || instruction == GLSLstd450Normalize ? a
                                                                                                 : argument(t, each, 1);
    const uint32_t width = width_of(nbl_type_of(t, nbl_operand(each, 2))), count = a->count;
    uint32_t made[4];
    need(t, count >= 1 && count <= 4 && b->count == count);
    if (instruction == GLSLstd450Length) {
        made[0] = length_of(t, width, a->registers, count);
        nbl_define_as(t, made, 1);
        return 1;
    }
    if (instruction == GLSLstd450Distance) {
        for (uint32_t i = 0; i < count; i++)
            made[i] = nbl_emit_2(t, SpvOpFSub, width, a->registers[i], b->registers[i]);
        made[0] = length_of(t, width, made, count);
        nbl_define_as(t, made, 1);
        return 1;
    }
    if (instruction == GLSLstd450Normalize) {
        const uint32_t length = length_of(t, width, a->registers, count);
        for (uint32_t i = 0; i < count; i++) made[i] = nbl_emit_2(t, SpvOpFDiv, width, a->registers[i], length);
    } else if (instruction == GLSLstd450Cross) {
        need(t, count == 3);
        for (uint32_t i = 0; i < 3; i++)
            made[i] = nbl_emit_2(t, SpvOpFSub, width,
                                 nbl_emit_2(t, SpvOpFMul, width, a->registers[(i + 1) % 3], b->registers[(i + 2) % 3]),
                                 nbl_emit_2(t, SpvOpFMul, width, b->registers[(i + 1) % 3], a->registers[(i + 2) % 3]));
    } else if (instruction == GLSLstd450FaceForward) {
        const nbl_value_t *c = argument(t, each, 2);
        uint32_t operands;
        need(t, c->count == count);
        const uint32_t dot = nbl_emit_dot(t, width, c->registers, b->registers, count);
        const uint32_t less = nbl_kernel_op(t, nbl_kernel_find(SpvOpFOrdLessThan, width, &operands), 0, 2, dot,
                                            number(t, width, 0.0), NBL_NONE);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t back = nbl_kernel_op(t, nbl_kernel_find(SpvOpFNegate, width, &operands), width == 64, 1,
                                                a->registers[i], NBL_NONE, NBL_NONE);
            made[i] = nbl_kernel_op(t, nbl_kernel_select(width == 64), width == 64, 3, less, a->registers[i], back);
        }
    } else {
        const uint32_t dot = nbl_emit_dot(t, width, b->registers, a->registers, count);
        uint32_t factor, scaled = NBL_NONE, less = NBL_NONE, operands;
        if (instruction == GLSLstd450Reflect) {
            factor = nbl_emit_2(t, SpvOpFMul, width, number(t, width, 2.0), dot);
        } else { /* k = 1 - eta^2 (1 - dot^2); eta I - (eta dot + sqrt k) N */
            const uint32_t eta = nbl_use_scalar(t, nbl_operand(each, 4)), one = number(t, width, 1.0);
            const uint32_t rest = nbl_emit_2(t, SpvOpFSub, width, one, nbl_emit_2(t, SpvOpFMul, width, dot, dot));
            const uint32_t k =
                nbl_emit_2(t, SpvOpFSub, width, one,
                           nbl_emit_2(t, SpvOpFMul, width, nbl_emit_2(t, SpvOpFMul, width, eta, eta), rest));
            less = nbl_kernel_op(t, nbl_kernel_find(SpvOpFOrdLessThan, width, &operands), 0, 2, k,
                                 number(t, width, 0.0), NBL_NONE);
            factor = nbl_emit_2(t, SpvOpFAdd, width, nbl_emit_2(t, SpvOpFMul, width, eta, dot),
                                extended(t, GLSLstd450Sqrt, width, k, NBL_NONE));
            scaled = eta;
        }
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t in =
                scaled == NBL_NONE ? a->registers[i] : nbl_emit_2(t, SpvOpFMul, width, scaled, a->registers[i]);
            made[i] = nbl_emit_2(t, SpvOpFSub, width, in, nbl_emit_2(t, SpvOpFMul, width, factor, b->registers[i]));
            if (less != NBL_NONE)
                made[i] = nbl_kernel_op(t, nbl_kernel_select(width == 64), width == 64, 3, less, number(t, width, 0.0),
                                        made[i]);
        }
    }
    nbl_define_as(t, made, count);
    return 1;
}

/* Translates packing of several numbers into 32 or 64 bits, and unpacking. */
static int translate_packing(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t instruction) {
    static const struct {
        uint32_t instruction, bits, count, unpacks;
        nbl_kernel_extra_t kernel;
    } rows[] = {{GLSLstd450PackUnorm4x8, 8, 4, 0, NBL_KERNEL_UNORM8},
                {GLSLstd450PackSnorm4x8, 8, 4, 0, NBL_KERNEL_SNORM8},
                {GLSLstd450PackUnorm2x16, 16, 2, 0, NBL_KERNEL_UNORM16},
                {GLSLstd450PackSnorm2x16, 16, 2, 0, NBL_KERNEL_SNORM16},
                {GLSLstd450UnpackUnorm4x8, 8, 4, 1, NBL_KERNEL_FROM_UNORM8},
                {GLSLstd450UnpackSnorm4x8, 8, 4, 1, NBL_KERNEL_FROM_SNORM8},
                {GLSLstd450UnpackUnorm2x16, 16, 2, 1, NBL_KERNEL_FROM_UNORM16},
                {GLSLstd450UnpackSnorm2x16, 16, 2, 1, NBL_KERNEL_FROM_SNORM16}};
    uint32_t made[4];
    if (instruction == GLSLstd450PackHalf2x16 || instruction == GLSLstd450PackDouble2x32) {
        const nbl_value_t *a = argument(t, each, 0);
        need(t, a->count == 2);
        const int wide = instruction == GLSLstd450PackDouble2x32;
        made[0] = nbl_kernel_op(t, nbl_kernel_extra(wide ? NBL_KERNEL_JOIN : NBL_KERNEL_PACK_HALF), wide, 2,
                                a->registers[0], a->registers[1], NBL_NONE);
        nbl_define_as(t, made, 1);
        return 1;
    }
    if (instruction == GLSLstd450UnpackHalf2x16 || instruction == GLSLstd450UnpackDouble2x32) {
        const nbl_value_t *a = argument(t, each, 0);
        need(t, a->count == 1);
        const int wide = instruction == GLSLstd450UnpackDouble2x32;
        made[0] = nbl_kernel_op(t, nbl_kernel_extra(wide ? NBL_KERNEL_LOW_HALF : NBL_KERNEL_UNPACK_LOW), 0, 1,
                                a->registers[0], NBL_NONE, NBL_NONE);
        made[1] = nbl_kernel_op(t, nbl_kernel_extra(wide ? NBL_KERNEL_HIGH_HALF : NBL_KERNEL_UNPACK_HIGH), 0, 1,
                                a->registers[0], NBL_NONE, NBL_NONE);
        nbl_define_as(t, made, 2);
        return 1;
    }
    for (uint32_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        if (rows[r].instruction != instruction) continue;
        const nbl_value_t *a = argument(t, each, 0);
        uint32_t joined = NBL_NONE;
        need(t, a->count == (rows[r].unpacks ? 1u : rows[r].count));
        for (uint32_t i = 0; i < rows[r].count; i++) {
            const uint32_t shift = nbl_constant_register(t, i * rows[r].bits, 0);
            if (rows[r].unpacks) {
                const uint32_t field = nbl_kernel_op(t, nbl_kernel_extra(NBL_KERNEL_FIELD), 0, 3, a->registers[0],
                                                     shift, nbl_constant_register(t, rows[r].bits, 0));
                made[i] = nbl_kernel_op(t, nbl_kernel_extra(rows[r].kernel), 0, 1, field, NBL_NONE, NBL_NONE);
                continue;
            }
            const uint32_t part =
                nbl_kernel_op(t, nbl_kernel_extra(rows[r].kernel), 0, 1, a->registers[i], NBL_NONE, NBL_NONE);
            const uint32_t moved = nbl_emit_2(t, SpvOpShiftLeftLogical, 32, part, shift);
            joined = i == 0 ? moved : nbl_emit_2(t, SpvOpBitwiseOr, 32, joined, moved);
        }
        nbl_define_as(t, rows[r].unpacks ? made : &joined, rows[r].unpacks ? rows[r].count : 1u);
        return 1;
    }
    return 0;
}

/* Translates Modf and Frexp. Their second result is stored through a pointer, or is the second member of a
 * structure. */
static int translate_split(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t instruction) {
    const int whole = instruction == GLSLstd450Modf || instruction == GLSLstd450ModfStruct;
    const int structure = instruction == GLSLstd450ModfStruct || instruction == GLSLstd450FrexpStruct;
    if (!whole && instruction != GLSLstd450Frexp && instruction != GLSLstd450FrexpStruct) return 0;
    const nbl_value_t *a = argument(t, each, 0);
    const uint32_t width = width_of(nbl_type_of(t, nbl_operand(each, 2)));
    uint32_t made[8], operands;
    need(t, a->count <= 4);
    for (uint32_t i = 0; i < a->count; i++) {
        made[i] = extended(t, whole ? GLSLstd450Modf : GLSLstd450Frexp, width, a->registers[i], NBL_NONE);
        made[a->count + i] = whole ? extended(t, GLSLstd450Trunc, width, a->registers[i], NBL_NONE)
                                   : nbl_kernel_op(t, nbl_kernel_extended(GLSLstd450FrexpStruct, width, &operands), 0,
                                                   1, a->registers[i], NBL_NONE, NBL_NONE);
    }
    if (!structure) {
        const nbl_pointer_t pointer = nbl_use_pointer(t, nbl_operand(each, 3));
        need(t, pointer.type->leaves == a->count);
        nbl_store(t, &pointer, pointer.type, made + a->count);
    }
    nbl_define_as(t, made, structure ? 2u * a->count : a->count);
    return 1;
}

/* ---- determinants and inverses by cofactors */

static uint32_t minor_of(nbl_translation_t *t, uint32_t width, const uint32_t *m, uint32_t n, uint32_t rows,
                         uint32_t columns);

static uint32_t determinant(nbl_translation_t *t, uint32_t width, const uint32_t *m, uint32_t n) {
    return minor_of(t, width, m, n, (1u << n) - 1u, (1u << n) - 1u);
}

/* Emits the determinant of the rows and columns whose bits are set. Returns its register. */
static uint32_t minor_of(nbl_translation_t *t, uint32_t width, const uint32_t *m, uint32_t n, uint32_t rows,
                         uint32_t columns) {
    const uint32_t column = (uint32_t)__builtin_ctz(columns);
    uint32_t sum = NBL_NONE, sign = 0;
    if ((columns & (columns - 1u)) == 0) return m[column * n + (uint32_t)__builtin_ctz(rows)];
    for (uint32_t row = 0; row < n; row++) {
        if (!(rows >> row & 1u)) continue;
        const uint32_t term = nbl_emit_2(t, SpvOpFMul, width, m[column * n + row],
                                         minor_of(t, width, m, n, rows & ~(1u << row), columns & (columns - 1u)));
        sum = sum == NBL_NONE ? term : nbl_emit_2(t, sign ? SpvOpFSub : SpvOpFAdd, width, sum, term);
        sign ^= 1u;
    }
    return sum;
}

static void translate_inverse(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t instruction) {
    const nbl_type_t *type = nbl_type_of(t, nbl_operand(each, 2));
    const nbl_value_t *a = argument(t, each, 0);
    const uint32_t n = type->count, width = width_of(type);
    uint32_t made[16], operands;
    need(t, type->kind == NBL_TYPE_MATRIX && n >= 2 && n <= 4 && a->count == n * n);
    const uint32_t whole = determinant(t, width, a->registers, n), all = (1u << n) - 1u;
    if (instruction == GLSLstd450Determinant) {
        nbl_define_as(t, &whole, 1);
        return;
    }
    for (uint32_t column = 0; column < n; column++)
        for (uint32_t row = 0; row < n; row++) {
            uint32_t part =
                nbl_emit_2(t, SpvOpFDiv, width,
                           minor_of(t, width, a->registers, n, all & ~(1u << column), all & ~(1u << row)), whole);
            if ((row + column) & 1u)
                part = nbl_kernel_op(t, nbl_kernel_find(SpvOpFNegate, width, &operands), width == 64, 1, part, NBL_NONE,
                                     NBL_NONE);
            made[column * n + row] = part;
        }
    nbl_define_as(t, made, n * n);
}

void nbl_translate_glsl(nbl_translation_t *t, const nbl_instruction_t *each) {
    const uint32_t instruction = nbl_operand(each, 1);
    uint32_t operands = 0;
    if (nbl_operand_count(each) < 3) nbl_translate_refuse(t, "arguments are missing");
    if (translate_geometry(t, each, instruction) || translate_packing(t, each, instruction) ||
        translate_split(t, each, instruction))
        return;
    if (instruction == GLSLstd450MatrixInverse || instruction == GLSLstd450Determinant) {
        translate_inverse(t, each, instruction);
        return;
    }
    const uint32_t width = width_of(nbl_type_of(t, nbl_operand(each, 2)));
    const nbl_kernel_t kernel = nbl_kernel_extended(instruction, width, &operands);
    if (kernel == NULL)
        nbl_translate_refuse(t, "the interpreter does not have instruction %u of GLSL.std.450 for numbers of %u bits",
                             (unsigned)instruction, (unsigned)width);
    const uint32_t *result = nbl_define(t, nbl_type_of(t, each->result));
    const uint32_t count = t->values[each->result].count;
    const nbl_value_t *values[3];
    for (uint32_t k = 0; k < 3; k++) {
        values[k] = k < operands ? argument(t, each, k) : argument(t, each, 0);
        need(t, values[k]->count == count);
    }
    for (uint32_t i = 0; i < count; i++)
        nbl_kernel_into(t, kernel, result[i], operands, values[0]->registers[i],
                        operands > 1 ? values[1]->registers[i] : NBL_NONE,
                        operands > 2 ? values[2]->registers[i] : NBL_NONE);
}
