/* Calls of 20 more functions drawn from the reference, each written from the function's entry alone, and the types it
 * names.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn on 2026-11-28 by `docs/reference.py --draw 461128 20`, which prints their entries. Entries that were not enough
 * then are listed in docs/log/words.md.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "drawn.h"

#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/bit/pack.h"
#include "nbl/fft/large.h"
#include "nbl/fft/mirror.h"
#include "nbl/fft/plan.h"
#include "nbl/matrix.h"
#include "nbl/tgmath.h"

#include "nbl/host/bloom_low.h"
#include "nbl/host/convolution.h"
#include "nbl/host/interpreter.h"
#include "nbl/host/plan.h"
#include "nbl/host/scan.h"
#include "nbl/host/wisdom.h"

#include <stdio.h>
#include <string.h>

static void words(void) {
    expect("nbl_rotate_left_upper", nbl_rotate_left_upper(0x9Bu, 5u, 8u) == 0x3Bu); /* 10011 011 -> 00111 011 */
    nbl_wide_t difference = nbl_subtract_borrow(3u, 5u);
    expect("nbl_subtract_borrow", difference.low == 0xFFFFFFFEu && difference.high == 1u);
    expect("nbl_pack_unorm_2x16", nbl_pack_unorm_2x16(nbl_vector_2(1.0f, 7.0f)) == 0xFFFFFFFFu &&
                                      nbl_pack_unorm_2x16(nbl_vector_2(1.0f, -7.0f)) == 0xFFFFu);
    nbl_uint32_t4 bytes = nbl_unpack_uint_4x8(0x04030201u);
    expect("nbl_unpack_uint_4x8", bytes.x == 1u && bytes.y == 2u && bytes.z == 3u && bytes.w == 4u);
    expect("nbl_fma", nbl_fma(16777217.0f, 16777215.0f, -281474976710656.0f) == -16777216.0f);
    nbl_float32_m3 m = nbl_matrix_3(nbl_vector_3(1, 2, 3), nbl_vector_3(4, 5, 6), nbl_vector_3(7, 8, 9));
    expect("nbl_matrix_3", m.c0.z == 3.0f && m.c2.x == 7.0f);
#if NBL_HAS_FLOAT16
    nbl_dwords_t d = {{0xC0003C00u}}; /* 1 and -2 */
    nbl_complex_float16_t z = nbl_complex_from_dwords_float16_t(d);
    expect("nbl_complex_from_dwords_float16_t", (float)z.real == 1.0f && (float)z.imag == -2.0f);
#endif
}

static void indices(void) {
    nbl_fft_large_pass_t first = nbl_fft_large_pass(1u, 4u, 8u, 1u), second = nbl_fft_large_pass(2u, 4u, 8u, 1u);
    bool once[32] = {false}, stays = true;
    for (uint32_t line = 0; line < nbl_fft_large_lines(second); line++)
        for (uint32_t e = 0; e < second.points; e++) once[nbl_fft_large_place(second, line, e)] = true;
    for (int i = 0; i < 32; i++) stays = stays && once[i];
    expect("nbl_fft_large_place", stays);
    /* The first pass's lines are columns of the source as 4 rows of 8. */
    expect("nbl_fft_large_read", nbl_fft_large_read(first, 3u, 2u) == 2u * 8u + 3u);

    nbl_fft_nabla_order_t order = nbl_fft_nabla_order(nbl_fft_log2_elements(1u), nbl_fft_log2_workgroup(3u));
    bool mutual = true;
    for (uint32_t t = 0; t < 8u; t++) {
        nbl_fft_mirror_local_info_t mine = nbl_fft_mirror_local_info(order, t);
        mutual = mutual && nbl_fft_mirror_local_info(order, mine.other_invocation).other_invocation == t;
    }
    expect("nbl_fft_mirror_local_info", mutual);
}

