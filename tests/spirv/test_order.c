/* Orders of instructions: the same instructions, whatever acts where it was, loads between the same two of these,
 * operands before their uses, and the same bits on drivers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/wisdom.h"
#include "spirv/specialize/shape.h"
#include "tests/vulkan/vulkan_testing.h"

#define kDefaultMaxIdBound \
    kDefaultMaxIdBound_of_the_test /* a definition in the header: every user needs a name of its own */
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>

static const nbl_instruction_order_t orders[] = {NBL_INSTRUCTION_ORDER_LATE, NBL_INSTRUCTION_ORDER_LOADS_FIRST,
                                                 NBL_INSTRUCTION_ORDER_DEMANDED};
enum { ORDERS = sizeof orders / sizeof *orders };

static void expect_valid(const nbl_spirv_t *spirv, const char *what) {
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spv_const_binary_t binary = {spirv->words, spirv->word_count};
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvValidate(context, &binary, &diagnostic); /* operands before uses, too */
    ck_assert_msg(result == SPV_SUCCESS, "%s: %s", what, diagnostic ? diagnostic->error : "invalid");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
}

/* Of an instruction with a result: how many that act, or begin or end a block, stand before it, and of a load whether
 * it is one. Of main() as a whole: what acts, in its order, as words. */
typedef struct place_t {
    uint32_t at, before;
    bool loads;
} place_t;

typedef struct code_t {
    place_t *places; /* by id */
    uint32_t *acting, acting_words, first;
} code_t;

static code_t read_code(const nbl_spirv_t *spirv) {
    code_t c = {calloc(spirv->words[3], sizeof *c.places), malloc(spirv->word_count * sizeof *c.acting), 0, 0};
    uint32_t before = 0;
    ck_assert(c.places && c.acting);
    for (uint32_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i;
        nbl_shape_t shape = nbl_shape(w[0] & 0xffff);
        if ((w[0] & 0xffff) == SpvOpFunction) c.first = i;
        if (!c.first) continue;
        if (shape.effect != NBL_SHAPE_PURE && shape.effect != NBL_SHAPE_READS) {
            memcpy(c.acting + c.acting_words, w, (w[0] >> 16) * sizeof *w);
            c.acting_words += w[0] >> 16;
            before++;
        } else if (shape.results) {
            c.places[w[shape.results]] = (place_t){i, before, shape.effect == NBL_SHAPE_READS};
        }
    }
    return c;
}

static void free_code(code_t *c) {
    free(c->places);
    free(c->acting);
}

/* Whether two modules differ in the order of instructions alone, and keep what memory demands. Identifiers are the same
 * ones in both: the order is the last that is decided. */
static void expect_reordered(const nbl_spirv_t *written, const nbl_spirv_t *other, const char *what) {
    code_t a = read_code(written), b = read_code(other);
    ck_assert_uint_eq(written->word_count, other->word_count);
    ck_assert_uint_eq(a.first, b.first);
    ck_assert(memcmp(written->words, other->words, a.first * sizeof *written->words) == 0);
    ck_assert_uint_eq(a.acting_words, b.acting_words);
    ck_assert_msg(memcmp(a.acting, b.acting, a.acting_words * sizeof *a.acting) == 0,
                  "%s: stores, barriers or branches moved", what);
    for (uint32_t id = 1; id < written->words[3]; id++) {
        const uint32_t *w = written->words + a.places[id].at, *v = other->words + b.places[id].at;
        ck_assert_msg(!a.places[id].at == !b.places[id].at, "%s: %u is in one module alone", what, id);
        if (!a.places[id].at) continue;
        ck_assert_msg(memcmp(w, v, (w[0] >> 16) * sizeof *w) == 0, "%s: %u has other words", what, id);
        ck_assert_msg(!a.places[id].loads || a.places[id].before == b.places[id].before,
                      "%s: load %u moved over a store or a barrier", what, id);
    }
    free_code(&a);
    free_code(&b);
}

static bool is_same(const nbl_spirv_t *a, const nbl_spirv_t *b) {
    return a->word_count == b->word_count && memcmp(a->words, b->words, a->word_count * sizeof *a->words) == 0;
}

/* Compiles in each order and compares with the text's. Returns how many orders are others. */
static uint32_t compare_orders(nbl_compile_desc_t compile, const char *what) {
    nbl_spirv_t written, made;
    nbl_error_t error;
    uint32_t others = 0;
    compile.instruction_order = NBL_INSTRUCTION_ORDER_WRITTEN;
    expect_ok(nbl_compile(&compile, &written, &error), &error);
    for (int k = 0; k < ORDERS; k++) {
        char which[160];
        compile.instruction_order = orders[k];
        snprintf(which, sizeof which, "%s, %s", what, nbl_fft_instruction_order_name(orders[k]));
        expect_ok(nbl_compile(&compile, &made, &error), &error);
        ck_assert_msg(!made.refused[0], "%s: refused: %s", which, made.refused);
        expect_valid(&made, which);
        expect_reordered(&written, &made, which);
        others += !is_same(&written, &made);
        nbl_spirv_free(&made);
    }
    nbl_spirv_free(&written);
    return others;
}

