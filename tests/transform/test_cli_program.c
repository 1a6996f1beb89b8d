/* nbl-fft plan --program and transform --program: what one prints the other runs, edited or not.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutation: a program whose radices are read in another order, whose output is another array's, or that runs although
 * it is not sound.
 */
#include "tests/fft/cli_testing.h"
#include "transform/program.h"

/* Leaves a device's program in program.txt.
 *
 * option  one more, or NULL; "best": the route, of NVIDIA's devices */
static char *print_program(const char *shape, const char *mode, const char *option) {
    const bool best = option != NULL && strcmp(option, "best") == 0;
    const char *const arguments[] = {
        test_tool("nbl-fft"), "plan",   shape, "--mode", mode, "--program", "--route", "best",
        "--device-kind",      "nvidia", NULL};
    const char *const plain[] = {test_tool("nbl-fft"), "plan", shape, "--mode", mode, "--program", option, NULL};
    test_output_t output = test_run(best ? arguments : plain, NULL);
    ck_assert_msg(output.status == 0 && output.error[0] == '\0', "%s: %s", shape, output.error);
    char *text = strdup(output.text);
    test_write_file(test_path("program.txt"), text, strlen(text));
    test_output_free(&output);
    return text;
}

/* Writes an array of numbers of both signs. */
static void write_input(uint32_t rank, const uint64_t *sizes, bool real) {
    uint64_t batch = 1;
    for (uint32_t d = 0; d + 1 < rank; d++) batch *= sizes[d];
    const uint64_t count = batch * sizes[rank - 1] * (real ? 1 : 2);
    test_random_t random = test_random_from(20261128);
    float *data = malloc(count * sizeof *data);
    nbl_npy_array_t array = {real ? NBL_NPY_FLOAT32 : NBL_NPY_COMPLEX64, rank, batch, sizes[rank - 1], data, {0}};
    nbl_npy_error_t error;
    memcpy(array.shape, sizes, rank * sizeof *sizes);
    for (uint64_t i = 0; i < count; i++) data[i] = (float)test_random_real(&random);
    ck_assert_msg(nbl_npy_write(test_path("in.npy"), &array, &error) == NBL_NPY_SUCCESS, "%s", error.text);
    free(data);
}

static void expect_same(const char *name, const char *other) {
    nbl_npy_array_t a = read_array(name), b = read_array(other);
    ck_assert(a.type == b.type && a.rank == b.rank && a.batch == b.batch && a.length == b.length);
    const size_t bytes = (size_t)(a.batch * a.length * NBL_NPY_BYTES(a.type));
    ck_assert_msg(memcmp(a.data, b.data, bytes) == 0, "%s and %s differ", name, other);
    nbl_npy_free(&a);
    nbl_npy_free(&b);
}

START_TEST(printed_programs_run) {
    static const struct {
        const char *shape;
        uint32_t rank;
        uint64_t sizes[3];
        const char *option;
        const char *axes;
    } cases[] = {{"64x64", 2, {64, 64}, NULL, "0,1"},      {"100x130", 2, {100, 130}, NULL, "0,1"},
                 {"1009", 1, {1009}, NULL, "0"},           {"65536", 1, {65536}, NULL, "0"},
                 {"3380", 1, {3380}, "--real", "0"},       {"15x77", 2, {15, 77}, "--real", "0,1"},
                 {"5x12x9", 3, {5, 12, 9}, NULL, "0,1,2"}, {"256x256", 2, {256, 256}, "best", "0,1"},
                 {"44100", 1, {44100}, "best", "0"}};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++, count++) {
        free(print_program(cases[i].shape, "exact", cases[i].option));
        const bool real = cases[i].option != NULL && strcmp(cases[i].option, "--real") == 0;
        write_input(cases[i].rank, cases[i].sizes, real);
        expect_silence(NULL, "transform", test_path("in.npy"), test_path("out.npy"), "--program",
                       test_path("program.txt"), NULL);
        expect_silence(NULL, "transform", test_path("in.npy"), test_path("usual.npy"), "--axes", cases[i].axes,
                       "--backend", "executor", real ? "--real" : NULL, NULL);
        expect_same("out.npy", "usual.npy");
    }
    printf("cli program: %u printed programs have the executor's bits\n", count);
    ck_assert_uint_eq(count, 9);
}
END_TEST

