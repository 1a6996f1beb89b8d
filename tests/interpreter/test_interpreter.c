/* The interpreter of SPIR-V: values beside drivers and the native emulator, orders of turns, limits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/transposition.h"
#include "tests/interpreter/interpreter_testing.h"
#include "tests/interpreter/random_programs.h"

/* lavapipe takes 0.7 s to build the module of one random shader, SwiftShader ten times as long. */
enum { PROGRAMS = 10, SHADERS = 20, LAVAPIPE_SHADERS = 3, SWIFT_SHADERS = 1, GROUPS = 2, INVOCATIONS = 64 };

/* A longer run: NBL_RANDOM_SHADERS, of ten programs each. */
static uint32_t shaders_of(test_driver_t driver) {
    const char *wanted = getenv("NBL_RANDOM_SHADERS");
    return wanted != NULL            ? (uint32_t)strtoul(wanted, NULL, 10)
           : test_all()              ? SHADERS
           : driver == TEST_LAVAPIPE ? LAVAPIPE_SHADERS
                                     : SWIFT_SHADERS;
}

/* ---- values */

static uint32_t words[GROUPS * INVOCATIONS * 4], ours[GROUPS * INVOCATIONS * PROGRAMS * 4],
    theirs[GROUPS * INVOCATIONS * PROGRAMS * 4];

static void run_random(const nbl_spirv_t *spirv, bool by_subgroups) {
    static nbl_interpreter_report_t report;
    nbl_interpreter_t *interpreter = interpret(spirv);
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = words, .bytes = sizeof words},
                                                  {.binding = 1, .data = ours, .bytes = sizeof ours}};
    const nbl_interpreter_run_t run = {.bindings = bindings,
                                       .binding_count = 2,
                                       .groups = {GROUPS, 1, 1},
                                       .subgroup_size = by_subgroups ? 16 : 0,
                                       .by_subgroups = by_subgroups,
                                       .check = true};
    memset(ours, 0x55, sizeof ours);
    ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", report.message);
    nbl_interpreter_destroy(interpreter);
}

/* As written and folded, as one and by subgroups: two hundred programs. */
START_TEST(random_programs_both_ways) {
    static writer_t writer;
    static uint32_t first[GROUPS * INVOCATIONS * PROGRAMS * 4];
    const uint64_t seed = test_seed("interpreter, both ways");
    for (uint32_t s = 0; s < SHADERS; s++) {
        const char *text = random_shader(&writer, seed * 7919u + s, PROGRAMS);
        test_random_t random = test_random_from(seed + 31u * s + 5u);
        for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
            words[i] = i % 3 == 0 ? test_random_below(&random, 16) : test_random_below(&random, 0xFFFFFFFFu);
        nbl_spirv_t spirv = compile(text, "random.comp", NBL_OPTIMIZE_NONE, false);
        nbl_spirv_t folded = compile(text, "random.comp", NBL_OPTIMIZE_FOLD, false);
        run_random(&folded, false);
        memcpy(first, ours, sizeof ours);
        run_random(&spirv, s % 2 == 1);
        ck_assert_msg(memcmp(first, ours, sizeof ours) == 0, "shader %u: folded, it computes something else", s);
        nbl_spirv_free(&spirv);
        nbl_spirv_free(&folded);
    }
}
END_TEST

static uint32_t run_beside(test_driver_t driver) {
    static writer_t writer;
    static uint32_t first[GROUPS * INVOCATIONS * PROGRAMS * 4];
    nbl_vulkan_device_t *device = test_device_open(driver);
    const uint64_t seed = test_seed("interpreter");
    uint32_t ran = 0;
    if (device == NULL) return 0;
    for (uint32_t s = 0; s < shaders_of(driver); s++) {
        const char *text = random_shader(&writer, seed * 1000003u + s, PROGRAMS);
        test_random_t random = test_random_from(seed + 77u * s + 1u);
        for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
            words[i] = i % 3 == 0 ? test_random_below(&random, 16) : test_random_below(&random, 0xFFFFFFFFu);
        nbl_spirv_t spirv = compile(text, "random.comp", NBL_OPTIMIZE_NONE, false);
        nbl_spirv_t folded = compile(text, "random.comp", NBL_OPTIMIZE_FOLD, false);
        run_random(&folded, false);
        memcpy(first, ours, sizeof ours);
        run_random(&spirv, s % 2 == 1);
        ck_assert_msg(memcmp(first, ours, sizeof ours) == 0,
                      "shader %u: folded, the interpreter computes something else", s);
        const test_kernel_t kernel = {.spirv = &folded,
                                      .buffer_count = 2,
                                      .buffers = {{words, sizeof words}, {theirs, sizeof theirs}},
                                      .groups = GROUPS};
        memset(theirs, 0x55, sizeof theirs);
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
            ck_assert_msg(ours[i] == theirs[i], "shader %u, program %u, invocation %u, word %u: %08x, but %s says %08x",
                          s, i / 4 % PROGRAMS, i / 4 / PROGRAMS, i % 4, ours[i], test_driver_name(driver), theirs[i]);
        ran += PROGRAMS;
        nbl_spirv_free(&spirv);
        nbl_spirv_free(&folded);
    }
    nbl_vulkan_device_destroy(device);
    return ran;
}

