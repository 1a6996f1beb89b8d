/* A folder of inputs and outputs that faults must leave as they were, or whole.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FAULTS_FOLDER_H
#define NBL_TESTS_FAULTS_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 32 };

typedef struct file_t {
    char name[80];
    uint64_t digest;        /* FNV-1a of an input, or of an output as it is when nothing goes wrong */
    bool is_output, varies; /* with the time of day: whole is then what ends in a brace */
    bool may_go;            /* a cache's entry */
} file_t;

static char folder[64];
static file_t files[MOST_FILES];
static int file_count;

static inline const char *in_folder(const char *name) {
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%.400s", folder, name);
    return path;
}

/* 0 if the file is absent. */
static inline uint64_t digest_of(const char *name, char *last) {
    uint64_t digest = 0xcbf29ce484222325u;
    FILE *file = fopen(in_folder(name), "rb");
    if (!file) return 0;
    for (int c; (c = getc(file)) != EOF;) {
        digest = (digest ^ (uint64_t)c) * 0x100000001b3u;
        if (c != '\n') *last = (char)c;
    }
    fclose(file);
    return digest;
}

static inline void add_file(const char *name, bool is_output, bool varies) {
    char last = 0;
    snprintf(files[file_count].name, sizeof files[0].name, "%s", name);
    files[file_count].digest = digest_of(name, &last);
    files[file_count].is_output = is_output;
    files[file_count].may_go = false;
    files[file_count++].varies = varies;
}

/* Outputs are absent, or old. */
static inline void reset_outputs(bool old) {
    for (int i = 0; i < file_count; i++) {
        if (!files[i].is_output) continue;
        unlink(in_folder(files[i].name));
        FILE *file = old ? fopen(in_folder(files[i].name), "wb") : NULL;
        if (file) {
            fputs("old\n", file);
            fclose(file);
        }
    }
}

static inline uint64_t digest_of_old(void) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (const char *c = "old\n"; *c; c++) digest = (digest ^ (uint64_t)(unsigned char)*c) * 0x100000001b3u;
    return digest;
}

/* Returns NULL, or which file is not as it must be.
 *
 * old   what outputs were before
 * done  all outputs must be new
 * left  receives the number of unexpected files */
static inline const char *check_folder(bool old, bool done, int *left) {
    static char what[128];
    *left = 0;
    DIR *there = opendir(folder);
    for (struct dirent *entry; there && (entry = readdir(there));) {
        bool known = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        for (int i = 0; i < file_count; i++) known |= strcmp(entry->d_name, files[i].name) == 0;
        *left += !known;
    }
    if (there) closedir(there);
    for (int i = 0; i < file_count; i++) {
        const file_t *file = &files[i];
        char last = 0;
        uint64_t digest = digest_of(file->name, &last);
        bool whole = file->varies ? digest != 0 && last == '}' : digest == file->digest,
             as_before = file->is_output && (digest == (old ? digest_of_old() : 0) || (file->may_go && digest == 0));
        if (whole || (as_before && !done)) continue;
        snprintf(what, sizeof what, "%s %.70s is %s", file->is_output ? "output" : "input", file->name,
                 as_before ? "as before"
                 : digest  ? "another"
                           : "gone");
        return what;
    }
    return NULL;
}

static inline void sweep_folder(void) {
    DIR *there = opendir(folder);
    for (struct dirent *entry; there && (entry = readdir(there));)
        if (strncmp(entry->d_name, ".nbl-", 5) == 0 || strncmp(entry->d_name, ".tmp-", 5) == 0)
            unlink(in_folder(entry->d_name));
    if (there) closedir(there);
}

#endif
