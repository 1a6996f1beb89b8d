/* Texts compiled back give the emulator's bits on a driver; what a text cannot say, and what is too large, is named.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>

#include "tests/common/comma.h"
#include "tests/spirv/text_testing.h"

/* Through glslang, not optimised, and not decorated: only the text's own words keep a driver from fusing. */
static nbl_spirv_t compile_back(const char *text, nbl_target_t target) {
    nbl_compile_desc_t desc = {.file = nbl_target_name(target),
                               .text = text,
                               .language = target == NBL_TARGET_HLSL ? NBL_LANGUAGE_HLSL : NBL_LANGUAGE_GLSL,
                               .mode = NBL_MODE_FAST,
                               .optimize = NBL_OPTIMIZE_NONE};
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(&desc, &spirv, &error), &error);
    return spirv;
}

/* Floating sums, differences and products that a driver may fuse. */
static uint32_t count_loose(const nbl_spirv_t *spirv) {
    uint32_t loose = 0;
    uint8_t *exact = calloc(spirv->words[3], 1);
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i;
        uint32_t op = w[0] & 0xffff;
        if (op == SpvOpDecorate && w[2] == SpvDecorationNoContraction) exact[w[1]] = 1;
        loose += (op == SpvOpFAdd || op == SpvOpFSub || op == SpvOpFMul) && !exact[w[2]];
    }
    free(exact);
    return loose;
}

static void run_back(nbl_vulkan_device_t *device, text_case_t *made, const nbl_spirv_t *spirv) {
    const nbl_fft_transform_plan_t *plan = &made->plan;
    uint32_t uniforms[4] = {plan->desc.batch, (uint32_t)plan->workgroups, 0, 0}; /* the second is HLSL's */
    test_kernel_t kernel = {
        .spirv = spirv,
        .buffers = {{made->input, plan->input_bytes}, {made->output, plan->output_bytes}, {uniforms, sizeof uniforms}},
        .buffer_count = 3,
        .groups = (uint32_t)plan->workgroups};
    memset(made->output, 0, (size_t)plan->output_bytes);
    test_kernel_run(device, &kernel);
}

static const struct {
    uint32_t algorithm;
    nbl_fft_kind_t kind;
    uint32_t length;
    bool inverse;
} transforms[] = {{NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false},
                  {NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 64, true},
                  {NBL_FFT_STOCKHAM, NBL_FFT_REAL, 20, false},
                  {NBL_FFT_STOCKHAM, NBL_FFT_REAL, 20, true},
                  {NBL_FFT_RADIX2_SHUFFLE, NBL_FFT_COMPLEX, 32, false}};
enum { TRANSFORMS = sizeof transforms / sizeof *transforms };

static const nbl_target_t targets[] = {NBL_TARGET_GLSL, NBL_TARGET_ESSL, NBL_TARGET_HLSL};

