/* Plans of Stockham FFTs: every length is planned, laid out, played in long double and compared with its definition.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/plan_counts.h"
#include "nbl/host/plan.h"
#include "plan/banks.h"
#include "plan/layout.h"
#include "plan/table.h"

#include <check.h>
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/testing.h"

#define EXPECT(condition, ...) \
    do { \
        if (!(condition)) ck_abort_msg(__VA_ARGS__); \
    } while (0)
#define MOST 32768u

typedef long double complex complex_t;

static complex_t root_of_unity(uint32_t numerator, uint32_t denominator) {
    long double angle = -2 * acosl(-1.0L) * (numerator % denominator) / denominator;
    return cosl(angle) + sinl(angle) * I;
}

static nbl_fft_plan_limits_t limits_of(uint32_t kilobytes) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    limits.max_shared_bytes = kilobytes * 1024;
    return limits;
}

static nbl_fft_plan_t plan_of(uint32_t length, uint32_t dwords, const nbl_fft_plan_limits_t *limits) {
    nbl_fft_plan_t plan;
    nbl_error_t error;
    EXPECT(nbl_fft_plan_make(length, dwords, limits, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

/* The plans of all lengths in float32 within the default limits: made once, before Check forks. */
static nbl_fft_plan_t chosen[400];
static uint32_t chosen_count;

