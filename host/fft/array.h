/* What nbl_fft_array() makes of its description.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ARRAY_H
#define NBL_HOST_FFT_ARRAY_H

#include <stdatomic.h>

#include "executor/line.h"
#include "executor/share.h"
#include "nbl/host/fft.h"

/* The input or the output. */
typedef struct nbl_fft_array_side_t {
    uint64_t stride, distance; /* bytes */
    uint32_t elements;         /* of a signal, or of its spectrum, */
    uint32_t given;            /* of which so many are in memory, zeros behind them; 0: all */
    uint32_t element_bytes, scalar_bytes;
    uint32_t batch;     /* signals */
    uint64_t all_bytes; /* from the first element to the end of the last */
    nbl_fft_kind_t kind;
    bool real; /* holds real numbers */
} nbl_fft_array_side_t;

/* Checks a description; fills in both sides, the input first, and what is to be planned: length,
 * batch, kind, precision, direction. Errors: ARGUMENT, LIMIT. */
nbl_result_t nbl_fft_array_check(const nbl_fft_array_desc_t *desc, nbl_fft_transform_desc_t *wanted,
                                 nbl_fft_array_side_t sides[2], nbl_error_t *error);

/* Returns whether there is a plan for signals of a length. */
bool nbl_fft_array_has_length(nbl_fft_precision_t precision, bool real, uint32_t length);

/* Returns how real signals of a length are transformed: NBL_FFT_REAL; NBL_FFT_REAL_TWO, each as the first of two signals
 * whose second one would be zeros; or NBL_FFT_COMPLEX where there is no such length. */
nbl_fft_kind_t nbl_fft_array_kind(nbl_fft_precision_t precision, uint32_t length);

/* Whether arrays do not overlap. */
static inline bool nbl_fft_array_lie_apart(const nbl_fft_array_side_t sides[2], const void *input, const void *output) {
    const uintptr_t from = (uintptr_t)input, to = (uintptr_t)output;
    return from + sides[0].all_bytes <= to || to + sides[1].all_bytes <= from;
}

/* Refuses arrays that overlap otherwise than in place. Errors: ARGUMENT. */
nbl_result_t nbl_fft_array_check_memory(const nbl_fft_array_side_t sides[2], const void *input, const void *output,
                                        nbl_error_t *error);

/* How transforms reach the executor. */
typedef enum nbl_fft_array_way_t {
    NBL_FFT_ARRAY_LINES,   /* as they lie */
    NBL_FFT_ARRAY_COLUMNS, /* neighbouring transforms side by side, as they lie */
    NBL_FFT_ARRAY_LANES,   /* short lines, as they lie, each in a lane of vectors */
    NBL_FFT_ARRAY_REAL,    /* real signals of an even length, as they lie */
    NBL_FFT_ARRAY_TILES,   /* real signals of an even length side by side, by way of a tile of some of them */
    NBL_FFT_ARRAY_GATHERED /* one after the other, by way of buffers: strides, halves, real signals */
} nbl_fft_array_way_t;

#define NBL_FFT_ARRAY_KEPT 16 /* scratch buffers between runs */

struct nbl_fft_array_plan_t {
    nbl_fft_array_desc_t desc;
    nbl_fft_array_side_t sides[2];
    nbl_fft_kind_t kind;
    uint32_t fft_length, ffts; /* complex ones */
    uint32_t scalar_bytes;     /* of the arithmetic */
    double factor;             /* of all results behind the last step, as nbl_fft_nd_factor(); 1: none */
    bool alone;                /* one FFT, of an input that is all given */
    nbl_fft_array_way_t way;
    uint32_t threads;
    uint64_t items, grain; /* what threads share: FFTs, or as many as are transformed at once */
    nbl_executor_line_t line;
    nbl_executor_line_t wide;              /* NBL_FFT_ARRAY_COLUMNS, NBL_FFT_ARRAY_LANES */
    uint32_t width;                        /* transforms at once: of `wide`, otherwise 1 */
    const nbl_executor_kernels_t *kernels; /* that unpack and pack real signals */
    void *real_table;                      /* that one real signal takes */
    size_t work_bytes;                     /* of the executor's steps; buffers for gathered lines come behind it */
    size_t scratch_bytes;                  /* in all */
    _Atomic(void *) kept[NBL_FFT_ARRAY_KEPT];
    nbl_executor_pool_t own_threads, *pool; /* pool: of a run; the plan's own, or its context's */
};

/* Returns the bytes of a plan and of its tables; scratch that it keeps between runs comes on top. */
uint64_t nbl_fft_array_table_bytes(const nbl_fft_array_plan_t *plan);

/* Where the elements of a run come from and go to: memory, or the caller's functions. */
typedef struct nbl_fft_array_ends_t {
    const char *input;
    char *output;
    const nbl_accessor_t *get, *set; /* both or none */
} nbl_fft_array_ends_t;

/* Transforms a share of the items; with functions a share of the FFTs.
 *
 * scratch  plan->scratch_bytes, with functions nbl_fft_array_gathered_bytes(); aligned by NBL_EXECUTOR_ALIGNMENT */
void nbl_fft_array_run_items(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t first,
                             uint64_t count, void *scratch);

/* Transforms one real signal of 2 N elements, as N complex numbers.
 *
 * between  N + 1 complex numbers
 * work     plan->work_bytes, aligned by NBL_EXECUTOR_ALIGNMENT */
static inline void nbl_fft_array_run_real_line(const nbl_fft_array_plan_t *plan, const void *from, void *to,
                                               void *between, void *work) {
    if (plan->desc.inverse) {
        plan->kernels->pack_one(plan->fft_length, plan->real_table, from, between);
        nbl_executor_line_run(&plan->line, between, to, work);
    } else {
        nbl_executor_line_run(&plan->line, from, between, work);
        plan->kernels->unpack_one(plan->fft_length, plan->real_table, between, to);
    }
}

/* Returns how many signals a tile has: of float32 a cache line of reals. */
static inline uint32_t nbl_fft_array_tile(const nbl_fft_array_plan_t *plan) { return 64 / plan->scalar_bytes; }

/* Bytes that a thread takes for lines one after the other, by way of buffers. */
size_t nbl_fft_array_gathered_bytes(const nbl_fft_array_plan_t *plan);

/* Bytes of a gathered line, with room for one element more. */
size_t nbl_fft_array_line_bytes(const nbl_fft_array_plan_t *plan);

#endif
