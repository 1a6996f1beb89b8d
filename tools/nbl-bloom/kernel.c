/* nbl-bloom kernel: point-spread functions as kernels, from an aperture, a picture of one, a wavelength and an
 * f-number. SPDX-License-Identifier: Apache-2.0
 */
#include "aperture.h"
#include "common/outputs.h"
#include "io/image/internal.h"
#include "optics.h"
#include "tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* What a kernel is made from. APERTURE is a picture's file. */
typedef enum kind_t { STARBURST = 0, AIRY, GAUSSIAN, ANAMORPHIC, GLARE, KINDS, APERTURE = KINDS } kind_t;
static const char *const kinds[KINDS] = {"starburst", "airy", "gaussian", "anamorphic", "glare"};

/* Texels on a side at most. Chosen: 256 MiB of memory, four floats a texel. */
#define LARGEST 4096u

typedef struct request_t {
    kind_t kind;
    const char *output, *picture;
    aperture_t aperture;
    bool invert; /* of a picture: light passes where the picture is dark */
    uint32_t size;
    double hollow;         /* texels around the centre that are black; 0: none */
    const char *tint_text; /* "255,170,60": the codes of an sRGB colour; NULL: no tint */
    float tint[3];         /* what the light of each channel adds up to; of luminance 1 */
    /* NAN until complete(): not given. blades: a whole number; wavelength 0: all that is seen */
    double blades, rotation, f_number, wavelength, pixel, sigma, squeeze, degrees;
} request_t;

/* Makes a tint of its text: the colour's light, with luminance 1. Without a text each channel is 1. */
static int read_tint(request_t *request, nbl_error_t *error) {
    int codes[3] = {0, 0, 0};
    char rest;
    for (int c = 0; c < 3; c++) request->tint[c] = 1.0f;
    if (!request->tint_text) return EXIT_DONE;
    bool fits = sscanf(request->tint_text, "%3d,%3d,%3d%c", codes, codes + 1, codes + 2, &rest) == 3;
    for (int c = 0; c < 3; c++) {
        fits = fits && codes[c] >= 0 && codes[c] <= 255;
        request->tint[c] = nbl_image_linear(codes[c] / 255.0);
    }
    const float luminance = nbl_bloom_luminance(request->tint[0], request->tint[1], request->tint[2]);
    if (!fits || !(luminance > 0.0f))
        return fail(error, EXIT_USAGE,
                    "--tint %s: must be a colour as a colour picker shows it, red, green and blue from 0 to "
                    "255, such as 255,170,60, and not black",
                    request->tint_text);
    for (int c = 0; c < 3; c++) request->tint[c] /= luminance;
    return EXIT_DONE;
}

/* Refuses options that are for other kinds, and fills in the kind's defaults. */
static int complete(request_t *request, nbl_error_t *error) {
    enum { OF_DIFFRACTION = 1u << STARBURST | 1u << AIRY | 1u << ANAMORPHIC | 1u << APERTURE };
    const struct {
        const char *option, *kinds;
        double *value, usual;
        uint32_t of; /* kinds that take the option, a bit for each */
    } rows[] = {
        {"--blades", "starburst", &request->blades, 6, 1u << STARBURST},
        {"--rotation", "starburst or a picture of an aperture", &request->rotation, request->kind == STARBURST ? 10 : 0,
         1u << STARBURST | 1u << APERTURE},
        {"--squeeze", "anamorphic", &request->squeeze, 8, 1u << ANAMORPHIC},
        {"--sigma", "gaussian", &request->sigma, 8, 1u << GAUSSIAN},
        {"--degrees", "glare", &request->degrees, 0.03, 1u << GLARE},
        {"--f-number", "kernels of diffraction", &request->f_number, 8, OF_DIFFRACTION},
        {"--pixel", "kernels of diffraction", &request->pixel, 4, OF_DIFFRACTION},
        {"--wavelength", "kernels of diffraction", &request->wavelength, 0, OF_DIFFRACTION},
    };
    if (request->invert && request->kind != APERTURE)
        return fail(error, EXIT_USAGE, "--invert: is for a picture of an aperture, not for %s", request->picture);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (isnan(*rows[i].value))
            *rows[i].value = rows[i].usual;
        else if (!(rows[i].of >> request->kind & 1u))
            return fail(error, EXIT_USAGE, "%s: is for %s, not for %s%s", rows[i].option, rows[i].kinds,
                        request->picture,
                        request->kind == APERTURE && i == 0 ? ": draw the blades into the picture" : "");
    }
    return EXIT_DONE;
}

