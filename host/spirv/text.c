/* A text that grows.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(nbl_text_t *text, size_t more) {
    size_t capacity = text->capacity ? text->capacity : 4096;
    char *data;
    if (text->failed || more > SIZE_MAX / 4 - text->size) return false;
    while (capacity < text->size + more + 1) capacity *= 2;
    if (capacity == text->capacity) return true;
    data = realloc(text->data, capacity);
    text->failed = !data;
    if (!data) return false;
    text->data = data;
    text->capacity = capacity;
    return true;
}

void nbl_text_append(nbl_text_t *text, const char *bytes, size_t size) {
    if (!make_room(text, size)) return;
    if (size) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

void nbl_text_format(nbl_text_t *text, const char *format, ...) {
    va_list arguments, again;
    int size;
    va_start(arguments, format);
    va_copy(again, arguments);
    size = vsnprintf(NULL, 0, format, arguments);
    if (size >= 0 && make_room(text, (size_t)size)) {
        vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
    va_end(arguments);
}

char *nbl_text_copy(const char *bytes, size_t size) {
    char *copy = malloc(size + 1);
    if (!copy) return NULL;
    if (size) memcpy(copy, bytes, size);
    copy[size] = 0;
    return copy;
}
