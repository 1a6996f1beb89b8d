/* Radix kernels as shaders: one module for each kernel, which carries no other; its operations, and its bits on
 * drivers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/radix_testing.h"
#include "tests/common/testing.h"

#include <check.h>
#define kDefaultMaxIdBound \
    kDefaultMaxIdBound_of_the_test /* a definition in the header: every user needs a name of its own */
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

#define COST_ROW(R, additions, products, fused) {R, additions, products},
static const struct { uint32_t radix, additions, products; } costs[] = {NBL_FFT_RADIX_COSTS(COST_ROW)};
#define RADICES ((int)(sizeof costs / sizeof *costs))

#define INVOCATIONS 64u
#define GROUPS 2u
#define VALUES (INVOCATIONS * GROUPS * NBL_FFT_MAX_RADIX) /* complex */

static const char *const kernel_text =
    "#include \"nbl/fft/radix.h\"\n"
    "NBL_BUFFER(0, float32_t, numbers)\n"
    "NBL_LOCAL_SIZE(64)\n"
    "NBL_KERNEL(main) {\n"
    "    NBL_CAT(nbl_complex_, SCALAR) v[ELEMENTS];\n"
    "    uint32_t first = (nbl_workgroup_index() * 64u + nbl_local_invocation_index()) * (2u * RADIX);\n"
    "    NBL_UNROLL for (uint32_t i = 0u; i < RADIX; i++) {\n"
    "        v[i].real = NBL_CAST(SCALAR, NBL_LOAD(numbers, first + 2u * i));\n"
    "        v[i].imag = NBL_CAST(SCALAR, NBL_LOAD(numbers, first + 2u * i + 1u));\n"
    "    }\n"
    "    NBL_CAT(nbl_fft_radix_, SCALAR)(v, RADIX, INVERSE);\n"
    "    NBL_UNROLL for (uint32_t i = 0u; i < RADIX; i++) {\n"
    "        NBL_STORE(numbers, first + 2u * i, NBL_CAST(float32_t, v[i].real));\n"
    "        NBL_STORE(numbers, first + 2u * i + 1u, NBL_CAST(float32_t, v[i].imag));\n"
    "    }\n"
    "}\n";

/* A description whose defines are valid until the next call. */
static nbl_compile_desc_t describe(uint32_t radix, bool inverse, const char *scalar, nbl_language_t language) {
    static char mask[16], number[16], elements[16];
    static nbl_define_t defines[10];
    size_t count = 0;
    snprintf(mask, sizeof mask, "(1 << %u)", NBL_FFT_RADIX_MASK_BIT(radix));
    defines[count++] = (nbl_define_t){"NBL_FFT_RADIX_MASK", mask};
    snprintf(elements, sizeof elements, "%u", NBL_FFT_RADIX_ELEMENTS(1u << NBL_FFT_RADIX_MASK_BIT(radix)));
    snprintf(number, sizeof number, "%uu", radix);
    defines[count++] = (nbl_define_t){"ELEMENTS", elements};
    defines[count++] = (nbl_define_t){"RADIX", number};
    defines[count++] = (nbl_define_t){"INVERSE", inverse ? "true" : "false"};
    defines[count++] = (nbl_define_t){"SCALAR", scalar};
    defines[count++] = (nbl_define_t){"NBL_SUBGROUP_OPERATIONS", "0"};
    defines[count++] = (nbl_define_t){"NBL_UNROLL_LOOPS", radix % 2 != 0 || is_prime(radix) ? "1" : "0"};
    if (language == NBL_LANGUAGE_GLSL) {
        defines[count++] = (nbl_define_t){"NBL_HAS_FLOAT16", strcmp(scalar, "float16_t") == 0 ? "1" : "0"};
        defines[count++] = (nbl_define_t){"NBL_HAS_FLOAT64", strcmp(scalar, "float64_t") == 0 ? "1" : "0"};
    }
    nbl_compile_desc_t desc = {.file = "radix",
                               .text = kernel_text,
                               .defines = defines,
                               .define_count = count,
                               .language = language,
                               .optimize = NBL_OPTIMIZE_NONE}; /* operations are counted by function */
    return desc;
}

