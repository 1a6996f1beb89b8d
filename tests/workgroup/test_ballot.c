/* Ballots and broadcasts of a workgroup, scans that are the device's own where it has them, and integers of 16 and 64
 * bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * On the emulator in subgroups of every size, under its checker and with shuffles that do not wait, and on lavapipe
 * from GLSL and HLSL. Mutations that fail here, tried: each of the five barriers of <name>_ballot and <name>_broadcast
 * left out (race), `i_ > 32u * w_` without the subtraction in ballot_before, NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE 0
 * (unordered shuffle in the eight scans).
 */
#define NBL_NATIVE_SCANS 0 /* on the emulator by shuffles; on the driver as it is told below */
#include "tests/workgroup/ballot_kernel.h"

#include "nbl/type_traits.h"
#include "tests/common/testing.h"

#include <stdio.h>
#include <string.h>

enum { INVOCATIONS = 96, PER_INVOCATION = 16 };
static uint32_t given[INVOCATIONS], results[INVOCATIONS * PER_INVOCATION], checked;

static void check(const char *who, bool integers) {
    uint32_t count = 0, before[INVOCATIONS + 1] = {0};
    int32_t lowest = -1, highest = -1;
    for (int32_t t = 0; t < INVOCATIONS; t++) {
        const uint32_t vote = given[t] & 1u;
        count += vote;
        before[t + 1] = count;
        if (vote && lowest < 0) lowest = t;
        if (vote) highest = t;
    }
    for (uint32_t t = 0; t < INVOCATIONS; t++) {
        const uint32_t *own = &results[t * PER_INVOCATION];
        const uint32_t lane = own[9], size = own[12], first = t - lane;
        uint32_t after = 0, greatest = 0, eight[128];
        for (uint32_t k = first; k < first + size && k < INVOCATIONS; k++) {
            if (k > t) after += given[k] & 0xffffu;
            if (k <= t && given[k] > greatest) greatest = given[k];
            eight[k - first] = given[k] & 15u;
        }
        for (uint32_t trip = 0; trip < 8u; trip++)
            for (uint32_t k = 0, most = 0; k <= lane; k++) {
                if (eight[k] > most) most = eight[k];
                eight[k] = (most + trip) & 0xffffffu;
            }
        const uint64_t wide = (uint64_t)given[t] * (UINT64_MAX - given[t]);
        const uint32_t expected[] = {given[95 - t] & 1u,
                                     count,
                                     before[t],
                                     before[t + 1],
                                     (uint32_t)lowest,
                                     (uint32_t)highest,
                                     given[77] + given[0],
                                     0,
                                     after,
                                     lane,
                                     greatest,
                                     eight[lane],
                                     size,
                                     (uint32_t)wide,
                                     (uint32_t)(wide >> 32),
                                     (uint32_t)(int16_t)(INT16_MAX + (given[t] & 255u))};
        for (uint32_t k = 0; k < (integers ? 16u : 13u); k++, checked++)
            ck_assert_msg(own[k] == expected[k], "%s, invocation %u, result %u: %u, not %u", who, t, k, own[k],
                          expected[k]);
    }
}

static void fill(test_random_t *random, uint32_t kind) {
    for (uint32_t t = 0; t < INVOCATIONS; t++) {
        given[t] = test_random_below(random, 1u << 24) & ~1u;
        given[t] |= kind == 0 ? test_random_below(random, 2) : kind == 1 ? 1u : kind == 2 ? t == 63u : 0u;
    }
    memset(results, 0x55, sizeof results);
}

START_TEST(emulated) {
    test_random_t random = test_random_begin("ballot");
    nbl_emulator_resource_t resources[] = {{given, sizeof given, 0}, {results, sizeof results, 0}};
    checked = 0;
    for (uint32_t size = 1; size <= 64u; size *= 2u)
        for (uint32_t kind = 0; kind < 4u; kind++) {
            nbl_emulator_launch_t launch = test_launch_of_case(kind);
            nbl_emulator_report_t report;
            if (96u % size != 0) continue; /* lanes that are not there give nothing to the others */
            launch.kernel = ballots;
            launch.workgroup_size[0] = INVOCATIONS;
            launch.subgroup_size = size;
            launch.resources = resources;
            launch.resource_count = 2;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            launch.check_options = NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT;
            launch.threads = 1;
            fill(&random, kind);
            ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "subgroups of %u: %s", size,
                          report.message);
            check("emulator", true);
        }
    printf("emulator: %u results\n", checked);
    ck_assert_uint_eq(checked, 6u * 4u * INVOCATIONS * 16u);
}
END_TEST

/* How many scans of its own a module has: OpGroupNonUniformIAdd and UMax. */
static uint32_t native_scans(const nbl_compile_desc_t *compile) {
    nbl_spirv_t spirv = {0};
    nbl_error_t error;
    uint32_t count = 0;
    TEST_EXPECT(nbl_compile(compile, &spirv, &error));
    for (size_t i = 5; i < spirv.word_count; i += spirv.words[i] >> 16)
        count += (spirv.words[i] & 0xffffu) == 349u || (spirv.words[i] & 0xffffu) == 357u;
    nbl_spirv_free(&spirv);
    return count;
}

