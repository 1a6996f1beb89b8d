#!/usr/bin/env bash
# Transforms of several passes on the best device, float32, fast and exact mode, of a copy.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/large.sh [build [log2 of the complex numbers [variants]]]   after `make`; 27: 1 GiB per buffer
#   PROGRAM=file bench/scripts/large.sh                            only builds it, for another machine: PROGRAM [log2]
#
# Each in its passes, with a barrier between two dispatches; errors are those of three frequencies by the definition.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/large}
for kernel in large_kernel; do
    sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' "bench/scripts/$kernel.h" >"$scratch/$kernel.inc"
done
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -I"$scratch" -o "$program" bench/scripts/large.c \
    tools/nbl-fft/timing.c "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] || "$program" "${2:-27}" ${3:+"$3"}
