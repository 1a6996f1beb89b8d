/* All that is decided about a program but how a workgroup takes lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose.h"
#include "transform/choose_cpu.h"
#include "transform/choose_split.h"

#include "facts/facts.h"
#include "facts/numbers.h"
#include "fft/any_length.h"
#include "fft/array.h"
#include "fft/split.h"
#include "fft/tuning.h"
#include "plan/factors.h"
#include "plan/make.h"
#include "transform/choose_tickets.h"
#include "transform/one_kernel.h"
#include "plan/cost.h"
#include "transform/lines.h"

nbl_fft_limits_t nbl_choose_limits(bool wide) {
    return (nbl_fft_limits_t){.max_workgroup_invocations = wide ? 1024 : 256,
                              .max_shared_bytes = wide ? 65536 : 32768,
                              .subgroup_size = 32,
                              .max_buffer_bytes = UINT32_MAX,
                              .float16 = true,
                              .float64 = true,
                              .device = NBL_DEVICE_ANY};
}

nbl_choose_t nbl_choose_cpu(void) {
    return (nbl_choose_t){.limits = {.max_workgroup_invocations = 1,
                                     .max_shared_bytes = UINT32_MAX,
                                     .subgroup_size = 1,
                                     .max_buffer_bytes = UINT64_MAX,
                                     .float16 = true,
                                     .float64 = true,
                                     .device = NBL_DEVICE_ANY},
                          .is_cpu = true};
}

bool nbl_choose_is_fast(const nbl_choose_t *choose) { return choose->problem.mode == NBL_MODE_FAST; }

/* ---- Which way a line goes */

/* Returns whether a workgroup holds a line by radices of primes from 17 on, which exact mode does not have. Primes
 * above 31 were measured in float32 alone, and fused mode, which keeps its bits, has none.
 *
 * wide_from  points of a line from which it goes by primes above 31 */
static bool has_primes(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic, uint32_t wide_from) {
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&choose->limits);
    const uint32_t dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)arithmetic);
    const bool is_measured = length >= wide_from && choose->problem.precision == NBL_FFT_FLOAT32 && !choose->fused;
    const uint32_t largest = is_measured
                                 ? (uint32_t)nbl_fact_number_of(choose->limits.device, NBL_NUMBER_RADICES_MOST_PRIME)
                                 : NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES;
    if (choose->fast_lines) return nbl_choose_cpu_primes(length, dwords, NULL);
    return nbl_choose_is_fast(choose) &&
           nbl_fft_plan_make_of_primes(length, dwords, largest, &limits, NULL, NULL) == NBL_SUCCESS;
}

/* Returns from how many points on such a line goes by primes above 31. */
static uint32_t wide_from(const nbl_choose_t *choose, uint32_t length, bool columns) {
    const nbl_device_kind_t device = choose->limits.device;
    const bool alone = choose->problem.real != 0 && nbl_largest_prime(length) == length;
    if (alone && length > nbl_fact_number_of(device, NBL_NUMBER_RADICES_REAL_ALONE)) return UINT32_MAX;
    return columns ? (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_RADICES_COLUMNS_FROM) : 0;
}

/* Returns whether passes are faster than lines that a workgroup holds. */
static bool prefers_passes(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic, bool columns) {
    const nbl_fact_number_t least = columns ? NBL_NUMBER_PASSES_OF_COLUMNS : NBL_NUMBER_PASSES_OF_ROWS;
    uint32_t points[3];
    return nbl_choose_is_fast(choose) && arithmetic == NBL_FFT_FLOAT32 &&
           length >= nbl_fact_number_of(choose->limits.device, least) && nbl_fft_split(length, points) > 0;
}

/* Returns whether a workgroup holds a line. In exact mode, whose bits are a whole line's, it is said to, and refused
 * later. */
static bool fits(const nbl_choose_t *choose, uint32_t length, nbl_fft_precision_t precision) {
    return !nbl_choose_is_fast(choose) || nbl_choose_has_room(choose, length, precision);
}

