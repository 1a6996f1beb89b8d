"""Fast Fourier transforms and bloom of the nbl library for NumPy's arrays.

fft
    The functions of `numpy.fft`.
scipy_backend
    The functions of `scipy.fft`, for `scipy.fft.set_backend(nbl.scipy_backend)`.
bloom
    Convolves an image with a kernel.

SPDX-License-Identifier: Apache-2.0
"""

from . import fft, scipy_backend
from ._bloom import bloom
from ._version import __version__

__all__ = ["bloom", "fft", "scipy_backend", "__version__"]
