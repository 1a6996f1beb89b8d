/* With NBL_FUSED 1 the text says which products are fused with sums: the emulator has the same bits as every driver
 * that rounds a module's multiply-adds once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The emulator runs each kernel's text as C. Its GLSL becomes a module in exact mode, where nothing else is fused. The
 * module runs in the interpreter, which rounds multiply-adds once, and on drivers that do. A module without NBL_FUSED
 * has other bits, and larger errors in float32. A module that the library makes without a compiler has the text's bits.
 */
#define NBL_FUSED 1
#include "nbl/host/emulator.h"
#include "gpu/compile.h"
#include "nbl/host/fft.h"
#include "nbl/host/interpreter.h"
#include "tests/common/testing.h"

#define CASE 0
#include "tests/fft/fused_kernel.h"
#define CASE 1
#include "tests/fft/fused_kernel.h"
#define CASE 2
#include "tests/fft/fused_kernel.h"
#define CASE 3
#include "tests/fft/fused_kernel.h"
#define CASE 4
#include "tests/fft/fused_kernel.h"
#if NBL_HAS_FLOAT16
#define CASE 5
#include "tests/fft/fused_kernel.h"
#endif

#include <check.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1280 };

typedef enum scalar_t { FLOAT, DOUBLE, HALF } scalar_t;
static const uint32_t scalar_bytes[] = {4, 8, 2};

typedef struct case_t {
    void (*kernel)(void);
    const char *number;
    uint32_t length, workgroup_size;
    scalar_t scalar;
} case_t;

