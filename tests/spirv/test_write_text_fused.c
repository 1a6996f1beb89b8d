/* Texts in fused mode have the module's bits: Metal and OpenCL C as native compilers build them, GLSL compiled back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The interpreter runs the module, and rounds its multiply-adds once. Compilers may fuse what the text does not.
 * Mutations that fail here: no keep(); multiply-adds without it; GLSL without `precise`; a text of WGSL that does not
 * say so.
 */
#include "nbl/host/interpreter.h"
#include "tests/spirv/module.h"
#include "tests/spirv/text_native.h"

/* Runs a module by the interpreter.
 *
 * uniforms  binding of the uniforms that a text has in place of push constants; 0: push constants */
static void interpret(const text_case_t *made, const nbl_spirv_t *spirv, uint32_t uniforms, void *output) {
    const nbl_fft_transform_plan_t *plan = &made->plan;
    uint32_t constants[4] = {plan->desc.batch, 0, 0, 0};
    const nbl_interpreter_desc_t desc = {.words = spirv->words, .word_count = spirv->word_count};
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = made->input, .bytes = plan->input_bytes},
                                                  {.binding = 1, .data = output, .bytes = plan->output_bytes},
                                                  {.binding = uniforms, .data = constants, .bytes = sizeof constants}};
    const nbl_interpreter_run_t run = {.bindings = bindings,
                                       .binding_count = uniforms != 0 ? 3 : 2,
                                       .push_constants = uniforms != 0 ? NULL : constants,
                                       .push_constant_bytes = uniforms != 0 ? 0 : 4,
                                       .groups = {(uint32_t)plan->workgroups, 1, 1}};
    static nbl_interpreter_report_t report;
    nbl_interpreter_t *interpreter;
    nbl_error_t error;
    expect_ok(nbl_interpreter_create(&desc, &interpreter, &error), &error);
    ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", report.message);
    nbl_interpreter_destroy(interpreter);
}

static const struct {
    uint32_t length;
    nbl_fft_kind_t kind;
    bool inverse;
} transforms[] = {{60, NBL_FFT_COMPLEX, false}, {128, NBL_FFT_COMPLEX, true}, {20, NBL_FFT_REAL, false}};
enum { TRANSFORMS = sizeof transforms / sizeof *transforms };

/* A transform in fused mode, with the bits that its module has; these are not exact mode's. */
static text_case_t fused_case(int number) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, transforms[number].kind, transforms[number].length,
                                 transforms[number].inverse, NBL_MODE_FUSED);
    interpret(&made, &made.spirv, 0, made.output);
    ck_assert_uint_ne(text_differing(&made), 0);
    memcpy(made.expected, made.output, (size_t)made.plan.output_bytes);
    return made;
}

/* Returns how many numbers a native compiler's kernel has otherwise. */
static uint64_t differing(text_case_t *made, nbl_target_t target, nbl_opaque_t opaque, const char *const options[3]) {
    uint32_t uniforms[4] = {made->plan.desc.batch, 0, 0, 0};
    char *text = text_of(made, target, NBL_MODE_FUSED, opaque);
    ck_assert_ptr_nonnull(strstr(text, "fused: fma() must round once, and the language says whether it does."));
    for (const char *at = text; opaque == NBL_OPAQUE_ALL && (at = strstr(at, "= fma(")) != NULL; at++)
        ck_abort_msg("a multiply-add that is not hidden: %.40s", at);
    bound.buffers[0] = made->input;
    bound.buffers[1] = made->output;
    bound.buffers[2] = uniforms;
    memset(made->output, 0, (size_t)made->plan.output_bytes);
    run_native(text, target == NBL_TARGET_MSL, options, made->plan.workgroup_invocations, made->plan.workgroups);
    nbl_text_free(text);
    return text_differing(made);
}

