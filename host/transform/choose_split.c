/* How a long line is split into passes, by what a model of their time predicts, or by measured times: choose_split.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose_split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "facts/facts.h"
#include "facts/numbers.h"
#include "fft/split.h"
#include "plan/cost.h"
#include "transform/lines.h"

enum {
    LEAST_POINTS = 16,   /* of a pass; chosen */
    MOST_OF_FIRST = 1024 /* of the first of three passes, as in nbl/fft/large_third.h */
};

/* Where a pass stands in its line: first, or behind others, its rows beginning with a sector or within one. */
enum { FIRST, BY_SECTORS, WITHIN_SECTORS, PLACES };

typedef struct pass_t {
    uint32_t points;
    double time[PLACES]; /* NAN: not predicted yet */
} pass_t;

double nbl_choose_pass(const nbl_choose_t *choose, uint32_t length, uint32_t points, uint32_t before,
                       nbl_fft_plan_t *plan) {
    const bool first = before == 1;
    const nbl_fft_limits_t *limits = &choose->limits;
    nbl_fft_lines_desc_t desc = {.length = points,
                                 .precision = NBL_FFT_FLOAT32,
                                 .planned = NBL_FFT_FLOAT32,
                                 .fast = true,
                                 .uneven = true,
                                 .addresses = limits->addresses,
                                 .wisdom = choose->wisdom,
                                 .radices = nbl_fft_split_radices(points, 2),
                                 .parameters = {.inverse = choose->problem.inverse,
                                                .columns = 1,
                                                .turned = first,
                                                .pass_points = points,
                                                .pass_before = before,
                                                .pass_after = length / points / before}};
    const nbl_fft_plan_limits_t of = {limits->max_workgroup_invocations, limits->max_shared_bytes,
                                      limits->subgroup_size, limits->device};
    nbl_instruction_order_t order;
    if (nbl_fft_lines_plan(limits, &desc, &order, NULL) != NBL_SUCCESS) return INFINITY;
    *plan = desc.parameters.plan;
    const double time = nbl_fft_plan_pass_time(*plan, of);
    return first || plan->ffts_per_workgroup > 8 ? time
           : plan->ffts_per_workgroup == 8       ? time + nbl_fact_number_of(limits->device, NBL_NUMBER_PASSES_OF_8)
                                           : time + nbl_fact_number_of(limits->device, NBL_NUMBER_PASSES_OF_FEWER);
}

/* Lists the divisors of a length that a pass may have. Returns their number.
 *
 * passes  receives them; to be freed; NULL: there is no memory */
static uint32_t list_passes(uint32_t length, pass_t **passes) {
    uint32_t count = 0;
    for (uint32_t d = LEAST_POINTS; d <= NBL_FFT_SPLIT_MOST_POINTS; d++) count += length % d == 0;
    *passes = malloc((count + 1) * sizeof **passes);
    if (*passes == NULL) return 0;
    for (uint32_t d = LEAST_POINTS, at = 0; d <= NBL_FFT_SPLIT_MOST_POINTS; d++)
        if (length % d == 0) (*passes)[at++] = (pass_t){d, {NAN, NAN, NAN}};
    return count;
}

/* Returns whether rows within sectors may have another plan than rows that begin with one: by a row of host/facts, or
 * by wisdom. */
static bool tells_sectors_apart(const nbl_choose_t *choose, uint32_t points) {
    const nbl_fact_case_t any = {.device = choose->limits.device,
                                 .kind = NBL_FACT_COLUMNS,
                                 .fast = true,
                                 .precision = NBL_FFT_FLOAT32,
                                 .conditions = UINT32_MAX,
                                 .demanded = NBL_FACT_IS_UNEVEN};
    return choose->wisdom != NULL || nbl_facts_next(NULL, NULL, points, &any) != NULL;
}

/* Returns the time of a pass. It is predicted, which takes a plan, when it is first asked for.
 *
 * before  product of the points of all passes before */
static double time_in_line(const nbl_choose_t *choose, uint32_t length, pass_t *pass, uint32_t before) {
    const uint32_t sector = nbl_sector_elements(choose->limits.device);
    const int place = before == 1                                                         ? FIRST
                      : before % sector != 0 && tells_sectors_apart(choose, pass->points) ? WITHIN_SECTORS
                                                                                          : BY_SECTORS;
    const uint32_t alike[PLACES] = {1, sector, sector + 1};
    nbl_fft_plan_t plan;
    if (isnan(pass->time[place]))
        pass->time[place] = nbl_choose_pass(choose, length, pass->points, alike[place], &plan);
    return pass->time[place];
}

