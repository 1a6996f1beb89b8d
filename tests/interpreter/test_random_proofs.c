/* Random shaders; the interpreter proves some of them race-free.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A shader that is proved must race for no data and in no order of turns, and make no access that the proof does not
 * have. No block that the constants rule out runs. Mutations of reach.c that fail here: a branch's first arm alone; a
 * kernel of several values taken for one; a register's first value kept.
 *
 * NBL_TEST_CASES sets how many shaders, NBL_SEED which.
 */
#include "tests/interpreter/interpreter_testing.h"
#include "tests/interpreter/random_programs.h"
#include "tests/interpreter/reach_testing.h"

enum { WORDS = 512, OTHERS = 12, LARGE = 300 };

static const char *const indices[] = {"t",
                                      "t",
                                      "t",
                                      "t ^ 1u",
                                      "63u - t",
                                      "t & 62u",
                                      "(t + 1u) & 63u",
                                      "t >> 1",
                                      "5u",
                                      "0u",
                                      "u & 63u",
                                      "v & 63u",
                                      "b[g] & 63u",
                                      "(t + b[0]) & 63u",
                                      "k & 63u",
                                      "(t + k) & 63u",
                                      "b[g] & 31u",
                                      "(b[g] & 15u) + 32u",
                                      "t & 31u",
                                      "(t & 31u) + 32u",
                                      "min(b[0], 20u)",
                                      "a[b[0] & 1u] & 63u",
                                      "a[min(b[0], 7u)] & 63u",
                                      "(z & 31u) + (t & 32u)",
                                      "subgroupShuffleXor(t, 1u) & 63u",
                                      "subgroupBroadcastFirst(v) & 63u",
                                      "y[b[1] & 3u] & 63u",
                                      "(b[0] > 2u ? t : 63u - t)",
                                      "twice(t >> 1)"};
static const char *const conditions[] = {"b[0] > 2u",
                                         "b[1] == 0u",
                                         "b[g] > 2u",
                                         "b[g ^ 1u] == 1u",
                                         "t < 32u",
                                         "t == 0u",
                                         "t == 7u",
                                         "(t & 1u) == 0u",
                                         "u > 3u",
                                         "v == 1u",
                                         "s[3] > 1u",
                                         "q[t] == 2u",
                                         "n > 4u",
                                         "u == v",
                                         "k == 1u",
                                         "a[5] > 3u",
                                         "z > 3u",
                                         "z == n",
                                         "b[gl_WorkGroupID.x] > 1u",
                                         "gl_WorkGroupID.x == 0u",
                                         "a[min(b[0], 7u)] > 1u",
                                         "subgroupAny(u > 4u)",
                                         "subgroupElect()",
                                         "subgroupAll(b[1] > 1u)",
                                         "y.y > 2u",
                                         "y[b[1] & 3u] > 2u",
                                         "twice(u) > 8u",
                                         "h[t] > 2us",
                                         "b[0] > 2u && t < 9u",
                                         "b[0] > 1u || n > 1u",
                                         "imageLoad(m, ivec2(t, 0)).x > 2u"};
static const char *const values[] = {"t",
                                     "u",
                                     "v",
                                     "b[g]",
                                     "b[0]",
                                     "s[t]",
                                     "q[t]",
                                     "q[t ^ 1u]",
                                     "s[0]",
                                     "1u",
                                     "u + v",
                                     "k",
                                     "o[g]",
                                     "b[g] & 3u",
                                     "u ^ 1u",
                                     "b[v & 63u]",
                                     "z",
                                     "n",
                                     "y.x",
                                     "twice(v)",
                                     "subgroupAdd(u)",
                                     "subgroupBroadcastFirst(u)",
                                     "(b[0] > 2u ? t : v)",
                                     "a[min(b[1], 7u)]",
                                     "uint(h[t])",
                                     "s[t & 7u]",
                                     "imageLoad(m, ivec2(t, 0)).x",
                                     "subgroupBallot(u > 2u).x & 7u"};

#define ANY(words_) words_[pick(w, sizeof words_ / sizeof words_[0])]

static void put_some(writer_t *w, uint32_t depth, int in_loop, int in_function);