/* Floating operations that the entry point and what it calls would execute if no branch were taken away: the module
 * holds one kernel, so that is the kernel's. */
typedef struct function_t {
    uint32_t id, additions, products, call_count, calls[256];
} function_t;

typedef struct functions_t {
    uint32_t count, entry;
    function_t list[256];
} functions_t;

static void read_functions(const nbl_spirv_t *spirv, functions_t *functions) {
    memset(functions, 0, sizeof *functions);
    function_t *now = functions->list;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> SpvWordCountShift) {
        SpvOp op = (SpvOp)(spirv->words[i] & SpvOpCodeMask);
        if (op == SpvOpEntryPoint) functions->entry = spirv->words[i + 2];
        if (op == SpvOpFunction) {
            now = &functions->list[functions->count++];
            now->id = spirv->words[i + 2];
        }
        if (op == SpvOpFAdd || op == SpvOpFSub) now->additions++;
        if (op == SpvOpFMul) now->products++;
        if (op == SpvOpFunctionCall) now->calls[now->call_count++] = spirv->words[i + 3];
        ck_assert(functions->count < 256 && now->call_count < 256);
    }
}

static void add_operations(const functions_t *functions, uint32_t id, uint32_t *additions, uint32_t *products) {
    const function_t *f = functions->list;
    while (f->id != id) f++;
    *additions += f->additions;
    *products += f->products;
    for (uint32_t c = 0; c < f->call_count; c++) add_operations(functions, f->calls[c], additions, products);
}

static bool names_kernel(const nbl_spirv_t *spirv, uint32_t radix) {
    char name[32];
    snprintf(name, sizeof name, "nbl_fft_radix%u_", radix);
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> SpvWordCountShift) {
        if ((spirv->words[i] & SpvOpCodeMask) == SpvOpName &&
            strncmp((const char *)&spirv->words[i + 2], name, strlen(name)) == 0)
            return true;
    }
    return false;
}

/* Of a kernel with loops the specialiser makes what is counted: one function without loops and arrays. */
static void unroll(nbl_compile_desc_t *desc, nbl_spirv_t *spirv) {
    nbl_error_t error;
    nbl_spirv_free(spirv);
    desc->optimize = NBL_OPTIMIZE_UNROLL;
    ck_assert_msg(nbl_compile(desc, spirv, &error) == NBL_SUCCESS, "%s", error.text);
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> SpvWordCountShift) {
        const SpvOp op = (SpvOp)(spirv->words[i] & SpvOpCodeMask);
        const bool is_array = op == SpvOpVariable && spirv->words[i + 3] == SpvStorageClassFunction;
        ck_assert_msg(op != SpvOpFunctionCall && op != SpvOpLoopMerge && !is_array, "operation %u", op);
    }
}

static void check_shader(spv_context context, int k, bool inverse, const char *scalar, nbl_language_t language) {
    nbl_compile_desc_t desc = describe(costs[k].radix, inverse, scalar, language);
    nbl_spirv_t spirv;
    nbl_error_t error;
    char what[64];
    snprintf(what, sizeof what, "radix %u, inverse %d, %s, language %d", costs[k].radix, inverse, scalar,
             (int)language);
    ck_assert_msg(nbl_compile(&desc, &spirv, &error) == NBL_SUCCESS, "%s: %s", what, error.text);
    spv_const_binary_t binary = {spirv.words, spirv.word_count};
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvValidate(context, &binary, &diagnostic);
    ck_assert_msg(result == SPV_SUCCESS, "%s: %s", what, diagnostic ? diagnostic->error : "invalid");
    for (int other = 0; other < RADICES; other++)
        ck_assert_msg(names_kernel(&spirv, costs[other].radix) ==
                          (other == k || (is_wide(costs[k].radix) && is_wide(costs[other].radix))),
                      "%s: kernel %u", what, costs[other].radix);
    if (strcmp(scalar, "float64_t") != 0) { /* whose constants are sums */
        static functions_t functions;
        uint32_t additions = 0, products = 0;
        if (is_prime(costs[k].radix)) unroll(&desc, &spirv);
        read_functions(&spirv, &functions);
        add_operations(&functions, functions.entry, &additions, &products);
        ck_assert_msg(additions == costs[k].additions && products == costs[k].products, "%s: %u additions, %u products",
                      what, additions, products);
    }
    nbl_spirv_free(&spirv);
}

