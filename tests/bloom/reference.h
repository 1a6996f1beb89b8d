/* The bloom in double precision, from its definition: padded image, kernel in space, circular convolution; and its
 * errors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Nothing here has a spectrum but reference_by_fft(), which is the convolution theorem in long double, and which
 * test_bloom_reference.c holds against plain sums.
 */
#ifndef NBL_TESTS_BLOOM_REFERENCE_H
#define NBL_TESTS_BLOOM_REFERENCE_H

#include "tests/common/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reference_t {
    uint32_t width, height, kernel_width, kernel_height;
    const float *image, *kernel; /* RGBA */
    int padding_x, padding_y;    /* 0: zero, 1: mirror, 2: wrap */
    bool resample, luminance;
    double sharpening;
    uint32_t length_x, length_y; /* padded */
} reference_t;

static inline uint32_t power_of_two_from(uint32_t n) {
    uint32_t power = 1;
    while (power < n) power *= 2;
    return power;
}

/* Index modulo a length, for negative ones too. */
static inline uint32_t wrapped(int64_t index, uint32_t length) {
    int64_t rest = index % (int64_t)length;
    return (uint32_t)(rest < 0 ? rest + length : rest);
}

/* Which texel lies at index `index` from texel 0; -1: none, it is zero. */
static inline int64_t reference_texel(int64_t index, uint32_t extent, int padding) {
    if (padding == 0) return index >= 0 && index < (int64_t)extent ? index : -1;
    if (padding == 2) return wrapped(index, extent);
    uint32_t phase = wrapped(index, 2 * extent);
    return phase < extent ? phase : 2 * extent - 1 - phase;
}

static inline double reference_luminance(const reference_t *r) {
    double sums[3] = {0, 0, 0};
    for (size_t i = 0; i < (size_t)r->kernel_width * r->kernel_height; i++)
        for (int c = 0; c < 3; c++) sums[c] += (double)r->kernel[4 * i + c];
    return r->luminance ? 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2] : 1.0;
}

static inline double *reference_padded(const reference_t *r, int channel) {
    double *padded = calloc((size_t)r->length_x * r->length_y, sizeof *padded);
    int64_t left = (r->length_x - r->width) / 2, top = (r->length_y - r->height) / 2;
    for (uint32_t y = 0; y < r->length_y; y++)
        for (uint32_t x = 0; x < r->length_x; x++) {
            int64_t i = reference_texel((int64_t)x - left, r->width, r->padding_x),
                    j = reference_texel((int64_t)y - top, r->height, r->padding_y);
            if (i >= 0 && j >= 0)
                padded[(size_t)y * r->length_x + x] =
                    (double)r->image[4 * ((size_t)j * r->width + (size_t)i) + (size_t)channel];
        }
    return padded;
}

/* What interpolating a spectrum of length `period` to `length` does to the kernel at distance n from its centre. */
static inline double reference_window(int64_t n, uint32_t period, uint32_t length) {
    static const double pi = 3.14159265358979323846;
    double ratio = (double)length / period;
    if (n == 0) return 1.0;
    double quotient = sin(pi * (double)n / period) / (ratio * sin(pi * (double)n / length));
    return quotient * quotient;
}

/* The same for any ratio of the lengths, as BLOOM.md has it: at frequency f the lerp of two samples of a texel's
 * spectrum, the texel `distance` from the centre; summed up at index n. test_bloom_reference.c holds the two against
 * each other. */
static inline double reference_lerped(uint32_t n, int64_t distance, uint32_t period, uint32_t length,
                                      const double *cos_period, const double *sin_period, const double *cos_length,
                                      const double *sin_length) {
    double sum = 0;
    for (uint32_t f = 0; f < length; f++) {
        uint64_t q = (uint64_t)f * period;
        int64_t i = (int64_t)(q / length);
        double weight = (double)(q % length) / length;
        uint32_t here = wrapped(-i * distance, period), next = wrapped(-(i + 1) * distance, period),
                 turn = (uint32_t)((uint64_t)f * n % length);
        double real = (1.0 - weight) * cos_period[here] + weight * cos_period[next],
               imag = (1.0 - weight) * sin_period[here] + weight * sin_period[next];
        sum += real * cos_length[turn] - imag * sin_length[turn];
    }
    return sum / length;
}

/* What each of `extent` texels gives to each index of an axis: length x extent. */
static inline double *reference_axis(uint32_t extent, uint32_t period, uint32_t length) {
    double *axis = malloc((size_t)length * extent * sizeof *axis),
           *table = malloc(2 * ((size_t)period + length) * sizeof *table);
    double *cos_period = table, *sin_period = table + period, *cos_length = table + 2 * period,
           *sin_length = cos_length + length;
    for (uint32_t k = 0; k < period; k++) {
        cos_period[k] = cos(6.283185307179586476925286766559 * k / period);
        sin_period[k] = sin(6.283185307179586476925286766559 * k / period);
    }
    for (uint32_t k = 0; k < length; k++) {
        cos_length[k] = cos(6.283185307179586476925286766559 * k / length);
        sin_length[k] = sin(6.283185307179586476925286766559 * k / length);
    }
    for (uint32_t n = 0; n < length; n++)
        for (uint32_t k = 0; k < extent; k++)
            axis[(size_t)n * extent + k] = reference_lerped(n, (int64_t)k - extent / 2, period, length, cos_period,
                                                            sin_period, cos_length, sin_length);
    free(table);
    return axis;
}

