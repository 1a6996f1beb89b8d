/* Random compute shaders as text: integers and floats, branches, loops, arrays, functions, shared memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_INTERPRETER_RANDOM_PROGRAMS_H
#define NBL_TESTS_INTERPRETER_RANDOM_PROGRAMS_H

#include <stdarg.h>
#include <stdio.h>

#include "tests/common/testing.h"

typedef struct writer_t {
    test_random_t random;
    char text[1 << 18];
    size_t length;
    uint32_t loops, names;
} writer_t;

static uint32_t pick(writer_t *w, uint32_t bound) { return test_random_below(&w->random, bound); }

static void put(writer_t *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    w->length += (size_t)vsnprintf(w->text + w->length, sizeof w->text - w->length, format, arguments);
    va_end(arguments);
    ck_assert_uint_lt(w->length, sizeof w->text);
}

/* An expression of unsigned integers over x[], a[], u and the loops' counters. */
static void put_expression(writer_t *w, uint32_t depth) {
    static const char *const binary[] = {"+", "-", "*", "&", "|", "^"};
    if (depth == 0) {
        switch (pick(w, 5)) {
        case 0: put(w, "%uu", pick(w, 4) != 0 ? pick(w, 32) : pick(w, 0xFFFFFFFFu)); break;
        case 1: put(w, "a[u & 7u]"); break;
        case 2: put(w, "u"); break;
        default: put(w, "x[%u]", pick(w, 4)); break;
        }
        return;
    }
    switch (pick(w, 14)) {
    case 0:
        put(w, "(");
        put_expression(w, depth - 1);
        put(w, pick(w, 2) ? " << (" : " >> (");
        put_expression(w, depth - 1);
        put(w, " & 31u))");
        break;
    case 1:
        put(w, "(");
        put_expression(w, depth - 1);
        put(w, pick(w, 2) ? " / (" : " %% (");
        put_expression(w, depth - 1);
        put(w, " | 1u))");
        break;
    case 2:
        put(w, "((");
        put_expression(w, depth - 1);
        put(w, pick(w, 2) ? ") < (" : ") == (");
        put_expression(w, depth - 1);
        put(w, ") ? (");
        put_expression(w, depth - 1);
        put(w, ") : (");
        put_expression(w, depth - 1);
        put(w, "))");
        break;
    case 3:
        put(w, "uint(int(");
        put_expression(w, depth - 1);
        put(w, ") >> (");
        put_expression(w, depth - 1);
        put(w, " & 31u))");
        break;
    case 4:
        put(w, "uint(max(int(");
        put_expression(w, depth - 1);
        put(w, "), int(");
        put_expression(w, depth - 1);
        put(w, ")))");
        break;
    case 5: /* floats that are exact: small integers, sums and products of them */
        put(w, "uint(float((");
        put_expression(w, depth - 1);
        put(w, ") & 1023u) * 0.5 + float((");
        put_expression(w, depth - 1);
        put(w, ") & 255u))");
        break;
    case 6:
        put(w, "bitfieldExtract(");
        put_expression(w, depth - 1);
        put(w, ", int(u & 15u), %u)", 1 + pick(w, 16));
        break;
    case 7:
        put(w, "bitfieldInsert(");
        put_expression(w, depth - 1);
        put(w, ", ");
        put_expression(w, depth - 1);
        put(w, ", %u, %u)", pick(w, 16), 1 + pick(w, 16));
        break;
    case 8:
        put(w, "uint(%s(", pick(w, 2) ? "findMSB" : "findLSB");
        put_expression(w, depth - 1);
        put(w, "))");
        break;
    case 9:
        put(w, "%s(", pick(w, 2) ? "uint(bitCount" : "(bitfieldReverse");
        put_expression(w, depth - 1);
        put(w, "))");
        break;
    case 10:
        put(w, "uvec3(");
        put_expression(w, depth - 1);
        put(w, ", x[1], u).%c", "xyz"[pick(w, 3)]);
        break;
    default:
        put(w, "(");
        put_expression(w, depth - 1);
        put(w, " %s ", binary[pick(w, 6)]);
        put_expression(w, depth - 1);
        put(w, ")");
        break;
    }
}

static void put_statements(writer_t *w, uint32_t depth, uint32_t count, int in_loop);

