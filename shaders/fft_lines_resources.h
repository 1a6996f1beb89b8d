/* What the kernels of lines along a dimension are bound to: where each line lies, and how its elements are stored.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_PARAMETER(name): NBL_FFT_LINES_PARAMETERS of nbl/host/parameters.h. Beside these NBL_TRANSFORM_SCALAR, which is
 * float16_t where NBL_HAS_FLOAT16 is 1 and float64_t where NBL_HAS_FLOAT64 is.
 *
 * Transforms are numbered. Of an array, number t is in the group t / group, side by side with the others of it, at a
 * distance; groups are the rounds of nested loops, the first of which is the innermost. In a workspace transforms lie one
 * behind the other from that with the number `first` on.
 */
#ifndef NBL_SHADERS_FFT_LINES_RESOURCES_H
#define NBL_SHADERS_FFT_LINES_RESOURCES_H

#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/complex.h"

/* What the elements of a side are. */
#define NBL_LINES_COMPLEX 0
#define NBL_LINES_REALS 1     /* real numbers, as complex ones without imaginary parts */
#define NBL_LINES_PAIR 2      /* real numbers, two of which are a complex one */
#define NBL_LINES_TWO 3       /* real numbers of two signals, which are real and imaginary parts */
#define NBL_LINES_HERMITIAN 4 /* of a spectrum the frequencies 0 to N / 2 */

/* How a side stores them. */
#define NBL_LINES_OWN 0    /* the arithmetic's complex numbers; or real ones, by the kind */
#define NBL_LINES_HALVES 1 /* two halves in a dword; in float32 and float64 */
#define NBL_LINES_FLOATS 2 /* float32, in float64 */

#define NBL_LINES_MOST_LOOPS 7

NBL_STRUCT(nbl_fft_lines_constants_t) {
    uint32_t first, count;    /* transforms of this dispatch */
    uint32_t group;           /* transforms of a group, */
    uint32_t signals;         /* and signals, of which a transform may have two */
    uint32_t source_distance; /* from one of them to the next, in the unit of the stride */
    uint32_t target_distance;
    /* Of each loop: rounds, distance of the source and of the target from one to the next. No array, since the other
     * languages' uniforms lay one out each in a way of its own. */
    uint32_t rounds_0, source_0, target_0;
    uint32_t rounds_1, source_1, target_1;
    uint32_t rounds_2, source_2, target_2;
    uint32_t rounds_3, source_3, target_3;
    uint32_t rounds_4, source_4, target_4;
    uint32_t rounds_5, source_5, target_5;
    uint32_t rounds_6, source_6, target_6;
};

NBL_STRUCT(lines_loop_t) { uint32_t rounds, source, target; };

NBL_FUNCTION lines_loop_t lines_loop(nbl_fft_lines_constants_t of, uint32_t k) {
    lines_loop_t loop = {of.rounds_6, of.source_6, of.target_6};
    if (k == 0u) {
        loop.rounds = of.rounds_0, loop.source = of.source_0, loop.target = of.target_0;
    } else if (k == 1u) {
        loop.rounds = of.rounds_1, loop.source = of.source_1, loop.target = of.target_1;
    } else if (k == 2u) {
        loop.rounds = of.rounds_2, loop.source = of.source_2, loop.target = of.target_2;
    } else if (k == 3u) {
        loop.rounds = of.rounds_3, loop.source = of.source_3, loop.target = of.target_3;
    } else if (k == 4u) {
        loop.rounds = of.rounds_4, loop.source = of.source_4, loop.target = of.target_4;
    } else if (k == 5u) {
        loop.rounds = of.rounds_5, loop.source = of.source_5, loop.target = of.target_5;
    }
    return loop;
}

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
NBL_BUFFER(0, NBL_OF_SCALAR(NBL_STORAGE), lines_source)
NBL_COHERENT_BUFFER(1, NBL_OF_SCALAR(NBL_STORAGE), lines_target)
NBL_BUFFER(2, NBL_OF_SCALAR(NBL_STORAGE), lines_table)
#if !NBL_HAS_FLOAT16
NBL_BUFFER(0, NBL_SCALAR, lines_source_reals)
NBL_COHERENT_BUFFER(1, NBL_SCALAR, lines_target_reals)
NBL_BUFFER(0, uint32_t, lines_source_halves)
NBL_COHERENT_BUFFER(1, uint32_t, lines_target_halves)
#endif
#if NBL_HAS_FLOAT64
NBL_BUFFER(0, nbl_float32_t2, lines_source_floats)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, lines_target_floats)
NBL_BUFFER(0, float32_t, lines_source_float_reals)
NBL_COHERENT_BUFFER(1, float32_t, lines_target_float_reals)
#endif
NBL_PUSH_CONSTANTS(nbl_fft_lines_constants_t, lines_constants)

