/* Verdicts of the interpreter's checker where memory has several names, whose it is, and scopes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/interpreter/interpreter_testing.h"

typedef struct memory_case_t {
    const char *name, *body;
    nbl_result_t result;
    bool same_memory; /* at bindings 1 and 2 */
} memory_case_t;

/* Under Vulkan's memory model. t: invocation of 64; p, q: buffers; c: coherent; s: shared. */
static const memory_case_t memory_cases[] = {
    {"a buffer across a barrier",
     "p[t] = t; controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, "
     "gl_SemanticsAcquireRelease); q[t] = p[63 - t];",
     NBL_ERROR_RACE, false},
    {"a coherent buffer across a barrier",
     "c[t] = t; controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, "
     "gl_SemanticsAcquireRelease); q[t] = c[63 - t];",
     NBL_SUCCESS, false},
    {"a coherent buffer across a barrier of shared memory", "c[t] = t; barrier(); q[t] = c[63 - t];", NBL_ERROR_RACE,
     false},
    {"a coherent buffer, a fence before a barrier and one behind it",
     "c[t] = t; memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease); barrier(); "
     "memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); q[t] = c[63 - t];",
     NBL_SUCCESS, false},
    {"a fence before what it would order",
     "memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); c[t] = t; barrier(); "
     "q[t] = c[63 - t];",
     NBL_ERROR_RACE, false},
    {"half of them fence, and theirs is read",
     "c[t] = t; if (t % 2 == 0) memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease); "
     "barrier(); memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); q[t] = c[t & 62];",
     NBL_SUCCESS, false},
    {"half of them fence, and the others' is read",
     "c[t] = t; if (t % 2 == 0) memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease); "
     "barrier(); memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); q[t] = c[t | 1];",
     NBL_ERROR_RACE, false},
    {"fences of the subgroup's scope around a barrier",
     "c[t] = t; memoryBarrier(gl_ScopeSubgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease); barrier(); "
     "memoryBarrier(gl_ScopeSubgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); q[t] = c[63 - t];",
     NBL_ERROR_RACE, false},
    {"an image that is not coherent",
     "imageStore(i, ivec2(t, 0), uvec4(t)); controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, "
     "gl_StorageSemanticsImage, gl_SemanticsAcquireRelease); q[t] = imageLoad(i, ivec2(63 - t, 0)).x;",
     NBL_ERROR_RACE, false},
    {"a coherent image",
     "imageStore(j, ivec2(t, 0), uvec4(t)); controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, "
     "gl_StorageSemanticsImage, gl_SemanticsAcquireRelease); q[t] = imageLoad(j, ivec2(63 - t, 0)).x;",
     NBL_SUCCESS, false},
    {"two bindings", "p[t] = t; q[63 - t] = t;", NBL_SUCCESS, false},
    {"two bindings of one memory", "p[t] = t; q[63 - t] = t;", NBL_ERROR_RACE, true},
    {"two names of one binding", "q[t] = t; again[63 - t] = t;", NBL_ERROR_RACE, false},
    {"atomics of a subgroup's scope, of two", "if (t % 32 == 0) atomicAdd(s[0], 1, gl_ScopeSubgroup, 0, 0); q[t] = 1;",
     NBL_ERROR_RACE, false},
    {"atomics of the workgroup's scope", "if (t % 32 == 0) atomicAdd(s[0], 1, gl_ScopeWorkgroup, 0, 0); q[t] = 1;",
     NBL_SUCCESS, false},
    {"what one has acquired, read by others behind a barrier of shared memory",
     "if (t < 4) c[t] = t; memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); "
     "if (t < 4) atomicStore(c[64 + t], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); "
     "if (t == 40) s[1] = atomicLoad(c[64], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); "
     "barrier(); if (s[1] == 1u && t == 50) q[t] = c[0];",
     NBL_ERROR_RACE, false},
    {"the same behind a barrier of buffers, too",
     "if (t < 4) c[t] = t; memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); "
     "if (t < 4) atomicStore(c[64 + t], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); "
     "if (t == 40) s[1] = atomicLoad(c[64], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); "
     "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, "
     "gl_SemanticsAcquireRelease); if (s[1] == 1u && t == 50) q[t] = c[0];",
     NBL_SUCCESS, false},
    {"an undefined value times zero", "q[t] = s[2] * (p[t] & 0u);", NBL_SUCCESS, false},
    {"an undefined value that is not selected", "q[t] = t < 64 ? t : s[2];", NBL_SUCCESS, false},
    {"an undefined value that the lane's number leaves out", "q[t] = gl_SubgroupInvocationID < 64 ? t : s[2];",
     NBL_SUCCESS, false},
    {"an undefined truth beside one that the lane's number makes true",
     "bool known = gl_SubgroupInvocationID < 64, other = s[2] != 7; q[t] = known || other ? 1 : 0;", NBL_SUCCESS,
     false},
    {"bits of an undefined value beside others", "q[t] = s[2] | 4u;", NBL_ERROR_UNINITIALIZED, false},
    {"an undefined value times one", "q[t] = s[2] * ((p[t] & 0u) + 1u);", NBL_ERROR_UNINITIALIZED, false},
};

