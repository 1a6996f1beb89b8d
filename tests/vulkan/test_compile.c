/* Tests of compiling: both languages, messages, the NoContraction pass, threads.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <spirv/unified1/spirv.h>
#include "tests/vulkan/vulkan_testing.h"

/* Floating operations of every kind that the pass decorates, some of them behind a call, where `precise` would stop. */
static const char glsl[] =
    "#version 460\n"
    "#extension GL_EXT_control_flow_attributes : require\n"
    "layout(local_size_x = 4) in;\n"
    "layout(std430, set = 0, binding = 0) buffer data { vec4 x[]; };\n"
    "float helper(float a, float b) { return a * b + a; }\n"
    "void main() {\n"
    "  uint i = gl_LocalInvocationIndex;\n"
    "  mat4 m = mat4(x[0], x[1], x[2], x[3]);\n"
    "  vec4 v = m * x[i] + x[i] * m - -x[i + 1] / x[i + 2];\n"
    "  m = m * 2.0 * m; m += outerProduct(v, x[i]);\n"
    "  v = v * 3.0 + mod(v, x[i]) + m[1];\n"
    "  x[i] = v * dot(v, x[3]) + helper(v.x, v.y);\n"
    "  x[i].x += float(i + 3u * i);\n"
    "  [[unroll]] for (uint k = 0u; k < 4u; k++) v.x = v.x * x[k].y + x[k].z;\n" /* its copies lose their decorations */
    "  x[i].y = v.x;\n"
    "}\n";

static const char hlsl[] = "#ifndef NBL_HLSL\n#error\n#endif\n"
                           "[[vk::binding(0, 0)]] RWStructuredBuffer<float> data;\n"
                           "[[vk::binding(1, 0)]] RWStructuredBuffer<float> more;\n"
                           "struct constants_t { uint n; float scale; };\n"
                           "[[vk::push_constant]] cbuffer block { constants_t constants; };\n"
                           "groupshared float shared_data[64];\n"
                           "[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
                           "  shared_data[i] = data[i];\n  GroupMemoryBarrierWithGroupSync();\n"
                           "  more[i] = shared_data[63 - i] * constants.scale + float(constants.n);\n}\n";

typedef struct count_t {
    size_t operations, decorations, undecorated;
} count_t;

/* Reads a module without any code of the pass under test: returns whether a type is made of floats. */
static bool is_float_type(const uint32_t *words, size_t count, uint32_t id) {
    size_t i;
    for (i = 5; i < count; i += words[i] >> 16) {
        uint32_t op = words[i] & 0xffff;
        if (words[i + 1] != id) continue;
        if (op == SpvOpTypeFloat) return true;
        if (op == SpvOpTypeVector || op == SpvOpTypeMatrix) return is_float_type(words, count, words[i + 2]);
        if (op >= SpvOpTypeVoid && op <= SpvOpTypeFunction) return false;
    }
    return false;
}

static bool is_decorated(const uint32_t *words, size_t count, uint32_t id) {
    size_t i, n = 0;
    for (i = 5; i < count; i += words[i] >> 16)
        n += (words[i] & 0xffff) == SpvOpDecorate && words[i + 1] == id && words[i + 2] == SpvDecorationNoContraction;
    ck_assert_uint_le(n, 1);
    return n == 1;
}

/* Opcodes 126 to 152 are SPIR-V's arithmetic instructions; those with a floating result count. */
static count_t count_operations(const uint32_t *words, size_t count) {
    count_t c = {0, 0, 0};
    size_t i;
    for (i = 5; i < count; i += words[i] >> 16) {
        uint32_t op = words[i] & 0xffff;
        c.decorations += op == SpvOpDecorate && words[i + 2] == SpvDecorationNoContraction;
        if (op < SpvOpSNegate || op > SpvOpSMulExtended || !is_float_type(words, count, words[i + 1])) continue;
        c.operations++;
        c.undecorated += !is_decorated(words, count, words[i + 2]);
    }
    return c;
}

static void validate(const uint32_t *words, size_t count) {
    const char *arguments[] = {"spirv-val", "--target-env", "vulkan1.1", NULL, NULL};
    test_output_t output;
    arguments[3] = test_path("module.spv");
    test_write_file(arguments[3], words, count * sizeof *words);
    output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "spirv-val: %s%s", output.text, output.error);
    test_output_free(&output);
}

