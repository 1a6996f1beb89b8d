/* The corpus once more, in a program whose texts order memory by atomics, and with those texts.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_MEMORY_MODEL 1
#include "tests/emulator/test_corpus.c"
