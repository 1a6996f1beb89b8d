/* Splices included texts into one, since glslang's C interface never asks for them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conditions are not evaluated: what stands in an inactive group is spliced, too, and skipped by glslang. A guarded
 * text is spliced once, an unguarded one (an X-include) as often as it is asked for.
 */
#include "expand.h"
#include <stdlib.h>
#include <string.h>
#include "sources.h"
#include "error/check.h"

enum {
    MAX_TEXT = 64 << 20, /* bytes: an expansion above that is a mistake */
    MAX_DEPTH = 200      /* files that include one another: as many as gcc allows; each takes a frame of the stack */
};

/* A text that was spliced where nothing could have made it inactive: its guard holds from there on. */
typedef struct guarded_t {
    struct guarded_t *next;
    nbl_span_t guard;
    char name[512];
} guarded_t;

/* One file being read; the chain of includers hangs on it. */
typedef struct level_t {
    const struct level_t *includer;
    const char *name;
    nbl_span_t text, guard;
    nbl_line_reader_t reader;
    int includers;      /* how many files are above this one */
    int depth;          /* of open #if, the guard's not counted */
    bool unconditional; /* the inclusion was in no #if, all the way up */
    bool dirty;         /* glslang's line number may be wrong after the next #endif or #else */
} level_t;

typedef struct expander_t {
    const nbl_compile_desc_t *desc;
    nbl_text_t *out;
    guarded_t *guarded;
    nbl_error_t *error;
} expander_t;

static nbl_result_t expand_text(expander_t *x, level_t *level);

static void emit_line(nbl_text_t *out, int number, const char *name) {
    nbl_text_format(out, "#line %d \"", number);
    for (; *name; name++) {
        char c = *name == '"' || *name == '\\' || (unsigned char)*name < ' ' ? '_' : *name;
        nbl_text_append(out, &c, 1);
    }
    nbl_text_append(out, "\"\n", 2);
}

/* Every line of the output ends; the last one of a file may not. */
static void emit(nbl_text_t *out, nbl_span_t text) {
    nbl_text_append(out, text.data, text.size);
    if (text.size && text.data[text.size - 1] != '\n') nbl_text_append(out, "\n", 1);
}

static void chain_text(nbl_text_t *out, const level_t *level) {
    if (level->includer) chain_text(out, level->includer);
    nbl_text_format(out, "%s -> ", level->name);
}

static nbl_result_t fail_endless(expander_t *x, const level_t *level, const char *name) {
    nbl_text_t chain = {0};
    nbl_result_t result;
    chain_text(&chain, level);
    nbl_text_format(&chain, "%s", name);
    result = nbl_fail(x->error, NBL_ERROR_INCLUDE,
                      "%s:%d: include \"%s\": it includes itself, and no "
                      "guard stops it: %s",
                      level->name, level->reader.number, name, chain.failed ? "" : chain.data);
    free(chain.data);
    return result;
}

static void forget_guard(expander_t *x, nbl_span_t guard) {
    guarded_t **link = &x->guarded;
    while (*link) {
        guarded_t *g = *link;
        if (g->guard.size == guard.size && memcmp(g->guard.data, guard.data, guard.size) == 0) {
            *link = g->next;
            free(g);
        } else {
            link = &g->next;
        }
    }
}

static bool remember_guard(expander_t *x, const level_t *level) {
    guarded_t *g = calloc(1, sizeof *g);
    if (!g) return false;
    g->guard = level->guard;
    strcpy(g->name, level->name);
    g->next = x->guarded;
    x->guarded = g;
    return true;
}

/* Whether a guard makes the inclusion empty; endless is set when there is no guard and it is open already. */
static bool is_empty(const expander_t *x, const level_t *level, const char *name, bool *endless) {
    const guarded_t *g;
    for (g = x->guarded; g; g = g->next) {
        if (strcmp(g->name, name) == 0) return true;
    }
    for (; level; level = level->includer) {
        if (strcmp(level->name, name) == 0) {
            *endless = level->guard.size == 0;
            return true;
        }
    }
    return false;
}

