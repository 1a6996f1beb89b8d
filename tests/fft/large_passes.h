/* All passes of a case of long transforms: LARGE_TEXT once for each of LARGE_PASSES, with its number as LARGE_PASS.
 * SPDX-License-Identifier: Apache-2.0
 */
#define LARGE_PASS 1
#include LARGE_TEXT
#undef LARGE_PASS
#define LARGE_PASS 2
#include LARGE_TEXT
#undef LARGE_PASS
#if LARGE_PASSES > 2
#define LARGE_PASS 3
#include LARGE_TEXT
#undef LARGE_PASS
#endif
#if LARGE_PASSES > 3
#define LARGE_PASS 4
#include LARGE_TEXT
#undef LARGE_PASS
#define LARGE_PASS 5
#include LARGE_TEXT
#undef LARGE_PASS
#endif
#undef LARGE_PASSES
#undef CASE
