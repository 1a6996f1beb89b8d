/* Complex transforms of lines of any length on the CPU: whole, in passes, or as a convolution with a chirp.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/any_length.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/share.h"
#include "fft/pass_table.h"
#include "fft/root.h"
#include "fft/split.h"
#include "fft/tuning.h"
#include "nbl/host/plan.h"
#include "platform/memory.h"
#include "nbl/lang/emulator.h"

#define NBL_SCALAR float32_t
#include "fft/any_length_scalar.h"
#define NBL_SCALAR float64_t
#include "fft/any_length_scalar.h"

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

static bool in_float64(const nbl_fft_any_t *any) { return any->desc.scalar_bytes == 8; }

static size_t element_bytes(const nbl_fft_any_t *any) { return 2 * (size_t)any->desc.scalar_bytes; }

static nbl_fft_large_pass_t pass_of(const nbl_fft_any_t *any, uint32_t pass) {
    return nbl_fft_large_pass(pass + 1, any->points[0], any->points[1], any->points[2]);
}

/* Lengths whose chirp is summed up by the definition, in at most 5 ms: FFTW has kernels for their factors. */
enum { MOST_SUMMED = 192 };

/* ---- Making */

static nbl_result_t make_line(nbl_fft_any_t *any, uint32_t number, uint32_t length, bool columns, nbl_error_t *error) {
    const nbl_fft_precision_t precision = in_float64(any) ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    const char *radices = columns ? nbl_fft_split_radices(length, any->desc.scalar_bytes / 2) : NULL;
    const nbl_executor_line_desc_t desc = {.plan = nbl_fft_line_plan(length, precision, radices),
                                           .twiddles = nbl_fft_exact_twiddles(precision),
                                           .inverse = any->desc.inverse,
                                           .normalization = any->desc.normalization,
                                           .columns = columns,
                                           .fused = any->desc.fused,
                                           .set = any->desc.set};
    return nbl_executor_line_make(&desc, &any->line[number], error);
}

static uint32_t last_radix(const nbl_executor_line_t *line) { return line->step[line->steps - 1].radix; }

static nbl_result_t make_passes(nbl_fft_any_t *any, nbl_error_t *error) {
    for (uint32_t p = 0; p < any->passes; p++) {
        const nbl_fft_large_pass_t pass = pass_of(any, p);
        nbl_result_t result = make_line(any, p, pass.points, true, error);
        if (result != NBL_SUCCESS) return result;
        const nbl_executor_line_t *line = &any->line[p];
        const size_t bytes =
            round_up(line->scratch_bytes) + round_up((size_t)pass.points * line->width * element_bytes(any));
        if (bytes > any->share_bytes) any->share_bytes = bytes;
    }
    return NBL_SUCCESS;
}

static size_t turns_bytes(const nbl_fft_any_t *any, uint32_t pass) {
    const nbl_fft_large_pass_t of = pass_of(any, pass);
    return of.points_after == 1 ? 0 : (size_t)of.points * of.points_after * element_bytes(any);
}

static nbl_result_t make_turns(const nbl_fft_any_t *any, nbl_fft_any_tables_t *tables, nbl_error_t *error) {
    for (uint32_t p = 0; p + 1 < any->passes; p++) {
        const nbl_fft_large_pass_t pass = pass_of(any, p);
        const uint32_t radix = last_radix(&any->line[p]);
        tables->turns[p] = malloc(turns_bytes(any, p));
        if (tables->turns[p] == NULL) return nbl_fail_memory(error, "twiddles");
        nbl_fft_turns_fill(any->desc.scalar_bytes, pass, radix, any->desc.inverse, tables->turns[p]);
    }
    return NBL_SUCCESS;
}

/* What all results are multiplied by. */
static double factor_of(const nbl_fft_any_desc_t *desc) {
    const double n = desc->length;
    return desc->normalization == NBL_FFT_BY_LENGTH ? 1 / n : desc->normalization == NBL_FFT_BY_ROOT ? 1 / sqrt(n) : 1;
}

/* The chirp, exponents modulo 2 N, and its conjugate, which the convolution's length wraps around. (N - k)^2 is k^2 modulo
 * 2 N, of odd N plus N, which is a sign. */
