/* Every typed subgroup operation against references, for every type: on the emulator with all subgroup sizes, on the
 * drivers with theirs.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Floats are small powers of two, whose sums and products are exact in any order.
 */
#include "tests/common/testing.h"
#include "tests/subgroup/operations_instances.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INVOCATIONS 128u

typedef enum kind_t { UINT32, INT32, FLOAT32, FLOAT64, FLOAT16, KINDS } kind_t;

static const struct {
    const char *scalar;
    uint32_t bytes;
    void (*kernels[4])(void);
} kinds[KINDS] = {
    {"uint32_t", 4, {uint32_t_1, uint32_t_2, uint32_t_3, uint32_t_4}},
    {"int32_t", 4, {int32_t_1, int32_t_2, int32_t_3, int32_t_4}},
    {"float32_t", 4, {float32_t_1, float32_t_2, float32_t_3, float32_t_4}},
    {"float64_t", 8, {float64_t_1, float64_t_2, float64_t_3, float64_t_4}},
#if NBL_HAS_FLOAT16
    {"float16_t", 2, {float16_t_1, float16_t_2, float16_t_3, float16_t_4}},
#else
    {"float16_t", 2, {NULL, NULL, NULL, NULL}},
#endif
};

typedef struct memory_t {
    unsigned char given[INVOCATIONS * 4 * 8], results[OPERATIONS_FIELDS * INVOCATIONS * 4 * 8];
    uint32_t coins[INVOCATIONS], votes[INVOCATIONS * OPERATIONS_VOTES];
} memory_t;

static uint32_t cases;

/* A component as a number: exact in a double for every type. */
static double read_number(kind_t kind, const unsigned char *data, uint32_t index) {
    const unsigned char *at = data + (size_t)index * kinds[kind].bytes;
    uint32_t u;
    int32_t i;
    float f;
    double d;
    uint16_t h;
    switch (kind) {
    case UINT32: memcpy(&u, at, 4); return u;
    case INT32: memcpy(&i, at, 4); return i;
    case FLOAT32: memcpy(&f, at, 4); return f;
    case FLOAT64: memcpy(&d, at, 8); return d;
    default: memcpy(&h, at, 2); return nbl_emulator_unpack_half_2x16(h).x;
    }
}

static void write_number(kind_t kind, unsigned char *data, uint32_t index, double number) {
    unsigned char *at = data + (size_t)index * kinds[kind].bytes;
    uint32_t u = (uint32_t)(int64_t)number;
    float f = (float)number;
    nbl_emulator_float32x2_t two = {f, 0};
    uint16_t h = (uint16_t)nbl_emulator_pack_half_2x16(two);
    if (kind == FLOAT64)
        memcpy(at, &number, 8);
    else
        memcpy(at, kind == FLOAT32 ? (void *)&f : kind == FLOAT16 ? (void *)&h : (void *)&u, kinds[kind].bytes);
}

static double wrap(kind_t kind, uint32_t bits) { return kind == INT32 ? (double)(int32_t)bits : (double)bits; }

/* operator: 0 add, 1 mul, 2 min, 3 max, 4 and, 5 or, 6 xor */
static double combine(kind_t kind, uint32_t operator, double a, double b) {
    uint32_t i = (uint32_t)(int64_t)a, j = (uint32_t)(int64_t)b;
    switch (operator) {
    case 0: return kind <= INT32 ? wrap(kind, i + j) : a + b;
    case 1: return kind <= INT32 ? wrap(kind, i * j) : a * b;
    case 2: return a < b ? a : b;
    case 3: return a > b ? a : b;
    case 4: return wrap(kind, i & j);
    case 5: return wrap(kind, i | j);
    default: return wrap(kind, i ^ j);
    }
}