/* Returns the largest number behind a word of a program's text. */
static uint32_t largest(const char *text, const char *word) {
    uint32_t most = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        const uint32_t number = (uint32_t)strtoul(at + strlen(word), NULL, 10);
        if (number > most) most = number;
    }
    return most;
}

/* Programs are of the device that the options describe, and have the bits of all others. Mutation: one of the limits is
 * the default. */
START_TEST(programs_are_of_the_device_that_is_described) {
    static const struct {
        const char *shape, *real;
        uint32_t rank;
        uint64_t sizes[2];
        const char *axes;
    } cases[] = {{"1000x96", NULL, 2, {1000, 96}, "0,1"},
                 {"2000", "--real", 1, {2000}, "0"},
                 {"1000x130", "--real", 2, {1000, 130}, "0,1"}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *usual = print_program(cases[i].shape, "exact", cases[i].real);
        const char *const arguments[] = {test_tool("nbl-fft"), "plan", cases[i].shape,      "--program",
                                         "--max-shared-bytes", "2048", "--max-invocations", "64",
                                         cases[i].real,        NULL};
        test_output_t output = test_run(arguments, NULL);
        ck_assert_msg(output.status == 0, "%s", output.error);
        ck_assert_msg(largest(usual, " shared ") > 512 && largest(output.text, " shared ") <= 512, "%s", output.text);
        ck_assert_msg(largest(usual, " invocations ") > 64 && largest(output.text, " invocations ") <= 64, "%s",
                      output.text);
        test_write_file(test_path("program.txt"), output.text, strlen(output.text));
        write_input(cases[i].rank, cases[i].sizes, cases[i].real != NULL);
        expect_silence(NULL, "transform", test_path("in.npy"), test_path("out.npy"), "--program",
                       test_path("program.txt"), NULL);
        expect_silence(NULL, "transform", test_path("in.npy"), test_path("usual.npy"), "--axes", cases[i].axes,
                       "--backend", "executor", cases[i].real, NULL);
        expect_same("out.npy", "usual.npy");
        test_output_free(&output);
        free(usual);
    }
    expect_line(EXIT_COULD_NOT, "dimension 1, 96 elements: the shared memory would exceed the limit of 1 bytes", "plan",
                "1000x96", "--program", "--max-shared-bytes", "1", NULL);
    expect_line(EXIT_COULD_NOT,
                "dimension 1, 96 elements: the workgroup would have more invocations than the limit of 1", "plan",
                "1000x96", "--program", "--max-invocations", "1", NULL);
    expect_line(
        EXIT_COULD_NOT,
        "dimension 0, 555 elements by lines of 1280: the workgroup would have more invocations than the limit of "
        "32; 550 and 560 elements have room",
        "plan", "555x33", "--program", "--max-invocations", "32", NULL);
    expect_line(EXIT_COULD_NOT, "length 134217728: plan 32x32: the workgroup would have more invocations", "plan",
                "134217728", "--program", "--max-invocations", "16", NULL);
}
END_TEST

/* What a device writes of its own runs. Fast mode's programs of rows of two numbers, which are added and subtracted,
 * have the device's bits, too. Mutation: pairs of rows are refused where the rows have an even length. */
