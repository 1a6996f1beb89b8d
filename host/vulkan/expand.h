/* Splicing included texts into one.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_VULKAN_EXPAND_H
#define NBL_HOST_VULKAN_EXPAND_H

#include "internal.h"
#include "text.h"

/* out: appended to; to be freed by the caller, after a failure too. */
nbl_vulkan_result_t nbl_expand(const nbl_vulkan_compile_desc_t *desc, nbl_text_t *out, nbl_vulkan_error_t *error);

#endif
