/* The transform of one or two real signals in registers: a complex FFT (an instance of nbl/fft.h), with packing before
 * or unpacking after it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_REAL is defined:
 *
 *   1: one signal of 2 N real elements in an FFT of N; 2: two signals of N in an FFT of N
 *
 * Before and after the transform, element k of invocation t has the index that the instance's maps give it, and holds
 *
 *   signals   element n of the signal     element of frequency f of the spectrum
 *   1         x[2 n] + i x[2 n + 1]       X[f], f = 1 .. N - 1                      f = 0: X[0] + i X[N], both being
 *                                         real
 *   2         x[n] + i y[n]               X[f] for f < N / 2, Y[N - f] for f > N / 2
 *                                         even N:  f = 0: X[0] + i X[N / 2],  f = N / 2: Y[0] + i Y[N / 2]
 *                                         odd N:   f = 0: X[0] + i Y[0]
 *
 * So one real signal of 2 N numbers has the same bytes in a buffer of N complex elements as in a buffer of 2 N reals.
 * What is left out of a spectrum is conjugate to what is there; of the second signal the frequency N - f is kept at f,
 * since the two are computed from the same pair of the FFT's results. Normalisation is the complex FFT's, by its N: by default
 * the forward transform has none and the inverse divides by N, which undoes it.
 *
 * Unpacking element f needs element N - f, its mirror; elements 0 and N / 2 need each other (nbl_fft_real_partner()). In most cases
 * another invocation holds the mirror: they are traded through the shared memory, by words of 4 bytes. N is at most 16384.
 */
#include "nbl/fft/real.h"

#ifndef NBL_FFT_STEPPED_ROOTS /* internal. true: a root is a product of two roots. Fewer instructions, other last bits */
#define NBL_FFT_STEPPED_ROOTS false
#endif

#define NBL_MIRROR_NAME NBL_FFT_OWN(real)
#define NBL_MIRROR_FFT NBL_FFT_NAME
#define NBL_MIRROR_SCALAR NBL_FFT_SCALAR
#define NBL_MIRROR_OF(n, frequency) nbl_fft_real_partner(n, frequency)
#define NBL_MIRROR_SHARED_DWORDS NBL_FFT_OF_PLAN_(own_dwords)
#define NBL_MIRROR_SHARED_GET(i) NBL_FFT_SHARED_GET(i)
#define NBL_MIRROR_SHARED_SET(i, value) NBL_FFT_SHARED_SET(i, value)
#define NBL_MIRROR_BARRIER() NBL_FFT_BARRIER()
#include "nbl/workgroup/mirror_trade.h"

/* Names that end in _ are this instance's, and are undefined at the end, as is NBL_FFT_STEPPED_ROOTS. Functions that are made here have
 * comments below; elements_ to transform_complex_ are nbl/fft.h's, pair_t_ to real_unpack_ends_ nbl/fft/real.h's, trade_ nbl/workgroup/
 * mirror_trade.h's: it gives each element its mirror. */
#define NBL_SCALAR NBL_FFT_SCALAR
#define elements_ NBL_FFT_OWN(elements)
#define fft_length_ NBL_FFT_OWN(fft_length)
#define frequency_of_ NBL_FFT_OWN(frequency)
#define spectrum_elements_ NBL_FFT_OWN(spectrum_elements)
#define spectrum_active_ NBL_FFT_OWN(spectrum_active)
#define transform_complex_ NBL_FFT_OWN(transform_complex)
#define transform_registers_ NBL_FFT_OWN(transform_registers)
#define trade_ NBL_FFT_OWN(real_trade)
#define convert_ NBL_FFT_OWN(real_convert)
#define convert_two_ NBL_FFT_OWN(real_convert_two)
#define convert_one_ NBL_FFT_OWN(real_convert_one)
#define pair_t_ NBL_OF_SCALAR(nbl_fft_pair)
#define last_pass_ NBL_FFT_OWN(last_pass)
#define root_ NBL_OF_SCALAR(nbl_fft_twiddle_fraction)
#define root_of_ NBL_FFT_OWN(real_root_of)
#define convert_row_ NBL_FFT_OWN(real_convert_row)
#define trade_rows_ NBL_FFT_OWN(real_trade_rows)
#define trade_rows_at_once_ NBL_FFT_OWN(real_trade_rows_at_once)
#define fraction_ NBL_OF_SCALAR(nbl_fft_fraction)
#define pack_pair_ NBL_OF_SCALAR(nbl_fft_pack)
#define unpack_pair_ NBL_OF_SCALAR(nbl_fft_unpack)
#define real_pack_ NBL_OF_SCALAR(nbl_fft_real_pack)
#define real_unpack_ NBL_OF_SCALAR(nbl_fft_real_unpack)
#define real_pack_ends_ NBL_OF_SCALAR(nbl_fft_real_pack_ends)
#define real_unpack_ends_ NBL_OF_SCALAR(nbl_fft_real_unpack_ends)
#if NBL_FFT_COMPONENTS == 1
#define convert_all_ convert_one_
#else
#define convert_all_ NBL_FFT_OWN(real_convert_all)
#endif

