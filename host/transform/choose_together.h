/* Plans of two passes that share a dispatch, where no row of host/facts has any.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    an array of one to three axes in float32, as choose_tickets.c describes it.
 * Out:   plans and lag: of the last two axes, of a line in two passes, or of long columns, or the last two of three passes, in strips.
 * How:   all plans of both passes are compared in pairs that have one workgroup size. A pair is taken if both passes fill whole
 *        sectors and leave registers for other workgroups; else passes apart are faster.
 * Wrong: nothing: false, if no pair is expected to be faster than passes apart.
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_TOGETHER_H
#define NBL_HOST_TRANSFORM_CHOOSE_TOGETHER_H

#include "transform/choose_tickets.h"

/* Chooses plans and a lag, and in fast mode how a line is split. Returns whether passes together are expected to be faster.
 *
 * tickets  length, rows, planes, batch, precision, mode and axes are given */
bool nbl_choose_together(const nbl_choose_t *choose, nbl_tickets_t *tickets);

#endif
