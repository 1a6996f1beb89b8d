#!/usr/bin/env bash
# Times of chirps and of Rader's algorithm in one kernel, by plan, on the best device.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/chirps.sh [RUNS MEGABYTES PLANS LENGTH:CONVOLUTION ...]   after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program -Ihost bench/scripts/chirps.c tools/nbl-fft/timing.c
[ $# -gt 0 ] || set -- 9 512 4 37:36 37:81 127:126 127:256 257:256 257:512 1009:1008 1009:2048 4001:4000 4001:8192
"$program" "$@"
