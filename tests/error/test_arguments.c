/* What a function refuses: every number that is no value of its enumeration, in every public function; and that success
 * leaves no text.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "bloom/compile.h"
#include "blur/kernels.h"
#include "error/check.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/host/convolution.h"
#include "nbl/host/emulator_counters.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/scan.h"
#include "nbl/host/wisdom.h"
#include "nbl/host/write_text.h"
#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static nbl_vulkan_device_t *device; /* NULL: there is no driver here */

/* ---- Each function sets one number of a description that is otherwise good, and calls. */

#define CALL(name, ...) \
    static nbl_result_t name(int64_t value, nbl_error_t *error) { __VA_ARGS__ }

#define TRANSFORM(name, type, field) \
    CALL(name, nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init(); nbl_fft_transform_plan_t plan; \
         desc.length = 64; desc.field = (type)value; return nbl_fft_transform_plan(&desc, &plan, error);)
TRANSFORM(transform_algorithm, uint32_t, algorithm)
TRANSFORM(transform_precision, nbl_fft_precision_t, precision)
TRANSFORM(transform_kind, nbl_fft_kind_t, kind)
TRANSFORM(transform_unroller, nbl_fft_unroller_t, unroller)
TRANSFORM(transform_order, nbl_instruction_order_t, instruction_order)
TRANSFORM(transform_rounds, uint32_t, rounds)
TRANSFORM(transform_device, nbl_device_kind_t, limits.device)
CALL(plan_device, nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits(); nbl_fft_plan_t plan;
     limits.device = (nbl_device_kind_t)value; return nbl_fft_plan_make(64, 2, &limits, &plan, error);)
CALL(length_algorithm, return nbl_fft_check_length((uint32_t)value, NBL_FFT_FLOAT32, 64, error);)
CALL(length_precision, return nbl_fft_check_length(1, (nbl_fft_precision_t)value, 64, error);)
CALL(array_precision, nbl_fft_array_desc_t desc = nbl_fft_array_desc_init(); double in[32] = {0}; double out[32];
     desc.length = 16; desc.precision = (nbl_fft_precision_t)value; return nbl_fft_array(&desc, in, out, error);)

#define ND(name, type, field) \
    CALL(name, nbl_fft_problem_t desc = nbl_fft_problem_init(); nbl_fft_t *plan = NULL; desc.rank = 1; \
         desc.sizes[0] = 16; desc.field = (type)value; nbl_result_t result = nbl_fft_make_cpu(&desc, &plan, error); \
         nbl_fft_destroy(plan); return result;)
ND(nd_precision, nbl_fft_precision_t, precision)
ND(nd_scaling, nbl_fft_scaling_t, scaling)

CALL(convolution_part, nbl_convolution_desc_t desc = nbl_convolution_desc_init(); nbl_convolution_t *plan = NULL;
     const float taps[2] = {1, 2}; desc.rank = 1; desc.sizes[0] = 16; desc.kernel_sizes[0] = 2;
     desc.part = (nbl_convolution_part_t)value; nbl_result_t result = nbl_convolution_create(&desc, taps, &plan, error);
     nbl_convolution_destroy(plan); return result;)

static nbl_result_t set_wisdom(nbl_fft_precision_t precision, uint32_t rounds, nbl_instruction_order_t order,
                               nbl_error_t *error) {
    nbl_fft_wisdom_t *wisdom;
    const nbl_fft_wisdom_choice_t choice = {.plan = "8x8", .rounds = rounds, .instruction_order = order};
    ck_assert_int_eq(nbl_fft_wisdom_create("a GPU", &wisdom, error), NBL_SUCCESS);
    nbl_result_t result = nbl_fft_wisdom_set(wisdom, true, precision, 64, &choice, error);
    nbl_fft_wisdom_destroy(wisdom);
    return result;
}
CALL(wisdom_precision, return set_wisdom((nbl_fft_precision_t)value, 1, NBL_INSTRUCTION_ORDER_DEFAULT, error);)
CALL(wisdom_rounds, return set_wisdom(NBL_FFT_FLOAT32, (uint32_t)value, NBL_INSTRUCTION_ORDER_DEFAULT, error);)
CALL(wisdom_order, return set_wisdom(NBL_FFT_FLOAT32, 1, (nbl_instruction_order_t)value, error);)

