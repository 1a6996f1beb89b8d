/* Tests of reading a module: sizes, bindings, features, and damage.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <unistd.h>
#include "tests/vulkan/vulkan_testing.h"

static nbl_spirv_t compile(const char *text) {
    nbl_compile_desc_t desc = {.file = "test.comp", .text = text, .optimize = NBL_OPTIMIZE_NONE};
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(&desc, &spirv, &error), &error);
    return spirv;
}

static nbl_module_info_t inspect(const char *text) {
    nbl_spirv_t spirv = compile(text);
    nbl_module_info_t info;
    nbl_error_t error;
    expect_ok(nbl_module_inspect(spirv.words, spirv.word_count, NULL, &info, &error), &error);
    nbl_spirv_free(&spirv);
    return info;
}

static nbl_module_info_t inspect_declared(const char *declarations, const char *body) {
    char text[2048];
    snprintf(text, sizeof text,
             "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
             "#extension GL_EXT_shader_16bit_storage : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n"
             "#extension GL_EXT_shader_subgroup_extended_types_float16 : require\n#extension GL_EXT_buffer_reference : "
             "require\n"
             "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
             "layout(local_size_x = 8, local_size_y = 3, local_size_z = 2) in;\n"
             "layout(std430, binding = 0) buffer o { float out_[]; };\n%s\nvoid main() { out_[0] = 1.0; %s }\n",
             declarations, body);
    return inspect(text);
}

START_TEST(local_size_and_bindings) {
    nbl_module_info_t info =
        inspect_declared("layout(binding = 2) uniform u { vec4 v; };\n"
                         "layout(binding = 3, rgba32f) uniform image2D i;\nlayout(binding = 5) uniform sampler2D s;\n",
                         "out_[1] = v.x + imageLoad(i, ivec2(0)).x + textureLod(s, vec2(0), 0.0).x;");
    ck_assert(info.local_size[0] == 8 && info.local_size[1] == 3 && info.local_size[2] == 2);
    ck_assert_uint_eq(info.binding_count, 6);
    ck_assert_int_eq(info.bindings[0], NBL_BINDING_STORAGE_BUFFER);
    ck_assert_int_eq(info.bindings[1], NBL_BINDING_NONE);
    ck_assert_int_eq(info.bindings[2], NBL_BINDING_UNIFORM_BUFFER);
    ck_assert_int_eq(info.bindings[3], NBL_BINDING_STORAGE_IMAGE);
    ck_assert_int_eq(info.bindings[4], NBL_BINDING_NONE);
    ck_assert_int_eq(info.bindings[5], NBL_BINDING_SAMPLED_IMAGE);
    ck_assert_uint_eq(info.required_features, 0);
    ck_assert_uint_eq(info.shared_bytes, 0);
    ck_assert_uint_eq(info.push_constant_bytes, 0);
}
END_TEST

START_TEST(specialised_local_size) {
    nbl_module_info_t info = inspect("#version 460\nlayout(local_size_x_id = 0, local_size_x = 24) in;\n"
                                     "layout(local_size_y = 2) in;\nvoid main() {}\n");
    ck_assert(info.local_size[0] == 24 && info.local_size[1] == 2 && info.local_size[2] == 1);
}
END_TEST

START_TEST(shared_memory_is_laid_out_as_std430) {
    static const struct {
        const char *declaration, *use;
        uint32_t bytes;
    } cases[] = {
        {"shared uint a[1000];", "a[1] = 1u;", 4000},
        {"shared float a[3]; shared vec4 b;", "a[1] = 1.0; b = vec4(1);", 32}, /* 12, then aligned to 16 */
        {"shared vec3 a[5];", "a[1] = vec3(1);", 80},                          /* a vec3 takes 16 in an array */
        {"shared bool a[10];", "a[1] = true;", 40},
        {"shared double a[7];", "a[1] = 1.0;", 56},
        {"shared float16_t a[9];", "a[1] = float16_t(1);", 18},
        {"struct s_t { float x; vec2 y; }; shared s_t a[4];", "a[1].x = 1.0;", 64}, /* 4, pad 4, 8 */
        {"shared float a[3][5];", "a[1][2] = 1.0;", 60},
        {"shared mat3 a;", "a[1] = vec3(1);", 48},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(inspect_declared(cases[i].declaration, cases[i].use).shared_bytes == cases[i].bytes,
                      "%s: %u instead of %u", cases[i].declaration,
                      inspect_declared(cases[i].declaration, cases[i].use).shared_bytes, cases[i].bytes);
}
END_TEST

START_TEST(push_constants_end_with_their_last_member) {
    nbl_module_info_t info =
        inspect_declared("layout(push_constant) uniform p { uint a; layout(offset = 16) vec3 b; };", "out_[1] = b.x;");
    ck_assert_uint_eq(info.push_constant_bytes, 28);
    info =
        inspect_declared("struct in_t { uint n; float f[3]; };\nlayout(push_constant, std430) uniform p { in_t c; };",
                         "out_[1] = c.f[2];");
    ck_assert_uint_eq(info.push_constant_bytes, 16);
}
END_TEST