#define KERNEL_FILE "tests/fft/fused_kernel.h"
#define A_CASE(number, length, scalar) \
    { transform_##length, number, by_##length##_length, by_##length##_workgroup_size, scalar }
static const case_t cases[] = {
    A_CASE("0", 1008, FLOAT), A_CASE("1", 729, FLOAT),  A_CASE("2", 1280, FLOAT),
    A_CASE("3", 384, FLOAT),  A_CASE("4", 100, DOUBLE),
#if NBL_HAS_FLOAT16
    A_CASE("5", 128, HALF),
#endif
};
enum { CASES = sizeof cases / sizeof *cases };

static double signal[2 * MOST], spectrum[2 * MOST], other[2 * MOST]; /* of the scalar; room for the largest one */

static size_t bytes_of(const case_t *of) { return (size_t)2 * of->length * scalar_bytes[of->scalar]; }

static double number_at(const case_t *of, const void *numbers, uint32_t i) {
    if (of->scalar == DOUBLE) return ((const double *)numbers)[i];
#if NBL_HAS_FLOAT16
    if (of->scalar == HALF) return (double)((const float16_t *)numbers)[i];
#endif
    return (double)((const float *)numbers)[i];
}

static void fill(const case_t *of) {
    test_random_t random = test_random_begin("fused");
    for (uint32_t i = 0; i < 2 * of->length; i++) {
        const double x = test_random_real(&random);
        if (of->scalar == DOUBLE) signal[i] = x;
        if (of->scalar == FLOAT) ((float *)signal)[i] = (float)x;
#if NBL_HAS_FLOAT16
        if (of->scalar == HALF) ((float16_t *)signal)[i] = (float16_t)x;
#endif
    }
}

static void emulate(const case_t *of) {
    nbl_emulator_resource_t resources[] = {{signal, bytes_of(of), 0}, {spectrum, bytes_of(of), 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    memset(spectrum, 0xff, sizeof spectrum);
    launch.kernel = of->kernel;
    launch.workgroup_size[0] = of->workgroup_size;
    launch.workgroup_count[0] = 1;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
}

static nbl_compile_desc_t text_of(const case_t *of, bool fused, nbl_define_t defines[4]) {
    defines[0] = (nbl_define_t){"NBL_SUBGROUP_OPERATIONS", "0"};
    defines[1] = (nbl_define_t){"CASE", of->number};
    defines[2] = (nbl_define_t){"NBL_FUSED", fused ? "1" : "0"};
    defines[3] = (nbl_define_t){of->scalar == HALF ? "NBL_HAS_FLOAT16" : "NBL_HAS_FLOAT64", "1"};
    return test_kernel_text(KERNEL_FILE, NBL_LANGUAGE_GLSL, defines, of->scalar == FLOAT ? 3 : 4);
}

/* The module's spectrum of `signal`, by the interpreter. */
static void run_module(const nbl_spirv_t *spirv, size_t bytes, double *numbers) {
    nbl_error_t error;
    nbl_interpreter_t *interpreter;
    const nbl_interpreter_desc_t module = {.words = spirv->words, .word_count = spirv->word_count};
    TEST_EXPECT(nbl_interpreter_create(&module, &interpreter, &error));
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = signal, .bytes = bytes},
                                                  {.binding = 1, .data = numbers, .bytes = bytes}};
    static const uint32_t batch = 1; /* of the library's own kernels */
    const nbl_interpreter_run_t run = {.bindings = bindings,
                                       .binding_count = 2,
                                       .push_constants = &batch,
                                       .push_constant_bytes = sizeof batch,
                                       .groups = {1, 1, 1}};
    static nbl_interpreter_report_t report;
    memset(numbers, 0x55, sizeof other);
    ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", report.message);
    nbl_interpreter_destroy(interpreter);
}

/* The spectrum of the case's text in `other`. */
static void interpret(const case_t *of, bool fused) {
    nbl_define_t defines[4];
    const nbl_compile_desc_t desc = text_of(of, fused, defines);
    nbl_spirv_t spirv;
    nbl_error_t error;
    TEST_EXPECT(nbl_compile(&desc, &spirv, &error));
    run_module(&spirv, bytes_of(of), other);
    nbl_spirv_free(&spirv);
}

static double error_of(const case_t *of, const void *numbers, bool inverse) {
    static test_complex_t x[MOST], exact[MOST];
    test_error_t sum = {0};
    for (uint32_t n = 0; n < of->length; n++)
        x[n] = (test_complex_t){number_at(of, signal, 2 * n), number_at(of, signal, 2 * n + 1)};
    test_fft(x, exact, of->length, inverse);
    for (uint32_t f = 0; f < of->length; f++)
        test_error_add(&sum, exact[f], number_at(of, numbers, 2 * f), number_at(of, numbers, 2 * f + 1));
    return test_error_relative(&sum);
}

START_TEST(the_module_has_the_emulators_bits) {
    const case_t *of = &cases[_i];
    fill(of);
    emulate(of);
    const double fused = error_of(of, spectrum, false);
    interpret(of, true);
    ck_assert_msg(memcmp(spectrum, other, bytes_of(of)) == 0, "case %s: the module has other bits", of->number);
    interpret(of, false);
    ck_assert_msg(memcmp(spectrum, other, bytes_of(of)) != 0, "case %s: nothing was fused", of->number);
    const double apart = error_of(of, other, false);
    printf("fused %u: relative L2 %.3g, of exact mode %.3g\n", of->length, fused, apart);
    ck_assert_msg(of->scalar != FLOAT || fused < apart, "case %s: %.3g is no less than %.3g", of->number, fused, apart);
}
END_TEST

/* ---- Modules that are made without a compiler */

/* Returns how many products could still be fused: each is used once, by a sum, and a driver may fuse neither, as both
 * are exact. Literal words count as uses, too; products have ids above them. */
static uint32_t left_over(const nbl_spirv_t *spirv) {
    const uint32_t bound = spirv->words[3];
    uint32_t *uses = calloc(bound, sizeof *uses), *in_sums = calloc(bound, sizeof *in_sums), count = 0;
    uint8_t *decorated = calloc(bound, 1);
    ck_assert(uses != NULL && in_sums != NULL && decorated != NULL);
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i, op = w[0] & 0xffff;
        if (op == SpvOpDecorate && w[2] == SpvDecorationNoContraction) decorated[w[1]] = 1;
        if (op == SpvOpDecorate || op == SpvOpConstant) continue;
        for (uint32_t k = 1; k < w[0] >> 16; k++) {
            if (w[k] >= bound) continue;
            uses[w[k]]++;
            in_sums[w[k]] += k > 2 && (op == SpvOpFAdd || op == SpvOpFSub);
        }
    }
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) /* its own instruction is a use, too */
        if ((spirv->words[i] & 0xffff) == SpvOpFMul)
            count +=
                decorated[spirv->words[i + 2]] && uses[spirv->words[i + 2]] == 2 && in_sums[spirv->words[i + 2]] == 1;
    free(decorated);
    free(uses);
    free(in_sums);
    return count;
}

