/* What each word of an instruction means: ids, literals, types; for the instructions that a function may contain.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/specialize/shape.h"

#include <spirv/unified1/spirv.h>
#include <stddef.h>

static nbl_shape_t shape(uint8_t results, nbl_shape_effect_t effect, const char *operands) {
    nbl_shape_t made = {operands, results, (uint8_t)effect};
    return made;
}

/* Returns the shape of an operation of arithmetic, comparison or bits, which is pure; operands NULL for another
 * operation. */
static nbl_shape_t arithmetic(uint32_t op) {
    switch (op) {
    case SpvOpTranspose:
    case SpvOpConvertFToU:
    case SpvOpConvertFToS:
    case SpvOpConvertSToF:
    case SpvOpConvertUToF:
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpFConvert:
    case SpvOpQuantizeToF16:
    case SpvOpConvertPtrToU:
    case SpvOpConvertUToPtr:
    case SpvOpBitcast:
    case SpvOpSNegate:
    case SpvOpFNegate:
    case SpvOpAny:
    case SpvOpAll:
    case SpvOpIsNan:
    case SpvOpIsInf:
    case SpvOpLogicalNot:
    case SpvOpNot:
    case SpvOpBitReverse:
    case SpvOpBitCount: return shape(2, NBL_SHAPE_PURE, "i");
    case SpvOpSelect:
    case SpvOpBitFieldSExtract:
    case SpvOpBitFieldUExtract: return shape(2, NBL_SHAPE_PURE, "iii");
    case SpvOpBitFieldInsert: return shape(2, NBL_SHAPE_PURE, "iiii");
    default: break;
    }
    if ((op >= SpvOpIAdd && op <= SpvOpSMulExtended) || (op >= SpvOpLogicalEqual && op <= SpvOpLogicalAnd) ||
        (op >= SpvOpIEqual && op <= SpvOpFUnordGreaterThanEqual) ||
        (op >= SpvOpShiftRightLogical && op <= SpvOpBitwiseAnd))
        return shape(2, NBL_SHAPE_PURE, "ii");
    return shape(0, NBL_SHAPE_CONTROLS, NULL);
}

static nbl_shape_t subgroup(uint32_t op) {
    if (op == SpvOpGroupNonUniformElect) return shape(2, NBL_SHAPE_CONVERGES, "i");
    if (op == SpvOpGroupNonUniformBallotBitCount) return shape(2, NBL_SHAPE_CONVERGES, "ili");
    if (op == SpvOpGroupNonUniformBroadcast || op == SpvOpGroupNonUniformBallotBitExtract ||
        (op >= SpvOpGroupNonUniformShuffle && op <= SpvOpGroupNonUniformShuffleDown) ||
        op == SpvOpGroupNonUniformQuadBroadcast || op == SpvOpGroupNonUniformQuadSwap)
        return shape(2, NBL_SHAPE_CONVERGES, "iii");
    if (op >= SpvOpGroupNonUniformIAdd && op <= SpvOpGroupNonUniformLogicalXor)
        return shape(2, NBL_SHAPE_CONVERGES, "ili?i");
    return shape(2, NBL_SHAPE_CONVERGES, "ii");
}

static nbl_shape_t memory(uint32_t op) {
    switch (op) {
    case SpvOpLoad: return shape(2, NBL_SHAPE_READS, "i?lr");
    case SpvOpStore: return shape(0, NBL_SHAPE_ACTS, "ii?lr");
    case SpvOpCopyMemory: return shape(0, NBL_SHAPE_ACTS, "ii?lr");
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain: return shape(2, NBL_SHAPE_PURE, "i?ir");
    case SpvOpArrayLength: return shape(2, NBL_SHAPE_READS, "il");
    case SpvOpImageTexelPointer: return shape(2, NBL_SHAPE_READS, "iii");
    case SpvOpSampledImage: return shape(2, NBL_SHAPE_READS, "ii");
    case SpvOpImageSampleImplicitLod:
    case SpvOpImageSampleExplicitLod:
    case SpvOpImageFetch:
    case SpvOpImageRead: return shape(2, NBL_SHAPE_READS, "ii?lir");
    case SpvOpImageWrite: return shape(0, NBL_SHAPE_ACTS, "iii?lir");
    case SpvOpImage: return shape(2, NBL_SHAPE_READS, "i");
    case SpvOpImageQuerySizeLod: return shape(2, NBL_SHAPE_READS, "ii");
    case SpvOpImageQuerySize:
    case SpvOpImageQueryLevels: return shape(2, NBL_SHAPE_READS, "i");
    case SpvOpAtomicLoad:
    case SpvOpAtomicIIncrement:
    case SpvOpAtomicIDecrement: return shape(2, NBL_SHAPE_ACTS, "iii");
    case SpvOpAtomicStore: return shape(0, NBL_SHAPE_ACTS, "iiii");
    case SpvOpAtomicCompareExchange: return shape(2, NBL_SHAPE_ACTS, "iiiiii");
    case SpvOpAtomicExchange:
    case SpvOpAtomicIAdd:
    case SpvOpAtomicISub:
    case SpvOpAtomicSMin:
    case SpvOpAtomicUMin:
    case SpvOpAtomicSMax:
    case SpvOpAtomicUMax:
    case SpvOpAtomicAnd:
    case SpvOpAtomicOr:
    case SpvOpAtomicXor: return shape(2, NBL_SHAPE_ACTS, "iiii");
    case SpvOpControlBarrier: return shape(0, NBL_SHAPE_CONVERGES, "iii");
    case SpvOpMemoryBarrier: return shape(0, NBL_SHAPE_ACTS, "ii");
    default: return shape(0, NBL_SHAPE_CONTROLS, NULL);
    }
}