START_TEST(features_follow_capabilities) {
    static const struct {
        const char *declaration, *use;
        uint32_t features;
    } cases[] = {
        {"", "float16_t h = float16_t(out_[1]); out_[2] = float(h * h);", NBL_FEATURE_FLOAT16},
        {"", "double d = double(out_[1]); out_[2] = float(d * d);", NBL_FEATURE_FLOAT64},
        {"", "uint64_t d = uint64_t(out_[1]); out_[2] = float(d * d);", NBL_FEATURE_INT64},
        {"layout(binding = 1) buffer h_ { float16_t h[]; };", "out_[2] = float(h[1]);", NBL_FEATURE_STORAGE_16BIT},
        {"", "out_[2] = subgroupShuffleXor(out_[1], 1u);", NBL_FEATURE_SUBGROUP_BASIC | NBL_FEATURE_SUBGROUP_SHUFFLE},
        {"", "out_[2] = subgroupAdd(out_[1]);", NBL_FEATURE_SUBGROUP_BASIC | NBL_FEATURE_SUBGROUP_ARITHMETIC},
        {"", "f16vec2 h = f16vec2(out_[1]); out_[2] = float(subgroupShuffleXor(h, 1u).x);",
         NBL_FEATURE_SUBGROUP_BASIC | NBL_FEATURE_SUBGROUP_SHUFFLE | NBL_FEATURE_FLOAT16 |
             NBL_FEATURE_SUBGROUP_EXTENDED_TYPES},
        {"layout(buffer_reference, std430) buffer r { float v[]; };\nlayout(push_constant) uniform p { r where; };",
         "out_[2] = where.v[0];", NBL_FEATURE_BUFFER_DEVICE_ADDRESS},
        {"layout(binding = 1, rgba16f) uniform image2D i;", "imageStore(i, ivec2(0), vec4(out_[1]));", 0},
        {"layout(binding = 1, rg16f) uniform image2D i;", "imageStore(i, ivec2(0), vec4(out_[1]));",
         NBL_FEATURE_STORAGE_IMAGE_EXTENDED_FORMATS},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t features = inspect_declared(cases[i].declaration, cases[i].use).required_features;
        ck_assert_msg(features == cases[i].features, "%s: %x instead of %x", cases[i].use, features, cases[i].features);
    }
}
END_TEST

