#!/usr/bin/env python3
"""Times cosine and sine transforms of nbl.scipy_backend beside scipy.fft on one thread, by turns in one run.

SPDX-License-Identifier: Apache-2.0

    make wheel && PYTHONPATH=folder of the unpacked wheel bench/scripts/python_dct.py [--kinds dct2,dst3] [--axis 0]

Processor time of the process, so that other work counts little: the least of ROUNDS rounds in which each function has its
turn, after one round that makes plans. A cell is nbl's microseconds, and its time as a part of SciPy's.
"""
import argparse
import time

import numpy as np
import scipy.fft

import nbl

ROUNDS = 15
LENGTHS = [64, 256, 1024, 4096, 16384, 65536]
SECONDS = 0.002  # of a function's turn, about


def seconds(function, count):
    begin = time.process_time()
    for _ in range(count):
        function()
    return (time.process_time() - begin) / count


def cell(kind, length, lines, axis, dtype):
    """Returns nbl's seconds and SciPy's."""
    x = np.random.default_rng(length).standard_normal((lines, length)[:: 1 if axis else -1]).astype(dtype)
    name, kind = kind[:-1], int(kind[-1])
    functions = [
        lambda module=module: getattr(module, name)(x, kind, axis=axis, workers=1)
        for module in (nbl.scipy_backend, scipy.fft)
    ]
    counts = [max(1, int(SECONDS / seconds(function, 3))) for function in functions]
    rounds = [[seconds(*turn) for turn in zip(functions, counts)] for _ in range(ROUNDS + 1)]
    return np.min(rounds[1:], axis=0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kinds", default="dct2,dct3,dct4")
    parser.add_argument("--lengths", default=",".join(map(str, LENGTHS)))
    parser.add_argument("--axis", type=int, default=1, choices=(0, 1), help="1: lines are rows; 0: columns")
    arguments = parser.parse_args()
    lengths = [int(length) for length in arguments.lengths.split(",")]
    print(f"SciPy {scipy.__version__}, NumPy {np.__version__}")
    print("| Transform | Type | Lines |", " | ".join(map(str, lengths)), "|")
    print("|---|---|---|" + "---|" * len(lengths))
    ratios = []
    for kind in arguments.kinds.split(","):
        for dtype in (np.float32, np.float64):
            for lines in (1, 64):
                cells = [cell(kind, length, lines, arguments.axis, dtype) for length in lengths]
                ratios += [ours / scipys for ours, scipys in cells]
                texts = [f"{1e6 * ours:.1f}, {ours / scipys:.2f}" for ours, scipys in cells]
                print(f"| {kind} | {dtype.__name__} | {lines} |", " | ".join(texts), "|", flush=True)
    slower = sum(ratio > 1 for ratio in ratios)
    print(f"{len(ratios)} cells: median {np.median(ratios):.2f}, worst {max(ratios):.2f}, {slower} slower")


if __name__ == "__main__":
    main()
