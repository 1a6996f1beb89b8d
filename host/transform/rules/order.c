/* The axes of an array, one after the other.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a problem of several dimensions.
 * Out:    for each axis the lines along it, which other rules make steps of.
 * How:    a transform of several dimensions is one along each, in any order. The last axis comes first. The real axis
 *         is transformed where the signal is real: only there it has half as many complex numbers. The first axis reads
 *         the input, the last one writes the output, and those between work in place. The spectrum of a real signal has
 *         another place than the signal: on the way back the other axes work in a region between the two, or in the
 *         input if that may be overwritten.
 *         Elements that are not given are zeros. Lines of zeros are left out along axes that are still to come.
 *         Elements that are not kept are not stored, and lines of them are left out along axes that follow. As long as
 *         something is to be cut, the array does not fit the output: axes work in a region between, and the last one
 *         that cuts writes the output.
 * When:   always. An axis of one element is left out, unless its signal is real or it is the only one.
 *
 * Lines of an axis are numbered by loops over the other dimensions and the batch. Two loops are one if one
 * continues the other. A loop whose lines are neighbours in memory varies fastest, else the longest.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "error/error.h"
#include "fft/any_length.h"
#include "fft/tuning.h"
#include "nbl/host/plan.h"
#include "transform/choose_tickets.h"
#include "transform/make.h"
#include "transform/rules/rules.h"

/* ---- Regions */

static const nbl_program_side_t *side_of(const nbl_problem_t *problem, const nbl_program_side_t *between,
                                         uint32_t region) {
    return region == NBL_VIEW_INPUT ? &problem->input : region == NBL_VIEW_OUTPUT ? &problem->output : between;
}

static uint64_t frequencies_of(const nbl_problem_t *problem, uint32_t d) {
    const bool halved = problem->real && d == problem->axes[problem->axis_count - 1];
    return halved ? problem->sizes[d] / 2 + 1 : problem->sizes[d];
}

uint64_t nbl_problem_results(const nbl_problem_t *problem, uint32_t d) {
    return problem->inverse ? problem->sizes[d] : frequencies_of(problem, d);
}

/* Returns whether of a dimension's elements not all are kept. */
static bool keeps_part_of(const nbl_problem_t *problem, uint32_t d) {
    return problem->output.sizes[d] != nbl_problem_results(problem, d);
}

bool nbl_rules_keeps_part(const nbl_problem_t *problem) {
    for (uint32_t d = 0; d < problem->rank; d++)
        if (keeps_part_of(problem, d)) return true;
    return false;
}

/* Which of the axes is transformed as number i. */
static uint32_t nth_axis(const nbl_problem_t *problem, uint32_t i) {
    const uint32_t last = (uint32_t)problem->axis_count - 1;
    return !(problem->real && problem->inverse) ? last - i : i == last ? last : last - 1 - i;
}

/* Returns how many elements along dimension d an array between two axes has, where a part of the output is kept: those
 * that d's axis stores if it is the first one; those that it loads if it makes signals real, as the last one; the
 * larger of both if it works in place. */
static uint64_t cut_between(const nbl_problem_t *problem, uint32_t d) {
    const uint64_t in = problem->input.sizes[d], out = problem->output.sizes[d];
    if (d == problem->axes[nth_axis(problem, 0)]) return out;
    if (problem->real && d == problem->axes[problem->axis_count - 1]) return in;
    return in > out ? in : out;
}

/* Rows between two axes begin at multiples of ROW elements: 8 complex float32 fill a cache line. Rows shorter than
 * LEAST_PADDED would grow by more than an eighth. 1919x1039 of 1920x1040 takes .88 of the time that rows of 1039 take
 * (AMD EPYC, bench/scripts/kept.sh draw 12 45, 2026-11-29). */
enum { ROW = 8, LEAST_PADDED = 64 };

nbl_program_side_t nbl_rules_between(const nbl_problem_t *problem) {
    nbl_program_side_t side = {.real = problem->output.real && problem->input.real && !problem->convolves,
                               .distance = 1};
    const bool cut = !problem->convolves && nbl_rules_keeps_part(problem);
    for (uint32_t d = problem->rank; d-- > 0;) {
        side.sizes[d] = cut                                      ? cut_between(problem, d)
                        : problem->inverse || problem->convolves ? frequencies_of(problem, d)
                                                                 : problem->sizes[d];
        side.strides[d] = side.distance;
        side.distance *= side.sizes[d];
        if (cut && d + 1 == problem->rank && d > 0 && side.sizes[d] >= LEAST_PADDED)
            side.distance = (side.distance + ROW - 1) / ROW * ROW;
    }
    return side;
}

