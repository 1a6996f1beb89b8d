/* Chooses the steps of a transform on the CPU, and takes them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/line.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/in_lanes.h"
#include "executor/tables.h"
#include "facts/numbers.h"
#include "nbl/fft/twiddle_ladder.h"
#include "nbl/host/plan.h"
#include "platform/memory.h"

/* float16 is scaled pass by pass, others at the end (nbl/workgroup/fft_stockham.h). */
static bool scales_by_pass(const nbl_executor_line_desc_t *desc) {
    return desc->plan.complex_dwords == NBL_DWORDS_float16_t && desc->normalization != NBL_FFT_UNNORMALIZED;
}

/* ---- The passes of a plan. Passes of radix 1, which a workgroup may need, are left out unless they scale */

static nbl_executor_passes_of_line_t passes_of(const nbl_executor_line_desc_t *desc) {
    nbl_fft_plan_t plan = desc->inverse ? nbl_fft_plan_reversed(desc->plan) : desc->plan;
    nbl_executor_passes_of_line_t passes = {0};
    for (uint32_t i = 0, stride = 1; i < plan.passes; i++) {
        uint32_t radix = nbl_fft_plan_radix(plan, i), p = passes.count;
        if (radix == 1 && !scales_by_pass(desc)) continue;
        passes.radix[p] = radix;
        passes.stride[p] = stride;
        stride *= radix;
        passes.blocks[p] = plan.fft_length / stride;
        passes.count++;
    }
    return passes;
}

/* ---- Where a line turns from vectors along blocks to vectors along frequencies: after how many passes, and how well
 * that fills vectors */

typedef struct route_t {
    const nbl_executor_kernels_t *kernels; /* NULL: no route */
    uint32_t turn;                         /* passes before it; 0: one pass alone */
    double cost;
} route_t;

/* Returns the additions and products of a butterfly for each of its elements, about. */
static double work(uint32_t radix) {
    double logarithm = 0.0;
    for (uint32_t r = radix; r > 1; r = (r + 1) / 2) logarithm += 1.0;
    return 1.5 + logarithm;
}

/* Returns how much more a pass computes than there is, 1 or more: its last vector of a loop of n is partly empty. */
static double waste(uint32_t n, uint32_t lanes) { return (double)((n + lanes - 1) / lanes * lanes) / n; }

/* Cost of a step that only transposes the data, in the unit of work(): operations of an element. Chosen, 2026-11-23; no
 * times were kept. */
#define TURN_WORK 1.5

static void try_route(const nbl_executor_passes_of_line_t *p, const nbl_executor_kernels_t *kernels, uint32_t turn,
                      route_t *best) {
    uint32_t lanes = kernels->lanes;
    double cost = turn > 1 ? TURN_WORK : 0.0;
    for (uint32_t i = 0; i < p->count; i++) {
        bool before = i < turn;
        if (before ? p->blocks[i] < lanes : i + 1 == p->count && p->stride[i] < lanes) return;
        cost += work(p->radix[i]) * waste(before ? p->blocks[i] : p->stride[i], lanes);
    }
    cost /= lanes;
    if (best->kernels == NULL || cost < best->cost) *best = (route_t){kernels, turn, cost};
}

static route_t route_of(const nbl_executor_line_desc_t *desc, const nbl_executor_passes_of_line_t *passes,
                        uint32_t scalar_bytes) {
    route_t best = {0};
    bool allowed = desc->set == NULL;
    const nbl_executor_set_t *set;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        const nbl_executor_kernels_t *kernels = nbl_executor_set_kernels(set, scalar_bytes, desc->mode);
        allowed = allowed || strcmp(set->name, desc->set) == 0;
        if (!allowed || kernels == NULL) continue;
        if (desc->columns) {
            if (best.kernels == NULL) best.kernels = kernels;
        } else if (passes->count == 1) {
            if (kernels->lanes == 1) best.kernels = kernels;
        } else {
            for (uint32_t turn = 1; turn < passes->count; turn++) try_route(passes, kernels, turn, &best);
        }
    }
    return best;
}

