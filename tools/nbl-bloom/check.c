/* nbl-bloom check: measures a kernel, and says in words what it would do to a photo; before a bloom, one line about a
 * kernel that is hardly meant.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct measures_t {
    /* sums of luminance: of all texels, of the core in the centre, of the outermost texels */
    double light, core, edge;
    double moment_x, moment_y; /* sums of luminance times the distance from the centre, in texels */
    double brightest, darkest; /* of the largest channel of a texel */
    uint32_t brightest_x, brightest_y;
    uint64_t texels, at_brightest, negative;
} measures_t;

/* Share of a kernel's light in its 3 x 3 centre above which a photo stays sharp. Chosen between two starbursts: 0.85
 * at f/8, 0.67 at f/16. */
#define SHARP 0.75

static bool is_within(uint32_t i, uint32_t centre, uint32_t distance) {
    return (i > centre ? i - centre : centre - i) <= distance;
}

/* Measures a kernel, or an image as if it were one.
 *
 * reach  texels from the centre that count as the core: 1 for 3 x 3 */
static measures_t measure(const nbl_image *kernel, uint32_t reach) {
    measures_t m = {.brightest = -INFINITY, .darkest = INFINITY};
    const uint32_t w = kernel->width, h = kernel->height;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const float *t = kernel->pixels + 4 * ((size_t)y * w + x);
            const double most = fmax(fmax((double)t[0], (double)t[1]), (double)t[2]);
            const double light = (double)nbl_bloom_luminance(t[0], t[1], t[2]);
            m.texels++;
            m.light += light;
            m.moment_x += light * ((double)x - w / 2);
            m.moment_y += light * ((double)y - h / 2);
            if (is_within(x, w / 2, reach) && is_within(y, h / 2, reach)) m.core += light;
            if (x == 0 || y == 0 || x + 1 == w || y + 1 == h) m.edge += light;
            if (most < 0.0 || light < 0.0) m.negative++;
            m.darkest = fmin(m.darkest, most);
            if (most == m.brightest) m.at_brightest++;
            if (most <= m.brightest) continue;
            m.brightest = most;
            m.at_brightest = 1;
            m.brightest_x = x;
            m.brightest_y = y;
        }
    return m;
}

/* Returns whether an image is brightest in the middle and dark at its border. */
static bool seems_a_kernel(const nbl_image *image) {
    const measures_t m = measure(image, 1);
    return m.texels > 64 && is_within(m.brightest_x, image->width / 2, 1) &&
           is_within(m.brightest_y, image->height / 2, 1) && m.edge <= 0.01 * m.light && m.light > 0.0;
}

/* Returns whether an image looks like a drawing, white on black, while a kernel's core is a few texels. 64 x 64
 * texels and a tenth of them: chosen. */
static bool seems_a_drawing(const measures_t *m) {
    return m->texels >= 64 * 64 && 10 * m->at_brightest >= m->texels && m->brightest > m->darkest;
}

/* Kernels with fewer texels are not complained of: small ones without a core are meant to smooth. Chosen, as above. */
#define FEWEST (64u * 64u)
/* Share of the light in the core below which a photo becomes a blur. Chosen: a Gaussian of sigma 2 has 0.3, of 4
 * 0.09. */
#define CORE 0.1

/* Returns whether a kernel without a core is lit like a photo: at its border, on a mean, by a tenth of its light, or
 * more on one side by a fiftieth of its size. Kernels fade to black and lie about their centre. */
static bool seems_a_photo(const nbl_image *kernel, const measures_t *m) {
    const double w = kernel->width, h = kernel->height, texels = (double)m->texels;
    const double at_edge = m->edge / (2.0 * (w + h) - 4.0), mean = m->light / texels;
    const double moved = hypot(m->moment_x, m->moment_y) / m->light;
    return at_edge > 0.1 * mean || moved > 0.02 * fmax(w, h);
}

/* Returns whether the picture stays in the result beside what the kernel makes of it. */
static bool keeps_the_picture(const tool_options_t *options) {
    return options->combine != NBL_BLOOM_COMBINE_REPLACE || options->sharpening > 0.0 || options->mask ||
           options->source_mask || !isnan(options->threshold);
}

void tool_note_kernel(tool_job_t *job, const nbl_image *kernel) {
    const nbl_image *image = job->image;
    const char *path = job->kernel_path;
    const double scale = job->kernel_scale * job->shrink; /* what is asked for; a preview's is smaller */
    const measures_t m = measure(kernel, scale < 1.0 ? (uint32_t)lround(1.0 / scale) : 1), pictured = measure(image, 1);
    const bool larger = m.texels > (uint64_t)job->image_width * job->image_height;
    const bool coreless = m.texels >= FEWEST && m.core < CORE * m.light, photo = coreless && seems_a_photo(kernel, &m);
    if (!(m.light > 0.0)) return; /* is refused later */
    job->told_seen = true;        /* one line is enough */
    if (larger && ((seems_a_kernel(image) && !seems_a_kernel(kernel)) || (photo && seems_a_drawing(&pictured))))
        note("%s: seems to be the kernel, and %s the image: IMAGE comes first", job->image_path, path);
    else if (seems_a_drawing(&m))
        note("%s: %.0f %% of its texels are equally bright, so each light becomes this shape, flat and as large; "
             "--combine mix --intensity 0.2 keeps the picture beside it; if it shows a lens's opening, an aperture, "
             "nbl-bloom kernel %s -o K.exr makes its star",
             path, 100.0 * (double)m.at_brightest / (double)m.texels, path);
    else if (photo)
        note("%s: seems to be a photo and no kernel: %.2g %% of its light is in its middle, so the result is a blur, "
             "moved by (%.0f, %.0f) texels%s; a kernel is bright in its middle and black around: nbl-bloom kernel "
             "starburst -o K.exr makes one",
             path, 100.0 * m.core / m.light, scale * m.moment_x / m.light, scale * m.moment_y / m.light,
             larger ? ", and it has more texels than IMAGE, which comes first" : "");
    else if (coreless && !keeps_the_picture(job->options))
        note("%s: has no bright core: %.2g %% of its light is in its middle, so the picture becomes a blur; --combine "
             "mix --intensity 0.2 keeps the picture, --threshold 0.6 --combine add lets its lights alone glow",
             path, 100.0 * m.core / m.light);
    else
        job->told_seen = false;
}