static bool goes_back_in_input(const nbl_problem_t *problem, const nbl_program_side_t *between) {
    const bool fits =
        memcmp(problem->input.sizes, between->sizes, sizeof between->sizes) == 0; /* else there is no place for it */
    return problem->real && problem->inverse && fits && (problem->overwrites_input || problem->in_place);
}

static uint32_t order_axes(const nbl_problem_t *problem, const nbl_program_side_t *between,
                           nbl_rules_axis_t axes[NBL_PROGRAM_MOST_RANK]) {
    const bool to_real = problem->real && problem->inverse;
    const uint32_t last = (uint32_t)problem->axis_count - 1;
    uint32_t count = 0, from = NBL_VIEW_INPUT, cut = 0; /* cut: axes as far as the last one that keeps a part */
    for (uint32_t i = 0; i <= last; i++)
        if (keeps_part_of(problem, (uint32_t)problem->axes[nth_axis(problem, i)])) cut = i;
    for (uint32_t i = 0; i <= last; i++) {
        const uint32_t which = nth_axis(problem, i);
        const uint32_t to = (to_real && i < last) || i < cut ? NBL_VIEW_BETWEEN : NBL_VIEW_OUTPUT;
        nbl_rules_axis_t *axis = &axes[count];
        *axis = (nbl_rules_axis_t){.dimension = (uint32_t)problem->axes[which],
                                   .real = problem->real && which == last,
                                   .load.region = from,
                                   .store.region = to};
        axis->length = (uint32_t)problem->sizes[axis->dimension];
        if (axis->length == 1 && !axis->real && problem->dct == 0 && from == to) continue;
        count++;
        from = to;
    }
    for (uint32_t a = 0; a + 1 < count && goes_back_in_input(problem, between); a++)
        axes[a].store.region = axes[a + 1].load.region = NBL_VIEW_INPUT;
    return count;
}

uint32_t nbl_problem_axes(const nbl_problem_t *problem, uint32_t dimensions[NBL_PROGRAM_MOST_RANK]) {
    const nbl_program_side_t between = nbl_rules_between(problem);
    nbl_rules_axis_t axes[NBL_PROGRAM_MOST_RANK];
    const uint32_t count = order_axes(problem, &between, axes);
    for (uint32_t a = 0; a < count; a++) dimensions[a] = axes[a].dimension;
    return count;
}

/* ---- How lines lie */

#define MOST_OF_GROUP 0x7fffffffu /* elements: what counts them has 31 bits */

/* Returns the loop that becomes the group: neighbouring lines, or if there are none the longest loop.
 *
 * batch  divides the count of the first loop, which counts arrays, or arrays and lines of an array: how many arrays
 *        there are, in a program for any batch, else 1 */
static uint32_t group_of(const nbl_rules_loops_t *loops, uint64_t batch) {
    uint32_t best = 0;
    uint64_t most = 0;
    for (uint32_t k = 0; k < loops->count; k++) {
        const uint64_t count = loops->load[k].count / (k == 0 ? batch : 1);
        if (loops->load[k].stride == 1 && loops->store[k].stride == 1) return k;
        if (count <= most) continue;
        best = k;
        most = count;
    }
    return best;
}

static void swap(nbl_view_loop_t *a, nbl_view_loop_t *b) {
    const nbl_view_loop_t kept = *a;
    *a = *b;
    *b = kept;
}

static void lay_side(const nbl_program_side_t *side, const nbl_rules_axis_t *axis, uint64_t elements,
                     nbl_view_t *view) {
    view->element = side->real ? NBL_VIEW_REAL : NBL_VIEW_COMPLEX;
    view->stride = elements == 1 ? 1 : side->strides[axis->dimension];
    view->step = 1;
}

/* Elements of a line as it is read, if all are given. */
static uint64_t elements_of(const nbl_problem_t *problem, const nbl_rules_axis_t *axis) {
    return axis->real && problem->inverse ? axis->length / 2 + 1 : axis->length;
}

