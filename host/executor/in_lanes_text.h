/* Lines in lanes, a line in each lane: what stands before and behind their passes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h alone, behind dct_text.h.
 *
 *   in lanes   element e of all lines is one vector, at e LANES; imaginary parts lie `plane` scalars further
 *   in memory  element e of line l is at e in_outer + l in_step (out_outer, out_step), counted in scalars. There are
 *              `lines` lines: lanes behind them hold the last line once more, and are not stored
 *
 *   gather, scatter              complex numbers between memory and lanes; `factor` of what is scattered, if `scaled`
 *   gather_reals, scatter_reals  real numbers one by one
 *   unpack_lanes, pack_lanes     as unpack_one() and pack_one(), of 2 n real numbers; inner: n
 *   unpack_one_lanes, pack_one_lanes
 *                                N frequencies of N real numbers to 0 to N / 2, and back; inner: N
 *   fold_lanes, unfold_lanes     of nbl/fft/dct.h; inner: numbers that are made. `factor_before` of the numbers that
 *                                are unfolded, if `scaled_before`, and `factor` of the elements, if `scaled`
 */
#if NBL_LANES_LOG2 > 0

/* ---- Between memory and lanes */

/* Returns where a lane's line begins. Literal: all, whether there are as many lines as lanes. */
INLINE const scalar_t *line_of(const nbl_executor_step_t *s, const scalar_t *x, size_t lane, bool all) {
    return x + (all || lane < s->lines ? lane : s->lines - 1) * s->in_step;
}

/* Goes through each line in squares: LANES scalars from e on, of LANES lines. The last one overlaps the one before. */
INLINE void gather_squares(const nbl_executor_step_t *s, const scalar_t *x, scalar_t *real, scalar_t *imag, bool all) {
    EACH_VECTOR(e, 0, 2 * s->inner) {
        lanes_t row[LANES];
        UNROLL for (uint32_t k = 0; k < LANES; k++) row[k] = load(line_of(s, x, k, all) + e);
        turn_square(row);
        UNROLL for (uint32_t k = 0; k < LANES; k++) store((k % 2 == 0 ? real : imag) + (e + k) / 2 * LANES, row[k]);
    }
}

static void gather(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *x = in;
    scalar_t *real = (scalar_t *)out + (s->swap_parts ? s->plane : 0),
             *imag = (scalar_t *)out + (s->swap_parts ? 0 : s->plane);
    const bool all = s->lines == LANES;
    if (s->in_outer == 2 && 2 * s->inner >= LANES && all) {
        gather_squares(s, x, real, imag, true);
    } else if (s->in_outer == 2 && 2 * s->inner >= LANES) {
        gather_squares(s, x, real, imag, false);
    } else if (s->in_step == 1 && all) { /* pairs of real numbers */
        for (size_t e = 0; e < s->inner; e++, x += s->in_outer) {
            store(real + e * LANES, load(x));
            store(imag + e * LANES, load(x + s->part));
        }
    } else if (s->in_step == 2 && s->part == 1 && all) {
        for (size_t e = 0; e < s->inner; e++) {
            const complex_t z = load_interleaved(x + e * s->in_outer, false);
            store(real + e * LANES, z.real);
            store(imag + e * LANES, z.imag);
        }
    } else {
        for (size_t lane = 0; lane < LANES; lane++) {
            const scalar_t *line = line_of(s, x, lane, false);
            for (size_t e = 0; e < s->inner; e++) {
                real[e * LANES + lane] = line[e * s->in_outer];
                imag[e * LANES + lane] = line[e * s->in_outer + s->part];
            }
        }
    }
}

INLINE lanes_t times(lanes_t x, bool scaled, lanes_t factor) {
    if (scaled) x = x * factor;
    return x;
}

/* As gather_squares(). Lines that there are not are not stored. */
INLINE void scatter_squares(const nbl_executor_step_t *s, const scalar_t *real, const scalar_t *imag, scalar_t *y,
                            bool all) {
    const lanes_t factor = splat((scalar_t)s->factor);
    EACH_VECTOR(e, 0, 2 * s->inner) {
        lanes_t row[LANES];
        UNROLL for (uint32_t k = 0; k < LANES; k++) row[k] = load((k % 2 == 0 ? real : imag) + (e + k) / 2 * LANES);
        if (s->scaled) UNROLL for (uint32_t k = 0; k < LANES; k++) row[k] = row[k] * factor;
        turn_square(row);
        UNROLL for (uint32_t k = 0; k < LANES; k++) if (all || k < s->lines) store(y + k * s->out_step + e, row[k]);
    }
}

