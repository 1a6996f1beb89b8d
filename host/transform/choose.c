/* All that is decided about a program.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose.h"

#include <string.h>

#include "fft/any_length.h"
#include "fft/array.h"
#include "fft/split.h"
#include "fft/tuning.h"
#include "transform/lines.h"

nbl_fft_limits_t nbl_choose_limits(bool wide) {
    return (nbl_fft_limits_t){.max_workgroup_invocations = wide ? 1024 : 256,
                              .max_shared_bytes = wide ? 65536 : 32768,
                              .subgroup_size = 32,
                              .max_buffer_bytes = UINT32_MAX,
                              .float16 = true,
                              .float64 = true,
                              .device = NBL_DEVICE_ANY};
}

nbl_choose_t nbl_choose_cpu(void) {
    return (nbl_choose_t){.limits = {.max_workgroup_invocations = 1,
                                     .max_shared_bytes = UINT32_MAX,
                                     .subgroup_size = 1,
                                     .max_buffer_bytes = UINT64_MAX,
                                     .float16 = true,
                                     .float64 = true,
                                     .device = NBL_DEVICE_ANY},
                          .is_cpu = true};
}

/* ---- Which way a line goes */

nbl_choose_way_t nbl_choose_way(const nbl_choose_t *choose, uint32_t length, uint32_t arithmetic, bool columns) {
    (void)choose, (void)columns;
    static const nbl_choose_way_t ways[] = {[NBL_FFT_ANY_COPY] = NBL_CHOOSE_COPY,
                                            [NBL_FFT_ANY_LINE] = NBL_CHOOSE_LINE,
                                            [NBL_FFT_ANY_SPLIT] = NBL_CHOOSE_SPLIT,
                                            [NBL_FFT_ANY_CHIRP] = NBL_CHOOSE_CHIRP};
    return ways[nbl_fft_any_way(length, arithmetic == NBL_FFT_FLOAT64 ? 8 : 4)];
}

/* Returns whether a real line of a length is scaled in its last radix; else it is scaled behind all operations. */
static bool scales_in_line(const nbl_problem_t *problem, uint32_t length) {
    const uint32_t usual = problem->inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
    return problem->scaling == NBL_FFT_SCALING_DEFAULT || problem->scaling == usual ||
           (problem->scales_odd_lines != 0 && length % 2 == 1);
}

bool nbl_choose_whole_line(const nbl_choose_t *choose, uint32_t length, bool is_real, bool columns, uint32_t *real) {
    const nbl_problem_t *problem = &choose->problem;
    (void)columns;
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)problem->precision;
    *real = is_real ? nbl_fft_array_kind(precision, length) : NBL_FFT_COMPLEX;
    return nbl_fft_array_has_length(precision, is_real, length) && (!is_real || scales_in_line(problem, length));
}

uint32_t nbl_choose_arithmetic(const nbl_choose_t *choose, bool chirp) {
    return chirp || choose->problem.precision == NBL_FFT_FLOAT64 ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
}

uint32_t nbl_choose_points(uint32_t length, uint32_t points[3]) { return nbl_fft_split(length, points); }

uint32_t nbl_choose_chirp(uint32_t length) { return nbl_fft_any_convolution_length(length); }

/* ---- How many transforms go together */

#define MOST_APART 4u /* elements from a line to the next: farther ones share no sector of memory */

bool nbl_choose_columns(uint64_t group, uint64_t stride, uint64_t neighbour) {
    return group > 1 && neighbour < stride && neighbour <= MOST_APART;
}

#define MOST_BESIDE 16u

uint32_t nbl_choose_beside(const nbl_fft_limits_t *limits, bool neighbours, bool real, uint32_t length, uint64_t group,
                           uint64_t transforms) {
    uint32_t beside = neighbours ? MOST_BESIDE : 1;
    while (beside > 1 && ((real && group % beside != 0) || beside / 2 >= transforms ||
                          (uint64_t)beside * length * 64 > limits->max_buffer_bytes))
        beside /= 2;
    return beside;
}

/* What a workspace takes at most where more than one transform would go through it. */
#define WORK_BYTES ((uint64_t)256 << 20)

uint64_t nbl_choose_chunk(const nbl_fft_limits_t *limits, uint64_t bytes, uint64_t largest, uint32_t beside) {
    const uint64_t most = limits->max_buffer_bytes;
    if (largest * beside > most) return 0;
    uint64_t chunk = WORK_BYTES / bytes;
    if (chunk > most / largest) chunk = most / largest;
    chunk = chunk / beside * beside;
    return chunk < beside ? beside : chunk;
}

/* Fewer lines and mirrors in a workgroup leave sectors of memory half-used. */
#define FEWEST_MIRRORED 4u
/* More elements of an invocation and their mirrors take too many registers, but where few lines do (docs/log/transforms.md). */
#define MOST_MIRRORED_ELEMENTS 20u
#define MOST_MIRRORED_POINTS 512u

