/* Reductions and scans of workgroups against references: random shapes, operators, subgroup sizes, native and of
 * shuffles; the same bits on every backend; barriers and shared memory as the header says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"
#include "tests/workgroup/arithmetic_operators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ELEMENTS 32768u
#define MAX_INVOCATIONS 1024u

typedef struct shape_t {
    uint32_t invocations, items, rounds, kind, workgroups, entries, removed_barrier;
} shape_t;

static uint32_t barriers_passed; /* one OS thread, one workgroup, and one invocation that counts */

static const shape_t *shape(void) { return (const shape_t *)nbl_emulator_specialization(); }

NBL_BUFFER(0, nbl_uint32_t2, scan_given)
NBL_BUFFER(1, nbl_uint32_t2, scan_results)
NBL_SHARED(uint32_t, uint32_t_scratch, shape()->entries)
NBL_SHARED(int32_t, int32_t_scratch, shape()->entries)
NBL_SHARED(float32_t, float32_t_scratch, shape()->entries)
NBL_SHARED(segment_t, segment_t_scratch, shape()->entries)
NBL_SHARED(nbl_complex_float32_t, nbl_complex_float32_t_scratch, shape()->entries)

/* How many barriers each invocation has reached; the barrier of one number is left out. */
static uint32_t barriers_of[MAX_INVOCATIONS];
static bool barrier_is_there(void) {
    uint32_t number = barriers_of[nbl_local_invocation_index()]++;
    if (nbl_local_invocation_index() == 0u) barriers_passed = number + 1u;
    return number != shape()->removed_barrier;
}

#define SCAN_INVOCATIONS shape()->invocations
#define SCAN_ITEMS shape()->items
#define SCAN_ROUNDS shape()->rounds
#define SCAN_REGISTERS 64
#define SCAN_LANES_LOG2 7
#define SCAN_KIND shape()->kind
#define SCAN_WORKGROUPS shape()->workgroups
#define SCAN_BARRIER() \
    if (barrier_is_there()) NBL_WORKGROUP_BARRIER()

#define SCAN_NAME sum_kernel
#define SCAN_TYPE uint32_t
#define SCAN_OPERATOR nbl_plus_uint32_t
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME sum_native_kernel
#define SCAN_TYPE uint32_t
#define SCAN_OPERATOR nbl_plus_uint32_t
#define SCAN_NATIVE add
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME least_kernel
#define SCAN_TYPE int32_t
#define SCAN_OPERATOR nbl_minimum_int32_t
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME least_native_kernel
#define SCAN_TYPE int32_t
#define SCAN_OPERATOR nbl_minimum_int32_t
#define SCAN_NATIVE min
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME greatest_native_kernel
#define SCAN_TYPE float32_t
#define SCAN_OPERATOR nbl_maximum_float32_t
#define SCAN_NATIVE max
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME segments_kernel
#define SCAN_TYPE segment_t
#define SCAN_OPERATOR segment_plus
#define SCAN_SHUFFLE segment_shuffle
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME float_sum_kernel
#define SCAN_TYPE float32_t
#define SCAN_OPERATOR nbl_plus_float32_t
#include "tests/workgroup/arithmetic_kernel.h"
#define SCAN_NAME product_kernel
#define SCAN_TYPE nbl_complex_float32_t
#define SCAN_OPERATOR nbl_multiplies_nbl_complex_float32_t
#include "tests/workgroup/arithmetic_kernel.h"

typedef enum operator_t {
    SUM,
    SUM_NATIVE,
    LEAST,
    LEAST_NATIVE,
    GREATEST_NATIVE,
    SEGMENTS,
    FLOAT_SUM,
    PRODUCT,
    OPERATORS
} operator_t;

