/* What the specialiser makes of a module means the same, is valid, and has no loop where unrolling was asked for.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"
#include "spirv/specialize/specialize.h"
#include "spirv/words.h"
#include "tests/vulkan/vulkan_testing.h"

#define kDefaultMaxIdBound \
    kDefaultMaxIdBound_of_the_test /* a definition in the header: every user needs a name of its own */
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>

enum { COUNT = 64 };

static void expect_valid(const nbl_spirv_t *spirv, const char *what) {
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_2);
    spv_const_binary_t binary = {spirv->words, spirv->word_count};
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvValidate(context, &binary, &diagnostic);
    ck_assert_msg(result == SPV_SUCCESS, "%s: %s", what, diagnostic ? diagnostic->error : "invalid");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
}

static uint32_t count_of(const nbl_spirv_t *spirv, uint32_t op) {
    uint32_t n = 0;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) n += (spirv->words[i] & 0xffff) == op;
    return n;
}

/* Private variables that are left: those of main(). */
static uint32_t count_private(const nbl_spirv_t *spirv) {
    uint32_t n = 0;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16)
        n += (spirv->words[i] & 0xffff) == SpvOpVariable && spirv->words[i + 3] == SpvStorageClassFunction;
    return n;
}

/* ---- Every kind of control flow, beside the text as it is written */

#define HEAD \
    "#version 460\n#extension GL_EXT_control_flow_attributes : require\n" \
    "layout(local_size_x = 64) in; layout(binding = 0) buffer a { uint x[]; }; layout(binding = 1) buffer b { uint " \
    "y[]; };\n" \
    "shared uint s[64]; uint i = gl_LocalInvocationIndex; uint calls = 0u;\n"

