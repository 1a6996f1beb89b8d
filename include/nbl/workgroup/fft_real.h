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
 * since the two are computed from the same pair of the FFT's results. Normalisation is the complex FFT's, by its N: by
 * default the forward transform has none and the inverse divides by N, which undoes it.
 *
 * Unpacking element f needs element N - f, its mirror; elements 0 and N / 2 need each other (nbl_fft_real_partner()).
 * In most cases another invocation holds the mirror: they are traded through the shared memory, by words of 4 bytes. N
 * is at most 16384.
 */
#include "nbl/fft/real.h"

#ifndef NBL_FFT_STEPPED_ROOTS /* internal. true: a root is a product of two. Fewer instructions, other bits */
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

/* F_(name) and S_(name) are undefined at the end, as is NBL_FFT_STEPPED_ROOTS. Functions F_(real_..) and
 * F_(transform_registers) are made here and have comments below, but F_(real_trade), which gives each element its
 * mirror, is nbl/workgroup/mirror_trade.h's, and F_(real_trade_rows..) are nbl/fft/trade_rows.h's. Other F_(..) are
 * nbl/fft.h's, S_(nbl_fft_..) nbl/fft/real.h's. */
#define NBL_SCALAR NBL_FFT_SCALAR
#define F_(name) NBL_FFT_OWN(name)   /* a function, or a size, of this instance */
#define S_(name) NBL_OF_SCALAR(name) /* a function, a type or a constant of this scalar */
#if NBL_FFT_COMPONENTS == 1
#define convert_all_ F_(real_convert_one)
#else
#define convert_all_ NBL_FFT_OWN(real_convert_all)
#endif

/* Returns exp(-2 pi i f / (2 N)) for an element's frequency f. */
NBL_FUNCTION NBL_COMPLEX F_(real_root_of)(uint32_t frequency_) {
    return S_(nbl_fft_twiddle_fraction)(frequency_, S_(nbl_fft_fraction)(2u * F_(fft_length)()), false);
}

/* For one signal, returns an element of its spectrum from the FFT's results, or with pack_ an element of the inverse
 * FFT's input from the spectrum; the formulas are in nbl/fft/real.h. */
NBL_FUNCTION NBL_COMPLEX F_(real_convert)(NBL_COMPLEX z_, NBL_COMPLEX partner_, NBL_COMPLEX w_, uint32_t frequency_,
                                          uint32_t n_, bool pack_) {
    NBL_COMPLEX mirror_ = nbl_complex_select(2u * frequency_ == n_, z_, partner_);
    NBL_COMPLEX ends_;
    NBL_COMPLEX value_;
    if (pack_) {
        ends_ = S_(nbl_fft_real_pack_ends)(z_);
        value_ = S_(nbl_fft_real_pack)(z_, mirror_, w_);
    } else {
        ends_ = S_(nbl_fft_real_unpack_ends)(z_);
        value_ = S_(nbl_fft_real_unpack)(z_, mirror_, w_);
    }
    return nbl_complex_select(frequency_ == 0u, ends_, value_);
}

/* The same for two signals. The exchange of the parts at frequencies 0 and N / 2 is its own inverse, so it is written
 * once for both directions. */
NBL_FUNCTION NBL_COMPLEX F_(real_convert_two)(NBL_COMPLEX z_, NBL_COMPLEX partner_, uint32_t frequency_, uint32_t n_,
                                              bool pack_) {
    bool lower_ = 2u * frequency_ < n_;
    S_(nbl_fft_pair) pair_;
    NBL_COMPLEX value_;
    if (pack_) {
        pair_.lo = nbl_complex_select(lower_, z_, nbl_complex_conj(partner_));
        pair_.hi = nbl_complex_select(lower_, partner_, nbl_complex_conj(z_));
        value_ = S_(nbl_fft_pack)(pair_);
    } else {
        pair_ = S_(nbl_fft_unpack)(nbl_complex_select(lower_, z_, partner_), nbl_complex_select(lower_, partner_, z_));
        value_ = nbl_complex_select(lower_, pair_.lo, pair_.hi);
    }
    NBL_COMPLEX zero_ = nbl_complex_construct(z_.real, (n_ & 1u) == 0u ? partner_.real : z_.imag);
    NBL_COMPLEX nyquist_ = nbl_complex_construct(partner_.imag, z_.imag);
    value_ = nbl_complex_select(frequency_ == 0u, zero_, value_);
    return nbl_complex_select(2u * frequency_ == n_, nyquist_, value_);
}

#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
/* Converts an element of one signal if mirrors are traded by rows (nbl/fft/trade_rows.h, which calls this and gives
 * line_, not needed here).
 *
 * root_of_first_  with NBL_FFT_STEPPED_ROOTS the root of the invocation's first frequency: an element's root is that
 *                 times a constant. In butterflies that some invocations lack the frequency is not the first one plus a
 *                 constant, so each root is computed by itself. Without NBL_FFT_STEPPED_ROOTS it is not used */
