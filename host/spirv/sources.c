/* Where texts come from, and how they are read line by line.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sources.h"
#include <stdio.h>
#include <string.h>
#include "embedded.h"

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

bool nbl_sources_find(const nbl_compile_desc_t *desc, const char *name, nbl_span_t *text) {
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

/* "a/b/../c" and "a/./c" as one name; in place. */
static void normalise(char *name) {
    char *read = name, *write = name;
    while (*read) {
        size_t n = strcspn(read, "/");
        const char *next = read + n + (read[n] == '/');
        if (n == 2 && memcmp(read, "..", 2) == 0 && write > name) {
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

bool nbl_sources_resolve(const nbl_compile_desc_t *desc, const char *includer, nbl_span_t name, char *resolved,
                         nbl_span_t *text) {
    const char *slash = strrchr(includer, '/');
    int folder = slash ? (int)(slash - includer + 1) : 0;
    if (slash && snprintf(resolved, 512, "%.*s%.*s", folder, includer, (int)name.size, name.data) < 512) {
        normalise(resolved);
        if (nbl_sources_find(desc, resolved, text)) return true;
    }
    if (snprintf(resolved, 512, "%.*s", (int)name.size, name.data) >= 512) return false;
    normalise(resolved);
    return nbl_sources_find(desc, resolved, text);
}

bool nbl_span_is(nbl_span_t span, const char *text) {
    return span.size == strlen(text) && memcmp(span.data, text, span.size) == 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n'; }

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static nbl_span_t word_at(const char *p, const char *end) {
    nbl_span_t span = {p, 0};
    while (p + span.size < end && is_word(p[span.size])) span.size++;
    return span;
}

/* Both words of a directive; hash points after the #. */
static void read_directive(nbl_line_t *line, const char *hash, const char *end) {
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

/* Walk over the characters of a line to see which are comment. */
static void scan(nbl_line_reader_t *reader, nbl_line_t *line) {
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

bool nbl_line_read(nbl_line_reader_t *reader, nbl_line_t *line) {
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

nbl_span_t nbl_sources_guard(nbl_span_t text) {
    static const nbl_span_t none = {NULL, 0};
    nbl_line_reader_t reader = {text, false, false, false, 0};
    nbl_line_t line;
    nbl_span_t guard = none;
    int depth = 0, directives = 0;
    bool closed = false;
    while (nbl_line_read(&reader, &line)) {
        if (!line.has_tokens) continue;
        if (closed || (!line.directive.size && directives < 2)) return none;
        if (!line.directive.size) continue;
        if (directives == 0) {
            if (!nbl_span_is(line.directive, "ifndef") || !line.argument.size) return none;
            guard = line.argument;
        } else if (directives == 1 && !(nbl_span_is(line.directive, "define") && line.argument.size == guard.size &&
                                        memcmp(line.argument.data, guard.data, guard.size) == 0)) {
            return none;
        }
        directives++;
        if (line.directive.size >= 2 && memcmp(line.directive.data, "if", 2) == 0)
            depth++;
        else if (nbl_span_is(line.directive, "endif") && --depth == 0)
            closed = true;
        else if (depth == 1 && line.directive.size >= 2 && memcmp(line.directive.data, "el", 2) == 0)
            return none;
    }
    return closed && directives > 2 ? guard : none;
}
