/* Counters by line: accesses, requests, bank conflicts and sectors against a count from the definition;
 * synchronisations.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/emulator_counters.h"
#include "tests/emulator/emulator_testing.h"

enum { WORDS = 4096, INVOCATIONS = 96, WORKGROUPS = 5, TRIPS = 7 };

NBL_SHARED(uint32_t, words, WORDS)
NBL_SHARED(nbl_float32_t2, pairs, WORDS)
NBL_BUFFER(0, uint32_t, data)
NBL_BUFFER(1, nbl_float32_t4, texels)
NBL_BUFFER(2, uint8_t, octets)
NBL_IMAGE(3, picture)

#define T nbl_local_invocation_index()
static uint32_t parameter(void) { return *(const uint32_t *)nbl_emulator_specialization(); }

static nbl_emulator_counters_t counters, before;

/* Launches with the resources that the kernels above share. */
static void count(void (*kernel)(void), uint32_t invocations, uint32_t workgroups, const void *specialization) {
    nbl_emulator_launch_t launch = make_launch(kernel, invocations, workgroups, 32);
    nbl_emulator_report_t report;
    void *memory = make_memory(WORDS * 16);
    nbl_emulator_resource_t resources[4] = {
        {memory, WORDS * 4, 0}, {memory, WORDS * 16, 0}, {memory, WORDS, 0}, {memory, 64, 64}};

    launch.resources = resources;
    launch.resource_count = 4;
    launch.specialization = specialization;
    launch.counters = &counters;
    before = counters;
    expect_success(&launch, &report);
    const nbl_emulator_counters_t *now = &counters;
    ck_assert_uint_eq(now->shared.accesses - before.shared.accesses,
                      report.shared_loads + report.shared_stores + report.shared_atomics);
    ck_assert_uint_eq(now->shared.bytes - before.shared.bytes, report.shared_bytes);
    ck_assert_uint_eq(now->buffers.accesses - before.buffers.accesses,
                      report.buffer_loads + report.buffer_stores + report.buffer_atomics);
    ck_assert_uint_eq(now->buffers.bytes - before.buffers.bytes, report.buffer_bytes);
    ck_assert_uint_eq(now->workgroup_barriers - before.workgroup_barriers, report.workgroup_barriers);
    ck_assert_uint_eq(now->subgroup_operations - before.subgroup_operations, report.subgroup_operations);
    free(memory);
}

static const nbl_emulator_line_t *find_line(nbl_emulator_line_kind_t kind, const char *expression) {
    for (uint32_t i = 0; i < counters.line_count; i++)
        if (counters.lines[i].kind == kind && strcmp(counters.lines[i].expression, expression) == 0)
            return &counters.lines[i];
    ck_abort_msg("no line with %s", expression);
}

static void expect_traffic(const nbl_emulator_line_t *line, uint64_t requests, uint64_t cost, uint64_t least,
                           uint32_t worst) {
    const nbl_emulator_traffic_t *traffic = &line->traffic;
    ck_assert_msg(
        traffic->requests == requests && traffic->cost == cost && traffic->least == least && traffic->worst == worst,
        "%s[%s]: %u requests, cost %u, least %u, worst %u", line->name, line->expression, (unsigned)traffic->requests,
        (unsigned)traffic->cost, (unsigned)traffic->least, (unsigned)traffic->worst);
}

/* ---- what is known by thinking ---- */

NBL_KERNEL(strides) {
    NBL_STORE(words, T * parameter(), T);
    NBL_STORE(data, T * parameter(), T);
}

START_TEST(strides_conflict_by_their_common_divisor) {
    for (uint32_t stride = 1; stride <= 64; stride++) {
        uint32_t divisor = stride & (0u - stride), span = 32 * stride; /* the power of two in it */
        memset(&counters, 0, sizeof counters);
        count(strides, 32, 1, &stride);
        ck_assert_uint_eq(counters.line_count, 2);
        ck_assert_uint_eq(counters.shared.cost, divisor > 32 ? 32 : divisor);
        ck_assert_uint_eq(counters.shared.least, 1);
        ck_assert_uint_eq(counters.buffers.cost, stride >= 8 ? 32 : span / 8);
        ck_assert_uint_eq(counters.buffers.least, 4);
    }
}
END_TEST

