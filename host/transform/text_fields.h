/* The fields of each kind of line of a program's text, listed once: text.c prints by the list, text_read.c reads by it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A text is lines of words:
 *
 *   program 1                                                  the grammar's version
 *   problem fp32 exact size 64x64 axes 0,1 batch 1             then `input`, `output`, `region` lines
 *   table chirp n 1009                                         numbered from 0
 *   step fp32 transforms 64 elements 64 ..                     then its `load`, operations, `store`
 *
 * A field is `name value`, a flag its name alone. What is 0 is left out. Fields without a name stand first.
 */
#ifndef NBL_HOST_TRANSFORM_TEXT_FIELDS_H
#define NBL_HOST_TRANSFORM_TEXT_FIELDS_H

#include <stddef.h>

#include "spirv/words.h"
#include "transform/program.h"

typedef enum type_t {
    FLAG,   /* uint32_t, its name alone */
    NUMBER, /* uint32_t */
    WIDE,   /* uint64_t */
    INDEX,  /* uint32_t, NBL_PROGRAM_NONE is left out */
    WORD,   /* uint32_t, a word of a list; without a name: always there, else left out if 0 */
    SIZES,  /* uint64_t[], 1000x1000 */
    LIST,   /* uint64_t[], 1000,1 */
    FIRSTS, /* uint64_t[], as LIST; left out if all are 0 */
    LOOPS,  /* nbl_view_loop_t[], 16*1,64*1024 */
    PLAN,   /* nbl_fft_plan_t, as nbl_fft_plan_short_text() and +shifts.steps.dwords of its padding; without a name */
    SECOND  /* as PLAN, with a name; no passes: left out */
} type_t;

typedef struct field_t {
    type_t type;
    const char *name;
    size_t offset;
    const char *const *words; /* WORD: NULL behind the last */
    size_t count;             /* SIZES, LIST, FIRSTS: offset of their number; SIZE_MAX: the rank's. LOOPS: the most */
} field_t;

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define RANK SIZE_MAX

static const char *const precisions[] = {"fp16", "fp32", "fp64", "fp16-storage", NULL};
static const char *const modes[] = {NBL_MODE_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_COMMA), NULL};
static const char *const scalings[] = {"default", "none", "length", "root", NULL};
static const char *const normalizations[] = {"none", "length", "root", NULL};
static const char *const orders[] = {NBL_INSTRUCTION_ORDER_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_COMMA), NULL};
static const char *const regions[] = {"input", "output", "between", "work0", "work1", "work2", "work3", "work4", NULL};
static const char *const elements[] = {"complex", "real", "pair", "hermitian", "rows", "folded", "halved", NULL};
static const char *const storages[] = {"own", "halves", "floats", NULL};
static const char *const table_kinds[] = {"chirp", "chirp-spectrum", "rader",    "rader-spectrum",
                                          "roots", "shifted-roots",  "spectrum", NULL};
#define WORD_OF(name, word, fields, does) word,
static const char *const op_kinds[] = {NBL_PROGRAM_EACH_KIND(WORD_OF) NULL};
static const char *const dcts[] = {"none",  "dct-1", "dct-2", "dct-3", "dct-4",
                                   "dst-1", "dst-2", "dst-3", "dst-4", NULL};
static const char *const conjugates[] = {"none", "element", "product", NULL};

#define PROBLEM(field) offsetof(nbl_problem_t, field)
static const field_t problem_fields[] = {
    {WORD, NULL, PROBLEM(precision), precisions, 0},
    {WORD, NULL, PROBLEM(mode), modes, 0},
    {FLAG, "inverse", PROBLEM(inverse), NULL, 0},
    {FLAG, "real", PROBLEM(real), NULL, 0},
    {FLAG, "in-place", PROBLEM(in_place), NULL, 0},
    {FLAG, "overwrites", PROBLEM(overwrites_input), NULL, 0},
    {FLAG, "convolves", PROBLEM(convolves), NULL, 0},
    {WORD, "transform", PROBLEM(dct), dcts, 0},
    {FLAG, "orthogonal", PROBLEM(orthogonal), NULL, 0},
    {WORD, "scaling", PROBLEM(scaling), scalings, 0},
    {FLAG, "scales-odd-lines", PROBLEM(scales_odd_lines), NULL, 0},
    {SIZES, "size", PROBLEM(sizes), NULL, PROBLEM(rank)},
    {LIST, "axes", PROBLEM(axes), NULL, PROBLEM(axis_count)},
    {WIDE, "batch", PROBLEM(batch), NULL, 0},
};

#define SIDE(field) offsetof(nbl_program_side_t, field)
static const field_t side_fields[] = {
    {FLAG, "real", SIDE(real), NULL, 0},          {SIZES, "size", SIDE(sizes), NULL, RANK},
    {LIST, "strides", SIDE(strides), NULL, RANK}, {WIDE, "distance", SIDE(distance), NULL, 0},
    {FIRSTS, "first", SIDE(first), NULL, RANK},
};

#define TABLE(field) offsetof(nbl_program_table_t, field)
static const field_t table_fields[] = {
    {WORD, NULL, TABLE(kind), table_kinds, 0},
    {WIDE, "n", TABLE(n), NULL, 0},
    {WIDE, "m", TABLE(m), NULL, 0},
    {FLAG, "inverse", TABLE(inverse), NULL, 0},
    {WORD, "by", TABLE(normalization), normalizations, 0},
};