void nbl_rules_lay_axis(nbl_rules_t *rules, const nbl_program_side_t *from, const nbl_program_side_t *to,
                        const uint64_t *lines) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_rules_axis_t *axis = &rules->axis;
    const uint64_t all = elements_of(problem, axis);
    nbl_rules_loops_t loops = {0};
    nbl_rules_add_loop(&loops, MOST_OF_GROUP / axis->length, problem->batch, from->distance, to->distance);
    for (uint32_t d = 0; d < problem->rank; d++)
        if (d != axis->dimension)
            nbl_rules_add_loop(&loops, MOST_OF_GROUP / axis->length, lines[d], from->strides[d], to->strides[d]);
    lay_side(from, axis, all, &axis->load);
    lay_side(to, axis, axis->load.region == axis->store.region ? all : to->sizes[axis->dimension], &axis->store);
    if (loops.count > 0) {
        const uint32_t group = group_of(&loops, rules->choose.any_batch ? problem->batch : 1), last = loops.count - 1;
        swap(&loops.load[group], &loops.load[last]);
        swap(&loops.store[group], &loops.store[last]);
    }
    nbl_rules_lay_loops(&loops, axis);
}

/* ---- One axis */

/* A line of one element: a copy, in the arithmetic of lines that the arrays' precision has beside it. */
static nbl_result_t add_copy(nbl_rules_t *rules) {
    nbl_program_step_t step = {.arithmetic = nbl_choose_arithmetic(&rules->choose, false), .elements = 1};
    step.load = nbl_rules_array(rules, 0, step.arithmetic, NBL_VIEW_REAL);
    step.store = nbl_rules_array(rules, 1, step.arithmetic, NBL_VIEW_REAL);
    return nbl_rules_add(rules, &step, step.arithmetic, false);
}

/* A complex line, or a real one of odd length as a complex one: imaginary parts are 0, of the spectrum there is one
 * half. */
static nbl_result_t add_complex(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const nbl_rules_axis_t *axis = &rules->axis;
    const bool chirp = nbl_choose_way(&rules->choose, axis->length, nbl_choose_arithmetic(&rules->choose, false),
                                      axis->columns) == NBL_CHOOSE_CHIRP;
    nbl_program_step_t step = {.arithmetic = nbl_choose_arithmetic(&rules->choose, chirp), .elements = axis->length};
    step.load = nbl_rules_array(rules, 0, step.arithmetic, NBL_VIEW_REAL);
    step.store = nbl_rules_array(rules, 1, step.arithmetic, NBL_VIEW_REAL);
    if (axis->real) {
        nbl_view_t *spectrum = problem->inverse ? &step.load : &step.store;
        spectrum->element = NBL_VIEW_HERMITIAN;
        spectrum->signal = axis->length;
    }
    nbl_rules_line(&step, axis->length, problem->inverse != 0,
                   axis->real ? NBL_FFT_UNNORMALIZED : nbl_rules_normalization(problem));
    nbl_rules_scale(rules, &step);
    return nbl_rule_any(rules, &step, 0);
}

/* Takes the rows of an axis two by two, if they lie one behind the other without gaps. The axis then has half as many
 * transforms, in this step and in its later ones. Returns whether it does. */
static bool pair_rows(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_rules_axis_t *axis = &rules->axis;
    nbl_view_t *reals = problem->inverse ? &axis->store : &axis->load,
               *spectra = problem->inverse ? &axis->load : &axis->store;
    nbl_view_loop_t *real_loop = &reals->transforms[0], *loop = &spectra->transforms[0];
    if (!nbl_choose_pairs_of_lines(&rules->choose, axis->transforms) || reals->stride != 1 || spectra->stride != 1 ||
        real_loop->stride != axis->length || loop->stride != axis->length / 2 + 1 || real_loop->count != loop->count ||
        loop->count % 2 != 0 || loop->count < 4 || reals->given != 0 || spectra->given != 0 || reals->kept != 0 ||
        spectra->kept != 0)
        return false;
    real_loop->count = loop->count /= 2;
    real_loop->stride *= 2;
    loop->stride *= 2;
    axis->group /= 2;
    axis->transforms /= 2;
    return true;
}

