/* nbl-fft plan --table: the plans of every supported length as a header that shaders choose from.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plan depends on precision and limits. Within each combination of these, a cell, the radices of a length are one
 * value and its layout another; most cells agree, so that each length has a few rows, each behind the fewest terms.
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <string.h>

#include "facts/choose.h"
#include "plan/make.h"

enum { PRECISIONS = 3, INVOCATIONS = 2, BYTES = 3, CELLS = PRECISIONS * INVOCATIONS * BYTES };

static const uint32_t invocations_of[INVOCATIONS] = {256, 1024}, bytes_of[BYTES] = {16384, 32768, 49152};

/* A term of a condition. Bit i of `cells` stands for its precision or limit number i. */
typedef struct term_t {
    const char *text; /* "" holds always */
    uint32_t cells;
} term_t;

static const term_t of_precision[] = {{"", 7},          {"float16_", 1},  {"float32_", 2}, {"float64_", 4},
                                      {"!float16_", 6}, {"!float32_", 5}, {"!float64_", 3}};
static const term_t of_invocations[] = {{"", 3}, {"within_256_", 1}, {"!within_256_", 2}};
static const term_t of_bytes[] = {
    {"", 7}, {"within_16k_", 1}, {"within_32k_", 3}, {"!within_16k_", 6}, {"!within_32k_", 4}};

static void radices_text(nbl_fft_plan_t plan, char text[NBL_FFT_PLAN_TEXT_SIZE]) {
    int used = snprintf(text, NBL_FFT_PLAN_TEXT_SIZE, "NBL_RADICES_%u(", plan.passes);
    nbl_fft_plan_radices_text(plan, ", ", text + used, NBL_FFT_PLAN_TEXT_SIZE - (size_t)used);
    strcat(text, ")");
}

static void layout_text(nbl_fft_plan_t plan, char text[NBL_FFT_PLAN_TEXT_SIZE]) {
    snprintf(text, NBL_FFT_PLAN_TEXT_SIZE, "%u, %u, %u, %u, %u, %u, %u", plan.invocations, plan.elements,
             plan.ffts_per_workgroup, plan.windows, plan.pad_shifts, plan.pad_steps, plan.plane_dwords);
}

void print_instance_plan(nbl_fft_plan_t plan) {
    char radices[NBL_FFT_PLAN_TEXT_SIZE], layout[NBL_FFT_PLAN_TEXT_SIZE];
    radices_text(plan, radices);
    layout_text(plan, layout);
    printf("#define NBL_FFT_RADICES %s\n#define NBL_FFT_LAYOUT %s\n", radices, layout);
}

/* The value of one define of a length in each cell. */
typedef struct values_t {
    uint32_t cells;                            /* bit c: cell c has a value, or must have no row */
    char texts[CELLS][NBL_FFT_PLAN_TEXT_SIZE]; /* "": must have no row */
} values_t;

static uint32_t cells_of(const term_t *p, const term_t *i, const term_t *b) {
    uint32_t cells = 0;
    for (uint32_t c = 0; c < CELLS; c++)
        if ((p->cells >> c / (INVOCATIONS * BYTES) & 1) && (i->cells >> c / BYTES % INVOCATIONS & 1) &&
            (b->cells >> c % BYTES & 1))
            cells |= 1u << c;
    return cells;
}

/* Returns the cells among some that have the value of cell `like`. */
static uint32_t cells_like(const values_t *values, uint32_t among, uint32_t like) {
    uint32_t cells = 0;
    for (uint32_t c = 0; c < CELLS; c++)
        if ((among >> c & 1) && strcmp(values->texts[c], values->texts[like]) == 0) cells |= 1u << c;
    return cells;
}

static uint32_t lowest(uint32_t cells) {
    uint32_t c = 0;
    while (!(cells >> c & 1)) c++;
    return c;
}

static uint32_t count(uint32_t cells) {
    uint32_t n = 0;
    for (; cells != 0; cells &= cells - 1) n++;
    return n;
}

typedef struct condition_t {
    const term_t *terms[3];
    uint32_t cells; /* of one value */
} condition_t;

/* Returns the condition of the next row. It settles cells of one value, all of them if it can, by the fewest terms. */
static condition_t next_condition(const values_t *values, uint32_t left) {
    condition_t best = {.cells = 0};
    uint32_t best_score = UINT32_MAX;
    for (size_t p = 0; p < sizeof of_precision / sizeof *of_precision; p++)
        for (size_t i = 0; i < sizeof of_invocations / sizeof *of_invocations; i++)
            for (size_t b = 0; b < sizeof of_bytes / sizeof *of_bytes; b++) {
                condition_t trial = {{&of_precision[p], &of_invocations[i], &of_bytes[b]}, 0};
                trial.cells = cells_of(trial.terms[0], trial.terms[1], trial.terms[2]) & left;
                if (trial.cells == 0 || values->texts[lowest(trial.cells)][0] == '\0') continue;
                uint32_t alike = cells_like(values, left, lowest(trial.cells));
                if ((trial.cells & ~alike) != 0) continue;
                uint32_t terms = (p > 0) + (i > 0) + (b > 0);
                uint32_t score = (trial.cells != alike) * 1000 + terms * 100 + CELLS - count(trial.cells);
                if (score < best_score) best = trial;
                if (score < best_score) best_score = score;
            }
    return best;
}

