#!/usr/bin/env bash
# nbl-fft plan --constants prints what an instance of nbl/fft.h has, for C and C++ that include nothing of nbl.
# Mutation that this is meant to catch: lengths of other factors printed again; a tuned plan in the place of the header's (18 and 45 in fp16).
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

# Every length to 8192 in every precision, one in 128 of either kind on a day. A length of factors 2, 3, 5 and 7 has the constants of the
# header's own plan; a length that the header refuses is refused.
. tests/common/parts.sh
awk 'BEGIN { for (n = 2; n <= 8192; n++) { m = n; for (f = 2; f <= 7; f++) while (m % f == 0) m /= f; print n, m == 1 } }' |
    sort -s -r -k 2,2 | cat -n >"$scratch/lengths"
in_precision() { # option's word, scalar, highest length but 8192
    local number length smooth row wrong=0 compared=0
    printf '#define NBL_HAS_FLOAT16 1\n#define NBL_HAS_FLOAT64 1\n' >"$scratch/all.c"
    while read -r number length smooth; do
        takes_part "$number" 128 || continue
        row=row_$length
        if [ "$smooth" = 1 ] && { [ "$length" -le "$3" ] || [ "$length" = 8192 ]; }; then
            "$build/nbl-fft" plan "$length" --constants --precision "$1" --name "host_$length" >>"$scratch/all.c" || wrong=$((wrong + 1))
            printf '%s\n' "#define NBL_FFT_NAME $row" "#define NBL_FFT_LENGTH $length" "#define NBL_FFT_SCALAR $2" \
                "#define NBL_FFT_REGISTERS" '#include "nbl/fft.h"' >>"$scratch/all.c"
            for constant in length signal_length workgroup_size invocations elements ffts_per_workgroup shared_dwords; do
                echo "typedef char same_${length}_$constant[(int)host_${length}_$constant == (int)${row}_$constant ? 1 : -1];"
            done >>"$scratch/all.c"
            compared=$((compared + 1))
        else
            "$build/nbl-fft" plan "$length" --constants --precision "$1" >"$scratch/out" 2>"$scratch/err"
            local status=$?
            [ "$status" = 1 ] || { wrong=$((wrong + 1)); echo "$length in $1, which the header refuses: status $status"; }
        fi
    done <"$scratch/lengths"
    record "$wrong" "$1: $wrong lengths"
    [ "$compared" = 0 ] || expect "$1: $compared instances" gcc -std=c11 -fsyntax-only -Iinclude "$scratch/all.c"
}
in_precision fp16 float16_t 8192
in_precision fp32 float32_t 8192
in_precision fp64 float64_t 4096

sed 's/host_workgroup_size = [0-9]*/host_workgroup_size = 7/' "$scratch/both.c" >"$scratch/slip.c"
! gcc -std=c11 -fsyntax-only -Iinclude "$scratch/slip.c" 2>"$scratch/said"; record $? "another workgroup size is not found"
grep -q workgroup_size_is_the_same "$scratch/said"; record $? "it is not named"
expect "not with --header" sh -c "! '$build/nbl-fft' plan 64 --constants --header >'$scratch/out' 2>'$scratch/err' && grep -q 'not together' '$scratch/err'"
finish
