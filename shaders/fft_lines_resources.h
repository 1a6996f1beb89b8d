/* What the kernels of lines along a dimension are bound to: where each line lies, and how its elements are stored.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_PARAMETER(name): NBL_FFT_LINES_PARAMETERS of nbl/host/parameters.h. Beside these NBL_TRANSFORM_SCALAR, which is
 * float16_t where NBL_HAS_FLOAT16 is 1 and float64_t where NBL_HAS_FLOAT64 is. NBL_LINES_ADDRESSES, of fft_lines.h but
 * in float16_t, with NBL_BUFFER_DEVICE_ADDRESS 1: device addresses among the push constants in place of buffers.
 *
 * Transforms are numbered. In an array, transform t is in group t / group; the transforms of a group lie a distance
 * apart. Groups are the rounds of nested loops; the first loop is the innermost. In a workspace transforms lie one
 * behind the other, beginning with number `first`; or in blocks of as many side by side as the stride says, block
 * behind block.
 */
#ifndef NBL_SHADERS_FFT_LINES_RESOURCES_H
#define NBL_SHADERS_FFT_LINES_RESOURCES_H

#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/complex.h"

/* What the elements of a side are. */
#define NBL_LINES_COMPLEX 0
#define NBL_LINES_REALS 1     /* real numbers, as complex ones without imaginary parts */
#define NBL_LINES_PAIR 2      /* real numbers; two make a complex one */
#define NBL_LINES_HERMITIAN 3 /* of a spectrum the frequencies 0 to N / 2 */
/* Of lines of a pass; host/view/view.h says what they are. */
#define NBL_LINES_FOLDED 5
#define NBL_LINES_HALVED 6

/* How a side stores them. */
#define NBL_LINES_OWN 0    /* the arithmetic's complex numbers; or real ones, by the kind */
#define NBL_LINES_HALVES 1 /* two halves in a dword; in float32 and float64 */
#define NBL_LINES_FLOATS 2 /* float32, in float64 */

#define NBL_LINES_MOST_LOOPS 7

NBL_STRUCT(nbl_fft_lines_constants_t) {
#ifdef NBL_LINES_ADDRESSES
    nbl_uint32_t2 source, target;
#endif
    uint32_t first, count;    /* transforms of this dispatch */
    uint32_t group;           /* transforms side by side */
    uint32_t source_distance; /* from one transform to the next, in the unit of the stride */
    uint32_t target_distance;
    /* Of each loop: its rounds, and the distances from one round to the next in source and target. No array, since each
     * language lays out an array in uniforms in its own way. */
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
#ifdef NBL_LINES_ADDRESSES
#include "nbl/fft/address.h"
#define NBL_LINES_SOURCE(type, name) NBL_REFERENCE(type, name)
#define NBL_LINES_TARGET(type, name) NBL_COHERENT_REFERENCE(type, name)
#define NBL_LINES_LOAD(name, dwords, at, offset) \
    NBL_REFERENCE_LOAD(name, nbl_fft_address(NBL_PUSH_CONSTANT(lines_constants).source, at, dwords), offset)
#define NBL_LINES_STORE(name, dwords, at, offset, value) \
    NBL_REFERENCE_STORE(name, nbl_fft_address(NBL_PUSH_CONSTANT(lines_constants).target, at, dwords), offset, value)
#else
#define NBL_LINES_SOURCE(type, name) NBL_BUFFER(0, type, name)
#define NBL_LINES_TARGET(type, name) NBL_COHERENT_BUFFER(1, type, name)
#define NBL_LINES_LOAD(name, dwords, at, offset) NBL_LOAD(name, (at) + (offset))
#define NBL_LINES_STORE(name, dwords, at, offset, value) NBL_STORE(name, (at) + (offset), value)
#endif
NBL_LINES_SOURCE(NBL_OF_SCALAR(NBL_STORAGE), lines_source)
NBL_LINES_TARGET(NBL_OF_SCALAR(NBL_STORAGE), lines_target)
NBL_BUFFER(2, NBL_OF_SCALAR(NBL_STORAGE), lines_table)
#if !NBL_HAS_FLOAT16
NBL_LINES_SOURCE(NBL_SCALAR, lines_source_reals)
NBL_LINES_TARGET(NBL_SCALAR, lines_target_reals)
NBL_LINES_SOURCE(uint32_t, lines_source_halves)
NBL_LINES_TARGET(uint32_t, lines_target_halves)
#endif
#if NBL_HAS_FLOAT64
NBL_LINES_SOURCE(nbl_float32_t2, lines_source_floats)
NBL_LINES_TARGET(nbl_float32_t2, lines_target_floats)
NBL_LINES_SOURCE(float32_t, lines_source_float_reals)
NBL_LINES_TARGET(float32_t, lines_target_float_reals)
#endif
NBL_PUSH_CONSTANTS(nbl_fft_lines_constants_t, lines_constants)

/* Dwords of a number of the arithmetic. */
#define NBL_LINES_COMPLEX_DWORDS NBL_OF_SCALAR(NBL_DWORDS)
#define NBL_LINES_REAL_DWORDS (NBL_LINES_COMPLEX_DWORDS / 2u)

/* An element of a transform: its number is base + offset. Base is the same for all elements of an invocation, except in
 * butterflies that other invocations lack; offset is a literal. So at a device address one address is computed, and the
 * rest is part of the instructions. */
NBL_STRUCT(lines_element_t) {
    uint32_t base;
    uint32_t offset;
};

NBL_FUNCTION uint32_t lines_number(lines_element_t element) { return element.base + element.offset; }

NBL_FUNCTION lines_element_t lines_element_of(uint32_t number) {
    lines_element_t element = {number, 0u};
    return element;
}

/* ---- Numbers as they are stored */

NBL_FUNCTION NBL_COMPLEX lines_table_get(uint32_t index) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(lines_table, index));
}

