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
finish
