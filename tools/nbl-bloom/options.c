/* The command line of nbl-bloom.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Options that take one of a few names; a name's position is its value, the first one the default. */
typedef struct choice_t {
    const char *option;
    const char *names[5];
    size_t field; /* of tool_options_t, an int */
} choice_t;

#define FIELD(name) offsetof(tool_options_t, name)
static const choice_t choices[] = {
    {"--padding", {"zero", "mirror"}, FIELD(padding)},
    {"--first-axis", {"auto", "x", "y"}, FIELD(first_axis)},
    {"--kernel-mode", {"pad", "resample"}, FIELD(kernel_mode)},
    {"--normalize", {"luminance", "none"}, FIELD(normalize)},
    {"--combine", {"replace", "mix", "add"}, FIELD(combine)},
    {"--algorithm", {"stockham", "radix2-shuffle"}, FIELD(algorithm)},
    {"--precision", {"fp32", "fp16"}, FIELD(storage)},
    {"--mode", {"exact", "fast"}, FIELD(mode)},
    {"--backend", {"", "vulkan", "emulator"}, FIELD(backend)}, /* the default has no name: whichever there is */
    {"--output-type", {"float", "half"}, FIELD(output_type)},
    {"--method", {"fft", "dual-filter", "prefix-sum"}, FIELD(method)},
    {"--wrap", {"", "repeat", "clamp", "border", "mirror"}, FIELD(wrap)}, /* the default is the library's */
    {"--interpolation",
     {"six-taps", "cubic", "b-spline", "linear"},
     FIELD(interpolation)}, /* not the library's order */
    {"--low-resolution", {"", "2", "4"}, FIELD(low_resolution)},
    {"--tonemap", {"aces", "none", "reinhard"}, FIELD(tone)},
};
_Static_assert(NBL_BLOOM_PADDING_ZERO == 0 && NBL_BLOOM_PADDING_MIRROR == 1, "order of --padding");
_Static_assert(NBL_BLOOM_AXIS_AUTO == 0 && NBL_BLOOM_AXIS_X == 1 && NBL_BLOOM_AXIS_Y == 2, "order of --first-axis");
_Static_assert(NBL_BLOOM_KERNEL_PAD == 0 && NBL_BLOOM_KERNEL_RESAMPLE == 1, "order of --kernel-mode");
_Static_assert(NBL_BLOOM_NORMALIZE_LUMINANCE == 0 && NBL_BLOOM_NORMALIZE_NONE == 1, "order of --normalize");
_Static_assert(NBL_BLOOM_COMBINE_REPLACE == 0 && NBL_BLOOM_COMBINE_MIX == 1 && NBL_BLOOM_COMBINE_ADD == 2,
               "order of --combine");
_Static_assert(NBL_BLOOM_STORAGE_FLOAT32 == 0 && NBL_BLOOM_STORAGE_FLOAT16 == 1, "order of --precision");
_Static_assert(NBL_MODE_EXACT == 0 && NBL_MODE_FAST == 1, "order of --mode");
_Static_assert(NBL_IMAGE_TYPE_FLOAT == 0 && NBL_IMAGE_TYPE_HALF == 1, "order of --output-type");
_Static_assert(TOOL_METHOD_FFT == 0 && TOOL_METHOD_DUAL_FILTER == 1 && TOOL_METHOD_PREFIX_SUM == 2,
               "order of --method");
_Static_assert(NBL_BLUR_WRAP_REPEAT == 0 && NBL_BLUR_WRAP_CLAMP == 1 && NBL_BLUR_WRAP_BORDER == 2 &&
                   NBL_BLUR_WRAP_MIRROR == 3,
               "order of --wrap");
_Static_assert(NBL_IMAGE_TONE_ACES == 0 && NBL_IMAGE_TONE_NONE == 1 && NBL_IMAGE_TONE_REINHARD == 2,
               "order of --tonemap");
enum { CHOICES = sizeof choices / sizeof *choices, NAMES = sizeof choices[0].names / sizeof choices[0].names[0] };

