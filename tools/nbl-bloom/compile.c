/* nbl-bloom compile: its options; modules as files, SPIR-V or text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench_request.h"
#include "compile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "file/output.h"

const char *const compile_targets[] = {"spirv", "wgsl", "msl", "hlsl", "glsl", "essl", "opencl", NULL};
static const char *const modules[] = {"fast", "short", NULL};
static const char *const levels[] = {"default", "none", "constants", "products", "all", NULL};

static void print_help(void) {
    fputs(
        "nbl-bloom compile WIDTHxHEIGHT KERNEL_WIDTHxKERNEL_HEIGHT -o FOLDER [options]\n"
        "Writes the passes of a bloom of such sizes into FOLDER, which is made, and bloom.json: what to bind, and to "
        "dispatch.\n"
        "\n"
        "  --target spirv|wgsl|msl|hlsl|glsl|essl|opencl  (spirv)\n"
        "  --padding, --kernel-mode, --normalize, --first-axis, --algorithm, --precision, --mode\n"
        "                              as of nbl-bloom\n"
        "  --method dual-filter|prefix-sum with --levels, --spread, --sigma, --boxes, --wrap, --combine, --threshold:\n"
        "                              the passes of a blur, without a kernel's size\n"
        "  --low-resolution 2|4, --core R\n"
        "                              the tail at low resolution; a kernel's file in its size's place: core and tail, "
        "too\n"
        "  --in FORMAT[-image|-sampled], --out FORMAT[-image]\n"
        "                              rgba32f, rgba16f, b10g11r11, rgba8 or srgb8 (rgba32f); images for spirv alone\n"
        "  --opaque default|none|constants|products|all   how exact texts hide results from compilers\n"
        "  --modules fast|short        short ones are built sooner where the device's compiler is slow; same bits "
        "(fast)\n"
        "  --max-shared-bytes N        of a workgroup (texts 16384, as in WebGPU; spirv 32768)\n"
        "  --max-invocations N         of a workgroup (texts 256, as in WebGPU; spirv 1024)\n"
        "\n"
        "Example:\n"
        "  nbl-bloom compile 1280x720 256x256 --target wgsl -o bloom-wgsl\n",
        stdout);
}

static int parse_word(const char *option, const char *value, const char *const *words, uint32_t *number) {
    for (*number = 0; words[*number]; ++*number)
        if (strcmp(words[*number], value) == 0) return TOOL_DONE;
    return tool_wrong_usage(option, "unknown value '%s' (see nbl-bloom compile --help)", value);
}

static bool is_size(const char *text, uint32_t *width, uint32_t *height) {
    char rest;
    return sscanf(text, "%5ux%5u%c", width, height, &rest) == 2 && *width && *height;
}

/* The first is the image's size, the second the kernel's, or its file. */
static int parse_size(compile_request_t *request, int number, const char *text) {
    if (number == 0 && !is_size(text, &request->width, &request->height))
        return tool_wrong_usage(text, "is no size such as 1280x720");
    if (number == 1 && !is_size(text, &request->kernel_width, &request->kernel_height)) request->kernel_file = text;
    return TOOL_DONE;
}

static int parse_option(compile_request_t *request, const char *option, const char *value) {
    int code;
    if (!value) return tool_wrong_usage(option, "its value is missing (see nbl-bloom compile --help)");
    if (strcmp(option, "--target") == 0) return parse_word(option, value, compile_targets, &request->target);
    if (strcmp(option, "--opaque") == 0) return parse_word(option, value, levels, &request->opaque);
    if (strcmp(option, "--modules") == 0) return parse_word(option, value, modules, &request->is_short);
    bool in = strcmp(option, "--in") == 0;
    if (in || strcmp(option, "--out") == 0) {
        bool good = bench_parse_texels(value, strlen(value), in ? &request->source_format : &request->target_format,
                                       in ? &request->source_is_image : &request->target_is_image,
                                       in ? &request->source_is_sampled : NULL);
        return good ? TOOL_DONE : tool_wrong_usage(option, "unknown value '%s' (see nbl-bloom compile --help)", value);
    }
    if (strcmp(option, "--max-shared-bytes") == 0)
        return tool_parse_count(option, value, 1, 1u << 20, &request->shared);
    if (strcmp(option, "--max-invocations") == 0)
        return tool_parse_count(option, value, 1, 1024, &request->invocations);
    if (!tool_options_value(option, value, &request->options, &code))
        return tool_wrong_usage(option, "unknown option (see nbl-bloom compile --help)");
    return code;
}

