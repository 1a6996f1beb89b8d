/* Arrays of two or three dimensions that a workgroup holds: they go through memory once, and between their axes through
 * shared memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines.h alone. A workgroup has NBL_PARAMETER(arrays) of them, without gaps. Its invocations
 * work on all lines along one axis, then on all lines along the next. Neighbouring lines begin at neighbouring
 * elements, and neighbouring invocations have neighbouring lines, so they access neighbours in memory.
 *
 *   along rows      0 0 0 0        down columns     0 1 2 3        numbers: the line that an element belongs to
 *                   1 1 1 1                         0 1 2 3
 *
 * Where an axis has work for fewer invocations than another, the rest are idle: they transform a line whose result is
 * dropped. Idle ones may be too few for a whole line.
 *
 * Of arrays of one axis, NBL_PARAMETER(axes) 1, each is a row. Neighbouring invocations load and store neighbouring
 * elements, whatever rows they belong to, and shared memory takes these to the invocations of their row: so no
 * invocation of a short row has a place in memory only, and none in the transform.
 */
#undef NBL_SCALAR
#ifdef NBL_SECOND_RADIX_MASK /* where the text is for one plan */
#define NBL_FFT_RADIX_MASK NBL_SECOND_RADIX_MASK
#define NBL_FFT_MOST_PASSES NBL_SECOND_MOST_PASSES
#endif
#define NBL_FFT_NAME second
#define NBL_FFT_PLAN NBL_PARAMETER(second_plan)
#define NBL_FFT_READS(q) (NBL_PARAMETER(second_reads) != 0u)
#define NBL_FFT_READ(number) lines_table_get(NBL_PARAMETER(second_reads) - 1u + (number))
#include "shaders/fft_lines_axis.h"

#ifdef NBL_THIRD_RADIX_MASK
#define NBL_FFT_RADIX_MASK NBL_THIRD_RADIX_MASK
#define NBL_FFT_MOST_PASSES NBL_THIRD_MOST_PASSES
#endif
#define NBL_FFT_NAME third
#define NBL_FFT_PLAN NBL_PARAMETER(third_plan)
#define NBL_FFT_READS(q) (NBL_PARAMETER(third_reads) != 0u)
#define NBL_FFT_READ(number) lines_table_get(NBL_PARAMETER(third_reads) - 1u + (number))
#include "shaders/fft_lines_axis.h"
#define NBL_SCALAR NBL_TRANSFORM_SCALAR

/* ---- Axes, in the order of the work */

NBL_STRUCT(lines_axis_t) {
    uint32_t points, invocations; /* of a line */
    uint32_t distance;            /* from an element of a line to the next, in elements */
    uint32_t lines;               /* of an array */
    bool alone;                   /* an invocation does a line without the others */
    nbl_fft_pass_t first, last;
};

NBL_FUNCTION uint32_t lines_array_elements(void) {
    return lines_fft_length() * (NBL_PARAMETER(axes) >= 2u ? second_fft_length() : 1u) *
           (NBL_PARAMETER(axes) == 3u ? third_fft_length() : 1u);
}

NBL_FUNCTION lines_axis_t lines_axis(uint32_t number) {
    nbl_fft_plan_t plan = lines_plan();
    uint32_t distance = NBL_PARAMETER(distance);
    if (number == 1u) {
        plan = second_plan();
        distance = NBL_PARAMETER(second_distance);
    } else if (number == 2u) {
        plan = third_plan();
        distance = NBL_PARAMETER(third_distance);
    }
    lines_axis_t axis = {plan.fft_length,
                         plan.invocations,
                         distance,
                         lines_array_elements() / plan.fft_length,
                         plan.passes == 1u,
                         nbl_fft_plan_first_pass(plan),
                         nbl_fft_plan_last_pass(plan)};
    return axis;
}

/* Returns the Stockham pass whose order the elements have: the first pass before the transform, the last one behind
 * it. */
NBL_FUNCTION nbl_fft_pass_t lines_axis_side(lines_axis_t axis, bool inverse, bool behind) {
    nbl_fft_pass_t side = axis.first;
    if (inverse != behind) side = axis.last;
    return side;
}

/* Returns an invocation's place among the lines of an axis, neighbouring invocations in neighbouring lines. */
NBL_FUNCTION nbl_fft_place_t lines_axis_place(lines_axis_t axis, uint32_t count) {
    uint32_t block = nbl_local_invocation_position() / axis.distance, outer = block / axis.invocations;
    uint32_t lines = NBL_PARAMETER(arrays) * axis.lines;
    nbl_fft_place_t at = {outer * axis.distance + nbl_local_invocation_position() - block * axis.distance,
                          block - outer * axis.invocations, true, 0u, count * axis.lines};
    at.present = at.instance < lines;
    at.fft = nbl_workgroup_index() * lines + (at.present ? at.instance : 0u);
    at.present = at.present && at.fft < at.ffts;
    return at;
}

