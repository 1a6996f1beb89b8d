/* A kernel: windows 1024 samples and transforms them. GPU and CPU compile this very text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/indexing.h"

NBL_BUFFER(0, nbl_float32_t2, samples)
NBL_BUFFER(1, nbl_float32_t2, spectrum)
NBL_SHARED(uint32_t, scratch, 512)

#define NBL_ACCESSOR_NAME source
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER samples
#include "nbl/accessors/linear_buffer.h"

#define NBL_ACCESSOR_NAME target
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER spectrum
#include "nbl/accessors/linear_buffer.h"

#define NBL_FFT_NAME fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 2 /* 4 elements in each */
#define NBL_FFT_WORKGROUP_SIZE_LOG2 8          /* of 256 invocations */
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_PRELOADED_ELEMENTS 4
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE(256)
NBL_KERNEL(window) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 256u);
    nbl_complex_float32_t x[4];
    for (uint32_t k = 0u; k < 4u; k++) {
        uint32_t i = nbl_fft_linear_index(at, k, 8u);
        float32_t hann = 0.5f - 0.5f * nbl_fft_twiddle_float32_t(i, 10u, false).real;
        x[k] = nbl_complex_scale(source_get(i), hann);
    }
    fft_forward(at, x);
    for (uint32_t k = 0u; k < 4u; k++) {
        uint32_t frequency = nbl_fft_dft_index(fft_order(), nbl_fft_linear_index(at, k, 8u));
        target_set(frequency, x[k]);
    }
}
