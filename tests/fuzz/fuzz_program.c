/* Fuzz target: programs as text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A text that is read is printed and read again, equal. A sound program runs in memory of just its size, and has the
 * same bits on one thread, on several, and step by step. A proved program is the Fourier, cosine or sine transform of
 * its problem. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/fft/dct.h"
#include "transform/program.h"
#include "tests/fuzz/edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);

enum { MOST_TEXT = 1 << 14, MOST_ELEMENTS = 4096, MOST_WORK = 1 << 20, MOST_REGION = 1 << 22, GUARD = 64 };

static void fail(const char *what, const nbl_program_t *program) {
    static char text[4 * MOST_TEXT];
    nbl_program_text(program, text, sizeof text);
    fprintf(stderr, "%s\n%s", what, text);
    abort();
}

/* ---- Arrays */

typedef struct array_t {
    const nbl_problem_t *problem;
    const nbl_program_side_t *side;
    size_t scalar, bytes;
    char *memory;
} array_t;

/* Returns whether the arrays of a side are small, and how many bytes they span. */
static bool measure(const nbl_problem_t *problem, const nbl_program_side_t *side, array_t *array) {
    const size_t element = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision);
    uint64_t span = 1 + (problem->batch - 1) * side->distance;
    *array = (array_t){problem, side, element / 2, 0, NULL};
    if (problem->batch > MOST_ELEMENTS || side->distance > MOST_ELEMENTS) return false;
    for (uint32_t d = 0; d < problem->rank; d++) {
        if (side->sizes[d] > MOST_ELEMENTS || side->strides[d] > MOST_ELEMENTS || problem->sizes[d] > MOST_ELEMENTS)
            return false;
        span += (side->sizes[d] - 1) * side->strides[d];
    }
    array->bytes = (size_t)span * (side->real ? element / 2 : element);
    return span <= MOST_ELEMENTS;
}

static char *allocate(size_t bytes) {
    char *memory = malloc(bytes + GUARD);
    if (memory == NULL) abort();
    memset(memory, 0x3c, bytes + GUARD);
    return memory;
}

static double get(const array_t *array, uint64_t number) {
    const char *at = array->memory + number * array->scalar;
    uint16_t half;
    float single;
    double wide;
    if (array->scalar == 8) return memcpy(&wide, at, 8), wide;
    if (array->scalar == 4) return memcpy(&single, at, 4), (double)single;
    return memcpy(&half, at, 2), (double)nbl_emulator_unpack_half_2x16(half).x;
}

static void fill(const array_t *array, size_t bytes, uint64_t state) {
    for (size_t i = 0; i < bytes / array->scalar; i++) {
        const float number = (float)edit_draw(&state, 1024) / 512 - 1;
        const nbl_emulator_float32x2_t pair = {number, 0};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        const double wide = (double)number;
        memcpy(array->memory + i * array->scalar,
               array->scalar == 2   ? (const void *)&half
               : array->scalar == 4 ? (const void *)&number
                                    : (const void *)&wide,
               array->scalar);
    }
}

/* ---- The transform by its definition, in double: an axis after the other, N^2 products a line */

static double complex root_of(uint64_t k, uint64_t m, uint64_t n, bool inverse) {
    const double angle = 2 * acos(-1.0) * (double)(k * m % n) / (double)n;
    return inverse ? cos(angle) + I * sin(angle) : cos(angle) - I * sin(angle);
}

/* Returns by what element m of n counts in element k of a cosine or sine transform, as SciPy has them. The inverse of
 * type II is type III, of type III type II. */
