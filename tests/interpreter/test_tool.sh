#!/usr/bin/env bash
# nbl-emulate as a program: languages, exit statuses, formats, what it writes; its documents' examples.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
tool=$build/nbl-emulate
cd "$scratch" || exit 1
status() { # expected, command ...
    local wanted=$1
    shift
    "$@" >out 2>err
    local got=$?
    [ "$got" = "$wanted" ] || { echo "status $got, not $wanted"; cat out err; return 1; }
}

cat >race.comp <<'TEXT'
#version 450
layout(local_size_x = 64) in;
shared uint s[64];
layout(binding = 0) buffer B { uint b[]; };
void main() {
    s[gl_LocalInvocationIndex] = b[gl_GlobalInvocationID.x];
    b[gl_GlobalInvocationID.x] = s[63 - gl_LocalInvocationIndex];
}
TEXT
sed '6a barrier();' race.comp >right.comp
expect "a race" says "would order them: a workgroup barrier between the two" 3 "$tool" race.comp
expect "no race" says "proved race-free for every input, all 2 workgroups (--groups 2,1,1)" 0 "$tool" right.comp
expect "gcc" says "race.comp:7:1: error: read after write: s[63] of shared memory" 3 "$tool" race.comp --format gcc
expect "no such file" says "nbl-emulate: none.comp: No such file or directory" 1 "$tool" none.comp
expect "not an option" status 2 "$tool" race.comp --grups 1
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(constant_id = 4) const uint n = 1;\nlayout(push_constant) uniform P { uint width, height; };\nlayout(binding = 1) buffer B { uint b[]; };\nlayout(binding = 2, rgba32f) uniform image2D painted;\nvoid main() { b[gl_GlobalInvocationID.x] = width * n; imageStore(painted, ivec2(gl_GlobalInvocationID.xy), vec4(height)); }\n' >named.comp
expect "every option used" status 0 "$tool" named.comp --set width=3 --spec 4=7 --bind 1=4096 --bind 2=32x8 \
    --assume-fixed-buffer B --assume-distinct B --out named
expect "their result" python3 -c "
import struct
assert struct.unpack('<I', open('named/0.1.npy', 'rb').read()[128:132]) == (21,)
assert b'(1, 8, 32, 4)' in open('named/0.2.npy', 'rb').read(128)"
expect "an image by its array" says "proved" 0 "$tool" named.comp --bind 2=named/0.2.npy --bind 1=named/0.1.npy --push 0300000005000000
python3 - <<'PYTHON'
import struct
head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 4), }"
open("two.npy", "wb").write(b"\x93NUMPY\1\0v\0" + head.ljust(117) + b"\n" + struct.pack("<8f", 1, 0, 0, 0, 2, 0, 0, 0))
PYTHON
printf '#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) uniform sampler2D t;\nlayout(binding = 1) buffer B { float b[]; };\nvoid main() { b[0] = textureLod(t, vec2(0.625, 0.5), 0.0).x; }\n' >sampled.comp
sampled() { # number, options ...: what the shader reads
    local wanted=$1
    shift
    "$tool" sampled.comp --groups 1 --bind 0=two.npy --out sampled "$@" >out 2>err &&
        python3 -c "import struct; assert struct.unpack('<f', open('sampled/0.1.npy', 'rb').read()[128:132]) == ($wanted,)"
}
expect "a linear sample" sampled 1.75
expect "a nearest one" sampled 2 --nearest 0
expect "no such image" says "--nearest 1: no such image" 2 "$tool" sampled.comp --nearest 1
expect "an image by another's" says "is an image" 1 "$tool" named.comp --bind 2=named/0.1.npy
python3 - <<'PYTHON'
head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (8,), }"
open("wide.npy", "wb").write(b"\x93NUMPY\1\0v\0" + head.ljust(117) + b"\n" + bytes(64))
PYTHON
expect "numbers of another size" says "holds numbers of 8 bytes ('<f8'); B (binding 0.1) has '<u4'" 1 "$tool" named.comp \
    --bind 1=wide.npy
