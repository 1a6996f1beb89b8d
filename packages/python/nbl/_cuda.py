"""What CUDA's driver does for memory that is shared with it, without its toolkit.

SPDX-License-Identifier: Apache-2.0

Vulkan and CUDA name a device by the same UUID. Work of the two is kept apart by waiting: CUDA's
is done before the library submits, and the library's before a function returns.
"""
import contextlib
import ctypes
import functools
import os

LIBRARY = "libcuda.so.1"
_OPAQUE_FD = 1  # CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD


class _Handle(ctypes.Union):
    _fields_ = [("fd", ctypes.c_int), ("win32", ctypes.c_void_p * 2)]


class _ExternalMemory(ctypes.Structure):
    """CUDA_EXTERNAL_MEMORY_HANDLE_DESC"""

    _fields_ = [
        ("type", ctypes.c_int),
        ("handle", _Handle),
        ("size", ctypes.c_ulonglong),
        ("flags", ctypes.c_uint),
        ("reserved", ctypes.c_uint * 16),
    ]


class _ExternalBuffer(ctypes.Structure):
    """CUDA_EXTERNAL_MEMORY_BUFFER_DESC"""

    _fields_ = [
        ("offset", ctypes.c_ulonglong),
        ("size", ctypes.c_ulonglong),
        ("flags", ctypes.c_uint),
        ("reserved", ctypes.c_uint * 16),
    ]


class Context:
    """A device's primary context, which PyTorch and CuPy use too."""

    def __init__(self, driver, ordinal, device):
        self._driver, self.ordinal = driver, ordinal
        self._context = ctypes.c_void_p()
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)

    def _call(self, name, *arguments):
        result = getattr(self._driver, name)(*arguments)
        if result != 0:
            text = ctypes.c_char_p()
            self._driver.cuGetErrorString(result, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'error').decode()} ({result})")

    @contextlib.contextmanager
    def _current(self):
        self._call("cuCtxPushCurrent_v2", self._context)
        try:
            yield
        finally:
            self._driver.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))

    def synchronize(self):
        """Waits for all of CUDA's work on the device."""
        with self._current():
            self._call("cuCtxSynchronize")

    def copy(self, target, source, size):
        """Copies bytes between addresses of the device, and waits."""
        with self._current():
            at = ctypes.c_ulonglong
            self._call("cuMemcpyDtoD_v2", at(target), at(source), ctypes.c_size_t(size))
            self._call("cuCtxSynchronize")

    def mapping(self, file, memory_size, size):
        """Imports memory by a file descriptor, which is CUDA's from then on."""
        return Mapping(self, file, memory_size, size)


class Mapping:
    """Memory of Vulkan as CUDA has it."""

    def __init__(self, context, file, memory_size, size):
        self.context = context
        self._memory, address = ctypes.c_void_p(), ctypes.c_ulonglong()
        external = _ExternalMemory(type=_OPAQUE_FD, size=memory_size)
        external.handle.fd = file
        with context._current():
            try:
                context._call(
                    "cuImportExternalMemory", ctypes.byref(self._memory), ctypes.byref(external)
                )
            except RuntimeError:
                os.close(file)
                raise
            try:
                context._call(
                    "cuExternalMemoryGetMappedBuffer",
                    ctypes.byref(address),
                    self._memory,
                    ctypes.byref(_ExternalBuffer(size=size)),
                )
            except RuntimeError:
                context._driver.cuDestroyExternalMemory(self._memory)
                raise
        self.address = address.value

    def close(self):
        """Unmaps; CUDA's work is waited for."""
        with self.context._current():
            self.context._call("cuCtxSynchronize")
            self.context._call("cuMemFree_v2", ctypes.c_ulonglong(self.address))
            self.context._call("cuDestroyExternalMemory", self._memory)


@functools.lru_cache(maxsize=None)
def context(uuid):
    """Returns the Context of the device with a UUID of 16 bytes; None without CUDA or it."""
    try:
        driver = ctypes.CDLL(LIBRARY)
    except OSError:
        return None
    count, device, its = ctypes.c_int(), ctypes.c_int(), (ctypes.c_ubyte * 16)()
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return None
    for ordinal in range(count.value):
        if (
            driver.cuDeviceGet(ctypes.byref(device), ordinal) == 0
            and driver.cuDeviceGetUuid_v2(ctypes.byref(its), device) == 0
            and bytes(its) == uuid
        ):
            return Context(driver, ordinal, device)
    return None
