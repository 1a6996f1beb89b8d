/* Programs that rules write without a device: for every row of the net what a device's planner makes within the same limits,
 * and on the CPU the net's bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_rules                 today's part; NBL_TEST_ALL=1: every row
 *   build/tests/transform/test_rules text NUMBER     prints a row's program, then the device planner's
 */
#include <check.h>

#include "tests/fft/convolution_testing.h"
#include "tests/transform/program_testing.h"
#include "transform/choose.h"
#include "transform/make.h"

/* ---- Kinds of rows, for the count */

enum { COPIES, LINES, REALS, AXES, ARRAYS, PASSES, HALVES, CHIRPS, KINDS };
static const char *const kinds[KINDS] = {"copies", "lines",  "real lines", "several axes",
                                         "arrays", "passes", "halves",     "chirps"};

static uint32_t kind_of(const nbl_program_t *program) {
    bool has[NBL_PROGRAM_OPS] = {false};
    for (uint32_t s = 0; s < program->steps; s++)
        for (uint32_t k = 0; k < NBL_PROGRAM_OPS; k++) has[k] = has[k] || nbl_program_has(&program->step[s], k);
    if (has[NBL_PROGRAM_MULTIPLY]) return CHIRPS;
    if (has[NBL_PROGRAM_TWIDDLE]) return PASSES;
    if (has[NBL_PROGRAM_TRADE]) return ARRAYS;
    for (uint32_t t = 0; t < program->tables; t++)
        if (program->table[t].kind == NBL_PROGRAM_ROOTS) return HALVES;
    if (program->steps > 1) return AXES;
    if (!has[NBL_PROGRAM_LINE]) return COPIES;
    return program->problem.real ? REALS : LINES;
}

static void print_kinds(const char *what, const uint32_t count[KINDS]) {
    printf("rules: %s:", what);
    for (uint32_t k = 0; k < KINDS; k++) printf(" %u %s%s", count[k], kinds[k], k + 1 < KINDS ? "," : "\n");
}

/* ---- Within the same limits as the device's planner */

static bool device_program(const nbl_fft_nd_desc_t *row, const nbl_fft_limits_t *limits, bool in_place,
                           nbl_program_t *program, nbl_error_t *error) {
    nbl_fft_nd_stages_t stages;
    const bool made = nbl_fft_nd_stages_make(row, limits, NBL_MODE_EXACT, in_place, 256, &stages, error) == NBL_SUCCESS;
    if (made) ck_assert(nbl_program_from_stages(&stages, program, error) == NBL_SUCCESS);
    nbl_fft_nd_stages_release(&stages);
    return made;
}

static bool rules_program(const nbl_fft_nd_desc_t *row, const nbl_fft_limits_t *limits, bool in_place,
                          nbl_program_t *program, nbl_error_t *error) {
    nbl_problem_t problem;
    if (nbl_problem_make(row, in_place, &problem, error) != NBL_SUCCESS) return false;
    return nbl_transform_make(&problem, limits, NULL, program, error) == NBL_SUCCESS;
}

static nbl_fft_nd_desc_t exact_row(uint32_t number) {
    nbl_fft_nd_desc_t row = net_draw(number);
    row.mode = NBL_MODE_EXACT;
    return row;
}

/* Limits and how the arrays lie: the choice's own, wide ones, small buffers, whose workspaces go in chunks; and in place, or
 * with an input that may be overwritten. */
enum { VARIANTS = 5 };

static bool vary(uint32_t variant, nbl_fft_nd_desc_t *row, nbl_fft_limits_t *limits) {
    *limits = nbl_choose_limits(variant == 1);
    if (variant == 2) limits->max_buffer_bytes = 1 << 18;
    if (variant == 3) row->overwrites_input = true;
    return variant == 4;
}

/* Mutations that this finds: the last pass of three takes its neighbours in another order (passes.c: pass.points_next for pass.points_after /
 * pass.points_next); a factor of the results at the wrong step (halve.c); a chirp's product without a conjugate (chirp.c); spectra that
 * do not go back in the input (order.c). */
