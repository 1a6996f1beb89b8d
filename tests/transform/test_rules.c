/* Programs that rules write: within a device's limits the texts that a planner of devices' own wrote, and on the CPU the net's
 * bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_rules                 today's part; NBL_TEST_ALL=1: every row
 *   build/tests/transform/test_rules text NUMBER     prints a row's programs in exact and in fast mode
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>

#include "tests/fft/convolution_testing.h"
#include "tests/transform/program_testing.h"
#include "transform/choose_tickets.h"
#include "transform/choose.h"
#include "transform/make.h"
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

/* ---- A device's programs, within limits of many kinds */

/* Usual limits, wide ones, small buffers, whose workspaces go in chunks; an input that may be overwritten, and in place. Half of
 * them go by device address. The device is NVIDIA's, whose plans are measured, and stay. */
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

static nbl_fft_nd_desc_t fast_row(uint32_t number) {
    nbl_fft_nd_desc_t row = net_draw(number);
    row.mode = NBL_MODE_FAST;
    return row;
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

/* Hashes of these programs, 2026-11-29: a planner of devices' own wrote the same texts, before exact mode's columns lost their
 * radices of 1 and its programs their choices by the batch, few columns stayed together, real arrays became one step, short rows were
 * traded and any number of lines met their mirrors. */
#define TEXTS_OF_FAST_ROWS 0x510653203b799301ull
#define TEXTS_OF_LONG_ROWS 0x1398996962f6c627ull
#define TEXTS_OF_EXACT_ROWS 0x8845399171e48202ull

/* Mutations that this finds: twiddles behind a chirp's middle step are not inverse (chirp.c); rows are not turned (order.c); passes
 * of halves go through the workspace (passes.c: without packs). */
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
#define TEXTS_OF_FAST_CONVOLUTIONS 0x970fd99e44c55afaull

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

/* ---- The batch changes counts alone */

/* Returns a program's text without its counts: batch, transforms, chunks, loops over transforms, bytes of regions. */
static char *text_without_counts(nbl_program_t *program) {
    program->problem.batch = 0;
    memset(program->region_bytes, 0, sizeof program->region_bytes);
    for (uint32_t s = 0; s < program->steps; s++) {
        nbl_program_step_t *step = &program->step[s];
        memset(step->load.transforms, 0, sizeof step->load.transforms);
        memset(step->store.transforms, 0, sizeof step->store.transforms);
        step->transforms = step->chunk = 0;
    }
    return program_text(program);
}

static const nbl_fft_limits_t *limits_of(uint32_t kind, nbl_fft_limits_t *limits) {
    if (kind == 0) return NULL;
    *limits = nbl_choose_limits(false);
    limits->device = kind == 1 ? NBL_DEVICE_ANY : NBL_DEVICE_NVIDIA;
    limits->max_workgroup_invocations = 1024;
    limits->max_shared_bytes = 49152;
    return limits;
}

/* Kinds of limits: those that many devices have, without a device, and a device's; then the CPU's programs. */
enum { LIMITS = 4, THE_CPU = 3 };

static bool program_by(uint32_t kind, const nbl_fft_nd_desc_t *row, nbl_program_t *program) {
    nbl_fft_limits_t limits;
    nbl_problem_t problem;
    nbl_error_t error;
    if (kind != THE_CPU) return rules_program(row, limits_of(kind, &limits), false, program, &error);
    return nbl_problem_make(row, false, &problem, &error) == NBL_SUCCESS &&
           nbl_transform_make_cpu(&problem, program, &error) == NBL_SUCCESS;
}

typedef struct batches_t {
    uint32_t rows;      /* programs of all batches */
    uint32_t differing; /* of them with other texts */
    uint32_t replacing; /* of them with steps that replace others */
} batches_t;

/* Makes programs of 1, 63, 64 and 1000 arrays, or of so many more, by each kind of limits. Of 2 for 1, where between two arrays is a
 * gap that one array does not have. */
static void compare_batches(nbl_fft_nd_desc_t row, uint64_t more, batches_t *found) {
    static const uint64_t batches[] = {1, 63, 64, 1000};
    static nbl_program_t program;
    for (uint32_t kind = 0; kind < LIMITS; kind++) {
        char *first = NULL;
        uint64_t hash = 0;
        bool differs = false;
        for (uint32_t b = 0; b < 4; b++) {
            row.batch = batches[b] + more;
            if (!program_by(kind, &row, &program)) break; /* beyond a buffer */
            char *text = text_without_counts(&program);
            if (first != NULL && (strcmp(first, text) != 0 || hash != nbl_program_hash(&program))) {
                printf("rules: %u arrays differ\n%s%s", (unsigned)row.batch, first, text);
                differs = true;
            }
            hash = nbl_program_hash(&program);
            if (b == 3) found->replacing += nbl_program_has_choices(&program);
            found->rows += b == 3;
            if (first == NULL)
                first = text;
            else
                free(text);
        }
        free(first);
        found->differing += differs;
    }
}

static nbl_fft_nd_desc_t array_of(nbl_fft_precision_t precision, uint64_t a, uint64_t b, uint64_t c) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = c > 0 ? 3 : 2;
    desc.sizes[0] = a;
    desc.sizes[1] = b;
    desc.sizes[2] = c;
    desc.precision = precision;
    return desc;
}

