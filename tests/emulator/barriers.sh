#!/usr/bin/env bash
# Prints where barriers stand in the texts of this project's transforms and bloom, each as FILE:LINE, as docs/debugging.md
# names them. Those of scans are removed too (removed.c), but not shown on drivers.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
{ (cd include && grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' nbl/workgroup/*.h nbl/subgroup/*.h nbl/bloom/*.h)
  grep -nE '^[^#*]*\bNBL_[A-Z_]*BARRIER\(\);' shaders/*.h; } | cut -d : -f 1,2 | grep -v -e /arithmetic -e shaders/scan
