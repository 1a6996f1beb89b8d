#!/usr/bin/env bash
# The table of docs/blurs.md: the dual filter, the prefix sum and the bloom by FFT on the best device, in one run.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/blurs.sh [build]                    after `make`; below two minutes on a GPU
#   PROGRAM=file bench/scripts/blurs.sh [build]       only builds the program, for a machine with a Vulkan driver and loader:
#                                                     PROGRAM, PROGRAM exact, and nbl-bloom bench beside it
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/blurs}
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$program" bench/scripts/blurs.c \
    "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] && exit 0
"$program"
"$program" exact
"$build/nbl-bloom" bench 1280x720:256 1920x1080:256 3840x2160:256 1280x720:256:resample
