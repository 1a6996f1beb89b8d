/* Plans of arrays by the names of 0.2.0, over nbl/host/fft.h, and a program's text for people.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>
#include <stdio.h>

#include "error/check.h"
#include "transform/cpu.h"
#include "transform/make.h"

nbl_fft_nd_desc_t nbl_fft_nd_desc_init(void) { return nbl_fft_problem_init(); }

nbl_result_t nbl_fft_nd_plan_create(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_plan_t **plan, nbl_error_t *error) {
    if (plan != NULL) *plan = NULL;
    if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
    nbl_fft_problem_t problem = *desc;
    problem.kernel = NULL; /* not read here */
    return nbl_fft_make_cpu(&problem, plan, error);
}

void nbl_fft_nd_plan_destroy(nbl_fft_nd_plan_t *plan) { nbl_fft_destroy(plan); }

nbl_result_t nbl_fft_nd_plan_run(nbl_fft_nd_plan_t *plan, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, input, output)) return NBL_ERROR_ARGUMENT;
    return nbl_fft_run(plan, input, output, error);
}

uint64_t nbl_fft_nd_plan_bytes(const nbl_fft_nd_plan_t *plan) { return nbl_fft_get_bytes(plan).workspace; }

uint64_t nbl_fft_nd_plan_kept_bytes(const nbl_fft_nd_plan_t *plan) { return nbl_fft_cpu_kept_bytes(plan); }

/* ---- Text */

void nbl_fft_nd_put(nbl_fft_nd_text_t *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t at = text->length < text->size ? text->length : text->size;
    const int length = vsnprintf(text->size > at ? text->buffer + at : NULL, text->size - at, format, arguments);
    text->length += length > 0 ? (size_t)length : 0;
    va_end(arguments);
}

/* An axis at hand: steps of a round. */
typedef struct round_t {
    const nbl_ready_t *transform;
    uint32_t first, end;
} round_t;

static void put_radices(nbl_fft_nd_text_t *text, const nbl_program_op_t *line) {
    const nbl_fft_plan_t plan = line->inverse ? nbl_fft_plan_reversed(line->plan) : line->plan;
    const bool scales =
        plan.complex_dwords == NBL_DWORDS_float16_t && line->normalization != NBL_FFT_UNNORMALIZED; /* pass by pass */
    const char *between = "";
    for (uint32_t p = 0; p < plan.passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(plan, p);
        if (radix == 1 && !scales) continue;
        nbl_fft_nd_put(text, "%s%u", between, radix);
        between = "x";
    }
}

static const nbl_program_op_t *line_of(const nbl_program_step_t *step) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE) return &step->op[i];
    return NULL;
}

/* A line's steps, from `first` on: in one, or in passes. Twiddles stand behind all but the last pass. */
static void put_line(nbl_fft_nd_text_t *text, const round_t *round, uint32_t first) {
    const nbl_program_step_t *step = &round->transform->step[first];
    uint32_t passes = 1;
    while (nbl_program_has(&step[passes - 1], NBL_PROGRAM_TWIDDLE)) passes++;
    if (passes == 1) {
        nbl_fft_nd_put(text, " = ");
        put_radices(text, line_of(step));
        return;
    }
    for (uint32_t p = 0; p < passes; p++)
        nbl_fft_nd_put(text, "%s%llu", p == 0 ? " = " : " x ", (unsigned long long)step[p].elements);
    nbl_fft_nd_put(text, " in %u passes", passes);
}

/* Of a cosine or sine transform: its kind, and the Fourier transform that it goes by. Returns its points. */
static uint64_t put_dct(nbl_fft_nd_text_t *text, nbl_dct_t dct) {
    const bool real = nbl_dct_middle(dct) != NBL_DCT_COMPLEX;
    nbl_fft_nd_put(text, ", %s-%u by %s ones of %u", nbl_dct_is_sine(dct) ? "dst" : "dct", nbl_dct_type(dct),
                   real ? "real" : "complex", nbl_dct_points(dct));
    return nbl_dct_points(dct);
}

static void put_axis(nbl_fft_nd_text_t *text, uint32_t dimension, const round_t *round) {
    const nbl_ready_t *transform = round->transform;
    const nbl_problem_t *problem = &transform->problem;
    const nbl_program_step_t *step = &transform->step[round->first];
    const uint64_t given = problem->input.sizes[dimension], kept = problem->output.sizes[dimension];
    uint64_t length = problem->sizes[dimension];
    const bool real = problem->real && dimension == problem->axes[problem->axis_count - 1];
    const uint64_t all = real && problem->inverse ? length / 2 + 1 : length;
    bool halves = false, whole = false;       /* whole: with roots by the library's twiddles */
    uint32_t chirp = 0, first = round->first; /* chirp: points of its convolution */
    while (first < round->end && line_of(&transform->step[first]) == NULL) first++;
    for (uint32_t s = round->first; s < round->end; s++)
        for (uint32_t i = 0; i < transform->step[s].ops; i++) {
            const nbl_program_op_t *op = &transform->step[s].op[i];
            const bool halved = op->kind == NBL_PROGRAM_UNPACK || op->kind == NBL_PROGRAM_PACK;
            halves = halves || halved;
            whole = whole || (halved && op->table == NBL_PROGRAM_NONE);
            if (op->kind == NBL_PROGRAM_MULTIPLY && transform->table_of_program[op->table].m != 0)
                chirp = (uint32_t)transform->table_of_program[op->table].m;
        }
    nbl_fft_nd_put(text, "axis %u: %llu %sline%s of %llu", dimension, (unsigned long long)step->transforms,
                   real ? "real " : "", step->transforms == 1 ? "" : "s", (unsigned long long)length);
    if (given != all) nbl_fft_nd_put(text, ", %llu given", (unsigned long long)given);
    if (kept != (real && !problem->inverse ? length / 2 + 1 : length))
        nbl_fft_nd_put(text, ", %llu kept from %llu", (unsigned long long)kept,
                       (unsigned long long)problem->output.first[dimension]);
    if (problem->dct != 0) {
        /* a step that goes in lanes whole has its line's elements, not the axis' (ready_lanes.c) */
        const nbl_program_op_t *op = &step->op[0];
        length = put_dct(text, (nbl_dct_t){op->dct, (uint32_t)length, op->orthogonal});
    }
    if (whole) {
        nbl_fft_nd_put(text, " = 2 x ");
        put_radices(text, line_of(&transform->step[first]));
        first = round->end;
    } else if (halves) {
        nbl_fft_nd_put(text, " = 2 x %llu", (unsigned long long)(length / 2));
    }
    if (chirp != 0) nbl_fft_nd_put(text, " as a convolution of %u", chirp);
    if (first < round->end) put_line(text, round, first);
    nbl_fft_nd_put(text, "\n");
}

size_t nbl_fft_nd_plan_text(const nbl_fft_nd_plan_t *plan, char *buffer, size_t size) {
    nbl_fft_nd_text_t text = {buffer, size, 0};
    uint32_t dimensions[NBL_PROGRAM_MOST_RANK];
    const nbl_ready_t *ready = ((const nbl_fft_cpu_t *)plan)->solver.apart;
    round_t round = {.transform = ready};
    const uint32_t count = nbl_problem_axes(&ready->problem, dimensions);
    for (uint32_t a = 0; a < count; a++) {
        round.first = round.end;
        while (round.end < ready->steps && ready->step[round.end].round == ready->step[round.first].round) round.end++;
        put_axis(&text, dimensions[a], &round);
    }
    return text.length;
}
