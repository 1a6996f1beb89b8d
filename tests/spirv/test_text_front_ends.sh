#!/usr/bin/env bash
# The texts of a whole bloom pass the front ends that there are: glslang, g++ with a shim for Metal, clang's OpenCL C.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

front_end() { # target, file
    case $1 in
    glsl | essl) glslangValidator -S comp "$2" ;;
    hlsl) glslangValidator -D -V -S comp -e main -o "$folder/spv" "$2" ;;
    msl) g++ -fsyntax-only -w -x c++ -Itests/spirv/shims "$2" ;;
    opencl) clang -fsyntax-only -x cl -cl-std=CL1.2 -Xclang -finclude-default-header "$2" ;;
    esac
}

for algorithm in stockham radix2-shuffle; do
    for target in glsl essl hlsl msl opencl; do
        [ $algorithm = stockham ] || [ $target = glsl ] || continue # the languages are the same
        if ! "$build/nbl-bloom" compile 20x12 5x5 --padding mirror --algorithm $algorithm --target $target -o "$folder/$target" \
            >"$folder/log" 2>&1; then
            echo "failed: $algorithm, $target: $(head -n 1 "$folder/log")"
            failed=$((failed + 1))
            continue
        fi
        for file in "$folder/$target"/*; do
            [ "${file##*.}" != json ] || continue
            if front_end $target "$file" >"$folder/log" 2>&1; then
                passed=$((passed + 1))
            else
                echo "failed: $algorithm, $target, ${file##*/}: $(grep -m 1 -i error "$folder/log")"
                failed=$((failed + 1))
            fi
        done
    done
done

# --modules short: less than half of the text (bits: tests/bloom/test_bloom_structure.c).
for modules in fast short; do
    "$build/nbl-bloom" compile 216x108 39x39 --first-axis y --algorithm radix2-shuffle --target wgsl --modules $modules \
        -o "$folder/$modules" || failed=$((failed + 1))
done
fast=$(cat "$folder"/fast/*.wgsl | wc -c) short=$(cat "$folder"/short/*.wgsl | wc -c)
if [ $((2 * short)) -lt "$fast" ]; then
    passed=$((passed + 1))
else
    echo "failed: short modules are $short bytes, fast ones $fast"
    failed=$((failed + 1))
fi

if [ $((passed + failed)) -ne 43 ]; then
    echo "failed: $((passed + failed)) checks, not 43"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
