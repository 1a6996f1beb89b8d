/* From a program to a device's kernels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program: rounds of steps, each a load view, operations in order, and a store view.
 * Out:   for each round an axis of stages, but for the first rounds if they have literal sizes: gpu/tickets.c has
 *        kernels of those. Views and operations become parameters (nbl/host/parameters.h) and push constants. A round's
 *        tables become two buffers, and its steps are dispatched for each chunk of transforms.
 * Wrong: operations that no kernel has in that order, lines that lie otherwise than those of nbl/fft/large.h, more
 *        loops than push constants have, arithmetic that the device lacks. Whether a program computes what its problem
 *        asks for is not checked here: nbl_program_check() says.
 *
 * A function take_..() reads a part of a step and fills in parameters. Where the step has what no kernel does, it sets
 * read_t.fits to false, and take_step() refuses.
 */
#include "gpu/from_program.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "facts/numbers.h"
#include "fft/tuning.h"
#include "gpu/read_twiddles.h"
#include "nbl/host/plan.h"
#include "transform/choose.h"
#include "transform/fused_mode.h"

#include "nbl/fft/large.h"
#include "nbl/lang/emulator.h"

typedef struct read_t {
    const nbl_program_t *program;
    nbl_fft_nd_stages_t *stages;    /* what the program becomes */
    nbl_fft_nd_axis_t *axis;        /* what the round becomes that is being read */
    nbl_round_tables_t tables;      /* of this round */
    const nbl_program_step_t *step; /* the step of it that is being read */
    uint32_t next;                  /* number of the step's operation that is read next */
    bool fits;                      /* a kernel does what was read so far of the step, or before it of the round */
    nbl_error_t *error;
} read_t;

/* ---- The problem */

static void take_side(const nbl_problem_t *problem, const nbl_program_side_t *of, nbl_fft_nd_side_t *side) {
    const uint32_t scalar = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision) / 2;
    *side = (nbl_fft_nd_side_t){
        .real = of->real != 0, .scalar_bytes = scalar, .element_bytes = of->real != 0 ? scalar : 2 * scalar};
    side->bytes = side->element_bytes;
    for (uint32_t d = 0; d < NBL_FFT_ND_LOOPS; d++) {
        const bool is_batch = d == NBL_FFT_ND_MOST_RANK;
        side->sizes[d] = is_batch ? problem->batch : d < problem->rank ? of->sizes[d] : 1;
        side->strides[d] = (is_batch ? of->distance : d < problem->rank ? of->strides[d] : 0) * side->element_bytes;
        side->bytes += (side->sizes[d] - 1) * side->strides[d];
    }
}

void nbl_fft_nd_stages_take_problem(const nbl_problem_t *problem, nbl_fft_nd_stages_t *stages) {
    nbl_fft_nd_desc_t *desc = &stages->desc;
    *desc = (nbl_fft_nd_desc_t){.rank = problem->rank,
                                .axis_count = problem->axis_count,
                                .batch = problem->batch,
                                .precision = (nbl_fft_precision_t)problem->precision,
                                .real = problem->real != 0,
                                .inverse = problem->inverse != 0,
                                .scaling = (nbl_fft_scaling_t)problem->scaling,
                                .mode = (nbl_mode_t)problem->mode,
                                .overwrites_input = problem->overwrites_input != 0};
    for (uint32_t d = 0; d < problem->rank; d++) desc->sizes[d] = problem->sizes[d];
    for (uint32_t a = 0; a < problem->axis_count; a++) desc->axes[a] = (uint32_t)problem->axes[a];
    take_side(problem, &problem->input, &stages->sides[NBL_VIEW_INPUT]);
    take_side(problem, &problem->output, &stages->sides[NBL_VIEW_OUTPUT]);
    stages->sides[NBL_VIEW_BETWEEN] = (nbl_fft_nd_side_t){.scalar_bytes = stages->sides[NBL_VIEW_INPUT].scalar_bytes};
}

static nbl_result_t check_arithmetic(const read_t *read) {
    const nbl_fft_limits_t *limits = &read->stages->limits;
    const nbl_fft_precision_t arithmetic = (nbl_fft_precision_t)read->step->arithmetic;
    const bool lacks =
        (arithmetic == NBL_FFT_FLOAT16 && !limits->float16) || (arithmetic == NBL_FFT_FLOAT64 && !limits->float64);
    return !lacks ? NBL_SUCCESS
                  : nbl_fail(read->error, NBL_ERROR_LIMIT, "program: step %u: the device has no arithmetic in %s",
                             (uint32_t)(read->step - read->program->step), nbl_fft_precision_name(arithmetic));
}

/* ---- Views */

static bool in_workspace(const nbl_view_t *view) { return view->region >= NBL_VIEW_WORK0; }

/* Returns the kind of the table that an operation loads; NBL_PROGRAM_TABLE_KINDS if it loads none. */
static uint32_t table_kind(const read_t *read, const nbl_program_op_t *op) {
    return op->table < read->program->tables ? read->program->table[op->table].kind : NBL_PROGRAM_TABLE_KINDS;
}

/* Returns how many complex numbers of a transform a step loads, or stores. Operations before the first line, or behind
 * the last one, may change that: a chirp or a permutation pads, a real signal's spectrum has one number more. */
