#!/usr/bin/env bash
# The headers as DXC and Slang read them, and the HLSL that the tools write, hold to what these document; a slip is found.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
. tests/common/expect.sh
rules() { tests/headers/hlsl_rules.py "$@"; }
preprocess() { # text, result, option ...
    local text=$1 result=$2
    shift 2
    gcc -E -P -undef -x c "$@" "$text" -o "$result"
}
glslang="glslangValidator -D -V -S comp -e main --target-env vulkan1.1 -o $scratch/out.spv"

# Every X-include, every name of lang.h, and kernels of ours.
printf '#include "nbl/tgmath.h"\n#include "nbl/bit/extended.h"\n#include "nbl/vector.h"\n#include "nbl/common.h"\n' >"$scratch/all.h"
cat >"$scratch/images.h" <<'TEXT'
#include "nbl/lang.h"
NBL_IMAGE_OF(0, a, NBL_IMAGE_RGBA16F)
NBL_IMAGE_OF(1, b, NBL_IMAGE_B10G11R11)
NBL_IMAGE_OF(2, c, NBL_IMAGE_RGBA8)
NBL_SAMPLED_IMAGE(3, d)
NBL_SHARED(uint32_t, counts, 4)
NBL_LOCAL_SIZE_3D(4, 4, 4)
NBL_KERNEL(images) {
    uint32_t before = NBL_ATOMIC_ADD(counts, 1, 1u);
    NBL_IMAGE_STORE(c, before, 0, NBL_IMAGE_LOAD(a, 0, 0) + NBL_IMAGE_LOAD(b, 0, 0) + NBL_SAMPLED_LOAD(d, 0, 0));
}
TEXT
texts="tests/headers/hostile.h tests/headers/names.h tests/consumers/shader/window.h examples/real.h $scratch/all.h $scratch/images.h"
prepared=
for text in $texts; do
    name=$(basename "$text" .h)
    expect "$name, preprocessed" preprocess "$text" "$scratch/$name.hlsl" -D__hlsl_dx_compiler=1 -Iinclude -DNBL_UNROLL_LOOPS=1
    prepared="$prepared $scratch/$name.hlsl"
done
expect "names.h for Slang" preprocess tests/headers/names.h "$scratch/slang.hlsl" -D__SLANG_COMPILER__=1 -Iinclude -DNBL_UNROLL_LOOPS=1
sed -i /nbl_write_NBL_KERNEL_in_place_of_main/d "$scratch/slang.hlsl"
sed /nbl_write_NBL_KERNEL_in_place_of_main/d "$scratch/names.hlsl" >"$scratch/names-dxc.hlsl"
expect "Slang gets the text that DXC gets, but for what refuses a main() of its own" cmp "$scratch/slang.hlsl" "$scratch/names-dxc.hlsl"
expect "without subgroup operations" preprocess tests/headers/hostile.h "$scratch/alone.hlsl" -D__hlsl_dx_compiler=1 -Iinclude -DNBL_SUBGROUP_OPERATIONS=0
expect "all hold to the rules" rules $prepared "$scratch/alone.hlsl"

# The same branch of the dialect through glslang, which lacks the scalars of the two.
for text in tests/headers/hostile.h tests/headers/names.h; do
    { printf 'typedef float float32_t;\ntypedef uint uint32_t;\ntypedef int int32_t;\n#define __hlsl_dx_compiler 1\n'; cat $text; } >"$scratch/dxc.hlsl"
    expect "$(basename $text .h) in DXC's dialect, by glslang" $glslang -Iinclude -DNBL_UNROLL_LOOPS=1 "$scratch/dxc.hlsl"
done