uint32_t nbl_executor_line_width(const nbl_executor_line_desc_t *desc) {
    nbl_executor_line_desc_t columns = *desc;
    columns.columns = true;
    const nbl_executor_kernels_t *kernels = route_of(&columns, NULL, 2 * desc->plan.complex_dwords).kernels;
    return kernels != NULL ? kernels->lanes : 0;
}

/* Vectors of W lines in lanes are always full, but W lines are W streams of memory and take W times the cache. Complex
 * lines that fill vectors by themselves are faster one by one: in lanes those to 2048 bytes took 1.04 of the time in
 * the median. Lines that do not fill them go in lanes whatever their length: one by one they took 1.7
 * (bench/scripts/cpu_numbers.sh, on an AMD EPYC, 2026-11-29, when both were numbers of host/facts/epyc.txt). */
bool nbl_executor_lanes_pay(const nbl_executor_line_t *line, uint32_t width, uint64_t lines, bool real) {
    if (width < 2 || lines < width || line->fft_length < width / 2 || line->fft_length < 2) return false;
    const bool in_registers = line->steps == 1 && line->kernels->lanes > 1, alone = line->kernels->lanes == width;
    const uint64_t bytes = (uint64_t)line->fft_length * width * 2 * line->kernels->scalar_bytes;
    if (!real) return !in_registers && !alone;
    return !alone || bytes <= (uint64_t)nbl_fact_number_of(NBL_DEVICE_PROCESSOR, NBL_NUMBER_CPU_REAL_LANES_BYTES);
}

/* ---- Steps: host/executor/kernels.h has what they read and write */

/* ---- Rows a power of two apart fall into few sets of a cache, more rows than a set has ways. So the rows that a pass
 * reads are written with a gap of some scalars after each row. Two passes can: the first pass, which transposes, writes
 * a row in each trip of its outer loop; for the pass before the last, rows are blocks. */

#define GAP_BYTES 64u        /* a line of the cache: derived */
#define BYTES_THAT_MEET 512u /* rows a multiple of this apart meet in 8 of a cache's 64 sets, and get gaps; chosen */

static size_t gap_before(const nbl_executor_line_t *line, const nbl_executor_passes_of_line_t *p, uint32_t i,
                         uint32_t turn) {
    if (i == 0 || i >= p->count || turn != 1) return 0;
    size_t row_bytes = (size_t)line->fft_length / p->radix[i] * line->kernels->scalar_bytes;
    bool ends = i == 1 ? p->blocks[i] % line->kernels->lanes == 0 : p->blocks[i] == 1;
    return ends && row_bytes % BYTES_THAT_MEET == 0 ? GAP_BYTES / line->kernels->scalar_bytes : 0;
}

/* Returns the most scalars of a plane with gaps: as a pass writes them, and as it reads them. */
static size_t plane_of(const nbl_executor_line_t *line, const nbl_executor_passes_of_line_t *p, bool columns,
                       uint32_t turn) {
    size_t gaps = 0;
    for (uint32_t i = 1; i < p->count && !columns; i++) {
        size_t of_pass = gap_before(line, p, i, turn) * p->radix[i];
        if (of_pass > gaps) gaps = of_pass;
    }
    return (size_t)line->fft_length * line->width + gaps + NBL_EXECUTOR_MARGIN;
}

/* Adds pass i of a line, before the transposition: vectors along blocks. */
static void add_by_block(nbl_executor_line_t *line, const nbl_executor_passes_of_line_t *p, uint32_t i, bool turns) {
    const nbl_executor_passes_t *of = &line->kernels->of_radix[p->radix[i]];
    size_t blocks = p->blocks[i], stride = p->stride[i];
    const bool reals = turns && line->reals;
    nbl_executor_step_t *step = nbl_executor_add(line, reals    ? of->first_turn_reals
                                                       : turns  ? of->first_turn
                                                       : i == 0 ? of->first
                                                                : of->by_block);
    step->outer = stride;
    step->inner = blocks;
    step->in_outer = p->radix[i] * blocks;
    step->in_step = i == 0 && !reals ? 2 * blocks : blocks;
    step->out_outer = blocks;
    step->out_step = stride * blocks;
    size_t gap = turns ? gap_before(line, p, 1, 1) : 0;
    if (gap > 0) {
        step->outer = p->radix[1];
        step->inner = p->blocks[1];
        step->in_outer = (reals ? 1 : 2) * step->inner;
        step->out_outer = step->inner * p->radix[0] + gap;
    }
}

