/* SPIRV-Tools' optimiser, called through its C++ interface, as a C function.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_SPIRV_TOOLS_H
#define NBL_HOST_SPIRV_SPIRV_TOOLS_H

#include <stddef.h>
#include <stdint.h>

#include "nbl/host/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns its version, for cache keys. */
const char *nbl_spirv_tools_version(void);

/* Runs passes over a module.
 *
 * Returns NBL_SUCCESS, SPIRV if a pass refuses the module, or OUT_OF_MEMORY. Thread-safe.
 *
 * flags  the passes, as spirv-opt has them on its command line; the last one is NULL
 * made   receives the new module, allocated by malloc */
nbl_result_t nbl_spirv_tools_run(const char *const *flags, const uint32_t *words, size_t word_count, uint32_t **made,
                                 size_t *made_count);

#ifdef __cplusplus
}
#endif

#endif
