/* Real signals: rows of 2048 reals to their spectra, by a complex FFT of 1024.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A row is read as 1024 complex elements, as it lies there. Of its spectrum 1024 elements are written: frequencies 0 to
 * 1023, the first together with 1024, as both are real. What is left out is conjugate to what is there.
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"

NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_BUFFER(1, nbl_float32_t2, spectra)
NBL_SHARED(uint32_t, scratch, 512)

#define NBL_FFT_NAME fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 8
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_PRELOADED_ELEMENTS 4
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"

#define NBL_FFT_REAL_NAME real_fft
#define NBL_FFT_REAL_SIGNALS 1
#define NBL_FFT_REAL_FFT fft
#define NBL_FFT_REAL_SCALAR float32_t
#define NBL_FFT_REAL_SHAPE() nbl_fft_radix2_shape(2u, 8u)
#define NBL_FFT_REAL_SHARED_DWORDS 512u
#define NBL_FFT_REAL_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_REAL_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_REAL_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft_real.h"

NBL_LOCAL_SIZE(256)
NBL_KERNEL(real) {
    nbl_fft_shape_t shape = nbl_fft_radix2_shape(2u, 8u);
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 256u);
    uint32_t row = nbl_workgroup_index() * 1024u;
    nbl_complex_float32_t x[4];
    for (uint32_t k = 0u; k < 4u; k++) {
        x[k] =
            nbl_complex_from_storage_float32_t(NBL_LOAD(signals, row + nbl_fft_signal_index(shape, k, at.invocation)));
    }
    real_fft_forward(at, x);
    for (uint32_t k = 0u; k < 4u; k++) {
        uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        NBL_STORE(spectra, row + frequency, nbl_storage_from_complex_float32_t(x[k]));
    }
}
