/* Operations on each number, in place: products with tables, twiddles, factors. Included by run_lines_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: NBL_SCALAR, float16_t, float32_t or float64_t; RUN_PRODUCTS, 0 where products with tables are refused.
 *
 * Element k of line w is x[k * by_element + w * by_line]; one of the two steps is 1.
 */

#if RUN_PRODUCTS
/* Returns the row of twiddles of a block's line. */
static uint64_t NBL_OF_SCALAR(row_of)(const nbl_program_block_t *block, uint32_t number, uint64_t w) {
    const nbl_program_step_t *step = block->made->step;
    uint64_t line = block->line + w;
    if (block->made->halved_lines != 0) line = nbl_program_line_of_pass(step, line);
    return line / step->op[number].before;
}

static void NBL_OF_SCALAR(twiddle)(const nbl_program_block_t *block, uint32_t number, uint32_t lines, NBL_COMPLEX *x,
                                   size_t by_element, size_t by_line) {
    const nbl_program_step_t *step = block->made->step;
    const NBL_COMPLEX *twiddles = nbl_program_numbers(&block->made->op[number]);
    const uint64_t points = step->elements, first = NBL_OF_SCALAR(row_of)(block, number, 0);
    const bool powers = step->op[number].powers != 0, behind = number > 0;
    const uint64_t from = powers && !behind ? 1 : 0; /* element 0 is not multiplied, or row 0 is not */
    const nbl_executor_kernels_t *kernels = block->made->op[number].kernels;
    if (by_element != 1 && NBL_OF_SCALAR(row_of)(block, number, lines - 1) == first) {
        if (!powers || !behind || first != 0)
            kernels->multiply_rows(points - from, lines, twiddles + first * points + from, x + from * by_element,
                                   by_element);
        return;
    }
    for (uint32_t w = 0; w < lines; w++) {
        const uint64_t row = NBL_OF_SCALAR(row_of)(block, number, w);
        if (powers && behind && row == 0) continue;
        const NBL_COMPLEX *twiddle = twiddles + row * points;
        NBL_COMPLEX *z = x + w * by_line;
        if (by_element == 1 && from == 0) {
            kernels->multiply(points, twiddle, 0, z, z);
            continue;
        }
        for (uint64_t k = from; k < points; k++) z[k * by_element] = nbl_complex_mul(z[k * by_element], twiddle[k]);
    }
}

/* Returns the conjugate of a product, whose imaginary part may be a multiply-add. */
static inline NBL_COMPLEX NBL_OF_SCALAR(conjugate)(NBL_COMPLEX product) {
    product.imag = NBL_OF_SCALAR(nbl_negate)(product.imag);
    return product;
}

/* Multiplies numbers by numbers 0, step, .. of a table. */
static void NBL_OF_SCALAR(multiply_apart)(const NBL_COMPLEX *table, uint64_t step, uint32_t conjugates, uint64_t count,
                                          NBL_COMPLEX *x) {
#define EACH(product) \
    for (uint64_t i = 0; i < count; i++) x[i] = product;
    if (conjugates == 0) {
        EACH(nbl_complex_mul(x[i], table[i * step]))
    } else if (conjugates == 1) {
        EACH(nbl_complex_mul(nbl_complex_conj(x[i]), table[i * step]))
    } else {
        EACH(NBL_OF_SCALAR(conjugate)(nbl_complex_mul(x[i], table[i * step])))
    }
#undef EACH
}

/* Multiplies by numbers at, at + step, .. of a table; modulo a period, unless that is 0. Beyond the table the
 * products are zeros. */
static void NBL_OF_SCALAR(multiply_some)(const nbl_program_block_t *block, uint32_t number, uint64_t at,
                                         uint64_t at_step, bool fills, uint64_t numbers, NBL_COMPLEX *x) {
    const nbl_program_op_t *op = &block->made->step->op[number];
    const nbl_program_made_op_t *made = &block->made->op[number];
    const NBL_COMPLEX *table = nbl_program_numbers(made), none = {0, 0};
    const uint64_t count = made->table->count, period = op->period;
    uint64_t i = 0;
    if (period != 0) at %= period;
    if (period == 0 || (numbers > 0 && at + (numbers - 1) * at_step < (period < count ? period : count))) {
        const uint64_t there = at >= count ? 0 : at_step == 0 ? numbers : (count - at - 1) / at_step + 1;
        i = there < numbers ? there : numbers;
        if (at_step == 1)
            made->kernels->multiply(i, table + at, op->conjugates, x, x);
        else if (i > 0)
            NBL_OF_SCALAR(multiply_apart)(table + at, at_step, op->conjugates, i, x);
        for (; i < numbers && fills; i++) x[i] = op->conjugates == 2 ? nbl_complex_conj(none) : none;
        return;
    }
    for (; i < numbers; i++, at += at_step) {
        const uint64_t place = at % period;
        NBL_COMPLEX z = op->conjugates == 1 ? nbl_complex_conj(x[i]) : x[i];
        z = place < count ? nbl_complex_mul(z, table[place]) : none;
        x[i] = op->conjugates == 2 ? NBL_OF_SCALAR(conjugate)(z) : z;
    }
}

