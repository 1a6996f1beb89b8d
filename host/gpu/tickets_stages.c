/* Plans by device address for transforms without a row: the plans of their kernels in buffers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "gpu/tickets.h"

#define MOST_ELEMENTS ((uint64_t)1 << 27) /* the largest NBL_FFT_LENGTH of nbl/fft/large_split.h */

/* Returns whether a kernel only transforms, with a plan that an instance of nbl/fft.h can have. */
static bool is_plain(const nbl_fft_nd_stages_t *work, const nbl_fft_nd_stage_t *stage) {
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const bool has_precision = stage->desc.precision == work->desc.precision || p->packed == 1; /* between, too */
    if (stage->desc.last_step || p->axes != 0 || !has_precision || p->real != NBL_FFT_COMPLEX || p->mirrored != 0 ||
        p->chirp_in != 0 || p->chirp_out != 0 || p->product != 0 || p->factor != 0 || p->given != 0 || p->kept != 0 ||
        p->source_work != 0 || p->target_work != 0)
        return false;
    return nbl_fft_plan_radix(p->plan, p->plan.passes - 1) > 1; /* else NBL_FFT_RADICES does not tell the passes */
}

/* Returns whether a workgroup of the kernel has columns as NBL_FFT_COLUMNS makes them. */
static bool is_of_columns(const nbl_fft_nd_stage_t *stage) {
    const uint32_t columns = stage->desc.parameters.plan.ffts_per_workgroup;
    return columns >= 2 && columns <= 64 && (columns & (columns - 1)) == 0;
}

bool nbl_fft_tickets_row_of_stages(const nbl_fft_nd_stages_t *work, nbl_fft_tickets_own_row_t *own) {
    const nbl_fft_nd_desc_t *of = &work->desc;
    const nbl_fft_nd_stage_t *stages[NBL_FFT_TICKETS_MOST_PASSES];
    const uint32_t rank = of->rank;
    uint64_t elements = 1;
    uint32_t passes = 0;
    for (uint32_t d = 0; d < rank; d++) elements *= of->sizes[d];
    for (uint32_t a = 0; a < work->axes; a++)
        for (uint32_t s = 0; s < work->axis[a].stages; s++) {
            if (passes == NBL_FFT_TICKETS_MOST_PASSES || !is_plain(work, &work->axis[a].stage[s])) return false;
            stages[passes++] = &work->axis[a].stage[s];
        }
    /* Allowed: one length in passes; rows with columns whole or in strips; rows, columns and planes. */
    if (elements > MOST_ELEMENTS || passes < 2 || rank > 3 || (rank == 3 && passes != 3)) return false;
    for (uint32_t p = 0; p < passes; p++) {
        const nbl_fft_lines_parameters_t *of_pass = &stages[p]->desc.parameters;
        const bool whole = of_pass->pass_points == 0, strip = rank == 2 && of_pass->pass_before >= of->sizes[1];
        if (rank > 1 && (p == 0 || rank == 3 || passes == 2 ? !whole : !strip)) return false;
        if ((rank == 1 || p > 0) && !is_of_columns(stages[p])) return false;
    }
    memset(own, 0, sizeof *own);
    own->row = (nbl_fact_t){.fast = work->mode == NBL_MODE_FAST,
                            .precisions = (uint8_t)(1u << of->precision),
                            .kinds = NBL_FACT_TICKETS,
                            .number = (uint32_t)elements,
                            .rows = rank > 1 ? (uint32_t)of->sizes[rank - 1] : 0,
                            .planes = rank > 2 ? (uint32_t)of->sizes[0] : 0};
    for (uint32_t p = 0; p < passes; p++) {
        nbl_fft_plan_short_text(stages[p]->desc.parameters.plan, own->plans[p], sizeof own->plans[p]);
        own->row.plans[p] = own->plans[p];
    }
    return true;
}
