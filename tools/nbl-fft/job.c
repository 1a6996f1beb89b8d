/* A file's array as the kernels take it: complex transforms, or real signals; and its elements as they are stored.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   kind         signals, in the file's rows   to the kernel                        spectra, in the file   to the
 * kernel
 *   even length  x[0] x[1] x[2] ..             the same memory as complex numbers   X[0] .. X[L / 2]       the same
 *   odd length   x[0] x[1] x[2] ..             x[0] + 0 i, x[1] + 0 i ..            X[0] .. X[L / 2]       and as
 * many zeros
 *
 * An odd length goes by the kernel of two signals, whose second one is zeros: a row is one transform, and no row's
 * numbers get
 * into another.
 *
 *   complex64   float, float       fp16, fp16-storage   two halves in a dword, real in the low one
 *   complex128  double, double     fp32                 float, float
 *                                  fp64                 double, double
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Elements as they are stored */

static bool holds_halves(nbl_fft_precision_t precision) {
    return precision == NBL_FFT_FLOAT16 || precision == NBL_FFT_FLOAT16_STORAGE;
}

/* Rounds to float so that a second rounding, to half, comes out as a single one would: an inexact result gets an odd
 * last bit (rounding to odd; Boldo and Melquiond 2008). Finite values within float's range only. */
static float round_to_odd(double value) {
    float near = (float)value;
    if ((double)near == value) return near;
    uint32_t bits;
    if (fabs((double)near) > fabs(value)) near = nextafterf(near, 0.0f);
    memcpy(&bits, &near, sizeof bits);
    bits |= 1u;
    memcpy(&near, &bits, sizeof near);
    return near;
}

static double load_part(const nbl_npy_array_t *array, uint64_t part) {
    return array->type == NBL_NPY_COMPLEX64 ? (double)((const float *)array->data)[part]
                                            : ((const double *)array->data)[part];
}

static bool store_part(nbl_npy_array_t *array, uint64_t part, double value) {
    if (array->type == NBL_NPY_COMPLEX64) {
        float narrow = (float)value;
        ((float *)array->data)[part] = narrow;
        return isfinite(narrow);
    }
    ((double *)array->data)[part] = value;
    return isfinite(value);
}

static bool pack_half(double real, double imag, uint32_t *packed) {
    /* From here on everything rounds to infinity; beyond float's range round_to_odd could not tell. */
    if (fabs(real) >= 65520.0 || fabs(imag) >= 65520.0) return false;
    nbl_emulator_float32x2_t parts = {round_to_odd(real), round_to_odd(imag)};
    *packed = nbl_emulator_pack_half_2x16(parts);
    return true;
}

/* Converts elements of an array to what a kernel reads; *bad receives the number of the first that cannot be. */
static convert_result_t convert_to_storage(const nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                           nbl_fft_precision_t precision, void *storage, uint64_t *bad) {
    for (uint64_t i = 0; i < count; i++) {
        double real = load_part(array, 2 * (first + i)), imag = load_part(array, 2 * (first + i) + 1);
        *bad = first + i;
        if (isnan(real) || isnan(imag)) return CONVERT_NAN;
        if (isinf(real) || isinf(imag)) return CONVERT_INFINITE;
        if (holds_halves(precision)) {
            if (!pack_half(real, imag, (uint32_t *)storage + i)) return CONVERT_OVERFLOW;
        } else if (precision == NBL_FFT_FLOAT32) {
            float *to = (float *)storage + 2 * i;
            to[0] = (float)real;
            to[1] = (float)imag;
            if (!isfinite(to[0]) || !isfinite(to[1])) return CONVERT_OVERFLOW;
        } else {
            double *to = (double *)storage + 2 * i;
            to[0] = real;
            to[1] = imag;
        }
    }
    return CONVERT_GOOD;
}

/* Converts what a kernel wrote back to the file's elements. Returns CONVERT_OVERFLOW if a result left the range of
 * the precision. */
