/* Tests of the bit casts and of the float16 conversions, against a reference that searches.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/emulator_testing.h"

#include <math.h>

/* The value of a finite half from its definition; the reference for both directions. */
static double slow_value(uint32_t half) {
    int exponent = (int)(half >> 10 & 31u), mantissa = (int)(half & 1023u);
    double magnitude = exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, exponent - 25);
    return half & 0x8000u ? -magnitude : magnitude;
}

/* The half nearest to a float, ties to the even one: a search among all 31744 finite magnitudes. What lies at or beyond
 * the middle between the largest and the next power of two, 65520, is infinity. */
static uint32_t slow_half(float value) {
    double magnitude = fabs((double)value);
    uint32_t sign = signbit(value) ? 0x8000u : 0u, low = 0, high = 0x7BFFu;

    if (magnitude >= 65520.0) return sign | 0x7C00u;
    while (low < high) { /* the largest half not above the magnitude */
        uint32_t middle = (low + high + 1u) / 2u;
        if (slow_value(middle) <= magnitude)
            low = middle;
        else
            high = middle - 1u;
    }
    double below = magnitude - slow_value(low),
           above = low == 0x7BFFu ? 65536.0 - magnitude : slow_value(low + 1u) - magnitude;
    return sign | (below < above || (below == above && low % 2u == 0) ? low : low + 1u);
}

static uint32_t pack_low(float value) {
    uint32_t packed = nbl_pack_half_2x16(((nbl_float32_t2){value, 1.0f}));
    CHECK_CASE(packed >> 16 == 0x3C00u, "%a beside 1", (double)value);
    CHECK_CASE(nbl_pack_half_2x16(((nbl_float32_t2){-2.0f, value})) == (0xC000u | packed << 16), "%a behind -2",
               (double)value);
    return packed & 0xFFFFu;
}

static void check_pack(float value) {
    uint32_t got = pack_low(value), want = slow_half(value);
    CHECK_CASE(got == want, "%a gives %04x, not %04x", (double)value, (unsigned)got, (unsigned)want);
}

/* Whether a float is what a half stands for, its sign and the kind of NaN included. */
static int is_unpacked(float x, uint32_t half) {
    if ((signbit(x) != 0) != half >> 15) return 0;
    if ((half & 0x7C00u) != 0x7C00u) return (double)x == slow_value(half);
    return (half & 1023u) ? isnan(x) && (nbl_bits_from_float32(x) & 0x400000u) : isinf(x);
}

START_TEST(every_half_is_unpacked_exactly) {
    for (uint32_t half = 0; half < 65536u; half++) {
        nbl_float32_t2 low = nbl_unpack_half_2x16(half | 0xBC000000u),
                       high = nbl_unpack_half_2x16(half << 16 | 0x3C00u);
        CHECK_CASE(is_unpacked(low.x, half) && low.y == -1.0f, "%04x in the low half", (unsigned)half);
        CHECK_CASE(is_unpacked(high.y, half) && high.x == 1.0f, "%04x in the high half", (unsigned)half);
    }
}
END_TEST

START_TEST(every_half_survives_a_round_trip) {
    for (uint32_t half = 0; half < 65536u; half++) {
        uint32_t back = pack_low(nbl_unpack_half_2x16(half).x), nan = (half & 0x7C00u) == 0x7C00u && (half & 1023u);
        CHECK_CASE(back == (nan ? half | 0x200u : half), "%04x comes back as %04x", (unsigned)half, (unsigned)back);
    }
}
END_TEST

START_TEST(floats_around_every_half_and_every_midpoint_round_to_nearest_even) {
    for (uint32_t half = 0; half < 0x7C00u; half++) {
        double next = half == 0x7BFFu ? 65536.0 : slow_value(half + 1u);
        float points[2] = {(float)slow_value(half), (float)(0.5 * (slow_value(half) + next))};
        for (int i = 0; i < 2; i++) {
            check_pack(points[i]);
            check_pack(-points[i]);
            check_pack(nextafterf(points[i], INFINITY));
            check_pack(nextafterf(points[i], -INFINITY));
            check_pack(-nextafterf(points[i], INFINITY));
        }
    }
}
END_TEST

START_TEST(random_floats_and_the_extremes_are_packed) {
    uint64_t state = test_seed("test_half");
    for (int i = 0; i < 200000; i++) {
        float value = nbl_float32_from_bits(random_uint(&state));
        if (!isnan(value)) check_pack(value);
    }
    ck_assert_uint_eq(pack_low(INFINITY), 0x7C00u);
    ck_assert_uint_eq(pack_low(-INFINITY), 0xFC00u);
    ck_assert_uint_eq(pack_low(3.4e38f), 0x7C00u);
    ck_assert_uint_eq(pack_low(-65520.0f), 0xFC00u);
    ck_assert_uint_eq(pack_low(65519.996f), 0x7BFFu);
    ck_assert_uint_eq(pack_low(0x1p-25f), 0u);
    ck_assert_uint_eq(pack_low(0x1.000002p-25f), 1u);
    ck_assert_uint_eq(pack_low(nbl_float32_from_bits(0x7F800001u)), 0x7E00u);
    ck_assert_uint_eq(pack_low(nbl_float32_from_bits(0xFFFFFFFFu)), 0xFFFFu);
}
END_TEST

START_TEST(bit_casts_keep_every_bit) {
    ck_assert_uint_eq(nbl_bits_from_float32(-1.5f), 0xBFC00000u);
    ck_assert(nbl_float32_from_bits(0x40490FDBu) == 3.14159274101257324f);
    nbl_uint32_t2 bits = nbl_bits_from_float64(-0.1);
    ck_assert_uint_eq(bits.x, 0x9999999Au);
    ck_assert_uint_eq(bits.y, 0xBFB99999u);
    ck_assert(nbl_float64_from_bits(bits) == -0.1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: half");
    TCase *tests = tcase_create("half");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_half_is_unpacked_exactly);
    tcase_add_test(tests, every_half_survives_a_round_trip);
    tcase_add_test(tests, floats_around_every_half_and_every_midpoint_round_to_nearest_even);
    tcase_add_test(tests, random_floats_and_the_extremes_are_packed);
    tcase_add_test(tests, bit_casts_keep_every_bit);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
