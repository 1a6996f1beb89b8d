#!/usr/bin/env bash
# Runs a fuzz target over random inputs: 10^6 descriptions of N-D transforms and convolutions unless told otherwise.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/fuzz/random.sh [TARGET [COUNT [SEED]]]   nd 1000000 1; after `make`, with the library as it was built
#   PROGRAM=file                                   only builds it
#   BUILD=folder                                   where make built
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=${PROGRAM:-$scratch/random}
# shellcheck disable=SC2046 # many words
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$program" tests/fuzz/random.c \
    "tests/fuzz/fuzz_${1:-nd}.c" "$build/libnbl.a" $(make -s print-LDLIBS_ALL)
[ -n "${PROGRAM:-}" ] || "$program" "${2:-1000000}" "${3:-1}"
