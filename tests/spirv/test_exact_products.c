/* In fused mode a product that is proved to be exact is written apart from its sum; every other one stays a
 * multiply-add. So are those of a text's own multiply-adds with NBL_FUSED 1, but no others. A product that may overflow
 * is not exact.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/compile.h"
#include "nbl/host/interpreter.h"
#include "spirv/specialize/specialize.h"
#include "tests/common/testing.h"

#define ANGLE ".00755184889f" /* 126699 2^-24 */
enum { DIGITS = 126699 };

/* A factor of ANGLE, or a product, and whether it is exact. */
static const struct {
    const char *product;
    bool exact;
} cases[] = {
    {"float(n % 133u) * " ANGLE, true},
    {"float(n % 134u) * " ANGLE, false},
    {ANGLE " * float(n % 133u)", true},
    {"float(n) * " ANGLE, false},
    {"float(i) * " ANGLE, true}, /* 64 invocations */
    {"float(i << 1u) * " ANGLE, true},
    {"float(i << 2u) * " ANGLE, false},
    {"float((i & 31u) * 4u) * " ANGLE, true},
    {"float((i & 31u) * 5u) * " ANGLE, false},
    {"float((i & 31u) + 101u) * " ANGLE, true},
    {"float((i & 31u) + 102u) * " ANGLE, false},
    {"float((n >> 8u) % 1000u >> 3u) * " ANGLE, true},
    {"float(n % 1000u / 7u) * " ANGLE, false},
    {"float(n % 1000u / 8u) * " ANGLE, true},
    {"float(n - n / 133u * 133u) * " ANGLE, true},
    {"float(n - n / 134u * 134u) * " ANGLE, false},
    {"float(n - n / 133u * 132u) * " ANGLE, false},
    {"float(n / 133u * 133u - n) * " ANGLE, false},
    {"float(132u - n % 133u) * " ANGLE, true},
    {"float(132u - n % 134u) * " ANGLE, false}, /* may wrap */
    {"float((n & 1u) != 0u ? 132u - n % 132u : n % 132u) * " ANGLE, true},
    {"float((n & 1u) != 0u ? n % 200u : n % 132u) * " ANGLE, false},
    {"float(n % 265u <= 265u - n % 265u ? n % 265u : 265u - n % 265u) * " ANGLE, true}, /* the lesser: to 132 */
    {"float(n % 266u <= 266u - n % 266u ? n % 266u : 266u - n % 266u) * " ANGLE, false},
    {"float(n % 265u >= 265u - n % 265u ? n % 265u : 265u - n % 265u) * " ANGLE, false},
    {"z * .5f", true},
    {"z * -1.", true},
    {"z * -2.", false}, /* overflows */
    {"float(n % 8u) * 1.75", true},
    {"float(n % 8u) * 1.7e38", false},
    {"z * .75f", false},
    {"z * " ANGLE, false},
};

static const char head[] =
    "#version 460\nlayout(local_size_x = 64) in; layout(binding = 0) buffer a { uint x[]; };\n"
    "layout(binding = 1) buffer b { float y[]; };\n"
    "float sum(const float c, const float a) { precise float s = c + a; return s; }\n"
    "float difference(const float c, const float a) { precise float s = c - a; return s; }\n"
    "void main() { uint i = gl_LocalInvocationIndex, n = x[i]; float z = y[i], c = y[i + 64u];\n";

/* Counts the multiply-adds of a module's words, and its products, sums and multiply-adds without NoContraction. */
static void count(const uint32_t *words, size_t size, uint32_t *fused, uint32_t *loose) {
    *fused = *loose = 0;
    for (size_t i = 5; i < size; i += words[i] >> 16) {
        const uint32_t op = words[i] & 0xffff;
        *fused += op == SpvOpExtInst && words[i + 4] == 50; /* Fma */
        *loose += op == SpvOpExtInst && words[i + 4] == 50;
        *loose += op == SpvOpFMul;
        *loose -= op == SpvOpDecorate && words[i + 2] == SpvDecorationNoContraction; /* sums are decorated, too */
        *loose += op == SpvOpFAdd || op == SpvOpFSub;
    }
}

/* Writes the sum that takes a product: marked, or as a multiply-add of the text. */
static void write_sum(const char *product, bool minus, bool stated, char sum[512]) {
    if (!stated) {
        snprintf(sum, 512, "%s(c, %s)", minus ? "difference" : "sum", product);
        return;
    }
    const char *last = product; /* the sign between the two factors */
    while (product[0] != '.' && strstr(last + 1, " * ") != NULL) last = strstr(last + 1, " * ");
    if (product[0] == '.') last = strstr(product, " * ");
    snprintf(sum, 512, "fma(%s(%.*s), %s, c)", minus ? "-" : "", (int)(last - product), product, last + 3);
}

static void check(const char *product, bool exact, bool minus, bool stated) {
    char text[2048], sum[512], why[128];
    uint32_t *words, fused, loose;
    size_t size;
    nbl_spirv_t spirv;
    nbl_error_t error;
    write_sum(product, minus, stated, sum);
    snprintf(text, sizeof text, "%sy[i] = %s; }\n", head, sum);
    const nbl_compile_desc_t compile = {.file = "test.comp", .text = text, .optimize = NBL_OPTIMIZE_NONE};
    TEST_EXPECT(nbl_compile(&compile, &spirv, &error));
    const nbl_specialize_options_t options = {.exact = true, .marks = !stated, .fused = true};
    ck_assert_msg(nbl_specialize(&options, spirv.words, spirv.word_count, &words, &size, why) == NBL_SPECIALIZE_DONE,
                  "%s: %s", product, why);
    count(words, size, &fused, &loose);
    ck_assert_msg(fused == !exact, "%s: %u multiply-adds", product, fused);
    ck_assert_msg(loose == (exact ? 2 : 0), "%s: %u products and sums may be contracted", product, loose);
    free(words);
    nbl_spirv_free(&spirv);
}

