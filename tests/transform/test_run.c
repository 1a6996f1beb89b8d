/* Programs that a device's planner makes, run on the CPU: in exact mode the net's bits, in fast mode its errors.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_run                today's part; NBL_TEST_ALL=1: every row
 *
 * Mutations that this finds: another twiddle between passes (run_lines_scalar.h: turns of another line), conj() left
 * out of a chirp's product, a factor that is not rounded as the array is.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <math.h>

#include "tests/fft/convolution_testing.h"
#include "tests/transform/convolution_stages.h"
#include "tests/transform/program_testing.h"
#include "transform/machine.h"
#include "transform/ready.h"

static uint64_t bits[NET_ROWS];

static bool has_halves(void) { return nbl_fft_emulator_limits(0).float16; }

static char *run(const nbl_program_t *program, const nbl_fft_nd_desc_t *desc, char *input, uint32_t threads) {
    const uint64_t bytes = side_bytes(desc, true);
    char *output = malloc(bytes);
    nbl_error_t error;
    memset(output, 0x3b, bytes);
    const nbl_result_t result = nbl_program_run(program, input, output, NULL, threads, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s", error.text);
    return output;
}

/* ---- Exact mode */

START_TEST(exact_programs_have_the_nets_bits) {
    static nbl_program_t program, read;
    uint32_t rows = 0, refused = 0, differing = 0;
    net_read_bits(bits);
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 40)) continue;
        nbl_fft_nd_desc_t desc = net_draw(i);
        nbl_error_t error;
        if ((desc.precision == NBL_FFT_FLOAT16 && !has_halves()) || !program_of(&desc, 0, &program)) {
            refused++;
            continue;
        }
        char *text = program_text(&program), *input = net_input(&desc, i, desc.precision);
        ck_assert_msg(nbl_program_read(text, &read, &error) == NBL_SUCCESS, "%s", error.text);
        char *output = run(&read, &desc, input, 1 + i % 2);
        if (net_hash(NET_BASIS, output, side_bytes(&desc, true)) != bits[i]) {
            char what[160];
            net_describe(&desc, what, sizeof what);
            printf("run: row %u (%s): other bits\n%s", i, what, text);
            differing++;
        }
        rows++;
        free(text);
        free(input);
        free(output);
    }
    printf("run: %u exact programs, %u with other bits, %u beyond a device or this compiler\n", rows, differing,
           refused);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_eq(rows + refused, test_all() ? NET_ROWS : NET_ROWS / 40);
    ck_assert_uint_ge(rows, 2 * refused);
}
END_TEST

/* ---- Fast mode: to rounding, of float64 from exact mode's result */

static double distance(const nbl_fft_nd_desc_t *desc, const char *output, const char *expected) {
    const uint32_t bytes = scalar_bytes[desc->precision];
    const layout_t l = layout_of(desc, true);
    const uint64_t parts = l.real ? 1 : 2;
    double above = 0, below = 0;
    for (uint64_t i = 0; i < l.elements * parts; i++) {
        const uint64_t at = place_of(&l, desc->rank, i / parts) * parts + i % parts;
        const double x = (double)get_scalar(expected, 8, at), off = (double)get_scalar(output, bytes, at) - x;
        above += off * off;
        below += x * x;
    }
    return below == 0 ? 0 : sqrt(above / below);
}

