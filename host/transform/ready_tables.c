/* Tables of a program on the CPU: which there are is known as it is made ready, their numbers are made before its first
 * run.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    what makes a table. Out: its numbers, in the arithmetic of the step that reads them.
 * Wrong: there is no memory; the program's text asks for a table that is not there.
 */
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/tables.h"
#include "fft/pass_table.h"
#include "fft/root.h"
#include "platform/memory.h"
#include "transform/run_cpu.h"
#include "transform/tables.h"

static size_t bytes_of(const nbl_ready_table_of_t *of, uint64_t count) {
    const size_t complex = 2 * (size_t)of->scalar_bytes;
    switch (of->kind) {
    case NBL_READY_TWIDDLES: return complex * of->pass.points * of->pass.points_after;
    case NBL_READY_REAL: return nbl_executor_real_table_bytes(of->kernels, (uint32_t)of->n);
    case NBL_READY_ROOTS: return complex * of->n;
    case NBL_READY_ZEROS: return nbl_ready_round_up((of->n + 2) * of->scalar_bytes) + NBL_READY_MARGIN_BYTES;
    default: return 2 * sizeof(double) * count; /* numbers are made as doubles first */
    }
}

nbl_ready_table_t *nbl_ready_table(nbl_ready_t *transform, const nbl_ready_table_of_t *of) {
    for (uint32_t i = 0; i < transform->tables; i++)
        if (memcmp(&transform->table[i].of, of, sizeof *of) == 0) return &transform->table[i];
    nbl_ready_table_t *table = &transform->table[transform->tables++];
    memcpy(&table->of, of, sizeof *of);
    if (of->kind == NBL_READY_OF_PROGRAM) table->count = nbl_program_table_count(&of->program);
    table->bytes = bytes_of(of, table->count);
    return table;
}

static nbl_result_t fill_of_program(const nbl_ready_table_t *table, double *numbers, nbl_error_t *error) {
    const nbl_result_t result = nbl_program_fill_table(&table->of.program, numbers, error);
    if (result != NBL_SUCCESS || table->of.program.kind == NBL_PROGRAM_RADER || table->of.scalar_bytes == 8)
        return result;
    for (uint64_t i = 0; i < 2 * table->count; i++) { /* converts in place */
        const float single = (float)numbers[i];
        memcpy((char *)numbers + i * sizeof single, &single, sizeof single);
    }
    return result;
}

static void fill_roots(const nbl_ready_table_of_t *of, nbl_mode_t mode, void *roots) {
    const nbl_executor_twiddles_t *twiddles = nbl_executor_twiddles_of(mode);
    const uint32_t n = (uint32_t)of->n;
    if (of->is_halved)
        nbl_fft_fill_half_roots(of->scalar_bytes, n, roots);
    else
        twiddles->roots(of->scalar_bytes, 2 * n, n, roots);
    if (of->lines != 0) twiddles->step_roots(of->scalar_bytes, n, of->lines, of->side, roots);
}

/* Steps roots that lie as complex numbers. */
static nbl_result_t step_pairs(const nbl_ready_table_of_t *of, nbl_mode_t mode, char *numbers, nbl_error_t *error) {
    const uint32_t n = of->program.n;
    const size_t bytes = of->scalar_bytes;
    char *roots = malloc(2 * n * bytes);
    if (roots == NULL) return nbl_fail_memory(error, "roots");
    for (size_t i = 0; i < 2u * n; i++) memcpy(roots + (i % 2 * n + i / 2) * bytes, numbers + i * bytes, bytes);
    nbl_executor_twiddles_of(mode)->step_roots(of->scalar_bytes, n, of->lines, of->side, roots);
    for (size_t i = 0; i < 2u * n; i++) memcpy(numbers + i * bytes, roots + (i % 2 * n + i / 2) * bytes, bytes);
    free(roots);
    return NBL_SUCCESS;
}

static void *make_real(const nbl_ready_table_of_t *of, nbl_mode_t mode) {
    void *roots = malloc(2 * (size_t)of->n * of->scalar_bytes), *table = NULL;
    if (roots == NULL) return NULL;
    fill_roots(of, mode, roots);
    table = nbl_executor_real_table(of->kernels, (uint32_t)of->n, roots);
    free(roots);
    return table;
}

