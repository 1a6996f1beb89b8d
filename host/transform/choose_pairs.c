/* Plans of two passes that share a dispatch, and the pair that costs least: choose_pairs.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose_pairs.h"

#include <string.h>

#include "fft/split.h"
#include "fft/tuning.h"
#include "plan/cost.h"
#include "plan/make.h"

/* Returns a number of host/facts: pairs-... */
static double number_of(const nbl_fft_limits_t *limits, nbl_fact_number_t number) {
    return nbl_fact_number_of(limits->device, number);
}

/* ---- Plans of a pass */

/* Keeps a plan if it is one of the NBL_PAIRS_MOST_TRIED cheapest. */
static void keep(nbl_pairs_plans_t *plans, const nbl_pairs_tried_t *tried) {
    uint32_t at = plans->count;
    if (at == NBL_PAIRS_MOST_TRIED && tried->cost >= plans->tried[at - 1].cost) return;
    while (at > 0 && plans->tried[at - 1].cost > tried->cost) at--;
    for (uint32_t i = 0; i < at; i++) /* a plan that is found again has the same cost */
        if (plans->tried[i].plan.radices == tried->plan.radices &&
            plans->tried[i].plan.invocations == tried->plan.invocations)
            return;
    if (plans->count < NBL_PAIRS_MOST_TRIED) plans->count++;
    memmove(&plans->tried[at + 1], &plans->tried[at], (plans->count - 1 - at) * sizeof *tried);
    plans->tried[at] = *tried;
}

/* Tries a plan. It costs its exchanges, places without work, and too many or too few elements of an invocation; less
 * with the radices of a measured row. */
static void try_invocations(const nbl_fft_limits_t *limits, nbl_pairs_plans_t *plans, const uint32_t *radices,
                            uint32_t count, uint32_t invocations) {
    nbl_pairs_tried_t tried = {.plan = nbl_fft_plan_bare(plans->points, 2, radices, count, invocations)};
    const uint32_t elements = tried.plan.elements;
    double places = 0;
    for (uint32_t p = 0; p < count; p++) {
        const uint32_t butterflies = plans->points / radices[p];
        places += (double)((butterflies + invocations - 1) / invocations * invocations) / butterflies / count;
    }
    const bool by_32 = count == 2 && radices[0] % 16 == 0 && radices[1] % 16 == 0; /* their registers suffice */
    if (!nbl_fft_plan_holds_few(tried.plan) ||
        elements > (by_32 ? NBL_FFT_PLAN_MAX_ELEMENTS : number_of(limits, NBL_NUMBER_PAIRS_MOST_ELEMENTS)))
        return;
    tried.cost = number_of(limits, NBL_NUMBER_PAIRS_EXCHANGE) * (count - 1) * places +
                 number_of(limits, NBL_NUMBER_PAIRS_PLACES) * (places - 1);
    if (elements > number_of(limits, NBL_NUMBER_PAIRS_MANY_ABOVE))
        tried.cost += number_of(limits, NBL_NUMBER_PAIRS_MANY_ELEMENTS);
    if (elements < number_of(limits, NBL_NUMBER_PAIRS_FEW_BELOW))
        tried.cost += number_of(limits, NBL_NUMBER_PAIRS_FEW_ELEMENTS);
    if (tried.plan.radices == plans->known) tried.cost -= number_of(limits, NBL_NUMBER_PAIRS_MEASURED);
    keep(plans, &tried);
}

/* Tries a plan's radices with each number of invocations that divides the butterflies of one of its passes. */
static void try_radices(const nbl_fft_limits_t *limits, nbl_pairs_plans_t *plans, const uint32_t *radices,
                        uint32_t count) {
    uint32_t most = 0;
    for (uint32_t p = 0; p < count; p++)
        if (plans->points / radices[p] > most) most = plans->points / radices[p];
    for (uint32_t p = 0; p < count; p++) {
        const uint32_t butterflies = plans->points / radices[p];
        for (uint32_t each = 1; each <= number_of(limits, NBL_NUMBER_PAIRS_MOST_ELEMENTS); each++)
            if (butterflies % each == 0 && butterflies / each <= most)
                try_invocations(limits, plans, radices, count, butterflies / each);
    }
}