START_TEST(shaders) {
    static const char *const scalars[] = {"float32_t", "float64_t", "float16_t"};
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    uint32_t cases = 0;
    for (int k = 0; k < RADICES; k++) {
        for (int s = 0; s < 3; s++, cases++) check_shader(context, k, (k + s) % 2 != 0, scalars[s], NBL_LANGUAGE_GLSL);
        check_shader(context, k, k % 2 == 0, "float32_t", NBL_LANGUAGE_HLSL);
        cases++;
    }
    spvContextDestroy(context);
    printf("radix: %u modules valid, operations as plan/radix_cost.h has them\n", cases);
    ck_assert_uint_eq(cases, 4 * RADICES);
}
END_TEST

/* driver, for the loop of a test */
START_TEST(same_bits_on_device) {
    static float32_t numbers[2 * VALUES], expected[2 * VALUES];
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    if (!device) return;
    test_random_t random = test_random_begin("radix");
    uint32_t cases = 0, primes = 0, of_primes = 0;
    for (int k = 0; k < RADICES; k++) {
        uint32_t radix = costs[k].radix, rows = INVOCATIONS * GROUPS, count = 2 * radix * rows;
        bool inverse = test_random_below(&random, 2) != 0;
        /* Those of primes are one text, and drivers take two seconds to compile each with its loops: one a day. */
        if (is_prime(radix) && !test_takes(primes++, 5)) continue;
        if (is_prime(radix)) of_primes += radix;
        for (uint32_t i = 0; i < count; i++) numbers[i] = (float32_t)test_random_real(&random);
        for (uint32_t row = 0; row < rows; row++) {
            nbl_complex_float32_t v[NBL_FFT_MAX_RADIX];
            memcpy(v, numbers + 2 * radix * row, sizeof v[0] * radix);
            nbl_fft_radix_float32_t(v, radix, inverse);
            memcpy(expected + 2 * radix * row, v, sizeof v[0] * radix);
        }
        nbl_compile_desc_t desc = describe(radix, inverse, "float32_t", NBL_LANGUAGE_GLSL);
        test_kernel_t kernel = {
            .compile = &desc, .buffers = {{numbers, count * sizeof(float32_t)}}, .buffer_count = 1, .groups = GROUPS};
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < count; i++, cases++) {
            if (memcmp(&numbers[i], &expected[i], sizeof numbers[i]) == 0) continue;
            ck_abort_msg("%s, radix %u, inverse %d, row %u, scalar %u: %.9g is not %.9g",
                         test_driver_name((test_driver_t)_i), radix, inverse, i / (2 * radix), i % (2 * radix),
                         (double)numbers[i], (double)expected[i]);
        }
    }
    nbl_vulkan_device_destroy(device);
    printf("radix: %s has the bits of the CPU in %u scalars\n", test_driver_name((test_driver_t)_i), cases);
    ck_assert_uint_eq(cases, 2 * INVOCATIONS * GROUPS *
                                 (2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 18 + 20 + 21 + 24 +
                                  25 + 27 + 28 + 30 + 32 + 35 + 36 + of_primes));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("radix kernels as shaders");
    TCase *shader = tcase_create("shaders");
    tcase_add_test(shader, shaders);
    tcase_add_loop_test(shader, same_bits_on_device, 0, 2);
    tcase_set_timeout(shader, 300);
    suite_add_tcase(suite, shader);
    return test_run_suite(suite);
}
