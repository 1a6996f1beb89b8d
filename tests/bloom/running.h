/* Runs one bloom on the emulator or on a Vulkan device and keeps all that it wrote: result, sums, spectrum,
 * intermediates.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_RUNNING_H
#define NBL_TESTS_BLOOM_RUNNING_H

#include "nbl/host/bloom.h"
#include "tests/bloom/together.h"
#include "tests/common/testing.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a run leaves; all memory starts as zeros, so that what no pass writes compares equal. */
typedef struct run_t {
    float *result; /* texels of the target's format */
    float sums[NBL_BLOOM_SUMS];
    unsigned char *spectrum, *after_kernel, *after_image; /* the latter two: the workspace */
    nbl_emulator_report_t reports[NBL_BLOOM_PASSES];      /* of the emulator */
} run_t;

static inline void *zeroed(uint64_t bytes) {
    size_t rounded = ((size_t)bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, rounded);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0, rounded);
    return memory;
}

static inline uint64_t result_bytes(const nbl_bloom_plan_t *plan) {
    return (uint64_t)plan->most_width * plan->most_height * nbl_bloom_format_bytes(plan->desc.target_format);
}

static inline uint64_t image_bytes(const nbl_bloom_plan_t *plan) {
    return (uint64_t)plan->most_width * plan->most_height * nbl_bloom_format_bytes(plan->desc.source_format);
}

static inline run_t run_begin(const nbl_bloom_plan_t *plan) {
    run_t run;
    memset(&run, 0, sizeof run);
    run.result = zeroed(result_bytes(plan));
    run.spectrum = zeroed(plan->spectrum_bytes);
    run.after_kernel = zeroed(plan->workspace_bytes);
    run.after_image = zeroed(plan->workspace_bytes);
    return run;
}

static inline void run_free(run_t *run) {
    free(run->result);
    free(run->spectrum);
    free(run->after_kernel);
    free(run->after_image);
    memset(run, 0, sizeof *run);
}

static inline nbl_bloom_frame_t sharpened(float sharpening) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.sharpening = sharpening;
    return frame;
}

