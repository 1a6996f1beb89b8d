/* Where texts come from, and how they are read line by line.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_SOURCES_H
#define NBL_HOST_SPIRV_SOURCES_H

#include "error/error.h"
#include "nbl/host/compile.h"

typedef struct nbl_span_t {
    const char *data;
    size_t size;
} nbl_span_t;

/* Find a text by its full name: the caller's table, the caller's function, the embedded files. */
bool nbl_sources_find(const nbl_compile_desc_t *desc, const char *name, nbl_span_t *text);

/* Resolve `name` as included by `includer`: beside it, else as named. resolved: 512 bytes. */
bool nbl_sources_resolve(const nbl_compile_desc_t *desc, const char *includer, nbl_span_t name, char *resolved,
                         nbl_span_t *text);

/* Reads a text line by line and tells directives from comments, as a C preprocessor would. */
typedef struct nbl_line_reader_t {
    nbl_span_t rest;
    bool in_comment, in_line_comment; /* in_line_comment: one that a backslash continues */
    bool continued;                   /* the line before ended in a backslash */
    int number;                       /* of the line last read, from 1 */
} nbl_line_reader_t;

typedef struct nbl_line_t {
    nbl_span_t text;      /* with its newline, if it has one */
    nbl_span_t directive; /* e.g. "include"; empty if the line is none */
    nbl_span_t argument;  /* the first word after the directive; with its quotes for an include; may be empty */
    bool has_tokens;      /* anything but blanks and comments */
} nbl_line_t;

bool nbl_line_read(nbl_line_reader_t *reader, nbl_line_t *line);
bool nbl_span_is(nbl_span_t span, const char *text);

/* The macro that guards the whole of a text against a second inclusion; empty if there is none. */
nbl_span_t nbl_sources_guard(nbl_span_t text);

#endif