/* Returns z times element `at` of the convolution's spectrum. */
NBL_FUNCTION NBL_COMPLEX lines_product(NBL_COMPLEX z, uint32_t at) {
    uint32_t rest = NBL_PARAMETER(period) == 0u ? at : at % NBL_PARAMETER(period);
    return nbl_complex_mul(z, lines_table_get(NBL_PARAMETER(product) - 1u + rest));
}

/* ---- Element at + offset of a buffer, loaded and stored in each storage */

#if NBL_HAS_FLOAT16
NBL_FUNCTION NBL_COMPLEX lines_fetch(uint32_t at, uint32_t offset) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LINES_LOAD(lines_source, NBL_LINES_COMPLEX_DWORDS, at, offset));
}

NBL_FUNCTION void lines_keep(uint32_t at, uint32_t offset, NBL_COMPLEX z) {
    NBL_LINES_STORE(lines_target, NBL_LINES_COMPLEX_DWORDS, at, offset, NBL_OF_SCALAR(nbl_storage_from_complex)(z));
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

NBL_FUNCTION NBL_COMPLEX lines_fetch(uint32_t at, uint32_t offset) {
    NBL_COMPLEX z;
    if (NBL_PARAMETER(source_storage) == NBL_LINES_HALVES) {
        nbl_complex_float32_t halves =
            nbl_complex_from_half_storage(NBL_LINES_LOAD(lines_source_halves, 1u, at, offset));
        z = NBL_LINES_WIDE(halves);
#if NBL_HAS_FLOAT64
    } else if (NBL_PARAMETER(source_storage) == NBL_LINES_FLOATS) {
        nbl_complex_float32_t floats =
            nbl_complex_from_storage_float32_t(NBL_LINES_LOAD(lines_source_floats, 2u, at, offset));
        z = NBL_LINES_WIDE(floats);
#endif
    } else {
        z = NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LINES_LOAD(lines_source, NBL_LINES_COMPLEX_DWORDS, at, offset));
    }
    return z;
}

NBL_FUNCTION void lines_keep(uint32_t at, uint32_t offset, NBL_COMPLEX z) {
    if (NBL_PARAMETER(period) != 0u && NBL_PARAMETER(fused) == 0u) z = lines_product(z, at + offset);
    if (NBL_PARAMETER(target_storage) == NBL_LINES_HALVES) {
        NBL_LINES_STORE(lines_target_halves, 1u, at, offset, nbl_half_storage_from_complex(NBL_LINES_NARROW(z)));
#if NBL_HAS_FLOAT64
    } else if (NBL_PARAMETER(target_storage) == NBL_LINES_FLOATS) {
        NBL_LINES_STORE(lines_target_floats, 2u, at, offset, nbl_storage_from_complex_float32_t(NBL_LINES_NARROW(z)));
#endif
    } else {
        NBL_LINES_STORE(lines_target, NBL_LINES_COMPLEX_DWORDS, at, offset, NBL_OF_SCALAR(nbl_storage_from_complex)(z));
    }
}

