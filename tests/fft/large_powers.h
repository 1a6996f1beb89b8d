/* A pass of a large transform whose callback stores powers, so that a workspace holds what lies between passes:
 * LARGE_PASS.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each pass on the CPU, and compiled once for each on a device.
 */
#include "nbl/accessors/storage.h"

#ifndef POWERS_BUFFERS
#define POWERS_BUFFERS
NBL_BUFFER(0, nbl_float32_t2, powers_signal)
NBL_BUFFER(1, float32_t, powers_target)
NBL_COHERENT_BUFFER(2, nbl_float32_t2, powers_workspace)
#define POWERS_NAME NBL_CAT(powers_, LARGE_PASS)
#define POWERS_OWN(name) NBL_CAT(POWERS_NAME, NBL_CAT(_, name))
#endif

#define NBL_FFT_NAME POWERS_NAME
#define NBL_FFT_LENGTH 5000
#define NBL_FFT_PASS LARGE_PASS
#define NBL_FFT_BETWEEN powers_workspace
#include "nbl/fft.h"

#if LARGE_PASS == 1
NBL_FUNCTION nbl_complex_float32_t POWERS_OWN(get)(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(powers_signal, fft * POWERS_OWN(length) + index));
}
#else
NBL_FUNCTION void POWERS_OWN(set)(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(powers_target, fft * POWERS_OWN(length) + index, value.real * value.real + value.imag * value.imag);
}
#endif

NBL_LOCAL_SIZE(POWERS_OWN(workgroup_size))
NBL_KERNEL(POWERS_OWN(kernel)) { POWERS_OWN(forward)(POWERS_OWN(place)(1u)); }