nbl_choose_way_t nbl_choose_way(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic, bool columns) {
    static const nbl_choose_way_t ways[] = {[NBL_FFT_ANY_COPY] = NBL_CHOOSE_COPY,
                                            [NBL_FFT_ANY_LINE] = NBL_CHOOSE_LINE,
                                            [NBL_FFT_ANY_SPLIT] = NBL_CHOOSE_SPLIT,
                                            [NBL_FFT_ANY_CHIRP] = NBL_CHOOSE_CHIRP};
    nbl_choose_way_t way = ways[nbl_fft_any_way(length, arithmetic == NBL_FFT_FLOAT64 ? 8 : 4)];
    if (way == NBL_CHOOSE_CHIRP && has_primes(choose, length, arithmetic, wide_from(choose, length, columns)))
        way = NBL_CHOOSE_LINE;
    return way == NBL_CHOOSE_LINE && (prefers_passes(choose, length, arithmetic, columns) ||
                                      !fits(choose, length, (nbl_fft_precision_t)arithmetic))
               ? NBL_CHOOSE_SPLIT
               : way;
}

/* Returns whether a real line of a length is scaled in its last radix; else it is scaled behind all operations. */
static bool scales_in_line(const nbl_problem_t *problem, uint32_t length) {
    const uint32_t usual = problem->inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
    return problem->scaling == NBL_FFT_SCALING_DEFAULT || problem->scaling == usual ||
           (problem->scales_odd_lines != 0 && length % 2 == 1);
}

uint32_t nbl_choose_resident_rows(const nbl_choose_t *choose, uint32_t length, uint64_t rows) {
    const uint32_t precision = choose->problem.precision;
    if (!nbl_choose_is_fast(choose) || choose->is_cpu ||
        (precision != NBL_FFT_FLOAT32 && precision != NBL_FFT_FLOAT64) || !scales_in_line(&choose->problem, length))
        return NBL_FFT_COMPLEX;
    if (length % 2 == 0) return NBL_FFT_REAL;
    const double fewest = nbl_fact_number_of(choose->limits.device, NBL_NUMBER_PAIRS_OF_ROWS_FEWEST);
    return rows % 2 == 0 && rows >= fewest ? NBL_CHOOSE_PAIRS_OF_ROWS : NBL_FFT_REAL_TWO;
}

bool nbl_choose_pairs_of_lines(const nbl_choose_t *choose, uint64_t lines) {
    const uint32_t precision = choose->problem.precision;
    return nbl_choose_is_fast(choose) && !choose->is_cpu && !choose->any_batch &&
           (precision == NBL_FFT_FLOAT32 || precision == NBL_FFT_FLOAT64) &&
           lines >= nbl_fact_number_of(choose->limits.device, NBL_NUMBER_PAIRS_OF_LINES_FEWEST);
}

/* In float16 radices from 17 on err more than a line in float32. */
static bool is_whole_by_primes(const nbl_choose_t *choose, uint32_t points, uint32_t wide_from) {
    return choose->problem.precision != NBL_FFT_FLOAT16 &&
           has_primes(choose, points, nbl_choose_arithmetic(choose, false), wide_from);
}

bool nbl_choose_whole_line(const nbl_choose_t *choose, uint32_t length, bool is_real, bool columns, uint32_t *real) {
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)choose->problem.precision;
    const bool narrow = nbl_fft_precision_dwords(precision) == nbl_fft_precision_dwords(NBL_FFT_FLOAT32);
    *real = is_real ? nbl_fft_array_kind(precision, length) : NBL_FFT_COMPLEX;
    if (is_real && !scales_in_line(&choose->problem, length)) return false;
    if (nbl_fft_array_has_length(precision, is_real, length) &&
        fits(choose, *real == NBL_FFT_REAL ? length / 2 : length, precision) &&
        (is_real || !narrow || !nbl_choose_is_fast(choose) ||
         nbl_choose_way(choose, length, NBL_FFT_FLOAT32, columns) == NBL_CHOOSE_LINE))
        return true;
    const bool halved = is_real && length % 2 == 0;
    *real = !is_real ? NBL_FFT_COMPLEX : halved ? NBL_FFT_REAL : NBL_FFT_REAL_TWO;
    return is_whole_by_primes(choose, halved ? length / 2 : length, wide_from(choose, length, columns));
}

