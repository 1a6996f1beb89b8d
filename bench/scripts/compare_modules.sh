#!/usr/bin/env bash
# Compares the transform kernels' modules of two builds, ids normalised, and says which differ: compare_modules.sh OLD NEW
# SPDX-License-Identifier: Apache-2.0
#
# OLD, NEW: two nbl-fft programs. LENGTHS and PRECISIONS in the environment choose what is compared.
set -u
old=${1:?the nbl-fft of the one build} new=${2:?the nbl-fft of the other}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache
same=0 different=0

# Ids are numbered by their first appearance; names, which no driver reads, are left out.
normalised() {
    spirv-dis --raw-id --no-header "$1" | grep -vE 'Op(Name|MemberName|Source|String|Line)' |
        awk '{ while (match($0, /%[0-9]+/)) { id = substr($0, RSTART, RLENGTH); if (!(id in seen)) seen[id] = ++count
               $0 = substr($0, 1, RSTART - 1) "#" seen[id] substr($0, RSTART + RLENGTH) } print }'
}

for precision in ${PRECISIONS:-fp32 fp64}; do
    for length in ${LENGTHS:-64 96 1000 1024 2304 4096 8192}; do
        for direction in "" --inverse; do
            rm -rf "$scratch/cache"
            "$old" compile --length "$length" --precision "$precision" $direction -o "$scratch/old.spv" >/dev/null || exit 1
            rm -rf "$scratch/cache"
            "$new" compile --length "$length" --precision "$precision" $direction -o "$scratch/new.spv" >/dev/null || exit 1
            if [ "$(normalised "$scratch/old.spv")" = "$(normalised "$scratch/new.spv")" ]; then same=$((same + 1)); else
                different=$((different + 1))
                echo "$length $precision ${direction:-forward} differs"
            fi
        done
    done
done
echo "$same the same, $different different"
