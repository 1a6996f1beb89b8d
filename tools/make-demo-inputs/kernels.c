/* Point-spread kernels: a starburst by diffraction, and a heart.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "demo.h"

#include <stdlib.h>
#include <string.h>

/* The aperture is sampled on GRID x GRID points, and is half as wide: its power spectrum is then sampled without
 * aliasing. The kernel's texels are several samples of that spectrum wide, which makes the centre a single texel. */
enum { GRID = 2048, LOG2_GRID = 11 };

typedef struct {
    double re, im;
} complex_number;

/* A plain radix-2 transform, in place: this tool may not lean on the library whose input it makes. */
static void transform(complex_number *x, const complex_number *roots) {
    for (uint32_t i = 1, j = 0; i < GRID; i++) {
        uint32_t bit = GRID / 2;
        for (; j & bit; bit /= 2) j ^= bit;
        j ^= bit;
        if (i < j) {
            complex_number swap = x[i];
            x[i] = x[j];
            x[j] = swap;
        }
    }
    for (uint32_t half = 1; half < GRID; half *= 2) {
        for (uint32_t start = 0; start < GRID; start += 2 * half) {
            for (uint32_t k = 0; k < half; k++) {
                complex_number w = roots[k * (GRID / 2 / half)], *a = &x[start + k], *b = a + half;
                complex_number t = {b->re * w.re - b->im * w.im, b->re * w.im + b->im * w.re};
                *b = (complex_number){a->re - t.re, a->im - t.im};
                *a = (complex_number){a->re + t.re, a->im + t.im};
            }
        }
    }
}

static void transpose(complex_number *x) {
    enum { TILE = 16 }; /* a tile and its mirror stay in the cache */
    for (size_t v = 0; v < GRID; v += TILE)
        for (size_t u = v; u < GRID; u += TILE)
            for (size_t j = v; j < v + TILE; j++)
                for (size_t i = u > j ? u : j + 1; i < u + TILE; i++) {
                    complex_number swap = x[j * GRID + i];
                    x[j * GRID + i] = x[i * GRID + j];
                    x[i * GRID + j] = swap;
                }
}

static double unit_random(uint32_t *state) { return hash_of((*state)++ * 0x9e3779b9u + 1) / 4294967296.0; }

/* Light let through at a point of the aperture, from -1 to 1 across the grid: six blades, not quite alike, which give
 * six spikes; edges are soft over one sample, since stairs would give spikes of their own. */
static double blades(double x, double y) {
    static const double offsets[6] = {0.500, 0.497, 0.503, 0.499, 0.502, 0.496};
    double nearest = 1.0;
    for (int i = 0; i < 6; i++) {
        double angle = (i * 60.0 + 17.0 + 0.6 * ((i * 5) % 6 - 2.5) / 2.5) * PI / 180.0;
        nearest = fmin(nearest, offsets[i] * 0.93 - x * cos(angle) - y * sin(angle));
    }
    return fmin(fmax(nearest * GRID / 2 + 0.5, 0.0), 1.0);
}

static void add_dust(complex_number *aperture, uint32_t *random) {
    double cx = unit_random(random) - 0.5, cy = unit_random(random) - 0.5, size = unit_random(random);
    double radius = 0.0015 + 0.011 * size * size * size, opacity = 0.4 + 0.6 * unit_random(random);
    for (int j = (int)((cy - radius + 1) * GRID / 2); j <= (int)((cy + radius + 1) * GRID / 2) + 1; j++)
        for (int i = (int)((cx - radius + 1) * GRID / 2); i <= (int)((cx + radius + 1) * GRID / 2) + 1; i++) {
            double distance = hypot(2.0 * i / GRID - 1 - cx, 2.0 * j / GRID - 1 - cy);
            double inside = fmin(fmax((radius - distance) * GRID / 2 + 0.5, 0.0), 1.0);
            aperture[(size_t)j * GRID + (size_t)i].re *= 1.0 - opacity * inside;
        }
}

static void add_scratch(complex_number *aperture, uint32_t *random) {
    double x = 0.9 * unit_random(random) - 0.45, y = 0.9 * unit_random(random) - 0.45,
           angle = 2 * PI * unit_random(random);
    double length = 0.05 + 0.5 * unit_random(random), bend = 1.5 * (unit_random(random) - 0.5),
           depth = 0.15 + 0.5 * unit_random(random);
    for (double s = 0; s < length; s += 1.0 / GRID) {
        x += cos(angle + bend * s) / GRID;
        y += sin(angle + bend * s) / GRID;
        int i = (int)((x + 1) * GRID / 2), j = (int)((y + 1) * GRID / 2);
        if (i < 0 || i > GRID - 2 || j < 0 || j > GRID - 2) return;
        for (int k = 0; k < 4; k++) aperture[(size_t)(j + k / 2) * GRID + (size_t)(i + k % 2)].re *= 1.0 - 0.5 * depth;
    }
}

