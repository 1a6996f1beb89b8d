/* Programs in fused and fast mode: what a device's modules compute, run by the interpreter, and what the CPU makes of
 * the text, byte by byte.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The interpreter's multiply-adds round once, which no driver on a processor does. Rows are the net's
 * (tests/fft/net_testing.h); the device's choices are those for NVIDIA, in buffers, and of planes in blocks of rows by
 * device address.
 */
#include <math.h>

#include "executor/kernels.h"
#include "executor/line.h"
#include "fft/tuning.h"
#include "plan/factors.h"
#include "plan/make.h"
#include "tests/transform/device_testing.h"
#include "transform/fused_mode.h"
#include "transform/ready.h"

enum { SMALL = 6000, DRAWN = 24, NAMED = 39, PLANES = 8, HALVES = 14 };

/* ---- Both */

/* power: of two, by which float32 numbers are multiplied, float64 ones eight times. */
static void fill(void *memory, uint64_t bytes, nbl_fft_precision_t precision, int power, test_random_t *random) {
    const size_t scalar = precision == NBL_FFT_FLOAT64 ? 8 : precision == NBL_FFT_FLOAT32 ? 4 : 2;
    const double factor = scalar == 2 ? 1 : ldexp(1, scalar == 8 ? 8 * power : power);
    for (uint64_t i = 0; i < bytes / scalar; i++) {
        const double value = test_random_real(random) / 16 * factor;
        const float single = (float)value;
        const nbl_emulator_float32x2_t pair = {single, 0.0f};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        memcpy((char *)memory + i * scalar,
               scalar == 8   ? (const void *)&value
               : scalar == 4 ? (const void *)&single
                             : &half,
               scalar);
    }
}

static void text_of(const nbl_fft_nd_desc_t *desc, char text[128]) {
    int used = snprintf(text, 128, "%s%s%s ", nbl_fft_precision_name(desc->precision), desc->real ? " real" : "",
                        desc->inverse ? " back" : "");
    for (uint32_t d = 0; d < desc->rank; d++)
        used += snprintf(text + used, 128 - (size_t)used, "%s%" PRIu64, d ? "x" : "", desc->sizes[d]);
    snprintf(text + used, 128 - (size_t)used, " by %" PRIu64, desc->batch);
}

typedef enum outcome_t { REFUSED, SAME, SAME_AS_EXACT } outcome_t;

static bool is_of_blocks(const nbl_program_t *program) {
    return program->steps == 2 && (program->step[0].load.apart.count | program->step[1].store.apart.count) != 0;
}

/* Each set of instructions has those bits. */
static void expect_of_sets(const nbl_program_t *program, const char *input, const char *expected, uint64_t bytes[2]) {
    const nbl_executor_set_t *set;
    char *from = malloc(bytes[0] + 64), *to = malloc(bytes[1] + 64);
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        nbl_ready_t *ready;
        nbl_error_t error;
        memcpy(from, input, bytes[0]);
        memset(to, 0x3b, bytes[1]);
        TEST_EXPECT(nbl_ready_create(program, NULL, set->name, 1 + i % 2, &ready, &error));
        TEST_EXPECT(nbl_ready_run(ready, NULL, from, to, &error));
        nbl_ready_destroy(ready);
        ck_assert_msg(memcmp(to, expected, bytes[1]) == 0, "%s has other bits", set->name);
    }
    free(from);
    free(to);
}

/* Returns REFUSED where the device or the CPU has no such program, or a fast one has bits of the device's own.
 *
 * blocks  NULL: in buffers; else by device address and by each set of instructions, counted if it goes in blocks of
 *         rows */