START_TEST(rules_write_what_a_device_plans) {
    static nbl_program_t device, rules;
    uint32_t equal[KINDS] = {0}, of[VARIANTS] = {0}, rows = 0, refused = 0, differing = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 20)) continue;
        for (uint32_t v = 0; v < VARIANTS; v++, rows++) {
            nbl_fft_nd_desc_t row = exact_row(i);
            nbl_fft_limits_t limits;
            nbl_error_t error;
            const bool in_place = vary(v, &row, &limits);
            if (!device_program(&row, &limits, in_place, &device, &error)) {
                refused++;
                continue;
            }
            ck_assert_msg(rules_program(&row, &limits, in_place, &rules, &error), "row %u: %s", i, error.text);
            if (nbl_program_equal(&device, &rules)) {
                equal[kind_of(&rules)]++;
                of[v]++;
                continue;
            }
            differing++;
            char what[160], *a = program_text(&rules), *b = program_text(&device);
            net_describe(&row, what, sizeof what);
            printf("rules: row %u, variant %u (%s):\n%sdevice:\n%s", i, v, what, a, b);
            free(a);
            free(b);
        }
    }
    printf("rules: %u programs, %u beyond a device, %u differ; equal within usual limits %u, wide ones %u, small "
           "buffers %u, "
           "with an input to overwrite %u, in place %u\n",
           rows, refused, differing, of[0], of[1], of[2], of[3], of[4]);
    print_kinds("equal", equal);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_eq(rows, VARIANTS * (test_all() ? NET_ROWS : NET_ROWS / 20));
    for (uint32_t v = 0; v < VARIANTS; v++) ck_assert_uint_ge(of[v], rows / VARIANTS / 8);
    for (uint32_t k = 0; k < KINDS; k++) ck_assert_msg(equal[k] > 0 || !test_all(), "no row of %s", kinds[k]);
}
END_TEST

/* ---- Convolutions: the kernel's spectrum, and the signals */

/* Hash of the programs below as they were when a planner of devices' own wrote the same texts, 2026-11-28; `turn`, their
 * word for `twiddle`, was replaced the day after. */
#define TEXTS_OF_CONVOLUTIONS 0x9255695cd398ec48ull

/* Mutations that this finds: the product lies by place where it lies as the line (convolve.c: !by_place); an axis back
 * computes what is not kept; the first element kept is 0. */
START_TEST(rules_write_convolutions) {
    static const uint32_t most[2][4] = {{0, 300000, 500, 60}, {0, 3000, 40, 9}},
                          most_kernel[2][4] = {{0, 3000, 40, 9}, {0, 300, 12, 5}};
    static nbl_program_t program;
    test_random_t random = test_random_from(20261128);
    const uint32_t count = 100;
    uint32_t refused = 0, of_rank[4] = {0};
    uint64_t hash = NET_BASIS;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t small = i % 2;
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most[small], most_kernel[small]);
        nbl_fft_limits_t limits = nbl_choose_limits(i % 3 == 1);
        nbl_problem_t problems[2];
        nbl_error_t error;
        if (i % 5 == 4) limits.max_buffer_bytes = 1 << 20;
        ck_assert(nbl_problem_of_convolution(&desc, &problems[0], &problems[1], &error) == NBL_SUCCESS);
        for (int k = 0; k < 2; k++) {
            problems[k].mode = NBL_MODE_EXACT;
            if (nbl_transform_make(&problems[k], &limits, NULL, &program, &error) != NBL_SUCCESS) {
                refused++;
                continue;
            }
            char *text = program_text(&program);
            hash = net_hash(hash, text, strlen(text));
            free(text);
        }
        of_rank[desc.rank]++;
    }
    printf("rules: %u convolutions of 1, 2 and 3 axes: %u, %u, %u; %u programs beyond a device, texts %016llx\n", count,
           of_rank[1], of_rank[2], of_rank[3], refused, (unsigned long long)hash);
    ck_assert_msg(hash == TEXTS_OF_CONVOLUTIONS, "other texts");
    ck_assert_uint_le(refused, count / 5);
    for (uint32_t r = 1; r < 4; r++) ck_assert_uint_ge(of_rank[r], count / 5);
}
END_TEST

/* ---- Without limits: the net's bits, also of rows that no device has. */

static uint64_t bits[NET_ROWS];