/* Returns the pass with `points`, or NULL. */
static pass_t *find_pass(pass_t *passes, uint32_t count, uint32_t points) {
    uint32_t i = 0;
    while (i < count && passes[i].points != points) i++;
    return i < count ? &passes[i] : NULL;
}

/* Compares all splits of a line by their predicted times. split: its length is given; the rest changes if a split has a
 * time. */
static void find_fastest(const nbl_choose_t *choose, nbl_choose_split_t *split) {
    const uint32_t length = split->length;
    pass_t *passes;
    const uint32_t count = list_passes(length, &passes);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++) {
            const uint32_t first = passes[a].points, second = passes[b].points, third = length / first / second;
            pass_t *const last = third > 1 && first <= MOST_OF_FIRST ? find_pass(passes, count, third) : NULL;
            if ((uint64_t)first * second * third != length || (third > 1 && last == NULL)) continue;
            double sum = time_in_line(choose, length, &passes[a], 1);
            if (sum < split->time) sum += time_in_line(choose, length, &passes[b], first);
            if (sum < split->time && last != NULL) sum += time_in_line(choose, length, last, first * second);
            if (sum >= split->time) continue;
            *split = (nbl_choose_split_t){length, split->inverse, last != NULL ? 3 : 2, {first, second, third}, sum};
        }
    free(passes);
}

uint32_t nbl_choose_split(const nbl_choose_t *choose, uint32_t length, uint32_t points[3], double *time) {
    const bool by_model = nbl_choose_is_fast(choose) && choose->problem.precision == NBL_FFT_FLOAT32 &&
                          !choose->is_cpu &&
                          length >= nbl_fact_number_of(choose->limits.device, NBL_NUMBER_PASSES_BY_MODEL_FROM);
    nbl_choose_split_t split = {.length = length, .inverse = choose->problem.inverse, .time = INFINITY};
    if (by_model && choose->split != NULL && choose->split->length == length &&
        choose->split->inverse == split.inverse) {
        split = *choose->split;
    } else {
        split.passes = nbl_fft_split(length, split.points);
        if (by_model && split.passes != 0) find_fastest(choose, &split);
        if (by_model && choose->split != NULL) *choose->split = split;
    }
    memcpy(points, split.points, sizeof split.points);
    if (time != NULL) *time = split.time;
    return split.passes;
}

/* Returns the time of a pass without mirrors; UINT64_MAX: no row has one. */
static uint64_t time_without_mirrors(const nbl_fact_case_t *passes, uint32_t points) {
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, points, passes);
    return row != NULL && row->middle_time != 0 ? row->middle_time : UINT64_MAX;
}

/* Finds the one or two passes without mirrors that take the least time together. Returns the time; UINT64_MAX: no
 * passes with that product have times.
 *
 * product  of their points
 * points   receives them */
static uint64_t find_without_mirrors(const nbl_fact_case_t *passes, uint32_t product, uint32_t count,
                                     uint32_t points[2]) {
    uint64_t best = UINT64_MAX;
    points[0] = product;
    if (count == 1) return time_without_mirrors(passes, product);
    for (const nbl_fact_t *row = nbl_facts_next_from(NULL, 0, passes); row != NULL;
         row = nbl_facts_next_from(row, 0, passes)) {
        if (row->middle_time == 0 || product % row->number != 0) continue;
        const uint64_t other = time_without_mirrors(passes, product / row->number);
        if (other == UINT64_MAX || row->middle_time + other >= best) continue;
        best = row->middle_time + other;
        points[0] = row->number;
        points[1] = product / row->number;
    }
    return best;
}

void nbl_choose_real_split(const nbl_choose_t *choose, uint32_t length, bool back, uint32_t passes,
                           uint32_t points[3]) {
    const nbl_fact_case_t of = {.device = choose->limits.device,
                                .kind = NBL_FACT_REAL_PASS,
                                .fast = true,
                                .precision = (nbl_fft_precision_t)choose->problem.precision,
                                .conditions = back ? NBL_FACT_IS_BACK : NBL_FACT_IS_FORWARD};
    uint64_t best = UINT64_MAX;
    for (const nbl_fact_t *row = nbl_facts_next_from(NULL, 0, &of); row != NULL;
         row = nbl_facts_next_from(row, 0, &of)) {
        uint32_t others[2];
        if (row->outer_time == 0 || length % row->number != 0) continue;
        const uint64_t time = find_without_mirrors(&of, length / row->number, passes - 1, others);
        if (time == UINT64_MAX || row->outer_time + time >= best) continue;
        best = row->outer_time + time;
        memcpy(&points[back ? 1 : 0], others, (passes - 1) * sizeof *others);
        points[back ? 0 : passes - 1] = row->number;
    }
}
