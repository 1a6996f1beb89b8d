/* Two passes that share a dispatch where no row of host/facts has any: of planes, columns in strips, and lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose_together.h"

#include <math.h>
#include <stdlib.h>

#include "facts/numbers.h"
#include "fft/split.h"
#include "plan/cost.h"
#include "transform/choose_pairs.h"
#include "transform/choose_split.h"
#include "transform/lines.h"

#define MOST_LENGTH ((uint64_t)1 << 27) /* of nbl/fft/large_split.h */

/* Returns a number of host/facts/h200.txt, whose comment says what was measured. */
static double number_of(const nbl_choose_t *choose, nbl_fact_number_t number) {
    return nbl_fact_number_of(choose->limits.device, number);
}

/* Returns whether a plane, or a line in two passes, stays in the cache between its passes: it has `elements`
 * elements. */
static bool is_unit(const nbl_choose_t *choose, uint64_t elements) {
    return elements * NBL_PAIRS_ELEMENT_BYTES <= number_of(choose, NBL_NUMBER_TOGETHER_UNIT_BYTES);
}

/* Returns the lag, in tiles of the first pass: as many as fill together-lag-bytes, or unit_tiles if that is more.
 *
 * plan        of the first pass
 * unit_tiles  fewest tiles: those of a unit, or of two strips */
static uint32_t lag_of(const nbl_choose_t *choose, const nbl_fft_plan_t *plan, uint64_t unit_tiles) {
    const uint64_t tile = (uint64_t)NBL_PAIRS_ELEMENT_BYTES * plan->fft_length * plan->ffts_per_workgroup;
    const uint64_t most = (uint64_t)number_of(choose, NBL_NUMBER_TOGETHER_LAG_BYTES) / tile;
    return (uint32_t)(most > unit_tiles ? most : unit_tiles);
}

/* ---- What goes together */

static uint64_t tiles_of(uint64_t lines, uint32_t columns) { return (lines + columns - 1) / columns; }

/* Plans a pass that has a dispatch of its own, as other rules do. Returns whether there is a plan; columns need 2 to 64
 * lines a workgroup, a power of two.
 *
 * desc  length, lines and how they lie are given */
static bool plan_alone(const nbl_choose_t *choose, nbl_fft_lines_desc_t *desc, nbl_fft_plan_t *plan) {
    nbl_instruction_order_t order;
    desc->precision = desc->planned = NBL_FFT_FLOAT32;
    desc->fast = nbl_choose_is_fast(choose);
    desc->addresses = true;
    desc->wisdom = choose->wisdom;
    desc->parameters.inverse = choose->problem.inverse;
    if (nbl_fft_lines_plan(&choose->limits, desc, &order, NULL) != NBL_SUCCESS) return false;
    *plan = desc->parameters.plan;
    const uint32_t columns = plan->ffts_per_workgroup;
    return desc->parameters.columns == 0 || (columns >= 2 && columns <= 64 && (columns & (columns - 1)) == 0);
}

/* Returns whether a workgroup holds a line of `points` points. */
static bool is_held(const nbl_choose_t *choose, uint64_t points) {
    return points <= UINT32_MAX && nbl_choose_way(choose, (uint32_t)points, NBL_FFT_FLOAT32, true) == NBL_CHOOSE_LINE;
}

/* Plans the last two axes together, and a third one, if there is one, with a dispatch of its own. Returns whether that
 * is expected to be faster, and all have plans. */
