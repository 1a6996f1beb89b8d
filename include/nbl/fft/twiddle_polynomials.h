/* The polynomials of nbl/fft/twiddle.h; made by tools/twiddle_polynomials.py > include/nbl/fft/twiddle_polynomials.h
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NBL_FFT_TWIDDLE_POLYNOMIALS_H
#define NBL_FFT_TWIDDLE_POLYNOMIALS_H
/* A float64 as the sum of three float32; by way of their bits, since glslang does not round a literal before it widens it. */
#define NBL_FFT_FLOAT64(a, b, c) (NBL_FFT_WIDENED(a) + NBL_FFT_WIDENED(b) + NBL_FFT_WIDENED(c))
#define NBL_FFT_WIDENED(a) NBL_CAST(float64_t, nbl_float32_from_bits(nbl_bits_from_float32(a)))
#define NBL_FFT_TAU_HIGH_float32_t 6.28320312f
#define NBL_FFT_TAU_LOW_float32_t -1.78178198e-05f
#define NBL_FFT_SINE_float32_t(y) (-41.3416977f + (y) * (81.5995178f + (y) * -75.7263031f))
#define NBL_FFT_COSINE_float32_t(y) \
    (19.7392082f + (5.68551968e-07f + (y) * (-64.9393692f + (y) * (85.448822f + (y) * -59.4241066f))))
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
#endif
