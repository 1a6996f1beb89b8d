#!/usr/bin/env bash
# Scans and reductions as fractions of a copy: of subgroups, workgroups and a whole buffer, native and of shuffles, by tiles.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/scan.sh [build [log2 of the elements]]     after `make`; 28 if none is given: 1 GiB per buffer
#   PROGRAM=file bench/scripts/scan.sh                       only builds the program, for another machine: PROGRAM [log2]
#
# Best device; below two minutes. Results are checked, too: an emulated scan without barriers may be wrong on some
# hardware, and then its line says so.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/scan}
sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' bench/scripts/scan_kernel.h >"$scratch/scan_kernel.inc"
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -I"$scratch" -o "$program" bench/scripts/scan.c \
    tools/nbl-fft/timing.c "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] || "$program" "${2:-28}"
