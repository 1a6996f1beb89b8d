/* The tables that the kernels of a round load, as a device has them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "gpu/from_program.h"
#include "transform/tables.h"

#define SPECTRUM_ALIGNMENT 256u /* the most that a device may need */

static uint64_t length_of(const nbl_round_tables_t *tables, uint32_t kind) {
    return tables->of[kind] == NULL ? 0 : tables->of[kind]->n;
}

static bool has_chirp(const nbl_round_tables_t *tables) { return tables->of[NBL_PROGRAM_CHIRP] != NULL; }
static bool has_rader(const nbl_round_tables_t *tables) { return tables->of[NBL_PROGRAM_RADER] != NULL; }

/* Numbers before the factor. */
static uint64_t numbers_of(const nbl_round_tables_t *tables, uint32_t number) {
    if (number == 1) return length_of(tables, NBL_PROGRAM_ROOTS);
    if (has_rader(tables)) return 2 * length_of(tables, NBL_PROGRAM_RADER) - 1;
    return has_chirp(tables) ? length_of(tables, NBL_PROGRAM_CHIRP) + tables->of[NBL_PROGRAM_CHIRP_SPECTRUM]->m : 0;
}

static bool has_table(const nbl_round_tables_t *tables, uint32_t number) {
    const bool first = has_chirp(tables) || has_rader(tables);
    return number == 0 ? first : tables->of[NBL_PROGRAM_ROOTS] != NULL || (!first && tables->scale != NULL);
}

uint32_t nbl_round_table(const nbl_round_tables_t *tables, bool has_roots) {
    return has_roots || (!has_table(tables, 0) && has_table(tables, 1)) ? 1 : 0;
}

uint32_t nbl_round_place_of_factor(const nbl_round_tables_t *tables, uint32_t number) {
    return (uint32_t)numbers_of(tables, number) + 1;
}

uint32_t nbl_round_place(const nbl_round_tables_t *tables, uint32_t kind, const nbl_fft_nd_axis_t *axis) {
    if (kind == NBL_PROGRAM_CHIRP_SPECTRUM) return (uint32_t)length_of(tables, NBL_PROGRAM_CHIRP) + 1;
    if (kind == NBL_PROGRAM_RADER_SPECTRUM) return (uint32_t)length_of(tables, NBL_PROGRAM_RADER) + 1;
    if (kind != NBL_PROGRAM_SPECTRUM) return 1;
    const uint32_t number = nbl_round_table(tables, false);
    return (uint32_t)(axis->tables[number].spectrum_offset /
                      nbl_fft_precision_element_bytes(tables->arithmetic[number])) +
           1;
}

static double factor_of(const nbl_program_op_t *scale) {
    if (scale == NULL) return 1;
    const double n = scale->divisor;
    return (scale->twice != 0 ? 2.0 : 1.0) * (scale->is_root != 0 ? 1 / sqrt(n) : 1 / n);
}

/* Fills in what stands before the factor of a table. */
static nbl_result_t fill_numbers(const nbl_round_tables_t *tables, uint32_t number, double *numbers,
                                 nbl_error_t *error) {
    const nbl_program_table_t *first = tables->of[has_rader(tables) ? NBL_PROGRAM_RADER : NBL_PROGRAM_CHIRP];
    const uint32_t spectrum = has_rader(tables) ? NBL_PROGRAM_RADER_SPECTRUM : NBL_PROGRAM_CHIRP_SPECTRUM;
    if (number == 1)
        return tables->of[NBL_PROGRAM_ROOTS] != NULL
                   ? nbl_program_fill_table(tables->of[NBL_PROGRAM_ROOTS], numbers, error)
                   : NBL_SUCCESS;
    const nbl_result_t result = nbl_program_fill_table(first, numbers, error);
    numbers += 2 * nbl_program_table_count(first);
    if (has_rader(tables)) { /* what x[0] is multiplied by */
        *numbers++ = nbl_program_normalization(first->normalization, first->n);
        *numbers++ = 0;
    }
    return result == NBL_SUCCESS ? nbl_program_fill_table(tables->of[spectrum], numbers, error) : result;
}

/* Numbers as float32, where they are. */
static void narrow(double *numbers, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        const float single = (float)numbers[i];
        memcpy((char *)numbers + i * sizeof single, &single, sizeof single);
    }
}

static nbl_result_t fill_table(const nbl_round_tables_t *tables, uint32_t number, nbl_fft_precision_t array,
                               nbl_fft_nd_table_t *to, nbl_error_t *error) {
    const uint64_t factor = numbers_of(tables, number), count = 2 * (factor + 1);
    const bool wide = tables->arithmetic[number] == NBL_FFT_FLOAT64;
    double *numbers = malloc(count * sizeof *numbers);
    nbl_result_t result = numbers != NULL ? NBL_SUCCESS : nbl_fail_memory(error, "a table");
    to->numbers = numbers;
    if (result != NBL_SUCCESS) return result;
    result = fill_numbers(tables, number, numbers, error);
    if (result != NBL_SUCCESS) return result;
    /* As a number of the array's precision, also in arithmetic that is wider. */
    const double by = factor_of(tables->scale);
    numbers[2 * factor] = array == NBL_FFT_FLOAT64 ? by : (double)(float)by;
    numbers[2 * factor + 1] = 0;
    if (!wide) narrow(numbers, count);
    to->bytes = count * (wide ? sizeof(double) : sizeof(float));
    return NBL_SUCCESS;
}

nbl_result_t nbl_round_fill_tables(const nbl_round_tables_t *tables, nbl_fft_precision_t array, nbl_fft_nd_axis_t *axis,
                                   nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t number = 0; number < 2 && result == NBL_SUCCESS; number++)
        if (has_table(tables, number)) result = fill_table(tables, number, array, &axis->tables[number], error);
    if (tables->of[NBL_PROGRAM_SPECTRUM] == NULL || result != NBL_SUCCESS) return result;
    const uint32_t number = nbl_round_table(tables, false);
    nbl_fft_nd_table_t *table = &axis->tables[number];
    table->spectrum_offset = (table->bytes + SPECTRUM_ALIGNMENT - 1) / SPECTRUM_ALIGNMENT * SPECTRUM_ALIGNMENT;
    table->spectrum_bytes =
        length_of(tables, NBL_PROGRAM_SPECTRUM) * nbl_fft_precision_element_bytes(tables->arithmetic[number]);
    return NBL_SUCCESS;
}
