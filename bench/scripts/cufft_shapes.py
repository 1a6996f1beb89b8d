#!/usr/bin/env python3
"""Times cuFFT (through CuPy) as `nbl-fft bench SHAPE ...` times ours: batches that fill a buffer, and one array alone.
SPDX-License-Identifier: Apache-2.0

Prints "SHAPE PRECISION [real] BATCH MICROSECONDS-EACH OF-A-COPY MICROSECONDS-ALONE" for each shape. With --beside
PROGRAM, an nbl-fft, that one's rows of a shape come before cuFFT's, so that a shape's figures are of the same seconds;
what follows -- are its options:

  cufft_shapes.py 1048576 64x64x64 --beside build/nbl-fft -- --mode fast,exact --route passes,best --peers

Out of place, forward, medians of launches that are queued together; the copy is a kernel's, timed anew beside each
shape. Bytes are those read and written once, as nbl-fft counts them. cuFFT has halves of powers of two alone.
"""
import argparse
import statistics
import subprocess
import sys
import time

import cupy
from cupy.cuda import cufft

NAMES = {'fp16-storage': 'e', 'fp32': 'f', 'fp64': 'd'}
WARM_UP_SECONDS = 0.1  # after a pause a GPU is slow for as long
copy = cupy.RawKernel('''extern "C" __global__ void copy(const float4 *x, float4 *y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = x[i];
}''', 'copy')


def timed(launch, runs):
    """Microseconds: launches in groups of about two milliseconds, all of them queued before any is waited for."""
    begin = time.monotonic()
    while time.monotonic() - begin < WARM_UP_SECONDS:
        for _ in range(10):
            launch()
        cupy.cuda.Device().synchronize()
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
        self.real = options.real
        self.bytes = options.size << 20
        self.scalar = {'fp16-storage': 2, 'fp32': 4, 'fp64': 8}[options.precision]
        self.source, self.target = (cupy.zeros(self.bytes // 4 + 4096, cupy.float32) for _ in range(2))
        self.source += 1

    def copy_rate(self):
        """Bytes a microsecond, of a kernel that moves 16 bytes a thread as nbl-fft's does."""
        return 2 * self.bytes / timed(lambda: copy((self.bytes // 4096,), (256,), (self.source, self.target)),
                                      self.options.runs)

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
        if letter == 'e':  # half precision has plans of its own kind
            kind = 'e' if self.real else 'E'
            plan = cufft.XtPlanNd(shape, shape, 1, elements, kind, to, 1, spectrum, 'E', batch, 'E', order='C',
                                  last_axis=-1, last_size=None)
            signals, spectra = self.source.view(cupy.float16), self.target.view(cupy.float16)
        else:
            real, full = (cupy.float64, cupy.complex128) if letter == 'd' else (cupy.float32, cupy.complex64)
            of_real, of_complex = (cufft.CUFFT_D2Z, cufft.CUFFT_Z2Z) if letter == 'd' else (cufft.CUFFT_R2C,
                                                                                          cufft.CUFFT_C2C)
            plan = cufft.PlanNd(shape, shape, 1, elements, to, 1, spectrum, of_real if self.real else of_complex, batch,
                                'C', -1, shape[-1] if self.real else None)
            signals = self.source.view(real if self.real else full)[:batch * elements]
            spectra = self.target.view(full)[:batch * spectrum]
        return (lambda: plan.fft(signals, spectra, cufft.CUFFT_FORWARD)), bytes_in + bytes_out

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
        print('%-16s %s%s cuFFT %8d %12.2f %9.3f %12.2f   (a copy: %.0f GB/s)' %
              (text, self.options.precision, ' real' if self.real else '', batch, microseconds / batch,
               moved / microseconds / rate, alone, rate / 1e3))


def ours(options, text):
    command = [options.beside, 'bench', text, '--shapes', '--size', str(options.size), '--runs', str(options.runs),
               '--precision', options.precision] + (['--real'] if options.real else []) + options.rest
    told = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in told.stdout.split('\n') if line.startswith(text + ' ')]
    print('\n'.join(lines or [told.stderr.strip() or 'nothing']))


def main():
    rest = sys.argv.index('--') if '--' in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('shapes', nargs='+')
    parser.add_argument('--size', type=int, default=1024)
    parser.add_argument('--runs', type=int, default=9)
    parser.add_argument('--precision', default='fp32', choices=sorted(NAMES))
    parser.add_argument('--real', action='store_true')
    parser.add_argument('--beside')
    options = parser.parse_args(sys.argv[1:rest])
    options.rest = sys.argv[rest + 1:]
    peer = Peer(options)
    for text in options.shapes:
        if options.beside:
            ours(options, text)
        try:
            peer.time(text)
        except Exception as error:
            print('%s %s: %s' % (text, options.precision, error))
        cupy.get_default_memory_pool().free_all_blocks()
        sys.stdout.flush()


main()
