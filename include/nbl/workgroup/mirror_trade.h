/* The trade of mirrored elements: every element of a spectrum in registers gets the one of the negated frequency.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_MIRROR_NAME. All are undefined at the
 * end.
 *
 *   NBL_MIRROR_NAME             prefix of the functions
 *   NBL_MIRROR_SCALAR           float16_t, float32_t or float64_t
 *   NBL_MIRROR_SHAPE()          the FFT's nbl_fft_shape_t, nbl/fft/map.h
 *   NBL_MIRROR_OF(n, frequency)   optional: whose element is wanted; n - frequency, and 0 for 0
 *   NBL_MIRROR_SHARED_GET(i), NBL_MIRROR_SHARED_SET(i, value), NBL_MIRROR_BARRIER()   the FFT's shared memory
 *   NBL_MIRROR_SHARED_DWORDS    how many dwords of it one FFT has, 1 or more; the less, the more rounds a trade takes
 *   NBL_PRELOADED_ELEMENTS      stays defined
 *
 * <name>_trade(at, registers, partners, first)   partners[k] = the mirror of registers[k]; first: nobody has used the
 *                                                shared memory since the last barrier
 *
 * Cautions: every invocation of the workgroup calls it, in uniform control flow; whoever uses the shared memory
 * afterwards puts a barrier first. That an element has one mirror is proved in docs/theory.md, "Mirror trades". With p
 * planes of n dwords in the memory, p at least 1, a trade of elements of d dwords takes ceil(d / p) ceil(n / dwords)
 * rounds of two barriers, the first of them without its first barrier where `first` is true.
 */
#include "nbl/fft/map.h"
#include "nbl/workgroup/dwords.h"

#ifndef NBL_MIRROR_NAME
#error "NBL_MIRROR_NAME is missing: the prefix of the functions that nbl/workgroup/mirror_trade.h makes"
#endif
#ifndef NBL_MIRROR_SCALAR
#error "NBL_MIRROR_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_MIRROR_SHAPE
#error "NBL_MIRROR_SHAPE() is missing: the FFT's nbl_fft_shape_t"
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
#ifndef NBL_PRELOADED_ELEMENTS
#error "NBL_PRELOADED_ELEMENTS is missing: the elements per invocation"
#endif
#ifndef NBL_MIRROR_OF
#define NBL_MIRROR_OF(n, frequency) ((frequency) == 0u ? 0u : (n) - (frequency))
#endif

#define NBL_MIRROR_COMPLEX NBL_CAT(nbl_complex_, NBL_MIRROR_SCALAR)
#define NBL_MIRROR_DWORDS NBL_CAT(NBL_DWORDS_, NBL_MIRROR_SCALAR)
#define NBL_MIRROR_REGISTERS NBL_INOUT NBL_MIRROR_COMPLEX registers[NBL_PRELOADED_ELEMENTS]

/* One round of a trade: dwords d to d + planes - 1 of those elements whose numbers lie in a window of the shared
 * memory.
 *
 *   memory of an FFT:   dword d of the window's elements | dword d + 1 of them | ..
 */
NBL_FUNCTION void NBL_CAT(NBL_MIRROR_NAME, _round)(nbl_fft_place_t at, NBL_MIRROR_REGISTERS,
                                                   NBL_INOUT uint32_t taken[NBL_MIRROR_DWORDS * NBL_PRELOADED_ELEMENTS],
                                                   uint32_t d, uint32_t planes, uint32_t window) {
    nbl_fft_shape_t shape = NBL_MIRROR_SHAPE();
    uint32_t n = nbl_fft_length(shape);
    uint32_t base = at.instance * (NBL_MIRROR_SHARED_DWORDS);
    uint32_t capacity = NBL_MIRROR_SHARED_DWORDS;
    bool whole = capacity >= n; /* for literals all there is to say of windows */
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t number = nbl_fft_spectrum_index(shape, k, at.invocation);
        if (nbl_fft_spectrum_active(shape, k, at.invocation) && (whole || number - window < capacity)) {
            nbl_dwords_t given = NBL_CAT(nbl_dwords_from_complex_, NBL_MIRROR_SCALAR)(registers[k]);
            NBL_UNROLL for (uint32_t plane = 0u; plane < planes; plane++) {
                if (d + plane < NBL_MIRROR_DWORDS)
                    NBL_MIRROR_SHARED_SET(base + plane * n + number - window, given.dword[d + plane]);
            }
        }
    }
    NBL_MIRROR_BARRIER();
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        uint32_t number = nbl_fft_index_of_frequency(shape, NBL_MIRROR_OF(n, frequency));
        if (nbl_fft_spectrum_active(shape, k, at.invocation) && (whole || number - window < capacity)) {
            NBL_UNROLL for (uint32_t plane = 0u; plane < planes; plane++) {
                if (d + plane < NBL_MIRROR_DWORDS)
                    taken[NBL_MIRROR_DWORDS * k + d + plane] =
                        NBL_MIRROR_SHARED_GET(base + plane * n + number - window);
            }
        }
    }
}

/* partners[k] = the element of the partner of registers[k]'s frequency. */
NBL_FUNCTION void NBL_CAT(NBL_MIRROR_NAME, _trade)(nbl_fft_place_t at, NBL_MIRROR_REGISTERS,
                                                   NBL_INOUT NBL_MIRROR_COMPLEX partners[NBL_PRELOADED_ELEMENTS],
                                                   bool first) {
    nbl_fft_shape_t shape = NBL_MIRROR_SHAPE();
    uint32_t n = nbl_fft_length(shape);
    uint32_t capacity = NBL_MIRROR_SHARED_DWORDS;
    uint32_t planes = capacity < n ? 1u : (capacity < NBL_MIRROR_DWORDS * n ? capacity / n : NBL_MIRROR_DWORDS);
    uint32_t taken[NBL_MIRROR_DWORDS * NBL_PRELOADED_ELEMENTS];
    if (nbl_fft_invocations(shape) == 1u) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, 0u));
            partners[k] = registers[nbl_fft_holder(shape, NBL_MIRROR_OF(n, frequency)).element];
        }
    } else {
        NBL_UNROLL for (uint32_t d = 0u; d < NBL_MIRROR_DWORDS; d += planes) {
            NBL_UNROLL for (uint32_t window = 0u; window < n; window += capacity) {
                if (!first || d > 0u || window > 0u) NBL_MIRROR_BARRIER();
                NBL_CAT(NBL_MIRROR_NAME, _round)(at, registers, taken, d, planes, window);
            }
        }
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            nbl_dwords_t element = NBL_CAT(nbl_dwords_from_complex_, NBL_MIRROR_SCALAR)(registers[k]);
            NBL_UNROLL for (uint32_t d = 0u; d < NBL_MIRROR_DWORDS; d++) {
                if (nbl_fft_spectrum_active(shape, k, at.invocation))
                    element.dword[d] = taken[NBL_MIRROR_DWORDS * k + d];
            }
            partners[k] = NBL_CAT(nbl_complex_from_dwords_, NBL_MIRROR_SCALAR)(element);
        }
    }
}

#undef NBL_MIRROR_REGISTERS
#undef NBL_MIRROR_DWORDS
#undef NBL_MIRROR_COMPLEX
#undef NBL_MIRROR_BARRIER
#undef NBL_MIRROR_SHARED_SET
#undef NBL_MIRROR_SHARED_GET
#undef NBL_MIRROR_SHARED_DWORDS
#undef NBL_MIRROR_OF
#undef NBL_MIRROR_SHAPE
#undef NBL_MIRROR_SCALAR
#undef NBL_MIRROR_NAME