static bool planes_together(const nbl_choose_t *choose, nbl_tickets_t *tickets) {
    const nbl_problem_t *problem = &choose->problem;
    const uint64_t planes = tickets->planes != 0 ? tickets->planes : 1, plane = tickets->length / planes,
                   columns = plane / tickets->rows;
    const double most_row = number_of(choose, NBL_NUMBER_TOGETHER_MOST_ROW);
    nbl_pair_t pair = {number_of(choose, NBL_NUMBER_TOGETHER_COST), {{0}}};
    nbl_pairs_plans_t plans[2];
    if (!is_unit(choose, plane) || tickets->rows > most_row || columns > most_row) return false;
    const nbl_pairs_pass_t pass[2] = {{&plans[0], columns, true, false}, {&plans[1], tickets->rows, false, false}};
    if (!is_held(choose, tickets->rows) || !is_held(choose, columns)) return false;
    nbl_pairs_plans(&choose->limits, tickets, (uint32_t)tickets->rows, &plans[0]);
    nbl_pairs_plans(&choose->limits, tickets, (uint32_t)columns, &plans[1]);
    if (!nbl_pairs_find(&choose->limits, pass, false, 0.0, &pair)) return false;
    tickets->passes = 2;
    for (int p = 0; p < 2; p++) tickets->plan[p] = pair.plan[p];
    tickets->lag = lag_of(choose, &pair.plan[0], tiles_of(columns, pair.plan[0].ffts_per_workgroup));
    if (tickets->planes == 0) return true;
    nbl_fft_lines_desc_t desc = {.length = (uint32_t)planes,
                                 .uneven = plane % nbl_sector_elements(choose->limits.device) != 0,
                                 .apart = plane * NBL_PAIRS_ELEMENT_BYTES,
                                 .lines = plane * problem->batch,
                                 .parameters = {.columns = 1}};
    tickets->passes = 3;
    return is_held(choose, planes) && plan_alone(choose, &desc, &tickets->plan[2]);
}

/* The plans of a pass for each divisor of a length from a least to a most one. */
typedef struct divisors_t {
    uint32_t count;
    nbl_pairs_plans_t *plans; /* rising by points */
} divisors_t;

/* Finds the divisors of `length` from `least` to `most`, and the plans of each. Returns whether there is memory. */
static bool find_divisors(const nbl_choose_t *choose, const nbl_tickets_t *tickets, uint32_t length, uint32_t least,
                          uint32_t most, divisors_t *found) {
    *found = (divisors_t){0};
    for (uint32_t d = least; d <= most; d++) found->count += length % d == 0;
    found->plans = malloc((found->count + 1) * sizeof *found->plans);
    if (found->plans == NULL) return false;
    for (uint32_t d = least, at = 0; d <= most; d++)
        if (length % d == 0) nbl_pairs_plans(&choose->limits, tickets, d, &found->plans[at++]);
    return true;
}

static uint32_t most_of_strip(const nbl_choose_t *choose) {
    return (uint32_t)number_of(choose, NBL_NUMBER_TOGETHER_MOST_POINTS_OF_STRIP);
}

/* Returns whether a strip of columns of `points` stays in the cache between two passes. */
static bool is_strip(const nbl_choose_t *choose, uint64_t points) {
    return points * (uint64_t)number_of(choose, NBL_NUMBER_PAIRS_MOST_COLUMNS) * NBL_PAIRS_ELEMENT_BYTES <=
           number_of(choose, NBL_NUMBER_TOGETHER_STRIP_BYTES);
}

/* Finds the cheapest pair of passes whose points have the product `points`. best changes if that pair costs less than
 * best->cost. A pair costs more the less equal its points are.
 *
 * beside   in strips: neighbouring columns from which strips are cut. 0: a line in two passes; each pass has as many
 *          lines as the other has points, and the first stores them turned
 * columns  true: the points are a plane's rows, and the first pass has no fewer than the second one. Rows of a line of
 *          the second pass are as far apart as the first pass has points: the fewer, the better. Of 28 such pairs of 14
 *          planes on an H200 the turned ones took 1.05 times as long in the mean, .93 to 1.23 (7168x4356 by 56 and 128
 *          points 1.16), 2026-11-30
 * other    what each pair's other pass costs; 0: there is none */
static void find_strips(const nbl_choose_t *choose, const divisors_t *divisors, uint32_t points, uint64_t beside,
                        bool columns, double other, nbl_pair_t *best) {
    const double each = number_of(choose, NBL_NUMBER_TOGETHER_UNLIKE);
    if (beside != 0 && !is_strip(choose, points)) return;
    for (uint32_t a = 0; a < divisors->count; a++)
        for (uint32_t b = 0; b < divisors->count; b++) {
            const nbl_pairs_plans_t *one = &divisors->plans[a], *two = &divisors->plans[b];
            const bool turns = beside == 0;
            const nbl_pairs_pass_t pass[2] = {{one, turns ? two->points : beside, false, turns},
                                              {two, turns ? one->points : beside, false, false}};
            const double unlike = each * fabs(log((double)one->points / two->points));
            if (one->points * two->points != points || (columns && one->points < two->points)) continue;
            (void)nbl_pairs_find(&choose->limits, pass, !turns, other + unlike, best);
        }
}

