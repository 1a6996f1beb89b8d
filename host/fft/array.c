/* One call that transforms an array: strides, halves and pairs of odd real signals as accessors of a planned transform.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/error.h"
#include "fft/array.h"
#include "nbl/lang/emulator.h"

nbl_fft_array_desc_t nbl_fft_array_desc_init(void) {
    nbl_fft_array_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

/* ---- Scalars in memory */

static double load(const nbl_fft_array_side_t *side, const char *at) {
    uint16_t half;
    float single;
    double value;
    switch (side->scalar_bytes) {
    case 2: memcpy(&half, at, sizeof half); return (double)nbl_emulator_unpack_half_2x16(half).x;
    case 4: memcpy(&single, at, sizeof single); return (double)single;
    default: memcpy(&value, at, sizeof value); return value;
    }
}

static void store(const nbl_fft_array_side_t *side, char *at, double value) {
    nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
    uint16_t half;
    switch (side->scalar_bytes) {
    case 2:
        half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        memcpy(at, &half, sizeof half);
        break;
    case 4: memcpy(at, &pair.x, sizeof pair.x); break;
    default: memcpy(at, &value, sizeof value); break;
    }
}

/* ---- Elements: complex ones, and what a complex transform has of real signals (nbl_fft_kind_t) */

static char *place(const nbl_fft_array_side_t *side, uint32_t transform, uint32_t element) {
    return side->memory + transform * side->distance + element * side->stride;
}

/* One of the two scalars of an element: of which transform and which element of the array it is. */
typedef struct scalar_t {
    uint32_t transform, element, part;
} scalar_t;

static scalar_t scalar_of(const nbl_fft_array_side_t *side, uint32_t transform, uint32_t element, uint32_t part) {
    scalar_t scalar = {transform, element, part};
    if (side->kind == NBL_FFT_REAL && side->real) {
        scalar = (scalar_t){transform, 2 * element + part, 0}; /* a signal of 2 N is N complex numbers */
    } else if (side->kind == NBL_FFT_REAL_TWO && side->real) {
        scalar = (scalar_t){2 * transform + part, element, 0};
    } else if (side->kind == NBL_FFT_REAL_TWO) { /* the second signal's spectrum is behind the first one's */
        bool second = element >= side->elements;
        scalar = (scalar_t){2 * transform + second, second ? element - side->elements : element, part};
    }
    return scalar;
}

static nbl_fft_number_t get(void *user, uint32_t transform, uint32_t element) {
    const nbl_fft_array_side_t *side = user;
    double parts[2] = {0.0, 0.0};
    for (uint32_t part = 0; part < 2; part++) {
        scalar_t scalar = scalar_of(side, transform, element, part);
        if (scalar.transform >= side->batch) continue; /* the last of an odd number of signals has no partner */
        parts[part] = load(side, place(side, scalar.transform, scalar.element) + scalar.part * side->scalar_bytes);
    }
    return (nbl_fft_number_t){parts[0], parts[1]};
}

static void set(void *user, uint32_t transform, uint32_t element, nbl_fft_number_t value) {
    const nbl_fft_array_side_t *side = user;
    for (uint32_t part = 0; part < 2; part++) {
        scalar_t scalar = scalar_of(side, transform, element, part);
        if (scalar.transform >= side->batch) continue;
        store(side, place(side, scalar.transform, scalar.element) + scalar.part * side->scalar_bytes,
              part == 0 ? value.real : value.imag);
    }
}

nbl_result_t nbl_fft_array(const nbl_fft_array_desc_t *desc, const void *input, void *output, nbl_error_t *error) {
    nbl_fft_array_side_t sides[2];
    nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM, .limits = nbl_fft_emulator_limits(0)};
    nbl_fft_transform_plan_t plan;
    nbl_error_clear(error);
    nbl_result_t result = nbl_fft_array_check(desc, input, output, &wanted, sides, error);
    if (result == NBL_SUCCESS) result = nbl_fft_transform_plan(&wanted, &plan, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_array_accessor_t from = {.get = get, .user = &sides[0]}, to = {.set = set, .user = &sides[1]};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.threads = desc->threads;
    return nbl_fft_transform_access(&plan, &launch, &from, &to, NULL, NULL, error);
}