/* Mutations that this finds: the longest loop becomes the group (order.c: group_of()), the number of arrays is asked for in exact mode
 * (resident.c: `asks_batch` true), or of all transforms (order.c: nbl_choose_beside()), rounds are those of the batch
 * (choose_workgroup.c). */
START_TEST(the_batch_changes_counts_alone) {
    batches_t found = {0, 0, 0};
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 20)) continue;
        nbl_fft_nd_desc_t row = exact_row(i);
        bool is_whole = true;
        for (uint32_t d = 0; d < row.rank; d++) is_whole = is_whole && row.given[d] == 0;
        row.input_distance = row.output_distance = 0; /* arrays one after the other */
        compare_batches(row, is_whole ? 0 : 1, &found);
    }
    ck_assert_uint_ge(found.rows, LIMITS * (test_all() ? NET_ROWS : NET_ROWS / 20) * 9 / 10);
    /* Columns that are near, but not side by side, beside which many arrays are the longest loop. */
    nbl_fft_problem_t near = nbl_fft_problem_init();
    near.rank = 2;
    near.axis_count = 1;
    for (uint32_t size = 8; size <= 64; size += 8) {
        near.sizes[0] = 64;
        near.sizes[1] = size;
        near.input_strides[0] = near.output_strides[0] = 2 * size;
        near.input_strides[1] = near.output_strides[1] = 2;
        near.input_distance = near.output_distance = 128 * size;
        compare_batches(near, 1, &found);
    }
    /* Arrays that a workgroup holds where there are enough of them; lines of many rounds; passes of many lines. */
    compare_batches(array_of(NBL_FFT_FLOAT32, 100, 100, 0), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT32, 20, 20, 20), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT16, 50, 128, 0), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT16_STORAGE, 128, 128, 0), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT32, 3, 65536, 0), 0, &found);
    printf("rules: %u programs of four batches, %u differ, %u have a step in place of others\n", found.rows,
           found.differing, found.replacing);
    ck_assert_uint_eq(found.differing, 0);
    ck_assert_uint_ge(found.replacing, 6);
}
END_TEST

/* Makes arrays of 50x128 halves, and returns their program as a machine runs it. */
static nbl_program_t *decided_of(uint64_t batch) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = nbl_choose_limits(false);
    nbl_fft_nd_desc_t large = array_of(NBL_FFT_FLOAT16, 50, 128, 0);
    nbl_error_t error;
    large.batch = batch;
    ck_assert(rules_program(&large, &limits, false, &program, &error));
    ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "%s", error.text);
    return nbl_program_decided(&program, NBL_PROGRAM_BY_COUNT);
}

/* Mutations that this finds: arrays-many 63 or 65, arrays-large 6400 (host/facts/h200.txt); `>` for `>=` in
 * nbl_program_decided(). */
