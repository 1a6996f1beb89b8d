/* nbl-bloom compile: the passes of a bloom, and what to bind and dispatch as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/compile.h"
#include "bloom/frame.h"
#include "compile.h"

#include <stdio.h>
#include <string.h>

nbl_bloom_desc_t compile_describe(const compile_request_t *request) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    tool_describe_options(&request->options, &desc);
    desc.width = request->width;
    desc.height = request->height;
    desc.kernel_width = request->kernel_width;
    desc.kernel_height = request->kernel_height;
    desc.source_format = request->source_format;
    desc.reads_image = request->source_is_image || request->source_is_sampled;
    desc.target_format = request->target_format;
    desc.short_modules = request->is_short != 0;
    desc.limits.max_workgroup_invocations = request->invocations;
    desc.limits.max_shared_bytes = request->shared;
    desc.limits.subgroup_size = request->target == NBL_TARGET_SPIRV ? 32 : 1;
    desc.limits.device = NBL_DEVICE_ANY;
    return desc;
}

/* Number of the dword of a pass's constants that a field is. */
#define CONSTANT(field) ((int)(offsetof(nbl_bloom_constants_t, field) / 4))

/* Appends a pass: what is bound where, by the names under "buffers". */
static void append_pass(nbl_text_t *json, const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame,
                        const compile_buffers_t *buffers, nbl_bloom_pass_name_t name, const char *file,
                        const char *interface) {
    const nbl_bloom_pass_t *pass = &plan->passes[name];
    bool of_kernel = name < NBL_BLOOM_PASS_FIRST_AXIS;
    bool moved =
        name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE && plan->passes[name].parameters.padding_second != NBL_BLOOM_ZERO;
    uint32_t constants[sizeof pass->constants / 4];
    nbl_bloom_constants_t of_frame = nbl_bloom_frame_constants(plan, name, frame);
    memcpy(constants, &of_frame, sizeof constants);
    nbl_text_format(json,
                    "%s\n    {\"name\": \"%s\", \"file\": \"%s\", \"workgroups\": %llu,\n     \"buffers\": [\"%s\", "
                    "\"%s\", \"plain\", \"spectrum\", \"sums\", \"%s\"],\n     \"constants\": [",
                    name ? "," : "", pass->name, file, (unsigned long long)pass->workgroups,
                    of_kernel ? buffers->kernel : buffers->image, moved ? "plain" : "rows", buffers->result);
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
        nbl_text_format(json, "%s%u", k ? ", " : "", constants[k]);
    nbl_text_format(json, "],\n     \"interface\": %s}", interface);
}

int compile_write_pass(const compile_request_t *request, const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame,
                       const compile_buffers_t *buffers, nbl_bloom_pass_name_t name, nbl_text_t *json,
                       nbl_error_t *error) {
    const nbl_bloom_pass_t *pass = &plan->passes[name];
    nbl_bloom_vulkan_desc_t how = {.mode = (nbl_mode_t)request->options.mode,
                                   .source_is_image = request->source_is_image,
                                   .source_is_sampled = request->source_is_sampled,
                                   .target_is_image = request->target_is_image,
                                   .unroll = true};
    char file[64], about[512], *interface;
    nbl_spirv_t spirv;
    snprintf(about, sizeof about,
             "Bloom of %ux%u texels with a kernel of %ux%u: %s.\n"
             "Dispatch %llu workgroups; beyond 65535 in x and y. %s has the uniforms and what to bind.",
             plan->desc.width, plan->desc.height, plan->desc.kernel_width, plan->desc.kernel_height, pass->name,
             (unsigned long long)pass->workgroups, buffers->json);
    if (nbl_bloom_pass_compile(plan, name, &how, &spirv, error) != NBL_SUCCESS) {
        nbl_spirv_free(&spirv);
        return fail(error, EXIT_FAILED, "%s: %s", pass->name, error->text);
    }
    int code = compile_write_module(request, pass->name, about, &spirv, file, &interface, error);
    if (!code) append_pass(json, plan, frame, buffers, name, file, interface ? interface : "null");
    nbl_text_free(interface);
    nbl_spirv_free(&spirv);
    return code;
}

static void append_head(nbl_text_t *json, const compile_request_t *request, const nbl_bloom_plan_t *plan) {
    char target[32];
    uint64_t texels = (uint64_t)plan->desc.width * plan->desc.height;
    uint64_t image = texels * nbl_bloom_format_bytes(plan->desc.source_format);
    uint64_t result = texels * nbl_bloom_format_bytes(plan->desc.target_format);
    uint64_t kernel = (uint64_t)plan->desc.kernel_width * plan->desc.kernel_height * 16;
    nbl_text_format(json,
                    "{\n  \"target\": \"%s\",\n  \"mode\": \"%s\",\n  \"width\": %u,\n  \"height\": %u,\n"
                    "  \"kernel_width\": %u,\n  \"kernel_height\": %u,\n  \"first_axis\": \"%s\",\n"
                    "  \"invalid\": \"%s\",\n  \"image_format\": \"%s\",\n  \"result_format\": \"%s\",\n"
                    "  \"length_first\": %u,\n  \"length_second\": %u,\n",
                    compile_target_name(request, target), request->options.mode ? "fast" : "exact", plan->desc.width,
                    plan->desc.height, plan->desc.kernel_width, plan->desc.kernel_height,
                    plan->desc.first_axis == NBL_BLOOM_AXIS_Y ? "y" : "x",
                    plan->desc.invalid == NBL_BLOOM_INVALID_CLAMP ? "clamp" : "refuse",
                    nbl_bloom_format_text(plan->desc.source_format), nbl_bloom_format_text(plan->desc.target_format),
                    plan->length_first, plan->length_second);
    nbl_text_format(json,
                    "  \"buffers\": {\"image\": %llu, \"kernel\": %llu, \"rows\": %llu, \"plain\": %llu, "
                    "\"spectrum\": %llu, \"sums\": %u, \"result\": %llu},\n  \"uniform_binding\": %d,\n"
                    "  \"sharpening\": %d, \"intensity\": %d, \"threshold\": %d, \"knee\": %d, \"knee_scale\": %d,\n"
                    "  \"passes\": [",
                    (unsigned long long)image, (unsigned long long)kernel, (unsigned long long)plan->rows_bytes,
                    (unsigned long long)plan->plain_bytes, (unsigned long long)plan->spectrum_bytes,
                    NBL_BLOOM_SUMS_BYTES, (unsigned long long)result, COMPILE_UNIFORM_BINDING, CONSTANT(sharpening),
                    CONSTANT(intensity), CONSTANT(threshold), CONSTANT(knee), CONSTANT(knee_scale));
}

int compile_write_bloom(const compile_request_t *request, const nbl_bloom_plan_t *plan, nbl_error_t *error) {
    static const compile_buffers_t buffers = {"bloom.json", "image", "kernel", "result"};
    const nbl_bloom_frame_t frame = tool_frame(&request->options);
    nbl_text_t json = {0};
    int code = EXIT_DONE;
    append_head(&json, request, plan);
    for (int i = 0; i < NBL_BLOOM_PASSES && code == EXIT_DONE; i++)
        code = compile_write_pass(request, plan, &frame, &buffers, (nbl_bloom_pass_name_t)i, &json, error);
    nbl_text_format(&json, "\n  ]\n}\n");
    if (code == EXIT_DONE && json.failed) code = fail(error, EXIT_FAILED, "memory: not enough for bloom.json");
    if (code == EXIT_DONE) code = compile_write_file(request, buffers.json, json.data, json.size, error);
    nbl_text_free(json.data);
    return code;
}
