/* Evaluates expressions on a lane's variables, in the syntax that C and GLSL share.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

typedef struct reader_t {
    const dap_place_t *place;
    const char *at;
    char *why;
    uint32_t depth;
    bool failed, varies;
} reader_t;

static dap_value_t failed(reader_t *r, const char *format, const char *what) {
    if (!r->failed) snprintf(r->why, 160, format, what);
    r->failed = true;
    return (dap_value_t){.scalar = {.kind = NBL_TYPE_INT, .width = 32, .is_signed = 1}};
}

static void skip(reader_t *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
}

static bool take(reader_t *r, const char *token) {
    skip(r);
    const size_t length = strlen(token);
    if (strncmp(r->at, token, length) != 0) return false;
    r->at += length;
    return true;
}

static dap_value_t whole(uint64_t bits, bool is_signed) {
    return (dap_value_t){
        .scalar = {.bits = bits & 0xFFFFFFFFu, .kind = NBL_TYPE_INT, .width = 32, .is_signed = is_signed}};
}

static dap_value_t truth(bool is_true) {
    return (dap_value_t){.scalar = {.bits = is_true, .kind = NBL_TYPE_BOOL, .width = 1}};
}

static double number_of(const nbl_scalar_t *scalar) {
    float single;
    double value;
    const uint32_t low = (uint32_t)scalar->bits;
    if (scalar->kind != NBL_TYPE_FLOAT) {
        const unsigned unused = 64u - scalar->width;
        return scalar->is_signed ? (double)((int64_t)(scalar->bits << unused) >> unused) : (double)scalar->bits;
    }
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &scalar->bits, sizeof value);
    return scalar->width == 64 ? value : scalar->width == 16 ? (double)nbl_half_to_float(low) : (double)single;
}

static int64_t integer_of(const nbl_scalar_t *scalar) {
    const unsigned unused = 64u - scalar->width;
    if (scalar->kind == NBL_TYPE_FLOAT) {
        const double value = number_of(scalar);
        return value > -9.2e18 && value < 9.2e18 ? (int64_t)value : 0;
    }
    return scalar->is_signed ? (int64_t)(scalar->bits << unused) >> unused : (int64_t)scalar->bits;
}

static dap_value_t floating(double value, uint32_t width) {
    dap_value_t made = {.scalar = {.kind = NBL_TYPE_FLOAT, .width = width == 64 ? 64 : 32}};
    const float single = (float)value;
    uint32_t low;
    memcpy(&low, &single, sizeof low);
    made.scalar.bits = low;
    if (width == 64) memcpy(&made.scalar.bits, &value, sizeof value);
    return made;
}

bool dap_is_true(const dap_value_t *value) {
    if (value->is_thing || value->scalar.is_undefined) return false;
    return value->scalar.kind == NBL_TYPE_FLOAT ? number_of(&value->scalar) != 0 : value->scalar.bits != 0;
}

/* ---- names */

static dap_value_t of_thing(reader_t *r, const nbl_thing_t *thing) {
    dap_value_t value = {.is_thing = true, .thing = *thing};
    const uint32_t row = thing->registers != NULL ? thing->registers[0] : thing->row;
    if (thing->wave != NULL)
        r->varies |= thing->type->leaves != 1 || !thing->wave->rows[row].uniform || thing->wave->rows[row].mixed;
    if (thing->type != NULL && nbl_inspect_scalar(r->place->debug, thing, &value.scalar)) {
        value.is_thing = false;
        value.has_place = true;
    }
    return value;
}

/* Finds the value of a builtin, such as gl_WorkGroupID, whether the shader reads it or not. */
static bool identity(const dap_place_t *place, const char *name, size_t length, dap_value_t *value) {
    static const char *const names[] = {"lane",
                                        "subgroup",
                                        "invocation",
                                        "workgroup",
                                        "gl_LocalInvocationIndex",
                                        "gl_SubgroupID",
                                        "gl_SubgroupInvocationID"};
    static const char letters[] = "xyz";
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) != length || strncmp(names[i], name, length) != 0) continue;
        if (place->debug == NULL || place->wave == NULL) {
            *value = whole(0, false);
            return true;
        }
        const uint32_t invocation = place->wave->first + place->lane, size = place->debug->m->subgroup_size;
        const uint32_t values[] = {invocation % size, invocation / size, invocation,       place->wave->group->index,
                                   invocation,        invocation / size, invocation % size};
        *value = whole(values[i], false);
        return true;
    }
    for (uint32_t k = 0; k < 3; k++) { /* gl_WorkGroupID.x and so on, as whole names */
        const char wanted[3][32] = {"gl_WorkGroupID.", "gl_LocalInvocationID.", "gl_GlobalInvocationID."};
        for (uint32_t w = 0; w < 3; w++) {
            const size_t base = strlen(wanted[w]);
            if (length != base + 1u || strncmp(name, wanted[w], base) != 0 || name[base] != letters[k]) continue;
            if (place->debug == NULL || place->wave == NULL) {
                *value = whole(0, false);
                return true;
            }
            const uint32_t *local = place->debug->m->program->shader.local_size;
            const uint32_t index = place->wave->first + place->lane;
            const uint32_t id = k == 0   ? index % local[0]
                                : k == 1 ? index / local[0] % local[1]
                                         : index / local[0] / local[1];
            const uint32_t group = place->wave->group->id[k];
            *value = whole(w == 0 ? group : w == 1 ? id : group * local[k] + id, false);
            return true;
        }
    }
    return false;
}

