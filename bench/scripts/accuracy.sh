#!/usr/bin/env bash
# The error of every length to 8192 on the best Vulkan device, or the CPU, in each mode, beside FFTW's: docs/log/figures.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/accuracy.sh [STEP [cpu] [PRECISION ...]]   9: every ninth length; default 1, and fp32 fp64 fp16-storage;
#                                                      cpu: exact and fused mode on the CPU
#   JOBS=n                                             processes, default: as many as processors; BUILD, PROGRAM: program.sh,
#                                                      and then PROGRAM PROCESSES STEP PRECISION ...
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
# shellcheck disable=SC2046 # many words
build_program -D_DEFAULT_SOURCE bench/scripts/accuracy.c tools/nbl-fft/bench_error.c $(make -s print-FFTW_LIBS)
step=${1:-1}
[ $# -gt 0 ] && shift
[ "${*:-cpu}" != cpu ] || set -- "$@" fp32 fp64 fp16-storage
"$program" "${JOBS:-$(nproc)}" "$step" "$@"