static int parse(int argc, char **argv, request_t *request, nbl_error_t *error) {
    static const char *const names[] = {"SHAPE, such as starburst,", NULL};
    const char *kind;
    uint32_t blades = 0;
    const option_t options[] = {
        OPTION_TEXT("-o", &request->output, "a file to write"),
        OPTION_COUNT("--size", &request->size, 1, LARGEST),
        OPTION_COUNT("--blades", &blades, 3, 32),
        OPTION_NUMBER("--f-number", &request->f_number, 0.5, 512),
        OPTION_NUMBER("--pixel", &request->pixel, 0.1, 1000),
        OPTION_NUMBER("--wavelength", &request->wavelength, 380, 780),
        OPTION_NUMBER("--rotation", &request->rotation, -360, 360),
        OPTION_NUMBER("--squeeze", &request->squeeze, 1, 100),
        OPTION_NUMBER("--sigma", &request->sigma, 0.01, 10000),
        OPTION_NUMBER("--degrees", &request->degrees, 1e-4, 10),
        OPTION_NUMBER("--hollow", &request->hollow, 0, 2048),
        OPTION_TEXT("--tint", &request->tint_text, "R,G,B"),
        OPTION_FLAG("--invert", &request->invert),
        OPTIONS_END,
    };
    int status = options_read("kernel", argc, argv, options, names, &kind, error);
    if (status) return status;
    while (request->kind < KINDS && strcmp(kinds[request->kind], kind) != 0) request->kind++;
    request->picture = kind;
    if (request->kind == APERTURE && !strchr(kind, '.'))
        return fail(error, EXIT_USAGE,
                    "%s: no kernel of this name; expected starburst, airy, gaussian, anamorphic, glare, or the file of "
                    "a picture of an aperture, as aperture.png",
                    kind);
    if (!request->output) return fail(error, EXIT_USAGE, "-o: is missing: where to write the kernel");
    if (request->hollow >= 0.5 * request->size)
        return fail(error, EXIT_USAGE, "--hollow: nothing is left of %u texels on a side", request->size);
    if (blades) request->blades = blades;
    status = read_tint(request, error);
    return status ? status : complete(request, error);
}

/* ---- Diffraction */

/* Samples of a texel, each of a wavelength and a place of its own, so that neither rings: a lattice of the plastic
 * number (M. Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018) and the wavelengths in their
 * order. */
enum { SAMPLES = 48, SAMPLES_NEAR = 1536, NEAR = 6 };
#define SHORTEST 390.0
#define LONGEST 700.0

static double pattern(const request_t *request, double x, double y, double nanometres) {
    const double scale = PI * request->pixel * 1000.0 / (nanometres * request->f_number);
    const double vx = scale * x, vy = scale * y;
    /* What passes the aperture spreads over an area that grows with the wavelength's square. */
    const double share = (550.0 / nanometres) * (550.0 / nanometres);
    if (request->kind == STARBURST)
        return share * optics_polygon(vx, vy, (int)request->blades, request->rotation * PI / 180.0);
    if (request->kind == APERTURE) {
        const double angle = request->rotation * PI / 180.0, c = cos(angle) / PI, s = sin(angle) / PI;
        return share * aperture_at(&request->aperture, c * vx + s * vy, c * vy - s * vx);
    }
    if (request->kind == ANAMORPHIC) return share * optics_airy(vx / request->squeeze, vy);
    return share * optics_airy(vx, vy);
}