/* What others see and can be ordered comes often: else nearly nothing is proved. */
static void put_one(writer_t *w, uint32_t depth, int in_loop, int in_function) {
    switch (pick(w, depth == 0 ? 14 : 23)) {
    case 0: put(w, "u = %s;\n", ANY(values)); break;
    case 1: put(w, "v = %s;\n", ANY(values)); break;
    case 2: put(w, "s[%s] = %s;\n", pick(w, 2) ? "t" : ANY(indices), ANY(values)); break;
    case 3: put(w, "q[%s] = %s;\n", pick(w, 2) ? "t" : ANY(indices), ANY(values)); break;
    case 4: put(w, "u += %s[%s];\n", pick(w, 2) ? "s" : "q", ANY(indices)); break;
    case 5: put(w, "o[g] = %s;\n", ANY(values)); break;
    case 6: put(w, "%s\n", pick(w, 4) ? "barrier();" : "memoryBarrierBuffer(); barrier();"); break;
    case 7: put(w, "barrier();\ns[t] = %s;\nbarrier();\n", ANY(values)); break;
    case 8: put(w, "a[%s] = %s;\nv = a[%s];\n", ANY(indices), ANY(values), ANY(indices)); break;
    case 9:
        switch (pick(w, 6)) {
        case 0: put(w, "u = atomicAdd(c[0], 1u);\n"); break;
        case 1: put(w, "c[atomicAdd(c[0], 1u) + 1u] = t;\n"); break;
        case 2: put(w, "atomicAdd(r[%s], 1u);\n", ANY(indices)); break;
        case 3: put(w, "v = atomicCompSwap(r[%s], v, 1u);\n", ANY(indices)); break;
        case 4: put(w, "barrier();\nu = r[%s];\nbarrier();\n", ANY(indices)); break;
        default: put(w, "memoryBarrierBuffer();\n"); break;
        }
        break;
    case 10:
        if (in_loop)
            put(w, "if (%s) %s;\n", ANY(conditions), pick(w, 2) ? "break" : "continue");
        else
            put(w, "p[%s & 1u].x[g] = %s;\n", pick(w, 3) ? "1u" : ANY(indices), ANY(values));
        break;
    case 11:
        if (pick(w, 2))
            put(w, "if (%s) return%s;\n", ANY(conditions), in_function == 1 ? " u" : "");
        else
            put(w, "u = o[g];\n");
        break;
    case 12:
        switch (pick(w, 4)) {
        case 0: put(w, "z = %s;\n", ANY(values)); break;
        case 1: put(w, "y[%s & 3u] = %s;\n", ANY(indices), ANY(values)); break;
        case 2: put(w, "h[%s] = uint16_t(%s);\n", pick(w, 3) ? "t" : ANY(indices), ANY(values)); break;
        default: put(w, "imageStore(m, ivec2(%s, 0), uvec4(%s));\n", pick(w, 3) ? "g" : ANY(indices), ANY(values));
        }
        break;
    case 13:
        switch (pick(w, 8)) {
        case 0: put(w, "subgroupMemoryBarrierShared(); subgroupBarrier();\n"); break;
        case 1: put(w, "barrier();\nu = s[%s];\nbarrier();\n", ANY(indices)); break;
        case 2: put(w, "o[atomicAdd(r[0], 1u) + g - t] = %s;\n", ANY(values)); break;
        case 3: put(w, "barrier();\nif (t == 0u) r[0] = 0u;\nbarrier();\n"); break;
        case 4: put(w, "s[atomicAdd(r[0], 1u)] = %s;\n", ANY(values)); break;
        case 5: /* with the proof's data no arm is taken, and a proof that enters one meets an index below zero */
            put(w, "if (b[g] > %uu) o[int(b[g]) - %u] = %s;\n", LARGE - 1u, LARGE, ANY(values));
            break;
        case 6:
            put(w, "if (b[0] > %uu) p[%s & 1u].x[int(b[0] + (t & 1u)) - %u] = %s;\n", LARGE - 1u,
                pick(w, 2) ? "1u" : "t", LARGE, ANY(values));
            break;
        default: put(w, "u = atomicMax(r[%s], %s);\n", ANY(indices), ANY(values));
        }
        break;
    case 14:
    case 19:
    case 20:
        put(w, "if (%s) {\n", ANY(conditions));
        put_some(w, depth - 1, in_loop, in_function);
        put(w, "}\n");
        if (pick(w, 2) == 0) {
            put(w, "else {\n");
            put_some(w, depth - 1, in_loop, in_function);
            put(w, "}\n");
        }
        break;
    case 15: {
        static const char *const bounds[] = {"2u", "3u", "b[0] & 3u", "b[g] & 3u", "n", "u & 3u", "t & 1u"};
        put(w, "for (uint k = 0u; k < (%s); k++) {\n", ANY(bounds));
        put_some(w, depth - 1, 1, in_function);
        put(w, "}\n");
        break;
    }
    case 16:
        put(w, "switch (%s) {\ncase 0u:\n", ANY(values));
        put_some(w, depth - 1, 0, in_function);
        put(w, "%scase 1u:\n", pick(w, 2) ? "break;\n" : "");
        put_some(w, depth - 1, 0, in_function);
        put(w, "break;\ndefault:\n");
        put_some(w, depth - 1, 0, in_function);
        put(w, "}\n");
        break;
    case 21: /* a loop that ends from within, after a few rounds */
        put(w, "for (uint k = 0u;; k++) {\nif (k > 3u || %s) break;\n", ANY(conditions));
        put_some(w, depth - 1, 1, in_function);
        put(w, "}\n");
        break;
    case 22:
        put(w, "{ uint k = 0u; do {\n");
        put_some(w, depth - 1, 0, in_function);
        put(w, "k++;\n} while (k < 3u && %s); }\n", ANY(conditions));
        break;
    default:
        if (!in_function)
            put(w, pick(w, 2) ? "u = function(u, v);\n" : "change(u, y);\n");
        else
            put(w, "v ^= u;\n");
    }
}