/* in_outer: where the first element that is stored lies in lanes */
static void scatter(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *real = (const scalar_t *)in + (s->swap_parts ? s->plane : 0) + s->in_outer;
    const scalar_t *imag = (const scalar_t *)in + (s->swap_parts ? 0 : s->plane) + s->in_outer;
    const lanes_t factor = splat((scalar_t)s->factor);
    const bool all = s->lines == LANES;
    scalar_t *y = out;
    if (s->out_outer == 2 && 2 * s->inner >= LANES && all) {
        scatter_squares(s, real, imag, y, true);
    } else if (s->out_outer == 2 && 2 * s->inner >= LANES) {
        scatter_squares(s, real, imag, y, false);
    } else {
        for (size_t e = 0; e < s->inner; e++, y += s->out_outer) {
            const complex_t z = {times(load(real + e * LANES), s->scaled, factor),
                                 times(load(imag + e * LANES), s->scaled, factor)};
            if (s->out_step == 2 && s->part == 1 && all)
                store_interleaved(y, z, false);
            else if (s->out_step == 1 && all)
                store(y, z.real), store(y + s->part, z.imag);
            else
                for (size_t lane = 0; lane < s->lines; lane++)
                    y[lane * s->out_step] = z.real[lane], y[lane * s->out_step + s->part] = z.imag[lane];
        }
    }
}

static void gather_reals(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *x = in;
    scalar_t *y = out;
    const size_t n = s->inner;
    if (s->in_outer == 1 && n >= LANES) {
        const bool all = s->lines == LANES;
        EACH_VECTOR(e, 0, n) {
            lanes_t row[LANES];
            UNROLL for (uint32_t k = 0; k < LANES; k++) row[k] = load(line_of(s, x, k, all) + e);
            turn_square(row);
            UNROLL for (uint32_t k = 0; k < LANES; k++) store(y + (e + k) * LANES, row[k]);
        }
    } else if (s->in_step == 1 && s->lines == LANES) {
        for (size_t e = 0; e < n; e++) store(y + e * LANES, load(x + e * s->in_outer));
    } else {
        for (size_t lane = 0; lane < LANES; lane++) {
            const scalar_t *line = line_of(s, x, lane, false);
            for (size_t e = 0; e < n; e++) y[e * LANES + lane] = line[e * s->in_outer];
        }
    }
}

static void scatter_reals(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *x = (const scalar_t *)in + s->in_outer;
    scalar_t *y = out;
    const lanes_t factor = splat((scalar_t)s->factor);
    const size_t n = s->inner;
    const bool all = s->lines == LANES;
    if (s->out_outer == 1 && n >= LANES) {
        EACH_VECTOR(e, 0, n) {
            lanes_t row[LANES];
            UNROLL for (uint32_t k = 0; k < LANES; k++) row[k] = times(load(x + (e + k) * LANES), s->scaled, factor);
            turn_square(row);
            UNROLL for (uint32_t k = 0; k < LANES; k++) if (all || k < s->lines) store(y + k * s->out_step + e, row[k]);
        }
        return;
    }
    for (size_t e = 0; e < n; e++, y += s->out_outer) {
        const lanes_t v = times(load(x + e * LANES), s->scaled, factor);
        if (s->out_step == 1 && all)
            store(y, v);
        else
            for (size_t lane = 0; lane < s->lines; lane++) y[lane * s->out_step] = v[lane];
    }
}

/* ---- Real signals, two numbers in each complex one */

/* Returns root k: of a table made before the first run, or of the line's own. Both: all real parts, then imaginary
 * ones. */
INLINE complex_t root_at(const scalar_t *roots, size_t n, size_t k) { return element(roots[k], roots[n + k]); }

INLINE const scalar_t *roots_of(const nbl_executor_step_t *s) {
    return s->roots == NULL ? s->twiddles : atomic_load_explicit(s->roots, memory_order_acquire);
}

