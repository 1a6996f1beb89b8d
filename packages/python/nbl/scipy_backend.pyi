# The types of nbl.scipy_backend. SPDX-License-Identifier: Apache-2.0
from typing import Any, Callable, Literal, Protocol, Sequence, overload

from numpy.fft import (
    fftfreq as fftfreq,
    fftshift as fftshift,
    ifftshift as ifftshift,
    rfftfreq as rfftfreq,
)
from numpy.typing import ArrayLike, NDArray

from ._array import Array

__all__: list[str]
__ua_domain__: str

_Norm = Literal["backward", "ortho", "forward"] | None

def __ua_function__(
    method: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any: ...
def next_fast_len(target: int, real: bool = False) -> int: ...

class _Line(Protocol):
    @overload
    def __call__(
        self,
        x: Array,
        n: int | None = None,
        axis: int = -1,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        plan: None = None
    ) -> Array: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        n: int | None = None,
        axis: int = -1,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        plan: None = None
    ) -> NDArray[Any]: ...

class _Array(Protocol):
    @overload
    def __call__(
        self,
        x: Array,
        s: int | Sequence[int] | None = None,
        axes: int | Sequence[int] | None = None,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        plan: None = None
    ) -> Array: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        s: int | Sequence[int] | None = None,
        axes: int | Sequence[int] | None = None,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        plan: None = None
    ) -> NDArray[Any]: ...

class _Image(Protocol):
    @overload
    def __call__(
        self,
        x: Array,
        s: int | Sequence[int] | None = None,
        axes: int | Sequence[int] | None = (-2, -1),
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        plan: None = None
    ) -> Array: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        s: int | Sequence[int] | None = None,
        axes: int | Sequence[int] | None = (-2, -1),
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        plan: None = None
    ) -> NDArray[Any]: ...

class _DctLine(Protocol):
    @overload
    def __call__(
        self,
        x: Array,
        type: Literal[1, 2, 3, 4] = 2,
        n: int | None = None,
        axis: int = -1,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        orthogonalize: bool | None = None
    ) -> Array: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        type: Literal[1, 2, 3, 4] = 2,
        n: int | None = None,
        axis: int = -1,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        orthogonalize: bool | None = None
    ) -> NDArray[Any]: ...

class _DctArray(Protocol):
    @overload
    def __call__(
        self,
        x: Array,
        type: Literal[1, 2, 3, 4] = 2,
        s: int | Sequence[int] | None = None,
        axes: int | Sequence[int] | None = None,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        orthogonalize: bool | None = None
    ) -> Array: ...
    @overload
    def __call__(
        self,
        x: ArrayLike,
        type: Literal[1, 2, 3, 4] = 2,
        s: int | Sequence[int] | None = None,
        axes: int | Sequence[int] | None = None,
        norm: _Norm = None,
        overwrite_x: bool = False,
        workers: int | None = None,
        *,
        orthogonalize: bool | None = None
    ) -> NDArray[Any]: ...

fft: _Line
ifft: _Line
rfft: _Line
irfft: _Line
hfft: _Line
ihfft: _Line
fftn: _Array
ifftn: _Array
rfftn: _Array
irfftn: _Array
hfftn: _Array
ihfftn: _Array
fft2: _Image
ifft2: _Image
rfft2: _Image
irfft2: _Image
hfft2: _Image
ihfft2: _Image
dct: _DctLine
idct: _DctLine
dst: _DctLine
idst: _DctLine
dctn: _DctArray
idctn: _DctArray
dstn: _DctArray
idstn: _DctArray
