/* Writes the new module: the used parts of the old one, the new constants, and main().
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "spirv/specialize/internal.h"

/* Which identifiers of the new module are needed, and where its instructions are. */
typedef struct writer_t {
    uint8_t *used;           /* by id: 1 if the new module needs it */
    uint32_t *roots;         /* by id of a pointer: the variable of main() that it leads to; 0: none */
    uint32_t *starts, count; /* words in s->code of main()'s instructions */
} writer_t;

static uint32_t operation(const uint32_t *w) { return w[0] & 0xffff; }

static void put(nbl_sp_t *s, const uint32_t *w) {
    for (uint32_t k = 0; k < w[0] >> 16; k++) NBL_SP_PUSH(s, s->output, w[k]);
}

/* ---- What is used */

/* Returns whether an instruction must happen although its result is not used. A store into a variable of main() must if
 * the variable is read. */
static bool acts(const nbl_sp_t *s, const writer_t *r, const uint32_t *w) {
    nbl_shape_t shape = nbl_shape(operation(w));
    if (operation(w) == SpvOpStore && r->roots[w[1]]) return r->used[r->roots[w[1]]];
    if (operation(w) == SpvOpLoad && s->volatile_loads) return !r->roots[w[3]];
    return shape.effect != NBL_SHAPE_PURE && shape.effect != NBL_SHAPE_READS;
}

/* Finds for each pointer the variable of main() that it leads to. */
static void find_roots(nbl_sp_t *s, writer_t *r) {
    for (uint32_t i = 0; i < s->variables.size; i += 4) r->roots[s->variables.data[i + 2]] = s->variables.data[i + 2];
    for (uint32_t j = 0; j < r->count; j++) {
        const uint32_t *w = s->code.data + r->starts[j];
        if (operation(w) == SpvOpAccessChain) r->roots[w[2]] = r->roots[w[3]];
    }
}

static bool mark_operands(const uint32_t *w, uint8_t *used) {
    nbl_shape_t shape = nbl_shape(operation(w));
    const uint32_t words = w[0] >> 16, scopes = words - nbl_shape_scopes(w);
    bool more = false;
    if (shape.results == 2) used[w[1]] = 1;
    for (uint32_t k = 1u + shape.results; k < words; k++) {
        if ((k < scopes && !nbl_shape_is_id(shape, k - 1 - shape.results)) || used[w[k]]) continue;
        used[w[k]] = 1;
        more = true;
    }
    return more;
}

/* Marks what main()'s instructions need, from the last to the first. Does so again if a phi or a load has marked
 * something that stands after it. */
static void mark_code(nbl_sp_t *s, writer_t *r) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t j = r->count; j-- > 0;) {
            const uint32_t *w = s->code.data + r->starts[j];
            nbl_shape_t shape = nbl_shape(operation(w));
            if (!acts(s, r, w) && !(shape.results && r->used[w[shape.results]])) continue;
            bool news = mark_operands(w, r->used);
            /* an instruction uses what stands before it; only phis and loads of a loop's variables may look ahead */
            more = more || (news && (operation(w) == SpvOpPhi || operation(w) == SpvOpLoad));
            if (operation(w) == SpvOpLoad && r->roots[w[3]] && !r->used[r->roots[w[3]]])
                r->used[r->roots[w[3]]] = more = true;
        }
    }
}

static void mark_new_globals(nbl_sp_t *s, writer_t *r) {
    uint32_t mark = s->scratch.size;
    for (uint32_t i = 0; i < s->globals.size; i += s->globals.data[i] >> 16) NBL_SP_PUSH(s, s->scratch, i);
    for (uint32_t j = s->scratch.size; j-- > mark;) {
        const uint32_t *w = s->globals.data + s->scratch.data[j];
        uint32_t op = operation(w), n = w[0] >> 16;
        if (!r->used[op == SpvOpTypePointer ? w[1] : w[2]]) continue;
        r->used[op == SpvOpTypePointer ? w[3] : w[1]] = 1;
        if (op == SpvOpConstantComposite)
            for (uint32_t k = 3; k < n; k++) r->used[w[k]] = 1;
    }
    s->scratch.size = mark;
}

static bool is_local_size(const uint32_t *w) {
    return operation(w) == SpvOpExecutionMode && w[0] >> 16 == 6 && w[2] == SpvExecutionModeLocalSize;
}

