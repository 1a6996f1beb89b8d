#!/usr/bin/env python3
"""Times cuFFT (through CuPy) as `nbl-fft bench SHAPE ...` times ours: batches that fill a buffer, and one array alone.
SPDX-License-Identifier: Apache-2.0

Prints "SHAPE PRECISION [real] [inverse] BATCH MICROSECONDS-EACH OF-A-COPY MICROSECONDS-ALONE" for each shape. With
--beside PROGRAM, an nbl-fft, that program times each shape just before cuFFT does, so that the two rows of a shape are of the
same seconds. What follows -- are the program's options:

  cufft_shapes.py 1048576 64x64x64 --beside build/nbl-fft -- --mode fast,exact --route passes,best --peers
  cufft_shapes.py --random 80 --seed 1 --together 8 --beside build/nbl-fft -- --mode fast,exact

With --random COUNT shapes are drawn, by --kind: `arrays` that no workgroup holds, a third each of one, two and three
dimensions; of their sizes three in ten are powers of two, five have factors to 7 and two to 13. `lengths` from 17 to 2^21
with any factors, their logarithms uniform, so that most have a large prime. `workgroup`: lengths from 17 to 32768 without
a factor above 13. The last lines are the median of ours / cuFFT by mode and route, the worst, and the shapes behind, worst
first; --together lets nbl-fft take that number of shapes in a run.

Out of place, forward or with --inverse back, medians of launches that are queued together; the copy is a kernel's,
timed anew beside each shape. On the way back of several dimensions cuFFT overwrites its input; --overwrite behind --
lets ours do so, too. Bytes are those read and written once, as nbl-fft counts them. cuFFT has halves of powers
of two alone.
"""
import argparse
import statistics
import subprocess
import sys
import time

import cupy
from cupy.cuda import cufft

from drawn_shapes import LENGTHS, draw

NAMES = {'fp16-storage': 'e', 'fp32': 'f', 'fp64': 'd'}
WARM_UP_SECONDS = 0.1
WAKE_SECONDS = 0.6  # behind a pause: an H200's clocks rise .27 to .4 s after its first launch
copy = cupy.RawKernel('''extern "C" __global__ void copy(const float4 *x, float4 *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = x[i];
}''', 'copy')


def warm_up(launch, seconds):
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        for _ in range(10):
            launch()
        cupy.cuda.Device().synchronize()


def timed(launch, runs):
    """Microseconds: launches in groups of about two milliseconds, all of them queued before any is waited for."""
    warm_up(launch, WARM_UP_SECONDS)
    first, last = cupy.cuda.Event(), cupy.cuda.Event()
    first.record()
    launch()
    last.record()
    last.synchronize()
    repeats = max(1, min(200, int(2 / max(cupy.cuda.get_elapsed_time(first, last), 1e-3))))
    events = [(cupy.cuda.Event(), cupy.cuda.Event()) for _ in range(runs)]
    for _ in range(10):
        launch()
    for first, last in events:
        first.record()
        for _ in range(repeats):
            launch()
        last.record()
    events[-1][1].synchronize()
    return statistics.median(cupy.cuda.get_elapsed_time(a, b) for a, b in events) * 1e3 / repeats