static nbl_result_t compile(nbl_compile_desc_t desc, nbl_error_t *error) {
    nbl_spirv_t spirv;
    desc.file = "kernel";
    desc.text = desc.language == NBL_LANGUAGE_HLSL ? "[numthreads(1, 1, 1)] void main() {}\n" : "void main() {}\n";
    nbl_result_t result = nbl_compile(&desc, &spirv, error);
    nbl_spirv_free(&spirv);
    return result;
}
#define COMPILE(name, type, field) \
    CALL(name, nbl_compile_desc_t desc = {.field = (type)value}; return compile(desc, error);)
COMPILE(compile_language, nbl_language_t, language)
COMPILE(compile_mode, nbl_mode_t, mode)
COMPILE(compile_optimize, nbl_optimize_t, optimize)
COMPILE(compile_optimizer, nbl_optimizer_t, optimizer)
COMPILE(compile_order, nbl_instruction_order_t, instruction_order)

/* The module of a transform, which has push constants and two buffers. */
static nbl_result_t write_text(nbl_write_text_desc_t desc, nbl_error_t *error) {
    nbl_fft_transform_desc_t wanted = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_spirv_t spirv;
    char *text = NULL;
    wanted.length = 16;
    if (desc.target == NBL_TARGET_SPIRV) desc.target = NBL_TARGET_WGSL;
    ck_assert_int_eq(nbl_fft_transform_plan(&wanted, &plan, error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_transform_compile(NULL, NBL_MODE_EXACT, true, &plan, &spirv, error), NBL_SUCCESS);
    nbl_result_t result = nbl_write_text(spirv.words, spirv.word_count, &desc, &text, NULL, error);
    ck_assert((result == NBL_SUCCESS) == (text != NULL));
    nbl_text_free(text);
    nbl_spirv_free(&spirv);
    return result;
}
#define TEXT(name, type, field) \
    CALL(name, nbl_write_text_desc_t desc = {.field = (type)value}; return write_text(desc, error);)
TEXT(text_target, nbl_target_t, target)
TEXT(text_mode, nbl_mode_t, mode)
TEXT(text_opaque, nbl_opaque_t, opaque)
TEXT(text_uniform_binding, uint32_t, uniform_binding)

static nbl_bloom_desc_t small_bloom(void) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = desc.height = 8;
    desc.kernel_width = desc.kernel_height = 3;
    desc.algorithm = NBL_FFT_STOCKHAM;
    return desc;
}
#define BLOOM(name, type, field) \
    CALL(name, nbl_bloom_desc_t desc = small_bloom(); nbl_bloom_plan_t plan; desc.field = (type)value; \
         return nbl_bloom_plan_make(&desc, &plan, error);)
BLOOM(bloom_padding_x, nbl_bloom_padding_t, padding_x)
BLOOM(bloom_padding_y, nbl_bloom_padding_t, padding_y)
BLOOM(bloom_first_axis, nbl_bloom_axis_t, first_axis)
BLOOM(bloom_kernel_mode, nbl_bloom_kernel_mode_t, kernel_mode)
BLOOM(bloom_interpolation, nbl_bloom_interpolation_t, interpolation)
BLOOM(bloom_normalize, nbl_bloom_normalize_t, normalize)
BLOOM(bloom_storage, nbl_bloom_storage_t, storage)
BLOOM(bloom_combine, nbl_bloom_combine_t, combine)
BLOOM(bloom_source, nbl_bloom_format_t, source_format)
BLOOM(bloom_target, nbl_bloom_format_t, target_format)
BLOOM(bloom_device, nbl_device_kind_t, limits.device)
BLOOM(bloom_invalid, nbl_bloom_invalid_t, invalid)
BLOOM(bloom_algorithm, uint32_t, algorithm)
BLOOM(bloom_columns, uint32_t, columns)
CALL(bloom_mode, nbl_bloom_desc_t desc = small_bloom(); nbl_bloom_plan_t plan; nbl_spirv_t spirv = {0};
     const nbl_bloom_vulkan_desc_t vulkan = {.mode = (nbl_mode_t)value};
     ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, error), NBL_SUCCESS);
     nbl_result_t result = nbl_bloom_pass_compile(&plan, NBL_BLOOM_PASS_FIRST_AXIS, &vulkan, &spirv, error);
     nbl_spirv_free(&spirv); return result;)
