/* Fuzz target: strings in JSON and XML; what is written must be one string, of valid UTF-8, and nothing more.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "file/escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Decodes a character as RFC 3629 writes its table; aborts without one. */
static const unsigned char *decode(const unsigned char *c, uint32_t *code) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned length = *c < 0x80 ? 1 : *c < 0xc0 ? 0 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : *c < 0xf8 ? 4 : 0;
    if (length == 0) abort();
    *code = length == 1 ? *c : *c & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) abort();
        *code = *code << 6 | (c[i] & 0x3f);
    }
    if (*code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000)) abort();
    return c + length;
}

static void check_json(const char *piece) {
    uint32_t code;
    const unsigned char *c = decode((const unsigned char *)piece, &code);
    if (code < 32 || code == '"') abort();
    if (code != '\\') {
        if (*c) abort(); /* one character */
    } else if (*c == 'u') {
        if (strlen((const char *)c) != 5 || strspn((const char *)c + 1, "0123456789abcdef") != 4) abort();
    } else if ((*c != '"' && *c != '\\') || c[1]) {
        abort();
    }
}

static void check_xml(const char *piece) {
    uint32_t code;
    const unsigned char *c = decode((const unsigned char *)piece, &code);
    if (code < 32 || code == '<' || code == '>' || code == '"' || code == 0xfffe || code == 0xffff) abort();
    if (code == '&' ? strspn((const char *)c, "#0123456789") + 1 != strlen((const char *)c) || !strchr(piece, ';')
                    : *c != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), piece[NBL_ESCAPE_BYTES];
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const char *end = text + strlen(text);
    for (const char *at = text; *at;) {
        at += nbl_escape_json(at, piece);
        check_json(piece);
        if (at > end) abort();
    }
    for (const char *at = text; *at;) {
        at += nbl_escape_xml(at, piece);
        check_xml(piece);
        if (at > end) abort();
    }
    free(text);
    return 0;
}
