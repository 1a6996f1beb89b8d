/* nbl-bloom compile: its options; modules as files, SPIR-V or text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench_request.h"
#include "compile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_size(const char *text, uint32_t *width, uint32_t *height) {
    char rest;
    return sscanf(text, "%5ux%5u%c", width, height, &rest) == 2 && *width && *height;
}

/* Reads a size. Argument 1 is the image's size, argument 2 the kernel's size, or its file. */
static int parse_size(compile_request_t *request, int number, const char *text, nbl_error_t *error) {
    if (number == 0 && !is_size(text, &request->width, &request->height))
        return fail(error, EXIT_USAGE, "%s: must be a size such as 1280x720", text);
    if (number == 1 && !is_size(text, &request->kernel_width, &request->kernel_height)) request->kernel_file = text;
    return EXIT_DONE;
}

/* Refuses options of nbl-bloom on which no module and no constant depends. */
static int check_applies(const tool_options_t *o, nbl_error_t *error) {
    const struct {
        bool is_given;
        const char *name;
    } others[] = {{o->timings != NULL, "--timings"},
                  {o->trace != NULL, "--trace"},
                  {o->pipelines != NULL, "--pipelines"},
                  {o->device != NULL, "--device"},
                  {o->frames != NULL, "--frames"},
                  {o->backend != TOOL_BACKEND_ANY, "--backend"},
                  {o->output_type != TOOL_OUTPUT_SAME, "--output-type"},
                  {o->exposure != 0.0, "--exposure"},
                  {o->kernel_scale != 1.0, "--kernel-scale"},
                  {o->kernel_size != 0.0, "--kernel-size"},
                  {o->boost != 0.0 || o->boost_max != 0.0 || !isnan(o->boost_min), "--boost"},
                  {o->mask != NULL, "--mask"},
                  {o->source_mask != NULL, "--source-mask"},
                  {o->mask_layer || o->mask_channel, "--mask-layer and --mask-channel"},
                  {o->channels != NULL, "--channels"},
                  {o->subgroup_size != 0, "--subgroup-size"},
                  {o->threads != 0, "--threads"},
                  {o->max_pixels != 0, "--max-pixels"},
                  {o->max_memory != 0, "--max-memory"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].is_given)
            return fail(error, EXIT_USAGE, "%s: is of runs, and compile writes modules", others[i].name);
    if (!isnan(o->knee) && !(o->knee <= o->threshold))
        return fail(error, EXIT_USAGE, "--knee: is for --threshold, and at most as large as it");
    if (!isnan(o->intensity) && o->combine == NBL_BLOOM_COMBINE_REPLACE)
        return fail(error, EXIT_USAGE, "--intensity: is for --combine mix or add");
    if (o->largest > 0.0 && o->invalid == 1 + NBL_BLOOM_INVALID_REFUSE)
        return fail(error, EXIT_USAGE, "--largest: is for --invalid clamp");
    return EXIT_DONE;
}

/* Checks options against each other, and fills in defaults. */
static int check_together(compile_request_t *request, uint32_t sizes, nbl_error_t *error) {
    bool text = request->target != NBL_TARGET_SPIRV;
    bool blurs = request->options.method != TOOL_METHOD_FFT;
    if (!blurs && sizes < 2)
        return fail(error, EXIT_USAGE, "usage: the size of the kernel is missing; see nbl-bloom compile --help");
    if (blurs && sizes > 1) return fail(error, EXIT_USAGE, "--method: the blurs have no kernel: one size is enough");
    if (blurs && (request->source_is_image || request->source_is_sampled || request->target_is_image ||
                  request->source_format || request->target_format))
        return fail(error, EXIT_USAGE, "--in, --out: a blur reads and writes buffers of rgba32f");
    if (request->options.low_resolution &&
        (blurs || tool_pads(&request->options) || request->source_is_image || request->source_is_sampled ||
         request->target_is_image || request->source_format || request->target_format))
        return fail(error, EXIT_USAGE, "--low-resolution: is for --method fft, zero padding and buffers of rgba32f");
    if (request->options.core && !request->options.low_resolution)
        return fail(error, EXIT_USAGE, "--core: is for --low-resolution");
    if (request->kernel_file && !request->options.low_resolution)
        return fail(error, EXIT_USAGE, "%s: must be a size such as 256x256; files are for --low-resolution",
                    request->kernel_file);
    if (!request->options.output || !request->options.output[0])
        return fail(error, EXIT_USAGE, "-o: is missing: the folder to write to; see nbl-bloom compile --help");
    if (!text && request->opaque) return fail(error, EXIT_USAGE, "--opaque: is for the targets that are texts");
    if (text && (request->source_is_image || request->source_is_sampled || request->target_is_image))
        return fail(error, EXIT_USAGE, "--in, --out: images are for --target spirv");
    if (!request->shared) request->shared = text ? NBL_TEXT_MAX_SHARED_BYTES : 32768;
    if (!request->options.invalid) request->options.invalid = 1 + NBL_BLOOM_INVALID_CLAMP; /* it is an engine's */
    if (!request->invocations) request->invocations = text ? NBL_TEXT_MAX_INVOCATIONS : 1024;
    return EXIT_DONE;
}