bool nbl_choose_mirrors(uint32_t lines, uint32_t elements, uint32_t points) {
    return lines >= FEWEST_MIRRORED && (elements <= MOST_MIRRORED_ELEMENTS || points <= MOST_MIRRORED_POINTS);
}

/* A large array keeps one multiprocessor busy for longer than lines along its axes keep all of them: alone 100x100 took 8.9
 * us and 5.8, 64x64 4.5 and 6.0 (docs/log/transforms.md). */
#define LARGE_ARRAY 6144u
#define FEW_ARRAYS 64u

bool nbl_choose_enough_arrays(uint64_t elements, uint64_t arrays) {
    return elements <= LARGE_ARRAY || arrays >= FEW_ARRAYS;
}

/* ---- How a workgroup takes them */

#define LAST_STEP_INVOCATIONS 256u /* of a step without a line: one for each frequency */

static bool view_has_columns(const nbl_view_t *view, uint64_t group) {
    if (view->region >= NBL_VIEW_WORK0) return group > 1 && view->stride > 1;
    return nbl_choose_columns(group, view->stride, view->transforms[0].stride);
}

static const nbl_program_op_t *find(const nbl_program_step_t *step, uint32_t kind) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == kind) return &step->op[i];
    return NULL;
}

/* What a real signal's operation makes of a step: 1 and 2 as nbl_fft_kind_t has them; mirrored: in a pass, with roots from a
 * table. */
static void describe_real(const nbl_program_step_t *step, nbl_fft_lines_parameters_t *p) {
    const nbl_program_op_t *op = find(step, NBL_PROGRAM_UNPACK);
    if (op == NULL) op = find(step, NBL_PROGRAM_PACK);
    if (op != NULL) *(op->table == NBL_PROGRAM_NONE ? &p->real : &p->mirrored) = 1;
    if (find(step, NBL_PROGRAM_UNPACK_ONE) != NULL || find(step, NBL_PROGRAM_PACK_ONE) != NULL)
        p->real = NBL_FFT_REAL_TWO;
}

/* Radices and twiddles, which are all that changes bits. float16 is scaled radix by radix, those of 1 that a workgroup has for
 * the places of its elements among them. */
static nbl_result_t choose_line(nbl_program_step_t *step, uint32_t stored, bool pass, nbl_program_op_t *line,
                                nbl_error_t *error) {
    const nbl_fft_precision_t arithmetic = (nbl_fft_precision_t)step->arithmetic;
    const uint32_t dwords = nbl_fft_precision_dwords(arithmetic);
    line->twiddles = nbl_fft_exact_twiddles((nbl_fft_precision_t)stored);
    if (arithmetic != NBL_FFT_FLOAT16) {
        const char *radices = pass ? nbl_fft_split_radices(step->elements, dwords) : NULL;
        line->plan = nbl_fft_line_plan(step->elements, (nbl_fft_precision_t)stored, radices);
        return NBL_SUCCESS;
    }
    nbl_fft_lines_parameters_t real = {0};
    describe_real(step, &real);
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = arithmetic,
                                             .kind = (nbl_fft_kind_t)real.real,
                                             .length = step->elements,
                                             .batch = 1,
                                             .inverse = line->inverse != 0,
                                             .limits = nbl_fft_emulator_limits(0)};
    nbl_fft_transform_plan_t made;
    const nbl_result_t result = nbl_fft_transform_plan(&wanted, &made, error);
    if (result == NBL_SUCCESS) line->plan = made.parameters.plan;
    return result;
}

