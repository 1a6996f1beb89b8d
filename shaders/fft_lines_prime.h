/* Lines of N = A P points that a workgroup holds, P being a prime without a radix: lines of A points by radices, then
 * lines of P points by Rader's algorithm (shaders/fft_lines_rader.h). Elements lie side by side in memory, lines one
 * behind the other.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines.h alone. A workgroup has NBL_PARAMETER(arrays) lines. Each is a plane of A rows of P
 * elements, element n = n1 P + n2 in row n1 and column n2:
 *
 *   columns   of A points, each times exp(-2 pi i k1 n2 / N); row k1 of shared memory takes its element n2
 *   rows      of P points: convolutions of P - 1 elements, in the order of a generator's powers; element k2 is
 *             frequency k1 + A k2
 *
 * Parameters: `plan` (A points), `second_plan` (P - 1), `row` (P), `row_pitch` (dwords), and as by Rader's algorithm
 * `permuted`, `product`. Neighbouring invocations load neighbouring columns. If A is a radix, an invocation has whole
 * columns, lines_columns_each() of them.
 */
#undef NBL_SCALAR
#ifdef NBL_SECOND_RADIX_MASK /* where the text is for one plan */
#define NBL_FFT_RADIX_MASK NBL_SECOND_RADIX_MASK
#define NBL_FFT_MOST_PASSES NBL_SECOND_MOST_PASSES
#endif
#define NBL_FFT_NAME second
#define NBL_FFT_PLAN NBL_PARAMETER(second_plan)
#define NBL_FFT_FORWARD_NORMALIZATION NBL_FFT_UNNORMALIZED
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED
#include "shaders/fft_lines_axis.h"
#define NBL_SCALAR NBL_TRANSFORM_SCALAR

/* Returns where in shared memory the first dword of a row's element lies, in dwords.
 *
 * number  of the row, 0 to arrays * A - 1: counted through all lines of the workgroup */
NBL_FUNCTION uint32_t lines_row_dword(uint32_t number, uint32_t element) {
    return number * NBL_PARAMETER(row_pitch) + element;
}

/* Returns how far apart an element's dwords lie in shared memory, in dwords. */
NBL_FUNCTION uint32_t lines_row_plane(void) {
    return NBL_PARAMETER(arrays) * lines_fft_length() * NBL_PARAMETER(row_pitch);
}

NBL_FUNCTION void lines_put_in_row(uint32_t number, uint32_t element, NBL_COMPLEX z) {
    nbl_dwords_t dwords = NBL_OF_SCALAR(nbl_dwords_from_complex)(z);
    NBL_UNROLL for (uint32_t d = 0u; d < NBL_OF_SCALAR(NBL_DWORDS); d++) {
        NBL_STORE(transform_scratch, d * lines_row_plane() + lines_row_dword(number, element), dwords.value[d]);
    }
}

NBL_FUNCTION NBL_COMPLEX lines_take_from_row(uint32_t number, uint32_t element) {
    nbl_dwords_t dwords;
    NBL_UNROLL for (uint32_t d = 0u; d < NBL_OF_SCALAR(NBL_DWORDS); d++) {
        dwords.value[d] = NBL_LOAD(transform_scratch, d * lines_row_plane() + lines_row_dword(number, element));
    }
    return NBL_OF_SCALAR(nbl_complex_from_dwords)(dwords);
}

/* ---- Columns */

/* Returns how many columns an invocation has. */
NBL_FUNCTION uint32_t lines_columns_each(void) {
    uint32_t columns = NBL_PARAMETER(arrays) * NBL_PARAMETER(row);
    return lines_plan().passes == 1u ? (columns + NBL_PARAMETER(invocations) - 1u) / NBL_PARAMETER(invocations) : 1u;
}

/* Returns an invocation's place in its column `each`, 0 to lines_columns_each() - 1. at.instance is the column's
 * number, counted through all lines of the workgroup; at.present: there is such a column. */
