"""Fast Fourier transforms and bloom of the nbl library for NumPy's arrays.

fft
    The functions of `numpy.fft`.
scipy_backend
    The functions of `scipy.fft`, for `scipy.fft.set_backend(nbl.scipy_backend)`.
bloom
    Convolves an image with a kernel.
device, Device
    A Vulkan device, on which the functions transform inside of `with nbl.device(...)`.
asarray, empty, Array
    Arrays that stay on a device.

SPDX-License-Identifier: Apache-2.0
"""

from . import fft, scipy_backend
from ._bloom import bloom
from ._device import Array, Device, asarray, device, empty
from ._version import __version__

__all__ = [
    "Array",
    "Device",
    "asarray",
    "bloom",
    "device",
    "empty",
    "fft",
    "scipy_backend",
    "__version__",
]
