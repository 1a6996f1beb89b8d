/* Plans of large transforms by tickets, for their table and for tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_TICKETS_INTERNAL_H
#define NBL_HOST_FFT_TICKETS_INTERNAL_H

#include "fft/nd_stages.h"
#include "nbl/host/fft_tickets.h"
#include "nbl/host/plan.h"

#define NBL_FFT_TICKETS_MOST_PASSES 3

typedef enum nbl_fft_tickets_way_t {
    NBL_FFT_TICKETS_TOGETHER = 0, /* the last two passes share a dispatch */
    NBL_FFT_TICKETS_APART         /* a dispatch for each pass: what they have in common is device addresses */
} nbl_fft_tickets_way_t;

/* Plans of the passes, whose lines are the split's, and tiles of the first of both that are drawn before the first of the
 * second (nbl/fft/tickets.h). */
typedef struct nbl_fft_tickets_row_t {
    uint32_t length; /* of an array of two dimensions: its elements, */
    uint32_t rows;   /* and the elements of a row; 0 of one dimension */
    uint32_t planes; /* of three: such arrays one behind the other, and the elements of all; else 0 */
    nbl_fft_precision_t precision;
    nbl_mode_t mode;
    uint32_t lag;
    const char *plans[NBL_FFT_TICKETS_MOST_PASSES];
    nbl_fft_tickets_way_t way;
    bool slower; /* than nbl_fft_nd_t's own passes */
} nbl_fft_tickets_row_t;

/* A row with texts of its own. */
typedef struct nbl_fft_tickets_own_row_t {
    nbl_fft_tickets_row_t row;
    char plans[NBL_FFT_TICKETS_MOST_PASSES][NBL_FFT_PLAN_TEXT_SIZE];
} nbl_fft_tickets_own_row_t;

/* Makes a row of passes apart out of a transform's kernels, whose plans, and so bits, they have: of arrays that lie as
 * nbl_fft_tickets_desc_t says, from one memory to another. Returns false where a kernel does more than that. */
bool nbl_fft_tickets_row_of_stages(const nbl_fft_nd_stages_t *work, nbl_fft_tickets_own_row_t *own);

/* Returns whether a device is known to be faster by address. */
bool nbl_fft_tickets_suit(const nbl_vulkan_device_t *device);

/* Returns the table's row of a description, or NULL. */
const nbl_fft_tickets_row_t *nbl_fft_tickets_row(const nbl_fft_tickets_desc_t *desc);

/* Returns the row of passes apart that was measured to be fastest for so few transforms on such a device, or NULL. */
const nbl_fft_tickets_row_t *nbl_fft_tickets_row_of_few(const nbl_vulkan_device_t *device,
                                                        const nbl_fft_tickets_desc_t *desc);

/* Returns whether workgroups draw tickets; else each pass has a dispatch, and addresses are all that it has of them. */
bool nbl_fft_tickets_draws(const nbl_fft_by_tickets_t *fft);

/* Makes a transform as nbl_fft_tickets_create() does, by plans that need not be in the table: they say, too, how the length
 * is split.
 *
 * row  copied */
nbl_result_t nbl_fft_tickets_create_by(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_fft_tickets_row_t *row, nbl_fft_by_tickets_t **fft,
                                       nbl_error_t *error);

#endif
