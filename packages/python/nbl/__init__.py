"""Fast Fourier transforms and bloom of the nbl library for NumPy's arrays.

fft
    The functions of `numpy.fft`.
scipy_backend
    The functions of `scipy.fft`, for `scipy.fft.set_backend(nbl.scipy_backend)`.
bloom
    Convolves an image with a kernel.
device, Device
    A Vulkan device, on which the functions transform inside of `with nbl.device(...)`.
mode
    Exact or fast arithmetic inside of `with nbl.mode(...)`.
asarray, empty, Array
    Arrays that stay on a device.

SPDX-License-Identifier: Apache-2.0
"""

from . import fft, scipy_backend
from ._array import Array, asarray, empty
from ._bloom import bloom
from ._device import Device, device
from ._mode import mode
from ._version import __version__

__all__ = [
    "Array",
    "Device",
    "asarray",
    "bloom",
    "device",
    "empty",
    "fft",
    "mode",
    "scipy_backend",
    "__version__",
]
