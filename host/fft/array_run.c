/* The transforms of an array one by one or in columns: their elements on the way to the executor's
 * steps and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "fft/array_move.h"
#include "nbl/lang.h"

/* ---- Elements between the caller's functions and a line */

static void put_number(char *to, double value, uint32_t scalar_bytes) {
    const float single = (float)value;
#if NBL_HAS_FLOAT16
    const float16_t half = (float16_t)value;
    if (scalar_bytes == sizeof half) memcpy(to, &half, sizeof half);
#endif
    if (scalar_bytes == sizeof single) memcpy(to, &single, sizeof single);
    if (scalar_bytes == sizeof value) memcpy(to, &value, sizeof value);
}

static double number_at(const char *from, uint32_t scalar_bytes) {
    double value = 0.0;
    float single;
#if NBL_HAS_FLOAT16
    float16_t half;
    if (scalar_bytes == sizeof half) return memcpy(&half, from, sizeof half), (double)half;
#endif
    if (scalar_bytes == sizeof single) return memcpy(&single, from, sizeof single), (double)single;
    memcpy(&value, from, sizeof value);
    return value;
}

static void get_all(const nbl_fft_array_plan_t *plan, const nbl_fft_array_side_t *side, const nbl_accessor_t *get,
                    uint64_t transform, char *line, size_t step) {
    const uint32_t given = side->given != 0 ? side->given : side->elements;
    nbl_fft_array_clear(line, step, given, side->elements, (side->real ? 1 : 2) * (size_t)plan->scalar_bytes);
    for (uint32_t i = 0; i < given; i++) {
        nbl_fft_number_t number;
        get->get(get->user, transform, i, &number);
        put_number(line + i * step, number.real, plan->scalar_bytes);
        if (!side->real) put_number(line + i * step + plan->scalar_bytes, number.imag, plan->scalar_bytes);
    }
}

static void set_all(const nbl_fft_array_plan_t *plan, const nbl_fft_array_side_t *side, const nbl_accessor_t *set,
                    uint64_t transform, const char *line, size_t step) {
    for (uint32_t i = 0; i < side->elements; i++) {
        nbl_fft_number_t number = {number_at(line + i * step, plan->scalar_bytes), 0.0};
        if (!side->real) number.imag = number_at(line + i * step + plan->scalar_bytes, plan->scalar_bytes);
        set->set(set->user, transform, i, &number);
    }
}

/* ---- Either */

/* One transform's elements, complex or real as the side has them. `step`: bytes from one to the next in the line. */
static void gather(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t transform, char *line,
                   size_t step) {
    const nbl_fft_array_side_t *side = &plan->sides[0];
    if (ends->get != NULL) {
        get_all(plan, side, ends->get, transform, line, step);
        return;
    }
    nbl_fft_array_gather(side, ends->input + transform * side->distance, plan->scalar_bytes, line, step);
}

static void scatter(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t transform,
                    const char *line, size_t step) {
    const nbl_fft_array_side_t *side = &plan->sides[1];
    if (ends->set != NULL) {
        set_all(plan, side, ends->set, transform, line, step);
        return;
    }
    nbl_fft_array_scatter(side, ends->output + transform * side->distance, plan->scalar_bytes, line, step);
}

/* ---- Lines that are no plain ones */

typedef struct buffers_t {
    char *line[4];
} buffers_t;

/* Whether a transform's elements lie in the array as the executor takes them. */
static bool is_line(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, int number) {
    const nbl_fft_array_side_t *side = &plan->sides[number];
    return ends->get == NULL && side->stride == side->element_bytes && side->scalar_bytes == plan->scalar_bytes &&
           side->given == 0;
}

/* From one element to the next in a line. */
static size_t step_of(const nbl_fft_array_plan_t *plan, int number) {
    return (plan->sides[number].real ? 1 : 2) * (size_t)plan->scalar_bytes;
}

static const char *fetch(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t transform,
                         char *line) {
    if (is_line(plan, ends, 0)) return ends->input + transform * plan->sides[0].distance;
    gather(plan, ends, transform, line, step_of(plan, 0));
    return line;
}

/* Where a result is to be written; deliver() brings it from there. */
static char *target(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t transform,
                    char *line) {
    return is_line(plan, ends, 1) ? ends->output + transform * plan->sides[1].distance : line;
}

static void deliver(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t transform,
                    const char *line) {
    if (!is_line(plan, ends, 1)) scatter(plan, ends, transform, line, step_of(plan, 1));
}