START_TEST(fast_programs_are_right) {
    static nbl_program_t program;
    static const double most[] = {[NBL_FFT_FLOAT16] = 4e-3,
                                  [NBL_FFT_FLOAT32] = 1e-6,
                                  [NBL_FFT_FLOAT64] = 3e-15,
                                  [NBL_FFT_FLOAT16_STORAGE] = 2e-3};
    uint32_t rows = 0, of_kind[NBL_PROGRAM_OPS] = {0};
    double worst[4] = {0};
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 40)) continue;
        nbl_fft_nd_desc_t desc = net_draw(i), wide = desc;
        if (desc.precision == NBL_FFT_FLOAT16 && !has_halves()) continue;
        wide.precision = NBL_FFT_FLOAT64;
        wide.mode = NBL_MODE_EXACT;
        char *input = net_input(&desc, i, desc.precision), *from = net_input(&desc, i, NBL_FFT_FLOAT64),
             *expected = malloc(side_bytes(&wide, true));
        nbl_fft_t *plan;
        nbl_error_t error;
        ck_assert(nbl_fft_make_cpu(&wide, &plan, &error) == NBL_SUCCESS);
        ck_assert(nbl_fft_run(plan, from, expected, &error) == NBL_SUCCESS);
        nbl_fft_destroy(plan);
        for (uint32_t way = 1; way < PROGRAM_WAYS; way += 2) {
            if (!program_of(&desc, way, &program)) continue;
            char *output = run(&program, &desc, input, 1);
            const double off = distance(&desc, output, expected);
            char what[160];
            net_describe(&desc, what, sizeof what);
            if (!(off <= most[desc.precision])) {
                char *text = program_text(&program);
                ck_abort_msg("row %u, way %u (%s): relative L2 %.2g\n%s", i, way, what, off, text);
            }
            if (off > worst[desc.precision]) worst[desc.precision] = off;
            for (uint32_t s = 0; s < program.steps; s++)
                for (uint32_t k = 0; k < NBL_PROGRAM_OPS; k++) of_kind[k] += nbl_program_has(&program.step[s], k);
            rows++;
            free(output);
        }
        free(input);
        free(from);
        free(expected);
    }
    printf("run: %u fast programs, relative L2 at most %.1e, %.1e, %.1e, %.1e (fp16, fp32, fp64, fp16-storage)\n", rows,
           worst[0], worst[1], worst[2], worst[3]);
    printf("run: steps with each kind of operation:");
    for (uint32_t k = 0; k < NBL_PROGRAM_OPS; k++) printf(" %u", of_kind[k]);
    printf("\n");
    for (uint32_t k = 0; test_all() && k < NBL_PROGRAM_FOLD; k++) ck_assert_uint_ge(of_kind[k], 1); /* no cosines */
    ck_assert_uint_ge(rows, test_all() ? 3000 : 50);
}
END_TEST

/* Runs the device's program of a transform in fast mode, read from its text. Returns how far it is off exact mode in
 * float64.
 *
 * text  receives the text, to be freed */
static double off_exact(nbl_fft_problem_t desc, test_random_t *random, char **text) {
    static nbl_program_t program, read;
    nbl_fft_problem_t wide;
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.mode = NBL_MODE_FAST;
    wide = desc;
    wide.precision = NBL_FFT_FLOAT64;
    wide.mode = NBL_MODE_EXACT;
    ck_assert(program_of(&desc, 1, &program));
    *text = program_text(&program);
    TEST_EXPECT(nbl_program_read(*text, &read, &error));
    TEST_EXPECT(nbl_program_check(&read, &error));
    const uint64_t in = side_bytes(&desc, false) / scalar_bytes[desc.precision];
    char *input = malloc(in * 8), *expected = malloc(side_bytes(&wide, true));
    double *from = malloc(in * sizeof *from);
    for (uint64_t k = 0; k < in; k++) {
        from[k] = (float)test_random_real(random);
        put_scalar(input, scalar_bytes[desc.precision], k, from[k]);
    }
    TEST_EXPECT(nbl_fft_make_cpu(&wide, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, from, expected, &error));
    nbl_fft_destroy(plan);
    char *output = run(&read, &desc, input, 2);
    const double off = distance(&desc, output, expected);
    ck_assert_msg(off < (desc.precision == NBL_FFT_FLOAT32 ? 1e-6 : 3e-15), "%g\n%s", off, *text);
    free(input);
    free(expected);
    free(from);
    free(output);
    return off;
}

/* Rows of odd length go two by two, where there are many and their number is even. Mutations that this finds: the
 * second row's frequencies are the first one's (run_lines_scalar.h), its real numbers are left out
 * (run_move_scalar.h). */
START_TEST(odd_rows_are_pairs) {
    static const uint64_t sizes[][2] = {{300, 105}, {257, 105}, {100, 343}};
    test_random_t random = test_random_begin("run, pairs");
    double worst = 0;
    for (uint32_t i = 0; i < 12; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        const uint64_t *of = sizes[i % 3];
        char *text;
        desc.rank = 2;
        desc.sizes[0] = of[0], desc.sizes[1] = of[1];
        desc.real = true;
        desc.inverse = i % 2 == 1;
        desc.batch = 3;
        desc.precision = i < 6 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        worst = fmax(worst, off_exact(desc, &random, &text));
        ck_assert_int_eq(strstr(text, "-one rows") != NULL, of[0] % 2 == 0 || of[0] * desc.batch % 2 == 0);
        free(text);
    }
    printf("run: 12 arrays with odd rows, relative L2 at most %.1e\n", worst);
}
END_TEST

