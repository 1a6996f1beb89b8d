#!/usr/bin/env python3
"""Writes include/nbl/fft/large_half.h or large_third.h: how a length beyond one workgroup is split into passes.

SPDX-License-Identifier: Apache-2.0

Usage: tools/fft_splits.py half|third >include/nbl/fft/large_half.h|large_third.h

A transform takes two passes, whose lengths N1 <= N2 lie as near each other as divisors of N do, if none exceeds 2048
elements, and else three: N1 is the largest divisor to 1024, and the rest is split as before: a strip of the last two
passes, 16 neighbouring columns of the rest, is then small enough for a cache. Every length
2^a 3^b 5^c 7^d to 2^27 has such a split (tests/fft/test_large.c).
"""
import sys

MOST_POINTS = 2048
MOST_OF_THREE = 1024


def is_supported(n):
    for prime in (2, 3, 5, 7):
        while n % prime == 0:
            n //= prime
    return n == 1


def half():
    print("""/* The smaller part of a length that is split in two: NBL_FFT_HALF, the largest divisor d of NBL_FFT_WHOLE with d d at
 * most NBL_FFT_WHOLE, if the other part has at most %d elements; by tools/fft_splits.py half
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/large_split.h alone. */""" % MOST_POINTS)
    word = "#if"
    for d in range(MOST_POINTS, 15, -1):
        if is_supported(d):
            print("%s NBL_FFT_WHOLE >= %d && NBL_FFT_WHOLE %% %d == 0 && NBL_FFT_WHOLE / %d <= %d" % (word, d * d, d, d, MOST_POINTS))
            print("#define NBL_FFT_HALF %d" % d)
            word = "#elif"
    print("#endif")


def third():
    print("""/* The first part of a length that is split in three: NBL_FFT_THIRD, the largest divisor of NBL_FFT_LENGTH from 49 to
 * %d that has no prime factor above 7. Not defined if no divisor is. By tools/fft_splits.py third
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/large_split.h alone, which refuses a length without it. */""" % MOST_OF_THREE)
    word = "#if"
    for d in range(MOST_OF_THREE, 48, -1):
        if is_supported(d):
            print("%s NBL_FFT_LENGTH %% %d == 0" % (word, d))
            print("#define NBL_FFT_THIRD %d" % d)
            word = "#elif"
    print("#endif")


if len(sys.argv) != 2 or sys.argv[1] not in ("half", "third"):
    sys.exit(__doc__)
{"half": half, "third": third}[sys.argv[1]]()