/* Tries all plans that begin with `count` given radices and go on with `more` radices whose product is `rest`. */
static void try_factors(const nbl_fft_limits_t *limits, nbl_pairs_plans_t *plans, uint32_t *radices, uint32_t count,
                        uint32_t rest, uint32_t more) {
    if (more == 0) {
        if (rest == 1) try_radices(limits, plans, radices, count);
        return;
    }
    for (uint32_t radix = count + more > 1 ? 3 : 2; radix <= 32; radix++) {
        if (rest % radix != 0 || !nbl_fft_plan_is_radix(radix) || nbl_fft_plan_is_prime(radix) ||
            (radix > number_of(limits, NBL_NUMBER_PAIRS_MOST_ELEMENTS) && radix != 32))
            continue;
        radices[count] = radix;
        try_factors(limits, plans, radices, count + 1, rest / radix, more - 1);
    }
}

/* Lists the radices of a plan above 1, since a radix of 1 changes no bit. Returns how many there are. */
static uint32_t radices_of(const nbl_fft_plan_t *plan, uint32_t *radices) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < plan->passes; p++)
        if (nbl_fft_plan_radix(*plan, p) > 1) radices[count++] = nbl_fft_plan_radix(*plan, p);
    return count;
}

void nbl_pairs_plans(const nbl_fft_limits_t *limits, const nbl_tickets_t *tickets, uint32_t points,
                     nbl_pairs_plans_t *plans) {
    uint32_t radices[NBL_FFT_MAX_PASSES];
    *plans = (nbl_pairs_plans_t){.points = points};
    if (tickets->mode == NBL_MODE_EXACT) {
        const char *split = tickets->axes == 1 ? nbl_fft_split_radices(plans->points, 2) : NULL;
        const nbl_fft_plan_t plan = nbl_fft_line_plan(plans->points, tickets->precision, split);
        try_radices(limits, plans, radices, radices_of(&plan, radices));
        return;
    }
    const nbl_fact_case_t of = {
        .device = limits->device, .kind = NBL_FACT_TRANSFORM, .fast = true, .precision = tickets->precision};
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, plans->points, &of);
    nbl_fft_plan_t plan;
    if (row != NULL && nbl_fft_plan_parse(row->plans[0], 2, NULL, &plan, NULL) == NBL_SUCCESS)
        plans->known = plan.radices;
    for (uint32_t count = 1; count <= 3 && (plans->count == 0 || count == 2); count++)
        try_factors(limits, plans, radices, 0, plans->points, count);
}

/* ---- Pairs */

/* Completes a plan of one line: lines of a workgroup, windows, shared memory. Returns whether the limits allow it. Real
 * parts of a tile trade in one window up to pairs-window-bytes, else in two. If a radix behind the first is odd a
 * window would end within a butterfly: then they trade in one, up to pairs-most-window-bytes.
 *
 * columns  lines of a workgroup
 * more     1: shared memory has room for one line more, on which invocations without a row work; 0: it need not */
