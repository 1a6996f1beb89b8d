#!/usr/bin/env bash
# Times of chirps in one kernel by the length of their convolution, on the best device.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/chirps.sh [RUNS MEGABYTES LENGTH ...]   after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program -Ihost bench/scripts/chirps.c tools/nbl-fft/timing.c
[ $# -gt 0 ] || set -- 9 512 37 53 97 107 127 257 509 521 1009 2082 2804 3322 3973
"$program" "$@"
