/* The table of cases, tests/fft/cases.txt, whose head says what a row's words mean: read, and each row's ways one by
 * one.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_CASES_TESTING_H
#define NBL_TESTS_FFT_CASES_TESTING_H

#include "tests/fft/nd_testing.h"

#define CASES_FILE "tests/fft/cases.txt"
enum { CASES_MOST = 400, CASE_TEXT = 160, CASE_WAYS = 2 * 4 * 2 * 2 };

/* What a way is held against. */
typedef enum case_check_t { CASE_EXACT, CASE_FAST, CASE_PROGRAM, CASE_FACE, CASE_CHECKS } case_check_t;

typedef struct table_case_t {
    uint32_t number;
    char text[CASE_TEXT];      /* the whole row */
    nbl_fft_problem_t problem; /* of a convolution without its kernel, whose sizes are not 0 */
    bool inverse, both, in_place, also_in_place, passes, address, check[CASE_CHECKS];
    bool plan, large, chirps, radices;
    uint64_t above;   /* invocations of a workgroup without which there are chirps in place of radices; 0: any do */
    uint64_t pieces;  /* in which a device's batch goes */
    uint64_t tickets; /* dispatches of each by device address with literal sizes; 0: it is not held so */
    bool drawn;       /* two of its steps share one */
    /* Axes that the first kernel transforms in exact and in fast mode; CASE_UNSAID: the row does not say. */
    uint32_t held[2];
} table_case_t;

enum { CASE_UNSAID = 99 };

/* One way of a case: the problem as it is made. */
typedef struct case_way_t {
    const table_case_t *of;
    nbl_fft_problem_t problem; /* its mode, direction, place and route, too */
    case_check_t check;
} case_way_t;

/* Reads numbers with a separator between them. Returns how many; 0 if the text is something else, or more than
 * `most`. */
static inline uint32_t case_numbers(const char *text, char separator, uint64_t *numbers, uint32_t most) {
    uint32_t count = 0;
    for (;;) {
        char *end;
        if (*text < '0' || *text > '9' || count == most) return 0;
        numbers[count++] = strtoull(text, &end, 10);
        if (*end == '\0') return count;
        if (*end != separator) return 0;
        text = end + 1;
    }
}

/* Takes a word that stands for itself. */
static inline bool case_flag(table_case_t *c, const char *word) {
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"real", &c->problem.real},
                 {"overwrites", &c->problem.overwrites_input},
                 {"inverse", &c->inverse},
                 {"both", &c->both},
                 {"in-place", &c->in_place},
                 {"also-in-place", &c->also_in_place},
                 {"passes", &c->passes},
                 {"address", &c->address},
                 {"exact", &c->check[CASE_EXACT]},
                 {"fast", &c->check[CASE_FAST]},
                 {"program", &c->check[CASE_PROGRAM]},
                 {"face", &c->check[CASE_FACE]},
                 {"orthogonal", &c->problem.orthogonal},
                 {"correlates", &c->problem.correlates},
                 {"plan", &c->plan},
                 {"large", &c->large},
                 {"drawn", &c->drawn},
                 {"chirps", &c->chirps},
                 {"radices", &c->radices}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0) return *flags[i].flag = true;
    for (uint32_t p = 0; p < sizeof scalar_bytes / sizeof *scalar_bytes; p++)
        if (strcmp(word, nbl_fft_precision_name((nbl_fft_precision_t)p)) == 0) {
            c->problem.precision = (nbl_fft_precision_t)p;
            return true;
        }
    static const char *const parts[] = {"full", "same", "valid"};
    for (uint32_t p = 0; p < 3; p++)
        if (strcmp(word, parts[p]) == 0) {
            c->problem.part = (nbl_convolution_part_t)p;
            return true;
        }
    const bool by_root = strcmp(word, "by-root") == 0;
    if (by_root) c->problem.scaling = NBL_FFT_SCALING_BY_ROOT;
    return by_root;
}

/* Takes a word with numbers in itself or behind it. */
static inline bool case_word(table_case_t *c, const char *word, char **rest) {
    nbl_fft_problem_t *p = &c->problem;
    uint64_t two[2] = {0}, axes[RANK] = {0};
    const struct {
        const char *word;
        char separator;
        uint64_t *numbers;
        uint32_t count;
    } lists[] = {{"given", 'x', p->given, p->rank},
                 {"in-strides", ',', p->input_strides, p->rank},
                 {"out-strides", ',', p->output_strides, p->rank},
                 {"kernel", 'x', p->kernel_sizes, p->rank},
                 {"dct", ',', two, 1},
                 {"piece", ',', &p->piece_bytes, 1},
                 {"pieces", ',', &c->pieces, 1},
                 {"tickets", ',', &c->tickets, 1},
                 {"distances", ',', two, 2},
                 {"held", ',', two, 2},
                 {"radices-above", ',', &c->above, 1}};
    if (*word == '*') return case_numbers(word + 1, '*', &p->batch, 1) == 1;
    if (*word == '/') {
        p->axis_count = case_numbers(word + 1, ',', axes, p->rank);
        for (uint32_t a = 0; a < p->axis_count; a++) p->axes[a] = (uint32_t)axes[a];
        return p->axis_count != 0;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(word, lists[i].word) != 0) continue;
        const char *text = strtok_r(NULL, " \n", rest);
        if (text == NULL || case_numbers(text, lists[i].separator, lists[i].numbers, lists[i].count) != lists[i].count)
            return false;
        if (strcmp(word, "dct") == 0) p->dct = (nbl_fft_dct_t)two[0];
        if (strcmp(word, "distances") == 0) p->input_distance = two[0], p->output_distance = two[1];
        c->radices = c->radices || lists[i].numbers == &c->above;
        if (strcmp(word, "held") == 0) c->held[0] = (uint32_t)two[0], c->held[1] = (uint32_t)two[1];
        return true;
    }
    return case_flag(c, word);
}

