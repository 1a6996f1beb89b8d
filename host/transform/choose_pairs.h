/* Plans of two passes that share a dispatch: all plans of both, compared in pairs that have one workgroup size.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    points of both passes, and how their lines lie.
 * Out:   the pair that costs least. Costs have no unit: they only order pairs. They are a device's numbers of
 *        host/facts, pairs-...
 *          a plan costs    exchanges, places without work, registers that other workgroups lack, few elements an
 *                          invocation
 *          a pair costs    both plans, tiles that are not full, and workgroups that are small or large
 * Wrong: nothing. It returns false if no pair costs less than the caller's bound.
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_PAIRS_H
#define NBL_HOST_TRANSFORM_CHOOSE_PAIRS_H

#include "transform/choose_tickets.h"

enum {
    NBL_PAIRS_MOST_TRIED = 16,  /* plans of a pass; chosen: more take longer to compare */
    NBL_PAIRS_ELEMENT_BYTES = 8 /* of a complex float32 */
};

typedef struct nbl_pairs_tried_t {
    nbl_fft_plan_t plan; /* one line, without padding */
    double cost;         /* lower is better */
} nbl_pairs_tried_t;

typedef struct nbl_pairs_plans_t {
    uint32_t points;
    uint64_t known; /* radices that were measured for the points, as nbl_fft_plan_t has them; 0: none */
    uint32_t count;
    nbl_pairs_tried_t tried[NBL_PAIRS_MOST_TRIED]; /* the `count` cheapest plans, by rising cost */
} nbl_pairs_plans_t;

typedef struct nbl_pairs_pass_t {
    const nbl_pairs_plans_t *plans;
    uint64_t beside; /* neighbouring lines from which tiles are cut */
    bool rows;       /* true: the rows of an array, whose workgroups may have invocations without a row */
    bool turns;      /* true: a line's first pass, which stores lines as rows; all tiles of the pair are full */
} nbl_pairs_pass_t;

typedef struct nbl_pair_t {
    double cost; /* of the pair and what goes with it; the bound of a search */
    nbl_fft_plan_t plan[2];
} nbl_pair_t;

/* Finds the plans of a pass of `points`: in exact mode with exact mode's radices, in fast mode with one or two radices,
 * or with three if there is no plan of fewer.
 *
 * limits   of the device
 * tickets  mode, precision and axes are given
 * plans    receives all; count 0: there is no plan */
void nbl_pairs_plans(const nbl_fft_limits_t *limits, const nbl_tickets_t *tickets, uint32_t points,
                     nbl_pairs_plans_t *plans);

/* Finds the cheapest pair that costs less than best->cost. Returns whether there is one; if not, best stays.
 *
 * strips  true: both passes take pairs-most-columns lines a workgroup
 * other   what else each pair costs: other kernels, and points that are not alike
 * best    cost is the bound; receives the pair */
bool nbl_pairs_find(const nbl_fft_limits_t *limits, const nbl_pairs_pass_t pass[2], bool strips, double other,
                    nbl_pair_t *best);

#endif
