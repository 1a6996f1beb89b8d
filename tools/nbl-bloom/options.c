/* The command line of nbl-bloom.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

_Static_assert(NBL_BLOOM_PADDING_ZERO == 0 && NBL_BLOOM_PADDING_MIRROR == 1 && NBL_BLOOM_PADDING_WRAP == 2,
               "order of --padding");
_Static_assert(NBL_BLOOM_AXIS_AUTO == 0 && NBL_BLOOM_AXIS_X == 1 && NBL_BLOOM_AXIS_Y == 2, "order of --first-axis");
_Static_assert(NBL_BLOOM_KERNEL_PAD == 0 && NBL_BLOOM_KERNEL_RESAMPLE == 1, "order of --kernel-mode");
_Static_assert(NBL_BLOOM_NORMALIZE_LUMINANCE == 0 && NBL_BLOOM_NORMALIZE_NONE == 1, "order of --normalize");
_Static_assert(NBL_BLOOM_COMBINE_REPLACE == 0 && NBL_BLOOM_COMBINE_MIX == 1 && NBL_BLOOM_COMBINE_ADD == 2,
               "order of --combine");
_Static_assert(NBL_BLOOM_STORAGE_FLOAT32 == 0 && NBL_BLOOM_STORAGE_FLOAT16 == 1, "order of --precision");
_Static_assert(NBL_MODE_EXACT == 0 && NBL_MODE_FAST == 1, "order of --mode");
_Static_assert(NBL_BLOOM_INVALID_CLAMP == 0 && NBL_BLOOM_INVALID_REFUSE == 1, "order of --invalid");
_Static_assert(TOOL_OUTPUT_FLOAT == 1 && TOOL_OUTPUT_HALF == 2 && TOOL_OUTPUT_8 == 3 && TOOL_OUTPUT_16 == 4,
               "order of --output-type");
_Static_assert(TOOL_METHOD_FFT == 0 && TOOL_METHOD_DUAL_FILTER == 1 && TOOL_METHOD_PREFIX_SUM == 2,
               "order of --method");
_Static_assert(NBL_BLUR_WRAP_REPEAT == 0 && NBL_BLUR_WRAP_CLAMP == 1 && NBL_BLUR_WRAP_BORDER == 2 &&
                   NBL_BLUR_WRAP_MIRROR == 3,
               "order of --wrap");
_Static_assert(NBL_IMAGE_TONE_ACES == 0 && NBL_IMAGE_TONE_NONE == 1 && NBL_IMAGE_TONE_REINHARD == 2,
               "order of --tonemap, behind its default");

uint32_t tool_options_table(tool_options_t *o, option_t table[TOOL_MOST_OPTIONS]) {
    const option_t options[] = {
        OPTION_TEXT("-o", &o->output, "a path"),
        OPTION_TEXT("--timings", &o->timings, "a file to write"),
        OPTION_TEXT("--trace", &o->trace, "a file to write"),
        OPTION_TEXT("--pipelines", &o->pipelines, "a file to read and write"),
        OPTION_TEXT("--device", &o->device, "a number or UUID of `nbl-fft devices`, or a part of a name"),
        OPTION_TEXT("--frames", &o->frames, "a range such as 1-24"),
        OPTION_WORD("--padding", &o->padding, TOOL_PADDING_WORDS),
        OPTION_WORD("--padding-y", &o->padding_y, "|" TOOL_PADDING_WORDS),
        OPTION_WORD("--first-axis", &o->first_axis, "auto|x|y"),
        OPTION_WORD("--kernel-mode", &o->kernel_mode, TOOL_KERNEL_MODE_WORDS),
        OPTION_WORD("--normalize", &o->normalize, TOOL_NORMALIZE_WORDS),
        OPTION_WORD("--combine", &o->combine, TOOL_COMBINE_WORDS),
        OPTION_WORD("--algorithm", &o->algorithm, TOOL_ALGORITHM_WORDS),
        OPTION_WORD("--precision", &o->storage, TOOL_STORAGE_WORDS),
        OPTION_WORD("--mode", &o->mode, TOOL_MODE_WORDS),
        OPTION_WORD("--backend", &o->backend, "|vulkan|executor|emulator"),
        OPTION_WORD("--output-type", &o->output_type, "|float|half|8|16"),
        OPTION_WORD("--window", &o->window, "display|data|kernel"),
        OPTION_TEXT("--kernel-center", &o->kernel_center, "X,Y"),
        OPTION_TEXT("--mask", &o->mask, "a picture"),
        OPTION_TEXT("--source-mask", &o->source_mask, "a picture"),
        OPTION_TEXT("--mask-layer", &o->mask_layer, "a layer's name"),
        OPTION_WORD("--mask-channel", &o->mask_channel, TOOL_MASK_CHANNEL_WORDS),
        OPTION_TEXT("--channels", &o->channels, "letters such as rg"),
        OPTION_TEXT("--layer", &o->layer, "a layer's name"),
        OPTION_TEXT("--part", &o->part, "a part's number, from 0, or its name"),
        OPTION_WORD("--method", &o->method, TOOL_METHOD_WORDS),
        OPTION_WORD("--wrap", &o->wrap, "|repeat|clamp|border|mirror"),
        OPTION_WORD("--interpolation", &o->interpolation, "six-taps|cubic|b-spline|linear"),
        OPTION_WORD("--low-resolution", &o->low_resolution, "|2|4"),
        OPTION_WORD("--tonemap", &o->tone, "|aces|none|reinhard"),
        OPTION_WORD("--invalid", &o->invalid, TOOL_INVALID_WORDS),
        OPTION_NUMBER("--sharpen", &o->sharpening, 0, 1),
        OPTION_NUMBER("--intensity", &o->intensity, 0, 1e6),
        OPTION_NUMBER("--threshold", &o->threshold, 0, 1e6),
        OPTION_NUMBER("--knee", &o->knee, 0, 1e6),
        OPTION_NUMBER("--largest", &o->largest, 0, 1e30),
        OPTION_NUMBER("--spread", &o->spread, 0, 1),
        OPTION_NUMBER("--sigma", &o->sigma, 0, 1e5),
        OPTION_NUMBER("--exposure", &o->exposure, -60, 60),
        OPTION_NUMBER("--kernel-scale", &o->kernel_scale, 0.01, 100),
        OPTION_NUMBER("--kernel-size", &o->kernel_size, 0.001, 10),
        OPTION_NUMBER("--boost", &o->boost, 1e-3, 1e6),
        OPTION_NUMBER("--boost-min", &o->boost_min, 0, 1e6),
        OPTION_NUMBER("--boost-max", &o->boost_max, 1e-6, 1e30),
        OPTION_COUNT("--levels", &o->levels, 1, NBL_BLUR_MAX_LEVELS),
        OPTION_COUNT("--boxes", &o->boxes, 1, 8),
        OPTION_COUNT("--core", &o->core, 1, NBL_BLOOM_LOW_MAX_RADIUS),
        OPTION_POWER("--subgroup-size", &o->subgroup_size, 1, 128),
        OPTION_COUNT("--threads", &o->threads, 1, 4096),
        OPTION_COUNT("--max-pixels", &o->max_pixels, 1, UINT32_MAX),
        OPTION_COUNT("--max-memory", &o->max_memory, 1, UINT32_MAX),
    };
    _Static_assert(sizeof options / sizeof *options + 8 <= TOOL_MOST_OPTIONS,
                   "room for the flags and for a caller's own");
    memcpy(table, options, sizeof options);
    return sizeof options / sizeof *options;
}

bool tool_pads(const tool_options_t *options) { return options->padding || options->padding_y > 1; }

/* Refuses options that another method takes. */
static int check_method(const tool_options_t *options, uint32_t positional, nbl_error_t *error) {
    bool blurs = options->method != TOOL_METHOD_FFT, sums = options->method == TOOL_METHOD_PREFIX_SUM;
    if (blurs && positional == 2)
        return fail(error, EXIT_USAGE, "%s: only --method fft takes a kernel", options->kernel);
    if (blurs && (options->sharpening > 0.0f || tool_pads(options) || options->kernel_mode || options->normalize ||
                  options->first_axis || options->algorithm || options->storage))
        return fail(error, EXIT_USAGE, "--method: the options of the FFT and its kernel are for fft");
    if (blurs && options->kernel_size > 0.0) return fail(error, EXIT_USAGE, "--kernel-size: is for --method fft");
    if (blurs && options->kernel_scale != 1.0) return fail(error, EXIT_USAGE, "--kernel-scale: is for --method fft");
    if (blurs && options->low_resolution) return fail(error, EXIT_USAGE, "--low-resolution: is for --method fft");
    if (options->core && !options->low_resolution) return fail(error, EXIT_USAGE, "--core: is for --low-resolution");
    if (options->low_resolution && (tool_pads(options) || options->sharpening > 0.0f || options->trace))
        return fail(error, EXIT_USAGE, "--low-resolution: is for zero padding, without --sharpen and --trace");
    if ((options->levels || options->spread > 0.0f) && options->method != TOOL_METHOD_DUAL_FILTER)
        return fail(error, EXIT_USAGE, "%s: is for --method dual-filter", options->levels ? "--levels" : "--spread");
    if ((options->sigma > 0.0f || options->boxes || options->wrap) && !sums)
        return fail(error, EXIT_USAGE, "%s: is for --method prefix-sum",
                    options->wrap    ? "--wrap"
                    : options->boxes ? "--boxes"
                                     : "--sigma");
    if ((options->trace || options->subgroup_size) && blurs)
        return fail(error, EXIT_USAGE, "%s: is for --method fft", options->trace ? "--trace" : "--subgroup-size");
    if (tool_is_sequence(options->image) != tool_is_sequence(options->output))
        return fail(
            error, EXIT_USAGE,
            "%s: is one file, but the other path is a sequence: give this one a number, too, as in out.%%04d.exr",
            tool_is_sequence(options->image) ? options->output : options->image);
    if (options->frames && !tool_is_sequence(options->image))
        return fail(error, EXIT_USAGE, "--frames: is for a sequence such as in.%%04d.exr");
    return EXIT_DONE;
}

