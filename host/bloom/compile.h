/* A pass of a plan to SPIR-V.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_COMPILE_H
#define NBL_HOST_BLOOM_COMPILE_H

#include "nbl/host/bloom.h"

/* Compiles a pass's text for its parameters; the image's passes take images where desc says so. To be freed by
 * nbl_spirv_free(). Errors: those of nbl_compile(). */
nbl_result_t nbl_bloom_pass_compile(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t pass,
                                    const nbl_bloom_vulkan_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error);

#endif
