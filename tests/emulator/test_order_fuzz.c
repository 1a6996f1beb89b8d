/* The memory model against happens-before as it is defined, on random programs of plain accesses, atomics and fences: a
 * race is told where there is one, and only there, whatever the order of the run.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every atomic write has a value of its own, so that what each read returned says which write it reads from. The oracle
 * has no clocks: it draws program order, barriers and synchronizes-with as edges (docs/theory.md, section
 * 16), closes them, and looks at all pairs. NBL_SEED=now draws other programs; NBL_TEST_CASES sets how many.
 */
#define NBL_MEMORY_MODEL 1
#include "tests/emulator/emulator_testing.h"

enum { WORKGROUPS = 2, INVOCATIONS = 4, SEGMENTS = 2, ACTIONS = 3, AGENTS = WORKGROUPS * INVOCATIONS };
enum { EVENTS = AGENTS * SEGMENTS * ACTIONS, PLAIN = 2, FLAGS = 2 };
typedef enum kind_t { NOTHING, LOADS, STORES, ASKS, TELLS, EXCHANGES, FENCES } kind_t;

typedef struct event_t {
    kind_t kind;
    uint32_t place, scope, order; /* of plain accesses the place alone */
    uint32_t read;                /* what an atomic returned: the number of an event and 1, or 0 */
} event_t;

/* Ordered by agent, segment, position: the number of an event is its place. */
static event_t events[EVENTS];
static uint32_t subgroup_size;
static int has_barrier;
static uint64_t seed;
static volatile uint32_t looked_at;

NBL_COHERENT_BUFFER(0, uint32_t, plain)
NBL_COHERENT_BUFFER(1, uint32_t, flags)

static void act(uint32_t number) {
    event_t *event = &events[number];
    switch (event->kind) {
    case LOADS: looked_at = NBL_LOAD(plain, event->place); break;
    case STORES: NBL_STORE(plain, event->place, number); break;
    case ASKS:
        event->read = NBL_ATOMIC_ACCESS(ATOMIC_COMPARE, LOAD, flags, "place", event->place, 0, 0, (uint8_t)event->scope,
                                        (uint8_t)event->order);
        break;
    case TELLS:
        (void)NBL_ATOMIC_ACCESS(ATOMIC_EXCHANGE, STORE, flags, "place", event->place, number + 1u, 0,
                                (uint8_t)event->scope, (uint8_t)event->order);
        break;
    case EXCHANGES:
        event->read = NBL_ATOMIC_ACCESS(ATOMIC_EXCHANGE, EXCHANGE, flags, "place", event->place, number + 1u, 0,
                                        (uint8_t)event->scope, (uint8_t)event->order);
        break;
    case FENCES:
        NBL_MEMORY_FENCE((nbl_emulator_scope_t)event->scope, (nbl_emulator_order_of_memory_t)event->order);
        break;
    default: break;
    }
}

NBL_KERNEL(run_program) {
    uint32_t agent = nbl_workgroup_index() * INVOCATIONS + nbl_local_invocation_index();
    for (uint32_t s = 0u; s < SEGMENTS; s++) {
        for (uint32_t i = 0u; i < ACTIONS; i++) act((agent * SEGMENTS + s) * ACTIONS + i);
        if (has_barrier) NBL_WORKGROUP_MEMORY_BARRIER();
    }
}

static uint32_t agent_of(uint32_t event) { return event / (SEGMENTS * ACTIONS); }
static uint32_t segment_of(uint32_t event) { return event / ACTIONS % SEGMENTS; }

/* The least scope that has both in it. */
static uint32_t distance(uint32_t a, uint32_t b) {
    a = agent_of(a), b = agent_of(b);
    if (a / INVOCATIONS != b / INVOCATIONS) return NBL_SCOPE_DEVICE;
    return a / subgroup_size == b / subgroup_size ? NBL_SCOPE_SUBGROUP : NBL_SCOPE_WORKGROUP;
}

static void draw(test_random_t *random) {
    const uint32_t scopes[FLAGS] = {NBL_SCOPE_DEVICE,
                                    test_random_below(random, 4u) != 0 ? 2u : test_random_below(random, 3u)};
    const uint32_t dense = 2u + test_random_below(random, 12u), stores = 1u + test_random_below(random, 8u);

    memset(events, 0, sizeof events);
    subgroup_size = 1u << test_random_below(random, 3u);
    has_barrier = test_random_below(random, 2u) == 0;
    for (uint32_t i = 0; i < EVENTS; i++) {
        event_t *event = &events[i];
        if (test_random_below(random, dense) > 2u) continue;
        event->kind = (kind_t)(1u + test_random_below(random, 6u));
        if (event->kind == STORES && test_random_below(random, stores) != 0) event->kind = EXCHANGES;
        event->place = test_random_below(random, event->kind <= STORES ? PLAIN : FLAGS);
        event->scope = event->kind == FENCES ? test_random_below(random, 3u) : scopes[event->place];
        event->order = test_random_below(random, 4u);
        if (event->kind == ASKS) event->order &= NBL_ORDER_ACQUIRE;
        if (event->kind == TELLS) event->order &= NBL_ORDER_RELEASE;
    }
}