NBL_KERNEL(kinds) {
    nbl_float32_t2 zero = {0.0f, 0.0f};
    nbl_float32_t4 texel = {0.0f, 0.0f, 0.0f, 0.0f};
    NBL_STORE(words, T, 0u);
    NBL_WORKGROUP_BARRIER();
    uint32_t sum = NBL_LOAD(words, 5u);       /* one word for all: one round */
    sum += NBL_LOAD(words, T % 2u * 32u);     /* two words of one bank */
    sum += NBL_ATOMIC_ADD(words, 7u, 1u);     /* one word, but one lane after the other */
    sum += NBL_ATOMIC_EXCHANGE(words, T, 1u); /* each lane its own bank */
    NBL_STORE(pairs, T, zero);                /* two dwords each: two cycles, and no fewer will do */
    NBL_STORE(pairs, T * 16u, zero);          /* all in banks 0 and 1 */
    NBL_STORE(texels, T, texel);              /* 16 bytes each, side by side */
    NBL_STORE(texels, T * 2u, texel);         /* half of each sector */
    sum += NBL_LOAD(octets, T);               /* a sector in all */
    sum += NBL_LOAD(octets, 31u - T % 32u);
    NBL_IMAGE_STORE(picture, 0u, T % 32u, texel); /* a column: rows of 1024 bytes */
    if (T < 10u) NBL_STORE(data, T, sum);         /* one subgroup, and of that a part: 40 bytes */
    nbl_subgroup_add(sum);
    NBL_SUBGROUP_BARRIER();
}

START_TEST(requests_cost_what_they_must) {
    memset(&counters, 0, sizeof counters);
    count(kinds, 64, 3, NULL);
    uint32_t subgroups = 2 * 3;
    expect_traffic(find_line(NBL_EMULATOR_LINE_STORE, "T"), subgroups, subgroups, subgroups, 1);
    expect_traffic(find_line(NBL_EMULATOR_LINE_LOAD, "5u"), subgroups, subgroups, subgroups, 1);
    expect_traffic(find_line(NBL_EMULATOR_LINE_LOAD, "T % 2u * 32u"), subgroups, 2 * subgroups, subgroups, 2);
    expect_traffic(find_line(NBL_EMULATOR_LINE_ATOMIC, "7u"), subgroups, 32 * subgroups, subgroups, 32);
    expect_traffic(find_line(NBL_EMULATOR_LINE_ATOMIC, "T"), subgroups, subgroups, subgroups, 1);
    expect_traffic(find_line(NBL_EMULATOR_LINE_STORE, "T * 16u"), subgroups, 32 * subgroups, 2 * subgroups, 32);
    expect_traffic(find_line(NBL_EMULATOR_LINE_STORE, "T * 2u"), subgroups, 32 * subgroups, 16 * subgroups, 32);
    expect_traffic(find_line(NBL_EMULATOR_LINE_LOAD, "31u - T % 32u"), subgroups, subgroups, subgroups, 1);
    expect_traffic(find_line(NBL_EMULATOR_LINE_STORE, "0u, T % 32u"), subgroups, 32 * subgroups, 16 * subgroups, 32);
    uint32_t synchronisations = 0;
    for (uint32_t i = 0; i < counters.line_count; i++) {
        const nbl_emulator_line_t *line = &counters.lines[i];
        ck_assert_str_eq(line->file, __FILE__);
        if (line->kind <= NBL_EMULATOR_LINE_ATOMIC) {
            ck_assert_str_eq(line->function, "kinds");
            if (strcmp(line->name, "data") == 0) expect_traffic(line, 3, 3 * 2, 3 * 2, 2);
            if (strcmp(line->name, "pairs") == 0 && strcmp(line->expression, "T") == 0)
                expect_traffic(line, subgroups, 2 * subgroups, 2 * subgroups, 2);
            continue;
        }
        synchronisations++;
        ck_assert_uint_eq(line->passed, line->kind == NBL_EMULATOR_LINE_BARRIER ? 3 : subgroups);
    }
    ck_assert_uint_eq(synchronisations, 3);
    ck_assert_uint_eq(counters.line_count, 13 + 3);
}
END_TEST

