/* Rows of measured facts: each is read and written unchanged, is taken by some choice, and changes that choice if
 * its plan changes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The texts are read here, into a table that may be changed and that takes the place of the library's own.
 */
#include <stdio.h>
#include <string.h>

#include "bloom/shape.h"
#include "facts/choose.h"
#include "facts/row.h"
#include "transform/choose.h"
#include "transform/one_kernel.h"
#include "transform/lines.h"
#include "transform/make.h"
#include "fft/split.h"
#include "gpu/tickets.h"
#include "fft/tuning.h"
#include "nbl/host/bloom.h"
#include "nbl/host/sizes.h"
#include "plan/make.h"
#include "platform/memory.h"
#include "transform/plans.h"
#include "transform/run_cpu.h"
#include "tests/common/testing.h"

enum { MOST_ROWS = 4096, LINE_BYTES = 512 };
static nbl_fact_t rows[MOST_ROWS];
static char texts[MOST_ROWS][LINE_BYTES];
static size_t count;
static double numbers[NBL_DEVICE_KIND_COUNT][NBL_NUMBER_COUNT];
const nbl_facts_t nbl_facts_built_in = {rows, MOST_ROWS, true, (const double (*)[NBL_NUMBER_COUNT])numbers};

static void read_all(void) {
    static const char *const paths[] = {"host/facts/epyc.txt",     "host/facts/h200.txt",   "host/facts/amd.txt",
                                        "host/facts/intel.txt",    "host/facts/apple.txt",  "host/facts/qualcomm.txt",
                                        "host/facts/portable.txt", "host/facts/chirps.txt", "host/facts/exact.txt"};
    nbl_error_t error;
    for (size_t f = 0; f < sizeof paths / sizeof *paths; f++) {
        FILE *file = fopen(paths[f], "r");
        char line[LINE_BYTES];
        uint8_t devices = 0;
        ck_assert_ptr_nonnull(file);
        for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
            size_t at = count;
            nbl_fact_t row;
            line[strcspn(line, "\n")] = '\0';
            nbl_fact_number_t which;
            double value;
            if (nbl_fact_read_number(line, &which, &value)) {
                ck_assert_uint_lt(which, NBL_NUMBER_COUNT);
                for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT; k++)
                    if ((devices >> k & 1u) != 0 && numbers[k][which] == 0.0) numbers[k][which] = value;
                continue;
            }
            if (number == 3) ck_assert(nbl_fact_read_devices(line, &devices) && devices != 0);
            if (number <= 3 || line[0] == '#' || line[0] == '\0') continue;
            ck_assert(count < MOST_ROWS);
            strcpy(texts[count], line);
            ck_assert_msg(nbl_fact_read(texts[count], &row, &error) == NBL_SUCCESS, "%s:%d: %s", paths[f], number,
                          error.text);
            row.devices = devices;
            char written[NBL_FACT_TEXT_SIZE];
            ck_assert_uint_lt(nbl_fact_text(&row, written, sizeof written), sizeof written);
            ck_assert_str_eq(written, line);
            for (; at > 0 && rows[at - 1].number > row.number; at--) rows[at] = rows[at - 1];
            rows[at] = row;
            count++;
        }
        fclose(file);
    }
    for (size_t i = count; i < MOST_ROWS; i++) rows[i].number = UINT32_MAX; /* rows that never hold */
}

/* ---- What is chosen in a row's case, as text; "" where nothing is */

static nbl_fft_plan_limits_t sizes[] = {
    {1024, 49152, 32, NBL_DEVICE_NVIDIA}, {1024, 32768, 32, NBL_DEVICE_NVIDIA}, {512, 16384, 32, NBL_DEVICE_NVIDIA}};

typedef struct chosen_t {
    char text[NBL_FFT_PLAN_TEXT_SIZE];
} chosen_t;

static chosen_t plan_text(const nbl_fft_plan_t *plan) {
    chosen_t chosen;
    nbl_fft_plan_short_text(*plan, chosen.text, sizeof chosen.text);
    return chosen;
}

static chosen_t choose_side_by_side(const nbl_fact_t *row, nbl_fft_precision_t precision, bool turned,
                                    const nbl_fft_plan_limits_t *size) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = size->max_invocations,
                                     .max_shared_bytes = size->max_shared_bytes,
                                     .subgroup_size = size->subgroup_size,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .float64 = true,
                                     .addresses = true,
                                     .device = size->device};
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    const bool few = (row->conditions & NBL_FACT_IS_FEW) != 0;
    const bool mirrored = (row->conditions & NBL_FACT_IS_MIRRORED) != 0;
    const bool pass = mirrored || (row->conditions & NBL_FACT_IS_OF_PASS) != 0;
    const bool real = (row->kinds & NBL_FACT_LINES) != 0;
    nbl_fft_lines_desc_t desc = {.precision = precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_FLOAT32 : precision,
                                 .planned = precision,
                                 .length = real ? 2 * row->number : row->number,
                                 .radices = pass ? nbl_fft_split_radices(row->number, dwords) : NULL,
                                 .fast = row->fast,
                                 .uneven = (row->conditions & NBL_FACT_IS_UNEVEN) != 0,
                                 .apart = (row->conditions & NBL_FACT_IS_FARTHER) != 0 ? 8192
                                          : (row->conditions & NBL_FACT_IS_FAR) != 0   ? 2048
                                                                                       : 0,
                                 .lines = few ? 8 : 0,
                                 .addresses = few || (row->conditions & NBL_FACT_IS_ADDRESSES) != 0};
    nbl_instruction_order_t order;
    desc.parameters.columns = !real;
    desc.parameters.turned = turned;
    desc.parameters.real = real;
    desc.parameters.inverse = (row->conditions & NBL_FACT_IS_BACK) != 0;
    if (pass) {
        desc.parameters.pass_points = row->number;
        desc.parameters.pass_before = desc.parameters.pass_after = 64;
        desc.parameters.mirrored = mirrored;
    }
    if (nbl_fft_lines_plan(&limits, &desc, &order, NULL) != NBL_SUCCESS) return (chosen_t){""};
    return plan_text(&desc.parameters.plan);
}

