#!/usr/bin/env bash
# The emulator built without its assembly passes the same tests.
# SPDX-License-Identifier: Apache-2.0
#
# Its own files are compiled with NBL_EMULATOR_NO_ASSEMBLY and linked in front of the library, which gives the rest. The
# tests are those about how invocations are run and switched; what is told of them is the same code in both builds.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compiler=$(make -s print-CC)
flags="$(make -s print-CFLAGS_ALL print-CPPFLAGS_ALL OPTIMIZE=-O1 DEBUG=-g1) -DNBL_EMULATOR_NO_ASSEMBLY"
tests=$(ls tests/emulator/test_{barrier,fiber,flow,launch,memory,subgroup,sweep,truth}.c)
libraries=$(make -s print-QUICK_LINK print-CHECK_LIBS print-LDLIBS_ALL)
passed=0 failed=0

build_all() {
    local source
    for source in host/emulator/*.c; do
        while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
        $compiler $flags -c -o "$scratch/$(basename "$source" .c).o" "$source" &
    done
    wait
    for source in $tests; do
        while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
        $compiler $flags -o "$scratch/$(basename "$source" .c)" "$source" "$scratch"/*.o "$build/libtests.a" "$build/libnbl.a" $libraries &
    done
    wait
}
build_all >"$scratch/make.txt" 2>&1 || true
for source in $tests; do
    name=$(basename "$source" .c)
    if [ ! -x "$scratch/$name" ]; then
        echo "failed: $name was not built"
        tail -n 20 "$scratch/make.txt"
        failed=$((failed + 1))
    elif nm "$scratch/$name" | grep -q nbl_fiber_switch_stacks; then
        echo "failed: $name has the assembly"
        failed=$((failed + 1))
    elif "$scratch/$name" >"$scratch/out.txt" 2>&1 </dev/null && grep -qE '^100%: Checks: [1-9]' "$scratch/out.txt"; then
        passed=$((passed + $(sed -nE 's/^100%: Checks: ([0-9]+),.*/\1/p' "$scratch/out.txt" | awk '{ n += $1 } END { print n }')))
    else
        echo "failed: $name"
        tail -n 20 "$scratch/out.txt"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
