/* One or two real signals that no workgroup holds: what the passes do beside complex ones.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks_pass.h alone, where NBL_FFT_REAL is defined. A frequency is made of the complex
 * transform's elements f and N - f by nbl/fft/real.h. The last pass has both in registers if a workgroup takes lines by
 * pairs. With L lines, element k of line l is f = l + L k. Its mirror is element points - 1 - k of line L - l; in line
 * 0 it is element points - k of line 0. The first pass back reads the same elements in the same lines.
 *
 *   slots of workgroup w   0     1       2       3       4       5         6         7
 *   lines                  l     l + 1   l + 2   l + 3   L - l   L - l - 1 L - l - 2 L - l - 3      l = 4 w
 *
 * Lines 0 and L / 2 are their own mirrors and share a pair. If L is odd, line 0 has a pair alone.
 */
#include "nbl/fft/callbacks_real.h"

#if !defined(NBL_FFT_FILTER) && NBL_FFT_PASS == 1
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(line_get_frequency)(uint32_t number_, uint32_t base_,
                                                         uint32_t offset_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    uint32_t fft_ = number_ / NBL_FFT_OF_ONE_;
    uint32_t index_ = nbl_fft_large_read(NBL_FFT_OWN(large_pass)(), number_ - fft_ * NBL_FFT_OF_ONE_, base_ + offset_);
    if (NBL_FFT_REAL == 1 && offset_ != 0u) return NBL_FFT_OWN(get)(fft_, index_ NBL_FFT_NUMBER_ NBL_FFT_HAND_);
    return NBL_FFT_OWN(get_frequency)(fft_, index_ NBL_FFT_NUMBER_ NBL_FFT_HAND_);
}
#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_OWN(line_get_frequency)
#elif !defined(NBL_FFT_FILTER) && defined(NBL_FFT_IS_LAST_)
NBL_FUNCTION void NBL_FFT_OWN(line_set_frequency)(uint32_t number_, uint32_t base_, uint32_t offset_ NBL_FFT_NUMBERED_,
                                                  NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    uint32_t fft_ = number_ / NBL_FFT_OF_ONE_;
    uint32_t index_ = nbl_fft_large_write(NBL_FFT_OWN(large_pass)(), number_ - fft_ * NBL_FFT_OF_ONE_, base_ + offset_);
    if (NBL_FFT_REAL == 1 && offset_ != 0u) {
        NBL_FFT_OWN(set)(fft_, index_ NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
    } else {
        NBL_FFT_OWN(set_frequency)(fft_, index_ NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
    }
}
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_OWN(line_set_frequency)
#endif

#ifdef NBL_FFT_IS_PAIRED_
/* Returns a place with its slot's line. The result's fft is L times the transform's number, plus the line. Internal. */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(line_place)(nbl_fft_place_t at_, bool inverse_) {
    uint32_t lines_ = NBL_FFT_OF_ONE_, slots_ = NBL_FFT_OWN(lines);
    uint32_t fft_ = at_.fft / slots_;
    uint32_t line_ = at_.fft - fft_ * slots_;
    bool is_empty_ = line_ == lines_;
    NBL_UNUSED(inverse_); /* with a filter lines have their mirrors both ways */
    if (NBL_FFT_IS_PAIRED_(inverse_)) {
        uint32_t half_ = NBL_FFT_OWN(ffts_per_workgroup) / 2u, pairs_ = at_.ffts / 2u;
        bool is_mirror_ = at_.instance >= half_;
        uint32_t pair_ = NBL_FFT_TILE * half_ + at_.instance - (is_mirror_ ? half_ : 0u);
        at_.present = pair_ < pairs_;
        pair_ = at_.present ? pair_ : pairs_ - 1u;
        fft_ = pair_ / (slots_ / 2u);
        line_ = pair_ - fft_ * (slots_ / 2u);
        is_empty_ = is_mirror_ && line_ == 0u && lines_ != slots_;
        if (is_mirror_) line_ = line_ == 0u ? lines_ / 2u : lines_ - line_;
    }
    if (is_empty_) {
        at_.present = false;
        line_ = 0u;
    }
    at_.fft = fft_ * lines_ + line_;
    return at_;
}

#if NBL_FFT_REAL == 1
/* Returns exp(-2 pi i frequency / 2 N). Internal. */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(root_of)(uint32_t frequency_) {
    nbl_fft_large_pass_t of_ = {2u * NBL_FFT_COMPLEX_LENGTH, 1u, NBL_FFT_OF_ONE_,
                                NBL_FFT_PASS == 1 ? NBL_FFT_POINTS_2 : NBL_FFT_POINTS_1};
    return NBL_OF_SCALAR(nbl_fft_large_twiddle)(frequency_, NBL_OF_SCALAR(nbl_fft_large_fraction)(of_), false);
}
#endif

/* Returns what an element of the complex transform becomes in the spectrum, or (pack) the other way. Of one signal an
 * element's root is the root of the invocation's first frequency times a literal, if every invocation has the
 * butterfly. Internal. */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(convert)(nbl_fft_place_t at_, nbl_fft_pass_t side_, uint32_t line_, uint32_t k_,
                                              NBL_COMPLEX z_, NBL_COMPLEX mirror_, NBL_COMPLEX root_of_first_,
                                              bool pack_) {
    uint32_t offset_ = nbl_fft_pass_read_offset(side_, k_);
    uint32_t frequency_ = line_ + NBL_FFT_OF_ONE_ * nbl_fft_pass_read_index(side_, k_, at_.invocation);
    NBL_COMPLEX value_;
#if NBL_FFT_REAL == 1
    NBL_COMPLEX w_ = root_of_first_, ends_;
    if (!nbl_fft_pass_all_work(side_, k_ / side_.radix)) {
        w_ = NBL_FFT_OWN(root_of)(frequency_);
    } else if (offset_ != 0u) {
        w_ = nbl_complex_mul(root_of_first_,
                             NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(
                                 offset_, NBL_OF_SCALAR(nbl_fft_fraction)(2u * NBL_FFT_COMPLEX_LENGTH), false));
    }
    if (pack_) {
        ends_ = NBL_OF_SCALAR(nbl_fft_real_pack_ends)(z_);
        value_ = NBL_OF_SCALAR(nbl_fft_real_pack)(z_, mirror_, w_);
    } else {
        ends_ = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(z_);
        value_ = NBL_OF_SCALAR(nbl_fft_real_unpack)(z_, mirror_, w_);
    }
    return nbl_complex_select(offset_ == 0u && frequency_ == 0u, ends_, value_);
#else
    bool is_shared_ = frequency_ == 0u || 2u * frequency_ == NBL_FFT_LENGTH;
    bool is_first_ = 2u * frequency_ < NBL_FFT_LENGTH;
    NBL_OF_SCALAR(nbl_fft_pair) pair_;
    if (pack_) {
        pair_.lo = nbl_complex_select(is_first_, z_, nbl_complex_conj(mirror_));
        pair_.hi = nbl_complex_select(is_first_, mirror_, nbl_complex_conj(z_));
        value_ = NBL_OF_SCALAR(nbl_fft_pack)(pair_);
    } else {
        pair_ = NBL_OF_SCALAR(nbl_fft_unpack)(nbl_complex_select(is_first_, z_, mirror_),
                                              nbl_complex_select(is_first_, mirror_, z_));
        value_ = nbl_complex_select(is_first_, pair_.lo, pair_.hi);
    }
    NBL_UNUSED(root_of_first_);
    NBL_UNUSED(offset_);
    return nbl_complex_select(is_shared_, z_, value_);
#endif
}

#define NBL_TRADE_NAME NBL_FFT_OWN(trade)
#define NBL_TRADE_ELEMENTS NBL_FFT_OWN(elements)
#define NBL_TRADE_PLACE(instance, i) ((i) * (NBL_FFT_COMPONENTS * NBL_FFT_OWN(ffts_per_workgroup)) + (instance))
#define NBL_TRADE_GET(i) NBL_FFT_SHARED_GET(i)
#define NBL_TRADE_SET(i, value) NBL_FFT_SHARED_SET(i, value)
#define NBL_TRADE_BARRIER() NBL_FFT_BARRIER()
#define NBL_TRADE_CONVERT NBL_FFT_OWN(convert)
#include "nbl/fft/trade_rows.h"

/* Converts all elements of a line, component by component, each in shared memory of its own. All of a workgroup call
 * it, with places of line_place(). Internal.
 *
 * free_  the shared memory has not been used since the last barrier */
NBL_FUNCTION void NBL_FFT_OWN(convert_line)(nbl_fft_place_t at_, bool free_, bool pack_, NBL_INOUT NBL_FFT_ARRAY_) {
    nbl_fft_pass_t side_ = NBL_FFT_OWN(last_pass)();
    uint32_t lines_ = NBL_FFT_OF_ONE_, half_ = NBL_FFT_OWN(ffts_per_workgroup) / 2u, instance_ = at_.instance;
    uint32_t line_ = at_.fft - at_.fft / lines_ * lines_, from_ = instance_;
    NBL_COMPLEX root_ = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (line_ != 0u && 2u * line_ != lines_) from_ = instance_ < half_ ? instance_ + half_ : instance_ - half_;
#if NBL_FFT_REAL == 1
    root_ = NBL_FFT_OWN(root_of)(line_ + lines_ * nbl_fft_pass_read_base(side_, 0u, at_.invocation));
#endif
    NBL_UNROLL for (uint32_t component_ = 0u; component_ < NBL_FFT_COMPONENTS; component_++) {
        NBL_COMPLEX own_[NBL_FFT_OWN(elements)];
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(elements); k_++) { own_[k_] = NBL_FFT_ELEMENT_; }
        at_.instance = instance_ * NBL_FFT_COMPONENTS + component_;
        NBL_FFT_OWN(trade)
        (at_, side_, line_, from_ * NBL_FFT_COMPONENTS + component_, NBL_FFT_OWN(line_dwords), free_ || component_ > 0u,
         root_, pack_, own_);
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(elements); k_++) { NBL_FFT_ELEMENT_ = own_[k_]; }
    }
}
#endif