static const struct {
    const char *name, *type, *function, *shuffle, *native;
    void (*kernel)(void);
} operators[OPERATORS] = {
    {"sum", "uint32_t", "nbl_plus_uint32_t", NULL, NULL, sum_kernel},
    {"sum, native", "uint32_t", "nbl_plus_uint32_t", NULL, "add", sum_native_kernel},
    {"least", "int32_t", "nbl_minimum_int32_t", NULL, NULL, least_kernel},
    {"least, native", "int32_t", "nbl_minimum_int32_t", NULL, "min", least_native_kernel},
    {"greatest, native", "float32_t", "nbl_maximum_float32_t", NULL, "max", greatest_native_kernel},
    {"segments", "segment_t", "segment_plus", "segment_shuffle", NULL, segments_kernel},
    {"sum of floats", "float32_t", "nbl_plus_float32_t", NULL, NULL, float_sum_kernel},
    {"complex product", "nbl_complex_float32_t", "nbl_multiplies_nbl_complex_float32_t", NULL, NULL, product_kernel},
};

typedef struct memory_t {
    nbl_uint32_t2 given[MAX_ELEMENTS], results[MAX_ELEMENTS + MAX_INVOCATIONS];
} memory_t;

static uint32_t elements_of(const shape_t *s) { return s->invocations * s->items * s->rounds; }

static void fill(operator_t which, memory_t *memory, uint32_t count, test_random_t *random) {
    for (uint32_t i = 0; i < count; i++) {
        float angle = (float)test_random_real(random) * 3.0f;
        nbl_uint32_t2 u = {test_random_below(random, UINT32_MAX), test_random_below(random, UINT32_MAX)};
        if (which == SEGMENTS) u.x = u.x % 16u == 0;
        if (which == FLOAT_SUM || which == GREATEST_NATIVE) {
            float value = (float)test_random_real(random) * (float)(1u << u.x % 12u);
            u.x = nbl_bits_from_float32(value);
        }
        if (which == PRODUCT) {
            u.x = nbl_bits_from_float32(cosf(angle));
            u.y = nbl_bits_from_float32(sinf(angle));
        }
        memory->given[i] = u;
    }
    memset(memory->results, 0x5A, sizeof memory->results);
}

/* One after another, and of floats in doubles. */
typedef struct sum_t {
    nbl_uint32_t2 u;
    double real, imag, size; /* size: of what was added, for the bound of the error */
} sum_t;

static void add(operator_t which, sum_t *sum, nbl_uint32_t2 v) {
    double real = (double)nbl_float32_from_bits(v.x), imag = (double)nbl_float32_from_bits(v.y), was = sum->real;
    switch (which) {
    case SUM:
    case SUM_NATIVE: sum->u.x += v.x; break;
    case LEAST:
    case LEAST_NATIVE: sum->u.x = (int32_t)v.x < (int32_t)sum->u.x ? v.x : sum->u.x; break;
    case SEGMENTS:
        sum->u.y = v.x ? v.y : sum->u.y + v.y;
        sum->u.x |= v.x;
        break;
    case GREATEST_NATIVE:
        if (real > (double)nbl_float32_from_bits(sum->u.x)) sum->u.x = v.x;
        break;
    case FLOAT_SUM:
        sum->real += real;
        sum->size += fabs(real);
        break;
    default:
        sum->real = was * real - sum->imag * imag;
        sum->imag = was * imag + sum->imag * real;
        sum->size += 1.0;
    }
}

static sum_t nothing(operator_t which) {
    sum_t sum = {{0, 0}, 0, 0, 0};
    if (which == LEAST || which == LEAST_NATIVE) sum.u.x = INT32_MAX;
    if (which == GREATEST_NATIVE) sum.u.x = 0xFF800000u;
    if (which == PRODUCT) sum.real = 1;
    return sum;
}