nbl_shape_t nbl_shape(uint32_t op) {
    nbl_shape_t found;
    switch (op) {
    case SpvOpNop:
    case SpvOpNoLine: return shape(0, NBL_SHAPE_PURE, "");
    case SpvOpLine: return shape(0, NBL_SHAPE_PURE, "lll");
    case SpvOpUndef: return shape(2, NBL_SHAPE_PURE, "");
    case SpvOpExtInst: return shape(2, NBL_SHAPE_PURE, "ll?ir");
    case SpvOpVariable: return shape(2, NBL_SHAPE_ACTS, "l?i");
    case SpvOpFunctionCall: return shape(2, NBL_SHAPE_ACTS, "l?ir");
    case SpvOpVectorExtractDynamic: return shape(2, NBL_SHAPE_PURE, "ii");
    case SpvOpVectorInsertDynamic: return shape(2, NBL_SHAPE_PURE, "iii");
    case SpvOpVectorShuffle: return shape(2, NBL_SHAPE_PURE, "ii?lr");
    case SpvOpCompositeConstruct: return shape(2, NBL_SHAPE_PURE, "?ir");
    case SpvOpCompositeExtract: return shape(2, NBL_SHAPE_PURE, "i?lr");
    case SpvOpCompositeInsert: return shape(2, NBL_SHAPE_PURE, "ii?lr");
    case SpvOpCopyObject: return shape(2, NBL_SHAPE_PURE, "i");
    case SpvOpPhi: return shape(2, NBL_SHAPE_PURE, "?ir");
    case SpvOpLabel: return shape(1, NBL_SHAPE_CONTROLS, "");
    case SpvOpBranch: return shape(0, NBL_SHAPE_CONTROLS, "i");
    case SpvOpBranchConditional: return shape(0, NBL_SHAPE_CONTROLS, "iii?lr");
    case SpvOpSwitch: return shape(0, NBL_SHAPE_CONTROLS, "ii?lr");
    case SpvOpSelectionMerge: return shape(0, NBL_SHAPE_CONTROLS, "il");
    case SpvOpLoopMerge: return shape(0, NBL_SHAPE_CONTROLS, "iil?lr");
    case SpvOpReturnValue: return shape(0, NBL_SHAPE_CONTROLS, "i");
    case SpvOpReturn:
    case SpvOpUnreachable:
    case SpvOpFunctionEnd: return shape(0, NBL_SHAPE_CONTROLS, "");
    case SpvOpFunction: return shape(2, NBL_SHAPE_CONTROLS, "li");
    case SpvOpFunctionParameter: return shape(2, NBL_SHAPE_CONTROLS, "");
    default: break;
    }
    if (op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap) return subgroup(op);
    found = arithmetic(op);
    return found.operands ? found : memory(op);
}

bool nbl_shape_is_id(nbl_shape_t shape, uint32_t k) {
    const char *p = shape.operands;
    bool id = false;
    for (;; p++) {
        if (*p == '?') continue;
        if (*p == 'r' || *p == 0) return id;
        id = *p == 'i';
        if (k-- == 0) return id;
    }
}

uint32_t nbl_shape_scopes(const uint32_t *words) {
    const uint32_t op = words[0] & 0xffff, count = words[0] >> 16, at = op == SpvOpLoad ? 4 : 3;
    if ((op != SpvOpLoad && op != SpvOpStore) || count <= at) return 0;
    return (words[at] & SpvMemoryAccessMakePointerAvailableMask ? 1u : 0u) +
           (words[at] & SpvMemoryAccessMakePointerVisibleMask ? 1u : 0u);
}

bool nbl_shape_fits(nbl_shape_t shape, uint32_t word_count) {
    uint32_t least = 1u + shape.results, most;
    const char *p = shape.operands;
    for (; *p && *p != '?' && *p != 'r'; p++) least++;
    for (most = least; *p && *p != 'r'; p++) most += *p != '?';
    return word_count >= least && (*p == 'r' || word_count <= most);
}
