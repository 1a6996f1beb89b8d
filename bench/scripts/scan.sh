#!/usr/bin/env bash
# Scans and reductions as fractions of a copy: of subgroups, workgroups and a whole buffer, native and of shuffles, by tiles.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/scan.sh [log2 of the elements]    after `make`; 28 if none is given: 1 GiB per buffer; BUILD, PROGRAM:
#                                                   program.sh
#
# Best device; below two minutes. Results are checked, too: an emulated scan without barriers may be wrong on some
# hardware, and then its line says so.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
embed bench/scripts/scan_kernel.h
build_program -I"$scratch" bench/scripts/scan.c tools/nbl-fft/timing.c
"$program" "${1:-28}"
