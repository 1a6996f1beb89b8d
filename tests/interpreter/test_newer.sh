#!/usr/bin/env bash
# Instructions that Debian's headers and glslang do not have, in small modules, and what they must give; and modules of
# several stages. Mutations that this catches: a rotation by one more, a product's k that ends one early, a saturated sum
# that wraps.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
tool=$build/nbl-emulate make=$PWD/tests/interpreter/newer/make.py folder=$PWD/tests/interpreter/newer
cd "$scratch" || exit 1
expect "the modules are what make.py writes" python3 "$make" check
python3 "$make" inputs
run() { # module, contents
    local name
    name=$(basename "$1" .spv)
    "$tool" "$1" --bind "0=$2" --out "$name" >out 2>err || { cat out err; return 1; }
}
for module in "$folder"/*.spv; do
    case $module in */matrix_whole.spv) inputs=whole ;; */matrix_*) inputs=floats ;; *) inputs=16384 ;; esac
    expect "$(basename "$module")" run "$module" "$inputs"
done
expect "what they give" python3 "$make" holds .
expect "matrices of another subgroup" bash -c "'$tool' '$folder/matrix_rows.spv' --bind 0=16384 --subgroup-size 64 | grep -q ^ran"
refuses() { # words, module, options ...
    local words=$1
    shift
    ! "$tool" "$@" >out 2>err && grep -qF -- "$words" err || { cat out err; return 1; }
}
expect "a subgroup that is not whole" bash -c "'$tool' '$folder/matrix_rows.spv' --bind 0=16384 --subgroup-size 128 | grep -q 'invalid shuffle: 64 of 128 invocations'"

cat >stages.spvasm <<'TEXT'
OpCapability Shader
OpCapability RayQueryKHR
OpExtension "SPV_KHR_ray_query"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %cs "cs"
OpEntryPoint GLCompute %other "other"
OpEntryPoint Fragment %fs "fs" %uv %color
OpExecutionMode %cs LocalSize 64 1 1
OpExecutionMode %other LocalSize 32 1 1
OpExecutionMode %fs OriginUpperLeft
OpDecorate %uv Location 0
OpDecorate %color Location 0
OpDecorate %tree DescriptorSet 0
OpDecorate %tree Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%pf = OpTypePointer Input %float
%po = OpTypePointer Output %float
%tlas = OpTypeAccelerationStructureKHR
%pt = OpTypePointer UniformConstant %tlas
%query = OpTypeRayQueryKHR
%pq = OpTypePointer Private %query
%uv = OpVariable %pf Input
%color = OpVariable %po Output
%tree = OpVariable %pt UniformConstant
%held = OpVariable %pq Private
%cs = OpFunction %void None %fn
%l = OpLabel
OpReturn
OpFunctionEnd
%other = OpFunction %void None %fn
%o = OpLabel
OpReturn
OpFunctionEnd
%fs = OpFunction %void None %fn
%m = OpLabel
%x = OpLoad %float %uv
%t = OpLoad %tlas %tree
OpStore %color %x
OpReturn
OpFunctionEnd
TEXT
expect "a module of three stages" spirv-as stages.spvasm -o stages.spv
expect "one of its entry points" bash -c "'$tool' stages.spv --entry cs --stage compute | grep -q '^ran 1 workgroups'"
expect "one that is to be chosen" refuses "several compute entry points, none of which is main: cs, other" stages.spv
expect "one of another stage" refuses 'no compute entry point "fs"; there are cs, other' stages.spv --entry fs
expect "another stage" bash -c "'$tool' stages.spv --stage fragment; [ \$? = 2 ]"
sed '/OpEntryPoint GLCompute %other/d; /OpEntryPoint Fragment/d; /%other LocalSize/d; /OriginUpperLeft/d' stages.spvasm >query.spvasm
expect "ray queries" bash -c "spirv-as query.spvasm -o query.spv"
expect "ray queries are refused by name" refuses "OpTypeAccelerationStructure" query.spv

# Constants that are conversions of others: a double as float32, and that one as float16 and back.
cat >converted.spvasm <<'TEXT'
OpCapability Shader
OpCapability Float64
OpCapability Float16
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %tenth SpecId 0
OpDecorate %third SpecId 1
OpDecorate %array ArrayStride 4
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%f16 = OpTypeFloat 16
%f32 = OpTypeFloat 32
%f64 = OpTypeFloat 64
%tenth = OpSpecConstant %f64 0.1
%third = OpSpecConstant %f16 0.375
%single = OpSpecConstantOp %f32 FConvert %tenth
%half = OpSpecConstantOp %f16 FConvert %single
%back = OpSpecConstantOp %f32 FConvert %half
%other = OpSpecConstantOp %f32 FConvert %third
%two = OpConstant %u32 2
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%array = OpTypeRuntimeArray %f32
%block = OpTypeStruct %array
%pb = OpTypePointer Uniform %block
%pf = OpTypePointer Uniform %f32
%out = OpVariable %pb Uniform
%main = OpFunction %void None %fn
%l = OpLabel
%first = OpAccessChain %pf %out %zero %zero
OpStore %first %single
%second = OpAccessChain %pf %out %zero %one
OpStore %second %back
%last = OpAccessChain %pf %out %zero %two
OpStore %last %other
OpReturn
OpFunctionEnd
TEXT
expect "a module of converted constants" spirv-as converted.spvasm -o converted.spv
floats_are() { # expression of Python, options: what converted.spv writes
    "$tool" converted.spv --out converted "${@:2}" >out 2>err || { cat out err; return 1; }
    python3 -c "import struct; d = open('converted/0.0.npy', 'rb').read()[128:140]; f = lambda t, x: struct.unpack('<' + t, struct.pack('<' + t, x))[0]; got = struct.unpack('<3f', d); assert got == ($1), got"
}
expect "converted constants" floats_are "f('f', .1), f('e', .1), f('e', .375)"
expect "converted constants, another one" floats_are "f('f', 2/3), f('e', 2/3), f('e', .7)" --spec 0=0.6666666666666666 --spec 1=0.7
finish
