/* What a device's kernels are told, and how many of them run; limits of whole arrays.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/nd_stages.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "gpu/from_program.h"

/* ---- Kernels */

void nbl_fft_nd_take_views(const nbl_fft_nd_axis_t *axis, const nbl_view_t *load, const nbl_view_t *store,
                           nbl_fft_lines_parameters_t *p) {
    p->loops = load->region >= NBL_VIEW_WORK0 && store->region >= NBL_VIEW_WORK0 ? 0 : axis->pass.loops;
    p->given = (uint32_t)load->given;
    p->kept_from = (uint32_t)store->kept_from;
    p->kept = (uint32_t)store->kept;
    p->source_kind = load->element;
    p->source_storage = load->storage;
    p->source_stride = (uint32_t)load->stride;
    p->source_work = (uint32_t)nbl_view_work_numbers(load);
    p->target_kind = store->element;
    p->target_storage = store->storage;
    p->target_stride = (uint32_t)store->stride;
    p->target_work = (uint32_t)nbl_view_work_numbers(store);
}

nbl_fft_lines_constants_t nbl_fft_nd_stage_constants(const nbl_fft_nd_axis_t *axis, const nbl_fft_nd_stage_t *stage,
                                                     uint64_t first, uint64_t count) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    const nbl_view_t *views[2] = {&stage->load, &stage->store};
    nbl_fft_lines_constants_t constants = {
        .first = (uint32_t)first, .count = (uint32_t)count, .group = pass->sides[0].batch};
    for (uint32_t i = 0; i < pass->loops; i++) constants.loops[i][0] = (uint32_t)pass->loop[pass->loops - 1 - i].count;
    for (int s = 0; s < 2; s++) {
        if (views[s]->region >= NBL_VIEW_WORK0) continue;
        if (pass->sides[0].batch > 1) constants.distances[s] = (uint32_t)views[s]->transforms[0].stride;
        for (uint32_t i = 0; i < pass->loops; i++)
            constants.loops[i][1 + s] = (uint32_t)views[s]->transforms[1 + i].stride;
    }
    return constants;
}

/* ---- All dimensions */

/* Kernels number elements with 32 bits, and each side is one binding. */
nbl_result_t nbl_fft_nd_stages_check(const nbl_fft_nd_stages_t *fft, bool between, nbl_error_t *error) {
    static const char *const names[] = {"input", "output", "what lies between"};
    for (int i = 0; i < (between ? 3 : 2); i++) {
        const uint64_t bytes = fft->sides[i].bytes, most = fft->limits.max_buffer_bytes;
        if (bytes > most)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "%s: %llu bytes, the limit of a buffer is %llu: transform parts of it, or all on the CPU",
                            names[i], (unsigned long long)bytes, (unsigned long long)most);
        if (bytes / fft->sides[i].scalar_bytes > UINT32_MAX)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "%s: %llu numbers, the limit is %u: transform parts of it, or all on the CPU", names[i],
                            (unsigned long long)(bytes / fft->sides[i].scalar_bytes), UINT32_MAX);
    }
    if (fft->in_place && !nbl_fft_nd_replaces(&fft->desc, fft->sides))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "in place: input and output must be laid out alike");
    const bool lacks = (fft->desc.precision == NBL_FFT_FLOAT64 && !fft->limits.float64) ||
                       (fft->desc.precision == NBL_FFT_FLOAT16 && !fft->limits.float16);
    return !lacks ? NBL_SUCCESS
                  : nbl_fail(error, NBL_ERROR_LIMIT, "precision %s: the device has no such arithmetic: use fp32",
                             nbl_fft_precision_name(fft->desc.precision));
}

void nbl_fft_nd_stages_begin(const nbl_fft_limits_t *limits, nbl_mode_t mode, bool in_place,
                             nbl_fft_nd_stages_t *stages) {
    memset(stages, 0, sizeof *stages);
    stages->mode = mode;
    stages->in_place = in_place;
    stages->limits = *limits;
}

nbl_result_t nbl_fft_nd_stages_make(const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits, nbl_mode_t mode,
                                    bool in_place, uint64_t alignment, nbl_fft_nd_stages_t *stages,
                                    nbl_error_t *error) {
    nbl_problem_t problem;
    nbl_fft_nd_desc_t checked;
    nbl_fft_nd_side_t sides[3];
    nbl_fft_nd_stages_begin(limits, mode, in_place, stages);
    const nbl_result_t result = nbl_fft_nd_check(desc, &checked, sides, error);
    if (result != NBL_SUCCESS) return result;
    if (checked.dct != NBL_FFT_NO_DCT)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "dct: a cosine or sine transform is more than passes: nbl_fft_make_vulkan() makes it");
    nbl_problem_fill(&checked, sides, mode, in_place, &problem);
    return nbl_fft_nd_stages_of_problem(&problem, limits, desc->wisdom, alignment, stages, error);
}

void nbl_fft_nd_stages_release(const nbl_fft_nd_stages_t *stages) {
    for (uint32_t a = 0; a < stages->axes; a++)
        for (int t = 0; t < 2; t++) free(stages->axis[a].tables[t].numbers);
    free(stages->axis);
    free(stages->program);
    free(stages->written);
}

const nbl_program_t *nbl_fft_nd_stages_written(const nbl_fft_nd_stages_t *stages) {
    return stages->written != NULL ? stages->written : stages->program;
}

uint32_t nbl_fft_nd_stages_count(const nbl_fft_nd_stages_t *stages) {
    uint32_t count = 0;
    for (uint32_t a = 0; a < stages->axes; a++) count += stages->axis[a].stages;
    return count;
}

/* Returns the chunks in which the transforms of an axis go through its kernels. */
static uint64_t chunks_of(const nbl_fft_nd_axis_t *axis) { return (axis->transforms + axis->chunk - 1) / axis->chunk; }

uint64_t nbl_fft_nd_stages_dispatches(const nbl_fft_nd_stages_t *stages) {
    uint64_t count = 0;
    for (uint32_t a = 0; a < stages->axes; a++) count += stages->axis[a].stages * chunks_of(&stages->axis[a]);
    return count;
}

uint64_t nbl_fft_nd_stage_workgroups(const nbl_fft_nd_stage_t *stage, uint64_t transforms) {
    return (transforms * stage->items + stage->per_group - 1) / stage->per_group;
}

void nbl_fft_nd_stages_put(nbl_fft_nd_text_t *text, const nbl_fft_nd_stages_t *stages) {
    const bool room = text->length < text->size;
    text->length += nbl_program_text(nbl_fft_nd_stages_written(stages), room ? text->buffer + text->length : NULL,
                                     room ? text->size - text->length : 0);
}
