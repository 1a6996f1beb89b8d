/* Makes displacement, normal, Jacobian and foam of the eight fields.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The surface is (x + c dx, h, z + c dz). Its tangents are the derivatives along x and z, its normal their product, and
 * the normal's y the Jacobian: how much of the sea's plane a point stands for. Below 0 the surface folds.
 */
#include "ocean.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(ocean_assemble) {
    ocean_t sea = NBL_PUSH_CONSTANT(ocean);
    uint32_t i = OCEAN_WORKGROUP * 64u + nbl_local_invocation_index();
    if (i < OCEAN_POINTS) {
        nbl_float32_t2 height = NBL_LOAD(fields, i), moved = NBL_LOAD(fields, OCEAN_POINTS + i);
        nbl_float32_t2 slope = NBL_LOAD(fields, 2 * OCEAN_POINTS + i), widths = NBL_LOAD(fields, 3 * OCEAN_POINTS + i);
        float32_t c = sea.choppiness, shear = c * height.y;
        nbl_float32_t3 along_x = {1.0f + c * widths.x, slope.x, shear}, along_z = {shear, slope.y, 1.0f + c * widths.y};
        nbl_float32_t3 normal = nbl_vector_cross(along_z, along_x);
        float32_t jacobian = normal.y;
        normal.y = nbl_max(jacobian, 0.01f); /* where it folds, the side that is seen from above */
        normal = nbl_vector_normalize(normal);
        float32_t new_foam = nbl_clamp(sea.foam - jacobian, 0.0f, 1.0f);
        float32_t foam = nbl_max(NBL_LOAD(normals, i).w * sea.fade, new_foam);
        NBL_STORE(displacement, i, nbl_vector_4(c * moved.x, height.x, c * moved.y, jacobian));
        NBL_STORE(normals, i, nbl_vector_4(normal.x, normal.y, normal.z, foam));
    }
}
