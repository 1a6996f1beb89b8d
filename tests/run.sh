#!/usr/bin/env bash
# Runs every test program and test script, prints what failed, and closes with `N passed, N failed`.
# SPDX-License-Identifier: Apache-2.0
#
#   BUILD=folder   where the programs were built (build)
#   JOBS=n         how many run at once (2, or 1 on a single processor)
#   LIMIT=seconds  for one program (900)
#   NBL_TEST_ALL=1 every case, where a run takes a sample
#   NBL_PART=n     which part of a sample a run takes (the number of the day, so that it is another one tomorrow)
#   tests/run.sh [name ...]   only those whose path contains a name; fft/test_plan/ is one test
#   tests/run.sh --list       prints which programs a run without names takes; make check builds no others
#
# A test program is $BUILD/tests/*/test_* (made with Check) or tests/*/test_*.sh. It closes with Check's summary or with
# `N passed, N failed`; one that prints neither has failed. A line `SKIPPED: what: why` tells of a test that could not run
# here; with CI=true that is a failure. All that a program printed is in $BUILD/test-logs.
set -u
cd "$(dirname "$0")/.."
. tests/common/parts.sh
export BUILD=${BUILD:-build}
processors=$(nproc 2>/dev/null || echo 1)
jobs=${JOBS:-$((processors < 2 ? 1 : 2))}
limit=${LIMIT:-900}
logs=$BUILD/test-logs

# The user's caches stay out of it, and no window system or loader adds lines of its own. The drivers' caches of what they
# compiled are kept from run to run; the library's is not.
mkdir -p "$BUILD/test-home"
HOME=$(realpath "$BUILD/test-home")
export HOME
export XDG_CACHE_HOME="$HOME/.cache"
mkdir -p "$XDG_CACHE_HOME"
rm -rf "$XDG_CACHE_HOME/nbl"
# A test that fails or is ended leaves its files behind: here, where they go with the run.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# Kernels run once or twice here, so that lavapipe's optimisations take longer than they save. With NBL_TEST_ALL they are on.
if [ -z "${NBL_TEST_ALL:-}" ]; then export GALLIVM_PERF=${GALLIVM_PERF-nopt}; fi
export NBL_PART=${NBL_PART:-$(($(date +%s) / 86400))}
export LC_ALL=C CK_FORK=${CK_FORK:-yes}
unset DISPLAY WAYLAND_DISPLAY VK_LOADER_DEBUG VK_INSTANCE_LAYERS MAKEFLAGS MFLAGS MAKELEVEL

# What takes longest begins first, so that no processor is idle while the last program runs: most processor time first, as the
# last column of a run says. Where a name stands, or whether, changes nothing else.
longest="validation/test_sanitizers mutation/test_mutation packaging/test_packaging headers/test_headers
    bloom/test_bloom_accuracy fft/test_wisdom faults/test_faults executor/test_contraction packaging/test_no_compiler
    examples/test_example_real packaging/test_release headers/test_refusals emulator/test_no_assembly
    fft/test_nd_device emulator/test_gdb executor/test_bits mirrors/test_requirements bloom/test_cli_artists
    emulator/test_compilers faults/test_faults_vulkan mutation/test_caught fft/test_stockham bloom/test_bloom_structure
    fft/test_transform blur/test_blur executor/test_arrays fft/test_radix_shaders fft/test_plan fft/test_instance_planned"

