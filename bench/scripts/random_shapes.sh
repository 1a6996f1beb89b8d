#!/usr/bin/env bash
# Errors of random arrays of two and three dimensions beside FFTW's in all precisions: 40 shapes unless
# told otherwise.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/random_shapes.sh [COUNT [SEED]]   after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
# shellcheck disable=SC2046 # many words
build_program bench/scripts/random_shapes.c $(make -s print-FFTW_LIBS)
"$program" "$@"
