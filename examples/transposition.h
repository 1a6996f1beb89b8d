/* A transposition on store: rows are transformed and come out as columns; launched twice, it is a 2-D FFT.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of a 64 x 64 matrix. A workgroup has 8 rows, so that what it writes lies in runs of 8 elements, 64 bytes:
 *
 *   matrix       row 8 w     f = 0 1 2 .. 63        transposed   f = 0   .. 8 w .. 8 w + 7 ..
 *                ..                           ->                 f = 1   .. 8 w .. 8 w + 7 ..
 *                row 8 w + 7                                     ..
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"

#define PLAN \
    { 64u, 2u, 231u, 8u, 8u, 8u, 2u, 1u, 65538u, 0u, 72u } /* nbl-fft plan 64 --plan 8x8@8*8 */

NBL_BUFFER(0, nbl_float32_t2, matrix)
NBL_BUFFER(1, nbl_float32_t2, transposed)
NBL_SHARED(uint32_t, scratch, 8 * 72)

NBL_FUNCTION nbl_fft_shape_t shape(void) {
    nbl_fft_plan_t plan = PLAN;
    return nbl_fft_stockham_shape(plan);
}

NBL_FUNCTION nbl_complex_float32_t get(nbl_fft_place_t at, uint32_t element, uint32_t row) {
    uint32_t column = nbl_fft_signal_index(shape(), element, at.invocation);
    return nbl_complex_from_storage_float32_t(NBL_LOAD(matrix, row * 64u + column));
}

NBL_FUNCTION void set(nbl_fft_place_t at, uint32_t element, nbl_complex_float32_t value, uint32_t row) {
    uint32_t frequency = nbl_fft_spectrum_index(shape(), element, at.invocation);
    NBL_STORE(transposed, frequency * 64u + row, nbl_storage_from_complex_float32_t(value));
}

#define NBL_FFT_NAME fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN PLAN
#define NBL_FFT_ELEMENTS 8
#define NBL_FFT_STATE_PARAMETERS , uint32_t row
#define NBL_FFT_STATE_ARGUMENTS , row
#define NBL_FFT_GET(at, element) get(at, element, row)
#define NBL_FFT_SET(at, element, value) set(at, element, value, row)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE(64) /* 8 rows, each by 8 invocations */
NBL_KERNEL(transposition) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 8u);
    uint32_t row = nbl_workgroup_index() * 8u + at.instance; /* 8 workgroups: every place has a row */
    fft_forward(at, row);
}
