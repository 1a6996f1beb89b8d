/* Writes a capture again, without the memory at device addresses that the run did not touch.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "capture.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/outputs.h"

enum { MOST_PATH = 4096 };

static bool overlaps(const capture_memory_t *memory, uint64_t object, uint64_t offset, uint64_t bytes) {
    return memory->object == object && offset < memory->begin + memory->bytes && memory->begin < offset + bytes;
}

/* Returns whether a descriptor uses a piece of memory, or the run touched it by its address. */
static bool is_used(const capture_t *capture, const nbl_interpreter_memory_t *memories,
                    const capture_memory_t *memory) {
    for (uint32_t i = 0; i < capture->bound_count; i++) {
        const capture_bound_t *bound = &capture->bound[i];
        if ((bound->kind == CAPTURE_BUFFER || bound->kind == CAPTURE_TEXELS) &&
            overlaps(memory, bound->object, bound->offset, bound->bytes))
            return true;
    }
    for (uint32_t i = 0; i < capture->address_count; i++) {
        const capture_address_t *address = &capture->addresses[i];
        if (memories[i].touched && overlaps(memory, address->object, address->offset, address->bytes)) return true;
    }
    return false;
}

static int put(const char *folder, const char *name, const void *data, uint64_t bytes, nbl_error_t *error) {
    char path[MOST_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return write_file(path, data, (size_t)bytes, error);
}

static int put_both(const char *folder, const char *name, const unsigned char *before, const unsigned char *after,
                    uint64_t bytes, nbl_error_t *error) {
    char file[96];
    snprintf(file, sizeof file, "%s.before", name);
    int status = put(folder, file, before, bytes, error);
    snprintf(file, sizeof file, "%s.after", name);
    if (status == EXIT_DONE && after != NULL) status = put(folder, file, after, bytes, error);
    return status;
}

static int put_files(const char *folder, const capture_t *capture, const bool *used, nbl_error_t *error) {
    char name[64];
    uint32_t number = 0;
    int status = put(folder, "module.spv", capture->module, capture->module_bytes, error);
    for (uint32_t i = 0; i < capture->memory_count && status == EXIT_DONE; i++) {
        const capture_memory_t *memory = &capture->memories[i];
        if (!used[i]) continue;
        snprintf(name, sizeof name, "memory-%u", (unsigned)number++);
        status = put_both(folder, name, memory->before, memory->after, memory->bytes, error);
    }
    for (uint32_t i = 0; i < capture->picture_count && status == EXIT_DONE; i++) {
        const capture_picture_t *picture = &capture->pictures[i];
        snprintf(name, sizeof name, "image-%u-%u-%u", (unsigned)picture->image, (unsigned)picture->level,
                 (unsigned)picture->layer);
        status = put_both(folder, name, picture->before, picture->after, picture->bytes, error);
    }
    return status;
}

/* Copies the lines that stay. Returns their bytes. The text is the capture's own, so it has a line for each of its
 * parts. */
static size_t keep_lines(const char *text, size_t bytes, const nbl_interpreter_memory_t *memories,
                         const capture_t *capture, const bool *used, char *kept) {
    uint32_t address = 0, memory = 0, number = 0;
    size_t length = 0;
    for (const char *at = text, *end = text + bytes; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t line = (size_t)((newline != NULL ? newline + 1 : end) - at);
        const bool is_address = strncmp(at, "address ", 8) == 0, is_memory = strncmp(at, "memory ", 7) == 0;
        if (is_memory && used[memory]) {
            const capture_memory_t *of = &capture->memories[memory];
            length +=
                (size_t)sprintf(kept + length, "memory %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n", (unsigned)number++,
                                of->object, of->begin, of->bytes, of->after != NULL ? "changed" : "same");
        } else if (!is_memory && (!is_address || memories[address].touched)) {
            memcpy(kept + length, at, line);
            length += line;
        }
        address += is_address;
        memory += is_memory;
        at += line;
    }
    return length;
}

int capture_trim(const char *folder, const capture_t *capture, const nbl_interpreter_memory_t *memories,
                 const char *text, size_t bytes, nbl_error_t *error) {
    char made[MOST_PATH - 128];
    bool *used = calloc(capture->memory_count + 1u, sizeof *used);
    char *kept = malloc(bytes + 64u); /* enough: a piece's new number has no more digits than the old one */
    int status = EXIT_DONE;
    uint32_t dropped = 0;
    snprintf(made, sizeof made, "%s.%ld", folder, (long)getpid());
    if (used == NULL || kept == NULL)
        status = fail(error, EXIT_FAILED, "%s: no memory", folder);
    else if (mkdir(made, 0700) != 0)
        status = fail(error, EXIT_FAILED, "%s: %s", made, strerror(errno));
    for (uint32_t i = 0; i < capture->memory_count && status == EXIT_DONE; i++)
        used[i] = is_used(capture, memories, &capture->memories[i]);
    for (uint32_t i = 0; i < capture->address_count; i++) dropped += !memories[i].touched;
    if (status == EXIT_DONE) status = put_files(made, capture, used, error);
    if (status == EXIT_DONE)
        status = put(made, "capture.txt", kept, keep_lines(text, bytes, memories, capture, used, kept), error);
    if (status == EXIT_DONE && rename(made, folder) != 0)
        status = fail(error, EXIT_FAILED, "%s: %s", folder, strerror(errno));
    if (status == EXIT_DONE)
        note("%s: without %u of %u buffers by address", folder, (unsigned)dropped, (unsigned)capture->address_count);
    free(used);
    free(kept);
    return status;
}
