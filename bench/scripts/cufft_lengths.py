#!/usr/bin/env python3
"""Times cuFFT (through CuPy) as `nbl-fft bench` times ours: batches that fill a buffer, out of place, medians of events.
SPDX-License-Identifier: Apache-2.0

Prints a line for each length and precision: "PRECISION LENGTH NANOSECONDS". Every length from 48 on that the headers
take, in float32 and float64; halves have powers of two only. --size MIB, --runs N, --precision fp32,fp64,fp16-storage.
"""
import argparse
import statistics
import sys

import cupy
from cupy.cuda import cufft

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('--size', type=int, default=1024)
parser.add_argument('--runs', type=int, default=10)
parser.add_argument('--precision', default='fp32')
options = parser.parse_args()
KINDS = {'fp32': (8, cufft.CUFFT_C2C, cupy.complex64, 8192), 'fp64': (16, cufft.CUFFT_Z2Z, cupy.complex128, 4096),
         'fp16-storage': (4, 'E', None, 8192)}


def supported(most):
    for length in range(48, most + 1):
        rest = length
        for prime in (2, 3, 5, 7):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            yield length


def time_plan(launch):
    """Everything is queued before anything is waited for: else what Python takes would count."""
    events = [(cupy.cuda.Event(), cupy.cuda.Event()) for _ in range(options.runs)]
    for _ in range(30):
        launch()
    for begin, end in events:
        begin.record()
        launch()
        end.record()
    events[-1][1].synchronize()
    return statistics.median(cupy.cuda.get_elapsed_time(begin, end) * 1e6 for begin, end in events)


for precision in options.precision.split(','):
    element, kind, dtype, most = KINDS[precision]
    count = (options.size << 20) // element
    if dtype is None:
        source = cupy.random.random(2 * count, dtype=cupy.float32).astype(cupy.float16)
        target = cupy.empty_like(source)
    else:
        real = cupy.float32 if element == 8 else cupy.float64
        source = (cupy.random.random(2 * count, dtype=real) - 0.5).view(dtype)
        target = cupy.empty_like(source)
    for length in supported(most):
        if dtype is None and length & (length - 1) != 0:
            continue
        batch = count // length
        try:
            if dtype is None:
                plan = cufft.XtPlanNd((length,), (length,), 1, length, 'E', (length,), 1, length, 'E', batch, 'E',
                                      order='C', last_axis=-1, last_size=None)
                nanoseconds = time_plan(lambda: plan.fft(source, target, cufft.CUFFT_FORWARD))
            else:
                plan = cufft.Plan1d(length, kind, batch)
                signals, spectra = source[:batch * length], target[:batch * length]
                nanoseconds = time_plan(lambda: plan.fft(signals, spectra, cufft.CUFFT_FORWARD))
        except Exception as error:  # a length that it refuses is left out
            print('%s %d: %s' % (precision, length, error), file=sys.stderr)
            continue
        print('%s %d %.0f' % (precision, length, nanoseconds), flush=True)
        del plan
    del source, target
    cupy.get_default_memory_pool().free_all_blocks()