static bool lay_out(const nbl_fft_limits_t *limits, uint32_t columns, uint32_t more, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_limits_t of = nbl_fft_plan_limits_of(limits);
    const uint32_t bytes = 4 * plan->fft_length * columns;
    bool even = true;
    for (uint32_t p = 1; p < plan->passes; p++) even = even && nbl_fft_plan_radix(*plan, p) % 2 == 0;
    if (!even && bytes > number_of(limits, NBL_NUMBER_PAIRS_MOST_WINDOW_BYTES)) return false;
    nbl_fft_plan_request_t request = {.passes = plan->passes,
                                      .invocations = plan->invocations,
                                      .ffts_per_workgroup = columns,
                                      .windows =
                                          even && bytes > number_of(limits, NBL_NUMBER_PAIRS_WINDOW_BYTES) ? 2 : 1};
    for (uint32_t p = 0; p < request.passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    return nbl_fft_plan_from_radices(&request, 2, &of, plan, NULL) == NBL_SUCCESS &&
           4 * (uint64_t)nbl_fft_plan_shared_dwords(*plan) / columns * (columns + more) <= limits->max_shared_bytes;
}

/* Returns how many places of the last tile have no line, divided by all lines. */
static double empty(uint64_t lines, uint32_t columns) {
    return (double)((lines + columns - 1) / columns * columns) / (double)lines - 1;
}

/* Returns what a pair costs by the size of its workgroups. */
static double of_size(const nbl_fft_limits_t *limits, uint32_t invocations) {
    if (invocations < number_of(limits, NBL_NUMBER_PAIRS_SMALL_BELOW)) return number_of(limits, NBL_NUMBER_PAIRS_SMALL);
    return invocations > number_of(limits, NBL_NUMBER_PAIRS_LARGE_ABOVE) ? number_of(limits, NBL_NUMBER_PAIRS_LARGE)
                                                                         : 0.0;
}

/* Returns how many neighbouring lines fill a cache line: a workgroup has no fewer columns. */
static uint32_t least_columns(const nbl_fft_limits_t *limits) {
    return (uint32_t)number_of(limits, NBL_NUMBER_SEGMENT_BYTES) / NBL_PAIRS_ELEMENT_BYTES;
}

/* Returns whether kernels have a pair of passes with one workgroup size, and the device's bounds allow it. Where the
 * first pass takes rows, some invocations may have no row.
 *
 * size         invocations of a workgroup
 * invocations  of a line of the first pass
 * columns      lines of a workgroup in the second pass */
static bool suits(const nbl_fft_limits_t *limits, const nbl_pairs_pass_t pass[2], bool strips, uint32_t size,
                  uint32_t invocations, uint32_t columns) {
    const uint32_t lines = size / invocations;
    const bool is_power = (lines & (lines - 1)) == 0;
    const uint32_t idle = size - lines * invocations;
    const bool few = size <= number_of(limits, NBL_NUMBER_PAIRS_LEAST_INVOCATIONS_OF_STRIPS);
    const double most_idle = number_of(limits, few ? NBL_NUMBER_PAIRS_MOST_IDLE_OF_FEW : NBL_NUMBER_PAIRS_MOST_IDLE);
    const uint32_t least = (uint32_t)number_of(limits, strips ? NBL_NUMBER_PAIRS_LEAST_INVOCATIONS_OF_STRIPS
                                                              : NBL_NUMBER_PAIRS_LEAST_INVOCATIONS);
    return idle <= (pass[0].rows ? most_idle * size : 0) && size >= least &&
           size <= number_of(limits, NBL_NUMBER_PAIRS_MOST_INVOCATIONS) &&
           (!strips || columns == number_of(limits, NBL_NUMBER_PAIRS_MOST_COLUMNS)) && columns <= pass[1].beside &&
           lines <= pass[0].beside && lines > 1 && (!strips || lines == columns) &&
           (pass[0].rows || (is_power && lines >= least_columns(limits) && lines <= 64)) &&
           (!pass[0].turns || (pass[0].beside % lines == 0 && pass[1].beside % columns == 0));
}

bool nbl_pairs_find(const nbl_fft_limits_t *limits, const nbl_pairs_pass_t pass[2], bool strips, double other,
                    nbl_pair_t *best) {
    const nbl_pairs_plans_t *one = pass[0].plans, *two = pass[1].plans;
    bool found = false;
    for (uint32_t a = 0; a < one->count; a++)
        for (uint32_t b = 0; b < two->count && other + one->tried[a].cost + two->tried[b].cost < best->cost; b++)
            for (uint32_t columns = (uint32_t)number_of(limits, NBL_NUMBER_PAIRS_MOST_COLUMNS);
                 columns >= least_columns(limits); columns /= 2) {
                const uint32_t size = two->tried[b].plan.invocations * columns,
                               lines = size / one->tried[a].plan.invocations;
                if (!suits(limits, pass, strips, size, one->tried[a].plan.invocations, columns)) continue;
                const double cost = other + one->tried[a].cost + two->tried[b].cost + empty(pass[0].beside, lines) +
                                    empty(pass[1].beside, columns) + of_size(limits, size) +
                                    number_of(limits, NBL_NUMBER_PAIRS_PLACES) *
                                        (size / (double)(lines * one->tried[a].plan.invocations) - 1);
                nbl_pair_t pair = {cost, {one->tried[a].plan, two->tried[b].plan}};
                if (cost >= best->cost || !lay_out(limits, lines, pass[0].rows, &pair.plan[0]) ||
                    !lay_out(limits, columns, 0, &pair.plan[1]))
                    continue;
                *best = pair;
                found = true;
            }
    return found;
}
