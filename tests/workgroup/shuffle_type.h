/* Shuffles of one type: included by tests/workgroup/shuffle_kernel.h for each.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: SHUFFLE_NAME, SHUFFLE_TYPE.
 */
#define NBL_SHUFFLE_NAME SHUFFLE_NAME
#define NBL_SHUFFLE_TYPE SHUFFLE_TYPE
#define NBL_SHUFFLE_INVOCATIONS 32u
#define NBL_SHUFFLE_SHARED_GET(i) SHUFFLE_SHARED_GET(i)
#define NBL_SHUFFLE_SHARED_SET(i, v) SHUFFLE_SHARED_SET(i, v)
#define NBL_SHUFFLE_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/shuffle.h"

NBL_FUNCTION void NBL_CAT(SHUFFLE_NAME, _put)(uint32_t first, SHUFFLE_TYPE value) {
    nbl_dwords_8_t moved = NBL_CAT(nbl_dwords_from_, SHUFFLE_TYPE)(value);
    for (uint32_t k = 0u; k < 8u; k++) NBL_STORE(shuffle_results, first + k, moved.value[k]);
}

NBL_FUNCTION void NBL_CAT(SHUFFLE_NAME, _try)(nbl_fft_place_t at, uint32_t t, uint32_t number) {
    nbl_dwords_8_t given;
    for (uint32_t k = 0u; k < 8u; k++) given.value[k] = NBL_LOAD(shuffle_given, t * 32u + number + k);
    SHUFFLE_TYPE value = NBL_CAT(nbl_from_dwords_, SHUFFLE_TYPE)(given);
    uint32_t first = (number * 64u + t) * 16u;
    value = NBL_CAT(SHUFFLE_NAME, _shuffle)(at, value, (at.invocation * 5u + 3u) & 31u);
    NBL_WORKGROUP_BARRIER();
    NBL_CAT(SHUFFLE_NAME, _put)(first, value);
    value = NBL_CAT(SHUFFLE_NAME, _shuffle_xor)(at, value, 9u);
    NBL_WORKGROUP_BARRIER();
    NBL_CAT(SHUFFLE_NAME, _put)(first + 8u, value);
}
#undef SHUFFLE_TYPE
#undef SHUFFLE_NAME