static chosen_t choose_bloom(const nbl_fact_t *row, nbl_fft_precision_t precision) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_shape_t shape;
    nbl_result_t result;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.storage = precision == NBL_FFT_FLOAT16_STORAGE ? NBL_BLOOM_STORAGE_FLOAT16 : NBL_BLOOM_STORAGE_FLOAT32;
    desc.max_workgroup_size = 1024;
    desc.min_workgroup_invocations = 128;
    desc.limits.max_shared_bytes = 49152;
    desc.limits.subgroup_size = 32;
    result = row->kinds == NBL_FACT_BLOOM_ROWS        ? nbl_bloom_shape_rows(&desc, row->number, &shape, NULL)
             : row->kinds == NBL_FACT_BLOOM_ROWS_BACK ? nbl_bloom_shape_channels(&desc, row->number, &shape, NULL)
                                                      : nbl_bloom_shape_columns(&desc, row->number, 1, &shape, NULL);
    return result == NBL_SUCCESS ? plan_text(&shape.plan) : (chosen_t){""};
}

static nbl_mode_t mode_of(const nbl_fact_t *row) {
    return !row->fast ? NBL_MODE_EXACT : (row->conditions & NBL_FACT_IS_FUSED) != 0 ? NBL_MODE_FUSED : NBL_MODE_FAST;
}

static chosen_t choose(const nbl_fact_t *row, nbl_fact_kind_t kind, nbl_fft_precision_t precision,
                       const nbl_fft_plan_limits_t *limits) {
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    nbl_fft_plan_t plan;
    chosen_t chosen = {""};
    if (kind == NBL_FACT_TRANSFORM &&
        nbl_fft_tuned_plan(row->number, precision, mode_of(row), limits, &plan, NULL, NULL) == NBL_SUCCESS)
        return plan_text(&plan);
    if (kind == NBL_FACT_PASS)
        snprintf(chosen.text, sizeof chosen.text, "%s", nbl_fft_split_radices(row->number, dwords));
    if (kind == NBL_FACT_COLUMNS || kind == NBL_FACT_TURNED || kind == NBL_FACT_LINES)
        return choose_side_by_side(row, precision, kind == NBL_FACT_TURNED, limits);
    if (kind == NBL_FACT_CONVOLUTION && nbl_fft_lines_plan_fused(limits, row->number, dwords, &plan))
        return plan_text(&plan);
    if (kind == NBL_FACT_BLOOM && nbl_fft_plan_make_small(row->number, dwords, limits, &plan, NULL) == NBL_SUCCESS)
        return plan_text(&plan);
    if (kind == NBL_FACT_BLOOM_ROWS || kind == NBL_FACT_BLOOM_ROWS_BACK || kind == NBL_FACT_BLOOM_LINES)
        return choose_bloom(row, precision);
    if (kind == NBL_FACT_TICKETS) {
        const nbl_fact_case_t of = {.device = NBL_DEVICE_NVIDIA,
                                    .kind = kind,
                                    .fast = row->fast,
                                    .precision = precision,
                                    .conditions = row->conditions,
                                    .demanded = row->conditions};
        const nbl_fact_t *found = NULL;
        do found = nbl_facts_next(NULL, found, row->number, &of);
        while (found != NULL && (found->rows != row->rows || found->planes != row->planes));
        if (found != NULL) snprintf(chosen.text, sizeof chosen.text, "%s", found->plans[0]);
    }
    return chosen;
}

/* Another plan of the same length: 0 with other numbers of FFTs per workgroup and windows, 1 with radices in another order,
 * 2 with a radix less or more. */