static uint64_t numbers_of(const read_t *read, bool stores) {
    const nbl_program_step_t *step = read->step;
    const uint64_t numbers = step->elements * nbl_program_pass_lines(step);
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[stores ? step->ops - 1 - i : i];
        const uint32_t table = table_kind(read, op);
        if (op->kind == NBL_PROGRAM_LINE) break;
        if (table == NBL_PROGRAM_CHIRP || table == NBL_PROGRAM_RADER) return read->program->table[op->table].n;
        if (op->kind == NBL_PROGRAM_UNPACK || op->kind == NBL_PROGRAM_PACK)
            return (op->kind == NBL_PROGRAM_UNPACK) == stores ? numbers + 1 : numbers;
    }
    return numbers;
}

/* Takes a view of the workspace. Kernels know two loops there: transforms side by side, and blocks of these. */
static void take_work(read_t *read, bool stores, nbl_view_t *view) {
    const uint64_t beside = view->stride;
    const nbl_view_loop_t *blocks = &view->transforms[beside > 1 ? 1 : 0];
    const bool has_blocks = blocks->count > 1;
    const uint64_t numbers = has_blocks ? blocks->stride / beside : numbers_of(read, stores);
    const nbl_view_loop_t of_block = {has_blocks ? blocks->count : 1, beside * numbers};
    read->fits = read->fits && beside > 0 && (beside == 1 || view->transforms[0].count == beside) && numbers > 0 &&
                 numbers <= UINT32_MAX;
    memset(view->transforms, 0, sizeof view->transforms);
    view->transforms[0] = (nbl_view_loop_t){beside, 1};
    view->transforms[1] = of_block;
}

/* Takes the loops of a view of the input or the output. An axis has one list of loops (transforms side by side, then
 * groups of them, the innermost last): the first view gives it, every other one must have the same counts. */
static void take_loops(read_t *read, const nbl_view_t *view) {
    nbl_fft_nd_pass_t *pass = &read->axis->pass;
    uint32_t count = 0;
    while (count < NBL_VIEW_MOST_LOOPS && view->transforms[count].count != 0) count++;
    const uint32_t loops = count > 0 ? count - 1 : 0;
    if (pass->groups == 0) { /* the first view */
        pass->loops = loops;
        pass->groups = 1;
        pass->sides[0].batch = count > 0 ? (uint32_t)view->transforms[0].count : 1;
        for (uint32_t i = 0; i < loops; i++) pass->groups *= view->transforms[1 + i].count;
        for (uint32_t i = 0; i < loops; i++) pass->loop[loops - 1 - i].count = view->transforms[1 + i].count;
    }
    read->fits =
        read->fits && pass->loops == loops && pass->sides[0].batch == (count > 0 ? view->transforms[0].count : 1);
    for (uint32_t i = 0; i < loops; i++)
        read->fits = read->fits && pass->loop[loops - 1 - i].count == view->transforms[1 + i].count;
}

static void take_view(read_t *read, bool stores, nbl_view_t *view) {
    *view = stores ? read->step->store : read->step->load;
    if (in_workspace(view))
        take_work(read, stores, view);
    else
        take_loops(read, view);
}

static void take_views(read_t *read, nbl_fft_nd_stage_t *stage) {
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const nbl_view_t *load = &stage->load, *store = &stage->store;
    take_view(read, false, &stage->load);
    take_view(read, true, &stage->store);
    nbl_fft_nd_take_views(read->axis, load, store, p);
    p->in_place = nbl_view_overlaps(load, store, read->stages->in_place);
}

/* ---- Operations, in the order of shaders/fft_lines.h */

/* Returns the next operation, or NULL behind the last one. */
static const nbl_program_op_t *peek(const read_t *read) {
    return read->next < read->step->ops ? &read->step->op[read->next] : NULL;
}

/* Returns the next operation and goes on to the one behind it, if it is of a kind; else NULL. */
static const nbl_program_op_t *take(read_t *read, uint32_t kind) {
    const nbl_program_op_t *op = peek(read);
    if (op == NULL || op->kind != kind) return NULL;
    read->next++;
    return op;
}

static void expect(read_t *read, bool holds) { read->fits = read->fits && holds; }

static const nbl_program_op_t *take_chirp(read_t *read) {
    const nbl_program_op_t *op = peek(read);
    if (op == NULL || op->kind != NBL_PROGRAM_MULTIPLY || table_kind(read, op) != NBL_PROGRAM_CHIRP) return NULL;
    return take(read, NBL_PROGRAM_MULTIPLY);
}

/* Takes a product by the spectrum of a chirp, of a prime or of a convolution, if it is the next operation.
 *
 * by_place    true: the table has a number for each place of an array; false: for each number of a line
 * conjugates  what the operation must say of conjugates */
static void take_product(read_t *read, bool by_place, uint32_t conjugates, nbl_fft_lines_parameters_t *p) {
    const nbl_program_op_t *op = peek(read);
    if (op == NULL || op->kind != NBL_PROGRAM_MULTIPLY || table_kind(read, op) == NBL_PROGRAM_CHIRP ||
        (op->period != 0) != by_place)
        return;
    read->next++;
    expect(read, op->conjugates == conjugates && p->product == 0);
    p->product = nbl_round_place(&read->tables, table_kind(read, op), read->axis);
    p->period = op->period;
}

