/* Transforms of several dimensions on a Vulkan device: made, bound and recorded.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/vulkan_nd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "gpu/dct.h"
#include "gpu/from_program.h"
#include "gpu/tickets.h"
#include "nbl/host/plan.h"
#include "vulkan/pass.h"

#define NAME "fft_nd"

/* ---- Making */

/* Returns whether the axis has the kernel of nbl_fft_create(). */
static bool is_whole(const nbl_fft_nd_axis_t *axis) { return axis->whole.desc.batch != 0; }

static nbl_result_t make_kernel(nbl_fft_nd_t *fft, const nbl_fft_vulkan_desc_t *how, const nbl_fft_nd_axis_t *axis,
                                const nbl_fft_nd_stage_t *stage, nbl_error_t *error) {
    nbl_vulkan_kernel_t **kernel = &fft->kernels[fft->kernel_count];
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_fft_lines_describe(&stage->desc, stage->order, how->mode, how->unroll, &defines);
    compile.cache = how->cache;
    const nbl_vulkan_kernel_desc_t of = {.name = stage->desc.last_step ? "fft_lines_real" : "fft_lines",
                                         .compile = &compile,
                                         .push_constant_bytes = stage->desc.addresses
                                                                    ? sizeof(nbl_fft_lines_addressed_t)
                                                                    : sizeof(nbl_fft_lines_constants_t)};
    nbl_result_t result = is_whole(axis) ? nbl_fft_make_kernel(fft->device, NAME, &axis->whole, how, kernel, error)
                                         : nbl_vulkan_kernel_create(fft->device, &of, kernel, error);
    if (result == NBL_SUCCESS) fft->kernel_count++;
    return result;
}

static nbl_result_t upload_table(nbl_fft_nd_t *fft, const nbl_fft_nd_table_t *table, nbl_vulkan_buffer_t *to,
                                 nbl_error_t *error) {
    const uint64_t bytes = table->spectrum_bytes != 0 ? table->spectrum_offset + table->spectrum_bytes : table->bytes;
    const nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = "fft table"};
    if (bytes == 0) return NBL_SUCCESS;
    nbl_result_t result = nbl_vulkan_buffer_create(fft->device, &desc, to, error);
    return result == NBL_SUCCESS && table->bytes != 0
               ? nbl_vulkan_buffer_upload(fft->device, to, 0, table->numbers, table->bytes, error)
               : result;
}

/* Compiles the kernels and uploads the tables. The host's copy of a table is freed: it may be as large as the array. */
static nbl_result_t make_kernels(nbl_fft_nd_t *fft, const nbl_fft_vulkan_desc_t *how, nbl_error_t *error) {
    nbl_fft_nd_stages_t *work = &fft->work;
    nbl_result_t result = NBL_SUCCESS;
    fft->kernels = calloc(nbl_fft_nd_stages_count(work) + 1, sizeof *fft->kernels);
    fft->tables = calloc(work->axes + 1, sizeof *fft->tables);
    if (fft->kernels == NULL || fft->tables == NULL) return nbl_fail_memory(error, "fft");
    for (uint32_t a = 0; a < work->axes && result == NBL_SUCCESS; a++) {
        for (int t = 0; t < 2 && result == NBL_SUCCESS; t++) {
            nbl_fft_nd_table_t *table = &work->axis[a].tables[t];
            result = upload_table(fft, table, &fft->tables[a][t], error);
            free(table->numbers);
            table->numbers = NULL;
        }
        for (uint32_t s = 0; s < work->axis[a].stages && result == NBL_SUCCESS; s++)
            result = make_kernel(fft, how, &work->axis[a], &work->axis[a].stage[s], error);
    }
    return result;
}

/* Makes the kernels of the first steps, if they have literal sizes. */
static nbl_result_t make_tickets(nbl_fft_nd_t *fft, const nbl_fft_vulkan_desc_t *how, nbl_error_t *error) {
    const nbl_program_t *program = fft->work.program;
    nbl_tickets_t of;
    if (program == NULL || program->steps == 0 || !program->step[0].literal) return NBL_SUCCESS;
    if (!nbl_tickets_of_program(program, &of))
        return nbl_fail(error, NBL_ERROR_LIMIT, "program: step 0: no kernel has its sizes as literals");
    const nbl_fft_tickets_desc_t desc = {.length = of.length,
                                         .rows = of.rows,
                                         .planes = of.planes,
                                         .batch = of.batch,
                                         .precision = of.precision,
                                         .inverse = program->problem.inverse != 0,
                                         .scaling = (nbl_fft_scaling_t)program->problem.scaling,
                                         .mode = of.mode,
                                         .cache = how->cache,
                                         .unroll = how->unroll};
    return nbl_fft_tickets_create_of(fft->device, &desc, &of, &fft->tickets, error);
}