# Programs that cost much, in groups of what fails for the same causes: a run takes one of each line, another one tomorrow.
# With NBL_TEST_ALL, and where names are given, all run. Where one stands in its line changes nothing but the day.
turns="packaging/test_packaging mutation/test_mutation packaging/test_release mutation/test_caught packaging/test_single_file consumers/test_reference packaging/test_no_compiler
headers/test_headers headers/test_refusals headers/test_pure headers/test_msvc
headers/test_hlsl headers/test_public_names headers/test_hostile_names headers/test_operators
validation/test_sanitizers faults/test_faults validation/test_validation faults/test_faults_vulkan faults/test_faults_write_text validation/test_validation_blur faults/test_soak
fft/test_tickets fft/test_large fft/test_large_filter fft/test_large_real fft/test_nd_device fft/test_nd_primes fft/test_evaluated fft/test_many_workgroups
emulator/test_removed_barriers emulator/test_corpus_order emulator/test_removed_barriers_table emulator/test_corpus
emulator/test_check_fuzz emulator/test_order emulator/test_order_fuzz emulator/test_corpus_outside_order
interpreter/test_verdicts interpreter/test_verdicts_memory interpreter/test_held interpreter/test_tool interpreter/test_misuse interpreter/test_front_end
examples/test_example_real examples/test_examples_compile examples/test_example_columns examples/test_example_convolution examples/test_example_power_spectrum
bloom/test_bloom_accuracy bloom/test_bloom_structure bloom/test_cli_artists bloom/test_cli_kernels bloom/test_cli_runs
fft/test_transform fft/test_wisdom fft/test_stockham
fft/test_cli_devices fft/test_stockham_drivers fft/test_transform_lavapipe fft/test_transform_swiftshader
fft/test_apart fft/test_real fft/test_instance
fft/test_compile_shape fft/test_instance_planned fft/test_convolution_device fft/test_range
consumers/test_consumers consumers/test_debugging
debugger/test_debugger emulator/test_gdb capture/test_capture
mirrors/test_requirements mirrors/test_mirrors_drivers
scan/test_scan workgroup/test_arithmetic blur/test_blur
executor/test_bits executor/test_arrays executor/test_contraction
emulator/test_compilers emulator/test_tools emulator/test_no_assembly
spirv/test_write_text_c spirv/test_general spirv/test_text_front_ends
bloom/test_bloom_formats bloom/test_bloom_frame bloom/test_bloom_low_devices bloom/test_bloom_loop
headers/test_format headers/test_languages headers/test_originals
fft/test_tickets_strips fft/test_components fft/test_real_drivers fft/test_stockham_fftw
emulator/test_truth emulator/test_trace emulator/test_launch
file/test_threads file/test_sandbox
subgroup/test_refused subgroup/test_operations tgmath/test_tgmath_drivers
bloom/test_cli bloom/test_cli_methods bloom/test_bloom_invalid bloom/test_bloom_grey
spirv/test_specialize spirv/test_write_text spirv/test_spirv
vulkan/test_record vulkan/test_memory vulkan/test_kernel
fft/test_bench bloom/test_bench bloom/test_artists fft/test_tune
image/test_image_exr image/test_image_fuzz
fft/test_plan_tables fft/test_plan fft/test_limits fft/test_plan_transform
emulator/test_corpus_outside_second emulator/test_corpus_outside
examples/test_example_window examples/test_example_transposition examples/test_example_texture"

list_tests() {
    for name in $longest $(ls tests/*/test_*.sh tests/*/test_*.c | sed -E 's#^tests/(.*)\.(sh|c)$#\1#'); do
        if [ -e "tests/$name.sh" ]; then echo "tests/$name.sh"; else echo "$BUILD/tests/$name"; fi
    done | awk '!seen[$0]++'
}

wanted() {
    [ "${2:---list}" = --list ] && return 0
    local test=$1 name
    shift
    for name in "$@"; do
        case $test/ in *"$name"*) return 0 ;; esac
    done
    return 1
}