NBL_FUNCTION nbl_fft_place_t lines_column_place(uint32_t each) {
    uint32_t position = nbl_local_invocation_position() + each * NBL_PARAMETER(invocations);
    uint32_t block = position / NBL_PARAMETER(row), outer = block / lines_plan().invocations;
    nbl_fft_place_t at = {outer * NBL_PARAMETER(row) + position - block * NBL_PARAMETER(row),
                          block - outer * lines_plan().invocations, outer < NBL_PARAMETER(arrays), 0u, 0u};
    return at;
}

NBL_FUNCTION void lines_do_columns(bool inverse, uint32_t count) {
    nbl_fft_pass_t before = inverse ? lines_last_pass() : lines_first_pass();
    nbl_fft_pass_t behind = inverse ? lines_first_pass() : lines_last_pass();
    nbl_fft_large_pass_t pass = nbl_fft_large_pass(1u, lines_fft_length(), NBL_PARAMETER(row), 1u);
    uint32_t begin = lines_begin_of_workgroup(false), lines = lines_of_workgroup(count),
             of_column = nbl_fft_pass_elements(before);
    NBL_COMPLEX x[lines_elements];
    NBL_UNROLL for (uint32_t each = 0u; each < lines_columns_each(); each++) {
        nbl_fft_place_t at = lines_column_place(each);
        uint32_t line = at.instance / NBL_PARAMETER(row), column = at.instance - line * NBL_PARAMETER(row);
        if (line >= lines) line = 0u;
        NBL_UNROLL for (uint32_t k = 0u; k < of_column; k++) {
            lines_element_t element = {line * lines_fft_length() * NBL_PARAMETER(row) + column +
                                           nbl_fft_pass_read_base(before, k, at.invocation) * NBL_PARAMETER(row),
                                       nbl_fft_pass_read_offset(before, k) * NBL_PARAMETER(row)};
            x[each * of_column + k] = lines_fetch_signal(begin, element);
        }
    }
    if (NBL_PARAMETER(in_place) == 1u) NBL_WORKGROUP_MEMORY_BARRIER();
    NBL_UNROLL for (uint32_t each = 0u; each < lines_columns_each(); each++) {
        nbl_fft_place_t at = lines_column_place(each), works = at;
        uint32_t line = at.instance / NBL_PARAMETER(row), column = at.instance - line * NBL_PARAMETER(row);
        NBL_COMPLEX z[lines_elements];
        NBL_UNROLL for (uint32_t k = 0u; k < of_column; k++) { z[k] = x[each * of_column + k]; }
        works.ffts = NBL_PARAMETER(invocations) / (NBL_PARAMETER(row) * lines_plan().invocations) * NBL_PARAMETER(row);
        lines_transform_registers(works, inverse, z);
        if (lines_plan().passes > 1u) NBL_WORKGROUP_BARRIER();
        lines_twiddle_line(at, behind, pass, column, inverse, z);
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(behind); k++) {
            uint32_t k1 = nbl_fft_pass_read_index(behind, k, at.invocation);
            if (at.present && nbl_fft_pass_active(behind, k, at.invocation))
                lines_put_in_row(line * lines_fft_length() + k1, column, z[k]);
        }
    }
}

/* ---- Rows */

/* Multiplies a row's transform y by the stored spectrum, and adds scale times x[0] (`first`) to its element 0. Returns
 * frequency 0 of the prime line, scale times the sum of all its elements: right in invocation 0 of the row alone, which
 * has y[0]. */
NBL_FUNCTION NBL_COMPLEX lines_multiply_row(nbl_fft_place_t at, NBL_COMPLEX first, NBL_SCALAR scale,
                                            NBL_INOUT NBL_COMPLEX y[second_elements],
                                            NBL_INOUT NBL_COMPLEX spectrum[second_elements]) {
    nbl_fft_pass_t side = nbl_fft_plan_last_pass(second_plan());
    NBL_COMPLEX sum = nbl_complex_scale(nbl_complex_add(first, y[0]), scale);
    NBL_COMPLEX zero = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        y[k] = nbl_complex_mul(y[k], spectrum[k]);
    }
    y[0] = nbl_complex_add(y[0], nbl_complex_select(at.invocation == 0u, nbl_complex_scale(first, scale), zero));
    return sum;
}

/* Returns an invocation's place in its row. at.instance is the row's number, counted through all lines; at.present:
 * there is such a row. */
