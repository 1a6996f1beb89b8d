/* Problems made for a Vulkan device: pieces (gpu/piece.h), each of as much of the batch as one buffer's binding holds.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   batch  | arrays 0 .. n - 1 | n .. 2 n - 1 | ... | what is left |
 *   piece  |      whole        |    whole     | ... |     rest     |   each from its own offset
 *
 * A device binds buffers at multiples of some number of bytes. So n is chosen to make n times the distance such a
 * multiple.
 */
#include "gpu/face.h"

#include <stdlib.h>

#include "error/check.h"
#include "transform/rules/rules.h"
#include "vulkan/pass.h"

/* One side of a batch. */
typedef struct side_t {
    uint64_t array, distance; /* bytes that an array spans, and to the next array */
    uint64_t scalar;          /* bytes of a real number */
} side_t;

typedef struct device_t {
    nbl_fft_t face;
    nbl_vulkan_device_t *device;
    uint64_t piece;            /* arrays of a piece */
    side_t side[3];            /* input, output, and between them */
    nbl_piece_t *whole, *rest; /* of a piece; of the last one, if it is smaller, else NULL */
} device_t;

typedef struct device_binding_t {
    nbl_fft_binding_t face;
    uint64_t count;
    nbl_piece_binding_t *of[]; /* each piece's */
} device_binding_t;

static uint64_t bytes_of(const side_t *side, uint64_t arrays) { return (arrays - 1) * side->distance + side->array; }

static uint64_t pieces_of(const device_t *fft) { return (fft->face.problem.batch + fft->piece - 1) / fft->piece; }

static nbl_piece_t *piece_of(const device_t *fft, uint64_t number) {
    return fft->rest != NULL && number + 1 == pieces_of(fft) ? fft->rest : fft->whole;
}

static uint64_t arrays_of(const device_t *fft, uint64_t number) {
    const uint64_t left = fft->face.problem.batch - number * fft->piece;
    return left < fft->piece ? left : fft->piece;
}

static void destroy_pieces(device_t *fft) {
    nbl_piece_destroy(fft->whole);
    nbl_piece_destroy(fft->rest);
    fft->whole = fft->rest = NULL;
}

static void destroy(nbl_fft_t *face) {
    destroy_pieces((device_t *)face);
    free(face);
}

/* ---- Pieces */

/* Returns how many arrays of the first `sides` sides one binding holds; 0: not one.
 *
 * most  bytes of a binding */
static uint64_t arrays_within(const device_t *fft, uint32_t sides, uint64_t most) {
    uint64_t count = fft->face.problem.batch;
    for (uint32_t s = 0; s < sides; s++) {
        const side_t *side = &fft->side[s];
        const uint64_t numbers = side->scalar * UINT32_MAX, limit = most < numbers ? most : numbers;
        if (side->array > limit) return 0;
        const uint64_t fit = side->distance == 0 ? count : (limit - side->array) / side->distance + 1;
        if (fit < count) count = fit;
    }
    return count;
}

/* Returns what a number of arrays must be a multiple of, so that pieces begin at offsets that can be bound. */
static uint64_t step_of(const device_t *fft) {
    const uint64_t alignment = nbl_vulkan_device_get_info(fft->device)->storage_buffer_alignment; /* a power of two */
    uint64_t step = 1;
    for (uint32_t s = 0; s < 2; s++)
        while (step * fft->side[s].distance % alignment != 0) step *= 2;
    return step;
}

/* Sets the piece to what a binding holds, in nearly equal parts. Errors: LIMIT. */
static nbl_result_t cut(device_t *fft, uint32_t sides, uint64_t most, nbl_error_t *error) {
    const uint64_t fit = arrays_within(fft, sides, most), step = step_of(fft), batch = fft->face.problem.batch;
    fft->piece = batch;
    if (fit == 0 || fit >= batch) return NBL_SUCCESS; /* 0: nbl_piece_make() refuses one array, with its reason */
    if (fit < step)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "batch: %llu arrays at a time fit one buffer of %llu bytes, and only every %lluth begins at an "
                        "offset that can be bound: give distances of whole multiples of %llu bytes",
                        (unsigned long long)fit, (unsigned long long)most, (unsigned long long)step,
                        (unsigned long long)nbl_vulkan_device_get_info(fft->device)->storage_buffer_alignment);
    const uint64_t largest = fit / step * step, pieces = (batch + largest - 1) / largest;
    const uint64_t equal = (batch + pieces - 1) / pieces;
    fft->piece = (equal + step - 1) / step * step;
    return NBL_SUCCESS;
}

/* whole  what is solved; its batch is changed */
static nbl_result_t make_pieces(device_t *fft, const nbl_fft_problem_t *problem, nbl_problem_t *whole, uint32_t sides,
                                uint64_t most, nbl_error_t *error) {
    const nbl_fft_vulkan_desc_t how = {problem->mode, problem->cache, problem->unroll, problem->route};
    const nbl_fft_wisdom_t *wisdom = fft->face.convolves ? NULL : problem->wisdom;
    nbl_result_t result = cut(fft, sides, most, error);
    const uint64_t last = result == NBL_SUCCESS ? arrays_of(fft, pieces_of(fft) - 1) : 0;
    whole->batch = fft->piece;
    if (result == NBL_SUCCESS) result = nbl_piece_make(fft->device, whole, &how, wisdom, &fft->whole, error);
    whole->batch = last;
    if (result == NBL_SUCCESS && last != fft->piece)
        result = nbl_piece_make(fft->device, whole, &how, wisdom, &fft->rest, error);
    return result;
}

