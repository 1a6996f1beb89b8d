#!/usr/bin/env bash
# Times transforms on the CPU beside FFTW and pocketfft, by turns, on one thread and on two, after `make`:
# cpu_table.sh [INSTRUCTIONS [ROUNDS]]; without arguments avx2, avx512vl and sse2. POCKETFFT: the header of
# pocketfft; default: the one in Debian's python3-pythran; without a header its column is left out.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
BUILD=${BUILD:-build}
POCKETFFT=${POCKETFFT:-/usr/lib/python3/dist-packages/pythran/pythonic/numpy/fft/pocketfft.hpp}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
peers=()
if [ -f "$POCKETFFT" ]; then
    ${CXX:-c++} -std=c++17 -O3 -w -DPOCKETFFT_HEADER="\"$POCKETFFT\"" -c -o "$scratch/pocketfft.o" \
        bench/scripts/cpu_pocketfft.cpp
    peers=("$scratch/pocketfft.o" -DHAVE_POCKETFFT -lstdc++)
fi
${CC:-cc} -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -o "$scratch/cpu_table" bench/scripts/cpu_table.c \
    "$BUILD/libnbl.a" "${peers[@]}" -lfftw3f -lfftw3 $(make -s print-LDLIBS_ALL)
if [ $# -gt 0 ]; then
    "$scratch/cpu_table" "$@"
    exit
fi
for set in avx2 avx512vl sse2; do
    if "$scratch/cpu_table" $set 100 >"$scratch/$set"; then cat "$scratch/$set"; else echo "NOT HERE: $set"; fi
done