static void take_permutation(read_t *read, bool inverse, nbl_fft_lines_parameters_t *p) {
    const nbl_program_op_t *op = take(read, NBL_PROGRAM_PERMUTE);
    expect(read, op == NULL ? p->permuted == 0 || !inverse : op->inverse == inverse);
    if (op == NULL) return;
    p->permuted = 1;
    p->reordered = op->reordered;
}

/* Takes what a kernel of lines does for real signals. With a table it is a pass of a long line, whose kernel trades
 * elements with the mirror of its line.
 *
 * kind         NBL_PROGRAM_PACK or NBL_PROGRAM_UNPACK: a signal of even length as half as many complex numbers
 * kind_of_one  NBL_PROGRAM_PACK_ONE or NBL_PROGRAM_UNPACK_ONE: a signal as the real parts of a transform */
static void take_real(read_t *read, uint32_t kind, uint32_t kind_of_one, nbl_fft_lines_parameters_t *p) {
    const nbl_program_op_t *op = take(read, kind);
    if (op != NULL && op->table != NBL_PROGRAM_NONE)
        p->mirrored = 1;
    else if (op != NULL)
        p->real = NBL_FFT_REAL;
    else if ((op = take(read, kind_of_one)) != NULL) {
        p->real = NBL_FFT_REAL_TWO;
        p->mirrored = op->rows != 0 ? NBL_CHOOSE_PAIRS_OF_ROWS : 0;
    }
}

static void take_scale(read_t *read, uint32_t table, nbl_fft_lines_parameters_t *p) {
    if (take(read, NBL_PROGRAM_SCALE) != NULL) p->factor = nbl_round_place_of_factor(&read->tables, table);
}

/* Takes a step without a line: what is done to a transform in memory after its last line, or between the two transforms
 * of a convolution (unpack, product, pack). */
static void take_last_step(read_t *read, nbl_fft_nd_stage_t *stage) {
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const bool unpacks = take(read, NBL_PROGRAM_UNPACK) != NULL;
    if (unpacks) take_product(read, false, 0, p);
    const bool packs = take(read, NBL_PROGRAM_PACK) != NULL;
    expect(read, p->product == 0 || packs);
    stage->desc.last_step = true;
    p->real = unpacks || packs ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    p->fused = unpacks && packs;
    p->inverse = packs && !unpacks;
    p->signal_length = read->step->elements;
    take_scale(read, stage->table, p);
    stage->items = p->real == NBL_FFT_REAL ? p->signal_length / 2 + 1 : p->signal_length;
    stage->per_group = read->step->per_group;
}

static void take_line(const nbl_program_op_t *line, nbl_fft_lines_parameters_t *p) {
    p->plan = line->plan;
    p->inverse = line->inverse;
    p->normalization = line->normalization;
    p->twiddles = line->twiddles;
    p->packed = line->packed;
}

/* Takes a step that is one line of radices times a prime, by Rader's algorithm: an array of two axes for a kernel. */
static void take_prime(read_t *read, nbl_fft_nd_stage_t *stage) {
    const nbl_program_step_t *step = read->step;
    const nbl_program_op_t *line = &step->op[0];
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    read->next = step->ops;
    expect(read, step->ops == 1 && nbl_view_lines(&step->load) == 1);
    take_line(line, p);
    p->signal_length = line->plan.fft_length;
    p->plan.fft_length /= line->prime;
    p->second_plan = p->third_plan = line->second;
    p->axes = 2;
    p->distance = p->row = line->prime;
    p->second_distance = p->third_distance = 1;
    p->row_pitch = line->pitch;
    p->planes = line->plan.complex_dwords;
    p->permuted = nbl_round_place(&read->tables, NBL_PROGRAM_RADER, read->axis);
    p->product = nbl_round_place(&read->tables, NBL_PROGRAM_RADER_SPECTRUM, read->axis);
    p->arrays = stage->per_group = step->per_group;
    p->ffts_per_workgroup = 1;
    stage->items = 1;
}

/* Takes what is done to rows of a real array before its first axis, or behind its last one. Kinds: take_real()'s. */
static void take_real_rows(read_t *read, uint32_t kind, uint32_t kind_of_one, nbl_fft_lines_parameters_t *p) {
    const nbl_program_op_t *op = take(read, kind);
    if (op != NULL) expect(read, table_kind(read, op) == NBL_PROGRAM_ROOTS);
    if (op != NULL)
        p->mirrored = op->rows != 0 ? NBL_CHOOSE_PAIRS_OF_ROWS : NBL_FFT_REAL;
    else if (take(read, kind_of_one) != NULL)
        p->mirrored = NBL_FFT_REAL_TWO;
}

/* Takes a step that does two or three axes of whole arrays in a workgroup, or one of rows that are traded before their
 * line and behind it. */
