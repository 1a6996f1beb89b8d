/* Passes that share a dispatch without a row of host/facts: what kernels and exact mode's bits ask of their plans.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/transform/program_testing.h"

#include "fft/split.h"
#include "fft/tuning.h"
#include "transform/choose_together.h"

enum { BATCH_ELEMENTS = 1 << 23, MOST_CHECKED = 1 };

static nbl_fft_limits_t nvidia(void) {
    nbl_fft_limits_t limits = nbl_choose_limits(true);
    limits.addresses = true;
    limits.max_shared_bytes = 49152;
    limits.device = NBL_DEVICE_NVIDIA;
    limits.literals = NBL_FFT_LITERALS_WHERE_FASTER;
    return limits;
}

/* A drawn array of one to three axes, and as many as make BATCH_ELEMENTS. Returns the elements of one. */
static uint64_t draw_array(test_random_t *random, uint32_t number, nbl_fft_problem_t *row) {
    static const uint32_t sizes[] = {9,    10,   12,   16,   18,   20,   27,   32,   35,   48,   56,   64,
                                     70,   80,   96,   100,  112,  125,  128,  135,  144,  168,  196,  200,
                                     216,  243,  250,  256,  270,  320,  360,  405,  441,  480,  500,  512,
                                     540,  600,  648,  700,  750,  768,  810,  880,  1000, 1024, 1080, 1200,
                                     1400, 2048, 2646, 2744, 3024, 3456, 3780, 4000, 4410, 5292, 6000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    uint64_t elements;
    *row = nbl_fft_problem_init();
    row->rank = 1 + number % 3;
    do {
        elements = 1;
        for (uint32_t d = 0; d < row->rank; d++)
            elements *= row->sizes[d] = sizes[test_random_below(random, row->rank == 3 ? SIZES - 15 : SIZES)];
        if (row->rank == 1) elements = row->sizes[0] *= sizes[test_random_below(random, SIZES)];
    } while (elements > BATCH_ELEMENTS || elements < 1 << 15);
    row->batch = BATCH_ELEMENTS / elements;
    row->inverse = number / 3 % 2 == 1;
    return elements;
}

static uint64_t without_ones(const nbl_fft_plan_t *plan) {
    uint64_t radices = 0;
    for (uint32_t p = 0; p < plan->passes; p++)
        if (nbl_fft_plan_radix(*plan, p) > 1) radices = radices * 64 + nbl_fft_plan_radix(*plan, p);
    return radices;
}

/* What exact mode's bits depend on: the points of passes and their radices. */
static void expect_exact(const nbl_fft_problem_t *row, const nbl_tickets_t *tickets, const char *text) {
    uint32_t points[3];
    if (row->rank == 1) ck_assert_msg(nbl_fft_split(row->sizes[0], points) == tickets->passes, "%s", text);
    for (uint32_t p = 0; p < tickets->passes; p++) {
        const uint32_t length = row->rank == 1 ? points[p] : (uint32_t)row->sizes[row->rank - 1 - p];
        const char *split = row->rank == 1 ? nbl_fft_split_radices(length, NBL_DWORDS_float32_t) : NULL;
        const nbl_fft_plan_t plan = nbl_fft_line_plan(length, NBL_FFT_FLOAT32, split);
        ck_assert_msg(tickets->plan[p].fft_length == length && without_ones(&tickets->plan[p]) == without_ones(&plan),
                      "pass %u: other radices than the CPU's: %s", p, text);
    }
}

/* What shaders/fft_tickets.h asks of the two passes that share a dispatch. */
static void expect_kernels(const nbl_tickets_t *tickets, const char *text) {
    const uint32_t second = tickets->planes != 0 ? 1 : tickets->passes - 1;
    const nbl_fft_plan_t *one = &tickets->plan[second - 1], *two = &tickets->plan[second];
    const bool strips = second == 2, turns = second == 1 && tickets->axes == 1;
    const uint32_t size = two->invocations * two->ffts_per_workgroup, row = tickets->axes > 1 && !strips;
    ck_assert_msg(size / one->invocations == one->ffts_per_workgroup && (row == 1 || size % one->invocations == 0),
                  "two sizes of workgroups: %s", text);
    ck_assert_uint_le(
        4 * (nbl_fft_plan_shared_dwords(*one) / one->ffts_per_workgroup * (one->ffts_per_workgroup + row)), 49152);
    ck_assert_msg(!strips || one->ffts_per_workgroup == two->ffts_per_workgroup, "strips of two widths: %s", text);
    ck_assert_msg(!turns || (tickets->length / one->fft_length % one->ffts_per_workgroup == 0), "a tile that turns: %s",
                  text);
    ck_assert_msg(4 * nbl_fft_plan_shared_dwords(*one) <= 49152 && 4 * nbl_fft_plan_shared_dwords(*two) <= 49152, "%s",
                  text);
}

/* Mutations that this finds: in choose_pairs.c strips of two widths; in choose_together.c exact mode's points in the
 * other order. */
START_TEST(passes_go_together_by_a_rule) {
    static nbl_program_t program;
    uint32_t together[2] = {0, 0}, checked = 0;
    const uint32_t draws = test_all() ? 3000 : 120;
    test_random_t random = test_random_begin("passes together");
    for (uint32_t i = 0; i < draws; i++) {
        const nbl_fft_limits_t limits = nvidia();
        nbl_fft_problem_t row;
        nbl_tickets_t tickets;
        nbl_error_t error;
        const uint64_t elements = draw_array(&random, i, &row);
        row.mode = i / 6 % 2 == 0 ? NBL_MODE_FAST : NBL_MODE_EXACT;
        ck_assert_msg(rules_program(&row, &limits, false, &program, &error), "%s", error.text);
        if (program.step[0].literal == 0) continue;
        char *text = program_text(&program);
        ck_assert_msg(nbl_tickets_of_program(&program, &tickets), "no kernels: %s", text);
        if (tickets.lag != 0) {
            together[row.mode == NBL_MODE_EXACT]++;
            expect_kernels(&tickets, text);
            if (row.mode == NBL_MODE_EXACT) expect_exact(&row, &tickets, text);
            if (checked < MOST_CHECKED || test_all()) {
                ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "%s: %s", error.text, text);
                checked++;
            }
            row.batch = BATCH_ELEMENTS / elements / 64; /* too few to wait for each other */
            if (row.batch > 0) {
                ck_assert_msg(rules_program(&row, &limits, false, &program, &error), "%s", error.text);
                for (uint32_t s = 0; s < program.steps; s++) ck_assert_msg(program.step[s].lag == 0, "few: %s", text);
            }
        }
        free(text);
    }
    printf("rules: of %u arrays %u in fast mode and %u in exact mode have passes together\n", draws, together[0],
           together[1]);
    ck_assert_uint_ge(together[0], draws / 30);
    ck_assert_uint_ge(together[1], draws / 120);
}
END_TEST