static nbl_spirv_t compile(const char *text, nbl_language_t language, nbl_mode_t mode) {
    nbl_compile_desc_t desc = {
        .file = "test.comp", .text = text, .language = language, .mode = mode, .optimize = NBL_OPTIMIZE_NONE};
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(&desc, &spirv, &error), &error);
    ck_assert_uint_eq(strlen(spirv.key), 64);
    return spirv;
}

START_TEST(exact_decorates_every_floating_operation) {
    nbl_spirv_t exact = compile(glsl, NBL_LANGUAGE_GLSL, NBL_MODE_EXACT);
    nbl_spirv_t fast = compile(glsl, NBL_LANGUAGE_GLSL, NBL_MODE_FAST);
    count_t e = count_operations(exact.words, exact.word_count), f = count_operations(fast.words, fast.word_count);
    printf("%zu floating operations, %zu decorated in exact mode, %zu in fast mode\n", e.operations, e.decorations,
           f.decorations);
    ck_assert_uint_ge(e.operations, 16);
    ck_assert_uint_eq(e.undecorated, 0);
    ck_assert_uint_eq(e.decorations, e.operations);
    ck_assert_uint_eq(f.operations, e.operations);
    ck_assert_uint_eq(f.decorations, 0);
    ck_assert_str_ne(exact.key, fast.key);
    validate(exact.words, exact.word_count);
    validate(fast.words, fast.word_count);
    nbl_spirv_free(&exact);
    nbl_spirv_free(&fast);
}
END_TEST

START_TEST(the_pass_alone_completes_and_is_idempotent) {
    nbl_spirv_t fast = compile(glsl, NBL_LANGUAGE_GLSL, NBL_MODE_FAST);
    uint32_t *once, *twice, other[4] = {0};
    size_t once_count, twice_count, decorated, i;
    nbl_error_t error;
    expect_ok(nbl_spirv_decorate_no_contraction(fast.words, fast.word_count, &once, &once_count, &decorated, &error),
              &error);
    ck_assert_uint_eq(decorated, count_operations(once, once_count).operations);
    ck_assert_uint_eq(count_operations(once, once_count).undecorated, 0);
    expect_ok(nbl_spirv_decorate_no_contraction(once, once_count, &twice, &twice_count, &decorated, &error), &error);
    ck_assert_uint_eq(decorated, 0);
    ck_assert_uint_eq(twice_count, once_count);
    ck_assert_mem_eq(once, twice, once_count * sizeof *once);
    nbl_words_free(twice);
    for (i = 0; i < once_count; i++) { /* cut off anywhere: an error, or a shorter module that ends on a boundary */
        if (nbl_spirv_decorate_no_contraction(once, i, &twice, &twice_count, NULL, &error) == NBL_SUCCESS)
            nbl_words_free(twice);
    }
    EXPECT_ERROR(nbl_spirv_decorate_no_contraction(other, 4, &twice, &twice_count, NULL, &error), NBL_ERROR_SPIRV,
                 &error, "not a SPIR-V module");
    nbl_words_free(once);
    nbl_spirv_free(&fast);
}
END_TEST

START_TEST(precise_counts_as_decorated) {
    nbl_spirv_t exact =
        compile("#version 460\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer b { float x[]; };\n"
                "void main() { precise float y = x[0] * x[1] + x[2]; x[3] = y; x[4] = x[5] * x[6]; }\n",
                NBL_LANGUAGE_GLSL, NBL_MODE_EXACT);
    count_t c = count_operations(exact.words, exact.word_count);
    ck_assert_uint_eq(c.operations, 3);
    ck_assert_uint_eq(c.decorations, 3);
    validate(exact.words, exact.word_count);
    nbl_spirv_free(&exact);
}
END_TEST

/* a * b + c behind a call, by the library's own words. */
static const char fusable[] =
    "#version 460\n#include \"nbl/lang.h\"\nNBL_LOCAL_SIZE(1)\n"
    "layout(binding = 0) buffer b { float x[]; };\n"
    "NBL_FUNCTION float32_t product(float32_t a, float32_t b) { return a * b; }\n"
    "NBL_FUNCTION float32_t sum(float32_t a, float32_t b, float32_t c) { return product(a, b) + c; }\n"
    "NBL_KERNEL(k) { x[3] = sum(x[0], x[1], x[2]); }\n";

