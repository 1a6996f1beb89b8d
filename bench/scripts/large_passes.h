/* Every pass of a transform of ROW_LENGTH elements: bench/scripts/large.c, for its sizes.
 * SPDX-License-Identifier: Apache-2.0
 */
#define ROW_PASS 1
#include "bench/scripts/large_kernel.h"
#undef ROW_PASS
#define ROW_PASS 2
#include "bench/scripts/large_kernel.h"
#undef ROW_PASS
#ifndef TWO_PASSES
#define ROW_PASS 3
#include "bench/scripts/large_kernel.h"
#undef ROW_PASS
#endif
#undef ROW_LENGTH
