#!/usr/bin/env bash
# How nbl-emulate comes by a module: targets, includes, defines, other compilers, crashes; and what it writes as pictures.
# Mutations that this catches: a binding looked for in comments; opaque variables refused; each head of a list filled to
# its end; the child's signal not looked at, one -I for all that climbs, no second target.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
tool=$build/nbl-emulate
cd "$scratch" || exit 1

printf '#version 460\n#extension GL_KHR_shader_subgroup_ballot : require\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { uint k = b[gl_GlobalInvocationID.x] & 31u; b[gl_GlobalInvocationID.x] = subgroupBroadcast(gl_LocalInvocationIndex, subgroupBroadcastFirst(k)); }\n' >newer.comp
expect "what SPIR-V 1.5 allows" says "proved race-free" 0 "$tool" newer.comp
expect "and 1.3 does not" says "must be compile-time constant" 1 "$tool" newer.comp --target-env vulkan1.1
expect "a target" says "proved race-free" 0 "$tool" newer.comp --target-env vulkan1.2
expect "no target" says "--target-env" 2 "$tool" newer.comp --target-env vulkan9

mkdir -p k/f/u/g/s k/f/api other/api
printf 'uint one() { return 1u; }\n' >k/f/api/core.h
printf '#error the wrong one\n' >other/api/core.h
printf '#include "../../../api/core.h"\n' >k/f/u/g/s/mid.h
printf '#version 450\n#extension GL_GOOGLE_include_directive : require\nlayout(local_size_x = 1) in;\n#include "s/mid.h"\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { b[gl_WorkGroupID.x] = one(); }\n' >k/f/u/main.comp
expect "an include above -I" says "proved race-free" 0 "$tool" k/f/u/main.comp -I k/f/u/g
mkdir -p other/x/y
expect "of several, the one that it climbs from" says "proved race-free" 0 "$tool" k/f/u/main.comp -I other/x/y -I k/f/u/g
for folder in nowhere main.comp ''; do
    expect "-I '$folder'" says "nbl-emulate: -I $folder: no such folder" 1 "$tool" k/f/u/main.comp -I k/f/u/g -I "$folder"
done
expect "none" says 'include "s/mid.h": no such file' 1 "$tool" k/f/u/main.comp -I other

printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { b[gl_GlobalInvocationID.x] = TWICE(3) + SUM(4, N); }\n' >macros.comp
value_is() { # number, options ...
    local wanted=$1
    shift
    "$tool" "$@" --out made >out 2>err || { cat out err; return 1; }
    python3 -c "import struct; d = open('made/0.0.npy', 'rb').read()[128:132]; assert struct.unpack('<I', d) == ($wanted,), struct.unpack('<I', d)"
}
expect "macros with parameters" value_is 15 macros.comp -D 'TWICE(x)=((x) + (x))' -D 'SUM(x, y)=(x + y)' -D N=5
expect "a macro's name" says "not a name and a value of one line" 1 "$tool" macros.comp -D 'TWICE(x=3' -D 'SUM(x, y)=0'

# Other compilers: Debian's glslc and glslangValidator, and programs of the others' names that say how they were called.
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { b[gl_GlobalInvocationID.x] = N; }\n' >plain.comp
printf 'RWStructuredBuffer<uint> y : register(u0);\n[numthreads(64, 1, 1)] void fill(uint3 g : SV_DispatchThreadID) { y[g.x] = N; }\n' >plain.hlsl
for compiler in glslc glslangValidator "$(command -v glslc) -O"; do
    expect "$compiler" value_is 7 plain.comp --compiler "$compiler" -D N=7
    expect "$compiler, HLSL" says "proved race-free" 0 "$tool" plain.hlsl --compiler "$compiler" -D N=7 --entry fill --bind u0=4096
    expect "$compiler, an error" says "plain.comp:4" 1 "$tool" plain.comp --compiler "$compiler"
