/* Chooses which results are hidden from a compiler, where a language cannot forbid it to fuse and to merge.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   c1 + (c2 + x)   is merged by some: hide what has a literal in it      NBL_OPAQUE_CONSTANTS
 *   a * b + c       is fused: hide the product                            NBL_OPAQUE_PRODUCTS
 *   (a + b) + c     is reassociated: hide everything                      NBL_OPAQUE_ALL
 *
 * Hiding is a XOR of the bits with a zero that is computed of the workgroup's number. What was not hidden costs
 * nothing.
 */
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <stdlib.h>

#include "spirv/specialize/shape.h"
#include "spirv/write_text/writer.h"

static bool is_literal(const nbl_wt_t *w, uint32_t id) {
    uint32_t op = nbl_wt_find(w, id)[0] & 0xffff;
    return op == SpvOpConstant || op == SpvOpConstantComposite;
}

/* Marks the results that a sum uses, also through a change of sign or a selection. */
static void mark_operands(uint8_t *feeds, const uint32_t *i, bool is_sum) {
    uint32_t op = i[0] & 0xffff, n = i[0] >> 16;
    bool hands_on = op == SpvOpFNegate || op == SpvOpSelect || op == SpvOpPhi || op == SpvOpCopyObject;
    if (!is_sum && !(hands_on && feeds[i[2]])) return;
    for (uint32_t k = 3; k < n; k += op == SpvOpPhi ? 2 : 1) feeds[i[k]] = 1;
}

static void mark_products(nbl_wt_t *w, uint8_t *feeds) {
    uint32_t count = 0, *at = NULL;
    for (size_t k = w->function; k < w->end; k += w->module.words[k] >> 16) count++;
    at = malloc((count + 1) * sizeof *at);
    if (!at) {
        nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
        return;
    }
    count = 0;
    for (size_t k = w->function; k < w->end; k += w->module.words[k] >> 16) at[count++] = (uint32_t)k;
    while (count-- > 0) { /* backwards, since uses follow the result */
        const uint32_t *i = w->module.words + at[count];
        uint32_t op = i[0] & 0xffff;
        if (nbl_shape(op).results == 2) mark_operands(feeds, i, op == SpvOpFAdd || op == SpvOpFSub);
    }
    free(at);
}

void nbl_wt_choose_opaque(nbl_wt_t *w) {
    w->opaque = w->desc.opaque;
    if (w->opaque == NBL_OPAQUE_DEFAULT) w->opaque = w->language->exact_by_language ? NBL_OPAQUE_NONE : NBL_OPAQUE_ALL;
    if (w->desc.mode == NBL_MODE_FAST) w->opaque = NBL_OPAQUE_NONE;
    if (w->opaque == NBL_OPAQUE_NONE || w->result != NBL_SUCCESS) return;
    uint8_t *feeds = calloc(w->module.bound + 1u, 1);
    if (!feeds) {
        nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
        return;
    }
    mark_products(w, feeds);
    for (size_t k = w->function; k < w->end; k += w->module.words[k] >> 16) {
        const uint32_t *i = w->module.words + k;
        uint32_t op = i[0] & 0xffff;
        const bool fused = op == SpvOpExtInst && i[3] == w->glsl_set && i[4] == GLSLstd450Fma;
        if (op != SpvOpFAdd && op != SpvOpFSub && op != SpvOpFMul && !fused) continue;
        bool all = w->opaque >= NBL_OPAQUE_ALL, constant = !fused && (is_literal(w, i[3]) || is_literal(w, i[4]));
        bool product = w->opaque >= NBL_OPAQUE_PRODUCTS && op == SpvOpFMul && feeds[i[2]];
        w->ids[i[2]].opaque = all || constant || product;
        if (w->ids[i[2]].opaque && nbl_wt_type_of(w, i[2]).components != 1)
            nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: exact arithmetic of vectors",
                        nbl_target_name(w->desc.target));
    }
    free(feeds);
}

/* Writes a zero that no compiler derives, whatever the workgroup's number n is. Bits 0 and 2 of n n are never both
 * 1, since an odd square is 1 mod 8. Neither a bound of n, which drivers know, nor the bits of n n one by one tell
 * that. */
void nbl_wt_zero(const nbl_wt_t *w, nbl_text_t *out) {
    const nbl_wt_type_t type = {NBL_WT_UINT, 1, 0};
    char name[32];
    nbl_wt_type_name(w, type, name);
    nbl_text_append(out, "    ", 4);
    NBL_WT_FILL(out, w->language->constant, {'n', "square"}, {'t', name});
    for (int factor = 0; factor < 2; factor++) {
        NBL_WT_FILL(out, w->language->builtin[NBL_WT_GROUP], {'i', "0"}, {'x', "x"});
        nbl_text_format(out, factor == 0 ? " * " : ";\n    ");
    }
    NBL_WT_FILL(out, w->language->constant, {'n', "zero"}, {'t', name});
    nbl_text_format(out, "square & (square >> 2u) & 1u;\n");
}