static nbl_fft_plan_t parsed(const char *text) {
    nbl_fft_plan_t plan;
    nbl_error_t error;
    EXPECT(nbl_fft_plan_parse(text, NBL_DWORDS_float32_t, NULL, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

static bool is_smooth(uint32_t n) {
    for (uint32_t prime = 2; prime <= 7 && n != 0; prime++)
        while (n % prime == 0) n /= prime;
    return n == 1;
}

/* As the issue has it, not as the header has it. */
static bool is_supported(uint32_t n, uint32_t dwords) {
    bool power = (n & (n - 1)) == 0;
    return n >= 2 && is_smooth(n) &&
           (dwords == 4 ? n <= 4096 || (power && n <= 8192) : n <= 8192 || (power && n <= 32768));
}

static void expect_equal(nbl_fft_plan_t a, nbl_fft_plan_t b, const char *what) {
    EXPECT(memcmp(&a, &b, sizeof a) == 0, "%s: plans differ", what); /* eleven uint32_t: no padding between them */
}

static void choose_all(void) {
    for (uint32_t n = 2; n <= MOST; n++) {
        if (!is_supported(n, 2) || nbl_fft_plan_make(n, 2, NULL, &chosen[chosen_count], NULL) != NBL_SUCCESS) continue;
        chosen_count++;
    }
}

/* ---- The structure */

static void check_structure(nbl_fft_plan_t plan, const nbl_fft_plan_limits_t *limits) {
    static uint8_t seen[MOST], taken[2 * MOST];
    char name[NBL_FFT_PLAN_TEXT_SIZE];
    uint32_t product = 1, elements = 0, n = plan.fft_length;
    nbl_fft_plan_short_text(plan, name, sizeof name);
    for (uint32_t p = 0; p < plan.passes; p++) {
        nbl_fft_pass_t pass = nbl_fft_plan_pass(plan, p);
        EXPECT(pass.stride == product && pass.radix * pass.butterflies == n, "%s: pass %u", name, p);
        product *= pass.radix;
        if (nbl_fft_pass_elements(pass) > elements) elements = nbl_fft_pass_elements(pass);
        for (uint32_t writes = 0; writes < 2; writes++) { /* a pass reads and writes every index once */
            uint32_t count = 0;
            memset(seen, 0, n);
            for (uint32_t t = 0; t < plan.invocations; t++)
                for (uint32_t k = 0; k < nbl_fft_pass_elements(pass); k++) {
                    if (!nbl_fft_pass_active(pass, k, t)) continue;
                    uint32_t i = writes ? nbl_fft_pass_write_index(pass, k, t) : nbl_fft_pass_read_index(pass, k, t);
                    EXPECT(i < n && !seen[i], "%s: pass %u, index %u twice or beyond", name, p, i);
                    seen[i] = 1;
                    count++;
                }
            EXPECT(count == n, "%s: pass %u has %u elements", name, p, count);
        }
    }
    EXPECT(product == n && plan.passes <= NBL_FFT_MAX_PASSES, "%s: product %u", name, product);
    EXPECT(nbl_fft_plan_radix(plan, plan.passes) == 1 || plan.passes == NBL_FFT_MAX_PASSES,
           "%s: a radix beyond the last", name);
    EXPECT(elements == plan.elements && elements <= NBL_FFT_PLAN_MAX_ELEMENTS, "%s: %u elements", name, elements);
    EXPECT(nbl_fft_plan_workgroup_size(plan) <= limits->max_invocations, "%s: invocations", name);
    EXPECT(4 * nbl_fft_plan_shared_dwords(plan) <= limits->max_shared_bytes, "%s: shared memory", name);
    EXPECT(nbl_fft_plan_window(plan) * plan.windows >= n, "%s: windows", name);
    for (uint32_t x = 0; x + 1 < plan.passes; x++) { /* padding is injective within the plane */
        uint32_t windows_of_index = 0;
        for (uint32_t w = 0; w < plan.windows; w++) {
            memset(taken, 0, plan.plane_dwords);
            for (uint32_t i = 0; i < n; i++) {
                if (!nbl_fft_plan_in_window(plan, w, i)) continue;
                uint32_t address = nbl_fft_plan_address(plan, x, w, i);
                EXPECT(address < plan.plane_dwords && !taken[address], "%s: exchange %u, address %u twice or beyond",
                       name, x, address);
                taken[address] = 1;
                windows_of_index++;
            }
        }
        EXPECT(windows_of_index == n, "%s: an index is in no window or in two", name);
    }
    EXPECT((plan.passes == 1) == (plan.plane_dwords == 0) && (plan.passes == 1) == (nbl_fft_plan_barriers(plan) == 0),
           "%s", name);
}

static void check_banks(nbl_fft_plan_t plan) {
    char name[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_bank_count_t banks = nbl_fft_plan_count_banks(plan);
    nbl_fft_plan_short_text(plan, name, sizeof name);
    EXPECT(banks.cycles >= banks.least && banks.cycles <= 3 * banks.least, "%s: %llu bank cycles, least %llu", name,
           (unsigned long long)banks.cycles, (unsigned long long)banks.least);
}

static void check_round_trip(nbl_fft_plan_t plan, const nbl_fft_plan_limits_t *limits) {
    char text[NBL_FFT_PLAN_TEXT_SIZE], full[NBL_FFT_PLAN_TEXT_SIZE], literal[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_t again;
    nbl_fft_plan_short_text(plan, text, sizeof text);
    nbl_error_t error;
    EXPECT(nbl_fft_plan_parse(text, plan.complex_dwords, limits, &again, &error) == NBL_SUCCESS, "%s", error.text);
    expect_equal(plan, again, text);
    EXPECT(nbl_fft_plan_text(plan, full, sizeof full) < sizeof full, "%s: too long a text", full);
    EXPECT(nbl_fft_plan_literal(plan, literal, sizeof literal) < sizeof literal, "%s", literal);
    unsigned f[11];
    int fields = sscanf(literal, "{%uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu}", f, f + 1, f + 2, f + 3,
                        f + 4, f + 5, f + 6, f + 7, f + 8, f + 9, f + 10);
    nbl_fft_plan_t read = {f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10]};
    EXPECT(fields == 11, "%s", literal);
    expect_equal(plan, read, literal);
}

/* Every length in float32 within 48 KB; every eleventh, and the powers of two, in all precisions and limits. */
START_TEST(every_length_has_a_valid_plan) {
    static const uint32_t kilobytes[] = {48, 32, 16};
    uint32_t plans = 0, to_4096 = 0, lengths = 0;
    for (uint32_t n = 0; n <= MOST; n++)
        for (uint32_t dwords = 1; dwords <= 4; dwords *= 2) {
            bool supported = is_supported(n, dwords), power = (n & (n - 1)) == 0;
            EXPECT((nbl_fft_plan_check_length(n, dwords, NULL) == NBL_SUCCESS) == supported, "length %u, %u dwords", n,
                   dwords);
            if (!supported) continue;
            lengths += dwords == 2;
            to_4096 += dwords == 2 && n <= 4096;
            for (uint32_t l = 0; l < 3; l++) {
                if (!(dwords == 2 && l == 0) && !power && lengths % 11 != 0) continue;
                nbl_fft_plan_limits_t limits = limits_of(kilobytes[l]);
                nbl_fft_plan_t plan = dwords == 2 && l == 0 ? chosen[lengths - 1] : plan_of(n, dwords, &limits);
                EXPECT(plan.fft_length == n && plan.complex_dwords == dwords, "length %u", n);
                check_structure(plan, &limits);
                check_banks(plan);
                check_round_trip(plan, &limits);
                plans++;
            }
        }
    printf("plan: %u plans of %u lengths, %u of them to 4096\n", plans, lengths, to_4096);
    ck_assert_uint_eq(to_4096, 247);
    ck_assert_uint_gt(plans, 500);
}
END_TEST

/* Where the limits allow, a row of the table is the plan. */
START_TEST(preferred_plans_are_taken) {
#define ROW(length, dwords, invocations, ffts, windows, r0, r1, r2, r3, r4, r5) \
    {length, dwords, invocations, ffts, windows, {r0, r1, r2, r3, r4, r5}},
    static const struct {
        uint32_t length, dwords, invocations, ffts, windows, radices[6];
    } rows[] = {NBL_FFT_PLAN_TABLE(ROW)};
#undef ROW
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t earlier = i;
        for (uint32_t j = 0; j < i && earlier == i; j++)
            if (rows[j].length == rows[i].length && (rows[j].dwords == 0 || rows[j].dwords == rows[i].dwords))
                earlier = j;
        uint32_t dwords = rows[i].dwords == 0 ? 2 : rows[i].dwords;
        if (earlier != i || !is_supported(rows[i].length, dwords)) continue;
        nbl_fft_plan_t plan = plan_of(rows[i].length, dwords, NULL);
        ck_assert_uint_eq(plan.invocations, rows[i].invocations);
        if (rows[i].ffts != 0) ck_assert_uint_eq(plan.ffts_per_workgroup, rows[i].ffts);
        if (rows[i].windows != 0) ck_assert_uint_eq(plan.windows, rows[i].windows);
        for (uint32_t p = 0; p < 6; p++) ck_assert_uint_eq(nbl_fft_plan_radix(plan, p), rows[i].radices[p]);
    }
    /* And where they do not, its radices with other invocations. */
    nbl_fft_plan_limits_t few = {128, 49152, 32};
    nbl_fft_plan_t plan = plan_of(4096, 2, &few);
    ck_assert(plan.invocations <= 128 && plan.elements == 32);
}
END_TEST

/* Small devices: fewer invocations, less memory. */
START_TEST(plans_keep_within_small_limits) {
    static const nbl_fft_plan_limits_t small[] = {{256, 16384, 4}, {128, 16384, 8}, {64, 4096, 1}, {1, 1024, 1}};
    uint32_t made = 0, refused = 0;
    for (uint32_t l = 0; l < 4; l++)
        for (uint32_t n = 2; n <= MOST; n += n < 64 ? 1 : n / 16) {
            nbl_fft_plan_t plan;
            if (!is_supported(n, 2)) continue;
            nbl_error_t error;
            nbl_result_t result = nbl_fft_plan_make(n, 2, &small[l], &plan, &error);
            EXPECT(result == NBL_SUCCESS || result == NBL_ERROR_LIMIT, "length %u", n);
            EXPECT(result == NBL_SUCCESS || n > 32 * small[l].max_invocations ||
                       n > 16 * small[l].max_shared_bytes / 4 || n > 1024,
                   "length %u, %u invocations: %s", n, small[l].max_invocations, error.text);
            if (result == NBL_SUCCESS) check_structure(plan, &small[l]);
            made += result == NBL_SUCCESS;
            refused += result != NBL_SUCCESS;
        }
    printf("plan: small limits, %u made, %u refused\n", made, refused);
    ck_assert(made > 50 && refused > 10);
}
END_TEST

/* Radices decide the bits of a result: those of a length and a precision are the same within all limits, and where no
 * others fit the length is refused. */
START_TEST(limits_do_not_change_radices) {
    static const uint32_t invocations[] = {64, 128, 256, 512, 1024}, kilobytes[] = {8, 16, 32, 48, 1024};
    uint32_t compared = 0, refused_at_256 = 0;
    bool all = getenv("NBL_PLANS") != NULL;
    for (uint32_t n = 2, number = 0; n <= MOST; n++)
        for (uint32_t dwords = 1; dwords <= 4; dwords *= 2) {
            if (!is_supported(n, dwords)) continue;
            if (!all && dwords != 2 && n % 8 != 0) continue;
            nbl_fft_plan_t roomy = dwords == 2 ? chosen[number++] : plan_of(n, dwords, NULL);
            for (uint32_t i = 0; i < 5; i++) {
                nbl_fft_plan_limits_t limits = {invocations[i], kilobytes[(n + i) % 5] * 1024, 4u << (n + i) % 5};
                nbl_fft_plan_t plan;
                /* NBL_PLANS=all: the whole grid, a minute */
                if (!all && (i != 2 || (n > 64 && n % 3 != 0 && n < 6400))) continue;
                nbl_result_t result = nbl_fft_plan_make(n, dwords, &limits, &plan, NULL);
                refused_at_256 += result != NBL_SUCCESS && i == 2 && dwords == 2;
                if (result != NBL_SUCCESS) continue;
                EXPECT(plan.radices == roomy.radices, "length %u, %u invocations, %u bytes: other radices", n,
                       limits.max_invocations, limits.max_shared_bytes);
                compared++;
            }
        }
    printf("plan: %u plans within other limits have the radices of their length\n", compared);
    ck_assert_uint_eq(refused_at_256, 12); /* which no radices fit */
    ck_assert_uint_gt(compared, all ? 1500 : 250);
}
END_TEST

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
        for (uint32_t k = 0; k < nbl_fft_plan_input_elements(plan); k++)
            if (nbl_fft_plan_input_active(plan, k, t))
                registers[t * plan.elements + k] = x[nbl_fft_plan_input_index(plan, k, t)];
    for (uint32_t number = 0; number < plan.passes; number++) {
        nbl_fft_pass_t pass = nbl_fft_plan_pass(plan, number);
        for (uint32_t t = 0; t < plan.invocations; t++)
            for (uint32_t i = 0; i < nbl_fft_pass_rounds(pass); i++) {
                uint32_t j = nbl_fft_pass_butterfly(pass, i, t), scale = plan.fft_length / (pass.stride * pass.radix);
                complex_t *v = registers + t * plan.elements + i * pass.radix, in[32];
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
        for (uint32_t k = 0; k < nbl_fft_plan_output_elements(plan); k++)
            if (nbl_fft_plan_output_active(plan, k, t))
                spectrum[nbl_fft_plan_output_index(plan, k, t)] = registers[t * plan.elements + k];
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
                                        "16x16x16x4@1024*1/2"};
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
        ck_assert_uint_eq(nbl_fft_plan_input_elements(reversed), nbl_fft_plan_output_elements(plan));
        for (uint32_t t = 0; t < plan.invocations; t++)
            for (uint32_t k = 0; k < nbl_fft_plan_output_elements(plan); k++) {
                bool active = nbl_fft_plan_output_active(plan, k, t);
                ck_assert_int_eq(nbl_fft_plan_input_active(reversed, k, t), active);
                if (active)
                    ck_assert_uint_eq(nbl_fft_plan_input_index(reversed, k, t), nbl_fft_plan_output_index(plan, k, t));
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
    for (uint32_t k = 0; k < nbl_fft_plan_output_elements(plan); k++)
        for (uint32_t t = 0; t < plan.invocations; t++) {
            if (!nbl_fft_plan_output_active(plan, k, t)) continue;
            nbl_fft_holder_t mirror = nbl_fft_plan_mirror(plan, k, t);
            if (!nbl_fft_plan_output_active(plan, k, mirror.invocation)) return false;
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
        for (uint32_t k = 0; k < nbl_fft_plan_output_elements(plan); k++) {
            if (!nbl_fft_plan_output_active(plan, k, t)) continue;
            uint32_t f = nbl_fft_plan_output_index(plan, k, t);
            nbl_fft_holder_t own = nbl_fft_plan_output_holder(plan, f), mirror = nbl_fft_plan_mirror(plan, k, t);
            EXPECT(own.invocation == t && own.element == k, "%s: holder of %u", name, f);
            EXPECT(mirror.invocation < plan.invocations && mirror.element < plan.elements, "%s: mirror of %u", name, f);
            EXPECT(nbl_fft_plan_output_active(plan, mirror.element, mirror.invocation), "%s: mirror of %u is none",
                   name, f);
            EXPECT((nbl_fft_plan_output_index(plan, mirror.element, mirror.invocation) + f) % n == 0,
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

/* ---- Banks */

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
                    uint32_t unit = nbl_fft_plan_is_binary(plan, x) ? 1u << shift : nbl_fft_plan_pad_unit(plan, x);
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

/* ---- Lengths */

START_TEST(good_lengths_are_the_cheapest) {
    static uint64_t cost[MOST + 1];
    static uint32_t best[MOST + 2], best_even[MOST + 2]; /* by brute force, from above */
    test_random_t random = test_random_begin("plan: lengths");
    uint32_t larger = 0, cases = 0;
    for (uint32_t n = MOST; n >= 2; n--) {
        cost[n] = nbl_fft_length_cost(n);
        EXPECT((cost[n] != 0) == is_supported(n, 2), "length %u", n);
        bool better = cost[n] != 0 && (best[n + 1] == 0 || cost[n] <= cost[best[n + 1]]);
        bool better_even = cost[n] != 0 && n % 2 == 0 && (best_even[n + 1] == 0 || cost[n] <= cost[best_even[n + 1]]);
        best[n] = better ? n : best[n + 1];
        best_even[n] = better_even ? n : best_even[n + 1];
    }
    for (uint32_t i = 0; i < 400; i++, cases++) {
        uint32_t n = i < 100 ? 2 + i : 2 + test_random_below(&random, 16383), good = nbl_fft_good_length(n, false),
                 even = nbl_fft_good_length(n, true);
        EXPECT(good >= n && good == best[n] && even == best_even[n], "length %u: %u, %u even; not %u, %u", n, good,
               even, best[n], best_even[n]);
        for (uint32_t m = n; m < good; m++) larger += cost[m] != 0;
    }
    printf("plan: %u good lengths; %u supported lengths skipped as dearer\n", cases, larger);
    ck_assert_uint_gt(larger, 0);
    ck_assert_uint_eq(nbl_fft_good_length(0, false), 2);
    ck_assert_uint_eq(nbl_fft_good_length(16384, true), 16384);
    ck_assert_uint_eq(nbl_fft_good_length(32768, true), 32768);
    ck_assert_uint_eq(nbl_fft_good_length(32769, false), 0);
    ck_assert_uint_eq(nbl_fft_length_cost(11), 0);
}
END_TEST

START_TEST(nearest_lengths) {
    for (uint32_t dwords = 2; dwords <= 4; dwords += 2)
        for (uint32_t n = 0; n <= 9000; n += n < 200 ? 1 : 37) {
            uint32_t below, above, down = n, up = n + 1;
            nbl_fft_nearest_lengths(n, dwords, NULL, &below, &above);
            while (down > 0 && !is_supported(--down, dwords)) {}
            while (up <= MOST && !is_supported(up, dwords)) up++;
            EXPECT(below == (n == 0 ? 0 : down) && above == (up > MOST ? 0 : up), "%u: %u and %u, not %u and %u", n,
                   below, above, down, up);
        }
}
END_TEST

static void expect_error(uint32_t length, uint32_t dwords, const nbl_fft_plan_limits_t *limits, nbl_result_t expected,
                         const char *text) {
    nbl_fft_plan_t plan = {0}, untouched = {0};
    nbl_error_t error;
    nbl_result_t result = nbl_fft_plan_make(length, dwords, limits, &plan, &error);
    EXPECT(result == expected && strcmp(error.text, text) == 0, "length %u: result %d, \"%s\"", length, (int)result,
           error.text);
    expect_equal(plan, untouched, "after an error");
}

START_TEST(errors_name_the_nearest_lengths) {
    const char *factor = "the length has a prime factor other than 2, 3, 5 and 7; the nearest supported lengths are";
    char text[256];
    expect_error(0, 2, NULL, NBL_ERROR_ARGUMENT, "length 0: the length is below 2; the nearest supported length is 2");
    expect_error(1, 2, NULL, NBL_ERROR_ARGUMENT, "length 1: the length is below 2; the nearest supported length is 2");
    snprintf(text, sizeof text, "length 11: %s 10 and 12", factor);
    expect_error(11, 2, NULL, NBL_ERROR_ARGUMENT, text);
    snprintf(text, sizeof text, "length 22: %s 21 and 24", factor);
    expect_error(22, 2, NULL, NBL_ERROR_ARGUMENT, text);
    expect_error(8400, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 8400: the length is too large; the nearest supported lengths are 8192 and 16384");
    expect_error(16385, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 16385: the length is too large; the nearest supported lengths are 16384 and 32768");
    expect_error(65536, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 65536: the length is too large; the nearest supported length is 32768");
    expect_error(0xffffffffu, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 4294967295: the length is too large; the nearest supported length is 32768");
    expect_error(5000, 4, NULL, NBL_ERROR_ARGUMENT,
                 "length 5000: the length is too large; the nearest supported lengths are 4096 and 8192");
    expect_error(64, 3, NULL, NBL_ERROR_ARGUMENT, "length 64: a complex element has 1, 2 or 4 dwords");
    nbl_fft_plan_limits_t small = {256, 16384, 4}, tiny = {1024, 64, 32}, zero = {0, 16384, 4};
    expect_error(16384, 2, &small, NBL_ERROR_LIMIT,
                 "length 16384: the workgroup would have more invocations than the limit of 256; the nearest supported "
                 "length is 8192");
    expect_error(
        4096, 2, &tiny, NBL_ERROR_LIMIT,
        "length 4096: the shared memory would exceed the limit of 64 bytes; the nearest supported length is 256");
    expect_error(64, 2, &zero, NBL_ERROR_ARGUMENT, "length 64: a limit is zero");
}
END_TEST

START_TEST(given_plans_are_checked) {
    static const struct {
        const char *text;
        const char *why;
    } rows[] = {{"", "a plan is written as"},
                {"x", "a plan is written as"},
                {"8x", "a plan is written as"},
                {"8x8 ", "a plan is written as"},
                {"8x8@", "a plan is written as"},
                {"8x8@0", "a plan is written as"},
                {"8x8*0", "a plan is written as"},
                {"8x8/1@8", "a plan is written as"},
                {"8X8", "a plan is written as"},
                {"-8", "a plan is written as"},
                {"8x8@65536", "a plan is written as"},
                {"8x8@99999999999999999999", "a plan is written as"},
                {"11", "a radix is not one"},
                {"1x8", "a radix is not one"},
                {"0x8", "a radix is not one"},
                {"33", "a radix is not one"},
                {"13x2", "a radix is not one"},
                {"2x2x2x2x2x2x2", "there are 1 to 6"},
                {"32x32x32x32x32x32", "the length is too large"},
                {"10x10x10x10", "the length is too large"},
                {"8x8@9", "more invocations than any pass"},
                {"8x8@1", "more than 32 elements"},
                {"8x8@8*129", "more invocations than the limit of 1024"},
                {"2x2x2x16x16x16@1025", "more invocations than the limit of 1024"},
                {"16x16x16x4@1024*1/1", "would exceed the limit of 49152"},
                {"16x16@16*1/17", "would exceed the limit of 49152"},
                {"16x16@16*64/1", "would exceed the limit of 49152"}};
    nbl_fft_plan_t plan = {0}, untouched = {0};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nbl_error_t error;
        nbl_result_t result = nbl_fft_plan_parse(rows[i].text, 2, NULL, &plan, &error);
        bool limit = strstr(rows[i].why, "limit") != NULL;
        EXPECT(result == (limit ? NBL_ERROR_LIMIT : NBL_ERROR_ARGUMENT) && strstr(error.text, rows[i].why) != NULL &&
                   strncmp(error.text, "plan ", 5) == 0,
               "\"%s\": %s", rows[i].text, error.text);
        expect_equal(plan, untouched, rows[i].text);
    }
    nbl_fft_plan_request_t request = {0, {8, 8}, 0, 0, 0};
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_plan_from_radices(&request, 2, NULL, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "plan : there are 1 to 6 passes");
    request.passes = 2;
    ck_assert_int_eq(nbl_fft_plan_from_radices(&request, 2, NULL, &plan, &error), NBL_SUCCESS);
    ck_assert_str_eq(error.text, "");
    ck_assert(plan.fft_length == 64 && plan.passes == 2);
    expect_equal(parsed("10x10x10@100*1"), plan_of(1000, 2, NULL), "10x10x10@100*1");
}
END_TEST

START_TEST(text_is_for_people) {
    char text[NBL_FFT_PLAN_TEXT_SIZE], cut[20];
    nbl_fft_plan_t plan = parsed("16x16x4@64*1/1");
    size_t length = nbl_fft_plan_text(plan, text, sizeof text);
    ck_assert_str_eq(text, "1024 = 16 x 16 x 4, 64 invocations x 16 elements, 1 FFT per workgroup, 4.2 KB shared, 7 "
                           "barriers, padding 32+1 128+8, "
                           "256 bank cycles (least 256)");
    ck_assert_uint_eq(nbl_fft_plan_text(plan, cut, sizeof cut), length);
    ck_assert_str_eq(cut, "1024 = 16 x 16 x 4,");
    nbl_fft_plan_text(parsed("16@1*64"), text, sizeof text);
    ck_assert_str_eq(text, "16 = 16, 1 invocations x 16 elements, 64 FFTs per workgroup, 0.0 KB shared, 0 barriers");
    nbl_fft_plan_text(parsed("8x8x8@64*1/2"), text, sizeof text);
    EXPECT(strstr(text, " in 2 windows, 15 barriers") != NULL, "%s", text);
}
END_TEST

int main(void) {
    choose_all();
    Suite *suite = suite_create("plan");
    TCase *all = tcase_create("plan");
    tcase_set_timeout(all, 600);
    tcase_add_test(all, every_length_has_a_valid_plan);
    tcase_add_test(all, preferred_plans_are_taken);
    tcase_add_test(all, plans_keep_within_small_limits);
    tcase_add_test(all, limits_do_not_change_radices);
    tcase_add_test(all, every_plan_transforms);
    tcase_add_test(all, given_plans_transform);
    tcase_add_test(all, reversed_plans_swap_their_maps);
    tcase_add_test(all, mirrors_and_trades);
    tcase_add_test(all, padding_has_the_fewest_conflicts);
    tcase_add_test(all, good_lengths_are_the_cheapest);
    tcase_add_test(all, nearest_lengths);
    tcase_add_test(all, errors_name_the_nearest_lengths);
    tcase_add_test(all, given_plans_are_checked);
    tcase_add_test(all, text_is_for_people);
    suite_add_tcase(suite, all);
    int failed = test_run_suite(suite);
    return failed == 0 ? 0 : 1;
}
