/* Reads a module: types, constants, variables, and where labels and functions are.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "spirv/specialize/internal.h"

enum { MOST_LOCAL_SIZE = 1 << 16 }; /* along an axis, so that the product of three fits; a larger one is not used */

/* Returns the type of member or element number `member` of a type. Adds the leaves before it to *first_leaf. */
uint32_t nbl_sp_member(nbl_sp_t *s, uint32_t type, uint32_t member, uint32_t *first_leaf) {
    const nbl_sp_type_t *t = nbl_sp_type(s, type);
    const uint32_t *members = s->words + t->at + 2;
    if (!nbl_sp_is_composite(s, type) || member >= t->count) nbl_sp_refuse(s, "type %u has no part %u", type, member);
    if (t->op != SpvOpTypeStruct) {
        *first_leaf += member * nbl_sp_leaves(s, t->element);
        return t->element;
    }
    for (uint32_t k = 0; k < member; k++) *first_leaf += nbl_sp_leaves(s, members[k]);
    return members[member];
}

/* Returns the number of the member or element that holds a leaf. *type becomes its type, *leaf the leaf's number in
 * it. */
uint32_t nbl_sp_member_of_leaf(nbl_sp_t *s, uint32_t *type, uint32_t *leaf) {
    const nbl_sp_type_t *t = nbl_sp_type(s, *type);
    if (!nbl_sp_is_composite(s, *type) || *leaf >= nbl_sp_leaves(s, *type))
        nbl_sp_refuse(s, "type %u has no leaf %u", *type, *leaf);
    uint32_t k = 0;
    if (t->op != SpvOpTypeStruct) {
        uint32_t each = nbl_sp_leaves(s, t->element);
        k = *leaf / each;
        *leaf %= each;
        *type = t->element;
        return k;
    }
    const uint32_t *members = s->words + t->at + 2;
    for (; *leaf >= nbl_sp_leaves(s, members[k]); k++) *leaf -= nbl_sp_leaves(s, members[k]);
    *type = members[k];
    return k;
}

/* Sets leaves and leaf of a type. */
static void count_leaves(nbl_sp_t *s, nbl_sp_type_t *t, uint32_t id) {
    uint64_t leaves = 1;
    t->leaf = id;
    if (t->op == SpvOpTypeVector || t->op == SpvOpTypeMatrix || t->op == SpvOpTypeArray) {
        leaves = (uint64_t)s->types[t->element].leaves * t->count;
        t->leaf = s->types[t->element].leaf;
    }
    if (t->op == SpvOpTypeStruct) {
        leaves = 0;
        t->leaf = t->count ? s->types[s->words[t->at + 2]].leaf : 0;
        for (uint32_t k = 0; k < t->count; k++) {
            const nbl_sp_type_t *member = &s->types[s->words[t->at + 2 + k]];
            leaves += member->leaves ? member->leaves : NBL_SP_MOST_LEAVES + 1;
            if (member->leaf != t->leaf) t->leaf = 0;
        }
    }
    if (t->op == SpvOpTypeRuntimeArray) leaves = 0;
    t->leaves = leaves > NBL_SP_MOST_LEAVES ? 0 : (uint32_t)leaves;
}

static uint32_t array_length(nbl_sp_t *s, uint32_t id) {
    nbl_sp_value_t length = nbl_sp_value(s, nbl_sp_get(s, id));
    return length.kind == NBL_SP_CONSTANT && length.bits <= UINT32_MAX ? (uint32_t)length.bits : 0;
}