NBL_FUNCTION NBL_COMPLEX F_(real_convert_row)(nbl_fft_place_t at_, nbl_fft_pass_t side_, uint32_t line_, uint32_t k_,
                                              NBL_COMPLEX z_, NBL_COMPLEX mirror_, NBL_COMPLEX root_of_first_,
                                              bool pack_) {
    uint32_t offset_ = nbl_fft_pass_read_offset(side_, k_);
    uint32_t frequency_ = nbl_fft_pass_read_index(side_, k_, at_.invocation);
    NBL_COMPLEX w_ = root_of_first_;
    if (!(NBL_FFT_STEPPED_ROOTS) || !nbl_fft_pass_all_work(side_, k_ / side_.radix)) {
        w_ = F_(real_root_of)(frequency_);
    } else if (offset_ != 0u) {
        w_ = nbl_complex_mul(root_of_first_, F_(real_root_of)(offset_));
    }
    NBL_UNUSED(line_);
    return F_(real_convert)(z_, mirror_, w_, frequency_, F_(fft_length)(), pack_);
}

#define NBL_TRADE_NAME F_(real_trade_rows)
#define NBL_TRADE_ELEMENTS F_(elements)
#define NBL_TRADE_PLACE(instance, i) ((instance) * (NBL_FFT_OF_PLAN_(own_dwords)) + (i))
#define NBL_TRADE_GET(i) NBL_FFT_SHARED_GET(i)
#define NBL_TRADE_SET(i, value) NBL_FFT_SHARED_SET(i, value)
#define NBL_TRADE_BARRIER() NBL_FFT_BARRIER()
#define NBL_TRADE_CONVERT F_(real_convert_row)
#include "nbl/fft/trade_rows.h"
#endif

/* Converts all elements of one component as F_(real_convert)() does.
 *
 * first_  true: the shared memory has not been used since the last barrier, so none is needed before the trade */
NBL_FUNCTION void F_(real_convert_one)(nbl_fft_place_t at_, bool first_, bool pack_,
                                       NBL_INOUT NBL_COMPLEX registers_[F_(elements)]) {
    uint32_t n_ = F_(fft_length)();
    bool by_rows_ = false;
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
    nbl_fft_pass_t side_ = F_(last_pass)();
    by_rows_ = NBL_FFT_REAL == 1 && NBL_FFT_OF_PLAN_(invocations) > 1u &&
               F_(real_trade_rows_at_once)(side_, NBL_FFT_OF_PLAN_(own_dwords)) != 0u;
    if (by_rows_) {
        NBL_COMPLEX root_of_first_ = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
        if (NBL_FFT_STEPPED_ROOTS) root_of_first_ = F_(real_root_of)(nbl_fft_pass_read_base(side_, 0u, at_.invocation));
        F_(real_trade_rows)
        (at_, side_, 0u, at_.instance, NBL_FFT_OF_PLAN_(own_dwords), first_, root_of_first_, pack_, registers_);
    }
#endif
    if (!by_rows_) {
        NBL_COMPLEX partners_[F_(elements)];
        F_(real_trade)(at_, registers_, partners_, first_);
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < F_(spectrum_elements)(); k_++) {
            if (F_(spectrum_active)(at_, k_)) {
                uint32_t frequency_ = F_(frequency)(at_, k_);
                if (NBL_FFT_REAL == 1) {
                    registers_[k_] = F_(real_convert)(registers_[k_], partners_[k_], F_(real_root_of)(frequency_),
                                                      frequency_, n_, pack_);
                } else {
                    registers_[k_] = F_(real_convert_two)(registers_[k_], partners_[k_], frequency_, n_, pack_);
                }
            }
        }
    }
}

#if NBL_FFT_COMPONENTS > 1
/* Converts the components one after the other, each in shared memory of its own, which needs no barrier between them.
 * The parameter registers_ comes with NBL_FFT_STATE_PARAMETERS, and so does the comma before it. */
NBL_FUNCTION void convert_all_(nbl_fft_place_t at_, bool first_, bool pack_ NBL_FFT_STATE_PARAMETERS) {
    uint32_t instance_ = at_.instance * NBL_FFT_COMPONENTS;
    NBL_UNROLL for (uint32_t component_ = 0u; component_ < NBL_FFT_COMPONENTS; component_++) {
        NBL_COMPLEX own_[F_(elements)];
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < F_(elements); k_++) {
            own_[k_] = registers_[component_ * F_(elements) + k_];
        }
        at_.instance = instance_ + component_;
        F_(real_convert_one)(at_, first_ || component_ > 0u, pack_, own_);
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < F_(elements); k_++) {
            registers_[component_ * F_(elements) + k_] = own_[k_];
        }
    }
}
#endif

/* Transforms what is in registers: unpacks after the complex FFT, or, inverse, packs before it. */
NBL_FUNCTION void F_(transform_registers)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    if (inverse_) {
        convert_all_(at_, true, true NBL_FFT_STATE_ARGUMENTS);
        if (NBL_FFT_OF_PLAN_(invocations) > 1u) NBL_FFT_BARRIER();
    }
    F_(transform_complex)(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);
    if (!inverse_) convert_all_(at_, false, false NBL_FFT_STATE_ARGUMENTS);
}

#undef F_
#undef S_
#undef convert_all_
#undef NBL_SCALAR
#undef NBL_FFT_STEPPED_ROOTS
