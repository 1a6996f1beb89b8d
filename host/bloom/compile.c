/* Compiles a bloom's passes: parameters to defines, text to SPIR-V.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/compile.h"

#include "bloom/format.h"
#include "error/check.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/bloom.h"
#include "spirv/words.h"

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_bloom_parameters_t, name, false)
#define PLAN(name) NBL_PARAMETER_ROW(nbl_bloom_parameters_t, name, true)
static const nbl_parameter_t rows[] = {NBL_BLOOM_PARAMETERS(NUMBER, PLAN)};

nbl_compile_desc_t nbl_bloom_pass_describe_compile(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                                   const nbl_bloom_vulkan_desc_t *desc, nbl_defines_t *defines) {
    const nbl_bloom_pass_t *pass = &plan->passes[name];
    /* defined only where it is used, since a format may need a feature of the device */
    bool writes_target = name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE;
    bool reads_source = name == NBL_BLOOM_PASS_FIRST_AXIS || writes_target;
    defines->count = 0;
    nbl_bloom_parameters_t parameters = pass->parameters;
    parameters.converts = desc->mode == NBL_MODE_FAST && writes_target;
    /* Fast mode has no bits to keep: one evaluated power a butterfly takes 1 to 3 % less time (docs/log/bloom.md). */
    if (desc->mode == NBL_MODE_FAST && name >= NBL_BLOOM_PASS_FIRST_AXIS)
        parameters.twiddles = NBL_FFT_TWIDDLES_STEPPED_OF_ONE;
    nbl_defines_parameters(defines, rows, sizeof rows / sizeof *rows, &parameters);
    nbl_defines_number(defines, "NBL_BLOOM_ALGORITHM", plan->desc.algorithm);
    nbl_defines_number(defines, "NBL_MOST_ELEMENTS", pass->elements);
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM) {
        nbl_defines_radices(defines, name == NBL_BLOOM_PASS_CONVOLVE || name == NBL_BLOOM_PASS_KERNEL_SPECTRUM
                                         ? pass->parameters.second_plan
                                         : pass->parameters.first_plan);
    }
    nbl_defines_number(defines, "NBL_SUBGROUP_OPERATIONS",
                       plan->desc.algorithm == NBL_FFT_RADIX2_SHUFFLE && pass->parameters.subgroup_log2 > 0);
    nbl_defines_number(defines, "NBL_UNROLL_LOOPS", desc->unroll);
    if (reads_source && desc->source_is_sampled)
        nbl_defines_text(defines, "NBL_BLOOM_SOURCE_SAMPLED", "1");
    else if (reads_source && desc->source_is_image)
        nbl_defines_text(defines, "NBL_BLOOM_SOURCE_IMAGE", nbl_bloom_format_get(plan->desc.source_format)->layout);
    if (writes_target && desc->target_is_image)
        nbl_defines_text(defines, "NBL_BLOOM_TARGET_IMAGE", nbl_bloom_format_get(plan->desc.target_format)->layout);
    nbl_compile_desc_t compile = {.file = pass->file,
                                  .defines = defines->defines,
                                  .define_count = defines->count,
                                  .mode = desc->mode,
                                  .optimize = desc->unroll ? NBL_OPTIMIZE_UNROLL : NBL_OPTIMIZE_FOLD,
                                  .cache = desc->cache};
    return compile;
}

nbl_result_t nbl_bloom_pass_compile(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                    const nbl_bloom_vulkan_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error) {
    const nbl_check_t mode = NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES_BUT_FUSED);
    const nbl_result_t valid = nbl_check("bloom", &mode, 1, error);
    if (valid != NBL_SUCCESS) return valid;
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_bloom_pass_describe_compile(plan, name, desc, &defines);
    return nbl_compile(&compile, spirv, error);
}
