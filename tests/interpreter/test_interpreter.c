/* The interpreter of SPIR-V: values beside drivers and the native emulator, verdicts of its checker, proofs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/transposition.h"
#include "nbl/host/interpreter.h"
#include "tests/interpreter/random_programs.h"

#include <string.h>

#include "nbl/host/compile.h"

/* SwiftShader takes ten times as long to build such a module, and lavapipe 0.7 s. */
enum { PROGRAMS = 10, SHADERS = 20, LAVAPIPE_SHADERS = 3, SWIFT_SHADERS = 1, GROUPS = 2, INVOCATIONS = 64 };

/* A longer run: NBL_RANDOM_SHADERS, of ten programs each. */
static uint32_t shaders_of(test_driver_t driver) {
    const char *wanted = getenv("NBL_RANDOM_SHADERS");
    return wanted != NULL            ? (uint32_t)strtoul(wanted, NULL, 10)
           : test_all()              ? SHADERS
           : driver == TEST_LAVAPIPE ? LAVAPIPE_SHADERS
                                     : SWIFT_SHADERS;
}

static nbl_spirv_t compile(const char *text, const char *file, nbl_optimize_t optimize, bool debug) {
    nbl_source_t sources[2];
    size_t count = 0;
    char header[128];
    nbl_error_t error;
    nbl_spirv_t spirv;
    if (text == NULL) { /* an example: its header, which includes the library */
        static char kept[2][65536];
        snprintf(header, sizeof header, "%.*s.h", (int)(strlen(file) - 5), file);
        snprintf(kept[0], sizeof kept[0], "%s", test_read_text(header));
        sources[count++] = (nbl_source_t){header, kept[0], 0};
        snprintf(kept[1], sizeof kept[1], "%s", test_read_text(file));
        text = kept[1];
    }
    const nbl_compile_desc_t desc = {.file = file,
                                     .text = text,
                                     .sources = sources,
                                     .source_count = count,
                                     .optimize = optimize,
                                     .from_text = true,
                                     .debug = debug};
    TEST_EXPECT(nbl_compile(&desc, &spirv, &error));
    return spirv;
}

