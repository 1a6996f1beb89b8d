/* Arrays of lines on the CPU whose elements the caller's functions load and store: each line by way of memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/error.h"
#include "transform/plans.h"
#include "nbl/lang.h"
#include "platform/memory.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

/* ---- Elements between the caller's functions and a line */

static void put_number(char *to, double value, size_t scalar_bytes) {
    const float single = (float)value;
#if NBL_HAS_FLOAT16
    const float16_t half = (float16_t)value;
    if (scalar_bytes == sizeof half) memcpy(to, &half, sizeof half);
#endif
    if (scalar_bytes == sizeof single) memcpy(to, &single, sizeof single);
    if (scalar_bytes == sizeof value) memcpy(to, &value, sizeof value);
}

static double number_at(const char *from, size_t scalar_bytes) {
    double value = 0.0;
    float single;
#if NBL_HAS_FLOAT16
    float16_t half;
    if (scalar_bytes == sizeof half) return memcpy(&half, from, sizeof half), (double)half;
#endif
    if (scalar_bytes == sizeof single) return memcpy(&single, from, sizeof single), (double)single;
    memcpy(&value, from, sizeof value);
    return value;
}

typedef struct access_t {
    const nbl_ready_t *one;
    const nbl_accessor_t *get, *set;
    size_t scalar_bytes, line_bytes, all_bytes; /* of a line with gaps behind it; of a thread's lines and scratch */
    char *memory;
} access_t;

static void load_line(const access_t *access, uint64_t transform, char *line) {
    const nbl_program_side_t *side = &access->one->problem.input;
    const size_t scalar = access->scalar_bytes;
    for (uint64_t i = 0; i < side->sizes[0]; i++, line += side->real ? scalar : 2 * scalar) {
        nbl_fft_number_t number;
        access->get->get(access->get->user, transform, i, &number);
        put_number(line, number.real, scalar);
        if (!side->real) put_number(line + scalar, number.imag, scalar);
    }
}

static void store_line(const access_t *access, uint64_t transform, const char *line) {
    const nbl_program_side_t *side = &access->one->problem.output;
    const size_t scalar = access->scalar_bytes;
    for (uint64_t i = 0; i < side->sizes[0]; i++, line += side->real ? scalar : 2 * scalar) {
        nbl_fft_number_t number = {number_at(line, scalar), 0.0};
        if (!side->real) number.imag = number_at(line + scalar, scalar);
        access->set->set(access->set->user, transform, i, &number);
    }
}

static void run_lines(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const access_t *access = user;
    char *line = access->memory + thread * access->all_bytes, *result = line + access->line_bytes;
    for (uint64_t i = first; i < first + count; i++) {
        load_line(access, i, line);
        nbl_ready_run_in(access->one, NULL, line, result, result + access->line_bytes);
        store_line(access, i, result);
    }
}

/* ---- A run */

static nbl_result_t find_one(nbl_fft_array_plan_t *plan, nbl_ready_t **found, nbl_error_t *error) {
    nbl_ready_t *none = NULL, *made = NULL;
    *found = atomic_load(&plan->one);
    if (*found != NULL) return NBL_SUCCESS;
    const nbl_result_t result = nbl_fft_array_solve_one(plan, &made, error);
    if (result != NBL_SUCCESS) return result;
    if (!atomic_compare_exchange_strong(&plan->one, &none, made)) nbl_ready_destroy(made);
    *found = atomic_load(&plan->one);
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_array_plan_access(nbl_fft_array_plan_t *plan, const nbl_accessor_t *input,
                                       const nbl_accessor_t *output, nbl_error_t *error) {
    nbl_error_clear(error);
    const char *missing = plan == NULL                            ? "plan"
                          : input == NULL || input->get == NULL   ? "input's get"
                          : output == NULL || output->set == NULL ? "output's set"
                                                                  : NULL;
    if (missing != NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "accessors: %s is NULL", missing);
    nbl_ready_t *one;
    const nbl_result_t result = find_one(plan, &one, error);
    if (result != NBL_SUCCESS) return result;
    const uint32_t batch = plan->desc.batch, threads = plan->solver.threads < batch ? plan->solver.threads : batch;
    access_t access = {.one = one, .get = input, .set = output};
    access.scalar_bytes = nbl_program_scalar_bytes(one->step);
    access.line_bytes =
        nbl_ready_round_up(2 * access.scalar_bytes * ((size_t)plan->desc.length + 1) + NBL_READY_MARGIN_BYTES);
    access.all_bytes = 2 * access.line_bytes + nbl_ready_round_up(nbl_ready_scratch_bytes(one));
    access.memory = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, threads * access.all_bytes);
    if (access.memory == NULL) return nbl_fail_memory(error, "scratch");
    nbl_executor_share(plan->solver.pool, threads, batch, 1, run_lines, &access);
    nbl_platform_aligned_free(access.memory);
    return NBL_SUCCESS;
}
