#!/usr/bin/env bash
# Errors of random arrays of two and three dimensions beside FFTW's, float32 and float64: 40 shapes unless told otherwise.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/random_shapes.sh [COUNT [SEED]]   after `make`; BUILD=folder
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2046 # many words
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$scratch/random_shapes" \
    bench/scripts/random_shapes.c "${BUILD:-build}/libnbl.a" $(make -s print-FFTW_LIBS) $(make -s print-LDLIBS_ALL)
"$scratch/random_shapes" "$@"
