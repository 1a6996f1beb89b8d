/* Cosine and sine transforms on a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/dct.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "gpu/from_program.h"
#include "transform/fused_mode.h"
#include "transform/make.h"
#include "transform/tables.h"
#include "vulkan/pass.h"
#include "shaders/fft_dct_constants.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#define NAME "fft_dct"

enum { FOLD, UNFOLD, KERNELS };

/* Parts of the workspace; BETWEEN: the array between two axes. */
enum { FOLDED, TRANSFORMED, OF_MIDDLE, BETWEEN, PARTS };

/* One axis: what lies where it begins and ends, and the Fourier transform between. */
typedef struct axis_t {
    nbl_piece_t *middle;
    nbl_fft_dct_constants_t constants[KERNELS];
    uint32_t region[KERNELS]; /* INPUT, OUTPUT or BETWEEN, that a kernel reads or writes */
    nbl_vulkan_buffer_t roots;
    uint64_t bytes[KERNELS]; /* of the numbers that a kernel writes or reads in the workspace */
} axis_t;

struct nbl_piece_dct_t {
    nbl_vulkan_device_t *device;
    uint64_t offset[PARTS], part_bytes[PARTS]; /* of the workspace */
    uint32_t axes;
    axis_t axis[NBL_FFT_ND_MOST_RANK];
};

/* ---- What kernels are told */

static nbl_result_t describe(const nbl_program_t *program, const nbl_program_step_t *step, int which,
                             nbl_fft_dct_constants_t *constants, nbl_error_t *error) {
    const nbl_view_t *view = which == FOLD ? &step->load : &step->store;
    const nbl_program_op_t *op = &step->op[0], *scale = step->ops > 1 ? &step->op[1] : NULL;
    const nbl_dct_t dct = nbl_program_dct(step, op);
    const uint64_t numbers = nbl_dct_numbers(dct, which == UNFOLD);
    const bool is_real = which == UNFOLD && nbl_dct_middle(dct) == NBL_DCT_TO_REAL;
    const uint64_t part = which == FOLD ? view->given : view->kept, some = part != 0 ? part : dct.size;
    const uint64_t all = step->transforms * (which == FOLD ? numbers : some);
    double factor = scale != NULL ? nbl_program_scale(&program->problem, scale) : 1;
    if (all > UINT32_MAX || 2 * numbers * step->transforms > UINT32_MAX || nbl_view_extent(view, dct.size) > UINT32_MAX)
        return nbl_fail(error, NBL_ERROR_LIMIT, "dct: %llu lines of %u elements: a kernel counts to 2^32",
                        (unsigned long long)step->transforms, dct.size);
    *constants = (nbl_fft_dct_constants_t){.kind = dct.kind,
                                           .size = dct.size,
                                           .orthogonal = dct.orthogonal,
                                           .numbers = is_real ? nbl_dct_points(dct) : (uint32_t)numbers,
                                           .all = (uint32_t)all,
                                           .first = (uint32_t)view->kept_from,
                                           .part = (uint32_t)some,
                                           .stride = (uint32_t)view->stride};
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS; i++) {
        const bool loops = view->transforms[i].count != 0;
        constants->count[i] = loops ? (uint32_t)view->transforms[i].count : 1;
        constants->distance[i] = loops ? (uint32_t)view->transforms[i].stride : 0;
    }
    const float single = (float)factor;
    memcpy(constants->factor, &factor, sizeof factor);
    memcpy(&constants->factor[2], &single, sizeof single);
    return NBL_SUCCESS;
}

/* ---- Making */

