/* Transforms of several dimensions on a Vulkan device: made, bound and recorded.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/vulkan_nd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "vulkan/pass.h"

#define NAME "fft_nd"

/* ---- Making */

/* Kernels number elements by 32 bits, and bind each side as a whole. */
static nbl_result_t check_sides(const nbl_fft_nd_t *fft, nbl_error_t *error) {
    static const char *const names[] = {"input", "output", "what lies between"};
    const bool between = fft->desc.real && fft->desc.inverse && fft->desc.axis_count > 1;
    for (int i = 0; i < (between ? 3 : 2); i++) {
        const uint64_t bytes = fft->sides[i].bytes, most = fft->limits.max_buffer_bytes;
        if (bytes > most)
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu bytes, the limit of a buffer is %llu: transform parts",
                            names[i], (unsigned long long)bytes, (unsigned long long)most);
        if (bytes / fft->sides[i].scalar_bytes > UINT32_MAX)
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu numbers, the limit is %u: transform parts", names[i],
                            (unsigned long long)(bytes / fft->sides[i].scalar_bytes), UINT32_MAX);
    }
    if (fft->in_place && !nbl_fft_nd_replaces(&fft->desc, fft->sides))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "in place: input and output must be laid out alike");
    const bool lacks = (fft->desc.precision == NBL_FFT_FLOAT64 && !fft->limits.float64) ||
                       (fft->desc.precision == NBL_FFT_FLOAT16 && !fft->limits.float16);
    return !lacks ? NBL_SUCCESS
                  : nbl_fail(error, NBL_ERROR_LIMIT, "precision %s: the device has no such arithmetic: use fp32",
                             nbl_fft_precision_name(fft->desc.precision));
}

static uint64_t round_up(const nbl_fft_nd_t *fft, uint64_t bytes) {
    const uint64_t own = nbl_vulkan_device_get_info(fft->device)->storage_buffer_alignment,
                   unit = own > 256 ? own : 256;
    return (bytes + unit - 1) / unit * unit;
}

static void lay_workspace(nbl_fft_nd_t *fft) {
    for (uint32_t a = 0; a < fft->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &fft->axis[a];
        if (axis->pass.to == NBL_FFT_ND_BETWEEN)
            fft->region_bytes[NBL_FFT_ND_BETWEEN] = fft->sides[NBL_FFT_ND_BETWEEN].bytes;
        for (uint32_t w = 0; w < NBL_FFT_ND_WORKS; w++) {
            const uint64_t bytes = axis->chunk * axis->work_elements[w] * axis->work_bytes[w];
            uint64_t *most = &fft->region_bytes[NBL_FFT_ND_WORK + w];
            if (bytes > *most) *most = bytes;
        }
    }
    for (uint32_t r = NBL_FFT_ND_BETWEEN; r < NBL_FFT_ND_REGIONS; r++) {
        fft->region_offset[r] = fft->workspace_bytes;
        fft->workspace_bytes += round_up(fft, fft->region_bytes[r]);
    }
}

static nbl_result_t make_axes(nbl_fft_nd_t *fft, nbl_error_t *error) {
    nbl_fft_nd_pass_t passes[NBL_FFT_ND_MOST_RANK];
    const uint32_t count = nbl_fft_nd_order(&fft->desc, passes);
    fft->axis = calloc(count == 0 ? 1 : count, sizeof *fft->axis);
    if (fft->axis == NULL) return nbl_fail_memory(error, "fft");
    nbl_result_t result = NBL_SUCCESS;
    while (fft->axes < count && result == NBL_SUCCESS) {
        nbl_fft_nd_axis_t *axis = &fft->axis[fft->axes];
        axis->pass = passes[fft->axes++];
        nbl_fft_nd_lay_lines(&fft->desc, fft->sides, &axis->pass);
        result = nbl_fft_nd_axis_make(fft, axis, error);
    }
    return result;
}

