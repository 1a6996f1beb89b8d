"""One huge array over processes by MPI: Debian's mpi4py-fft with nbl's transforms.

SPDX-License-Identifier: Apache-2.0

    mpirun -n N ranks.py            prints a hash of the spectrum of each array, one a line
    mpirun -n N ranks.py fftw       the same by FFTW, whose hashes depend on N
    mpirun -n N ranks.py time M     milliseconds of a transform forth and back of M^3, both ways
    mpirun -n N ranks.py suite FILE ...  runs files of mpi4py-fft's own tests, unchanged, with FFTW's
                                    functions replaced, and prints how many transforms were ours
"""
import hashlib
import runpy
import sys
import time

import numpy as np
from mpi4py import MPI
from mpi4py_fft import PFFT, fftw, newDistArray

import nbl.mpi4py_fft

COMM = MPI.COMM_WORLD
# Every precision, real and complex; slabs and pencils; lengths of many kinds; axes collapsed.
ARRAYS = [
    ((32, 24, 20), "F", {}),
    ((32, 24, 20), "D", {"slab": True}),
    ((17, 21, 15), "f", {}),
    ((16, 30, 27), "d", {}),
    ((13, 11, 7), "D", {"collapse": True}),
    ((64, 48), "f", {}),
    ((8, 6, 10, 12), "F", {"collapse": True}),
]


def numbers(shape, dtype):
    """Returns the whole array: the same on each process."""
    random = np.random.default_rng(1)
    values = random.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * random.standard_normal(shape)
    return values.astype(dtype)


def planned(shape, dtype, options, ours=True):
    return PFFT(
        COMM,
        shape,
        dtype=dtype,
        transforms=nbl.mpi4py_fft.transforms if ours else None,
        **options,
    )


def whole(array):
    """Returns a distributed array as a whole on process 0."""
    parts = COMM.gather((array.local_slice(), np.array(array)))
    if COMM.rank != 0:
        return None
    result = np.empty(array.global_shape, array.dtype)
    for place, part in parts:
        result[place] = part
    return result


def transformed(shape, dtype, options, ours):
    """Returns the spectrum, and by how much the way back is off."""
    fft, x = planned(shape, dtype, options, ours), numbers(shape, dtype)
    u = newDistArray(fft, False)
    u[...] = x[u.local_slice()]
    spectrum = fft.forward(u, newDistArray(fft), normalize=False)
    result = whole(spectrum)
    back = fft.backward(spectrum, newDistArray(fft, False), normalize=True)
    off = COMM.allreduce(float(np.abs(back - x[back.local_slice()]).max()), MPI.MAX)
    return x, result, off


def hashes(ours):
    for shape, dtype, options in ARRAYS:
        x, spectrum, off = transformed(shape, dtype, options, ours)
        single = dtype in "fF"
        assert off < (2e-5 if single else 2e-14), (shape, dtype, off)
        if COMM.rank != 0:
            continue
        reference = (np.fft.fftn if dtype in "FD" else np.fft.rfftn)(x)
        error = np.linalg.norm(spectrum - reference) / np.linalg.norm(reference)
        assert error < (5e-7 if single else 1e-15), (shape, dtype, error)
        print(shape, dtype, hashlib.sha256(spectrum.tobytes()).hexdigest()[:16])


def milliseconds(fft):
    u = newDistArray(fft, False)
    u[...] = COMM.rank + 1
    best = []
    for _ in range(7):
        COMM.Barrier()
        begin = time.perf_counter()
        fft.backward(fft.forward(u))
        best.append(COMM.allreduce(time.perf_counter() - begin, MPI.MAX))
    return 1e3 * min(best)


def times(n):
    for dtype in "FDfd":
        plans = [planned((n, n, n), dtype, {}, ours) for ours in (True, False)]
        ms = np.min([[milliseconds(fft) for fft in plans] for _ in range(3)], 0)
        if COMM.rank == 0:
            print(f"{dtype} {n}^3: nbl {ms[0]:.1f} ms, FFTW {ms[1]:.1f} ms, {ms[0] / ms[1]:.2f}")


def suite(files):
    made = [0]

    def counted(function):
        def call(*arguments, **options):
            made[0] += 1
            return function(*arguments, **options)

        return call

    for name in "fftn", "ifftn", "rfftn", "irfftn":
        setattr(fftw, name, counted(getattr(nbl.mpi4py_fft, name)))
    for file in files:
        runpy.run_path(file, run_name="__main__")
        if COMM.rank == 0:
            print(f"{file}: passes, {made[0]} of its transforms were nbl's")


if __name__ == "__main__":
    what = sys.argv[1:2]
    if what == ["time"]:
        times(int(sys.argv[2]))
    elif what == ["suite"]:
        suite(sys.argv[2:])
    else:
        hashes(what != ["fftw"])