START_TEST(large_arrays_are_held_where_there_are_enough) {
    for (uint32_t batch = 63; batch <= 64; batch++) {
        nbl_program_t *decided = decided_of(batch);
        nbl_error_t error;
        ck_assert(decided != NULL && !nbl_program_has_choices(decided));
        ck_assert_uint_eq(decided->steps, batch < 64 ? 2 : 1);
        ck_assert_int_eq(nbl_program_has(&decided->step[0], NBL_PROGRAM_TRADE), batch >= 64);
        ck_assert_msg(nbl_program_check(decided, &error) == NBL_SUCCESS, "%s", error.text);
        free(decided);
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
        nbl_fft_problem_t row = nbl_fft_problem_init();
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

/* ---- Room for steps */

/* Lines that take the most steps: chirps in three passes each way, around which a real line and a cosine transform have a step
 * more each. Mutations that this finds: MOST_OF_AXIS 8 (rules/make.c); room_of() without the number of axes. */
START_TEST(the_longest_lines_have_room) {
    static const struct {
        uint64_t rows; /* 1: one axis */
        bool real;
        nbl_fft_dct_t dct;
        uint32_t steps;
    } lines[] = {{1, false, NBL_FFT_NO_DCT, 6},
                 {1, true, NBL_FFT_NO_DCT, 7},
                 {1, false, NBL_FFT_DCT_2, 9},
                 {3, true, NBL_FFT_NO_DCT, 8},
                 {37, false, NBL_FFT_DCT_3, 13}};
    uint32_t cases = 0;
    for (uint32_t i = 0; i < 2 * sizeof lines / sizeof *lines; i++) {
        nbl_fft_problem_t row = nbl_fft_problem_init();
        nbl_problem_t problem;
        nbl_error_t error;
        const bool has_rows = lines[i / 2].rows > 1;
        row.rank = has_rows ? 2 : 1;
        row.sizes[0] = lines[i / 2].rows;
        row.sizes[row.rank - 1] = 4194306; /* 2 x 9 x 43 x 5419 */
        row.real = lines[i / 2].real;
        row.dct = lines[i / 2].dct;
        row.inverse = i % 2 == 1;
        ck_assert(nbl_problem_make(&row, false, &problem, &error) == NBL_SUCCESS);
        nbl_program_t *program =
            nbl_transform_new(&problem); /* no more than its room: a sanitizer tells what lies behind */
        ck_assert_ptr_nonnull(program);
        ck_assert_msg(nbl_transform_make_cpu(&problem, program, &error) == NBL_SUCCESS, "line %u: %s", i, error.text);
        ck_assert_msg(program->steps == lines[i / 2].steps, "line %u: %u steps", i, program->steps);
        free(program);
        cases++;
    }
    printf("rules: %u programs of the longest lines\n", cases);
    ck_assert_uint_eq(cases, 10);
}
END_TEST

/* ---- What goes by device address */

/* Mutations that this finds, in choose_tickets.c: literals are not asked for; the planes' axes are not tried; a side with gaps is
 * dense; is_plain() without the regions; the lag is of the first of two steps. In check.c and text.c: any line about a lag or
 * `literal`. Not has_exact_radices(): all rows have them, as fft/test_tickets says. */
static uint64_t most_checked(void) {
    return test_all() ? 1 << 26 : 1 << 22;
} /* elements whose loads and stores are counted */

/* A program has 64 tables. A product for which none is left is an error and not a step. */
START_TEST(a_product_without_a_table_is_refused) {
    static nbl_program_t program;
    nbl_error_t error;
    nbl_rules_t rules = {.program = &program, .room = 2, .error = &error};
    nbl_program_step_t step = {.elements = 8};
    program.tables = NBL_PROGRAM_MOST_TABLES;
    nbl_rules_multiply(&rules, &step, (nbl_program_table_t){.kind = NBL_PROGRAM_ROOTS, .n = 8}, 0);
    ck_assert_int_eq(nbl_rules_add(&rules, &step, NBL_FFT_FLOAT32, false), NBL_ERROR_LIMIT);
    ck_assert_uint_eq(program.steps, 0);
    ck_assert_str_eq(error.text, "program: it has room for 64 tables");
}
END_TEST

START_TEST(tickets_are_chosen_by_facts) {
    static const struct {
        uint64_t sizes[3], batch, gap; /* elements behind each array */
        nbl_mode_t mode;
        nbl_fft_precision_t precision;
        bool wanted, suits;
        uint32_t passes, axes, lag; /* 0 passes: buffers */
    } cases[] = {
        {{1048576}, 100, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 2, 1, 240},     /* a row, beyond the cache */
        {{1048576}, 1, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 2, 1, 0},         /* a row of few */
        {{1048576}, 100, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, false, 0, 0, 0},      /* another device */
        {{1048576}, 1, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, true, false, 2, 1, 240},       /* it is asked for */
        {{1048576}, 100, 8, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 0, 0, 0},       /* gaps between arrays */
        {{16777216}, 8, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 3, 1, 512},      /* three passes */
        {{4096}, 3, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 0, 0, 0},            /* a workgroup holds it */
        {{59049}, 3, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 2, 1, 0},           /* no row: its steps */
        {{1009}, 3, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 0, 0, 0},            /* by Rader */
        {{1000, 1000}, 3, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 2, 2, 0},      /* no row: its steps */
        {{1024, 1024}, 32, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 2, 2, 208},   /* a row of planes */
        {{1024, 1024}, 32, 0, NBL_MODE_EXACT, NBL_FFT_FLOAT32, false, true, 2, 2, 256},  /* with exact mode's radices */
        {{7, 1024, 1024}, 8, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 2, 2, 208}, /* the planes alone */
        {{4096, 4096}, 1, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, true, false, 3, 2, 256},    /* columns in strips */
        {{2, 4096, 4096}, 1, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, true, false, 3, 2, 256}, /* of each plane */
        {{128, 128, 128}, 8, 0, NBL_MODE_FAST, NBL_FFT_FLOAT32, false, true, 3, 3, 640},
        {{65536}, 3, 0, NBL_MODE_EXACT, NBL_FFT_FLOAT32, true, false, 2, 1, 320},
        {{65536}, 300, 0, NBL_MODE_EXACT, NBL_FFT_FLOAT16, true, true, 0, 0, 0}, /* float16 keeps its bits */
    };
    static nbl_program_t program, again;
    nbl_fft_limits_t limits = nbl_choose_limits(true);
    uint32_t count = 0, refused = 0;
    limits.addresses = true;
    limits.max_shared_bytes = 49152;
    limits.device = NBL_DEVICE_NVIDIA;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_fft_problem_t row = nbl_fft_problem_init();
        nbl_tickets_t tickets = {0}, other;
        nbl_error_t error;
        uint64_t elements = 1;
        for (row.rank = 0; row.rank < 3 && cases[i].sizes[row.rank] != 0; row.rank++)
            elements *= row.sizes[row.rank] = cases[i].sizes[row.rank];
        row.batch = cases[i].batch;
        row.mode = cases[i].mode;
        row.precision = cases[i].precision;
        if (cases[i].gap != 0) row.input_distance = elements + cases[i].gap;
        limits.literals = cases[i].wanted  ? NBL_FFT_LITERALS_WHEREVER
                          : cases[i].suits ? NBL_FFT_LITERALS_WHERE_FASTER
                                           : NBL_FFT_LITERALS_NEVER;
        ck_assert_msg(rules_program(&row, &limits, false, &program, &error), "case %u: %s", i, error.text);
        const bool chosen = nbl_tickets_of_program(&program, &tickets);
        ck_assert_msg(chosen == (cases[i].passes != 0), "case %u: %s", i, chosen ? "by address" : "in buffers");
        ck_assert_msg(chosen == (program.step[0].literal == 1), "case %u", i);
        count++;
        if (!chosen) continue;
        uint64_t points = 1;
        for (uint32_t p = 0; p < tickets.passes; p++) points *= tickets.plan[p].fft_length;
        ck_assert_msg(tickets.passes == cases[i].passes && tickets.axes == cases[i].axes && tickets.lag == cases[i].lag,
                      "case %u: %u passes, %u axes, lag %u", i, tickets.passes, tickets.axes, tickets.lag);
        ck_assert_msg(points == tickets.length && tickets.length * tickets.batch == elements * row.batch, "case %u", i);
        if (elements * row.batch <= most_checked())
            ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "case %u: %s", i, error.text);
        char *text = program_text(&program);
        ck_assert_msg(nbl_program_read(text, &again, &error) == NBL_SUCCESS, "case %u: %s", i, error.text);
        ck_assert_msg(nbl_program_equal(&program, &again), "case %u", i);
        ck_assert_msg(nbl_tickets_of_program(&again, &other) && other.lag == tickets.lag, "case %u: as read back", i);
        free(text);
        program.step[0].store.region = NBL_VIEW_WORK0;
        ck_assert_msg(!nbl_tickets_of_program(&program, &other), "case %u: by way of the workspace", i);
        if (tickets.lag == 0 || elements * row.batch > most_checked()) continue;
        const uint32_t second = tickets.planes != 0 ? 1 : tickets.passes - 1;
        for (uint32_t s = 0; s < again.steps; s++)
            ck_assert_msg(again.step[s].lag == (s == second ? tickets.lag : 0) &&
                              again.step[s].dispatch == s - (s >= second),
                          "case %u: step %u: dispatch %u", i, s, again.step[s].dispatch);
        again.step[second].dispatch++;
        ck_assert_msg(nbl_program_check(&again, &error) == NBL_ERROR_ARGUMENT, "case %u: a lag alone", i);
        refused++;
        again.step[second].dispatch--;
        again.step[second].literal = 0;
        ck_assert_msg(nbl_program_check(&again, &error) == NBL_ERROR_ARGUMENT, "case %u: not literal", i);
        refused++;
        again.step[second].literal = 1;
        again.step[second].lag = 0;
        ck_assert_msg(nbl_program_check(&again, &error) == NBL_ERROR_ARGUMENT, "case %u: a dispatch without a lag", i);
        refused++;
    }
    printf("rules: %u transforms choose tickets, %u programs with a lag refused\n", count, refused);
    ck_assert_uint_ge(refused, 3);
    ck_assert_uint_eq(count, 18);
}
END_TEST

