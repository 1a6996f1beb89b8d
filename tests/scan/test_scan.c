/* Scans and reductions of whole buffers: against references, the same bits on every backend, and what is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/kernels.h"

#include "nbl/lang.h"

#include "nbl/host/emulator.h"
#include "nbl/host/scan.h"
#include "scan/plan.h"
#include "tests/common/testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t counts[] = {1, 3, 4, 5, 8191, 8192, 8193, 20011}; /* tiles of 8192 */
#define COUNTS (sizeof counts / sizeof *counts)

static uint32_t *random_values(nbl_scan_scalar_t scalar, uint32_t count, test_random_t *random) {
    uint32_t *values = malloc(4u * (size_t)count);
    for (uint32_t i = 0; i < count; i++) {
        float f = (float)test_random_real(random);
        values[i] = test_random_below(random, UINT32_MAX);
        if (scalar == NBL_SCAN_FLOAT32) memcpy(&values[i], &f, 4);
    }
    return values;
}

/* One after another, floats in doubles: float sums may differ by 1e-6 of what was added up. */
static void check(const char *who, const nbl_scan_desc_t *desc, const uint32_t *x, const uint32_t *y) {
    double sum = 0, size = 0;
    uint32_t u = 0;
    for (uint32_t i = 0; i < desc->count; i++) {
        const bool first = i == 0, plus = desc->operation == NBL_SCAN_PLUS, least = desc->operation == NBL_SCAN_MINIMUM;
        const uint32_t before = u;
        const double sum_before = sum;
        float f;
        memcpy(&f, &x[i], 4);
        if (desc->scalar == NBL_SCAN_FLOAT32 && plus) {
            sum += (double)f;
            size += fabs((double)f);
        } else if (plus) {
            u += x[i];
        } else {
            float g;
            memcpy(&g, &u, 4);
            bool less = desc->scalar == NBL_SCAN_UINT32  ? x[i] < u
                        : desc->scalar == NBL_SCAN_INT32 ? (int32_t)x[i] < (int32_t)u
                                                         : f < g;
            if (first || less == least) u = x[i];
        }
        if (desc->kind == NBL_SCAN_REDUCE && i + 1u < desc->count) continue;
        const uint32_t found = y[desc->kind == NBL_SCAN_REDUCE ? 0 : i];
        if (desc->kind == NBL_SCAN_EXCLUSIVE && first && !plus) continue; /* the identity: tests/workgroup */
        float result;
        memcpy(&result, &found, 4);
        const double expected = desc->kind == NBL_SCAN_EXCLUSIVE ? sum_before : sum;
        const bool right = desc->scalar == NBL_SCAN_FLOAT32 && plus
                               ? fabs((double)result - expected) <= 1e-6 * size
                               : found == (desc->kind == NBL_SCAN_EXCLUSIVE ? before : u);
        if (!right)
            ck_abort_msg("%s: scalar %d, operator %d, kind %d, element %u of %u: %08X", who, (int)desc->scalar,
                         (int)desc->operation, (int)desc->kind, i, desc->count, found);
    }
}

START_TEST(the_emulator_scans_every_size_operator_and_scalar) {
    test_random_t random = test_random_begin("test_scan");
    uint32_t cases = 0;
    for (uint32_t i = 0; i < COUNTS; i++)
        for (int scalar = 0; scalar < 3; scalar++)
            for (int operation = 0; operation < 3; operation++, cases++) {
                nbl_scan_desc_t desc = {.scalar = (nbl_scan_scalar_t)scalar,
                                        .operation = (nbl_scan_operator_t)operation,
                                        .kind = (nbl_scan_kind_t)(cases % 3u),
                                        .count = counts[i]};
                nbl_error_t error;
                uint32_t *x = random_values(desc.scalar, desc.count, &random), *y = calloc(desc.count, 4);
                if (cases % 2u) desc.kind = NBL_SCAN_INCLUSIVE;
                if (nbl_scan_emulate(&desc, x, y, &error) != NBL_SUCCESS) ck_abort_msg("%s", error.text);
                check("emulator", &desc, x, y);
                free(x);
                free(y);
            }
    printf("emulator: %u scans\n", cases);
    ck_assert_uint_eq(cases, 72);
}
END_TEST

