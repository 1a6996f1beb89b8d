/* How a workgroup takes lines, and arrays that it holds.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose.h"
#include "transform/choose_cpu.h"

#include "error/error.h"
#include "fft/split.h"
#include "fft/tuning.h"
#include "transform/lines.h"

#define LAST_STEP_INVOCATIONS 256u /* of a step without a line: one for each frequency */

static bool view_has_columns(const nbl_fft_limits_t *limits, const nbl_view_t *view, uint64_t group) {
    if (view->region >= NBL_VIEW_WORK0) return group > 1 && view->stride > 1;
    return nbl_choose_columns(limits, group, view->stride, view->transforms[0].stride);
}

static const nbl_program_op_t *find(const nbl_program_step_t *step, uint32_t kind) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == kind) return &step->op[i];
    return NULL;
}

/* Returns whether a step goes there and back: two lines, with a product between. */
static bool goes_back(const nbl_program_step_t *step) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < step->ops; i++) lines += step->op[i].kind == NBL_PROGRAM_LINE;
    return lines == 2 && find(step, NBL_PROGRAM_TRADE) == NULL;
}

/* What a real signal's operation makes of a step: 1 and 2 as nbl_fft_kind_t has them; mirrored: in a pass, with roots
 * from a table. */
static void describe_real(const nbl_program_step_t *step, nbl_fft_lines_parameters_t *p) {
    const nbl_program_op_t *op = find(step, NBL_PROGRAM_UNPACK);
    if (op == NULL) op = find(step, NBL_PROGRAM_PACK);
    if (op != NULL) *(op->table == NBL_PROGRAM_NONE ? &p->real : &p->mirrored) = 1;
    if (find(step, NBL_PROGRAM_UNPACK_ONE) != NULL || find(step, NBL_PROGRAM_PACK_ONE) != NULL)
        p->real = NBL_FFT_REAL_TWO;
}

/* Radices and twiddles, which are all that changes bits. float16 is scaled radix by radix, those of 1 that a workgroup
 * has for the places of its elements among them. */
