/* nbl-bloom compile --low-resolution: the passes of both sizes, and what to bind and dispatch as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/low.h"
#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The library's workspace as three buffers, since WebGPU lets no pass read one part of a buffer and write another:
 *
 *   core   the taps, and from tail_offset on the low bloom      tail   the taps      low image
 */
static int write_own_pass(const compile_request_t *request, const nbl_bloom_low_plan_t *plan,
                          const nbl_bloom_frame_t *frame, uint32_t number, nbl_text_t *json, nbl_error_t *error) {
    const nbl_bloom_vulkan_desc_t how = {.mode = (nbl_mode_t)request->options.mode, .unroll = true};
    const nbl_bloom_low_pass_t *pass = &plan->passes[number];
    nbl_bloom_low_constants_t of_frame = nbl_bloom_low_frame_constants(pass, frame);
    uint32_t constants[sizeof of_frame / 4];
    char file[64], about[256], *interface;
    nbl_spirv_t spirv;
    snprintf(
        about, sizeof about,
        "Bloom of %ux%u texels at low resolution: %s.\nDispatch %llu workgroups; beyond 65535 in x and y. low.json "
        "has the uniforms and what to bind.",
        request->width, request->height, pass->name, (unsigned long long)pass->workgroups);
    if (nbl_bloom_low_pass_compile(pass, &how, &spirv, error) != NBL_SUCCESS) {
        nbl_spirv_free(&spirv);
        return fail(error, EXIT_FAILED, "%s: %s", pass->name, error->text);
    }
    int code = compile_write_module(request, pass->name, about, &spirv, file, &interface, error);
    of_frame.low_image = 0;
    of_frame.low_bloom = (uint32_t)(plan->tail_offset / 16u);
    memcpy(constants, &of_frame, sizeof constants);
    nbl_text_format(json,
                    ",\n    {\"name\": \"%s\", \"file\": \"%s\", \"workgroups\": %llu,\n     \"buffers\": [\"image\", "
                    "\"%s\", \"result\"],\n     \"constants\": [",
                    pass->name, file, (unsigned long long)pass->workgroups,
                    number == NBL_BLOOM_LOW_DOWN ? "low image" : "core");
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
        nbl_text_format(json, "%s%u", k ? ", " : "", constants[k]);
    nbl_text_format(json, "],\n     \"interface\": %s}", interface ? interface : "null");
    nbl_text_free(interface);
    nbl_spirv_free(&spirv);
    return code;
}

static void append_head(nbl_text_t *json, const compile_request_t *request, const nbl_bloom_low_plan_t *plan) {
    char target[32], mode[32];
    const unsigned long long bytes = 16ull * request->width * request->height;
    const nbl_bloom_plan_t *low = &plan->bloom;
    nbl_text_format(json,
                    "{\n  \"target\": \"%s\",\n  \"mode\": \"%s\",\n  \"low_resolution\": %u,\n  \"core\": %u,\n"
                    "  \"width\": %u,\n  \"height\": %u,\n  \"kernel_width\": %u,\n  \"kernel_height\": %u,\n",
                    compile_target_name(request, target), options_word(TOOL_MODE_WORDS, request->options.mode, mode),
                    plan->desc.factor, plan->desc.core_radius, request->width, request->height,
                    plan->desc.bloom.kernel_width, plan->desc.bloom.kernel_height);
    const unsigned long long low_bytes = plan->low_bloom_offset - plan->low_image_offset, core = plan->tail_offset;
    nbl_text_format(
        json,
        "  \"buffers\": {\"image\": %llu, \"core\": %llu, \"tail\": %llu, \"low image\": %llu, \"rows\": %llu, "
        "\"plain\": %llu, \"spectrum\": %llu, \"sums\": %u, \"result\": %llu},\n"
        "  \"parts\": {\"low bloom\": {\"buffer\": \"core\", \"offset\": %llu, \"bytes\": %llu}},\n",
        bytes, core + low_bytes, (unsigned long long)(plan->kernel_bytes - plan->tail_offset), low_bytes,
        (unsigned long long)low->rows_bytes, (unsigned long long)low->plain_bytes,
        (unsigned long long)low->spectrum_bytes, NBL_BLOOM_SUMS_BYTES, bytes, core, low_bytes);
    nbl_text_format(json, "  \"uniform_binding\": %d,\n  \"first_of_image\": %d,\n  \"passes\": [",
                    COMPILE_UNIFORM_BINDING, NBL_BLOOM_PASS_FIRST_AXIS);
}

