/* Undefined bits: a part of a word that is defined is not called undefined with its neighbours, and the other way
 * round.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/interpreter/interpreter_testing.h"

typedef struct case_t {
    const char *name, *body;
    bool defined; /* what decides the branch, or is written, is */
} case_t;

/* n: an undefined word; d: a defined one of 16 bits; t: invocation of 64; s[], h[] and y[]: shared words, halves,
 * bytes. */
static const case_t cases[] = {
    {"the word", "o[g] = n;", false},
    {"the low half beside it", "uint x = d | n << 16; o[g] = x & 0xFFFF;", true},
    {"the high half beside it", "uint x = d << 16 | n & 0xFFFF; o[g] = x >> 16;", true},
    {"the other half", "uint x = d | n << 16; o[g] = x >> 16;", false},
    {"one bit of the other half", "uint x = d | n << 16; o[g] = x & 0x1FFFF;", false},
    {"through shared memory", "s[t] = d | n << 16; barrier(); o[g] = s[63 - t] & 0xFFFF;", true},
    {"through shared memory, the other half", "s[t] = d | n << 16; barrier(); o[g] = s[63 - t] >> 16;", false},
    {"an element of 16 bits", "h[2 * t] = uint16_t(d); barrier(); o[g] = uint(h[126 - 2 * t]);", true},
    {"its neighbour", "h[2 * t] = uint16_t(d); barrier(); o[g] = uint(h[127 - 2 * t]);", false},
    {"an element of 8 bits", "y[4 * t + 1] = uint8_t(d); barrier(); o[g] = uint(y[4 * (63 - t) + 1]);", true},
    {"a byte beside it", "y[4 * t + 1] = uint8_t(d); barrier(); o[g] = uint(y[4 * (63 - t) + 2]);", false},
    {"a packed half", "uint x = packHalf2x16(vec2(float(d), uintBitsToFloat(n))); o[g] = uint(unpackHalf2x16(x).x);",
     true},
    {"the other packed half",
     "uint x = packHalf2x16(vec2(float(d), uintBitsToFloat(n))); o[g] = uint(unpackHalf2x16(x).y);", false},
    {"packed bytes", "uint x = packUnorm4x8(vec4(1, uintBitsToFloat(n), 0, 1)); o[g] = uint(unpackUnorm4x8(x).z);",
     true},
    {"another packed byte",
     "uint x = packUnorm4x8(vec4(1, uintBitsToFloat(n), 0, 1)); o[g] = uint(unpackUnorm4x8(x).y);", false},
    {"a field", "uint x = d | n << 16; o[g] = bitfieldExtract(x, 4, 12);", true},
    {"a field across", "uint x = d | n << 16; o[g] = bitfieldExtract(x, 4, 13);", false},
    {"put into an undefined word", "uint x = bitfieldInsert(n, d, 8, 8); o[g] = x >> 8 & 0xFF;", true},
    {"around what was put in", "uint x = bitfieldInsert(d, n, 8, 8); o[g] = x & 0xFF;", true},
    {"what was put in", "uint x = bitfieldInsert(d, n, 8, 8); o[g] = x >> 8 & 1;", false},
    {"a sum's low bits", "uint x = d + (n << 8); o[g] = x & 0xFF;", true},
    {"a sum's high bits", "uint x = d + (n << 8); o[g] = x >> 12;", false},
    {"a pair of 16 bits", "uint x = packUint2x16(u16vec2(uint16_t(d), uint16_t(n))); o[g] = uint(unpackUint2x16(x).x);",
     true},
    {"the other of the pair",
     "uint x = packUint2x16(u16vec2(uint16_t(d), uint16_t(n))); o[g] = uint(unpackUint2x16(x).y);", false},
    {"a word of 64 bits", "uint64_t x = packUint2x32(uvec2(d, n)); o[g] = unpackUint2x32(x).x;", true},
    {"its other half", "uint64_t x = packUint2x32(uvec2(d, n)); o[g] = unpackUint2x32(x).y;", false},
    {"by another lane", "uint x = subgroupShuffleXor(d | n << 16, 1); o[g] = x & 0xFFFF;", true},
    {"by another lane, the other half", "uint x = subgroupShuffleXor(d | n << 16, 1); o[g] = x >> 16;", false},
    {"in an array", "uint a[4]; a[t & 3] = d | n << 16; o[g] = a[t & 3] & 0xFFFF;", true},
    {"in an array, the other half", "uint a[4]; a[t & 3] = d | n << 16; o[g] = a[t & 3] >> 16;", false},
    {"behind a branch", "uint x = d; if ((t & 1) == 0) x |= n << 16; o[g] = x & 0xFFFF;", true},
    {"behind a branch, the other half", "uint x = d; if ((t & 1) == 0) x |= n << 16; o[g] = x >> 16;", false},
    {"round a loop", "uint x = d | n << 16; for (int i = 0; i < 3; i++) x = x * 3; o[g] = x & 0xFFFF;", true},
    {"a sign", "int x = int(n << 16 | d) << 16 >> 16; o[g] = uint(x);", true},
    {"a sign that is undefined", "int x = int(n << 8 | d & 0xFF) << 16 >> 16; o[g] = uint(x);", false},
    {"a comparison that defined bits decide", "uint x = d & 0xFF | n << 16; o[g] = x == 0x100 ? 1 : 2;", true},
    {"a comparison that they do not", "uint x = d & 0xFF | n << 16; o[g] = x == (d & 0xFF) ? 1 : 2;", false},
    {"a mask that a buffer holds", "o[g] = n & (b[g] & 0);", true},
    {"stored to a buffer, and its own half read", "p[2 * g] = uint16_t(d); o[g] = uint(p[2 * g]);", true},
};

