/* Programs as text: printed, read back, compared, hashed. One list of fields for each kind of line, which both directions use.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In, out: a program, a text. A text is lines of words:
 *
 *   program 1                                                  the grammar's version
 *   problem fp32 exact size 64x64 axes 0,1 batch 1             then `input`, `output`, `region` lines
 *   table chirp n 1009                                         numbered from 0
 *   step fp32 transforms 64 elements 64 ..                     then its `load`, operations, `store`
 *
 * A field is `name value`, a flag its name alone. What is 0 is left out. Fields without a name stand first.
 * Wrong: what the grammar lacks is refused with the line's number; whether steps make sense is check.c's to say.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "plan/make.h"
#include "spirv/words.h"
#include "transform/program.h"

/* ---- Fields */

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

/* ---- Printing */

typedef struct text_t {
    char *buffer;
    size_t size, length;
    uint32_t rank;
} text_t;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(text_t *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const bool room = text->length < text->size;
    const int n =
        vsnprintf(room ? text->buffer + text->length : NULL, room ? text->size - text->length : 0, format, arguments);
    va_end(arguments);
    text->length += (size_t)n;
}

static uint32_t count_of(const field_t *field, const char *base, uint32_t rank) {
    uint32_t count = rank;
    if (field->count != RANK) memcpy(&count, base + field->count, sizeof count);
    return count <= NBL_PROGRAM_MOST_RANK ? count : NBL_PROGRAM_MOST_RANK;
}

static void put_numbers(text_t *text, const field_t *field, const char *base) {
    const uint64_t *numbers = (const uint64_t *)(const void *)(base + field->offset);
    const uint32_t count = count_of(field, base, text->rank);
    bool none = count == 0 || field->type == FIRSTS;
    for (uint32_t i = 0; i < count; i++) none = none && numbers[i] == 0;
    if (none) return;
    put(text, " %s", field->name);
    for (uint32_t i = 0; i < count; i++)
        put(text, "%s%llu", i == 0 ? " " : field->type == SIZES ? "x" : ",", (unsigned long long)numbers[i]);
}

static void put_loops(text_t *text, const field_t *field, const char *base) {
    const nbl_view_loop_t *loops = (const nbl_view_loop_t *)(const void *)(base + field->offset);
    for (size_t i = 0; i < field->count && loops[i].count != 0; i++) {
        if (i == 0) put(text, " %s ", field->name);
        put(text, "%s%llu*%llu", i == 0 ? "" : ",", (unsigned long long)loops[i].count,
            (unsigned long long)loops[i].stride);
    }
}

static void put_plan(text_t *text, const char *at) {
    char plan[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_t of;
    memcpy(&of, at, sizeof of);
    nbl_fft_plan_short_text(of, plan, sizeof plan);
    put(text, " %s", plan);
    if ((of.pad_shifts | of.pad_steps | of.plane_dwords) != 0)
        put(text, "+%u.%u.%u", (unsigned)of.pad_shifts, (unsigned)of.pad_steps, (unsigned)of.plane_dwords);
}

static uint32_t words_in(const char *const *words) {
    uint32_t count = 0;
    while (words[count] != NULL) count++;
    return count;
}

static void put_fields(text_t *text, const char *keyword, const fields_t *of, const void *structure) {
    const char *base = structure;
    put(text, "%s", keyword);
    for (size_t i = 0; i < of->count; i++) {
        const field_t *field = &of->fields[i];
        uint32_t number;
        uint64_t wide;
        memcpy(&number, base + field->offset, sizeof number);
        if (field->type == WIDE) {
            memcpy(&wide, base + field->offset, sizeof wide);
            if (wide != 0) put(text, " %s %llu", field->name, (unsigned long long)wide);
        } else if (field->type == NUMBER || field->type == INDEX) {
            if (number != (field->type == INDEX ? NBL_PROGRAM_NONE : 0)) put(text, " %s %u", field->name, number);
        } else if (field->type == FLAG) {
            if (number != 0) put(text, " %s", field->name);
        } else if (field->type == WORD) {
            const char *word = number < words_in(field->words) ? field->words[number] : "?";
            if (field->name != NULL && number != 0) put(text, " %s", field->name);
            if (field->name == NULL || number != 0) put(text, " %s", word);
        } else if (field->type == PLAN) {
            put_plan(text, base + field->offset);
        } else if (field->type == SECOND) {
            if (number != 0) put(text, " %s", field->name), put_plan(text, base + field->offset);
        } else if (field->type == LOOPS) {
            put_loops(text, field, base);
        } else {
            put_numbers(text, field, base);
        }
    }
    put(text, "\n");
}

static void put_step(text_t *text, const nbl_program_step_t *step) {
    put_fields(text, "step", &of_step, step);
    put_fields(text, "  load", &of_view, &step->load);
    for (uint32_t i = 0; i < step->ops && i < NBL_PROGRAM_MOST_OPS; i++) {
        const uint32_t kind = step->op[i].kind < NBL_PROGRAM_OPS ? step->op[i].kind : 0;
        nbl_program_op_t op = step->op[i];
        if (op.prime != 0) op.plan.fft_length /= op.prime; /* as its radices make it */
        put(text, "  ");
        put_fields(text, op_kinds[kind], &op_fields[kind], &op);
    }
    put_fields(text, "  store", &of_view, &step->store);
}

#define VERSION 1

size_t nbl_program_text(const nbl_program_t *program, char *buffer, size_t size) {
    text_t text = {buffer, size, 0, program->problem.rank};
    if (size > 0) buffer[0] = '\0';
    put(&text, "program %d\n", VERSION);
    put_fields(&text, "problem", &of_problem, &program->problem);
    put_fields(&text, "input", &of_side, &program->problem.input);
    put_fields(&text, "output", &of_side, &program->problem.output);
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++)
        if (program->region_bytes[r] != 0)
            put(&text, "region %s %llu\n", regions[r], (unsigned long long)program->region_bytes[r]);
    for (uint32_t i = 0; i < program->tables; i++) put_fields(&text, "table", &of_table, &program->table[i]);
    for (uint32_t i = 0; i < program->steps; i++) put_step(&text, &program->step[i]);
    return text.length;
}

