/* Kernel: FFTs of lines along one dimension of an array: whole, a pass of a long one, with a chirp or by Rader.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_lines_resources.h, and NBL_LINES_REAL, 1 if signals may be real (NBL_PARAMETER(real)),
 * NBL_TRANSFORM_ALGORITHM, which is NBL_FFT_STOCKHAM, and NBL_MOST_ELEMENTS, the elements that an invocation holds at
 * most. Optional: NBL_LINES_ARRAYS, 1 for arrays that a workgroup holds as a whole: shaders/fft_lines_arrays.h;
 * NBL_LINES_PRIME, 1 for lines of radices times a prime: shaders/fft_lines_prime.h.
 */
#ifndef NBL_LINES_ARRAYS
#define NBL_LINES_ARRAYS 0
#endif
#ifndef NBL_LINES_PRIME
#define NBL_LINES_PRIME 0
#endif
#include "shaders/fft_lines_resources.h"
#if NBL_LINES_ARRAYS || NBL_LINES_PRIME
#include "shaders/fft_lines_arrays_idle.h"
#endif
#include "nbl/fft/columns.h"
#include "nbl/fft/large_twiddle.h"
#include "nbl/fft/real.h"

NBL_SHARED(uint32_t, transform_scratch, (NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(shared_dwords)))
#define NBL_TRANSFORM_SHARED_GET(i) NBL_LOAD(transform_scratch, i)
#define NBL_TRANSFORM_SHARED_SET(i, value) NBL_STORE(transform_scratch, i, value)
#define NBL_FFT_NAME lines
#define NBL_FFT_REGISTERS
#define NBL_FFT_FORWARD_NORMALIZATION (NBL_PARAMETER(fused) == 1u ? NBL_FFT_UNNORMALIZED : NBL_PARAMETER(normalization))
#define NBL_FFT_INVERSE_NORMALIZATION NBL_PARAMETER(normalization)
#if !NBL_HAS_FLOAT16 && !NBL_HAS_FLOAT64
#define NBL_FFT_PACKED (NBL_PARAMETER(packed) == 1u)
#endif
#define NBL_FFT_READS(q) (NBL_PARAMETER(reads) != 0u)
#define NBL_FFT_READ(number) lines_table_get(NBL_PARAMETER(reads) - 1u + (number))
#if NBL_LINES_REAL
#define NBL_FFT_REAL NBL_PARAMETER(real)
#define NBL_FFT_STEPPED_ROOTS (NBL_PARAMETER(stepped_roots) == 1u)
#else
/* A fused kernel has two transforms; only the second, which is inverse, writes its lines turned. */
#define NBL_FFT_TURNS (NBL_PARAMETER(fused) == 1u && !inverse_ ? 0u : NBL_PARAMETER(turned))
#endif
#include "shaders/fft_instance.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
#if !NBL_LINES_REAL
#define NBL_TWIDDLE_LINE_NAME lines_twiddle_line
#define NBL_TWIDDLE_LINE_ELEMENTS lines_elements
#define NBL_TWIDDLE_LINE_COMPONENTS 1
#define NBL_TWIDDLE_LINE_MOST lines_elements
#define NBL_TWIDDLE_LINE_READS (NBL_PARAMETER(reads_between) != 0u)
#define NBL_TWIDDLE_LINE_POWER(first, r) lines_table_get(NBL_PARAMETER(reads_between) - 1u + (first) + (r))
#include "nbl/fft/twiddle_line.h"
#endif

/* ---- Which transform, and which line of a long one */

NBL_STRUCT(lines_at_t) {
    uint32_t transform;
    uint32_t line;
    bool there; /* false: nothing is stored */
};

NBL_FUNCTION nbl_fft_large_pass_t lines_pass_of_long(void) {
    nbl_fft_large_pass_t pass = {NBL_PARAMETER(pass_points), NBL_PARAMETER(pass_before), NBL_PARAMETER(pass_after),
                                 NBL_PARAMETER(pass_next)};
    return pass;
}

/* Returns the pass whose results are stored: the pass of this kernel. In a fused kernel it is the first pass of the
 * inverse transform, which takes the forward transform's passes in reverse order. */
NBL_FUNCTION nbl_fft_large_pass_t lines_pass_of_target(void) {
    nbl_fft_large_pass_t pass = lines_pass_of_long();
    if (NBL_PARAMETER(fused) == 1u) {
        pass.points_after = pass.points_before;
        pass.points_next = pass.points_before;
        pass.points_before = 1u;
    }
    return pass;
}

#include "shaders/fft_lines_counts.h"