const char *tool_not_executed(const tool_options_t *options) {
    if (options->method == TOOL_METHOD_PREFIX_SUM) return "prefix sums have the bits of a workgroup's scan";
    if (options->method == TOOL_METHOD_FFT && options->algorithm != TOOL_STOCKHAM)
        return "radix-2 shuffles exchange within a workgroup";
    return NULL;
}

/* Refuses options that another backend takes. */
static int check_backend(const tool_options_t *options, nbl_error_t *error) {
    const bool on_cpu = options->backend == TOOL_BACKEND_EXECUTOR || options->backend == TOOL_BACKEND_EMULATOR;
    const char *of_vulkan = options->device      ? "--device"
                            : options->fallback  ? "--fallback"
                            : options->pipelines ? "--pipelines"
                                                 : NULL;
    const char *of_emulator = options->subgroup_size ? "--subgroup-size"
                              : options->check       ? "--check"
                              : options->trace       ? "--trace"
                                                     : NULL;
    if (of_vulkan && on_cpu) return fail(error, EXIT_USAGE, "%s: is for --backend vulkan", of_vulkan);
    if (of_emulator && options->backend != TOOL_BACKEND_EMULATOR)
        return fail(error, EXIT_USAGE, "%s: is for --backend emulator", of_emulator);
    if (options->threads && !on_cpu) return fail(error, EXIT_USAGE, "--threads: is for --backend executor or emulator");
    if (options->backend == TOOL_BACKEND_EXECUTOR && tool_not_executed(options))
        return fail(error, EXIT_USAGE, "--backend executor: %s; --backend emulator runs them",
                    tool_not_executed(options));
    return EXIT_DONE;
}

