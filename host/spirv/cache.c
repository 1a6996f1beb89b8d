/* The on-disk cache of compiled text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An entry is one file, named after its key, numbers little-endian:
 *
 *   0        8                   40           48                     80
 *   | magic  | key (SHA-256)     | word count | SHA-256 of the words | words ...
 *
 * It is written beside itself under a unique name and renamed, so a reader sees all of it or none. What does not fit
 * its header to the last bit is not trusted: the text is compiled anew, and the entry replaced.
 */
#include "cache.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "file/output.h"
#include "sha256.h"

enum { HEADER_SIZE = 80, MAX_WORDS = 16 << 20 };
static const char magic[8] = {'N', 'B', 'L', 'S', 'P', 'V', '0', '1'};

struct nbl_cache_t {
    bool usable;
    atomic_uint_fast64_t hits, misses, rejected, write_failures;
    char directory[3840];
};

/* Like mkdir -p, for the user alone. */
static bool make_directories(char *path) {
    char *p;
    for (p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST && access(path, X_OK) != 0) {
            *p = '/';
            return false;
        }
        *p = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool open_directory(nbl_cache_t *cache, const char *directory) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    size_t room = sizeof cache->directory;
    struct stat status;
    int n = -1;
    if (directory)
        n = snprintf(cache->directory, room, "%s", directory);
    else if (base && base[0] == '/') /* a relative one is to be ignored, says the XDG specification */
        n = snprintf(cache->directory, room, "%s/nbl", base);
    else if (home && home[0])
        n = snprintf(cache->directory, room, "%s/.cache/nbl", home);
    if (n <= 0 || (size_t)n >= room) {
        cache->directory[0] = 0;
        return false;
    }
    return make_directories(cache->directory) && stat(cache->directory, &status) == 0 && S_ISDIR(status.st_mode) &&
           access(cache->directory, R_OK | W_OK | X_OK) == 0;
}

nbl_result_t nbl_cache_create(const nbl_cache_desc_t *desc, nbl_cache_t **out, nbl_error_t *error) {
    nbl_cache_t *cache;
    nbl_error_clear(error);
    if (!out) return nbl_fail(error, NBL_ERROR_ARGUMENT, "cache: the output is NULL");
    cache = calloc(1, sizeof *cache);
    if (!cache) return nbl_fail_memory(error, "cache");
    cache->usable = open_directory(cache, desc ? desc->directory : NULL);
    *out = cache;
    return NBL_SUCCESS;
}

void nbl_cache_destroy(nbl_cache_t *cache) { free(cache); }

nbl_cache_status_t nbl_cache_get_status(const nbl_cache_t *cache) {
    nbl_cache_status_t status = {false, "", 0, 0, 0, 0};
    if (!cache) return status;
    status.usable = cache->usable;
    status.directory = cache->directory;
    status.hits = atomic_load(&cache->hits);
    status.misses = atomic_load(&cache->misses);
    status.rejected = atomic_load(&cache->rejected);
    status.write_failures = atomic_load(&cache->write_failures);
    return status;
}

void nbl_cache_key_text(const uint8_t key[32], char *out) {
    int i;
    for (i = 0; i < 32; i++) sprintf(out + 2 * i, "%02x", key[i]);
}

static void entry_path(const nbl_cache_t *cache, const uint8_t key[32], char path[4096]) {
    char name[65];
    nbl_cache_key_text(key, name);
    snprintf(path, 4096, "%s/%s.spv", cache->directory, name);
}

static void make_header(const uint8_t key[32], const uint32_t *words, size_t count, uint8_t header[HEADER_SIZE]) {
    nbl_sha256_t sha;
    int i;
    memcpy(header, magic, 8);
    memcpy(header + 8, key, 32);
    for (i = 0; i < 8; i++) header[40 + i] = (uint8_t)((uint64_t)count >> 8 * i);
    nbl_sha256_begin(&sha);
    nbl_sha256_add(&sha, words, count * sizeof *words);
    nbl_sha256_end(&sha, header + 48);
}

/* The words of a whole entry, if its header is the one that these words under this key must have. */
static uint32_t *read_entry(FILE *file, const uint8_t key[32], size_t *count) {
    uint8_t header[HEADER_SIZE], expected[HEADER_SIZE];
    uint64_t n = 0;
    uint32_t *words;
    int i;
    if (fread(header, 1, HEADER_SIZE, file) != HEADER_SIZE) return NULL;
    for (i = 0; i < 8; i++) n |= (uint64_t)header[40 + i] << 8 * i;
    if (n < 5 || n > MAX_WORDS) return NULL;
    words = malloc(n * sizeof *words);
    if (!words) return NULL;
    if (fread(words, sizeof *words, n, file) == n && getc(file) == EOF) {
        make_header(key, words, n, expected);
        if (memcmp(header, expected, HEADER_SIZE) == 0) {
            *count = n;
            return words;
        }
    }
    free(words);
    return NULL;
}

bool nbl_cache_read(nbl_cache_t *cache, const uint8_t key[32], uint32_t **words, size_t *word_count) {
    char path[4096];
    FILE *file;
    if (!cache || !cache->usable) return false;
    entry_path(cache, key, path);
    file = fopen(path, "rb");
    if (!file) {
        atomic_fetch_add(&cache->misses, 1);
        return false;
    }
    *words = read_entry(file, key, word_count);
    fclose(file);
    atomic_fetch_add(*words ? &cache->hits : &cache->rejected, 1);
    return *words != NULL;
}

void nbl_cache_write(nbl_cache_t *cache, const uint8_t key[32], const uint32_t *words, size_t word_count) {
    char path[4096];
    uint8_t header[HEADER_SIZE];
    nbl_output_t output;
    if (!cache || !cache->usable || word_count > MAX_WORDS) return;
    entry_path(cache, key, path);
    make_header(key, words, word_count, header);
    bool good = nbl_output_begin(&output, path) == 0;
    if (good) {
        nbl_output_write(&output, header, HEADER_SIZE);
        nbl_output_write(&output, words, sizeof *words * word_count);
        /* else a crash could leave a renamed file without contents */
        good = fflush(output.stream) == 0 && fsync(fileno(output.stream)) == 0;
        if (good)
            good = nbl_output_end(&output) == 0;
        else
            nbl_output_discard(&output);
    }
    if (!good) atomic_fetch_add(&cache->write_failures, 1);
}
