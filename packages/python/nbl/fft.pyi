# The types of nbl.fft. SPDX-License-Identifier: Apache-2.0
from typing import Any, Literal, Protocol, Sequence, TypeVar, overload

import numpy as np
from numpy.fft import (
    fftfreq as fftfreq,
    fftshift as fftshift,
    ifftshift as ifftshift,
    rfftfreq as rfftfreq,
)
from numpy.typing import ArrayLike, NDArray

from ._array import Array

__all__: list[str]

_Norm = Literal["backward", "ortho", "forward"] | None
_Result = TypeVar("_Result", bound=np.generic, covariant=True)

class _Line(Protocol[_Result]):
    @overload
    def __call__(
        self, a: Array, n: int | None = None, axis: int = -1, norm: _Norm = None, out: None = None
    ) -> Array: ...
    @overload
    def __call__(
        self,
        a: ArrayLike,
        n: int | None = None,
        axis: int = -1,
        norm: _Norm = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[_Result]: ...

class _Array(Protocol[_Result]):
    @overload
    def __call__(
        self,
        a: Array,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: _Norm = None,
        out: None = None,
    ) -> Array: ...
    @overload
    def __call__(
        self,
        a: ArrayLike,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: _Norm = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[_Result]: ...

class _Image(Protocol[_Result]):
    @overload
    def __call__(
        self,
        a: Array,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = (-2, -1),
        norm: _Norm = None,
        out: None = None,
    ) -> Array: ...
    @overload
    def __call__(
        self,
        a: ArrayLike,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = (-2, -1),
        norm: _Norm = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[_Result]: ...

_Complex = np.complexfloating[Any, Any]
_Real = np.floating[Any]

fft: _Line[_Complex]
ifft: _Line[_Complex]
rfft: _Line[_Complex]
irfft: _Line[_Real]
hfft: _Line[_Real]
ihfft: _Line[_Complex]
fftn: _Array[_Complex]
ifftn: _Array[_Complex]
rfftn: _Array[_Complex]
irfftn: _Array[_Real]
fft2: _Image[_Complex]
ifft2: _Image[_Complex]
rfft2: _Image[_Complex]
irfft2: _Image[_Real]