enum { SIN = 13, FMA = 50 }; /* of GLSL.std.450 */

static size_t count_instructions(const nbl_spirv_t *spirv, uint32_t opcode, uint32_t extended) {
    size_t i, n = 0;
    for (i = 5; i < spirv->word_count; i += spirv->words[i] >> 16)
        n += (spirv->words[i] & 0xffff) == opcode && (!extended || spirv->words[i + 4] == extended);
    return n;
}

/* The optimiser inlines, and forms fma of what may be contracted: then, and only then. */
START_TEST(the_optimiser_fuses_in_fast_mode_only) {
    nbl_compile_desc_t desc = {.file = "test.comp", .text = fusable};
    nbl_spirv_t exact, fast;
    nbl_error_t error;
    count_t c;
    expect_ok(nbl_compile(&desc, &exact, &error), &error);
    desc.mode = NBL_MODE_FAST;
    expect_ok(nbl_compile(&desc, &fast, &error), &error);
    ck_assert_uint_eq(count_instructions(&exact, SpvOpFunctionCall, 0), 0); /* it did run */
    ck_assert_uint_eq(count_instructions(&fast, SpvOpFunctionCall, 0), 0);
    ck_assert_uint_eq(count_instructions(&exact, SpvOpExtInst, FMA), 0);
    ck_assert_uint_eq(count_instructions(&fast, SpvOpExtInst, FMA), 1);
    c = count_operations(exact.words, exact.word_count);
    ck_assert_uint_eq(c.operations, 2);
    ck_assert_uint_eq(c.undecorated, 0);
    validate(exact.words, exact.word_count);
    validate(fast.words, fast.word_count);
    nbl_spirv_free(&exact);
    nbl_spirv_free(&fast);
}
END_TEST

/* Texts without the word precise, in both languages: every operation is decorated before the optimiser could fuse
 * it. */
START_TEST(an_optimised_exact_module_is_decorated_throughout) {
    int language;
    for (language = NBL_LANGUAGE_GLSL; language <= NBL_LANGUAGE_HLSL; language++) {
        nbl_compile_desc_t desc = {
            .file = "test.comp", .text = language ? hlsl : glsl, .language = (nbl_language_t)language};
        nbl_spirv_t exact, fast;
        nbl_error_t error;
        count_t c;
        expect_ok(nbl_compile(&desc, &exact, &error), &error);
        desc.mode = NBL_MODE_FAST;
        expect_ok(nbl_compile(&desc, &fast, &error), &error);
        c = count_operations(exact.words, exact.word_count);
        ck_assert_uint_ge(c.operations, language ? 2 : 16);
        ck_assert_uint_eq(c.undecorated, 0);
        ck_assert_uint_eq(count_instructions(&exact, SpvOpExtInst, FMA), 0);
        ck_assert_uint_eq(count_instructions(&exact, SpvOpFunctionCall, 0), 0);
        ck_assert_uint_ge(count_instructions(&fast, SpvOpExtInst, FMA), 1);
        validate(exact.words, exact.word_count);
        validate(fast.words, fast.word_count);
        nbl_spirv_free(&exact);
        nbl_spirv_free(&fast);
    }
}
END_TEST

/* Folding removes branches that constants decide, and calls. It keeps loops that could be unrolled, and fuses nothing,
 * in fast mode either. */
