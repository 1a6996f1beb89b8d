#!/usr/bin/env bash
# Times of transforms with zeros behind their elements, beside those of whole arrays, on the best device.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/padded.sh [RUNS SIZES of SIZES ...]   after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/padded.c tools/nbl-fft/timing.c
[ $# -gt 0 ] || set -- 9 524288 of 1048576 2048x2048 of 4096x4096 128x128x128 of 256x256x256
"$program" "$@"
