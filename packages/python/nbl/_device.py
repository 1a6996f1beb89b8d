"""Vulkan devices, and transforms on them.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import contextlib
import ctypes
import functools
import math
import operator
import os
import threading
import uuid
import warnings
import weakref

import numpy as np

from . import _conjugate, _cuda, _library, _mode
from ._cache import PlanCache
from ._context import Choice, Chosen
from ._memory import LOCAL, READBACK, UPLOAD, Pool
from ._problem import FLOAT64, described

_CPU = 4  # VK_PHYSICAL_DEVICE_TYPE_CPU
_FEATURE_FLOAT64 = 2  # NBL_FEATURE_FLOAT64
_FEATURE_EXPORTED_MEMORY = 1 << 24  # NBL_FEATURE_EXPORTED_MEMORY
_ROUTE_BEST = 1  # nbl_fft_route_t
_KEPT_PLANS = 32, 1 << 30  # plans, whose kernels are the driver's memory; bytes of their workspaces
_KEPT_RECORDINGS = 8  # of a plan
_LENT = 1 << 20, 1 << 30  # bytes of a result that is lent and not copied, and of all of them
PROCESSOR = "cpu"  # what the processor is called where a device is expected


_default = None  # a function that returns the process's device, once it is known


def _of_process():
    if _default is None:
        set_default(os.environ.get("NBL_DEVICE") or PROCESSOR, "NBL_DEVICE: ")
    return _default()


_choice = Choice("nbl.device", _of_process)


class Processor(Chosen):
    """The processor, as `nbl.device("cpu")` returns it: where transforms are without a device."""

    choice = _choice
    name = PROCESSOR

    def __repr__(self):
        return "<nbl.Processor>"

    def synchronize(self):
        """Returns at once: functions on the processor return when they have computed."""


class Device(Chosen):
    """A Vulkan device; `nbl.device()` returns one.

    As a context it is where `nbl.fft` and `nbl.scipy_backend` transform: NumPy's arrays are copied
    to the device and back. Any number of threads and coroutines may enter it at once. The choice
    holds for the thread or coroutine, and for threads that make none themselves if the main thread
    makes it: those of pools. One thread uses a device at a time; others wait. Functions of an
    `nbl.Array` return when their work is queued; what reads the result waits for it, and raises
    what went wrong. A process that was forked has no device until it opens one: NumPy's arrays are
    transformed on the processor there, and using an `nbl.Array` of before raises RuntimeError.

    Attributes
    ----------
    name : str
        As its driver has it.
    uuid : str
        The same in every process, and for CUDA; `nbl.device()` takes it.
    index : int
        Its number among the devices, as `nbl-fft devices` has it; `nbl.device()` takes it.
    """

    choice = _choice
    value = property(lambda self: self)

    def __init__(self, name):
        self.library = _library.full()
        self.handle = ctypes.c_void_p()
        desc = self.library.nbl_vulkan_device_desc_init()
        if isinstance(name, int):
            desc.index = name
        else:
            desc.name = name.encode() if name is not None else None
        _library.call(self.library.nbl_vulkan_device_create, desc, self.handle)
        info = self.library.nbl_vulkan_device_get_info(self.handle).contents
        self.name = info.name.decode()
        self.index, self.uuid = info.index, str(uuid.UUID(bytes=bytes(info.uuid)))
        self._is_processor = info.type == _CPU
        self._has_float64 = bool(info.features & _FEATURE_FLOAT64)
        self.exports = bool(info.features & _FEATURE_EXPORTED_MEMORY)
        self.most_bound = info.max_storage_buffer_bytes
        self._uuid = bytes(info.uuid)
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._pool = Pool(self)
        self._running = None  # the recording that was started last; it ends after all others
        self._cache = ctypes.c_void_p()
        with contextlib.suppress(OSError, RuntimeError):  # without one every kernel is compiled
            _library.call(self.library.nbl_cache_create, None, self._cache)
        plans, bytes_ = _KEPT_PLANS
        self._plan = PlanCache(self._make_plan, bytes_, plans)
        self._conjugates = {}  # by the bytes of a number

    def __repr__(self):
        return f"<nbl.Device {self.name!r}>"

    def close(self):
        """Destroys a device on which nothing was made."""
        self.library.nbl_cache_destroy(self._cache)
        self.library.nbl_vulkan_device_destroy(self.handle)

    def call(self, name, *arguments):
        """Calls a function that takes the device first; raises what its result says."""
        if not self.is_here():
            raise RuntimeError(f"{self.name} was opened before the process was forked")
        _library.call(getattr(self.library, name), self.handle, *arguments)

    def is_here(self):
        """Returns whether this process opened it, and not one that it was forked from."""
        return self._process == os.getpid()

    def release(self, destroy, *arguments):
        """Calls a function that destroys something of the device; its owner lives elsewhere."""
        if self.is_here():
            destroy(*arguments)

    def _make_plan(self, *how):
        return _Plan(self, *how)

    def cuda(self):
        """Returns CUDA's context of the same device, or None."""
        return _cuda.context(self._uuid) if self.exports else None

    def synchronize(self):
        """Waits until all is done that functions have queued."""
        with self._lock:
            running, self._running = self._running, None
            if running is not None:
                running.wait()

    def buffer(self, size, kind=LOCAL):
        with self._lock:
            return self._pool.take(max(size, 4), kind)

    def _check(self, precision):
        if precision == FLOAT64 and not self._has_float64:
            raise ValueError(
                f"{self.name} has no float64: give float32 or complex64, "
                "with NumPy 1 to nbl.scipy_backend, since nbl.fft makes float64 of them"
            )

    def plan(self, problem, mode):
        """Makes a plan that no cache keeps."""
        self._check(problem.precision)
        with self._lock:
            return self._make_plan(problem, False, mode)

    def run(self, plan, source, target):
        """Queues a plan from one buffer to another, whose array is whole and in C order."""
        with self._lock:
            self._running = plan.start(source, target)
            if source.memory.mapping is not None or target.memory.mapping is not None:
                self.synchronize()  # CUDA may use them as soon as the function has returned

    def _planned(self, problem, overwrites):
        self._check(problem.precision)
        overwrites = overwrites and problem.inverse and problem.real
        return self._plan(problem, overwrites, _mode.current())

    def transform(self, source, target, problem, overwrites=False):
        """Queues a transform from one buffer to another, whose array is whole and in C order."""
        with self._lock:
            self.run(self._planned(problem, overwrites), source, target)

    def conjugate(self, source, target, itemsize):
        """Queues the conjugates of a buffer's complex numbers of `itemsize` bytes, 8 or 16."""
        with self._lock:
            if itemsize not in self._conjugates:
                self._conjugates[itemsize] = _Conjugates(self, itemsize)
            self.run(self._conjugates[itemsize], source, target)

    def transform_array(self, source, shape, dtype, problem, out=None):
        """Transforms a NumPy array through buffers of the device, into another one or a new one."""
        source = np.ascontiguousarray(source)
        size = math.prod(shape) * np.dtype(dtype).itemsize
        with self._lock:
            plan = self._planned(problem, True)
            upload = self.buffer(source.nbytes, UPLOAD)
            download = self.buffer(size, READBACK)
            upload.of_host()[: source.nbytes] = source.reshape(-1).view(np.uint8)
            self._running = plan.start(
                self.buffer(source.nbytes), self.buffer(size), upload, download
            )
            self.synchronize()
            result = download.of_host()[:size].view(dtype).reshape(shape)
            if out is not None:
                np.copyto(out, result)
                return out
            least, most = _LENT
            return result if size >= least and self._pool.lent() <= most else result.copy()

    def write(self, buffer, data):
        """Copies a NumPy array in C order into a buffer."""
        with self._lock:
            self.synchronize()
            self.wait_for_cuda(buffer)
            self.call("nbl_vulkan_buffer_upload", buffer.of, 0, data.ctypes.data, data.nbytes)

    def read(self, buffer, data):
        """Copies a buffer into a NumPy array in C order."""
        with self._lock:
            self.synchronize()
            self.wait_for_cuda(buffer)
            self.call("nbl_vulkan_buffer_download", buffer.of, 0, data.ctypes.data, data.nbytes)

    def copy(self, source, target, regions):
        """Copies parts of a buffer to another: (from, to, size) each, in bytes."""
        with self._lock:
            self.wait_for_cuda(source, target)
            commands = _Commands(self)
            try:
                self.call("nbl_vulkan_commands_begin", commands.of)
                for begin, to, size in regions:
                    self.library.nbl_vulkan_buffer_record_copy(
                        self.handle, commands.of.buffer, source.of, begin, target.of, to, size
                    )
                commands.start()
            finally:
                commands.destroy()

    def clear(self):
        """Lets go of plans and of memory that no array has."""
        with self._lock:
            self._plan.cache_clear()
            self._conjugates.clear()
            self.buffer(4)  # takes in what came back
            self._pool.keep(0)

    @staticmethod
    def wait_for_cuda(*buffers):
        """Waits until CUDA has finished its work on buffers that it has mapped."""
        for buffer in buffers:
            if buffer.memory.mapping is not None:
                buffer.memory.mapping.context.synchronize()
                return


