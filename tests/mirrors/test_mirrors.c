/* The mirrors of std and of the built-ins against plain C: exhaustively where that is possible.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/bit/pack.h"
#include "nbl/functional.h"
#include "nbl/numbers.h"
#include "nbl/type_traits.h"
#include "nbl/matrix.h"

#include "tests/common/testing.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* extended.h a second time, as a language without long products has it */
#undef NBL_HAS_MULTIPLY_HIGH
#define NBL_HAS_MULTIPLY_HIGH 0
#undef NBL_BIT_EXTENDED_H
#define nbl_wide_t narrow_wide_t
#define nbl_multiply_high narrow_multiply_high
#define nbl_multiply_high_signed narrow_multiply_high_signed
#define nbl_multiply_extended narrow_multiply_extended
#define nbl_multiply_extended_signed narrow_multiply_extended_signed
#define nbl_add_carry narrow_add_carry
#define nbl_subtract_borrow narrow_subtract_borrow
#define nbl_wide_add narrow_wide_add
#define nbl_wide_subtract narrow_wide_subtract
#define nbl_wide_negate narrow_wide_negate
#define nbl_wide_shift_left narrow_wide_shift_left
#define nbl_wide_shift_right narrow_wide_shift_right
#define nbl_wide_leading_zeros narrow_wide_leading_zeros
#include "nbl/bit/extended.h"
#undef nbl_wide_t
#undef nbl_multiply_high
#undef nbl_multiply_high_signed
#undef nbl_multiply_extended
#undef nbl_multiply_extended_signed
#undef nbl_add_carry
#undef nbl_subtract_borrow
#undef nbl_wide_add
#undef nbl_wide_subtract
#undef nbl_wide_negate
#undef nbl_wide_shift_left
#undef nbl_wide_shift_right
#undef nbl_wide_leading_zeros

static uint32_t any_number(test_random_t *random) {
    static const uint32_t edges[] = {0u, 1u, 2u, 0xffffu, 0x10000u, 0x7fffffffu, 0x80000000u, 0x80000001u, 0xffffffffu};
    if (test_random_below(random, 4) == 0) return edges[test_random_below(random, sizeof edges / sizeof *edges)];
    uint32_t bits = (test_random_below(random, 1u << 16) << 16) | test_random_below(random, 1u << 16);
    return bits >> test_random_below(random, 32);
}

static uint64_t of_wide(nbl_wide_t a) { return ((uint64_t)a.high << 32) | a.low; }

START_TEST(extended) {
    test_random_t random = test_random_begin("extended");
    enum { CASES = 20000 };
    for (int n = 0; n < CASES; n++) {
        uint32_t a = any_number(&random), b = any_number(&random), c = any_number(&random), d = any_number(&random);
        uint32_t shift = test_random_below(&random, 70);
        nbl_wide_t x = {a, b}, y = {c, d};
        uint64_t product = (uint64_t)a * b, wide = of_wide(x);
        ck_assert_uint_eq(nbl_multiply_high(a, b), product >> 32);
        ck_assert_uint_eq(narrow_multiply_high(a, b), product >> 32);
        ck_assert_uint_eq(of_wide(nbl_multiply_extended(a, b)), product);
        int64_t signed_product = (int64_t)(int32_t)a * (int32_t)b;
        ck_assert_int_eq(nbl_multiply_high_signed((int32_t)a, (int32_t)b), signed_product >> 32);
        ck_assert_int_eq(narrow_multiply_high_signed((int32_t)a, (int32_t)b), signed_product >> 32);
        ck_assert_uint_eq(of_wide(nbl_multiply_extended_signed((int32_t)a, (int32_t)b)), (uint64_t)signed_product);
        ck_assert_uint_eq(of_wide(nbl_add_carry(a, b)), (uint64_t)a + b);
        ck_assert_uint_eq(nbl_subtract_borrow(a, b).high, a < b);
        ck_assert_uint_eq(nbl_subtract_borrow(a, b).low, a - b);
        ck_assert_uint_eq(of_wide(nbl_wide_add(x, y)), wide + of_wide(y));
        ck_assert_uint_eq(of_wide(nbl_wide_subtract(x, y)), wide - of_wide(y));
        ck_assert_uint_eq(of_wide(nbl_wide_negate(x)), 0 - wide);
        ck_assert_uint_eq(of_wide(nbl_wide_shift_left(x, shift)), shift < 64 ? wide << shift : 0);
        ck_assert_uint_eq(of_wide(nbl_wide_shift_right(x, shift)), shift < 64 ? wide >> shift : 0);
        ck_assert_uint_eq(nbl_wide_leading_zeros(x), wide ? (uint32_t)__builtin_clzll(wide) : 64u);
    }
    printf("mirrors: %d cases of 64 bits in two words\n", CASES);
}
END_TEST

