/* Pieces on a Vulkan device: made of a problem's program or of a plan, and written as text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/piece.h"

#include <stdlib.h>

#include "error/check.h"
#include "fft/tuning.h"
#include "gpu/compile.h"
#include "gpu/dct.h"
#include "gpu/from_program.h"
#include "gpu/read_twiddles.h"
#include "gpu/tickets.h"
#include "transform/fused_mode.h"

/* ---- Making */

/* Compiles the kernel of a plan. */
static nbl_result_t make_planned(const nbl_piece_t *piece, const nbl_fft_transform_plan_t *plan,
                                 const nbl_fft_vulkan_desc_t *how, nbl_vulkan_kernel_t **kernel, nbl_error_t *error) {
    nbl_defines_t defines;
    const nbl_compile_desc_t compile = nbl_fft_describe_compile(plan, how->cache, how->mode, how->unroll, &defines);
    const uint32_t subgroup = plan->desc.subgroup_size;
    /* Stockham needs no subgroup size. But if the caller gives another than the device's own, it is asked for. */
    const bool asks = plan->desc.algorithm == NBL_FFT_RADIX2_SHUFFLE ||
                      subgroup != nbl_vulkan_device_get_info(piece->device)->subgroup_size;
    const nbl_vulkan_kernel_desc_t of = {.name = "fft_transform",
                                         .compile = &compile,
                                         .may_round_twice = piece->may_round_twice,
                                         .local_size = {plan->workgroup_invocations, 1, 1}, /* another's is refused */
                                         .push_constant_bytes = plan->desc.addresses ? sizeof(nbl_fft_push_constants_t)
                                                                                     : sizeof plan->desc.batch,
                                         .subgroup_size = asks && subgroup > 1 ? subgroup : 0};
    return nbl_vulkan_kernel_create(piece->device, &of, kernel, error);
}

static nbl_result_t make_kernel(nbl_piece_t *piece, const nbl_fft_vulkan_desc_t *how, const nbl_fft_nd_axis_t *axis,
                                const nbl_fft_nd_stage_t *stage, nbl_error_t *error) {
    nbl_vulkan_kernel_t **kernel = &piece->kernels[piece->kernel_count];
    nbl_defines_t defines;
    nbl_result_t result;
    if (axis->whole.desc.batch != 0) {
        result = make_planned(piece, &axis->whole, how, kernel, error);
    } else {
        nbl_compile_desc_t compile =
            nbl_fft_lines_describe(&stage->desc, stage->order, how->mode, how->unroll, &defines);
        compile.cache = how->cache;
        const nbl_vulkan_kernel_desc_t of = {.name = stage->desc.last_step ? "fft_lines_real" : "fft_lines",
                                             .compile = &compile,
                                             .may_round_twice = piece->may_round_twice,
                                             .push_constant_bytes = stage->desc.addresses
                                                                        ? sizeof(nbl_fft_lines_addressed_t)
                                                                        : sizeof(nbl_fft_lines_constants_t)};
        result = nbl_vulkan_kernel_create(piece->device, &of, kernel, error);
    }
    if (result == NBL_SUCCESS) piece->kernel_count++;
    return result;
}

static nbl_result_t upload_table(nbl_piece_t *piece, const nbl_fft_nd_table_t *table, nbl_vulkan_buffer_t *to,
                                 nbl_error_t *error) {
    const uint64_t bytes = table->spectrum_bytes != 0 ? table->spectrum_offset + table->spectrum_bytes : table->bytes;
    const nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = "fft table"};
    if (bytes == 0) return NBL_SUCCESS;
    nbl_result_t result = nbl_vulkan_buffer_create(piece->device, &desc, to, error);
    return result == NBL_SUCCESS && table->bytes != 0
               ? nbl_vulkan_buffer_upload(piece->device, to, 0, table->numbers, table->bytes, error)
               : result;
}

