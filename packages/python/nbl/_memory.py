"""Memory of devices: shared with CUDA, mapped for the host, used again.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import ctypes
import itertools
import weakref

import numpy as np

from . import _library

LOCAL, UPLOAD, READBACK = range(3)  # nbl_vulkan_memory_t
KEPT_BYTES = 1 << 31  # of memory that no array has, for the next ones


class Memory:
    """Memory of a device, of which CUDA may have become an owner beside it."""

    _numbers = itertools.count()

    def __init__(self, device, size, kind):
        self.size, self.kind, self.number = size, kind, next(self._numbers)
        self.of, self._device, self.mapping = _library.VulkanBuffer(), device, None
        desc = _library.VulkanBufferDesc(
            size=size, memory=kind, bound_in_parts=True, exported=kind == LOCAL and device.exports
        )
        device.call("nbl_vulkan_buffer_create", desc, self.of)

    def destroy(self):
        """Lets go of it after the device is done with it."""
        if not self._device.is_here():
            return
        self._device.synchronize()
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


class Pool:
    """Memory without a use, kept for the next: allocating costs more than a transform.

    The device may still use what comes back: its work is ordered, so that only the host waits.
    """

    def __init__(self, device):
        self._device, self._free, self._bytes = device, [], 0
        self._returned = collections.deque()  # by finalizers, which run anywhere
        self._in_use = collections.Counter()  # bytes of each kind

    def take(self, size, kind):
        """Returns a Buffer; the device is locked."""
        self._take_in()
        for place in reversed(range(len(self._free))):
            if (self._free[place].size, self._free[place].kind) == (size, kind):
                memory = self._free.pop(place)
                self._bytes -= size
                return self._used(memory)
        self.keep(KEPT_BYTES)
        try:
            memory = Memory(self._device, size, kind)
        except MemoryError:
            self.keep(0)
            memory = Memory(self._device, size, kind)
        return self._used(memory)

    def lent(self):
        """Returns the bytes of memory for reading that are in use."""
        self._take_in()
        return self._in_use[READBACK]

    def _used(self, memory):
        self._in_use[memory.kind] += memory.size
        return Buffer(memory, self._returned)

    def _take_in(self):
        while self._returned:
            memory = self._returned.popleft()
            self._in_use[memory.kind] -= memory.size
            self._free.append(memory)
            self._bytes += memory.size

    def keep(self, most):
        while self._bytes > most:
            oldest = self._free.pop(0)
            self._bytes -= oldest.size
            oldest.destroy()


class Buffer:
    """A use of memory, which goes back to its pool after the last one."""

    def __init__(self, memory, returned):
        self.memory, self.of, self.size = memory, memory.of, memory.size
        weakref.finalize(self, returned.append, memory).atexit = False

    def resource(self):
        return _library.VulkanResource(buffer=self.of.handle, address=self.of.address)

    def of_host(self):
        """Returns mapped memory as bytes, which keep it from its pool."""
        memory = (ctypes.c_ubyte * self.size).from_address(self.of.mapped)
        memory.keeps = self
        return np.frombuffer(memory, np.uint8)