START_TEST(fields) {
    test_random_t random = test_random_begin("fields");
    uint32_t cases = 0;
    for (int n = 0; n < 100; n++) {
        uint32_t value = any_number(&random), inserted = any_number(&random);
        ck_assert_uint_eq(nbl_bit_count(value), (uint32_t)__builtin_popcount(value));
        ck_assert_uint_eq(nbl_count_leading_zeros(value), value ? (uint32_t)__builtin_clz(value) : 32u);
        ck_assert_uint_eq(nbl_count_trailing_zeros(value), value ? (uint32_t)__builtin_ctz(value) : 32u);
        ck_assert_int_eq(nbl_find_lsb(value), value ? __builtin_ctz(value) : -1);
        ck_assert_int_eq(nbl_find_msb(value), value ? 31 - __builtin_clz(value) : -1);
        ck_assert_uint_eq(nbl_byteswap(value), __builtin_bswap32(value));
        for (uint32_t offset = 0; offset < 32; offset++) {
            uint32_t right = offset ? (value >> offset) | (value << (32 - offset)) : value;
            ck_assert_uint_eq(nbl_rotr(value, offset), right);
            ck_assert_uint_eq(nbl_rotl(right, offset + 64), value);
            for (uint32_t bits = 0; bits <= 32 - offset; bits++, cases++) {
                uint32_t field = 0, changed = value;
                for (uint32_t b = 0; b < bits; b++) {
                    field |= ((value >> (offset + b)) & 1u) << b;
                    changed = (changed & ~(1u << (offset + b))) | (((inserted >> b) & 1u) << (offset + b));
                }
                ck_assert_uint_eq(nbl_bitfield_extract(value, offset, bits), field);
                ck_assert_uint_eq(nbl_bitfield_insert(value, inserted, offset, bits), changed);
                int64_t extended = (int64_t)field;
                if (bits > 0 && ((field >> (bits - 1)) & 1u)) extended -= (int64_t)1 << bits;
                ck_assert_int_eq(nbl_bitfield_extract_signed((int32_t)value, offset, bits), extended);
            }
        }
    }
    printf("mirrors: %u fields\n", cases);
    ck_assert_uint_eq(cases, 100u * 560u);
}
END_TEST

START_TEST(packing) {
    for (uint32_t n = 0; n < 65536; n++) { /* every value there is */
        float low = (int16_t)n == -32768 ? -1.0f : (float)(int16_t)n / 32767.0f;
        ck_assert(nbl_unpack_unorm_2x16(n << 16).y == (float)n / 65535.0f);
        ck_assert(nbl_unpack_snorm_2x16(n).x == low);
        ck_assert_uint_eq(nbl_pack_unorm_2x16(nbl_unpack_unorm_2x16(n * 65537u)), n * 65537u);
        uint32_t back = (int16_t)n == -32768 ? 0x8001u : n;
        ck_assert_uint_eq(nbl_pack_snorm_2x16(nbl_unpack_snorm_2x16(n)), back);
        if (n > 255) continue;
        float low_8 = (int8_t)n == -128 ? -1.0f : (float)(int8_t)n / 127.0f;
        ck_assert(nbl_unpack_unorm_4x8(n << 24).w == (float)n / 255.0f);
        ck_assert(nbl_unpack_snorm_4x8(n << 8).y == low_8);
        ck_assert_uint_eq(nbl_pack_unorm_4x8(nbl_unpack_unorm_4x8(n * 0x01010101u)), n * 0x01010101u);
        ck_assert_uint_eq(nbl_pack_snorm_4x8(nbl_unpack_snorm_4x8(n)), (int8_t)n == -128 ? 0x81u : n);
        ck_assert_uint_eq(nbl_pack_uint_4x8(nbl_unpack_uint_4x8(n * 0x01020304u)), n * 0x01020304u);
    }
    ck_assert_uint_eq(nbl_pack_unorm_4x8(nbl_vector_4(-1.0f, 2.0f, NAN, INFINITY)), 0xff00ff00u);
    ck_assert_uint_eq(nbl_pack_snorm_4x8(nbl_vector_4(-2.0f, 2.0f, 0.5f, -0.5f)), 0xc0407f81u);
    ck_assert_uint_eq(nbl_pack_uint_2x16(nbl_unpack_uint_2x16(0x89abcdefu)), 0x89abcdefu);
}
END_TEST