/* A device makes twiddles and roots of others, which the text does not name: the CPU refuses to guess them in exact mode. */
START_TEST(exact_mode_refuses_what_it_cannot_have) {
    static const struct {
        bool real;
        const char *why;
    } cases[] = {{false, "twiddles that are made of another butterfly's"},
                 {true, "roots that are made of another one"}};
    static nbl_program_t program;
    static float input[2 * 300 * 210], output[2 * 300 * 210];
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_fft_problem_t row = nbl_fft_problem_init();
        const nbl_fft_limits_t limits = nbl_choose_limits(true);
        nbl_error_t error;
        row.rank = cases[i].real ? 2 : 1, row.sizes[0] = cases[i].real ? 300 : 1225, row.sizes[1] = 210;
        row.batch = cases[i].real ? 1 : 51, row.real = cases[i].real, row.mode = NBL_MODE_FAST;
        ck_assert_msg(rules_program(&row, &limits, false, &program, &error), "case %u: %s", i, error.text);
        ck_assert_msg(nbl_program_run(&program, input, output, NULL, 1, &error) == NBL_SUCCESS, "case %u", i);
        program.problem.mode = NBL_MODE_EXACT;
        if (cases[i].real) program.step[0].op[0].twiddles = 0;
        ck_assert_msg(nbl_program_run(&program, input, output, NULL, 1, &error) != NBL_SUCCESS, "case %u is run", i);
        ck_assert_msg(strstr(error.text, cases[i].why) != NULL, "case %u: %s", i, error.text);
        for (uint32_t twiddles = 13; twiddles < 64 && !cases[i].real;
             twiddles++) { /* 24 is 8 and NBL_FFT_TWIDDLES_COMPARED */
            program.step[0].op[0].twiddles = twiddles;
            ck_assert_msg(nbl_program_run(&program, input, output, NULL, 1, &error) != NBL_SUCCESS, "%u", twiddles);
            ck_assert_msg(strstr(error.text, "above 12") != NULL, "%u: %s", twiddles, error.text);
        }
    }
}
END_TEST