static void put_block(writer_t *w, uint32_t depth, int in_loop) {
    put(w, "{\n");
    put_statements(w, depth - 1, 1 + pick(w, 3), in_loop);
    put(w, "}\n");
}

static void put_statement(writer_t *w, uint32_t depth, int in_loop) {
    const uint32_t kind = pick(w, depth == 0 ? 4 : 10);
    switch (kind) {
    case 0:
    case 1:
        put(w, "x[%u] = ", pick(w, 4));
        put_expression(w, 2);
        put(w, ";\n");
        break;
    case 2:
        put(w, "a[");
        put_expression(w, 1);
        put(w, " & 7u] = ");
        put_expression(w, 2);
        put(w, ";\n");
        break;
    case 3:
        if (in_loop && pick(w, 2)) {
            put(w, "if ((");
            put_expression(w, 1);
            put(w, " & 7u) == 3u) %s;\n", pick(w, 2) ? "break" : "continue");
        } else {
            put(w, "u ^= ");
            put_expression(w, 2);
            put(w, ";\n");
        }
        break;
    case 4:
    case 5:
        put(w, "if (((");
        put_expression(w, 1);
        put(w, ") & %uu) != 0u) ", 1u << pick(w, 4));
        put_block(w, depth, in_loop);
        if (pick(w, 2)) {
            put(w, "else ");
            put_block(w, depth, in_loop);
        }
        break;
    case 6:
    case 7: {
        const uint32_t name = w->names++;
        put(w, "for (uint i%u = 0u; i%u < ((", name, name);
        put_expression(w, 1);
        put(w, ") & 7u); i%u++) ", name);
        put_block(w, depth, 1);
        break;
    }
    case 8:
        put(w, "switch ((");
        put_expression(w, 1);
        put(w, ") & 3u) {\ncase 0u: x[0] += 3u;\ncase 2u: ");
        put_statements(w, depth - 1, 1, 0);
        put(w, "break;\ncase 3u: u += x[2]; break;\ndefault: ");
        put_statements(w, depth - 1, 1, 0);
        put(w, "}\n");
        break;
    default: put(w, "if ((u & 31u) == %uu) { x[3] ^= u; return x[%u]; }\n", pick(w, 32), pick(w, 4)); break;
    }
}

static void put_statements(writer_t *w, uint32_t depth, uint32_t count, int in_loop) {
    for (uint32_t i = 0; i < count; i++) put_statement(w, depth, in_loop);
}

/* A shader of `programs` random functions: each mixes four words of an invocation, then all exchange through shared
 * memory. Buffer 0: the words; 1: results of each program. */
static inline const char *random_shader(writer_t *w, uint64_t seed, uint32_t programs) {
    w->random = test_random_from(seed);
    w->length = w->names = 0;
    put(w, "#version 450\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer In { uint words[]; };\n"
           "layout(std430, binding = 1) buffer Out { uint results[]; };\nshared uint exchange[256];\n");
    for (uint32_t p = 0; p < programs; p++) {
        put(w,
            "uint program%u(uint u, inout uint x[4]) {\nuint a[8];\nfor (int k = 0; k < 8; k++) a[k] = x[k & 3] * "
            "uint(k + 1);\n",
            p);
        put_statements(w, 3, 3 + pick(w, 3), 0);
        put(w, "x[%u] += a[x[1] & 7u];\nreturn u;\n}\n", pick(w, 4));
    }
    put(w, "void main() {\nuint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;\nuint x[4];\n");
    for (uint32_t p = 0; p < programs; p++) {
        put(w, "for (int k = 0; k < 4; k++) x[k] = words[g * 4u + uint(k)];\nx[%u] ^= program%u(g, x) * 3u;\n",
            pick(w, 4), p);
        put(w,
            "for (int k = 0; k < 4; k++) exchange[t * 4u + uint(k)] = x[k];\nbarrier();\n"
            "for (int k = 0; k < 4; k++) results[(g * %uu + %uu) * 4u + uint(k)] = x[k] ^ exchange[((t ^ %uu) * 4u "
            "+ uint(k)) & 255u];\nbarrier();\n",
            programs, p, pick(w, 64));
    }
    put(w, "}\n");
    return w->text;
}

#endif