/* Reads --channels: "rga" as bits. */
static int parse_channels(tool_options_t *options, nbl_error_t *error) {
    options->channel_bits = options->channels ? 0 : 7;
    for (const char *c = options->channels; c && *c; c++) {
        const char *const letters = "rgba", *letter = strchr(letters, *c);
        if (!letter)
            return fail(error, EXIT_USAGE, "--channels %s: must be letters of r, g, b and a", options->channels);
        options->channel_bits |= 1u << (letter - letters);
    }
    return EXIT_DONE;
}

/* Checks the options of masks and previews. */
static int check_look(const tool_options_t *options, nbl_error_t *error) {
    const bool masked = options->mask || options->source_mask;
    if (!masked && (options->mask_layer || options->mask_channel))
        return fail(error, EXIT_USAGE, "%s: is for --mask or --source-mask",
                    options->mask_layer ? "--mask-layer" : "--mask-channel");
    if ((options->mask_invert && !options->mask) || (options->source_mask_invert && !options->source_mask))
        return fail(error, EXIT_USAGE,
                    options->mask_invert && !options->mask ? "--mask-invert: is for --mask"
                                                           : "--source-mask-invert: is for --source-mask");
    const char *const patterns[][2] = {
        {"KERNEL", options->kernel}, {"--mask", options->mask}, {"--source-mask", options->source_mask}};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (tool_is_sequence(patterns[i][1]) && !tool_is_sequence(options->image))
            return fail(error, EXIT_USAGE, "%s: %s is a sequence, and IMAGE is one file", patterns[i][0],
                        patterns[i][1]);
    if (options->preview && (options->method != TOOL_METHOD_FFT || options->low_resolution))
        return fail(error, EXIT_USAGE, "--preview: is for --method fft, without --low-resolution");
    return EXIT_DONE;
}