static void run_complex(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t i, buffers_t b,
                        void *work) {
    const char *from = fetch(plan, ends, i, b.line[0]);
    char *to = target(plan, ends, i, b.line[1]);
    nbl_executor_line_run(&plan->line, from, to, work);
    deliver(plan, ends, i, to);
}

static void scale(const nbl_fft_array_plan_t *plan, void *numbers, size_t count) {
    if (plan->scalar_bytes == 8)
        for (size_t i = 0; i < count; i++) ((double *)numbers)[i] *= plan->factor;
    else
        for (size_t i = 0; i < count; i++) ((float *)numbers)[i] *= (float)plan->factor;
}

static void run_real(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t i, buffers_t b,
                     void *work) {
    char *to = target(plan, ends, i, b.line[1]);
    nbl_fft_array_run_real_line(plan, fetch(plan, ends, i, b.line[0]), to, b.line[2], work);
    if (plan->factor != 1) scale(plan, to, plan->sides[1].elements * (plan->sides[1].real ? 1u : 2u));
    deliver(plan, ends, i, to);
}

/* A real signal of odd length, as a complex one whose imaginary part is 0: the first of two in one transform (nbl/fft/real.h),
 * whose second one would be zeros. Two signals would share NaN, infinities and rounding errors.
 *
 * b.line[1]  zeros, of an inverse */
static void run_odd(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t i, buffers_t b,
                    void *work) {
    const size_t scalar = plan->scalar_bytes;
    const char *from = b.line[2];
    if (plan->desc.inverse) {
        plan->kernels->pack_two(plan->fft_length, fetch(plan, ends, i, b.line[0]), b.line[1], b.line[2]);
        nbl_executor_line_run(&plan->line, b.line[2], b.line[2], work);
        scatter(plan, ends, i, b.line[2], 2 * scalar);
        return;
    }
    if (plan->line.reals) {
        from = fetch(plan, ends, i, b.line[0]);
    } else {
        memset(b.line[2], 0, nbl_fft_array_line_bytes(plan));
        gather(plan, ends, i, b.line[2], 2 * scalar);
    }
    char *to = target(plan, ends, i, b.line[0]);
    nbl_executor_line_run(&plan->line, from, b.line[2], work);
    plan->kernels->unpack_two(plan->fft_length, b.line[2], to, NULL);
    deliver(plan, ends, i, to);
}

static void run_gathered(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t first,
                         uint64_t count, char *scratch) {
    size_t bytes = nbl_fft_array_line_bytes(plan);
    buffers_t b;
    for (int k = 0; k < 4; k++) b.line[k] = scratch + plan->line.scratch_bytes + k * bytes;
    if (plan->kind == NBL_FFT_REAL_TWO && plan->desc.inverse) memset(b.line[1], 0, bytes);
    for (uint64_t i = first; i < first + count; i++) {
        if (plan->kind == NBL_FFT_REAL)
            run_real(plan, ends, i, b, scratch);
        else if (plan->kind == NBL_FFT_REAL_TWO)
            run_odd(plan, ends, i, b, scratch);
        else
            run_complex(plan, ends, i, b, scratch);
    }
}

/* ---- Columns: those that do not fill a vector any more are packed into one, and so are those with zeros behind them */

static void run_packed(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t first,
                       uint64_t count, char *scratch) {
    const size_t element = 2 * plan->scalar_bytes, width = plan->width;
    char *packed = scratch + plan->work_bytes;
    for (size_t k = 0; k < count; k++) gather(plan, ends, first + k, packed + k * element, width * element);
    for (size_t k = count; k < width; k++) /* numbers, whatever they are, that take no longer than others */
        nbl_fft_array_move(packed + k * element, width * element, packed, width * element, plan->fft_length, element);
    nbl_executor_columns_run(&plan->wide, packed, width, packed, width, scratch);
    for (size_t k = 0; k < count; k++) scatter(plan, ends, first + k, packed + k * element, width * element);
}

static void run_columns(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t first,
                        uint64_t count, char *scratch) {
    const nbl_fft_array_side_t *side = &plan->sides[0];
    const size_t element = 2 * plan->scalar_bytes, row = plan->width * element;
    const char *from = ends->input + first * element;
    char *packed = scratch + plan->work_bytes;
    size_t stride = side->stride / element;
    if (count < plan->width) {
        run_packed(plan, ends, first, count, scratch);
        return;
    }
    if (side->given != 0) {
        for (size_t i = 0; i < side->given; i++) memcpy(packed + i * row, from + i * side->stride, row);
        nbl_fft_array_clear(packed, row, side->given, side->elements, row);
        from = packed;
        stride = plan->width;
    }
    nbl_executor_columns_run(&plan->wide, from, stride, ends->output + first * element, plan->sides[1].stride / element,
                             scratch);
}