static const struct {
    const char *name, *text;
    bool unrolls; /* no loop is left where it is asked for, and no variable */
} programs[] = {
    {"returns",
     "uint f(uint v) { if (v < 10u) return v; if (v < 20u) { if ((v & 1u) != 0u) return v * 3u; v += 7u; } return v + "
     "1u; }\n"
     "void main() { y[i] = f(x[i] % 30u) + 100u * f(x[i] % 13u); }",
     true},
    {"early end",
     "void main() { if ((x[i] & 3u) == 0u) return; y[i] = x[i] + 5u; if ((x[i] & 4u) != 0u) return; y[i] += 7u; }",
     true},
    {"sums under a condition",
     "void main() { float n = float(gl_NumWorkGroups.x), p = float(x[i]), q = p - n, r = q + p * .5; s[i] = 0u;\n"
     "if (p > 300.) { s[i] = floatBitsToUint(r); } if (p > 300.) y[i ^ 1u] = floatBitsToUint(q - r); barrier(); y[i] = "
     "s[i ^ 2u]; }",
     true},
    {"number in the workgroup",
     "void main() { y[i] = x[i] + 3u * (i / 64u) + i % 64u + 5u * (i / 32u) + 7u * (i % 32u) + i / 65u; }", true},
    {"unrolled",
     "void main() { uint r[8]; [[unroll]] for (uint k = 0u; k < 8u; k++) r[k] = x[i] * (k + 1u);\n"
     "uint t = 0u; [[unroll]] for (uint k = 0u; k < 8u; k++) { if ((r[k] & 1u) == 0u) continue; t += r[7u - k]; } y[i] "
     "= t; }",
     true},
    {"break of an unrolled",
     "void main() { uint t = 0u; [[unroll]] for (uint k = 0u; k < 5u; k++) { if (x[i + k & 63u] % 5u == k) break; t = "
     "t * 7u + k; } y[i] = t; }",
     true},
    {"undecided",
     "void main() { uint t = 0u, n = x[i] % 9u; for (uint k = 0u; k < n; k++) t += k * x[k]; y[i] = t + n; }", false},
    {"carried but unset",
     "void main() { uint p; uint t = 0u, n = x[i] % 7u + 2u; for (uint k = 0u; k < n; k++) { if (k > 0u) t += p; p = k "
     "* 3u; } y[i] = t; }",
     false},
    {"while and break",
     "void main() { uint t = x[i], n = 0u; while (true) { n++; if (n > 50u) break; if ((t & 1u) == 0u) { t >>= 1; "
     "continue; } t = 3u * t + 1u; if (t < 4u) break; } y[i] = t + n; }",
     false},
    {"do while",
     "void main() { uint t = x[i] % 100u, n = 0u; do { t += n; n++; if (t == 50u) continue; t ^= 5u; } while (t < "
     "90u); y[i] = t * 100u + n; }",
     false},
    {"nested",
     "void main() { uint t = 0u; for (uint a = 0u; a < x[i] % 4u; a++) { uint q = 1u; for (uint b = 0u; b < 3u; b++) { "
     "if (b == x[i] % 3u) continue; q += a * b + q; } t += q; } y[i] = t; }",
     false},
    {"dynamic index",
     "void main() { uint r[6]; [[unroll]] for (uint k = 0u; k < 6u; k++) r[k] = x[k] + k; r[x[i] % 6u] += 9u; y[i] = "
     "r[x[i + 1u & 63u] % 6u]; }",
     false},
    {"table", "const uint t[4] = uint[](3u, 1u, 4u, 1u);\nvoid main() { y[i] = t[x[i] & 3u] + t[2]; }", false},
    {"arrays handed on",
     "void f(inout uint r[4], uint k) { r[k] = r[k] * 2u + 1u; calls++; }\n"
     "void main() { uint r[4] = uint[](1u, 2u, 3u, x[i]); f(r, 3u); f(r, 1u); if (x[i] > 500u) f(r, 0u); y[i] = r[0] + "
     "r[1] * 10u + r[3] * 100u + calls; }",
     true},
    {"structures",
     "struct p { uvec2 v; uint w[2]; }; p f(p a) { a.v.yx = a.v; a.w[1] += a.v.x; return a; }\n"
     "void main() { p a; a.v = uvec2(x[i], i); a.w = uint[](1u, 2u); p c = a; if (x[i] > 300u) c = f(a); y[i] = c.v.x "
     "+ c.v.y * 3u + c.w[1]; }",
     true},
    {"shared",
     "void main() { s[i] = x[i]; barrier(); uint t = s[63u - i]; barrier(); s[i] = t; barrier(); y[i] = s[i ^ 1u] + t; "
     "}",
     true},
    {"barriers in a loop",
     "void main() { uint t = x[i]; for (uint k = 1u; k < 64u; k *= 2u) { s[i] = t; barrier(); t += s[i ^ k]; "
     "barrier(); } y[i] = t; }",
     false},
    {"short circuit",
     "bool f(uint v) { calls++; return v % 3u == 0u; }\nvoid main() { y[i] = (x[i] > 200u && f(x[i]) || f(x[i] + 1u) ? "
     "5u : 6u) + calls * 100u; }",
     true},
    {"vectors",
     "void main() { uvec4 v = uvec4(x[i], i, 3u, 4u); v.zx = v.xy * 2u; vec3 f = vec3(v.xyz) * 0.5; f[1] += 1.0; y[i] "
     "= uint(dot(f, vec3(1.0, 2.0, 4.0))) + v[x[i] & 3u]; }",
     false},
    {"decided switch",
     "uint f(uint k, uint v) { switch (k) { case 0u: return v; case 1u: v += 5u; case 2u: v *= 3u; break; default: v = "
     "1u; } return v; }\n"
     "void main() { y[i] = f(0u, x[i]) + f(1u, x[i]) * 3u + f(2u, x[i]) * 5u + f(9u, x[i]); }",
     true},
    {"integers",
     "void main() { int a = -7 / 2, c = -7 % 3; uint h = uint(findMSB(40u)) + uint(bitCount(x[i])) + "
     "bitfieldExtract(x[i], 3, 4); y[i] = uint(a + 100) + uint(c + 10) * 1000u + h + uint(int(x[i]) - 2000 >> 3); }",
     true},
    {"atomics", "void main() { s[i] = 0u; barrier(); atomicAdd(s[x[i] & 7u], x[i]); barrier(); y[i] = s[i & 7u]; }",
     true},
    {"stores under a condition",
     "void main() { s[i] = x[i]; uint v = 0u; barrier(); bool odd = (x[i] & 1u) != 0u; uint z = s[i] * 3u;\n"
     "if (odd) s[i] = z; v += s[i]; if (odd) { s[i] += 1u; s[i] ^= v; } else { v++; }\n"
     "if (odd) s[i] = v; for (uint k = 0u; k < (x[i] & 3u); k++) { if (k == 1u) s[i] = k + z; v += k; }\n"
     "if (z > 900u) { if (odd) s[i] = v; v += s[i] * 7u; } barrier(); y[i] = s[i ^ 1u] + v; }",
     false},
    {"values from blocks that ifs of stores end in",
     "void main() { s[i] = x[i]; barrier(); uint v = x[i] * 3u, w = 0u; bool odd = (v & 1u) != 0u;\n"
     "if (odd) s[i] = v; if (odd) { s[i] = v + 1u; w = v * 5u; }\n"
     "if (v > 900u) { if (odd) s[i] = v; v = v * 7u + 1u; if (odd) s[i] = v; } barrier(); y[i] = s[i ^ 1u] + v + w; }",
     true},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

/* Runs a module over x; y receives what it leaves. */
static void launch(nbl_vulkan_device_t *device, const nbl_spirv_t *spirv, const uint32_t *x, uint32_t *y) {
    nbl_vulkan_kernel_desc_t desc = {.name = "test", .spirv = spirv->words, .spirv_word_count = spirv->word_count};
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_vulkan_bindings_t *bindings = NULL;
    nbl_vulkan_buffer_t buffers[2];
    nbl_vulkan_resource_t resources[2] = {{0}, {0}};
    nbl_vulkan_commands_t commands;
    nbl_error_t error;
    const uint32_t groups[3] = {1, 1, 1};
    memset(y, 0, COUNT * sizeof *y);
    expect_ok(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), &error);
    for (int k = 0; k < 2; k++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = COUNT * sizeof *y, .name = "data"};
        expect_ok(nbl_vulkan_buffer_create(device, &buffer, &buffers[k], &error), &error);
        expect_ok(nbl_vulkan_buffer_upload(device, &buffers[k], 0, k ? y : x, COUNT * sizeof *y, &error), &error);
        resources[k].buffer = buffers[k].handle;
    }
    expect_ok(nbl_vulkan_bindings_create(kernel, resources, "test", &bindings, &error), &error);
    expect_ok(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect_ok(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    expect_ok(nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, NULL, groups, &error), &error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    expect_ok(nbl_vulkan_commands_submit(device, &commands, &error), &error);
    expect_ok(nbl_vulkan_buffer_download(device, &buffers[1], 0, y, COUNT * sizeof *y, &error), &error);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_bindings_destroy(bindings);
    for (int k = 0; k < 2; k++) nbl_vulkan_buffer_destroy(device, &buffers[k]);
    nbl_vulkan_kernel_destroy(kernel);
}

START_TEST(the_same_meaning) {
    static const struct {
        nbl_optimize_t optimize;
        nbl_instruction_order_t order;
    } ways[] = {
        {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_DEFAULT},  {NBL_OPTIMIZE_UNROLL_SOME, NBL_INSTRUCTION_ORDER_LATE},
        {NBL_OPTIMIZE_FOLD, NBL_INSTRUCTION_ORDER_DEFAULT},    {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_LOADS_FIRST},
        {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_DEMANDED}, {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_APART},
        {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_STORED},   {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_BY_ONE},
        {NBL_OPTIMIZE_UNROLL, NBL_INSTRUCTION_ORDER_LOOPED}};
    const uint32_t way_count = sizeof ways / sizeof *ways;
    test_random_t random = test_random_begin("specialize");
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    uint32_t x[COUNT], expected[COUNT], y[COUNT], ran = 0;
    if (!use_driver(_i)) return;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    for (uint32_t p = 0; p < PROGRAMS; p++) {
        char text[4096], what[128];
        nbl_spirv_t plain, made;
        snprintf(text, sizeof text, HEAD "%s\n", programs[p].text);
        nbl_compile_desc_t compile = {.file = programs[p].name, .text = text, .optimize = NBL_OPTIMIZE_NONE};
        for (uint32_t k = 0; k < COUNT; k++) x[k] = test_random_below(&random, 1000);
        expect_ok(nbl_compile(&compile, &plain, &error), &error);
        launch(device, &plain, x, expected);
        for (uint32_t way = 0; way < way_count; way++, ran++) {
            compile.optimize = ways[way].optimize;
            compile.instruction_order = ways[way].order;
            expect_ok(nbl_compile(&compile, &made, &error), &error);
            snprintf(what, sizeof what, "\"%s\", way %u", programs[p].name, way);
            ck_assert_msg(!made.refused[0], "%s: refused: %s", what, made.refused);
            expect_valid(&made, what);
            if (programs[p].unrolls && ways[way].optimize == NBL_OPTIMIZE_UNROLL)
                ck_assert_msg(!count_of(&made, SpvOpLoopMerge) && !count_private(&made), "%s: loops are left", what);
            launch(device, &made, x, y);
            for (uint32_t k = 0; k < COUNT; k++)
                ck_assert_msg(y[k] == expected[k], "%s: y[%u] = %u, not %u", what, k, y[k], expected[k]);
            nbl_spirv_free(&made);
        }
        nbl_spirv_free(&plain);
    }
    nbl_vulkan_device_destroy(device);
    printf("specialize: %u modules mean the same on %s\n", ran, test_driver_name((test_driver_t)_i));
    ck_assert_uint_eq(ran, way_count * PROGRAMS);
}
END_TEST

/* Sums that lead to a store under a condition multiply by 1, in the order that asks for it; other sums, and those of a
 * text that does not read the number of workgroups, do not. */
START_TEST(sums_multiply_by_one) {
    static const struct {
        const char *number;
        nbl_instruction_order_t order;
        uint32_t products, decorated;
    } ways[] = {{"gl_NumWorkGroups.x", NBL_INSTRUCTION_ORDER_WRITTEN, 0, 3},
                {"gl_NumWorkGroups.x", NBL_INSTRUCTION_ORDER_BY_ONE, 2, 1},
                {"x[0]", NBL_INSTRUCTION_ORDER_BY_ONE, 0, 3}};
    for (uint32_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        char text[1024];
        nbl_spirv_t made;
        nbl_error_t error;
        uint32_t decorated = 0;
        snprintf(text, sizeof text,
                 HEAD "void main() { uint n = %s; float p = float(x[i]), q = float(y[i]);\n"
                      "x[i] = floatBitsToUint(p + q); if (n > i) y[i] = floatBitsToUint(p - (q + 3.)); }\n",
                 ways[way].number);
        const nbl_compile_desc_t compile = {.file = "sums", .text = text, .instruction_order = ways[way].order};
        expect_ok(nbl_compile(&compile, &made, &error), &error);
        expect_valid(&made, text);
        for (size_t i = 5; i < made.word_count; i += made.words[i] >> 16)
            decorated += (made.words[i] & 0xffff) == SpvOpDecorate && made.words[i + 2] == SpvDecorationNoContraction;
        ck_assert_uint_eq(count_of(&made, SpvOpFMul), ways[way].products);
        ck_assert_uint_eq(decorated, ways[way].decorated);
        nbl_spirv_free(&made);
    }
}
END_TEST

/* In the instruction order `looped`, a store to shared memory under a condition stands in a loop. A store to a buffer
 * keeps its branch, and so does every store of a text that does not read the number of workgroups. */
START_TEST(stores_in_loops) {
    static const struct {
        const char *number, *to;
        nbl_instruction_order_t order;
        uint32_t loops, branches;
    } ways[] = {{"gl_NumWorkGroups.x", "t", NBL_INSTRUCTION_ORDER_WRITTEN, 0, 1},
                {"gl_NumWorkGroups.x", "t", NBL_INSTRUCTION_ORDER_LOOPED, 1, 0},
                {"gl_NumWorkGroups.x", "y", NBL_INSTRUCTION_ORDER_LOOPED, 0, 1},
                {"x[0]", "t", NBL_INSTRUCTION_ORDER_LOOPED, 0, 1}};
    for (uint32_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        char text[1024];
        nbl_spirv_t made;
        nbl_error_t error;
        snprintf(text, sizeof text,
                 HEAD "shared uint t[64];\n"
                      "void main() { uint n = %s, v = x[i] * 3u; t[i] = v; if (n > i) %s[i ^ 1u] = v + 1u;\n"
                      "barrier(); y[i] = t[i]; }\n",
                 ways[way].number, ways[way].to);
        const nbl_compile_desc_t compile = {.file = "loops", .text = text, .instruction_order = ways[way].order};
        expect_ok(nbl_compile(&compile, &made, &error), &error);
        expect_valid(&made, text);
        ck_assert_msg(count_of(&made, SpvOpLoopMerge) == ways[way].loops, "way %u", way);
        ck_assert_msg(count_of(&made, SpvOpSelectionMerge) == ways[way].branches, "way %u", way);
        nbl_spirv_free(&made);
    }
}
END_TEST

/* Two ifs of one condition: one branch, two, or none and a shared array of one more element. An array stays where
 * shared memory would outgrow a multiple of 16 KiB, where something else has its type, and where an index is no
 * unsigned one; not for a dead load before each store. */
START_TEST(stores_have_a_condition_or_a_place) {
    static const struct {
        nbl_instruction_order_t order;
        const char *declared, *number, *value; /* before main(); of an invocation; what it leaves */
        uint32_t branches;
    } ways[] = {
        {NBL_INSTRUCTION_ORDER_WRITTEN, "shared uint t[64];", "uint", "0u", 1},
        {NBL_INSTRUCTION_ORDER_APART, "shared uint t[64];", "uint", "0u", 2},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[64];", "uint", "0u", 0},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[64];\n#define DEAD uint dead = x[i ^ 3];", "uint", "0u", 0},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[4096];", "uint", "0u", 1},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[3000]; shared uint u[1095];", "uint", "u[i ^ 4u]", 0},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[3000]; shared uint u[1096];", "uint", "u[i ^ 4u]", 1},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[3000]; shared uint u[1096];", "uint", "0u", 0},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[2048]; shared uint u[2047];", "uint", "u[i ^ 4u]", 0},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[2047]; shared uint u[2047];", "uint", "u[i ^ 4u]", 0},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[2048]; shared uvec3 u[8];", "uint", "u[i & 7u].y", 1},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[64];", "int", "0u", 1},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[4]; const uint u[4] = {1u, 5u, 7u, 9u};", "uint", "u[x[9] & 3u]",
         1},
        {NBL_INSTRUCTION_ORDER_STORED, "shared uint t[5]; const uint u[4] = {1u, 5u, 7u, 9u};", "uint", "u[x[9] & 3u]",
         0},
    };
    for (uint32_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        char text[1024];
        nbl_spirv_t made;
        nbl_error_t error;
        snprintf(
            text, sizeof text,
            "#version 460\nlayout(local_size_x = 64) in; layout(binding = 0) buffer a { uint x[]; };\n"
            "%s\n#ifndef DEAD\n#define DEAD\n#endif\n"
            "void main() { %s i = %s(gl_LocalInvocationIndex); uint z = x[i]; bool c = z > 3u;\n"
            "if (c) { DEAD t[i] = z; } z *= 5u; if (c) { DEAD t[i ^ 1] = z; } barrier(); x[i] = t[i ^ 2] + %s; }\n",
            ways[way].declared, ways[way].number, ways[way].number, ways[way].value);
        const nbl_compile_desc_t compile = {.file = "stores", .text = text, .instruction_order = ways[way].order};
        expect_ok(nbl_compile(&compile, &made, &error), &error);
        ck_assert_str_eq(made.refused, "");
        expect_valid(&made, text);
        const uint32_t branches = count_of(&made, SpvOpBranchConditional);
        ck_assert_msg(branches == ways[way].branches, "%u branches: %s", branches, text);
        nbl_spirv_free(&made);
    }
}
END_TEST

