/* Twiddles and factors for the host, by the shaders' functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EXECUTOR_TABLES_H
#define NBL_HOST_EXECUTOR_TABLES_H

#include <stddef.h>
#include <stdint.h>

#include "executor/kernels.h"
#include "nbl/fft/plan.h"

/* A pass's twiddles w to w^(radix - 1), w = exp(-2 pi i c / (stride radix)), c below the stride.
 *
 *   lanes 0   [c][q - 1][2]                     scalars
 *   else      [vector of c][q - 1][2][lanes]    the last vector has the last `lanes` numbers c; c modulo the stride if
 *                                               the stride is shorter */
typedef struct nbl_executor_table_t {
    uint32_t scalar_bytes; /* 2, 4 or 8 */
    uint32_t radix, stride, lanes;
    uint32_t twiddles; /* which are evaluated: NBL_FFT_TWIDDLES_OF_TWO or another */
    /* Of the plan, if nbl_fft_pass_steps(): butterflies behind an invocation's first take its powers times literals.
     * Else 0 */
    uint32_t invocations;
} nbl_executor_table_t;

size_t nbl_executor_table_bytes(nbl_executor_table_t table);

/* Returns what all elements are multiplied by. scalar_bytes: 2, 4 or 8; normalization: NBL_FFT_BY_LENGTH or another */
double nbl_executor_factor(uint32_t scalar_bytes, uint32_t fft_length, uint32_t normalization);

/* Return what all elements are multiplied by in one pass, if the factor goes in pass by pass (nbl/fft/scaling.h):
 * before the butterflies, and after them. 1: nothing. */
double nbl_executor_factor_before(uint32_t scalar_bytes, uint32_t radix, uint32_t normalization);
double nbl_executor_factor_behind(uint32_t scalar_bytes, uint32_t radix, uint32_t normalization);

/* The numbers of tables, in exact mode and in fused mode. */
typedef struct nbl_executor_twiddles_t {
    void (*fill)(nbl_executor_table_t table, void *memory);
    /* Writes exp(-2 pi i k / denominator) for k = 0 to count - 1, real parts and `count` scalars further imaginary
     * ones.
     *
     * scalar_bytes  2, 4 or 8 */
    void (*roots)(uint32_t scalar_bytes, uint32_t denominator, uint32_t count, void *memory);
    /* Writes, over exp(-2 pi i k / (2 count)) in the form of roots(), the roots that a device's kernel makes of an
     * invocation's first root and a literal.
     *
     * lines  of a transform: element e of line l has root l + lines e
     * side   what an invocation holds of a line: its last pass, of count / lines points */
    void (*step_roots)(uint32_t scalar_bytes, uint32_t count, uint32_t lines, nbl_fft_pass_t side, void *memory);
} nbl_executor_twiddles_t;

extern const nbl_executor_twiddles_t nbl_executor_twiddles, nbl_executor_twiddles_fused;

static inline const nbl_executor_twiddles_t *nbl_executor_twiddles_of(nbl_mode_t mode) {
    return mode == NBL_MODE_FUSED ? &nbl_executor_twiddles_fused : &nbl_executor_twiddles;
}

/* Returns the table by which real signals of 2 n elements are unpacked and packed, for nbl_platform_aligned_free();
 * NULL: there is no memory.
 *
 * roots  exp(-2 pi i k / (2 n)) as nbl_executor_twiddles_t.roots() writes them, for k = 0 to n - 1 */
void *nbl_executor_real_table(const nbl_executor_kernels_t *kernels, uint32_t n, const void *roots);

/* Returns the bytes of the table that nbl_executor_real_table() makes for real signals of 2 n elements. */
size_t nbl_executor_real_table_bytes(const nbl_executor_kernels_t *kernels, uint32_t n);

#endif