# What NumPy saves of a transposed array and of one in network byte order: the elements of C order. Mutations that fail
# here: nbl_npy_arrange() that does not swap; turn_to_c_order() that takes the last dimension as the first.
printf '#version 450\nlayout(local_size_x = 6) in;\nlayout(binding = 0) buffer A { uint a[]; };\nlayout(binding = 1) buffer B { uint b[]; };\nvoid main() { b[gl_LocalInvocationIndex] = a[gl_LocalInvocationIndex]; }\n' >copy.comp
orders() {
    python3 - <<'PYTHON' || return
import struct
for name, sign, fortran in ("c", "<", False), ("big", ">", False), ("fortran", "<", True), ("both", ">", True):
    rows = [[100 * r + c for c in range(3)] for r in range(2)]
    flat = [rows[r][c] for c in range(3) for r in range(2)] if fortran else sum(rows, [])
    head = ("{'descr': '%su4', 'fortran_order': %s, 'shape': (2, 3), }" % (sign, fortran)).encode()
    open(name + ".npy", "wb").write(b"\x93NUMPY\1\0v\0" + head.ljust(117) + b"\n" + struct.pack(sign + "6I", *flat))
PYTHON
    for order in c big fortran both; do
        "$tool" copy.comp --groups 1 --bind 0=$order.npy --bind 1=24 --out copied >out 2>err || return
        python3 -c "import struct; assert struct.unpack('<6I', open('copied/0.1.npy', 'rb').read()[128:]) == (0, 1, 2, 100, 101, 102)" ||
            return
    done
}
expect "arrays in four orders" orders
head -c 140 fortran.npy >cut.npy
expect "an array that is cut off" says "is cut off: its header says 24 bytes of data, there are 12" 1 "$tool" copy.comp \
    --bind 0=cut.npy
expect "no such member" says "--set breadth=3: no member" 2 "$tool" named.comp --set breadth=3
expect "no such image, of those that there are" says "--nearest 1: no such image; there are 0.2 painted" 2 "$tool" named.comp --nearest 1
expect "no such binding" says "--bind 7=4: no such binding; there are 0.1 B, 0.2 painted" 2 "$tool" named.comp --bind 7=4
expect "no such constant" says "--spec 5: no such specialisation constant; there are 4" 2 "$tool" named.comp --spec 5=1
expect "no such buffer" says "--assume-distinct b: no such buffer" 2 "$tool" named.comp --assume-distinct b
expect "too few push constants" says "has 4 bytes, and the push constants take 8" 2 "$tool" named.comp --push 00000000
expect "no push constants" says "the shader has no push constants" 2 "$tool" race.comp --push 00
expect "no such entry point" says "the entry point of a text in GLSL is main" 2 "$tool" race.comp --entry blur
cp race.comp race.spv
expect "a text for a module" says "is no SPIR-V module" 1 "$tool" race.spv
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint flag, b[]; };\nvoid main() { while (atomicAdd(flag, 0) == 0) {} b[0] = 1; }\n' >spin.comp
expect "who spins" says "it spins at spin.comp:4" 1 "$tool" spin.comp --set flag=0
expect "a limit of steps" says "--step-limit gives more" 1 "$tool" right.comp --step-limit 4
expect "a limit of memory" says "--memory gives more" 1 "$tool" right.comp --memory 1
printf '#version 450\nshared uint s[4];\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() { s[0] = b[0]; b[0] = s[0]; }\n' >one.comp
expect "one invocation" says "the dispatch is one invocation" 0 "$tool" one.comp --groups 1
expect "two of them" says "B.b[0] of buffer" 3 "$tool" one.comp --groups 2
expect "out of bounds" says "out of bounds: B.b[4]: byte 16 of 16 bytes, first of 124 such" 3 "$tool" race.comp --bind 0=16
printf '#version 460\n#extension GL_EXT_ray_query : require\nlayout(local_size_x = 32) in;\nlayout(binding = 0) uniform accelerationStructureEXT tree;\nvoid main() {\n    rayQueryEXT query;\n    rayQueryInitializeEXT(query, tree, 0, 255, vec3(0), 0.1, vec3(1), 10.0);\n}\n' >query.comp
expect "what it cannot run" says "query.comp:7: OpTypeRayQueryKHR" 1 "$tool" query.comp
expect "no compute shader" says "nbl-emulate: " 1 "$tool" out --language glsl

