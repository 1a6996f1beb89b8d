/* What an interpreter's proof covers: the accesses of runs held against it, subgroup sizes, loops without a phi.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/interpreter/interpreter_testing.h"

#include <spirv-tools/libspirv.h>

/* ---- Runs held against a proof */

/* Two runs of a loop that goes round 8 and 9 times, by a push constant. */
static void fill_runs(nbl_interpreter_run_t runs[2], const nbl_interpreter_binding_t *binding, uint32_t groups) {
    static const uint32_t n[2] = {8, 9};
    for (int i = 0; i < 2; i++)
        runs[i] = (nbl_interpreter_run_t){.bindings = binding,
                                          .binding_count = 1,
                                          .push_constants = &n[i],
                                          .push_constant_bytes = 4,
                                          .groups = {groups, 1, 1}};
}

/* A proof can be compared with a run. A run whose loop goes round once more, by a constant that the proof took as
 * fixed, is told. */
START_TEST(accesses_beyond_a_proof_are_told) {
    static uint32_t o[4096];
    uint64_t compared, beyond;
    nbl_spirv_t spirv =
        compile("#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 1) buffer O { uint o[]; "
                "};\nlayout(push_constant) uniform P { uint n; };\nvoid main() { for (uint k = 0; k < n; "
                "k++) o[gl_GlobalInvocationID.x + 128 * k] = k; }\n",
                "rounds.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t binding = {.binding = 1, .data = o, .bytes = sizeof o};
    nbl_interpreter_run_t runs[2];
    fill_runs(runs, &binding, 2);
    ck_assert_int_eq(nbl_interpreter_hold(interpreter, &runs[0], runs, 2, &compared, &beyond, NULL), NBL_SUCCESS);
    ck_assert_uint_eq(compared, 128 * (8 + 9));
    ck_assert_uint_eq(beyond, 128);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

/* Stores to a storage image are compared, too, and a dispatch that is not proved is refused with the reason. */
START_TEST(texels_are_held_and_refusals_are_told) {
    static uint32_t texels[128 * 4];
    uint64_t compared, beyond;
    nbl_error_t error = {""};
    nbl_spirv_t spirv =
        compile("#version 450\nlayout(local_size_x = 8) in;\nlayout(binding = 0, r32ui) uniform uimage2D o;\n"
                "layout(push_constant) uniform P { uint n; };\nvoid main() { for (uint k = 0; k < n; k++) "
                "imageStore(o, ivec2(gl_GlobalInvocationID.x, k), uvec4(k)); }\n",
                "texels.comp", NBL_OPTIMIZE_NONE, true);
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t binding = {
        .binding = 0, .data = texels, .bytes = sizeof texels, .width = 8, .height = 16, .depth = 1};
    nbl_interpreter_run_t runs[2];
    fill_runs(runs, &binding, 1);
    ck_assert_msg(nbl_interpreter_hold(interpreter, &runs[0], runs, 2, &compared, &beyond, &error) == NBL_SUCCESS, "%s",
                  error.text);
    ck_assert_uint_eq(compared, 8 * (8 + 9));
    ck_assert_uint_eq(beyond, 8);
    runs[0].groups[1] = 2; /* both rows of workgroups store the same texels */
    ck_assert_int_eq(nbl_interpreter_hold(interpreter, &runs[0], runs, 1, &compared, &beyond, &error),
                     NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "is not proved: it has 1 findings") != NULL, "%s", error.text);
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}
END_TEST

/* ---- what a loop computed and later blocks use without a phi, as compilers leave it that promote no variables */

static const char loop_without_phi[] =
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %id\n"
    "OpExecutionMode %main LocalSize 64 1 1\nOpDecorate %id BuiltIn GlobalInvocationId\n"
    "OpDecorate %array ArrayStride 4\nOpDecorate %block BufferBlock\nOpMemberDecorate %block 0 Offset 0\n"
    "OpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 0\nOpDecorate %o DescriptorSet 0\nOpDecorate %o Binding 1\n"
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"
    "%v3 = OpTypeVector %uint 3\n%pv3 = OpTypePointer Input %v3\n%id = OpVariable %pv3 Input\n"
    "%array = OpTypeRuntimeArray %uint\n%block = OpTypeStruct %array\n%pblock = OpTypePointer Uniform %block\n"
    "%puint = OpTypePointer Uniform %uint\n%pf = OpTypePointer Function %uint\n%b = OpVariable %pblock Uniform\n"
    "%o = OpVariable %pblock Uniform\n%0 = OpConstant %uint 0\n%1 = OpConstant %uint 1\n%c40 = OpConstant %uint 40\n"
    "%c300 = OpConstant %uint 300\n"
    "%main = OpFunction %void None %fn\n%entry = OpLabel\n%v = OpVariable %pf Function %0\n%ids = OpLoad %v3 %id\n"
    "%g = OpCompositeExtract %uint %ids 0\n%bg = OpAccessChain %puint %b %0 %g\n%n = OpLoad %uint %bg\n"
    "OpBranch %header\n%header = OpLabel\n%x = OpLoad %uint %v\nOpLoopMerge %merge %cont None\nOpBranch %body\n"
    "%body = OpLabel\n%more = OpULessThan %bool %x %n\nOpBranchConditional %more %cont %merge\n"
    "%cont = OpLabel\n%x1 = OpIAdd %uint %x %1\nOpStore %v %x1\nOpBranch %header\n"
    "%merge = OpLabel\n%is40 = OpIEqual %bool %x %c40\n%at = OpSelect %uint %is40 %c300 %g\n"
    "%og = OpAccessChain %puint %o %0 %at\nOpStore %og %x\nOpReturn\nOpFunctionEnd\n";

START_TEST(a_loop_without_a_phi) {
    static nbl_interpreter_report_t report;
    static uint32_t b[512], o[512];
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_0);
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    const spv_result_t read =
        spvTextToBinary(context, loop_without_phi, sizeof loop_without_phi - 1, &binary, &diagnostic);
    ck_assert_msg(read == SPV_SUCCESS, "%s", diagnostic != NULL ? diagnostic->error : "");
    const nbl_spirv_t spirv = {.words = binary->code, .word_count = binary->wordCount};
    nbl_interpreter_t *interpreter = interpret(&spirv);
    const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = b, .bytes = sizeof b},
                                                  {.binding = 1, .data = o, .bytes = sizeof o}};
    const nbl_interpreter_run_t run = {.bindings = bindings, .binding_count = 2, .groups = {2, 1, 1}, .prove = true};
    for (uint32_t i = 0; i < 512; i++) b[i] = i % 16;
    ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), NBL_SUCCESS);
    ck_assert_int_eq(report.verdict, NBL_INTERPRETER_OPEN);
    for (uint32_t i = 0; i < 512; i++) b[i] = 40; /* now all write one element */
    ck_assert_int_eq(nbl_interpreter_run(interpreter, &run, &report), NBL_ERROR_RACE);
    nbl_interpreter_destroy(interpreter);
    spvBinaryDestroy(binary);
    spvContextDestroy(context);
}
END_TEST

