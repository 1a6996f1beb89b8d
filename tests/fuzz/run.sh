#!/usr/bin/env bash
# Runs every fuzz target for TIME seconds from its corpus; what is found lies in build-fuzz/found. Closes with N passed, N failed.
# SPDX-License-Identifier: Apache-2.0
#
#   TIME=60 tests/fuzz/run.sh [target ...]   after make FUZZ=1 fuzzers
#   BUILD=folder   where the targets were built (build-fuzz)
#   KEEP=1         what is new goes into tests/fuzz/corpus, reduced
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build-fuzz}
time=${TIME:-60}
passed=0 failed=0
mkdir -p "$build/found"
targets=$*
[ -n "$targets" ] || targets=$(ls tests/fuzz/fuzz_*.c | sed 's#.*/fuzz_##; s#\.c$##')
for what in $targets; do
    corpus=tests/fuzz/corpus/$what grown=$build/grown/$what
    mkdir -p "$grown"
    log=$build/$what.log seeds=tests/fuzz
    # shellcheck source=tests/fuzz/flags.sh
    . tests/fuzz/flags.sh
    "$build/tests/fuzz/fuzz_$what" "$grown" "$corpus" "${fuzz_flags[@]}" -max_total_time="$time" \
        -artifact_prefix="$build/found/$what-" >"$log" 2>&1
    status=$?
    first=$(grep -m 1 -oE 'cov: [0-9]+' "$log" | grep -oE '[0-9]+') last=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | grep -oE '[0-9]+')
    runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
    echo "$what: ${runs:-0} inputs in $time s, coverage ${first:-0} -> ${last:-0}"
    if [ "$status" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); grep -E 'ERROR|SUMMARY|Test unit' "$log" | head -n 5; fi
    [ -z "${KEEP:-}" ] || "$build/tests/fuzz/fuzz_$what" -merge=1 "$corpus" "$grown" >/dev/null 2>&1
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