nbl_result_t nbl_fft_nd_create_from(nbl_vulkan_device_t *device, nbl_fft_nd_stages_t *work,
                                    const nbl_fft_vulkan_desc_t *how, nbl_fft_nd_t **fft, nbl_error_t *error) {
    nbl_fft_nd_t *made = calloc(1, sizeof *made);
    if (made == NULL) {
        nbl_fft_nd_stages_release(work);
        return nbl_fail_memory(error, "fft");
    }
    made->device = device;
    made->work = *work;
    nbl_result_t result = make_tickets(made, how, error);
    if (result == NBL_SUCCESS) result = make_kernels(made, how, error);
    if (result != NBL_SUCCESS) {
        nbl_fft_nd_destroy(made);
        return result;
    }
    *fft = made;
    return NBL_SUCCESS;
}

nbl_fft_limits_t nbl_fft_nd_limits(const nbl_vulkan_device_t *device, const nbl_fft_vulkan_desc_t *how) {
    nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    limits.addresses = limits.addresses && (how->route == NBL_FFT_ROUTE_TICKETS ||
                                            (how->route == NBL_FFT_ROUTE_BEST && nbl_fft_tickets_suit(device)));
    return limits;
}

uint64_t nbl_fft_nd_alignment(const nbl_vulkan_device_t *device) {
    const uint64_t alignment = nbl_vulkan_device_get_info(device)->storage_buffer_alignment;
    return alignment > 256 ? alignment : 256;
}

static nbl_result_t create_within(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                                  const nbl_fft_vulkan_desc_t *how, bool in_place, const nbl_fft_limits_t *limits,
                                  nbl_fft_nd_t **fft, nbl_error_t *error) {
    nbl_fft_nd_stages_t work;
    const nbl_result_t result =
        nbl_fft_nd_stages_make(desc, limits, how->mode, in_place, nbl_fft_nd_alignment(device), &work, error);
    if (result == NBL_SUCCESS) return nbl_fft_nd_create_from(device, &work, how, fft, error);
    nbl_fft_nd_stages_release(&work);
    return result;
}

nbl_result_t nbl_fft_nd_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft,
                               nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, desc, how, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (desc->dct != NBL_FFT_NO_DCT) return nbl_fft_nd_dct_create(device, desc, how, in_place, fft, error);
    nbl_fft_limits_t limits = nbl_fft_nd_limits(device, how);
    limits.literals = nbl_fft_tickets_literals(device, how->route);
    nbl_result_t result = create_within(device, desc, how, in_place, &limits, fft, error);
    if (limits.literals == NBL_FFT_LITERALS_NEVER || result != NBL_ERROR_LIMIT) return result;
    limits.literals = NBL_FFT_LITERALS_NEVER; /* kernels with literal sizes may need more than the device has */
    nbl_error_clear(error);
    return create_within(device, desc, how, in_place, &limits, fft, error);
}

void nbl_fft_nd_destroy(nbl_fft_nd_t *fft) {
    if (fft == NULL) return;
    nbl_fft_tickets_destroy(fft->tickets);
    nbl_fft_nd_dct_destroy(fft->dct);
    for (uint32_t k = 0; k < fft->kernel_count; k++) nbl_vulkan_kernel_destroy(fft->kernels[k]);
    for (uint32_t a = 0; fft->tables != NULL && a < fft->work.axes; a++)
        for (int t = 0; t < 2; t++) nbl_vulkan_buffer_destroy(fft->device, &fft->tables[a][t]);
    free(fft->kernels);
    free(fft->tables);
    nbl_fft_nd_stages_release(&fft->work);
    free(fft);
}

uint64_t nbl_fft_nd_input_bytes(const nbl_fft_nd_t *fft) { return fft->work.sides[NBL_VIEW_INPUT].bytes; }

uint64_t nbl_fft_nd_output_bytes(const nbl_fft_nd_t *fft) { return fft->work.sides[NBL_VIEW_OUTPUT].bytes; }

uint64_t nbl_fft_nd_workspace_bytes(const nbl_fft_nd_t *fft) { return fft->work.workspace_bytes; }

