/* Shuffles that do not wait: a kernel that relies on lock-step is told, with barriers it is not, nor is what is
 * constant; and the library's own transforms and scans with their barriers in.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE 1
#include "nbl/functional.h"
#include "nbl/subgroup/ballot.h"
#include "tests/emulator/emulator_testing.h"

#define TRIPS 8u

NBL_BUFFER(0, uint32_t, data)

/* Kogge and Stone's scan, in a loop, as "Nvidia SPIR-V Compiler Bug or Do Subgroup Shuffle Operations Not Imply
 * Execution Dependency?" (Nabla, 2025) has it. */
#define SCANS(name, BARRIER) \
    NBL_KERNEL(name) { \
        uint32_t lane = nbl_subgroup_invocation_id(), t = nbl_local_invocation_index(); \
        for (uint32_t trip = 0; trip < TRIPS; trip++) { \
            uint32_t value = NBL_LOAD(data, 64u * trip + t); \
            for (uint32_t step = 1u; step < nbl_subgroup_size(); step *= 2u) { \
                BARRIER; \
                uint32_t left = nbl_subgroup_shuffle_up(value, step); \
                value += lane >= step ? left : 0u; \
            } \
            NBL_STORE(data, 64u * trip + t, value); \
        } \
    }

SCANS(lock_step, (void)0)
SCANS(with_barriers, NBL_SUBGROUP_BARRIER())

NBL_KERNEL(constants) {
    uint32_t sum = 0;
    NBL_SUBGROUP_BARRIER();
    for (uint32_t i = 0; i < 40u; i++) sum += nbl_subgroup_shuffle_xor(7u, 1u);
    NBL_STORE(data, nbl_local_invocation_index(), sum);
}

/* Allocates a place for each lane that asks for one: "Maximal Reconvergence and Quad Control Extensions" (Khronos,
 * 2024). With a shuffle in place of the broadcast a lane may take `base` before the elected lane has it. data[0]
 * counts, from 1. */
#define ALLOCATES(name, FROM_FIRST) \
    NBL_KERNEL(name) { \
        uint32_t t = nbl_local_invocation_index(); \
        bool needs_space = t % 3u != 0u; \
        for (uint32_t trip = 0; trip < TRIPS; trip++) { \
            if (nbl_subgroup_any(needs_space)) { \
                nbl_uint32_t4 mask = nbl_subgroup_ballot(needs_space); \
                uint32_t size = nbl_subgroup_ballot_bit_count(mask), base = 0u; \
                if (nbl_subgroup_elect()) base = NBL_ATOMIC_ADD(data, 0, size); \
                base = FROM_FIRST; \
                if (needs_space) \
                    NBL_STORE(data, base + nbl_subgroup_ballot_exclusive_bit_count(mask), 1000u * (trip + 1u) + t); \
            } \
        } \
    }

ALLOCATES(allocates, nbl_subgroup_broadcast_first(base))
ALLOCATES(allocates_by_shuffle, nbl_subgroup_shuffle(base, 0u))

#define NBL_SUBGROUP_ARITHMETIC_NAME scan
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#include "nbl/subgroup/arithmetic.h"

NBL_KERNEL(library_scan) {
    uint32_t t = nbl_local_invocation_index();
    for (uint32_t trip = 0; trip < TRIPS; trip++) {
        uint32_t value = NBL_LOAD(data, 64u * trip + t);
        NBL_STORE(data, 64u * trip + t,
                  scan_inclusive_scan(value) + 0u * scan_reduce(value) + 0u * scan_exclusive_scan(value));
    }
}

#define NBL_SUBGROUP_FFT_NAME transform
#define NBL_SUBGROUP_FFT_SCALAR float32_t
#define NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 2
#include "nbl/subgroup/fft.h"

NBL_KERNEL(library_transform) {
    uint32_t t = nbl_local_invocation_index();
    nbl_fft_pair_float32_t pair;
    pair.lo = nbl_complex_construct((float)t, 1.0f);
    pair.hi = nbl_complex_construct(1.0f, (float)(t * t));
    pair = transform_fft(pair, t & 3u, false);
    NBL_STORE(data, t, nbl_bits_from_float32(pair.lo.real));
}

static _Alignas(16) uint32_t memory[64u * TRIPS];

