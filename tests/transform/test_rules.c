/* Programs that rules write: within a device's limits the texts that a planner of devices' own wrote, and on the CPU
 * the net's bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_rules                 today's part; NBL_TEST_ALL=1: every row
 *   build/tests/transform/test_rules text NUMBER     prints a row's programs in exact and in fast mode
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>

#include "tests/fft/convolution_testing.h"
#include "tests/transform/program_testing.h"
#include "transform/rules/rules.h"

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

/* ---- A device's programs, within limits of many kinds */

/* Usual limits, wide ones, small buffers, whose workspaces go in chunks; an input that may be overwritten, and in
 * place. Half of them go by device address. The device is NVIDIA's, whose plans are measured, and stay. */
enum { VARIANTS = 5 };

static nbl_fft_limits_t vary(uint32_t number, nbl_fft_nd_desc_t *row, bool *in_place) {
    const uint32_t variant = number % VARIANTS;
    nbl_fft_limits_t limits = nbl_choose_limits(variant == 1);
    if (variant == 2) limits.max_buffer_bytes = 1 << 18;
    if (variant == 3) row->overwrites_input = true;
    limits.addresses = number / VARIANTS % 2 == 1;
    limits.device = NBL_DEVICE_NVIDIA;
    if (number / VARIANTS / 2 % 2 == 1) {
        limits.max_workgroup_invocations = 1024;
        limits.max_shared_bytes = 49152;
    }
    *in_place = variant == 4;
    return limits;
}

/* What a device's programs are made of, beside kinds. */
enum { STRIPS, MIDDLES, RADERS, PACKED, PARTS };
static const char *const parts[PARTS] = {"strips", "chirps in three steps", "by Rader", "of packed halves"};

/* Counts what a program has. */
static void count_parts(const nbl_program_t *program, uint32_t count[PARTS]) {
    bool has[PARTS] = {false};
    for (uint32_t s = 0; s < program->steps; s++) {
        const nbl_program_step_t *step = &program->step[s];
        const bool twiddles = nbl_program_has(step, NBL_PROGRAM_TWIDDLE);
        has[MIDDLES] |=
            twiddles && nbl_program_has(step, NBL_PROGRAM_MULTIPLY) && step->load.step > 1 && step->store.step == 1;
        has[RADERS] |= nbl_program_has(step, NBL_PROGRAM_PERMUTE);
        has[STRIPS] |= program->problem.rank == 2 && twiddles && step->load.region == step->store.region &&
                       step->load.region < NBL_VIEW_WORK0 && step->load.stride == 1 && step->load.lines[1].count != 0;
        for (uint32_t i = 0; i < step->ops; i++) has[PACKED] |= step->op[i].packed != 0;
    }
    for (uint32_t k = 0; k < PARTS; k++) count[k] += has[k];
}

/* Goes on with a hash by the text of a device's program, or by its refusal. */
static uint64_t hash_device(const nbl_fft_nd_desc_t *row, uint32_t number, uint64_t hash, uint32_t equal[KINDS],
                            uint32_t of_parts[PARTS], uint32_t *refused) {
    static nbl_program_t program;
    nbl_fft_nd_desc_t varied = *row;
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    bool in_place;
    const nbl_fft_limits_t limits = vary(number, &varied, &in_place);
    const bool made =
        nbl_fft_nd_stages_make(&varied, &limits, varied.mode, in_place, 256, &stages, &error) == NBL_SUCCESS;
    if (made) {
        program_copy(nbl_fft_nd_stages_written(&stages), &program);
        char *text = program_text(&program);
        hash = net_hash(hash, text, strlen(text));
        equal[kind_of(&program)]++;
        count_parts(&program, of_parts);
        free(text);
    } else {
        hash = net_hash(hash, "refused", 7);
        ++*refused;
    }
    nbl_fft_nd_stages_release(&stages);
    return hash;
}

/* Long lines, and planes with long columns, which the net has none of. */
static nbl_fft_nd_desc_t draw_long(test_random_t *random) {
    static const uint32_t sizes[] = {4096, 4374, 5000, 6561, 7203, 8192, 9216, 10000, 12288, 14641, 16384, 20000};
    static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT32, NBL_FFT_FLOAT32, NBL_FFT_FLOAT64,
                                                     NBL_FFT_FLOAT16_STORAGE, NBL_FFT_FLOAT16};
    nbl_fft_problem_t row = nbl_fft_problem_init();
    row.mode = NBL_MODE_FAST;
    row.rank = 1 + test_random_below(random, 3);
    row.precision = precisions[test_random_below(random, 5)];
    row.real = test_random_below(random, 2) == 1;
    row.inverse = test_random_below(random, 2) == 1;
    row.batch = 1 + test_random_below(random, 3);
    if (test_random_below(random, 4) == 0) row.scaling = (nbl_fft_scaling_t)test_random_below(random, 4);
    for (uint32_t d = 0; d < row.rank; d++) row.sizes[d] = 2 + test_random_below(random, 40);
    row.sizes[0] = row.rank == 1 ? 5000 + test_random_below(random, 100000) : sizes[test_random_below(random, 12)];
    return row;
}

/* Hashes of these programs, 2026-11-29: a planner of devices' own wrote the same texts, before exact mode's columns
 * lost their radices of 1 and its programs their choices by the batch, few columns stayed together, real arrays became
 * one step, short rows were traded and any number of lines met their mirrors. */
#define TEXTS_OF_FAST_ROWS 0xf85848464734ca5eull
#define TEXTS_OF_LONG_ROWS 0x51b3bd1a8a5bbfb2ull
#define TEXTS_OF_EXACT_ROWS 0xac616928e15422feull

/* Mutations that this finds: twiddles behind a chirp's middle step are not inverse (chirp.c); rows are not turned
 * (order.c); passes of halves go through the workspace (passes.c: without packs). */