/* A line that a workgroup holds in the arrays' precision, real or complex. */
static nbl_result_t add_one_step(nbl_rules_t *rules, uint32_t real) {
    static const uint32_t before[] = {0, NBL_PROGRAM_PACK, NBL_PROGRAM_PACK_ONE},
                          behind[] = {0, NBL_PROGRAM_UNPACK, NBL_PROGRAM_UNPACK_ONE};
    const nbl_problem_t *problem = &rules->choose.problem;
    const uint32_t points = real == NBL_FFT_REAL ? rules->axis.length / 2 : rules->axis.length;
    const uint32_t element = real == NBL_FFT_REAL ? NBL_VIEW_PAIR : NBL_VIEW_REAL;
    const bool pairs = real == NBL_FFT_REAL_TWO && pair_rows(rules);
    nbl_program_step_t step = {.elements = points};
    step.arithmetic = problem->precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_FLOAT32 : problem->precision;
    step.load = nbl_rules_array(rules, 0, step.arithmetic, element);
    step.store = nbl_rules_array(rules, 1, step.arithmetic, element);
    if (pairs) {
        nbl_view_t *reals = problem->inverse ? &step.store : &step.load;
        reals->element = NBL_VIEW_ROWS;
        reals->signal = points;
    }
    if (real != NBL_FFT_COMPLEX && problem->inverse) nbl_rules_op(&step, before[real])->rows = pairs;
    nbl_rules_line(&step, points, problem->inverse != 0, nbl_rules_normalization(problem));
    if (real != NBL_FFT_COMPLEX && !problem->inverse) nbl_rules_op(&step, behind[real])->rows = pairs;
    return nbl_rules_add(rules, &step, problem->precision, false);
}

/* Returns whether a long row is one step whatever exact mode's batch, and with fast mode's. */
static bool is_whole_row(const nbl_rules_t *rules) {
    const uint64_t fewest = nbl_choose_fewest_rows(&rules->choose, rules->axis.length);
    return nbl_choose_whole_row(&rules->choose, rules->axis.length) &&
           (fewest == 1 || (nbl_choose_is_fast(&rules->choose) && rules->axis.transforms >= fewest));
}

nbl_result_t nbl_rule_line(nbl_rules_t *rules) {
    const nbl_rules_axis_t *axis = &rules->axis;
    uint32_t real;
    if (axis->length == 1) return add_copy(rules);
    const bool is_long = nbl_rules_is_long_row(rules, axis->length);
    if (is_long && is_whole_row(rules)) return add_one_step(rules, NBL_FFT_COMPLEX);
    if (!is_long && nbl_choose_whole_line(&rules->choose, axis->length, axis->real, axis->columns, &real))
        return add_one_step(rules, real);
    return axis->real && axis->length % 2 == 0 ? nbl_rule_halve(rules) : add_complex(rules);
}

/* Returns whether the axis has a step for many long rows and passes for few. */
static bool goes_both_ways(const nbl_rules_t *rules) {
    const uint32_t length = rules->axis.length;
    return rules->choose.problem.mode == NBL_MODE_EXACT &&
           nbl_choose_fewest_rows(&rules->choose, rules->axis.length) > 1 && nbl_rules_is_long_row(rules, length) &&
           nbl_choose_whole_row(&rules->choose, length);
}

/* Returns whether elements of neighbouring lines lie side by side. */
static bool has_neighbours(const nbl_view_t *view) {
    return view->transforms[0].count > 1 && view->transforms[0].stride == 1 && view->stride > 1;
}

/* Rewrites an error of a line's plan, "length 1280: ...": names the axis that the caller gave, and lengths that have
 * room. The line may be a chirp's, or half a real axis. In an error of a row's plan, "plan 32x32: ...", only the axis
 * is named. */
