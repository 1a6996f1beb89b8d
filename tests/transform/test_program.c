/* Programs: what a device's planner makes of the net's rows, printed, read back and compared.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_program                  today's part; NBL_TEST_ALL=1: every row
 *   build/tests/transform/test_program heads            prints the heads of rules for docs/programs.md
 *   build/tests/transform/test_program text NUMBER WAY  prints a row's program; WAY: 0 exact, 1 fast, 2, 3 by address
 */
#include <check.h>

#include "tests/transform/program_testing.h"
#include "transform/fused_mode.h"

/* ---- Round trips. Mutations that this finds: a field that is printed and not read, or not printed (remove a row of
 * text_fields.h's lists); a default that is not 0. */

START_TEST(texts_make_programs) {
    static nbl_program_t made, read;
    uint32_t programs = 0, refused = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 20)) continue;
        const nbl_fft_nd_desc_t desc = net_draw(i);
        for (uint32_t way = 0; way < PROGRAM_WAYS; way++) {
            nbl_error_t error;
            if (!program_of(&desc, way, &made)) {
                refused++;
                continue;
            }
            char *text = program_text(&made);
            ck_assert_msg(nbl_program_read(text, &read, &error) == NBL_SUCCESS, "row %u, way %u: %s\n%s", i, way,
                          error.text, text);
            char *again = program_text(&read);
            ck_assert_msg(strcmp(text, again) == 0, "row %u, way %u:\n%s\n%s", i, way, text, again);
            ck_assert(made.steps == read.steps && made.tables == read.tables); /* what lies behind them is not set */
            ck_assert_msg(memcmp(made.step, read.step, made.steps * sizeof made.step[0]) == 0,
                          "row %u, way %u: steps\n%s", i, way, text);
            ck_assert_msg(memcmp(made.table, read.table, made.tables * sizeof made.table[0]) == 0,
                          "row %u, way %u: tables", i, way);
            ck_assert_msg(memcmp(&made.problem, &read.problem, sizeof made.problem) == 0, "row %u, way %u: problem", i,
                          way);
            ck_assert(nbl_program_equal(&made, &read) && nbl_program_hash(&made) == nbl_program_hash(&read));
            programs++;
            free(text);
            free(again);
        }
    }
    printf("program: %u texts read back, %u transforms beyond a device\n", programs, refused);
    ck_assert_uint_eq(programs + refused, PROGRAM_WAYS * (test_all() ? NET_ROWS : NET_ROWS / 20));
    ck_assert_uint_ge(programs, 3 * refused);
}
END_TEST

/* ---- Every number of a step shows in its program's text. The mutation is the test: a number changed in the
 * program. */

static uint32_t changed;

static void change_to(const nbl_program_t *program, uint32_t *number, uint32_t to, const char *name, uint64_t was) {
    const uint32_t kept = *number;
    *number = to;
    ck_assert_msg(nbl_program_hash(program) != was, "%s: a change of it does not show", name);
    *number = kept;
    changed++;
}

static void change_place(const nbl_program_t *program, uint64_t *number, const char *name, uint64_t was) {
    if (*number == 0) return;
    ++*number;
    ck_assert_msg(nbl_program_hash(program) != was, "%s: a change of it does not show", name);
    --*number;
    changed++;
}

static void change_view(const nbl_program_t *program, nbl_view_t *view, uint64_t was) {
    change_to(program, &view->region, (view->region + 1) % NBL_VIEW_REGIONS, "region", was);
    if (view->element != 0) change_to(program, &view->element, 0, "element", was);
    if (view->storage != 0) change_to(program, &view->storage, 0, "storage", was);
    change_place(program, &view->stride, "stride", was);
    change_place(program, &view->step, "step", was);
    change_place(program, &view->given, "given", was);
    change_place(program, &view->kept, "kept", was);
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS; i++) {
        change_place(program, &view->transforms[i].count, "rounds of a loop", was);
        change_place(program, &view->transforms[i].stride, "distance of a loop", was);
    }
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LINES; i++) {
        change_place(program, &view->lines[i].count, "lines", was);
        change_place(program, &view->lines[i].stride, "distance of lines", was);
    }
}

