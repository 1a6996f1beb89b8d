"""Draws shapes of transforms at random: the same ones of a seed anywhere. cufft_shapes.py and modes.py time them.
SPDX-License-Identifier: Apache-2.0
"""
import math
import random

LEAST, MOST_SIZE = 1 << 15, 8192  # elements of a shape; a size of several
LENGTHS = {'lengths': (1 << 21, None), 'workgroup': (32768, 13)}  # longest; largest factor, None: any
DIMENSIONS = {1: (LEAST, 1 << 27), 2: (16, MOST_SIZE), 3: (8, 1024)}


def smooth(most, prime):
    """All numbers to `most` without a factor above `prime`, rising."""
    numbers = [1]
    for factor in (2, 3, 5, 7, 11, 13):
        if factor <= prime:
            numbers = [n * factor**e for n in numbers for e in range(28) if n * factor**e <= most]
    return sorted(numbers)


def draw(kind, count, seed, most):
    """`count` shapes of at most `most` elements, as texts. A seed gives the same shapes on every machine."""
    draws = random.Random(seed)
    if kind in LENGTHS:
        high, prime = LENGTHS[kind]
        among = smooth(high, prime) if prime else None
        shapes = []
        while len(shapes) < count:
            length = round(math.exp(draws.uniform(math.log(17), math.log(min(high, most)))))
            if among:
                length = min(among, key=lambda n: abs(n - length))
            if str(length) not in shapes:
                shapes.append(str(length))
        return shapes
    numbers = {prime: smooth(min(most, 1 << 27), prime) for prime in (2, 7, 13)}
    shapes = []
    while len(shapes) < count:
        rank = 1 + len(shapes) % 3
        low, high = DIMENSIONS[rank]
        sizes = []
        for _ in range(rank):
            kind = draws.random()
            target = math.exp(draws.uniform(math.log(low), math.log(high)))
            sizes.append(min(numbers[2 if kind < 0.3 else 7 if kind < 0.8 else 13], key=lambda n: abs(n - target)))
        text = 'x'.join(str(size) for size in sizes)
        if LEAST < math.prod(sizes) <= most and text not in shapes:
            shapes.append(text)
    return shapes
