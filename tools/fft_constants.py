#!/usr/bin/env python3
"""Prints include/nbl/fft/constants_<scalar>.h: the polynomials of twiddles, and the constants of radix kernels.
SPDX-License-Identifier: Apache-2.0

For a turn x in [0, 1/8] and y = x^2 the header evaluates
    sin(2 pi x) = x c1 + (x c2 + x y S(y))      cos(2 pi x) = 1 - y C(y)
with c1 + c2 = 2 pi, c1 short enough that x c1 is exact. S and C interpolate the exact quotients at the Chebyshev nodes of
[0, 1/64], in 80 decimal digits, and are then rounded once.
The constants are rounded once. COSINES_17 are cos(2 pi k / 17), k = 1 to 8, then zeros up to the number of the largest
prime's, since GLSL's constructors take exactly what an array has. float16 takes its twiddles from float32. `lanes` are those of the executor's vectors.
Usage: tools/fft_constants.py float32 > include/nbl/fft/constants_float32.h
       tools/fft_constants.py float32 circles > include/nbl/fft/circles_float32.h
       tools/fft_constants.py lanes > host/executor/constants_lanes.h
"""
import struct
import sys
from decimal import Decimal as D, getcontext

from chebyshev import interpolate

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
        text = 'NBL_ADD_PRODUCT(%s, y, %s)' % (literal(c), text)
    return text


def horner_two_words(coefficients, literal, rounded):
    """As horner(), with the lowest coefficient in two words: its rounding alone would cost a sixth of the last bit."""
    low = coefficients[0] - D(rounded(coefficients[0]))
    inner = 'NBL_ADD_PRODUCT(%s, y, %s)' % (literal(low), horner(coefficients[1:], literal))
    return '(%s + %s)' % (literal(coefficients[0]), inner)


def emit_polynomials(scalar, literal, rounded, sine_terms, cosine_terms, exact_bits):
    width = D(1) / 64
    sine = interpolate(lambda y: -series(y, 3), chebyshev_nodes(sine_terms, width))
    cosine_ = interpolate(lambda y: series(y, 2), chebyshev_nodes(cosine_terms, width))
    high = truncate(TAU, exact_bits)
    print('#define NBL_FFT_TAU_HIGH_%s %s' % (scalar, literal(high)))
    print('#define NBL_FFT_TAU_LOW_%s %s' % (scalar, literal(TAU - high)))
    print('#define NBL_FFT_SINE_%s(y) %s' % (scalar, horner(sine, literal)))
    print('#define NBL_FFT_COSINE_%s(y) %s' % (scalar, horner_two_words(cosine_, literal, rounded)))


def emit(name, value):
    if SCALAR == 'lanes_t':  # of a vector in a scalar's place: the constant of its scalar, in each lane
        print('#define NBL_FFT_%s_lanes_t NBL_OF_LANES(NBL_FFT_%s)' % (name, name))
    else:
        print('#define NBL_FFT_%s_%s %s' % (name, SCALAR, LITERALS[SCALAR](value)))


