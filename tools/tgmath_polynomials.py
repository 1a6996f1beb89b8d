#!/usr/bin/env python3
"""Fits the polynomials of nbl/tgmath.h and prints include/nbl/tgmath/tgmath_polynomials.h.
SPDX-License-Identifier: Apache-2.0

Each interpolates its function at the Chebyshev nodes of its interval, in 60 decimal digits; the coefficients are rounded
once to 30 fraction bits. The argument is a fixed-point number of 32 fraction bits between -1/2 and 1/2,
and so Horner's scheme is one signed multiplication and one addition of 32-bit integers per step, which rounds down: half
a unit is added to the last coefficient. `Error` below is that of the polynomial before all rounding, as log2.
Usage: tools/tgmath_polynomials.py > include/nbl/tgmath/tgmath_polynomials.h
"""
from decimal import Decimal as D, getcontext
from fractions import Fraction
from math import comb

from chebyshev import interpolate

getcontext().prec = 60
HALF = D(1) / 2


def arctangent(x):
    """Halves the argument until the series is short."""
    halvings = 0
    while abs(x) > D('0.01'):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    total, power, k = D(0), x, 0
    while abs(power) > D(10) ** -58:
        total += power / (2 * k + 1) * (-1) ** k
        power *= x * x
        k += 1
    return total * 2 ** halvings


PI = 4 * arctangent(D(1))


def sine(x):
    total, term, k = D(0), x, 1
    while abs(term) > D(10) ** -58:
        total += term
        term = -term * x * x / ((k + 1) * (k + 2))
        k += 2
    return total


def cosine(x):
    return sine(PI / 2 - x)


def arcsine(x):
    return arctangent(x / (1 - x * x).sqrt())


def hyperbolic_sine(x):
    return (x.exp() - (-x).exp()) / 2


def hyperbolic_tangent(x):
    return ((2 * x).exp() - 1) / ((2 * x).exp() + 1)


def log2_quotient(d):
    return (1 + d).ln() / D(2).ln() / d if d else 1 / D(2).ln()


def error_function(x):
    """By the series of all positive terms, 2 x / sqrt(pi) e^(-x^2) (1 + 2 x^2 / 3 + ...)."""
    total, term, k = D(0), D(1), 0
    while term > D(10) ** -58 or k < 2 * x * x:
        total += term
        term = term * 2 * x * x / (2 * k + 3)
        k += 1
    return 2 * x / PI.sqrt() * (-x * x).exp() * total


def scaled_complement(x):
    """e^(x^2) (1 - erf(x)), x above 0: from 2 on by Laplace's continued fraction."""
    if x < 2:
        return (x * x).exp() * (1 - error_function(x))
    fraction = D(1)
    for k in range(900, 0, -1):
        fraction = 1 + k / (2 * x * x) / fraction
    return 1 / (x * PI.sqrt() * fraction)


def log_gamma(x):
    """Stirling's series, from 60 on."""
    shift = D(1)
    while x < 60:
        shift *= x
        x += 1
    total = (x - HALF) * x.ln() - x + (2 * PI).ln() / 2
    for k in range(1, 24):
        total += BERNOULLI[k] / (2 * k * (2 * k - 1) * x ** (2 * k - 1))
    return total - shift.ln()


def bernoulli(count):
    """B_0, B_2, B_4 ..."""
    numbers = [Fraction(1)]
    for m in range(1, 2 * count):
        numbers.append(-sum(comb(m + 1, k) * numbers[k] for k in range(m)) / (m + 1))
    return [D(b.numerator) / D(b.denominator) for b in numbers[::2]]


BERNOULLI = bernoulli(24)


def power_of(exponent):
    return lambda x: (x.ln() * exponent).exp()


def of_square(function, scale=D(1)):
    """f(x) / x as a function of w = x^2"""
    return lambda w: function(scale * w.sqrt()) / w.sqrt()


def chebyshev_nodes(count, low, high):
    return [(low + high) / 2 + (high - low) / 2 * cosine(PI * (2 * i + 1) / (2 * count)) for i in range(count)]


def evaluate(polynomial, x):
    total = D(0)
    for c in reversed(polynomial):
        total = total * x + c
    return total


