/* How a workgroup takes the lines along a dimension: what a kernel of shaders/fft_lines.h or fft_lines_real.h is made
 * for, and its plan. SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_LINES_H
#define NBL_HOST_TRANSFORM_LINES_H

#include "facts/numbers.h"
#include "nbl/fft/plan.h"
#include "nbl/host/fft.h"
#include "nbl/host/parameters.h"

#include "nbl/host/emulator.h" /* after nbl/fft/plan.h, whose text is a shader's */

/* Returns the bytes that memory moves at least, a sector of the second cache; and how many complex float32 these
 * are. */
static inline uint32_t nbl_sector_bytes(nbl_device_kind_t device) {
    return (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_SECTOR_BYTES);
}
static inline uint32_t nbl_sector_elements(nbl_device_kind_t device) { return nbl_sector_bytes(device) / 8u; }

typedef struct nbl_fft_lines_parameters_t {
    NBL_FFT_LINES_PARAMETERS(NBL_FIELD_OF_NUMBER, NBL_FIELD_OF_PLAN)
} nbl_fft_lines_parameters_t;

#define NBL_FFT_LINES_MOST_LOOPS \
    7 /* derived: 7 loops and two addresses fill 120 of the 128 bytes that every device has */

/* The push constants, as shaders/fft_lines_resources.h has them. */
typedef struct nbl_fft_lines_constants_t {
    uint32_t first, count;                       /* transforms of the dispatch */
    uint32_t group;                              /* transforms side by side */
    uint32_t distances[2];                       /* between transforms side by side, of source and target */
    uint32_t loops[NBL_FFT_LINES_MOST_LOOPS][3]; /* trips, distance of the source, distance of the target */
} nbl_fft_lines_constants_t;

/* The push constants of kernels that take device addresses. */
typedef struct nbl_fft_lines_addressed_t {
    uint64_t source, target;
    nbl_fft_lines_constants_t constants;
} nbl_fft_lines_addressed_t;

/* What a kernel is made for. */
typedef struct nbl_fft_lines_desc_t {
    nbl_fft_precision_t precision;  /* of the arithmetic: float16, float32 or float64 */
    nbl_fft_precision_t planned;    /* that plans are made for: the same, or halves in memory */
    bool last_step;                 /* shaders/fft_lines_real.h */
    uint32_t length;                /* of a line */
    const char *radices;            /* NULL: chosen; of arrays in exact mode, along all axes but the rows' */
    const nbl_fft_wisdom_t *wisdom; /* how lines lie side by side; NULL: the library's choice */
    bool fast;                      /* other radices than exact mode's will do */
    bool uneven;    /* columns: rows, of the source or of a real signal's spectrum, begin within a sector */
    uint64_t apart; /* columns: bytes from an element to the next; 0: they are of a pass, or near */
    uint64_t lines; /* of all transforms; 0: many */
    bool addresses; /* device addresses for buffers; not in float16, nor of a last step */
    nbl_fft_lines_parameters_t parameters; /* all but what follows from a plan */
} nbl_fft_lines_desc_t;

/* Fills in what follows from a plan. The plan is nbl_fft_transform_plan()'s; columns have one of the same radices with
 * as many lines side by side as fill the sectors of memory. Errors: those of nbl_fft_transform_plan().
 *
 * order  receives how the instructions are ordered */
nbl_result_t nbl_fft_lines_plan(const nbl_fft_limits_t *limits, nbl_fft_lines_desc_t *desc,
                                nbl_instruction_order_t *order, nbl_error_t *error);

/* Returns the places for lines that meet their mirrors in a workgroup: whole workgroups of pairs. Line 0 and, of an
 * even number, the line in the middle are a pair; of an odd number line 0 is one by itself.
 *
 * columns  places of a workgroup; even, or 1 */
uint64_t nbl_fft_lines_slots(uint64_t lines, uint32_t columns);

/* Plans arrays that a workgroup holds: the lines along each axis, and how many arrays a workgroup has. In exact mode
 * their bits are those of lines along one axis after the other. Returns whether there is room for one.
 *
 * lengths  of the axes, the last one first; each supported
 * axes     2 or 3
 * desc     planned, precision and fast are given, and of real arrays the parameters mirrored and inverse; receives the
 *          rest that follows */
bool nbl_fft_lines_plan_arrays(const nbl_fft_limits_t *limits, const uint32_t *lengths, uint32_t axes,
                               nbl_fft_lines_desc_t *desc);

/* Predicts the time of such arrays, in parts of a copy's. It takes a thousandth of the time of planning them. Rows of
 * facts do not count: one has a faster plan than the model's, and so changes how an array goes, but not whether a
 * workgroup holds it. Returns INFINITY if there is no room for one. Arguments: nbl_fft_lines_plan_arrays().
 *
 * desc   receives the invocations of a workgroup
 * plans  receives the plan of each axis, without padding, in the order of the work */
double nbl_fft_lines_arrays_time(const nbl_fft_limits_t *limits, const uint32_t *lengths, uint32_t axes,
                                 nbl_fft_lines_desc_t *desc, nbl_fft_plan_t plans[3]);

/* Plans short rows that lie one behind the other: neighbouring invocations load and store neighbouring elements.
 * Returns whether there is a plan with that: two radices at most, the last one the length's largest prime factor.
 *
 * fused  in fused mode: no radix is wide
 * desc   precision is given; receives parameters */
bool nbl_fft_lines_plan_rows(const nbl_fft_limits_t *limits, uint32_t length, bool fused, nbl_fft_lines_desc_t *desc);

/* Returns P of a length A P: P is a prime without a radix, and A is at least 2 and no multiple of P. Returns 0 for
 * lengths of other kinds. */
uint32_t nbl_fft_prime_of_line(uint32_t length);

/* Plans lines of A P points that lie one behind the other, by shaders/fft_lines_prime.h. Returns whether there is a
 * plan: A is a radix or a product of two, P - 1 has radices, and a workgroup has room.
 *
 * desc  precision is given; receives parameters */
bool nbl_fft_lines_plan_prime(const nbl_fft_limits_t *limits, uint32_t length, nbl_fft_lines_desc_t *desc);

/* Returns how many columns an invocation of that kernel has. */
uint32_t nbl_fft_prime_columns_each(const nbl_fft_lines_parameters_t *p);

/* Lists plans of lines side by side that a planned kernel may have, the one that is predicted to be fastest first: in
 * exact mode with its radices, in fast mode with any. Returns their number.
 *
 * most  that there is room for */
uint32_t nbl_fft_lines_candidates(const nbl_fft_limits_t *limits, const nbl_fft_lines_desc_t *desc,
                                  nbl_fft_plan_t *plans, uint32_t most);

/* Lists plans, as nbl_fft_lines_candidates() does, of kernels that transform lines forward and back, in fast mode.
 * Their lines lie one behind the other. */
uint32_t nbl_fft_lines_fused_candidates(const nbl_fft_plan_limits_t *limits, uint32_t length, uint32_t complex_dwords,
                                        nbl_fft_plan_t *plans, uint32_t most);

/* Makes the plan of a kernel that transforms lines forward and back: the measured plan, or the one predicted to be
 * fastest. Returns false if no plan fits the limits; *plan may then be any. */
bool nbl_fft_lines_plan_fused(const nbl_fft_plan_limits_t *limits, uint32_t length, uint32_t complex_dwords,
                              nbl_fft_plan_t *plan);

#endif