static nbl_result_t run(void (*kernel)(void), uint32_t subgroup_size, nbl_emulator_order_t order, uint32_t options,
                        nbl_emulator_report_t *report) {
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    for (uint32_t i = 0; i < 64u * TRIPS; i++) memory[i] = i + 1u;
    launch.kernel = kernel;
    launch.workgroup_size[0] = 64;
    launch.subgroup_size = subgroup_size;
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.order = order;
    launch.seed = 5;
    launch.check_options = options;
    return nbl_emulator_launch(&launch, report);
}

static void expect_scans(uint32_t subgroup_size) {
    for (uint32_t trip = 0; trip < TRIPS; trip++)
        for (uint32_t t = 0, sum = 0; t < 64u; t++) {
            sum = (t % subgroup_size ? sum : 0u) + 64u * trip + t + 1u;
            CHECK_CASE(memory[64u * trip + t] == sum, "trip %u, invocation %u", trip, t);
        }
}

START_TEST(lock_step_is_told_and_barriers_silence_it) {
    nbl_emulator_report_t report;
    for (uint32_t size = 4; size <= 64u; size *= 2u)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
            ck_assert_int_eq(run(lock_step, size, (nbl_emulator_order_t)order, 0, &report), NBL_SUCCESS);
            expect_scans(size);
            ck_assert_int_eq(run(lock_step, size, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT,
                                 &report),
                             NBL_ERROR_UNORDERED_SHUFFLE);
            ck_assert_ptr_nonnull(strstr(report.message, "test_early_shuffle.c"));
            ck_assert_ptr_nonnull(strstr(report.message, "a subgroup barrier before the shuffle would order them"));
            ck_assert_int_eq(run(with_barriers, size, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT,
                                 &report),
                             NBL_SUCCESS);
            expect_scans(size);
        }
}
END_TEST

START_TEST(constants_need_no_barrier) {
    nbl_emulator_report_t report;
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
        if (run(constants, 32, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT, &report) != NBL_SUCCESS)
            ck_abort_msg("%s", report.message);
        ck_assert_uint_eq(memory[0], 280);
    }
}
END_TEST

START_TEST(places_are_allocated_by_a_broadcast_and_not_by_a_shuffle) {
    nbl_emulator_report_t report;
    uint32_t told = 0;
    for (uint32_t size = 4; size <= 64u; size *= 2u)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
            bool seen[TRIPS][64] = {{false}};
            if (run(allocates, size, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT, &report) !=
                NBL_SUCCESS)
                ck_abort_msg("%s", report.message);
            ck_assert_uint_eq(memory[0], 1u + 42u * TRIPS); /* 42 of 64 ask */
            for (uint32_t i = 1; i < memory[0]; i++) {
                const uint32_t trip = memory[i] / 1000u - 1u, t = memory[i] % 1000u;
                ck_assert(trip < TRIPS && t < 64u && t % 3u != 0u && !seen[trip][t]);
                seen[trip][t] = true;
            }
            /* or the access with what it took fails before the elected lane arrives */
            told += run(allocates_by_shuffle, size, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT,
                        &report) != NBL_SUCCESS;
        }
    printf("a shuffle in place of the broadcast: told of in %u of 20 launches\n", told);
    ck_assert_uint_eq(told, 15);
}
END_TEST

START_TEST(the_librarys_own_are_correct_with_their_barriers) {
    nbl_emulator_report_t report;
    for (uint32_t size = 4; size <= 64u; size *= 2u)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
            if (run(library_scan, size, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT, &report) !=
                NBL_SUCCESS)
                ck_abort_msg("%s", report.message);
            expect_scans(size);
            if (run(library_transform, size, (nbl_emulator_order_t)order, NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT, &report) !=
                NBL_SUCCESS)
                ck_abort_msg("%s", report.message);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("early_shuffle");
    TCase *all = tcase_create("early_shuffle");
    tcase_add_test(all, lock_step_is_told_and_barriers_silence_it);
    tcase_add_test(all, places_are_allocated_by_a_broadcast_and_not_by_a_shuffle);
    tcase_add_test(all, constants_need_no_barrier);
    tcase_add_test(all, the_librarys_own_are_correct_with_their_barriers);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
