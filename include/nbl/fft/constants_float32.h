/* Constants of twiddles and radix kernels, SIN_1_3 for sin(2 pi / 3); by tools/fft_constants.py float32
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NBL_FFT_CONSTANTS_FLOAT32_H
#define NBL_FFT_CONSTANTS_FLOAT32_H
#define NBL_FFT_TAU_HIGH_float32_t 6.28320312f
#define NBL_FFT_TAU_LOW_float32_t -1.78178198e-05f
#define NBL_FFT_SINE_float32_t(y) NBL_ADD_PRODUCT(-41.3416977f, y, NBL_ADD_PRODUCT(81.5995178f, y, -75.7263031f))
#define NBL_FFT_COSINE_float32_t(y) \
    (19.7392082f + NBL_ADD_PRODUCT(5.68551968e-07f, y, \
                                   NBL_ADD_PRODUCT(-64.9393692f, y, NBL_ADD_PRODUCT(85.448822f, y, -59.4241066f))))
#define NBL_FFT_SQRT_HALF_float32_t 0.707106769f
#define NBL_FFT_SIN_1_3_float32_t 0.866025388f
#define NBL_FFT_ONE_MINUS_SIN_1_3_float32_t 0.133974597f
#define NBL_FFT_SQRT_5_16_float32_t 0.559017003f
#define NBL_FFT_FACTOR_FIRST_float32_t(z, factor) z
#define NBL_FFT_FACTOR_LAST_float32_t(z, factor) nbl_complex_carried(z, factor)
#define NBL_FFT_ADD_LAST_float32_t(z, w, factor) nbl_complex_add_carried(z, w, factor)
#define NBL_FFT_SUB_LAST_float32_t(z, w, factor) nbl_complex_sub_carried(z, w, factor)
#define NBL_FFT_SIN_2_5_float32_t 0.587785244f
#define NBL_FFT_SIN_1_5_BY_FACTOR_float32_t 1.61803401f
#define NBL_FFT_COS_3_7_float32_t -0.90096885f
#define NBL_FFT_COS_1_7_BY_FACTOR_float32_t -0.692021489f
#define NBL_FFT_COS_2_7_BY_FACTOR_float32_t 0.246979609f
#define NBL_FFT_SIN_2_7_float32_t 0.974927902f
#define NBL_FFT_SIN_1_7_BY_FACTOR_float32_t 0.801937759f
#define NBL_FFT_SIN_3_7_BY_FACTOR_float32_t 0.445041865f
#define NBL_FFT_COS_1_9_float32_t 0.766044438f
#define NBL_FFT_SIN_1_9_float32_t 0.642787635f
#define NBL_FFT_COS_2_9_float32_t 0.173648179f
#define NBL_FFT_SIN_2_9_float32_t 0.98480773f
#define NBL_FFT_COS_4_9_float32_t -0.939692616f
#define NBL_FFT_SIN_4_9_float32_t 0.342020154f
#define NBL_FFT_COS_1_11_float32_t 0.841253519f
#define NBL_FFT_SIN_1_11_float32_t 0.540640831f
#define NBL_FFT_COS_2_11_float32_t 0.415415019f
#define NBL_FFT_SIN_2_11_float32_t 0.909631968f
#define NBL_FFT_COS_3_11_float32_t -0.142314836f
#define NBL_FFT_SIN_3_11_float32_t 0.989821434f
#define NBL_FFT_COS_4_11_float32_t -0.654860735f
#define NBL_FFT_SIN_4_11_float32_t 0.755749583f
#define NBL_FFT_COS_5_11_float32_t -0.959492981f
#define NBL_FFT_SIN_5_11_float32_t 0.281732559f
#define NBL_FFT_COS_1_13_float32_t 0.885456026f
#define NBL_FFT_SIN_1_13_float32_t 0.46472317f
#define NBL_FFT_COS_2_13_float32_t 0.568064749f
#define NBL_FFT_SIN_2_13_float32_t 0.822983861f
#define NBL_FFT_COS_3_13_float32_t 0.120536678f
#define NBL_FFT_SIN_3_13_float32_t 0.992708862f
#define NBL_FFT_COS_4_13_float32_t -0.3546049f
#define NBL_FFT_SIN_4_13_float32_t 0.935016215f
#define NBL_FFT_COS_5_13_float32_t -0.748510778f
#define NBL_FFT_SIN_5_13_float32_t 0.663122654f
#define NBL_FFT_COS_6_13_float32_t -0.970941842f
#define NBL_FFT_SIN_6_13_float32_t 0.239315659f
#define NBL_FFT_COS_1_25_float32_t 0.968583167f
#define NBL_FFT_SIN_1_25_float32_t 0.24868989f
#define NBL_FFT_COS_2_25_float32_t 0.876306653f
#define NBL_FFT_SIN_2_25_float32_t 0.481753677f
#define NBL_FFT_COS_3_25_float32_t 0.72896862f
#define NBL_FFT_SIN_3_25_float32_t 0.684547126f
#define NBL_FFT_COS_4_25_float32_t 0.535826802f
#define NBL_FFT_SIN_4_25_float32_t 0.844327927f
#define NBL_FFT_COS_6_25_float32_t 0.0627905205f
#define NBL_FFT_SIN_6_25_float32_t 0.998026729f
#define NBL_FFT_COS_8_25_float32_t -0.425779283f
#define NBL_FFT_SIN_8_25_float32_t 0.904827058f
#define NBL_FFT_COS_9_25_float32_t -0.637423992f
#define NBL_FFT_SIN_9_25_float32_t 0.770513237f
#define NBL_FFT_COS_12_25_float32_t -0.992114723f
#define NBL_FFT_SIN_12_25_float32_t 0.125333235f
#define NBL_FFT_COS_1_27_float32_t 0.973044872f
#define NBL_FFT_SIN_1_27_float32_t 0.230615869f
#define NBL_FFT_COS_2_27_float32_t 0.89363265f
#define NBL_FFT_SIN_2_27_float32_t 0.448799193f
#define NBL_FFT_COS_4_27_float32_t 0.597158611f
#define NBL_FFT_SIN_4_27_float32_t 0.802123189f
#define NBL_FFT_COS_5_27_float32_t 0.396079779f
#define NBL_FFT_SIN_5_27_float32_t 0.918216109f
#define NBL_FFT_COS_7_27_float32_t -0.0581448302f
#define NBL_FFT_SIN_7_27_float32_t 0.998308182f
#define NBL_FFT_COS_8_27_float32_t -0.286803246f
#define NBL_FFT_SIN_8_27_float32_t 0.957989514f
#define NBL_FFT_COS_10_27_float32_t -0.686241627f
#define NBL_FFT_SIN_10_27_float32_t 0.72737366f
#define NBL_FFT_COS_11_27_float32_t -0.835487783f
#define NBL_FFT_SIN_11_27_float32_t 0.549508989f
#define NBL_FFT_COS_13_27_float32_t -0.99323833f
#define NBL_FFT_SIN_13_27_float32_t 0.116092913f
#define NBL_FFT_COS_1_16_float32_t 0.923879504f
#define NBL_FFT_TAN_1_16_float32_t 0.414213568f
#define NBL_FFT_COS_1_32_float32_t 0.980785251f
#define NBL_FFT_TAN_1_32_float32_t 0.198912367f
#define NBL_FFT_COS_3_32_float32_t 0.831469595f
#define NBL_FFT_TAN_3_32_float32_t 0.668178618f
#include "nbl/fft/circles_float32.h"
#endif
