/* Functions that all rules use: they make loops, views of arrays and of the workspace, operations and steps.
 * SPDX-License-Identifier: Apache-2.0
 * A rule turns a part of a problem, such as one axis, into steps of a program (rules.h). A line is the elements of one
 * transform.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "error/error.h"
#include "transform/choose_tickets.h"
#include "transform/rules/rules.h"

/* ---- Loops */

/* Adds a loop inside the last one. If both together are evenly spaced, and have at most `most` trips, the last loop
 * becomes both instead. A loop of one trip is left out.
 *
 * most         the most trips of one loop
 * count        trips, 1 or more
 * load, store  stride of the loop in the input and in the output, in elements */
void nbl_rules_add_loop(nbl_rules_loops_t *loops, uint64_t most, uint64_t count, uint64_t load, uint64_t store) {
    if (count == 1) return;
    const uint32_t last = loops->count - 1; /* used only if there is a loop */
    const bool continues = loops->count > 0 && loops->load[last].count <= most / count &&
                           loops->load[last].stride == count * load && loops->store[last].stride == count * store;
    const uint32_t at = continues ? last : loops->count++;
    if (continues) count *= loops->load[last].count;
    loops->load[at] = (nbl_view_loop_t){count, load};
    loops->store[at] = (nbl_view_loop_t){count, store};
}

/* Gives the axis's two views these loops, the innermost first. The lines of the innermost loop are the axis's group:
 * they lie side by side. The trips of all loops multiplied are the axis's number of transforms. */
void nbl_rules_lay_loops(const nbl_rules_loops_t *loops, nbl_rules_axis_t *axis) {
    axis->group = axis->transforms = 1;
    for (uint32_t k = 0; k < loops->count; k++) {
        const uint32_t from = loops->count - 1 - k;
        axis->load.transforms[k] = loops->load[from];
        axis->store.transforms[k] = loops->store[from];
        if (k == 0) axis->group = loops->load[from].count;
        axis->transforms *= loops->load[from].count;
    }
}

/* ---- Views */

/* Returns how an array stores numbers, as seen by a step: OWN if in the step's own precision, else FLOATS or HALVES.
 *
 * array, arithmetic  precisions, NBL_FFT_FLOAT32 and so on, of the array and of the step */
static uint32_t storage_of(uint32_t array, uint32_t arithmetic) {
    if (array == arithmetic) return NBL_VIEW_OWN;
    return array == NBL_FFT_FLOAT32 ? NBL_VIEW_FLOATS : NBL_VIEW_HALVES;
}

/* Returns whether two neighbouring real numbers of a line can be taken as one complex number: they lie side by side,
 * and each line and each part of it that is given or kept begins and ends at an even number. */
static bool lies_in_pairs(const nbl_view_t *view) {
    bool even = view->stride == 1 && (view->given | view->kept_from | view->kept) % 2 == 0 &&
                (view->apart.count | view->apart.stride) % 2 == 0;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && view->transforms[i].count > 0; i++)
        even = even && view->transforms[i].stride % 2 == 0;
    return even;
}

/* Returns a view of the axis's input or output. Real numbers become `element`, or COMPLEX, with all counts and strides
 * halved, where they lie in pairs.
 *
 * which       0: input; another number: output
 * arithmetic  precision of the step
 * element     of real numbers: NBL_VIEW_REAL, NBL_VIEW_PAIR or NBL_VIEW_HERMITIAN */
nbl_view_t nbl_rules_array(const nbl_rules_t *rules, int which, uint32_t arithmetic, uint32_t element) {
    nbl_view_t view = which == 0 ? rules->axis.load : rules->axis.store;
    view.storage = storage_of(rules->choose.problem.precision, arithmetic);
    if (view.element != NBL_VIEW_REAL || element == NBL_VIEW_REAL) return view;
    view.element = element;
    if (!lies_in_pairs(&view)) return view;
    view.element = NBL_VIEW_COMPLEX;
    view.given /= 2;
    view.kept_from /= 2;
    view.kept /= 2;
    view.apart.count /= 2;
    view.apart.stride /= 2;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS; i++) view.transforms[i].stride /= 2;
    return view;
}

