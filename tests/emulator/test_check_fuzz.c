/* The race checker against happens-before as it is defined, on random programs: it finds a race where there is one, and
 * only there, in whatever order the invocations run.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_SEED=now draws other programs; NBL_TEST_CASES sets how many of each kind.
 */
#include "tests/emulator/emulator_testing.h"

enum { INVOCATIONS = 8, SEGMENTS = 5, ACCESSES = 2, MOST_WORKGROUPS = 2 };
typedef enum access_kind_t { NOTHING, LOADS, STORES, ADDS } access_kind_t;
typedef enum between_t { NOTHING_BETWEEN, SUBGROUP_BARRIER, WORKGROUP_BARRIER, REDUCTION } between_t;

/* What every invocation does to one element, segment after segment, with a synchronisation behind each. */
typedef struct program_t {
    int buffer; /* else shared memory */
    uint32_t workgroups, subgroup_size, options;
    between_t between[SEGMENTS];
    access_kind_t accesses[MOST_WORKGROUPS][SEGMENTS][INVOCATIONS][ACCESSES];
} program_t;

typedef struct kind_t {
    const char *name;
    int buffer, stores, adds;
    uint32_t options;
} kind_t;

static const kind_t kinds[] = {
    {"shared memory", 0, 1, 0, 0},
    {"shared memory, atomics", 0, 1, 1, 0},
    {"shared memory, loads and atomics", 0, 0, 1, 0},
    {"a buffer", 1, 1, 0, 0},
    {"a buffer, atomics", 1, 1, 1, 0},
    {"a buffer, loads and atomics", 1, 0, 1, 0},
    {"a buffer that barriers cover", 1, 1, 0, NBL_EMULATOR_BARRIERS_ORDER_BUFFERS},
    {"a buffer that barriers cover, atomics", 1, 1, 1, NBL_EMULATOR_BARRIERS_ORDER_BUFFERS},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static uint64_t seed;
static program_t program;
static volatile uint32_t looked_at;

NBL_SHARED(uint32_t, element, 1)
NBL_BUFFER(0, uint32_t, elements)

static void access_element(access_kind_t kind) {
    uint32_t t = nbl_local_invocation_index();
    switch (kind) {
    case LOADS: looked_at = program.buffer ? NBL_LOAD(elements, 0u) : NBL_LOAD(element, 0u); break;
    case STORES:
        if (program.buffer)
            NBL_STORE(elements, 0u, t);
        else
            NBL_STORE(element, 0u, t);
        break;
    case ADDS: looked_at = program.buffer ? NBL_ATOMIC_ADD(elements, 0u, 1u) : NBL_ATOMIC_ADD(element, 0u, 1u); break;
    default: break;
    }
}

NBL_KERNEL(run_program) {
    uint32_t t = nbl_local_invocation_index();
    if (!program.buffer) { /* nothing of it is uninitialised */
        if (t == 0u) NBL_STORE(element, 0u, 0u);
        NBL_WORKGROUP_BARRIER();
    }
    for (uint32_t s = 0; s < SEGMENTS; s++) {
        for (uint32_t i = 0; i < ACCESSES; i++) access_element(program.accesses[nbl_workgroup_index()][s][t][i]);
        if (program.between[s] == SUBGROUP_BARRIER)
            NBL_SUBGROUP_BARRIER();
        else if (program.between[s] == WORKGROUP_BARRIER)
            NBL_WORKGROUP_BARRIER();
        else if (program.between[s] == REDUCTION)
            nbl_subgroup_add(1u);
    }
}

static void draw(test_random_t *random, const kind_t *kind) {
    uint32_t sparseness = 2u + test_random_below(random, 40u);

    memset(&program, 0, sizeof program);
    program.buffer = kind->buffer;
    program.options = kind->options;
    program.workgroups = kind->buffer ? 1u + test_random_below(random, MOST_WORKGROUPS) : 1u;
    program.subgroup_size = 1u << test_random_below(random, 4u);
    for (uint32_t s = 0; s < SEGMENTS; s++) program.between[s] = (between_t)test_random_below(random, 4u);
    for (uint32_t i = 0; i < program.workgroups * SEGMENTS * INVOCATIONS * ACCESSES; i++) {
        access_kind_t drawn = (access_kind_t)(LOADS + test_random_below(random, 3u));
        if (test_random_below(random, sparseness) != 0 || (drawn == STORES && !kind->stores) ||
            (drawn == ADDS && !kind->adds))
            continue;
        (&program.accesses[0][0][0][0])[i] = drawn;
    }
}

/* Returns whether a barrier between segments s and other_s orders the accesses of invocations t and other_t of one
 * workgroup. */
static int is_ordered(uint32_t t, uint32_t s, uint32_t other_t, uint32_t other_s) {
    uint32_t first = s < other_s ? s : other_s, last = s < other_s ? other_s : s;
    for (uint32_t i = first; i < last; i++) {
        if (program.between[i] == WORKGROUP_BARRIER &&
            (!program.buffer || program.options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS))
            return 1;
        if (program.between[i] == SUBGROUP_BARRIER &&
            (!program.buffer || program.options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS) &&
            t / program.subgroup_size == other_t / program.subgroup_size)
            return 1;
    }
    return 0;
}

typedef struct done_t {
    uint32_t workgroup, segment, invocation;
    access_kind_t kind;
} done_t;

/* By definition: two accesses of different invocations, not both loads and not both atomic, that nothing orders. */
static int has_race(void) {
    done_t done[MOST_WORKGROUPS * SEGMENTS * INVOCATIONS * ACCESSES];
    uint32_t count = 0;

    for (uint32_t i = 0; i < program.workgroups * SEGMENTS * INVOCATIONS * ACCESSES; i++) {
        access_kind_t kind = (&program.accesses[0][0][0][0])[i];
        uint32_t place = i / ACCESSES;
        if (kind != NOTHING)
            done[count++] =
                (done_t){place / INVOCATIONS / SEGMENTS, place / INVOCATIONS % SEGMENTS, place % INVOCATIONS, kind};
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const done_t *a = &done[i], *b = &done[j];
            if (a->kind == b->kind && a->kind != STORES) continue;
            if (a->workgroup != b->workgroup) return 1;
            if (a->invocation != b->invocation && !is_ordered(a->invocation, a->segment, b->invocation, b->segment))
                return 1;
        }
    return 0;
}

START_TEST(a_race_is_found_where_there_is_one) {
    const kind_t *kind = &kinds[_i];
    const char *chosen = getenv("NBL_TEST_CASES");
    uint32_t cases = chosen != NULL ? (uint32_t)strtoul(chosen, NULL, 10) : 1500u / test_sanitized_step(8), races = 0;
    static _Alignas(16) uint32_t memory[4];
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_report_t *report = malloc(sizeof *report);
    test_random_t random = test_random_from(seed + (uint64_t)_i);

    ck_assert_ptr_nonnull(report);
    for (uint32_t i = 0; i < cases; i++) {
        draw(&random, kind);
        int race = has_race();
        races += (uint32_t)race;
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
            nbl_emulator_launch_t launch =
                make_launch(run_program, INVOCATIONS, program.workgroups, program.subgroup_size);
            launch.resources = &resource;
            launch.resource_count = 1;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            launch.check_options = program.options;
            launch.order = (nbl_emulator_order_t)order;
            launch.seed = i;
            nbl_result_t result = nbl_emulator_launch(&launch, report);
            CHECK_CASE(result == (race ? NBL_ERROR_RACE : NBL_SUCCESS), "%s, program %u, order %d: %s a race: %s",
                       kind->name, (unsigned)i, order, race ? "has" : "has not", report->message);
        }
    }
    printf("test_check_fuzz: %s: %u programs, %u with a race\n", kind->name, (unsigned)cases, (unsigned)races);
    fflush(stdout);
    ck_assert_msg(races * 5u > cases && races < cases - cases / 20u, "the programs are too much alike");
    free(report);
}
END_TEST

int main(void) {
    seed = test_seed("test_check_fuzz");
    Suite *suite = suite_create("emulator: check, random programs");
    TCase *tests = tcase_create("fuzz");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, a_race_is_found_where_there_is_one, 0, KINDS);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
