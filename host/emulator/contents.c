/* Contents of a launch's resources, one after the other: kept, put back, compared.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"

#include <string.h>

static size_t bytes_of(const nbl_emulator_resource_t *resource) {
    if (resource->data == NULL) return 0;
    return (size_t)(resource->height != 0 ? resource->width * resource->height * 16u : resource->width);
}

size_t nbl_emulator_resource_bytes(const nbl_emulator_launch_t *launch) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < launch->resource_count; i++) bytes += bytes_of(&launch->resources[i]);
    return bytes;
}

void nbl_emulator_save(const nbl_emulator_launch_t *launch, unsigned char *copy) {
    for (uint32_t i = 0; i < launch->resource_count; copy += bytes_of(&launch->resources[i]), i++)
        if (bytes_of(&launch->resources[i]) != 0)
            memcpy(copy, launch->resources[i].data, bytes_of(&launch->resources[i]));
}

void nbl_emulator_restore(const nbl_emulator_launch_t *launch, const unsigned char *copy) {
    for (uint32_t i = 0; i < launch->resource_count; copy += bytes_of(&launch->resources[i]), i++)
        if (bytes_of(&launch->resources[i]) != 0)
            memcpy(launch->resources[i].data, copy, bytes_of(&launch->resources[i]));
}

uint32_t nbl_emulator_difference(const nbl_emulator_launch_t *launch, const unsigned char *copy) {
    uint32_t i = 0;
    for (; i < launch->resource_count; copy += bytes_of(&launch->resources[i]), i++)
        if (bytes_of(&launch->resources[i]) != 0 &&
            memcmp(copy, launch->resources[i].data, bytes_of(&launch->resources[i])) != 0)
            break;
    return i;
}
