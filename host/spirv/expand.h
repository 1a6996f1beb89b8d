/* Splicing included texts into one.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_EXPAND_H
#define NBL_HOST_SPIRV_EXPAND_H

#include "error/error.h"
#include "nbl/host/compile.h"
#include "text.h"

/* Splices a description's text and its includes into one.
 * 
 * out  the text is appended; to be freed by the caller, after a failure too */
nbl_result_t nbl_expand_includes(const nbl_compile_desc_t *desc, nbl_text_t *out, nbl_error_t *error);

#endif