uint64_t nbl_fft_nd_dispatches(const nbl_fft_nd_t *fft) {
    if (fft->dct != NULL) return nbl_fft_nd_dct_dispatches(fft->dct);
    return nbl_fft_nd_stages_dispatches(&fft->work) +
           (fft->tickets != NULL ? nbl_fft_tickets_dispatches(fft->tickets) : 0);
}

/* ---- Text */

size_t nbl_fft_nd_text(const nbl_fft_nd_t *fft, char *buffer, size_t size) {
    nbl_fft_nd_text_t text = {buffer, size, 0};
    if (fft->dct != NULL)
        nbl_fft_nd_dct_put(fft->dct, &text);
    else
        nbl_fft_nd_stages_put(&text, &fft->work);
    return text.length;
}

/* ---- Binding */

static nbl_result_t check_resources(const nbl_fft_nd_t *fft, const nbl_vulkan_resource_t resources[3],
                                    nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_resource_check(&resources[0], "input", fft->work.sides[0].bytes, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_resource_check(&resources[1], "output", fft->work.sides[1].bytes, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_resource_check(&resources[2], "workspace", fft->work.workspace_bytes, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t from = resources[0].offset, to = resources[1].offset;
    const bool same_buffer = resources[0].buffer == resources[1].buffer;
    const bool apart = !same_buffer || from + fft->work.sides[0].bytes <= to || to + fft->work.sides[1].bytes <= from;
    if (fft->work.in_place ? same_buffer && from == to : apart) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "output: %s",
                    fft->work.in_place ? "must be the input's buffer, from the same offset: the transform is in place"
                                       : "overlaps the input: the transform is not in place");
}

/* Returns whether kernels access a region by its address. */
static bool needs_address(const nbl_fft_nd_t *fft, uint32_t region) {
    bool needs = fft->tickets != NULL && region < 2;
    for (uint32_t a = 0; a < fft->work.axes; a++)
        for (uint32_t s = 0; s < fft->work.axis[a].stages; s++) {
            const nbl_fft_nd_stage_t *stage = &fft->work.axis[a].stage[s];
            needs = needs || (!is_whole(&fft->work.axis[a]) && stage->desc.addresses &&
                              (stage->load.region == region || stage->store.region == region));
        }
    return needs;
}

static nbl_result_t take_addresses(const nbl_fft_nd_t *fft, const nbl_vulkan_resource_t resources[3],
                                   nbl_fft_nd_binding_t *binding, nbl_error_t *error) {
    static const char *const names[] = {"input", "output", "workspace"};
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        const nbl_vulkan_resource_t *of = &resources[r < 2 ? r : 2];
        /* Real numbers are read in pairs; a workspace may hold complex float64. */
        const uint32_t alignment = r < 2 ? nbl_fft_precision_element_bytes(fft->work.desc.precision) : 16;
        if (!needs_address(fft, r)) continue;
        if (of->address == 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: its address is missing: this route goes by device address",
                            names[r < 2 ? r : 2]);
        if ((of->address + of->offset) % alignment != 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: its address and offset must be a multiple of %u bytes",
                            names[r < 2 ? r : 2], alignment);
        binding->region[r] = of->address + of->offset + (r < 2 ? 0 : fft->work.region_offset[r]);
    }
    return NBL_SUCCESS;
}

static nbl_vulkan_resource_t region(const nbl_fft_nd_t *fft, const nbl_vulkan_resource_t resources[3],
                                    uint32_t number) {
    nbl_vulkan_resource_t of = resources[number < 2 ? number : 2];
    of.offset += number < 2 ? 0 : fft->work.region_offset[number];
    of.size = number < 2 ? fft->work.sides[number].bytes : fft->work.region_bytes[number];
    return of;
}

nbl_result_t nbl_fft_nd_binding_create(const nbl_fft_nd_t *fft, nbl_vulkan_resource_t input,
                                       nbl_vulkan_resource_t output, nbl_vulkan_resource_t workspace,
                                       nbl_fft_nd_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, fft, binding)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const nbl_vulkan_resource_t given[3] = {input, output, workspace};
    nbl_result_t result = check_resources(fft, given, error);
    if (result != NBL_SUCCESS) return result;
    const uint32_t kernels = fft->dct != NULL ? 2 * NBL_FFT_ND_MOST_RANK : fft->kernel_count;
    nbl_fft_nd_binding_t *made = calloc(1, sizeof *made + kernels * sizeof made->of[0]);
    if (made == NULL) return nbl_fail_memory(error, "fft binding");
    result = take_addresses(fft, given, made, error);
    if (result == NBL_SUCCESS && fft->dct != NULL) result = nbl_fft_nd_dct_bind(fft, given, made, error);
    for (uint32_t a = 0; a < fft->work.axes && result == NBL_SUCCESS; a++)
        for (uint32_t s = 0; s < fft->work.axis[a].stages && result == NBL_SUCCESS; s++) {
            const nbl_fft_nd_stage_t *stage = &fft->work.axis[a].stage[s];
            const nbl_vulkan_buffer_t *table = &fft->tables[a][stage->table];
            nbl_vulkan_resource_t of[3] = {region(fft, given, stage->load.region),
                                           region(fft, given, stage->store.region)};
            of[2] = of[0];
            if (table->handle != VK_NULL_HANDLE) of[2] = (nbl_vulkan_resource_t){.buffer = table->handle};
            result = nbl_vulkan_bindings_create(fft->kernels[made->count], of, NAME, &made->of[made->count], error);
            if (result == NBL_SUCCESS) made->count++;
        }
    if (result == NBL_SUCCESS)
        *binding = made;
    else
        nbl_fft_nd_binding_destroy(made);
    return result;
}