static void fill_wrapped(uint64_t n, bool inverse, double *chirp, double *wrapped, uint32_t m) {
    const double sign = n % 2 == 0 ? 1 : -1;
    uint64_t square = 0; /* modulo 2 N */
    for (uint64_t k = 0; 2 * k <= n; k++) {
        nbl_fft_number_t w = nbl_fft_root(square, 2 * n);
        square += 2 * k + 1;
        if (square >= 2 * n) square -= 2 * n;
        if (inverse) w.imag = -w.imag;
        chirp[2 * k] = w.real;
        chirp[2 * k + 1] = w.imag;
        if (k == 0) continue;
        chirp[2 * (n - k)] = sign * w.real;
        chirp[2 * (n - k) + 1] = sign * w.imag;
    }
    for (uint64_t k = 0; k < n; k++) {
        wrapped[2 * k] = wrapped[2 * ((m - k) % m)] = chirp[2 * k];
        wrapped[2 * k + 1] = wrapped[2 * ((m - k) % m) + 1] = -chirp[2 * k + 1];
    }
}

/* A complex number in a vector: real and imaginary part are summed up alike. */
typedef double number_t __attribute__((vector_size(16)));

typedef struct sum_t {
    number_t high, low;
} sum_t;

/* Adds to a sum, whose rounding errors it keeps (Knuth, "The Art of Computer Programming", volume 2, 4.2.2, theorem B). */
static inline void add_to(sum_t *sum, number_t x) {
    const number_t next = sum->high + x, part = next - sum->high;
    sum->low += (sum->high - (next - part)) + (x - part);
    sum->high = next;
}

static void put_sum(const sum_t *sum, double factor, double *number) {
    number[0] = fma(sum->high[0], factor, sum->low[0] * factor);
    number[1] = fma(sum->high[1], factor, sum->low[1] * factor);
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b) { return b == 0 ? a : greatest_divisor(b, a % b); }

/* The spectrum of the wrapped chirp, times a factor, by the definition, each entry right to the last bit or two: by a
 * transform it would be as far off as that is, a third of the error of all. Entries k and m - k have the same terms, in
 * pairs that are added in another order. Returns false without memory.
 *
 * m  at least 2 n - 2; 2 n m is at most 2^28 */
static bool sum_spectrum(uint64_t n, bool inverse, uint64_t m, double factor, double *spectrum) {
    const uint64_t unit = greatest_divisor(m, 2 * n), all = 2 * n * m / unit; /* exponents are multiples of the unit */
    const number_t sign = {1, inverse ? 1 : -1};
    number_t *roots = malloc(all * sizeof *roots);
    if (roots == NULL) return false;
    nbl_fft_fill_roots(2 * n * m, unit, (nbl_fft_number_t *)roots);
    for (uint64_t i = 0; i < all; i++) roots[i] *= sign;
    for (uint64_t k = 0; 2 * k <= m; k++) {
        sum_t sum = {{1, 0}, {0, 0}}, mirrored = sum;
        const uint64_t step = 2 * n / unit * k, scale = m / unit; /* step is below all */
        uint64_t square = 0, turn = 0;
        for (uint64_t j = 1; j < n; j++) {
            square += 2 * j - 1;
            if (square >= 2 * n) square -= 2 * n;
            turn += step;
            if (turn >= all) turn -= all;
            const uint64_t chirp = scale * square, both = chirp + turn;
            const number_t one = roots[both < all ? both : both - all];
            const number_t other = roots[chirp >= turn ? chirp - turn : chirp + all - turn];
            add_to(&sum, one);
            add_to(&mirrored, other);
            if (2 * j == m) continue; /* both ends are one element */
            add_to(&sum, other);
            add_to(&mirrored, one);
        }
        put_sum(&sum, factor, spectrum + 2 * k);
        if (k > 0 && 2 * k < m) put_sum(&mirrored, factor, spectrum + 2 * (m - k));
    }
    free(roots);
    return true;
}

