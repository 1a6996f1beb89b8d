/* A module as text: reads it, writes its body twice, and puts the head before it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first time shows which values outlive the braces that they are made in; the second text is the one that is kept.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "spirv/words.h"
#include "spirv/write_text/writer.h"

void nbl_wt_fail(nbl_wt_t *w, nbl_result_t result, const char *format, ...) {
    char text[256];
    va_list arguments;
    if (w->result != NBL_SUCCESS) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    w->result = nbl_fail(w->error, result, "%s", text);
}

static bool is_entry_name(const char *name) {
    if (!name[0] || (name[0] >= '0' && name[0] <= '9')) return false;
    for (; *name; name++)
        if (*name != '_' && (*name < '0' || *name > '9') && (unsigned)((*name | 32) - 'a') > 25) return false;
    return true;
}

static void check_limits(nbl_wt_t *w) {
    const nbl_module_info_t *info = &w->info;
    uint32_t shared = w->desc.max_shared_bytes ? w->desc.max_shared_bytes : NBL_TEXT_MAX_SHARED_BYTES;
    uint32_t most = w->desc.max_invocations ? w->desc.max_invocations : NBL_TEXT_MAX_INVOCATIONS;
    uint64_t invocations = (uint64_t)info->local_size[0] * info->local_size[1] * info->local_size[2];
    if (info->shared_bytes > shared)
        nbl_wt_fail(w, NBL_ERROR_LIMIT, "maxComputeWorkgroupStorageSize: %u bytes of shared memory, the limit is %u",
                    info->shared_bytes, shared);
    if (invocations > most)
        nbl_wt_fail(w, NBL_ERROR_LIMIT,
                    "maxComputeInvocationsPerWorkgroup: a workgroup of %llu invocations, the limit is %u",
                    (unsigned long long)invocations, most);
}

static void write_body(nbl_wt_t *w) {
    for (uint32_t id = 0; id < w->module.bound; id++) {
        w->ids[id].text = NULL;
        w->ids[id].variable = false;
    }
    memset(w->names, 0, sizeof w->names);
    w->body.size = w->hoists.size = 0;
    nbl_wt_body(w);
}

static void write_all(nbl_wt_t *w, nbl_text_t *text, nbl_text_t *json) {
    nbl_wt_head(w, text);
    if (w->hoists.size) nbl_text_append(text, w->hoists.data, w->hoists.size);
    if (w->body.size) nbl_text_append(text, w->body.data, w->body.size);
    nbl_text_append(text, "}\n", 2);
    nbl_wt_json(w, json);
    if (w->hoists.failed || w->body.failed || text->failed || json->failed)
        nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
}

static void run(nbl_wt_t *w, const uint32_t *words, size_t word_count) {
    w->result = nbl_module_inspect(words, word_count, NULL, &w->info, w->error);
    if (w->result == NBL_SUCCESS) w->result = nbl_module_open(&w->module, words, word_count, w->error);
    if (w->result != NBL_SUCCESS) return;
    check_limits(w);
    w->ids = calloc(w->module.bound + 1u, sizeof *w->ids);
    if (!w->ids) nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
    if (w->result == NBL_SUCCESS) nbl_wt_read(w);
    if (w->result == NBL_SUCCESS) nbl_wt_interface(w);
    if (w->result == NBL_SUCCESS) nbl_wt_choose_opaque(w);
    for (int pass = 0; pass < 2 && w->result == NBL_SUCCESS; pass++) write_body(w);
}

nbl_result_t nbl_write_text(const uint32_t *words, size_t word_count, const nbl_write_text_desc_t *desc, char **text,
                            char **json, nbl_error_t *error) {
    if (text != NULL) *text = NULL;
    if (NBL_ANY_NULL(error, words, desc, text)) return NBL_ERROR_ARGUMENT;
    nbl_text_t out = {0}, out_json = {0};
    nbl_error_clear(error);
    if (json) *json = NULL;
    const nbl_wt_language_t *language = nbl_wt_language(desc->target);
    const nbl_check_t checks[] = {NBL_CHECK_RANGE("target", (int)desc->target, NBL_TARGET_WGSL, NBL_TARGETS - 1),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES),
                                  NBL_CHECK_ENUM("opaque", desc->opaque, "default, none, constants, products, all"),
                                  NBL_CHECK_RANGE("uniform binding", desc->uniform_binding, 0, NBL_TEXT_MOST_BINDING)};
    const nbl_result_t valid = nbl_check("write text", checks, sizeof checks / sizeof *checks, error);
    if (valid != NBL_SUCCESS) return valid;
    if (desc->entry && !is_entry_name(desc->entry))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "write text: '%.40s' cannot be the name of an entry point",
                        desc->entry);
    nbl_wt_t *w = calloc(1, sizeof *w);
    if (!w) return nbl_fail_memory(error, "write text");
    w->language = language;
    w->desc = *desc;
    w->error = error;
    run(w, words, word_count);
    if (w->result == NBL_SUCCESS) write_all(w, &out, &out_json);
    nbl_result_t result = w->result;
    nbl_wt_free_copies(w);
    nbl_module_close(&w->module);
    free(w->ids);
    free(w->scopes);
    free(w->hoists.data);
    free(w->body.data);
    free(w);
    if (result == NBL_SUCCESS) *text = out.data;
    if (result == NBL_SUCCESS && json) *json = out_json.data;
    if (result != NBL_SUCCESS) free(out.data);
    if (result != NBL_SUCCESS || !json) free(out_json.data);
    return result;
}
