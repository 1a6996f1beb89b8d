#!/usr/bin/env bash
# nbl-emulate given what it cannot use, or what has no end: it answers, in time and within its memory, and says why.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
tool=$build/nbl-emulate
cd "$scratch" || exit 1
says_first() { # words of the first line, expected status, command ...
    says "$@" && head -1 out | grep -qF -- "$1"
}
shader() { # file, declarations, body
    printf '#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n#extension GL_EXT_buffer_reference : require\n#extension GL_EXT_nonuniform_qualifier : require\nlayout(local_size_x = 64) in;\nlayout(binding = 0) coherent buffer B { uint b[]; };\n%s\nvoid main() { uint t = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;\n%s\n}\n' "$2" "$3" >"$1"
}

shader three.comp 'layout(binding = 1) buffer C { uint c[]; }; layout(binding = 2) buffer D { uint d[]; }; layout(binding = 3, r32ui) uniform uimage2D i;' \
    'b[g] = c[g] + d[g] + imageLoad(i, ivec2(g, 0)).x;'
expect "bindings in a circle" says "in a circle" 2 "$tool" three.comp --bind 0=@1 --bind 1=@0
expect "a circle of three" says "in a circle" 2 "$tool" three.comp --bind 0=@1 --bind 1=@2 --bind 2=@0
expect "a way into a circle" says "in a circle" 2 "$tool" three.comp --bind 0=@1 --bind 1=@2 --bind 2=@1
expect "its own memory" says "in a circle" 2 "$tool" three.comp --bind 1=@1
expect "a chain" says "ran 2 workgroups" 0 "$tool" three.comp --bind 0=@1 --bind 1=@2 --bind 2=4096
expect "a buffer as an image" says "one is an image" 2 "$tool" three.comp --bind 3=@1
for bytes in 18446744073709551615 99999999999999999999 4000000000 2147483649; do
    expect "$bytes bytes" says "are more than --memory 2048 leaves" 1 bash -c "ulimit -v 4000000; '$tool' three.comp --bind 0=$bytes"
done
expect "more than its part" says "are more than --memory 8 leaves" 1 "$tool" three.comp --memory 8 --bind 0=6000000 --bind 1=6000000
for text in -1 4294967297 1,2,3,4 0 1, 1x1 ' 1' +1 ''; do
    expect "--groups '$text'" says "--groups" 2 "$tool" three.comp --groups "$text"
done
expect "--spec -1" says "--spec -1=3" 2 "$tool" three.comp --spec -1=3
expect "--schedules -1" says "--schedules -1" 2 "$tool" three.comp --schedules -1
expect "--bind -1" says "--bind -1=4" 2 "$tool" three.comp --bind -1=4
expect "an image of -1" says "No such file" 1 "$tool" three.comp --bind 3=-1x4
expect "an image that is too large" says "out of range" 2 "$tool" three.comp --bind 3=4000000000x4000000000x4000000000
mkfifo pipe pipe.comp pipe.spv
for file in pipe.comp pipe.spv /dev/zero .; do
    [ "$file" = . ] || expect "$file as a shader" says "is no regular file" 1 "$tool" "$file" # a folder is a capture
    expect "$file as contents" says "is no regular file" 1 "$tool" three.comp --bind "0=$file"
    expect "$file as an image" says "is no regular file" 1 "$tool" three.comp --bind "3=$file"
    expect "$file as a schedule" says "is no regular file" 1 "$tool" three.comp --schedule "$file"
done
shader pushed.comp 'layout(push_constant) uniform P { uint n; uvec3 v; uint a[3]; };' 'b[g] = n + v.x + 10 * v.y + 100 * v.z + 1000 * a[1];'
expect "a pipe as push constants" says "is no regular file" 1 "$tool" pushed.comp --push pipe
truncate -s 3G sparse
expect "a file of 3 GB" says "has more than" 1 bash -c "ulimit -v 4000000; '$tool' three.comp --bind 0=sparse"

# What has no end is ended, and told, whatever it is made of.
for body in 'b[g] = t; for (;;) barrier();' 'for (;;) b[g] = t;' 'for (;;) b[g] = subgroupAdd(b[g]);' 'uint x = t; for (;;) { x = x * 3 + 1; if (x == 1 && t == 99) break; } b[g] = x;' \
    'for (;;) { b[g] += 1; barrier(); }' 'while (b[g] < 100000) b[g] &= 15;' 'for (;;) { atomicAdd(b[0], 1); b[g + 1] = t; }'; do
    shader endless.comp '' "$body"
    expect "endless: $body" says "the limit of 0.5 seconds is reached at endless.comp:9, in workgroup 1 of 2; --time-limit gives more" 1 "$tool" endless.comp --time-limit 0.5
done
expect "an endless search" says "the schedules could not be searched: the limit of 0.5 seconds" 1 "$tool" endless.comp --time-limit 0.5 --schedules all
shader waits.comp '' 'uint w = gl_WorkGroupID.x; if (t == 0) { if (w > 0) while (b[w - 1] == 0u) {} b[w] = 1u; }'
head -c 4096 /dev/zero >zeros
for seed in 1 7 12; do
    expect "who spins on a plain load races, $seed" says "would order them: a release" 3 "$tool" waits.comp --groups 4 \
        --bind 0=zeros --by-subgroups --at-once 4 --seed $seed
done

