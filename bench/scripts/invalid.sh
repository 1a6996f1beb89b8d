#!/usr/bin/env bash
# What it costs that a bloom replaces NaN and infinity as it reads texels: instructions of its modules, and times on the
# best device, with and without.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/invalid.sh [JOB ...]   after `make`; jobs as of nbl-bloom bench, three blooms by default
#   RUNS=5                               pairs of runs of each job, without and with, in turns; the median is printed
#   DEVICE=name                          another device; counts: none is needed, the instructions alone
#   BUILD=folder                         build
#
# Needs nothing but BUILD/nbl-bloom and awk, for the instructions od.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} runs=${RUNS:-5} device=${DEVICE:-}
[ $# -gt 0 ] || set -- 1280x720:256 1920x1080:256:in=rgba16f-sampled:out=rgba16f-image 3840x2160:256:fp16:in=rgba16f-image:out=rgba16f-image
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Instructions of a module: each begins with its own length, in the upper half of a word, behind five words.
instructions() { # file
    od -An -v -tu4 -w4 "$1" | awk 'NR <= 5 { next } left == 0 { count++; left = int($1 / 65536) } { left-- } END { print count }'
}

# The options of nbl-bloom compile for a job's words.
options() { # job
    local word
    echo "${1%%:*}"
    IFS=: read -r -a words <<<"$1"
    echo "${words[1]}x${words[1]} --mode fast"
    for word in "${words[@]:2}"; do
        case $word in
        fp16) echo --precision fp16 ;;
        in=*) echo "--in ${word#in=}" ;;
        out=*) echo "--out ${word#out=}" ;;
        *) echo "invalid.sh: $word: has no option of compile here" >&2 && return 1 ;;
        esac
    done
}

echo "instructions of the modules, without and with"
for job in "$@"; do
    for kind in refuse clamp; do
        "$build/nbl-bloom" compile $(options "$job") --invalid $kind -o "$scratch/$kind"
    done
    for pass in first_axis first_axis_inverse; do
        without=$(instructions "$scratch/refuse/$pass.spv") with=$(instructions "$scratch/clamp/$pass.spv")
        printf '%-70s %-20s %6d %6d %+.1f %%\n' "$job" "$pass" "$without" "$with" \
            "$(awk "BEGIN { print 100 * ($with / $without - 1) }")"
    done
done
[ "$device" = counts ] && exit 0

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

echo "milliseconds per image, without and with, median of $runs pairs"
for job in "$@"; do
    for ((run = 0; run < runs; run++)); do
        "$build/nbl-bloom" bench ${device:+--device "$device"} --json "$scratch/times.json" "$job" "$job:clamp" >"$scratch/text"
        awk -F'"image_ns": ' '/"image_ns"/ { split($2, v, ","); print v[1] / 1e6 > (FILE (++n)) }' FILE="$scratch/ms$run." "$scratch/times.json"
    done
    without=$(cat "$scratch"/ms*.1 | median) with=$(cat "$scratch"/ms*.2 | median)
    printf '%-70s %8.4f %8.4f %+.1f %%\n' "$job" "$without" "$with" "$(awk "BEGIN { print 100 * ($with / $without - 1) }")"
    rm -f "$scratch"/ms*
done