# In fused mode sums that take a product are multiply-adds of the language.
printf '#define NBL_HLSL 1\n#include "nbl/complex.h"\nNBL_BUFFER(0, nbl_complex_float32_t, z)\nNBL_LOCAL_SIZE(1)\nNBL_KERNEL(k) { NBL_STORE(z, 0, nbl_complex_mul(NBL_LOAD(z, 0), NBL_LOAD(z, 1))); }\n' >"$scratch/product.hlsl"
for fused in 0 1; do
    expect "NBL_FUSED $fused" $glslang -DNBL_FUSED=$fused -Iinclude "$scratch/product.hlsl"
    expect "NBL_FUSED $fused, preprocessed" preprocess "$scratch/product.hlsl" "$scratch/product.out" -DNBL_FUSED=$fused -Iinclude
    expect "NBL_FUSED $fused: multiply-adds or none" test "$(grep -c 'mad(' "$scratch/product.out")" -gt 0 -o $fused = 0
    expect "NBL_FUSED $fused: none or multiply-adds" test "$(grep -c 'mad(' "$scratch/product.out")" = 0 -o $fused = 1
done

# A missing NBL_HLSL is explained; DXC and Slang need none, which the texts above show.
printf '#include "nbl/lang.h"\n[numthreads(1, 1, 1)] void main() {}\n' >"$scratch/missing.hlsl"
expect "NBL_HLSL given" $glslang -DNBL_HLSL=1 -Iinclude "$scratch/missing.hlsl"
expect "NBL_HLSL missing" sh -c "! $glslang -Iinclude '$scratch/missing.hlsl' >'$scratch/said' &&
    grep -q 'NBL_HLSL is missing: this is HLSL, and its compiler does not say so; define NBL_HLSL as 1' '$scratch/said'"

# What glslang's HLSL has not is refused by a name that says so; DXC's dialect has it, where its options allow.
refused() { # what glslang says, defines and a statement
    printf '#define NBL_HLSL 1\n%s\n#include "nbl/lang.h"\nNBL_BUFFER(0, uint32_t, words)\nNBL_LOCAL_SIZE(32)\nNBL_KERNEL(k) { %s; }\n' "$2" "$3" >"$scratch/lacks.hlsl"
    expect "glslang refuses: $2 $3" sh -c "! $glslang -Iinclude '$scratch/lacks.hlsl' >'$scratch/said' && grep -qF \"$1\" '$scratch/said' && ! grep -q 'Macro redefined' '$scratch/said'"
}
store='NBL_STORE(words, 0u, 1u)'
refused "glslang's HLSL has float32 alone" '#define NBL_HAS_FLOAT64 1' "$store"
refused "glslang's HLSL has float32 alone" '#define NBL_HAS_FLOAT16 1' "$store"
refused 'HLSL has addresses in SPIR-V alone' '#define NBL_BUFFER_DEVICE_ADDRESS 1' "$store"
refused nbl_hlsl_of_glslang_has_no_scans '' 'NBL_STORE(words, 0u, nbl_subgroup_inclusive_add(1u))'
refused nbl_hlsl_has_scans_of_sums_and_products_alone '' 'NBL_STORE(words, 0u, nbl_subgroup_exclusive_max(1u))'
printf '#define NBL_ACCESSOR_NAME far\n#define NBL_ACCESSOR_SCALAR float64_t\n#include "nbl/accessors/buffer_device_address.h"\n' >"$scratch/far.h"
expect "addresses and float64, for DXC's SPIR-V" preprocess "$scratch/far.h" "$scratch/far.hlsl" -D__hlsl_dx_compiler=1 -D__spirv__=1 \
    -DNBL_HAS_FLOAT64=1 -DNBL_BUFFER_DEVICE_ADDRESS=1 -Iinclude
expect "the article's own load" grep -q 'vk::RawBufferLoad<far_reference>' "$scratch/far.hlsl"
expect "float16 needs DXC's option" sh -c "! gcc -E -P -undef -x c -D__hlsl_dx_compiler=1 -DNBL_HAS_FLOAT16=1 -Iinclude '$scratch/far.h' -o /dev/null 2>'$scratch/said'; grep -q 'DXC has float16_t by -enable-16bit-types' '$scratch/said'"