static void read_type(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
    if (n < 2 || w[1] >= s->bound || s->types[w[1]].op) nbl_sp_refuse(s, "malformed: a type");
    nbl_sp_type_t t = {.op = op, .at = (uint32_t)(w - s->words)};
    bool has_element = op == SpvOpTypeVector || op == SpvOpTypeMatrix || op == SpvOpTypeArray;
    if (((op == SpvOpTypeInt || has_element || op == SpvOpTypePointer) && n < 4) || (op == SpvOpTypeFloat && n < 3))
        nbl_sp_refuse(s, "malformed: a short type");
    if (op == SpvOpTypeBool) {
        t.width = 1;
        s->bool_type = w[1];
    }
    if (op == SpvOpTypeInt || op == SpvOpTypeFloat) t.width = w[2];
    if (t.width > 64 || ((op == SpvOpTypeInt || op == SpvOpTypeFloat) && t.width < 8))
        nbl_sp_refuse(s, "scalars of %u bits", t.width);
    if (op == SpvOpTypeFloat && t.width < 16) nbl_sp_refuse(s, "floating numbers of %u bits", t.width);
    if (has_element) {
        nbl_sp_type(s, w[2]);
        t.element = w[2];
        t.count = op == SpvOpTypeArray ? array_length(s, w[3]) : w[3];
    }
    if (op == SpvOpTypeStruct) {
        t.count = n - 2;
        for (uint32_t k = 2; k < n; k++) nbl_sp_type(s, w[k]);
    }
    if (op == SpvOpTypePointer) {
        if (w[3] >= s->bound) nbl_sp_refuse(s, "malformed: a pointer");
        t.storage = w[2];
        t.element = w[3];
        if (w[2] == SpvStorageClassFunction) s->types[w[3]].function_pointer = w[1];
    }
    count_leaves(s, &t, w[1]);
    t.function_pointer = s->types[w[1]].function_pointer; /* a forward reference may have set it */
    s->types[w[1]] = t;
}

/* Gives an id of the old module a value that keeps this id in the new module, unless it has another id there. */
static void name(nbl_sp_t *s, uint32_t id, uint32_t value) {
    nbl_sp_set(s, id, value);
    if (!s->values.data[value].id) s->values.data[value].id = id;
}

static void read_composite_constant(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, first = s->parts.size;
    for (uint32_t k = 3; k < n; k++) nbl_sp_push_leaves(s, nbl_sp_get(s, w[k]));
    name(s, w[2], nbl_sp_composite(s, w[1], first));
}

static void read_null(nbl_sp_t *s, const uint32_t *w) {
    uint32_t leaves = nbl_sp_leaves(s, w[1]), first = s->parts.size;
    for (uint32_t k = 0; k < leaves; k++) {
        uint32_t zero = nbl_sp_constant(s, nbl_sp_leaf_type(s, w[1], k), 0);
        NBL_SP_PUSH(s, s->parts, zero);
    }
    if (nbl_sp_is_composite(s, w[1]))
        name(s, w[2], nbl_sp_composite(s, w[1], first));
    else
        name(s, w[2], s->parts.data[first]);
}

/* Notes the workgroup's invocations; 0 in place of a size that is no literal. */
static void read_size(nbl_sp_t *s, const uint64_t sizes[3]) {
    bool usual = sizes[0] <= MOST_LOCAL_SIZE && sizes[1] <= MOST_LOCAL_SIZE && sizes[2] <= MOST_LOCAL_SIZE;
    s->local_size = usual ? sizes[0] * sizes[1] * sizes[2] : 0;
}

/* Notes the workgroup's invocations from the constant decorated WorkgroupSize. */
static void read_workgroup_size(nbl_sp_t *s, uint32_t value) {
    uint64_t sizes[3] = {0, 0, 0};
    nbl_sp_value_t size = nbl_sp_value(s, value);
    for (uint32_t k = 0; k < 3 && nbl_sp_leaves(s, size.type) == 3; k++) {
        nbl_sp_value_t leaf = nbl_sp_value(s, nbl_sp_leaf(s, value, k));
        if (leaf.kind == NBL_SP_CONSTANT) sizes[k] = leaf.bits;
    }
    read_size(s, sizes);
}

static void read_constant(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
    if (n < 3 || w[2] >= s->bound) nbl_sp_refuse(s, "malformed: a constant");
    const nbl_sp_type_t *t = nbl_sp_type(s, w[1]);
    if (nbl_sp_is_decided(s, op)) {
        uint32_t value = nbl_sp_decided(s, w);
        if (value)
            name(s, w[2], value);
        else
            read_composite_constant(s, w);
        if (w[2] == s->workgroup_size_id) {
            s->workgroup_size = nbl_sp_get(s, w[2]);
            read_workgroup_size(s, s->workgroup_size);
        }
        return;
    }
    switch (op) {
    case SpvOpConstantTrue:
    case SpvOpConstantFalse: name(s, w[2], nbl_sp_constant(s, w[1], op == SpvOpConstantTrue)); break;
    case SpvOpConstant: {
        uint32_t words = t->width > 32 ? 2 : 1;
        if (n != 3 + words || !t->width) nbl_sp_refuse(s, "malformed: a constant");
        uint64_t bits = w[3] | (words > 1 ? (uint64_t)w[4] << 32 : 0);
        if (t->width < 32) bits &= (1u << t->width) - 1; /* SPIR-V extends a negative one by its sign */
        name(s, w[2], nbl_sp_constant(s, w[1], bits));
        break;
    }
    case SpvOpConstantComposite:
        read_composite_constant(s, w);
        if (w[2] == s->workgroup_size_id) read_workgroup_size(s, nbl_sp_get(s, w[2]));
        break;
    case SpvOpConstantNull: read_null(s, w); break;
    case SpvOpUndef: name(s, w[2], nbl_sp_undefined(s, w[1])); break;
    default: nbl_sp_set(s, w[2], nbl_sp_result(s, w[1], w[2])); break; /* a specialization constant that stays one */
    }
}