static inline run_t run_emulated_frame(const nbl_bloom_plan_t *plan, const void *image, const float *kernel,
                                       const nbl_bloom_frame_t *frame, const nbl_emulator_launch_t *launch) {
    run_t run = run_begin(plan);
    nbl_error_t error = {""};
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    float *sums = zeroed(NBL_BLOOM_SUMS_BYTES), *image_copy = zeroed(image_bytes(plan));
    float *kernel_copy = zeroed((uint64_t)plan->desc.kernel_width * plan->desc.kernel_height * 16); /* aligned */
    memcpy(image_copy, image, (size_t)image_bytes(plan));
    memcpy(kernel_copy, kernel, (size_t)plan->desc.kernel_width * plan->desc.kernel_height * 16);
    if (launch) emulation.launch = *launch;
    emulation.image = image_copy;
    emulation.kernel = kernel_copy;
    emulation.result = run.result;
    emulation.spectrum = run.spectrum;
    emulation.sums = sums;
    emulation.frame = *frame;
    emulation.workspace = run.after_kernel;
    nbl_result_t result = nbl_bloom_emulate(plan, &emulation, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_KERNEL_ARRANGE,
                                            run.reports, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s: %s", nbl_result_text(result), error.text);
    memcpy(run.after_image, run.after_kernel, (size_t)plan->workspace_bytes);
    emulation.workspace = run.after_image;
    result = nbl_bloom_emulate(plan, &emulation, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE,
                               run.reports, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s: %s", nbl_result_text(result), error.text);
    memcpy(run.sums, sums, sizeof run.sums);
    free(sums);
    free(image_copy);
    free(kernel_copy);
    return run;
}

/* launch: threads, order and seed; NULL for the defaults */
static inline run_t run_emulated(const nbl_bloom_plan_t *plan, const float *image, const float *kernel,
                                 float sharpening, const nbl_emulator_launch_t *launch) {
    nbl_bloom_frame_t frame = sharpened(sharpening);
    return run_emulated_frame(plan, image, kernel, &frame, launch);
}

/* ---- Vulkan */

static inline void expect_vulkan(nbl_result_t result, const nbl_error_t *error) {
    ck_assert_msg(result == NBL_SUCCESS, "%s: %s", nbl_result_text(result), error->text);
}

static inline void expect_bloom(nbl_result_t result, const nbl_error_t *error) {
    ck_assert_msg(result == NBL_SUCCESS, "%s: %s", nbl_result_text(result), error->text);
}

typedef struct storage_t {
    nbl_vulkan_buffer_t image, kernel, result, workspace, spectrum, sums;
    nbl_vulkan_image_t source, target; /* in place of image and result */
} storage_t;

static inline nbl_vulkan_buffer_t make_buffer(nbl_vulkan_device_t *device, uint64_t bytes, const void *data,
                                              const char *name) {
    nbl_error_t error = {""};
    nbl_vulkan_buffer_t buffer;
    nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = name};
    expect_vulkan(nbl_vulkan_buffer_create(device, &desc, &buffer, &error), &error);
    void *zeros = data ? NULL : zeroed(bytes);
    expect_vulkan(nbl_vulkan_buffer_upload(device, &buffer, 0, data ? data : zeros, bytes, &error), &error);
    free(zeros);
    return buffer;
}

static inline VkFormat view_format(nbl_bloom_format_t format) {
    static const VkFormat formats[] = {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT,
                                       VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_R8G8B8A8_UNORM,
                                       VK_FORMAT_R8G8B8A8_UNORM};
    return formats[format];
}

static inline nbl_vulkan_image_t make_image(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                                            nbl_bloom_format_t format, const void *texels) {
    nbl_error_t error = {""};
    nbl_vulkan_image_t image;
    nbl_vulkan_image_desc_t desc = {
        .width = plan->most_width, .height = plan->most_height, .format = view_format(format), .name = "test image"};
    expect_vulkan(nbl_vulkan_image_create(device, &desc, &image, &error), &error);
    expect_vulkan(nbl_vulkan_image_upload(device, &image, texels, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                                          &error),
                  &error);
    return image;
}

static inline void download(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, void *data,
                            uint64_t bytes) {
    nbl_error_t error = {""};
    expect_vulkan(nbl_vulkan_buffer_download(device, buffer, 0, data, bytes, &error), &error);
}

/* Records one half of the passes and waits for it. */
static inline void submit_half(nbl_vulkan_device_t *device, const nbl_bloom_t *bloom,
                               const nbl_bloom_binding_t *binding, bool image_half, const nbl_bloom_frame_t *frame) {
    nbl_error_t error = {""};
    nbl_error_t bloom_error = {""};
    nbl_vulkan_commands_t commands;
    expect_vulkan(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect_vulkan(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    expect_bloom(image_half ? nbl_bloom_record_image(bloom, binding, commands.buffer, frame, NULL, 0, &bloom_error)
                            : nbl_bloom_record_sums(bloom, binding, commands.buffer, NULL, 0, &bloom_error),
                 &bloom_error);
    if (!image_half)
        expect_bloom(nbl_bloom_record_kernel(bloom, binding, commands.buffer, NULL, 0, &bloom_error), &bloom_error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    expect_vulkan(nbl_vulkan_commands_submit(device, &commands, &error), &error);
    nbl_vulkan_commands_destroy(device, &commands);
}

/* Runs a bloom that was made for the device over frames, one after the other, the kernel's passes once. */
static inline void run_frames_on_device(nbl_vulkan_device_t *device, const nbl_bloom_t *bloom,
                                        const nbl_bloom_vulkan_desc_t *desc, const void *image, const float *kernel,
                                        const nbl_bloom_frame_t *frames, int count, run_t *runs) {
    const nbl_bloom_plan_t *plan = nbl_bloom_get_plan(bloom);
    uint64_t texels = result_bytes(plan);
    nbl_error_t error = {""};
    nbl_error_t vulkan_error = {""};
    storage_t s;
    memset(&s, 0, sizeof s);
    nbl_bloom_resources_t resources;
    memset(&resources, 0, sizeof resources);
    void *zeros = zeroed(texels);
    if (desc->source_is_image || desc->source_is_sampled)
        s.source = make_image(device, plan, plan->desc.source_format, image);
    else
        s.image = make_buffer(device, image_bytes(plan), image, "image");
    if (desc->target_is_image)
        s.target = make_image(device, plan, plan->desc.target_format, zeros);
    else
        s.result = make_buffer(device, texels, NULL, "result");
    s.kernel = make_buffer(device, (uint64_t)plan->desc.kernel_width * plan->desc.kernel_height * 16, kernel, "kernel");
    s.workspace = make_buffer(device, plan->workspace_bytes, NULL, "workspace");
    s.spectrum = make_buffer(device, plan->spectrum_bytes, NULL, "spectrum");
    s.sums = make_buffer(device, NBL_BLOOM_SUMS_BYTES, NULL, "sums");
    resources.image =
        (nbl_vulkan_resource_t){.buffer = s.image.handle, .view = s.source.view, .format = s.source.format};
    resources.result =
        (nbl_vulkan_resource_t){.buffer = s.result.handle, .view = s.target.view, .format = s.target.format};
    resources.kernel.buffer = s.kernel.handle;
    resources.workspace.buffer = s.workspace.handle;
    resources.spectrum.buffer = s.spectrum.handle;
    resources.sums.buffer = s.sums.handle;
    nbl_bloom_binding_t *binding;
    expect_bloom(nbl_bloom_binding_create(bloom, &resources, &binding, &error), &error);
    submit_half(device, bloom, binding, false, NULL);
    for (int i = 0; i < count; i++) {
        runs[i] = run_begin(plan);
        download(device, &s.sums, runs[i].sums, sizeof runs[i].sums);
        expect_bloom(nbl_bloom_check_sums(plan, runs[i].sums, &error), &error);
        download(device, &s.spectrum, runs[i].spectrum, plan->spectrum_bytes);
        if (i == 0)
            download(device, &s.workspace, runs[i].after_kernel, plan->workspace_bytes);
        else
            memcpy(runs[i].after_kernel, runs[0].after_kernel, (size_t)plan->workspace_bytes);
        submit_half(device, bloom, binding, true, &frames[i]);
        download(device, &s.workspace, runs[i].after_image, plan->workspace_bytes);
        if (desc->target_is_image)
            expect_vulkan(nbl_vulkan_image_download(device, &s.target, runs[i].result, VK_IMAGE_LAYOUT_GENERAL,
                                                    &vulkan_error),
                          &vulkan_error);
        else
            download(device, &s.result, runs[i].result, texels);
    }
    nbl_bloom_binding_destroy(binding);
    nbl_vulkan_buffer_t *buffers[] = {&s.image, &s.kernel, &s.result, &s.workspace, &s.spectrum, &s.sums};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) nbl_vulkan_buffer_destroy(device, buffers[i]);
    nbl_vulkan_image_destroy(device, &s.source);
    nbl_vulkan_image_destroy(device, &s.target);
    free(zeros);
}

static inline void run_on_device(nbl_vulkan_device_t *device, const nbl_bloom_t *bloom,
                                 const nbl_bloom_vulkan_desc_t *desc, const float *image, const float *kernel,
                                 const float *sharpenings, int count, run_t *runs) {
    nbl_bloom_frame_t frames[8];
    ck_assert_int_le(count, 8);
    for (int i = 0; i < count; i++) frames[i] = sharpened(sharpenings[i]);
    run_frames_on_device(device, bloom, desc, image, kernel, frames, count, runs);
}

/* The image's three passes on a device, with the spectrum that the emulator left: of another format those alone
 * differ. */
static inline void run_image_passes(nbl_vulkan_device_t *device, const nbl_bloom_t *bloom,
                                    const nbl_bloom_vulkan_desc_t *how, const void *image,
                                    const nbl_bloom_frame_t *frame, const run_t *emulated, void *result,
                                    void *workspace) {
    const nbl_bloom_plan_t *plan = nbl_bloom_get_plan(bloom);
    nbl_error_t error = {""};
    storage_t s = {0};
    void *zeros = zeroed(result_bytes(plan));
    if (how->source_is_image || how->source_is_sampled)
        s.source = make_image(device, plan, plan->desc.source_format, image);
    else
        s.image = make_buffer(device, image_bytes(plan), image, "image");
    if (how->target_is_image)
        s.target = make_image(device, plan, plan->desc.target_format, zeros);
    else
        s.result = make_buffer(device, result_bytes(plan), NULL, "result");
    s.workspace = make_buffer(device, plan->workspace_bytes, emulated->after_kernel, "workspace");
    s.spectrum = make_buffer(device, plan->spectrum_bytes, emulated->spectrum, "spectrum");
    s.sums = make_buffer(device, NBL_BLOOM_SUMS_BYTES, emulated->sums, "sums");
    nbl_bloom_resources_t resources = {
        .image = {.buffer = s.image.handle, .view = s.source.view, .format = s.source.format},
        .result = {.buffer = s.result.handle, .view = s.target.view, .format = s.target.format},
        .workspace = {.buffer = s.workspace.handle},
        .spectrum = {.buffer = s.spectrum.handle},
        .sums = {.buffer = s.sums.handle}};
    nbl_bloom_binding_t *binding;
    expect_bloom(nbl_bloom_binding_create(bloom, &resources, &binding, &error), &error);
    submit_half(device, bloom, binding, true, frame);
    download(device, &s.workspace, workspace, plan->workspace_bytes);
    if (how->target_is_image)
        expect_vulkan(nbl_vulkan_image_download(device, &s.target, result, VK_IMAGE_LAYOUT_GENERAL, &error), &error);
    else
        download(device, &s.result, result, result_bytes(plan));
    nbl_bloom_binding_destroy(binding);
    nbl_vulkan_buffer_t *buffers[] = {&s.image, &s.result, &s.workspace, &s.spectrum, &s.sums};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) nbl_vulkan_buffer_destroy(device, buffers[i]);
    nbl_vulkan_image_destroy(device, &s.source);
    nbl_vulkan_image_destroy(device, &s.target);
    free(zeros);
}

/* ---- Sameness: how many floats differ in bits. The promise is for normal numbers: some drivers flush subnormal ones.
 */

static inline uint64_t differing_floats(const void *a, const void *b, uint64_t bytes) {
    uint64_t count = 0;
    for (uint64_t i = 0; i + 4 <= bytes; i += 4) {
        float x, y;
        memcpy(&x, (const char *)a + i, 4);
        memcpy(&y, (const char *)b + i, 4);
        if (memcmp(&x, &y, 4) != 0 && !(fabsf(x) < FLT_MIN && fabsf(y) < FLT_MIN)) count++;
    }
    return count;
}

typedef struct differences_t {
    uint64_t sums, spectrum, after_kernel, after_image, result;
} differences_t;

static inline differences_t run_differences(const nbl_bloom_plan_t *plan, const run_t *a, const run_t *b) {
    bool half = plan->desc.storage == NBL_BLOOM_STORAGE_FLOAT16;
    differences_t d = {differing_floats(a->sums, b->sums, 12),
                       differing_floats(a->spectrum, b->spectrum, plan->spectrum_bytes),
                       differing_floats(a->after_kernel, b->after_kernel, plan->workspace_bytes),
                       half ? test_differing_scalars(a->after_image, b->after_image, plan->workspace_bytes, 2)
                            : differing_floats(a->after_image, b->after_image, plan->workspace_bytes),
                       differing_floats(a->result, b->result, result_bytes(plan))};
    return d;
}

static inline uint64_t differences_total(differences_t d) {
    return d.sums + d.spectrum + d.after_kernel + d.after_image + d.result;
}

#endif