static outcome_t compare_on(const nbl_fft_nd_desc_t *row, nbl_mode_t mode, const nbl_fft_limits_t *limits,
                            uint32_t *blocks, int power) {
    nbl_fft_nd_desc_t desc = *row;
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    memory_t memory = {0};
    char text[128];
    outcome_t outcome = REFUSED;
    test_random_t random = test_random_from(row->sizes[0] * 1000u + row->rank);
    desc.mode = mode;
    text_of(&desc, text);
    if (nbl_fft_nd_stages_make(&desc, limits, mode, false, 256, &stages, &error) == NBL_SUCCESS) {
        for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
            memory.bytes[r] = r < 2 ? stages.sides[r].bytes : stages.region_bytes[r];
            memory.region[r] = calloc(1, memory.bytes[r] + 64);
        }
        char *input = calloc(1, memory.bytes[0] + 64), *result[2] = {NULL};
        fill(input, memory.bytes[0], desc.precision, power, &random);
        nbl_program_t *program = malloc(sizeof *program);
        program_copy(nbl_fft_nd_stages_written(&stages), program);
        if (blocks != NULL) *blocks += is_of_blocks(program);
        const char *own = nbl_program_why_own_bits(program);
        if (own != NULL) printf("%s: %s\n", text, own);
        for (int exact = 0; exact < 2 && own == NULL; exact++) {
            result[exact] = calloc(1, memory.bytes[1] + 64);
            memcpy(memory.region[0], input, memory.bytes[0]);
            nbl_program_t *settled = malloc(sizeof *settled); /* of exact mode it has lost what exact mode refuses */
            program_copy(program, settled);
            if (exact) (void)nbl_program_settle(settled, NBL_MODE_EXACT);
            const nbl_result_t ran = nbl_program_run(settled, memory.region[0], result[exact], NULL, 1, &error);
            free(settled);
            if (ran != NBL_SUCCESS) printf("%s: %s\n", text, error.text);
            outcome = ran != NBL_SUCCESS ? REFUSED : SAME;
            if (ran != NBL_SUCCESS) break;
        }
        if (outcome == SAME) {
            memcpy(memory.region[0], input, memory.bytes[0]);
            run_device(&stages, &memory);
            ck_assert_msg(memcmp(memory.region[1], result[0], memory.bytes[1]) == 0,
                          "%s, 2^%d: the CPU has other bits than the device's kernels", text, power);
            if (memcmp(result[0], result[1], memory.bytes[1]) == 0) outcome = SAME_AS_EXACT;
            if (blocks != NULL) expect_of_sets(program, input, result[0], memory.bytes);
        }
        for (int exact = 0; exact < 2; exact++) free(result[exact]);
        free(input);
        free(program);
        for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) free(memory.region[r]);
    } else {
        printf("%s: %s\n", text, error.text);
    }
    nbl_fft_nd_stages_release(&stages);
    return outcome;
}

static outcome_t compare(const nbl_fft_nd_desc_t *row, nbl_device_kind_t device, uint32_t *blocks, int power) {
    const nbl_fft_limits_t limits = usual_device(device, blocks != NULL);
    return compare_on(row, NBL_MODE_FUSED, &limits, blocks, power);
}

/* ---- Rows of the net: the next DRAWN small ones behind a part's first */

/* Of the numbers: with the greatest results are near 1e38, with the least those of lines of 6000 are still normal on
 * the way. */
static const int powers[] = {0, 122, -96};

/* _i: 0: in fused mode. 1: in fast mode, but for halves. Mutation that this finds: rules/make.c: fast mode's program is
 * not settled. */
START_TEST(drawn_arrays_have_the_same_bits) {
    test_random_t random = test_random_begin(_i == 0 ? "fused programs" : "fast programs");
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
    uint32_t counts[3] = {0};
    if (_i == 1 && !nbl_executor_fuses()) return; /* the processor rounds twice */
    for (uint32_t drawn = 0; drawn < DRAWN;) {
        const nbl_fft_nd_desc_t row = net_draw(test_random_below(&random, NET_ROWS));
        uint64_t elements = row.batch;
        for (uint32_t d = 0; d < row.rank; d++) elements *= row.sizes[d];
        if (elements > SMALL || elements < 8) continue;
        if (_i == 1 && nbl_fused_compiled_as(NBL_MODE_FAST, row.precision) != NBL_MODE_FUSED) continue;
        counts[compare_on(&row, _i == 0 ? NBL_MODE_FUSED : NBL_MODE_FAST, &limits, NULL, powers[drawn % 3])]++;
        drawn++;
    }
    printf("%u drawn programs of %s mode: %u have the CPU's bits, %u of them exact mode's, too; %u are refused\n",
           DRAWN, _i == 0 ? "fused" : "fast", counts[SAME] + counts[SAME_AS_EXACT], counts[SAME_AS_EXACT],
           counts[REFUSED]);
    ck_assert_uint_ge(counts[SAME], DRAWN / 3);
}
END_TEST

/* ---- What fast mode has and exact mode has not, and each operation */

