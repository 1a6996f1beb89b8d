/* The padding of a plan's exchanges has the fewest bank conflicts that there are.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/plan_testing.h"

/* Conflicts by their definition, for one exchange and one scalar. */
static uint64_t bank_cycles(nbl_fft_plan_t plan, uint32_t x, uint32_t unit, uint32_t step) {
    uint64_t cycles = 0;
    for (uint32_t side = 0; side < 2; side++) {
        nbl_fft_pass_t pass = nbl_fft_plan_pass(plan, x + side);
        for (uint32_t w = 0; w < plan.windows; w++)
            for (uint32_t k = 0; k < nbl_fft_pass_elements(pass); k++)
                for (uint32_t first = 0; first < plan.invocations * plan.ffts_per_workgroup; first += 32) {
                    uint32_t wanted[32][32], count[32] = {0}, most = 0; /* the dwords of each bank */
                    for (uint32_t l = first; l < first + 32 && l < plan.invocations * plan.ffts_per_workgroup; l++) {
                        uint32_t t = l % plan.invocations, j = t + k / pass.radix * plan.invocations,
                                 r = k % pass.radix;
                        if (j >= pass.butterflies && !side) continue;
                        if (j >= pass.butterflies) j = 0;
                        uint32_t index =
                            side ? j + r * pass.butterflies
                                 : j / pass.stride * pass.stride * pass.radix + j % pass.stride + r * pass.stride;
                        uint32_t window = (plan.fft_length + plan.windows - 1) / plan.windows;
                        if (index / window != w) continue;
                        index %= window;
                        uint32_t dword = index + index / unit * step + l / plan.invocations * plan.plane_dwords,
                                 bank = dword % 32, same = 0;
                        while (same < count[bank] && wanted[bank][same] != dword) same++;
                        if (same == count[bank]) wanted[bank][count[bank]++] = dword;
                        if (count[bank] > most) most = count[bank];
                    }
                    cycles += most;
                }
    }
    return cycles;
}

START_TEST(padding_has_the_fewest_conflicts) {
    static const uint32_t lengths[] = {64,   96,   128,  360,  512,  1000, 1024, 1344,
                                       1440, 2048, 2240, 2304, 3072, 4096, 6000, 16384};
    uint32_t exchanges = 0;
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        nbl_fft_plan_t plan = plan_of(lengths[i], 2, NULL);
        uint32_t room = lengths[i] == 6000 ? 24576 : 49152; /* two of 6000 share a multiprocessor */
        uint64_t sum = 0;
        for (uint32_t x = 0; x + 1 < plan.passes; x++) {
            uint64_t chosen = bank_cycles(plan, x, nbl_fft_plan_pad_unit(plan, x), nbl_fft_plan_pad_step(plan, x));
            sum += 2 * chosen;
            if (plan.ffts_per_workgroup > 1 && plan.invocations % 32 != 0)
                continue; /* distance and padding: found in turn */
            for (uint32_t shift = 2; shift <= 8; shift++)
                for (uint32_t step = 0; step <= 8; step++) {
                    uint32_t unit = nbl_fft_plan_is_binary(plan) ? 1u << shift : nbl_fft_plan_pad_unit(plan, x);
                    uint32_t dwords = nbl_fft_padded_length(nbl_fft_plan_window(plan), unit, step);
                    EXPECT(dwords > room / 4 / plan.ffts_per_workgroup || bank_cycles(plan, x, unit, step) >= chosen,
                           "length %u, exchange %u: %u+%u is better", lengths[i], x, unit, step);
                }
            exchanges++;
        }
        nbl_fft_bank_count_t banks = nbl_fft_plan_count_banks(plan);
        EXPECT(banks.cycles == sum, "length %u: %llu cycles counted, %llu by definition", lengths[i],
               (unsigned long long)banks.cycles, (unsigned long long)sum);
        if ((lengths[i] & (lengths[i] - 1)) == 0)
            EXPECT(banks.cycles == banks.least, "length %u conflicts", lengths[i]);
    }
    ck_assert_uint_gt(exchanges, 20);

    /* FFTs that meet in one access: as many as a power of two or not, all of them whole or the last one in part, and
     * all lanes in one bank or not. */
    static const char *const several[] = {"4x4@4*7/1",    "4x4@4*6/1",    "8x4@4*5/1",    "8x8@8*3/1",
                                          "7x7@7*4/1",    "16x12@12*5/1", "5x5x7@25*4/1", "3x5x5@15*6/1",
                                          "2x8x2@2*16/1", "32x32@32*2/1"};
    for (uint32_t i = 0; i < sizeof several / sizeof *several; i++)
        for (uint32_t apart = 0; apart < 33; apart++) {
            nbl_fft_plan_t plan = parsed(several[i]);
            uint64_t sum = 0;
            plan.plane_dwords += apart;
            for (uint32_t x = 0; x + 1 < plan.passes; x++)
                sum += 2 * bank_cycles(plan, x, nbl_fft_plan_pad_unit(plan, x), nbl_fft_plan_pad_step(plan, x));
            EXPECT(nbl_fft_plan_count_banks(plan).cycles == sum, "%s, %u more dwords apart: %llu cycles by definition",
                   several[i], apart, (unsigned long long)sum);
        }

    /* By hand: 16 x 16 elements, first write 16 j + r: lanes 2 apart meet in one bank, so 16 cycles for each of the 16
     * elements; the reads j + 16 r have none. 32 invocations, two FFTs at a distance of 256. */
    nbl_fft_plan_t plan = parsed("16x16@16*2/1");
    plan.pad_shifts = plan.pad_steps = 0;
    plan.plane_dwords = 256;
    nbl_fft_bank_count_t banks = nbl_fft_plan_count_banks(plan);
    ck_assert_uint_eq(banks.least, 2 * 2 * 16);
    ck_assert_uint_eq(banks.cycles, 2 * (16 * 16 + 16 * 2));
    plan.complex_dwords = 1;
    ck_assert_uint_eq(nbl_fft_plan_count_banks(plan).cycles, 16 * 16 + 16 * 2);
    plan.complex_dwords = 4;
    ck_assert_uint_eq(nbl_fft_plan_count_banks(plan).cycles, 4 * (16 * 16 + 16 * 2));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plan_banks");
    TCase *all = tcase_create("plan_banks");
    tcase_set_timeout(all, 600);
    tcase_add_test(all, padding_has_the_fewest_conflicts);
    suite_add_tcase(suite, all);
    return test_run_suite(suite) == 0 ? 0 : 1;
}
