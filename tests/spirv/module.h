/* Reads what a test compares of a SPIR-V module: capabilities, floating operations, their decorations, extended
 * instructions.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_SPIRV_MODULE_H
#define NBL_TESTS_SPIRV_MODULE_H

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MODULE_CAPABILITIES 16

typedef struct module_t {
    SpvCapability capabilities[MODULE_CAPABILITIES];
    uint32_t capability_count;
    uint32_t extension_count;
    uint32_t floating;          /* operations that could be contracted or re-associated */
    uint32_t undecorated;       /* of them, those without NoContraction */
    uint32_t no_contraction;    /* NoContraction decorations */
    uint32_t divisions;         /* OpFDiv, OpFRem, OpFMod */
    uint32_t fused;             /* GLSL.std.450 Fma */
    uint32_t inexact_functions; /* other extended instructions whose result a device may choose: sin, sqrt ... */
    uint32_t local_size[3];
} module_t;

static inline bool module_is_floating(SpvOp op) {
    switch (op) {
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod:
    case SpvOpFNegate:
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

/* Bits packed and unpacked: exact, but for the rounding of a half, which IEEE defines. */
static inline bool module_is_exact_function(uint32_t instruction) {
    return instruction == GLSLstd450PackHalf2x16 || instruction == GLSLstd450UnpackHalf2x16 ||
           instruction == GLSLstd450PackDouble2x32 || instruction == GLSLstd450UnpackDouble2x32;
}

/* Returns false for what is no module. */
static inline bool module_read(const uint32_t *words, size_t count, module_t *module) {
    memset(module, 0, sizeof *module);
    if (count < 5 || words[0] != SpvMagicNumber) return false;
    bool *decorated = calloc(words[3], sizeof *decorated);
    if (decorated == NULL) return false;
    bool whole = true;
    for (size_t i = 5; i < count && whole; i += words[i] >> SpvWordCountShift) {
        uint32_t length = words[i] >> SpvWordCountShift;
        SpvOp op = (SpvOp)(words[i] & SpvOpCodeMask);
        whole = length > 0 && i + length <= count;
        if (!whole) break;
        if (op == SpvOpCapability && module->capability_count < MODULE_CAPABILITIES) {
            module->capabilities[module->capability_count++] = (SpvCapability)words[i + 1];
        } else if (op == SpvOpExtension) {
            module->extension_count++;
        } else if (op == SpvOpDecorate && words[i + 2] == SpvDecorationNoContraction) {
            decorated[words[i + 1]] = true;
            module->no_contraction++;
        } else if (op == SpvOpExecutionMode && words[i + 2] == SpvExecutionModeLocalSize) {
            memcpy(module->local_size, &words[i + 3], sizeof module->local_size);
        } else if (module_is_floating(op)) {
            module->floating++;
            if (!decorated[words[i + 2]]) module->undecorated++;
            if (op == SpvOpFDiv || op == SpvOpFRem || op == SpvOpFMod) module->divisions++;
        } else if (op == SpvOpExtInst) {
            if (words[i + 4] == GLSLstd450Fma)
                module->fused++;
            else if (!module_is_exact_function(words[i + 4]))
                module->inexact_functions++;
        }
    }
    free(decorated);
    return whole;
}

/* Returns whether the module has exactly these capabilities. */
static inline bool module_has_exactly(const module_t *module, const SpvCapability *capabilities, uint32_t count) {
    if (module->capability_count != count) return false;
    for (uint32_t i = 0; i < count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < count; j++) found = found || module->capabilities[j] == capabilities[i];
        if (!found) return false;
    }
    return true;
}

/* Whether every operation of a module of floats is decorated, nothing fused, divided or left to a device's
 * functions. */
static inline bool module_is_exact(const uint32_t *words, size_t count) {
    module_t m;
    return module_read(words, count, &m) && m.floating > 0 &&
           m.undecorated + m.fused + m.divisions + m.inexact_functions == 0;
}

#endif
