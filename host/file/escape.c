/* Writes characters as JSON and XML escape them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "file/escape.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Of the character that begins here; 0 where no UTF-8 does. */
static size_t utf8_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    size_t length = c[0] < 0x80                   ? 1
                    : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                    : (c[0] & 0xf0) == 0xe0       ? 3
                    : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                                  : 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool none = (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf4 && c[1] >= 0x90); /* surrogates; beyond the last */
    return overlong || none ? 0 : length;
}

static size_t copy(const char *text, size_t length, char piece[NBL_ESCAPE_BYTES]) {
    memcpy(piece, text, length);
    piece[length] = '\0';
    return length;
}

static bool is_control(char c) { return (unsigned char)c < 32 || c == 127; }

size_t nbl_escape_json(const char *text, char piece[NBL_ESCAPE_BYTES]) {
    size_t length = utf8_length(text);
    if (length == 0)
        strcpy(piece, "\\ufffd");
    else if (*text == '"' || *text == '\\')
        snprintf(piece, NBL_ESCAPE_BYTES, "\\%c", *text);
    else if (is_control(*text))
        snprintf(piece, NBL_ESCAPE_BYTES, "\\u%04x", (unsigned)(unsigned char)*text);
    else
        copy(text, length, piece);
    return length == 0 ? 1 : length;
}

size_t nbl_escape_xml(const char *text, char piece[NBL_ESCAPE_BYTES]) {
    size_t length = utf8_length(text);
    /* U+FFFE and U+FFFF are characters of UTF-8, and none of XML. */
    bool none = length == 3 && memcmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe;
    if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
        snprintf(piece, NBL_ESCAPE_BYTES, "&#%d;", *text);
    else if (length == 0 || none || is_control(*text))
        strcpy(piece, "?");
    else
        copy(text, length, piece);
    return length == 0 ? 1 : length;
}
