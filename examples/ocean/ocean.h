/* What the ocean's kernels share: parameters, buffers, wave vectors. Waves by J. Tessendorf, "Simulating Ocean Water".
 * SPDX-License-Identifier: Apache-2.0
 *
 * A square of extent x extent metres, periodic, OCEAN_SIDE x OCEAN_SIDE points. Element (x, z) of a buffer is number
 * z * OCEAN_SIDE + x; of a spectrum, x and z number the waves: 0, 1, ... OCEAN_SIDE / 2 - 1, then the negative ones.
 *
 *   kernel     once or each frame   reads                   writes                  workgroups
 *   spectrum   once                                         spectrum, normals.w     side^2 / 64
 *   evolve     each frame           spectrum                heights                 side^2 / 64
 *   rows       each frame           heights                 lines                   4 side
 *   columns    each frame           lines                   fields                  4 side / OCEAN_COLUMNS
 *   assemble   each frame           fields, normals.w       displacement, normals   side^2 / 64
 *
 * Four complex FFTs carry eight real fields, of height h and horizontal displacement (dx, dz):
 *
 *   number   real part    imaginary part
 *   0        h            d dx / dz
 *   1        dx           dz
 *   2        dh / dx      dh / dz
 *   3        d dx / dx    d dz / dz
 */
#ifndef OCEAN_H
#define OCEAN_H

#include "nbl/accessors/storage.h"
#include "nbl/vector.h"

/* A power of two from 32 to 1024: what 16 KiB of shared memory hold, as in WebGPU. */
#ifndef OCEAN_SIDE
#define OCEAN_SIDE 512
#endif
#if OCEAN_SIDE > 512
#define OCEAN_COLUMNS 2
#else
#define OCEAN_COLUMNS 4
#endif

NBL_STRUCT(ocean_t) {
    uint32_t ffts;    /* 4 OCEAN_SIDE; first, since exact mode takes a zero from its upper bit */
    uint32_t time;    /* in 2^-32 of the period, after which the waves repeat */
    uint32_t seed;    /* of the random waves: another one gives another sea of the same weather */
    float32_t period; /* s */
    float32_t extent; /* m */
    float32_t wind_x; /* m/s, 10 m above the water */
    float32_t wind_z;
    float32_t fetch;      /* m that the wind has blown over water */
    float32_t shortest;   /* m: much shorter waves are damped away */
    float32_t choppiness; /* factor of the horizontal displacement: 0 none, 1 as the theory has it */
    float32_t foam;       /* the Jacobian below which there is foam: 0 where the surface folds, 1 everywhere */
    float32_t fade;       /* what is left of the last frame's foam, 0 to 1 */
};
NBL_PUSH_CONSTANTS(ocean_t, ocean)

NBL_BUFFER(0, nbl_float32_t2, spectrum)
NBL_BUFFER(1, nbl_float32_t2, heights)
NBL_BUFFER(2, nbl_float32_t2, lines)
NBL_BUFFER(3, nbl_float32_t2, fields)
NBL_BUFFER(4, nbl_float32_t4, displacement) /* dx, h, dz in metres, choppiness included; and the Jacobian */
NBL_BUFFER(5, nbl_float32_t4, normals)      /* unit normal x, y, z, and foam, 0 to 1 */

/* A workgroup's number. There are at most 16384, which one dimension of a dispatch holds. nbl_workgroup_index() would
 * ask for the number of workgroups, which HLSL has only from a uniform. */
#define OCEAN_WORKGROUP nbl_workgroup_id().x
#define OCEAN_POINTS (OCEAN_SIDE * OCEAN_SIDE)
#define OCEAN_GRAVITY 9.81f
#define OCEAN_TWO_PI 6.2831855f

/* Returns the number of a wave, -OCEAN_SIDE / 2 to OCEAN_SIDE / 2 - 1, by its index. */
NBL_FUNCTION int32_t ocean_wave(uint32_t index) {
    int32_t wave = NBL_CAST(int32_t, index);
    return index < OCEAN_SIDE / 2u ? wave : wave - OCEAN_SIDE;
}

/* Returns the vector of a wave in radians per metre. */
NBL_FUNCTION nbl_float32_t2 ocean_wave_vector(uint32_t x, uint32_t z, float32_t extent) {
    float32_t step = nbl_div(OCEAN_TWO_PI, extent);
    return nbl_vector_2(NBL_CAST(float32_t, ocean_wave(x)) * step, NBL_CAST(float32_t, ocean_wave(z)) * step);
}

#endif