nbl_result_t nbl_choose_workgroup(const nbl_choose_t *choose, nbl_program_step_t *step, uint64_t group, uint32_t stored,
                                  bool pass, nbl_error_t *error) {
    nbl_program_op_t *line = NULL;
    for (uint32_t i = step->ops; i-- > 0;)
        if (step->op[i].kind == NBL_PROGRAM_LINE) line = &step->op[i];
    step->per_group = LAST_STEP_INVOCATIONS;
    if (line == NULL) return NBL_SUCCESS;
    if (choose->is_cpu) {
        step->per_group = 1;
        const nbl_result_t result = choose_line(step, stored, pass, line, error);
        for (uint32_t i = 0; i < step->ops; i++) /* a convolution's line back has the same points */
            if (step->op[i].kind == NBL_PROGRAM_LINE)
                step->op[i].plan = line->plan, step->op[i].twiddles = line->twiddles;
        return result;
    }
    const uint32_t dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)step->arithmetic);
    nbl_fft_lines_desc_t desc = {.precision = (nbl_fft_precision_t)step->arithmetic,
                                 .planned = (nbl_fft_precision_t)stored,
                                 .wisdom = choose->wisdom,
                                 .radices = pass ? nbl_fft_split_radices(step->elements, dwords) : NULL};
    nbl_fft_lines_parameters_t *p = &desc.parameters;
    nbl_instruction_order_t order;
    const bool columns[2] = {view_has_columns(&step->load, group), view_has_columns(&step->store, group)};
    describe_real(step, p);
    desc.length = p->real == NBL_FFT_REAL ? 2 * step->elements : step->elements;
    p->inverse = line->inverse;
    p->columns = pass || columns[0] || columns[1];
    p->pass_points = pass ? step->elements : 0;
    p->pass_before =
        pass ? (uint32_t)step->store.step : 0; /* what a line's results lie apart: the earlier passes' points */
    p->pass_after = pass ? (uint32_t)nbl_view_lines(&step->store) / p->pass_before : 0;
    p->turned = (pass ? p->pass_before == 1 && step->beside == 1 : columns[0] && !columns[1]) && p->real == 0;
    const nbl_result_t result = nbl_fft_lines_plan(&choose->limits, &desc, &order, error);
    if (result != NBL_SUCCESS) return result;
    step->order = order;
    step->per_group = p->ffts_per_workgroup;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->columns = p->columns;
    step->turned = p->turned;
    for (uint32_t i = 0; i < step->ops; i++) {
        if (step->op[i].kind != NBL_PROGRAM_LINE) continue;
        step->op[i].plan = p->plan;
        step->op[i].twiddles = p->twiddles;
        step->op[i].packed = p->packed;
    }
    return NBL_SUCCESS;
}

static bool lies_without_gaps(nbl_view_t view, uint32_t length) {
    const uint32_t loops = nbl_view_collapse(view.transforms, NBL_VIEW_MOST_LOOPS);
    return view.element == NBL_VIEW_COMPLEX && view.given == 0 && view.kept == 0 && view.stride == 1 &&
           (loops == 0 || (loops == 1 && view.transforms[0].stride == length));
}

nbl_result_t nbl_choose_whole_kernel(const nbl_choose_t *choose, nbl_program_step_t *step, uint32_t stored,
                                     nbl_error_t *error) {
    const nbl_problem_t *problem = &choose->problem;
    nbl_program_op_t *line = &step->op[0];
    const uint32_t usual = problem->inverse ? NBL_FFT_BY_LENGTH : NBL_FFT_UNNORMALIZED;
    if (choose->is_cpu || step->ops != 1 || line->kind != NBL_PROGRAM_LINE || stored != problem->precision ||
        line->normalization != usual || step->transforms > UINT32_MAX ||
        !lies_without_gaps(step->load, step->elements) || !lies_without_gaps(step->store, step->elements))
        return NBL_SUCCESS;
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = (nbl_fft_precision_t)problem->precision,
                                             .length = step->elements,
                                             .batch = choose->any_batch ? 1 : (uint32_t)step->transforms,
                                             .inverse = problem->inverse != 0,
                                             .wisdom = choose->wisdom,
                                             .limits = choose->limits};
    nbl_fft_transform_plan_t made;
    const nbl_result_t result = nbl_fft_transform_plan(&wanted, &made, error);
    if (result != NBL_SUCCESS) return result;
    const nbl_fft_transform_parameters_t *p = &made.parameters;
    step->order = made.desc.instruction_order;
    step->per_group = p->ffts_per_workgroup;
    step->rounds = p->rounds;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->columns = step->turned = 0;
    line->plan = p->plan;
    line->twiddles = p->twiddles;
    line->packed = p->packed;
    return NBL_SUCCESS;
}

bool nbl_choose_resident(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, nbl_program_step_t *step) {
    nbl_fft_lines_desc_t desc = {.precision = (nbl_fft_precision_t)step->arithmetic,
                                 .planned = (nbl_fft_precision_t)step->arithmetic};
    if (choose->is_cpu || !nbl_fft_lines_plan_arrays(&choose->limits, lengths, axes, &desc)) return false;
    const nbl_fft_lines_parameters_t *p = &desc.parameters;
    const nbl_fft_plan_t plans[3] = {p->plan, p->second_plan, p->third_plan};
    const uint32_t distances[3] = {p->distance, p->second_distance, p->third_distance};
    nbl_program_op_t *op = step->op;
    for (uint32_t a = 0; a < axes; a++) {
        if (a > 0)
            *op++ = (nbl_program_op_t){.kind = NBL_PROGRAM_TRADE,
                                       .table = NBL_PROGRAM_NONE,
                                       .row = p->row,
                                       .pitch = p->row_pitch,
                                       .planes = p->planes};
        *op++ = (nbl_program_op_t){.kind = NBL_PROGRAM_LINE,
                                   .table = NBL_PROGRAM_NONE,
                                   .plan = plans[a],
                                   .twiddles = p->twiddles,
                                   .distance = distances[a]};
    }
    step->ops = (uint32_t)(op - step->op);
    step->per_group = p->arrays;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    return true;
}
