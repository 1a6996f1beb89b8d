"""Discrete Fourier transforms with the arguments and types of `scipy.fft`, and a backend for it.

    with scipy.fft.set_backend(nbl.scipy_backend):
        scipy.fft.fftn(x)

float32 and complex64 stay so; float16 becomes float32, integers float64. Extended precision
(`numpy.longdouble`) is computed, and returned, in double precision if a function is called
directly; as a backend the module leaves it to the next one, which is SciPy's own, as it does Hankel
transforms. An orthogonal sine transform of type 2 or 3 is orthogonal, as SciPy's is from version 1.12
on. SciPy is not needed.

SPDX-License-Identifier: Apache-2.0
"""
import operator
import os
import sys

import numpy as np
from numpy.fft import fftfreq, fftshift, ifftshift, rfftfreq

from ._array import Array, conjugated, taken
from ._dlpack import is_on_cuda
from ._documents import documented
from ._transform import again, axis_of, cut, floating, integer, scaling, to_complex, transform

__all__ = [
    "fft",
    "ifft",
    "fft2",
    "ifft2",
    "fftn",
    "ifftn",
    "rfft",
    "irfft",
    "rfft2",
    "irfft2",
    "rfftn",
    "irfftn",
    "hfft",
    "ihfft",
    "hfft2",
    "ihfft2",
    "hfftn",
    "ihfftn",
    "dct",
    "idct",
    "dst",
    "idst",
    "dctn",
    "idctn",
    "dstn",
    "idstn",
    "fftfreq",
    "rfftfreq",
    "fftshift",
    "ifftshift",
    "next_fast_len",
]


def __dir__():
    return sorted(__all__)


__ua_domain__ = "numpy.scipy.fft"
_TRANSFORMS = frozenset(__all__[:26])


def __ua_function__(method, args, kwargs):
    """Answers for `scipy.fft` what this module has."""
    if method.__name__ not in _TRANSFORMS:
        return NotImplemented
    x = args[0] if args else kwargs.get("x")
    if (
        not is_on_cuda(x)
        and not isinstance(x, Array)
        and np.asarray(x).dtype in (np.longdouble, np.clongdouble)
    ):
        return NotImplemented
    return globals()[method.__name__](*args, **kwargs)


def _threads(workers):
    if workers is None:
        scipy_fft = sys.modules.get("scipy.fft")
        return scipy_fft.get_workers() if scipy_fft is not None else 1
    workers = integer(workers, "workers")
    if workers > 0:
        return workers
    processors = os.cpu_count()  # which asks the operating system
    if workers == 0:
        raise ValueError("workers must not be zero")
    if workers < -processors:
        raise ValueError(
            f"workers value out of range; got {workers}, must not be less than {-processors}"
        )
    return workers + 1 + processors


def _integers(values, name):
    try:
        return [operator.index(value) for value in (values if np.iterable(values) else (values,))]
    except TypeError:
        raise ValueError(
            f"{name} must be a scalar or iterable of integers, got {values!r}"
        ) from None


def _sizes_and_axes(x, s, axes):
    if axes is not None:
        axes = [axis + x.ndim if axis < 0 else axis for axis in _integers(axes, "axes")]
        if any(axis < 0 or axis >= x.ndim for axis in axes):
            raise ValueError(
                f"axes exceeds dimensionality of input: of {x.ndim} dimensions axes are 0 to {x.ndim - 1} or negative"
            )
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    if s is not None:
        s = _integers(s, "s")
        if axes is None:
            if len(s) > x.ndim:
                raise ValueError("shape requires more axes than are present")
            axes = list(range(x.ndim - len(s), x.ndim))
        elif len(axes) != len(s):
            raise ValueError("when given, axes and shape arguments have to be of the same length")
    elif axes is None:
        axes = list(range(x.ndim))
    return [x.shape[axis] if s is None or s[i] == -1 else s[i] for i, axis in enumerate(axes)], axes


def _check_sizes(sizes):
    if min(sizes) < 1:
        raise ValueError(f"invalid number of data points ({sizes}) specified")


def _listed(s, axes):
    """Returns sizes and axes as `again()` takes them."""
    return tuple(s) if type(s) is list else s, tuple(axes) if type(axes) is list else axes