static nbl_result_t include(expander_t *x, level_t *level, nbl_span_t quoted) {
    nbl_span_t name = {quoted.data + 1, quoted.size - 2};
    nbl_result_t result;
    char resolved[512];
    bool endless = false, certain = level->unconditional && level->depth == 0;
    level_t inner = {0};
    if (!nbl_sources_resolve(x->desc, level->name, name, resolved, &inner.text)) {
        if (certain)
            return nbl_fail(x->error, NBL_ERROR_INCLUDE, "%s:%d: include \"%.*s\": no such file", level->name,
                            level->reader.number, (int)name.size, name.data);
        nbl_text_format(x->out, "#error include \"%.*s\": no such file\n", (int)name.size, name.data);
        return NBL_SUCCESS; /* glslang complains if the group is active */
    }
    if (x->out->size > MAX_TEXT)
        return nbl_fail(x->error, NBL_ERROR_INCLUDE, "%s:%d: include \"%s\": the text has grown above %d MiB",
                        level->name, level->reader.number, resolved, MAX_TEXT >> 20);
    if (is_empty(x, level, resolved, &endless)) {
        nbl_text_append(x->out, "\n", 1);
        return endless ? fail_endless(x, level, resolved) : NBL_SUCCESS;
    }
    if (level->includers + 1 >= MAX_DEPTH)
        return nbl_fail(x->error, NBL_ERROR_INCLUDE, "%s:%d: include \"%s\": more than %d files include one another",
                        level->name, level->reader.number, resolved, MAX_DEPTH);
    inner.includer = level;
    inner.includers = level->includers + 1;
    inner.name = resolved;
    inner.guard = nbl_sources_guard(inner.text);
    inner.unconditional = certain;
    emit_line(x->out, 1, resolved);
    result = expand_text(x, &inner);
    emit_line(x->out, level->reader.number + 1, level->name);
    level->dirty = true;
    if (result == NBL_SUCCESS && certain && inner.guard.size && !remember_guard(x, &inner))
        return nbl_fail_memory(x->error, "expand");
    return result;
}

/* Whether a header undefines a name at its end: then it is an option of an FFT, or of what one is made of. */
static bool is_option(nbl_span_t name) {
    const char *file;
    for (size_t i = 0; (file = nbl_embedded_name(i)) != NULL; i++) {
        size_t size;
        const char *text = nbl_embedded_find(file, &size), *at = text;
        if (strncmp(file, "nbl/", 4) != 0 || strstr(file, "fft") == NULL) continue;
        while ((at = strstr(at, "#undef ")) != NULL) {
            at += strlen("#undef ");
            if (strncmp(at, name.data, name.size) == 0 && at[name.size] == '\n') return true;
        }
    }
    return false;
}

/* Refuses a name like those of an FFT's options, which no header would look at. */
static nbl_result_t check_option(expander_t *x, const char *file, int line, nbl_span_t name) {
    if (name.size < 8 || memcmp(name.data, "NBL_FFT_", 8) != 0 || is_option(name)) return NBL_SUCCESS;
    return nbl_fail(x->error, NBL_ERROR_COMPILE, "%s:%d: %.*s is no option of an FFT: nbl/fft/options.h has them", file,
                    line, (int)name.size, name.data);
}

static bool is_ours(const char *file) { return strncmp(file, "nbl/", 4) == 0 || strncmp(file, "shaders/", 8) == 0; }

static nbl_result_t expand_line(expander_t *x, level_t *level, const nbl_line_t *line) {
    nbl_span_t d = line->directive;
    if (nbl_span_is(d, "include") && line->argument.size > 2 && line->argument.data[0] == '"')
        return include(x, level, line->argument);
    if (nbl_span_is(d, "define") && !is_ours(level->name)) {
        nbl_result_t result = check_option(x, level->name, level->reader.number, line->argument);
        if (result != NBL_SUCCESS) return result;
    }
    emit(x->out, line->text);
    if (d.size >= 2 && memcmp(d.data, "if", 2) == 0) {
        level->depth++;
    } else if (nbl_span_is(d, "endif") || nbl_span_is(d, "else") || nbl_span_is(d, "elif")) {
        level->depth -= nbl_span_is(d, "endif");
        if (level->dirty && !level->reader.in_comment) emit_line(x->out, level->reader.number + 1, level->name);
        level->dirty &= level->depth > 0;
    } else if (nbl_span_is(d, "undef")) {
        forget_guard(x, line->argument);
    }
    return NBL_SUCCESS;
}

