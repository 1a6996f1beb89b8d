#!/usr/bin/env bash
# Large transforms by tickets on the best device: their bits beside the executor's, their times beside passes and a copy.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/tickets.sh               after `make`: 1 GiB, lengths of 2^15 to 2^26; BUILD, PROGRAM: program.sh
#   bench/scripts/tickets.sh 20 bits 20    lavapipe: the arguments of bench/scripts/tickets.c
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/tickets.c tools/nbl-fft/timing.c
if [ $# -gt 0 ]; then
    "$program" "$@"
else
    "$program" 27 bits 24 24 26 26 20 20 18 18 17 16 15
    "$program" 27 9 15 16 17 18 20 24 26
fi
