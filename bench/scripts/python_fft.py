#!/usr/bin/env python3
"""Times nbl.scipy_backend beside scipy.fft and numpy.fft on one thread, by turns in one run.

SPDX-License-Identifier: Apache-2.0

    make wheel && PYTHONPATH=folder of the unpacked wheel bench/scripts/python_fft.py

Processor time of the process, so that other work counts little: the least of 15 rounds in which each function has its
turn, after one round that makes plans.
"""
import time

import numpy as np
import scipy.fft

import nbl

CASES = [
    ("fft", (1 << 10,), 2000),
    ("fft", (1 << 20,), 2),
    ("fft", (1000003,), 1),
    ("fft2", (1024, 1024), 2),
    ("rfft2", (1080, 1920), 2),
    ("fft", (4096, 256), 2),
]


def seconds(function, x, count):
    begin = time.process_time()
    for _ in range(count):
        function(x)
    return (time.process_time() - begin) / count


def main():
    random = np.random.default_rng(1)
    print("| Transform | Type | nbl ms | of SciPy's time | of NumPy's |")
    print("|---|---|---|---|---|")
    for name, shape, count in CASES:
        for dtype in (np.complex64, np.complex128):
            x = random.standard_normal(shape).astype(dtype)
            if name.startswith("r"):
                x = x.real.copy()
            else:
                x += 1j * random.standard_normal(shape)
            functions = [getattr(module, name) for module in (nbl.scipy_backend, scipy.fft, np.fft)]
            rounds = [[seconds(function, x, count) for function in functions] for _ in range(16)]
            ours, scipys, numpys = np.min(rounds[1:], axis=0)
            print(
                f"| {name} {' x '.join(map(str, shape))} | {x.dtype} | {1e3 * ours:.3f} "
                f"| {ours / scipys:.2f} | {ours / numpys:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
