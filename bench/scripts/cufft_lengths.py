#!/usr/bin/env python3
"""Times cuFFT (through CuPy) as `nbl-fft bench --together --passes N` times ours: batches that fill a buffer, out of
place, kernels by turns, since clocks move by a tenth within a second; the mean of the middle half of all launches.
SPDX-License-Identifier: Apache-2.0

Prints a line for each length and precision: "PRECISION LENGTH NANOSECONDS". Every length from 48 on that the headers
take, in float32 and float64; halves have powers of two only.
--lengths 32768,65536: these instead.
--ours COMMAND --rows FILE: both in one sitting, by turns. For each chunk of lengths COMMAND is called with these lengths as its last
arguments, and its output goes to FILE; cuFFT and COMMAND begin by turns. --begun FILE receives the time when each begins.

--rest PERCENT: of the time of launches that are waited for, after them, as of `nbl-fft bench`. Without it the GPU is at
its power limit all the time, and its clocks rise and fall by a quarter within a second.

Neighbours in a chunk are lengths far apart, and passes go forwards and backwards: what a GPU ran a second ago then does
not depend on the length.
"""
import argparse
import math
import shlex
import subprocess
import sys
import time

import cupy
from cupy.cuda import cufft

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


def far_apart(lengths):
    """Each, by steps of about the golden section's share of their number."""
    count = len(lengths)
    step = next(n for n in range(int(0.618 * count) + 1, 2 * count + 2) if math.gcd(n, count) == 1)
    return [lengths[i * step % count] for i in range(count)]


def launches(precision, length, source, target):
    """Returns what launches a transform of the whole buffer."""
    element, kind = KINDS[precision][:2]
    batch = (options.size << 20) // element // length
    if precision == 'fp16-storage':
        plan = cufft.XtPlanNd((length,), (length,), 1, length, 'E', (length,), 1, length, 'E', batch, 'E',
                              order='C', last_axis=-1, last_size=None)
        return lambda: plan.fft(source, target, cufft.CUFFT_FORWARD)
    plan = cufft.Plan1d(length, kind, batch)
    signals, spectra = source[:batch * length], target[:batch * length]
    return lambda: plan.fft(signals, spectra, cufft.CUFFT_FORWARD)


def sample(launch, untimed):
    """Everything is queued before anything is waited for: else what Python takes would count."""
    events = [(cupy.cuda.Event(), cupy.cuda.Event()) for _ in range(options.runs)]
    begun = time.perf_counter()
    for _ in range(untimed):
        launch()
    for begin, end in events:
        begin.record()
        launch()
        end.record()
    events[-1][1].synchronize()
    time.sleep(options.rest / 100 * (time.perf_counter() - begun))
    return [cupy.cuda.get_elapsed_time(begin, end) * 1e6 for begin, end in events]


def middle_mean(samples):
    samples = sorted(samples)
    middle = samples[len(samples) // 4:len(samples) - len(samples) // 4]
    return sum(middle) / len(middle)


def make_group(precision, lengths, source, target):
    """Plans of a chunk, made before any is timed, few enough that their workspaces fit."""
    launch = {}
    for length in lengths:
        try:
            launch[length] = launches(precision, length, source, target)
        except Exception as error:  # a length that it refuses is left out
            print('%s %d: %s' % (precision, length, error), file=sys.stderr)
    return launch


def time_group(precision, launch):
    """By turns."""
    samples = {length: [] for length in launch}
    for length in launch:
        sample(launch[length], options.warm)
    for number in range(options.passes):  # forwards and backwards, as ours go
        for length in launch if number % 2 == 0 else reversed(launch):
            samples[length] += sample(launch[length], 2)
    for length in launch:
        print('%s %d %.0f' % (precision, length, middle_mean(samples[length])), flush=True)


def say_begin(what, precision):
    if options.begun:
        with open(options.begun, 'a') as file:
            print('%.3f' % time.time(), what, precision, file=file)


def time_ours(lengths):
    with open(options.rows, 'a') as rows:
        subprocess.run(shlex.split(options.ours) + [str(length) for length in lengths], stdout=rows, check=False)


def main():
    for precision in options.precision.split(','):
        element, kind, dtype, most = KINDS[precision]
        count = (options.size << 20) // element
        if dtype is None:
            source = cupy.random.random(2 * count, dtype=cupy.float32).astype(cupy.float16)
        else:
            real = cupy.float32 if element == 8 else cupy.float64
            source = (cupy.random.random(2 * count, dtype=real) - 0.5).view(dtype)
        target = cupy.empty_like(source)
        lengths = far_apart([length for length in options.lengths or supported(most)
                             if dtype is not None or length & (length - 1) == 0])
        for number, first in enumerate(range(0, len(lengths), options.chunk)):
            chunk = lengths[first:first + options.chunk]
            launch = make_group(precision, chunk, source, target)
            for ours in (True, False) if number % 2 == 0 else (False, True):
                if ours and not options.ours:
                    continue
                say_begin('ours' if ours else 'cufft', precision)
                time_ours(chunk) if ours else time_group(precision, launch)
            del launch
            cupy.get_default_memory_pool().free_all_blocks()
        del source, target
        cupy.get_default_memory_pool().free_all_blocks()


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('--size', type=int, default=1024)
parser.add_argument('--runs', type=int, default=10)
parser.add_argument('--passes', type=int, default=5)
parser.add_argument('--warm', type=int, default=30)
parser.add_argument('--rest', type=float, default=0)
parser.add_argument('--chunk', type=int, default=50)
parser.add_argument('--precision', default='fp32')
parser.add_argument('--lengths', type=lambda text: [int(n) for n in text.split(',')])
parser.add_argument('--ours')
parser.add_argument('--rows')
parser.add_argument('--begun')
options = parser.parse_args()
main()