static void read_variable(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16;
    if (n < 4 || w[2] >= s->bound) nbl_sp_refuse(s, "malformed: a variable");
    const nbl_sp_type_t *pointer = nbl_sp_type(s, w[1]);
    if (pointer->op != SpvOpTypePointer) nbl_sp_refuse(s, "malformed: a variable's type");
    nbl_sp_type(s, pointer->element);
    if (w[3] == SpvStorageClassPrivate) {
        uint32_t variable = nbl_sp_variable(s, pointer->element, w[2]);
        if (n > 4) nbl_sp_store(s, variable, nbl_sp_get(s, w[4]), 0, NULL);
        nbl_sp_set(s, w[2], variable);
        return;
    }
    nbl_sp_value_t v = {.kind = NBL_SP_POINTER, .type = pointer->element, .id = w[2], .pointer_type = w[1]};
    v.a = w[3] == SpvStorageClassInput || w[3] == SpvStorageClassPushConstant ||
          w[3] == SpvStorageClassUniformConstant; /* nothing can write where these lead to */
    nbl_sp_set(s, w[2], nbl_sp_add(s, v));
}

static void read_decoration(nbl_sp_t *s, const uint32_t *w) {
    if (w[0] >> 16 < 3 || w[1] >= s->bound) nbl_sp_refuse(s, "malformed: a decoration");
    if (w[2] == SpvDecorationNoContraction) s->exactly[w[1]] = 1;
    if (w[2] == SpvDecorationVolatile) s->volatile_loads = true;
    if (w[2] == SpvDecorationSpecId && w[0] >> 16 > 3) s->spec_ids[w[1]] = w[3] + 1;
    if (w[2] == SpvDecorationBuiltIn && w[0] >> 16 > 3 && w[3] == SpvBuiltInWorkgroupSize) {
        s->workgroup_size_id = w[1];
        s->local_size = 0; /* the constant overrides the execution mode */
    }
    if (w[2] == SpvDecorationBuiltIn && w[0] >> 16 > 3 && w[3] == SpvBuiltInLocalInvocationIndex)
        s->local_index_id = w[1];
    if (w[2] == SpvDecorationNonUniform) nbl_sp_refuse(s, "NonUniform");
    if (w[2] == SpvDecorationFPRoundingMode || w[2] == SpvDecorationSaturatedConversion)
        nbl_sp_refuse(s, "decoration %u", w[2]);
}