static bool is_right(operator_t which, const sum_t *expected, nbl_uint32_t2 found) {
    if (which < FLOAT_SUM) return expected->u.x == found.x && (which != SEGMENTS || expected->u.y == found.y);
    double real = (double)nbl_float32_from_bits(found.x) - expected->real;
    double imag = which == PRODUCT ? (double)nbl_float32_from_bits(found.y) - expected->imag : 0.0;
    return fabs(real) + fabs(imag) <= 1e-6 * expected->size;
}

static void check_results(const char *who, operator_t which, const shape_t *s, uint32_t subgroup_size,
                          const memory_t *memory) {
    const uint32_t count = elements_of(s);
    sum_t sum = nothing(which);
    for (uint32_t i = 0; i < count; i++) {
        sum_t before = sum;
        add(which, &sum, memory->given[i]);
        if (s->kind != 0 && !is_right(which, s->kind == 1u ? &sum : &before, memory->results[i]))
            ck_abort_msg("%s, %s, %u x %u x %u, subgroups of %u, kind %u: element %u is wrong", who,
                         operators[which].name, s->invocations, s->items, s->rounds, subgroup_size, s->kind, i);
    }
    for (uint32_t t = 0; t < s->invocations; t++) {
        if (!is_right(which, &sum, memory->results[count + t]))
            ck_abort_msg("%s, %s, %u x %u x %u, subgroups of %u, kind %u: the sum of all in invocation %u is wrong",
                         who, operators[which].name, s->invocations, s->items, s->rounds, subgroup_size, s->kind, t);
        ck_assert_mem_eq(&memory->results[count + t], &memory->results[count], 8);
    }
}