/* Adds pass i of a line, after the transposition: vectors along frequencies. */
static void add_by_frequency(nbl_executor_line_t *line, const nbl_executor_passes_of_line_t *p, uint32_t i,
                             uint32_t turn) {
    const nbl_executor_passes_t *of = &line->kernels->of_radix[p->radix[i]];
    size_t blocks = p->blocks[i], stride = p->stride[i];
    bool last = i + 1 == p->count;
    nbl_executor_step_t *step = nbl_executor_add(line, last ? of->last_by_frequency : of->by_frequency);
    step->outer = blocks;
    step->inner = stride;
    step->in_outer = stride;
    step->in_step = blocks * stride + gap_before(line, p, i, turn);
    step->out_outer = stride * p->radix[i] + gap_before(line, p, i + 1, turn);
    step->out_step = last ? 2 * stride : stride;
}

/* Of columns. Where these are the caller's, steps are those for a stride of one complex number. */
static void add_columns(nbl_executor_line_t *line, const nbl_executor_passes_of_line_t *p, uint32_t i) {
    const nbl_executor_passes_t *of = &line->kernels->of_radix[p->radix[i]];
    size_t blocks = p->blocks[i], stride = p->stride[i], width = line->width;
    bool first = i == 0, last = i + 1 == p->count;
    nbl_executor_step_t *step = nbl_executor_add(line, first && last ? of->only
                                                       : first       ? of->first_columns
                                                       : last        ? of->last_columns
                                                                     : of->by_block);
    step->outer = first ? blocks : stride;
    step->inner = first ? width : blocks * width;
    step->in_outer = first ? 2 : p->radix[i] * blocks * width;
    step->in_step = first ? 2 * blocks : blocks * width;
    step->out_outer = last ? 2 : first ? width : blocks * width;
    step->out_step = last ? 2 * stride : stride * blocks * width;
}

static void add_pass(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc,
                     const nbl_executor_passes_of_line_t *p, uint32_t i, uint32_t turn) {
    if (desc->in_lanes)
        nbl_executor_add_in_lanes(line, desc, p, i);
    else if (desc->columns)
        add_columns(line, p, i);
    else if (p->count == 1)
        add_columns(line, p, i); /* the line is one column */
    else if (i < turn)
        add_by_block(line, p, i, turn == 1);
    else
        add_by_frequency(line, p, i, turn);
    line->step[line->steps - 1].radix = p->radix[i];
}

/* Returns the kernel that makes both passes of a line in one step; NULL unless each pass has one or two vectors of
 * butterflies. */
static nbl_executor_run_t *square_of(const nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc,
                                     const nbl_executor_passes_of_line_t *p) {
    const uint32_t lanes = line->kernels->lanes, radix = p->radix[0];
    if (desc->columns || p->count != 2 || p->radix[1] != radix) return NULL;
    return radix == lanes ? line->kernels->square[0] : radix == 2 * lanes ? line->kernels->square[1] : NULL;
}

static void add_turn(nbl_executor_line_t *line, uint32_t stride) {
    nbl_executor_step_t *step = nbl_executor_add(line, line->kernels->turn);
    step->outer = stride;
    step->inner = line->fft_length / stride;
}

/* ---- Tables and buffers */

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

static nbl_executor_table_t table_of(const nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc,
                                     const nbl_executor_passes_of_line_t *p, uint32_t i, bool by_frequency) {
    const bool steps =
        desc->mode != NBL_MODE_FAST &&
        nbl_fft_pass_steps(desc->twiddles, p->stride[i], line->fft_length / p->radix[i], desc->plan.invocations);
    nbl_executor_table_t table = {line->kernels->scalar_bytes,
                                  p->radix[i],
                                  p->stride[i],
                                  by_frequency ? line->kernels->lanes : 0,
                                  desc->twiddles,
                                  steps ? desc->plan.invocations : 0};
    return table;
}

