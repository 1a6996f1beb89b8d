/* Transforms of real signals: any FFT of nbl/workgroup/fft.h over registers, with what it takes to pack and unpack
 * around it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_FFT_REAL_NAME. All are undefined at
 * the end.
 *
 *   NBL_FFT_REAL_NAME             prefix of the functions
 *   NBL_FFT_REAL_SIGNALS          1: one signal of 2 N real elements in an FFT of N; 2: two signals of N in an FFT of N
 *   NBL_FFT_REAL_FFT              prefix of an FFT over one channel of preloaded registers (nbl/accessors/preloaded.h)
 *   NBL_FFT_REAL_SCALAR           that FFT's
 *   NBL_FFT_REAL_SHAPE()          its nbl_fft_shape_t, nbl/fft/map.h
 *   NBL_FFT_REAL_SHARED_GET(i), NBL_FFT_REAL_SHARED_SET(i, value), NBL_FFT_REAL_BARRIER()   its shared memory
 *   NBL_FFT_REAL_SHARED_DWORDS    how many dwords of it one FFT has, 1 or more; the less, the more rounds a trade takes
 *   NBL_PRELOADED_ELEMENTS        stays defined
 *
 * <name>_forward(at, registers), <name>_inverse(at, registers): element k of invocation t is where the shape's maps
 * have it, before and after, and is
 *
 *   signals   element n of the signal     element of frequency f of the spectrum
 *   1         x[2 n] + i x[2 n + 1]       X[f], f = 1 .. N - 1                      f = 0: X[0] + i X[N], both being
 *                                         real
 *   2         x[n] + i y[n]               X[f] for f < N / 2, Y[N - f] for f > N / 2
 *                                         even N:  f = 0: X[0] + i X[N / 2],  f = N / 2: Y[0] + i Y[N / 2]
 *                                         odd N:   f = 0: X[0] + i Y[0]
 *
 * One real signal so lies in a buffer of complex elements as it lies in a buffer of reals. What is left out of a
 * spectrum is conjugate to what is there. Normalisation is the FFT's, by its N: with its defaults the inverse undoes
 * the forward transform. Every element needs its mirror, which another invocation holds: they are traded through the
 * shared memory, dword by dword. <name>_unpack(at, registers, first) is what comes behind the FFT, <name>_pack(at,
 * registers, first) what comes before the inverse; first: nobody has used the shared memory since the last barrier.
 *
 * Cautions: as of the FFT: every invocation of the workgroup calls it, in uniform control flow; whoever uses the shared
 * memory afterwards puts a barrier first. N up to 16384.
 */
#include "nbl/fft/map.h"
#include "nbl/fft/real.h"

#ifndef NBL_FFT_REAL_NAME
#error "NBL_FFT_REAL_NAME is missing: the prefix of the functions that nbl/workgroup/fft_real.h makes"
#endif
#ifndef NBL_FFT_REAL_SIGNALS
#error "NBL_FFT_REAL_SIGNALS is missing: 1 or 2 real signals in a complex FFT"
#endif
#ifndef NBL_FFT_REAL_FFT
#error "NBL_FFT_REAL_FFT is missing: the prefix of an FFT over preloaded registers"
#endif
#ifndef NBL_FFT_REAL_SCALAR
#error "NBL_FFT_REAL_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_FFT_REAL_SHAPE
#error "NBL_FFT_REAL_SHAPE() is missing: the FFT's nbl_fft_shape_t"
#endif
#ifndef NBL_FFT_REAL_SHARED_DWORDS
#error "NBL_FFT_REAL_SHARED_DWORDS is missing: the dwords of shared memory that one FFT has"
#endif
#ifndef NBL_FFT_REAL_SHARED_GET
#error "NBL_FFT_REAL_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_FFT_REAL_SHARED_SET
#error "NBL_FFT_REAL_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif
#ifndef NBL_FFT_REAL_BARRIER
#error "NBL_FFT_REAL_BARRIER() is missing: the shared-memory accessor has no barrier"
#endif
#ifndef NBL_PRELOADED_ELEMENTS
#error "NBL_PRELOADED_ELEMENTS is missing: the elements per invocation"
#endif

#define NBL_MIRROR_NAME NBL_FFT_REAL_NAME
#define NBL_MIRROR_SCALAR NBL_FFT_REAL_SCALAR
#define NBL_MIRROR_SHAPE() NBL_FFT_REAL_SHAPE()
#define NBL_MIRROR_OF(n, frequency) nbl_fft_real_partner(n, frequency)
#define NBL_MIRROR_SHARED_DWORDS NBL_FFT_REAL_SHARED_DWORDS
#define NBL_MIRROR_SHARED_GET(i) NBL_FFT_REAL_SHARED_GET(i)
#define NBL_MIRROR_SHARED_SET(i, value) NBL_FFT_REAL_SHARED_SET(i, value)
#define NBL_MIRROR_BARRIER() NBL_FFT_REAL_BARRIER()
#include "nbl/workgroup/mirror_trade.h"

#define NBL_FFT_COMPLEX NBL_CAT(nbl_complex_, NBL_FFT_REAL_SCALAR)
#define NBL_FFT_OF_SCALAR(name) NBL_CAT(NBL_CAT(nbl_fft_, name), NBL_CAT(_, NBL_FFT_REAL_SCALAR))
#define NBL_FFT_REGISTERS NBL_INOUT NBL_FFT_COMPLEX registers[NBL_PRELOADED_ELEMENTS]