static void unpack_lanes(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *z = in, *roots = roots_of(s);
    scalar_t *x = out;
    const size_t n = s->inner, plane = s->plane;
    const lanes_t factor = splat(s->scaled ? (scalar_t)s->factor : (scalar_t)1);
    const complex_t ends = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(nbl_complex_scale(load_planar(z, plane), factor));
    const complex_t first = {ends.real, splat(0)}, last = {ends.imag, splat(0)};
    store_planar(x, plane, first);
    store_planar(x + n * LANES, plane, last);
    for (size_t f = 1; f <= n / 2; f++) {
        const complex_t value = nbl_complex_scale(load_planar(z + f * LANES, plane), factor);
        const complex_t mirror = nbl_complex_scale(load_planar(z + (n - f) * LANES, plane), factor);
        store_planar(x + f * LANES, plane, NBL_OF_SCALAR(nbl_fft_real_unpack)(value, mirror, root_at(roots, n, f)));
        store_planar(x + (n - f) * LANES, plane,
                     NBL_OF_SCALAR(nbl_fft_real_unpack)(mirror, value, root_at(roots, n, n - f)));
    }
}

/* Packs half spectra into what the passes take, with parts swapped for an inverse transform. */
static void pack_lanes(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *x = in, *roots = roots_of(s);
    scalar_t *z = out;
    const size_t n = s->inner, plane = s->plane;
    const complex_t ends = {load(x), load(x + n * LANES)};
    store_planar(z, plane, swap(NBL_OF_SCALAR(nbl_fft_real_pack_ends)(ends), s->swap_parts));
    for (size_t f = 1; f <= n / 2; f++) {
        const complex_t value = load_planar(x + f * LANES, plane), mirror = load_planar(x + (n - f) * LANES, plane);
        const complex_t packed = NBL_OF_SCALAR(nbl_fft_real_pack)(value, mirror, root_at(roots, n, f));
        const complex_t other = NBL_OF_SCALAR(nbl_fft_real_pack)(mirror, value, root_at(roots, n, n - f));
        store_planar(z + f * LANES, plane, swap(packed, s->swap_parts));
        store_planar(z + (n - f) * LANES, plane, swap(other, s->swap_parts));
    }
}

/* ---- Real signals, number by number */

static void unpack_one_lanes(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *z = in;
    scalar_t *x = out;
    const size_t n = s->inner, plane = s->plane;
    const lanes_t factor = splat(s->scaled ? (scalar_t)s->factor : (scalar_t)1);
    for (size_t f = 0; f < n; f += n % 2 == 0 ? n / 2 : n) {
        const complex_t own = {load(z + f * LANES) * factor, splat(0)};
        store_planar(x + f * LANES, plane, own);
    }
    for (size_t f = 1; f <= (n - 1) / 2; f++) {
        const complex_t value = nbl_complex_scale(load_planar(z + f * LANES, plane), factor);
        const complex_t mirror = nbl_complex_scale(load_planar(z + (n - f) * LANES, plane), factor);
        store_planar(x + f * LANES, plane, NBL_OF_SCALAR(nbl_fft_unpack)(value, mirror).lo);
    }
}

/* The spectrum of a second signal, which there is not, is zeros. If it `mirrors`, there is no sum with them: the sum
 * changes the sign of a zero. */
static void pack_one_lanes(const nbl_executor_step_t *s, const void *in, void *out) {
    const scalar_t *x = in;
    scalar_t *z = out;
    const size_t n = s->inner, plane = s->plane;
    const complex_t none = {splat(0), splat(0)};
    const bool sums = !s->mirrors;
    for (size_t f = 0; f < n; f += n % 2 == 0 ? n / 2 : n) {
        const complex_t own = {load(x + f * LANES), splat(0)};
        store_planar(z + f * LANES, plane, swap(own, s->swap_parts));
    }
    for (size_t f = 1; f <= (n - 1) / 2; f++) {
        const pair_t pair = {load_planar(x + f * LANES, plane), none};
        const pair_t mirror = {nbl_complex_conj(pair.lo), nbl_complex_conj(none)};
        const complex_t value = sums ? NBL_OF_SCALAR(nbl_fft_pack)(pair) : pair.lo;
        const complex_t other = sums ? NBL_OF_SCALAR(nbl_fft_pack)(mirror) : mirror.lo;
        store_planar(z + f * LANES, plane, swap(value, s->swap_parts));
        store_planar(z + (n - f) * LANES, plane, swap(other, s->swap_parts));
    }
}