static int writes(const event_t *event) { return event->kind == TELLS || event->kind == EXCHANGES; }
static int reads(const event_t *event) { return event->kind == ASKS || event->kind == EXCHANGES; }
static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint8_t before[EVENTS][EVENTS];

/* Who takes in what `head`, a release of that scope, tells through the read `r`: it, or acquire fences behind it. */
static void synchronize(uint32_t head, uint32_t scope, uint32_t r) {
    const uint32_t far = distance(head, r);

    if (scope < far || events[r].scope < far) return;
    if (events[r].order & NBL_ORDER_ACQUIRE) before[head][r] = 1;
    for (uint32_t f = r + 1u; f < EVENTS && agent_of(f) == agent_of(r); f++)
        if (events[f].kind == FENCES && (events[f].order & NBL_ORDER_ACQUIRE) && events[f].scope >= far)
            before[head][f] = 1;
}

/* Orders read r after the write that it reads, and after the write at the head of that write's chain of exchanges. */
static void draw_reads_from(uint32_t r) {
    for (uint32_t from = events[r].read; from != 0;) {
        const uint32_t w = from - 1u;
        if (events[w].order & NBL_ORDER_RELEASE) synchronize(w, events[w].scope, r);
        for (uint32_t f = 0; f < w; f++)
            if (agent_of(f) == agent_of(w) && events[f].kind == FENCES && (events[f].order & NBL_ORDER_RELEASE))
                synchronize(f, lesser(events[f].scope, events[w].scope), r);
        from = events[w].kind == EXCHANGES ? events[w].read : 0u;
    }
}

static int has_race(void) {
    memset(before, 0, sizeof before);
    for (uint32_t a = 0; a < EVENTS; a++)
        for (uint32_t b = 0; b < EVENTS; b++)
            before[a][b] = (agent_of(a) == agent_of(b) && a < b) ||
                           (has_barrier && agent_of(a) / INVOCATIONS == agent_of(b) / INVOCATIONS &&
                            segment_of(a) < segment_of(b));
    for (uint32_t r = 0; r < EVENTS; r++)
        if (reads(&events[r])) draw_reads_from(r);
    for (uint32_t k = 0; k < EVENTS; k++)
        for (uint32_t a = 0; a < EVENTS; a++)
            for (uint32_t b = 0; before[a][k] && b < EVENTS; b++) before[a][b] |= before[k][b];
    for (uint32_t a = 0; a < EVENTS; a++)
        for (uint32_t b = 0; b < a; b++) {
            const event_t *l = &events[a], *r = &events[b];
            if (agent_of(a) == agent_of(b) || before[a][b] || before[b][a] || l->place != r->place) continue;
            const int is_plain = (l->kind == LOADS || l->kind == STORES) && (r->kind == LOADS || r->kind == STORES);
            if (is_plain && (l->kind == STORES || r->kind == STORES)) return 1;
            if ((reads(l) || writes(l)) && (reads(r) || writes(r)) && (writes(l) || writes(r)) &&
                lesser(l->scope, r->scope) < distance(a, b))
                return 1;
        }
    return 0;
}

START_TEST(the_checker_agrees_with_the_definition) {
    const char *chosen = getenv("NBL_TEST_CASES");
    const uint32_t cases = chosen != NULL ? (uint32_t)strtoul(chosen, NULL, 10) : 2000u;
    static _Alignas(16) uint32_t memory[2][4];
    nbl_emulator_resource_t resources[2] = {{memory[0], sizeof memory[0], 0}, {memory[1], sizeof memory[1], 0}};
    static nbl_emulator_report_t report;
    test_random_t random = test_random_from(seed);
    uint32_t races = 0, runs = 0;

    for (uint32_t i = 0; i < cases; i++) {
        draw(&random);
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++, runs++) {
            nbl_emulator_launch_t launch = make_launch(run_program, INVOCATIONS, WORKGROUPS, subgroup_size);
            memset(memory, 0, sizeof memory);
            launch.resources = resources;
            launch.resource_count = 2;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            launch.workgroups_at_once = 2;
            launch.order = (nbl_emulator_order_t)order;
            launch.seed = i;
            const nbl_result_t result = nbl_emulator_launch(&launch, &report);
            const int race = has_race();
            races += (uint32_t)race;
            CHECK_CASE(result == (race ? NBL_ERROR_RACE : NBL_SUCCESS), "program %u, order %d: %s a race: %s",
                       (unsigned)i, order, race ? "has" : "has not", report.message);
        }
    }
    printf("test_order_fuzz: %u programs, %u runs, %u with a race\n", (unsigned)cases, (unsigned)runs, (unsigned)races);
    fflush(stdout);
    ck_assert_msg(races * 5u > runs && races * 20u < runs * 19u, "the programs are too much alike");
}
END_TEST

int main(void) {
    seed = test_seed("test_order_fuzz");
    Suite *suite = suite_create("emulator: order, random programs");
    TCase *tests = tcase_create("fuzz");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, the_checker_agrees_with_the_definition);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
