/* The callbacks of a pass of a large transform: from a line and its element to the transform and its element.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks.h where NBL_FFT_PASS is given. Where the signal enters and where the spectrum leaves
 * (of the inverse: the other way round) the user's <name>_get and <name>_set are called; between passes
 * <name>_between_get and <name>_between_set, or the buffer that NBL_FFT_BETWEEN names. NBL_FFT_SOURCE and
 * NBL_FFT_TARGET, device addresses, go before both. nbl/fft/large.h says which element lies where.
 */
/* The pass that reads, and the one that writes: they differ where the last pass forward is the first one back. */
#ifdef NBL_FFT_GOES_BACK_
NBL_FUNCTION nbl_fft_large_pass_t NBL_FFT_OWN(large_pass)(void) {
    return nbl_fft_large_pass(NBL_FFT_PASS, NBL_FFT_SPLIT_BACK_);
}
#else
NBL_FUNCTION nbl_fft_large_pass_t NBL_FFT_OWN(large_pass)(void) {
    return nbl_fft_large_pass(NBL_FFT_PASS, NBL_FFT_SPLIT_);
}
#endif
#ifdef NBL_FFT_IS_MIDDLE_
NBL_FUNCTION nbl_fft_large_pass_t NBL_FFT_OWN(large_pass_back)(void) {
    return nbl_fft_large_pass(1u, NBL_FFT_SPLIT_BACK_);
}
#define NBL_FFT_WRITE_PASS_ NBL_FFT_OWN(large_pass_back)
#else
#define NBL_FFT_WRITE_PASS_ NBL_FFT_OWN(large_pass)
#endif

/* Where this pass reads: rows as they lie, and lines as nbl/fft/large.h has them. */
#ifdef NBL_FFT_HAS_ROWS_
#define NBL_FFT_READ_PLACE_ nbl_fft_large_place
#define NBL_FFT_READ_STRIDE_ nbl_fft_large_write_stride
#else
#define NBL_FFT_READ_PLACE_ nbl_fft_large_read
#define NBL_FFT_READ_STRIDE_ nbl_fft_large_read_stride
#endif

#ifdef NBL_FFT_BETWEEN
#if defined(NBL_FFT_COMPONENTS) && NBL_FFT_COMPONENTS > 1 /* those of an element side by side */
#define NBL_FFT_BETWEEN_PLACE_ ((fft_ * NBL_FFT_LONG_ + index_) * NBL_FFT_COMPONENTS + component_)
#else
#define NBL_FFT_BETWEEN_PLACE_ (fft_ * NBL_FFT_LONG_ + index_)
#endif
#ifdef NBL_FFT_GOES_BACK_
#define NBL_FFT_BETWEEN_READ_ NBL_FFT_BETWEEN_BACK
#else
#define NBL_FFT_BETWEEN_READ_ NBL_FFT_BETWEEN
#endif
#if defined(NBL_FFT_GOES_BACK_) || defined(NBL_FFT_IS_MIDDLE_)
#define NBL_FFT_BETWEEN_WRITTEN_ NBL_FFT_BETWEEN_BACK
#else
#define NBL_FFT_BETWEEN_WRITTEN_ NBL_FFT_BETWEEN
#endif
#if NBL_FFT_PASS > 1
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(between_get)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(NBL_FFT_BETWEEN_READ_, NBL_FFT_BETWEEN_PLACE_));
}
#endif
#ifndef NBL_FFT_IS_LAST_
NBL_FUNCTION void NBL_FFT_OWN(between_set)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_,
                                           NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    NBL_STORE(NBL_FFT_BETWEEN_WRITTEN_, NBL_FFT_BETWEEN_PLACE_, NBL_OF_SCALAR(nbl_storage_from_complex)(value_));
}
#endif
#endif

