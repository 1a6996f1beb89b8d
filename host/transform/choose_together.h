/* Plans of two passes that share a dispatch, where no row of host/facts has any.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    an array of one to three axes in float32, by device address: nbl_tickets_t of choose_tickets.h.
 * Out:   the plans of all passes and the lag of the two that share a dispatch. These two are
 *          the last two axes, where a plane is small
 *          both passes of a line that has two
 *          the last two passes of a line that has three, in strips
 *          both passes of a plane's long columns, in strips and in fast mode alone
 * How:   all plans of both passes are compared in pairs that have one workgroup size (choose_pairs.h). A pair is taken
 *        if it costs less than a bound; else each pass in a dispatch of its own is expected to be faster.
 *        Pairs must stay in the cache. A device whose numbers together-unit-bytes and together-strip-bytes are 0 has
 *        none.
 * Wrong: nothing. It returns false where no pair is expected to be faster, and tickets may be changed then.
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_TOGETHER_H
#define NBL_HOST_TRANSFORM_CHOOSE_TOGETHER_H

#include "transform/choose_tickets.h"

/* Chooses the plans of all passes and a lag. In fast mode it also chooses how a line is split into passes; exact mode's
 * splits are given. Returns whether two passes that share a dispatch are expected to be faster than passes apart.
 *
 * tickets  length, rows, planes, batch, precision, mode and axes are given; receives lag, passes and plan. On false
 *          these three count for nothing */
bool nbl_choose_together(const nbl_choose_t *choose, nbl_tickets_t *tickets);

#endif