static void take_arrays(read_t *read, nbl_fft_nd_stage_t *stage) {
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    nbl_fft_plan_t *plans[3] = {&p->plan, &p->second_plan, &p->third_plan};
    uint32_t *distances[3] = {&p->distance, &p->second_distance, &p->third_distance};
    take_real_rows(read, NBL_PROGRAM_PACK, NBL_PROGRAM_PACK_ONE, p);
    const bool packs = p->mirrored != 0;
    const nbl_program_op_t *line = NULL, *trade = take(read, NBL_PROGRAM_TRADE);
    const bool flat = trade != NULL; /* rows that are traded before and behind their line */
    do {
        line = take(read, NBL_PROGRAM_LINE);
        expect(read, line != NULL && p->axes < 3);
        if (!read->fits) return;
        if (p->axes == 0) take_line(line, p);
        expect(read, line->inverse == p->inverse && line->normalization == p->normalization &&
                         line->twiddles == p->twiddles && line->packed == p->packed);
        for (uint32_t a = p->axes; a < 3; a++) { /* of two axes the third is the second */
            *plans[a] = line->plan;
            *distances[a] = line->distance;
        }
        p->axes++;
        const nbl_program_op_t *next = take(read, NBL_PROGRAM_TRADE);
        if (next == NULL) break;
        expect(read, trade == NULL || memcmp(trade, next, sizeof *next) == 0);
        trade = next;
    } while (read->fits && !flat);
    take_real_rows(read, NBL_PROGRAM_UNPACK, NBL_PROGRAM_UNPACK_ONE, p);
    expect(read, (flat ? p->mirrored == 0 : p->axes > 1) && (p->mirrored == 0 || p->inverse == packs));
    const nbl_view_t *views[2] = {&read->step->load, &read->step->store}; /* rows of signals alone lie apart */
    expect(read, views[!packs]->apart.count == 0 && (views[packs]->apart.count == 0 || p->axes == 2));
    p->apart = (uint32_t)views[packs]->apart.stride;
    if (trade == NULL) return;
    p->row = trade->row;
    p->row_pitch = trade->pitch;
    p->planes = trade->planes;
    p->arrays = stage->per_group = read->step->per_group;
    p->ffts_per_workgroup = 1;
    p->signal_length = p->plan.fft_length;
    stage->items = 1;
}

/* Returns which pass of a long line a step is, by how its lines lie; zeros if its lines are whole. The views must be
 * those that nbl_program_lay_pass() gives this pass.
 *
 * fused   the step's line is followed by a product and another line
 * back    the step's twiddles come before its line
 * folded  receives of how many neighbouring lines half is there, or 0 */
static nbl_fft_large_pass_t take_pass(read_t *read, bool fused, bool back, uint32_t *folded) {
    const nbl_program_step_t *step = read->step;
    const nbl_view_t *load = &step->load, *store = &step->store;
    const uint32_t lines = (uint32_t)nbl_program_pass_lines(step), of = nbl_program_halved_lines(step);
    nbl_fft_large_pass_t pass = {0, 0, 0, 0};
    *folded = of;
    if (load->lines[0].count == 0 && store->lines[0].count == 0) return pass;
    pass.points = step->elements;
    pass.points_before = (uint32_t)(fused ? load->step : store->step);
    pass.points_after = pass.points_before > 0 && !fused ? lines / pass.points_before : 1;
    pass.points_next =
        pass.points_before == 1 && store->lines[1].count != 0 ? (uint32_t)store->lines[1].count : pass.points_after;
    const nbl_fft_large_pass_t target =
        fused ? (nbl_fft_large_pass_t){pass.points, 1, pass.points_before, pass.points_before} : pass;
    expect(read, pass.points_before > 0 && pass.points_after > 0 && !(fused && back));
    if (!read->fits) return pass;
    nbl_view_t expected[2] = {*load, *store};
    nbl_program_lay_pass(pass, false, &expected[0]);
    nbl_program_lay_pass(target, true, &expected[1]);
    for (int i = 0; i < 2 && of != 0; i++) nbl_program_halve_lines(step, of, &expected[i]);
    expect(read, !nbl_program_folds(step) ||
                     nbl_program_long_line_elements(step) == pass.points * pass.points_before * pass.points_after);
    expect(read, memcmp(&expected[0], load, sizeof *load) == 0 && memcmp(&expected[1], store, sizeof *store) == 0);
    return pass;
}

/* Compares a step's twiddles to those that its pass of a long line must have.
 *
 * twiddle  NULL: the step has none
 * alike    receives how many neighbouring lines have the same twiddles, if this is a last pass that has twiddles, as
 *          no last pass of nbl/fft/large.h has; else 0 */
static void expect_twiddle(read_t *read, const nbl_program_op_t *twiddle, nbl_fft_large_pass_t target, bool inverse,
                           uint32_t *alike) {
    *alike = 0;
    if (twiddle == NULL)
        expect(read, target.points_after <= 1);
    else if (target.points_before > 1 && target.points_after == 1 && twiddle->after > 1) {
        *alike = twiddle->before;
        expect(read, (uint64_t)twiddle->before * twiddle->after == target.points_before && twiddle->inverse == inverse);
    } else
        expect(read, twiddle->before == target.points_before && twiddle->after == target.points_after &&
                         twiddle->inverse == inverse);
}