static void put_some(writer_t *w, uint32_t depth, int in_loop, int in_function) {
    const uint32_t count = 1 + pick(w, 3);
    for (uint32_t i = 0; i < count; i++) put_one(w, depth, in_loop, in_function);
}

static const char *random_text(writer_t *w, uint64_t seed) {
    static const char names[] = "uint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x, k = 0u, a[64];\n"
                                "for (uint i = 0u; i < 64u; i++) a[i] = i == 1u ? t : i & 3u;\n";
    static const char vector[] = "uvec4 y = uvec4(t, 1u, 2u, 3u);\n";
    w->random = test_random_from(seed);
    w->length = 0;
    put(w,
        "#version 450\n#extension GL_EXT_nonuniform_qualifier : require\n"
        "#extension GL_KHR_shader_subgroup_ballot : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n"
        "#extension GL_KHR_shader_subgroup_vote : require\n#extension GL_KHR_shader_subgroup_arithmetic : require\n"
        "#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require\nlayout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) readonly buffer B { uint b[]; };\nlayout(std430, binding = 1) buffer O { uint "
        "o[]; };\nlayout(std430, binding = 2) buffer C { uint c[]; };\nlayout(std430, binding = 3) buffer P { uint "
        "x[]; } p[2];\nlayout(push_constant) uniform N { uint n; };\nlayout(binding = 4, r32ui) uniform uimage2D m;\n"
        "shared uint s[64], q[64], r[64];\nshared uint16_t h[64];\nuint z = 3u;\n"
        "uint twice(uint x) { if ((x & 1u) == 0u) return 2u * x; return 2u * x + 1u - (x & 1u); }\n");
    put(w, "uint function(uint u, uint v) {\n%s%s", names, vector);
    put_some(w, 2, 0, 1);
    put(w, "return u + v;\n}\nvoid change(inout uint u, inout uvec4 y) {\n%suint v = u;\n", names);
    put_some(w, 2, 0, 2);
    put(w,
        "}\nvoid main() {\n%s%suint u = t & 3u, v = 1u;\ns[t] = t & 7u; q[t] = 1u; r[t] = 0u; "
        "h[t] = uint16_t(t & 3u);\nbarrier();\n",
        names, vector);
    for (uint32_t i = 2 + pick(w, 5); i-- > 0;) put_one(w, 3, 0, 0);
    put(w, "o[g] = u ^ v;\n}\n");
    return w->text;
}

static uint32_t b[WORDS], o[WORDS], c[WORDS], x[2][WORDS], texels[WORDS];

/* Data of many kinds: all alike, small, mostly zero; what a proof's run has is the first.
 *
 * large  half of b is LARGE or a little more: never a proof's run */
static void fill(test_random_t *random, uint32_t kind, bool large) {
    const uint32_t one = test_random_below(random, 4), bound = 1 + test_random_below(random, 8);
    for (uint32_t i = 0; i < WORDS; i++)
        b[i] = kind % 3 == 0   ? one
               : kind % 3 == 1 ? test_random_below(random, bound)
                               : test_random_below(random, 9) / 8;
    for (uint32_t i = 0; i < WORDS && large; i++)
        if (test_random_below(random, 2) == 0) b[i] = LARGE + test_random_below(random, 8);
    for (uint32_t i = 0; i < WORDS; i++) o[i] = x[0][i] = x[1][i] = texels[i] = test_random_below(random, 4);
    memset(c, 0, sizeof c);
}