# Each line begins a day later than the one before, so that the first of all lines, which take longest, fall on several days.
one_of_each() {
    local line=0 group
    while read -r group; do
        local -a words=($group)
        echo "${words[(NBL_PART + line) % ${#words[@]}]}"
        line=$((line + 1))
    done <<<"$turns"
}
taken=" $(one_of_each | tr '\n' ' ') "
has_turn() { # test
    local name=${1#"$BUILD"/}
    name=${name#tests/}
    name=${name%.sh}
    [ -n "${NBL_TEST_ALL:-}" ] || [[ $taken == *" $name "* ]] || ! grep -qw -- "$name" <<<"$turns"
}

tests=() another_run=
while read -r test; do
    if [ "${1:---list}" = --list ] && ! has_turn "$test"; then
        another_run="$another_run $test"
        continue
    fi
    wanted "$test" "$@" && tests+=("$test")
done < <(list_tests)

if [ "${1:-}" = --list ]; then
    for test in "${tests[@]}"; do echo "$test"; done
    exit
fi
rm -rf "$logs" && mkdir -p "$logs"

log_of() {
    local name=${1#"$BUILD"/}
    echo "$logs/$(echo "${name#tests/}" | tr / -).txt"
}

run_one() {
    local log start
    log=$(log_of "$1")
    start=$EPOCHREALTIME
    { timeout --kill-after=10 "$limit" "$(realpath "$1")" >"$log" 2>&1 </dev/null; } 2>/dev/null
    local status=$?
    local milliseconds=$(((${EPOCHREALTIME/[.,]/} - ${start/[.,]/}) / 1000))
    times >"$log.times" # of this process and of what it waited for; neither a pipe nor $(...), which are processes of their own
    echo "$status $milliseconds $(awk 'NR == 2' "$log.times" | tr -c '0-9.\n' ' ' | awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }')" >"$log.new"
    rm "$log.times"
    mv "$log.new" "$log.status" # whole or not there
}

# Sets passed, failed and skipped of one log, whose program ended with a status.
count() {
    local checks failures
    passed=0 failed=0 summaries=0 skipped=0
    while read -r checks failures; do
        passed=$((passed + checks - failures)) failed=$((failed + failures)) summaries=$((summaries + 1))
    done < <(sed -nE -e 's/^[0-9]+%: Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+)$/\1 \2 \3/p' "$1" |
             awk '{ print $1, $2 + $3 }'
             sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$1" | awk '{ print $1 + $2, $2 }')
    skipped=$(grep -c '^SKIPPED: ' "$1")
    reason=""
    if [ "$2" = 124 ] || [ "$2" = 137 ]; then reason="stopped after $limit s"
    elif [ "$2" -gt 128 ]; then reason="ended by signal $(($2 - 128))"
    elif [ "$summaries" = 0 ]; then reason="printed no summary, exit code $2"
    elif [ "$2" != 0 ] && [ "$failed" = 0 ]; then reason="exit code $2"
    elif [ "$((passed + failed))" = 0 ] && [ "$skipped" = 0 ]; then reason="ran no test"
    fi
    [ -z "$reason" ] || failed=$((failed + 1))
    if [ "$skipped" != 0 ] && [ "${CI:-}" = true ]; then
        reason="${reason:+$reason; }a skip is a failure here"
        failed=$((failed + skipped))
    fi
}

total_passed=0 total_failed=0 total_skipped=0 total_processor=0 failing=() reasons=()
print_result() {
    local log status milliseconds processor
    log=$(log_of "$1")
    read -r status milliseconds processor <"$log.status"
    count "$log" "$status"
    total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed)) total_skipped=$((total_skipped + skipped))
    total_processor=$(awk -v a="$total_processor" -v b="$processor" 'BEGIN { printf "%.1f", a + b }')
    printf '%-44s %5d.%d s %6.1f s CPU %5d passed' "${1#"$BUILD"/}" $((milliseconds / 1000)) $((milliseconds % 1000 / 100)) "$processor" "$passed"
    [ "$failed" = 0 ] || printf ', %d failed' "$failed"
    [ "$skipped" = 0 ] || printf ', %d skipped' "$skipped"
    printf '%s\n' "${reason:+: $reason}"
    if [ "$failed" != 0 ]; then
        failing+=("$1") reasons+=("$reason")
        tail -n 60 "$log" | sed 's/^/    | /'
    elif [ "$skipped" != 0 ]; then
        grep '^SKIPPED: ' "$log" | sed 's/^/    | /'
    fi
}

began=$SECONDS
next=0
for test in ${tests[@]+"${tests[@]}"}; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
        wait -n
    done
    while [ -e "$(log_of "${tests[$next]}").status" ]; do
        print_result "${tests[$next]}"
        next=$((next + 1))
    done
    if [ -x "$test" ]; then
        run_one "$test" &
    else
        echo "$test was not built, or may not be run" >"$(log_of "$test")"
        echo "127 0 0" >"$(log_of "$test").status"
    fi
done
wait
while [ "$next" -lt ${#tests[@]} ]; do
    print_result "${tests[$next]}"
    next=$((next + 1))
done

# Again at the end, where only that is kept: each that failed, by its first failures.
for i in ${failing[@]+"${!failing[@]}"}; do
    log=$(log_of "${failing[$i]}")
    echo "FAILED: ${failing[$i]#"$BUILD"/}${reasons[$i]:+: ${reasons[$i]}}"
    { grep -aE -A 2 --no-group-separator ':[FE]:|^failed|^SKIPPED' "$log" || tail -n 5 "$log"; } | head -n 12 | cut -c 1-400 | sed 's/^/    | /'
done
echo "${#tests[@]} test programs in $((SECONDS - began)) s, $total_processor s of processor time, $jobs at a time; NBL_PART=$NBL_PART takes the same samples; logs in $logs"
[ -z "$another_run" ] || echo "Their turn comes with another NBL_PART:$another_run"
[ "$total_skipped" = 0 ] || [ "${CI:-}" = true ] || echo "$total_skipped skipped"
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" = 0 ] && [ "$total_passed" -gt 0 ]