#define STEP(field) offsetof(nbl_program_step_t, field)
static const field_t step_fields[] = {
    {WORD, NULL, STEP(arithmetic), precisions, 0},
    {NUMBER, "round", STEP(round), NULL, 0},
    {NUMBER, "dispatch", STEP(dispatch), NULL, 0},
    {NUMBER, "lag", STEP(lag), NULL, 0},
    {NUMBER, "replaces", STEP(replaces), NULL, 0},
    {WIDE, "from", STEP(from), NULL, 0},
    {FLAG, "literal", STEP(literal), NULL, 0},
    {WIDE, "transforms", STEP(transforms), NULL, 0},
    {WIDE, "chunk", STEP(chunk), NULL, 0},
    {NUMBER, "elements", STEP(elements), NULL, 0},
    {NUMBER, "per-group", STEP(per_group), NULL, 0},
    {NUMBER, "rounds", STEP(rounds), NULL, 0},
    {NUMBER, "invocations", STEP(invocations), NULL, 0},
    {NUMBER, "shared", STEP(shared), NULL, 0},
    {FLAG, "columns", STEP(columns), NULL, 0},
    {FLAG, "turned", STEP(turned), NULL, 0},
    {NUMBER, "beside", STEP(beside), NULL, 0},
    {WORD, "order", STEP(order), orders, 0},
};

#define VIEW(field) offsetof(nbl_view_t, field)
static const field_t view_fields[] = {
    {WORD, NULL, VIEW(region), regions, 0},        {WORD, NULL, VIEW(element), elements, 0},
    {WORD, "storage", VIEW(storage), storages, 0}, {NUMBER, "signal", VIEW(signal), NULL, 0},
    {WIDE, "stride", VIEW(stride), NULL, 0},       {WIDE, "step", VIEW(step), NULL, 0},
    {WIDE, "given", VIEW(given), NULL, 0},         {WIDE, "kept-from", VIEW(kept_from), NULL, 0},
    {WIDE, "kept", VIEW(kept), NULL, 0},           {LOOPS, "apart", VIEW(apart), NULL, 1},
    {LOOPS, "lines", VIEW(lines), NULL, 2},        {LOOPS, "transforms", VIEW(transforms), NULL, NBL_VIEW_MOST_LOOPS},
};

#define OP(field) offsetof(nbl_program_op_t, field)
static const field_t line_fields[] = {
    {PLAN, NULL, OP(plan), NULL, 0},
    {FLAG, "inverse", OP(inverse), NULL, 0},
    {WORD, "by", OP(normalization), normalizations, 0},
    {NUMBER, "twiddles", OP(twiddles), NULL, 0},
    {FLAG, "packed", OP(packed), NULL, 0},
    {NUMBER, "distance", OP(distance), NULL, 0},
    {NUMBER, "prime", OP(prime), NULL, 0},
    {SECOND, "second", OP(second), NULL, 0},
    {INDEX, "table", OP(table), NULL, 0},
    {NUMBER, "spectrum", OP(spectrum), NULL, 0},
    {NUMBER, "pitch", OP(pitch), NULL, 0},
};
static const field_t twiddle_fields[] = {
    {NUMBER, "before", OP(before), NULL, 0},
    {NUMBER, "after", OP(after), NULL, 0},
    {FLAG, "powers", OP(powers), NULL, 0},
    {FLAG, "inverse", OP(inverse), NULL, 0},
};
static const field_t multiply_fields[] = {
    {INDEX, "table", OP(table), NULL, 0},
    {WORD, "conjugate", OP(conjugates), conjugates, 0},
    {NUMBER, "period", OP(period), NULL, 0},
};
static const field_t permute_fields[] = {
    {INDEX, "table", OP(table), NULL, 0},
    {FLAG, "inverse", OP(inverse), NULL, 0},
    {FLAG, "reordered", OP(reordered), NULL, 0},
};
static const field_t table_only_fields[] = {
    {INDEX, "table", OP(table), NULL, 0},
};
static const field_t roots_fields[] = {
    {INDEX, "table", OP(table), NULL, 0},
    {FLAG, "stepped", OP(stepped), NULL, 0},
    {FLAG, "rows", OP(rows), NULL, 0},
};
static const field_t one_fields[] = {
    {FLAG, "rows", OP(rows), NULL, 0},
};
static const field_t trade_fields[] = {
    {NUMBER, "row", OP(row), NULL, 0},
    {NUMBER, "pitch", OP(pitch), NULL, 0},
    {NUMBER, "planes", OP(planes), NULL, 0},
};
static const field_t scale_fields[] = {
    {FLAG, "twice", OP(twice), NULL, 0},
    {NUMBER, "divisor", OP(divisor), NULL, 0},
    {FLAG, "root", OP(is_root), NULL, 0},
};

static const field_t fold_fields[] = {
    {WORD, NULL, OP(dct), dcts, 0},
    {FLAG, "orthogonal", OP(orthogonal), NULL, 0},
    {INDEX, "table", OP(table), NULL, 0},
};

typedef struct fields_t {
    const field_t *fields;
    size_t count;
} fields_t;
#define FIELDS(array) \
    { array, COUNT_OF(array) }

#define FIELDS_OF(name, word, fields, does) FIELDS(fields##_fields),
static const fields_t op_fields[] = {NBL_PROGRAM_EACH_KIND(FIELDS_OF)};
static const fields_t of_problem = FIELDS(problem_fields), of_side = FIELDS(side_fields),
                      of_table = FIELDS(table_fields), of_step = FIELDS(step_fields), of_view = FIELDS(view_fields);

static uint32_t words_in(const char *const *words) {
    uint32_t count = 0;
    while (words[count] != NULL) count++;
    return count;
}

#endif