bool nbl_choose_has_radices(const nbl_choose_t *choose, uint32_t length) {
    return nbl_fft_array_has_length((nbl_fft_precision_t)choose->problem.precision, false, length) ||
           is_whole_by_primes(choose, length, UINT32_MAX);
}

uint32_t nbl_choose_arithmetic(const nbl_choose_t *choose, bool chirp) {
    const bool wide =
        choose->problem.precision == NBL_FFT_FLOAT64 || (chirp && !nbl_choose_is_fast(choose) && !choose->fast_lines);
    return wide ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
}

uint32_t nbl_choose_points(const nbl_choose_t *choose, uint32_t length, nbl_choose_mirrored_t mirrored,
                           uint32_t points[3]) {
    if (choose->tickets != NULL) return nbl_choose_tickets_points(choose->tickets, points);
    const nbl_problem_t *problem = &choose->problem;
    if (!problem->real && !problem->convolves && problem->dct == 0 && length == problem->sizes[problem->rank - 1])
        return nbl_choose_split(choose, length, points, NULL);
    const uint32_t passes = nbl_fft_split(length, points);
    if (passes == 0 || mirrored == NBL_CHOOSE_MIRRORED_NONE || !nbl_choose_is_fast(choose)) return passes;
    const bool back = mirrored == NBL_CHOOSE_MIRRORED_FIRST;
    uint32_t *const mirrors = &points[back ? 0 : passes - 1], *const other = &points[back ? passes - 1 : 0];
    if (*mirrors > *other) { /* the pass with mirrors has the shorter lines, unless others are faster */
        const uint32_t longer = *mirrors;
        *mirrors = *other;
        *other = longer;
    }
    if (!choose->is_cpu) nbl_choose_real_split(choose, length, back, passes, points);
    return passes;
}

/* Longest convolution of two passes in which each pass has two radices: 1024 = 32 x 32 points each. Derived. */
#define LONGEST_OF_TWO (1024u * 1024u)

/* Finds the points of a convolution's two passes: those of the first and last kernel, and those of the middle one.
 * Returns whether there are any.
 *
 * least    elements of the convolution, or more
 * by_time  true: the fastest convolution whose passes have times; false: the shortest one whose passes are alike */
static bool find_passes(const nbl_fact_case_t *passes, uint64_t least, bool by_time, uint32_t points[2]) {
    uint64_t best = UINT64_MAX;
    for (const nbl_fact_t *a = nbl_facts_next_from(NULL, 0, passes); a != NULL; a = nbl_facts_next_from(a, 0, passes))
        for (const nbl_fact_t *b = nbl_facts_next_from(NULL, 0, passes); b != NULL;
             b = nbl_facts_next_from(b, 0, passes)) {
            const uint64_t m = (uint64_t)a->number * b->number;
            const bool alike = b->number <= a->number && 2 * b->number >= a->number;
            if (m < least || !(by_time ? a->outer_time != 0 && b->middle_time != 0 : alike)) continue;
            const uint64_t time = by_time ? m * (a->outer_time + b->middle_time) : m;
            if (time >= best) continue;
            best = time;
            points[0] = a->number;
            points[1] = b->number;
        }
    return best != UINT64_MAX;
}

static bool has_time(const nbl_fact_case_t *passes, uint32_t points) {
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, points, passes);
    while (row != NULL && row->outer_time == 0) row = nbl_facts_next(NULL, row, points, passes);
    return row != NULL;
}

