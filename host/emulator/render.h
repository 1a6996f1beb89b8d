/* Text that is appended to a caller's buffer, and what JSON wants of it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_RENDER_H
#define NBL_HOST_EMULATOR_RENDER_H

#include <stddef.h>
#include <stdint.h>

/* Counts all that is appended, keeps what fits. */
typedef struct nbl_render_t {
    char *start;
    size_t bytes, length;
} nbl_render_t;

__attribute__((format(printf, 2, 3))) void nbl_render_append(nbl_render_t *text, const char *format, ...);
/* "called at F:1 in f, from F:2 in g", behind a separator; nothing where no call is known. */
void nbl_render_callers(nbl_render_t *text, const char *separator, const void *const *callers, uint32_t count);
/* A string of JSON, quoted. */
void nbl_render_string(nbl_render_t *text, const char *string);
/* A member of an object; string NULL: null. */
void nbl_render_member(nbl_render_t *text, const char *separator, const char *key, const char *string);

#endif
