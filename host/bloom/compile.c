/* Compiles a bloom's passes: parameters to defines, text to SPIR-V.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/compile.h"

#include "bloom/format.h"
#include "nbl/host/bloom.h"

/* One row per field of nbl_bloom_parameters_t, so that a shader's define and the CPU's field cannot drift apart. */
static const struct {
    const char *name;
    size_t offset;
} parameter_names[] = {{"NBL_BLOOM_FIRST_ELEMENTS_LOG2", offsetof(nbl_bloom_parameters_t, first_elements_log2)},
                       {"NBL_BLOOM_FIRST_WORKGROUP_LOG2", offsetof(nbl_bloom_parameters_t, first_workgroup_log2)},
                       {"NBL_BLOOM_SECOND_ELEMENTS_LOG2", offsetof(nbl_bloom_parameters_t, second_elements_log2)},
                       {"NBL_BLOOM_SECOND_WORKGROUP_LOG2", offsetof(nbl_bloom_parameters_t, second_workgroup_log2)},
                       {"NBL_BLOOM_SUBGROUP_LOG2", offsetof(nbl_bloom_parameters_t, subgroup_log2)},
                       {"NBL_BLOOM_FFTS_PER_WORKGROUP", offsetof(nbl_bloom_parameters_t, ffts_per_workgroup)},
                       {"NBL_BLOOM_INVOCATIONS", offsetof(nbl_bloom_parameters_t, invocations)},
                       {"NBL_BLOOM_SHARED_DWORDS", offsetof(nbl_bloom_parameters_t, shared_dwords)},
                       {"NBL_BLOOM_HALF_STORAGE", offsetof(nbl_bloom_parameters_t, half_storage)},
                       {"NBL_BLOOM_FIRST_AXIS_Y", offsetof(nbl_bloom_parameters_t, first_axis_y)},
                       {"NBL_BLOOM_MIRROR", offsetof(nbl_bloom_parameters_t, mirror)},
                       {"NBL_BLOOM_RESAMPLE", offsetof(nbl_bloom_parameters_t, resample)},
                       {"NBL_BLOOM_COMBINE", offsetof(nbl_bloom_parameters_t, combine)},
                       {"NBL_BLOOM_THRESHOLD", offsetof(nbl_bloom_parameters_t, threshold)},
                       {"NBL_BLOOM_SOURCE_FORMAT", offsetof(nbl_bloom_parameters_t, source_format)},
                       {"NBL_BLOOM_TARGET_FORMAT", offsetof(nbl_bloom_parameters_t, target_format)},
                       {"NBL_BLOOM_SPECTRUM_EARLY", offsetof(nbl_bloom_parameters_t, spectrum_early)},
                       {"NBL_BLOOM_PAIR_DISTANCE", offsetof(nbl_bloom_parameters_t, pair_distance)},
                       {"NBL_BLOOM_PAIR_ELEMENTS", offsetof(nbl_bloom_parameters_t, pair_elements)},
                       {"NBL_BLOOM_PAIR_PERIOD", offsetof(nbl_bloom_parameters_t, pair_period)}};

nbl_compile_desc_t nbl_bloom_pass_describe_compile(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                                   const nbl_bloom_vulkan_desc_t *desc, nbl_defines_t *defines) {
    const nbl_bloom_pass_t *pass = &plan->passes[name];
    /* Only where it is used: a format may need a feature */
    bool writes_target = name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE;
    bool reads_source = name == NBL_BLOOM_PASS_FIRST_AXIS || writes_target;
    defines->count = 0;
    for (size_t i = 0; i < sizeof parameter_names / sizeof *parameter_names; i++) {
        const char *field = (const char *)&pass->parameters + parameter_names[i].offset;
        nbl_defines_number(defines, parameter_names[i].name, *(const uint32_t *)(const void *)field);
    }
    nbl_defines_number(defines, "NBL_BLOOM_ALGORITHM", plan->desc.algorithm);
    nbl_defines_number(defines, "NBL_PRELOADED_ELEMENTS", pass->elements);
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM) {
        nbl_defines_plan(defines, "NBL_BLOOM_FIRST_PLAN", pass->parameters.first_plan);
        nbl_defines_plan(defines, "NBL_BLOOM_SECOND_PLAN", pass->parameters.second_plan);
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
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_bloom_pass_describe_compile(plan, name, desc, &defines);
    return nbl_compile(&compile, spirv, error);
}