def error_log2(polynomial, function, low, high):
    """Largest relative error at 400 points."""
    worst = D(10) ** -50
    for i in range(400):
        x = low + (high - low) * (2 * i + 1) / 800
        exact = function(x)
        worst = max(worst, abs((evaluate(polynomial, x) - exact) / exact))
    return worst.ln() / D(2).ln()


def fixed(value, bits=30):
    return int((value * 2 ** bits).to_integral_value())


def literal(value, bits=30):
    number = fixed(value, bits)
    assert -2 ** 31 < number < 2 ** 31
    return str(number)


def unsigned(value, bits):
    number = int((value * 2 ** bits).to_integral_value(rounding='ROUND_FLOOR'))
    return '0x%08xu' % (number % 2 ** 32)


def fit(function, degree, low, high):
    polynomial = interpolate(function, chebyshev_nodes(degree + 1, low, high))
    return polynomial, 'Error 2^%.1f.' % error_log2(polynomial, function, low, high)


def emit(name, says, function, degree, low=-HALF, high=HALF, bias=HALF):
    polynomial, error = fit(function, degree, low, high)
    print('\n/* %s %s */' % (says, error))
    print('NBL_FUNCTION int32_t nbl_tgmath_%s_polynomial(int32_t d) {' % name)
    print('    int32_t p = %s;' % literal(polynomial[-1]))
    for k in range(degree - 1, -1, -1):
        value = polynomial[k] + (bias / 2 ** 30 if k == 0 else 0)
        print('    p = %s + nbl_multiply_high_signed(p, d);' % literal(value))
    print('    return p;')
    print('}')


def emit_wide(name, says, function, degree, words, low, high):
    """As emit(), and the lowest `words` coefficients in two words, 62 fraction bits."""
    polynomial, error = fit(function, degree, low, high)
    print('\n/* %s %s */' % (says, error))
    print('NBL_FUNCTION nbl_wide_t nbl_tgmath_%s_polynomial(int32_t d) {' % name)
    print('    int32_t p = %s;' % literal(polynomial[-1]))
    for k in range(degree - 1, words - 1, -1):
        print('    p = %s + nbl_multiply_high_signed(p, d);' % literal(polynomial[k]))
    print('    nbl_wide_t sum = {NBL_CAST(uint32_t, p), 0u};')
    for k in range(words - 1, -1, -1):
        print('    sum = nbl_tgmath_wide_step(%s, %s, sum, d);' % (unsigned(polynomial[k], 30), unsigned(polynomial[k], 62)))
    print('    return sum;')
    print('}')


def wide(name, says, value, bits):
    """A positive constant in two words."""
    print('#define NBL_TGMATH_%s_HIGH %s /* %s */' % (name, unsigned(value, bits), says))
    print('#define NBL_TGMATH_%s_LOW %s' % (name, unsigned(value, bits + 32)))


ROOT = D(2).sqrt()
QUARTER = D(1) / 4
print('/* The polynomials and constants of nbl/tgmath.h; made by tools/tgmath_polynomials.py')
print(' * SPDX-License-Identifier: Apache-2.0')
print(' *')
print(' * d is a fixed-point number of 32 fraction bits, results have 30. */')
print('#ifndef NBL_TGMATH_TGMATH_POLYNOMIALS_H')
print('#define NBL_TGMATH_TGMATH_POLYNOMIALS_H')
print('#include "nbl/tgmath/fixed.h"')
print()
wide('LOG2_E', 'log2(e), 31 fraction bits', 1 / D(2).ln(), 31)
print('#define NBL_TGMATH_LN_2 %s /* ln(2), 32 bits */' % unsigned(D(2).ln() + HALF / 2 ** 32, 32))
wide('TWO_OVER_PI', '2 / pi, 32 bits', 2 / PI, 32)
print('#define NBL_TGMATH_HALF_PI %s /* 30 bits */' % unsigned(PI / 2 + HALF / 2 ** 30, 30))
print('#define NBL_TGMATH_PI %s' % unsigned(PI + HALF / 2 ** 30, 30))
print('#define NBL_TGMATH_ROOT_2 %s /* 31 bits */' % unsigned(ROOT + HALF / 2 ** 31, 31))
print('#define NBL_TGMATH_CUBE_ROOT_2 %s' % unsigned((D(2).ln() / 3).exp() + HALF / 2 ** 31, 31))
print('#define NBL_TGMATH_CUBE_ROOT_4 %s' % unsigned((D(4).ln() / 3).exp() + HALF / 2 ** 31, 31))
print('#define NBL_TGMATH_LOG10_2 %s /* log10(2), 33 bits */' % unsigned(D(2).ln() / D(10).ln() + HALF / 2 ** 33, 33))
print('#define NBL_TGMATH_ONE_OVER_PI %s /* 33 bits */' % unsigned(1 / PI + HALF / 2 ** 33, 33))
print('#define NBL_TGMATH_LOG_ROOT_2_PI %s /* log(2 pi) / 2, 32 bits */' % unsigned((2 * PI).ln() / 2 + HALF / 2 ** 32, 32))
print('/* 2 / pi behind two words of zeros: Payne and Hanek\'s reduction cuts its window out of it. */')
print('#define NBL_TGMATH_TWO_OVER_PI_WORDS \\')
print('    { 0u, 0u, %s }' % ', '.join(unsigned(2 / PI, 32 * i) for i in range(1, 7)))

