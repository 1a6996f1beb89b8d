/* Computes scalar instructions of SPIR-V, each for all lanes at once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * If SPIR-V leaves a result undefined (a division by zero, a shift by the width or more), the result is the one that
 * most devices give.
 */
#include "interpreter/arithmetic.h"
#include "nbl/lang/emulator.h"

#include <math.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

float nbl_half_to_float(uint32_t half) { return nbl_emulator_unpack_half_2x16(half).x; }
uint32_t nbl_half_from_float(float value) {
    return nbl_emulator_pack_half_2x16((nbl_emulator_float32x2_t){value, 0.0f}) & 0xFFFFu;
}

/* Conversions between a lane's scalar in storage and a type for arithmetic, which the tables below name. */
#define AS_IS(T, v) ((T)(v))
#define BACK_8(v) ((uint8_t)(v))
#define BACK_16(v) ((uint16_t)(v))
#define BACK_32(v) ((uint32_t)(v))
#define BACK_64(v) ((uint64_t)(v))

static inline float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint64_t bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#define KERNEL(name, RS, AS, AT, LOAD, STORE, ...) \
    static void name(size_t lanes, void *result, const void *a_, const void *b_, const void *c_) { \
        RS *r = result; \
        const AS *a = a_, *b = b_, *c = c_; \
        (void)b; \
        (void)c; \
        for (size_t i = 0; i < lanes; i++) { \
            const AT x = LOAD(a[i]); \
            __VA_ARGS__ \
        } \
    }
#define X1(expression, STORE) r[i] = STORE(expression);
#define X2(AT, LOAD, expression, STORE) \
    const AT y = LOAD(b[i]); \
    r[i] = STORE(expression);
#define X3(AT, LOAD, expression, STORE) \
    const AT y = LOAD(b[i]), z = LOAD(c[i]); \
    r[i] = STORE(expression);

#define TO_U8(v) ((uint8_t)(v))
#define TO_U16(v) ((uint16_t)(v))
#define TO_U32(v) ((uint32_t)(v))
#define TO_U64(v) ((uint64_t)(v))
#define TO_S8(v) ((int8_t)(v))
#define TO_S16(v) ((int16_t)(v))
#define TO_S32(v) ((int32_t)(v))
#define TO_S64(v) ((int64_t)(v))
#define HALF_OUT(v) nbl_half_from_float((float)(v))
#define TRUTH(v) ((uint32_t)((v) != 0))

/* Integers of each width, without and with sign; `shape` is X1, X2 or X3. */
/* Integers of each width. `type` and `to` are uint and TO_U, or int and TO_S, of what is read; bits are written as they
 * are. */
