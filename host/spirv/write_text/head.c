/* Declarations, the comment at the head of a text, and the same as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/words.h"
#include "spirv/write_text/writer.h"

static const char *const mode_names[] = {NBL_MODE_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_COMMA)};
static const char *const opaque_names[] = {"none", "none", "constants", "products", "all"};

/* Returns whether the text names a built-in: because the module uses it, or because the zero of keep() is made of
 * it. */
static bool uses_builtin(const nbl_wt_t *w, nbl_wt_builtin_t builtin) {
    if (builtin == NBL_WT_GROUP && w->opaque > NBL_OPAQUE_NONE) return true;
    for (uint32_t k = 0; k < w->global_count; k++)
        if (w->globals[k].kind == NBL_WT_INPUT && w->ids[w->globals[k].id].builtin == builtin + 1u) return true;
    return false;
}

/* Returns whether a member of the uniforms takes the place of the built-in. */
static bool has_groups_member(const nbl_wt_t *w) { return !w->language->has_groups && uses_builtin(w, NBL_WT_GROUPS); }

static uint32_t uniform_bytes(const nbl_wt_t *w) { return 4 * (w->member_count + has_groups_member(w)); }

static const char *access_of(const nbl_wt_t *w, const nbl_wt_global_t *global) {
    return w->ids[global->id].stored ? "read_write" : "read";
}

/* ---- The comment */

static void write_comment_line(nbl_text_t *out, const char *line, size_t size) {
    nbl_text_format(out, "//%s%.*s\n", size ? " " : "", (int)size, line);
}

static void write_about(nbl_text_t *out, const char *about) {
    for (const char *line = about; line && *line;) {
        size_t size = strcspn(line, "\n");
        write_comment_line(out, line, size);
        line += size + (line[size] == '\n');
    }
}

static const char *exactness(const nbl_wt_t *w) {
    if (w->desc.mode == NBL_MODE_FAST) return "fast: a compiler may fuse and reorder operations";
    switch (w->opaque) {
    case NBL_OPAQUE_CONSTANTS: return "exact for compilers that do not fuse: keep() hides results next to literals";
    case NBL_OPAQUE_PRODUCTS: return "exact for compilers that do not reassociate: keep() hides products";
    case NBL_OPAQUE_ALL: return "exact: keep() hides every result from the compiler";
    default:
        return w->language->exact_by_language ? "exact: the same bits as the CPU's emulator, by the language's rules"
                                              : "exact only for compilers that do as they are told";
    }
}

static void write_comment(nbl_wt_t *w, nbl_text_t *out) {
    char type[32];
    write_about(out, w->desc.about);
    nbl_text_format(out,
                    "// SPDX-License-Identifier: Apache-2.0\n"
                    "// Written by nbl %d.%d.%d for %s.\n// %s.\n",
                    NBL_VERSION_MAJOR, NBL_VERSION_MINOR, NBL_VERSION_PATCH, w->language->title, exactness(w));
    if (w->desc.mode == NBL_MODE_FUSED && w->language->fuses != NULL)
        nbl_text_format(out, "// fused: fma() must round once, and %s says whether it does.\n", w->language->fuses);
    else if (w->desc.mode == NBL_MODE_FUSED)
        nbl_text_format(
            out,
            "// fused: %s does not say how often a multiply-add rounds: so bits are a device's own all the same.\n",
            w->language->title);
    nbl_text_format(out, "//\n");
    for (uint32_t k = 0; k < w->global_count; k++) {
        const nbl_wt_global_t *global = &w->globals[k];
        if (global->kind != NBL_WT_BUFFER) continue;
        nbl_wt_type_name(w, global->type, type);
        nbl_text_format(out, "//   binding %u  %s  %s, %s\n", global->binding, global->name, type,
                        w->ids[global->id].stored ? "written" : "read only");
    }
    const nbl_wt_global_t *uniforms = nbl_wt_global(w, 0);
    if (uniforms) {
        nbl_text_format(out, "//   binding %u  %s  uniforms, %u bytes\n", uniforms->binding, uniforms->name,
                        uniform_bytes(w));
    }
    nbl_text_format(out, "//   a workgroup has %u invocations and %u bytes of shared memory\n\n",
                    w->info.local_size[0] * w->info.local_size[1] * w->info.local_size[2], w->info.shared_bytes);
}

/* ---- Declarations */

static void write_members(nbl_wt_t *w, nbl_text_t *out) {
    for (uint32_t k = 0; k < w->member_count; k++)
        NBL_WT_FILL(out, w->language->member, {'n', w->members[k].name},
                    {'t', w->language->scalars[w->members[k].type.scalar]});
    if (has_groups_member(w))
        NBL_WT_FILL(out, w->language->member, {'n', "workgroups_x"}, {'t', w->language->scalars[NBL_WT_UINT]});
}

static void write_global(nbl_wt_t *w, nbl_text_t *out, const nbl_wt_global_t *global) {
    char type[32] = "", count[16], binding[16];
    nbl_text_t members = {0};
    const char *format = w->language->shared;
    snprintf(binding, sizeof binding, "%u", global->binding);
    snprintf(count, sizeof count, "%u", global->type.elements);
    if (global->kind == NBL_WT_BUFFER)
        format = w->ids[global->id].stored ? w->language->write_buffer : w->language->read_buffer;
    if (global->kind == NBL_WT_UNIFORMS) {
        format = w->language->uniform;
        write_members(w, &members);
    } else {
        nbl_wt_type_name(w, global->type, type);
    }
    NBL_WT_FILL(out, format, {'n', global->name}, {'t', type}, {'b', binding}, {'c', count},
                {'m', members.data ? members.data : ""});
    nbl_wt_end(w, &members);
}

