#!/usr/bin/env bash
# Builds low_blocks, which times blocks of texels of the bloom at low resolution on a device, and runs it at two sizes.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/low_blocks.sh [build]                after `make`
#   PROGRAM=file bench/scripts/low_blocks.sh [build]   only builds the program, for a machine with a Vulkan driver and loader
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/low_blocks}
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$program" bench/scripts/low_blocks.c \
    "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] && exit 0
"$program"
"$program" 1920 1080 512 fast