static nbl_result_t choose_line(const nbl_choose_t *choose, nbl_program_step_t *step, uint32_t stored, bool split,
                                nbl_program_op_t *line, nbl_error_t *error) {
    const nbl_fft_precision_t arithmetic = (nbl_fft_precision_t)step->arithmetic;
    const uint32_t dwords = nbl_fft_precision_dwords(arithmetic);
    line->twiddles = nbl_fft_exact_twiddles((nbl_fft_precision_t)stored);
    if (choose->fast_lines && arithmetic != NBL_FFT_FLOAT16 &&
        nbl_choose_cpu_primes(step->elements, dwords, &line->plan))
        return NBL_SUCCESS;
    if (arithmetic != NBL_FFT_FLOAT16) {
        const char *radices = split ? nbl_fft_split_radices(step->elements, dwords) : NULL;
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

/* Returns whether lines of a pass lie as those of an axis do: rules/blocks.c. */
static bool lies_as_axis(const nbl_program_step_t *step) {
    const nbl_program_op_t *twiddle = find(step, NBL_PROGRAM_TWIDDLE);
    return twiddle != NULL && step->load.step == step->store.step &&
           step->store.step == (uint64_t)twiddle->before * twiddle->after;
}

/* Describes a step with a line for its plan. */
static void describe(const nbl_choose_t *choose, const nbl_program_step_t *step, const nbl_program_op_t *line,
                     uint64_t group, nbl_fft_lines_desc_t *desc) {
    const nbl_fft_limits_t *limits = &choose->limits;
    const bool columns[2] = {view_has_columns(limits, &step->load, group),
                             view_has_columns(limits, &step->store, group)};
    const bool in_lines = step->load.lines[0].count != 0 || step->store.lines[0].count != 0,
               pass = in_lines && !lies_as_axis(step);
    const nbl_program_op_t *product = find(step, NBL_PROGRAM_MULTIPLY);
    const uint32_t lines = (uint32_t)nbl_view_lines(&step->load),
                   sector = nbl_sector_bytes(limits->device) /
                            nbl_fft_precision_element_bytes((nbl_fft_precision_t)choose->problem.precision);
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    *desc = (nbl_fft_lines_desc_t){.precision = (nbl_fft_precision_t)step->arithmetic,
                                   .wisdom = choose->wisdom,
                                   .fast = nbl_choose_is_fast(choose),
                                   .uneven = choose->problem.real || step->load.stride % sector != 0,
                                   .lines = step->transforms * lines,
                                   .addresses = choose->limits.addresses && step->arithmetic != NBL_FFT_FLOAT16};
    describe_real(step, p);
    desc->length = p->real == NBL_FFT_REAL ? 2 * step->elements : step->elements;
    p->inverse = line->inverse;
    p->fused = goes_back(step);
    p->permuted = find(step, NBL_PROGRAM_PERMUTE) != NULL;
    p->period = product != NULL ? product->period : 0;
    p->columns = in_lines || columns[0] || columns[1];
    if (!pass && p->columns == 1) {
        const uint64_t apart[2] = {step->load.stride * step->load.step, step->store.stride * step->store.step};
        if (in_lines || (columns[0] && columns[1]))
            desc->apart = (apart[0] < apart[1] ? apart[0] : apart[1]) *
                          nbl_fft_precision_element_bytes((nbl_fft_precision_t)choose->problem.precision);
    }
    if (pass) { /* the points of earlier passes are what elements lie apart, as they are stored or, there and back,
                 * loaded */
        p->pass_points = step->elements;
        p->pass_before = (uint32_t)(p->fused == 1 ? step->load.step : step->store.step);
        p->pass_after = (uint32_t)nbl_program_pass_lines(step) / p->pass_before;
    }
    p->turned =
        (in_lines ? pass && (p->pass_before == 1 || p->fused == 1) && step->beside == 1 : columns[0] && !columns[1]) &&
        p->real == 0;
}

/* Plans a line of radices times a prime. */
static nbl_result_t choose_prime(const nbl_choose_t *choose, nbl_program_step_t *step, nbl_error_t *error) {
    nbl_program_op_t *line = &step->op[0];
    nbl_fft_lines_desc_t desc = {.precision = (nbl_fft_precision_t)step->arithmetic};
    const nbl_fft_lines_parameters_t *p = &desc.parameters;
    if (!nbl_fft_lines_plan_prime(&choose->limits, step->elements, &desc))
        return nbl_fail(error, NBL_ERROR_LIMIT, "length %u: no plan has room", step->elements);
    line->plan = p->plan;
    line->plan.fft_length = step->elements;
    line->second = p->second_plan;
    line->pitch = p->row_pitch;
    line->twiddles = p->twiddles;
    step->per_group = p->arrays;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->order = NBL_INSTRUCTION_ORDER_DEFAULT;
    step->columns = step->turned = 0;
    return NBL_SUCCESS;
}

nbl_result_t nbl_choose_workgroup(const nbl_choose_t *choose, nbl_program_step_t *step, uint64_t group, uint32_t stored,
                                  bool split, nbl_error_t *error) {
    nbl_program_op_t *line = NULL;
    for (uint32_t i = step->ops; i-- > 0;) {
        nbl_program_op_t *op = &step->op[i];
        if (op->kind == NBL_PROGRAM_LINE) line = op;
        if (op->kind == NBL_PROGRAM_UNPACK || op->kind == NBL_PROGRAM_PACK) op->stepped = nbl_choose_is_fast(choose);
    }
    step->per_group = LAST_STEP_INVOCATIONS;
    if (line == NULL) return NBL_SUCCESS;
    if (choose->is_cpu) {
        step->per_group = 1;
        const nbl_result_t result = choose_line(choose, step, stored, split, line, error);
        for (uint32_t i = 0; i < step->ops; i++) /* a convolution's line back has the same points */
            if (step->op[i].kind == NBL_PROGRAM_LINE)
                step->op[i].plan = line->plan, step->op[i].twiddles = line->twiddles;
        return result;
    }
    if (line->prime != 0) return choose_prime(choose, step, error);
    nbl_fft_lines_desc_t desc;
    nbl_instruction_order_t order;
    nbl_fft_lines_parameters_t *p = &desc.parameters;
    describe(choose, step, line, group, &desc);
    desc.planned = (nbl_fft_precision_t)stored;
    char given[96];
    if (line->plan.passes != 0) { /* by the rule */
        (void)nbl_fft_plan_radices_text(line->plan, "x", given, sizeof given);
        desc.radices = given;
    } else if (split)
        desc.radices =
            nbl_fft_split_radices(step->elements, nbl_fft_precision_dwords((nbl_fft_precision_t)step->arithmetic));
    const nbl_result_t result = nbl_fft_lines_plan(&choose->limits, &desc, &order, error);
    if (result != NBL_SUCCESS) return result;
    step->order = order;
    step->per_group = p->ffts_per_workgroup;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->columns = p->columns;
    step->turned = p->turned;
    for (uint32_t i = 0; i < step->ops; i++) {
        nbl_program_op_t *op = &step->op[i];
        if (op->kind == NBL_PROGRAM_PERMUTE) op->reordered = p->reordered;
        if (op->kind != NBL_PROGRAM_LINE) continue;
        op->plan = p->plan;
        op->twiddles = p->twiddles;
    }
    return NBL_SUCCESS;
}

static bool lies_without_gaps(nbl_view_t view, uint32_t length) {
    const uint32_t loops = nbl_view_collapse(view.transforms, NBL_VIEW_MOST_LOOPS);
    return view.element == NBL_VIEW_COMPLEX && view.given == 0 && view.kept == 0 && view.stride == 1 &&
           (loops == 0 || (loops == 1 && view.transforms[0].stride == length));
}

/* Makes a step of short rows that are traded before and behind their line. Returns whether it is faster so. */
static bool choose_traded(const nbl_choose_t *choose, nbl_program_step_t *step) {
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)choose->problem.precision;
    nbl_fft_lines_desc_t desc = {.precision = precision, .planned = precision, .fast = true};
    const nbl_fft_lines_parameters_t *p = &desc.parameters;
    if (choose->any_batch || !nbl_fft_lines_plan_rows(&choose->limits, step->elements, choose->fused, &desc) ||
        !nbl_choose_trades_rows(choose, step->elements, step->elements / p->plan.invocations,
                                step->transforms / p->arrays))
        return false;
    const nbl_program_op_t trade = {.kind = NBL_PROGRAM_TRADE,
                                    .table = NBL_PROGRAM_NONE,
                                    .row = p->row,
                                    .pitch = p->row_pitch,
                                    .planes = p->planes};
    step->op[1] = step->op[0];
    step->op[1].plan = p->plan;
    step->op[1].twiddles = p->twiddles;
    step->op[0] = step->op[2] = trade;
    step->ops = 3;
    step->per_group = p->arrays;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    step->order = NBL_INSTRUCTION_ORDER_DEFAULT;
    step->columns = step->turned = 0;
    return true;
}

nbl_result_t nbl_choose_whole_kernel(const nbl_choose_t *choose, nbl_program_step_t *step, uint32_t stored,
                                     nbl_error_t *error) {
    const nbl_problem_t *problem = &choose->problem;
    nbl_program_op_t *line = &step->op[0];
    const uint32_t usual = problem->inverse ? NBL_FFT_BY_LENGTH : NBL_FFT_UNNORMALIZED;
    if (choose->is_cpu || step->ops != 1 || line->kind != NBL_PROGRAM_LINE || line->prime != 0 ||
        stored != problem->precision || line->normalization != usual || step->transforms > UINT32_MAX ||
        !lies_without_gaps(step->load, step->elements) || !lies_without_gaps(step->store, step->elements))
        return NBL_SUCCESS;
    if (choose_traded(choose, step)) return NBL_SUCCESS;
    const bool is_fused =
        nbl_fused_compiled_as((nbl_mode_t)problem->mode, (nbl_fft_precision_t)problem->precision) == NBL_MODE_FUSED;
    nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                       .precision = (nbl_fft_precision_t)problem->precision,
                                       .length = step->elements,
                                       .batch = choose->any_batch ? UINT32_MAX : (uint32_t)step->transforms,
                                       .inverse = problem->inverse != 0,
                                       .wisdom = choose->wisdom,
                                       .any_radices = nbl_choose_is_fast(choose),
                                       .fused = choose->fused || is_fused,
                                       .limits = choose->limits};
    nbl_fft_transform_plan_t made;
    if (choose->any_batch) wanted.limits.max_buffer_bytes = UINT64_MAX;
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

/* By device address halves are computed in float32, as in all passes by address. */
static nbl_fft_lines_desc_t describe_arrays(const nbl_choose_t *choose, uint32_t real) {
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)choose->problem.precision;
    const bool addresses = nbl_choose_is_fast(choose) && choose->limits.addresses;
    const bool halves = precision == NBL_FFT_FLOAT16_STORAGE || (precision == NBL_FFT_FLOAT16 && addresses);
    return (nbl_fft_lines_desc_t){.precision = halves ? NBL_FFT_FLOAT32 : precision,
                                  .planned = halves ? NBL_FFT_FLOAT16_STORAGE : precision,
                                  .fast = nbl_choose_is_fast(choose),
                                  .addresses = addresses && (halves || precision != NBL_FFT_FLOAT16),
                                  .parameters = {.mirrored = real, .inverse = choose->problem.inverse}};
}