static void name_axis(const nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const nbl_rules_axis_t *axis = &rules->axis;
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&rules->choose.limits);
    const uint32_t half = axis->real && axis->length % 2 == 0 ? 2 : 1;
    const uint32_t dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)problem->precision);
    char name[64], by[32] = "", room[64] = "";
    uint32_t line = axis->length, below = 0, above = 0;
    nbl_error_t why;
    int at = 0;
    if (rules->error == NULL) return;
    const bool is_line = sscanf(rules->error->text, "length %" SCNu32 ": %n", &line, &at) == 1 && at != 0;
    if (!is_line && strncmp(rules->error->text, "plan ", 5) != 0) return;
    snprintf(why.text, sizeof why.text, "%s", rules->error->text + at);
    char *nearest = strstr(why.text, "; the nearest");
    if (nearest != NULL) *nearest = '\0';
    if (problem->rank == 1)
        snprintf(name, sizeof name, "length %" PRIu32, axis->length);
    else
        snprintf(name, sizeof name, "dimension %" PRIu32 ", %" PRIu32 " elements", axis->dimension, axis->length);
    if (line != axis->length) snprintf(by, sizeof by, " by lines of %" PRIu32, line);
    if (is_line && line <= NBL_FFT_ANY_MOST)
        nbl_fft_nearest_lengths(axis->length / half, dwords, &limits, &below, &above);
    if (below != 0 && above != 0)
        snprintf(room, sizeof room, "; %" PRIu32 " and %" PRIu32 " elements have room", half * below, half * above);
    else if (below + above != 0)
        snprintf(room, sizeof room, "; %" PRIu32 " elements have room", half * (below + above));
    (void)nbl_fail(rules->error, NBL_ERROR_LIMIT, "%s%s: %s%s", name, by, why.text, room);
}

static nbl_result_t choose_whole_kernel(nbl_rules_t *rules) {
    return nbl_choose_whole_kernel(&rules->choose, &rules->program->step[rules->axis.first], rules->stored,
                                   rules->error);
}

/* Adds the step of a long row for many rows. For exact mode, whose program serves any batch: the step `replaces` the
 * axis's steps that follow it, which are passes with the same bits. */
static nbl_result_t add_many_rows(nbl_rules_t *rules) {
    nbl_result_t result = add_one_step(rules, NBL_FFT_COMPLEX);
    if (result == NBL_SUCCESS) result = choose_whole_kernel(rules);
    if (result != NBL_SUCCESS) return result;
    rules->program->step[rules->axis.first].from = nbl_choose_fewest_rows(&rules->choose, rules->axis.length);
    rules->axis.first = rules->program->steps;
    rules->axes++;
    return NBL_SUCCESS;
}

nbl_result_t nbl_rule_axis(nbl_rules_t *rules) {
    nbl_rules_axis_t *axis = &rules->axis;
    nbl_program_t *program = rules->program;
    nbl_result_t result = NBL_SUCCESS;
    axis->first = program->steps;
    axis->columns = axis->group > 1 && axis->load.transforms[0].stride < axis->load.stride;
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool is_interleaved =
        problem->input.distance == 1 || problem->output.distance == 1; /* arrays are the group */
    const uint64_t transforms =
        rules->choose.any_batch && !is_interleaved ? axis->transforms / problem->batch : axis->transforms;
    const bool beside = !rules->choose.is_cpu && (has_neighbours(&axis->load) || has_neighbours(&axis->store));
    axis->beside = nbl_choose_beside(&rules->choose.limits, beside, axis->real, axis->length, axis->group, transforms);
    axis->interleaves = !axis->real && !axis->convolves; /* a product finds a line's elements by their places */
    const bool both = goes_both_ways(rules);
    if (both) result = add_many_rows(rules);
    if (result != NBL_SUCCESS) return result;
    result = axis->convolves     ? nbl_rule_product(rules)
             : problem->dct != 0 ? nbl_rule_fold(rules)
                                 : nbl_rule_line(rules);
    if (both) program->step[axis->first - 1].replaces = program->steps - axis->first;
    if (result == NBL_SUCCESS && program->steps == axis->first + 1) result = choose_whole_kernel(rules);
    rules->axes++;
    if (result == NBL_ERROR_LIMIT) name_axis(rules);
    return result == NBL_SUCCESS ? nbl_rule_workspace(rules) : result;
}

/* Lays the axis at hand out. Of `axes` the first `done` are transformed when its turn comes. */
static void lay_axis(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                     uint32_t done) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_rules_axis_t *axis = &rules->axis;
    const nbl_program_side_t *from = side_of(problem, between, axis->load.region);
    const uint64_t given = problem->input.sizes[axis->dimension], kept = problem->output.sizes[axis->dimension];
    uint64_t lines[NBL_PROGRAM_MOST_RANK];
    memcpy(lines, problem->input.sizes, sizeof lines);
    for (uint32_t k = 0; k < done; k++) lines[axes[k].dimension] = problem->output.sizes[axes[k].dimension];
    nbl_rules_lay_axis(rules, from, side_of(problem, between, axis->store.region), lines);
    axis->load.given = given == elements_of(problem, axis) ? 0 : given;
    if (!keeps_part_of(problem, axis->dimension)) return;
    axis->store.kept = kept;
    axis->store.kept_from = problem->output.first[axis->dimension];
}