static convert_result_t convert_from_storage(nbl_npy_array_t *array, uint64_t first, uint64_t count,
                                             nbl_fft_precision_t precision, const void *storage, uint64_t *bad) {
    for (uint64_t i = 0; i < count; i++) {
        double real, imag;
        if (holds_halves(precision)) {
            nbl_emulator_float32x2_t parts = nbl_emulator_unpack_half_2x16(((const uint32_t *)storage)[i]);
            real = (double)parts.x;
            imag = (double)parts.y;
        } else if (precision == NBL_FFT_FLOAT32) {
            real = (double)((const float *)storage)[2 * i];
            imag = (double)((const float *)storage)[2 * i + 1];
        } else {
            real = ((const double *)storage)[2 * i];
            imag = ((const double *)storage)[2 * i + 1];
        }
        *bad = first + i;
        bool good = store_part(array, 2 * (first + i), real);
        if (!store_part(array, 2 * (first + i) + 1, imag) || !good) return CONVERT_OVERFLOW;
    }
    return CONVERT_GOOD;
}

convert_result_t convert_scalar_to_storage(double value, nbl_fft_precision_t precision, void *storage) {
    const float narrow = (float)value;
    uint32_t packed;
    if (isnan(value)) return CONVERT_NAN;
    if (isinf(value)) return CONVERT_INFINITE;
    if (holds_halves(precision)) {
        if (!pack_half(value, 0.0, &packed)) return CONVERT_OVERFLOW;
        const uint16_t half = (uint16_t)packed;
        memcpy(storage, &half, sizeof half);
    } else if (precision == NBL_FFT_FLOAT32) {
        memcpy(storage, &narrow, sizeof narrow);
        if (!isfinite(narrow)) return CONVERT_OVERFLOW;
    } else {
        memcpy(storage, &value, sizeof value);
    }
    return CONVERT_GOOD;
}

double convert_scalar_from_storage(nbl_fft_precision_t precision, const void *storage) {
    uint16_t half;
    float narrow;
    double wide;
    if (holds_halves(precision)) {
        memcpy(&half, storage, sizeof half);
        return (double)nbl_emulator_unpack_half_2x16(half).x;
    }
    if (precision == NBL_FFT_FLOAT32) {
        memcpy(&narrow, storage, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, storage, sizeof wide);
    return wide;
}

/* ---- Rows as kernels take them */

static nbl_npy_type_t complex_type(nbl_npy_type_t type) {
    return type == NBL_NPY_FLOAT32 || type == NBL_NPY_COMPLEX64 ? NBL_NPY_COMPLEX64 : NBL_NPY_COMPLEX128;
}

/* Returns an array of complex elements over `data`, or over new zeros if that is NULL. */
static nbl_npy_array_t complex_rows(const job_t *job, uint64_t rows, uint64_t length, void *data) {
    nbl_npy_array_t array = {complex_type(job->file.type), 2, rows, length, data, {0}};
    if (data == NULL) array.data = calloc((size_t)(rows * length), (size_t)NBL_NPY_BYTES(array.type));
    return array;
}

/* Elements of `unit` scalars each between the file's rows and rows of twice as many bytes for the kernel: real numbers
 * between
 * zeros, or spectra before zeros.
 *
 * row_units  elements of a row
 * every      from one element to the next in the kernel's rows, in elements: 2 of real numbers, 1 of spectra */
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
                    real ? "--real --inverse takes a complex spectrum" : "give --real, or convert it to complex");
    }
    if (!takes_complex && NBL_NPY_IS_COMPLEX(array->type))
        return fail(error, EXIT_FAILED, "%s: is complex: --real transforms float32 and float64", name);
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

/* ---- Pieces of it, and what is wrong with them */

void place_text(const uint64_t *shape, uint32_t rank, uint64_t number, char text[PLACE_SIZE]) {
    uint64_t indices[NBL_NPY_MOST_RANK] = {0};
    size_t at = 0;
    for (uint32_t d = rank; d-- > 0; number /= shape[d]) indices[d] = d == 0 ? number : number % shape[d];
    for (uint32_t d = 0; d < rank; d++)
        at += (size_t)snprintf(text + at, PLACE_SIZE - at, "%s%" PRIu64, d == 0 ? "[" : ", ", indices[d]);
    snprintf(text + at, PLACE_SIZE - at, "]");
}

