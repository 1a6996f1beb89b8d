/* A libvulkan.so.1 whose device is lost from a call on, or whose first wait fails; NBL_REAL_VULKAN names the real one.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_LOST_AT is "vkQueueSubmit 2", say: the second call of a function, since how many calls there are hangs on how
 * long the device takes. "wait": vkWaitForFences fails once, for want of device memory; what was submitted is computed
 * all the same.
 */
#include <stdio.h>

#include "tests/faults/failing_loader.h"

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name);

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
    const char *at = getenv("NBL_LOST_AT");
    char called[64];
    fault.function = FUNCTIONS;
    if (at != NULL && strcmp(at, "wait") == 0) {
        fault.function = FUNCTION_WaitForFences;
        fault.failure = 1;
        fault.at = -1;
    } else if (at != NULL && sscanf(at, "%63s %ld", called, &fault.at) == 2) {
        for (int k = 0; k < FUNCTIONS; k++)
            if (strcmp(functions[k].name, called) == 0) fault.function = k;
        if (fault.function == FUNCTIONS) abort();
        fault.failure = 2;
        fault.at = -fault.at;
        fault.on = true;
    }
    return failing_loader(instance, name);
}
