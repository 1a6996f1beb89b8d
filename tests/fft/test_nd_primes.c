/* Lengths with a prime factor above 13 in fast mode: which go by radices of primes to 31, by chirps and by Rader's
 * algorithm, and the emulator's results. tests/fft/cases.txt has such lengths on devices.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "transform/lines.h"
#include "transform/make.h"
#include "transform/one_kernel.h"
#include "transform/tables.h"
#include "gpu/nd_stages.h"
#include "tests/fft/nd_device_testing.h"

/* ---- Plans, without a device */

/* The kernels of a transform as text. */
static void stages_of(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, const nbl_fft_limits_t *limits, char *buffer,
                      size_t size) {
    nbl_fft_nd_stages_t stages;
    nbl_fft_nd_text_t text = {buffer, size, 0};
    nbl_error_t error;
    buffer[0] = '\0';
    ck_assert_msg(nbl_fft_nd_stages_make(desc, limits, mode, false, 256, &stages, &error) == NBL_SUCCESS, "%s",
                  error.text);
    nbl_fft_nd_stages_put(&text, &stages);
    ck_assert_uint_lt(text.length, size);
    nbl_fft_nd_stages_release(&stages);
}

/* Kernels of a program. */
static uint32_t steps_in(const char *text) {
    uint32_t steps = 0;
    for (; (text = strstr(text, "\nstep ")) != NULL; text++) steps++;
    return steps;
}

/* Whether the primes above 13 are some of 17 to 31; `most`: the largest length. */
static bool has_primes(uint32_t n, uint32_t most) {
    uint32_t rest = n;
    for (uint32_t prime = 2; prime <= 13; prime++)
        while (rest % prime == 0) rest /= prime;
    const bool has = rest > 1;
    for (uint32_t prime = 17; prime <= 31; prime++)
        while (rest % prime == 0) rest /= prime;
    return has && rest == 1 && n <= most;
}

START_TEST(every_length_is_planned) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_NVIDIA, false); /* chirps were measured on one */
    static const struct {
        nbl_fft_precision_t precision;
        uint32_t most;
        bool real;
    } kinds[] = {{NBL_FFT_FLOAT32, 8192, false},
                 {NBL_FFT_FLOAT64, 4096, false},
                 {NBL_FFT_FLOAT16_STORAGE, 8192, false},
                 {NBL_FFT_FLOAT32, 8192, true}};
    const uint32_t step = test_all() ? 1 : 48;
    uint32_t planned = 0, seen = 0;
    char text[4096];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint32_t n = 2; n <= kinds[k].most; n++) {
            if (!has_primes(n, kinds[k].most) || seen++ % step != 0) continue;
            nbl_fft_problem_t desc = nbl_fft_problem_init();
            desc.rank = 1;
            desc.sizes[0] = kinds[k].real ? 2 * n : n;
            desc.batch = 64;
            desc.precision = kinds[k].precision;
            desc.real = kinds[k].real;
            stages_of(&desc, NBL_MODE_FAST, &usual, text, sizeof text);
            ck_assert_msg(strstr(text, "chirp") == NULL && steps_in(text) == 1, "%u: %s", n, text);
            stages_of(&desc, NBL_MODE_EXACT, &usual, text, sizeof text);
            ck_assert_msg(strstr(text, "table chirp ") != NULL, "%u, exact: %s", n, text);
            planned++;
        }
    printf("nd primes: %u lengths in one kernel, of %u\n", planned, seen);
    ck_assert_uint_eq(planned, (seen + step - 1) / step);
    ck_assert_uint_gt(seen, 3000);
}
END_TEST

/* Other lengths in one kernel, by a convolution that is long enough, half of them at least by what was measured; or by
 * radices times a prime. */
