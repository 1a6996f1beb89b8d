/* The kernels of lines along a dimension: a plan of each, and how it is compiled.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/lines.h"

#include "error/error.h"

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_fft_lines_parameters_t, name, false)
#define PLAN(name) NBL_PARAMETER_ROW(nbl_fft_lines_parameters_t, name, true)
static const nbl_parameter_t rows[] = {NBL_FFT_LINES_PARAMETERS(NUMBER, PLAN)};

/* ---- Planning */

/* Lines side by side: segments of 128 bytes of memory. */
#define SEGMENT_BYTES 128u

/* Neighbouring invocations have neighbouring lines: planes an odd multiple of 32 / columns apart, so that these meet in
 * different banks. Returns whether they fit. */
static bool spread_planes(const nbl_fft_limits_t *limits, nbl_fft_plan_t *plan) {
    const uint32_t unit = plan->ffts_per_workgroup < 32 ? 32 / plan->ffts_per_workgroup : 1;
    if (plan->plane_dwords != 0) plan->plane_dwords = ((plan->plane_dwords + unit - 1) / unit | 1) * unit;
    return 4 * (uint64_t)nbl_fft_plan_shared_dwords(*plan) <= limits->max_shared_bytes;
}

/* Measured for the lines of passes, nbl/fft/large_plans.h: an invocation holds 32 elements, and an exchange takes a part of
 * the shared memory that lets several workgroups in. The first that there is room for. */
static const char *const measured[] = {"16x8@8*16/1",   "32x8@8*16/2",   "32x16@16*16/2",
                                       "32x16@16*16/4", "32x32@32*16/2", "32x32@32*8/4",
                                       "32x8x8@64*8/2", "32x8x8@64*4/2", "32x8x8@64*4/4"};

static bool take_measured(const nbl_fft_limits_t *limits, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_limits_t of = {limits->max_workgroup_invocations, limits->max_shared_bytes,
                                      limits->subgroup_size};
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        nbl_fft_plan_t made;
        if (nbl_fft_plan_parse(measured[i], plan->complex_dwords, &of, &made, NULL) != NBL_SUCCESS ||
            made.fft_length != plan->fft_length || !spread_planes(limits, &made))
            continue;
        *plan = made;
        return true;
    }
    return false;
}

/* The same radices with as many lines side by side as there is room for. */
static void plan_columns(const nbl_fft_limits_t *limits, uint32_t element_bytes, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_limits_t of = {limits->max_workgroup_invocations, limits->max_shared_bytes,
                                      limits->subgroup_size};
    nbl_fft_plan_request_t request = {.passes = plan->passes};
    for (uint32_t p = 0; p < plan->passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    for (uint32_t columns = SEGMENT_BYTES / element_bytes; columns > 1; columns /= 2) {
        nbl_fft_plan_t made;
        request.ffts_per_workgroup = columns;
        request.invocations = columns * plan->invocations <= of.max_invocations ? plan->invocations : 0;
        if (nbl_fft_plan_from_radices(&request, plan->complex_dwords, &of, &made, NULL) != NBL_SUCCESS ||
            !spread_planes(limits, &made))
            continue;
        *plan = made;
        return;
    }
}

nbl_result_t nbl_fft_lines_plan(const nbl_fft_limits_t *limits, nbl_fft_lines_desc_t *desc,
                                nbl_instruction_order_t *order, nbl_error_t *error) {
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    const uint32_t half = p->real == NBL_FFT_REAL;
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = desc->planned,
                                             .kind = (nbl_fft_kind_t)p->real,
                                             .length = half ? desc->length / 2 : desc->length,
                                             .batch = 1,
                                             .inverse = p->inverse == 1,
                                             .plan_text = desc->radices,
                                             .any_radices = desc->fast,
                                             .rounds = 1,
                                             .limits = *limits};
    nbl_fft_transform_plan_t made;
    nbl_result_t result = nbl_fft_transform_plan(&wanted, &made, error);
    if (result != NBL_SUCCESS) return result;
    p->plan = made.parameters.plan;
    p->twiddles = made.parameters.twiddles;
    const bool may = (desc->radices != NULL || desc->fast) && made.element_bytes == 8;
    if (p->columns == 1 && !(may && take_measured(limits, &p->plan)))
        plan_columns(limits, made.element_bytes, &p->plan);
    p->invocations = p->plan.invocations;
    p->ffts_per_workgroup = p->plan.ffts_per_workgroup;
    p->shared_dwords = nbl_fft_plan_shared_dwords(p->plan) / p->plan.ffts_per_workgroup;
    if (p->shared_dwords == 0) p->shared_dwords = 1;
    *order = made.desc.instruction_order;
    return NBL_SUCCESS;
}

/* ---- Compiling */

nbl_compile_desc_t nbl_fft_lines_describe(const nbl_fft_lines_desc_t *desc, nbl_instruction_order_t order,
                                          nbl_mode_t mode, bool unroll, nbl_defines_t *defines) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t"};
    const nbl_fft_lines_parameters_t *p = &desc->parameters;
    defines->count = 0;
    nbl_defines_text(defines, "NBL_TRANSFORM_SCALAR", scalars[desc->precision]);
    nbl_defines_number(defines, "NBL_HAS_FLOAT16", desc->precision == NBL_FFT_FLOAT16);
    nbl_defines_number(defines, "NBL_HAS_FLOAT64", desc->precision == NBL_FFT_FLOAT64);
    nbl_defines_number(defines, "NBL_SUBGROUP_OPERATIONS", 0);
    nbl_defines_number(defines, "NBL_UNROLL_LOOPS", unroll);
    nbl_defines_number(defines, "NBL_TRANSFORM_ALGORITHM", NBL_FFT_STOCKHAM);
    nbl_defines_number(defines, "NBL_LINES_REAL", desc->last_step || p->real != NBL_FFT_COMPLEX);
    nbl_defines_text(defines, "NBL_LINES_KERNEL", "nbl_fft_lines");
    nbl_defines_parameters(defines, rows, sizeof rows / sizeof *rows, p);
    if (!desc->last_step) nbl_defines_radices(defines, p->plan);
    nbl_defines_number(defines, "NBL_MOST_ELEMENTS", desc->last_step ? 1 : p->plan.elements);
    const nbl_compile_desc_t compile = {.file = desc->last_step ? "shaders/fft_lines_real.h" : "shaders/fft_lines.h",
                                        .defines = defines->defines,
                                        .define_count = defines->count,
                                        .mode = mode,
                                        .optimize = unroll ? NBL_OPTIMIZE_UNROLL : NBL_OPTIMIZE_FOLD,
                                        .instruction_order = order};
    return compile;
}
