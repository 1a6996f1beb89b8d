/* The transform kernel's instances on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_TRANSFORM_KERNELS_H
#define NBL_HOST_FFT_TRANSFORM_KERNELS_H

#include <stdbool.h>

#include "fft/transform.h"

void nbl_fft_transform_float16_t(void);
void nbl_fft_transform_float32_t(void);
void nbl_fft_transform_float64_t(void);
/* Whether this build's compiler has a half-precision type. */
extern const bool nbl_fft_emulates_float16;

#endif
