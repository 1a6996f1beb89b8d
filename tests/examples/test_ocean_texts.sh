#!/usr/bin/env bash
# The ocean's kernels as HLSL, as docs/unity-and-unreal.md makes them, compile; and as GLSL.
# SPDX-License-Identifier: Apache-2.0
#
# A mutation that it catches: nbl_workgroup_index() in place of OCEAN_WORKGROUP, which no HLSL can be written of.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

program=${BUILD:-build}/ocean
for target in hlsl glsl wgsl; do
    expect "ocean compile --target $target" "$program" compile --target $target -o "$scratch/$target"
done
count=0
for pass in spectrum evolve rows columns assemble; do
    expect "$pass, HLSL" glslangValidator -D -S comp -e main -V -Od -o "$scratch/$pass.spv" "$scratch/hlsl/$pass.hlsl"
    expect "$pass, GLSL" glslangValidator "$scratch/glsl/$pass.comp"
    expect "$pass, GLSL for Vulkan, which Godot takes" glslangValidator -V --target-env vulkan1.1 -o "$scratch/$pass.spv" "$scratch/glsl/$pass.comp"
    if command -v vkd3d-compiler >/dev/null; then
        expect "$pass, vkd3d" vkd3d-compiler -x hlsl -p cs_5_0 -e main -b dxbc-tpf -o "$scratch/$pass.dxbc" "$scratch/hlsl/$pass.hlsl"
    fi
    count=$((count + 1))
done
command -v vkd3d-compiler >/dev/null || echo "NOT HERE: vkd3d-compiler"
[ "$count" = 5 ] || { failed=$((failed + 1)); echo "failed: $count passes instead of 5"; }
finish
