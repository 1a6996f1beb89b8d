/* The on-disk cache of compiled text, as the compiler uses it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_CACHE_H
#define NBL_HOST_SPIRV_CACHE_H

#include <stdatomic.h>

#include "error/error.h"
#include "nbl/host/compile.h"

/* Reads the entry of a key; false if there is none that can be trusted. words: to be freed by the caller. */
bool nbl_cache_read(nbl_cache_t *cache, const uint8_t key[32], uint32_t **words, size_t *word_count);

/* Writes the entry of a key, whole or not at all. */
void nbl_cache_write(nbl_cache_t *cache, const uint8_t key[32], const uint32_t *words, size_t word_count);

/* out: 65 characters */
void nbl_cache_key_text(const uint8_t key[32], char *out);

#endif