static const struct {
    nbl_fft_precision_t precision;
    uint32_t sizes[3];
    bool real, inverse;
} named[NAMED] = {
    {NBL_FFT_FLOAT32, {64, 64}, false, false},
    {NBL_FFT_FLOAT32, {16, 12, 8}, true, false},
    {NBL_FFT_FLOAT32, {24, 50}, true, true},
    {NBL_FFT_FLOAT32, {1009}, false, false},
    {NBL_FFT_FLOAT32, {1013}, false, true},
    {NBL_FFT_FLOAT32, {3380}, true, false},
    {NBL_FFT_FLOAT32, {34, 19}, false, false},
    {NBL_FFT_FLOAT64, {40, 27}, false, true},
    {NBL_FFT_FLOAT64, {1001}, true, false},
    {NBL_FFT_FLOAT32, {32768}, false, false},
    {NBL_FFT_FLOAT16_STORAGE, {625}, false, false},
    {NBL_FFT_FLOAT32, {22}, false, false},
    {NBL_FFT_FLOAT32, {686}, false, false}, /* butterflies step */
    {NBL_FFT_FLOAT32, {686}, false, true},
    {NBL_FFT_FLOAT32, {1225}, false, false}, /* in the last pass alone */
    {NBL_FFT_FLOAT32,
     {4356},
     false,
     false}, /* and in the second, but not in the third of four: 242 invocations, a stride of 66 */
    {NBL_FFT_FLOAT32, {91}, false, false}, /* rows of fused mode alone, from here on */
    {NBL_FFT_FLOAT32, {594}, false, false},
    {NBL_FFT_FLOAT32, {637}, false, true},
    {NBL_FFT_FLOAT32, {1664}, false, false},
    {NBL_FFT_FLOAT32, {1440}, false, false}, /* sums that multiply by one */
    {NBL_FFT_FLOAT32, {1080}, true, false},  /* roots of an invocation's first one: of rows */
    {NBL_FFT_FLOAT32, {720}, true, true},
    {NBL_FFT_FLOAT32, {64}, true, false}, /* of rows in lanes */
    {NBL_FFT_FLOAT32, {40}, true, true},
    {NBL_FFT_FLOAT32, {364}, true, true}, /* butterflies that some invocations lack */
    {NBL_FFT_FLOAT64, {480}, true, false},
    {NBL_FFT_FLOAT32, {34}, false, false}, /* radices of primes above 13 */
    {NBL_FFT_FLOAT32, {1334}, true, true},
    {NBL_FFT_FLOAT32, {4046}, false, true},
    {NBL_FFT_FLOAT32, {19, 62}, true, false},
    {NBL_FFT_FLOAT32, {46, 64}, false, true},
    {NBL_FFT_FLOAT64, {323}, false, false},
    {NBL_FFT_FLOAT32, {40500}, true, false}, /* of passes */
    {NBL_FFT_FLOAT32, {37500}, true, true},
    {NBL_FFT_FLOAT32, {9, 84}, true, true},  /* of rows in a workgroup: 7x6 by 7 invocations */
    {NBL_FFT_FLOAT32, {52, 54}, true, true}, /* three butterflies each */
    {NBL_FFT_FLOAT32, {13, 728}, true, true},
    {NBL_FFT_FLOAT64, {6, 90}, true, true},
};

static nbl_fft_problem_t named_array(uint32_t i) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.precision = named[i].precision;
    desc.real = named[i].real;
    desc.inverse = named[i].inverse;
    for (desc.rank = 0; desc.rank < 3 && named[i].sizes[desc.rank] != 0; desc.rank++)
        desc.sizes[desc.rank] = named[i].sizes[desc.rank];
    desc.batch = desc.rank == 1 && desc.sizes[0] < 100 ? 20 : 1;
    return desc;
}

START_TEST(named_arrays_have_the_same_bits) {
    const nbl_fft_problem_t desc = named_array((uint32_t)_i);
    const outcome_t outcome = compare(&desc, NBL_DEVICE_NVIDIA, NULL, 0);
    ck_assert_int_ne(outcome, REFUSED);
    ck_assert(outcome == SAME || desc.precision == NBL_FFT_FLOAT16_STORAGE); /* whose results are rounded to halves */
}
END_TEST

/* In fast mode: a third of these arrays, and radices above 36, which fused mode lacks. Lines by Rader's algorithm
 * within a row, and halves, have bits of the device's own. */
START_TEST(fast_arrays_have_the_same_bits) {
    static const uint32_t lengths[] = {37, 129, 1591, 1702};
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
    uint32_t same = 0, own = 0;
    if (!nbl_executor_fuses()) return;
    for (uint32_t i = 0; i < NAMED; i += test_all() ? 1 : 3) {
        const nbl_fft_problem_t desc = named_array(i);
        const outcome_t outcome = compare_on(&desc, NBL_MODE_FAST, &limits, NULL, 0);
        same += outcome == SAME;
        own += outcome == REFUSED;
    }
    printf("%u of fast mode's programs have the CPU's bits, %u their own\n", same, own);
    ck_assert_uint_ge(same, 9);
    for (uint32_t i = 0; i < 4; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 1;
        desc.sizes[0] = lengths[i];
        desc.batch = 5;
        desc.inverse = i % 2 == 1;
        ck_assert_int_eq(compare_on(&desc, NBL_MODE_FAST, &limits, NULL, 0), SAME);
    }
}
END_TEST

