#!/usr/bin/env bash
# Every example compiles in every language, and those on nbl/fft.h are no longer than docs/guide/options.md says.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

warnings="-Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude"
# Optimising a module of HLSL takes longer than compiling it.
optimised=-Od
[ -z "${NBL_TEST_ALL:-}" ] || optimised=
count=0
for example in examples/*.comp examples/ocean/*.comp; do
    text=${example%.comp}.h
    name=$(basename "$example" .comp)
    { echo '#define NBL_HLSL 1'; echo "#include \"$text\""; } >"$scratch/$name.hlsl"
    expect "$name, glslang" glslangValidator -V --target-env vulkan1.1 -Iinclude -o "$scratch/$name.spv" "$example"
    expect "$name, glslc" glslc -I include --target-env=vulkan1.1 -fshader-stage=comp "$example" -o "$scratch/$name.spv"
    expect "$name, HLSL" glslangValidator -D -S comp -e main -V $optimised --target-env vulkan1.1 -I. -Iinclude -o "$scratch/$name.spv" "$scratch/$name.hlsl"
    expect "$name, C" gcc -std=c11 $warnings -x c "$text"
    expect "$name, C++" clang++ -std=c++17 $warnings -x c++ "$text"
    count=$((count + 1))
done
[ "$count" = 14 ] || { failed=$((failed + 1)); echo "failed: $count examples instead of 14"; }

# Below its head, which is two lines, a kernel of the table in docs/guide/options.md has at most 20.
for text in tests/consumers/shader/rows.h examples/power_spectrum.h examples/columns.h examples/convolution.h; do
    lines=$(sed -n '3,$p' "$text" | wc -l)
    defines=$(grep -c '^#define' "$text")
    headers=$(grep -c '^#include' "$text")
    expect "$text has $lines lines" [ "$lines" -le 20 ]
    expect "docs/guide/options.md says that $text has $defines defines, $lines lines, $headers headers" \
        grep -qE "\`$(basename "$text")\`.*\| $defines \| $lines \| $headers \|" docs/guide/options.md
done
finish
