/* Optimises a module: by our specialiser, or by SPIRV-Tools.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_VULKAN_OPTIMIZE_H
#define NBL_VULKAN_OPTIMIZE_H

#include "nbl/host/compile.h"
#include "sha256.h"
#include "specialize/specialize.h"

/* Replaces a module, allocated by malloc, by an optimised one: functions inlined, loops with the unroll hint unrolled,
 * arrays that functions hand on taken apart.
 *
 * desc     its mode, optimize (anything but NBL_OPTIMIZE_NONE), optimizer and instruction_order are used. In exact mode
 *          every floating operation is decorated NoContraction before anything is simplified, so none is fused or
 *          reordered
 * refused  receives why the specialiser did not do it, else "" */
nbl_result_t nbl_spirv_optimize(const nbl_compile_desc_t *desc, uint32_t **words, size_t *word_count, char refused[128],
                                nbl_error_t *error);

/* Returns the specialiser's options of a description. */
nbl_specialize_options_t nbl_spirv_specialize_options(const nbl_compile_desc_t *desc);

/* Adds all that decides what the optimiser does, its version and its passes, to a cache key. */
void nbl_spirv_optimize_key(nbl_sha256_t *sha, const nbl_compile_desc_t *desc);

#endif