/* ---- Reading */

enum { MOST_LINE = 1024 };

typedef struct reader_t {
    const char *at; /* in the text, behind the line */
    uint32_t number;
    char line[MOST_LINE], *token; /* token: what is left of the line */
    nbl_program_t *program;
    nbl_error_t *error;
} reader_t;

static nbl_result_t refuse(const reader_t *reader, const char *what, const char *why) {
    return nbl_fail(reader->error, NBL_ERROR_ARGUMENT, "program: line %u: %s: %s", (unsigned)reader->number, what, why);
}

/* Returns the next word of the line, NULL at its end. */
static const char *next_word(reader_t *reader) {
    char *at = reader->token + strspn(reader->token, " \t\r");
    if (*at == '\0') return NULL;
    char *end = at + strcspn(at, " \t\r");
    reader->token = *end == '\0' ? end : end + 1;
    *end = '\0';
    return at;
}

/* Goes to the next line that has words. Returns its first word; NULL: the text has ended. Lines above MOST_LINE bytes are
 * cut, and refused for what is missing. */
static const char *next_line(reader_t *reader) {
    while (*reader->at != '\0') {
        const size_t length = strcspn(reader->at, "\n"), kept = length < MOST_LINE ? length : MOST_LINE - 1;
        memcpy(reader->line, reader->at, kept);
        reader->line[kept] = '\0';
        reader->line[strcspn(reader->line, "#")] = '\0';
        reader->at += length + (reader->at[length] == '\n');
        reader->token = reader->line;
        reader->number++;
        const char *word = next_word(reader);
        if (word != NULL) return word;
    }
    return NULL;
}

/* Reads digits up to any of `ends`. Returns where they end; NULL: they are no number of 64 bits as it is printed. */
static const char *read_digits(const char *text, const char *ends, uint64_t *number) {
    const char *at = text;
    for (*number = 0; *at >= '0' && *at <= '9'; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (*number > (UINT64_MAX - digit) / 10) return NULL;
        *number = *number * 10 + digit;
    }
    const bool printed = at != text && (*text != '0' || at == text + 1);
    return printed && (*at == '\0' || strchr(ends, *at) != NULL) ? at : NULL;
}

