/* Makes a program of the stages that a device's kernels are planned as. Only this file reads those structures.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    stages: for each axis kernels with their parameters (nbl/host/parameters.h) and push constants. Out:   a
 * program. Parameters become views (where elements lie), operations (what happens to a line) and what is left of
 *        them in the step (how a workgroup shares the work).
 * Wrong: more kernels or tables than a program has room for.
 */
#include "gpu/from_stages.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "nbl/fft/large.h"
#include "transform/make.h"
#include "nbl/lang/emulator.h"

typedef struct make_t {
    const nbl_fft_nd_stages_t *stages;
    const nbl_fft_nd_axis_t *axis;
    nbl_program_t *program;
    nbl_program_step_t *step;
    bool full; /* there was no room for a table or an operation */
} make_t;

/* ---- Tables */

static uint32_t table_of(make_t *make, nbl_program_table_t table) {
    const uint32_t number = make->full ? 0 : nbl_program_add_table(make->program, table);
    make->full = make->full || number == NBL_PROGRAM_NONE;
    return number;
}

/* Returns what a chirp and Rader's spectrum are divided by; nothing for real signals, whose results are scaled last. */
static uint32_t normalization_of(const make_t *make) {
    return make->axis->pass.real ? NBL_FFT_UNNORMALIZED : nbl_fft_nd_normalization(&make->stages->desc);
}

static uint32_t chirp_table(make_t *make, uint64_t n) {
    return table_of(make,
                    (nbl_program_table_t){.kind = NBL_PROGRAM_CHIRP, .n = n, .inverse = make->stages->desc.inverse});
}

static uint32_t spectrum_table(make_t *make, uint32_t kind, uint64_t n, uint64_t m) {
    return table_of(make, (nbl_program_table_t){.kind = kind,
                                                .n = n,
                                                .m = m,
                                                .inverse = make->stages->desc.inverse,
                                                .normalization = normalization_of(make)});
}

static uint32_t roots_table(make_t *make, uint64_t n) {
    return table_of(make, (nbl_program_table_t){.kind = NBL_PROGRAM_ROOTS, .n = n});
}

/* ---- Passes of a long line */

static nbl_fft_large_pass_t pass_of(const nbl_fft_lines_parameters_t *p) {
    return (nbl_fft_large_pass_t){p->pass_points, p->pass_before, p->pass_after, p->pass_next};
}

/* Returns the pass whose places a kernel stores to. With two transforms it is the first pass of the inverse one. */
static nbl_fft_large_pass_t pass_of_target(const nbl_fft_lines_parameters_t *p) {
    nbl_fft_large_pass_t pass = pass_of(p);
    if (p->fused == 1) {
        pass.points_after = pass.points_next = pass.points_before;
        pass.points_before = 1;
    }
    return pass;
}

/* Return the elements of a line between its operations, and the elements of the whole transform. */
static uint32_t points_of(const nbl_fft_nd_stage_t *stage) {
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    if (stage->desc.last_step) return p->signal_length;
    if (p->axes == 0) return p->plan.fft_length;
    return p->plan.fft_length * p->second_plan.fft_length * (p->axes == 3 ? p->third_plan.fft_length : 1);
}

static uint64_t length_of(const nbl_fft_nd_stage_t *stage) {
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    return p->pass_points == 0 ? points_of(stage) : (uint64_t)p->pass_points * nbl_fft_large_lines(pass_of(p));
}

/* ---- Views */

/* Returns a kernel's view without its loops of one round. */
static nbl_view_t view_of(const nbl_view_t *of) {
    nbl_view_t view = *of;
    uint32_t loops = 0;
    memset(view.transforms, 0, sizeof view.transforms);
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && of->transforms[i].count != 0; i++)
        if (of->transforms[i].count > 1) view.transforms[loops++] = of->transforms[i];
    return view;
}

/* ---- Operations */

