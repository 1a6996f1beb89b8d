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
    char *text = list->values[list->count];
    snprintf(text, sizeof list->values[0], "%u", (unsigned)value);
    nbl_defines_text(list, name, text);
}

void nbl_defines_plan(nbl_defines_t *list, const char *name, nbl_fft_plan_t plan) {
    assert(list->count < NBL_DEFINES_MOST);
    char *text = list->values[list->count];
    snprintf(text, sizeof list->values[0], "{%uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu}", plan.fft_length,
             plan.passes, plan.radices, plan.invocations, plan.elements, plan.ffts_per_workgroup, plan.complex_dwords,
             plan.windows, plan.pad_shifts, plan.pad_steps, plan.plane_dwords);
    nbl_defines_text(list, name, text);
}

void nbl_defines_radices(nbl_defines_t *list, nbl_fft_plan_t plan) {
    static const struct {
        uint32_t radix;
        const char *name;
    } radices[] = {{2, "NBL_FFT_HAS_RADIX_2"},   {3, "NBL_FFT_HAS_RADIX_3"},   {4, "NBL_FFT_HAS_RADIX_4"},
                   {5, "NBL_FFT_HAS_RADIX_5"},   {6, "NBL_FFT_HAS_RADIX_6"},   {7, "NBL_FFT_HAS_RADIX_7"},
                   {8, "NBL_FFT_HAS_RADIX_8"},   {9, "NBL_FFT_HAS_RADIX_9"},   {10, "NBL_FFT_HAS_RADIX_10"},
                   {12, "NBL_FFT_HAS_RADIX_12"}, {14, "NBL_FFT_HAS_RADIX_14"}, {15, "NBL_FFT_HAS_RADIX_15"},
                   {16, "NBL_FFT_HAS_RADIX_16"}, {32, "NBL_FFT_HAS_RADIX_32"}};
    nbl_defines_number(list, "NBL_FFT_MOST_PASSES", plan.passes);
    for (size_t i = 0; i < sizeof radices / sizeof *radices; i++) {
        bool has = false;
        for (uint32_t p = 0; p < plan.passes; p++) has = has || nbl_fft_plan_radix(plan, p) == radices[i].radix;
        nbl_defines_number(list, radices[i].name, has);
        if (has && radices[i].radix > 16) nbl_defines_number(list, "NBL_FFT_MAX_RADIX", radices[i].radix);
    }
}