enum { MUTANTS = 3 };
static const char *other_plan(const char *text, int mutant) {
    static char other[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_request_t of;
    const bool bare = strchr(text, '@') == NULL;
    size_t used = 0;
    ck_assert(nbl_fft_plan_read(text, &of, NULL) == NBL_SUCCESS);
    if (mutant == 0) of.ffts_per_workgroup = of.ffts_per_workgroup == 1 ? 2 : 1, of.windows = of.windows == 1 ? 2 : 1;
    const uint32_t first = of.radices[0], last = of.passes - 1, small = first % 2 == 0 ? 2 : first % 3 == 0 ? 3 : 5;
    for (uint32_t r = 0; r < last && mutant == 1; r++) of.radices[r] = of.radices[r + 1];
    if (mutant == 1) of.radices[last] = first;
    if (mutant == 2 && first > small) of.radices[0] /= small, of.radices[of.passes++] = small;
    for (uint32_t p = 0; p < of.passes; p++)
        used += (size_t)snprintf(other + used, sizeof other - used, "%s%u", p > 0 ? "x" : "", of.radices[p]);
    if (!bare) used += (size_t)snprintf(other + used, sizeof other - used, "@%u", of.invocations);
    if (!bare && of.ffts_per_workgroup != 0)
        used += (size_t)snprintf(other + used, sizeof other - used, "*%u", of.ffts_per_workgroup);
    if (!bare && of.windows != 0) snprintf(other + used, sizeof other - used, "/%u", of.windows);
    return other;
}

START_TEST(each_row_is_taken_and_decides) {
    uint32_t taken = 0, changed = 0, tried = 0;
    read_all();
    ck_assert_uint_eq(count, 3769);
    for (size_t i = 0; i < count; i++) {
        nbl_fact_t *row = &rows[i];
        nbl_device_kind_t device = NBL_DEVICE_NVIDIA; /* or the first one that the row is for */
        if ((row->devices >> device & 1u) == 0)
            for (device = NBL_DEVICE_ANY; (row->devices >> device & 1u) == 0;) device++;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) sizes[s].device = device;
        const nbl_fact_kind_t other = NBL_FACT_CHIRP_PASS | NBL_FACT_BLOOM_LENGTH;
        if ((row->kinds & other) != 0 || !test_takes((uint32_t)i, row->kinds == NBL_FACT_TRANSFORM ? 4 : 1)) continue;
        for (uint32_t k = 0; k < NBL_FACT_KIND_COUNT; k++)
            for (uint32_t p = 0; p < 4; p++) {
                if ((row->kinds >> k & 1u) == 0 || (row->precisions >> p & 1u) == 0) continue;
                const nbl_fact_kind_t kind = (nbl_fact_kind_t)(1 << k);
                const nbl_fft_precision_t precision = (nbl_fft_precision_t)p;
                const char *plan = row->plans[0];
                const size_t length = strlen(plan);
                size_t size = 0;
                chosen_t chosen = choose(row, kind, precision, &sizes[0]);
                /* What a plan leaves open is chosen; rows behind another of their case are for smaller limits. */
                while (strncmp(chosen.text, plan, length) != 0 && ++size < sizeof sizes / sizeof *sizes)
                    chosen = choose(row, kind, precision, &sizes[size]);
                if (size == sizeof sizes / sizeof *sizes) size = 0, chosen = choose(row, kind, precision, &sizes[0]);
                tried++;
                taken += strncmp(chosen.text, plan, length) == 0;
                bool decides = false;
                for (int mutant = 0; mutant < MUTANTS && !decides; mutant++) {
                    row->plans[0] = other_plan(plan, mutant);
                    const chosen_t now = choose(row, kind, precision, &sizes[size]);
                    decides = strcmp(now.text, chosen.text) != 0;
                }
                row->plans[0] = plan;
                changed += decides;
                if (!decides) {
                    char line[NBL_FACT_TEXT_SIZE];
                    nbl_fact_text(row, line, sizeof line);
                    printf("facts: \"%s\" decides nothing: %s\n", line, chosen.text);
                }
            }
    }
    printf("facts: %u rows, %u choices, %u take the row's plan as it is, %u change with it\n", (unsigned)count, tried,
           taken, changed);
    fflush(stdout);
    ck_assert_uint_eq(changed, tried);
    ck_assert_uint_ge(taken + 20,
                      tried); /* the others are spread over neighbours, or give way to the bloom's own limits */
    if (test_all()) ck_assert_uint_eq(tried, 3526);
    ck_assert_uint_ge(tried, 500);
}
END_TEST

/* Whether two plans have the same radices, but for those of 1, which change no bit in float32. */
static bool same_radices(const nbl_fft_plan_request_t *a, const nbl_fft_plan_request_t *b) {
    uint32_t p = 0, q = 0;
    for (;; p++, q++) {
        while (p < a->passes && a->radices[p] == 1) p++;
        while (q < b->passes && b->radices[q] == 1) q++;
        if (p == a->passes || q == b->passes) return p == a->passes && q == b->passes;
        if (a->radices[p] != b->radices[q]) return false;
    }
}

/* Rows of exact mode alone have the radices that the length has on any device, since those decide bits, and their order of
 * instructions counts in exact mode on the row's device. Mutations that this finds: fast mode takes them, too; exact mode does not;
 * a radix of one is changed. */
