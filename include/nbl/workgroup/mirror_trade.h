/* The trade of mirrored elements: every element of a spectrum in registers gets the one of the negated frequency.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_MIRROR_NAME. All are undefined at the
 * end.
 *
 *   NBL_MIRROR_NAME             prefix of the functions
 *   NBL_MIRROR_SCALAR           float16_t, float32_t or float64_t
 *   NBL_MIRROR_FFT              the FFT's name, an instance of nbl/fft.h
 *   NBL_MIRROR_OF(n, frequency)   optional: the element to fetch; n - frequency, and 0 for 0
 *   NBL_MIRROR_SHARED_GET(i), NBL_MIRROR_SHARED_SET(i, value), NBL_MIRROR_BARRIER()   the FFT's shared memory
 *   NBL_MIRROR_SHARED_DWORDS    dwords of it that one FFT has, 1 or more; the fewer, the more often a trade fills them
 *
 * <name>_trade(at, registers, partners, first)   arrays of <FFT's name>_elements: partners[k] = the mirror of
 *                                                registers[k]; first: the shared memory
 *                                                has not been used since the last barrier
 *
 * Cautions: every invocation of the workgroup calls it, in uniform control flow; put a barrier before the shared memory
 * is used again. That an element has one mirror is proved in docs/theory.md, "Mirror trades". With p
 * planes of n dwords in the memory, p at least 1, a trade of elements of d dwords takes ceil(d / p) ceil(n / dwords)
 * fills of two barriers each, the first of them without its first barrier where `first` is true.
 */
#include "nbl/fft/parameters.h"

#ifndef NBL_MIRROR_NAME
#error "NBL_MIRROR_NAME is missing: the prefix of the functions that nbl/workgroup/mirror_trade.h makes"
#endif
#ifndef NBL_MIRROR_SCALAR
#error "NBL_MIRROR_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_MIRROR_FFT
#error "NBL_MIRROR_FFT is missing: the name of an instance of nbl/fft.h"
#endif
#ifndef NBL_MIRROR_SHARED_DWORDS
#error "NBL_MIRROR_SHARED_DWORDS is missing: the dwords of shared memory that one FFT has"
#endif
#ifndef NBL_MIRROR_SHARED_GET
#error "NBL_MIRROR_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_MIRROR_SHARED_SET
#error "NBL_MIRROR_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif
#ifndef NBL_MIRROR_BARRIER
#error "NBL_MIRROR_BARRIER() is missing: the shared-memory accessor has no barrier"
#endif
#ifndef NBL_MIRROR_OF
#define NBL_MIRROR_OF(n, frequency) ((frequency) == 0u ? 0u : (n) - (frequency))
#endif

#define NBL_SCALAR NBL_MIRROR_SCALAR
#include "nbl/lang/scalar.h"
#define NBL_MIRROR_DWORDS NBL_OF_SCALAR(NBL_DWORDS)
#define NBL_MIRROR_OF_FFT(name) NBL_CAT(NBL_MIRROR_FFT, NBL_CAT(_, name))
#define NBL_MIRROR_REGISTERS NBL_INOUT NBL_COMPLEX registers_[NBL_MIRROR_OF_FFT(elements)]
/* Has a name because GLSL takes two equal products of a specialization constant for two different array sizes. */
NBL_CONSTANT(NBL_CAT(NBL_MIRROR_NAME, _most_taken), NBL_MIRROR_DWORDS *NBL_MIRROR_OF_FFT(elements))

/* One fill of a trade: dwords d to d + planes - 1 of those elements whose numbers lie in a window of the shared
 * memory.
 *
 *   memory of an FFT:   dword d of the window's elements | dword d + 1 of them | ..
 */