/* ---- against the definition, on random indices ---- */

typedef struct table_t {
    uint32_t index[WORKGROUPS][TRIPS][INVOCATIONS]; /* UINT32_MAX: no access */
} table_t;

NBL_KERNEL(by_table) {
    const table_t *table = nbl_emulator_specialization();
    for (uint32_t trip = 0; trip < TRIPS; trip++) {
        uint32_t index = table->index[nbl_workgroup_index()][trip][T];
        if (index != UINT32_MAX) NBL_STORE(words, index, T); /* accesses by table */
        if (index != UINT32_MAX) NBL_STORE(data, index, T);
        if (trip % 3u == 2u)
            NBL_WORKGROUP_BARRIER();
        else if (trip % 3u == 1u)
            NBL_SUBGROUP_BARRIER();
        else
            nbl_subgroup_add(1u);
    }
}

/* Cycles of one trip of one subgroup, bank after bank, and its sectors, bit by bit. */
static void add_expected(const uint32_t *index, uint32_t banks, uint32_t bank_bytes, uint32_t sector_bytes,
                         uint64_t sums[3]) {
    static unsigned char wanted[WORDS * 4];
    uint32_t cycles = 0, sectors = 0, any = 0;
    memset(wanted, 0, sizeof wanted);
    for (uint32_t lane = 0; lane < 32; lane++)
        if (index[lane] != UINT32_MAX) {
            memset(wanted + 4 * index[lane], 1, 4);
            any = 1;
        }
    for (uint32_t bank = 0; bank < banks; bank++) {
        uint32_t used = 0;
        for (uint32_t word = bank; word * bank_bytes < sizeof wanted; word += banks)
            used += memchr(wanted + word * bank_bytes, 1, bank_bytes) != NULL;
        cycles = used > cycles ? used : cycles;
    }
    for (uint32_t sector = 0; sector * sector_bytes < sizeof wanted; sector++)
        sectors += memchr(wanted + sector * sector_bytes, 1, sector_bytes) != NULL;
    sums[0] += any;
    sums[1] += cycles;
    sums[2] += sectors;
}

static void fill_table(table_t *table, uint64_t *random) {
    for (uint32_t g = 0; g < WORKGROUPS; g++)
        for (uint32_t trip = 0; trip < TRIPS; trip++)
            for (uint32_t t = 0, step = random_uint(random) % 40u, mask = random_uint(random) % 3u; t < INVOCATIONS;
                 t++)
                table->index[g][trip][t] = mask == 0 && random_uint(random) % 3u == 0 ? UINT32_MAX
                                           : step < 36u                               ? (t * step + g) % WORDS
                                                                                      : random_uint(random) % WORDS;
}