/* Refuses --layer and --part of files that have neither, by their endings. */
static int check_layer(const tool_options_t *options, nbl_error_t *error) {
    static const char *const others[] = {".png", ".jpg", ".jpeg", ".hdr", ".tif", ".tiff"};
    const char *ending = strrchr(options->image, '.');
    for (size_t i = 0; ending && (options->layer || options->part) && i < sizeof others / sizeof *others; i++)
        if (strcasecmp(ending, others[i]) == 0)
            return fail(error, EXIT_USAGE, "%s: is for an .exr, and %s is another file",
                        options->layer ? "--layer" : "--part", options->image);
    return EXIT_DONE;
}

/* Refuses options that do not go together.
 *
 * third  the argument behind KERNEL; NULL if positional is below 3 */
static int check_together(tool_options_t *options, uint32_t positional, const char *third, nbl_error_t *error) {
    char rest;
    if (positional > 2)
        return options->output ? fail(error, EXIT_USAGE, "%s: one argument too many for nbl-bloom", third)
                               : fail(error, EXIT_USAGE, "%s: is a third file; give the result as -o %s", third, third);
    if (positional < 2 && options->method == TOOL_METHOD_FFT)
        return fail(error, EXIT_USAGE, "usage: KERNEL is missing; see nbl-bloom --help");
    if (!options->output)
        return fail(error, EXIT_USAGE, "-o: is missing: where to write the result; see nbl-bloom --help");
    if (!isnan(options->intensity) && options->combine == NBL_BLOOM_COMBINE_REPLACE)
        return fail(error, EXIT_USAGE, "--intensity: is for --combine mix or add");
    if (options->combine == NBL_BLOOM_COMBINE_MIX && options->intensity > 1.0f)
        return fail(error, EXIT_USAGE, "--intensity: is at most 1 for --combine mix; --combine add takes more");
    if (!isnan(options->knee) && !(options->knee <= options->threshold))
        return fail(error, EXIT_USAGE, "--knee: is for --threshold, and at most as large as it");
    if (options->kernel_size > 0.0 && options->kernel_scale != 1.0)
        return fail(error, EXIT_USAGE, "--kernel-size: says the same as --kernel-scale, and one of them is enough");
    if (options->boost == 0.0 && (!isnan(options->boost_min) || options->boost_max > 0.0))
        return fail(error, EXIT_USAGE, "--boost-min and --boost-max: are for --boost");
    if (options->boost > 0.0 && !isnan(options->threshold))
        return fail(error, EXIT_USAGE, "--boost: has --boost-min in place of --threshold");
    if (isnan(options->boost_min)) options->boost_min = 1.0;
    if (options->boost_max > 0.0 && options->boost_max < options->boost_min)
        return fail(error, EXIT_USAGE, "--boost-max: is not below --boost-min, which is %g", options->boost_min);
    if (options->interpolation && options->kernel_mode != NBL_BLOOM_KERNEL_RESAMPLE)
        return fail(error, EXIT_USAGE, "--interpolation: is for --kernel-mode resample");
    if (options->largest > 0.0 && options->invalid != 1 + NBL_BLOOM_INVALID_CLAMP)
        return fail(error, EXIT_USAGE, "--largest: is for --invalid clamp");
    const char *ending = strrchr(options->output, '.');
    if (!ending) ending = "";
    const bool exr = strcasecmp(ending, ".exr") == 0, png = strcasecmp(ending, ".png") == 0,
               tiff = strcasecmp(ending, ".tif") == 0 || strcasecmp(ending, ".tiff") == 0;
    if (options->output_type == TOOL_OUTPUT_HALF && !exr)
        return fail(error, EXIT_USAGE, "--output-type: half is for .exr, and %s is another file", options->output);
    if (options->output_type >= TOOL_OUTPUT_8 && !png && !tiff)
        return fail(error, EXIT_USAGE, "--output-type: 8 and 16 are for .png and .tif, and %s is another file",
                    options->output);
    if (options->kernel_center &&
        (sscanf(options->kernel_center, "%6d,%6d%c", &options->center_x, &options->center_y, &rest) != 2))
        return fail(error, EXIT_USAGE, "--kernel-center %s: must be a texel such as 128,128", options->kernel_center);
    if (options->kernel_center && options->method != TOOL_METHOD_FFT)
        return fail(error, EXIT_USAGE, "--kernel-center: is for --method fft");
    if (options->window == TOOL_WINDOW_KERNEL && (tool_pads(options) || options->method != TOOL_METHOD_FFT))
        return fail(error, EXIT_USAGE, "--window kernel: is for --method fft with zero padding");
    int status = parse_channels(options, error);
    if (!status) status = check_look(options, error);
    if (!status) status = check_layer(options, error);
    if (!status) status = check_backend(options, error);
    return status ? status : check_method(options, positional, error);
}