/* Returns an invocation's place while lines are transformed. at.ffts is the number of lines that all their invocations
 * store, or 0 if no line lacks any: shaders/fft_lines_arrays_idle.h. */
NBL_FUNCTION nbl_fft_place_t lines_axis_worker(lines_axis_t axis) {
    uint32_t block = axis.distance * axis.invocations, blocks = NBL_PARAMETER(invocations) / block;
    nbl_fft_place_t at = lines_axis_place(axis, 0u);
    if (blocks * block != NBL_PARAMETER(invocations)) at.ffts = blocks * axis.distance;
    return at;
}

/* Returns element k of an invocation's line: its number in the array. */
NBL_FUNCTION lines_element_t lines_axis_element(lines_axis_t axis, nbl_fft_pass_t side, uint32_t line, uint32_t k,
                                                uint32_t invocation) {
    uint32_t outer = line / axis.distance;
    lines_element_t element = {(outer * (axis.points - 1u)) * axis.distance + line +
                                   nbl_fft_pass_read_base(side, k, invocation) * axis.distance,
                               nbl_fft_pass_read_offset(side, k) * axis.distance};
    return element;
}

/* Does so for the signal in memory, whose rows may lie apart. Two axes have lines that are rows, or columns that begin
 * in the first row. */
NBL_FUNCTION lines_element_t lines_signal_element(lines_axis_t axis, nbl_fft_pass_t side, uint32_t line, uint32_t k,
                                                  uint32_t invocation) {
    lines_element_t element = lines_axis_element(axis, side, line, k, invocation);
    if (NBL_PARAMETER(apart) != 0u && NBL_PARAMETER(mirrored) != 3u) {
        if (axis.distance == 1u) {
            element.base = line * NBL_PARAMETER(apart) + nbl_fft_pass_read_base(side, k, invocation);
        } else {
            element.base = line + nbl_fft_pass_read_base(side, k, invocation) * NBL_PARAMETER(apart);
            element.offset = nbl_fft_pass_read_offset(side, k) * NBL_PARAMETER(apart);
        }
    }
    return element;
}

/* ---- Shared memory */

/* Returns the dwords of shared memory before an element: whole padded rows, and the elements of its row. */
NBL_FUNCTION uint32_t lines_row_dwords(uint32_t elements) {
    uint32_t rows = elements / NBL_PARAMETER(row);
    return rows * NBL_PARAMETER(row_pitch) + elements - rows * NBL_PARAMETER(row);
}

/* Returns the dword of shared memory of element k of an invocation's line. */
NBL_FUNCTION uint32_t lines_axis_dword(lines_axis_t axis, nbl_fft_pass_t side, uint32_t instance, uint32_t k,
                                       uint32_t invocation) {
    uint32_t outer = instance / axis.distance, apart = lines_row_dwords(axis.distance);
    return outer * lines_row_dwords(axis.points * axis.distance) + lines_row_dwords(instance - outer * axis.distance) +
           nbl_fft_pass_read_base(side, k, invocation) * apart + nbl_fft_pass_read_offset(side, k) * apart;
}

#include "shaders/fft_lines_arrays_real.h"

/* ---- Memory */

NBL_FUNCTION void lines_load_array(bool inverse, uint32_t count, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_axis_t axis = lines_axis(0u);
    nbl_fft_pass_t side = lines_axis_side(axis, inverse, false);
    nbl_fft_place_t at = lines_axis_place(axis, count);
    uint32_t number = at.fft < at.ffts ? at.fft : at.ffts - 1u, array = number / axis.lines;
    uint32_t begin = lines_begin(NBL_PUSH_CONSTANT(lines_constants).first + array, false);
    if (NBL_PARAMETER(mirrored) != 0u && inverse) {
        lines_load_spectrum(axis, side, begin, number - array * axis.lines, at.invocation, x);
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            x[k] = lines_fetch_array(begin,
                                     lines_signal_element(axis, side, number - array * axis.lines, k, at.invocation));
        }
    }
    if (NBL_PARAMETER(in_place) == 1u) NBL_WORKGROUP_MEMORY_BARRIER();
}

