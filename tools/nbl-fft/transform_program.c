/* nbl-fft transform --program: a file transformed step by step, as a text says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "transform/program.h"

enum { MOST_TEXT = 1 << 20 };

static int read_program(const char *path, nbl_program_t *program, nbl_error_t *error) {
    nbl_error_t why;
    if (nbl_platform_may_wait(path)) return fail(error, EXIT_FAILED, "%s: is not a regular file", path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) return fail(error, EXIT_FAILED, "%s: %s", path, strerror(errno));
    char *text = malloc(MOST_TEXT);
    const size_t length = text != NULL ? fread(text, 1, MOST_TEXT, file) : 0;
    const bool broken = ferror(file) != 0;
    int status = EXIT_DONE;
    fclose(file);
    if (text == NULL || broken) {
        status = fail(error, EXIT_FAILED, "%s: %s", path, broken ? "cannot be read" : "no memory for it");
    } else if (length == MOST_TEXT) {
        status = fail(error, EXIT_FAILED, "%s: is no program: longer than %d bytes", path, MOST_TEXT - 1);
    } else if (memchr(text, 0, length) != NULL) {
        status = fail(error, EXIT_FAILED, "%s: is no text", path);
    } else {
        text[length] = '\0';
        if (nbl_program_read(text, program, &why) != NBL_SUCCESS || nbl_program_check(program, &why) != NBL_SUCCESS ||
            nbl_program_prove(program, 0, &why) != NBL_SUCCESS)
            status = fail(error, EXIT_FAILED, "%s: %s", path, why.text);
    }
    free(text);
    return status;
}

/* ---- Arrays: of the sizes of a side, a dimension before them for a batch */

static uint32_t rank_of(const nbl_problem_t *problem) { return problem->rank + (problem->batch > 1 ? 1 : 0); }

static uint64_t size_of(const nbl_problem_t *problem, const nbl_program_side_t *side, uint32_t d) {
    if (problem->batch > 1) return d == 0 ? problem->batch : side->sizes[d - 1];
    return side->sizes[d];
}

static uint64_t stride_of(const nbl_problem_t *problem, const nbl_program_side_t *side, uint32_t d) {
    if (problem->batch > 1) return d == 0 ? side->distance : side->strides[d - 1];
    return side->strides[d];
}

static uint64_t elements_of(const nbl_problem_t *problem, const nbl_program_side_t *side, bool gaps) {
    uint64_t count = 1;
    for (uint32_t d = 0; d < rank_of(problem); d++) {
        const uint64_t size = size_of(problem, side, d);
        count = gaps ? count + (size - 1) * stride_of(problem, side, d) : count * size;
    }
    return count;
}

/* Moves elements between an array without gaps and the layout of the program's side. */
static void move(const nbl_problem_t *problem, const nbl_program_side_t *side, size_t bytes, char *dense, char *apart,
                 bool to_dense) {
    const uint64_t count = elements_of(problem, side, false);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t place = 0, rest = i;
        for (uint32_t d = rank_of(problem); d-- > 0; rest /= size_of(problem, side, d))
            place += rest % size_of(problem, side, d) * stride_of(problem, side, d);
        memcpy(to_dense ? dense + i * bytes : apart + place * bytes,
               to_dense ? apart + place * bytes : dense + i * bytes, bytes);
    }
}

static int check_file(const char *path, const nbl_npy_array_t *array, const nbl_problem_t *problem,
                      nbl_error_t *error) {
    const nbl_program_side_t *side = &problem->input;
    bool same = array->rank == rank_of(problem);
    char wanted[256] = "";
    for (uint32_t d = 0; d < rank_of(problem); d++) {
        const size_t at = strlen(wanted);
        snprintf(wanted + at, sizeof wanted - at, "%s%" PRIu64, d == 0 ? "" : "x", size_of(problem, side, d));
        same = same && array->shape[d] == size_of(problem, side, d);
    }
    if (!same) return fail(error, EXIT_FAILED, "%s: its shape is not the program's, %s", path, wanted);
    if (NBL_NPY_IS_COMPLEX(array->type) == (side->real != 0))
        return fail(error, EXIT_FAILED, "%s: holds %s numbers, the program takes %s ones", path,
                    side->real ? "complex" : "real", side->real ? "real" : "complex");
    return EXIT_DONE;
}

