/* One transform on the CPU as steps: of a line of elements side by side, or of neighbouring columns at once.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EXECUTOR_LINE_H
#define NBL_HOST_EXECUTOR_LINE_H

#include "executor/kernels.h"
#include "nbl/fft/dct.h"
#include "nbl/fft/plan.h"
#include "nbl/host/error.h"

#include "nbl/host/emulator.h" /* after nbl/fft/plan.h, whose text is a shader's */

typedef struct nbl_executor_line_desc_t {
    nbl_fft_plan_t plan; /* of the forward transform */
    uint32_t twiddles;   /* NBL_FFT_TWIDDLES_OF_TWO or another */
    bool inverse;
    uint32_t normalization; /* NBL_FFT_UNNORMALIZED or another */
    bool columns;           /* true: W columns side by side at once; false: one line */
    bool in_lanes;          /* with columns: W lines, each in a lane */
    bool real;              /* with in_lanes: signals are real, of twice as many numbers */
    bool one;               /* with in_lanes: signals are real, of as many numbers */
    bool mirrors;           /* with one and inverse: as a view HERMITIAN loads a spectrum; false: as PACK_ONE does */
    size_t in_distance, out_distance; /* with in_lanes: from a line to the next, in scalars */
    /* With in_lanes: from an element, a complex or a real number, to the next, in scalars. 0: they lie side by side */
    size_t in_apart, out_apart;
    /* With in_lanes: from a complex number's real part to its imaginary part, in scalars. 0: they lie side by side */
    size_t in_part, out_part;
    uint32_t out_first, out_count; /* with in_lanes: elements that are stored, as the first ones; out_count 0: all */
    /* With in_lanes: the line is a cosine or sine transform between real numbers; kind 0: it is not */
    nbl_dct_t dct;
    /* With in_lanes, if nothing is normalised: numbers behind the passes of `dct` are multiplied by `between`, all
     * results by `behind`; 0 and 1: they are not */
    double between, behind;
    /* Tables made before the first run: the roots of `real`, all real parts and then all imaginary ones, NULL: the line
     * makes its own; those of `dct` before and after its passes, interleaved */
    const _Atomic(void *) *roots, *roots_before, *roots_after;
    bool reals;      /* the input may be real numbers without imaginary parts: it is if line->reals is set */
    nbl_mode_t mode; /* fast: by kernels with fused multiply-adds if the processor has them, else by exact ones */
    const char *set; /* name of the widest instructions that may be used; NULL: the widest of the processor */
} nbl_executor_line_desc_t;

#define NBL_EXECUTOR_MOST_STEPS (NBL_FFT_MAX_PASSES + 6)

typedef struct nbl_executor_line_t {
    const nbl_executor_kernels_t *kernels;
    uint32_t fft_length;
    uint32_t width;                               /* lines that one run transforms: 1, or W columns */
    bool reals;                                   /* the input is real numbers side by side */
    uint32_t passes, radices[NBL_FFT_MAX_PASSES]; /* of the plan; a step may have two of the passes */
    uint32_t steps, first_pass;                   /* first_pass: its step; a transposition may follow */
    size_t buffer_bytes;                          /* of one of two scratch buffers */
    size_t scratch_bytes;                         /* that a run needs, aligned by NBL_EXECUTOR_ALIGNMENT */
    nbl_executor_step_t step[NBL_EXECUTOR_MOST_STEPS];
    void *tables;
    size_t table_bytes;
} nbl_executor_line_t;

#define NBL_EXECUTOR_ALIGNMENT 64

/* Makes the steps and their tables. Errors: ARGUMENT (there is no set of that name), OUT_OF_MEMORY; then *line holds
 * nothing.
 *
 * line  to be released by nbl_executor_line_release() */
nbl_result_t nbl_executor_line_make(const nbl_executor_line_desc_t *desc, nbl_executor_line_t *line,
                                    nbl_error_t *error);
/* Returns W, how many columns a description transforms at once; 0: there is no set of that name. */
uint32_t nbl_executor_line_width(const nbl_executor_line_desc_t *desc);

/* Returns whether neighbouring lines go faster in lanes than one by one.
 *
 * line   the transform of one line
 * width  nbl_executor_line_width() of its description
 * lines  that lie at equal distances
 * real   they are real signals of twice as many numbers */
bool nbl_executor_lanes_pay(const nbl_executor_line_t *line, uint32_t width, uint64_t lines, bool real);

/* Returns whether this processor has multiply-adds of its own: those of fused kernels. */
bool nbl_executor_fuses(void);

void nbl_executor_line_release(nbl_executor_line_t *line);

/* Returns where a step writes. */
static inline void *nbl_executor_line_target(const nbl_executor_line_t *line, uint32_t step, void *out, void *scratch) {
    return step + 1 == line->steps ? out : (char *)scratch + step % 2 * line->buffer_bytes;
}

/* Transforms one line, or W of them in lanes; thread-safe with a scratch for each thread.
 *
 * in, out  complex numbers side by side; may be the same, if distances are */
static inline void nbl_executor_line_run(const nbl_executor_line_t *line, const void *in, void *out, void *scratch) {
    for (uint32_t i = 0; i < line->steps; i++) {
        void *to = nbl_executor_line_target(line, i, out, scratch);
        line->step[i].run(&line->step[i], in, to);
        in = to;
    }
}

/* Transforms lines one after the other, or W at once in lanes; then `count` is a multiple of W.
 *
 * in_distance, out_distance  bytes from one line to the next */
void nbl_executor_lines_run(const nbl_executor_line_t *line, uint64_t count, const void *in, size_t in_distance,
                            void *out, size_t out_distance, void *scratch);

/* The same where results go on from `out` to memory elsewhere: fetches that memory into the cache too.
 *
 * behind           where results of the lines that follow these go
 * behind_distance  bytes from one line's results to the next line's, and how many a line has there */
void nbl_executor_lines_run_ahead(const nbl_executor_line_t *line, uint64_t count, const void *in, size_t in_distance,
                                  void *out, size_t out_distance, void *scratch, char *behind, size_t behind_distance);

/* Transforms lines in lanes, or fewer than W: the lanes behind them are not stored.
 *
 * count  1 to W */
void nbl_executor_lanes_run(const nbl_executor_line_t *line, uint32_t count, const void *in, void *out, void *scratch);

/* Transforms `width` neighbouring columns: element n of the first is in[n in_stride], in complex numbers. */
void nbl_executor_columns_run(const nbl_executor_line_t *line, const void *in, size_t in_stride, void *out,
                              size_t out_stride, void *scratch);

#endif
