/* Tables of twiddles for passes of large transforms, by the shaders' functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/pass_table.h"

#include "executor/kernels.h"
#include "nbl/fft/large_twiddle.h"

#define NBL_SCALAR float32_t
#include "fft/pass_table_scalar.h"
#define NBL_SCALAR float64_t
#include "fft/pass_table_scalar.h"

static nbl_fft_plan_t plan_of(const nbl_fft_pass_table_t *of) {
    return of->inverse ? nbl_fft_plan_reversed(of->plan) : of->plan;
}

static size_t count(const nbl_fft_pass_table_t *of) {
    if (of->powers) return (size_t)of->pass.points * of->pass.points_after;
    const size_t shared =
        of->pass.points_after == 1 ? 0 : (size_t)of->pass.points_after * nbl_fft_plan_last_pass(plan_of(of)).radix;
    return of->pass.points + shared;
}

static void fill(const nbl_fft_pass_table_t *of, void *table) {
    if (of->plan.complex_dwords == NBL_DWORDS_float64_t)
        fill_float64_t(of->pass, plan_of(of), of->powers, of->inverse, table);
    else
        fill_float32_t(of->pass, plan_of(of), of->powers, of->inverse, table);
}

static void fill_between(uint32_t scalar_bytes, nbl_fft_large_pass_t pass, uint32_t radix, bool inverse,
                         void *twiddles) {
    if (scalar_bytes == 8)
        fill_pass_twiddles_float64_t(pass, radix, inverse, twiddles);
    else
        fill_pass_twiddles_float32_t(pass, radix, inverse, twiddles);
}

static void fill_radix(uint32_t scalar_bytes, uint32_t points, uint32_t radix, bool inverse, void *twiddles) {
    if (scalar_bytes == 8)
        fill_radix_float64_t(points, radix, inverse, twiddles);
    else
        fill_radix_float32_t(points, radix, inverse, twiddles);
}

const nbl_fft_pass_tables_t nbl_fft_pass_tables = {count, fill, fill_between, fill_radix};
