/* A growing list of defines for a kernel's text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/defines.h"

#include <assert.h>
#include <stdio.h>

void nbl_defines_text(nbl_defines_t *list, const char *name, const char *text) {
    assert(list->count < NBL_DEFINES_MOST);
    list->defines[list->count].name = name;
    list->defines[list->count].value = text;
    list->count++;
}

void nbl_defines_number(nbl_defines_t *list, const char *name, uint32_t value) {
    assert(list->count < NBL_DEFINES_MOST);
    char *number = list->numbers[list->count];
    snprintf(number, sizeof list->numbers[0], "%u", (unsigned)value);
    nbl_defines_text(list, name, number);
}
