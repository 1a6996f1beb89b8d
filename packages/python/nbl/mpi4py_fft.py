"""Transforms for mpi4py-fft, which distributes arrays over processes by MPI.

    from mpi4py_fft import PFFT
    import nbl.mpi4py_fft

    fft = PFFT(comm, (256, 256, 256), dtype="F", transforms=nbl.mpi4py_fft.transforms)

Device and mode are those of the call. In exact mode results have the same bits on any number of
processes.

SPDX-License-Identifier: Apache-2.0
"""
import numpy as np

from ._transform import scaling, transform

__all__ = ["fftn", "ifftn", "irfftn", "rfftn", "transforms"]


class _Transform:
    """A transform between two arrays, as `mpi4py_fft.fftw` has its own: not divided by anything."""

    def __init__(self, input_array, output_array, axes, kind, inverse, threads):
        self.input_array, self.output_array = input_array, output_array
        self._axes, self._kind, self._inverse, self._threads = axes, kind, inverse, threads
        signal = output_array.shape if kind == "c2r" else input_array.shape
        self._sizes = tuple(signal[axis] for axis in axes)
        self._scale = scaling("forward" if inverse else "backward", not inverse)

    def __call__(self, input_array=None, output_array=None, implicit=True, normalize=False, **_):
        """Transforms; arrays that are given are copied to its own and from there, as FFTW's are."""
        if input_array is not None:
            self.input_array[...] = input_array
        transform(
            self.input_array,
            self._axes,
            self._sizes,
            self._kind,
            self._inverse,
            self._scale,
            self._threads,
            out=self.output_array,
        )
        if normalize:
            self.output_array *= self.get_normalization()
        if output_array is None:
            return self.output_array
        output_array[...] = self.output_array
        return output_array

    def get_normalization(self):
        return 1 / float(np.prod(self._sizes))


def _planned(name, input_array, s, axes, threads, flags, output_array):
    kind = {"fftn": "c2c", "ifftn": "c2c", "rfftn": "r2c", "irfftn": "c2r"}[name]
    if input_array.dtype.char not in "fdFD":  # extended precision is FFTW's
        from mpi4py_fft.fftw import xfftn

        return getattr(xfftn, name)(input_array, s, axes, threads, flags, output_array)
    axes = tuple(axis % input_array.ndim for axis in axes)
    if output_array is None:
        from mpi4py_fft.fftw import aligned

        shape, dtype = list(input_array.shape), input_array.dtype.char.upper()
        if kind == "r2c":
            shape[axes[-1]] = shape[axes[-1]] // 2 + 1
        elif kind == "c2r":
            shape[axes[-1]] = s[-1] if s is not None else 2 * (shape[axes[-1]] - 1)
            dtype = dtype.lower()
        output_array = aligned(shape, dtype=dtype)
    return _Transform(input_array, output_array, axes, kind, name[0] == "i", threads)


def fftn(input_array, s=None, axes=(-1,), threads=1, flags=(), output_array=None):
    """Returns a complex transform of an array; arguments: `mpi4py_fft.fftw.fftn`."""
    return _planned("fftn", input_array, s, axes, threads, flags, output_array)


def ifftn(input_array, s=None, axes=(-1,), threads=1, flags=(), output_array=None):
    """Returns the inverse transform; arguments: `mpi4py_fft.fftw.ifftn`."""
    return _planned("ifftn", input_array, s, axes, threads, flags, output_array)


def rfftn(input_array, s=None, axes=(-1,), threads=1, flags=(), output_array=None):
    """Returns a transform of real numbers; arguments: `mpi4py_fft.fftw.rfftn`."""
    return _planned("rfftn", input_array, s, axes, threads, flags, output_array)


def irfftn(input_array, s=None, axes=(-1,), threads=1, flags=(), output_array=None):
    """Returns a transform to real numbers; arguments: `mpi4py_fft.fftw.irfftn`."""
    return _planned("irfftn", input_array, s, axes, threads, flags, output_array)


def _forward(input_array, *arguments, **options):
    plan = rfftn if input_array.dtype.kind == "f" else fftn
    return plan(input_array, *arguments, **options)


def _backward(input_array, *arguments, **options):
    plan = irfftn if options["output_array"].dtype.kind == "f" else ifftn
    return plan(input_array, *arguments, **options)


class _Transforms(dict):
    """Has a pair of transforms for any axes."""

    def __contains__(self, axes):
        return True

    def __missing__(self, axes):
        return _forward, _backward


transforms = _Transforms()