/* ---- What it does not take */

START_TEST(what_is_refused_is_left_to_spirv_tools) {
    static const char text[] =
        HEAD "uint f(uint n) { for (uint k = 0u; k < n; k++) if (x[k] == 3u) return k; return n; }\n"
             "void main() { y[i] = f(x[i]); }\n";
    nbl_compile_desc_t compile = {.file = "test.comp", .text = text};
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(&compile, &spirv, &error), &error);
    ck_assert_str_eq(spirv.refused, "a return from a loop that stays");
    expect_valid(&spirv, "refused");
    ck_assert_uint_eq(count_of(&spirv, SpvOpFunctionCall), 0); /* it did run */
    nbl_spirv_free(&spirv);
}
END_TEST

START_TEST(no_module) {
    static const uint32_t header[] = {SpvMagicNumber, 0x10300, 0, 8, 0, 0};
    nbl_specialize_options_t options = {.exact = true};
    uint32_t *words;
    size_t count;
    char why[128];
    ck_assert_int_eq(nbl_specialize(&options, header, 3, &words, &count, why), NBL_SPECIALIZE_REFUSED);
    ck_assert_ptr_null(words);
    ck_assert_str_eq(why, "not SPIR-V, or too large");
    ck_assert_int_eq(nbl_specialize(&options, header, 6, &words, &count, why), NBL_SPECIALIZE_REFUSED);
    ck_assert_str_eq(why, "malformed: cut off");
}
END_TEST