# A main() of one's own is not told which invocation it is: it is refused, and the message says what to write.
own_main() { # file, entry point
    printf '#include "nbl/fft/parameters.h"\nNBL_BUFFER(0, uint32_t, words)\n%s { %s; }\n' "$2" "$3" >"$1"
}
for use in 'NBL_STORE(words, nbl_local_invocation_index(), 1u)' 'NBL_STORE(words, nbl_workgroup_index(), 1u)' \
    'NBL_STORE(words, nbl_local_invocation_id().y, 1u)' 'NBL_STORE(words, 0u, nbl_subgroup_shuffle_xor(7u, 1u))' \
    'NBL_STORE(words, 0u, nbl_subgroup_size())' 'NBL_STORE(words, 0u, nbl_subgroup_id())'; do
    own_main "$scratch/own.hlsl" '[numthreads(64, 1, 1)] void main()' "$use"
    expect "own main with $use" sh -c "! $glslang -DNBL_HLSL=1 -Iinclude '$scratch/own.hlsl' >'$scratch/said' &&
        grep -q 'No function definition (body) found' '$scratch/said' && grep -q nbl_write_NBL_KERNEL_in_place_of_main '$scratch/said'"
    own_main "$scratch/own.hlsl" 'NBL_LOCAL_SIZE(64) NBL_KERNEL(mine)' "$use"
    expect "NBL_KERNEL with $use" $glslang -DNBL_HLSL=1 -Iinclude "$scratch/own.hlsl"
done

# Entry points with names of their own, several in a file; and no word of HLSL is a macro of ours: an instance is called line.
cat >"$scratch/entries.hlsl" <<'TEXT'
#define NBL_OWN_ENTRY_POINTS 1
#define NBL_FFT_NAME line
#define NBL_FFT_LENGTH 64
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"
NBL_BUFFER(0, uint32_t, words)
NBL_KERNEL_SIZED(first, 32) { NBL_STORE(words, nbl_local_invocation_index(), 1u); }
NBL_KERNEL_SIZED(second, line_workgroup_size) {
    nbl_complex_float32_t x[line_elements];
    for (uint32_t k = 0u; k < line_elements; k++) x[k] = nbl_complex_zero_float32_t();
    line_forward_registers(line_place(1u), x);
    NBL_STORE(words, nbl_local_invocation_index(), nbl_bits_from_float32(x[0].real));
}
[numthreads(8, 8, 1)] void third(uint i : SV_GroupIndex, uint3 t : SV_GroupThreadID, uint3 g : SV_GroupID) {
    NBL_ENTER(i, t, g);
    NBL_STORE(words, nbl_local_invocation_id().y, nbl_workgroup_id().z);
}
TEXT
enters() { # name, what its OpExecutionMode says of the size
    ${glslang/-e main/-e $1 --source-entrypoint $1} -DNBL_HLSL=1 -Iinclude "$scratch/entries.hlsl" &&
        spirv-val --target-env vulkan1.1 "$scratch/out.spv" &&
        spirv-dis "$scratch/out.spv" | grep -q "OpEntryPoint GLCompute %$1 \"$1\"" &&
        spirv-dis "$scratch/out.spv" | grep -q "OpExecutionMode %$1 LocalSize $2"
}
expect "the first of three entry points" enters first "32 1 1"
expect "the second of three entry points" enters second "64 1 1"
expect "an entry point that is written out" enters third "8 8 1"
keywords='centroid class column_major dword export extern groupshared half interface line lineadj linear matrix namespace
    nointerpolation noperspective packoffset point precise register row_major sample shared snorm string technique texture
    triangle triangleadj uniform unorm unsigned vector volatile'
{ echo '#include "nbl/fft.h"'; printf '#ifdef %s\n#error "%s is a macro"\n#endif\n' $(for word in $keywords; do echo "$word $word"; done)
} >"$scratch/words.hlsl"
sed -i 's/^#include "nbl.fft.h"/#define NBL_FFT_NAME line\n#define NBL_FFT_LENGTH 8\n#define NBL_FFT_REGISTERS\n&/' "$scratch/words.hlsl"
expect "words of HLSL are no macros" gcc -E -undef -x c -D__hlsl_dx_compiler=1 -Iinclude "$scratch/words.hlsl" -o /dev/null

