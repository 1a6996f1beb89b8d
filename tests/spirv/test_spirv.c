/* Every permutation of every kernel is valid SPIR-V that declares what its parameters imply, and in exact mode cannot
 * be fused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/compile.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"
#include "tests/spirv/module.h"
#include "tests/common/testing.h"

#include <check.h>
#define kDefaultMaxIdBound \
    kDefaultMaxIdBound_of_the_test /* a definition in the header: every user needs a name of its own */
#include <spirv-tools/libspirv.h>
#include <stdio.h>

static spv_context context;
static uint32_t valid;

/* What the parameters of a kernel imply. */
typedef struct expected_t {
    bool exact, subgroups, shuffles, float16, float64, fft;
    uint32_t invocations;
} expected_t;

static void check_module(const nbl_spirv_t *spirv, const expected_t *expected, const char *what) {
    spv_const_binary_t binary = {spirv->words, spirv->word_count};
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvValidate(context, &binary, &diagnostic);
    ck_assert_msg(result == SPV_SUCCESS, "%s: %s", what, diagnostic != NULL ? diagnostic->error : "invalid");
    spvDiagnosticDestroy(diagnostic);

    module_t module;
    ck_assert_msg(module_read(spirv->words, spirv->word_count, &module), "%s: cannot be read", what);
    SpvCapability capabilities[5] = {SpvCapabilityShader};
    uint32_t count = 1;
    if (expected->subgroups) capabilities[count++] = SpvCapabilityGroupNonUniform;
    if (expected->shuffles) capabilities[count++] = SpvCapabilityGroupNonUniformShuffle;
    if (expected->float16) capabilities[count++] = SpvCapabilityFloat16;
    if (expected->float64) capabilities[count++] = SpvCapabilityFloat64;
    if (!module_has_exactly(&module, capabilities, count)) {
        char list[256] = "";
        for (uint32_t i = 0; i < module.capability_count; i++) {
            size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, " %d", (int)module.capabilities[i]);
        }
        ck_abort_msg("%s: not the %u capabilities that the parameters imply, but%s", what, count, list);
    }
    ck_assert_msg(module.extension_count == 0, "%s: %u SPIR-V extensions", what, module.extension_count);
    ck_assert_msg(module.local_size[0] == expected->invocations, "%s: %u invocations, not %u", what,
                  module.local_size[0], expected->invocations);
    ck_assert_msg((module.fused == 0 || !expected->exact) && module.divisions == 0 && module.inexact_functions == 0,
                  "%s: %u Fma, %u divisions, %u functions that a device may round as it likes", what, module.fused,
                  module.divisions, module.inexact_functions);
    ck_assert_msg(!expected->fft || module.floating >= 4, "%s: %u floating operations", what, module.floating);
    if (expected->exact) {
        ck_assert_msg(module.undecorated == 0, "%s: %u of %u floating operations without NoContraction", what,
                      module.undecorated, module.floating);
    } else {
        ck_assert_msg(module.no_contraction == 0, "%s: %u NoContraction in fast mode", what, module.no_contraction);
    }
    valid++;
}

static void begin(void) {
    context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    valid = 0;
}

static void end(void) { spvContextDestroy(context); }

static void check_plan(const nbl_fft_transform_desc_t *desc, bool unroll, bool fast, const char *what) {
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    nbl_spirv_t spirv;
    ck_assert_msg(nbl_fft_transform_plan(desc, &plan, &error) == NBL_SUCCESS, "%s: %s", what, error.text);
    nbl_mode_t mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT;
    ck_assert_msg(nbl_fft_transform_compile(NULL, mode, unroll, &plan, &spirv, &error) == NBL_SUCCESS, "%s: %s", what,
                  error.text);
    bool subgroups = desc->algorithm == NBL_FFT_RADIX2_SHUFFLE && desc->subgroup_size != 1;
    expected_t expected = {.exact = !fast,
                           .subgroups = subgroups,
                           .shuffles = subgroups,
                           .float16 = desc->precision == NBL_FFT_FLOAT16,
                           .float64 = desc->precision == NBL_FFT_FLOAT64,
                           .fft = true,
                           .invocations = plan.workgroup_invocations};
    check_module(&spirv, &expected, what);
    nbl_spirv_free(&spirv);
}

/* Unrolled is what a GPU gets; larger shapes take seconds each, so most are checked rolled, and a few unrolled below.
 */