/* ---- Subgroup sizes */

/* A proof says its subgroup size where another size could race. Mutations that fail here: a subgroup's barrier does not
 * count; an atomic access of a subgroup's scope does not. */
START_TEST(proofs_that_hang_on_the_subgroup_size) {
    static const struct {
        const char *body;
        uint32_t local_size;
        bool matters;
    } rows[] = {{"s[t] = b[g]; barrier(); o[g] = s[t ^ 1];", 64, false},
                {"s[t] = b[g]; subgroupMemoryBarrierShared(); subgroupBarrier(); o[g] = s[t ^ 1];", 64, true},
                {"s[t] = b[g]; subgroupBarrier(); o[g] = s[t];", 64, true},
                {"s[t ^ subgroupAdd(0u)] = b[g];", 64, true},
                {"o[g] = subgroupAdd(b[g]);", 64, false},
                {"if (t == 0) s[0] = 0; barrier(); atomicAdd(s[0], 1u, gl_ScopeSubgroup, 0, 0);", 32, true},
                {"if (t == 0) s[0] = 0; barrier(); atomicAdd(s[0], 1u, gl_ScopeWorkgroup, 0, 0);", 32, false}};
    static nbl_interpreter_report_t report;
    static uint32_t b[128], o[128];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n"
                 "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
                 "#extension GL_KHR_memory_scope_semantics : require\n"
                 "layout(local_size_x = %u) in;\nshared uint s[128];\n"
                 "layout(binding = 0) buffer B { uint b[]; };\nlayout(binding = 1) buffer O { uint o[]; };\n"
                 "void main() { uint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x; %s }\n",
                 (unsigned)rows[i].local_size, rows[i].body);
        nbl_spirv_t spirv = compile(text, "size.comp", NBL_OPTIMIZE_NONE, true);
        nbl_interpreter_t *interpreter = interpret(&spirv);
        const nbl_interpreter_binding_t bindings[] = {{.binding = 0, .data = b, .bytes = sizeof b},
                                                      {.binding = 1, .data = o, .bytes = sizeof o}};
        const nbl_interpreter_run_t run = {
            .bindings = bindings, .binding_count = 2, .groups = {2, 1, 1}, .check = true, .prove = true};
        ck_assert_msg(nbl_interpreter_run(interpreter, &run, &report) == NBL_SUCCESS, "%s", rows[i].body);
        ck_assert_msg(report.verdict == NBL_INTERPRETER_PROVED, "%s: verdict %d", rows[i].body, (int)report.verdict);
        ck_assert_msg(report.subgroups_matter == rows[i].matters, "%s", rows[i].body);
        nbl_interpreter_destroy(interpreter);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("held");
    TCase *one = tcase_create("held");
    tcase_set_timeout(one, 120);
    tcase_add_test(one, accesses_beyond_a_proof_are_told);
    tcase_add_test(one, texels_are_held_and_refusals_are_told);
    tcase_add_test(one, a_loop_without_a_phi);
    tcase_add_test(one, proofs_that_hang_on_the_subgroup_size);
    suite_add_tcase(suite, one);
    return test_run_suite(suite);
}