/* Without options that fuse, the C library's fma() is called. */
START_TEST(native_compilers) {
    static const char *const plain[3] = {NULL}, *const fusing[3] = {"-ffp-contract=fast", "-mfma"},
                             *const reckless[3] = {"-O3", "-ffast-math", "-mfma"},
                             *const may_fuse[3] = {"-mfma", "-Xclang", "-ffp-contract=fast-honor-pragmas"};
    text_case_t made = fused_case(_i);
    ck_assert_uint_eq(differing(&made, NBL_TARGET_MSL, NBL_OPAQUE_NONE, plain), 0);
    ck_assert_uint_eq(differing(&made, NBL_TARGET_OPENCL, NBL_OPAQUE_DEFAULT, plain), 0);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("fma")) {
        ck_assert_uint_eq(differing(&made, NBL_TARGET_MSL, NBL_OPAQUE_PRODUCTS, fusing), 0);
        ck_assert_uint_eq(differing(&made, NBL_TARGET_MSL, NBL_OPAQUE_ALL, reckless), 0);
        ck_assert_uint_eq(differing(&made, NBL_TARGET_OPENCL, NBL_OPAQUE_DEFAULT, may_fuse), 0);
    }
#endif
    text_case_free(&made);
}
END_TEST

START_TEST(glsl_compiled_back) {
    text_case_t made = fused_case(_i);
    char *text = text_of(&made, NBL_TARGET_GLSL, NBL_MODE_FUSED, NBL_OPAQUE_DEFAULT);
    ck_assert_ptr_nonnull(strstr(text, "fused: fma() must round once, and the device says whether it does."));
    /* in fast mode: the text's own words alone decorate its operations */
    const nbl_compile_desc_t desc = {.file = "fused.comp", .text = text, .mode = NBL_MODE_FAST};
    nbl_spirv_t back;
    nbl_error_t error;
    module_t before, after;
    expect_ok(nbl_compile(&desc, &back, &error), &error);
    ck_assert(module_read(made.spirv.words, made.spirv.word_count, &before));
    ck_assert(module_read(back.words, back.word_count, &after));
    ck_assert_uint_gt(after.fused, 0);
    ck_assert_uint_eq(after.fused, before.fused);
    ck_assert_uint_eq(after.undecorated, 0);
    memset(made.output, 0, (size_t)made.plan.output_bytes);
    interpret(&made, &back, 2, made.output);
    ck_assert_uint_eq(text_differing(&made), 0);
    nbl_spirv_free(&back);
    nbl_text_free(text);
    text_case_free(&made);
}
END_TEST

/* Texts in languages that do not say how often a multiply-add rounds have the module's multiply-adds, and say so. */
START_TEST(languages_that_do_not_say_it) {
    static const nbl_target_t silent[] = {NBL_TARGET_WGSL, NBL_TARGET_HLSL, NBL_TARGET_ESSL};
    static const char *const titles[] = {"WGSL", "HLSL", "GLSL ES 3.10"}, *const calls[] = {"fma(", "mad(", NULL};
    text_case_t made = fused_case(0);
    for (int k = 0; k < 3; k++) {
        char expected[128];
        char *text = text_of(&made, silent[k], NBL_MODE_FUSED, NBL_OPAQUE_DEFAULT);
        snprintf(expected, sizeof expected, "// fused: %s does not say how often a multiply-add rounds", titles[k]);
        ck_assert_msg(strstr(text, expected) != NULL, "%.400s", text);
        ck_assert_msg(calls[k] == NULL || strstr(text, calls[k]) != NULL, "%s has no %s", titles[k], calls[k]);
        nbl_text_free(text);
    }
    text_case_free(&made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("write text, fused");
    TCase *tests = tcase_create("write text, fused");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, native_compilers, 0, TRANSFORMS);
    tcase_add_loop_test(tests, glsl_compiled_back, 0, TRANSFORMS);
    tcase_add_test(tests, languages_that_do_not_say_it);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
