/* Pointers, loads and stores.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/write_text/writer.h"

enum { MOST_INDICES = 8 };

static bool is_chain(const uint32_t *i) {
    uint32_t op = i[0] & 0xffff;
    return op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain;
}

/* Returns the variable that a pointer leads to. */
uint32_t nbl_wt_root(const nbl_wt_t *w, uint32_t pointer) {
    for (int k = 0; k < MOST_INDICES && is_chain(nbl_wt_find(w, pointer)); k++) pointer = nbl_wt_find(w, pointer)[3];
    return pointer;
}

/* Finds the indices from a variable on, the outermost first. Returns their number; 0: too many. */
static uint32_t find_indices(const nbl_wt_t *w, uint32_t pointer, uint32_t indices[MOST_INDICES]) {
    uint32_t count = 0, n;
    for (const uint32_t *i = nbl_wt_find(w, pointer); is_chain(i); i = nbl_wt_find(w, i[3])) {
        n = (i[0] >> 16) - 4;
        if (count + n > MOST_INDICES) return 0;
        memmove(indices + n, indices, count * sizeof *indices);
        memcpy(indices, i + 4, n * sizeof *indices);
        count += n;
    }
    return count;
}

static void refuse(nbl_wt_t *w) {
    nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a pointer that leads neither to a scalar nor to a vector",
                nbl_target_name(w->desc.target));
}

/* Writes the indices from k on: into an array, then into a vector. */
static void write_indices(nbl_wt_t *w, nbl_text_t *out, bool array, uint32_t components, const uint32_t *indices,
                          uint32_t k, uint32_t count) {
    uint32_t component;
    if (array) {
        if (k >= count) {
            refuse(w);
            return;
        }
        nbl_text_format(out, "[%s]", nbl_wt_plain(w, indices[k++]));
    }
    if (k >= count) return;
    if (components < 2 || k + 1 < count)
        refuse(w);
    else if (nbl_wt_literal(w, indices[k], &component) && component < components)
        nbl_text_format(out, ".%c", "xyzw"[component]);
    else
        nbl_text_format(out, "[%s]", nbl_wt_plain(w, indices[k]));
}

/* Returns whether an instruction loads all uniforms at once. Only the parts that are used are written then. */
static bool loads_uniforms(const nbl_wt_t *w, const uint32_t *load) {
    uint32_t indices[MOST_INDICES], count = find_indices(w, load[3], indices);
    const nbl_wt_global_t *global = nbl_wt_global(w, nbl_wt_root(w, load[3]));
    return (load[0] & 0xffff) == SpvOpLoad && global && global->kind == NBL_WT_UNIFORMS &&
           count == (w->uniforms_nested ? 1 : 0);
}

/* Writes part `member` of a value, if the value is a load of all uniforms. */
bool nbl_wt_write_part(nbl_wt_t *w, uint32_t value, uint32_t member, nbl_text_t *out) {
    const nbl_wt_global_t *uniforms = nbl_wt_global(w, 0);
    if (!loads_uniforms(w, nbl_wt_find(w, value)) || member >= w->member_count) return false;
    NBL_WT_FILL(out, w->language->of_uniform, {'n', uniforms->name}, {'m', w->members[member].name});
    return true;
}

static void write_uniform(nbl_wt_t *w, nbl_text_t *out, const nbl_wt_global_t *global, const uint32_t *indices,
                          uint32_t count) {
    uint32_t k = w->uniforms_nested ? 1 : 0, member;
    if (count != k + 1 || !nbl_wt_literal(w, indices[k], &member) || member >= w->member_count) {
        refuse(w);
        return;
    }
    NBL_WT_FILL(out, w->language->of_uniform, {'n', global->name}, {'m', w->members[member].name});
}

static void write_input(nbl_wt_t *w, nbl_text_t *out, uint32_t root, const uint32_t *indices, uint32_t count) {
    uint32_t builtin = w->ids[root].builtin, component = 0;
    if (!builtin || (builtin - 1 == NBL_WT_LOCAL_INDEX) != (count == 0) || count > 1 ||
        (count == 1 && (!nbl_wt_literal(w, indices[0], &component) || component > 2))) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE,
                    "%s: an input such as a subgroup's size: compile it for subgroups of 1",
                    nbl_target_name(w->desc.target));
        return;
    }
    if (builtin - 1 == NBL_WT_GROUPS && !w->language->has_groups) {
        const char *member = component == 0 ? "workgroups_x" : NULL;
        const nbl_wt_global_t *uniforms = nbl_wt_global(w, 0);
        if (!member || !uniforms)
            nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: the number of workgroups, without uniforms to hold it",
                        nbl_target_name(w->desc.target));
        else
            NBL_WT_FILL(out, w->language->of_uniform, {'n', uniforms->name}, {'m', member});
        return;
    }
    const char number[2] = {(char)('0' + component), 0}, letter[2] = {"xyz"[component], 0};
    NBL_WT_FILL(out, w->language->builtin[builtin - 1], {'i', number}, {'x', letter});
}