/* Finds the points of the two passes of a convolution. Times compete where the shortest convolution has them, too:
 * passes below 180 points have none, since their arrays stay in the cache. A chirp is even, so 2 N - 2 elements
 * suffice. */
static bool find_middle(const nbl_choose_t *choose, uint32_t n, uint32_t arithmetic, uint32_t points[2]) {
    const uint64_t least = 2 * (uint64_t)n - 2;
    const nbl_fact_case_t passes = {.device = choose->limits.device,
                                    .kind = NBL_FACT_CHIRP_PASS,
                                    .fast = true,
                                    .precision = (nbl_fft_precision_t)arithmetic,
                                    .conditions = least <= LONGEST_OF_TWO ? 0 : NBL_FACT_IS_LONG};
    if (!find_passes(&passes, least, false, points)) return false;
    return !has_time(&passes, points[0]) || !has_time(&passes, points[1]) || find_passes(&passes, least, true, points);
}

nbl_choose_convolution_t nbl_choose_convolution(const nbl_choose_t *choose, uint32_t n, uint32_t arithmetic,
                                                uint32_t *length, uint32_t points[2]) {
    const uint32_t dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)arithmetic);
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&choose->limits);
    if (nbl_choose_is_fast(choose)) {
        *length = n - 1;
        if (nbl_fft_one_kernel_by_rader(n, dwords, &limits)) return NBL_CHOOSE_RADER;
        *length = nbl_fft_one_kernel_length(n, dwords, &limits);
        if (*length != 0) return NBL_CHOOSE_CHIRP_WHOLE;
        if (find_middle(choose, n, arithmetic, points)) {
            *length = points[0] * points[1];
            return NBL_CHOOSE_CHIRP_MIDDLE;
        }
    }
    if (choose->fast_lines) {
        const nbl_choose_convolution_t way = nbl_choose_cpu_convolution(n, dwords, length, points);
        if (*length != 0) return way;
    }
    *length = nbl_fft_any_convolution_length(n);
    return NBL_CHOOSE_CHIRP_APART;
}

/* Returns whether columns of A points have radices as small as measured where a chirp is short. */
static bool has_short_columns(nbl_device_kind_t device, nbl_fft_plan_t columns) {
    const bool alone = columns.passes == 1;
    uint32_t largest = 0;
    for (uint32_t p = 0; p < columns.passes; p++)
        if (nbl_fft_plan_radix(columns, p) > largest) largest = nbl_fft_plan_radix(columns, p);
    return largest <= nbl_fact_number_of(device, alone ? NBL_NUMBER_PRIME_LINE_COLUMNS : NBL_NUMBER_PRIME_LINE_RADIX);
}

uint32_t nbl_choose_prime(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic) {
    const nbl_device_kind_t device = choose->limits.device;
    const uint32_t prime = nbl_fft_prime_of_line(length);
    const bool is_short = length < nbl_fact_number_of(device, NBL_NUMBER_PRIME_LINE_FROM);
    nbl_fft_lines_desc_t desc = {.precision = (nbl_fft_precision_t)arithmetic};
    if (!nbl_choose_is_fast(choose) || choose->is_cpu || choose->fused || arithmetic != NBL_FFT_FLOAT32 ||
        choose->problem.precision != NBL_FFT_FLOAT32 ||
        length > nbl_fact_number_of(device, NBL_NUMBER_PRIME_LINE_MOST) ||
        (is_short && prime > nbl_fact_number_of(device, NBL_NUMBER_PRIME_LINE_SMALL)) ||
        !nbl_fft_lines_plan_prime(&choose->limits, length, &desc) ||
        (is_short && !has_short_columns(device, desc.parameters.plan)))
        return 0;
    return prime;
}

/* ---- Long lines without radices, in fast mode */

/* Returns the square root, rounded down. */
static uint32_t root_of(uint32_t n) {
    uint32_t root = 1;
    while ((uint64_t)(root + 1) * (root + 1) <= n) root++;
    return root;
}