nbl_result_t nbl_fft_any_fill_chirp(const nbl_fft_any_desc_t *desc, const nbl_fft_any_t *convolution, double *chirp,
                                    double *spectrum, nbl_error_t *error) {
    const uint32_t m = convolution->desc.length;
    double *wrapped = calloc(m, 2 * sizeof(double));
    void *scratch = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_fft_any_scratch_bytes(convolution, 1));
    bool there = wrapped != NULL && scratch != NULL;
    if (there) {
        const double factor = factor_of(desc) / m;
        fill_wrapped(desc->length, desc->inverse, chirp, wrapped, m);
        if (desc->length <= MOST_SUMMED) {
            there = sum_spectrum(desc->length, desc->inverse, m, factor, spectrum);
        } else {
            nbl_fft_any_run(convolution, wrapped, spectrum, scratch, NULL, 1);
            for (size_t k = 0; k < 2 * (size_t)m; k++) spectrum[k] *= factor;
        }
    }
    nbl_platform_aligned_free(scratch);
    free(wrapped);
    return there ? NBL_SUCCESS : nbl_fail_memory(error, "a chirp");
}

uint32_t nbl_fft_any_convolution_length(uint32_t n) {
    uint64_t best = n <= NBL_FFT_ANY_MOST ? NBL_FFT_ANY_MOST_SMOOTH : 0;
    for (uint64_t odd = 1; odd <= 5; odd += 2) {
        uint64_t m = odd;
        while (m < 2 * (uint64_t)n - 1) m *= 2;
        if (m < best) best = m;
    }
    return (uint32_t)best;
}

static nbl_result_t plan_chirp(nbl_fft_any_t *any, nbl_error_t *error) {
    const uint32_t n = any->desc.length, m = nbl_fft_any_convolution_length(n);
    const nbl_fft_any_desc_t convolution = {m, 8, false, NBL_FFT_UNNORMALIZED, any->desc.set, any->desc.fused};
    if (m == 0) return nbl_fft_any_refuse(n, error);
    any->convolution = calloc(1, sizeof *any->convolution);
    if (any->convolution == NULL) return nbl_fail_memory(error, "a chirp");
    nbl_result_t result = nbl_fft_any_plan(&convolution, any->convolution, error);
    if (result != NBL_SUCCESS) return result;
    any->own_bytes = 2 * round_up(16 * (size_t)m);
    any->share_bytes = any->convolution->share_bytes;
    return NBL_SUCCESS;
}

static nbl_result_t make_chirp(const nbl_fft_any_t *any, nbl_fft_any_tables_t *tables, nbl_error_t *error) {
    nbl_result_t result = nbl_fft_any_prepare(any->convolution, error);
    if (result != NBL_SUCCESS) return result;
    tables->chirp = malloc(2 * sizeof(double) * any->desc.length);
    tables->spectrum = malloc(2 * sizeof(double) * any->convolution->desc.length);
    if (tables->chirp == NULL || tables->spectrum == NULL) return nbl_fail_memory(error, "a chirp");
    return nbl_fft_any_fill_chirp(&any->desc, any->convolution, tables->chirp, tables->spectrum, error);
}

nbl_result_t nbl_fft_any_refuse(uint32_t length, nbl_error_t *error) {
    return nbl_fail(error, NBL_ERROR_LIMIT,
                    "length %u: must be at most %u, or of no prime factor above 13 and at most %u", length,
                    NBL_FFT_ANY_MOST, NBL_FFT_ANY_MOST_SMOOTH);
}

nbl_fft_any_way_t nbl_fft_any_way(uint32_t length, uint32_t scalar_bytes) {
    uint32_t points[3];
    if (length == 1) return NBL_FFT_ANY_COPY;
    if (nbl_fft_plan_check_length(length, scalar_bytes / 2, NULL) == NBL_SUCCESS) return NBL_FFT_ANY_LINE;
    return nbl_fft_split(length, points) > 0 ? NBL_FFT_ANY_SPLIT : NBL_FFT_ANY_CHIRP;
}

nbl_result_t nbl_fft_any_plan(const nbl_fft_any_desc_t *desc, nbl_fft_any_t *any, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    memset(any, 0, sizeof *any);
    any->desc = *desc;
    any->passes = 1;
    any->points[0] = desc->length;
    any->way = nbl_fft_any_way(desc->length, desc->scalar_bytes);
    if (any->way == NBL_FFT_ANY_LINE) {
        result = make_line(any, 0, desc->length, false, error);
        any->share_bytes = round_up(any->line[0].scratch_bytes);
    } else if (any->way == NBL_FFT_ANY_SPLIT) {
        any->passes = nbl_fft_split(desc->length, any->points);
        result = make_passes(any, error);
    } else if (any->way == NBL_FFT_ANY_CHIRP) {
        result = plan_chirp(any, error);
    }
    if (result != NBL_SUCCESS) nbl_fft_any_release(any);
    return result;
}

