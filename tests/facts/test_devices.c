/* Plans by kind of device: each takes the rows that are for it, and exact mode's radices are every device's.
 * SPDX-License-Identifier: Apache-2.0
 *
 * tests/fft/net.txt holds plans of NVIDIA's devices and of processors against those from before there were kinds.
 */
#include <stdio.h>
#include <string.h>

#include "facts/choose.h"
#include "facts/row.h"
#include "fft/tuning.h"
#include "plan/make.h"
#include "tests/common/testing.h"

static const char *text_of(nbl_device_kind_t device, uint32_t length, nbl_fft_precision_t precision, bool fast,
                           nbl_fft_plan_t *plan) {
    static char text[NBL_FFT_PLAN_TEXT_SIZE];
    const nbl_fft_plan_limits_t limits = {1024, 49152, 32, device};
    if (nbl_fft_tuned_plan(length, precision, fast, &limits, plan, NULL, NULL) != NBL_SUCCESS) return NULL;
    nbl_fft_plan_short_text(*plan, text, sizeof text);
    return text;
}

START_TEST(vendors_have_kinds) {
    static const struct {
        uint32_t vendor;
        nbl_device_kind_t kind;
    } known[] = {{0x10DE, NBL_DEVICE_NVIDIA}, {0x1002, NBL_DEVICE_AMD},          {0x8086, NBL_DEVICE_INTEL},
                 {0x106B, NBL_DEVICE_APPLE},  {0x5143, NBL_DEVICE_QUALCOMM},     {0x13B5, NBL_DEVICE_ARM},
                 {0x10005, NBL_DEVICE_ANY},   /* lavapipe */ {0, NBL_DEVICE_ANY}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_int_eq(nbl_device_kind_of_vendor(known[i].vendor), known[i].kind);
    for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT; k++) ck_assert_ptr_nonnull(nbl_device_kind_name(k));
    ck_assert_ptr_null(nbl_device_kind_name(NBL_DEVICE_KIND_COUNT));
    ck_assert_int_eq(nbl_fft_emulator_limits(0).device, NBL_DEVICE_PROCESSOR);
}
END_TEST

START_TEST(files_say_for_which_devices) {
    static const char *const bad[] = {"for", "fro nvidia", "FOR all", ""}, *const unknown[] = {"for 3dfx",
                                                                                               "for all,amd", "for "};
    uint8_t devices = 7;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ck_assert(!nbl_fact_read_devices(bad[i], &devices));
    ck_assert_uint_eq(devices, 7);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        ck_assert(nbl_fact_read_devices(unknown[i], &devices));
        ck_assert_uint_eq(devices, 0);
    }
    ck_assert(nbl_fact_read_devices("for nvidia,arm", &devices));
    ck_assert_uint_eq(devices, 1u << NBL_DEVICE_NVIDIA | 1u << NBL_DEVICE_ARM);
    ck_assert(nbl_fact_read_devices("for all", &devices));
    ck_assert_uint_eq(devices, NBL_FACT_ALL_DEVICES);
}
END_TEST

/* Returns whether no row before row i is for its length, precision p and kind k: files of one vendor come before the
 * portable one. */
static bool is_first(size_t i, uint32_t p, uint32_t k) {
    const nbl_fact_t *row = &nbl_facts_built_in.rows[i];
    for (size_t j = i; j > 0 && nbl_facts_built_in.rows[j - 1].number == row->number; j--) {
        const nbl_fact_t *before = &nbl_facts_built_in.rows[j - 1];
        if (before->fast == row->fast && before->kinds == row->kinds && before->conditions == 0 &&
            (before->precisions >> p & 1u) != 0 && (before->devices >> k & 1u) != 0)
            return false;
    }
    return true;
}

/* Every row of fast mode, but for fused mode's alone, is what a device of its kind takes, where all of it fits, and no
 * row is for none. */
