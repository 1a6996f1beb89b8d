/* Decorates every floating operation of a SPIR-V module with NoContraction.
 * SPDX-License-Identifier: Apache-2.0
 *
 * GLSL's `precise` stops at function calls, and spirv-opt as well as drivers turn a * b + c into one fma unless both
 * operations carry the decoration; so it is put on all of them, before anything optimises.
 */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>
#include "error/check.h"
#include "nbl/host/compile.h"
#include "spirv/specialize/floating.h"

enum { HEADER_WORDS = 5, MAX_BOUND = 0x400000 }; /* the universal limit of SPIR-V on identifiers */

/* Returns whether an instruction may stand before or among the annotations (SPIR-V 2.4, sections 1 to 8 of a
 * module). */
static bool is_before_types(uint32_t opcode) {
    switch (opcode) {
    case SpvOpCapability:
    case SpvOpExtension:
    case SpvOpExtInstImport:
    case SpvOpMemoryModel:
    case SpvOpEntryPoint:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
    case SpvOpString:
    case SpvOpSource:
    case SpvOpSourceContinued:
    case SpvOpSourceExtension:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpModuleProcessed:
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
    case SpvOpDecorationGroup:
    case SpvOpGroupDecorate:
    case SpvOpGroupMemberDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
    case SpvOpMemberDecorateString: return true;
    default: return false;
    }
}

/* Marks decorated identifiers, counts the others, and finds where annotations end.
 * 
 * done  one byte per identifier */
static bool survey(const uint32_t *words, size_t count, uint8_t *done, size_t *insert, size_t *missing) {
    size_t i, size;
    *insert = 0;
    *missing = 0;
    for (i = HEADER_WORDS; i < count; i += size) {
        uint32_t opcode = words[i] & 0xffff;
        size = words[i] >> 16;
        if (!size || size > count - i) return false;
        if (!*insert && !is_before_types(opcode)) *insert = i;
        if (opcode == SpvOpDecorate && size >= 3 && words[i + 1] < words[3] &&
            words[i + 2] == SpvDecorationNoContraction)
            done[words[i + 1]] = 1;
        if (nbl_spirv_is_floating(opcode)) {
            if (size < 4 || words[i + 2] >= words[3]) return false;
            *missing += !done[words[i + 2]];
        }
    }
    if (!*insert) *insert = count;
    return true;
}

static void copy_with_decorations(const uint32_t *words, size_t count, const uint8_t *done, size_t insert,
                                  uint32_t *out) {
    size_t i;
    memcpy(out, words, insert * sizeof *words);
    out += insert;
    for (i = HEADER_WORDS; i < count; i += words[i] >> 16) {
        if (nbl_spirv_is_floating(words[i] & 0xffff) && !done[words[i + 2]]) {
            *out++ = 3u << 16 | SpvOpDecorate;
            *out++ = words[i + 2];
            *out++ = SpvDecorationNoContraction;
        }
    }
    memcpy(out, words + insert, (count - insert) * sizeof *words);
}

nbl_result_t nbl_spirv_decorate_no_contraction(const uint32_t *words, size_t word_count, uint32_t **out_words,
                                               size_t *out_word_count, size_t *decorated, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, words, out_words, out_word_count)) return NBL_ERROR_ARGUMENT;
    static const char what[] = "decorate with NoContraction";
    uint8_t *done;
    uint32_t *out = NULL;
    size_t insert, missing;
    nbl_error_clear(error);
    if (word_count < HEADER_WORDS || words[0] != SpvMagicNumber || words[3] > MAX_BOUND)
        return nbl_fail(error, NBL_ERROR_SPIRV, "%s: not a SPIR-V module", what);
    done = calloc(words[3] + 1u, 1);
    if (!done) return nbl_fail_memory(error, what);
    if (!survey(words, word_count, done, &insert, &missing)) {
        free(done);
        return nbl_fail(error, NBL_ERROR_SPIRV, "%s: the module is damaged or cut off", what);
    }
    out = malloc((word_count + 3 * missing) * sizeof *out);
    if (!out) {
        free(done);
        return nbl_fail_memory(error, what);
    }
    copy_with_decorations(words, word_count, done, insert, out);
    free(done);
    *out_words = out;
    *out_word_count = word_count + 3 * missing;
    if (decorated) *decorated = missing;
    return NBL_SUCCESS;
}

void nbl_words_free(uint32_t *words) { free(words); }