static void diffraction(const request_t *request, int x, int y, float rgb[3]) {
    const int samples = abs(x) <= NEAR && abs(y) <= NEAR ? SAMPLES_NEAR : SAMPLES;
    double sum[3] = {0, 0, 0}, whole[3] = {0, 0, 0};
    for (int s = 0; s < samples; s++) {
        const double u = fmod(0.5 + 0.7548776662466927 * s, 1.0) - 0.5,
                     v = fmod(0.5 + 0.5698402909980532 * s, 1.0) - 0.5;
        double nm = request->wavelength, color[3] = {1, 1, 1};
        if (nm == 0.0) {
            nm = SHORTEST + (LONGEST - SHORTEST) * (s + 0.5) / samples;
            optics_color(nm, color);
        }
        const double value = pattern(request, x + u, y + v, nm);
        for (int c = 0; c < 3; c++) {
            sum[c] += color[c] * value;
            whole[c] += color[c];
        }
    }
    for (int c = 0; c < 3; c++) rgb[c] = (float)(sum[c] / whole[c]);
}

/* ---- The others */

/* Returns the mean over a texel of exp(-x^2 / 2 s^2), along one axis. */
static double gaussian(double x, double sigma) {
    const double s = sigma * sqrt(2.0);
    return 0.5 * (erf((x + 0.5) / s) - erf((x - 0.5) / s));
}

static double glare(const request_t *request, int x, int y) {
    const int n = abs(x) <= 2 && abs(y) <= 2 ? 64 : 4;
    double sum = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            sum += optics_glare(request->degrees * hypot(x + (i + 0.5) / n - 0.5, y + (j + 0.5) / n - 0.5));
    return sum / (n * n);
}

static void fill_texel(const request_t *request, int x, int y, float rgb[3]) {
    if (request->kind == GAUSSIAN)
        rgb[0] = rgb[1] = rgb[2] = (float)(gaussian(x, request->sigma) * gaussian(y, request->sigma));
    else if (request->kind == GLARE)
        rgb[0] = rgb[1] = rgb[2] = (float)glare(request, x, y);
    else
        diffraction(request, x, y, rgb);
}

/* Returns a factor that falls to 0 over the outer eighth, so that spikes do not end abruptly. */
static float fade(int x, int y, int size) {
    const double r = 2.0 * hypot(x, y) / size, t = fmin(fmax((1.0 - r) / 0.125, 0.0), 1.0);
    return size < 16 ? 1.0f : (float)(t * t * (3.0 - 2.0 * t));
}

static void fill(const request_t *request, nbl_image *image) {
    const int size = (int)request->size;
    double sums[3] = {0, 0, 0};
    for (int j = 0; j < size; j++) {
        char what[64];
        snprintf(what, sizeof what, "row %d of %d", j + 1, size);
        show_progress(what);
        for (int i = 0; i < size; i++) {
            const int x = i - size / 2, y = j - size / 2;
            float *texel = image->pixels + 4 * ((size_t)j * request->size + (size_t)i);
            texel[0] = texel[1] = texel[2] = 0.0f;
            if (request->hollow == 0.0 || hypot(x, y) > request->hollow) fill_texel(request, x, y, texel);
            for (int c = 0; c < 3; c++) sums[c] += (double)(texel[c] *= fade(x, y, size));
        }
    }
    for (size_t i = 0; i < (size_t)size * (size_t)size; i++)
        for (int c = 0; c < 3; c++)
            image->pixels[4 * i + (size_t)c] = image->pixels[4 * i + (size_t)c] / (float)sums[c] * request->tint[c];
}

/* Notes what a file of few bits has lost, by reading it again. */
static void note_lost(const char *path, const nbl_image *kernel) {
    nbl_image kept;
    nbl_image_error reason = {0};
    double light = 0.0, lost = 0.0;
    uint64_t dark = 0;
    const size_t texels = (size_t)kernel->width * kernel->height;
    if (nbl_image_read(path, &kept, &reason)) return;
    for (size_t i = 0; i < texels; i++) {
        const float *own = kernel->pixels + 4 * i, *read = kept.pixels + 4 * i;
        for (int c = 0; c < 3; c++) {
            light += (double)own[c];
            lost += fabs((double)own[c] - (double)read[c]);
        }
        dark += own[1] > 0.0f && read[1] == 0.0f;
    }
    nbl_image_free(&kept);
    if (lost > 0.01 * light)
        note("%s: has lost %.0f %% of the kernel's light, and %llu of %zu texels have become black: an .exr keeps both",
             path, fmin(100.0 * lost / light, 100.0), (unsigned long long)dark, texels);
}

