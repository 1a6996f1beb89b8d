/* A number as a view stores it, to and from one scalar's arithmetic: included by run_row_scalar.h and
 * run_move_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float16_t, float32_t or float64_t.
 *
 * storage  NBL_VIEW_OWN: as NBL_SCALAR; NBL_VIEW_FLOATS: float32; NBL_VIEW_HALVES: float16
 */

static inline NBL_COMPLEX NBL_OF_SCALAR(get)(uint32_t storage, const char *from) {
    NBL_COMPLEX z;
    if (storage == NBL_VIEW_HALVES) {
        uint32_t halves;
        memcpy(&halves, from, sizeof halves);
        const nbl_emulator_float32x2_t pair = nbl_emulator_unpack_half_2x16(halves);
        z.real = (NBL_SCALAR)pair.x;
        z.imag = (NBL_SCALAR)pair.y;
    } else if (storage == NBL_VIEW_FLOATS) {
        float pair[2];
        memcpy(pair, from, sizeof pair);
        z.real = (NBL_SCALAR)pair[0];
        z.imag = (NBL_SCALAR)pair[1];
    } else {
        memcpy(&z, from, sizeof z);
    }
    return z;
}

static inline void NBL_OF_SCALAR(set)(uint32_t storage, char *to, NBL_COMPLEX z) {
    if (storage == NBL_VIEW_HALVES) {
        const nbl_emulator_float32x2_t pair = {(float)z.real, (float)z.imag};
        const uint32_t halves = nbl_emulator_pack_half_2x16(pair);
        memcpy(to, &halves, sizeof halves);
    } else if (storage == NBL_VIEW_FLOATS) {
        const float pair[2] = {(float)z.real, (float)z.imag};
        memcpy(to, pair, sizeof pair);
    } else {
        memcpy(to, &z, sizeof z);
    }
}

static inline NBL_SCALAR NBL_OF_SCALAR(get_real)(uint32_t storage, const char *from) {
    NBL_SCALAR x;
    float single;
    if (storage == NBL_VIEW_FLOATS) return memcpy(&single, from, sizeof single), (NBL_SCALAR)single;
    if (storage == NBL_VIEW_HALVES) {
        uint16_t half;
        memcpy(&half, from, sizeof half);
        return (NBL_SCALAR)nbl_emulator_unpack_half_2x16(half).x;
    }
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void NBL_OF_SCALAR(set_real)(uint32_t storage, char *to, NBL_SCALAR x) {
    const float single = (float)x;
    if (storage == NBL_VIEW_FLOATS) {
        memcpy(to, &single, sizeof single);
    } else if (storage == NBL_VIEW_HALVES) {
        const nbl_emulator_float32x2_t pair = {single, 0};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        memcpy(to, &half, sizeof half);
    } else {
        memcpy(to, &x, sizeof x);
    }
}

/* Returns the bytes of a number of a view. */
static inline size_t NBL_OF_SCALAR(bytes_of)(const nbl_view_t *view) {
    const size_t scalar = view->storage == NBL_VIEW_HALVES   ? 2
                          : view->storage == NBL_VIEW_FLOATS ? 4
                                                             : sizeof(NBL_SCALAR);
    const bool real =
        view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_PAIR || view->element == NBL_VIEW_ROWS;
    return real ? scalar : 2 * scalar;
}
