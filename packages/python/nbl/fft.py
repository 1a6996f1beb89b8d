"""Discrete Fourier transforms with the names, arguments and types of `numpy.fft`.

Results have the types of the NumPy that is installed: complex128 or float64 with NumPy 1, which
computes all in double precision; with NumPy 2 those of `nbl.scipy_backend`, which keeps single
precision. Extended precision (`numpy.longdouble`) is computed in double precision. `fftfreq`,
`rfftfreq`, `fftshift` and `ifftshift` are NumPy's own. Transforms of much work take as many threads
as there are processors; results do not depend on it.

SPDX-License-Identifier: Apache-2.0
"""
import warnings

import numpy as np
from numpy.fft import fftfreq, fftshift, ifftshift, rfftfreq

from ._array import Array, conjugated, taken
from ._documents import documented
from ._transform import AxisError, again, axis_of, cut, floating, integer, integers, scaling, to_complex, transform

__all__ = [
    "fft",
    "ifft",
    "rfft",
    "irfft",
    "hfft",
    "ihfft",
    "rfftn",
    "irfftn",
    "rfft2",
    "irfft2",
    "fft2",
    "ifft2",
    "fftn",
    "ifftn",
    "fftfreq",
    "rfftfreq",
    "fftshift",
    "ifftshift",
]


def __dir__():
    return sorted(__all__)


_THREADS = 0  # the library's choice
_NUMPY_2 = int(np.__version__.partition(".")[0]) >= 2
_TYPES = "fdFD" if _NUMPY_2 else "dD"  # which are computed as they are


def _array(a):
    a = taken(a)
    return a if isinstance(a, Array) else np.asarray(a)


def _transform(a, sizes, axes, norm, kind, forward, out=None, call=None):
    """Transforms different axes, the last one first; sizes are the signal's."""
    of = a
    if out is not None and not isinstance(out, np.ndarray):
        raise TypeError(f"out must be of ArrayType, numpy.ndarray, got {type(out).__name__}")
    if out is not None and isinstance(a, Array):
        raise TypeError("out must not be given for an array on a device; nbl.plan() takes it there")
    scale = scaling(norm, forward)
    for size in sizes:
        if size < 1:
            raise ValueError(f"Invalid number of FFT data points ({size}) specified.")
    if isinstance(a, Array):
        axes = [axis_of(axis, a.ndim) for axis in axes]
        return a.transformed(sizes, axes, kind, not forward, scale)
    a = _converted(a, kind)
    axes = [axis_of(axis, a.ndim) for axis in axes]
    a = cut(a, sizes, axes, kind)
    return transform(
        a, axes, sizes, kind, not forward, scale, _THREADS, out=out, call=call, of=of
    )


def _converted(a, kind):
    """Returns an array of the type that NumPy computes in."""
    if not _NUMPY_2:
        return np.asarray(a, np.float64 if kind == "r2c" else np.complex128)
    a = floating(a)
    if kind == "r2c" and a.dtype.kind == "c":
        raise TypeError("a real signal is expected, and the array is complex")
    return a if kind == "r2c" else to_complex(a)


def _transform_axis(a, n, axis, norm, kind, forward, out):
    call = result = None
    if out is None:
        call, result = again(a, (n, axis), norm, kind, forward, _TYPES)
        if result is not None:
            return result
    a = _array(a)
    axis = axis_of(axis, a.ndim)
    if n is None:
        n = a.shape[axis] if kind != "c2r" else 2 * (a.shape[axis] - 1)
    return _transform(a, [integer(n, "n")], [axis], norm, kind, forward, out, call)


def _sizes_and_axes(a, s, axes, to_real):
    whole = -1 if _NUMPY_2 else None  # the input's size, as None is in all versions
    if s is not None and not np.iterable(s):
        integers(s, "s")  # which refuses it
    if s is not None and _NUMPY_2:
        if axes is None:
            warnings.warn("`axes` should not be `None` if `s` is given", DeprecationWarning, 4)
        if None in s:
            text = "giving an array containing `None` values to `s` is deprecated: -1 says the same"
            warnings.warn(text, DeprecationWarning, 4)
    if axes is None:
        axes = range(-len(s), 0) if s is not None else range(-a.ndim, 0)
    axes = [axis_of(axis, a.ndim) for axis in integers(axes, "axes")]
    if s is None:
        s = [a.shape[axis] for axis in axes]
        if to_real and axes:
            s[-1] = 2 * (a.shape[axes[-1]] - 1)
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    sizes = [a.shape[axis] if size is None or size == whole else size for size, axis in zip(s, axes)]
    if to_real and axes and s[-1] is None:
        sizes[-1] = 2 * (a.shape[axes[-1]] - 1)
    return integers(sizes, "s"), axes


