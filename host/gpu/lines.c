/* How the kernels of lines along a dimension are compiled.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/lines.h"

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_fft_lines_parameters_t, name, false)
#define PLAN(name) NBL_PARAMETER_ROW(nbl_fft_lines_parameters_t, name, true)
static const nbl_parameter_t rows[] = {NBL_FFT_LINES_PARAMETERS(NUMBER, PLAN)};

/* Returns whether a kernel's lines are radices times a prime: shaders/fft_lines_prime.h. */
static bool has_prime(const nbl_fft_lines_parameters_t *p) { return p->axes != 0 && p->permuted != 0; }

static uint32_t most_elements(const nbl_fft_lines_parameters_t *p) {
    uint32_t most = p->plan.elements;
    if (p->axes != 0 && p->second_plan.elements > most) most = p->second_plan.elements;
    if (p->axes != 0 && p->third_plan.elements > most) most = p->third_plan.elements;
    if (has_prime(p) && nbl_fft_prime_columns_each(p) * p->plan.elements > most)
        most = nbl_fft_prime_columns_each(p) * p->plan.elements;
    return most;
}

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
    if (desc->addresses) {
        nbl_defines_number(defines, "NBL_LINES_ADDRESSES", 1);
        nbl_defines_number(defines, "NBL_BUFFER_DEVICE_ADDRESS", 1);
    }
    nbl_defines_parameters(defines, rows, sizeof rows / sizeof *rows, p);
    if (!desc->last_step) nbl_defines_radices(defines, p->plan);
    if (p->axes != 0) {
        nbl_defines_number(defines, has_prime(p) ? "NBL_LINES_PRIME" : "NBL_LINES_ARRAYS", 1);
        nbl_defines_instance(defines, "NBL_SECOND_MOST_PASSES", "NBL_SECOND_RADIX_MASK", p->second_plan);
        if (!has_prime(p))
            nbl_defines_instance(defines, "NBL_THIRD_MOST_PASSES", "NBL_THIRD_RADIX_MASK", p->third_plan);
    }
    nbl_defines_number(defines, "NBL_MOST_ELEMENTS", desc->last_step ? 1 : most_elements(p));
    const nbl_compile_desc_t compile = {.file = desc->last_step ? "shaders/fft_lines_real.h" : "shaders/fft_lines.h",
                                        .defines = defines->defines,
                                        .define_count = defines->count,
                                        .mode = mode,
                                        .optimize = unroll ? NBL_OPTIMIZE_UNROLL : NBL_OPTIMIZE_FOLD,
                                        .instruction_order = order};
    return compile;
}
