/* The steps that transforms on the CPU are made of, and the functions that take them: a table per instruction set.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Data lie interleaved, as in the caller's arrays (real, imaginary, real ..), or planar, all real parts and `plane`
 * scalars further all imaginary ones. A vector holds the same value of W neighbouring butterflies. A pass of radix R,
 * stride S (the radices before it) and A = N / R / S has butterflies of c = 0 .. S - 1 and a = 0 .. A - 1, and vectors
 * along either:
 *
 *                             reads value q at          twiddles of   writes value q at
 *   by a, outside it by c     c A R + a + q A           c             (c + q S) A + a         [frequency][block]
 *   by c, outside it by a     a S + c + q A S           c             a S R + c + q S         [block][frequency]
 *
 * The first pass (S = 1) goes by a, the last one (A = 1) by c; there both orders are the natural one. Between the two
 * the data are transposed, within the first pass or in a step of their own. Columns, which are transforms side by side,
 * go by a alone: a vector holds the same element of W columns. W lines are gathered into W columns, and scattered
 * behind the last pass.
 */
#ifndef NBL_HOST_EXECUTOR_KERNELS_H
#define NBL_HOST_EXECUTOR_KERNELS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/compile.h"

/* A step of a line: a pass, a reordering or the packing of reals, from one array to another. Offsets, strides and plane
 * count scalars. */
typedef struct nbl_executor_step_t {
    void (*run)(const struct nbl_executor_step_t *step, const void *in, void *out);
    uint32_t radix;
    size_t outer, inner; /* counts of the loops; vectors go along the inner one */
    size_t in_outer, in_step, out_outer, out_step;
    size_t plane;         /* from a real part to its imaginary part in planar data */
    const void *twiddles; /* [outer][q - 1][2] scalars, or [vector of c][q - 1][2][W] */
    double factor;        /* of the results, if scaled */
    bool scaled;
    double factor_before; /* float16: of the elements, before the twiddles; if scaled_before */
    bool scaled_before;
    bool swap_parts; /* real and imaginary parts change places where data are interleaved: an inverse transform is a
                        forward one with parts swapped before and after it, to the bit */
    /* Of steps of lines in lanes: executor/in_lanes_text.h. */
    uint32_t lines;    /* lines in memory, 1 to `lanes` */
    size_t part;       /* gather, scatter: from a number's real part in memory to its imaginary part */
    const void *terms; /* fold: nbl_dct_term_t of each real number; unfold: nbl_dct_part_t of each element */
    const _Atomic(void *)
        *roots;         /* a table made before the first run; NULL: `twiddles` are the roots, or there are none */
    bool turns, single; /* fold, unfold: numbers are turned; the signal is real numbers one by one */
    bool mirrors;       /* pack_one_lanes: frequencies above N / 2 are conjugates, without a second signal */
} nbl_executor_step_t;

typedef void nbl_executor_run_t(const nbl_executor_step_t *step, const void *in, void *out);

/* A radix's passes, by what they read and write. */
typedef struct nbl_executor_passes_t {
    nbl_executor_run_t *only;          /* columns, interleaved to interleaved, no twiddles */
    nbl_executor_run_t *first;         /* interleaved to planar, no twiddles */
    nbl_executor_run_t *first_columns; /* columns, interleaved to planar; in a vector in the order near() */
    nbl_executor_run_t *first_turn;    /* interleaved to planar in the other order, [block][frequency], no twiddles */
    nbl_executor_run_t *first_turn_reals;  /* as first_turn, of real numbers */
    nbl_executor_run_t *first_planar;      /* planar to planar, no twiddles */
    nbl_executor_run_t *first_reals;       /* real numbers in lanes to planar, no twiddles */
    nbl_executor_run_t *only_imags;        /* planar to imaginary parts in lanes, no twiddles */
    nbl_executor_run_t *last_imags;        /* planar to imaginary parts in lanes, vectors along a */
    nbl_executor_run_t *by_block;          /* planar to planar, vectors along a */
    nbl_executor_run_t *by_frequency;      /* planar to planar, vectors along c */
    nbl_executor_run_t *last_columns;      /* columns, planar in the order near() to interleaved */
    nbl_executor_run_t *last_by_frequency; /* planar to interleaved, vectors along c, as far as they reach: see inner */
} nbl_executor_passes_t;

/* The radices that have a kernel; radix 1 moves elements and has no arithmetic. */
/* clang-format off */
#define NBL_EXECUTOR_EACH_RADIX(M) \
    M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12) M(13) M(14) M(15) M(16) M(17) M(18) M(19) M(20) \
    M(21) M(23) M(24) M(25) M(27) M(28) M(29) M(30) M(31) M(32) M(33) M(34) M(35) M(36) M(37) M(38) \
    M(39) M(41) M(43) M(47)
/* clang-format on */
#define NBL_EXECUTOR_MOST_RADIX NBL_FFT_MAX_RADIX