/* Returns how many negations are decorated NoContraction: each is an instruction of NVIDIA's, where others are none. */
static uint32_t decorated_negations(const nbl_spirv_t *spirv) {
    uint32_t count = 0;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        if ((spirv->words[i] & 0xffff) != SpvOpDecorate || spirv->words[i + 2] != SpvDecorationNoContraction) continue;
        for (size_t k = i; k < spirv->word_count; k += spirv->words[k] >> 16)
            count += (spirv->words[k] & 0xffff) == SpvOpFNegate && spirv->words[k + 2] == spirv->words[i + 1];
    }
    return count;
}

static uint32_t multiply_adds(const nbl_spirv_t *spirv) {
    uint32_t count = 0;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16)
        count += (spirv->words[i] & 0xffff) == SpvOpExtInst && spirv->words[i + 4] == GLSLstd450Fma;
    return count;
}

/* Stepped twiddles are products with literals, which the specialiser evaluates. */
static const struct {
    nbl_fft_precision_t precision;
    uint32_t length, twiddles;
} made[] = {
    {NBL_FFT_FLOAT32, 100, NBL_FFT_TWIDDLES_OF_TWO},        {NBL_FFT_FLOAT32, 384, NBL_FFT_TWIDDLES_STEPPED_OF_ONE},
    {NBL_FFT_FLOAT32, 729, NBL_FFT_TWIDDLES_OF_TWO},        {NBL_FFT_FLOAT32, 1001, NBL_FFT_TWIDDLES_STEPPED_OF_TWO},
    {NBL_FFT_FLOAT32, 1024, NBL_FFT_TWIDDLES_OF_TWO},       {NBL_FFT_FLOAT32, 1280, NBL_FFT_TWIDDLES_OF_ONE},
    {NBL_FFT_FLOAT64, 100, NBL_FFT_TWIDDLES_OF_TWO},        {NBL_FFT_FLOAT64, 343, NBL_FFT_TWIDDLES_STEPPED_OF_TWO},
    {NBL_FFT_FLOAT16, 128, NBL_FFT_TWIDDLES_STEPPED_OF_ONE}};

/* Makes a transform's kernel with NBL_FUSED 1 by a compiler and without one, and a module in exact mode: the sums that
 * the text marks are fused, and no others. */
