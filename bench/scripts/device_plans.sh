#!/usr/bin/env bash
# Two trees beside each other: how long a device's plans take to be made, rows of the net by turns in one process.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/device_plans.sh OLD [STEP [TURNS]]   OLD: a tree, such as a git worktree, where make made build/libnbl.a
#   ROWS="12 40" bench/scripts/device_plans.sh OLD     instructions of making these rows' plans once more, by callgrind
#
# STEP 10: every tenth row. BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
old=${1:?a tree to compare with}
side() { # tree library file.so
    # shellcheck disable=SC2046 # many words
    (cd "$1" && $(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -DDEVICE_PLANS_SIDE -shared \
        -Wl,-Bsymbolic -o "$3" "${source[@]}" "$2" $(make -s print-GLSLANG_LIBS) $(make -s print-STATIC_CXX) -lm -pthread)
}
source=("$PWD/bench/scripts/device_plans.c" tests/common/random.c)
build_program "${source[@]}" -ldl
side "$old" build/libnbl.a "$scratch/old.so"
side . "$build/libnbl.a" "$scratch/new.so"
if [ -z "${ROWS:-}" ]; then
    "$program" "$scratch/old.so" "$scratch/new.so" "${2:-10}" "${3:-7}"
    exit
fi
count() { # side.so row mode: instructions of one more plan, of the twentieth and later ones
    local times of=()
    for times in 20 40; do
        of+=("$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" "$3" "$times" 2>&1 |
            awk '/Collected/ {print $4}')")
    done
    echo $(((of[1] - of[0]) / 20))
}
for row in $ROWS; do
    for mode in exact fast; do
        before=$(count "$scratch/old.so" "$row" "$mode") after=$(count "$scratch/new.so" "$row" "$mode")
        echo "$row $mode: $before $after $(awk "BEGIN {printf \"%.3f\", $after / $before}")"
    done
done
