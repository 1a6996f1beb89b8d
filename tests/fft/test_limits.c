/* The same bits by default: a device's limits change no bit of a transform.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/fft.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/fft/parameters.h"
#include "tests/common/testing.h"

#define BATCH 2u

typedef struct tally_t {
    uint32_t compared, refused, shapes; /* shapes: other workgroups, windows or paddings than the default */
} tally_t;

static nbl_fft_transform_plan_t default_plan(nbl_fft_transform_desc_t desc) {
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    desc.limits = nbl_fft_emulator_limits(32);
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "length %u: %s", desc.length,
                  error.text);
    return plan;
}

static void run(const nbl_fft_transform_plan_t *plan, const void *input, void *output) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_error_t error;
    launch.threads = 1;
    memset(output, 0xff, plan->output_bytes);
    ck_assert_msg(nbl_fft_transform_emulate(plan, &launch, input, output, NULL, &error) == NBL_SUCCESS, "%s",
                  error.text);
}

/* Compares a transform that was planned within the default limits with transforms planned within other limits. */
static void compare(nbl_fft_transform_desc_t desc, tally_t *tally) {
    static const uint32_t invocations[] = {256, 1024, 128, 512}, kilobytes[] = {16, 32, 48, 8};
    nbl_fft_transform_plan_t plan = default_plan(desc);
    uint64_t room = (plan.buffer_bytes + 15) / 16 * 16;
    float *input = aligned_alloc(16, room);
    void *expected = aligned_alloc(16, room), *output = aligned_alloc(16, room);
    test_random_t random = test_random_from(desc.length);
    ck_assert(input && expected && output);
    for (uint64_t i = 0; i < room / 4; i++) input[i] = (float)test_random_real(&random); /* finite as doubles, too */
    if (plan.element_bytes == 4) /* halves below 2: of what is no number any bits will do */
        for (uint64_t i = 0; i < room / 4; i++) {
            uint32_t halves;
            memcpy(&halves, &input[i], sizeof halves);
            halves &= 0xbfffbfffu;
            memcpy(&input[i], &halves, sizeof halves);
        }
    run(&plan, input, expected);
    for (uint32_t l = 0; l < 4; l++) {
        nbl_fft_transform_plan_t limited;
        desc.limits = nbl_fft_emulator_limits(4u << l);
        desc.limits.max_workgroup_invocations = invocations[l];
        desc.limits.max_shared_bytes = kilobytes[l] * 1024;
        if (nbl_fft_transform_plan(&desc, &limited, NULL) != NBL_SUCCESS) {
            tally->refused++;
            continue;
        }
        run(&limited, input, output);
        ck_assert_msg(memcmp(output, expected, plan.output_bytes) == 0,
                      "length %u, %s, kind %d: other bits within %u invocations and %u KB", desc.length,
                      nbl_fft_precision_name(desc.precision), (int)desc.kind, invocations[l], kilobytes[l]);
        tally->compared++;
        tally->shapes +=
            limited.workgroup_invocations != plan.workgroup_invocations || limited.shared_bytes != plan.shared_bytes;
    }
    free(input);
    free(expected);
    free(output);
}

/* A description of defaults and a length is nbl_fft_array()'s, too. */
START_TEST(a_length_is_enough) {
    static _Alignas(16) float input[2000], output[2000], expected[2000];
    test_random_t random = test_random_from(1000);
    for (uint32_t i = 0; i < 2000; i++) input[i] = (float)test_random_real(&random);
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    desc.length = 1000;
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(plan.output_bytes, sizeof output);
    run(&plan, input, output);
    nbl_fft_array_desc_t array = nbl_fft_array_desc_init();
    array.length = 1000;
    ck_assert_msg(nbl_fft_array(&array, input, expected, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_mem_eq(output, expected, sizeof output);
}
END_TEST

START_TEST(stockham) {
    /* 90 and 270 had other radices on a device than on the emulator; 6480 and 7056 at 256 invocations. The others are
     * small, large, with a tuned plan, with several windows or FFTs per workgroup. */
    static const uint32_t lengths[] = {2,    15,   90,   96,   128,  270,  360,  512, 630,
                                       1000, 1024, 1440, 2304, 3888, 6480, 7056, 8192};
    tally_t tally = {0, 0, 0};
    for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int precision = 0; precision < 4; precision++)
            for (int kind = 0; kind < 3; kind++) {
                nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                                 .precision = (nbl_fft_precision_t)precision,
                                                 .kind = (nbl_fft_kind_t)kind,
                                                 .length = lengths[i],
                                                 .batch = BATCH,
                                                 .inverse = (i + (uint32_t)kind) % 2 == 1};
                if (kind != NBL_FFT_COMPLEX && (i + (uint32_t)precision) % 3 != 0) continue;
                if (lengths[i] > 1024 && precision != NBL_FFT_FLOAT32 && precision != NBL_FFT_FLOAT16_STORAGE) continue;
                if (!nbl_fft_emulator_limits(0).float16 && precision == NBL_FFT_FLOAT16) continue;
                compare(desc, &tally);
            }
    printf("limits: %u transforms have the default's bits, %u of them in another shape, %u refused\n", tally.compared,
           tally.shapes, tally.refused);
    ck_assert(tally.compared > 150 && tally.shapes > 50 && tally.refused < 30);
}
END_TEST

START_TEST(radix2_shuffle) {
    tally_t tally = {0, 0, 0};
    for (uint32_t length = 8; length <= 4096; length *= 4) {
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                         .precision = NBL_FFT_FLOAT32,
                                         .length = length,
                                         .batch = BATCH,
                                         .subgroup_size = 4};
        compare(desc, &tally);
    }
    printf("limits: %u of radix2-shuffle, %u of them in another shape\n", tally.compared, tally.shapes);
    ck_assert(tally.compared >= 18 && tally.shapes >= 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("limits");
    TCase *all = tcase_create("limits");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, a_length_is_enough);
    tcase_add_test(all, stockham);
    tcase_add_test(all, radix2_shuffle);
    suite_add_tcase(suite, all);
    return test_run_suite(suite) == 0 ? 0 : 1;
}
