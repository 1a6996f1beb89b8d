#!/usr/bin/env python3
"""Short float32 real lines of odd length, and DCT-III along the first axis, beside SciPy: docs/performance.md.
SPDX-License-Identifier: Apache-2.0

Needs NumPy, SciPy and the wheel. Prints, for each length, the time over SciPy's of 2100 lines, the least of 60 calls, one thread.
"""
import time

import numpy as np
import scipy.fft

import nbl


def least(function, array):
    times = []
    for _ in range(60):
        begin = time.perf_counter()
        function(array)
        times.append(time.perf_counter() - begin)
    return min(times)


def ratio(name, array, **options):
    ours, theirs = (getattr(module, name) for module in (nbl.scipy_backend, scipy.fft))
    return least(lambda x: ours(x, workers=1, **options), array) / least(lambda x: theirs(x, workers=1, **options), array)


draw = np.random.default_rng(1).standard_normal
for n in (9, 15, 21, 27, 33, 39, 45, 63, 75):
    lines = draw((2100, n)).astype(np.float32)
    spectra = np.fft.rfft(lines).astype(np.complex64)
    print(f"{n}: rfft {ratio('rfft', lines):.2f}, irfft {ratio('irfft', spectra, n=n):.2f}")
for n in (42, 60, 64):
    print(f"{n}: dct, type 3, along axis 0 {ratio('dct', draw((n, 2100)).astype(np.float32), type=3, axis=0):.2f}")