START_TEST(rows_of_exact_mode_alone) {
    const nbl_fft_plan_limits_t *nvidia = &sizes[0];
    uint32_t alone = 0;
    read_all();
    sizes[0].device = NBL_DEVICE_NVIDIA;
    for (size_t i = 0; i < count; i++) {
        const nbl_fact_t *row = &rows[i];
        if ((row->conditions & NBL_FACT_IS_EXACT) == 0) continue;
        ck_assert_uint_eq(row->kinds, NBL_FACT_TRANSFORM);
        for (size_t other = 0; other < count; other++)
            if (rows[other].number == row->number && rows[other].fast) rows[other].devices = 0;
        nbl_fft_plan_request_t request;
        nbl_fft_tuning_t tuning;
        nbl_fft_plan_t plan;
        ck_assert(nbl_fft_plan_read(row->plans[0], &request, NULL) == NBL_SUCCESS);
        const nbl_fft_plan_request_t frozen = nbl_fft_plan_radices(row->number, NBL_FFT_FLOAT32);
        ck_assert_msg(same_radices(&request, &frozen), "%u: other radices", row->number);
        for (uint32_t fast = 0; fast < 2; fast++) {
            ck_assert(nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, fast == 1, nvidia, &plan, &tuning, NULL) ==
                      NBL_SUCCESS);
            ck_assert_msg(tuning.order == (fast == 1 ? NBL_INSTRUCTION_ORDER_DEFAULT : row->order), "%u, %s: order %u",
                          row->number, fast == 1 ? "fast" : "exact", tuning.order);
        }
        rows[i].devices = 0;
        ck_assert(nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, false, nvidia, &plan, &tuning, NULL) == NBL_SUCCESS);
        ck_assert_msg(row->order != NBL_INSTRUCTION_ORDER_DEFAULT || row->rounds != tuning.rounds ||
                          request.invocations != plan.invocations || request.windows != plan.windows ||
                          request.ffts_per_workgroup != plan.ffts_per_workgroup || request.passes != plan.passes,
                      "%u: the row changes nothing", row->number);
        alone++;
    }
    ck_assert_uint_eq(alone, 14);
}
END_TEST

static chosen_t tuned_text(const nbl_fact_t *row, nbl_mode_t mode) {
    nbl_fft_plan_t plan;
    nbl_fft_tuning_t tuning;
    ck_assert(nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, mode, &sizes[0], &plan, &tuning, NULL) == NBL_SUCCESS);
    chosen_t chosen = plan_text(&plan);
    const size_t used = strlen(chosen.text);
    snprintf(chosen.text + used, sizeof chosen.text - used, " %u %d %u", tuning.rounds, (int)tuning.order,
             tuning.twiddles);
    return chosen;
}

/* Rows of fused mode alone: fused mode takes them with all that goes with them, fast mode does not. Mutations that this finds: fast
 * mode takes them, too; fused mode does not; fused mode has no other rows; twiddles of fast mode's row. */
START_TEST(rows_of_fused_mode_alone) {
    uint32_t alone = 0;
    read_all();
    sizes[0].device = NBL_DEVICE_NVIDIA;
    for (size_t i = 0; i < count; i++) {
        const nbl_fact_t *row = &rows[i];
        if ((row->conditions & NBL_FACT_IS_FUSED) == 0) continue;
        ck_assert(row->fast && row->kinds == NBL_FACT_TRANSFORM && row->precisions == 1u << NBL_FFT_FLOAT32);
        char wanted[NBL_FFT_PLAN_TEXT_SIZE];
        snprintf(wanted, sizeof wanted, "%s %u %d %u", row->plans[0], row->rounds, row->order, row->twiddles);
        ck_assert_str_eq(tuned_text(row, NBL_MODE_FUSED).text, wanted);
        const chosen_t fast = tuned_text(row, NBL_MODE_FAST);
        ck_assert_str_ne(fast.text, wanted);
        rows[i].devices = 0;
        ck_assert_str_eq(tuned_text(row, NBL_MODE_FUSED).text, fast.text);
        alone++;
    }
    printf("facts: %u rows of fused mode alone\n", alone);
    ck_assert_uint_eq(alone, 115);
}
END_TEST

/* What picks rows by their times: a chirp is the shorter the faster a longer one is, and a prime goes by Rader's algorithm
 * where that takes less. */
START_TEST(times_decide) {
    const nbl_fft_plan_limits_t *limits = &sizes[0];
    uint32_t chirps = 0, primes = 0;
    read_all();
    for (size_t i = 0; i < count; i++) {
        nbl_fact_t *row = &rows[i];
        const uint32_t n = row->number / 2 + 1, chirp = row->chirp_time, rader = row->rader_time;
        if (chirp != 0) {
            ck_assert_uint_eq(nbl_fft_one_kernel_length(n, NBL_DWORDS_float32_t, limits), row->number);
            row->chirp_time = 0;
            ck_assert_uint_ne(nbl_fft_one_kernel_length(n, NBL_DWORDS_float32_t, limits), row->number);
            row->chirp_time = chirp;
            chirps++;
        }
        if (rader == 0) continue;
        row->rader_time = 1;
        ck_assert(nbl_fft_one_kernel_by_rader(row->number + 1, NBL_DWORDS_float32_t, limits));
        row->rader_time = UINT32_MAX;
        ck_assert(!nbl_fft_one_kernel_by_rader(row->number + 1, NBL_DWORDS_float32_t, limits));
        row->rader_time = rader;
        primes++;
    }
    printf("facts: %u chirps, %u primes\n", chirps, primes);
    ck_assert_uint_eq(chirps, 41);
    ck_assert_uint_eq(primes, 31);
}
END_TEST

static uint64_t time_of_passes(const uint32_t points[2]) {
    uint64_t outer = 0, middle = 0;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].kinds != NBL_FACT_CHIRP_PASS || rows[i].outer_time == 0) continue;
        if (rows[i].number == points[0]) outer = rows[i].outer_time;
        if (rows[i].number == points[1]) middle = rows[i].middle_time;
    }
    return outer == 0 || middle == 0 ? 0 : (uint64_t)points[0] * points[1] * (outer + middle);
}