static void check_transform(nbl_fft_precision_t precision, uint32_t elements, uint32_t workgroup, uint32_t flags,
                            bool fast) {
    bool inverse = (flags & 1) != 0, native = (flags & 2) != 0, subgroups = (flags & 4) != 0;
    char what[128];
    snprintf(what, sizeof what, "transform: precision %d, %u x %u, inverse %d, native %d, subgroups %d, fast %d",
             (int)precision, elements, workgroup, inverse, native, subgroups, fast);
    nbl_fft_transform_desc_t desc = {.precision = precision,
                                     .length = elements * workgroup,
                                     .batch = 7,
                                     .inverse = inverse,
                                     .native = native,
                                     .elements_per_invocation = elements,
                                     .workgroup_size = workgroup,
                                     .subgroup_size = subgroups ? 0 : 1,
                                     .limits = nbl_fft_emulator_limits(4)};
    check_plan(&desc, elements <= 4 && workgroup <= 64 && (flags & 1) == (elements & 4) >> 2, fast, what);
}

/* precision, for the loop of a test */
START_TEST(transforms) {
    static const uint32_t workgroups[] = {4, 64, 1024};
    begin();
    uint32_t number = 0;
    for (uint32_t elements = 2; elements <= 32; elements *= 2) {
        for (int w = 0; w < 3; w++) {
            for (uint32_t flags = 0; flags < 8; flags++, number++) {
                if (((flags & 2) != 0) != (w == 1))
                    continue; /* the order only picks a map: each is seen with some shapes */
                check_transform((nbl_fft_precision_t)_i, elements, workgroups[w], flags, false);
                if (number % 5 == 0) check_transform((nbl_fft_precision_t)_i, elements, workgroups[w], flags, true);
            }
        }
    }
    printf("spirv: %u modules of the transform valid, precision %d\n", valid, _i);
    ck_assert_uint_eq(valid, 60 + 12);
    end();
}
END_TEST

/* precision, for the loop of a test */
START_TEST(unrolled_transforms) {
    static const struct { uint32_t elements, workgroup; } shapes[] = {{8, 64}, {16, 16}};
    begin();
    for (uint32_t number = 0; number < 4; number++) {
        nbl_fft_transform_desc_t desc = {.precision = (nbl_fft_precision_t)_i,
                                         .batch = 7,
                                         .inverse = (number & 1) != 0,
                                         .elements_per_invocation = shapes[number >> 1].elements,
                                         .workgroup_size = shapes[number >> 1].workgroup,
                                         .limits = nbl_fft_emulator_limits(4)};
        desc.length = desc.elements_per_invocation * desc.workgroup_size;
        char what[128];
        snprintf(what, sizeof what, "unrolled transform: precision %d, %u x %u, inverse %d", _i,
                 desc.elements_per_invocation, desc.workgroup_size, desc.inverse);
        check_plan(&desc, true, false, what);
    }
    printf("spirv: %u unrolled modules of the transform valid, precision %d\n", valid, _i);
    ck_assert_uint_eq(valid, 4);
    end();
}
END_TEST

/* precision, for the loop of a test */
START_TEST(stockham_transforms) {
    static const uint32_t lengths[] = {2, 45, 64, 210, 1000, 1024, 4096};
    begin();
    for (uint32_t number = 0; number < 7 * 2; number++) {
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = (nbl_fft_precision_t)_i,
                                         .batch = 7,
                                         .inverse = (number & 1) != 0,
                                         .length = lengths[number >> 1],
                                         .limits = nbl_fft_emulator_limits(4)};
        char what[128];
        snprintf(what, sizeof what, "Stockham transform: precision %d, length %u, inverse %d", _i, desc.length,
                 desc.inverse);
        check_plan(&desc, desc.length == 64, false, what);
        if (number % 4 == 0) check_plan(&desc, false, true, what);
    }
    printf("spirv: %u modules of the Stockham transform valid, precision %d\n", valid, _i);
    ck_assert_uint_eq(valid, 14 + 4);
    end();
}
END_TEST

