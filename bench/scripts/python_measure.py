#!/usr/bin/env python3
"""Times lines of nbl.mpi4py_fft, exact and fast mode, beside FFTW's plans of FFTW_MEASURE, on one thread, by turns in one process.

SPDX-License-Identifier: Apache-2.0

    make wheel && PYTHONPATH=folder of the unpacked wheel bench/scripts/python_measure.py [--aligned] [SIDE ...]

Written 2026-11-29. Each of the three axes of SIDE^3 (64 96 128), complex and real numbers of both precisions, from an array to
another one, as NumPy allocates them, which is 16 bytes behind a cache line, or with --aligned at a cache line. FFTW is libfftw3 and libfftw3f, called by ctypes; it measures its plans first. Processor time
of the process, so that other work counts little: the least of ROUNDS rounds in which each has its turn.
"""
import ctypes
import ctypes.util
import os
import sys
import time

import numpy as np

import nbl.mpi4py_fft

ROUNDS = 12
SECONDS = 0.01  # of a turn, about
MEASURE, PRESERVE_INPUT = 0, 1 << 4  # FFTW's flags
FORWARD = -1


class Dimension(ctypes.Structure):
    """fftw_iodim"""

    _fields_ = [("n", ctypes.c_int), ("input", ctypes.c_int), ("output", ctypes.c_int)]


def library(single):
    name = "fftw3f" if single else "fftw3"
    folder = os.environ.get("FFTW_FOLDER")  # of a machine that has none installed
    return ctypes.CDLL(f"{folder}/lib{name}.so.3" if folder else ctypes.util.find_library(name))


def by_fftw(x, y, axis):
    """Returns a function that transforms x to y by a plan that FFTW has measured."""
    single, real = x.dtype.char in "fF", x.dtype.kind == "f"
    of, prefix = library(single), "fftwf_" if single else "fftw_"

    def dimension(d):
        return Dimension(x.shape[d], x.strides[d] // x.itemsize, y.strides[d] // y.itemsize)

    others = [d for d in range(x.ndim) if d != axis]
    lines, batch = (Dimension * 1)(dimension(axis)), (Dimension * 2)(*map(dimension, others))
    make = getattr(of, prefix + ("plan_guru_dft_r2c" if real else "plan_guru_dft"))
    make.restype = ctypes.c_void_p
    pointers = ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data)
    sign = () if real else (FORWARD,)
    plan = make(1, lines, 2, batch, *pointers, *sign, ctypes.c_uint(MEASURE | PRESERVE_INPUT))
    assert plan, "FFTW makes no plan"
    execute = getattr(of, prefix + "execute")
    execute.argtypes, execute.restype = [ctypes.c_void_p], None
    return lambda: execute(plan)


def by_nbl(x, y, axis, mode):
    plan = (nbl.mpi4py_fft.rfftn if x.dtype.kind == "f" else nbl.mpi4py_fft.fftn)(
        x, axes=(axis,), output_array=y
    )

    def run():
        with nbl.mode(mode):
            plan()

    return run


def seconds(function, count):
    begin = time.process_time()
    for _ in range(count):
        function()
    return (time.process_time() - begin) / count


def row(side, char, axis):
    """Returns the microseconds of nbl, exact and fast, and of FFTW."""
    shape = [side] * 3
    empty = nbl._transform.new if "--aligned" in sys.argv else np.empty
    x = empty(shape, np.dtype(char))
    if x.dtype.kind == "f":
        shape[axis] = side // 2 + 1
    ours, theirs = (empty(shape, np.dtype(char.upper())) for _ in range(2))
    functions = [by_nbl(x, ours, axis, "exact"), by_nbl(x, ours, axis, "fast"), by_fftw(x, theirs, axis)]
    random = np.random.default_rng(side)
    x[...] = random.standard_normal(x.shape)  # behind FFTW's planning, which overwrites it
    for function in functions[::2]:
        function()
    assert np.abs(ours - theirs).max() < (1e-5 if char in "fF" else 1e-12) * np.abs(theirs).max()
    counts = [max(1, int(SECONDS / seconds(function, 2))) for function in functions]
    rounds = [[seconds(*turn) for turn in zip(functions, counts)] for _ in range(ROUNDS)]
    return 1e6 * np.min(rounds, axis=0)


def main():
    print("| Lines | Type | Axis | FFTW us | nbl, exact | fast |")
    print("|---|---|---|---|---|---|")
    ratios = {}
    for side in map(int, [word for word in sys.argv[1:] if word != "--aligned"] or ["64", "96", "128"]):
        for char in "FfDd":
            for axis in range(3):
                exact, fast, fftw = row(side, char, axis)
                print(f"| {side}^3 | {np.dtype(char)} | {axis} | {fftw:.0f} | {exact / fftw:.2f} | {fast / fftw:.2f} |", flush=True)
                ratios.setdefault(char, []).append(exact / fftw)
    for char, of in ratios.items():
        print(f"{np.dtype(char)}: {len(of)} cells, exact mode {np.median(of):.2f} in the median, worst {max(of):.2f}")


if __name__ == "__main__":
    main()