NBL_FUNCTION nbl_fft_place_t lines_row_place(void) {
    uint32_t rows = NBL_PARAMETER(arrays) * lines_fft_length(), width = second_plan().invocations;
    uint32_t row = nbl_local_invocation_position() / width;
    nbl_fft_place_t at = {row, nbl_local_invocation_position() - row * width, row < rows, 0u,
                          NBL_PARAMETER(invocations) / width};
    return at;
}

/* Loads an invocation's numbers of both tables. powers[k].real is where element k comes from, powers[k].imag where its
 * result goes. */
NBL_FUNCTION void lines_load_tables(NBL_INOUT NBL_COMPLEX powers[second_elements],
                                    NBL_INOUT NBL_COMPLEX spectrum[second_elements]) {
    nbl_fft_pass_t first = nbl_fft_plan_first_pass(second_plan()), last = nbl_fft_plan_last_pass(second_plan());
    uint32_t invocation = lines_row_place().invocation;
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(first); k++) {
        powers[k] = lines_table_get(NBL_PARAMETER(permuted) - 1u + nbl_fft_pass_read_index(first, k, invocation));
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(last); k++) {
        spectrum[k] = lines_table_get(NBL_PARAMETER(product) - 1u + nbl_fft_pass_read_index(last, k, invocation));
    }
}

NBL_FUNCTION void lines_do_rows(NBL_SCALAR scale, NBL_INOUT NBL_COMPLEX powers[second_elements],
                                NBL_INOUT NBL_COMPLEX spectrum[second_elements]) {
    nbl_fft_pass_t side = nbl_fft_plan_first_pass(second_plan());
    nbl_fft_place_t at = lines_row_place();
    uint32_t row = at.instance, from = at.present ? row : 0u;
    NBL_COMPLEX y[second_elements], first = lines_take_from_row(from, 0u);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        y[k] = lines_take_from_row(from, NBL_CAST(uint32_t, powers[k].real));
    }
    NBL_WORKGROUP_BARRIER();
    second_transform_registers(at, false, y);
    first = lines_multiply_row(at, first, scale, y, spectrum);
    NBL_WORKGROUP_BARRIER();
    second_transform_registers(at, true, y);
    NBL_WORKGROUP_BARRIER();
    if (at.present) {
        if (at.invocation == 0u) lines_put_in_row(row, 0u, first);
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            if (nbl_fft_pass_active(side, k, at.invocation))
                lines_put_in_row(row, NBL_CAST(uint32_t, powers[k].imag), y[k]);
        }
    }
}

/* ---- All */

/* Stores all frequencies of the workgroup's lines; neighbouring invocations store neighbouring ones. */
NBL_FUNCTION void lines_store_rows(uint32_t count) {
    uint32_t begin = lines_begin_of_workgroup(true), length = lines_fft_length() * NBL_PARAMETER(row);
    uint32_t bound = lines_of_workgroup(count) * length, all = NBL_PARAMETER(arrays) * length;
    uint32_t each = (all + NBL_PARAMETER(invocations) - 1u) / NBL_PARAMETER(invocations);
    NBL_UNROLL for (uint32_t i = 0u; i < each; i++) {
        lines_element_t element = {nbl_local_invocation_position(), i * NBL_PARAMETER(invocations)};
        uint32_t number = lines_number(element), line = number / length, frequency = number - line * length;
        uint32_t k2 = frequency / lines_fft_length(), k1 = frequency - k2 * lines_fft_length();
        if (number < bound) lines_keep_signal(begin, element, lines_take_from_row(line * lines_fft_length() + k1, k2));
    }
}

NBL_FUNCTION void lines_do_prime(bool inverse, uint32_t count) {
    NBL_SCALAR scale = lines_table_get(NBL_PARAMETER(permuted) - 1u + second_fft_length()).real;
    NBL_COMPLEX powers[second_elements], spectrum[second_elements];
    lines_load_tables(powers, spectrum); /* before the columns' loads, which wait for memory, too */
    lines_do_columns(inverse, count);
    NBL_WORKGROUP_BARRIER();
    lines_do_rows(scale, powers, spectrum);
    NBL_WORKGROUP_BARRIER();
    lines_store_rows(count);
}