START_TEST(on_a_driver) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    test_random_t random = test_random_from(9);
    if (device == NULL) return;
    checked = 0;
    for (int language = 0; language < 2; language++)
        for (int native = 0; native <= 2; native += 2) {
            if (language == 1 && native == 2) continue; /* glslang's HLSL has none */
            const nbl_define_t defines[] = {
                {"NBL_NATIVE_SCANS", native ? "2" : "0"}, {"NBL_HAS_INT16", "1"}, {"NBL_HAS_INT64", "1"}};
            nbl_compile_desc_t compile = test_kernel_text("tests/workgroup/ballot_kernel.h", (nbl_language_t)language,
                                                          defines, language == 0 ? 3 : 1);
            compile.optimize = NBL_OPTIMIZE_FOLD;
            const uint32_t scans = native_scans(&compile);
            ck_assert_msg(native ? scans > 0 : scans == 0, "NBL_NATIVE_SCANS %d: %u scans", native, scans);
            const test_kernel_t kernel = {.compile = &compile,
                                          .buffer_count = 2,
                                          .buffers = {{given, sizeof given}, {results, sizeof results}},
                                          .groups = 1};
            fill(&random, 0);
            test_kernel_run(device, &kernel);
            check(language ? "HLSL" : "GLSL", language == 0);
        }
    ck_assert_uint_eq(checked, (16u + 16u + 13u) * INVOCATIONS);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* In registers: on the CPU against C's own integers. */
#define INTEGERS(T, U, LEAST, MOST) \
    do { \
        ck_assert(nbl_limits_max_##T() == (MOST) && nbl_limits_lowest_##T() == (LEAST)); \
        ck_assert_uint_eq(NBL_SIZE_OF(T), sizeof(T)); \
        ck_assert_int_eq(NBL_IS_SIGNED(T), (T)-1 < (T)1); \
        for (int i = 0; i < 1000; i++) { \
            const T a = \
                (T)((uint64_t)test_random_below(&random, UINT32_MAX) << 32 | test_random_below(&random, UINT32_MAX)); \
            const T b = \
                (T)((uint64_t)test_random_below(&random, UINT32_MAX) << 32 | test_random_below(&random, UINT32_MAX)); \
            ck_assert(nbl_plus_##T(a, b) == (T)((U)a + (U)b) && nbl_minus_##T(a, b) == (T)((U)a - (U)b)); \
            ck_assert(nbl_multiplies_##T(a, b) == (T)((uint64_t)a * (uint64_t)b) && \
                      nbl_negate_##T(a) == (T)(0 - (U)a)); \
            ck_assert(nbl_minimum_##T(a, b) == (a < b ? a : b) && nbl_maximum_##T(a, b) == (a > b ? a : b)); \
            ck_assert(nbl_bit_xor_##T(a, b) == (T)(a ^ b) && (T)(nbl_bit_not_##T(a) ^ a) == (T)-1); \
            if (b != 0 && b != (T)-1) ck_assert(nbl_modulus_##T(a, b) == a % b && nbl_divides_##T(a, b) == a / b); \
            ck_assert(nbl_minimum_##T(a, nbl_minimum_##T##_identity()) == a); \
            ck_assert(nbl_maximum_##T(a, nbl_maximum_##T##_identity()) == a); \
            ck_assert(nbl_bit_and_##T(a, nbl_bit_and_##T##_identity()) == a); \
            checked++; \
        } \
    } while (0)
START_TEST(integers_of_16_and_64_bits) {
    test_random_t random = test_random_from(4);
    checked = 0;
    INTEGERS(uint16_t, uint32_t, 0, UINT16_MAX);
    INTEGERS(int16_t, uint32_t, INT16_MIN, INT16_MAX);
    INTEGERS(uint64_t, uint64_t, 0, UINT64_MAX);
    INTEGERS(int64_t, uint64_t, INT64_MIN, INT64_MAX);
    ck_assert_uint_eq(checked, 4000);
}
END_TEST

START_TEST(complex_operators_by_name) {
    const nbl_complex_float32_t z = {3.0f, -2.0f}, w = {5.0f, 7.0f};
    nbl_complex_float32_t sum = nbl_plus_nbl_complex_float32_t(z, w);
    ck_assert(sum.real == 8.0f && sum.imag == 5.0f);
    NBL_ASSIGN(nbl_multiplies_nbl_complex_float32_t, sum, z);
    ck_assert(sum.real == 34.0f && sum.imag == -1.0f);
    sum = nbl_minus_nbl_complex_float32_t(nbl_negate_nbl_complex_float32_t(z), w);
    ck_assert(sum.real == -8.0f && sum.imag == -5.0f);
    sum = nbl_divides_nbl_complex_float32_t(nbl_multiplies_nbl_complex_float32_t(z, w), w);
    ck_assert(nbl_equal_to_nbl_complex_float32_t(sum, z) && nbl_not_equal_to_nbl_complex_float32_t(sum, w));
    sum = nbl_multiplies_nbl_complex_float32_t(z, nbl_multiplies_nbl_complex_float32_t_identity());
    sum = nbl_plus_nbl_complex_float32_t(sum, nbl_plus_nbl_complex_float32_t_identity());
    ck_assert(nbl_equal_to_nbl_complex_float32_t(sum, z));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ballot");
    TCase *tests = tcase_create("ballot");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, emulated);
    tcase_add_test(tests, on_a_driver);
    tcase_add_test(tests, integers_of_16_and_64_bits);
    tcase_add_test(tests, complex_operators_by_name);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