done
# Buffers as arguments of a function: glslang keeps each in a variable of the function.
printf 'Buffer<uint> one : register(t0);\nBuffer<uint> two : register(t1);\nRWStructuredBuffer<uint> b : register(u0);\nuint size_of(Buffer<uint> which) { uint n; which.GetDimensions(n); return n; }\n[numthreads(64, 1, 1)] void main(uint3 g : SV_DispatchThreadID) { b[g.x] = 100 * size_of(one) + size_of(two); }\n' >arguments.hlsl
sizes_are() {
    "$tool" arguments.hlsl --bind t0=7x1x1 --bind t1=5x1x1 --out made >out 2>err || { cat out err; return 1; }
    python3 -c "import struct; d = open('made/0.200.npy', 'rb').read()[128:132]; assert struct.unpack('<I', d) == ($1,), struct.unpack('<I', d)"
}
expect "buffers as arguments" sizes_are 705
expect "and their proof" says "proved race-free" 0 "$tool" arguments.hlsl
# A built-in variable that is declared, handed on and not used is none: all workgroups would do the same.
printf 'RWStructuredBuffer<uint> b : register(u0);\nuint half_of(uint3 unused, uint t) { return t / 2; }\n[numthreads(64, 1, 1)] void main(uint3 g : SV_DispatchThreadID, uint t : SV_GroupIndex) { b[t] = half_of(g, t) ADD; }\n' >declared.hlsl
expect "a built-in variable that is declared alone" says "ran 1 workgroups" 0 "$tool" declared.hlsl -D ADD=
expect "and one that is used" says "ran 2 workgroups" 3 "$tool" declared.hlsl -D 'ADD=+ g.x'
expect "and one that a function returns" says "ran 2 workgroups" 3 "$tool" declared.hlsl -D 'ADD=+ half_of(0, g.x)'
# Bindings in comments are none: registers of two kinds would be one binding, and a false race.
printf '// [[vk::binding(0)]] or /* [[vk::binding(0)]] */ by DXC\nStructuredBuffer<uint> a : register(t0);\nRWStructuredBuffer<uint> b : register(u0);\n[numthreads(64, 1, 1)] void main(uint3 g : SV_DispatchThreadID) { b[g.x] = a[g.x ^ 1]; }\n' >comment.hlsl
expect "a binding in a comment" says "proved race-free" 0 "$tool" comment.hlsl
sed 's/^RW/[[vk::binding(5)]] RW/' comment.hlsl >binding.hlsl
expect "and one that is one" says "proved race-free" 0 "$tool" binding.hlsl --bind 5=4096
# Of a macro for two compilers only the branch that is taken counts. Mutation: to look for vk::binding in the text itself.
{
    printf '#ifdef DXC\n#define AT(n) [[vk::binding(n, 0)]]\n#else\n#define AT(n)\n#endif\n'
    sed 's/^StructuredBuffer/AT(0) StructuredBuffer/; s/^RW/AT(5) RW/' comment.hlsl
} >macro.hlsl
expect "a binding in a branch that is not taken" says "proved race-free" 0 "$tool" macro.hlsl --bind u0=4096
expect "and in one that is" says "proved race-free" 0 "$tool" macro.hlsl -D DXC --bind 5=4096
# A structure that ends in an array has a head of one element's size. Filling the array to the end at each element took minutes.
printf '#version 460\n#extension GL_EXT_buffer_reference : require\nlayout(local_size_x = 64) in;\nlayout(buffer_reference, std430) buffer List { uint count; uint list[]; };\nlayout(push_constant) uniform P { List p; };\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { b[gl_GlobalInvocationID.x] = p.list[gl_GlobalInvocationID.x]; }\n' >list.comp
expect "a list behind its count" says "proved race-free" 0 timeout 60 "$tool" list.comp --groups 4096
expect "no compiler" says "must be one of" 2 "$tool" plain.comp --compiler gcc
expect "a path that is none" says "No such file" 1 "$tool" plain.comp --compiler ./none/dxc
glslc -fshader-stage=compute -DN=7 plain.comp -o plain.spv
mkdir path
for name in dxc slangc naga tint; do
    printf '#!/bin/sh\necho "$0 $*" >>called\nfor last in "$@"; do case $last in *module.spv) cp plain.spv "$last";; esac; done\n' >path/$name
    chmod +x path/$name
done
touch plain.wgsl plain.slang
calls() { # words of the call, file, options ...
    local words=$1
    shift
    rm -f called
    PATH=$PWD/path:$PATH says "proved race-free" 0 "$tool" "$@" && grep -q -- "$words" called || { cat called; return 1; }
}
expect "WGSL" calls "naga -g --shader-stage compute plain.wgsl" plain.wgsl
expect "WGSL by tint" calls "tint --format=spirv --entry-point=main -o" plain.wgsl --compiler tint --entry main
expect "Slang" calls "slangc plain.slang -target spirv -stage compute -g -O0 -entry main -I" plain.slang -I k
expect "dxc" calls "dxc -spirv -fspv-debug=vulkan -Od -T cs_6_6 .*-E main -D N=3 -Fo" plain.hlsl --compiler dxc -D N=3 --entry main
expect "WGSL without a compiler" says "needs naga or tint on the path" 1 env PATH=/nowhere "$tool" plain.wgsl
printf '#!/bin/sh\nkill -SEGV $$\n' >path/dxc
expect "a compiler that crashes" says "crashed: Segmentation fault" 1 "$tool" plain.hlsl --compiler "$PWD/path/dxc"

