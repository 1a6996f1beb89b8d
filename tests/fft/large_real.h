/* A pass of real signals that no workgroup holds: case number CASE, pass LARGE_PASS.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each on the CPU, and compiled once for each on a device.
 */
#include "nbl/accessors/storage.h"

#ifndef LARGE_REAL_BUFFERS
#define LARGE_REAL_BUFFERS
NBL_STRUCT(real_job_t) { uint32_t inverse; };
NBL_PUSH_CONSTANTS(real_job_t, real_job)
NBL_BUFFER(0, nbl_float32_t2, real_source)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, real_target)
NBL_COHERENT_BUFFER(2, nbl_float32_t2, real_between)
NBL_BUFFER(3, nbl_float32_t2, real_responses)
#if NBL_HAS_FLOAT64
NBL_BUFFER(0, nbl_float64_t2, real_source_float64_t)
NBL_COHERENT_BUFFER(1, nbl_float64_t2, real_target_float64_t)
NBL_COHERENT_BUFFER(2, nbl_float64_t2, real_between_float64_t)
#endif
#define real_source_float32_t real_source
#define real_target_float32_t real_target
#define real_between_float32_t real_between
#define REAL_NAME NBL_CAT(NBL_CAT(real_, CASE), NBL_CAT(_, LARGE_PASS))
#define REAL_OWN(name) NBL_CAT(REAL_NAME, NBL_CAT(_, name))
#define REAL_OF(name) NBL_CAT(name, NBL_CAT(_, REAL_SCALAR))
#define REAL_LOAD(buffer, place) REAL_OF(nbl_complex_from_storage)(NBL_LOAD(buffer, place))
#define REAL_STORE(buffer, place, value) NBL_STORE(buffer, place, REAL_OF(nbl_storage_from_complex)(value))
#endif

#define REAL_SIGNALS 1
#define REAL_COMPONENTS 1
#define REAL_SCALAR float32_t
#if CASE == \
    0 /* 5000 complex numbers, 50 x 100: no number of workgroups holds all lines of a transform and no other's */
#define NBL_FFT_LENGTH 10000
#elif CASE == 1 /* 4725, 63 x 75: odd numbers of lines; functions of its own between passes */
#define NBL_FFT_LENGTH 9450
#undef REAL_COMPONENTS
#define REAL_COMPONENTS 2
#elif CASE == 2 /* in three passes, as lengths from 1647086 on are split */
#define NBL_FFT_LENGTH 40320
#define NBL_FFT_POINTS_1 24
#define NBL_FFT_POINTS_2 28
#define NBL_FFT_POINTS_3 30
#elif CASE == 3 /* 512 x 10: with little shared memory exchanges have windows that are smaller than half of a line */
#define NBL_FFT_LENGTH 10240
#define NBL_FFT_POINTS_1 512
#define NBL_FFT_POINTS_2 10
#define NBL_FFT_POINTS_3 1
#define NBL_FFT_SHARED_BYTES 16384
#elif CASE == 4 /* two signals; the number whose mirror is itself is in line 0 */
#define NBL_FFT_LENGTH 5000
#undef REAL_SIGNALS
#define REAL_SIGNALS 2
#elif CASE == 5 /* two of an odd length */
#define NBL_FFT_LENGTH 4725
#undef REAL_SIGNALS
#define REAL_SIGNALS 2
#undef REAL_COMPONENTS
#define REAL_COMPONENTS 3
#elif CASE == 6 /* two; the number whose mirror is itself is in the line in the middle, 54 x 81 */
#define NBL_FFT_LENGTH 4374
#define NBL_FFT_POINTS_1 54
#define NBL_FFT_POINTS_2 81
#define NBL_FFT_POINTS_3 1
#undef REAL_SIGNALS
#define REAL_SIGNALS 2
#elif CASE == 7
#define NBL_FFT_LENGTH 9600
#undef REAL_SCALAR
#define REAL_SCALAR float64_t
#elif CASE == 8 /* convolutions: of one signal, in three passes and in five, and of two signals of an odd length */
#define NBL_FFT_LENGTH 10000
#define NBL_FFT_FILTER 1
#elif CASE == 9 /* a line of 12 points has one radix and one invocation: it is turned without an exchange */
#define NBL_FFT_LENGTH 40320
#define NBL_FFT_POINTS_1 12
#define NBL_FFT_POINTS_2 28
#define NBL_FFT_POINTS_3 60
#define NBL_FFT_FILTER 1
#elif CASE == 10
#define NBL_FFT_LENGTH 4725
#define NBL_FFT_FILTER 1
#undef REAL_SIGNALS
#define REAL_SIGNALS 2
#undef REAL_COMPONENTS
#define REAL_COMPONENTS 2
#endif

