/* Tests of the splicing of included texts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/vulkan/vulkan_testing.h"

static const char plain_end[] = "layout(local_size_x = 1) in;\nvoid main() {}\n";

static char *expand(const char *text, const nbl_source_t *sources, size_t count) {
    nbl_compile_desc_t desc = {.file = "dir/entry.comp", .text = text, .sources = sources, .source_count = count};
    nbl_error_t error;
    char *out = NULL;
    expect_ok(nbl_expand(&desc, &out, &error), &error);
    return out;
}

static nbl_result_t try_expand(const char *text, const nbl_source_t *sources, size_t count, nbl_error_t *error) {
    nbl_compile_desc_t desc = {.file = "dir/entry.comp", .text = text, .sources = sources, .source_count = count};
    char *out = NULL;
    nbl_result_t result = nbl_expand(&desc, &out, error);
    nbl_text_free(out);
    return result;
}

static nbl_result_t try_compile(const char *text, const nbl_source_t *sources, size_t count, nbl_error_t *error) {
    nbl_compile_desc_t desc = {.file = "dir/entry.comp", .text = text, .sources = sources, .source_count = count};
    nbl_spirv_t spirv;
    nbl_result_t result = nbl_compile(&desc, &spirv, error);
    nbl_spirv_free(&spirv);
    return result;
}

static int occurrences(const char *text, const char *part) {
    int n = 0;
    for (text = strstr(text, part); text; text = strstr(text + 1, part)) n++;
    return n;
}

START_TEST(version_stays_first_and_defines_follow) {
    nbl_define_t defines[] = {{"A", "2"}, {"B", NULL}, {"C", "A * B"}};
    nbl_compile_desc_t desc = {
        .file = "e.comp", .text = "// why\n#version 450 core\nint x = A;\n", .defines = defines, .define_count = 3};
    nbl_error_t error;
    char *out;
    expect_ok(nbl_expand(&desc, &out, &error), &error);
    ck_assert_str_eq(out,
                     "#version 450 core\n#extension GL_GOOGLE_cpp_style_line_directive : require\n#define NBL_EXACT 1\n"
                     "#define A 2\n"
                     "#define B 1\n#define C A * B\n#line 3 \"e.comp\"\nint x = A;\n");
    nbl_text_free(out);
    desc.text = "int x = A;";
    expect_ok(nbl_expand(&desc, &out, &error), &error);
    ck_assert_str_eq(out, "#version 460\n#extension GL_GOOGLE_cpp_style_line_directive : require\n#define NBL_EXACT 1\n"
                          "#define A 2\n"
                          "#define B 1\n#define C A * B\n#line 1 \"e.comp\"\nint x = A;\n");
    nbl_text_free(out);
    desc.mode = NBL_MODE_FAST;
    expect_ok(nbl_expand(&desc, &out, &error), &error);
    ck_assert_ptr_nonnull(strstr(out, "#define NBL_EXACT 0\n#define A 2\n"));
    nbl_text_free(out);
    defines[1].name = "1B";
    EXPECT_ERROR(nbl_expand(&desc, &out, &error), NBL_ERROR_ARGUMENT, &error, "1B");
    defines[1].name = "B";
    defines[2].value = "1\n#error";
    EXPECT_ERROR(nbl_expand(&desc, &out, &error), NBL_ERROR_ARGUMENT, &error, "C");
}
END_TEST

START_TEST(an_x_include_is_spliced_each_time) {
    static const nbl_source_t sources[] = {
        {"x.h", "int CAT(f, NAME)() { return VALUE; }\n#undef NAME\n#undef VALUE\n", 0}};
    const char *text = "#version 460\n#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define NAME one\n"
                       "#define VALUE 1\n#include \"x.h\"\n#define NAME two\n#define VALUE 2\n#include \"x.h\"\n"
                       "layout(local_size_x = 1) in;\nvoid main() { if (fone() + ftwo() > 3) return; }\n";
    nbl_error_t error;
    char *out = expand(text, sources, 1);
    ck_assert_int_eq(occurrences(out, "return VALUE"), 2);
    nbl_text_free(out);
    expect_ok(try_compile(text, sources, 1, &error), &error);
}
END_TEST

START_TEST(a_guarded_text_is_spliced_once) {
    static const nbl_source_t sources[] = {
        {"a.h", "/* head */\n#ifndef A_H\n#define A_H\n#include \"b.h\"\nint marker_a = 1;\n#endif // A_H\n", 0},
        {"b.h", "#ifndef B_H\n#define B_H\n#include \"a.h\"\nint marker_b = 1;\n#endif\n", 0},
        {"not.h", "#ifndef N\n#define N\n#endif\nint marker_n = 1;\n", 0}};
    char *out = expand("#include \"a.h\"\n#include \"b.h\"\n#include \"a.h\"\n#include \"not.h\"\n#include \"not.h\"\n",
                       sources, 3);
    ck_assert_int_eq(occurrences(out, "marker_a"), 1); /* a and b include one another: the guards stop that */
    ck_assert_int_eq(occurrences(out, "marker_b"), 1);
    ck_assert_int_eq(occurrences(out, "marker_n"), 2);
    nbl_text_free(out);
    out = expand("#include \"b.h\"\n#undef B_H\n#include \"b.h\"\n", sources, 3);
    ck_assert_int_eq(occurrences(out, "marker_b"), 2);
    nbl_text_free(out);
    /* first met in a group that may be inactive: what follows must not rely on it */
    out = expand("#ifdef NEVER\n#include \"b.h\"\n#endif\n#include \"b.h\"\n", sources, 3);
    ck_assert_int_eq(occurrences(out, "marker_b"), 2);
    nbl_text_free(out);
}
END_TEST

