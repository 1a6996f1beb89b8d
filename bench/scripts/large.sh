#!/usr/bin/env bash
# Transforms of several passes on the best device, float32, fast and exact mode, of a copy.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/large.sh [log2 of the complex numbers [variants]]   after `make`; 27: 1 GiB per buffer; BUILD, PROGRAM:
#                                                                     program.sh
#
# Each in its passes, with a barrier between two dispatches; errors are those of three frequencies by the definition.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
embed bench/scripts/large_kernel.h
build_program -I"$scratch" bench/scripts/large.c tools/nbl-fft/timing.c
"$program" "${1:-27}" ${2:+"$2"}