static void NBL_OF_SCALAR(multiply)(const nbl_program_block_t *block, uint32_t number, const nbl_program_lines_t *l,
                                    uint64_t count, uint32_t lines, NBL_COMPLEX *x, size_t by_element, size_t by_line) {
    const uint64_t period = block->made->step->op[number].period, unit = period == 0 ? 1 : l->view->stride;
    const uint64_t begin = (period == 0 ? 0 : l->begin) + l->number * unit;
    const uint64_t of_element = l->step * unit, of_line = (period == 0 ? 0 : l->begin_step) + l->number_step * unit;
    /* numbers before the first line are zeros already, and numbers behind the last line are not stored */
    const bool rows = by_element == 1, fills = number > block->made->line && number < block->made->back;
    const uint64_t inner = rows ? of_element : of_line, outer = rows ? of_line : of_element;
    const uint64_t runs = rows ? lines : count, numbers = rows ? count : lines;
    const size_t step = rows ? by_line : by_element;
    const nbl_program_made_op_t *made = &block->made->op[number];
    uint64_t i = 0;
    /* whole rows, all within the table */
    if (!rows && period == 0 && inner == 1 && begin + lines <= made->table->count) {
        const uint64_t below = outer == 0 ? count : (made->table->count - begin - lines) / outer + 1;
        const NBL_COMPLEX *table = nbl_program_numbers(made);
        i = below < count ? below : count;
        made->kernels->multiply_grid(i, lines, table + begin, outer, block->made->step->op[number].conjugates, x, step);
    }
    for (; i < runs; i++)
        NBL_OF_SCALAR(multiply_some)(block, number, begin + i * outer, inner, fills, numbers, x + i * step);
}

/* Scales. Results that are stored as float32 are rounded first, and scaled in float32: gcc 12's vectoriser drops a
 * double's conversion to float and back. */
static void NBL_OF_SCALAR(scale)(const nbl_program_block_t *block, double factor, uint64_t count, uint32_t lines,
                                 NBL_COMPLEX *x, size_t by_element, size_t by_line) {
    const bool narrows = sizeof(NBL_SCALAR) == 8 && block->made->step->store.storage != NBL_VIEW_OWN;
    const bool rows = by_element == 1;
    for (uint64_t i = 0; i < (rows ? lines : count); i++) {
        NBL_COMPLEX *z = x + i * (rows ? by_line : by_element);
        for (uint64_t k = 0; k < (rows ? count : lines); k++) {
            z[k].real = narrows ? (NBL_SCALAR)((float)z[k].real * (float)factor) : z[k].real * (NBL_SCALAR)factor;
            z[k].imag = narrows ? (NBL_SCALAR)((float)z[k].imag * (float)factor) : z[k].imag * (NBL_SCALAR)factor;
        }
    }
}
#endif

static void NBL_OF_SCALAR(each_number)(const nbl_program_block_t *block, uint32_t number, const nbl_program_lines_t *l,
                                       uint64_t count, uint32_t lines, NBL_COMPLEX *x, size_t by_element,
                                       size_t by_line) {
#if RUN_PRODUCTS
    switch (block->made->step->op[number].kind) {
    case NBL_PROGRAM_TWIDDLE: NBL_OF_SCALAR(twiddle)(block, number, lines, x, by_element, by_line); break;
    case NBL_PROGRAM_MULTIPLY: NBL_OF_SCALAR(multiply)(block, number, l, count, lines, x, by_element, by_line); break;
    case NBL_PROGRAM_SCALE:
        NBL_OF_SCALAR(scale)(block, block->made->op[number].factor, count, lines, x, by_element, by_line);
        break;
    default: break; /* TRADE: nothing to do, all is in memory */
    }
#else
    (void)block, (void)number, (void)l, (void)count, (void)lines, (void)x, (void)by_element, (void)by_line;
#endif
}