/* How this pass reads and writes: at a device address, in the buffer between, or by a function of the user's. */
#if NBL_FFT_PASS == 1
#define NBL_FFT_READ_ NBL_FFT_OWN(get)
#else
#define NBL_FFT_READ_ NBL_FFT_OWN(between_get)
#endif
#ifdef NBL_FFT_IS_LAST_
#define NBL_FFT_WRITE_ NBL_FFT_OWN(set)
#else
#define NBL_FFT_WRITE_ NBL_FFT_OWN(between_set)
#endif
#if !defined(NBL_FFT_SOURCE) && (NBL_FFT_PASS == 1 || !defined(NBL_FFT_BETWEEN))
NBL_FUNCTION NBL_COMPLEX NBL_FFT_READ_(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_);
#endif
#if !defined(NBL_FFT_TARGET) && (defined(NBL_FFT_IS_LAST_) || !defined(NBL_FFT_BETWEEN))
NBL_FUNCTION void NBL_FFT_WRITE_(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_, NBL_COMPLEX value_ NBL_FFT_HANDED_);
#endif

/* What lies at a device address. */
#ifdef NBL_FFT_HALVES
#define NBL_FFT_STORED_ uint32_t
#define NBL_FFT_STORED_DWORDS_ 1
#define NBL_FFT_FROM_STORED_ nbl_complex_from_half_storage
#define NBL_FFT_TO_STORED_ nbl_half_storage_from_complex
#else
#define NBL_FFT_STORED_ NBL_OF_SCALAR(NBL_STORAGE)
#define NBL_FFT_STORED_DWORDS_ NBL_FFT_COMPLEX_DWORDS
#define NBL_FFT_FROM_STORED_ NBL_OF_SCALAR(nbl_complex_from_storage)
#define NBL_FFT_TO_STORED_ NBL_OF_SCALAR(nbl_storage_from_complex)
#endif
#if defined(NBL_FFT_SOURCE) && NBL_FFT_PASS == 1
NBL_REFERENCE(NBL_FFT_STORED_, NBL_FFT_OWN(source))
#elif defined(NBL_FFT_SOURCE) /* in place, as a rule */
NBL_COHERENT_REFERENCE(NBL_FFT_STORED_, NBL_FFT_OWN(source))
#endif
#ifdef NBL_FFT_TARGET
NBL_COHERENT_REFERENCE(NBL_FFT_STORED_, NBL_FFT_OWN(target))
#endif

/* An element is number base + offset of its line. At an address the base alone is computed, and the distance from it is
 * a part of the instruction, so that an invocation has one address for all elements. */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(line_get)(uint32_t number_, uint32_t base_,
                                               uint32_t offset_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    nbl_fft_large_pass_t pass_ = NBL_FFT_OWN(large_pass)();
    uint32_t fft_ = number_ / NBL_FFT_OF_ONE_;
    uint32_t line_ = number_ - fft_ * NBL_FFT_OF_ONE_;
#ifdef NBL_FFT_SOURCE
    uint32_t first_ = fft_ * NBL_FFT_LONG_ + NBL_FFT_READ_PLACE_(pass_, line_, base_);
    return NBL_FFT_FROM_STORED_(NBL_REFERENCE_LOAD(NBL_FFT_OWN(source),
                                                   nbl_fft_address(NBL_FFT_SOURCE, first_, NBL_FFT_STORED_DWORDS_),
                                                   offset_ * NBL_FFT_READ_STRIDE_(pass_)));
#else
    return NBL_FFT_READ_(fft_, NBL_FFT_READ_PLACE_(pass_, line_, base_ + offset_) NBL_FFT_NUMBER_ NBL_FFT_HAND_);
#endif
}

