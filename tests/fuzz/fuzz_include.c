/* Fuzz target: expanding includes. The input is up to eight texts, parted by zero bytes, that may include one another
 * as "a", "b" and so on; the first is the entry.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/compile.h"

#include <stdlib.h>
#include <string.h>

enum { TEXTS = 8 };

typedef struct texts_t {
    char *texts[TEXTS];
    size_t sizes[TEXTS], count, asked;
} texts_t;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A limit of its own: texts that include two of one another grow exponentially, and 64 MiB of that say nothing new. */
static const char *find(void *user, const char *name, size_t *size) {
    texts_t *t = user;
    size_t number = (size_t)(name[0] - 'a');
    if (++t->asked > 2000 || name[0] < 'a' || name[1] || number >= t->count) return NULL;
    *size = t->sizes[number];
    return t->texts[number];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    texts_t t = {.count = 0};
    char *text = NULL;
    nbl_error_t error;
    for (size_t begin = 0; t.count < TEXTS && begin <= size;) {
        const uint8_t *end = begin < size ? memchr(data + begin, 0, size - begin) : NULL;
        size_t length = end ? (size_t)(end - data) - begin : size - begin;
        t.texts[t.count] =
            malloc(length + 1); /* of its own, so that a step beyond is seen; only the first ends with 0 */
        if (!t.texts[t.count]) abort();
        if (length) memcpy(t.texts[t.count], data + begin, length);
        if (t.count == 0)
            t.texts[0][length] = 0;
        else
            t.texts[t.count] = realloc(t.texts[t.count], length ? length : 1);
        t.sizes[t.count++] = length;
        begin += length + 1;
    }
    for (int hlsl = 0; hlsl < 2; hlsl++) {
        nbl_define_t define = {"SIZE", "4"};
        nbl_compile_desc_t desc = {.file = "a",
                                   .text = t.texts[0],
                                   .include = find,
                                   .include_user = &t,
                                   .defines = &define,
                                   .define_count = 1,
                                   .language = hlsl ? NBL_LANGUAGE_HLSL : NBL_LANGUAGE_GLSL};
        t.asked = 0;
        nbl_result_t result = nbl_expand(&desc, &text, &error);
        if ((result == NBL_SUCCESS) != (error.text[0] == 0)) abort();
        if (result == NBL_SUCCESS) nbl_text_free(text);
    }
    for (size_t i = 0; i < t.count; i++) free(t.texts[i]);
    return 0;
}
