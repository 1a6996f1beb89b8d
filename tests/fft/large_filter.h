/* A pass of a convolution that no workgroup holds: case number CASE, pass LARGE_PASS.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each on the CPU, and compiled once for each on a device.
 */
#include "nbl/accessors/storage.h"

#ifndef FILTER_BUFFERS
#define FILTER_BUFFERS
NBL_BUFFER(0, nbl_float32_t2, filter_signals)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, filter_results)
NBL_COHERENT_BUFFER(2, nbl_float32_t2, filter_spectra)
NBL_BUFFER(3, nbl_float32_t2, filter_responses)
#if NBL_BUFFER_DEVICE_ADDRESS
NBL_STRUCT(filter_job_t) { /* addresses of the first three */
    nbl_uint32_t2 signals;
    nbl_uint32_t2 results;
    nbl_uint32_t2 spectra;
};
NBL_PUSH_CONSTANTS(filter_job_t, filter_job)
#endif
#define FILTER_NAME NBL_CAT(NBL_CAT(filter_, CASE), NBL_CAT(_, LARGE_PASS))
#define FILTER_OWN(name) NBL_CAT(FILTER_NAME, NBL_CAT(_, name))
#define FILTER_OF_STORAGE nbl_complex_from_storage_float32_t
#define FILTER_TO_STORAGE nbl_storage_from_complex_float32_t
#endif

#if CASE == 0 /* 50 x 100: a last workgroup that is not full */
#define NBL_FFT_LENGTH 5000
#define FILTER_COMPONENTS 1
#elif CASE == 1 /* 54 x 81, functions of its own between passes */
#define NBL_FFT_LENGTH 4374
#define FILTER_COMPONENTS 3
#elif CASE == 2 /* in three passes, as lengths from 823543 on are split */
#define NBL_FFT_LENGTH 20160
#define NBL_FFT_POINTS_1 24
#define NBL_FFT_POINTS_2 28
#define NBL_FFT_POINTS_3 30
#define FILTER_COMPONENTS 2
#elif CASE == 3 /* case 0 at device addresses */
#define NBL_FFT_LENGTH 5000
#define FILTER_COMPONENTS 1
#if LARGE_PASS == 1
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(filter_job).signals
#define NBL_FFT_TARGET NBL_PUSH_CONSTANT(filter_job).spectra
#elif LARGE_PASS == 2
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(filter_job).spectra
#define NBL_FFT_TARGET NBL_PUSH_CONSTANT(filter_job).results
#else
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(filter_job).results
#define NBL_FFT_TARGET NBL_PUSH_CONSTANT(filter_job).results
#endif
#endif

#define NBL_FFT_NAME FILTER_NAME
#define NBL_FFT_PASS LARGE_PASS
#define NBL_FFT_COMPONENTS FILTER_COMPONENTS
#define NBL_FFT_FILTER 1
#if CASE == 0 || CASE == 2
#define NBL_FFT_BETWEEN filter_spectra
#define NBL_FFT_BETWEEN_BACK filter_results
#endif
#include "nbl/fft.h"

#if FILTER_COMPONENTS > 1
#define FILTER_COMPONENT , uint32_t component
#define FILTER_PLACE ((fft * FILTER_OWN(length) + index) * FILTER_COMPONENTS + component)
#else
#define FILTER_COMPONENT
#define FILTER_PLACE (fft * FILTER_OWN(length) + index)
#endif
#if LARGE_PASS == 1
NBL_FUNCTION nbl_complex_float32_t FILTER_OWN(get)(uint32_t fft, uint32_t index FILTER_COMPONENT) {
    return FILTER_OF_STORAGE(NBL_LOAD(filter_signals, FILTER_PLACE));
}
#elif CASE == 1
NBL_FUNCTION nbl_complex_float32_t FILTER_OWN(between_get)(uint32_t fft, uint32_t index FILTER_COMPONENT) {
#if LARGE_PASS == 2
    return FILTER_OF_STORAGE(NBL_LOAD(filter_spectra, FILTER_PLACE));
#else
    return FILTER_OF_STORAGE(NBL_LOAD(filter_results, FILTER_PLACE));
#endif
}
#endif
#if CASE == 1 && LARGE_PASS < 3
NBL_FUNCTION void FILTER_OWN(between_set)(uint32_t fft, uint32_t index FILTER_COMPONENT, nbl_complex_float32_t value) {
#if LARGE_PASS == 1
    NBL_STORE(filter_spectra, FILTER_PLACE, FILTER_TO_STORAGE(value));
#else
    NBL_STORE(filter_results, FILTER_PLACE, FILTER_TO_STORAGE(value));
#endif
}
#endif
#if LARGE_PASS == (NBL_FFT_PASSES + 1) / 2 /* each component, and each signal, has a response of its own */
NBL_FUNCTION nbl_complex_float32_t FILTER_OWN(filter)(uint32_t fft, uint32_t index FILTER_COMPONENT,
                                                      nbl_complex_float32_t value) {
    return nbl_complex_mul(value, FILTER_OF_STORAGE(NBL_LOAD(filter_responses, FILTER_PLACE)));
}
#elif LARGE_PASS == NBL_FFT_PASSES
NBL_FUNCTION void FILTER_OWN(set)(uint32_t fft, uint32_t index FILTER_COMPONENT, nbl_complex_float32_t value) {
    NBL_STORE(filter_results, FILTER_PLACE, FILTER_TO_STORAGE(value));
}
#endif
#undef FILTER_PLACE
#undef FILTER_COMPONENT
#undef FILTER_COMPONENTS

NBL_LOCAL_SIZE(FILTER_OWN(workgroup_size))
NBL_KERNEL(FILTER_OWN(kernel)) { FILTER_OWN(convolve)(FILTER_OWN(place)(2u)); }
