#!/usr/bin/env bash
# What the functions of nbl/tgmath.h cost on a device beside its own, and their checksums beside the CPU's: docs/guide/same-bits.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/tgmath_cost.sh [DEVICE [COUNT_LOG2 [ROUNDS]]]    after `make`; under a minute on a GPU; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/tgmath_cost.c
"$program" "$@"