void nbl_rules_need_between(nbl_rules_t *rules, const nbl_program_side_t *between) {
    const nbl_problem_t *problem = &rules->choose.problem;
    rules->program->region_bytes[NBL_VIEW_BETWEEN] =
        between->distance * problem->batch * nbl_fft_precision_element_bytes(problem->precision);
}

/* Steps that hold arrays for which others are there, too. */
typedef struct replacing_t {
    uint32_t count;
    uint32_t step[2], axes[2]; /* number of a step, and how many of the first axes it transforms: 3, then 2 */
} replacing_t;

/* Adds the steps that hold the last axes if there are many arrays. Returns how many axes one step holds for any number
 * of arrays: 0, 2 or 3, as nbl_rules_find_resident() says. */
static uint32_t add_replacing(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                              uint32_t count, nbl_rules_resident_t *resident, replacing_t *replacing) {
    uint32_t together = nbl_rules_find_resident(rules, between, axes, count, 3, resident);
    for (replacing->count = 0; together > 0 && resident->fewest > 1; replacing->count++) {
        replacing->step[replacing->count] = rules->program->steps;
        replacing->axes[replacing->count] = together;
        nbl_rule_resident(rules, between, resident);
        rules->program->step[rules->program->steps - 1].from = resident->fewest;
        together = nbl_rules_find_resident(rules, between, axes, count, together - 1, resident);
    }
    rules->replacing = replacing->count;
    return together;
}

/* Counts the steps that others replace, when the first `done` axes have theirs. */
static void count_replaced(nbl_program_t *program, const replacing_t *replacing, uint32_t done) {
    for (uint32_t i = 0; i < replacing->count; i++)
        if (replacing->axes[i] == done)
            program->step[replacing->step[i]].replaces = program->steps - 1 - replacing->step[i];
}

nbl_result_t nbl_rule_order(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const nbl_program_side_t between = nbl_rules_between(problem);
    nbl_rules_axis_t axes[NBL_PROGRAM_MOST_RANK];
    const uint32_t count = order_axes(problem, &between, axes);
    nbl_rules_resident_t resident;
    nbl_tickets_t tickets;
    uint32_t points[3];
    replacing_t replacing;
    const uint32_t together = add_replacing(rules, &between, axes, count, &resident, &replacing);
    const bool measured = together == 0 && nbl_choose_tickets(&rules->choose, &tickets);
    const bool blocks = together == 0 && !measured && nbl_rules_find_blocks(rules, &between, axes, count, &resident);
    if (blocks) return nbl_rule_blocks(rules, &between, axes, &resident);
    const bool strips = together == 0 && (measured ? nbl_choose_tickets_strips(&tickets, points)
                                                   : nbl_rules_has_strips(rules, &between, axes, count, points));
    const bool to_real = problem->real && problem->inverse;
    nbl_result_t result = NBL_SUCCESS;
    if (together > 0 && !to_real) nbl_rule_resident(rules, &between, &resident);
    for (uint32_t a = 0, begun = 0; a < count && result == NBL_SUCCESS; a++) {
        count_replaced(rules->program, &replacing, a);
        if (together > 0 && axes[a].dimension >= problem->rank - together) continue;
        rules->choose.tickets = measured && a < tickets.axes ? &tickets : NULL;
        rules->axis = axes[a];
        if (together > 0 && to_real && begun++ == 0) rules->axis.load.region = NBL_VIEW_INPUT;
        lay_axis(rules, &between, axes, a);
        if (axes[a].store.region == NBL_VIEW_BETWEEN) nbl_rules_need_between(rules, &between);
        const bool in_strips = strips && axes[a].dimension + 2 == problem->rank;
        if (strips && axes[a].dimension + 1 == problem->rank) nbl_rules_turn_rows(rules, &between, points);
        result = in_strips                       ? nbl_rule_strips(rules, points)
                 : rules->choose.tickets != NULL ? nbl_rule_measured(rules)
                                                 : nbl_rule_axis(rules);
    }
    rules->choose.tickets = NULL;
    count_replaced(rules->program, &replacing, count);
    if (together > 0 && to_real && result == NBL_SUCCESS) nbl_rule_resident(rules, &between, &resident);
    return result;
}