class _Fft:
    """Kernels of a problem on a device, destroyed after their last use."""

    def __init__(self, device, problem):
        self.handle = ctypes.c_void_p()
        device.call("nbl_fft_make_vulkan", problem, self.handle)
        weakref.finalize(self, device.release, _library.cpu().nbl_fft_destroy, self.handle)


class _Commands:
    """Commands of the library, which are started any number of times."""

    def __init__(self, device):
        self.of, self._device, self._begin = _library.VulkanCommands(), device, "submit"
        self._running = False
        device.call("nbl_vulkan_commands_create", self.of)

    def start(self):
        self.wait()
        self._device.call(f"nbl_vulkan_commands_{self._begin}", self.of)
        self._running = self._begin == "start"
        self._begin = "start"

    def wait(self):
        running, self._running = self._running, False
        if running:
            self._device.call("nbl_vulkan_commands_wait", self.of)

    def destroy(self):
        with contextlib.suppress(RuntimeError):  # a lost device does not use them either
            self.wait()
        library = self._device.library
        self._device.release(library.nbl_vulkan_commands_destroy, self._device.handle, self.of)


class _Recording:
    """A transform between certain buffers."""

    def __init__(self, device, fft, source, target, workspace, upload, download):
        library, self._fft = _library.cpu(), fft  # which is destroyed after the binding
        binding = ctypes.c_void_p()
        _library.call(
            device.library.nbl_fft_bind,
            fft.handle,
            source.resource(),
            target.resource(),
            workspace and workspace.resource(),
            binding,
        )
        weakref.finalize(self, device.release, library.nbl_fft_binding_destroy, binding)
        commands = _Commands(device)
        weakref.finalize(self, commands.destroy)  # before the binding, as the later one
        self.start, self.wait = commands.start, commands.wait
        device.call("nbl_vulkan_commands_begin", commands.of)
        if upload is not None:
            self._copy(device, commands, upload, source)
        _library.call(library.nbl_fft_record, fft.handle, binding, commands.of.buffer, None, 0)
        if download is not None:
            self._copy(device, commands, target, download)

    @staticmethod
    def _copy(device, commands, source, target):
        device.library.nbl_vulkan_buffer_record_copy(
            device.handle, commands.of.buffer, source.of, 0, target.of, 0, target.size
        )


