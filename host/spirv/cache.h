/* The on-disk cache of compiled text, as the compiler uses it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_CACHE_H
#define NBL_HOST_SPIRV_CACHE_H

#include <stdatomic.h>

#include "error/error.h"
#include "nbl/host/compile.h"

/* Reads the entry of a key. Returns false if it is missing or cannot be trusted.
 * 
 * words  to be freed by the caller */
bool nbl_cache_read(nbl_cache_t *cache, const uint8_t key[32], uint32_t **words, size_t *word_count);

/* Returns the words of an open entry, to be freed; NULL unless it is a whole regular file of ours, whose digest is
 * of this key and these words. */
uint32_t *nbl_cache_read_entry(int file, const uint8_t key[32], size_t *word_count);

/* Bytes before an entry's words. */
#define NBL_CACHE_HEADER_SIZE 80
void nbl_cache_make_header(const uint8_t key[32], const uint32_t *words, size_t count,
                           uint8_t header[NBL_CACHE_HEADER_SIZE]);

/* Writes the entry of a key, whole or not at all. */
void nbl_cache_write(nbl_cache_t *cache, const uint8_t key[32], const uint32_t *words, size_t word_count);

/* Writes a key as text.
 * 
 * out  65 characters */
void nbl_cache_key_text(const uint8_t key[32], char *out);

#endif
