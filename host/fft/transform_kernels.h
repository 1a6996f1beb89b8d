/* The transform kernel's instances on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_TRANSFORM_KERNELS_H
#define NBL_HOST_FFT_TRANSFORM_KERNELS_H

#include "nbl/host/fft.h"

/* Complex and real kernels, without and with the text's multiply-adds. */
#define NBL_TRANSFORM_KERNELS(name) \
    void nbl_fft_transform_##name(void); \
    void nbl_fft_real_transform_##name(void); \
    void nbl_fft_fused_transform_##name(void); \
    void nbl_fft_fused_real_transform_##name(void);
NBL_TRANSFORM_KERNELS(float16_radix2)
NBL_TRANSFORM_KERNELS(float16_stockham)
NBL_TRANSFORM_KERNELS(float32_radix2)
NBL_TRANSFORM_KERNELS(float32_stockham)
NBL_TRANSFORM_KERNELS(float64_radix2)
NBL_TRANSFORM_KERNELS(float64_stockham)
#undef NBL_TRANSFORM_KERNELS

#endif
