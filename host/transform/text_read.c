/* Programs read from their text. text_fields.h has the grammar.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In, out: a text, a program.
 * Wrong: what the grammar lacks is refused with the line's number; whether steps make sense is check.c's to say.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "plan/make.h"
#include "transform/text_fields.h"

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

/* Goes to the next line that has words. Returns its first word; NULL: the text has ended. Lines above MOST_LINE bytes
 * are cut, and refused for what is missing. */
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

/* Refuses a word; the message lists the words that the field may have. */
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