/* Plans rows that have a dispatch of their own. Returns whether there is a plan. */
static bool plan_rows(const nbl_choose_t *choose, const nbl_tickets_t *tickets, nbl_fft_plan_t *plan) {
    const nbl_problem_t *problem = &choose->problem;
    const uint64_t rows = tickets->length / tickets->rows * problem->batch;
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = tickets->precision,
                                             .length = (uint32_t)tickets->rows,
                                             .batch = rows < UINT32_MAX ? (uint32_t)rows : UINT32_MAX,
                                             .inverse = problem->inverse != 0,
                                             .wisdom = choose->wisdom,
                                             .any_radices = true,
                                             .limits = choose->limits};
    nbl_fft_transform_plan_t made;
    if (nbl_fft_transform_plan(&wanted, &made, NULL) != NBL_SUCCESS) return false;
    *plan = made.parameters.plan;
    return true;
}

/* Plans the long columns of a plane in strips, and its rows with a dispatch of their own. Returns whether that is
 * expected to be faster, and all have plans. */
static bool columns_together(const nbl_choose_t *choose, nbl_tickets_t *tickets) {
    const uint64_t columns = tickets->length / tickets->rows;
    nbl_pair_t best = {number_of(choose, NBL_NUMBER_TOGETHER_COST_OF_STRIPS), {{0}}};
    divisors_t divisors;
    if (columns < number_of(choose, NBL_NUMBER_TOGETHER_STRIPS_FROM) ||
        (columns == number_of(choose, NBL_NUMBER_TOGETHER_STRIPS_BUT) &&
         tickets->rows <= number_of(choose, NBL_NUMBER_TOGETHER_STRIPS_BUT_ROW)) ||
        !is_strip(choose, columns) || tickets->rows < number_of(choose, NBL_NUMBER_TOGETHER_LEAST_ROW) ||
        !is_held(choose, tickets->rows))
        return false;
    if (find_divisors(choose, tickets, (uint32_t)columns, 16, most_of_strip(choose), &divisors))
        find_strips(choose, &divisors, (uint32_t)columns, tickets->rows, true, 0.0, &best);
    free(divisors.plans);
    if (best.plan[0].passes == 0 || !plan_rows(choose, tickets, &tickets->plan[0])) return false;
    tickets->passes = 3;
    for (int p = 0; p < 2; p++) tickets->plan[1 + p] = best.plan[p];
    tickets->lag = lag_of(choose, &best.plan[0], 2 * best.plan[1].fft_length);
    return true;
}

/* Plans the first of three passes of a line, which has a dispatch of its own. Its lines are read side by side and
 * stored as rows. Returns whether there is a plan. */
static bool plan_first(const nbl_choose_t *choose, uint32_t length, uint32_t points, nbl_fft_plan_t *plan) {
    const bool exact = choose->problem.mode == NBL_MODE_EXACT;
    nbl_fft_lines_desc_t desc = {
        .length = points,
        .radices = exact ? nbl_fft_split_radices(points, 2) : NULL,
        .parameters = {
            .columns = 1, .turned = 1, .pass_points = points, .pass_before = 1, .pass_after = length / points}};
    return plan_alone(choose, &desc, plan);
}

/* Finds the cheapest pair of the last two passes of a line. best changes if that pair costs less than best->cost.
 *
 * points  in exact mode the points of all passes; fast mode compares all splits and does not read them. There a first
 *         pass costs what its cheapest plan does
 * two     true: the line has two passes; false: three */