/* A constant stays where memory operands alone use it, as the scope that a store is made available to. */
START_TEST(scopes_of_accesses_stay) {
    static const char text[] =
        "#version 460\n#pragma use_vulkan_memory_model\n#extension GL_KHR_memory_scope_semantics : require\n"
        "layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in; layout(binding = 0) devicecoherent buffer a "
        "{ uint x[]; };\n"
        "void main() { x[gl_LocalInvocationIndex] *= 7u; }\n";
    nbl_compile_desc_t compile = {.file = "test.comp", .text = text};
    nbl_spirv_t spirv;
    nbl_error_t error;
    uint32_t scopes = 0;
    expect_ok(nbl_compile(&compile, &spirv, &error), &error);
    ck_assert_str_eq(spirv.refused, "");
    expect_valid(&spirv, "scopes of accesses");
    for (size_t i = 5; i < spirv.word_count; i += spirv.words[i] >> 16) {
        const uint32_t *w = spirv.words + i, op = w[0] & 0xffff;
        scopes += op == SpvOpLoad && w[0] >> 16 == 6 && (w[4] & SpvMemoryAccessMakePointerVisibleMask) != 0;
        scopes += op == SpvOpStore && w[0] >> 16 == 5 && (w[3] & SpvMemoryAccessMakePointerAvailableMask) != 0;
    }
    ck_assert_uint_eq(scopes, 2);
    nbl_spirv_free(&spirv);
}
END_TEST