START_TEST(comments_are_no_includes) {
    static const nbl_source_t sources[] = {{"x.h", "MARKER\n", 0}, {"/*.h", "SLASH\n", 0}};
    char *out = expand("// #include \"x.h\"\n/*\n#include \"x.h\"\n*/\n/* a */ /* b\n#include \"x.h\" */\n// go on \\\n"
                       "#include \"x.h\"\n#define M \\\n#include \"x.h\"\nint a; #include \"x.h\"\n",
                       sources, 1);
    ck_assert_int_eq(occurrences(out, "MARKER"), 0);
    nbl_text_free(out);
    out = expand("  #  include \"x.h\" // why\n/* a */ #include \"x.h\"\n#include \"x.h\"", sources, 1);
    ck_assert_int_eq(occurrences(out, "MARKER"), 3);
    nbl_text_free(out);
    out = expand("#include \"/*.h\"\n#include \"x.h\"\n", sources, 2);
    ck_assert_int_eq(occurrences(out, "SLASH"), 1);
    ck_assert_int_eq(occurrences(out, "MARKER"), 1);
    nbl_text_free(out);
}
END_TEST

START_TEST(endless_inclusion_names_its_chain) {
    static const nbl_source_t sources[] = {{"a.h", "\n#include \"b.h\"\n", 0},
                                           {"b.h", "#include \"a.h\"\n", 0},
                                           {"self.h", "#if 0\n#include \"self.h\"\n#endif\n", 0}};
    nbl_error_t error;
    EXPECT_ERROR(try_expand("#include \"a.h\"\n", sources, 3, &error), NBL_ERROR_INCLUDE, &error,
                 "b.h:1:", "dir/entry.comp -> a.h -> b.h -> a.h");
    EXPECT_ERROR(try_expand("#include \"self.h\"\n", sources, 3, &error), NBL_ERROR_INCLUDE, &error,
                 "self.h:2:", "self.h -> self.h");
}
END_TEST

START_TEST(unknown_options_are_refused) {
    static const nbl_source_t sources[] = {{"a.h", "\n#define NBL_FFT_COLLUMNS 4\n", 0}};
    nbl_error_t error;
    EXPECT_ERROR(try_expand("#include \"a.h\"\n", sources, 1, &error), NBL_ERROR_COMPILE, &error,
                 "a.h:2: NBL_FFT_COLLUMNS is not an option of an FFT");
    expect_ok(try_expand("#define NBL_FFT_COLUMNS 4\n#define NBL_FFT_GET(at, k) 1\n", sources, 1, &error), &error);
}
END_TEST