/* ---- Real signals side by side: elements of several lie in one line of a cache, which each signal by itself would read anew */

static void run_tiles(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t first,
                      uint64_t count, char *scratch) {
    const size_t bytes = nbl_fft_array_line_bytes(plan), from = plan->sides[0].element_bytes,
                 to = plan->sides[1].element_bytes;
    const uint32_t most = nbl_fft_array_tile(plan);
    char *between = scratch + plan->work_bytes, *in = between + bytes, *out = in + most * bytes;
    for (uint64_t end = first + count; first < end; first += most) {
        const uint32_t now = end - first < most ? (uint32_t)(end - first) : most;
        for (size_t i = 0; i < plan->sides[0].elements; i++)
            nbl_fft_array_move(in + i * from, bytes, ends->input + i * plan->sides[0].stride + first * from, from, now,
                               from);
        for (uint32_t k = 0; k < now; k++)
            nbl_fft_array_run_real_line(plan, in + k * bytes, out + k * bytes, between, scratch);
        for (size_t i = 0; i < plan->sides[1].elements; i++)
            nbl_fft_array_move(ends->output + i * plan->sides[1].stride + first * to, to, out + i * to, bytes, now, to);
    }
}

/* ---- Lines whose elements lie side by side */

/* From line to line so many bytes; as many at once as there are lanes for. */
static void run_lines(const nbl_fft_array_plan_t *plan, const char *in, size_t from, char *out, uint64_t count,
                      char *scratch) {
    const size_t to = plan->sides[1].distance;
    const uint64_t wide = plan->width > 1 ? count / plan->width * plan->width : 0, rest = count - wide;
    if (wide > 0) nbl_executor_lines_run(&plan->wide, wide, in, from, out, to, scratch);
    in += wide * from;
    out += wide * to;
    if (plan->kind == NBL_FFT_COMPLEX) nbl_executor_lines_run(&plan->line, rest, in, from, out, to, scratch);
    if (plan->kind == NBL_FFT_COMPLEX) return;
    for (uint64_t i = 0; i < rest; i++, in += from, out += to)
        nbl_fft_array_run_real_line(plan, in, out, scratch + plan->work_bytes, scratch);
}

/* Those with zeros behind them, by way of a buffer in which the zeros are. */
static void run_given_lines(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t begin,
                            uint64_t end, char *scratch) {
    const size_t bytes = nbl_fft_array_line_bytes(plan), width = plan->width;
    char *padded = scratch + plan->scratch_bytes - width * bytes;
    for (uint64_t i = begin; i < end; i += width) {
        const uint64_t count = end - i < width ? end - i : width;
        for (uint64_t k = 0; k < count; k++) gather(plan, ends, i + k, padded + k * bytes, step_of(plan, 0));
        run_lines(plan, padded, bytes, ends->output + i * plan->sides[1].distance, count, scratch);
    }
}

void nbl_fft_array_run_items(const nbl_fft_array_plan_t *plan, const nbl_fft_array_ends_t *ends, uint64_t first,
                             uint64_t count, void *scratch) {
    if (plan->way == NBL_FFT_ARRAY_GATHERED || ends->get != NULL) {
        run_gathered(plan, ends, first, count, scratch);
        return;
    }
    const uint64_t width = plan->width;
    const uint64_t begin = first * width;
    const uint64_t end = begin + count * width < plan->ffts ? begin + count * width : plan->ffts;
    if (plan->way == NBL_FFT_ARRAY_TILES) {
        run_tiles(plan, ends, begin, end - begin, scratch);
    } else if (plan->way == NBL_FFT_ARRAY_COLUMNS) {
        for (uint64_t i = begin; i < end; i += width)
            run_columns(plan, ends, i, end - i < width ? end - i : width, scratch);
    } else if (plan->sides[0].given != 0) {
        run_given_lines(plan, ends, begin, end, scratch);
    } else {
        const size_t from = plan->sides[0].distance;
        run_lines(plan, ends->input + begin * from, from, ends->output + begin * plan->sides[1].distance, end - begin,
                  scratch);
    }
}