/* Compiles the kernels and uploads the tables. The host's copy of a table is freed: it may be as large as the array. */
static nbl_result_t make_kernels(nbl_piece_t *piece, const nbl_fft_vulkan_desc_t *how, nbl_error_t *error) {
    nbl_fft_nd_stages_t *work = &piece->work;
    const nbl_device_kind_t device = nbl_device_kind_of_vendor(nbl_vulkan_device_get_info(piece->device)->vendor_id);
    nbl_result_t result = NBL_SUCCESS;
    piece->kernels = calloc(nbl_fft_nd_stages_count(work) + 1, sizeof *piece->kernels);
    piece->tables = calloc(work->axes + 1, sizeof *piece->tables);
    if (piece->kernels == NULL || piece->tables == NULL) return nbl_fail_memory(error, "fft");
    for (uint32_t a = 0; a < work->axes && result == NBL_SUCCESS; a++) {
        result = nbl_fft_read_twiddles(&work->axis[a], how->mode, device, error);
        for (int t = 0; t < 2 && result == NBL_SUCCESS; t++) {
            nbl_fft_nd_table_t *table = &work->axis[a].tables[t];
            result = upload_table(piece, table, &piece->tables[a][t], error);
            free(table->numbers);
            table->numbers = NULL;
        }
        for (uint32_t s = 0; s < work->axis[a].stages && result == NBL_SUCCESS; s++)
            result = make_kernel(piece, how, &work->axis[a], &work->axis[a].stage[s], error);
        work->axis[a].whole.parameters.reads = 0; /* nbl_fft_get_plan()'s callers have no table */
    }
    return result;
}

/* Makes the kernels of the first steps, if they have literal sizes. */
static nbl_result_t make_tickets(nbl_piece_t *piece, const nbl_fft_vulkan_desc_t *how, nbl_error_t *error) {
    const nbl_program_t *program = piece->work.program;
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
                                         .mode = how->mode,
                                         .cache = how->cache,
                                         .unroll = how->unroll};
    return nbl_fft_tickets_create_of(piece->device, &desc, &of, &piece->tickets, error);
}

nbl_result_t nbl_piece_of_stages(nbl_vulkan_device_t *device, nbl_fft_nd_stages_t *work,
                                 const nbl_fft_vulkan_desc_t *how, nbl_piece_t **piece, nbl_error_t *error) {
    nbl_piece_t *made = calloc(1, sizeof *made);
    if (made == NULL) {
        nbl_fft_nd_stages_release(work);
        return nbl_fail_memory(error, "fft");
    }
    nbl_fft_vulkan_desc_t as = *how;
    made->device = device;
    made->work = *work;
    made->may_round_twice = how->mode == NBL_MODE_FAST;
    as.mode = work->program != NULL ? nbl_program_compiled_as(work->program)
                                    : nbl_fused_compiled_as(how->mode, work->desc.precision);
    nbl_result_t result = make_tickets(made, &as, error);
    if (result == NBL_SUCCESS) result = make_kernels(made, &as, error);
    if (result == NBL_SUCCESS)
        *piece = made;
    else
        nbl_piece_destroy(made);
    return result;
}

/* Returns the device's limits for a route. */
static nbl_fft_limits_t limits_of(const nbl_vulkan_device_t *device, nbl_fft_route_t route) {
    nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    limits.addresses = limits.addresses && (route == NBL_FFT_ROUTE_TICKETS ||
                                            (route == NBL_FFT_ROUTE_BEST && nbl_fft_tickets_suit(device)));
    return limits;
}

uint64_t nbl_piece_alignment(const nbl_vulkan_device_t *device) {
    const uint64_t alignment = nbl_vulkan_device_get_info(device)->storage_buffer_alignment;
    return alignment > 256 ? alignment : 256;
}

static nbl_result_t make_within(nbl_vulkan_device_t *device, const nbl_problem_t *problem,
                                const nbl_fft_vulkan_desc_t *how, const nbl_fft_wisdom_t *wisdom,
                                const nbl_fft_limits_t *limits, nbl_piece_t **piece, nbl_error_t *error) {
    nbl_fft_nd_stages_t work;
    const nbl_result_t result =
        nbl_fft_nd_stages_of_problem(problem, limits, wisdom, nbl_piece_alignment(device), &work, error);
    if (result == NBL_SUCCESS) return nbl_piece_of_stages(device, &work, how, piece, error);
    nbl_fft_nd_stages_release(&work);
    return result;
}

