/* A growing list of defines for a kernel's text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/defines.h"

#include <assert.h>
#include <stdio.h>

#include "nbl/host/plan.h"

void nbl_defines_text(nbl_defines_t *list, const char *name, const char *text) {
    assert(list->count < NBL_DEFINES_MOST);
    list->defines[list->count].name = name;
    list->defines[list->count].value = text;
    list->count++;
}

void nbl_defines_number(nbl_defines_t *list, const char *name, uint32_t value) {
    assert(list->count < NBL_DEFINES_MOST);
    char *text = list->values[list->count];
    snprintf(text, sizeof list->values[0], "%u", (unsigned)value);
    nbl_defines_text(list, name, text);
}

static void define_plan(nbl_defines_t *list, const char *name, nbl_fft_plan_t plan) {
    assert(list->count < NBL_DEFINES_MOST);
    char *text = list->values[list->count];
    (void)nbl_fft_plan_literal(plan, text, sizeof list->values[0]);
    nbl_defines_text(list, name, text);
}

void nbl_defines_parameters(nbl_defines_t *list, const nbl_parameter_t *rows, size_t count, const void *parameters) {
    for (size_t i = 0; i < count; i++) {
        const void *field = (const char *)parameters + rows[i].offset;
        if (rows[i].is_plan)
            define_plan(list, rows[i].define, *(const nbl_fft_plan_t *)field);
        else
            nbl_defines_number(list, rows[i].define, *(const uint32_t *)field);
    }
}

/* Radix 1 has no kernel, and its number is the bit of wide radices. */
static uint32_t radix_mask(nbl_fft_plan_t plan) {
    uint32_t mask = 0;
    for (uint32_t p = 0; p < plan.passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(plan, p);
        if (radix > 1) mask |= 1u << NBL_FFT_RADIX_MASK_BIT(radix);
    }
    return mask;
}

void nbl_defines_instance(nbl_defines_t *list, const char *passes, const char *mask, nbl_fft_plan_t plan) {
    nbl_defines_number(list, passes, plan.passes);
    nbl_defines_number(list, mask, radix_mask(plan));
}

void nbl_defines_radices(nbl_defines_t *list, nbl_fft_plan_t plan) {
    nbl_defines_instance(list, "NBL_FFT_MOST_PASSES", "NBL_FFT_RADIX_MASK", plan);
    nbl_defines_number(list, "NBL_RADIX_ELEMENTS", NBL_FFT_RADIX_ELEMENTS(radix_mask(plan)));
}