# --expect-written: elements that no invocation stores to. Mutations that fail here: NBL_EVER_WROTE forgotten when an atomic
# access is ordered; cells of bytes taken for dwords; a window taken for the object of its memory; bytes behind a vec3 counted.
head='#version 450\n#extension GL_EXT_shader_8bit_storage : require\nlayout(local_size_x = 64) in;\n'
at='uint i = gl_GlobalInvocationID.x;'
printf "$head"'layout(binding = 0) buffer B { uint b[]; };\nvoid main() { %s if (i < 125) b[i] = i; }\n' "$at" >most.comp
expect "three that nobody writes" says "not written: 3 of 128 elements of B (set 0, binding 0); the first is B.b[125], the last B.b[127]" \
    3 "$tool" most.comp --bind 0=512 --expect-written 0
expect "all are written" says "written in this run: all 125 elements of B (set 0, binding 0)" 0 "$tool" most.comp --bind 0=500 \
    --expect-written all
expect "not asked" says "proved race-free for every input" 0 "$tool" most.comp --bind 0=512
expect "a size that is made up" says "its size is made up, --bind gives the program's" 3 "$tool" most.comp --expect-written 0
expect "as a compiler's message" says "most.comp:1:1: error: not written: 3 of 128" 3 "$tool" most.comp --bind 0=512 --expect-written 0 --format gcc
expect "in JSON" says '"expected":[{"set":0,"binding":0,"element":0,"elements":128,"not_written":3,"first":"B.b[125]"}]' 3 \
    "$tool" most.comp --bind 0=512 --expect-written 0 --format json
expect "in SARIF" says '"ruleId":"unwritten","level":"error","message":{"text":"not written: 3 of 128' 3 "$tool" most.comp --bind 0=512 \
    --expect-written 0 --format sarif
printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nlayout(binding = 1) buffer C { uint c[]; };\nvoid main() { %s atomicAdd(b[i], 1u); memoryBarrierBuffer(); barrier(); c[i] = atomicLoad(b[i], gl_ScopeDevice, 0, 0); }\n' "$at" >added.comp
expect "atomic stores" says "written in this run: all 128 elements of B" 0 "$tool" added.comp --bind 0=512 --bind 1=512 --expect-written 0
printf "$head"'layout(binding = 0) buffer B { uint8_t b[]; };\nvoid main() { %s if ((i & 1u) == 0u) b[i] = uint8_t(i); }\n' "$at" >bytes.comp
expect "bytes" says "not written: 64 of 128 elements of B (set 0, binding 0); the first is B.b[1], the last B.b[127]" 3 "$tool" \
    bytes.comp --bind 0=128 --expect-written 0
printf "$head"'struct S { vec3 v; };\nlayout(binding = 0) buffer B { S b[]; };\nvoid main() { %s b[i].v = vec3(i); }\n' "$at" >three.comp
expect "bytes between members" says "written in this run: all 384 elements of B" 0 "$tool" three.comp --bind 0=2048 --expect-written 0
printf "$head"'layout(binding = 0) buffer B { uint b[]; };\nlayout(binding = 1) buffer C { uint c[]; };\nvoid main() { %s b[i] = i; c[128u + i] = i; }\n' "$at" >twice.comp
expect "two names of one buffer" says "written in this run: all 256 elements of C" 0 "$tool" twice.comp --bind 0=1024 --bind 1=@0 \
    --expect-written 1