static int parse(int argc, char **argv, compile_request_t *request) {
    int sizes = 0, code = TOOL_DONE;
    memset(request, 0, sizeof *request);
    tool_options_init(&request->options);
    for (int i = 1; i < argc && code == TOOL_DONE; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            request->help = true;
            return TOOL_DONE;
        }
        if (argv[i][0] == '-') {
            code = parse_option(request, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        } else if (sizes == 2) {
            return tool_wrong_usage(argv[i], "two sizes are there already: of the image and of the kernel");
        } else {
            code = parse_size(request, sizes++, argv[i]);
        }
    }
    if (code != TOOL_DONE) return code;
    bool text = request->target != NBL_TARGET_SPIRV;
    bool blurs = request->options.method != TOOL_METHOD_FFT;
    if (sizes < (blurs ? 1 : 2))
        return tool_wrong_usage("usage", blurs ? "the size of the image is wanted (see --help)"
                                               : "the sizes of image and kernel are wanted (see --help)");
    if (blurs && sizes > 1) return tool_wrong_usage("--method", "the blurs have no kernel: one size is wanted");
    if (blurs && (request->source_is_image || request->source_is_sampled || request->target_is_image ||
                  request->source_format || request->target_format))
        return tool_wrong_usage("--in, --out", "the blurs' are buffers of rgba32f");
    if (request->options.low_resolution &&
        (blurs || request->options.padding || request->source_is_image || request->source_is_sampled ||
         request->target_is_image || request->source_format || request->target_format))
        return tool_wrong_usage("--low-resolution", "is for --method fft, zero padding and buffers of rgba32f");
    if (request->options.core && !request->options.low_resolution)
        return tool_wrong_usage("--core", "is for --low-resolution");
    if (request->kernel_file && !request->options.low_resolution)
        return tool_wrong_usage(request->kernel_file, "is no size such as 256x256; files are for --low-resolution");
    if (!request->options.output || !request->options.output[0])
        return tool_wrong_usage("-o", "is missing: the folder to write to (see --help)");
    if (!text && request->opaque) return tool_wrong_usage("--opaque", "is for the targets that are texts");
    if (text && (request->source_is_image || request->source_is_sampled || request->target_is_image))
        return tool_wrong_usage("--in, --out", "images are for --target spirv");
    if (!request->shared) request->shared = text ? NBL_TEXT_MAX_SHARED_BYTES : 32768;
    if (!request->invocations) request->invocations = text ? NBL_TEXT_MAX_INVOCATIONS : 1024;
    return TOOL_DONE;
}

int compile_write_file(const char *folder, const char *name, const void *data, size_t size) {
    char path[4096];
    nbl_output_t output;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return tool_fail(folder, "is too long");
    int error = nbl_output_begin(&output, path);
    if (!error) {
        nbl_output_write(&output, data, size);
        error = nbl_output_end(&output);
    }
    return tool_fail_to_write(path, error);
}

/* "first axis" as the name of a file, with what its target's files end with. */
static void file_name(const compile_request_t *request, const char *pass, char name[64]) {
    snprintf(name, 64, "%s.%s", pass, nbl_target_extension((nbl_target_t)request->target));
    for (char *c = name; *c; c++)
        if (*c == ' ') *c = '_';
}

int compile_write_module(const compile_request_t *request, const char *pass, const char *about,
                         const nbl_spirv_t *spirv, char file[64], char **interface) {
    char *text = NULL;
    nbl_error_t error;
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
        nbl_write_text(spirv->words, spirv->word_count, &desc, &text, interface, &error) != NBL_SUCCESS)
        return tool_fail(pass, "%s", error.text);
    int code = compile_write_file(request->options.output, file, text ? (const void *)text : spirv->words,
                                  text ? strlen(text) : spirv->word_count * sizeof *spirv->words);
    nbl_text_free(text);
    return code;
}

/* With the folders above it, as mkdir -p. */
static int make_folder(const char *folder) {
    char path[4096];
    const size_t length = strlen(folder);
    if (length >= sizeof path) return tool_fail(folder, "is too long");
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        path[i] = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return tool_fail(path, "%s", strerror(errno));
        path[i] = i < length ? '/' : '\0';
    }
    return TOOL_DONE;
}

int compile_main(int argc, char **argv) {
    compile_request_t request;
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    int code = parse(argc, argv, &request);
    if (code != TOOL_DONE) return code;
    if (request.help) {
        print_help();
        return TOOL_DONE;
    }
    if (request.options.method != TOOL_METHOD_FFT) {
        nbl_blur_plan_t blur;
        const nbl_blur_desc_t desc = compile_describe_blur(&request);
        if (nbl_blur_plan_make(&desc, &blur, &error) != NBL_SUCCESS) return tool_fail("plan", "%s", error.text);
        code = make_folder(request.options.output);
        return code ? code : compile_write_blur(&request, &blur);
    }
    if (request.options.low_resolution) {
        code = make_folder(request.options.output);
        return code ? code : compile_write_low(&request);
    }
    nbl_bloom_desc_t desc = compile_describe(&request);
    if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) return tool_fail("plan", "%s", error.text);
    code = make_folder(request.options.output);
    return code ? code : compile_write_bloom(&request, &plan);
}
