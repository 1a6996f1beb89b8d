/* A long line in passes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a step: load, operations, one line of N = N1 N2 (or N1 N2 N3) points, operations, store.
 * Out:    two (three) steps. The first one has the load, what is before the line, and lines of N1 points; the last one
 *         lines of N2 (N3) points, what is behind the line, and the store. Behind all lines but the last one's a
 *         `twiddle`.
 * How:    W. M. Gentleman and G. Sande, "Fast Fourier transforms: for fun and profit", 1966. With n = N2 n1 + n2, k =
 *         k1 + N1 k2 and w(N) = exp(-2 pi i / N)
 *
 *           X[k1 + N1 k2] = sum over n2 of w(N2)^(n2 k2) w(N)^(n2 k1) sum over n1 of w(N1)^(n1 k1) x[N2 n1 + n2]:
 *
 *         N2 lines of N1 points whose elements lie N2 apart, twiddles, N1 lines of N2 points whose elements lie N1
 *         apart. A pass of a line of three takes the next two as one. Places: nbl/fft/large.h.
 *         A row that choose_rows.c names has N2 points by its last radix in exact mode, and the twiddle has `powers`:
 *         strips.c.
 * When:   N is a product that choose.h finds. Between passes numbers lie in the target if it holds all of a line's
 *         complex numbers in the arithmetic's precision, or as halves that stay halves, and the source is elsewhere;
 *         otherwise in the workspace.
 *
 * 65536 points are 256 lines of 256 points that lie 256 apart, twiddles, and 256 lines of 256 points that lie 256
 * apart.
 */
#include <string.h>

#include "transform/rules/rules.h"

static void add_lines(nbl_view_t *view, uint64_t count, uint64_t stride) {
    if (count > 1) view->lines[view->lines[0].count == 0 ? 0 : 1] = (nbl_view_loop_t){count, stride};
}

void nbl_program_lay_pass(nbl_fft_large_pass_t pass, bool stores, nbl_view_t *view) {
    memset(view->lines, 0, sizeof view->lines);
    view->step = pass.points == 0 ? 1 : pass.points_before > 1 ? pass.points_before : stores ? 1 : pass.points_after;
    if (pass.points == 0) return;
    if (pass.points_before > 1) {
        add_lines(view, pass.points_before, 1);
        add_lines(view, pass.points_after, (uint64_t)pass.points_before * pass.points);
    } else if (stores) {
        add_lines(view, pass.points_after / pass.points_next, (uint64_t)pass.points * pass.points_next);
        add_lines(view, pass.points_next, pass.points);
    } else {
        add_lines(view, pass.points_after, 1);
    }
}

/* Whether the store takes all of a line: a product with a chirp leaves out what lies beyond it. */
static bool stores_all(const nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t line) {
    bool all = step->store.kept == 0;
    for (uint32_t i = line + 1; i < step->ops; i++)
        all = all && (step->op[i].kind != NBL_PROGRAM_MULTIPLY ||
                      rules->program->table[step->op[i].table].kind != NBL_PROGRAM_CHIRP);
    return all;
}

/* Returns which pass has lines and their mirrors. */
static nbl_choose_mirrored_t mirrored_of(const nbl_program_step_t *step) {
    return nbl_program_has(step, NBL_PROGRAM_PACK)     ? NBL_CHOOSE_MIRRORED_FIRST
           : nbl_program_has(step, NBL_PROGRAM_UNPACK) ? NBL_CHOOSE_MIRRORED_LAST
                                                       : NBL_CHOOSE_MIRRORED_NONE;
}

/* Returns whether half of a real line's work is left out. Forward, a first pass of real numbers makes lines that are
 * spectra of real signals, and stores half of each. The other passes have the lines that begin there; each other line
 * is the conjugate of one of them. Back, the last pass takes the first one's place. A line of even length goes as half
 * as many complex numbers instead. */
static bool folds(const nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t passes) {
    const nbl_view_t *reals = rules->choose.problem.inverse ? &step->store : &step->load,
                     *spectrum = rules->choose.problem.inverse ? &step->load : &step->store;
    bool all = reals->given == 0 && reals->kept == 0 && spectrum->given == 0 && spectrum->kept == 0;
    for (uint32_t i = 0; i < step->ops; i++)
        all = all && (step->op[i].kind == NBL_PROGRAM_LINE || step->op[i].kind == NBL_PROGRAM_SCALE);
    return all && passes >= 2 && reals->element == NBL_VIEW_REAL && spectrum->element == NBL_VIEW_HERMITIAN &&
           spectrum->signal % 2 == 1 && nbl_choose_folds(&rules->choose, step->arithmetic);
}