#define CHANGE_TO(of, name, to) \
    do { \
        if ((of)->name != 0) change_to(program, &(of)->name, to, #name, was); \
    } while (0)
#define CHANGE(of, name) CHANGE_TO(of, name, (of)->name + 1)
#define CLEAR(of, name) CHANGE_TO(of, name, 0)

static void change_op(const nbl_program_t *program, nbl_program_op_t *op, uint64_t was) {
    CHANGE(op, plan.windows);
    CHANGE(op, plan.pad_shifts);
    CHANGE(op, plan.pad_steps);
    CHANGE(op, plan.plane_dwords);
    CLEAR(op, inverse);
    CHANGE(op, normalization);
    CHANGE(op, twiddles);
    CLEAR(op, packed);
    CHANGE(op, distance);
    CHANGE(op, before);
    CHANGE(op, after);
    if (op->table != NBL_PROGRAM_NONE) CHANGE(op, table);
    CLEAR(op, conjugates);
    CHANGE(op, period);
    CLEAR(op, stepped);
    CLEAR(op, reordered);
    CHANGE(op, row);
    CHANGE(op, pitch);
    CHANGE(op, planes);
    CLEAR(op, twice);
    CHANGE(op, divisor);
    CLEAR(op, is_root);
}

static void change_step(const nbl_program_t *program, nbl_program_step_t *step, uint64_t was) {
    CHANGE(step, order);
    CHANGE(step, elements);
    CHANGE(step, replaces);
    change_place(program, &step->from, "from", was);
    CHANGE(step, round);
    CHANGE(step, per_group);
    CHANGE(step, rounds);
    CHANGE(step, invocations);
    CHANGE(step, shared);
    CLEAR(step, columns);
    CLEAR(step, turned);
    CHANGE(step, beside);
    change_place(program, &step->transforms, "transforms", was);
    change_place(program, &step->chunk, "chunk", was);
    change_view(program, &step->load, was);
    change_view(program, &step->store, was);
    for (uint32_t i = 0; i < step->ops; i++) change_op(program, &step->op[i], was);
}

START_TEST(numbers_show) {
    static nbl_program_t program;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 50)) continue;
        const nbl_fft_nd_desc_t desc = net_draw(i);
        for (uint32_t way = 0; way < PROGRAM_WAYS; way++) {
            if (!program_of(&desc, way, &program)) continue;
            const uint64_t was = nbl_program_hash(&program);
            for (uint32_t s = 0; s < program.steps; s++) change_step(&program, &program.step[s], was);
            rows++;
        }
    }
    printf("program: %u numbers of %u programs changed, each shows\n", changed, rows);
    ck_assert_uint_ge(changed, 1000);
}
END_TEST

/* ---- What is refused, by its line */

static const char sound[] = "program 1\n"
                            "problem fp32 exact size 8 axes 0 batch 2 # a comment\n"
                            "input size 8 strides 1 distance 8\n"
                            "\n"
                            "output size 8 strides 1 distance 8\n"
                            "step fp32 transforms 2 chunk 2 elements 8 per-group 2 invocations 2 shared 8 beside 1\n"
                            "  load input complex stride 1 step 1 transforms 2*8\n"
                            "  line 4x2@2*2/1+0.0.8 distance 1\n"
                            "  store output complex stride 1 step 1 transforms 2*8\n";