CALL(low_combine, nbl_bloom_low_desc_t desc = {.bloom = small_bloom(), .factor = 2}; nbl_bloom_low_plan_t plan;
     desc.bloom.combine = (nbl_bloom_combine_t)value; return nbl_bloom_low_plan_make(&desc, &plan, error);)

static nbl_result_t emulate_bloom(int64_t first, int64_t last, nbl_error_t *error) {
    nbl_bloom_desc_t desc = small_bloom();
    nbl_bloom_plan_t plan;
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    static float image[4 * 8 * 8], result[4 * 8 * 8];
    static float kernel[4 * 3 * 3] = {1, 1, 1, 1};
    float sums[NBL_BLOOM_SUMS];
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, error), NBL_SUCCESS);
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = aligned_alloc(64, (plan.workspace_bytes + 63) / 64 * 64);
    emulation.spectrum = aligned_alloc(64, (plan.spectrum_bytes + 63) / 64 * 64);
    emulation.sums = sums;
    ck_assert_int_eq(nbl_bloom_emulate(&plan, &emulation, (nbl_bloom_pass_name_t)0, (nbl_bloom_pass_name_t)0, NULL,
                                       error),
                     NBL_SUCCESS);
    nbl_result_t done =
        nbl_bloom_emulate(&plan, &emulation, (nbl_bloom_pass_name_t)first, (nbl_bloom_pass_name_t)last, NULL, error);
    free(emulation.workspace);
    free(emulation.spectrum);
    return done;
}
CALL(emulate_first, return emulate_bloom(value, NBL_BLOOM_PASSES - 1, error);)
CALL(emulate_last, return emulate_bloom(0, value, error);)

#define BLUR(name, type, field) \
    CALL(name, nbl_blur_desc_t desc = {.method = NBL_BLUR_PREFIX_SUM, .width = 8, .height = 8}; nbl_blur_plan_t plan; \
         desc.field = (type)value; return nbl_blur_plan_make(&desc, &plan, error);)
BLUR(blur_method, nbl_blur_method_t, method)
BLUR(blur_combine, nbl_bloom_combine_t, combine)
BLUR(blur_invalid, nbl_bloom_invalid_t, invalid)
BLUR(blur_wrap, nbl_blur_wrap_t, wrap)
BLUR(blur_levels, uint32_t, levels)
BLUR(blur_boxes, uint32_t, boxes)
CALL(blur_mode, nbl_blur_desc_t desc = {.method = NBL_BLUR_PREFIX_SUM, .width = 8, .height = 8, .boxes = 1};
     nbl_blur_plan_t plan; nbl_spirv_t spirv = {0}; const nbl_blur_vulkan_desc_t vulkan = {.mode = (nbl_mode_t)value};
     ck_assert_int_eq(nbl_blur_plan_make(&desc, &plan, error), NBL_SUCCESS);
     nbl_result_t result = nbl_blur_pass_compile(&plan, 0, &vulkan, &spirv, error); nbl_spirv_free(&spirv);
     return result;)

#define SCAN(name, type, field) \
    CALL(name, nbl_scan_desc_t desc = {.count = 5}; uint64_t in[8] = {0}; uint64_t out[8]; desc.field = (type)value; \
         return nbl_scan_emulate(&desc, in, out, error);)
SCAN(scan_scalar, nbl_scan_scalar_t, scalar)
SCAN(scan_operation, nbl_scan_operator_t, operation)
SCAN(scan_kind, nbl_scan_kind_t, kind)
SCAN(scan_lanes, nbl_scan_lanes_t, lanes)
SCAN(scan_method, nbl_scan_method_t, method)
SCAN(scan_mode, nbl_mode_t, mode)
SCAN(scan_optimize, nbl_optimize_t, optimize)

static void nothing(void) {}
#define LAUNCH(name, type, field) \
    CALL(name, nbl_emulator_launch_t launch = nbl_emulator_launch_init(); nbl_emulator_report_t report; \
         launch.kernel = nothing; launch.field = (type)value; \
         nbl_result_t result = nbl_emulator_launch(&launch, &report); \
         snprintf(error->text, sizeof error->text, "%s", report.message); return result;)