/* Of a chirp's passes the fastest are taken where the shortest have times, else the shortest. Mutations that this finds: the time
 * leaves one of the passes out, or the length; times compete with shorter passes that have none. */
START_TEST(passes_of_chirps_are_the_fastest) {
    test_random_t random = test_random_from(29112911);
    nbl_choose_t choose = {.limits = nbl_choose_limits(true)};
    uint32_t faster = 0, shortest_taken = 0;
    choose.problem.mode = NBL_MODE_FAST;
    read_all();
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t n = 5000 + test_random_below(&random, i % 2 == 0 ? 20000 : 1000000);
        uint32_t shortest[2], points[2], m = 0;
        choose.limits.device = NBL_DEVICE_ANY;
        if (nbl_choose_convolution(&choose, n, NBL_FFT_FLOAT32, &m, shortest) != NBL_CHOOSE_CHIRP_MIDDLE) continue;
        choose.limits.device = NBL_DEVICE_NVIDIA;
        if (nbl_choose_convolution(&choose, n, NBL_FFT_FLOAT32, &m, points) != NBL_CHOOSE_CHIRP_MIDDLE) continue;
        ck_assert_uint_eq(m, points[0] * points[1]);
        ck_assert_uint_ge(m, 2 * n - 2);
        const uint64_t by_length = time_of_passes(shortest), by_time = time_of_passes(points);
        if (by_length == 0) {
            ck_assert_mem_eq(points, shortest, sizeof points);
            shortest_taken++;
            continue;
        }
        ck_assert_msg(by_time != 0 && by_time <= by_length, "%u: %ux%u for %ux%u", n, points[0], points[1], shortest[0],
                      shortest[1]);
        faster += by_time < by_length;
    }
    printf("facts: chirps' passes are faster at %u lengths, the shortest at %u\n", faster, shortest_taken);
    fflush(stdout);
    ck_assert_uint_ge(faster, 80);
    ck_assert_uint_ge(shortest_taken, 20);
}
END_TEST

/* Rows without a plan. */
START_TEST(numbers_are_taken) {
    const nbl_fact_case_t points = {
        .device = NBL_DEVICE_NVIDIA, .kind = NBL_FACT_CHIRP_PASS, .fast = true, .conditions = NBL_FACT_IS_LONG};
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    uint32_t passes = 0, lengths = 0;
    read_all();
    for (const nbl_fact_t *row = nbl_facts_next_from(NULL, 0, &points); row != NULL;
         row = nbl_facts_next_from(row, 0, &points))
        passes++;
    ck_assert_uint_eq(passes, 54);
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.kernel_width = desc.kernel_height = 1;
    desc.height = 16;
    desc.limits.max_shared_bytes = 49152;
    for (size_t i = 0; i < count; i++) {
        nbl_fact_t *row = &rows[i];
        if (row->kinds != NBL_FACT_BLOOM_LENGTH) continue;
        desc.first_axis = NBL_BLOOM_AXIS_X;
        desc.width = (row->takes < row->number ? row->takes : row->number) - 2; /* whose cheapest length is the row's */
        ck_assert(nbl_bloom_plan_make(&desc, &plan, NULL) == NBL_SUCCESS);
        ck_assert_uint_eq(plan.length_first, row->takes);
        const uint32_t takes = row->takes;
        row->takes = takes + 2;
        ck_assert(nbl_bloom_plan_make(&desc, &plan, NULL) != NBL_SUCCESS || plan.length_first != takes);
        row->takes = takes;
        lengths++;
    }
    ck_assert_uint_eq(lengths, 2);
}
END_TEST

/* ---- Numbers */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

static uint64_t mix_lines(uint64_t hash, uint32_t length, bool turned, bool fused, uint64_t many,
                          nbl_fft_precision_t precision) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .float64 = true,
                                     .addresses = true,
                                     .device = NBL_DEVICE_NVIDIA};
    nbl_fft_lines_desc_t desc = {.precision = precision,
                                 .planned = precision,
                                 .length = length,
                                 .fast = true,
                                 .lines = many,
                                 .addresses = many != 0};
    nbl_instruction_order_t order;
    desc.parameters.columns = !fused;
    desc.parameters.turned = turned;
    desc.parameters.fused = fused;
    desc.parameters.permuted = fused;
    const bool made = nbl_fft_lines_plan(&limits, &desc, &order, NULL) == NBL_SUCCESS;
    return made ? mix(hash, &desc.parameters, sizeof desc.parameters) : hash + 1;
}

static uint64_t mix_arrays(uint64_t hash, uint32_t x, uint32_t y, uint32_t z, bool fast, bool real) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .device = NBL_DEVICE_NVIDIA};
    const uint32_t lengths[3] = {x, y, z};
    nbl_fft_lines_desc_t desc = {.precision = NBL_FFT_FLOAT32, .planned = NBL_FFT_FLOAT32, .fast = fast};
    desc.parameters.mirrored = real ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    const bool made = nbl_fft_lines_plan_arrays(&limits, lengths, z == 0 ? 2 : 3, &desc);
    return made ? mix(hash, &desc.parameters, sizeof desc.parameters) : hash + 1;
}

