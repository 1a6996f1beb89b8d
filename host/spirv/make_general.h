/* A module for given parameters, made without a compiler.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_MAKE_GENERAL_H
#define NBL_HOST_SPIRV_MAKE_GENERAL_H

#include "nbl/host/compile.h"
#include "spirv/specialize/specialize.h"

/* Makes a module without a compiler. REFUSED: the library carries no module for the request, or the specialiser
 * refused, with the reason in spirv->refused.
 * 
 * spirv  zeroed; receives words, word_count and general */
nbl_specialize_result_t nbl_general_make(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv);

#endif
