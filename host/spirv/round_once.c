/* Multiply-adds that every driver rounds once: SPV_KHR_fma.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Vulkan lets a driver round the product of GLSL.std.450's Fma. OpFmaKHR is correctly rounded. Both have the same
 * operands, so that a module is copied with one instruction in place of the other:
 *
 *   OpExtInst  type result glsl Fma a b c   ->   OpFmaKHR  type result a b c
 *
 *   OpCapability ..               all capabilities, first in a module
 *   OpCapability FMAKHR           added behind the last of them
 *   OpExtension "SPV_KHR_fma"     added: extensions follow capabilities
 *   OpExtension .., OpExtInstImport .., and so on
 */
#include "spirv/round_once.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t heads[] = {
    2u << 16 | SpvOpCapability,
    NBL_SPV_CAPABILITY_FMA,
    4u << 16 | SpvOpExtension,
    0x5f565053,
    0x5f52484b,
    0x00616d66, /* "SPV_KHR_fma" */
};
enum { FIRST = 5 /* words before the first instruction */, HEAD_WORDS = sizeof heads / sizeof *heads };

uint32_t *nbl_spirv_round_once(const uint32_t *words, size_t word_count, size_t *made_count) {
    uint32_t *made = malloc((word_count + HEAD_WORDS) * sizeof *made), glsl = 0;
    size_t at = FIRST, count = FIRST;
    if (made == NULL) return NULL;
    memcpy(made, words, FIRST * sizeof *made);
    for (bool declared = false; at < word_count; at += words[at] >> 16) {
        const uint32_t *w = words + at, op = w[0] & 0xffff;
        size_t length = w[0] >> 16;
        if (!declared && op != SpvOpCapability) {
            memcpy(made + count, heads, sizeof heads);
            count += HEAD_WORDS;
            declared = true;
        }
        if (op == SpvOpExtInstImport && strcmp((const char *)(w + 2), "GLSL.std.450") == 0) glsl = w[1];
        const bool fuses = op == SpvOpExtInst && glsl != 0 && w[3] == glsl && w[4] == GLSLstd450Fma;
        if (fuses) {
            const uint32_t fma[] = {6u << 16 | NBL_SPV_OP_FMA, w[1], w[2], w[5], w[6], w[7]};
            length = sizeof fma / sizeof *fma;
            memcpy(made + count, fma, sizeof fma);
        } else {
            memcpy(made + count, w, length * sizeof *made);
        }
        count += length;
    }
    *made_count = count;
    return made;
}
