/* A libvulkan.so.1 whose device is lost when a submission is waited for, or whose first wait fails; NBL_REAL_VULKAN names
 * the real one.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/faults/failing_loader.h"

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name);

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
    const char *at = getenv("NBL_LOST_AT");
    fault.at = at ? atol(at) : 0; /* a call of this number, and all that can tell of it from then on */
    fault.failure = 2;
    fault.on = true;
    if (fault.at <
        0) { /* vkWaitForFences, once, for want of device memory: what was submitted is computed all the same */
        fault.function = FUNCTION_WaitForFences;
        fault.failure = 1;
        fault.on = false;
    }
    return failing_loader(instance, name);
}