static void read_global(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
    if (op == SpvOpExtInstImport && n >= 3 && w[1] < s->bound) {
        if (n == 6 && memcmp(w + 2, "GLSL.std.450\0\0\0", 16) == 0) s->glsl_set = w[1];
    } else if (op == SpvOpEntryPoint) {
        if (n < 4 || w[2] >= s->bound || w[1] != SpvExecutionModelGLCompute) nbl_sp_refuse(s, "no compute shader");
        if (s->entry_function) nbl_sp_refuse(s, "two entry points");
        s->entry_function = w[2];
    } else if (op == SpvOpExecutionMode && n == 6 && w[2] == SpvExecutionModeLocalSize) {
        uint64_t sizes[3] = {w[3], w[4], w[5]};
        read_size(s, sizes);
    } else if (op >= SpvOpTypeVoid && op <= SpvOpTypePipe) {
        read_type(s, w);
    } else if ((op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || op == SpvOpUndef) {
        read_constant(s, w);
    } else if (op == SpvOpVariable) {
        read_variable(s, w);
    } else if (op == SpvOpDecorate) {
        read_decoration(s, w);
    } else if (op == SpvOpMemberDecorate && n >= 4) {
        if (w[3] == SpvDecorationVolatile) s->volatile_loads = true;
    } else if (op == SpvOpGroupDecorate || op == SpvOpGroupMemberDecorate || op == SpvOpDecorateId) {
        nbl_sp_refuse(s, "decorations by group or by id");
    }
}

/* Refuses an instruction of a function that has too few or too many words, or an id out of range. */
static void check_instruction(nbl_sp_t *s, const uint32_t *w) {
    nbl_shape_t shape = nbl_shape(w[0] & 0xffff);
    uint32_t n = w[0] >> 16;
    if (!shape.operands) return; /* unknown here: refused if it is executed */
    if (!nbl_shape_fits(shape, n)) nbl_sp_refuse(s, "malformed: instruction %u of %u words", w[0] & 0xffff, n);
    if (nbl_shape_scopes(w) > n - 1) nbl_sp_refuse(s, "malformed: memory operands");
    for (uint32_t k = 1, scopes = n - nbl_shape_scopes(w); k < n; k++)
        if ((k <= shape.results || k >= scopes || nbl_shape_is_id(shape, k - 1 - shape.results)) && w[k] >= s->bound)
            nbl_sp_refuse(s, "malformed: id %u", w[k]);
}

void nbl_sp_read(nbl_sp_t *s) {
    bool in_function = false;
    uint32_t last = 0; /* the first word of the last instruction */
    for (uint32_t i = NBL_SP_HEADER_WORDS, n; i < s->word_count; i += n) {
        const uint32_t *w = s->words + i;
        uint32_t op = w[0] & 0xffff;
        n = w[0] >> 16;
        last = w[0];
        if (!n || n > s->word_count - i) nbl_sp_refuse(s, "malformed: cut off");
        if (op == SpvOpFunction && !in_function) {
            in_function = true;
            s->first_function = i;
        }
        if (!in_function) {
            read_global(s, w);
            continue;
        }
        check_instruction(s, w);
        if (op == SpvOpFunction) s->at[w[2]] = i;
        if (op == SpvOpLabel) s->at[w[1]] = i;
    }
    if (!s->entry_function || !s->at[s->entry_function]) nbl_sp_refuse(s, "no entry point");
    if (last != (SpvOpFunctionEnd | 1u << 16)) nbl_sp_refuse(s, "malformed: no end");
}

/* Returns whether a pointer of this type leads to memory that other invocations see. */
static bool is_memory(nbl_sp_t *s, uint32_t type) {
    if (type >= s->bound || s->types[type].op != SpvOpTypePointer) return false;
    switch (s->types[type].storage) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassWorkgroup:
    case SpvStorageClassImage:
    case SpvStorageClassPhysicalStorageBuffer: return true;
    default: return false;
    }
}

static bool function_accesses_memory(nbl_sp_t *s, uint32_t function) {
    if (function >= s->bound || !s->at[function]) return true;
    if (!s->accesses[function]) {
        uint32_t from = s->at[function];
        s->accesses[function] = 1; /* so a recursion, which shaders must not have, ends as "no" */
        s->accesses[function] = nbl_sp_accesses_memory(s, from, 0) ? 3 : 2;
    }
    return s->accesses[function] == 3;
}

/* Returns whether the code between a word and a label, or the function's end, accesses memory that other invocations
 * see. Looks for the pointers: in glslang's modules each is made in the function that uses it. */
bool nbl_sp_accesses_memory(nbl_sp_t *s, uint32_t from, uint32_t merge) {
    for (uint32_t i = from; i < s->word_count; i += s->words[i] >> 16) {
        const uint32_t *w = s->words + i;
        uint32_t op = w[0] & 0xffff;
        if (op == SpvOpFunctionEnd || (op == SpvOpLabel && w[1] == merge)) return false;
        if ((op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain) && is_memory(s, w[1])) return true;
        if (op == SpvOpControlBarrier || op == SpvOpImageRead || op == SpvOpImageWrite || op == SpvOpImageFetch ||
            op == SpvOpImageSampleExplicitLod)
            return true;
        if (op == SpvOpFunctionCall && function_accesses_memory(s, w[3])) return true;
    }
    return false;
}
