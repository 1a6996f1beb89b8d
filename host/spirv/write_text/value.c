/* Names, literals, and which value is written where it is used.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/write_text/writer.h"

typedef struct chunk_t {
    struct chunk_t *next;
    size_t used, room;
    char data[];
} chunk_t;

/* Returns three texts joined, in memory that stays until nbl_wt_free_copies(); "" after a failure. Chunks have 65536
 * bytes, which hold the names of a usual kernel: chosen. */
static const char *joined(nbl_wt_t *w, const char *before, const char *text, const char *after) {
    size_t sizes[3] = {strlen(before), strlen(text), strlen(after) + 1}, size = sizes[0] + sizes[1] + sizes[2];
    chunk_t *chunk = w->texts;
    if (!chunk || chunk->room - chunk->used < size) {
        size_t room = size > 65536 ? size : 65536;
        chunk = malloc(sizeof *chunk + room);
        if (!chunk) {
            nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
            return "";
        }
        *chunk = (chunk_t){w->texts, 0, room};
        w->texts = chunk;
    }
    char *copy = chunk->data + chunk->used;
    memcpy(copy, before, sizes[0]);
    memcpy(copy + sizes[0], text, sizes[1]);
    memcpy(copy + sizes[0] + sizes[1], after, sizes[2]);
    chunk->used += size;
    return copy;
}

void nbl_wt_free_copies(nbl_wt_t *w) {
    for (chunk_t *chunk = w->texts, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    w->texts = NULL;
}

/* Writes a float32 literal with the fewest digits that give the number back; an infinity or a NaN by its bits. */
/* Writes a full stop in place of the decimal point of the caller's locale, which may be a comma, or of several
 * bytes. */
static void put_full_stop(char *digits) {
    char *to = digits;
    bool is_point = false;
    for (const char *from = digits; *from != '\0'; from++) {
        const bool was_point = is_point;
        is_point = strchr("+-0123456789e", *from) == NULL;
        if (!is_point)
            *to++ = *from;
        else if (!was_point)
            *to++ = '.';
    }
    *to = '\0';
}

static void float_text(nbl_wt_t *w, uint32_t bits, char text[64]) {
    float value;
    char digits[32];
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) { /* no language has a literal for these */
        nbl_text_t out = {0};
        snprintf(digits, sizeof digits, "%uu", bits);
        NBL_WT_FILL(&out, w->language->bits[NBL_WT_UINT][NBL_WT_FLOAT], {'v', digits});
        snprintf(text, 64, "%s", out.data ? out.data : "");
        nbl_wt_end(w, &out);
        return;
    }
    for (int precision = 1; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        if (strtof(digits, NULL) == value) break;
    }
    put_full_stop(digits);
    snprintf(text, 64, "%s%sf", digits, strpbrk(digits, ".e") ? "" : ".0");
}

static void constant_text(nbl_wt_t *w, uint32_t id, const uint32_t *i, nbl_text_t *out) {
    nbl_wt_type_t type = nbl_wt_type_of(w, id);
    char text[64] = "0", name[32];
    uint32_t op = i[0] & 0xffff, n = i[0] >> 16;
    uint32_t value = op == SpvOpConstant && n == 4 ? i[3] : 0;
    if (w->result != NBL_SUCCESS) return;
    if (type.components > 1 || type.elements) {
        nbl_text_t parts = {0};
        if (type.elements || (op == SpvOpConstantComposite && n != 3 + type.components)) {
            nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a table of constants", nbl_target_name(w->desc.target));
            return;
        }
        for (uint32_t k = 0; k < type.components; k++)
            nbl_text_format(&parts, "%s%s", k ? ", " : "",
                            op == SpvOpConstantComposite  ? nbl_wt_plain(w, i[3 + k])
                            : type.scalar == NBL_WT_FLOAT ? "0.0f"
                            : type.scalar == NBL_WT_BOOL  ? "false"
                                                          : "0");
        nbl_wt_type_name(w, type, name);
        if (parts.data) NBL_WT_FILL(out, w->language->construct, {'t', name}, {'v', parts.data});
        nbl_wt_end(w, &parts);
        return;
    }
    switch (type.scalar) {
    case NBL_WT_BOOL: snprintf(text, sizeof text, "%s", op == SpvOpConstantTrue ? "true" : "false"); break;
    case NBL_WT_INT: snprintf(text, sizeof text, "%d", (int)value); break;
    case NBL_WT_UINT: snprintf(text, sizeof text, "%uu", value); break;
    default: float_text(w, value, text); break;
    }
    nbl_text_append(out, text, strlen(text));
}

static bool is_constant(const uint32_t *i) {
    uint32_t op = i[0] & 0xffff;
    return (op >= SpvOpConstantTrue && op <= SpvOpConstantComposite) || op == SpvOpConstantNull || op == SpvOpUndef;
}

static bool is_inside(const nbl_wt_t *w, uint32_t scope, uint32_t outer) {
    while (scope != outer && scope) scope = w->scopes[scope].outer;
    return scope == outer;
}

