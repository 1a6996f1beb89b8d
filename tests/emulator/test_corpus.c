/* A corpus of kernels, broken and correct, by kind: each broken one is told for what it is, and no correct one is
 * refused, in every order and with subgroups of 1 to 128.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each order meets half of the sizes for each kernel, another half for the next; NBL_TEST_CASES=all is all of them.
 * Kernels that need ordered atomics are in test_corpus_order.c; so the others are checked in both kinds of
 * programs, with and without texts that order memory by atomics.
 */
#include "tests/emulator/corpus/corpus.h"

#include "tests/emulator/corpus/buffers.h"
#include "tests/emulator/corpus/flow.h"
#if NBL_MEMORY_MODEL
#include "tests/emulator/corpus/orders.h"
#endif
#include "tests/emulator/corpus/published.h"
#include "tests/emulator/corpus/reductions.h"
#include "tests/emulator/corpus/scans.h"
#include "tests/emulator/corpus/subgroups.h"
#include "tests/emulator/corpus/tiles.h"
#include "nbl/host/emulator.h"

enum { WORDS = 256 };

static uint32_t run_kernel(const corpus_t *kernel, uint32_t size, nbl_emulator_order_t order) {
    static _Alignas(16) uint32_t memory[4][WORDS];
    nbl_emulator_resource_t resources[4];
    static nbl_emulator_report_t report;
    nbl_emulator_launch_t launch = make_launch(kernel->kernel, 64, kernel->groups, size);

    memset(memory, 0, sizeof memory);
    for (uint32_t i = 0; i < 4; i++) resources[i] = (nbl_emulator_resource_t){memory[i], sizeof memory[i], 0};
    for (uint32_t i = 0; i < WORDS; i++) memory[0][i] = i;
    launch.name = kernel->name;
    launch.resources = resources;
    launch.resource_count = 4;
    launch.order = order;
    launch.seed = size;
    launch.step_limit = 1000000;
    launch.workgroups_at_once = kernel->groups > 1u ? 4u : 0u;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_launch(&launch, &report);
    if (report.result == kernel->result) return 0;
    printf("%s, subgroups of %u, order %d: %s, not %s: %s\n", kernel->name, (unsigned)size, (int)order,
           nbl_result_text(report.result), nbl_result_text(kernel->result), report.message);
    return 1;
}

START_TEST(all_are_told_and_none_falsely) {
    const int all = getenv("NBL_TEST_CASES") != NULL;
    uint32_t wrong = 0, correct = 0, runs = 0;

    for (uint32_t i = 0; i < corpus_count; i++) {
        uint32_t of_this = 0, place = i;
        if (corpus[i].by_calls && !NBL_EMULATOR_CALLS) {
            printf("SKIPPED: %s: calls are not told apart on this system (docs/systems.md)\n", corpus[i].name);
            continue;
        }
        for (uint32_t size = corpus[i].least; size <= corpus[i].most; size *= 2u, place++)
            for (uint32_t order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL && of_this < 3u; order++)
                if (all || (order + place) % 2u == 0) {
                    of_this += run_kernel(&corpus[i], size, (nbl_emulator_order_t)order);
                    runs++;
                }
        wrong += of_this != 0;
        correct += corpus[i].result == NBL_SUCCESS;
    }
    printf("%u broken kernels and %u correct ones, %u runs\n", (unsigned)(corpus_count - correct), (unsigned)correct,
           (unsigned)runs);
    fflush(stdout);
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_ge(corpus_count - correct, 150);
    ck_assert_uint_ge(correct, 80);
    ck_assert_uint_le(corpus_count, CORPUS_ROOM);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: corpus");
    TCase *tests = tcase_create("corpus");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, all_are_told_and_none_falsely);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
