/* Transforms along the middle dimension of arrays of 2 x 60 x 20, from a source to a target or in place.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(stride_job_t) {
    uint32_t arrays;
    uint32_t inverse;
    uint32_t in_place;
};
NBL_PUSH_CONSTANTS(stride_job_t, stride_job)
NBL_BUFFER(0, nbl_float32_t2, stride_source)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, stride_target)

#define NBL_FFT_NAME middle
#define NBL_FFT_LENGTH 60
#define NBL_FFT_STRIDE 20
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t middle_get(uint32_t block, uint32_t index) {
    uint32_t at = block * 1200u + index;
    nbl_float32_t2 z =
        NBL_PUSH_CONSTANT(stride_job).in_place == 1u ? NBL_LOAD(stride_target, at) : NBL_LOAD(stride_source, at);
    return nbl_complex_from_storage_float32_t(z);
}

NBL_FUNCTION void middle_set(uint32_t block, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(stride_target, block * 1200u + index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(middle_workgroup_size)
NBL_KERNEL(middle_kernel) {
    nbl_fft_place_t at = middle_place(NBL_PUSH_CONSTANT(stride_job).arrays * 40u);
    if (NBL_PUSH_CONSTANT(stride_job).inverse == 1u) {
        middle_inverse(at);
    } else {
        middle_forward(at);
    }
}