START_TEST(every_other_length_is_planned) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_NVIDIA, false); /* chirps were measured on one */
    const uint32_t step = test_all() ? 1 : 53;
    uint32_t planned = 0, primes = 0, composites = 0, measured = 0, seen = 0;
    char text[4096];
    for (uint32_t n = 53; n <= 8193; n++) {
        uint32_t rest = n, length = 0;
        for (uint32_t prime = 2; prime <= 47; prime++)
            while (rest % prime == 0) rest /= prime;
        if (rest == 1 || (seen++ % step != 0 && n < 8190)) continue;
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 1;
        desc.sizes[0] = n;
        desc.batch = 200; /* a few might go in passes */
        stages_of(&desc, NBL_MODE_FAST, &usual, text, sizeof text);
        const char *composite = strstr(text, " prime ");
        const bool rader = strstr(text, "table rader ") != NULL;
        ck_assert_msg(rader || strstr(text, "table chirp ") != NULL, "%s", text);
        ck_assert_msg(steps_in(text) == 1, "%u: %s", n, text);
        ck_assert_int_eq(sscanf(strstr(text, " elements "), " elements %u", &length), 1);
        planned++;
        if (composite != NULL) {
            ck_assert_msg(rader && length == n && n % (uint32_t)atoi(composite + 7) == 0, "%u: %s", n, text);
            composites++;
            continue;
        }
        ck_assert_msg(rader ? length == n - 1 : length >= 2 * n - 2, "%u: %s", n, text);
        primes += rader;
        measured += nbl_fft_one_kernel_find(NBL_DEVICE_NVIDIA, length) != NULL;
    }
    printf("nd primes: %u other lengths in one kernel, %u by Rader's algorithm, %u by it for a prime factor\n", planned,
           primes, composites);
    ck_assert_uint_gt(seen, 3500);
    ck_assert_uint_ge(planned, seen / step);
    ck_assert_uint_gt(2 * measured, planned - composites);
    ck_assert_uint_gt(composites, 10);
}
END_TEST

/* What each way has at least one of, whatever the sample. */
START_TEST(primes_go_by_what_was_faster) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_NVIDIA, false); /* chirps were measured on one */
    static const struct {
        uint32_t n;
        const char *way, *line;
    } of[] = {{53, "table rader n 53\n", "line 13x4@4*16/1+"},    {257, "table rader n 257\n", "line 16x16@16*4/1+"},
              {127, "table chirp n 127\n", "line 16x16@16*4/1+"}, {73, "table chirp n 73\n", " elements 144 "},
              {1007, "table chirp n 1007\n", " elements 2048 "},  {4099, "table chirp n 4099\n", " elements 8640 "},
              {3001, "table rader n 3001\n", " elements 3000 "},  {2003, "table chirp n 2003\n", " elements 4096 "}};
    char text[4096];
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 1;
        desc.sizes[0] = of[i].n;
        desc.batch = 200; /* a few might go in passes */
        stages_of(&desc, NBL_MODE_FAST, &usual, text, sizeof text);
        ck_assert_msg(strstr(text, of[i].way) != NULL && strstr(text, of[i].line) != NULL, "%u: %s", of[i].n, text);
        stages_of(&desc, NBL_MODE_EXACT, &usual, text, sizeof text);
        ck_assert_msg(strstr(text, "rader") == NULL, "%u, exact: %s", of[i].n, text);
    }
}
END_TEST

/* A workgroup without room for all lines of 74 points that its invocations could have has as many as fit. Mutation:
 * lay_out() of one line more leaves its number behind (lines_prime.c). */
START_TEST(lines_of_a_prime_take_the_room_there_is) {
    uint32_t planned = 0, most = 0;
    for (uint32_t bytes = 512; bytes <= 16384; bytes += 4) {
        nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
        nbl_fft_lines_desc_t desc = {.precision = NBL_FFT_FLOAT32};
        const nbl_fft_lines_parameters_t *p = &desc.parameters;
        limits.max_shared_bytes = bytes;
        const bool made = nbl_fft_lines_plan_prime(&limits, 74, &desc);
        ck_assert_msg(made || planned == 0, "%u bytes: no plan, though fewer bytes have one", bytes);
        if (!made) continue;
        ck_assert_msg(4 * p->shared_dwords <= bytes && p->arrays >= most, "%u bytes: %u lines of %u bytes", bytes,
                      p->arrays, 4 * p->shared_dwords);
        if (bytes == 7400) ck_assert_msg(p->arrays == 9 && p->shared_dwords == 1728, "%u lines", p->arrays);
        most = p->arrays;
        planned++;
    }
    ck_assert_uint_gt(planned, 3000);
    ck_assert_uint_eq(most, 10);
}
END_TEST

