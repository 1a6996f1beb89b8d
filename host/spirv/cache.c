/* The on-disk cache of compiled text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An entry is one file, named after its key, numbers little-endian:
 *
 *   0        8                   40           48                                          80
 *   | magic  | key (SHA-256)     | word count | SHA-256 of all that is before, and words  | words ...
 *
 * The digest is of what the entry is of, the key, and of what it holds: words under another key's header are refused
 * even if their own header was whole. An entry is written beside itself under a unique name and renamed, so a reader
 * sees all of it or none. What does not fit its header to the last bit is not trusted: the text is compiled anew, and
 * the entry replaced.
 *
 * The directory is held open, and must be the user's own and private, since a module is as good as a program: who may
 * write there decides what the device runs.
 */
#include "cache.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sha256.h"
#include "error/check.h"

enum {
    HEADER_SIZE = NBL_CACHE_HEADER_SIZE,
    DIGEST_AT = 48,       /* byte of the header where the module's digest begins */
    MAX_WORDS = 16 << 20, /* words of a module; chosen: a longer entry is damaged */
    NAME_SIZE = 96        /* of an entry's file name */
};
static const char magic[8] = {'N', 'B', 'L', 'S', 'P', 'V', '0', '2'};

struct nbl_cache_t {
    int folder; /* descriptor of the open directory; -1: the cache is not usable */
    atomic_uint_fast64_t hits, misses, rejected, write_failures, temporaries;
    char directory[3840], reason[256];
};

/* Makes a directory and those above it, for the user alone, as mkdir -p does. Returns whether it is there. */
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

static void name_directory(nbl_cache_t *cache, const char *directory) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    size_t room = sizeof cache->directory;
    int n = 0;
    if (directory)
        n = snprintf(cache->directory, room, "%s", directory);
    else if (base && base[0] == '/') /* a relative one is to be ignored, says the XDG specification */
        n = snprintf(cache->directory, room, "%s/nbl", base);
    else if (home && home[0])
        n = snprintf(cache->directory, room, "%s/.cache/nbl", home);
    if (n >= 0 && (size_t)n < room) return;
    cache->directory[0] = 0;
    snprintf(cache->reason, sizeof cache->reason, "its name is too long");
}

/* Returns whether an open directory is the user's own and private; else writes why not into `reason`. */
static bool is_private(int folder, char *reason, size_t room) {
    struct stat status;
    if (fstat(folder, &status) != 0)
        snprintf(reason, room, "its owner cannot be found out");
    else if (status.st_uid != geteuid())
        snprintf(reason, room, "it belongs to user %lu, and must to %lu", (unsigned long)status.st_uid,
                 (unsigned long)geteuid());
    else if (status.st_mode & 077)
        snprintf(reason, room, "its mode is %04o, and must be 0700: others may use it",
                 (unsigned)(status.st_mode & 07777));
    return !reason[0];
}

/* Removes temporary files of processes that ended while they wrote. */
static void sweep(int folder) {
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* for readdir's own position */
    DIR *list = again >= 0 ? fdopendir(again) : NULL;
    const struct dirent *entry;
    if (!list && again >= 0) close(again);
    while (list && (entry = readdir(list))) {
        long process = strncmp(entry->d_name, ".tmp-", 5) == 0 ? strtol(entry->d_name + 5, NULL, 10) : 0;
        if (process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH) unlinkat(folder, entry->d_name, 0);
    }
    if (list) closedir(list);
}

static void open_directory(nbl_cache_t *cache) {
    cache->folder = -1;
    if (!cache->directory[0]) {
        if (!cache->reason[0])
            snprintf(cache->reason, sizeof cache->reason, "neither XDG_CACHE_HOME nor HOME names a directory");
        return;
    }
    if (make_directories(cache->directory)) cache->folder = open(cache->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (cache->folder < 0 || faccessat(cache->folder, ".", R_OK | W_OK | X_OK, AT_EACCESS) != 0)
        strerror_r(errno, cache->reason, sizeof cache->reason);
    else if (is_private(cache->folder, cache->reason, sizeof cache->reason))
        sweep(cache->folder);
    if (!cache->reason[0] || cache->folder < 0) return;
    close(cache->folder);
    cache->folder = -1;
}

nbl_result_t nbl_cache_create(const nbl_cache_desc_t *desc, nbl_cache_t **out, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, out)) return NBL_ERROR_ARGUMENT;
    nbl_cache_t *cache;
    nbl_error_clear(error);
    cache = calloc(1, sizeof *cache);
    if (!cache) return nbl_fail_memory(error, "cache");
    name_directory(cache, desc ? desc->directory : NULL);
    open_directory(cache);
    *out = cache;
    return NBL_SUCCESS;
}

void nbl_cache_destroy(nbl_cache_t *cache) {
    if (cache && cache->folder >= 0) close(cache->folder);
    free(cache);
}

