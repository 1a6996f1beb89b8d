/* Arrays that a workgroup holds: several axes in one step, which goes through memory once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the axes of a complex or real array.
 * Out:    one step whose line is an array: load, `line` along the last axis, `trade`, `line` along the one before,
 *         store. A row of 2 n real numbers is n complex ones: `unpack` behind the last line makes n + 1 frequencies of
 *         each row, or back `pack` before the first line takes them. Rows of odd length are paired with their
 *         neighbours, if a plane has an even number of them; else a row has real numbers for elements, and `unpack-one`
 *         or `pack-one`.
 * How:    elements stay with the invocations from axis to axis; `trade` passes them on through shared memory. The even
 *         and the odd columns, or rows, of a real array are real arrays; their transforms E and O, of several
 *         dimensions, are told apart by elements and their mirrors along all axes, as those of a line are:
 *         shaders/fft_lines_arrays_real.h.
 * When:   two or three axes are the last ones of the array, the lines along each have radices, and they have no gaps;
 *         all of the array is given and kept. choose.h says whether an array has room, whether it pays, and in which
 *         arithmetic. Large arrays pay where there are many. In fast mode the rule asks how many there are. In exact
 *         mode, whose programs do not follow from the batch, the program has both: this step, and behind it the steps
 *         that it `replaces`.
 */
#include <string.h>

#include "transform/rules/rules.h"

static bool is_dense(const nbl_program_side_t *side, uint32_t rank, uint32_t axes) {
    bool dense = true;
    uint64_t stride = 1;
    for (uint32_t d = rank; d-- > rank - axes; stride *= side->sizes[d]) dense = dense && side->strides[d] == stride;
    return dense;
}

/* Returns whether all of an array is given and kept. */
static bool is_whole(const nbl_problem_t *problem) {
    bool all = !nbl_rules_keeps_part(problem);
    for (uint32_t d = 0; d < problem->rank; d++) {
        const bool frequencies = problem->real && problem->inverse && d + 1 == problem->rank;
        all = all && problem->input.sizes[d] == (frequencies ? problem->sizes[d] / 2 + 1 : problem->sizes[d]);
    }
    return all;
}

/* Returns how many arrays it takes to keep a device busy. */
static uint64_t fewest_of(const nbl_fft_limits_t *limits, const uint32_t *lengths, uint32_t axes) {
    uint64_t elements = 1;
    for (uint32_t a = 0; a < axes; a++) elements *= lengths[a];
    return nbl_choose_fewest_arrays(limits, elements);
}

static uint64_t arrays_of(const nbl_problem_t *problem, uint32_t axes) {
    uint64_t arrays = problem->batch;
    for (uint32_t d = 0; d < problem->rank - axes; d++) arrays *= problem->sizes[d];
    return arrays;
}

/* Lays arrays out as an axis that has all of their elements in a line.
 *
 * from, to  what the axis reads and writes
 * blocks    of blocks.c, and 1 of whole arrays */
static void lay_arrays(const nbl_problem_t *problem, const nbl_program_side_t *from, const nbl_program_side_t *to,
                       uint32_t axes, uint32_t blocks, nbl_rules_axis_t *axis) {
    nbl_rules_loops_t loops = {0};
    const bool to_signals = problem->real && problem->inverse;
    const uint32_t rows = problem->rank - 2, last = problem->rank - 1;
    const uint64_t beside = blocks > 1 ? problem->sizes[rows] / blocks : 1;
    nbl_rules_add_loop(&loops, UINT64_MAX, problem->batch, from->distance, to->distance);
    for (uint32_t d = 0; d < problem->rank - axes; d++)
        nbl_rules_add_loop(&loops, UINT64_MAX, problem->sizes[d], from->strides[d], to->strides[d]);
    nbl_rules_add_loop(&loops, UINT64_MAX, blocks, from->strides[rows] * (to_signals ? beside : 1),
                       to->strides[rows] * (to_signals ? 1 : beside));
    nbl_rules_lay_loops(&loops, axis);
    if (blocks > 1)
        (to_signals ? &axis->store : &axis->load)->apart =
            (nbl_view_loop_t){problem->sizes[last], blocks * (to_signals ? to : from)->strides[rows]};
    axis->load.stride = axis->load.step = axis->store.stride = axis->store.step = 1;
    axis->load.element = from->real ? NBL_VIEW_REAL : NBL_VIEW_COMPLEX;
    axis->store.element = to->real ? NBL_VIEW_REAL : NBL_VIEW_COMPLEX;
}

/* Adds what the rows of a real array become, or were. */
static void add_real(nbl_rules_t *rules, uint32_t real, const uint32_t *lengths, nbl_program_step_t *step) {
    static const uint32_t kinds[][2] = {[NBL_FFT_REAL] = {NBL_PROGRAM_UNPACK, NBL_PROGRAM_PACK},
                                        [NBL_FFT_REAL_TWO] = {NBL_PROGRAM_UNPACK_ONE, NBL_PROGRAM_PACK_ONE},
                                        [NBL_CHOOSE_PAIRS_OF_ROWS] = {NBL_PROGRAM_UNPACK, NBL_PROGRAM_PACK}};
    const bool inverse = rules->choose.problem.inverse != 0;
    nbl_program_op_t *op = nbl_rules_op(step, kinds[real][inverse]);
    if (real != NBL_FFT_REAL_TWO) {
        op->rows = real == NBL_CHOOSE_PAIRS_OF_ROWS;
        op->table = nbl_program_add_table(rules->program,
                                          (nbl_program_table_t){.kind = NBL_PROGRAM_ROOTS, .n = lengths[op->rows]});
        op->stepped = 1;
    }
    if (!inverse) return;
    const nbl_program_op_t packs = *op;
    memmove(step->op + 1, step->op, (step->ops - 1) * sizeof *op);
    step->op[0] = packs;
}