START_TEST(the_emulator_looks_back) {
    test_random_t random = test_random_begin("test_scan");
    uint32_t cases = 0;
    for (uint32_t i = 0; i < COUNTS; i++)
        for (int scalar = 0; scalar < 2; scalar++, cases++) {
            nbl_scan_desc_t desc = {.scalar = (nbl_scan_scalar_t)scalar,
                                    .operation = (nbl_scan_operator_t)(cases % 3u),
                                    .kind = (nbl_scan_kind_t)(i % 2u),
                                    .method = NBL_SCAN_METHOD_LOOK_BACK,
                                    .count = counts[i]};
            nbl_error_t error;
            uint32_t *x = random_values(desc.scalar, desc.count, &random), *y = calloc(desc.count, 4);
            if (nbl_scan_emulate(&desc, x, y, &error) != NBL_SUCCESS) ck_abort_msg("%s", error.text);
            check("emulator, look back", &desc, x, y);
            free(x);
            free(y);
        }
    ck_assert_uint_eq(cases, 16);
}
END_TEST

/* Several tiles at once, begun in every order. A tile that looks back at one that runs and has not stored its sum waits
 * for it. If tiles begin in descending order, those before it have not begun, and it sums up their elements itself. */
START_TEST(the_checker_is_silent_about_looking_back) {
    enum { COUNT = 8 * 8192 - 5 };
    static _Alignas(16) uint32_t x[COUNT + 5], y[COUNT + 5], told[32];
    const nbl_emulator_resource_t resources[3] = {{x, sizeof x, 0}, {y, sizeof y, 0}, {told, sizeof told, 0}};
    const uint32_t count = COUNT;
    test_random_t random = test_random_begin("test_scan");
    for (uint32_t i = 0; i < COUNT; i++) x[i] = test_random_below(&random, UINT32_MAX);
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++)
        for (uint32_t pass = 0; pass < 2; pass++) {
            const nbl_scan_specialization_t parameters = {{pass, 0}, NULL};
            const nbl_scan_desc_t desc = {.method = NBL_SCAN_METHOD_LOOK_BACK, .count = COUNT};
            static nbl_emulator_report_t report;
            nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            launch.kernel = nbl_scan_look_back_uint32[0];
            launch.workgroup_size[0] = 256;
            launch.workgroup_count[0] = pass == 0 ? 1 : 8;
            launch.workgroups_at_once = order == NBL_EMULATOR_DESCENDING ? 2 : 8;
            launch.resources = resources;
            launch.resource_count = 3;
            launch.push_constants = &count;
            launch.specialization = &parameters;
            launch.order = (nbl_emulator_order_t)order;
            launch.seed = (uint64_t)order;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS)
                ck_abort_msg("order %d: %s", order, report.message);
            if (pass == 1) check("the checker", &desc, x, y);
            if (pass == 1 && order == NBL_EMULATOR_DESCENDING)
                ck_assert_uint_gt(nbl_emulator_counter(&report, "scan_late_tiles"), 0);
        }
}
END_TEST

static uint64_t whole_words(nbl_scan_scalar_t scalar, uint32_t count) {
    return ((uint64_t)nbl_scan_scalar_bytes(scalar) * count + 3u) / 4u * 4u;
}

static void run_on(nbl_vulkan_device_t *device, const nbl_scan_desc_t *desc, const void *x, void *y) {
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count);
    const uint32_t results = desc->kind == NBL_SCAN_REDUCE ? 1u : desc->count;
    test_recording_t r = test_recording_begin(device, x, whole_words(desc->scalar, desc->count), bytes,
                                              nbl_scan_workspace_bytes(desc->count));
    const nbl_scan_resources_t bound = {r.source_bound, r.target_bound, r.workspace_bound};
    nbl_error_t error;
    nbl_scan_t *scan;
    nbl_scan_binding_t *binding;
    TEST_EXPECT(nbl_scan_create(device, desc, &scan, &error));
    nbl_scan_resources_t small = bound;
    small.workspace.size = nbl_scan_workspace_bytes(desc->count) - 1;
    ck_assert_int_eq(nbl_scan_binding_create(scan, &small, &binding, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strncmp(error.text, "workspace: its size is ", 23) == 0, "%s", error.text);
    TEST_EXPECT(nbl_scan_binding_create(scan, &bound, &binding, &error));
    TEST_EXPECT(nbl_scan_record(scan, binding, r.commands.buffer, &error));
    test_recording_submit(&r);
    TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, y, whole_words(desc->scalar, results), &error));
    nbl_scan_binding_destroy(binding);
    nbl_scan_destroy(scan);
    test_recording_end(&r);
}