/* Of a long real line of odd length half of the lines between the passes are there. Mutations that this finds: a mirror
 * is not a conjugate, one line less is there (rules/passes.c), the middle pass of three has twiddles of other lines
 * (nbl_program_line_of_pass()), and if the check lets line 0 store its mirrors, too, it refuses the second store
 * (`reach->first` of check.c). */
START_TEST(long_odd_lines_are_folded) {
    static const uint64_t sizes[] = {33075, 42875, 59049, 371293, 823543}; /* the last two in three passes */
    test_random_t random = test_random_begin("run, folded");
    double worst = 0;
    for (uint32_t i = 0; i < 20; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        char *text;
        desc.rank = 1;
        desc.sizes[0] = sizes[i / 2 % 5];
        desc.real = true;
        desc.inverse = i % 2 == 1;
        desc.batch = 2;
        desc.precision = i < 10 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        desc.scaling = i < 10 ? NBL_FFT_SCALING_DEFAULT : NBL_FFT_SCALING_BY_ROOT;
        worst = fmax(worst, off_exact(desc, &random, &text));
        ck_assert_msg(strstr(text, " folded signal ") != NULL && strstr(text, " halved signal ") != NULL, "%s", text);
        free(text);
    }
    printf("run: 20 long lines of odd length, relative L2 at most %.1e\n", worst);
}
END_TEST

/* ---- Made ready once: runs have nothing of those before, and several may be under way. Mutation: nbl_ready_run()
 * keeps its memory for itself while another takes it (atomic_load() for atomic_exchange()). */

typedef struct again_t {
    nbl_ready_t *ready;
    char *input, *output;
} again_t;

static void *run_again(void *user) {
    const again_t *again = user;
    for (int i = 0; i < 8; i++)
        if (nbl_ready_run(again->ready, NULL, again->input, again->output, NULL) != NBL_SUCCESS) return user;
    return NULL;
}

START_TEST(ready_programs_run_again) {
    static nbl_program_t program;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        const nbl_fft_nd_desc_t desc = net_draw(i);
        if (!test_takes(i, 40) || desc.precision == NBL_FFT_FLOAT16 || !program_of(&desc, 0, &program)) continue;
        const uint64_t bytes = side_bytes(&desc, true);
        char *input = net_input(&desc, i, desc.precision), *expected = run(&program, &desc, input, 1);
        again_t again[2];
        nbl_error_t error;
        pthread_t thread;
        void *failed[2];
        ck_assert_msg(nbl_ready_create(&program, NULL, NULL, 2, &again[0].ready, &error) == NBL_SUCCESS, "%s",
                      error.text);
        ck_assert_uint_ge(nbl_ready_bytes(again[0].ready),
                          nbl_ready_scratch_bytes(again[0].ready) + sizeof *program.step);
        ck_assert_int_eq(nbl_ready_run(again[0].ready, NULL, NULL, expected, &error), NBL_ERROR_ARGUMENT);
        again[1].ready = again[0].ready;
        for (int k = 0; k < 2; k++) {
            again[k].input = input;
            again[k].output = malloc(bytes);
            memset(again[k].output, 0x3b, bytes);
        }
        ck_assert_int_eq(pthread_create(&thread, NULL, run_again, &again[1]), 0);
        failed[0] = run_again(&again[0]);
        ck_assert_int_eq(pthread_join(thread, &failed[1]), 0);
        for (int k = 0; k < 2; k++) {
            ck_assert_ptr_null(failed[k]);
            ck_assert_msg(memcmp(again[k].output, expected, bytes) == 0, "row %u, thread %d: other bits", i, k);
            free(again[k].output);
        }
        nbl_ready_destroy(again[0].ready);
        free(input);
        free(expected);
        rows++;
    }
    printf("run: %u ready programs, 8 runs in each of two threads\n", rows);
    ck_assert_uint_ge(rows, test_all() ? 1300 : 20);
}
END_TEST

/* ---- Convolutions: a program for the kernel's spectrum, and one for signals. Mutation: a product's period is one
 * more. */

static void put_numbers(char *to, uint64_t scalars, bool wide, test_random_t *random) {
    for (uint64_t i = 0; i < scalars; i++) put_scalar(to, wide ? 8 : 4, i, (long double)test_random_real(random));
}

static void expect_sound(const nbl_program_t *program, const char *what) {
    static nbl_program_t read;
    nbl_error_t error;
    char *text = program_text(program);
    ck_assert_msg(nbl_program_check(program, &error) == NBL_SUCCESS, "%s: %s\n%s", what, error.text, text);
    ck_assert_msg(nbl_program_read(text, &read, &error) == NBL_SUCCESS && nbl_program_equal(program, &read), "%s",
                  text);
    free(text);
}

