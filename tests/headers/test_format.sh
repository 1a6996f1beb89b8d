#!/usr/bin/env bash
# Every C and shader text is laid out as .clang-format has it: make format-check, in a few seconds.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh
version=$(clang-format --version | grep -oE '[0-9]+' | head -n 1)
if [ "$version" != 14 ]; then
    echo "SKIPPED: layout: clang-format is version $version, and 14 laid the texts out"
    finish
fi
found=$(make -s format-check 2>&1)
record $? "make format puts right: $(echo "$found" | grep -oE '^[^:]+\.(c|h|cpp|comp):[0-9]+' | head -n 5 | tr '\n' ' ')"
[ "$(make -s print-FORMATTED | wc -w)" -ge 400 ]; record $? "fewer than 400 texts are looked at"
! printf 'int  f( void ){return 1 ;}\n' | clang-format --assume-filename=include/nbl/x.h --dry-run --Werror >/dev/null 2>&1
record $? "a text without layout is not found"
finish