/* Passes go together where a device's own numbers say what stays in its cache. */
START_TEST(others_have_no_passes_together) {
    static const uint64_t arrays[][2] = {{0, 49152}, {0, 8388608}, {128, 1000}, {2744, 3780}};
    for (uint32_t i = 0; i < 4 * NBL_DEVICE_KIND_COUNT; i++) {
        const nbl_device_kind_t device = (nbl_device_kind_t)(i / 4);
        const uint64_t columns = arrays[i % 4][0], rows = arrays[i % 4][1];
        nbl_choose_t choose = {.limits = nvidia(), .problem = {.mode = NBL_MODE_FAST, .precision = NBL_FFT_FLOAT32}};
        nbl_tickets_t tickets = {.length = columns != 0 ? columns * rows : rows,
                                 .rows = columns != 0 ? rows : 0,
                                 .batch = 8,
                                 .precision = NBL_FFT_FLOAT32,
                                 .mode = NBL_MODE_FAST,
                                 .axes = columns != 0 ? 2 : 1};
        choose.limits.device = device;
        choose.problem.batch = 8;
        if (device == NBL_DEVICE_PROCESSOR) continue; /* it has no device addresses */
        ck_assert_msg(nbl_choose_together(&choose, &tickets) == (device == NBL_DEVICE_NVIDIA), "%s: array %u",
                      nbl_device_kind_name(device), i % 4);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("together");
    TCase *tests = tcase_create("together");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, passes_go_together_by_a_rule);
    tcase_add_test(tests, others_have_no_passes_together);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