/* Folds pass number p of a line's. */
static void fold(const nbl_rules_t *rules, uint32_t p, uint32_t passes, const uint32_t *points,
                 nbl_program_step_t *part) {
    const bool inverse = rules->choose.problem.inverse != 0;
    const uint32_t reals = inverse ? passes - 1 : 0; /* the pass of real numbers */
    nbl_view_t *spectrum = inverse ? &part->load : &part->store;
    if (p == reals) {
        spectrum->element = NBL_VIEW_HALVED;
        spectrum->signal = part->elements;
        return;
    }
    if (p == passes - 1 - reals) spectrum->element = NBL_VIEW_FOLDED;
    nbl_program_halve_lines(part, points[reals], &part->load);
    nbl_program_halve_lines(part, points[reals], &part->store);
}

/* Returns whether a step's line is a row that has the bits of a whole line: not in fused mode, whose bits follow from
 * the program. */
static bool is_exact_row(const nbl_rules_t *rules, const nbl_program_step_t *step) {
    return rules->choose.problem.mode == NBL_MODE_EXACT && !rules->choose.fused && step->ops == 1 &&
           nbl_rules_is_long_row(rules, step->op[0].plan.fft_length);
}

nbl_result_t nbl_rule_passes(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work) {
    const uint32_t line = nbl_rules_line_of(step);
    const nbl_program_op_t *of = &step->op[line];
    const bool packs = !rules->axis.real && nbl_choose_packs(&rules->choose, step);
    uint32_t points[3];
    const bool is_row = is_exact_row(rules, step);
    const uint32_t passes =
        is_row ? 2 : nbl_choose_points(&rules->choose, of->plan.fft_length, mirrored_of(step), points);
    if (passes == 0) return nbl_rules_add(rules, step, step->arithmetic, false);
    if (is_row) (void)nbl_choose_last_radix(&rules->choose, of->plan.fft_length, points);
    const bool in_target = step->store.element == NBL_VIEW_COMPLEX && (step->store.storage == NBL_VIEW_OWN || packs) &&
                           !nbl_view_overlaps(&step->load, &step->store, rules->choose.problem.in_place != 0) &&
                           stores_all(rules, step, line);
    const nbl_view_t between =
        in_target ? step->store : nbl_rules_work(rules, work, of->plan.fft_length, step->arithmetic);
    for (uint32_t p = 0; p < passes; p++) {
        const nbl_fft_large_pass_t pass = nbl_fft_large_pass(p + 1, points[0], points[1], points[2]);
        nbl_program_step_t part = *step;
        part.ops = 0;
        part.elements = pass.points;
        for (uint32_t i = 0; i < line && p == 0; i++) part.op[part.ops++] = step->op[i];
        nbl_program_op_t *lines =
            nbl_rules_line(&part, pass.points, of->inverse != 0, is_row ? NBL_FFT_UNNORMALIZED : of->normalization);
        if (is_row) nbl_choose_strip_radices(&rules->choose, of->plan.fft_length, p, &lines->plan);
        if (pass.points_after > 1) {
            nbl_program_op_t *twiddle = nbl_rules_op(&part, NBL_PROGRAM_TWIDDLE);
            twiddle->before = pass.points_before;
            twiddle->after = pass.points_after;
            twiddle->powers = is_row;
            twiddle->inverse = of->inverse;
        }
        if (is_row && p + 1 == passes && of->normalization == NBL_FFT_BY_LENGTH)
            nbl_rules_op(&part, NBL_PROGRAM_SCALE)->divisor = of->plan.fft_length;
        for (uint32_t i = line + 1; i < step->ops && p + 1 == passes; i++) part.op[part.ops++] = step->op[i];
        if (p > 0) part.load = between;
        if (p + 1 < passes) part.store = between;
        nbl_program_lay_pass(pass, false, &part.load);
        nbl_program_lay_pass(pass, true, &part.store);
        if (folds(rules, step, passes)) fold(rules, p, passes, points, &part);
        const nbl_result_t result = nbl_rules_add(rules, &part, part.arithmetic, true);
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}