static nbl_result_t read_numbers(reader_t *reader, const field_t *field, const char *word, char *base) {
    uint64_t *numbers = (uint64_t *)(void *)(base + field->offset);
    uint32_t count = 0;
    bool zeros = true;
    const char *at = word;
    do {
        if (count == NBL_PROGRAM_MOST_RANK) return refuse(reader, word, "at most 8 numbers");
        at = read_digits(at, field->type == SIZES ? "x" : ",", &numbers[count++]);
        if (at == NULL || (field->type == SIZES && numbers[count - 1] == 0))
            return refuse(reader, word, "must be numbers such as 64x64 of sizes, or 64,1");
        zeros = zeros && numbers[count - 1] == 0;
    } while (*at++ != '\0');
    if (field->count != RANK)
        memcpy(base + field->count, &count, sizeof count);
    else if (count != reader->program->problem.rank)
        return refuse(reader, word, "must be as many numbers as the problem has sizes");
    if (field->type == FIRSTS && zeros) return refuse(reader, word, "what is 0 is left out");
    return NBL_SUCCESS;
}

static nbl_result_t read_loops(reader_t *reader, const field_t *field, const char *word, char *base) {
    nbl_view_loop_t *loops = (nbl_view_loop_t *)(void *)(base + field->offset);
    const char *at = word;
    size_t count = 0;
    do {
        if (count == field->count) return refuse(reader, word, "too many loops");
        at = read_digits(at, "*", &loops[count].count);
        if (at != NULL && *at == '*' && loops[count].count != 0)
            at = read_digits(at + 1, ",", &loops[count].stride);
        else
            at = NULL;
        if (at == NULL) return refuse(reader, word, "must be loops such as 16*1,64*1024");
        count++;
    } while (*at++ != '\0');
    return NBL_SUCCESS;
}

static nbl_result_t read_plan(reader_t *reader, const char *word, uint32_t arithmetic, char *at) {
    char text[128];
    nbl_fft_plan_request_t request;
    uint64_t length = 1, padding[3] = {0, 0, 0};
    const size_t bare = strcspn(word, "+");
    if (bare >= sizeof text) return refuse(reader, word, "must be a plan such as 10x10x10@100*2/1");
    memcpy(text, word, bare);
    text[bare] = '\0';
    nbl_error_t why;
    if (nbl_fft_plan_read(text, &request, &why) != NBL_SUCCESS) return refuse(reader, word, why.text);
    for (uint32_t p = 0; p < request.passes; p++) length *= request.radices[p];
    if (length < 1 || length > NBL_FFT_PLAN_MAX_LENGTH || request.invocations == 0 || request.invocations > length ||
        request.ffts_per_workgroup == 0 || request.windows == 0 || request.windows > length)
        return refuse(reader, word, "must be a plan with invocations, lines and windows such as 10x10x10@100*2/1");
    const char *rest = word + bare;
    for (int i = 0; i < 3 && word[bare] != '\0'; i++) {
        rest = read_digits(rest + 1, i < 2 ? "." : "", &padding[i]);
        if (rest == NULL || padding[i] > UINT32_MAX || (i < 2 && *rest != '.'))
            return refuse(reader, word, "its padding must be such as +9.0.1010");
    }
    nbl_fft_plan_t plan = nbl_fft_plan_bare((uint32_t)length, nbl_fft_precision_dwords((nbl_fft_precision_t)arithmetic),
                                            request.radices, request.passes, request.invocations);
    plan.ffts_per_workgroup = request.ffts_per_workgroup;
    plan.windows = request.windows;
    plan.pad_shifts = (uint32_t)padding[0];
    plan.pad_steps = (uint32_t)padding[1];
    plan.plane_dwords = (uint32_t)padding[2];
    memcpy(at, &plan, sizeof plan);
    return NBL_SUCCESS;
}

/* Refuses a word by the list of those that may stand in its place. */
static nbl_result_t refuse_word(const reader_t *reader, const field_t *field, const char *word) {
    const uint32_t first = field->name == NULL ? 0 : 1, count = words_in(field->words); /* word 0 is left out */
    char why[192] = "must be";
    for (uint32_t i = first; i < count; i++) {
        const size_t at = strlen(why);
        snprintf(why + at, sizeof why - at, "%s %s", i == first ? "" : i + 1 == count ? " or" : ",", field->words[i]);
    }
    return refuse(reader, word, why);
}