START_TEST(drivers_give_the_emulators_bits) {
    const test_driver_t driver = (test_driver_t)_i;
    nbl_vulkan_device_t *device = test_device_open(driver);
    test_random_t random = test_random_begin("test_scan");
    uint32_t cases = 0;
    if (!device) return;
    for (int scalar = 0; scalar < 3; scalar++)
        for (int kind = 0; kind < 3; kind++, cases++) {
            nbl_scan_desc_t desc = {.scalar = (nbl_scan_scalar_t)scalar,
                                    .operation = (nbl_scan_operator_t)((scalar + kind) % 3),
                                    .kind = (nbl_scan_kind_t)kind,
                                    .lanes = (nbl_scan_lanes_t)(scalar == 2 ? 0 : kind),
                                    .count = counts[5 + kind],
                                    .mode = kind == 0 ? NBL_MODE_FUSED : NBL_MODE_EXACT,
                                    .optimize = NBL_OPTIMIZE_FOLD};
            nbl_error_t error;
            if (scalar == 2) desc.operation = NBL_SCAN_PLUS;
            uint32_t *x = random_values(desc.scalar, desc.count, &random);
            uint32_t *y = calloc(desc.count, 4), *z = calloc(desc.count, 4);
            if (nbl_scan_emulate(&desc, x, z, &error) != NBL_SUCCESS) ck_abort_msg("%s", error.text);
            run_on(device, &desc, x, y);
            check(test_driver_name(driver), &desc, x, y);
            ck_assert_uint_eq(test_differing_scalars(y, z, 4u * (uint64_t)desc.count, 4), 0);
            free(x);
            free(y);
            free(z);
        }
    printf("%s: %u scans\n", test_driver_name(driver), cases);
    ck_assert_uint_eq(cases, 9);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* float64, and float16 of whole numbers that never leave what a half can hold. */
enum { OTHER_COUNT = 8192 * 2 + 77 };
static double other_values[OTHER_COUNT];
static _Alignas(16) unsigned char other_source[8 * OTHER_COUNT], other_emulated[8 * OTHER_COUNT],
    other_result[8 * OTHER_COUNT];

static double other_value(nbl_scan_scalar_t scalar, const void *buffer, uint32_t i) {
    if (scalar == NBL_SCAN_FLOAT64) return ((const double *)buffer)[i];
    return (double)nbl_unpack_half_2x16(((const uint16_t *)buffer)[i]).x;
}

static void make_others(nbl_scan_scalar_t scalar, test_random_t *random) {
    for (uint32_t i = 0; i < OTHER_COUNT; i++) {
        const bool half = scalar == NBL_SCAN_FLOAT16;
        other_values[i] = half ? (double)test_random_below(random, 3) - 1.0 : test_random_real(random);
        const nbl_float32_t2 both = {(float)other_values[i], 0.0f};
        if (half)
            ((uint16_t *)other_source)[i] = (uint16_t)nbl_pack_half_2x16(both);
        else
            ((double *)other_source)[i] = other_values[i];
    }
}

static void check_others(const nbl_scan_desc_t *desc, const void *y) {
    const bool plus = desc->operation == NBL_SCAN_PLUS;
    long double sum = plus ? 0 : desc->operation == NBL_SCAN_MINIMUM ? INFINITY : -INFINITY, size = 0;
    for (uint32_t i = 0; i < desc->count; i++) {
        const long double before = sum, value = (long double)other_values[i];
        if (plus)
            sum += value;
        else if ((value < sum) == (desc->operation == NBL_SCAN_MINIMUM) && value != sum)
            sum = value;
        size += fabsl(value);
        if (desc->kind == NBL_SCAN_REDUCE && i + 1u < desc->count) continue;
        const long double expected = desc->kind == NBL_SCAN_EXCLUSIVE ? before : sum,
                          found = (long double)other_value(desc->scalar, y, desc->kind == NBL_SCAN_REDUCE ? 0 : i),
                          bound = plus && desc->scalar == NBL_SCAN_FLOAT64 ? 1e-15L * size : 0;
        if (found != expected && !(fabsl(found - expected) <= bound))
            ck_abort_msg("scalar %d, operator %d, kind %d, element %u: %Lg, not %Lg", (int)desc->scalar,
                         (int)desc->operation, (int)desc->kind, i, found, expected);
    }
}

/* i: 0 the emulator alone; a driver + 1 */
START_TEST(floats_of_other_sizes) {
    nbl_vulkan_device_t *device = _i == 0 ? NULL : test_device_open((test_driver_t)(_i - 1));
    test_random_t random = test_random_begin("test_scan");
    uint32_t cases = 0;
    if (_i != 0 && !device) return;
    const uint32_t features = device ? nbl_vulkan_device_get_features(device) : 0;
    const uint32_t halves = NBL_FEATURE_FLOAT16 | NBL_FEATURE_STORAGE_16BIT;
    for (int scalar = NBL_SCAN_FLOAT64; scalar <= NBL_SCAN_FLOAT16; scalar++) {
        const bool half = scalar == NBL_SCAN_FLOAT16;
        if (device && (half ? (features & halves) != halves : !(features & NBL_FEATURE_FLOAT64))) {
            printf("%s has no %s\n", test_driver_name((test_driver_t)(_i - 1)), half ? "float16" : "float64");
            continue;
        }
        make_others((nbl_scan_scalar_t)scalar, &random);
        for (int kind = 0; kind < 3; kind++, cases++) {
            const nbl_scan_desc_t desc = {.scalar = (nbl_scan_scalar_t)scalar,
                                          .operation = (nbl_scan_operator_t)(kind == 2 && !half ? 0 : kind),
                                          .kind = (nbl_scan_kind_t)kind,
                                          .count = OTHER_COUNT,
                                          .optimize = NBL_OPTIMIZE_FOLD};
            const uint64_t bytes = (uint64_t)nbl_scan_scalar_bytes(desc.scalar) * (kind == 2 ? 1 : OTHER_COUNT);
            nbl_error_t error;
            if (nbl_scan_emulate(&desc, other_source, other_emulated, &error) != NBL_SUCCESS)
                ck_abort_msg("%s", error.text);
            check_others(&desc, other_emulated);
            if (!device) continue;
            run_on(device, &desc, other_source, other_result);
            ck_assert(memcmp(other_result, other_emulated, bytes) == 0);
        }
    }
    printf("%u scans of other floats\n", cases);
    if (_i < 2) ck_assert_uint_eq(cases, 6);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Tiles of other sizes than the default. With max_looks 1 a tile that is not ready is looked at once, and then summed
 * up. */
START_TEST(drivers_look_back) {
    static const struct {
        uint32_t invocations, items, max_looks, count, kind;
    } shapes[] = {{0, 0, 0, 20011, 0}, {64, 16, 1, 300007, 1}, {128, 8, 512, 100001, 0}, {256, 4, 1, 65536, 1}};
    const test_driver_t driver = (test_driver_t)_i;
    nbl_vulkan_device_t *device = test_device_open(driver);
    test_random_t random = test_random_begin("test_scan");
    uint32_t cases = 0;
    if (!device) return;
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++, cases++) {
        nbl_scan_desc_t desc = {.scalar = (nbl_scan_scalar_t)(i % 2u),
                                .operation = (nbl_scan_operator_t)(i % 3u),
                                .kind = (nbl_scan_kind_t)shapes[i].kind,
                                .method = NBL_SCAN_METHOD_LOOK_BACK,
                                .invocations = shapes[i].invocations,
                                .items = shapes[i].items,
                                .max_looks = shapes[i].max_looks,
                                .lanes = i == 1u ? NBL_SCAN_LANES_SHUFFLES : NBL_SCAN_LANES_DEFAULT,
                                .count = shapes[i].count,
                                .optimize = NBL_OPTIMIZE_FOLD};
        uint32_t *x = random_values(desc.scalar, desc.count, &random), *y = calloc(desc.count, 4);
        run_on(device, &desc, x, y);
        check(test_driver_name(driver), &desc, x, y);
        if (i == 2u) { /* the same tiles in three passes, and summed up alone */
            desc.method = NBL_SCAN_METHOD_THREE_PASSES;
            run_on(device, &desc, x, y);
            check(test_driver_name(driver), &desc, x, y);
            desc.kind = NBL_SCAN_REDUCE;
            desc.sum_items = 16;
            run_on(device, &desc, x, y);
            check(test_driver_name(driver), &desc, x, y);
        }
        free(x);
        free(y);
    }
    ck_assert_uint_eq(cases, 4);
    if (driver == TEST_LAVAPIPE) { /* 128 late tiles are more turns than it takes */
        const nbl_scan_desc_t long_way = {.method = NBL_SCAN_METHOD_LOOK_BACK, .count = 1u << 20};
        nbl_scan_t *scan;
        nbl_error_t error;
        ck_assert_int_eq(nbl_scan_create(device, &long_way, &scan, &error), NBL_ERROR_MISSING_FEATURE);
        ck_assert_msg(strstr(error.text, "ends loops after 65535") != NULL, "%s", error.text);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- Elements behind functions: a source without memory, results in a list from the last to the first */

typedef struct list_t {
    uint32_t results[300], stored;
} list_t;

static void number_get(void *user, uint64_t group, uint32_t index, void *value) {
    const uint32_t number = index * index % 7u;
    ck_assert(user == NULL && group == 0);
    memcpy(value, &number, sizeof number);
}

static void list_set(void *user, uint64_t group, uint32_t index, const void *value) {
    list_t *list = user;
    ck_assert(group == 0 && index < 300);
    list->stored++;
    memcpy(&list->results[299 - index], value, sizeof(uint32_t));
}

static void array_get(void *user, uint64_t group, uint32_t index, void *value) {
    (void)group;
    memcpy(value, (const uint32_t *)user + index, sizeof(uint32_t));
}

static void array_set(void *user, uint64_t group, uint32_t index, const void *value) {
    (void)group;
    memcpy((uint32_t *)user + index, value, sizeof(uint32_t));
}

/* Shared memory for each workgroup. There are at most as many workgroups as tiles. */
enum { MOST_TILES = 3 };
typedef struct tile_memory_t {
    uint32_t elements[MOST_TILES][NBL_SCAN_SHARED_ELEMENTS], loads, stores;
} tile_memory_t;

static uint32_t *find_element(tile_memory_t *memory, uint64_t group, uint32_t index) {
    ck_assert(group < MOST_TILES && index < NBL_SCAN_SHARED_ELEMENTS);
    return &memory->elements[group][index];
}

static void tile_get(void *user, uint64_t group, uint32_t index, void *value) {
    tile_memory_t *memory = user;
    memory->loads++;
    memcpy(value, find_element(memory, group, index), sizeof(uint32_t));
}

static void tile_set(void *user, uint64_t group, uint32_t index, const void *value) {
    tile_memory_t *memory = user;
    memory->stores++;
    memcpy(find_element(memory, group, index), value, sizeof(uint32_t));
}

/* Shared memory that is reached by functions of the caller gives the results of plain shared memory. */
START_TEST(shared_memory_behind_functions) {
    enum { COUNT = MOST_TILES * 8192 - 5 };
    static uint32_t x[COUNT], y[COUNT], z[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) x[i] = i * 2654435761u;
    const nbl_accessor_t source = {.get = array_get, .user = x}, target = {.set = array_set, .user = y};
    for (int kind = 0; kind < 3; kind++) {
        for (int method = 0; method < (kind == NBL_SCAN_REDUCE ? 1 : 2); method++) {
            const nbl_scan_desc_t desc = {.scalar = NBL_SCAN_UINT32,
                                          .kind = (nbl_scan_kind_t)kind,
                                          .method =
                                              method == 0 ? NBL_SCAN_METHOD_THREE_PASSES : NBL_SCAN_METHOD_LOOK_BACK,
                                          .count = COUNT};
            static tile_memory_t memory;
            const nbl_accessor_t shared = {tile_get, tile_set, &memory}, half = {.get = tile_get};
            nbl_error_t error;
            memset(&memory, 0, sizeof memory);
            ck_assert_msg(nbl_scan_access(&desc, &source, &target, &shared, &error) == NBL_SUCCESS, "%s", error.text);
            ck_assert(memory.loads > 0 && memory.stores > 0);
            ck_assert(nbl_scan_emulate(&desc, x, z, &error) == NBL_SUCCESS);
            ck_assert_mem_eq(y, z, kind == NBL_SCAN_REDUCE ? sizeof *y : sizeof y);
            ck_assert_int_eq(nbl_scan_access(&desc, &source, &target, &half, &error), NBL_ERROR_ARGUMENT);
            ck_assert_str_eq(error.text, "scan: shared's get or set is NULL");
        }
    }
}
END_TEST

START_TEST(elements_behind_functions) {
    const nbl_accessor_t source = {.get = number_get}, none = {NULL, NULL, NULL};
    uint32_t x[300];
    for (uint32_t i = 0; i < 300; i++) x[i] = i * i % 7u;
    for (int kind = 0; kind < 3; kind++) {
        const nbl_scan_desc_t desc = {.scalar = NBL_SCAN_UINT32, .kind = (nbl_scan_kind_t)kind, .count = 300};
        list_t list = {{0}, 0};
        const nbl_accessor_t target = {.set = list_set, .user = &list};
        nbl_error_t error;
        uint32_t y[300];
        ck_assert_msg(nbl_scan_access(&desc, &source, &target, NULL, &error) == NBL_SUCCESS, "%s", error.text);
        ck_assert_uint_eq(list.stored, kind == NBL_SCAN_REDUCE ? 1 : 300);
        for (uint32_t i = 0; i < list.stored; i++) y[i] = list.results[299 - i];
        check("functions", &desc, x, y);
        ck_assert_int_eq(nbl_scan_access(&desc, &none, &target, NULL, &error), NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, "scan: source's get is NULL");
        ck_assert_int_eq(nbl_scan_access(&desc, &source, &source, NULL, &error), NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, "scan: target's set is NULL");
    }
}
END_TEST

START_TEST(what_is_out_of_range_is_refused_by_name) {
    const struct {
        nbl_scan_desc_t desc;
        const char *why;
    } cases[] = {
        {{.count = 0}, "count is 0, must be 1 to 4294901760"},
        {{.count = UINT32_MAX}, "count is 4294967295"},
        {{.count = 1, .scalar = (nbl_scan_scalar_t)5}, "scalar is 5"},
        {{.count = 1, .operation = (nbl_scan_operator_t)3}, "operation is 3"},
        {{.count = 1, .kind = (nbl_scan_kind_t)3}, "kind is 3"},
        {{.count = 1, .lanes = (nbl_scan_lanes_t)4}, "lanes is 4"},
        {{.count = 1, .scalar = NBL_SCAN_FLOAT32, .lanes = NBL_SCAN_LANES_NATIVE}, "exact and fused mode exclude"},
        {{.count = 1, .scalar = NBL_SCAN_FLOAT32, .lanes = NBL_SCAN_LANES_NATIVE, .mode = NBL_MODE_FUSED},
         "fused mode exclude"},
        {{.count = 1, .mode = (nbl_mode_t)3}, "mode is 3"},
        {{.count = 1, .method = (nbl_scan_method_t)3}, "method is 3"},
        {{.count = 1, .method = NBL_SCAN_METHOD_LOOK_BACK, .scalar = NBL_SCAN_FLOAT32}, "for scans of integers"},
        {{.count = 1, .method = NBL_SCAN_METHOD_LOOK_BACK, .kind = NBL_SCAN_REDUCE}, "for scans of integers"},
        {{.count = 1, .invocations = 96}, "invocations is 96"},
        {{.count = 1, .items = 12}, "items is 12"},
        {{.count = 1, .items = 128}, "items is 128"},
        {{.count = 1, .invocations = 64, .items = 8}, "1024 to 65536 with 64 invocations"},
        {{.count = 1, .sum_items = 2}, "sum_items is 2"},
        {{.count = 1, .items = 16}, "the emulator runs 256 invocations of 32 items only"}};
    uint32_t x = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_error_t error;
        ck_assert_int_eq(nbl_scan_emulate(&cases[i].desc, &x, &x, &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, cases[i].why) != NULL, "%s", error.text);
    }
}
END_TEST

/* ---- A device without scans of its own: the loader leaves them out of what it tells. Mutations that fail here:
 * compile_for() that gives the text as it is, or NBL_SCAN_NATIVE in NBL_SCAN_PREFERRED's place. */

static PFN_vkGetInstanceProcAddr real_loader;
static PFN_vkGetPhysicalDeviceProperties2 real_properties;

static VKAPI_ATTR void VKAPI_CALL properties_without_scans(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *told) {
    real_properties(device, told);
    for (VkBaseOutStructure *next = told->pNext; next; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)
            ((VkPhysicalDeviceSubgroupProperties *)next)->supportedOperations &=
                ~(VkSubgroupFeatureFlags)VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL loader_without_scans(VkInstance instance, const char *name) {
    PFN_vkVoidFunction found = real_loader(instance, name);
    if (!found || strncmp(name, "vkGetPhysicalDeviceProperties2", 30) != 0) return found;
    real_properties = (PFN_vkGetPhysicalDeviceProperties2)found;
    return (PFN_vkVoidFunction)properties_without_scans;
}

START_TEST(a_device_without_scans_has_them_by_shuffles) {
    nbl_vulkan_device_t *whole = test_device_open(TEST_LAVAPIPE), *device = NULL;
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    test_random_t random = test_random_begin("test_scan, shuffles");
    nbl_error_t error;
    uint32_t cases = 0;
    if (!whole) return;
    real_loader = nbl_vulkan_device_get_loader(whole);
    desc.get_instance_proc_addr = loader_without_scans;
    TEST_EXPECT(nbl_vulkan_device_create(&desc, &device, &error));
    ck_assert(nbl_vulkan_device_get_features(whole) & NBL_FEATURE_SUBGROUP_ARITHMETIC);
    ck_assert(!(nbl_vulkan_device_get_features(device) & NBL_FEATURE_SUBGROUP_ARITHMETIC));
    for (int operation = 0; operation < 3; operation++, cases++) {
        nbl_scan_desc_t scan = {.operation = (nbl_scan_operator_t)operation,
                                .kind = (nbl_scan_kind_t)operation,
                                .count = 20011,
                                .optimize = NBL_OPTIMIZE_FOLD};
        uint32_t *x = random_values(scan.scalar, scan.count, &random), *y = calloc(scan.count, 4);
        run_on(device, &scan, x, y);
        check("without scans", &scan, x, y);
        free(x);
        free(y);
        nbl_scan_t *refused;
        scan.lanes = NBL_SCAN_LANES_NATIVE;
        ck_assert_int_eq(nbl_scan_create(device, &scan, &refused, &error), NBL_ERROR_MISSING_FEATURE);
    }
    ck_assert_uint_eq(cases, 3);
    nbl_vulkan_device_destroy(device);
    nbl_vulkan_device_destroy(whole);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scan");
    TCase *all = tcase_create("scan");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, the_emulator_scans_every_size_operator_and_scalar);
    tcase_add_test(all, the_emulator_looks_back);
    tcase_add_loop_test(all, floats_of_other_sizes, 0, TEST_SWIFTSHADER + 2);
    tcase_add_test(all, the_checker_is_silent_about_looking_back);
    tcase_add_loop_test(all, drivers_look_back, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    tcase_add_loop_test(all, drivers_give_the_emulators_bits, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    tcase_add_test(all, a_device_without_scans_has_them_by_shuffles);
    tcase_add_test(all, elements_behind_functions);
    tcase_add_test(all, shared_memory_behind_functions);
    tcase_add_test(all, what_is_out_of_range_is_refused_by_name);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
