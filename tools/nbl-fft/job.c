/* A file's array as the kernels take it: complex transforms, or real signals.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of a signal of L real numbers the file has L / 2 + 1 frequencies:
 *
 *   L     signals, in the file   to the kernel                spectra, in the file   to the kernel
 *   even  x[0] x[1] x[2] ..      the same memory, as complex  X[0] .. X[L / 2]       the same
 *   odd   x[0] x[1] x[2] ..      x[0] + 0 i, x[1] + 0 i ..    X[0] .. X[L / 2]       and as many zeros
 *
 * An odd length goes by the kernel of two signals, whose second one is zeros: a row is one transform, and no row's
 * numbers get into another.
 */
#include "nbl-fft.h"

#include <stdlib.h>
#include <string.h>

static nbl_npy_type_t complex_type(nbl_npy_type_t type) {
    return type == NBL_NPY_FLOAT32 || type == NBL_NPY_COMPLEX64 ? NBL_NPY_COMPLEX64 : NBL_NPY_COMPLEX128;
}

/* Returns an array of complex elements over `data`, or over new zeros if that is NULL. */
static nbl_npy_array_t complex_rows(const job_t *job, uint64_t rows, uint64_t length, void *data) {
    nbl_npy_array_t array = {complex_type(job->file.type), 2, rows, length, data, {0}};
    if (data == NULL) array.data = calloc((size_t)(rows * length), (size_t)NBL_NPY_BYTES(array.type));
    return array;
}

/* Copies elements from the file's rows to rows of twice as many bytes for the kernel: real numbers between zeros, or
 * spectra before zeros.
 *
 * unit       real numbers of an element: 1, or 2 of spectra
 * row_units  elements of a row
 * every      from one element to the next in the kernel's rows, in elements: 2 of real numbers, 1 of spectra
 * back       true: copies from the kernel's rows to the file's */
static void spread(const job_t *job, void *rows, void *wide, uint64_t unit, uint64_t row_units, uint64_t every,
                   bool back) {
    const uint64_t bytes = unit * NBL_NPY_BYTES(complex_type(job->file.type)) / 2;
    for (uint64_t row = 0; row < job->file.batch; row++)
        for (uint64_t n = 0; n < row_units; n++) {
            char *narrow = (char *)rows + (row * row_units + n) * bytes;
            char *to = (char *)wide + (2 * row * row_units + every * n) * bytes;
            memcpy(back ? narrow : to, back ? to : narrow, bytes);
        }
}

static void spread_signals(const job_t *job, void *rows, void *wide, bool back) {
    spread(job, rows, wide, 1, job->signal_length, 2, back);
}

