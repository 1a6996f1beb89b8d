/* Where everything is in a module, how often it is used, and what its types are.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>
#include <string.h>

#include "spirv/specialize/shape.h"
#include "spirv/write_text/writer.h"

static uint32_t opcode(const uint32_t *instruction) { return instruction[0] & 0xffff; }
static uint32_t word_count(const uint32_t *instruction) { return instruction[0] >> 16; }

const uint32_t *nbl_wt_find(const nbl_wt_t *w, uint32_t id) {
    static const uint32_t none[8] = {8u << 16 | SpvOpNop};
    return id < w->module.bound && w->ids[id].at ? w->module.words + w->ids[id].at : none;
}

static nbl_wt_type_t scalar_type(nbl_wt_t *w, const uint32_t *t) {
    nbl_wt_type_t type = {NBL_WT_BOOL, 1, 0};
    uint32_t op = opcode(t);
    if (op == SpvOpTypeBool) return type;
    if ((op == SpvOpTypeFloat || op == SpvOpTypeInt) && word_count(t) > (op == SpvOpTypeInt ? 3 : 2) && t[2] == 32) {
        type.scalar = op == SpvOpTypeFloat ? NBL_WT_FLOAT : t[3] ? NBL_WT_INT : NBL_WT_UINT;
        return type;
    }
    type.components = 0;
    if (op == SpvOpTypeFloat || op == SpvOpTypeInt)
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: the kernel has %s of %u bits, and a text can have 32 bits only",
                    nbl_target_name(w->desc.target), op == SpvOpTypeFloat ? "floats" : "integers",
                    word_count(t) > 2 ? t[2] : 0);
    else
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE,
                    "%s: a structure or an array as a value: compile it unrolled, as for GPUs",
                    nbl_target_name(w->desc.target));
    return type;
}

/* Returns the size of a structure that is written as a vector: two to four scalars of one type, whatever their
 * names. A complex number has two. */
static uint32_t vector_size(const uint32_t *t) {
    uint32_t n = word_count(t) - 2;
    if (opcode(t) == SpvOpTypeVector && word_count(t) > 3) return t[3] >= 2 && t[3] <= 4 ? t[3] : 0;
    if (opcode(t) != SpvOpTypeStruct || n < 2 || n > 4) return 0;
    for (uint32_t k = 1; k < n; k++)
        if (t[2 + k] != t[2]) return 0;
    return n;
}

/* Returns the members of a structure that has a vector's layout and operations: two or four members of one type; 0:
 * it has not. */
static uint32_t members_of_one_type(const uint32_t *type) {
    const uint32_t count = opcode(type) == SpvOpTypeStruct ? word_count(type) - 2 : 0;
    for (uint32_t k = 1; k < count; k++)
        if (type[2 + k] != type[2]) return 0;
    return count == 2 || count == 4 ? count : 0;
}

nbl_wt_type_t nbl_wt_type(nbl_wt_t *w, uint32_t type_id) {
    const uint32_t *t = nbl_wt_find(w, type_id);
    nbl_wt_type_t type;
    uint32_t count = 0;
    if (opcode(t) == SpvOpTypeArray && word_count(t) > 3) {
        if (!nbl_wt_literal(w, t[3], &count)) count = 0;
        t = nbl_wt_find(w, t[2]);
    }
    uint32_t components = vector_size(t);
    if (!components) components = members_of_one_type(t);
    type = scalar_type(w, components ? nbl_wt_find(w, t[2]) : t);
    if (components && type.components) type.components = components;
    type.elements = count;
    return type;
}

nbl_wt_type_t nbl_wt_type_of(nbl_wt_t *w, uint32_t id) {
    const uint32_t *i = nbl_wt_find(w, id);
    if (word_count(i) < 3) nbl_wt_fail(w, NBL_ERROR_SPIRV, "module: the SPIR-V is damaged or cut off");
    return nbl_wt_type(w, i[1]);
}

bool nbl_wt_literal(const nbl_wt_t *w, uint32_t id, uint32_t *value) {
    const uint32_t *i = nbl_wt_find(w, id);
    if (opcode(i) != SpvOpConstant || word_count(i) != 4) return false;
    *value = i[3];
    return true;
}