NBL_FUNCTION void lines_store_array(bool inverse, uint32_t count, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_axis_t axis = lines_axis(NBL_PARAMETER(axes) - 1u);
    nbl_fft_pass_t side = lines_axis_side(axis, inverse, true);
    nbl_fft_place_t at = lines_axis_place(axis, count);
    uint32_t array = at.fft / axis.lines;
    uint32_t begin = lines_begin(NBL_PUSH_CONSTANT(lines_constants).first + array, true);
    if (NBL_PARAMETER(mirrored) != 0u && !inverse) {
        lines_store_spectrum(axis, side, at, begin, at.fft - array * axis.lines, x);
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            if (at.present && nbl_fft_pass_active(side, k, at.invocation)) {
                uint32_t line = at.fft - array * axis.lines;
                lines_element_t element = lines_axis_element(axis, side, line, k, at.invocation);
                if (NBL_PARAMETER(mirrored) != 0u) element = lines_signal_element(axis, side, line, k, at.invocation);
                lines_keep_array(begin, element, x[k]);
            }
        }
    }
}

/* ---- From the lines of an axis to those of the next */

/* Exchanges elements through shared memory: an invocation gives the elements of its line along axis `number` and takes
 * those of its line along the next axis. It moves as many dwords of an element at a time as there is room for. */
NBL_FUNCTION void lines_trade_axes(uint32_t number, bool inverse, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_axis_t from = lines_axis(number), to = lines_axis(number + 1u);
    nbl_fft_pass_t from_side = lines_axis_side(from, inverse, true), to_side = lines_axis_side(to, inverse, false);
    nbl_fft_place_t at = lines_axis_place(from, 0u), next = lines_axis_place(to, 0u);
    uint32_t most = NBL_OF_SCALAR(NBL_DWORDS), planes = NBL_PARAMETER(planes);
    uint32_t plane = NBL_PARAMETER(arrays) * lines_row_dwords(lines_array_elements());
    bool writes = at.instance < NBL_PARAMETER(arrays) * from.lines;
    next.instance = next.instance < NBL_PARAMETER(arrays) * to.lines ? next.instance : 0u;
    nbl_dwords_t held[lines_elements];
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(from_side); k++) {
        held[k] = NBL_OF_SCALAR(nbl_dwords_from_complex)(x[k]);
    }
    NBL_UNROLL for (uint32_t d = 0u; d < most; d += planes) {
        if (d > 0u || number > 0u || !from.alone) NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(from_side); k++) {
            uint32_t dword = lines_axis_dword(from, from_side, at.instance, k, at.invocation);
            if (writes && nbl_fft_pass_active(from_side, k, at.invocation)) {
                NBL_UNROLL for (uint32_t p = 0u; p < planes; p++) {
                    NBL_STORE(transform_scratch, p * plane + dword, held[k].value[d + p]);
                }
            }
        }
        NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(to_side); k++) {
            uint32_t dword = lines_axis_dword(to, to_side, next.instance, k, next.invocation);
            NBL_UNROLL for (uint32_t p = 0u; p < planes; p++) {
                held[k].value[d + p] = NBL_LOAD(transform_scratch, p * plane + dword);
            }
        }
    }
    if (!to.alone) NBL_WORKGROUP_BARRIER();
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(to_side); k++) {
        x[k] = NBL_OF_SCALAR(nbl_complex_from_dwords)(held[k]);
    }
}

/* ---- All axes */

/* The elements of an axis go to an array of the instance's own size and back: where both sizes are specialization
 * constants of their own, glslang 12 hands a function another array than the one that is given. */
#define NBL_LINES_TRANSFORM_AXIS(name, number) \
    { \
        lines_axis_t axis = lines_axis(number); \
        nbl_fft_pass_t before = lines_axis_side(axis, inverse, false), behind = lines_axis_side(axis, inverse, true); \
        NBL_COMPLEX line[NBL_CAT(name, _elements)]; \
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(before); k++) { line[k] = x[k]; } \
        NBL_CAT(name, _transform_registers)(lines_axis_worker(axis), inverse, line); \
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(behind); k++) { x[k] = line[k]; } \
    }

NBL_FUNCTION void lines_transform_array(bool inverse, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_transform_registers(lines_axis_worker(lines_axis(0u)), inverse, x);
    lines_trade_axes(0u, inverse, x);
    NBL_LINES_TRANSFORM_AXIS(second, 1u)
    if (NBL_PARAMETER(axes) == 3u) {
        lines_trade_axes(1u, inverse, x);
        NBL_LINES_TRANSFORM_AXIS(third, 2u)
    }
}

/* ---- Arrays of one axis */

/* Returns the elements that an invocation moves between memory and shared memory. */
NBL_FUNCTION uint32_t lines_flat_elements(void) {
    return NBL_PARAMETER(arrays) * lines_fft_length() / NBL_PARAMETER(invocations);
}

/* Returns the elements of a workgroup's rows that there are. */
NBL_FUNCTION uint32_t lines_flat_bound(uint32_t count) { return lines_of_workgroup(count) * lines_fft_length(); }

