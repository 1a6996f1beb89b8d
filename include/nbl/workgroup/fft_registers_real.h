/* The transform of one or two real signals in registers: an instance's complex FFT, and what packs and unpacks around
 * it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone.
 */
#include "nbl/fft/map.h"
NBL_FUNCTION nbl_fft_shape_t NBL_FFT_OWN(shape)(void) {
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
    return nbl_fft_stockham_shape(NBL_FFT_OWN(plan)());
#else
    return nbl_fft_radix2_shape(NBL_FFT_OWN(elements_log2), NBL_FFT_OWN(invocations_log2));
#endif
}
#define NBL_PRELOADED_ELEMENTS NBL_FFT_OWN(elements)
#define NBL_FFT_REAL_NAME NBL_FFT_OWN(real)
#define NBL_FFT_REAL_SIGNALS NBL_FFT_REAL
#define NBL_FFT_REAL_FFT NBL_FFT_NAME
#define NBL_FFT_REAL_SCALAR NBL_FFT_SCALAR
#define NBL_FFT_REAL_SHAPE() NBL_FFT_OWN(shape)()
#define NBL_FFT_REAL_SHARED_DWORDS NBL_FFT_OWN(own_dwords)
#define NBL_FFT_REAL_SHARED_GET(i_) NBL_FFT_SHARED_GET(i_)
#define NBL_FFT_REAL_SHARED_SET(i_, value_) NBL_FFT_SHARED_SET(i_, value_)
#define NBL_FFT_REAL_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft_real.h"
#define NBL_SCALAR NBL_FFT_SCALAR
NBL_FUNCTION void NBL_FFT_OWN(forward_registers)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(real_forward)(at_ NBL_FFT_STATE_ARGUMENTS);
}
NBL_FUNCTION void NBL_FFT_OWN(inverse_registers)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(real_inverse)(at_ NBL_FFT_STATE_ARGUMENTS);
}
#undef NBL_SCALAR
#undef NBL_PRELOADED_ELEMENTS