uint32_t nbl_choose_composite(const nbl_choose_t *choose, uint32_t length, uint64_t transforms, uint32_t arithmetic,
                              uint32_t points[3]) {
    const nbl_device_kind_t device = choose->limits.device;
    const bool few = transforms < nbl_fact_number_of(device, NBL_NUMBER_FEW_WORKGROUPS);
    const uint32_t prime = nbl_largest_prime(length);
    if (!nbl_choose_is_fast(choose) || choose->is_cpu || choose->any_batch || arithmetic != NBL_FFT_FLOAT32 ||
        choose->problem.precision != NBL_FFT_FLOAT32 ||
        length < nbl_fact_number_of(device, few ? NBL_NUMBER_COMPOSITE_FEW_FROM : NBL_NUMBER_COMPOSITE_FROM) ||
        prime > nbl_fact_number_of(device, NBL_NUMBER_COMPOSITE_MOST_PRIME))
        return 0;
    /* The last pass has the prime, or, if that has a radix, about the root of the length. The rest takes one pass or
     * two. */
    const bool has_radix = prime <= NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES;
    if (!has_radix && nbl_largest_prime(length / prime) > NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES) return 0;
    uint32_t last = has_radix ? nbl_divisor_to(length, root_of(length)) : prime;
    if (has_radix && length / last > NBL_FFT_SPLIT_MOST_POINTS) last = nbl_divisor_to(length, 1024);
    const uint32_t rest = length / last;
    const bool is_three = rest > NBL_FFT_SPLIT_MOST_POINTS;
    points[0] = is_three ? nbl_divisor_to(rest, root_of(rest)) : rest;
    points[1] = is_three ? rest / points[0] : last;
    points[2] = is_three ? last : 1;
    if (points[0] < 2 || points[1] > NBL_FFT_SPLIT_MOST_POINTS) return 0;
    return points[2] > 1 ? 3 : 2;
}

/* ---- Strips; halves, in fast mode */

/* Returns whether a workgroup has as many columns as fill a sector of memory, and in fast mode about as many registers
 * as they want. */
static bool holds_columns(const nbl_choose_t *choose, uint32_t length) {
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)choose->problem.precision;
    nbl_fft_lines_desc_t columns = {.precision = precision,
                                    .planned = precision,
                                    .length = length,
                                    .wisdom = choose->wisdom,
                                    .fast = nbl_choose_is_fast(choose),
                                    .addresses = nbl_choose_is_fast(choose) && choose->limits.addresses,
                                    .parameters = {.inverse = choose->problem.inverse, .columns = 1}};
    nbl_instruction_order_t order;
    if (nbl_fft_lines_plan(&choose->limits, &columns, &order, NULL) != NBL_SUCCESS) return false;
    const nbl_fft_plan_t *plan = &columns.parameters.plan;
    const double wanted =
        nbl_fft_plan_registers_wanted(choose->limits.device, *plan) * nbl_fft_plan_workgroup_size(*plan);
    return plan->ffts_per_workgroup >= nbl_fact_number_of(choose->limits.device, NBL_NUMBER_STRIPS_FEWER_THAN) &&
           (!nbl_choose_is_fast(choose) ||
            wanted <= nbl_fact_number_of(choose->limits.device, NBL_NUMBER_STRIPS_REGISTERS) *
                          nbl_fact_number_of(choose->limits.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS));
}

/* Returns a whole line's plan in exact mode. */
static nbl_fft_plan_t exact_line(const nbl_choose_t *choose, uint32_t length) {
    const nbl_fft_plan_t plan = nbl_fft_line_plan(length, (nbl_fft_precision_t)choose->problem.precision, NULL);
    return choose->problem.inverse ? nbl_fft_plan_reversed(plan) : plan;
}