static nbl_result_t upload_roots(nbl_piece_dct_t *dct, const nbl_program_table_t *table, bool wide,
                                 nbl_vulkan_buffer_t *to, nbl_error_t *error) {
    const uint64_t count = 2 * nbl_program_table_count(table);
    double *numbers = malloc(count * sizeof *numbers);
    if (numbers == NULL) return nbl_fail_memory(error, "fft");
    nbl_result_t result = nbl_program_fill_table(table, numbers, error);
    for (uint64_t i = 0; i < count && !wide && result == NBL_SUCCESS; i++) { /* where they are */
        const float single = (float)numbers[i];
        memcpy((char *)numbers + i * sizeof single, &single, sizeof single);
    }
    const nbl_vulkan_buffer_desc_t desc = {.size = count * (wide ? 8 : 4), .name = "dct roots"};
    if (result == NBL_SUCCESS) result = nbl_vulkan_buffer_create(dct->device, &desc, to, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_buffer_upload(dct->device, to, 0, numbers, desc.size, error);
    free(numbers);
    return result;
}

static nbl_result_t make_axis(nbl_piece_dct_t *dct, const nbl_program_t *program, uint32_t first, uint32_t last,
                              const nbl_fft_vulkan_desc_t *how, nbl_error_t *error) {
    axis_t *axis = &dct->axis[dct->axes];
    const nbl_program_step_t *steps[KERNELS] = {&program->step[first], &program->step[last]};
    const bool wide = program->problem.precision == NBL_FFT_FLOAT64;
    const nbl_dct_t of = nbl_program_dct(steps[FOLD], &steps[FOLD]->op[0]);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_problem_t middle;
    nbl_result_t result = NBL_SUCCESS;
    axis->region[FOLD] = steps[FOLD]->load.region;
    axis->region[UNFOLD] = steps[UNFOLD]->store.region;
    desc.rank = 1;
    desc.sizes[0] = nbl_dct_points(of);
    desc.batch = steps[FOLD]->transforms;
    desc.precision = (nbl_fft_precision_t)program->problem.precision;
    desc.real = nbl_dct_middle(of) != NBL_DCT_COMPLEX;
    desc.inverse = nbl_dct_middle(of) == NBL_DCT_TO_REAL;
    desc.scaling = NBL_FFT_SCALING_NONE;
    desc.mode = how->mode;
    for (int k = 0; k < KERNELS && result == NBL_SUCCESS; k++)
        result = describe(program, steps[k], k, &axis->constants[k], error);
    for (int k = 0; k < KERNELS && result == NBL_SUCCESS; k++)
        if (steps[k]->op[0].table != NBL_PROGRAM_NONE && axis->roots.handle == VK_NULL_HANDLE)
            result = upload_roots(dct, &program->table[steps[k]->op[0].table], wide, &axis->roots, error);
    if (result == NBL_SUCCESS) result = nbl_problem_make(&desc, false, &middle, error);
    if (result == NBL_SUCCESS) result = nbl_piece_make(dct->device, &middle, how, NULL, &axis->middle, error);
    if (result != NBL_SUCCESS) return result;
    axis->bytes[FOLD] = axis->middle->work.sides[NBL_VIEW_INPUT].bytes;
    axis->bytes[UNFOLD] = axis->middle->work.sides[NBL_VIEW_OUTPUT].bytes;
    const uint64_t parts[PARTS] = {axis->bytes[FOLD], axis->bytes[UNFOLD], axis->middle->work.workspace_bytes,
                                   program->region_bytes[NBL_VIEW_BETWEEN]};
    for (int p = 0; p < PARTS; p++)
        if (parts[p] > dct->part_bytes[p]) dct->part_bytes[p] = parts[p];
    return NBL_SUCCESS;
}

static nbl_result_t make_kernel(nbl_piece_t *piece, const nbl_fft_vulkan_desc_t *how, uint32_t after,
                                nbl_error_t *error) {
    const bool wide = piece->work.desc.precision == NBL_FFT_FLOAT64;
    nbl_defines_t defines = {.count = 0};
    nbl_defines_text(&defines, "NBL_DCT_SCALAR", wide ? "float64_t" : "float32_t");
    nbl_defines_number(&defines, "NBL_HAS_FLOAT16", 0);
    nbl_defines_number(&defines, "NBL_HAS_FLOAT64", wide);
    nbl_defines_number(&defines, "NBL_SUBGROUP_OPERATIONS", 0);
    nbl_defines_text(&defines, "NBL_DCT_KERNEL", "nbl_fft_dct");
    nbl_defines_number(&defines, "NBL_PARAMETER_after", after);
    const nbl_compile_desc_t compile = {.file = "shaders/fft_dct.h",
                                        .defines = defines.defines,
                                        .define_count = defines.count,
                                        .mode = piece->work.mode,
                                        .cache = how->cache};
    const nbl_vulkan_kernel_desc_t of = {.name = NAME,
                                         .compile = &compile,
                                         .push_constant_bytes = sizeof(nbl_fft_dct_constants_t),
                                         .may_round_twice = how->mode == NBL_MODE_FAST};
    const nbl_result_t result =
        nbl_vulkan_kernel_create(piece->device, &of, &piece->kernels[piece->kernel_count], error);
    if (result == NBL_SUCCESS) piece->kernel_count++;
    return result;
}

static nbl_result_t make(nbl_piece_t *piece, const nbl_program_t *program, const nbl_fft_vulkan_desc_t *how,
                         nbl_error_t *error) {
    nbl_piece_dct_t *dct = piece->dct;
    const uint64_t alignment = nbl_piece_alignment(piece->device);
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t k = 0; k < KERNELS && result == NBL_SUCCESS; k++) result = make_kernel(piece, how, k, error);
    for (uint32_t first = 0, end = 0; first < program->steps && result == NBL_SUCCESS; first = end) {
        while (end < program->steps && program->step[end].round == program->step[first].round) end++;
        result = make_axis(dct, program, first, end - 1, how, error);
        dct->axes++; /* also after an error: what it has is let go */
    }
    for (int p = 0; p < PARTS; p++) {
        dct->offset[p] = piece->work.workspace_bytes;
        piece->work.workspace_bytes += (dct->part_bytes[p] + alignment - 1) / alignment * alignment;
    }
    return result;
}