static double dct_of(const nbl_problem_t *problem, uint64_t k, uint64_t m, uint64_t n) {
    const bool sine = problem->dct >= NBL_DST_1;
    uint32_t type = (problem->dct - NBL_DCT_1) % 4 + 1;
    if (problem->inverse && (type == 2 || type == 3)) type = 5 - type;
    const double row = (double)k + (sine && (type == 1 || type == 2)) + (type == 3 || type == 4) * 0.5,
                 column = (double)m + (sine && (type == 1 || type == 3)) + (type == 2 || type == 4) * 0.5,
                 period = (double)n + (type == 1 ? sine ? 1 : -1 : 0), angle = acos(-1.0) * row * column / period;
    const bool ends_row = type == 1 ? !sine && (k == 0 || k == n - 1) : type == 2 && k == (sine ? n - 1 : 0),
               ends_column = type == 1 ? !sine && (m == 0 || m == n - 1) : type == 3 && m == (sine ? n - 1 : 0);
    double factor = 2;
    if (ends_column && type != 2) factor = 1;
    if (problem->orthogonal && ends_column) factor *= sqrt(2);
    if (problem->orthogonal && ends_row) factor *= sqrt(0.5);
    return factor * (sine ? sin(angle) : cos(angle));
}

static double complex factor_of(const nbl_problem_t *problem, uint64_t k, uint64_t m, uint64_t n) {
    return problem->dct != 0 ? dct_of(problem, k, m, n) : root_of(k, m, n, problem->inverse);
}

/* The length that scaling divides by. */
static double length_of(const nbl_problem_t *problem, uint64_t n) {
    const double size = (double)n;
    return problem->dct == 0           ? size
           : problem->dct == NBL_DCT_1 ? 2 * (size - 1)
           : problem->dct == NBL_DST_1 ? 2 * (size + 1)
                                       : 2 * size;
}

static void transform_axis(const nbl_problem_t *problem, double complex *x, uint32_t axis) {
    double complex line[MOST_ELEMENTS];
    uint64_t inner = 1, outer = problem->batch;
    const uint64_t n = problem->sizes[axis];
    for (uint32_t d = 0; d < problem->rank; d++) {
        if (d < axis) outer *= problem->sizes[d];
        if (d > axis) inner *= problem->sizes[d];
    }
    for (uint64_t o = 0; o < outer; o++)
        for (uint64_t i = 0; i < inner; i++) {
            double complex *at = x + o * n * inner + i;
            for (uint64_t k = 0; k < n; k++) {
                line[k] = 0;
                for (uint64_t m = 0; m < n; m++) line[k] += at[m * inner] * factor_of(problem, k, m, n);
            }
            for (uint64_t k = 0; k < n; k++) at[k * inner] = line[k];
        }
}

/* Places of an array without gaps, of the problem's sizes: x[i] has the element of a side, or none. */
static bool place_of(const array_t *array, uint64_t i, uint64_t *place) {
    const nbl_problem_t *problem = array->problem;
    *place = 0;
    for (uint32_t d = problem->rank; d-- > 0; i /= problem->sizes[d]) {
        const uint64_t k = i % problem->sizes[d], first = array->side->first[d];
        if (k < first || k - first >= array->side->sizes[d]) return false;
        *place += (k - first) * array->side->strides[d];
    }
    *place += i * array->side->distance;
    return true;
}

static double complex element_of(const array_t *array, uint64_t place) {
    return array->side->real ? get(array, place) : get(array, 2 * place) + I * get(array, 2 * place + 1);
}

/* Completes spectra of real signals along the last axis: frequency n - k is the conjugate of frequency k, along all
 * axes. */
static void complete(const nbl_problem_t *problem, double complex *x, uint64_t count) {
    const uint32_t last = (uint32_t)problem->axes[problem->axis_count - 1];
    uint64_t all = count / problem->batch;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t rest = i % all, mirror = 0, scale = 1, own = 0;
        for (uint32_t d = problem->rank; d-- > 0; rest /= problem->sizes[d]) {
            const uint64_t n = problem->sizes[d], k = rest % n;
            bool turns = false;
            for (uint32_t a = 0; a < problem->axis_count; a++) turns = turns || problem->axes[a] == d;
            mirror += (turns ? (n - k) % n : k) * scale;
            if (d == last) own = k;
            scale *= n;
        }
        if (own > problem->sizes[last] / 2) x[i] = conj(x[i / all * all + mirror]);
    }
}