static nbl_result_t emulate(operator_t which, shape_t *s, uint32_t subgroup_size, memory_t *memory,
                            nbl_emulator_check_t check, nbl_emulator_report_t *report) {
    nbl_emulator_resource_t resources[] = {{memory->given, sizeof memory->given, 0},
                                           {memory->results, sizeof memory->results, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    s->workgroups = 1;
    s->entries = s->rounds * (s->invocations / subgroup_size);
    launch.kernel = operators[which].kernel;
    launch.name = operators[which].name;
    launch.workgroup_size[0] = s->invocations;
    launch.subgroup_size = subgroup_size;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.specialization = s;
    launch.threads = 1;
    launch.check = check;
    memset(barriers_of, 0, sizeof barriers_of);
    barriers_passed = 0;
    return nbl_emulator_launch(&launch, report);
}

static uint32_t log2_of(uint32_t n) { return n < 2u ? 0u : 1u + log2_of(n / 2u); }

static shape_t random_shape(test_random_t *random, uint32_t most) {
    shape_t s = {0};
    do {
        s.invocations = 1u << test_random_below(random, 11);
        s.items = 1u + test_random_below(random, 4);
        s.rounds = 1u << test_random_below(random, 5);
    } while (elements_of(&s) > most);
    s.kind = test_random_below(random, 3);
    s.removed_barrier = UINT32_MAX;
    return s;
}

START_TEST(ten_thousand_random_cases_on_the_emulator) {
    static memory_t memory, other;
    test_random_t random = test_random_begin("test_arithmetic");
    nbl_emulator_report_t report;
    uint32_t cases = 0;
    for (; cases < 10000u; cases++) {
        operator_t which = (operator_t)test_random_below(&random, OPERATORS);
        shape_t s = random_shape(&random, cases % 500u == 0 ? MAX_ELEMENTS : 1024u);
        uint32_t sizes = log2_of(s.invocations > 128u ? 128u : s.invocations) + 1u;
        uint32_t subgroup_size = 1u << test_random_below(&random, sizes);
        fill(which, &memory, elements_of(&s), &random);
        if (emulate(which, &s, subgroup_size, &memory, NBL_EMULATOR_CHECK_NONE, &report) != NBL_SUCCESS)
            ck_abort_msg("%s", report.message);
        check_results("emulator", which, &s, subgroup_size, &memory);
        uint32_t barriers = s.entries == 1u ? 0u : log2_of(s.entries) < 1u ? 1u : log2_of(s.entries);
        ck_assert_uint_eq(report.workgroup_barriers, barriers);
        if (cases % 4u != 0 || operators[which].native) continue;
        memcpy(other.given, memory.given, sizeof memory.given);
        memset(other.results, 0x5A, sizeof other.results);
        uint32_t other_size = 1u << test_random_below(&random, sizes);
        if (emulate(which, &s, other_size, &other, NBL_EMULATOR_CHECK_NONE, &report) != NBL_SUCCESS)
            ck_abort_msg("%s", report.message);
        if (memcmp(other.results, memory.results, sizeof memory.results) != 0)
            ck_abort_msg("%s, %u x %u x %u, kind %u: other bits in subgroups of %u and %u", operators[which].name,
                         s.invocations, s.items, s.rounds, s.kind, subgroup_size, other_size);
    }
    printf("emulator: %u cases\n", cases);
}
END_TEST

START_TEST(the_checker_is_silent_and_finds_every_barrier_that_is_removed) {
    static memory_t memory;
    test_random_t random = test_random_from(7);
    nbl_emulator_report_t report;
    uint32_t removed = 0;
    for (uint32_t kind = 0; kind < 3u; kind++)
        for (uint32_t size = 4; size <= 64u; size *= 4u)
            for (uint32_t rounds = 1; rounds <= 4u; rounds *= 2u) {
                shape_t s = {128, 2, rounds, kind, 1, 0, UINT32_MAX};
                fill(SUM, &memory, elements_of(&s), &random);
                if (emulate(SUM, &s, size, &memory, NBL_EMULATOR_CHECK_RACES, &report) != NBL_SUCCESS)
                    ck_abort_msg("%s", report.message);
                ck_assert_uint_eq(report.shared_bytes % 4u, 0);
                for (uint32_t barriers = barriers_passed, b = 0; b < barriers; b++, removed++) {
                    s.removed_barrier = b;
                    nbl_result_t result = emulate(SUM, &s, size, &memory, NBL_EMULATOR_CHECK_RACES, &report);
                    if (result != NBL_ERROR_RACE && result != NBL_ERROR_UNINITIALIZED)
                        ck_abort_msg("barrier %u of %u, subgroups of %u, %u rounds, kind %u: not found", b, barriers,
                                     size, rounds, kind);
                }
            }
    printf("removed %u barriers\n", removed);
    ck_assert_uint_eq(removed, 3u * (5u + 6u + 7u + 3u + 4u + 5u + 1u + 2u + 3u));
}
END_TEST

static nbl_source_t sources[2];

static void read_source(nbl_source_t *source, const char *name) {
    FILE *file = fopen(name, "rb");
    char *text = malloc(16384);
    ck_assert_ptr_nonnull(file);
    source->name = name;
    source->size = fread(text, 1, 16384, file);
    source->text = text;
    fclose(file);
}

static void run_on(nbl_vulkan_device_t *device, operator_t which, const shape_t *s, memory_t *memory) {
    char values[6][16], text[768];
    nbl_define_t defines[12] = {{"SCAN_NAME", "scan"},
                                {"SCAN_TYPE", operators[which].type},
                                {"SCAN_OPERATOR", operators[which].function},
                                {"SCAN_LANES_LOG2", "7"},
                                {"SCAN_WORKGROUPS", "1u"},
                                {"SCAN_INVOCATIONS", values[0]},
                                {"SCAN_ITEMS", values[1]},
                                {"SCAN_ROUNDS", values[2]},
                                {"SCAN_REGISTERS", values[3]},
                                {"SCAN_KIND", values[4]}};
    uint32_t count = 10;
    snprintf(values[0], 16, "%uu", (unsigned)s->invocations);
    snprintf(values[1], 16, "%uu", (unsigned)s->items);
    snprintf(values[2], 16, "%uu", (unsigned)s->rounds);
    snprintf(values[3], 16, "%u", (unsigned)(s->items * s->rounds));
    snprintf(values[4], 16, "%uu", (unsigned)s->kind);
    if (operators[which].native) defines[count++] = (nbl_define_t){"SCAN_NATIVE", operators[which].native};
    snprintf(text, sizeof text,
             "#include \"tests/workgroup/arithmetic_operators.h\"\n"
             "NBL_BUFFER(0, nbl_uint32_t2, scan_given)\nNBL_BUFFER(1, nbl_uint32_t2, scan_results)\n"
             "NBL_SHARED(%s, %s_scratch, %u)\n#define SCAN_BARRIER() NBL_WORKGROUP_BARRIER()\n%s%s%s"
             "#include \"tests/workgroup/arithmetic_kernel.h\"\n",
             operators[which].type, operators[which].type, (unsigned)(s->rounds * s->invocations),
             operators[which].shuffle ? "#define SCAN_SHUFFLE(v, lane) " : "",
             operators[which].shuffle ? operators[which].shuffle : "", operators[which].shuffle ? "(v, lane)\n" : "");
    const nbl_compile_desc_t compile = {.file = "scan.comp",
                                        .text = text,
                                        .sources = sources,
                                        .source_count = 2,
                                        .defines = defines,
                                        .define_count = count,
                                        .optimize = NBL_OPTIMIZE_FOLD};
    test_kernel_t kernel = {.compile = &compile,
                            .buffers = {{memory->given, sizeof memory->given},
                                        {memory->results, sizeof memory->results}},
                            .buffer_count = 2,
                            .groups = 1};
    test_kernel_run(device, &kernel);
}

START_TEST(drivers_give_the_same_bits) {
    static memory_t memory, other;
    const test_driver_t driver = (test_driver_t)_i;
    nbl_vulkan_device_t *device = test_device_open(driver);
    test_random_t random = test_random_begin("test_arithmetic");
    nbl_emulator_report_t report;
    uint32_t cases = 0;
    if (!device) return;
    read_source(&sources[0], "tests/workgroup/arithmetic_operators.h");
    read_source(&sources[1], "tests/workgroup/arithmetic_kernel.h");
    for (uint32_t i = 0; i < 3u * OPERATORS; i++, cases++) {
        operator_t which = (operator_t)(i % OPERATORS);
        shape_t s;
        do {
            s = random_shape(&random, i == 0 ? MAX_ELEMENTS : 4096u);
        } while (s.invocations < 16u || s.invocations > 256u || s.items * s.rounds > 16u);
        s.kind = i / OPERATORS;
        fill(which, &memory, elements_of(&s), &random);
        memcpy(other.given, memory.given, sizeof memory.given);
        memset(other.results, 0x5A, sizeof other.results);
        run_on(device, which, &s, &memory);
        check_results(test_driver_name(driver), which, &s, driver == TEST_LAVAPIPE ? 8 : 4, &memory);
        if (emulate(which, &s, 16, &other, NBL_EMULATOR_CHECK_NONE, &report) != NBL_SUCCESS)
            ck_abort_msg("%s", report.message);
        if (memcmp(other.results, memory.results, sizeof memory.results) != 0)
            ck_abort_msg("%s, %s, %u x %u x %u, kind %u: other bits than the emulator's", test_driver_name(driver),
                         operators[which].name, s.invocations, s.items, s.rounds, s.kind);
    }
    printf("%s: %u cases\n", test_driver_name(driver), cases);
    ck_assert_uint_eq(cases, 24);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arithmetic");
    TCase *all = tcase_create("arithmetic");
    tcase_set_timeout(all, 240);
    tcase_add_test(all, ten_thousand_random_cases_on_the_emulator);
    tcase_add_test(all, the_checker_is_silent_and_finds_every_barrier_that_is_removed);
    tcase_add_loop_test(all, drivers_give_the_same_bits, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