static void write_declarations(nbl_wt_t *w, nbl_text_t *out) {
    const nbl_wt_global_t *uniforms = nbl_wt_global(w, 0);
    for (uint32_t k = 0; !w->language->parameters && k < w->global_count; k++)
        if (w->globals[k].kind == NBL_WT_BUFFER || w->globals[k].kind == NBL_WT_UNIFORMS)
            write_global(w, out, &w->globals[k]);
    if (uniforms && w->language->uniform_type) {
        nbl_text_t members = {0};
        write_members(w, &members);
        NBL_WT_FILL(out, w->language->uniform_type, {'n', uniforms->name}, {'m', members.data ? members.data : ""});
        nbl_wt_end(w, &members);
    }
    for (uint32_t k = 0; !w->language->shared_in_main && k < w->global_count; k++)
        if (w->globals[k].kind == NBL_WT_SHARED) write_global(w, out, &w->globals[k]);
    if (w->language->halves != NULL && w->packs_halves)
        nbl_text_format(out, "\n// Two halves in a dword.\n%s", w->language->halves);
    if (w->opaque > NBL_OPAQUE_NONE)
        nbl_text_format(out, "\n// Returns x; zero is 0, which the compiler cannot see.\n%s", w->language->keep);
}

static void begin_parameter(nbl_text_t *out) {
    if (out->size) nbl_text_append(out, ",\n    ", 6);
}

static void write_parameters(nbl_wt_t *w, nbl_text_t *out) {
    for (uint32_t k = 0; w->language->parameters && k < w->global_count; k++) {
        if (w->globals[k].kind != NBL_WT_BUFFER && w->globals[k].kind != NBL_WT_UNIFORMS) continue;
        begin_parameter(out);
        write_global(w, out, &w->globals[k]);
    }
    for (uint32_t builtin = 0; builtin < NBL_WT_BUILTINS; builtin++) {
        const char *parameter = w->language->parameter[builtin];
        if (!parameter || !uses_builtin(w, (nbl_wt_builtin_t)builtin)) continue;
        begin_parameter(out);
        nbl_text_append(out, parameter, strlen(parameter));
    }
}

void nbl_wt_head(nbl_wt_t *w, nbl_text_t *out) {
    nbl_text_t parameters = {0};
    char size[3][16];
    const char *entry = w->desc.entry ? w->desc.entry : w->language->entry_name;
    nbl_text_append(out, w->language->first, strlen(w->language->first));
    write_comment(w, out);
    write_declarations(w, out);
    write_parameters(w, &parameters);
    for (int k = 0; k < 3; k++) snprintf(size[k], sizeof size[k], "%u", w->info.local_size[k]);
    nbl_text_append(out, "\n", 1);
    NBL_WT_FILL(out, w->language->entry, {'n', entry}, {'x', size[0]}, {'y', size[1]}, {'z', size[2]},
                {'p', parameters.data ? parameters.data : ""});
    for (uint32_t k = 0; w->language->shared_in_main && k < w->global_count; k++)
        if (w->globals[k].kind == NBL_WT_SHARED) write_global(w, out, &w->globals[k]);
    if (w->opaque > NBL_OPAQUE_NONE) nbl_wt_zero(w, out);
    nbl_wt_end(w, &parameters);
}

/* ---- JSON */

void nbl_wt_json(const nbl_wt_t *w, nbl_text_t *out) {
    const nbl_wt_global_t *uniforms = nbl_wt_global(w, 0);
    const char *separator = "";
    uint64_t size = 0;
    char type[32];
    nbl_text_format(out,
                    "{\n  \"target\": \"%s\",\n  \"mode\": \"%s\",\n  \"opaque\": \"%s\",\n  \"entry\": \"%s\",\n%s%s%s"
                    "  \"workgroup_size\": [%u, %u, %u],\n  \"shared_bytes\": %u,\n  \"bindings\": [",
                    nbl_target_name(w->desc.target), mode_names[w->desc.mode], opaque_names[w->opaque],
                    w->desc.entry ? w->desc.entry : w->language->entry_name, w->desc.json ? "  " : "",
                    w->desc.json ? w->desc.json : "", w->desc.json ? ",\n" : "", w->info.local_size[0],
                    w->info.local_size[1], w->info.local_size[2], w->info.shared_bytes);
    for (uint32_t k = 0; k < w->global_count; k++) {
        const nbl_wt_global_t *global = &w->globals[k];
        if (global->kind != NBL_WT_BUFFER) continue;
        size = 4 * (uint64_t)global->type.components;
        nbl_wt_type_name(w, global->type, type);
        nbl_text_format(out,
                        "%s\n    {\"binding\": %u, \"name\": \"%s\", \"access\": \"%s\", \"element\": \"%s\", "
                        "\"element_bytes\": %u}",
                        separator, global->binding, global->name, access_of(w, global), type, (unsigned)size);
        separator = ",";
    }
    nbl_text_format(out, "\n  ]");
    if (uniforms) {
        nbl_text_format(out, ",\n  \"uniforms\": {\"binding\": %u, \"name\": \"%s\", \"bytes\": %u, \"members\": [",
                        uniforms->binding, uniforms->name, uniform_bytes(w));
        for (uint32_t k = 0; k < w->member_count; k++)
            nbl_text_format(out, "%s{\"name\": \"%s\", \"type\": \"%s\"}", k ? ", " : "", w->members[k].name,
                            w->language->scalars[w->members[k].type.scalar]);
        if (has_groups_member(w))
            nbl_text_format(out, ", {\"name\": \"workgroups_x\", \"type\": \"%s\"}", w->language->scalars[NBL_WT_UINT]);
        nbl_text_format(out, "]}");
    }
    nbl_text_format(out, "\n}\n");
}
