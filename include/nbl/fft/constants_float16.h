/* Constants of twiddles and radix kernels, SIN_1_3 for sin(2 pi / 3); by tools/fft_constants.py float16
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NBL_FFT_CONSTANTS_FLOAT16_H
#define NBL_FFT_CONSTANTS_FLOAT16_H
#define NBL_FFT_SQRT_HALF_float16_t NBL_CAST(float16_t, 0.70703125f)
#define NBL_FFT_SIN_1_3_float16_t NBL_CAST(float16_t, 0.866210938f)
#define NBL_FFT_ONE_MINUS_SIN_1_3_float16_t NBL_CAST(float16_t, 0.134033203f)
#define NBL_FFT_SQRT_5_16_float16_t NBL_CAST(float16_t, 0.559082031f)
#define NBL_FFT_SIN_2_5_float16_t NBL_CAST(float16_t, 0.587890625f)
#define NBL_FFT_SIN_1_5_BY_2_5_float16_t NBL_CAST(float16_t, 1.61816406f)
#define NBL_FFT_COS_3_7_float16_t NBL_CAST(float16_t, -0.900878906f)
#define NBL_FFT_COS_1_7_BY_3_7_float16_t NBL_CAST(float16_t, -0.691894531f)
#define NBL_FFT_COS_2_7_BY_3_7_float16_t NBL_CAST(float16_t, 0.246948242f)
#define NBL_FFT_SIN_2_7_float16_t NBL_CAST(float16_t, 0.975097656f)
#define NBL_FFT_SIN_1_7_BY_2_7_float16_t NBL_CAST(float16_t, 0.801757812f)
#define NBL_FFT_SIN_3_7_BY_2_7_float16_t NBL_CAST(float16_t, 0.445068359f)
#define NBL_FFT_COS_1_9_float16_t NBL_CAST(float16_t, 0.766113281f)
#define NBL_FFT_SIN_1_9_float16_t NBL_CAST(float16_t, 0.642578125f)
#define NBL_FFT_COS_2_9_float16_t NBL_CAST(float16_t, 0.173706055f)
#define NBL_FFT_SIN_2_9_float16_t NBL_CAST(float16_t, 0.984863281f)
#define NBL_FFT_COS_4_9_float16_t NBL_CAST(float16_t, -0.939453125f)
#define NBL_FFT_SIN_4_9_float16_t NBL_CAST(float16_t, 0.342041016f)
#define NBL_FFT_COS_1_16_float16_t NBL_CAST(float16_t, 0.923828125f)
#define NBL_FFT_TAN_1_16_float16_t NBL_CAST(float16_t, 0.414306641f)
#define NBL_FFT_COS_1_32_float16_t NBL_CAST(float16_t, 0.980957031f)
#define NBL_FFT_TAN_1_32_float16_t NBL_CAST(float16_t, 0.198852539f)
#define NBL_FFT_COS_3_32_float16_t NBL_CAST(float16_t, 0.831542969f)
#define NBL_FFT_TAN_3_32_float16_t NBL_CAST(float16_t, 0.66796875f)
#endif