nbl_result_t nbl_fft_nd_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft,
                               nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, desc, how, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_fft_nd_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "fft");
    made->device = device;
    made->how = *how;
    made->in_place = in_place;
    made->limits = nbl_fft_device_limits(device);
    nbl_result_t result = nbl_fft_nd_check(desc, &made->desc, made->sides, error);
    if (result == NBL_SUCCESS) result = check_sides(made, error);
    if (result == NBL_SUCCESS) result = make_axes(made, error);
    if (result != NBL_SUCCESS) {
        nbl_fft_nd_destroy(made);
        return result;
    }
    made->desc.instructions = NULL; /* the caller's, and of no meaning here */
    made->how.cache = NULL;         /* likewise: no more kernels are compiled */
    lay_workspace(made);
    *fft = made;
    return NBL_SUCCESS;
}

void nbl_fft_nd_destroy(nbl_fft_nd_t *fft) {
    if (fft == NULL) return;
    for (uint32_t a = 0; a < fft->axes; a++) nbl_fft_nd_axis_release(fft, &fft->axis[a]);
    free(fft->axis);
    free(fft);
}

uint64_t nbl_fft_nd_input_bytes(const nbl_fft_nd_t *fft) { return fft->sides[NBL_FFT_ND_INPUT].bytes; }

uint64_t nbl_fft_nd_output_bytes(const nbl_fft_nd_t *fft) { return fft->sides[NBL_FFT_ND_OUTPUT].bytes; }

uint64_t nbl_fft_nd_workspace_bytes(const nbl_fft_nd_t *fft) { return fft->workspace_bytes; }

static uint64_t chunks_of(const nbl_fft_nd_axis_t *axis) { return (axis->transforms + axis->chunk - 1) / axis->chunk; }

uint64_t nbl_fft_nd_dispatches(const nbl_fft_nd_t *fft) {
    uint64_t count = 0;
    for (uint32_t a = 0; a < fft->axes; a++) count += fft->axis[a].stages * chunks_of(&fft->axis[a]);
    return count;
}

/* ---- Text */

typedef struct text_t {
    char *buffer;
    size_t size, length;
} text_t;

static void put(text_t *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t at = text->length < text->size ? text->length : text->size;
    const int length = vsnprintf(text->size > at ? text->buffer + at : NULL, text->size - at, format, arguments);
    text->length += length > 0 ? (size_t)length : 0;
    va_end(arguments);
}

static void put_stage(text_t *text, const nbl_fft_nd_axis_t *axis, const nbl_fft_nd_stage_t *stage) {
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    char plan[NBL_FFT_PLAN_TEXT_SIZE];
    put(text, "axis %u: ", axis->pass.axis);
    if (stage->desc.last_step && p->real == 0)
        put(text, "a copy");
    else if (stage->desc.last_step)
        put(text, "%llu %s of %u complex numbers", (unsigned long long)axis->transforms,
            p->inverse ? "spectra to those" : "spectra of real signals from those", p->signal_length);
    else {
        nbl_fft_plan_short_text(p->plan, plan, sizeof plan);
        put(text, "%llu lines of %u = %s%s%s%s%s%s", (unsigned long long)(axis->transforms * stage->items),
            stage->desc.length, plan, p->columns ? ", side by side" : "", p->real ? ", real" : "",
            p->chirp_in ? ", from a chirp" : "", p->product ? ", times its spectrum" : "",
            p->chirp_out ? ", to a chirp" : "");
    }
    if (chunks_of(axis) > 1) put(text, ", in %llu parts", (unsigned long long)chunks_of(axis));
    put(text, "\n");
}

size_t nbl_fft_nd_text(const nbl_fft_nd_t *fft, char *buffer, size_t size) {
    text_t text = {buffer, size, 0};
    for (uint32_t a = 0; a < fft->axes; a++)
        for (uint32_t s = 0; s < fft->axis[a].stages; s++) put_stage(&text, &fft->axis[a], &fft->axis[a].stage[s]);
    return text.length;
}

/* ---- Binding */

