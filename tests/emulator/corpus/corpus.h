/* What the corpus' kernels stand on: memory, and a list that each kernel enters with what must be said of it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A workgroup has 64 invocations; 4 workgroups run at once.
 *
 *   CORRECT(name, least)              nothing is found, with subgroups of `least` lanes or more
 *   BROKEN(verdict, name, least)      the verdict is found
 *   .._TO(.., least, most)            with subgroups of `least` to `most` lanes
 *   .._GROUPS(.., count)              in a dispatch of `count` workgroups, with subgroups of any size
 *   BROKEN_BY_CALLS(verdict, name, least)  found only where calls are told apart (NBL_EMULATOR_CALLS)
 */
#ifndef CORPUS_H
#define CORPUS_H

#include "tests/emulator/corpus/words.h"
#include "tests/emulator/emulator_testing.h"

NBL_SHARED(uint32_t, s, 64)
NBL_SHARED(uint32_t, r, 256)
NBL_SHARED(nbl_uint32_t2, pairs, 64)
NBL_BUFFER(0, uint32_t, source) /* element i is i */
NBL_BUFFER(0, nbl_uint32_t2, in_pairs)
NBL_BUFFER(1, uint32_t, result)
NBL_BUFFER(2, uint32_t, plain)
NBL_COHERENT_BUFFER(3, uint32_t, common)

typedef struct corpus_t {
    const char *name;
    void (*kernel)(void);
    nbl_result_t result;
    uint32_t least, most, groups;
    bool by_calls; /* what is told of it turns on NBL_EMULATOR_CALLS */
} corpus_t;
enum { CORPUS_ROOM = 400 };
static corpus_t corpus[CORPUS_ROOM];
static uint32_t corpus_count;

#define CORPUS(verdict, name, least, most, groups, ...) \
    void name(void); \
    __attribute__((constructor)) static void name##_enters(void) { \
        corpus[corpus_count++] = (corpus_t){#name, name, verdict, least, most, groups, __VA_ARGS__}; \
    } \
    NBL_KERNEL(name)
#define BROKEN(verdict, name, least) CORPUS(verdict, name, least, 128u, 1u, false)
#define BROKEN_BY_CALLS(verdict, name, least) CORPUS(verdict, name, least, 128u, 1u, true)
#define BROKEN_TO(verdict, name, least, most) CORPUS(verdict, name, least, most, 1u, false)
#define BROKEN_GROUPS(verdict, name, count) CORPUS(verdict, name, 1u, 128u, count, false)
#define CORRECT(name, least) CORPUS(NBL_SUCCESS, name, least, 128u, 1u, false)
#define CORRECT_TO(name, least, most) CORPUS(NBL_SUCCESS, name, least, most, 1u, false)
#define CORRECT_GROUPS(name, count) CORPUS(NBL_SUCCESS, name, 1u, 128u, count, false)
#define RACE NBL_ERROR_RACE
#define FRESH NBL_ERROR_UNINITIALIZED
#define DIVERGENT NBL_ERROR_DIVERGENT_BARRIER
#define BOUNDS NBL_ERROR_OUT_OF_BOUNDS
#define LANES NBL_ERROR_INVALID_SHUFFLE
#define SPINS NBL_ERROR_STEP_LIMIT

#endif