/* ---- Making */

static side_t side_of(const nbl_problem_t *problem, const nbl_program_side_t *of) {
    const uint64_t number = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision);
    const uint64_t element = of->real ? number / 2 : number;
    side_t side = {element, element * of->distance, number / 2};
    for (uint32_t d = 0; d < problem->rank; d++) side.array += (of->sizes[d] - 1) * of->strides[d] * element;
    return side;
}

static uint64_t workspace_of(const nbl_piece_t *piece) { return piece != NULL ? piece->work.workspace_bytes : 0; }

static nbl_result_t make(device_t *fft, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    const nbl_fft_vulkan_desc_t how = {problem->mode, problem->cache, problem->unroll, problem->route};
    nbl_problem_t whole, taps;
    nbl_result_t result = nbl_fft_describe(problem, &fft->face, &whole, &taps, error);
    if (result != NBL_SUCCESS) return result;
    const nbl_program_side_t between = nbl_rules_between(&whole);
    fft->side[0] = side_of(&whole, &whole.input);
    fft->side[1] = side_of(&whole, &whole.output);
    fft->side[2] = side_of(&whole, &between);
    const uint64_t binds = nbl_fft_device_limits(fft->device).max_buffer_bytes;
    const uint64_t most = problem->piece_bytes != 0 && problem->piece_bytes < binds ? problem->piece_bytes : binds;
    result = make_pieces(fft, problem, &whole, 2, most, error);
    /* What lies between input and output may be larger than both: where it is used and does not fit, pieces are
     * smaller. */
    const uint64_t fit = arrays_within(fft, 3, binds);
    if (result == NBL_ERROR_LIMIT && fit > 0 && fit < fft->piece) {
        destroy_pieces(fft);
        nbl_error_clear(error);
        result = make_pieces(fft, problem, &whole, 3, most, error);
    }
    nbl_piece_t *const pieces[2] = {fft->whole, fft->rest};
    if (result == NBL_SUCCESS && fft->face.convolves)
        result =
            nbl_piece_take_kernel(fft->device, &taps, problem->correlates, problem->kernel, &how, pieces, 2, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t works[2] = {workspace_of(fft->whole), workspace_of(fft->rest)};
    fft->face.bytes.workspace = works[works[1] > works[0] ? 1 : 0];
    for (uint64_t i = 0; i < pieces_of(fft); i++) fft->face.dispatches += nbl_piece_dispatches(piece_of(fft, i));
    return NBL_SUCCESS;
}

/* ---- Running, binding, recording */

static nbl_result_t run(nbl_fft_t *face, const void *input, void *output, double *nanoseconds, nbl_error_t *error) {
    const device_t *fft = (const device_t *)face;
    nbl_result_t result = NBL_SUCCESS;
    if (face->problem.in_place && input != output)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "output: must be the input: the transform is in place");
    if (nanoseconds != NULL) *nanoseconds = 0;
    for (uint64_t i = 0; i < pieces_of(fft) && result == NBL_SUCCESS; i++)
        result = nbl_piece_run(piece_of(fft, i), (const char *)input + i * fft->piece * fft->side[0].distance, NULL,
                               (char *)output + i * fft->piece * fft->side[1].distance, nanoseconds, error);
    return result;
}

static size_t put(const nbl_fft_t *face, char *buffer, size_t size) {
    const device_t *fft = (const device_t *)face;
    nbl_fft_nd_text_t text = {buffer, size, 0};
    if (pieces_of(fft) > 1)
        nbl_fft_nd_put(&text, "# %llu pieces of %llu arrays, the last of %llu\n", (unsigned long long)pieces_of(fft),
                       (unsigned long long)fft->piece, (unsigned long long)arrays_of(fft, pieces_of(fft) - 1));
    const bool room = text.length < size;
    return text.length + nbl_piece_text(fft->whole, room ? buffer + text.length : NULL, room ? size - text.length : 0);
}

static void release(nbl_fft_binding_t *face) {
    device_binding_t *binding = (device_binding_t *)face;
    for (uint64_t i = 0; i < binding->count; i++) nbl_piece_release(binding->of[i]);
    free(binding);
}

static nbl_result_t record(const nbl_fft_t *face, const nbl_fft_binding_t *of, VkCommandBuffer command_buffer,
                           const nbl_vulkan_timestamps_t *timestamps, uint32_t span, nbl_error_t *error) {
    const device_t *fft = (const device_t *)face;
    const device_binding_t *binding = (const device_binding_t *)of;
    if (binding->count != pieces_of(fft))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_record: the binding is another transform's");
    nbl_result_t result = NBL_SUCCESS;
    if (timestamps != NULL) nbl_vulkan_timestamps_record_begin(timestamps, command_buffer, span);
    for (uint64_t i = 0; i < binding->count && result == NBL_SUCCESS; i++)
        result = nbl_piece_record(piece_of(fft, i), binding->of[i], command_buffer, error);
    if (timestamps != NULL) nbl_vulkan_timestamps_record_end(timestamps, command_buffer, span);
    return result;
}