/* The power spectrum's integral over all samples above and left of a corner, frequency zero at the middle. */
static double *integrate(const complex_number *spectrum) {
    double *sums = calloc((size_t)(GRID + 1) * (GRID + 1), sizeof *sums);
    for (size_t j = 0; sums && j < GRID; j++) {
        double row = 0;
        for (size_t i = 0; i < GRID; i++) {
            complex_number s = spectrum[(j + GRID / 2) % GRID * GRID + (i + GRID / 2) % GRID];
            row += s.re * s.re + s.im * s.im;
            sums[(j + 1) * (GRID + 1) + i + 1] = sums[j * (GRID + 1) + i + 1] + row;
        }
    }
    return sums;
}

static double integral_to(const double *sums, double x, double y) {
    x = fmin(fmax(x, 0.0), GRID - 1e-6);
    y = fmin(fmax(y, 0.0), GRID - 1e-6);
    size_t i = (size_t)x, j = (size_t)y;
    double u = x - (double)i, v = y - (double)j;
    const double *s = sums + j * (GRID + 1) + i;
    return (1 - v) * ((1 - u) * s[0] + u * s[1]) + v * ((1 - u) * s[GRID + 1] + u * s[GRID + 2]);
}

static double *aperture_integrals(void) {
    complex_number *field = calloc((size_t)GRID * GRID, sizeof *field), *roots = malloc(GRID / 2 * sizeof *roots);
    double *sums = NULL;
    uint32_t random = 2024;
    if (field && roots) {
        for (size_t k = 0; k < GRID / 2; k++)
            roots[k] = (complex_number){cos(2 * PI * (double)k / GRID), -sin(2 * PI * (double)k / GRID)};
        for (size_t j = GRID / 4; j < 3 * GRID / 4; j++)
            for (size_t i = GRID / 4; i < 3 * GRID / 4; i++)
                field[j * GRID + i].re = blades(2.0 * (double)i / GRID - 1, 2.0 * (double)j / GRID - 1);
        for (int i = 0; i < 220; i++) add_dust(field, &random);
        for (int i = 0; i < 36; i++) add_scratch(field, &random);
        for (size_t j = GRID / 4; j < 3 * GRID / 4; j++)
            transform(field + j * GRID, roots); /* the other rows are empty */
        transpose(field);
        for (size_t j = 0; j < GRID; j++) transform(field + j * GRID, roots);
        transpose(field);
        sums = integrate(field);
    }
    free(field);
    free(roots);
    return sums;
}

static double lobe(double x, double mean, double left, double right) {
    double t = (x - mean) / (x < mean ? left : right);
    return exp(-0.5 * t * t);
}

/* Linear sRGB of a wavelength in nm: Wyman, Sloan and Shirley, "Simple Analytic Approximations to the CIE XYZ Color
 * Matching Functions" (2013). */
static void color_of(double nm, double rgb[3]) {
    double x =
        1.056 * lobe(nm, 599.8, 37.9, 31.0) + 0.362 * lobe(nm, 442.0, 16.0, 26.7) - 0.065 * lobe(nm, 501.1, 20.4, 26.2);
    double y = 0.821 * lobe(nm, 568.8, 46.9, 40.5) + 0.286 * lobe(nm, 530.9, 16.3, 31.1);
    double z = 1.217 * lobe(nm, 437.0, 11.8, 36.0) + 0.681 * lobe(nm, 459.0, 26.0, 13.8);
    rgb[0] = 3.2406 * x - 1.5372 * y - 0.4986 * z;
    rgb[1] = -0.9689 * x + 1.8758 * y + 0.0415 * z;
    rgb[2] = 0.0557 * x - 0.2040 * y + 1.0570 * z;
}

/* Multiplies the channels so that all have one sum, and the largest value is peak; fades to zero before the border,
 * where the kernel would else end in a visible square. */
