/* Constants of twiddles and radix kernels, SIN_1_3 for sin(2 pi / 3); by tools/fft_constants.py float64
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NBL_FFT_CONSTANTS_FLOAT64_H
#define NBL_FFT_CONSTANTS_FLOAT64_H
/* A float64 as the sum of three float32; by way of their bits, since glslang does not round a literal before it widens
 * it. */
#define NBL_FFT_FLOAT64(a, b, c) (NBL_FFT_WIDENED(a) + NBL_FFT_WIDENED(b) + NBL_FFT_WIDENED(c))
#define NBL_FFT_WIDENED(a) NBL_CAST(float64_t, nbl_float32_from_bits(nbl_bits_from_float32(a)))
#define NBL_FFT_TAU_HIGH_float64_t NBL_FFT_FLOAT64(6.28318548f, -1.74844899e-07f, 0.0f)
#define NBL_FFT_TAU_LOW_float64_t NBL_FFT_FLOAT64(-6.60559823e-13f, 8.08906545e-21f, -4.03896783e-28f)
#define NBL_FFT_SINE_float64_t(y) \
    (NBL_FFT_FLOAT64(-41.3417015f, -7.32831381e-07f, -2.13162821e-14f) + \
     (y) * (NBL_FFT_FLOAT64(81.6052475f, 1.77851643e-06f, 1.42108547e-14f) + \
            (y) * (NBL_FFT_FLOAT64(-76.7058563f, -3.4298007e-06f, -2.84217094e-14f) + \
                   (y) * (NBL_FFT_FLOAT64(42.0586929f, 1.00567684e-06f, -4.26325641e-14f) + \
                          (y) * (NBL_FFT_FLOAT64(-15.0946417f, 4.05906036e-07f, 5.32907052e-15f) + \
                                 (y) * (NBL_FFT_FLOAT64(3.81983066f, 8.79283775e-08f, 3.10862447e-15f) + \
                                        (y)*NBL_FFT_FLOAT64(-0.712444067f, 4.32302372e-09f, -2.22044605e-16f)))))))
#define NBL_FFT_COSINE_float64_t(y) \
    (NBL_FFT_FLOAT64(19.7392082f, 5.80743176e-07f, -7.10542736e-15f) + \
     (NBL_FFT_FLOAT64(1.25305523e-15f, -4.32608323e-23f, -3.94430453e-31f) + \
      (y) * (NBL_FFT_FLOAT64(-64.9393921f, -1.93282449e-06f, -5.68434189e-14f) + \
             (y) * (NBL_FFT_FLOAT64(85.4568176f, -4.20259425e-07f, -1.42108547e-14f) + \
                    (y) * (NBL_FFT_FLOAT64(-60.2446404f, -1.02151273e-06f, -3.55271368e-14f) + \
                           (y) * (NBL_FFT_FLOAT64(26.4262562f, 5.9800783e-07f, 0.0f) + \
                                  (y) * (NBL_FFT_FLOAT64(-7.90353584f, 2.30556552e-07f, -3.55271368e-15f) + \
                                         (y) * (NBL_FFT_FLOAT64(1.7143333f, -2.64011515e-08f, 0.0f) + \
                                                (y)*NBL_FFT_FLOAT64(-0.279740781f, -5.47378587e-09f, \
                                                                    1.66533454e-16f)))))))))
#define NBL_FFT_SQRT_HALF_float64_t NBL_FFT_FLOAT64(0.707106769f, 1.21016175e-08f, -3.33066907e-16f)
#define NBL_FFT_SIN_1_3_float64_t NBL_FFT_FLOAT64(0.866025388f, 1.55436251e-08f, -6.66133815e-16f)
#define NBL_FFT_ONE_MINUS_SIN_1_3_float64_t NBL_FFT_FLOAT64(0.133974597f, -6.42463249e-10f, 0.0f)
#define NBL_FFT_SQRT_5_16_float64_t NBL_FFT_FLOAT64(0.559017003f, -8.2076026e-09f, 0.0f)
#define NBL_FFT_SIN_2_5_float64_t NBL_FFT_FLOAT64(0.587785244f, 8.30443625e-09f, -2.22044605e-16f)
#define NBL_FFT_SIN_1_5_BY_2_5_float64_t NBL_FFT_FLOAT64(1.61803401f, -1.64152052e-08f, 0.0f)
#define NBL_FFT_COS_3_7_float64_t NBL_FFT_FLOAT64(-0.90096885f, -1.8243453e-08f, -1.11022302e-16f)
#define NBL_FFT_COS_1_7_BY_3_7_float64_t NBL_FFT_FLOAT64(-0.692021489f, 1.75132762e-08f, -4.4408921e-16f)
#define NBL_FFT_COS_2_7_BY_3_7_float64_t NBL_FFT_FLOAT64(0.246979609f, -5.41434586e-09f, -1.38777878e-16f)
#define NBL_FFT_SIN_2_7_float64_t NBL_FFT_FLOAT64(0.974927902f, 9.96014382e-09f, 1.11022302e-16f)
#define NBL_FFT_SIN_1_7_BY_2_7_float64_t NBL_FFT_FLOAT64(0.801937759f, -2.31177388e-08f, 2.22044605e-16f)
#define NBL_FFT_SIN_3_7_BY_2_7_float64_t NBL_FFT_FLOAT64(0.445041865f, 2.80223134e-09f, 1.11022302e-16f)
#define NBL_FFT_COS_1_9_float64_t NBL_FFT_FLOAT64(0.766044438f, 5.23369348e-09f, 1.11022302e-16f)
#define NBL_FFT_SIN_1_9_float64_t NBL_FFT_FLOAT64(0.642787635f, -2.56398458e-08f, -3.33066907e-16f)
#define NBL_FFT_COS_2_9_float64_t NBL_FFT_FLOAT64(0.173648179f, -9.10492737e-10f, 0.0f)
#define NBL_FFT_SIN_2_9_float64_t NBL_FFT_FLOAT64(0.98480773f, 2.32911379e-08f, 7.77156117e-16f)
#define NBL_FFT_COS_4_9_float64_t NBL_FFT_FLOAT64(-0.939692616f, -4.32320091e-09f, 0.0f)
#define NBL_FFT_SIN_4_9_float64_t NBL_FFT_FLOAT64(0.342020154f, -1.06736602e-08f, 2.77555756e-16f)
#define NBL_FFT_COS_1_16_float64_t NBL_FFT_FLOAT64(0.923879504f, 2.83074897e-08f, 6.66133815e-16f)
#define NBL_FFT_TAN_1_16_float64_t NBL_FFT_FLOAT64(0.414213568f, -5.5990883e-09f, 1.11022302e-16f)
#define NBL_FFT_COS_1_32_float64_t NBL_FFT_FLOAT64(0.980785251f, 2.97394731e-08f, 0.0f)
#define NBL_FFT_TAN_1_32_float64_t NBL_FFT_FLOAT64(0.198912367f, 1.54964708e-10f, 0.0f)
#define NBL_FFT_COS_3_32_float64_t NBL_FFT_FLOAT64(0.831469595f, 1.68702634e-08f, 3.33066907e-16f)
#define NBL_FFT_TAN_3_32_float64_t NBL_FFT_FLOAT64(0.668178618f, 1.99650447e-08f, 0.0f)
#endif
