/* Elements between an array and a line in which they lie side by side.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/array_move.h"

#include <string.h>

#include "nbl/lang/emulator.h"

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

void nbl_fft_array_move(char *to, size_t to_stride, const char *from, size_t from_stride, size_t count, size_t bytes) {
    if (to_stride == bytes && from_stride == bytes) {
        memcpy(to, from, count * bytes);
        return;
    }
    switch (bytes) {
    case 2: move_2(to, to_stride, from, from_stride, count); break;
    case 4: move_4(to, to_stride, from, from_stride, count); break;
    case 8: move_8(to, to_stride, from, from_stride, count); break;
    default: move_16(to, to_stride, from, from_stride, count); break;
    }
}

void nbl_fft_array_clear(char *line, size_t step, size_t first, size_t end, size_t bytes) {
    if (step == bytes && first < end) memset(line + first * bytes, 0, (end - first) * bytes);
    for (size_t i = first; step != bytes && i < end; i++) memset(line + i * step, 0, bytes);
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

void nbl_fft_array_gather(const nbl_fft_array_side_t *side, const char *from, uint32_t scalar_bytes, char *line,
                          size_t step) {
    const uint32_t given = side->given != 0 ? side->given : side->elements;
    const uint32_t scalars = side->element_bytes / side->scalar_bytes;
    nbl_fft_array_clear(line, step, given, side->elements, (size_t)scalars * scalar_bytes);
    if (side->scalar_bytes == scalar_bytes) {
        nbl_fft_array_move(line, step, from, side->stride, given, side->element_bytes);
        return;
    }
    for (uint32_t part = 0; part < scalars; part++)
        widen(line + part * scalar_bytes, step, from + part * side->scalar_bytes, side->stride, given);
}

void nbl_fft_array_scatter(const nbl_fft_array_side_t *side, char *to, uint32_t scalar_bytes, const char *line,
                           size_t step) {
    if (side->scalar_bytes == scalar_bytes) {
        nbl_fft_array_move(to, side->stride, line, step, side->elements, side->element_bytes);
        return;
    }
    for (uint32_t part = 0; part < side->element_bytes / side->scalar_bytes; part++)
        narrow(to + part * side->scalar_bytes, side->stride, line + part * scalar_bytes, step, side->elements);
}