static nbl_result_t make_tables(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc,
                                const nbl_executor_passes_of_line_t *p, uint32_t turn, nbl_error_t *error) {
    nbl_executor_table_t tables[NBL_FFT_MAX_PASSES];
    size_t bytes = NBL_EXECUTOR_ALIGNMENT;
    for (uint32_t i = 1; i < p->count; i++) {
        tables[i] = table_of(line, desc, p, i, !desc->columns && i >= turn);
        bytes += round_up(nbl_executor_table_bytes(tables[i]));
    }
    bytes += round_up(nbl_executor_lanes_table_bytes(line, desc));
    line->tables = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, bytes);
    if (line->tables == NULL) return nbl_fail_memory(error, "twiddles");
    line->table_bytes = bytes;
    char *at = line->tables;
    const nbl_executor_twiddles_t *twiddles = nbl_executor_twiddles_of(desc->mode);
    for (uint32_t i = 1; i < p->count; i++) {
        const uint32_t moved = !desc->columns && turn > 1 && i >= turn; /* a transposition comes before */
        twiddles->fill(tables[i], at);
        line->step[line->steps == 1 ? 0 : line->first_pass + i + moved].twiddles = at;
        at += round_up(nbl_executor_table_bytes(tables[i]));
    }
    nbl_executor_lanes_make_tables(line, desc, at);
    return NBL_SUCCESS;
}

static void scale(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    uint32_t bytes = line->kernels->scalar_bytes, how = desc->normalization;
    const uint32_t last = nbl_executor_unpacks(desc) ? line->steps - 2 : line->steps - 1;
    if (how == NBL_FFT_UNNORMALIZED) return;
    for (uint32_t i = 0; i < line->steps; i++) {
        nbl_executor_step_t *step = &line->step[i];
        if (scales_by_pass(desc) && step->radix != 0) {
            step->factor_before = nbl_executor_factor_before(bytes, step->radix, how);
            step->factor = nbl_executor_factor_behind(bytes, step->radix, how);
            step->scaled_before = true;
            step->scaled = step->factor != 1.0;
        } else if (i == last) {
            step->factor = nbl_executor_factor(bytes, line->fft_length, how);
            step->scaled = true;
        }
    }
}

nbl_result_t nbl_executor_line_make(const nbl_executor_line_desc_t *desc, nbl_executor_line_t *line,
                                    nbl_error_t *error) {
    nbl_executor_passes_of_line_t passes = passes_of(desc);
    uint32_t scalar_bytes = 2 * desc->plan.complex_dwords;
    route_t route = route_of(desc, &passes, scalar_bytes);
    memset(line, 0, sizeof *line);
    if (route.kernels == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "instruction set %s: this processor or this build has none of that name",
                        desc->set != NULL ? desc->set : "of any kind");
    line->kernels = route.kernels;
    line->passes = passes.count;
    memcpy(line->radices, passes.radix, sizeof line->radices);
    line->fft_length = desc->plan.fft_length;
    line->width = desc->columns ? route.kernels->lanes : 1;
    line->reals = desc->reals && !desc->columns && passes.count > 1 && route.turn == 1;
    nbl_executor_run_t *square = square_of(line, desc, &passes);
    if (square != NULL) nbl_executor_add(line, square);
    if (desc->in_lanes) nbl_executor_add_before(line, desc);
    line->first_pass = line->steps;
    for (uint32_t i = 0; i < passes.count && square == NULL; i++) {
        if (!desc->columns && route.turn > 1 && i == route.turn) add_turn(line, passes.stride[i]);
        add_pass(line, desc, &passes, i, route.turn);
    }
    if (desc->in_lanes) nbl_executor_add_behind(line, desc);
    size_t plane = plane_of(line, &passes, desc->columns, route.turn);
    for (uint32_t i = 0; i < line->steps; i++) {
        line->step[i].plane = plane;
        if (!desc->in_lanes) line->step[i].swap_parts = desc->inverse;
    }
    scale(line, desc);
    line->buffer_bytes = round_up(2 * plane * scalar_bytes);
    line->scratch_bytes = 2 * line->buffer_bytes;
    return make_tables(line, desc, &passes, route.turn, error);
}

void nbl_executor_line_release(nbl_executor_line_t *line) {
    nbl_platform_aligned_free(line->tables);
    line->tables = NULL;
}

/* ---- Running */

/* Each step reads and writes more streams than a processor prefetches by itself. So before each step a part of the next
 * lines is fetched into the cache. The bounds were chosen, 2026-11-23; no times were kept. */