/* File number n includes number n + 1; the last one, of 12000, includes nothing. */
static const char *chained(void *user, const char *name, size_t *size) {
    static char text[64];
    int number = atoi(name), *asked = user;
    if (number > *asked) *asked = number;
    *size = (size_t)snprintf(text, sizeof text, number < 12000 ? "#include \"%d\"\n" : "/* %d */\n", number + 1);
    return text;
}

START_TEST(a_chain_of_includes_ends) {
    int asked = 0;
    nbl_compile_desc_t desc = {.file = "a.h", .text = "#include \"1\"\n", .include = chained, .include_user = &asked};
    nbl_error_t error;
    char *text = NULL;
    EXPECT_ERROR(nbl_expand(&desc, &text, &error), NBL_ERROR_INCLUDE, &error,
                 "more than 200 files include one another");
    ck_assert_int_eq(asked, 200);
    asked = 0;
    desc.text = "#include \"11802\"\n"; /* the entry and 199 more */
    expect_ok(nbl_expand(&desc, &text, &error), &error);
    ck_assert_int_eq(asked, 12000);
    nbl_text_free(text);
}
END_TEST

START_TEST(a_missing_include_is_named) {
    static const nbl_source_t sources[] = {{"dir/a.h", "\n\n#include \"nothing.h\"\n", 0}};
    nbl_compile_desc_t desc = {.file = "nowhere.comp"};
    nbl_error_t error;
    char *out, text[512];
    EXPECT_ERROR(try_expand("\n#include \"nowhere/x.h\"\n", sources, 1, &error), NBL_ERROR_INCLUDE, &error,
                 "dir/entry.comp:2:", "nowhere/x.h");
    EXPECT_ERROR(try_expand("#include \"a.h\"\n", sources, 1, &error), NBL_ERROR_INCLUDE, &error,
                 "dir/a.h:3:", "nothing.h");
    EXPECT_ERROR(nbl_expand(&desc, &out, &error), NBL_ERROR_INCLUDE, &error, "nowhere.comp");
    /* in a group of #if only glslang can tell whether it is reached */
    snprintf(text, sizeof text, "#version 460\n#ifdef NEVER\n#include \"nothing.h\"\n#endif\n%s", plain_end);
    expect_ok(try_compile(text, sources, 1, &error), &error);
    snprintf(text, sizeof text, "#version 460\n#ifndef NEVER\n#include \"nothing.h\"\n#endif\n%s", plain_end);
    EXPECT_ERROR(try_compile(text, sources, 1, &error), NBL_ERROR_COMPILE, &error, "dir/entry.comp:3:", "nothing.h");
}
END_TEST

static const char *lookup(void *user, const char *name, size_t *size) {
    const char *text = "FROM_FUNCTION and beyond";
    (*(int *)user)++;
    if (strcmp(name, "given.h") != 0 && strcmp(name, "both.h") != 0) return NULL;
    *size = strlen("FROM_FUNCTION");
    return text;
}

START_TEST(names_resolve_beside_then_as_given) {
    static const nbl_source_t sources[] = {{"dir/near.h", "BESIDE\n", 0},
                                           {"near.h", "TOP\n", 0},
                                           {"dir/sub/in.h", "#include \"../near.h\"\n#include \"./other.h\"\n", 0},
                                           {"dir/sub/other.h", "OTHER\n", 0},
                                           {"both.h", "FROM_TABLE", 0},
                                           {"nbl/lang.h", "OURS_INSTEAD\n", 0}};
    int calls = 0;
    nbl_compile_desc_t desc = {
        .file = "dir/entry.comp", .sources = sources, .source_count = 5, .include = lookup, .include_user = &calls};
    nbl_error_t error;
    char *out;
    desc.text = "#include \"near.h\"\n#include \"sub/in.h\"\n#include \"given.h\"\n#include \"both.h\"\n"
                "#include \"nbl/lang.h\"\n";
    expect_ok(nbl_expand(&desc, &out, &error), &error);
    ck_assert_int_eq(occurrences(out, "BESIDE"), 2);
    ck_assert_int_eq(occurrences(out, "TOP"), 0);
    ck_assert_int_eq(occurrences(out, "OTHER"), 1);
    ck_assert_int_eq(occurrences(out, "FROM_FUNCTION"), 1);
    ck_assert_int_eq(occurrences(out, "and beyond"), 0);
    ck_assert_int_eq(occurrences(out, "FROM_TABLE"), 1);
    ck_assert_ptr_nonnull(strstr(out, "#define NBL_LANG_H")); /* embedded */
    ck_assert_int_gt(calls, 0);
    nbl_text_free(out);
    desc.source_count = 6;
    expect_ok(nbl_expand(&desc, &out, &error), &error);
    ck_assert_ptr_nonnull(strstr(out, "OURS_INSTEAD"));
    nbl_text_free(out);
}
END_TEST

