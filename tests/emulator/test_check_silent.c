/* Correct kernels, about which the checker must say nothing: small ones, this project's transforms and its bloom.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

#include "nbl/host/fft_vulkan.h"
#include "nbl/host/bloom.h"
#include "nbl/fft/parameters.h"

NBL_KERNEL(own_elements) {
    NBL_STORE(a, T, T);
    NBL_STORE(a, T, NBL_LOAD(a, T) + 1u);
    FINISH(NBL_LOAD(a, T) - 1u);
}
NBL_KERNEL(exchange) {
    NBL_STORE(a, T, T);
    BARRIER;
    FINISH(NBL_LOAD(a, T ^ 63u) ^ 63u);
}
NBL_KERNEL(exchange_twice) {
    NBL_STORE(a, T, T);
    BARRIER;
    uint32_t other = NBL_LOAD(a, T ^ 63u);
    BARRIER;
    NBL_STORE(a, T, other);
    BARRIER;
    FINISH(NBL_LOAD(a, T ^ 63u));
}
NBL_KERNEL(two_buffers_one_barrier) { /* double buffering: a barrier per trip is enough */
    uint32_t value = T;
    for (uint32_t i = 0u; i < 6u; i++) {
        if (i % 2u == 0u)
            NBL_STORE(a, T, value);
        else
            NBL_STORE(b, T, value);
        BARRIER;
        value = i % 2u == 0u ? NBL_LOAD(a, T ^ (1u << i)) : NBL_LOAD(b, T ^ (1u << i));
    }
    FINISH(value ^ 63u);
}
NBL_KERNEL(reduction) {
    NBL_STORE(a, T, 1u);
    for (uint32_t half = 32u; half >= 1u; half /= 2u) {
        BARRIER;
        if (T < half) NBL_STORE(a, T, NBL_LOAD(a, T) + NBL_LOAD(a, T + half));
    }
    BARRIER;
    FINISH(T + NBL_LOAD(a, 0u) - 64u);
}
NBL_KERNEL(reduction_by_subgroups) {
    uint32_t sum = nbl_subgroup_add(1u);
    if (LANE == 0u) NBL_STORE(a, nbl_subgroup_id(), sum);
    BARRIER;
    sum = 0u;
    for (uint32_t i = 0u; i < 64u / nbl_subgroup_size(); i++) sum += NBL_LOAD(a, i);
    FINISH(T + sum - 64u);
}
NBL_KERNEL(scan) {
    NBL_STORE(a, T, 1u);
    BARRIER;
    for (uint32_t step = 1u; step < 64u; step *= 2u) {
        uint32_t before = T >= step ? NBL_LOAD(a, T - step) : 0u;
        BARRIER;
        NBL_STORE(a, T, NBL_LOAD(a, T) + before);
        BARRIER;
    }
    FINISH(NBL_LOAD(a, T) - 1u);
}
NBL_KERNEL(within_the_subgroup) {
    NBL_STORE(a, T, T);
    SUBGROUP;
    uint32_t other = NBL_LOAD(a, T ^ 7u);
    SUBGROUP;
    NBL_STORE(a, T ^ 7u, other);
    SUBGROUP;
    FINISH(NBL_LOAD(a, T));
}
NBL_KERNEL(subgroup_then_workgroup) {
    NBL_STORE(a, T, T);
    SUBGROUP;
    NBL_STORE(b, T, NBL_LOAD(a, T ^ 1u));
    BARRIER;
    NBL_STORE(a, T, NBL_LOAD(b, T ^ 32u));
    SUBGROUP;
    FINISH(NBL_LOAD(a, T ^ 4u) ^ 37u);
}
NBL_KERNEL(shuffles_move_values) { FINISH(nbl_subgroup_shuffle_xor(T, 1u) ^ 1u); }
NBL_KERNEL(disjoint_halves) { /* one half writes what the other does not touch, with no barrier */
    if (T < 32u)
        NBL_STORE(a, T, T);
    else
        NBL_STORE(b, T, T);
    FINISH(T < 32u ? NBL_LOAD(a, T) : NBL_LOAD(b, T));
}
NBL_KERNEL(many_read_one) {
    if (T == 17u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    FINISH(T + NBL_LOAD(a, 0u) - 5u);
}
NBL_KERNEL(many_read_then_one_writes) {
    if (T == 17u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    uint32_t seen = NBL_LOAD(a, 0u);
    BARRIER;
    if (T == 4u) NBL_STORE(a, 0u, 6u);
    BARRIER;
    FINISH(T + seen + NBL_LOAD(a, 0u) - 11u);
}
NBL_KERNEL(dwords_of_a_pair) { /* elements of eight bytes, neighbours untouched */
    nbl_float32_t2 pair = {(float)T, 1.0f};
    NBL_STORE(pairs, T, pair);
    BARRIER;
    FINISH((uint32_t)NBL_LOAD(pairs, T ^ 32u).x ^ 32u);
}
static uint32_t mirrored(void) {
    uint32_t value = NBL_LOAD(a, T ^ 63u);
    BARRIER;
    return value;
}
NBL_KERNEL(value_waits_before_it_is_stored) { /* the barrier is between the loads and the stores */
    NBL_STORE(a, T, T);
    BARRIER;
    NBL_STORE(a, T, mirrored());
    BARRIER;
    FINISH(NBL_LOAD(a, T) ^ 63u);
}
NBL_KERNEL(the_filling_itself) { /* 0xA5 is a value like any other */
    uint32_t value;
    NBL_STORE(octets, T, 0xA5);
    value = NBL_LOAD(octets, T);
    FINISH(T + value - 0xA5u);
}
NBL_KERNEL(neighbouring_octets) { /* four in a dword, each its own */
    NBL_STORE(octets, T, (uint8_t)T);
    BARRIER;
    FINISH((uint32_t)NBL_LOAD(octets, T ^ 1u) ^ 1u);
}
NBL_KERNEL(neighbouring_bytes) {
    NBL_STORE(bytes, T, (uint8_t)T);
    FINISH(NBL_LOAD(bytes, T));
}
NBL_KERNEL(buffers_are_initialised) { FINISH(GROUP * 64u + (NBL_LOAD(data, T ^ 1u) ^ 1u)); }
NBL_KERNEL(own_buffer_elements) {
    NBL_STORE(data, GROUP * 64u + T, T);
    NBL_STORE(data, GROUP * 64u + T, NBL_LOAD(data, GROUP * 64u + T) + GROUP * 64u);
    BARRIER;
    FINISH(NBL_LOAD(data, GROUP * 64u + T));
}
NBL_KERNEL(buffer_within_the_subgroup) {
    NBL_STORE(coherent_data, T, T + 3u);
    SUBGROUP;
    FINISH((NBL_LOAD(coherent_data, T ^ 5u) - 3u) ^ 5u);
}
NBL_KERNEL(own_texels) {
    nbl_float32_t4 texel = {(float)T, 0.0f, 0.0f, 0.0f};
    NBL_IMAGE_STORE(picture, T, GROUP, texel);
    FINISH(GROUP * 64u + (uint32_t)NBL_IMAGE_LOAD(picture, T, GROUP).x);
}
NBL_KERNEL(memory_anew_in_each_workgroup) {
    NBL_STORE(a, T ^ GROUP, T ^ GROUP);
    BARRIER;
    FINISH(GROUP * 64u + NBL_LOAD(a, T));
}
NBL_KERNEL(one_value_for_all) { /* with leave to write equal values */
    NBL_STORE(a, 0u, 7u);
    NBL_STORE(data, 3u, 8u);
    BARRIER;
    NBL_STORE(a, 1u, NBL_LOAD(a, 0u) + 1u);
    FINISH(GROUP * 64u + T);
}
NBL_KERNEL(one_value_then_another) {
    NBL_STORE(a, T / 8u, 1u);
    SUBGROUP;
    if (LANE == 0u) NBL_STORE(a, T / 8u, 2u);
    BARRIER;
    FINISH(T + NBL_LOAD(a, T / 8u) - 2u);
}
NBL_KERNEL(covered_barrier) { /* with barriers that cover buffers */
    NBL_STORE(data, T, T);
    BARRIER;
    FINISH(NBL_LOAD(data, T ^ 63u) ^ 63u);
}
NBL_KERNEL(some_end_early) {
    if (T < 8u) NBL_STORE(a, T, T);
    SUBGROUP;
    FINISH(T < 8u ? NBL_LOAD(a, T ^ 1u) ^ 1u : T);
}

#define CASE(kernel, workgroups, subgroup_size, options) \
    { #kernel, kernel, 0, NO_RACE, "", 0, 0, 0, "", "", 0, 0, 0, workgroups, subgroup_size, options }

static const check_case_t cases[] = {CASE(own_elements, 1, 8, 0),
                                     CASE(exchange, 1, 8, 0),
                                     CASE(exchange, 1, 64, 0),
                                     CASE(exchange, 1, 1, 0),
                                     CASE(exchange_twice, 1, 8, 0),
                                     CASE(two_buffers_one_barrier, 1, 8, 0),
                                     CASE(reduction, 1, 8, 0),
                                     CASE(reduction_by_subgroups, 1, 8, 0),
                                     CASE(reduction_by_subgroups, 1, 32, 0),
                                     CASE(scan, 1, 8, 0),
                                     CASE(scan, 1, 128, 0),
                                     CASE(within_the_subgroup, 1, 8, 0),
                                     CASE(subgroup_then_workgroup, 1, 8, 0),
                                     CASE(shuffles_move_values, 1, 8, 0),
                                     CASE(disjoint_halves, 1, 8, 0),
                                     CASE(many_read_one, 1, 8, 0),
                                     CASE(many_read_then_one_writes, 1, 8, 0),
                                     CASE(dwords_of_a_pair, 1, 8, 0),
                                     CASE(value_waits_before_it_is_stored, 1, 8, 0),
                                     CASE(the_filling_itself, 1, 8, 0),
                                     CASE(neighbouring_octets, 1, 8, 0),
                                     CASE(neighbouring_bytes, 1, 8, 0),
                                     CASE(buffers_are_initialised, 4, 8, 0),
                                     CASE(own_buffer_elements, 4, 8, 0),
                                     CASE(buffer_within_the_subgroup, 1, 8, 0),
                                     CASE(own_texels, 4, 8, 0),
                                     CASE(memory_anew_in_each_workgroup, 4, 8, 0),
                                     CASE(one_value_for_all, 4, 8, NBL_EMULATOR_ALLOW_EQUAL_WRITES),
                                     CASE(one_value_then_another, 1, 8, NBL_EMULATOR_ALLOW_EQUAL_WRITES),
                                     CASE(covered_barrier, 1, 8, NBL_EMULATOR_BARRIERS_ORDER_BUFFERS),
                                     CASE(some_end_early, 1, 8, 0)};

START_TEST(correct_kernels_are_passed_over) { expect_case(&cases[_i]); }
END_TEST

/* ---- this project's kernels ---- */

static void expect_silent_transform(nbl_fft_transform_desc_t desc, nbl_emulator_order_t order) {
    nbl_fft_transform_plan_t plan;
    nbl_error_t error = {""};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    static uint32_t number; /* by steps of 5 every form, precision and order has its turn */

    if (number++ % test_sanitized_step(5) != 0) return;
    desc.limits = nbl_fft_emulator_limits(desc.subgroup_size);
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    float *input = make_memory(plan.buffer_bytes), *output = make_memory(plan.buffer_bytes);
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    launch.seed = desc.length;
    nbl_result_t result = nbl_fft_transform_emulate(&plan, &launch, input, output, &report, &error);
    ck_assert_msg(result == NBL_SUCCESS && report.finding_count == 0, "length %u: %s\n%s", desc.length, error.text,
                  text_of(&report));
    ck_assert_uint_ne(report.shared_loads + (plan.barriers == 0), 0u);
    free(input);
    free(output);
}

START_TEST(radix2_transforms_are_passed_over) {
    uint32_t shapes = 0;
    for (uint32_t elements = 2; elements <= 32u; elements *= 2u)
        for (uint32_t size = 1; size <= (elements > 8u ? 64u : 256u); size *= 4u)
            for (uint32_t subgroup = 1; subgroup <= 128u; subgroup *= 4u)
                for (uint32_t form = 0; form < 4u; form++, shapes++)
                    expect_silent_transform(
                        (nbl_fft_transform_desc_t){.precision = (nbl_fft_precision_t)(shapes % 3u),
                                                   .length = elements * size,
                                                   .batch = 3,
                                                   .inverse = form % 2u != 0,
                                                   .native = form / 2u != 0,
                                                   .elements_per_invocation = elements,
                                                   .workgroup_size = size,
                                                   .ffts_per_workgroup = size > 64u ? 1u : 2u,
                                                   .subgroup_size =
                                                       subgroup > size * (size > 64u ? 1u : 2u) ? 1u : subgroup},
                        (nbl_emulator_order_t)(shapes / 3u % 3u));
    printf("test_check_silent: %u radix-2 transforms\n", (unsigned)shapes);
    ck_assert_uint_ge(shapes, 300u);
}
END_TEST

START_TEST(stockham_transforms_are_passed_over) {
    static const uint32_t lengths[] = {2,   3,   7,   16,  30,   49,   64,   125,  210,  243,
                                       256, 360, 512, 625, 1000, 1024, 1050, 2048, 2187, 4096};
    uint32_t shapes = 0;
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (uint32_t form = 0; form < 4u; form++, shapes++)
            expect_silent_transform((nbl_fft_transform_desc_t){.algorithm = NBL_FFT_STOCKHAM,
                                                               .precision = (nbl_fft_precision_t)(shapes % 3u),
                                                               .length = lengths[i],
                                                               .batch = 3,
                                                               .inverse = form % 2u != 0,
                                                               .native = form / 2u != 0},
                                    (nbl_emulator_order_t)(shapes / 3u % 3u));
    printf("test_check_silent: %u Stockham transforms\n", (unsigned)shapes);
}
END_TEST

START_TEST(blooms_are_passed_over) {
    uint32_t blooms = 0;
    for (uint32_t form = 0; form < 16u; form++) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        nbl_emulator_report_t reports[NBL_BLOOM_PASSES];
        desc.width = 21;
        desc.height = 33;
        desc.kernel_width = 9;
        desc.kernel_height = 8;
        desc.algorithm = form % 2u != 0 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
        desc.padding_x = desc.padding_y = form / 2u % 2u != 0 ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO;
        desc.kernel_mode = form / 4u % 2u != 0 ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD;
        desc.storage = form % 3u == 0 ? NBL_BLOOM_STORAGE_FLOAT16 : NBL_BLOOM_STORAGE_FLOAT32;
        desc.columns = 1 + form % 3u;
        if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) { /* while blooms by Stockham are refused */
            ck_assert_int_eq(desc.algorithm, NBL_FFT_STOCKHAM);
            continue;
        }
        blooms++;
        nbl_bloom_run_t run = nbl_bloom_run_init();
        float *kernel = make_memory(9 * 8 * 16);
        for (uint32_t i = 0; i < 9 * 8 * 4; i++) kernel[i] = 0.01f * (float)(i % 7u + 1u);
        run.image = make_memory(21 * 33 * 16);
        run.kernel = kernel;
        run.result = make_memory(21 * 33 * 16);
        run.workspace = make_memory(plan.workspace_bytes);
        run.spectrum = make_memory(plan.spectrum_bytes);
        run.sums = make_memory(NBL_BLOOM_SUMS_BYTES);
        run.launch.check = NBL_EMULATOR_CHECK_RACES;
        run.launch.order = (nbl_emulator_order_t)(form % 3u);
        nbl_result_t result = nbl_bloom_emulate(&plan, &run, 0, NBL_BLOOM_PASSES - 1, reports, &error);
        ck_assert_msg(result == NBL_SUCCESS, "form %u: %s", (unsigned)form, error.text);
        for (uint32_t i = 0; i < NBL_BLOOM_PASSES; i++)
            ck_assert_msg(reports[i].result == NBL_SUCCESS && reports[i].finding_count == 0, "%s",
                          text_of(&reports[i]));
        free((void *)(uintptr_t)run.image), free(kernel), free(run.result), free(run.workspace), free(run.spectrum),
            free(run.sums);
    }
    printf("test_check_silent: %u blooms\n", (unsigned)blooms);
    ck_assert_uint_ge(blooms, 8u);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: check, silent");
    TCase *tests = tcase_create("check");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, correct_kernels_are_passed_over, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, radix2_transforms_are_passed_over);
    tcase_add_test(tests, stockham_transforms_are_passed_over);
    tcase_add_test(tests, blooms_are_passed_over);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
