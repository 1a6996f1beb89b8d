/* How a long complex line is split into passes, by what a model or measured times predict.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_SPLIT_H
#define NBL_HOST_TRANSFORM_CHOOSE_SPLIT_H

#include "transform/choose.h"

/* Finds the split into two or three passes that is predicted to be fastest, each pass with a dispatch of its own. In
 * fast mode and float32 on a device whose model is fitted (passes-by-model-from of host/facts); elsewhere the split is
 * nbl_fft_split()'s. Returns how many passes there are, or 0 if there is no split.
 *
 * points  receives the elements of a line in each pass, 1 for a third that there is not
 * time    NULL, or receives the predicted time over that of a copy of the line; infinity where it is not predicted */
uint32_t nbl_choose_split(const nbl_choose_t *choose, uint32_t length, uint32_t points[3], double *time);

/* Finds the passes of a long real line that take the least time together, and leaves `points` as it is if no passes
 * whose product the line is have times on this device. A pass takes about as long in each line (docs/log/transforms.md,
 * "Splits of long real lines").
 *
 * length  complex elements of the line
 * back    true: lines meet their mirrors in the first pass; false: in the last one
 * passes  2 or 3
 * points  receives those of each pass */
void nbl_choose_real_split(const nbl_choose_t *choose, uint32_t length, bool back, uint32_t passes, uint32_t points[3]);

/* Plans a pass that has a dispatch of its own, and predicts its time over that of a copy of the line. Returns infinity
 * if the pass has no plan.
 *
 * points  of the pass
 * before  product of the points of all passes before; 1: it is the first, which reads lines side by side and stores
 *         them as rows
 * plan    receives the plan; any if there is none */
double nbl_choose_pass(const nbl_choose_t *choose, uint32_t length, uint32_t points, uint32_t before,
                       nbl_fft_plan_t *plan);

#endif
