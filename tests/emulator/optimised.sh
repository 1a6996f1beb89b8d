#!/usr/bin/env bash
# One test by gcc and clang, without optimisation and with: a kernel's text means the same however it is compiled.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/emulator/optimised.sh TEST.c [flags]     behind `make build/libnbl.a` and one test, whose objects it links
#
# COMPILERS and LEVELS choose fewer. Prints a line for each, and how many passed.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
test=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
make -s print-CPPFLAGS_ALL print-LDLIBS_ALL >"$scratch/flags" || exit 1
read -r -a cppflags < <(sed -n 1p "$scratch/flags")
read -r -a libraries < <(sed -n 2p "$scratch/flags")
read -r -a check < <(pkg-config --libs check)
for compiler in ${COMPILERS:-gcc clang}; do
    for level in ${LEVELS:--O0 -O1 -O2 -O3}; do
        if "$compiler" "${cppflags[@]}" -std=c11 "$level" -ffp-contract=off -w -I. "$@" -o "$scratch/test" "$test" \
            "$build/libtests.a" "$build/libnbl.a" "${libraries[@]}" "${check[@]}" >"$scratch/out" 2>&1 &&
            "$scratch/test" >"$scratch/out" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "$compiler $level:"
            tail -n 12 "$scratch/out"
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
