/* Splices included texts into one, since glslang's C interface has no callback: where texts come from, their lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expand.h"
#include "embedded.h"
#include "error/check.h"

/* ---- Where texts come from, and how they are read line by line */

typedef struct span_t {
    const char *data;
    size_t size;
} span_t;

/* Reads a text line by line and tells directives from comments, as a C preprocessor would. */
typedef struct line_reader_t {
    span_t rest;
    bool in_comment, in_line_comment; /* in_line_comment: one that a backslash continues */
    bool continued;                   /* the line before ended in a backslash */
    int number;                       /* number of the line that was read last, from 1 */
} line_reader_t;

typedef struct line_t {
    span_t text;      /* with its newline, if it has one */
    span_t directive; /* e.g. "include"; empty on other lines */
    span_t argument;  /* the first word after the directive; with its quotes for an include; may be empty */
    bool has_tokens;  /* anything but blanks and comments */
} line_t;

const char *nbl_embedded_find(const char *name, size_t *size) {
    const nbl_embedded_file_t *file;
    for (file = nbl_embedded_files; name && file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            if (size) *size = file->size;
            return file->text;
        }
    }
    return NULL;
}

const char *nbl_embedded_name(size_t index) {
    size_t i;
    for (i = 0; nbl_embedded_files[i].name; i++) {
        if (i == index) return nbl_embedded_files[i].name;
    }
    return NULL;
}

/* Finds a text by its full name: in the caller's table, by the caller's function, among the embedded files. */
static bool find_text(const nbl_compile_desc_t *desc, const char *name, span_t *text) {
    size_t i;
    for (i = 0; i < desc->source_count; i++) {
        const nbl_source_t *s = &desc->sources[i];
        if (strcmp(s->name, name) == 0) {
            text->data = s->text;
            text->size = s->size ? s->size : strlen(s->text);
            return true;
        }
    }
    if (desc->include) {
        text->size = 0;
        text->data = desc->include(desc->include_user, name, &text->size);
        if (text->data) return true;
    }
    text->data = nbl_embedded_find(name, &text->size);
    return text->data != NULL;
}

/* Returns whether the last folder of a name that ends in / is "..", so that the folder above it is unknown. */
static bool climbs(const char *name, const char *end) {
    return end - name >= 3 && memcmp(end - 3, "../", 3) == 0 && (end - name == 3 || end[-4] == '/');
}

/* Shortens "a/b/../c" and "a/./c" to one name, in place. A name that leads above the first folder keeps its "..":
 * "../c". */
static void normalise(char *name) {
    char *read = name, *write = name;
    while (*read) {
        size_t n = strcspn(read, "/");
        const char *next = read + n + (read[n] == '/');
        if (n == 2 && memcmp(read, "..", 2) == 0 && write > name && !climbs(name, write)) {
            for (write--; write > name && write[-1] != '/'; write--)
                ;
        } else if (!(n == 1 && *read == '.')) {
            memmove(write, read, (size_t)(next - read));
            write += next - read;
        }
        read += next - read;
    }
    *write = 0;
}

/* Resolves a name as `includer` includes it: in the includer's folder, else as named.
 * 
 * resolved  512 bytes */
static bool resolve(const nbl_compile_desc_t *desc, const char *includer, span_t name, char *resolved, span_t *text) {
    const char *slash = strrchr(includer, '/');
    int folder = slash ? (int)(slash - includer + 1) : 0;
    if (slash && snprintf(resolved, 512, "%.*s%.*s", folder, includer, (int)name.size, name.data) < 512) {
        normalise(resolved);
        if (find_text(desc, resolved, text)) return true;
    }
    if (snprintf(resolved, 512, "%.*s", (int)name.size, name.data) >= 512) return false;
    normalise(resolved);
    return find_text(desc, resolved, text);
}