/* Columns of a prime P by two lines of P - 1 points. The second one takes its radices the other way round, and so steps
 * in a part of its passes, where the first one steps in all. Mutation that this finds: fused_mode.c: settle_twiddles()
 * changes that line alone. */
START_TEST(both_lines_of_a_prime_step_alike) {
    static const uint32_t primes[] = {251, 379};
    for (uint32_t i = 0; i < 2; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 2;
        desc.sizes[0] = primes[i];
        desc.sizes[1] = 3;
        desc.axis_count = 1;
        desc.inverse = i == 1;
        ck_assert_int_eq(compare(&desc, NBL_DEVICE_ANY, NULL, 0), SAME);
    }
}
END_TEST

/* Halves with a prime factor above 13 on a device without float64, in which exact mode computes them. Mutation that
 * this finds: host/fft/plan.c: is_packed() in fused mode, too. */
START_TEST(primes_of_halves_need_no_float64) {
    static const uint64_t sizes[HALVES][3] = {{34},       {74},        {323},       {1009},   {1334},
                                              {2018},     {4046},      {34, 64},    {19, 19}, {128, 289},
                                              {1024, 37}, {17, 16, 8}, {17 * 4096}, {77777}};
    const uint32_t shape = (uint32_t)_i % HALVES, way = (uint32_t)_i / HALVES;
    const bool literal = way == 4 || way >= 6;
    nbl_fft_limits_t limits = usual_device(way < 4 ? NBL_DEVICE_ANY : NBL_DEVICE_NVIDIA, literal);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    limits.float64 = false;
    limits.literals = literal ? NBL_FFT_LITERALS_WHEREVER : NBL_FFT_LITERALS_NEVER;
    desc.precision = way % 4 < 2 ? NBL_FFT_FLOAT16_STORAGE : NBL_FFT_FLOAT16;
    desc.inverse = way % 2 == 1;
    for (desc.rank = 0; desc.rank < 3 && sizes[shape][desc.rank] != 0; desc.rank++)
        desc.sizes[desc.rank] = sizes[shape][desc.rank];
    desc.real = (way == 2 || way == 5) && desc.sizes[desc.rank - 1] % 2 == 0;
    desc.batch = desc.rank == 1 && desc.sizes[0] < 100 ? 20 : 1;
    ck_assert_int_ne(compare_on(&desc, NBL_MODE_FUSED, &limits, NULL, 0), REFUSED);
}
END_TEST

/* ---- Lines of primes from 17 to 31, for which exact mode has no radices */

/* The emulator and the module of nbl_fft_transform_plan()'s kernel have the bits of the program that a device without a
 * name has. */
static void compare_kernel(uint32_t length, nbl_fft_precision_t precision, bool inverse, bool real,
                           test_random_t *random) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    const nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_fft_problem_t of = nbl_fft_problem_init();
    nbl_fft_transform_plan_t plan;
    nbl_problem_t problem;
    nbl_defines_t defines;
    nbl_error_t error;
    static nbl_program_t program;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.limits = nbl_fft_emulator_limits(32);
    of.precision = desc.precision = precision;
    of.inverse = desc.inverse = inverse;
    of.batch = desc.batch = 3;
    desc.length = length;
    desc.kind = real ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    of.real = real;
    of.sizes[0] = real ? 2 * length : length;
    of.mode = NBL_MODE_FUSED;
    of.rank = 1;
    desc.any_radices = desc.fused = true;
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    TEST_EXPECT(nbl_problem_make(&of, false, &problem, &error));
    TEST_EXPECT(nbl_transform_make(&problem, &desc.limits, NULL, &program, &error));
    const size_t bytes = (size_t)plan.buffer_bytes;
    char *input = malloc(bytes), *output[3];
    for (int i = 0; i < 3; i++) ck_assert_ptr_nonnull(output[i] = malloc(bytes));
    fill(input, bytes, precision, 0, random);
    TEST_EXPECT(nbl_program_run(&program, input, output[0], NULL, 1, &error));
    TEST_EXPECT(nbl_fft_transform_emulate(&plan, &launch, input, output[1], NULL, &error));
    const memory_t none = {.check = false};
    const nbl_interpreter_binding_t bindings[3] = {{.binding = 0, .data = input, .bytes = bytes},
                                                   {.binding = 1, .data = output[2], .bytes = bytes}};
    const nbl_compile_desc_t compile = nbl_fft_describe_compile(&plan, NULL, NBL_MODE_FUSED, true, &defines);
    dispatch(&compile, bindings, 2, &none, &desc.batch, 4, plan.workgroups);
    for (int i = 1; i < 3; i++)
        ck_assert_msg(memcmp(output[0], output[i], (size_t)plan.output_bytes) == 0,
                      "%s%u %s%s: %s has other bits than the CPU's program", real ? "real 2 x " : "", length,
                      nbl_fft_precision_name(precision), inverse ? " back" : "",
                      i == 1 ? "the emulator" : "the module");
    for (int i = 0; i < 3; i++) free(output[i]);
    free(input);
}