NBL_FUNCTION NBL_SCALAR lines_fetch_real(uint32_t at, uint32_t offset) {
    NBL_SCALAR x;
#if NBL_HAS_FLOAT64
    if (NBL_PARAMETER(source_storage) == NBL_LINES_FLOATS) {
        x = NBL_CAST(NBL_SCALAR, NBL_LINES_LOAD(lines_source_float_reals, 1u, at, offset));
    } else {
        x = NBL_LINES_LOAD(lines_source_reals, NBL_LINES_REAL_DWORDS, at, offset);
    }
#else
    x = NBL_LINES_LOAD(lines_source_reals, NBL_LINES_REAL_DWORDS, at, offset);
#endif
    return x;
}

NBL_FUNCTION void lines_keep_real(uint32_t at, uint32_t offset, NBL_SCALAR x) {
#if NBL_HAS_FLOAT64
    if (NBL_PARAMETER(target_storage) == NBL_LINES_FLOATS) {
        NBL_LINES_STORE(lines_target_float_reals, 1u, at, offset, NBL_CAST(float32_t, x));
    } else {
        NBL_LINES_STORE(lines_target_reals, NBL_LINES_REAL_DWORDS, at, offset, x);
    }
#else
    NBL_LINES_STORE(lines_target_reals, NBL_LINES_REAL_DWORDS, at, offset, x);
#endif
}
#endif

/* ---- Where a transform begins */

/* target  false: the source's */
NBL_FUNCTION uint32_t lines_begin(uint32_t transform, bool target) {
    nbl_fft_lines_constants_t of = NBL_PUSH_CONSTANT(lines_constants);
    uint32_t work = target ? NBL_PARAMETER(target_work) : NBL_PARAMETER(source_work);
    uint32_t group = NBL_PARAMETER(loops) == 0u ? 0u : transform / of.group;
    uint32_t begin = (transform - group * of.group) * (target ? of.target_distance : of.source_distance);
    NBL_UNROLL for (uint32_t k = 0u; k < NBL_PARAMETER(loops); k++) {
        lines_loop_t loop = lines_loop(of, k);
        uint32_t next = group / loop.rounds;
        begin = begin + (group - next * loop.rounds) * (target ? loop.target : loop.source);
        group = next;
    }
    if (work != 0u) {
        uint32_t number = transform - of.first;
        uint32_t beside = target ? NBL_PARAMETER(target_stride) : NBL_PARAMETER(source_stride);
        uint32_t blocks = number / beside;
        begin = blocks * beside * work + number - blocks * beside;
    }
    return begin;
}

/* ---- Elements of a signal */

/* Returns a number times the factor. */
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

/* Returns whether an element is given. Elements behind the given ones are zeros: the last given one is read in their
 * place and dropped, since a branch around each load costs more (docs/log/transforms.md). */
NBL_FUNCTION bool lines_is_given(uint32_t index) { return NBL_PARAMETER(given) == 0u || index < NBL_PARAMETER(given); }

NBL_FUNCTION uint32_t lines_given(uint32_t index) { return lines_is_given(index) ? index : NBL_PARAMETER(given) - 1u; }

NBL_FUNCTION lines_element_t lines_given_element(lines_element_t element) {
    if (NBL_PARAMETER(given) != 0u) element = lines_element_of(lines_given(lines_number(element)));
    return element;
}

NBL_FUNCTION NBL_COMPLEX lines_fetch_given(uint32_t begin, lines_element_t element) {
    lines_element_t there = lines_given_element(element);
    NBL_COMPLEX z =
        lines_fetch(begin + there.base * NBL_PARAMETER(source_stride), there.offset * NBL_PARAMETER(source_stride));
    if (!lines_is_given(lines_number(element))) {
        z.real = NBL_CAST(NBL_SCALAR, 0.0f);
        z.imag = NBL_CAST(NBL_SCALAR, 0.0f);
    }
    return z;
}

#if !NBL_HAS_FLOAT16
NBL_FUNCTION NBL_SCALAR lines_fetch_given_real(uint32_t begin, lines_element_t element) {
    lines_element_t there = lines_given_element(element);
    NBL_SCALAR x = lines_fetch_real(begin + there.base * NBL_PARAMETER(source_stride),
                                    there.offset * NBL_PARAMETER(source_stride));
    if (!lines_is_given(lines_number(element))) x = NBL_CAST(NBL_SCALAR, 0.0f);
    return x;
}

/* Returns the element of real number `part`, 0 or 1, of a pair. */
NBL_FUNCTION lines_element_t lines_of_pair(lines_element_t element, uint32_t part) {
    lines_element_t real_element = {2u * element.base, 2u * element.offset + part};
    return real_element;
}
#endif