/* Finds the axes that a workgroup holds together, and plans them.
 *
 * between  what they read, unless they are all axes and read the input
 * axes     of the array, in the order of its dimensions from the last one on
 * limit    the most that may be held, 1 to 3
 * lengths  receives the elements that a workgroup has along each
 * Returns how many: 2, 3 or none. */
static uint32_t find_axes(const nbl_rules_t *rules, const nbl_program_side_t *between,
                          const nbl_rules_axis_t *const *axes, uint32_t count, uint32_t limit, uint32_t real,
                          uint32_t *lengths, nbl_program_step_t *step) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const uint32_t rank = problem->rank;
    const bool asks_batch = nbl_choose_is_fast(&rules->choose);
    uint32_t most = 0;
    for (; most < limit && most < count && axes[most]->dimension + most + 1 == rank; most++) {
        const bool halved = real == (most == 0 ? NBL_FFT_REAL : NBL_CHOOSE_PAIRS_OF_ROWS) && most < 2;
        lengths[most] = axes[most]->length / (halved ? 2 : 1);
        if (lengths[most] < 2 || !nbl_choose_has_radices(&rules->choose, lengths[most])) break;
    }
    for (uint32_t k = most; k > 1; k--)
        if ((!asks_batch || arrays_of(problem, k) >= fewest_of(&rules->choose.limits, lengths, k)) &&
            is_dense(k == count ? &problem->input : between, rank, k) && is_dense(&problem->output, rank, k) &&
            nbl_choose_resident(&rules->choose, lengths, k, real, NULL, step))
            return k;
    return 0;
}

uint32_t nbl_rules_find_resident(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                                 uint32_t count, uint32_t most, nbl_rules_resident_t *resident) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool to_real = problem->real && problem->inverse;
    const nbl_rules_axis_t *ordered[NBL_PROGRAM_MOST_RANK];
    *resident = (nbl_rules_resident_t){.blocks = 1, .step = {.elements = 1, .beside = 1}};
    if (problem->dct != 0 || count < 2 || !is_whole(problem)) return 0;
    for (uint32_t a = 0; a < count; a++) ordered[a] = &axes[!to_real ? a : a == 0 ? count - 1 : a - 1];
    if (problem->real) {
        resident->real =
            ordered[0]->real ? nbl_choose_resident_rows(&rules->choose, ordered[0]->length, ordered[1]->length) : 0;
        if (resident->real == NBL_FFT_COMPLEX) return 0;
    }
    /* Back to real numbers other axes come first. */
    const nbl_program_side_t *from =
        to_real && axes[count - 1].load.region == NBL_VIEW_BETWEEN ? between : &problem->input;
    resident->axes = find_axes(rules, from, ordered, count, most, resident->real, resident->lengths, &resident->step);
    if (resident->axes == 0) return 0;
    resident->fewest =
        nbl_choose_is_fast(&rules->choose) ? 1 : fewest_of(&rules->choose.limits, resident->lengths, resident->axes);
    resident->load = to_real && resident->axes < count ? axes[count - 1].load.region : NBL_VIEW_INPUT;
    resident->store = to_real ? NBL_VIEW_OUTPUT : axes[resident->axes - 1].store.region;
    return resident->axes;
}

void nbl_rule_resident(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_resident_t *resident) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_program_step_t step = resident->step;
    const nbl_program_side_t *from = resident->load == NBL_VIEW_BETWEEN ? between : &problem->input;
    rules->axis = (nbl_rules_axis_t){.load.region = resident->load, .store.region = resident->store};
    lay_arrays(problem, from, &problem->output, resident->axes, resident->blocks, &rules->axis);
    const uint32_t element = resident->real == NBL_FFT_REAL ? NBL_VIEW_PAIR : NBL_VIEW_REAL;
    step.round = rules->axes;
    step.load = nbl_rules_array(rules, 0, step.arithmetic, element);
    step.store = nbl_rules_array(rules, 1, step.arithmetic, element);
    if (resident->real == NBL_CHOOSE_PAIRS_OF_ROWS) {
        nbl_view_t *reals = problem->inverse ? &step.store : &step.load;
        reals->element = NBL_VIEW_ROWS;
        reals->signal = resident->lengths[0];
    }
    step.transforms = step.chunk = rules->axis.transforms;
    for (uint32_t i = 0; i < step.ops; i++) {
        if (step.op[i].kind != NBL_PROGRAM_LINE) continue;
        step.elements *= step.op[i].plan.fft_length;
        step.op[i].inverse = problem->inverse;
        step.op[i].normalization = nbl_rules_normalization(problem);
    }
    if (resident->real != NBL_FFT_COMPLEX) add_real(rules, resident->real, resident->lengths, &step);
    rules->program->step[rules->program->steps++] = step;
    rules->axes++;
}
