/* Rows of measured facts: each is read and written unchanged, is taken by some choice, and changes that choice if
 * its plan changes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/facts/facts_testing.h"

#include "bloom/shape.h"
#include "facts/choose.h"
#include "transform/lines.h"
#include "fft/split.h"
#include "fft/tuning.h"

/* ---- What is chosen in a row's case, as text; "" where nothing is */

typedef struct chosen_t {
    char text[NBL_FFT_PLAN_TEXT_SIZE];
} chosen_t;

static chosen_t plan_text(const nbl_fft_plan_t *plan) {
    chosen_t chosen;
    nbl_fft_plan_short_text(*plan, chosen.text, sizeof chosen.text);
    return chosen;
}

static const char *plan_of_row; /* of the row that is tried, before its plan is another */

/* Returns the radices of a row of exact mode, if they are all but the last one of a longer column, which goes in
 * strips; else "". */
static const char *strip_radices(const nbl_fact_t *row) {
    static char text[NBL_FFT_PLAN_TEXT_SIZE];
    char radices[NBL_FFT_PLAN_TEXT_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(plan_of_row, "@"), plan_of_row);
    for (uint32_t last = 2; last <= 36 && !row->fast; last++) {
        const uint32_t length = row->number * last;
        if (length < 4096 || nbl_fft_plan_check_length(length, NBL_DWORDS_float32_t, NULL) != NBL_SUCCESS) continue;
        const nbl_fft_plan_t column = nbl_fft_line_plan(length, NBL_FFT_FLOAT32, NULL);
        (void)nbl_fft_plan_radices_text(column, "x", radices, sizeof radices);
        const size_t begin = strlen(text);
        if (nbl_fft_plan_radix(column, column.passes - 1) == last && strncmp(radices, text, begin) == 0 &&
            strrchr(radices, 'x') == radices + begin)
            return text;
    }
    text[0] = 0;
    return text;
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
                                 .radices = !pass                        ? NULL
                                            : strip_radices(row)[0] != 0 ? strip_radices(row)
                                                                         : nbl_fft_split_radices(row->number, dwords),
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

static chosen_t choose_arrays(const nbl_fact_t *row, nbl_fft_precision_t precision, const nbl_fft_plan_limits_t *size) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = size->max_invocations,
                                     .max_shared_bytes = size->max_shared_bytes,
                                     .subgroup_size = size->subgroup_size,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .device = size->device};
    const uint32_t planes = row->planes != 0 ? row->planes : 1,
                   lengths[3] = {row->rows, row->number / row->rows / planes, planes};
    nbl_fft_lines_desc_t desc = {.precision = precision, .planned = precision, .fast = row->fast};
    const nbl_fft_lines_parameters_t *p = &desc.parameters;
    desc.parameters.mirrored = (row->conditions & NBL_FACT_IS_REAL) != 0 ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    desc.parameters.inverse = (row->conditions & NBL_FACT_IS_BACK) != 0;
    if (!nbl_fft_lines_plan_arrays(&limits, lengths, row->planes != 0 ? 3 : 2, &desc)) return (chosen_t){""};
    const chosen_t first = plan_text(&p->plan), second = plan_text(&p->second_plan);
    chosen_t chosen;
    snprintf(chosen.text, sizeof chosen.text, "%.40s,%.40s", first.text, second.text);
    return chosen;
}

static nbl_mode_t mode_of(const nbl_fact_t *row) {
    return !row->fast ? NBL_MODE_EXACT : (row->conditions & NBL_FACT_IS_FUSED) != 0 ? NBL_MODE_FUSED : NBL_MODE_FAST;
}

