"""The conjugate of an array on a device, by a kernel.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import weakref

from . import _library

_INVOCATIONS = 256
_MOST_GROUPS = 65535  # of a dispatch along an axis, on every device
_PART = 1 << 30  # bytes of a dispatch at most; less if the device binds less

# A sign is a bit: of complex128 that of every second pair of words.
_TEXT = b"""#version 450
layout(local_size_x = 256) in;
layout(binding = 0, std430) readonly buffer from_t { uvec2 from[]; };
layout(binding = 1, std430) writeonly buffer to_t { uvec2 to[]; };
layout(push_constant) uniform parameters_t { uint pairs, every; };
void main() {
    uint i = (gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x) * 256 + gl_LocalInvocationIndex;
    if (i >= pairs) return;
    uvec2 pair = from[i];
    if (i % every == every - 1) pair.y ^= 0x80000000u;
    to[i] = pair;
}
"""


class Kernel:
    """The kernel of a device; `record()` makes commands of it."""

    def __init__(self, device):
        self._device, self.handle = device, ctypes.c_void_p()
        compile_ = _library.CompileDesc(file=b"conjugate.comp", text=_TEXT, cache=device._cache)
        desc = _library.VulkanKernelDesc(name=b"conjugate", compile=ctypes.pointer(compile_))
        device.call("nbl_vulkan_kernel_create", desc, self.handle)
        weakref.finalize(
            self, device.release, device.library.nbl_vulkan_kernel_destroy, self.handle
        )

    def record(self, commands, source, target, itemsize):
        """Records the conjugate of a buffer into another, or into itself.

        Parameters
        ----------
        commands : VulkanCommands
            Recording.
        source, target : Buffer
            Of equal sizes.
        itemsize : int
            Bytes of a complex number: 8 or 16.

        Returns
        -------
        list
            Bindings, which the commands use, each freed with its last reference.
        """
        most = min(_PART, self._device.most_bound) // 4096 * 4096
        bindings, size = [], source.size
        for begin in range(0, size, most):
            part = min(most, size - begin)
            bindings.append(_Bindings(self, source, target, begin, part))
            groups = -(-part // (8 * _INVOCATIONS))
            x = min(groups, _MOST_GROUPS)
            _library.call(
                self._device.library.nbl_vulkan_kernel_record,
                self.handle,
                commands.buffer,
                bindings[-1].handle,
                (ctypes.c_uint32 * 2)(part // 8, itemsize // 8),
                (ctypes.c_uint32 * 3)(x, -(-groups // x), 1),
            )
        everything = 1 | 2  # stages of computing and of copying
        self._device.library.nbl_vulkan_record_barrier(
            self._device.handle, commands.buffer, everything, everything
        )
        return bindings


class _Bindings:
    """A part of two buffers, as the kernel has them."""

    def __init__(self, kernel, source, target, begin, size):
        self.handle, self._kernel = ctypes.c_void_p(), kernel
        device, resources = kernel._device, (_library.VulkanResource * 2)()
        for resource, buffer in zip(resources, (source, target)):
            resource.buffer, resource.offset, resource.size = buffer.of.handle, begin, size
        create = device.library.nbl_vulkan_bindings_create
        _library.call(create, kernel.handle, resources, None, self.handle)
        destroy = device.library.nbl_vulkan_bindings_destroy
        weakref.finalize(self, device.release, destroy, self.handle)
