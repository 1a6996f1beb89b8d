#!/usr/bin/env bash
# Runs all fuzz targets for TIME seconds over all processors and prints a table: inputs, inputs per second, edges covered.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/fuzz/counts.sh OUT [SECONDS [PROCESSES]]   240 seconds; as many processes as processors
#   LIMIT=20       seconds for one input, by the clock: more where there are more processes than processors
#   GOAL=1000000   inputs after which a target makes room for targets that had fewer
#   SEED=1         of a target's first process; the others count on
#   TARGETS=folder where fuzz_* lie (build-fuzz/tests/fuzz); SEEDS=folder with corpus and dictionaries (tests/fuzz)
#   LOADER=...     a dynamic linker with its options, to start them by (tests/fuzz/bundle.sh)
#
# Inputs that something was found with are kept in OUT/found, logs in OUT/logs. Exits 1 after a finding.
set -u
out=${1:?usage: counts.sh OUT [SECONDS [PROCESSES]]} time=${2:-240} most=${3:-$(nproc)}
here=$(cd "$(dirname "$0")" && pwd)
targets=${TARGETS:-$here/../../build-fuzz/tests/fuzz} seeds=${SEEDS:-$here} goal=${GOAL:-1000000} seed=${SEED:-1}
mkdir -p "$out/found" "$out/logs" "$out/grown"
out=$(cd "$out" && pwd)
names=$(cd "$seeds/corpus" && ls)
deadline=$((SECONDS + time))
declare -A processes # of each target, so far

# Inputs that a target has run, all its processes together; the last line of a log that counts them.
inputs_of() {
    local all=0 log n
    for log in "$out/logs/$1".*; do
        [ -e "$log" ] || continue
        n=$(grep -aoE '^(#[0-9]+|stat::number_of_executed_units: [0-9]+)' "$log" | tail -n 1 | grep -oE '[0-9]+$')
        all=$((all + ${n:-0}))
    done
    echo "$all"
}

start() {
    local what=$1 n=${processes[$1]:-0} left=$((deadline - SECONDS))
    processes[$what]=$((n + 1))
    # shellcheck source=tests/fuzz/flags.sh
    . "$here/flags.sh"
    mkdir -p "$out/grown/$what.$n"
    # shellcheck disable=SC2086 # words of LOADER
    ${LOADER:-} "$targets/fuzz_$what" "$out/grown/$what.$n" "$seeds/corpus/$what" "${fuzz_flags[@]}" -seed=$((seed + n)) \
        -runs="$goal" -max_total_time="$left" -artifact_prefix="$out/found/$what-" >"$out/logs/$what.$n" 2>&1 &
}

# The target that is worth another process: the fewest inputs, of those short of the goal; two are enough for a slow one
# before all others have two.
next_target() {
    local what n best='' least=-1 depth
    for depth in 1 2 4 "$most"; do
        for what in $names; do
            [ "${processes[$what]:-0}" -lt "$depth" ] || continue
            n=$(inputs_of "$what")
            if [ "$n" -lt "$goal" ] && { [ "$least" -lt 0 ] || [ "$n" -lt "$least" ]; }; then least=$n best=$what; fi
        done
        [ -z "$best" ] || break
    done
    echo "$best"
}

while [ $((deadline - SECONDS)) -gt 4 ]; do
    while [ "$(jobs -rp | wc -l)" -lt "$most" ]; do
        what=$(next_target)
        [ -n "$what" ] || break
        start "$what"
    done
    [ "$(jobs -rp | wc -l)" -gt 0 ] || break
    sleep 1
done
wait

failed=0 total=0
printf '%-15s %9s %9s %12s %7s %7s %8s\n' target processes inputs per_second edges after found
for what in $names; do
    seconds=0 first=0 last=0
    for log in "$out/logs/$what".*; do
        s=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log") u=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        [ "${s:-0}" -eq 0 ] || seconds=$((seconds + u / s))
        a=$(grep -am 1 -oE 'INITED cov: [0-9]+' "$log" | grep -oE '[0-9]+$') b=$(grep -aoE ' cov: [0-9]+' "$log" | tail -n 1 | grep -oE '[0-9]+')
        [ "${a:-0}" -le "$first" ] || first=$a
        [ "${b:-0}" -le "$last" ] || last=$b
        # A log without a closing count is of one that found something, or did not start.
        if [ -z "$u" ] || grep -aqE 'ERROR: (libFuzzer|AddressSanitizer|LeakSanitizer)|runtime error' "$log"; then
            failed=1
            grep -aE 'ERROR|SUMMARY|runtime error|Test unit' "$log" | head -n 3
        fi
    done
    n=$(inputs_of "$what") total=$((total + n))
    found=$(find "$out/found" -name "$what-*" | wc -l)
    [ "$found" = 0 ] || failed=1
    printf '%-15s %9s %9s %12s %7s %7s %8s\n' "$what" "${processes[$what]:-0}" "$n" "$((n / (seconds > 0 ? seconds : 1)))" "$first" "$last" "$found"
done
echo "$total inputs in $SECONDS s by $most processes at once, seeds from $seed, $(date -u +%Y-%m-%d)"
[ "$failed" = 0 ] && echo "no finding" || echo "findings: see $out/found and $out/logs"
exit "$failed"
