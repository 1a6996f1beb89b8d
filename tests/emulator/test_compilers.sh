#!/usr/bin/env bash
# Kernels mean the same by the other compiler, optimised.
# SPDX-License-Identifier: Apache-2.0
#
# tests/emulator/optimised.sh does so for any test, by both compilers, without optimisation and with.
set -u
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
result() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1"
    fi
}
COMPILERS=clang LEVELS=-O2 tests/emulator/optimised.sh tests/emulator/test_truth.c
result "test_truth.c by clang -O2" $?
COMPILERS=gcc LEVELS=-O0 tests/emulator/optimised.sh tests/emulator/test_truth.c
result "test_truth.c by gcc -O0" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