/* Takes a step of lines, whole ones or a pass of long ones: its operations in the order of shaders/fft_lines.h. */
static void take_lines(read_t *read, nbl_fft_nd_stage_t *stage) {
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const nbl_program_step_t *step = read->step;
    const nbl_program_op_t *chirp = take_chirp(read);
    p->chirp_in = chirp != NULL;
    expect(read, chirp == NULL || chirp->conjugates == 0);
    take_permutation(read, false, p);
    take_real(read, NBL_PROGRAM_PACK, NBL_PROGRAM_PACK_ONE, p);
    const bool packs = p->real != 0 || p->mirrored != 0;
    const nbl_program_op_t *twiddle = take(read, NBL_PROGRAM_TWIDDLE), *line = take(read, NBL_PROGRAM_LINE);
    expect(read, line != NULL);
    if (!read->fits) return;
    p->pass_back = twiddle != NULL;
    take_line(line, p);
    expect(read, !packs || line->inverse != 0);
    const bool first = take(read, NBL_PROGRAM_RADER_FIRST) != NULL;
    const nbl_program_op_t *product = peek(read);
    p->fused = product != NULL && product->kind == NBL_PROGRAM_MULTIPLY && read->next + 1 < step->ops &&
               step->op[read->next + 1].kind == NBL_PROGRAM_LINE;
    expect(read, first == (p->permuted != 0) && (p->fused != 0 || !first));
    if (p->fused != 0) {
        take_product(read, product->period != 0, 0, p);
        const nbl_program_op_t *second = take(read, NBL_PROGRAM_LINE);
        expect(read, second != NULL && second->inverse != 0 && line->inverse == 0 &&
                         line->normalization == NBL_FFT_UNNORMALIZED && second->twiddles == line->twiddles &&
                         memcmp(&second->plan, &line->plan, sizeof line->plan) == 0);
        if (second != NULL) p->normalization = second->normalization;
    }
    const nbl_fft_large_pass_t pass = take_pass(read, p->fused != 0, p->pass_back != 0, &p->folded);
    const nbl_fft_large_pass_t target =
        p->fused != 0 && pass.points != 0
            ? (nbl_fft_large_pass_t){pass.points, 1, pass.points_before, pass.points_before}
            : pass;
    if (twiddle == NULL) twiddle = take(read, NBL_PROGRAM_TWIDDLE);
    expect_twiddle(read, twiddle, target, p->inverse != 0 || p->fused != 0, &p->pass_alike);
    expect(read, p->pass_alike == 0 || p->fused == 0);
    p->powers = twiddle != NULL && twiddle->powers != 0;
    expect(read, p->powers == 0 || (p->fused == 0 && (p->pass_back != 0) == (p->pass_alike != 0)));
    p->pass_points = pass.points;
    p->pass_before = pass.points_before;
    p->pass_after = pass.points_after;
    p->pass_next = pass.points_next;
    if (!packs) {
        take_real(read, NBL_PROGRAM_UNPACK, NBL_PROGRAM_UNPACK_ONE, p);
        expect(read, (p->real == 0 && p->mirrored == 0) || line->inverse == 0);
    }
    if (p->fused == 0) take_product(read, false, 2, p);
    chirp = take_chirp(read);
    p->chirp_out = chirp != NULL;
    expect(read, chirp == NULL || chirp->conjugates == (p->fused == 0 && p->inverse == 0));
    take_permutation(read, true, p);
    take_scale(read, stage->table, p);
    if (p->fused == 0) take_product(read, true, 0, p);
    const uint64_t lines = nbl_view_lines(&step->load);
    expect(read, p->mirrored != 1 || step->per_group % 2 == 0);
    expect(read, (p->mirrored == NBL_CHOOSE_PAIRS_OF_ROWS) ==
                     (step->load.element == NBL_VIEW_ROWS || step->store.element == NBL_VIEW_ROWS));
    const nbl_program_table_t *bent = read->tables.of[p->permuted != 0 ? NBL_PROGRAM_RADER : NBL_PROGRAM_CHIRP];
    p->signal_length = (uint32_t)(p->permuted != 0 || p->chirp_in != 0 || p->chirp_out != 0 || bent != NULL
                                      ? (bent != NULL ? bent->n : 0)
                                  : p->real == NBL_FFT_REAL ? 2 * step->elements
                                  : nbl_program_folds(step) ? nbl_program_long_line_elements(step)
                                                            : step->elements * lines);
    stage->per_group = p->ffts_per_workgroup = step->per_group;
    stage->items = p->mirrored == 1 ? nbl_fft_lines_slots(lines, step->per_group) : lines;
}

/* ---- Steps */

/* Returns the precision that a line's plan was made for. Halves in memory have plans of their own, though the
 * arithmetic is float32. */
static nbl_fft_precision_t planned_for(const read_t *read, const nbl_fft_lines_parameters_t *p) {
    const nbl_problem_t *problem = &read->program->problem;
    const bool halves = problem->precision == NBL_FFT_FLOAT16_STORAGE && read->step->arithmetic == NBL_FFT_FLOAT32 &&
                        p->pass_points == 0 &&
                        (p->twiddles == NBL_FFT_TWIDDLES_STEPPED_OF_ONE ||
                         p->twiddles == nbl_fft_exact_twiddles(NBL_FFT_FLOAT16_STORAGE));
    return halves ? NBL_FFT_FLOAT16_STORAGE : (nbl_fft_precision_t)read->step->arithmetic;
}

/* Returns whether a step in fused mode makes all roots of an invocation of its first one. */
static bool steps_roots(const nbl_program_step_t *step) {
    bool steps = false;
    for (uint32_t i = 0; i < step->ops; i++) steps = steps || step->op[i].stepped != 0;
    return steps;
}