def sine_and_cosine(turns):
    angle, term, n = TAU * turns, D(1), 0
    sums = [D(0), D(0)]  # cosine, sine
    while abs(term) > D(10) ** -78:
        sums[n % 2] += term * (-1) ** (n // 2)
        n += 1
        term = term * angle / n
    return sums[1], sums[0]


def of_turn(numerator, denominator):
    return sine_and_cosine(D(numerator) / denominator)


def float16_literal(value):
    """Rounded to half: the double between costs nothing, unless value were near a tie."""
    return 'NBL_CAST(float16_t, %s)' % float32_literal(struct.unpack('e', struct.pack('e', float(value)))[0])


LITERALS = {'float16_t': float16_literal, 'float32_t': float32_literal, 'float64_t': float64_literal, 'lanes_t': None}
if sys.argv[2:] not in ([], ['circles']) or sys.argv[1] + '_t' not in LITERALS:
    sys.exit('fft_constants.py: float16, float32, float64 or lanes; circles after a scalar')
SCALAR = sys.argv[1] + '_t'
PRIMES = (11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)  # the last one is NBL_FFT_MAX_RADIX


def print_circles():
    zero = '0.0f' if SCALAR == 'float32_t' else 'NBL_CAST(%s, 0.0f)' % SCALAR
    print('/* cos and sin of 2 pi k / R, k = 1 to (R - 1) / 2, of each prime radix R, then zeros, by\n'
          ' * tools/fft_constants.py %s circles. Included by nbl/fft/constants_%s.h alone.\n'
          ' * SPDX-License-Identifier: Apache-2.0 */' % (sys.argv[1], sys.argv[1]))
    missing = sorted({PRIMES[-1] // 2 - n // 2 for n in PRIMES})
    for less, count in zip(missing, missing[1:]):
        rest = ['NBL_FFT_ZEROS_%d_%s' % (less, SCALAR)] if less else []
        print('#define NBL_FFT_ZEROS_%d_%s %s' % (count, SCALAR, ', '.join([zero] * (count - less) + rest)))
    for n in PRIMES:
        for name, part in (('COSINES', 1), ('SINES', 0)):
            values = [LITERALS[SCALAR](of_turn(k, n)[part]) for k in range(1, n // 2 + 1)]
            values += ['NBL_FFT_ZEROS_%d_%s' % (PRIMES[-1] // 2 - n // 2, SCALAR)] if n < PRIMES[-1] else []
            print('#define NBL_FFT_%s_%d_%s {%s}' % (name, n, SCALAR, ', '.join(values)))


if len(sys.argv) == 3:
    print_circles()
    sys.exit()
guard = 'NBL_FFT_CONSTANTS_%s_H' % sys.argv[1].upper()
print('/* Constants of twiddles and radix kernels, SIN_1_3 for sin(2 pi / 3); by tools/fft_constants.py %s' % sys.argv[1])
print(' * SPDX-License-Identifier: Apache-2.0 */')
print('#ifndef %s' % guard)
print('#define %s' % guard)
if SCALAR == 'float64_t':
    print('/* A float64 as the sum of three float32; by way of their bits, since glslang does not round a literal before it widens\n'
          ' * it. */')
    print('#define NBL_FFT_FLOAT64(a, b, c) (NBL_FFT_WIDENED(a) + NBL_FFT_WIDENED(b) + NBL_FFT_WIDENED(c))')
    print('#define NBL_FFT_WIDENED(a) NBL_CAST(float64_t, nbl_float32_from_bits(nbl_bits_from_float32(a)))')
    emit_polynomials('float64_t', float64_literal, float, 7, 8, 41)
elif SCALAR == 'float32_t':
    emit_polynomials('float32_t', float32_literal, to_float32, 3, 4, 12)
emit('SQRT_HALF', D('0.5').sqrt())
emit('SIN_1_3', of_turn(1, 3)[0])
emit('ONE_MINUS_SIN_1_3', 1 - of_turn(1, 3)[0])
emit('SQRT_5_16', D(5).sqrt() / 4)
# Factors of sums in 5 and 7, and what the others are divided by where they come last: nbl/fft/radix_5_scalar.h says why. The next
# sum, ADD_LAST or SUB_LAST, then takes the product.
comes_last = SCALAR == 'float32_t'
for name, taken, otherwise in (('FACTOR_FIRST(z, factor)', 'z', 'nbl_complex_scale(z, factor)'),
                               ('FACTOR_LAST(z, factor)', 'nbl_complex_carried(z, factor)', 'z'),
                               ('ADD_LAST(z, w, factor)', 'nbl_complex_add_carried(z, w, factor)', 'nbl_complex_add(z, w)'),
                               ('SUB_LAST(z, w, factor)', 'nbl_complex_sub_carried(z, w, factor)', 'nbl_complex_sub(z, w)')):
    name, parameters = name.split('(')
    if SCALAR == 'lanes_t':
        print('#define NBL_FFT_%s_lanes_t NBL_OF_LANES_(NBL_FFT_%s, NBL_LANES_OF)' % (name, name))
    else:
        print('#define NBL_FFT_%s_%s(%s %s' % (name, SCALAR, parameters, taken if comes_last else otherwise))
emit('SIN_2_5', of_turn(2, 5)[0])
emit('SIN_1_5_BY_FACTOR', of_turn(1, 5)[0] / (of_turn(2, 5)[0] if comes_last else 1))
emit('COS_3_7', of_turn(3, 7)[1])
emit('COS_1_7_BY_FACTOR', of_turn(1, 7)[1] / (of_turn(3, 7)[1] if comes_last else 1))
emit('COS_2_7_BY_FACTOR', of_turn(2, 7)[1] / (of_turn(3, 7)[1] if comes_last else 1))
emit('SIN_2_7', of_turn(2, 7)[0])
emit('SIN_1_7_BY_FACTOR', of_turn(1, 7)[0] / (of_turn(2, 7)[0] if comes_last else 1))
emit('SIN_3_7_BY_FACTOR', of_turn(3, 7)[0] / (of_turn(2, 7)[0] if comes_last else 1))
for n, numerators in ((9, (1, 2, 4)), (11, range(1, 6)), (13, range(1, 7)), (25, (1, 2, 3, 4, 6, 8, 9, 12)), (27, (1, 2, 4, 5, 7, 8, 10, 11, 13))):
    for k in numerators:
        emit('COS_%d_%d' % (k, n), of_turn(k, n)[1])
        # In float64 all sines of 11 round down but for this one, which rounds up by 0.57 of a unit: so 11 scales by 1 + 0.05
        # units, not by 1 - 0.12, and that adds up over passes, with 3 as well, whose only sine rounds down.
        up = D(2) ** -54 if (k, n, SCALAR) == (3, 11, 'float64_t') else 0
        emit('SIN_%d_%d' % (k, n), of_turn(k, n)[0] + up)
for k, n in ((1, 16), (1, 32), (3, 32)):
    emit('COS_%d_%d' % (k, n), of_turn(k, n)[1])
    emit('TAN_%d_%d' % (k, n), of_turn(k, n)[0] / of_turn(k, n)[1])
if SCALAR != 'lanes_t':  # whose primes take the tables of a scalar
    print('#include "nbl/fft/circles_%s.h"' % sys.argv[1])
print('#endif')