static nbl_program_op_t *add_op(make_t *make, nbl_program_op_kind_t kind) {
    nbl_program_step_t *step = make->step;
    make->full = make->full || step->ops == NBL_PROGRAM_MOST_OPS;
    if (make->full) step->ops = 0;
    nbl_program_op_t *op = &step->op[step->ops++];
    *op = (nbl_program_op_t){.kind = kind, .table = NBL_PROGRAM_NONE};
    return op;
}

static void add_line(make_t *make, const nbl_fft_lines_parameters_t *p, nbl_fft_plan_t plan, bool inverse,
                     uint32_t normalization, uint32_t distance) {
    nbl_program_op_t *op = add_op(make, NBL_PROGRAM_LINE);
    op->plan = plan;
    op->inverse = inverse;
    op->normalization = normalization;
    op->twiddles = p->twiddles;
    op->packed = p->packed;
    op->distance = distance;
}

static void add_twiddle(make_t *make, nbl_fft_large_pass_t pass, bool inverse) {
    if (pass.points == 0 || pass.points_after == 1) return;
    nbl_program_op_t *op = add_op(make, NBL_PROGRAM_TWIDDLE);
    op->before = pass.points_before;
    op->after = pass.points_after;
    op->inverse = inverse;
}

/* Adds the operation between a real signal's half and its spectrum, with a table of roots if the kernel has one. */
static void add_roots(make_t *make, const nbl_fft_lines_parameters_t *p, nbl_program_op_kind_t kind, uint64_t n,
                      bool has_table) {
    nbl_program_op_t *op = add_op(make, kind);
    if (has_table) op->table = roots_table(make, n);
    op->stepped = p->stepped_roots;
}

static void add_product(make_t *make, const nbl_fft_lines_parameters_t *p, uint64_t n, uint32_t conjugates) {
    nbl_program_op_t *op = add_op(make, NBL_PROGRAM_MULTIPLY);
    const bool convolves = make->axis->part.convolves;
    op->table =
        convolves
            ? table_of(make, (nbl_program_table_t){.kind = NBL_PROGRAM_SPECTRUM, .n = make->axis->part.frequencies})
        : p->permuted ? spectrum_table(make, NBL_PROGRAM_RADER_SPECTRUM, p->signal_length, 0)
                      : spectrum_table(make, NBL_PROGRAM_CHIRP_SPECTRUM, p->signal_length, n);
    op->conjugates = conjugates;
    op->period = p->period;
}

static void add_chirp(make_t *make, const nbl_fft_lines_parameters_t *p, uint32_t conjugates) {
    nbl_program_op_t *op = add_op(make, NBL_PROGRAM_MULTIPLY);
    op->table = chirp_table(make, p->signal_length);
    op->conjugates = conjugates;
}

static void add_permute(make_t *make, const nbl_fft_lines_parameters_t *p, nbl_program_op_kind_t kind, bool inverse) {
    if (p->permuted == 0) return;
    nbl_program_op_t *op = add_op(make, kind);
    op->table = table_of(make, (nbl_program_table_t){.kind = NBL_PROGRAM_RADER,
                                                     .n = p->signal_length,
                                                     .normalization = normalization_of(make)});
    op->inverse = inverse;
    op->reordered = kind == NBL_PROGRAM_PERMUTE ? p->reordered : 0;
}

static void add_scale(make_t *make, const nbl_fft_lines_parameters_t *p) {
    if (p->factor == 0) return;
    const nbl_fft_nd_desc_t *desc = &make->stages->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const uint32_t how = nbl_fft_nd_normalization(desc);
    nbl_program_op_t *op = add_op(make, NBL_PROGRAM_SCALE);
    op->twice = nbl_fft_nd_is_half(pass) && desc->inverse;
    op->divisor = how == NBL_FFT_UNNORMALIZED ? 1 : pass->length;
    op->is_root = how == NBL_FFT_BY_ROOT;
}

/* Adds the operations of the kernel fft_lines_real.h, which makes a real signal's spectrum, takes it apart or
 * copies. */