static nbl_result_t take_step(read_t *read) {
    nbl_fft_nd_axis_t *axis = read->axis;
    const nbl_program_step_t *step = read->step;
    const nbl_problem_t *problem = &read->program->problem;
    if (axis->stages == NBL_FFT_ND_MOST_STAGES)
        return nbl_fail(read->error, NBL_ERROR_LIMIT, "program: a round has more than %d steps",
                        NBL_FFT_ND_MOST_STAGES);
    nbl_result_t result = check_arithmetic(read);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_nd_stage_t *stage = &axis->stage[axis->stages++];
    memset(stage, 0, sizeof *stage);
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const bool has_roots = nbl_program_has(step, NBL_PROGRAM_UNPACK) || nbl_program_has(step, NBL_PROGRAM_PACK);
    const bool trades = nbl_program_has(step, NBL_PROGRAM_TRADE);
    uint32_t line = 0;
    while (line < step->ops && step->op[line].kind != NBL_PROGRAM_LINE) line++;
    stage->table = nbl_round_table(&read->tables, has_roots && read->tables.of[NBL_PROGRAM_ROOTS] != NULL);
    stage->order = (nbl_instruction_order_t)step->order;
    stage->desc.precision = (nbl_fft_precision_t)step->arithmetic;
    stage->desc.fast = problem->mode == NBL_MODE_FAST;
    read->next = 0;
    read->fits = true;
    take_views(read, stage);
    if (line == step->ops)
        take_last_step(read, stage);
    else if (step->op[0].prime != 0)
        take_prime(read, stage);
    else if (trades)
        take_arrays(read, stage);
    else
        take_lines(read, stage);
    expect(read, read->next == step->ops);
    if (!read->fits)
        return nbl_fail(read->error, NBL_ERROR_LIMIT, "program: step %u: a device has no kernel for its operations",
                        (uint32_t)(step - read->program->step));
    for (int i = 0; i < 2; i++) {
        const nbl_view_t *view = i == 0 ? &stage->load : &stage->store;
        const bool reals =
            view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_PAIR || view->element == NBL_VIEW_ROWS;
        if (reals && (view->storage == NBL_VIEW_HALVES || step->arithmetic == NBL_FFT_FLOAT16))
            return nbl_fail(read->error, NBL_ERROR_LIMIT,
                            "real signals of halves on a device must be of even length and without gaps, and an even "
                            "number of its elements given: use fp32, or the CPU");
    }
    stage->desc.addresses =
        read->stages->limits.addresses && !stage->desc.last_step && step->arithmetic != NBL_FFT_FLOAT16;
    stage->desc.planned = stage->desc.last_step ? stage->desc.precision : planned_for(read, p);
    stage->desc.length = p->real == NBL_FFT_REAL && !stage->desc.last_step ? 2 * step->elements : p->plan.fft_length;
    p->invocations = stage->desc.last_step ? 0 : step->invocations;
    p->shared_dwords = stage->desc.last_step ? 0 : step->shared;
    p->columns = step->columns;
    p->turned = step->turned;
    p->inner = step->beside;
    p->ragged = step->transforms % step->beside != 0;
    p->stepped_roots = read->stages->mode == NBL_MODE_FAST || steps_roots(step);
    return result;
}

/* Returns how many groups of lines a workgroup of nbl/host/fft_vulkan.h's kernel takes one after the other: as many as
 * the step says if that leaves enough workgroups, else one. */
static uint32_t rounds_of(nbl_device_kind_t device, const nbl_program_step_t *step) {
    const uint64_t workgroups = step->transforms / ((uint64_t)step->per_group * step->rounds);
    return workgroups >= nbl_fact_number_of(device, NBL_NUMBER_ROUNDS_FEWEST_WORKGROUPS) ? step->rounds : 1;
}

/* Takes a round that is one step of whole lines: the kernel of nbl_fft_create() runs in place of that of lines. */
static void take_whole(const read_t *read) {
    const nbl_program_step_t *step = read->step;
    const nbl_problem_t *problem = &read->program->problem;
    const nbl_program_op_t *line = &step->op[0];
    const nbl_fft_plan_t plan = line->plan;
    const uint32_t rounds = rounds_of(read->stages->limits.device, step);
    nbl_fft_transform_plan_t *whole = &read->axis->whole;
    nbl_fft_transform_parameters_t *p = &whole->parameters;
    whole->desc = (nbl_fft_transform_desc_t){.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = (nbl_fft_precision_t)problem->precision,
                                             .length = step->elements,
                                             .batch = (uint32_t)step->transforms,
                                             .inverse = line->inverse != 0,
                                             .any_radices = problem->mode == NBL_MODE_FAST,
                                             .ffts_per_workgroup = step->per_group,
                                             .subgroup_size = read->stages->limits.subgroup_size,
                                             .rounds = rounds,
                                             .instruction_order = (nbl_instruction_order_t)step->order,
                                             .limits = read->stages->limits};
    p->plan = plan;
    p->invocations = step->invocations;
    p->shared_dwords = step->shared;
    p->ffts_per_workgroup = step->per_group;
    p->rounds = rounds;
    p->inverse = line->inverse;
    p->half_storage = problem->precision == NBL_FFT_FLOAT16_STORAGE;
    p->packed = line->packed;
    p->twiddles = line->twiddles;
    const uint32_t barriers = nbl_fft_plan_barriers_of(plan, line->packed != 0 ? 1u : nbl_fft_plan_scalars(plan));
    whole->elements = plan.elements;
    whole->element_bytes = nbl_fft_precision_element_bytes(whole->desc.precision);
    whole->input_bytes = whole->output_bytes = whole->buffer_bytes =
        step->transforms * step->elements * whole->element_bytes;
    whole->workgroup_invocations = nbl_fft_plan_workgroup_size(plan);
    whole->shared_bytes = 4u * nbl_fft_plan_shared_dwords(plan);
    whole->barriers = rounds * barriers + (rounds > 1 ? rounds : 0);
    const uint64_t of_group = (uint64_t)step->per_group * rounds;
    whole->workgroups = (step->transforms + of_group - 1) / of_group;
}