/* Returns the relative L2 distance from the CPU's convolution. */
static double convolve(const nbl_convolution_desc_t *desc, nbl_mode_t mode, uint32_t *spectra, test_random_t *random) {
    static nbl_program_t forward, whole;
    const nbl_fft_limits_t limits = {1024, 49152, .subgroup_size = 32, .max_buffer_bytes = UINT32_MAX, .float64 = true};
    const bool wide = desc->precision == NBL_FFT_FLOAT64;
    const uint32_t parts = desc->complex_numbers ? 2 : 1;
    nbl_fft_nd_stages_t stages[2];
    nbl_convolution_t *plan;
    nbl_error_t error;
    uint64_t in = desc->batch * parts, kernel = parts, out = desc->batch * parts;
    ck_assert_msg(test_convolution_stages(desc, &limits, mode, stages, &error), "%s", error.text);
    program_copy(stages[0].program, &forward);
    program_copy(stages[1].program, &whole);
    expect_sound(&forward, "the kernel's spectrum");
    expect_sound(&whole, "a convolution");
    for (uint32_t d = 0; d < desc->rank; d++) in *= desc->sizes[d], kernel *= desc->kernel_sizes[d];
    char *input = malloc(8 * in), *of = malloc(8 * kernel), *spectrum = malloc(stages[0].sides[1].bytes);
    put_numbers(input, in, wide, random);
    put_numbers(of, kernel, wide, random);
    void *reversed = nbl_fft_reversed_kernel(&forward.problem, of);
    ck_assert(nbl_convolution_create(desc, of, &plan, &error) == NBL_SUCCESS);
    for (uint32_t d = 0; d < desc->rank; d++) out *= nbl_convolution_size(plan, d);
    char *expected = malloc(8 * out), *output = malloc(8 * out);
    ck_assert(nbl_convolution_run(plan, input, expected, &error) == NBL_SUCCESS);
    nbl_convolution_destroy(plan);
    ck_assert_msg(nbl_program_run(&forward, desc->correlates ? reversed : of, spectrum, NULL, 1, &error) == NBL_SUCCESS,
                  "%s", error.text);
    ck_assert_msg(nbl_program_run(&whole, input, output, spectrum, 2, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(nbl_program_run(&whole, input, output, NULL, 1, &error), NBL_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.text, "spectrum, which was not given"));
    double above = 0, below = 0;
    for (uint64_t i = 0; i < out; i++) {
        const double x = (double)get_scalar(expected, wide ? 8 : 4, i);
        const double off = (double)get_scalar(output, wide ? 8 : 4, i) - x;
        above += off * off;
        below += x * x;
    }
    for (uint32_t t = 0; t < whole.tables; t++) *spectra += whole.table[t].kind == NBL_PROGRAM_SPECTRUM;
    free(input);
    free(of);
    free(reversed);
    free(spectrum);
    free(expected);
    free(output);
    for (int i = 0; i < 2; i++) nbl_fft_nd_stages_release(&stages[i]);
    return below == 0 ? 0 : sqrt(above / below);
}

START_TEST(convolutions_are_programs) {
    static const uint32_t most[] = {0, 9000, 70, 14}, most_kernel[] = {0, 300, 12, 5};
    test_random_t random = test_random_begin("program's convolutions");
    const uint32_t count = test_all() ? 600 : 30;
    uint32_t spectra = 0;
    double worst[2] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most, most_kernel);
        const bool wide = desc.precision == NBL_FFT_FLOAT64;
        const double off = convolve(&desc, i % 2 == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST, &spectra, &random);
        ck_assert_msg(off < (wide ? 1e-14 : 2e-6), "convolution %u: %g", i, off);
        if (off > worst[wide]) worst[wide] = off;
    }
    printf("run: %u convolutions, relative L2 at most %.1e and, in float64, %.1e\n", count, worst[0], worst[1]);
    ck_assert_uint_eq(spectra, count);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("run");
    TCase *tests = tcase_create("run");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, exact_programs_have_the_nets_bits);
    tcase_add_test(tests, fast_programs_are_right);
    tcase_add_test(tests, odd_rows_are_pairs);
    tcase_add_test(tests, long_odd_lines_are_folded);
    tcase_add_test(tests, ready_programs_run_again);
    tcase_add_test(tests, convolutions_are_programs);
    return test_run_suite(suite);
}
