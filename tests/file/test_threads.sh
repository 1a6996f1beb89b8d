#!/usr/bin/env bash
# Files and images from eight threads at once, under ThreadSanitizer.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
passed=0 failed=0
record() { if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; fi; }

mkdir -p "$build/tests/file"
# shellcheck disable=SC2046 # several words each
${CXX:-c++} -std=c++17 -O1 -g -fsanitize=thread -pthread -Iinclude -Ihost -Itools -I. $(pkg-config --cflags OpenEXR) -c \
    -o "$build/tests/file/threads_exr.o" tools/io/image/openexr.cpp >"$there/log" 2>&1
record $? "it does not build: $(tail -n 5 "$there/log")"
# shellcheck disable=SC2046 # several words each
${CC:-cc} -std=c11 -O1 -g -fsanitize=thread -ffp-contract=off -pthread -Iinclude -Ihost -Itools -I. -D_POSIX_C_SOURCE=200809L \
    $(pkg-config --cflags OpenEXR libpng libjpeg lcms2) -o "$build/tests/file/threads" tests/file/threads.c "$build/tests/file/threads_exr.o" tools/io/*/*.c host/file/*.c host/platform/*.c host/platform/posix/*.c \
    $(pkg-config --libs OpenEXR libpng libjpeg lcms2) -lstdc++ -lm >"$there/log" 2>&1
record $? "it does not build: $(tail -n 5 "$there/log")"
# Above 28 bits of random addresses, this ThreadSanitizer finds no room for its shadow.
TSAN_OPTIONS=halt_on_error=0 setarch -R timeout 200 "$build/tests/file/threads" "$there" >"$there/log" 2>&1
record $? "$(grep -m 3 -E 'WARNING|SUMMARY' "$there/log"; tail -n 3 "$there/log")"
[ -z "$(find "$there" -name '.nbl-*')" ]
record $? "something is left behind"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