/* The kernel in space where a length is no multiple of the kernel's period. */
static inline void reference_resampled(const reference_t *r, int channel, double luminance, double *space) {
    uint32_t nx = r->length_x, ny = r->length_y, kw = r->kernel_width, kh = r->kernel_height;
    double *along_x = reference_axis(kw, power_of_two_from(kw), nx),
           *along_y = reference_axis(kh, power_of_two_from(kh), ny);
    for (uint32_t j = 0; j < kh; j++)
        for (uint32_t x = 0; x < nx; x++) {
            double sum = 0;
            for (uint32_t i = 0; i < kw; i++)
                sum += (double)r->kernel[4 * ((size_t)j * kw + i) + (size_t)channel] / luminance *
                       along_x[(size_t)x * kw + i];
            for (uint32_t y = 0; y < ny; y++) space[(size_t)y * nx + x] += along_y[(size_t)y * kh + j] * sum;
        }
    free(along_x);
    free(along_y);
}

/* The kernel in space on length_y x length_x, its centre texel at the origin, divided and sharpened. */
static inline double *reference_kernel(const reference_t *r, int channel) {
    uint32_t nx = r->length_x, ny = r->length_y;
    double *space = calloc((size_t)nx * ny, sizeof *space), luminance = reference_luminance(r);
    uint32_t period_x = r->resample ? power_of_two_from(r->kernel_width) : nx,
             period_y = r->resample ? power_of_two_from(r->kernel_height) : ny;
    bool lerps = nx % period_x != 0 || ny % period_y != 0;
    if (lerps) reference_resampled(r, channel, luminance, space);
    for (uint32_t j = 0; j < r->kernel_height && !lerps; j++)
        for (uint32_t i = 0; i < r->kernel_width; i++) {
            double value = (double)r->kernel[4 * ((size_t)j * r->kernel_width + i) + (size_t)channel] / luminance;
            int64_t dx = (int64_t)i - r->kernel_width / 2, dy = (int64_t)j - r->kernel_height / 2;
            for (uint32_t y = wrapped(dy, period_y); y < ny; y += period_y)
                for (uint32_t x = wrapped(dx, period_x); x < nx; x += period_x) {
                    int64_t signed_x = x < nx / 2 ? (int64_t)x : (int64_t)x - nx,
                            signed_y = y < ny / 2 ? (int64_t)y : (int64_t)y - ny;
                    double window = r->resample ? reference_window(signed_x, period_x, nx) *
                                                      reference_window(signed_y, period_y, ny)
                                                : 1.0;
                    space[(size_t)y * nx + x] += value * window;
                }
        }
    for (size_t i = 0; i < (size_t)nx * ny; i++) space[i] *= 1.0 - r->sharpening;
    space[0] += r->sharpening;
    return space;
}

/* Copies the image's texels of one channel out of the padded result. */
static inline void reference_crop(const reference_t *r, const double *padded, int channel, double *out) {
    uint32_t left = (r->length_x - r->width) / 2, top = (r->length_y - r->height) / 2;
    for (uint32_t y = 0; y < r->height; y++)
        for (uint32_t x = 0; x < r->width; x++)
            out[3 * ((size_t)y * r->width + x) + (size_t)channel] = padded[(size_t)(top + y) * r->length_x + left + x];
}

/* Circular convolution by sums, for the rows and columns of the image alone. */
static inline double *reference_by_sums(const reference_t *r) {
    uint32_t nx = r->length_x, ny = r->length_y, left = (nx - r->width) / 2, top = (ny - r->height) / 2;
    double *out = malloc((size_t)r->width * r->height * 3 * sizeof *out), *sum = malloc((size_t)nx * ny * sizeof *sum);
    double *row = malloc(3 * (size_t)nx * sizeof *row);
    for (int c = 0; c < 3; c++) {
        double *padded = reference_padded(r, c), *kernel = reference_kernel(r, c);
        memset(sum, 0, (size_t)nx * ny * sizeof *sum);
        for (uint32_t dy = 0; dy < ny; dy++)
            for (uint32_t y = top; y < top + r->height; y++) {
                const double *source = padded + (size_t)wrapped((int64_t)y - dy, ny) * nx;
                bool any = false;
                for (uint32_t dx = 0; dx < nx; dx++) {
                    double weight = kernel[(size_t)dy * nx + dx];
                    if (weight == 0.0) continue;
                    if (!any)
                        for (int copy = 0; copy < 3; copy++) memcpy(row + (size_t)copy * nx, source, nx * sizeof *row);
                    any = true;
                    const double *from = row + nx + left - dx; /* reaches into the copy before */
                    double *to = sum + (size_t)y * nx + left;
                    for (uint32_t x = 0; x < r->width; x++) to[x] += weight * from[x];
                }
            }
        reference_crop(r, sum, c, out);
        free(padded);
        free(kernel);
    }
    free(row);
    free(sum);
    return out;
}

