/* Which transforms go by device address in kernels of their own, and which two of their passes share a dispatch by tickets.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program, what the caller wants, what the device is known to do.
 * Out:   the passes in the order of the work, with their plans; a lag if the last two of a plane or line share a dispatch.
 * Wrong: nothing: a program that has no such passes stays as it is.
 *
 * A transform with a row of host/facts has the row's plans. Another one that only transforms keeps the plans of its
 * program's steps. In exact mode both have the program's bits.
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_TICKETS_H
#define NBL_HOST_TRANSFORM_CHOOSE_TICKETS_H

#include "facts/facts.h"
#include "transform/program.h"

enum { NBL_TICKETS_MOST_PASSES = NBL_FACT_MOST_PLANS };

/* A transform by address: nbl_fft_tickets_desc_t of nbl/host/fft_tickets.h has the same numbers. */
typedef struct nbl_tickets_t {
    uint64_t length;       /* elements of a transform */
    uint64_t rows, planes; /* elements of a row, and planes, of arrays; 0: there are none */
    uint64_t batch;
    nbl_fft_precision_t precision;
    nbl_mode_t mode;
    uint32_t axes;   /* of the array that are transformed so, the last ones */
    uint32_t lag;    /* nbl/fft/tickets.h; 0: each pass has a dispatch */
    uint32_t passes; /* plans */
    nbl_fft_plan_t plan[NBL_TICKETS_MOST_PASSES];
} nbl_tickets_t;

/* Returns what was measured of a transform, or NULL. Its plans are not asked for.
 *
 * few  true: rows of separate passes that measured fastest for a batch as small as this */
const nbl_fact_t *nbl_choose_tickets_row(const nbl_tickets_t *of, bool few);

/* Returns whether a row was measured to be faster than passes in buffers for that batch. */
bool nbl_choose_tickets_are_faster(const nbl_tickets_t *of);

/* Takes lag and plans of a row. Errors: those of nbl_fft_plan_parse(). */
nbl_result_t nbl_choose_tickets_by(const nbl_fact_t *row, nbl_tickets_t *of, nbl_error_t *error);

/* Returns whether a program, or its last axes, go by address, and how.
 *
 * program  of a problem with `axes` in rounds of its own
 * wanted   whether the caller asks for it; else it is chosen where it is faster
 * suits    whether the device is known to be faster by address */
bool nbl_choose_tickets(const nbl_program_t *program, bool wanted, bool suits, nbl_tickets_t *tickets);

#endif
