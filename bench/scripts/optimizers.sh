#!/usr/bin/env bash
# Batched transforms of modules by the specialiser and by SPIRV-Tools, in one sitting: who unrolls, and does it matter?
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/optimizers.sh NEW OLD OUT   NEW, OLD: folders with an nbl-fft each, of make and of make SPIRV_TOOLS=1
#   SIZE (MiB, 1024), RUNS (10) and JOBS (as many as there are cores) in the environment
#
# Both binaries run on a machine with nothing but a Vulkan driver and loader. Kernels are built first, all at once, each
# length in a process of its own, into OUT/cache. Then, per length, a row each of: the specialiser's straight line
# (library), its module with the loops that access memory left to the driver (driver), and SPIRV-Tools' straight
# line (before). On sixteen cores and a GPU it takes less than three minutes.
set -u
new=$1 old=$2 out=$3
mkdir -p "$out/cache"
export XDG_CACHE_HOME=$out/cache
fp32="64 96 256 360 1000 1024 1344 1440 2048 2240 2304 2560 3072 4096 5120 6000 7168 8192 16384"
fp64="1024 2048 4096"
halves="256 1024 2048 4096 8192"
jobs=${JOBS:-$(nproc)}

bench() { # binary, precision, loops, the rest: lengths and options
    binary=$1 precision=$2 loops=$3
    shift 3
    "$binary/nbl-fft" bench "$@" --mode fast --precision "$precision" --loops "$loops"
}

each() { # a command with binary, precision and loops, and lengths
    action=$1
    for precision in fp32 fp64 fp16-storage; do
        case $precision in
        fp32) lengths=$fp32 ;;
        fp64) lengths=$fp64 ;;
        *) lengths=$halves ;;
        esac
        "$action" "$new" "$precision" library $lengths
        "$action" "$new" "$precision" driver $lengths
        "$action" "$old" "$precision" library $lengths
    done
}

build() {
    binary=$1 precision=$2 loops=$3
    shift 3
    for length in "$@"; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
        bench "$binary" "$precision" "$loops" "$length" --size 1 --runs 1 >/dev/null 2>&1 &
    done
}

time_them() {
    binary=$1 precision=$2 loops=$3
    shift 3
    echo "== $precision, $loops, $([ "$binary" = "$old" ] && echo SPIRV-Tools || echo specialiser)"
    bench "$binary" "$precision" "$loops" "$@" --size "${SIZE:-1024}" --runs "${RUNS:-10}" \
        --json "$out/$precision-$loops.json"
}

each build
wait
each time_them 2>&1 | tee "$out/table.txt"