/* Where an array in place is given in part, each element stays where the whole array has it. */
static inline void case_lay_out(nbl_fft_problem_t *p) {
    p->input_distance = 1;
    for (uint32_t d = p->rank; d-- > 0; p->input_distance *= p->sizes[d])
        p->input_strides[d] = p->output_strides[d] = p->input_distance;
    p->output_distance = p->input_distance;
}

static inline void case_read(table_case_t *c, const char *line) {
    char words[CASE_TEXT], *rest = NULL;
    *c = (table_case_t){.problem = nbl_fft_problem_init(), .pieces = 1, .held = {CASE_UNSAID, CASE_UNSAID}};
    ck_assert_msg(strlen(line) < CASE_TEXT, "%s: a row of more than %d bytes: %s", CASES_FILE, CASE_TEXT - 1, line);
    memcpy(c->text, line, strcspn(line, "\n"));
    memcpy(words, line, strlen(line) + 1);
    uint64_t number = 0;
    const char *word = strtok_r(words, " \n", &rest);
    ck_assert_msg(word != NULL && case_numbers(word, ' ', &number, 1) == 1, "%s: no number: %s", CASES_FILE, line);
    c->number = (uint32_t)number;
    word = strtok_r(NULL, " \n", &rest);
    c->problem.rank = word == NULL ? 0 : case_numbers(word, 'x', c->problem.sizes, RANK);
    ck_assert_msg(c->problem.rank != 0, "%s: no shape: %s", CASES_FILE, line);
    while ((word = strtok_r(NULL, " \n", &rest)) != NULL)
        ck_assert_msg(case_word(c, word, &rest), "%s: '%s' is no word: %s", CASES_FILE, word, line);
    bool checked = c->plan || c->tickets != 0;
    for (uint32_t check = 0; check < CASE_CHECKS; check++) checked = checked || c->check[check];
    ck_assert_msg(checked, "%s: held against nothing: %s", CASES_FILE, line);
    if (c->in_place) case_lay_out(&c->problem);
}

/* Reads the table. Returns how many rows it has; their numbers ascend. */
static inline uint32_t cases_read(table_case_t cases[CASES_MOST]) {
    FILE *file = fopen(CASES_FILE, "r");
    char line[512];
    uint32_t count = 0;
    ck_assert_msg(file != NULL, "%s is not here", CASES_FILE);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || line[0] == '\n') continue;
        ck_assert_uint_lt(count, CASES_MOST);
        case_read(&cases[count], line);
        ck_assert_msg(count == 0 || cases[count].number > cases[count - 1].number,
                      "%s: its number is not above the one "
                      "before: %s",
                      CASES_FILE, line);
        count++;
    }
    fclose(file);
    return count;
}

/* Writes each way of a case. Returns how many; 0 if tests leave it out. */
static inline uint32_t case_ways(const table_case_t *c, case_way_t ways[CASE_WAYS]) {
    uint32_t count = 0;
    for (int inverse = 0; inverse < 2 && !c->large; inverse++)
        for (uint32_t check = 0; check < CASE_CHECKS; check++)
            for (int in_place = 0; in_place < 2; in_place++)
                for (int address = 0; address < 2; address++) {
                    case_way_t way = {.of = c, .problem = c->problem, .check = (case_check_t)check};
                    way.problem.inverse = inverse != 0;
                    way.problem.mode = check == CASE_FAST ? NBL_MODE_FAST : NBL_MODE_EXACT;
                    way.problem.in_place = in_place != 0;
                    way.problem.route = address != 0 ? NBL_FFT_ROUTE_TICKETS : NBL_FFT_ROUTE_PASSES;
                    way.problem.overwrites_input =
                        (c->problem.overwrites_input && inverse != 0) || (check == CASE_EXACT && address != 0);
                    if (!c->check[check] || (!c->both && c->inverse != (inverse != 0))) continue;
                    if (c->also_in_place ? check != CASE_EXACT && in_place != 0 : c->in_place != (in_place != 0))
                        continue;
                    if (address != 0 ? c->passes || check == CASE_PROGRAM : c->address) continue;
                    /* In buffers float16 is computed in float16, whose own error is larger than what is allowed. */
                    if (check == CASE_FAST && c->problem.precision == NBL_FFT_FLOAT16 && address == 0) continue;
                    ways[count++] = way;
                }
    return count;
}

#endif