/* A transform's text in each of these languages, compiled by glslang, has the emulator's bits on a device. */
static void expect_back(nbl_vulkan_device_t *device, text_case_t *made, uint32_t number) {
    for (uint32_t t = 0; t < 3; t++) {
        const char *name = nbl_target_name(targets[t]);
        char *text = text_of(made, targets[t], NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
        nbl_spirv_t spirv = compile_back(text, targets[t]);
        if (targets[t] != NBL_TARGET_ESSL)
            ck_assert_msg(!count_loose(&spirv), "%s, transform %u: %u operations may be fused", name, number,
                          count_loose(&spirv));
        run_back(device, made, &spirv);
        ck_assert_msg(!text_differing(made), "%s, transform %u: %llu numbers differ", name, number,
                      (unsigned long long)text_differing(made));
        nbl_spirv_free(&spirv);
        nbl_text_free(text);
    }
}

START_TEST(compiled_back) {
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    uint32_t count = _i == TEST_LAVAPIPE ? TRANSFORMS : 1; /* SwiftShader takes a second for each */
    if (!device) return;
    for (uint32_t k = 0; k < count; k++) {
        text_case_t made = text_case(transforms[k].algorithm, transforms[k].kind, transforms[k].length,
                                     transforms[k].inverse, NBL_MODE_EXACT);
        expect_back(device, &made, k);
        text_case_free(&made);
    }
    nbl_vulkan_device_destroy(device);
    printf("write text: %u texts compiled back and run on %s\n", 3 * count, test_driver_name((test_driver_t)_i));
}
END_TEST

START_TEST(all_transforms) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    text_case_t made = text_case_of(_i);
    expect_back(device, &made, (uint32_t)_i);
    printf("%s%u%s, %s: GLSL, GLSL ES and HLSL 0 of %u numbers differ, lavapipe\n",
           text_transforms[_i].kind == NBL_FFT_REAL ? "2 x " : "", text_transforms[_i].length,
           text_transforms[_i].inverse ? " inverse" : "", text_transforms[_i].data,
           (unsigned)(made.plan.output_bytes / 4));
    text_case_free(&made);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(fast_is_plain) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false, NBL_MODE_FAST);
    for (int target = NBL_TARGET_WGSL; target < NBL_TARGETS; target++) {
        char *text = text_of(&made, (nbl_target_t)target, NBL_MODE_FAST, NBL_OPAQUE_ALL);
        ck_assert_msg(!strstr(text, "precise ") || strstr(text, "precise ") == strstr(text, "precision"), "%s",
                      nbl_target_name((nbl_target_t)target));
        ck_assert_ptr_null(strstr(text, "keep("));
        ck_assert_int_eq(strstr(text, "fma(") != NULL, target != NBL_TARGET_ESSL && target != NBL_TARGET_HLSL);
        nbl_text_free(text);
    }
    text_case_free(&made);
}
END_TEST

/* Each level hides more than the one before. */
START_TEST(levels) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false, NBL_MODE_EXACT);
    uint32_t before = 0, kept[NBL_OPAQUE_ALL + 1];
    for (int level = NBL_OPAQUE_NONE; level <= NBL_OPAQUE_ALL; level++) {
        char *text = text_of(&made, NBL_TARGET_WGSL, NBL_MODE_EXACT, (nbl_opaque_t)level);
        kept[level] = 0;
        for (const char *at = text; (at = strstr(at, "= keep(")) != NULL; at++) kept[level]++;
        ck_assert(level == NBL_OPAQUE_NONE ? kept[level] == 0 : kept[level] > before);
        before = kept[level];
        nbl_text_free(text);
    }
    char *text = text_of(&made, NBL_TARGET_WGSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    ck_assert_ptr_nonnull(strstr(text, "keep() hides every result"));
    nbl_text_free(text);
    text_case_free(&made);
}
END_TEST

/* A program whose locale has a comma for a decimal point gets the same text. */
START_TEST(the_locale_changes_no_text) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false, NBL_MODE_EXACT);
    char *texts[2];
    texts[0] = text_of(&made, NBL_TARGET_WGSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    ck_assert_ptr_nonnull(strstr(texts[0], "0.5"));
    if (test_set_comma()) {
        texts[1] = text_of(&made, NBL_TARGET_WGSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
        ck_assert_str_eq(texts[1], texts[0]);
        nbl_text_free(texts[1]);
    }
    nbl_text_free(texts[0]);
    text_case_free(&made);
}
END_TEST

START_TEST(interface) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false, NBL_MODE_EXACT);
    nbl_write_text_desc_t desc = {.target = NBL_TARGET_WGSL,
                                  .about = "two\nlines",
                                  .json = "\"length\": 60",
                                  .entry = "fft_60",
                                  .uniform_binding = 9};
    nbl_error_t error;
    char *text, *json;
    expect_ok(nbl_write_text(made.spirv.words, made.spirv.word_count, &desc, &text, &json, &error), &error);
    static const char *const in_text[] = {"// two\n// lines\n",
                                          "@group(0) @binding(0) var<storage, read> transform_input",
                                          "@binding(1) var<storage, read_write> transform_output",
                                          "@binding(9) var<uniform> transform_constants", "fn fft_60("};
    static const char *const in_json[] = {
        "\"length\": 60", "\"entry\": \"fft_60\"",
        "{\"binding\": 0, \"name\": \"transform_input\", \"access\": \"read\", \"element\": \"vec2<f32>\", "
        "\"element_bytes\": 8}",
        "\"uniforms\": {\"binding\": 9, \"name\": \"transform_constants\", \"bytes\": 4, \"members\": [{\"name\": "
        "\"batch\", \"type\": \"u32\"}]}"};
    for (size_t k = 0; k < sizeof in_text / sizeof *in_text; k++)
        ck_assert_msg(strstr(text, in_text[k]) != NULL, "not in the text: %s", in_text[k]);
    for (size_t k = 0; k < sizeof in_json / sizeof *in_json; k++)
        ck_assert_msg(strstr(json, in_json[k]) != NULL, "not in the JSON: %s", in_json[k]);
    nbl_text_free(text);
    nbl_text_free(json);
    text_case_free(&made);
}
END_TEST