START_TEST(what_is_proved_holds) {
    static writer_t writer;
    static nbl_interpreter_report_t report;
    const char *wanted = getenv("NBL_TEST_CASES");
    const uint32_t count = wanted != NULL ? (uint32_t)strtoul(wanted, NULL, 10) : 120;
    const uint64_t seed = test_seed("interpreter, random proofs");
    uint32_t proved = 0, refuted = 0, wrong = 0, left_out = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *text = random_text(&writer, seed * 1000003u + i);
        nbl_spirv_t spirv = compile(text, "random.comp", i % 2 ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_NONE, false);
        nbl_interpreter_t *interpreter = interpret(&spirv);
        const uint32_t can_run = count_blocks_that_can_run(interpreter, &left_out);
        test_random_t random = test_random_from(seed + 31u * i);
        uint32_t n = test_random_below(&random, 4);
        const nbl_interpreter_binding_t bindings[] = {
            {.binding = 0, .data = b, .bytes = sizeof b},
            {.binding = 1, .data = o, .bytes = sizeof o},
            {.binding = 2, .data = c, .bytes = sizeof c},
            {.binding = 3, .data = x[0], .bytes = sizeof x[0]},
            {.binding = 3, .element = 1, .data = x[1], .bytes = sizeof x[1]},
            {.binding = 4, .data = texels, .bytes = sizeof texels, .width = WORDS / 4, .height = 1, .depth = 1}};
        nbl_interpreter_run_t run = {.bindings = bindings,
                                     .binding_count = 6,
                                     .push_constants = &n,
                                     .push_constant_bytes = 4,
                                     .groups = {2, 1, 1},
                                     .step_limit = 1u << 24,
                                     .prove = true};
        fill(&random, i, false);
        nbl_interpreter_run(interpreter, &run, &report);
        uint32_t ruled_out = count_ruled_out_that_ran(&report, can_run);
        const nbl_interpreter_verdict_t verdict = report.verdict;
        const int holds = verdict == NBL_INTERPRETER_PROVED || verdict == NBL_INTERPRETER_PROVED_FIXED;
        proved += holds;
        refuted += verdict == NBL_INTERPRETER_REFUTED;
        for (uint32_t k = 0; holds && k < OTHERS; k++) {
            char found[4096] = "";
            uint64_t compared, beyond = 0;
            nbl_interpreter_run_t other = run;
            if (verdict == NBL_INTERPRETER_PROVED) n = test_random_below(&random, 8);
            fill(&random, k + i, k % 4 == 3);
            other.prove = false;
            other.check = true;
            other.seed = k + 1u;
            other.by_subgroups = k % 2 == 1;
            other.workgroups_at_once = 1 + k % 2;
            nbl_interpreter_run(interpreter, &other, &report);
            ruled_out += count_ruled_out_that_ran(&report, can_run);
            const int races =
                report.finding_count != 0 && (report.findings[0].issue == NBL_INTERPRETER_RACE ||
                                              report.findings[0].issue == NBL_INTERPRETER_DIVERGENT_BARRIER);
            if (races) nbl_interpreter_finding_text(&report.findings[0], found, sizeof found);
            if (!races && k == 0) nbl_interpreter_hold(interpreter, &run, &other, 1, &compared, &beyond, NULL);
            if (!races && beyond == 0) continue;
            printf("shader %u of seed %llu is proved, and with other data:\n%s%s%s\n", (unsigned)i,
                   (unsigned long long)seed, found, beyond != 0 ? "accesses beyond the proof's\n" : "", text);
            fflush(stdout); /* the child may end without it */
            wrong++;
            break;
        }
        if (ruled_out != 0) printf("%u blocks ran that are ruled out:\n%s", (unsigned)ruled_out, text);
        fflush(stdout);
        wrong += ruled_out != 0;
        nbl_interpreter_destroy(interpreter);
        nbl_spirv_free(&spirv);
    }
    printf("%u shaders, %u proved, %u refuted, %u blocks ruled out\n", (unsigned)count, (unsigned)proved,
           (unsigned)refuted, (unsigned)left_out);
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_gt(proved, count / 20);
    ck_assert_uint_gt(left_out, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("interpreter: random proofs");
    TCase *one = tcase_create("random proofs");
    tcase_set_timeout(one, 0);
    tcase_add_test(one, what_is_proved_holds);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
