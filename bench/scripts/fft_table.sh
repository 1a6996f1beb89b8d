#!/bin/sh
# The tables of docs/log/figures.md: batched transforms on the best device, 1 GiB per launch, beside a copy kernel, VkFFT and FFTW.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/fft_table.sh [BUILD [OUT [float32|float64|halves|others ...]]]
#
# BUILD/nbl-fft runs on a machine with nothing but a Vulkan driver and loader: carry it and this script. OUT, a folder, gets a
# table, JSON and a plot of each part. Kernels are compiled first, ours into $XDG_CACHE_HOME/nbl: a second run is shorter.
# SIZE (in MiB) and RUNS in the environment are for trying it elsewhere; PASSES: over the kernels
# of a length and mode, by turns.
set -u
build=${1:-build}
out=${2:-$build/fft-table}
[ $# -gt 2 ] && shift 2 || set -- float32 float64 halves others
mkdir -p "$out"
status=0
bench() { # part, arguments
    part=$1
    shift
    "$build/nbl-fft" bench --size "${SIZE:-1024}" --runs "${RUNS:-20}" --passes "${PASSES:-1}" --json "$out/$part.json" --svg "$out/$part.svg" "$@" >"$out/$part.txt" || status=1
    cat "$out/$part.txt"
}
powers="64 128 256 512 1024 2048 4096 8192 16384"
mixed="96 360 1000 1344 1440 2240 2304 2560 3072 5120 6000 7168"
for part in "$@"; do
    # shellcheck disable=SC2086 # one word per length
    case $part in
    float32) bench float32 --mode fast,exact --peers $powers $mixed ;;
    float64) bench float64 --mode fast,exact --peers --precision fp64 64 128 256 512 1024 2048 4096 ;;
    halves) bench halves --mode fast,exact --peers --precision fp16-storage $powers $mixed ;;
    others)
        bench float16 --mode fast --precision fp16 64 256 1024 4096
        bench radix2-shuffle --mode fast --algorithm radix2-shuffle 64 256 1024 2048 4096 ;;
    *) echo "fft_table: $part: not one of float32, float64, halves, others" >&2; exit 2 ;;
    esac
done
exit $status