class _Recordings:
    """Commands between the last buffers, by the numbers of their memory."""

    def __init__(self, device):
        self._device, self._of = device, collections.OrderedDict()

    def start(self, make, *buffers):
        """Queues what was recorded with the buffers, or what `make` records; returns it."""
        key = tuple(buffer and buffer.memory.number for buffer in buffers)
        recording = self._of.pop(key, None)
        if recording is None:
            recording = make(*buffers)
        recording.start()
        self._of[key] = recording
        if len(self._of) > _KEPT_RECORDINGS:
            self._of.popitem(last=False)
        return recording


class _Plan:
    """Kernels and workspace of a problem on a device."""

    def __init__(self, device, problem, overwrites, mode):
        self._device = device
        self._fft = _Fft(
            device,
            described(
                problem,
                mode,
                overwrites_input=overwrites,
                cache=device._cache,
                unroll=not device._is_processor,
                route=_ROUTE_BEST,
            ),
        )
        self.handle = self._fft.handle
        workspace = _library.cpu().nbl_fft_get_bytes(self.handle).workspace
        self._workspace = device.buffer(workspace) if workspace else None
        self.bytes = workspace
        self._recordings = _Recordings(device)

    def start(self, source, target, upload=None, download=None):
        """Queues a transform, with memory of the host from there and to there; returns it."""
        self._device.wait_for_cuda(source, target)
        self._device.wait_for_cuda(source, target)
        make = functools.partial(_Recording, self._device, self._fft)
        return self._recordings.start(make, source, target, self._workspace, upload, download)


class _ConjugateRecording:
    """Conjugates between certain buffers."""

    def __init__(self, device, kernel, itemsize, source, target):
        commands = _Commands(device)
        try:
            device.call("nbl_vulkan_commands_begin", commands.of)
            self._bindings = kernel.record(commands.of, source, target, itemsize)
        except BaseException:
            commands.destroy()
            raise
        weakref.finalize(self, commands.destroy)  # before the bindings, as the later one
        self.start, self.wait = commands.start, commands.wait


