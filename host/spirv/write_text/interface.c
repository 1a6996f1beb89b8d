/* What a module is bound to: buffers, uniforms, shared memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

#include "spirv/write_text/writer.h"

static uint32_t opcode(const uint32_t *i) { return i[0] & 0xffff; }

/* Makes a name that no language reserves: a name without an underscore inside gets one. */
static void take_name(char name[64], const char *from, size_t room, const char *otherwise, uint32_t number) {
    size_t n = 0;
    while (n < room && n < 60 && from[n] && (strchr("_0123456789", from[n]) || (unsigned)((from[n] | 32) - 'a') < 26))
        n++;
    if (!n || n == room || from[n] || strstr(from, "__") || (from[0] >= '0' && from[0] <= '9') || from[0] == '_') {
        snprintf(name, 64, "%s_%u", otherwise, number);
        return;
    }
    snprintf(name, 64, "%.*s%s", (int)n, from, strchr(from, '_') ? "" : "_");
}

/* Returns the module's name of an id, or of a structure's member; "" without one.
 * 
 * member  2^32 - 1: the id itself */
static const char *debug_name(const nbl_wt_t *w, uint32_t id, uint32_t member, size_t *room) {
    bool of_member = member != UINT32_MAX;
    *room = 1;
    for (size_t k = 5; k < w->module.word_count; k += w->module.words[k] >> 16) {
        const uint32_t *i = w->module.words + k;
        uint32_t n = i[0] >> 16, at = of_member ? 3 : 2;
        if (opcode(i) == SpvOpFunction) break;
        if (opcode(i) != (of_member ? SpvOpMemberName : SpvOpName) || n <= at || i[1] != id) continue;
        if (of_member && i[2] != member) continue;
        *room = (n - at) * sizeof *i;
        return memchr(i + at, 0, *room) ? (const char *)(i + at) : "";
    }
    return "";
}

static void fail_block(nbl_wt_t *w, const char *what) {
    nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: %s", nbl_target_name(w->desc.target), what);
}

/* Reads a block of the form struct { element elements[]; }. */
static void read_buffer(nbl_wt_t *w, nbl_wt_global_t *global, const uint32_t *block) {
    const uint32_t *array = nbl_wt_find(w, block[2]);
    uint64_t size = 0;
    uint32_t alignment;
    size_t room;
    if (block[0] >> 16 != 3 || opcode(array) != SpvOpTypeRuntimeArray) {
        fail_block(w, "a buffer that is not an array");
        return;
    }
    global->type = nbl_wt_type(w, array[2]);
    if (w->result != NBL_SUCCESS) return;
    if (global->type.elements || global->type.scalar == NBL_WT_BOOL || global->type.components == 3 ||
        !nbl_module_type_size(&w->module, array[2], &size, &alignment) ||
        size != w->module.ids[array[1]].array_stride) {
        fail_block(w, "a buffer of elements other than one, two or four dwords, one after the other");
        return;
    }
    const char *name = debug_name(w, block[1], 0, &room);
    take_name(global->name, name, room, "buffer", global->binding);
    for (const nbl_wt_global_t *other = w->globals; other < global; other++)
        if (other->kind == NBL_WT_BUFFER && other->binding == global->binding)
            nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: binding %u is declared twice, as %s and as %s",
                        nbl_target_name(w->desc.target), global->binding, other->name, global->name);
}