START_TEST(random_programs_beside_drivers) {
    const test_driver_t driver = _i == 0 ? TEST_LAVAPIPE : TEST_SWIFTSHADER;
    const uint32_t ran = run_beside(driver);
    printf("%u random programs beside %s\n", ran, test_driver_name(driver));
    ck_assert(ran == 0 || ran == shaders_of(driver) * PROGRAMS);
}
END_TEST

/* A kernel of the library's own: bits of the native emulator, proved. */
START_TEST(same_bits_as_native_and_proved) {
    static _Alignas(16) float matrix[2 * 64 * 64], native[2 * 64 * 64], interpreted[2 * 64 * 64];
    static nbl_interpreter_report_t report;
    static nbl_emulator_report_t native_report;
    test_random_t random = test_random_begin("interpreter, transposition");
    for (uint32_t i = 0; i < 2 * 64 * 64; i++) matrix[i] = (float)test_random_real(&random);
    nbl_emulator_resource_t resources[] = {{matrix, sizeof matrix, 0}, {native, sizeof native, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = transposition;
    launch.workgroup_size[0] = row_workgroup_size;
    launch.workgroup_count[0] = 64 / row_ffts_per_workgroup;
    launch.resources = resources;
    launch.resource_count = 2;
    ck_assert_msg(nbl_emulator_launch(&launch, &native_report) == NBL_SUCCESS, "%s", native_report.message);
    nbl_spirv_t spirv = compile(NULL, "examples/transposition.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = matrix, .bytes = sizeof matrix},
                                                  {.binding = 1, .data = interpreted, .bytes = sizeof interpreted}};
    const nbl_interpreter_run_t run = {
        .bindings = bindings, .binding_count = 2, .groups = {64 / row_ffts_per_workgroup, 1, 1}, .prove = true};
    ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", report.message);
    ck_assert_int_eq(report.verdict, NBL_INTERPRETER_PROVED);
    ck_assert(memcmp(native, interpreted, sizeof native) == 0);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

/* ---- each barrier of a proved kernel dropped: a race, since none of them is superfluous */

START_TEST(every_dropped_barrier_is_found) {
    static nbl_interpreter_report_t report;
    nbl_spirv_t spirv = compile(NULL, "examples/transposition.comp", NBL_OPTIMIZE_NONE, true);
    uint32_t dropped = 0, found = 0;
    for (size_t at = 5; at < spirv.word_count; at += spirv.words[at] >> 16) {
        const uint32_t kept = spirv.words[at];
        if ((kept & 0xFFFFu) != 224u) continue; /* OpControlBarrier, of four words: four OpNop */
        uint32_t four[4];
        memcpy(four, spirv.words + at, sizeof four);
        for (int k = 0; k < 4; k++) spirv.words[at + (size_t)k] = 1u << 16;
        nbl_interpreter_t *interpreter = interpret(&spirv);
        const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .bytes = 32768}, {.binding = 1, .bytes = 32768}};
        const nbl_interpreter_run_t run = {
            .bindings = bindings, .binding_count = 2, .groups = {8, 1, 1}, .check = true};
        const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
        found += result == NBL_ERROR_RACE;
        dropped++;
        nbl_interpreter_destroy(interpreter);
        memcpy(spirv.words + at, four, sizeof four);
    }
    printf("%u of %u dropped barriers found\n", found, dropped);
    ck_assert_uint_ge(dropped, 2);
    ck_assert_uint_eq(found, dropped);
    nbl_spirv_free(&spirv);
}
END_TEST

/* ---- orders of turns */

typedef struct order_case_t {
    const char *name, *body;
    uint64_t runs; /* if all orders give the same: how many are tried */
    bool differs;
} order_case_t;

/* One invocation of each of three workgroups; x, y: 0 at first. */
static const order_case_t orders[] = {
    {"sums", "atomicAdd(x, 1u + gl_WorkGroupID.x);", 6, false},
    {"each its own", "atomicAdd(r[gl_WorkGroupID.x], 1u);", 1, false},
    {"places by a counter", "r[atomicAdd(x, 1u)] = gl_WorkGroupID.x;", 0, true},
    {"a lost update", "uint v = atomicAdd(x, 0u); atomicExchange(x, v + 1u);", 0, true},
    {"one adds, the others load", "atomicAdd(x, gl_WorkGroupID.x == 0 ? 1u : 0u);", 4, false},
    {"one's own between", "atomicAdd(x, 1u); atomicAdd(r[gl_WorkGroupID.x], 1u); atomicAdd(x, 1u);", 90, false},
    {"the greatest", "atomicMax(x, gl_WorkGroupID.x + 5u);", 0, false},
    {"two counters in two orders",
     "if (gl_WorkGroupID.x == 0) { atomicExchange(x, 1u); r[0] = atomicAdd(y, 0u); } "
     "if (gl_WorkGroupID.x == 1) { atomicExchange(y, 1u); r[1] = atomicAdd(x, 0u); }",
     0, true},
};

START_TEST(schedules) {
    static nbl_interpreter_report_t report;
    static nbl_interpreter_turn_t taken[64];
    const order_case_t *each = &orders[_i];
    uint32_t data[64] = {0}, first[64] = {0};
    char text[1024];
    nbl_interpreter_search_t found;
    snprintf(text, sizeof text,
             "#version 450\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { uint x, y, r[]; };\n"
             "void main() {\n%s\n}\n",
             each->body);
    nbl_spirv_t spirv = compile(text, "order.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t binding = {.binding = 0, .data = data, .bytes = sizeof data};
    nbl_interpreter_run_t run = {
        .bindings = &binding, .binding_count = 1, .groups = {3, 1, 1}, .check = true, .workgroups_at_once = 3};
    ck_assert_int_eq(nbl_interpreter_search(interpreter, &run, 1000, &found), NBL_SUCCESS);
    ck_assert_msg(found.differs == each->differs && (found.differs || found.complete), "%s: %llu tried", each->name,
                  (unsigned long long)found.tried);
    ck_assert(each->runs == 0 || found.tried == each->runs);
    if (found.differs) { /* the schedule that was found, taken again */
        run.taken = taken;
        run.taken_capacity = 64;
        nbl_interpreter_run(interpreter, &run, &report);
        ck_assert_uint_le(report.turns, 64);
        memcpy(first, data, sizeof data);
        memset(data, 0, sizeof data);
        run.turns = found.turns;
        run.turn_count = found.turn_count;
        nbl_interpreter_run(interpreter, &run, &report);
        ck_assert_msg(memcmp(first, data, sizeof data) != 0, "%s: taken again, it gives the same", each->name);
        for (uint32_t i = 0; i < found.turn_count; i++) ck_assert_uint_eq(taken[i].number, found.turns[i]);
    }
    nbl_interpreter_search_free(&found);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

/* ---- what is refused, and limits */

START_TEST(limits) {
    static nbl_interpreter_report_t report;
    nbl_spirv_t spirv = compile("#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; "
                                "};\nvoid main() { uint k = 1; while (k != 0u) { k |= 1u; b[0] = k; } }\n",
                                "endless.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t binding = {.binding = 0, .bytes = 64};
    nbl_interpreter_run_t run = {.bindings = &binding, .binding_count = 1, .groups = {1, 1, 1}, .step_limit = 1000000};
    ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), NBL_ERROR_STEP_LIMIT);
    ck_assert_ptr_nonnull(strstr(report.message, "endless.comp:4"));
    run.memory_limit = 1000;
    ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), NBL_ERROR_LIMIT);
    run.groups[1] = 0;
    ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), NBL_ERROR_ARGUMENT);
    nbl_interpreter_destroy(interpreter);
    nbl_error_t error;
    const nbl_interpreter_desc_t desc = {.words = spirv.words, .word_count = 4};
    ck_assert_int_eq(nbl_interpreter_create(&desc, &interpreter, &error), NBL_ERROR_SPIRV);
    nbl_spirv_free(&spirv);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("interpreter");
    TCase *one = tcase_create("interpreter");
    tcase_set_timeout(one, getenv("NBL_RANDOM_SHADERS") != NULL ? 0 : 120);
    tcase_add_test(one, same_bits_as_native_and_proved);
    tcase_add_test(one, every_dropped_barrier_is_found);
    tcase_add_test(one, random_programs_both_ways);
    tcase_add_loop_test(one, schedules, 0, sizeof orders / sizeof orders[0]);
    tcase_add_test(one, limits);
    tcase_add_loop_test(one, random_programs_beside_drivers, 0, 2);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
