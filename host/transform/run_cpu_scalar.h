/* An item of a step on the CPU, in the arithmetic of one scalar: included by run_cpu.c once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: NBL_SCALAR, float16_t, float32_t or float64_t; RUN_PRODUCTS, 0 where products with tables are refused.
 */
#if RUN_PRODUCTS
#include "fft/pass_powers_scalar.h"
#endif

/* ---- Numbers as they are stored */

static NBL_COMPLEX NBL_OF_SCALAR(get)(const nbl_view_t *view, const char *from, uint64_t place) {
    NBL_COMPLEX z;
    if (view->storage == NBL_VIEW_HALVES) {
        uint32_t halves;
        memcpy(&halves, from + 4 * place, sizeof halves);
        const nbl_emulator_float32x2_t pair = nbl_emulator_unpack_half_2x16(halves);
        z.real = (NBL_SCALAR)pair.x;
        z.imag = (NBL_SCALAR)pair.y;
    } else if (view->storage == NBL_VIEW_FLOATS) {
        float pair[2];
        memcpy(pair, from + 8 * place, sizeof pair);
        z.real = (NBL_SCALAR)pair[0];
        z.imag = (NBL_SCALAR)pair[1];
    } else {
        memcpy(&z, from + sizeof z * place, sizeof z);
    }
    return z;
}

static void NBL_OF_SCALAR(set)(const nbl_view_t *view, char *to, uint64_t place, NBL_COMPLEX z) {
    if (view->storage == NBL_VIEW_HALVES) {
        const nbl_emulator_float32x2_t pair = {(float)z.real, (float)z.imag};
        const uint32_t halves = nbl_emulator_pack_half_2x16(pair);
        memcpy(to + 4 * place, &halves, sizeof halves);
    } else if (view->storage == NBL_VIEW_FLOATS) {
        const float pair[2] = {(float)z.real, (float)z.imag};
        memcpy(to + 8 * place, pair, sizeof pair);
    } else {
        memcpy(to + sizeof z * place, &z, sizeof z);
    }
}

static NBL_SCALAR NBL_OF_SCALAR(get_real)(const nbl_view_t *view, const char *from, uint64_t place) {
    NBL_SCALAR x;
    if (view->storage == NBL_VIEW_FLOATS) {
        float single;
        memcpy(&single, from + 4 * place, sizeof single);
        return (NBL_SCALAR)single;
    }
    memcpy(&x, from + sizeof x * place, sizeof x);
    return x;
}

static void NBL_OF_SCALAR(set_real)(const nbl_view_t *view, char *to, uint64_t place, NBL_SCALAR x) {
    const float single = (float)x;
    if (view->storage == NBL_VIEW_FLOATS)
        memcpy(to + 4 * place, &single, sizeof single);
    else
        memcpy(to + sizeof x * place, &x, sizeof x);
}

/* ---- Elements of a transform, by their number */

static NBL_COMPLEX NBL_OF_SCALAR(load)(const nbl_program_item_t *item, uint64_t e) {
    const nbl_view_t *view = &item->made->step->load;
    const uint64_t begin = item->begin[0], given = view->given == 0 ? UINT64_MAX : view->given;
    NBL_COMPLEX z = {0, 0};
    uint64_t number = e;
    if (e >= item->made->loaded) return z;
    switch (view->element) {
    case NBL_VIEW_REAL:
        if (e < given) z.real = NBL_OF_SCALAR(get_real)(view, item->from, begin + e * view->stride);
        return z;
    case NBL_VIEW_PAIR:
        if (2 * e < given) z.real = NBL_OF_SCALAR(get_real)(view, item->from, begin + 2 * e * view->stride);
        if (2 * e + 1 < given) z.imag = NBL_OF_SCALAR(get_real)(view, item->from, begin + (2 * e + 1) * view->stride);
        return z;
    case NBL_VIEW_HERMITIAN:
        if (e > view->signal) return z;
        if (2 * e > view->signal) number = view->signal - e;
        break;
    default: break;
    }
    if (number < given) z = NBL_OF_SCALAR(get)(view, item->from, begin + number * view->stride);
    if (number != e) z.imag = -z.imag;
    if (view->element == NBL_VIEW_HERMITIAN && e == 0) z.imag = 0;
    return z;
}