typedef struct nbl_executor_kernels_t {
    const char *name;
    uint32_t lanes; /* W: of a vector */
    uint32_t scalar_bytes;
    nbl_executor_run_t *turn; /* planar [outer][inner] to [inner][outer] */
    /* A whole line of two passes of radix W, and of radix 2 W, interleaved to interleaved; or NULL. */
    nbl_executor_run_t *square[2];
    /* Lines in lanes before and behind their passes: executor/in_lanes_text.h. NULL: there are no vectors */
    nbl_executor_run_t *gather, *scatter, *gather_reals, *scatter_reals;
    nbl_executor_run_t *unpack_lanes, *pack_lanes, *unpack_one_lanes, *pack_one_lanes, *fold_lanes, *unfold_lanes;
    /* A real signal's spectrum, X[0] to X[n], from the spectrum of n complex numbers, and back; n / 2 is `lanes` or
     * more. table: of nbl_executor_real_table() */
    void (*unpack_one)(uint32_t n, const void *table, const void *from, void *to);
    /* As unpack_one, of X[first] to X[end - 1] alone, with which `to` begins; end is n + 1 at most. */
    void (*unpack_part)(uint32_t n, const void *table, const void *from, void *to, uint32_t first, uint32_t end);
    void (*pack_one)(uint32_t n, const void *table, const void *from, void *to);
    /* Makes the table of unpack_one and pack_one of roots 0 to n - 1, planar: [vector of f = 1 .. n / 2][of f, of n -
     * f][2][W]. */
    void (*arrange)(uint32_t n, const void *roots, void *table);
    /* The spectra of two real signals, X[0] to X[n / 2] each, which are the real and the imaginary part of one complex
     * signal; (n - 1) / 2 is `lanes` or more. to_second may be NULL. */
    void (*unpack_two)(uint32_t n, const void *from, void *to_first, void *to_second);
    void (*pack_two)(uint32_t n, const void *from_first, const void *from_second, void *to);
    /* Multiplies `count` complex numbers by a table's. conjugates: 1: each number is conjugated before the product; 2:
     * each product is; 0: neither. `from` and `to` may be the same. */
    void (*multiply)(size_t count, const void *table, uint32_t conjugates, const void *from, void *to);
    /* Multiplies rows in place, row r by number r of the table. `rows` rows of `count` complex numbers begin `step`
     * numbers apart. */
    void (*multiply_rows)(size_t rows, size_t count, const void *table, void *numbers, size_t step);
    /* Multiplies rows in place, number i of row r by number r pitch + i of the table; otherwise as multiply_rows().
     * conjugates: as of multiply() */
    void (*multiply_grid)(size_t rows, size_t count, const void *table, size_t pitch, uint32_t conjugates,
                          void *numbers, size_t step);
    /* What stands before and after the Fourier transform within a cosine or sine transform of n real numbers side by
     * side: types II and III, and IV if n is even. Each half of a line has `lanes` numbers or more
     * (executor/dct_text.h). NULL: these kernels have no vectors.
     *
     * kind    NBL_DCT_2 or another of nbl/fft/dct.h
     * factor  of the results
     * roots   interleaved, as nbl_dct_fold() takes them; NULL where nothing is turned
     * from    apart from `to` */
    void (*fold)(uint32_t kind, uint32_t n, const void *roots, const void *from, void *to);
    void (*unfold)(uint32_t kind, uint32_t n, double factor, const void *roots, const void *from, void *to);
    nbl_executor_passes_t of_radix[NBL_EXECUTOR_MOST_RADIX + 1];
} nbl_executor_kernels_t;

/* Scalars that vectors may touch behind the last element of a planar array. Chosen, ample: four vectors of 8 lanes. */
#define NBL_EXECUTOR_MARGIN 32

/* The sets of instructions, the widest first and the one without vectors last. */
typedef struct nbl_executor_set_t {
    const char *name;
    /* By scalar: float16, float32, float64; NULL: not compiled. Multiply-adds of the fused ones are the processor's, or
     * the C library's with the same bits */
    const nbl_executor_kernels_t *exact[3], *fused[3], *by_library[3];
} nbl_executor_set_t;

/* Returns the number-th of the sets that this build and this processor have; NULL: there are no more. Thread-safe. */
const nbl_executor_set_t *nbl_executor_set(uint32_t number);

/* Returns a set's kernels for a scalar; NULL if there are none. Thread-safe.
 *
 * mode  fast: fused ones if there are any and the processor has the instructions, else exact ones */
const nbl_executor_kernels_t *nbl_executor_set_kernels(const nbl_executor_set_t *set, uint32_t scalar_bytes,
                                                       nbl_mode_t mode);

/* Kernels of each set; a table is all zeros in a build for another processor. */
extern const nbl_executor_kernels_t nbl_executor_plain_float16, nbl_executor_plain_float32, nbl_executor_plain_float64,
    nbl_executor_sse2_float32, nbl_executor_sse2_float64, nbl_executor_avx2_float32, nbl_executor_avx2_float64,
    nbl_executor_avx512vl_float32, nbl_executor_avx512vl_float64, nbl_executor_neon_float32, nbl_executor_neon_float64,
    nbl_executor_sse2_fused_float32, nbl_executor_sse2_fused_float64, nbl_executor_avx2_fused_float32,
    nbl_executor_avx2_fused_float64, nbl_executor_avx512vl_fused_float32, nbl_executor_avx512vl_fused_float64,
    nbl_executor_neon_fused_float32, nbl_executor_neon_fused_float64, nbl_executor_fma_fused_float32,
    nbl_executor_fma_fused_float64, nbl_executor_plain_fused_float16, nbl_executor_plain_fused_float32,
    nbl_executor_plain_fused_float64;

#endif