/* The subgroup size of a radix-2 shuffle on an Intel device whose own is 32. */
static uint32_t shuffle_subgroup(uint32_t length, uint32_t least, uint32_t most, uint32_t subgroups) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    desc.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    desc.length = length;
    desc.batch = 256;
    desc.limits.subgroup_size = 32;
    desc.limits.max_workgroup_invocations = 1024;
    desc.limits.device = NBL_DEVICE_INTEL;
    desc.limits.min_subgroup_size = least;
    desc.limits.max_subgroup_size = most;
    desc.limits.max_workgroup_subgroups = subgroups;
    return nbl_fft_transform_plan(&desc, &plan, NULL) == NBL_SUCCESS ? plan.desc.subgroup_size : 0;
}

/* The program in fast mode of lines on a device that holds 65536 elements in a workgroup: 0 or 1 more axes beside them. */
static uint64_t mix_program(uint64_t hash, uint32_t length, uint32_t beside) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 524288,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .device = NBL_DEVICE_NVIDIA};
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_problem_t problem;
    desc.mode = NBL_MODE_FAST;
    desc.rank = beside > 0 ? 2 : 1;
    desc.sizes[0] = length, desc.sizes[1] = beside;
    ck_assert(nbl_problem_make(&desc, false, &problem, NULL) == NBL_SUCCESS);
    ck_assert(nbl_transform_make(&problem, &limits, NULL, &program, NULL) == NBL_SUCCESS);
    hash = mix(hash, &program.steps, sizeof program.steps);
    return mix(hash, &program.step[program.steps - 1].per_group, sizeof program.step[0].per_group);
}

/* How the CPU takes lines of one array. */
static uint64_t mix_array(uint64_t hash, uint32_t length, uint32_t batch, bool real, uint32_t lies) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *plan;
    desc.length = length;
    desc.batch = batch;
    desc.real = real;
    if (lies > 0) desc.input_stride = batch, desc.input_distance = 1;
    if (lies > 1) desc.output_stride = batch, desc.output_distance = 1, desc.given = length / 2;
    ck_assert(nbl_fft_array_plan_create(&desc, &plan, NULL) == NBL_SUCCESS);
    const nbl_ready_t *ready = plan->solver.apart;
    hash = mix(hash, &ready->threads, sizeof ready->threads);
    for (uint32_t s = 0; s < ready->steps; s++) {
        const uint32_t taken[] = {(uint32_t)ready->made[s].taken_as, ready->made[s].width, ready->made[s].lanes};
        hash = mix(hash, taken, sizeof taken);
    }
    nbl_fft_array_plan_destroy(plan);
    return hash;
}

/* Whether the CPU fetches the next of 64 arrays of 64 x 64, which are transformed along their first axis. */
static uint64_t mix_fetches(uint64_t hash) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_problem_t problem;
    nbl_ready_t *ready;
    desc.rank = 3, desc.sizes[0] = desc.sizes[1] = desc.sizes[2] = 64;
    desc.axis_count = 1, desc.axes[0] = 1;
    ck_assert(nbl_problem_make(&desc, false, &problem, NULL) == NBL_SUCCESS);
    ck_assert(nbl_ready_solve(&problem, NULL, 1, &ready, NULL) == NBL_SUCCESS);
    hash = mix(hash, &ready->made[0].fetches, sizeof ready->made[0].fetches);
    nbl_ready_destroy(ready);
    return hash;
}

/* How many transforms and lines of a program go together. */
static uint64_t mix_choices(uint64_t hash) {
    const nbl_fft_limits_t limits = nbl_choose_limits(false);
    for (uint32_t n = 1; n <= 1u << 16; n *= 2) {
        const uint64_t chunk = nbl_choose_chunk(&limits, 64 * n, 64 * n, 1);
        const uint32_t beside = nbl_choose_beside(&limits, true, false, 16, n, n);
        hash = 2 * hash + nbl_choose_columns(n, UINT32_MAX, n);
        hash = 2 * hash + nbl_choose_mirrors(n);
        hash = 2 * hash + nbl_choose_fewest_arrays(n);
        hash = mix(mix(hash, &chunk, sizeof chunk), &beside, sizeof beside);
    }
    nbl_choose_t choose = {.limits = limits, .problem.mode = NBL_MODE_FAST, .problem.precision = NBL_FFT_FLOAT32};
    choose.limits.device = NBL_DEVICE_NVIDIA;
    for (uint32_t n = 1; n < 80; n++) {
        nbl_fft_lines_desc_t rows = {.precision = NBL_FFT_FLOAT32};
        const bool trades[] = {nbl_choose_trades_rows(&choose, n, n, UINT32_MAX),
                               nbl_choose_trades_rows(&choose, 1, n, 9999),
                               nbl_choose_trades_rows(&choose, 11 * n, 11, 9999),
                               nbl_choose_trades_rows(&choose, 31, 31, 4 * n)};
        hash = mix(hash, trades, sizeof trades);
        const uint32_t pairs = nbl_choose_resident_rows(&choose, 5, n);
        const bool holds = nbl_choose_holds_real(&choose, 2, 8 * n), two = nbl_choose_pairs_of_lines(&choose, 8 * n);
        hash = mix(hash, &two, sizeof two);
        hash = mix(hash, &holds, sizeof holds);
        hash = mix(hash, &pairs, sizeof pairs);
        uint32_t points[3] = {0, 0, 0};
        (void)nbl_choose_composite(&choose, 128 * n, NBL_FFT_FLOAT32, points); /* to 79 x 128 */
        (void)nbl_choose_composite(&choose, 16 * (16 * n + 1), NBL_FFT_FLOAT32, points);
        hash = mix(hash, points, sizeof points);
        if (nbl_fft_lines_plan_rows(&choose.limits, n, &rows)) hash = mix(hash, &rows.parameters.arrays, 4);
    }
    return hash;
}

