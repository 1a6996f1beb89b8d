#!/usr/bin/env bash
# The table of docs/blurs.md: the dual filter, the prefix sum and the bloom by FFT on the best device, in one run.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/blurs.sh    after `make`; below two minutes on a GPU; BUILD, PROGRAM: program.sh. On another machine run
#                             PROGRAM, PROGRAM exact, and nbl-bloom bench beside it
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/blurs.c
"$program"
"$program" exact
"$build/nbl-bloom" bench 1280x720:256 1920x1080:256 3840x2160:256 1280x720:256:resample
