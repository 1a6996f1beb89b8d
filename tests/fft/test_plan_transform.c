/* Plans of Stockham FFTs, played in long double and compared with the definition; their mirrors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "tests/fft/plan_testing.h"

typedef long double complex complex_t;

static complex_t root_of_unity(uint32_t numerator, uint32_t denominator) {
    long double angle = -2 * acosl(-1.0L) * (numerator % denominator) / denominator;
    return cosl(angle) + sinl(angle) * I;
}

/* ---- The transform: registers of every invocation, passes and exchanges as a kernel does them */

static void exchange_scalar(nbl_fft_plan_t plan, uint32_t x, uint32_t part, complex_t *from, complex_t *to,
                            long double *plane) {
    nbl_fft_pass_t writer = nbl_fft_plan_pass(plan, x), reader = nbl_fft_plan_pass(plan, x + 1);
    for (uint32_t w = 0; w < plan.windows; w++) {
        for (uint32_t a = 0; a < plan.plane_dwords; a++) plane[a] = NAN;
        for (uint32_t t = 0; t < plan.invocations; t++)
            for (uint32_t k = 0; k < nbl_fft_pass_elements(writer); k++) {
                uint32_t i = nbl_fft_pass_write_index(writer, k, t);
                if (!nbl_fft_pass_active(writer, k, t) || !nbl_fft_plan_in_window(plan, w, i)) continue;
                complex_t value = from[t * plan.elements + k];
                plane[nbl_fft_plan_address(plan, x, w, i)] = part ? cimagl(value) : creall(value);
            }
        for (uint32_t t = 0; t < plan.invocations; t++)
            for (uint32_t k = 0; k < nbl_fft_pass_elements(reader); k++) {
                uint32_t i = nbl_fft_pass_read_index(reader, k, t);
                if (!nbl_fft_pass_active(reader, k, t) || !nbl_fft_plan_in_window(plan, w, i)) continue;
                long double value = plane[nbl_fft_plan_address(plan, x, w, i)];
                complex_t *z = &to[t * plan.elements + k];
                *z = part ? creall(*z) + value * I : value + cimagl(*z) * I;
            }
    }
}

static void play(nbl_fft_plan_t plan, const complex_t *x, complex_t *spectrum) {
    size_t count = (size_t)plan.invocations * plan.elements;
    complex_t *registers = calloc(count, sizeof *registers), *received = calloc(count, sizeof *received);
    long double *plane = calloc(plan.plane_dwords + 1, sizeof *plane);
    complex_t *roots = calloc(plan.fft_length, sizeof *roots);
    for (uint32_t m = 0; m < plan.fft_length; m++) roots[m] = root_of_unity(m, plan.fft_length);
    for (uint32_t t = 0; t < plan.invocations; t++)
        for (uint32_t k = 0; k < nbl_fft_pass_elements(nbl_fft_plan_first_pass(plan)); k++)
            if (nbl_fft_pass_active(nbl_fft_plan_first_pass(plan), k, t))
                registers[t * plan.elements + k] = x[nbl_fft_pass_read_index(nbl_fft_plan_first_pass(plan), k, t)];
    for (uint32_t number = 0; number < plan.passes; number++) {
        nbl_fft_pass_t pass = nbl_fft_plan_pass(plan, number);
        for (uint32_t t = 0; t < plan.invocations; t++)
            for (uint32_t i = 0; i < nbl_fft_pass_share(pass); i++) {
                uint32_t j = nbl_fft_pass_butterfly(pass, i, t), scale = plan.fft_length / (pass.stride * pass.radix);
                complex_t *v = registers + t * plan.elements + i * pass.radix, in[NBL_FFT_MAX_RADIX];
                if (j >= pass.butterflies) continue;
                for (uint32_t r = 0; r < pass.radix; r++)
                    in[r] = v[r] * roots[r * nbl_fft_pass_twiddle(pass, j) * scale];
                for (uint32_t f = 0; f < pass.radix; f++) {
                    v[f] = 0;
                    for (uint32_t r = 0; r < pass.radix; r++)
                        v[f] += in[r] * roots[f * r % pass.radix * pass.butterflies];
                }
            }
        if (number + 1 == plan.passes) break;
        for (size_t n = 0; n < count; n++) received[n] = NAN;
        for (uint32_t part = 0; part < 2; part++) exchange_scalar(plan, number, part, registers, received, plane);
        memcpy(registers, received, count * sizeof *registers);
    }
    for (uint32_t t = 0; t < plan.invocations; t++)
        for (uint32_t k = 0; k < nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan)); k++)
            if (nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), k, t))
                spectrum[nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), k, t)] =
                    registers[t * plan.elements + k];
    free(registers);
    free(received);
    free(plane);
    free(roots);
}