/* ---- Numbers as they are stored */

NBL_FUNCTION NBL_COMPLEX lines_table_get(uint32_t index) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(lines_table, index));
}

/* Times the spectrum of a convolution, by the place among elements that lie as the spectrum's. */
NBL_FUNCTION NBL_COMPLEX lines_product(NBL_COMPLEX z, uint32_t at) {
    uint32_t rest = NBL_PARAMETER(period) == 0u ? at : at % NBL_PARAMETER(period);
    return nbl_complex_mul(z, lines_table_get(NBL_PARAMETER(product) - 1u + rest));
}

#if NBL_HAS_FLOAT16
NBL_FUNCTION NBL_COMPLEX lines_fetch(uint32_t at) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(lines_source, at));
}

NBL_FUNCTION void lines_keep(uint32_t at, NBL_COMPLEX z) {
    NBL_STORE(lines_target, at, NBL_OF_SCALAR(nbl_storage_from_complex)(z));
}
#else
/* From and to complex float32. */
#if NBL_HAS_FLOAT64
#define NBL_LINES_WIDE(z) nbl_complex_construct(NBL_CAST(float64_t, (z).real), NBL_CAST(float64_t, (z).imag))
NBL_FUNCTION nbl_complex_float32_t lines_narrow(nbl_complex_float64_t z) {
    nbl_complex_float32_t narrow = {NBL_CAST(float32_t, z.real), NBL_CAST(float32_t, z.imag)};
    return narrow;
}
#define NBL_LINES_NARROW(z) lines_narrow(z)
#else
#define NBL_LINES_WIDE(z) z
#define NBL_LINES_NARROW(z) z
#endif

NBL_FUNCTION NBL_COMPLEX lines_fetch(uint32_t at) {
    NBL_COMPLEX z;
    if (NBL_PARAMETER(source_storage) == NBL_LINES_HALVES) {
        nbl_complex_float32_t halves = nbl_complex_from_half_storage(NBL_LOAD(lines_source_halves, at));
        z = NBL_LINES_WIDE(halves);
#if NBL_HAS_FLOAT64
    } else if (NBL_PARAMETER(source_storage) == NBL_LINES_FLOATS) {
        nbl_complex_float32_t floats = nbl_complex_from_storage_float32_t(NBL_LOAD(lines_source_floats, at));
        z = NBL_LINES_WIDE(floats);
#endif
    } else {
        z = NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(lines_source, at));
    }
    return z;
}

NBL_FUNCTION void lines_keep(uint32_t at, NBL_COMPLEX z) {
    if (NBL_PARAMETER(period) != 0u && NBL_PARAMETER(fused) == 0u) z = lines_product(z, at);
    if (NBL_PARAMETER(target_storage) == NBL_LINES_HALVES) {
        NBL_STORE(lines_target_halves, at, nbl_half_storage_from_complex(NBL_LINES_NARROW(z)));
#if NBL_HAS_FLOAT64
    } else if (NBL_PARAMETER(target_storage) == NBL_LINES_FLOATS) {
        NBL_STORE(lines_target_floats, at, nbl_storage_from_complex_float32_t(NBL_LINES_NARROW(z)));
#endif
    } else {
        NBL_STORE(lines_target, at, NBL_OF_SCALAR(nbl_storage_from_complex)(z));
    }
}