NBL_FUNCTION void NBL_FFT_OWN(line_set)(uint32_t number_, uint32_t base_, uint32_t offset_ NBL_FFT_NUMBERED_,
                                        NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    nbl_fft_large_pass_t pass_ = NBL_FFT_WRITE_PASS_();
    uint32_t fft_ = number_ / NBL_FFT_OF_ONE_;
    uint32_t line_ = number_ - fft_ * NBL_FFT_OF_ONE_;
#ifdef NBL_FFT_TARGET
    uint32_t first_ = fft_ * NBL_FFT_LONG_ + nbl_fft_large_write(pass_, line_, base_);
    NBL_REFERENCE_STORE(NBL_FFT_OWN(target), nbl_fft_address(NBL_FFT_TARGET, first_, NBL_FFT_STORED_DWORDS_),
                        offset_ * nbl_fft_large_write_stride(pass_), NBL_FFT_TO_STORED_(value_));
#else
    NBL_FFT_WRITE_(fft_, nbl_fft_large_write(pass_, line_, base_ + offset_) NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
#endif
}

#if !defined(NBL_FFT_IS_LAST_) && !defined(NBL_FFT_HAS_ROWS_)
#define NBL_TWIDDLE_LINE_NAME NBL_FFT_OWN(twiddle_registers)
#define NBL_TWIDDLE_LINE_ELEMENTS NBL_FFT_OWN(elements)
#define NBL_TWIDDLE_LINE_COMPONENTS NBL_FFT_COMPONENTS
#define NBL_TWIDDLE_LINE_MOST NBL_FFT_MOST_
#ifdef NBL_FFT_TABLE
#define NBL_TWIDDLE_LINE_POWER(first, r) NBL_FFT_OWN(table_get)(NBL_FFT_COMPLEX_LENGTH + (first), r)
#endif
#include "nbl/fft/twiddle_line.h"

NBL_FUNCTION void NBL_FFT_OWN(twiddle_line)(nbl_fft_place_t at_, nbl_fft_pass_t side_, bool inverse_,
                                            NBL_INOUT NBL_FFT_ARRAY_) {
    uint32_t line_ = at_.fft - at_.fft / NBL_FFT_OF_ONE_ * NBL_FFT_OF_ONE_;
    uint32_t rest_ = nbl_fft_large_rest(NBL_FFT_WRITE_PASS_(), line_);
    NBL_FFT_OWN(twiddle_registers)(at_, side_, NBL_FFT_WRITE_PASS_(), rest_, inverse_, x_);
}
#define NBL_FFT_TWIDDLE_LINE_(inverse) NBL_FFT_OWN(twiddle_line)(at_, side_, inverse, x_);
#else
#define NBL_FFT_TWIDDLE_LINE_(inverse)
#endif

/* Passes but the first and one with a filter work in place: an invocation may store what another one of its workgroup
 * has loaded. */
#if NBL_FFT_PASS == 1 || defined(NBL_FFT_IS_MIDDLE_)
#define NBL_FFT_LOADED_()
#else
#define NBL_FFT_LOADED_() NBL_WORKGROUP_MEMORY_BARRIER();
#endif
#define NBL_FFT_GET_SIGNAL_ NBL_FFT_OWN(line_get)
#define NBL_FFT_SET_SIGNAL_ NBL_FFT_OWN(line_set)
#ifdef NBL_FFT_REAL
#include "nbl/fft/callbacks_pass_real.h"
#endif
#ifndef NBL_FFT_GET_FREQUENCY_
#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_OWN(line_get)
#endif
#ifndef NBL_FFT_SET_FREQUENCY_
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_OWN(line_set)
#endif
#undef NBL_FFT_TO_STORED_
#undef NBL_FFT_FROM_STORED_
#undef NBL_FFT_STORED_DWORDS_
#undef NBL_FFT_STORED_
#undef NBL_FFT_BETWEEN_WRITTEN_
#undef NBL_FFT_BETWEEN_READ_
#undef NBL_FFT_BETWEEN_PLACE_
#undef NBL_FFT_READ_STRIDE_
#undef NBL_FFT_READ_PLACE_
#undef NBL_FFT_WRITE_
#undef NBL_FFT_READ_
