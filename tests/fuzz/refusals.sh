#!/usr/bin/env bash
# Prints, counted by reason, why the specialiser refuses mutated modules: refusals.sh [COUNT [SEED]], 100000 and 1 by default.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make -s BUILD="$build" "$build/tests/fuzz/fuzz_specialize.o" "$build/libnbl.a"
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -O2 -o "$scratch/refusals" tests/fuzz/refusals.c "$build/tests/fuzz/fuzz_specialize.o" "$build/libnbl.a" \
    $(make -s BUILD="$build" print-LDLIBS_ALL)
NBL_FUZZ_REASONS=1 "$scratch/refusals" "${1:-100000}" "${2:-1}" tests/fuzz/corpus/specialize/* | sort -rn