static void NBL_OF_SCALAR(store)(const nbl_program_item_t *item, uint64_t e, NBL_COMPLEX z) {
    const nbl_view_t *view = &item->made->step->store;
    const uint64_t begin = item->begin[1], stride = view->stride;
    const uint64_t from = view->kept == 0 ? 0 : view->kept_from, kept = view->kept == 0 ? UINT64_MAX : view->kept;
    if (e >= item->made->kept) return;
    if (view->element == NBL_VIEW_REAL) {
        if (e - from < kept) NBL_OF_SCALAR(set_real)(view, item->to, begin + (e - from) * stride, z.real);
    } else if (view->element == NBL_VIEW_PAIR) {
        if (2 * e - from < kept) NBL_OF_SCALAR(set_real)(view, item->to, begin + (2 * e - from) * stride, z.real);
        if (2 * e + 1 - from < kept)
            NBL_OF_SCALAR(set_real)(view, item->to, begin + (2 * e + 1 - from) * stride, z.imag);
    } else if ((view->element != NBL_VIEW_HERMITIAN || 2 * e <= view->signal) && e - from < kept) {
        NBL_OF_SCALAR(set)(view, item->to, begin + (e - from) * stride, z);
    }
}

/* ---- Operations. x: lines one behind the other; or, `ordered`, elements of the transform by their number */

typedef struct NBL_OF_SCALAR(state_t) {
    NBL_COMPLEX *x, *y, *z; /* z: spare */
    uint64_t count;
    bool ordered, is_back;           /* is_back: behind the last transform, elements are numbered as they are stored */
    NBL_COMPLEX first, result, join; /* Rader's x[0] as it was, as it becomes, and what is added */
    bool joins;
} NBL_OF_SCALAR(state_t);

/* Returns the element that an item's number i is of. */
static uint64_t NBL_OF_SCALAR(element_of)(const nbl_program_item_t *item, const NBL_OF_SCALAR(state_t) * state,
                                          uint64_t i) {
    const nbl_program_step_t *step = item->made->step;
    const nbl_view_t *view = state->is_back ? &step->store : &step->load;
    if (state->ordered) return i;
    const uint64_t line = item->line + i / step->elements;
    return i % step->elements * view->step + nbl_view_place(view->lines, 2, line);
}

static void NBL_OF_SCALAR(swap)(NBL_OF_SCALAR(state_t) * state) {
    NBL_COMPLEX *x = state->x;
    state->x = state->y;
    state->y = x;
}

/* Elements by their number. */
static void NBL_OF_SCALAR(order)(const nbl_program_item_t *item, NBL_OF_SCALAR(state_t) * state) {
    if (state->ordered) return;
    for (uint64_t i = 0; i < state->count; i++) state->y[NBL_OF_SCALAR(element_of)(item, state, i)] = state->x[i];
    NBL_OF_SCALAR(swap)(state);
    state->ordered = true;
}

/* Lines one behind the other. */
static void NBL_OF_SCALAR(unorder)(const nbl_program_item_t *item, NBL_OF_SCALAR(state_t) * state) {
    if (!state->ordered) return;
    state->ordered = false;
    for (uint64_t i = 0; i < state->count; i++) state->y[i] = state->x[NBL_OF_SCALAR(element_of)(item, state, i)];
    NBL_OF_SCALAR(swap)(state);
}