static const struct {
    const char *from, *to, *why; /* of the text above */
} faults[] = {
    {"program 1", "program 2", "line 1: program: must be of version 1"},
    {"program 1", "programme",
     "line 1: programme: the first lines are program, problem, input and output, in this order"},
    {"fp32 exact", "fp33 exact", "line 2: fp33: must be fp16, fp32, fp64 or fp16-storage"},
    {"size 8 axes", "sizes 8 axes", "line 2: sizes: is no field of such a line"},
    {"batch 2", "batch 2 batch 2", "line 2: batch: is there twice"},
    {"batch 2", "batch", "line 2: batch: its value is missing"},
    {"batch 2", "batch 18446744073709551616", "line 2: 18446744073709551616: must be a number"},
    {"batch 2", "batch 0", "line 2: 0: must be a number, and what is 0 is left out"},
    {"batch 2", "batch 02", "line 2: 02: must be a number"},
    {"batch 2", "batch -2", "line 2: -2: must be a number"},
    {"axes 0", "axes 0,1,2,3,4,5,6,7,0", "at most 8 numbers"},
    {"size 8 axes", "size 8x axes", "line 2: 8x: must be numbers"},
    {"size 8 axes", "size 0 axes", "line 2: 0: must be numbers"},
    {"input size 8", "input size 8x8", "line 3: 8x8: must be as many numbers as the problem has sizes"},
    {"output size", "region size", "line 5: region: the first lines are"},
    {"step fp32", "step fp16-storage", "line 6: fp16-storage: is no arithmetic"},
    {"step fp32", "table chirp n 5 m 0\nstep fp32", "line 6: 0: must be a number"},
    {"step fp32", "region work9 5\nstep fp32", "line 6: region: must be between or work0"},
    {"step fp32", "region work1 5\nregion work1 5\nstep fp32", "line 7: work1: is there twice"},
    {"step fp32", "stop fp32", "line 6: stop: must be region, table or step"},
    {"input complex", "input", "line 7: stride: must be complex, real, pair, hermitian, rows, folded or halved"},
    {"2*8\n  line", "2*8,2\n  line", "line 7: 2*8,2: must be loops"},
    {"2*8\n  line", "0*8\n  line", "line 7: 0*8: must be loops"},
    {"load", "store", "line 7: store: a step is a load"},
    {"4x2@2*2/1", "4x40@2*2/1", "line 8: 4x40@2*2/1"},
    {"4x2@2*2/1", "4x2@9*2/1", "line 8: 4x2@9*2/1"},
    {"4x2@2*2/1", "4x2", "line 8: 4x2+0.0.8: must be a plan with invocations"},
    {"+0.0.8", "+0.8", "line 8: 4x2@2*2/1+0.8: its padding"},
    {"+0.0.8", "+0.0.8.1", "line 8: 4x2@2*2/1+0.0.8.1: its padding"},
    {"  line", "  butterfly", "line 8: butterfly: a step is a load, operations and a store"},
    {"distance 1\n", "distance 1 turned\n", "line 8: turned: is no field"},
    {"  store output complex stride 1 step 1 transforms 2*8\n", "", "line 8: step: has no store"},
};

START_TEST(faults_are_refused) {
    static nbl_program_t program;
    uint32_t count = 0;
    nbl_error_t error;
    ck_assert_msg(nbl_program_read(sound, &program, &error) == NBL_SUCCESS, "%s", error.text);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++, count++) {
        char text[2048];
        const char *at = strstr(sound, faults[i].from);
        ck_assert_ptr_nonnull(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - sound), sound, faults[i].to, at + strlen(faults[i].from));
        ck_assert_msg(nbl_program_read(text, &program, &error) == NBL_ERROR_ARGUMENT, "%s", text);
        ck_assert_msg(strstr(error.text, faults[i].why) != NULL && strchr(error.text, '\n') == NULL, "'%s' for '%s'",
                      error.text, faults[i].why);
        ck_assert_msg(program.steps == 1, "a refused text leaves the program as it was");
    }
    for (size_t cut = 0; cut + 1 < sizeof sound; cut++) { /* every beginning */
        char text[sizeof sound];
        memcpy(text, sound, cut);
        text[cut] = '\0';
        nbl_program_t *read = malloc(sizeof *read);
        const nbl_result_t result = nbl_program_read(text, read, &error);
        ck_assert(result == NBL_ERROR_ARGUMENT || strncmp(text, sound, cut) == 0);
        free(read);
        count++;
    }
    printf("program: %u texts refused or read\n", count);
    ck_assert_uint_eq(count, sizeof faults / sizeof *faults + sizeof sound - 1);
}
END_TEST

/* ---- docs/programs.md. Mutation: any number of the page. */

#define PAGE "docs/programs.md"

static const struct {
    const char *command;
    uint32_t rank;
    uint64_t sizes[2];
    nbl_mode_t mode;
    bool real;
} shown[] = {{"1000x1000 --mode exact --device-kind nvidia", 2, {1000, 1000}, NBL_MODE_EXACT, false},
             {"64x64 --mode fast --device-kind nvidia", 2, {64, 64}, NBL_MODE_FAST, false},
             {"1048576 --mode exact --device-kind nvidia", 1, {1048576}, NBL_MODE_EXACT, false},
             {"100x100 --mode exact --device-kind nvidia", 2, {100, 100}, NBL_MODE_EXACT, false},
             {"1009 --mode fast --device-kind nvidia", 1, {1009}, NBL_MODE_FAST, false},
             {"3380 --real --mode exact --device-kind nvidia", 1, {3380}, NBL_MODE_EXACT, true}};

