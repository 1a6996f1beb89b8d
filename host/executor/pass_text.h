/* One pass: the loops around the butterflies, loads, twiddles, the radix kernel, stores.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included twice by kernels_text.h, with its functions of one vector of butterflies. Parameters, undefined at the end:
 *
 *   PASS_NAME               the function
 *   PASS_LOOP               before a loop over values: that it is unrolled, or nothing
 *   PASS_KERNEL(b)          transforms the values of a butterfly
 */
/* Literals: from, to and twiddles; of an unrolled pass also the radix. */
INLINE void PASS_NAME(const nbl_executor_step_t *s, const scalar_t *in, scalar_t *out, uint32_t radix, kernel_t *kernel,
                      data_t from, data_t to, twiddles_t twiddles) {
    /* To a compiler a store of a vector may change *s. A copy that it may keep saves planar passes a tenth of the time;
     * in other passes reading *s again is faster, since the copy would put values on the stack. */
    const nbl_executor_step_t kept = *s, *steps = to == PLANAR || to == IMAGS_OF_LANES ? &kept : s;
    const bool one = LANES == 1 && from == COLUMNS && to == COLUMNS; /* a line is one butterfly */
    const size_t outer = one ? 1 : s->outer, inner = one ? 1 : s->inner, last = inner < LANES ? 0 : inner - LANES;
    const size_t row_scalars = twiddles == OF_ROW ? 2 * (radix - 1) : 0;
    const bool pairs_in = from == INTERLEAVED || from == COLUMNS, pairs_out = to == INTERLEAVED || to == COLUMNS;
    const bool scaled = (pairs_out || sizeof(scalar_t) == 2) && s->scaled;
    const scalar_t *row = s->twiddles;
    for (size_t o = 0; o < outer; o++, in += s->in_outer, out += s->out_outer, row += row_scalars) {
        for (size_t n = 0; n < inner; n += LANES) {
            const size_t i = n < last ? n : last; /* what is left over is a vector that overlaps the one before */
            const scalar_t *x = in + (pairs_in ? 2 * i : i);
            const scalar_t *w = twiddles == OF_LANES ? row + 2 * (radix - 1) * n : row;
            scalar_t *y = out + (pairs_out ? 2 * i : to == TURNED ? radix * i : i);
            butterfly_t b; /* no zeros for what is written anyway */
            complex_t *v = b.v;
            b.s = s;
            b.step = steps->in_step;
            b.plane = steps->plane;
            b.x = x;
            b.table = w;
            b.from = from;
            b.to = to;
            b.twiddles = twiddles;
            if (pairs_in && s->swap_parts) {
                b.swap_parts = true;
                PASS_KERNEL(&b);
            } else {
                b.swap_parts = false;
                PASS_KERNEL(&b);
            }
            if (scaled) {
                const lanes_t factor = splat((scalar_t)s->factor);
                PASS_LOOP for (uint32_t q = 0; q < radix; q++) v[q] = nbl_complex_scale(v[q], factor);
            }
            if (to == TURNED) { /* from the last tile to the first: what one writes too much the next writes over */
                const uint32_t tile = tile_of(radix);
                PASS_LOOP for (uint32_t t = (radix + tile - 1) / tile; t > 0; t--)
                    put_turned(y, &steps->plane, radix, tile, tile * (t - 1), v);
            } else if (pairs_out && s->swap_parts) {
                PASS_LOOP for (uint32_t q = 0; q < radix; q++)
                    put(y + q * steps->out_step, steps->plane, v[q], to, true);
            } else {
                PASS_LOOP for (uint32_t q = 0; q < radix; q++)
                    put(y + q * steps->out_step, steps->plane, v[q], to, false);
            }
        }
    }
}

#undef PASS_KERNEL
#undef PASS_LOOP
#undef PASS_NAME