/* ---- Rounds */

/* Lists the tables that a round's steps load, and the arithmetic in which each of its two buffers holds them. */
static void list_tables(read_t *read, const nbl_program_step_t *first, uint32_t count) {
    nbl_round_tables_t *tables = &read->tables;
    memset(tables, 0, sizeof *tables);
    read->fits = true;
    for (uint32_t s = 0; s < count; s++)
        for (uint32_t i = 0; i < first[s].ops; i++) {
            const nbl_program_op_t *op = &first[s].op[i];
            const uint32_t kind = table_kind(read, op);
            const bool first_table = kind != NBL_PROGRAM_ROOTS && kind != NBL_PROGRAM_SPECTRUM;
            if (op->kind == NBL_PROGRAM_SCALE) {
                if (tables->scale == NULL && tables->of[NBL_PROGRAM_CHIRP] == NULL &&
                    tables->of[NBL_PROGRAM_ROOTS] == NULL && tables->of[NBL_PROGRAM_RADER] == NULL)
                    tables->arithmetic[1] = (nbl_fft_precision_t)first[s].arithmetic;
                tables->scale = op;
            }
            if (kind == NBL_PROGRAM_TABLE_KINDS) continue;
            const nbl_program_table_t *table = &read->program->table[op->table];
            expect(read, tables->of[kind] == NULL || tables->of[kind] == table);
            tables->of[kind] = table;
            if (op->prime != 0) tables->of[NBL_PROGRAM_RADER_SPECTRUM] = &read->program->table[op->spectrum];
            if (kind == NBL_PROGRAM_SPECTRUM) /* beside roots, or alone */
                tables->arithmetic[0] = tables->arithmetic[1] = (nbl_fft_precision_t)first[s].arithmetic;
            else
                tables->arithmetic[first_table ? 0 : 1] = (nbl_fft_precision_t)first[s].arithmetic;
        }
    expect(read, (tables->of[NBL_PROGRAM_CHIRP] == NULL) == (tables->of[NBL_PROGRAM_CHIRP_SPECTRUM] == NULL) &&
                     (tables->of[NBL_PROGRAM_RADER] == NULL) == (tables->of[NBL_PROGRAM_RADER_SPECTRUM] == NULL) &&
                     (tables->of[NBL_PROGRAM_RADER] == NULL || tables->of[NBL_PROGRAM_CHIRP] == NULL));
}

static nbl_result_t take_round(read_t *read, const nbl_program_step_t *first, uint32_t count) {
    nbl_fft_nd_axis_t *axis = read->axis;
    axis->transforms = first->transforms;
    axis->chunk = first->chunk;
    list_tables(read, first, count);
    for (uint32_t s = 0; s < count; s++)
        expect(read, first[s].transforms == first->transforms && first[s].chunk == first->chunk);
    if (!read->fits)
        return nbl_fail(read->error, NBL_ERROR_LIMIT, "program: round %u: its steps have other tables or counts",
                        first->round);
    if (read->tables.of[NBL_PROGRAM_SPECTRUM] != NULL) {
        axis->part.convolves = true;
        axis->part.frequencies = read->tables.of[NBL_PROGRAM_SPECTRUM]->n;
    }
    read->step = first;
    nbl_result_t result = check_arithmetic(read);
    if (result == NBL_SUCCESS)
        result = nbl_round_fill_tables(&read->tables, read->stages->desc.precision, axis, read->error);
    for (uint32_t s = 0; s < count && result == NBL_SUCCESS; s++) {
        read->step = &first[s];
        result = take_step(read);
    }
    if (result == NBL_SUCCESS) result = nbl_fft_fill_powers(axis, read->error);
    if (result == NBL_SUCCESS && axis->pass.loops > NBL_FFT_LINES_MOST_LOOPS)
        return nbl_fail(read->error, NBL_ERROR_LIMIT,
                        "array: its strides make %u loops, a device's kernels have %u: transform parts of it",
                        axis->pass.loops, NBL_FFT_LINES_MOST_LOOPS);
    const bool replaces = axis->stage[0].desc.parameters.in_place != 0; /* which takes a barrier of buffers */
    if (result == NBL_SUCCESS && first->rounds != 0 && count == 1 && !replaces) take_whole(read);
    return result;
}

static void place_regions(const nbl_program_t *program, uint64_t alignment, nbl_fft_nd_stages_t *stages) {
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) {
        stages->region_bytes[r] = program->region_bytes[r];
        stages->region_offset[r] = stages->workspace_bytes;
        stages->workspace_bytes += (stages->region_bytes[r] + alignment - 1) / alignment * alignment;
    }
}

/* Sorts the dimensions of a problem that goes back to real numbers as its program has them: dimensions that the last
 * step holds together come last. */
