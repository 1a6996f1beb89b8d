/* A kernel: windows 1024 samples and transforms them. GPU and CPU compile this very text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"

NBL_BUFFER(0, nbl_float32_t2, samples)
NBL_BUFFER(1, nbl_float32_t2, spectrum)

#define NBL_ACCESSOR_NAME source
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER samples
#include "nbl/accessors/linear_buffer.h"

#define NBL_ACCESSOR_NAME target
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER spectrum
#include "nbl/accessors/linear_buffer.h"

#define NBL_FFT_NAME fft
#define NBL_FFT_LENGTH 1024
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"

NBL_LOCAL_SIZE(fft_workgroup_size)
NBL_KERNEL(window) {
    nbl_fft_place_t at = fft_place(1u);
    nbl_complex_float32_t x[fft_elements];
    for (uint32_t k = 0u; k < fft_elements; k++) {
        uint32_t i = fft_signal_index(at, k);
        float32_t hann = 0.5f - 0.5f * nbl_fft_twiddle_float32_t(i, 10u, false).real;
        x[k] = nbl_complex_scale(source_get(i), hann);
    }
    fft_forward_registers(at, x);
    for (uint32_t k = 0u; k < fft_elements; k++) { target_set(fft_frequency(at, k), x[k]); }
}