/* precision, for the loop of a test */
START_TEST(real_transforms) {
    begin();
    for (uint32_t number = 0; number < 8; number++) {
        bool stockham = number >= 4;
        nbl_fft_transform_desc_t desc = {.algorithm = stockham ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE,
                                         .precision = (nbl_fft_precision_t)_i,
                                         .batch = 7,
                                         .kind = (number & 2) != 0 ? NBL_FFT_REAL_TWO : NBL_FFT_REAL,
                                         .inverse = (number & 1) != 0,
                                         .length = stockham ? 21 : 64,
                                         .limits = nbl_fft_emulator_limits(4)};
        char what[128];
        snprintf(what, sizeof what, "real transform: precision %d, algorithm %u, kind %d, inverse %d", _i,
                 desc.algorithm, (int)desc.kind, desc.inverse);
        check_plan(&desc, _i == NBL_FFT_FLOAT32 && (number == 2 || number == 5), number == 3, what);
    }
    printf("spirv: %u modules of the real transform valid, precision %d\n", valid, _i);
    ck_assert_uint_eq(valid, 8);
    end();
}
END_TEST

/* algorithm, for the loop of a test: halves in memory, float32 in arithmetic, and no feature asked for */
START_TEST(half_storage) {
    begin();
    for (uint32_t number = 0; number < 4; number++) {
        nbl_fft_transform_desc_t desc = {.algorithm = (uint32_t)_i,
                                         .precision = NBL_FFT_FLOAT16_STORAGE,
                                         .batch = 7,
                                         .inverse = (number & 1) != 0,
                                         .length = number < 2 ? 64 : 512,
                                         .limits = nbl_fft_emulator_limits(4)};
        char what[128];
        snprintf(what, sizeof what, "transform with half storage: algorithm %d, length %u, inverse %d", _i, desc.length,
                 desc.inverse);
        check_plan(&desc, number < 2, false, what);
    }
    printf("spirv: %u modules of the transform with half storage valid, algorithm %d\n", valid, _i);
    ck_assert_uint_eq(valid, 4);
    end();
}
END_TEST

static void check_bloom(const nbl_bloom_desc_t *desc, bool images, bool subgroups, bool fast) {
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_bloom_plan_make(desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++) {
        if (pass < NBL_BLOOM_PASS_FIRST_AXIS && images) continue; /* the convolution kernel always is a buffer */
        char what[160];
        snprintf(what, sizeof what,
                 "bloom: %s, half %d, axis %d, padding %d, mode %d, images %d, subgroups %d, fast %d",
                 plan.passes[pass].name, (int)desc->storage, (int)desc->first_axis, (int)desc->padding_x,
                 (int)desc->kernel_mode, images, subgroups, fast);
        nbl_bloom_vulkan_desc_t vulkan = {
            .mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT, .source_is_image = images, .target_is_image = images};
        nbl_spirv_t spirv;
        ck_assert_msg(nbl_bloom_pass_compile(&plan, (nbl_bloom_pass_name_t)pass, &vulkan, &spirv, &error) ==
                          NBL_SUCCESS,
                      "%s: %s", what, error.text);
        bool fft = pass != NBL_BLOOM_PASS_KERNEL_SUM && pass != NBL_BLOOM_PASS_KERNEL_ARRANGE;
        expected_t expected = {.exact = !fast,
                               .subgroups = subgroups && plan.passes[pass].uses_subgroups,
                               .shuffles = subgroups && plan.passes[pass].uses_subgroups,
                               .fft = fft,
                               .invocations = plan.passes[pass].workgroup_size};
        check_module(&spirv, &expected, what);
        nbl_spirv_free(&spirv);
    }
}

/* subgroup operations or none, for the loop of a test */
START_TEST(blooms) {
    begin();
    for (uint32_t number = 0; number < 16; number++) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        desc.width = 100;
        desc.height = 30;
        desc.kernel_width = 24;
        desc.kernel_height = 17;
        desc.storage = (number & 1) != 0 ? NBL_BLOOM_STORAGE_FLOAT16 : NBL_BLOOM_STORAGE_FLOAT32;
        desc.first_axis = (number & 2) != 0 ? NBL_BLOOM_AXIS_Y : NBL_BLOOM_AXIS_X;
        desc.padding_x = desc.padding_y = (number & 4) != 0 ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO;
        desc.kernel_mode = (number & 8) != 0 ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD;
        desc.columns = 1 + number % 4;
        if (_i == 0) desc.limits.subgroup_size = 1;
        check_bloom(&desc, false, _i == 1, false);
        check_bloom(&desc, true, _i == 1, number % 2 == 1);
    }
    printf("spirv: %u modules of the bloom valid, subgroups %d\n", valid, _i);
    ck_assert_uint_eq(valid, 16 * (7 + 3));
    end();
}
END_TEST

