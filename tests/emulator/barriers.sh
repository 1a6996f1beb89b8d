#!/usr/bin/env bash
# Prints where barriers stand in our kernels, as FILE:LINE.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/emulator/barriers.sh       barriers of transforms and the bloom, which are removed on drivers, too
#   tests/emulator/barriers.sh all   and of shuffles, of lines along a dimension and of tickets, whose workgroups wait
#                                    for one another: the checker alone is held against these. Of scans it is held against
#                                    the barriers that removed.c meets. Ballots of a workgroup are in no kernel of ours
set -eu
cd "$(dirname "$0")/../.."
others='/ballot|/arithmetic|/shuffle|shaders/scan|shaders/fft_lines|shaders/fft_tickets'
[ "${1:-}" != all ] || others='/ballot|shaders/scan'
{ (cd include && grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' nbl/fft/callbacks.h nbl/fft/trade_rows.h nbl/workgroup/*.h nbl/subgroup/*.h nbl/bloom/*.h)
  grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' shaders/*.h; } | cut -d : -f 1,2 | grep -vE "$others"