START_TEST(modules_have_the_texts_bits) {
    const nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                           .precision = made[_i].precision,
                                           .length = made[_i].length,
                                           .batch = 1,
                                           .inverse = _i % 2 != 0,
                                           .limits = nbl_fft_emulator_limits(32)};
    static double numbers[3][2 * MOST];
    const size_t bytes = (size_t)2 * desc.length *
                         (desc.precision == NBL_FFT_FLOAT64   ? 8
                          : desc.precision == NBL_FFT_FLOAT16 ? 2
                                                              : 4);
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    nbl_defines_t defines;
    nbl_spirv_t spirv;
    const case_t of = {.length = desc.length,
                       .scalar = desc.precision == NBL_FFT_FLOAT64   ? DOUBLE
                                 : desc.precision == NBL_FFT_FLOAT16 ? HALF
                                                                     : FLOAT};
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    plan.parameters.twiddles = made[_i].twiddles;
    fill(&of);
    nbl_compile_desc_t compile = nbl_fft_describe_compile(&plan, NULL, NBL_MODE_EXACT, true, &defines);
    for (int form = 0; form < 3; form++) { /* exact mode; fused, without a compiler; fused, of the text */
        if (form == 1) nbl_defines_text(&defines, "NBL_FUSED", "1");
        compile.define_count = defines.count;
        compile.from_text = form == 2;
        TEST_EXPECT(nbl_compile(&compile, &spirv, &error));
        ck_assert_msg(spirv.general == (form < 2), "%u: form %d, %s", desc.length, form, spirv.refused);
        ck_assert_msg((multiply_adds(&spirv) > 0) == (form > 0), "%u: form %d has %u multiply-adds", desc.length, form,
                      multiply_adds(&spirv));
        ck_assert_msg((left_over(&spirv) > 0) == (form == 0), "%u: form %d leaves %u products to be fused", desc.length,
                      form, left_over(&spirv));
        ck_assert_msg(form != 1 || decorated_negations(&spirv) == 0, "%u: %u negations are decorated", desc.length,
                      decorated_negations(&spirv));
        run_module(&spirv, bytes, numbers[form]);
        nbl_spirv_free(&spirv);
    }
    ck_assert_msg(memcmp(numbers[1], numbers[2], bytes) == 0, "%u: the module has other bits than its text",
                  desc.length);
    ck_assert_msg(memcmp(numbers[0], numbers[1], bytes) != 0, "%u: exact mode has the same bits", desc.length);
    const double exact = error_of(&of, numbers[0], desc.inverse), fused = error_of(&of, numbers[1], desc.inverse);
    printf("made %u: relative L2 %.3g, of exact mode %.3g\n", desc.length, fused, exact);
}
END_TEST

/* ---- Devices */

/* In fused mode a device either makes kernels, or says by its name that it cannot. */
static bool fuses(nbl_vulkan_device_t *device, test_driver_t driver) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft = NULL;
    nbl_error_t error;
    problem.rank = 1;
    problem.sizes[0] = 64;
    problem.mode = NBL_MODE_FUSED;
    const nbl_result_t result = nbl_fft_make_vulkan(device, &problem, &fft, &error);
    nbl_fft_destroy(fft);
    if (result == NBL_SUCCESS) return true;
    const char *name = nbl_vulkan_device_get_info(device)->name;
    ck_assert_int_eq(result, NBL_ERROR_MISSING_FEATURE);
    ck_assert_msg(strstr(error.text, name) != NULL && strstr(error.text, "use exact mode") != NULL, "%s", error.text);
    printf("NOT HERE: multiply-adds that round once: %s: %s\n", test_driver_name(driver), error.text);
    return false;
}

static void a_device_agrees(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const uint32_t features = nbl_vulkan_device_get_features(device);
    const bool once = fuses(device, driver);
    for (int i = 0; i < CASES && once; i++) {
        const case_t *of = &cases[i];
        nbl_define_t defines[4];
        const nbl_compile_desc_t compile = text_of(of, true, defines);
        const test_kernel_t kernel = {.compile = &compile,
                                      .buffers = {{signal, bytes_of(of)}, {other, bytes_of(of)}},
                                      .buffer_count = 2,
                                      .groups = 1};
        if ((of->scalar == HALF && !(features & NBL_FEATURE_FLOAT16)) ||
            (of->scalar == DOUBLE && !(features & NBL_FEATURE_FLOAT64)))
            continue;
        fill(of);
        emulate(of);
        test_kernel_run(device, &kernel);
        ck_assert_msg(memcmp(spectrum, other, bytes_of(of)) == 0, "case %s: %s has other bits", of->number,
                      test_driver_name(driver));
        printf("fused %u: %s has the emulator's bits\n", of->length, test_driver_name(driver));
    }
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { a_device_agrees(TEST_LAVAPIPE); }
END_TEST
START_TEST(swiftshader_agrees) { a_device_agrees(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("fused");
    TCase *tests = tcase_create("fused");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_module_has_the_emulators_bits, 0, CASES);
    tcase_add_loop_test(tests, modules_have_the_texts_bits, 0, sizeof made / sizeof *made);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
