/* The transforms of an array one by one or in columns: how their elements come to the executor's steps and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "fft/array.h"
#include "nbl/lang/emulator.h"

/* ---- Elements between an array and a line in which they lie side by side */

#define MOVE(name, type) \
    static void name(char *to, size_t to_stride, const char *from, size_t from_stride, size_t count) { \
        for (size_t i = 0; i < count; i++) { \
            type value; \
            memcpy(&value, from + i * from_stride, sizeof value); \
            memcpy(to + i * to_stride, &value, sizeof value); \
        } \
    }
typedef struct sixteen_t {
    uint64_t part[2];
} sixteen_t;
MOVE(move_2, uint16_t)
MOVE(move_4, uint32_t)
MOVE(move_8, uint64_t)
MOVE(move_16, sixteen_t)

static void move(char *to, size_t to_stride, const char *from, size_t from_stride, size_t count, size_t bytes) {
    switch (bytes) {
    case 2: move_2(to, to_stride, from, from_stride, count); break;
    case 4: move_4(to, to_stride, from, from_stride, count); break;
    case 8: move_8(to, to_stride, from, from_stride, count); break;
    default: move_16(to, to_stride, from, from_stride, count); break;
    }
}

static void widen(char *to, size_t to_stride, const char *from, size_t from_stride, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint16_t half;
        memcpy(&half, from + i * from_stride, sizeof half);
        float value = nbl_emulator_unpack_half_2x16(half).x;
        memcpy(to + i * to_stride, &value, sizeof value);
    }
}

static void narrow(char *to, size_t to_stride, const char *from, size_t from_stride, size_t count) {
    for (size_t i = 0; i < count; i++) {
        nbl_emulator_float32x2_t pair = {0.0f, 0.0f};
        memcpy(&pair.x, from + i * from_stride, sizeof pair.x);
        uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        memcpy(to + i * to_stride, &half, sizeof half);
    }
}

/* One transform's elements, complex or real as the side has them. `step`: bytes from one to the next in the line. */
static void gather(const nbl_fft_array_plan_t *plan, const nbl_fft_array_side_t *side, const char *memory,
                   uint64_t transform, char *line, size_t step) {
    const char *from = memory + transform * side->distance;
    if (side->scalar_bytes == plan->scalar_bytes) {
        move(line, step, from, side->stride, side->elements, side->element_bytes);
        return;
    }
    for (uint32_t part = 0; part < side->element_bytes / side->scalar_bytes; part++)
        widen(line + part * plan->scalar_bytes, step, from + part * side->scalar_bytes, side->stride, side->elements);
}

static void scatter(const nbl_fft_array_plan_t *plan, const nbl_fft_array_side_t *side, char *memory,
                    uint64_t transform, const char *line, size_t step) {
    char *to = memory + transform * side->distance;
    if (side->scalar_bytes == plan->scalar_bytes) {
        move(to, side->stride, line, step, side->elements, side->element_bytes);
        return;
    }
    for (uint32_t part = 0; part < side->element_bytes / side->scalar_bytes; part++)
        narrow(to + part * side->scalar_bytes, side->stride, line + part * plan->scalar_bytes, step, side->elements);
}

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
    gather(plan, side, memory, transform, line, side->element_bytes / side->scalar_bytes * plan->scalar_bytes);
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
        scatter(plan, side, memory, transform, line, side->element_bytes / side->scalar_bytes * plan->scalar_bytes);
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
            scatter(plan, out, output, 2 * i + part, b.line[2] + part * scalar, 2 * scalar);
    } else {
        if (!both) memset(b.line[2], 0, nbl_fft_array_line_bytes(plan));
        for (uint32_t part = 0; part < 1u + both; part++)
            gather(plan, in, input, 2 * i + part, b.line[2] + part * scalar, 2 * scalar);
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
    const size_t element = 2 * plan->scalar_bytes, width = plan->columns.width;
    char *packed = scratch + plan->work_bytes;
    for (size_t k = 0; k < count; k++)
        gather(plan, &plan->sides[0], input, first + k, packed + k * element, width * element);
    for (size_t k = count; k < width; k++) /* numbers, whatever they are, that take no longer than others */
        move(packed + k * element, width * element, packed, width * element, plan->fft_length, element);
    nbl_executor_columns_run(&plan->columns, packed, width, packed, width, scratch);
    for (size_t k = 0; k < count; k++)
        scatter(plan, &plan->sides[1], output, first + k, packed + k * element, width * element);
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
