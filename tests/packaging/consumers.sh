# Consumers of an installed copy, each in an empty folder of its own; read by test_packaging.sh, which has expect and says.
# SPDX-License-Identifier: Apache-2.0
driver=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
lavapipe() { VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=$scratch/cache "$@"; }
[ -n "$driver" ] || echo "SKIPPED: consumers on a device: lavapipe is not installed"
flags() { pkg-config --cflags --libs "$1"; }

# A C++ program.
mkdir "$scratch/cpp" && cp examples/cpp/main.cpp "$scratch/cpp"
expect "C++" c++ -std=c++17 $warnings -DNBL_EMULATOR_CALLS=0 -o "$scratch/cpp/main" "$scratch/cpp/main.cpp" $(flags nbl-emulator)
expect "C++, run" says "$scratch/cpp/main" "7 rows of 240: the same bits"

# An engine with a device of its own, and the bloom in its frame loop.
mkdir "$scratch/engine" && cp examples/engine/main.c "$scratch/engine"
expect "engine" cc -std=c11 $warnings -o "$scratch/engine/main" "$scratch/engine/main.c" $(flags nbl-vulkan) -lvulkan
[ -z "$driver" ] || expect "engine, run" lavapipe says "$scratch/engine/main" \
    "6 frames of 64x48 on a device of the engine's: 0 of 12288 numbers differ from the CPU's"

# One kernel as GLSL by two compilers, as HLSL, and in Godot's format: run by a program that loads any of these modules.
mkdir "$scratch/shader" && cp tests/consumers/shader/window.* tests/consumers/vulkan/main.c examples/godot/spectrum.glsl "$scratch/shader"
include=$(pkg-config --cflags-only-I nbl-headers)
packages/single_file.py -o "$scratch/shader/godot.glsl" examples/godot/spectrum.glsl
expect "Godot's first line" [ "$(head -n 1 "$scratch/shader/godot.glsl")" = "#[compute]" ]
expect "Godot's file includes nothing" sh -c "! grep -q '^ *# *include' '$scratch/shader/godot.glsl'"
tail -n +2 "$scratch/shader/godot.glsl" >"$scratch/shader/godot.comp" # as Godot hands it to its compiler
expect "a program that loads modules" cc -std=c11 $warnings -o "$scratch/shader/main" "$scratch/shader/main.c" $(flags nbl-vulkan) -lm
cd "$scratch/shader" || exit 1
expect "GLSL, glslang" glslangValidator -V --target-env vulkan1.1 $include -o glslang.spv window.comp
expect "GLSL, glslc" glslc --target-env=vulkan1.1 -fshader-stage=comp $include window.comp -o glslc.spv
expect "HLSL" glslangValidator -D -V -e main -S comp -DNBL_HLSL=1 --target-env vulkan1.1 $include -o hlsl.spv window.hlsl
expect "Godot" glslangValidator -V --target-env vulkan1.1 -S comp -o godot.spv godot.comp
lines=$(printf 'frequency  98:   0.00\nfrequency  99: 128.00\nfrequency 100: 256.00\nfrequency 101: 128.00\nfrequency 102:   0.00')
for module in glslang glslc hlsl godot; do
    expect "$module's module is valid" spirv-val --target-env vulkan1.1 $module.spv
    printf '#!/bin/sh\nexec %s %s\n' "$scratch/shader/main" "$scratch/shader/$module.spv" >$module && chmod +x $module
    [ -z "$driver" ] || expect "$module's module, run" lavapipe says ./$module "$lines"
done
cd "$root" || exit 1
