/* Twiddles and factors for the host, by the shaders' functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/tables.h"

#include "executor/kernels.h"
#include "nbl/fft/twiddle.h"
#include "nbl/fft/twiddle_ladder.h"

#define NBL_SCALAR float32_t
#include "executor/tables_text.h"
#define NBL_SCALAR float64_t
#include "executor/tables_text.h"
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "executor/tables_text.h"
#endif

size_t nbl_executor_table_bytes(nbl_executor_table_t table) {
    uint32_t width = table.lanes == 0 ? 1 : table.lanes;
    size_t rows = (table.stride + width - 1) / width * width;
    return rows * 2 * (table.radix - 1) * table.scalar_bytes;
}

void nbl_executor_table_fill(nbl_executor_table_t table, void *memory) {
    switch (table.scalar_bytes) {
#if NBL_HAS_FLOAT16
    case 2: fill_float16_t(table, memory); break;
#endif
    case 4: fill_float32_t(table, memory); break;
    default: fill_float64_t(table, memory); break;
    }
}

double nbl_executor_factor(uint32_t scalar_bytes, uint32_t fft_length, uint32_t normalization) {
    switch (scalar_bytes) {
#if NBL_HAS_FLOAT16
    case 2: return factor_float16_t(fft_length, normalization);
#endif
    case 4: return factor_float32_t(fft_length, normalization);
    default: return factor_float64_t(fft_length, normalization);
    }
}

void nbl_executor_roots(uint32_t scalar_bytes, uint32_t denominator, uint32_t count, void *memory) {
    switch (scalar_bytes) {
#if NBL_HAS_FLOAT16
    case 2: roots_float16_t(denominator, count, memory); break;
#endif
    case 4: roots_float32_t(denominator, count, memory); break;
    default: roots_float64_t(denominator, count, memory); break;
    }
}
