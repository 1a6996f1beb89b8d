/* Problems made for a Vulkan device: transforms of gpu/vulkan_nd.h, of as much of the batch as one buffer's binding holds.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   batch      | arrays 0 .. n - 1 | n .. 2 n - 1 | ... | what is left |
 *   transform  |      whole        |    whole     | ... |     rest     |   each piece from its own offset
 *
 * Pieces begin at offsets that the device can bind, so n is a multiple of what makes n distances such offsets.
 */
#include <stdlib.h>

#include "error/check.h"
#include "fft/convolution.h"
#include "gpu/vulkan_nd.h"
#include "nbl/host/convolution_vulkan.h"
#include "transform/machine.h"
#include "vulkan/pass.h"

/* One side of a batch. */
typedef struct side_t {
    uint64_t array, distance; /* bytes that an array spans, and to the next array */
    uint64_t scalar;          /* bytes of a real number */
} side_t;

typedef struct device_t {
    nbl_fft_t face;
    nbl_vulkan_device_t *device;
    nbl_fft_nd_desc_t desc; /* of a transform: checked, with `sides` */
    nbl_fft_nd_side_t sides[3];
    bool convolves;
    uint64_t batch, piece;      /* arrays of all, and of a piece */
    side_t side[3];             /* input, output, and between them */
    nbl_fft_nd_t *whole, *rest; /* of a piece; of the last one, if it is smaller, else NULL */
} device_t;

typedef struct device_binding_t {
    nbl_fft_binding_t face;
    uint64_t count;
    nbl_fft_nd_binding_t *of[]; /* each piece's */
} device_binding_t;

static uint64_t bytes_of(const side_t *side, uint64_t arrays) { return (arrays - 1) * side->distance + side->array; }

static uint64_t pieces_of(const device_t *fft) { return (fft->batch + fft->piece - 1) / fft->piece; }

static nbl_fft_nd_t *piece_of(const device_t *fft, uint64_t number) {
    return fft->rest != NULL && number + 1 == pieces_of(fft) ? fft->rest : fft->whole;
}

static uint64_t arrays_of(const device_t *fft, uint64_t number) {
    const uint64_t left = fft->batch - number * fft->piece;
    return left < fft->piece ? left : fft->piece;
}

static void destroy(nbl_fft_t *face) {
    device_t *fft = (device_t *)face;
    nbl_fft_nd_destroy(fft->whole);
    nbl_fft_nd_destroy(fft->rest);
    free(fft);
}

/* ---- Pieces */

/* Returns how many arrays of the first `sides` sides one binding holds; 0: not one.
 *
 * most  bytes of a binding */
static uint64_t arrays_within(const device_t *fft, uint32_t sides, uint64_t most) {
    uint64_t count = fft->batch;
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

static nbl_result_t make_nd(const device_t *fft, const nbl_fft_problem_t *problem, uint64_t arrays, nbl_fft_nd_t **made,
                            nbl_error_t *error) {
    const nbl_fft_vulkan_desc_t how = {problem->mode, problem->cache, problem->unroll, problem->route};
    nbl_convolution_desc_t convolution;
    nbl_fft_nd_desc_t desc = *problem;
    desc.batch = arrays;
    if (!fft->convolves) return nbl_fft_nd_create(fft->device, &desc, &how, problem->in_place, made, error);
    const nbl_result_t result = nbl_fft_convolution_of(&desc, &convolution, error);
    return result == NBL_SUCCESS
               ? nbl_convolution_create_vulkan(fft->device, &convolution, problem->kernel, &how, made, error)
               : result;
}

/* Sets the piece to what a binding holds, in nearly equal parts. Errors: LIMIT. */
static nbl_result_t cut(device_t *fft, uint32_t sides, uint64_t most, nbl_error_t *error) {
    const uint64_t fit = arrays_within(fft, sides, most), step = step_of(fft);
    fft->piece = fft->batch;
    if (fit == 0 || fit >= fft->batch)
        return NBL_SUCCESS; /* 0: nbl_fft_nd_create() refuses one array, with its reason */
    if (fit < step)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "batch: %llu arrays at a time fit one buffer of %llu bytes, and only every %lluth begins at an "
                        "offset that can be bound: give distances of whole multiples of %llu bytes",
                        (unsigned long long)fit, (unsigned long long)most, (unsigned long long)step,
                        (unsigned long long)nbl_vulkan_device_get_info(fft->device)->storage_buffer_alignment);
    const uint64_t largest = fit / step * step, pieces = (fft->batch + largest - 1) / largest;
    const uint64_t equal = (fft->batch + pieces - 1) / pieces;
    fft->piece = (equal + step - 1) / step * step;
    return NBL_SUCCESS;
}

