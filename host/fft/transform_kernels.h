/* The transform kernel's instances on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_TRANSFORM_KERNELS_H
#define NBL_HOST_FFT_TRANSFORM_KERNELS_H

#include "nbl/host/fft.h"

void nbl_fft_transform_float16_radix2(void);
void nbl_fft_transform_float16_stockham(void);
void nbl_fft_transform_float32_radix2(void);
void nbl_fft_transform_float32_stockham(void);
void nbl_fft_transform_float64_radix2(void);
void nbl_fft_transform_float64_stockham(void);
void nbl_fft_real_transform_float16_radix2(void);
void nbl_fft_real_transform_float16_stockham(void);
void nbl_fft_real_transform_float32_radix2(void);
void nbl_fft_real_transform_float32_stockham(void);
void nbl_fft_real_transform_float64_radix2(void);
void nbl_fft_real_transform_float64_stockham(void);

#endif