nbl_cache_status_t nbl_cache_get_status(const nbl_cache_t *cache) {
    nbl_cache_status_t status = {.directory = "", .reason = "no cache is open"};
    if (!cache) return status;
    status.usable = cache->folder >= 0;
    status.directory = cache->directory;
    status.reason = cache->reason;
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

static void entry_name(const uint8_t key[32], char name[NAME_SIZE]) {
    nbl_cache_key_text(key, name);
    strcpy(name + 64, ".spv");
}

void nbl_cache_make_header(const uint8_t key[32], const uint32_t *words, size_t count, uint8_t header[HEADER_SIZE]) {
    nbl_sha256_t sha;
    int i;
    memcpy(header, magic, 8);
    memcpy(header + 8, key, 32);
    for (i = 0; i < 8; i++) header[40 + i] = (uint8_t)((uint64_t)count >> 8 * i);
    nbl_sha256_begin(&sha);
    nbl_sha256_add(&sha, header, DIGEST_AT);
    nbl_sha256_add(&sha, words, count * sizeof *words);
    nbl_sha256_end(&sha, header + DIGEST_AT);
}

static bool read_all(int file, void *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(file, (char *)data + done, size - done);
        if (n == 0 || (n < 0 && errno != EINTR)) return false;
        if (n > 0) done += (size_t)n;
    }
    return true;
}

static bool write_all(int file, const void *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(file, (const char *)data + done, size - done);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) done += (size_t)n;
    }
    return true;
}

uint32_t *nbl_cache_read_entry(int file, const uint8_t key[32], size_t *count) {
    uint8_t header[HEADER_SIZE], expected[HEADER_SIZE];
    struct stat status;
    uint64_t n = 0;
    uint32_t *words;
    int i;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) return NULL;
    if (!read_all(file, header, HEADER_SIZE)) return NULL;
    for (i = 0; i < 8; i++) n |= (uint64_t)header[40 + i] << 8 * i;
    if (n < 5 || n > MAX_WORDS || (uint64_t)status.st_size != HEADER_SIZE + n * sizeof *words) return NULL;
    words = malloc(n * sizeof *words);
    if (!words) return NULL;
    if (read_all(file, words, n * sizeof *words)) {
        nbl_cache_make_header(key, words, n, expected);
        if (memcmp(header, expected, HEADER_SIZE) == 0) {
            *count = n;
            return words;
        }
    }
    free(words);
    return NULL;
}

bool nbl_cache_read(nbl_cache_t *cache, const uint8_t key[32], uint32_t **words, size_t *word_count) {
    char name[NAME_SIZE];
    int file;
    if (!cache || cache->folder < 0) return false;
    entry_name(key, name);
    /* A pipe or a device in an entry's place must neither block nor be read, nor a link be followed. */
    file = openat(cache->folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
    if (file < 0) {
        atomic_fetch_add(errno == ELOOP || errno == ENXIO ? &cache->rejected : &cache->misses, 1);
        return false;
    }
    *words = nbl_cache_read_entry(file, key, word_count);
    close(file);
    atomic_fetch_add(*words ? &cache->hits : &cache->rejected, 1);
    return *words != NULL;
}

static int create_temporary(nbl_cache_t *cache, char name[NAME_SIZE]) {
    int attempt, file = -1;
    for (attempt = 0; attempt < 16 && file < 0; attempt++) {
        snprintf(name, NAME_SIZE, ".tmp-%ld-%llu", (long)getpid(),
                 (unsigned long long)atomic_fetch_add(&cache->temporaries, 1));
        file = openat(cache->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST) break;
    }
    return file;
}

void nbl_cache_write(nbl_cache_t *cache, const uint8_t key[32], const uint32_t *words, size_t word_count) {
    char name[NAME_SIZE], temporary[NAME_SIZE];
    uint8_t header[HEADER_SIZE];
    bool good;
    int file;
    if (!cache || cache->folder < 0 || word_count > MAX_WORDS) return;
    entry_name(key, name);
    nbl_cache_make_header(key, words, word_count, header);
    file = create_temporary(cache, temporary);
    if (file >= 0) {
        /* Synchronised: else a crash could leave a renamed file without contents. */
        good = write_all(file, header, HEADER_SIZE) && write_all(file, words, word_count * sizeof *words) &&
               fsync(file) == 0;
        good &= close(file) == 0;
        if (good && renameat(cache->folder, temporary, cache->folder, name) == 0) return;
        unlinkat(cache->folder, temporary, 0);
    }
    atomic_fetch_add(&cache->write_failures, 1);
}

bool nbl_cache_forget(nbl_cache_t *cache, const nbl_spirv_t *spirv, nbl_result_t refused, nbl_error_t *error) {
    /* failures that are about the module, and not about the device's limits or memory */
    bool of_module = refused == NBL_ERROR_ARGUMENT || refused == NBL_ERROR_SPIRV || refused == NBL_ERROR_VULKAN;
    char name[NAME_SIZE];
    size_t used;
    if (!of_module || !cache || cache->folder < 0 || !spirv->from_cache) return false;
    snprintf(name, sizeof name, "%s.spv", spirv->key);
    atomic_fetch_add(&cache->rejected, 1);
    if (unlinkat(cache->folder, name, 0) == 0 || errno == ENOENT) return true;
    used = error ? strlen(error->text) : 0;
    if (error)
        snprintf(error->text + used, sizeof error->text - used, " (from the cache's entry %.3800s/%s)",
                 cache->directory, name);
    return false;
}