/* Returns the line of a slot, where half of a workgroup's slots hold lines and the other half their mirrors. With 16
 * slots, slots 0 to 7 of workgroup w hold lines 8 w to 8 w + 7; slots 8 to 15 hold their mirrors, down from
 * line L - 8 w of L. Slots 0 and 8 of workgroup 0 hold line 0 and, of an even L, line L / 2. A slot without a line
 * loads one of its own workgroup's.
 *
 * at  its line is the slot's number in the transform */
NBL_FUNCTION lines_at_t lines_with_mirrors(lines_at_t at) {
    uint32_t half_ = NBL_PARAMETER(ffts_per_workgroup) / 2u, block = at.line / NBL_PARAMETER(ffts_per_workgroup);
    uint32_t slot = at.line - block * NBL_PARAMETER(ffts_per_workgroup);
    uint32_t line = block * half_ + (slot < half_ ? slot : slot - half_);
    uint32_t mirror = line == 0u ? lines_of_transform() / 2u : lines_of_transform() - line;
    at.line = slot < half_ ? line : mirror;
    if (lines_of_transform() % NBL_PARAMETER(ffts_per_workgroup) != 0u) {
        at.there = line < lines_pairs() && (slot < half_ || line != 0u || lines_of_transform() % 2u == 0u);
        if (!at.there) at.line = block * half_;
    }
    return at;
}

NBL_FUNCTION lines_at_t lines_find(uint32_t number) {
    uint32_t of = lines_slots() * NBL_PARAMETER(inner), block = number / of, rest = number - block * of;
    uint32_t beside = NBL_PARAMETER(inner), left = NBL_PUSH_CONSTANT(lines_constants).count - block * beside;
    lines_at_t at;
    if (NBL_PARAMETER(ragged) == 1u && left != 0u && left < beside) beside = left;
    at.line = rest / beside;
    at.transform = NBL_PUSH_CONSTANT(lines_constants).first + block * NBL_PARAMETER(inner) + rest - at.line * beside;
    at.there = true;
    if (NBL_PARAMETER(mirrored) == 1u) at = lines_with_mirrors(at);
    at.line = lines_unfolded(at.line);
    return at;
}

/* Returns element k of an invocation's line: its number in the whole transform. */
NBL_FUNCTION lines_element_t lines_element(uint32_t line, nbl_fft_pass_t side, uint32_t k, uint32_t invocation,
                                           bool target) {
    lines_element_t element = {nbl_fft_pass_read_base(side, k, invocation), nbl_fft_pass_read_offset(side, k)};
    if (NBL_PARAMETER(pass_points) != 0u) {
        nbl_fft_large_pass_t pass = lines_pass_of_long();
        if (target) {
            pass = lines_pass_of_target();
            element.base = nbl_fft_large_write(pass, line, element.base);
            element.offset = element.offset * nbl_fft_large_write_stride(pass);
        } else {
            element.base = nbl_fft_large_read(pass, line, element.base);
            element.offset = element.offset * nbl_fft_large_read_stride(pass);
        }
    }
    return element;
}

/* ---- Elements */

#if NBL_LINES_REAL
#include "shaders/fft_lines_spectrum.h"
#else
#include "shaders/fft_lines_rader.h"

/* Returns a bound that the base of element k stays below. It is a literal for whole lines; for lines of a pass it is
 * 2^30, more than any length, so lines_in_chirp() compares at run time. */
NBL_FUNCTION uint32_t lines_base_bound(nbl_fft_pass_t side, uint32_t k) {
    uint32_t bound = nbl_fft_pass_all_work(side, k / side.radix) ? side.invocations : side.butterflies;
    return NBL_PARAMETER(pass_points) == 0u ? bound : 0x40000000u;
}

/* Returns whether an element lies within the signal, and so has a chirp factor. With a literal bound most answers are
 * literals, and compilers leave out the loads of elements that lie behind the signal. */
NBL_FUNCTION bool lines_in_chirp(lines_element_t element, uint32_t bound) {
    return element.offset < NBL_PARAMETER(signal_length) &&
           (element.offset + bound <= NBL_PARAMETER(signal_length) ||
            element.base < NBL_PARAMETER(signal_length) - element.offset);
}

/* Returns an element times its chirp factor, and 0 behind the signal. Where only the invocation decides whether an
 * element lies behind it, the signal's last element is read and dropped: a branch around each load would make loads
 * wait. */
