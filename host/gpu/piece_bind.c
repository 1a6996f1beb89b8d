/* Pieces on a Vulkan device: tied to buffers, and recorded.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/error.h"
#include "gpu/compile.h"
#include "gpu/dct.h"
#include "gpu/tickets.h"
#include "vulkan/pass.h"

#define NAME "fft_nd"

/* Returns whether the axis has the kernel of nbl_fft_create(). */
static bool is_whole(const nbl_fft_nd_axis_t *axis) { return axis->whole.desc.batch != 0; }

/* ---- Binding */

/* Returns whether kernels access a region by its address. */
static bool needs_address(const nbl_piece_t *piece, uint32_t region) {
    bool needs = piece->tickets != NULL && region < 2;
    for (uint32_t a = 0; a < piece->work.axes; a++)
        for (uint32_t s = 0; s < piece->work.axis[a].stages; s++) {
            const nbl_fft_nd_axis_t *axis = &piece->work.axis[a];
            const nbl_fft_nd_stage_t *stage = &axis->stage[s];
            const bool addresses = is_whole(axis) ? axis->whole.desc.addresses : stage->desc.addresses;
            needs = needs || (addresses && (stage->load.region == region || stage->store.region == region));
        }
    return needs;
}

static nbl_result_t take_addresses(const nbl_piece_t *piece, const nbl_vulkan_resource_t resources[3],
                                   nbl_piece_binding_t *binding, nbl_error_t *error) {
    static const char *const names[] = {"input", "output", "workspace"};
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        const nbl_vulkan_resource_t *of = &resources[r < 2 ? r : 2];
        /* Real numbers are read in pairs; a workspace may hold complex float64. */
        const uint32_t alignment = r < 2 ? nbl_fft_precision_element_bytes(piece->work.desc.precision) : 16;
        if (!needs_address(piece, r)) continue;
        if (of->address == 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: its address is missing: this route goes by device address",
                            names[r < 2 ? r : 2]);
        if ((of->address + of->offset) % alignment != 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: its address and offset must be a multiple of %u bytes",
                            names[r < 2 ? r : 2], alignment);
        binding->region[r] = of->address + of->offset + (r < 2 ? 0 : piece->work.region_offset[r]);
    }
    return NBL_SUCCESS;
}

static nbl_vulkan_resource_t region(const nbl_piece_t *piece, const nbl_vulkan_resource_t resources[3],
                                    uint32_t number) {
    nbl_vulkan_resource_t of = resources[number < 2 ? number : 2];
    of.offset += number < 2 ? 0 : piece->work.region_offset[number];
    of.size = number < 2 ? piece->work.sides[number].bytes : piece->work.region_bytes[number];
    return of;
}

nbl_result_t nbl_piece_bind(const nbl_piece_t *piece, const nbl_vulkan_resource_t resources[3],
                            nbl_piece_binding_t **binding, nbl_error_t *error) {
    *binding = NULL;
    const uint32_t kernels = piece->dct != NULL ? 2 * NBL_FFT_ND_MOST_RANK : piece->kernel_count;
    nbl_piece_binding_t *made = calloc(1, sizeof *made + kernels * sizeof made->of[0]);
    if (made == NULL) return nbl_fail_memory(error, "fft binding");
    nbl_result_t result = take_addresses(piece, resources, made, error);
    if (result == NBL_SUCCESS && piece->dct != NULL) result = nbl_piece_dct_bind(piece, resources, made, error);
    for (uint32_t a = 0; a < piece->work.axes && result == NBL_SUCCESS; a++)
        for (uint32_t s = 0; s < piece->work.axis[a].stages && result == NBL_SUCCESS; s++) {
            const nbl_fft_nd_stage_t *stage = &piece->work.axis[a].stage[s];
            const nbl_vulkan_buffer_t *table = &piece->tables[a][stage->table];
            nbl_vulkan_resource_t of[3] = {region(piece, resources, stage->load.region),
                                           region(piece, resources, stage->store.region)};
            of[2] = of[0];
            if (table->handle != VK_NULL_HANDLE) of[2] = (nbl_vulkan_resource_t){.buffer = table->handle};
            result = nbl_vulkan_bindings_create(piece->kernels[made->count], of, NAME, &made->of[made->count], error);
            if (result == NBL_SUCCESS) made->count++;
        }
    if (result == NBL_SUCCESS)
        *binding = made;
    else
        nbl_piece_release(made);
    return result;
}

void nbl_piece_release(nbl_piece_binding_t *binding) {
    if (binding == NULL) return;
    for (uint32_t i = 0; i < binding->count; i++) nbl_vulkan_bindings_destroy(binding->of[i]);
    for (uint32_t a = 0; a < NBL_FFT_ND_MOST_RANK; a++) nbl_piece_release(binding->middle[a]);
    free(binding);
}

/* ---- Recording */

/* The push constants of a kernel, by address or not. */
typedef union constants_t {
    nbl_fft_lines_addressed_t lines;
    nbl_fft_push_constants_t planned;
} constants_t;

static nbl_result_t record_stage(const nbl_piece_t *piece, const nbl_fft_nd_axis_t *axis,
                                 const nbl_fft_nd_stage_t *stage, uint64_t first, uint64_t count, uint32_t number,
                                 const nbl_piece_binding_t *binding, VkCommandBuffer command_buffer,
                                 nbl_error_t *error) {
    const VkDeviceAddress from = binding->region[stage->load.region], to = binding->region[stage->store.region];
    constants_t all;
    nbl_vulkan_pass_t pass = {NAME, piece->kernels[number], binding->of[number], &all, 0};
    if (is_whole(axis)) { /* and all of them at once */
        all.planned = (nbl_fft_push_constants_t){from, to, axis->whole.desc.batch};
        if (!axis->whole.desc.addresses) pass.constants = &all.planned.batch;
        pass.workgroups = axis->whole.workgroups;
    } else {
        all.lines = (nbl_fft_lines_addressed_t){from, to, nbl_fft_nd_stage_constants(axis, stage, first, count)};
        if (!stage->desc.addresses) pass.constants = &all.lines.constants;
        pass.workgroups = nbl_fft_nd_stage_workgroups(stage, count);
    }
    return nbl_vulkan_pass_record(piece->device, &pass, command_buffer, NULL, 0, error);
}

nbl_result_t nbl_piece_record(const nbl_piece_t *piece, const nbl_piece_binding_t *binding,
                              VkCommandBuffer command_buffer, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    nbl_vulkan_record_label_begin(piece->device, command_buffer, NAME);
    if (piece->tickets != NULL) {
        result = nbl_fft_tickets_record(piece->tickets, command_buffer, binding->region[NBL_VIEW_INPUT],
                                        binding->region[NBL_VIEW_OUTPUT], error);
        nbl_vulkan_record_barrier(piece->device, command_buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    }
    if (piece->dct != NULL) result = nbl_piece_dct_record(piece, binding, command_buffer, error);
    for (uint32_t a = 0, kernel = 0; a < piece->work.axes; kernel += piece->work.axis[a++].stages) {
        const nbl_fft_nd_axis_t *axis = &piece->work.axis[a];
        for (uint64_t first = 0; first < axis->transforms; first += axis->chunk) {
            const uint64_t left = axis->transforms - first, count = left < axis->chunk ? left : axis->chunk;
            for (uint32_t s = 0; s < axis->stages && result == NBL_SUCCESS; s++)
                result = record_stage(piece, axis, &axis->stage[s], first, count, kernel + s, binding, command_buffer,
                                      error);
        }
    }
    nbl_vulkan_record_label_end(piece->device, command_buffer);
    return result;
}
