#!/usr/bin/env bash
# Prints where barriers stand in our transforms and bloom, as FILE:LINE; those of scans and shuffles are removed, too
# (removed.c), but not on drivers. Neither are here: shaders/fft_lines.h, whose kernels are made for devices alone, and
# fft_tickets.h, whose workgroups wait for one another.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
{ (cd include && grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' nbl/fft/callbacks.h nbl/workgroup/*.h nbl/subgroup/*.h nbl/bloom/*.h)
  grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' shaders/*.h; } | cut -d : -f 1,2 | grep -v -e /arithmetic -e /shuffle -e shaders/scan -e shaders/fft_lines -e shaders/fft_tickets
