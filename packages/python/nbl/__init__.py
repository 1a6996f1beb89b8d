"""Fast Fourier transforms and bloom of the nbl library for NumPy's arrays.
SPDX-License-Identifier: Apache-2.0

fft
    The functions of `numpy.fft`.
scipy_backend
    The functions of `scipy.fft`, for `scipy.fft.set_backend(nbl.scipy_backend)`.
bloom
    Convolves an image with a kernel.
device, Device, devices
    A Vulkan device, on which the functions transform inside of `with nbl.device(...)`; all there
    are.
mode
    Exact, fast or fused arithmetic inside of `with nbl.mode(...)`.
set_default
    Device and mode of the whole process.
plan, Plan
    A transform of one shape, made once and called any number of times.
cache_info, cache_clear, set_cache_limit
    Plans that are kept: what they take, and how to forget them.
asarray, empty, Array
    Arrays that stay on a device.

"""

from . import fft, scipy_backend
from ._array import Array, asarray, empty
from ._bloom import bloom
from ._default import cache_clear, cache_info, set_cache_limit, set_default
from ._device import Device, device, devices
from ._mode import mode
from ._plan import Plan, plan
from ._version import __version__

__all__ = [
    "Array",
    "Device",
    "Plan",
    "asarray",
    "bloom",
    "cache_clear",
    "cache_info",
    "device",
    "devices",
    "empty",
    "fft",
    "mode",
    "plan",
    "scipy_backend",
    "set_cache_limit",
    "set_default",
    "__version__",
]
