/* Which planes of narrow rows go in blocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "facts/numbers.h"
#include "nbl/host/plan.h"
#include "transform/choose.h"
#include "transform/lines.h"

static double number_of(const nbl_choose_t *choose, nbl_fact_number_t number) {
    return nbl_fact_number_of(choose->limits.device, number);
}

/* Describes blocks of `height` rows. Returns whether lines along both axes and between blocks have radices. */
static bool describe(const nbl_choose_t *choose, uint32_t row, uint32_t rows, uint32_t height,
                     nbl_choose_blocks_t *of) {
    *of = (nbl_choose_blocks_t){.blocks = rows / height, .rows = height, .lengths = {row, height}};
    if (choose->problem.real) {
        of->real = nbl_choose_resident_rows(choose, row, height);
        if (of->real == NBL_FFT_COMPLEX) return false;
        if (of->real == NBL_FFT_REAL) of->lengths[0] = row / 2;
        if (of->real == NBL_CHOOSE_PAIRS_OF_ROWS) of->lengths[1] = height / 2;
    }
    return of->lengths[0] > 1 && of->lengths[1] > 1 && nbl_choose_has_radices(choose, of->lengths[0]) &&
           nbl_choose_has_radices(choose, of->lengths[1]) && nbl_choose_has_radices(choose, of->blocks);
}

enum { MOST_PASSES = 2 }; /* of lines between blocks; chosen: a third one took a tenth more */

/* Returns the complex numbers of a row of a spectrum. */
static uint32_t width_of(const nbl_choose_t *choose, uint32_t row) { return choose->problem.real ? row / 2 + 1 : row; }

/* Plans the lines between blocks, as choose_workgroup.c does. Returns whether there is a plan. */
static bool plan_lines(const nbl_choose_t *choose, uint32_t row, const nbl_choose_blocks_t *of, nbl_fft_plan_t *plan) {
    const uint64_t beside = (uint64_t)width_of(choose, row) * of->rows;
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)choose->problem.precision;
    nbl_instruction_order_t order;
    nbl_fft_lines_desc_t lines = {.precision = precision,
                                  .planned = precision,
                                  .length = of->blocks,
                                  .wisdom = choose->wisdom,
                                  .fast = true,
                                  .uneven = choose->problem.real,
                                  .apart = beside * nbl_fft_precision_element_bytes(precision),
                                  .lines = beside * choose->problem.batch,
                                  .addresses = choose->limits.addresses,
                                  .parameters = {.inverse = choose->problem.inverse, .columns = 1}};
    if (nbl_fft_lines_plan(&choose->limits, &lines, &order, NULL) != NBL_SUCCESS) return false;
    *plan = lines.parameters.plan;
    return plan->passes <= MOST_PASSES;
}

/* Returns the part of a line's butterflies that idle: 0 to below 1, in the mean of its passes. */
static double idle_of(const nbl_fft_plan_t *plan) {
    double idle = 0;
    for (uint32_t p = 0; p < plan->passes; p++) {
        const uint32_t butterflies = plan->fft_length / nbl_fft_plan_radix(*plan, p);
        idle += 1 - butterflies / (plan->invocations * ceil((double)butterflies / plan->invocations));
    }
    return idle / plan->passes;
}

/* Returns what a plane costs in these blocks, to be compared with other heights of blocks of the plane. Returns
 * INFINITY if these cost no less, or if there is no plan.
 *
 * others  cost of the cheapest blocks so far */
static double cost_of(const nbl_choose_t *choose, uint32_t row, const nbl_choose_blocks_t *of, double others) {
    const double idle = number_of(choose, NBL_NUMBER_BLOCKS_IDLE);
    nbl_fft_plan_t lines, plans[3];
    uint32_t invocations;
    double cost = nbl_choose_resident_time(choose, of->lengths, 2, of->real, plans, &invocations);
    if (cost == INFINITY) return cost;
    cost += idle * (idle_of(&plans[0]) + idle_of(&plans[1]));
    cost += number_of(choose, NBL_NUMBER_BLOCKS_UNLIKE) * fabs(log((double)of->blocks / of->rows));
    if (cost >= others || !plan_lines(choose, row, of, &lines)) return INFINITY; /* the slow test is last */
    return cost + idle * idle_of(&lines);
}

/* Chooses the blocks of exact mode. Lines between blocks are the last radix of a whole column, so that bits stay: there
 * are as many blocks as that radix. Blocks were timed in fast mode alone; exact mode takes them only where columns
 * would go in strips. */
static bool choose_exact(const nbl_choose_t *choose, uint32_t row, uint32_t rows, nbl_choose_blocks_t *blocks,
                         nbl_program_step_t *step) {
    uint32_t points[3];
    nbl_fft_plan_t column;
    char radices[96];
    if (row > number_of(choose, NBL_NUMBER_BLOCKS_MOST_ROW) || !nbl_choose_strips(choose, rows, points)) return false;
    *blocks = (nbl_choose_blocks_t){.blocks = points[1], .rows = points[0], .lengths = {row, points[0]}};
    nbl_choose_strip_radices(choose, rows, 0, &column);
    (void)nbl_fft_plan_radices_text(column, "x", radices, sizeof radices);
    return nbl_choose_has_radices(choose, row) &&
           nbl_choose_resident(choose, blocks->lengths, 2, NBL_FFT_COMPLEX, radices, step);
}

bool nbl_choose_blocks(const nbl_choose_t *choose, uint32_t row, uint32_t rows, nbl_choose_blocks_t *blocks,
                       nbl_program_step_t *step) {
    const bool even = choose->problem.real && row % 2 == 0;
    double best = INFINITY;
    if (choose->problem.mode == NBL_MODE_EXACT) return choose_exact(choose, row, rows, blocks, step);
    if (choose->is_cpu || choose->problem.precision != NBL_FFT_FLOAT32 ||
        rows < number_of(choose, even ? NBL_NUMBER_BLOCKS_FROM_OF_EVEN : NBL_NUMBER_BLOCKS_FROM) ||
        row > number_of(choose, NBL_NUMBER_BLOCKS_MOST_ROW) ||
        width_of(choose, row) < nbl_sector_elements(choose->limits.device))
        return false;
    for (uint32_t height = 2; height <= rows / 2; height++) {
        nbl_choose_blocks_t of;
        if (rows % height != 0 || !describe(choose, row, rows, height, &of)) continue;
        const double cost = cost_of(choose, row, &of, best);
        if (cost >= best) continue;
        best = cost;
        *blocks = of;
    }
    return best < INFINITY && nbl_choose_resident(choose, blocks->lengths, 2, blocks->real, NULL, step);
}
