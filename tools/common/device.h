/* The Vulkan device that a tool runs on, and its cache of compiled kernels.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_COMMON_DEVICE_H
#define NBL_TOOLS_COMMON_DEVICE_H

#include <stdbool.h>

#include "nbl/host/compile.h"
#include "nbl/host/vulkan.h"

/* Takes the value of --device: NULL, a number, or a name as nbl_vulkan_device_desc_t has it. Returns EXIT_DONE or
 * EXIT_FAILED. */
int choose_device(const char *text, nbl_vulkan_device_desc_t *desc, nbl_error_t *error);

/* Adds to an error's text that a backend on the CPU needs no device. Returns EXIT_FAILED.
 *
 * executes  true: the executor can do what the options ask for; false: the emulator alone can */
int fail_without_device(nbl_error_t *error, bool executes);

/* Returns whether the device's driver runs on the CPU. Unrolled loops take it up to a minute to build,
 * for no gain. */
bool is_on_cpu(const nbl_vulkan_device_t *device);

/* Returns the cache in the user's folder; NULL if it has none, and then every kernel is compiled. */
nbl_cache_t *open_cache(void);

#endif
