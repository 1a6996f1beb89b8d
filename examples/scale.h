/* A scale on store: power spectra, |X|^2 / N, a float for each frequency.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The complex spectrum is written nowhere: set() squares, scales and stores half of the bytes.
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"

#define PLAN \
    { 128u, 2u, 239u, 16u, 16u, 4u, 2u, 1u, 98307u, 0u, 144u } /* nbl-fft plan 128 --plan 16x8@16*4 */

NBL_STRUCT(constants_t) {
    uint32_t rows;
    float32_t scale; /* 1 / 128 makes the mean over the frequencies the energy of the row; or any gain of yours */
};

NBL_BUFFER(0, nbl_float32_t2, signals) /* 128 elements of a row, row after row */
NBL_BUFFER(1, float32_t, powers)
NBL_SHARED(uint32_t, scratch, 4 * 144)
NBL_PUSH_CONSTANTS(constants_t, constants)

NBL_FUNCTION nbl_fft_shape_t shape(void) {
    nbl_fft_plan_t plan = PLAN;
    return nbl_fft_stockham_shape(plan);
}

NBL_FUNCTION nbl_complex_float32_t get(nbl_fft_place_t at, uint32_t element, uint32_t row) {
    nbl_complex_float32_t z = nbl_complex_zero_float32_t();
    uint32_t i = nbl_fft_signal_index(shape(), element, at.invocation);
    if (at.present) z = nbl_complex_from_storage_float32_t(NBL_LOAD(signals, row * 128u + i));
    return z;
}

NBL_FUNCTION void set(nbl_fft_place_t at, uint32_t element, nbl_complex_float32_t value, uint32_t row) {
    uint32_t frequency = nbl_fft_spectrum_index(shape(), element, at.invocation);
    float32_t power = nbl_complex_norm(value) * NBL_PUSH_CONSTANT(constants).scale;
    if (at.present) NBL_STORE(powers, row * 128u + frequency, power);
}

#define NBL_FFT_NAME fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN PLAN
#define NBL_FFT_ELEMENTS 16
#define NBL_FFT_STATE_PARAMETERS , uint32_t row
#define NBL_FFT_STATE_ARGUMENTS , row
#define NBL_FFT_GET(at, element) get(at, element, row)
#define NBL_FFT_SET(at, element, value) set(at, element, value, row)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE(64) /* 4 rows, each by 16 invocations */
NBL_KERNEL(scale) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 16u);
    uint32_t row = nbl_workgroup_index() * 4u + at.instance;
    at.present = row < NBL_PUSH_CONSTANT(constants).rows;
    fft_forward(at, row);
}
