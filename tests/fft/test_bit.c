/* bit.h against loops that move one bit at a time.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/bit.h"

#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define RANDOM_VALUES 2000

static uint64_t random_state;

static uint32_t random_u32(void) { /* xorshift64* */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 2685821657736338717u) >> 32);
}

static uint32_t bit_of(uint32_t value, uint32_t position) { return (value >> position) & 1u; }

/* The values at which something could go wrong come first, random ones of every magnitude after. */
static uint32_t test_value(uint32_t i) {
    static const uint32_t edges[] = {0u, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x80000001u, 0xaaaaaaaau, 0x55555555u};
    const uint32_t edge_count = sizeof edges / sizeof edges[0];
    if (i < edge_count) return edges[i];
    if (i < edge_count + 1024u) return i - edge_count;
    return random_u32() >> (random_u32() % 32u);
}

#define EXPECT_EQUAL(got, expected, ...) \
    do { \
        uint32_t got_ = (got), expected_ = (expected); \
        if (got_ != expected_) ck_abort_msg("%08x is not %08x: value, bits, total = " __VA_ARGS__); \
        cases++; \
    } while (0)
#define WHERE "%08x %u %u", got_, expected_, value, bits, total

START_TEST(reversal_and_masks) {
    uint32_t cases = 0, total = 0;
    for (uint32_t i = 0; i < RANDOM_VALUES; i++) {
        uint32_t value = test_value(i);
        for (uint32_t bits = 0; bits <= 32; bits++) {
            uint32_t reversed = 0, mask = 0;
            for (uint32_t b = 0; b < bits; b++) {
                reversed |= bit_of(value, b) << (bits - 1 - b);
                mask |= 1u << b;
            }
            EXPECT_EQUAL(nbl_bit_reverse(value, bits), reversed, WHERE);
            EXPECT_EQUAL(nbl_lowest_bits(bits), mask, WHERE);
            EXPECT_EQUAL(nbl_bit_reverse(nbl_bit_reverse(value, bits), bits), value & mask, WHERE);
        }
    }
    ck_assert_uint_eq(nbl_lowest_bits(33), 0xffffffffu);
    printf("bit: reversal and masks %u cases\n", cases);
    ck_assert_uint_eq(cases, RANDOM_VALUES * 33u * 3u);
}
END_TEST

START_TEST(powers_of_two) {
    uint32_t cases = 0, bits = 0, total = 0;
    for (uint32_t i = 0; i < RANDOM_VALUES + 96u; i++) {
        /* 2^n - 1, 2^n and 2^n + 1 for every n at the end */
        uint32_t value =
            i < RANDOM_VALUES ? test_value(i) : (1u << ((i - RANDOM_VALUES) / 3u)) + (i - RANDOM_VALUES) % 3u - 1u;
        uint64_t up = 1;
        uint32_t down = 0, log2 = 0, set = 0, filled = 0;
        while (up < value) up *= 2;
        for (uint32_t b = 0; b < 32; b++) {
            if (!bit_of(value, b)) continue;
            down = 1u << b;
            log2 = b;
            set++;
        }
        for (uint32_t b = 0; b < 32; b++)
            if (value != 0 && b <= log2) filled |= 1u << b;
        EXPECT_EQUAL(nbl_round_up_to_power_of_two(value), (uint32_t)up /* 2^32 becomes 0 */, WHERE);
        EXPECT_EQUAL(nbl_round_down_to_power_of_two(value), down, WHERE);
        EXPECT_EQUAL(nbl_log2(value), log2, WHERE);
        EXPECT_EQUAL(nbl_is_power_of_two(value) ? 1u : 0u, set == 1 ? 1u : 0u, WHERE);
        EXPECT_EQUAL(nbl_fill_below_highest_bit(value), filled, WHERE);
    }
    printf("bit: powers of two %u cases\n", cases);
    ck_assert_uint_eq(cases, (RANDOM_VALUES + 96u) * 5u);
}
END_TEST

/* Moves bit b of the `bits` bits from `lowest` on to position (b + step) mod bits, one by one. */
static uint32_t slow_rotation(uint32_t value, uint32_t lowest, uint32_t bits, uint32_t step) {
    uint32_t result = 0;
    for (uint32_t b = 0; b < 32; b++) {
        uint32_t target = b;
        if (b >= lowest && b < lowest + bits) target = lowest + (b - lowest + step) % bits;
        result |= bit_of(value, b) << target;
    }
    return result;
}

START_TEST(rotations) {
    uint32_t cases = 0;
    for (uint32_t i = 0; i < RANDOM_VALUES / 4; i++) {
        uint32_t value = test_value(i % 8u ? i + 1024u : i / 8u);
        for (uint32_t bits = 0; bits <= 32; bits++) {
            uint32_t total = 32, right = bits ? bits - 1 : 0;
            EXPECT_EQUAL(nbl_rotate_left_lower(value, bits), slow_rotation(value, 0, bits, 1), WHERE);
            EXPECT_EQUAL(nbl_rotate_right_lower(value, bits), slow_rotation(value, 0, bits, right), WHERE);
            for (total = bits; total <= 32; total++) {
                EXPECT_EQUAL(nbl_rotate_left_upper(value, bits, total), slow_rotation(value, total - bits, bits, 1),
                             WHERE);
                EXPECT_EQUAL(nbl_rotate_right_upper(value, bits, total),
                             slow_rotation(value, total - bits, bits, right), WHERE);
            }
        }
    }
    printf("bit: rotations %u cases\n", cases);
    ck_assert_uint_eq(cases, RANDOM_VALUES / 4u * (33u * 2u + 33u * 34u / 2u * 2u));
}
END_TEST

START_TEST(known_values) {
    ck_assert_uint_eq(nbl_bit_reverse(0x16, 5), 0x0d);
    ck_assert_uint_eq(nbl_bit_reverse(1, 32), 0x80000000u);
    ck_assert_uint_eq(nbl_round_up_to_power_of_two(0), 1);
    ck_assert_uint_eq(nbl_round_up_to_power_of_two(0x80000000u), 0x80000000u);
    ck_assert_uint_eq(nbl_round_up_to_power_of_two(0x80000001u), 0);
    ck_assert_uint_eq(nbl_round_down_to_power_of_two(0), 0);
    ck_assert_uint_eq(nbl_round_down_to_power_of_two(0xffffffffu), 0x80000000u);
    ck_assert_uint_eq(nbl_log2(0), 0);
    ck_assert_uint_eq(nbl_log2(0xffffffffu), 31);
    ck_assert_uint_eq(nbl_rotate_left_lower(0xf0000011u, 5), 0xf0000003u);
    ck_assert_uint_eq(nbl_rotate_right_lower(0xf0000011u, 5), 0xf0000018u);
    ck_assert_uint_eq(nbl_rotate_left_upper(0x8a, 5, 8), 0x1a);
    ck_assert_uint_eq(nbl_rotate_right_upper(0x1a, 5, 8), 0x8a);
}
END_TEST

int main(void) {
    random_state = test_random_begin("bit").state;
    Suite *suite = suite_create("bit");
    TCase *tcase = tcase_create("bit");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, reversal_and_masks);
    tcase_add_test(tcase, powers_of_two);
    tcase_add_test(tcase, rotations);
    tcase_add_test(tcase, known_values);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
