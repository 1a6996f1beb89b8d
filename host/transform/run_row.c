/* Rows whose operations all move the row from one place to another: most short lines.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    rows side by side; of a whole run one line, wherever it lies. Out: the same row, transformed.
 * Wrong: nothing.
 */
#include "transform/run_block.h"

#include <stdlib.h>

#include "nbl/complex.h"
#include "nbl/lang/emulator.h"

#define RUN_TEXT "transform/run_row_scalar.h"
#include "transform/run_scalars.h"

/* ---- Rows */

void nbl_ready_run_moves(const nbl_program_made_step_t *made, const char *from, char *to, char *const buffer[2],
                         char *scratch) {
    const nbl_program_step_t *step = made->step;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_made_op_t *op = &made->op[i];
        char *y = op->stays ? (char *)from : i == made->last_move ? to : buffer[from == buffer[0]];
        if (op->is_whole)
            nbl_executor_line_run(op->line, from, y, scratch);
        else
            op->move(op, step->elements, from, y);
        from = y;
    }
}

/* nbl_ready_run_halves(), inlined in run_half(): of one row of 64 numbers a call is a twentieth of the time. */
static inline void run_halves(const nbl_program_made_step_t *made, uint64_t rows, const char *from, size_t from_bytes,
                              char *to, size_t to_bytes, char *between, char *scratch) {
    const nbl_program_made_op_t *real = &made->op[1 - made->line];
    const nbl_executor_line_t *line = made->op[made->line].line;
    const void *numbers = nbl_program_numbers(real);
    const uint32_t n = made->step->elements, first = (uint32_t)made->step->store.kept_from;
    const bool cuts = made->line == 0 && made->direct[1] && made->step->store.kept != 0;
    for (; rows > 0; rows--, from += from_bytes, to += to_bytes) {
        if (made->line == 0) {
            nbl_executor_line_run(line, from, between, scratch);
            if (cuts)
                real->kernels->unpack_part(n, numbers, between, to, first, first + (uint32_t)made->step->store.kept);
            else
                real->kernels->unpack_one(n, numbers, between, to);
        } else {
            real->kernels->pack_one(n, numbers, from, between);
            nbl_executor_line_run(line, between, to, scratch);
        }
    }
}

void nbl_ready_run_halves(const nbl_program_made_step_t *made, uint64_t rows, const char *from, size_t from_bytes,
                          char *to, size_t to_bytes, char *between, char *scratch) {
    run_halves(made, rows, from, from_bytes, to, to_bytes, between, scratch);
}

/* ---- What a step has for such rows */

static void move_unpack(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->unpack_one(n, nbl_program_numbers(op), from, to);
}

static void move_pack(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->pack_one(n, nbl_program_numbers(op), from, to);
}

static void move_unpack_one(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->unpack_two(n, from, to, NULL);
}

static void move_pack_one(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->pack_two(n, from, nbl_program_numbers(op), to);
}

static nbl_program_move_t *move_of(const nbl_program_made_step_t *made, uint32_t number) {
    const size_t scalar = nbl_program_scalar_bytes(made->step);
    if (made->step->op[number].rows != 0) return NULL;
    switch (made->step->op[number].kind) {
    case NBL_PROGRAM_UNPACK: return move_unpack;
    case NBL_PROGRAM_PACK: return move_pack;
    case NBL_PROGRAM_UNPACK_ONE: return move_unpack_one;
    case NBL_PROGRAM_PACK_ONE: return move_pack_one;
    case NBL_PROGRAM_SCALE:
        if (scalar == 8) return made->step->store.storage == NBL_VIEW_OWN ? move_scale_float64_t : NULL;
        return scalar == 4 ? move_scale_float32_t : NULL;
    default: return NULL;
    }
}

static bool is_strided(const nbl_view_t *view, uint64_t part) {
    return view->element < NBL_VIEW_HERMITIAN && view->apart.count == 0 &&
           (view->element != NBL_VIEW_PAIR || part % 2 == 0);
}

