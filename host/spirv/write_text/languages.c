/* The table of languages.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/write_text/language.h"

#include <stddef.h>

#define LIKE_C_TYPES \
    {"bool", "int", "uint", "float"}, { "bool$c", "int$c", "uint$c", "float$c" }
#define LIKE_C_DECLARATIONS "const $t $n = ", "$t $n;", "$t $n[$c];", "", "for (;;) {"
/* Conversions of bits. Signed and unsigned integers convert by their type's name; only floats need a function. */
#define BITS(to_int, to_uint, int_to_float, uint_to_float, int_of, uint_of) \
    { \
        {0}, {0, "$v", uint_of, int_to_float}, {0, int_of, "$v", uint_to_float}, { 0, to_int, to_uint, "$v" } \
    }

static const nbl_wt_language_t languages[NBL_TARGETS] = {
    [NBL_TARGET_WGSL] =
        {
            "WGSL",
            "main",
            "",
            {"bool", "i32", "u32", "f32"},
            {"vec$c<bool>", "vec$c<i32>", "vec$c<u32>", "vec$c<f32>"},
            BITS("bitcast<i32>($v)", "bitcast<u32>($v)", "bitcast<f32>($v)", "bitcast<f32>($v)", "bitcast<i32>($v)",
                 "bitcast<u32>($v)"),
            "$t($v)",
            "$t($v)",
            "select($b, $a, $c)",
            "fma",
            "pack2x16float($v)",
            "unpack2x16float($v)",
            "",
            "let $n = ",
            "var $n: $t;",
            "var $n: array<$t, $c>;",
            "",
            "loop {",
            "var<workgroup> $n: array<$t, $c>;\n",
            .has_groups = true,
            .read_buffer = "@group(0) @binding($b) var<storage, read> $n: array<$t>;\n",
            .write_buffer = "@group(0) @binding($b) var<storage, read_write> $n: array<$t>;\n",
            .member = "    $n: $t,\n",
            .uniform = "struct $n_t {\n$m}\n@group(0) @binding($b) var<uniform> $n: $n_t;\n",
            .of_uniform = "$n.$m",
            .keep = "fn keep(x: f32, zero: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ zero); }\n",
            .parameter = {"@builtin(local_invocation_index) local_index: u32",
                          "@builtin(local_invocation_id) local_id: vec3<u32>",
                          "@builtin(workgroup_id) group: vec3<u32>", "@builtin(num_workgroups) groups: vec3<u32>"},
            .builtin = {"local_index", "local_id.$x", "group.$x", "groups.$x"},
            .entry = "@compute @workgroup_size($x, $y, $z)\nfn $n($p) {\n",
            .barrier = "workgroupBarrier();",
        },
    [NBL_TARGET_MSL] =
        {
            "Metal",
            "main0",
            "#include <metal_stdlib>\nusing namespace metal;\n",
            LIKE_C_TYPES,
            BITS("as_type<int>($v)", "as_type<uint>($v)", "as_type<float>($v)", "as_type<float>($v)", "int($v)",
                 "uint($v)"),
            "$t($v)",
            "$t($v)",
            "($c ? $a : $b)",
            "fma",
            "as_type<uint>(half2($v))",
            "float2(as_type<half2>($v))",
            "",
            LIKE_C_DECLARATIONS,
            "    threadgroup $t $n[$c];\n",
            .shared_in_main = true,
            .fuses = "the language",
            .parameters = true,
            .has_groups = true,
            .read_buffer = "const device $t *$n [[buffer($b)]]",
            .write_buffer = "device $t *$n [[buffer($b)]]",
            .member = "    $t $n;\n",
            .uniform_type = "struct $n_t {\n$m};\n",
            .uniform = "constant $n_t &$n [[buffer($b)]]",
            .of_uniform = "$n.$m",
            .keep =
                "static inline float keep(float x, uint zero) { return as_type<float>(as_type<uint>(x) ^ zero); }\n",
            .parameter = {"uint local_index [[thread_index_in_threadgroup]]",
                          "uint3 local_id [[thread_position_in_threadgroup]]",
                          "uint3 group [[threadgroup_position_in_grid]]", "uint3 groups [[threadgroups_per_grid]]"},
            .builtin = {"local_index", "local_id.$x", "group.$x", "groups.$x"},
            .entry = "kernel void $n($p) {\n",
            .barrier = "threadgroup_barrier(mem_flags::mem_threadgroup);",
        },
    [NBL_TARGET_HLSL] =
        {
            "HLSL",
            "main",
            "",
            LIKE_C_TYPES,
            BITS("asint($v)", "asuint($v)", "asfloat($v)", "asfloat($v)", "int($v)", "uint($v)"),
            "$t($v)",
            "$t($v)",
            "($c ? $a : $b)",
            "mad",
            "(f32tof16($v.x) | f32tof16($v.y) << 16u)",
            "float2(f16tof32($v), f16tof32($v >> 16u))",
            "",
            "$t $n = ",
            "$t $n;",
            "$t $n[$c];",
            "precise ",
            "for (;;) {",
            "groupshared $t $n[$c];\n",
            .exact_by_language = true,
            .read_buffer = "StructuredBuffer<$t> $n : register(t$b);\n",
            .write_buffer = "RWStructuredBuffer<$t> $n : register(u$b);\n",
            .member = "    $t $n;\n",
            .uniform = "struct $n_t {\n$m};\ncbuffer $n_block : register(b$b) { $n_t $n; };\n",
            .of_uniform = "$n.$m",
            .keep = "float keep(float x, uint zero) { return asfloat(asuint(x) ^ zero); }\n",
            .parameter = {"uint local_index : SV_GroupIndex", "uint3 local_id : SV_GroupThreadID",
                          "uint3 group : SV_GroupID", NULL},
            .builtin = {"local_index", "local_id.$x", "group.$x", "workgroups_$x"},
            .entry = "[numthreads($x, $y, $z)]\nvoid $n($p) {\n",
            .barrier = "GroupMemoryBarrierWithGroupSync();",
        },
#define GLSL_WORDS \
    {"bool", "int", "uint", "float"}, {"bvec$c", "ivec$c", "uvec$c", "vec$c"}, \
        BITS("floatBitsToInt($v)", "floatBitsToUint($v)", "intBitsToFloat($v)", "uintBitsToFloat($v)", "int($v)", \
             "uint($v)"), \
        "$t($v)", "$t($v)", "($c ? $a : $b)"
#define GLSL_DECLARATIONS \
    .has_groups = true, .read_buffer = "layout(std430, binding = $b) readonly buffer $n_block { $t $n[]; };\n", \
    .write_buffer = "layout(std430, binding = $b) buffer $n_block { $t $n[]; };\n", .member = "    $t $n;\n", \
    .uniform = "layout(std140, binding = $b) uniform $n_block {\n$m} $n;\n", .of_uniform = "$n.$m", \
    .keep = "float keep(float x, uint zero) { return uintBitsToFloat(floatBitsToUint(x) ^ zero); }\n", \
    .builtin = {"gl_LocalInvocationIndex", "gl_LocalInvocationID.$x", "gl_WorkGroupID.$x", "gl_NumWorkGroups.$x"}, \
    .entry = "layout(local_size_x = $x, local_size_y = $y, local_size_z = $z) in;\nvoid main() {\n", \
    .barrier = "memoryBarrierShared(); barrier();"
    [NBL_TARGET_GLSL] = {"GLSL 4.30", "main", "#version 430\n", GLSL_WORDS, "fma", "packHalf2x16($v)",
                         "unpackHalf2x16($v)", "", "$t $n = ", "$t $n;", "$t $n[$c];", "precise ", "for (;;) {",
                         "shared $t $n[$c];\n", .exact_by_language = true, .fuses = "the device", GLSL_DECLARATIONS},
    [NBL_TARGET_ESSL] = {"GLSL ES 3.10", "main", "#version 310 es\nprecision highp float;\nprecision highp int;\n",
                         GLSL_WORDS, NULL, "packHalf2x16($v)", "unpackHalf2x16($v)", "", "$t $n = ", "$t $n;",
                         "$t $n[$c];", "", "for (;;) {", "shared $t $n[$c];\n", GLSL_DECLARATIONS},
    [NBL_TARGET_OPENCL] =
        {
            "OpenCL C 1.2",
            "main0",
            "#pragma OPENCL FP_CONTRACT OFF\n",
            LIKE_C_TYPES,
            BITS("as_int($v)", "as_uint($v)", "as_float($v)", "as_float($v)", "(int)($v)", "(uint)($v)"),
            "($t)($v)",
            "($t)($v)",
            "($c ? $a : $b)",
            "fma",
            "pack_halves($v)",
            "unpack_halves($v)",
            "f",
            LIKE_C_DECLARATIONS,
            "    __local $t $n[$c];\n",
            .shared_in_main = true,
            .fuses = "the language",
            .exact_by_language = true,
            .parameters = true,
            .has_groups = true,
            .read_buffer = "__global const $t *$n",
            .write_buffer = "__global $t *$n",
            .member = "    $t $n;\n",
            .uniform_type = "typedef struct {\n$m} $n_t;\n",
            .uniform = "__constant $n_t *$n",
            .of_uniform = "$n->$m",
            .keep = "static inline float keep(float x, uint zero) { return as_float(as_uint(x) ^ zero); }\n",
            .halves =
                "static inline uint pack_halves(float2 x) {\n    uint two;\n    vstore_half2_rte(x, 0, (half *)&two);\n"
                "    return two;\n}\n"
                "static inline float2 unpack_halves(uint two) { return vload_half2(0, (const half *)&two); }\n",
            .builtin = {"(uint)get_local_id(0)", "(uint)get_local_id($i)", "(uint)get_group_id($i)",
                        "(uint)get_num_groups($i)"},
            .entry = "__kernel __attribute__((reqd_work_group_size($x, $y, $z)))\nvoid $n($p) {\n",
            .barrier = "barrier(CLK_LOCAL_MEM_FENCE);",
        },
};

const nbl_wt_language_t *nbl_wt_language(nbl_target_t target) {
    return (unsigned)target < NBL_TARGETS && languages[target].title ? &languages[target] : NULL;
}

#define WORD_OF(name, word, extension) word,
#define EXTENSION_OF(name, word, extension) extension,

const char *nbl_target_name(nbl_target_t target) {
    static const char *const words[NBL_TARGETS] = {NBL_EACH_TARGET(WORD_OF, WORD_OF)};
    return (unsigned)target < NBL_TARGETS ? words[target] : NULL;
}

const char *nbl_target_extension(nbl_target_t target) {
    static const char *const extensions[NBL_TARGETS] = {NBL_EACH_TARGET(EXTENSION_OF, EXTENSION_OF)};
    return (unsigned)target < NBL_TARGETS ? extensions[target] : NULL;
}
