/* Calls of 20 functions drawn from the reference once more, each written from the function's entry and the types with
 * it alone.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn on 2026-11-28 by `docs/reference.py --draw 4611281 20`, which prints their entries. Entries that were not
 * enough then are listed in docs/log/words.md.
 */
#include "drawn.h"

#include "nbl/bit.h"
#include "nbl/bit/pack.h"
#include "nbl/common.h"
#include "nbl/complex_polar_float64.h"
#include "nbl/fft/large.h"
#include "nbl/fft/plan.h"
#include "nbl/fft/plan_counts.h"
#include "nbl/fft/twiddle_float16.h"
#include "nbl/functional.h"
#include "nbl/matrix.h"
#include "nbl/vector.h"

#include "nbl/host/bloom.h"
#include "nbl/host/emulator.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/interpreter.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "nbl/host/wisdom.h"

#include <math.h>
#include <stdio.h>

static void numbers(void) {
    expect("nbl_fract", nbl_fract(-2.25f) == 0.75f);
    expect("nbl_step", nbl_step(2.0f, 2.0f) == 1.0f && nbl_step(2.0f, 1.5f) == 0.0f);
    expect("nbl_logical_not", nbl_logical_not(false));
    nbl_float32_t2 pair = nbl_splat_2(3.0f);
    expect("nbl_splat_2", pair.x == 3.0f && pair.y == 3.0f);
    nbl_float32_m4 d = nbl_matrix_diagonal_4(nbl_vector_4(1, 2, 3, 4));
    expect("nbl_matrix_diagonal_4", d.c1.y == 2.0f && d.c1.x == 0.0f && d.c3.w == 4.0f);
    nbl_float32_m3 t =
        nbl_matrix_transpose_3(nbl_matrix_3(nbl_vector_3(1, 2, 3), nbl_vector_3(4, 5, 6), nbl_vector_3(7, 8, 9)));
    expect("nbl_matrix_transpose_3", t.c0.y == 4.0f && t.c2.x == 3.0f);
    expect("nbl_pack_unorm_2x16", nbl_pack_unorm_2x16(nbl_vector_2(2.0f, 0.0f)) == 0xFFFFu);
    expect("nbl_rotate_left_upper", nbl_rotate_left_upper(0x81u, 4u, 8u) == 0x11u); /* 1000 0001 -> 0001 0001 */
    nbl_float64_sine_cosine_t turn = nbl_float64_sine_cosine(100.0);
    expect("nbl_float64_sine_cosine", fabs(turn.sine - sin(100.0)) < 1e-15 && fabs(turn.cosine - cos(100.0)) < 1e-15);
}

static void plans(void) {
    nbl_fft_large_pass_t first = nbl_fft_large_pass(1u, 4u, 8u, 1u);
    bool once[32] = {false}, all = true;
    for (uint32_t line = 0; line < nbl_fft_large_lines(first); line++)
        for (uint32_t e = 0; e < first.points; e++) once[nbl_fft_large_read(first, line, e)] = true;
    for (int i = 0; i < 32; i++) all = all && once[i];
    expect("nbl_fft_large_read", all);

    nbl_fft_plan_t plan;
    nbl_result_t made = nbl_fft_plan_parse("4x4x4@16", NBL_DWORDS_float32_t, NULL, &plan, &error);
    nbl_fft_pass_t last = nbl_fft_plan_last_pass(plan);
    expect("nbl_fft_pass_write_index", made == NBL_SUCCESS && nbl_fft_pass_write_index(last, 0u, 1u) ==
                                                                  nbl_fft_pass_write_index(last, 0u, 0u) + 1u);
    uint32_t unit = nbl_fft_plan_pad_unit(plan, 0u);
    expect("nbl_fft_plan_pad_unit", unit >= 4u && unit <= 256u);
    nbl_fft_fraction_t_float16_t fraction = nbl_fft_fraction_float16_t(8u);
    (void)fraction;
    expect("nbl_fft_fraction_float16_t", true);

    const uint32_t signal[2] = {100, 20}, kernel[2] = {29, 13};
    uint64_t bytes = 0;
    nbl_result_t sized = nbl_fft_output_buffer_size_convolution(NBL_FFT_RADIX2_SHUFFLE, 1, signal, kernel, 2, 0, NULL,
                                                                false, false, &bytes, &error);
    expect("nbl_fft_output_buffer_size_convolution", sized == NBL_SUCCESS && bytes == 256u * 20u * 8u);

    nbl_fft_wisdom_choice_t choice;
    expect("nbl_fft_wisdom_find", !nbl_fft_wisdom_find(NULL, false, NBL_FFT_FLOAT32, 1000, &choice));
}

static void kernel(void) {}

static void objects(void) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel;
    expect("nbl_emulator_launch_init", launch.workgroup_size[0] == 1 && launch.workgroup_count[2] == 1 &&
                                           launch.subgroup_size == 32 &&
                                           nbl_emulator_launch(&launch, NULL) == NBL_SUCCESS);

    nbl_fft_array_desc_t line = nbl_fft_array_desc_init();
    line.length = 4;
    line.precision = NBL_FFT_FLOAT32;
    const float ones[8] = {1, 0, 1, 0, 1, 0, 1, 0};
    float spectrum[8] = {0};
    expect("nbl_fft_array",
           nbl_fft_array(&line, ones, spectrum, &error) == NBL_SUCCESS && spectrum[0] == 4.0f && spectrum[2] == 0.0f);

    nbl_fft_array_context_t *context = NULL;
    nbl_fft_problem_t array = nbl_fft_problem_init();
    array.rank = 2;
    array.sizes[0] = array.sizes[1] = 2;
    float plane[8] = {0};
    expect("nbl_fft_nd_context_run", nbl_fft_array_context_create(0, &context, &error) == NBL_SUCCESS &&
                                         nbl_fft_nd_context_run(context, &array, ones, plane, &error) == NBL_SUCCESS &&
                                         plane[0] == 4.0f && plane[6] == 0.0f);
    nbl_fft_array_context_destroy(context);

    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = desc.height = 64;
    desc.kernel_width = desc.kernel_height = 17;
    nbl_bloom_plan_t bloom;
    const float grey[3] = {1, 1, 1}, black[3] = {0, 0, 0};
    expect("nbl_bloom_check_sums", nbl_bloom_plan_make(&desc, &bloom, &error) == NBL_SUCCESS &&
                                       nbl_bloom_check_sums(&bloom, grey, &error) == NBL_SUCCESS &&
                                       nbl_bloom_check_sums(&bloom, black, &error) == NBL_ERROR_BAD_KERNEL);

    const uint32_t damaged[2] = {0x07230203u, 0u};
    nbl_interpreter_desc_t module = {.words = damaged, .word_count = 2};
    nbl_interpreter_t *interpreter = NULL;
    expect("nbl_interpreter_create", nbl_interpreter_create(&module, &interpreter, &error) == NBL_ERROR_SPIRV);
}

int main(void) {
    numbers();
    plans();
    objects();
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong != 0;
}
