/* Compiles a plan's kernel: parameters to defines, text to SPIR-V.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/compile.h"
#include "error/check.h"
#include "facts/numbers.h"
#include "nbl/fft/parameters.h"

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_fft_transform_parameters_t, name, false)
#define PLAN(name) NBL_PARAMETER_ROW(nbl_fft_transform_parameters_t, name, true)
static const nbl_parameter_t rows[] = {NBL_FFT_TRANSFORM_PARAMETERS(NUMBER, PLAN)};

/* Returns whether addresses share what they have in common, and octants of twiddles are found by comparing: fewer
 * instructions for some compilers. */
static bool spares(const nbl_fft_transform_desc_t *desc) {
    return nbl_fact_number_of(desc->limits.device, NBL_NUMBER_SPARES_INSTRUCTIONS) >= 1;
}

nbl_compile_desc_t nbl_fft_describe_compile(const nbl_fft_transform_plan_t *plan, nbl_cache_t *cache, nbl_mode_t mode,
                                            bool unroll, nbl_defines_t *defines) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t", "float32_t"};
    nbl_fft_transform_parameters_t parameters = plan->parameters;
    const nbl_fft_transform_parameters_t *p = &parameters;
    if (spares(&plan->desc)) parameters.twiddles |= NBL_FFT_TWIDDLES_COMPARED;
    defines->count = 0;
    nbl_defines_text(defines, "NBL_TRANSFORM_SCALAR", scalars[plan->desc.precision]);
    nbl_defines_number(defines, "NBL_HAS_FLOAT16", plan->desc.precision == NBL_FFT_FLOAT16);
    nbl_defines_number(defines, "NBL_HAS_FLOAT64", plan->desc.precision == NBL_FFT_FLOAT64);
    if (p->half_storage) nbl_defines_number(defines, "NBL_TRANSFORM_HALVES", 1);
    if (plan->desc.addresses) {
        nbl_defines_number(defines, "NBL_TRANSFORM_ADDRESSES", 1);
        nbl_defines_number(defines, "NBL_BUFFER_DEVICE_ADDRESS", 1);
    }
    bool stockham = plan->desc.algorithm == NBL_FFT_STOCKHAM;
    nbl_defines_number(defines, "NBL_SUBGROUP_OPERATIONS", !stockham && p->subgroup_log2 > 0);
    nbl_defines_number(defines, "NBL_UNROLL_LOOPS", unroll);
    nbl_defines_number(defines, "NBL_TRANSFORM_ALGORITHM", plan->desc.algorithm);
    nbl_defines_parameters(defines, rows, sizeof rows / sizeof *rows, p);
    if (stockham) nbl_defines_radices(defines, p->plan);
    nbl_defines_number(defines, "NBL_MOST_ELEMENTS", plan->elements);
    bool real = plan->desc.kind != NBL_FFT_COMPLEX;
    nbl_fft_unroller_t unroller = unroll ? plan->desc.unroller : NBL_FFT_UNROLLER_LIBRARY;
    nbl_compile_desc_t compile = {
        .file = real ? "shaders/fft_real_transform.h" : "shaders/fft_transform.h",
        .defines = defines->defines,
        .define_count = defines->count,
        .mode = mode,
        .optimize = !unroll                               ? NBL_OPTIMIZE_FOLD
                    : unroller == NBL_FFT_UNROLLER_DRIVER ? NBL_OPTIMIZE_UNROLL_SOME
                                                          : NBL_OPTIMIZE_UNROLL,
        .optimizer = unroller == NBL_FFT_UNROLLER_LIBRARY ? NBL_OPTIMIZER_SPECIALIZER : NBL_OPTIMIZER_SPIRV_TOOLS,
        .instruction_order = plan->desc.instruction_order,
        .spare_instructions = plan->desc.precision == NBL_FFT_FLOAT16_STORAGE || spares(&plan->desc),
        .cache = cache};
    return compile;
}

nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, spirv)) return NBL_ERROR_ARGUMENT;
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_fft_describe_compile(plan, cache, mode, unroll, &defines);
    return nbl_compile(&compile, spirv, error);
}
