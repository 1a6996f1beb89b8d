#!/usr/bin/env bash
# The error of every length to 8192 on the best Vulkan device, in exact and in fast mode, beside FFTW's: the table of docs/log/figures.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/accuracy.sh [STEP [PRECISION ...]]   9: every ninth length; default 1, and fp32 fp64 fp16-storage
#   PROGRAM=file bench/scripts/accuracy.sh             only builds it, for another machine: PROGRAM PROCESSES STEP PRECISION ...
#   BUILD=folder, JOBS=n                               where make built; processes, default: as many as processors
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/accuracy}
# shellcheck disable=SC2046
$(make -s print-CC) -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Iinclude -Ihost -Itools -I. -o "$program" \
    bench/scripts/accuracy.c tools/nbl-fft/bench_error.c "$build/libnbl.a" $(make -s print-LDLIBS_ALL) $(make -s print-FFTW_LIBS)
step=${1:-1}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- fp32 fp64 fp16-storage
[ -n "${PROGRAM:-}" ] || "$program" "${JOBS:-$(nproc)}" "$step" "$@"
