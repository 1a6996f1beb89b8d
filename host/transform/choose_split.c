/* How a long complex line is split into passes, by what a model of their time predicts: choose_split.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose_split.h"

#include <math.h>
#include <stdlib.h>

#include "facts/numbers.h"
#include "fft/split.h"
#include "plan/cost.h"
#include "transform/lines.h"

enum {
    LEAST_POINTS = 16,   /* of a pass; chosen */
    MOST_OF_FIRST = 1024 /* of the first of three passes, as in nbl/fft/large_third.h */
};

/* What passes of a divisor's points take. */
typedef struct pass_t {
    uint32_t points;
    double first;    /* as the first pass */
    double other[2]; /* as another one, whose rows begin with a sector, or within one */
} pass_t;

/* Predicts the time of a pass over that of a copy; infinity if it has no plan.
 *
 * before  product of the points of all passes before */
static double time_of(const nbl_choose_t *choose, uint32_t length, uint32_t points, uint32_t before) {
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
    const nbl_fft_plan_t *plan = &desc.parameters.plan;
    const double time = nbl_fft_plan_pass_time(*plan, of);
    return first || plan->ffts_per_workgroup > 8 ? time
           : plan->ffts_per_workgroup == 8       ? time + nbl_fact_number(NBL_NUMBER_PASSES_OF_8)
                                                 : time + nbl_fact_number(NBL_NUMBER_PASSES_OF_FEWER);
}

double nbl_choose_first_pass(const nbl_choose_t *choose, uint32_t length, uint32_t points) {
    return time_of(choose, length, points, 1);
}

/* Lists the divisors of a length that a pass may have, and what they take. Returns their number.
 *
 * passes  receives them; to be freed; NULL: there is no memory */
static uint32_t list_passes(const nbl_choose_t *choose, uint32_t length, pass_t **passes) {
    uint32_t count = 0;
    for (uint32_t d = LEAST_POINTS; d <= NBL_FFT_SPLIT_MOST_POINTS; d++) count += length % d == 0;
    *passes = malloc((count + 1) * sizeof **passes);
    if (*passes == NULL) return 0;
    for (uint32_t d = LEAST_POINTS, at = 0; d <= NBL_FFT_SPLIT_MOST_POINTS; d++)
        if (length % d == 0)
            (*passes)[at++] = (pass_t){d,
                                       time_of(choose, length, d, 1),
                                       {time_of(choose, length, d, NBL_SECTOR_ELEMENTS),
                                        time_of(choose, length, d, NBL_SECTOR_ELEMENTS + 1)}};
    return count;
}

/* Returns the time of a pass that is not the first.
 *
 * before  product of the points of all passes before */
static double time_behind(const pass_t *pass, uint32_t before) {
    return pass->other[before % NBL_SECTOR_ELEMENTS == 0 ? 0 : 1];
}

uint32_t nbl_choose_split(const nbl_choose_t *choose, uint32_t length, uint32_t points[3], double *time) {
    uint32_t found = nbl_fft_split(length, points);
    double best = INFINITY;
    pass_t *passes = NULL;
    if (found != 0 && choose->problem.mode == NBL_MODE_FAST && choose->problem.precision == NBL_FFT_FLOAT32 &&
        !choose->is_cpu && choose->limits.device == NBL_DEVICE_NVIDIA) {
        const uint32_t count = list_passes(choose, length, &passes);
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count; b++) {
                const uint32_t rest = length / passes[a].points;
                if (rest % passes[b].points != 0) continue;
                const double two = passes[a].first + time_behind(&passes[b], passes[a].points);
                if (rest == passes[b].points) {
                    if (two >= best) continue;
                    best = two, found = 2;
                    points[0] = passes[a].points, points[1] = passes[b].points, points[2] = 1;
                    continue;
                }
                for (uint32_t c = 0; c < count && passes[a].points <= MOST_OF_FIRST; c++) {
                    if (rest / passes[b].points != passes[c].points) continue;
                    const double three = two + time_behind(&passes[c], passes[a].points * passes[b].points);
                    if (three >= best) continue;
                    best = three, found = 3;
                    points[0] = passes[a].points, points[1] = passes[b].points, points[2] = passes[c].points;
                }
            }
    }
    free(passes);
    if (time != NULL) *time = best;
    return found;
}
