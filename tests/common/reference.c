/* Discrete Fourier transforms and errors in long double.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const long double TAU = 6.283185307179586476925286766559005768L;

/* exp(2 pi i k / length), out of the first octant, where the argument's rounding is smallest. */
static test_complex_t root(uint64_t k, uint64_t length) {
    uint64_t eighths = 8 * (k % length), octant = eighths / length, rest = eighths % length;
    if (octant & 1) rest = length - rest;
    long double angle = TAU * (long double)rest / (8.0L * (long double)length), c = cosl(angle), s = sinl(angle);
    bool swap = ((octant + 1) >> 1 & 1) != 0;
    long double real = swap ? s : c, imag = swap ? c : s;
    test_complex_t w = {octant >= 2 && octant < 6 ? -real : real, octant >= 4 ? -imag : imag};
    return w;
}

static void scale(test_complex_t *x, uint32_t length, bool inverse) {
    for (uint32_t i = 0; inverse && i < length; i++) {
        x[i].real /= (long double)length;
        x[i].imag /= (long double)length;
    }
}

void test_dft(const test_complex_t *x, test_complex_t *spectrum, uint32_t length, bool inverse) {
    for (uint32_t f = 0; f < length; f++) {
        test_complex_t sum = {0, 0};
        for (uint32_t n = 0; n < length; n++) {
            test_complex_t w = root((uint64_t)f * n, length);
            if (!inverse) w.imag = -w.imag;
            sum.real += x[n].real * w.real - x[n].imag * w.imag;
            sum.imag += x[n].real * w.imag + x[n].imag * w.real;
        }
        spectrum[f] = sum;
    }
    scale(spectrum, length, inverse);
}

static void halves(const test_complex_t *x, uint32_t step, test_complex_t *spectrum, uint32_t length,
                   const test_complex_t *roots) {
    if (length == 1) {
        spectrum[0] = x[0];
        return;
    }
    uint32_t half = length / 2;
    halves(x, 2 * step, spectrum, half, roots);
    halves(x + step, 2 * step, spectrum + half, half, roots);
    for (uint32_t k = 0; k < half; k++) {
        test_complex_t w = roots[k * step], even = spectrum[k], odd = spectrum[half + k];
        test_complex_t turned = {w.real * odd.real - w.imag * odd.imag, w.real * odd.imag + w.imag * odd.real};
        spectrum[k].real = even.real + turned.real;
        spectrum[k].imag = even.imag + turned.imag;
        spectrum[half + k].real = even.real - turned.real;
        spectrum[half + k].imag = even.imag - turned.imag;
    }
}

/* By the smallest factor first, whatever it is. */
static void factors(const test_complex_t *x, uint32_t step, test_complex_t *spectrum, test_complex_t *scratch,
                    uint32_t length, const test_complex_t *roots) {
    uint32_t factor = 2;
    if (length == 1) {
        spectrum[0] = x[0];
        return;
    }
    while (length % factor != 0) factor++;
    uint32_t part = length / factor;
    for (uint32_t q = 0; q < factor; q++)
        factors(x + (size_t)q * step, step * factor, scratch + (size_t)q * part, spectrum + (size_t)q * part, part,
                roots);
    for (uint32_t k = 0; k < length; k++) {
        test_complex_t sum = {0, 0};
        uint32_t turn = 0, place = k % part; /* turn: k q modulo the length */
        for (uint32_t q = 0; q < factor; q++) {
            test_complex_t w = roots[(size_t)turn * step], z = scratch[(size_t)q * part + place];
            sum.real += w.real * z.real - w.imag * z.imag;
            sum.imag += w.real * z.imag + w.imag * z.real;
            turn += k;
            if (turn >= length) turn -= length;
        }
        spectrum[k] = sum;
    }
}

void test_fft(const test_complex_t *x, test_complex_t *spectrum, uint32_t length, bool inverse) {
    static test_complex_t *roots; /* of the last length asked for: batches ask for one after another */
    static uint32_t roots_length;
    static bool roots_inverse;
    if (roots_length != length || roots_inverse != inverse) {
        free(roots);
        roots = malloc(sizeof *roots * (length + 1));
        if (!roots) abort();
        for (uint32_t k = 0; k < length; k++) {
            roots[k] = root(k, length);
            if (!inverse) roots[k].imag = -roots[k].imag;
        }
        roots_length = length;
        roots_inverse = inverse;
    }
    if ((length & (length - 1)) == 0) {
        halves(x, 1, spectrum, length, roots);
    } else {
        test_complex_t *scratch = malloc(sizeof *scratch * length);
        if (!scratch) abort();
        factors(x, 1, spectrum, scratch, length, roots);
        free(scratch);
    }
    scale(spectrum, length, inverse);
}

void test_error_add(test_error_t *error, test_complex_t reference, long double real, long double imag) {
    long double a = fabsl(real - reference.real), b = fabsl(imag - reference.imag);
    error->difference += a * a + b * b;
    error->energy += reference.real * reference.real + reference.imag * reference.imag;
    if (!(a <= error->largest)) error->largest = a;
    if (!(b <= error->largest)) error->largest = b;
}

double test_error_relative(const test_error_t *error) { return (double)sqrtl(error->difference / error->energy); }

double test_error_snr(const test_error_t *error) { return (double)(10.0L * log10l(error->energy / error->difference)); }

uint64_t test_differing_scalars(const void *a, const void *b, uint64_t bytes, uint32_t size) {
    uint64_t differing = 0;
    for (uint64_t at = 0; at < bytes; at += size) {
        const char *x = (const char *)a + at, *y = (const char *)b + at;
        if (memcmp(x, y, size) == 0) continue;
        uint16_t halves[2] = {0x7fff, 0x7fff};
        if (size == 2) {
            memcpy(&halves[0], x, 2);
            memcpy(&halves[1], y, 2);
        }
        differing += (halves[0] & 0x7fff) > 0x0400 || (halves[1] & 0x7fff) > 0x0400;
    }
    return differing;
}
