#!/usr/bin/env bash
# Runs jobs that texts.mjs left (NBL_TEXT_JOBS=folder) on a machine without node: each folder's job, its result beside what is wanted.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/portable/jobs.sh FOLDER PROGRAMS    the programs that run.sh builds: gl, cl, vk, dx
#
# NBL_EGL_DEVICE=0 is OpenGL's first device without Mesa; OCL_ICD_VENDORS and VK_DRIVER_FILES choose the other drivers.
set -u
programs=$(realpath "${2:?jobs.sh: FOLDER PROGRAMS}")
passed=0 failed=0
for folder in "$1"/*/; do
    cd "$folder" || exit 1
    words=$(basename "$folder") # program, its word if it has one, target and number
    program=${words%%-*}
    [ "$program" != gl ] || { words=${words#gl-}; program="gl ${words%%-*}"; }
    rm -f out.bin
    if timeout 60 "$programs"/$program job >said 2>&1 && cmp -s out.bin want.bin; then
        passed=$((passed + 1)) verdict=ok
    else
        failed=$((failed + 1)) verdict=FAIL
    fi
    [ -e out.bin ] && differing=$(cmp -l out.bin want.bin | wc -l) || differing=all
    echo "$verdict $program: $(cat name): $differing bytes differ: $(head -n 1 said)"
    cd - >/dev/null || exit 1
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