/* ---- Composites in passes */

/* Makes fast mode's program for one device and runs it on the CPU. Returns its relative L2 beside the CPU's float64.
 *
 * of_row   elements of a row, of which n are an array; 1: lines of n elements
 * program  receives it */
static double run_composite(uint32_t n, uint32_t of_row, uint32_t batch, bool inverse, test_random_t *random,
                            nbl_program_t *program) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_NVIDIA, false);
    nbl_fft_problem_t row = nbl_fft_problem_init(), wide;
    nbl_problem_t problem;
    nbl_fft_t *reference;
    nbl_error_t error;
    const uint32_t scalars = 2 * n * of_row * batch;
    float *in = malloc(scalars * sizeof *in), *out = malloc(scalars * sizeof *out);
    double *from = malloc(scalars * sizeof *from), *to = malloc(scalars * sizeof *to), above = 0, below = 0;
    row.rank = of_row > 1 ? 2 : 1, row.sizes[0] = n, row.sizes[1] = of_row;
    row.batch = batch, row.inverse = inverse, row.mode = NBL_MODE_FAST;
    wide = row;
    wide.mode = NBL_MODE_EXACT, wide.precision = NBL_FFT_FLOAT64;
    fill(NBL_FFT_FLOAT32, (char *)in, scalars * sizeof *in, random);
    for (uint32_t k = 0; k < scalars; k++) from[k] = in[k];
    TEST_EXPECT(nbl_problem_make(&row, false, &problem, &error));
    TEST_EXPECT(nbl_transform_make(&problem, &usual, NULL, program, &error));
    TEST_EXPECT(nbl_program_run(program, in, out, NULL, 1, &error));
    TEST_EXPECT(nbl_fft_make_cpu(&wide, &reference, &error));
    TEST_EXPECT(nbl_fft_run(reference, from, to, &error));
    for (uint32_t k = 0; k < scalars; k++) {
        above += (out[k] - to[k]) * (out[k] - to[k]);
        below += to[k] * to[k];
    }
    nbl_fft_destroy(reference);
    free(in), free(out), free(from), free(to);
    return sqrt(above / below);
}

/* Mutations that this finds: twiddles are not of the direction; the columns' elements lie next to each other, or the
 * columns do not (composite.c); a prime above the largest is taken, or a shorter length (choose.c). */
START_TEST(composites_go_in_passes) {
    static const struct {
        uint32_t n, batch, steps;
        const char *way; /* a part of the text */
    } of[] = {{128 * 97, 2, 2, "table rader n 97"},     {75 * 127, 3, 2, "table chirp n 127"},
              {17 * 31 * 31, 1, 2, "elements 31 "},     {66 * 78 * 79, 1, 3, "table chirp n 79"},
              {8 * 1031, 1, 3, "table chirp n 8248"},   {4 * 59 * 61, 1, 3, "table chirp n 14396"},
              {4 * 2039, 1, 1, "table chirp n 8156"},   {48 * 101, 3, 2, "table chirp n 101"},
              {48 * 101, 140, 1, "prime 101"},          {8 * 19 * 53, 1, 2, "table rader n 53"},
              {53 * 59 * 2, 1, 1, "table chirp n 6254"}};
    static nbl_program_t program;
    test_random_t random = test_random_begin("nd primes, composites");
    for (size_t i = 0; i < 2 * sizeof of / sizeof *of; i++) {
        const double off = run_composite(of[i / 2].n, 1, of[i / 2].batch, i % 2 == 1, &random, &program);
        const size_t size = nbl_program_text(&program, NULL, 0) + 1;
        char *text = malloc(size);
        ck_assert_uint_eq(nbl_program_text(&program, text, size), size - 1);
        ck_assert_msg(program.steps == of[i / 2].steps && strstr(text, of[i / 2].way) != NULL, "%s", text);
        ck_assert_msg(off < 4e-7, "%u: relative L2 %.2e\n%s", of[i / 2].n, off, text);
        free(text);
    }
}
END_TEST

