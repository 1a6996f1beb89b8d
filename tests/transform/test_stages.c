/* A device's kernels from programs: all that a kernel is compiled with, told and given is what a planner of devices'
 * own made, before rules wrote the programs.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds: another place of a factor (from_program_tables.c: numbers_of() + 2); the next pass's
 * points where a pass has none (from_program.c: take_pass()); a workspace of one transform less a number
 * (numbers_of()); a factor of x[0] that is 1 (from_program_tables.c: fill_numbers()).
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>

#include "gpu/from_program.h"
#include "tests/fft/convolution_testing.h"
#include "tests/transform/convolution_stages.h"
#include "tests/transform/program_testing.h"
#include "transform/choose.h"

static uint64_t hash_table(uint64_t hash, const nbl_fft_nd_table_t *table) {
    const uint64_t sizes[3] = {table->bytes, table->spectrum_offset, table->spectrum_bytes};
    hash = net_hash(hash, sizes, sizeof sizes);
    return table->bytes == 0 ? hash : net_hash(hash, table->numbers, table->bytes);
}

/* Goes on with a hash by all parameters, push constants, places, sizes and tables of stages, or by their refusal. */
static uint64_t hash_stages(uint64_t hash, const nbl_fft_nd_stages_t *stages, bool made) {
    static char buffer[NET_TEXT];
    nbl_fft_nd_text_t text = {buffer, sizeof buffer, 0};
    if (!made) return net_hash(hash, "refused", 7);
    net_put_stages(&text, stages);
    ck_assert_uint_lt(text.length, sizeof buffer);
    hash = net_hash(hash, buffer, text.length);
    hash = net_hash(hash, stages->region_offset, sizeof stages->region_offset);
    for (uint32_t a = 0; a < stages->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &stages->axis[a];
        for (int t = 0; t < 2; t++) hash = hash_table(hash, &axis->tables[t]);
        for (uint32_t s = 0; s < axis->stages; s++) {
            const nbl_fft_lines_constants_t told = nbl_fft_nd_stage_constants(axis, &axis->stage[s], 3, 5);
            hash = net_hash(hash, &told, sizeof told);
        }
    }
    return hash;
}

/* Hashes of what the planner made, 2026-11-29, but that exact mode does not choose by the batch. */
static const uint64_t of_net[2] = {0xcd5c9ebef6daedf9ull, 0x37078613a0fb625dull},
                      of_three_passes = 0xb3595a6eca732749ull, of_convolutions = 0xae375ec3478bd9a0ull;

START_TEST(the_net_has_its_kernels) {
    uint64_t hash[2] = {NET_BASIS, NET_BASIS};
    uint32_t rows = 0, refused = 0;
    for (uint32_t i = 3; i < NET_ROWS; i += 20)
        for (uint32_t way = 0; way < PROGRAM_WAYS; way++, rows++) {
            const nbl_fft_nd_desc_t row = net_draw(i);
            nbl_fft_nd_stages_t stages;
            const bool made = program_stages(&row, way, &stages);
            hash[way % 2] = hash_stages(hash[way % 2], &stages, made);
            refused += !made;
            nbl_fft_nd_stages_release(&stages);
        }
    printf("stages: %u of the net, %u beyond a device, exact %016llx, fast %016llx\n", rows, refused,
           (unsigned long long)hash[0], (unsigned long long)hash[1]);
    fflush(stdout);
    ck_assert_uint_eq(rows, 400);
    ck_assert_uint_lt(refused, rows / 3);
    for (int fast = 0; fast < 2; fast++) ck_assert_msg(hash[fast] == of_net[fast], "other kernels, fast %d", fast);
}
END_TEST

/* Longer than two passes hold, which the net has none of. */
START_TEST(three_passes_have_their_kernels) {
    static const uint64_t lengths[] = {823543, 5764801, 1u << 24, 5000000, 2 * 5764801};
    uint32_t rows = 0, three = 0;
    uint64_t hash = NET_BASIS;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (uint32_t way = 0; way < PROGRAM_WAYS; way++, rows++) {
            nbl_fft_problem_t row = nbl_fft_problem_init();
            nbl_fft_nd_stages_t stages;
            row.rank = 1;
            row.sizes[0] = lengths[i];
            row.real = i == 4;
            ck_assert(program_stages(&row, way, &stages));
            three += stages.axis[0].stages == 3;
            hash = hash_stages(hash, &stages, true);
            nbl_fft_nd_stages_release(&stages);
        }
    printf("stages: %u long lines, %u of them in three passes, %016llx\n", rows, three, (unsigned long long)hash);
    fflush(stdout);
    ck_assert_uint_eq(rows, 20);
    ck_assert_uint_ge(three, 8);
    ck_assert_msg(hash == of_three_passes, "other kernels");
}
END_TEST

START_TEST(convolutions_have_their_kernels) {
    static const uint32_t most[4] = {0, 300000, 500, 60}, most_kernel[4] = {0, 3000, 40, 9};
    test_random_t random = test_random_from(20261130);
    uint32_t refused = 0;
    uint64_t hash = NET_BASIS;
    for (uint32_t i = 0; i < 60; i++) {
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most, most_kernel);
        nbl_fft_limits_t limits = nbl_choose_limits(i % 3 == 1);
        nbl_fft_nd_stages_t stages[2];
        nbl_error_t error;
        if (i % 5 == 4) limits.max_buffer_bytes = 1 << 20;
        const nbl_mode_t mode = i % 2 == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
        const bool made = test_convolution_stages(&desc, &limits, mode, stages, &error);
        refused += !made;
        for (int s = 0; s < 2; s++) {
            hash = hash_stages(hash, &stages[s], made);
            nbl_fft_nd_stages_release(&stages[s]);
        }
    }
    printf("stages: 60 convolutions, %u beyond a device, %016llx\n", refused, (unsigned long long)hash);
    fflush(stdout);
    ck_assert_uint_le(refused, 12);
    ck_assert_msg(hash == of_convolutions, "other kernels");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stages");
    TCase *tests = tcase_create("stages");
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, the_net_has_its_kernels);
    tcase_add_test(tests, three_passes_have_their_kernels);
    tcase_add_test(tests, convolutions_have_their_kernels);
    return test_run_suite(suite);
}