/* All frequencies to 512 elements, 16 beyond, by the definition. */
static void check_transform(nbl_fft_plan_t plan, test_random_t *random) {
    uint32_t n = plan.fft_length, frequencies = n <= 512 ? n : 16;
    complex_t *x = calloc(n, sizeof *x), *spectrum = calloc(n, sizeof *spectrum), *roots = calloc(n, sizeof *roots);
    long double energy = 0, worst = 0;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = test_random_real(random) + test_random_real(random) * I;
        roots[i] = root_of_unity(i, n);
        spectrum[i] = NAN;
        energy += creall(x[i] * conjl(x[i]));
    }
    play(plan, x, spectrum);
    for (uint32_t g = 0; g < frequencies; g++) {
        uint32_t f = frequencies == n ? g : test_random_below(random, n);
        complex_t sum = 0;
        for (uint32_t i = 0; i < n; i++) sum += x[i] * roots[(uint64_t)i * f % n];
        long double error = cabsl(sum - spectrum[f]);
        if (!(error <= worst)) worst = error;
    }
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_short_text(plan, text, sizeof text);
    EXPECT(worst < 1e-16L * sqrtl(energy), "%s: off by %Lg", text, worst / sqrtl(energy));
    free(x);
    free(spectrum);
    free(roots);
}

START_TEST(every_plan_transforms) {
    test_random_t random = test_random_begin("plan: transforms");
    for (uint32_t i = 0; i < chosen_count; i++) check_transform(chosen[i], &random);
    printf("plan: %u transforms of chosen plans\n", chosen_count);
    ck_assert_uint_gt(chosen_count, 300);
}
END_TEST

START_TEST(given_plans_transform) {
    static const char *const texts[] = {"2",
                                        "16",
                                        "32",
                                        "2x2x2x2x2x2",
                                        "3x5x7",
                                        "7x5x3@4",
                                        "10x10x10@99",
                                        "15x14x2@28*3/2",
                                        "9x9x9@81*1/3",
                                        "12x5@3*7/5",
                                        "8x8x8@64*4/2",
                                        "2x32@2",
                                        "32x2@16",
                                        "16x16x16@256*1/4",
                                        "4x16x4@32*1/7",
                                        "14x15x12@180*2/2",
                                        "16x16x16x4@1024*1/2",
                                        "33",
                                        "2x47",
                                        "37x2x35@74",
                                        "17x43@43*2",
                                        "2x3x41x5@41*2"};
    test_random_t random = test_random_begin("plan: given plans");
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    for (uint32_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        nbl_fft_plan_t plan = parsed(texts[i]);
        check_structure(plan, &limits);
        check_round_trip(plan, &limits);
        check_transform(plan, &random);
    }
}
END_TEST

START_TEST(reversed_plans_swap_their_maps) {
    test_random_t random = test_random_begin("plan: reversed");
    uint64_t forward = 0, backward = 0, least = 0;
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    for (uint32_t i = 0; i < chosen_count; i += 5) {
        nbl_fft_plan_t plan = chosen[i], reversed = nbl_fft_plan_reversed(plan);
        expect_equal(plan, nbl_fft_plan_reversed(reversed), "reversed twice");
        check_structure(reversed, &limits);
        check_banks(reversed);
        forward += nbl_fft_plan_count_banks(plan).cycles;
        backward += nbl_fft_plan_count_banks(reversed).cycles;
        least += nbl_fft_plan_count_banks(plan).least;
        if (plan.fft_length <= 2048) check_transform(reversed, &random);
        ck_assert_uint_eq(nbl_fft_pass_elements(nbl_fft_plan_first_pass(reversed)),
                          nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan)));
        for (uint32_t t = 0; t < plan.invocations; t++)
            for (uint32_t k = 0; k < nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan)); k++) {
                bool active = nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), k, t);
                ck_assert_int_eq(nbl_fft_pass_active(nbl_fft_plan_first_pass(reversed), k, t), active);
                if (active)
                    ck_assert_uint_eq(nbl_fft_pass_read_index(nbl_fft_plan_first_pass(reversed), k, t),
                                      nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), k, t));
            }
    }
    printf("plan: bank cycles %llu, reversed %llu, least %llu\n", (unsigned long long)forward,
           (unsigned long long)backward, (unsigned long long)least);
    ck_assert(backward < forward + forward / 4);
}
END_TEST

