#!/usr/bin/env bash
# Every function that claims to be thread-safe, from eight threads at once on lavapipe, under ThreadSanitizer: a minute.
# SPDX-License-Identifier: Apache-2.0
#
# What makes, compiles, caches, records and shares computing is instrumented; the executor's kernels, glslang, the driver
# and the emulator, whose fibers ThreadSanitizer takes for calls that never return, are not, and what is only among them
# is not reported.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
there=$(mktemp -d) || exit 1
trap 'rm -rf "$there"' EXIT
passed=0 failed=0
record() { if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "failed: $2"; fi; }
driver=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
[ -n "$driver" ] || { echo "SKIPPED: threads: lavapipe is not installed" && exit 0; }
export VK_ICD_FILENAMES="$driver" VK_DRIVER_FILES="$driver"

sources="tests/faults/threads.c $(ls host/error/*.c host/spirv/*.{c,cpp} host/spirv/specialize/*.c host/spirv/write_text/*.c host/vulkan/*.c host/bloom/{compile,execute,execute_low,format,frame,low,plan,shape,vulkan}.c host/blur/{execute,plan}.c host/scan/{plan,vulkan}.c host/executor/{line,sets,share,tables}.c host/fft/{any_length,array_check,convolution_sizes,nd_check,pass_table,root,split}.c host/transform/*.c host/transform/rules/*.c host/gpu/defines.c | grep -v no_compiler)"
objects=$(for source in $sources; do echo "$build-threads/${source%.*}.o"; done)
# shellcheck disable=SC2086,SC2046 # words are wanted
make -s --no-print-directory -j"$(nproc)" BUILD="$build-threads" OPTIMIZE=-O1 SANITIZERS=-fsanitize=thread $objects >"$there/log" 2>&1 &&
    ${CC:-cc} -fsanitize=thread -g -pthread -o "$there/threads" $objects "$build/libnbl.a" \
        $(make -s BUILD="$build" print-LDLIBS_ALL) >>"$there/log" 2>&1
record $? "it does not build: $(tail -n 5 "$there/log")"
# What the driver's own functions do to each other; and its threads, which it leaves when its last instance goes.
printf '%s:libvulkan_lvp.so\n' race mutex deadlock thread >"$there/suppressions"
mkdir -m 700 "$there/cache"
# Above 28 bits of random addresses, this ThreadSanitizer finds no room for its shadow.
TSAN_OPTIONS="halt_on_error=0 suppressions=$there/suppressions" setarch -R timeout 500 "$there/threads" "$there/cache" >"$there/log" 2>&1
status=$?
record "$status" "status $status: $(grep -m 5 -E 'WARNING|SUMMARY|threads:' "$there/log")"
mkdir -p "$build/tests/faults"
cp "$there/log" "$build/tests/faults/threads.log"
tail -n 1 "$there/log"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