static nbl_result_t expand_text(expander_t *x, level_t *level) {
    nbl_result_t result = NBL_SUCCESS;
    nbl_line_t line;
    level->reader.rest = level->text;
    level->depth = level->guard.size ? -1 : 0;
    while (result == NBL_SUCCESS && nbl_line_read(&level->reader, &line)) result = expand_line(x, level, &line);
    return result;
}

static bool is_name(const char *name) {
    size_t n = name ? strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") : 0;
    return n && !name[n] && !(name[0] >= '0' && name[0] <= '9');
}

static nbl_result_t emit_defines(expander_t *x) {
    size_t i;
    for (i = 0; i < x->desc->define_count; i++) {
        const nbl_define_t *d = &x->desc->defines[i];
        if (!is_name(d->name) || (d->value && strpbrk(d->value, "\n\r\\")))
            return nbl_fail(x->error, NBL_ERROR_ARGUMENT, "define %s: not a name and a value of one line",
                            d->name ? d->name : "(null)");
        nbl_span_t name = {d->name, strlen(d->name)};
        if (check_option(x, "define", 0, name) != NBL_SUCCESS) return NBL_ERROR_COMPILE;
        nbl_text_format(x->out, "#define %s %s\n", d->name, d->value ? d->value : "1");
    }
    return NBL_SUCCESS;
}

/* #version must stay the first thing in the text; language, mode and the caller's defines follow it. */
static nbl_result_t emit_head(expander_t *x, level_t *entry) {
    nbl_line_reader_t reader = entry->reader;
    nbl_line_t line;
    nbl_result_t result;
    reader.rest = entry->text;
    if (x->desc->language == NBL_LANGUAGE_HLSL) {
        nbl_text_format(x->out, "#define NBL_HLSL 1\n");
    } else {
        while (nbl_line_read(&reader, &line) && !line.has_tokens)
            ;
        if (nbl_span_is(line.directive, "version")) {
            emit(x->out, line.text);
            entry->text = reader.rest;
            entry->reader = reader;
        } else {
            nbl_text_format(x->out, "#version 460\n");
        }
        nbl_text_format(x->out, "#extension GL_GOOGLE_cpp_style_line_directive : require\n");
    }
    nbl_text_format(x->out, "#define NBL_EXACT %d\n", x->desc->mode == NBL_MODE_EXACT);
    result = emit_defines(x);
    emit_line(x->out, entry->reader.number + 1, entry->name);
    return result;
}

nbl_result_t nbl_expand_includes(const nbl_compile_desc_t *desc, nbl_text_t *out, nbl_error_t *error) {
    expander_t x = {desc, out, NULL, error};
    nbl_result_t result;
    level_t entry = {0};
    entry.name = desc->file ? desc->file : "(text)";
    if (strlen(entry.name) >= 512)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: the file's name has more than 511 bytes");
    if (desc->text) {
        entry.text.data = desc->text;
        entry.text.size = strlen(desc->text);
    } else if (!desc->file || !nbl_sources_find(desc, desc->file, &entry.text)) {
        return nbl_fail(error, NBL_ERROR_INCLUDE, "%s: no such file among the embedded or given ones", entry.name);
    }
    entry.unconditional = true;
    result = emit_head(&x, &entry);
    if (result == NBL_SUCCESS) result = expand_text(&x, &entry);
    while (x.guarded) {
        guarded_t *next = x.guarded->next;
        free(x.guarded);
        x.guarded = next;
    }
    if (result == NBL_SUCCESS && out->failed) return nbl_fail_memory(error, "expand");
    return result;
}

nbl_result_t nbl_expand(const nbl_compile_desc_t *desc, char **text, nbl_error_t *error) {
    if (text != NULL) *text = NULL;
    if (NBL_ANY_NULL(error, desc, text)) return NBL_ERROR_ARGUMENT;
    nbl_text_t out = {0};
    nbl_result_t result;
    nbl_error_clear(error);
    result = nbl_expand_includes(desc, &out, error);
    if (result == NBL_SUCCESS)
        *text = out.data;
    else
        free(out.data);
    return result;
}

void nbl_text_free(char *text) { free(text); }