/* ---- Mirrors */

/* A round of trades as nbl_fft_plan_trades_mirrors() has it, for all rounds. */
static bool trades_are_one_to_one(nbl_fft_plan_t plan) {
    for (uint32_t k = 0; k < nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan)); k++)
        for (uint32_t t = 0; t < plan.invocations; t++) {
            if (!nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), k, t)) continue;
            nbl_fft_holder_t mirror = nbl_fft_plan_mirror(plan, k, t);
            if (!nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), k, mirror.invocation)) return false;
            nbl_fft_holder_t back = nbl_fft_plan_mirror(plan, k, mirror.invocation);
            if (back.invocation != t || back.element != mirror.element) return false;
        }
    return true;
}

static void check_mirrors(nbl_fft_plan_t plan, uint32_t *traded, uint32_t *elements) {
    char name[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_short_text(plan, name, sizeof name);
    uint32_t active = nbl_fft_plan_last_pass(plan).butterflies, n = plan.fft_length;
    if (active > plan.invocations) active = plan.invocations;
    for (uint32_t t = 0; t < plan.invocations; t++)
        for (uint32_t k = 0; k < nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan)); k++) {
            if (!nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), k, t)) continue;
            uint32_t f = nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), k, t);
            nbl_fft_holder_t own = nbl_fft_plan_output_holder(plan, f), mirror = nbl_fft_plan_mirror(plan, k, t);
            EXPECT(own.invocation == t && own.element == k, "%s: holder of %u", name, f);
            EXPECT(mirror.invocation < plan.invocations && mirror.element < plan.elements, "%s: mirror of %u", name, f);
            EXPECT(nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), mirror.element, mirror.invocation),
                   "%s: mirror of %u is none", name, f);
            EXPECT((nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), mirror.element, mirror.invocation) + f) % n ==
                       0,
                   "%s: mirror of %u", name, f);
            if (nbl_fft_plan_trades_mirrors(plan))
                EXPECT(mirror.invocation == (active - t) % active, "%s: partner of %u", name, t);
            (*elements)++;
        }
    EXPECT(trades_are_one_to_one(plan) == nbl_fft_plan_trades_mirrors(plan), "%s: trades", name);
    *traded += nbl_fft_plan_trades_mirrors(plan);
}

START_TEST(mirrors_and_trades) {
    uint32_t traded = 0, elements = 0;
    for (uint32_t i = 0; i < chosen_count; i++) check_mirrors(chosen[i], &traded, &elements);
    printf("plan: mirrors of %u elements of %u chosen plans; %u plans trade them\n", elements, chosen_count, traded);
    ck_assert_uint_gt(traded, chosen_count / 2);

    /* Any number of invocations, for two passes with every last radix. */
    uint32_t given = 0, given_traded = 0;
    for (uint32_t last = 2; last <= 32; last++)
        for (uint32_t invocations = 1; invocations <= 42; invocations++) {
            nbl_fft_plan_request_t request = {3, {7, 6, last}, invocations, 1, 1};
            nbl_fft_plan_t plan;
            if (nbl_fft_plan_from_radices(&request, 2, NULL, &plan, NULL) != NBL_SUCCESS) continue;
            check_mirrors(plan, &given_traded, &elements);
            given++;
        }
    ck_assert(!nbl_fft_plan_trades_mirrors(parsed("7x6x5@20")) && nbl_fft_plan_trades_mirrors(parsed("7x6x5@21")));
    printf("plan: %u given plans, %u trade mirrors\n", given, given_traded);
    ck_assert(given > 150 && given_traded > 20 && given_traded < given);
}
END_TEST

int main(void) {
    choose_all();
    Suite *suite = suite_create("plan_transform");
    TCase *all = tcase_create("plan_transform");
    tcase_set_timeout(all, 600);
    tcase_add_test(all, every_plan_transforms);
    tcase_add_test(all, given_plans_transform);
    tcase_add_test(all, reversed_plans_swap_their_maps);
    tcase_add_test(all, mirrors_and_trades);
    suite_add_tcase(suite, all);
    return test_run_suite(suite) == 0 ? 0 : 1;
}
