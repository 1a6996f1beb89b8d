/* The table of texts that tools/embed.c writes into the library.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_EMBEDDED_H
#define NBL_HOST_SPIRV_EMBEDDED_H

#include <stddef.h>

typedef struct nbl_embedded_file_t {
    const char *name; /* as an include names it, e.g. "nbl/lang.h" */
    const char *text; /* a zero byte follows */
    size_t size;      /* bytes, without that zero byte */
} nbl_embedded_file_t;

extern const nbl_embedded_file_t nbl_embedded_files[]; /* the last one has the name NULL */

#endif