#define INTEGER_1(name, e, type, to) \
    KERNEL(name##_8, uint32_t, uint32_t, type##8_t, to##8, TO_U8, X1(e, TO_U8)) \
    KERNEL(name##_16, uint32_t, uint32_t, type##16_t, to##16, TO_U16, X1(e, TO_U16)) \
    KERNEL(name##_32, uint32_t, uint32_t, type##32_t, to##32, TO_U32, X1(e, TO_U32)) \
    KERNEL(name##_64, uint64_t, uint64_t, type##64_t, to##64, TO_U64, X1(e, TO_U64))
#define INTEGER_2(name, e, type, to) \
    KERNEL(name##_8, uint32_t, uint32_t, type##8_t, to##8, TO_U8, X2(type##8_t, to##8, e, TO_U8)) \
    KERNEL(name##_16, uint32_t, uint32_t, type##16_t, to##16, TO_U16, X2(type##16_t, to##16, e, TO_U16)) \
    KERNEL(name##_32, uint32_t, uint32_t, type##32_t, to##32, TO_U32, X2(type##32_t, to##32, e, TO_U32)) \
    KERNEL(name##_64, uint64_t, uint64_t, type##64_t, to##64, TO_U64, X2(type##64_t, to##64, e, TO_U64))
#define INTEGER_COMPARE(name, e, type, to) \
    KERNEL(name##_8, uint32_t, uint32_t, type##8_t, to##8, TRUTH, X2(type##8_t, to##8, e, TRUTH)) \
    KERNEL(name##_16, uint32_t, uint32_t, type##16_t, to##16, TRUTH, X2(type##16_t, to##16, e, TRUTH)) \
    KERNEL(name##_32, uint32_t, uint32_t, type##32_t, to##32, TRUTH, X2(type##32_t, to##32, e, TRUTH)) \
    KERNEL(name##_64, uint32_t, uint64_t, type##64_t, to##64, TRUTH, X2(type##64_t, to##64, e, TRUTH))
#define UNSIGNED_1(name, e) INTEGER_1(name, e, uint, TO_U)
#define SIGNED_1(name, e) INTEGER_1(name, e, int, TO_S)
#define UNSIGNED_2(name, e) INTEGER_2(name, e, uint, TO_U)
#define SIGNED_2(name, e) INTEGER_2(name, e, int, TO_S)
#define UNSIGNED_COMPARE(name, e) INTEGER_COMPARE(name, e, uint, TO_U)
#define SIGNED_COMPARE(name, e) INTEGER_COMPARE(name, e, int, TO_S)
/* Floats of each width: e for float, d for double. */
#define FLOAT_1D(name, e, d) \
    KERNEL(name##_16, uint32_t, uint32_t, float, nbl_half_to_float, HALF_OUT, X1(e, HALF_OUT)) \
    KERNEL(name##_32, uint32_t, uint32_t, float, float_of, bits_of, X1(e, bits_of)) \
    KERNEL(name##_64, uint64_t, uint64_t, double, double_of, bits_of_double, X1(d, bits_of_double))
#define FLOAT_2D(name, e, d) \
    KERNEL(name##_16, uint32_t, uint32_t, float, nbl_half_to_float, HALF_OUT, \
           X2(float, nbl_half_to_float, e, HALF_OUT)) \
    KERNEL(name##_32, uint32_t, uint32_t, float, float_of, bits_of, X2(float, float_of, e, bits_of)) \
    KERNEL(name##_64, uint64_t, uint64_t, double, double_of, bits_of_double, X2(double, double_of, d, bits_of_double))
#define FLOAT_3D(name, e, d) \
    KERNEL(name##_16, uint32_t, uint32_t, float, nbl_half_to_float, HALF_OUT, \
           X3(float, nbl_half_to_float, e, HALF_OUT)) \
    KERNEL(name##_32, uint32_t, uint32_t, float, float_of, bits_of, X3(float, float_of, e, bits_of)) \
    KERNEL(name##_64, uint64_t, uint64_t, double, double_of, bits_of_double, X3(double, double_of, d, bits_of_double))
#define FLOAT_TRUTH_1(name, e) \
    KERNEL(name##_16, uint32_t, uint32_t, float, nbl_half_to_float, TRUTH, X1(e, TRUTH)) \
    KERNEL(name##_32, uint32_t, uint32_t, float, float_of, TRUTH, X1(e, TRUTH)) \
    KERNEL(name##_64, uint32_t, uint64_t, double, double_of, TRUTH, X1(e, TRUTH))
#define FLOAT_TRUTH_2(name, e) \
    KERNEL(name##_16, uint32_t, uint32_t, float, nbl_half_to_float, TRUTH, X2(float, nbl_half_to_float, e, TRUTH)) \
    KERNEL(name##_32, uint32_t, uint32_t, float, float_of, TRUTH, X2(float, float_of, e, TRUTH)) \
    KERNEL(name##_64, uint32_t, uint64_t, double, double_of, TRUTH, X2(double, double_of, e, TRUTH))

UNSIGNED_2(add, (uint64_t)x + y)
UNSIGNED_2(subtract, (uint64_t)x - y)
UNSIGNED_2(multiply, (uint64_t)x *y)
UNSIGNED_2(divide, y != 0 ? x / y : 0)
UNSIGNED_2(modulo, y != 0 ? x % y : 0)
SIGNED_2(divide_signed, y == 0 ? 0 : y == -1 ? (int64_t)(0u - (uint64_t)x) : x / y)
SIGNED_2(remainder_signed, y == 0 || y == -1 ? 0 : x % y)
SIGNED_2(modulo_signed, y == 0 || y == -1 ? 0 : x % y != 0 && (x % y < 0) != (y < 0) ? x % y + y : x % y)
UNSIGNED_1(negate, 0u - (uint64_t)x)
UNSIGNED_1(invert, ~(uint64_t)x)
UNSIGNED_2(and_, x &y)
UNSIGNED_2(or_, x | y)
UNSIGNED_2(xor_, x ^ y)
UNSIGNED_2(shift_left, (uint64_t)x << (y & (8u * sizeof x - 1u)))
UNSIGNED_2(shift_right, x >> (y & (8u * sizeof x - 1u)))
SIGNED_2(shift_arithmetic, x >> (y & (int)(8u * sizeof x - 1u)))
UNSIGNED_1(identity, x)
UNSIGNED_COMPARE(equal, x == y)
UNSIGNED_COMPARE(not_equal, x != y)
UNSIGNED_COMPARE(less, x < y)
UNSIGNED_COMPARE(less_equal, x <= y)
UNSIGNED_COMPARE(greater, x > y)
UNSIGNED_COMPARE(greater_equal, x >= y)
SIGNED_COMPARE(less_signed, x < y)
SIGNED_COMPARE(less_equal_signed, x <= y)
SIGNED_COMPARE(greater_signed, x > y)
SIGNED_COMPARE(greater_equal_signed, x >= y)
UNSIGNED_1(bit_count, (uint64_t)__builtin_popcountll(x))

static uint64_t reversed(uint64_t x, uint32_t bits) {
    uint64_t r = 0;
    for (uint32_t i = 0; i < bits; i++) r |= (x >> i & 1u) << (bits - 1u - i);
    return r;
}
UNSIGNED_1(bit_reverse, reversed(x, 8u * sizeof x))

KERNEL(logical_not, uint32_t, uint32_t, uint32_t, TO_U32, TRUTH, X1(!x, TRUTH))
KERNEL(logical_equal, uint32_t, uint32_t, uint32_t, TO_U32, TRUTH, X2(uint32_t, TO_U32, !x == !y, TRUTH))
KERNEL(logical_differ, uint32_t, uint32_t, uint32_t, TO_U32, TRUTH, X2(uint32_t, TO_U32, !x != !y, TRUTH))

FLOAT_2D(fadd, x + y, x + y)
FLOAT_2D(fsub, x - y, x - y)
FLOAT_2D(fmul, x *y, x *y)
FLOAT_2D(fdiv, x / y, x / y)
FLOAT_2D(frem, fmodf(x, y), fmod(x, y))
FLOAT_2D(fmodulo, x - y * floorf(x / y), x - y * floor(x / y))
KERNEL(fneg_16, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X1(x ^ 0x8000u, TO_U32))
KERNEL(fneg_32, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X1(x ^ 0x80000000u, TO_U32))
KERNEL(fneg_64, uint64_t, uint64_t, uint64_t, TO_U64, TO_U64, X1(x ^ 0x8000000000000000u, TO_U64))
FLOAT_TRUTH_1(is_nan, x != x)
FLOAT_TRUTH_1(is_inf, isinf(x) ? 1 : 0)
FLOAT_TRUTH_2(ordered_equal, x == y)
FLOAT_TRUTH_2(ordered_not_equal, x<y || x> y)
FLOAT_TRUTH_2(ordered_less, x < y)
FLOAT_TRUTH_2(ordered_greater, x > y)
FLOAT_TRUTH_2(ordered_less_equal, x <= y)
FLOAT_TRUTH_2(ordered_greater_equal, x >= y)
FLOAT_TRUTH_2(unordered_equal, !(x < y || x > y))
FLOAT_TRUTH_2(unordered_not_equal, x != y)
FLOAT_TRUTH_2(unordered_less, !(x >= y))
FLOAT_TRUTH_2(unordered_greater, !(x <= y))
FLOAT_TRUTH_2(unordered_less_equal, !(x > y))
FLOAT_TRUTH_2(unordered_greater_equal, !(x < y))
FLOAT_TRUTH_2(ordered, x == x && y == y)
FLOAT_TRUTH_2(unordered, x != x || y != y)
KERNEL(quantize, uint32_t, uint32_t, float, float_of, bits_of,
       X1(fabsf(nbl_half_to_float(HALF_OUT(x))) < 0x1p-14f ? copysignf(0.0f, x) : nbl_half_to_float(HALF_OUT(x)),
          bits_of))

/* ---- tables */

typedef struct row_t {
    uint32_t opcode, operands;
    nbl_kernel_t of[4]; /* 8, 16, 32, 64 bits */
} row_t;

#define ALL(name) \
    { name##_8, name##_16, name##_32, name##_64 }
#define FLOATS(name) \
    { NULL, name##_16, name##_32, name##_64 }
#define ONLY_32(name) \
    { NULL, NULL, name, NULL }

static const row_t rows[] = {
    {SpvOpIAdd, 2, ALL(add)},
    {SpvOpISub, 2, ALL(subtract)},
    {SpvOpIMul, 2, ALL(multiply)},
    {SpvOpUDiv, 2, ALL(divide)},
    {SpvOpUMod, 2, ALL(modulo)},
    {SpvOpSDiv, 2, ALL(divide_signed)},
    {SpvOpSRem, 2, ALL(remainder_signed)},
    {SpvOpSMod, 2, ALL(modulo_signed)},
    {SpvOpSNegate, 1, ALL(negate)},
    {SpvOpNot, 1, ALL(invert)},
    {SpvOpBitwiseAnd, 2, ALL(and_)},
    {SpvOpBitwiseOr, 2, ALL(or_)},
    {SpvOpBitwiseXor, 2, ALL(xor_)},
    {SpvOpShiftLeftLogical, 2, ALL(shift_left)},
    {SpvOpShiftRightLogical, 2, ALL(shift_right)},
    {SpvOpShiftRightArithmetic, 2, ALL(shift_arithmetic)},
    {SpvOpBitCount, 1, ALL(bit_count)},
    {SpvOpBitReverse, 1, ALL(bit_reverse)},
    {SpvOpIEqual, 2, ALL(equal)},
    {SpvOpINotEqual, 2, ALL(not_equal)},
    {SpvOpULessThan, 2, ALL(less)},
    {SpvOpULessThanEqual, 2, ALL(less_equal)},
    {SpvOpUGreaterThan, 2, ALL(greater)},
    {SpvOpUGreaterThanEqual, 2, ALL(greater_equal)},
    {SpvOpSLessThan, 2, ALL(less_signed)},
    {SpvOpSLessThanEqual, 2, ALL(less_equal_signed)},
    {SpvOpSGreaterThan, 2, ALL(greater_signed)},
    {SpvOpSGreaterThanEqual, 2, ALL(greater_equal_signed)},
    {SpvOpPtrEqual, 2, ALL(equal)},
    {SpvOpPtrNotEqual, 2, ALL(not_equal)},
    {SpvOpLogicalAnd, 2, ONLY_32(and__32)},
    {SpvOpLogicalOr, 2, ONLY_32(or__32)},
    {SpvOpLogicalNot, 1, ONLY_32(logical_not)},
    {SpvOpLogicalEqual, 2, ONLY_32(logical_equal)},
    {SpvOpLogicalNotEqual, 2, ONLY_32(logical_differ)},
    {SpvOpCopyObject, 1, ALL(identity)},
    {SpvOpCopyLogical, 1, ALL(identity)},
    {SpvOpFAdd, 2, FLOATS(fadd)},
    {SpvOpFSub, 2, FLOATS(fsub)},
    {SpvOpFMul, 2, FLOATS(fmul)},
    {SpvOpFDiv, 2, FLOATS(fdiv)},
    {SpvOpFRem, 2, FLOATS(frem)},
    {SpvOpFMod, 2, FLOATS(fmodulo)},
    {SpvOpFNegate, 1, FLOATS(fneg)},
    {SpvOpIsNan, 1, FLOATS(is_nan)},
    {SpvOpIsInf, 1, FLOATS(is_inf)},
    {SpvOpFOrdEqual, 2, FLOATS(ordered_equal)},
    {SpvOpFOrdNotEqual, 2, FLOATS(ordered_not_equal)},
    {SpvOpFOrdLessThan, 2, FLOATS(ordered_less)},
    {SpvOpFOrdGreaterThan, 2, FLOATS(ordered_greater)},
    {SpvOpFOrdLessThanEqual, 2, FLOATS(ordered_less_equal)},
    {SpvOpFOrdGreaterThanEqual, 2, FLOATS(ordered_greater_equal)},
    {SpvOpFUnordEqual, 2, FLOATS(unordered_equal)},
    {SpvOpFUnordNotEqual, 2, FLOATS(unordered_not_equal)},
    {SpvOpFUnordLessThan, 2, FLOATS(unordered_less)},
    {SpvOpFUnordGreaterThan, 2, FLOATS(unordered_greater)},
    {SpvOpFUnordLessThanEqual, 2, FLOATS(unordered_less_equal)},
    {SpvOpFUnordGreaterThanEqual, 2, FLOATS(unordered_greater_equal)},
    {SpvOpOrdered, 2, FLOATS(ordered)},
    {SpvOpUnordered, 2, FLOATS(unordered)},
    {SpvOpQuantizeToF16, 1, ONLY_32(quantize)},
};

static nbl_kernel_t find(const row_t *table, size_t count, uint32_t opcode, uint32_t width, uint32_t *operands) {
    for (size_t i = 0; i < count; i++)
        if (table[i].opcode == opcode) {
            *operands = table[i].operands;
            return table[i].of[width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : 3];
        }
    return NULL;
}

nbl_kernel_t nbl_kernel_find(uint32_t opcode, uint32_t width, uint32_t *operands) {
    return find(rows, sizeof rows / sizeof rows[0], opcode, width, operands);
}

/* ---- conversions */

static uint64_t to_unsigned(double x, double most) { return !(x > 0) ? 0 : x >= most ? (uint64_t)-1 : (uint64_t)x; }
static int64_t to_signed(double x, double most, int64_t least) {
    return x != x ? 0 : x >= most ? -(least + 1) : x <= -most ? least : (int64_t)x;
}

#define FLOAT_TO(name, RS, AS, AT, LOAD) \
    KERNEL(name##_u8, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint8_t)to_unsigned(x, 0x1p8);) \
    KERNEL(name##_u16, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint16_t)to_unsigned(x, 0x1p16);) \
    KERNEL(name##_u32, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint32_t)to_unsigned(x, 0x1p32);) \
    KERNEL(name##_u64, uint64_t, AS, AT, LOAD, TO_U8, r[i] = to_unsigned(x, 0x1p64);) \
    KERNEL(name##_s8, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint8_t)to_signed(x, 0x1p7, INT8_MIN);) \
    KERNEL(name##_s16, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint16_t)to_signed(x, 0x1p15, INT16_MIN);) \
    KERNEL(name##_s32, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint32_t)to_signed(x, 0x1p31, INT32_MIN);) \
    KERNEL(name##_s64, uint64_t, AS, AT, LOAD, TO_U8, r[i] = (uint64_t)to_signed(x, 0x1p63, INT64_MIN);)
FLOAT_TO(from_half, uint32_t, uint32_t, float, nbl_half_to_float)
FLOAT_TO(from_float, uint32_t, uint32_t, float, float_of)
FLOAT_TO(from_double, uint32_t, uint64_t, double, double_of)

#define INTEGER_TO(name, AS, AT, LOAD) \
    KERNEL(name##_half, uint32_t, AS, AT, LOAD, TO_U8, r[i] = HALF_OUT(x);) \
    KERNEL(name##_float, uint32_t, AS, AT, LOAD, TO_U8, r[i] = bits_of((float)x);) \
    KERNEL(name##_double, uint64_t, AS, AT, LOAD, TO_U8, r[i] = bits_of_double((double)x);) \
    KERNEL(name##_8, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint8_t)x;) \
    KERNEL(name##_16, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint16_t)x;) \
    KERNEL(name##_32, uint32_t, AS, AT, LOAD, TO_U8, r[i] = (uint32_t)x;) \
    KERNEL(name##_64, uint64_t, AS, AT, LOAD, TO_U8, r[i] = (uint64_t)x;)
INTEGER_TO(of_u8, uint32_t, uint8_t, TO_U8)
INTEGER_TO(of_u16, uint32_t, uint16_t, TO_U16)
INTEGER_TO(of_u32, uint32_t, uint32_t, TO_U32)
INTEGER_TO(of_u64, uint64_t, uint64_t, TO_U64)
INTEGER_TO(of_s8, uint32_t, int8_t, TO_S8)
INTEGER_TO(of_s16, uint32_t, int16_t, TO_S16)
INTEGER_TO(of_s32, uint32_t, int32_t, TO_S32)
INTEGER_TO(of_s64, uint64_t, int64_t, TO_S64)

KERNEL(half_float, uint32_t, uint32_t, float, nbl_half_to_float, TO_U8, r[i] = bits_of(x);)
KERNEL(half_double, uint64_t, uint32_t, float, nbl_half_to_float, TO_U8, r[i] = bits_of_double((double)x);)
KERNEL(float_half, uint32_t, uint32_t, float, float_of, TO_U8, r[i] = HALF_OUT(x);)
KERNEL(float_double, uint64_t, uint32_t, float, float_of, TO_U8, r[i] = bits_of_double((double)x);)
KERNEL(double_half, uint32_t, uint64_t, double, double_of, TO_U8, r[i] = HALF_OUT(x);)
KERNEL(double_float, uint32_t, uint64_t, double, double_of, TO_U8, r[i] = bits_of((float)x);)

static int log_of(uint32_t width) { return width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : 3; }

nbl_kernel_t nbl_kernel_convert(uint32_t opcode, uint32_t from_width, uint32_t to_width) {
#define TO_UNSIGNED(name) \
    { name##_u8, name##_u16, name##_u32, name##_u64 }
#define TO_SIGNED(name) \
    { name##_s8, name##_s16, name##_s32, name##_s64 }
#define TO_FLOAT(name) \
    { NULL, name##_half, name##_float, name##_double }
    static const nbl_kernel_t float_unsigned[3][4] = {TO_UNSIGNED(from_half), TO_UNSIGNED(from_float),
                                                      TO_UNSIGNED(from_double)};
    static const nbl_kernel_t float_signed[3][4] = {TO_SIGNED(from_half), TO_SIGNED(from_float),
                                                    TO_SIGNED(from_double)};
    static const nbl_kernel_t unsigned_float[4][4] = {TO_FLOAT(of_u8), TO_FLOAT(of_u16), TO_FLOAT(of_u32),
                                                      TO_FLOAT(of_u64)};
    static const nbl_kernel_t signed_float[4][4] = {TO_FLOAT(of_s8), TO_FLOAT(of_s16), TO_FLOAT(of_s32),
                                                    TO_FLOAT(of_s64)};
    static const nbl_kernel_t unsigned_integer[4][4] = {ALL(of_u8), ALL(of_u16), ALL(of_u32), ALL(of_u64)};
    static const nbl_kernel_t signed_integer[4][4] = {ALL(of_s8), ALL(of_s16), ALL(of_s32), ALL(of_s64)};
    static const nbl_kernel_t floats[3][4] = {{NULL, identity_16, half_float, half_double},
                                              {NULL, float_half, identity_32, float_double},
                                              {NULL, double_half, double_float, identity_64}};
    const int from = log_of(from_width), to = log_of(to_width);
    switch (opcode) {
    case SpvOpConvertFToU: return from > 0 ? float_unsigned[from - 1][to] : NULL;
    case SpvOpConvertFToS: return from > 0 ? float_signed[from - 1][to] : NULL;
    case SpvOpConvertUToF: return unsigned_float[from][to];
    case SpvOpConvertSToF: return signed_float[from][to];
    case SpvOpUConvert: return unsigned_integer[from][to];
    case SpvOpSConvert: return signed_integer[from][to];
    case SpvOpFConvert: return from > 0 ? floats[from - 1][to] : NULL;
    default: return NULL;
    }
}

/* ---- GLSL.std.450 */

static float sign_of(float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : x; }
static float round_away(float x) { return rintf(x); } /* either is allowed for Round; drivers take the even one */

FLOAT_1D(g_round, round_away(x), rint(x))
FLOAT_1D(g_trunc, truncf(x), trunc(x))
FLOAT_1D(g_fabs, fabsf(x), fabs(x))
FLOAT_1D(g_fsign, sign_of(x), x > 0 ? 1.0 : x < 0 ? -1.0 : x)
FLOAT_1D(g_floor, floorf(x), floor(x))
FLOAT_1D(g_ceil, ceilf(x), ceil(x))
FLOAT_1D(g_fract, x - floorf(x), x - floor(x))
FLOAT_1D(g_radians, x * 0.017453292519943295f, x * 0.017453292519943295)
FLOAT_1D(g_degrees, x * 57.29577951308232f, x * 57.29577951308232)
FLOAT_1D(g_sin, sinf(x), sin(x))
FLOAT_1D(g_cos, cosf(x), cos(x))
FLOAT_1D(g_tan, tanf(x), tan(x))
FLOAT_1D(g_asin, asinf(x), asin(x))
FLOAT_1D(g_acos, acosf(x), acos(x))
FLOAT_1D(g_atan, atanf(x), atan(x))
FLOAT_1D(g_sinh, sinhf(x), sinh(x))
FLOAT_1D(g_cosh, coshf(x), cosh(x))
FLOAT_1D(g_tanh, tanhf(x), tanh(x))
FLOAT_1D(g_asinh, asinhf(x), asinh(x))
FLOAT_1D(g_acosh, acoshf(x), acosh(x))
FLOAT_1D(g_atanh, atanhf(x), atanh(x))
FLOAT_2D(g_atan2, atan2f(x, y), atan2(x, y))
FLOAT_2D(g_pow, powf(x, y), pow(x, y))
FLOAT_1D(g_exp, expf(x), exp(x))
FLOAT_1D(g_log, logf(x), log(x))
FLOAT_1D(g_exp2, exp2f(x), exp2(x))
FLOAT_1D(g_log2, log2f(x), log2(x))
FLOAT_1D(g_sqrt, sqrtf(x), sqrt(x))
FLOAT_1D(g_inverse_sqrt, 1.0f / sqrtf(x), 1.0 / sqrt(x))
FLOAT_2D(g_fmin, y < x ? y : x, y < x ? y : x)
FLOAT_2D(g_fmax, x < y ? y : x, x < y ? y : x)
FLOAT_2D(g_nmin, fminf(x, y), fmin(x, y))
FLOAT_2D(g_nmax, fmaxf(x, y), fmax(x, y))
FLOAT_3D(g_fclamp, x < y ? y : z < x ? z : x, x < y ? y : z < x ? z : x)
FLOAT_3D(g_nclamp, fminf(fmaxf(x, y), z), fmin(fmax(x, y), z))
FLOAT_3D(g_mix, x *(1.0f - z) + y * z, x *(1.0 - z) + y * z)
FLOAT_2D(g_step, y < x ? 0.0f : 1.0f, y < x ? 0.0 : 1.0)
static float smooth(float x, float y, float z) {
    float t = (z - x) / (y - x);
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}
static double smooth_double(double x, double y, double z) {
    double t = (z - x) / (y - x);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}
FLOAT_3D(g_smooth_step, smooth(x, y, z), smooth_double(x, y, z))
/* The multiply-add of halves, to be rounded to a half once more. What is not exact is rounded to odd before that, in
 * float64 and then in float32: the result is the exact sum's nearest half (include/nbl/lang/fused.h). */
static float fma_of_halves(float x, float y, float z) {
    const double product = (double)x * (double)y, other = (double)z, sum = product + other; /* the product is exact */
    const double part = sum - product, lost = (product - (sum - part)) + (other - part);
    uint64_t wide = bits_of_double(sum);
    if ((lost > 0.0 || lost < 0.0) && wide % 2u == 0u) wide = (lost > 0.0) == (sum > 0.0) ? wide + 1u : wide - 1u;
    const double odd = double_of(wide), narrow = (double)(float)odd;
    uint32_t bits = bits_of((float)odd);
    if ((narrow < odd || narrow > odd) && bits % 2u == 0u) bits = fabs(narrow) < fabs(odd) ? bits + 1u : bits - 1u;
    return float_of(bits);
}
FLOAT_3D(g_fma, fma_of_halves(x, y, z), fma(x, y, z))
static void g_fma_single(size_t lanes, void *result, const void *a_, const void *b_, const void *c_) {
    uint32_t *r = result;
    const uint32_t *a = a_, *b = b_, *c = c_;
    for (size_t i = 0; i < lanes; i++) r[i] = bits_of(fmaf(float_of(a[i]), float_of(b[i]), float_of(c[i])));
}
SIGNED_1(g_sabs, x < 0 ? (int64_t)(0u - (uint64_t)x) : x)
SIGNED_1(g_ssign, x > 0 ? 1 : x < 0 ? -1 : 0)
UNSIGNED_2(g_umin, y < x ? y : x)
UNSIGNED_2(g_umax, x < y ? y : x)
SIGNED_2(g_smin, y < x ? y : x)
SIGNED_2(g_smax, x < y ? y : x)
KERNEL(g_uclamp_32, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32,
       X3(uint32_t, TO_U32,
          x < y   ? y
          : z < x ? z
                  : x,
          TO_U32))
KERNEL(g_sclamp_32, uint32_t, uint32_t, int32_t, TO_S32, TO_U32, X3(int32_t, TO_S32, x < y ? y : z < x ? z : x, TO_U32))
KERNEL(g_uclamp_16, uint32_t, uint32_t, uint16_t, TO_U16, TO_U16,
       X3(uint16_t, TO_U16,
          x < y   ? y
          : z < x ? z
                  : x,
          TO_U16))
KERNEL(g_sclamp_16, uint32_t, uint32_t, int16_t, TO_S16, TO_U16, X3(int16_t, TO_S16, x < y ? y : z < x ? z : x, TO_U16))
KERNEL(g_uclamp_8, uint32_t, uint32_t, uint8_t, TO_U8, TO_U8, X3(uint8_t, TO_U8, x < y ? y : z < x ? z : x, TO_U8))
KERNEL(g_sclamp_8, uint32_t, uint32_t, int8_t, TO_S8, TO_U8, X3(int8_t, TO_S8, x < y ? y : z < x ? z : x, TO_U8))
KERNEL(g_uclamp_64, uint64_t, uint64_t, uint64_t, TO_U64, TO_U64,
       X3(uint64_t, TO_U64,
          x < y   ? y
          : z < x ? z
                  : x,
          TO_U64))
KERNEL(g_sclamp_64, uint64_t, uint64_t, int64_t, TO_S64, TO_U64, X3(int64_t, TO_S64, x < y ? y : z < x ? z : x, TO_U64))
static uint32_t top_bit(uint32_t x) { return x == 0 ? 0xFFFFFFFFu : 31u - (uint32_t)__builtin_clz(x); }
KERNEL(g_lsb, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32,
       X1(x == 0 ? 0xFFFFFFFFu : (uint32_t)__builtin_ctz(x), TO_U32))
KERNEL(g_umsb, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X1(top_bit(x), TO_U32))
KERNEL(g_smsb, uint32_t, uint32_t, int32_t, TO_S32, TO_U32, X1(top_bit((uint32_t)(x < 0 ? ~x : x)), TO_U32))
/* ldexp: the exponent has 32 bits, whatever the float's width. */
static void g_ldexp_32(size_t lanes, void *result, const void *a_, const void *b_, const void *c_) {
    uint32_t *r = result;
    const uint32_t *a = a_, *b = b_;
    (void)c_;
    for (size_t i = 0; i < lanes; i++) r[i] = bits_of(ldexpf(float_of(a[i]), (int32_t)b[i]));
}
FLOAT_1D(g_mantissa, frexpf(x, &(int){0}), frexp(x, &(int){0}))
static uint32_t exponent_of(double x) {
    int exponent = 0;
    if (isfinite(x)) (void)frexp(x, &exponent);
    return (uint32_t)exponent;
}
KERNEL(exponent_16, uint32_t, uint32_t, float, nbl_half_to_float, TO_U32, X1(exponent_of((double)x), TO_U32))
KERNEL(exponent_32, uint32_t, uint32_t, float, float_of, TO_U32, X1(exponent_of((double)x), TO_U32))
KERNEL(exponent_64, uint32_t, uint64_t, double, double_of, TO_U32, X1(exponent_of(x), TO_U32))
FLOAT_1D(g_modf, copysignf(isinf(x) ? 0.0f : x - truncf(x), x), copysign(isinf(x) ? 0.0 : x - trunc(x), x))

static const row_t extended[] = {
    {GLSLstd450Round, 1, FLOATS(g_round)},
    {GLSLstd450RoundEven, 1, FLOATS(g_round)},
    {GLSLstd450Trunc, 1, FLOATS(g_trunc)},
    {GLSLstd450FAbs, 1, FLOATS(g_fabs)},
    {GLSLstd450SAbs, 1, ALL(g_sabs)},
    {GLSLstd450FSign, 1, FLOATS(g_fsign)},
    {GLSLstd450SSign, 1, ALL(g_ssign)},
    {GLSLstd450Floor, 1, FLOATS(g_floor)},
    {GLSLstd450Ceil, 1, FLOATS(g_ceil)},
    {GLSLstd450Fract, 1, FLOATS(g_fract)},
    {GLSLstd450Radians, 1, FLOATS(g_radians)},
    {GLSLstd450Degrees, 1, FLOATS(g_degrees)},
    {GLSLstd450Sin, 1, FLOATS(g_sin)},
    {GLSLstd450Cos, 1, FLOATS(g_cos)},
    {GLSLstd450Tan, 1, FLOATS(g_tan)},
    {GLSLstd450Asin, 1, FLOATS(g_asin)},
    {GLSLstd450Acos, 1, FLOATS(g_acos)},
    {GLSLstd450Atan, 1, FLOATS(g_atan)},
    {GLSLstd450Sinh, 1, FLOATS(g_sinh)},
    {GLSLstd450Cosh, 1, FLOATS(g_cosh)},
    {GLSLstd450Tanh, 1, FLOATS(g_tanh)},
    {GLSLstd450Asinh, 1, FLOATS(g_asinh)},
    {GLSLstd450Acosh, 1, FLOATS(g_acosh)},
    {GLSLstd450Atanh, 1, FLOATS(g_atanh)},
    {GLSLstd450Atan2, 2, FLOATS(g_atan2)},
    {GLSLstd450Pow, 2, FLOATS(g_pow)},
    {GLSLstd450Exp, 1, FLOATS(g_exp)},
    {GLSLstd450Log, 1, FLOATS(g_log)},
    {GLSLstd450Exp2, 1, FLOATS(g_exp2)},
    {GLSLstd450Log2, 1, FLOATS(g_log2)},
    {GLSLstd450Sqrt, 1, FLOATS(g_sqrt)},
    {GLSLstd450InverseSqrt, 1, FLOATS(g_inverse_sqrt)},
    {GLSLstd450FMin, 2, FLOATS(g_fmin)},
    {GLSLstd450UMin, 2, ALL(g_umin)},
    {GLSLstd450SMin, 2, ALL(g_smin)},
    {GLSLstd450FMax, 2, FLOATS(g_fmax)},
    {GLSLstd450UMax, 2, ALL(g_umax)},
    {GLSLstd450SMax, 2, ALL(g_smax)},
    {GLSLstd450NMin, 2, FLOATS(g_nmin)},
    {GLSLstd450NMax, 2, FLOATS(g_nmax)},
    {GLSLstd450FClamp, 3, FLOATS(g_fclamp)},
    {GLSLstd450NClamp, 3, FLOATS(g_nclamp)},
    {GLSLstd450UClamp, 3, ALL(g_uclamp)},
    {GLSLstd450SClamp, 3, ALL(g_sclamp)},
    {GLSLstd450FMix, 3, FLOATS(g_mix)},
    {GLSLstd450Step, 2, FLOATS(g_step)},
    {GLSLstd450SmoothStep, 3, FLOATS(g_smooth_step)},
    {GLSLstd450Fma, 3, {NULL, g_fma_16, g_fma_single, g_fma_64}},
    {GLSLstd450Ldexp, 2, ONLY_32(g_ldexp_32)},
    {GLSLstd450FindILsb, 1, ONLY_32(g_lsb)},
    {GLSLstd450FindUMsb, 1, ONLY_32(g_umsb)},
    {GLSLstd450FindSMsb, 1, ONLY_32(g_smsb)},
    {GLSLstd450Frexp, 1, FLOATS(g_mantissa)},
    {GLSLstd450FrexpStruct, 1, FLOATS(exponent)}, /* gives the second member, the exponent */
    {GLSLstd450Modf, 1, FLOATS(g_modf)},
};

nbl_kernel_t nbl_kernel_extended(uint32_t instruction, uint32_t width, uint32_t *operands) {
    (void)g_fma_32;
    return find(extended, sizeof extended / sizeof extended[0], instruction, width, operands);
}

/* ---- Kernels that instructions with several results call, one for each result */

static void select_32(size_t lanes, void *result, const void *a_, const void *b_, const void *c_) {
    uint32_t *r = result;
    const uint32_t *a = a_, *b = b_, *c = c_;
    for (size_t i = 0; i < lanes; i++) r[i] = a[i] != 0 ? b[i] : c[i];
}
static void select_64(size_t lanes, void *result, const void *a_, const void *b_, const void *c_) {
    uint64_t *r = result;
    const uint32_t *a = a_;
    const uint64_t *b = b_, *c = c_;
    for (size_t i = 0; i < lanes; i++) r[i] = a[i] != 0 ? b[i] : c[i];
}
nbl_kernel_t nbl_kernel_select(int wide) { return wide ? select_64 : select_32; }

static float clamped(float x, float least) { return x != x ? 0.0f : x < least ? least : x > 1.0f ? 1.0f : x; }
static float at_least(float x) { return x < -1.0f ? -1.0f : x; }
static void join(size_t lanes, void *result, const void *a_, const void *b_, const void *c_) {
    uint64_t *r = result;
    const uint32_t *a = a_, *b = b_;
    (void)c_;
    for (size_t i = 0; i < lanes; i++) r[i] = a[i] | (uint64_t)b[i] << 32;
}
KERNEL(carry, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X2(uint32_t, TO_U32, (uint32_t)(x + y) < x, TO_U32))
KERNEL(borrow, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X2(uint32_t, TO_U32, x < y, TO_U32))
KERNEL(high_unsigned, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X2(uint32_t, TO_U32, (uint64_t)x *y >> 32, TO_U32))
KERNEL(high_signed, uint32_t, uint32_t, int32_t, TO_S32, TO_U32, X2(int32_t, TO_S32, (int64_t)x *y >> 32, TO_U32))
KERNEL(low_half, uint32_t, uint64_t, uint64_t, TO_U64, TO_U32, X1(x, TO_U32))
KERNEL(high_half, uint32_t, uint64_t, uint64_t, TO_U64, TO_U32, X1(x >> 32, TO_U32))
KERNEL(pack_half, uint32_t, uint32_t, float, float_of, TO_U32,
       X2(float, float_of, HALF_OUT(x) | HALF_OUT(y) << 16, TO_U32))
KERNEL(unpack_low, uint32_t, uint32_t, uint32_t, TO_U32, bits_of, X1(nbl_half_to_float(x & 0xFFFFu), bits_of))
KERNEL(unpack_high, uint32_t, uint32_t, uint32_t, TO_U32, bits_of, X1(nbl_half_to_float(x >> 16), bits_of))
KERNEL(unorm8, uint32_t, uint32_t, float, float_of, TO_U8, X1(rintf(clamped(x, 0.0f) * 255.0f), TO_U8))
KERNEL(snorm8, uint32_t, uint32_t, float, float_of, TO_U8, X1((int8_t)rintf(clamped(x, -1.0f) * 127.0f), TO_U8))
KERNEL(unorm16, uint32_t, uint32_t, float, float_of, TO_U16, X1(rintf(clamped(x, 0.0f) * 65535.0f), TO_U16))
KERNEL(snorm16, uint32_t, uint32_t, float, float_of, TO_U16, X1((int16_t)rintf(clamped(x, -1.0f) * 32767.0f), TO_U16))
KERNEL(from_unorm8, uint32_t, uint32_t, uint8_t, TO_U8, bits_of, X1((float)x / 255.0f, bits_of))
KERNEL(from_snorm8, uint32_t, uint32_t, int8_t, TO_S8, bits_of, X1(at_least((float)x / 127.0f), bits_of))
KERNEL(from_unorm16, uint32_t, uint32_t, uint16_t, TO_U16, bits_of, X1((float)x / 65535.0f, bits_of))
KERNEL(from_snorm16, uint32_t, uint32_t, int16_t, TO_S16, bits_of, X1(at_least((float)x / 32767.0f), bits_of))
static uint32_t field(uint32_t x, uint32_t at, uint32_t bits) {
    x = at < 32u ? x >> at : 0u;
    return bits >= 32u ? x : x & ((1u << bits) - 1u);
}
KERNEL(field_, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X3(uint32_t, TO_U32, field(x, y, z), TO_U32))

static uint32_t field_signed(uint32_t x, uint32_t at, uint32_t bits) {
    const uint32_t found = field(x, at, bits);
    if (bits == 0 || bits >= 32u) return found;
    return (uint32_t)((int32_t)(found << (32u - bits)) >> (32u - bits));
}
KERNEL(field_signed_, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X3(uint32_t, TO_U32, field_signed(x, y, z), TO_U32))
KERNEL(field_mask, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32,
       X2(uint32_t, TO_U32, x < 32u ? (y >= 32u ? 0xFFFFFFFFu : (1u << y) - 1u) << x : 0u, TO_U32))

static uint32_t to_bfloat(uint32_t bits) {
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return bits >> 16 | 0x40u; /* a NaN becomes a quiet NaN */
    return (bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16;
}
KERNEL(to_bfloat_, uint32_t, uint32_t, uint32_t, TO_U32, TO_U32, X1(to_bfloat(x), TO_U32))

nbl_kernel_t nbl_kernel_extra(nbl_kernel_extra_t extra) {
    static const nbl_kernel_t all[NBL_KERNEL_EXTRAS] = {
        carry,        borrow,       high_unsigned, high_signed,   low_half,   high_half, join,        pack_half,
        unpack_low,   unpack_high,  unorm8,        snorm8,        unorm16,    snorm16,   from_unorm8, from_snorm8,
        from_unorm16, from_snorm16, field_,        field_signed_, field_mask, to_bfloat_};
    return all[extra];
}
