/* Optimises a module: by our specialiser, or by SPIRV-Tools.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_VULKAN_OPTIMIZE_H
#define NBL_VULKAN_OPTIMIZE_H

#include "nbl/host/compile.h"
#include "sha256.h"
#include "specialize/specialize.h"

/* Replaces a module, allocated by malloc, by an optimised one: functions inlined, loops that ask for it unrolled,
 * arrays that functions hand on taken apart.
 *
 * exact     every floating operation is decorated NoContraction, before anything is simplified: none is fused or
 *           reordered
 * optimize  anything but NBL_OPTIMIZE_NONE
 * refused   receives why the specialiser did not do it, else "" */
nbl_result_t nbl_spirv_optimize(bool exact, nbl_optimize_t optimize, nbl_optimizer_t optimizer, uint32_t **words,
                                size_t *word_count, char refused[128], nbl_error_t *error);

/* Which loops the specialiser leaves. */
nbl_specialize_loops_t nbl_spirv_loops(nbl_optimize_t optimize);

/* Adds all that decides what the optimiser does, its version and its passes, to a cache key. */
void nbl_spirv_optimize_key(nbl_sha256_t *sha, nbl_optimize_t optimize, nbl_optimizer_t optimizer);

#endif