printf "$head"'layout(binding = 3, rgba32f) uniform image2D painted;\nvoid main() { %s if (i < 16) imageStore(painted, ivec2(i & 3u, i >> 2), vec4(i)); }\n' "$at" >some.comp
expect "texels" says "not written: 8 of 24 elements of painted (set 0, binding 3); the first is painted(0, 4), the last painted(3, 5)" 3 \
    "$tool" some.comp --bind 3=4x6 --expect-written 0.3
expect "no such output" says "--expect-written 7: no such storage buffer or image" 2 "$tool" most.comp --expect-written 7
expect "without a check" says "--expect-written: neither with --no-check nor with --schedules" 2 "$tool" most.comp --expect-written 0 --no-check

# HLSL: registers of each kind apart, an entry point's name, groupshared.
cat >sum.hlsl <<'TEXT'
cbuffer sizes : register(b0) { uint count; };
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
Texture2D<float4> picture : register(t1);
RWTexture2D<float4> painted : register(u1);
SamplerState linear_one : register(s0);
groupshared uint s[64];
[numthreads(64, 1, 1)]
void sum_up(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
    s[t] = from[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 32; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        GroupMemoryBarrierWithGroupSync(); // of each step
    }
    if (t == 0 && id.x / 64 < count) to[id.x / 64] = s[0];
    painted[id.xy] = picture.SampleLevel(linear_one, float2(id.xy) / 64, 0);
}
TEXT
grep -v 'of each step' sum.hlsl >lost.hlsl
python3 - <<'PYTHON'
import struct
open("in.bin", "wb").write(struct.pack("<128I", *range(128)))
PYTHON
expect "HLSL" says "proved race-free for every input" 0 "$tool" sum.hlsl --entry sum_up --set count=2 --bind 100=in.bin \
    --out made
expect "HLSL's result" python3 -c "
import struct
data = open('made/0.200.npy', 'rb').read()
assert struct.unpack('<2I', data[128:136]) == (sum(range(64)), sum(range(64, 128))), data[128:136]"
printf '[numthreads(1, 1, 1)] [foo]\nvoid one() {}\n[numthreads(2, 1, 1)] void two () {}\n' >entries.hlsl
expect "HLSL, the only entry point" status 0 "$tool" sum.hlsl --set count=2
expect "HLSL, several" says "--entry must say which: one, two" 2 "$tool" entries.hlsl
expect "HLSL, another" says "--entry three: entries.hlsl has none of that name: one, two" 1 "$tool" entries.hlsl --entry three
expect "HLSL without a barrier" says "lost.hlsl:13" 3 "$tool" lost.hlsl --entry sum_up
sed 's/^StructuredBuffer/[[vk::binding(3)]] StructuredBuffer/; s/^RWStructured/[[vk::binding(4)]] RWStructured/' \
    sum.hlsl | grep -v 'picture\|painted\|linear_one' >bound.hlsl
expect "vk::binding" status 0 "$tool" bound.hlsl --entry sum_up --set count=2 --bind 3=in.bin --out bound
expect "vk::binding, result" test -e bound/0.4.npy

# OpenGL: uniforms outside of blocks, and what has no binding.
cat >gl.comp <<'TEXT'
#version 430
layout(local_size_x = 64) in;
uniform float factor;
uniform sampler2D picture;
shared float s[64];
layout(std430) buffer B { float b[]; };
void main() {
    s[gl_LocalInvocationIndex] = b[gl_GlobalInvocationID.x] * factor + texture(picture, vec2(0.5)).x;
    barrier();
    b[gl_GlobalInvocationID.x] = s[63 - gl_LocalInvocationIndex];
}
TEXT
expect "OpenGL" says "proved race-free for every input" 0 "$tool" gl.comp --set factor=2
expect "OpenGL without a barrier" says "s[63] of shared memory" 3 bash -c "grep -v barrier gl.comp >lost.comp; '$tool' lost.comp"