static dap_value_t expression(reader_t *r, int least);

static dap_value_t name(reader_t *r) {
    const char *begin = r->at;
    char text[96];
    nbl_thing_t thing;
    dap_value_t value;
    while (isalnum((unsigned char)*r->at) || *r->at == '_') r->at++;
    const size_t length = (size_t)(r->at - begin);
    snprintf(text, sizeof text, "%.*s", (int)(length < 90 ? length : 90), begin);
    if (length == 4 && strncmp(begin, "true", 4) == 0) return truth(true);
    if (length == 5 && strncmp(begin, "false", 5) == 0) return truth(false);
    if (r->place->debug != NULL &&
        nbl_inspect_find(r->place->debug, r->place->wave, r->place->lane, r->place->depth, begin, length, &thing))
        return of_thing(r, &thing);
    if (identity(r->place, begin, length, &value)) {
        r->varies = true;
        return value;
    }
    if (r->at[0] == '.' && r->at[1] >= 'x' && r->at[1] <= 'z' && identity(r->place, begin, length + 2u, &value)) {
        r->varies = true;
        r->at += 2;
        return value;
    }
    if (r->place->debug == NULL) return whole(0, true);
    return failed(r, "%s: there is no such variable here", text);
}

static dap_value_t part(reader_t *r, const dap_value_t *of, uint64_t index, const char *named) {
    nbl_thing_t found;
    char text[128];
    if (r->place->debug == NULL) return *of;
    if (!of->is_thing) return failed(r, "%s: of a number", named[0] != '\0' ? named : "an index");
    if (named[0] == '\0') {
        if (!nbl_inspect_part(r->place->debug, &of->thing, index, text, sizeof text, &found))
            return failed(r, "%s", "an index out of bounds");
        return of_thing(r, &found);
    }
    const uint64_t count = nbl_inspect_count(&of->thing);
    const nbl_type_t *type = of->thing.type;
    if (type->kind == NBL_TYPE_VECTOR && strlen(named) == 1) {
        static const char *const sets[] = {"xyzw", "rgba", "stpq"};
        for (uint32_t i = 0; i < 3; i++) {
            const char *at = strchr(sets[i], named[0]);
            if (at == NULL || (uint64_t)(at - sets[i]) >= count) continue;
            nbl_inspect_part(r->place->debug, &of->thing, (uint64_t)(at - sets[i]), text, sizeof text, &found);
            return of_thing(r, &found);
        }
    }
    for (uint64_t i = 0; type->kind == NBL_TYPE_STRUCT && i < count; i++)
        if (nbl_inspect_part(r->place->debug, &of->thing, i, text, sizeof text, &found) && strcmp(text, named) == 0)
            return of_thing(r, &found);
    return failed(r, "%s: there is no such member", named);
}

static dap_value_t number(reader_t *r) {
    char *end;
    const char *begin = r->at;
    const bool is_hex = begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X');
    uint64_t bits = strtoull(begin, &end, 0);
    if (!is_hex && (*end == '.' || *end == 'e' || *end == 'E')) {
        const double value = strtod(begin, &end);
        if (*end == 'f' || *end == 'F') end++;
        r->at = end;
        return floating(value, 32);
    }
    dap_value_t value = whole(bits, true);
    value.is_soft = true;
    if (bits > 0xFFFFFFFFu) value.scalar.width = 64, value.scalar.bits = bits;
    if (*end == 'u' || *end == 'U') {
        value.is_soft = false;
        value.scalar.is_signed = 0;
        end++;
    }
    r->at = end;
    return value;
}