static void add_last_step(make_t *make, const nbl_fft_lines_parameters_t *p) {
    const uint64_t n = p->signal_length;
    if (p->real == NBL_FFT_REAL && (p->inverse == 0 || p->fused == 1)) add_roots(make, p, NBL_PROGRAM_UNPACK, n, true);
    if (p->real == NBL_FFT_REAL && p->fused == 1) add_product(make, p, n, 0);
    if (p->real == NBL_FFT_REAL && (p->inverse == 1 || p->fused == 1)) add_roots(make, p, NBL_PROGRAM_PACK, n, true);
    add_scale(make, p);
}

static void add_arrays(make_t *make, const nbl_fft_lines_parameters_t *p) {
    const nbl_fft_plan_t plans[3] = {p->plan, p->second_plan, p->third_plan};
    const uint32_t distances[3] = {p->distance, p->second_distance, p->third_distance};
    for (uint32_t a = 0; a < p->axes; a++) {
        if (a > 0) {
            nbl_program_op_t *op = add_op(make, NBL_PROGRAM_TRADE);
            op->row = p->row;
            op->pitch = p->row_pitch;
            op->planes = p->planes;
        }
        add_line(make, p, plans[a], p->inverse == 1, p->normalization, distances[a]);
    }
}

/* Adds the operations of a kernel of lines, in the order of shaders/fft_lines.h. */
static void add_lines(make_t *make, const nbl_fft_nd_stage_t *stage) {
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const bool fused = p->fused == 1, inverse = p->inverse == 1, chirps = (p->chirp_in | p->chirp_out) != 0;
    const uint64_t n = length_of(stage);
    if (p->chirp_in != 0) add_chirp(make, p, 0);
    add_permute(make, p, NBL_PROGRAM_PERMUTE, false);
    if (inverse && p->mirrored == 1) add_roots(make, p, NBL_PROGRAM_PACK, n, true);
    if (inverse && p->real == NBL_FFT_REAL) add_roots(make, p, NBL_PROGRAM_PACK, n, false);
    if (inverse && p->real == NBL_FFT_REAL_TWO) add_op(make, NBL_PROGRAM_PACK_ONE);
    if (p->pass_back == 1) add_twiddle(make, pass_of(p), inverse);
    add_line(make, p, p->plan, inverse, fused ? NBL_FFT_UNNORMALIZED : p->normalization, 1);
    if (fused) {
        add_permute(make, p, NBL_PROGRAM_FIRST, false);
        add_product(make, p, n, 0);
        add_line(make, p, p->plan, true, p->normalization, 1);
    }
    if (p->pass_back == 0) add_twiddle(make, pass_of_target(p), inverse || fused);
    if (!inverse && p->mirrored == 1) add_roots(make, p, NBL_PROGRAM_UNPACK, n, true);
    if (!inverse && p->real == NBL_FFT_REAL) add_roots(make, p, NBL_PROGRAM_UNPACK, n, false);
    if (!inverse && p->real == NBL_FFT_REAL_TWO) add_op(make, NBL_PROGRAM_UNPACK_ONE);
    if (!fused && p->product != 0 && p->period == 0) add_product(make, p, n, 2);
    if (chirps && p->chirp_out != 0) add_chirp(make, p, !fused && !inverse ? 1 : 0);
    add_permute(make, p, NBL_PROGRAM_PERMUTE, true);
    add_scale(make, p);
    if (!fused && p->product != 0 && p->period != 0) add_product(make, p, n, 0);
}

/* ---- Steps */

/* Sets how workgroups share the work. Whole lines have the kernel of nbl_fft_create(), and its plan. */
static void fill_workgroup(make_t *make, const nbl_fft_nd_stage_t *stage) {
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    nbl_program_step_t *step = make->step;
    step->order = stage->order;
    step->per_group = stage->per_group;
    if (stage->desc.last_step) return;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->columns = p->columns;
    step->turned = p->turned;
}

