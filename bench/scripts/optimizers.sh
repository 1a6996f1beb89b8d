#!/usr/bin/env bash
# Batched transforms of modules by the specialiser and by SPIRV-Tools, the old way, side by side in one run per precision.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/optimizers.sh [BUILD [OUT [fp32|fp64|fp16-storage ...]]]
#   SIZE (MiB, 1024), RUNS (5), PASSES (24), MODES (fast,exact) and JOBS (as many as there are cores) in the environment
#
# BUILD/nbl-fft runs on a machine with nothing but a Vulkan driver and loader. SPIRV-Tools' modules are made first, each
# length in a process of its own, into OUT/cache. Then each row of the table of docs/log/figures.md is timed by the
# specialiser's straight line (nbl), SPIRV-Tools' straight line (tools) and SPIRV-Tools with the loops that access memory
# left to the driver (loops), by turns, so that clocks are the same for all three. The old library took, per length, the
# better of the last two. At the end: the specialiser's time by that of either, and the
# rows in which it is slower than the better by over 1 %.
set -u
build=${1:-build} out=${2:-${1:-build}/optimizers}
[ $# -gt 2 ] && shift 2 || set -- fp32 fp64 fp16-storage
mkdir -p "$out/cache"
export XDG_CACHE_HOME=$out/cache
jobs=${JOBS:-$(nproc)}

lengths() {
    case $1 in
    fp32) echo 64 96 128 256 360 512 1000 1024 1344 1440 2048 2240 2304 2560 3072 4096 5120 6000 7168 8192 16384 ;;
    fp64) echo 64 128 256 512 1024 2048 4096 ;;
    *) echo 64 128 256 512 1000 1024 1440 2048 2304 4096 6000 8192 16384 ;;
    esac
}

for precision in "$@"; do
    for length in $(lengths "$precision"); do
        for mode in ${MODES:-fast exact}; do
            while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
            "$build/nbl-fft" bench "$length" --precision "$precision" --mode "$mode" --loops spirv-tools,driver \
                --size 1 --runs 5 --tolerance 100 >/dev/null 2>&1 &
        done
    done
done
wait
for precision in "$@"; do
    # shellcheck disable=SC2046 # one word per length
    "$build/nbl-fft" bench $(lengths "$precision") --precision "$precision" --mode "$(echo "${MODES:-fast exact}" | tr ' ' ,)" \
        --loops library,spirv-tools,driver --size "${SIZE:-1024}" --runs "${RUNS:-5}" --passes "${PASSES:-24}" \
        --json "$out/$precision.json"
done | tee "$out/table.txt"
awk '
    $2 == "nbl" { us = $5; of = $7; row = $1 " " $3 " " $4 }
    $2 == "tools" { tools = $5 }
    $2 == "loops" {
        better = tools < $5 ? tools : $5
        if (us / better > 1.01) slower = slower sprintf("  %s: %.3f of the better\n", row, us / better)
        printf "%-28s %.3f of a copy, %.3f of the time by SPIRV-Tools, %.3f with loops left\n", row, of, us / tools, us / $5
        rows++
        if (us / better > worst) { worst = us / better; which = row }
    }
    END { printf "%d rows; the most of the better: %.3f, %s; slower by more than 1 %%:\n%s", rows, worst, which, slower == "" ? "  none\n" : slower }
' "$out/table.txt"
