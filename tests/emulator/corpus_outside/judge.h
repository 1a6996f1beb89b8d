/* Runs the labelled kernels of the outside corpus in every order, in several subgroup sizes, and compares labels.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_CORPUS_OUTSIDE_JUDGE_H
#define NBL_TESTS_EMULATOR_CORPUS_OUTSIDE_JUDGE_H

#include "tests/emulator/emulator_testing.h"
#include "tests/emulator/corpus_outside/memory.h"

/* Subgroup sizes: bits that or together, as of nbl_emulator_sweep */
enum { NO_SIZE = 0, ALL_SIZES = 1 | 8 | 32 | 128 };

/* What is wrong with a kernel */
#define MISSING_BARRIER "missing barrier"
#define REUSE "shared memory reused too early"
#define DIVERGENT "barrier in divergent flow"
#define LOCK_STEP "lock-step or a subgroup size assumed"
#define LANES "lanes that are not there"
#define WEAK_ORDER "order or scope of atomics too weak"
#define FENCE "missing fence"
#define INDEX "index out of bounds or off by one"
#define UNINITIALISED "uninitialised shared memory"
#define BUFFERS "barrier believed to order buffers"
#define WRITES "several writers of one place"
#define BESIDE_ATOMICS "plain access beside atomic ones"
#define WORKGROUPS "workgroups that race"
#define SPIN "waiting without progress"

/* How it may be told: results of the launch, or'ed */
#define TOLD(result) (1u << (result))
#define RACE TOLD(NBL_ERROR_RACE)
#define NO_VALUE TOLD(NBL_ERROR_UNINITIALIZED)
#define DIVERGES TOLD(NBL_ERROR_DIVERGENT_BARRIER)
#define NO_LANE TOLD(NBL_ERROR_INVALID_SHUFFLE)
#define OUTSIDE TOLD(NBL_ERROR_OUT_OF_BOUNDS)
#define NO_END TOLD(NBL_ERROR_STEP_LIMIT)
#define ASSERTS TOLD(NBL_ERROR_ASSERTION)
#define DIFFERS TOLD(NBL_ERROR_RESULTS_DIFFER) /* from another order's, as a sweep tells */

typedef struct outside_case_t {
    void (*kernel)(void);
    const char *name;
    const char *kind;                      /* NULL: correct */
    uint32_t broken;                       /* subgroup sizes in which it is; in the others it is correct */
    uint32_t told;                         /* results, each as TOLD() */
    const char *array;                     /* of a finding, which one; NULL: not looked at */
    int in_some_order;                     /* what a run shows depends on who comes first: told in one is enough */
    int varies;                            /* what a correct kernel leaves depends on who comes first, as it may */
    uint32_t width;                        /* 0: one dimension */
    uint32_t invocations;                  /* 0: 64 */
    uint32_t workgroups, at_once, options; /* 0: 1, one, none */
} outside_case_t;

/* The fields of a row; others may follow */
#define CORRECT(kernel_) .kernel = kernel_, .name = #kernel_
#define BROKEN_AT(sizes, kernel_, kind_, told_, array_) \
    .kernel = kernel_, .name = #kernel_, .kind = kind_, .broken = sizes, .told = told_, .array = array_
#define BROKEN(kernel_, kind_, told_, array_) BROKEN_AT(ALL_SIZES, kernel_, kind_, told_, array_)

enum { OUTSIDE_ELEMENTS = 1024, OUTSIDE_TEXELS = 64 * 16 };
typedef struct outside_memory_t {
    _Alignas(16) uint32_t source[OUTSIDE_ELEMENTS];
    _Alignas(16) uint32_t result[OUTSIDE_ELEMENTS], parts[OUTSIDE_ELEMENTS], flags[OUTSIDE_ELEMENTS];
    _Alignas(16) uint8_t octets[OUTSIDE_ELEMENTS];
    _Alignas(16) float picture[4 * OUTSIDE_TEXELS];
    _Alignas(16) float points[512];
    _Alignas(16) uint32_t counters[OUTSIDE_ELEMENTS];
} outside_memory_t;

static inline nbl_result_t outside_run(const outside_case_t *test, uint32_t subgroup_size, nbl_emulator_order_t order,
                                       uint64_t seed, outside_memory_t *memory, nbl_emulator_report_t *report) {
    nbl_emulator_resource_t resources[] = {
        {memory->source, sizeof memory->source, 0},    {memory->result, sizeof memory->result, 0},
        {memory->parts, sizeof memory->parts, 0},      {memory->flags, sizeof memory->flags, 0},
        {memory->octets, sizeof memory->octets, 0},    {memory->picture, 64, 16},
        {memory->points, sizeof memory->points, 0},    {memory->source, sizeof memory->source, 0},
        {memory->counters, sizeof memory->counters, 0}};
    limits_t limits = {50};
    nbl_emulator_launch_t launch = make_launch(test->kernel, test->invocations != 0 ? test->invocations : 64u,
                                               test->workgroups != 0 ? test->workgroups : 1u, subgroup_size);
    if (test->width != 0) {
        launch.workgroup_size[1] = launch.workgroup_size[0] / test->width;
        launch.workgroup_size[0] = test->width;
    }
    memset(memory, 0, sizeof *memory);
    for (uint32_t i = 0; i < OUTSIDE_ELEMENTS; i++) memory->source[i] = i * 37u % 251u;
    launch.name = test->name;
    launch.resources = resources;
    launch.resource_count = sizeof resources / sizeof resources[0];
    launch.push_constants = &limits;
    launch.workgroups_at_once = test->at_once;
    launch.order = order;
    launch.seed = seed;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.check_options = test->options;
    launch.step_limit = 50000;
    launch.threads = 1;
    return nbl_emulator_launch(&launch, report);
}

