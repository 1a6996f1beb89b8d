/* A multiply-add of lanes that rounds once: nbl_fused_lanes_t(c, a, b) is a b + c in each lane.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by executor/lanes.h alone, where NBL_FUSED is 1. Where the file is compiled for no such instruction each
 * lane takes the C library's function: the same bits, at a tenth of the speed or less.
 */
#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__aarch64__)
#define float16_t float16_of_arm_t /* which is __fp16 there */
#include <arm_neon.h>
#undef float16_t
#endif

#define FUSED_BYTES_float32_t 4
#define FUSED_BYTES_float64_t 8
#define FUSED_BYTES NBL_OF_LANES_(FUSED_BYTES, NBL_LANES_OF)

INLINE lanes_t nbl_fused_lanes_t(lanes_t c, lanes_t a, lanes_t b) {
#if defined(__FMA__) && FUSED_BYTES == 4 && NBL_LANES_LOG2 == 3
    return (lanes_t)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif defined(__FMA__) && FUSED_BYTES == 8 && NBL_LANES_LOG2 == 2
    return (lanes_t)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif defined(__aarch64__) && FUSED_BYTES == 4 && NBL_LANES_LOG2 == 2
    return (lanes_t)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#elif defined(__aarch64__) && FUSED_BYTES == 8 && NBL_LANES_LOG2 == 1
    return (lanes_t)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
    for (size_t i = 0; i < LANES; i++) c[i] = NBL_OF_LANES_(nbl_fused, NBL_LANES_OF)(c[i], a[i], b[i]);
    return c;
#endif
}
