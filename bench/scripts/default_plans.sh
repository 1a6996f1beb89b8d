#!/bin/sh
# The lengths whose default radices changed, new beside old, on a device: the price of the same bits everywhere.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/default_plans.sh [options of nbl-fft bench]      under two minutes on a GPU
#
# 1344, 1440, 2304 and float64 1024 took plans that measured better; 6480 to 7290 took radices that fit 256 invocations.
# A plan that is given runs one round: --rounds is said for both.
set -e
build=${BUILD:-build}
new='1344:8x14x12@112*1 1440:8x15x12@120 2304:9x16x16@144'
old='1344:7x16x12@112*2 1440:12x12x10@144*1 2304:12x16x12@192*1'
"$build/nbl-fft" bench $new $old --mode fast --rounds 4 "$@"
"$build/nbl-fft" bench $new $old --mode fast --rounds 1 "$@"
"$build/nbl-fft" bench 1344 1440 2304 --mode fast,exact "$@"
"$build/nbl-fft" bench 1024 1024:16x16x4@64*2 --mode fast --precision fp64 "$@"
"$build/nbl-fft" bench 6480 6480:15x12x12x3@540 6912 6912:4x12x12x12@576 7056 7056:14x12x14x3@588 7290 7290:9x9x10x9@810 \
    --mode fast "$@"