START_TEST(folding_keeps_loops_and_fuses_nothing) {
    static const char text[] =
        "#version 460\n#include \"nbl/lang.h\"\nNBL_LOCAL_SIZE(1)\n"
        "layout(binding = 0) buffer b { float x[]; };\n"
        "NBL_FUNCTION float32_t choose(uint32_t which, float32_t a) { if (which == 1u) return sin(a); return a * 2.0f "
        "+ 1.0f; }\n"
        "NBL_KERNEL(k) { [[unroll]] for (uint32_t i = 0u; i < 4u; i++) x[i] = choose(0u, x[i]); }\n";
    nbl_compile_desc_t desc = {.file = "test.comp", .text = text, .optimize = NBL_OPTIMIZE_NONE};
    nbl_spirv_t whole, folded;
    nbl_error_t error;
    int mode;
    for (mode = NBL_MODE_EXACT; mode <= NBL_MODE_FAST; mode++) {
        count_t c;
        desc.mode = (nbl_mode_t)mode;
        desc.optimize = NBL_OPTIMIZE_NONE;
        expect_ok(nbl_compile(&desc, &whole, &error), &error);
        desc.optimize = NBL_OPTIMIZE_FOLD;
        expect_ok(nbl_compile(&desc, &folded, &error), &error);
        ck_assert_str_ne(whole.key, folded.key);
        ck_assert_uint_eq(count_instructions(&whole, SpvOpFunctionCall, 0), 1);
        ck_assert_uint_eq(count_instructions(&whole, SpvOpExtInst, SIN), 1);
        ck_assert_uint_eq(count_instructions(&folded, SpvOpFunctionCall, 0), 0);
        ck_assert_uint_eq(count_instructions(&folded, SpvOpExtInst, SIN), 0);
        ck_assert_uint_eq(count_instructions(&folded, SpvOpExtInst, FMA), 0);
        c = count_operations(folded.words, folded.word_count);
        ck_assert_uint_eq(c.operations, 2); /* of one round: unrolled it were 8 */
        ck_assert_uint_eq(c.undecorated, mode == NBL_MODE_EXACT ? 0 : 2);
        validate(folded.words, folded.word_count);
        nbl_spirv_free(&whole);
        nbl_spirv_free(&folded);
    }
}
END_TEST

START_TEST(hlsl_compiles) {
    nbl_spirv_t exact = compile(hlsl, NBL_LANGUAGE_HLSL, NBL_MODE_EXACT);
    count_t c = count_operations(exact.words, exact.word_count);
    nbl_module_info_t info;
    nbl_error_t error;
    ck_assert_uint_ge(c.operations, 2);
    ck_assert_uint_eq(c.undecorated, 0);
    validate(exact.words, exact.word_count);
    expect_ok(nbl_module_inspect(exact.words, exact.word_count, NULL, &info, &error), &error);
    ck_assert_uint_eq(info.local_size[0], 64);
    ck_assert_uint_eq(info.shared_bytes, 256);
    ck_assert_uint_eq(info.push_constant_bytes, 8);
    ck_assert_uint_eq(info.binding_count, 2);
    ck_assert_int_eq(info.bindings[1], NBL_BINDING_STORAGE_BUFFER);
    nbl_spirv_free(&exact);
}
END_TEST

START_TEST(messages_are_one_line_and_the_log_has_all) {
    nbl_compile_desc_t desc = {.file = "bad.comp"};
    nbl_spirv_t spirv;
    nbl_error_t error;
    desc.text = "#version 460\nvoid main() {\n  int a = nothing;\n  int b = more;\n}\n";
    EXPECT_ERROR(nbl_compile(&desc, &spirv, &error), NBL_ERROR_COMPILE, &error, "bad.comp:3:", "nothing");
    ck_assert_ptr_nonnull(strstr(spirv.log, "bad.comp:3:"));
    ck_assert_ptr_null(spirv.words);
    nbl_spirv_free(&spirv);
    nbl_spirv_free(&spirv);
    desc.language = NBL_LANGUAGE_HLSL;
    desc.text = "[numthreads(1, 1, 1)]\nvoid main() {\n  int a = nothing;\n}\n";
    EXPECT_ERROR(nbl_compile(&desc, &spirv, &error), NBL_ERROR_COMPILE, &error, "bad.comp:3:", "nothing");
    nbl_spirv_free(&spirv);
    desc.language = NBL_LANGUAGE_GLSL;
    desc.text = "#version 460\nfloat f();\nlayout(local_size_x = 1) in;\nvoid main() { float x = f(); }\n";
    EXPECT_ERROR(nbl_compile(&desc, &spirv, &error), NBL_ERROR_COMPILE, &error, "bad.comp: ", "f(");
    nbl_spirv_free(&spirv);
    desc.text = NULL;
    desc.file = NULL;
    EXPECT_ERROR(nbl_compile(&desc, &spirv, &error), NBL_ERROR_ARGUMENT, &error, "file and text are NULL");
    nbl_spirv_free(&spirv);
    EXPECT_ERROR(nbl_compile(NULL, &spirv, &error), NBL_ERROR_ARGUMENT, &error, "NULL");
    ck_assert_int_eq(nbl_compile(NULL, &spirv, NULL), NBL_ERROR_ARGUMENT); /* error may be NULL */
}
END_TEST

