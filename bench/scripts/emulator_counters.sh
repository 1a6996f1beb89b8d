#!/usr/bin/env bash
# Prints the table of counted costs in docs/log/figures.md: each length's plan, run on the emulator, beside the least it needs.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/emulator_counters.sh [build]
#
# No GPU is needed; the figures are counts and the same everywhere.
set -eu
build=${1:-build}
echo "| length | plan | barriers | least | shared dwords | least | bank cycles | least | sectors | least |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for length in 64 128 256 512 1024 2048 4096 8192 16384 96 360 1000 1344 1440 2240 2304 2560 3072 5120 6000 7168; do
    "$build/nbl-fft" plan $length --counters | tr -d , | awk -v n=$length '
        $1 == "plan" { plan = $2 }
        $1 == "barriers" { barriers = $2 " | " $4 }
        $1 == "shared" && $2 == "dwords" { dwords = $3 " | " $5 }
        $1 == "bank" && $2 == "cycles" { cycles = $3 " | " $5 }
        $1 == "sectors" { sectors = $2 " | " $4 }
        END { printf "| %s | `%s` | %s | %s | %s | %s |\n", n, plan, barriers, dwords, cycles, sectors }'
done
