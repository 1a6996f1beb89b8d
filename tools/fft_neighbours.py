#!/usr/bin/env python3
"""fft_neighbours.py: prints include/nbl/fft/unsupported.h, the supported lengths around each that is not.

SPDX-License-Identifier: Apache-2.0
"""
print("""/* An unsupported length is refused with the nearest on both sides; by tools/fft_neighbours.py
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone: the preprocessor computes no text, so that each gap has its own.
 */""")
PASSES = "2^a 3^b 5^c 7^d from 2048 to 134217728"


def smooth(n):
    for prime in 2, 3, 5, 7:
        while n % prime == 0:
            n //= prime
    return n == 1


def gaps(lengths, longest, passes=""):
    """Of lengths beyond 8192 passes have more."""
    word = "#if"
    for below, above in zip(lengths, lengths[1:]):
        if above - below > 1:
            print(f"{word} NBL_FFT_COMPLEX_LENGTH > {below} && NBL_FFT_COMPLEX_LENGTH < {above}")
            print(f'#error "NBL_FFT_LENGTH is not supported: the nearest are {below} and {above}; of one real signal '
                  f'{2 * below} and {2 * above}{passes if below >= 8192 else ""}"')
            word = "#elif"
    print("#else")
    print(f'#error "NBL_FFT_LENGTH is not supported: {longest}"')
    print("#endif")


powers = [1 << k for k in range(1, 16)]
print("#ifdef NBL_FFT_PASS")
print(f'#error "NBL_FFT_LENGTH is not supported: passes take {PASSES}, of NBL_FFT_ROWS both sizes; rows to 8192"')
print("#elif NBL_FFT_ALGORITHM == NBL_FFT_RADIX2_SHUFFLE")
gaps(powers, "radix-2 shuffle transforms 2 to 32768 elements")
print("#elif NBL_FFT_COMPLEX_DWORDS == 4 && NBL_FFT_COMPLEX_LENGTH > 4096")
gaps([4096, 8192], "of float64 it is 2 to 8192, or NBL_FFT_PASS is given")
print("#else")
gaps(sorted({n for n in range(2, 8193) if smooth(n)} | set(powers)), "it is 2 to 32768, or NBL_FFT_PASS is given",
     f"; NBL_FFT_PASS takes {PASSES}")
print("#endif")
