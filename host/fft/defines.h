/* A growing list of defines for a kernel's text.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_DEFINES_H
#define NBL_HOST_FFT_DEFINES_H

#include "nbl/vulkan.h"

#define NBL_DEFINES_MOST 32

/* Zeroed at first. Values of numbers live inside, so it stays where it is while it is used. */
typedef struct nbl_defines_t {
    nbl_vulkan_define_t defines[NBL_DEFINES_MOST];
    char numbers[NBL_DEFINES_MOST][12];
    size_t count;
} nbl_defines_t;

/* Adds a define; name and text live as long as the list. Beyond NBL_DEFINES_MOST it asserts. */
void nbl_defines_text(nbl_defines_t *list, const char *name, const char *text);
void nbl_defines_number(nbl_defines_t *list, const char *name, uint32_t value);

#endif