LAUNCH(launch_order, nbl_emulator_order_t, order)
LAUNCH(launch_fiber, nbl_emulator_fiber_t, fiber)
LAUNCH(launch_check, nbl_emulator_check_t, check)

/* On a device. */
CALL(buffer_memory, nbl_vulkan_buffer_desc_t desc = {.size = 64, .memory = (nbl_vulkan_memory_t)value};
     nbl_vulkan_buffer_t buffer; nbl_result_t result = nbl_vulkan_buffer_create(device, &desc, &buffer, error);
     if (result == NBL_SUCCESS) nbl_vulkan_buffer_destroy(device, &buffer); return result;)

static nbl_result_t create_pass(int64_t pass, nbl_error_t *error) {
    nbl_bloom_desc_t desc = small_bloom();
    desc.limits = nbl_fft_device_limits(device);
    const nbl_bloom_vulkan_desc_t vulkan = {.mode = NBL_MODE_EXACT};
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_bloom_create_empty(device, &plan, &vulkan, &bloom, error), NBL_SUCCESS);
    nbl_result_t result = nbl_bloom_create_pass(bloom, (nbl_bloom_pass_name_t)pass, error);
    ck_assert((nbl_bloom_get_kernel(bloom, (nbl_bloom_pass_name_t)pass) != NULL) == (result == NBL_SUCCESS));
    nbl_bloom_destroy(bloom);
    return result;
}
CALL(bloom_pass, return create_pass(value, error);)

/* ---- */

static const struct {
    const char *name;
    nbl_result_t (*call)(int64_t value, nbl_error_t *error);
    int64_t least, most, good; /* one that succeeds */
} calls[] = {
    {"transform algorithm", transform_algorithm, 0, 1, 1},
    {"transform precision", transform_precision, 0, 3, 1},
    {"transform kind", transform_kind, 0, 2, 2},
    {"transform unroller", transform_unroller, 0, 2, 2},
    {"transform instruction order", transform_order, 0, 8, 8},
    {"transform rounds", transform_rounds, 0, 64, 64},
    {"transform device kind", transform_device, 0, NBL_DEVICE_KIND_COUNT - 1, 1},
    {"plan device kind", plan_device, 0, NBL_DEVICE_KIND_COUNT - 1, 1},
    {"length algorithm", length_algorithm, 0, 1, 1},
    {"length precision", length_precision, 0, 3, 3},
    {"array precision", array_precision, 0, 3, 2},
    {"nd precision", nd_precision, 0, 3, 2},
    {"nd scaling", nd_scaling, 0, 3, 2},
    {"convolution part", convolution_part, 0, 2, 1},
    {"wisdom precision", wisdom_precision, 0, 3, 3},
    {"wisdom rounds", wisdom_rounds, 1, 64, 64},
    {"wisdom instruction order", wisdom_order, 0, 8, 8},
    {"compile language", compile_language, 0, 1, 1},
    {"compile mode", compile_mode, 0, 2, 2},
    {"compile optimize", compile_optimize, 0, 3, 3},
    {"compile optimizer", compile_optimizer, 0, 1, 1},
    {"compile instruction order", compile_order, 0, 8, 8},
    {"text target", text_target, 0, NBL_TARGETS - 1, NBL_TARGETS - 1},
    {"text mode", text_mode, 0, 2, 2},
    {"text opaque", text_opaque, 0, 4, 4},
    {"text uniform binding", text_uniform_binding, 0, 999, 999},
    {"bloom padding x", bloom_padding_x, 0, 2, 2},
    {"bloom padding y", bloom_padding_y, 0, 2, 2},
    {"bloom first axis", bloom_first_axis, 0, 2, 2},
    {"bloom kernel mode", bloom_kernel_mode, 0, 1, 1},
    {"bloom interpolation", bloom_interpolation, 0, 3, 3},
    {"bloom normalize", bloom_normalize, 0, 1, 1},
    {"bloom storage", bloom_storage, 0, 1, 1},
    {"bloom combine", bloom_combine, 0, 2, 2},
    {"bloom source format", bloom_source, 0, 4, 4},
    {"bloom target format", bloom_target, 0, 2, 2},
    {"bloom device kind", bloom_device, 0, NBL_DEVICE_KIND_COUNT - 1, 1},
    {"bloom invalid", bloom_invalid, 0, 1, 1},
    {"bloom algorithm", bloom_algorithm, 0, 1, 1},
    {"bloom columns", bloom_columns, 0, 32, 32},
    {"bloom mode", bloom_mode, 0, 1, 1},
    {"low combine", low_combine, 0, 2, 2},
    {"emulate first pass", emulate_first, 0, 6, 6},
    {"emulate last pass", emulate_last, 0, 6, 6},
    {"blur method", blur_method, 0, 1, 0},
    {"blur combine", blur_combine, 0, 2, 2},
    {"blur invalid", blur_invalid, 0, 1, 1},
    {"blur wrap", blur_wrap, 0, 3, 3},
    {"blur levels", blur_levels, 0, 12, 12},
    {"blur boxes", blur_boxes, 0, 8, 8},
    {"blur mode", blur_mode, 0, 2, 1},
    {"scan scalar", scan_scalar, 0, 4, 3},
    {"scan operation", scan_operation, 0, 2, 2},
    {"scan kind", scan_kind, 0, 2, 2},
    {"scan lanes", scan_lanes, 0, 3, 3},
    {"scan method", scan_method, 0, 2, 1},
    {"scan mode", scan_mode, 0, 2, 1},
    {"scan optimize", scan_optimize, 0, 3, 3},
    {"launch order", launch_order, 0, 3, 3},
    {"launch fiber", launch_fiber, 0, 2, 0},
    {"launch check", launch_check, 0, 1, 1},
    {"buffer memory", buffer_memory, 0, 2, 2},
    {"bloom pass", bloom_pass, 0, 6, 0},
};
enum { CALLS = sizeof calls / sizeof *calls, ON_DEVICE = 2 /* the last of them */ };