START_TEST(default_programs_have_the_nets_bits) {
    static nbl_program_t program;
    uint32_t rows = 0, refused = 0, differing = 0, of_kind[KINDS] = {0};
    net_read_bits(bits);
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 40)) continue;
        const nbl_fft_nd_desc_t row = exact_row(i);
        nbl_error_t error;
        char what[160];
        net_describe(&row, what, sizeof what);
        if (row.precision == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) {
            refused++;
            continue;
        }
        ck_assert_msg(rules_program(&row, NULL, false, &program, &error), "row %u (%s): %s", i, what, error.text);
        char *input = net_input(&row, i, row.precision), *text = program_text(&program);
        const uint64_t bytes = net_bytes(&row, true);
        char *output = malloc(bytes);
        memset(output, 0x3b, bytes);
        ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "row %u (%s): %s\n%s", i, what, error.text,
                      text);
        ck_assert_msg(nbl_program_run(&program, input, output, NULL, 1, &error) == NBL_SUCCESS, "row %u (%s): %s\n%s",
                      i, what, error.text, text);
        if (net_hash(NET_BASIS, output, bytes) != bits[i]) {
            printf("rules: row %u (%s): other bits\n%s", i, what, text);
            differing++;
        }
        of_kind[kind_of(&program)]++;
        rows++;
        free(input);
        free(output);
        free(text);
    }
    printf("rules: %u default programs, %u with other bits; %u beyond this compiler not run\n", rows, differing,
           refused);
    print_kinds("run", of_kind);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_eq(rows + refused, test_all() ? NET_ROWS : NET_ROWS / 40);
}
END_TEST

/* ---- The batch changes counts alone */

static const char *differs(const nbl_program_t *a, const nbl_program_t *b) {
    if (a->steps != b->steps) return "steps";
    if (a->tables != b->tables || memcmp(a->table, b->table, sizeof a->table) != 0) return "tables";
    for (uint32_t s = 0; s < a->steps; s++) {
        nbl_program_step_t x = a->step[s], y = b->step[s];
        if (x.load.region != y.load.region || x.store.region != y.store.region) return "regions";
        memset(&x.load, 0, sizeof x.load);
        memset(&x.store, 0, sizeof x.store);
        memset(&y.load, 0, sizeof y.load);
        memset(&y.store, 0, sizeof y.store);
        x.transforms = y.transforms = x.chunk = y.chunk = 0;
        if (memcmp(&x, &y, sizeof x) != 0) return "a step";
    }
    return NULL;
}

static uint32_t compare_batches(nbl_fft_nd_desc_t row, uint64_t batch, uint32_t *differing) {
    static nbl_program_t few, many;
    nbl_error_t error;
    row.batch = 2;
    if (!rules_program(&row, NULL, false, &few, &error)) return 0;
    row.batch = batch;
    if (!rules_program(&row, NULL, false, &many, &error)) return 0;
    const char *what = differs(&few, &many);
    if (what == NULL) return 1;
    char *a = program_text(&few), *b = program_text(&many);
    printf("rules: %s differs\n%s%s", what, a, b);
    free(a);
    free(b);
    ++*differing;
    return 1;
}

/* Arrays with more elements than one multiprocessor is to be kept busy with, in halves, so that a workgroup
 * has room within the choice's own limits. */
static nbl_fft_nd_desc_t large_arrays(uint64_t batch) {
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    desc.rank = 2;
    desc.sizes[0] = 50;
    desc.sizes[1] = 128;
    desc.precision = NBL_FFT_FLOAT16;
    desc.batch = batch;
    return desc;
}

/* Mutations that this finds: the longest loop becomes the group (order.c), the number of arrays is asked for in a program for any
 * batch (resident.c: `any_batch` left out of are_enough()). */
START_TEST(the_batch_changes_counts_alone) {
    uint32_t rows = 0, differing = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 10)) continue;
        nbl_fft_nd_desc_t row = exact_row(i);
        row.input_distance = row.output_distance = 0; /* arrays one after the other */
        rows += compare_batches(row, i * 7919u % 999u + 3, &differing);
    }
    ck_assert_uint_eq(rows, test_all() ? NET_ROWS : NET_ROWS / 10);
    /* Columns that are near, but not side by side, beside which many arrays are the longest loop. */
    nbl_fft_nd_desc_t near = nbl_fft_nd_desc_init();
    near.rank = 2;
    near.axis_count = 1;
    for (uint32_t size = 8; size <= 64; size += 8) {
        near.sizes[0] = 64;
        near.sizes[1] = size;
        near.input_strides[0] = near.output_strides[0] = 2 * size;
        near.input_strides[1] = near.output_strides[1] = 2;
        near.input_distance = near.output_distance = 128 * size;
        rows += compare_batches(near, 999, &differing);
    }
    const nbl_fft_nd_desc_t large =
        large_arrays(2); /* which a device would hold as a whole if there were enough of them */
    rows += compare_batches(large, 100, &differing);
    printf("rules: %u programs of two batches, %u differ\n", rows, differing);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_eq(rows, (test_all() ? NET_ROWS : NET_ROWS / 10) + 9);
}
END_TEST

