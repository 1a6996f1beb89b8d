#!/usr/bin/env bash
# Compares the transform kernels' modules of two builds, but for ids and the order of constants, and says which differ: compare_modules.sh OLD NEW
# SPDX-License-Identifier: Apache-2.0
#
# OLD, NEW: two nbl-fft programs. LENGTHS and PRECISIONS in the environment choose what is compared, and OPTIONS adds to what
# they compile, such as --real or --algorithm radix2-shuffle.
set -u
old=${1:?the nbl-fft of the one build} new=${2:?the nbl-fft of the other}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache
same=0 different=0

here=$(dirname "$0")
normalised() { "$here/normalised_module.py" "$1"; }

for precision in ${PRECISIONS:-fp32 fp64}; do
    for length in ${LENGTHS:-64 96 1000 1024 2304 4096 8192}; do
        for direction in "" --inverse; do
            rm -rf "$scratch/cache"
            "$old" compile --length "$length" --precision "$precision" $direction ${OPTIONS:-} -o "$scratch/old.spv" >/dev/null || exit 1
            rm -rf "$scratch/cache"
            "$new" compile --length "$length" --precision "$precision" $direction ${OPTIONS:-} -o "$scratch/new.spv" >/dev/null || exit 1
            if [ "$(normalised "$scratch/old.spv")" = "$(normalised "$scratch/new.spv")" ]; then same=$((same + 1)); else
                different=$((different + 1))
                echo "$length $precision ${direction:-forward} differs"
            fi
        done
    done
done
echo "$same the same, $different different"