START_TEST(random_accesses_cost_what_the_definition_says) {
    static const uint32_t shapes[][3] = {{32, 4, 32}, {16, 4, 64}, {32, 8, 16}, {1, 4, 128}, {128, 4, 4}};
    static table_t table;
    uint64_t random = 99;
    uint32_t cases = 0;

    for (uint32_t shape = 0; shape < sizeof shapes / sizeof shapes[0]; shape++)
        for (uint32_t round = 0; round < 6; round++) {
            uint64_t sums[3] = {0, 0, 0};
            fill_table(&table, &random);
            for (uint32_t g = 0; g < WORKGROUPS; g++)
                for (uint32_t trip = 0; trip < TRIPS; trip++)
                    for (uint32_t first = 0; first < INVOCATIONS; first += 32)
                        add_expected(&table.index[g][trip][first], shapes[shape][0], shapes[shape][1], shapes[shape][2],
                                     sums);
            memset(&counters, 0, sizeof counters);
            counters.banks = shapes[shape][0];
            counters.bank_bytes = shapes[shape][1];
            counters.sector_bytes = shapes[shape][2];
            count(by_table, INVOCATIONS, WORKGROUPS, &table);
            ck_assert_uint_eq(counters.shared.requests, sums[0]);
            ck_assert_uint_eq(counters.shared.cost, sums[1]);
            ck_assert_uint_eq(counters.buffers.cost, sums[2]);
            ck_assert_uint_le(counters.shared.least, counters.shared.cost);
            ck_assert_uint_le(counters.buffers.least, counters.buffers.cost);
            cases++;
        }
    printf("test_count: %u random tables\n", cases);
    ck_assert_uint_eq(cases, 30);
}
END_TEST

START_TEST(nothing_depends_on_order_threads_or_fibers) {
    static table_t table;
    static nbl_emulator_counters_t first;
    static char text[1 << 14], expected[1 << 14];
    uint64_t random = 7;
    uint32_t runs = 0;

    fill_table(&table, &random);
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++)
        for (uint32_t threads = 1; threads <= 3; threads++)
            for (int check = 0; check < 2; check++) {
                void *memory = make_memory(WORDS * 4);
                nbl_emulator_resource_t resource = {memory, WORDS * 4, 0};
                nbl_emulator_launch_t launch = make_launch(by_table, INVOCATIONS, WORKGROUPS, 32);
                nbl_emulator_report_t report;
                launch.resources = &resource;
                launch.resource_count = 1;
                launch.specialization = &table;
                launch.threads = threads;
                launch.order = (nbl_emulator_order_t)order;
                launch.check = (nbl_emulator_check_t)check; /* its findings are no matter here */
                launch.fiber = threads == 3 ? NBL_EMULATOR_FIBER_UCONTEXT : NBL_EMULATOR_FIBER_BEST;
                memset(&counters, 0, sizeof counters);
                launch.counters = &counters;
                nbl_emulator_launch(&launch, &report);
                nbl_emulator_counters_json(&counters, text, sizeof text);
                if (runs++ == 0) {
                    first = counters;
                    strcpy(expected, text);
                }
                ck_assert_str_eq(text, expected);
                free(memory);
            }
    ck_assert_uint_eq(runs, 24);
    ck_assert_uint_gt(first.shared.requests, 100);
}
END_TEST

/* ---- texts ---- */

enum { LINE_FIRST = __LINE__ + 2 };
NBL_KERNEL(small) {
    NBL_STORE(words, T * 2u, NBL_LOAD(data, T));
    NBL_WORKGROUP_BARRIER();
    nbl_subgroup_shuffle_xor(T, 1u);
}