static inline int outside_names(const nbl_emulator_report_t *report, const char *array) {
    for (uint32_t i = 0; i < report->finding_count; i++)
        if (strcmp(report->findings[i].name, array) == 0) return 1;
    return 0;
}

/* NBL_SHOW=name prints every report of a kernel, NBL_SHOW=all the first of each. */
static inline void outside_show(const outside_case_t *test, const nbl_emulator_report_t *report, int first) {
    static char text[1 << 16];
    const char *shown = getenv("NBL_SHOW");
    if (shown == NULL || (strcmp(shown, test->name) != 0 && (!first || strcmp(shown, "all") != 0))) return;
    nbl_emulator_report_text(report, text, sizeof text);
    printf("---- %s (%s): %s\n%s", test->name, test->kind != NULL ? test->kind : "correct",
           nbl_result_text(report->result), text);
}

/* Writes what the checker says otherwise than the label, in one line; returns 0 where it agrees. */
static inline int outside_judge(const outside_case_t *test, char *why, size_t bytes) {
    static const struct {
        nbl_emulator_order_t order;
        uint64_t seed;
    } runs[] = {{NBL_EMULATOR_ASCENDING, 0},
                {NBL_EMULATOR_ADVERSARIAL, 1},
                {NBL_EMULATOR_DESCENDING, 0},
                {NBL_EMULATOR_SHUFFLED, 1},
                {NBL_EMULATOR_ADVERSARIAL, 2}};
    enum { ALL_RUNS = sizeof runs / sizeof runs[0] };
    static outside_memory_t memory, before;
    static nbl_emulator_report_t report;
    int first_report = 1, differs;
    for (uint32_t size = 1; size <= 128; size *= 2) {
        /* All orders at size 8, and for a test that only some order finds; else two orders */
        uint32_t silent = 0, count = size == 8 || test->in_some_order ? (uint32_t)ALL_RUNS : 2u;
        if ((ALL_SIZES & size) == 0) continue;
        for (uint32_t run = 0; run < count; run++) {
            nbl_result_t result = outside_run(test, size, runs[run].order, runs[run].seed, &memory, &report);
            outside_show(test, &report, first_report);
            if (result != NBL_SUCCESS) first_report = 0;
            if ((test->broken & size) == 0 && result != NBL_SUCCESS)
                return snprintf(why, bytes, "correct at subgroup size %u, and refused in run %u: %s", size, run,
                                report.message);
            if ((test->broken & size) == 0 && !test->varies && run > 0 && memcmp(&memory, &before, sizeof memory) != 0)
                return snprintf(why, bytes, "correct at subgroup size %u, and run %u leaves another result", size, run);
            differs = run > 0 && memcmp(&memory, &before, sizeof memory) != 0;
            before = memory;
            if ((test->broken & size) == 0) continue;
            if (result == NBL_SUCCESS && differs) result = NBL_ERROR_RESULTS_DIFFER;
            if (result == NBL_SUCCESS || (result == NBL_ERROR_RESULTS_DIFFER && (test->told & DIFFERS) == 0)) {
                silent++;
                continue;
            }
            if ((test->told & TOLD(result)) == 0)
                return snprintf(why, bytes, "broken at subgroup size %u, and told as something else in run %u: %s",
                                size, run, report.message);
            if (test->array != NULL && (result == NBL_ERROR_RACE || result == NBL_ERROR_UNINITIALIZED) &&
                !outside_names(&report, test->array))
                return snprintf(why, bytes, "broken at subgroup size %u, and run %u names not \"%s\": %s", size, run,
                                test->array, report.message);
        }
        if (silent > (test->in_some_order ? count - 1u : 0u))
            return snprintf(why, bytes, "broken at subgroup size %u, and silent in %u of %u runs", size, silent, count);
    }
    return 0;
}

/* Judges all kernels. Only kernels that are named as known to disagree may do so. */
static inline void outside_judge_all(const outside_case_t *tests, size_t count, const char *const *known,
                                     size_t known_count, size_t broken, size_t correct) {
    char why[1200];
    size_t unexpected = 0, broken_count = 0;
    for (size_t i = 0; i < count; i++) {
        int expected = 0, disagrees = outside_judge(&tests[i], why, sizeof why);
        for (size_t k = 0; k < known_count; k++) expected |= strcmp(known[k], tests[i].name) == 0;
        broken_count += tests[i].kind != NULL;
        if ((disagrees != 0) == expected) continue;
        unexpected++;
        printf("%s: %s\n", tests[i].name, disagrees ? why : "agrees now: take it off the list of known disagreements");
    }
    fflush(stdout);
    ck_assert_msg(unexpected == 0, "%zu kernels are judged otherwise than expected", unexpected);
    ck_assert_uint_eq(broken_count, broken);
    ck_assert_uint_eq(count - broken_count, correct);
}

#endif