/* The checks above, on modules that break each of them: a test that cannot fail tests nothing. */
static void compile_text(const char *text, nbl_mode_t mode, nbl_spirv_t *spirv) {
    nbl_compile_desc_t desc = {.file = "slip", .text = text, .mode = mode};
    nbl_error_t error;
    ck_assert_msg(nbl_compile(&desc, spirv, &error) == NBL_SUCCESS, "%s", error.text);
}

START_TEST(slips_are_seen) {
    const char *text = "layout(set = 0, binding = 0) buffer b { float x[]; };\n"
                       "void main() { x[0] = fma(x[1], x[2], x[3]); x[4] = x[5] / x[6] + sin(x[7]); }\n";
    nbl_spirv_t spirv;
    module_t module;
    compile_text(text, NBL_MODE_FAST, &spirv);
    ck_assert(module_read(spirv.words, spirv.word_count, &module));
    ck_assert_uint_eq(module.floating, 2);
    ck_assert_uint_eq(module.undecorated, 2);
    ck_assert_uint_eq(module.fused, 1);
    ck_assert_uint_eq(module.divisions, 1);
    ck_assert_uint_eq(module.inexact_functions, 1);
    SpvCapability shader = SpvCapabilityShader, other = SpvCapabilityInt64;
    ck_assert(module_has_exactly(&module, &shader, 1));
    ck_assert(!module_has_exactly(&module, &other, 1));
    ck_assert(!module_read(spirv.words, spirv.word_count - 3, &module)); /* cut inside the last OpStore */
    nbl_spirv_free(&spirv);

    compile_text(text, NBL_MODE_EXACT, &spirv);
    ck_assert(module_read(spirv.words, spirv.word_count, &module));
    ck_assert_uint_eq(module.undecorated, 0);
    ck_assert_uint_eq(module.no_contraction, 3); /* the multiply-add, too: a driver may fuse its product on */
    context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spirv.words[spirv.word_count - 1] = 0; /* no OpFunctionEnd */
    spv_const_binary_t binary = {spirv.words, spirv.word_count};
    ck_assert_int_ne(spvValidate(context, &binary, NULL), SPV_SUCCESS);
    spvContextDestroy(context);
    nbl_spirv_free(&spirv);
}
END_TEST

/* Counts without arrays, and arrays without names, are refused by name; each crashed once. */
START_TEST(descriptions_without_arrays) {
    static const nbl_define_t nameless = {NULL, "1"};
    static const nbl_source_t no_name = {NULL, "", 0}, no_text = {"a.h", NULL, 0};
    const struct {
        nbl_compile_desc_t desc;
        const char *why;
    } of[] = {{{.text = NULL}, "file and text are NULL"},
              {{.text = "void main() {}", .source_count = 1}, "sources is NULL, source_count is 1"},
              {{.text = "void main() {}", .define_count = 2}, "defines is NULL, define_count is 2"},
              {{.text = "void main() {}", .defines = &nameless, .define_count = 1}, "name of define 0 is NULL"},
              {{.text = "void main() {}", .sources = &no_name, .source_count = 1}, "name of source 0 is NULL"},
              {{.text = "void main() {}", .sources = &no_text, .source_count = 1}, "text of source 0 is NULL"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        nbl_spirv_t spirv;
        nbl_error_t error;
        ck_assert_int_eq(nbl_compile(&of[i].desc, &spirv, &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, of[i].why) != NULL, "'%s', not '%s'", error.text, of[i].why);
        ck_assert_ptr_null(spirv.words);
        nbl_spirv_free(&spirv);
        ck_assert_int_eq(nbl_compile(&of[i].desc, &spirv, NULL), NBL_ERROR_ARGUMENT);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("spirv");
    TCase *tests = tcase_create("spirv");
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, descriptions_without_arrays);
    tcase_add_test(tests, slips_are_seen);
    tcase_add_loop_test(tests, transforms, NBL_FFT_FLOAT16, NBL_FFT_FLOAT64 + 1);
    tcase_add_loop_test(tests, unrolled_transforms, NBL_FFT_FLOAT16, NBL_FFT_FLOAT64 + 1);
    tcase_add_loop_test(tests, stockham_transforms, NBL_FFT_FLOAT16, NBL_FFT_FLOAT64 + 1);
    tcase_add_loop_test(tests, real_transforms, NBL_FFT_FLOAT16, NBL_FFT_FLOAT16_STORAGE + 1);
    tcase_add_loop_test(tests, half_storage, NBL_FFT_RADIX2_SHUFFLE, NBL_FFT_STOCKHAM + 1);
    tcase_add_loop_test(tests, blooms, 0, 2);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
