/* Compiles a plan's kernel: parameters to defines, text to SPIR-V.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/compile.h"

nbl_compile_desc_t nbl_fft_describe_compile(const nbl_fft_transform_plan_t *plan, nbl_cache_t *cache, nbl_mode_t mode,
                                            bool unroll, nbl_defines_t *defines) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t", "float32_t"};
    const nbl_fft_transform_parameters_t *p = &plan->parameters;
    defines->count = 0;
    nbl_defines_text(defines, "NBL_TRANSFORM_SCALAR", scalars[plan->desc.precision]);
    nbl_defines_number(defines, "NBL_HAS_FLOAT16", plan->desc.precision == NBL_FFT_FLOAT16);
    nbl_defines_number(defines, "NBL_HAS_FLOAT64", plan->desc.precision == NBL_FFT_FLOAT64);
    if (p->half_storage) nbl_defines_number(defines, "NBL_TRANSFORM_HALF_STORAGE", 1);
    bool stockham = plan->desc.algorithm == NBL_FFT_STOCKHAM;
    nbl_defines_number(defines, "NBL_SUBGROUP_OPERATIONS", !stockham && p->subgroup_log2 > 0);
    nbl_defines_number(defines, "NBL_UNROLL_LOOPS", unroll);
    nbl_defines_number(defines, "NBL_TRANSFORM_ALGORITHM", plan->desc.algorithm);
    if (stockham) {
        nbl_defines_plan(defines, "NBL_TRANSFORM_PLAN", p->plan);
        uint32_t dwords = plan->shared_bytes / 4 / p->ffts_per_workgroup;
        nbl_defines_number(defines, "NBL_TRANSFORM_SHARED_DWORDS",
                           dwords != 0 ? dwords : 1); /* one pass needs none; an array has some */
        nbl_defines_radices(defines, p->plan);
    } else {
        nbl_defines_number(defines, "NBL_TRANSFORM_ELEMENTS_LOG2", p->elements_log2);
        nbl_defines_number(defines, "NBL_TRANSFORM_WORKGROUP_LOG2", p->workgroup_log2);
        nbl_defines_number(defines, "NBL_TRANSFORM_SUBGROUP_LOG2", p->subgroup_log2);
    }
    nbl_defines_number(defines, "NBL_TRANSFORM_INVOCATIONS", plan->workgroup_invocations / p->ffts_per_workgroup);
    nbl_defines_number(defines, "NBL_TRANSFORM_FFTS_PER_WORKGROUP", p->ffts_per_workgroup);
    nbl_defines_number(defines, "NBL_TRANSFORM_ROUNDS", p->rounds);
    nbl_defines_number(defines, "NBL_TRANSFORM_INVERSE", p->inverse);
    nbl_defines_number(defines, "NBL_TRANSFORM_NATIVE", p->native);
    bool real = plan->desc.kind != NBL_FFT_COMPLEX;
    if (real) nbl_defines_number(defines, "NBL_TRANSFORM_REAL", p->real);
    nbl_defines_number(defines, "NBL_PRELOADED_ELEMENTS", plan->elements);
    bool driver_unrolls = unroll && plan->desc.driver_unrolls;
    nbl_compile_desc_t compile = {.file = real ? "shaders/fft_real_transform.h" : "shaders/fft_transform.h",
                                  .defines = defines->defines,
                                  .define_count = defines->count,
                                  .mode = mode,
                                  .optimize = !unroll          ? NBL_OPTIMIZE_FOLD
                                              : driver_unrolls ? NBL_OPTIMIZE_UNROLL_SOME
                                                               : NBL_OPTIMIZE_UNROLL,
                                  .optimizer = driver_unrolls ? NBL_OPTIMIZER_SPIRV_TOOLS : NBL_OPTIMIZER_SPECIALIZER,
                                  .cache = cache};
    return compile;
}

nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error) {
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_fft_describe_compile(plan, cache, mode, unroll, &defines);
    return nbl_compile(&compile, spirv, error);
}