START_TEST(rows_are_taken_by_their_devices) {
    uint32_t taken = 0, others = 0;
    for (size_t i = 0; i < nbl_facts_built_in.count; i++) {
        const nbl_fact_t *row = &nbl_facts_built_in.rows[i];
        nbl_fft_plan_t plan, made;
        ck_assert_uint_ne(row->devices, 0);
        if (!row->fast || row->kinds != NBL_FACT_TRANSFORM || row->conditions != 0 || !test_takes((uint32_t)i, 16))
            continue;
        for (uint32_t p = 0; p < 4; p++)
            for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT && (row->precisions >> p & 1u) != 0; k++) {
                const nbl_fft_plan_limits_t limits = {1024, 49152, 32, (nbl_device_kind_t)k};
                const bool fits = nbl_fft_plan_parse(row->plans[0], nbl_fft_precision_dwords((nbl_fft_precision_t)p),
                                                     &limits, &made, NULL) == NBL_SUCCESS;
                const char *text = text_of((nbl_device_kind_t)k, row->number, (nbl_fft_precision_t)p, true, &plan);
                ck_assert_ptr_nonnull(text);
                if (!fits || made.invocations < 4) continue; /* those are spread over neighbours */
                const bool is = memcmp(&made, &plan, sizeof made) == 0;
                if ((row->devices >> k & 1u) != 0 && is_first(i, p, k))
                    ck_assert_msg(is, "%s, %s: %s", row->plans[0], nbl_device_kind_name((nbl_device_kind_t)k), text);
                taken += is;
                others += !is;
            }
    }
    printf("devices: %u choices take the row, %u of other kinds another plan\n", taken, others);
    ck_assert_uint_gt(taken, 60);
    ck_assert_uint_gt(others, 60);
}
END_TEST

/* In exact mode a length has the same radices on every kind, whatever moves beside them. */
START_TEST(exact_radices_are_of_all_devices) {
    uint32_t compared = 0;
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length += length < 8192 ? 1 : length)
        for (uint32_t p = 0; p < 4; p++) {
            nbl_fft_plan_t of_any, plan;
            if (!test_takes(length, 64) ||
                text_of(NBL_DEVICE_ANY, length, (nbl_fft_precision_t)p, false, &of_any) == NULL)
                continue;
            for (uint32_t k = 1; k < NBL_DEVICE_KIND_COUNT; k++) {
                ck_assert_ptr_nonnull(text_of((nbl_device_kind_t)k, length, (nbl_fft_precision_t)p, false, &plan));
                ck_assert_msg(plan.radices == of_any.radices, "length %u", length);
                compared++;
            }
        }
    printf("devices: %u exact plans have the radices of any device\n", compared);
    ck_assert_uint_gt(compared, 100);
}
END_TEST

/* Nor do few invocations change them: such a length is refused. */
START_TEST(few_invocations_change_no_radices) {
    static const uint32_t lengths[] = {1000, 2310, 3000, 4096, 6000}, invocations[] = {100, 128, 256, 512};
    uint32_t made = 0, refused = 0;
    for (uint32_t i = 0; i < 5 * 4 * 4; i++) {
        const uint32_t length = lengths[i % 5];
        const nbl_fft_precision_t precision = (nbl_fft_precision_t)(i / 5 % 4);
        const nbl_fft_plan_limits_t few = {invocations[i / 20], 49152, 32, NBL_DEVICE_ANY};
        nbl_fft_plan_t usual, plan;
        nbl_error_t error;
        if (nbl_fft_tuned_plan(length, precision, NBL_MODE_EXACT, NULL, &usual, NULL, NULL) != NBL_SUCCESS) continue;
        if (nbl_fft_tuned_plan(length, precision, NBL_MODE_EXACT, &few, &plan, NULL, &error) == NBL_SUCCESS) {
            ck_assert_msg(nbl_fft_plan_has_radices_of(&plan, &usual), "length %u, %s: other radices", length,
                          nbl_fft_precision_name(precision));
            made++;
        } else {
            ck_assert_msg(strstr(error.text, "more invocations than the limit of") != NULL, "%s", error.text);
            refused++;
        }
    }
    ck_assert(made > 20 && refused > 5);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("devices");
    TCase *all = tcase_create("devices");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, vendors_have_kinds);
    tcase_add_test(all, files_say_for_which_devices);
    tcase_add_test(all, rows_are_taken_by_their_devices);
    tcase_add_test(all, exact_radices_are_of_all_devices);
    tcase_add_test(all, few_invocations_change_no_radices);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
