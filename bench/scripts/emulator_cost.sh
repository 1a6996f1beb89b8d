#!/usr/bin/env bash
# The emulator's cost in docs/log/figures.md: hooks, ratios to lavapipe, of the checker, of two threads; a checked bloom.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/emulator_cost.sh [build]      after `make` and, for the bloom, `make demo`
#
# It needs an idle machine of two cores or more. LP_NUM_THREADS=0 keeps lavapipe to one thread.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compile() { # output, flags ...
    local output=$1
    shift
    # shellcheck disable=SC2046
    $(make -s print-CC) $(make -s print-CFLAGS_ALL OPTIMIZE=-O3) $(make -s print-CPPFLAGS_ALL) "$@" -o "$scratch/$output" \
        bench/scripts/emulator_cost.c tools/nbl-fft/timing.c "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
}
compile plain -DNBL_FLOW_HOOKS=0
compile uniform -DNBL_EMULATOR_CALLS=0
compile as_written
for what in plain uniform as_written plain uniform as_written; do
    printf '%-11s' $what
    "$scratch/$what" literals
done
LP_NUM_THREADS=0 "$scratch/uniform"
[ -e "$build/demo/scene.exr" ] || { echo "no $build/demo/scene.exr: make demo" >&2; exit 1; }
bloom() { # what it is, options ...
    local what=$1 begin end
    shift
    begin=$(date +%s.%N)
    "$build/nbl-bloom" "$build/demo/scene.exr" "$build/demo/starburst.exr" -o "$scratch/out.exr" --backend emulator "$@"
    end=$(date +%s.%N)
    awk -v what="$what" -v begin="$begin" -v end="$end" 'BEGIN { printf "bloom, 1280x720 by 256x256, %-28s %6.1f s\n", what, end - begin }'
}
bloom "one thread" --threads 1
bloom "with the checker" --check
bloom "radix-2 shuffle, one thread" --threads 1 --algorithm radix2-shuffle
bloom "radix-2 shuffle, checked" --check --algorithm radix2-shuffle
