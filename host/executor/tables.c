/* Factors and tables for the host, by the shaders' functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/tables.h"

#include "executor/line.h"
#include "platform/memory.h"
#include "nbl/fft/scaling.h"
#include "nbl/fft/twiddle.h"

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

/* A function of the scalar's own. */
#if NBL_HAS_FLOAT16
#define OF_BYTES(bytes, name, ...) \
    ((bytes) == 2   ? name##_float16_t(__VA_ARGS__) \
     : (bytes) == 4 ? name##_float32_t(__VA_ARGS__) \
                    : name##_float64_t(__VA_ARGS__))
#else
#define OF_BYTES(bytes, name, ...) ((bytes) == 4 ? name##_float32_t(__VA_ARGS__) : name##_float64_t(__VA_ARGS__))
#endif

double nbl_executor_factor(uint32_t scalar_bytes, uint32_t fft_length, uint32_t normalization) {
    return OF_BYTES(scalar_bytes, factor, fft_length, normalization);
}

double nbl_executor_factor_before(uint32_t scalar_bytes, uint32_t radix, uint32_t normalization) {
    return OF_BYTES(scalar_bytes, before, radix, normalization);
}

double nbl_executor_factor_behind(uint32_t scalar_bytes, uint32_t radix, uint32_t normalization) {
    return OF_BYTES(scalar_bytes, behind, radix, normalization);
}

size_t nbl_executor_real_table_bytes(const nbl_executor_kernels_t *kernels, uint32_t n) {
    const size_t vectors = n < 2 ? 1 : (n / 2 + kernels->lanes - 1) / kernels->lanes;
    const size_t bytes = vectors * 4 * kernels->lanes * kernels->scalar_bytes, unit = NBL_EXECUTOR_ALIGNMENT;
    return (bytes + unit - 1) / unit * unit;
}

void *nbl_executor_real_table(const nbl_executor_kernels_t *kernels, uint32_t n, const void *roots) {
    void *table = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_executor_real_table_bytes(kernels, n));
    if (table != NULL) kernels->arrange(n, roots, table);
    return table;
}