/* Returns exp(-2 pi i f / (2 N)) for an element's frequency f. */
NBL_FUNCTION NBL_COMPLEX root_of_(uint32_t frequency_) {
    return root_(frequency_, fraction_(2u * fft_length_()), false);
}

/* For one signal, returns an element of its spectrum from the FFT's results, or with pack_ an element of the inverse
 * FFT's input from the spectrum; the formulas are in nbl/fft/real.h. */
NBL_FUNCTION NBL_COMPLEX convert_(NBL_COMPLEX z_, NBL_COMPLEX partner_, NBL_COMPLEX w_, uint32_t frequency_,
                                  uint32_t n_, bool pack_) {
    NBL_COMPLEX mirror_ = nbl_complex_select(2u * frequency_ == n_, z_, partner_);
    NBL_COMPLEX ends_;
    NBL_COMPLEX value_;
    if (pack_) {
        ends_ = real_pack_ends_(z_);
        value_ = real_pack_(z_, mirror_, w_);
    } else {
        ends_ = real_unpack_ends_(z_);
        value_ = real_unpack_(z_, mirror_, w_);
    }
    return nbl_complex_select(frequency_ == 0u, ends_, value_);
}

/* The same for two signals. The exchange of the parts at frequencies 0 and N / 2 is its own inverse, so it is written
 * once for both directions. */
NBL_FUNCTION NBL_COMPLEX convert_two_(NBL_COMPLEX z_, NBL_COMPLEX partner_, uint32_t frequency_, uint32_t n_,
                                      bool pack_) {
    bool lower_ = 2u * frequency_ < n_;
    pair_t_ pair_;
    NBL_COMPLEX value_;
    if (pack_) {
        pair_.lo = nbl_complex_select(lower_, z_, nbl_complex_conj(partner_));
        pair_.hi = nbl_complex_select(lower_, partner_, nbl_complex_conj(z_));
        value_ = pack_pair_(pair_);
    } else {
        pair_ = unpack_pair_(nbl_complex_select(lower_, z_, partner_), nbl_complex_select(lower_, partner_, z_));
        value_ = nbl_complex_select(lower_, pair_.lo, pair_.hi);
    }
    NBL_COMPLEX zero_ = nbl_complex_construct(z_.real, (n_ & 1u) == 0u ? partner_.real : z_.imag);
    NBL_COMPLEX nyquist_ = nbl_complex_construct(partner_.imag, z_.imag);
    value_ = nbl_complex_select(frequency_ == 0u, zero_, value_);
    return nbl_complex_select(2u * frequency_ == n_, nyquist_, value_);
}

#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
/* Converts an element of one signal if mirrors are traded by rows (nbl/fft/trade_rows.h, which calls this and gives line_, not needed
 * here).
 *
 * root_of_first_  with NBL_FFT_STEPPED_ROOTS the root of the invocation's first frequency: an element's root is that times a constant.
 *                 In butterflies that some invocations lack the frequency is not the first one plus a constant, so each root is
 *                 computed by itself. Without NBL_FFT_STEPPED_ROOTS it is not used */
NBL_FUNCTION NBL_COMPLEX convert_row_(nbl_fft_place_t at_, nbl_fft_pass_t side_, uint32_t line_, uint32_t k_,
                                      NBL_COMPLEX z_, NBL_COMPLEX mirror_, NBL_COMPLEX root_of_first_, bool pack_) {
    uint32_t offset_ = nbl_fft_pass_read_offset(side_, k_);
    uint32_t frequency_ = nbl_fft_pass_read_index(side_, k_, at_.invocation);
    NBL_COMPLEX w_ = root_of_first_;
    if (!(NBL_FFT_STEPPED_ROOTS) || !nbl_fft_pass_all_work(side_, k_ / side_.radix)) {
        w_ = root_of_(frequency_);
    } else if (offset_ != 0u) {
        w_ = nbl_complex_mul(root_of_first_, root_of_(offset_));
    }
    NBL_UNUSED(line_);
    return convert_(z_, mirror_, w_, frequency_, fft_length_(), pack_);
}

