#!/usr/bin/env bash
# Times transforms on the CPU beside FFTW, by turns in one run: cpu_table.sh [INSTRUCTIONS [ROUNDS]], after `make`.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
${CC:-cc} -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -o "$scratch/cpu_table" bench/scripts/cpu_table.c \
    "$BUILD/libnbl.a" -lfftw3f -lfftw3 $(make -s print-LDLIBS_ALL)
"$scratch/cpu_table" "$@"
