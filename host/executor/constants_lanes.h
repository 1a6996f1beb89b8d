/* Constants of twiddles and radix kernels, SIN_1_3 for sin(2 pi / 3); by tools/fft_constants.py lanes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NBL_FFT_CONSTANTS_LANES_H
#define NBL_FFT_CONSTANTS_LANES_H
#define NBL_FFT_SQRT_HALF_lanes_t NBL_OF_LANES(NBL_FFT_SQRT_HALF)
#define NBL_FFT_SIN_1_3_lanes_t NBL_OF_LANES(NBL_FFT_SIN_1_3)
#define NBL_FFT_ONE_MINUS_SIN_1_3_lanes_t NBL_OF_LANES(NBL_FFT_ONE_MINUS_SIN_1_3)
#define NBL_FFT_SQRT_5_16_lanes_t NBL_OF_LANES(NBL_FFT_SQRT_5_16)
#define NBL_FFT_SIN_2_5_lanes_t NBL_OF_LANES(NBL_FFT_SIN_2_5)
#define NBL_FFT_SIN_1_5_BY_2_5_lanes_t NBL_OF_LANES(NBL_FFT_SIN_1_5_BY_2_5)
#define NBL_FFT_COS_3_7_lanes_t NBL_OF_LANES(NBL_FFT_COS_3_7)
#define NBL_FFT_COS_1_7_BY_3_7_lanes_t NBL_OF_LANES(NBL_FFT_COS_1_7_BY_3_7)
#define NBL_FFT_COS_2_7_BY_3_7_lanes_t NBL_OF_LANES(NBL_FFT_COS_2_7_BY_3_7)
#define NBL_FFT_SIN_2_7_lanes_t NBL_OF_LANES(NBL_FFT_SIN_2_7)
#define NBL_FFT_SIN_1_7_BY_2_7_lanes_t NBL_OF_LANES(NBL_FFT_SIN_1_7_BY_2_7)
#define NBL_FFT_SIN_3_7_BY_2_7_lanes_t NBL_OF_LANES(NBL_FFT_SIN_3_7_BY_2_7)
#define NBL_FFT_COS_1_9_lanes_t NBL_OF_LANES(NBL_FFT_COS_1_9)
#define NBL_FFT_SIN_1_9_lanes_t NBL_OF_LANES(NBL_FFT_SIN_1_9)
#define NBL_FFT_COS_2_9_lanes_t NBL_OF_LANES(NBL_FFT_COS_2_9)
#define NBL_FFT_SIN_2_9_lanes_t NBL_OF_LANES(NBL_FFT_SIN_2_9)
#define NBL_FFT_COS_4_9_lanes_t NBL_OF_LANES(NBL_FFT_COS_4_9)
#define NBL_FFT_SIN_4_9_lanes_t NBL_OF_LANES(NBL_FFT_SIN_4_9)
#define NBL_FFT_COS_1_16_lanes_t NBL_OF_LANES(NBL_FFT_COS_1_16)
#define NBL_FFT_TAN_1_16_lanes_t NBL_OF_LANES(NBL_FFT_TAN_1_16)
#define NBL_FFT_COS_1_32_lanes_t NBL_OF_LANES(NBL_FFT_COS_1_32)
#define NBL_FFT_TAN_1_32_lanes_t NBL_OF_LANES(NBL_FFT_TAN_1_32)
#define NBL_FFT_COS_3_32_lanes_t NBL_OF_LANES(NBL_FFT_COS_3_32)
#define NBL_FFT_TAN_3_32_lanes_t NBL_OF_LANES(NBL_FFT_TAN_3_32)
#endif
