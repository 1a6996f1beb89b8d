"""Vulkan devices, transforms on them, and arrays that stay there.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import contextlib
import contextvars
import ctypes
import functools
import itertools
import math
import threading
import weakref

import numpy as np

from . import _cuda, _dlpack, _library

_FLOAT32, _FLOAT64 = 1, 2  # nbl_fft_precision_t
_CPU = 4  # VK_PHYSICAL_DEVICE_TYPE_CPU
_FEATURE_FLOAT64 = 2  # NBL_FEATURE_FLOAT64
_FEATURE_EXPORTED_MEMORY = 1 << 24  # NBL_FEATURE_EXPORTED_MEMORY
_LOCAL, _UPLOAD, _READBACK = range(3)  # nbl_vulkan_memory_t
_KEPT_PLANS = 32
_KEPT_RECORDINGS = 8  # of a plan
_KEPT_BYTES = 1 << 31  # of memory that no array has, for the next ones
_current = contextvars.ContextVar("nbl.device", default=None)
_DTYPES = [np.dtype(name) for name in ("float32", "float64", "complex64", "complex128")]


class _Memory:
    """Memory of a device, of which CUDA may have become an owner beside it."""

    _numbers = itertools.count()

    def __init__(self, device, size, kind):
        self.size, self.kind, self.number = size, kind, next(self._numbers)
        self.of, self._device, self.mapping = _library.VulkanBuffer(), device, None
        desc = _library.VulkanBufferDesc(
            size=size, memory=kind, bound_in_parts=True, exported=kind == _LOCAL and device.exports
        )
        device.call("nbl_vulkan_buffer_create", desc, self.of)

    def destroy(self):
        if self.mapping is not None:
            self.mapping.close()
        self._device.library.nbl_vulkan_buffer_destroy(self._device.handle, self.of)

    def map(self, context):
        """Returns where CUDA has it; all owners of the memory later wait for CUDA's work."""
        if self.mapping is None:
            file, size = ctypes.c_int(), ctypes.c_uint64()
            self._device.call("nbl_vulkan_buffer_export", self.of, file, size)
            self.mapping = context.mapping(file.value, size.value, self.of.size)
        return self.mapping.address


class _Pool:
    """Memory without a use, kept for the next: allocating costs more than a transform."""

    def __init__(self, device):
        self._device, self._free, self._bytes = device, [], 0
        self._returned = collections.deque()  # by finalizers, which run anywhere

    def take(self, size, kind):
        """Returns a _Buffer; the device is locked."""
        while self._returned:
            self._free.append(self._returned.popleft())
            self._bytes += self._free[-1].size
        for place in reversed(range(len(self._free))):
            if (self._free[place].size, self._free[place].kind) == (size, kind):
                memory = self._free.pop(place)
                self._bytes -= size
                return _Buffer(memory, self._returned)
        self._keep(_KEPT_BYTES)
        try:
            memory = _Memory(self._device, size, kind)
        except MemoryError:
            self._keep(0)
            memory = _Memory(self._device, size, kind)
        return _Buffer(memory, self._returned)

    def _keep(self, most):
        while self._bytes > most:
            oldest = self._free.pop(0)
            self._bytes -= oldest.size
            oldest.destroy()


class _Buffer:
    """A use of memory, which goes back to its pool after the last one."""

    def __init__(self, memory, returned):
        self.memory, self.of, self.size = memory, memory.of, memory.size
        weakref.finalize(self, returned.append, memory).atexit = False

    def resource(self):
        return _library.VulkanResource(buffer=self.of.handle)

    def of_host(self):
        """Returns mapped memory as bytes."""
        return np.frombuffer((ctypes.c_ubyte * self.size).from_address(self.of.mapped), np.uint8)