/* In fast mode an operation that a text calls precise stays decorated and is not fused; another product is fused. */
START_TEST(precise_is_kept) {
    static const char text[] = HEAD "void main() { float a = float(x[i]), c = float(x[i + 1u & 63u]); precise float p "
                                    "= a * c + a; float q = a * a + c;\n"
                                    "y[i] = floatBitsToUint(p) ^ floatBitsToUint(q); }\n";
    nbl_compile_desc_t compile = {.file = "test.comp", .text = text, .mode = NBL_MODE_FAST};
    nbl_spirv_t spirv;
    nbl_error_t error;
    uint32_t decorated = 0, fused = 0;
    expect_ok(nbl_compile(&compile, &spirv, &error), &error);
    for (size_t i = 5; i < spirv.word_count; i += spirv.words[i] >> 16) {
        const uint32_t *w = spirv.words + i;
        decorated += (w[0] & 0xffff) == SpvOpDecorate && w[2] == SpvDecorationNoContraction;
        fused += (w[0] & 0xffff) == SpvOpExtInst && w[4] == 50; /* Fma */
    }
    ck_assert_uint_eq(decorated, 2);
    ck_assert_uint_eq(fused, 1);
    nbl_spirv_free(&spirv);
}
END_TEST

/* To spare instructions, a product that a sum and a difference use is part of both, and gone; one that something else
 * needs stays, and so does one of the two of a sum. Otherwise these products stay. */