void tool_options_init(tool_options_t *options) {
    memset(options, 0, sizeof *options);
    options->intensity = options->threshold = options->knee = options->boost_min = NAN;
    options->kernel_scale = 1.0;
    options->channel_bits = 7;
}

int tool_options_parse(int argc, char **argv, tool_options_t *options, nbl_error_t *error) {
    const option_t flags[] = {OPTION_FLAG("--check", &options->check),
                              OPTION_FLAG("--fallback", &options->fallback),
                              OPTION_FLAG("--progress", &options->progress),
                              OPTION_FLAG("--preview", &options->preview),
                              OPTION_FLAG("--mask-invert", &options->mask_invert),
                              OPTION_FLAG("--source-mask-invert", &options->source_mask_invert),
                              OPTIONS_END};
    option_t table[TOOL_MOST_OPTIONS];
    const char *paths[3] = {NULL, NULL, NULL};
    uint32_t count;
    tool_options_init(options);
    memcpy(table + tool_options_table(options, table), flags, sizeof flags);
    int status = options_read_list(NULL, argc, argv, table, "IMAGE", paths, 1, 3, &count, error);
    options->image = paths[0];
    options->kernel = paths[1];
    if ((options->check || options->trace) && options->backend == TOOL_BACKEND_ANY)
        options->backend = TOOL_BACKEND_EMULATOR;
    if (options->progress) report_progress(1.0);
    return status ? status : check_together(options, count, paths[2], error);
}

bool tool_boosts(const tool_options_t *options) { return options->boost > 0.0; }

bool tool_looks(const tool_options_t *options) {
    return tool_boosts(options) || options->mask || options->source_mask || options->channel_bits != 7 ||
           options->preview;
}

uint32_t tool_library_combine(const tool_options_t *options) {
    return tool_looks(options) ? (uint32_t)NBL_BLOOM_COMBINE_REPLACE : options->combine;
}
