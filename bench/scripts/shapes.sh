#!/usr/bin/env bash
# Arrays of several dimensions and any length on a GPU, beside cuFFT where CuPy is there: the tables of docs/log.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/shapes.sh [nbl-fft]   in about four minutes of an H200; each table is bounded
#   SIZE=1024                           MiB of a batch
set -eu
cd "$(dirname "$0")/../.."
program=${1:-build/nbl-fft} size=${SIZE:-1024}
of() { bench/scripts/cases.sh "$@" | cut -d' ' -f1; } # rows of tests/fft/cases.txt
lines=$(of 601 602 605 607 609 611 656)
planes=$(of 620-622 651-653)
cubes=$(of 626 628 654 655)
any=$(of 606 612 613 615 623)
ours() { timeout "$1" "$program" bench --shapes --size "$size" --runs 9 "${@:2}"; }
theirs() { python3 -c 'import cupy' 2>/dev/null && timeout 40 python3 bench/scripts/cufft_shapes.py --size "$size" "$@"; }
some=$(of 601 602 605 607 620 621 626 652 654)
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
