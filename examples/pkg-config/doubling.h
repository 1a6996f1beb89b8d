/* A kernel that doubles 64 numbers. CPU and GPU run the same text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

NBL_BUFFER(0, float32_t, numbers)

NBL_LOCAL_SIZE(64)
NBL_KERNEL(doubling) {
    uint32_t i = nbl_local_invocation_index();
    NBL_STORE(numbers, i, NBL_LOAD(numbers, i) * 2.0f);
}