static bool is_of_primes(uint32_t length, uint32_t dwords) {
    return nbl_fft_plan_has_primes(length, dwords) &&
           nbl_largest_prime(length) <= NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES;
}

/* Complex lines and real ones of twice the length. Mutations that this finds: host/fft/plan.c: steps_roots() is false;
 * choose_plan() takes rows of fused mode alone for real lines (133 points). */
START_TEST(kernels_of_primes_have_the_same_bits) {
    test_random_t random = test_random_begin("kernels of primes in fused mode");
    const uint32_t most = test_all() ? 1000 : 17, drawn = test_all() ? 40 : 3;
    for (int way = 0; way < 8; way++) {
        const nbl_fft_precision_t precision = way / 2 % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        const uint32_t dwords = nbl_fft_precision_dwords(precision);
        const bool inverse = way % 2 == 1, real = way >= 4;
        for (uint32_t length = 17; length <= most; length++)
            if (is_of_primes(length, dwords)) compare_kernel(length, precision, inverse, real, &random);
        for (uint32_t i = 0; i < drawn; i++) {
            uint32_t length;
            do length = 17 + test_random_below(&random, precision == NBL_FFT_FLOAT32 ? 8176 : 4080);
            while (!is_of_primes(length, dwords));
            compare_kernel(length, precision, inverse, real, &random);
        }
    }
}
END_TEST

/* ---- Planes of long columns and narrow rows, most in blocks of rows: of each way in which rows of real numbers go
 *
 * Mutations that this finds: ready_tables.c: twiddles of exact mode; ready_lines.c: twiddles in another order than a
 * line's radix. */

START_TEST(blocks_have_the_same_bits) {
    enum { SHORT_COLUMNS = 10, COLUMNS = 15 };
    static const uint32_t columns[COLUMNS] = {1536, 1540, 1568, 1575, 1617, 1701, 1728, 1800,
                                              2100, 2401, 3000, 4096, 4116, 6125, 7203};
    static const struct {
        uint32_t from, step;
        bool real, inverse;
    } kinds[PLANES] = {{4, 1, false, false}, {4, 1, false, true}, {8, 2, true, false}, {8, 2, true, true},
                       {7, 2, true, false},  {7, 2, true, true},  {7, 2, true, false}, {7, 2, true, true}};
    test_random_t random = test_random_begin("blocks in fused mode");
    const uint32_t planes = PLANES * (test_all() ? 20 : 1);
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < planes; i++) {
        const uint32_t kind = i % PLANES;
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 2;
        desc.real = kinds[kind].real;
        desc.inverse = kinds[kind].inverse;
        desc.sizes[1] = kinds[kind].from + kinds[kind].step * test_random_below(&random, test_all() ? 30 : 4);
        do desc.sizes[0] = columns[test_random_below(&random, test_all() ? COLUMNS : SHORT_COLUMNS)];
        while (kind >= 4 && desc.sizes[0] % 2 != kind / 6); /* pairs of rows, and rows by themselves */
        desc.batch = 1 + i / PLANES % 2;
        ck_assert_int_eq(compare(&desc, NBL_DEVICE_NVIDIA, &blocks, 0), SAME);
    }
    printf("%u of %u planes of narrow rows go in blocks\n", blocks, planes);
    ck_assert_uint_ge(blocks, planes - planes / 4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fused programs");
    TCase *tests = tcase_create("fused programs");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, drawn_arrays_have_the_same_bits, 0, 2);
    tcase_add_test(tests, fast_arrays_have_the_same_bits);
    tcase_add_test(tests, both_lines_of_a_prime_step_alike);
    tcase_add_test(tests, kernels_of_primes_have_the_same_bits);
    tcase_add_test(tests, blocks_have_the_same_bits);
    tcase_add_loop_test(tests, primes_of_halves_need_no_float64, 0, HALVES * 8);
    tcase_add_loop_test(tests, named_arrays_have_the_same_bits, 0, NAMED);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
