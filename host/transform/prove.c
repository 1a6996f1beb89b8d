/* Whether a program's steps compute the transform that its problem names: both transform the same drawn numbers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program that nbl_program_check() finds sound: its memory is right, its numbers may be any.
 * Out:   success, or how far its results are from those of the program that rules write for the same problem.
 * Wrong: a problem that nbl/host/fft.h has no description of; a convolution, whose kernel is in no text.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "transform/make.h"

/* ---- The problem as a description */

static uint64_t part_of(uint64_t part, uint64_t whole) { return part == whole ? 0 : part; }

static nbl_fft_nd_desc_t describe(const nbl_problem_t *problem) {
    nbl_fft_nd_desc_t desc = nbl_fft_problem_init();
    const uint64_t last = problem->axis_count == 0 ? problem->rank - 1 : problem->axes[problem->axis_count - 1];
    desc.rank = problem->rank;
    desc.axis_count = problem->axis_count;
    desc.batch = problem->batch;
    desc.precision = (nbl_fft_precision_t)problem->precision;
    desc.mode = (nbl_mode_t)problem->mode;
    desc.inverse = problem->inverse != 0;
    desc.real = problem->real != 0;
    desc.in_place = problem->in_place != 0;
    desc.overwrites_input = problem->overwrites_input != 0;
    desc.scaling = (nbl_fft_scaling_t)problem->scaling;
    desc.dct = (nbl_fft_dct_t)problem->dct;
    desc.orthogonal = problem->orthogonal != 0;
    for (uint32_t a = 0; a < problem->axis_count; a++)
        desc.axes[a] = problem->axes[a] > UINT32_MAX ? UINT32_MAX : (uint32_t)problem->axes[a];
    for (uint32_t d = 0; d < problem->rank; d++) {
        const uint64_t spectrum = problem->real && d == last ? problem->sizes[d] / 2 + 1 : problem->sizes[d];
        desc.sizes[d] = problem->sizes[d];
        desc.given[d] = part_of(problem->input.sizes[d], problem->inverse ? spectrum : problem->sizes[d]);
        desc.kept[d] = part_of(problem->output.sizes[d], problem->inverse ? problem->sizes[d] : spectrum);
        desc.kept_from[d] = problem->output.first[d];
        desc.input_strides[d] = problem->input.strides[d];
        desc.output_strides[d] = problem->output.strides[d];
    }
    desc.input_distance = problem->input.distance;
    desc.output_distance = problem->output.distance;
    return desc;
}

/* Refuses a problem that is not the one of its own description, as where a side is real that is not. */
static nbl_result_t check_problem(const nbl_problem_t *problem, nbl_error_t *error) {
    const nbl_fft_nd_desc_t desc = describe(problem);
    nbl_problem_t made;
    nbl_error_t why;
    if (problem->convolves)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: problem: a convolution's kernel is in no text");
    if (nbl_problem_make(&desc, problem->in_place != 0, &made, &why) != NBL_SUCCESS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: problem: %s", why.text);
    made.scales_odd_lines = problem->scales_odd_lines;
    return memcmp(&made, problem, sizeof made) == 0
               ? NBL_SUCCESS
               : nbl_fail(error, NBL_ERROR_ARGUMENT,
                          "program: problem: its input or output is not that of a transform of these sizes");
}

/* ---- Numbers */

typedef struct side_t {
    const nbl_problem_t *problem;
    const nbl_program_side_t *of;
    uint64_t parts, elements,
        span; /* numbers of an element; of all arrays, elements, and with what lies between them */
    char *memory;
} side_t;

static side_t side_of(const nbl_problem_t *problem, const nbl_program_side_t *of) {
    side_t side = {problem, of, of->real ? 1 : 2, problem->batch, 1 + (problem->batch - 1) * of->distance, NULL};
    for (uint32_t d = 0; d < problem->rank; d++) {
        side.elements *= of->sizes[d];
        side.span += (of->sizes[d] - 1) * of->strides[d];
    }
    return side;
}

static size_t scalar_bytes(const nbl_problem_t *problem) {
    return nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision) / 2;
}

static size_t bytes_of(const side_t *side) { return side->span * side->parts * scalar_bytes(side->problem); }

static uint64_t place_of(const side_t *side, uint64_t element) {
    uint64_t place = 0;
    for (uint32_t d = side->problem->rank; d-- > 0; element /= side->of->sizes[d])
        place += element % side->of->sizes[d] * side->of->strides[d];
    return place + element * side->of->distance;
}

/* Fills all memory of a side with numbers of -1/2 to 1/2 that a half holds, by a linear congruential generator (Knuth).
 * Their sums stay small, so that no half overflows. */
