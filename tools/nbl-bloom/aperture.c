/* Diffraction at an aperture that a picture shows (aperture.h).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fraunhofer diffraction: irradiance is the squared modulus of the aperture's Fourier transform (J. W. Goodman,
 * Introduction to Fourier Optics, chapter 4). That square has twice the picture's extent, so zeros around the picture
 * to four times its side sample it twice as finely as it needs, and a cubic goes between the samples.
 */
#include "aperture.h"
#include "common/tool.h"
#include "io/image/image.h"
#include "nbl/host/fft.h"

#include <math.h>
#include <stdlib.h>

/* The picture is transformed with zeros around it, so that the pattern's samples lie close enough to interpolate.
 * Chosen. */
enum {
    FINER = 4,         /* the transform's length over the picture's longer side */
    LEAST_FINER = 2,   /* as FINER, for the largest picture that is accepted */
    MOST_LENGTH = 4096 /* of the transform */
};

/* Turns a picture into its negative: what each texel lacks to the brightest one. */
static void invert_light(float *light, uint32_t side, uint32_t columns, uint32_t rows) {
    float white = 0.0f;
    for (size_t i = 0; i < (size_t)rows * side; i++) white = fmaxf(white, light[i]);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            light[(size_t)row * side + column] = white - light[(size_t)row * side + column];
}

static float *light_of(const char *path, uint32_t *side, uint32_t *columns, uint32_t *rows, nbl_error_t *error) {
    nbl_image image;
    nbl_image_error reason = {0};
    uint32_t x, y, channel;
    if (nbl_image_read(path, &image, &reason)) return fail(error, EXIT_FAILED, "%s", reason.message), NULL;
    const bool finite = !nbl_image_first_not_finite(&image, &x, &y, &channel);
    *side = image.width > image.height ? image.width : image.height;
    *columns = image.width;
    *rows = image.height;
    nbl_image_multiply(&image);
    float *light = NULL;
    if (!finite)
        fail(error, EXIT_FAILED, "%s: x %u, y %u, channel %s is no number", path, x, y,
             nbl_image_channel_name(channel));
    else if (*side > MOST_LENGTH / LEAST_FINER)
        fail(error, EXIT_FAILED, "%s: an aperture has at most %d texels on a side", path, MOST_LENGTH / LEAST_FINER);
    else if (!(light = calloc((size_t)*rows * *side, sizeof *light)))
        fail(error, EXIT_FAILED, "memory: not enough for the aperture");
    for (uint32_t row = 0; light && row < *rows; row++)
        for (uint32_t column = 0; column < image.width; column++) {
            const float *texel = image.pixels + 4 * ((size_t)row * image.width + column);
            const float value = 0.2126f * texel[0] + 0.7152f * texel[1] + 0.0722f * texel[2];
            light[(size_t)row * *side + column] = value > 0.0f ? value : 0.0f;
        }
    nbl_image_free(&image);
    return light;
}

/* Transforms the picture; what lies around it is zeros, which are not read. */
static nbl_result_t transform(uint32_t side, uint32_t rows, uint32_t length, const float *light, float *spectrum,
                              nbl_error_t *error) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft;
    problem.rank = 2;
    problem.sizes[0] = problem.sizes[1] = length;
    problem.given[0] = rows;
    problem.given[1] = side;
    problem.real = true;
    nbl_result_t result = nbl_fft_make_cpu(&problem, &fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_run(fft, light, spectrum, error);
    nbl_fft_destroy(fft);
    return result;
}

/* Stores the means of a picture's outermost texels and of its middle, which is half as wide and half as high. */
static void measure(aperture_t *aperture, uint32_t columns, uint32_t rows, const float *light) {
    double border = 0.0, middle = 0.0;
    size_t border_texels = 0, middle_texels = 0;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++) {
            const double value = (double)light[(size_t)row * aperture->side + column];
            if (row == 0 || column == 0 || row + 1 == rows || column + 1 == columns) border_texels++, border += value;
            if (row >= rows / 4 && row < rows - rows / 4 && column >= columns / 4 && column < columns - columns / 4)
                middle_texels++, middle += value;
        }
    aperture->border = border / (double)border_texels;
    aperture->middle = middle / (double)middle_texels;
}

int aperture_read(const char *path, bool invert, aperture_t *aperture, nbl_error_t *error) {
    uint32_t side, columns, rows, length = 64;
    float *light = light_of(path, &side, &columns, &rows, error);
    if (!light) return EXIT_FAILED;
    if (invert) invert_light(light, side, columns, rows);
    aperture->side = side;
    measure(aperture, columns, rows, light);
    while (length < FINER * side && length < MOST_LENGTH) length *= 2;
    const size_t count = (size_t)length * (length / 2 + 1);
    float *spectrum = calloc(count, 2 * sizeof *spectrum);
    int status = EXIT_DONE;
    if (!spectrum) status = fail(error, EXIT_FAILED, "memory: not enough for the aperture's spectrum");
    if (!status && transform(side, rows, length, light, spectrum, error)) status = EXIT_FAILED;
    free(light);
    const double whole = status ? 0.0 : (double)spectrum[0] * (double)spectrum[0];
    if (!status && !(whole > 0.0))
        status = fail(error, EXIT_FAILED, "%s: an aperture that is black lets nothing pass", path);
    if (status) {
        free(spectrum);
        return status;
    }
    for (size_t i = 0; i < count; i++) { /* each in the place of a number that was read */
        const double re = (double)spectrum[2 * i], im = (double)spectrum[2 * i + 1];
        spectrum[i] = (float)((re * re + im * im) / whole);
    }
    aperture->length = length;
    aperture->power = spectrum;
    return EXIT_DONE;
}

/* Returns a sample of the power. The spectrum of a real picture is symmetric about the middle, so only half of it is
 * kept. */
static double sample(const aperture_t *aperture, int x, int y) {
    const int length = (int)aperture->length;
    if (x < 0) {
        x = -x;
        y = -y;
    }
    y = (y % length + length) % length;
    return x > length / 2 ? 0.0 : (double)aperture->power[(size_t)y * (aperture->length / 2 + 1) + (size_t)x];
}

/* Returns Catmull and Rom's cubic through four samples. */
static double cubic(const double v[4], double t) {
    return v[1] + 0.5 * t *
                      (v[2] - v[0] +
                       t * (2.0 * v[0] - 5.0 * v[1] + 4.0 * v[2] - v[3] + t * (3.0 * (v[1] - v[2]) + v[3] - v[0])));
}

double aperture_at(const aperture_t *aperture, double x, double y) {
    const double scale = (double)aperture->length / aperture->side;
    const double column = x * scale, row = y * scale, most = aperture->length / 2.0;
    double across[4], down[4];
    if (fabs(column) > most || fabs(row) > most) return 0.0;
    const int i = (int)floor(column), j = (int)floor(row);
    for (int k = 0; k < 4; k++) {
        for (int m = 0; m < 4; m++) across[m] = sample(aperture, i - 1 + m, j - 1 + k);
        down[k] = cubic(across, column - i);
    }
    return fmax(cubic(down, row - j), 0.0);
}

void aperture_free(aperture_t *aperture) {
    free(aperture->power);
    *aperture = (aperture_t){0};
}
