#!/usr/bin/env python3
"""Times cuFFT (through CuPy) as `nbl-fft bench SHAPE ...` times ours: batches that fill a buffer, and one array alone.
SPDX-License-Identifier: Apache-2.0

Prints "SHAPE PRECISION [real] BATCH MICROSECONDS-EACH OF-A-COPY MICROSECONDS-ALONE" for each shape.
Out of place, forward, medians of launches that are queued together; the copy is a kernel's. Bytes are
those read and written once, as nbl-fft counts them.
"""
import argparse
import statistics
import sys

import cupy
from cupy.cuda import cufft

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument('shapes', nargs='+')
parser.add_argument('--size', type=int, default=1024)
parser.add_argument('--runs', type=int, default=9)
parser.add_argument('--precision', default='fp32')
parser.add_argument('--real', action='store_true')
options = parser.parse_args()
WIDE = options.precision == 'fp64'
REAL, COMPLEX = (cupy.float64, cupy.complex128) if WIDE else (cupy.float32, cupy.complex64)
KIND = (cufft.CUFFT_D2Z if WIDE else cufft.CUFFT_R2C) if options.real else cufft.CUFFT_Z2Z if WIDE else cufft.CUFFT_C2C
BYTES = options.size << 20
copy = cupy.ElementwiseKernel('float32 x', 'float32 y', 'y = x', 'copy')


def timed(launch):
    """Microseconds: launches in groups of about two milliseconds, all of them queued before any is waited for."""
    for _ in range(10):
        launch()
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    begin.record()
    launch()
    end.record()
    end.synchronize()
    repeats = max(1, min(200, int(2 / max(cupy.cuda.get_elapsed_time(begin, end), 1e-3))))
    events = [(cupy.cuda.Event(), cupy.cuda.Event()) for _ in range(options.runs)]
    for first, last in events:
        first.record()
        for _ in range(repeats):
            launch()
        last.record()
    events[-1][1].synchronize()
    return statistics.median(cupy.cuda.get_elapsed_time(a, b) for a, b in events) * 1e3 / repeats


def launches(shape, batch, source, target):
    last = shape[-1] // 2 + 1 if options.real else shape[-1]
    elements, spectrum = 1, last
    for size in shape:
        elements *= size
    for size in shape[:-1]:
        spectrum *= size
    plan = cufft.PlanNd(shape, shape, 1, elements, shape[:-1] + (last,), 1, spectrum, KIND, batch, 'C', -1,
                        shape[-1] if options.real else None)
    signals = source.view(REAL if options.real else COMPLEX)[:batch * elements]
    spectra = target.view(COMPLEX)[:batch * spectrum]
    if signals.size < batch * elements or spectra.size < batch * spectrum:
        raise MemoryError('beyond the buffers')
    return (lambda: plan.fft(signals, spectra, cufft.CUFFT_FORWARD)), signals.nbytes + spectra.nbytes


source, target = (cupy.zeros(BYTES // 4 + 4096, cupy.float32) for _ in range(2))
source += 1
rate = 2 * source.nbytes / timed(lambda: copy(source, target))
print('copy %.0f GB/s' % (rate / 1e3))
for text in options.shapes:
    shape = tuple(int(size) for size in text.split('x'))
    try:
        once, each = launches(shape, 1, source, target)
        alone = timed(once)
        batch = max(1, 2 * BYTES // each)
        while True:
            try:
                run, moved = launches(shape, batch, source, target)
                break
            except Exception:  # a spectrum is larger than its signal, and a workspace takes memory
                if batch == 1:
                    raise
                batch -= 1 + batch // 64
        microseconds = timed(run)
        print('%-16s %s%s %8d %12.2f %9.3f %12.2f' % (text, options.precision, ' real' if options.real else '', batch,
                                                       microseconds / batch, moved / microseconds / rate, alone))
    except Exception as error:
        print('%s %s: %s' % (text, options.precision, error), file=sys.stderr)
    sys.stdout.flush()
