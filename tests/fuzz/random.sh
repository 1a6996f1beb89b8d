#!/usr/bin/env bash
# Runs a fuzz target over random inputs: 10^6 descriptions of N-D transforms and convolutions unless told otherwise.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/fuzz/random.sh [TARGET [COUNT [SEED [FOLDER]]]]   nd (or array, program) 1000000 1; after `make`, with the library as it
#                                                           was built. FOLDER: edits of its texts, such as
#                                                           tests/fuzz/corpus/program. BUILD, PROGRAM: bench/scripts/program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program tests/fuzz/random.c "tests/fuzz/fuzz_${1:-nd}.c"
NBL_RANDOM_INPUT=$build/random-input.txt "$program" "${2:-1000000}" "${3:-1}" ${4:+"$4"}