static dap_value_t postfix(reader_t *r) {
    dap_value_t value;
    skip(r);
    if (++r->depth > MOST_DEPTH) {
        r->depth--;
        return failed(r, "%s", "too many parentheses");
    }
    if (take(r, "(")) {
        value = expression(r, 0);
        if (!take(r, ")")) value = failed(r, "%s", "a parenthesis is not closed");
    } else if (isdigit((unsigned char)*r->at) || (*r->at == '.' && isdigit((unsigned char)r->at[1]))) {
        value = number(r);
    } else if (isalpha((unsigned char)*r->at) || *r->at == '_') {
        value = name(r);
    } else {
        value = failed(r, *r->at != '\0' ? "%s: is no expression" : "%sit ends too soon", r->at);
    }
    while (!r->failed) {
        if (take(r, "[")) {
            const dap_value_t index = expression(r, 0);
            if (!take(r, "]")) value = failed(r, "%s", "a bracket is not closed");
            if (!r->failed && index.is_thing) value = failed(r, "%s", "an index that is no number");
            if (!r->failed) value = part(r, &value, (uint64_t)integer_of(&index.scalar), "");
        } else if (*r->at == '.') {
            char named[64];
            size_t length = 0;
            for (r->at++; (isalnum((unsigned char)*r->at) || *r->at == '_') && length + 1u < sizeof named; r->at++)
                named[length++] = *r->at;
            named[length] = '\0';
            value = length != 0 ? part(r, &value, 0, named) : failed(r, "%s", "a member without a name");
        } else {
            break;
        }
    }
    r->depth--;
    return value;
}

/* ---- operators */

static dap_value_t unary(reader_t *r) {
    skip(r);
    const char sign = *r->at;
    if (sign != '-' && sign != '!' && sign != '~' && sign != '+') return postfix(r);
    r->at++;
    if (++r->depth > MOST_DEPTH) {
        r->depth--;
        return failed(r, "%s", "too many signs");
    }
    dap_value_t value = unary(r);
    r->depth--;
    if (value.is_thing) return failed(r, "%s", "a sign before what is no number");
    value.has_place = false;
    if (sign == '!' || (sign == '-' && value.scalar.kind == NBL_TYPE_FLOAT)) {
        dap_value_t made =
            sign == '!' ? truth(!dap_is_true(&value)) : floating(-number_of(&value.scalar), value.scalar.width);
        made.scalar.is_undefined = value.scalar.is_undefined;
        return made;
    }
    const uint64_t mask = value.scalar.width < 64 ? ((uint64_t)1 << value.scalar.width) - 1u : ~(uint64_t)0;
    if (sign == '-') value.scalar.bits = (0u - value.scalar.bits) & mask;
    if (sign == '~') value.scalar.bits = ~value.scalar.bits & mask;
    return value;
}

