/* One line between memory and a row, and factors of rows, in the arithmetic of one scalar: included by run_row.c.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: NBL_SCALAR, float16_t, float32_t or float64_t; RUN_PRODUCTS, 0 where products with tables are refused.
 */
#include "transform/run_number_scalar.h"

/* ---- One line whose elements lie at equal distances: nbl_program_made_step_t.load_line, .store_line */

static void NBL_OF_SCALAR(load_line)(const nbl_view_t *view, uint64_t there, uint64_t count, const char *from,
                                     void *row) {
    NBL_COMPLEX *x = row;
    const uint32_t element = view->element;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view), apart = view->stride * bytes;
    const size_t next = view->step * apart * (element == NBL_VIEW_PAIR ? 2 : 1);
#define LOOP(storage) \
    if (element == NBL_VIEW_COMPLEX) \
        for (uint64_t k = 0; k < there; k++) x[k] = NBL_OF_SCALAR(get)(storage, from + k * next); \
    else if (element == NBL_VIEW_REAL) \
        for (uint64_t k = 0; k < there; k++) \
            x[k] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(storage, from + k * next), 0}; \
    else \
        for (uint64_t k = 0; k < there; k++) \
            x[k] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(storage, from + k * next), \
                                 NBL_OF_SCALAR(get_real)(storage, from + k * next + apart)};
    EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    const NBL_COMPLEX none = {0, 0};
    for (uint64_t k = there; k < count; k++) x[k] = none;
}

static void NBL_OF_SCALAR(store_line)(const nbl_view_t *view, uint64_t count, const void *row, char *to) {
    const NBL_COMPLEX *x = row;
    const uint32_t element = view->element;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view), apart = view->stride * bytes;
    const size_t next = view->step * apart * (element == NBL_VIEW_PAIR ? 2 : 1);
#define LOOP(storage) \
    for (uint64_t k = 0; k < count; k++, to += next) \
        if (element == NBL_VIEW_COMPLEX) \
            NBL_OF_SCALAR(set)(storage, to, x[k]); \
        else { \
            NBL_OF_SCALAR(set_real)(storage, to, x[k].real); \
            if (element == NBL_VIEW_PAIR) NBL_OF_SCALAR(set_real)(storage, to + apart, x[k].imag); \
        }
    EACH_STORAGE(view->storage, LOOP)
#undef LOOP
}

#if RUN_PRODUCTS
/* Scales as the move of an operation SCALE whose results are stored as they are. */
static void NBL_OF_SCALAR(move_scale)(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    (void)n, (void)from;
    NBL_COMPLEX *x = to;
    for (uint64_t k = 0; k < op->count; k++) {
        x[k].real *= (NBL_SCALAR)op->factor;
        x[k].imag *= (NBL_SCALAR)op->factor;
    }
}
#endif
#undef NBL_SCALAR
