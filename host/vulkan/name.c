/* How a device is named: by a part of its name, by a number among the devices of a name, or by its UUID.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool contains(const char *text, const char *part) {
    for (;; text++) {
        size_t i = 0;
        while (part[i] && lower(text[i]) == lower(part[i])) i++;
        if (!part[i]) return true;
        if (!*text) return false;
    }
}

static int hexadecimal(char c) {
    return c >= '0' && c <= '9' ? c - '0' : lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10 : -1;
}

/* Reads 32 hexadecimal digits with hyphens between them, after "GPU-" or without it. */
static bool read_uuid(const char *text, uint8_t uuid[16]) {
    uint32_t digits = 0;
    if (strncmp(text, "GPU-", 4) == 0) text += 4;
    for (; *text; text++) {
        const int digit = hexadecimal(*text);
        if (*text == '-' && digits % 2 == 0) continue;
        if (digit < 0 || digits == 32) return false;
        uuid[digits / 2] = (uint8_t)(digits % 2 ? uuid[digits / 2] << 4 | digit : digit);
        digits++;
    }
    return digits == 32;
}

nbl_vulkan_name_t nbl_vulkan_name_read(const char *text) {
    nbl_vulkan_name_t name = {.number = 0};
    const char *hash = strrchr(text, '#');
    char *end = NULL;
    name.by_uuid = read_uuid(text, name.uuid);
    const unsigned long number = hash && hash[1] >= '1' && hash[1] <= '9' ? strtoul(hash + 1, &end, 10) : 0;
    if (number && !*end && number <= UINT32_MAX)
        name.number = (uint32_t)number;
    else
        hash = text + strlen(text);
    const size_t length = (size_t)(hash - text);
    /* a longer name is longer than any device's, so it fits none */
    memcpy(name.part, text, length < sizeof name.part ? length : sizeof name.part - 1);
    return name;
}

bool nbl_vulkan_name_fits(const nbl_vulkan_name_t *name, const nbl_vulkan_device_info_t *info) {
    if (name->by_uuid) return memcmp(info->uuid, name->uuid, sizeof info->uuid) == 0;
    return contains(info->name, name->part) || contains(info->driver_name, name->part);
}