static const struct {
    const char *text;
    int rank;
} operators[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"|", 3},
                 {"^", 4},  {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

static dap_value_t compute_floats(reader_t *r, const char *op, double a, double b, uint32_t width) {
    switch (op[0]) {
    case '+': return floating(a + b, width);
    case '-': return floating(a - b, width);
    case '*': return floating(a * b, width);
    case '/': return floating(a / b, width);
    case '%': return floating(fmod(a, b), width);
    case '=': return truth(a == b);
    case '!': return truth(a != b);
    case '<': return op[1] == '=' ? truth(a <= b) : op[1] == '\0' ? truth(a < b) : failed(r, "%s: of floats", op);
    case '>': return op[1] == '=' ? truth(a >= b) : op[1] == '\0' ? truth(a > b) : failed(r, "%s: of floats", op);
    default: return failed(r, "%s: of floats", op);
    }
}

/* Returns a && b, or a || b. deciding: the value of one operand that settles it, whatever the other one is. */
static dap_value_t join(const dap_value_t *a, const dap_value_t *b, bool deciding) {
    const bool a_decides = !a->scalar.is_undefined && dap_is_true(a) == deciding,
               b_decides = !b->scalar.is_undefined && dap_is_true(b) == deciding;
    dap_value_t made = truth((a_decides || b_decides) == deciding);
    made.scalar.is_undefined = !a_decides && !b_decides && (a->scalar.is_undefined || b->scalar.is_undefined);
    return made;
}

static dap_value_t compute_numbers(reader_t *r, const char *op, const dap_value_t *a, const dap_value_t *b) {
    const nbl_scalar_t *x = &a->scalar, *y = &b->scalar;
    dap_value_t made = {.is_soft = a->is_soft && b->is_soft};
    if (x->kind == NBL_TYPE_FLOAT || y->kind == NBL_TYPE_FLOAT) {
        const uint32_t width = x->kind == NBL_TYPE_FLOAT && x->width > 32   ? 64u
                               : y->kind == NBL_TYPE_FLOAT && y->width > 32 ? 64u
                                                                            : 32u;
        return compute_floats(r, op, number_of(x), number_of(y), width);
    }
    const bool is_signed = a->is_soft   ? (b->is_soft || y->is_signed)
                           : b->is_soft ? x->is_signed
                                        : x->is_signed && y->is_signed;
    const uint32_t width = x->width > 32 || y->width > 32 ? 64u : 32u;
    const uint64_t mask = width < 64 ? 0xFFFFFFFFu : ~(uint64_t)0;
    uint64_t p = (uint64_t)integer_of(x) & mask, q = (uint64_t)integer_of(y) & mask, bits = 0;
    const int64_t s = width == 32 ? (int32_t)(uint32_t)p : (int64_t)p,
                  t = width == 32 ? (int32_t)(uint32_t)q : (int64_t)q;
    const int order = is_signed ? (s > t) - (s < t) : (p > q) - (p < q);
    switch (op[0]) {
    case '=': return truth(p == q);
    case '!': return truth(p != q);
    case '+': bits = p + q; break;
    case '-': bits = p - q; break;
    case '*': bits = p * q; break;
    case '|': bits = p | q; break;
    case '^': bits = p ^ q; break;
    case '&': bits = p & q; break;
    case '<':
        if (op[1] != '<') return truth(op[1] == '=' ? order <= 0 : order < 0);
        bits = q < width ? p << q : 0;
        break;
    case '>':
        if (op[1] != '>') return truth(op[1] == '=' ? order >= 0 : order > 0);
        bits = q >= width ? 0 : is_signed ? (uint64_t)(s >> q) : p >> q;
        break;
    default: /* a division; the least integer divided by -1 overflows */
        if (q == 0) return failed(r, "%s: by 0", op);
        if (is_signed && t == -1)
            bits = op[0] == '/' ? 0u - p : 0;
        else if (is_signed)
            bits = (uint64_t)(op[0] == '/' ? s / t : s % t);
        else
            bits = op[0] == '/' ? p / q : p % q;
    }
    made.scalar =
        (nbl_scalar_t){.bits = bits & mask, .kind = NBL_TYPE_INT, .width = (uint8_t)width, .is_signed = is_signed};
    return made;
}

static dap_value_t compute(reader_t *r, const char *op, const dap_value_t *a, const dap_value_t *b) {
    if (a->is_thing || b->is_thing) return failed(r, "%s: of what is no number", op);
    if (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0) return join(a, b, op[0] == '|');
    dap_value_t made = compute_numbers(r, op, a, b);
    made.scalar.is_undefined = a->scalar.is_undefined || b->scalar.is_undefined;
    return made;
}

static dap_value_t expression(reader_t *r, int least) {
    dap_value_t value = unary(r);
    while (!r->failed) {
        skip(r);
        size_t found = sizeof operators / sizeof operators[0];
        for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
            if (strncmp(r->at, operators[i].text, strlen(operators[i].text)) == 0) {
                found = i;
                break;
            }
        if (found == sizeof operators / sizeof operators[0] || operators[found].rank <= least) break;
        r->at += strlen(operators[found].text);
        if (++r->depth > MOST_DEPTH) value = failed(r, "%s", "too many operators");
        const dap_value_t other = expression(r, operators[found].rank);
        r->depth--;
        if (!r->failed) value = compute(r, operators[found].text, &value, &other);
        value.has_place = false;
    }
    if (least == 0 && !r->failed && take(r, "?")) {
        if (++r->depth > MOST_DEPTH) return failed(r, "%s", "too many operators");
        const dap_value_t yes = expression(r, 0);
        if (!take(r, ":")) return failed(r, "%s", "? without :");
        const dap_value_t no = expression(r, 0);
        r->depth--;
        const bool is_undefined = !value.is_thing && value.scalar.is_undefined;
        value = dap_is_true(&value) ? yes : no;
        if (is_undefined) value.scalar.is_undefined = 1;
    }
    return value;
}

bool dap_evaluate(const dap_place_t *place, const char *text, dap_value_t *value, char why[160]) {
    reader_t reader = {.place = place, .at = text, .why = why};
    why[0] = '\0';
    *value = expression(&reader, 0);
    skip(&reader);
    if (!reader.failed && *reader.at != '\0') *value = failed(&reader, "%s: is too much", reader.at);
    value->varies = reader.varies;
    return !reader.failed;
}
