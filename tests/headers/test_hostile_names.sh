#!/usr/bin/env bash
# No name inside an X-include captures a user's: locals end in an underscore, and all compiles among hostile names.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
record() { # 0 or else, what failed
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; head -n 12 "$scratch/log"; fi
}

# X-includes have no guard. The texts of one scalar have none either, but ask a user for nothing.
templates=$(grep -LE '^#ifndef NBL_[A-Z0-9_]+_H$' $(find include/nbl -name '*.h' ! -path '*/lang/*' ! -name '*scalar.h' ! -name 'plan*.h' ! -path '*/vector/size.h' ! -path '*/matrix/size.h'))
[ "$(echo "$templates" | wc -l)" -ge 24 ]; record $? "only $(echo "$templates" | wc -l) X-includes found"
tests/headers/locals.py $templates >"$scratch/log"
[ ! -s "$scratch/log" ]; record $? "names that could capture a user's"
printf 'NBL_FUNCTION void f(uint32_t count, bool b_) {\n    NBL_CAT(n, _t) a_ = g(1, 2), wrong = 2;\n}\n' >"$scratch/wrong.h"
[ "$(tests/headers/locals.py "$scratch/wrong.h" | sed 's/.*: //' | tr '\n' ' ')" = "count wrong " ]; record $? "locals.py does not find wrong names"

text=tests/headers/hostile.h
warnings="-Wall -Wextra -Wpedantic -Werror -Wno-unused-function -fsyntax-only"
{ printf '#version 460\n#extension GL_GOOGLE_include_directive : require\n'; cat $text; } >"$scratch/hostile.comp"
{ printf '#define NBL_HLSL 1\n'; cat $text; } >"$scratch/hostile.hlsl"
glslang="glslangValidator -S comp -V --target-env vulkan1.1 -o $scratch/hostile.spv"
attempt() { # what, command ...
    local what=$1
    shift
    "$@" >"$scratch/log" 2>&1; record $? "hostile names, $what"
}
for compiler in gcc clang; do attempt "C, $compiler" $compiler -std=c11 $warnings -Iinclude -x c $text; done
for compiler in g++ clang++; do attempt "C++, $compiler" $compiler -std=c++17 $warnings -Iinclude -x c++ $text; done
attempt "GLSL, glslang" $glslang -Iinclude "$scratch/hostile.comp"
attempt "GLSL, glslc" glslc -I include --target-env=vulkan1.1 "$scratch/hostile.comp" -o "$scratch/hostile.spv"
attempt "HLSL" $glslang -Iinclude -D -e main "$scratch/hostile.hlsl"

# A local that bears the name of the user's array takes its place, and the compiler says so.
cp -r include "$scratch"
sed -i 's/\<plane_\>/k/g' "$scratch/include/nbl/workgroup/fft_stockham.h"
! $glslang -I"$scratch/include" "$scratch/hostile.comp" >"$scratch/log" 2>&1; record $? "a captured array is not found"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