static nbl_result_t make_pieces(device_t *fft, const nbl_fft_problem_t *problem, uint32_t sides, uint64_t most,
                                nbl_error_t *error) {
    nbl_result_t result = cut(fft, sides, most, error);
    const uint64_t last = result == NBL_SUCCESS ? arrays_of(fft, pieces_of(fft) - 1) : 0;
    if (result == NBL_SUCCESS) result = make_nd(fft, problem, fft->piece, &fft->whole, error);
    if (result == NBL_SUCCESS && last != fft->piece) result = make_nd(fft, problem, last, &fft->rest, error);
    return result;
}

/* ---- Making */

/* Fills in the sides. Errors: ARGUMENT, LIMIT. */
static nbl_result_t lay_out(device_t *fft, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    const uint64_t number = nbl_fft_precision_element_bytes(problem->precision);
    nbl_convolution_desc_t desc;
    nbl_convolution_sizes_t sizes;
    nbl_result_t result;
    if (!fft->convolves) {
        result = nbl_fft_nd_check(problem, &fft->desc, fft->sides, error);
        if (result != NBL_SUCCESS) return result;
        nbl_fft_set_output(&fft->face, &fft->desc, NULL);
        for (int s = 0; s < 3; s++) {
            const nbl_fft_nd_side_t *of = &fft->sides[s];
            const uint64_t distance = of->strides[NBL_FFT_ND_MOST_RANK];
            fft->side[s] = (side_t){of->bytes - (problem->batch - 1) * distance, distance, number / 2};
        }
        return NBL_SUCCESS;
    }
    result = nbl_fft_convolution_of(problem, &desc, error);
    if (result == NBL_SUCCESS) result = nbl_convolution_choose_sizes(&desc, &sizes, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_set_output(&fft->face, problem, &sizes);
    for (int s = 0; s < 3; s++) {
        const uint64_t *of = s == 0 ? sizes.sizes : s == 1 ? sizes.result : sizes.padded;
        const uint64_t bytes = of[0] * of[1] * of[2] * number / (desc.complex_numbers ? 1 : 2);
        fft->side[s] = (side_t){bytes, bytes, number / 2};
    }
    return NBL_SUCCESS;
}

static nbl_result_t make(device_t *fft, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    nbl_result_t result = lay_out(fft, problem, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t binds = nbl_fft_device_limits(fft->device).max_buffer_bytes;
    const uint64_t most = problem->piece_bytes != 0 && problem->piece_bytes < binds ? problem->piece_bytes : binds;
    result = make_pieces(fft, problem, 2, most, error);
    /* What lies between input and output may be larger than both: where it is used and does not fit, pieces are smaller. */
    const uint64_t fit = arrays_within(fft, 3, binds);
    if (result == NBL_ERROR_LIMIT && fit > 0 && fit < fft->piece) {
        nbl_fft_nd_destroy(fft->whole);
        fft->whole = NULL;
        nbl_error_clear(error);
        result = make_pieces(fft, problem, 3, most, error);
    }
    return result;
}

/* ---- Running, binding, recording */

static nbl_fft_bytes_t get_bytes(const nbl_fft_t *face) {
    const device_t *fft = (const device_t *)face;
    nbl_fft_bytes_t bytes = {bytes_of(&fft->side[0], fft->batch), bytes_of(&fft->side[1], fft->batch),
                             nbl_fft_nd_workspace_bytes(fft->whole), 0};
    const uint64_t rest = fft->rest != NULL ? nbl_fft_nd_workspace_bytes(fft->rest) : 0;
    if (rest > bytes.workspace) bytes.workspace = rest;
    return bytes;
}

static nbl_result_t run(nbl_fft_t *face, const void *input, void *output, nbl_error_t *error) {
    const device_t *fft = (const device_t *)face;
    nbl_result_t result = NBL_SUCCESS;
    if (!fft->convolves) result = nbl_fft_nd_check_memory(&fft->desc, fft->sides, input, output, error);
    if (fft->convolves && input == output && fft->batch > 1)
        result = nbl_fail(error, NBL_ERROR_ARGUMENT, "output: may be the input only if the batch is 1");
    if (result == NBL_SUCCESS && fft->whole->work.in_place && input != output)
        result = nbl_fail(error, NBL_ERROR_ARGUMENT, "output: must be the input: the transform is in place");
    for (uint64_t i = 0; i < pieces_of(fft) && result == NBL_SUCCESS; i++)
        result = nbl_fft_nd_run(piece_of(fft, i), (const char *)input + i * fft->piece * fft->side[0].distance, NULL,
                                (char *)output + i * fft->piece * fft->side[1].distance, NULL, error);
    return result;
}

static size_t put(const nbl_fft_t *face, char *buffer, size_t size) {
    const device_t *fft = (const device_t *)face;
    nbl_fft_nd_text_t text = {buffer, size, 0};
    if (pieces_of(fft) > 1)
        nbl_fft_nd_put(&text, "# %llu pieces of %llu arrays, the last of %llu\n", (unsigned long long)pieces_of(fft),
                       (unsigned long long)fft->piece, (unsigned long long)arrays_of(fft, pieces_of(fft) - 1));
    const bool room = text.length < size;
    return text.length + nbl_fft_nd_text(fft->whole, room ? buffer + text.length : NULL, room ? size - text.length : 0);
}

static void release(nbl_fft_binding_t *face) {
    device_binding_t *binding = (device_binding_t *)face;
    for (uint64_t i = 0; i < binding->count; i++) nbl_fft_nd_binding_destroy(binding->of[i]);
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
        result = nbl_fft_nd_record(piece_of(fft, i), binding->of[i], command_buffer, NULL, 0, error);
    if (timestamps != NULL) nbl_vulkan_timestamps_record_end(timestamps, command_buffer, span);
    return result;
}

static const nbl_fft_machine_t device_machine = {destroy, run, get_bytes, put, record, release};

nbl_result_t nbl_fft_make_vulkan(nbl_vulkan_device_t *device, const nbl_fft_problem_t *problem, nbl_fft_t **fft,
                                 nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, problem, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    device_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "fft");
    made->face.machine = &device_machine;
    made->device = device;
    made->batch = problem->batch;
    made->convolves = problem->kernel != NULL;
    const nbl_result_t result = make(made, problem, error);
    if (result == NBL_SUCCESS)
        *fft = &made->face;
    else
        destroy(&made->face);
    return result;
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
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, face, input, output, binding)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (face->machine != &device_machine)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_bind: the transform is not of nbl_fft_make_vulkan()");
    const device_t *fft = (const device_t *)face;
    const nbl_fft_bytes_t bytes = get_bytes(face);
    const nbl_vulkan_resource_t none = {0}, *work = workspace != NULL ? workspace : &none;
    nbl_result_t result = nbl_vulkan_resource_check(input, "input", bytes.input, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(output, "output", bytes.output, error);
    if (result == NBL_SUCCESS && workspace == NULL && bytes.workspace != 0)
        result = nbl_fail(error, NBL_ERROR_ARGUMENT, "workspace: is NULL, %llu bytes are needed",
                          (unsigned long long)bytes.workspace);
    if (result != NBL_SUCCESS) return result;
    device_binding_t *made = calloc(1, sizeof *made + pieces_of(fft) * sizeof made->of[0]);
    if (made == NULL) return nbl_fail_memory(error, "fft binding");
    made->face.machine = &device_machine;
    for (uint64_t i = 0; i < pieces_of(fft) && result == NBL_SUCCESS; i++) {
        result = nbl_fft_nd_binding_create(piece_of(fft, i), part_of(fft, input, 0, i), part_of(fft, output, 1, i),
                                           *work, &made->of[i], error);
        if (result == NBL_SUCCESS) made->count++;
    }
    if (result == NBL_SUCCESS)
        *binding = &made->face;
    else
        release(&made->face);
    return result;
}