/* The value that field gives lane `lane`; false: no value, or any is right. */
static bool reference(kind_t kind, uint32_t field, const double *lanes, uint32_t size, uint32_t lane, double *value) {
    static const double least[KINDS] = {0, -2147483648.0, -(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    static const double greatest[KINDS] = {4294967295.0, 2147483647.0, (double)INFINITY, (double)INFINITY,
                                           (double)INFINITY};
    const uint32_t operator=(field - 7u) % 7u, collect = (field - 7u) / 7u;
    const uint32_t sources[7] = {
        (5u * lane + 3u) % size, lane ^ (size / 2u), lane - 1u, lane + 2u, (lane + 3u) % size, 0, 0};
    if (field < 7u) {
        if (sources[field] >= size) return false;
        *value = lanes[sources[field]];
        return true;
    }
    if (operator>= 4u && kind> INT32) return false;
    const double identities[7] = {0, 1, greatest[kind], least[kind], wrap(kind, UINT32_MAX), 0, 0};
    const uint32_t end = collect == 0 ? size : collect == 1 ? lane + 1u : lane;
    *value = identities[operator];
    for (uint32_t i = 0; i < end; i++) *value = combine(kind, operator, * value, lanes[i]);
    return true;
}

static void check_numbers(const char *who, kind_t kind, uint32_t width, const memory_t *memory, uint32_t size,
                          bool scans) {
    for (uint32_t first = 0; first < INVOCATIONS; first += size)
        for (uint32_t c = 0; c < width; c++) {
            double lanes[INVOCATIONS];
            for (uint32_t i = 0; i < size; i++) lanes[i] = read_number(kind, memory->given, 4u * (first + i) + c);
            for (uint32_t field = 0; field < OPERATIONS_FIELDS; field++) {
                if (!scans && field >= 14u) continue;
                for (uint32_t lane = 0; lane < size; lane++) {
                    double expected,
                        found = read_number(kind, memory->results, (INVOCATIONS * field + first + lane) * 4u + c);
                    if (!reference(kind, field, lanes, size, lane, &expected)) continue;
                    if (found != expected)
                        ck_abort_msg("%s, %s of %u, field %u, lane %u of %u, component %u: %g, not %g", who,
                                     kinds[kind].scalar, width, field, lane, size, c, found, expected);
                    cases++;
                }
            }
        }
}

static void check_votes(const char *who, kind_t kind, uint32_t width, const memory_t *memory, uint32_t size) {
    for (uint32_t first = 0; first < INVOCATIONS; first += size) {
        uint32_t words[4] = {0, 0, 0, 0}, count = 0, lowest = UINT32_MAX, highest = UINT32_MAX, equal = 1;
        for (uint32_t i = 0; i < size; i++) {
            for (uint32_t c = 0; c < width; c++)
                equal &= read_number(kind, memory->given, 4u * (first + i) + c) ==
                         read_number(kind, memory->given, 4u * first + c);
            if (!(memory->coins[first + i] & 1u)) continue;
            words[i / 32u] |= 1u << i % 32u;
            lowest = count++ == 0 ? i : lowest;
            highest = i;
        }
        for (uint32_t lane = 0, before = 0; lane < size; lane++) {
            const uint32_t *votes = memory->votes + OPERATIONS_VOTES * (first + lane);
            const uint32_t own = memory->coins[first + lane] & 1u;
            const uint32_t expected[OPERATIONS_VOTES] = {size,          lane,     lane == 0, count > 0,
                                                         count == size, equal,    words[0],  words[1],
                                                         words[2],      words[3], count,     before + own,
                                                         before,        lowest,   highest,   own};
            for (uint32_t field = 0; field < OPERATIONS_VOTES; field++, cases++)
                if (votes[field] != expected[field])
                    ck_abort_msg("%s, %s of %u, vote %u, lane %u of %u: %u, not %u", who, kinds[kind].scalar, width,
                                 field, lane, size, votes[field], expected[field]);
            before += own;
        }
    }
}

/* Random values; every fourth time all lanes of each quarter of the workgroup are equal, and so are their coins. */
static void fill(kind_t kind, memory_t *memory, test_random_t *random) {
    const bool uniform = test_random_below(random, 4) == 0;
    memset(memory, 0x5A, sizeof *memory);
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        for (uint32_t c = 0; c < 4u; c++) {
            uint32_t dice = test_random_below(random, 64);
            double number = uniform ? 1.0 : dice == 0 ? 2.0 : dice == 1 ? 0.5 : dice < 32u ? 1.0 : -1.0;
            if (kind <= INT32) number = wrap(kind, test_random_below(random, UINT32_MAX) | 1u);
            if (uniform && i % 32u != 0) number = read_number(kind, memory->given, 4u * (i - 1u) + c);
            write_number(kind, memory->given, 4u * i + c, number);
        }
        memory->coins[i] = uniform && i % 32u != 0 ? memory->coins[i - 1u] : test_random_below(random, 256);
    }
}

START_TEST(the_emulator_computes_them_for_every_type_and_subgroup_size) {
    test_random_t random = test_random_begin("test_operations");
    static memory_t memory;
    cases = 0;
    for (kind_t kind = UINT32; kind < KINDS; kind++)
        for (uint32_t width = 1; width <= 4u; width++)
            for (uint32_t size = 1; size <= 128u; size *= 2u) {
                if (kinds[kind].kernels[width - 1u] == NULL) continue;
                nbl_emulator_launch_t launch = nbl_emulator_launch_init();
                nbl_emulator_report_t report;
                nbl_emulator_resource_t resources[] = {{memory.given, sizeof memory.given, 0},
                                                       {memory.results, sizeof memory.results, 0},
                                                       {memory.coins, sizeof memory.coins, 0},
                                                       {memory.votes, sizeof memory.votes, 0}};
                fill(kind, &memory, &random);
                launch.kernel = kinds[kind].kernels[width - 1u];
                launch.workgroup_size[0] = INVOCATIONS;
                launch.subgroup_size = size;
                launch.resources = resources;
                launch.resource_count = 4;
                launch.order = (nbl_emulator_order_t)test_random_below(&random, 4);
                launch.seed = size;
                if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) ck_abort_msg("%s", report.message);
                check_numbers("emulator", kind, width, &memory, size, true);
                check_votes("emulator", kind, width, &memory, size);
            }
    printf("emulator: %u results\n", cases);
    ck_assert_uint_gt(cases, NBL_HAS_FLOAT16 ? 1000000u : 800000u);
}
END_TEST