/* Returns how far an output is from the transform of an input, relative. */
static double distance(const array_t *input, const array_t *output) {
    const nbl_problem_t *problem = input->problem;
    uint64_t count = problem->batch, place;
    double length = 1;
    for (uint32_t d = 0; d < problem->rank; d++) count *= problem->sizes[d];
    for (uint32_t a = 0; a < problem->axis_count; a++) length *= length_of(problem, problem->sizes[problem->axes[a]]);
    double complex *x = calloc(count, sizeof *x);
    double above = 0, below = 0, factor = 1;
    if (x == NULL) abort();
    for (uint64_t i = 0; i < count; i++)
        if (place_of(input, i, &place)) x[i] = element_of(input, place);
    if (problem->real && problem->inverse) complete(problem, x, count);
    for (uint32_t a = 0; a < problem->axis_count; a++) transform_axis(problem, x, (uint32_t)problem->axes[a]);
    if (problem->scaling == NBL_FFT_SCALING_BY_LENGTH ||
        (problem->scaling == NBL_FFT_SCALING_DEFAULT && problem->inverse))
        factor = 1 / length;
    if (problem->scaling == NBL_FFT_SCALING_BY_ROOT) factor = 1 / sqrt(length);
    for (uint64_t i = 0; i < count; i++) {
        if (!place_of(output, i, &place)) continue;
        const double complex right = factor * (output->side->real ? creal(x[i]) : x[i]);
        const double off = cabs(element_of(output, place) - right), size = cabs(right);
        above += off * off;
        below += size * size;
    }
    free(x);
    return above == 0 ? 0 : sqrt(above / below);
}

/* ---- A run */

/* Returns whether it ran; `output` is of memory of its size, in place the input's. */
static bool run(const nbl_program_t *program, uint32_t threads, array_t *input, array_t *output) {
    const bool in_place = program->problem.in_place;
    const size_t first = in_place && output->bytes > input->bytes ? output->bytes : input->bytes;
    input->memory = allocate(first);
    output->memory = in_place ? input->memory : allocate(output->bytes);
    fill(input, first, 1);
    const bool ran = nbl_program_run(program, input->memory, output->memory, NULL, threads, NULL) == NBL_SUCCESS;
    for (int i = 0; i < GUARD; i++)
        if (input->memory[first + i] != 0x3c || output->memory[(in_place ? first : output->bytes) + i] != 0x3c)
            fail("it wrote behind its arrays", program);
    return ran;
}

static void release(array_t *input, array_t *output) {
    if (output->memory != input->memory) free(output->memory);
    free(input->memory);
}

/* ---- Each step as a program of its own, from a copy of what it loads */

/* Returns whether the steps run one by one: not in place, in one chunk, none in place of others. */
static bool is_plain(const nbl_program_t *program) {
    bool plain = !program->problem.in_place;
    for (uint32_t s = 0; s < program->steps; s++)
        plain = plain && program->step[s].chunk >= program->step[s].transforms && program->step[s].replaces == 0;
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++)
        plain = plain && program->region_bytes[r] <= MOST_REGION;
    return plain;
}

/* Returns whether it ran: in lanes the CPU may have what it lacks for a step alone. */
static bool run_alone(nbl_program_t *one, const nbl_program_step_t *step, char *const region[NBL_VIEW_REGIONS],
                      const size_t bytes[NBL_VIEW_REGIONS]) {
    char *from = allocate(bytes[step->load.region]);
    memcpy(from, region[step->load.region], bytes[step->load.region]);
    one->steps = 1;
    one->step[0] = *step;
    one->step[0].round = one->step[0].dispatch = one->step[0].lag = 0;
    one->step[0].load.region = NBL_VIEW_INPUT;
    one->step[0].store.region = NBL_VIEW_OUTPUT;
    const bool ran = nbl_program_run(one, from, region[step->store.region], NULL, 1, NULL) == NBL_SUCCESS;
    free(from);
    return ran;
}