/* Reads FORMAT, FORMAT-image or FORMAT-sampled; NULL: not given. */
static int parse_texels(const char *option, const char *value, nbl_bloom_format_t *format, bool *is_image,
                        bool *is_sampled, nbl_error_t *error) {
    if (!value || bench_parse_texels(value, strlen(value), format, is_image, is_sampled)) return EXIT_DONE;
    return fail(error, EXIT_USAGE,
                "%s %s: must be rgba32f, rgba16f, b10g11r11, rgba8 or srgb8, with -image%s if it is one", option, value,
                is_sampled ? " or -sampled" : "");
}

static int parse(int argc, char **argv, compile_request_t *request, nbl_error_t *error) {
    const char *sizes[2] = {NULL, NULL}, *in = NULL, *out = NULL;
    uint32_t count;
    memset(request, 0, sizeof *request);
    tool_options_init(&request->options);
    const option_t own[] = {
        OPTION_WORD("--target", &request->target, NBL_TARGET_WORDS),
        OPTION_WORD("--opaque", &request->opaque, "default|none|constants|products|all"),
        OPTION_WORD("--modules", &request->is_short, "fast|short"),
        OPTION_TEXT("--in", &in, "a format"),
        OPTION_TEXT("--out", &out, "a format"),
        OPTION_COUNT("--max-shared-bytes", &request->shared, 1, 1u << 20),
        OPTION_COUNT("--max-invocations", &request->invocations, 1, 1024),
        OPTIONS_END,
    };
    option_t table[TOOL_MOST_OPTIONS];
    memcpy(table + tool_options_table(&request->options, table), own, sizeof own);
    int code = options_read_list("compile", argc, argv, table, "the size of the image", sizes, 1, 2, &count, error);
    for (uint32_t i = 0; i < count && !code; i++) code = parse_size(request, (int)i, sizes[i], error);
    if (!code)
        code = parse_texels("--in", in, &request->source_format, &request->source_is_image, &request->source_is_sampled,
                            error);
    if (!code) code = parse_texels("--out", out, &request->target_format, &request->target_is_image, NULL, error);
    if (!code) code = check_applies(&request->options, error);
    return code ? code : check_together(request, count, error);
}

int compile_write_file(const compile_request_t *request, const char *name, const void *data, size_t size,
                       nbl_error_t *error) {
    return folder_write(request->folder, name, data, size, error);
}

const char *compile_target_name(const compile_request_t *request, char text[32]) {
    return options_word(NBL_TARGET_WORDS, request->target, text);
}

/* Makes a file's name of a pass: "first axis" becomes first_axis, with the target's ending. */
static void file_name(const compile_request_t *request, const char *pass, char name[64]) {
    snprintf(name, 64, "%s.%s", pass, nbl_target_extension((nbl_target_t)request->target));
    for (char *c = name; *c; c++)
        if (*c == ' ') *c = '_';
}

int compile_write_module(const compile_request_t *request, const char *pass, const char *about,
                         const nbl_spirv_t *spirv, char file[64], char **interface, nbl_error_t *error) {
    char *text = NULL;
    const nbl_write_text_desc_t desc = {.target = (nbl_target_t)request->target,
                                        .mode = (nbl_mode_t)request->options.mode,
                                        .opaque = (nbl_opaque_t)request->opaque,
                                        .about = about,
                                        .uniform_binding = COMPILE_UNIFORM_BINDING,
                                        .max_shared_bytes = request->shared,
                                        .max_invocations = request->invocations};
    *interface = NULL;
    file_name(request, pass, file);
    if (request->target != NBL_TARGET_SPIRV &&
        nbl_write_text(spirv->words, spirv->word_count, &desc, &text, interface, error) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "%s: %s", pass, error->text);
    int code = compile_write_file(request, file, text ? (const void *)text : spirv->words,
                                  text ? strlen(text) : spirv->word_count * sizeof *spirv->words, error);
    nbl_text_free(text);
    return code;
}

static int write_all(const compile_request_t *request, nbl_error_t *error) {
    nbl_bloom_plan_t plan;
    if (request->options.method != TOOL_METHOD_FFT) {
        nbl_blur_plan_t blur;
        const nbl_blur_desc_t desc = compile_describe_blur(request);
        if (nbl_blur_plan_make(&desc, &blur, error) != NBL_SUCCESS)
            return fail(error, EXIT_FAILED, "plan: %s", error->text);
        return compile_write_blur(request, &blur, error);
    }
    if (request->options.low_resolution) return compile_write_low(request, error);
    nbl_bloom_desc_t desc = compile_describe(request);
    if (nbl_bloom_plan_make(&desc, &plan, error) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "plan: %s", error->text);
    return compile_write_bloom(request, &plan, error);
}

int compile_main(int argc, char **argv, nbl_error_t *error) {
    compile_request_t request;
    folder_t folder;
    int code = parse(argc, argv, &request, error);
    if (code != EXIT_DONE) return code;
    request.folder = &folder;
    code = folder_begin(&folder, request.options.output, error);
    return folder_end(&folder, code == EXIT_DONE ? write_all(&request, error) : code, error);
}
