/* Plans of large transforms by tickets, also for tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_TICKETS_H
#define NBL_HOST_GPU_TICKETS_H

#include "facts/facts.h"
#include "gpu/nd_stages.h"
#include "nbl/host/fft_tickets.h"
#include "nbl/host/plan.h"

#define NBL_FFT_TICKETS_MOST_PASSES NBL_FACT_MOST_PLANS

/* A row with texts of its own. */
typedef struct nbl_fft_tickets_own_row_t {
    nbl_fact_t row; /* of TICKETS */
    char plans[NBL_FFT_TICKETS_MOST_PASSES][NBL_FFT_PLAN_TEXT_SIZE];
} nbl_fft_tickets_own_row_t;

/* Makes a row of separate passes from a transform's kernels, with their plans, and so with their bits. Arrays lie as
 * nbl_fft_tickets_desc_t says, and go from one memory to another. Returns false if a kernel does more than
 * transform. */
bool nbl_fft_tickets_row_of_stages(const nbl_fft_nd_stages_t *work, nbl_fft_tickets_own_row_t *own);

/* Returns whether a device is known to be faster by address. */
bool nbl_fft_tickets_suit(const nbl_vulkan_device_t *device);

/* Returns what was measured of a description, or NULL. */
const nbl_fact_t *nbl_fft_tickets_row(const nbl_fft_tickets_desc_t *desc);

/* Returns the row of separate passes that measured fastest for a batch as small as this on this device, or NULL. */
const nbl_fact_t *nbl_fft_tickets_row_of_few(const nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc);

/* Returns whether workgroups draw tickets. If not, each pass has a dispatch, and only reads and writes by address. */
bool nbl_fft_tickets_draws(const nbl_fft_by_tickets_t *fft);

/* Makes a transform as nbl_fft_tickets_create() does, by plans that need not be measured: they say, too, how the length
 * is split.
 *
 * row  of TICKETS: plans, lag, rows and planes are read; copied */
nbl_result_t nbl_fft_tickets_create_by(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_fact_t *row, nbl_fft_by_tickets_t **fft, nbl_error_t *error);

#endif