static void sort_axes(const nbl_program_t *program, uint32_t axes, uint32_t dimensions[NBL_PROGRAM_MOST_RANK]) {
    const nbl_problem_t *problem = &program->problem;
    const nbl_program_step_t *last = &program->step[program->steps - 1];
    uint32_t trades = 0, kept[NBL_PROGRAM_MOST_RANK], count = 0;
    for (uint32_t i = 0; program->steps > 0 && i < last->ops; i++) trades += last->op[i].kind == NBL_PROGRAM_TRADE;
    if (!problem->real || !problem->inverse || trades == 0) return;
    for (int together = 0; together < 2; together++)
        for (uint32_t a = 0; a < axes; a++)
            if ((dimensions[a] + trades + 1 >= problem->rank) == (together == 1)) kept[count++] = dimensions[a];
    memcpy(dimensions, kept, count * sizeof *kept);
}

/* program  becomes the stages', also after an error */
static nbl_result_t read_program(nbl_program_t *program, const nbl_fft_limits_t *limits, uint64_t alignment,
                                 nbl_fft_nd_stages_t *stages, nbl_error_t *error) {
    const bool has_choices = nbl_program_has_choices(program);
    const nbl_problem_t *problem = &program->problem;
    uint32_t dimensions[NBL_PROGRAM_MOST_RANK], next = 0;
    nbl_fft_nd_stages_begin(limits, (nbl_mode_t)problem->mode, problem->in_place != 0, stages);
    stages->mode = nbl_program_compiled_as(program);
    stages->program = program;
    if (has_choices) {
        stages->written = program;
        stages->program = program = nbl_program_decided(program, NBL_PROGRAM_BY_COUNT);
        if (program == NULL) return nbl_fail_memory(error, "program");
    }
    read_t read = {.program = program, .stages = stages, .error = error};
    nbl_fft_nd_stages_take_problem(problem, stages);
    stages->sides[NBL_VIEW_BETWEEN].bytes = program->region_bytes[NBL_VIEW_BETWEEN];
    nbl_result_t result = nbl_fft_nd_stages_check(stages, true, error);
    if (result != NBL_SUCCESS) return result;
    const uint32_t rounds = program->steps == 0 ? 0 : program->step[program->steps - 1].round + 1;
    const uint32_t axes = problem->convolves ? 0 : nbl_problem_axes(problem, dimensions);
    sort_axes(program, axes, dimensions);
    stages->axis = malloc((rounds > 0 ? rounds : 1) * sizeof *stages->axis); /* of none NULL would be no error */
    if (stages->axis == NULL) return nbl_fail_memory(error, "program");
    for (uint32_t s = 0, count = 0; s < program->steps && result == NBL_SUCCESS; s += count) {
        const nbl_program_step_t *first = &program->step[s];
        for (count = 1; s + count < program->steps && first[count].round == first->round; count++) {}
        if (first->literal && stages->axes == 0) {
            next++;
            continue;
        }
        if (stages->axes == rounds)
            return nbl_fail(error, NBL_ERROR_LIMIT, "program: step %u: its round is not the next one", s);
        read.axis = &stages->axis[stages->axes++];
        memset(read.axis, 0, offsetof(nbl_fft_nd_axis_t, stage));
        if (next < axes) {
            read.axis->pass.axis = dimensions[next];
            read.axis->pass.length = (uint32_t)problem->sizes[dimensions[next]];
            read.axis->pass.real = problem->real != 0 && dimensions[next] == problem->axes[problem->axis_count - 1];
        }
        for (uint32_t i = 1; i < first->ops; i++) /* of rows there is one axis */
            next += first->op[i].kind == NBL_PROGRAM_TRADE && first->op[0].kind != NBL_PROGRAM_TRADE;
        next++;
        result = take_round(&read, first, count);
    }
    if (result == NBL_SUCCESS) place_regions(program, alignment, stages);
    return result;
}

nbl_result_t nbl_fft_nd_stages_read(const nbl_program_t *program, const nbl_fft_limits_t *limits, uint64_t alignment,
                                    nbl_fft_nd_stages_t *stages, nbl_error_t *error) {
    const size_t bytes = offsetof(nbl_program_t, step) + program->steps * sizeof program->step[0];
    nbl_program_t *kept = malloc(bytes);
    nbl_fft_nd_stages_begin(limits, (nbl_mode_t)program->problem.mode, false, stages);
    if (kept == NULL) return nbl_fail_memory(error, "program");
    memcpy(kept, program, bytes);
    return read_program(kept, limits, alignment, stages, error);
}

nbl_result_t nbl_fft_nd_stages_of_problem(const nbl_problem_t *problem, const nbl_fft_limits_t *limits,
                                          const nbl_fft_wisdom_t *wisdom, uint64_t alignment,
                                          nbl_fft_nd_stages_t *stages, nbl_error_t *error) {
    nbl_fft_nd_stages_begin(limits, (nbl_mode_t)problem->mode, problem->in_place != 0, stages);
    nbl_fft_nd_stages_take_problem(problem, stages);
    nbl_result_t result = nbl_fft_nd_stages_check(stages, false, error);
    if (result != NBL_SUCCESS) return result;
    nbl_program_t *program = nbl_transform_new(problem);
    result = program != NULL ? nbl_transform_make(problem, limits, wisdom, program, error)
                             : nbl_fail_memory(error, "program");
    if (result == NBL_SUCCESS) return read_program(program, limits, alignment, stages, error);
    free(program);
    return result;
}
