/* The transform of one or two real signals in registers: an instance's complex FFT, and what packs and unpacks around
 * it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_REAL is defined:
 *
 *   1: one signal of 2 N real elements in an FFT of N; 2: two signals of N in an FFT of N
 *
 * Element k of invocation t is where the instance's maps have it, before and after, and is
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
 * shared memory, dword by dword. N up to 16384.
 */
#include "nbl/fft/real.h"

#define NBL_MIRROR_NAME NBL_FFT_OWN(real)
#define NBL_MIRROR_FFT NBL_FFT_NAME
#define NBL_MIRROR_SCALAR NBL_FFT_SCALAR
#define NBL_MIRROR_OF(n, frequency) nbl_fft_real_partner(n, frequency)
#define NBL_MIRROR_SHARED_DWORDS NBL_FFT_OF_PLAN_(own_dwords)
#define NBL_MIRROR_SHARED_GET(i) NBL_FFT_SHARED_GET(i)
#define NBL_MIRROR_SHARED_SET(i, value) NBL_FFT_SHARED_SET(i, value)
#define NBL_MIRROR_BARRIER() NBL_FFT_BARRIER()
#include "nbl/workgroup/mirror_trade.h"

#define NBL_SCALAR NBL_FFT_SCALAR

/* One signal: an element of its spectrum from the FFT's result, or (pack) the other way; nbl/fft/real.h. */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(real_convert)(NBL_COMPLEX z_, NBL_COMPLEX partner_, uint32_t frequency_,
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
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(real_convert_two)(NBL_COMPLEX z_, NBL_COMPLEX partner_, uint32_t frequency_,
                                                       uint32_t n_, bool pack_) {
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

/* Every element of a component's spectrum from the FFT's result, or (pack) the other way. first: the shared memory has not
 * been used since the last barrier. */
NBL_FUNCTION void NBL_FFT_OWN(real_convert_one)(nbl_fft_place_t at_, bool first_, bool pack_,
                                                NBL_INOUT NBL_COMPLEX registers_[NBL_FFT_OWN(elements)]) {
    uint32_t n_ = NBL_FFT_OWN(fft_length)();
    NBL_COMPLEX partners_[NBL_FFT_OWN(elements)];
    NBL_FFT_OWN(real_trade)(at_, registers_, partners_, first_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        if (NBL_FFT_OWN(spectrum_active)(at_, k_)) {
            uint32_t frequency_ = NBL_FFT_OWN(frequency)(at_, k_);
            if (NBL_FFT_REAL == 1) {
                registers_[k_] = NBL_FFT_OWN(real_convert)(registers_[k_], partners_[k_], frequency_, n_, pack_);
            } else {
                registers_[k_] = NBL_FFT_OWN(real_convert_two)(registers_[k_], partners_[k_], frequency_, n_, pack_);
            }
        }
    }
}

#if NBL_FFT_COMPONENTS == 1
#define NBL_FFT_REAL_CONVERT_ALL_ NBL_FFT_OWN(real_convert_one)
#else
#define NBL_FFT_REAL_CONVERT_ALL_ NBL_FFT_OWN(real_convert_all)
/* The components one after the other, each in shared memory of its own, which needs no barrier between them. */
NBL_FUNCTION void NBL_FFT_OWN(real_convert_all)(nbl_fft_place_t at_, bool first_, bool pack_ NBL_FFT_STATE_PARAMETERS) {
    uint32_t instance_ = at_.instance * NBL_FFT_COMPONENTS;
    NBL_UNROLL for (uint32_t component_ = 0u; component_ < NBL_FFT_COMPONENTS; component_++) {
        NBL_COMPLEX own_[NBL_FFT_OWN(elements)];
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(elements); k_++) {
            own_[k_] = registers_[component_ * NBL_FFT_OWN(elements) + k_];
        }
        at_.instance = instance_ + component_;
        NBL_FFT_OWN(real_convert_one)(at_, first_ || component_ > 0u, pack_, own_);
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(elements); k_++) {
            registers_[component_ * NBL_FFT_OWN(elements) + k_] = own_[k_];
        }
    }
}
#endif

NBL_FUNCTION void NBL_FFT_OWN(transform_registers)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    if (inverse_) {
        NBL_FFT_REAL_CONVERT_ALL_(at_, true, true NBL_FFT_STATE_ARGUMENTS);
        if (NBL_FFT_OF_PLAN_(invocations) > 1u) NBL_FFT_BARRIER();
    }
    NBL_FFT_OWN(transform_complex)(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);
    if (!inverse_) NBL_FFT_REAL_CONVERT_ALL_(at_, false, false NBL_FFT_STATE_ARGUMENTS);
}

#undef NBL_FFT_REAL_CONVERT_ALL_
#undef NBL_SCALAR