START_TEST(exact_products_are_apart) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int form = 0; form < 4; form++) check(cases[i].product, cases[i].exact, form % 2 != 0, form / 2 != 0);
}
END_TEST

START_TEST(exact_mode_keeps_multiply_adds) {
    for (int with = 0; with < 2; with++) {
        char text[2048];
        uint32_t fused, loose;
        nbl_spirv_t spirv;
        nbl_error_t error;
        snprintf(text, sizeof text, "%sy[i] = fma(z, .5, c); }\n", head);
        const nbl_define_t define = {"NBL_FUSED", "1"};
        const nbl_compile_desc_t compile = {
            .file = "test.comp", .text = text, .defines = &define, .define_count = (size_t)with};
        TEST_EXPECT(nbl_compile(&compile, &spirv, &error));
        count(spirv.words, spirv.word_count, &fused, &loose);
        ck_assert_uint_eq(fused, with ? 0 : 1);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

/* 3e38 * 2 - 3.2e38: the product overflows, the multiply-add does not. */
START_TEST(a_product_that_overflows_is_fused) {
    for (int stated = 0; stated < 2; stated++) {
        static nbl_interpreter_report_t report;
        uint32_t x[64] = {0}, *words;
        float y[128], expected[64];
        char text[2048], sum[512], why[128];
        size_t size;
        nbl_spirv_t spirv;
        nbl_error_t error;
        nbl_interpreter_t *interpreter;
        for (uint32_t i = 0; i < 64; i++) {
            y[i] = 3e38f;
            y[i + 64] = -3.2e38f - (float)i * 1e36f;
            expected[i] = (float)(2.0 * (double)y[i] + (double)y[i + 64]);
        }
        write_sum("z * 2.", false, stated != 0, sum);
        snprintf(text, sizeof text, "%sy[i] = %s; }\n", head, sum);
        const nbl_compile_desc_t compile = {.file = "test.comp", .text = text, .optimize = NBL_OPTIMIZE_NONE};
        TEST_EXPECT(nbl_compile(&compile, &spirv, &error));
        const nbl_specialize_options_t options = {.exact = true, .marks = !stated, .fused = true};
        ck_assert_int_eq(nbl_specialize(&options, spirv.words, spirv.word_count, &words, &size, why),
                         NBL_SPECIALIZE_DONE);
        const nbl_interpreter_desc_t module = {.words = words, .word_count = size};
        TEST_EXPECT(nbl_interpreter_create(&module, &interpreter, &error));
        const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = x, .bytes = sizeof x},
                                                      {.binding = 1, .data = y, .bytes = sizeof y}};
        const nbl_interpreter_run_t run = {.bindings = bindings, .binding_count = 2, .groups = {1, 1, 1}};
        ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", report.message);
        ck_assert_msg(memcmp(y, expected, sizeof expected) == 0, "%s: %g, not %g", sum, (double)y[0],
                      (double)expected[0]);
        nbl_interpreter_destroy(interpreter);
        free(words);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

/* Counts a module's negations, and those that are decorated NoContraction. */
static void count_negations(const nbl_spirv_t *spirv, uint32_t *all, uint32_t *decorated) {
    *all = *decorated = 0;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        if ((spirv->words[i] & 0xffff) != SpvOpFNegate) continue;
        ++*all;
        for (size_t k = 5; k < i; k += spirv->words[k] >> 16)
            *decorated += (spirv->words[k] & 0xffff) == SpvOpDecorate && spirv->words[k + 1] == spirv->words[i + 2] &&
                          spirv->words[k + 2] == SpvDecorationNoContraction;
    }
}

/* NVIDIA's driver makes an instruction of each negation that is decorated. */
START_TEST(negations_of_fused_texts_are_not_decorated) {
    for (int fused = 0; fused < 2; fused++) {
        char text[2048];
        uint32_t all, decorated;
        nbl_spirv_t spirv;
        nbl_error_t error;
        snprintf(text, sizeof text, "%sy[i] = fma(-z, c, z); y[i + 64u] = -c; }\n", head);
        const nbl_compile_desc_t compile = {
            .file = "test.comp", .text = text, .mode = fused ? NBL_MODE_FUSED : NBL_MODE_EXACT};
        TEST_EXPECT(nbl_compile(&compile, &spirv, &error));
        count_negations(&spirv, &all, &decorated);
        ck_assert_uint_eq(all, 2);
        ck_assert_uint_eq(decorated, fused ? 0 : 2);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

/* What the cases assume: to 132 products with the digits fit into 24 bits. */
START_TEST(bound_of_the_cases) {
    for (uint32_t n = 0; n <= 132; n++) ck_assert(n * DIGITS <= 1u << 24);
    const float angle = DIGITS / 16777216.0f, product = 133 * angle;
    ck_assert((double)product > 133 * (double)angle || (double)product < 133 * (double)angle);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact products");
    TCase *tests = tcase_create("exact products");
    tcase_add_test(tests, exact_products_are_apart);
    tcase_add_test(tests, a_product_that_overflows_is_fused);
    tcase_add_test(tests, exact_mode_keeps_multiply_adds);
    tcase_add_test(tests, negations_of_fused_texts_are_not_decorated);
    tcase_add_test(tests, bound_of_the_cases);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