def _transform_axes(a, s, axes, norm, kind, forward, out):
    call = result = None
    if out is None:
        numbers = tuple(s) if type(s) is list else s, tuple(axes) if type(axes) is list else axes
        call, result = again(a, numbers, norm, kind, forward, _TYPES, "axes")
        if result is not None:
            return result
    a = _array(a)
    sizes, axes = _sizes_and_axes(a, s, axes, kind == "c2r")
    if len(set(axes)) == len(axes) > 0:
        return _transform(a, sizes, axes, norm, kind, forward, out, call)
    # NumPy transforms an axis that is named twice twice, and what it has last is the result's size.
    steps = [(size, axis, "c2c") for size, axis in zip(sizes, axes)]
    if kind != "c2c" and steps:
        real, others = (*steps[-1][:2], kind), steps[:-1]
        upwards = kind == "c2r" or not _NUMPY_2
        others = others if upwards else others[::-1]
        steps = [*others, real] if kind == "c2r" else [real, *others]
    else:
        steps.reverse()
    if not steps and kind != "c2c":
        raise AxisError("at least 1 axis must be transformed")
    if not steps:
        return a if out is None else np.positive(a, out=out)
    for place, (size, axis, kind_) in enumerate(steps, 1):
        target = out if place == len(steps) else None
        a = _transform(a, [size], [axis], norm, kind_, forward, target)
    return a


_LINE, _ARRAY = "a n axis norm out", "a s axes norm out"


@documented(
    "Computes the discrete Fourier transform along an axis.", "numpy.fft", _LINE, "complex128"
)
def fft(a, n=None, axis=-1, norm=None, out=None):
    return _transform_axis(a, n, axis, norm, "c2c", True, out)


@documented(
    "Computes the inverse discrete Fourier transform along an axis.",
    "numpy.fft",
    _LINE,
    "complex128",
)
def ifft(a, n=None, axis=-1, norm=None, out=None):
    return _transform_axis(a, n, axis, norm, "c2c", False, out)


@documented(
    "Computes the transform of a real signal along an axis.",
    "numpy.fft",
    _LINE,
    "complex128: frequencies 0 to n // 2, the others being their conjugates.",
)
def rfft(a, n=None, axis=-1, norm=None, out=None):
    return _transform_axis(a, n, axis, norm, "r2c", True, out)


@documented("Computes the inverse of `rfft`.", "numpy.fft", _LINE, "float64")
def irfft(a, n=None, axis=-1, norm=None, out=None):
    return _transform_axis(a, n, axis, norm, "c2r", False, out)


_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def _swapped(norm):
    """Returns the `norm` of the other direction; an invalid one as it is, to be refused later."""
    return _SWAPPED.get(norm, norm)


@documented(
    "Computes the transform of a signal whose spectrum is real, along an axis.",
    "numpy.fft",
    _LINE,
    "float64",
)
def hfft(a, n=None, axis=-1, norm=None, out=None):
    return irfft(conjugated(taken(a)), n, axis, _swapped(norm), out)


@documented(
    "Computes the inverse of `hfft`.", "numpy.fft", _LINE, "complex128: elements 0 to n // 2."
)
def ihfft(a, n=None, axis=-1, norm=None, out=None):
    result = rfft(a, n, axis, _swapped(norm), out)
    if isinstance(result, Array):
        return conjugated(result, in_place=True)
    return np.conjugate(result, out=result)


@documented(
    "Computes the discrete Fourier transform along several axes.", "numpy.fft", _ARRAY, "complex128"
)
def fftn(a, s=None, axes=None, norm=None, out=None):
    return _transform_axes(a, s, axes, norm, "c2c", True, out)


@documented(
    "Computes the inverse discrete Fourier transform along several axes.",
    "numpy.fft",
    _ARRAY,
    "complex128",
)
def ifftn(a, s=None, axes=None, norm=None, out=None):
    return _transform_axes(a, s, axes, norm, "c2c", False, out)


@documented(
    "Computes the transform of a real signal along several axes, the last of which is cut to half.",
    "numpy.fft",
    _ARRAY,
    "complex128: frequencies 0 to s[-1] // 2 along the last of `axes`.",
)
def rfftn(a, s=None, axes=None, norm=None, out=None):
    return _transform_axes(a, s, axes, norm, "r2c", True, out)


@documented("Computes the inverse of `rfftn`.", "numpy.fft", _ARRAY, "float64")
def irfftn(a, s=None, axes=None, norm=None, out=None):
    return _transform_axes(a, s, axes, norm, "c2r", False, out)


@documented(
    "Computes the discrete Fourier transform along two axes.", "numpy.fft", _ARRAY, "complex128"
)
def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return fftn(a, s, axes, norm, out)


@documented(
    "Computes the inverse discrete Fourier transform along two axes.",
    "numpy.fft",
    _ARRAY,
    "complex128",
)
def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return ifftn(a, s, axes, norm, out)


@documented(
    "Computes the transform of a real signal along two axes, the last of which is cut to half.",
    "numpy.fft",
    _ARRAY,
    "complex128: frequencies 0 to s[-1] // 2 along the last of `axes`.",
)
def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return rfftn(a, s, axes, norm, out)


@documented("Computes the inverse of `rfft2`.", "numpy.fft", _ARRAY, "float64")
def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return irfftn(a, s, axes, norm, out)