void tool_print_help(void) {
    fputs("nbl-bloom: convolves an HDR image with a kernel by FFT\n"
          "nbl-bloom IMAGE KERNEL -o OUT [options]; also nbl-bloom kernel (makes one),\n"
          "check (advises on one), compile (writes shaders), bench; --help of each.\n"
          "By extension: .exr, .hdr, .png, .jpg, .tif; in.%04d.exr is a sequence, OUT too.\n"
          "\n"
          "  -o OUT                      written whole or not at all\n"
          "  --padding zero|mirror       what lies around the image (zero)\n"
          "  --kernel-mode pad|resample  exact, or by interpolated spectrum: ghosts (pad)\n"
          "  --interpolation six-taps|cubic|b-spline|linear  of resample (six-taps)\n"
          "  --normalize luminance|none  what the kernel is divided by (luminance)\n"
          "  --sharpen T                 0: the kernel as it is, 1: no bloom (0)\n"
          "  --combine replace|mix|add   how the bloom comes back to the image (replace)\n"
          "  --intensity I               of mix, 0 to 1, or of add (1)\n"
          "  --threshold T, --knee K     what is brighter blooms, from T - K on (all)\n"
          "  --exposure E                of what is written, in stops (0)\n"
          "  --tonemap aces|none|reinhard  of .png and .jpg (aces)\n"
          "  --frames A-B                of a sequence (from 0 or 1 to the last)\n"
          "  --low-resolution 2|4, --core R  the kernel's tail at 1/2 or 1/4 of the size\n"
          "  --method fft|dual-filter|prefix-sum  the last two blur without KERNEL (fft):\n"
          "      --levels L, --spread S; --sigma S, --boxes K, --wrap MODE: docs/blurs.md\n"
          "  --first-axis auto|x|y, --algorithm stockham|radix2-shuffle  (the first ones)\n"
          "  --precision fp32|fp16       how intermediates are stored (fp32)\n"
          "  --mode exact|fast           exact: the same bits on every device (exact)\n"
          "  --backend vulkan|emulator   (Vulkan where there is a GPU that can); emulator:\n"
          "      --subgroup-size S, --threads N, --check for races, --trace FILE.json\n"
          "  --device N|NAME, --fallback  of Vulkan; the emulator where a device fails\n"
          "  --timings FILE.json         device, lengths, and what each pass took\n"
          "  --output-type float|half    of an .exr (float)\n"
          "  --max-pixels N, --max-memory MIB   refuse what is larger, before it is read\n"
          "Example, with what `make demo` leaves behind:\n"
          "  build/nbl-bloom build/demo/scene.exr build/demo/heart.exr -o bloom.exr\n"
          "Exit code: 0 done, 1 could not be done, 2 wrong usage. --version: the version.\n",
          stdout);
}

int tool_wrong_usage(const char *what, const char *why, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, why);
    vsnprintf(text, sizeof text, why, arguments);
    va_end(arguments);
    tool_fail(what, "%s", text);
    return TOOL_WRONG_USAGE;
}

const char *tool_name_of(const char *option, int value) {
    for (int i = 0; i < CHOICES; i++)
        if (strcmp(choices[i].option, option) == 0) return choices[i].names[value];
    return "";
}