/* Returns a view of a part of the workspace, and makes the part at least as large as the view needs.
 *
 * number      of the part, from 0
 * elements    complex numbers of each transform
 * arithmetic  their precision */
nbl_view_t nbl_rules_work(nbl_rules_t *rules, uint32_t number, uint64_t elements, uint32_t arithmetic) {
    nbl_rules_axis_t *axis = &rules->axis;
    const uint32_t bytes = nbl_fft_precision_element_bytes((nbl_fft_precision_t)arithmetic);
    const uint64_t beside = axis->interleaves ? axis->beside : 1;
    if (axis->work_elements[number] < elements) axis->work_elements[number] = elements;
    if (axis->work_bytes[number] < bytes) axis->work_bytes[number] = bytes;
    /* A block has `beside` transforms side by side; blocks lie one after the other. The count of blocks is 1 for now:
     * workspace.c sets it when all steps are known. */
    return (nbl_view_t){.region = NBL_VIEW_WORK0 + number,
                        .stride = beside,
                        .step = 1,
                        .transforms = {{beside, 1}, {1, beside * elements}}};
}

/* ---- Operations */

/* Adds an operation without a table to a step, and returns it. The caller keeps to the room in step->op. */
nbl_program_op_t *nbl_rules_op(nbl_program_step_t *step, uint32_t kind) {
    nbl_program_op_t *op = &step->op[step->ops++];
    *op = (nbl_program_op_t){.kind = kind, .table = NBL_PROGRAM_NONE};
    return op;
}

/* Adds a product of each element and the number of a table, and returns the operation. If the program has no room for
 * the table, the operation's table is NBL_PROGRAM_NONE, and nbl_rules_add() refuses the step.
 *
 * conjugates  what is conjugated: 0, NBL_RULES_CONJUGATES_ELEMENT or NBL_RULES_CONJUGATES_PRODUCT */
nbl_program_op_t *nbl_rules_multiply(nbl_rules_t *rules, nbl_program_step_t *step, nbl_program_table_t table,
                                     uint32_t conjugates) {
    nbl_program_op_t *op = nbl_rules_op(step, NBL_PROGRAM_MULTIPLY);
    op->table = nbl_program_add_table(rules->program, table);
    op->conjugates = conjugates;
    return op;
}

/* Adds a transform of each line, without a plan, and returns the operation.
 *
 * points         elements of a line
 * normalization  NBL_FFT_UNNORMALIZED, NBL_FFT_BY_LENGTH or NBL_FFT_BY_ROOT */
nbl_program_op_t *nbl_rules_line(nbl_program_step_t *step, uint32_t points, bool inverse, uint32_t normalization) {
    nbl_program_op_t *op = nbl_rules_op(step, NBL_PROGRAM_LINE);
    op->plan.fft_length = points;
    op->inverse = inverse;
    op->normalization = normalization;
    op->distance = 1; /* elements of a line are side by side (program.h) */
    return op;
}

/* Returns the index of a step's first NBL_PROGRAM_LINE operation, or step->ops if it has none. */
uint32_t nbl_rules_line_of(const nbl_program_step_t *step) {
    uint32_t i = 0;
    while (i < step->ops && step->op[i].kind != NBL_PROGRAM_LINE) i++;
    return i;
}

bool nbl_rules_is_long_row(const nbl_rules_t *rules, uint32_t points) {
    const nbl_rules_axis_t *axis = &rules->axis;
    return points == axis->length && !axis->real && !axis->convolves && rules->choose.tickets == NULL &&
           axis->load.stride == 1 && axis->store.stride == 1 && nbl_choose_long_row(&rules->choose, points);
}

/* ---- Scaling. Complex lines are scaled in their last radix pass. Real signals are not: nbl_rules_scale() adds an
 * operation for them. */

/* Returns the normalization that a problem's scaling and direction ask for. */
uint32_t nbl_rules_normalization(const nbl_problem_t *problem) {
    const bool divides = problem->scaling == NBL_FFT_SCALING_DEFAULT && problem->inverse;
    return divides || problem->scaling == NBL_FFT_SCALING_BY_LENGTH ? NBL_FFT_BY_LENGTH
           : problem->scaling == NBL_FFT_SCALING_BY_ROOT            ? NBL_FFT_BY_ROOT
                                                                    : NBL_FFT_UNNORMALIZED;
}