START_TEST(limits_and_numbers) {
    ck_assert(nbl_limits_max_float32_t() == FLT_MAX && nbl_limits_lowest_float32_t() == -FLT_MAX);
    ck_assert(nbl_limits_min_float32_t() == FLT_MIN && nbl_limits_denorm_min_float32_t() == FLT_TRUE_MIN);
    ck_assert(nbl_limits_epsilon_float32_t() == FLT_EPSILON && isnan(nbl_limits_quiet_nan_float32_t()));
    ck_assert(nbl_limits_max_float64_t() == DBL_MAX && nbl_limits_lowest_float64_t() == -DBL_MAX);
    ck_assert(nbl_limits_min_float64_t() == DBL_MIN && nbl_limits_denorm_min_float64_t() == DBL_TRUE_MIN);
    ck_assert(nbl_limits_epsilon_float64_t() == DBL_EPSILON && isnan(nbl_limits_quiet_nan_float64_t()));
    ck_assert(isinf(nbl_limits_infinity_float32_t()) && isinf(nbl_limits_infinity_float64_t()));
    ck_assert(nbl_limits_max_int32_t() == INT32_MAX && nbl_limits_lowest_int32_t() == INT32_MIN);
    ck_assert(nbl_limits_max_uint32_t() == UINT32_MAX && nbl_limits_lowest_uint32_t() == 0);
    ck_assert(NBL_LIMITS_DIGITS_float32_t == FLT_MANT_DIG && NBL_LIMITS_DIGITS_float64_t == DBL_MANT_DIG);
#if NBL_HAS_FLOAT16
    ck_assert((double)nbl_limits_max_float16_t() == 65504.0 && (double)nbl_limits_lowest_float16_t() == -65504.0);
    ck_assert((double)nbl_limits_min_float16_t() == 0x1p-14 && (double)nbl_limits_denorm_min_float16_t() == 0x1p-24);
    ck_assert((double)nbl_limits_epsilon_float16_t() == 0x1p-10 && isinf((double)nbl_limits_infinity_float16_t()));
    ck_assert((double)nbl_numbers_pi_float16_t() == 3.140625);
#endif
#define EXPECT_NUMBER(name, value) \
    ck_assert(nbl_numbers_##name##_float64_t() == (double)(value)); \
    ck_assert(nbl_numbers_##name##_float32_t() == (float)(value))
    EXPECT_NUMBER(e, 2.718281828459045235360287471352662498L);
    EXPECT_NUMBER(log2e, 1.442695040888963407359924681001892137L);
    EXPECT_NUMBER(log10e, 0.434294481903251827651128918916605082L);
    EXPECT_NUMBER(pi, 3.141592653589793238462643383279502884L);
    EXPECT_NUMBER(tau, 6.283185307179586476925286766559005768L);
    EXPECT_NUMBER(inv_pi, 0.318309886183790671537767526745028724L);
    EXPECT_NUMBER(inv_sqrtpi, 0.564189583547756286948079451560772586L);
    EXPECT_NUMBER(ln2, 0.693147180559945309417232121458176568L);
    EXPECT_NUMBER(ln10, 2.302585092994045684017991454684364208L);
    EXPECT_NUMBER(sqrt2, 1.414213562373095048801688724209698079L);
    EXPECT_NUMBER(sqrt3, 1.732050807568877293527446341505872367L);
    EXPECT_NUMBER(inv_sqrt3, 0.577350269189625764509148780501957456L);
    EXPECT_NUMBER(egamma, 0.577215664901532860606512090082402431L);
    EXPECT_NUMBER(phi, 1.618033988749894848204586834365638118L);
}
END_TEST

#define EXPECT_OPERATORS(scalar, a, b) \
    do { \
        scalar a_ = (a), b_ = (b); \
        ck_assert(nbl_plus_##scalar(a_, nbl_plus_##scalar##_identity()) == a_); \
        ck_assert(nbl_multiplies_##scalar(a_, nbl_multiplies_##scalar##_identity()) == a_); \
        ck_assert(nbl_minimum_##scalar(a_, nbl_minimum_##scalar##_identity()) == a_); \
        ck_assert(nbl_maximum_##scalar(a_, nbl_maximum_##scalar##_identity()) == a_); \
        ck_assert(nbl_minimum_##scalar(a_, b_) == (a_ < b_ ? a_ : b_)); \
        ck_assert(nbl_maximum_##scalar(a_, b_) == (a_ > b_ ? a_ : b_)); \
        ck_assert(nbl_plus_##scalar(a_, b_) == (scalar)(a_ + b_) && nbl_minus_##scalar(a_, b_) == (scalar)(a_ - b_)); \
        ck_assert(nbl_multiplies_##scalar(a_, b_) == (scalar)(a_ * b_)); \
        ck_assert(nbl_negate_##scalar(a_) == (scalar)-a_); \
        ck_assert(nbl_less_##scalar(a_, b_) == (a_ < b_) && nbl_less_equal_##scalar(a_, b_) == (a_ <= b_)); \
        ck_assert(nbl_greater_##scalar(a_, b_) == (a_ > b_) && nbl_greater_equal_##scalar(a_, b_) == (a_ >= b_)); \
        ck_assert(nbl_equal_to_##scalar(a_, b_) == (a_ == b_) && nbl_not_equal_to_##scalar(a_, b_) == (a_ != b_)); \
        ck_assert(nbl_min(a_, b_) == (b_ < a_ ? b_ : a_) && nbl_max(a_, b_) == (a_ < b_ ? b_ : a_)); \
        ck_assert(nbl_clamp(a_, (scalar)2, (scalar)7) == (a_ < 2 ? 2 : a_ > 7 ? 7 : a_)); \
    } while (0)
#define EXPECT_BITS(scalar, a, b) \
    do { \
        scalar a_ = (a), b_ = (b); \
        ck_assert(nbl_bit_and_##scalar(a_, b_) == (a_ & b_) && nbl_bit_or_##scalar(a_, b_) == (a_ | b_)); \
        ck_assert(nbl_bit_xor_##scalar(a_, b_) == (a_ ^ b_)); \
        ck_assert(nbl_bit_and_##scalar(a_, nbl_bit_and_##scalar##_identity()) == a_); \
        ck_assert(nbl_bit_or_##scalar(a_, nbl_bit_or_##scalar##_identity()) == a_); \
        ck_assert(nbl_bit_xor_##scalar(a_, nbl_bit_xor_##scalar##_identity()) == a_); \
        ck_assert(nbl_bit_not_##scalar(a_) == ~a_); \
        ck_assert(b_ == 0 || nbl_divides_##scalar(a_, b_) == a_ / b_); \
        ck_assert(b_ == 0 || nbl_modulus_##scalar(a_, b_) == a_ % b_); \
    } while (0)

START_TEST(operators) {
    for (int32_t i = -12; i <= 12; i++)
        for (int32_t j = -12; j <= 12; j++) {
            EXPECT_OPERATORS(int32_t, i, j);
            EXPECT_OPERATORS(uint32_t, (uint32_t)i, (uint32_t)j);
            EXPECT_OPERATORS(float32_t, (float)i, (float)j);
            EXPECT_OPERATORS(float64_t, i, j);
#if NBL_HAS_FLOAT16
            EXPECT_OPERATORS(float16_t, (float16_t)i, (float16_t)j);
#endif
            EXPECT_BITS(int32_t, i, j);
            EXPECT_BITS(uint32_t, (uint32_t)i, (uint32_t)j);
        }
    ck_assert_int_eq(nbl_plus_int32_t(INT32_MAX, 1), INT32_MIN);
    ck_assert_int_eq(nbl_multiplies_int32_t(65536, 65536), 0);
    ck_assert_int_eq(nbl_negate_int32_t(INT32_MIN), INT32_MIN);
    ck_assert(nbl_divides_float32_t(3.0f, 2.0f) == 1.5f && nbl_divides_float64_t(3.0, -2.0) == -1.5);
    ck_assert(nbl_minimum_float32_t(NAN, 1.0f) == 1.0f && isnan(nbl_minimum_float32_t(1.0f, NAN)));
    ck_assert(isnan(nbl_min(NAN * 1.0f, 1.0f)) && nbl_min(1.0f, NAN * 1.0f) == 1.0f);
    ck_assert(nbl_logical_and(true, nbl_logical_and_identity()) && !nbl_logical_or(false, nbl_logical_or_identity()));
    ck_assert(nbl_logical_not(false) && !nbl_logical_and(true, false) && nbl_logical_or(true, false));
    int32_t traits[NBL_SIZE_OF(float64_t) + NBL_IS_INTEGER(int32_t) + NBL_IS_SIGNED(uint32_t)];
    ck_assert_uint_eq(sizeof traits, 36);
    static const int same[][5] = {
#define ROW(T) \
    {NBL_IS_SAME(T, uint32_t), NBL_IS_SAME(T, int32_t), NBL_IS_SAME(T, float16_t), NBL_IS_SAME(T, float32_t), \
     NBL_IS_SAME(T, float64_t)}
        ROW(uint32_t), ROW(int32_t), ROW(float16_t), ROW(float32_t), ROW(float64_t)};
#undef ROW
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) ck_assert_int_eq(same[i][j], i == j);
    ck_assert_uint_eq(sizeof(NBL_CONDITIONAL(1, float64_t, uint32_t)), 8);
    ck_assert_uint_eq(sizeof(NBL_CONDITIONAL(0, float64_t, uint32_t)), 4);
    NBL_UNSIGNED_OF(float32_t) bits = ~NBL_CAST(NBL_UNSIGNED_OF(float32_t), 0);
    ck_assert(bits > 0 && sizeof bits == NBL_SIZE_OF(float32_t));
}
END_TEST

/* ---- Searching and sorting */

static uint32_t keys[64];
#define NBL_BOUND_NAME keys
#define NBL_BOUND_SCALAR uint32_t
#define NBL_BOUND_GET(i) keys[i]
#define NBL_BOUND_LESS nbl_less_uint32_t
#include "nbl/algorithm/bound.h"

/* Its parameter is the index itself: 2^32 - 1 elements. */
#define NBL_BOUND_NAME numbers
#define NBL_BOUND_SCALAR uint32_t
#define NBL_BOUND_GET(i) (i)
#define NBL_BOUND_LESS nbl_less_uint32_t
#include "nbl/algorithm/bound.h"

START_TEST(bounds) {
    test_random_t random = test_random_begin("bounds");
    for (uint32_t count = 0; count <= 64; count++) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < count; i++) keys[i] = value += test_random_below(&random, 3);
        for (uint32_t begin = 0; begin <= count; begin++)
            for (uint32_t wanted = 0; wanted <= value + 1; wanted++) {
                uint32_t lower = begin, upper = begin;
                while (lower < count && keys[lower] < wanted) lower++;
                while (upper < count && keys[upper] <= wanted) upper++;
                ck_assert_uint_eq(keys_lower_bound(begin, count, wanted), lower);
                ck_assert_uint_eq(keys_upper_bound(begin, count, wanted), upper);
            }
    }
    for (int n = 0; n < 1000; n++) {
        uint32_t wanted = any_number(&random);
        ck_assert_uint_eq(numbers_lower_bound(0, 0xffffffffu, wanted), wanted);
        ck_assert_uint_eq(numbers_upper_bound(0, 0xffffffffu, wanted), wanted + (wanted < 0xffffffffu));
    }
}
END_TEST

#define NBL_SORT_SCALAR uint32_t
#define NBL_SORT_NAME s1
#define NBL_SORT_COUNT 1
#define NBL_SORT_LESS nbl_less_uint32_t
#include "nbl/algorithm/sort.h"
#define NBL_SORT_SCALAR uint32_t
#define NBL_SORT_NAME s2
#define NBL_SORT_COUNT 2
#define NBL_SORT_LESS nbl_less_uint32_t
#include "nbl/algorithm/sort.h"
#define NBL_SORT_SCALAR uint32_t
#define NBL_SORT_NAME s7
#define NBL_SORT_COUNT 7
#define NBL_SORT_LESS nbl_less_uint32_t
#include "nbl/algorithm/sort.h"
#define NBL_SORT_SCALAR uint32_t
#define NBL_SORT_NAME s16
#define NBL_SORT_COUNT 16
#define NBL_SORT_LESS nbl_less_uint32_t
#include "nbl/algorithm/sort.h"
#define NBL_SORT_SCALAR uint32_t
#define NBL_SORT_NAME s21
#define NBL_SORT_COUNT 21
#define NBL_SORT_LESS nbl_less_uint32_t
#include "nbl/algorithm/sort.h"
#define NBL_SORT_SCALAR float32_t
#define NBL_SORT_NAME s32
#define NBL_SORT_COUNT 32
#define NBL_SORT_LESS nbl_greater_float32_t
#include "nbl/algorithm/sort.h"

/* A network that sorts every sequence of zeros and ones sorts everything (Knuth 3, 5.3.4, theorem Z). */
#define EXPECT_SORTED(count) \
    for (uint32_t bits = 0; bits < (1u << count); bits++) { \
        uint32_t values[count], ones = 0; \
        for (uint32_t i = 0; i < count; i++) ones += values[i] = (bits >> i) & 1u; \
        s##count##_sort(values); \
        for (uint32_t i = 0; i < count; i++) ck_assert_uint_eq(values[i], i >= count - ones); \
        cases++; \
    }

static int descending(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

START_TEST(sorting) {
    uint32_t cases = 0;
    EXPECT_SORTED(1)
    EXPECT_SORTED(2)
    EXPECT_SORTED(7)
    EXPECT_SORTED(16)
    uint32_t few[21];
    test_random_t random = test_random_begin("sorting");
    for (int n = 0; n < 5000; n++) {
        float values[32], expected[32];
        for (int i = 0; i < 32; i++) expected[i] = values[i] = (float)(int32_t)any_number(&random);
        qsort(expected, 32, sizeof *expected, descending);
        s32_sort(values);
        ck_assert_mem_eq(values, expected, sizeof values);
        for (int i = 0; i < 21; i++) few[i] = any_number(&random);
        s21_sort(few);
        for (int i = 1; i < 21; i++) ck_assert(few[i - 1] <= few[i]);
        cases += 2;
    }
    few[3] = 5, few[20] = 6;
    s21_swap(few, 3, 20);
    ck_assert(few[3] == 6 && few[20] == 5);
    printf("mirrors: %u sequences sorted\n", cases);
    ck_assert_uint_eq(cases, 2 + 4 + 128 + 65536 + 10000);
}
END_TEST

/* ---- Common functions and vectors */

START_TEST(common_functions) {
    float denormal = FLT_TRUE_MIN;
    ck_assert(nbl_abs(-denormal) == denormal && nbl_sign(-denormal) == -1.0f && nbl_sign(3.0f) == 1.0f);
    ck_assert(nbl_sign(-0.0f) == 0.0f && signbit(nbl_sign(-0.0f)) && isnan(nbl_sign(nbl_limits_quiet_nan_float32_t())));
    ck_assert(nbl_is_nan(nbl_limits_quiet_nan_float32_t()) && !nbl_is_nan(nbl_limits_infinity_float32_t()));
    ck_assert(nbl_is_inf(-nbl_limits_infinity_float32_t()) && !nbl_is_inf(FLT_MAX));
    ck_assert(nbl_copysign(3.0f, -0.0f) == -3.0f && nbl_fract(-0.25f) == 0.75f && nbl_fract(2.5f) == 0.5f);
    ck_assert(nbl_mod(5.5f, 2.0f) == 1.5f && nbl_mod(-1.0f, 3.0f) == 2.0f && nbl_mod(1.0f, -3.0f) == -2.0f);
    ck_assert(nbl_mix(2.0f, 4.0f, 0.0f) == 2.0f && nbl_mix(2.0f, 4.0f, 1.0f) == 4.0f);
    ck_assert(nbl_step(1.0f, 0.5f) == 0.0f && nbl_step(1.0f, 1.0f) == 1.0f);
    ck_assert(nbl_smoothstep(1.0f, 3.0f, 0.0f) == 0.0f && nbl_smoothstep(1.0f, 3.0f, 4.0f) == 1.0f);
    ck_assert(nbl_smoothstep(1.0f, 3.0f, 2.0f) == 0.5f && nbl_saturate(-1.0f) == 0.0f && nbl_saturate(7.0f) == 1.0f);
    ck_assert(nbl_radians(180.0f) == 3.14159274f && nbl_degrees(1.0f) == 57.2957802f);
}
END_TEST

#define EXPECT_VECTORS(n, ...) \
    do { \
        nbl_float32_t##n a = nbl_vector_##n(__VA_ARGS__), b = nbl_splat_##n(2.0f), zero = nbl_splat_##n(0.0f); \
        float dot = 0, parts[n], squares = 0; \
        memcpy(parts, &a, sizeof parts); \
        for (int i = 0; i < n; i++) dot += 2.0f * parts[i], squares += parts[i] * parts[i]; \
        ck_assert(nbl_vector_equal(nbl_vector_add(a, a), nbl_vector_scale(a, 2.0f))); \
        ck_assert(nbl_vector_equal(nbl_vector_sub(a, a), zero) && !nbl_vector_equal(a, zero)); \
        ck_assert(nbl_vector_equal(nbl_vector_mul(a, b), nbl_vector_add(a, a))); \
        ck_assert(nbl_vector_equal(nbl_vector_div(a, b), nbl_vector_scale(a, 0.5f))); \
        ck_assert( \
            nbl_vector_equal(nbl_vector_negate(nbl_vector_min(a, zero)), nbl_vector_max(nbl_vector_negate(a), zero))); \
        ck_assert(nbl_vector_equal(nbl_vector_abs(a), nbl_vector_max(a, nbl_vector_negate(a)))); \
        ck_assert(nbl_vector_equal(nbl_vector_clamp(a, zero, b), nbl_vector_min(nbl_vector_max(a, zero), b))); \
        ck_assert(nbl_vector_equal(nbl_vector_mix(a, b, 1.0f), b) && nbl_vector_equal(nbl_vector_mix(a, b, 0.0f), a)); \
        ck_assert(nbl_vector_dot(a, b) == dot && nbl_vector_length(a) == sqrtf(squares)); \
        ck_assert(nbl_vector_distance(a, zero) == sqrtf(squares)); \
        ck_assert(fabsf(nbl_vector_length(nbl_vector_normalize(a)) - 1.0f) < 2e-7f); \
        nbl_float32_t##n axis = zero; \
        axis.y = 1.0f; \
        nbl_float32_t##n mirrored = nbl_vector_reflect(a, axis); \
        ck_assert(mirrored.y == -a.y && mirrored.x == a.x); \
    } while (0)

START_TEST(vectors) {
    EXPECT_VECTORS(2, -3.0f, 4.0f);
    EXPECT_VECTORS(3, 1.0f, -2.0f, 3.0f);
    EXPECT_VECTORS(4, 5.0f, -2.0f, 1.0f, 0.5f);
    nbl_float32_t3 z = nbl_vector_cross(nbl_vector_3(1.0f, 0.0f, 0.0f), nbl_vector_3(0.0f, 1.0f, 0.0f));
    ck_assert(nbl_vector_equal(z, nbl_vector_3(0.0f, 0.0f, 1.0f)));
}
END_TEST

/* ---- Matrices, by the definitions in float64 */

static double determinant_of(int n, const double *a) { /* by the first column; a is column by column */
    if (n == 1) return a[0];
    double sum = 0, minor[9];
    for (int row = 0; row < n; row++) {
        for (int c = 1; c < n; c++)
            for (int r = 0, at = 0; r < n; r++)
                if (r != row) minor[(c - 1) * (n - 1) + at++] = a[c * n + r];
        sum += (row % 2 ? -1 : 1) * a[row] * determinant_of(n - 1, minor);
    }
    return sum;
}

static void expect_near(double got, double want, const char *what, int n) {
    ck_assert_msg(fabs(got - want) <= 2e-5 * (1 + fabs(want)), "%s of %d: %.9g, not %.9g", what, n, got, want);
}

#define EXPECT_MATRICES(n) \
    do { \
        nbl_float32_m##n a, b, m; \
        nbl_float32_t##n v, w; \
        float x[n][n], y[n][n], z[n][n], p[n], q[n]; /* [column][row] */ \
        double wide[n * n]; \
        for (int k = 0; k < n * n; k++) { \
            x[k / n][k % n] = (float)test_random_real(&random) + (k % (n + 1) == 0 ? 2.0f : 0.0f); \
            y[k / n][k % n] = (float)test_random_real(&random); \
            wide[k] = (double)x[k / n][k % n]; \
        } \
        for (int k = 0; k < n; k++) p[k] = (float)test_random_real(&random); \
        memcpy(&a, x, sizeof a), memcpy(&b, y, sizeof b), memcpy(&v, p, sizeof v); \
        m = nbl_matrix_mul(a, b), memcpy(z, &m, sizeof z); \
        for (int c = 0; c < n; c++) \
            for (int r = 0; r < n; r++) { \
                double sum = 0; \
                for (int k = 0; k < n; k++) sum += (double)x[k][r] * (double)y[c][k]; \
                expect_near((double)z[c][r], sum, "product", n); \
            } \
        m = nbl_matrix_inverse(a), memcpy(z, &m, sizeof z); \
        for (int c = 0; c < n; c++) \
            for (int r = 0; r < n; r++) { \
                double sum = 0; \
                for (int k = 0; k < n; k++) sum += (double)x[k][r] * (double)z[c][k]; \
                expect_near(sum, c == r, "inverse", n); \
            } \
        expect_near((double)nbl_matrix_determinant(a), determinant_of(n, wide), "determinant", n); \
        w = nbl_matrix_transform(a, v), memcpy(p, &w, sizeof p); \
        w = nbl_matrix_transform_row(v, nbl_matrix_transpose(a)), memcpy(q, &w, sizeof q); \
        for (int k = 0; k < n; k++) expect_near((double)p[k], (double)q[k], "row", n); \
        m = nbl_matrix_outer(v, w), memcpy(z, &m, sizeof z), memcpy(p, &v, sizeof p), memcpy(q, &w, sizeof q); \
        for (int k = 0; k < n * n; k++) ck_assert(z[k / n][k % n] == p[k % n] * q[k / n]); \
        ck_assert(nbl_matrix_equal(nbl_matrix_add(a, a), nbl_matrix_scale(a, 2.0f))); \
        ck_assert(nbl_matrix_equal(nbl_matrix_sub(a, nbl_matrix_component_mul(b, b)), \
                                   nbl_matrix_sub(a, nbl_matrix_component_mul(b, b)))); \
        ck_assert(nbl_matrix_equal(nbl_matrix_mul(a, nbl_matrix_identity_##n()), a) && !nbl_matrix_equal(a, b)); \
        ck_assert(nbl_matrix_equal(nbl_matrix_transpose(nbl_matrix_transpose(a)), a)); \
        counted++; \
    } while (0)

START_TEST(matrices) {
    test_random_t random = test_random_from(40);
    uint32_t counted = 0;
    for (int i = 0; i < 100; i++) {
        EXPECT_MATRICES(2);
        EXPECT_MATRICES(3);
        EXPECT_MATRICES(4);
    }
    printf("mirrors: %u matrices\n", counted);
    ck_assert_uint_eq(counted, 300);
    /* 30 degrees into glass, and total reflection out of it */
    const nbl_float32_t2 normal = nbl_vector_2(0.0f, 1.0f), in = nbl_vector_2(0.5f, -0.8660254f);
    const nbl_float32_t2 through = nbl_vector_refract(in, normal, 1.0f / 1.5f);
    ck_assert(fabsf(through.x - 1.0f / 3.0f) < 1e-6f && fabsf(nbl_vector_length(through) - 1.0f) < 1e-6f);
    ck_assert(nbl_vector_equal(nbl_vector_refract(nbl_vector_2(0.8f, -0.6f), normal, 1.5f), nbl_splat_2(0.0f)));
    ck_assert(nbl_vector_equal(nbl_vector_face_forward(normal, in, normal), normal));
    ck_assert(nbl_vector_equal(nbl_vector_face_forward(normal, normal, normal), nbl_vector_negate(normal)));
    const nbl_float32_t3 steps = nbl_vector_3(-1.5f, 0.25f, 2.0f);
    ck_assert(nbl_vector_equal(nbl_vector_floor(steps), nbl_vector_3(-2.0f, 0.0f, 2.0f)));
    ck_assert(nbl_vector_equal(nbl_vector_fract(steps), nbl_vector_3(0.5f, 0.25f, 0.0f)));
    ck_assert(nbl_vector_equal(nbl_vector_saturate(steps), nbl_vector_3(0.0f, 0.25f, 1.0f)));
    ck_assert(nbl_vector_equal(nbl_vector_step(nbl_splat_3(0.25f), steps), nbl_vector_3(0.0f, 1.0f, 1.0f)));
    ck_assert(nbl_vector_smoothstep(nbl_splat_3(0.0f), nbl_splat_3(0.5f), steps).y == 0.5f);
}
END_TEST

#define EXPECT_LIMITS(scalar, prefix) \
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_##scalar, prefix##_DIG); \
    ck_assert_int_eq(NBL_LIMITS_MAX_DIGITS10_##scalar, prefix##_DECIMAL_DIG); \
    ck_assert_int_eq(NBL_LIMITS_MIN_EXPONENT_##scalar, prefix##_MIN_EXP); \
    ck_assert_int_eq(NBL_LIMITS_MAX_EXPONENT_##scalar, prefix##_MAX_EXP); \
    ck_assert_int_eq(NBL_LIMITS_MIN_EXPONENT10_##scalar, prefix##_MIN_10_EXP); \
    ck_assert_int_eq(NBL_LIMITS_MAX_EXPONENT10_##scalar, prefix##_MAX_10_EXP); \
    ck_assert_int_eq(NBL_LIMITS_HAS_INFINITY_##scalar - NBL_LIMITS_IS_MODULO_##scalar, 1)

/* Digits of what an integer holds: the largest power of ten whose multiples by 9.99... all fit. */
static int digits_of(uint64_t most) {
    int digits = 0;
    for (; most >= 10; most /= 10) digits++;
    return digits;
}

START_TEST(digits_and_vectors) {
    EXPECT_LIMITS(float32_t, FLT);
    EXPECT_LIMITS(float64_t, DBL);
#ifdef __FLT16_DIG__
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_float16_t, __FLT16_DIG__);
    ck_assert_int_eq(NBL_LIMITS_MAX_DIGITS10_float16_t, __FLT16_DECIMAL_DIG__);
    ck_assert_int_eq(NBL_LIMITS_MIN_EXPONENT_float16_t, __FLT16_MIN_EXP__);
    ck_assert_int_eq(NBL_LIMITS_MAX_EXPONENT_float16_t, __FLT16_MAX_EXP__);
    ck_assert_int_eq(NBL_LIMITS_MIN_EXPONENT10_float16_t, __FLT16_MIN_10_EXP__);
    ck_assert_int_eq(NBL_LIMITS_MAX_EXPONENT10_float16_t, __FLT16_MAX_10_EXP__);
#endif
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_uint16_t, digits_of(UINT16_MAX));
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_int16_t, digits_of(INT16_MAX));
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_uint32_t, digits_of(UINT32_MAX));
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_int32_t, digits_of(INT32_MAX));
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_uint64_t, digits_of(UINT64_MAX));
    ck_assert_int_eq(NBL_LIMITS_DIGITS10_int64_t, digits_of(INT64_MAX));
    ck_assert_int_eq(NBL_COMPONENTS_OF(nbl_float32_t3) * 100 + NBL_COMPONENTS_OF(nbl_uint32_t2) * 10 +
                         NBL_COMPONENTS_OF(int64_t),
                     321);
    NBL_SCALAR_OF(nbl_float64_t4) wide = 1.0 / 3.0;
    ck_assert(sizeof wide == sizeof(double) && sizeof(NBL_SCALAR_OF(nbl_int32_t2)) == NBL_SIZE_OF(int32_t));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mirrors");
    TCase *tests = tcase_create("mirrors");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, extended);
    tcase_add_test(tests, fields);
    tcase_add_test(tests, packing);
    tcase_add_test(tests, limits_and_numbers);
    tcase_add_test(tests, operators);
    tcase_add_test(tests, bounds);
    tcase_add_test(tests, sorting);
    tcase_add_test(tests, common_functions);
    tcase_add_test(tests, vectors);
    tcase_add_test(tests, matrices);
    tcase_add_test(tests, digits_and_vectors);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
