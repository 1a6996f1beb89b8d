/* A pass of a large transform, of rows from one buffer to another: ROW_LENGTH elements, pass ROW_PASS.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by bench/scripts/large.c once for each, for its sizes, and compiled once for each on a device.
 */
#ifdef BY_ADDRESS
#define NBL_BUFFER_DEVICE_ADDRESS 1
#endif
#include "nbl/accessors/storage.h"

#ifndef ROW_NAME
#define ROW_NAME NBL_CAT(NBL_CAT(row_, ROW_LENGTH), NBL_CAT(_, ROW_PASS))
#define ROW(name) NBL_CAT(ROW_NAME, NBL_CAT(_, name))
NBL_STRUCT(job_t) {
    nbl_uint32_t2 source;
    nbl_uint32_t2 target;
    nbl_uint32_t2 table;
    uint32_t rows;
};
NBL_PUSH_CONSTANTS(job_t, job)
#ifndef BY_ADDRESS
NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, spectra)
#endif
#endif

#define NBL_FFT_NAME ROW_NAME
#define NBL_FFT_LENGTH ROW_LENGTH
#define NBL_FFT_PASS ROW_PASS
#ifdef BY_ADDRESS
#if ROW_PASS == 1
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(job).source
#else
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(job).target
#endif
#define NBL_FFT_TARGET NBL_PUSH_CONSTANT(job).target
#if BY_ADDRESS == 2
#define NBL_FFT_TABLE NBL_PUSH_CONSTANT(job).table
#endif
#else
#define NBL_FFT_BETWEEN spectra
#endif
#include "nbl/fft.h"

#ifdef BY_ADDRESS
#elif ROW_PASS == 1
NBL_FUNCTION nbl_complex_float32_t ROW(get)(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * ROW(length) + index));
}
#elif ROW_PASS == NBL_FFT_PASSES
NBL_FUNCTION void ROW(set)(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(spectra, fft * ROW(length) + index, nbl_storage_from_complex_float32_t(value));
}
#endif

NBL_LOCAL_SIZE(ROW(workgroup_size))
NBL_KERNEL(ROW(kernel)) { ROW(forward)(ROW(place)(NBL_PUSH_CONSTANT(job).rows)); }