class Peer:
    """cuFFT in one precision, with the memory of its batches."""

    def __init__(self, options):
        self.options = options
        self.real, self.inverse = options.real, options.inverse
        self.bytes = options.size << 20
        self.scalar = {'fp16-storage': 2, 'fp32': 4, 'fp64': 8}[options.precision]
        self.source, self.target = (cupy.zeros(self.bytes // 4 + 4096, cupy.float32) for _ in range(2))
        self.source += 1

    def copy(self):
        """A kernel that moves 16 bytes a thread as nbl-fft's does."""
        copy((self.bytes // 4096,), (256,), (self.source, self.target))

    def copy_rate(self):
        """Bytes a microsecond."""
        return 2 * self.bytes / timed(self.copy, self.options.runs)

    def launches(self, shape, batch):
        """What launches a batch, and the bytes it moves."""
        last = shape[-1] // 2 + 1 if self.real else shape[-1]
        elements, spectrum = 1, last
        for size in shape:
            elements *= size
        for size in shape[:-1]:
            spectrum *= size
        to = shape[:-1] + (last,)
        bytes_in = batch * elements * self.scalar * (1 if self.real else 2)
        bytes_out = batch * spectrum * self.scalar * 2
        if max(bytes_in, bytes_out) > self.source.nbytes:
            raise MemoryError('beyond the buffers')
        letter = NAMES[self.options.precision]
        # Each side's sizes, elements of a transform, and type; inverse ones go the other way.
        sides = [(shape, elements, self.real), (to, spectrum, False)]
        if self.inverse:
            sides.reverse()
        (sizes_in, each_in, real_in), (sizes_out, each_out, real_out) = sides
        if letter == 'e':  # half precision has plans of its own kind
            kinds = ['e' if real else 'E' for real in (real_in, real_out)]
            plan = cufft.XtPlanNd(shape, sizes_in, 1, each_in, kinds[0], sizes_out, 1, each_out, kinds[1], batch, 'E',
                                  order='C', last_axis=-1, last_size=None)
            source, target = self.source.view(cupy.float16), self.target.view(cupy.float16)
        else:
            real, full = (cupy.float64, cupy.complex128) if letter == 'd' else (cupy.float32, cupy.complex64)
            types = {('d', False): (cufft.CUFFT_D2Z, cufft.CUFFT_Z2Z), ('d', True): (cufft.CUFFT_Z2D, cufft.CUFFT_Z2Z),
                     ('f', False): (cufft.CUFFT_R2C, cufft.CUFFT_C2C), ('f', True): (cufft.CUFFT_C2R, cufft.CUFFT_C2C)}
            of_real, of_complex = types[letter, self.inverse]
            plan = cufft.PlanNd(shape, sizes_in, 1, each_in, sizes_out, 1, each_out,
                                of_real if self.real else of_complex, batch, 'C', -1, shape[-1] if self.real else None)
            source = self.source.view(real if real_in else full)[:batch * each_in]
            target = self.target.view(real if real_out else full)[:batch * each_out]
        direction = cufft.CUFFT_INVERSE if self.inverse else cufft.CUFFT_FORWARD
        return (lambda: plan.fft(source, target, direction)), bytes_in + bytes_out

    def time(self, text):
        """Prints a shape's row."""
        shape = tuple(int(size) for size in text.split('x'))
        once, each = self.launches(shape, 1)
        alone = timed(once, self.options.runs)
        batch = max(1, 2 * self.bytes // each)
        while True:
            try:
                run, moved = self.launches(shape, batch)
                break
            except Exception:  # a spectrum is larger than its signal, and a workspace takes memory
                if batch == 1:
                    raise
                batch -= 1 + batch // 64
        rate = self.copy_rate()
        microseconds = timed(run, self.options.runs)
        print('%-16s %s%s%s cuFFT %8d %12.2f %9.3f %12.2f   (a copy: %.0f GB/s)' %
              (text, self.options.precision, ' real' if self.real else '', ' inverse' if self.inverse else '', batch,
               microseconds / batch, moved / microseconds / rate, alone, rate / 1e3))
        return moved / microseconds / rate, alone


class Ratios:
    """What is ahead and behind, by mode and route."""

    def __init__(self):
        self.ratios = {}

    def add(self, text, rows, peer):
        """`rows` of nbl-fft's table, cuFFT's fraction of a copy and its time of one alone."""
        for row in rows:
            words = row.split()
            if len(words) < 9 or words[0] != text or words[3] == 'VkFFT':
                continue
            for what, ratio in (('batches', float(words[6]) / peer[0]), ('one', peer[1] / float(words[7]))):
                self.ratios.setdefault((words[2], words[3], what), []).append((ratio, text))

    def report(self):
        for kind, ratios in sorted(self.ratios.items()):
            ratios.sort()
            behind = ['%s %.2f' % (text, ratio) for ratio, text in ratios if ratio < 1]
            print('%s, %s, %s: %d shapes, ours / cuFFT median %.2f, worst %.2f, behind %d: %s' %
                  (*kind, len(ratios), statistics.median(ratio for ratio, _ in ratios), ratios[0][0], len(behind),
                   ', '.join(behind)))


def ours(options, texts):
    command = [options.beside, 'bench'] + texts + ['--shapes', '--size', str(options.size), '--runs',
               str(options.runs), '--precision', options.precision]
    command += ['--' + name for name in ('real', 'inverse') if getattr(options, name)] + options.rest
    told = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in told.stdout.split('\n') if line.split(' ')[0] in texts]
    print('\n'.join(lines or [told.stderr.strip() or 'nothing']))
    return lines


def main():
    rest = sys.argv.index('--') if '--' in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('shapes', nargs='*')
    parser.add_argument('--random', type=int, default=0)
    parser.add_argument('--kind', default='arrays', choices=['arrays', *LENGTHS])
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--together', type=int, default=1)
    parser.add_argument('--size', type=int, default=1024)
    parser.add_argument('--runs', type=int, default=9)
    parser.add_argument('--precision', default='fp32', choices=sorted(NAMES))
    parser.add_argument('--real', action='store_true')
    parser.add_argument('--inverse', action='store_true')
    parser.add_argument('--beside')
    options = parser.parse_args(sys.argv[1:rest])
    options.rest = sys.argv[rest + 1:]
    peer, ratios = Peer(options), Ratios()
    shapes = options.shapes + draw(options.kind, options.random, options.seed,
                                   (options.size << 20) // (2 * peer.scalar))
    for first in range(0, len(shapes), options.together):
        texts = shapes[first:first + options.together]
        rows = ours(options, texts) if options.beside else []
        warm_up(peer.copy, WAKE_SECONDS)
        for text in texts:
            try:
                ratios.add(text, rows, peer.time(text))
            except Exception as error:
                print('%s %s: %s' % (text, options.precision, error))
            cupy.get_default_memory_pool().free_all_blocks()
            sys.stdout.flush()
    ratios.report()


main()