/* Mutations that this finds: FEW_ARRAYS 63 or 65, LARGE_ARRAY 6400 (choose.c). */
START_TEST(large_arrays_are_held_where_there_are_enough) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = nbl_choose_limits(false);
    for (uint32_t batch = 63; batch <= 64; batch++) {
        const nbl_fft_nd_desc_t large = large_arrays(batch);
        nbl_error_t error;
        ck_assert(rules_program(&large, &limits, false, &program, &error));
        ck_assert_uint_eq(program.steps, batch < 64 ? 2 : 1);
        ck_assert_int_eq(nbl_program_has(&program.step[0], NBL_PROGRAM_TRADE), batch >= 64);
    }
}
END_TEST

/* ---- Odd real lines: their scaling, in two ways */

/* Mutation that this finds: `scales_odd_lines` is not asked for (choose.c). */
START_TEST(odd_real_lines_scale_in_their_last_radix) {
    static const uint32_t lengths[] = {7, 45, 1001};
    static const uint32_t normalizations[] = {[NBL_FFT_SCALING_NONE] = NBL_FFT_UNNORMALIZED,
                                              [NBL_FFT_SCALING_BY_LENGTH] = NBL_FFT_BY_LENGTH,
                                              [NBL_FFT_SCALING_BY_ROOT] = NBL_FFT_BY_ROOT};
    static nbl_program_t program;
    uint32_t cases = 0, in_line = 0;
    for (uint32_t i = 0; i < 3 * 2 * 3 * 2; i++) {
        nbl_fft_nd_desc_t row = nbl_fft_nd_desc_init();
        nbl_problem_t problem;
        nbl_error_t error;
        row.rank = 1;
        row.sizes[0] = lengths[i % 3];
        row.real = true;
        row.inverse = i / 3 % 2 == 1;
        row.scaling = (nbl_fft_scaling_t)(NBL_FFT_SCALING_NONE + i / 6 % 3);
        ck_assert(nbl_problem_make(&row, false, &problem, &error) == NBL_SUCCESS);
        problem.scales_odd_lines = i / 18;
        ck_assert(nbl_transform_make_cpu(&problem, &program, &error) == NBL_SUCCESS);
        const nbl_fft_scaling_t usual = row.inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
        const bool expected = i / 18 == 1 || row.scaling == usual, scaled = row.scaling != NBL_FFT_SCALING_NONE;
        const nbl_program_step_t *step = &program.step[0];
        uint32_t line = 0;
        while (step->op[line].kind != NBL_PROGRAM_LINE) line++;
        ck_assert_uint_eq(program.steps, 1);
        ck_assert_uint_eq(step->op[line].normalization, expected ? normalizations[row.scaling] : NBL_FFT_UNNORMALIZED);
        ck_assert_int_eq(nbl_program_has(step, NBL_PROGRAM_SCALE), !expected && scaled);
        in_line += expected;
        cases++;
    }
    printf("rules: %u programs of odd real lines, %u of them scale in the line\n", cases, in_line);
    ck_assert_uint_eq(cases, 36);
    ck_assert_uint_eq(in_line, 24);
}
END_TEST

static int print_both(uint32_t number) {
    static nbl_program_t program;
    const nbl_fft_nd_desc_t row = exact_row(number);
    const nbl_fft_limits_t limits = nbl_choose_limits(false);
    nbl_error_t error;
    for (int i = 0; i < 2; i++) {
        const bool made = i == 0 ? rules_program(&row, &limits, false, &program, &error)
                                 : device_program(&row, &limits, false, &program, &error);
        char *text = made ? program_text(&program) : NULL;
        printf("%s\n", made ? text : error.text);
        free(text);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "text") == 0) return print_both((uint32_t)strtoul(argv[2], NULL, 10));
    Suite *suite = suite_create("rules");
    TCase *tests = tcase_create("rules");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, rules_write_what_a_device_plans);
    tcase_add_test(tests, rules_write_convolutions);
    tcase_add_test(tests, default_programs_have_the_nets_bits);
    tcase_add_test(tests, the_batch_changes_counts_alone);
    tcase_add_test(tests, large_arrays_are_held_where_there_are_enough);
    tcase_add_test(tests, odd_real_lines_scale_in_their_last_radix);
    return test_run_suite(suite);
}
