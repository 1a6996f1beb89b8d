/* Kernels: what stands before and after the Fourier transform of cosine and sine transforms, one number per invocation.
 * SPDX-License-Identifier: Apache-2.0
 *
 * `fold` reads lines that lie by a view and writes numbers of signals or spectra, one line behind the other; `unfold`
 * goes back. Which numbers meet, and the arithmetic: nbl/fft/dct.h, which the CPU has as well.
 *
 *   NBL_DCT_SCALAR  float32_t or float64_t
 *   NBL_DCT_KERNEL  its name
 *   NBL_PARAMETER(after)  0: fold; 1: unfold
 *
 *   binding  fold                                   unfold
 *   0        lines                                  numbers of the Fourier transform
 *   1        numbers for the Fourier transform      lines
 *   2        roots, complex, if numbers are turned
 */
#include "nbl/fft/dct.h"
#include "nbl/lang.h"
#include "shaders/fft_dct_constants.h"

/* Names that are put together before they are declared. */
#define buffer_(slot, type, name) NBL_BUFFER(slot, type, name)
#define push_constants_(type, name) NBL_PUSH_CONSTANTS(type, name)
#define push_constant_(name) NBL_PUSH_CONSTANT(name)
#define constant_ push_constant_(constants_)
#define constants_ NBL_CAT(NBL_DCT_KERNEL, _constants)
#define source_ NBL_CAT(NBL_DCT_KERNEL, _source)
#define target_ NBL_CAT(NBL_DCT_KERNEL, _target)
#define roots_ NBL_CAT(NBL_DCT_KERNEL, _roots)
#define begin_ NBL_CAT(NBL_DCT_KERNEL, _begin)
#define read_ NBL_CAT(NBL_DCT_KERNEL, _read)
#define factor_ NBL_CAT(NBL_DCT_KERNEL, _factor)
#define root_ NBL_CAT(NBL_DCT_KERNEL, _root)
#define of_scalar_(name) NBL_CAT(name, NBL_CAT(_, NBL_DCT_SCALAR))
#define complex_ of_scalar_(nbl_complex)

buffer_(0, NBL_DCT_SCALAR, source_) buffer_(1, NBL_DCT_SCALAR, target_) buffer_(2, NBL_DCT_SCALAR, roots_)
    push_constants_(nbl_fft_dct_constants_t, constants_)

    /* Where a line begins. */
    NBL_FUNCTION uint32_t begin_(uint32_t line_number) {
    uint32_t place = 0u;
    uint32_t rest = line_number;
    for (uint32_t i = 0u; i < NBL_FFT_DCT_MOST_LOOPS; i++) {
        uint32_t count = constant_.count[i];
        place += rest % count * constant_.distance[i];
        rest /= count;
    }
    return place;
}

/* The real number of a term. */
NBL_FUNCTION NBL_DCT_SCALAR read_(nbl_dct_term_t term, uint32_t begin) {
    NBL_DCT_SCALAR x = NBL_CAST(NBL_DCT_SCALAR, 0.0f);
    if (term.none == 0u && term.place < constant_.part) x = NBL_LOAD(source_, begin + term.place * constant_.stride);
    return of_scalar_(nbl_dct_take)(term, x);
}

NBL_FUNCTION complex_ root_(uint32_t k) {
    complex_ root = {NBL_LOAD(roots_, 2u * k), NBL_LOAD(roots_, 2u * k + 1u)};
    return root;
}

/* What results are multiplied by. */
NBL_FUNCTION NBL_DCT_SCALAR factor_(void) {
#if NBL_HAS_FLOAT64
    nbl_uint32_t2 bits = {constant_.factor[0], constant_.factor[1]};
    return NBL_CAST(NBL_DCT_SCALAR, nbl_float64_from_bits(bits));
#else
    return nbl_float32_from_bits(constant_.factor[2]);
#endif
}

NBL_LOCAL_SIZE(NBL_FFT_DCT_INVOCATIONS)
NBL_KERNEL(NBL_DCT_KERNEL) {
    uint32_t number = nbl_workgroup_index() * NBL_FFT_DCT_INVOCATIONS + nbl_local_invocation_index();
    if (number >= constant_.all) return;
    nbl_dct_t dct = {constant_.kind, constant_.size, constant_.orthogonal};
    complex_ root = of_scalar_(nbl_complex_zero)();
    uint32_t numbers = constant_.numbers;
    if (NBL_PARAMETER(after) != 0u) {
        uint32_t line_number = number / constant_.part;
        uint32_t place = number % constant_.part;
        nbl_dct_part_t part = nbl_dct_part(dct, constant_.first + place);
        complex_ z = of_scalar_(nbl_complex_zero)();
        if (nbl_dct_turns(dct, true)) root = root_(part.number);
        uint32_t parts = nbl_dct_middle(dct) == NBL_DCT_TO_REAL ? 1u : 2u;
        uint32_t at = parts * (line_number * numbers + part.number);
        z.real = NBL_LOAD(source_, at);
        if (parts == 2u) z.imag = NBL_LOAD(source_, at + 1u);
        NBL_DCT_SCALAR x = of_scalar_(nbl_dct_unfold)(dct, part, z, root) * factor_();
        NBL_STORE(target_, begin_(line_number) + place * constant_.stride, x);
    } else {
        uint32_t line_number = number / numbers;
        uint32_t k = number % numbers;
        uint32_t begin = begin_(line_number);
        if (nbl_dct_is_single(dct, false)) {
            NBL_STORE(target_, number, read_(nbl_dct_term(dct, k), begin));
        } else {
            complex_ z = {read_(nbl_dct_term(dct, 2u * k), begin), read_(nbl_dct_term(dct, 2u * k + 1u), begin)};
            if (nbl_dct_turns(dct, false)) {
                root = root_(k);
                z = of_scalar_(nbl_dct_fold)(dct, z, root);
            }
            NBL_STORE(target_, 2u * number, z.real);
            NBL_STORE(target_, 2u * number + 1u, z.imag);
        }
    }
}

#undef complex_
#undef constant_
#undef push_constant_
#undef push_constants_
#undef buffer_
#undef of_scalar_
#undef root_
#undef factor_
#undef read_
#undef begin_
#undef roots_
#undef target_
#undef source_
#undef constants_