/* Fills in powers line by line: before a line of the second pass they lie one line apart in the table of the longer
 * line. */
static nbl_result_t fill_powers(const nbl_ready_table_of_t *of, nbl_mode_t mode, size_t bytes, char *numbers,
                                nbl_error_t *error) {
    const nbl_fft_pass_tables_t *tables = nbl_fft_pass_tables_of(mode);
    const uint32_t points = of->pass.points, lines = of->pass.points_after;
    const size_t number = 2 * (size_t)of->scalar_bytes;
    if (of->powers == 1) {
        tables->fill_radix(of->scalar_bytes, points, lines, of->inverse != 0, numbers);
        return NBL_SUCCESS;
    }
    char *of_line = calloc(1, bytes);
    if (of_line == NULL) return nbl_fail_memory(error, "twiddles");
    tables->fill_radix(of->scalar_bytes, lines, points, of->inverse != 0, of_line);
    for (size_t m = 0; m < lines; m++)
        for (size_t r = 0; r < points; r++)
            memcpy(numbers + (m * points + r) * number, of_line + (r * lines + m) * number, number);
    free(of_line);
    return NBL_SUCCESS;
}

static nbl_result_t make(nbl_ready_table_t *table, nbl_mode_t mode, nbl_error_t *error) {
    const nbl_ready_table_of_t *of = &table->of;
    nbl_result_t result = NBL_SUCCESS;
    void *none = NULL, *numbers = of->kind == NBL_READY_REAL
                                      ? make_real(of, mode)
                                      : nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up(table->bytes));
    if (numbers == NULL) return nbl_fail_memory(error, "twiddles");
    if (of->kind == NBL_READY_OF_PROGRAM) result = fill_of_program(table, numbers, error);
    if (of->kind == NBL_READY_OF_PROGRAM && of->lines != 0 && result == NBL_SUCCESS)
        result = step_pairs(of, mode, numbers, error);
    if (of->kind == NBL_READY_TWIDDLES && of->powers != 0) result = fill_powers(of, mode, table->bytes, numbers, error);
    if (of->kind == NBL_READY_TWIDDLES && of->powers == 0)
        nbl_fft_pass_tables_of(mode)->fill_between(of->scalar_bytes, of->pass, of->radix, of->inverse != 0, numbers);
    if (of->kind == NBL_READY_ROOTS) fill_roots(of, mode, numbers);
    if (of->kind == NBL_READY_ZEROS) memset(numbers, 0, table->bytes);
    if (result != NBL_SUCCESS || !atomic_compare_exchange_strong(&table->numbers, &none, numbers))
        nbl_platform_aligned_free(numbers);
    return result;
}

nbl_result_t nbl_ready_make_tables(nbl_ready_t *transform, nbl_error_t *error) {
    const nbl_mode_t mode = (nbl_mode_t)transform->problem.mode;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < transform->tables && result == NBL_SUCCESS; i++)
        if (atomic_load(&transform->table[i].numbers) == NULL) result = make(&transform->table[i], mode, error);
    for (uint32_t s = 0; s < transform->steps; s++)
        for (uint32_t i = 0; i < transform->step[s].ops && result == NBL_SUCCESS; i++)
            if (transform->made[s].op[i].other != NULL)
                result = nbl_ready_make_tables(transform->made[s].op[i].other, error);
    if (result == NBL_SUCCESS) atomic_store(&transform->has_tables, true);
    return result;
}

nbl_result_t nbl_ready_copy_spectrum(nbl_ready_t *transform, const void *spectrum, nbl_error_t *error) {
    for (uint32_t i = 0; i < transform->tables; i++) {
        nbl_ready_table_t *table = &transform->table[i];
        if (table->of.kind != NBL_READY_OF_PROGRAM || table->of.program.kind != NBL_PROGRAM_SPECTRUM) continue;
        if (spectrum == NULL)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "program: it multiplies by a convolution's spectrum, which was not given");
        table->bytes = 2 * (size_t)table->of.scalar_bytes * table->count;
        void *numbers = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up(table->bytes));
        if (numbers == NULL) return nbl_fail_memory(error, "a spectrum");
        memcpy(numbers, spectrum, table->bytes);
        atomic_store(&table->numbers, numbers);
    }
    return NBL_SUCCESS;
}
