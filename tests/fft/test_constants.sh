#!/usr/bin/env bash
# nbl-fft plan --constants prints what an instance of nbl/fft.h has, for C and C++ that include nothing of nbl.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
. tests/common/expect.sh

compare() { # length, options of the tool, defines of the instance
    expect "$1$2" sh -c "'$build/nbl-fft' plan $1 --constants --name host $2 >'$scratch/host.h'"
    { cat "$scratch/host.h"
      printf '%s\n' "$3" "#define NBL_FFT_NAME row" "#define NBL_FFT_LENGTH $1" "#define NBL_FFT_REGISTERS" '#include "nbl/fft.h"'
      for constant in length signal_length workgroup_size invocations elements ffts_per_workgroup shared_dwords; do
          echo "typedef char ${constant}_is_the_same[(int)host_$constant == (int)row_$constant ? 1 : -1];"
      done; } >"$scratch/both.c"
    expect "$1$2: an instance's own" gcc -std=c11 -fsyntax-only -Iinclude "$scratch/both.c"
    cp "$scratch/host.h" "$scratch/host.cpp"
    expect "$1$2 in C++ alone" g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$scratch/host.cpp"
}
compare 1000 "" ""
compare 64 "" ""
compare 8192 "" ""
compare 2000 " --real" "#define NBL_FFT_REAL 1"
sed 's/host_workgroup_size = [0-9]*/host_workgroup_size = 7/' "$scratch/both.c" >"$scratch/slip.c"
! gcc -std=c11 -fsyntax-only -Iinclude "$scratch/slip.c" 2>"$scratch/said"; record $? "another workgroup size is not found"
grep -q workgroup_size_is_the_same "$scratch/said"; record $? "it is not named"
expect "not with --header" sh -c "! '$build/nbl-fft' plan 64 --constants --header >'$scratch/out' 2>'$scratch/err' && grep -q 'not together' '$scratch/err'"
finish