static nbl_result_t write_glsl(const char *body, nbl_write_text_desc_t desc, nbl_error_t *error) {
    char source[1024], *text = NULL;
    nbl_spirv_t spirv;
    snprintf(source, sizeof source,
             "#version 460\n#extension GL_KHR_shader_subgroup_arithmetic : require\nlayout(local_size_x = 64) in;\n"
             "layout(binding = 0) buffer a { uint x[]; }; shared uint s[8000]; uint i = gl_LocalInvocationIndex;\n"
             "layout(binding = 1, rgba32f) uniform image2D p;\nvoid main() { %s }\n",
             body);
    nbl_compile_desc_t compile = {.file = "test.comp", .text = source};
    expect_ok(nbl_compile(&compile, &spirv, error), error);
    nbl_result_t result = nbl_write_text(spirv.words, spirv.word_count, &desc, &text, NULL, error);
    ck_assert(result == NBL_SUCCESS ? text != NULL : text == NULL);
    nbl_text_free(text);
    nbl_spirv_free(&spirv);
    return result;
}

START_TEST(refused) {
    nbl_write_text_desc_t desc = {.target = NBL_TARGET_WGSL};
    nbl_error_t error;
    EXPECT_ERROR(write_glsl("s[i] = 1u; barrier(); x[i] = s[7u];", desc, &error), NBL_ERROR_LIMIT, &error,
                 "maxComputeWorkgroupStorageSize", "32000", "16384");
    desc.max_shared_bytes = 32000;
    expect_ok(write_glsl("s[i] = 1u; barrier(); x[i] = s[7u];", desc, &error), &error);
    desc.max_invocations = 32;
    EXPECT_ERROR(write_glsl("x[i] = 1u;", desc, &error), NBL_ERROR_LIMIT, &error, "maxComputeInvocationsPerWorkgroup",
                 "64", "32");
    desc.max_invocations = 0;
    EXPECT_ERROR(write_glsl("x[i] = subgroupAdd(i);", desc, &error), NBL_ERROR_MISSING_FEATURE, &error,
                 "subgroup operations");
    EXPECT_ERROR(write_glsl("x[i] = atomicAdd(x[0], 1u);", desc, &error), NBL_ERROR_MISSING_FEATURE, &error,
                 "instruction 234");
    EXPECT_ERROR(write_glsl("imageStore(p, ivec2(i), vec4(x[i]));", desc, &error), NBL_ERROR_MISSING_FEATURE, &error,
                 "images");
    desc.target = NBL_TARGET_SPIRV;
    EXPECT_ERROR(write_glsl("x[i] = 1u;", desc, &error), NBL_ERROR_ARGUMENT, &error, "target");
    desc.target = NBL_TARGET_MSL;
    desc.entry = "a b";
    EXPECT_ERROR(write_glsl("x[i] = 1u;", desc, &error), NBL_ERROR_ARGUMENT, &error, "'a b'");
}
END_TEST

