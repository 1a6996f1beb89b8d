#!/usr/bin/env bash
# Times blocks of texels of the bloom at low resolution on the best device, at two sizes.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/low_blocks.sh    after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/low_blocks.c
"$program"
"$program" 1920 1080 512 fast
