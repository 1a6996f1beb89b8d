/* One instance of nbl/fft.h, number CASE, forward: lengths that take every radix kernel, for tests/fft/test_fused.c.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each case on the CPU, and compiled once for each as GLSL. CASE_NAME is the instance's name and
 * CASE_KERNEL the kernel's.
 */
#include "nbl/accessors/storage.h"

#ifndef CASE_BUFFERS
#define CASE_BUFFERS
NBL_BUFFER(0, nbl_float32_t2, signals_float32_t)
NBL_BUFFER(1, nbl_float32_t2, spectra_float32_t)
#if NBL_HAS_FLOAT64
NBL_BUFFER(0, nbl_float64_t2, signals_float64_t)
NBL_BUFFER(1, nbl_float64_t2, spectra_float64_t)
#endif
NBL_BUFFER(0, uint32_t, signals_float16_t)
NBL_BUFFER(1, uint32_t, spectra_float16_t)
#define CASE_OWN(name) NBL_CAT(CASE_NAME, NBL_CAT(_, name))
#define CASE_OF(name) NBL_CAT(name, NBL_CAT(_, CASE_SCALAR))
#endif

#if CASE == 0
#define CASE_NAME by_1008 /* sixteen, nine and seven */
#define CASE_KERNEL transform_1008
#define NBL_FFT_LENGTH 1008
#elif CASE == 1
#define CASE_NAME by_729 /* nines */
#define CASE_KERNEL transform_729
#define NBL_FFT_LENGTH 729
#elif CASE == 2
#define CASE_NAME by_1280 /* sixteens and a five */
#define CASE_KERNEL transform_1280
#define NBL_FFT_LENGTH 1280
#elif CASE == 3
#define CASE_NAME by_384 /* three and eights */
#define CASE_KERNEL transform_384
#define NBL_FFT_LENGTH 384
#elif CASE == 4
#define CASE_NAME by_100
#define CASE_KERNEL transform_100
#define CASE_SCALAR float64_t
#define NBL_FFT_SCALAR float64_t
#define NBL_FFT_LENGTH 100
#else
#define CASE_NAME by_128
#define CASE_KERNEL transform_128
#define CASE_SCALAR float16_t
#define NBL_FFT_SCALAR float16_t
#define NBL_FFT_LENGTH 128
#endif
#ifndef CASE_SCALAR
#define CASE_SCALAR float32_t
#endif
#define NBL_FFT_NAME CASE_NAME
#include "nbl/fft.h"

NBL_FUNCTION CASE_OF(nbl_complex) CASE_OWN(get)(uint32_t fft, uint32_t index) {
    return CASE_OF(nbl_complex_from_storage)(NBL_LOAD(CASE_OF(signals), fft * CASE_OWN(length) + index));
}
NBL_FUNCTION void CASE_OWN(set)(uint32_t fft, uint32_t index, CASE_OF(nbl_complex) value) {
    NBL_STORE(CASE_OF(spectra), fft * CASE_OWN(length) + index, CASE_OF(nbl_storage_from_complex)(value));
}

NBL_LOCAL_SIZE(CASE_OWN(workgroup_size))
NBL_KERNEL(CASE_KERNEL) { CASE_OWN(forward)(CASE_OWN(place)(1u)); }

#undef CASE_SCALAR
#undef CASE_KERNEL
#undef CASE_NAME
#undef CASE
