#!/usr/bin/env bash
# Builds bloom_search, which times many plans of blooms on a device, and runs it over the candidates of bloom_search.py.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/bloom_search.sh [build]                after `make`
#   PROGRAM=file bench/scripts/bloom_search.sh [build]   only builds the program, for a machine with a Vulkan driver and loader
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/bloom_search}
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$program" bench/scripts/bloom_search.c \
    "$build"/tools/nbl-bloom/bench_request.o "$build/libcommon.a" "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] && exit 0
python3 bench/scripts/bloom_search.py | "$program"