void nbl_ready_make_moves(nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    const nbl_view_t *load = &step->load, *store = &step->store;
    const size_t scalar = nbl_program_scalar_bytes(step);
    uint64_t count = made->in_count;
    made->has_moves = made->last_move != NBL_PROGRAM_NONE;
    for (uint32_t i = 0; i < step->ops; i++) {
        nbl_program_made_op_t *op = &made->op[i];
        const uint32_t kind = step->op[i].kind;
        op->move = move_of(made, i);
        op->stays = kind == NBL_PROGRAM_SCALE;
        made->has_moves = made->has_moves && (op->is_whole || op->move != NULL);
        if (kind == NBL_PROGRAM_PACK || kind == NBL_PROGRAM_PACK_ONE) count = step->elements;
        if (kind == NBL_PROGRAM_UNPACK) count = step->elements + 1;
        if (kind == NBL_PROGRAM_UNPACK_ONE) count = step->elements / 2 + 1;
        op->count = count;
    }
    const uint32_t other = 1 - made->line;
    made->is_half = made->has_moves && step->ops == 2 &&
                    step->op[other].kind == (made->line == 0 ? NBL_PROGRAM_UNPACK : NBL_PROGRAM_PACK);
    made->there = load->given == 0 ? made->in_count : load->element == NBL_VIEW_PAIR ? load->given / 2 : load->given;
    if (made->there > made->in_count) made->there = made->in_count;
#if NBL_HAS_FLOAT16
#define OF_SCALAR(name) (scalar == 8 ? name##_float64_t : scalar == 4 ? name##_float32_t : name##_float16_t)
#else
#define OF_SCALAR(name) (scalar == 8 ? name##_float64_t : name##_float32_t)
#endif
    if (made->lines != 1) return;
    if (is_strided(load, load->given)) made->load_line = OF_SCALAR(load_line);
    if (is_strided(store, 0) && store->kept == 0) made->store_line = OF_SCALAR(store_line);
#undef OF_SCALAR
}

/* ---- Runs of one row */

/* Each way of a run is a function of its own, with the registers and the stack that it needs: of a short line the rest
 * of a run takes as long as the transform, 5 to 10 ns. */
static nbl_result_t run_alone(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                              nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    (void)pool, (void)error;
    nbl_executor_line_run(transform->made->op->line, input, output, scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_half(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                             nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    const nbl_program_made_step_t *made = transform->made;
    (void)pool, (void)error;
    run_halves(made, 1, input, 0, output, 0, scratch + nbl_ready_round_up(made->op[made->line].line->scratch_bytes),
               scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_line(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                             nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    const nbl_program_made_step_t *made = transform->made;
    const size_t row = nbl_ready_round_up(made->line_bytes);
    char *first = scratch + nbl_ready_round_up(made->op[made->line].line->scratch_bytes);
    char *const buffer[2] = {first, first + row}, *to = made->direct[1] ? output : first + 3 * row;
    const char *from = input;
    (void)pool, (void)error;
    if (!made->direct[0]) {
        made->load_line(&made->step->load, made->there, made->in_count, input, first + 2 * row);
        from = first + 2 * row;
    }
    nbl_ready_run_moves(made, from, to, buffer, scratch);
    if (!made->direct[1]) made->store_line(&made->step->store, made->out_count, to, output);
    return NBL_SUCCESS;
}

/* Returns whether a program of one step is one line that moves take from the input to the output on the stack. */
static bool is_one_line(const nbl_ready_t *transform) {
    const nbl_program_made_step_t *made = transform->made;
    const bool direct = made->direct[0] && made->direct[1];
    if (made->step->transforms != 1 || made->lines != 1 || !made->has_moves || made->lanes ||
        (!made->direct[0] && made->load_line == NULL) || (!made->direct[1] && made->store_line == NULL) ||
        (!made->direct[0] && made->direct[1] && made->step->store.kept != 0))
        return false;
    const size_t rows = direct && made->alone ? 0 : direct ? 2 : 4;
    return nbl_ready_round_up(made->op[made->line].line->scratch_bytes) + rows * nbl_ready_round_up(made->line_bytes) <=
           NBL_READY_BYTES_ON_STACK;
}

nbl_ready_run_t *nbl_ready_run_of_row(const nbl_ready_t *transform) {
    const nbl_program_made_step_t *made = transform->made;
    const bool direct = made->direct[0] && made->direct[1];
    if (transform->steps != 1 || transform->cut.bytes != 0 || !is_one_line(transform)) return NULL;
    return direct && made->alone ? run_alone : direct && made->is_half ? run_half : run_line;
}