/* Prints the rows of one define of a length. */
static void print_rows(const char *name, const values_t *values) {
    uint32_t left = values->cells;
    const char *word = "if";
    if (cells_like(values, left, lowest(left)) == left) {
        printf("#define %s %s\n", name, values->texts[lowest(left)]);
        return;
    }
    while (left != 0) {
        bool is_last = cells_like(values, left, lowest(left)) == left && strcmp(word, "if") != 0;
        if (is_last && values->texts[lowest(left)][0] == '\0') break;
        condition_t next = next_condition(values, left);
        const char *and = " ";
        if (is_last) next.cells = left;
        printf("#%s", is_last ? "else" : word);
        for (int t = 0; t < 3 && !is_last; t++)
            if (next.terms[t]->text[0] != '\0') {
                printf("%s%s", and, next.terms[t]->text);
                and = " && ";
            }
        printf("\n#define %s %s\n", name, values->texts[lowest(next.cells)]);
        left &= ~next.cells;
        word = "elif";
    }
    printf("#endif\n");
}

nbl_result_t plan_of_header(uint32_t length, uint32_t dwords, nbl_fft_plan_limits_t limits, nbl_fft_plan_t *plan,
                            nbl_error_t *error) {
    nbl_fft_plan_request_t request = nbl_fft_plan_request(NBL_DEVICE_ANY, length, dwords, false);
    limits.subgroup_size = nbl_fft_plan_default_limits().subgroup_size;
    limits.device = NBL_DEVICE_ANY;
    return nbl_fft_plan_fit(&request, dwords, &limits, plan, error);
}

/* Prints the rows of a length. */
static void print_length(uint32_t length) {
    values_t radices = {.cells = 0}, layouts = {.cells = 0};
    for (uint32_t c = 0; c < CELLS; c++) {
        uint32_t dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)(c / (INVOCATIONS * BYTES)));
        if (nbl_fft_plan_check_length(length, dwords, NULL) != NBL_SUCCESS) continue;
        nbl_fft_plan_limits_t limits = {invocations_of[c / BYTES % INVOCATIONS], bytes_of[c % BYTES], 0,
                                        NBL_DEVICE_ANY};
        nbl_fft_plan_t plan;
        layouts.cells |= 1u << c;
        if (plan_of_header(length, dwords, limits, &plan, NULL) != NBL_SUCCESS) continue;
        radices.cells |= 1u << c;
        radices_text(plan, radices.texts[c]);
        layout_text(plan, layouts.texts[c]);
    }
    print_rows("NBL_FFT_RADICES", &radices);
    print_rows("NBL_FFT_LAYOUT", &layouts);
}

int print_plan_table(void) {
    uint32_t most_float64 = NBL_FFT_PLAN_MAX_LENGTH >> 2, most_mixed_float64 = NBL_FFT_PLAN_MAX_MIXED_LENGTH >> 1;
    printf(
        "/* The plan of every supported length in each precision and within each limit; made by nbl-fft plan --table\n"
        " * SPDX-License-Identifier: Apache-2.0\n"
        " *\n"
        " * Included by nbl/fft/plans.h alone, which says what the numbers are. Limits change the layout alone.\n"
        " */\n"
        "#define length_ NBL_FFT_COMPLEX_LENGTH\n");
    for (uint32_t p = 0; p < PRECISIONS; p++)
        printf("#define %s (NBL_FFT_COMPLEX_DWORDS == %u)\n", of_precision[1 + p].text,
               nbl_fft_precision_dwords((nbl_fft_precision_t)p));
    printf("#define within_256_ (NBL_FFT_MAX_INVOCATIONS == 256)\n"
           "#define within_16k_ (NBL_FFT_SHARED_BYTES <= 16384)\n"
           "#define within_32k_ (NBL_FFT_SHARED_BYTES <= 32768)\n"
           "#if float64_ && length_ > %u && length_ != %u\n#define NBL_FFT_LENGTH_IS_UNSUPPORTED\n",
           most_mixed_float64, most_float64);
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) {
        if (!nbl_fft_plan_is_common(length) ||
            nbl_fft_plan_check_length(length, NBL_DWORDS_float32_t, NULL) != NBL_SUCCESS)
            continue;
        printf("#elif length_ == %u\n", length);
        print_length(length);
    }
    printf("#else\n"
           "#define NBL_FFT_LENGTH_IS_UNSUPPORTED\n"
           "#endif\n"
           "#ifdef NBL_FFT_LENGTH_IS_UNSUPPORTED\n"
           "#define NBL_FFT_RADICES NBL_RADICES_1(2)\n"
           "#define NBL_FFT_LAYOUT 1, 2, 1, 1, 0, 0, 0\n"
           "#elif !defined(NBL_FFT_LAYOUT)\n"
           "#error \"NBL_FFT_LENGTH has no plan within 256 invocations: leave NBL_FFT_MAX_INVOCATIONS out\"\n"
           "#define NBL_FFT_LAYOUT 256, 32, 1, 1, 0, 0, 0\n"
           "#endif\n"
           "#undef within_32k_\n#undef within_16k_\n#undef within_256_\n"
           "#undef float64_\n#undef float32_\n#undef float16_\n#undef length_\n");
    return EXIT_DONE;
}