static const nbl_fft_machine_t device_machine = {destroy, run, put, record, release};

nbl_result_t nbl_fft_make_vulkan(nbl_vulkan_device_t *device, const nbl_fft_problem_t *problem, nbl_fft_t **fft,
                                 nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, problem, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    device_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "fft");
    made->face.machine = &device_machine;
    made->device = device;
    const nbl_result_t result = make(made, problem, error);
    if (result == NBL_SUCCESS)
        *fft = &made->face;
    else
        destroy(&made->face);
    return result;
}

nbl_result_t nbl_fft_of_piece(nbl_piece_t *piece, nbl_fft_t **fft, nbl_error_t *error) {
    device_t *made = calloc(1, sizeof *made);
    if (made == NULL) {
        nbl_piece_destroy(piece);
        return nbl_fail_memory(error, "fft");
    }
    made->face.machine = &device_machine;
    made->face.problem.batch = made->piece = 1;
    made->device = piece->device;
    made->whole = piece;
    for (int s = 0; s < 2; s++) made->side[s].array = piece->work.sides[s].bytes;
    made->face.bytes = (nbl_fft_bytes_t){made->side[0].array, made->side[1].array, workspace_of(piece), 0};
    made->face.dispatches = nbl_piece_dispatches(piece);
    *fft = &made->face;
    return NBL_SUCCESS;
}

const nbl_piece_t *nbl_fft_first_piece(const nbl_fft_t *fft) {
    return fft->machine == &device_machine ? ((const device_t *)fft)->whole : NULL;
}

/* Refuses buffers that are too small, or that overlap otherwise than the problem's place says. */
static nbl_result_t check_resources(const nbl_fft_t *fft, const nbl_vulkan_resource_t of[3], nbl_error_t *error) {
    const nbl_fft_bytes_t *bytes = &fft->bytes;
    const bool in_place = fft->problem.in_place, same_buffer = of[0].buffer == of[1].buffer;
    const bool apart =
        !same_buffer || of[0].offset + bytes->input <= of[1].offset || of[1].offset + bytes->output <= of[0].offset;
    nbl_result_t result = nbl_vulkan_resource_check(&of[0], "input", bytes->input, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&of[1], "output", bytes->output, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&of[2], "workspace", bytes->workspace, error);
    if (result != NBL_SUCCESS || fft->problem.rank == 0) return result; /* 0: a kernel of a plan, in place or not */
    if (in_place ? same_buffer && of[0].offset == of[1].offset : apart) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "output: %s",
                    in_place ? "must be the input's buffer, from the same offset: the transform is in place"
                             : "overlaps the input: the transform is not in place");
}

/* Returns a piece's part of a buffer. A batch in one piece is bound as the caller gives it. */
static nbl_vulkan_resource_t part_of(const device_t *fft, const nbl_vulkan_resource_t *all, uint32_t side,
                                     uint64_t number) {
    nbl_vulkan_resource_t part = *all;
    if (pieces_of(fft) == 1) return part;
    part.offset += number * fft->piece * fft->side[side].distance;
    part.size = bytes_of(&fft->side[side], arrays_of(fft, number));
    return part;
}

nbl_result_t nbl_fft_bind(const nbl_fft_t *face, const nbl_vulkan_resource_t *input,
                          const nbl_vulkan_resource_t *output, const nbl_vulkan_resource_t *workspace,
                          nbl_fft_binding_t **binding, nbl_error_t *error) {
    static const nbl_vulkan_resource_t none = {0};
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, face, input, output, binding)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (face->machine != &device_machine)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_bind: the transform is the CPU's: nbl_fft_run() runs it");
    if (workspace == NULL && face->bytes.workspace != 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "workspace: is NULL, %llu bytes are needed",
                        (unsigned long long)face->bytes.workspace);
    const device_t *fft = (const device_t *)face;
    nbl_vulkan_resource_t of[3] = {*input, *output, workspace != NULL ? *workspace : none};
    nbl_result_t result = check_resources(face, of, error);
    if (result != NBL_SUCCESS) return result;
    device_binding_t *made = calloc(1, sizeof *made + pieces_of(fft) * sizeof made->of[0]);
    if (made == NULL) return nbl_fail_memory(error, "fft binding");
    made->face.machine = &device_machine;
    for (uint64_t i = 0; i < pieces_of(fft) && result == NBL_SUCCESS; i++) {
        of[0] = part_of(fft, input, 0, i);
        of[1] = part_of(fft, output, 1, i);
        result = nbl_piece_bind(piece_of(fft, i), of, &made->of[i], error);
        if (result == NBL_SUCCESS) made->count++;
    }
    if (result == NBL_SUCCESS)
        *binding = &made->face;
    else
        release(&made->face);
    return result;
}