NBL_FUNCTION NBL_COMPLEX lines_get_chirp(uint32_t begin, lines_element_t element, uint32_t bound) {
    NBL_COMPLEX zero = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)}, z = zero;
    if (element.offset < NBL_PARAMETER(signal_length)) {
        bool there = lines_in_chirp(element, bound);
        element.base = there ? element.base : NBL_PARAMETER(signal_length) - 1u - element.offset;
        z = nbl_complex_mul(lines_fetch_signal(begin, element),
                            lines_table_get(NBL_PARAMETER(chirp_in) - 1u + lines_number(element)));
        z = nbl_complex_select(there, z, zero);
    }
    return z;
}
#endif

NBL_FUNCTION NBL_COMPLEX lines_get(uint32_t begin, nbl_fft_pass_t side, uint32_t k, lines_element_t element) {
    NBL_COMPLEX z = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
#if NBL_LINES_REAL
    if (NBL_PARAMETER(inverse) == 1u) {
        z = lines_fetch_spectrum(begin, element);
    } else {
        z = lines_fetch_signal(begin, element);
#if !NBL_HAS_FLOAT16
        lines_element_t second = {element.base, element.offset + lines_fft_length()};
        if (lines_are_pairs()) z.imag = lines_fetch_given_real(begin, second);
#endif
    }
#else
    if (NBL_PARAMETER(chirp_in) == 0u) {
        z = lines_fetch_signal(begin, lines_permuted(element, false));
    } else {
        z = lines_get_chirp(begin, element, lines_base_bound(side, k));
    }
#endif
    return z;
}

NBL_FUNCTION void lines_set(uint32_t begin, nbl_fft_pass_t side, uint32_t k, lines_element_t element, NBL_COMPLEX z) {
#if NBL_LINES_REAL
    if (NBL_PARAMETER(inverse) == 1u) {
        lines_keep_signal(begin, element, z);
#if !NBL_HAS_FLOAT16
        lines_element_t second = {element.base, element.offset + lines_fft_length()};
        if (lines_are_pairs()) lines_keep_real_element(begin, second, z.imag);
#endif
    } else {
        lines_keep_spectrum(begin, element, z);
    }
#else
    uint32_t index = lines_number(element);
    bool there = true;
    if (NBL_PARAMETER(product) != 0u && NBL_PARAMETER(period) == 0u && NBL_PARAMETER(fused) == 0u)
        z = nbl_complex_conj(nbl_complex_mul(z, lines_table_get(NBL_PARAMETER(product) - 1u + index)));
    if (NBL_PARAMETER(chirp_out) != 0u) {
        there = lines_in_chirp(element, lines_base_bound(side, k));
        if (NBL_PARAMETER(fused) == 0u && NBL_PARAMETER(inverse) == 0u) z = nbl_complex_conj(z);
        if (there) z = nbl_complex_mul(z, lines_table_get(NBL_PARAMETER(chirp_out) - 1u + index));
    }
    if (there) lines_keep_signal(begin, lines_permuted(element, true), lines_scaled(z));
#endif
}

/* ---- The step between a real signal's half and its spectrum */

#if !NBL_LINES_REAL
/* Returns exp(-2 pi i f / 2 N), f being element k's frequency. It comes from the table. With stepped_roots only
 * `first`, the root of the invocation's first frequency in the line, comes from there, and a literal multiplies it: a
 * line's frequencies are multiples of the number of lines apart. */
NBL_FUNCTION NBL_COMPLEX lines_root(nbl_fft_pass_t side, uint32_t k, lines_element_t element, NBL_COMPLEX first) {
    NBL_COMPLEX w = first;
    if (NBL_PARAMETER(stepped_roots) == 0u || !nbl_fft_pass_all_work(side, k / side.radix)) {
        w = lines_table_get(lines_number(element));
    } else if (element.offset != 0u) {
        w = nbl_complex_mul(first, NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(
                                       element.offset / lines_of_transform(),
                                       NBL_OF_SCALAR(nbl_fft_fraction)(2u * NBL_PARAMETER(pass_points)), false));
    }
    return w;
}

/* Returns the frequency that an element of the half-length transform becomes, or with pack the element that a frequency
 * becomes. Frequencies 0 and N are real and share element 0, which line 0 has.
 *
 * mirror  the value at the mirrored frequency */
NBL_FUNCTION NBL_COMPLEX lines_convert(nbl_fft_place_t at, nbl_fft_pass_t side, uint32_t line, uint32_t k,
                                       NBL_COMPLEX z, NBL_COMPLEX mirror, NBL_COMPLEX root, bool pack) {
    lines_element_t element = lines_element(line, side, k, at.invocation, !pack);
    NBL_COMPLEX w = lines_root(side, k, element, root), ends = z, value;
    if (pack) {
        value = NBL_OF_SCALAR(nbl_fft_real_pack)(z, mirror, w);
        ends = NBL_OF_SCALAR(nbl_fft_real_pack_ends)(z);
    } else {
        value = NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, w);
        ends = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(z);
    }
    return nbl_complex_select(element.offset == 0u && element.base == 0u, ends, value);
}