static void finish(nbl_image *image, double peak) {
    double sums[3] = {0, 0, 0}, largest = 0;
    uint32_t side = image->width;
    for (size_t i = 0; i < (size_t)side * side; i++) {
        double x = (double)(i % side) - side / 2, y = (double)(i / side) - side / 2;
        float fade = 1.0f - smooth_between(0.78f, 0.99f, (float)(hypot(x, y) / (side / 2)));
        for (int c = 0; c < 3; c++) {
            float *value = &image->pixels[4 * i + (size_t)c];
            *value = *value > 0.0f ? *value * fade : 0.0f; /* pure spectral colours lie outside sRGB */
            sums[c] += *value;
        }
    }
    for (size_t i = 0; i < (size_t)side * side; i++)
        for (int c = 0; c < 3; c++) largest = fmax(largest, image->pixels[4 * i + (size_t)c] / sums[c]);
    for (size_t i = 0; i < (size_t)side * side; i++)
        for (int c = 0; c < 3; c++)
            image->pixels[4 * i + (size_t)c] = (float)(image->pixels[4 * i + (size_t)c] / sums[c] * (peak / largest));
}

nbl_image_result make_starburst(uint32_t side, nbl_image *image, nbl_image_error *error) {
    nbl_image_result result = nbl_image_create(side, side, NBL_IMAGE_CHANNELS_RGB, image, error);
    if (result) return result;
    double *sums = aperture_integrals();
    if (!sums) {
        nbl_image_free(image);
        if (error) *error = (nbl_image_error){NBL_IMAGE_ERROR_MEMORY, "starburst: no memory for the aperture"};
        return NBL_IMAGE_ERROR_MEMORY;
    }
    /* A pattern grows with its wavelength: the shortest one fills the kernel. Many wavelengths blur what would else be
     * rings of one colour each. */
    const double shortest = 400, longest = 700, step = 4;
    for (double nm = shortest; nm <= longest; nm += step) {
        double rgb[3], samples = (double)GRID / side * (shortest / nm); /* of the spectrum, per texel */
        color_of(nm, rgb);
        for (uint32_t y = 0; y < side; y++) {
            double top = GRID / 2 + 0.5 + ((double)y - side / 2 - 0.5) * samples, bottom = top + samples;
            for (uint32_t x = 0; x < side; x++) {
                double left = GRID / 2 + 0.5 + ((double)x - side / 2 - 0.5) * samples, right = left + samples;
                double energy = integral_to(sums, right, bottom) - integral_to(sums, left, bottom) -
                                integral_to(sums, right, top) + integral_to(sums, left, top);
                float *texel = image->pixels + 4 * ((size_t)y * side + x);
                for (int c = 0; c < 3; c++) texel[c] += (float)(energy * 1e-9 * rgb[c]);
            }
        }
    }
    free(sums);
    finish(image, 20000.0);
    return NBL_IMAGE_OK;
}

/* Signed distance to a heart of height 1.1 that stands on the origin: Inigo Quilez, "2D distance functions". */
static double heart_distance(double x, double y) {
    x = fabs(x);
    if (y + x > 1.0) return hypot(x - 0.25, y - 0.75) - sqrt(2.0) / 4.0;
    double m = 0.5 * fmax(x + y, 0.0);
    return fmin(hypot(x, y - 1.0), hypot(x - m, y - m)) * (x > y ? 1.0 : -1.0);
}

nbl_image_result make_heart(uint32_t side, nbl_image *image, nbl_image_error *error) {
    nbl_image_result result = nbl_image_create(side, side, NBL_IMAGE_CHANNELS_RGB, image, error);
    if (result) return result;
    static const float tint[3] = {1.0f, 0.22f, 0.34f};
    const double zoom = 2.1; /* the kernel's side in units of the heart, so that it takes a bit more than half of it */
    for (uint32_t j = 0; j < side; j++) {
        for (uint32_t i = 0; i < side; i++) {
            double x = ((double)i - side / 2) / side, y = ((double)j - side / 2) / side;
            double d = heart_distance(zoom * x, 0.56 - zoom * y) / zoom * 256.0;
            /* A soap-bubble lens: brighter toward the rim; soft over a few texels of a kernel of 256. */
            double body = (0.55 + 0.45 * exp(-d * d / 90.0)) * (1.0 - smooth_between(-3.0f, 3.0f, (float)d));
            double halo = 0.04 * exp(-fmax(d, 0.0) / 9.0);
            double center = exp(-(x * x + y * y) * side * side / 0.5);
            for (int c = 0; c < 3; c++)
                image->pixels[4 * ((size_t)j * side + i) + (size_t)c] =
                    (float)(tint[c] * (body + halo) + 6.0e4 * center);
        }
    }
    return NBL_IMAGE_OK;
}