# Orders of turns: one that shows a difference is written, and taken again.
printf '#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer B { uint count, r[]; };\nvoid main() { r[atomicAdd(count, 1)] = gl_WorkGroupID.x; }\n' >order.comp
expect "schedules" says "another result in schedule 2" 3 "$tool" order.comp --groups 3 --set count=0 --schedules all \
    --schedule turns.txt --trace turns.json --no-proof
expect "a schedule, a trace" bash -c "grep -q '^[0-2] 0 # to order.comp:4' turns.txt && python3 -m json.tool turns.json >/dev/null"
expect "a schedule again" status 0 "$tool" order.comp --groups 3 --set count=0 --schedule turns.txt --no-proof
expect "the shortest" test "$(grep -c '^[0-9]' turns.txt)" = 1
expect "gdb through a schedule" says "turn=1, workgroup=$(sed -n 's/^\([0-9]\) .*/\1/p' turns.txt), subgroup=0, file=" 0 gdb -batch -nx -ex 'set breakpoint pending on' \
    -ex 'break nbl_interpreter_turn if turn == 1' -ex run -ex frame --args "$tool" order.comp --groups 3 --set count=0 \
    --schedule turns.txt --no-proof
expect "a proof held against other runs" says "accesses, 0 that the proof has not" 0 "$tool" right.comp --hold 3
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) readonly buffer A { uint a[]; };\nlayout(binding = 1) readonly buffer B { uint b[]; };\nlayout(binding = 2) writeonly buffer O { uint o[]; };\nvoid main() { uint i = gl_GlobalInvocationID.x; o[i] = a[b[i] & 0xFFFFFFu]; }\n' >places.comp
expect "held against runs that end early" says "of these runs ended early" 0 "$tool" places.comp --hold 8
expect "held against runs out of bounds" says "held against 8 other runs: 1024 accesses, 0 that the proof has not" 0 "$tool" places.comp --bind 0=256 --hold 8
printf '#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nlayout(binding = 1) buffer C { uint c[]; };\nvoid main() { b[gl_GlobalInvocationID.x] = c[gl_GlobalInvocationID.x + 1]; }\n' >two.comp
expect "two bindings" status 0 "$tool" two.comp
expect "one memory at two bindings" says "b[1] of buffer" 3 "$tool" two.comp --bind 1=@0
expect "no schedule" status 2 "$tool" order.comp --schedules some

# JSON and SARIF, the latter by what its schema requires of the parts that are used.
expect "json" status 3 "$tool" race.comp --format json
cat >members.py <<'PYTHON'
import json, sys
report = json.load(open("out"))
assert report["verdict"] == "refuted" and report["findings"][0]["rule"] == "race"
assert report["findings"][0]["first"]["line"] == 6 and report["findings"][0]["second"]["line"] == 7
PYTHON
expect "json's members" python3 members.py
mkdir "a folder" && cp race.comp "a folder/50% race.comp"
cat >sarif.py <<'PYTHON'
import json, re, sys
def only(thing, required, known):
    assert set(required) <= set(thing) <= set(known), thing
log = json.load(open("out"))
only(log, ["version", "runs"], ["$schema", "version", "runs"])
assert log["version"] == "2.1.0" and len(log["runs"]) == 1
run = log["runs"][0]
only(run, ["tool", "results"], ["tool", "results"])
driver = run["tool"]["driver"]
only(driver, ["name"], ["name", "version", "rules"])
rules = [rule["id"] for rule in driver["rules"]]
assert len(set(rules)) == len(rules)
def location(place):
    only(place, ["physicalLocation"], ["physicalLocation"])
    physical = place["physicalLocation"]
    only(physical, ["artifactLocation"], ["artifactLocation", "region"])
    assert re.fullmatch(r"(file:///)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", physical["artifactLocation"]["uri"]), physical
    line = physical["region"]["startLine"]
    assert isinstance(line, int) and line >= 1
    return physical["artifactLocation"]["uri"], line