START_TEST(numbers_that_are_none_are_refused) {
    if (!device && _i >= CALLS - ON_DEVICE) return;
    const int64_t wrong[] = {-1,        calls[_i].least - 1, calls[_i].most + 1, 99 + calls[_i].most,
                             100000000, INT32_MAX,           INT32_MIN};
    nbl_error_t error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        strcpy(error.text, "stale");
        nbl_result_t result = calls[_i].call(wrong[i], &error);
        ck_assert_msg(result == NBL_ERROR_ARGUMENT, "%s of %lld: result %d: %s", calls[_i].name, (long long)wrong[i],
                      (int)result, error.text);
        ck_assert_msg(strstr(error.text, "stale") == NULL && error.text[0], "%s: \"%s\"", calls[_i].name, error.text);
    }
    strcpy(error.text, "stale");
    ck_assert_msg(calls[_i].call(calls[_i].good, &error) == NBL_SUCCESS, "%s: %s", calls[_i].name, error.text);
    ck_assert_msg(error.text[0] == '\0', "%s: \"%s\" after success", calls[_i].name, error.text);
}
END_TEST

/* Numbers without a name have an empty text, and nothing is read behind a table. */
START_TEST(names_of_nothing) {
    static const int wrong[] = {-1, 99, 100000000};
    for (int i = 0; i < 3; i++) {
        const int n = wrong[i];
        ck_assert_str_eq(nbl_result_text((nbl_result_t)n), "unknown result");
        ck_assert(!nbl_fft_precision_valid((nbl_fft_precision_t)n));
        ck_assert_ptr_null(nbl_fft_precision_name((nbl_fft_precision_t)n));
        ck_assert_uint_eq(nbl_fft_precision_element_bytes((nbl_fft_precision_t)n), 0);
        ck_assert_uint_eq(nbl_fft_precision_dwords((nbl_fft_precision_t)n), 0);
        ck_assert_ptr_null(nbl_fft_instruction_order_name((nbl_instruction_order_t)n));
        ck_assert_ptr_null(nbl_bloom_format_text((nbl_bloom_format_t)n));
        ck_assert_uint_eq(nbl_bloom_format_bytes((nbl_bloom_format_t)n), 0);
        ck_assert_ptr_null(nbl_target_name((nbl_target_t)n));
        ck_assert_ptr_null(nbl_target_extension((nbl_target_t)n));
        ck_assert_ptr_null(nbl_feature_text((nbl_feature_t)n));
        ck_assert_uint_eq(nbl_scan_bytes((nbl_scan_scalar_t)n, 7), 0);
        ck_assert_ptr_nonnull(nbl_emulator_finding_kind_text((nbl_emulator_finding_kind_t)n));
        ck_assert_ptr_nonnull(nbl_emulator_memory_text((nbl_emulator_memory_t)n));
        ck_assert_ptr_nonnull(nbl_emulator_remedy_text((nbl_emulator_remedy_t)n));
        ck_assert_ptr_nonnull(nbl_emulator_line_kind_text((nbl_emulator_line_kind_t)n));
        if (device) ck_assert_uint_eq(nbl_vulkan_device_get_message_count(device, (nbl_vulkan_severity_t)n), 0);
        nbl_fft_wisdom_t *wisdom;
        nbl_fft_wisdom_choice_t choice;
        ck_assert_int_eq(nbl_fft_wisdom_create("a GPU", &wisdom, NULL), NBL_SUCCESS);
        ck_assert(!nbl_fft_wisdom_find(wisdom, true, (nbl_fft_precision_t)n, 64, &choice));
        nbl_fft_wisdom_destroy(wisdom);
    }
}
END_TEST