def _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, kind, forward):
    call = result = None
    if plan is None and not overwrite_x and (kind == "c2c" or forward == (kind == "r2c")):
        how = norm, kind, forward, _threads(workers), "axes"
        call, result = again(x, _listed(s, axes), *how)
    if result is not None:
        return result
    return _transform(x, s, axes, norm, overwrite_x, workers, plan, kind, forward, call)


def _transform(x, s, axes, norm, overwrite_x, workers, plan, kind, forward, call=None):
    """Transforms along axes, to and from real signals in either direction."""
    if plan is not None:
        raise NotImplementedError(
            "Passing a precomputed plan is not yet supported by nbl's functions"
        )
    x = of = taken(x)
    array = x if isinstance(x, Array) else floating(x)
    if kind == "r2c" and array.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    sizes, axes = _sizes_and_axes(array, s, axes)
    if not axes:
        if kind == "c2c":
            return x
        raise ValueError("at least 1 axis must be transformed")
    _check_sizes(sizes)
    if kind == "c2r" and s is None:
        sizes[-1] = 2 * (array.shape[axes[-1]] - 1)
        _check_sizes(sizes)
    scale, threads = scaling(norm, forward), _threads(workers)
    if isinstance(array, Array):
        swapped = kind != "c2c" and forward != (kind == "r2c")  # hfft, ihfft
        if swapped and forward:
            array, overwrite_x = conjugated(array), True
        inverse = kind == "c2r" if kind != "c2c" else not forward
        result = array.transformed(sizes, axes, kind, inverse, scale, overwrite_x)
        return conjugated(result, in_place=True) if swapped and not forward else result
    array = cut(array, sizes, axes, kind)
    if kind != "r2c" and array.dtype.kind == "f":
        array, overwrite_x = to_complex(array), True
    # The transform of a conjugate is the conjugate of the inverse transform.
    if kind == "c2r" and forward:
        array = np.conjugate(array)
    result = transform(
        array,
        axes,
        sizes,
        kind,
        not forward if kind == "c2c" else kind == "c2r",
        scale,
        threads,
        in_place=overwrite_x,
        call=call,
        of=of,
    )
    if kind == "r2c" and not forward:
        np.conjugate(result, out=result)
    return result


def _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, kind, forward):
    call = None
    if plan is None and not overwrite_x and (kind == "c2c" or forward == (kind == "r2c")):
        call, result = again(x, (n, axis), norm, kind, forward, _threads(workers))
        if result is not None:
            return result
    x = taken(x)
    array = x if isinstance(x, Array) else np.asarray(x)
    axis = axis_of(axis, array.ndim)
    if n is not None:
        n = integer(n, "n")
    else:
        n = 2 * (array.shape[axis] - 1) if kind == "c2r" else array.shape[axis]
    if n < 1:
        raise ValueError(f"invalid number of data points ({n}) specified")
    return _transform(array, [n], [axis], norm, overwrite_x, workers, plan, kind, forward, call)


_LINE = "x n axis norm overwrite_x workers plan"
_ARRAY = "x s axes norm overwrite_x workers plan"
_COMPLEX = "complex64 of float16, float32 and complex64, else complex128."
_REAL = "float32 of float16, float32 and complex64, else float64."
_HALF = (
    _COMPLEX[:-1]
    + "; elements 0 to half of the last of the axes, the others being their conjugates."
)


@documented("Computes the discrete Fourier transform along an axis.", "scipy.fft", _LINE, _COMPLEX)
def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, "c2c", True)


@documented(
    "Computes the inverse discrete Fourier transform along an axis.", "scipy.fft", _LINE, _COMPLEX
)
def ifft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, "c2c", False)


@documented("Computes the transform of a real signal along an axis.", "scipy.fft", _LINE, _HALF)
def rfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, "r2c", True)


@documented("Computes the inverse of `rfft`.", "scipy.fft", _LINE, _REAL)
def irfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, "c2r", False)


@documented(
    "Computes the transform of a signal whose spectrum is real, along an axis.",
    "scipy.fft",
    _LINE,
    _REAL,
)
def hfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, "c2r", True)


