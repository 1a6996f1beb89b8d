"""Arrays that stay on a device.

SPDX-License-Identifier: Apache-2.0
"""
import math
import operator

import numpy as np

from . import _dlpack
from ._device import current, device as opened
from ._problem import NO_DCT, problem_of
from ._transform import floating, held

_MOST_REGIONS = 1024  # copies of a part on the device; beyond (chosen), it goes through the host
_DTYPES = [np.dtype(name) for name in ("float32", "float64", "complex64", "complex128")]


class Array:
    """An array in a device's memory, in C order; `nbl.empty()` and `nbl.asarray()` make one.

    The functions of `nbl.fft` and of `nbl.scipy_backend` take it, transform it as it is and return
    another one on the same device, of its own precision in both modules. A function returns when
    its work is queued; what reads the array waits.

    For NumPy it is an array that can be read: a copy through the host. Where CUDA has the same
    device, PyTorch, CuPy and others take it without a copy, by DLPack; what they have queued is
    waited for before the library uses the memory, and what it does there before it returns.

    Attributes
    ----------
    shape : tuple of int
    dtype : numpy.dtype
        float32, float64, complex64 or complex128.
    device : Device
    """

    __array_ufunc__ = None  # NumPy's functions do not take it unasked

    def __init__(self, shape, dtype, on):
        self.shape, self.dtype, self.device = tuple(shape), np.dtype(dtype), on
        if self.dtype not in _DTYPES:
            raise TypeError(
                f"dtype {self.dtype}: must be float32, float64, complex64 or complex128"
            )
        self.buffer = on.buffer(self.nbytes)

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: math.prod(self.shape))
    nbytes = property(lambda self: self.size * self.dtype.itemsize)

    def __repr__(self):
        return f"<nbl.Array {self.shape} {self.dtype} on {self.device.name!r}>"

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __getitem__(self, key):
        """Returns a part as an array of its own: a copy on the device.

        Parameters
        ----------
        key : int, slice, Ellipsis, None or tuple of them
            As NumPy's basic indexing takes it.
        """
        part, begin = self._part(key)
        made = Array(part.shape, self.dtype, self.device)
        if part.size == 0:
            return made
        outer, run = part.ndim, 1  # elements that lie side by side, and dimensions outside of them
        while outer > 0 and (part.strides[outer - 1] == run or part.shape[outer - 1] == 1):
            outer -= 1
            run *= part.shape[outer]
        if part.size // run > _MOST_REGIONS:
            return asarray(self.numpy()[key], device=self.device)
        steps = np.zeros(part.shape[:outer], np.int64)
        for axis in range(outer):
            places = np.arange(part.shape[axis]) * part.strides[axis]
            steps += places.reshape(-1, *[1] * (outer - 1 - axis))
        size = run * self.dtype.itemsize
        self.device.copy(
            self.buffer,
            made.buffer,
            [
                ((begin + int(step)) * self.dtype.itemsize, place * size, size)
                for place, step in enumerate(steps.reshape(-1))
            ],
        )
        return made

    def _part(self, key):
        """Returns a view without memory, whose strides count elements, and its first element."""
        key = key if isinstance(key, tuple) else (key,)
        if not all(
            one is None or one is Ellipsis or isinstance(one, slice) or _is_integer(one)
            for one in key
        ):
            raise TypeError("an array on a device takes integers, slices, ... and None as indices")
        if not any(one is Ellipsis for one in key):
            key = (*key, Ellipsis)  # a view even of one element
        strides = [math.prod(self.shape[axis + 1 :]) for axis in range(self.ndim)]
        base = np.lib.stride_tricks.as_strided(np.empty(1, np.int8), self.shape, strides)
        part = base[key]
        return part, part.ctypes.data - base.ctypes.data

    def numpy(self):
        """Returns a copy as a NumPy array."""
        result = np.empty(self.shape, self.dtype)
        self.device.read(self.buffer, result)
        return result

    @property
    def __array_interface__(self):
        copy = self.numpy()
        copy.flags.writeable = False  # what is written there would be lost
        return {**copy.__array_interface__, "data": copy.reshape(-1).view(np.uint8).data}

    def __dlpack_device__(self):
        cuda = self.device.cuda()
        return (_dlpack.VULKAN, 0) if cuda is None else (_dlpack.CUDA, cuda.ordinal)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """Returns a capsule by which another library has the array's memory.

        Parameters
        ----------
        stream : int, optional
            Of CUDA; nothing is queued here that it would have to wait for.
        max_version : tuple of int, optional
            The capsule is of version 0.
        dl_device : tuple of int, optional
            Where the memory is to be: as `__dlpack_device__()` says, or (1, 0), the host.
        copy : bool, optional
            Whether it is to be a copy; the host's always is. Default: None, if it must be.

        Raises
        ------
        BufferError
            If CUDA does not have the device, or the memory cannot be had so.
        """
        if dl_device is not None and tuple(dl_device) == (_dlpack.CPU, 0) and copy is not False:
            return self.numpy().__dlpack__()
        cuda = self.device.cuda()
        if cuda is None:
            raise BufferError(f"CUDA does not have {self.device.name}: use .numpy()")
        if dl_device is not None and tuple(dl_device) != (_dlpack.CUDA, cuda.ordinal):
            raise BufferError(f"the array is on CUDA's device {cuda.ordinal}, not on {dl_device}")
        own = self
        if copy:
            own = Array(self.shape, self.dtype, self.device)
            cuda.copy(own._address(cuda), self._address(cuda), self.nbytes)
        place = _dlpack.CUDA, cuda.ordinal
        return _dlpack.capsule(own, own._address(cuda), self.shape, self.dtype, place)

    def _address(self, cuda):
        with self.device._lock:
            self.device.synchronize()
            return self.buffer.memory.map(cuda)

    def transformed(self, sizes, axes, kind, inverse, scale, overwrites=False, dct=NO_DCT):
        """Transforms different axes, the last of which is the real one; sizes are the signal's.

        overwrites: the array's own numbers may be lost
        dct: of kind "r2r", as of `_transform.transform()`
        """
        is_complex = self.dtype.kind == "c"
        if is_complex != (kind not in ("r2c", "r2r")):
            wanted = "complex" if kind in ("c2c", "c2r") else "real"
            raise TypeError(f"an array on a device must be {wanted} here, and is {self.dtype}")
        if 0 in self.shape:
            raise ValueError("an array on a device has no elements to transform")
        signal, given = list(self.shape), list(self.shape)
        for axis, size, most in zip(axes, sizes, held(sizes, kind)):
            signal[axis] = size
            given[axis] = min(given[axis], most)
        result = list(signal)
        if kind == "r2c":
            result[axes[-1]] = sizes[-1] // 2 + 1
        strides = ()  # of an array without gaps
        if given != list(self.shape):
            strides = tuple(math.prod(self.shape[axis + 1 :]) for axis in range(self.ndim))
        single = self.dtype.itemsize == (8 if is_complex else 4)
        to_real = kind in ("c2r", "r2r")
        dtype = ("float" if to_real else "complex") + str(
            (32 if single else 64) * (1 if to_real else 2)
        )
        made = Array(result, dtype, self.device)
        problem = problem_of(
            kind, single, signal, given, axes, inverse, scale, dct, input_strides=strides
        )
        self.device.transform(self.buffer, made.buffer, problem, overwrites)
        return made


