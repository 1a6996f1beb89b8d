/* Random programs by the native emulator and as SPIR-V: the same verdicts, and the same values where there is no race.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_TEST_CASES sets how many programs, NBL_SEED which.
 */
#include "tests/emulator/emulator_testing.h"
#include "tests/interpreter/interpreter_testing.h"
#include "tests/interpreter/random_machine.h"

enum { WORKGROUPS = 2, MOST = 40, WORDS = 128, RESULTS = WORKGROUPS * 32 * 6 };

typedef struct memory_t {
    _Alignas(16) uint32_t code[2 * MOST + 4];
    _Alignas(16) uint32_t results[RESULTS];
    _Alignas(16) uint32_t words[WORDS], seen_by_all[WORDS];
} memory_t;

static uint64_t seed;
static uint32_t case_count = 200;

static void draw(test_random_t *random, uint32_t code[2 * MOST + 4]) {
    /* operations on memory, each as often as it is to be drawn; a program has one or two accesses that may race, or
     * many */
    static const uint8_t memory[] = {22, 22, 23, 24, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33};
    const uint32_t count = 4 + test_random_below(random, MOST - 4), barriers = test_random_below(random, 4),
                   accesses = test_random_below(random, 12);
    code[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t what = test_random_below(random, 3) == 0   ? 10 + test_random_below(random, 12)
                        : test_random_below(random, 6) == 0 ? 34 + test_random_below(random, 2)
                                                            : test_random_below(random, 10);
        if (test_random_below(random, 12) < barriers) what = 64;
        if (test_random_below(random, 24) < accesses) what = memory[test_random_below(random, sizeof memory)];
        /* neighbours seldom, one's own element often */
        const uint32_t n =
            test_random_below(random, 3) == 0 ? test_random_below(random, 256) : 32u * (test_random_below(random, 3));
        code[2 * i + 1] = what << 24 | test_random_below(random, 0x1000) << 12 | test_random_below(random, 16) << 8 | n;
        code[2 * i + 2] = test_random_below(random, 0xFFFFFFFFu);
    }
}

static nbl_result_t run_native(memory_t *memory, uint32_t size, nbl_emulator_report_t *report) {
    const nbl_emulator_resource_t resources[] = {{memory->code, sizeof memory->code, 0},
                                                 {memory->results, sizeof memory->results, 0},
                                                 {memory->words, sizeof memory->words, 0},
                                                 {memory->seen_by_all, sizeof memory->seen_by_all, 0}};
    nbl_emulator_launch_t launch = make_launch(random_machine, 32, WORKGROUPS, size);
    launch.resources = resources;
    launch.resource_count = 4;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.threads = 1;
    return nbl_emulator_launch(&launch, report);
}

static nbl_result_t run_module(const nbl_interpreter_t *interpreter, memory_t *memory, uint32_t size, bool by_subgroups,
                               nbl_interpreter_report_t *report) {
    const nbl_interpreter_binding_t bindings[] = {
        {.binding = 0, .data = memory->code, .bytes = sizeof memory->code},
        {.binding = 1, .data = memory->results, .bytes = sizeof memory->results},
        {.binding = 2, .data = memory->words, .bytes = sizeof memory->words},
        {.binding = 3, .data = memory->seen_by_all, .bytes = sizeof memory->seen_by_all}};
    const nbl_interpreter_run_t run = {.bindings = bindings,
                                       .binding_count = 4,
                                       .groups = {WORKGROUPS, 1, 1},
                                       .subgroup_size = size,
                                       .by_subgroups = by_subgroups,
                                       .check = true};
    return nbl_interpreter_run(interpreter, &run, report);
}

static void tell(const memory_t *first, const nbl_emulator_report_t *native, const nbl_interpreter_report_t *here) {
    static char text[1 << 16];
    for (uint32_t i = 0; i < first->code[0]; i++)
        printf("%2u: what %u to %u a %u b %u who %u n %u, %u\n", (unsigned)i, (unsigned)(first->code[2 * i + 1] >> 24),
               (unsigned)(first->code[2 * i + 1] >> 20 & 15u) % 6u, (unsigned)(first->code[2 * i + 1] >> 16 & 15u) % 6u,
               (unsigned)(first->code[2 * i + 1] >> 12 & 15u) % 6u, (unsigned)(first->code[2 * i + 1] >> 8 & 15u),
               (unsigned)(first->code[2 * i + 1] & 255u), (unsigned)first->code[2 * i + 2]);
    nbl_emulator_report_text(native, text, sizeof text);
    printf("native: %s\n%s", nbl_result_text(native->result), text);
    for (uint32_t i = 0; i < here->finding_count; i++) {
        nbl_interpreter_finding_text(&here->findings[i], text, sizeof text);
        printf("here: %s", text);
    }
    fflush(stdout);
}

START_TEST(same_verdicts_and_values) {
    static memory_t first, native, here;
    static nbl_emulator_report_t native_report;
    static nbl_interpreter_report_t report;
    const nbl_define_t define = {"NBL_MEMORY_MODEL", "1"};
    const nbl_compile_desc_t desc = {.file = "random_machine.h",
                                     .text = test_read_text("tests/interpreter/random_machine.h"),
                                     .defines = &define,
                                     .define_count = 1,
                                     .debug = true};
    nbl_spirv_t spirv;
    nbl_error_t error;
    uint32_t races = 0, differ = 0;
    TEST_EXPECT(nbl_compile(&desc, &spirv, &error));
    nbl_interpreter_t *interpreter = interpret(&spirv);
    for (uint32_t i = 0; i < case_count; i++) {
        test_random_t random = test_random_from(seed * 1000003u + i);
        const uint32_t size = 1u << (test_random_below(&random, 3) * 2);
        draw(&random, first.code);
        for (uint32_t k = 0; k < WORDS; k++) first.words[k] = first.seen_by_all[k] = k * 77u;
        native = here = first;
        const nbl_result_t expected = run_native(&native, size, &native_report),
                           found = run_module(interpreter, &here, size, i % 2 == 1, &report);
        races += expected == NBL_ERROR_RACE;
        const int same = expected == NBL_SUCCESS ? memcmp(&native, &here, sizeof here) == 0 : 1;
        if (expected == found && same) continue;
        printf("program %u of seed %llu, subgroups of %u: %s; here %s%s\n", (unsigned)i, (unsigned long long)seed,
               (unsigned)size, nbl_result_text(expected), nbl_result_text(found), same ? "" : ", other values");
        if (differ++ < 3) tell(&first, &native_report, &report);
    }
    printf("%u programs, %u of which race\n", (unsigned)case_count, (unsigned)races);
    ck_assert_uint_eq(differ, 0);
    ck_assert_uint_gt(races, case_count / 10);
    ck_assert_uint_lt(races, case_count - case_count / 10);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

int main(void) {
    const char *cases = getenv("NBL_TEST_CASES");
    if (cases != NULL) case_count = (uint32_t)strtoul(cases, NULL, 10);
    seed = test_seed("random programs, natively and as SPIR-V");
    Suite *suite = suite_create("interpreter: random programs");
    TCase *one = tcase_create("random programs");
    tcase_set_timeout(one, 0);
    tcase_add_test(one, same_verdicts_and_values);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
