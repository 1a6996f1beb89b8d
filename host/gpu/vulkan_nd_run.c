/* A transform of several dimensions on a Vulkan device from memory to memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/check.h"
#include "gpu/vulkan_nd.h"
#include "vulkan/pass.h"

/* What a run creates, released in one place. */
typedef struct run_t {
    nbl_vulkan_device_t *device;
    const nbl_fft_nd_t *fft;             /* the caller's */
    const nbl_vulkan_resource_t *target; /* the output is the caller's; or NULL */
    nbl_vulkan_buffer_t buffers[3];      /* input, output, workspace; in place the first is both */
    nbl_fft_nd_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} run_t;

static void release(run_t *run) {
    nbl_vulkan_timestamps_destroy(run->timestamps);
    nbl_vulkan_commands_destroy(run->device, &run->commands);
    nbl_fft_nd_binding_destroy(run->binding);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(run->device, &run->buffers[i]);
}

/* Returns whether a side has gaps between its elements; what is in the gaps stays. */
static bool has_gaps(const nbl_fft_nd_side_t *side) {
    uint64_t bytes = side->element_bytes;
    for (uint32_t d = 0; d < NBL_FFT_ND_LOOPS; d++) bytes *= side->sizes[d];
    return bytes != side->bytes;
}

static nbl_result_t make_buffers(run_t *run, const void *input, const void *output, nbl_error_t *error) {
    static const char *const names[] = {"fft input", "fft output", "fft workspace"};
    const uint64_t in = nbl_fft_nd_input_bytes(run->fft), out = nbl_fft_nd_output_bytes(run->fft);
    const bool in_place = run->fft->work.in_place;
    const bool apart = !in_place && run->target == NULL;
    const uint64_t bytes[] = {in_place && out > in ? out : in, apart ? out : 0, nbl_fft_nd_workspace_bytes(run->fft)};
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 3 && result == NBL_SUCCESS; i++) {
        const nbl_vulkan_buffer_desc_t desc = {.size = bytes[i], .name = names[i], .bound_in_parts = i == 2};
        if (bytes[i] != 0) result = nbl_vulkan_buffer_create(run->device, &desc, &run->buffers[i], error);
    }
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(run->device, &run->buffers[0], 0, input, in_place ? bytes[0] : in, error);
    if (result == NBL_SUCCESS && apart && has_gaps(&run->fft->work.sides[NBL_VIEW_OUTPUT]))
        result = nbl_vulkan_buffer_upload(run->device, &run->buffers[1], 0, output, out, error);
    return result;
}

static nbl_result_t prepare(run_t *run, const void *input, const void *output, bool timed, nbl_error_t *error) {
    nbl_result_t result = make_buffers(run, input, output, error);
    if (result == NBL_SUCCESS) {
        const nbl_vulkan_buffer_t *to = &run->buffers[run->fft->work.in_place ? 0 : 1];
        const nbl_vulkan_resource_t in = {.buffer = run->buffers[0].handle, .address = run->buffers[0].address},
                                    out = {.buffer = to->handle, .address = to->address},
                                    work = {.buffer = run->buffers[2].handle, .address = run->buffers[2].address};
        result = nbl_fft_nd_binding_create(run->fft, in, run->target != NULL ? *run->target : out, work, &run->binding,
                                           error);
    }
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_create(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && timed) result = nbl_vulkan_timestamps_create(run->device, 1, &run->timestamps, error);
    return result;
}

static nbl_result_t dispatch(run_t *run, double *nanoseconds, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_begin_timed(run->device, &run->commands, run->timestamps, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_nd_record(run->fft, run->binding, run->commands.buffer, run->timestamps, 0, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_submit_timed(run->device, &run->commands, run->timestamps, nanoseconds, error);
    return result;
}

nbl_result_t nbl_fft_nd_run(const nbl_fft_nd_t *fft, const void *input, const nbl_vulkan_resource_t *target,
                            void *output, double *nanoseconds, nbl_error_t *error) {
    run_t run = {.device = fft->device, .fft = fft, .target = target};
    nbl_result_t result = prepare(&run, input, output, nanoseconds != NULL, error);
    if (result == NBL_SUCCESS) result = dispatch(&run, nanoseconds, error);
    if (result == NBL_SUCCESS && target == NULL)
        result = nbl_vulkan_buffer_download(run.device, &run.buffers[fft->work.in_place ? 0 : 1], 0, output,
                                            nbl_fft_nd_output_bytes(fft), error);
    release(&run);
    return result;
}

nbl_result_t nbl_fft_nd_vulkan(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, const void *input, void *output, double *nanoseconds,
                               nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, how, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_fft_nd_t *fft;
    nbl_result_t result = nbl_fft_nd_create(device, desc, how, input == output, &fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_nd_check_memory(&fft->work.desc, fft->work.sides, input, output, error);
    if (result == NBL_SUCCESS) result = nbl_fft_nd_run(fft, input, NULL, output, nanoseconds, error);
    nbl_fft_nd_destroy(fft);
    return result;
}