/* Columns by radices above 31 where they are one of several, and by a convolution where one is the column. Mutation:
 * columns go by them as rows do (choose.c: wide_from()). */
START_TEST(columns_go_by_wide_radices) {
    static const struct {
        uint32_t n, of_row;
        const char *line;
    } of[] = {{74, 50, "line 37x2"},
              {111, 37, "line 37x3"},
              {740, 6, "line 37x"},
              {37, 50, "table rader n 37"},
              {47, 12, "table chirp n 47"}};
    static nbl_program_t program;
    test_random_t random = test_random_begin("nd primes, columns");
    for (size_t i = 0; i < 2 * sizeof of / sizeof *of; i++) {
        const double off = run_composite(of[i / 2].n, of[i / 2].of_row, 2, i % 2 == 1, &random, &program);
        const size_t size = nbl_program_text(&program, NULL, 0) + 1;
        char *text = malloc(size);
        ck_assert_uint_eq(nbl_program_text(&program, text, size), size - 1);
        ck_assert_msg(strstr(text, of[i / 2].line) != NULL, "%u: %s", of[i / 2].n, text);
        ck_assert_msg(off < 4e-7, "%u: relative L2 %.2e\n%s", of[i / 2].n, off, text);
        free(text);
    }
}
END_TEST

/* ---- A chirp of 2 N - 2 elements, whose ends are one, by the definition */

typedef struct wave_t {
    double real, imag;
} wave_t;

