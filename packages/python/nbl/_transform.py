"""Transforms of NumPy's arrays by plans that are kept.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import math
import operator
import os
import weakref

import numpy as np

from . import _device, _library, _mode
from ._cache import PlanCache
from ._problem import NO_DCT, described, problem_of

_NONE, _BY_LENGTH, _BY_ROOT = 1, 2, 3  # nbl_fft_scaling_t
_SCALING = {
    (None, True): _NONE,
    ("backward", True): _NONE,
    ("forward", True): _BY_LENGTH,
    (None, False): _BY_LENGTH,
    ("backward", False): _BY_LENGTH,
    ("forward", False): _NONE,
    ("ortho", True): _BY_ROOT,
    ("ortho", False): _BY_ROOT,
}
MAX_BYTES = 1 << 26  # of the plans that are kept, unless set_default() says otherwise


def floating(x):
    """Returns an array of float32, float64, complex64 or complex128, in native byte order."""
    array = np.asarray(x)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "c":
        return array.astype(np.complex64 if size == 8 else np.complex128, copy=False)
    return array.astype(np.float32 if kind == "f" and size <= 4 else np.float64, copy=False)


def to_complex(array):
    """Returns an array of `floating()` as a complex one of its precision."""
    return array if array.dtype.kind == "c" else array.astype(f"c{2 * array.itemsize}")


def integer(value, name):
    """Returns an argument as an integer, or raises an error that names the argument."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {value!r}") from None


def integers(values, name):
    """Returns a list of integers; an argument that is no sequence of them is refused by its name."""
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise TypeError(f"{name} must be a sequence of integers, got {values!r}") from None


AxisError = getattr(np, "exceptions", np).AxisError  # a ValueError and an IndexError; NumPy 2 has it there


def axis_of(axis, rank):
    """Returns the number of an axis from 0."""
    axis = integer(axis, "axis")
    if not -rank <= axis < rank:
        has = f"{rank} dimension{'s' * (rank > 1)}, axes are 0 to {rank - 1} or -1 to {-rank}"
        has = has if rank else "no dimensions"
        raise AxisError(f"axis {axis}: the array has {has}")
    return axis % rank


def scaling(norm, forward):
    """Returns what results are divided by, as the library counts it."""
    try:
        return _SCALING[norm, forward]
    except (KeyError, TypeError):
        raise ValueError(
            f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"'
        ) from None


_OBJECTS = 2048  # bytes of Python's objects of a plan and of its key (measured, CPython 3.11)


_Begin = ctypes.c_char * 1


def _address(array):
    """Returns where an array begins, as an argument of the library."""
    try:
        return _Begin.from_buffer(array)  # takes half of the time of what follows
    except (BufferError, TypeError, ValueError):  # gaps between elements; not writeable
        return array.ctypes.data


_ALIGNMENT = 64  # bytes of a cache line
_LEAST_ALIGNED = 1 << 15  # bytes of a result; below, aligning it takes longer than it saves


def new(shape, dtype):
    """Returns a new array, which begins at a cache line if it is large: NumPy's begin 16 bytes behind one.

    Vectors of columns then lie each in a cache line, and not in two (docs/log/users.md).
    """
    size = math.prod(shape) * dtype.itemsize
    if size < _LEAST_ALIGNED:
        return np.empty(shape, dtype)
    memory = np.empty(size + _ALIGNMENT, np.uint8)
    begin = -_address_of(memory) % _ALIGNMENT
    return memory[begin : begin + size].view(dtype).reshape(shape)


def _address_of(array):
    return array.__array_interface__["data"][0]


class _Plan:
    """A plan of the library, destroyed after its last use."""

    def __init__(self, problem, mode):
        library, self.handle = _library.cpu(), ctypes.c_void_p()
        _library.call(library.nbl_fft_make_cpu, described(problem, mode), self.handle)
        self._run = library.nbl_fft_run
        self.bytes = library.nbl_fft_get_bytes(self.handle).held + _OBJECTS
        weakref.finalize(self, library.nbl_fft_destroy, self.handle)

    def run(self, source, target):
        source, target = _address(source), _address(target)
        if self._run(self.handle, source, target, None) != _library.SUCCESS:
            _library.call(self._run, self.handle, source, target)  # which says why