@documented("Computes the inverse of `hfft`.", "scipy.fft", _LINE, _HALF)
def ihfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axis(x, n, axis, norm, overwrite_x, workers, plan, "r2c", False)


@documented(
    "Computes the discrete Fourier transform along several axes.", "scipy.fft", _ARRAY, _COMPLEX
)
def fftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, "c2c", True)


@documented(
    "Computes the inverse discrete Fourier transform along several axes.",
    "scipy.fft",
    _ARRAY,
    _COMPLEX,
)
def ifftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, "c2c", False)


@documented(
    "Computes the transform of a real signal along several axes.", "scipy.fft", _ARRAY, _HALF
)
def rfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, "r2c", True)


@documented("Computes the inverse of `rfftn`.", "scipy.fft", _ARRAY, _REAL)
def irfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, "c2r", False)


@documented(
    "Computes the transform of a signal whose spectrum is real, along several axes.",
    "scipy.fft",
    _ARRAY,
    _REAL,
)
def hfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, "c2r", True)


@documented("Computes the inverse of `hfftn`.", "scipy.fft", _ARRAY, _HALF)
def ihfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    return _transform_axes(x, s, axes, norm, overwrite_x, workers, plan, "r2c", False)


@documented(
    "Computes the discrete Fourier transform along two axes.", "scipy.fft", _ARRAY, _COMPLEX
)
def fft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


@documented(
    "Computes the inverse discrete Fourier transform along two axes.", "scipy.fft", _ARRAY, _COMPLEX
)
def ifft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


@documented("Computes the transform of a real signal along two axes.", "scipy.fft", _ARRAY, _HALF)
def rfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    return rfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


@documented("Computes the inverse of `rfft2`.", "scipy.fft", _ARRAY, _REAL)
def irfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    return irfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


@documented(
    "Computes the transform of a signal whose spectrum is real, along two axes.",
    "scipy.fft",
    _ARRAY,
    _REAL,
)
def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    return hfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


@documented("Computes the inverse of `hfft2`.", "scipy.fft", _ARRAY, _HALF)
def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    return ihfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def _dct_of(
    array, sizes, axes, number, orthogonalize, norm, forward, threads, overwrite_x, call, of
):
    """Transforms an array of `floating()` or on a device by a real transform."""
    orthogonal = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    scale, dct = scaling(norm, forward), (number, orthogonal)
    if isinstance(array, Array):
        return array.transformed(sizes, axes, "r2r", not forward, scale, overwrite_x, dct)
    array = cut(array, sizes, axes, "r2r")
    how = scale, threads, overwrite_x, None, dct, call, of
    return transform(array, axes, sizes, "r2r", not forward, *how)


def _dct(x, s, axes, sine, type, norm, overwrite_x, workers, orthogonalize, forward, call=None):
    """Transforms along axes by cosine or sine transforms; of complex numbers each part."""
    if call is None and not overwrite_x:
        numbers = type, *_listed(s, axes)
        how = sine, norm, orthogonalize, forward, _threads(workers), "axes"
        call, result = again(x, numbers, *how)
        if result is not None:
            return result
    x = of = taken(x)
    array = x if isinstance(x, Array) else floating(x)
    sizes, axes = _sizes_and_axes(array, s, axes)
    if not axes:
        return x
    _check_sizes(sizes)
    type = integer(type, "type")
    if not 1 <= type <= 4:
        raise ValueError(f"invalid type {type}: must be 1, 2, 3 or 4")
    if type == 1 and not sine and min(sizes) < 2:
        raise ValueError("a cosine transform of type 1 takes at least 2 elements along each axis")
    axes = [axis_of(axis, array.ndim) for axis in axes]
    how = type + 4 * sine, orthogonalize, norm, forward, _threads(workers)
    if array.dtype.kind != "c":
        return _dct_of(array, sizes, axes, *how, overwrite_x, call, of)
    if isinstance(array, Array):
        raise TypeError(f"an array on a device must be real here, and is {array.dtype}")
    parts = array.real, array.imag
    real, imag = (_dct_of(part, sizes, axes, *how, False, None, None) for part in parts)
    result = np.empty(real.shape, array.dtype)
    result.real, result.imag = real, imag
    return result