START_TEST(texts_are_complete) {
    char text[4096], expected[4096];

    memset(&counters, 0, sizeof counters);
    count(small, 64, 2, NULL);
    snprintf(
        expected, sizeof expected,
        "kernel \"x\": 2 workgroups, 2 barriers, 4 subgroup operations\n"
        "shared memory, 32 banks of 4 bytes\n"
        "    accesses        bytes   requests     cycles      least  worst\n"
        "         128          512          4          8          4      2  store words[T * 2u] at %s:%d in small\n"
        "         128          512          4          8          4      2  together\n"
        "buffers and images, sectors of 32 bytes\n"
        "    accesses        bytes   requests    sectors      least  worst\n"
        "         128          512          4         16         16      4  load data[T] at %s:%d in small\n"
        "         128          512          4         16         16      4  together\n"
        "synchronisation\n"
        "      passed\n"
        "           2  barrier at %s:%d\n"
        "           4  xor shuffle at %s:%d\n",
        __FILE__, LINE_FIRST, __FILE__, LINE_FIRST, __FILE__, LINE_FIRST + 1, __FILE__, LINE_FIRST + 2);
    size_t length = nbl_emulator_counters_text(&counters, text, sizeof text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(length, strlen(expected));
    ck_assert_uint_eq(nbl_emulator_counters_text(&counters, NULL, 0), length);
    snprintf(expected, sizeof expected,
             "{\"kernel\":\"x\",\"launches\":1,\"workgroups\":2,\"workgroup_barriers\":2,\"subgroup_operations\":4,"
             "\"banks\":32,\"bank_bytes\":4,"
             "\"sector_bytes\":32,\"shared\":{\"accesses\":128,\"bytes\":512,\"requests\":4,\"cycles\":8,\"least_"
             "cycles\":4,\"worst_cycles\":2,"
             "\"unsorted\":0},\"buffers\":{\"accesses\":128,\"bytes\":512,\"requests\":4,\"sectors\":16,\"least_"
             "sectors\":16,\"worst_sectors\":4,"
             "\"unsorted\":0},\"lines\":[{\"kind\":\"load\",\"file\":\"%s\",\"line\":%d,\"name\":\"data\",\"function\":"
             "\"small\",\"expression\":\"T\","
             "\"memory\":\"buffer\",\"binding\":0,\"accesses\":128,\"bytes\":512,\"requests\":4,\"sectors\":16,\"least_"
             "sectors\":16,"
             "\"worst_sectors\":4,\"unsorted\":0},",
             __FILE__, LINE_FIRST);
    nbl_emulator_counters_json(&counters, text, sizeof text);
    ck_assert_msg(strncmp(text, expected, strlen(expected)) == 0, "%s", text);
    snprintf(expected, sizeof expected,
             "{\"kind\":\"subgroup operation\",\"file\":\"%s\",\"line\":%d,\"name\":\"xor shuffle\",\"passed\":4}],"
             "\"lines_without_room\":0}\n",
             __FILE__, LINE_FIRST + 2);
    ck_assert_msg(strstr(text, expected) != NULL, "%s", text);
    count(small, 64, 2, NULL); /* another launch is added */
    ck_assert_uint_eq(counters.launches, 2);
    ck_assert_uint_eq(counters.shared.cost, 16);
    ck_assert_uint_eq(counters.line_count, 4);
}
END_TEST

NBL_KERNEL(many_accesses) {
    for (uint32_t i = 0u; i < parameter(); i++) NBL_STORE(words, T, i);
}

START_TEST(what_is_too_much_is_told) {
    uint32_t trips = NBL_EMULATOR_MAX_REQUESTS + 10;
    char text[1024];

    memset(&counters, 0, sizeof counters);
    count(many_accesses, 2, 1, &trips);
    ck_assert_uint_eq(counters.shared.requests, NBL_EMULATOR_MAX_REQUESTS);
    ck_assert_uint_eq(counters.shared.unsorted, 20);
    nbl_emulator_counters_text(&counters, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\n20 accesses were more than can be sorted into requests\n"));

    nbl_emulator_launch_t launch = make_launch(many_accesses, 1, 1, 1);
    launch.counters = &counters;
    counters.banks = 129;
    expect_failure(&launch, NBL_ERROR_ARGUMENT,
                   "kernel \"x\": counters: 129 banks of 0 bytes, sectors of 0 bytes: at most 128 banks of 64, and "
                   "sectors of 4096");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: count");
    TCase *tests = tcase_create("count");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, strides_conflict_by_their_common_divisor);
    tcase_add_test(tests, requests_cost_what_they_must);
    tcase_add_test(tests, random_accesses_cost_what_the_definition_says);
    tcase_add_test(tests, nothing_depends_on_order_threads_or_fibers);
    tcase_add_test(tests, texts_are_complete);
    tcase_add_test(tests, what_is_too_much_is_told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