races = [([(f, 7)], [(f, 6)]) for f in sys.argv[2:]] + [([(f, 6)], [(f, 7)]) for f in sys.argv[2:]]
assert len(run["results"]) >= int(sys.argv[1])
for result in run["results"]:
    only(result, ["message"], ["ruleId", "level", "message", "locations", "relatedLocations"])
    assert result["message"]["text"] and result["ruleId"] in rules
    assert result["level"] in ("none", "note", "warning", "error")
    where = [location(place) for place in result["locations"]]
    also = [location(place) for place in result.get("relatedLocations", [])]
    if len(sys.argv) > 2 and result["ruleId"] == "race": assert (where, also) in races, (where, also)
PYTHON
expect "sarif" status 3 "$tool" "a folder/50% race.comp" --format sarif
expect "sarif's parts" python3 sarif.py 1 "a%20folder/50%25%20race.comp"
expect "sarif of a proof" status 0 "$tool" right.comp --format sarif
expect "sarif of a proof, parts" python3 sarif.py 0
printf '#version 450\nlayout(local_size_x = 4) in;\nlayout(binding = 0) buffer B { uint b[]; };\nlayout(binding = 1) buffer C { uint c[]; };\nvoid main() { b[c[gl_GlobalInvocationID.x] * 64 + gl_GlobalInvocationID.x] = 1; }\n' >open.comp
expect "sarif of what is open" status 0 "$tool" open.comp --format sarif
expect "sarif of what is open, parts" python3 sarif.py 1

# It runs again when the file is saved, be it as another file of that name, and after an error.
says_soon() { # words: at most ten seconds later
    for ((i = 0; i < 100; i++)); do
        ! grep -qF -- "$1" watched || return 0
        sleep 0.1
    done
    cat watched
    return 1
}
cp race.comp saved.comp
"$tool" saved.comp --watch >watched 2>&1 &
watcher=$!
expect "watched at first" says_soon "read after write"
sed 's/barrier();/barrie();/' right.comp >saved.new && mv saved.new saved.comp
expect "watched, with an error" says_soon "saved.comp:7"
cp right.comp saved.comp
expect "watched, mended" says_soon "proved race-free for every input"
expect "watched on" kill "$watcher"
wait "$watcher" 2>/dev/null

# The document's examples: five minutes, the step of a workflow, the hook of pre-commit.
grep -A9 "^printf '#version 450" "$OLDPWD/docs/emulate.md" | sed '/^build/q' | sed "s,^build/nbl-emulate,\"$tool\"," >five.sh
expect "five minutes" says "read after write: s[63] of shared memory, first of 128 such" 3 bash five.sh
step=$(sed -n 's/^- run: //p' "$OLDPWD/docs/emulate.md")
run_step() { # shader: as the example has it, in a checkout
    mkdir -p checkout/shaders && ln -sfn "$build" checkout/build && cp "$1" checkout/shaders/blur.comp
    sed -i '/^layout(local_size_x/i layout(push_constant) uniform P { uint width; };' checkout/shaders/blur.comp
    (cd checkout && bash -e -c "$step" && cp race.sarif ../out)
}
expect "the step of a workflow, a race" run_step race.comp
expect "the step's SARIF" python3 sarif.py 1
expect "the step, no race" run_step right.comp
expect "the step's SARIF, no race" python3 sarif.py 0
runs_not() { ! run_step "$1"; }
expect "the step, a file that is not a shader" runs_not members.py
cp race.comp second.comp
expect "several shaders" says "second.comp:7:1: error: read after write" 3 "$tool" --format gcc right.comp second.comp
expect "several, one of which is none" status 1 "$tool" right.comp members.py race.comp
expect "several in text" says "right.comp:" 0 "$tool" right.comp right.comp
expect "several in SARIF" status 2 "$tool" --format sarif right.comp race.comp
hook=$(sed -n 's/.*entry: \(nbl-emulate[^,]*\),.*/\1/p' "$OLDPWD/docs/emulate.md")
expect "the hook" says "error: read after write" 3 bash -c "PATH=$build:\$PATH; $hook race.comp"
finish
