#!/usr/bin/env python3
"""Draws short lines at random and times them beside SciPy, by turns, one thread: for docs/performance.md.
SPDX-License-Identifier: Apache-2.0

    make wheel && PYTHONPATH=folder of the unpacked wheel bench/scripts/python_odd.py SEED [CASES]

Needs NumPy, SciPy and the wheel. CASES (60) of rfft, irfft, fft, and dct and dst of types 1 to 4: lengths 2 to 128, 16 to 2048 lines,
along the last axis or the first, float32 or float64, exact mode. Each is the least of ROUNDS calls. A case whose Fourier transform
has a prime factor above 13 counts apart: in exact mode it is a convolution in float64.
"""
import random
import sys
import time

import numpy as np
import scipy.fft

import nbl

ROUNDS = 60


def points(name, n, kind):
    """Returns the points of the complex transform in the middle."""
    if name in ("dct", "dst") and kind == 1:
        return n - 1 if name == "dct" else n + 1
    return n if name == "fft" or n % 2 else n // 2


def largest_factor(n):
    return max((p for p in range(2, n + 1) if n % p == 0 and all(p % q for q in range(2, p))), default=1)


def ratio(name, array, options):
    functions = [getattr(module, name) for module in (nbl.scipy_backend, scipy.fft)]
    least = [float("inf")] * 2
    for _ in range(ROUNDS):
        for i, function in enumerate(functions):
            begin = time.perf_counter()
            function(array, workers=1, **options)
            least[i] = min(least[i], time.perf_counter() - begin)
    return least[0] / least[1]


def draw(dice):
    name = dice.choice(("rfft", "irfft", "fft", "dct", "dst"))
    n, lines, axis, real = dice.randint(2, 128), int(2 ** dice.uniform(4, 11)), dice.choice((-1, 0)), dice.choice((np.float32, np.float64))
    options = {"axis": axis}
    if name in ("dct", "dst"):
        options["type"] = dice.randint(1, 4)
    array = np.random.default_rng(n).standard_normal((lines, n) if axis else (n, lines)).astype(real)
    if name == "irfft":
        options["n"] = n
        array = scipy.fft.rfft(array, axis=axis)
    if name == "fft":
        array = array.astype(np.complex64 if real is np.float32 else np.complex128)
    text = f"{name} {options.get('type', '')} of {n}, {lines} lines, axis {axis}, {np.dtype(real)}"
    return text, largest_factor(points(name, n, options.get("type"))) > 13, ratio(name, array, options)


def show(what, cases):
    cases = sorted(cases)
    if cases:
        behind = sum(value > 1.1 for value, _ in cases)
        print(f"{what}: {len(cases)}, median {cases[len(cases) // 2][0]:.2f}, behind by more than a tenth {behind}, "
              f"worst {cases[-1][0]:.2f} ({cases[-1][1]})")


dice = random.Random(int(sys.argv[1]))
drawn = [draw(dice) for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 60)]
for text, _, value in drawn:
    print(f"{value:5.2f}  {text}")
show("factors to 13", [(value, text) for text, large, value in drawn if not large])
show("larger factors", [(value, text) for text, large, value in drawn if large])
