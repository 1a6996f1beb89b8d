/* Fills in templates, and lays lines out.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/write_text/writer.h"

static const char *part_of(const nbl_wt_part_t *parts, char letter) {
    for (; parts->letter; parts++)
        if (parts->letter == letter) return parts->text;
    return NULL;
}

void nbl_wt_fill(nbl_text_t *out, const char *format, const nbl_wt_part_t *parts) {
    for (const char *next; *format; format = next) {
        const char *part = *format == '$' ? part_of(parts, format[1]) : NULL;
        next = format + (part ? 2 : 1);
        if (part) {
            nbl_text_append(out, part, strlen(part));
            continue;
        }
        next += strcspn(next, "$");
        nbl_text_append(out, format, (size_t)(next - format));
    }
}

/* Frees a text that is no longer needed. If it is incomplete for want of memory, the writer fails. */
void nbl_wt_end(nbl_wt_t *w, nbl_text_t *text) {
    if (text->failed) nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
    free(text->data);
    memset(text, 0, sizeof *text);
}

/* Writes the name of a type; of an array the name of its elements' type. */
void nbl_wt_type_name(const nbl_wt_t *w, nbl_wt_type_t type, char name[32]) {
    const char *format = type.components == 1 ? w->language->scalars[type.scalar] : w->language->vector[type.scalar];
    const char *count = strchr(format, '$');
    if (count)
        snprintf(name, 32, "%.*s%u%s", (int)(count - format), format, type.components % 10, count + 2);
    else
        snprintf(name, 32, "%s", format);
}

void nbl_wt_declare(nbl_wt_t *w, nbl_text_t *out, nbl_wt_type_t type, const char *name) {
    char type_name[32], count[16];
    nbl_wt_type_name(w, type, type_name);
    snprintf(count, sizeof count, "%u", type.elements);
    NBL_WT_FILL(out, type.elements ? w->language->array : w->language->variable, {'n', name}, {'t', type_name},
                {'c', count});
}

void nbl_wt_line(nbl_wt_t *w, const char *format, ...) {
    char small[512], *text = small;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(small, sizeof small, format, arguments);
    if (size >= (int)sizeof small) {
        text = malloc((size_t)size + 1);
        if (text) vsnprintf(text, (size_t)size + 1, format, again);
    }
    va_end(again);
    va_end(arguments);
    if (size < 0 || !text) {
        w->body.failed = true;
        return;
    }
    for (uint32_t k = 0; k <= w->depth; k++) nbl_text_append(&w->body, "    ", 4);
    nbl_text_append(&w->body, text, (size_t)size);
    nbl_text_append(&w->body, "\n", 1);
    if (text != small) free(text);
}