class Device:
    """A Vulkan device; `nbl.device()` returns one.

    As a context it is where `nbl.fft` and `nbl.scipy_backend` transform: NumPy's arrays are copied
    to the device and back. One thread uses a device at a time; others wait.

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
        self.exports = bool(info.features & _FEATURE_EXPORTED_MEMORY)
        self._uuid = bytes(info.uuid)
        self._lock = threading.RLock()
        self._pool = _Pool(self)
        self._cache = ctypes.c_void_p()
        with contextlib.suppress(OSError, RuntimeError):  # without one every kernel is compiled
            _library.call(self.library.nbl_cache_create, None, self._cache)
        self._plan = functools.lru_cache(maxsize=_KEPT_PLANS)(self._make_plan)
        self._tokens = []

    def __repr__(self):
        return f"<nbl.Device {self.name!r}>"

    def __enter__(self):
        self._tokens.append(_current.set(self))
        return self

    def __exit__(self, kind, error, trace):
        _current.reset(self._tokens.pop())

    def call(self, name, *arguments):
        """Calls a function that takes the device first; raises what its result says."""
        _library.call(getattr(self.library, name), self.handle, *arguments)

    def _make_plan(self, *description):
        return _Plan(self, *description)

    def cuda(self):
        """Returns CUDA's context of the same device, or None."""
        return _cuda.context(self._uuid) if self.exports else None

    def buffer(self, size, kind=_LOCAL):
        with self._lock:
            return self._pool.take(max(size, 4), kind)

    def _planned(self, sizes, axes, precision, inverse, real, scale):
        if precision == _FLOAT64 and not self._has_float64:
            raise ValueError(f"{self.name} has no float64: use float32 or complex64")
        return self._plan(sizes, axes, precision, inverse, real, scale)

    def transform(self, source, target, *description):
        """Transforms from one buffer to another; both hold whole arrays in C order."""
        with self._lock:
            self._planned(*description).run(source, target)

    def transform_array(self, source, shape, dtype, sizes, axes, inverse, real, scale):
        """Transforms a NumPy array through buffers of the device."""
        source = np.ascontiguousarray(source)
        result = np.empty(shape, dtype)
        precision = _FLOAT32 if source.dtype.char in "fF" else _FLOAT64
        with self._lock:
            plan = self._planned(sizes, axes, precision, inverse, real, scale)
            upload = self.buffer(source.nbytes, _UPLOAD)
            download = self.buffer(result.nbytes, _READBACK)
            upload.of_host()[:] = source.reshape(-1).view(np.uint8)
            plan.run(self.buffer(source.nbytes), self.buffer(result.nbytes), upload, download)
            result.reshape(-1).view(np.uint8)[:] = download.of_host()
        return result

    def write(self, buffer, data):
        """Copies a NumPy array in C order into a buffer."""
        with self._lock:
            self.wait_for_cuda(buffer)
            self.call("nbl_vulkan_buffer_upload", buffer.of, 0, data.ctypes.data, data.nbytes)

    def read(self, buffer, data):
        """Copies a buffer into a NumPy array in C order."""
        with self._lock:
            self.wait_for_cuda(buffer)
            self.call("nbl_vulkan_buffer_download", buffer.of, 0, data.ctypes.data, data.nbytes)

    @staticmethod
    def wait_for_cuda(*buffers):
        """Waits until CUDA has done what it may do with buffers that it knows."""
        for buffer in buffers:
            if buffer.memory.mapping is not None:
                buffer.memory.mapping.context.synchronize()
                return


class _Fft:
    """Kernels of a description on a device, destroyed after their last use."""

    def __init__(self, device, desc, how):
        self.handle = ctypes.c_void_p()
        device.call("nbl_fft_nd_create", desc, how, False, self.handle)
        weakref.finalize(self, device.library.nbl_fft_nd_destroy, self.handle)


class _Recording:
    """Commands of a transform between certain buffers, submitted any number of times."""

    def __init__(self, device, fft, source, target, workspace, upload, download):
        library, self._fft = device.library, fft  # which is destroyed after the binding
        self._device, self._commands = device, _library.VulkanCommands()
        binding = ctypes.c_void_p()
        _library.call(
            library.nbl_fft_nd_binding_create,
            fft.handle,
            source.resource(),
            target.resource(),
            workspace.resource(),
            binding,
        )
        weakref.finalize(self, library.nbl_fft_nd_binding_destroy, binding)
        device.call("nbl_vulkan_commands_create", self._commands)
        weakref.finalize(self, library.nbl_vulkan_commands_destroy, device.handle, self._commands)
        device.call("nbl_vulkan_commands_begin", self._commands)
        commands = self._commands.buffer
        if upload is not None:
            self._copy(upload, source)
        _library.call(library.nbl_fft_nd_record, fft.handle, binding, commands, None, 0)
        if download is not None:
            self._copy(target, download)
        self._submit = "nbl_vulkan_commands_submit"

    def _copy(self, source, target):
        self._device.library.nbl_vulkan_buffer_record_copy(
            self._device.handle, self._commands.buffer, source.of, 0, target.of, 0, target.size
        )

    def run(self):
        self._device.call(self._submit, self._commands)
        self._submit = "nbl_vulkan_commands_resubmit"


class _Plan:
    """Kernels and workspace of a description on a device."""

    def __init__(self, device, sizes, axes, precision, inverse, real, scale):
        rank = len(sizes)
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
        self._device, self._fft = device, _Fft(device, desc, how)
        workspace = device.library.nbl_fft_nd_workspace_bytes(self._fft.handle)
        self._workspace = device.buffer(workspace) if workspace else None
        self._recordings = collections.OrderedDict()  # by the numbers of their memory

    def run(self, source, target, upload=None, download=None):
        """Transforms and waits; with memory of the host, it is copied from there and to there."""
        self._device.wait_for_cuda(source, target)
        buffers = source, target, self._workspace or source, upload, download
        key = tuple(buffer and buffer.memory.number for buffer in buffers)
        recording = self._recordings.pop(key, None)
        if recording is None:
            recording = _Recording(self._device, self._fft, *buffers)
        recording.run()
        self._recordings[key] = recording
        if len(self._recordings) > _KEPT_RECORDINGS:
            self._recordings.popitem(last=False)


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
    padded there. For NumPy it is an array that can be read: a copy through the host. Where CUDA has
    the same device, PyTorch, CuPy and others take it without a copy, by DLPack; what they have
    queued is waited for before the library uses the memory.

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
        return self.shape[0]

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
            return self.buffer.memory.map(cuda)

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

    A tensor in CUDA's memory is copied on the device, once.

    Parameters
    ----------
    a : array_like
        A tensor of CUDA: in C order.
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
    if _dlpack.is_on_cuda(a) and not isinstance(a, Array):
        return _from_cuda(a, dtype, device or current() or _best())
    host = np.asarray(a, dtype)
    if host.dtype not in _DTYPES:
        host = host.astype(np.complex128 if host.dtype.kind == "c" else np.float64)
    host = np.array(host, order="C")
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
    return asarray(a) if _dlpack.is_on_cuda(a) and not isinstance(a, Array) else a


def _best():
    return device()