/* Reads a block of the form struct { scalars }, or a structure of scalars within another structure. */
static void read_uniforms(nbl_wt_t *w, nbl_wt_global_t *global, const uint32_t *block) {
    size_t room;
    const char *name = debug_name(w, global->id, UINT32_MAX, &room);
    const uint32_t *inner = nbl_wt_find(w, block[2]);
    w->uniforms_nested = block[0] >> 16 == 3 && opcode(inner) == SpvOpTypeStruct;
    if (w->uniforms_nested) {
        name = debug_name(w, block[1], 0, &room);
        block = inner;
    }
    take_name(global->name, name, room, "constants", 0);
    w->member_count = (block[0] >> 16) - 2;
    if (w->member_count > NBL_WT_MOST_MEMBERS - 1) {
        fail_block(w, "too many push constants");
        w->member_count = 0;
        return;
    }
    for (uint32_t k = 0; k < w->member_count && w->result == NBL_SUCCESS; k++) {
        nbl_wt_member_t *member = &w->members[k];
        member->type = nbl_wt_type(w, block[2 + k]);
        if (member->type.components != 1 || member->type.elements || member->type.scalar == NBL_WT_BOOL)
            fail_block(w, "push constants that are not scalars");
        name = debug_name(w, block[1], k, &room);
        take_name(member->name, name, room, "member", k);
        size_t size = strlen(member->name);
        if (!strchr(name, '_') && member->name[size - 1] == '_')
            member->name[size - 1] = 0; /* after a dot any name is allowed */
    }
    for (uint32_t next = w->module.ids[block[1]].first_offset; next; next = w->module.offsets[next - 1].next)
        if (w->module.offsets[next - 1].offset != 4 * w->module.offsets[next - 1].member)
            fail_block(w, "push constants with gaps");
    global->binding = w->desc.uniform_binding ? w->desc.uniform_binding : w->info.binding_count;
}

static void read_variable(nbl_wt_t *w, const uint32_t *i) {
    const uint32_t *pointer = nbl_wt_find(w, i[1]), *type = nbl_wt_find(w, pointer[3]);
    nbl_wt_global_t *global = &w->globals[w->global_count];
    const char *name;
    size_t room;
    if (!w->ids[i[2]].uses || opcode(pointer) != SpvOpTypePointer) return;
    if (w->global_count == NBL_WT_MOST_VARIABLES) {
        fail_block(w, "too many variables");
        return;
    }
    memset(global, 0, sizeof *global);
    global->id = i[2];
    global->binding = w->module.ids[i[2]].binding;
    switch (i[3]) {
    case SpvStorageClassInput: global->kind = NBL_WT_INPUT; break;
    case SpvStorageClassStorageBuffer:
        global->kind = NBL_WT_BUFFER;
        if (opcode(type) == SpvOpTypeStruct)
            read_buffer(w, global, type);
        else
            fail_block(w, "arrays of buffers");
        break;
    case SpvStorageClassPushConstant:
        global->kind = NBL_WT_UNIFORMS;
        if (opcode(type) == SpvOpTypeStruct) read_uniforms(w, global, type);
        break;
    case SpvStorageClassWorkgroup:
        global->kind = NBL_WT_SHARED;
        global->type = nbl_wt_type(w, pointer[3]);
        name = debug_name(w, i[2], UINT32_MAX, &room);
        take_name(global->name, name, room, "shared", i[2]);
        if (w->result == NBL_SUCCESS && !global->type.elements) fail_block(w, "shared memory that is not an array");
        break;
    default: fail_block(w, "images and other resources than buffers"); return;
    }
    w->global_count++;
}

void nbl_wt_interface(nbl_wt_t *w) {
    for (size_t k = 5; k < w->function && w->result == NBL_SUCCESS; k += w->module.words[k] >> 16)
        if (opcode(w->module.words + k) == SpvOpVariable && w->module.words[k] >> 16 > 3)
            read_variable(w, w->module.words + k);
    const nbl_wt_global_t *uniforms = nbl_wt_global(w, 0);
    const uint32_t binding = w->desc.uniform_binding;
    if (uniforms && binding && binding < w->info.binding_count && w->info.bindings[binding] != NBL_BINDING_NONE)
        nbl_wt_fail(w, NBL_ERROR_ARGUMENT, "write text: uniform binding %u is one of the module's: %u is free", binding,
                    w->info.binding_count);
}

/* Returns the resource of an id; id 0 is the uniforms. NULL: there is no resource. */
const nbl_wt_global_t *nbl_wt_global(const nbl_wt_t *w, uint32_t id) {
    for (uint32_t k = 0; k < w->global_count; k++)
        if (id ? w->globals[k].id == id : w->globals[k].kind == NBL_WT_UNIFORMS) return &w->globals[k];
    return NULL;
}
