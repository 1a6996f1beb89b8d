/* Verdicts of the interpreter's checker, and its proofs. Memory's names: test_verdicts_memory.c. What a proof covers:
 * test_held.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/interpreter/interpreter_testing.h"
#include "tests/interpreter/reach_testing.h"

/* What is proved is silent with other data and in other orders, and the accesses are among the proof's. */
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
        memset(o, 0, 4096 * sizeof *o);
        uint64_t compared, beyond;
        ck_assert_int_eq(nbl_interpreter_hold(interpreter, proved, &run, 1, &compared, &beyond, NULL), NBL_SUCCESS);
        ck_assert_msg(beyond == 0, "%s: %llu of %llu accesses are not among the proof's", name,
                      (unsigned long long)beyond, (unsigned long long)compared);
    }
}

typedef struct case_t {
    const char *name, *body;
    nbl_result_t result;
    nbl_interpreter_verdict_t verdict;
    bool equal_writes; /* are allowed */
} case_t;

#define RACE NBL_ERROR_RACE, NBL_INTERPRETER_REFUTED, false
#define PROVED NBL_SUCCESS, NBL_INTERPRETER_PROVED, false
#define FIXED NBL_SUCCESS, NBL_INTERPRETER_PROVED_FIXED, false
#define PROVED_EQUAL NBL_SUCCESS, NBL_INTERPRETER_PROVED, true
#define OPEN_EQUAL NBL_SUCCESS, NBL_INTERPRETER_OPEN, true
#define OPEN NBL_SUCCESS, NBL_INTERPRETER_OPEN, false

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
     NBL_SUCCESS, NBL_INTERPRETER_NOT_ASKED, false}, /* a race or none, as data is: see below */
    {"data decides an address of a load", "s[t] = t; barrier(); o[g] = s[b[g] & 63];", PROVED},
    {"data decides a branch without memory",
     "uint x = 0; if (b[g] > 5) x = 3; else x = 7; s[t] = x; barrier(); o[g] = "
     "s[63 - t];",
     PROVED},
    {"data decides a store to one's own", "s[t] = 0; if (b[g] > 5) s[t] = 1; barrier(); o[g] = s[63 - t];", PROVED},
    {"data decides a store to another's", "s[t] = 0; barrier(); if (b[g] > 100) s[t ^ 1] = 1; o[g] = s[t];", OPEN},
    {"one number lets all do everything, or nothing", "if (b[0] < 100) { s[t] = 1; barrier(); o[g] = s[63 - t]; }",
     PROVED},
    {"one number decides a barrier", "s[t] = 1; if (b[0] < 100) barrier(); o[g] = s[63 - t];", OPEN},
    {"data decides a barrier", "if (b[g] < 100) { s[t] = 1; barrier(); o[g] = s[63 - t]; }", OPEN},
    {"data decides a loop", "uint k = 0; while (k < b[g]) { k++; if (k > 20) break; } o[g] = k;", PROVED},
    {"data decides a loop with shared memory",
     "for (uint k = 0; k < b[g] % 4; k++) atomicAdd(s[k], 1); barrier(); o[g] = s[t];", NBL_ERROR_UNINITIALIZED,
     NBL_INTERPRETER_REFUTED, false},
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
    {"an element of a variable that is a ticket, or another",
     "uint v[4] = uint[](0, 0, 0, 0); v[0] = atomicAdd(o[0], 1); v[1] = 5; o[v[b[0] / 100] + 1] = t;", OPEN},
    {"a ticket in a variable, or what is written there",
     "uint v[4] = uint[](0, 0, 0, 0); v[2] = atomicAdd(o[0], 1); v[b[0] / 100] = 5; o[v[2] + 1] = t;", OPEN},
    {"tickets of two counters",
     "uint k = atomicAdd(o[t & 1], 1); if (b[g] > 100) o[k + 2] = t; else o[k * 2 + 2 + (t & 1)] = t;", OPEN},
    /* within bounds */
    {"an index below a size", "s[t] = t; barrier(); if (t >= 32) s[t] = 1; o[g] = s[b[g] & 31];", PROVED},
    {"an index below a size, and what it meets", "s[t] = t; barrier(); if (t >= 31) s[t] = 1; o[g] = s[b[g] & 31];",
     OPEN},
    {"a remainder behind an offset",
     "s[t] = t; barrier(); if (t < 32) s[t] = 1; o[g] = s[32 + b[g] % 8 * 4 + (t & 3)];", PROVED},
    {"a remainder that comes too far",
     "s[t] = t; barrier(); if (t > 60) s[t] = 1; o[g] = s[32 + b[g] / 100 % 8 * 4 + (t & 3)];", OPEN},
    {"the least of a number and another", "s[t] = t; barrier(); if (t > 15) s[t] = 1; o[g] = s[min(b[g], 15u)];",
     PROVED},
    {"high bits", "s[t] = t; barrier(); if (t > 15) s[t] = 1; o[g] = s[b[g] >> 28];", PROVED},
    {"an index that wraps around", "s[t] = t; barrier(); if (t > 31) s[t] = 1; o[g] = s[(6 - (b[g] / 100 & 7)) & 63];",
     OPEN},
    {"stores below a size, reads behind it",
     "s[t] = 0; barrier(); atomicAdd(s[b[g] & 31], 1u); o[g] = s[32 + (t & 31)];", PROVED},
    {"one arm bounds it",
     "s[t] = t; barrier(); uint k = 5; if (b[g] > 100) k = (b[g] & 15) + 40; if (t > 31) s[t] = 1; o[g] = s[k];", OPEN},
    {"an element of a variable that is bounded, or another",
     "s[t] = t; barrier(); if (t > 31) s[t] = 1; uint v[4] = uint[](40, 40, 40, 40); v[0] = b[g] & 15; "
     "o[g] = s[v[b[0] / 100]];",
     OPEN},
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
    /* where arms of a branch meet, if one arm returns, falls into another or goes round again */
    {"an arm that may return",
     "uint v = 0; if (b[g] > 100) { v = 1; if (b[g] == 200) return; } o[v == 0 ? g : 300] = t;", OPEN},
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
    /* what is written, or not, at places that this run does not see */
    {"atomic accesses at places that data decides",
     "s[t] = 0; barrier(); atomicAdd(s[b[g] & 15], 1u); barrier(); if (s[40] != 0) o[0] = t;", OPEN},
    {"an exchange that is not made here",
     "s[t] = 0; barrier(); if (t == 0) atomicCompSwap(s[3], b[0] + 7, 1u); barrier(); if (s[3] != 0) o[0] = t;", OPEN},
    {"a place beyond the end, in an arm that is not taken here",
     "s[t] = 0; barrier(); if (b[g] > 100) s[b[g] * 1000 + 64] = t; barrier(); o[g] = s[t];", OPEN},
    {"a variable's element beyond the end, in such an arm",
     "uint v[4] = uint[](0, 0, 0, 0); if (b[g] > 100) v[b[g] + 4] = 1; if (v[2] != 0) o[0] = t;", OPEN},
    /* what is one value for all lanes in this run, by chance */
    {"two numbers that are equal here",
     "uint v = b[16]; if (t < 32) v = b[0]; s[t] = t; if (v != 0) return; barrier(); "
     "o[g] = s[63 - t];",
     OPEN},
    {"an element that no lane writes here",
     "uint v[4] = uint[](0, 0, 0, 0); v[b[g] / 100] = t * 1000; s[t] = t; if (v[2] > 100) return; barrier(); "
     "o[g] = s[63 - t];",
     OPEN},
    {"a phi of both arms",
     "uint v = 1; if (b[g] > 100) v = 2; s[t] = t; if (v == 2) return; barrier(); o[g] = s[t ^ 1];", OPEN},
    {"a clock", "s[t] = t; if ((clockARB() & 1ul) == 5ul) return; barrier(); o[g] = s[t ^ 1];", OPEN},
    /* leaving: all or none, and nothing else is done where they leave */
    {"all leave, or none", "if (b[0] > 100) return; s[t] = t; barrier(); o[g] = s[63 - t];", PROVED},
    {"all leave, or none, and a fence is behind it",
     "o[g] = t; if (b[0] > 100) return; memoryBarrierBuffer(); barrier(); o[g + 128] = o[g ^ 1];", PROVED},
    {"all store and leave, or none", "if (b[0] > 100) { o[g] = t; return; } s[t] = t; barrier(); o[g] = s[63 - t];",
     PROVED},
    {"all leave, and read others' before",
     "s[t] = t; if (b[0] > 100) { o[g] = s[t ^ 1]; return; } barrier(); o[g] = s[63 - t];", OPEN},
    {"all leave a function that is all there is", "whole(t, g);", PROVED},
    {"all leave a function behind which there is more", "whole(t, g); o[g + 128] = s[t ^ 1];", OPEN},
    {"all leave from an arm that has a barrier",
     "s[t] = t; if (b[1] != 0) { if (b[1] > 5) return; barrier(); } o[g] = s[t ^ 1];", OPEN},
    {"one arm has a barrier, the other reads what was before it",
     "s[t] = t; if (b[1] != 0) { barrier(); o[g] = s[t]; return; } o[g] = s[t ^ 1];", OPEN},
    {"cases of which one has a barrier and one leaves",
     "s[t] = t; switch (b[0]) { case 0: barrier(); break; case 1: return; default: break; } o[g] = s[t ^ 1];", OPEN},
    {"some leave from an arm of all, others come back to a barrier",
     "s[t] = t; if (b[0] > 100) { if (t == 7) return; } barrier(); o[g] = s[63 - t];", OPEN},
    {"a subgroup leaves from an arm of all",
     "s[t] = t; if (b[0] > 100) { if (t < 32) return; } barrier(); o[g] = s[t ^ 1];", OPEN},
    {"one case of an arm leaves",
     "s[t] = t; if (b[0] > 100) { switch (t) { case 3: return; default: break; } } barrier(); o[g] = s[t ^ 1];", OPEN},
    {"all leave from an arm of an arm, or none",
     "s[t] = t; if (b[0] > 100) { if (b[1] > 100) return; } barrier(); o[g] = s[63 - t];", PROVED},
    {"all leave from an arm, in two ways",
     "s[t] = t; if (b[0] > 100) { if (t < 5) { o[g] = 1; return; } else { return; } } barrier(); o[g] = s[63 - t];",
     PROVED},
    {"a function is left before its barrier", "s[t] = t; passes_unless(b[0] > 100); o[g] = s[t ^ 1];", OPEN},
    {"some come to a barrier, unless all have left before it", "if (b[0] == 0) return; if (t < 5) barrier(); o[g] = t;",
     OPEN},
    {"data ends a loop that has no other way out, before a barrier",
     "for (uint k = 0;; k++) { if (k > 3 || b[g] > 100) break; barrier(); s[t] = k; barrier(); }", OPEN},
    {"data ends a loop that has no other way out, all at once",
     "for (uint k = 0;; k++) { if (k > 3 || b[0] > 100) break; barrier(); s[t] = k; barrier(); }", OPEN},
    {"all add a float and leave, others come to a barrier",
     "if (t == 0) f[0] = 1.0; if (b[0] < 100) { barrier(); o[g] = 1; } else { atomicAdd(f[0], 1.0); return; }", OPEN},
    {"all leave by an element that data chooses, which differs between lanes",
     "uint a[2]; a[0] = 5; a[1] = t; if (a[min(b[0], 1)] > 20) return; s[t] = t; barrier(); o[g] = s[t ^ 1];", OPEN},
    {"data decides a fence", "o[g] = t; if (b[0] == 0) memoryBarrierBuffer(); barrier(); o[g + 128] = o[g ^ 1];", OPEN},
    {"atomics of a subgroup's scope at places that data decides",
     "if (b[g] > 100) atomicAdd(o[b[g]], 1u, gl_ScopeSubgroup, 0, 0);", OPEN},
    /* which object it is */
    {"data decides which buffer", "p[b[g] & 1].x[g] = t; if (g != 0 && b[g] > 100) p[1].x[g - 1] = 1;", OPEN},
    {"lanes have different buffers, in one data decides the place",
     "uint v = p[t == 0 ? 0 : 1].x[b[g]]; p[1].x[g + 256] = v;", OPEN},
    {"lanes have different buffers, in one data decides where to store",
     "p[t == 0 ? 0 : 1].x[t == 0 ? g : g + b[g] / 100] = 1;", OPEN},
    {"the place is data's, the buffer is not", "o[g] = p[0].x[b[g]]; p[1].x[g] = t;", PROVED},
    {"data decides which image",
     "imageStore(i[b[g] / 100], ivec2(g, 0), uvec4(t)); imageStore(i[1], "
     "ivec2((g + 1) & 127, 0), uvec4(1));",
     OPEN},
    {"data decides an image's length",
     "uint l = uint(imageSize(i[b[g] & 1]).x); s[(t + l) & 63] = 1; barrier(); o[g] = "
     "s[t];",
     OPEN},
    {"texels that a larger image would have", "imageStore(i[0], ivec2(200 + t / 2, 0), uvec4(t));", FIXED},
    {"texels that no image has", "imageStore(i[0], ivec2(-1 - int(t / 2), 0), uvec4(t));", PROVED},
    /* what drivers round differently */
    {"a root as an address", "s[t] = 0; barrier(); s[uint(sqrt(float(t * t)))] = t; barrier(); o[g] = s[t];", OPEN},
    {"a quotient as an address", "s[t] = 0; barrier(); s[uint(float(t * 3) / 3.0)] = t; barrier(); o[g] = s[t];", OPEN},
    {"a sum of numbers as an address", "s[t] = 0; barrier(); s[uint(float(t) + 0.5)] = t; barrier(); o[g] = s[t];",
     PROVED},
    {"equal writes, of what is the same in every run", "s[0] = 5; barrier(); o[g] = s[0];", PROVED_EQUAL},
    {"writes that are equal in this run", "s[0] = b[g] / 100; barrier(); o[g] = s[0];", OPEN_EQUAL},
    {"neighbouring workgroups", "o[g] = t; if (t == 0) o[g + 64] = 1;", RACE},
    {"undefined, unused", "uint x = s[t]; if (t > 100) o[g] = x; o[g] = 1;", PROVED},
    {"undefined, leaves", "o[g] = s[t];", NBL_ERROR_UNINITIALIZED, NBL_INTERPRETER_REFUTED, false},
    {"undefined, decides", "if (s[t] > 3) o[g] = 1;", NBL_ERROR_UNINITIALIZED, NBL_INTERPRETER_REFUTED, false},
    {"half of a dword is undefined",
     "h[2 * t] = uint16_t(t); barrier(); if (uint(h[1]) > 3) return; barrier(); o[g] = 1;", NBL_ERROR_UNINITIALIZED,
     NBL_INTERPRETER_REFUTED, false},
    {"both halves of a dword", "h[2 * t] = h[2 * t + 1] = uint16_t(t); barrier(); o[g] = uint(h[127 - t]);", PROVED},
    {"a function gives some lanes one value, later ones another", "s[early(t)] = t;", RACE},
    /* a proof goes into arms that the run does not: there an index below zero must not count as another buffer's */
    {"an index below zero that data decides, in an arm that did not run",
     "if (b[g] > 100) p[0].x[int(b[g]) - 300] = t;", OPEN},
    {"an index below zero of a descriptor's buffer", "if (b[g] > 100) p[t & 1].x[int(b[g]) - 300] = t;", OPEN},
    {"out of bounds", "s[t + 1] = 1; o[g] = 1;", NBL_ERROR_OUT_OF_BOUNDS, NBL_INTERPRETER_REFUTED, false},
    {"divergent barrier", "if (t < 32) { s[t] = 1; barrier(); } o[g] = 1;", NBL_ERROR_DIVERGENT_BARRIER,
     NBL_INTERPRETER_REFUTED, false},
    {"return before a barrier", "if (t == 5) return; s[t] = 1; barrier(); o[g] = s[t];", NBL_ERROR_DIVERGENT_BARRIER,
     NBL_INTERPRETER_REFUTED, false},
    {"a branch by an element of a private array that data chose",
     "uint a[4] = uint[4](0, 0, 0, 0); a[b[0] & 3u] = 1u; if (a[0] == 1u) s[0] = t; else s[t] = t; barrier(); o[g] = "
     "s[t];",
     RACE},
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
             "#extension GL_KHR_shader_subgroup_basic : require\n#extension GL_ARB_shader_clock : require\n"
             "#extension GL_ARB_gpu_shader_int64 : require\n#extension GL_EXT_nonuniform_qualifier : require\n"
             "#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require\n"
             "#extension GL_EXT_shader_atomic_float : require\n"
             "layout(local_size_x = 64) in;\nshared uint s[64];\nshared uint16_t h[128];\nshared float f[1];\n"
             "layout(std430, binding = 0) readonly buffer B { uint b[]; };\n"
             "layout(std430, binding = 1) buffer O { uint o[]; };\nlayout(push_constant) uniform P { uint n; };\n"
             "layout(std430, binding = 2) buffer Q { uint x[]; } p[2];\n"
             "layout(r32ui, binding = 4) uniform uimage2D i[2];\n"
             "uint early(uint v) { if (v < 32) return 5; return v; }\n"
             "void passes_unless(bool leaves) { if (leaves) return; barrier(); }\n"
             "void whole(uint t, uint g) { s[t] = t; if (b[0] > 100) return; barrier(); o[g] = s[63 - t]; }\n"
             "void main() {\nuint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;\n%s\n}\n",
             each->body);
    for (int optimized = 0; optimized < 2; optimized++) {
        spirv = compile(text, "case.comp", optimized ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_NONE, !optimized);
        nbl_interpreter_t *interpreter = interpret(&spirv);
        for (uint32_t i = 0; i < 4096; i++) b[i] = i % 16;
        memset(o, 0, sizeof o);
        const nbl_interpreter_binding_t bindings[] = {
            {.binding = 0, .data = b, .bytes = sizeof b},
            {.binding = 1, .data = o, .bytes = sizeof o},
            {.binding = 2, .bytes = 4096},
            {.binding = 2, .element = 1, .bytes = 4096},
            {.binding = 4, .bytes = 128 * 16, .width = 128, .height = 1},
            {.binding = 4, .element = 1, .bytes = 128 * 16, .width = 128, .height = 1}};
        const nbl_interpreter_run_t run = {.bindings = bindings,
                                           .binding_count = 6,
                                           .push_constants = &n,
                                           .push_constant_bytes = 4,
                                           .groups = {2, 1, 1},
                                           .prove = true,
                                           .allow_equal_writes = each->equal_writes};
        const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
        uint32_t left_out = 0;
        const uint32_t can_run = count_blocks_that_can_run(interpreter, &left_out);
        ck_assert_msg(count_ruled_out_that_ran(&report, can_run) == 0, "%s: blocks ran that are ruled out", each->name);
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

int main(void) {
    Suite *suite = suite_create("verdicts");
    TCase *one = tcase_create("verdicts");
    tcase_set_timeout(one, 120);
    tcase_add_loop_test(one, verdicts, 0, sizeof cases / sizeof cases[0]);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