const char *nbl_wt_plain(nbl_wt_t *w, uint32_t id) {
    const uint32_t *i = nbl_wt_find(w, id);
    nbl_wt_id_t *known = &w->ids[id];
    if (w->result != NBL_SUCCESS) return "";
    if (!known->text && is_constant(i)) {
        nbl_text_t out = {0};
        constant_text(w, id, i, &out);
        known->text = joined(w, "", out.data ? out.data : "", "");
        known->compound = known->text[0] == '-';
        known->scope = 0;
        nbl_wt_end(w, &out);
    }
    if (!known->text) nbl_wt_fail(w, NBL_ERROR_SPIRV, "module: %%%u is used before it has a value", id);
    if (w->result != NBL_SUCCESS) return "";
    if (!known->variable && !is_inside(w, w->scope, known->scope)) known->hoisted = true; /* by the next pass */
    return known->text;
}

const char *nbl_wt_value(nbl_wt_t *w, uint32_t id) {
    const char *text = nbl_wt_plain(w, id);
    return w->result == NBL_SUCCESS && w->ids[id].compound ? joined(w, "(", text, ")") : text;
}

const char *nbl_wt_as(nbl_wt_t *w, uint32_t id, nbl_wt_scalar_t scalar) {
    nbl_wt_type_t type = nbl_wt_type_of(w, id);
    if (w->result != NBL_SUCCESS || type.scalar == scalar) return nbl_wt_value(w, id);
    uint32_t literal;
    if (nbl_wt_literal(w, id, &literal)) {
        char digits[32];
        snprintf(digits, sizeof digits, scalar == NBL_WT_UINT ? "%uu" : "(%d)", literal);
        return joined(w, "", digits, "");
    }
    const char *bits = w->language->bits[type.scalar][scalar], *value = nbl_wt_plain(w, id);
    if (!bits || type.components != 1) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: vectors of mixed signs", nbl_target_name(w->desc.target));
        return "";
    }
    nbl_text_t out = {0};
    NBL_WT_FILL(&out, bits, {'v', value});
    value = joined(w, "", out.data ? out.data : "", "");
    nbl_wt_end(w, &out);
    return value;
}

static const char *new_name(nbl_wt_t *w, nbl_wt_type_t type) {
    /* f32 and i32 are types: x is real, z complex, n counts, s has a sign, p is a proposition */
    static const char letters[NBL_WT_SCALARS + 1] = {'p', 's', 'n', 'x', 'z'};
    uint32_t kind = type.components > 1 || type.elements ? (uint32_t)NBL_WT_SCALARS : (uint32_t)type.scalar;
    char name[16];
    snprintf(name, sizeof name, "%c%u", letters[kind], w->names[kind]++);
    return joined(w, "", name, "");
}

/* Returns whether the text must keep the operation as it is: exact or fused mode, and NoContraction in the module. */
static bool is_exact(const nbl_wt_t *w, const nbl_wt_id_t *known) {
    return w->desc.mode != NBL_MODE_FAST && known->no_contraction;
}

const char *nbl_wt_variable(nbl_wt_t *w, uint32_t id, nbl_wt_type_t type, bool at_beginning) {
    nbl_wt_id_t *known = &w->ids[id];
    nbl_text_t out = {0};
    if (w->result != NBL_SUCCESS) return "";
    known->text = new_name(w, type);
    known->variable = at_beginning;
    known->scope = at_beginning ? 0 : w->scope;
    known->compound = false;
    if (is_exact(w, known)) nbl_text_format(&out, "%s", w->language->precise);
    nbl_wt_declare(w, &out, type, known->text);
    if (at_beginning)
        nbl_text_format(&w->hoists, "    %s\n", out.data ? out.data : "");
    else
        nbl_wt_line(w, "%s", out.data ? out.data : "");
    nbl_wt_end(w, &out);
    return known->text;
}

/* Gives an instruction's result its text: in place, where it is used once or is a word, else by a name. */
void nbl_wt_define(nbl_wt_t *w, const uint32_t *i, const char *text, bool compound, bool in_place) {
    nbl_wt_id_t *known = &w->ids[i[2]];
    nbl_wt_type_t type = nbl_wt_type_of(w, i[2]);
    char type_name[32];
    if (w->result != NBL_SUCCESS || !known->uses) return;
    if (known->hoisted) {
        if (!known->variable) nbl_wt_variable(w, i[2], type, true);
        nbl_wt_line(w, "%s = %s;", known->text, text);
        return;
    }
    known->scope = w->scope;
    if (in_place && strlen(text) < NBL_WT_LONGEST_INLINE) {
        known->text = joined(w, "", text, "");
        known->compound = compound;
        return;
    }
    known->text = new_name(w, type);
    known->compound = false;
    nbl_text_t out = {0};
    nbl_wt_type_name(w, type, type_name);
    if (is_exact(w, known)) nbl_text_format(&out, "%s", w->language->precise);
    NBL_WT_FILL(&out, w->language->constant, {'n', known->text}, {'t', type_name});
    nbl_wt_line(w, "%s%s;", out.data ? out.data : "", text);
    nbl_wt_end(w, &out);
}