/* Of the tests' own setting: a shell passes a variable on that was set to nothing. */
START_TEST(an_empty_setting_is_none) {
    const char *const values[] = {"", "0", "1"};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(setenv("NBL_TEST_ALL", values[i], 1), 0);
        ck_assert_int_eq(test_all(), i > 0);
    }
    ck_assert_int_eq(unsetenv("NBL_TEST_ALL"), 0);
    ck_assert(!test_all());
}
END_TEST

START_TEST(a_check_says_what_may_be) {
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("kind", 2, "one, two words, three"), NBL_CHECK_RANGE("size", 4, 1, 4),
                                  NBL_CHECK_ENUM("kind", 3, "one, two words, three"), NBL_CHECK_RANGE("size", 0, 1, 4),
                                  NBL_CHECK_ENUM("only", -1, "one")};
    nbl_error_t error = {""};
    ck_assert_int_eq(nbl_check("of", checks, 2, &error), NBL_SUCCESS);
    ck_assert_str_eq(error.text, "");
    ck_assert_int_eq(nbl_check("of", checks, 5, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "of: kind is 3, must be one (0), two words (1) or three (2)");
    ck_assert_int_eq(nbl_check("of", checks + 3, 2, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "of: size is 0, must be 1 to 4");
    ck_assert_int_eq(nbl_check("of", checks + 4, 1, NULL), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_check("of", checks + 4, 1, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "of: only is -1, must be one (0)");
}
END_TEST

/* A binding that the module has is refused, whatever the language. */
START_TEST(uniforms_take_no_binding) {
    nbl_error_t error;
    for (int target = NBL_TARGET_WGSL; target < NBL_TARGETS; target++) {
        nbl_write_text_desc_t desc = {.target = (nbl_target_t)target, .uniform_binding = 1};
        ck_assert_int_eq(write_text(desc, &error), NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, "write text: uniform binding 1 is one of the module's: 2 is free");
        desc.uniform_binding = 2;
        ck_assert_int_eq(write_text(desc, &error), NBL_SUCCESS);
    }
}
END_TEST

static void setup(void) { device = test_driver_file(TEST_LAVAPIPE) ? test_device_open(TEST_LAVAPIPE) : NULL; }

static void teardown(void) { nbl_vulkan_device_destroy(device); }

int main(void) {
    Suite *suite = suite_create("arguments");
    TCase *tests = tcase_create("numbers"), *others = tcase_create("others");
    tcase_add_unchecked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, numbers_that_are_none_are_refused, 0, CALLS);
    tcase_add_test(tests, names_of_nothing);
    tcase_add_test(others, a_check_says_what_may_be);
    tcase_add_test(others, an_empty_setting_is_none);
    tcase_add_test(others, uniforms_take_no_binding);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, others);
    return test_run_suite(suite);
}