static void plans(void) {
    nbl_fft_plan_t plan;
    nbl_result_t made = nbl_fft_plan_parse("10x10x10@100", NBL_DWORDS_float32_t, NULL, &plan, &error);
    expect("nbl_fft_plan_parse", made == NBL_SUCCESS && plan.fft_length == 1000u);
    expect("nbl_fft_plan_shared_dwords", nbl_fft_plan_shared_dwords(plan) >= 1000u);
    expect("nbl_fft_plan_check_length",
           nbl_fft_plan_check_length(1000u, NBL_DWORDS_float32_t, NULL) == NBL_SUCCESS &&
               nbl_fft_plan_check_length(34u, NBL_DWORDS_float32_t, &error) == NBL_ERROR_ARGUMENT &&
               strstr(error.text, "33") != NULL);
    expect("nbl_fft_instruction_order_name",
           strcmp(nbl_fft_instruction_order_name(NBL_INSTRUCTION_ORDER_LATE), "late") == 0);

    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    desc.length = 64;
    nbl_fft_transform_plan_t transform;
    nbl_spirv_t spirv = {0};
    made = nbl_fft_transform_plan(&desc, &transform, &error);
    if (made == NBL_SUCCESS) made = nbl_fft_transform_compile(NULL, NBL_MODE_EXACT, false, &transform, &spirv, &error);
    expect("nbl_fft_transform_compile", made == NBL_SUCCESS && spirv.word_count > 5 && spirv.words[0] == 0x07230203u);
    nbl_spirv_free(&spirv);
}

static void runs(void) {
    const uint32_t source[5] = {1, 2, 3, 4, 5};
    uint32_t sums[5];
    nbl_scan_desc_t desc = {
        .scalar = NBL_SCAN_UINT32, .operation = NBL_SCAN_PLUS, .kind = NBL_SCAN_EXCLUSIVE, .count = 5};
    expect("nbl_scan_emulate", nbl_scan_emulate(&desc, source, sums, &error) == NBL_SUCCESS && sums[4] == 10u);
    expect("nbl_scan_workspace_bytes", nbl_scan_workspace_bytes(1u << 20) > 0);

    nbl_bloom_low_destroy(NULL);
    expect("nbl_bloom_low_destroy", true);
    const float kernel[3] = {1, 1, 1};
    nbl_convolution_desc_t convolution = nbl_convolution_desc_init();
    convolution.rank = 1, convolution.sizes[0] = 10, convolution.kernel_sizes[0] = 3;
    nbl_convolution_t *plan = NULL;
    nbl_result_t made = nbl_convolution_create(&convolution, kernel, &plan, &error);
    nbl_convolution_destroy(plan);
    expect("nbl_convolution_destroy", made == NBL_SUCCESS);

    nbl_spirv_t spirv = {0};
    nbl_compile_desc_t text = {
        .file = "twice.comp",
        .text = "#version 460\nlayout(local_size_x = 32) in;\nlayout(binding = 0) buffer B { uint b[]; };\n"
                "void main() { b[gl_GlobalInvocationID.x] *= 2; }\n"};
    nbl_interpreter_t *interpreter = NULL;
    uint32_t contents[2][64] = {{1, 2, 3}, {4, 5, 6}};
    uint64_t compared = 0, beyond = 1;
    made = nbl_compile(&text, &spirv, &error);
    nbl_interpreter_desc_t module = {.words = spirv.words, .word_count = spirv.word_count};
    if (made == NBL_SUCCESS) made = nbl_interpreter_create(&module, &interpreter, &error);
    nbl_interpreter_binding_t bound[2] = {{.data = contents[0], .bytes = 256}, {.data = contents[1], .bytes = 256}};
    nbl_interpreter_run_t run[2] = {{.bindings = &bound[0], .binding_count = 1, .groups = {2, 1, 1}, .prove = true},
                                    {.bindings = &bound[1], .binding_count = 1, .groups = {2, 1, 1}}};
    if (made == NBL_SUCCESS) made = nbl_interpreter_hold(interpreter, &run[0], &run[1], 1, &compared, &beyond, &error);
    expect("nbl_interpreter_hold", made == NBL_SUCCESS && compared > 0 && beyond == 0);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}

int main(void) {
    words();
    indices();
    plans();
    runs();
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong != 0;
}