nbl_result_t nbl_piece_dct_make(nbl_vulkan_device_t *device, const nbl_problem_t *problem,
                                const nbl_fft_vulkan_desc_t *how, const nbl_fft_limits_t *limits, nbl_piece_t **piece,
                                nbl_error_t *error) {
    if (problem->precision == NBL_FFT_FLOAT16_STORAGE)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "dct: cosine and sine transforms of halves are the CPU's: on a device use fp32");
    nbl_program_t *program = nbl_transform_new(problem);
    nbl_piece_t *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->device = device;
        nbl_fft_nd_stages_begin(limits, (nbl_mode_t)problem->mode, problem->in_place != 0, &made->work);
        nbl_fft_nd_stages_take_problem(problem, &made->work);
        made->kernels = calloc(KERNELS, sizeof(nbl_vulkan_kernel_t *));
        made->dct = calloc(1, sizeof *made->dct);
        if (made->dct != NULL) made->dct->device = device;
    }
    nbl_result_t result = program == NULL || made == NULL || made->kernels == NULL || made->dct == NULL
                              ? nbl_fail_memory(error, "fft")
                              : nbl_fft_nd_stages_check(&made->work, false, error);
    if (result == NBL_SUCCESS) result = nbl_transform_make_cpu(problem, program, error);
    if (result == NBL_SUCCESS) {
        made->work.mode = nbl_program_compiled_as(program);
        result = make(made, program, how, error);
    }
    free(program);
    if (result == NBL_SUCCESS)
        *piece = made;
    else
        nbl_piece_destroy(made);
    return result;
}

void nbl_piece_dct_destroy(nbl_piece_dct_t *dct) {
    if (dct == NULL) return;
    for (uint32_t a = 0; a < dct->axes; a++) {
        nbl_piece_destroy(dct->axis[a].middle);
        nbl_vulkan_buffer_destroy(dct->device, &dct->axis[a].roots);
    }
    free(dct);
}

/* ---- What it is */

uint64_t nbl_piece_dct_dispatches(const nbl_piece_dct_t *dct) {
    uint64_t dispatches = 0;
    for (uint32_t a = 0; a < dct->axes; a++) dispatches += KERNELS + nbl_piece_dispatches(dct->axis[a].middle);
    return dispatches;
}