/* One signal: an element of its spectrum out of what the FFT left, or (pack) back; nbl/fft/real.h. */
NBL_FUNCTION NBL_FFT_COMPLEX NBL_CAT(NBL_FFT_REAL_NAME, _convert)(NBL_FFT_COMPLEX z, NBL_FFT_COMPLEX partner,
                                                                  uint32_t frequency, uint32_t n, bool pack) {
    NBL_FFT_COMPLEX mirror = nbl_complex_select(2u * frequency == n, z, partner);
    NBL_FFT_COMPLEX w = NBL_FFT_OF_SCALAR(twiddle_fraction)(frequency, NBL_FFT_OF_SCALAR(fraction)(2u * n), false);
    NBL_FFT_COMPLEX ends;
    NBL_FFT_COMPLEX value;
    if (pack) {
        ends = NBL_FFT_OF_SCALAR(real_pack_ends)(z);
        value = NBL_FFT_OF_SCALAR(real_pack)(z, mirror, w);
    } else {
        ends = NBL_FFT_OF_SCALAR(real_unpack_ends)(z);
        value = NBL_FFT_OF_SCALAR(real_unpack)(z, mirror, w);
    }
    return nbl_complex_select(frequency == 0u, ends, value);
}

/* Two signals: the same. Zero and Nyquist go between the two places that keep them by one formula both ways. */
NBL_FUNCTION NBL_FFT_COMPLEX NBL_CAT(NBL_FFT_REAL_NAME, _convert_two)(NBL_FFT_COMPLEX z, NBL_FFT_COMPLEX partner,
                                                                      uint32_t frequency, uint32_t n, bool pack) {
    bool lower = 2u * frequency < n;
    NBL_CAT(nbl_fft_pair_, NBL_FFT_REAL_SCALAR) pair;
    NBL_FFT_COMPLEX value;
    if (pack) {
        pair.lo = nbl_complex_select(lower, z, nbl_complex_conj(partner));
        pair.hi = nbl_complex_select(lower, partner, nbl_complex_conj(z));
        value = NBL_FFT_OF_SCALAR(pack)(pair);
    } else {
        pair = NBL_FFT_OF_SCALAR(unpack)(nbl_complex_select(lower, z, partner), nbl_complex_select(lower, partner, z));
        value = nbl_complex_select(lower, pair.lo, pair.hi);
    }
    NBL_FFT_COMPLEX zero = nbl_complex_construct(z.real, (n & 1u) == 0u ? partner.real : z.imag);
    NBL_FFT_COMPLEX nyquist = nbl_complex_construct(partner.imag, z.imag);
    value = nbl_complex_select(frequency == 0u, zero, value);
    return nbl_complex_select(2u * frequency == n, nyquist, value);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _convert_all)(nbl_fft_place_t at, NBL_FFT_REGISTERS, bool first,
                                                           bool pack) {
    nbl_fft_shape_t shape = NBL_FFT_REAL_SHAPE();
    uint32_t n = nbl_fft_length(shape);
    NBL_FFT_COMPLEX partners[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_FFT_REAL_NAME, _trade)(at, registers, partners, first);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        if (nbl_fft_spectrum_active(shape, k, at.invocation)) {
            uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
            if (NBL_FFT_REAL_SIGNALS == 1) {
                registers[k] = NBL_CAT(NBL_FFT_REAL_NAME, _convert)(registers[k], partners[k], frequency, n, pack);
            } else {
                registers[k] = NBL_CAT(NBL_FFT_REAL_NAME, _convert_two)(registers[k], partners[k], frequency, n, pack);
            }
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _unpack)(nbl_fft_place_t at, NBL_FFT_REGISTERS, bool first) {
    NBL_CAT(NBL_FFT_REAL_NAME, _convert_all)(at, registers, first, false);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _pack)(nbl_fft_place_t at, NBL_FFT_REGISTERS, bool first) {
    NBL_CAT(NBL_FFT_REAL_NAME, _convert_all)(at, registers, first, true);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _forward)(nbl_fft_place_t at, NBL_FFT_REGISTERS) {
    NBL_CAT(NBL_FFT_REAL_FFT, _forward)(at, registers);
    NBL_CAT(NBL_FFT_REAL_NAME, _unpack)(at, registers, false);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _inverse)(nbl_fft_place_t at, NBL_FFT_REGISTERS) {
    nbl_fft_shape_t shape = NBL_FFT_REAL_SHAPE();
    NBL_CAT(NBL_FFT_REAL_NAME, _pack)(at, registers, true);
    if (nbl_fft_invocations(shape) > 1u) NBL_FFT_REAL_BARRIER();
    NBL_CAT(NBL_FFT_REAL_FFT, _inverse)(at, registers);
}

#undef NBL_FFT_REGISTERS
#undef NBL_FFT_OF_SCALAR
#undef NBL_FFT_COMPLEX
#undef NBL_FFT_REAL_BARRIER
#undef NBL_FFT_REAL_SHARED_SET
#undef NBL_FFT_REAL_SHARED_GET
#undef NBL_FFT_REAL_SHARED_DWORDS
#undef NBL_FFT_REAL_SHAPE
#undef NBL_FFT_REAL_SCALAR
#undef NBL_FFT_REAL_FFT
#undef NBL_FFT_REAL_SIGNALS
#undef NBL_FFT_REAL_NAME
