/* A kernel without an FFT: develops linear RGBA into sRGB, the same bits on every device and on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A device's exp2 and pow may be wrong by 2^-21 and more, its division by 2.5 units in the last place, and each driver
 * is wrong in its own way. Frames of a render farm, or a picture and its test's reference, then differ in some codes.
 * nbl/tgmath.h computes these functions in integers.
 */
#include "nbl/vector.h"

NBL_STRUCT(constants_t) {
    uint32_t count;
    float32_t stops; /* exposure: 1 doubles the light */
};

NBL_BUFFER(0, nbl_float32_t4, light)
NBL_BUFFER(1, nbl_float32_t4, developed)
NBL_PUSH_CONSTANTS(constants_t, constants)

/* Returns x / (1 + x), which maps all light to values below 1. */
NBL_FUNCTION float32_t shoulder(float32_t x) { return nbl_div(x, 1.0f + x); }

/* Returns the sRGB code, 0 to 1, of linear light: IEC 61966-2-1. */
NBL_FUNCTION float32_t srgb(float32_t x) {
    return x <= 0.0031308f ? 12.92f * x : 1.055f * nbl_pow(x, 0.416666657f) - 0.055f;
}

NBL_LOCAL_SIZE(64)
NBL_KERNEL(develop) {
    uint32_t i = nbl_workgroup_index() * 64u + nbl_local_invocation_index();
    if (i < NBL_PUSH_CONSTANT(constants).count) {
        nbl_float32_t4 pixel = NBL_LOAD(light, i);
        nbl_float32_t4 exposed = nbl_vector_scale(pixel, nbl_exp2(NBL_PUSH_CONSTANT(constants).stops));
        exposed = nbl_vector_max(exposed, nbl_splat_4(0.0f));
        NBL_STORE(developed, i,
                  nbl_vector_4(srgb(shoulder(exposed.x)), srgb(shoulder(exposed.y)), srgb(shoulder(exposed.z)),
                               pixel.w));
    }
}