double nbl_choose_resident_time(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real,
                                nbl_fft_plan_t plans[3], uint32_t *invocations) {
    nbl_fft_lines_desc_t desc = describe_arrays(choose, real);
    const double odd = real == NBL_CHOOSE_PAIRS_OF_ROWS ? 1 : real == NBL_FFT_REAL_TWO ? 2 : 0;
    const double time = nbl_fft_lines_arrays_time(&choose->limits, lengths, axes, &desc, plans);
    *invocations = desc.parameters.invocations;
    return time + odd * nbl_fact_number_of(choose->limits.device, NBL_NUMBER_ARRAYS_ODD_ROWS);
}

/* Returns whether a workgroup may hold a real array, by the invocations that the model has for it. */
static bool holds_real(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real) {
    nbl_fft_plan_t plans[3];
    uint32_t invocations;
    (void)nbl_choose_resident_time(choose, lengths, axes, real, plans, &invocations);
    return nbl_choose_holds_real(choose, lengths, axes, real, invocations);
}

bool nbl_choose_resident(const nbl_choose_t *choose, const uint32_t *lengths, uint32_t axes, uint32_t real,
                         const char *radices, nbl_program_step_t *step) {
    nbl_fft_lines_desc_t desc = describe_arrays(choose, real);
    desc.radices = radices;
    const bool rounds = desc.precision != desc.planned; /* between two axes, where exact mode does */
    if (choose->is_cpu || (rounds && !nbl_choose_is_fast(choose)) ||
        !nbl_fft_lines_plan_arrays(&choose->limits, lengths, axes, &desc))
        return false;
    const nbl_fft_lines_parameters_t *p = &desc.parameters;
    if (real != NBL_FFT_COMPLEX && !holds_real(choose, lengths, axes, real)) return false;
    step->arithmetic = desc.precision;
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
    for (uint32_t i = 0, packs = nbl_choose_packs(choose, step); i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE) step->op[i].packed = packs;
    step->per_group = p->arrays;
    step->invocations = p->invocations;
    step->shared = p->shared_dwords;
    return true;
}