/* Loads between stores to the place that they read, what is needed long after it could be computed, and a branch. */
static const char aliasing[] =
    "#version 460\nlayout(local_size_x = 64) in; layout(binding = 0) buffer a { float x[]; };\n"
    "layout(binding = 1) buffer b { float y[]; }; shared float s[64];\n"
    "void main() { uint i = gl_LocalInvocationIndex, j = 63u - i; float p = x[i] * 3.0, q = x[i + 64u] + p;\n"
    "x[i] = p; float r = x[i ^ 1u] + q; x[i] = r; float t = x[i ^ 1u]; s[i] = t + p; barrier(); float u = s[j];\n"
    "if (u > q) { y[i + 1u] = u; t += y[i]; } barrier(); s[i] = t * u; barrier(); y[i] = s[i ^ 1u] - x[i]; }\n";

START_TEST(loads_stay_between_stores) {
    nbl_compile_desc_t compile = {.file = "aliasing", .text = aliasing};
    ck_assert_uint_eq(compare_orders(compile, "aliasing"), ORDERS);
}
END_TEST

static nbl_fft_transform_plan_t plan_of(uint32_t length, nbl_fft_precision_t precision, uint32_t rounds) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = precision,
                                     .length = length,
                                     .batch = 5,
                                     .rounds = rounds,
                                     .subgroup_size = 1,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    expect_ok(nbl_fft_transform_plan(&desc, &plan, &error), &error);
    return plan;
}

static const struct {
    uint32_t length, rounds;
    nbl_fft_precision_t precision;
} cases[] = {{64, 2, NBL_FFT_FLOAT16_STORAGE}, {120, 1, NBL_FFT_FLOAT32},  {1000, 1, NBL_FFT_FLOAT16_STORAGE},
             {2304, 1, NBL_FFT_FLOAT32},       {1024, 1, NBL_FFT_FLOAT64}, {512, 8, NBL_FFT_FLOAT16_STORAGE}};
enum { CASES = sizeof cases / sizeof *cases, RUN_CASES = 2 /* that drivers of a CPU build in a second */ };

START_TEST(kernels_are_reordered_alone) {
    nbl_fft_transform_plan_t plan = plan_of(cases[_i].length, cases[_i].precision, cases[_i].rounds);
    for (int fast = 0; fast < 2; fast++) {
        nbl_fft_transform_plan_t made = plan;
        nbl_spirv_t spirv[1 + ORDERS];
        nbl_error_t error;
        for (int k = 0; k <= ORDERS; k++) {
            char what[64];
            made.desc.instruction_order = k ? orders[k - 1] : NBL_INSTRUCTION_ORDER_WRITTEN;
            snprintf(what, sizeof what, "length %u, %s", cases[_i].length,
                     nbl_fft_instruction_order_name(made.desc.instruction_order));
            expect_ok(nbl_fft_transform_compile(NULL, (nbl_mode_t)fast, true, &made, &spirv[k], &error), &error);
            expect_valid(&spirv[k], what);
            expect_reordered(&spirv[0], &spirv[k], what);
            for (int other = 0; other < k; other++) ck_assert_msg(!is_same(&spirv[other], &spirv[k]), "%s", what);
        }
        for (int k = 0; k <= ORDERS; k++) nbl_spirv_free(&spirv[k]);
    }
}
END_TEST

/* ---- On drivers */

START_TEST(bits_stay) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    test_random_t random = test_random_begin("orders");
    uint32_t ran = 0;
    if (!use_driver(_i)) return;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    for (int c = 0; c < RUN_CASES; c++) {
        nbl_fft_transform_plan_t plan = plan_of(cases[c].length, cases[c].precision, cases[c].rounds);
        size_t bytes = (size_t)plan.buffer_bytes;
        uint8_t *input = malloc(bytes), *expected = malloc(bytes), *output = malloc(bytes);
        ck_assert(input && expected && output);
        for (size_t i = 0; i < bytes; i++) input[i] = (uint8_t)(test_random_below(&random, 256) & 0x3f);
        nbl_emulator_launch_t emulated = nbl_emulator_launch_init();
        expect_ok(nbl_fft_transform_emulate(&plan, &emulated, input, expected, NULL, &error), &error);
        for (int k = 0; k < ORDERS; k++, ran++) {
            memset(output, 1, bytes);
            plan.desc.instruction_order = orders[k];
            expect_ok(nbl_fft_transform_vulkan(device, NULL, NBL_MODE_EXACT, true, &plan, input, output, NULL, &error),
                      &error);
            ck_assert_msg(memcmp(output, expected, bytes) == 0, "length %u, %s: other bits", cases[c].length,
                          nbl_fft_instruction_order_name(orders[k]));
        }
        free(input);
        free(expected);
        free(output);
    }
    nbl_vulkan_device_destroy(device);
    printf("orders: %u kernels have the emulator's bits on %s\n", ran, test_driver_name((test_driver_t)_i));
    ck_assert_uint_eq(ran, RUN_CASES * ORDERS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("orders");
    TCase *tests = tcase_create("orders");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, loads_stay_between_stores);
    tcase_add_loop_test(tests, kernels_are_reordered_alone, 0, CASES);
    tcase_add_loop_test(tests, bits_stay, 0, driver_count());
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
