/* Edits of texts of lines and words, for fuzz targets whose inputs are such: drawn from a number.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FUZZ_EDIT_H
#define NBL_TESTS_FUZZ_EDIT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline uint32_t edit_draw(uint64_t *state, uint32_t bound) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17; /* Marsaglia, "Xorshift RNGs", 2003 */
    return (uint32_t)((*state >> 20) % bound);
}

/* Replaces `gone` bytes at `at` by others, if they have room. */
static inline size_t edit_replace(char *text, size_t length, size_t most, size_t at, size_t gone, const char *with,
                                  size_t bytes) {
    if (length - gone + bytes > most) return length;
    memmove(text + at + bytes, text + at + gone, length - at - gone);
    memcpy(text + at, with, bytes);
    return length - gone + bytes;
}

/* Returns where a drawn run of bytes begins that `ends` does not have, and its end in *end; length: there is none. */
static inline size_t edit_find(const char *text, size_t length, const char *ends, uint64_t *state, size_t *end) {
    size_t begin = length == 0 ? 0 : edit_draw(state, (uint32_t)length);
    while (begin < length && strchr(ends, text[begin]) != NULL) begin++;
    while (begin > 0 && begin < length && strchr(ends, text[begin - 1]) == NULL) begin--;
    *end = begin;
    while (*end < length && strchr(ends, text[*end]) == NULL) ++*end;
    return begin;
}

/* A number becomes a neighbour, its double, half, or one that is anything; a word or a line becomes another one of the
 * text, goes, or stands twice. Returns the new length.
 *
 * text  of `length` bytes without 0, with room for `most` */
static inline size_t edit_text(char *text, size_t length, size_t most, uint64_t *state) {
    static const char words[] = " \n,*@/+.xX", lines[] = "\n";
    const uint32_t kind = edit_draw(state, 8);
    const char *ends = kind < 5 ? words : lines;
    size_t end, other_end, begin = edit_find(text, length, ends, state, &end);
    const size_t other = edit_find(text, length, ends, state, &other_end);
    char with[1024];
    const size_t bytes = other_end - other < sizeof with ? other_end - other : 0;
    memcpy(with, text + other, bytes);
    if (kind < 4 && begin < length && text[begin] >= '0' && text[begin] <= '9') {
        const unsigned long long number = strtoull(text + begin, NULL, 10);
        const uint32_t how = edit_draw(state, 8);
        const unsigned long long all[] = {number + 1, number - (number > 0), number * 2, number / 2,
                                          edit_draw(state, 17)};
        const int digits = snprintf(with, sizeof with, "%llu", how < 5 ? all[how] : number);
        if (how < 5) return edit_replace(text, length, most, begin, end - begin, with, (size_t)digits);
    }
    if (kind == 7) { /* a line stands once more */
        with[bytes] = '\n';
        return bytes + 1 < sizeof with ? edit_replace(text, length, most, begin, 0, with, bytes + 1) : length;
    }
    if (kind == 6) return edit_replace(text, length, most, begin, end - begin + (end < length), "", 0);
    return edit_replace(text, length, most, begin, end - begin, with, bytes);
}

#endif
