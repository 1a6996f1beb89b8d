#!/usr/bin/env bash
# Convolutions on the best device: bits beside the CPU's, times beside cuFFT's three calls where CuPy is there.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/convolution.sh [RUNS SIZES by SIZES ...]   after `make`; RUNS 0: bits alone; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/convolution.c tools/nbl-fft/timing.c
[ $# -gt 0 ] || set -- 9 1000000 by 100000 4096x4096 by 513x513
"$program" "$@"
if python3 -c 'import cupy' 2>/dev/null; then
    # What 10^6 by 10^5 and 4096^2 by 513^2 are padded to here, and powers of two.
    python3 bench/scripts/cufft_convolution.py 1105920 2097152 4608x4608 8192x8192
fi