static void read_builtin(nbl_wt_t *w, const uint32_t *i) {
    static const struct {
        uint32_t spirv, builtin;
    } builtins[] = {{SpvBuiltInLocalInvocationIndex, NBL_WT_LOCAL_INDEX},
                    {SpvBuiltInLocalInvocationId, NBL_WT_LOCAL_ID},
                    {SpvBuiltInWorkgroupId, NBL_WT_GROUP},
                    {SpvBuiltInNumWorkgroups, NBL_WT_GROUPS}};
    if (i[1] >= w->module.bound) return;
    if (i[2] == SpvDecorationNoContraction) w->ids[i[1]].no_contraction = true;
    if (i[2] != SpvDecorationBuiltIn || word_count(i) < 4) return;
    for (size_t k = 0; k < sizeof builtins / sizeof *builtins; k++)
        if (builtins[k].spirv == i[3]) w->ids[i[1]].builtin = builtins[k].builtin + 1;
}

/* Reads an instruction of the function. Its shape must be known and its ids in bounds. */
static void read_step(nbl_wt_t *w, const uint32_t *i) {
    nbl_shape_t shape = nbl_shape(opcode(i));
    if (!shape.operands || !nbl_shape_fits(shape, word_count(i))) {
        nbl_wt_fail(w, shape.operands ? NBL_ERROR_SPIRV : NBL_ERROR_MISSING_FEATURE,
                    "%s: instruction %u cannot be written as text", nbl_target_name(w->desc.target), opcode(i));
        return;
    }
    if (opcode(i) == SpvOpFunctionCall) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a call: compile it unrolled", nbl_target_name(w->desc.target));
        return;
    }
    for (uint32_t k = 1; k < word_count(i); k++) {
        bool id = k <= shape.results || nbl_shape_is_id(shape, k - 1u - shape.results);
        if (!id) continue;
        if (i[k] >= w->module.bound) {
            nbl_wt_fail(w, NBL_ERROR_SPIRV, "module: the SPIR-V is damaged or cut off");
            return;
        }
        if (k > shape.results) w->ids[i[k]].uses++;
    }
    if (shape.results) w->ids[i[shape.results]].at = (uint32_t)(i - w->module.words);
    w->blocks += opcode(i) == SpvOpLabel;
}

static void mark_stores(nbl_wt_t *w) {
    for (size_t k = w->function; k < w->end; k += word_count(w->module.words + k)) {
        const uint32_t *i = w->module.words + k;
        if (opcode(i) != SpvOpStore) continue;
        uint32_t root = nbl_wt_root(w, i[1]);
        if (root < w->module.bound) w->ids[root].stored = true;
    }
}

void nbl_wt_read(nbl_wt_t *w) {
    uint32_t functions = 0;
    for (uint32_t id = 0; id < w->module.bound; id++) w->ids[id].at = w->module.ids[id].at;
    for (size_t k = 5; k < w->module.word_count && w->result == NBL_SUCCESS; k += word_count(w->module.words + k)) {
        const uint32_t *i = w->module.words + k;
        uint32_t op = opcode(i);
        if (op == SpvOpFunction) {
            functions++;
            w->function = k + word_count(i);
        } else if (op == SpvOpFunctionEnd) {
            w->end = k;
        } else if (functions) {
            read_step(w, i);
        } else if (op == SpvOpUndef && word_count(i) > 2 && i[2] < w->module.bound) {
            w->ids[i[2]].at = (uint32_t)k;
        } else if (op == SpvOpDecorate && word_count(i) > 2) {
            read_builtin(w, i);
        } else if (op == SpvOpExtInstImport && word_count(i) > 2) {
            w->glsl_set = i[1];
        }
    }
    if (w->result == NBL_SUCCESS && functions != 1)
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a module of %u functions: compile it unrolled",
                    nbl_target_name(w->desc.target), functions);
    if (w->result == NBL_SUCCESS && w->end < w->function) nbl_wt_fail(w, NBL_ERROR_SPIRV, "module: no end");
    if (w->result == NBL_SUCCESS) mark_stores(w);
}