static bool is_of_8_bits(const char *path) {
    const char *ending = strrchr(path, '.');
    return ending &&
           (strcasecmp(ending, ".png") == 0 || strcasecmp(ending, ".jpg") == 0 || strcasecmp(ending, ".jpeg") == 0);
}

/* Returns whether the kernel moves a photo: its brightest texel is not in the middle, and its light lies aside. A ring,
 * or rays around a black middle, move none. A texel: chosen. */
static bool is_off_the_middle(const nbl_image *kernel, const measures_t *m) {
    return (!is_within(m->brightest_x, kernel->width / 2, 1) || !is_within(m->brightest_y, kernel->height / 2, 1)) &&
           hypot(m->moment_x, m->moment_y) > m->light;
}

/* Returns how many lines of advice were printed. */
static int advise(const char *path, const nbl_image *kernel, const measures_t *m) {
    int count = 0;
    if (!(m->light > 0.0)) {
        puts("- It holds no light: nbl-bloom refuses it, unless --normalize none is asked for.");
        return 1;
    }
    if (m->texels > 9 && m->core == 0.0 && ++count)
        puts("- Hollow: its middle is black, so a light keeps nothing of itself. It is to be laid on the picture: "
             "--threshold 0.6 --combine add.");
    else if (m->texels > 9 && m->core < 0.1 * m->light && ++count)
        printf("- No bright core: the middle 3 x 3 texels hold %.2g %% of the light, so the photo becomes a blur. Keep "
               "it with --combine mix --intensity 0.2, --combine add or --sharpen, or make the core brighter.\n",
               100.0 * m->core / m->light);
    else if (m->texels > 9 && m->core < SHARP * m->light && ++count)
        printf("- Soft: %.2g %% of the light leave the middle 3 x 3 texels, of every point of the photo, which softens "
               "it. Keep it sharp with --combine mix --intensity 0.2, or with a smaller --f-number.\n",
               100.0 - 100.0 * m->core / m->light);
    if (seems_a_drawing(m) && ++count)
        printf("- A drawing: each light becomes this shape, flat and as large. If it shows an aperture, nbl-bloom "
               "kernel %s "
               "-o K.exr makes its star.\n",
               path);
    else if (m->texels > 9 && m->at_brightest > 4 && m->at_brightest * 1000 > m->texels && ++count)
        printf("- Clipped: %llu texels share the largest value, %g. What should be far brighter was cut off; render "
               "or photograph the kernel with a shorter exposure.\n",
               (unsigned long long)m->at_brightest, m->brightest);
    if (is_of_8_bits(path) && ++count)
        puts("- Not HDR: a file of 8 bits holds 255 steps, and a real kernel's core is a million times brighter than "
             "its "
             "rays. Use an .exr or .hdr.");
    if (is_off_the_middle(kernel, m) && m->at_brightest <= 4 && ++count)
        printf("- Off the middle: the brightest texel is (%u, %u), the centre is (%u, %u): the photo moves by the "
               "difference.\n",
               m->brightest_x, m->brightest_y, kernel->width / 2, kernel->height / 2);
    if (m->texels > 64 && m->edge > 0.01 * m->light && ++count)
        printf("- Cut off: the outermost texels hold %.2g %% of the light, and every sun will show the kernel's "
               "rectangle. Subtract the background, or fade to black before the border.\n",
               100.0 * m->edge / m->light);
    if (m->negative > 0 && ++count)
        printf("- %llu texels are negative: rims around bright things become darker than black.\n",
               (unsigned long long)m->negative);
    return count;
}

int check_main(int argc, char **argv, nbl_error_t *error) {
    static const char *const names[] = {"KERNEL", NULL};
    uint32_t most_pixels = 0;
    const option_t options[] = {OPTION_COUNT("--max-pixels", &most_pixels, 1, UINT32_MAX), OPTIONS_END};
    const char *path;
    nbl_image kernel;
    nbl_image_error reason = {0};
    int status = options_read("check", argc, argv, options, names, &path, error);
    if (!status) status = tool_describe_file(path, NULL, most_pixels, &kernel, error);
    if (status) return status;
    if (nbl_image_read(path, &kernel, &reason)) return fail(error, EXIT_FAILED, "%s", reason.message);
    status = tool_check_finite(path, &kernel, error);
    tool_options_t defaults;
    tool_options_init(&defaults);
    if (!status) status = tool_embed(path, &kernel, tool_window_of_kernel(&defaults, &kernel), error);
    if (!status) {
        const measures_t m = measure(&kernel, 1);
        printf("%s: %u x %u texels, from %g to %g; %.3g %% of the light in the middle 3 x 3\n", path, kernel.width,
               kernel.height, m.darkest, m.brightest, m.light > 0.0 ? 100.0 * m.core / m.light : 0.0);
        if (advise(path, &kernel, &m) == 0) puts("Nothing to advise.");
    }
    nbl_image_free(&kernel);
    return status;
}
