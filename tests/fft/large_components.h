/* A pass of a large transform whose elements have two components, in place from the second pass on: LARGE_PASS.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each pass on the CPU, and compiled once for each on a device.
 */
#include "nbl/accessors/storage.h"

#ifndef COMPONENTS_BUFFERS
#define COMPONENTS_BUFFERS
NBL_BUFFER(0, nbl_float32_t2, components_source)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, components_target)
#define COMPONENTS_NAME NBL_CAT(components_, LARGE_PASS)
#define COMPONENTS_OWN(name) NBL_CAT(COMPONENTS_NAME, NBL_CAT(_, name))
#endif

#define NBL_FFT_NAME COMPONENTS_NAME
#define NBL_FFT_LENGTH 4374
#define NBL_FFT_COMPONENTS 2
#define NBL_FFT_PASS LARGE_PASS
#define NBL_FFT_BETWEEN components_target
#include "nbl/fft.h"

#if LARGE_PASS == 1
NBL_FUNCTION nbl_complex_float32_t COMPONENTS_OWN(get)(uint32_t fft, uint32_t index, uint32_t component) {
    return nbl_complex_from_storage_float32_t(
        NBL_LOAD(components_source, 2u * (fft * COMPONENTS_OWN(length) + index) + component));
}
#else
NBL_FUNCTION void COMPONENTS_OWN(set)(uint32_t fft, uint32_t index, uint32_t component, nbl_complex_float32_t value) {
    NBL_STORE(components_target, 2u * (fft * COMPONENTS_OWN(length) + index) + component,
              nbl_storage_from_complex_float32_t(value));
}
#endif

NBL_LOCAL_SIZE(COMPONENTS_OWN(workgroup_size))
NBL_KERNEL(COMPONENTS_OWN(kernel)) { COMPONENTS_OWN(forward)(COMPONENTS_OWN(place)(1u)); }
