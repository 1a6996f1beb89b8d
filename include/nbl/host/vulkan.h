/* The public face of the Vulkan host: devices, memory, kernels compiled from text, and their recording.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions of every function below.
 *  - A function that can fail returns nbl_result_t and takes `error` last, which receives one line of text and may be
 *    NULL. On success the text is empty; outputs are written on success only, unless a comment says otherwise. "Errors"
 *    are named without their prefix NBL_ERROR_.
 *  - Description structures are copied; nothing they point to needs to outlive the call, unless a comment
 *    says otherwise. All bytes zero is the default of every one of them, except nbl_vulkan_device_desc_t
 *    (nbl_vulkan_device_desc_init()).
 *  - Destroying NULL is allowed. Nothing may be destroyed while the device executes it. For its own submissions the
 *    library sees to that: if waiting fails, what the device may still use is kept until the device is idle or lost;
 *    if neither can ever be established, it is kept for good, and so is the device.
 *  - Thread safety: "thread-safe" means callable from any number of threads at once with the same arguments;
 *    "per object" means that calls sharing an argument must be serialised by the caller.
 *    An nbl_vulkan_device_t may be shared by all threads in everything but its own destruction.
 *  - Nothing here prints, exits or keeps state outside of the objects (glslang's process-wide
 *    initialisation, once and guarded, is the exception).
 */
#ifndef NBL_VULKAN_H
#define NBL_VULKAN_H

#include "nbl/host/vulkan_commands.h"
#include "nbl/host/vulkan_device.h"
#include "nbl/host/vulkan_kernel.h"
#include "nbl/host/vulkan_memory.h"
#include "nbl/host/vulkan_pipelines.h"

#endif