START_TEST(memory) {
    static nbl_interpreter_report_t report;
    static uint32_t p[256], q[256], c[256];
    const memory_case_t *each = &memory_cases[_i];
    char text[4096], found[4096] = "";
    snprintf(text, sizeof text,
             "#version 450\n#extension GL_KHR_memory_scope_semantics : require\n#pragma use_vulkan_memory_model\n"
             "#extension GL_KHR_shader_subgroup_basic : require\n"
             "layout(r32ui, binding = 4) uniform uimage2D i;\nlayout(r32ui, binding = 5) coherent uniform uimage2D j;\n"
             "layout(local_size_x = 64) in;\nshared uint s[64];\n"
             "layout(binding = 1) buffer P { uint p[]; };\nlayout(binding = 2) buffer Q { uint q[]; };\n"
             "layout(binding = 3) coherent buffer C { uint c[]; };\nlayout(binding = 2) buffer R { uint again[]; };\n"
             "void main() {\nuint t = gl_LocalInvocationIndex;\nif (t == 0) s[0] = 0; barrier();\n%s\n}\n",
             each->body);
    nbl_spirv_t spirv = compile(text, "memory.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    memset(c, 0, sizeof c);
    const nbl_interpreter_binding_t bindings[] = {{.binding = 1, .data = each->same_memory ? q : p, .bytes = sizeof p},
                                                  {.binding = 2, .data = q, .bytes = sizeof q},
                                                  {.binding = 3, .data = c, .bytes = sizeof c},
                                                  {.binding = 4, .bytes = 64 * 16, .width = 64, .height = 1},
                                                  {.binding = 5, .bytes = 64 * 16, .width = 64, .height = 1}};
    nbl_interpreter_run_t run = {
        .bindings = bindings, .binding_count = 5, .groups = {1, 1, 1}, .subgroup_size = 32, .check = true};
    for (int by_subgroups = 0; by_subgroups < 2; by_subgroups++) {
        run.by_subgroups = by_subgroups != 0;
        const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
        if (report.finding_count != 0) nbl_interpreter_finding_text(&report.findings[0], found, sizeof found);
        ck_assert_msg(result == each->result, "%s: %s\n%s%s", each->name, nbl_result_text(result), found,
                      report.message);
    }
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

/* What is within bounds by one name of a buffer meets what the other name has there, whichever of them comes first. */
START_TEST(bounds_by_another_name) {
    static nbl_interpreter_report_t report;
    static uint32_t b[128], p[256], q[256], o[128];
    static const char *const bodies[] = {"o[g] = p[b[g] & 31]; q[g + 20] = 1;", "o[g] = q[b[g] & 31]; p[g + 20] = 1;"};
    char text[1024];
    snprintf(text, sizeof text,
             "#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) readonly buffer B { uint b[]; };\n"
             "layout(binding = 1) buffer P { uint p[]; };\nlayout(binding = 2) buffer Q { uint q[]; };\n"
             "layout(binding = 3) buffer O { uint o[]; };\n"
             "void main() {\nuint g = gl_GlobalInvocationID.x;\n%s\n}\n",
             bodies[_i]);
    nbl_spirv_t spirv = compile(text, "names.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    for (int same = 0; same < 2; same++) {
        const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = b, .bytes = sizeof b},
                                                      {.binding = 1, .data = p, .bytes = sizeof p},
                                                      {.binding = 2, .data = same ? p : q, .bytes = sizeof q},
                                                      {.binding = 3, .data = o, .bytes = sizeof o}};
        const nbl_interpreter_run_t run = {
            .bindings = bindings, .binding_count = 4, .groups = {2, 1, 1}, .prove = true};
        ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), NBL_SUCCESS);
        ck_assert_int_eq(report.verdict, same ? NBL_INTERPRETER_OPEN : NBL_INTERPRETER_PROVED);
    }
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("verdicts of memory");
    TCase *one = tcase_create("verdicts of memory");
    tcase_set_timeout(one, 120);
    tcase_add_loop_test(one, memory, 0, sizeof memory_cases / sizeof memory_cases[0]);
    tcase_add_loop_test(one, bounds_by_another_name, 0, 2);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
