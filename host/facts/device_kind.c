/* The kinds of devices: their names, and the vendors that Vulkan tells.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>

#include "nbl/host/plan.h"

static const struct {
    const char *name;
    uint32_t vendor;
} kinds[] = {
#define ROW(name, word, vendor) {word, vendor},
    NBL_DEVICE_KINDS(ROW)};

const char *nbl_device_kind_name(nbl_device_kind_t kind) {
    return (uint32_t)kind < NBL_DEVICE_KIND_COUNT ? kinds[kind].name : NULL;
}

nbl_device_kind_t nbl_device_kind_of_vendor(uint32_t vendor) {
    for (uint32_t kind = 0; kind < NBL_DEVICE_KIND_COUNT && vendor != 0; kind++)
        if (kinds[kind].vendor == vendor) return (nbl_device_kind_t)kind;
    return NBL_DEVICE_ANY;
}
