/* nbl-bloom kernel: point-spread functions as kernels, from an aperture, a wavelength and an f-number.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "kernel.h"

#include "optics.h"
#include "tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef enum kind_t { STARBURST = 0, AIRY, GAUSSIAN, ANAMORPHIC, GLARE, KINDS } kind_t;
static const char *const kinds[KINDS] = {"starburst", "airy", "gaussian", "anamorphic", "glare"};

typedef struct request_t {
    kind_t kind;
    const char *output;
    uint32_t size, blades;
    double rotation, f_number, wavelength, pixel, sigma, squeeze, degrees; /* wavelength 0: all that is seen */
    bool help;
} request_t;

static void print_help(void) {
    fputs("nbl-bloom kernel starburst|airy|gaussian|anamorphic|glare -o K.exr [options]\n"
          "Makes a kernel: what a point of light becomes. Its centre is texel SIZE / 2.\n"
          "\n"
          "  --size N          texels on a side, 1 to 4096 (256)\n"
          "  starburst, airy, anamorphic: diffraction at the lens's aperture\n"
          "    --f-number F    focal length over aperture: larger, wider (16)\n"
          "    --pixel UM      width of a texel on the sensor in micrometres (4)\n"
          "    --wavelength NM of light, 380 to 780 (all of them, in colour)\n"
          "    --blades B      of the starburst's aperture, 3 to 32: B spikes, odd 2 B (6)\n"
          "    --rotation DEG  of the blades (10)\n"
          "    --squeeze S     anamorphic: the aperture is S times narrower across (8)\n"
          "  gaussian: --sigma S  standard deviation in texels (8)\n"
          "  glare: --degrees D   of a texel, as the eye sees it (0.03)\n"
          "\n"
          "Example:\n"
          "  nbl-bloom kernel starburst --blades 8 --f-number 22 -o starburst.exr\n",
          stdout);
}

static int parse_number(const char *option, const char *value, double least, double most, double *number) {
    char *end;
    *number = strtod(value, &end);
    if (end == value || *end || !(*number >= least && *number <= most))
        return tool_wrong_usage(option, "'%s' is no number from %g to %g", value, least, most);
    return TOOL_DONE;
}

static int parse_option(request_t *request, const char *option, const char *value) {
    const struct {
        const char *option;
        double least, most, *number;
    } numbers[] = {
        {"--f-number", 0.5, 512.0, &request->f_number},       {"--pixel", 0.1, 1000.0, &request->pixel},
        {"--wavelength", 380.0, 780.0, &request->wavelength}, {"--rotation", -360.0, 360.0, &request->rotation},
        {"--squeeze", 1.0, 100.0, &request->squeeze},         {"--sigma", 0.01, 10000.0, &request->sigma},
        {"--degrees", 1e-4, 10.0, &request->degrees}};
    if (!value) return tool_wrong_usage(option, "its value is missing (see nbl-bloom kernel --help)");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].option, option) == 0)
            return parse_number(option, value, numbers[i].least, numbers[i].most, numbers[i].number);
    if (strcmp(option, "--size") == 0) return tool_parse_count(option, value, 1, 4096, &request->size);
    if (strcmp(option, "--blades") == 0) return tool_parse_count(option, value, 3, 32, &request->blades);
    if (strcmp(option, "-o") != 0) return tool_wrong_usage(option, "unknown option (see nbl-bloom kernel --help)");
    request->output = value;
    return TOOL_DONE;
}

static int parse(int argc, char **argv, request_t *request) {
    int code = TOOL_DONE;
    *request = (request_t){.kind = KINDS,
                           .size = 256,
                           .blades = 6,
                           .rotation = 10,
                           .f_number = 16,
                           .pixel = 4,
                           .sigma = 8,
                           .squeeze = 8,
                           .degrees = 0.03};
    for (int i = 1; i < argc && code == TOOL_DONE; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            request->help = true;
            return TOOL_DONE;
        }
        if (argv[i][0] == '-') {
            code = parse_option(request, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
            continue;
        }
        kind_t kind = STARBURST;
        while (kind < KINDS && strcmp(kinds[kind], argv[i]) != 0) kind++;
        if (kind == KINDS || request->kind != KINDS)
            return tool_wrong_usage(argv[i], "one of starburst, airy, gaussian, anamorphic, glare is wanted");
        request->kind = kind;
    }
    if (code == TOOL_DONE && request->kind == KINDS)
        return tool_wrong_usage("usage", "a kind of kernel is wanted (see nbl-bloom kernel --help)");
    if (code == TOOL_DONE && !request->output) return tool_wrong_usage("-o", "is missing: where to write the kernel");
    return code;
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

/* The mean over a texel of exp(-x^2 / 2 s^2), along one axis. */
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

/* Falls to 0 over the outer eighth, so that no spike ends as with scissors. */
static float fade(int x, int y, int size) {
    const double r = 2.0 * hypot(x, y) / size, t = fmin(fmax((1.0 - r) / 0.125, 0.0), 1.0);
    return size < 16 ? 1.0f : (float)(t * t * (3.0 - 2.0 * t));
}

static void fill(const request_t *request, nbl_image *image) {
    const int size = (int)request->size;
    double sums[3] = {0, 0, 0};
    for (int j = 0; j < size; j++)
        for (int i = 0; i < size; i++) {
            const int x = i - size / 2, y = j - size / 2;
            float *texel = image->pixels + 4 * ((size_t)j * request->size + (size_t)i);
            fill_texel(request, x, y, texel);
            for (int c = 0; c < 3; c++) sums[c] += (double)(texel[c] *= fade(x, y, size));
        }
    for (size_t i = 0; i < (size_t)size * (size_t)size; i++)
        for (int c = 0; c < 3; c++) image->pixels[4 * i + (size_t)c] /= (float)sums[c];
}

int kernel_main(int argc, char **argv) {
    request_t request;
    nbl_image image;
    nbl_image_error error = {0};
    int code = parse(argc, argv, &request);
    if (code != TOOL_DONE) return code;
    if (request.help) {
        print_help();
        return TOOL_DONE;
    }
    code = tool_check_writable(request.output);
    if (code != TOOL_DONE) return code;
    if (nbl_image_create(request.size, request.size, NBL_IMAGE_CHANNELS_RGB, &image, &error))
        return tool_fail(error.message, NULL);
    fill(&request, &image);
    if (nbl_image_write(request.output, &image, NBL_IMAGE_TYPE_FLOAT, &error)) code = tool_fail(error.message, NULL);
    nbl_image_free(&image);
    return code;
}