START_TEST(devices_have_the_texts_of_their_own_planner) {
    uint32_t of_kind[KINDS] = {0}, of_parts[PARTS] = {0}, refused = 0;
    uint64_t fast = NET_BASIS, exact = NET_BASIS, is_long = NET_BASIS;
    test_random_t random = test_random_from(20261129);
    for (uint32_t i = 0; i < 400; i++) {
        const nbl_fft_nd_desc_t rows[2] = {fast_row(5 * i), exact_row(5 * i)};
        fast = hash_device(&rows[0], i, fast, of_kind, of_parts, &refused);
        exact = hash_device(&rows[1], i, exact, of_kind, of_parts, &refused);
    }
    for (uint32_t i = 0; i < 150; i++) {
        const nbl_fft_nd_desc_t row = draw_long(&random);
        is_long = hash_device(&row, i, is_long, of_kind, of_parts, &refused);
    }
    printf("rules: 950 programs of devices, %u refused; texts %016llx, %016llx, %016llx\n", refused,
           (unsigned long long)fast, (unsigned long long)is_long, (unsigned long long)exact);
    print_kinds("of them", of_kind);
    for (uint32_t k = 0; k < PARTS; k++) printf("rules: %u %s\n", of_parts[k], parts[k]);
    fflush(stdout);
    ck_assert_msg(fast == TEXTS_OF_FAST_ROWS, "other texts in fast mode");
    ck_assert_msg(is_long == TEXTS_OF_LONG_ROWS, "other texts of long lines in fast mode");
    ck_assert_msg(exact == TEXTS_OF_EXACT_ROWS, "other texts in exact mode");
    ck_assert_uint_lt(refused, 950 / 3);
    for (uint32_t k = 0; k < KINDS; k++) ck_assert_msg(of_kind[k] > 0, "no row of %s", kinds[k]);
    for (uint32_t k = 0; k < PARTS; k++) ck_assert_msg(of_parts[k] > 0, "no row of %s", parts[k]);
}
END_TEST

/* ---- Convolutions: the kernel's spectrum, and the signals */

/* Hashes of the programs below, as for TEXTS_OF_FAST_ROWS. */
#define TEXTS_OF_CONVOLUTIONS 0x41b88146b685407eull
#define TEXTS_OF_FAST_CONVOLUTIONS 0xc8370f28a92b414cull

/* Mutations that this finds: the product lies by place where it lies as the line (convolve.c: !by_place); an axis back
 * computes what is not kept; the first element kept is 0; the pass with mirrors has the longer lines (choose.c). */
START_TEST(rules_write_convolutions) {
    static const uint32_t most[2][4] = {{0, 300000, 500, 60}, {0, 3000, 40, 9}},
                          most_kernel[2][4] = {{0, 3000, 40, 9}, {0, 300, 12, 5}};
    static nbl_program_t program;
    test_random_t random = test_random_from(20261128);
    const uint32_t count = 100;
    uint32_t refused = 0, of_rank[4] = {0};
    uint64_t hashes[2] = {NET_BASIS, NET_BASIS};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t small = i % 2;
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most[small], most_kernel[small]);
        nbl_fft_limits_t limits = nbl_choose_limits(i % 3 == 1);
        nbl_problem_t problems[2];
        nbl_error_t error;
        if (i % 5 == 4) limits.max_buffer_bytes = 1 << 20;
        ck_assert(nbl_problem_of_convolution(&desc, &problems[0], &problems[1], &error) == NBL_SUCCESS);
        for (int k = 0; k < 4; k++) {
            const bool fast = k > 1;
            nbl_problem_t *problem = &problems[k % 2];
            problem->mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT;
            limits.device = fast && i % 4 == 0 ? NBL_DEVICE_NVIDIA : NBL_DEVICE_ANY;
            limits.addresses = fast && i % 3 == 0;
            if (nbl_transform_make(problem, &limits, NULL, &program, &error) != NBL_SUCCESS) {
                refused++;
                continue;
            }
            char *text = program_text(&program);
            hashes[fast] = net_hash(hashes[fast], text, strlen(text));
            free(text);
        }
        of_rank[desc.rank]++;
    }
    printf("rules: %u convolutions of 1, 2 and 3 axes: %u, %u, %u; %u programs beyond a device, texts %016llx, "
           "%016llx\n",
           count, of_rank[1], of_rank[2], of_rank[3], refused, (unsigned long long)hashes[0],
           (unsigned long long)hashes[1]);
    fflush(stdout);
    ck_assert_msg(hashes[0] == TEXTS_OF_CONVOLUTIONS, "other texts");
    ck_assert_msg(hashes[1] == TEXTS_OF_FAST_CONVOLUTIONS, "other texts in fast mode");
    ck_assert_uint_le(refused, 2 * count / 5);
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
        const uint64_t bytes = side_bytes(&row, true);
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

static int print_row(uint32_t number) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = nbl_choose_limits(false);
    for (int fast = 0; fast < 2; fast++) {
        const nbl_fft_nd_desc_t row = fast ? fast_row(number) : exact_row(number);
        nbl_error_t error;
        const bool made = rules_program(&row, &limits, false, &program, &error);
        char *text = made ? program_text(&program) : NULL;
        printf("%s\n", made ? text : error.text);
        free(text);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "text") == 0) return print_row((uint32_t)strtoul(argv[2], NULL, 10));
    Suite *suite = suite_create("rules");
    TCase *tests = tcase_create("rules");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, devices_have_the_texts_of_their_own_planner);
    tcase_add_test(tests, rules_write_convolutions);
    tcase_add_test(tests, default_programs_have_the_nets_bits);
    return test_run_suite(suite);
}