class _Conjugates:
    """Conjugates of complex numbers of a size, which `Device.run()` takes as a plan."""

    def __init__(self, device, itemsize):
        self._device, self._itemsize = device, itemsize
        self._kernel, self._recordings = _conjugate.Kernel(device), _Recordings(device)

    def start(self, source, target):
        """Queues the conjugates of a buffer's numbers; returns what was started."""
        self._device.wait_for_cuda(source, target)
        make = functools.partial(
            _ConjugateRecording, self._device, self._kernel, self._itemsize
        )
        return self._recordings.start(make, source, target)


_opened = {}  # by what they were asked for
_opening = threading.Lock()


def _forked():
    warnings.warn(
        "the default device was opened before the process was forked, which transforms on the "
        "processor until it opens a device: begin processes by 'spawn' or 'forkserver'",
        RuntimeWarning,
        stacklevel=4,
    )
    set_default(PROCESSOR)


def _forget():
    """Leaves a forked process without devices: drivers have threads, which it does not have."""
    global _opening, _default
    _opening = threading.Lock()
    for device in set(_opened.values()):
        device._lock = threading.RLock()
        device._plan.renew()
        device._running = None
    _opened.clear()
    _choice.forget()
    if _default is not None and _default() is not None:
        _default = _forked


os.register_at_fork(after_in_child=_forget)


def device(name=None):
    """Returns a Vulkan device, opened once and kept.

    The call alone chooses nothing: `with nbl.device("H200"):` does, for the transforms inside, or
    `nbl.set_default(device="H200")` for all.

    Parameters
    ----------
    name : int or str, optional
        Its number from 0, its UUID, or a part of its name or of its driver's, as `nbl.devices()`
        has them; of devices of equal names "name#2" is the second. "cpu": the processor. Without one
        the best GPU: a driver that computes on the processor, such as llvmpipe, is slower than
        "cpu", and taken by its name alone.

    Returns
    -------
    Device
        A context: inside of `with nbl.device("llvmpipe"):` `nbl.fft` and `nbl.scipy_backend`
        transform there.

    Raises
    ------
    RuntimeError
        If there is no such device, or no GPU.
    """
    if isinstance(name, (Device, Processor)):
        return name
    if name is not None and not isinstance(name, str):
        try:
            name = operator.index(name)
        except TypeError:
            raise TypeError(f"name must be a device's number, name or UUID, got {name!r}") from None
        if name < 0:
            raise ValueError(f"device {name}: devices are numbered from 0")
    elif name is not None and name.isascii() and name.isdigit():
        name = int(name)
    if name == PROCESSOR:
        return _processor
    with _opening:
        if name not in _opened:
            made = Device(name)
            if name is None and made._is_processor:
                made.close()
                raise RuntimeError(
                    f"no GPU: {made.name} computes on the processor, is slower than "
                    'nbl.device("cpu"), and is taken by its name alone'
                )
            same = [other for other in _opened.values() if other.index == made.index]
            if same:
                made.close()
            _opened[name] = same[0] if same else made
        return _opened[name]


_processor = Processor()
DeviceInfo = collections.namedtuple("DeviceInfo", "index name uuid driver is_processor")


def devices():
    """Returns what Vulkan devices there are.

    Returns
    -------
    list of DeviceInfo
        `index`, `name`, `uuid`, `driver` and `is_processor` of each; `nbl.device()` takes any of
        the first three. Empty without a device.
    """
    library, count = _library.full(), ctypes.c_uint32()
    try:
        _library.call(library.nbl_vulkan_device_list, None, None, count)
    except RuntimeError:
        return []
    infos = (_library.VulkanDeviceInfo * count.value)()
    _library.call(library.nbl_vulkan_device_list, None, infos, count)
    return [
        DeviceInfo(
            info.index,
            info.name.decode(),
            str(uuid.UUID(bytes=bytes(info.uuid))),
            info.driver_name.decode(),
            info.type == _CPU,
        )
        for info in infos[: count.value]
    ]


def set_default(name, what=""):
    """Chooses the device where no `with` statement does; `what` begins the message of an error."""
    global _default
    try:
        chosen = device(name)
    except (RuntimeError, ValueError) as error:
        raise type(error)(f"{what}{error}") from None
    _default = lambda: chosen.value


def current():
    """Returns the device that holds here, or None: the processor."""
    return _choice.current()
