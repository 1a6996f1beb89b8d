/* What the tests of plans share: plans of every length, and what is expected of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_PLAN_TESTING_H
#define NBL_TESTS_FFT_PLAN_TESTING_H

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "nbl/fft/plan.h"
#include "nbl/fft/plan_counts.h"
#include "nbl/host/plan.h"
#include "plan/layout.h"
#include "facts/choose.h"
#include "plan/make.h"
#include "tests/common/testing.h"

#define EXPECT(condition, ...) \
    do { \
        if (!(condition)) ck_abort_msg(__VA_ARGS__); \
    } while (0)
#define MOST 32768u

static inline nbl_fft_plan_limits_t limits_of(uint32_t kilobytes) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    limits.max_shared_bytes = kilobytes * 1024;
    return limits;
}

static inline nbl_fft_plan_t plan_of(uint32_t length, uint32_t dwords, const nbl_fft_plan_limits_t *limits) {
    nbl_fft_plan_t plan;
    nbl_error_t error;
    EXPECT(nbl_fft_plan_make(length, dwords, limits, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

/* The plans of all lengths that is_taken() in float32 within the default limits: made once, before Check forks. */
static nbl_fft_plan_t chosen[400];
static uint32_t chosen_count;

static inline nbl_fft_plan_t parsed(const char *text) {
    nbl_fft_plan_t plan;
    nbl_error_t error;
    EXPECT(nbl_fft_plan_parse(text, NBL_DWORDS_float32_t, NULL, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

static inline bool is_smooth(uint32_t n) {
    for (uint32_t prime = 2; prime <= 13 && n != 0; prime++)
        while (n % prime == 0) n /= prime;
    return n == 1;
}

/* As the issue has it, not as the header has it. */
static inline bool is_supported(uint32_t n, uint32_t dwords) {
    bool power = (n & (n - 1)) == 0;
    return n >= 2 && is_smooth(n) &&
           (dwords == 4 ? n <= 4096 || (power && n <= 8192) : n <= 8192 || (power && n <= 32768));
}

/* Of lengths with a factor 11 or 13, whose plans are none but counted ones, some. */
static inline bool is_taken(uint32_t n, uint32_t dwords) {
    return is_supported(n, dwords) && (nbl_fft_plan_is_common(n) || n < 64 || n % 7 == 3);
}

static inline void expect_equal(nbl_fft_plan_t a, nbl_fft_plan_t b, const char *what) {
    EXPECT(memcmp(&a, &b, sizeof a) == 0, "%s: plans differ", what); /* eleven uint32_t: no padding between them */
}

static inline void choose_all(void) {
    for (uint32_t n = 2; n <= MOST; n++) {
        if (!is_taken(n, 2) || nbl_fft_plan_make(n, 2, NULL, &chosen[chosen_count], NULL) != NBL_SUCCESS) continue;
        chosen_count++;
    }
}

static inline void check_structure(nbl_fft_plan_t plan, const nbl_fft_plan_limits_t *limits) {
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
    EXPECT(elements == plan.elements && nbl_fft_plan_holds_few(plan), "%s: %u elements", name, elements);
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

static inline void check_banks(nbl_fft_plan_t plan) {
    char name[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_bank_count_t banks = nbl_fft_plan_count_banks(plan);
    nbl_fft_plan_short_text(plan, name, sizeof name);
    EXPECT(banks.cycles >= banks.least && banks.cycles <= 3 * banks.least, "%s: %llu bank cycles, least %llu", name,
           (unsigned long long)banks.cycles, (unsigned long long)banks.least);
}

static inline void check_round_trip(nbl_fft_plan_t plan, const nbl_fft_plan_limits_t *limits) {
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

#endif
