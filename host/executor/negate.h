/* nbl_negate_<type>(): returns -x by flipping the sign's bit, for a minus that must stay behind a multiply-add.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where a processor has multiply-adds, GCC 12 makes -(a b + c) one instruction, (-a) b - c. If a b + c is 0 the result
 * has the other sign then. GCC does not look through a minus that is written as bits.
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
