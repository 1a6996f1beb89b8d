/* What a file's array is to the kernels: complex transforms as they stand, real signals alone or two by two.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   kind       signals, in the file's rows     to the kernel                        spectra, in the file and to the
 *                                              kernel
 *   one real   x[0] x[1] x[2] ..               the same memory as complex numbers   X[0] .. X[L / 2], row after row
 *   two real   x[0] x[1] ..                    x[0] + i y[0], x[1] + i y[1] ..      the same; a last odd row gets a row
 *                                              of zeros
 *              y[0] y[1] ..
 */
#include "nbl-fft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static nbl_npy_type_t complex_type(nbl_npy_type_t type) {
    return type == NBL_NPY_FLOAT32 || type == NBL_NPY_COMPLEX64 ? NBL_NPY_COMPLEX64 : NBL_NPY_COMPLEX128;
}

/* An array of complex elements over `data`, or over new zeros. */
static nbl_npy_array_t complex_rows(const job_t *job, uint64_t rows, uint64_t length, void *data) {
    nbl_npy_array_t array = {complex_type(job->file.type), 2, rows, length, data, {0}};
    if (data == NULL) array.data = calloc((size_t)(rows * length), (size_t)NBL_NPY_BYTES(array.type));
    return array;
}

/* Two rows of reals to one of pairs, or back. */
static void interleave(const job_t *job, void *rows, void *pairs, bool back) {
    uint64_t scalar = NBL_NPY_BYTES(complex_type(job->file.type)) / 2;
    for (uint64_t row = 0; row < job->file.batch; row++)
        for (uint64_t n = 0; n < job->signal_length; n++) {
            char *one = (char *)rows + (row * job->signal_length + n) * scalar;
            char *two = (char *)pairs + ((row / 2 * job->signal_length + n) * 2 + row % 2) * scalar;
            memcpy(back ? one : two, back ? two : one, scalar);
        }
}

static void choose_kind(job_t *job, bool real, bool odd) {
    uint64_t there = job->file.length;
    job->signal_length = !real || !job->inverse ? there : odd ? 2 * there - 1 : 2 * there - 2;
    /* A real signal of 2 would need an FFT of length 1, which does not exist. */
    job->kind = !real                                                    ? NBL_FFT_COMPLEX
                : job->signal_length % 2 != 0 || job->signal_length == 2 ? NBL_FFT_REAL_TWO
                                                                         : NBL_FFT_REAL;
    job->fft_length = job->kind == NBL_FFT_REAL ? job->signal_length / 2 : job->signal_length;
    job->spectrum_length = real ? job->signal_length / 2 + 1 : there;
}

int job_choose(job_t *job, const char *name, const nbl_npy_array_t *array, bool real, bool odd, bool inverse,
               nbl_error_t *error) {
    memset(job, 0, sizeof *job);
    job->file = *array;
    job->inverse = inverse;
    bool takes_complex = !real || inverse;
    if (takes_complex && !NBL_NPY_IS_COMPLEX(array->type)) {
        return fail(error, EXIT_FAILED, "%s: is real: %s", name,
                    real ? "the inverse takes the complex spectrum" : "only --real transforms float32 and float64");
    }
    if (!takes_complex && NBL_NPY_IS_COMPLEX(array->type))
        return fail(error, EXIT_FAILED, "%s: is complex: --real transforms float32 and float64", name);
    choose_kind(job, real, odd);
    return EXIT_DONE;
}

int job_begin(job_t *job, const char *name, nbl_error_t *error) {
    uint64_t rows = job->file.batch, pairs = (rows + 1) / 2;
    if (job->kind == NBL_FFT_COMPLEX) {
        job->in = job->out = job->file;
    } else if (job->kind == NBL_FFT_REAL) {
        job->in = complex_rows(job, rows, job->inverse ? job->spectrum_length : job->fft_length, job->file.data);
        job->out = complex_rows(job, rows, job->inverse ? job->fft_length : job->spectrum_length, NULL);
    } else {
        job->in = complex_rows(job, pairs, job->inverse ? 2 * job->spectrum_length : job->fft_length, NULL);
        job->out = complex_rows(job, pairs, job->inverse ? job->fft_length : 2 * job->spectrum_length, NULL);
        if (job->in.data && !job->inverse) interleave(job, job->file.data, job->in.data, false);
        if (job->in.data && job->inverse)
            memcpy(job->in.data, job->file.data, (size_t)(rows * job->spectrum_length * NBL_NPY_BYTES(job->in.type)));
    }
    if (job->in.data && job->out.data) return EXIT_DONE;
    job_end(job);
    return fail(error, EXIT_FAILED, "%s: no memory for its transform", name);
}

void job_result(const job_t *job, nbl_npy_array_t *array) {
    *array = job->out;
    array->rank = job->file.rank;
    memcpy(array->shape, job->file.shape, sizeof array->shape);
    array->batch = job->file.batch;
    if (job->kind == NBL_FFT_COMPLEX) return;
    array->length = job->inverse ? job->signal_length : job->spectrum_length;
    if (job->inverse) array->type = job->out.type == NBL_NPY_COMPLEX64 ? NBL_NPY_FLOAT32 : NBL_NPY_FLOAT64;
    if (job->inverse && job->kind == NBL_FFT_REAL_TWO) {
        interleave(job, job->in.data, job->out.data, true); /* spectra are larger than signals, and done with */
        array->data = job->in.data;
    }
}

void job_end(job_t *job) {
    if (job->in.data != job->file.data) free(job->in.data);
    if (job->out.data != job->file.data) free(job->out.data);
    job->in.data = job->out.data = NULL;
}

/* Which part of a complex element is not finite, or else is the larger. */
static uint64_t bad_part(const nbl_npy_array_t *array, uint64_t number) {
    double parts[2];
    for (int i = 0; i < 2; i++)
        parts[i] = array->type == NBL_NPY_COMPLEX64 ? (double)((float *)array->data)[2 * number + (uint64_t)i]
                                                    : ((double *)array->data)[2 * number + (uint64_t)i];
    return !isfinite(parts[0]) ? 0 : !isfinite(parts[1]) || fabs(parts[1]) > fabs(parts[0]);
}

uint64_t job_file_number(const job_t *job, bool output, uint64_t number) {
    const nbl_npy_array_t *array = output ? &job->out : &job->in;
    if (job->kind == NBL_FFT_COMPLEX || output != job->inverse) return number; /* spectra lie as in the file */
    uint64_t part = bad_part(array, number);
    if (job->kind == NBL_FFT_REAL) return 2 * number + part;
    return (2 * (number / job->fft_length) + part) * job->signal_length + number % job->fft_length;
}