static void spread_spectra(const job_t *job, void *rows, void *wide, bool back) {
    spread(job, rows, wide, 2, job->spectrum_length, 1, back);
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

int job_choose(job_t *job, const char *const files[2], const nbl_npy_array_t *array, bool real, bool odd, bool inverse,
               nbl_error_t *error) {
    const char *name = files[0];
    memset(job, 0, sizeof *job);
    job->files[0] = files[0];
    job->files[1] = files[1];
    job->file = *array;
    job->axis = array->rank - 1;
    job->inverse = inverse;
    bool takes_complex = !real || inverse;
    if (takes_complex && !NBL_NPY_IS_COMPLEX(array->type)) {
        return fail(error, EXIT_FAILED, "%s: has real numbers: %s", name,
                    real ? "--real --inverse takes a complex spectrum; leave out --inverse for real signals"
                         : "give --real, or convert it to complex");
    }
    if (!takes_complex && NBL_NPY_IS_COMPLEX(array->type))
        return fail(error, EXIT_FAILED,
                    "%s: is complex: leave out --real; or add --inverse, if it is a spectrum of real signals", name);
    choose_kind(job, real, odd);
    return EXIT_DONE;
}

int job_begin(job_t *job, nbl_error_t *error) {
    const uint64_t rows = job->file.batch;
    if (job->kind == NBL_FFT_COMPLEX) {
        job->in = job->out = job->file;
    } else if (job->kind == NBL_FFT_REAL) {
        job->in = complex_rows(job, rows, job->inverse ? job->spectrum_length : job->fft_length, job->file.data);
        job->out = complex_rows(job, rows, job->inverse ? job->fft_length : job->spectrum_length, NULL);
    } else {
        job->in = complex_rows(job, rows, job->inverse ? 2 * job->spectrum_length : job->fft_length, NULL);
        job->out = complex_rows(job, rows, job->inverse ? job->fft_length : 2 * job->spectrum_length, NULL);
        if (job->in.data && !job->inverse) spread_signals(job, job->file.data, job->in.data, false);
        if (job->in.data && job->inverse) spread_spectra(job, job->file.data, job->in.data, false);
    }
    if (job->in.data && job->out.data) return EXIT_DONE;
    job_end(job);
    return fail(error, EXIT_FAILED, "%s: no memory for its transform", job->files[0]);
}

void job_result(const job_t *job, nbl_npy_array_t *array) {
    *array = job->out;
    array->rank = job->file.rank;
    memcpy(array->shape, job->file.shape, sizeof array->shape);
    array->batch = job->file.batch;
    if (job->kind == NBL_FFT_COMPLEX) return;
    array->length = job->inverse ? job->signal_length : job->spectrum_length;
    if (job->inverse) array->type = job->out.type == NBL_NPY_COMPLEX64 ? NBL_NPY_FLOAT32 : NBL_NPY_FLOAT64;
    if (job->kind != NBL_FFT_REAL_TWO) return;
    if (job->inverse)
        spread_signals(job, job->out.data, job->out.data,
                       true); /* forward in memory is right: every element is read before its place is written */
    else
        spread_spectra(job, job->out.data, job->out.data, true);
}

void job_end(job_t *job) {
    if (job->in.data != job->file.data) free(job->in.data);
    if (job->out.data != job->file.data) free(job->out.data);
    job->in.data = job->out.data = NULL;
}

/* Says which element could not be converted.
 *
 * bad  number of a real number in `in`, or of `out` if output is true */
static int explain(convert_result_t result, const job_t *job, uint64_t bad, nbl_fft_precision_t precision, bool output,
                   nbl_error_t *error) {
    const bool is_spectrum = output != job->inverse;
    const uint64_t spectrum = job->spectrum_length;
    const uint32_t rank = job->file.rank;
    uint64_t shape[NBL_NPY_MOST_RANK], element = job->kind == NBL_FFT_REAL && !is_spectrum ? bad : bad / 2;
    if (job->kind == NBL_FFT_REAL_TWO && is_spectrum)
        element = element / (2 * spectrum) * spectrum + element % spectrum; /* as many zeros follow each spectrum */
    memcpy(shape, job->file.shape, sizeof shape);
    shape[rank - 1] = is_spectrum ? spectrum : job->signal_length;
    if (job->axis + 1 != rank) {
        const uint64_t size = shape[rank - 1];
        memmove(shape + job->axis + 1, shape + job->axis, (rank - 1 - job->axis) * sizeof *shape);
        shape[job->axis] = size;
        element = axis_number(shape, rank, job->axis, element);
    }
    return convert_explain(result, job->files[output], precision, shape, rank, element, error);
}

int job_load(const job_t *job, uint64_t row, uint64_t rows, nbl_fft_precision_t precision, void *storage,
             nbl_error_t *error) {
    uint64_t bad = 0, numbers = 2 * job->in.length;
    convert_result_t result = convert_to_storage(&job->in, row * numbers, rows * numbers, precision, storage, &bad);
    return result == CONVERT_GOOD ? EXIT_DONE : explain(result, job, bad, precision, false, error);
}

int job_store(job_t *job, uint64_t row, uint64_t rows, nbl_fft_precision_t precision, const void *storage,
              nbl_error_t *error) {
    uint64_t bad = 0, numbers = 2 * job->out.length;
    convert_result_t result = convert_from_storage(&job->out, row * numbers, rows * numbers, precision, storage, &bad);
    return result == CONVERT_GOOD ? EXIT_DONE : explain(result, job, bad, precision, true, error);
}
