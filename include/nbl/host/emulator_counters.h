/* The cost of each line of a kernel's text, counted by a launch of the emulator: barriers, accesses, bank conflicts and
 * sectors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   static nbl_emulator_counters_t counters;      zero; set banks, bank_bytes, sector_bytes if not the defaults
 *   launch.counters = &counters;
 *   nbl_emulator_launch(&launch, &report);        as many launches as you like: each adds to what is there
 *   nbl_emulator_counters_text(&counters, text, sizeof text);
 *
 * A request is what the lanes of a subgroup access together at one place of the text: the n-th access of each lane
 * there since the last synchronisation of its subgroup or workgroup. Caution: a lane that skips one trip of a loop is
 * then one request ahead of the others.
 *
 *   shared memory      word number n lies in bank n % banks. A request takes as many cycles as it accesses different
 *                      words in its busiest bank. Lanes that access the same word count once; atomic accesses count
 *                      each. Every array begins at bank 0. The least: cycles if the words were spread evenly over the
 *                      banks.
 *   buffers, images    a request moves every sector that holds one of its bytes. A resource begins at a sector; rows of
 *                      an image follow one another. The least: sectors if all bytes lay side by side.
 *
 * A launch without counters pays nothing; with them it is several times slower. The counts depend neither on the number
 * of threads nor on the order of the invocations.
 */
#ifndef NBL_EMULATOR_COUNTERS_H
#define NBL_EMULATOR_COUNTERS_H

#include "nbl/host/emulator.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_EMULATOR_MAX_LINES 128
#define NBL_EMULATOR_MAX_BANKS 128
/* Accesses of one lane at one place between two synchronisations; further ones are counted but in no request. */
#define NBL_EMULATOR_MAX_REQUESTS 65536

typedef enum nbl_emulator_line_kind_t {
    NBL_EMULATOR_LINE_LOAD = 0,
    NBL_EMULATOR_LINE_STORE,
    NBL_EMULATOR_LINE_ATOMIC,
    NBL_EMULATOR_LINE_BARRIER,           /* a workgroup barrier */
    NBL_EMULATOR_LINE_SUBGROUP_OPERATION /* a subgroup operation or a subgroup barrier */
} nbl_emulator_line_kind_t;

/* Accesses of a line, or of all lines. */
typedef struct nbl_emulator_traffic_t {
    uint64_t accesses; /* by an invocation each */
    uint64_t bytes;
    uint64_t requests;
    uint64_t cost;     /* of all requests: cycles of shared memory; sectors of buffers and images */
    uint64_t least;    /* the least cost of as many bytes: see above */
    uint32_t worst;    /* cost of the most expensive request */
    uint64_t unsorted; /* accesses that belong to no request */
} nbl_emulator_traffic_t;

/* One use of NBL_LOAD, NBL_STORE and so on, or one synchronisation. */
typedef struct nbl_emulator_line_t {
    nbl_emulator_line_kind_t kind;
    const char *file;
    int line;
    const char *function;   /* that contains the access; NULL for a synchronisation */
    const char *name;       /* of the array, buffer or image; or of the operation, such as "xor shuffle" */
    const char *expression; /* the index, as the text has it; else NULL */
    nbl_emulator_memory_t memory;
    uint32_t binding; /* a buffer's or an image's */
    uint64_t passed;  /* times that a workgroup passed the barrier, or a subgroup the operation */
    nbl_emulator_traffic_t traffic;
} nbl_emulator_line_t;

typedef struct nbl_emulator_counters_t {
    uint32_t banks;        /* banks of shared memory, 1 to NBL_EMULATOR_MAX_BANKS; 0: 32 */
    uint32_t bank_bytes;   /* bytes of a word of a bank, 1 to 64; 0: 4 */
    uint32_t sector_bytes; /* bytes of a sector, 1 to 4096; 0: 32 */

    const char *kernel; /* name of the last launch's kernel */
    uint64_t launches, workgroups;
    uint64_t workgroup_barriers, subgroup_operations;
    nbl_emulator_traffic_t shared, buffers; /* images included */
    uint32_t line_count;                    /* of `lines`: each differs from the others in kind, file, line or name */
    uint64_t lines_without_room;            /* lines beyond NBL_EMULATOR_MAX_LINES, which are not counted singly */
    nbl_emulator_line_t lines[NBL_EMULATOR_MAX_LINES];
} nbl_emulator_counters_t;

/* Writes the counters as a table, for people.
 * Returns the bytes of the whole text without its final zero, as snprintf does: more than `bytes - 1` means it was cut.
 *
 * text   at least `bytes` bytes; may be NULL if bytes is 0 */
size_t nbl_emulator_counters_text(const nbl_emulator_counters_t *counters, char *text, size_t bytes);

/* Writes the counters as one JSON object, for tools. Arguments and result: as nbl_emulator_counters_text() has them. */
size_t nbl_emulator_counters_json(const nbl_emulator_counters_t *counters, char *text, size_t bytes);

/* Returns a kind's name, such as "load" or "barrier"; never NULL. */
const char *nbl_emulator_line_kind_text(nbl_emulator_line_kind_t kind);

#if defined(__cplusplus)
}
#endif

#endif