static wave_t product(wave_t a, wave_t b) {
    return (wave_t){a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

/* exp(sign 2 pi i j k / n) summed over in[j]. */
static void sum_up(uint32_t n, int sign, const wave_t *in, wave_t *out) {
    for (uint32_t k = 0; k < n; k++) {
        long double real = 0, imag = 0;
        for (uint32_t j = 0; j < n; j++) {
            const long double angle = sign * 2 * acosl(-1.0L) * (long double)((uint64_t)j * k % n) / n;
            const long double c = cosl(angle), s = sinl(angle);
            real += in[j].real * c - in[j].imag * s;
            imag += in[j].real * s + in[j].imag * c;
        }
        out[k] = (wave_t){(double)real, (double)imag};
    }
}

START_TEST(chirps_may_share_their_ends) {
    static const uint32_t lengths[] = {37, 73, 217}; /* the last one's spectrum is a transform's */
    enum { MOST = 432 };
    test_random_t random = test_random_begin("nd primes, shortest chirps");
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; i++) {
        const uint32_t n = lengths[i / 2], m = 2 * n - 2;
        const bool inverse = i % 2 == 1;
        static wave_t chirp[MOST], spectrum[MOST], signal[MOST], line[MOST], result[MOST], expected[MOST];
        const nbl_program_table_t of[] = {{.kind = NBL_PROGRAM_CHIRP, .n = n, .inverse = inverse},
                                          {.kind = NBL_PROGRAM_CHIRP_SPECTRUM,
                                           .n = n,
                                           .m = m,
                                           .inverse = inverse,
                                           .normalization = inverse ? NBL_FFT_BY_LENGTH : NBL_FFT_UNNORMALIZED}};
        nbl_error_t error;
        double above = 0, below = 0;
        TEST_EXPECT(nbl_program_fill_table(&of[0], (double *)chirp, &error));
        TEST_EXPECT(nbl_program_fill_table(&of[1], (double *)spectrum, &error));
        memset(line, 0, sizeof line);
        for (uint32_t k = 0; k < n; k++) {
            signal[k].real = (double)test_random_real(&random);
            signal[k].imag = (double)test_random_real(&random);
            line[k] = product(signal[k], chirp[k]);
        }
        sum_up(m, -1, line, result);
        for (uint32_t k = 0; k < m; k++) line[k] = product(result[k], spectrum[k]);
        sum_up(m, 1, line, result);
        sum_up(n, inverse ? 1 : -1, signal, expected);
        for (uint32_t k = 0; k < n; k++) {
            const wave_t z = product(result[k], chirp[k]);
            const double scale = inverse ? 1.0 / n : 1, real = expected[k].real * scale,
                         imag = expected[k].imag * scale;
            above += (z.real - real) * (z.real - real) + (z.imag - imag) * (z.imag - imag);
            below += real * real + imag * imag;
        }
        ck_assert_msg(above < 1e-30 * below, "%u, inverse %d: relative L2 %.2e", n, inverse, sqrt(above / below));
    }
}
END_TEST

/* ---- The emulator, by plans of one line: every radix in every precision */

static void emulate(uint32_t length, nbl_fft_precision_t precision, bool inverse, test_random_t *random) {
    enum { BATCH = 3, MOST = 2 * BATCH * 512 };
    static const double bounds[] = {2.5e-3, 2e-7, 5e-16, 5e-4};
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_fft_problem_t wide = nbl_fft_problem_init();
    nbl_fft_t *reference;
    nbl_error_t error;
    const nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    const uint32_t bytes = scalar_bytes[precision], scalars = 2 * BATCH * length;
    static _Alignas(16) char input[8 * MOST], output[8 * MOST];
    static double from[MOST], to[MOST];
    double above = 0, below = 0;
    desc.precision = precision;
    desc.length = length;
    desc.batch = BATCH;
    desc.inverse = inverse;
    desc.any_radices = true;
    wide.rank = 1;
    wide.sizes[0] = length;
    wide.batch = BATCH;
    wide.precision = NBL_FFT_FLOAT64;
    wide.inverse = inverse;
    fill(precision, input, (uint64_t)scalars * bytes, random);
    for (uint32_t k = 0; k < scalars; k++) from[k] = (double)get_scalar(input, bytes, k);
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_transform_emulate(&plan, &launch, input, output, NULL, &error));
    TEST_EXPECT(nbl_fft_make_cpu(&wide, &reference, &error));
    TEST_EXPECT(nbl_fft_run(reference, from, to, &error));
    for (uint32_t k = 0; k < scalars; k++) {
        const double off = (double)get_scalar(output, bytes, k) - to[k];
        above += off * off;
        below += to[k] * to[k];
    }
    ck_assert_msg(above < bounds[precision] * bounds[precision] * below, "%u, %s, inverse %d: relative L2 %.2e", length,
                  nbl_fft_precision_name(precision), inverse, sqrt(above / below));
    nbl_fft_destroy(reference);
}

START_TEST(the_emulator_is_right) {
    static const uint32_t lengths[] = {17, 38, 69, 145, 124, 17 * 29};
    test_random_t random = test_random_begin("nd primes, emulated");
    const bool float16 = nbl_fft_emulator_limits(0).float16;
    uint32_t cases = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (int precision = float16 ? 0 : 1; precision < 4; precision++)
            for (int inverse = 0; inverse < 2; inverse++, cases++)
                emulate(lengths[k], (nbl_fft_precision_t)precision, inverse != 0, &random);
    printf("nd primes: %u transforms emulated\n", cases);
    ck_assert_uint_ge(cases, 36);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd primes");
    TCase *tests = tcase_create("nd primes");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, every_length_is_planned);
    tcase_add_test(tests, every_other_length_is_planned);
    tcase_add_test(tests, the_emulator_is_right);
    suite_add_tcase(suite, tests);
    TCase *convolutions = tcase_create("convolutions");
    tcase_set_timeout(convolutions, 300);
    tcase_add_test(convolutions, primes_go_by_what_was_faster);
    tcase_add_test(convolutions, lines_of_a_prime_take_the_room_there_is);
    tcase_add_test(convolutions, chirps_may_share_their_ends);
    tcase_add_test(convolutions, composites_go_in_passes);
    tcase_add_test(convolutions, columns_go_by_wide_radices);
    suite_add_tcase(suite, convolutions);
    return test_run_suite(suite);
}