void nbl_piece_dct_put(const nbl_piece_dct_t *dct, nbl_fft_nd_text_t *text) {
    for (uint32_t a = 0; a < dct->axes; a++) {
        const nbl_fft_dct_constants_t *of = &dct->axis[a].constants[FOLD];
        nbl_fft_nd_put(text, "# %s-%u of %u elements: folded, this program, unfolded\n",
                       of->kind > NBL_DCT_4 ? "dst" : "dct", (of->kind - 1) % 4 + 1, of->size);
        const size_t at = text->length < text->size ? text->length : text->size;
        text->length +=
            nbl_piece_text(dct->axis[a].middle, text->size > at ? text->buffer + at : NULL, text->size - at);
    }
}

/* ---- Binding and recording */

static nbl_vulkan_resource_t part(const nbl_piece_dct_t *dct, const nbl_vulkan_resource_t *workspace, uint32_t number,
                                  uint64_t bytes) {
    nbl_vulkan_resource_t of = *workspace;
    of.offset += dct->offset[number];
    of.size = bytes;
    return of;
}

nbl_result_t nbl_piece_dct_bind(const nbl_piece_t *piece, const nbl_vulkan_resource_t resources[3],
                                nbl_piece_binding_t *binding, nbl_error_t *error) {
    const nbl_piece_dct_t *dct = piece->dct;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t a = 0; a < dct->axes && result == NBL_SUCCESS; a++) {
        const axis_t *axis = &dct->axis[a];
        const nbl_vulkan_resource_t between[3] = {part(dct, &resources[2], FOLDED, axis->bytes[FOLD]),
                                                  part(dct, &resources[2], TRANSFORMED, axis->bytes[UNFOLD]),
                                                  part(dct, &resources[2], OF_MIDDLE,
                                                       axis->middle->work.workspace_bytes)};
        result = nbl_piece_bind(axis->middle, between, &binding->middle[a], error);
        for (int k = 0; k < KERNELS && result == NBL_SUCCESS; k++) {
            nbl_vulkan_resource_t lines = part(dct, &resources[2], BETWEEN, dct->part_bytes[BETWEEN]);
            if (axis->region[k] != NBL_VIEW_BETWEEN) {
                lines = resources[axis->region[k]];
                lines.size = piece->work.sides[axis->region[k]].bytes;
            }
            nbl_vulkan_resource_t of[3] = {k == FOLD ? lines : between[UNFOLD], k == FOLD ? between[FOLD] : lines};
            of[2] = of[0];
            if (axis->roots.handle != VK_NULL_HANDLE) of[2] = (nbl_vulkan_resource_t){.buffer = axis->roots.handle};
            result = nbl_vulkan_bindings_create(piece->kernels[k], of, NAME, &binding->of[binding->count], error);
            if (result == NBL_SUCCESS) binding->count++;
        }
    }
    return result;
}

nbl_result_t nbl_piece_dct_record(const nbl_piece_t *piece, const nbl_piece_binding_t *binding,
                                  VkCommandBuffer command_buffer, nbl_error_t *error) {
    const nbl_piece_dct_t *dct = piece->dct;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t a = 0; a < dct->axes; a++)
        for (int k = 0; k < KERNELS && result == NBL_SUCCESS; k++) {
            const nbl_fft_dct_constants_t *constants = &dct->axis[a].constants[k];
            const nbl_vulkan_pass_t pass = {NAME, piece->kernels[k], binding->of[KERNELS * a + (uint32_t)k], constants,
                                            ((uint64_t)constants->all + NBL_FFT_DCT_INVOCATIONS - 1) /
                                                NBL_FFT_DCT_INVOCATIONS};
            if (k == UNFOLD) result = nbl_piece_record(dct->axis[a].middle, binding->middle[a], command_buffer, error);
            if (result == NBL_SUCCESS)
                result = nbl_vulkan_pass_record(piece->device, &pass, command_buffer, NULL, 0, error);
        }
    return result;
}
