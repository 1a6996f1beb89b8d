/* Which operations are floating arithmetic: what exact mode decorates with NoContraction.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_SPECIALIZE_FLOATING_H
#define NBL_HOST_SPIRV_SPECIALIZE_FLOATING_H

#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool nbl_spirv_is_floating(uint32_t op) {
    switch (op) {
    case SpvOpFNegate:
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod:
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesVector:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
    case SpvOpDot: return true;
    default: return false;
    }
}

#endif
