/* Folds and unfolds of cosine and sine transforms, in the arithmetic of one scalar: included by run_lines_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */

/* The real parts of a line's elements become numbers of a signal or of a spectrum. */
static inline void NBL_OF_SCALAR(fold)(nbl_dct_t dct, const NBL_COMPLEX *roots, const NBL_COMPLEX *x, NBL_COMPLEX *y) {
    const uint32_t count = nbl_dct_numbers(dct, false);
    const bool single = nbl_dct_is_single(dct, false), turns = nbl_dct_turns(dct, false);
    for (uint32_t k = 0; k < count; k++) {
        const nbl_dct_term_t first = nbl_dct_term(dct, single ? k : 2 * k);
        NBL_COMPLEX z = {NBL_OF_SCALAR(nbl_dct_take)(first, x[first.place].real), 0};
        if (!single) {
            const nbl_dct_term_t second = nbl_dct_term(dct, 2 * k + 1);
            z.imag = NBL_OF_SCALAR(nbl_dct_take)(second, x[second.place].real);
        }
        y[k] = turns ? NBL_OF_SCALAR(nbl_dct_fold)(dct, k, z, roots[k]) : z;
    }
}

/* Back: elements become the real parts of a line. */
static inline void NBL_OF_SCALAR(unfold)(nbl_dct_t dct, const NBL_COMPLEX *roots, const NBL_COMPLEX *x,
                                         NBL_COMPLEX *y) {
    const bool turns = nbl_dct_turns(dct, true);
    const bool pairs = nbl_dct_middle(dct) == NBL_DCT_TO_REAL && !nbl_dct_is_single(dct, true);
    for (uint32_t place = 0; place < dct.size; place++) {
        const nbl_dct_part_t part = nbl_dct_part(dct, place);
        NBL_COMPLEX z = x[pairs ? part.number / 2 : part.number];
        if (pairs && part.number % 2 == 1) z.real = z.imag;
        y[place].real = NBL_OF_SCALAR(nbl_dct_unfold)(dct, part, z, turns ? roots[part.number] : z);
        y[place].imag = 0;
    }
}

/* Returns how many numbers it makes. A case for each kind, so that what follows from it is decided outside of loops. */
static uint64_t NBL_OF_SCALAR(run_dct)(const nbl_program_step_t *step, const nbl_program_op_t *op,
                                       const NBL_COMPLEX *roots, const NBL_COMPLEX *x, NBL_COMPLEX *y) {
    const bool folds = op->kind == NBL_PROGRAM_FOLD;
    nbl_dct_t dct = nbl_program_dct(step, op);
#define CASE(number) \
    case number: \
        dct.kind = number; \
        if (folds) \
            NBL_OF_SCALAR(fold)(dct, roots, x, y); \
        else \
            NBL_OF_SCALAR(unfold)(dct, roots, x, y); \
        break;
    switch (op->dct) {
        CASE(NBL_DCT_1)
        CASE(NBL_DCT_2)
        CASE(NBL_DCT_3)
        CASE(NBL_DCT_4)
        CASE(NBL_DST_1)
        CASE(NBL_DST_2)
        CASE(NBL_DST_3)
        CASE(NBL_DST_4)
    default: break;
    }
#undef CASE
    return folds ? nbl_dct_numbers(dct, false) : dct.size;
}
