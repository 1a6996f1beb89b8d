/* A growing list of defines for a kernel's text.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_DEFINES_H
#define NBL_HOST_GPU_DEFINES_H

#include <stdbool.h>
#include <stddef.h>

#include "nbl/fft/plan.h"
#include "nbl/host/compile.h"

#define NBL_DEFINES_MOST 80 /* defines of a kernel; beyond it nbl_defines_text() asserts. Chosen, more than any has */
#define NBL_DEFINES_VALUE_BYTES 160 /* of a value's text; derived: a plan's 11 numbers take at most 143 */

/* Zeroed at first. Values live inside, so it stays where it is while it is used. */
typedef struct nbl_defines_t {
    nbl_define_t defines[NBL_DEFINES_MOST];
    char values[NBL_DEFINES_MOST][NBL_DEFINES_VALUE_BYTES];
    size_t count;
} nbl_defines_t;

/* Adds a define; name and text live as long as the list. Beyond NBL_DEFINES_MOST it asserts. */
void nbl_defines_text(nbl_defines_t *list, const char *name, const char *text);
void nbl_defines_number(nbl_defines_t *list, const char *name, uint32_t value);
/* A field of a kernel's parameters: a uint32_t, or a plan, whose define is an initializer of literals. */
typedef struct nbl_parameter_t {
    const char *define; /* NBL_PARAMETER_<name> */
    size_t offset;
    bool is_plan;
} nbl_parameter_t;
/* A row of a table of them, from a row of the list that the structure is made of. */
#define NBL_PARAMETER_ROW(structure, name, is_plan) {"NBL_PARAMETER_" #name, offsetof(structure, name), is_plan},

/* Adds a define for each parameter.
 *
 * parameters  the structure */
void nbl_defines_parameters(nbl_defines_t *list, const nbl_parameter_t *rows, size_t count, const void *parameters);
/* Adds NBL_FFT_MOST_PASSES, NBL_FFT_RADIX_MASK and NBL_RADIX_ELEMENTS: the module then has code for this plan alone. */
void nbl_defines_radices(nbl_defines_t *list, nbl_fft_plan_t plan);
/* Adds NBL_FFT_MOST_PASSES and NBL_FFT_RADIX_MASK of a second instance under other names.
 *
 * passes, mask  these names */
void nbl_defines_instance(nbl_defines_t *list, const char *passes, const char *mask, nbl_fft_plan_t plan);

#endif
