#!/usr/bin/env bash
# The error of every length on the CPU beside FFTW's, which must be installed; as dated in docs/log/transforms.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/any_length.sh [PRECISION FIRST LAST [SHOWN [ELEMENTS [smooth]]]]   fp32 2 4096; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/any_length.c -lfftw3f -lfftw3 -lfftw3l
[ $# -gt 0 ] || set -- fp32 2 4096
"$program" "$@"