static nbl_result_t read_value(reader_t *reader, const field_t *field, const char *word, uint32_t arithmetic,
                               char *base) {
    uint64_t wide;
    uint32_t number = 0;
    switch (field->type) {
    case PLAN:
    case SECOND: return read_plan(reader, word, arithmetic, base + field->offset);
    case SIZES:
    case LIST:
    case FIRSTS: return read_numbers(reader, field, word, base);
    case LOOPS: return read_loops(reader, field, word, base);
    case WORD:
        while (field->words[number] != NULL && strcmp(field->words[number], word) != 0) number++;
        if (field->words[number] == NULL || (field->name != NULL && number == 0))
            return refuse_word(reader, field, word);
        memcpy(base + field->offset, &number, sizeof number);
        return NBL_SUCCESS;
    default: break;
    }
    const uint64_t most = field->type == WIDE ? UINT64_MAX : UINT32_MAX - 1;
    if (read_digits(word, "", &wide) == NULL || wide > most || (wide == 0 && field->type != INDEX))
        return refuse(reader, word, "must be a number, and what is 0 is left out");
    number = (uint32_t)wide;
    if (field->type == WIDE)
        memcpy(base + field->offset, &wide, sizeof wide);
    else
        memcpy(base + field->offset, &number, sizeof number);
    return NBL_SUCCESS;
}

/* Reads the rest of the line.
 *
 * arithmetic  of the step, for plans */
static nbl_result_t read_fields(reader_t *reader, const fields_t *of, uint32_t arithmetic, void *structure) {
    uint64_t seen = 0;
    nbl_result_t result = NBL_SUCCESS;
    for (size_t i = 0; i < of->count && of->fields[i].name == NULL && result == NBL_SUCCESS; i++) {
        const char *word = next_word(reader);
        if (word == NULL) return refuse(reader, reader->line, "a word is missing");
        result = read_value(reader, &of->fields[i], word, arithmetic, structure);
    }
    const char *name = NULL;
    while (result == NBL_SUCCESS && (name = next_word(reader)) != NULL) {
        size_t i = 0;
        while (i < of->count && (of->fields[i].name == NULL || strcmp(of->fields[i].name, name) != 0)) i++;
        if (i == of->count) return refuse(reader, name, "is no field of such a line");
        if ((seen >> i & 1) != 0) return refuse(reader, name, "is there twice");
        seen |= (uint64_t)1 << i;
        if (of->fields[i].type == FLAG) {
            const uint32_t one = 1;
            memcpy((char *)structure + of->fields[i].offset, &one, sizeof one);
            continue;
        }
        const char *word = next_word(reader);
        if (word == NULL) return refuse(reader, name, "its value is missing");
        result = read_value(reader, &of->fields[i], word, arithmetic, structure);
    }
    for (size_t i = 0; i < of->count && result == NBL_SUCCESS; i++)
        if (of->fields[i].type == SIZES && (seen >> i & 1) == 0)
            return refuse(reader, of->fields[i].name, "is missing");
    return result;
}

static nbl_result_t read_region(reader_t *reader) {
    const char *word = next_word(reader), *bytes = next_word(reader);
    uint32_t region = NBL_VIEW_BETWEEN;
    uint64_t number;
    while (word != NULL && regions[region] != NULL && strcmp(regions[region], word) != 0) region++;
    if (word == NULL || bytes == NULL || regions[region] == NULL || read_digits(bytes, "", &number) == NULL ||
        number == 0 || next_word(reader) != NULL)
        return refuse(reader, "region", "must be between or work0 to work4, and its bytes");
    if (reader->program->region_bytes[region] != 0) return refuse(reader, word, "is there twice");
    reader->program->region_bytes[region] = number;
    return NBL_SUCCESS;
}

/* One line of a step: where `stored`, no further ones follow. */
static nbl_result_t read_of_step(reader_t *reader, const char *keyword, nbl_program_step_t *step, bool *loaded,
                                 bool *stored) {
    uint32_t kind = 0;
    if (strcmp(keyword, "load") == 0 && !*loaded) {
        *loaded = true;
        return read_fields(reader, &of_view, step->arithmetic, &step->load);
    }
    if (strcmp(keyword, "store") == 0 && *loaded) {
        *stored = true;
        return read_fields(reader, &of_view, step->arithmetic, &step->store);
    }
    while (op_kinds[kind] != NULL && strcmp(op_kinds[kind], keyword) != 0) kind++;
    if (op_kinds[kind] == NULL || !*loaded)
        return refuse(reader, keyword, "a step is a load, operations and a store, in this order");
    if (step->ops == NBL_PROGRAM_MOST_OPS) return refuse(reader, keyword, "a step has at most 10 operations");
    nbl_program_op_t *op = &step->op[step->ops++];
    op->kind = kind;
    op->table = NBL_PROGRAM_NONE;
    const nbl_result_t result = read_fields(reader, &op_fields[kind], step->arithmetic, op);
    if (op->prime > NBL_FFT_PLAN_MAX_LENGTH)
        return refuse(reader, "prime", "must be at most the longest line's length");
    if (op->prime != 0) op->plan.fft_length *= op->prime;
    return result;
}

