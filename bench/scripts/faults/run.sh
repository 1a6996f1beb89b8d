#!/bin/bash
# What nbl-emulate, Oclgrind, GPU-AV and RenderDoc say of five faults: bench/scripts/faults/run.sh
# SPDX-License-Identifier: Apache-2.0
#
# Needs Debian's oclgrind, vulkan-validationlayers, renderdoc, python3-renderdoc, librenderdoc-dev, glslang-tools,
# mesa-vulkan-drivers, and a built tree (BUILD). Each fault is a shader and the same kernel in OpenCL C; one workgroup of 256,
# a buffer of 1 KiB with 0 to 255. About 30 s.
set -u
cd "$(dirname "$0")" || exit 1
here=$PWD tool=$(realpath "../../../${BUILD:-build}/nbl-emulate")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export VK_DRIVER_FILES="${VK_DRIVER_FILES:-/usr/share/vulkan/icd.d/lvp_icd.x86_64.json}"
cc -O1 run_module.c -o "$scratch/run_module" -lvulkan -ldl || exit 1
cd "$scratch" || exit 1
oclgrind --version | grep Oclgrind
dpkg-query -W vulkan-validationlayers renderdoc mesa-vulkan-drivers
python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("256I", *range(256)))' >numbers
for fault in race undefined bounds barrier nan; do
    cp "$here/$fault.comp" "$here/$fault.cl" .
    glslangValidator -V -g "$fault.comp" -o "$fault.spv" >/dev/null
    printf '\n== %s\n-- nbl-emulate\n' "$fault"
    "$tool" "$fault.comp" --bind 0=numbers --groups 1 2>&1 | grep -vE "^ran|^made"
    printf -- '-- Oclgrind\n'
    printf '%s.cl\nfault\n256 1 1\n256 1 1\n<size=1024 uint range=0:1:255>\n' "$fault" >"$fault.sim"
    oclgrind-kernel --data-races --uninitialized "$fault.sim" 2>&1 | grep -E '^[A-Z]' | sed 's/ address 0x.*//' | sort | uniq -c
    printf -- '-- GPU-AV\n'
    VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation \
        VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT:VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT \
        ./run_module "$fault.spv" 2>&1 | grep -vE '^(first|    )|vkDestroy' | cut -c1-300
    printf -- '-- RenderDoc, invocations 0 and 255\n'
    capture=$(ENABLE_VULKAN_RENDERDOC_CAPTURE=1 ./run_module "$fault.spv" 2>/dev/null | sed -n 's/^capture //p')
    for invocation in 0 255; do /usr/bin/python3 "$here/replay.py" "$capture" "$invocation"; done
    rm -f "$capture"
done
