/* Kernel: copies a buffer, 16 bytes per invocation: what an FFT's speed is measured against.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

NBL_STRUCT(nbl_copy_constants_t) { uint32_t count; /* of 16 bytes */ };

NBL_BUFFER(0, nbl_float32_t4, copy_source)
NBL_BUFFER(1, nbl_float32_t4, copy_target)
NBL_PUSH_CONSTANTS(nbl_copy_constants_t, copy_constants)

NBL_LOCAL_SIZE(256)
NBL_KERNEL(nbl_copy) {
    uint32_t i = nbl_workgroup_index() * 256u + nbl_local_invocation_index();
    if (i < NBL_PUSH_CONSTANT(copy_constants).count) NBL_STORE(copy_target, i, NBL_LOAD(copy_source, i));
}
