/* Real signals in complex transforms: unpacking and packing of one element and its mirror.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A real signal x of 2 N elements is transformed as z[n] = x[2 n] + i x[2 n + 1], N elements. With E and O the
 * transforms of the even and the odd elements, Z = E + i O, and both are hermitian, so Z[f] and Z[N - f] tell them
 * apart (nbl_fft_unpack of nbl/fft/butterfly.h); then X[f] = E[f] + w O[f], w = exp(-2 pi i f / 2 N), f = 0 .. N
 * (Sorensen et al. 1987).
 *
 *   nbl_fft_real_unpack_<scalar>(z, mirror, w)   X[f] of Z[f] and Z[N - f], f = 1 .. N - 1; f = N / 2 is its own mirror
 *   nbl_fft_real_pack_<scalar>(x, mirror, w)     Z[f] of X[f] and X[N - f]: what unpack made
 *   nbl_fft_real_unpack_ends_<scalar>(z)         (X[0], X[N]) of Z[0]: both are real and share an element
 *   nbl_fft_real_pack_ends_<scalar>(ends)        Z[0] of (X[0], X[N])
 *
 * w as nbl_fft_twiddle_fraction_<scalar>(f, nbl_fft_fraction_<scalar>(2 N), false) gives it.
 */
#ifndef NBL_FFT_REAL_H
#define NBL_FFT_REAL_H

#include "nbl/fft/butterfly.h"
#include "nbl/fft/twiddle.h"

/* Returns the frequency whose element is needed to unpack or pack the element of a frequency: its mirror, fft_length
 * less it. The partner of 0 is fft_length / 2 (0 itself in an odd length), and the other way round: each is its own
 * mirror, so these two trade with each other. The partner's partner is the frequency itself.
 *
 * fft_length  of the complex transform, 2 or more
 * frequency   0 to fft_length - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_real_partner(uint32_t fft_length, uint32_t frequency) {
    uint32_t half_ = fft_length >> 1u;
    uint32_t zeros_ = fft_length == 2u * half_ ? half_ : 0u;
    uint32_t result = frequency == 0u ? zeros_ : fft_length - frequency;
    return 2u * frequency == fft_length ? 0u : result;
}

/* The places in the spectra of real signals of what an element of the registers holds. Zero and Nyquist of a signal
 * share an element, and `end` is Nyquist; of two signals of an odd length the two Zeros share one, and `end` is the
 * second signal's. */
NBL_STRUCT(nbl_fft_real_place_t) {
    uint32_t number; /* of the signal */
    uint32_t index;  /* the frequency in its spectrum */
    bool has_end; /* the element holds two real numbers: the real part at `index`, the imaginary part at `end_index` */
    uint32_t end_number; /* of the signal of the second number */
    uint32_t end_index;  /* its frequency */
};

/* Returns the places in the spectra of an element of the registers.
 *
 * signals    signals in an FFT. 1: its number is `fft`. 2: their numbers are 2 fft and 2 fft + 1, and the second one's
 *            frequencies lie above N / 2, backwards
 * length     N, of a signal
 * fft        number of the FFT
 * frequency  of the element, as <name>_frequency() has it: below N / 2, with two signals below N */
NBL_FUNCTION nbl_fft_real_place_t nbl_fft_real_place(uint32_t signals, uint32_t length, uint32_t fft,
                                                     uint32_t frequency) {
    bool middle = signals == 2u && 2u * frequency == length;
    bool second = signals == 2u && frequency > 0u && 2u * frequency >= length;
    bool nyquist = signals == 1u || length % 2u == 0u;
    nbl_fft_real_place_t place;
    place.number = signals == 1u ? fft : 2u * fft + (second ? 1u : 0u);
    place.index = middle ? 0u : (second ? length - frequency : frequency);
    place.has_end = frequency == 0u || middle;
    place.end_number = nyquist ? place.number : place.number + 1u;
    place.end_index = nyquist ? length / 2u : 0u;
    return place;
}

/* Returns the places of an element between the passes of a long transform: as nbl_fft_real_place(), but elements 0 and
 * length / 2 of two signals stay where the transform has them, so each holds a number of either signal. */
NBL_FUNCTION nbl_fft_real_place_t nbl_fft_real_place_in_passes(uint32_t signals, uint32_t length, uint32_t fft,
                                                               uint32_t frequency) {
    nbl_fft_real_place_t place = nbl_fft_real_place(signals, length, fft, frequency);
    if (signals == 2u && (frequency == 0u || 2u * frequency == length)) {
        nbl_fft_real_place_t shared_ = {2u * fft, frequency, true, 2u * fft + 1u, frequency};
        place = shared_;
    }
    return place;
}

/* Returns how many barriers a workgroup passes while every element goes to the invocation that has its partner: two
 * each time that shared memory is filled. A single invocation needs none.
 *
 * invocations, shared_dwords  of one FFT
 * complex_dwords              NBL_DWORDS_<scalar> */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_real_barriers(uint32_t fft_length, uint32_t invocations, uint32_t shared_dwords,
                                                      uint32_t complex_dwords) {
    uint32_t fills = 0u;
    if (invocations > 1u && shared_dwords >= fft_length) {
        uint32_t at_once = shared_dwords / fft_length;
        fills = (complex_dwords + at_once - 1u) / at_once;
    } else if (invocations > 1u) {
        fills = complex_dwords * ((fft_length + shared_dwords - 1u) / shared_dwords);
    }
    return 2u * fills;
}

#define NBL_SCALAR float32_t
#include "nbl/fft/real_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/fft/real_scalar.h"
#endif
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "nbl/fft/real_scalar.h"
#endif

#endif