/* ---- Cosine and sine transforms */

/* Roots of a program's table lie interleaved. */
INLINE complex_t turn_at(const scalar_t *roots, size_t k) { return element(roots[2 * k], roots[2 * k + 1]); }

/* Literals: dct, a kind with the same turn; turns, single. */
INLINE void fold_by(const nbl_executor_step_t *s, const scalar_t *x, scalar_t *y, nbl_dct_t dct, bool turns,
                    bool single) {
    const nbl_dct_term_t *term = s->terms;
    const scalar_t *roots = turns ? roots_of(s) : NULL;
    for (size_t k = 0; k < s->inner; k++, y += LANES) {
        const nbl_dct_term_t real = *term++;
        complex_t z = {nbl_dct_take_lanes_t(real, load(x + real.place * LANES)), splat(0)};
        if (single) {
            store(y, z.real);
            continue;
        }
        const nbl_dct_term_t imag = *term++;
        z.imag = nbl_dct_take_lanes_t(imag, load(x + imag.place * LANES));
        if (turns) z = nbl_dct_fold_lanes_t(dct, z, turn_at(roots, k));
        store_planar(y, s->plane, z);
    }
}

/* radix: NBL_DCT_FROM_REAL or another, of the transform in the middle */
static void fold_lanes(const nbl_executor_step_t *s, const void *in, void *out) {
    const nbl_dct_t complex = {NBL_DCT_4, 2, 0}, to_real = {NBL_DCT_3, 1, 0};
    if (s->single)
        fold_by(s, in, out, to_real, false, true);
    else if (!s->turns)
        fold_by(s, in, out, to_real, false, false);
    else if (s->radix == NBL_DCT_COMPLEX)
        fold_by(s, in, out, complex, true, false);
    else
        fold_by(s, in, out, to_real, true, false);
}

/* Literals: turns; reals: numbers are real ones, one by one (single) or two in each complex one. */
INLINE void unfold_by(const nbl_executor_step_t *s, const scalar_t *x, scalar_t *y, bool turns, bool reals) {
    const nbl_dct_t dct = {turns ? NBL_DCT_2 : NBL_DCT_1, 2, 0};
    const nbl_dct_part_t *parts = s->terms;
    const scalar_t *roots = turns ? roots_of(s) : NULL;
    const lanes_t before = splat((scalar_t)s->factor_before), factor = splat((scalar_t)s->factor);
    const size_t odd = s->swap_parts ? 0 : s->plane, even = s->swap_parts ? s->plane : 0;
    for (size_t place = 0; place < s->inner; place++) {
        const nbl_dct_part_t part = parts[place];
        const size_t at = part.number / 2 * LANES + (part.number % 2 == 0 ? even : odd);
        complex_t z = {load(x + (s->single ? part.number * LANES : at)), splat(0)};
        if (!reals) z = load_planar(x + part.number * LANES, s->plane);
        if (s->scaled_before) z = nbl_complex_scale(z, before);
        const lanes_t value = nbl_dct_unfold_lanes_t(dct, part, z, turns ? turn_at(roots, part.number) : z);
        store(y + place * LANES, times(value, s->scaled, factor));
    }
}

static void unfold_lanes(const nbl_executor_step_t *s, const void *in, void *out) {
    if (s->turns)
        unfold_by(s, in, out, true, false);
    else if (s->radix == NBL_DCT_TO_REAL)
        unfold_by(s, in, out, false, true);
    else
        unfold_by(s, in, out, false, false);
}

#define KERNELS_OF_VECTORS \
    .gather = gather, .scatter = scatter, .gather_reals = gather_reals, .scatter_reals = scatter_reals, \
    .unpack_lanes = unpack_lanes, .pack_lanes = pack_lanes, .unpack_one_lanes = unpack_one_lanes, \
    .pack_one_lanes = pack_one_lanes, .fold_lanes = fold_lanes, .unfold_lanes = unfold_lanes, .fold = fold, \
    .unfold = unfold,
#else
#define KERNELS_OF_VECTORS /* none */
#endif