START_TEST(written_programs_run) {
    static const struct {
        uint64_t sizes[2];
        const char *mode;
        bool real; /* signals */
        const char *direction;
    } cases[] = {{{20000, 2}, "fast", true, NULL},
                 {{20000, 2}, "fast", true, "--inverse"},
                 {{300, 77}, "exact", true, NULL},
                 {{100, 100}, "exact", false, NULL}};
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    uint32_t count = 0;
    if (environment == NULL) return;
    for (; count < sizeof cases / sizeof *cases; count++) {
        const bool real = cases[count].real;
        write_input(2, cases[count].sizes, real && cases[count].direction == NULL);
        expect_silence(environment, "transform", test_path("in.npy"), test_path("device.npy"), "--backend", "vulkan",
                       "--mode", cases[count].mode, "--axes", "1", "--write-program", test_path("written.txt"),
                       real ? "--real" : cases[count].direction, real ? cases[count].direction : NULL, NULL);
        expect_silence(NULL, "transform", test_path("in.npy"), test_path("out.npy"), "--program",
                       test_path("written.txt"), NULL);
        expect_same("out.npy", "device.npy");
    }
    printf("cli program: %u programs that a device wrote have its bits\n", count);
    ck_assert_uint_eq(count, 4);
}
END_TEST

/* ---- Edited ones */