static void mark_global(const nbl_sp_t *s, writer_t *r, const uint32_t *w) {
    uint32_t op = operation(w), n = w[0] >> 16;
    bool is_type = op >= SpvOpTypeVoid && op <= SpvOpTypePipe;
    bool is_value = (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || op == SpvOpVariable;
    if ((!is_type && !is_value) || !r->used[is_type ? w[1] : w[2]]) return;
    uint32_t from = is_type ? 2 : 3, to = n;
    if (is_value) r->used[w[1]] = 1;
    switch (op) {
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeImage: to = 3; break;
    case SpvOpTypePointer: from = 3; break;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
    case SpvOpConstant:
    case SpvOpSpecConstant: to = from; break;
    case SpvOpSpecConstantOp: from = nbl_sp_is_decided(s, op) ? n : 4; break;
    case SpvOpVariable: from = 4; break;
    default: break;
    }
    for (uint32_t k = from; k < to && k < n; k++)
        if (w[k] < s->bound) r->used[w[k]] = 1;
}

/* Marks what the entry point, execution modes and the workgroup's size need. */
static void mark_roots(nbl_sp_t *s, writer_t *r) {
    for (uint32_t i = NBL_SP_HEADER_WORDS; i < s->first_function; i += s->words[i] >> 16) {
        const uint32_t *w = s->words + i;
        uint32_t n = w[0] >> 16;
        if (operation(w) == SpvOpDecorate && n > 3 && w[2] == SpvDecorationBuiltIn && w[3] == SpvBuiltInWorkgroupSize &&
            !s->workgroup_size)
            r->used[w[1]] = 1;
        if (operation(w) == SpvOpExecutionModeId)
            for (uint32_t k = 3; k < n; k++)
                if (w[k] < s->bound) r->used[w[k]] = 1;
        if (operation(w) == SpvOpExtInstImport && w[1] < s->bound) r->used[w[1]] = 1;
    }
}

static void mark_old_globals(nbl_sp_t *s, writer_t *r) {
    uint32_t mark = s->scratch.size;
    for (uint32_t i = NBL_SP_HEADER_WORDS; i < s->first_function; i += s->words[i] >> 16) NBL_SP_PUSH(s, s->scratch, i);
    for (uint32_t j = s->scratch.size; j-- > mark;) mark_global(s, r, s->words + s->scratch.data[j]);
    s->scratch.size = mark;
}

/* Removes instructions that nothing needs from main(). Afterwards r->starts and r->count are out of date. */
static void drop_dead(nbl_sp_t *s, const writer_t *r) {
    uint32_t size = 0;
    for (uint32_t j = 0; j < r->count; j++) {
        const uint32_t *w = s->code.data + r->starts[j];
        uint32_t words = w[0] >> 16;
        nbl_shape_t shape = nbl_shape(operation(w));
        if (!acts(s, r, w) && !(shape.results && r->used[w[shape.results]])) continue;
        memmove(s->code.data + size, w, words * sizeof *w);
        size += words;
    }
    s->code.size = size;
}

/* ---- Writing */

/* Writes OpEntryPoint without the interface variables that main() does not use. */
static void put_entry_point(nbl_sp_t *s, const writer_t *r, const uint32_t *w) {
    uint32_t n = w[0] >> 16, k = 3, at = s->output.size;
    while (k < n && w[k] >> 24 && (w[k] & 0xff0000) && (w[k] & 0xff00) && (w[k] & 0xff)) k++;
    for (uint32_t j = 0; j <= k && j < n; j++) NBL_SP_PUSH(s, s->output, w[j]);
    for (k++; k < n; k++)
        if (w[k] < s->bound && r->used[w[k]]) NBL_SP_PUSH(s, s->output, w[k]);
    s->output.data[at] = SpvOpEntryPoint | (s->output.size - at) << 16;
}

static bool is_kept(const nbl_sp_t *s, const writer_t *r, const uint32_t *w) {
    uint32_t op = operation(w), n = w[0] >> 16;
    if (op >= SpvOpTypeVoid && op <= SpvOpTypePipe) return r->used[w[1]];
    if ((op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || op == SpvOpVariable || op == SpvOpUndef)
        return r->used[w[2]];
    switch (op) {
    case SpvOpCapability:
    case SpvOpExtension:
    case SpvOpExtInstImport:
    case SpvOpMemoryModel:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId: return true;
    case SpvOpTypeForwardPointer:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpMemberDecorate: return n > 2 && w[1] < s->bound && r->used[w[1]];
    case SpvOpDecorate:
        if (s->options.constants &&
            (w[2] == SpvDecorationSpecId || (w[1] == s->workgroup_size_id && s->workgroup_size)))
            return false;
        return r->used[w[1]] && w[2] != SpvDecorationNoContraction;
    default: return false;
    }
}

/* Returns whether an instruction stands before the types of a module. */
static bool is_annotation(const uint32_t *w) {
    switch (operation(w)) {
    case SpvOpCapability:
    case SpvOpExtension:
    case SpvOpExtInstImport:
    case SpvOpMemoryModel:
    case SpvOpEntryPoint:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpDecorate:
    case SpvOpMemberDecorate: return true;
    default: return false;
    }
}

static void put_globals(nbl_sp_t *s, const writer_t *r, bool annotations) {
    for (uint32_t i = NBL_SP_HEADER_WORDS; i < s->first_function; i += s->words[i] >> 16) {
        const uint32_t *w = s->words + i;
        if (is_annotation(w) != annotations) continue;
        if (operation(w) == SpvOpEntryPoint)
            put_entry_point(s, r, w);
        else if (is_local_size(w))
            nbl_sp_put_local_size(s, w);
        else if (nbl_sp_is_decided(s, operation(w)) && is_kept(s, r, w))
            nbl_sp_put_decided(s, w);
        else if (operation(w) == SpvOpTypeArray && w[1] == s->grown.array)
            nbl_sp_put_grown(s, w);
        else if (is_kept(s, r, w))
            put(s, w);
    }
}

static void put_main(nbl_sp_t *s, const writer_t *r) {
    const uint32_t *f = s->words + s->at[s->entry_function];
    uint32_t head[5] = {f[0], f[1], f[2], 0, f[4]}, end = SpvOpFunctionEnd | 1 << 16;
    put(s, head);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        put(s, s->code.data + i);
        if (i > 0) continue; /* the variables follow the first label */
        for (uint32_t k = 0; k < s->variables.size; k += 4)
            if (r->used[s->variables.data[k + 2]]) put(s, s->variables.data + k);
    }
    put(s, &end);
}

void nbl_sp_write(nbl_sp_t *s) {
    writer_t r = {.count = 0};
    r.used = nbl_sp_allocate(s, s->next_id);
    r.roots = nbl_sp_allocate(s, s->next_id * sizeof *r.roots);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) r.count++;
    r.starts = nbl_sp_allocate(s, r.count * sizeof *r.starts);
    r.count = 0;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) r.starts[r.count++] = i;
    const uint32_t *f = s->words + s->at[s->entry_function];
    r.used[f[1]] = r.used[f[4]] = 1;
    if (s->looped.count) r.used[s->looped.type] = r.used[s->looped.count] = r.used[s->looped.zero] = 1;
    find_roots(s, &r);
    mark_code(s, &r);
    for (uint32_t i = 0; i < s->variables.size; i += 4)
        if (r.used[s->variables.data[i + 2]]) r.used[s->variables.data[i + 1]] = 1;
    mark_new_globals(s, &r);
    mark_roots(s, &r);
    mark_old_globals(s, &r);
    drop_dead(s, &r);
    nbl_sp_find_stored(s);
    if (s->options.order != NBL_INSTRUCTION_ORDER_APART) nbl_sp_unite(s);
    nbl_sp_store_always(s, r.used);
    nbl_sp_loop_stores(s);
    nbl_sp_order(s);

    for (uint32_t k = 0; k < NBL_SP_HEADER_WORDS; k++) NBL_SP_PUSH(s, s->output, k == 3 ? s->next_id : s->words[k]);
    put_globals(s, &r, true);
    for (uint32_t k = 0; k < s->exact_ids.size; k++) {
        uint32_t decoration[3] = {SpvOpDecorate | 3 << 16, s->exact_ids.data[k], SpvDecorationNoContraction};
        if (r.used[decoration[1]]) put(s, decoration);
    }
    put_globals(s, &r, false);
    for (uint32_t i = 0; i < s->globals.size; i += s->globals.data[i] >> 16) {
        const uint32_t *w = s->globals.data + i;
        if (r.used[operation(w) == SpvOpTypePointer ? w[1] : w[2]]) put(s, w);
    }
    put_main(s, &r);
}