static bool span_is(span_t span, const char *text) {
    return span.size == strlen(text) && memcmp(span.data, text, span.size) == 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n'; }

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static span_t word_at(const char *p, const char *end) {
    span_t span = {p, 0};
    while (p + span.size < end && is_word(p[span.size])) span.size++;
    return span;
}

/* Reads both words of a directive. hash points behind the #. */
static void read_directive(line_t *line, const char *hash, const char *end) {
    while (hash < end && is_blank(*hash)) hash++;
    line->directive = word_at(hash, end);
    hash += line->directive.size;
    while (hash < end && is_blank(*hash)) hash++;
    line->argument = word_at(hash, end);
    if (hash < end && *hash == '"') {
        const char *close = memchr(hash + 1, '"', (size_t)(end - hash - 1));
        line->argument.size = close ? (size_t)(close - hash + 1) : 0;
    }
}

/* Tells which characters of a line are comment. */
static void scan(line_reader_t *reader, line_t *line) {
    const char *p = line->text.data, *end = p + line->text.size;
    while (p < end) {
        if (reader->in_line_comment) break;
        if (reader->in_comment) {
            if (end - p >= 2 && p[0] == '*' && p[1] == '/') {
                reader->in_comment = false;
                p++;
            }
        } else if (end - p >= 2 && p[0] == '/' && (p[1] == '/' || p[1] == '*')) {
            reader->in_line_comment = p[1] == '/';
            reader->in_comment = p[1] == '*';
            p++;
        } else if (!is_blank(*p)) {
            if (*p == '#' && !line->has_tokens && !reader->continued) read_directive(line, p + 1, end);
            line->has_tokens = true;
        }
        if (*p == '"' && line->directive.size && line->argument.size > 1 && p == line->argument.data)
            p += line->argument.size - 1; /* a name may hold what looks like a comment */
        p++;
    }
}

static bool read_line(line_reader_t *reader, line_t *line) {
    const char *newline;
    size_t n;
    memset(line, 0, sizeof *line);
    if (!reader->rest.size) return false;
    newline = memchr(reader->rest.data, '\n', reader->rest.size);
    n = newline ? (size_t)(newline - reader->rest.data + 1) : reader->rest.size;
    line->text.data = reader->rest.data;
    line->text.size = n;
    reader->rest.data += n;
    reader->rest.size -= n;
    reader->number++;
    scan(reader, line);
    while (n && (line->text.data[n - 1] == '\n' || line->text.data[n - 1] == '\r')) n--;
    reader->continued = n && line->text.data[n - 1] == '\\';
    reader->in_line_comment &= reader->continued;
    return true;
}

/* Returns the macro that guards the whole of a text against a second inclusion, or an empty text. */
static span_t find_guard(span_t text) {
    static const span_t none = {NULL, 0};
    line_reader_t reader = {text, false, false, false, 0};
    line_t line;
    span_t guard = none;
    int depth = 0, directives = 0;
    bool closed = false;
    while (read_line(&reader, &line)) {
        if (!line.has_tokens) continue;
        if (closed || (!line.directive.size && directives < 2)) return none;
        if (!line.directive.size) continue;
        if (directives == 0) {
            if (!span_is(line.directive, "ifndef") || !line.argument.size) return none;
            guard = line.argument;
        } else if (directives == 1 && !(span_is(line.directive, "define") && line.argument.size == guard.size &&
                                        memcmp(line.argument.data, guard.data, guard.size) == 0)) {
            return none;
        }
        directives++;
        if (line.directive.size >= 2 && memcmp(line.directive.data, "if", 2) == 0)
            depth++;
        else if (span_is(line.directive, "endif") && --depth == 0)
            closed = true;
        else if (depth == 1 && line.directive.size >= 2 && memcmp(line.directive.data, "el", 2) == 0)
            return none;
    }
    return closed && directives > 2 ? guard : none;
}

/* ---- Splicing
 *
 * Conditions are not evaluated: what stands in an inactive group is spliced, too, and skipped by glslang. A guarded
 * text is spliced once, an unguarded one (an X-include) as often as it is asked for. */

enum {
    MAX_TEXT = 64 << 20, /* bytes: an expansion above that is a mistake */
    MAX_DEPTH = 200      /* files that include one another: as many as gcc allows; each takes a frame of the stack */
};

/* A text that was spliced where nothing could have made it inactive: its guard holds from there on. */
typedef struct guarded_t {
    struct guarded_t *next;
    span_t guard;
    char name[512];
} guarded_t;

/* One file being read; the chain of includers hangs on it. */
typedef struct level_t {
    const struct level_t *includer;
    const char *name;
    span_t text, guard;
    line_reader_t reader;
    int includers;      /* how many files are above this one */
    int depth;          /* open #if, without the guard's */
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

/* Writes a line, and ends it: a file's last line may lack its newline. */
static void emit(nbl_text_t *out, span_t text) {
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

static void forget_guard(expander_t *x, span_t guard) {
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

/* Returns whether a guard makes the inclusion empty. Sets *endless if there is no guard and the file is open
 * already. */
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

static nbl_result_t include(expander_t *x, level_t *level, span_t quoted) {
    span_t name = {quoted.data + 1, quoted.size - 2};
    nbl_result_t result;
    char resolved[512];
    bool endless = false, certain = level->unconditional && level->depth == 0;
    level_t inner = {0};
    if (!resolve(x->desc, level->name, name, resolved, &inner.text)) {
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
    inner.guard = find_guard(inner.text);
    inner.unconditional = certain;
    emit_line(x->out, 1, resolved);
    result = expand_text(x, &inner);
    emit_line(x->out, level->reader.number + 1, level->name);
    level->dirty = true;
    if (result == NBL_SUCCESS && certain && inner.guard.size && !remember_guard(x, &inner))
        return nbl_fail_memory(x->error, "expand");
    return result;
}

/* Returns whether a header undefines a name at its end: the name is then an option of an FFT, or of a part of one. */
static bool is_option(span_t name) {
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

/* Refuses a define that is spelt almost like an option of an FFT, since no header would read it. */
static nbl_result_t check_option(expander_t *x, const char *file, int line, span_t name) {
    if (name.size < 8 || memcmp(name.data, "NBL_FFT_", 8) != 0 || is_option(name)) return NBL_SUCCESS;
    return nbl_fail(x->error, NBL_ERROR_COMPILE, "%s:%d: %.*s is not an option of an FFT: nbl/fft/options.h has them",
                    file, line, (int)name.size, name.data);
}

static bool is_ours(const char *file) { return strncmp(file, "nbl/", 4) == 0 || strncmp(file, "shaders/", 8) == 0; }

static nbl_result_t expand_line(expander_t *x, level_t *level, const line_t *line) {
    span_t d = line->directive;
    if (span_is(d, "include") && line->argument.size > 2 && line->argument.data[0] == '"')
        return include(x, level, line->argument);
    if (span_is(d, "define") && !is_ours(level->name)) {
        nbl_result_t result = check_option(x, level->name, level->reader.number, line->argument);
        if (result != NBL_SUCCESS) return result;
    }
    emit(x->out, line->text);
    if (d.size >= 2 && memcmp(d.data, "if", 2) == 0) {
        level->depth++;
    } else if (span_is(d, "endif") || span_is(d, "else") || span_is(d, "elif")) {
        level->depth -= span_is(d, "endif");
        if (level->dirty && !level->reader.in_comment) emit_line(x->out, level->reader.number + 1, level->name);
        level->dirty &= level->depth > 0;
    } else if (span_is(d, "undef")) {
        forget_guard(x, line->argument);
    }
    return NBL_SUCCESS;
}

static nbl_result_t expand_text(expander_t *x, level_t *level) {
    nbl_result_t result = NBL_SUCCESS;
    line_t line;
    level->reader.rest = level->text;
    level->depth = level->guard.size ? -1 : 0;
    while (result == NBL_SUCCESS && read_line(&level->reader, &line)) result = expand_line(x, level, &line);
    return result;
}

static bool is_name(const char *name) {
    size_t n = name ? strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") : 0;
    return n && !name[n] && !(name[0] >= '0' && name[0] <= '9');
}

/* Returns whether a name is a macro's: a word, or one with parameters, as "f(x, y)". */
static bool is_macro(const char *name) {
    const char *open = name ? strchr(name, '(') : NULL;
    char alone[256];
    if (!open) return is_name(name);
    if ((size_t)(open - name) >= sizeof alone) return false;
    snprintf(alone, sizeof alone, "%.*s", (int)(open - name), name);
    return is_name(alone) && open[strcspn(open, ")")] == ')' && open[strcspn(open, ")") + 1] == '\0' &&
           !strpbrk(open, "\n\r\\\"'#/");
}

static nbl_result_t emit_defines(expander_t *x) {
    size_t i;
    for (i = 0; i < x->desc->define_count; i++) {
        const nbl_define_t *d = &x->desc->defines[i];
        if (!is_macro(d->name) || (d->value && strpbrk(d->value, "\n\r\\")))
            return nbl_fail(x->error, NBL_ERROR_ARGUMENT, "define %s: not a name and a value of one line",
                            d->name ? d->name : "(null)");
        span_t name = {d->name, strlen(d->name)};
        if (check_option(x, "define", 0, name) != NBL_SUCCESS) return NBL_ERROR_COMPILE;
        nbl_text_format(x->out, "#define %s %s\n", d->name, d->value ? d->value : "1");
    }
    return NBL_SUCCESS;
}

/* Writes #version, which must stay first, then language, mode and the caller's defines. */
static nbl_result_t emit_head(expander_t *x, level_t *entry) {
    line_reader_t reader = entry->reader;
    line_t line;
    nbl_result_t result;
    reader.rest = entry->text;
    if (x->desc->language == NBL_LANGUAGE_HLSL) {
        nbl_text_format(x->out, "#define NBL_HLSL 1\n");
    } else {
        while (read_line(&reader, &line) && !line.has_tokens)
            ;
        if (span_is(line.directive, "version")) {
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
    } else if (!desc->file || !find_text(desc, desc->file, &entry.text)) {
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
