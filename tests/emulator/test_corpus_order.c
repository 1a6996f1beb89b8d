/* The kernels of test_corpus.c, compiled with NBL_MEMORY_MODEL 1, and kernels that order memory by atomics.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_MEMORY_MODEL 1
#include "tests/emulator/test_corpus.c"
