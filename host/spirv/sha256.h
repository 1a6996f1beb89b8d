/* SHA-256 (FIPS 180-4), for the keys and checksums of the cache.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_SHA256_H
#define NBL_HOST_SPIRV_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct nbl_sha256_t {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t block[64];
} nbl_sha256_t;

void nbl_sha256_begin(nbl_sha256_t *sha);
void nbl_sha256_add(nbl_sha256_t *sha, const void *bytes, size_t size);
void nbl_sha256_end(nbl_sha256_t *sha, uint8_t digest[32]);

#endif
