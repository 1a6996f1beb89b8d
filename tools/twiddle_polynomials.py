#!/usr/bin/env python3
"""Fits the two polynomials of nbl/fft/twiddle.h and prints include/nbl/fft/twiddle_polynomials.h.

SPDX-License-Identifier: Apache-2.0

For a turn x in [0, 1/8] and y = x^2 the header evaluates
    sin(2 pi x) = x c1 + (x c2 + x y S(y))      cos(2 pi x) = 1 - y C(y)
with c1 + c2 = 2 pi, c1 short enough that x c1 is exact. S and C interpolate the exact quotients at the Chebyshev nodes of
[0, 1/64], in 80 decimal digits, and are then rounded once.
Usage: tools/twiddle_polynomials.py > include/nbl/fft/twiddle_polynomials.h
"""
import struct
from decimal import Decimal as D, getcontext

getcontext().prec = 80


def arctangent_of_inverse(n):
    total, power, k = D(0), D(1) / n, 0
    while abs(power) > D(10) ** -78:
        total += power / (2 * k + 1) * (-1) ** k
        power /= n * n
        k += 1
    return total


PI = 16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239)
TAU = 2 * PI


def series(y, first):
    """sum over k >= 0 of (-1)^k tau^(2k + first) y^k / (2k + first)!"""
    term = D(1)
    for i in range(1, first + 1):
        term = term * TAU / i
    total, k = D(0), 0
    while abs(term) > D(10) ** -78:
        total += term
        k += 1
        n = 2 * k + first
        term = -term * TAU * TAU * y / (n * (n - 1))
    return total


def cosine(x):
    return series(x * x, 0) if x else D(1)


def chebyshev_nodes(count, width):
    return [width * (1 + cosine(D(2 * i + 1) / (4 * count))) / 2 for i in range(count)]


def interpolate(function, count, width):
    """Coefficients, lowest power first, of the polynomial through `count` Chebyshev nodes of [0, width]."""
    nodes = chebyshev_nodes(count, width)
    divided = [function(y) for y in nodes]
    for level in range(1, count):
        for i in range(count - 1, level - 1, -1):
            divided[i] = (divided[i] - divided[i - 1]) / (nodes[i] - nodes[i - level])
    polynomial = [D(0)] * count
    for i in range(count - 1, -1, -1):
        shifted = [D(0)] + polynomial[:-1]
        polynomial = [s - nodes[i] * p for s, p in zip(shifted, polynomial)]
        polynomial[0] += divided[i]
    return polynomial


def to_float32(value):
    return struct.unpack('f', struct.pack('f', float(value)))[0]


def float32_literal(value):
    text = '%.9g' % to_float32(value)
    return text + ('f' if '.' in text or 'e' in text else '.0f')


def float64_literal(value):
    rest, parts = D(float(value)), []
    for _ in range(3):
        part = D(to_float32(rest))
        parts.append(float32_literal(part))
        rest -= part
    assert rest == 0
    return 'NBL_FFT_FLOAT64(%s)' % ', '.join(parts)


def truncate(value, bits):
    """The nearest number of `bits` significant bits to a value in [4, 8)."""
    unit = D(2) ** (3 - bits)
    return (value / unit).to_integral_value() * unit


def horner(coefficients, literal):
    text = literal(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        text = '(%s + (y) * %s)' % (literal(c), text)
    return text


def horner_two_words(coefficients, literal, rounded):
    """As horner(), with the lowest coefficient in two words: its rounding alone would cost a sixth of the last bit."""
    low = coefficients[0] - D(rounded(coefficients[0]))
    inner = '(%s + (y) * %s)' % (literal(low), horner(coefficients[1:], literal))
    return '(%s + %s)' % (literal(coefficients[0]), inner)


def emit(scalar, literal, rounded, sine_terms, cosine_terms, exact_bits):
    width = D(1) / 64
    sine = interpolate(lambda y: -series(y, 3), sine_terms, width)
    cosine_ = interpolate(lambda y: series(y, 2), cosine_terms, width)
    high = truncate(TAU, exact_bits)
    print('#define NBL_FFT_TAU_HIGH_%s %s' % (scalar, literal(high)))
    print('#define NBL_FFT_TAU_LOW_%s %s' % (scalar, literal(TAU - high)))
    print('#define NBL_FFT_SINE_%s(y) %s' % (scalar, horner(sine, literal)))
    print('#define NBL_FFT_COSINE_%s(y) %s' % (scalar, horner_two_words(cosine_, literal, rounded)))


print('/* The polynomials of nbl/fft/twiddle.h; made by tools/twiddle_polynomials.py > include/nbl/fft/twiddle_polynomials.h')
print(' * SPDX-License-Identifier: Apache-2.0 */')
print('#ifndef NBL_FFT_TWIDDLE_POLYNOMIALS_H')
print('#define NBL_FFT_TWIDDLE_POLYNOMIALS_H')
print('/* A float64 as the sum of three float32; by way of their bits, since glslang does not round a literal before it widens it. */')
print('#define NBL_FFT_FLOAT64(a, b, c) (NBL_FFT_WIDENED(a) + NBL_FFT_WIDENED(b) + NBL_FFT_WIDENED(c))')
print('#define NBL_FFT_WIDENED(a) NBL_CAST(float64_t, nbl_float32_from_bits(nbl_bits_from_float32(a)))')
emit('float32_t', float32_literal, to_float32, 3, 4, 12)
emit('float64_t', float64_literal, float, 7, 8, 41)
print('#endif')