static nbl_npy_array_t output_of(const nbl_npy_array_t *array, const nbl_problem_t *problem) {
    const uint32_t rank = rank_of(problem);
    uint64_t shape[NBL_NPY_MOST_RANK];
    for (uint32_t d = 0; d < rank; d++) shape[d] = size_of(problem, &problem->output, d);
    return result_array(array, problem->output.real != 0, rank, shape);
}

static int run(const char *const files[3], const nbl_program_t *program, const nbl_npy_array_t *array,
               nbl_npy_array_t *output, nbl_error_t *error) {
    const nbl_problem_t *problem = &program->problem;
    const nbl_program_side_t *sides[2] = {&problem->input, &problem->output};
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)problem->precision;
    const size_t number = nbl_fft_precision_element_bytes(precision);
    char *dense[2], *apart[2];
    size_t bytes[2], most = 0;
    bool there = true;
    for (int i = 0; i < 2; i++) {
        bytes[i] = sides[i]->real ? number / 2 : number;
        const size_t all = elements_of(problem, sides[i], true) * bytes[i];
        if (all > most) most = all;
    }
    for (int i = 0; i < 2; i++) {
        dense[i] = malloc(elements_of(problem, sides[i], false) * bytes[i]);
        apart[i] = i == 1 && problem->in_place ? apart[0] : calloc(1, most);
        there = there && dense[i] != NULL && apart[i] != NULL;
    }
    output->data = malloc((size_t)(output->batch * output->length * NBL_NPY_BYTES(output->type)));
    int status = there && output->data != NULL ? load_numbers(files[0], array, precision, dense[0], error)
                                               : fail(error, EXIT_FAILED, "%s: no memory for its transform", files[0]);
    nbl_error_t why;
    if (status == EXIT_DONE) {
        move(problem, sides[0], bytes[0], dense[0], apart[0], false);
        if (nbl_program_run(program, apart[0], apart[1], NULL, 0, &why) != NBL_SUCCESS)
            status = fail(error, EXIT_FAILED, "%s: %s", files[2], why.text);
    }
    if (status == EXIT_DONE) {
        move(problem, sides[1], bytes[1], dense[1], apart[1], true);
        status = store_numbers(files[1], output, precision, dense[1], error);
    }
    for (int i = 0; i < 2; i++) {
        free(dense[i]);
        if (i == 0 || !problem->in_place) free(apart[i]);
    }
    return status;
}

int transform_program(const char *const files[3], nbl_error_t *error) {
    nbl_program_t *program = malloc(sizeof *program);
    nbl_npy_array_t array, output;
    nbl_npy_error_t reason;
    if (program == NULL) return fail(error, EXIT_FAILED, "%s: no memory for it", files[2]);
    int status = read_program(files[2], program, error);
    if (status == EXIT_DONE && rank_of(&program->problem) > NBL_NPY_MOST_RANK)
        status = fail(error, EXIT_FAILED, "%s: a batch of more dimensions than a file has", files[2]);
    if (status == EXIT_DONE && nbl_npy_read(files[0], &array, &reason) != NBL_NPY_SUCCESS)
        status = fail(error, EXIT_FAILED, "%s", reason.text);
    if (status == EXIT_DONE) {
        output = output_of(&array, &program->problem);
        status = check_file(files[0], &array, &program->problem, error);
        if (status == EXIT_DONE) status = run(files, program, &array, &output, error);
        if (status == EXIT_DONE && nbl_npy_write(files[1], &output, &reason) != NBL_NPY_SUCCESS)
            status = fail(error, EXIT_FAILED, "%s", reason.text);
        nbl_npy_free(&output);
        nbl_npy_free(&array);
    }
    free(program);
    return status;
}