/* Returns whether an element is stored: results are cut to the part that is kept. */
NBL_FUNCTION bool lines_is_kept(lines_element_t element) {
    return NBL_PARAMETER(kept) == 0u || lines_number(element) - NBL_PARAMETER(kept_from) < NBL_PARAMETER(kept);
}

NBL_FUNCTION lines_element_t lines_kept(lines_element_t element) {
    if (NBL_PARAMETER(kept) != 0u) element = lines_element_of(lines_number(element) - NBL_PARAMETER(kept_from));
    return element;
}

NBL_FUNCTION void lines_keep_element(uint32_t begin, lines_element_t element, NBL_COMPLEX z) {
    if (lines_is_kept(element)) {
        lines_element_t there = lines_kept(element);
        lines_keep(begin + there.base * NBL_PARAMETER(target_stride), there.offset * NBL_PARAMETER(target_stride), z);
    }
}

#if !NBL_HAS_FLOAT16
NBL_FUNCTION void lines_keep_real_element(uint32_t begin, lines_element_t element, NBL_SCALAR x) {
    if (lines_is_kept(element)) {
        lines_element_t there = lines_kept(element);
        lines_keep_real(begin + there.base * NBL_PARAMETER(target_stride), there.offset * NBL_PARAMETER(target_stride),
                        x);
    }
}
#endif

NBL_FUNCTION NBL_COMPLEX lines_fetch_signal(uint32_t begin, lines_element_t element) {
    NBL_COMPLEX z = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
#if NBL_HAS_FLOAT16
    z = lines_fetch_given(begin, element);
#else
    uint32_t index = lines_number(element);
    if (NBL_PARAMETER(source_kind) == NBL_LINES_PAIR) {
        z.real = lines_fetch_given_real(begin, lines_of_pair(element, 0u));
        z.imag = lines_fetch_given_real(begin, lines_of_pair(element, 1u));
    } else {
        if (NBL_PARAMETER(source_kind) == NBL_LINES_COMPLEX || NBL_PARAMETER(source_kind) == NBL_LINES_HALVED) {
            z = lines_fetch_given(begin, element);
        } else if (NBL_PARAMETER(source_kind) == NBL_LINES_HERMITIAN ||
                   NBL_PARAMETER(source_kind) == NBL_LINES_FOLDED) {
            bool mirrored = 2u * index > NBL_PARAMETER(signal_length);
            z = lines_fetch_given(begin, lines_element_of(mirrored ? NBL_PARAMETER(signal_length) - index : index));
            if (mirrored) z = nbl_complex_conj(z);
            if (index == 0u) z.imag = NBL_CAST(NBL_SCALAR, 0.0f);
        } else {
            z.real = lines_fetch_given_real(begin, element);
        }
    }
#endif
    return z;
}

NBL_FUNCTION void lines_keep_signal(uint32_t begin, lines_element_t element, NBL_COMPLEX z) {
#if NBL_HAS_FLOAT16
    lines_keep_element(begin, element, z);
#else
    if (NBL_PARAMETER(target_kind) == NBL_LINES_COMPLEX || NBL_PARAMETER(target_kind) == NBL_LINES_HALVED) {
        lines_keep_element(begin, element, z);
    } else if (NBL_PARAMETER(target_kind) == NBL_LINES_FOLDED) {
        /* Neighbours' mirrors are neighbours. A line whose first pass had frequency 0 has its mirrors in lines of this
         * kind. */
        bool mirrored = 2u * lines_number(element) > NBL_PARAMETER(signal_length);
        if (mirrored) z = nbl_complex_conj(z);
        if (!mirrored || element.base % NBL_PARAMETER(folded) != 0u)
            lines_keep_element(
                begin, mirrored ? lines_element_of(NBL_PARAMETER(signal_length) - lines_number(element)) : element, z);
    } else if (NBL_PARAMETER(target_kind) == NBL_LINES_HERMITIAN) {
        if (2u * lines_number(element) <= NBL_PARAMETER(signal_length)) lines_keep_element(begin, element, z);
    } else if (NBL_PARAMETER(target_kind) == NBL_LINES_PAIR) {
        lines_keep_real_element(begin, lines_of_pair(element, 0u), z.real);
        lines_keep_real_element(begin, lines_of_pair(element, 1u), z.imag);
    } else {
        lines_keep_real_element(begin, element, z.real);
    }
#endif
}
#undef NBL_SCALAR
#endif
