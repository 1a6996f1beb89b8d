/* One instruction that is no branch, as a statement or as a part of later ones.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>

#include "spirv/write_text/writer.h"

/* Returns whether an operation rounds. In exact mode it stands on a line of its own, so that no expression has two. */
static bool rounds(uint32_t op) {
    return op == SpvOpFAdd || op == SpvOpFSub || op == SpvOpFMul || op == SpvOpFDiv || op == SpvOpExtInst ||
           op == SpvOpVectorTimesScalar;
}

/* Returns whether an expression is a word or two, better read where it is used than by a name. */
static bool is_short(const uint32_t *i) { return (i[0] & 0xffff) == SpvOpCompositeExtract; }

static void write_operation(nbl_wt_t *w, const uint32_t *i) {
    uint32_t op = i[0] & 0xffff;
    bool compound;
    nbl_text_t out = {0};
    if (!nbl_wt_expression(w, i, &out, &compound) && w->result == NBL_SUCCESS)
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: instruction %u%s cannot be written as text",
                    nbl_target_name(w->desc.target), op == SpvOpExtInst ? i[4] : op,
                    op == SpvOpExtInst ? " of GLSL.std.450" : "");
    if (w->result == NBL_SUCCESS && !out.data) nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
    if (w->result == NBL_SUCCESS && w->ids[i[2]].opaque) {
        nbl_text_t kept = {0};
        nbl_text_format(&kept, "keep(%s, zero)", out.data);
        nbl_wt_end(w, &out);
        out = kept;
        compound = false;
    }
    bool in_place = is_short(i) || (w->ids[i[2]].uses == 1 && !(rounds(op) && w->desc.mode != NBL_MODE_FAST));
    if (w->result == NBL_SUCCESS && out.data) nbl_wt_define(w, i, out.data, compound, in_place);
    nbl_wt_end(w, &out);
}

static void write_barrier(nbl_wt_t *w, const uint32_t *i) {
    uint32_t execution, semantics;
    if (!nbl_wt_literal(w, i[1], &execution) || !nbl_wt_literal(w, i[3], &semantics) ||
        execution != SpvScopeWorkgroup || (semantics & SpvMemorySemanticsUniformMemoryMask)) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a barrier that is not a workgroup's, of shared memory",
                    nbl_target_name(w->desc.target));
        return;
    }
    nbl_wt_line(w, "%s", w->language->barrier);
}

void nbl_wt_step(nbl_wt_t *w, const uint32_t *i) {
    uint32_t op = i[0] & 0xffff;
    if (w->result != NBL_SUCCESS) return;
    if (op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: subgroup operations: compile it for subgroups of 1",
                    nbl_target_name(w->desc.target));
        return;
    }
    switch (op) {
    case SpvOpLoad: nbl_wt_load(w, i); return;
    case SpvOpStore: nbl_wt_store(w, i); return;
    case SpvOpControlBarrier: write_barrier(w, i); return;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain: /* written with the load or the store */
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpNop:
    case SpvOpUndef: /* as a literal, where it is used */
    case SpvOpPhi: return;
    default: break;
    }
    if (op == SpvOpVariable) { /* of main(), at its beginning */
        const uint32_t *type = nbl_wt_find(w, i[1]);
        nbl_wt_variable(w, i[2], nbl_wt_type(w, (type[0] & 0xffff) == SpvOpTypePointer ? type[3] : 0), true);
        if (i[0] >> 16 > 4 && w->result == NBL_SUCCESS)
            nbl_wt_line(w, "%s = %s;", w->ids[i[2]].text, nbl_wt_plain(w, i[4]));
        return;
    }
    if (op == SpvOpCompositeConstruct && nbl_wt_type_of(w, i[2]).elements) return; /* written with the store */
    write_operation(w, i);
}