NBL_FUNCTION void NBL_CAT(NBL_MIRROR_NAME, _fill)(nbl_fft_place_t at_, NBL_MIRROR_REGISTERS,
                                                  NBL_INOUT uint32_t taken_[NBL_CAT(NBL_MIRROR_NAME, _most_taken)],
                                                  uint32_t d_, uint32_t planes_, uint32_t window_) {
    uint32_t n_ = NBL_MIRROR_OF_FFT(fft_length)();
    uint32_t base_ = at_.instance * (NBL_MIRROR_SHARED_DWORDS);
    uint32_t capacity_ = NBL_MIRROR_SHARED_DWORDS;
    bool whole_ = capacity_ >= n_; /* with literals the tests for the window fold away */
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_MIRROR_OF_FFT(spectrum_elements)(); k_++) {
        uint32_t number_ = NBL_MIRROR_OF_FFT(spectrum_index)(at_, k_);
        if (NBL_MIRROR_OF_FFT(spectrum_active)(at_, k_) && (whole_ || number_ - window_ < capacity_)) {
            nbl_dwords_t given_ = NBL_OF_SCALAR(nbl_dwords_from_complex)(registers_[k_]);
            NBL_UNROLL for (uint32_t plane_ = 0u; plane_ < planes_; plane_++) {
                if (d_ + plane_ < NBL_MIRROR_DWORDS)
                    NBL_MIRROR_SHARED_SET(base_ + plane_ * n_ + number_ - window_, given_.value[d_ + plane_]);
            }
        }
    }
    NBL_MIRROR_BARRIER();
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_MIRROR_OF_FFT(spectrum_elements)(); k_++) {
        uint32_t frequency_ = NBL_MIRROR_OF_FFT(frequency)(at_, k_);
        uint32_t number_ = NBL_MIRROR_OF_FFT(index_of_frequency)(NBL_MIRROR_OF(n_, frequency_));
        if (NBL_MIRROR_OF_FFT(spectrum_active)(at_, k_) && (whole_ || number_ - window_ < capacity_)) {
            NBL_UNROLL for (uint32_t plane_ = 0u; plane_ < planes_; plane_++) {
                if (d_ + plane_ < NBL_MIRROR_DWORDS)
                    taken_[NBL_MIRROR_DWORDS * k_ + d_ + plane_] =
                        NBL_MIRROR_SHARED_GET(base_ + plane_ * n_ + number_ - window_);
            }
        }
    }
}

/* partners[k] = the element of the partner of registers[k]'s frequency. */
NBL_FUNCTION void NBL_CAT(NBL_MIRROR_NAME, _trade)(nbl_fft_place_t at_, NBL_MIRROR_REGISTERS,
                                                   NBL_INOUT NBL_COMPLEX partners_[NBL_MIRROR_OF_FFT(elements)],
                                                   bool first_) {
    uint32_t n_ = NBL_MIRROR_OF_FFT(fft_length)();
    uint32_t capacity_ = NBL_MIRROR_SHARED_DWORDS;
    uint32_t planes_ = capacity_ < n_ ? 1u : (capacity_ < NBL_MIRROR_DWORDS * n_ ? capacity_ / n_ : NBL_MIRROR_DWORDS);
    uint32_t taken_[NBL_CAT(NBL_MIRROR_NAME, _most_taken)];
    if (NBL_MIRROR_OF_FFT(spectrum_elements)() == n_) { /* a single invocation */
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_MIRROR_OF_FFT(spectrum_elements)(); k_++) {
            uint32_t frequency_ = NBL_MIRROR_OF_FFT(frequency)(at_, k_);
            partners_[k_] = registers_[NBL_MIRROR_OF_FFT(holder)(NBL_MIRROR_OF(n_, frequency_)).element];
        }
    } else {
        NBL_UNROLL for (uint32_t d_ = 0u; d_ < NBL_MIRROR_DWORDS; d_ += planes_) {
            NBL_UNROLL for (uint32_t window_ = 0u; window_ < n_; window_ += capacity_) {
                if (!first_ || d_ > 0u || window_ > 0u) NBL_MIRROR_BARRIER();
                NBL_CAT(NBL_MIRROR_NAME, _fill)(at_, registers_, taken_, d_, planes_, window_);
            }
        }
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_MIRROR_OF_FFT(spectrum_elements)(); k_++) {
            nbl_dwords_t element_ = NBL_OF_SCALAR(nbl_dwords_from_complex)(registers_[k_]);
            NBL_UNROLL for (uint32_t d_ = 0u; d_ < NBL_MIRROR_DWORDS; d_++) {
                if (NBL_MIRROR_OF_FFT(spectrum_active)(at_, k_))
                    element_.value[d_] = taken_[NBL_MIRROR_DWORDS * k_ + d_];
            }
            partners_[k_] = NBL_OF_SCALAR(nbl_complex_from_dwords)(element_);
        }
    }
}

#undef NBL_MIRROR_REGISTERS
#undef NBL_MIRROR_OF_FFT
#undef NBL_MIRROR_DWORDS
#undef NBL_SCALAR
#undef NBL_MIRROR_BARRIER
#undef NBL_MIRROR_SHARED_SET
#undef NBL_MIRROR_SHARED_GET
#undef NBL_MIRROR_SHARED_DWORDS
#undef NBL_MIRROR_OF
#undef NBL_MIRROR_FFT
#undef NBL_MIRROR_SCALAR
#undef NBL_MIRROR_NAME