/* Writes the text with its first `from` replaced. */
static void edit(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    ck_assert_msg(at != NULL, "'%s' is not in\n%s", from, text);
    char *edited = malloc(strlen(text) + strlen(to) + 1);
    sprintf(edited, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    test_write_file(test_path("edited.txt"), edited, strlen(edited));
    free(edited);
}

static void expect_refusal(const char *text, const char *from, const char *to, const char *why) {
    edit(text, from, to);
    expect_line(EXIT_COULD_NOT, why, "transform", test_path("in.npy"), test_path("out.npy"), "--program",
                test_path("edited.txt"), NULL);
}

/* Mutation: any number of the page. */
START_TEST(the_page_has_what_goes_by_address) {
    static char page[1 << 16], wanted[8192];
    FILE *file = fopen("docs/programs.md", "r");
    ck_assert_ptr_nonnull(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    char *text = print_program("16777216", "fast", "best");
    ck_assert(strstr(text, " lag ") != NULL && strstr(text, " literal ") != NULL);
    snprintf(wanted, sizeof wanted,
             "`nbl-fft plan 16777216 --mode fast --device-kind nvidia --route best --program`\n\n```\n%s```\n", text);
    ck_assert_msg(strstr(page, wanted) != NULL, "docs/programs.md lacks:\n%s", wanted);
    free(text);
}
END_TEST

START_TEST(edited_programs) {
    const uint64_t sizes[] = {100, 130};
    char *text = print_program("100x130", "exact", NULL);
    write_input(2, sizes, false);
    edit(text, "problem", "# as printed\n\nproblem");
    expect_silence(NULL, "transform", test_path("in.npy"), test_path("out.npy"), "--program", test_path("edited.txt"),
                   NULL);
    expect_silence(NULL, "transform", test_path("in.npy"), test_path("usual.npy"), "--axes", "0,1", "--backend",
                   "executor", NULL);
    expect_same("out.npy", "usual.npy");
    /* Other radices run, and have other bits. */
    edit(text, "line 13x10@", "line 10x13@");
    expect_silence(NULL, "transform", test_path("in.npy"), test_path("other.npy"), "--program", test_path("edited.txt"),
                   NULL);
    nbl_npy_array_t a = read_array("usual.npy"), b = read_array("other.npy");
    const float *one = a.data, *other = b.data;
    double off = 0, all = 0;
    for (uint64_t i = 0; i < 2 * 100 * 130; i++) {
        off += ((double)one[i] - other[i]) * ((double)one[i] - other[i]);
        all += (double)one[i] * one[i];
    }
    ck_assert_msg(off > 0 && off < 1e-12 * all, "%g of %g", off, all);
    nbl_npy_free(&a);
    nbl_npy_free(&b);
    expect_refusal(text, "program 1", "program 7", "edited.txt: program: line 1: program: must be of version 1");
    expect_refusal(text, "store output", "store between", "step 0: stores byte 0 of between: there is no such byte");
    expect_refusal(text, "transforms 100*130\n  line", "transforms 100*129\n  line", "nothing reads it");
    expect_refusal(text, "store output complex stride 1 step 1 transforms 100*130",
                   "store output complex stride 1 step 1 transforms 100*129", "it has stored it before");
    expect_refusal(text, "step 1 transforms 100*130\n  line", "step 1 given 131 transforms 100*131\n  line",
                   "there is no such byte");
    expect_refusal(text, "load output", "load input", "what is there was never read");
    expect_refusal(text, "problem fp32", "problem fp64", "program: ");
    expect_refusal(text, "line 10x10@10*16/2+98307.196614.106", "line 10x10@10*16/2+98307.196614.106 inverse",
                   "program: its steps do not compute its problem: results are 1.4e+00");
    expect_refusal(text, "axes 0,1 batch", "axes 1 batch", "program: its steps do not compute its problem: ");
    expect_refusal(text, "axes 0,1 batch", "axes 0,2 batch", "program: problem: axis 2: an array of 2 dimensions");
    expect_refusal(text, "13000\noutput", "13000 first 0,0\noutput", "line 3: 0,0: what is 0 is left out");
    printf("cli program: 11 edited programs refused\n");
    free(text);
}
END_TEST

START_TEST(refusals) {
    const uint64_t sizes[] = {130, 100}, right[] = {100, 130};
    const char *in = test_path("in.npy"), *out = test_path("out.npy"), *program = test_path("program.txt");
    free(print_program("100x130", "exact", NULL));
    write_input(2, sizes, false);
    expect_line(EXIT_COULD_NOT, "in.npy: its shape is not the program's, 100x130", "transform", in, out, "--program",
                program, NULL);
    write_input(2, right, true);
    expect_line(EXIT_COULD_NOT, "in.npy: holds real numbers, the program takes complex ones", "transform", in, out,
                "--program", program, NULL);
    write_input(2, right, false);
    expect_line(EXIT_WRONG, "--program: the program says how: no other options", "transform", in, out, "--program",
                program, "--inverse", NULL);
    expect_line(EXIT_WRONG, "--program: the program says how: no other options", "transform", in, out, "--program",
                program, "--backend", "emulator", NULL);
    expect_line(EXIT_COULD_NOT, "none.txt: No such file", "transform", in, out, "--program", test_path("none.txt"),
                NULL);
    expect_line(EXIT_COULD_NOT, "in.npy: is no text", "transform", in, out, "--program", in, NULL);
    test_write_file(test_path("empty.txt"), "", 0);
    expect_line(EXIT_COULD_NOT, "empty.txt: program: line 0: the text: ends before its first step", "transform", in,
                out, "--program", test_path("empty.txt"), NULL);
    expect_line(EXIT_WRONG,
                "takes no options but --precision, --mode, --real, --dct, --dst, --axes, --kept, --max-invocations, "
                "--max-shared-bytes, --subgroup-size, --device-kind, --route and --program",
                "plan", "64", "--program", "--header", NULL);
}
END_TEST

#define THREE_SCALES "  scale divisor 1\n  scale divisor 1\n  scale divisor 1\n"

/* Runs edited.txt by the library, which computes what its steps say; the tool refuses what is not its problem's
 * transform. */
static void run_edited(const char *out) {
    static char text[1 << 14];
    static nbl_program_t program;
    nbl_error_t error;
    nbl_npy_error_t why;
    FILE *file = fopen(test_path("edited.txt"), "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    nbl_npy_array_t array = read_array("in.npy");
    float *results = calloc(array.batch * array.length, sizeof *results);
    ck_assert_msg(nbl_program_read(text, &program, &error) == NBL_SUCCESS &&
                      nbl_program_check(&program, &error) == NBL_SUCCESS &&
                      nbl_program_run(&program, array.data, results, NULL, 0, &error) == NBL_SUCCESS,
                  "%s", error.text);
    memcpy(array.data, results, array.batch * array.length * sizeof *results);
    ck_assert_msg(nbl_npy_write(test_path(out), &array, &why) == NBL_NPY_SUCCESS, "%s", why.text);
    nbl_npy_free(&array);
    free(results);
}

static char *print_dct(const char *shape) {
    const char *const arguments[] = {test_tool("nbl-fft"), "plan", shape, "--dct", "2", "--axes", "1",
                                     "--program",          NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s", output.error);
    char *text = strdup(output.text);
    test_output_free(&output);
    return text;
}

static bool is_same(const char *name, const char *other) {
    nbl_npy_array_t a = read_array(name), b = read_array(other);
    const bool same = memcmp(a.data, b.data, (size_t)(a.batch * a.length * NBL_NPY_BYTES(a.type))) == 0;
    nbl_npy_free(&a);
    nbl_npy_free(&b);
    return same;
}

/* What the CPU does in fewer steps than a text has must be that text's. Mutations: the end of a cosine transform is not
 * compared with its beginning; room for an operation that a view stands for is not counted; threads take transforms
 * through all steps although a step loads what another transform stored. */
START_TEST(edited_steps_are_not_joined) {
    const uint64_t sizes[] = {64, 45}, many[] = {4096, 45};
    static char crowded[4096];
    char *text = print_dct("64x45");
    write_input(2, sizes, true);
    edit(text, "problem", "# as printed\n\nproblem");
    run_edited("usual.npy");
    edit(text, "unfold dct-2", "unfold dct-2 orthogonal");
    run_edited("other.npy");
    ck_assert(!is_same("usual.npy", "other.npy"));
    free(text);

    snprintf(crowded, sizeof crowded,
             "program 1\n"
             "problem fp32 exact transform dct-3 size 64x45 axes 1 batch 1\n"
             "input real size 64x45 strides 45,1 distance 2880\n"
             "output real size 64x45 strides 45,1 distance 2880\n"
             "region work3 11776\n"
             "region work4 23040\n"
             "table shifted-roots n 45\n"
             "step fp32 transforms 64 chunk 64 elements 45 per-group 256 beside 1\n"
             "  load input real stride 1 step 1 transforms 64*45\n"
             "  fold dct-3 table 0\n"
             "  store work3 complex stride 1 step 1 transforms 64*23\n"
             "step fp32 dispatch 1 transforms 64 chunk 64 elements 23 per-group 1 beside 1\n"
             "  load work3 complex stride 1 step 1 transforms 64*23\n"
             "%s%s%s"
             "  store work3 complex stride 1 step 1 transforms 64*23\n"
             "step fp32 dispatch 2 transforms 64 chunk 64 elements 45 per-group 1 beside 1\n"
             "  load work3 hermitian signal 45 stride 1 step 1 transforms 64*23\n"
             "  store work4 real stride 1 step 1 transforms 64*45\n"
             "step fp32 dispatch 3 transforms 64 chunk 64 elements 45 per-group 256 beside 1\n"
             "  load work4 real stride 1 step 1 transforms 64*45\n"
             "  unfold dct-3\n"
             "  store output real stride 1 step 1 transforms 64*45\n",
             THREE_SCALES, THREE_SCALES, THREE_SCALES);
    test_write_file(test_path("edited.txt"), crowded, strlen(crowded));
    run_edited("other.npy");

    text = print_dct("4096x45");
    write_input(2, many, true);
    edit(text, "  load work3 real stride 1 step 1 transforms 4096*45\n",
         "  load work3 real stride 1 step 1 transforms 64*2880,64*45\n");
    run_edited("usual.npy");
    for (int i = 0; i < 5; i++) { /* on one processor there is nothing to find */
        run_edited("other.npy");
        expect_same("usual.npy", "other.npy");
    }
    free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli_program");
    TCase *tests = tcase_create("cli_program");
    tcase_add_unchecked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, printed_programs_run);
    tcase_add_test(tests, programs_are_of_the_device_that_is_described);
    tcase_add_test(tests, written_programs_run);
    tcase_add_test(tests, the_page_has_what_goes_by_address);
    tcase_add_test(tests, edited_programs);
    tcase_add_test(tests, edited_steps_are_not_joined);
    tcase_add_test(tests, refusals);
    tcase_set_timeout(tests, 120);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