/* A workgroup whose rows are all there loads without a branch around each load, and at offsets that are literals. */
NBL_FUNCTION void lines_load_flat(uint32_t count, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    uint32_t begin = lines_begin_of_workgroup(false), bound = lines_flat_bound(count);
    if (bound == NBL_PARAMETER(arrays) * lines_fft_length()) {
        NBL_UNROLL for (uint32_t i = 0u; i < lines_flat_elements(); i++) {
            lines_element_t element = {nbl_local_invocation_position(), i * NBL_PARAMETER(invocations)};
            x[i] = lines_fetch_signal(begin, element);
        }
    } else {
        NBL_UNROLL for (uint32_t i = 0u; i < lines_flat_elements(); i++) {
            uint32_t number = nbl_local_invocation_position() + i * NBL_PARAMETER(invocations);
            x[i] = lines_fetch_signal(begin, lines_element_of(number < bound ? number : 0u));
        }
    }
    if (NBL_PARAMETER(in_place) == 1u) NBL_WORKGROUP_MEMORY_BARRIER();
}

NBL_FUNCTION void lines_store_flat(uint32_t count, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    uint32_t begin = lines_begin_of_workgroup(true), bound = lines_flat_bound(count);
    NBL_UNROLL for (uint32_t i = 0u; i < lines_flat_elements(); i++) {
        lines_element_t element = {nbl_local_invocation_position(), i * NBL_PARAMETER(invocations)};
        if (lines_number(element) < bound) lines_keep_signal(begin, element, x[i]);
    }
}

/* Returns the dword of shared memory of element i: as an invocation moves it, or in its row. */
NBL_FUNCTION uint32_t lines_flat_dword(bool is_flat, lines_axis_t axis, nbl_fft_pass_t side, nbl_fft_place_t at,
                                       uint32_t i) {
    uint32_t dword = lines_row_dwords(nbl_local_invocation_position() + i * NBL_PARAMETER(invocations));
    if (!is_flat) dword = lines_axis_dword(axis, side, at.instance, i, at.invocation);
    return dword;
}

/* Exchanges elements through shared memory between invocations that move them and those of their row. */
NBL_FUNCTION void lines_trade_flat(bool to_rows, lines_axis_t axis, nbl_fft_pass_t side,
                                   NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    nbl_fft_place_t at = lines_axis_place(axis, 0u);
    uint32_t most = NBL_OF_SCALAR(NBL_DWORDS), planes = NBL_PARAMETER(planes);
    uint32_t plane = NBL_PARAMETER(arrays) * lines_row_dwords(lines_fft_length());
    uint32_t given = to_rows ? lines_flat_elements() : nbl_fft_pass_elements(side);
    uint32_t taken = to_rows ? nbl_fft_pass_elements(side) : lines_flat_elements();
    nbl_dwords_t held[lines_elements];
    NBL_UNROLL for (uint32_t i = 0u; i < given; i++) { held[i] = NBL_OF_SCALAR(nbl_dwords_from_complex)(x[i]); }
    NBL_UNROLL for (uint32_t d = 0u; d < most; d += planes) {
        if (d > 0u || !to_rows) NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t i = 0u; i < given; i++) {
            if (to_rows || nbl_fft_pass_active(side, i, at.invocation)) {
                NBL_UNROLL for (uint32_t p = 0u; p < planes; p++) {
                    NBL_STORE(transform_scratch, p * plane + lines_flat_dword(to_rows, axis, side, at, i),
                              held[i].value[d + p]);
                }
            }
        }
        NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t i = 0u; i < taken; i++) {
            NBL_UNROLL for (uint32_t p = 0u; p < planes; p++) {
                held[i].value[d + p] =
                    NBL_LOAD(transform_scratch, p * plane + lines_flat_dword(!to_rows, axis, side, at, i));
            }
        }
    }
    if (to_rows && !axis.alone) NBL_WORKGROUP_BARRIER();
    NBL_UNROLL for (uint32_t i = 0u; i < taken; i++) { x[i] = NBL_OF_SCALAR(nbl_complex_from_dwords)(held[i]); }
}

NBL_FUNCTION void lines_do_flat(bool inverse, uint32_t count) {
    lines_axis_t axis = lines_axis(0u);
    NBL_COMPLEX x[lines_elements];
    lines_load_flat(count, x);
    lines_trade_flat(true, axis, lines_axis_side(axis, inverse, false), x);
    lines_transform_registers(lines_axis_place(axis, 0u), inverse, x);
    lines_trade_flat(false, axis, lines_axis_side(axis, inverse, true), x);
    lines_store_flat(count, x);
}

NBL_FUNCTION void lines_do_arrays(bool inverse, uint32_t count) {
    if (NBL_PARAMETER(axes) == 1u) {
        lines_do_flat(inverse, count);
    } else {
        NBL_COMPLEX x[lines_elements];
        lines_load_array(inverse, count, x);
        lines_transform_array(inverse, x);
        lines_store_array(inverse, count, x);
    }
}
