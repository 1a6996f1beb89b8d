/* The ocean on a Vulkan device: five kernels, six buffers, a command buffer a frame.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/ocean/program.h"

#include "common/device.h"
#include "nbl/host/vulkan.h"

#include <stdio.h>
#include <string.h>

enum { TIMED_RUNS = 20 };

typedef struct machine_t {
    nbl_vulkan_device_t *device;
    nbl_vulkan_kernel_t *kernels[OCEAN_PASSES];
    nbl_vulkan_bindings_t *bindings[OCEAN_PASSES];
    nbl_vulkan_buffer_t buffers[OCEAN_BUFFERS];
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} machine_t;

static nbl_result_t open_machine(machine_t *m, ocean_job_t *job, const ocean_texts_t *texts, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_resource_t resources[OCEAN_BUFFERS] = {{0}};
    if (choose_device(job->device, &desc, error)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = nbl_vulkan_device_create(&desc, &m->device, error);
    if (result) return result;
    snprintf(job->name, sizeof job->name, "%s", nbl_vulkan_device_get_info(m->device)->name);
    for (uint32_t i = 0; i < OCEAN_BUFFERS && !result; i++) {
        const nbl_vulkan_buffer_desc_t buffer = {.size = ocean_bytes(i, job->side)};
        result = nbl_vulkan_buffer_create(m->device, &buffer, &m->buffers[i], error);
        resources[i].buffer = m->buffers[i].handle;
    }
    const nbl_optimize_t optimize = is_on_cpu(m->device) ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL;
    for (uint32_t i = 0; i < OCEAN_PASSES && !result; i++) {
        nbl_spirv_t spirv = {0};
        result = ocean_compile(texts, i, job->side, optimize, job->fast ? NBL_MODE_FAST : NBL_MODE_EXACT, false, &spirv,
                               error);
        const nbl_vulkan_kernel_desc_t kernel = {
            .name = ocean_pass_names[i], .spirv = spirv.words, .spirv_word_count = spirv.word_count};
        if (!result) result = nbl_vulkan_kernel_create(m->device, &kernel, &m->kernels[i], error);
        if (!result) result = nbl_vulkan_bindings_create(m->kernels[i], resources, NULL, &m->bindings[i], error);
        nbl_spirv_free(&spirv);
    }
    if (!result) result = nbl_vulkan_commands_create(m->device, &m->commands, error);
    if (!result && job->timed) result = nbl_vulkan_timestamps_create(m->device, OCEAN_PASSES, &m->timestamps, error);
    return result;
}

static void close_machine(machine_t *m) {
    if (!m->device) return;
    nbl_vulkan_timestamps_destroy(m->timestamps);
    nbl_vulkan_commands_destroy(m->device, &m->commands);
    for (uint32_t i = 0; i < OCEAN_PASSES; i++) nbl_vulkan_bindings_destroy(m->bindings[i]);
    for (uint32_t i = 0; i < OCEAN_PASSES; i++) nbl_vulkan_kernel_destroy(m->kernels[i]);
    for (uint32_t i = 0; i < OCEAN_BUFFERS; i++) nbl_vulkan_buffer_destroy(m->device, &m->buffers[i]);
    nbl_vulkan_device_destroy(m->device);
}

/* Computes a frame; before the first one, the spectrum. */
static nbl_result_t compute(machine_t *m, const ocean_job_t *job, uint32_t frame, nbl_error_t *error) {
    ocean_t sea = job->sea;
    sea.ffts = 4 * job->side;
    sea.time = ocean_time_of(job, frame);
    nbl_result_t result = nbl_vulkan_commands_begin(m->device, &m->commands, error);
    if (result) return result;
    if (m->timestamps) nbl_vulkan_timestamps_record_reset(m->timestamps, m->commands.buffer);
    for (uint32_t pass = frame ? 1 : 0; pass < OCEAN_PASSES && !result; pass++) {
        const uint32_t groups[3] = {ocean_groups(pass, job->side), 1, 1};
        if (m->timestamps) nbl_vulkan_timestamps_record_begin(m->timestamps, m->commands.buffer, pass);
        result = nbl_vulkan_kernel_record(m->kernels[pass], m->commands.buffer, m->bindings[pass], &sea, groups, error);
        if (m->timestamps) nbl_vulkan_timestamps_record_end(m->timestamps, m->commands.buffer, pass);
        nbl_vulkan_record_barrier(m->device, m->commands.buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    }
    return result ? result : nbl_vulkan_commands_submit(m->device, &m->commands, error);
}

/* Computes the first frame, with the spectrum, again and again, and keeps each pass's shortest time. */
static nbl_result_t measure(machine_t *m, ocean_job_t *job, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (int run = 0; run < TIMED_RUNS && !result; run++) {
        double spans[OCEAN_PASSES];
        result = compute(m, job, 0, error);
        if (!result) result = nbl_vulkan_timestamps_read(m->timestamps, 0, OCEAN_PASSES, spans, error);
        for (uint32_t pass = 0; pass < OCEAN_PASSES && !result; pass++)
            if (run == 0 || spans[pass] < job->milliseconds[pass] * 1e6) job->milliseconds[pass] = spans[pass] / 1e6;
    }
    return result;
}

bool ocean_run(ocean_job_t *job, const ocean_texts_t *texts, nbl_error_t *error) {
    machine_t machine = {0};
    nbl_result_t result = open_machine(&machine, job, texts, error);
    if (!result && job->timed) result = measure(&machine, job, error);
    for (uint32_t frame = 0; frame < job->frames && !result; frame++) result = compute(&machine, job, frame, error);
    if (!result)
        result = nbl_vulkan_buffer_download(machine.device, &machine.buffers[4], 0, job->displacement,
                                            ocean_bytes(4, job->side), error);
    if (!result)
        result = nbl_vulkan_buffer_download(machine.device, &machine.buffers[5], 0, job->normals,
                                            ocean_bytes(5, job->side), error);
    close_machine(&machine);
    return result == NBL_SUCCESS;
}