#if RUN_PRODUCTS
static void NBL_OF_SCALAR(turn)(const nbl_program_item_t *item, const nbl_program_op_t *op, uint32_t radix,
                                NBL_COMPLEX *x) {
    const uint32_t points = item->made->step->elements, butterflies = points / radix;
    const nbl_fft_large_pass_t pass = {points, op->before, op->after, 1};
    const NBL_OF_SCALAR(nbl_fft_large_fraction_t) of = NBL_OF_SCALAR(nbl_fft_large_fraction)(pass);
    for (uint64_t l = 0; l < item->lines; l++, x += points) {
        const uint32_t rest = (uint32_t)((item->line + l) / op->before);
        NBL_COMPLEX power[NBL_EXECUTOR_MOST_RADIX + 1];
        NBL_OF_SCALAR(fill_powers)(pass, radix, rest, op->inverse != 0, power);
        for (uint32_t j = 0; j < butterflies; j++) {
            const NBL_COMPLEX base = NBL_OF_SCALAR(nbl_fft_large_twiddle)(j * rest, of, op->inverse != 0);
            for (uint32_t r = 0; r < radix; r++) {
                NBL_COMPLEX *at = &x[j + r * butterflies];
                *at = nbl_complex_mul(*at, r == 0 ? base : nbl_complex_mul(base, power[r]));
            }
        }
    }
}

static void NBL_OF_SCALAR(multiply)(const nbl_program_item_t *item, const nbl_program_op_t *op,
                                    const nbl_program_made_op_t *made, NBL_OF_SCALAR(state_t) * state) {
    const NBL_COMPLEX *table = made->given != NULL ? made->given : made->numbers;
    const nbl_view_t *view = state->is_back ? &item->made->step->store : &item->made->step->load;
    const NBL_COMPLEX none = {0, 0};
    for (uint64_t i = 0; i < state->count; i++) {
        const uint64_t e = NBL_OF_SCALAR(element_of)(item, state, i);
        const uint64_t at = op->period == 0 ? e : (item->begin[state->is_back ? 1 : 0] + e * view->stride) % op->period;
        NBL_COMPLEX z = state->x[i];
        if (op->conjugates == 1) z = nbl_complex_conj(z);
        z = at < made->count ? nbl_complex_mul(z, table[at]) : none;
        if (op->conjugates == 2) z = nbl_complex_conj(z);
        state->x[i] = z;
    }
    if (state->joins) state->x[0] = nbl_complex_add(state->x[0], state->join);
    state->joins = false;
}

static void NBL_OF_SCALAR(scale)(const nbl_program_item_t *item, double factor, NBL_OF_SCALAR(state_t) * state) {
    const bool narrows = sizeof(NBL_SCALAR) == 8 && item->made->step->store.storage != NBL_VIEW_OWN;
    for (uint64_t i = 0; i < state->count; i++) {
        NBL_COMPLEX *z = &state->x[i];
        if (narrows) z->real = (NBL_SCALAR)(float)z->real, z->imag = (NBL_SCALAR)(float)z->imag;
        z->real *= (NBL_SCALAR)factor;
        z->imag *= (NBL_SCALAR)factor;
    }
}

/* Rader: x[0], the sum of the others, and all of it. */
static void NBL_OF_SCALAR(join_first)(double factor, NBL_OF_SCALAR(state_t) * state) {
    const NBL_SCALAR scale = (NBL_SCALAR)factor;
    const NBL_COMPLEX sum = {state->x[0].real * scale, state->x[0].imag * scale};
    state->join = (NBL_COMPLEX){state->first.real * scale, state->first.imag * scale};
    state->result = nbl_complex_add(state->join, sum);
    state->joins = true;
}

static void NBL_OF_SCALAR(permute)(const nbl_program_item_t *item, const nbl_program_op_t *op,
                                   const nbl_program_made_op_t *made, NBL_OF_SCALAR(state_t) * state) {
    const double *places = made->numbers;
    if (!op->inverse) {
        for (uint64_t q = 0; q < state->count; q++) state->x[q] = NBL_OF_SCALAR(load)(item, (uint64_t)places[2 * q]);
        state->first = NBL_OF_SCALAR(load)(item, 0);
        return;
    }
    for (uint64_t q = 0; q < state->count; q++) state->y[(uint64_t)places[2 * q + 1]] = state->x[q];
    state->y[0] = state->result;
    state->count++;
    NBL_OF_SCALAR(swap)(state);
    state->ordered = true;
}
#endif