/* Writes the passes in the order in which they run: the tail's once, then those of each image. */
static int write_passes(const compile_request_t *request, const nbl_bloom_low_plan_t *plan, nbl_text_t *json,
                        nbl_error_t *error) {
    static const compile_buffers_t buffers = {"low.json", "low image", "tail", "low bloom"};
    const nbl_bloom_frame_t frame = tool_frame(&request->options), plain = nbl_bloom_frame_init();
    int code = EXIT_DONE;
    for (int i = 0; i < NBL_BLOOM_PASSES && !code; i++) {
        if (i == NBL_BLOOM_PASS_FIRST_AXIS)
            code = write_own_pass(request, plan, &frame, NBL_BLOOM_LOW_DOWN, json, error);
        if (!code)
            code = compile_write_pass(request, &plan->bloom, &plain, &buffers, (nbl_bloom_pass_name_t)i, json, error);
    }
    return code ? code : write_own_pass(request, plan, &frame, NBL_BLOOM_LOW_UP, json, error);
}

/* Writes the files core.bin and tail.bin, with which the buffers of these names begin. */
static int write_kernel(const compile_request_t *request, const nbl_bloom_low_plan_t *plan, const nbl_image *kernel,
                        nbl_error_t *error) {
    const size_t core = (size_t)plan->tail_offset, bytes = (size_t)plan->kernel_bytes;
    char *parts = calloc(1, bytes);
    if (!parts) return fail(error, EXIT_FAILED, "memory: not enough for the kernel");
    const nbl_result_t result = nbl_bloom_low_split(plan, kernel->pixels, parts, error);
    int code = result ? fail(error, EXIT_FAILED, "%s: %s", request->kernel_file, error->text)
                      : compile_write_file(request, "core.bin", parts, core, error);
    if (!code) code = compile_write_file(request, "tail.bin", parts + core, bytes - core, error);
    free(parts);
    return code;
}

int compile_write_low(const compile_request_t *request, nbl_error_t *error) {
    nbl_image kernel = {0};
    nbl_image_error image_error;
    nbl_bloom_low_plan_t plan;
    nbl_text_t json = {0};
    if (request->kernel_file && nbl_image_read(request->kernel_file, &kernel, &image_error))
        return fail(error, EXIT_FAILED, "%s", image_error.message);
    nbl_bloom_low_desc_t desc = {.bloom = compile_describe(request),
                                 .factor = request->options.low_resolution == 2 ? 4 : 2,
                                 .core_radius = request->options.core};
    if (request->kernel_file) desc.bloom.kernel_width = kernel.width;
    if (request->kernel_file) desc.bloom.kernel_height = kernel.height;
    int code =
        nbl_bloom_low_plan_make(&desc, &plan, error) ? fail(error, EXIT_FAILED, "plan: %s", error->text) : EXIT_DONE;
    if (!code) append_head(&json, request, &plan);
    if (!code) code = write_passes(request, &plan, &json, error);
    nbl_text_format(&json, "\n  ]\n}\n");
    if (!code && json.failed) code = fail(error, EXIT_FAILED, "memory: not enough for low.json");
    if (!code && request->kernel_file) code = write_kernel(request, &plan, &kernel, error);
    if (!code) code = compile_write_file(request, "low.json", json.data, json.size, error);
    nbl_text_free(json.data);
    nbl_image_free(&kernel);
    return code;
}