START_TEST(what_cannot_be_had_is_named) {
    nbl_spirv_t spirv;
    nbl_module_info_t info;
    nbl_error_t error;
    uint32_t nothing[5] = {0};
    spirv =
        compile("#version 460\nlayout(local_size_x = 1) in;\nlayout(set = 1, binding = 0) buffer b { float x[]; };\n"
                "void main() { x[0] = 1.0; }\n");
    EXPECT_ERROR(nbl_module_inspect(spirv.words, spirv.word_count, NULL, &info, &error), NBL_ERROR_MISSING_FEATURE,
                 &error, "set 1", "binding 0");
    EXPECT_ERROR(nbl_module_inspect(spirv.words, spirv.word_count, "other", &info, &error), NBL_ERROR_MISSING_FEATURE,
                 &error, "set 1");
    nbl_spirv_free(&spirv);
    spirv = compile("#version 460\nlayout(local_size_x = 1) in;\nlayout(binding = 16) buffer b { float x[]; };\n"
                    "void main() { x[0] = 1.0; }\n");
    EXPECT_ERROR(nbl_module_inspect(spirv.words, spirv.word_count, NULL, &info, &error), NBL_ERROR_LIMIT, &error,
                 "NBL_MAX_BINDINGS", "16");
    nbl_spirv_free(&spirv);
    spirv = compile(
        "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(local_size_x = 1) in;\n"
        "layout(binding = 0) buffer b { float x[]; };\nvoid main() { x[0] = float(int8_t(x[1]) + int8_t(1)); }\n");
    EXPECT_ERROR(nbl_module_inspect(spirv.words, spirv.word_count, NULL, &info, &error), NBL_ERROR_MISSING_FEATURE,
                 &error, "capability 39");
    nbl_spirv_free(&spirv);
    spirv = compile("#version 460\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
    EXPECT_ERROR(nbl_module_inspect(spirv.words, spirv.word_count, "other", &info, &error), NBL_ERROR_SPIRV, &error,
                 "\"other\"");
    EXPECT_ERROR(nbl_module_inspect(nothing, 5, NULL, &info, &error), NBL_ERROR_SPIRV, &error, "not SPIR-V");
    EXPECT_ERROR(nbl_module_inspect(NULL, 0, NULL, &info, &error), NBL_ERROR_ARGUMENT, &error, "NULL");
    nbl_spirv_free(&spirv);
}
END_TEST

/* A module of one workgroup variable, whose type is `depth` structures of two members, each holding the next twice. */
static size_t nested_module(uint32_t *words, uint32_t depth) {
    size_t n = 0;
    uint32_t last = 10; /* the innermost: uint */
    const uint32_t head[] = {0x07230203,
                             0x00010300,
                             0,
                             4000,
                             0,
                             2u << 16 | 17,
                             1, /* capability Shader */
                             3u << 16 | 14,
                             0,
                             1,
                             5u << 16 | 15,
                             5,
                             1,
                             0x6e69616d,
                             0, /* GLCompute %1 "main" */
                             6u << 16 | 16,
                             1,
                             17,
                             8,
                             1,
                             1,
                             4u << 16 | 21,
                             10,
                             32,
                             0}; /* LocalSize; %10 = uint */
    memcpy(words, head, sizeof head);
    n = sizeof head / sizeof *head;
    for (uint32_t i = 0; i < depth; i++, last++) {
        const uint32_t type[] = {4u << 16 | 30, last + 1, last, last};
        memcpy(words + n, type, sizeof type);
        n += 4;
    }
    const uint32_t tail[] = {4u << 16 | 32,
                             3000,
                             4,
                             last,
                             4u << 16 | 59,
                             3000,
                             3001,
                             4, /* pointer and variable */
                             2u << 16 | 19,
                             3002,
                             3u << 16 | 33,
                             3003,
                             3002,
                             5u << 16 | 54,
                             3002,
                             1,
                             0,
                             3003,
                             2u << 16 | 248,
                             3004,
                             1u << 16 | 253,
                             1u << 16 | 56};
    memcpy(words + n, tail, sizeof tail);
    return n + sizeof tail / sizeof *tail;
}

/* 2^depth members, if one counted them one by one. */
START_TEST(nested_types_take_no_time) {
    static uint32_t words[16384];
    nbl_module_info_t info;
    nbl_error_t error;
    alarm(20);
    size_t count = nested_module(words, 28);
    expect_ok(nbl_module_inspect(words, count, NULL, &info, &error), &error);
    ck_assert_uint_eq(info.shared_bytes, 4u << 28);
    count = nested_module(words, 31); /* 2^33 bytes: more than the field holds, and more than any device has */
    expect_ok(nbl_module_inspect(words, count, NULL, &info, &error), &error);
    ck_assert_uint_eq(info.shared_bytes, UINT32_MAX);
    count = nested_module(words, 2000);
    EXPECT_ERROR(nbl_module_inspect(words, count, NULL, &info, &error), NBL_ERROR_LIMIT, &error, "module: ", "nested",
                 "32");
    alarm(0);
}
END_TEST

/* A module that is cut off or changed anywhere gives an error or an answer, and no access out of bounds: ASan and UBSan
 * watch. */
START_TEST(damage_is_survived) {
    nbl_spirv_t spirv = compile(
        "#version 460\nlayout(local_size_x = 8) in;\nstruct s_t { vec3 a; float b[4]; };\n"
        "layout(binding = 0) buffer b { s_t x[]; };\nlayout(push_constant) uniform p { s_t c; };\nshared s_t d[3];\n"
        "void main() { d[1] = c; x[0] = d[1]; }\n");
    test_random_t random = test_random_begin("module damage");
    nbl_module_info_t info;
    uint32_t *copy = malloc(spirv.word_count * sizeof *copy), *out;
    size_t i, count, cut_ok = 0, changed_ok = 0;
    for (i = 0; i < spirv.word_count; i++)
        cut_ok += nbl_module_inspect(spirv.words, i, NULL, &info, NULL) == NBL_SUCCESS;
    for (i = 0; i < 20000; i++) {
        uint32_t changes = 1 + test_random_below(&random, 3);
        memcpy(copy, spirv.words, spirv.word_count * sizeof *copy);
        while (changes--)
            copy[test_random_below(&random, (uint32_t)spirv.word_count)] =
                test_random_below(&random, 2) ? test_random_below(&random, 64) : test_random_below(&random, UINT32_MAX);
        changed_ok += nbl_module_inspect(copy, spirv.word_count, NULL, &info, NULL) == NBL_SUCCESS;
        if (nbl_spirv_decorate_no_contraction(copy, spirv.word_count, &out, &count, NULL, NULL) == NBL_SUCCESS)
            nbl_words_free(out);
    }
    printf("%zu modules cut off, 20000 changed: %zu and %zu still read\n", spirv.word_count, cut_ok, changed_ok);
    ck_assert_uint_eq(cut_ok, 0);
    free(copy);
    nbl_spirv_free(&spirv);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("module");
    TCase *tests = tcase_create("module");
    tcase_add_test(tests, local_size_and_bindings);
    tcase_add_test(tests, specialised_local_size);
    tcase_add_test(tests, shared_memory_is_laid_out_as_std430);
    tcase_add_test(tests, push_constants_end_with_their_last_member);
    tcase_add_test(tests, features_follow_capabilities);
    tcase_add_test(tests, what_cannot_be_had_is_named);
    tcase_add_test(tests, nested_types_take_no_time);
    tcase_add_test(tests, damage_is_survived);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