static void draw(const side_t *side) {
    const size_t scalar = scalar_bytes(side->problem);
    uint64_t state = 20261129;
    for (uint64_t i = 0; i < side->span * side->parts; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const float number = (float)(state >> 54) / 1024 - 0.5f;
        const nbl_emulator_float32x2_t pair = {number, 0};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        const double wide = (double)number;
        const void *from = scalar == 2   ? (const void *)&half
                           : scalar == 4 ? (const void *)&number
                                         : (const void *)&wide;
        memcpy(side->memory + i * scalar, from, scalar);
    }
}

static double number_of(const side_t *side, uint64_t i) {
    const size_t scalar = scalar_bytes(side->problem);
    uint16_t half = 0;
    float number = 0;
    double wide = 0;
    void *to = scalar == 2 ? (void *)&half : scalar == 4 ? (void *)&number : (void *)&wide;
    memcpy(to, side->memory + i * scalar, scalar);
    return scalar == 2 ? (double)nbl_emulator_unpack_half_2x16(half).x : scalar == 4 ? (double)number : wide;
}

/* Returns the relative distance (L2) between two outputs. */
static double distance(const side_t *a, const side_t *b) {
    double above = 0, below = 0;
    for (uint64_t i = 0; i < a->elements * a->parts; i++) {
        const uint64_t at = place_of(a, i / a->parts) * a->parts + i % a->parts;
        const double x = number_of(b, at), off = number_of(a, at) - x;
        above += off * off;
        below += x * x;
    }
    return above == 0 ? 0 : below == 0 ? INFINITY : sqrt(above / below);
}

/* Returns how far the results of the same transform may be apart: 50 times what tests/fft find at most. */
static double most_apart(const nbl_program_t *program) {
    double most = program->problem.precision == NBL_FFT_FLOAT64   ? 1e-13
                  : program->problem.precision == NBL_FFT_FLOAT32 ? 2e-5
                                                                  : 5e-2;
    for (uint32_t s = 0; s < program->steps; s++)
        for (uint32_t i = 0; i < program->step[s].ops; i++)
            if (program->step[s].op[i].packed != 0) most = 5e-2; /* halves between radices */
    return most;
}

static nbl_result_t run(const nbl_program_t *program, uint32_t threads, const side_t *input, const side_t *output,
                        nbl_error_t *error) {
    draw(input);
    memset(output->memory, 0, bytes_of(output));
    if (program->problem.in_place) draw(input);
    return nbl_program_run(program, input->memory, output->memory, NULL, threads, error);
}

typedef struct proof_t {
    uint32_t threads;
    side_t input, output, usual; /* `usual`: results of the program that rules write */
} proof_t;

static nbl_result_t prove_decided(const nbl_program_t *program, void *user, nbl_error_t *error) {
    const proof_t *proof = user;
    const nbl_result_t result = run(program, proof->threads, &proof->input, &proof->output, error);
    if (result != NBL_SUCCESS) return result;
    const double apart = distance(&proof->output, &proof->usual);
    return apart <= most_apart(program)
               ? NBL_SUCCESS
               : nbl_fail(error, NBL_ERROR_ARGUMENT,
                          "program: its steps do not compute its problem: results are %.1e of their size apart from "
                          "those of `nbl-fft transform` without it",
                          apart);
}

nbl_result_t nbl_program_prove(const nbl_program_t *program, uint32_t threads, nbl_error_t *error) {
    const nbl_problem_t *problem = &program->problem;
    nbl_error_clear(error);
    nbl_result_t result = check_problem(problem, error);
    if (result != NBL_SUCCESS) return result;
    proof_t proof = {threads, side_of(problem, &problem->input), side_of(problem, &problem->output),
                     side_of(problem, &problem->output)};
    const size_t in = bytes_of(&proof.input), out = bytes_of(&proof.output), most = in > out ? in : out;
    nbl_program_t *rules = nbl_transform_new(problem);
    proof.input.memory = malloc(most);
    proof.usual.memory = malloc(most);
    proof.output.memory = problem->in_place ? proof.input.memory : malloc(most);
    if (rules == NULL || proof.input.memory == NULL || proof.usual.memory == NULL || proof.output.memory == NULL)
        result = nbl_fail_memory(error, "program");
    if (result == NBL_SUCCESS) result = nbl_transform_make_cpu(problem, rules, error);
    if (result == NBL_SUCCESS) result = run(rules, threads, &proof.input, &proof.output, error);
    if (result == NBL_SUCCESS) memcpy(proof.usual.memory, proof.output.memory, out);
    if (result == NBL_SUCCESS) result = nbl_program_each_decided(program, prove_decided, &proof, error);
    if (!problem->in_place) free(proof.output.memory);
    free(proof.input.memory);
    free(proof.usual.memory);
    free(rules);
    return result;
}