START_TEST(defines_decide) {
    nbl_define_t defines[] = {{"SIZE", "32"}};
    nbl_compile_desc_t desc = {.file = "d.comp", .defines = defines, .define_count = 1};
    nbl_spirv_t a, b;
    nbl_module_info_t info;
    nbl_error_t error;
    desc.text = "#version 460\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
    expect_ok(nbl_compile(&desc, &a, &error), &error);
    expect_ok(nbl_module_inspect(a.words, a.word_count, NULL, &info, &error), &error);
    ck_assert_uint_eq(info.local_size[0], 32);
    defines[0].value = "64";
    expect_ok(nbl_compile(&desc, &b, &error), &error);
    expect_ok(nbl_module_inspect(b.words, b.word_count, NULL, &info, &error), &error);
    ck_assert_uint_eq(info.local_size[0], 64);
    ck_assert_str_ne(a.key, b.key);
    nbl_spirv_free(&a);
    nbl_spirv_free(&b);
}
END_TEST

enum { THREADS = 4, ROUNDS = 6 };

typedef struct worker_t {
    pthread_t thread;
    const nbl_spirv_t *expected; /* [2] */
    int different;
} worker_t;

static void *work(void *argument) {
    worker_t *w = argument;
    int i;
    for (i = 0; i < ROUNDS; i++) {
        nbl_compile_desc_t desc = {.file = "test.comp",
                                   .text = i % 2 ? hlsl : glsl,
                                   .language = i % 2 ? NBL_LANGUAGE_HLSL : NBL_LANGUAGE_GLSL};
        const nbl_spirv_t *e = &w->expected[i % 2];
        nbl_spirv_t spirv;
        nbl_result_t result = nbl_compile(&desc, &spirv, NULL);
        w->different += result != NBL_SUCCESS || spirv.word_count != e->word_count ||
                        memcmp(spirv.words, e->words, e->word_count * sizeof *e->words) != 0;
        nbl_spirv_free(&spirv);
    }
    return NULL;
}

START_TEST(threads_compile_at_once) {
    nbl_spirv_t expected[2];
    nbl_error_t error;
    worker_t workers[THREADS];
    int i;
    for (i = 0; i < 2; i++) {
        nbl_compile_desc_t desc = {.file = "test.comp", .text = i ? hlsl : glsl, .language = (nbl_language_t)i};
        expect_ok(nbl_compile(&desc, &expected[i], &error), &error);
    }
    for (i = 0; i < THREADS; i++) {
        workers[i].expected = expected;
        workers[i].different = 0;
        ck_assert_int_eq(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        ck_assert_int_eq(workers[i].different, 0);
    }
    nbl_spirv_free(&expected[0]);
    nbl_spirv_free(&expected[1]);
}
END_TEST

/* nbl_compile_prepare() takes the time that the first compile of a process would take. Each test is a process of its
 * own. */
START_TEST(prepared_is_fast) {
    nbl_compile_desc_t desc = {.file = "own.comp", .text = "void main() {}\n", .optimize = NBL_OPTIMIZE_NONE};
    nbl_spirv_t spirv;
    nbl_error_t error;
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    nbl_compile_prepare();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double prepared = 1e3 * (double)(after.tv_sec - before.tv_sec) + 1e-6 * (double)(after.tv_nsec - before.tv_nsec);
    expect_ok(nbl_compile(&desc, &spirv, &error), &error);
    double first = spirv.milliseconds.initialize + spirv.milliseconds.parse;
    nbl_spirv_free(&spirv);
    printf("compile: prepared in %.1f ms, the first text then in %.1f ms\n", prepared, first);
    ck_assert(first < prepared / 4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compile");
    TCase *tests = tcase_create("compile");
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, prepared_is_fast);
    tcase_add_test(tests, exact_decorates_every_floating_operation);
    tcase_add_test(tests, the_pass_alone_completes_and_is_idempotent);
    tcase_add_test(tests, precise_counts_as_decorated);
    tcase_add_test(tests, the_optimiser_fuses_in_fast_mode_only);
    tcase_add_test(tests, an_optimised_exact_module_is_decorated_throughout);
    tcase_add_test(tests, folding_keeps_loops_and_fuses_nothing);
    tcase_add_test(tests, hlsl_compiles);
    tcase_add_test(tests, messages_are_one_line_and_the_log_has_all);
    tcase_add_test(tests, defines_decide);
    tcase_add_test(tests, threads_compile_at_once);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