static nbl_source_t source = {"operations.h", NULL, 0};

static void read_source(void) {
    static char text[16384];
    FILE *file = fopen("tests/subgroup/operations.h", "rb");
    ck_assert_ptr_nonnull(file);
    source.size = fread(text, 1, sizeof text, file);
    fclose(file);
    ck_assert(source.size > 0 && source.size < sizeof text);
    source.text = text;
}

static void run_on(nbl_vulkan_device_t *device, const char *who, kind_t kind, uint32_t width, nbl_language_t language,
                   test_random_t *random) {
    static memory_t memory;
    char type[32], components[4];
    snprintf(type, sizeof type, width == 1u ? "%s" : "nbl_%s%u", kinds[kind].scalar, (unsigned)width);
    snprintf(components, sizeof components, "%u", (unsigned)width);
    const nbl_define_t defines[] = {{"OPERATIONS_NAME", "operations"},
                                    {"OPERATIONS_SCALAR", kinds[kind].scalar},
                                    {"OPERATIONS_WIDTH", components},
                                    {"OPERATIONS_TYPE", type},
                                    {"OPERATIONS_INTEGER", kind <= INT32 ? "1" : "0"},
                                    {"OPERATIONS_SCANS", language == NBL_LANGUAGE_GLSL ? "1" : "0"},
                                    {"NBL_HAS_FLOAT16", kind == FLOAT16 ? "1" : "0"},
                                    {"NBL_HAS_FLOAT64", kind == FLOAT64 ? "1" : "0"}};
    char text[512];
    snprintf(text, sizeof text,
             "#include \"nbl/accessors/storage.h\"\n"
             "NBL_BUFFER(0, %s, given_%s)\nNBL_BUFFER(1, %s, results_%s)\n"
             "NBL_BUFFER(2, uint32_t, coins)\nNBL_BUFFER(3, uint32_t, votes_of)\n"
             "#include \"operations.h\"\n",
             kinds[kind].scalar, kinds[kind].scalar, kinds[kind].scalar, kinds[kind].scalar);
    const nbl_compile_desc_t compile = {.file = "tests/subgroup/operations.comp",
                                        .text = text,
                                        .sources = &source,
                                        .source_count = 1,
                                        .language = language,
                                        .defines = defines,
                                        .define_count = language == NBL_LANGUAGE_GLSL ? 8 : 6,
                                        .optimize = NBL_OPTIMIZE_FOLD};
    test_kernel_t kernel = {.compile = &compile,
                            .buffers = {{memory.given, INVOCATIONS * 4 * kinds[kind].bytes},
                                        {memory.results, OPERATIONS_FIELDS * INVOCATIONS * 4 * kinds[kind].bytes},
                                        {memory.coins, sizeof memory.coins},
                                        {memory.votes, sizeof memory.votes}},
                            .buffer_count = 4,
                            .groups = 1};
    fill(kind, &memory, random);
    test_kernel_run(device, &kernel);
    check_numbers(who, kind, width, &memory, memory.votes[0], language == NBL_LANGUAGE_GLSL);
    check_votes(who, kind, width, &memory, memory.votes[0]);
}

START_TEST(drivers_compute_the_same) {
    test_random_t random = test_random_begin("test_operations");
    const test_driver_t driver = (test_driver_t)_i;
    nbl_vulkan_device_t *device = test_device_open(driver);
    uint32_t kernels = 0;
    if (!device) return;
    read_source();
    cases = 0;
    for (kind_t kind = UINT32; kind < KINDS; kind++)
        for (uint32_t width = 1; width <= 4u; width++) {
            if (kind > FLOAT32 && driver == TEST_SWIFTSHADER) continue; /* it has neither float64 nor float16 */
            run_on(device, test_driver_name(driver), kind, width, NBL_LANGUAGE_GLSL, &random);
            kernels++;
            if (kind > FLOAT32 || width % 2u == 0) continue;
            run_on(device, driver == TEST_LAVAPIPE ? "lavapipe, HLSL" : "SwiftShader, HLSL", kind, width,
                   NBL_LANGUAGE_HLSL, &random);
            kernels++;
        }
    printf("%s: %u kernels, %u results\n", test_driver_name(driver), kernels, cases);
    ck_assert_uint_eq(kernels, driver == TEST_LAVAPIPE ? 26u : 18u);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("operations");
    TCase *all = tcase_create("operations");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, the_emulator_computes_them_for_every_type_and_subgroup_size);
    tcase_add_loop_test(all, drivers_compute_the_same, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
