/* The radices that counting finds for a length, looked up: a search takes milliseconds.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLAN_COUNTED_H
#define NBL_HOST_PLAN_COUNTED_H

#include "nbl/host/plan.h"

/* One row of host/plan/counted_rows.h. */
typedef struct nbl_fft_counted_t {
    uint16_t length;
    uint8_t dwords;                      /* of a complex element: 1, 2 and 4 added up */
    uint8_t radices[NBL_FFT_MAX_PASSES]; /* 0 behind the last */
} nbl_fft_counted_t;

extern const nbl_fft_counted_t nbl_fft_counted[];
extern const uint32_t nbl_fft_counted_count;

/* Returns whether the table has a length, whose radices are then what nbl_fft_plan_count_radices() and
 * nbl_fft_plan_order_radices() find; it has the lengths without a row of host/facts.
 *
 * request  receives the radices, and 0 for all else */
bool nbl_fft_plan_counted(uint32_t length, uint32_t complex_dwords, nbl_fft_plan_request_t *request);

#endif