static inline void reference_fft_lines(test_complex_t *field, uint32_t nx, uint32_t ny, bool inverse) {
    uint32_t longest = nx > ny ? nx : ny;
    test_complex_t *line = malloc(2 * (size_t)longest * sizeof *line), *transformed = line + longest;
    for (uint32_t y = 0; y < ny; y++) {
        test_fft(field + (size_t)y * nx, transformed, nx, inverse);
        memcpy(field + (size_t)y * nx, transformed, nx * sizeof *field);
    }
    for (uint32_t x = 0; x < nx; x++) {
        for (uint32_t y = 0; y < ny; y++) line[y] = field[(size_t)y * nx + x];
        test_fft(line, transformed, ny, inverse);
        for (uint32_t y = 0; y < ny; y++) field[(size_t)y * nx + x] = transformed[y];
    }
    free(line);
}

/* The least length from `n` without a factor above 5. */
static inline uint32_t smooth_length_from(uint32_t n) {
    for (;; n++) {
        uint32_t rest = n;
        for (uint32_t factor = 2; factor <= 5; factor++)
            while (rest % factor == 0) rest /= factor;
        if (rest == 1) return n;
    }
}

/* The same by the convolution theorem, for sizes where sums take too long. A kernel that is not resampled gives the
 * same on any greater length. */
static inline double *reference_by_fft(const reference_t *given) {
    reference_t longer = *given;
    const reference_t *r = &longer;
    if (!r->resample) {
        longer.length_x = smooth_length_from(r->length_x);
        longer.length_y = smooth_length_from(r->length_y);
    }
    size_t texels = (size_t)r->length_x * r->length_y;
    double *out = malloc((size_t)r->width * r->height * 3 * sizeof *out);
    test_complex_t *a = malloc(texels * sizeof *a), *b = malloc(texels * sizeof *b);
    for (int c = 0; c < 3; c++) {
        double *padded = reference_padded(r, c), *kernel = reference_kernel(r, c);
        for (size_t i = 0; i < texels; i++) {
            a[i] = (test_complex_t){(long double)padded[i], 0};
            b[i] = (test_complex_t){(long double)kernel[i], 0};
        }
        reference_fft_lines(a, r->length_x, r->length_y, false);
        reference_fft_lines(b, r->length_x, r->length_y, false);
        for (size_t i = 0; i < texels; i++)
            a[i] = (test_complex_t){a[i].real * b[i].real - a[i].imag * b[i].imag,
                                    a[i].real * b[i].imag + a[i].imag * b[i].real};
        reference_fft_lines(a, r->length_x, r->length_y, true);
        for (size_t i = 0; i < texels; i++) padded[i] = (double)a[i].real;
        reference_crop(r, padded, c, out);
        free(padded);
        free(kernel);
    }
    free(a);
    free(b);
    return out;
}

/* width x height x 3; the caller frees. */
static inline double *reference_make(const reference_t *r) {
    double texels = 3.0 * r->width * r->height;
    double sums =
        texels * (r->resample ? (double)r->length_x * r->length_y : (double)r->kernel_width * r->kernel_height);
    return sums < 1e8 ? reference_by_sums(r) : reference_by_fft(r);
}

/* ---- Errors of a result, RGBA, against a reference */

typedef struct errors_t {
    double relative;   /* L2 of the difference over L2 of the reference */
    double largest;    /* largest difference over the largest absolute value of the reference */
    double percentile; /* 99.9th percentile of the difference over the reference's rms */
    bool finite;
} errors_t;

static inline int reference_ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline errors_t reference_errors(const double *reference, const float *result, size_t texels) {
    errors_t errors = {0, 0, 0, true};
    double energy = 0, difference = 0, peak = 0, *sorted = malloc(3 * texels * sizeof *sorted);
    for (size_t i = 0; i < 3 * texels; i++) {
        double got = (double)result[4 * (i / 3) + i % 3], d = fabs(got - reference[i]);
        if (!isfinite(got)) errors.finite = false;
        energy += reference[i] * reference[i];
        difference += d * d;
        if (d > errors.largest) errors.largest = d;
        if (fabs(reference[i]) > peak) peak = fabs(reference[i]);
        sorted[i] = isfinite(got) ? d : HUGE_VAL;
    }
    qsort(sorted, 3 * texels, sizeof *sorted, reference_ascending);
    errors.relative = sqrt(difference / energy);
    errors.largest /= peak;
    errors.percentile = sorted[(size_t)(0.999 * (double)(3 * texels - 1))] / sqrt(energy / (double)(3 * texels));
    free(sorted);
    return errors;
}

#endif
