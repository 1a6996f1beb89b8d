#!/usr/bin/env bash
# Prints where barriers stand in our transforms and bloom, as FILE:LINE; those of scans and shuffles are removed, too
# (removed.c), but not on drivers.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
{ (cd include && grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' nbl/fft/callbacks.h nbl/workgroup/*.h nbl/subgroup/*.h nbl/bloom/*.h)
  grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' shaders/*.h; } | cut -d : -f 1,2 | grep -v -e /arithmetic -e /shuffle -e shaders/scan
