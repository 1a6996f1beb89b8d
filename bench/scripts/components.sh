#!/usr/bin/env bash
# Elements of 2 to 4 complex numbers: a transform each, one after the other in a workgroup, and together, of a copy.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/components.sh [build [log2 of the complex numbers [length]]]   after `make`; 26 if none is given: 512 MiB per buffer
#   PROGRAM=file bench/scripts/components.sh                            only builds it, for another machine: PROGRAM [log2]
#
# Best device; below a minute. Results are compared with those of a transform each.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/components}
sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' bench/scripts/components_kernel.h >"$scratch/components_kernel.inc"
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -I"$scratch" -o "$program" bench/scripts/components.c \
    tools/nbl-fft/timing.c "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] || "$program" "${2:-26}" ${3:-}