#define NBL_TRADE_NAME lines_trade
#define NBL_TRADE_ELEMENTS lines_elements
#define NBL_TRADE_PLACE(instance, i) ((i)*NBL_PARAMETER(ffts_per_workgroup) + (instance))
#define NBL_TRADE_GET(i) NBL_LOAD(transform_scratch, i)
#define NBL_TRADE_SET(i, value) NBL_STORE(transform_scratch, i, value)
#define NBL_TRADE_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_TRADE_CONVERT lines_convert
#include "nbl/fft/trade_rows.h"

/* Converts all elements of a line. Their mirrors are in the mirror of the line, half of the workgroup's slots away:
 * lines_with_mirrors(). Line 0 and the line in the middle are their own mirrors. */
NBL_FUNCTION void lines_convert_all(nbl_fft_place_t at, nbl_fft_pass_t side, uint32_t line, bool pack,
                                    NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    bool alone = line == 0u || 2u * line == lines_of_transform();
    uint32_t half_ = NBL_PARAMETER(ffts_per_workgroup) / 2u;
    uint32_t from = at.instance < half_ ? at.instance + half_ : at.instance - half_;
    if (alone) from = at.instance;
    NBL_COMPLEX root = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (NBL_PARAMETER(stepped_roots) == 1u)
        root = lines_table_get(lines_element(line, side, 0u, at.invocation, !pack).base);
    lines_trade(at, side, line, from, NBL_PARAMETER(shared_dwords), false, root, pack, x);
}

/* Stores the last frequency, which is real: the imaginary part of the element that the first and the last one share. */
NBL_FUNCTION void lines_keep_end(uint32_t begin, NBL_COMPLEX end) {
    end.real = end.imag;
    end.imag = NBL_CAST(NBL_SCALAR, 0.0f);
    lines_keep_signal(begin, lines_element_of(NBL_PARAMETER(signal_length)), lines_scaled(end));
}

#include "shaders/fft_lines_between.h"
#endif

/* ---- Lines */

/* Returns how many elements before element k of a line its mirror lies, if only the first half of a line is in memory
 * and element k is not; else 0.
 *
 * kind  of the side */
NBL_FUNCTION uint32_t lines_behind_half(uint32_t kind, nbl_fft_pass_t side, uint32_t k, uint32_t invocation) {
    uint32_t behind = 0u;
    if (kind == NBL_LINES_HALVED) {
        uint32_t twice = 2u * nbl_fft_pass_read_index(side, k, invocation);
        if (twice > NBL_PARAMETER(pass_points)) behind = twice - NBL_PARAMETER(pass_points);
    }
    return behind;
}

NBL_FUNCTION void lines_load(nbl_fft_place_t at, nbl_fft_pass_t side, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_at_t line = lines_find(at.fft);
    uint32_t begin = lines_begin(line.transform, false);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        lines_element_t element = lines_element(line.line, side, k, at.invocation, false);
        uint32_t behind = lines_behind_half(NBL_PARAMETER(source_kind), side, k, at.invocation);
        if (behind != 0u)
            element =
                lines_element_of(lines_number(element) - behind * nbl_fft_large_read_stride(lines_pass_of_long()));
        x[k] = lines_get(begin, side, k, element);
        if (behind != 0u) x[k] = nbl_complex_conj(x[k]);
    }
#if !NBL_LINES_REAL
    if (NBL_PARAMETER(mirrored) == 1u && NBL_PARAMETER(inverse) == 1u) {
        if (line.line == 0u && at.invocation == 0u)
            x[0].imag = lines_fetch_signal(begin, lines_element_of(NBL_PARAMETER(signal_length))).real;
        lines_convert_all(at, side, line.line, true, x);
        NBL_WORKGROUP_BARRIER();
    }
#endif
#if !NBL_LINES_REAL
    if (NBL_PARAMETER(pass_back) == 1u) lines_twiddle_between(at, side, lines_pass_of_long(), line.line, x);
#endif
    if (NBL_PARAMETER(in_place) == 1u) NBL_WORKGROUP_MEMORY_BARRIER();
#if !NBL_LINES_REAL
    if (NBL_PARAMETER(reordered) == 1u) lines_reorder(at, side, false, x);