static void write_pointer(nbl_wt_t *w, uint32_t pointer, nbl_text_t *out) {
    uint32_t root = nbl_wt_root(w, pointer), indices[MOST_INDICES] = {0};
    uint32_t count = find_indices(w, pointer, indices), member;
    const nbl_wt_global_t *global = nbl_wt_global(w, root);
    if (w->result != NBL_SUCCESS) return;
    if (!global) { /* it is a variable of main() */
        const uint32_t *type = nbl_wt_find(w, nbl_wt_find(w, root)[1]);
        nbl_wt_type_t of = nbl_wt_type(w, (type[0] & 0xffff) == SpvOpTypePointer ? type[3] : 0);
        const char *name = nbl_wt_plain(w, root);
        if (w->result != NBL_SUCCESS) return;
        nbl_text_append(out, name, strlen(name));
        write_indices(w, out, of.elements != 0, of.components, indices, 0, count);
        return;
    }
    switch (global->kind) {
    case NBL_WT_BUFFER:
        if (count < 2 || !nbl_wt_literal(w, indices[0], &member) || member != 0) {
            refuse(w);
            return;
        }
        nbl_text_append(out, global->name, strlen(global->name));
        write_indices(w, out, true, global->type.components, indices, 1, count);
        return;
    case NBL_WT_UNIFORMS: write_uniform(w, out, global, indices, count); return;
    case NBL_WT_SHARED:
        nbl_text_append(out, global->name, strlen(global->name));
        write_indices(w, out, true, global->type.components, indices, 0, count);
        return;
    default: write_input(w, out, root, indices, count); return;
    }
}

/* Copies an array element by element, since not every language assigns arrays.
 * 
 * parts  of a CompositeConstruct, or NULL */
static void copy_array(nbl_wt_t *w, const char *to, const char *from, const uint32_t *parts, uint32_t elements) {
    for (uint32_t k = 0; k < elements && w->result == NBL_SUCCESS; k++) {
        if (parts)
            nbl_wt_line(w, "%s[%u] = %s;", to, k, nbl_wt_plain(w, parts[k]));
        else
            nbl_wt_line(w, "%s[%u] = %s[%u];", to, k, from, k);
    }
}

/* Returns whether a pointer is a whole array of main(). */
static bool is_array(nbl_wt_t *w, uint32_t pointer) {
    const uint32_t *i = nbl_wt_find(w, pointer), *type = nbl_wt_find(w, i[1]);
    return (i[0] & 0xffff) == SpvOpVariable && !nbl_wt_global(w, pointer) && (type[0] & 0xffff) == SpvOpTypePointer &&
           nbl_wt_type(w, type[3]).elements != 0;
}

static void load_array(nbl_wt_t *w, const uint32_t *i) {
    const nbl_wt_type_t type = nbl_wt_type_of(w, i[2]);
    nbl_wt_id_t *known = &w->ids[i[2]];
    if (!known->variable) nbl_wt_variable(w, i[2], type, known->hoisted);
    if (w->result == NBL_SUCCESS) copy_array(w, known->text, nbl_wt_plain(w, i[3]), NULL, type.elements);
}

static void store_array(nbl_wt_t *w, const uint32_t *i) {
    const uint32_t *value = nbl_wt_find(w, i[2]), elements = nbl_wt_type_of(w, i[2]).elements;
    const bool made = (value[0] & 0xffff) == SpvOpCompositeConstruct;
    if (made && value[0] >> 16 != 3 + elements) {
        refuse(w);
        return;
    }
    copy_array(w, nbl_wt_plain(w, i[1]), made ? NULL : nbl_wt_plain(w, i[2]), made ? value + 3 : NULL, elements);
}

void nbl_wt_load(nbl_wt_t *w, const uint32_t *i) {
    nbl_text_t out = {0};
    if (is_array(w, i[3])) {
        load_array(w, i);
        return;
    }
    const nbl_wt_global_t *global = nbl_wt_global(w, nbl_wt_root(w, i[3]));
    if (loads_uniforms(w, i)) return;
    write_pointer(w, i[3], &out);
    /* Uniforms and inputs do not change: their name may stand where the value is used. */
    bool named = global && (global->kind == NBL_WT_UNIFORMS || global->kind == NBL_WT_INPUT);
    if (w->result == NBL_SUCCESS && !out.data) nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
    if (w->result == NBL_SUCCESS) nbl_wt_define(w, i, out.data, false, named && !strchr(out.data, '('));
    nbl_wt_end(w, &out);
}

void nbl_wt_store(nbl_wt_t *w, const uint32_t *i) {
    nbl_text_t out = {0};
    if (is_array(w, i[1])) {
        store_array(w, i);
        return;
    }
    write_pointer(w, i[1], &out);
    const char *value = nbl_wt_plain(w, i[2]);
    if (w->result == NBL_SUCCESS && out.data) nbl_wt_line(w, "%s = %s;", out.data, value);
    nbl_wt_end(w, &out);
}
