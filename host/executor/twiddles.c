/* Twiddles for the host, by the shaders' functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/line.h"
#include "executor/tables.h"
#include "nbl/fft/twiddle.h"
#include "nbl/fft/twiddle_ladder.h"

#define NBL_SCALAR float32_t
#include "executor/twiddles_text.h"
#define NBL_SCALAR float64_t
#include "executor/twiddles_text.h"
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "executor/twiddles_text.h"
#endif

static void fill(nbl_executor_table_t table, void *memory) {
    if (table.scalar_bytes == 8) fill_float64_t(table, memory);
    if (table.scalar_bytes == 4) fill_float32_t(table, memory);
#if NBL_HAS_FLOAT16
    if (table.scalar_bytes == 2) fill_float16_t(table, memory);
#endif
}

static void roots(uint32_t scalar_bytes, uint32_t denominator, uint32_t count, void *memory) {
    if (scalar_bytes == 8) roots_float64_t(denominator, count, memory);
    if (scalar_bytes == 4) roots_float32_t(denominator, count, memory);
#if NBL_HAS_FLOAT16
    if (scalar_bytes == 2) roots_float16_t(denominator, count, memory);
#endif
}

static void step_roots(uint32_t scalar_bytes, uint32_t count, uint32_t lines, nbl_fft_pass_t side, void *memory) {
    if (scalar_bytes == 8) step_roots_float64_t(count, lines, side, memory);
    if (scalar_bytes == 4) step_roots_float32_t(count, lines, side, memory);
#if NBL_HAS_FLOAT16
    if (scalar_bytes == 2) step_roots_float16_t(count, lines, side, memory);
#endif
}

const nbl_executor_twiddles_t nbl_executor_twiddles = {fill, roots, step_roots};