# Members: vectors, several of them, which one counts.
sum_is() { # number, options ...
    local wanted=$1
    shift
    "$tool" pushed.comp --out sums "$@" >out 2>err &&
        python3 -c "import struct; d = open('sums/0.0.npy', 'rb').read()[128:132]; assert struct.unpack('<I', d) == ($wanted,), struct.unpack('<I', d)"
}
expect "a vector" sum_is 321 --set n=0 --set v=1,2,3 --set a=0
expect "one number for a vector" sum_is 222 --set n=0 --set v=2 --set a=0
expect "a component" sum_is 921 --set n=0 --set v=1,2,3 --set v.z=9 --set a=0
expect "an element" sum_is 5000 --set n=0 --set v=0 --set a=1,2,3 --set 'a[1]=5'
expect "the last of two" sum_is 4 --set n=3 --set v=0 --set a=0 --set n=4
expect "the longer name" sum_is 4 --set P.n=4 --set v=0 --set a=0 --set n=3
expect "too many numbers" says "the member has 3 numbers, not 4" 2 "$tool" pushed.comp --set v=1,2,3,4
expect "no number" says "must be NAME=VALUE" 2 "$tool" pushed.comp --set v=1,,3
expect "not a number" says "must be NAME=VALUE" 2 "$tool" pushed.comp --set n=two

# What the caller has not bound is not the shader's fault.
shader address.comp 'layout(buffer_reference) buffer R { uint v[]; }; layout(push_constant) uniform P { R r; };' 'b[g] = r.v[g];'
expect "a device address" says "proved race-free" 0 "$tool" address.comp
expect "a null address" says "address.comp:9: device address 0x0 leads to no memory that was bound; --bind and --set" 1 "$tool" address.comp --push 0000000000000000
sed 's/r.v\[g\]/r.v[g + 1]/' address.comp >next.comp
expect "an address of a binding's memory" says "write after read: B.b[0]" 3 bash -c "sed 's/b\[g\] = r.v\[g + 1\]/b[g] = r.v[g ^ 1]/' next.comp >swap.comp; '$tool' swap.comp --set r=@0"
expect "beyond it" says "byte 4096 of 4096 bytes" 3 "$tool" next.comp --bind 0=4096 --set r=@0 --groups 16
expect "no such memory" says "there is no such buffer" 2 "$tool" address.comp --set r=@7
shader far.comp '' 'b[g * 4000] = t;'
expect "a made-up size grows" says "proved race-free for every input" 0 "$tool" far.comp
expect "a given one does not" says "out of bounds: B.b[4000]" 3 "$tool" far.comp --bind 0=4096
shader below.comp 'layout(binding = 1) buffer C { uint n; uint c[]; };' 'b[g] = t; c[int(g) - 3] = t;'
expect "an index below zero is out of bounds" says "out of bounds: C.c[-3]: byte -8 of" 3 "$tool" below.comp
shader unsigned.comp '' 'b[g - 1] = t;'
shader range.comp 'shared uint s[1024];' 's[t * 16u + 16u] = t; barrier(); b[g] = s[t];'
expect "an index of an array, and its range" says "out of bounds: s: index 1024 is out of its range, 0 to 1023" 3 "$tool" range.comp
expect "an index that wraps" says "out of bounds: B.b[4294967295]: byte" 3 "$tool" unsigned.comp
shader many.comp 'layout(binding = 1) buffer C { uint c[]; } cs[]; layout(push_constant) uniform P { uint k; };' 'b[g] = cs[nonuniformEXT(k)].c[g];'
expect "a descriptor that is bound" says "proved race-free" 0 "$tool" many.comp --set k=15
expect "one that is not" says "nothing is bound for index 16" 1 "$tool" many.comp --set k=16

# What a verdict does not cover is said first.
shader early.comp 'layout(push_constant) uniform P { uint n; }; shared uint s[64];' 'if (g >= n) return; s[t] = b[g]; barrier(); b[g] = s[63 - t];'
expect "blocks that never ran" says_first "with these push constants, uniform buffers and sizes no input reaches 1 of 3 basic blocks of the code: the proof is of the other 2" 0 "$tool" early.comp --set n=0
shader covers.comp 'layout(binding = 1) readonly buffer C { uint c[]; };' 'if (c[g] == 77777) { b[g] = 1; if (c[g] > 5) b[g] = 2; }'
expect "blocks that all ran" says_first "proved race-free" 0 "$tool" covers.comp
expect "a proof covers what did not run" says "2 of 5 blocks, and 5 in the proof" 0 "$tool" covers.comp --random-seed 1
printf '#version 450\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { b[0] = 1; }\n' >one.comp
expect "one invocation" says_first "the dispatch is one invocation: it has none to race with" 0 "$tool" one.comp --groups 1

# A register of HLSL by its name.
printf 'StructuredBuffer<uint> x : register(t1);\nRWStructuredBuffer<uint> y : register(u0);\n[numthreads(64, 1, 1)] void main(uint3 g : SV_DispatchThreadID) { y[g.x] = x[g.x]; }\n' >named.hlsl
expect "registers" says "proved race-free" 0 "$tool" named.hlsl --bind t1=4096 --bind u0=4096
expect "a register that is not there" says "there are 0.200 y (u0), 0.101 x (t1)" 2 "$tool" named.hlsl --bind t2=4096
finish
