/* The memory of the outside corpus.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every kernel is the core of something that GPUs run in practice, cut down to one workgroup of 64, or a few. Each was
 * labelled broken or correct, by Vulkan's memory model, before the checker saw it (../test_corpus_outside.c).
 */
#ifndef NBL_TESTS_EMULATOR_CORPUS_OUTSIDE_MEMORY_H
#define NBL_TESTS_EMULATOR_CORPUS_OUTSIDE_MEMORY_H

#define NBL_MEMORY_MODEL 1
#include "nbl/lang.h"
#include "nbl/subgroup/ballot.h"
#include "tests/emulator/corpus/words.h"

NBL_STRUCT(limits_t) { uint32_t count; }; /* 50: fewer than a workgroup has invocations */
NBL_PUSH_CONSTANTS(limits_t, limits)
NBL_BUFFER(0, uint32_t, source)         /* 1024: element i is i * 37 % 251 */
NBL_BUFFER(1, uint32_t, result)         /* 1024 zeros */
NBL_COHERENT_BUFFER(2, uint32_t, parts) /* 1024 zeros */
NBL_COHERENT_BUFFER(3, uint32_t, flags) /* 1024 zeros */
NBL_BUFFER(4, uint8_t, octets)          /* 1024 zeros */
NBL_IMAGE(5, picture)                   /* 64 by 16 */
NBL_BUFFER(6, nbl_float32_t2, points)   /* 256 zeros */
NBL_BUFFER(7, uint32_t, source_again)   /* the memory of `source` under another binding */
NBL_BUFFER(8, uint32_t, counters)       /* 1024 zeros */

#endif
