#!/usr/bin/env python3
"""Times cuFFT's three calls (through CuPy) of a convolution by a kept spectrum: real to complex, product, complex to real.
SPDX-License-Identifier: Apache-2.0

Usage: cufft_convolution.py PADDED ...    1105920 4608x4608: sizes that are padded already, which costs nothing here

Prints "PADDED MICROSECONDS" for each: float32, out of place, medians of launches that are queued together.
"""
import statistics
import sys

import cupy
from cupy.cuda import cufft

product = cupy.ElementwiseKernel('complex64 k', 'complex64 x', 'x = x * k', 'product')


def timed(launch):
    """Microseconds of a launch."""
    for _ in range(60):
        launch()
    events = [(cupy.cuda.Event(), cupy.cuda.Event()) for _ in range(9)]
    for first, last in events:
        first.record()
        for _ in range(10):
            launch()
        last.record()
    events[-1][1].synchronize()
    return statistics.median(cupy.cuda.get_elapsed_time(a, b) for a, b in events) * 100


for text in sys.argv[1:]:
    shape = tuple(int(size) for size in text.split('x'))
    half = shape[:-1] + (shape[-1] // 2 + 1,)
    elements, spectrum = 1, 1
    for size in shape:
        elements *= size
    for size in half:
        spectrum *= size
    forward = cufft.PlanNd(shape, shape, 1, elements, half, 1, spectrum, cufft.CUFFT_R2C, 1, 'C', -1, shape[-1])
    back = cufft.PlanNd(shape, half, 1, spectrum, shape, 1, elements, cufft.CUFFT_C2R, 1, 'C', -1, shape[-1])
    signal = cupy.random.random(elements, dtype=cupy.float32)
    result = cupy.empty_like(signal)
    between = cupy.empty(spectrum, cupy.complex64)
    kept = cupy.ones(spectrum, cupy.complex64)

    def launch():
        forward.fft(signal, between, cufft.CUFFT_FORWARD)
        product(kept, between)
        back.fft(between, result, cufft.CUFFT_INVERSE)

    print(text, f'{timed(launch):.1f}', flush=True)
