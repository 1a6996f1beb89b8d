/* What rules choose for single lines and arrays: scaling, room for steps, algorithms of primes, device addresses.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/transform/program_testing.h"

#include "transform/choose_tickets.h"
#include "transform/rules/rules.h"

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

/* Lines that take the most steps: chirps in three passes each way, around which a real line and a cosine transform have
 * a step more each. Mutations that this finds: MOST_OF_AXIS 8 (rules/make.c); room_of() without the number of axes. */
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

/* ---- What goes by device address */

/* Most elements of a program whose loads and stores are counted. */
static uint64_t most_checked(void) { return test_all() ? 1 << 26 : 1 << 22; }

/* Mutations that this finds, in choose_tickets.c: literals are not asked for; the planes' axes are not tried; a side
 * with gaps is dense; is_plain() without the regions; the lag is of the first of two steps. In check.c and
 * text_fields.h: any line about a lag or `literal`. Not has_exact_radices(): all rows have them, as fft/test_tickets
 * says. */
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

/* A device makes twiddles and roots of others, which the text does not name: the CPU refuses to guess them in exact
 * mode. */
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
        program.step[0].op[0].twiddles =
            cases[i].real ? NBL_FFT_TWIDDLES_OF_TWO : NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH;
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

/* A prime that was not timed: by Rader's algorithm, but on kinds of devices that hold few elements an invocation by a
 * chirp, if Rader's line takes more of them (58 = 29 x 2, 310 = 31 x 10). */
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

/* ---- Arrays that a workgroup holds */

/* A row of kind `arrays` has a plan and no word about whether a workgroup holds the array: 128x54 back has 432
 * invocations by its row, 256 by the model, and a plane of two axes has at most 384. Without room for a row's plan the
 * model's is taken. Mutation that this finds: lines_arrays.c: rows count for nbl_fft_lines_arrays_time(). */
START_TEST(rows_of_arrays_decide_plans_alone) {
    static const struct {
        uint64_t sizes[3];
        uint32_t most_invocations, steps;
        const char *line;
    } cases[] = {{{128, 54}, 1024, 1, "line 9x3@3*144/1"},
                 {{512, 128, 54}, 1024, 2, "line 9x3@3*144/1"},
                 {{512, 128, 54}, 256, 2, "line 27@1*256/1"},
                 {{35, 432, 14}, 1024, 2, "line 12x3x12@36*"},
                 {{7, 70}, 128, 1, "line 7x5@5*21/1"}};
    static nbl_program_t program;
    for (uint32_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, true);
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_error_t error;
        limits.max_workgroup_invocations = cases[i / 2].most_invocations;
        for (; desc.rank < 3 && cases[i / 2].sizes[desc.rank] != 0; desc.rank++)
            desc.sizes[desc.rank] = cases[i / 2].sizes[desc.rank];
        desc.batch = 100;
        desc.real = desc.inverse = true;
        desc.mode = i % 2 == 0 ? NBL_MODE_FAST : NBL_MODE_FUSED;
        ck_assert_msg(rules_program(&desc, &limits, false, &program, &error), "%s", error.text);
        char *text = program_text(&program);
        ck_assert_msg(program.steps == cases[i / 2].steps && strstr(text, cases[i / 2].line) != NULL, "%s", text);
        free(text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("chosen");
    TCase *tests = tcase_create("chosen");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, odd_real_lines_scale_in_their_last_radix);
    tcase_add_test(tests, the_longest_lines_have_room);
    tcase_add_test(tests, a_product_without_a_table_is_refused);
    tcase_add_test(tests, tickets_are_chosen_by_facts);
    tcase_add_test(tests, exact_mode_refuses_what_it_cannot_have);
    tcase_add_test(tests, primes_hold_few_elements);
    tcase_add_test(tests, rows_of_arrays_decide_plans_alone);
    return test_run_suite(suite);
}
