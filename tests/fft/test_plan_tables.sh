#!/bin/sh
# The table that shaders choose plans from, include/nbl/fft/plans_stockham.h, is what nbl-fft plan chooses.
# SPDX-License-Identifier: Apache-2.0
#
# A sample of lengths within all limits, through the preprocessor as a shader sees them; NBL_PLANS=all makes it
# anew, which takes a minute.
build=${BUILD:-build}
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tell() { # tell CONDITION WHAT
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $2"; fi
}

compare() { # compare BITS LENGTH INVOCATIONS BYTES
    printf '#include "nbl/fft/plans_stockham.h"\nNBL_FFT_RADICES: NBL_FFT_LAYOUT\n' |
        "${CC:-cc}" -E -P -Iinclude -DNBL_FFT_COMPLEX_DWORDS=$(($1 / 16)) -DNBL_FFT_COMPLEX_LENGTH="$2" \
            -DNBL_FFT_MAX_INVOCATIONS="$3" -DNBL_FFT_SHARED_BYTES="$4" - 2>"$work/error" | tail -n 1 >"$work/table"
    if "$build/nbl-fft" plan "$2" --precision "fp$1" --max-invocations "$3" --max-shared-bytes "$4" >"$work/plan" 2>&1; then
        sed -n 's/^#define NBL_FFT_RADICES //p' "$work/plan" | tr '\n' ':' >"$work/made"
        sed -n 's/^#define NBL_FFT_LAYOUT/ /p' "$work/plan" >>"$work/made"
        [ ! -s "$work/error" ] && [ "$(tr -d ' ' <"$work/made")" = "$(tr -d ' ' <"$work/table")" ]
    else
        grep -q 'has no plan within' "$work/error"
    fi
    tell $? "float$1, length $2 within $3 invocations and $4 bytes: the table has $(cat "$work/table")"
}

if [ "$NBL_PLANS" = all ]; then
    "$build/nbl-fft" plan --table >"$work/table"
    cmp "$work/table" include/nbl/fft/plans_stockham.h
    tell $? "include/nbl/fft/plans_stockham.h: nbl-fft plan --table makes another"
fi
for limits in '1024 49152' '1024 16384' '256 49152' '256 32768' '256 16384'; do
    for length in 2 96 200 360 1000 1440 2304 3888; do compare 32 "$length" ${limits}; done
done
for length in 6480 6912 7056 7290 7776 8192 16384; do compare 32 "$length" 256 16384; done
for length in 64 98 200 300 1008 4096; do
    compare 16 "$length" 256 16384
    compare 64 "$length" 256 16384
    compare 64 "$length" 1024 32768
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -ge 65 ]