static nbl_interpreter_t *interpret(const nbl_spirv_t *spirv) {
    const nbl_interpreter_desc_t desc = {.words = spirv->words, .word_count = spirv->word_count};
    nbl_interpreter_t *interpreter;
    nbl_error_t error;
    TEST_EXPECT(nbl_interpreter_create(&desc, &interpreter, &error));
    return interpreter;
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

/* ---- verdicts */

/* What is proved is silent with other data and in other orders. */
static void run_with_other_data(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
                                const char *name, uint32_t *b, uint32_t *o) {
    static nbl_interpreter_report_t report;
    test_random_t random = test_random_from(27);
    for (uint32_t seed = 1; seed <= 4; seed++) {
        for (uint32_t i = 0; i < 4096; i++) b[i] = test_random_below(&random, seed * 60);
        memset(o, 0, 4096 * sizeof *o);
        nbl_interpreter_run_t run = *proved;
        run.prove = false;
        run.check = run.by_subgroups = true;
        run.workgroups_at_once = 2;
        run.seed = seed;
        const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
        ck_assert_msg(result == NBL_SUCCESS, "%s: proved, but with other data: %s", name, nbl_result_text(result));
    }
}

typedef struct case_t {
    const char *name, *body;
    nbl_result_t result;
    nbl_interpreter_verdict_t verdict;
} case_t;

#define RACE NBL_ERROR_RACE, NBL_INTERPRETER_REFUTED
#define PROVED NBL_SUCCESS, NBL_INTERPRETER_PROVED
#define FIXED NBL_SUCCESS, NBL_INTERPRETER_PROVED_FIXED
#define OPEN NBL_SUCCESS, NBL_INTERPRETER_OPEN

/* t: invocation of 64; g: over all; s[64]: shared; b[]: data of 4096; o[]: results; n: a push constant, 8. */
static const case_t cases[] = {
    {"reversal", "s[t] = b[g]; barrier(); o[g] = s[63 - t];", PROVED},
    {"no barrier", "s[t] = b[g]; o[g] = s[63 - t];", RACE},
    {"own element", "s[t] = b[g]; o[g] = s[t];", PROVED},
    {"all write one", "s[0] = t; barrier(); o[g] = s[0];", RACE},
    {"one writes one", "if (t == 0) s[0] = b[g]; barrier(); o[g] = s[0];", PROVED},
    {"loop without a barrier", "for (uint k = 0; k < 3; k++) { s[t] = k; barrier(); o[g] += s[63 - t]; }", RACE},
    {"loop with both", "for (uint k = 0; k < 3; k++) { s[t] = k; barrier(); o[g] += s[63 - t]; barrier(); }", PROVED},
    {"tree",
     "s[t] = b[g]; barrier(); for (uint k = 32; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; barrier(); } "
     "if (t == 0) o[gl_WorkGroupID.x] = s[0];",
     PROVED},
    {"tree that counts on lock-step",
     "s[t] = b[g]; barrier(); for (uint k = 32; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; if (k > 16) barrier(); "
     "} "
     "if (t == 0) o[gl_WorkGroupID.x] = s[0];",
     RACE},
    {"data decides an address of a store", "s[t] = 0; barrier(); s[b[g] & 63] = t; barrier(); o[g] = s[t];",
     NBL_SUCCESS, NBL_INTERPRETER_NOT_ASKED}, /* a race or none, as data is: see below */
    {"data decides an address of a load", "s[t] = t; barrier(); o[g] = s[b[g] & 63];", PROVED},
    {"data decides a branch without memory",
     "uint x = 0; if (b[g] > 5) x = 3; else x = 7; s[t] = x; barrier(); o[g] = "
     "s[63 - t];",
     PROVED},
    {"data decides a store to one's own", "s[t] = 0; if (b[g] > 5) s[t] = 1; barrier(); o[g] = s[63 - t];", PROVED},
    {"data decides a store to another's", "s[t] = 0; barrier(); if (b[g] > 100) s[t ^ 1] = 1; o[g] = s[t];", OPEN},
    {"data decides a barrier", "if (b[0] < 100) { s[t] = 1; barrier(); o[g] = s[63 - t]; }", OPEN},
    {"data decides a loop", "uint k = 0; while (k < b[g]) { k++; if (k > 20) break; } o[g] = k;", PROVED},
    {"data decides a loop with shared memory",
     "for (uint k = 0; k < b[g] % 4; k++) atomicAdd(s[k], 1); barrier(); o[g] = s[t];", NBL_ERROR_UNINITIALIZED,
     NBL_INTERPRETER_REFUTED},
    {"data leaves before a barrier", "if (b[g] > 100) return; s[t] = t; barrier(); o[g] = s[63 - t];", OPEN},
    {"constants decide a loop", "for (uint k = 0; k < n; k++) { s[t] = k; barrier(); o[g] += s[63 - t]; barrier(); }",
     FIXED},
    {"a variable that data chose is an index",
     "uint k = t; if (b[g] > 100) k = t ^ 1; s[k] = 1; barrier(); o[g] = s[t];", OPEN},
    /* what GPU-AV once told as races: KhronosGroup/Vulkan-ValidationLayers #12415 */
    {"every second one adds its neighbour's",
     "s[t] = b[g]; barrier(); if ((t & 1) == 0) { uint x = s[t], y = s[t + 1]; s[t] = x + y; } barrier(); o[g] = s[t];",
     PROVED},
    {"one reads, then writes what is its own alone", "uint x = 0; s[t] = 1; x = s[t]; s[t] = x + 1; o[g] = s[t];",
     PROVED},
    {"a flag with release and acquire",
     "if (t < 2) s[t] = 0; barrier(); if (t == 0) { s[0] = 5; atomicStore(s[1], 1u, gl_ScopeWorkgroup, "
     "gl_StorageSemanticsShared, gl_SemanticsRelease); } if (t == 32 && atomicLoad(s[1], gl_ScopeWorkgroup, "
     "gl_StorageSemanticsShared, gl_SemanticsAcquire) != 0) o[g] = s[0];",
     OPEN},
    {"a flag that is relaxed",
     "if (t < 2) s[t] = 0; barrier(); if (t == 0) { s[0] = 5; atomicStore(s[1], 1u, gl_ScopeWorkgroup, "
     "gl_StorageSemanticsNone, gl_SemanticsRelaxed); } if (t == 32 && atomicLoad(s[1], gl_ScopeWorkgroup, "
     "gl_StorageSemanticsNone, gl_SemanticsRelaxed) != 0) o[g] = s[0];",
     RACE},
    {"a flag whose release has too small a scope",
     "if (t < 2) s[t] = 0; barrier(); if (t == 0) { s[0] = 5; atomicStore(s[1], 1u, gl_ScopeSubgroup, "
     "gl_StorageSemanticsShared, gl_SemanticsRelease); } if (t == 32 && atomicLoad(s[1], gl_ScopeWorkgroup, "
     "gl_StorageSemanticsShared, gl_SemanticsAcquire) != 0) o[g] = s[0];",
     RACE},
    {"atomic sums", "if (t < 4) s[t] = 0; barrier(); atomicAdd(s[b[g] & 3], 1); barrier(); if (t < 4) o[g] = s[t];",
     PROVED},
    {"a ticket as an address", "if (t == 0) s[0] = 0; barrier(); uint k = atomicAdd(s[0], 1); o[g] = k;", PROVED},
    {"an atomic and a load", "if (t == 0) s[0] = 0; barrier(); atomicAdd(s[0], 1); o[g] = s[0];", RACE},
    /* tickets: what a counter returned */
    {"tickets are places of a list", "if (b[g] > 5) { uint k = atomicAdd(o[0], 1); o[k + 1] = t; }", PROVED},
    {"tickets of two places", "uint k = atomicAdd(o[0], 2); o[k + 1 + (b[g] > 5 ? 1 : 0)] = t; ", OPEN},
    {"tickets of two places, by lane", "uint k = atomicAdd(o[0], 2); o[k + 1 + (t & 1)] = t;", PROVED},
    {"tickets that count down", "uint k = atomicAdd(o[0], 0xFFFFFFFFu); if (b[g] > 100) o[(k & 255) + 8] = t;", OPEN},
    {"a ticket or another place", "uint k = g + 200; if (b[g] > 100) k = atomicAdd(o[0], 1) + 1; o[k] = t;", OPEN},
    {"a ticket and the next place", "uint k = atomicAdd(o[0], 1); if (b[g] > 100) o[k + 2] = t; else o[k + 1] = t;",
     OPEN},
    {"a list that is read elsewhere",
     "uint k = atomicAdd(o[0], 1); o[k + 1] = t; if (b[g] > 100) o[k + 1] = o[g + 300];", OPEN},
    {"a counter that is set too",
     "uint k = atomicAdd(o[0], 1); o[k + 1] = t; if (b[g] > 100) atomicExchange(o[0], 5u);", OPEN},
    {"a counter that is set before",
     "if (b[g] > 100) atomicExchange(o[0], 5u); uint k = atomicAdd(o[0], 1); o[k + 1] = t;", OPEN},
    {"a counter that goes both ways",
     "uint k = atomicAdd(o[0], 1); o[k + 1] = t; if (b[g] > 100) atomicAdd(o[0], 0xFFFFFFFFu);", OPEN},
    {"a counter in a workgroup, a list of all",
     "if (t == 0) s[0] = 0; barrier(); uint k = atomicAdd(s[0], 1); o[gl_WorkGroupID.x * 64 + k] = t;", OPEN},
    {"tickets of two counters",
     "uint k = atomicAdd(o[t & 1], 1); if (b[g] > 100) o[k + 2] = t; else o[k * 2 + 2 + (t & 1)] = t;", OPEN},
    /* loops that data ends: one round stands for all */
    {"data ends a loop that writes one's own",
     "s[t] = 0; for (uint k = 0; k < b[g]; k++) s[t] = k; barrier(); o[g] = s[63 - t];", PROVED},
    {"data ends a loop that goes on to others'", "for (uint k = 0; k < b[g]; k++) o[g + 128 * k] = k;", OPEN},
    {"a loop that would come to it later",
     "uint x = 0; for (uint k = 0; k < b[g] * 100; k++) { if (x == 1) s[0] = t; if (k == 4000) x = 1; } barrier(); "
     "o[g] = "
     "t;",
     OPEN},
    {"a loop that would come to it by memory",
     "s[t] = 0; for (uint k = 0; k < b[g]; k++) { if (s[t] == 77) o[0] = t; if (k == 4000) s[t] = 77; } o[g + 1] = 1;",
     OPEN},
    /* what meets behind arms of which one leaves, or falls into another, or goes round */
    {"an arm that may return", "uint v = 0; if (b[g] > 100) { v = 1; if (b[g] == 200) return; } o[v == 0 ? g : 300] = t;",
     OPEN},
    {"a loop that may return",
     "uint v = 0; for (uint k = 0; k < 3; k++) { if (b[g] > 100) break; if (b[g] == 200) return; v++; } "
     "o[v == 3 ? g : 300] = t;",
     OPEN},
    {"cases of a switch apart",
     "uint v = 0; switch (b[g]) { case 100: v = 1; break; case 101: o[v == 1 ? g + 300 : 300] = t; break; default: "
     "break; }",
     OPEN},
    {"cases of a switch that fall through",
     "uint v = 0; switch (b[g]) { case 100: v = 1; case 101: o[v == 1 ? g + 300 : 300] = t; break; default: break; }",
     OPEN},
    {"cases of a switch, each its own",
     "uint v = 0; switch (b[g]) { case 1: v = 1; o[g] = v; break; case 2: o[g + 128] = v; break; default: break; }",
     PROVED},
    {"arms of a loop",
     "uint v = 0; for (uint k = 0; k < 3; k++) { if (b[g] < 100) { v++; } else { o[v == 0 ? 300 : g + 310 + 128 * k] = "
     "t; break; } }",
     OPEN},
    {"a loop without memory that would come to it later",
     "uint v = 0, e = b[g] * 100; for (uint k = 0; k < e; k++) { if (k == 4000) v = 1; } o[v == 0 ? g : 300] = t;",
     OPEN},
    {"a place in a loop that data leaves",
     "for (uint k = 0; k < 3; k++) { if (b[g] > 5) { o[g * 3 + k] = 1; break; } }", PROVED},
    /* KhronosGroup/Vulkan-ValidationLayers #12813 */
    {"a subgroup's barrier between a store and atomic accesses",
     "uint w = gl_SubgroupID * 16, i = gl_SubgroupInvocationID; if (i < 16) s[w + i] = 0; subgroupBarrier(); "
     "atomicAdd(s[w + (i & 15)], 1); barrier(); o[g] = s[t & 31];",
     PROVED},
    {"no subgroup's barrier there",
     "uint w = gl_SubgroupID * 16, i = gl_SubgroupInvocationID; if (i < 16) s[w + i] = 0; "
     "atomicAdd(s[w + (i & 15)], 1); barrier(); o[g] = s[t & 31];",
     RACE},
    {"an atomic load beside a load, after atomic sums",
     "if (t == 0) s[0] = 0; barrier(); atomicAdd(s[0], 1); barrier(); uint x = t < 32 ? atomicLoad(s[0], "
     "gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed) : s[0]; o[g] = x;",
     PROVED},
    {"neighbouring workgroups", "o[g] = t; if (t == 0) o[g + 64] = 1;", RACE},
    {"undefined, unused", "uint x = s[t]; if (t > 100) o[g] = x; o[g] = 1;", PROVED},
    {"undefined, leaves", "o[g] = s[t];", NBL_ERROR_UNINITIALIZED, NBL_INTERPRETER_REFUTED},
    {"undefined, decides", "if (s[t] > 3) o[g] = 1;", NBL_ERROR_UNINITIALIZED, NBL_INTERPRETER_REFUTED},
    {"out of bounds", "s[t + 1] = 1; o[g] = 1;", NBL_ERROR_OUT_OF_BOUNDS, NBL_INTERPRETER_REFUTED},
    {"divergent barrier", "if (t < 32) { s[t] = 1; barrier(); } o[g] = 1;", NBL_ERROR_DIVERGENT_BARRIER,
     NBL_INTERPRETER_REFUTED},
    {"return before a barrier", "if (t == 5) return; s[t] = 1; barrier(); o[g] = s[t];", NBL_ERROR_DIVERGENT_BARRIER,
     NBL_INTERPRETER_REFUTED},
};

START_TEST(verdicts) {
    static nbl_interpreter_report_t report;
    char text[4096];
    nbl_spirv_t spirv;
    const case_t *each = &cases[_i];
    static uint32_t b[4096], o[4096];
    const uint32_t n = 8;
    snprintf(text, sizeof text,
             "#version 450\n#extension GL_KHR_memory_scope_semantics : require\n"
             "#extension GL_KHR_shader_subgroup_basic : require\n"
             "layout(local_size_x = 64) in;\nshared uint s[64];\n"
             "layout(std430, binding = 0) readonly buffer B { uint b[]; };\n"
             "layout(std430, binding = 1) buffer O { uint o[]; };\nlayout(push_constant) uniform P { uint n; };\n"
             "void main() {\nuint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;\n%s\n}\n",
             each->body);
    for (int optimized = 0; optimized < 2; optimized++) {
        spirv = compile(text, "case.comp", optimized ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_NONE, !optimized);
        nbl_interpreter_t *interpreter = interpret(&spirv);
        for (uint32_t i = 0; i < 4096; i++) b[i] = i % 16;
        memset(o, 0, sizeof o);
        const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = b, .bytes = sizeof b},
                                                      {.binding = 1, .data = o, .bytes = sizeof o}};
        const nbl_interpreter_run_t run = {.bindings = bindings,
                                           .binding_count = 2,
                                           .push_constants = &n,
                                           .push_constant_bytes = 4,
                                           .groups = {2, 1, 1},
                                           .prove = true};
        const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
        char found[4096] = "";
        if (report.finding_count != 0)
            nbl_interpreter_finding_text(&report.findings[0], found, sizeof found);
        else if (report.decision_count != 0)
            nbl_interpreter_decision_text(&report.decisions[0], found, sizeof found);
        if (each->verdict == NBL_INTERPRETER_NOT_ASKED)
            ck_assert_msg(report.verdict == NBL_INTERPRETER_REFUTED || report.verdict == NBL_INTERPRETER_OPEN, "%s",
                          found);
        else
            ck_assert_msg(result == each->result && report.verdict == each->verdict, "%s%s: %s, verdict %d\n%s%s",
                          each->name, optimized ? ", folded" : "", nbl_result_text(result), (int)report.verdict, found,
                          report.message);
        if (each->verdict == NBL_INTERPRETER_PROVED || each->verdict == NBL_INTERPRETER_PROVED_FIXED)
            run_with_other_data(interpreter, &run, each->name, b, o);
        nbl_interpreter_destroy(interpreter);
        nbl_spirv_free(&spirv);
    }
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
    tcase_add_loop_test(one, verdicts, 0, sizeof cases / sizeof cases[0]);
    tcase_add_test(one, same_bits_as_native_and_proved);
    tcase_add_test(one, every_dropped_barrier_is_found);
    tcase_add_test(one, random_programs_both_ways);
    tcase_add_loop_test(one, schedules, 0, sizeof orders / sizeof orders[0]);
    tcase_add_test(one, limits);
    tcase_add_loop_test(one, random_programs_beside_drivers, 0, 2);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