static int parse_choice(const choice_t *choice, const char *value, tool_options_t *options) {
    char list[128] = "";
    for (int i = 0; i < NAMES && choice->names[i]; i++) {
        if (!choice->names[i][0]) continue;
        if (strcmp(choice->names[i], value) == 0) {
            memcpy((char *)options + choice->field, &i, sizeof i);
            return TOOL_DONE;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", choice->names[i]);
    }
    return tool_wrong_usage(choice->option, "unknown value '%s'; there is: %s", value, list);
}

int tool_parse_count(const char *option, const char *value, uint32_t lowest, uint32_t highest, uint32_t *count) {
    char *end;
    unsigned long n = value[0] >= '0' && value[0] <= '9' ? strtoul(value, &end, 10) : (end = (char *)value, 0);
    if (end == value || *end || n < lowest || n > highest)
        return tool_wrong_usage(option, "'%s' is no whole number from %u to %u", value, lowest, highest);
    *count = (uint32_t)n;
    return TOOL_DONE;
}

static int parse_number(const char *option, const char *value, float most, float *number) {
    char *end;
    *number = strtof(value, &end);
    if (end == value || *end || !(*number >= 0.0f && *number <= most))
        return tool_wrong_usage(option, "'%s' is no number from 0 to %g", value, (double)most);
    return TOOL_DONE;
}

static int parse_exposure(const char *option, const char *value, float *stops) {
    char *end;
    *stops = strtof(value, &end);
    if (end == value || *end || !(fabsf(*stops) <= 60.0f))
        return tool_wrong_usage(option, "'%s' is no number of stops from -60 to 60", value);
    return TOOL_DONE;
}

bool tool_options_value(const char *option, const char *value, tool_options_t *options, int *code) {
    *code = TOOL_DONE;
    for (int i = 0; i < CHOICES; i++)
        if (strcmp(choices[i].option, option) == 0) {
            if (value) *code = parse_choice(&choices[i], value, options);
            return true;
        }
    const struct {
        const char *option;
        const char **text;
    } texts[] = {{"-o", &options->output},
                 {"--timings", &options->timings},
                 {"--trace", &options->trace},
                 {"--device", &options->device},
                 {"--frames", &options->frames}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].option, option) == 0) {
            if (value && !value[0]) *code = tool_wrong_usage(option, "is empty");
            *texts[i].text = value;
            return true;
        }
    const struct {
        const char *option;
        float most, *number;
    } numbers[] = {{"--sharpen", 1.0f, &options->sharpening},  {"--intensity", 1e6f, &options->intensity},
                   {"--threshold", 1e6f, &options->threshold}, {"--knee", 1e6f, &options->knee},
                   {"--spread", 1.0f, &options->spread},       {"--sigma", 1e5f, &options->sigma}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].option, option) == 0) {
            if (value) *code = parse_number(option, value, numbers[i].most, numbers[i].number);
            return true;
        }
    if (strcmp(option, "--exposure") == 0) {
        if (value) *code = parse_exposure(option, value, &options->exposure);
        return true;
    }
    if (strcmp(option, "--levels") == 0 || strcmp(option, "--boxes") == 0) {
        bool levels = option[2] == 'l';
        if (value)
            *code = tool_parse_count(option, value, 1, levels ? NBL_BLUR_MAX_LEVELS : 8,
                                     levels ? &options->levels : &options->boxes);
        return true;
    }
    if (strcmp(option, "--core") == 0) {
        if (value) *code = tool_parse_count(option, value, 1, NBL_BLOOM_LOW_MAX_RADIUS, &options->core);
        return true;
    }
    if (strcmp(option, "--subgroup-size") == 0) {
        if (value) *code = tool_parse_count(option, value, 1, 128, &options->subgroup_size);
        if (value && !*code && (options->subgroup_size & (options->subgroup_size - 1)) != 0)
            *code = tool_wrong_usage(option, "'%s' is no power of two from 1 to 128", value);
        return true;
    }
    if (strcmp(option, "--threads") == 0) {
        if (value) *code = tool_parse_count(option, value, 1, 4096, &options->threads);
        return true;
    }
    if (strcmp(option, "--max-pixels") == 0 || strcmp(option, "--max-memory") == 0) {
        uint32_t *limit = option[6] == 'p' ? &options->max_pixels : &options->max_memory;
        if (value) *code = tool_parse_count(option, value, 1, UINT32_MAX, limit);
        return true;
    }
    return false;
}

/* Options of one method alone. */
static int check_method(const tool_options_t *options, int positional) {
    bool blurs = options->method != TOOL_METHOD_FFT, sums = options->method == TOOL_METHOD_PREFIX_SUM;
    if (blurs && positional == 2) return tool_wrong_usage(options->kernel, "a kernel is for --method fft");
    if (blurs && (options->sharpening > 0.0f || options->padding || options->kernel_mode || options->normalize ||
                  options->first_axis || options->algorithm || options->storage))
        return tool_wrong_usage("--method", "the options of the FFT and its kernel are for fft");
    if (blurs && options->low_resolution) return tool_wrong_usage("--low-resolution", "is for --method fft");
    if (options->core && !options->low_resolution) return tool_wrong_usage("--core", "is for --low-resolution");
    if (options->low_resolution && (options->padding || options->sharpening > 0.0f || options->trace))
        return tool_wrong_usage("--low-resolution", "is for zero padding, without --sharpen and --trace");
    if ((options->levels || options->spread > 0.0f) && options->method != TOOL_METHOD_DUAL_FILTER)
        return tool_wrong_usage(options->levels ? "--levels" : "--spread", "is for --method dual-filter");
    if ((options->sigma > 0.0f || options->boxes || options->wrap) && !sums)
        return tool_wrong_usage(options->wrap    ? "--wrap"
                                : options->boxes ? "--boxes"
                                                 : "--sigma",
                                "is for --method prefix-sum");
    if ((options->trace || options->subgroup_size) && blurs)
        return tool_wrong_usage(options->trace ? "--trace" : "--subgroup-size", "is for --method fft");
    if (tool_is_sequence(options->image) != tool_is_sequence(options->output))
        return tool_wrong_usage(tool_is_sequence(options->image) ? options->output : options->image,
                                "is one file, and the other path a sequence");
    if (options->frames && !tool_is_sequence(options->image))
        return tool_wrong_usage("--frames", "is for a sequence such as in.%%04d.exr");
    return TOOL_DONE;
}