#ifdef NBL_FFT_FILTER
#define REAL_FILTERS
#define NBL_FFT_BETWEEN_BACK real_target
#endif
#define NBL_FFT_NAME REAL_NAME
#define NBL_FFT_SCALAR REAL_SCALAR
#define NBL_FFT_PASS LARGE_PASS
#define NBL_FFT_REAL REAL_SIGNALS
#define NBL_FFT_COMPONENTS REAL_COMPONENTS
#if CASE != 1
#define NBL_FFT_BETWEEN REAL_OF(real_between)
#endif
#include "nbl/fft.h"

/* Signals lie one behind the other, as pairs of numbers of one signal or numbers of two; and so do the spectra of every
 * signal, frequencies 0 to N / 2. */
#if REAL_COMPONENTS > 1
#define REAL_COMPONENT , uint32_t component
#define REAL_PLACE(first) (((first) + index) * REAL_COMPONENTS + component)
#else
#define REAL_COMPONENT
#define REAL_PLACE(first) ((first) + index)
#endif
#define REAL_OF_SIGNALS REAL_PLACE(fft *(REAL_OWN(length) / (REAL_SIGNALS == 1 ? 2u : 1u)))
#define REAL_OF_SPECTRA REAL_PLACE(fft *(REAL_OWN(length) / 2u + 1u))
#ifdef REAL_FILTERS
#define REAL_INVERSE false
#define REAL_FROM REAL_OF_SIGNALS
#define REAL_TO REAL_OF_SIGNALS
#else
#define REAL_INVERSE (NBL_PUSH_CONSTANT(real_job).inverse != 0u)
#define REAL_FROM (REAL_INVERSE ? REAL_OF_SPECTRA : REAL_OF_SIGNALS)
#define REAL_TO (REAL_INVERSE ? REAL_OF_SIGNALS : REAL_OF_SPECTRA)
#endif
#if LARGE_PASS == 1
NBL_FUNCTION REAL_OF(nbl_complex) REAL_OWN(get)(uint32_t fft, uint32_t index REAL_COMPONENT) {
    return REAL_LOAD(REAL_OF(real_source), REAL_FROM);
}
#elif CASE == 1
NBL_FUNCTION REAL_OF(nbl_complex) REAL_OWN(between_get)(uint32_t fft, uint32_t index REAL_COMPONENT) {
    return REAL_LOAD(REAL_OF(real_between), REAL_OF_SIGNALS);
}
#endif
#if CASE == 1 && LARGE_PASS == 1
NBL_FUNCTION void REAL_OWN(between_set)(uint32_t fft, uint32_t index REAL_COMPONENT, REAL_OF(nbl_complex) value) {
    REAL_STORE(REAL_OF(real_between), REAL_OF_SIGNALS, value);
}
#endif
#if defined(REAL_FILTERS) && LARGE_PASS == (NBL_FFT_PASSES + 1) / 2
NBL_FUNCTION REAL_OF(nbl_complex)
    REAL_OWN(filter)(uint32_t fft, uint32_t index REAL_COMPONENT, REAL_OF(nbl_complex) z) {
    return nbl_complex_mul(z, REAL_LOAD(real_responses, REAL_OF_SPECTRA));
}
#endif
#if LARGE_PASS == NBL_FFT_PASSES
NBL_FUNCTION void REAL_OWN(set)(uint32_t fft, uint32_t index REAL_COMPONENT, REAL_OF(nbl_complex) value) {
    REAL_STORE(REAL_OF(real_target), REAL_TO, value);
}
#endif

NBL_LOCAL_SIZE(REAL_OWN(workgroup_size))
#ifdef REAL_FILTERS
NBL_KERNEL(REAL_OWN(kernel)) { REAL_OWN(convolve)(REAL_OWN(place)(2u)); }
#else
NBL_KERNEL(REAL_OWN(kernel)) { REAL_OWN(transform)(REAL_OWN(place)(2u), REAL_INVERSE); }
#endif
#undef REAL_TO
#undef REAL_FROM
#undef REAL_INVERSE
#undef REAL_OF_SPECTRA
#undef REAL_OF_SIGNALS
#undef REAL_PLACE
#undef REAL_COMPONENT
#undef REAL_FILTERS
#undef REAL_SCALAR
#undef REAL_COMPONENTS
#undef REAL_SIGNALS