/* Which parts of results are copied from all of them. */
static uint64_t mix_cuts(uint64_t hash) {
    for (uint64_t size = 128; size <= 1u << 15; size *= 2)
        for (uint64_t cut = 1; cut < 128; cut++)
            for (uint32_t dct = 0; dct <= NBL_FFT_DCT_2; dct += NBL_FFT_DCT_2) {
                const uint64_t kept = size * cut / 128;
                const nbl_problem_t part = {.dct = dct,
                                            .rank = 2,
                                            .axis_count = 2,
                                            .sizes = {size, size},
                                            .axes = {0, 1},
                                            .batch = 1,
                                            .output = {.real = dct != 0, .sizes = {size, kept}, .strides = {kept, 1}}};
                nbl_problem_t whole;
                nbl_ready_cut_t of;
                hash = 3 * hash + nbl_ready_cuts(&part, &whole, &of);
            }
    return hash;
}

/* What the choices of one group of numbers come to. */
static uint64_t probe(uint32_t number) {
    const nbl_fft_plan_limits_t *limits = &sizes[0];
    uint64_t hash = 14695981039346656037u;
    if (number <= NBL_NUMBER_RADER_MARGIN) {
        const uint64_t cost = nbl_fft_length_cost(3);
        const uint32_t length = nbl_fft_one_kernel_length(1500, NBL_DWORDS_float64_t, limits);
        hash = mix(mix(hash, &cost, sizeof cost), &length, sizeof length);
        hash = mix_lines(hash, 512, false, true, 0, NBL_FFT_FLOAT32);
        for (uint32_t n = 29; n < 500; n += 2)
            hash = 3 * hash + nbl_fft_one_kernel_by_rader(n, NBL_DWORDS_float32_t, limits);
    } else if (number <= NBL_NUMBER_FEWEST_WORKGROUPS) {
        static const uint32_t lengths[] = {6, 70, 175, 216, 360, 1296, 2187};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int turned = 0; turned < 2; turned++) {
                hash = mix_lines(hash, lengths[i], turned, false, 0, NBL_FFT_FLOAT32);
                hash = mix_lines(hash, lengths[i], turned, false, 0, NBL_FFT_FLOAT64);
            }
        hash =
            mix_lines(mix_lines(hash, 512, false, false, 64, NBL_FFT_FLOAT32), 360, false, false, 300, NBL_FFT_FLOAT32);
        hash = mix_lines(hash, 5488, false, false, 150, NBL_FFT_FLOAT32);
    } else if (number <= NBL_NUMBER_ARRAYS_CONFLICTS) {
        static const uint32_t shapes[][3] = {{8, 8, 0},   {16, 16, 0}, {64, 64, 0}, {12, 10, 0},
                                             {4, 100, 0}, {32, 32, 0}, {8, 8, 8}};
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (int fast = 0; fast < 2; fast++)
                hash = mix_arrays(hash, shapes[i][0], shapes[i][1], shapes[i][2], fast, false);
        hash = mix_arrays(mix_arrays(hash, 4, 512, 0, true, true), 32, 32, 0, true, true);
        hash = mix_arrays(mix_arrays(hash, 405, 10, 0, true, true), 54, 143, 0, true, true);
    } else if (number <= NBL_NUMBER_COLUMNS_FARTHER_BYTES) {
        for (uint32_t length = 512; length <= 65536; length *= 2)
            hash = mix_program(mix_program(hash, length, 0), length, 64);
        for (uint32_t row = 64; row <= 1024; row *= 2) hash = mix_program(mix_program(hash, 22, row), 972, row);
    } else if (number <= NBL_NUMBER_ARRAYS_MANY) {
        hash = mix_choices(hash);
    } else if (number == NBL_NUMBER_ROUNDS_FEWEST_WORKGROUPS) {
        nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
        nbl_fft_transform_plan_t plan;
        desc.length = 1000;
        for (desc.batch = 16; desc.batch < 1u << 20; desc.batch *= 2)
            if (nbl_fft_transform_plan(&desc, &plan, NULL) == NBL_SUCCESS) hash = mix(hash, &plan.desc.rounds, 4);
    } else if (number == NBL_NUMBER_BLOOM_COLUMNS_WORTH) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        nbl_bloom_plan_t plan;
        desc.algorithm = NBL_FFT_STOCKHAM;
        desc.width = 1920, desc.height = 1080, desc.kernel_width = desc.kernel_height = 255;
        desc.limits.max_shared_bytes = 49152;
        if (nbl_bloom_plan_make(&desc, &plan, NULL) == NBL_SUCCESS)
            hash = mix(hash, &plan.desc.first_axis, sizeof plan.desc.first_axis);
    }
    if (number >= NBL_NUMBER_CPU_THREAD_ELEMENTS) {
        static const uint32_t lengths[] = {16, 32, 64, 128, 256, 1024, 4096};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (uint32_t lies = 0; lies < 3; lies++) {
                hash = mix_array(hash, lengths[i], 64, false, lies);
                hash = mix_array(hash, lengths[i], 64, true, lies);
            }
        hash = mix_fetches(mix_array(hash, 315, 512, true, 0));
    }
    if (number >= NBL_NUMBER_CPU_WHOLE_PERCENT) hash = mix_cuts(hash);
    if (number == NBL_NUMBER_SHUFFLE_SUBGROUP) {
        const uint32_t size = shuffle_subgroup(4096, 8, 32, 64);
        hash = mix(hash, &size, sizeof size);
    }
    return hash;
}