static void take_whole(make_t *make, const nbl_fft_transform_plan_t *whole) {
    const nbl_fft_transform_parameters_t *p = &whole->parameters;
    nbl_program_step_t *step = make->step;
    step->order = whole->desc.instruction_order;
    step->per_group = p->ffts_per_workgroup;
    step->rounds = p->rounds;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->columns = step->turned = 0;
    step->op[0].plan = p->plan;
    step->op[0].twiddles = p->twiddles;
    step->op[0].packed = p->packed;
}

static void add_step(make_t *make, const nbl_fft_nd_stage_t *stage) {
    nbl_program_t *program = make->program;
    const nbl_fft_nd_axis_t *axis = make->axis;
    make->full = make->full || program->steps == NBL_PROGRAM_MOST_STEPS;
    if (make->full) return;
    nbl_program_step_t *step = make->step = &program->step[program->steps];
    step->arithmetic = stage->desc.precision;
    step->elements = points_of(stage);
    step->round = (uint32_t)(axis - make->stages->axis);
    step->dispatch = program->steps++;
    step->transforms = axis->transforms;
    step->chunk = axis->chunk;
    step->beside = stage->desc.parameters.inner;
    fill_workgroup(make, stage);
    step->load = view_of(&stage->load);
    step->store = view_of(&stage->store);
    if (stage->desc.last_step)
        add_last_step(make, &stage->desc.parameters);
    else if (stage->desc.parameters.axes != 0)
        add_arrays(make, &stage->desc.parameters);
    else
        add_lines(make, stage);
    if (axis->whole.desc.batch != 0) take_whole(make, &axis->whole);
}

/* Sets the problem of a convolution; its stages are described as the inverse transform. */
static void take_convolution(const nbl_fft_nd_stages_t *stages, nbl_problem_t *problem) {
    for (uint32_t a = 0; a < stages->axes; a++) problem->convolves |= stages->axis[a].part.convolves;
    if (!problem->convolves) return;
    problem->inverse = 0;
    for (uint32_t d = 0; d < problem->rank; d++) problem->axes[d] = d;
    for (uint32_t a = 0; a < stages->axes; a++)
        if (stages->axis[a].part.kept != 0)
            problem->output.first[stages->axis[a].pass.axis] = stages->axis[a].part.kept_from;
}

nbl_result_t nbl_program_from_stages(const nbl_fft_nd_stages_t *stages, nbl_program_t *program, nbl_error_t *error) {
    make_t make = {.stages = stages, .program = program};
    memset(program, 0, sizeof *program);
    nbl_problem_fill(&stages->desc, stages->sides, stages->mode, stages->in_place, &program->problem);
    take_convolution(stages, &program->problem);
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) program->region_bytes[r] = stages->region_bytes[r];
    for (uint32_t a = 0; a < stages->axes; a++) {
        make.axis = &stages->axis[a];
        for (uint32_t s = 0; s < make.axis->stages; s++) add_step(&make, &make.axis->stage[s]);
    }
    return !make.full
               ? NBL_SUCCESS
               : nbl_fail(error, NBL_ERROR_LIMIT, "program: it has room for %d steps, %d tables and %d operations",
                          NBL_PROGRAM_MOST_STEPS, NBL_PROGRAM_MOST_TABLES, NBL_PROGRAM_MOST_OPS);
}

static void put_program(nbl_fft_nd_text_t *text, const nbl_program_t *program) {
    const bool room = text->length < text->size;
    text->length +=
        nbl_program_text(program, room ? text->buffer + text->length : NULL, room ? text->size - text->length : 0);
}

void nbl_program_put_stages(nbl_fft_nd_text_t *text, const nbl_fft_nd_stages_t *stages) {
    nbl_error_t error;
    if (stages->program != NULL) {
        put_program(text, stages->program);
        return;
    }
    nbl_program_t *program = malloc(sizeof *program);
    const nbl_result_t result =
        program != NULL ? nbl_program_from_stages(stages, program, &error) : nbl_fail_memory(&error, "program");
    if (result == NBL_SUCCESS)
        put_program(text, program);
    else
        nbl_fft_nd_put(text, "%s\n", error.text);
    free(program);
}
