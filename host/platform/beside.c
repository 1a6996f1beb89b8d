/* Temporary names of files that are not complete yet, alike on every system.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/file.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Returns a name's hash: FNV-1a of 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_of(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return hash;
}

void nbl_beside_name(const char *path, char *beside, int number) {
    size_t folder = nbl_platform_folder_length(path);
    memcpy(beside, path, folder);
    snprintf(beside + folder, NBL_BESIDE_NAME_BYTES, ".nbl-%016llx-%d.tmp", (unsigned long long)hash_of(path + folder),
             number);
}
