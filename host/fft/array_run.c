/* The transforms of an array one by one or in columns: how their elements come to the executor's steps and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "fft/array_move.h"

/* ---- Lines that are no plain ones */

typedef struct buffers_t {
    char *line[4];
} buffers_t;

/* Whether a transform's elements lie in the array as the executor takes them. */
static bool is_line(const nbl_fft_array_plan_t *plan, const nbl_fft_array_side_t *side) {
    return side->stride == side->element_bytes && side->scalar_bytes == plan->scalar_bytes;
}

static const char *fetch(const nbl_fft_array_plan_t *plan, const char *memory, uint64_t transform, char *line) {
    const nbl_fft_array_side_t *side = &plan->sides[0];
    if (is_line(plan, side)) return memory + transform * side->distance;
    nbl_fft_array_gather(side, memory + transform * side->distance, plan->scalar_bytes, line,
                         side->element_bytes / side->scalar_bytes * plan->scalar_bytes);
    return line;
}

/* Where a result is to be written; deliver() brings it from there. */
static char *target(const nbl_fft_array_plan_t *plan, char *memory, uint64_t transform, char *line) {
    const nbl_fft_array_side_t *side = &plan->sides[1];
    return is_line(plan, side) ? memory + transform * side->distance : line;
}

static void deliver(const nbl_fft_array_plan_t *plan, char *memory, uint64_t transform, const char *line) {
    const nbl_fft_array_side_t *side = &plan->sides[1];
    if (!is_line(plan, side))
        nbl_fft_array_scatter(side, memory + transform * side->distance, plan->scalar_bytes, line,
                              side->element_bytes / side->scalar_bytes * plan->scalar_bytes);
}

static void run_complex(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t i, buffers_t b,
                        void *work) {
    const char *from = fetch(plan, input, i, b.line[0]);
    char *to = target(plan, output, i, b.line[1]);
    nbl_executor_line_run(&plan->line, from, to, work);
    deliver(plan, output, i, to);
}

/* One real signal of 2 N elements, as N complex numbers. */
static void run_real(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t i, buffers_t b,
                     void *work) {
    const char *from = fetch(plan, input, i, b.line[0]);
    char *to = target(plan, output, i, b.line[1]), *between = b.line[2];
    if (plan->desc.inverse) {
        plan->kernels->pack_one(plan->fft_length, plan->roots, from, between);
        nbl_executor_line_run(&plan->line, between, to, work);
    } else {
        nbl_executor_line_run(&plan->line, from, between, work);
        plan->kernels->unpack_one(plan->fft_length, plan->roots, between, to);
    }
    deliver(plan, output, i, to);
}

/* Two real signals, as real and imaginary part; the last of an odd number has zeros beside it. */
static void run_two(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t i, buffers_t b,
                    void *work) {
    const nbl_fft_array_side_t *in = &plan->sides[0], *out = &plan->sides[1];
    const size_t scalar = plan->scalar_bytes;
    const bool both = 2 * i + 1 < plan->desc.batch;
    if (plan->desc.inverse) {
        if (!both) memset(b.line[1], 0, nbl_fft_array_line_bytes(plan));
        const char *x = fetch(plan, input, 2 * i, b.line[0]);
        const char *y = both ? fetch(plan, input, 2 * i + 1, b.line[1]) : b.line[1];
        plan->kernels->pack_two(plan->fft_length, x, y, b.line[2]);
        nbl_executor_line_run(&plan->line, b.line[2], b.line[2], work);
        for (uint32_t part = 0; part < 1u + both; part++)
            nbl_fft_array_scatter(out, output + (2 * i + part) * out->distance, scalar, b.line[2] + part * scalar,
                                  2 * scalar);
    } else {
        if (!both) memset(b.line[2], 0, nbl_fft_array_line_bytes(plan));
        for (uint32_t part = 0; part < 1u + both; part++)
            nbl_fft_array_gather(in, input + (2 * i + part) * in->distance, scalar, b.line[2] + part * scalar,
                                 2 * scalar);
        nbl_executor_line_run(&plan->line, b.line[2], b.line[2], work);
        char *x = target(plan, output, 2 * i, b.line[0]);
        char *y = both ? target(plan, output, 2 * i + 1, b.line[1]) : b.line[1];
        plan->kernels->unpack_two(plan->fft_length, b.line[2], x, y);
        deliver(plan, output, 2 * i, x);
        if (both) deliver(plan, output, 2 * i + 1, y);
    }
}

static void run_gathered(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t first,
                         uint64_t count, char *scratch) {
    size_t bytes = nbl_fft_array_line_bytes(plan);
    buffers_t b;
    for (int k = 0; k < 4; k++) b.line[k] = scratch + plan->work_bytes + k * bytes;
    for (uint64_t i = first; i < first + count; i++) {
        if (plan->kind == NBL_FFT_REAL)
            run_real(plan, input, output, i, b, scratch);
        else if (plan->kind == NBL_FFT_REAL_TWO)
            run_two(plan, input, output, i, b, scratch);
        else
            run_complex(plan, input, output, i, b, scratch);
    }
}

/* ---- Columns: those that do not fill a vector any more are packed into one */

static void run_packed(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t first,
                       uint64_t count, char *scratch) {
    const nbl_fft_array_side_t *in = &plan->sides[0], *out = &plan->sides[1];
    const size_t element = 2 * plan->scalar_bytes, width = plan->columns.width;
    char *packed = scratch + plan->work_bytes;
    for (size_t k = 0; k < count; k++)
        nbl_fft_array_gather(in, input + (first + k) * in->distance, plan->scalar_bytes, packed + k * element,
                             width * element);
    for (size_t k = count; k < width; k++) /* numbers, whatever they are, that take no longer than others */
        nbl_fft_array_move(packed + k * element, width * element, packed, width * element, plan->fft_length, element);
    nbl_executor_columns_run(&plan->columns, packed, width, packed, width, scratch);
    for (size_t k = 0; k < count; k++)
        nbl_fft_array_scatter(out, output + (first + k) * out->distance, plan->scalar_bytes, packed + k * element,
                              width * element);
}

static void run_columns(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t column,
                        char *scratch) {
    const size_t element = 2 * plan->scalar_bytes, width = plan->columns.width;
    const uint64_t first = column * width, left = plan->ffts - first;
    if (plan->way == NBL_FFT_ARRAY_PACKED || left < width)
        run_packed(plan, input, output, first, left < width ? left : width, scratch);
    else
        nbl_executor_columns_run(&plan->columns, input + first * element, plan->sides[0].stride / element,
                                 output + first * element, plan->sides[1].stride / element, scratch);
}

void nbl_fft_array_run_items(const nbl_fft_array_plan_t *plan, const char *input, char *output, uint64_t first,
                             uint64_t count, void *scratch) {
    if (plan->way == NBL_FFT_ARRAY_GATHERED) {
        run_gathered(plan, input, output, first, count, scratch);
    } else if (plan->way == NBL_FFT_ARRAY_LINES) {
        for (uint64_t i = first; i < first + count; i++)
            nbl_executor_line_run(&plan->line, input + i * plan->sides[0].distance,
                                  output + i * plan->sides[1].distance, scratch);
    } else {
        for (uint64_t i = first; i < first + count; i++) run_columns(plan, input, output, i, scratch);
    }
}
