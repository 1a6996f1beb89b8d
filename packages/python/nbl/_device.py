"""Vulkan devices, transforms on them, and arrays that stay there.

SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import contextvars
import ctypes
import functools
import math
import threading
import weakref

import numpy as np

from . import _library

_FLOAT32, _FLOAT64 = 1, 2  # nbl_fft_precision_t
_CPU = 4  # VK_PHYSICAL_DEVICE_TYPE_CPU
_FEATURE_FLOAT64 = 2  # NBL_FEATURE_FLOAT64
_KEPT_PLANS = 32
_current = contextvars.ContextVar("nbl.device", default=None)
_DTYPES = [np.dtype(name) for name in ("float32", "float64", "complex64", "complex128")]


class _Buffer:
    """Memory of a device, freed after its last use."""

    def __init__(self, device, size):
        self.size, self._device = size, device
        self.of = _library.VulkanBuffer()
        desc = _library.VulkanBufferDesc(size=max(size, 4), bound_in_parts=True)
        _library.call(device.library.nbl_vulkan_buffer_create, device.handle, desc, self.of)
        # The buffer holds the device, and is freed before it.
        weakref.finalize(self, _Buffer._free, device, self.of)

    @staticmethod
    def _free(device, of):
        device.library.nbl_vulkan_buffer_destroy(device.handle, of)

    def resource(self):
        return _library.VulkanResource(buffer=self.of.handle)

    def write(self, data):
        self._device.call("nbl_vulkan_buffer_upload", self.of, 0, data.ctypes.data, data.nbytes)

    def read(self, data):
        self._device.call("nbl_vulkan_buffer_download", self.of, 0, data.ctypes.data, data.nbytes)


class Device:
    """A Vulkan device; `nbl.device()` returns one.

    As a context it is where `nbl.fft` and `nbl.scipy_backend` transform: NumPy's arrays are copied to
    the device and back. One thread uses a device at a time; others wait.

    Attributes
    ----------
    name : str
        As its driver has it.
    """

    def __init__(self, name):
        self.library = _library.full()
        self.handle = ctypes.c_void_p()
        desc = self.library.nbl_vulkan_device_desc_init()
        desc.name = name.encode() if name is not None else None
        _library.call(self.library.nbl_vulkan_device_create, desc, self.handle)
        info = self.library.nbl_vulkan_device_get_info(self.handle).contents
        self.name = info.name.decode()
        self._is_processor = info.type == _CPU
        self._has_float64 = bool(info.features & _FEATURE_FLOAT64)
        self._lock = threading.RLock()
        self._cache = ctypes.c_void_p()
        with contextlib.suppress(OSError, RuntimeError):  # without one every kernel is compiled
            _library.call(self.library.nbl_cache_create, None, self._cache)
        self._commands = _library.VulkanCommands()
        self.call("nbl_vulkan_commands_create", self._commands)
        self._plan = functools.lru_cache(maxsize=_KEPT_PLANS)(self._make_plan)
        self._tokens = []

    def __repr__(self):
        return f"<nbl.Device {self.name!r}>"

    def __enter__(self):
        self._tokens.append(_current.set(self))
        return self

    def __exit__(self, *error):
        _current.reset(self._tokens.pop())

    def call(self, name, *arguments):
        """Calls a function that takes the device first; raises what its result says."""
        _library.call(getattr(self.library, name), self.handle, *arguments)

    def _make_plan(self, *description):
        return _Plan(self, *description)

    def transform(self, source, target, sizes, axes, precision, inverse, real, scale):
        """Transforms from one buffer to another; both hold whole arrays in C order."""
        if precision == _FLOAT64 and not self._has_float64:
            raise ValueError(f"{self.name} has no float64: use float32 or complex64")
        with self._lock:
            plan = self._plan(sizes, axes, precision, inverse, real, scale)
            plan.run(source, target)

    def transform_array(self, source, shape, dtype, sizes, axes, inverse, real, scale):
        """Transforms a NumPy array through buffers of the device."""
        source = np.ascontiguousarray(source)
        result = np.empty(shape, dtype)
        with self._lock:
            a, b = _Buffer(self, source.nbytes), _Buffer(self, result.nbytes)
            a.write(source)
            precision = _FLOAT32 if source.dtype.char in "fF" else _FLOAT64
            self.transform(a, b, sizes, axes, precision, inverse, real, scale)
            b.read(result)
        return result


class _Plan:
    """Kernels and workspace of a description on a device."""

    def __init__(self, device, sizes, axes, precision, inverse, real, scale):
        library, rank = device.library, len(sizes)
        desc = _library.FftNdDesc(
            rank=rank,
            axis_count=len(axes),
            batch=1,
            precision=precision,
            inverse=inverse,
            real=real,
            scaling=scale,
        )
        desc.sizes[:rank] = sizes
        desc.axes[: len(axes)] = axes
        how = _library.FftVulkanDesc(cache=device._cache, unroll=not device._is_processor)
        self._device, self._fft = device, ctypes.c_void_p()
        device.call("nbl_fft_nd_create", desc, how, False, self._fft)
        weakref.finalize(self, library.nbl_fft_nd_destroy, self._fft)
        workspace = library.nbl_fft_nd_workspace_bytes(self._fft)
        self._workspace = _Buffer(device, workspace) if workspace else None

    def run(self, source, target):
        device, library = self._device, self._device.library
        workspace = self._workspace or source
        binding = ctypes.c_void_p()
        _library.call(
            library.nbl_fft_nd_binding_create,
            self._fft,
            source.resource(),
            target.resource(),
            workspace.resource(),
            binding,
        )
        try:
            device.call("nbl_vulkan_commands_begin", device._commands)
            _library.call(
                library.nbl_fft_nd_record, self._fft, binding, device._commands.buffer, None, 0
            )
            device.call("nbl_vulkan_commands_submit", device._commands)
        finally:
            library.nbl_fft_nd_binding_destroy(binding)


_opened = {}
_opening = threading.Lock()


def device(name=None):
    """Returns a Vulkan device, opened once and kept.

    Parameters
    ----------
    name : str, optional
        A part of its name or of its driver's; the best there is without one.

    Returns
    -------
    Device
        A context: inside of `with nbl.device("llvmpipe"):` `nbl.fft` and `nbl.scipy_backend`
        transform there.

    Raises
    ------
    RuntimeError
        If there is no such device.
    """
    with _opening:
        if name not in _opened:
            _opened[name] = Device(name)
        return _opened[name]


def current():
    """Returns the device of the context, or None."""
    return _current.get()


class Array:
    """An array in a device's memory, in C order; `nbl.empty()` and `nbl.asarray()` make one.

    The functions of `nbl.fft` and of `nbl.scipy_backend` take it, transform it as it is and return
    another one on the same device, of its own precision in both modules. Sizes cannot be cut or
    padded there.

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
        self.buffer = _Buffer(on, self.nbytes)

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: math.prod(self.shape))
    nbytes = property(lambda self: self.size * self.dtype.itemsize)

    def __repr__(self):
        return f"<nbl.Array {self.shape} {self.dtype} on {self.device.name!r}>"

    def __len__(self):
        return self.shape[0]

    def numpy(self):
        """Returns a copy as a NumPy array."""
        result = np.empty(self.shape, self.dtype)
        self.buffer.read(result)
        return result

    def __array__(self, dtype=None):
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    def transformed(self, sizes, axes, kind, inverse, scale):
        """Transforms different axes, the last of which is the real one; sizes are the signal's."""
        is_complex = self.dtype.kind == "c"
        if is_complex != (kind != "r2c"):
            wanted = "real" if kind == "r2c" else "complex"
            raise TypeError(f"an array on a device must be {wanted} here, and is {self.dtype}")
        signal, result = list(self.shape), list(self.shape)
        if kind == "c2r":
            signal[axes[-1]] = sizes[-1]
        if [signal[axis] for axis in axes] != list(sizes) or (
            kind == "c2r" and sizes[-1] // 2 + 1 != self.shape[axes[-1]]
        ):
            raise ValueError("arrays on a device are neither cut nor padded")
        if kind == "r2c":
            result[axes[-1]] = sizes[-1] // 2 + 1
        elif kind == "c2r":
            result[axes[-1]] = sizes[-1]
        single = self.dtype.itemsize == (8 if is_complex else 4)
        dtype = ("float" if kind == "c2r" else "complex") + str(
            (32 if single else 64) * (1 if kind == "c2r" else 2)
        )
        made = Array(result, dtype, self.device)
        self.device.transform(
            self.buffer,
            made.buffer,
            tuple(signal),
            tuple(axes),
            _FLOAT32 if single else _FLOAT64,
            inverse,
            kind != "c2c",
            scale,
        )
        return made


def empty(shape, dtype=np.float32, device=None):
    """Returns an array on a device, of undefined numbers.

    Parameters
    ----------
    shape : int or tuple of int
    dtype : data-type, optional
        float32, float64, complex64 or complex128.
    device : Device, optional
        The context's, else the best there is.

    Returns
    -------
    Array
    """
    shape = tuple(shape) if np.iterable(shape) else (shape,)
    return Array(shape, dtype, device or current() or _best())


def asarray(a, dtype=None, device=None):
    """Returns a copy of an array on a device; an `Array` of that device as it is.

    Parameters
    ----------
    a : array_like
    dtype : data-type, optional
        That of `a`, integers as float64, if it is not given.
    device : Device, optional
        The context's, else the best there is.

    Returns
    -------
    Array
    """
    if isinstance(a, Array) and dtype in (None, a.dtype) and device in (None, a.device):
        return a
    host = np.asarray(a, dtype)
    if host.dtype not in _DTYPES:
        host = host.astype(np.complex128 if host.dtype.kind == "c" else np.float64)
    host = np.array(host, order="C")
    made = empty(host.shape, host.dtype, device)
    made.buffer.write(host)
    return made


def _best():
    return device()