def _is_integer(a):
    return hasattr(a, "__index__") and not isinstance(a, (bool, np.bool_, np.ndarray))


def empty(shape, dtype=np.float32, device=None):
    """Returns an array on a device, of undefined numbers.

    Parameters
    ----------
    shape : int or tuple of int
    dtype : data-type, optional
        float32, float64, complex64 or complex128.
    device : Device, optional
        The context's, else the best GPU.

    Returns
    -------
    Array

    Raises
    ------
    ValueError
        If a size is negative, or the array is larger than any memory.
    """
    shape = tuple(map(operator.index, shape if np.iterable(shape) else (shape,)))
    if any(size < 0 for size in shape):
        raise ValueError(f"negative dimensions are not allowed: {shape}")
    if math.prod(shape) * np.dtype(dtype).itemsize >= 1 << 63:
        raise ValueError(f"the array is too large: {shape}")
    return Array(shape, dtype, device or current() or opened())


def asarray(a, dtype=None, device=None):
    """Returns a copy of an array on a device; an `Array` of that device as it is.

    A tensor in CUDA's memory is copied on the device, once.

    Parameters
    ----------
    a : array_like
        A tensor of CUDA: in C order.
    dtype : data-type, optional
        That of `a` if it is not given: halves become float32, integers and wider types float64, as of
        `nbl.scipy_backend`.
    device : Device, optional
        The context's, else the best GPU.

    Returns
    -------
    Array
    """
    if isinstance(a, Array) and dtype in (None, a.dtype) and device in (None, a.device):
        return a
    if not isinstance(a, Array) and _dlpack.is_on_cuda(a):
        return _from_cuda(a, dtype, device or current() or opened())
    host = np.array(floating(np.asarray(a, dtype)), order="C")
    made = empty(host.shape, host.dtype, device)
    made.device.write(made.buffer, host)
    return made


def _from_cuda(tensor, dtype, on):
    cuda, ordinal = on.cuda(), int(tensor.__dlpack_device__()[1])
    if cuda is None or cuda.ordinal != ordinal:
        raise ValueError(f"a tensor of CUDA's device {ordinal} is not on {on.name}")
    borrowed = _dlpack.Borrowed(tensor)
    wanted = [np.dtype(dtype)] if dtype is not None else _DTYPES
    if borrowed.dtype not in wanted:
        names = " or ".join(map(str, wanted))
        raise TypeError(f"a tensor of {borrowed.dtype or 'another type'}: must be of {names}")
    if not borrowed.in_order:
        raise ValueError("a tensor of CUDA must be in C order: make it contiguous")
    made = Array(borrowed.shape, borrowed.dtype, on)
    cuda.copy(made._address(cuda), borrowed.address, made.nbytes)
    return made


def taken(a):
    """Returns an argument of a transform; a tensor in CUDA's memory as an `Array`, by a copy."""
    return asarray(a) if not isinstance(a, Array) and _dlpack.is_on_cuda(a) else a


def conjugated(a, in_place=False):
    """Returns the conjugate; of an array on a device another one there, or `a` itself if it may be."""
    if not isinstance(a, Array):
        return np.conjugate(a)
    if a.dtype.kind != "c" or a.size == 0:
        return a
    made = a if in_place else Array(a.shape, a.dtype, a.device)
    a.device.conjugate(a.buffer, made.buffer, a.dtype.itemsize)
    return made
