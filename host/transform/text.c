/* Programs as text: printed, compared, hashed. text_fields.h has the grammar.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In, out: a program, a text.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/plan.h"
#include "transform/text_fields.h"

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
