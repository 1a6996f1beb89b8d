/* Passes of long lines: plans to be timed, and the numbers that their times are predicted from. For
 * bench/scripts/pass_model.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: pass_model KIND plans LENGTH...  lines for `bench/scripts/tickets.sh LOG2 RUNS try FILE`: up to 6 splits of
 *                                         each length, each pass with a dispatch of its own, and pairs of passes in
 *                                         strips
 *        pass_model KIND traits <LOG      what that printed, a line for each timing: "apart TIME NUMBER..." or "strips
 *                                         TIME NUMBER..."
 *
 * TIME is over a copy's. The numbers of passes apart are their sums of nbl_fft_plan_traits(), the registers that they
 * want beyond a multiprocessor's, and how many passes behind the first have 8 lines side by side, and fewer. Those of
 * strips are these of the first pass, and the traits' sums of the pair. KIND is a kind of device, whose numbers of
 * multiprocessors and registers count.
 */
#include <math.h>
#include <stdlib.h>

#include "bench/scripts/kind_limits.h"
#include "facts/numbers.h"
#include "transform/choose_pairs.h"
#include "transform/choose_split.h"

enum { MOST_SPLITS = 6, LEAST = 16, MOST = 1024, NUMBERS = NBL_FFT_PLAN_TRAITS + 3 };
#define MOST_UNLIKE 8 /* points of a pass over those of another one; chosen: longer ones are never the fastest */

/* ---- Plans */

static void print_plans(uint32_t length, uint32_t lag, char way, const nbl_fft_plan_t *plans, uint32_t passes) {
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    printf("%u 0 0 %u %c", length, lag, way);
    for (uint32_t p = 0; p < passes; p++) {
        nbl_fft_plan_short_text(plans[p], text, sizeof text);
        printf(" %s", text);
    }
    printf("\n");
}

/* Prints the last two of three passes in strips, if there is a pair. The lag is that of
 * host/transform/choose_together.c. */
static void print_strips(const nbl_choose_t *choose, uint32_t length, const uint32_t points[3], nbl_fft_plan_t first) {
    const nbl_tickets_t line = {.length = length, .precision = NBL_FFT_FLOAT32, .mode = NBL_MODE_FAST, .axes = 1};
    nbl_pairs_plans_t plans[2];
    nbl_pair_t pair = {.cost = INFINITY};
    for (int p = 0; p < 2; p++) nbl_pairs_plans(&choose->limits, &line, points[1 + p], &plans[p]);
    const nbl_pairs_pass_t pass[2] = {{&plans[0], points[0], false, false}, {&plans[1], points[0], false, false}};
    if (!nbl_pairs_find(&choose->limits, pass, true, 0.0, &pair)) return;
    const nbl_fft_plan_t all[3] = {first, pair.plan[0], pair.plan[1]};
    const double tile = (double)NBL_PAIRS_ELEMENT_BYTES * all[1].fft_length * all[1].ffts_per_workgroup,
                 most = nbl_fact_number_of(choose->limits.device, NBL_NUMBER_TOGETHER_LAG_BYTES) / tile;
    print_plans(length, (uint32_t)fmax(most, 2.0 * points[2]), 'T', all, 3);
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void print_length(const nbl_choose_t *choose, uint32_t length) {
    uint32_t left = MOST_SPLITS;
    for (uint32_t unlike = 2; unlike <= MOST_UNLIKE && left > 0; unlike *= 2) /* the most alike splits first */
        for (uint32_t a = LEAST; a <= MOST && left > 0; a++)
            for (uint32_t b = LEAST; b <= MOST && length % a == 0 && left > 0; b++) {
                const uint32_t c = length / a / b, points[3] = {a, b, c}, passes = c > 1 ? 3 : 2;
                const uint32_t least = smaller(smaller(a, b), c > 1 ? c : a), most = larger(larger(a, b), c);
                nbl_fft_plan_t plans[3];
                uint32_t planned = 0, before = 1;
                if (a * b * c != length || (c > 1 && c < LEAST) || most > unlike * least || 2 * most <= unlike * least)
                    continue;
                for (; planned < passes &&
                       nbl_choose_pass(choose, length, points[planned], before, &plans[planned]) < INFINITY;
                     planned++)
                    before *= points[planned];
                if (planned < passes) continue;
                print_plans(length, 0, 'A', plans, passes);
                if (passes == 3) print_strips(choose, length, points, plans[0]);
                left--;
            }
}

/* ---- Traits */

/* Adds a pass's numbers. */
static void add_pass(const nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits, bool first, double numbers[NUMBERS]) {
    const double filled = 32.0 * ceil(nbl_fft_plan_workgroup_size(*plan) / 32.0),
                 wanted = nbl_fft_plan_registers_wanted(limits.device, *plan) * filled /
                          nbl_fact_number_of(limits.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS);
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(*plan, 0, limits, traits);
    for (int i = 0; i < NBL_FFT_PLAN_TRAITS; i++) numbers[i] += traits[i];
    numbers[NBL_FFT_PLAN_TRAITS] += fmax(0.0, wanted - 1.0);
    numbers[NBL_FFT_PLAN_TRAITS + 1] += !first && plan->ffts_per_workgroup == 8;
    numbers[NBL_FFT_PLAN_TRAITS + 2] += !first && plan->ffts_per_workgroup < 8;
}

static void print_numbers(const double *numbers, int count) {
    for (int i = 0; i < count; i++) printf(" %.5g", numbers[i]);
}

static void print_traits(char *line, nbl_fft_plan_limits_t limits) {
    unsigned long long length;
    unsigned lag;
    char way, texts[3][32];
    double copies, numbers[NUMBERS] = {0}, pair[NUMBERS] = {0};
    const char *told = strstr(line, " us, ");
    const int read = sscanf(line, "%llu 0 0 %u %c %31s %31s %31s", &length, &lag, &way, texts[0], texts[1], texts[2]);
    if (told == NULL || read < 5 || sscanf(told, " us, %lf of a copy", &copies) != 1 || copies <= 0) return;
    const int passes = read == 6 && strchr(texts[2], '@') != NULL ? 3 : 2;
    const bool strips = way == 'T' && passes == 3;
    if (way != 'A' && !strips) return;
    for (int p = 0; p < passes; p++) {
        nbl_fft_plan_t plan;
        if (nbl_fft_plan_parse(texts[p], 2, &limits, &plan, NULL) != NBL_SUCCESS) return;
        add_pass(&plan, limits, p == 0, strips && p > 0 ? pair : numbers);
    }
    printf("%s %.4f", strips ? "strips" : "apart", 1 / copies);
    print_numbers(numbers, NUMBERS);
    if (strips) print_numbers(pair, NBL_FFT_PLAN_TRAITS);
    printf("\n");
}

int main(int argc, char **argv) {
    nbl_fft_plan_limits_t limits;
    char line[512];
    if (!kind_limits(argc, argv, &limits)) return 2;
    const nbl_choose_t choose = {.limits = {.max_workgroup_invocations = limits.max_invocations,
                                            .max_shared_bytes = limits.max_shared_bytes,
                                            .subgroup_size = limits.subgroup_size,
                                            .max_buffer_bytes = UINT32_MAX,
                                            .addresses = true,
                                            .device = limits.device},
                                 .problem = {.mode = NBL_MODE_FAST}};
    for (int i = 3; i < argc; i++) print_length(&choose, (uint32_t)strtoul(argv[i], NULL, 10));
    while (argc == 3 && fgets(line, sizeof line, stdin) != NULL) print_traits(line, limits);
    return 0;
}
