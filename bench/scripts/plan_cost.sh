#!/usr/bin/env bash
# What plans of arrays cost on the CPU beside FFTW_ESTIMATE's, which must be installed: 100 lengths drawn by NBL_SEED, five
# rounds, half a minute; as dated in docs/log/transforms.md. Last, transforms of 300 lengths in Python beside SciPy, after
# `make wheel` or with nbl installed.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/plan_cost.sh [LENGTHS [ROUNDS [shown]]]   BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/plan_cost.c -D_DEFAULT_SOURCE -lfftw3f -lfftw3
"$program" "$@"
