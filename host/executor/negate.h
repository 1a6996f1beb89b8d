/* A minus that stays behind a multiply-add.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where a processor has such instructions, GCC 12 makes -(a b + c) one of them, (-a) b - c, in which a sum of 0 has the other
 * sign. It does not look through bits.
 */
#ifndef NBL_HOST_EXECUTOR_NEGATE_H
#define NBL_HOST_EXECUTOR_NEGATE_H

#include <stdint.h>
#include <string.h>

#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
static inline float16_t nbl_negate_float16_t(float16_t x) {
    uint16_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits ^= 1u << 15;
    memcpy(&x, &bits, sizeof x);
    return x;
}
#endif

static inline float nbl_negate_float32_t(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits ^= UINT32_C(1) << 31;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline double nbl_negate_float64_t(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits ^= UINT64_C(1) << 63;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