static void NBL_OF_SCALAR(operate)(const nbl_program_item_t *item, uint32_t number, NBL_OF_SCALAR(state_t) * state) {
    const nbl_program_step_t *step = item->made->step;
    const nbl_program_op_t *op = &step->op[number];
    const nbl_program_made_op_t *made = &item->made->op[number];
    const uint32_t n = (uint32_t)(step->elements * item->lines);
    switch (op->kind) {
    case NBL_PROGRAM_LINE:
        NBL_OF_SCALAR(unorder)(item, state);
        nbl_program_run_line(item, number, (char *)state->x, (char *)state->z);
        state->is_back = true;
        for (uint32_t i = number + 1; i < step->ops; i++)
            state->is_back = state->is_back && step->op[i].kind != NBL_PROGRAM_LINE;
        break;
    case NBL_PROGRAM_UNPACK:
        NBL_OF_SCALAR(order)(item, state);
        made->kernels->unpack_one(n, made->real_table, state->x, state->y);
        NBL_OF_SCALAR(swap)(state);
        state->count = n + 1u;
        break;
    case NBL_PROGRAM_PACK:
        made->kernels->pack_one(n, made->real_table, state->x, state->y);
        NBL_OF_SCALAR(swap)(state);
        state->count = n;
        break;
    case NBL_PROGRAM_UNPACK_ONE:
        made->kernels->unpack_two(n, state->x, state->y, NULL);
        NBL_OF_SCALAR(swap)(state);
        state->count = n / 2 + 1;
        state->ordered = true;
        break;
    case NBL_PROGRAM_PACK_ONE:
        memset(state->z, 0, (n / 2 + 1) * sizeof *state->z);
        made->kernels->pack_two(n, state->x, state->z, state->y);
        NBL_OF_SCALAR(swap)(state);
        state->count = n;
        break;
#if RUN_PRODUCTS
    case NBL_PROGRAM_TURN: NBL_OF_SCALAR(turn)(item, op, made->radix, state->x); break;
    case NBL_PROGRAM_MULTIPLY: NBL_OF_SCALAR(multiply)(item, op, made, state); break;
    case NBL_PROGRAM_PERMUTE: NBL_OF_SCALAR(permute)(item, op, made, state); break;
    case NBL_PROGRAM_FIRST: NBL_OF_SCALAR(join_first)(made->factor, state); break;
    case NBL_PROGRAM_SCALE: NBL_OF_SCALAR(scale)(item, made->factor, state); break;
#endif
    default: break; /* TRADE: all is in memory */
    }
}

static void NBL_OF_SCALAR(run_item)(const nbl_program_item_t *item) {
    const nbl_program_step_t *step = item->made->step;
    const uint64_t n = step->elements * item->lines;
    const uint32_t first = step->ops == 0 ? NBL_PROGRAM_TRADE : step->op[0].kind;
    NBL_OF_SCALAR(state_t) state = {.x = item->buffer[0], .y = item->buffer[1], .z = item->buffer[2], .count = n};
    state.is_back = !nbl_program_has(step, NBL_PROGRAM_LINE);
    state.ordered = state.is_back || first == NBL_PROGRAM_PACK || first == NBL_PROGRAM_PACK_ONE;
    if (first == NBL_PROGRAM_PACK) state.count = n + 1;
    if (first == NBL_PROGRAM_PACK_ONE) state.count = n / 2 + 1;
    for (uint64_t i = 0; i < state.count && first != NBL_PROGRAM_PERMUTE; i++)
        state.x[i] = NBL_OF_SCALAR(load)(item, NBL_OF_SCALAR(element_of)(item, &state, i));
    for (uint32_t i = 0; i < step->ops; i++) NBL_OF_SCALAR(operate)(item, i, &state);
    for (uint64_t i = 0; i < state.count; i++)
        NBL_OF_SCALAR(store)(item, NBL_OF_SCALAR(element_of)(item, &state, i), state.x[i]);
}
#undef NBL_SCALAR
