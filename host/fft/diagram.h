/* What an FFT does with its elements, recorded from a run of the emulator: who holds which, and how they travel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The run transforms random numbers with the library's own text, in which butterflies, shuffles and accesses to shared
 * memory tell of themselves (diagram_kernel.h). An element is recognised by its bits, which no other has; so nothing is
 * assumed about the algorithm but that every element passes one butterfly per stage.
 *
 * Rows: an element of the signal has the row of its index, and a butterfly leaves its results in the rows of its
 * operands: forward, rows are numbered at the left; inverse, at the right.
 *
 *   level 0           level 1                   level `stages`
 *   given  taken      given  taken     ...      given  taken
 *     o ----> o \ / --> o ----> o                 o ----> o      given: has it, loaded or from a butterfly
 *     o ----> o / \ --> o ----> o                 o ----> o      taken: puts it into the next butterfly, or stores it
 */
#ifndef NBL_HOST_FFT_DIAGRAM_H
#define NBL_HOST_FFT_DIAGRAM_H

#include "nbl/host/fft.h"

#define NBL_FFT_DIAGRAM_MAX_LENGTH 256u /* chosen: more rows cannot be told apart in a picture */
#define NBL_FFT_DIAGRAM_MAX_STAGES 8u   /* derived: 256 by radix 2 */

typedef enum nbl_fft_diagram_way_t {
    NBL_FFT_DIAGRAM_KEPT = 0, /* in registers */
    NBL_FFT_DIAGRAM_SUBGROUP, /* by a subgroup shuffle */
    NBL_FFT_DIAGRAM_SHARED    /* through shared memory, be it by the same invocation */
} nbl_fft_diagram_way_t;

/* An element at a level. */
typedef struct nbl_fft_diagram_cell_t {
    uint16_t given, taken; /* invocations that have it and that take it: the drawing above */
    uint8_t way;           /* nbl_fft_diagram_way_t, between the two */
    uint8_t place;         /* as which operand it enters the next stage's butterfly */
    uint16_t butterfly;    /* number of that butterfly in its stage */
} nbl_fft_diagram_cell_t;

typedef struct nbl_fft_diagram_t {
    nbl_fft_transform_plan_t plan;
    uint32_t length, stages, invocations;
    uint32_t radix[NBL_FFT_DIAGRAM_MAX_STAGES];       /* of the butterflies of each stage */
    uint32_t butterflies[NBL_FFT_DIAGRAM_MAX_STAGES]; /* how many there are */
    nbl_fft_diagram_cell_t cell[NBL_FFT_DIAGRAM_MAX_STAGES + 1][NBL_FFT_DIAGRAM_MAX_LENGTH]; /* by level and row */
    uint16_t loaded_from[NBL_FFT_DIAGRAM_MAX_LENGTH]; /* by row: index in the input */
    uint16_t stored_to[NBL_FFT_DIAGRAM_MAX_LENGTH];   /* by row: index in the output */
    uint16_t frequency
        [NBL_FFT_DIAGRAM_MAX_LENGTH]; /* by row: which one the spectrum's element is, found by the definition */
} nbl_fft_diagram_t;

/* Records a transform in float32, in the algorithm's own order.
 * Returns NBL_SUCCESS, what nbl_fft_transform_plan() returns, or LIMIT for a length beyond
 * NBL_FFT_DIAGRAM_MAX_LENGTH.
 *
 * desc     its precision, batch, native and ffts_per_workgroup are replaced
 * diagram  to be freed by free(); NULL after an error */
nbl_result_t nbl_fft_diagram_record(const nbl_fft_transform_desc_t *desc, nbl_fft_diagram_t **diagram,
                                    nbl_error_t *error);

#endif