nbl_result_t nbl_piece_make(nbl_vulkan_device_t *device, const nbl_problem_t *problem, const nbl_fft_vulkan_desc_t *how,
                            const nbl_fft_wisdom_t *wisdom, nbl_piece_t **piece, nbl_error_t *error) {
    nbl_fft_limits_t limits = limits_of(device, how->route);
    *piece = NULL;
    if (problem->dct != NBL_FFT_NO_DCT) return nbl_piece_dct_make(device, problem, how, &limits, piece, error);
    if (!problem->convolves) limits.literals = nbl_fft_tickets_literals(device, how->route);
    const nbl_result_t result = make_within(device, problem, how, wisdom, &limits, piece, error);
    if (limits.literals == NBL_FFT_LITERALS_NEVER || result != NBL_ERROR_LIMIT) return result;
    limits.literals = NBL_FFT_LITERALS_NEVER; /* kernels with literal sizes may need more than the device has */
    nbl_error_clear(error);
    return make_within(device, problem, how, wisdom, &limits, piece, error);
}

/* Returns a side that is a number of bytes, without dimensions. */
static nbl_fft_nd_side_t plain_side(uint64_t bytes) {
    nbl_fft_nd_side_t side = {.element_bytes = 1, .scalar_bytes = 1, .bytes = bytes};
    for (uint32_t d = 0; d < NBL_FFT_ND_LOOPS; d++) side.sizes[d] = d == 0 ? bytes : 1;
    return side;
}

nbl_result_t nbl_piece_of_plan(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan,
                               const nbl_fft_vulkan_desc_t *how, nbl_piece_t **piece, nbl_error_t *error) {
    nbl_fft_nd_stages_t work = {.desc.precision = plan->desc.precision,
                                .sides = {plain_side(plan->input_bytes), plain_side(plan->output_bytes)},
                                .axes = 1,
                                .axis = calloc(1, sizeof *work.axis)};
    if (work.axis == NULL) return nbl_fail_memory(error, "fft");
    work.axis->whole = *plan;
    work.axis->transforms = work.axis->chunk = work.axis->stages = 1; /* all of the batch at once */
    work.axis->stage[0].load.region = NBL_VIEW_INPUT;
    work.axis->stage[0].store.region = NBL_VIEW_OUTPUT;
    work.axis->stage[0].desc.addresses = plan->desc.addresses;
    return nbl_piece_of_stages(device, &work, how, piece, error);
}

void nbl_piece_destroy(nbl_piece_t *piece) {
    if (piece == NULL) return;
    nbl_fft_tickets_destroy(piece->tickets);
    nbl_piece_dct_destroy(piece->dct);
    for (uint32_t k = 0; k < piece->kernel_count; k++) nbl_vulkan_kernel_destroy(piece->kernels[k]);
    for (uint32_t a = 0; piece->tables != NULL && a < piece->work.axes; a++)
        for (int t = 0; t < 2; t++) nbl_vulkan_buffer_destroy(piece->device, &piece->tables[a][t]);
    free(piece->kernels);
    free(piece->tables);
    nbl_fft_nd_stages_release(&piece->work);
    free(piece);
}

uint64_t nbl_piece_dispatches(const nbl_piece_t *piece) {
    if (piece->dct != NULL) return nbl_piece_dct_dispatches(piece->dct);
    return nbl_fft_nd_stages_dispatches(&piece->work) +
           (piece->tickets != NULL ? nbl_fft_tickets_dispatches(piece->tickets) : 0);
}

/* ---- Text */

size_t nbl_piece_text(const nbl_piece_t *piece, char *buffer, size_t size) {
    nbl_fft_nd_text_t text = {buffer, size, 0};
    char bits[NBL_PROGRAM_BITS_SIZE];
    if (size > 0) buffer[0] = '\0';
    if (piece->dct != NULL) nbl_piece_dct_put(piece->dct, &text);
    if (piece->dct != NULL || piece->work.program == NULL) return text.length;
    nbl_program_bits_text(piece->work.program, bits);
    nbl_fft_nd_put(&text, "%s", bits);
    nbl_fft_nd_stages_put(&text, &piece->work);
    return text.length;
}
