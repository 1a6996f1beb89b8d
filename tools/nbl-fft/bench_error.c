/* nbl-fft bench: random signals, their spectra in long double, and the error of a kernel's.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* exp(-2 pi i k / length) as pairs, the argument reduced exactly to a quarter of a turn. */
static long double *make_roots(uint32_t length) {
    const long double quarter = 1.57079632679489661923132169163975144L;
    long double *roots = malloc(2 * (size_t)length * sizeof *roots);
    for (uint32_t k = 0; roots != NULL && k < length; k++) {
        uint32_t turns = (uint32_t)(4ull * k / length), rest = (uint32_t)(4ull * k % length);
        long double angle = quarter * (long double)rest / (long double)length, c = cosl(angle), s = sinl(angle);
        roots[2 * k] = turns == 0 ? c : turns == 1 ? -s : turns == 2 ? -c : s;
        roots[2 * k + 1] = turns == 0 ? -s : turns == 1 ? -c : turns == 2 ? s : c;
    }
    return roots;
}

/* The transform by its definition, split by the smallest factor.
 *
 * in      every step-th element of n
 * scratch n elements; `out` is scratch of the parts */
static void transform(const long double *in, uint32_t step, long double *out, long double *scratch, uint32_t n,
                      const long double *roots) {
    uint32_t factor = 2;
    if (n == 1) {
        memcpy(out, in, 2 * sizeof *out);
        return;
    }
    while (n % factor != 0) factor++;
    uint32_t part = n / factor;
    for (uint32_t q = 0; q < factor; q++)
        transform(in + 2 * (size_t)q * step, step * factor, scratch + 2 * (size_t)q * part, out + 2 * (size_t)q * part,
                  part, roots);
    for (uint32_t k = 0; k < n; k++) {
        long double real = 0, imag = 0;
        for (uint32_t q = 0; q < factor; q++) {
            const long double *z = scratch + 2 * ((size_t)q * part + k % part),
                              *w = roots + 2 * ((uint64_t)k * q % n * step);
            real += w[0] * z[0] - w[1] * z[1];
            imag += w[0] * z[1] + w[1] * z[0];
        }
        out[2 * (size_t)k] = real;
        out[2 * (size_t)k + 1] = imag;
    }
}

/* Stores random numbers in [-1, 1), and writes the numbers as they were stored into `exact`. */
static void draw(nbl_fft_precision_t precision, uint64_t elements, void *stored, long double *exact) {
    uint64_t state = 12345;
    for (uint64_t i = 0; i < elements; i++) {
        double z[2];
        for (int p = 0; p < 2; p++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            z[p] = (double)(state >> 11) / 4503599627370496.0 - 1.0;
        }
        if (precision == NBL_FFT_FLOAT64) {
            memcpy((double *)stored + 2 * i, z, sizeof z);
        } else if (precision == NBL_FFT_FLOAT32) {
            for (int p = 0; p < 2; p++) z[p] = ((float *)stored)[2 * i + (uint64_t)p] = (float)z[p];
        } else {
            uint32_t packed = nbl_emulator_pack_half_2x16((nbl_emulator_float32x2_t){(float)z[0], (float)z[1]});
            nbl_emulator_float32x2_t halves = nbl_emulator_unpack_half_2x16(packed);
            ((uint32_t *)stored)[i] = packed;
            z[0] = halves.x;
            z[1] = halves.y;
        }
        exact[2 * i] = z[0];
        exact[2 * i + 1] = z[1];
    }
}

bool bench_check_make(bench_check_t *check, uint32_t length, uint32_t transforms, nbl_fft_precision_t precision) {
    uint64_t elements = (uint64_t)length * transforms;
    *check = (bench_check_t){.length = length,
                             .transforms = transforms,
                             .precision = precision,
                             .stored_bytes = elements * nbl_fft_precision_element_bytes(precision)};
    long double *exact = malloc(2 * elements * sizeof *exact), *scratch = malloc(2 * (size_t)length * sizeof *scratch),
                *roots = make_roots(length);
    check->spectrum = malloc(2 * elements * sizeof *check->spectrum);
    check->stored = malloc(check->stored_bytes);
    bool good = exact && scratch && roots && check->spectrum && check->stored;
    if (good) draw(precision, elements, check->stored, exact);
    for (uint64_t row = 0; good && row < transforms; row++)
        transform(exact + 2 * row * length, 1, check->spectrum + 2 * row * length, scratch, length, roots);
    free(exact);
    free(scratch);
    free(roots);
    if (!good) bench_check_free(check);
    return good;
}

void bench_check_free(bench_check_t *check) {
    free(check->stored);
    free(check->spectrum);
    check->stored = NULL;
    check->spectrum = NULL;
}

double bench_check_error(const bench_check_t *check, const void *computed) {
    long double difference = 0, energy = 0;
    for (uint64_t i = 0; i < 2ull * check->length * check->transforms; i++) {
        long double value, wanted = check->spectrum[i];
        if (check->precision == NBL_FFT_FLOAT64) {
            value = ((const double *)computed)[i];
        } else if (check->precision == NBL_FFT_FLOAT32) {
            value = ((const float *)computed)[i];
        } else {
            nbl_emulator_float32x2_t halves = nbl_emulator_unpack_half_2x16(((const uint32_t *)computed)[i / 2]);
            value = i % 2 == 0 ? halves.x : halves.y;
        }
        difference += (value - wanted) * (value - wanted);
        energy += wanted * wanted;
    }
    return (double)sqrtl(difference / energy);
}
