/* nbl-bloom compile --method: the passes of a blur as SPIR-V or text, and what to bind and dispatch as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"
#include "compile.h"

#include <stdio.h>
#include <string.h>

nbl_blur_desc_t compile_describe_blur(const compile_request_t *request) {
    nbl_image image = {.width = request->width, .height = request->height};
    const tool_job_t job = {.options = &request->options, .image = &image};
    nbl_blur_desc_t desc = tool_describe_blur(&job);
    desc.max_shared_bytes = request->shared;
    desc.no_subgroups = request->target != NBL_TARGET_SPIRV;
    return desc;
}

/* Appends a pass. Passes of one kernel share its file, which has the first pass's name. */
static void append_pass(nbl_text_t *json, const nbl_blur_pass_t *pass, const nbl_blur_frame_t *frame, bool first,
                        const char *file, const char *interface) {
    const nbl_blur_constants_t of_frame = nbl_blur_frame_constants(pass, frame);
    uint32_t constants[sizeof of_frame / 4];
    memcpy(constants, &of_frame, sizeof constants);
    nbl_text_format(json,
                    "%s\n    {\"name\": \"%s\", \"file\": \"%s\", \"workgroups\": %llu,\n     \"buffers\": "
                    "[\"image\", \"workspace\", \"result\"],\n     \"constants\": [",
                    first ? "" : ",", pass->name, file, (unsigned long long)pass->workgroups);
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
        nbl_text_format(json, "%s%u", k ? ", " : "", constants[k]);
    nbl_text_format(json, "],\n     \"interface\": %s}", interface);
}

static int write_module(const compile_request_t *request, const nbl_blur_plan_t *plan, uint32_t number, char file[64],
                        char **interface, nbl_error_t *error) {
    const nbl_blur_vulkan_desc_t how = {.mode = (nbl_mode_t)request->options.mode, .optimize = NBL_OPTIMIZE_UNROLL};
    const char *name = plan->passes[number].name;
    char about[256];
    nbl_spirv_t spirv;
    *interface = NULL;
    snprintf(about, sizeof about,
             "Blur of %ux%u texels: %s.\nblur.json has the uniforms, what to bind and to dispatch.", request->width,
             request->height, name);
    if (nbl_blur_pass_compile(plan, number, &how, &spirv, error) != NBL_SUCCESS) {
        nbl_spirv_free(&spirv);
        return fail(error, EXIT_FAILED, "%s: %s", name, error->text);
    }
    int code = compile_write_module(request, name, about, &spirv, file, interface, error);
    nbl_spirv_free(&spirv);
    return code;
}

int compile_write_blur(const compile_request_t *request, const nbl_blur_plan_t *plan, nbl_error_t *error) {
    char target[32], mode[32], method[32];
    const nbl_blur_frame_t frame = tool_blur_frame(&request->options);
    const unsigned long long bytes = 16ull * plan->desc.width * plan->desc.height;
    nbl_text_t json = {0};
    char files[NBL_BLUR_KERNELS][64] = {""}, *interfaces[NBL_BLUR_KERNELS] = {NULL};
    int code = EXIT_DONE;
    nbl_text_format(&json,
                    "{\n  \"target\": \"%s\",\n  \"mode\": \"%s\",\n  \"method\": \"%s\",\n  \"width\": %u,\n"
                    "  \"height\": %u,\n  \"buffers\": {\"image\": %llu, \"workspace\": %llu, \"result\": %llu},\n"
                    "  \"uniform_binding\": %d,\n  \"passes\": [",
                    compile_target_name(request, target), options_word(TOOL_MODE_WORDS, request->options.mode, mode),
                    options_word(TOOL_METHOD_WORDS, request->options.method, method), plan->desc.width,
                    plan->desc.height, bytes, (unsigned long long)plan->workspace_bytes, bytes,
                    COMPILE_UNIFORM_BINDING);
    for (uint32_t i = 0; i < plan->pass_count && !code; i++) {
        const uint32_t kernel = plan->passes[i].kernel;
        if (!files[kernel][0]) code = write_module(request, plan, i, files[kernel], &interfaces[kernel], error);
        append_pass(&json, &plan->passes[i], &frame, i == 0, files[kernel],
                    interfaces[kernel] ? interfaces[kernel] : "null");
    }
    nbl_text_format(&json, "\n  ]\n}\n");
    if (!code && json.failed) code = fail(error, EXIT_FAILED, "memory: not enough for blur.json");
    if (!code) code = compile_write_file(request, "blur.json", json.data, json.size, error);
    for (int i = 0; i < NBL_BLUR_KERNELS; i++) nbl_text_free(interfaces[i]);
    nbl_text_free(json.data);
    return code;
}
