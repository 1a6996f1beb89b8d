/* Pieces on a Vulkan device from memory to memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/piece.h"
#include "vulkan/pass.h"

/* What a run creates, released in one place. */
typedef struct run_t {
    nbl_vulkan_device_t *device;
    const nbl_piece_t *piece;            /* the caller's */
    const nbl_vulkan_resource_t *target; /* the output is the caller's; or NULL */
    nbl_vulkan_buffer_t buffers[3];      /* input, output, workspace; in place the first is both */
    nbl_piece_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} run_t;

static void release(run_t *run) {
    nbl_vulkan_timestamps_destroy(run->timestamps);
    nbl_vulkan_commands_destroy(run->device, &run->commands);
    nbl_piece_release(run->binding);
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
    const nbl_fft_nd_stages_t *work = &run->piece->work;
    const uint64_t in = work->sides[NBL_VIEW_INPUT].bytes, out = work->sides[NBL_VIEW_OUTPUT].bytes;
    const bool in_place = work->in_place;
    const bool apart = !in_place && run->target == NULL;
    const uint64_t bytes[] = {in_place && out > in ? out : in, apart ? out : 0, work->workspace_bytes};
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 3 && result == NBL_SUCCESS; i++) {
        const nbl_vulkan_buffer_desc_t desc = {.size = bytes[i], .name = names[i], .bound_in_parts = i == 2};
        if (bytes[i] != 0) result = nbl_vulkan_buffer_create(run->device, &desc, &run->buffers[i], error);
    }
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(run->device, &run->buffers[0], 0, input, in_place ? bytes[0] : in, error);
    if (result == NBL_SUCCESS && apart && has_gaps(&work->sides[NBL_VIEW_OUTPUT]))
        result = nbl_vulkan_buffer_upload(run->device, &run->buffers[1], 0, output, out, error);
    return result;
}

static nbl_result_t prepare(run_t *run, const void *input, const void *output, bool timed, nbl_error_t *error) {
    nbl_result_t result = make_buffers(run, input, output, error);
    if (result == NBL_SUCCESS) {
        const nbl_vulkan_buffer_t *to = &run->buffers[run->piece->work.in_place ? 0 : 1];
        const nbl_vulkan_resource_t out = {.buffer = to->handle, .address = to->address};
        const nbl_vulkan_resource_t of[3] = {{.buffer = run->buffers[0].handle, .address = run->buffers[0].address},
                                             run->target != NULL ? *run->target : out,
                                             {.buffer = run->buffers[2].handle, .address = run->buffers[2].address}};
        result = nbl_piece_bind(run->piece, of, &run->binding, error);
    }
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_create(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && timed) result = nbl_vulkan_timestamps_create(run->device, 1, &run->timestamps, error);
    return result;
}

static nbl_result_t dispatch(run_t *run, double *nanoseconds, nbl_error_t *error) {
    double taken = 0;
    nbl_result_t result = nbl_vulkan_begin_timed(run->device, &run->commands, run->timestamps, error);
    if (result == NBL_SUCCESS && run->timestamps != NULL)
        nbl_vulkan_timestamps_record_begin(run->timestamps, run->commands.buffer, 0);
    if (result == NBL_SUCCESS) result = nbl_piece_record(run->piece, run->binding, run->commands.buffer, error);
    if (result == NBL_SUCCESS && run->timestamps != NULL)
        nbl_vulkan_timestamps_record_end(run->timestamps, run->commands.buffer, 0);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_submit_timed(run->device, &run->commands, run->timestamps, &taken, error);
    if (nanoseconds != NULL) *nanoseconds += taken;
    return result;
}

nbl_result_t nbl_piece_run(const nbl_piece_t *piece, const void *input, const nbl_vulkan_resource_t *target,
                           void *output, double *nanoseconds, nbl_error_t *error) {
    run_t run = {.device = piece->device, .piece = piece, .target = target};
    nbl_result_t result = prepare(&run, input, output, nanoseconds != NULL, error);
    if (result == NBL_SUCCESS) result = dispatch(&run, nanoseconds, error);
    if (result == NBL_SUCCESS && target == NULL)
        result = nbl_vulkan_buffer_download(run.device, &run.buffers[piece->work.in_place ? 0 : 1], 0, output,
                                            piece->work.sides[NBL_VIEW_OUTPUT].bytes, error);
    release(&run);
    return result;
}
