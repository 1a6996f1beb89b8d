/* Complex transforms of lines of any length on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ANY_LENGTH_H
#define NBL_HOST_FFT_ANY_LENGTH_H

#include <stdatomic.h>

#include "executor/line.h"
#include "executor/share.h"
#include "nbl/fft/large.h"
#include "nbl/host/fft.h"

typedef enum nbl_fft_any_way_t {
    NBL_FFT_ANY_COPY,  /* of one element */
    NBL_FFT_ANY_LINE,  /* by the executor as a whole */
    NBL_FFT_ANY_SPLIT, /* in passes: nbl/fft/large.h */
    NBL_FFT_ANY_CHIRP  /* Bluestein: in float64, whatever the scalar */
} nbl_fft_any_way_t;

typedef struct nbl_fft_any_desc_t {
    uint32_t length;
    uint32_t scalar_bytes; /* 4 or 8 */
    bool inverse;
    uint32_t normalization; /* NBL_FFT_UNNORMALIZED or another */
    const char *set;        /* as in nbl_executor_line_desc_t */
    bool fused;             /* likewise */
} nbl_fft_any_desc_t;

/* What takes a time for each element, and is made before the first run. */
typedef struct nbl_fft_any_tables_t {
    void *turns[2];           /* twiddles after a pass: [line / before][element], complex */
    double *chirp, *spectrum; /* exp(-i pi n n / N), and the transform of its conjugate over the convolution's length */
} nbl_fft_any_tables_t;

typedef struct nbl_fft_any_t {
    nbl_fft_any_desc_t desc;
    nbl_fft_any_way_t way;
    uint32_t passes, points[3];  /* of a line: 1, length */
    nbl_executor_line_t line[3]; /* the whole line, or the columns of each pass */
    struct nbl_fft_any_t *convolution;
    size_t share_bytes;                     /* scratch of a thread, */
    size_t own_bytes;                       /* and beside it of a run */
    _Atomic(nbl_fft_any_tables_t *) tables; /* NULL: not made yet, or none are needed */
} nbl_fft_any_t;

/* Makes what a length takes, but for its tables: in microseconds. Errors: ARGUMENT (no such set), LIMIT (no such length),
 * OUT_OF_MEMORY; then *any holds nothing.
 *
 * any  to be released by nbl_fft_any_release() */
nbl_result_t nbl_fft_any_plan(const nbl_fft_any_desc_t *desc, nbl_fft_any_t *any, nbl_error_t *error);

/* Makes the tables, unless they are there. Thread-safe: threads that come at once each make them, and one's are kept, so that
 * a process that fork() made waits for no thread of another. Errors: OUT_OF_MEMORY. */
nbl_result_t nbl_fft_any_prepare(nbl_fft_any_t *any, nbl_error_t *error);

/* Makes what a length takes and its tables. Arguments and errors: nbl_fft_any_plan(). */
nbl_result_t nbl_fft_any_make(const nbl_fft_any_desc_t *desc, nbl_fft_any_t *any, nbl_error_t *error);
void nbl_fft_any_release(nbl_fft_any_t *any);

/* Returns the bytes of twiddles, chirp and spectrum, made or not. */
uint64_t nbl_fft_any_table_bytes(const nbl_fft_any_t *any);

/* Returns the bytes of scratch of a run by so many threads. */
size_t nbl_fft_any_scratch_bytes(const nbl_fft_any_t *any, uint32_t threads);

/* Transforms a line by so many threads.
 *
 * any      prepared
 * in, out  complex numbers side by side; not the same nor overlapping
 * pool     as of nbl_executor_share()
 * scratch  aligned by NBL_EXECUTOR_ALIGNMENT */
void nbl_fft_any_run(const nbl_fft_any_t *any, const void *in, void *out, void *scratch, nbl_executor_pool_t *pool,
                     uint32_t threads);

/* Returns how such a length is transformed; a chirp beyond NBL_FFT_ANY_MOST is refused later. */
nbl_fft_any_way_t nbl_fft_any_way(uint32_t length, uint32_t scalar_bytes);

/* Refuses a length beyond those. Returns LIMIT. */
nbl_result_t nbl_fft_any_refuse(uint32_t length, nbl_error_t *error);

/* Returns the length of a chirp's convolution, the least of 2^a, 3 2^a or 5 2^a from 2 N - 1 on: transforms of other
 * radices err by up to half as much again. 0 beyond NBL_FFT_ANY_MOST. */
uint32_t nbl_fft_any_convolution_length(uint32_t n);

/* Fills in a chirp and the spectrum that a convolution multiplies by, its length's and the normalisation's factor in it.
 * Errors: OUT_OF_MEMORY.
 *
 * desc         of the length that has a chirp
 * convolution  forward, in float64, not normalised, of 2 N - 1 elements or more
 * chirp        N complex numbers
 * spectrum     as many as the convolution has */
nbl_result_t nbl_fft_any_fill_chirp(const nbl_fft_any_desc_t *desc, const nbl_fft_any_t *convolution, double *chirp,
                                    double *spectrum, nbl_error_t *error);

/* The largest length up to which every one is right, and the largest of those with small factors alone. */
#define NBL_FFT_ANY_MOST (1u << 26)
#define NBL_FFT_ANY_MOST_SMOOTH (1u << 27)

#endif
