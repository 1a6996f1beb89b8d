/* Which transforms go by device address in kernels of their own, and which two of their passes share a dispatch by
 * tickets.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a problem, and limits that say where literal sizes are wanted.
 * Out:   before rules write steps: the passes of a row of host/facts, or where there is no row of choose_together.c,
 *        with their plans and a lag if the last two of a plane or line share a dispatch; rules/measured.c writes their
 *        steps. After it: marks on the steps of a program that has neither and only transforms, which keep their plans.
 * Wrong: nothing: what has no passes that can go by tickets is planned as for buffers.
 */
#ifndef NBL_HOST_TRANSFORM_CHOOSE_TICKETS_H
#define NBL_HOST_TRANSFORM_CHOOSE_TICKETS_H

#include "facts/facts.h"
#include "transform/choose.h"

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
    uint32_t order[NBL_TICKETS_MOST_PASSES]; /* of a plan's instructions, nbl_instruction_order_t */
} nbl_tickets_t;

/* Returns whether kernels by device address are known to be faster than buffers on a kind of device: number by-address
 * of host/facts. */
bool nbl_choose_by_address(nbl_device_kind_t device);

/* Returns the row of a transform, of the device's kind or else of the H200; NULL: there is none. The plans of `of` are
 * not read.
 *
 * few  true: rows of separate passes that measured fastest for a batch as small as this */
const nbl_fact_t *nbl_choose_tickets_row(nbl_device_kind_t device, const nbl_tickets_t *of, bool few);

/* Returns whether a row was measured to be faster than passes in buffers for that batch. */
bool nbl_choose_tickets_are_faster(nbl_device_kind_t device, const nbl_tickets_t *of);

/* Takes lag and plans of a row. Errors: those of nbl_fft_plan_parse(). */
nbl_result_t nbl_choose_tickets_by(const nbl_fact_t *row, const nbl_fft_limits_t *limits, nbl_tickets_t *of,
                                   nbl_error_t *error);

/* Returns whether a problem, or its last axes, go by a row of measurements, and how; before rules write anything. */
bool nbl_choose_tickets(const nbl_choose_t *choose, nbl_tickets_t *tickets);

/* Returns how many passes there are, 2 or 3; points: receives the elements of a line in each pass, 1 for a third that
 * there is not. */
uint32_t nbl_choose_tickets_points(const nbl_tickets_t *tickets, uint32_t points[3]);

/* Returns whether columns go in two passes; points: receives the elements of a line in both. */
bool nbl_choose_tickets_strips(const nbl_tickets_t *tickets, uint32_t points[3]);

/* Completes step `number` of a program by a row's plan. Returns success. */
nbl_result_t nbl_choose_tickets_step(const nbl_tickets_t *tickets, uint32_t number, nbl_program_step_t *step);

/* Marks the steps of a program that go by address with literal sizes although they are of no row: programs that only
 * transform. */
void nbl_choose_literal_steps(const nbl_choose_t *choose, nbl_program_t *program);

/* Returns whether a program begins with steps of literal sizes that kernels have, and how these go. */
bool nbl_tickets_of_program(const nbl_program_t *program, nbl_tickets_t *tickets);

#endif