#endif
}

NBL_FUNCTION void lines_store(nbl_fft_place_t at, nbl_fft_pass_t side, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_at_t line = lines_find(at.fft);
    uint32_t begin = lines_begin(line.transform, true);
    if (NBL_PARAMETER(mirrored) == 1u) line.there = line.there && at.present;
#if !NBL_LINES_REAL
    if (NBL_PARAMETER(pass_back) == 0u) lines_twiddle_between(at, side, lines_pass_of_target(), line.line, x);
    if (NBL_PARAMETER(mirrored) == 1u && NBL_PARAMETER(inverse) == 0u) {
        lines_convert_all(at, side, line.line, false, x);
        if (line.there && line.line == 0u && at.invocation == 0u) {
            lines_keep_end(begin, x[0]);
            x[0].imag = NBL_CAST(NBL_SCALAR, 0.0f);
        }
    }
#endif
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        if (line.there && nbl_fft_pass_active(side, k, at.invocation) &&
            lines_behind_half(NBL_PARAMETER(target_kind), side, k, at.invocation) == 0u) {
            lines_set(begin, side, k, lines_element(line.line, side, k, at.invocation, true), x[k]);
        }
    }
}

#if !NBL_LINES_REAL
/* Multiplies a line, as the forward transform leaves it, by the stored spectrum. By Rader's algorithm x[0] of the line
 * is added to frequency 0 of the product, which adds it to all results of the inverse transform. */
NBL_FUNCTION void lines_multiply(nbl_fft_place_t at, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    nbl_fft_pass_t side = lines_last_pass();
    uint32_t begin = 0u, stride = 1u;
    lines_at_t line = lines_find(at.fft);
    NBL_COMPLEX first = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (NBL_PARAMETER(permuted) != 0u) first = lines_first_of_all(at, line.transform, x[0]);
    if (NBL_PARAMETER(period) != 0u) {
        begin = lines_begin(line.transform, false);
        stride = NBL_PARAMETER(source_stride);
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        uint32_t index = nbl_fft_pass_read_index(side, k, at.invocation);
        if (NBL_PARAMETER(pass_points) != 0u) index = nbl_fft_large_write(lines_pass_of_long(), line.line, index);
        x[k] = lines_product(x[k], begin + index * stride);
    }
    if (NBL_PARAMETER(permuted) != 0u) x[0] = nbl_complex_add(x[0], first);
}
#endif

#if NBL_LINES_ARRAYS
#include "shaders/fft_lines_arrays.h"
#endif
#if NBL_LINES_PRIME
#include "shaders/fft_lines_prime.h"
#endif

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_LINES_KERNEL) {
    bool inverse = NBL_PARAMETER(inverse) == 1u;
#if NBL_LINES_ARRAYS
    lines_do_arrays(inverse, NBL_PUSH_CONSTANT(lines_constants).count);
#elif NBL_LINES_PRIME
    lines_do_prime(inverse, NBL_PUSH_CONSTANT(lines_constants).count);
#else
    uint32_t count = NBL_PUSH_CONSTANT(lines_constants).count * lines_slots();
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_position(), NBL_PARAMETER(invocations));
    if (NBL_PARAMETER(columns) == 1u)
        at = nbl_fft_place_columns(nbl_local_invocation_position(), NBL_PARAMETER(ffts_per_workgroup));
    at = lines_place_of(at, nbl_workgroup_index() * NBL_PARAMETER(ffts_per_workgroup) + at.instance, count);
    nbl_fft_pass_t first = lines_first_pass(), last = lines_last_pass();
    NBL_COMPLEX x[lines_elements];
    if (inverse) {
        lines_load(lines_place_to_load(at, count), last, x);
    } else {
        lines_load(lines_place_to_load(at, count), first, x);
    }
    lines_transform_registers(at, inverse, x);
#if !NBL_LINES_REAL
    if (NBL_PARAMETER(fused) == 1u) {
        lines_multiply(at, x);
        NBL_WORKGROUP_BARRIER();
        lines_transform_registers(at, true, x);
        if (NBL_PARAMETER(reordered) == 1u) lines_reorder(at, first, true, x);
    }
    if (NBL_PARAMETER(turned) == 1u) at = lines_turned_place(at);
#endif
    if (at.present || NBL_PARAMETER(mirrored) == 1u) { /* mirrored: all meet at barriers */
        if (inverse || NBL_PARAMETER(fused) == 1u) {
            lines_store(at, first, x);
        } else {
            lines_store(at, last, x);
        }
    }
#endif
}
#undef NBL_SCALAR
