/* Arguments at which an elementary function could go wrong, and a stratified sample of all others.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_TGMATH_ARGUMENTS_H
#define NBL_TESTS_TGMATH_ARGUMENTS_H

#include "tests/tgmath/reference.h"

/* Magnitudes: specials, thresholds of the functions, what is near them; then hard cases: multiples of pi / 2 that a
 * float32 comes nearest to, values whose results lie nearest to the middle of two float32. */
static const uint32_t tgmath_marks[] = {
    0x00000000, 0x00000001, 0x00000002, 0x007fffff, 0x00800000, 0x00800001, 0x00ffffff, 0x01000000, 0x01800000,
    0x31000000, 0x32000000, 0x33000000, 0x33800000, 0x34000000, 0x39000000, 0x3a800000, 0x3e800000, 0x3effffff,
    0x3f000000, 0x3f000001, 0x3f3504f3, 0x3f3504f4, 0x3f490fda, 0x3f490fdb, 0x3f490fdc, 0x3f7fffff, 0x3f800000,
    0x3f800001, 0x3f860a92, 0x3fb504f3, 0x3fb504f4, 0x3fc00000, 0x3fc90fda, 0x3fc90fdb, 0x3fc90fdc, 0x3fffffff,
    0x40000000, 0x40200000, 0x40400000, 0x40490fda, 0x40490fdb, 0x40600000, 0x4096cbe4, 0x40c90fdb, 0x41100000,
    0x411fffff, 0x41200000, 0x42b17217, 0x42b17218, 0x42b2d4fc, 0x42b2d4fd, 0x42cff1b4, 0x42cff1b5, 0x42cff1b6,
    0x42fc0000, 0x42ffffff, 0x43000000, 0x43150000, 0x43160000, 0x437fffff, 0x43800000, 0x4a800001, 0x4affffff,
    0x4b000000, 0x4b000001, 0x4b7fffff, 0x4b800000, 0x5f000000, 0x6f79be45, 0x5d00ea65, 0x7e967699, 0x7f000000,
    0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff, 0x3d3b8ebf, 0x3f25f202, 0x4269c5d2, 0x65800000,
    0x3f666666, 0x3dcccccd, 0x3eaaaaab, 0x42280000, 0x447a0000,
};
#define TGMATH_MARKS (sizeof tgmath_marks / sizeof *tgmath_marks)

/* Arguments number `i`: the marks with both signs, in every pair; then x from each of 2^n equal parts of all bit
 * patterns.
 *
 * Returns false where the marks are at their end.
 */
static inline bool tgmath_marked_arguments(uint64_t i, uint32_t *at) {
    const uint64_t marks = 2 * TGMATH_MARKS;
    if (i >= marks * marks) return false;
    for (int k = 0; k < 3; k++) {
        uint64_t mark = k == 0 ? i % marks : k == 1 ? i / marks : tgmath_mix(i) % marks;
        at[k] = tgmath_marks[mark / 2] | (mark & 1 ? 0x80000000u : 0u);
    }
    return true;
}

static inline void tgmath_stratified_arguments(const tgmath_function_t *function, uint64_t i, uint32_t parts_log2,
                                               uint32_t *at) {
    tgmath_random_arguments(function, i, at);
    if (function->arguments == 1) at[0] = (uint32_t)(i << (32 - parts_log2)) | ((uint32_t)tgmath_mix(i) >> parts_log2);
}

#endif