emit('exp2', '2^d, exact at 0.', lambda d: (d * D(2).ln()).exp(), 7, bias=D(0))
emit('log2', 'log2(1 + d) / d for 1 + d from sqrt(1/2) to sqrt(2).', log2_quotient, 11, 1 / ROOT - 1, ROOT - 1)
emit_wide('log2_wide', 'The same for pow, 62 fraction bits.', log2_quotient, 14, 6, 1 / ROOT - 1, ROOT - 1)
emit('sine', 'sin(pi/2 u) / u for u^2 = (d + 1/2) / 4.', lambda d: of_square(sine, PI / 2)((d + HALF) / 4), 4)
emit('cosine', 'cos(pi/2 u) for u^2 = (d + 1/2) / 4.', lambda d: cosine(PI / 2 * ((d + HALF) / 4).sqrt()), 4)
emit('arctangent', 'atan(q) / q for q^2 = d + 1/2.', lambda d: of_square(arctangent)(d + HALF), 11)
emit('arcsine', 'asin(x) / x for x^2 = (d + 1/2) / 4.', lambda d: of_square(arcsine)((d + HALF) / 4), 7)
emit('hyperbolic_sine', 'sinh(x) / x for x^2 = d + 1/2.', lambda d: of_square(hyperbolic_sine)(d + HALF), 4)
emit('hyperbolic_tangent', 'tanh(x) / x for x^2 = (d + 1/2) / 4.',
     lambda d: of_square(hyperbolic_tangent)((d + HALF) / 4), 6)
emit('cube_root', 'The cube root of 3/2 + d.', lambda d: power_of(D(1) / 3)(d + D('1.5')), 10)
emit('reciprocal', '1 / (3/2 + d), where Newton\'s iteration begins.', lambda d: 1 / (d + D('1.5')), 3)
emit('reciprocal_root', '1 / sqrt(3/2 + d), where Newton\'s iteration begins.', lambda d: power_of(-HALF)(d + D('1.5')), 3)
emit('expm1', '(e^d - 1) / d.', lambda d: (d.exp() - 1) / d, 7)
emit('error', 'erf(x) / x for x^2 = d + 1/2.', lambda d: of_square(error_function)(d + HALF), 7)
for low in (0, 1):
    emit('complement_from_%d' % low, 'e^(x^2) erfc(x) for x = %s + d.' % (low + HALF), lambda d: scaled_complement(d + low + HALF), 12 - low)
emit('complement_beyond', 'x e^(x^2) erfc(x) for 1/x^2 = (d + 1/2) / 4.',
     lambda d: scaled_complement(((d + HALF) / 4) ** -HALF) * ((d + HALF) / 4) ** -HALF, 11, D('-0.462'))
emit('gamma', 'Gamma(3/2 + d).', lambda d: log_gamma(d + D('1.5')).exp(), 13)
emit('log_gamma_one', '-log(Gamma(1 + d)) / d.', lambda d: -log_gamma(1 + d) / d, 17)
emit('log_gamma_two', 'log(Gamma(2 + d)) / d.', lambda d: log_gamma(2 + d) / d, 11)
print('\n#endif')
