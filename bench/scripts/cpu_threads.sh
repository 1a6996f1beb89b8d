#!/usr/bin/env bash
# Times fourteen shapes on the CPU by numbers of threads beside FFTW, after `make`: cpu_threads.sh [ARGUMENT ..] with the arguments
# of cpu_threads.c; cpu_threads.sh build FILE makes the program alone, with FFTW in it, for a machine that has neither.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=$scratch/cpu_threads
[ "${1:-}" = build ] && program=$2
${CC:-cc} -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -o "$program" bench/scripts/cpu_threads.c "$BUILD/libnbl.a" \
    -Wl,-Bstatic -lfftw3f_threads -lfftw3f -Wl,-Bdynamic $(make -s print-LDLIBS_ALL)
[ "${1:-}" = build ] || "$program" "$@"
