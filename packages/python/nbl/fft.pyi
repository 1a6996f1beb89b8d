# The types of nbl.fft. SPDX-License-Identifier: Apache-2.0
from typing import Literal, Protocol, Sequence

import numpy as np
from numpy.fft import (
    fftfreq as fftfreq,
    fftshift as fftshift,
    ifftshift as ifftshift,
    rfftfreq as rfftfreq,
)
from numpy.typing import ArrayLike, NDArray

__all__: list[str]

_Norm = Literal["backward", "ortho", "forward"] | None

class _Line(Protocol):
    def __call__(
        self, a: ArrayLike, n: int | None = None, axis: int = -1, norm: _Norm = None
    ) -> NDArray[np.complex128]: ...

class _LineToReal(Protocol):
    def __call__(
        self, a: ArrayLike, n: int | None = None, axis: int = -1, norm: _Norm = None
    ) -> NDArray[np.float64]: ...

class _Array(Protocol):
    def __call__(
        self,
        a: ArrayLike,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: _Norm = None,
    ) -> NDArray[np.complex128]: ...

class _ArrayToReal(Protocol):
    def __call__(
        self,
        a: ArrayLike,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: _Norm = None,
    ) -> NDArray[np.float64]: ...

class _Image(Protocol):
    def __call__(
        self,
        a: ArrayLike,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = (-2, -1),
        norm: _Norm = None,
    ) -> NDArray[np.complex128]: ...

class _ImageToReal(Protocol):
    def __call__(
        self,
        a: ArrayLike,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = (-2, -1),
        norm: _Norm = None,
    ) -> NDArray[np.float64]: ...

fft: _Line
ifft: _Line
rfft: _Line
irfft: _LineToReal
hfft: _LineToReal
ihfft: _Line
fftn: _Array
ifftn: _Array
rfftn: _Array
irfftn: _ArrayToReal
fft2: _Image
ifft2: _Image
rfft2: _Image
irfft2: _ImageToReal