static int check_together(const tool_options_t *options, int positional) {
    if (positional == 1 && options->method != TOOL_METHOD_FFT) positional = 3; /* no kernel is wanted */
    if (positional < 2) return tool_wrong_usage("usage", "IMAGE and KERNEL are wanted (see --help)");
    if (!options->output) return tool_wrong_usage("-o", "is missing: where to write the result (see --help)");
    if (!isnan(options->intensity) && options->combine == NBL_BLOOM_COMBINE_REPLACE)
        return tool_wrong_usage("--intensity", "is for --combine mix or add");
    if (options->combine == NBL_BLOOM_COMBINE_MIX && options->intensity > 1.0f)
        return tool_wrong_usage("--intensity", "is at most 1 for --combine mix");
    if (!isnan(options->knee) && !(options->knee <= options->threshold))
        return tool_wrong_usage("--knee", "is for --threshold, and not above it");
    if (options->device && options->backend == TOOL_BACKEND_EMULATOR)
        return tool_wrong_usage("--device", "is for --backend vulkan");
    if (options->fallback && options->backend == TOOL_BACKEND_EMULATOR)
        return tool_wrong_usage("--fallback", "is for --backend vulkan");
    if (options->subgroup_size && options->backend != TOOL_BACKEND_EMULATOR)
        return tool_wrong_usage("--subgroup-size", "is for --backend emulator");
    if (options->threads && options->backend != TOOL_BACKEND_EMULATOR)
        return tool_wrong_usage("--threads", "is for --backend emulator");
    if (options->check && options->backend != TOOL_BACKEND_EMULATOR)
        return tool_wrong_usage("--check", "is for --backend emulator");
    if (options->trace && options->backend != TOOL_BACKEND_EMULATOR)
        return tool_wrong_usage("--trace", "is for --backend emulator");
    if (options->interpolation && options->kernel_mode != NBL_BLOOM_KERNEL_RESAMPLE)
        return tool_wrong_usage("--interpolation", "is for --kernel-mode resample");
    const char *ending = strrchr(options->output, '.');
    if (options->output_type == NBL_IMAGE_TYPE_HALF && (!ending || strcasecmp(ending, ".exr") != 0))
        return tool_wrong_usage("--output-type", "half is for .exr, and %s is none", options->output);
    return check_method(options, positional);
}

void tool_options_init(tool_options_t *options) {
    memset(options, 0, sizeof *options);
    options->intensity = options->threshold = options->knee = NAN;
}

int tool_options_parse(int argc, char **argv, tool_options_t *options) {
    tool_options_init(options);
    int positional = 0;
    bool only_paths = false;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (!only_paths && strcmp(argument, "--") == 0) {
            only_paths = true;
            continue;
        }
        if (only_paths || argument[0] != '-' || !argument[1]) {
            if (positional == 2)
                return tool_wrong_usage(argument, "one path too many: IMAGE and KERNEL are there already");
            *(positional++ == 0 ? &options->image : &options->kernel) = argument;
            continue;
        }
        if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            options->help = true;
            return TOOL_DONE;
        }
        if (strcmp(argument, "--version") == 0) {
            options->version = true;
            return TOOL_DONE;
        }
        if (strcmp(argument, "--fallback") == 0) {
            options->fallback = true;
            continue;
        }
        if (strcmp(argument, "--check") == 0) {
            options->check = true;
            continue;
        }
        /* --name=value is --name value. */
        char name[64];
        const char *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
        size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), argument);
        int code;
        if (!tool_options_value(name, NULL, options, &code))
            return tool_wrong_usage(name, "unknown option (see --help)");
        if (!equals && i + 1 == argc) return tool_wrong_usage(name, "its value is missing (see --help)");
        tool_options_value(name, equals ? equals + 1 : argv[++i], options, &code);
        if (code) return code;
    }
    return check_together(options, positional);
}
