"""Polynomials through points, by divided differences: for fft_constants.py and tgmath_polynomials.py.
SPDX-License-Identifier: Apache-2.0
"""
from decimal import Decimal as D


def interpolate(function, nodes):
    """Coefficients, lowest power first, of the polynomial through the nodes, Chebyshev's of an interval."""
    divided = [function(y) for y in nodes]
    for level in range(1, len(nodes)):
        for i in range(len(nodes) - 1, level - 1, -1):
            divided[i] = (divided[i] - divided[i - 1]) / (nodes[i] - nodes[i - level])
    polynomial = [D(0)] * len(nodes)
    for i in range(len(nodes) - 1, -1, -1):
        shifted = [D(0)] + polynomial[:-1]
        polynomial = [s - nodes[i] * p for s, p in zip(shifted, polynomial)]
        polynomial[0] += divided[i]
    return polynomial
