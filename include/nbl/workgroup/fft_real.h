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
 *   NBL_FFT_REAL_SHARED_DWORDS    dwords of it that one FFT has, 1 or more; the fewer, the more often a trade fills them
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
 * So one real signal has the same layout in a buffer of complex elements as in a buffer of reals. What is left out of a
 * spectrum is conjugate to what is there. Normalisation is the FFT's, by its N: with its defaults the inverse undoes
 * the forward transform. Every element needs its mirror, which another invocation holds: they are traded through the
 * shared memory, dword by dword. <name>_unpack(at, registers, first) is the step after the FFT, <name>_pack(at,
 * registers, first) the step before the inverse; first: the shared memory has not been used since the last barrier.
 *
 * Cautions, as for the FFT: every invocation of the workgroup calls it, in uniform control flow; a barrier before the
 * shared memory is used again is up to you. N up to 16384.
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

#define NBL_SCALAR NBL_FFT_REAL_SCALAR
#define NBL_FFT_REAL_HELD NBL_INOUT NBL_COMPLEX registers_[NBL_PRELOADED_ELEMENTS]

/* One signal: an element of its spectrum from the FFT's result, or (pack) the other way; nbl/fft/real.h. */
NBL_FUNCTION NBL_COMPLEX NBL_CAT(NBL_FFT_REAL_NAME, _convert)(NBL_COMPLEX z_, NBL_COMPLEX partner_, uint32_t frequency_,
                                                              uint32_t n_, bool pack_) {
    NBL_COMPLEX mirror_ = nbl_complex_select(2u * frequency_ == n_, z_, partner_);
    NBL_COMPLEX w_ =
        NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(frequency_, NBL_OF_SCALAR(nbl_fft_fraction)(2u * n_), false);
    NBL_COMPLEX ends_;
    NBL_COMPLEX value_;
    if (pack_) {
        ends_ = NBL_OF_SCALAR(nbl_fft_real_pack_ends)(z_);
        value_ = NBL_OF_SCALAR(nbl_fft_real_pack)(z_, mirror_, w_);
    } else {
        ends_ = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(z_);
        value_ = NBL_OF_SCALAR(nbl_fft_real_unpack)(z_, mirror_, w_);
    }
    return nbl_complex_select(frequency_ == 0u, ends_, value_);
}

/* The same for two signals. One formula moves zero and Nyquist between their two places, in either direction. */
NBL_FUNCTION NBL_COMPLEX NBL_CAT(NBL_FFT_REAL_NAME, _convert_two)(NBL_COMPLEX z_, NBL_COMPLEX partner_,
                                                                  uint32_t frequency_, uint32_t n_, bool pack_) {
    bool lower_ = 2u * frequency_ < n_;
    NBL_OF_SCALAR(nbl_fft_pair) pair_;
    NBL_COMPLEX value_;
    if (pack_) {
        pair_.lo = nbl_complex_select(lower_, z_, nbl_complex_conj(partner_));
        pair_.hi = nbl_complex_select(lower_, partner_, nbl_complex_conj(z_));
        value_ = NBL_OF_SCALAR(nbl_fft_pack)(pair_);
    } else {
        pair_ = NBL_OF_SCALAR(nbl_fft_unpack)(nbl_complex_select(lower_, z_, partner_),
                                              nbl_complex_select(lower_, partner_, z_));
        value_ = nbl_complex_select(lower_, pair_.lo, pair_.hi);
    }
    NBL_COMPLEX zero_ = nbl_complex_construct(z_.real, (n_ & 1u) == 0u ? partner_.real : z_.imag);
    NBL_COMPLEX nyquist_ = nbl_complex_construct(partner_.imag, z_.imag);
    value_ = nbl_complex_select(frequency_ == 0u, zero_, value_);
    return nbl_complex_select(2u * frequency_ == n_, nyquist_, value_);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _convert_all)(nbl_fft_place_t at_, NBL_FFT_REAL_HELD, bool first_,
                                                           bool pack_) {
    nbl_fft_shape_t shape_ = NBL_FFT_REAL_SHAPE();
    uint32_t n_ = nbl_fft_length(shape_);
    NBL_COMPLEX partners_[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_FFT_REAL_NAME, _trade)(at_, registers_, partners_, first_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_spectrum_elements(shape_); k_++) {
        if (nbl_fft_spectrum_active(shape_, k_, at_.invocation)) {
            uint32_t frequency_ = nbl_fft_frequency(shape_, nbl_fft_spectrum_index(shape_, k_, at_.invocation));
            if (NBL_FFT_REAL_SIGNALS == 1) {
                registers_[k_] =
                    NBL_CAT(NBL_FFT_REAL_NAME, _convert)(registers_[k_], partners_[k_], frequency_, n_, pack_);
            } else {
                registers_[k_] =
                    NBL_CAT(NBL_FFT_REAL_NAME, _convert_two)(registers_[k_], partners_[k_], frequency_, n_, pack_);
            }
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _unpack)(nbl_fft_place_t at_, NBL_FFT_REAL_HELD, bool first_) {
    NBL_CAT(NBL_FFT_REAL_NAME, _convert_all)(at_, registers_, first_, false);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _pack)(nbl_fft_place_t at_, NBL_FFT_REAL_HELD, bool first_) {
    NBL_CAT(NBL_FFT_REAL_NAME, _convert_all)(at_, registers_, first_, true);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _forward)(nbl_fft_place_t at_, NBL_FFT_REAL_HELD) {
    NBL_CAT(NBL_FFT_REAL_FFT, _transform)(at_, false, registers_);
    NBL_CAT(NBL_FFT_REAL_NAME, _unpack)(at_, registers_, false);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_REAL_NAME, _inverse)(nbl_fft_place_t at_, NBL_FFT_REAL_HELD) {
    nbl_fft_shape_t shape_ = NBL_FFT_REAL_SHAPE();
    NBL_CAT(NBL_FFT_REAL_NAME, _pack)(at_, registers_, true);
    if (nbl_fft_invocations(shape_) > 1u) NBL_FFT_REAL_BARRIER();
    NBL_CAT(NBL_FFT_REAL_FFT, _transform)(at_, true, registers_);
}

#undef NBL_FFT_REAL_HELD
#undef NBL_SCALAR
#undef NBL_FFT_REAL_BARRIER
#undef NBL_FFT_REAL_SHARED_SET
#undef NBL_FFT_REAL_SHARED_GET
#undef NBL_FFT_REAL_SHARED_DWORDS
#undef NBL_FFT_REAL_SHAPE
#undef NBL_FFT_REAL_SCALAR
#undef NBL_FFT_REAL_FFT
#undef NBL_FFT_REAL_SIGNALS
#undef NBL_FFT_REAL_NAME