static nbl_result_t run_case(const case_t *each, nbl_optimize_t optimize) {
    static uint32_t b[4096], o[4096], p[4096];
    static nbl_interpreter_report_t report;
    char text[2048];
    snprintf(text, sizeof text,
             "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
             "#extension GL_EXT_shader_16bit_storage : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n"
             "layout(local_size_x = 64) in;\nlayout(binding = 0) readonly buffer B { uint b[]; };\n"
             "layout(binding = 1) buffer O { uint o[]; };\nlayout(binding = 2) buffer P { uint16_t p[]; };\n"
             "shared uint s[64], never[64];\nshared uint16_t h[128];\nshared uint8_t y[256];\n"
             "void main() { uint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x, n = never[t], d = b[g] & "
             "0xFFFF;\n%s\n}\n",
             each->body);
    const nbl_spirv_t spirv = compile(text, "case.comp", optimize, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    for (uint32_t i = 0; i < 4096; i++) b[i] = i * 2654435761u;
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = b, .bytes = sizeof b},
                                                  {.binding = 1, .data = o, .bytes = sizeof o},
                                                  {.binding = 2, .data = p, .bytes = sizeof p}};
    const nbl_interpreter_run_t run = {
        .bindings = bindings, .binding_count = 3, .groups = {2, 1, 1}, .check = true, .prove = true};
    const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_t made = spirv;
    nbl_spirv_free(&made);
    return result;
}

/* Mutations that this catches: a rule of undefined.c that keeps fewer holes (shift by one more, no upward carry), and
 * one that keeps all of them. */
START_TEST(bits_are_kept_apart) {
    const uint32_t count = sizeof cases / sizeof cases[0];
    for (uint32_t i = 0; i < count; i++) {
        const nbl_result_t result = run_case(&cases[i], NBL_OPTIMIZE_NONE);
        ck_assert_msg(result == (cases[i].defined ? NBL_SUCCESS : NBL_ERROR_UNINITIALIZED), "%s: %s", cases[i].name,
                      nbl_result_text(result));
    }
    printf("%u cases\n", (unsigned)count);
    ck_assert_uint_eq(count, 39);
}
END_TEST

/* Mutation: an initial value that is not read. */
START_TEST(zeros_of_shared_memory) {
    static const struct {
        const char *text;
        nbl_result_t result;
    } rows[] = {{"shared uint s[64] = {};", NBL_SUCCESS},
                {"shared uint s[64];", NBL_ERROR_UNINITIALIZED},
                {"struct S { uvec4 a; float f[2]; bool c; };\nshared S z[2] = {};\nshared uint s[64] = {};\n"
                 "uint both() { return z[1].a.y + uint(z[0].f[1]) + (z[1].c ? 1 : 0); }\n#define EXTRA both()",
                 NBL_SUCCESS}};
    static uint32_t b[128];
    static nbl_interpreter_report_t report;
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "#version 460\n#extension GL_EXT_null_initializer : require\nlayout(local_size_x = 64) in;\n%s\n"
                 "layout(binding = 0) buffer B { uint b[]; };\n#ifndef EXTRA\n#define EXTRA 0\n#endif\n"
                 "void main() { uint t = gl_LocalInvocationIndex; uint x = s[63 - t] + EXTRA; barrier();\n"
                 "s[t] = 7; b[gl_GlobalInvocationID.x] = x; }\n",
                 rows[i].text);
        nbl_spirv_t spirv = compile(text, "zero.comp", NBL_OPTIMIZE_NONE, true);
        nbl_interpreter_t *interpreter = interpret(&spirv);
        const nbl_interpreter_binding_t binding = {.data = b, .bytes = sizeof b};
        const nbl_interpreter_run_t run = {
            .bindings = &binding, .binding_count = 1, .groups = {2, 1, 1}, .check = true, .prove = true};
        memset(b, 0xFF, sizeof b);
        ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), rows[i].result);
        if (rows[i].result == NBL_SUCCESS) {
            ck_assert_int_eq(report.verdict, NBL_INTERPRETER_PROVED);
            for (uint32_t k = 0; k < 128; k++) ck_assert_uint_eq(b[k], 0); /* of the second workgroup, too */
        }
        nbl_interpreter_destroy(interpreter);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("undefined bits");
    TCase *one = tcase_create("undefined bits");
    tcase_set_timeout(one, 120);
    tcase_add_test(one, bits_are_kept_apart);
    tcase_add_test(one, zeros_of_shared_memory);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