/* Notes that a picture may be meant inverted: light passes where it is bright, and this one is bright at its border
 * and dark in its middle. */
static void note_inverted(const request_t *request) {
    if (request->kind == APERTURE && request->aperture.middle < 0.5 * request->aperture.border)
        note("%s: is bright at its border and dark in its middle, and light passes where it is bright: draw the "
             "opening white on black, or give --invert",
             request->picture);
}

/* Notes how far from the middle a picture's texels tell what the shortest wavelength does. Beyond, the kernel is
 * black. */
static void note_reach(const request_t *request) {
    const double nanometres = request->wavelength == 0.0 ? SHORTEST : request->wavelength;
    const double reach = 0.5 * request->aperture.side * nanometres * request->f_number / (request->pixel * 1000.0);
    if (request->kind == APERTURE && reach < 0.5 * request->size)
        note("%s: is %u texels wide, so its star ends %.0f texels from the middle, of %u: a larger picture tells more, "
             "one %.0f wide all",
             request->picture, request->aperture.side, reach, request->size / 2,
             ceil(0.5 * request->size / reach * request->aperture.side));
}

/* Notes that a Gaussian is wider than its texels hold. Of its light exp(-(R / S)^2 / 2) lies beyond R texels, and the
 * kernel is black from R = SIZE / 2 on. A hundredth of the light: chosen; R is then 3 S. Advised is R = 4 S, beyond
 * which .03 % lie. */
static void note_cut(const request_t *request) {
    const double reach = 0.5 * request->size / request->sigma, beyond = exp(-0.5 * reach * reach);
    const double needed = ceil(8.0 * request->sigma);
    if (request->kind != GAUSSIAN || beyond < 0.01) return;
    if (needed <= LARGEST)
        note("gaussian: %.2g %% of its light would lie beyond its %u texels, so it is narrower than --sigma %g: "
             "--size %.0f holds it",
             100.0 * beyond, request->size, request->sigma, needed);
    else
        note("gaussian: %.2g %% of its light would lie beyond its %u texels, so it is narrower than --sigma %g: "
             "--sigma %.0f --size %u holds it, and nbl-bloom --kernel-scale %.3g makes it as wide",
             100.0 * beyond, request->size, request->sigma, LARGEST / 8.0, LARGEST, request->sigma / (LARGEST / 8.0));
}

int kernel_main(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.size = 256,
                         .blades = NAN,
                         .rotation = NAN,
                         .f_number = NAN,
                         .wavelength = NAN,
                         .pixel = NAN,
                         .sigma = NAN,
                         .squeeze = NAN,
                         .degrees = NAN};
    nbl_image image;
    nbl_image_error reason = {0};
    int status = parse(argc, argv, &request, error);
    if (!status) status = fail_to_write(request.output, nbl_output_check(request.output), error);
    if (!status && request.kind == APERTURE)
        status = aperture_read(request.picture, request.invert, &request.aperture, error);
    if (status) return status;
    note_inverted(&request);
    note_reach(&request);
    note_cut(&request);
    if (nbl_image_create(request.size, request.size, NBL_IMAGE_CHANNELS_RGB, &image, &reason))
        return fail(error, EXIT_FAILED, "%s", reason.message);
    fill(&request, &image);
    aperture_free(&request.aperture);
    if (nbl_image_write(request.output, &image, NBL_IMAGE_TYPE_FLOAT, &reason))
        status = fail(error, EXIT_FAILED, "%s", reason.message);
    else
        note_lost(request.output, &image);
    nbl_image_free(&image);
    return status;
}
