"""What holds for the whole process: the default device and mode, and the plans that are kept.

SPDX-License-Identifier: Apache-2.0
"""
import operator

from . import _device, _mode, _transform

_KEPT = object()


def set_default(*, device=_KEPT, mode=_KEPT):
    """Chooses the device and the mode of all threads where no `with` statement chooses.

    Without a call the environment does, when the first transform asks: NBL_DEVICE, which may be
    what `device` may be, as text; NBL_MODE, which may be what `mode` may be. Processes that begin
    later inherit the environment, and not what this function chose.

    Parameters
    ----------
    device : Device, int or str, optional
        As `nbl.device()` takes it; "cpu": the processor.
    mode : {"exact", "fast", "fused"}, optional
        As `nbl.mode()` takes it.

    Returns
    -------
    None

    Raises
    ------
    RuntimeError
        If there is no such device.
    ValueError
        If there is no such mode.
    """
    if mode is not _KEPT:
        _mode.set_default(mode)
    if device is not _KEPT:
        _device.set_default(device)


def _cache_of(device):
    return _transform._plan if device is None else _device.device(device)._plan


def cache_info(device=None):
    """Returns what the plans take that are kept for the next transform of equal sizes.

    Parameters
    ----------
    device : Device, int or str, optional
        Default: None, the processor.

    Returns
    -------
    CacheInfo
        `hits` and `misses`, how often there was a plan and how often one was made; `plans`, how
        many there are; `bytes`, what they take: tables and scratch memory, on a device its
        workspaces; `max_bytes`, up to which they are kept, 64 MiB by default, on a device 1 GiB.
        The last two plans are kept whatever they take; on a device at most 32.
    """
    return _cache_of(device).cache_info()


def cache_clear():
    """Forgets all plans, and memory of devices that no array has.

    Parameters
    ----------

    Returns
    -------
    None
    """
    _transform._plan.cache_clear()
    for device in set(_device._opened.values()):
        device.clear()


def set_cache_limit(max_bytes, device=None):
    """Chooses how many bytes the plans that are kept may take; forgets those that exceed it.

    Parameters
    ----------
    max_bytes : int
        0 or more. The last two plans are kept whatever they take.
    device : Device, int or str, optional
        Default: None, the processor.

    Returns
    -------
    None
    """
    max_bytes = operator.index(max_bytes)
    if max_bytes < 0:
        raise ValueError(f"max_bytes must be 0 or more, got {max_bytes}")
    _cache_of(device).limit(max_bytes)
