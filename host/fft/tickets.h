/* Plans of large transforms by tickets, for their table and for tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_TICKETS_INTERNAL_H
#define NBL_HOST_FFT_TICKETS_INTERNAL_H

#include "nbl/host/fft_tickets.h"

#define NBL_FFT_TICKETS_MOST_PASSES 3

/* Plans of the passes, whose lines are the split's, and tiles of the first of both that are drawn before the first of the
 * second (nbl/fft/tickets.h). */
typedef struct nbl_fft_tickets_row_t {
    uint32_t length;
    nbl_mode_t mode;
    uint32_t lag;
    const char *plans[NBL_FFT_TICKETS_MOST_PASSES];
    bool forced; /* a split into three that the length does not have */
} nbl_fft_tickets_row_t;

/* Makes a transform as nbl_fft_tickets_create() does, by plans that are not in the table.
 *
 * row  the caller's, until the transform is destroyed */
nbl_result_t nbl_fft_tickets_create_by(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_fft_tickets_row_t *row, nbl_fft_by_tickets_t **fft,
                                       nbl_error_t *error);

#endif
