#!/usr/bin/env bash
# Arrays of several dimensions and any length on a GPU, beside cuFFT where CuPy is there: the tables of docs/log.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/shapes.sh [nbl-fft]   in about four minutes of an H200; each table is bounded
#   SIZE=1024                           MiB of a batch
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/nbl-fft} size=${SIZE:-1024}
lines="32768 65536 262144 1048576 4194304 16777216 67108864"
planes="256x256 512x512 1024x1024 2048x2048 4096x4096 8192x8192"
cubes="64x64x64 128x128x128 256x256x256 512x512x512"
any="10007 65537 1000000 9152 1920x1080"
ours() { timeout "$1" "$program" bench --shapes --size "$size" --runs 9 "${@:2}"; }
theirs() { python3 -c 'import cupy' 2>/dev/null && timeout 40 python3 bench/scripts/cufft_shapes.py --size "$size" "$@"; }
some="256x256 1024x1024 4096x4096 64x64x64 256x256x256 32768 65536 262144 1048576"
# shellcheck disable=SC2086
{
    ours 70 $planes $cubes $any $lines --mode fast --checked 16 || true
    theirs $planes $cubes $any $lines || true
    ours 60 10007 9152 1920x1080 256x256 1024x1024 64x64x64 65536 1048576 --mode exact --checked 16 || true
    ours 40 $some --mode fast --precision fp64 --checked 8 || true
    theirs $some --precision fp64 || true
    ours 40 $some 16777216 --mode fast --real --checked 8 || true
    theirs $some 16777216 --real || true
    ours 40 256x256 1024x1024 65536 1048576 --mode exact --precision fp64,fp16-storage --checked 16 || true
}