/* Returns which part of a complex element is not finite; if both are, the larger one. */
static uint64_t bad_part(const nbl_npy_array_t *array, uint64_t number) {
    double parts[2];
    for (int i = 0; i < 2; i++)
        parts[i] = array->type == NBL_NPY_COMPLEX64 ? (double)((float *)array->data)[2 * number + (uint64_t)i]
                                                    : ((double *)array->data)[2 * number + (uint64_t)i];
    return !isfinite(parts[0]) ? 0 : !isfinite(parts[1]) || fabs(parts[1]) > fabs(parts[0]);
}

/* Returns the number, in the file, of element `number` of in or of out. */
static uint64_t file_number(const job_t *job, bool output, uint64_t number) {
    const nbl_npy_array_t *array = output ? &job->out : &job->in;
    const uint64_t spectrum = job->spectrum_length;
    const bool odd = job->kind == NBL_FFT_REAL_TWO;
    if (odd && output != job->inverse) return number / (2 * spectrum) * spectrum + number % spectrum;
    if (odd || job->kind == NBL_FFT_COMPLEX || output != job->inverse) return number; /* spectra lie as in the file */
    return 2 * number + bad_part(array, number);
}

/* Says which element could not be converted. */
static int explain(convert_result_t result, const job_t *job, uint64_t bad, nbl_fft_precision_t precision, bool output,
                   nbl_error_t *error) {
    /* What was computed in float64 may be beyond the floats of its file. */
    const bool narrower = output && precision == NBL_FFT_FLOAT64 && job->out.type == NBL_NPY_COMPLEX64;
    const char *name = narrower ? "the file's float32" : nbl_fft_precision_name(precision), *file = job->files[output];
    char place[PLACE_SIZE];
    uint64_t shape[NBL_NPY_MOST_RANK];
    memcpy(shape, job->file.shape, sizeof shape);
    shape[job->file.rank - 1] = output != job->inverse ? job->spectrum_length : job->signal_length;
    uint64_t number = file_number(job, output, bad);
    if (job->axis + 1 != job->file.rank) {
        const uint64_t size = shape[job->file.rank - 1];
        memmove(shape + job->axis + 1, shape + job->axis, (job->file.rank - 1 - job->axis) * sizeof *shape);
        shape[job->axis] = size;
        number = axis_number(shape, job->file.rank, job->axis, number);
    }
    place_text(shape, job->file.rank, number, place);
    if (result == CONVERT_NAN) return fail(error, EXIT_FAILED, "%s: is NaN at %s", file, place);
    if (result == CONVERT_INFINITE) return fail(error, EXIT_FAILED, "%s: is infinite at %s", file, place);
    if (output) return fail(error, EXIT_FAILED, "%s: not written: the result overflows %s at %s", file, name, place);
    return fail(error, EXIT_FAILED, "%s: overflows %s at %s", file, name, place);
}

int job_load(const job_t *job, uint64_t row, uint64_t rows, nbl_fft_precision_t precision, void *storage,
             nbl_error_t *error) {
    uint64_t bad = 0, length = job->in.length;
    convert_result_t result = convert_to_storage(&job->in, row * length, rows * length, precision, storage, &bad);
    return result == CONVERT_GOOD ? EXIT_DONE : explain(result, job, bad, precision, false, error);
}

int job_store(job_t *job, uint64_t row, uint64_t rows, nbl_fft_precision_t precision, const void *storage,
              nbl_error_t *error) {
    uint64_t bad = 0, length = job->out.length;
    convert_result_t result = convert_from_storage(&job->out, row * length, rows * length, precision, storage, &bad);
    return result == CONVERT_GOOD ? EXIT_DONE : explain(result, job, bad, precision, true, error);
}