#define NBL_TRADE_NAME trade_rows_
#define NBL_TRADE_ELEMENTS elements_
#define NBL_TRADE_PLACE(instance, i) ((instance) * (NBL_FFT_OF_PLAN_(own_dwords)) + (i))
#define NBL_TRADE_GET(i) NBL_FFT_SHARED_GET(i)
#define NBL_TRADE_SET(i, value) NBL_FFT_SHARED_SET(i, value)
#define NBL_TRADE_BARRIER() NBL_FFT_BARRIER()
#define NBL_TRADE_CONVERT convert_row_
#include "nbl/fft/trade_rows.h"
#endif

/* Converts all elements of one component as convert_() does.
 *
 * first_  true: the shared memory has not been used since the last barrier, so none is needed before the trade */
NBL_FUNCTION void convert_one_(nbl_fft_place_t at_, bool first_, bool pack_,
                               NBL_INOUT NBL_COMPLEX registers_[elements_]) {
    uint32_t n_ = fft_length_();
    bool by_rows_ = false;
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
    nbl_fft_pass_t side_ = last_pass_();
    by_rows_ = NBL_FFT_REAL == 1 && NBL_FFT_OF_PLAN_(invocations) > 1u &&
               trade_rows_at_once_(side_, NBL_FFT_OF_PLAN_(own_dwords)) != 0u;
    if (by_rows_) {
        NBL_COMPLEX root_of_first_ = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
        if (NBL_FFT_STEPPED_ROOTS) root_of_first_ = root_of_(nbl_fft_pass_read_base(side_, 0u, at_.invocation));
        trade_rows_(at_, side_, 0u, at_.instance, NBL_FFT_OF_PLAN_(own_dwords), first_, root_of_first_, pack_,
                    registers_);
    }
#endif
    if (!by_rows_) {
        NBL_COMPLEX partners_[elements_];
        trade_(at_, registers_, partners_, first_);
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < spectrum_elements_(); k_++) {
            if (spectrum_active_(at_, k_)) {
                uint32_t frequency_ = frequency_of_(at_, k_);
                if (NBL_FFT_REAL == 1) {
                    registers_[k_] =
                        convert_(registers_[k_], partners_[k_], root_of_(frequency_), frequency_, n_, pack_);
                } else {
                    registers_[k_] = convert_two_(registers_[k_], partners_[k_], frequency_, n_, pack_);
                }
            }
        }
    }
}

#if NBL_FFT_COMPONENTS > 1
/* Converts the components one after the other, each in shared memory of its own, which needs no barrier between them. The
 * parameter registers_ comes with NBL_FFT_STATE_PARAMETERS, and so does the comma before it. */
NBL_FUNCTION void convert_all_(nbl_fft_place_t at_, bool first_, bool pack_ NBL_FFT_STATE_PARAMETERS) {
    uint32_t instance_ = at_.instance * NBL_FFT_COMPONENTS;
    NBL_UNROLL for (uint32_t component_ = 0u; component_ < NBL_FFT_COMPONENTS; component_++) {
        NBL_COMPLEX own_[elements_];
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < elements_; k_++) { own_[k_] = registers_[component_ * elements_ + k_]; }
        at_.instance = instance_ + component_;
        convert_one_(at_, first_ || component_ > 0u, pack_, own_);
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < elements_; k_++) { registers_[component_ * elements_ + k_] = own_[k_]; }
    }
}
#endif

/* Transforms what is in registers: unpacks after the complex FFT, or, inverse, packs before it. */
NBL_FUNCTION void transform_registers_(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    if (inverse_) {
        convert_all_(at_, true, true NBL_FFT_STATE_ARGUMENTS);
        if (NBL_FFT_OF_PLAN_(invocations) > 1u) NBL_FFT_BARRIER();
    }
    transform_complex_(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);
    if (!inverse_) convert_all_(at_, false, false NBL_FFT_STATE_ARGUMENTS);
}

#undef real_unpack_ends_
#undef real_pack_ends_
#undef real_unpack_
#undef real_pack_
#undef unpack_pair_
#undef pack_pair_
#undef fraction_
#undef trade_rows_at_once_
#undef trade_rows_
#undef convert_row_
#undef root_of_
#undef root_
#undef last_pass_
#undef pair_t_
#undef convert_all_
#undef convert_one_
#undef convert_two_
#undef convert_
#undef trade_
#undef transform_registers_
#undef transform_complex_
#undef spectrum_active_
#undef spectrum_elements_
#undef frequency_of_
#undef fft_length_
#undef elements_
#undef NBL_SCALAR
#undef NBL_FFT_STEPPED_ROOTS
