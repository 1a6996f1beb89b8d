#!/usr/bin/env bash
# Two builds of the library beside each other on the CPU: times of runs and of making plans by turns in one process, and bytes.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/two_libraries.sh OLD.so [array|nd|convolution SEED DESCRIPTIONS [RUNS]]
#
# OLD.so: libnbl-emulator.so of another tree, as `make` built it there. RUNS 0 compares bytes alone. BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
old=${1:?a library to compare with}
shift
build_program bench/scripts/two_libraries.c -ldl
[ $# -gt 0 ] || set -- array 281129 240
cp "$(ls "$build"/libnbl-emulator.so.*)" "$scratch/new.so" # a file of its own, whatever it is linked to
"$program" "$old" "$scratch/new.so" "$@"