/* A prime that was not timed: by Rader's algorithm, but on kinds of devices that hold few elements an invocation by a chirp, if
 * Rader's line takes more of them (58 = 29 x 2, 310 = 31 x 10). */
START_TEST(primes_hold_few_elements) {
    static const struct {
        uint64_t n;
        nbl_device_kind_t device;
        nbl_program_table_kind_t first;
    } cases[] = {{59, NBL_DEVICE_ANY, NBL_PROGRAM_CHIRP},    {311, NBL_DEVICE_ANY, NBL_PROGRAM_CHIRP},
                 {59, NBL_DEVICE_AMD, NBL_PROGRAM_CHIRP},    {37, NBL_DEVICE_ANY, NBL_PROGRAM_RADER},
                 {1009, NBL_DEVICE_ANY, NBL_PROGRAM_RADER},  {541, NBL_DEVICE_NVIDIA, NBL_PROGRAM_RADER},
                 {337, NBL_DEVICE_NVIDIA, NBL_PROGRAM_RADER}};
    static nbl_program_t program;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_fft_problem_t row = nbl_fft_problem_init();
        nbl_fft_limits_t limits = nbl_choose_limits(true);
        nbl_error_t error;
        row.rank = 1, row.sizes[0] = cases[i].n, row.mode = NBL_MODE_FAST;
        limits.device = cases[i].device;
        ck_assert_msg(rules_program(&row, &limits, false, &program, &error), "case %u: %s", i, error.text);
        ck_assert_msg(program.table[0].kind == cases[i].first, "case %u: by another algorithm", i);
    }
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
    tcase_add_test(tests, primes_hold_few_elements);
    tcase_add_test(tests, exact_mode_refuses_what_it_cannot_have);
    tcase_add_test(tests, rules_write_convolutions);
    tcase_add_test(tests, default_programs_have_the_nets_bits);
    tcase_add_test(tests, the_batch_changes_counts_alone);
    tcase_add_test(tests, large_arrays_are_held_where_there_are_enough);
    tcase_add_test(tests, odd_real_lines_scale_in_their_last_radix);
    tcase_add_test(tests, the_longest_lines_have_room);
    tcase_add_test(tests, a_product_without_a_table_is_refused);
    tcase_add_test(tests, tickets_are_chosen_by_facts);
    return test_run_suite(suite);
}