_plan = PlanCache(_Plan, MAX_BYTES)
os.register_at_fork(after_in_child=_plan.renew)


def _strides(array):
    """Returns the strides in elements; None if the library does not take them."""
    if not array.flags.aligned:
        return None
    strides = []
    for size, stride in zip(array.shape, array.strides):
        if size == 1:
            stride = array.itemsize
        if stride <= 0 or stride % array.itemsize != 0:
            return None
        strides.append(stride // array.itemsize)
    return tuple(strides)


def _plain(numbers):
    """Returns whether all are integers, tuples of them, or None: 2.0 is an equal key, but no size."""
    for number in numbers:
        if type(number) is tuple:
            if not all(type(one) is int for one in number):
                return False
        elif number is not None and type(number) is not int:
            return False
    return True


def again(x, numbers, *how):
    """Transforms an array as an earlier call did whose arguments were equal.

    A call of a small array takes longer for its arguments than for its transform.

    Parameters
    ----------
    x : array_like
        As the caller has it.
    numbers : tuple
        Arguments that must be integers, tuples of them or None.
    how
        All else on which the result depends.

    Returns
    -------
    call : tuple or None
        For `transform()`, which keeps its plan by it; None: the call is none that can be kept.
    result : ndarray or None
        None: to be computed by `transform()`.
    """
    if (
        type(x) is not np.ndarray
        or not x.flags.aligned
        or not _plain(numbers)
        or _device.current() is not None
    ):
        return None, None
    call = x.shape, x.dtype, x.strides, numbers, how, _mode.current()
    try:
        plan = _plan.find(call)
    except TypeError:  # of what cannot be a key
        return None, None
    if plan is None:
        return call, None
    target = new(plan.shape, plan.dtype)
    plan.run(x, target)
    return call, target


def _transform_lines(source, axis, size, kind, inverse, scale, threads, dct):
    """Transforms one axis of an array of more dimensions than the library has."""
    lines = np.moveaxis(source, axis, -1)
    result = transform(
        lines.reshape(-1, lines.shape[-1]), (1,), (size,), kind, inverse, scale, threads, dct=dct
    )
    return np.moveaxis(result.reshape(*lines.shape[:-1], result.shape[-1]), -1, axis)


def _transform_many(source, axes, sizes, kind, inverse, scale, threads, dct):
    others = list(zip(axes[:-1], sizes[:-1]))
    other = "r2r" if kind == "r2r" else "c2c"
    for axis, size in others if kind == "c2r" else ():
        source = _transform_lines(source, axis, size, other, inverse, scale, threads, dct)
    source = _transform_lines(source, axes[-1], sizes[-1], kind, inverse, scale, threads, dct)
    for axis, size in reversed(others) if kind != "c2r" else ():
        source = _transform_lines(source, axis, size, other, inverse, scale, threads, dct)
    return source


def _is_target(out, dtype, source):
    """Returns whether the library may write results where they are wanted."""
    return (
        out.dtype == dtype
        and out.flags.writeable
        and _strides(out) is not None
        and _nested(out)
        and not np.may_share_memory(out, source)
    )


def _is_same(a, b):
    """Returns whether arrays are the same elements in the same order."""
    return a.ctypes.data == b.ctypes.data and (a.shape, a.strides, a.dtype) == (
        b.shape,
        b.strides,
        b.dtype,
    )


def transform(
    source,
    axes,
    sizes,
    kind,
    inverse,
    scale,
    threads,
    in_place=False,
    out=None,
    dct=NO_DCT,
    call=None,
    of=None,
):
    """Transforms an array.

    Parameters
    ----------
    source : ndarray
        float32 or float64 of kinds "r2c" and "r2r", else complex64 or complex128, in native byte order. Along
        the axes zeros are taken to follow, up to the sizes.
    axes : tuple of int
        Axes from 0, each once; the real one is the last.
    sizes : tuple of int
        Elements of the signal along them, of which `source` has no more; of kind "c2r" along the
        last no more than half of them and one.
    kind : {"c2c", "r2c", "c2r", "r2r"}
        Complex, real to complex, complex to real, a cosine or sine transform.
    inverse : bool
        Of kind "r2c" False, of "c2r" True.
    scale : int
        What results are divided by, from `scaling()`.
    threads : int
        At most so many; 0: as many as there are processors, fewer for little work.
    in_place : bool, optional
        Of kinds "c2c" and "r2r", and where nothing is padded: the result may replace the source.
    out : ndarray, optional
        Receives the result, and is returned. What the library cannot write directly (other types,
        arrays that overlap the source) is copied.
    dct : (int, bool), optional
        Of kind "r2r": number of the transform, and whether its matrix is orthogonal.
    call : tuple, optional
        Of `again()`: by it the plan is found by the next call that is equal.
    of : ndarray, optional
        The array of that call. Its plan is not kept so if `source` is a converted copy of it.

    Returns
    -------
    ndarray
        Of the source's precision; `source` itself if it was replaced.
    """
    single = source.dtype.char in "fF"
    signal, spectrum = list(source.shape), list(source.shape)
    for axis, size in zip(axes, sizes):
        signal[axis] = spectrum[axis] = size
    if kind in ("r2c", "c2r"):
        spectrum[axes[-1]] = sizes[-1] // 2 + 1
    shape, dtype = signal if kind == "c2r" else spectrum, _dtype(single, kind)
    if out is not None and out.shape != tuple(shape):
        raise ValueError(f"out has wrong shape: {out.shape}, the result's is {tuple(shape)}")
    if min(shape) == 0 or source.size == 0:
        return _placed(np.zeros(shape, dtype), out)
    if source.ndim > _library.MOST_RANK:
        return _placed(
            _transform_many(source, axes, sizes, kind, inverse, scale, threads, dct), out
        )
    problem = problem_of(kind, single, signal, source.shape, axes, inverse, scale, dct)
    device = _device.current()
    if device is not None:
        return device.transform_array(source, shape, dtype, problem, out)
    strides = _strides(source)
    if strides is None:
        source = np.array(source, order="C")
        strides = _strides(source)
    whole = source.shape == tuple(signal)
    replaces = in_place if out is None else _is_same(out, source)
    if replaces and kind in ("c2c", "r2r") and whole and source.flags.writeable and _nested(source):
        target = source
    elif out is not None and _is_target(out, dtype, source):
        target = out
    else:
        target = new(shape, np.dtype(dtype))
    problem = problem._replace(
        input_strides=strides, output_strides=_strides(target), threads=min(threads, 64)
    )
    key = problem, _mode.current()
    if call is not None and target is not source and source.ctypes.data == of.ctypes.data:
        key = call
    plan = _plan.find(key)
    if plan is None:
        plan = _plan.keep(key, _Plan(problem, _mode.current()))
        plan.shape, plan.dtype = tuple(shape), np.dtype(dtype)
    plan.run(source, target)
    return target if out is None or _is_same(out, target) else _placed(target, out)


def _placed(result, out):
    """Returns a result, in `out` if that is not None."""
    if out is None:
        return result
    np.copyto(out, result)
    return out


def _dtype(single, kind):
    if kind in ("c2r", "r2r"):
        return np.float32 if single else np.float64
    return np.complex64 if single else np.complex128


def _nested(array):
    """Returns whether no two elements share a place: strides are beyond what smaller ones span."""
    span = array.itemsize
    for stride, size in sorted(
        (stride, size) for stride, size in zip(array.strides, array.shape) if size > 1
    ):
        if stride < span:
            return False
        span += (size - 1) * stride
    return True


def held(sizes, kind):
    """Returns how many elements of the input sizes of a signal take."""
    return [*sizes[:-1], sizes[-1] // 2 + 1] if kind == "c2r" else list(sizes)


def cut(array, sizes, axes, kind):
    """Returns of an array what sizes of a signal take of it: a view."""
    index = [slice(None)] * array.ndim
    for axis, size in zip(axes, held(sizes, kind)):
        index[axis] = slice(size)
    return array[tuple(index)]