/* The size is the device's own where it lets a kernel ask for none, or a workgroup has too many subgroups of the size. */
START_TEST(subgroups_keep_within_limits) {
    read_all();
    ck_assert_uint_eq(shuffle_subgroup(4096, 8, 32, 64), 8);
    ck_assert_uint_eq(shuffle_subgroup(4096, 16, 32, 64), 32);
    ck_assert_uint_eq(shuffle_subgroup(4096, 0, 0, 0), 32);
    ck_assert_uint_eq(shuffle_subgroup(4096, 8, 32, 31), 32); /* 256 invocations */
    ck_assert_uint_eq(shuffle_subgroup(4096, 8, 32, 32), 8);
}
END_TEST

/* Each number decides something. Those by tickets ask for a device (tests/fft/test_tickets.c). */
START_TEST(each_number_decides) {
    static const double factors[] = {4, 0.25, 1.3, 0.7, 0.001, 1000};
    uint32_t decide = 0;
    read_all();
    for (uint32_t number = 0; number < NBL_NUMBER_COUNT; number++) {
        const int device = number >= NBL_NUMBER_CPU_THREAD_ELEMENTS ? NBL_DEVICE_PROCESSOR
                           : number == NBL_NUMBER_SHUFFLE_SUBGROUP  ? NBL_DEVICE_INTEL
                                                                    : NBL_DEVICE_NVIDIA;
        const double value = numbers[device][number];
        const bool of_device = number == NBL_NUMBER_TICKETS_LEAST_BYTES || number == NBL_NUMBER_TICKETS_MOST_OF_FEW;
        const uint64_t before = probe(number);
        bool decides = of_device || (number == NBL_NUMBER_CPU_THREAD_ELEMENTS && nbl_platform_processors() == 1);
        for (size_t f = 0; f < sizeof factors / sizeof *factors && !decides; f++) {
            numbers[device][number] = value * factors[f];
            decides = probe(number) != before;
        }
        numbers[device][number] = value;
        if (!decides) printf("facts: number %s decides nothing\n", nbl_fact_number_word((nbl_fact_number_t)number));
        decide += decides;
    }
    fflush(stdout);
    ck_assert_uint_eq(decide, NBL_NUMBER_COUNT);
}
END_TEST

/* Each fault of a line is refused with its reason. */
START_TEST(bad_rows_are_refused) {
    static const char *const bad[] = {"",
                                      "fast",
                                      "fast fp32",
                                      "slow fp32 64 8x8",
                                      "fast fp33 64 8x8",
                                      "fast fp32,,fp64 64 8x8",
                                      "fast fp32 rows 64 8x8",
                                      "fast fp32 columns odd 64 8x8",
                                      "fast fp32 64",
                                      "fast fp32 64x64 8x8",
                                      "fast fp32 tickets 64x64x64x64 8x8",
                                      "fast fp32 tickets 99999999x99999999 8x8",
                                      "fast fp32 64 8x8,8x8,8x8,8x8",
                                      "fast fp32 64 8x8 rounds",
                                      "fast fp32 64 8x8 rounds 0",
                                      "fast fp32 64 8x8 rounds 65",
                                      "fast fp32 64 8x8 percent 101",
                                      "fast fp32 64 8x8 lag 0",
                                      "fast fp32 64 8x8 twiddles many",
                                      "fast fp32 64 8x8 instructions early",
                                      "fast fp32 64 8x8 slower"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[LINE_BYTES];
        nbl_fact_t row;
        nbl_error_t error = {""};
        strcpy(text, bad[i]);
        ck_assert_msg(nbl_fact_read(text, &row, &error) == NBL_ERROR_ARGUMENT, "%s", bad[i]);
        ck_assert_uint_gt(strlen(error.text), 10);
    }
    printf("facts: %u bad rows\n", (unsigned)(sizeof bad / sizeof *bad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("facts");
    TCase *all = tcase_create("facts");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, each_row_is_taken_and_decides);
    tcase_add_test(all, rows_of_exact_mode_alone);
    tcase_add_test(all, rows_of_fused_mode_alone);
    tcase_add_test(all, times_decide);
    tcase_add_test(all, passes_of_chirps_are_the_fastest);
    tcase_add_test(all, numbers_are_taken);
    tcase_add_test(all, subgroups_keep_within_limits);
    tcase_add_test(all, each_number_decides);
    tcase_add_test(all, bad_rows_are_refused);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