struct nbl_fft_nd_binding_t {
    uint32_t count;
    nbl_vulkan_bindings_t *of[]; /* each kernel's */
};

static nbl_result_t check_resources(const nbl_fft_nd_t *fft, const nbl_vulkan_resource_t resources[3],
                                    nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_resource_check(&resources[0], "input", fft->sides[0].bytes, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&resources[1], "output", fft->sides[1].bytes, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_resource_check(&resources[2], "workspace", fft->workspace_bytes, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t from = resources[0].offset, to = resources[1].offset;
    const bool same_buffer = resources[0].buffer == resources[1].buffer;
    const bool apart = !same_buffer || from + fft->sides[0].bytes <= to || to + fft->sides[1].bytes <= from;
    if (fft->in_place ? same_buffer && from == to : apart) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "output: %s",
                    fft->in_place ? "must be the input's buffer, from the same offset: the transform is in place"
                                  : "overlaps the input: the transform is not in place");
}

static nbl_vulkan_resource_t region(const nbl_fft_nd_t *fft, const nbl_vulkan_resource_t resources[3],
                                    uint32_t number) {
    nbl_vulkan_resource_t of = resources[number < 2 ? number : 2];
    of.offset += number < 2 ? 0 : fft->region_offset[number];
    of.size = number < 2 ? fft->sides[number].bytes : fft->region_bytes[number];
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
    uint32_t count = 0;
    for (uint32_t a = 0; a < fft->axes; a++) count += fft->axis[a].stages;
    nbl_fft_nd_binding_t *made = calloc(1, sizeof *made + count * sizeof made->of[0]);
    if (made == NULL) return nbl_fail_memory(error, "fft binding");
    for (uint32_t a = 0; a < fft->axes && result == NBL_SUCCESS; a++)
        for (uint32_t s = 0; s < fft->axis[a].stages && result == NBL_SUCCESS; s++) {
            const nbl_fft_nd_stage_t *stage = &fft->axis[a].stage[s];
            const nbl_vulkan_buffer_t *table = &fft->axis[a].tables[stage->table];
            nbl_vulkan_resource_t of[3] = {region(fft, given, stage->from), region(fft, given, stage->to)};
            of[2] = of[0];
            if (table->handle != VK_NULL_HANDLE) of[2] = (nbl_vulkan_resource_t){.buffer = table->handle};
            result = nbl_vulkan_bindings_create(stage->kernel, of, NAME, &made->of[made->count], error);
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
    free(binding);
}

/* ---- Recording */

static nbl_result_t record_stage(const nbl_fft_nd_t *fft, const nbl_fft_nd_stage_t *stage, uint64_t first,
                                 uint64_t count, const nbl_vulkan_bindings_t *bindings, VkCommandBuffer command_buffer,
                                 nbl_error_t *error) {
    nbl_fft_lines_constants_t constants = stage->constants;
    constants.first = (uint32_t)first;
    constants.count = (uint32_t)count;
    const uint64_t workgroups = (count * stage->items + stage->per_group - 1) / stage->per_group;
    const nbl_vulkan_pass_t pass = {NAME, stage->kernel, bindings, &constants, workgroups};
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
    for (uint32_t a = 0, kernel = 0; a < fft->axes; kernel += fft->axis[a++].stages) {
        const nbl_fft_nd_axis_t *axis = &fft->axis[a];
        for (uint64_t first = 0; first < axis->transforms; first += axis->chunk) {
            const uint64_t left = axis->transforms - first, count = left < axis->chunk ? left : axis->chunk;
            for (uint32_t s = 0; s < axis->stages && result == NBL_SUCCESS; s++)
                result =
                    record_stage(fft, &axis->stage[s], first, count, binding->of[kernel + s], command_buffer, error);
        }
    }
    if (timestamps != NULL) nbl_vulkan_timestamps_record_end(timestamps, command_buffer, span);
    nbl_vulkan_record_label_end(fft->device, command_buffer);
    return result;
}
