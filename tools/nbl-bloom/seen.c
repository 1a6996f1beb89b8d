/* What a screen will show of a bloom: one line if a picture made for a screen has no glow to be seen, if its coloured
 * lights became white, or if alpha 0 hides the glow.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In a .jpg or .png nothing is brighter than white, so a kernel that leaves most light in its middle changes nothing
 * that is seen. A kernel softens edges, too; so a texel counts as lit by the glow if it is brighter than all texels
 * around it were.
 */
#include "tool.h"

#include <math.h>
#include <stdlib.h>

#include "io/image/internal.h"

/* Texels on each side that softening reaches. Chosen: the middle of our starbursts ends there. */
enum { SOFTENED = 2 };
enum { STEPS = 8 }; /* codes of 255 by which a texel must be brighter to count as lit; chosen with SEEN */
/* The share of lit texels from which on a glow is seen. Measured 2026-11-29 on a night of lamps, 900 x 600, and on make
 * demo's scene as a .png: by starbursts, alone or as a fifth, 0 to 0.3 of 100 texels are lit; by hearts and flat
 * shapes, the ways of docs/artists.md, 1.1 to 27 of 100. */
#define SEEN 0.005
/* The share of texels that were coloured and became white, from which on a line says so. Measured on the same: 0.8 and
 * 2.1 of 100 by a boost of 2000, 0 to 0.03 by a soft glow. */
#define WHITENED 0.005
/* Smaller pictures are not judged: a few texels are a large share of them. Chosen. */
enum { FEWEST = 64 * 64 };
/* Codes between a texel's brightest and darkest colour from which on it is coloured. Chosen. */
enum { COLOURED = 24 };

/* sRGB's codes of light from 0 to 1, to one code. */
enum { LIGHTS = 16384 };
static uint8_t code_of_light[LIGHTS];

static void fill_codes(void) {
    for (int i = 0; i < LIGHTS; i++)
        code_of_light[i] = (uint8_t)(255.0 * nbl_image_srgb((double)i / (LIGHTS - 1)) + 0.5);
}

static int code_of(float light) { return code_of_light[(int)(fminf(fmaxf(light, 0.0f), 1.0f) * (LIGHTS - 1) + 0.5f)]; }

static float largest_of(const float *texel) { return fmaxf(fmaxf(texel[0], texel[1]), texel[2]); }

/* Puts the largest of the codes up to SOFTENED places away into each place of a line.
 *
 * codes   the line's first code; stride: codes from one place to the next
 * line    room for `count` codes */
static void widen(uint8_t *codes, size_t count, size_t stride, uint8_t *line) {
    for (size_t i = 0; i < count; i++) line[i] = codes[i * stride];
    for (size_t i = 0; i < count; i++) {
        const size_t first = i < SOFTENED ? 0 : i - SOFTENED, last = i + SOFTENED < count ? i + SOFTENED : count - 1;
        uint8_t most = 0;
        for (size_t k = first; k <= last; k++) most = line[k] > most ? line[k] : most;
        codes[i * stride] = most;
    }
}

/* Returns how many texels are STEPS brighter, in their largest colour, than the texels around them were; SIZE_MAX: no
 * memory. */
static size_t lit(const float *before, const float *after, size_t width, size_t height) {
    uint8_t *codes = malloc(width * height), *line = malloc(width > height ? width : height);
    size_t count = 0;
    const bool enough = codes && line;
    for (size_t i = 0; enough && i < width * height; i++) codes[i] = (uint8_t)code_of(largest_of(before + 4 * i));
    for (size_t y = 0; enough && y < height; y++) widen(codes + y * width, width, 1, line);
    for (size_t x = 0; enough && x < width; x++) widen(codes + x, height, width, line);
    for (size_t i = 0; enough && i < width * height; i++)
        count += code_of(largest_of(after + 4 * i)) >= codes[i] + STEPS;
    if (!enough) count = SIZE_MAX;
    free(codes);
    free(line);
    return count;
}

/* Returns how many texels were coloured and are white. */
static size_t whitened(const float *before, const float *after, size_t texels) {
    size_t count = 0;
    for (size_t i = 0; i < 4 * texels; i += 4) {
        if (!(after[i] >= 1.0f && after[i + 1] >= 1.0f && after[i + 2] >= 1.0f)) continue;
        const int r = code_of(before[i]), g = code_of(before[i + 1]), b = code_of(before[i + 2]);
        const int most = r > g ? r > b ? r : b : g > b ? g : b, least = r < g ? r < b ? r : b : g < b ? g : b;
        count += most - least >= COLOURED;
    }
    return count;
}

/* Returns whether no option says which light glows and how strongly. The line below then names some. */
static bool is_plain(const tool_options_t *options) {
    return isnan(options->threshold) && !tool_boosts(options) && options->combine != NBL_BLOOM_COMBINE_ADD &&
           options->sharpening == 0.0 && !options->mask && !options->source_mask;
}

void tool_note_seen(tool_job_t *job) {
    const nbl_image *image = job->image;
    const tool_options_t *options = job->options;
    const float *before = tool_looks(options) ? job->original.pixels : image->pixels;
    const size_t texels = (size_t)image->width * image->height;
    if (job->told_seen || !image->is_display || !options->kernel || job->kernel->width * job->kernel->height <= 9)
        return;
    if (texels < FEWEST) return;
    fill_codes();
    const size_t white = whitened(before, job->result, texels);
    const size_t seen = is_plain(options) ? lit(before, job->result, image->width, image->height) : texels;
    if ((double)seen < SEEN * (double)texels) {
        note("%s: no glow to be seen: of a picture for screens no light is above white, and the glow brightens %.1f %% "
             "of "
             "its texels by %d of 255; a soft glow: a wider KERNEL with --threshold 0.6 --combine add --intensity 1; "
             "stars: --boost-min 0.8 --boost 2000 --combine mix --intensity 0.2",
             job->image_path, 100.0 * (double)seen / (double)texels, STEPS);
        job->told_seen = true;
    } else if ((double)white > WHITENED * (double)texels) {
        note("%s: %.1f %% of its texels were coloured and became white: less --boost or --intensity, or a KERNEL of "
             "nbl-bloom kernel --hollow with --threshold 0.6 --combine add keeps colours",
             job->image_path, 100.0 * (double)white / (double)texels);
        job->told_seen = true;
    }
}

void tool_note_hidden(tool_job_t *job, const nbl_image *written) {
    const float *before = tool_looks(job->options) ? job->original.pixels : job->image->pixels;
    const size_t texels = (size_t)written->width * written->height;
    size_t hidden = 0;
    if (job->told_hidden || texels < FEWEST || job->options->channel_bits & NBL_BLOOM_CHANNEL_ALPHA) return;
    if (!nbl_image_hides_light(job->output_path, written)) return;
    fill_codes();
    for (size_t i = 0; i < 4 * texels; i += 4)
        hidden += written->pixels[i + 3] <= 0.0f && code_of(largest_of(before + i)) < STEPS &&
                  code_of(largest_of(written->pixels + i)) >= STEPS;
    if ((double)hidden < SEEN * (double)texels) return;
    note("%s: %.1f %% of its texels have a glow and alpha 0, which hides it: --channels rgba gives the glow alpha, and "
         "an .exr shows it without",
         job->output_path, 100.0 * (double)hidden / (double)texels);
    job->told_hidden = true;
}