NBL_FUNCTION NBL_SCALAR lines_fetch_real(uint32_t at) {
    NBL_SCALAR x;
#if NBL_HAS_FLOAT64
    if (NBL_PARAMETER(source_storage) == NBL_LINES_FLOATS) {
        x = NBL_CAST(NBL_SCALAR, NBL_LOAD(lines_source_float_reals, at));
    } else {
        x = NBL_LOAD(lines_source_reals, at);
    }
#else
    x = NBL_LOAD(lines_source_reals, at);
#endif
    return x;
}

NBL_FUNCTION void lines_keep_real(uint32_t at, NBL_SCALAR x) {
#if NBL_HAS_FLOAT64
    if (NBL_PARAMETER(target_storage) == NBL_LINES_FLOATS) {
        NBL_STORE(lines_target_float_reals, at, NBL_CAST(float32_t, x));
    } else {
        NBL_STORE(lines_target_reals, at, x);
    }
#else
    NBL_STORE(lines_target_reals, at, x);
#endif
}
#endif

/* ---- Where a transform begins */

/* target  false: the source's */
NBL_FUNCTION uint32_t lines_begin(uint32_t transform, bool target) {
    nbl_fft_lines_constants_t of = NBL_PUSH_CONSTANT(lines_constants);
    uint32_t work = target ? NBL_PARAMETER(target_work) : NBL_PARAMETER(source_work);
    uint32_t group = NBL_PARAMETER(loops) == 0u ? 0u : transform / of.group;
    uint32_t begin = (transform - group * of.group) * (target ? of.target_distance : of.source_distance) *
                     (NBL_PARAMETER(real) == 2u ? 2u : 1u);
    NBL_UNROLL for (uint32_t k = 0u; k < NBL_PARAMETER(loops); k++) {
        lines_loop_t loop = lines_loop(of, k);
        uint32_t next = group / loop.rounds;
        begin = begin + (group - next * loop.rounds) * (target ? loop.target : loop.source);
        group = next;
    }
    return work != 0u ? (transform - of.first) * work : begin;
}

/* Of two signals: whether a transform has a second one. */
NBL_FUNCTION bool lines_has_second(uint32_t transform) {
    nbl_fft_lines_constants_t of = NBL_PUSH_CONSTANT(lines_constants);
    uint32_t group = NBL_PARAMETER(loops) == 0u ? 0u : transform / of.group;
    return 2u * (transform - group * of.group) + 1u < of.signals;
}

/* ---- Elements of a signal */

/* Times the factor, of a number as the array has it. */
NBL_FUNCTION NBL_COMPLEX lines_scaled(NBL_COMPLEX z) {
    if (NBL_PARAMETER(factor) != 0u) {
#if NBL_HAS_FLOAT64
        if (NBL_PARAMETER(target_storage) != NBL_LINES_OWN) {
            nbl_complex_float32_t narrow = lines_narrow(z);
            z = NBL_LINES_WIDE(narrow);
        }
#endif
        z = nbl_complex_scale(z, lines_table_get(NBL_PARAMETER(factor) - 1u).real);
    }
    return z;
}

/* Behind the elements that are given come zeros: the last one is read in their place and dropped, since a branch around each
 * load costs more (docs/log/transforms.md). */
NBL_FUNCTION bool lines_is_given(uint32_t index) { return NBL_PARAMETER(given) == 0u || index < NBL_PARAMETER(given); }

NBL_FUNCTION uint32_t lines_given(uint32_t index) { return lines_is_given(index) ? index : NBL_PARAMETER(given) - 1u; }

