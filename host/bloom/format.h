/* What the bloom needs to tell of a format of texels.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_FORMAT_H
#define NBL_HOST_BLOOM_FORMAT_H

#include "nbl/host/bloom.h"

#define NBL_BLOOM_TEXEL_BYTES 16u /* of RGBA float32 */

typedef struct nbl_bloom_format_info_t {
    const char *name;   /* "rgba16f" */
    const char *layout; /* of NBL_IMAGE_OF */
    uint32_t bytes;     /* of a texel */
    bool writable;
    VkFormat views[3]; /* that may be bound: the first of a storage image, any of a sampled one; 0: no more */
} nbl_bloom_format_info_t;

/* Returns what is known of a format, or NULL for an unknown one. */
const nbl_bloom_format_info_t *nbl_bloom_format_get(nbl_bloom_format_t format);

/* Checks whether an image of a format may be bound by a view. Errors: ARGUMENT, which names both.
 * 
 * what     "image" or another word that begins the message
 * sampled  true: sampled; false: stored to */
nbl_result_t nbl_bloom_format_check(const char *what, nbl_bloom_format_t format, bool sampled, VkFormat view,
                                    nbl_error_t *error);

#endif