/* Adds the operation that scales a real signal's results: by 1, 1 / length or 1 / sqrt(length), as the problem says,
 * and by 2 for an inverse transform of an even length, since it is made of a complex one of half the length, whose
 * results are half as large. Adds none for a factor of 1, or for a complex signal. */
void nbl_rules_scale(const nbl_rules_t *rules, nbl_program_step_t *step) {
    const nbl_rules_axis_t *axis = &rules->axis;
    const uint32_t how = nbl_rules_normalization(&rules->choose.problem);
    const bool twice = axis->length % 2 == 0 && rules->choose.problem.inverse;
    const uint32_t divisor = how == NBL_FFT_UNNORMALIZED ? 1 : axis->length;
    const double by = how == NBL_FFT_BY_ROOT ? sqrt(divisor) : divisor;
    if (!axis->real || (twice ? 2 : 1) == by) return;
    nbl_program_op_t *op = nbl_rules_op(step, NBL_PROGRAM_SCALE);
    op->twice = twice;
    op->divisor = divisor;
    op->is_root = how == NBL_FFT_BY_ROOT;
}

/* ---- Steps */

/* Adds a copy of a step to the program, with a plan that choose.h makes. Errors: LIMIT (the program has no room, the
 * device lacks float64, no plan fits). After an error of the plan the step stays in the program.
 *
 * of      the step, without a plan
 * stored  precision for which the plan is made: the step's, or FLOAT16_STORAGE
 * split   true: the step is one pass of a line that is split into several, with points of nbl_choose_points() */
nbl_result_t nbl_rules_add(nbl_rules_t *rules, const nbl_program_step_t *of, uint32_t stored, bool split) {
    nbl_program_t *program = rules->program;
    const nbl_rules_axis_t *axis = &rules->axis;
    if (program->steps == rules->room)
        return nbl_fail(rules->error, NBL_ERROR_LIMIT, "program: it has room for %u steps", rules->room);
    for (uint32_t i = 0; i < of->ops; i++)
        if (of->op[i].kind == NBL_PROGRAM_MULTIPLY && of->op[i].table == NBL_PROGRAM_NONE)
            return nbl_fail(rules->error, NBL_ERROR_LIMIT, "program: it has room for %u tables",
                            (unsigned)NBL_PROGRAM_MOST_TABLES);
    if (of->arithmetic == NBL_FFT_FLOAT64 && !rules->choose.limits.float64) /* chirp.c says which lengths need it */
        return nbl_fail(
            rules->error, NBL_ERROR_LIMIT,
            "length %u: exact mode computes its prime factors above 13 in float64, which the device lacks or "
            "which was not enabled (NBL_FEATURE_FLOAT64): use fast mode or the CPU",
            axis->length);
    nbl_program_step_t *step = &program->step[program->steps++];
    const size_t bytes = offsetof(nbl_program_step_t, op) + of->ops * sizeof of->op[0];
    memcpy(step, of, bytes);
    memset((char *)step + bytes, 0, sizeof *step - bytes); /* so that equal steps have equal bytes */
    step->round = rules->axes;
    step->transforms = step->chunk = axis->transforms;
    rules->stored = stored;
    /* Whether the step reads the input or writes the output, and whether it is one of several passes over a line. */
    const bool meets_array = step->load.region < NBL_VIEW_WORK0 || step->store.region < NBL_VIEW_WORK0;
    const bool pass = step->load.lines[0].count != 0 || step->store.lines[0].count != 0;
    const bool packs = !axis->real && nbl_choose_packs(&rules->choose, step);
    step->beside = pass && (axis->interleaves || meets_array) ? axis->beside : 1;
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE) step->op[i].packed = packs;
    if (rules->choose.tickets != NULL)
        return nbl_choose_tickets_step(rules->choose.tickets, program->steps - 1 - rules->replacing, step);
    return nbl_choose_workgroup(&rules->choose, step, axis->group, stored, split, rules->error);
}