START_TEST(products_vanish_in_sums) {
    static const struct {
        const char *uses;
        bool spare;
        uint32_t products, fused;
    } cases[] = {{"(p + q) / (q - p)", true, 0, 2},
                 {"(p + q) / (q - p)", false, 1, 0},
                 {"(p + q) / p", true, 1, 0},
                 {"(p + q * c) / (c - p)", true, 1, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[1024];
        nbl_spirv_t spirv;
        nbl_error_t error;
        uint32_t fused = 0;
        snprintf(text, sizeof text,
                 HEAD "void main() { float a = float(x[i]), c = float(x[i + 1u & 63u]), q = a / c, p = "
                      "a * c; y[i] = floatBitsToUint(%s); }\n",
                 cases[k].uses);
        nbl_compile_desc_t compile = {
            .file = "test.comp", .text = text, .mode = NBL_MODE_FAST, .spare_instructions = cases[k].spare};
        expect_ok(nbl_compile(&compile, &spirv, &error), &error);
        for (size_t i = 5; i < spirv.word_count; i += spirv.words[i] >> 16)
            fused += (spirv.words[i] & 0xffff) == SpvOpExtInst && spirv.words[i + 4] == 50; /* Fma */
        ck_assert_msg(count_of(&spirv, SpvOpFMul) == cases[k].products && fused == cases[k].fused, "%s: %u, %u",
                      cases[k].uses, count_of(&spirv, SpvOpFMul), fused);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

/* Sums that differ in a literal alone share the rest: the literal is added last. */
START_TEST(sums_share_all_but_literals) {
    static const char text[] =
        HEAD "void main() { uint a = x[i], b = x[i + 1u & 63u]; y[i] = (b + (a + 5u)) ^ (b + a); }\n";
    for (uint32_t spare = 0; spare < 2; spare++) {
        nbl_compile_desc_t compile = {
            .file = "test.comp", .text = text, .mode = NBL_MODE_EXACT, .spare_instructions = spare != 0};
        nbl_spirv_t spirv;
        nbl_error_t error;
        expect_ok(nbl_compile(&compile, &spirv, &error), &error);
        ck_assert_uint_eq(count_of(&spirv, SpvOpIAdd), 4 - spare); /* one is the index of b */
        nbl_spirv_free(&spirv);
    }
}
END_TEST

/* An invocation's number in its workgroup, divided by the workgroup's size or by more, is 0, and itself the rest; and
 * it is below. */
START_TEST(numbers_in_the_workgroup_are_small) {
    static const char text[] = HEAD "void main() { y[i] = x[i] + i / 64u + i % 64u + i / 63u + i % 63u; if (i < 64u) "
                                    "y[i] += 1u; if (i < 63u) y[i] += 2u; }\n";
    nbl_compile_desc_t compile = {.file = "test.comp", .text = text, .mode = NBL_MODE_EXACT};
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(&compile, &spirv, &error), &error);
    ck_assert_uint_eq(count_of(&spirv, SpvOpUDiv), 1);
    ck_assert_uint_eq(count_of(&spirv, SpvOpUMod), 1);
    ck_assert_uint_eq(count_of(&spirv, SpvOpULessThan), 1);
    nbl_spirv_free(&spirv);
}
END_TEST

/* How many ifs repeat the condition of the one before, with nothing between. */
static uint32_t count_repeated_ifs(const nbl_spirv_t *spirv) {
    uint32_t count = 0, condition = 0, merge = 0; /* of the last if, and where it ended */
    bool behind = false;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i;
        switch (w[0] & 0xffff) {
        case SpvOpSelectionMerge: merge = w[1]; break;
        case SpvOpBranchConditional:
            count += behind && w[1] == condition;
            condition = w[1];
            behind = false;
            break;
        case SpvOpLabel: behind = merge && w[1] == merge; break;
        case SpvOpStore:
        case SpvOpLoad:
        case SpvOpControlBarrier: behind = false; break;
        default: break;
        }
    }
    return count;
}

/* ---- The kernels of the tree */

static void check_plan(nbl_fft_precision_t precision, uint32_t length, uint32_t *checked) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = precision,
                                     .length = length,
                                     .batch = 7,
                                     .inverse = length % 3 == 0,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_spirv_t spirv;
    nbl_error_t error;
    char what[64];
    if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) return; /* no length of ours */
    snprintf(what, sizeof what, "length %u, precision %d", length, (int)precision);
    nbl_mode_t mode = length % 2 ? NBL_MODE_FAST : NBL_MODE_EXACT;
    expect_ok(nbl_fft_transform_compile(NULL, mode, true, &plan, &spirv, &error), &error);
    ck_assert_msg(!spirv.refused[0], "%s: refused: %s", what, spirv.refused);
    expect_valid(&spirv, what);
    ck_assert_msg(!count_of(&spirv, SpvOpLoopMerge), "%s: loops are left", what);
    ck_assert_msg(!count_private(&spirv), "%s: private arrays are left", what);
    ck_assert_msg(!count_repeated_ifs(&spirv), "%s: neighbouring ifs of one condition are left", what);
    nbl_spirv_free(&spirv);
    ++*checked;
}

