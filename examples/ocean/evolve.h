/* Makes the spectrum of the heights at a time: h(k) = h0(k) exp(-i w t) + conj(h0(-k)) exp(i w t), waves that run along
 * k.
 * SPDX-License-Identifier: Apache-2.0
 *
 * h(-k) is the conjugate of h(k) to the bit, since both are the same sums: the heights are real. Each frequency is a
 * whole number of turns per period, so that the phase is an integer product, which is as exact after an hour as at
 * once.
 */
#include "ocean.h"

#include "nbl/fft/twiddle.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(ocean_evolve) {
    ocean_t sea = NBL_PUSH_CONSTANT(ocean);
    uint32_t i = OCEAN_WORKGROUP * 64u + nbl_local_invocation_index();
    uint32_t x = i % OCEAN_SIDE, z = i / OCEAN_SIDE;
    if (i < OCEAN_POINTS) {
        nbl_float32_t2 k = ocean_wave_vector(x, z, sea.extent);
        float32_t frequency = nbl_sqrt(OCEAN_GRAVITY * nbl_sqrt(k.x * k.x + k.y * k.y));
        uint32_t turns = NBL_CAST(uint32_t, frequency * sea.period * 0.15915494f + 0.5f); /* per period, 1 / (2 pi) */
        nbl_complex_float32_t turned = nbl_fft_twiddle_float32_t((turns * sea.time) >> 8, 24u, false);
        uint32_t mirror = (OCEAN_SIDE - z) % OCEAN_SIDE * OCEAN_SIDE + (OCEAN_SIDE - x) % OCEAN_SIDE;
        nbl_complex_float32_t there = nbl_complex_from_storage_float32_t(NBL_LOAD(spectrum, i));
        nbl_complex_float32_t back = nbl_complex_from_storage_float32_t(NBL_LOAD(spectrum, mirror));
        there = nbl_complex_mul(there, turned);
        back = nbl_complex_mul(back, turned);
        NBL_STORE(heights, i, nbl_vector_2(there.real + back.real, there.imag - back.imag));
    }
}
