/* A pass of a plan to SPIR-V.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_COMPILE_H
#define NBL_HOST_BLOOM_COMPILE_H

#include "gpu/defines.h"
#include "nbl/host/bloom.h"

/* Describes a pass to nbl_compile(). defines: receives the defines, and stays while the result is used. */
nbl_compile_desc_t nbl_bloom_pass_describe_compile(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t pass,
                                                   const nbl_bloom_vulkan_desc_t *desc, nbl_defines_t *defines);

/* Compiles a pass's text for its parameters; the image's passes take images where desc says so. To be freed by
 * nbl_spirv_free(). Errors: those of nbl_compile(). */
nbl_result_t nbl_bloom_pass_compile(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t pass,
                                    const nbl_bloom_vulkan_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error);

#endif
