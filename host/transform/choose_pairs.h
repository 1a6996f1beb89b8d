/* Plans of two passes that share a dispatch: all plans of both, compared in pairs that have one workgroup size.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    points of both passes, and how their lines lie.
 * Out:   the pair that costs least. A plan costs its exchanges, places without work and registers that other workgroups lack; a pair
 *        also costs tiles that are not full, and small or large workgroups.
 * Wrong: nothing: false, if no pair costs less than the caller says.
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_PAIRS_H
#define NBL_HOST_TRANSFORM_CHOOSE_PAIRS_H

#include "transform/choose_tickets.h"

enum { NBL_PAIRS_MOST_TRIED = 16 }; /* plans of a pass; chosen */

typedef struct nbl_pairs_tried_t {
    nbl_fft_plan_t plan; /* one line, without padding */
    double cost;
} nbl_pairs_tried_t;

typedef struct nbl_pairs_plans_t {
    uint32_t points;
    uint64_t known; /* radices that were measured for the points, as nbl_fft_plan_t has them; 0: none */
    uint32_t count;
    nbl_pairs_tried_t tried[NBL_PAIRS_MOST_TRIED]; /* the cheapest ones, rising */
} nbl_pairs_plans_t;

typedef struct nbl_pairs_pass_t {
    const nbl_pairs_plans_t *plans;
    uint64_t beside; /* lines from which tiles are cut */
    bool rows;       /* of an array: neighbouring elements are neighbours in memory */
    bool turns;      /* a line's first pass: tiles are whole */
} nbl_pairs_pass_t;

typedef struct nbl_pair_t {
    double cost;
    nbl_fft_plan_t plan[2];
} nbl_pair_t;

/* Finds the plans of a pass: in exact mode with its radices, in fast mode in as few exchanges as there are plans for.
 *
 * tickets  mode, precision and axes are given */
void nbl_pairs_plans(const nbl_tickets_t *tickets, uint32_t points, nbl_pairs_plans_t *plans);

/* Finds a pair that costs less than best->cost. Returns whether there is one.
 *
 * strips  both passes have as many columns */
bool nbl_pairs_find(const nbl_fft_limits_t *limits, const nbl_pairs_pass_t pass[2], bool strips, nbl_pair_t *best);

#endif
