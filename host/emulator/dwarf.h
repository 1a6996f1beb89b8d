/* The table of lines that compilers write with -g, and how bytes of a file are read that may end anywhere.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_DWARF_H
#define NBL_HOST_EMULATOR_DWARF_H

#include "nbl/host/emulator.h"

#include <string.h>

/* What is left to read; past its end all is zero, and `at` stays there. */
typedef struct nbl_reader_t {
    const unsigned char *at, *end;
} nbl_reader_t;

static inline uint64_t nbl_read(nbl_reader_t *reader, unsigned bytes) {
    uint64_t value = 0;
    if ((size_t)(reader->end - reader->at) < bytes) {
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, bytes < 8u ? bytes : 8u);
    reader->at += bytes;
    return value;
}

/* Returns "" where it has no end. */
static inline const char *nbl_read_string(nbl_reader_t *reader) {
    const char *string = (const char *)reader->at;
    const unsigned char *zero = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    reader->at = zero != NULL ? zero + 1 : reader->end;
    return zero != NULL ? string : "";
}

static inline nbl_reader_t nbl_read_part(nbl_reader_t all, uint64_t offset, uint64_t bytes) {
    const uint64_t size = (uint64_t)(all.end - all.at);
    if (offset > size || bytes > size - offset) offset = bytes = 0;
    return (nbl_reader_t){all.at + offset, all.at + offset + bytes};
}

/* Sections of a file; empty where it has none. */
typedef struct nbl_dwarf_t {
    nbl_reader_t lines, line_strings, strings;
} nbl_dwarf_t;

/* Finds file and line of an address as the file counts, of DWARF 2 to 5; leaves `place` as it is where none is
 * known. */
void nbl_dwarf_find_line(const nbl_dwarf_t *dwarf, uint64_t address, nbl_emulator_caller_t *place);

#endif