# Pictures.
printf '#version 450\nlayout(local_size_x = 8, local_size_y = 8) in;\nlayout(binding = 0) buffer B { float b[]; };\nlayout(binding = 1, rgba32f) uniform image2D im;\nvoid main() { uvec2 g = gl_GlobalInvocationID.xy; uint i = (g.y * 16 + g.x) * 3; b[i] = g.x / 15.0; b[i + 1] = g.y / 7.0; b[i + 2] = 0.5; imageStore(im, ivec2(g), vec4(g.x / 15.0, g.y / 7.0, 0.5, 1)); }\n' >picture.comp
expect "pictures" "$tool" picture.comp --groups 2,1 --bind 0=16x8x3 --bind 1=16x8 --out 0=b.png --out 1=i.png --out 1=i.exr --out 0=b.npy
expect "their sizes and kinds" python3 -c "
import struct
b, i = (open(n, 'rb').read() for n in ('b.png', 'i.png'))
assert struct.unpack('>IIBB', b[16:26]) == (16, 8, 8, 2) and struct.unpack('>IIBB', i[16:26]) == (16, 8, 8, 6)
assert open('i.exr', 'rb').read(4) == b'v/1\x01' and b'(4096,)' not in open('b.npy', 'rb').read(128)"
expect "the same points" python3 -c "
import struct, zlib
def points(name, channels):
    d = open(name, 'rb').read(); at = 8; data = b''
    while at < len(d):
        n, kind = struct.unpack('>I4s', d[at:at + 8])
        data += d[at + 8:at + 8 + n] if kind == b'IDAT' else b''
        at += 12 + n
    raw = zlib.decompress(data); row = 1 + 16 * channels; lines = []; before = [0] * (row - 1)
    for y in range(8):
        f, line = raw[y * row], list(raw[y * row + 1:(y + 1) * row])
        for x in range(len(line)):
            a = line[x - channels] if x >= channels else 0; b = before[x]; c = before[x - channels] if x >= channels else 0
            p = a + b - c; pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
            line[x] = line[x] + [0, a, b, (a + b) // 2, a if pa <= pb and pa <= pc else b if pb <= pc else c][f] & 255
        lines.append([tuple(line[x:x + 3]) for x in range(0, len(line), channels)]); before = line
    return lines
b, i = points('b.png', 3), points('i.png', 4)
assert b == i and b[0][0] == (0, 0, 188) and b[7][15] == (255, 255, 188), (b[0][0], b[7][15])"
expect "a buffer without a shape" says "must say its shape" 2 "$tool" picture.comp --groups 2,1 --out 0=b.png
expect "no such binding" says "no such binding" 2 "$tool" picture.comp --groups 2,1 --out 7=b.png
expect "no such kind" says "b.gif" 2 "$tool" picture.comp --groups 2,1 --bind 0=16x8x3 --out 0=b.gif
# Arrays of NumPy in Fortran order and big endian are the arrays that they are.
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { b[gl_GlobalInvocationID.x] *= 3u; }\n' >thrice.comp
for order in C F; do
    for endian in '<' '>'; do
        python3 -c "import struct
values = [r * 32 + c for r in range(6) for c in range(32)] if '$order' == 'C' else [r * 32 + c for c in range(32) for r in range(6)]
head = \"{'descr': '${endian}u4', 'fortran_order': \" + str('$order' == 'F') + \", 'shape': (6, 32), }\"
open('array.npy', 'wb').write(b'\x93NUMPY\1\0v\0' + head.ljust(117).encode() + b'\n' + struct.pack('${endian}192I', *values))"
        expect "an array, $endian, $order order" "$tool" thrice.comp --groups 3 --bind 0=array.npy --out 0=times.npy
        expect "its elements, $endian, $order order" python3 -c "import struct
assert struct.unpack('<192I', open('times.npy', 'rb').read()[128:]) == tuple(3 * k for k in range(192))"
    done
done
finish