NBL_FUNCTION NBL_COMPLEX lines_fetch_given(uint32_t begin, uint32_t index) {
    NBL_COMPLEX z = lines_fetch(begin + lines_given(index) * NBL_PARAMETER(source_stride));
    if (!lines_is_given(index)) {
        z.real = NBL_CAST(NBL_SCALAR, 0.0f);
        z.imag = NBL_CAST(NBL_SCALAR, 0.0f);
    }
    return z;
}

#if !NBL_HAS_FLOAT16
NBL_FUNCTION NBL_SCALAR lines_fetch_given_real(uint32_t begin, uint32_t index) {
    NBL_SCALAR x = lines_fetch_real(begin + lines_given(index) * NBL_PARAMETER(source_stride));
    if (!lines_is_given(index)) x = NBL_CAST(NBL_SCALAR, 0.0f);
    return x;
}
#endif

/* Whether an element of a signal is written, and where. */
NBL_FUNCTION bool lines_is_kept(uint32_t index) {
    return NBL_PARAMETER(kept) == 0u || index - NBL_PARAMETER(kept_from) < NBL_PARAMETER(kept);
}

NBL_FUNCTION uint32_t lines_kept(uint32_t begin, uint32_t index) {
    return begin + (index - NBL_PARAMETER(kept_from)) * NBL_PARAMETER(target_stride);
}

NBL_FUNCTION NBL_COMPLEX lines_fetch_signal(uint32_t begin, uint32_t index, bool has_second) {
    NBL_COMPLEX z = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
#if NBL_HAS_FLOAT16
    z = lines_fetch_given(begin, index);
#else
    if (NBL_PARAMETER(source_kind) == NBL_LINES_PAIR) {
        z.real = lines_fetch_given_real(begin, 2u * index);
        z.imag = lines_fetch_given_real(begin, 2u * index + 1u);
    } else {
        if (NBL_PARAMETER(source_kind) == NBL_LINES_COMPLEX) {
            z = lines_fetch_given(begin, index);
        } else if (NBL_PARAMETER(source_kind) == NBL_LINES_HERMITIAN) {
            bool mirrored = 2u * index > NBL_PARAMETER(signal_length);
            z = lines_fetch_given(begin, mirrored ? NBL_PARAMETER(signal_length) - index : index);
            if (mirrored) z = nbl_complex_conj(z);
            if (index == 0u) z.imag = NBL_CAST(NBL_SCALAR, 0.0f);
        } else {
            z.real = lines_fetch_given_real(begin, index);
            if (NBL_PARAMETER(source_kind) == NBL_LINES_TWO && has_second)
                z.imag = lines_fetch_given_real(begin + NBL_PUSH_CONSTANT(lines_constants).source_distance, index);
        }
    }
#endif
    return z;
}

NBL_FUNCTION void lines_keep_signal(uint32_t begin, uint32_t index, bool has_second, NBL_COMPLEX z) {
    uint32_t stride = NBL_PARAMETER(target_stride);
#if NBL_HAS_FLOAT16
    lines_keep(begin + index * stride, z);
#else
    if (NBL_PARAMETER(target_kind) == NBL_LINES_COMPLEX) {
        if (lines_is_kept(index)) lines_keep(lines_kept(begin, index), z);
    } else if (NBL_PARAMETER(target_kind) == NBL_LINES_HERMITIAN) {
        if (2u * index <= NBL_PARAMETER(signal_length)) lines_keep(begin + index * stride, z);
    } else if (NBL_PARAMETER(target_kind) == NBL_LINES_PAIR) {
        if (lines_is_kept(2u * index)) lines_keep_real(lines_kept(begin, 2u * index), z.real);
        if (lines_is_kept(2u * index + 1u)) lines_keep_real(lines_kept(begin, 2u * index + 1u), z.imag);
    } else {
        lines_keep_real(begin + index * stride, z.real);
        if (NBL_PARAMETER(target_kind) == NBL_LINES_TWO && has_second)
            lines_keep_real(begin + NBL_PUSH_CONSTANT(lines_constants).target_distance + index * stride, z.imag);
    }
#endif
}
#undef NBL_SCALAR
#endif
