/* Planes of narrow rows in blocks: which programs have them, in fused mode as in fast mode, and that these are sound
 * and compute their problem.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds: in rules/blocks.c twiddles of another block, lines that lie otherwise; in rules/resident.c
 * the rows of a block beside each other; in run_move_scalar.h rows that are moved without their distance.
 */
#include "tests/transform/program_testing.h"

/* A drawn plane of long columns and narrow rows. */
static void draw_plane(test_random_t *random, uint32_t number, nbl_fft_problem_t *row) {
    static const uint32_t columns[] = {1536, 1701, 1800, 2100, 2401, 2700, 3072, 3920,
                                       4116, 4374, 5000, 5488, 6125, 7203, 8192};
    static const uint32_t rows[] = {9, 10, 13, 15, 16, 21, 25, 26, 27, 33, 40, 45, 56, 63, 64};
    *row = nbl_fft_problem_init();
    row->rank = 2;
    row->sizes[0] = columns[test_random_below(random, sizeof columns / sizeof *columns)];
    row->sizes[1] = rows[test_random_below(random, sizeof rows / sizeof *rows)];
    row->mode = NBL_MODE_FAST;
    row->real = number % 3 != 0;
    row->inverse = number % 3 == 2 || number % 6 == 3;
    row->overwrites_input = number % 2 == 0;
    row->batch = number % 5 == 4 ? 2 : 1;
}

static bool has_blocks(const nbl_program_t *program) {
    for (uint32_t s = 0; s < program->steps; s++)
        if ((program->step[s].load.apart.count | program->step[s].store.apart.count) != 0) return true;
    return false;
}

START_TEST(narrow_planes_go_in_blocks) {
    static nbl_program_t program, fused, read;
    const uint32_t draws = test_all() ? 300 : 12;
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, true);
    test_random_t random = test_random_begin("blocks");
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < draws; i++) {
        nbl_fft_problem_t row;
        nbl_error_t error;
        draw_plane(&random, i, &row);
        ck_assert_msg(rules_program(&row, &limits, false, &program, &error), "%s", error.text);
        if (!has_blocks(&program)) continue;
        row.mode = NBL_MODE_FUSED;
        ck_assert_msg(rules_program(&row, &limits, false, &fused, &error), "%s", error.text);
        ck_assert_msg(has_blocks(&fused), "%" PRIu64 "x%" PRIu64 ": none in fused mode", row.sizes[0], row.sizes[1]);
        if (i % 4 == 3) program_copy(&fused, &program);
        char *text = program_text(&program);
        blocks++;
        ck_assert_uint_eq(program.steps, 2);
        ck_assert_msg(nbl_program_read(text, &read, &error) == NBL_SUCCESS, "%s\n%s", error.text, text);
        ck_assert_msg(nbl_program_equal(&program, &read), "it reads another program:\n%s", text);
        ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "%s\n%s", error.text, text);
        ck_assert_msg(nbl_program_prove(&program, 1, &error) == NBL_SUCCESS, "%s\n%s", error.text, text);
        free(text);
    }
    printf("blocks: %u of %u narrow planes\n", blocks, draws);
    ck_assert_uint_ge(blocks, draws / 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blocks");
    TCase *tests = tcase_create("blocks");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, narrow_planes_go_in_blocks);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