static void release_tables(nbl_fft_any_tables_t *tables) {
    if (tables == NULL) return;
    for (uint32_t p = 0; p < 2; p++) free(tables->turns[p]);
    free(tables->chirp);
    free(tables->spectrum);
    free(tables);
}

nbl_result_t nbl_fft_any_prepare(nbl_fft_any_t *any, nbl_error_t *error) {
    if (any->way == NBL_FFT_ANY_COPY || any->way == NBL_FFT_ANY_LINE || atomic_load(&any->tables) != NULL)
        return NBL_SUCCESS;
    nbl_fft_any_tables_t *tables = calloc(1, sizeof *tables), *none = NULL;
    if (tables == NULL) return nbl_fail_memory(error, "twiddles");
    nbl_result_t result =
        any->way == NBL_FFT_ANY_SPLIT ? make_turns(any, tables, error) : make_chirp(any, tables, error);
    if (result != NBL_SUCCESS || !atomic_compare_exchange_strong(&any->tables, &none, tables)) release_tables(tables);
    return result;
}

nbl_result_t nbl_fft_any_make(const nbl_fft_any_desc_t *desc, nbl_fft_any_t *any, nbl_error_t *error) {
    nbl_result_t result = nbl_fft_any_plan(desc, any, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_fft_any_prepare(any, error);
    if (result != NBL_SUCCESS) nbl_fft_any_release(any);
    return result;
}

uint64_t nbl_fft_any_table_bytes(const nbl_fft_any_t *any) {
    uint64_t bytes = 0;
    for (uint32_t p = 0; p < 3; p++) bytes += any->line[p].table_bytes;
    if (any->way == NBL_FFT_ANY_SPLIT || any->way == NBL_FFT_ANY_CHIRP) bytes += sizeof(nbl_fft_any_tables_t);
    if (any->way == NBL_FFT_ANY_SPLIT)
        for (uint32_t p = 0; p + 1 < any->passes; p++) bytes += turns_bytes(any, p);
    if (any->convolution == NULL) return bytes;
    bytes += sizeof *any->convolution + nbl_fft_any_table_bytes(any->convolution);
    return bytes + 2 * sizeof(double) * ((uint64_t)any->desc.length + any->convolution->desc.length);
}

void nbl_fft_any_release(nbl_fft_any_t *any) {
    for (uint32_t p = 0; p < 3; p++) nbl_executor_line_release(&any->line[p]);
    release_tables(atomic_load(&any->tables));
    if (any->convolution != NULL) nbl_fft_any_release(any->convolution);
    free(any->convolution);
    memset(any, 0, sizeof *any);
}

size_t nbl_fft_any_scratch_bytes(const nbl_fft_any_t *any, uint32_t threads) {
    return any->own_bytes + any->share_bytes * threads + NBL_EXECUTOR_ALIGNMENT;
}

/* ---- Running passes */

typedef struct run_t {
    const nbl_fft_any_t *any;
    const nbl_fft_any_tables_t *tables;
    uint32_t number;
    nbl_fft_large_pass_t pass;
    const char *in;
    char *out, *scratch;
} run_t;

/* So many neighbouring columns, up to the width; fewer go by way of a tile. */
static void run_columns(const run_t *run, const char *in, size_t in_stride, char *out, size_t out_stride,
                        uint32_t count, char *tile, void *work) {
    const nbl_executor_line_t *line = &run->any->line[run->number];
    const size_t element = element_bytes(run->any), width = line->width;
    if (count == width) {
        nbl_executor_columns_run(line, in, in_stride, out, out_stride, work);
        return;
    }
    for (size_t k = 0; k < run->pass.points; k++)
        for (size_t w = 0; w < width; w++)
            memcpy(tile + (k * width + w) * element, in + (k * in_stride + (w < count ? w : 0)) * element, element);
    nbl_executor_columns_run(line, tile, width, tile, width, work);
    if (out == tile) return;
    for (size_t k = 0; k < run->pass.points; k++)
        memcpy(out + k * out_stride * element, tile + k * width * element, count * element);
}

static void run_first(const run_t *run, uint32_t group, char *tile, void *work) {
    const uint32_t width = run->any->line[run->number].width, first = group * width;
    const uint32_t left = run->pass.points_after - first, count = left < width ? left : width;
    run_columns(run, run->in + first * element_bytes(run->any), run->pass.points_after, tile, width, count, tile, work);
    if (in_float64(run->any))
        put_rows_float64_t(run->pass, first, count, width, (void *)tile, run->tables->turns[0], (void *)run->out);
    else
        put_rows_float32_t(run->pass, first, count, width, (void *)tile, run->tables->turns[0], (void *)run->out);
}

static void run_next(const run_t *run, uint32_t group, char *tile, void *work) {
    const uint32_t width = run->any->line[run->number].width, before = run->pass.points_before;
    const uint32_t groups = (before + width - 1) / width, high = group / groups, low = group % groups * width;
    const uint32_t count = before - low < width ? before - low : width, points = run->pass.points;
    char *at = run->out + nbl_fft_large_place(run->pass, high * before + low, 0) * element_bytes(run->any);
    run_columns(run, at, before, at, before, count, tile, work);
    if (run->pass.points_after == 1) return;
    const char *turns = run->tables->turns[run->number];
    turns += (size_t)high * points * element_bytes(run->any);
    if (in_float64(run->any))
        turn_columns_float64_t(points, count, before, (const void *)turns, (void *)at);
    else
        turn_columns_float32_t(points, count, before, (const void *)turns, (void *)at);
}

static void run_groups(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    char *work = run->scratch + thread * run->any->share_bytes;
    char *tile = work + round_up(run->any->line[run->number].scratch_bytes);
    for (uint64_t g = first; g < first + count; g++) {
        if (run->number == 0)
            run_first(run, (uint32_t)g, tile, work);
        else
            run_next(run, (uint32_t)g, tile, work);
    }
}

static void run_passes(const nbl_fft_any_t *any, const void *in, void *out, void *scratch, nbl_executor_pool_t *pool,
                       uint32_t threads) {
    for (uint32_t p = 0; p < any->passes; p++) {
        run_t run = {any, atomic_load(&any->tables), p, pass_of(any, p), in, out, scratch};
        const uint32_t width = any->line[p].width, before = run.pass.points_before, after = run.pass.points_after;
        const uint64_t groups = p == 0 ? (after + width - 1) / width : (uint64_t)after * ((before + width - 1) / width);
        const uint64_t grain = groups / (NBL_EXECUTOR_CALLS * threads);
        nbl_executor_share(pool, threads, groups, grain == 0 ? 1 : grain, run_groups, &run);
    }
}

/* ---- Running */

static void run_chirp(const nbl_fft_any_t *any, const void *in, void *out, char *scratch, nbl_executor_pool_t *pool,
                      uint32_t threads) {
    const uint32_t n = any->desc.length, m = any->convolution->desc.length;
    nbl_complex_float64_t *a = (void *)scratch, *b = (void *)(scratch + any->own_bytes / 2);
    const nbl_fft_any_tables_t *tables = atomic_load(&any->tables);
    const nbl_complex_float64_t *spectrum = (const void *)tables->spectrum;
    void *work = scratch + any->own_bytes;
    if (in_float64(any))
        chirp_in_float64_t(n, tables->chirp, in, a);
    else
        chirp_in_float32_t(n, tables->chirp, in, a);
    memset(a + n, 0, (m - n) * sizeof *a);
    nbl_fft_any_run(any->convolution, a, b, work, pool, threads);
    for (uint32_t k = 0; k < m; k++) b[k] = nbl_complex_conj(nbl_complex_mul(b[k], spectrum[k]));
    nbl_fft_any_run(any->convolution, b, a, work, pool, threads);
    if (in_float64(any))
        chirp_out_float64_t(n, tables->chirp, a, out);
    else
        chirp_out_float32_t(n, tables->chirp, a, out);
}

void nbl_fft_any_run(const nbl_fft_any_t *any, const void *in, void *out, void *scratch, nbl_executor_pool_t *pool,
                     uint32_t threads) {
    switch (any->way) {
    case NBL_FFT_ANY_COPY: memcpy(out, in, element_bytes(any)); break;
    case NBL_FFT_ANY_LINE: nbl_executor_line_run(&any->line[0], in, out, scratch); break;
    case NBL_FFT_ANY_SPLIT: run_passes(any, in, out, scratch, pool, threads); break;
    default: run_chirp(any, in, out, scratch, pool, threads); break;
    }
}