/* Lengths of every size, all of them where NBL_TEST_ALL is set; precision, for the loop of a test */
START_TEST(plans_are_straight_lines) {
    uint32_t checked = 0, step = test_all() ? 1 : 3;
    for (uint32_t length = 2, next = 2; length <= 8192; length++) {
        uint32_t before = checked;
        if (length < next) continue;
        check_plan((nbl_fft_precision_t)_i, length, &checked);
        if (checked > before && step > 1) next = length + length / step + 1;
    }
    check_plan((nbl_fft_precision_t)_i, 8192, &checked);
    printf("specialize: %u plans are straight lines, precision %d\n", checked, _i);
    ck_assert_uint_ge(checked, 15);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("specialize");
    TCase *tests = tcase_create("specialize");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, the_same_meaning, 0, driver_count());
    tcase_add_test(tests, sums_multiply_by_one);
    tcase_add_test(tests, stores_in_loops);
    tcase_add_test(tests, what_is_refused_is_left_to_spirv_tools);
    tcase_add_test(tests, stores_have_a_condition_or_a_place);
    tcase_add_test(tests, no_module);
    tcase_add_test(tests, scopes_of_accesses_stay);
    tcase_add_test(tests, precise_is_kept);
    tcase_add_test(tests, products_vanish_in_sums);
    tcase_add_test(tests, sums_share_all_but_literals);
    tcase_add_test(tests, numbers_in_the_workgroup_are_small);
    tcase_add_loop_test(tests, plans_are_straight_lines, 0, 4);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