/* Compares the steps' results with those of all at once: what is joined must be what the steps say. */
static void try_steps(const nbl_program_t *program, const array_t *input, const array_t *output) {
    char *region[NBL_VIEW_REGIONS];
    size_t bytes[NBL_VIEW_REGIONS] = {input->bytes, output->bytes};
    nbl_program_t *one = malloc(sizeof *one);
    if (one == NULL) abort();
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        if (r >= NBL_VIEW_BETWEEN) bytes[r] = (size_t)program->region_bytes[r];
        region[r] = allocate(bytes[r]);
    }
    memcpy(region[0], input->memory, input->bytes);
    *one = *program;
    bool ran = true;
    for (uint32_t s = 0; s < program->steps && ran; s++) ran = run_alone(one, &program->step[s], region, bytes);
    array_t alone = *output;
    alone.memory = region[1];
    double above = 0, below = 0;
    for (size_t i = 0; i < output->bytes / output->scalar; i++) {
        const double x = get(output, i), off = get(&alone, i) - x;
        above += off * off;
        below += x * x;
    }
    const bool same = program->problem.mode != NBL_MODE_FAST ? memcmp(region[1], output->memory, output->bytes) == 0
                                                             : above <= 1e-6 * below;
    if (ran && !same && isfinite(above) && isfinite(below)) fail("its steps one by one have other results", program);
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) free(region[r]);
    free(one);
}

static void try_program(const nbl_program_t *program) {
    const nbl_problem_t *problem = &program->problem;
    array_t input, output, others[2];
    if (!measure(problem, &problem->input, &input) || !measure(problem, &problem->output, &output)) return;
    others[0] = input, others[1] = output;
    const bool ran = run(program, 1, &input, &output);
    if (run(program, 3, &others[0], &others[1]) != ran) fail("it runs on one or on several threads alone", program);
    if (ran && memcmp(output.memory, others[1].memory, output.bytes) != 0)
        fail("several threads have other bits", program);
    if (ran && is_plain(program)) {
        fill(&others[0], input.bytes, 1);
        try_steps(program, &others[0], &output);
    }
    if (ran && nbl_program_prove(program, 3, NULL) == NBL_SUCCESS) {
        uint64_t count = problem->batch;
        for (uint32_t d = 0; d < problem->rank; d++) count *= problem->sizes[d];
        fill(&others[0], input.bytes, 1);
        const double off = count <= MOST_ELEMENTS ? distance(&others[0], &output) : 0;
        if (!(off < (input.scalar == 2 ? 0.05 : 1e-4))) fail("it is proved, and is another transform", program);
    }
    release(&input, &output);
    release(&others[0], &others[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[MOST_TEXT + 1], again[4 * MOST_TEXT];
    nbl_program_t *program = malloc(sizeof *program), *back = malloc(sizeof *back);
    uint64_t moves = 0;
    if (program == NULL || back == NULL) abort();
    if (size <= MOST_TEXT && memchr(data, 0, size) == NULL) {
        memcpy(text, data, size);
        text[size] = '\0';
        if (nbl_program_read(text, program, NULL) == NBL_SUCCESS) {
            if (nbl_program_text(program, again, sizeof again) < sizeof again &&
                (nbl_program_read(again, back, NULL) != NBL_SUCCESS || !nbl_program_equal(program, back)))
                fail("its print is not read as the same program", program);
            for (uint32_t s = 0; s < program->steps && moves <= MOST_WORK; s++) {
                const nbl_program_step_t *step = &program->step[s];
                moves += step->transforms > MOST_WORK || step->elements > MOST_WORK ? MOST_WORK + 1
                                                                                    : step->transforms * step->elements;
            }
            for (uint32_t t = 0; t < program->tables; t++)
                if (program->table[t].n > MOST_WORK || program->table[t].m > MOST_WORK) moves = MOST_WORK + 1;
            if (moves <= MOST_WORK && nbl_program_check(program, NULL) == NBL_SUCCESS) try_program(program);
        }
    }
    free(program);
    free(back);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15ull + 1;
    const uint32_t edits = 1 + edit_draw(&state, 3);
    for (uint32_t i = 0; i < edits; i++) size = edit_text((char *)data, size, most, &state);
    return size;
}