static void find_passes(const nbl_choose_t *choose, const nbl_tickets_t *tickets, const uint32_t points[3], bool two,
                        nbl_pair_t *best) {
    const uint32_t length = (uint32_t)tickets->length,
                   most = (uint32_t)number_of(choose, NBL_NUMBER_TOGETHER_MOST_POINTS);
    divisors_t divisors;
    if (tickets->mode == NBL_MODE_EXACT) {
        const uint32_t *last = two ? points : points + 1;
        if (!two && !is_strip(choose, (uint64_t)last[0] * last[1])) return;
        nbl_pairs_plans_t plans[2];
        for (int p = 0; p < 2; p++) nbl_pairs_plans(&choose->limits, tickets, last[p], &plans[p]);
        const nbl_pairs_pass_t pass[2] = {{&plans[0], two ? last[1] : points[0], false, two},
                                          {&plans[1], two ? last[0] : points[0], false, false}};
        (void)nbl_pairs_find(&choose->limits, pass, !two, 0.0, best);
        return;
    }
    if (find_divisors(choose, tickets, length, two ? 32 : 64, two ? most : most_of_strip(choose), &divisors))
        for (uint32_t first = two ? 1 : most; first >= (two ? 1u : 32u); first--)
            if (length % first == 0) {
                nbl_pairs_plans_t plans = {0};
                if (!two) nbl_pairs_plans(&choose->limits, tickets, first, &plans);
                if (!two && plans.count == 0) continue;
                find_strips(choose, &divisors, length / first, two ? 0 : first, false, two ? 0.0 : plans.tried[0].cost,
                            best);
            }
    free(divisors.plans);
}

/* Returns whether a line's last two passes are predicted to be faster together than the fastest split is apart.
 *
 * plans  of the last two of three passes */
static bool is_faster_in_strips(const nbl_choose_t *choose, uint32_t length, const nbl_fft_plan_t plans[2]) {
    const nbl_fft_limits_t *limits = &choose->limits;
    const nbl_fft_plan_limits_t of = {limits->max_workgroup_invocations, limits->max_shared_bytes,
                                      limits->subgroup_size, limits->device};
    uint32_t points[3];
    nbl_fft_plan_t first;
    double apart;
    (void)nbl_choose_split(choose, length, points, &apart);
    return nbl_choose_pass(choose, length, length / plans[0].fft_length / plans[1].fft_length, 1, &first) +
               nbl_fft_plan_strips_time(plans, of) <
           apart;
}

/* Plans a line in two or three passes, the last two together. Returns whether that is expected to be faster, and all
 * have plans. */
static bool line_together(const nbl_choose_t *choose, nbl_tickets_t *tickets) {
    const uint32_t length = (uint32_t)tickets->length;
    const bool two = is_unit(choose, tickets->length), exact = tickets->mode == NBL_MODE_EXACT;
    nbl_pair_t best = {number_of(choose, two ? NBL_NUMBER_TOGETHER_COST : NBL_NUMBER_TOGETHER_COST_OF_STRIPS), {{0}}};
    uint32_t points[3];
    const uint32_t passes = nbl_fft_split(length, points), first = two ? 0 : 1;
    if (!two && !exact) best.cost = INFINITY; /* is_faster_in_strips() decides */
    if (is_held(choose, length) || nbl_choose_long_row(choose, length) || passes < 2 || (exact && passes != first + 2))
        return false;
    find_passes(choose, tickets, points, two, &best);
    if (best.plan[0].passes == 0) return false;
    if (!two && !exact && !is_faster_in_strips(choose, length, best.plan)) return false;
    for (uint32_t p = 0; p < 2; p++) tickets->plan[first + p] = best.plan[p];
    tickets->passes = first + 2;
    tickets->lag =
        lag_of(choose, &best.plan[0],
               two ? tiles_of(best.plan[1].fft_length, best.plan[0].ffts_per_workgroup) : 2 * best.plan[1].fft_length);
    return two ||
           plan_first(choose, length, length / best.plan[0].fft_length / best.plan[1].fft_length, &tickets->plan[0]);
}

bool nbl_choose_together(const nbl_choose_t *choose, nbl_tickets_t *tickets) {
    if (tickets->precision != NBL_FFT_FLOAT32 || tickets->length > MOST_LENGTH) return false;
    if (tickets->axes == 1) return line_together(choose, tickets);
    if (planes_together(choose, tickets)) return true;
    return tickets->axes == 2 && tickets->mode == NBL_MODE_FAST && columns_together(choose, tickets);
}
