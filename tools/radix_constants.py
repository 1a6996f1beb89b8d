#!/usr/bin/env python3
"""Prints include/nbl/fft/radix_constants.h: the constants of the radix kernels, each rounded once to its scalar.

SPDX-License-Identifier: Apache-2.0

Usage: tools/radix_constants.py > include/nbl/fft/radix_constants.h
"""
import struct
from decimal import Decimal as D, getcontext

getcontext().prec = 60
PI = D('3.14159265358979323846264338327950288419716939937510582097494459')


def sine_and_cosine(turns):
    angle, term, n = 2 * PI * turns, D(1), 0
    sums = [D(0), D(0)]  # cosine, sine
    while abs(term) > D(10) ** -58:
        sums[n % 2] += term * (-1) ** (n // 2)
        n += 1
        term = term * angle / n
    return sums[1], sums[0]


def sine(numerator, denominator):
    return sine_and_cosine(D(numerator) / denominator)[0]


def cosine(numerator, denominator):
    return sine_and_cosine(D(numerator) / denominator)[1]


def rounded(value, letter):
    """value rounded to half ('e') or float ('f'): the double between costs nothing, unless value were near a tie."""
    return struct.unpack(letter, struct.pack(letter, float(value)))[0]


def literal(value):
    text = '%.9g' % value
    return text + ('f' if '.' in text or 'e' in text else '.0f')


def float64_literal(value):
    rest, parts = D(float(value)), []
    for _ in range(3):
        part = rounded(rest, 'f')
        parts.append(literal(part))
        rest -= D(part)
    assert rest == 0
    return 'NBL_FFT_FLOAT64(%s)' % ', '.join(parts)


def emit(name, value):
    print('#define NBL_FFT_%s_float16_t NBL_CAST(float16_t, %s)' % (name, literal(rounded(value, 'e'))))
    print('#define NBL_FFT_%s_float32_t %s' % (name, literal(rounded(value, 'f'))))
    print('#define NBL_FFT_%s_float64_t %s' % (name, float64_literal(value)))


print('/* Constants of nbl/fft/radix.h, SIN_1_3 for sin(2 pi / 3); by tools/radix_constants.py > include/nbl/fft/radix_constants.h')
print(' * SPDX-License-Identifier: Apache-2.0 */')
print('#ifndef NBL_FFT_RADIX_CONSTANTS_H')
print('#define NBL_FFT_RADIX_CONSTANTS_H')
print('#include "nbl/fft/twiddle_polynomials.h" /* NBL_FFT_FLOAT64 */')
emit('SQRT_HALF', D('0.5').sqrt())
emit('SIN_1_3', sine(1, 3))
emit('SQRT_5_16', D(5).sqrt() / 4)
emit('SIN_2_5', sine(2, 5))
emit('SIN_1_5_BY_2_5', sine(1, 5) / sine(2, 5))
emit('COS_3_7', cosine(3, 7))
emit('COS_1_7_BY_3_7', cosine(1, 7) / cosine(3, 7))
emit('COS_2_7_BY_3_7', cosine(2, 7) / cosine(3, 7))
emit('SIN_2_7', sine(2, 7))
emit('SIN_1_7_BY_2_7', sine(1, 7) / sine(2, 7))
emit('SIN_3_7_BY_2_7', sine(3, 7) / sine(2, 7))
emit('SIN_2_9', sine(2, 9))
emit('COT_2_9', cosine(2, 9) / sine(2, 9))
for k, n in ((1, 9), (4, 9), (1, 16), (1, 32), (3, 32)):
    emit('COS_%d_%d' % (k, n), cosine(k, n))
    emit('TAN_%d_%d' % (k, n), sine(k, n) / cosine(k, n))
print('#endif')
