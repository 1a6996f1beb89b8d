/* Fuzz target: an entry of the cache. As it comes nothing but the right digest is accepted; to get behind that, the
 * input's words are also written by the cache itself, and damaged by one byte.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* memfd_create */
#include "spirv/cache.h"

#include <fcntl.h>
#include "tests/fuzz/file.h"
#include <string.h>

/* Reads an entry through its file; the words, or NULL. */
static uint32_t *read_bytes(const uint8_t *data, size_t size, const uint8_t key[32], size_t *count) {
    int file = open(fuzz_file(data, size), O_RDONLY | O_CLOEXEC);
    uint32_t *words = nbl_cache_read_entry(file, key, count);
    close(file);
    return words;
}

static void entry_goes_there_and_back(const uint8_t *data, size_t size, const uint8_t key[32]) {
    static uint8_t entry[1 << 16];
    uint32_t *words = malloc(size + 1), *back;
    size_t count = size / 4, read;
    if (!words || sizeof entry < NBL_CACHE_HEADER_SIZE + 4 * count) abort();
    memcpy(words, data, size);
    nbl_cache_make_header(key, words, count, entry);
    memcpy(entry + NBL_CACHE_HEADER_SIZE, words, 4 * count);
    back = read_bytes(entry, NBL_CACHE_HEADER_SIZE + 4 * count, key, &read);
    if (!back || read != count || memcmp(back, words, 4 * count) != 0) abort();
    free(back);
    entry[(data[0] | data[1] << 8) % (NBL_CACHE_HEADER_SIZE + 4 * count)] ^= (uint8_t)(1 + data[2] % 255);
    if (read_bytes(entry, NBL_CACHE_HEADER_SIZE + 4 * count, key, &read)) abort();
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t key[32] = {1, 2, 3};
    size_t count;
    if (size > 1 << 15) return 0;
    uint32_t *words = read_bytes(data, size, key, &count);
    if (words && size != NBL_CACHE_HEADER_SIZE + 4 * count) abort();
    free(words);
    if (size >= 20) entry_goes_there_and_back(data, size, key);
    return 0;
}