static chosen_t choose(const nbl_fact_t *row, nbl_fact_kind_t kind, nbl_fft_precision_t precision,
                       const nbl_fft_plan_limits_t *limits) {
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    nbl_fft_plan_t plan;
    chosen_t chosen = {""};
    if (limits->device == NBL_DEVICE_KIND_COUNT) {
        plan = nbl_fft_line_plan(row->number, precision, NULL);
        return plan_text(&plan);
    }
    if (kind == NBL_FACT_TRANSFORM &&
        nbl_fft_tuned_plan(row->number, precision, mode_of(row), limits, &plan, NULL, NULL) == NBL_SUCCESS)
        return plan_text(&plan);
    if (kind == NBL_FACT_PASS)
        snprintf(chosen.text, sizeof chosen.text, "%s", nbl_fft_split_radices(row->number, dwords));
    if (kind == NBL_FACT_COLUMNS || kind == NBL_FACT_TURNED || kind == NBL_FACT_LINES)
        return choose_side_by_side(row, precision, kind == NBL_FACT_TURNED, limits);
    if (kind == NBL_FACT_CONVOLUTION && nbl_fft_lines_plan_fused(limits, row->number, dwords, &plan))
        return plan_text(&plan);
    if (kind == NBL_FACT_ARRAYS) return choose_arrays(row, precision, limits);
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

/* Another plan of the same length: 0 with other numbers of FFTs per workgroup and windows, 1 with radices in another
 * order, 2 with a radix less or more. */
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

/* Returns the device on which row i is tried: NVIDIA's, or the first one that the row is for. A transform's row of
 * exact mode is tried where no row of its number comes before it. NBL_DEVICE_KIND_COUNT: on every device one does, and
 * the row decides radices only. */
static nbl_device_kind_t device_of(size_t i, uint32_t precision) {
    uint32_t devices = rows[i].devices, device = NBL_DEVICE_NVIDIA;
    for (size_t j = i; j > 0 && rows[j - 1].number == rows[i].number; j--)
        if (!rows[i].fast && !rows[j - 1].fast && (rows[i].kinds & rows[j - 1].kinds & NBL_FACT_TRANSFORM) != 0 &&
            (rows[j - 1].precisions >> precision & 1u) != 0)
            devices &= ~(uint32_t)rows[j - 1].devices;
    if (devices == 0) return NBL_DEVICE_KIND_COUNT;
    if ((devices >> device & 1u) == 0)
        for (device = NBL_DEVICE_ANY; (devices >> device & 1u) == 0;) device++;
    return (nbl_device_kind_t)device;
}

START_TEST(each_row_is_taken_and_decides) {
    uint32_t taken = 0, changed = 0, tried = 0;
    read_all();
    ck_assert_uint_eq(count, 4734);
    for (size_t i = 0; i < count; i++) {
        nbl_fact_t *row = &rows[i];
        const nbl_fact_kind_t other = NBL_FACT_CHIRP_PASS | NBL_FACT_REAL_PASS | NBL_FACT_BLOOM_LENGTH;
        const uint32_t step = (row->kinds == NBL_FACT_TRANSFORM ? 4 : 1) * test_sanitized_step(8);
        if ((row->kinds & other) != 0 || !test_takes((uint32_t)i, step)) continue;
        for (uint32_t k = 0; k < NBL_FACT_KIND_COUNT; k++)
            for (uint32_t p = 0; p < 4; p++) {
                if ((row->kinds >> k & 1u) == 0 || (row->precisions >> p & 1u) == 0) continue;
                const nbl_fact_kind_t kind = (nbl_fact_kind_t)(1 << k);
                const nbl_fft_precision_t precision = (nbl_fft_precision_t)p;
                const char *plan = row->plans[0];
                const size_t length = strlen(plan);
                size_t size = 0;
                for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) sizes[s].device = device_of(i, p);
                plan_of_row = plan;
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
    ck_assert_uint_ge(
        taken + 24,
        tried); /* the others are spread over neighbours, give way to the bloom's own limits, or decide radices */
    if (test_all()) ck_assert_uint_eq(tried, 4317);
    ck_assert_uint_ge(tried, 500 / test_sanitized_step(8));
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

/* Rows of exact mode alone have the radices that the length has on any device, since those decide bits, and their order
 * of instructions counts in exact mode on the row's device. Mutations that this finds: fast mode takes them, too; exact
 * mode does not; a radix of one is changed. */
START_TEST(rows_of_exact_mode_alone) {
    const nbl_fft_plan_limits_t *nvidia = &sizes[0];
    uint32_t alone = 0;
    read_all();
    sizes[0].device = NBL_DEVICE_NVIDIA;
    for (size_t i = 0; i < count; i++) {
        const nbl_fact_t *row = &rows[i];
        if ((row->conditions & NBL_FACT_IS_EXACT) == 0) continue;
        ck_assert_uint_eq(row->kinds, NBL_FACT_TRANSFORM);
        nbl_instruction_order_t usual = NBL_INSTRUCTION_ORDER_DEFAULT; /* of the row that both modes take */
        for (size_t other = 0; other < count; other++) {
            if (rows[other].number != row->number || (rows[other].kinds & NBL_FACT_TRANSFORM) == 0) continue;
            if (rows[other].fast) rows[other].devices = 0;
            if (!rows[other].fast && rows[other].conditions == 0 &&
                (rows[other].precisions >> NBL_FFT_FLOAT32 & 1) != 0)
                usual = (nbl_instruction_order_t)rows[other].order;
        }
        nbl_fft_plan_request_t request;
        nbl_fft_tuning_t tuning;
        nbl_fft_plan_t plan;
        ck_assert(nbl_fft_plan_read(row->plans[0], &request, NULL) == NBL_SUCCESS);
        const nbl_fft_plan_request_t frozen = nbl_fft_plan_radices(row->number, NBL_FFT_FLOAT32);
        ck_assert_msg(same_radices(&request, &frozen), "%u: other radices", row->number);
        for (uint32_t fast = 0; fast < 2; fast++) {
            ck_assert(nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, fast == 1, nvidia, &plan, &tuning, NULL) ==
                      NBL_SUCCESS);
            ck_assert_msg(tuning.order == (fast == 1 ? usual : row->order), "%u, %s: order %u", row->number,
                          fast == 1 ? "fast" : "exact", tuning.order);
        }
        rows[i].devices = 0;
        ck_assert(nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, false, nvidia, &plan, &tuning, NULL) == NBL_SUCCESS);
        ck_assert_msg(row->order != NBL_INSTRUCTION_ORDER_DEFAULT || row->rounds != tuning.rounds ||
                          request.invocations != plan.invocations || request.windows != plan.windows ||
                          request.ffts_per_workgroup != plan.ffts_per_workgroup || request.passes != plan.passes,
                      "%u: the row changes nothing", row->number);
        alone++;
    }
    ck_assert_uint_eq(alone, 56);
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

/* Rows of fused mode alone: fused mode takes them with all that goes with them, fast mode does not. Mutations that this
 * finds: fast mode takes them, too; fused mode does not; fused mode has no other rows; twiddles of fast mode's row. */
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
    ck_assert_uint_eq(alone, 116);
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
    tcase_add_test(all, bad_rows_are_refused);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