/* Control flow that stays: loops, breaks, what outlives its braces, phis. */
START_TEST(control_flow) {
    static const char *const bodies[] = {
        "uint t = 0u, n = x[i] % 9u; for (uint k = 0u; k < n; k++) t += k * x[k]; x[i + 64] = t + n;",
        "uint t = x[i], n = 0u; while (true) { n++; if (n > 50u) break; if ((t & 1u) == 0u) { t >>= 1; continue; } t = "
        "3u * t + 1u; if (t < 4u) break; } x[i + 64] = t + n;",
        "uint t = x[i] % 100u, n = 0u; do { t += n; n++; if (t == 50u) continue; t ^= 5u; } while (t < 90u); x[i + 64] "
        "= t * 100u + n;",
        "uint t = 3u; if (x[i] > 500u) { t = x[i] * 7u; x[i] = 1u; } else if (x[i] > 200u) { t = 9u; x[i] = 4u; } "
        "x[i + 64] = t;",
        "if ((x[i] & 3u) == 0u) return; x[i + 64] = x[i] + 5u; if ((x[i] & 4u) != 0u) return; x[i + 64] += 7u;",
        "uvec4 v = uvec4(x[i], i, 3u, 4u); v.zx = v.xy * 2u; int a = int(x[i]) - 500; x[i + 64] = v[x[i] & 3u] + "
        "uint(a "
        ">> 3) + (a < 0 ? 7u : 9u);",
    };
    static const nbl_target_t targets[] = {NBL_TARGET_GLSL, NBL_TARGET_ESSL, NBL_TARGET_HLSL};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    test_random_t random = test_random_from(7);
    nbl_error_t error;
    if (!device) return;
    for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++) {
        char source[1024];
        uint32_t before[128], want[128], got[128];
        nbl_spirv_t spirv;
        for (int k = 0; k < 128; k++) before[k] = test_random_below(&random, 1000);
        snprintf(source, sizeof source,
                 "#version 460\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer a_block { uint x[]; };\nvoid "
                 "main() { uint i = gl_LocalInvocationIndex; %s }\n",
                 bodies[b]);
        nbl_compile_desc_t compile = {.file = "test.comp", .text = source};
        expect_ok(nbl_compile(&compile, &spirv, &error), &error);
        test_kernel_t kernel = {.spirv = &spirv, .buffers = {{want, sizeof want}}, .buffer_count = 1, .groups = 1};
        memcpy(want, before, sizeof want);
        test_kernel_run(device, &kernel);
        for (size_t t = 0; t < sizeof targets / sizeof *targets; t++) {
            nbl_write_text_desc_t desc = {.target = targets[t]};
            char *text = NULL;
            expect_ok(nbl_write_text(spirv.words, spirv.word_count, &desc, &text, NULL, &error), &error);
            nbl_spirv_t back = compile_back(text, targets[t]);
            memcpy(got, before, sizeof got);
            kernel.spirv = &back;
            kernel.buffers[0].data = got;
            test_kernel_run(device, &kernel);
            for (int k = 0; k < 128; k++)
                ck_assert_msg(got[k] == want[k], "%s: body %zu: x[%d] is %u, not %u\n%s", nbl_target_name(targets[t]),
                              b, k, got[k], want[k], text);
            nbl_spirv_free(&back);
            nbl_text_free(text);
        }
        nbl_spirv_free(&spirv);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* What hides results is 0 whatever a program's numbers are: uniforms with their top bits set, of any type, or none, in
 * any number of workgroups; and no text names what it does not declare. Mutations that fail here: the top bit of the
 * first uniform as the zero; a number of workgroups that is no parameter. */
START_TEST(hidden_zero) {
    static const struct {
        const char *uniforms, *sum;
    } cases[] = {{"", "x[i] * 3.1 + 0.1"},
                 {"layout(push_constant) uniform block { uint n; } c;", "x[i] * 3.1 + float(c.n & 7u)"},
                 {"layout(push_constant) uniform block { int n; float f; } c;", "x[i] * 3.1 + float(c.n & 7)"},
                 {"layout(push_constant) uniform block { float f; uint n, m; } c;", "x[i] * 3.1 + float(c.m & 7u)"}};
    enum { CASES = sizeof cases / sizeof *cases, GROUPS = 11, COUNT = 64 * GROUPS };
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    test_random_t random = test_random_from(11);
    uint32_t ran = 0;
    if (!device) return;
    for (uint32_t k = 0; k < CASES; k++) {
        char source[1024];
        uint32_t uniforms[4] = {0x80000003u, 0xC0000005u, 0xFFFFFFFFu, 0};
        float before[COUNT], want[COUNT], got[COUNT];
        nbl_error_t error;
        nbl_spirv_t spirv;
        for (int i = 0; i < COUNT; i++) before[i] = (float)test_random_real(&random);
        snprintf(source, sizeof source,
                 "#version 460\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer a_block { float x[]; };\n%s\n"
                 "void main() { uint i = gl_WorkGroupID.x * 64 + gl_LocalInvocationIndex; x[i] = %s; }\n",
                 cases[k].uniforms, cases[k].sum);
        nbl_compile_desc_t compile = {.file = "test.comp", .text = source, .mode = NBL_MODE_EXACT};
        expect_ok(nbl_compile(&compile, &spirv, &error), &error);
        const uint32_t low = k == 3 ? uniforms[2] : uniforms[0];
        for (int i = 0; i < COUNT; i++) {
            const volatile float product = before[i] * 3.1f; /* volatile: no fma */
            want[i] = product + (k == 0 ? 0.1f : (float)(low & 7u));
        }
        for (int target = NBL_TARGET_WGSL; target < NBL_TARGETS; target++) {
            nbl_write_text_desc_t desc = {
                .target = (nbl_target_t)target, .mode = NBL_MODE_EXACT, .opaque = NBL_OPAQUE_ALL};
            char *text = NULL;
            expect_ok(nbl_write_text(spirv.words, spirv.word_count, &desc, &text, NULL, &error), &error);
            ck_assert_ptr_nonnull(strstr(text, "keep("));
            ck_assert_msg(!strstr(text, "groups"), "%s, case %u: %s", nbl_target_name(desc.target), k, text);
            if (desc.target == NBL_TARGET_WGSL || desc.target == NBL_TARGET_MSL)
                ck_assert_msg(strstr(text, desc.target == NBL_TARGET_MSL ? "uint3 group [[" : "group: vec3<u32>"), "%s",
                              text);
            if (desc.target == NBL_TARGET_GLSL || desc.target == NBL_TARGET_ESSL || desc.target == NBL_TARGET_HLSL) {
                nbl_spirv_t back = compile_back(text, desc.target);
                test_kernel_t kernel = {.spirv = &back,
                                        .buffers = {{got, sizeof got}, {uniforms, sizeof uniforms}},
                                        .buffer_count = k == 0 ? 1 : 2,
                                        .groups = GROUPS};
                memcpy(got, before, sizeof got);
                test_kernel_run(device, &kernel);
                for (int i = 0; i < COUNT; i++)
                    ck_assert_msg(memcmp(got + i, want + i, sizeof *got) == 0, "%s, case %u: x[%d] is %a, not %a\n%s",
                                  nbl_target_name(desc.target), k, i, (double)got[i], (double)want[i], text);
                nbl_spirv_free(&back);
                ran++;
            }
            nbl_text_free(text);
        }
        nbl_spirv_free(&spirv);
    }
    nbl_vulkan_device_destroy(device);
    printf("write text: %u texts that hide results by the workgroup's number run on lavapipe\n", ran);
    ck_assert_uint_eq(ran, 3 * CASES);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("write_text");
    TCase *tests = tcase_create("texts");
    tcase_add_loop_test(tests, compiled_back, 0, 2);
    if (text_cases_are_all()) tcase_add_loop_test(tests, all_transforms, 0, TEXT_TRANSFORMS);
    tcase_add_test(tests, fast_is_plain);
    tcase_add_test(tests, levels);
    tcase_add_test(tests, the_locale_changes_no_text);
    tcase_add_test(tests, interface);
    tcase_add_test(tests, refused);
    tcase_add_test(tests, control_flow);
    tcase_add_test(tests, hidden_zero);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