void nbl_fft_nd_binding_destroy(nbl_fft_nd_binding_t *binding) {
    if (binding == NULL) return;
    for (uint32_t i = 0; i < binding->count; i++) nbl_vulkan_bindings_destroy(binding->of[i]);
    for (uint32_t a = 0; a < NBL_FFT_ND_MOST_RANK; a++) nbl_fft_nd_binding_destroy(binding->middle[a]);
    free(binding);
}

/* ---- Recording */

static nbl_result_t record_stage(const nbl_fft_nd_t *fft, const nbl_fft_nd_axis_t *axis,
                                 const nbl_fft_nd_stage_t *stage, uint64_t first, uint64_t count, uint32_t number,
                                 const nbl_fft_nd_binding_t *binding, VkCommandBuffer command_buffer,
                                 nbl_error_t *error) {
    nbl_fft_lines_addressed_t all = {binding->region[stage->load.region], binding->region[stage->store.region],
                                     nbl_fft_nd_stage_constants(axis, stage, first, count)};
    nbl_vulkan_pass_t pass = {NAME, fft->kernels[number], binding->of[number],
                              stage->desc.addresses ? (const void *)&all : &all.constants,
                              nbl_fft_nd_stage_workgroups(stage, count)};
    if (is_whole(axis)) { /* and all of them at once */
        pass.constants = &axis->whole.desc.batch;
        pass.workgroups = axis->whole.workgroups;
    }
    return nbl_vulkan_pass_record(fft->device, &pass, command_buffer, NULL, 0, error);
}

nbl_result_t nbl_fft_nd_record(const nbl_fft_nd_t *fft, const nbl_fft_nd_binding_t *binding,
                               VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps, uint32_t span,
                               nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_result_t result = NBL_SUCCESS;
    nbl_vulkan_record_label_begin(fft->device, command_buffer, NAME);
    if (timestamps != NULL) nbl_vulkan_timestamps_record_begin(timestamps, command_buffer, span);
    if (fft->tickets != NULL) {
        result = nbl_fft_tickets_record(fft->tickets, command_buffer, binding->region[NBL_VIEW_INPUT],
                                        binding->region[NBL_VIEW_OUTPUT], error);
        nbl_vulkan_record_barrier(fft->device, command_buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    }
    if (fft->dct != NULL) result = nbl_fft_nd_dct_record(fft, binding, command_buffer, error);
    for (uint32_t a = 0, kernel = 0; a < fft->work.axes; kernel += fft->work.axis[a++].stages) {
        const nbl_fft_nd_axis_t *axis = &fft->work.axis[a];
        for (uint64_t first = 0; first < axis->transforms; first += axis->chunk) {
            const uint64_t left = axis->transforms - first, count = left < axis->chunk ? left : axis->chunk;
            for (uint32_t s = 0; s < axis->stages && result == NBL_SUCCESS; s++)
                result =
                    record_stage(fft, axis, &axis->stage[s], first, count, kernel + s, binding, command_buffer, error);
        }
    }
    if (timestamps != NULL) nbl_vulkan_timestamps_record_end(timestamps, command_buffer, span);
    nbl_vulkan_record_label_end(fft->device, command_buffer);
    return result;
}