# What the tools write.
"$build/nbl-fft" compile --length 1000 --target hlsl -o "$scratch/fft.hlsl" >"$scratch/log"
"$build/nbl-fft" compile --length 256 --target hlsl --algorithm radix2-shuffle --mode fast -o "$scratch/fast.hlsl" >"$scratch/log"
"$build/nbl-bloom" compile 160x100 41x41 --target hlsl -o "$scratch/bloom" >"$scratch/log"
packages/single_file.py -o "$scratch/single.hlsl" 240 2>"$scratch/log"
expect "a file that needs no include path" preprocess "$scratch/single.hlsl" "$scratch/one.hlsl" -D__hlsl_dx_compiler=1
expect "it holds to the rules" rules "$scratch/one.hlsl"
written=$(ls "$scratch/fft.hlsl" "$scratch/fast.hlsl" "$scratch"/bloom/*.hlsl)
expect "nine texts are written" [ "$(echo "$written" | wc -l)" = 9 ]
expect "they hold to the rules" rules $written

# Each rule finds its slip.
slips=0
refuses() { # what is said, text
    slips=$((slips + 1))
    printf '%s\n' "$2" >"$scratch/slip-$slips.hlsl"
    echo "$scratch/slip-$slips.hlsl: $1" >>"$scratch/expected"
}
refuses "[[vk::push_constant]] cbuffer" 'struct a { uint x; }; [[vk::push_constant]] cbuffer b { a c; };'
refuses "[[vk::push_constant]]: more than one" 'struct a { uint x; }; [[vk::push_constant]] a b; [[vk::push_constant]] a c;'
refuses "[[spv::format_rgba8]]: an attribute of another compiler" '[[spv::format_rgba8]] RWTexture2D<float4> a;'
refuses '[[vk::image_format("r11f")]]: no image format' '[[vk::image_format("r11f")]] RWTexture2D<float4> a;'
refuses "[unroller]: no attribute" 'void f() {
    [unroller] for (;;) { } }'
refuses "sample: a keyword" 'void f(uint sample) { }'
refuses "extension: a keyword" 'void f() { uint extension = 1u; }'
refuses "gl_LocalInvocationIndex: a name of another language" 'uint f() { return gl_LocalInvocationIndex; }'
refuses "typedef uint32_t: DXC and Slang have it" 'typedef uint uint32_t;'
refuses "barrier(): neither here nor an intrinsic" 'void f() { barrier(); }'
refuses "umulExtended(): neither here nor an intrinsic" 'uint f(uint a) { return umulExtended(a, a); }'
refuses ".length(): no method that was looked up" 'uint f(uint a) { return a.length(); }'
refuses "1.0lf: a number that HLSL does not read" 'float f() { return 1.0lf; }'
refuses "a(): calls itself" 'uint a(uint x) { return b(x); } uint b(uint x) { return a(x); }'
refuses "s: handed to a function, which copies it" 'groupshared uint s[4]; void f(inout uint x[4]) { } void g() { f(s); }'
refuses "Interlocked...(x...): neither shared memory nor a buffer" 'void f() { uint x = 0u; InterlockedAdd(x, 1u); }'
refuses "#: a directive is left" '#pragma once'
refuses "[(4 >= 1 && 4 <= 4) ? 1 : -1]: && or || in an array's size" 'void f() { uint x[(4 >= 1 && 4 <= 4) ? 1 : -1]; }'
refuses "pointers, or what only C has" 'uint f(uint x) { return x->y; }'
rules "$scratch"/slip-*.hlsl >"$scratch/said"
while IFS= read -r line; do expect "a slip is found: $line" grep -qF "$line" "$scratch/said"; done <"$scratch/expected"

finish