START_TEST(the_page_is_current) {
    static nbl_program_t program;
    static char page[1 << 16];
    uint32_t programs = 0;
    FILE *file = fopen(PAGE, "r");
    ck_assert_msg(file != NULL, PAGE ": to be run in the folder that has it");
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++, programs++) {
        char wanted[8192];
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = shown[i].rank;
        memcpy(desc.sizes, shown[i].sizes, sizeof shown[i].sizes);
        desc.real = shown[i].real;
        ck_assert(program_of(&desc, shown[i].mode == NBL_MODE_FAST ? 1 : 0, &program));
        char *text = program_text(&program), bits[NBL_PROGRAM_BITS_SIZE];
        nbl_program_bits_text(&program, bits);
        snprintf(wanted, sizeof wanted, "`nbl-fft plan %s --program`\n\n```\n%s%s```\n", shown[i].command, bits, text);
        ck_assert_msg(strstr(page, wanted) != NULL, PAGE " lacks:\n%s", wanted);
        free(text);
    }
    printf("program: %u programs of " PAGE " are current\n", programs);
    ck_assert_uint_eq(programs, 6);
}
END_TEST

/* ---- Heads of the rules' files */

static const char *const rules[] = {"order",  "convolve",  "resident", "halve",  "fold",   "chirp",    "rader",
                                    "passes", "composite", "prime",    "blocks", "strips", "measured", "workspace"};
enum { RULES = sizeof rules / sizeof *rules };

/* Writes the comment at a rule's head as the page has it: without stars, and without the line of its licence. Returns
 * whether there is such a file and room. */
static bool put_head(const char *rule, char *text, size_t size) {
    char path[64], line[512];
    snprintf(path, sizeof path, "host/transform/rules/%s.c", rule);
    FILE *file = fopen(path, "r");
    size_t at = (size_t)snprintf(text, size, "`%s.c`\n\n```\n", rule);
    if (file == NULL) return false;
    while (at < size && fgets(line, sizeof line, file) != NULL && strstr(line, "*/") == NULL) {
        if (strstr(line, "SPDX") != NULL) continue;
        const size_t marks = strlen(line) > 3 ? 3 : 2; /* an empty line has two */
        at += (size_t)snprintf(text + at, size - at, "%s", line + marks);
    }
    fclose(file);
    if (at < size) at += (size_t)snprintf(text + at, size - at, "```\n");
    return at < size;
}

/* Mutation that this finds: a word of a head changed. */
START_TEST(the_page_has_the_rules) {
    static char page[1 << 16], head[1 << 13];
    FILE *file = fopen(PAGE, "r");
    ck_assert_msg(file != NULL, PAGE ": to be run in the folder that has it");
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < RULES; i++) {
        ck_assert_msg(put_head(rules[i], head, sizeof head), "host/transform/rules/%s.c", rules[i]);
        ck_assert_msg(strstr(page, head) != NULL,
                      PAGE " lacks, as `build/tests/transform/test_program heads` prints it:\n%s", head);
    }
    printf("program: %d heads of rules are in " PAGE "\n", RULES);
}
END_TEST

static int print_heads(void) {
    static char head[1 << 13];
    for (size_t i = 0; i < RULES; i++) {
        if (!put_head(rules[i], head, sizeof head)) return 1;
        printf("%s%s", i > 0 ? "\n" : "", head);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "heads") == 0) return print_heads();
    if (argc > 3 && strcmp(argv[1], "text") == 0)
        return program_print((uint32_t)strtoul(argv[2], NULL, 10), (uint32_t)strtoul(argv[3], NULL, 10));
    Suite *suite = suite_create("program");
    TCase *tests = tcase_create("program");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, texts_make_programs);
    tcase_add_test(tests, numbers_show);
    tcase_add_test(tests, faults_are_refused);
    tcase_add_test(tests, the_page_is_current);
    tcase_add_test(tests, the_page_has_the_rules);
    return test_run_suite(suite);
}
