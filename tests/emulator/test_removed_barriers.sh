#!/usr/bin/env bash
# Each barrier of each of this project's kernels, removed: the checker must see it, in every order of the invocations. Drawn
# transforms whole: the checker must find nothing, and the results are the CPU's.
# SPDX-License-Identifier: Apache-2.0
#
# The kernels' texts are compiled as they are, behind removable.h, and linked in front of the library's own. Every line of the
# shared headers that holds a barrier must have been met and found. TABLE=file keeps what was found.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compiler=$(make -s print-CC)
flags=$(make -s print-CFLAGS_ALL print-CPPFLAGS_ALL OPTIMIZE=-O0 DEBUG=)

compile() { # source, object
    local fused=
    case $1 in *_fused.c) fused=-DNBL_FUSED=1 ;; esac # as the text itself says, too late for nbl/lang.h in removable.h
    $compiler $flags $fused -DNBL_MEMORY_MODEL=1 -DNBL_BUFFER_DEVICE_ADDRESS=1 -include tests/emulator/removable.h -c -o "$2" "$1"
}
for source in host/fft/kernel_*.c host/bloom/kernel_*.c host/scan/kernel_*.c tests/emulator/removed*.c; do
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    compile "$source" "$scratch/$(echo "$source" | tr / -).o" &
done
wait
$compiler $flags -o "$scratch/removed" "$scratch"/*.o "$build/libtests.a" "$build/libnbl.a" $(make -s print-QUICK_LINK print-LDLIBS_ALL) || exit 1
"$scratch/removed" >"$scratch/table"
status=$?
[ -z "${TABLE:-}" ] || cp "$scratch/table" "$TABLE"

# Where all lines are powers of two an invocation stores what itself has loaded, and of rows by Rader; in "columns of a
# block" it does not.
superfluous='nbl/fft/callbacks.h:[0-9]* missed tickets$'
in_place=$(grep -n 'in_place) == 1u) NBL_WORKGROUP_MEMORY_BARRIER' shaders/fft_lines.h | cut -d: -f1)
allowed="$superfluous\\|fft_lines.h:$in_place missed \\(lines and mirrors\\|rows by Rader\\)"
passed=$(grep -c ' found ' "$scratch/table") failed=$(grep ' missed ' "$scratch/table" | grep -vc "$allowed")
grep ' missed ' "$scratch/table" | grep -v "$allowed"
loaded=$(grep -oE "$superfluous" "$scratch/table" | cut -d ' ' -f 1 | sort -u)
if grep -q "$loaded found columns of a block" "$scratch/table"; then passed=$((passed + 1)); else echo "$loaded: not found where it is needed"; failed=$((failed + 1)); fi
if [ "$failed" = 0 ] && [ "$status" != 0 ]; then echo "the program failed"; failed=1; fi
barriers=$(tests/emulator/barriers.sh all)
[ -n "$barriers" ] || { echo "no barrier in the headers"; failed=$((failed + 1)); }
for place in $barriers; do
    if grep -qE "^(include/|\./)?$place found " "$scratch/table"; then passed=$((passed + 1)); else echo "$place: no kernel met it"; failed=$((failed + 1)); fi
done

# Of 1,200 drawn transforms a day takes 60 (NBL_PART; all with NBL_TEST_ALL), and the first two every day.
first=$((${NBL_PART:-0} % 20 * 60)) last=$((${NBL_PART:-0} % 20 * 60 + 60))
[ -z "${NBL_TEST_ALL:-}" ] || first=0 last=1200
{ "$scratch/removed" 0 2 && "$scratch/removed" "$first" "$last"; } >"$scratch/drawn" || { echo "a drawn transform ended the program"; failed=$((failed + 1)); }
found=$(grep -c ' found: ' "$scratch/drawn")
grep ' missed: ' "$scratch/drawn"
passed=$((passed + found)) failed=$((failed + $(grep -c ' missed: ' "$scratch/drawn")))
[ "$found" -ge 80 ] || { echo "only $found drawn transforms ran"; failed=$((failed + 1)); }
cut -d' ' -f1,2 "$scratch/table" | sort | uniq -c
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