void nbl_choose_strip_radices(const nbl_choose_t *choose, uint32_t length, uint32_t pass, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_t line = exact_line(choose, length);
    const uint32_t first = pass == 0 ? 0 : line.passes - 1, count = pass == 0 ? line.passes - 1 : 1;
    uint32_t radices[NBL_FFT_MAX_PASSES], points = 1;
    if (choose->problem.mode != NBL_MODE_EXACT) return;
    for (uint32_t p = 0; p < count; p++) points *= radices[p] = nbl_fft_plan_radix(line, first + p);
    *plan = nbl_fft_plan_bare(points, line.complex_dwords, radices, count, 1);
    if (choose->problem.inverse) *plan = nbl_fft_plan_reversed(*plan);
}

bool nbl_choose_last_radix(const nbl_choose_t *choose, uint32_t length, uint32_t points[3]) {
    const nbl_fft_plan_t line = exact_line(choose, length);
    points[1] = nbl_fft_plan_radix(line, line.passes - 1);
    points[0] = length / points[1];
    points[2] = 1;
    return line.passes > 2;
}

static bool splits_exactly(const nbl_choose_t *choose, uint32_t length, uint32_t points[3]) {
    const nbl_problem_t *problem = &choose->problem;
    const bool is_scaled = problem->scaling != NBL_FFT_SCALING_NONE &&
                           (problem->scaling != NBL_FFT_SCALING_DEFAULT || problem->inverse != 0);
    if (problem->mode != NBL_MODE_EXACT || choose->is_cpu || choose->fused || problem->real || is_scaled ||
        problem->precision != NBL_FFT_FLOAT32 || nbl_fft_any_way(length, 4) != NBL_FFT_ANY_LINE)
        return false;
    return nbl_choose_last_radix(choose, length, points);
}

bool nbl_choose_strips(const nbl_choose_t *choose, uint32_t length, uint32_t points[3]) {
    const uint32_t dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)choose->problem.precision);
    const bool is_long = choose->problem.precision == NBL_FFT_FLOAT32 &&
                         length >= nbl_fact_number_of(choose->limits.device, NBL_NUMBER_STRIPS_FROM);
    if (!nbl_choose_is_fast(choose))
        return splits_exactly(choose, length, points) && (is_long || !holds_columns(choose, length));
    points[0] = nbl_divisor_to(length, root_of(length));
    points[1] = length / points[0];
    points[2] = 1;
    return dwords == nbl_fft_precision_dwords(NBL_FFT_FLOAT32) && nbl_is_smooth(length, 13) &&
           points[1] <= NBL_FFT_SPLIT_MOST_POINTS &&
           (is_long || (length >= nbl_fact_number_of(choose->limits.device, NBL_NUMBER_STRIPS_LEAST) &&
                        !holds_columns(choose, length)));
}

/* An intermediate overflows only if a result does: docs/theory.md, section 11. */
bool nbl_choose_packs(const nbl_choose_t *choose, const nbl_program_step_t *step) {
    uint32_t lines = 0, others = 0;
    bool trades = false;
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        lines += kind == NBL_PROGRAM_LINE;
        trades = trades || kind == NBL_PROGRAM_TRADE;
        others += kind != NBL_PROGRAM_LINE && kind != NBL_PROGRAM_TWIDDLE && kind != NBL_PROGRAM_TRADE;
    }
    const uint32_t precision = choose->problem.precision; /* by a row's passes float16 is computed in float32, too */
    return nbl_choose_is_fast(choose) && !choose->fused &&
           (precision == NBL_FFT_FLOAT16_STORAGE || (precision == NBL_FFT_FLOAT16 && choose->tickets != NULL)) &&
           step->arithmetic == NBL_FFT_FLOAT32 && others == 0 && (lines == 1 || trades);
}

bool nbl_choose_folds(const nbl_choose_t *choose, uint32_t arithmetic) {
    return nbl_choose_is_fast(choose) && !choose->is_cpu && choose->tickets == NULL && arithmetic != NBL_FFT_FLOAT16;
}

/* ---- How many transforms go together */

