/* Transforms the rows of the four FFTs, along x. Each element is the height's, times a factor that makes it the
 * spectrum of the two fields.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ocean.h"
#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH OCEAN_SIDE
#define NBL_FFT_DIRECTION NBL_FFT_INVERSE
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED
#define NBL_FFT_FFTS_PER_WORKGROUP 1
#define NBL_FFT_MAX_INVOCATIONS 256
#define NBL_FFT_SHARED_BYTES 16384
#include "nbl/fft.h"

/* Returns the factor of FFT `number`: a + i b if its fields are the height times a and b. A derivative's factor is i k,
 * a displacement's i k / |k|, towards the crests. */
NBL_FUNCTION nbl_complex_float32_t ocean_factor(uint32_t number, nbl_float32_t2 k) {
    float32_t squared = k.x * k.x + k.y * k.y;
    float32_t inverse = squared > 0.0f ? nbl_rsqrt(squared) : 0.0f;
    nbl_complex_float32_t factor = {1.0f, -k.x * k.y * inverse};
    if (number == 1u) factor = nbl_complex_construct(-k.y * inverse, k.x * inverse);
    if (number == 2u) factor = nbl_complex_construct(-k.y, k.x);
    if (number == 3u) factor = nbl_complex_construct(-k.x * k.x * inverse, -k.y * k.y * inverse);
    return factor;
}

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t x) {
    uint32_t z = fft % OCEAN_SIDE;
    nbl_float32_t2 k = ocean_wave_vector(x, z, NBL_PUSH_CONSTANT(ocean).extent);
    return nbl_complex_mul(ocean_factor(fft / OCEAN_SIDE, k),
                           nbl_complex_from_storage_float32_t(NBL_LOAD(heights, z * OCEAN_SIDE + x)));
}

NBL_FUNCTION void row_set(uint32_t fft, uint32_t x, nbl_complex_float32_t value) {
    NBL_STORE(lines, fft * OCEAN_SIDE + x, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(ocean_rows) {
    nbl_fft_place_t at = row_place_in_workgroup();
    row_inverse(row_place_of(at, OCEAN_WORKGROUP, NBL_PUSH_CONSTANT(ocean).ffts));
}
