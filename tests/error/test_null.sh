#!/usr/bin/env bash
# A pointer that is NULL is allowed by the comment of its parameter, or refused, in every function of nbl/host.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
flags=$(make -s print-CFLAGS_ALL print-CPPFLAGS_ALL OPTIMIZE=-O0 DEBUG=)
libraries="$build/libnbl.a $(make -s print-QUICK_LINK print-LDLIBS_ALL)"

python3 tests/error/nulls.py include/nbl/host/*.h >"$scratch/nulls.c" && cc $flags -DNBL_SILENT_DEPRECATED -o "$scratch/nulls" "$scratch/nulls.c" $libraries
record $? "the program builds"
"$scratch/nulls" >"$scratch/log" 2>&1
record $? "$(cat "$scratch/log")"
tail -n 1 "$scratch/log"
refusals=$(sed -n 's/^\([0-9]*\) refusals.*/\1/p' "$scratch/log")
[ "${refusals:-0}" -ge 170 ]
record $? "as many calls as there are pointers: ${refusals:-none}"
finish