static nbl_result_t read_step(reader_t *reader) {
    nbl_program_t *program = reader->program;
    bool loaded = false, stored = false;
    if (program->steps == NBL_PROGRAM_MOST_STEPS) return refuse(reader, "step", "there are at most 64");
    nbl_program_step_t *step = &program->step[program->steps++];
    nbl_result_t result = read_fields(reader, &of_step, 0, step);
    if (result == NBL_SUCCESS && step->arithmetic > NBL_FFT_FLOAT64)
        return refuse(reader, precisions[step->arithmetic], "is no arithmetic: fp16, fp32 or fp64");
    while (result == NBL_SUCCESS && !stored) {
        const char *keyword = next_line(reader);
        if (keyword == NULL) return refuse(reader, "step", "has no store at the end of the text");
        result = read_of_step(reader, keyword, step, &loaded, &stored);
    }
    return result;
}

static nbl_result_t read_line(reader_t *reader, const char *keyword, uint32_t *heads) {
    static const char *const names[] = {"program", "problem", "input", "output"};
    nbl_program_t *program = reader->program;
    if (*heads < COUNT_OF(names)) {
        if (strcmp(keyword, names[*heads]) != 0)
            return refuse(reader, keyword, "the first lines are program, problem, input and output, in this order");
        const uint32_t head = (*heads)++;
        if (head == 0) {
            const char *version = next_word(reader);
            return version != NULL && strcmp(version, "1") == 0 && next_word(reader) == NULL
                       ? NBL_SUCCESS
                       : refuse(reader, "program", "must be of version 1");
        }
        if (head == 1) return read_fields(reader, &of_problem, 0, &program->problem);
        return read_fields(reader, &of_side, 0, head == 2 ? &program->problem.input : &program->problem.output);
    }
    if (strcmp(keyword, "region") == 0 && program->tables + program->steps == 0) return read_region(reader);
    if (strcmp(keyword, "table") == 0 && program->steps == 0) {
        if (program->tables == NBL_PROGRAM_MOST_TABLES) return refuse(reader, "table", "there are at most 64");
        return read_fields(reader, &of_table, 0, &program->table[program->tables++]);
    }
    if (strcmp(keyword, "step") == 0) return read_step(reader);
    return refuse(reader, keyword, "must be region, table or step, in this order");
}

nbl_result_t nbl_program_read(const char *text, nbl_program_t *program, nbl_error_t *error) {
    nbl_program_t *read = calloc(1, sizeof *read);
    reader_t reader = {.at = text, .program = read, .error = error};
    uint32_t heads = 0;
    const char *keyword = NULL;
    nbl_result_t result = NBL_SUCCESS;
    if (read == NULL) return nbl_fail_memory(error, "program");
    nbl_error_clear(error);
    while (result == NBL_SUCCESS && (keyword = next_line(&reader)) != NULL)
        result = read_line(&reader, keyword, &heads);
    if (result == NBL_SUCCESS && (heads < 4 || read->steps == 0))
        result = refuse(&reader, "the text", "ends before its first step");
    if (result == NBL_SUCCESS) *program = *read;
    free(read);
    return result;
}

const char *nbl_program_region_word(uint32_t region) { return regions[region]; }

/* ---- Comparing */

static char *text_of(const nbl_program_t *program) {
    const size_t size = nbl_program_text(program, NULL, 0) + 1;
    char *text = malloc(size);
    if (text != NULL) nbl_program_text(program, text, size);
    return text;
}

bool nbl_program_equal(const nbl_program_t *a, const nbl_program_t *b) {
    char *one = text_of(a), *other = text_of(b);
    const bool equal = one != NULL && other != NULL && strcmp(one, other) == 0;
    free(one);
    free(other);
    return equal;
}

uint64_t nbl_program_hash(const nbl_program_t *program) {
    char *text = text_of(program);
    if (text == NULL) return 0;
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a's basis and prime */
    for (const char *at = text; *at != '\0'; at++) hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    free(text);
    return hash;
}