def _dct_axis(x, n, axis, sine, type, norm, overwrite_x, workers, orthogonalize, forward):
    call = None
    if not overwrite_x:
        how = sine, norm, orthogonalize, forward, _threads(workers)
        call, result = again(x, (type, n, axis), *how)
        if result is not None:
            return result
    x = taken(x)
    array = x if isinstance(x, Array) else np.asarray(x)
    axis = axis_of(axis, array.ndim)
    sizes = None if n is None else [integer(n, "n")]
    if sizes is not None:
        _check_sizes(sizes)  # -1 is a whole axis among several alone
    how = sine, type, norm, overwrite_x, workers, orthogonalize, forward, call
    return _dct(array, sizes, [axis], *how)


_DCT_LINE = "x type n axis norm overwrite_x workers orthogonalize"
_DCT_ARRAY = "x type s axes norm overwrite_x workers orthogonalize"
_DCT = """float32 of float16 and float32, float64 of float64 and integers. Of complex numbers the real and
    the imaginary part are transformed each by itself, and the result is complex."""


@documented("Computes a discrete cosine transform along an axis.", "scipy.fft", _DCT_LINE, _DCT)
def dct(
    x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None
):
    return _dct_axis(x, n, axis, False, type, norm, overwrite_x, workers, orthogonalize, True)


@documented("Computes the inverse of `dct`.", "scipy.fft", _DCT_LINE, _DCT)
def idct(
    x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None
):
    return _dct_axis(x, n, axis, False, type, norm, overwrite_x, workers, orthogonalize, False)


@documented("Computes a discrete sine transform along an axis.", "scipy.fft", _DCT_LINE, _DCT)
def dst(
    x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None
):
    return _dct_axis(x, n, axis, True, type, norm, overwrite_x, workers, orthogonalize, True)


@documented("Computes the inverse of `dst`.", "scipy.fft", _DCT_LINE, _DCT)
def idst(
    x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None
):
    return _dct_axis(x, n, axis, True, type, norm, overwrite_x, workers, orthogonalize, False)


@documented(
    "Computes a discrete cosine transform along several axes.", "scipy.fft", _DCT_ARRAY, _DCT
)
def dctn(
    x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None
):
    return _dct(x, s, axes, False, type, norm, overwrite_x, workers, orthogonalize, True)


@documented("Computes the inverse of `dctn`.", "scipy.fft", _DCT_ARRAY, _DCT)
def idctn(
    x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None
):
    return _dct(x, s, axes, False, type, norm, overwrite_x, workers, orthogonalize, False)


@documented(
    "Computes a discrete sine transform along several axes.", "scipy.fft", _DCT_ARRAY, _DCT
)
def dstn(
    x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None
):
    return _dct(x, s, axes, True, type, norm, overwrite_x, workers, orthogonalize, True)


@documented("Computes the inverse of `dstn`.", "scipy.fft", _DCT_ARRAY, _DCT)
def idstn(
    x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None
):
    return _dct(x, s, axes, True, type, norm, overwrite_x, workers, orthogonalize, False)


def next_fast_len(target, real=False):
    """Returns the next length that is transformed fast: the one that SciPy's function returns.

    Parameters
    ----------
    target : int
        Elements at least, 1 or more.
    real : bool, optional
        Whether the signal is real. Default: False.

    Returns
    -------
    int
        The smallest 2^a 3^b 5^c 7^d 11^e from `target` on, of real signals 2^a 3^b 5^c.

    Raises
    ------
    ValueError
        If `target` is below 1, or above 1676976733973595602 as SciPy has it.

    See Also
    --------
    scipy.fft.next_fast_len
    """
    target = operator.index(target)
    if target < 1:
        raise ValueError(f"Target length must be positive, got {target}")
    if target >= 1 << 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    if target - 1 > ((1 << 64) - 1) // 11:  # as SciPy does, whose products would overflow beyond
        raise ValueError(f"Target length is too large to perform an FFT: {target}")
    most = 1 << (target - 1).bit_length()
    odd = [1]  # products of odd primes; each is doubled until it suffices
    for prime in (3, 5) if real else (3, 5, 7, 11):
        for value in odd:  # values that are appended here come, too
            if value * prime < most:
                odd.append(value * prime)
    return min(value << (-(-target // value) - 1).bit_length() for value in odd)