bool nbl_choose_columns(const nbl_fft_limits_t *limits, uint64_t group, uint64_t stride, uint64_t neighbour) {
    return group > 1 && neighbour < stride && neighbour <= nbl_fact_number_of(limits->device, NBL_NUMBER_LINES_NEAR);
}

uint32_t nbl_choose_beside(const nbl_fft_limits_t *limits, bool neighbours, bool real, uint32_t length, uint64_t group,
                           uint64_t transforms) {
    uint32_t beside = neighbours ? (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_LINES_BESIDE) : 1;
    while (beside > 1 && ((real && group % beside != 0) || beside / 2 >= transforms ||
                          (uint64_t)beside * length * 64 > limits->max_buffer_bytes))
        beside /= 2;
    return beside;
}

uint64_t nbl_choose_chunk(const nbl_fft_limits_t *limits, uint64_t bytes, uint64_t largest, uint32_t beside) {
    const uint64_t most = limits->max_buffer_bytes;
    if (largest * beside > most) return 0;
    uint64_t chunk = (uint64_t)nbl_fact_number_of(limits->device, NBL_NUMBER_WORK_BYTES) / bytes;
    if (chunk > most / largest) chunk = most / largest;
    chunk = chunk / beside * beside;
    return chunk < beside ? beside : chunk;
}

bool nbl_choose_mirrors(const nbl_fft_limits_t *limits, uint32_t lines) {
    return lines >= nbl_fact_number_of(limits->device, NBL_NUMBER_MIRRORED_FEWEST_LINES);
}

bool nbl_choose_trades_rows(const nbl_choose_t *choose, uint32_t length, uint32_t prime, uint64_t workgroups) {
    const nbl_device_kind_t device = choose->limits.device;
    const nbl_fact_number_t most = choose->fused ? NBL_NUMBER_TRADED_MOST_LENGTH_FUSED : NBL_NUMBER_TRADED_MOST_LENGTH;
    return nbl_choose_is_fast(choose) && choose->problem.precision == NBL_FFT_FLOAT32 &&
           length <= nbl_fact_number_of(device, most) &&
           prime >= nbl_fact_number_of(device, NBL_NUMBER_TRADED_LEAST_PRIME) &&
           length / prime <= nbl_fact_number_of(device, NBL_NUMBER_TRADED_MOST_PARTS) &&
           workgroups >= nbl_fact_number_of(device, NBL_NUMBER_TRADED_FEWEST_WORKGROUPS);
}

bool nbl_choose_holds_real(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real,
                           uint32_t invocations) {
    const nbl_problem_t *problem = &choose->problem;
    const nbl_device_kind_t device = choose->limits.device;
    nbl_fft_plan_t plans[3];
    uint32_t wanted;
    if (axes > 2) return true;
    if (axes >= problem->axis_count)
        return invocations <= nbl_fact_number_of(device, NBL_NUMBER_REAL_PLANE_INVOCATIONS);
    if (real == NBL_CHOOSE_PAIRS_OF_ROWS && problem->inverse &&
        lengths[0] * (uint64_t)lengths[1] > nbl_fact_number_of(device, NBL_NUMBER_PAIRS_OF_ROWS_MOST_BACK))
        return false;
    const nbl_fact_number_t most = problem->inverse ? NBL_NUMBER_ARRAYS_MOST_BACK : NBL_NUMBER_ARRAYS_MOST_REAL;
    return problem->precision != NBL_FFT_FLOAT32 ||
           nbl_choose_resident_time(choose, lengths, axes, real, plans, &wanted) <= nbl_fact_number_of(device, most);
}

uint64_t nbl_choose_fewest_arrays(const nbl_fft_limits_t *limits, uint64_t elements) {
    return elements <= nbl_fact_number_of(limits->device, NBL_NUMBER_ARRAYS_LARGE)
               ? 1
               : (uint64_t)nbl_fact_number_of(limits->device, NBL_NUMBER_ARRAYS_MANY);
}
