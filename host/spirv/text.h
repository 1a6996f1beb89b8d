/* A text that grows.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_TEXT_H
#define NBL_HOST_SPIRV_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is an empty text. After a failed allocation `failed` stays set, and appending does nothing. */
typedef struct nbl_text_t {
    char *data; /* ends with a zero byte once anything was appended */
    size_t size, capacity;
    bool failed;
} nbl_text_t;

void nbl_text_append(nbl_text_t *text, const char *bytes, size_t size);
void nbl_text_format(nbl_text_t *text, const char *format, ...);
/* Returns a copy that ends with a zero byte; NULL without memory. */
char *nbl_text_copy(const char *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