/* An error on a known line of every kind of file must be reported there, whatever was spliced or skipped before. */
START_TEST(messages_name_the_right_line) {
    static const nbl_source_t sources[] = {
        {"long.h", "int a;\nint b;\nint c;\nint d;\nint e;\n", 0},
        {"bad.h", "int f;\n\nint g = undeclared_name;\n", 0},
        {"cond.h", "#if 1\n#if 0\n#include \"long.h\"\n#else\n#include \"long.h\"\n#endif\n#endif\nbroken();\n", 0}};
    static const struct {
        const char *text, *where;
    } cases[] = {
        {"#version 460\n#include \"long.h\"\nint x = undeclared_name;\n", "dir/entry.comp:3:"},
        {"#version 460\n\n#include \"bad.h\"\n", "bad.h:3:"},
        {"#version 460\n#ifdef NEVER\n#include \"long.h\"\n#endif\nint x = undeclared_name;\n", "dir/entry.comp:5:"},
        {"#version 460\n#ifdef NEVER\n#include \"long.h\"\n#else\nint x = undeclared_name;\n#endif\n",
         "dir/entry.comp:5:"},
        {"#version 460\n#if 0\n#include \"long.h\"\n#elif 1\nint x = undeclared_name;\n#endif\n", "dir/entry.comp:5:"},
        {"#version 460\n#if 0\n#if 1\n#include \"long.h\"\n#endif\n#endif\nint x = undeclared_name;\n",
         "dir/entry.comp:7:"},
        {"int y;\nint x = undeclared_name;\n", "dir/entry.comp:2:"},
        {"#version 460\n#include \"cond.h\"\n", "cond.h:8:"},
    };
    nbl_error_t error;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s", cases[i].text, plain_end);
        EXPECT_ERROR(try_compile(text, sources, 3, &error), NBL_ERROR_COMPILE, &error, cases[i].where);
        ck_assert_msg(strncmp(error.text, cases[i].where, strlen(cases[i].where)) == 0, "case %zu: %s", i, error.text);
    }
}
END_TEST

START_TEST(embedded_files_are_listed) {
    size_t i, size;
    bool lang = false;
    for (i = 0; nbl_embedded_name(i); i++) {
        const char *text = nbl_embedded_find(nbl_embedded_name(i), &size);
        ck_assert_ptr_nonnull(text);
        ck_assert_uint_eq(strlen(text), size);
        lang |= strcmp(nbl_embedded_name(i), "nbl/lang.h") == 0;
    }
    ck_assert(lang);
    ck_assert_ptr_null(nbl_embedded_find("nbl/none.h", &size));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("expand");
    TCase *tests = tcase_create("expand");
    tcase_add_test(tests, version_stays_first_and_defines_follow);
    tcase_add_test(tests, an_x_include_is_spliced_each_time);
    tcase_add_test(tests, a_guarded_text_is_spliced_once);
    tcase_add_test(tests, comments_are_no_includes);
    tcase_add_test(tests, endless_inclusion_names_its_chain);
    tcase_add_test(tests, unknown_options_are_refused);
    tcase_add_test(tests, a_chain_of_includes_ends);
    tcase_add_test(tests, a_missing_include_is_named);
    tcase_add_test(tests, names_resolve_beside_then_as_given);
    tcase_add_test(tests, messages_name_the_right_line);
    tcase_add_test(tests, embedded_files_are_listed);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
