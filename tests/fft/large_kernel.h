/* A pass of a large transform from a source to a target: length number CASE, pass LARGE_PASS.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each on the CPU, and compiled once for each on a device. LARGE_NAME is the instance's name.
 */
#include "nbl/accessors/storage.h"

#ifndef LARGE_BUFFERS
#define LARGE_BUFFERS
NBL_STRUCT(large_job_t) {
    uint32_t ffts;
    uint32_t inverse;
};
NBL_PUSH_CONSTANTS(large_job_t, large_job)
NBL_BUFFER(0, nbl_float32_t2, large_source_float32_t)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, large_target_float32_t)
#if NBL_HAS_FLOAT64
NBL_BUFFER(0, nbl_float64_t2, large_source_float64_t)
NBL_COHERENT_BUFFER(1, nbl_float64_t2, large_target_float64_t)
#endif
#define LARGE_NAME NBL_CAT(NBL_CAT(large_, CASE), NBL_CAT(_, LARGE_PASS))
#define LARGE_OWN(name) NBL_CAT(LARGE_NAME, NBL_CAT(_, name))
#define LARGE_OF(name) NBL_CAT(name, NBL_CAT(_, LARGE_SCALAR))
#endif

#if CASE == 0 /* 125 x 125: a last workgroup that is not full; a row of so many points goes in passes, too */
#define NBL_FFT_LENGTH 15625
#elif CASE == 1 /* 256 x 512 */
#define NBL_FFT_LENGTH 131072
#elif CASE == 2 /* 343 x 49 x 49: no two factors have at most 2048 elements */
#define NBL_FFT_LENGTH 823543
#elif CASE == 3 /* 75 x 80 */
#define NBL_FFT_LENGTH 6000
#define LARGE_SCALAR float64_t
#elif CASE == 4 /* 343 x 343, within the limits of a small device */
#define NBL_FFT_LENGTH 117649
#define NBL_FFT_SHARED_BYTES 16384
#define NBL_FFT_MAX_INVOCATIONS 256
#elif CASE == 5 /* an array: 96 rows of 50 */
#define NBL_FFT_LENGTH 4800
#define NBL_FFT_ROWS 50
#elif CASE == 6 /* 4096 rows of 6: two passes along the columns */
#define NBL_FFT_LENGTH 24576
#define NBL_FFT_ROWS 6
#elif CASE == 7 /* 32 x 64: the shortest length */
#define NBL_FFT_LENGTH 2048
#endif
#ifndef LARGE_SCALAR
#define LARGE_SCALAR float32_t
#endif

#define NBL_FFT_NAME LARGE_NAME
#define NBL_FFT_SCALAR LARGE_SCALAR
#define NBL_FFT_PASS LARGE_PASS
#if CASE != 3 /* which has functions of its own between passes */
#define NBL_FFT_BETWEEN LARGE_OF(large_target)
#endif
#include "nbl/fft.h"

#if CASE == 3 && LARGE_PASS == 1
NBL_FUNCTION void LARGE_OWN(between_set)(uint32_t fft, uint32_t index, LARGE_OF(nbl_complex) value) {
    NBL_STORE(LARGE_OF(large_target), fft * LARGE_OWN(length) + index, LARGE_OF(nbl_storage_from_complex)(value));
}
#elif CASE == 3
NBL_FUNCTION LARGE_OF(nbl_complex) LARGE_OWN(between_get)(uint32_t fft, uint32_t index) {
    return LARGE_OF(nbl_complex_from_storage)(NBL_LOAD(LARGE_OF(large_target), fft * LARGE_OWN(length) + index));
}
#endif
#if LARGE_PASS == 1
NBL_FUNCTION LARGE_OF(nbl_complex) LARGE_OWN(get)(uint32_t fft, uint32_t index) {
    return LARGE_OF(nbl_complex_from_storage)(NBL_LOAD(LARGE_OF(large_source), fft * LARGE_OWN(length) + index));
}
#elif LARGE_PASS == NBL_FFT_PASSES
NBL_FUNCTION void LARGE_OWN(set)(uint32_t fft, uint32_t index, LARGE_OF(nbl_complex) value) {
    NBL_STORE(LARGE_OF(large_target), fft * LARGE_OWN(length) + index, LARGE_OF(nbl_storage_from_complex)(value));
}
#endif

NBL_LOCAL_SIZE(LARGE_OWN(workgroup_size))
NBL_KERNEL(LARGE_OWN(kernel)) {
    LARGE_OWN(transform)
    (LARGE_OWN(place)(NBL_PUSH_CONSTANT(large_job).ffts), NBL_PUSH_CONSTANT(large_job).inverse != 0u);
}
#undef LARGE_SCALAR