#define LEAST_BYTES_FETCHED 512u  /* shorter lines are in the cache anyway */
#define MOST_BYTES_FETCHED 16384u /* longer ones would push the line at work out of a cache of 32 KiB */
#define CACHE_LINE 64u            /* of x86 and most of Arm */

static void fetch(const char *in, char *out, size_t bytes, size_t out_bytes) {
    for (size_t i = 0; i < bytes; i += CACHE_LINE) {
        __builtin_prefetch(in + i, 0);
        if (i < out_bytes) __builtin_prefetch(out + i, 1);
    }
}

static void run_and_fetch(const nbl_executor_line_t *line, const void *in, void *out, void *scratch,
                          const char *next_in, char *next_out, size_t bytes, size_t out_bytes) {
    const size_t part = (bytes / line->steps + CACHE_LINE) / CACHE_LINE * CACHE_LINE;
    for (uint32_t i = 0; i < line->steps; i++) {
        void *to = nbl_executor_line_target(line, i, out, scratch);
        const size_t first = i * part;
        fetch(next_in + first, next_out + first, part, first < out_bytes ? out_bytes - first : 0);
        line->step[i].run(&line->step[i], in, to);
        in = to;
    }
}

static size_t bytes_of_run(const nbl_executor_line_t *line) {
    return (size_t)line->fft_length * line->width * 2 * line->kernels->scalar_bytes;
}

static bool fetches_next(size_t bytes) { return bytes > LEAST_BYTES_FETCHED && bytes <= MOST_BYTES_FETCHED; }

void nbl_executor_lines_run_ahead(const nbl_executor_line_t *line, uint64_t count, const void *in, size_t in_distance,
                                  void *out, size_t out_distance, void *scratch, char *behind, size_t behind_distance) {
    const size_t bytes = bytes_of_run(line), width = line->width;
    const bool fetches = fetches_next(bytes);
    for (uint64_t i = 0; i < count; i += width) {
        const char *next_in = (const char *)in + in_distance * width;
        if (fetches)
            run_and_fetch(line, in, out, scratch, next_in, behind, bytes, behind_distance * width);
        else
            nbl_executor_line_run(line, in, out, scratch);
        in = next_in;
        out = (char *)out + out_distance * width;
        behind += behind_distance * width;
    }
}

void nbl_executor_lines_run(const nbl_executor_line_t *line, uint64_t count, const void *in, size_t in_distance,
                            void *out, size_t out_distance, void *scratch) {
    const uint64_t width = line->width;
    const size_t bytes = bytes_of_run(line);
    const bool fetches = fetches_next(bytes);
    for (; count > width; count -= width) {
        const char *next_in = (const char *)in + in_distance * width;
        char *next_out = (char *)out + out_distance * width;
        if (fetches)
            run_and_fetch(line, in, out, scratch, next_in, next_out, bytes, bytes);
        else
            nbl_executor_line_run(line, in, out, scratch);
        in = next_in;
        out = next_out;
    }
    if (count > 0) nbl_executor_line_run(line, in, out, scratch);
}

void nbl_executor_lanes_run(const nbl_executor_line_t *line, uint32_t count, const void *in, void *out, void *scratch) {
    if (count == line->width) {
        nbl_executor_line_run(line, in, out, scratch);
        return;
    }
    for (uint32_t i = 0; i < line->steps; i++) {
        void *to = nbl_executor_line_target(line, i, out, scratch);
        nbl_executor_step_t step = line->step[i];
        step.lines = count;
        step.run(&step, in, to);
        in = to;
    }
}

void nbl_executor_columns_run(const nbl_executor_line_t *line, const void *in, size_t in_stride, void *out,
                              size_t out_stride, void *scratch) {
    for (uint32_t i = 0; i < line->steps; i++) {
        void *to = nbl_executor_line_target(line, i, out, scratch);
        nbl_executor_step_t step = line->step[i];
        if (i == 0) step.in_outer *= in_stride, step.in_step *= in_stride;
        if (i + 1 == line->steps) step.out_outer *= out_stride, step.out_step *= out_stride;
        step.run(&step, in, to);
        in = to;
    }
}
