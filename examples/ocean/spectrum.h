/* Makes the spectrum of a sea that a wind has blown up: for each wave a random complex amplitude. Runs once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * JONSWAP: K. Hasselmann and others, "Measurements of Wind-Wave Growth and Swell Decay during the Joint North Sea Wave
 * Project", 1973. Per area of wave vectors, by the dispersion of deep water, w^2 = g k,
 *
 *   S(k, theta) = alpha / (2 k^4) exp(-5/4 (kp / k)^2) 3.3^r  2/pi cos^2 theta       |theta| < pi/2 from the wind
 *   r = exp(-(sqrt(k / kp) - 1)^2 / (2 s^2))                                         s = 0.07 to kp, 0.09 beyond
 *
 * The integral of S is the variance of the heights.
 */
#include "ocean.h"

#include "nbl/fft/twiddle.h"

/* Returns a hash: PCG of M. O'Neill, as in M. Jarzynski and M. Olano, "Hash Functions for GPU Rendering", 2020. */
NBL_FUNCTION uint32_t ocean_hash(uint32_t value) {
    uint32_t state = value * 747796405u + 2891336453u;
    uint32_t word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

/* Returns S of a wave vector in m^4; 0 for waves against the wind, and if S is below e^-40 of its scale. */
NBL_FUNCTION float32_t ocean_density(nbl_float32_t2 k, ocean_t sea) {
    float32_t squared = k.x * k.x + k.y * k.y;
    float32_t along = k.x * sea.wind_x + k.y * sea.wind_z;
    float32_t wind_2 = sea.wind_x * sea.wind_x + sea.wind_z * sea.wind_z;
    if (squared <= 0.0f || along <= 0.0f) return 0.0f;
    float32_t alpha = 0.076f * nbl_pow(nbl_div(wind_2, sea.fetch * OCEAN_GRAVITY), 0.22f);
    /* 96.2361 is g squared: compilers may multiply literals in double precision or in single. */
    float32_t peak = 22.0f * nbl_cbrt(nbl_div(96.2361f, nbl_sqrt(wind_2) * sea.fetch));
    float32_t peak_k = nbl_div(peak * peak, OCEAN_GRAVITY);
    float32_t length = nbl_sqrt(squared), off = nbl_sqrt(nbl_div(length, peak_k)) - 1.0f;
    float32_t width = off <= 0.0f ? 102.04082f : 61.728395f; /* 1 / (2 s^2) */
    float32_t exponent = -1.25f * nbl_div(peak_k * peak_k, squared) - squared * sea.shortest * sea.shortest;
    if (exponent < -40.0f) return 0.0f;
    float32_t enhancement = 1.1939225f * nbl_exp(nbl_max(-width * off * off, -40.0f)); /* ln 3.3 */
    float32_t spread = nbl_div(0.63661977f * along * along, squared * wind_2);
    return nbl_div(alpha, 2.0f * squared * squared) * nbl_exp(exponent + enhancement) * spread;
}

NBL_LOCAL_SIZE(64)
NBL_KERNEL(ocean_spectrum) {
    ocean_t sea = NBL_PUSH_CONSTANT(ocean);
    uint32_t i = OCEAN_WORKGROUP * 64u + nbl_local_invocation_index();
    uint32_t x = i % OCEAN_SIDE, z = i / OCEAN_SIDE;
    if (i < OCEAN_POINTS) {
        /* The hash takes the wave's number, not its index, so that a larger side adds short waves and keeps the long
         * ones. */
        uint32_t number = (NBL_CAST(uint32_t, ocean_wave(x)) & 0xffffu) | (NBL_CAST(uint32_t, ocean_wave(z)) << 16);
        uint32_t first = ocean_hash(number ^ ocean_hash(sea.seed)), second = ocean_hash(first);
        float32_t uniform_1 = NBL_CAST(float32_t, (first >> 8) + 1u) * 5.9604645e-8f; /* 2^-24 to 1 */
        nbl_complex_float32_t phase = nbl_fft_twiddle_float32_t(second >> 8, 24u, false);
        /* Leaves out waves of half the sampling rate: their slope is no real field. */
        bool is_nyquist = x == OCEAN_SIDE / 2u || z == OCEAN_SIDE / 2u;
        float32_t density = is_nyquist ? 0.0f : ocean_density(ocean_wave_vector(x, z, sea.extent), sea);
        /* Half of S for each of the waves k and -k, which evolve adds up. Normally distributed by G. Box and M. Muller,
         * 1958. */
        float32_t modulus = nbl_div(OCEAN_TWO_PI, sea.extent) * nbl_sqrt(-0.5f * density * nbl_log(uniform_1));
        nbl_float32_t4 calm = {0.0f, 1.0f, 0.0f, 0.0f};
        NBL_STORE(spectrum, i, nbl_vector_2(modulus * phase.real, modulus * phase.imag));
        NBL_STORE(normals, i, calm); /* no foam yet */
    }
}
